"""The catalogue: what the shipped files say of the base game and of its expansions."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from catalogues import NEIGHBOURS, everything
from mirabilia.catalogue import (
    EDITIONS,
    EXPANSIONS,
    FLEETS,
    Card,
    Catalogue,
    CatalogueError,
    Cost,
    Effect,
    Space,
    load,
)

SETS = [chosen for number in range(4) for chosen in combinations(EXPANSIONS, number)]


@pytest.fixture(params=EDITIONS)
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    return load(request.param)


def test_an_edition_is_read_once() -> None:
    assert load("2nd") is load("2nd")


def test_the_edition_is_the_one_asked_for(catalogue: Catalogue) -> None:
    assert load(catalogue.edition) is catalogue


def test_an_unknown_edition_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CatalogueError, match='no edition "3rd"; there are 1st, 2nd'):
        load("3rd")


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("age", [1, 2, 3])
def test_every_player_gets_seven_cards(catalogue: Catalogue, age: int, players: int) -> None:
    guilds = players + 2 if age == 3 else 0
    assert len(catalogue.deck(age, players)) + guilds == 7 * players


def test_there_are_ten_guilds_of_the_third_age(catalogue: Catalogue) -> None:
    assert [(guild.age, guild.players) for guild in catalogue.guilds] == [(3, ())] * 10


def test_seven_wonders_have_two_sides_each(catalogue: Catalogue) -> None:
    assert len(catalogue.wonders) == 7
    for wonder in catalogue.wonders:
        day, night = (catalogue.boards[wonder, side] for side in catalogue.sides)
        assert day.start == night.start
        assert day.name == night.name


def test_chains_name_each_other(catalogue: Catalogue) -> None:
    def chains(key: str) -> set[tuple[str, str]]:
        cards = catalogue.cards
        return {(card.id, other) for card in cards.values() for other in getattr(card, key)}

    assert chains("free_with") == {(later, earlier) for earlier, later in chains("makes_free")}


def test_both_trading_posts_make_the_forum_free(catalogue: Catalogue) -> None:
    posts = ("east_trading_post", "west_trading_post")
    assert catalogue.cards["forum"].free_with == posts
    for post in posts:
        assert catalogue.cards[post].makes_free == ("forum",)


def test_chain_symbols_are_of_the_second_edition_only() -> None:
    assert load("2nd").cards["forum"].accepts == ("market_stall",)
    assert not any(card.accepts or card.grants for card in load("1st").cards.values())


def test_the_two_cards_of_a_workshop_are_one_building(catalogue: Catalogue) -> None:
    assert catalogue.cards["loom_age1"].building == catalogue.cards["loom_age2"].building == "loom"
    assert catalogue.cards["statue"].building == "statue"


def test_a_card_is_read_as_printed() -> None:
    statue = load("1st").cards["statue"]
    assert statue == Card(
        id="statue",
        building="statue",
        name=statue.name,
        age=2,
        colour="blue",
        cost=Cost(0, {"wood": 1, "ore": 2}),
        effects=(Effect("points", 4),),
        players=(3, 7),
        free_with=("theater",),
        makes_free=("gardens",),
    )
    assert statue.name["en"] == "Statue"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("chosen", SETS, ids="+".join)
def test_expansions_come_after_the_base_game(edition: str, chosen: tuple[str, ...]) -> None:
    base, whole = load(edition), load(edition, chosen)
    assert list(whole.cards)[: len(base.cards)] == list(base.cards)
    assert list(whole.boards)[: len(base.boards)] == list(base.boards)
    assert {card.expansion for card in whole.cards.values()} <= {"", *chosen}
    assert {board.expansion for board in whole.boards.values()} <= {"", *chosen}
    assert whole.expansions == chosen
    assert whole.edition == edition


def test_expansions_may_be_named_in_any_order(catalogue: Catalogue) -> None:
    assert load(catalogue.edition, ["armada", "leaders"]) is load(
        catalogue.edition, ("leaders", "armada", "leaders")
    )
    assert load(catalogue.edition, []) is catalogue


def test_an_unknown_expansion_is_refused_with_the_known_ones() -> None:
    known = 'no expansion "babel"; there are leaders, cities, armada'
    with pytest.raises(CatalogueError, match=known):
        load("1st", ["leaders", "babel"])


def test_every_choice_of_expansions_has_a_digest_of_its_own() -> None:
    digests = {load(edition, chosen).digest for edition in EDITIONS for chosen in SETS}
    assert len(digests) == len(EDITIONS) * len(SETS)


@pytest.mark.parametrize(
    ("edition", "digest"), [("1st", "8de451987b84a2d8"), ("2nd", "c74d6a28132dc00e")]
)
def test_the_base_game_keeps_its_digest(edition: str, digest: str) -> None:
    assert load(edition).digest == digest


def test_the_digest_is_sixteen_hexadecimal_digits(catalogue: Catalogue) -> None:
    assert re.fullmatch("[0-9a-f]{16}", catalogue.digest)


@pytest.mark.parametrize(
    ("edition", "chosen", "groups"),
    [
        ("1st", ["leaders"], {"standard": 36, "expert": 15}),
        ("1st", ["cities"], {}),
        ("1st", ["leaders", "cities"], {"standard": 36, "expert": 15, "cities": 6}),
        ("2nd", ["leaders"], {"standard": 34, "expert": 15}),
        ("2nd", ["leaders", "cities"], {"standard": 34, "expert": 15, "cities": 6}),
    ],
)
def test_some_leaders_need_cities(edition: str, chosen: list[str], groups: dict[str, int]) -> None:
    leaders = load(edition, chosen).leaders.values()
    assert Counter(leader.group for leader in leaders) == groups


@pytest.mark.parametrize(
    ("edition", "expansion", "players", "cards"),
    [
        ("1st", "leaders", 7, [0, 0, 0]),
        ("1st", "cities", 3, [9, 9, 9]),
        ("2nd", "cities", 3, [14, 14, 14]),
        ("1st", "armada", 3, [6, 6, 7]),
        ("2nd", "armada", 4, [8, 8, 8]),
    ],
)
def test_an_expansion_brings_cards_of_every_age(
    edition: str, expansion: str, players: int, cards: list[int]
) -> None:
    catalogue = everything(edition)
    assert [len(catalogue.extras(age, expansion, players)) for age in (1, 2, 3)] == cards


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("age", [1, 2, 3])
def test_expansions_leave_the_deck_as_it_is(age: int, players: int) -> None:
    for edition in EDITIONS:
        assert everything(edition).deck(age, players) == load(edition).deck(age, players)


@pytest.mark.parametrize(
    ("chosen", "guilds"),
    [
        (["armada"], ""),
        (["leaders"], "gamers_guild courtesans_guild diplomats_guild architects_guild"),
        (["cities"], "counterfeiters_guild guild_of_shadows mourners_guild"),
    ],
)
def test_guilds_of_the_first_edition_come_with_their_expansion(
    chosen: list[str], guilds: str
) -> None:
    assert [guild.id for guild in load("1st", chosen).guilds[10:]] == guilds.split()
    assert len(load("2nd", chosen).guilds) == 10


@pytest.mark.parametrize(
    ("edition", "chosen", "boards"),
    [
        ("1st", ["leaders"], "roma:A roma:B abu_simbel:A abu_simbel:B"),
        ("1st", ["cities"], "byzantium:A byzantium:B petra:A petra:B"),
        ("1st", ["armada"], "great_wall:A stonehenge:A manneken_pis:B"),
        ("2nd", ["armada"], "siracusa:day siracusa:night"),
    ],
)
def test_boards_come_with_their_expansion(edition: str, chosen: list[str], boards: str) -> None:
    found = [board.id for board in load(edition, chosen).boards.values()]
    assert found[14:] == boards.split()


@pytest.mark.parametrize(
    ("chosen", "promo", "boards"),
    [
        ([], False, ""),
        (["cities"], False, ""),
        ([], True, "great_wall:A stonehenge:A manneken_pis:B"),
        (["cities"], True, "great_wall:A great_wall:B stonehenge:A manneken_pis:B"),
        (["cities", "armada"], False, "great_wall:A great_wall:B stonehenge:A manneken_pis:B"),
    ],
)
def test_promo_boards_come_with_armada_or_when_asked_for(
    chosen: list[str], promo: bool, boards: str
) -> None:
    catalogue = load("1st", chosen, promo=promo)
    assert [board.id for board in catalogue.boards.values() if board.promo] == boards.split()
    assert not any(board.promo for board in load("2nd", chosen, promo=promo).boards.values())


def test_boards_without_a_resource_start_with_something_else() -> None:
    first, second = (load(edition, ["leaders"], promo=True) for edition in EDITIONS)
    without_start = [board.id for board in first.boards.values() if board.start is None]
    assert without_start == ["roma:A", "roma:B", "manneken_pis:B"]
    assert first.boards["manneken_pis", "B"].coins == 4
    assert first.boards["roma", "A"].effects == (Effect("free_recruit"),)
    discounts = (
        Effect("recruit_discount", 2, where=("self",)),
        Effect("recruit_discount", 1, where=NEIGHBOURS),
    )
    for edition, side in ((first, "B"), (second, "night")):
        assert edition.boards["roma", side].effects == (*discounts, Effect("keep_leader"))


def test_some_stages_may_be_built_in_any_order() -> None:
    boards = [board for edition in EDITIONS for board in everything(edition).boards.values()]
    any_order = {board.wonder for board in boards if board.any_order}
    assert any_order == {"great_wall", "siracusa"}


@pytest.mark.parametrize(
    ("leader", "cost", "effects"),
    [
        ("hatshepsut", Cost(2), (Effect("coins_on_purchase", 1),)),
        (
            "octavia",
            Cost(1),
            (Effect("coins_on_stage", 2, where=("self",)), Effect("loss_on_stage", 1)),
        ),
        ("arsinoe", Cost(by_age=True), (Effect("coins", 4), Effect("loss"))),
        ("caligula", Cost(3), (Effect("free_colour_once", colours=("black",)),)),
        ("imhotep", Cost(3), (Effect("discount", counted="stage"),)),
        ("gorgo", Cost(5), (Effect("points_per", counted="victory_pair", where=("self",)),)),
        ("semiramis", Cost(2), (Effect("defeats_as_shields"),)),
        ("roxane", Cost(1), (Effect("coins_on_stage", 2, where=NEIGHBOURS),)),
    ],
)
def test_a_leader_is_read_as_printed(leader: str, cost: Cost, effects: tuple[Effect, ...]) -> None:
    found = everything("1st").leaders[leader]
    assert (found.cost, found.effects) == (cost, effects)


def test_the_memorial_counts_defeats_before_they_go() -> None:
    counted, discarded = load("2nd", ["cities"]).cards["memorial"].effects
    assert counted == Effect("coins_per", 2, counted="defeat", where=("self",))
    assert discarded == Effect("discard_defeats")


@pytest.mark.parametrize(
    ("edition", "shipyards", "last_rewards"),
    [("1st", "ABCDEFGH", (7, 5, 3)), ("2nd", "ABCDEGH", (7, 5))],
)
def test_armada_has_shipyards_tracks_islands_and_rewards(
    edition: str, shipyards: str, last_rewards: tuple[int, ...]
) -> None:
    catalogue = load(edition, ["armada"])
    assert "".join(name[-1] for name in catalogue.shipyards) == shipyards
    for shipyard in catalogue.shipyards.values():
        assert [len(shipyard.costs[fleet]) for fleet in FLEETS] == [6, 6, 6, 6]
    assert [len(catalogue.tracks[fleet]) for fleet in FLEETS] == [7, 7, 7, 7]
    assert catalogue.tracks["yellow"][2] == Space(commerce=1, coins=2, tax=1)
    assert catalogue.tracks["green"][6] == Space(explore=3)
    assert Counter(island.level for island in catalogue.islands.values()) == {1: 9, 2: 9, 3: 9}
    assert catalogue.naval_rewards == ((3, 1), (5, 3), last_rewards)
    assert catalogue.naval_penalties == (-1, -2, -3)


def test_no_two_things_have_the_same_id() -> None:
    for edition in EDITIONS:
        whole = everything(edition)
        ids = [*whole.cards, *whole.leaders, *whole.islands]
        assert len(set(ids)) == len(ids)
