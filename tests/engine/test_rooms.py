"""Every list of fixed size in the engine, and why it is long enough.

Compiled code raises nothing: what it wrote past the end of a list would lie in another one. So each
axis of each array stands here with its room, the most that is ever needed of it, and the reason.
What play can bring about is worked out from the catalogues; a position may begin with more, up to
the bounds of its reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, NamedTuple

import numpy as np
import pytest

from brute import GameSetup, walk
from mirabilia import Game
from mirabilia.bots.compiled import batch_of, ensure_bots_compiled
from mirabilia.bots.playout import RESULT_WIDTH, play_games
from mirabilia.catalogue import (
    COLOURS,
    EDITIONS,
    EXPANSIONS,
    FLEETS,
    RESOURCES,
    SCIENCE,
    Board,
    Catalogue,
    CatalogueError,
    Cost,
    Effect,
    Space,
    load,
)
from mirabilia.catalogue.blocks import LEVELS, MOST_STAGES, PLACES, VICTORIES
from mirabilia.catalogue.blocks import SPACES as MOST_SPACES
from mirabilia.catalogue.checks import DRAFT, ROOM
from mirabilia.catalogue.checks import ISLANDS as ISLANDS_OF_A_LEVEL
from mirabilia.catalogue.entries import MOST_EFFECTS
from mirabilia.engine import at_once, chance, deal, kinds, lasting, rooms, scratch, tables
from mirabilia.engine import state as s
from mirabilia.engine.tables import TABLES, rulebook
from mirabilia.game import position_reader
from mirabilia.game.position_reader import PositionError
from mirabilia.game.setup import Wanted, check_setup
from mirabilia.lab.simulate import bots_of_seats

CATALOGUES = [load(edition, EXPANSIONS) for edition in EDITIONS]
AGES = 3
MOST_PLAYERS = 8
HAND = 7 + 1 + 1  # with Cities and with Armada a card more each (C1, A1)
TURNS = HAND - 1
MOST_COINS = 9999  # that a position may begin with
OWES = ("rebuild", "recruit_again", "bury", "copy_leader", "advance")


def items(printed: Catalogue) -> Iterator[tuple[Effect, ...]]:
    """What is printed on each card, leader and island."""
    yield from (card.effects for card in printed.cards.values())
    yield from (leader.effects for leader in printed.leaders.values())
    yield from (island.effects for island in printed.islands.values())


def on_stages(board: Board) -> list[Effect]:
    return [effect for stage in board.stages for effect in stage.effects]


def most(need: Callable[[Catalogue], int]) -> int:
    return max(need(printed) for printed in CATALOGUES)


def owned(kind: str, *, alternatives: bool = False) -> Callable[[Catalogue], int]:
    """How many effects of a kind one city can have: of everything once, and of one board."""

    def fits(effect: Effect) -> bool:
        return effect.kind == kind and (not alternatives or len(effect.options) > 1)

    def need(printed: Catalogue) -> int:
        around = sum(fits(effect) for effects in items(printed) for effect in effects)
        boards = printed.boards.values()
        return around + max(sum(map(fits, on_stages(board))) for board in boards)

    return need


def drawn_leaders(printed: Catalogue) -> int:
    boards = printed.boards.values()
    return max(
        sum(effect.amount for effect in on_stages(board) if effect.kind == "draw_leaders")
        for board in boards
    )


def queue(printed: Catalogue) -> int:
    """Choices owed at a time: of an item, of islands found, and what others' items bring."""
    stages = [stage.effects for board in printed.boards.values() for stage in board.stages]
    of_item = max(
        sum(effect.kind in OWES for effect in effects) for effects in (*items(printed), *stages)
    )
    found = len(LEVELS)  # one of each level in a step, each with one effect at most that owes
    return of_item + found + owned("others_forfeit")(printed) + 1  # and one that is copied


