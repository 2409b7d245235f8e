"""Games in which learners and bots sit, in compiled code: take the learners' answers, let the bots
decide, go on until a learner owes a decision or the game is over.

Compiled bots decide here, each from its own generator and from what its seat knows; bots that are
not compiled decide outside, and until they have, their row waits. All learners are shown the game
each time, also those who owe nothing: what they see is up to date, and their mask has only
``NO_ACTION``. A game that is over stays as it is until ``begin_rows`` begins the next one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..batch import layout as a
from ..batch.observing import observe, survey
from ..batch.stepping import answer, ask, begin_game, end_game
from ..bots.playout import RANDOM, choose
from ..bots.search.sample import draw_world
from ..engine.borrowed import borrowed
from ..engine.jit import compiled, inlined
from ..engine.state import OVER
from ..engine.turn import decide, decider, resolve

# Who sits where: a learner, a bot that decides outside, then the compiled ones.
LEARNER, OUTSIDE, COMPILED = range(3)
NOBODY = -1


class Seated(NamedTuple):
    """Who plays in the games of a batch."""

    bots: npt.NDArray[np.uint8]  # of each player: LEARNER, OUTSIDE, or COMPILED + the bot's number
    bot_rng: npt.NDArray[np.uint64]  # a generator for each row
    acting: npt.NDArray[np.int64]  # the seat that a player decides for now, or NOBODY
    waits: npt.NDArray[np.uint8]  # 1: a bot decides outside


@inlined
def _bots_decide(many, seated, at, w):
    """All bots that owe a decision take it; whether one has to outside."""
    g = many.games[at]
    t = many.tables[many.setup[at]]
    waits = 0
    # A decision may make another seat owe one (the Free City), which comes later in this order.
    for seat in range(g.seats):
        if g.asked[seat] and not g.decided[seat]:
            bot = np.int64(seated.bots[at, decider(g, seat)])
            if bot == OUTSIDE:
                waits = 1
            elif bot >= COMPILED:
                choose(g, t, seat, bot - COMPILED, seated.bot_rng[at : at + 1], w)
                decide(g, seat, w.move[0])
    return waits


@inlined
def _is_open(g):
    """Whether somebody owes a decision."""
    for seat in range(g.seats):
        if g.asked[seat] and not g.decided[seat]:
            return True
    return False


@inlined
def _show(many, seated, at, wish, common, w):
    """What learners are shown, and for which seat each of them decides now.

    Who decides for the Free City too has its own decision before that one.
    """
    g = many.games[at]
    setup = many.setup[at]
    numbers = many.numbers[setup]
    survey(g, many.tables[setup], numbers, many.boards[setup], common)
    for player in range(seated.acting.shape[1]):
        seated.acting[at, player] = NOBODY
    for seat in range(g.seats):
        many.owes[at, seat] = 0
        player = decider(g, seat)
        if seated.bots[at, player] != LEARNER:
            continue
        if g.asked[seat] and not g.decided[seat]:
            ask(many, at, seat, wish, common, w)
            if seated.acting[at, player] == NOBODY:
                seated.acting[at, player] = seat
            continue
        o = many.observations[at, seat]
        observe(g, seat, 0, numbers, common, o)
        o.chosen = 0
        o.chosen_use = 0
        o.stage_price = -1
        for index in range(o.price.shape[0]):
            o.price[index] = -1
        for word in range(many.words.shape[2]):
            many.words[at, seat, word] = 0
        many.words[at, seat, 0] = 1 << a.NO_ACTION


@inlined
def _go_on(many, seated, at, wish, common, w, events):
    """Until a learner owes a decision, a bot outside does, or the game is over."""
    g = many.games[at]
    t = many.tables[many.setup[at]]
    while True:
        seated.waits[at] = _bots_decide(many, seated, at, w)
        if _is_open(g) or g.step == OVER:
            break
        resolve(g, t, events, w)
    if g.step == OVER:
        end_game(many, at, wish, w)
    if not seated.waits[at]:
        _show(many, seated, at, wish, common, w)


@compiled
def begin_rows(many, seated, rows, wish, commons, works, events):
    """Begin games anew in these rows, and go on to the first decision of a learner."""
    many, seated, events = borrowed(many), borrowed(seated), borrowed(events)
    w = works[0]
    for index in range(rows.shape[0]):
        at = rows[index]
        many.over[at] = 0
        for seat in range(many.owes.shape[1]):
            many.rewards[at, seat] = 0
            many.illegal[at, seat] = 0
        begin_game(many, at, w)
        resolve(many.games[at], many.tables[many.setup[at]], events, w)
        _go_on(many, seated, at, wish, commons[0], w, events)


@compiled
def go_on_rows(many, seated, rows, wish, commons, works, events):
    """Go on in rows where bots outside have decided, or another game has been laid."""
    many, seated, events = borrowed(many), borrowed(seated), borrowed(events)
    commons[0].anew = 1
    for index in range(rows.shape[0]):
        _go_on(many, seated, rows[index], wish, commons[0], works[0], events)
    commons[0].anew = 0


@compiled
def step_rows(many, seated, actions, wish, rows, commons, works, events):
    """Take an answer of each learner that owes one, in rows from one to before another, and go on.

    Rows whose game is over stay as they are.
    """
    many, seated, events = borrowed(many), borrowed(seated), borrowed(events)
    actions, w = borrowed(actions), works[0]
    for at in range(rows[0], rows[1]):
        for seat in range(many.owes.shape[1]):
            many.illegal[at, seat] = 0
        if many.over[at]:
            continue
        for player in range(seated.acting.shape[1]):
            seat = seated.acting[at, player]
            if seat != NOBODY:
                answer(many, at, seat, np.int64(actions[at, player]), wish, w)
        _go_on(many, seated, at, wish, commons[0], w, events)


@compiled
def deal_world(games, truth, tables, plans, seat, rng, works):
    """Deal all that a seat does not see (``bots/search/sample.py``).

    Who has decided in this step has done so there as well: the seat's own player the same, anybody
    else something.
    """
    g, true, t, w = games[0], truth[0], tables[0], works[0]
    draw_world(g, t, plans[0], rng, w)
    player = decider(true, seat)
    for other in range(g.seats):
        if true.asked[other] and true.decided[other] and g.asked[other] and not g.decided[other]:
            if decider(true, other) == player:
                decide(g, other, true.move[other])
            else:
                choose(g, t, other, RANDOM, rng, w)
                decide(g, other, w.move[0])
