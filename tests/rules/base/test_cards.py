"""Every card and every stage of the base game: what it costs, and what it does.

Costs and simple effects are read from the catalogue and interpreted here, apart from the engine;
what counts cards is shown by hand-set cities.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from mirabilia.catalogue import Board, Card, Effect, Stage, load
from positions import (
    EDITIONS,
    SIDES,
    first_side,
    happened,
    line,
    makers,
    of_seat,
    offered,
    plain,
    play,
    seat,
    table,
    tokens,
    ways,
)

CARDS = [(edition, card) for edition in EDITIONS for card in load(edition).cards.values()]
STAGES = [
    pytest.param(edition, board, number, id=f"{board.id}-{number}")
    for edition in EDITIONS
    for board in load(edition).boards.values()
    for number in range(1, len(board.stages) + 1)
]
# A card of age I for each resource, which costs just that.
PROBES = {
    "wood": "stockade",
    "stone": "baths",
    "ore": "barracks",
    "clay": "guard_tower",
    "glass": "workshop",
    "papyrus": "scriptorium",
    "loom": "apothecary",
}
SYMBOLS = {
    "compass": ("apothecary", "dispensary"),
    "gear": ("workshop", "laboratory"),
    "tablet": ("scriptorium", "school"),
}


def of_kind(effects: tuple[Effect, ...], kind: str) -> list[Effect]:
    return [effect for effect in effects if effect.kind == kind]


def cards_that(test: Callable[[Card], object]) -> pytest.MarkDecorator:
    """Run a test for every card of both editions of which something is true."""
    chosen = [
        pytest.param(edition, card, id=f"{edition}-{card.id}")
        for edition, card in CARDS
        if test(card)
    ]
    return pytest.mark.parametrize(("edition", "card"), chosen)


def amount(effects: tuple[Effect, ...], kind: str) -> int:
    return sum(effect.amount for effect in of_kind(effects, kind))


def less(resources: Mapping[str, int], kind: str | None) -> dict[str, int]:
    return {k: n - (k == kind) for k, n in resources.items()}


def city_paying(resources: Mapping[str, int], start: str | None) -> str:
    """A city that, with the board's start, makes exactly these resources."""
    return makers(less(resources, start))


def shields_win(edition: str, own: Mapping[str, Any], shields: int) -> bool:
    """Whether a seat has exactly so many shields: it beats one fewer, and draws with as many."""
    weaker = seat(first_side(edition, "gizah"), city="stockade " * (shields - 1))
    equal = seat(first_side(edition, "ephesos"), city="stockade " * shields)
    game = table(own, weaker, equal, age=3, phase="war")
    return tokens(game, 0) == ([5], 0)


@cards_that(lambda card: True)
def test_a_card_costs_what_is_printed(edition: str, card: Card) -> None:
    """B7, B10: the resources of its cost are enough, one of any kind fewer is not."""

    def game_with(resources: Mapping[str, int], coins: int) -> Any:
        city = city_paying(resources, "stone")
        own = seat(first_side(edition, "gizah"), f"{card.id} altar", city, coins=coins)
        return table(own, *plain(edition, "rhodos", "ephesos"), age=card.age)

    cost = card.cost
    game = game_with(cost.resources, cost.coins)
    paid = f"@B{cost.coins}" if cost.coins else ""
    assert ways(game, 0, f"build:{card.id}") == {paid}
    for kind, number in cost.resources.items():
        if kind != "stone" or number > 1:
            short = game_with(less(cost.resources, kind), cost.coins)
            assert ways(short, 0, f"build:{card.id}") == set()
    if cost.coins:
        assert ways(game_with({}, cost.coins - 1), 0, f"build:{card.id}") == set()
    play(game, f"build:{card.id}{paid}")
    assert game.city(0)[-1] == card.id


@pytest.mark.parametrize(("edition", "board", "number"), STAGES)
def test_a_stage_costs_what_is_printed(edition: str, board: Board, number: int) -> None:
    """B8, B10: the resources of its cost are enough, one of any kind fewer is not."""

    earlier = [effect for stage in board.stages[: number - 1] for effect in stage.effects]

    def game_with(resources: Mapping[str, int]) -> Any:
        for effect in earlier:  # Alexandria's stages help to pay for the next
            for kind in set(effect.options) & set(resources) if effect.kind == "produce" else ():
                resources = less(resources, kind)
        city = city_paying(resources, board.start)
        own = seat(board.id, "altar theater", city, stages=number - 1, coins=0)
        others = [wonder for wonder in ("gizah", "rhodos", "ephesos") if wonder != board.wonder]
        return table(own, *plain(edition, *others[:2]))

    cost = board.stages[number - 1].cost
    assert cost.coins == 0
    game = game_with(cost.resources)
    assert ways(game, 0, "stage:altar") == {""}
    for kind, needed in cost.resources.items():
        if kind != board.start or needed > 1:
            assert ways(game_with(less(cost.resources, kind)), 0, "stage:altar") == set()
    play(game, "stage:altar")
    assert of_seat(game, 0)["stages"] == number
    stage: Stage = board.stages[number - 1]
    assert game.coins(0) == amount(stage.effects, "coins")
    assert line(game, 0, "wonder") == sum(
        amount(built.effects, "points") for built in board.stages[:number]
    )


