"""The catalogue as arrays: what the compiled engine reads of a card, a board or a stage.

Cards, leaders and islands stand at 0 to 255; stage k of board b is the item ``FIRST_STAGE + 4 b +
k``, what a board gives from the start the item ``FIRST_BOARD + b``. Whatever has effects is an
item, so that a stage is gained by the same code as a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from ..catalogue import Board, Card, Catalogue, Cost, Effect, Island, Leader, load
from ..catalogue.blocks import GROUPS
from ..catalogue.model import COLOURS, COUNTED, FLEETS, RESOURCES, SCIENCE, WHERE
from . import kinds
from .rooms import check_costs
from .state import BOARDS, BOX, CARDS, ISLAND, LEADER, LEVEL, NONE, SEATS, SPACES, STAGES

EFFECTS = 6
FIRST_STAGE = CARDS
FIRST_BOARD = CARDS + BOARDS * STAGES
ITEMS = FIRST_BOARD + BOARDS
DECK = 96
EXTRAS = 24
BY_AGE = -1  # a leader that costs as many coins as the age
_MOST_BOOKS = 64  # of as many catalogues; today's are twenty

# An effect is a row of these: the kind, the amount, a mask of options (resources, science
# symbols), what is counted, a mask of colours, a mask of cities (self, left, right).
KIND, AMOUNT, OPTIONS, COUNTED_THING, OF_COLOURS, IN_CITIES, VALUE_OF = range(7)
EFFECT_WIDTH = 7
(
    COUNT_CARD,
    COUNT_STAGE,
    COUNT_DEFEAT,
    COUNT_VICTORY,
    COUNT_COIN,
    COUNT_SET,
    COUNT_SCIENCE_SET,
    COUNT_VICTORY_PAIR,
    COUNT_LEADER,
    COUNT_ISLAND,
    COUNT_COMMERCE,
    COUNT_BEST_COLOUR,
    COUNT_SYMBOL,
) = range(len(COUNTED))
_COUNTED = {name: globals()[f"COUNT_{name.upper()}"] for name in COUNTED}
SELF, ON_LEFT, ON_RIGHT, FAR_LEFT, FAR_RIGHT, OTHERS = 1, 2, 4, 8, 16, 32

TRACK_NAVAL, TRACK_COMMERCE, TRACK_POINTS, TRACK_COINS, TRACK_TAX, TRACK_EXPLORE = range(6)
TABLES = np.dtype(
    (
        np.record,
        [
            ("cost", np.int64, (ITEMS,)),
            ("coins", np.int16, (ITEMS,)),
            ("effects", np.int16, (ITEMS, EFFECTS, EFFECT_WIDTH)),
            ("effects_n", np.int64, (ITEMS,)),
            ("cards_n", np.int64),  # without leaders and islands
            ("age", np.uint8, (CARDS,)),
            ("colour", np.uint8, (CARDS,)),
            ("building", np.uint8, (CARDS,)),
            ("accepts", np.int64, (CARDS,)),
            ("grants", np.int64, (CARDS,)),
            ("boards_n", np.int64),
            ("start", np.uint8, (BOARDS,)),  # the starting resource, or NONE
            ("stages", np.uint8, (BOARDS,)),
            ("wonder", np.uint8, (BOARDS,)),
            ("deck", np.uint8, (3, DECK)),  # every printed copy but the guilds
            ("deck_players", np.uint8, (3, DECK)),
            ("deck_n", np.int64, (3,)),
            ("guilds", np.uint8, (DECK,)),
            ("guilds_n", np.int64),
            ("power", np.uint8, (len(kinds.NUMBER),)),  # 1: summed up in `g.power`
            ("any_order", np.uint8, (BOARDS,)),
            ("board_coins", np.uint8, (BOARDS,)),
            ("promo", np.uint8, (BOARDS,)),
            ("extra", np.uint8, (2, 3, EXTRAS)),  # black cards and Armada cards of each age
            ("extra_players", np.uint8, (2, 3, EXTRAS)),
            ("extra_n", np.int64, (2, 3)),
            ("leaders", np.uint8, (BOX,)),
            ("leader_group", np.uint8, (BOX,)),
            ("leaders_n", np.int64),
            ("islands", np.uint8, (3, LEVEL)),
            ("islands_n", np.int64, (3,)),
            ("shipyards_n", np.int64),
            ("ship_cost", np.int64, (SEATS, 4, SPACES)),
            ("ship_coins", np.int16, (SEATS, 4, SPACES)),
            ("wonder_fleet", np.uint8, (SEATS,)),
            ("track", np.uint8, (4, SPACES, 6)),  # naval, commerce, points, coins, tax, explore
            ("naval_rewards", np.int16, (3, 3)),
            ("naval_penalties", np.int16, (3,)),
        ],
    )
)


@dataclass(frozen=True)
class Rulebook:
    """A catalogue with its arrays, and the way from ids to numbers and back."""

    catalogue: Catalogue
    tables: npt.NDArray[np.void]
    cards: tuple[Card | Leader | Island, ...]
    boards: tuple[Board, ...]
    card_number: Mapping[str, int]
    board_number: Mapping[tuple[str, str], int]
    shipyards: tuple[str, ...]

    def card_id(self, number: int) -> str:
        return self.cards[number].id


def pack(resources: Mapping[str, int]) -> int:
    """A multiset of resources in one number, a byte for each kind."""
    return sum(count << (8 * RESOURCES.index(kind)) for kind, count in resources.items())


def mask_of(options: tuple[str, ...], names: tuple[str, ...]) -> int:
    return sum(1 << names.index(option) for option in options)


def _effect_row(effect: Effect) -> list[int]:
    names = SCIENCE if effect.kind == "science" else RESOURCES
    return [
        kinds.NUMBER[effect.kind],
        effect.amount,
        mask_of(effect.options, names),
        _COUNTED[effect.counted] if effect.counted else 0,
        _colours(effect),
        mask_of(effect.where, WHERE),
        effect.value,
    ]


def _colours(effect: Effect) -> int:
    """A mask of colours, or of fleets for what advances them (all, where none is named)."""
    if effect.kind == "advance":
        return mask_of(effect.colours or FLEETS, FLEETS)
    return sum(1 << (COLOURS.index(colour) + 1) for colour in effect.colours)


def _fill_item(t: np.record, item: int, cost: Cost, effects: tuple[Effect, ...]) -> None:
    t.cost[item] = pack(cost.resources)
    t.coins[item] = BY_AGE if cost.by_age else cost.coins
    t.effects_n[item] = len(effects)
    for index, effect in enumerate(effects):
        t.effects[item, index] = _effect_row(effect)


def _symbols(catalogue: Catalogue) -> dict[str, int]:
    """A bit for every chain symbol (B15); the 1st edition names cards, which serve as symbols."""
    cards = catalogue.cards.values()
    names = dict.fromkeys(symbol for card in cards for symbol in _accepted(card))
    return {name: 1 << index for index, name in enumerate(names)}


def _accepted(card: Card) -> tuple[str, ...]:
    return card.accepts or card.free_with


def _granted(card: Card) -> tuple[str, ...]:
    return card.grants or ((card.id,) if card.makes_free else ())


@cache
def rulebook(edition: str, expansions: tuple[str, ...] = (), promo: bool = False) -> Rulebook:
    """The one of today's catalogue."""
    return rulebook_of(load(edition, expansions, promo))


