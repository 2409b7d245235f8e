"""The engine's payer against one that tries everything (B10 to B15, A3, A13, C5, C6, L5).

The slow payer of `brute` assigns each resource to each symbol that could give it. Both must offer
the same payments, on bare sources and on random tables with everything that helps to pay.
"""

import random
from collections import Counter
from typing import Any

import pytest

from brute import (
    EVERYTHING,
    FLEETS,
    SUBSETS,
    Payment,
    Source,
    Table,
    check_quotes,
    each,
    slow_payments,
)
from conftest import sample
from mirabilia import Game
from mirabilia.catalogue import RESOURCES, Catalogue, load
from mirabilia.trade import payments

CHUNK = 250
CHUNKS = sample(range(120), 8)
TABLES = sample(range(120), 12)
FULL_TABLES = sample(range(400), 24)
TABLES_EACH = 60
RICH_TABLES = sample(range(60), 5)


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
        each(case["cost"]["resources"]),
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
        as_payments = [Payment(**payment) for payment in found]
        assert set(as_payments) == by_trying_everything(case), case
        assert len(set(as_payments)) == len(as_payments), case
        sums = [sum(payment) for payment in as_payments]
        assert sums == sorted(sums), case


def a_city(rng: random.Random, catalogue: Catalogue, size: int) -> list[str]:
    """Any cards, and often those that help to pay."""
    cards = catalogue.cards
    useful = [card.id for card in cards.values() if any(e.kind in HELP for e in card.effects)]
    drawn = rng.sample(sorted(cards), size)
    drawn += [card for card in useful if rng.random() < size / 60]
    city: dict[str, str] = {}
    for card in drawn:
        city.setdefault(cards[card].building, card)
    return sorted(city.values())


HELP = {
    "buy_at",
    "discount",
    "free_colour",
    "free_colour_once",
    "bank_resource",
    "own_kind",
    "missing_kind",
    "start_rebate",
    "wharf",
    "free_stage_resources",
    "far_trade",
    "stage_advances_any",
    "ship_discount",
    "recruit_discount",
    "free_recruit",
}


def a_table(rng: random.Random, expansions: tuple[str, ...] = ()) -> dict[str, Any]:
    """A table that need not have come about by play, with much to sell and to buy."""
    edition = rng.choice(("1st", "2nd"))
    catalogue = load(edition, expansions)
    seats = rng.randint(3, 8 if edition == "1st" and "armada" in expansions else 7)
    wonders = rng.sample(catalogue.wonders, seats)
    size = rng.randint(0, 22)
    entries = []
    for seat, wonder in enumerate(wonders):
        board = catalogue.boards[rng.choice([key for key in catalogue.boards if key[0] == wonder])]
        stages = list(range(1, len(board.stages) + 1))
        number = rng.randint(0, len(stages))
        entry = {
            "wonder": wonder,
            "side": board.side,
            "stages": sorted(rng.sample(stages, number)) if board.any_order else number,
            "coins": rng.choice((0, 1, 2, 3, 5, 8, 20)),
            "city": a_city(rng, catalogue, size),
            "hand": rng.sample(sorted(catalogue.cards), 7),
            "spent": rng.choice(([], ["free_build"], ["free_black"], ["free_build", "free_black"])),
        }
        entries.append(entry | an_expansion_entry(rng, catalogue, seat))
    last = 6 + ("cities" in expansions) + ("armada" in expansions and seats < 8)
    return {
        "edition": edition,
        "expansions": list(expansions),
        "age": rng.randint(1, 3),
        "turn": rng.choice((1, rng.randint(2, last - 1), last)),
        "seats": entries,
        "seed": 1,
    }


def an_expansion_entry(rng: random.Random, catalogue: Catalogue, seat: int) -> dict[str, Any]:
    """Leaders, islands and fleets of a seat; those that help to pay more often than others."""
    found: dict[str, Any] = {}
    if catalogue.leaders:
        useful = [
            leader.id
            for leader in catalogue.leaders.values()
            if any(effect.kind in HELP for effect in leader.effects)
        ]
        mine = [leader for leader in useful if rng.random() < 0.25]
        found["leaders"] = [*mine, *rng.sample(sorted(set(catalogue.leaders) - {*mine}), 1)][:8]
        others = sorted(set(catalogue.leaders) - set(found["leaders"]))
        found["leader_hand"] = rng.sample(others, 3)
        found["copied"] = rng.choice(
            (None, None, *(leader for leader in useful if leader in others))
        )
    if catalogue.islands:
        likely = ("overgrown", "virgin", "abandoned", "ancient", "lost")
        found["islands"] = [
            island for island in likely if rng.random() < (0.1 if island == "lost" else 0.25)
        ]
        found["shipyard"] = sorted(catalogue.shipyards)[seat % len(catalogue.shipyards)]
        found["fleets"] = {colour: rng.randint(0, 6) for colour in FLEETS}
    return found


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


@pytest.mark.sweep
@pytest.mark.parametrize("seed", FULL_TABLES)
def test_random_tables_with_expansions_give_the_moves_of_trying_everything(seed: int) -> None:
    """A random seat of each table; its hand, or the leaders it may recruit."""
    rng = random.Random(1000 + seed)
    for number in range(TABLES_EACH):
        expansions = EVERYTHING if number % 2 else rng.choice(SUBSETS)
        position = a_table(rng, expansions)
        if "leaders" in expansions and number % 7 == 0:
            position |= {"phase": "leader", "turn": 0}
            for entry in position["seats"]:
                entry["hand"] = []
        game, table = Game.from_position(position), Table(position)
        for seat in rng.sample(range(game.seats), 2):
            kind = game.decision(seat).kind
            expected = table.moves(seat, kind, game.hand(seat))
            offered = list(map(str, game.moves(seat)))
            assert set(offered) == expected, (seat, position)
            assert len(set(offered)) == len(offered)
            check_quotes(game, seat)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", RICH_TABLES)
def test_a_city_with_everything_that_helps_to_pay(seed: int) -> None:
    """Rich, producing little, among neighbours that sell much: dozens of payments for a card."""
    rng = random.Random(5000 + seed)
    for _ in range(3):
        position = a_table(rng, EVERYTHING)
        catalogue = load(position["edition"], EVERYTHING)
        for entry in position["seats"]:
            sold = [c.id for c in catalogue.cards.values() if c.colour in ("brown", "grey")]
            entry["city"] = rng.sample(sold, rng.randint(6, len(sold) - 2))
        dear = sorted(catalogue.cards.values(), key=lambda card: sum(card.cost.resources.values()))
        helpers = [c.id for c in catalogue.cards.values() if {e.kind for e in c.effects} & HELP]
        position["seats"][0] |= {
            "coins": rng.choice((6, 12, 40)),
            "city": rng.sample(helpers, len(helpers) - rng.randint(0, 4)),
            "hand": [card.id for card in rng.sample(dear[-30:], 2)],
            "leaders": ["bilkis", "imhotep", "hammurabi"],
            "stages": [] if catalogue.boards[wonder_of(position)].any_order else 0,
            "copied": None,
        }
        game = Game.from_position(position)
        offered = list(map(str, game.moves(0)))
        assert set(offered) == Table(position).plays(0, game.hand(0)), position


def wonder_of(position: dict[str, Any]) -> tuple[str, str]:
    entry = position["seats"][0]
    return entry["wonder"], entry["side"]


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
