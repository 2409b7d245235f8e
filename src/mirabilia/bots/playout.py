"""Whole games by compiled bots, without leaving compiled code."""

from __future__ import annotations

import numpy as np

from ..engine.deal import new_game
from ..engine.jit import compiled
from ..engine.score import score_all
from ..engine.state import OVER
from ..engine.turn import decide, resolve
from .chance import random_move
from .greedy import greedy_move

RANDOM, GREEDY = range(2)


@compiled
def choose(g, t, seat, bot, rng, move, moves, w):
    """The decision of a bot for a seat."""
    if bot == GREEDY:
        greedy_move(g, t, seat, move, moves, w)
    else:
        random_move(g, t, seat, rng, move, moves, w)


@compiled
def play_out(g, t, bots, rng, ev, move, moves, w):
    """Play a game to its end; how many decisions that took."""
    decisions = 0
    resolve(g, t, ev, w)
    while g.step != OVER:
        # A decision may make another seat owe one (the Free City), so look at every seat again.
        for seat in range(g.seats):
            if g.asked[seat] and not g.decided[seat]:
                choose(g, t, seat, bots[seat], rng, move, moves, w)
                decide(g, seat, move)
                decisions += 1
        resolve(g, t, ev, w)
    return decisions


@compiled
def play_games(games, tables, seats, edition, free_city, bots, game_rng, bot_rng, totals, ev, work, moves):
    """A game for every state of ``game_rng``; total decisions. ``totals`` takes the points."""
    g = games[0]
    t = tables[0]
    w = work[0]
    decisions = 0
    move = moves[moves.shape[0] - 1]
    for index in range(game_rng.shape[0]):
        g.rng[0] = game_rng[index]
        new_game(g, t, w, seats, edition, free_city)
        decisions += play_out(g, t, bots, bot_rng[index : index + 1], ev, move, moves, w)
        score_all(g, t, w, totals[index])
    return decisions