def sold_alternatives(printed: Catalogue) -> int:
    cards = [card for card in printed.cards.values() if card.colour in ("brown", "grey")]
    return sum(
        effect.kind == "produce" and len(effect.options) > 1
        for card in cards
        for effect in card.effects
    )


def costs(printed: Catalogue) -> list[Cost]:
    stages = [stage.cost for board in printed.boards.values() for stage in board.stages]
    return [*(card.cost for card in printed.cards.values()), *stages]


def sources(printed: Catalogue) -> int:
    """The payer's: own symbols, what is taken off, the bank's, and those of four sellers."""
    ships = [
        cost for yard in printed.shipyards.values() for row in yard.costs.values() for cost in row
    ]
    need = max(sum(cost.resources.values()) for cost in costs(printed))
    need += max(sum(cost.resources.values()) for cost in ships)
    own = owned("produce", alternatives=True)(printed)
    more = sum(
        owned(kind)(printed)
        for kind in ("own_kind", "missing_kind", "discount", "ship_discount", "bank_resource")
    )
    return own + more + 4 * (need + sold_alternatives(printed))


def shuffled(printed: Catalogue) -> int:
    """What lies in ``w.seen`` at a time: a deck with all that may be drawn for it, or hands."""
    decks = [
        len(printed.deck(age, MOST_PLAYERS))
        + sum(len(printed.extras(age, name, MOST_PLAYERS)) for name in ("cities", "armada"))
        + len(printed.guilds)
        for age in (1, 2, 3)
    ]
    boards = s.BOARDS + len(printed.wonders)
    hands, packs = MOST_PLAYERS * (s.HAND + 1), MOST_PLAYERS * (s.PACK + 1)
    return max(*decks, boards, hands, packs, len(printed.leaders))


def explored(printed: Catalogue) -> int:
    return sum(space.explore > 0 for track in printed.tracks.values() for space in track)


class Axis(NamedTuple):
    room: int
    needs: int
    why: str


