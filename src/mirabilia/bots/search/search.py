"""Search: every candidate move is tried in the same sampled worlds, and played out by the policy.

A world is drawn from what the seat knows (``sample``). What the others do in this step they decide
by the policy, unseen, before the candidates are tried; so all candidates meet the same world, the
same choices of the others and the same chance, and differences between them show early. How the
others play is drawn for each world (``players``); what the seat itself had better do next is found
out on the way (``tree``).

The result of a playout is the lead over the best other, bent so that a lead counts most around
nought, and something for the own points: by the lead alone everybody would rather play the others
down. There is no clock here: ``run`` plays so many worlds and is called again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...engine.jit import compiled, inlined
from ...engine.lasting import in_city
from ...engine.moves import (
    card_held,
    cards_held,
    is_first_copy,
    list_choices,
    list_uses,
    next_stage,
    use_payments,
    write_use,
)
from ...engine.play import FREE_CITY
from ...engine.score import score_seat
from ...engine.state import (
    ACTION,
    BANK,
    BUILD,
    CARD,
    FREE,
    LEFT,
    NONE,
    OVER,
    OWES_LAST_CARD,
    OWES_LEADER,
    OWES_PLAY,
    REBUILD,
    RECRUIT,
    SELL,
    SELL_COINS,
    SHIP,
    STAGE,
    STAGE_BUILD,
)
from ...engine.turn import decide, resolve
from ..greedy.price import least_price, next_taker, price_worth, right_kept, stage_worth
from ..halving import FIRST, PLACE, POINTS, RESULT, SQUARES, TRIES
from ..policy.weights import BEND, OWN_POINTS
from ..worth.basics import coins_worth
from ..worth.effects import effects_worth, item_worth
from ..worth.sea import ship_worth
from .players import OWN, draw_players, others_move
from .sample import draw_world
from .tree import bring_home, own_move, set_out

# Records that ``run`` works on: what the view says, a world, a playout.
VIEWED, WORLD, PLAYOUT = range(3)
RECORDS = 3
# How far a card that the next player does not get counts in the prior (%).
DENIAL = 25


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
    weights: npt.NDArray[np.float64]
    tree: Any
    players: Any


@compiled
def list_candidates(g, t, seat, found_moves, w):
    """Every use of every card with its least payment, or all moves of another decision."""
    kind = g.asked[seat]
    if kind != OWES_PLAY and kind != OWES_LAST_CARD and kind != OWES_LEADER:
        return list_choices(g, t, seat, found_moves, w)
    found = 0
    uses = list_uses(g, t, seat, w)
    for use in range(uses):
        each = w.use[use, 0] == BUILD or w.use[use, 0] == RECRUIT
        options = 0
        for index in range(cards_held(g, seat)):
            if not is_first_copy(g, seat, index):
                continue
            card = card_held(g, seat, index)
            if each or index == 0:
                options = use_payments(g, t, seat, card, use, w)
            if options and found < found_moves.shape[0] - 1:
                row = least_price(g, t, seat, options, w)
                write_use(g, t, seat, found_moves[found], card, use, w.pay[row], w)
                found += 1
    return found


@compiled
def prior(g, t, seat, move):
    """What greedy would make of a use of a card, in hundredths of a point: where to look first."""
    action = move[ACTION]
    card = np.int64(move[CARD])
    if action == REBUILD:
        return item_worth(g, t, seat, card)
    if action != BUILD and action != STAGE_BUILD and action != SELL and action != RECRUIT:
        return 0
    worth = -price_worth(g, t, seat, move[LEFT : BANK + 1])
    if move[SHIP]:
        worth += ship_worth(g, t, seat, np.int64(move[SHIP]) - 1)
    if action == BUILD:
        worth += item_worth(g, t, seat, card)
        if move[FREE]:
            worth -= right_kept(g)
    elif action == RECRUIT:
        worth += effects_worth(g, t, seat, card)
    else:
        if action == STAGE_BUILD:
            stage = np.int64(move[STAGE]) - 1 if move[STAGE] else next_stage(g, t, seat)
            worth += stage_worth(g, t, seat, stage)
        elif not move[SHIP]:
            worth += coins_worth(g, t, seat, SELL_COINS)
        if g.recruiting:
            worth -= effects_worth(g, t, seat, card) // 2
        elif g.turn < g.turns:
            taker = next_taker(g, seat)
            if not in_city(g, t, taker, card):
                worth += item_worth(g, t, taker, card) * DENIAL // 100
    return worth


@inlined
def _others_decide(g, trial, chosen, rng, w):
    """What the others choose in this step, by the policy; the holder keeps to the card he chose."""
    t, seat, weights, players = trial.t, trial.seat, trial.weights, trial.players
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
            others_move(g, t, holder, rng, weights, players, w)
            g.hand_n[holder] = count
            decide(g, holder, w.move[0])
    for other in range(g.seats):
        if other != seat and g.asked[other] and not g.decided[other]:
            others_move(g, t, other, rng, weights, players, w)
            decide(g, other, w.move[0])


@inlined
def _play_on(g, trial, rng, ev, w):
    """Play a game to its end by the policy."""
    t, seat, weights, players = trial.t, trial.seat, trial.weights, trial.players
    while g.step != OVER:
        for other in range(g.seats):
            if g.asked[other] and not g.decided[other]:
                if other == seat:
                    own_move(g, t, seat, rng, weights[OWN], trial.tree, players, w)
                else:
                    others_move(g, t, other, rng, weights, players, w)
                decide(g, other, w.move[0])
        resolve(g, t, ev, w)


@compiled
def judge(g, t, seat, p, row, w):
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
    result = lead / (p[BEND] + abs(lead)) + p[OWN_POINTS] * points
    row[TRIES] += 1.0
    row[RESULT] += result
    row[SQUARES] += result * result
    row[POINTS] += points
    row[FIRST] += 0.0 if ahead else 1.0 / (1 + level)
    row[PLACE] += 1.0 + ahead + 0.5 * level
    return result


@compiled
def run(trial, active, worlds, rng, ev, w):
    """Try the candidates that are still active in so many worlds."""
    t = trial.t
    tree = trial.tree
    raw = trial.raw_games
    plan = trial.plans[1]
    world = trial.games[WORLD]
    playout = trial.games[PLAYOUT]
    viewed = trial.games[VIEWED]
    kind = np.int64(viewed.asked[trial.seat])
    player = np.int64(trial.seat)
    if viewed.free_city and player == FREE_CITY:
        player = np.int64(viewed.holder)  # who decides for it now; it changes hands (V2)
    for _ in range(worlds):
        raw[WORLD] = raw[VIEWED]
        trial.raw_plans[1] = trial.raw_plans[0]
        draw_world(world, t, plan, rng, w)
        draw_players(world, trial.players, trial.weights, rng)
        _others_decide(world, trial, plan.chosen, rng, w)
        start = rng[0]
        for index in range(active.shape[0]):
            rng[0] = start
            raw[PLAYOUT] = raw[WORLD]
            number = active[index]
            candidate = trial.candidates[number]
            set_out(tree, kind, number, candidate)
            decide(playout, trial.seat, candidate)
            _play_on(playout, trial, rng, ev, w)
            result = judge(playout, t, player, trial.weights[OWN], trial.stats[number], w)
            bring_home(tree, result)