@lru_cache(maxsize=_MOST_BOOKS)
def rulebook_of(catalogue: Catalogue) -> Rulebook:
    """A catalogue as arrays. How large they are does not depend on what stands in it, so that the
    same compiled code serves all.
    """
    check_costs(catalogue)
    cards: tuple[Card | Leader | Island, ...] = (
        *catalogue.cards.values(),
        *catalogue.leaders.values(),
        *catalogue.islands.values(),
    )
    boards = tuple(catalogue.boards.values())
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t.power[list(kinds.SUMMED)] = 1
    _fill_cards(t, catalogue)
    for number, leader in enumerate(catalogue.leaders.values(), len(catalogue.cards)):
        _fill_item(t, number, leader.cost, leader.effects)
        t.colour[number] = LEADER
        t.leaders[t.leaders_n] = number
        t.leader_group[t.leaders_n] = GROUPS.index(leader.group)
        t.leaders_n += 1
    first = len(catalogue.cards) + len(catalogue.leaders)
    for number, island in enumerate(catalogue.islands.values(), first):
        _fill_item(t, number, Cost(), island.effects)
        t.colour[number] = ISLAND
        level = island.level - 1
        t.islands[level, t.islands_n[level]] = number
        t.islands_n[level] += 1
    _fill_boards(t, catalogue)
    _fill_sea(t, catalogue)
    return Rulebook(
        catalogue,
        tables,
        cards,
        boards,
        {card.id: number for number, card in enumerate(cards)},
        {(board.wonder, board.side): number for number, board in enumerate(boards)},
        tuple(catalogue.shipyards),
    )


