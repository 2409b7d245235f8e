"""Games stepped side by side, in compiled code: begin them, take the answers of all seats, go on.

``Many`` has the arrays of a batch, a row for each game. ``step_games`` goes over a range of rows,
so that threads share them; what becomes of a game depends on nothing but its own row. A game that
is over has its rewards written and begins anew at once, from the generator's state that lies ready.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..engine.borrowed import borrowed
from ..engine.chance import draw
from ..engine.deal import Variant, clear, deal_all, draw_boards, seat_all
from ..engine.jit import compiled, inlined
from ..engine.score import score_seat
from ..engine.state import OVER, SIDES
from ..engine.turn import decide, resolve
from . import layout as a
from .legal import P_CARD, P_KIND, P_USE, find_move, write_mask, write_open_mask
from .observing import observe, survey

POINTS, LEAD, PLACE = range(3)


class Many(NamedTuple):
    """A batch: its games with what they are played by, what is asked, what came of it."""

    games: npt.NDArray[np.void]
    tables: npt.NDArray[np.void]  # a row for each setup
    variants: npt.NDArray[np.int64]  # likewise: a `Variant`, and whether sides are chosen
    seated: npt.NDArray[np.uint8]  # the board a seat has where chance drew this one
    numbers: npt.NDArray[np.uint8]  # from a setup's cards to everybody's
    boards: npt.NDArray[np.uint8]
    setup: npt.NDArray[np.int64]  # of each game
    next_rng: npt.NDArray[np.uint64]  # the generator with which the next game begins
    stray_rng: npt.NDArray[np.uint64]  # what draws where an answer is illegal
    pending: npt.NDArray[np.int16]
    owes: npt.NDArray[np.uint8]  # kinds of decisions
    observations: npt.NDArray[np.void]
    masks: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint32]  # the same, 32 actions in each
    offers: npt.NDArray[np.int16]
    rewards: npt.NDArray[np.float32]
    totals: npt.NDArray[np.int16]
    over: npt.NDArray[np.uint8]
    illegal: npt.NDArray[np.uint8]
    decisions: npt.NDArray[np.int64]


class Wish(NamedTuple):
    """How a batch is stepped."""

    choose: int  # 1: payments are decisions of their own
    reward: int
    observed: int  # 0: without observations


@compiled
def begin_game(many, at, w):
    """A new game, from the generator's state that lies ready."""
    g = many.games[at]
    setup = many.setup[at]
    t = many.tables[setup]
    row = many.variants[setup]
    g.rng[0] = many.next_rng[at]
    clear(g, Variant(row[0], row[1], row[2], row[3], row[4], row[5]))
    draw_boards(g, t, w)
    deal_all(g, t, w, row[5])
    for seat in range(g.seats):
        g.board[seat] = many.seated[setup, seat, g.board[seat]]
    seat_all(g, t)
    if row[6]:
        g.step = SIDES
        if g.free_city:
            g.holder = 0
    for seat in range(many.owes.shape[1]):
        many.pending[at, seat, P_KIND] = 0


@inlined
def _key(g, totals, seat):
    """What players are ranked by (B26, T7); of partners together."""
    key = np.int64(totals[seat]) * 100000 + np.int64(g.coins[seat])
    if g.teams:
        mate = seat ^ 1
        key += np.int64(totals[mate]) * 100000 + np.int64(g.coins[mate])
    return key


@inlined
def _reward(g, totals, players, seat, kind):
    if kind == POINTS:
        return np.float32(totals[seat])
    if kind == LEAD:
        own = np.int64(totals[seat])
        most = np.int64(-32768)
        for other in range(players):
            if other == seat or (g.teams and other == seat ^ 1):
                continue
            theirs = np.int64(totals[other])
            if g.teams:
                theirs += np.int64(totals[other ^ 1])
            most = max(most, theirs)
        if g.teams:
            own += np.int64(totals[seat ^ 1])
        return np.float32(own - most)
    better = 0
    tied = 0
    others = 0
    key = _key(g, totals, seat)
    for other in range(players):
        if other == seat or (g.teams and other == seat ^ 1):
            continue
        others += 1
        theirs = _key(g, totals, other)
        if theirs > key:
            better += 1
        elif theirs == key:
            tied += 1
    return np.float32(1.0 - (better + 0.5 * tied) / others)


@inlined
def end_game(many, at, wish, w):
    """Totals and rewards of a game that is over."""
    g = many.games[at]
    t = many.tables[many.setup[at]]
    for seat in range(g.seats):
        many.totals[at, seat] = score_seat(g, t, seat, w.lines[seat])
    players = 2 if g.free_city else np.int64(g.seats)
    for seat in range(players):
        many.rewards[at, seat] = _reward(g, many.totals[at], players, seat, wish.reward)
    many.over[at] = 1


