"""Cities: science copied from the neighbours' green cards (C7), at its best use (L9)."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import pytest

from mirabilia import Game
from positions import EDITIONS, first_side, line, seat, table, with_cities

COPIES = {
    "1st": ("pigeon_loft", "spy_ring", "torture_chamber"),
    "2nd": ("pigeonhole", "band_of_spies", "torture_chamber"),
}
SYMBOLS = {
    "apothecary": 0,
    "workshop": 1,
    "scriptorium": 2,
    "dispensary": 0,
    "laboratory": 1,
    "library": 2,
    "school": 2,
    "lodge": 0,
    "observatory": 1,
    "university": 2,
    "academy": 0,
    "study": 1,
}


def scholars(own: str, left: str, right: str, far: str = "", edition: str = "2nd") -> Game:
    """A finished table: the own city between two others, and one that is no neighbour."""
    boards = [first_side(edition, board) for board in ("rhodos", "gizah", "ephesos", "olympia")]
    cities = (own, left, far, right)
    seats = [seat(board, city=city) for board, city in zip(boards, cities, strict=True)]
    return with_cities(*seats, phase="over")


def value(*symbols: int) -> int:
    """Squares, and 7 for each set of three different (B25)."""
    return sum(number * number for number in symbols) + 7 * min(symbols)


@pytest.mark.parametrize(
    ("edition", "card"), [(edition, card) for edition in EDITIONS for card in COPIES[edition]]
)
def test_a_card_copies_a_symbol_of_a_neighbour(edition: str, card: str) -> None:
    """C7: the best: here the one that makes a set; it counts among the green points."""
    own = f"{card} workshop scriptorium"
    game = scholars(own, "laboratory", "apothecary", edition=edition)
    assert line(game, 0, "green") == value(1, 1, 1) == 10
    assert line(game, 0, "black") == 0
    assert line(game, 3, "green") == 1  # its owner's card is unchanged
    game = scholars(own, "laboratory", "", "apothecary", edition=edition)
    assert line(game, 0, "green") == value(0, 2, 1)  # the fourth seat is no neighbour
    game = scholars(own, "altar", "", edition=edition)
    assert line(game, 0, "green") == 2
    game = scholars(f"{card} apothecary workshop", "", "", edition=edition)
    assert line(game, 0, "green") == 2  # own green cards are no neighbour's


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_green_card_of_a_neighbour_is_copied_once(edition: str) -> None:
    """C7: by all copying cards of a city together; another card may be of the same symbol."""
    one, two, three = COPIES[edition]
    assert line(scholars(f"{one} {two}", "apothecary", "", edition=edition), 0, "green") == 1
    game = scholars(f"{one} {two}", "apothecary dispensary", "", edition=edition)
    assert line(game, 0, "green") == 4
    game = scholars(f"{one} {two} {three}", "apothecary workshop", "", edition=edition)
    assert line(game, 0, "green") == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_card_of_both_neighbours_is_two_cards(edition: str) -> None:
    """C7: once for each neighbour."""
    one, two, three = COPIES[edition]
    game = scholars(f"{one} {two} {three}", "apothecary", "apothecary", edition=edition)
    assert line(game, 0, "green") == 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_cities_may_copy_the_same_card(edition: str) -> None:
    """C7: what one copies stays there for the other."""
    one, two, _ = COPIES[edition]
    game = with_cities(
        seat(first_side(edition, "rhodos"), city=one),
        seat(first_side(edition, "gizah"), city="academy"),
        seat(first_side(edition, "ephesos"), city=two),
        phase="over",
    )
    assert [line(game, of, "green") for of in range(3)] == [1, 1, 1]


def test_only_green_cards_are_copied() -> None:
    """C7: not a guild's, a stage's or a leader's symbol, nor one that was itself copied."""
    game = with_cities(
        seat("rhodos:day", city="pigeonhole"),
        seat("babylon:day", city="scientists_guild band_of_spies", stages=2),
        seat("ephesos:day", city="torture_chamber"),
        seat("gizah:day", city="academy"),
        phase="over",
    )
    assert [line(game, of, "green") for of in (0, 2)] == [1, 1]  # Gizah sits beside both
    position = game.position()
    position["seats"][3]["city"] = []
    assert [line(Game.from_position(position), of, "green") for of in (0, 2)] == [0, 0]


