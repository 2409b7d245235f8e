"""Whole games by compiled bots, without leaving compiled code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..engine.deal import Variant, new_game
from ..engine.jit import compiled, inlined
from ..engine.score import score_seat
from ..engine.state import LINES, OVER
from ..engine.turn import decide, decider, resolve
from .greedy.player import greedy_move
from .random_bot import random_move

RANDOM, GREEDY = range(2)
TOTAL, PURSE, BOARD = LINES, LINES + 1, LINES + 2
RESULT_WIDTH = LINES + 3


class Batch(NamedTuple):
    """Games to be played: which, and for each of them who sits where and the generators' states."""

    variant: Variant
    bots: npt.NDArray[np.uint8]  # a row for each game, with the bot of each player
    game_rng: npt.NDArray[np.uint64]
    bot_rng: npt.NDArray[np.uint64]


@compiled
def choose(g, t, seat, bot, rng, w):
    """The decision of a bot for a seat, in ``w.move``."""
    if bot == GREEDY:
        greedy_move(g, t, seat, w.move[0], w.moves[:], w)
    else:
        random_move(g, t, seat, rng, w.move[0], w.moves[:], w)


@inlined
def play_out(g, t, bots, rng, ev, w):
    """Play a game to its end; how many decisions that took."""
    decisions = 0
    resolve(g, t, ev, w)
    while g.step != OVER:
        # A decision may make another seat owe one (the Free City); then this is gone over again.
        for seat in range(g.seats):
            if g.asked[seat] and not g.decided[seat]:
                choose(g, t, seat, np.int64(bots[decider(g, seat)]), rng, w)
                decide(g, seat, w.move[0])
                decisions += 1
        resolve(g, t, ev, w)
    return decisions


@compiled
def write_results(g, t, rows, w):
    """The sheets of a game that is over: a row for each seat.

    A row has the lines of the seat's sheet, then its total, its coins and its board.
    """
    for seat in range(g.seats):
        row = rows[seat]
        total = score_seat(g, t, seat, w.lines[seat])
        for line in range(LINES):
            row[line] = w.lines[seat, line]
        row[TOTAL] = total
        row[PURSE] = g.coins[seat]
        row[BOARD] = g.board[seat]


@compiled
def play_games(g, t, batch, results, ev, w):
    """All games of a batch; how many decisions they took."""
    decisions = 0
    for index in range(batch.game_rng.shape[0]):
        g.rng[0] = batch.game_rng[index]
        new_game(g, t, w, batch.variant)
        decisions += play_out(g, t, batch.bots[index], batch.bot_rng[index : index + 1], ev, w)
        write_results(g, t, results[index], w)
    return decisions