@cards_that(lambda card: of_kind(card.effects, "produce"))
def test_a_card_produces_what_is_printed(edition: str, card: Card) -> None:
    """B11, B12, B17: for its owner; brown and grey cards also for sale."""
    options = {option for effect in of_kind(card.effects, "produce") for option in effect.options}
    probes = " ".join(PROBES.values())
    producer = seat(first_side(edition, "halikarnassos"), probes, card.id, coins=0)
    game = table(producer, *plain(edition, "gizah", "ephesos"))
    assert offered(game, 0, "build") == {f"build:{PROBES[kind]}" for kind in options | {"loom"}}
    buyer = seat(first_side(edition, "gizah"), probes, coins=9)
    game = table(buyer, {**producer, "hand": []}, seat(first_side(edition, "gizah"), coins=0))
    sold = {"loom"} | (options if card.colour in ("brown", "grey") else set())
    assert offered(game, 0, "build") == {"build:baths"} | {
        f"build:{PROBES[kind]}@L2" for kind in sold - {"stone"}
    }


@pytest.mark.parametrize(
    ("board", "card"),
    [
        ("gizah:B", "sawmill"),
        ("alexandria:A", "quarry"),
        ("halikarnassos:A", "brickyard"),
        ("halikarnassos:B", "foundry"),
        ("gizah:day", "sawmill"),
        ("babylon:night", "quarry"),
        ("ephesos:day", "brickyard"),
        ("halikarnassos:day", "foundry"),
    ],
)
def test_a_brown_card_of_age_two_gives_two_of_its_resource(board: str, card: str) -> None:
    """B11: two symbols for the owner, and two for sale."""
    edition = "1st" if board[-1] in "AB" else "2nd"
    neighbours = plain(edition, "olympia", "rhodos")
    assert ways(table(seat(board, "altar", card, coins=0), *neighbours), 0, "stage:altar") == {""}
    neighbours[0] = seat(first_side(edition, "olympia"), city=card)
    assert "@L4" in ways(table(seat(board, "altar", coins=4), *neighbours), 0, "stage:altar")


@cards_that(lambda card: of_kind(card.effects, "points"))
def test_a_blue_card_is_worth_its_points(edition: str, card: Card) -> None:
    """B24: in the blue line, and nowhere else."""
    assert card.colour == "blue"
    own = seat(first_side(edition, "rhodos"), city=card.id, coins=0)
    game = table(own, *plain(edition, "gizah", "ephesos"), phase="over")
    sheet = game.scores()[0]
    assert sheet.lines["blue"] == sheet.total == amount(card.effects, "points")


@cards_that(lambda card: of_kind(card.effects, "shields"))
def test_a_red_card_has_its_shields(edition: str, card: Card) -> None:
    """B23: they decide the war."""
    assert card.colour == "red"
    own = seat(first_side(edition, "rhodos"), city=card.id)
    assert shields_win(edition, own, amount(card.effects, "shields"))
    assert {1: 1, 2: 2, 3: 3}[card.age] == amount(card.effects, "shields")


@cards_that(lambda card: card.colour == "green")
def test_a_green_card_has_its_symbol(edition: str, card: Card) -> None:
    """B25: with a card of the same symbol 4 points, of another 2."""
    (effect,) = card.effects
    for symbol, pair in SYMBOLS.items():
        other = next(name for name in pair if name != card.id)
        own = seat(first_side(edition, "rhodos"), city=f"{card.id} {other}", coins=0)
        game = table(own, *plain(edition, "gizah", "ephesos"), phase="over")
        assert line(game, 0, "green") == (4 if effect.options == (symbol,) else 2)


