"""Games side by side in which a net decides, in compiled code: what it is told, what came of it.

They are those of a batch (``batch/stepping.py``). Every seat has a *slot* in which its inputs and
its legal actions are written whenever it owes a decision; bots decide by themselves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...batch.stepping import answer, begin_game, end_game
from ...bots.net.inputs import look_round, write_inputs
from ...bots.net.net_move import legal_actions
from ...bots.playout import GREEDY, choose
from ...engine.borrowed import borrowed
from ...engine.jit import compiled, inlined
from ...engine.state import OVER
from ...engine.turn import decide, resolve

LEARNER, BOT = range(2)
MOST, MOST_LEGAL = 320, 128  # inputs and legal actions that a slot has room for
NONE = -1


class Slots(NamedTuple):
    """What the seats of all games are told; a game's seats lie side by side."""

    first: npt.NDArray[np.int64]  # the slot of a game's first seat
    plays: npt.NDArray[np.uint8]  # LEARNER or BOT
    owes: npt.NDArray[np.uint8]
    inputs: npt.NDArray[np.uint16]  # which are not 0
    values: npt.NDArray[np.int16]
    legal: npt.NDArray[np.int16]  # the legal actions, then NONE
    actions: npt.NDArray[np.int64]
    bot_rng: npt.NDArray[np.uint64]  # of each game


class Room(NamedTuple):
    """What a thread works with."""

    minds: npt.NDArray[np.void]
    works: npt.NDArray[np.void]
    events: npt.NDArray[np.int16]


@inlined
def _list_legal(mask, legal):
    found = 0
    for at in range(mask.shape[0]):
        byte = np.int64(mask[at])
        if byte:
            for bit in range(8):
                if byte >> bit & 1 and found < MOST_LEGAL:
                    legal[found] = 8 * at + bit
                    found += 1
    for place in range(found, MOST_LEGAL):
        legal[place] = NONE


@inlined
def _tell(many, slots, at, seat, mind, w):
    """Inputs and legal actions of a seat that owes a decision."""
    g = many.games[at]
    setup = many.setup[at]
    pending = many.pending[at, seat]
    for place in range(pending.shape[0]):
        mind.pending[place] = pending[place]
    legal_actions(g, many.tables[setup], seat, mind, w)
    write_inputs(g, seat, mind, False)
    slot = slots.first[at] + seat
    slots.owes[slot] = 1
    _list_legal(mind.mask, slots.legal[slot])
    index = slots.inputs[slot]
    value = slots.values[slot]
    for place in range(min(mind.n, MOST)):
        index[place] = mind.index[place]
        value[place] = mind.value[place]
    for place in range(min(mind.n, MOST), MOST):
        index[place] = place  # not all the same: a GPU adds to one place one by one
        value[place] = 0


@inlined
def _bots_decide(many, slots, at, w):
    """The bots that owe a decision take it; whether a learner still owes one."""
    g = many.games[at]
    t = many.tables[many.setup[at]]
    learners = False
    for seat in range(g.seats):
        if g.asked[seat] and not g.decided[seat]:
            if slots.plays[slots.first[at] + seat] == BOT:
                choose(g, t, seat, GREEDY, slots.bot_rng[at : at + 1], w)
                decide(g, seat, w.move[0])
            else:
                learners = True
    return learners


@inlined
def _take_numbers(mind, numbers, boards):
    """Those of the setup of this row."""
    for card in range(mind.numbers.shape[0]):
        mind.numbers[card] = numbers[card]
    for board in range(mind.boards.shape[0]):
        mind.boards[board] = boards[board]


@inlined
def _go_on(many, slots, at, wish, mind, events, w):
    """Until a learner owes a decision; a game that is over begins anew."""
    g = many.games[at]
    setup = many.setup[at]
    t = many.tables[setup]
    while not _bots_decide(many, slots, at, w):
        resolve(g, t, events, w)
        if g.step == OVER:
            end_game(many, at, wish, w)
            begin_game(many, at, w)
            resolve(g, t, events, w)
    _take_numbers(mind, many.numbers[setup], many.boards[setup])
    look_round(g, t, mind, w)
    for seat in range(g.seats):
        slots.owes[slots.first[at] + seat] = 0
        if g.asked[seat] and not g.decided[seat]:
            _tell(many, slots, at, seat, mind, w)


@compiled
def begin_lessons(many, slots, wish, first, last, room):
    many, slots, room = borrowed(many), borrowed(slots), borrowed(room)
    w = room.works[0]
    for at in range(first, last):
        begin_game(many, at, w)
        resolve(many.games[at], many.tables[many.setup[at]], room.events, w)
        _go_on(many, slots, at, wish, room.minds[0], room.events, w)


@compiled
def step_lessons(many, slots, wish, first, last, room):
    """Take the learners' answers in a range of rows, and go on to the next."""
    many, slots, room = borrowed(many), borrowed(slots), borrowed(room)
    w = room.works[0]
    for at in range(first, last):
        many.over[at] = 0
        g = many.games[at]
        for seat in range(g.seats):
            slot = slots.first[at] + seat
            many.rewards[at, seat] = 0
            if slots.owes[slot]:
                answer(many, at, seat, slots.actions[slot], wish, w)
        _go_on(many, slots, at, wish, room.minds[0], room.events, w)