@compiled
def legal_at_random(words, rng):
    """One of the actions of a mask, each as likely; the mask is read a word at a time."""
    count = 0
    for at in range(words.shape[0]):
        bits = np.int64(words[at])
        while bits:
            bits &= bits - 1
            count += 1
    if count == 0:
        return a.NO_ACTION
    left = draw(rng, count)
    for at in range(words.shape[0]):
        bits = np.int64(words[at])
        while bits:
            if left == 0:
                lowest = 0
                while not (bits >> lowest) & 1:
                    lowest += 1
                return 32 * at + lowest
            bits &= bits - 1
            left -= 1
    return a.NO_ACTION


@inlined
def answer(many, at, seat, number, wish, w):
    """Carry out an answer; one that is illegal is replaced by a legal one, drawn at random."""
    g = many.games[at]
    setup = many.setup[at]
    t = many.tables[setup]
    numbers = many.numbers[setup]
    pending = many.pending[at, seat]
    many.illegal[at, seat] = 0
    found = find_move(g, t, seat, numbers, number, wish.choose, pending, w)
    if found < 0:
        many.illegal[at, seat] = 1
        number = legal_at_random(many.words[at, seat], many.stray_rng[at : at + 1])
        found = find_move(g, t, seat, numbers, number, wish.choose, pending, w)
    if found > 0:
        pending[P_KIND] = 0
        decide(g, seat, w.move[0])


@inlined
def ask(many, at, seat, wish, common, w):
    """The mask and the observation of a seat that owes a decision; ``common`` is surveyed."""
    g = many.games[at]
    t = many.tables[many.setup[at]]
    numbers = many.numbers[many.setup[at]]
    pending = many.pending[at, seat]
    mask = many.masks[at, seat]
    o = many.observations[at, seat]
    kind = np.int64(g.asked[seat])
    # Prices are of this game, also where a payment or a way is open: another may have lain here.
    o.stage_price = write_mask(g, t, seat, numbers, mask, o.price, w)
    if pending[P_KIND]:
        kind = np.int64(pending[P_KIND])
        write_open_mask(g, t, seat, pending, mask, many.offers[at, seat], w)
    many.owes[at, seat] = kind
    many.decisions[at] += 1
    if wish.observed:
        observe(g, seat, kind, numbers, common, o)
        open_use = pending[P_KIND] != 0
        o.chosen = numbers[pending[P_CARD]] if open_use else 0
        o.chosen_use = pending[P_USE] if open_use else 0


@inlined
def _ask_all(many, at, wish, common, w):
    """Masks and observations for whoever owes a decision now."""
    g = many.games[at]
    setup = many.setup[at]
    if wish.observed:
        survey(g, many.tables[setup], many.numbers[setup], many.boards[setup], common)
    for seat in range(g.seats):
        many.owes[at, seat] = 0
        if g.asked[seat] and not g.decided[seat]:
            ask(many, at, seat, wish, common, w)


@compiled
def begin_games(many, wish, first, last, commons, works, events):
    """Begin the games of a range of rows."""
    many, events = borrowed(many), borrowed(events)
    w = works[0]
    common = commons[0]
    for at in range(first, last):
        begin_game(many, at, w)
        resolve(many.games[at], many.tables[many.setup[at]], events, w)
        _ask_all(many, at, wish, common, w)


@compiled
def step_games(many, actions, wish, first, last, commons, works, events):
    """Take the answers of all seats that owe one, in a range of rows, and go on."""
    many, actions, events = borrowed(many), borrowed(actions), borrowed(events)
    w = works[0]
    common = commons[0]
    for at in range(first, last):
        g = many.games[at]
        t = many.tables[many.setup[at]]
        many.over[at] = 0
        for seat in range(g.seats):
            many.rewards[at, seat] = 0
            if many.owes[at, seat]:
                answer(many, at, seat, np.int64(actions[at, seat]), wish, w)
        resolve(g, t, events, w)
        if g.step == OVER:
            end_game(many, at, wish, w)
            begin_game(many, at, w)
            resolve(g, t, events, w)
        _ask_all(many, at, wish, common, w)


@compiled
def draw_actions(many, rng, first, last, actions):
    """A legal action at random for every seat that owes one; each game has its generator."""
    many, rng, actions = borrowed(many), borrowed(rng), borrowed(actions)
    for at in range(first, last):
        for seat in range(many.owes.shape[1]):
            if many.owes[at, seat]:
                actions[at, seat] = legal_at_random(many.words[at, seat], rng[at : at + 1])