def test_a_majority_sign_is_no_symbol_to_copy() -> None:
    """C7: the Armada's green cards of majority and of islands show none."""
    game = table(
        seat("rhodos:day", city="pigeonhole workshop"),
        seat("gizah:day", city="navigation_firm cartographers_office"),
        seat("ephesos:day"),
        phase="over",
        expansions=["cities", "armada"],
    )
    assert line(game, 0, "green") == 1


def test_a_copied_symbol_decides_the_majority() -> None:
    """C7, L9: majorities come last: one more of the kind there is most of then."""
    game = table(
        seat("rhodos:day", city="pigeonhole navigation_firm workshop apothecary"),
        seat("gizah:day", city="laboratory"),
        seat("ephesos:day"),
        phase="over",
        expansions=["cities", "armada"],
    )
    assert line(game, 0, "green") == value(1, 3, 0)


def test_copied_and_free_symbols_are_chosen_together() -> None:
    """C7, L9: Babylon's and the guild's free symbols fill up what the copy does not."""
    for city, left, expected in (
        ("workshop laboratory", "apothecary", value(1, 2, 1)),  # free: the tablet
        ("workshop laboratory", "observatory", value(0, 4, 0)),  # 16, not 9 + 1
        ("apothecary workshop", "library", max(value(1, 2, 1), value(1, 1, 2))),
        ("", "academy", value(2, 0, 0)),
    ):
        game = with_cities(
            seat("babylon:day", city=f"pigeonhole {city}", stages=2),
            seat("gizah:day", city=left),
            seat("ephesos:day"),
            phase="over",
        )
        assert line(game, 0, "green") == expected


def test_ten_alike_are_a_hundred() -> None:
    """A18, B25, C7: squares go on without limit."""
    game = with_cities(
        seat(
            "babylon:day",
            city="apothecary dispensary lodge academy scientists_guild "
            "pigeonhole band_of_spies torture_chamber",
            stages=2,
        ),
        seat("gizah:day", city="apothecary dispensary lodge academy"),
        seat("ephesos:day"),
        phase="over",
    )
    assert line(game, 0, "green") == 9 * 9
    position = game.position()
    position["seats"][0]["city"].append("apothecary")
    assert line(Game.from_position(position), 0, "green") == 100


def best(own: list[int], free: int, cards: list[int], copies: int) -> int:
    """The most points by trying everything: which cards to copy, what free symbols to be."""
    most = 0
    for chosen in combinations(range(len(cards)), min(copies, len(cards))):
        for wild in product(range(3), repeat=free):
            counts = list(own)
            for symbol in [cards[at] for at in chosen] + list(wild):
                counts[symbol] += 1
            most = max(most, value(*counts))
    return most


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_best_use_is_found(edition: str) -> None:
    """B25, C7, L9: compared with trying everything, on many tables."""
    chance = random.Random(7)
    green = sorted(SYMBOLS)
    board, stages = ("babylon:A", 2) if edition == "1st" else ("babylon:day", 2)
    for _ in range(60):
        cities = [chance.sample(green, chance.randint(0, 6)) for _ in range(3)]
        copies = chance.randint(0, 3)
        guild = chance.random() < 0.5
        free_stage = chance.random() < 0.5
        extra: list[str] = [*COPIES[edition][:copies], *(["scientists_guild"] if guild else [])]
        boards = [board, first_side(edition, "gizah"), first_side(edition, "ephesos")]
        seats: list[dict[str, Any]] = [
            seat(name, city=" ".join(city)) for name, city in zip(boards, cities, strict=True)
        ]
        seats[0]["city"] += extra
        seats[0]["stages"] = stages if free_stage else 0
        own = [sum(SYMBOLS[card] == symbol for card in cities[0]) for symbol in range(3)]
        cards = [SYMBOLS[card] for city in cities[1:] for card in city]
        expected = best(own, guild + free_stage, cards, copies)
        assert line(with_cities(*seats, phase="over"), 0, "green") == expected
