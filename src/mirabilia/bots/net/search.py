"""Search with a net: every candidate is tried in the same sampled worlds.

A world is drawn from what the seat knows (``bots/search/sample.py``). What the others do in this
step the net decides for them, unseen, before the candidates are tried; so all candidates meet the
same world, the same choices of the others and the same chance. Then the net plays for everybody,
some decisions of the seat far, and says what it expects there; near the end the game is played out.

There is no clock here: ``run`` plays so many worlds and is called again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...batch import layout as a
from ...batch.legal import P_KIND, choice_of, is_hand, use_of
from ...engine.jit import compiled, inlined
from ...engine.play import FREE_CITY
from ...engine.score import score_seat
from ...engine.state import (
    ACTION,
    BUILD,
    CARD,
    FREE,
    NONE,
    OVER,
    OWES_LAST_CARD,
    SELL,
    SHIP,
    STAGE_BUILD,
)
from ...engine.turn import decide, resolve
from ..halving import PLACE, POINTS, RESULT, SQUARES, TRIES
from ..playout import GREEDY, choose
from ..search.sample import draw_world
from .inputs import PLACE as EXPECTED_PLACE
from .inputs import RESULT as EXPECTED_RESULT
from .inputs import TOTAL as EXPECTED_TOTAL
from .inputs import look_round, write_inputs
from .net_move import legal_actions, net_move
from .thinking import expect, like_all, think

# Records that ``run`` works on: what the view says, a world, a playout.
VIEWED, WORLD, PLAYOUT = range(3)
RECORDS = 3
# A result: the lead over the best other, bent so that it counts most around nought, and something
# for the own points. The net has learnt what it expects in this unit.
BEND, OWN_POINTS = 6.0, 0.05
_FIFTY = 50.0


class Trial(NamedTuple):
    """What is tried, and where what comes of it is kept.

    Of the plans the first is the view's, the second a world's. The raw ones are the bytes of the
    records, for copying.
    """

    t: Any
    seat: int
    games: npt.NDArray[np.void]
    raw_games: npt.NDArray[np.uint8]
    plans: npt.NDArray[np.void]
    raw_plans: npt.NDArray[np.uint8]
    candidates: npt.NDArray[np.int16]
    stats: npt.NDArray[np.float64]
    net: Any
    mind: Any
    how: Any


# How a search goes about it.
HOW = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("far", np.int64),  # own decisions after the candidate; then the net says
                ("heat", np.float32),  # how far the others' moves are left to chance
                ("own_heat", np.float32),
            ],
            align=True,
        ),
    )
)


@inlined
def _net_decides(g, trial, seat, heat, rng, w):
    """A decision of any seat; what the Free City does is its holder's choice, not a city's."""
    if g.free_city and seat == FREE_CITY:
        choose(g, trial.t, seat, GREEDY, rng, w)
    else:
        net_move(g, trial.t, seat, trial.net, trial.mind, heat, rng, w)


@inlined
def _look(g, trial, w):
    look_round(g, trial.t, trial.mind, w)


@inlined
def _others_decide(g, trial, chosen, rng, w):
    """What the others choose in this step; the holder keeps to the card he chose."""
    seat = trial.seat
    _look(g, trial, w)
    if g.free_city and seat == FREE_CITY and g.asked[FREE_CITY] != OWES_LAST_CARD:
        holder = np.int64(g.holder)
        if chosen != NONE:
            count = g.hand_n[holder]
            kept = g.hand[holder, 0]
            at = 0
            for index in range(count):
                if g.hand[holder, index] == chosen:
                    at = index
            g.hand[holder, 0] = chosen
            g.hand[holder, at] = kept
            g.hand_n[holder] = 1
            _net_decides(g, trial, holder, trial.how.heat, rng, w)
            g.hand_n[holder] = count
            decide(g, holder, w.move[0])
    for other in range(g.seats):
        if other != seat and g.asked[other] and not g.decided[other]:
            _net_decides(g, trial, other, trial.how.heat, rng, w)
            decide(g, other, w.move[0])


@inlined
def _expected(g, trial, player, row, w):
    """What the net expects of a decision that the player owes."""
    mind = trial.mind
    mind.pending[P_KIND] = 0
    legal_actions(g, trial.t, player, mind, w)
    write_inputs(g, player, mind, False)
    think(trial.net, mind)
    expect(trial.net, mind)
    thought = mind.thought
    result = np.float64(thought.expected[EXPECTED_RESULT])
    row[TRIES] += 1.0
    row[RESULT] += result
    row[SQUARES] += result * result
    row[POINTS] += _FIFTY * thought.expected[EXPECTED_TOTAL]
    sides = 2 if g.free_city else np.int64(g.seats) // (2 if g.teams else 1)
    behind = min(max(1.0 - np.float64(thought.expected[EXPECTED_PLACE]), 0.0), 1.0)
    row[PLACE] += 1.0 + behind * (sides - 1)


@compiled
def _judge(g, t, seat, row, w):
    """Add the result of a finished game to a candidate's sums; partners count together (T7)."""
    players = 2 if g.free_city else np.int64(g.seats)
    size = 2 if g.teams else 1
    for other in range(players):
        w.shields[other] = score_seat(g, t, other, w.lines[other]) * 4096 + np.int64(g.coins[other])
    for other in range(0, players, size):
        if size == 2:
            w.shields[other] += w.shields[other + 1]
    mine = w.shields[seat // size * size]
    best = np.int64(-1 << 40)
    ahead = 0
    level = 0
    for other in range(0, players, size):
        if other != seat // size * size:
            best = max(best, w.shields[other])
            if w.shields[other] > mine:
                ahead += 1
            elif w.shields[other] == mine:
                level += 1
    lead = (mine - best) / 4096.0
    points = (mine >> 12) / size
    result = lead / (BEND + abs(lead)) + OWN_POINTS * points
    row[TRIES] += 1.0
    row[RESULT] += result
    row[SQUARES] += result * result
    row[POINTS] += points
    row[PLACE] += 1.0 + ahead + 0.5 * level


@inlined
def _play_on(g, trial, player, row, rng, ev, w):
    """Play on by the net, to the end or as far as is looked ahead."""
    far = trial.how.far
    own = 0
    resolve(g, trial.t, ev, w)
    while g.step != OVER:
        _look(g, trial, w)
        if is_hand(g.asked[player]) and not g.decided[player]:
            if own == far:
                _expected(g, trial, player, row, w)
                return
            own += 1
        for other in range(g.seats):
            if g.asked[other] and not g.decided[other]:
                heat = trial.how.own_heat if other == player else trial.how.heat
                _net_decides(g, trial, other, heat, rng, w)
                decide(g, other, w.move[0])
        resolve(g, trial.t, ev, w)
    _judge(g, trial.t, player, row, w)


@compiled
def action_of(numbers, move, index):
    """The number of the action that a move is; the index-th of its list."""
    action = move[ACTION]
    if action == BUILD or action == STAGE_BUILD or action == SELL:
        use = use_of(action, np.int64(move[FREE]), np.int64(move[SHIP]))
        return len(a.USES) * np.int64(numbers[move[CARD]]) + use
    number = choice_of(move, index)
    return number if number >= 0 else len(a.USES) * np.int64(numbers[move[CARD]])


@compiled
def like_candidates(trial, liking, w):
    """How much the net likes each candidate, as the view shows the game; what it expects itself.

    What is known of the hands to come stands in ``trial.mind``.
    """
    g, seat, mind = trial.games[VIEWED], trial.seat, trial.mind
    thought = mind.thought
    _look(g, trial, w)
    mind.pending[P_KIND] = 0
    legal_actions(g, trial.t, seat, mind, w)
    write_inputs(g, seat, mind, True)
    think(trial.net, mind)
    expect(trial.net, mind)
    like_all(g, seat, trial.net, mind)
    for index in range(trial.candidates.shape[0]):
        number = action_of(mind.numbers, trial.candidates[index], index)
        liking[index] = -99.0
        for at in range(thought.n):
            if thought.action[at] == number:
                liking[index] = thought.liking[at]


@compiled
def run(trial, active, worlds, rng, ev, w):
    """Try the candidates that are still active in so many worlds."""
    raw = trial.raw_games
    plan = trial.plans[1]
    world = trial.games[WORLD]
    playout = trial.games[PLAYOUT]
    viewed = trial.games[VIEWED]
    player = np.int64(trial.seat)
    if viewed.free_city and player == FREE_CITY:
        player = np.int64(viewed.holder)  # who decides for it now; it changes hands (V2)
    for _ in range(worlds):
        raw[WORLD] = raw[VIEWED]
        trial.raw_plans[1] = trial.raw_plans[0]
        draw_world(world, trial.t, plan, rng, w)
        _others_decide(world, trial, plan.chosen, rng, w)
        start = rng[0]
        for index in range(active.shape[0]):
            rng[0] = start
            raw[PLAYOUT] = raw[WORLD]
            number = active[index]
            decide(playout, trial.seat, trial.candidates[number])
            _play_on(playout, trial, player, trial.stats[number], rng, ev, w)
