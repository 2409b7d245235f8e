"""Worlds that a seat may be in: what it does not see, drawn by chance so that all it knows holds.

``plan_of`` works out once, from a view, which cards could lie where; ``draw_world`` deals them, a
new world each time. Hands that have passed through the own one are known but for what was laid
face down since; of the deck of this age all other cards are somewhere among the hands not seen, the
cards under the stages and the discard pile; guilds, black and Armada cards not seen may also be in
the box. Later ages are dealt anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ...engine.chance import draw, shuffle
from ...engine.deal import MOST_GUILDS, deal_age
from ...engine.jit import compiled, inlined
from ...engine.state import (
    BOX,
    HAND,
    LEADER,
    LEVEL,
    NONE,
    PLAYED,
    SEATS,
    STAGES,
    WITH_ARMADA,
    WITH_CITIES,
)
from ...engine.tables import DECK
from ...game.setup import Setup

GROUPS, GROUP = 8, 48
FACE_DOWN = 512
PLAN = np.dtype(
    (
        np.record,
        [
            ("pool", np.uint8, (2 * DECK,)),  # cards of this age that may be in a hand not seen
            ("pool_n", np.int64),
            ("face", np.uint8, (FACE_DOWN,)),  # cards that lie face down on the table
            ("face_n", np.int64),
            ("group", np.uint8, (GROUPS, GROUP)),  # of these some are in play, not known which
            ("group_n", np.int64, (GROUPS,)),
            ("group_take", np.int64, (GROUPS,)),
            ("group_held", np.int64, (GROUPS,)),  # 1: of this age, they may be in a hand
            ("spare", np.uint8, (DECK,)),  # where nothing is left, as in a made up position
            ("spare_n", np.int64),
            ("known_n", np.int64, (SEATS,)),  # cards of each hand that are certain
            ("maybe", np.uint8, (SEATS, 2 * HAND)),
            ("maybe_n", np.int64, (SEATS,)),
            ("own", np.uint8, (FACE_DOWN,)),  # laid face down by the seat itself
            ("own_n", np.int64),
            ("pile_seen", np.int64),  # 1: the discard pile is known
            ("leaders", np.uint8, (BOX,)),
            ("leaders_n", np.int64),
            ("islands", np.uint8, (3, LEVEL)),
            ("islands_n", np.int64, (3,)),
            ("first_deal", np.int64),  # the first age that is still to be dealt, from 0
            ("seat", np.int64),
            ("chosen", np.int64),  # the card the holder has chosen before the Free City, or NONE
        ],
    )
)


@compiled
def _next_card(plan, rng):
    """A card not seen of this age."""
    if plan.pool_n:
        plan.pool_n -= 1
        return np.int64(plan.pool[plan.pool_n])
    return np.int64(plan.spare[draw(rng, plan.spare_n)])


@compiled
def _lay(plan, card):
    if plan.face_n < FACE_DOWN:
        plan.face[plan.face_n] = card
        plan.face_n += 1


@inlined
def _draw_hands(g, plan, rng):
    """The hands: what is certain, then of what may be in them, then of what has not been seen."""
    for seat in range(g.seats):
        known = plan.known_n[seat]
        count = plan.maybe_n[seat]
        maybe = plan.maybe[seat]
        if count:
            shuffle(rng, maybe, count)
        taken = 0
        for index in range(known, g.hand_n[seat]):
            if taken < count:
                g.hand[seat, index] = maybe[taken]
                taken += 1
            else:
                g.hand[seat, index] = _next_card(plan, rng)
        for index in range(taken, count):
            _lay(plan, maybe[index])
    for index in range(g.pile_n):
        g.pile[index] = _next_card(plan, rng)


@inlined
def _draw_leaders(g, plan, rng):
    shuffle(rng, plan.leaders, plan.leaders_n)
    left = plan.leaders_n
    for seat in range(g.seats):
        for index in range(g.leader_hand_n[seat]):
            if left and g.leader_hand[seat, index] == NONE:
                left -= 1
                g.leader_hand[seat, index] = plan.leaders[left]
        for index in range(g.pack_n[seat]):
            if left and g.pack[seat, index] == NONE:
                left -= 1
                g.pack[seat, index] = plan.leaders[left]
    g.box_n = min(g.box_n, left)
    for index in range(g.box_n):
        left -= 1
        g.box[index] = plan.leaders[left]
    for index in range(left):
        _lay(plan, plan.leaders[index])


@inlined
def _draw_sea(g, plan, rng):
    for level in range(3):
        shuffle(rng, plan.islands[level], plan.islands_n[level])
        left = plan.islands_n[level]
        for seat in range(g.seats):
            if seat != plan.seat and g.drawn_n[seat] and g.source[seat, 0] == level:
                for index in range(g.drawn_n[seat]):
                    if left:
                        left -= 1
                        g.drawn[seat, index] = plan.islands[level, left]
        g.sea_n[level] = min(g.sea_n[level], left)
        for index in range(g.sea_n[level]):
            left -= 1
            g.sea[level, index] = plan.islands[level, left]


@inlined
def _draw_face_down(g, plan, rng):
    """Cards under the stages, the own ones first; the rest is the discard pile."""
    shuffle(rng, plan.face, plan.face_n)
    shuffle(rng, plan.own, plan.own_n)
    for seat in range(g.seats):
        for stage in range(STAGES):
            if not g.stages[seat] >> stage & 1 or g.under[seat, stage] != NONE:
                continue
            if seat == plan.seat and plan.own_n:
                plan.own_n -= 1
                g.under[seat, stage] = plan.own[plan.own_n]
            elif plan.face_n:
                plan.face_n -= 1
                g.under[seat, stage] = plan.face[plan.face_n]
    if not plan.pile_seen:
        for index in range(plan.face_n):
            g.discard[plan.face[index]] += 1
        for index in range(plan.own_n):
            g.discard[plan.own[index]] += 1


@inlined
def draw_world(g, t, plan, rng, w):
    """Deal all that the seat does not see; ``g`` and ``plan`` are copies that may be changed."""
    g.rng[0] = rng[0]
    for age in range(plan.first_deal, 3):
        deal_age(g, t, w, age)
    rng[0] = g.rng[0]
    for group in range(GROUPS):
        cards = plan.group[group]
        if plan.group_take[group]:
            shuffle(rng, cards, plan.group_n[group])
            for index in range(min(plan.group_take[group], plan.group_n[group])):
                if plan.group_held[group]:
                    plan.pool[plan.pool_n] = cards[index]
                    plan.pool_n += 1
                else:
                    _lay(plan, cards[index])
    shuffle(rng, plan.pool, plan.pool_n)
    _draw_hands(g, plan, rng)
    while plan.pool_n:
        _lay(plan, _next_card(plan, rng))
    if g.expansions:
        _draw_leaders(g, plan, rng)
        _draw_sea(g, plan, rng)
    _draw_face_down(g, plan, rng)
    g.rng[0] = rng[0]


def plan_of(
    view: Mapping[str, Any], setup: Setup, games: npt.NDArray[np.void]
) -> npt.NDArray[np.void]:
    """What ``draw_world`` needs to know, for the record read from a view."""
    g, t = games[0], setup.book.tables[0]
    plans = np.zeros(1, PLAN)
    plan = plans[0]
    plan.seat = view["seat"]
    plan.chosen = NONE
    numbers = setup.book.card_number
    seen = [[numbers[card] for card in cards] for cards in view["seen"]]
    maybe = [[numbers[card] for card in cards] for cards in view["maybe"]]
    _plan_hands(g, plan, seen, maybe)
    known = Counter(card for cards in (*seen, *maybe) for card in cards)
    for seat in range(int(g.seats)):
        known.update(g.city[seat, : g.city_n[seat]].tolist())
    plan.pile_seen = not isinstance(view["discard"], int)
    laid = [numbers[card] for card in view["laid"]]
    if plan.pile_seen:
        known += Counter(numbers[card] for card in view["discard"])
        laid = [card for card in laid if not g.discard[card]]
    _drop_rebuilt(g, t, plan, maybe, known)
    for seat, cards in enumerate(maybe):
        plan.maybe[seat, : len(cards)] = cards
        plan.maybe_n[seat] = len(cards)
    _plan_ages(g, t, plan, view["phase"] in ("side", "draft", "leader"), known, laid)
    if "leaders" in setup.expansions:
        _plan_leaders(g, setup, plan, laid)
    if "armada" in setup.expansions:
        _plan_sea(g, t, plan)
    plan.own[: len(laid)] = laid
    plan.own_n = len(laid)
    return plans


def _plan_hands(g: Any, plan: Any, seen: list[list[int]], maybe: list[list[int]]) -> None:
    for seat in range(int(g.seats)):
        if seat == 2 and g.free_city and g.step == PLAYED and g.hand_n[2]:
            # The Free City chooses from what its holder leaves; it gets it when he has decided.
            left = Counter(g.hand[g.holder, : g.hand_n[g.holder]].tolist())
            left -= Counter(g.hand[2, : g.hand_n[2]].tolist())
            plan.chosen = next(iter(left), NONE)
            g.hand_n[2] = 0
            seen[2], maybe[2] = [], []
            continue
        certain = min(len(seen[seat]), int(g.hand_n[seat]))
        g.hand[seat, :certain] = seen[seat][:certain]
        plan.known_n[seat] = certain


def _drop_rebuilt(g: Any, t: Any, plan: Any, maybe: list[list[int]], known: Counter[int]) -> None:
    """A card that was laid face down and found in the discard pile since is in no hand (B19).

    Which of several copies that was can't always be told; each hand keeps as many as it has.
    """
    supply: Counter[int] = Counter()
    for age in range(int(g.age)):
        base, extras = _deck(g, t, age)
        supply.update(base)
        for cards, _ in extras:
            supply.update(cards)
    for seat, cards in enumerate(maybe):
        held = int(g.hand_n[seat]) - int(plan.known_n[seat])
        for card in list(cards):
            if known[card] > supply[card] and len(cards) > held:
                cards.remove(card)
                known[card] -= 1


def _plan_ages(
    g: Any, t: Any, plan: Any, early: bool, known: Counter[int], laid: list[int]
) -> None:
    """The decks of the ages so far, less what is known to lie elsewhere.

    Cards that the seat has laid face down itself are left in ``laid`` if they may still lie there.
    """
    now = int(g.age) - 1
    plan.first_deal = now if early else now + 1
    mine = Counter(laid)
    laid[:] = []
    pool: list[int] = []
    face: list[int] = []
    groups = 0
    for age in range(plan.first_deal):
        base, extras = _deck(g, t, age)
        if age == now:
            plan.spare[: len(base)] = base
            plan.spare_n = len(base)
        rest = Counter(base)
        for cards, take in extras:
            seen = [card for card in cards if known[card] or mine[card]]
            hidden = [card for card in cards if card not in seen]
            laid += [card for card in seen if not known[card]]
            plan.group[groups, : len(hidden)] = hidden
            plan.group_n[groups] = len(hidden)
            plan.group_take[groups] = max(take - len(seen), 0)
            plan.group_held[groups] = age == now
            groups += 1
        rest -= known
        own = rest & mine
        laid += own.elements()
        (pool if age == now else face).extend((rest - own).elements())
    if not plan.spare_n:
        plan.spare[0] = t.deck[0, 0]
        plan.spare_n = 1
    laid += [card for card in mine.elements() if t.colour[card] >= LEADER]
    plan.pool[: len(pool)] = pool
    plan.pool_n = len(pool)
    plan.face[: len(face)] = face
    plan.face_n = len(face)


def _deck(g: Any, t: Any, age: int) -> tuple[list[int], list[tuple[list[int], int]]]:
    """The cards that are certainly in the deck of an age, and those of which some are."""
    seats = int(g.seats)
    fits = t.deck_players[age, : t.deck_n[age]] <= seats
    base = t.deck[age, : t.deck_n[age]][fits].tolist()
    groups = []
    for box, flag in ((0, WITH_CITIES), (1, WITH_ARMADA)):
        if g.expansions & flag:
            size = t.extra_n[box, age]
            fits = t.extra_players[box, age, :size] <= seats
            groups.append((t.extra[box, age, :size][fits].tolist(), min(seats, 7 + (box == 0))))
    if age == 2:
        guilds = int(t.guilds_n)
        groups.append((t.guilds[:guilds].tolist(), min(seats + 2, guilds, MOST_GUILDS)))
    return base, groups


def _plan_leaders(g: Any, setup: Setup, plan: Any, laid: Iterable[int]) -> None:
    """Leaders in nobody's sight, of those that are played, or of all in a made up position."""
    around = set(laid)
    hidden = int(g.box_n)
    for seat in range(int(g.seats)):
        for key in ("leaders", "leader_hand", "pack", "buried"):
            cards = g[key][seat, : g[f"{key}_n"][seat]].tolist()
            hidden += cards.count(NONE)
            around.update(cards)
    around |= set(np.flatnonzero(g.discard).tolist())
    for decks in (setup.leaders, "expert"):
        played = (setup.book.card_number[name] for name in setup.book.catalogue.leaders_of(decks))
        rest = [card for card in played if card not in around]
        if len(rest) >= hidden:
            break
    plan.leaders[: len(rest)] = rest
    plan.leaders_n = len(rest)


def _plan_sea(g: Any, t: Any, plan: Any) -> None:
    found = set(g.drawn[plan.seat, : g.drawn_n[plan.seat]].tolist())
    for seat in range(int(g.seats)):
        found |= set(g.islands[seat, : g.islands_n[seat]].tolist())
    for level in range(3):
        islands = t.islands[level, : t.islands_n[level]].tolist()
        rest = [card for card in islands if card not in found]
        plan.islands[level, : len(rest)] = rest
        plan.islands_n[level] = len(rest)