def _fill_cards(t: np.record, catalogue: Catalogue) -> None:
    cards = tuple(catalogue.cards.values())
    buildings = {name: n for n, name in enumerate(dict.fromkeys(card.building for card in cards))}
    symbols = _symbols(catalogue)
    t.cards_n = len(cards)
    for number, card in enumerate(cards):
        _fill_item(t, number, card.cost, card.effects)
        t.age[number] = card.age
        t.colour[number] = COLOURS.index(card.colour) + 1
        t.building[number] = buildings[card.building]
        t.accepts[number] = sum(symbols[name] for name in _accepted(card))
        t.grants[number] = sum(symbols[name] for name in _granted(card))
        age = card.age - 1
        if card.is_guild:
            t.guilds[t.guilds_n] = number
            t.guilds_n += 1
        elif card.expansion:
            box = 0 if card.expansion == "cities" else 1
            t.extra[box, age, t.extra_n[box, age]] = number
            t.extra_players[box, age, t.extra_n[box, age]] = card.players[0] if card.players else 0
            t.extra_n[box, age] += 1
        else:
            for players in card.players:
                t.deck[age, t.deck_n[age]] = number
                t.deck_players[age, t.deck_n[age]] = players
                t.deck_n[age] += 1


def _fill_boards(t: np.record, catalogue: Catalogue) -> None:
    wonders = catalogue.wonders
    t.boards_n = len(catalogue.boards)
    for number, board in enumerate(catalogue.boards.values()):
        t.start[number] = RESOURCES.index(board.start) if board.start else NONE
        t.stages[number] = len(board.stages)
        t.wonder[number] = wonders.index(board.wonder)
        t.any_order[number] = board.any_order
        t.board_coins[number] = board.coins
        t.promo[number] = board.promo
        _fill_item(t, FIRST_BOARD + number, Cost(), board.effects)
        for index, stage in enumerate(board.stages):
            _fill_item(t, FIRST_STAGE + STAGES * number + index, stage.cost, stage.effects)


def _fill_sea(t: np.record, catalogue: Catalogue) -> None:
    """Shipyards, tracks and the tokens of naval conflicts (A2, A5, A14)."""
    t.shipyards_n = len(catalogue.shipyards)
    for number, shipyard in enumerate(catalogue.shipyards.values()):
        t.wonder_fleet[number] = FLEETS.index(shipyard.wonder_fleet)
        for fleet, colour in enumerate(FLEETS):
            for space, cost in enumerate(shipyard.costs[colour], 1):
                t.ship_cost[number, fleet, space] = pack(cost.resources)
                t.ship_coins[number, fleet, space] = cost.coins
    for fleet, colour in enumerate(FLEETS):
        for at, stop in enumerate(catalogue.tracks.get(colour, ())):
            t.track[fleet, at] = (
                stop.naval,
                stop.commerce,
                stop.points,
                stop.coins,
                stop.tax,
                stop.explore,
            )
    for age, rewards in enumerate(catalogue.naval_rewards):
        t.naval_rewards[age, : len(rewards)] = rewards
        t.naval_penalties[age] = catalogue.naval_penalties[age]
