"""Armada: raids, emporiums, naval conflicts and the end (A12 to A14, A17, A18)."""

from __future__ import annotations

from typing import Any

import pytest

from mirabilia import Game
from positions import (
    EDITIONS,
    WONDERS,
    at_sea,
    coins,
    first_side,
    happened,
    line,
    met,
    naval,
    of_seat,
    offered,
    plain,
    play,
    sailed,
    seat,
    spelt,
    table,
    tokens,
    told,
)

VICTORY = {1: 1, 2: 3, 3: 5}
RAIDERS = {"pontoon": (1, "P", -2), "ballista": (2, "CGL", 2), "pier": (3, "WWPL", -2)}


def armed(edition: str, shields: list[int], **of: dict[str, Any]) -> list[dict[str, Any]]:
    """Seats with so many shields; ``s2`` and the like say what seat 2 has besides."""
    return [
        seat(
            first_side(edition, wonder),
            city=" ".join(["stockade"] * number),
            **of.get(f"s{at}", {}),
        )
        for at, (wonder, number) in enumerate(zip(WONDERS, shields, strict=False))
    ]


def results(game: Game) -> list[tuple[list[int], int]]:
    return [tokens(game, of) for of in range(game.seats)]


# A12


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [4, 5, 6, 7])
@pytest.mark.parametrize("card", RAIDERS)
def test_a_raid_is_on_the_player_two_seats_away(edition: str, players: int, card: str) -> None:
    """A12: Pontoon and Pier to the right, Ballista to the left."""
    age, cost, step = RAIDERS[card]
    raider = seat(first_side(edition, "rhodos"), f"{card} altar", spelt(cost))
    game = at_sea(raider, *plain(edition, *WONDERS[1:players]), age=age)
    play(game, f"build:{card}")
    target = step % players
    assert game.position()["raids"] == [[0, target]]
    assert happened(game, "raid") == [(0, {"on": target, "for": card})]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_raid_is_one_more_land_conflict(edition: str, age: int) -> None:
    """A12: by the usual rules, at the end of the age; the tokens go back."""
    game = at_sea(*armed(edition, [2, 2, 1, 2, 2]), raids=[[0, 2]], age=age, phase="war")
    value = VICTORY[age]
    assert results(game)[0] == ([value], 0)
    assert results(game)[2] == ([], 3)  # both neighbours and the raider
    assert results(game)[1] == results(game)[3] == ([value], 0)
    assert game.position()["raids"] == []
    assert met(game) == [(0, 1, 2, 2), (1, 2, 2, 1), (2, 3, 1, 2), (3, 4, 2, 2), (4, 0, 2, 2)]
    assert met(game, raid=True) == [(0, 2, 2, 1)]
    assert told(game, "conflict", "victory", "defeat")[-3:] == [
        *[("conflict", 0), ("victory", 0), ("defeat", 2)]
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_raider_may_lose_or_draw(edition: str) -> None:
    """A12: the raid gives no victory by itself."""
    game = at_sea(*armed(edition, [1, 1, 3, 1, 1]), raids=[[0, 2]], phase="war")
    assert results(game)[0] == ([], 1)
    assert results(game)[2] == ([1, 1, 1], 0)
    game = at_sea(*armed(edition, [1, 1, 1, 1, 1]), raids=[[0, 2]], phase="war")
    assert results(game) == [([], 0)] * 5
    assert met(game, raid=True) == [(0, 2, 1, 1)], "a draw is told of"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_target_of_two_raids_fights_four_conflicts(edition: str) -> None:
    """A12: with both neighbours and both raiders."""
    game = at_sea(*armed(edition, [1, 1, 3, 1, 1]), raids=[[0, 2], [4, 2]], phase="war")
    assert results(game)[2] == ([1, 1, 1, 1], 0)
    assert [results(game)[of] for of in (0, 1, 3, 4)] == [([], 1)] * 4
    assert met(game, raid=True) == [(0, 2, 1, 3), (4, 2, 1, 3)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_fight_at_most_once(edition: str) -> None:
    """A12: two raids of one player on the same target, or of two on each other, are one."""
    game = at_sea(*armed(edition, [1, 0, 0, 0, 0]), raids=[[0, 2], [2, 0]], phase="war")
    assert results(game)[0] == ([1, 1, 1], 0)
    assert results(game)[2] == ([], 1)
    assert met(game, raid=True) == [(0, 2, 1, 0)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_raids_on_the_same_seat_are_one(edition: str) -> None:
    """A12: with four players both directions lead to the same seat."""
    raider = seat(first_side(edition, "rhodos"), "ballista pontoon", spelt("CGLP"))
    rest = [seat(first_side(edition, wonder), "altar theater") for wonder in WONDERS[1:4]]
    game = at_sea(raider, *rest, raids=[[0, 2]], turn=7)
    play(game, "build:ballista", "build:altar", "build:altar", "build:altar")
    # 2 shields against none: both neighbours and the seat opposite, once.
    assert results(game) == [([1, 1, 1], 0), ([], 1), ([], 1), ([], 1)]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("diplomat", [0, 2])
def test_diplomacy_does_not_prevent_a_raid(edition: str, diplomat: int) -> None:
    """A12, C3: neither the raider's nor the target's, and it is spent all the same."""
    entry = {f"s{diplomat}": {"diplomacy": 1}}
    game = at_sea(
        *armed(edition, [3, 1, 0, 2, 2], **entry),
        raids=[[0, 2]],
        phase="war",
        expansions=("cities",),
    )
    assert of_seat(game, diplomat)["diplomacy"] == 0
    assert met(game, raid=True) == [(0, 2, 3, 0)]
    if diplomat == 2:  # 1 fights 3 in its stead
        assert results(game) == [([1, 1, 1], 0), ([], 2), ([], 1), ([1], 0), ([], 1)]
    else:  # 4 fights 1 in its stead
        assert results(game) == [([1], 0), ([1], 1), ([], 3), ([1], 0), ([1], 0)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_meets_by_diplomacy_does_not_fight_the_raid_too(edition: str) -> None:
    """A12, C3: the seat between stays out, so raider and target are neighbours: one conflict."""
    game = at_sea(
        *armed(edition, [2, 0, 1, 2, 2], s1={"diplomacy": 1}),
        raids=[[0, 2]],
        phase="war",
        expansions=("cities",),
    )
    assert results(game) == [([1], 0), ([], 0), ([], 2), ([1], 0), ([], 0)]
    assert met(game) == [(0, 2, 2, 1), (2, 3, 1, 2), (3, 4, 2, 2), (4, 0, 2, 2)]
    assert met(game, raid=True) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_raid_of_an_earlier_age_is_over(edition: str) -> None:
    """A12: the token is given back after the war."""
    game = at_sea(
        *({**entry, "hand": ["altar", "theater"]} for entry in armed(edition, [1, 0, 0, 0, 0])),
        raids=[[0, 2]],
        turn=7,
    )
    play(game, *["build:altar"] * 5)
    assert (game.age, results(game)[0]) == (2, ([1, 1, 1], 0))
    assert game.position()["raids"] == []


def test_a_raid_that_tomyris_loses_gives_the_winner_the_defeat() -> None:
    """A12, L8: in a raid as in any conflict."""
    game = at_sea(
        *armed("1st", [1, 1, 0, 1, 1], s2={"leaders": ["tomyris"]}),
        raids=[[0, 2]],
        phase="war",
        expansions=("leaders",),
    )
    assert results(game)[0] == ([1], 1)
    assert results(game)[2] == ([], 0)
    assert met(game, raid=True) == [(0, 2, 1, 0)]
    assert told(game, "conflict", "victory", "defeat")[-3:] == [
        *[("conflict", 0), ("victory", 0), ("defeat", 0)]
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_raid_takes_single_tokens_in_teams(edition: str) -> None:
    """A12, T6: the wars of neighbours take two; partners don't fight."""
    game = at_sea(*armed(edition, [2, 0, 0, 0]), raids=[[0, 2]], phase="war", teams=True)
    assert results(game) == [([1, 1, 1], 0), ([], 0), ([], 1), ([], 2)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_raider_built_from_the_discard_pile_raids(edition: str) -> None:
    """A12, A16: only the paid construction is barred."""
    stage = "OO" if edition == "1st" else "CC"
    side = "B" if edition == "1st" else "night"
    game = at_sea(
        seat(f"halikarnassos:{side}", "altar theater", spelt(stage)),
        *plain(edition, *WONDERS[:4]),
        discard="pontoon",
    )
    play(game, "stage:altar")
    play(game, "rebuild:pontoon")
    assert game.position()["raids"] == [[0, 3]]


# A13


def trader(
    edition: str, hand: str, city: str, players: int, far: dict[int, str], **rest: Any
) -> Game:
    """Alexandria with emporiums; ``far`` says what others produce besides glass."""
    boards = [first_side(edition, name) for name in ("alexandria", "alexandria")]
    return at_sea(
        seat(boards[0], hand, city, **rest),
        *(seat(boards[1], city=far.get(of, "")) for of in range(1, players)),
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [5, 6, 7])
def test_the_eastern_emporium_buys_once_from_two_seats_to_the_right(
    edition: str, players: int
) -> None:
    """A13: a coin to the player there, who would sell it to a neighbour."""
    far = players - 2
    game = trader(edition, "stockade altar", "eastern_emporium", players, {far: "lumber_yard"})
    assert offered(game, 0, "build") & {"build:stockade@RR1"} == {"build:stockade@RR1"}
    play(game, "build:stockade@RR1")
    assert coins(game) == [2] + [3 + int(of == far) for of in range(1, players)]
    # Once a turn: a second resource can't be had.
    two = trader(edition, "caravansery altar", "eastern_emporium", players, {far: "sawmill"})
    assert {text for text in offered(two, 0, "build") if "caravansery" in text} == set()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [5, 6, 7])
def test_the_western_emporium_buys_twice_from_two_seats_to_the_left(
    edition: str, players: int
) -> None:
    """A13: a coin each; a third resource can't be had."""
    game = trader(edition, "caravansery altar", "western_emporium", players, {2: "sawmill"})
    play(game, "build:caravansery@LL2")
    assert coins(game) == [1, 3, 5] + [3] * (players - 3)
    three = trader(edition, "aqueduct altar", "western_emporium", players, {2: "quarry stone_pit"})
    assert {text for text in offered(three, 0, "build") if "aqueduct" in text} == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_with_four_players_both_emporiums_reach_the_same_seat(edition: str) -> None:
    """A13: three resources in all, each symbol once; the far seat is ``left2``."""
    both = "eastern_emporium western_emporium"
    game = trader(edition, "aqueduct altar", both, 4, {2: "quarry stone_pit"})
    assert {text for text in offered(game, 0, "build") if "aqueduct" in text} == {
        "build:aqueduct@LL3"
    }
    short = trader(edition, "aqueduct altar", both, 4, {2: "quarry"})
    assert {text for text in offered(short, 0, "build") if "aqueduct" in text} == set()
    east = trader(edition, "stockade altar", "eastern_emporium", 4, {2: "lumber_yard"})
    assert "build:stockade@LL1" in offered(east, 0)
    one = trader(edition, "caravansery altar", "eastern_emporium", 4, {2: "sawmill"})
    assert {text for text in offered(one, 0, "build") if "caravansery" in text} == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_emporium_buys_what_is_for_sale_to_neighbours(edition: str) -> None:
    """A13, B12: brown and grey cards and the starting resource, no yellow cards, no stages."""
    game = trader(edition, "stockade altar", "western_emporium", 5, {2: "caravansery"})
    assert {text for text in offered(game, 0, "build") if "stockade" in text} == set()
    game = at_sea(
        seat(first_side(edition, "rhodos"), "workshop altar", "western_emporium"),
        *plain(edition, "gizah", "alexandria", "ephesos", "halikarnassos"),
    )
    assert {text for text in offered(game, 0, "build") if "workshop" in text} == {
        "build:workshop@LL1"
    }
    either = trader(edition, "stockade baths", "western_emporium", 5, {2: "timber_yard"})
    assert {"build:stockade@LL1", "build:baths@LL1"} <= offered(either, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_trading_posts_do_not_make_an_emporium_cheaper(edition: str) -> None:
    """A13: a coin it is, nor do they reach the far seat; both ways of paying are offered."""
    city = "western_emporium west_trading_post"
    game = trader(edition, "caravansery altar", city, 5, {1: "lumber_yard", 2: "sawmill"})
    assert {text for text in offered(game, 0, "build") if "caravansery" in text} == {
        "build:caravansery@LL2",
        "build:caravansery@L1LL1",
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_wharves_do_not_make_an_emporium_cheaper(edition: str) -> None:
    """A13, C5: the clandestine wharf takes a coin off the neighbour's price only."""
    wharf = "clandestine_dock_west" if edition == "1st" else "west_clandestine_wharf"
    game = at_sea(
        seat(first_side(edition, "alexandria"), "stockade altar", f"western_emporium {wharf}"),
        *plain(edition, "gizah"),
        seat(first_side(edition, "ephesos"), city="lumber_yard"),
        *plain(edition, "rhodos", "halikarnassos"),
        expansions=("cities",),
    )
    assert {text for text in offered(game, 0, "build") if "stockade" in text} == {
        "build:stockade@LL1"
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_hatshepsut_gives_nothing_for_an_emporium(edition: str) -> None:
    """A13, L5: the far seat is no neighbour."""
    game = at_sea(
        seat(
            first_side(edition, "alexandria"),
            "stockade altar",
            "western_emporium",
            leaders=["hatshepsut"],
            coins=3,
        ),
        *plain(edition, "gizah"),
        seat(first_side(edition, "ephesos"), city="lumber_yard"),
        *plain(edition, "rhodos", "halikarnassos"),
        expansions=("leaders",),
    )
    play(game, "build:stockade@LL1")
    assert game.coins(0) == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_emporium_serves_card_and_ship_together(edition: str) -> None:
    """A13, A3: its uses are those of the turn, for the sum of both costs."""
    game = trader(
        edition,
        "baths altar",
        "eastern_emporium",
        5,
        {3: "stone_pit clay_pool"},
        shipyard="B",
    )
    assert {text for text in offered(game, 0, "build") if "baths" in text} == {"build:baths@RR1"}
    game = trader(
        edition,
        "baths altar",
        "western_emporium",
        5,
        {2: "stone_pit clay_pool"},
        shipyard="B",
    )
    assert {text for text in offered(game, 0, "build") if "baths" in text} == {
        "build:baths@LL1",
        "build:baths+blue@LL2",
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_emporium_works_from_the_next_turn_on(edition: str) -> None:
    """A13, B14: a card built this turn is of no use in it."""
    game = trader(edition, "eastern_emporium stockade", "loom_age1", 5, {3: "lumber_yard"})
    assert {text for text in offered(game, 0, "build") if "stockade" in text} == set()


# A14


def conflict(edition: str, age: int, strengths: list[int], **of: dict[str, Any]) -> Game:
    """A naval conflict of so strong seats."""
    return at_sea(
        *(
            seat(
                first_side(edition, wonder),
                city=" ".join(["coastal_defenses"] * number),
                **of.get(f"s{at}", {}),
            )
            for at, (wonder, number) in enumerate(zip(WONDERS, strengths, strict=False))
        ),
        age=age,
        phase="war",
    )


def prizes(game: Game) -> list[int]:
    """What everybody took in the one conflict fought; 0: no token."""
    assert all(len(taken) <= 1 for taken in naval(game))
    return [sum(taken) for taken in naval(game)]


BOTH = [
    (1, [3, 2, 1], [3, 1, -1]),
    (2, [3, 2, 1], [5, 3, -2]),
    (3, [3, 2, 1], [7, 5, -3]),
    (1, [1, 2, 3, 4], [-1, 0, 1, 3]),
    (2, [1, 2, 3, 4], [-2, 0, 3, 5]),
    (2, [8, 6, 6, 2, 2], [5, 0, 0, -2, -2]),
    (1, [8, 6, 6, 2, 2], [3, 0, 0, -1, -1]),
    (1, [4, 4, 2, 1], [1, 1, 0, -1]),
    (2, [4, 4, 2, 1], [3, 3, 0, -2]),
    (1, [4, 4, 4, 2, 1], [1, 1, 1, 0, -1]),
    (1, [4, 3, 3, 2, 1], [3, 0, 0, 0, -1]),
    (2, [4, 3, 3, 3, 1], [5, 0, 0, 0, -2]),
    (1, [0, 0, 0], [0, 0, 0]),
    (2, [5, 5, 5, 5], [0, 0, 0, 0]),
    (3, [5, 5, 5, 5], [0, 0, 0, 0]),
    (1, [2, 0, 0], [3, -1, -1]),
    (2, [2, 2, 0], [3, 3, -2]),
    (3, [2, 2, 0], [5, 5, -3]),
    (3, [2, 0, 0], [7, -3, -3]),
    (1, [2, 2, 0, 0], [1, 1, -1, -1]),
    (1, [6, 5, 4, 3, 2, 1, 0], [3, 1, 0, 0, 0, 0, -1]),
]
FIRST = [
    (3, [9, 9, 5, 1], [5, 5, 3, -3]),
    (3, [9, 5, 5, 1], [7, 3, 3, -3]),
    (3, [9, 9, 5, 5, 1], [5, 5, 0, 0, -3]),
    (3, [9, 9, 5, 3, 1], [5, 5, 3, 0, -3]),
    (3, [4, 3, 2, 1], [7, 5, 3, -3]),
    (3, [5, 4, 3, 2, 1], [7, 5, 3, 0, -3]),
    (3, [5, 4, 3, 3, 1], [7, 5, 0, 0, -3]),
    (3, [5, 4, 4, 3, 1], [7, 3, 3, 0, -3]),
    (3, [5, 5, 5, 3, 1], [5, 5, 5, 3, -3]),
    (3, [5, 5, 4, 3, 1], [5, 5, 3, 0, -3]),
    (3, [5, 4, 4, 4, 1], [7, 3, 3, 3, -3]),
    (3, [8, 6, 6, 2, 2], [7, 3, 3, -3, -3]),
]
SECOND = [
    (3, [9, 9, 5, 1], [5, 5, 0, -3]),
    (3, [9, 5, 5, 1], [7, 0, 0, -3]),
    (3, [9, 9, 5, 5, 1], [5, 5, 0, 0, -3]),
    (3, [4, 3, 2, 1], [7, 5, 0, -3]),
    (3, [5, 4, 3, 3, 1], [7, 5, 0, 0, -3]),
    (3, [8, 6, 6, 2, 2], [7, 0, 0, -3, -3]),
]


@pytest.mark.parametrize(
    ("edition", "age", "strengths", "taken"),
    [
        *((edition, *row) for edition in EDITIONS for row in BOTH),
        *(("1st", *row) for row in FIRST),
        *(("2nd", *row) for row in SECOND),
    ],
)
def test_naval_tokens(edition: str, age: int, strengths: list[int], taken: list[int]) -> None:
    """A14: the last take a defeat, the first and second rewards; the 1st edition also the third."""
    game = conflict(edition, age, strengths)
    assert prizes(game) == taken
    places = [1 + sum(other > own for other in strengths) for own in strengths]
    assert sailed(game) == list(zip(range(len(strengths)), strengths, places, strict=True))
    assert [line(game, of, "naval") for of in range(len(taken))] == taken
    reverse = conflict(edition, age, strengths[::-1])
    assert prizes(reverse) == taken[::-1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_naval_tokens_are_no_military_ones(edition: str) -> None:
    """A14: they have a line of their own, and land tokens are untouched."""
    game = conflict(edition, 1, [3, 2, 1])
    assert results(game) == [([], 0)] * 3
    assert [line(game, of, "military") for of in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_naval_tokens_of_all_ages_add_up(edition: str) -> None:
    """A14: what a seat took before stays."""
    game = conflict(edition, 3, [3, 2, 1], s0={"naval": [3, -2]}, s2={"naval": [-1]})
    assert naval(game) == [[-2, 3, 7], [5], [-3, -1]]
    assert [line(game, of, "naval") for of in range(3)] == [8, 5, -4]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_naval_conflict_comes_after_the_land_war(edition: str) -> None:
    """A14: at the end of each age."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), "altar theater", "stockade coastal_defenses"),
        *plain(edition, "gizah", "ephesos"),
        turn=7,
    )
    play(game, "build:altar")
    kinds = [event.kind for event in game.events if event.kind in ("victory", "defeat", "naval")]
    assert kinds == ["victory", "defeat"] * 2 + ["naval"] * 3
    assert told(game, "conflict", "naval_strength", "naval") == [
        *[("conflict", of) for of in range(3)],
        *[("naval_strength", of) for of in range(3)],
        *[("naval", 1), ("naval", 2), ("naval", 0)],
    ]
    assert sorted(happened(game, "naval"), key=lambda event: event[0] or 0) == [
        (0, {"value": 3}),
        (1, {"value": -1}),
        (2, {"value": -1}),
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_owner_of_the_forgotten_oasis_may_stay_out(edition: str) -> None:
    """A14: asked each time; who stays out is ignored and takes nothing."""
    game = conflict(edition, 2, [0, 2, 3, 1], s0={"islands": ["forgotten"]})
    assert (game.to_decide, game.decision(0).kind) == ([0], "sail")
    assert offered(game, 0) == {"sail:yes", "sail:no"}
    other = game.copy()
    play(game, "sail:no")
    assert prizes(game) == [0, 3, 5, -2]
    assert happened(game, "stay_out") == [(0, {})]
    assert sailed(game) == [(1, 2, 2), (2, 3, 1), (3, 1, 3)]
    play(other, "sail:yes")
    assert prizes(other) == [-2, 3, 5, 0]
    assert sailed(other) == [(0, 0, 4), (1, 2, 2), (2, 3, 1), (3, 1, 3)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_strong_owner_who_stays_out_leaves_his_place(edition: str) -> None:
    """A14: the next take the rewards; of two left alone one is last, and one alone takes none."""
    game = conflict(edition, 1, [9, 2, 1], s0={"islands": ["forgotten"]})
    play(game, "sail:no")
    assert prizes(game) == [0, 3, -1]
    game = conflict(edition, 1, [9, 2, 2], s0={"islands": ["forgotten"]})
    play(game, "sail:no")
    assert prizes(game) == [0, 0, 0]
    assert sailed(game) == [(1, 2, 1), (2, 2, 1)], "all equal: told of, though nobody takes a token"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_owner_of_the_forgotten_oasis_is_asked_in_every_age(edition: str) -> None:
    """A14: its owner may stay out each time."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), "altar theater", islands=["forgotten"]),
        seat(first_side(edition, "gizah"), "altar theater", "coastal_defenses"),
        seat(first_side(edition, "ephesos"), "altar theater"),
        turn=7,
    )
    asked = []
    while not game.over:
        for of in list(game.to_decide):
            if game.decision(of).kind == "sail":
                asked.append((game.age, of))
                game.play(of, "sail:no")
            else:
                game.play(of, f"sell:{game.hand(of)[0]}")
    assert asked == [(1, 0), (2, 0), (3, 0)]
    assert naval(game) == [[], [3, 5, 7], [-3, -2, -1]]


# A17 and A18


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_purple_card_scores_ten_at_most(edition: str) -> None:
    """A17: 12 green cards of the neighbours are 10 points, 6 yellow ones 6: 16 together."""
    green = "apothecary workshop scriptorium dispensary laboratory library school"
    game = at_sea(
        seat(first_side(edition, "rhodos"), city="philosophers_guild traders_guild"),
        seat(first_side(edition, "gizah"), city=f"{green} tavern vineyard bazar forum"),
        seat(
            first_side(edition, "ephesos"),
            city="lodge academy study university observatory tavern vineyard",
        ),
        phase="over",
    )
    assert line(game, 0, "purple") == 16


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_armada_a_purple_card_has_no_limit(edition: str) -> None:
    """A17: the limit comes with Armada."""
    seats = [
        seat(first_side(edition, "rhodos"), city="workers_guild"),
        seat(first_side(edition, "gizah"), city=" ".join(["lumber_yard"] * 7)),
        seat(first_side(edition, "ephesos"), city=" ".join(["lumber_yard"] * 5)),
    ]
    assert line(table(*seats, phase="over"), 0, "purple") == 12
    assert line(at_sea(*seats, phase="over"), 0, "purple") == 10


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_scientists_guilds_symbol_is_not_limited(edition: str) -> None:
    """A17: it scores as a green symbol, here the square of five less the square of four."""
    game = at_sea(
        seat(
            first_side(edition, "rhodos"),
            city="scientists_guild apothecary dispensary lodge academy dispensary dispensary",
        ),
        *plain(edition, "gizah", "ephesos"),
        phase="over",
    )
    assert (line(game, 0, "green"), line(game, 0, "purple")) == (49, 0)


def test_a_copied_guild_scores_ten_at_most() -> None:
    """A17, B21: Olympia B copies it as if built in the own city."""
    brown = " ".join(["lumber_yard"] * 12)
    game = at_sea(
        seat("olympia:B", city=brown, stages=3),
        seat("gizah:A", city="shipowners_guild"),
        seat("ephesos:A"),
        phase="over",
    )
    assert line(game, 0, "purple") == 10


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", [9, 10, 11])
def test_science_squares_go_on_without_limit(edition: str, number: int) -> None:
    """A18: 10 alike are 100 points."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), city=" ".join(["apothecary"] * number)),
        *plain(edition, "gizah", "ephesos"),
        phase="over",
    )
    assert line(game, 0, "green") == number * number