@pytest.mark.parametrize(("edition", "board", "number"), STAGES)
def test_a_stage_does_what_is_printed(edition: str, board: Board, number: int) -> None:
    """B11, B23, B24: shields, production and free symbols of the stages built so far."""
    effects = tuple(effect for stage in board.stages[:number] for effect in stage.effects)
    shields = amount(effects, "shields")
    if shields:
        assert shields_win(edition, seat(board.id, stages=number), shields)
    probes = " ".join(PROBES.values())
    others = [wonder for wonder in ("gizah", "rhodos", "ephesos") if wonder != board.wonder]
    game = table(
        seat(board.id, probes, stages=number, coins=0), *plain(edition, *others[:2]), turn=2
    )
    made = {option for effect in of_kind(effects, "produce") for option in effect.options}
    if not of_kind(effects, "free_build") and not of_kind(effects, "free_first_of_colour"):
        assert offered(game, 0, "build") == {
            f"build:{PROBES[kind]}" for kind in made | {board.start or ""} if kind
        }
    own = seat(board.id, city="apothecary workshop", stages=number, coins=0)
    game = table(own, *plain(edition, *others[:2]), phase="over")
    assert line(game, 0, "green") == (10 if of_kind(effects, "science") else 2)
    assert line(game, 0, "wonder") == amount(effects, "points")


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_fourteen_sides(edition: str) -> None:
    """B1: seven boards of two sides; so that no side is left out above."""
    assert {board.side for board in load(edition).boards.values()} == set(SIDES[edition])
    assert len(load(edition).boards) == 14


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tavern_gives_five_coins(edition: str) -> None:
    """B16: at once."""
    own = seat(first_side(edition, "rhodos"), "tavern altar")
    game = table(own, *plain(edition, "gizah", "ephesos"))
    play(game, "build:tavern")
    assert game.coins(0) == 8
    assert happened(game, "coins") == [(0, {"coins": 5, "for": "tavern"})]


