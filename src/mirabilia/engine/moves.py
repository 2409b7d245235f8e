"""Which moves a seat has, with every payment (B6 to B9, B13, A3, A4, L2).

A *use* is what can be done with a card of the hand: build it, build it by a once-per-age right,
build a stage with it, sell it, recruit it; with or without a ship. ``list_uses`` says which uses
there are at all, ``use_payments`` what one costs for a card. Lists of moves are written into a
handed-in array of move rows. Whether a move is legal is asked by listing those like it.
"""

from __future__ import annotations

import numpy as np

from . import kinds
from .at_once import fleet_room, fleets_with_room
from .count import stage_count, stage_item
from .jit import compiled, inlined
from .lasting import in_city
from .pay import full_price, price_of, quick_full_price, quick_price, to_bank
from .state import (
    ACTION,
    ADVANCE,
    BANK,
    BLACK,
    BLUE,
    BLUE_FLEET,
    BUILD,
    BURY,
    BY_CHAIN,
    BY_FREEDOM,
    BY_PAYING,
    CARD,
    CHOOSE_SIDE,
    COPY,
    DEBTS,
    FLEETS,
    FOR_STAGES,
    FORFEIT,
    FREE,
    GREEN,
    GREEN_FLEET,
    LEADER,
    LEFT,
    LEFT2,
    LOSE,
    MOVE_WIDTH,
    OWES_ADVANCE,
    OWES_BURY,
    OWES_COPY,
    OWES_DRAFT,
    OWES_FORFEIT,
    OWES_ISLAND,
    OWES_LAST_CARD,
    OWES_LEADER,
    OWES_LOSS,
    OWES_PLAY,
    OWES_REBUILD,
    OWES_RECRUIT,
    OWES_SAIL,
    OWES_SIDE,
    PAYEES,
    PICK,
    REBUILD,
    RECRUIT,
    RED,
    RED_FLEET,
    RIGHT,
    RIGHT2,
    RIGHT_FREE_BLACK,
    RIGHT_FREE_BUILD,
    RIGHT_FREE_COLOUR,
    RIGHT_FREE_FIRST,
    RIGHT_FREE_LAST,
    SAIL,
    SELL,
    SHIP,
    SKIP,
    STAGE,
    STAGE_BUILD,
    STAGES,
    TAKE_ISLAND,
    VALUE,
    WITH_ARMADA,
    YELLOW,
    YELLOW_FLEET,
)
from .tables import BY_AGE


@compiled
def write_move(move, action, card, free):
    for index in range(MOVE_WIDTH):
        move[index] = 0
    move[ACTION] = action
    move[CARD] = card
    move[FREE] = free


@compiled
def write_payment(move, pay):
    move[LEFT] = pay[0]
    move[RIGHT] = pay[1]
    move[LEFT2] = pay[2]
    move[RIGHT2] = pay[3]
    move[BANK] = pay[4]


@compiled
def fleet_of(colour):
    """The fleet of a card's colour, or -1 (A3)."""
    if colour == RED:
        return RED_FLEET
    if colour == YELLOW:
        return YELLOW_FLEET
    if colour == BLUE:
        return BLUE_FLEET
    if colour == GREEN:
        return GREEN_FLEET
    return -1


@compiled
def build_freedom(g, t, seat, card):
    """Why a card costs nothing: a chain (B15), Olympia (B21); or that it has to be paid for."""
    if t.accepts[card] & g.symbols[seat]:
        return BY_CHAIN
    rights = np.int64(g.rights[seat])
    if rights & RIGHT_FREE_COLOUR and g.colours[seat, t.colour[card]] == 0:
        return BY_FREEDOM
    if rights & RIGHT_FREE_FIRST and g.turn == 1:
        return BY_FREEDOM
    if rights & RIGHT_FREE_LAST and g.turn == g.turns:
        return BY_FREEDOM
    if g.expansions and g.free_colours[seat] >> np.int64(t.colour[card]) & 1:
        return BY_FREEDOM
    return BY_PAYING


@compiled
def with_ship(g, t, seat, need, bank, less, fleet, w):
    """A cost, with a ship of a fleet that has room; ``fleet`` -1: without a ship."""
    if fleet >= 0 and not fleet_room(g, seat, fleet):
        return 0
    return full_price(g, t, seat, need, bank, less, fleet, w)


