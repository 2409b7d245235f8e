"""Many games by compiled bots on a GPU: the results of ``simulate``, game by game.

The functions are those that play on the processor (``engine.device``). Each thread plays some games
one after the other, as a core does there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numba import cuda as numba_cuda

from ..bots import playout
from ..bots.compiled import batch_of
from ..engine import device
from ..engine.deal import Variant
from ..engine.state import EVENT_WIDTH
from ..engine.twins import Twins
from ..game.setup import Wanted
from .simulate import Results, bots_of_seats, prepare

cuda: Any = numba_cuda
MOST_THREADS = 65_536
_BLOCK = 64
_SIMULATED = 5e7  # bytes
ROUND = 32  # games of a thread between two reports of progress
_TAKEN = 0.9  # of the GPU's free memory, at most
_SPREAD = 12e9  # bytes over which games lie; much more, and what is looked up in them comes slowly


class NoGPU(ValueError):
    """There is no GPU, or nothing that drives it; the message says so."""


@dataclass(frozen=True)
class GPU:
    """The GPU that is there, and its memory for games."""

    name: str
    memory: float

    def threads(self, works: np.dtype[Any]) -> int:
        """How many games lie side by side on it, with such scratch space."""
        room = int(self.memory) // (device.GAMES.itemsize + works.itemsize) // _BLOCK
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
    works = device.works_for(setup.book.catalogue)
    threads = min(find().threads(works), -(-games // _BLOCK) * _BLOCK)
    kernel = _kernel(setup.variant, set(names) == {"random"})
    rooms = cuda.device_array(threads, device.GAMES), cuda.device_array(threads, works)
    _empty[threads // _BLOCK, _BLOCK](rooms[0], cuda.to_device(np.zeros(1, device.GAMES)))
    book = cuda.to_device(device.book_for(setup.book.tables))
    no_events = cuda.to_device(np.zeros((0, EVENT_WIDTH), np.int16))
    no_decisions, decisions = np.zeros(threads, np.int64), 0
    for first in range(0, games, threads * ROUND):
        part = rows[first : first + threads * ROUND]
        numbers = np.arange(first, first + len(part))
        seeds = (numbers + setup.seed).astype(np.uint64)
        seated = bots_of_seats(numbers, setup.players)
        batch = batch_of(setup, names, seated, seeds, seeds)
        bots_there = cuda.to_device(batch.bots)
        rng = cuda.to_device(np.stack((batch.game_rng, batch.bot_rng)))
        there, made = cuda.device_array(part.shape, np.int16), cuda.to_device(no_decisions)
        kernel[threads // _BLOCK, _BLOCK](*rooms, book, bots_there, rng, no_events, there, made)
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


@lru_cache
def _kernel(variant: Variant, at_random: bool) -> Any:
    """What the GPU runs for games of a variant; without ``greedy`` where nobody plays so."""
    instead = device.INSTEAD | ({"greedy_move": _nobody} if at_random else {})
    play_games = Twins(device.device_function, instead)(playout.play_games)
    game_at, batch_type = device.game_of(variant), playout.Batch

    @cuda.jit
    def play(games, works, book, bots, rng, no_events, rows, made):  # type: ignore[no-untyped-def]
        thread = cuda.grid(1)
        count = rng.shape[1]
        each = (count + games.shape[0] - 1) // games.shape[0]
        first = thread * each
        if first < count:
            end = first + each if first + each < count else count
            batch = batch_type(variant, bots[first:end], rng[0, first:end], rng[1, first:end])
            made[thread] = play_games(
                game_at(games, thread), book[0], batch, rows[first:end], no_events, works[thread]
            )

    return play


@device.device_function
def _nobody(g, t, seat, move, moves, w):  # type: ignore[no-untyped-def]
    """In the place of a bot that does not play."""
