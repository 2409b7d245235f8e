"""Whole games by compiled bots, without leaving compiled code."""

from __future__ import annotations

import numpy as np

from ..engine.deal import new_game
from ..engine.jit import compiled, inlined
from ..engine.score import score_seat
from ..engine.state import LINES, OVER
from ..engine.turn import decide, decider, resolve
from .greedy.player import greedy_move
from .random_bot import random_move

RANDOM, GREEDY = range(2)
TOTAL, PURSE, BOARD = LINES, LINES + 1, LINES + 2
RESULT_WIDTH = LINES + 3


@compiled
def choose(g, t, seat, bot, rng, move, moves, w):
    """The decision of a bot for a seat."""
    if bot == GREEDY:
        greedy_move(g, t, seat, move, moves, w)
    else:
        random_move(g, t, seat, rng, move, moves, w)


@inlined
def play_out(g, t, bots, first, rng, ev, move, moves, w):
    """Play a game to its end; how many decisions that took. Seat 0 has the bot ``first``."""
    players = 2 if g.free_city else np.int64(g.seats)
    decisions = 0
    resolve(g, t, ev, w)
    while g.step != OVER:
        # A decision may make another seat owe one (the Free City); then this is gone over again.
        for seat in range(g.seats):
            if g.asked[seat] and not g.decided[seat]:
                bot = np.int64(bots[(decider(g, seat) + first) % players])
                choose(g, t, seat, bot, rng, move, moves, w)
                decide(g, seat, move)
                decisions += 1
        resolve(g, t, ev, w)
    return decisions


@compiled
def play_games(
    games,
    tables,
    seats,
    edition,
    free_city,
    expansions,
    teams,
    expert,
    bots,
    game_rng,
    bot_rng,
    first,
    results,
    ev,
    work,
    moves,
):
    """A game for every state of ``game_rng``; how many decisions they took.

    The bots move on by a seat from game to game, beginning with ``first``. A row of ``results`` has
    the lines of a seat's sheet, then its total, its coins and its board.
    """
    g = games[0]
    t = tables[0]
    w = work[0]
    move = moves[moves.shape[0] - 1]
    decisions = 0
    for index in range(game_rng.shape[0]):
        g.rng[0] = game_rng[index]
        new_game(g, t, w, seats, edition, free_city, expansions, teams, expert)
        decisions += play_out(
            g, t, bots, first + index, bot_rng[index : index + 1], ev, move, moves, w
        )
        for seat in range(seats):
            row = results[index, seat]
            total = score_seat(g, t, seat, w.lines[seat])
            for line in range(LINES):
                row[line] = w.lines[seat, line]
            row[TOTAL] = total
            row[PURSE] = g.coins[seat]
            row[BOARD] = g.board[seat]
    return decisions
