"""The catalogue as arrays: what the compiled engine reads of a card, a board or a stage.

Cards stand at 0 to 255; stage k of board b is the item ``FIRST_STAGE + 4 b + k``. Whatever has
effects is an item, so that a stage is gained by the same code as a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from ..catalogue import Board, Card, Catalogue, Cost, Effect, load
from ..catalogue.model import COLOURS, COUNTED, EFFECT_KINDS, RESOURCES, SCIENCE, WHERE
from .state import BOARDS, CARDS, NONE, STAGES

EFFECTS = 6
FIRST_STAGE = CARDS
ITEMS = CARDS + BOARDS * STAGES
DECK = 96

# An effect is a row of these: the kind, the amount, a mask of options (resources, science
# symbols), what is counted, a mask of colours, a mask of cities (self, left, right).
KIND, AMOUNT, OPTIONS, COUNTED_THING, OF_COLOURS, IN_CITIES = range(6)
EFFECT_WIDTH = 6
(
    PRODUCE,
    POINTS,
    SHIELDS,
    SCIENCE_SYMBOL,
    COINS_NOW,
    COINS_PER,
    POINTS_PER,
    POINTS_IF_COMPLETE,
    BUY_AT,
    PLAY_LAST_CARD,
    FREE_BUILD,
    FREE_COLOUR,
    FREE_FIRST,
    FREE_LAST,
    REBUILD_FROM_PILE,
    COPY_GUILD,
) = range(len(EFFECT_KINDS))
COUNT_CARDS, COUNT_STAGES, COUNT_DEFEATS = range(len(COUNTED))
SELF, ON_LEFT, ON_RIGHT = 1, 2, 4

TABLES = np.dtype(
    (
        np.record,
        [
            ("cost", np.int64, (ITEMS,)),
            ("coins", np.int16, (ITEMS,)),
            ("effects", np.int16, (ITEMS, EFFECTS, EFFECT_WIDTH)),
            ("effects_n", np.int64, (ITEMS,)),
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
        ],
    )
)


@dataclass(frozen=True)
class Rulebook:
    """A catalogue with its arrays, and the way from ids to numbers and back."""

    catalogue: Catalogue
    tables: npt.NDArray[np.void]
    cards: tuple[Card, ...]
    boards: tuple[Board, ...]
    card_number: Mapping[str, int]
    board_number: Mapping[tuple[str, str], int]

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
        EFFECT_KINDS.index(effect.kind),
        effect.amount,
        mask_of(effect.options, names),
        COUNTED.index(effect.counted) if effect.counted else 0,
        sum(1 << (COLOURS.index(colour) + 1) for colour in effect.colours),
        mask_of(effect.where, WHERE),
    ]


def _fill_item(t: np.record, item: int, cost: Cost, effects: tuple[Effect, ...]) -> None:
    t.cost[item] = pack(cost.resources)
    t.coins[item] = cost.coins
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
def rulebook(edition: str) -> Rulebook:
    catalogue = load(edition)
    cards = tuple(catalogue.cards.values())
    boards = tuple(catalogue.boards.values())
    tables = np.zeros(1, TABLES)
    t = tables[0]
    buildings = {name: n for n, name in enumerate(dict.fromkeys(card.building for card in cards))}
    symbols = _symbols(catalogue)
    for number, card in enumerate(cards):
        _fill_item(t, number, card.cost, card.effects)
        t.age[number] = card.age
        t.colour[number] = COLOURS.index(card.colour) + 1
        t.building[number] = buildings[card.building]
        t.accepts[number] = sum(symbols[name] for name in _accepted(card))
        t.grants[number] = sum(symbols[name] for name in _granted(card))
        if card.is_guild:
            t.guilds[t.guilds_n] = number
            t.guilds_n += 1
        for players in card.players:
            age = card.age - 1
            t.deck[age, t.deck_n[age]] = number
            t.deck_players[age, t.deck_n[age]] = players
            t.deck_n[age] += 1
    wonders = catalogue.wonders
    t.boards_n = len(boards)
    for number, board in enumerate(boards):
        t.start[number] = RESOURCES.index(board.start) if board.start else NONE
        t.stages[number] = len(board.stages)
        t.wonder[number] = wonders.index(board.wonder)
        for index, stage in enumerate(board.stages):
            _fill_item(t, FIRST_STAGE + STAGES * number + index, stage.cost, stage.effects)
    return Rulebook(
        catalogue,
        tables,
        cards,
        boards,
        {card.id: number for number, card in enumerate(cards)},
        {(board.wonder, board.side): number for number, board in enumerate(boards)},
    )
