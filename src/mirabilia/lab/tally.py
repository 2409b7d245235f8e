"""Whole games by compiled bots, with everything the statistics want to know of each seat.

The engine tells what happens as events; here they are counted as soon as a game is over, without
leaving compiled code. What the table shows at the end (shields, symbols, tokens) is read from the
record.
"""

from __future__ import annotations

import numpy as np

from ..bots.playout import play_out
from ..engine.deal import clear, deal_all, draw_boards, seat_all
from ..engine.jit import compiled
from ..engine.score import score_seat
from ..engine.state import (
    BUILDS,
    BUILDS_STAGE,
    BY_CHAIN,
    BY_RIGHT,
    GAINS,
    LINES,
    LOSES_COINS,
    NONE,
    PAYS,
    REBUILDS,
    RECRUITS,
    SELLS,
)

# A row of facts begins with the lines of the sheet.
(
    TOTAL,
    COINS,
    BOARD,
    BUILT,
    CHAINS,
    RIGHTS,
    REBUILT,
    STAGES,
    SOLD,
    PAID,
    RECEIVED,
    BANK,
    GAINED,
    LOST,
    SHIELDS,
    COMPASS,
    GEAR,
    TABLET,
    ANY_SYMBOL,
    VICTORIES,
    DEFEATS,
    DEBTS,
    RECRUITED,
    EXPLORED,
    BROWN,
) = range(LINES, LINES + 25)
COLOURS = 8
FACTS = BROWN + COLOURS
CITY_LIST, LEADER_LIST, ISLAND_LIST = range(3)
LISTS = 3
EVENT_ROWS = 8192


@compiled
def set_up(g, t, w, variant, turned):
    """A game by chance; ``turned`` says for each board which one lies there instead."""
    clear(g, variant)
    draw_boards(g, t, w)
    deal_all(g, t, w, variant.expert)
    for seat in range(g.seats):
        g.board[seat] = turned[g.board[seat]]
    seat_all(g, t)


@compiled
def count_events(ev, facts, lists):
    """What the seats did, from all events of a game."""
    for at in range(1, ev[0, 0] + 1):
        kind = ev[at, 0]
        seat = np.int64(ev[at, 1])
        value = np.int64(ev[at, 2])
        if kind == BUILDS:
            if ev[at, 3] == BY_CHAIN:
                facts[seat, CHAINS] += 1
            elif ev[at, 3] == BY_RIGHT:
                facts[seat, RIGHTS] += 1
        elif kind == REBUILDS:
            facts[seat, REBUILT] += 1
        elif kind == BUILDS_STAGE:
            facts[seat, STAGES] += 1
        elif kind == SELLS:
            facts[seat, SOLD] += 1
        elif kind == PAYS:
            to = np.int64(ev[at, 3])
            if to >= 0:
                facts[seat, PAID] += value
                facts[to, RECEIVED] += value
            else:
                facts[seat, BANK] += value
        elif kind == GAINS:
            facts[seat, GAINED] += value
        elif kind == LOSES_COINS:
            facts[seat, LOST] += value
        elif kind == RECRUITS:
            lists[seat, LEADER_LIST, facts[seat, RECRUITED]] = value
            facts[seat, RECRUITED] += 1


@compiled
def count_table(g, t, seat, facts, lists, lines):
    """What lies in front of a seat at the end, and its sheet."""
    facts[TOTAL] = score_seat(g, t, seat, lines)
    for line in range(LINES):
        facts[line] = lines[line]
    facts[COINS] = g.coins[seat]
    facts[BOARD] = g.board[seat]
    facts[BUILT] = g.city_n[seat]
    facts[SHIELDS] = g.shields[seat]
    for symbol in range(4):
        facts[COMPASS + symbol] = g.science[seat, symbol]
    for value in range(3):
        facts[VICTORIES] += g.victories[seat, value]
    facts[DEFEATS] = g.defeats[seat]
    if g.expansions:
        facts[DEBTS] = g.debts[seat]
        facts[EXPLORED] = g.islands_n[seat]
    for colour in range(COLOURS):
        facts[BROWN + colour] = g.colours[seat, colour + 1]
    for index in range(g.city_n[seat]):
        lists[CITY_LIST, index] = g.city[seat, index]
    for index in range(facts[EXPLORED]):
        lists[ISLAND_LIST, index] = g.islands[seat, index]


@compiled
def tally_games(g, t, batch, turned, facts, lists, ev, w):
    """All games of a batch; the most events one of them had.

    ``facts`` has a row for each game and seat, ``lists`` the cards built, leaders recruited and
    islands found. If a game had as many events as there is room for, its row is not complete.
    """
    most = 0
    for index in range(batch.game_rng.shape[0]):
        g.rng[0] = batch.game_rng[index]
        ev[0, 0] = 0
        set_up(g, t, w, batch.variant, turned)
        play_out(g, t, batch.bots[index], batch.bot_rng[index : index + 1], ev, w)
        facts[index] = 0
        lists[index] = NONE
        most = max(most, np.int64(ev[0, 0]))
        if most < ev.shape[0]:
            count_events(ev, facts[index], lists[index])
        for seat in range(g.seats):
            count_table(g, t, seat, facts[index, seat], lists[index, seat], w.lines[seat])
    return most