@inlined
def card_cost(g, t, seat, card, ship):
    """What building a card takes: resources, coins, how many resources less, and with which fleet
    (-1: none). Resources of -1: it can't be built so.
    """
    fleet = fleet_of(t.colour[card]) if ship else -1
    if in_city(g, t, seat, card) or (ship and fleet < 0):
        return np.int64(-1), np.int64(0), 0, -1
    less = np.int64(g.discount[seat, t.colour[card]]) if g.expansions else 0
    if build_freedom(g, t, seat, card) != BY_PAYING:
        return np.int64(0), np.int64(0), less, fleet
    return np.int64(t.cost[card]), np.int64(t.coins[card]), less, fleet


@compiled
def build_options(g, t, seat, card, ship, w):
    """The payments with which a card of the hand can be built; their number, rows in ``w.pay``."""
    need, bank, less, fleet = card_cost(g, t, seat, card, ship)
    if need < 0:
        return 0
    if g.expansions == 0:
        return price_of(g, need, bank, seat, w)
    return with_ship(g, t, seat, need, bank, less, fleet, w)


@compiled
def next_stage(g, t, seat):
    """The stage to be built next (B8), or -1."""
    stage = stage_count(g, seat)
    if stage < t.stages[g.board[seat]]:
        return stage
    return -1


@compiled
def may_build_stage(g, t, seat, stage):
    """Whether a stage is the next one, or one of a board where any may be next (A19)."""
    if t.any_order[g.board[seat]]:
        return stage < t.stages[g.board[seat]] and not (g.stages[seat] >> stage) & 1
    return stage == next_stage(g, t, seat)


@inlined
def stage_cost(g, t, seat, stage, ship):
    """What a stage takes, as ``card_cost`` says it; ``ship`` is a fleet's number + 1, or 0."""
    item = stage_item(g, seat, stage)
    need = np.int64(t.cost[item])
    bank = np.int64(t.coins[item])
    if g.expansions == 0:
        return need, bank, 0, -1
    if g.power[seat, kinds.FREE_STAGE_RESOURCES]:
        need = np.int64(0)
    less = np.int64(g.discount[seat, FOR_STAGES])
    if (
        ship and g.power[seat, kinds.STAGE_ADVANCES_ANY]
    ):  # Lost Island: a fleet of choice, for nothing
        if not fleet_room(g, seat, ship - 1):
            return np.int64(-1), bank, less, -1
        ship = 0
    return need, bank, less, ship - 1


@compiled
def stage_options(g, t, seat, stage, ship, w):
    """The payments for a stage; ``ship`` is a fleet's number + 1, or 0."""
    need, bank, less, fleet = stage_cost(g, t, seat, stage, ship)
    if need < 0:
        return 0
    if g.expansions == 0:
        return price_of(g, need, bank, seat, w)
    return with_ship(g, t, seat, need, bank, less, fleet, w)


@compiled
def recruit_price(g, t, seat, leader):
    """What a leader costs a seat now (L2, L6)."""
    if g.power[seat, kinds.FREE_RECRUIT]:
        return 0
    seats = np.int64(g.seats)
    coins = np.int64(t.coins[leader])
    price = g.age if coins == BY_AGE else coins
    price -= np.int64(g.power[seat, kinds.RECRUIT_DISCOUNT])
    price -= np.int64(g.power[(seat + 1) % seats, kinds.RECRUIT_DISCOUNT_AROUND])
    price -= np.int64(g.power[(seat + seats - 1) % seats, kinds.RECRUIT_DISCOUNT_AROUND])
    return max(price, 0)


@compiled
def _recruit_options(g, t, seat, leader, w):
    price = recruit_price(g, t, seat, leader)
    if price > g.coins[seat]:
        return 0
    return to_bank(w, price)


@compiled
def right_for(g, t, seat, card):
    """The narrowest once-per-age right that builds this card for nothing (B21), or 0."""
    rights = np.int64(g.rights[seat]) & ~np.int64(g.spent[seat])
    if in_city(g, t, seat, card):
        return 0
    if rights & RIGHT_FREE_BLACK and t.colour[card] == BLACK:
        return RIGHT_FREE_BLACK
    return rights & RIGHT_FREE_BUILD


@compiled
def pays_nothing(pay):
    return pay[0] + pay[1] + pay[2] + pay[3] + pay[4] == 0


