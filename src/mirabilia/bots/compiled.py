"""The compiled bots as players of the readable face: a view in, a move out."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine import chance
from ..engine.helping import help_with, helper
from ..engine.jit import compile_for, is_warm
from ..engine.scratch import Scratch, empty_game, ensure_compiled, scratch
from ..engine.state import SEATS
from ..engine.tables import rulebook
from ..engine.warm import compile_everything
from ..game import position_reader
from ..game.codec import move_from_row
from ..game.notation import Move
from ..game.setup import Setup, Wanted, check_setup
from . import playout

NUMBERS = {"random": playout.RANDOM, "greedy": playout.GREEDY}


class CompiledBot:
    """``random`` or ``greedy``. It works on a record made of the view alone."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._rng = chance.states(secrets.randbits(53) if seed is None else seed)
        self._reason = "No move chosen yet."

    def choose(self, view: Mapping[str, Any]) -> Move:
        ensure_compiled("bots", compile_bots)
        setup, games = position_reader.from_view(view)
        g, t, w = games[0], setup.book.tables[0], scratch().w
        playout.choose(g, t, int(view["seat"]), NUMBERS[self.name], self._rng, w)
        chosen = move_from_row(setup.book, w.move[0])
        self._reason = _REASONS[self.name].format(move=chosen)
        return chosen

    def explain(self) -> str:
        return self._reason


_REASONS = {
    "random": "{move} was drawn at random.",
    "greedy": "{move} gains most, looking one move ahead.",
}


def batch_of(
    setup: Setup,
    bots: Sequence[str],
    seated: npt.NDArray[np.int64],
    game_seeds: npt.NDArray[np.uint64],
    bot_seeds: npt.NDArray[np.uint64],
) -> playout.Batch:
    """Games of a setup; ``seated`` says for each game and player which of the bots sits there."""
    numbers = np.zeros((len(seated), SEATS), np.uint8)
    numbers[:, : setup.players] = np.array([NUMBERS[name] for name in bots])[seated]
    rngs = chance.states(game_seeds), chance.states(bot_seeds, 1)
    return playout.Batch(setup.variant, numbers, *rngs)


def compile_bots() -> None:
    """Play a game with every compiled bot, so that all is compiled."""
    setup = check_setup(Wanted(3, edition="1st"))
    g, t, space = empty_game()[0], setup.book.tables[0], Scratch()
    results = np.zeros((len(NUMBERS), SEATS, playout.RESULT_WIDTH), np.int16)
    seeds = np.ones(len(NUMBERS), np.uint64)
    seated = np.repeat(np.arange(len(NUMBERS)), setup.players).reshape(-1, setup.players)
    batch = batch_of(setup, tuple(NUMBERS), seated, seeds, seeds)
    playout.play_games(g, t, batch, results, space.no_events, space.w)


def compile_choices() -> None:
    """Compile what the bots need to choose a move, without playing."""
    g, t = empty_game()[0], rulebook("1st").tables[0]
    compile_for(playout.choose, g, t, 0, 0, chance.states(1), Scratch().w)


def ensure_bots_compiled(*, quiet: bool = False) -> None:
    """Compile the engine and the bots that do not search, the first time."""
    with helper(__name__, "choices", needed=not is_warm("bots")) as meet:
        _compile_bots_too(meet, quiet=quiet)


def ensure_all_compiled(
    *, quiet: bool = False, meanwhile: Callable[[], None] | None = None
) -> None:
    """Compile the engine and all bots, the first time.

    ``meanwhile`` compiles what else there is, while another process makes the search.
    """
    from .searcher import ensure_search_compiled

    with helper(__name__, "choices", "search", needed=not is_warm("search")) as meet:
        _compile_bots_too(meet, quiet=quiet)
        if meanwhile:
            meanwhile()
    ensure_search_compiled(quiet=quiet)


def _compile_bots_too(meet: Callable[[], None], *, quiet: bool) -> None:
    """The engine and then the bots; another process compiles how they choose in the meantime."""
    ensure_compiled("engine", compile_everything, quiet=quiet)
    meet()
    ensure_compiled("bots", compile_bots, quiet=quiet)


def _compile_search() -> None:
    from .searcher import compile_search

    compile_search()


if __name__ == "__main__":
    help_with({"choices": compile_choices, "search": _compile_search})