AXES = {
    "one": Axis(1, 1, "a state"),
    "seat": Axis(s.SEATS, MOST_PLAYERS, "a place for each seat"),
    "age": Axis(3, AGES, "a place for each age"),
    "hand": Axis(s.HAND, HAND + 1, "a hand, and the card the Free City's holder draws (V2)"),
    "city": Axis(
        s.CITY,
        position_reader.LARGEST_CITY + AGES * (TURNS + 1) + most(owned("rebuild")) + s.QUEUE + 1,
        "what a position has, a card each turn and a last one, builds from the pile: its own, "
        "those a position owes, the one it asks for",
    ),
    "stage": Axis(s.STAGES, MOST_STAGES, "the catalogue's bound"),
    "victory": Axis(3, len(VICTORIES), "by value; the catalogue has no other"),
    "card": Axis(
        s.CARDS, ROOM["cards, leaders and islands"] + 1, "the catalogue's bound; and NONE"
    ),
    "building": Axis(s.CARDS // 8, (s.CARDS + 7) // 8, "a bit for each card"),
    "turn": Axis(
        s.TURNS, 1 + TURNS + 2, "recruiting, each turn, the last card, and what is left after it"
    ),
    "move": Axis(s.MOVE_WIDTH, s.BANK + 1, "its fields"),
    "queue": Axis(s.QUEUE, most(queue), "choices of one step; guarded, for positions may owe more"),
    "choice": Axis(4, 4, "kind, count, mask, source"),
    "asked": Axis(3, 3, "count, mask, source"),
    "leader": Axis(
        s.LEADERS,
        position_reader.MOST_LEADERS + s.PACK + most(drawn_leaders),
        "what a position has, a draft, what Roma draws; guarded",
    ),
    "pack": Axis(s.PACK, DRAFT, "so many are dealt"),
    "buried": Axis(
        s.BURIED, s.STAGES + most(owned("bury")), "what a position has, the board's; guarded"
    ),
    "box": Axis(s.BOX, ROOM["leaders"], "the catalogue's bound; guarded"),
    "island": Axis(
        s.ISLANDS,
        position_reader.MOST_ISLANDS + 2 * most(explored) + 1 + most(owned("draw_island")),
        "what a position has, has reached and asks for, spaces to come, cards; guarded",
    ),
    "level": Axis(3, len(LEVELS), "the catalogue's"),
    "of_level": Axis(s.LEVEL, ISLANDS_OF_A_LEVEL, "the catalogue has exactly so many; guarded"),
    "fleet": Axis(4, len(FLEETS), "a place for each fleet"),
    "space": Axis(s.SPACES, MOST_SPACES, "the catalogue's bound"),
    "token": Axis(7, len(s.NAVAL_VALUES), "by value; the catalogue has no other"),
    "loss": Axis(5, s.TAX + 1, "a place for each kind of loss"),
    "colour": Axis(s.COLOUR_COUNT, s.ISLAND + 1, "colours, leaders, islands; 0 for stages"),
    "alternatives": Axis(
        s.ALTERNATIVES,
        most(owned("produce", alternatives=True)),
        "of everything once; guarded, for positions may have copies",
    ),
    "symbol": Axis(4, len(SCIENCE) + 1, "and those of free choice"),
    "power": Axis(kinds.POWERS, kinds.SET_BONUS + 1, "a place for each kind and direction"),
    # scratch space
    "source": Axis(s.SOURCES, most(sources), "the payer's; guarded, for positions have copies"),
    "best": Axis(s.BEST, s.BEST, "`rooms.check_costs`, when the tables are made"),
    "missing": Axis(s.STATES, s.STATES, "`rooms.check_costs`, when the tables are made"),
    "resource": Axis(s.KINDS, len(RESOURCES), "a place for each kind"),
    "payment": Axis(s.PAYMENTS, s.PAYMENTS, "guarded; no game has half as many"),
    "payee": Axis(s.PAYEES, s.BANK - s.LEFT + 1, "left, right, those behind them, the bank"),
    "shuffled": Axis(s.CARDS, most(shuffled), "decks, boards, hands, packs"),
    "line": Axis(s.LINES, s.ISLANDS_LINE + 1, "a place for each line"),
    "use": Axis(
        s.USES,
        2 * 2 + s.STAGES * (1 + s.FLEETS) + 2,
        "build or by right, any stage, sell; each with any ship",
    ),
    "use_field": Axis(4, 4, "action, free, stage, ship"),
    "listed": Axis(s.LONGEST_MOVES, s.LONGEST_MOVES, "guarded; no game has half as many"),
    "side": Axis(2, 2, "left and right"),
    "paid": Axis(s.TOTALS, s.TOTALS, "guarded; sums of coins to one side"),
    # the tables
    "item": Axis(
        tables.ITEMS,
        tables.FIRST_BOARD + ROOM["sides of boards"],
        "cards, stages and boards, each within the catalogue's bound",
    ),
    "effect": Axis(tables.EFFECTS, MOST_EFFECTS, "the catalogue's bound"),
    "effect_field": Axis(tables.EFFECT_WIDTH, len(fields(Effect)), "a place for each field"),
    "board": Axis(s.BOARDS, ROOM["sides of boards"], "the catalogue's bound"),
    "deck": Axis(
        tables.DECK,
        most(lambda printed: max(len(printed.deck(age, 7)) for age in (1, 2, 3))),
        "exactly seven cards a player",
    ),
    "guild": Axis(tables.DECK, ROOM["guilds"], "the catalogue's bound"),
    "kind": Axis(len(kinds.NUMBER), len(kinds.NUMBER), "a place for each kind of effect"),
    "extra_box": Axis(2, 2, "Cities, Armada"),
    "extra": Axis(
        tables.EXTRAS, ROOM["black cards or Armada cards of an age"], "the catalogue's bound"
    ),
    "yard": Axis(s.SEATS, ROOM["shipyards"], "the catalogue's bound"),
    "track": Axis(6, len(fields(Space)), "a place for each field"),
    "place": Axis(3, PLACES, "the catalogue's bound"),
}
FIELDS: dict[str, dict[str, str]] = {
    "GAME": {
        "rng": "one",
        "board": "seat",
        "coins": "seat",
        "hand": "seat hand",
        "hand_n": "seat",
        "city": "seat city",
        "city_n": "seat",
        "stages": "seat",
        "under": "seat stage",
        "spent": "seat",
        "victories": "seat victory",
        "defeats": "seat",
        "discard": "card",
        "deal": "age seat hand",
        "pile": "hand",
        "laid": "age turn seat",
        "asked": "seat",
        "decided": "seat",
        "move": "seat move",
        "owed": "seat queue choice",
        "owed_n": "seat",
        "source": "seat asked",
        "leaders": "seat leader",
        "leaders_n": "seat",
        "leader_hand": "seat leader",
        "leader_hand_n": "seat",
        "pack": "seat pack",
        "pack_n": "seat",
        "buried": "seat buried",
        "buried_n": "seat",
        "copied": "seat",
        "box": "box",
        "islands": "seat island",
        "islands_n": "seat",
        "sea": "level of_level",
        "sea_n": "level",
        "drawn": "seat of_level",
        "drawn_n": "seat",
        "explores": "seat",
        "shipyard": "seat",
        "fleets": "seat fleet",
        "reached": "seat fleet",
        "naval_tokens": "seat token",
        "debts": "seat",
        "diplomacy": "seat",
        "raids": "seat",
        "caused": "seat loss",
        "bonus_taken": "seat",
        "built": "seat building",
        "symbols": "seat",
        "colours": "seat colour",
        "has": "seat",
        "reach": "seat",
        "choice": "seat alternatives",
        "choice_n": "seat",
        "sells": "seat",
        "offer": "seat",
        "shop": "seat alternatives",
        "shop_n": "seat",
        "cheap": "seat",
        "shields": "seat",
        "science": "seat symbol",
        "rights": "seat",
        "power": "seat power",
        "discount": "seat colour",
        "coins_on": "seat colour",
        "free_colours": "seat",
    },
    "WORK": {
        "source_mask": "source",
        "source_to": "source",
        "source_raw_price": "source",
        "source_made_price": "source",
        "rebate": "side",
        "most_uses": "payee",
        "best": "best",
        "multiset": "missing",
        "stride": "resource",
        "able": "resource",
        "reach": "side paid",
        "pay": "payment payee",
        "plain": "payment payee",
        "seen": "shuffled",
        "lines": "seat line",
        "shields": "seat",
        "pairs": "seat",
        "use": "use use_field",
        "moves": "listed move",
        "move": "one move",
        "rng": "one",
    },
    "TABLES": {
        "cost": "item",
        "coins": "item",
        "effects": "item effect effect_field",
        "effects_n": "item",
        "age": "card",
        "colour": "card",
        "building": "card",
        "accepts": "card",
        "grants": "card",
        "start": "board",
        "stages": "board",
        "wonder": "board",
        "deck": "age deck",
        "deck_players": "age deck",
        "deck_n": "age",
        "guilds": "guild",
        "power": "kind",
        "any_order": "board",
        "board_coins": "board",
        "promo": "board",
        "extra": "extra_box age extra",
        "extra_players": "extra_box age extra",
        "extra_n": "extra_box age",
        "leaders": "box",
        "leader_group": "box",
        "islands": "level of_level",
        "islands_n": "level",
        "ship_cost": "yard fleet space",
        "ship_coins": "yard fleet space",
        "wonder_fleet": "yard",
        "track": "fleet space track",
        "naval_rewards": "age place",
        "naval_penalties": "age",
    },
}
RECORDS: dict[str, np.dtype[Any]] = {"GAME": s.GAME, "WORK": s.WORK, "TABLES": TABLES}


@pytest.mark.parametrize("record", RECORDS)
def test_every_list_of_the_engine_is_named_here_with_what_its_places_are_for(record: str) -> None:
    dtype = RECORDS[record]
    shapes = {name: dtype[name].shape for name in dtype.names or () if dtype[name].shape}
    here = {
        name: tuple(AXES[axis].room for axis in axes.split())
        for name, axes in FIELDS[record].items()
    }
    assert here == shapes


@pytest.mark.parametrize("axis", AXES)
def test_every_list_has_room_for_the_most_there_can_be(axis: str) -> None:
    room, needs, why = AXES[axis]
    assert needs <= room, why


def test_whatever_a_game_brings_about_can_be_written_down_and_read() -> None:
    """The bounds for positions leave room for the largest city and the longest lists of a game."""
    copies = most(lambda printed: max(len(card.players) for card in printed.cards.values()))
    assert AGES * (TURNS + 1) + most(owned("rebuild")) + 1 <= position_reader.LARGEST_CITY
    assert s.PACK + most(drawn_leaders) <= position_reader.MOST_LEADERS
    assert most(explored) + most(owned("draw_island")) <= position_reader.MOST_ISLANDS
    assert copies <= position_reader.MOST_COPIES


def test_bits_and_bytes_have_room_too() -> None:
    """Chain symbols are bits of a number, seats bits of a byte; copies are counted in a byte."""
    assert ROOM["chain symbols"] < 64
    assert MOST_PLAYERS <= 8
    assert position_reader.MOST_COPIES + AGES * MOST_PLAYERS * s.HAND <= 255
    assert ROOM["cards, leaders and islands"] <= s.NONE
    assert len(COLOURS) < s.LEADER


def test_a_list_of_moves_has_room_for_every_sum_that_can_be_lost() -> None:
    """All but plays, which are guarded, are short: cards of the pile, or coins to lose."""
    assert scratch.Scratch(0).moves.shape == (s.LONGEST_MOVES, s.MOVE_WIDTH)
    assert max(s.CARDS, MOST_COINS) + 2 < s.LONGEST_MOVES
    assert scratch.Scratch(0).numbers["total"].shape == (1, s.SEATS)


@pytest.mark.parametrize("seed", range(2))
def test_a_step_has_far_fewer_events_than_are_kept(seed: int) -> None:
    """Whoever reads events sees that some were lost; eight with everything have the most."""
    game = GameSetup(8, "1st", "random", EXPANSIONS, False, "expert").new(seed)
    before, steps = 0, []
    for _ in walk(game, seed):
        steps.append(len(game.events) - before)
        before = len(game.events)
    assert 20 < max(steps) < scratch.EVENT_ROWS / 4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("resources", [{"wood": 60, "stone": 2}, dict.fromkeys(RESOURCES, 3)])
def test_a_cost_that_the_payer_has_no_room_for_is_refused(
    edition: str, resources: dict[str, int]
) -> None:
    printed = load(edition)
    statue = replace(printed.cards["statue"], cost=Cost(0, resources))
    with pytest.raises(CatalogueError, match=r"card\.statue: the cost is of more resources"):
        rooms.check_costs(replace(printed, cards={**printed.cards, "statue": statue}))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_printed_cost_is_within_the_payers_room(edition: str) -> None:
    rooms.check_costs(load(edition, EXPANSIONS))


WONDERS = ("gizah", "ephesos", "rhodos")
EACH = {"expansions": ["leaders", "cities", "armada"]}
TOO_MUCH: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "cards in a city": (
        {},
        {"city": ["altar"] * (position_reader.LARGEST_CITY + 1)},
        f"seat 0: city has {position_reader.LARGEST_CITY + 1} entries; "
        f"{position_reader.LARGEST_CITY} at most.",
    ),
    "leaders": (
        {},
        {"leaders": ["plato"] * 7, "leader_hand": ["nero"] * 6},
        f"seat 0: there are 13 leaders; {position_reader.MOST_LEADERS} at most.",
    ),
    "islands": (
        {},
        {"islands": ["lost"] * 10},
        f"seat 0: islands has 10 entries; {position_reader.MOST_ISLANDS} at most.",
    ),
    "copies of a card": (
        {"discard": ["altar"] * 16},
        {},
        f"discard has a card 16 times; {position_reader.MOST_COPIES} at most.",
    ),
    "islands of a level": (
        {
            "sea": [["lost"] * 8, [], []],
            "pending": {
                "step": "spaces",
                "asked": {"0": "island"},
                "drawn": [["lost", "lost"], [], []],
                "source": [[0, 0, 0]] * 3,
            },
        },
        {},
        "sea and the islands drawn have more than 9 of a level.",
    ),
}


