"""Many games by compiled bots on a GPU: the results of ``simulate``, game by game.

The functions are those that play on the processor (``engine.device``). Each thread plays some games
one after the other, as a core does there, in step with others (``lockstep``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any

import numpy as np
from numba import cuda as numba_cuda

from ..bots.compiled import NUMBERS
from ..engine import device
from ..engine.deal import Variant
from ..engine.state import EVENT_WIDTH
from ..game.setup import Wanted
from .lockstep import play_of
from .simulate import Results, prepare

cuda: Any = numba_cuda
MOST_THREADS = 131_072
_BLOCK = 4 if device.SIMULATED else 512
# Characters of a function of which there is one copy, where all else would be too much code.
_LONGEST = 40_000
_SIMULATED = 5e7  # bytes
ROUND = 32  # games of a thread between two reports of progress
_TAKEN = 0.9  # of the GPU's free memory, at most
_SPREAD = 22e9  # bytes over which games lie; much more, and what is looked up in them comes slowly


class NoGPU(ValueError):
    """There is no GPU, or nothing that drives it; the message says so."""


@dataclass(frozen=True)
class GPU:
    """The GPU that is there, and its memory for games."""

    name: str
    memory: float

    def threads(self, bytes_each: int) -> int:
        """How many games lie side by side on it, each with its scratch space."""
        room = int(self.memory) // bytes_each // _BLOCK
        if not room:
            raise NoGPU(f"{self.name} has {self.memory / 1e6:.0f} MB free, too few to play a game.")
        return min(MOST_THREADS, room * _BLOCK)


@lru_cache
def find() -> GPU:
    """The GPU of this machine; its memory is shared out once."""
    if not cuda.is_available():
        raise NoGPU(
            "There is no GPU that Numba can use here: it takes one of NVIDIA's, its driver and "
            "what pip install 'mirabilia[gpu]' brings."
        )
    if device.SIMULATED:
        return GPU("Numba's simulator", _SIMULATED)
    name = cuda.get_current_device().name
    free, _ = cuda.current_context().get_memory_info()
    memory = min(free * _TAKEN, _SPREAD)
    return GPU(name.decode() if isinstance(name, bytes) else str(name), memory)


def simulate_on_gpu(
    games: int,
    wanted: Wanted,
    *,
    bots: Sequence[str] = ("random",),
    progress: Callable[[int], Any] = lambda done: None,
) -> Results:
    """Play so many games as ``simulate`` does, on the GPU.

    ``progress`` is told when playing begins, and of every round of games.
    """
    setup, names, rows = prepare(games, wanted, bots)
    found, at_random = find(), set(names) == {"random"}
    each = (
        device.games_for(setup.variant),
        device.works_for(setup.book.catalogue, setup.variant, at_random),
    )
    threads = found.threads(sum(record.itemsize for record in each))
    threads = min(threads, -(-games // _BLOCK) * _BLOCK)
    rooms = [cuda.device_array(threads, record) for record in each]
    _empty[threads // _BLOCK, _BLOCK](rooms[0], cuda.to_device(np.zeros(1, each[0])))
    book = cuda.to_device(device.book_for(setup.book.tables))
    no_events = cuda.to_device(np.zeros((0, EVENT_WIDTH), np.int16))
    seated = cuda.to_device(np.array([NUMBERS[name] for name in names], np.uint8))
    no_decisions, decisions = np.zeros(threads, np.int64), 0
    for first in range(0, games, threads * ROUND):
        part = rows[first : first + threads * ROUND]
        begin = cuda.to_device(np.array([first, first + setup.seed], np.uint64))
        there, made = cuda.device_array(part.shape, np.int16), cuda.to_device(no_decisions)
        given = (*rooms, book, seated, begin, no_events, there, made)
        _run(setup.variant, at_random, threads, given)
        part.fill(0)  # while the GPU plays: memory that was never used comes slowly
        there.copy_to_host(part)
        decisions += int(made.copy_to_host().sum())
        if not first:
            progress(0)
        progress(len(part))
    return Results(setup, names, decisions, rows)


@cuda.jit
def _empty(games, empty):  # type: ignore[no-untyped-def]
    """What lies in a GPU's memory before is anything."""
    games[cuda.grid(1)] = empty[0]


def _run(variant: Variant, at_random: bool, threads: int, given: tuple[Any, ...]) -> None:
    if device.SIMULATED:
        _simulated(variant, at_random)[threads // _BLOCK, _BLOCK](*given)
    else:
        kernel = _kernel(variant, at_random, tuple(map(device.type_of, given)))
        kernel.run(threads // _BLOCK, _BLOCK, *given)


@lru_cache
def _simulated(variant: Variant, at_random: bool) -> Any:
    return cuda.jit(play_of(variant, at_random))


@lru_cache
def _kernel(variant: Variant, at_random: bool, types: tuple[Any, ...]) -> Any:
    """What the GPU runs for games of a variant."""
    from ..engine import device_driver
    from ..engine.device_code import code_of

    play, what = play_of(variant, at_random), f"{variant} {at_random}"
    longest = _LONGEST if variant.expansions or not at_random else inf
    return device_driver.Kernel(code_of(play, types, what, longest, device_driver.link))
