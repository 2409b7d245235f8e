"""The engine's payer against one that tries everything (B10 to B15, C5, C6, L5).

The slow payer of `brute` assigns each resource to each symbol that could give it. Both must offer
the same payments, on bare sources and on random tables.
"""

import random
from collections import Counter
from typing import Any

import pytest

from brute import Payment, Source, Table, slow_payments
from conftest import sample
from mirabilia import Game
from mirabilia.catalogue import RESOURCES, load
from mirabilia.trade import payments

CHUNK = 250
CHUNKS = sample(range(120), 8)
TABLES = sample(range(120), 12)


def some_sources(rng: random.Random, most: int) -> list[list[str]]:
    """Symbols as cards have them: single, double, with two, three or four alternatives."""
    found: list[list[str]] = []
    for _ in range(rng.randint(0, most)):
        options = rng.sample(RESOURCES, rng.choices((1, 2, 3, 4), (6, 4, 1, 1))[0])
        found += [options] * (2 if len(options) == 1 and rng.random() < 0.3 else 1)
    return found


def a_case(rng: random.Random) -> dict[str, Any]:
    own = some_sources(rng, 4)
    kinds = rng.sample(RESOURCES, rng.randint(1, 4))
    resources = Counter(rng.choice(kinds) for _ in range(rng.randint(0, 6)))
    effects = [
        effect
        for effect, chance in {
            "west_trading_post": 0.3,
            "east_trading_post": 0.3,
            "marketplace": 0.3,
            "west_clandestine_wharf": 0.2,
            "east_clandestine_wharf": 0.2,
            "bilkis": 0.2,
            "secret_warehouse": 0.2,
            "black_market": 0.2,
            "one_resource_less": 0.2,
        }.items()
        if rng.random() < chance
    ]
    if rng.random() < 0.1:
        effects.append(rng.choice(("one_resource_less", "black_market", "bilkis")))
    return {
        "cost": {"coins": rng.choice((0, 0, 1, 3)), "resources": dict(resources)},
        "own": own,
        "left": some_sources(rng, 5),
        "right": some_sources(rng, 5),
        "effects": effects,
        "own_yellow": [at for at in range(len(own)) if rng.random() < 0.2],
        "coins": rng.choice((None, rng.randint(0, 12))),
    }


def by_trying_everything(case: dict[str, Any]) -> set[Payment]:
    effects = case["effects"]
    sources = [Source(frozenset(options), "own") for options in case["own"]]
    printed = [o for at, o in enumerate(case["own"]) if at not in case["own_yellow"]]
    kinds = frozenset(kind for options in printed for kind in options)
    any_kind = frozenset(RESOURCES)
    for effect in effects:
        if effect == "secret_warehouse":
            sources.append(Source(kinds, "own"))
        elif effect == "black_market":
            sources.append(Source(any_kind - kinds, "own"))
        elif effect == "one_resource_less":
            sources.append(Source(any_kind, "own"))
        elif effect == "bilkis":
            sources.append(Source(any_kind, "bank", 1, 1))
    made = 1 if "marketplace" in effects else 2
    for side, post in (("left", "west_trading_post"), ("right", "east_trading_post")):
        raw = 1 if post in effects else 2
        sources += [Source(frozenset(options), side, raw, made) for options in case[side]]
    return slow_payments(
        case["cost"]["resources"],
        sources,
        coins=case["cost"]["coins"],
        purse=case["coins"],
        wharves=(
            effects.count("west_clandestine_wharf"),
            effects.count("east_clandestine_wharf"),
        ),
    )


@pytest.mark.sweep
@pytest.mark.parametrize("chunk", CHUNKS)
def test_bare_sources_give_the_payments_of_trying_everything(chunk: int) -> None:
    rng = random.Random(chunk)
    for _ in range(CHUNK):
        case = a_case(rng)
        found = payments(**case)
        as_payments = [Payment(*(p.get(to, 0) for to in ("left", "right", "bank"))) for p in found]
        assert set(as_payments) == by_trying_everything(case), case
        assert len(set(as_payments)) == len(as_payments), case
        sums = [sum(payment) for payment in as_payments]
        assert sums == sorted(sums), case


def a_city(rng: random.Random, edition: str, size: int) -> list[str]:
    cards = load(edition).cards
    city: dict[str, str] = {}
    for card in rng.sample(sorted(cards), size):
        city.setdefault(cards[card].building, card)
    return sorted(city.values())


def a_table(rng: random.Random) -> dict[str, Any]:
    """A table that need not have come about by play, with much to sell and to buy."""
    edition = rng.choice(("1st", "2nd"))
    catalogue = load(edition)
    seats = rng.randint(3, 7)
    wonders = rng.sample(catalogue.wonders, seats)
    size = rng.randint(0, 22)
    entries = []
    for wonder in wonders:
        side = rng.choice(catalogue.sides)
        entries.append(
            {
                "wonder": wonder,
                "side": side,
                "stages": rng.randint(0, len(catalogue.boards[wonder, side].stages)),
                "coins": rng.choice((0, 1, 2, 3, 5, 8, 20)),
                "city": a_city(rng, edition, size),
                "hand": rng.sample(sorted(catalogue.cards), 7),
                "spent": rng.choice(([], ["free_build"])),
            }
        )
    return {"edition": edition, "age": 3, "turn": rng.randint(1, 6), "seats": entries}


@pytest.mark.sweep
@pytest.mark.parametrize("seed", TABLES)
def test_random_tables_give_the_moves_of_trying_everything(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(8):
        position = a_table(rng)
        game, table = Game.from_position(position), Table(position)
        for seat in range(game.seats):
            expected = table.plays(seat, game.hand(seat))
            assert set(map(str, game.moves(seat))) == expected, (seat, position)


def test_the_free_city_must_build_if_it_can() -> None:
    """V5, on random tables of two players and the Free City."""
    rng = random.Random(1)
    for _ in range(40):
        position = {**a_table(rng), "pile": [], "holder": 0}
        while len(position["seats"]) != 3 or position["edition"] != "1st":
            position = {**a_table(rng), "pile": [], "holder": 0}
        game = Game.from_position(position)
        game.play(0, rng.choice(game.moves(0)))
        left_over = Counter(game.hand(0)) - Counter([str(game.decided[0].card)])
        assert Counter(game.hand(2)) == left_over
        expected = Table(position).plays(2, game.hand(2))
        assert set(map(str, game.moves(2))) == expected, position
