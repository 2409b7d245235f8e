"""Another process that compiles into the same cache: the first compilation takes two cores.

What it has compiled is taken from the cache by whoever needs it next; what both need both compile.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST_COMPILATION = 300


@contextmanager
def helper(module: str, *arguments: str, needed: bool = True) -> Iterator[None]:
    """While this lasts, and as long as it takes after that, a module runs in another process."""
    if not needed or (os.cpu_count() or 1) < 2:
        yield
        return
    command, nothing = [sys.executable, "-m", module, *arguments], subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
    try:
        yield
        process.wait(timeout=LONGEST_COMPILATION)
    except subprocess.TimeoutExpired:
        pass
    finally:
        process.kill()
        process.wait()