@compiled
def _spared(w, plain, found):
    """Of the payments by right, those that no payment without it (``w.plain``) comes down to."""
    kept = 0
    for row in range(found):
        spares = True
        for other in range(plain):
            same = True
            for payee in range(PAYEES):
                if w.pay[row, payee] != w.plain[other, payee]:
                    same = False
            if same:
                spares = False
        if spares:
            for payee in range(PAYEES):
                w.pay[kept, payee] = w.pay[row, payee]
            kept += 1
    return kept


@compiled
def right_options(g, t, seat, card, ship, w):
    """The payments for building by right, of the ship alone; not where it spares nothing (B21)."""
    if not right_for(g, t, seat, card):
        return 0
    plain = build_options(g, t, seat, card, ship, w)
    if not ship:
        return 0 if plain and pays_nothing(w.pay[0]) else to_bank(w, 0)
    fleet = fleet_of(t.colour[card])
    if fleet < 0:
        return 0
    for row in range(plain):
        for payee in range(PAYEES):
            w.plain[row, payee] = w.pay[row, payee]
    found = with_ship(g, t, seat, np.int64(0), np.int64(0), 0, fleet, w)
    return _spared(w, plain, found)


@compiled
def _add_use(w, found, action, free, stage, ship):
    w.use[found, 0] = action
    w.use[found, 1] = free
    w.use[found, 2] = stage
    w.use[found, 3] = ship
    return found + 1


@compiled
def may_sail_with_stage(g, t, seat, fleet):
    """The fleet that carries the wonder's symbol (A3), or any with the Lost Island (A15)."""
    if not g.power[seat, kinds.STAGE_ADVANCES_ANY] and fleet != t.wonder_fleet[g.shipyard[seat]]:
        return False
    return fleet_room(g, seat, fleet)


@compiled
def list_uses(g, t, seat, w):
    """The uses a card of the hand may have; rows of ``w.use``: action, free, stage, ship."""
    armada = g.expansions & WITH_ARMADA
    recruiting = g.asked[seat] == OWES_LEADER
    found = 0
    if recruiting:
        found = _add_use(w, found, RECRUIT, 0, 0, 0)
    else:
        found = _add_use(w, found, BUILD, 0, 0, 0)
        if armada:
            found = _add_use(w, found, BUILD, 0, 0, 1)
        rights = g.rights[seat] & ~g.spent[seat]
        if rights & (RIGHT_FREE_BUILD | RIGHT_FREE_BLACK):
            found = _add_use(w, found, BUILD, 1, 0, 0)
            if armada:
                found = _add_use(w, found, BUILD, 1, 0, 1)
    first = next_stage(g, t, seat)
    last = first + 1
    if t.any_order[g.board[seat]]:
        first = 0
        last = STAGES
    for stage in range(first, last):
        if stage >= 0 and may_build_stage(g, t, seat, stage):
            found = _add_use(w, found, STAGE_BUILD, 0, stage, 0)
            if armada:
                for fleet in range(FLEETS):
                    if may_sail_with_stage(g, t, seat, fleet):
                        found = _add_use(w, found, STAGE_BUILD, 0, stage, fleet + 1)
    if not must_not_sell(g, t, seat, w):
        found = _add_use(w, found, SELL, 0, 0, 0)
        if armada and fleet_room(g, seat, YELLOW_FLEET):
            found = _add_use(w, found, SELL, 0, 0, YELLOW_FLEET + 1)
    return found


@compiled
def use_payments(g, t, seat, card, use, w):
    """The payments of a use of a card; their number, 0 where it is not possible."""
    action = w.use[use, 0]
    ship = np.int64(w.use[use, 3])
    if action == BUILD:
        if w.use[use, 1]:
            return right_options(g, t, seat, card, ship, w)
        return build_options(g, t, seat, card, ship, w)
    if action == STAGE_BUILD:
        return stage_options(g, t, seat, np.int64(w.use[use, 2]), ship, w)
    if action == RECRUIT:
        return _recruit_options(g, t, seat, card, w)
    return to_bank(w, 0)


@compiled
def quick_payments(g, t, seat, card, use, w):
    """``use_payments`` where it is plain to see; -1: they have to be worked out."""
    action = w.use[use, 0]
    if action == RECRUIT:
        return _recruit_options(g, t, seat, card, w)
    if action == SELL:
        return to_bank(w, 0)
    ship = np.int64(w.use[use, 3])
    if action == STAGE_BUILD:
        need, bank, less, fleet = stage_cost(g, t, seat, np.int64(w.use[use, 2]), ship)
    elif w.use[use, 1]:
        return -1
    else:
        need, bank, less, fleet = card_cost(g, t, seat, card, ship)
    if need < 0:
        return 0
    if g.expansions == 0:
        return quick_price(g, need, bank, seat, w)
    if fleet >= 0 and not fleet_room(g, seat, fleet):
        return 0
    return quick_full_price(g, t, seat, need, bank, less, fleet, w)


