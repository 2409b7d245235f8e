"""Science at the end with leaders, black cards and Armada cards (L9, C7): the best, by trying all.

A slow player writes down every way to settle free symbols, copies, Aganice's change and the
majorities, and takes the best; the engine must find as much.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from mirabilia import Game
from positions import EDITIONS, first_side, line, seat, table

Counts = tuple[int, int, int]

SIGNS = ("cabinet_of_explorers", "navigation_firm", "circle_of_captains")  # of Armada
GREEN = (
    ("apothecary", "dispensary", "lodge", "academy"),  # compass
    ("workshop", "laboratory", "observatory", "study"),  # gear
    ("scriptorium", "library", "university", "school"),  # tablet
)
SYMBOL_LEADERS = ("euclid", "pythagoras", "ptolemy")
SPIES = {
    "1st": ("pigeon_loft", "spy_ring", "torture_chamber"),
    "2nd": ("pigeonhole", "band_of_spies", "torture_chamber"),
}


def plus(counts: Counts, kind: int, number: int = 1) -> Counts:
    changed = list(counts)
    changed[kind] += number
    return changed[0], changed[1], changed[2]


def with_free(counts: Counts, free: int) -> Iterator[Counts]:
    for kinds in itertools.combinations_with_replacement(range(3), free):
        result = counts
        for kind in kinds:
            result = plus(result, kind)
        yield result


def with_copies(counts: Counts, copies: int, around: list[int]) -> Iterator[Counts]:
    """Each copying card takes a symbol of another green card of the neighbours, or none."""
    for number in range(min(copies, len(around)) + 1):
        for kinds in set(itertools.combinations(sorted(around), number)):
            result = counts
            for kind in kinds:
                result = plus(result, kind)
            yield result


def with_swap(counts: Counts) -> Iterator[Counts]:
    yield counts
    for one in range(3):
        if counts[one]:
            for other in range(3):
                yield plus(plus(counts, one, -1), other)


def with_majorities(counts: Counts, number: int) -> Iterator[Counts]:
    if number == 0:
        yield counts
        return
    for kind in range(3):
        if counts[kind] == max(counts):
            yield from with_majorities(plus(counts, kind), number - 1)


def points_of(counts: Counts) -> int:
    return sum(count * count for count in counts) + 7 * min(counts)


def best(
    counts: Counts,
    *,
    free: int = 0,
    copies: int = 0,
    around: list[int] | None = None,
    swap: bool = False,
    majorities: int = 0,
    aristotle: bool = False,
) -> tuple[int, set[tuple[int, int]]]:
    """The most points, and how they can be parted between the green line and Aristotle."""
    ways = {
        (points_of(end), 3 * min(end) if aristotle else 0)
        for chosen in with_free(counts, free)
        for copied in with_copies(chosen, copies, around or [])
        for changed in (with_swap(copied) if swap else [copied])
        for end in with_majorities(changed, majorities)
    }
    most = max(green + sets for green, sets in ways)
    return most, {way for way in ways if sum(way) == most}


def test_the_slow_player_knows_the_examples() -> None:
    """B25, L9: 3/2/1 are 21 points, 3/2/2 are 31."""
    assert best((3, 2, 1))[0] == 21
    assert best((3, 2, 2))[0] == best((3, 2, 1), free=1)[0] == 31
    assert best((2, 2, 0), swap=True)[0] == 13  # 2/1/1
    assert best((1, 1, 0), majorities=1)[0] == 5
    assert best((0, 0, 0), copies=2, around=[1, 1, 2])[0] == 4


def greens(counts: Counts) -> list[str]:
    """Copies of a card for each symbol: a position takes what could not have come about by play."""
    return [GREEN[kind][0] for kind in range(3) for _ in range(counts[kind])]


def scholar(
    edition: str,
    counts: Counts,
    leaders: list[str],
    *,
    free: int = 0,
    spies: int = 0,
    left: list[str] | None = None,
    right: list[str] | None = None,
    more: list[str] | None = None,
    expansions: tuple[str, ...] = ("leaders",),
) -> Game:
    city = greens(counts) + ["scientists_guild"] * free + list(SPIES[edition][:spies])
    return table(
        seat(first_side(edition, "rhodos"), "", " ".join(city + (more or [])), leaders=leaders),
        seat(first_side(edition, "gizah"), "", " ".join(left or [])),
        seat(first_side(edition, "olympia"), "", " ".join(right or [])),
        expansions=list(expansions),
        phase="over",
        age=3,
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("counts", "leaders", "free", "green", "sets"),
    [
        ((1, 1, 1), ["aristotle"], 0, 10, 3),
        ((2, 2, 2), ["aristotle"], 0, 26, 6),
        ((0, 0, 0), ["aristotle"], 0, 0, 0),
        ((1, 1, 0), ["aristotle", "ptolemy"], 0, 10, 3),  # leaders' symbols make sets
        ((4, 1, 0), ["aristotle"], 1, 25, 3),  # 4/1/1
        ((4, 1, 0), ["sappho"], 1, 26, 2),  # 5/1/0; Sappho's 2 points in any case
        ((4, 4, 0), ["aristotle"], 1, 40, 3),  # 4/4/1, not 5/4/0 with 41
        ((4, 1, 1), ["aganice"], 0, 26, 0),  # 5/1/0, not 4/1/1 with 25
        ((3, 0, 0), ["enheduanna"], 0, 16, 0),
        ((2, 2, 1), ["enheduanna"], 0, 21, 0),
        ((2, 2, 2), ["enheduanna"], 0, 31, 0),
        ((0, 0, 0), ["euclid", "pythagoras", "ptolemy"], 0, 10, 0),
        ((0, 0, 0), ["euclid", "pythagoras", "aganice"], 0, 4, 0),  # also a leader's symbol
        ((0, 0, 0), ["aganice"], 0, 0, 0),  # nothing to change
    ],
)
def test_examples_of_science_with_leaders(
    edition: str, counts: Counts, leaders: list[str], free: int, green: int, sets: int
) -> None:
    """L9: worked out by hand."""
    game = scholar(edition, counts, leaders, free=free)
    assert (line(game, 0, "green"), line(game, 0, "leaders")) == (green, sets)


def a_case(rng: random.Random, cities: bool, armada: bool) -> dict[str, Any]:
    high = rng.choice((2, 4, 6))
    case: dict[str, Any] = {
        "counts": (rng.randint(0, high), rng.randint(0, high), rng.randint(0, 4)),
        "free": rng.choice((0, 0, 1, 2, 3)),
        "symbols": rng.sample(range(3), rng.choice((0, 0, 1, 2))),
        "swap": rng.random() < 0.5,
        "enheduanna": rng.random() < 0.5,
        "aristotle": rng.random() < 0.5,
        "spies": rng.randint(0, 3) if cities else 0,
        "left": [],
        "right": [],
        "signs": rng.randint(0, 3) if armada else 0,
    }
    all_green = [card for cards in GREEN for card in cards]
    for side in ("left", "right"):
        case[side] = rng.sample(all_green, rng.randint(0, 4))
        if armada:  # a majority sign can't be copied
            case[side] += rng.sample(SIGNS, rng.randint(0, 2))
    return case


def compare(edition: str, case: dict[str, Any], expansions: tuple[str, ...]) -> None:
    leaders = [SYMBOL_LEADERS[kind] for kind in case["symbols"]]
    leaders += ["aganice"] * case["swap"] + ["enheduanna"] * case["enheduanna"]
    leaders += ["aristotle"] * case["aristotle"]
    signs = list(SIGNS[: case["signs"]])
    game = scholar(
        edition,
        case["counts"],
        leaders,
        free=case["free"],
        spies=case["spies"],
        left=case["left"],
        right=case["right"],
        more=signs,
        expansions=expansions,
    )
    counts = case["counts"]
    for kind in case["symbols"]:
        counts = plus(counts, kind)
    around = [
        kind
        for side in ("left", "right")
        for kind in range(3)
        for card in case[side]
        if card in GREEN[kind]
    ]
    most, ways = best(
        counts,
        free=case["free"],
        copies=case["spies"],
        around=around,
        swap=case["swap"],
        majorities=case["enheduanna"] + len(signs),
        aristotle=case["aristotle"],
    )
    found = (line(game, 0, "green"), line(game, 0, "leaders"))
    assert sum(found) == most, case
    assert found in ways, case


@pytest.mark.parametrize("edition", EDITIONS)
def test_science_with_leaders_is_the_best_there_is(edition: str) -> None:
    """L9: free symbols, Aganice, Enheduanna and Aristotle together."""
    rng = random.Random(f"leaders {edition}")
    for _ in range(300):
        compare(edition, a_case(rng, False, False), ("leaders",))


@pytest.mark.parametrize("edition", EDITIONS)
def test_science_with_copied_symbols_is_the_best_there_is(edition: str) -> None:
    """L9, C7: each green card of a neighbour is copied once at most; Aganice may change a copy."""
    rng = random.Random(f"cities {edition}")
    for _ in range(300):
        compare(edition, a_case(rng, True, False), ("leaders", "cities"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_science_with_several_majorities_is_the_best_there_is(edition: str) -> None:
    """L9: majorities come last, one at a time."""
    rng = random.Random(f"armada {edition}")
    for _ in range(200):
        compare(edition, a_case(rng, True, True), ("leaders", "cities", "armada"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_green_cards_of_a_leaders_owner_count_as_cards_only(edition: str) -> None:
    """L9: Hypatia and Theano count green cards, not the symbols of leaders."""
    game = scholar(edition, (1, 1, 0), ["hypatia", "euclid", "ptolemy"])
    assert line(game, 0, "leaders") == 2
    game = scholar(edition, (1, 0, 0), ["theano", "euclid"], left=["workshop"])
    assert line(game, 0, "leaders") == 0


def test_babylons_symbol_is_of_free_choice_too() -> None:
    """B25, L9: stage, guild and leaders are settled together."""
    game = table(
        seat(
            "babylon:day",
            "",
            "apothecary workshop scientists_guild",
            stages=2,
            leaders=["aristotle"],
        ),
        seat("gizah:day"),
        seat("rhodos:day"),
        expansions=["leaders"],
        phase="over",
    )
    assert (line(game, 0, "green"), line(game, 0, "leaders")) == (4 + 1 + 1 + 7, 3)
