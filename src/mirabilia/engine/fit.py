"""What compiled code was made for: it runs only where all of that is the same.

Sources count by their contents, neither by where they lie nor by when they were changed, so that
two copies share their code, and code that was made on another machine fits. A processor has to be
able to do what the code asks of it (``needs``), and may be able to do more.
"""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import numba
import numpy as np
from llvmlite import binding
from numba.core import config as numba_config

PACKAGE = Path(__file__).resolve().parent.parent
# Where compiled functions are, and whatever is frozen into them.
_SOURCES = (
    *("catalogue/*.py", "engine/**/*.py", "bots/**/*.py", "batch/*.py"),
    *("lab/tally.py", "lab/lockstep.py", "lab/learning/lessons.py", "lab/learning/matches.py"),
    "envs/playing.py",
)
NATIVE = "native"
# The levels that code can be made for by name, with what they ask of a processor.
LEVELS: dict[str, tuple[str, ...]] = {
    "generic": (),
    "x86-64-v3": (
        *("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"),
        *("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),
    ),
}
config: Any = numba_config


@dataclass(frozen=True)
class Processor:
    """What code is compiled for: LLVM's name, and what the processor has to be able to do."""

    name: str
    needs: tuple[str, ...]


@cache
def installation() -> dict[str, str]:
    """What code depends on besides the processor, in words."""
    python = f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"
    return {
        "Python": f"{python} {sysconfig.get_config_var('EXT_SUFFIX')}",
        "Numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "NumPy": ".".join(np.__version__.split(".")[:2]),
        "the system": binding.get_process_triple(),
        "sources": _digest_of_sources(),
    }


def _digest_of_sources() -> str:
    digest = hashlib.sha256()
    for part in _SOURCES:
        for source in sorted(PACKAGE.glob(part)):
            content = hashlib.sha256(source.read_bytes()).hexdigest()
            digest.update(f"{source.relative_to(PACKAGE).as_posix()} {content}\n".encode())
    return digest.hexdigest()


@cache
def abilities() -> frozenset[str]:
    """What this processor can do, in LLVM's words."""
    try:
        found = binding.get_host_cpu_features()
    except RuntimeError:  # LLVM does not know
        return frozenset()
    return frozenset(name for name, able in found.items() if able)


@cache
def processor() -> Processor:
    """What Numba compiles for here: this processor, unless a level was named to it."""
    name = config.CPU_NAME or binding.get_host_cpu_name()
    if config.CPU_FEATURES is None:
        return Processor(name, tuple(sorted(abilities())))
    return Processor(name, LEVELS.get(name, (config.CPU_FEATURES,)))


def naming(level: str) -> dict[str, str]:
    """What names a level to Numba, in the environment of a process."""
    return {} if level == NATIVE else {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": ""}


def digest() -> str:
    """A name for all of it."""
    text = f"{sorted(installation().items())} {processor()}"
    return hashlib.sha256(text.encode()).hexdigest()