@compiled
def write_use(g, t, seat, move, card, use, pay, w):
    """The move for a use of a card with a payment."""
    action = np.int64(w.use[use, 0])
    write_move(move, action, card, np.int64(w.use[use, 1]))
    write_payment(move, pay)
    ship = np.int64(w.use[use, 3])
    if action == BUILD and ship:
        ship = fleet_of(t.colour[card]) + 1
    move[SHIP] = ship
    if action == STAGE_BUILD and t.any_order[g.board[seat]]:
        move[STAGE] = w.use[use, 2] + 1


@compiled
def card_held(g, seat, index):
    """A card of the hand, or of the leaders' hand while recruiting."""
    if g.asked[seat] == OWES_LEADER:
        return np.int64(g.leader_hand[seat, index])
    return np.int64(g.hand[seat, index])


@compiled
def cards_held(g, seat):
    return g.leader_hand_n[seat] if g.asked[seat] == OWES_LEADER else g.hand_n[seat]


@compiled
def is_first_copy(g, seat, index):
    """Two copies of a card in a hand are one move; of a leader there is only one."""
    if g.asked[seat] != OWES_LEADER:
        card = g.hand[seat, index]
        for earlier in range(index):
            if g.hand[seat, earlier] == card:
                return False
    return True


@inlined
def must_not_sell(g, t, seat, w):
    """V5: the Free City sells only if no card of the hand can be built or make a stage."""
    if not g.free_city or seat != 2:
        return False
    stage = next_stage(g, t, seat)
    if stage >= 0 and stage_options(g, t, seat, stage, 0, w):
        return True
    for index in range(g.hand_n[seat]):
        card = np.int64(g.hand[seat, index])
        if build_options(g, t, seat, card, 0, w) or right_for(g, t, seat, card):
            return True
    return False


@compiled
def _list_use(g, t, seat, index, use, moves, found, w):
    card = card_held(g, seat, index)
    for row in range(use_payments(g, t, seat, card, use, w)):
        if found < moves.shape[0] - 1:
            write_use(g, t, seat, moves[found], card, use, w.pay[row], w)
            found += 1
    return found


@inlined
def _uses_wanted(g, t, seat, wanted, w):
    """The uses there are; where a move is wanted, those with its action."""
    uses = list_uses(g, t, seat, w)
    if wanted[ACTION] == 0:
        return uses
    kept = 0
    for use in range(uses):
        if w.use[use, 0] == wanted[ACTION]:
            for column in range(4):
                w.use[kept, column] = w.use[use, column]
            kept += 1
    return kept


@inlined
def _is_wanted(g, seat, index, wanted):
    """Whether to list a card of the hand: copies once; where a move is wanted, its card."""
    if wanted[ACTION] and card_held(g, seat, index) != wanted[CARD]:
        return False
    return is_first_copy(g, seat, index)


@inlined
def _list_plays(g, t, seat, wanted, moves, w):
    """All uses of a card that puts it into play, card by card; then the others, use by use."""
    found = 0
    uses = _uses_wanted(g, t, seat, wanted, w)
    held = cards_held(g, seat)
    into_play = 0
    while into_play < uses and (w.use[into_play, 0] == BUILD or w.use[into_play, 0] == RECRUIT):
        into_play += 1
    for index in range(held):
        if _is_wanted(g, seat, index, wanted):
            for use in range(into_play):
                found = _list_use(g, t, seat, index, use, moves, found, w)
    for use in range(into_play, uses):
        for index in range(held):
            if _is_wanted(g, seat, index, wanted):
                found = _list_use(g, t, seat, index, use, moves, found, w)
    return found


@compiled
def may_rebuild(g, t, seat, card):
    """Whether the discard pile holds this card and the city may build it (B19)."""
    return g.discard[card] and t.colour[card] < LEADER and not in_city(g, t, seat, card)


@compiled
def can_rebuild(g, t, seat):
    """Whether the discard pile holds a card that the city may build."""
    for card in range(t.cards_n):
        if may_rebuild(g, t, seat, card):
            return True
    return False


