"""Another process that compiles into the same cache: the first compilation takes two cores.

What it has compiled is taken from the cache by whoever needs it next; what both need both compile.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

LONGEST_COMPILATION = 1800


@contextmanager
def helper(module: str, *tasks: str, needed: bool = True) -> Iterator[Callable[[], None]]:
    """While this lasts, and as long as it takes after that, a module runs in another process.

    What is given has to be called between any two of its tasks: each waits there for the other.
    """
    if not needed or (os.cpu_count() or 1) < 2:
        yield lambda: None
        return
    pipe, command = subprocess.PIPE, [sys.executable, "-m", module, *tasks]
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
    told, said = process.stdin, process.stdout
    assert told
    assert said

    def meet() -> None:
        if said.readline():
            with suppress(OSError):
                told.write(b"\n")
                told.flush()

    too_long = threading.Timer(LONGEST_COMPILATION, process.kill)
    too_long.daemon = True
    too_long.start()
    try:
        yield meet
        told.close()
        process.wait()
    finally:
        too_long.cancel()
        process.kill()
        process.wait()
        for stream in (told, said):
            with suppress(OSError):
                stream.close()


def help_with(tasks: Mapping[str, Callable[[], None]]) -> None:
    """What the other process does: the tasks that it was started with."""
    for name in sys.argv[1:]:
        tasks[name]()
        print(name, flush=True)
        if not sys.stdin.readline():
            return