COUNTING = {
    # card: (what makes it free, the city, stages, coins at once, one more that counts, points then)
    "haven": ("forum", "lumber_yard sawmill loom_age1", 0, 2, "mine", 3),
    "lighthouse": ("caravansery", "tavern bazar altar", 0, 4, "vineyard", 5),
    "arena": ("dispensary", "lumber_yard", 2, 6, "", 2),
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", COUNTING)
def test_a_counting_card_pays_now_and_scores_at_the_end(edition: str, card: str) -> None:
    """B18: coins on the count at that moment, points on the count at the end, itself included."""
    free_with, city, stages, at_once, more, points = COUNTING[card]
    own = seat(
        first_side(edition, "rhodos"),
        f"{card} altar",
        f"{free_with} {city}",
        stages=stages,
        coins=0,
    )
    others = [seat(first_side(edition, w), city="lumber_yard tavern") for w in ("gizah", "ephesos")]
    game = table(own, *others, age=3)
    play(game, f"build:{card}")
    assert game.coins(0) == at_once
    position = game.position()
    position["seats"][0]["city"] += more.split()
    position["phase"] = "over"
    position.pop("pending", None)
    end = type(game).from_position(position)
    assert end.coins(0) == at_once
    assert line(end, 0, "yellow") == points


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_chamber_of_commerce_counts_grey_cards_twice(edition: str) -> None:
    """B18: 2 coins and 2 points each; the 1st rulebook's example has two of them: 4 points."""
    own = seat(
        first_side(edition, "rhodos"), "chamber_of_commerce altar", "press_age1 loom_age1 brickyard"
    )
    game = table(own, *plain(edition, "gizah", "ephesos"), age=3)
    play(game, "build:chamber_of_commerce")
    assert game.coins(0) == 3 + 4
    assert line(game, 0, "yellow") == 4


def test_the_ludus_counts_red_cards() -> None:
    """B18: 3 coins and 1 point each (2nd edition only)."""
    own = seat("rhodos:day", "ludus altar", "stone_pit stockade barracks walls")
    game = table(own, *plain("2nd", "gizah", "ephesos"), age=3)
    play(game, "build:ludus")
    assert game.coins(0) == 3 + 9
    assert line(game, 0, "yellow") == 3
    assert "ludus" not in load("1st").cards


def test_a_stage_built_later_counts_for_the_arena() -> None:
    """B18: its coins are not paid again, its points grow."""
    own = seat("gizah:B", "altar theater", "arena sawmill", coins=1)
    game = table(own, *plain("1st", "rhodos", "ephesos"), age=3)
    assert line(game, 0, "yellow") == 0
    play(game, "stage:altar")
    assert (game.coins(0), line(game, 0, "yellow")) == (1, 1)


def guild_table(edition: str, guild: str, **own: Any) -> Any:
    """Four seats: the own city with a guild, two neighbours, and one opposite that never counts."""
    opposite = (
        "lumber_yard sawmill loom_age1 altar tavern stockade apothecary "
        "shipowners_guild builders_guild"
    )
    return table(
        seat(
            first_side(edition, "rhodos"),
            city=f"clay_pool press_age1 glassworks_age1 baths marketplace barracks {guild}",
            **{"coins": 0, "stages": 2, "defeats": 1, **own},
        ),
        seat(
            first_side(edition, "gizah"),
            city="lumber_yard stone_pit sawmill loom_age1 altar theater tavern forum vineyard "
            "bazar stockade apothecary library",
            stages=1,
            defeats=2,
        ),
        seat(first_side(edition, "ephesos"), city=opposite, stages=3, defeats=6),
        seat(
            first_side(edition, "babylon"),
            city="quarry loom_age1 press_age1 glassworks_age1 baths tavern walls barracks "
            "guard_tower stables archery_range circus school workshop scriptorium academy",
            stages=3,
            defeats=3,
        ),
        phase="over",
        age=3,
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("guild", "points"),
    [
        ("workers_guild", 3 + 1),
        ("craftsmens_guild", 2 * (1 + 3)),
        ("traders_guild", 4 + 1),
        ("philosophers_guild", 2 + 4),
        ("spies_guild", 1 + 6),
        ("magistrates_guild", 2 + 1),
        ("shipowners_guild", 1 + 2 + 1),
        ("builders_guild", 2 + 1 + 3),
    ],
)
def test_a_guild_counts_in_its_cities(edition: str, guild: str, points: int) -> None:
    """B24: the cards or stages of the neighbours, or the own, or all; never those opposite."""
    game = guild_table(edition, guild)
    assert line(game, 0, "purple") == points


def test_the_strategists_guild_counts_the_neighbours_defeats() -> None:
    """B24: not the own (1st edition)."""
    assert line(guild_table("1st", "strategists_guild"), 0, "purple") == 2 + 3


@pytest.mark.parametrize(("stages", "points"), [(0, 0), (2, 0), (3, 7)])
def test_the_decorators_guild_wants_a_complete_wonder(stages: int, points: int) -> None:
    """B24: 7 points if all stages stand (2nd edition)."""
    assert line(guild_table("2nd", "decorators_guild", stages=stages), 0, "purple") == points


@pytest.mark.parametrize(
    ("board", "stages", "points"),
    [("rhodos:night", 1, 0), ("rhodos:night", 2, 7), ("gizah:night", 3, 0), ("gizah:night", 4, 7)],
)
def test_a_wonder_is_complete_with_its_own_number_of_stages(
    board: str, stages: int, points: int
) -> None:
    """B8, B24: two for Rhodos, four for Gizah, on these sides."""
    others = plain("2nd", "babylon", "ephesos")
    game = table(seat(board, city="decorators_guild", stages=stages), *others, phase="over")
    assert line(game, 0, "purple") == points


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_scientists_guild_is_a_symbol_of_free_choice(edition: str) -> None:
    """B25: it completes a set, or makes four of three; its points are green."""
    for city, points in {
        "": 1,
        "apothecary workshop": 10,
        "apothecary dispensary lodge": 16,
        "apothecary workshop scriptorium": 4 + 1 + 1 + 7,
        "apothecary dispensary lodge workshop": 9 + 1 + 1 + 7,
        "apothecary dispensary workshop laboratory": 4 + 4 + 1 + 7,
    }.items():
        own = seat(first_side(edition, "rhodos"), city=f"{city} scientists_guild", coins=0)
        game = table(own, *plain(edition, "gizah", "ephesos"), phase="over")
        assert (line(game, 0, "green"), line(game, 0, "purple")) == (points, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_starting_resources_do_not_count_for_guilds(edition: str) -> None:
    """B22: boards are no cards."""
    for guild in ("workers_guild", "craftsmens_guild"):
        own = seat(first_side(edition, "rhodos"), city=guild, coins=0)
        game = table(own, *plain(edition, "gizah", "alexandria"), phase="over")
        assert line(game, 0, "purple") == 0
    own = seat(first_side(edition, "rhodos"), city="shipowners_guild", coins=0)
    game = table(own, *plain(edition, "gizah", "alexandria"), phase="over")
    assert line(game, 0, "purple") == 1  # itself


def test_there_are_ten_guilds_and_each_was_shown() -> None:
    """B3: so that no guild is left out above."""
    shown = {"workers", "craftsmens", "traders", "philosophers", "spies", "magistrates"}
    shown |= {"shipowners", "builders", "scientists"}
    for edition, last in (("1st", "strategists"), ("2nd", "decorators")):
        assert {g.id.removesuffix("_guild") for g in load(edition).guilds} == shown | {last}