@compiled
def _add_move(moves, found, action, card):
    write_move(moves[found], action, card, 0)
    return found + 1


@compiled
def _list_from(moves, action, cards, count):
    """A move for each different card of a list."""
    found = 0
    for index in range(count):
        fresh = True
        for earlier in range(index):
            if cards[earlier] == cards[index]:
                fresh = False
        if fresh:
            found = _add_move(moves, found, action, np.int64(cards[index]))
    return found


@compiled
def _list_advances(g, seat, moves):
    """As many different fleets as are due, or as can (A15); or none."""
    due = np.int64(g.source[seat, 0])
    room = fleets_with_room(g, seat, np.int64(g.source[seat, 1]))
    able = (room & 1) + (room >> 1 & 1) + (room >> 2 & 1) + (room >> 3 & 1)
    due = min(due, able)
    found = 0
    for mask in range(1, 1 << FLEETS):
        size = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)
        if size == due and mask & room == mask:
            found = _add_move(moves, found, ADVANCE, 0)
            moves[found - 1, VALUE] = mask
    return _add_move(moves, found, SKIP, 0)


@compiled
def _list_recruits(g, t, seat, moves, w):
    found = 0
    for index in range(g.leader_hand_n[seat]):
        leader = np.int64(g.leader_hand[seat, index])
        if _recruit_options(g, t, seat, leader, w):
            found = _add_move(moves, found, RECRUIT, leader)
            write_payment(moves[found - 1], w.pay[0])
    return _add_move(moves, found, SKIP, 0)


@compiled
def _list_copies(g, seat, moves):
    """The leaders of both neighbours (Courtesans Guild)."""
    seats = np.int64(g.seats)
    found = 0
    for side in range(2):
        neighbour = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
        for index in range(g.leaders_n[neighbour]):
            found = _add_move(moves, found, COPY, np.int64(g.leaders[neighbour, index]))
    return found


@compiled
def list_choices(g, t, seat, moves, w):
    """All moves of a decision that is not about the use of a card; their number."""
    kind = g.asked[seat]
    found = 0
    if kind == OWES_REBUILD:
        for card in range(t.cards_n):
            if may_rebuild(g, t, seat, card):
                found = _add_move(moves, found, REBUILD, card)
        return _add_move(moves, found, SKIP, 0)
    if kind == OWES_SIDE:
        wonder = t.wonder[g.board[seat]]
        for board in range(t.boards_n):
            if t.wonder[board] == wonder:
                found = _add_move(moves, found, CHOOSE_SIDE, board)
    elif kind == OWES_DRAFT:
        found = _list_from(moves, PICK, g.pack[seat], g.pack_n[seat])
    elif kind == OWES_RECRUIT:
        found = _list_recruits(g, t, seat, moves, w)
    elif kind == OWES_BURY:
        found = _list_from(moves, BURY, g.leaders[seat], g.leaders_n[seat])
    elif kind == OWES_COPY:
        found = _list_copies(g, seat, moves)
    elif kind == OWES_ADVANCE:
        found = _list_advances(g, seat, moves)
    elif kind == OWES_ISLAND:
        found = _list_from(moves, TAKE_ISLAND, g.drawn[seat], g.drawn_n[seat])
    elif kind == OWES_LOSS:
        due = np.int64(g.source[seat, 0])
        for coins in range(min(due, np.int64(g.coins[seat])), -1, -1):
            found = _add_move(moves, found, LOSE, 0)
            moves[found - 1, VALUE] = coins
            moves[found - 1, DEBTS] = due - coins
    elif kind == OWES_FORFEIT:
        for index in range(3):
            if g.victories[seat, index]:
                found = _add_move(moves, found, FORFEIT, 0)
                moves[found - 1, VALUE] = 2 * index + 1
    elif kind == OWES_SAIL:
        for answer in range(1, -1, -1):
            found = _add_move(moves, found, SAIL, 0)
            moves[found - 1, VALUE] = answer
    return found


@compiled
def list_moves(g, t, seat, wanted, moves, w):
    """The moves of a seat that owes a decision; their number.

    All of them if ``wanted`` is an empty row. If it is a move, then of the uses of a hand, which
    may be thousands, only those of the same card with the same action: it is legal if it is there.
    """
    kind = g.asked[seat]
    if kind == OWES_PLAY or kind == OWES_LAST_CARD or kind == OWES_LEADER:
        return _list_plays(g, t, seat, wanted, moves, w)
    return list_choices(g, t, seat, moves, w)