@pytest.mark.parametrize(("table", "own", "message"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_a_position_beyond_these_bounds_is_refused(
    table: dict[str, Any], own: dict[str, Any], message: str
) -> None:
    seats = [{"wonder": wonder, "hand": ["altar"]} for wonder in WONDERS]
    seats[0] |= own
    with pytest.raises(PositionError) as caught:
        Game.from_position({**EACH, **table, "seats": seats})
    assert str(caught.value) == message


LISTS: dict[str, tuple[int, Callable[[Any, Any, Any], None]]] = {
    "city": (s.CITY, lambda g, t, ev: lasting.place_card(g, t, 0, 0)),
    "leaders": (s.LEADERS, lambda g, t, ev: at_once.recruit(g, t, 0, 0)),
    "buried": (s.BURIED, lambda g, t, ev: at_once.bury(g, t, 0, 0)),
    "islands": (s.ISLANDS, lambda g, t, ev: at_once.take_island(g, t, ev, 0, 0)),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_that_is_full_takes_no_more(name: str) -> None:
    room, add = LISTS[name]
    scratch.ensure_compiled()
    games, space = scratch.empty_game(), scratch.scratch()
    g, t = games[0], rulebook("2nd", EXPANSIONS).tables[0]
    g.rng[:] = chance.states(1)
    deal.clear(g, deal.Variant(seats=3, edition=2, free_city=0, expansions=7, teams=0, expert=0))
    g[name][1] = s.NONE
    for added in range(1, room + 3):
        add(g, t, space.no_events)
        assert g[f"{name}_n"][0] == min(added, room)
    assert (g[name][1] == s.NONE).all()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("expansions", [(), EXPANSIONS])
def test_the_payer_keeps_to_the_room_that_its_costs_need(
    edition: str, expansions: tuple[str, ...]
) -> None:
    """A GPU has no more of it (``device.works_for``)."""
    ensure_bots_compiled()
    setup = check_setup(Wanted(5, edition, expansions, seed=0))
    room = rooms.best_needed(setup.book.catalogue)
    assert room < s.BEST // 3
    space = scratch.Scratch(event_rows=0)
    space.work["best"][:] = 12345
    numbers = np.arange(200)
    seeds = numbers.astype(np.uint64)
    seated = bots_of_seats(numbers, setup.players)
    batch = batch_of(
        setup, ("random", "greedy", "random", "random", "greedy"), seated, seeds, seeds
    )
    results = np.zeros((len(numbers), setup.seats, RESULT_WIDTH), np.int16)
    g, t = scratch.empty_game()[0], setup.book.tables[0]
    play_games(g, t, batch, results, space.no_events, space.w)
    assert (space.work["best"][0, room:] == 12345).all()
    if expansions:  # without them there is hardly ever a cost that needs any of it
        assert (space.work["best"][0, :100] != 12345).all()
