"""The compiled bots as players of the readable face: a view in, a move out."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np

from .. import reading
from ..codec import KIND_NAMES, move_from_row
from ..engine import chance
from ..engine.jit import is_warm
from ..engine.scratch import Scratch, empty_game, ensure_compiled, scratch
from ..engine.state import MOVE_WIDTH, SEATS
from ..engine.tables import rulebook
from ..notation import Move
from . import playout

LONGEST_COMPILATION = 300
NUMBERS = {"random": playout.RANDOM, "greedy": playout.GREEDY}
_KINDS = {name: kind for kind, name in KIND_NAMES.items()}


class CompiledBot:
    """``random`` or ``greedy``. It works on a record made of the view alone."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._rng = chance.states(secrets.randbits(53) if seed is None else seed)
        self._reason = "No move chosen yet."

    def choose(self, view: Mapping[str, Any]) -> Move:
        decision, seat = view.get("decision"), view.get("seat")
        if decision is None or seat is None:
            raise ValueError("This view's seat owes no decision.")
        ensure_compiled("bots", compile_bots)
        kept = {key: view[key] for key in reading.KEYS if key in view}
        setup, games = reading.read(kept, hidden=True)
        g, t, space = games[0], setup.book.tables[0], scratch()
        g.asked[:] = 0
        g.asked[seat] = _KINDS[decision["kind"]]
        g.recruiting = int(decision["kind"] == "leader")
        g.source[seat] = view["details"]
        for index, island in enumerate(view.get("drawn", ())):
            g.drawn[seat, index] = setup.book.card_number[island]
            g.drawn_n[seat] = index + 1
        move = np.zeros(MOVE_WIDTH, np.int16)
        playout.choose(g, t, seat, NUMBERS[self.name], self._rng, move, space.moves, space.w)
        chosen = move_from_row(setup.book, move)
        self._reason = _REASONS[self.name].format(move=chosen)
        return chosen

    def explain(self) -> str:
        return self._reason


_REASONS = {
    "random": "{move} was drawn at random.",
    "greedy": "{move} gains most, looking one move ahead.",
}


def compile_bots() -> None:
    """Play a game with every compiled bot, so that all is compiled."""
    space = Scratch()
    results = np.zeros((1, SEATS, playout.RESULT_WIDTH), np.int16)
    bots = np.zeros(SEATS, np.uint8)
    for number in NUMBERS.values():
        bots[:] = number
        playout.play_games(
            empty_game(),
            rulebook("1st").tables,
            3,
            1,
            0,
            0,
            0,
            0,
            bots,
            chance.states(1),
            chance.states(1, 1),
            0,
            results,
            space.no_events,
            space.work,
            space.moves,
        )


def compile_choices() -> None:
    """Compile what the bots need to choose a move, without playing."""
    space, games = Scratch(), empty_game()
    move = np.zeros(MOVE_WIDTH, np.int16)
    tables, rng = rulebook("1st").tables, chance.states(1)
    given = (games[0], tables[0], 0, 0, rng, move, space.moves, space.w)
    typeof: Any = numba.typeof
    dispatcher: Any = playout.choose
    dispatcher.compile(tuple(typeof(argument) for argument in given))


def ensure_all_compiled(
    *, quiet: bool = False, meanwhile: Callable[[], None] | None = None
) -> None:
    """Compile the engine and the bots, the first time in two processes at once.

    The second one compiles how bots choose, and then the search, into the same cache, from where
    this one takes them. ``meanwhile`` compiles what else there is, while the search is made.
    """
    from .searcher import ensure_search_compiled

    with _helper("choices", not is_warm("bots")):
        ensure_compiled(quiet=quiet)
    with _helper("search", not is_warm("search")):
        ensure_compiled("bots", compile_bots, quiet=quiet)
        if meanwhile:
            meanwhile()
    ensure_search_compiled(quiet=quiet)


@contextmanager
def _helper(task: str, needed: bool) -> Iterator[None]:
    """Another process that compiles, for as long as it takes."""
    if not needed or (os.cpu_count() or 1) < 2:
        yield
        return
    command, nothing = [sys.executable, "-m", __name__, task], subprocess.DEVNULL
    helper = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
    try:
        yield
        helper.wait(timeout=LONGEST_COMPILATION)
    except subprocess.TimeoutExpired:
        pass
    finally:
        helper.kill()
        helper.wait()


def _help(task: str) -> None:
    """What the other process does."""
    if task == "choices":
        compile_choices()
    else:
        from .searcher import compile_search

        compile_search()


if __name__ == "__main__":
    _help(sys.argv[1])
