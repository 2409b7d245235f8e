"""Teams (T1 to T7): partners side by side, double tokens against the other neighbour, one sum."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from mirabilia import Game
from positions import (
    EDITIONS,
    coins,
    first_side,
    happened,
    line,
    met,
    of_seat,
    offered,
    pay_losses,
    play,
    sailed,
    seat,
    sell_all,
    table,
    tokens,
    told,
    ways,
)

BOARDS = (
    "gizah",
    "rhodos",
    "ephesos",
    "alexandria",
    "olympia",
    "babylon",
    "halikarnassos",
    "stonehenge",
)


def team_table(*seats: dict[str, Any], **rest: Any) -> Game:
    """A game in teams with Cities, unless other expansions are named."""
    return table(*seats, **{"teams": True, "expansions": ["cities"], **rest})


def fought(
    *shields: int, edition: str = "2nd", diplomats: tuple[int, ...] = (), **rest: Any
) -> Game:
    """A war just fought with so many shields in each city."""
    game = team_table(
        *[
            seat(
                first_side(edition, BOARDS[of]),
                city="stockade " * number,
                diplomacy=int(of in diplomats),
            )
            for of, number in enumerate(shields)
        ],
        phase="war",
        **rest,
    )
    for of in diplomats:
        assert of_seat(game, of)["diplomacy"] == 0
    return game


def war(*shields: int, **rest: Any) -> list[tuple[list[int], int]]:
    """The tokens of everybody after such a war."""
    game = fought(*shields, **rest)
    return [tokens(game, of) for of in range(len(shields))]


NOTHING: tuple[list[int], int] = ([], 0)


# Setting up.


@pytest.mark.parametrize(
    ("edition", "players", "expansions"),
    [
        ("1st", 4, ["cities"]),
        ("1st", 6, ["cities"]),
        ("1st", 4, ["armada"]),
        ("1st", 8, ["armada"]),
        ("1st", 8, ["leaders", "cities", "armada"]),
        ("2nd", 4, ["cities"]),
        ("2nd", 6, ["armada"]),
        ("2nd", 4, ["leaders", "cities"]),
    ],
)
def test_teams_are_two_seats_side_by_side(
    edition: str, players: int, expansions: list[str]
) -> None:
    """T1: seats 0 and 1, 2 and 3, and so on; with Cities or Armada."""
    game = Game(players, edition=edition, expansions=expansions, teams=True, seed=1)
    assert game.teams
    assert [sheet.team for sheet in game.scores()] == [of // 2 for of in range(players)]
    assert game.position()["teams"] is True
    single = Game(players, edition=edition, expansions=expansions, seed=1)
    assert [sheet.team for sheet in single.scores()] == [None] * players


@pytest.mark.parametrize(
    ("edition", "players", "expansions"),
    [
        *[(edition, players, ["cities"]) for edition in EDITIONS for players in (3, 5, 7)],
        *[(edition, players, ["armada"]) for edition in EDITIONS for players in (3, 5, 7)],
        ("2nd", 8, ["armada"]),
        ("2nd", 8, ["cities"]),
        ("1st", 8, ["cities"]),
        ("1st", 2, ["cities"]),
        ("1st", 2, []),
        ("1st", 4, []),
        ("2nd", 6, []),
        ("1st", 4, ["leaders"]),
        ("2nd", 4, ["leaders"]),
    ],
)
def test_teams_that_cannot_be(edition: str, players: int, expansions: list[str]) -> None:
    """T1: 4 or 6 play in teams, 8 in the 1st edition with Armada; never the base game alone."""
    with pytest.raises(ValueError, match=r"[Tt]eam|Eight|Two"):
        Game(players, edition=edition, expansions=expansions, teams=True)


def test_a_position_of_teams_that_cannot_be() -> None:
    """T1: likewise."""
    for number, expansions in ((3, ["cities"]), (5, ["cities"]), (4, [])):
        seats = [seat(f"{board}:day") for board in BOARDS[:number]]
        with pytest.raises(ValueError, match=r"[Tt]eam"):
            team_table(*seats, expansions=expansions)


# What partners know.

HANDS = ("tavern palace", "baths senate", "altar gardens", "theater arena")


def test_a_view_holds_the_partners_hand_and_nobody_elses() -> None:
    """K1, T1: partners may show each other their hands."""
    game = team_table(
        *[seat(f"{board}:day", hand) for board, hand in zip(BOARDS[:4], HANDS, strict=True)]
    )
    for of in range(4):
        view = game.view(of)
        shown = [entry["hand"] for entry in view["seats"]]
        assert [shown[of], shown[of ^ 1]] == [HANDS[of].split(), HANDS[of ^ 1].split()]
        assert [shown[other] for other in range(4) if other // 2 != of // 2] == [2, 2]
        assert sorted(view["seen"][of ^ 1]) == sorted(HANDS[of ^ 1].split())
        text = json.dumps(view)
        for other in range(4):
            if other // 2 != of // 2:
                assert not any(f'"{card}"' in text for card in HANDS[other].split())
    assert [entry["hand"] for entry in game.view(None)["seats"]] == [2, 2, 2, 2]


def test_without_teams_a_neighbours_hand_is_hidden() -> None:
    """K1, T1: only partners show theirs."""
    game = team_table(
        *[seat(f"{board}:day", hand) for board, hand in zip(BOARDS[:4], HANDS, strict=True)],
        teams=False,
    )
    assert [entry["hand"] for entry in game.view(0)["seats"]] == [HANDS[0].split(), 2, 2, 2]


def test_partners_show_their_leaders_too() -> None:
    """K1, L1, T1: while drafting, and in hand; everybody else's stay hidden."""
    game = Game(4, expansions=["leaders", "cities"], teams=True, seed=2)
    packs = [entry["pack"] for entry in game.position()["seats"]]
    shown = [entry["pack"] for entry in game.view(2)["seats"]]
    assert shown == [4, 4, packs[2], packs[3]]
    while game.decision(game.to_decide[0]).kind == "draft":
        for of in list(game.to_decide):
            game.play(of, game.moves(of)[0])
    held = [list(game.leader_hand(of)) for of in range(4)]
    assert [len(hand) for hand in held] == [4] * 4
    shown = [entry["leader_hand"] for entry in game.view(1)["seats"]]
    assert shown == [held[0], held[1], 4, 4]
    text = json.dumps(game.view(1))
    assert not any(f'"{leader}"' in text for leader in held[2] + held[3])


def test_partners_do_not_see_the_discard_pile() -> None:
    """K1, T1: who builds from it looks at it, alone; it is no hand."""
    game = team_table(
        seat("gizah:day", "forging_agency altar", coins=2),
        seat("rhodos:day", "altar"),
        seat("ephesos:day"),
        seat("olympia:day"),
        discard="palace senate",
        age=2,
    )
    play(game, "build:forging_agency@B2", "sell:altar")
    assert [isinstance(game.view(of)["discard"], int) for of in range(4)] == [
        False,
        True,
        True,
        True,
    ]


# Paying.


@pytest.mark.parametrize("edition", EDITIONS)
def test_own_resources_are_used_before_buying(edition: str) -> None:
    """T2: nothing is bought, from the partner or anybody, that the own city can make."""
    game = team_table(
        seat(first_side(edition, "rhodos"), "barracks stables caravansery", "clay_pool", coins=9),
        seat(first_side(edition, "gizah"), city="ore_vein brickyard sawmill"),
        seat(first_side(edition, "ephesos")),
        seat(first_side(edition, "alexandria"), city="foundry sawmill"),
        age=2,
    )
    assert ways(game, 0, "build:barracks") == {""}
    assert ways(game, 0, "build:stables") == {"@L2", "@R2"}  # the wood alone
    assert ways(game, 0, "build:caravansery") == {"@L4", "@L2R2", "@R4"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_chain_must_be_used(edition: str) -> None:
    """B15, T3: no coins go to the partner, or to anybody, for a card that a chain makes free."""
    game = team_table(
        seat(first_side(edition, "rhodos"), "aqueduct altar", "baths", coins=9),
        seat(first_side(edition, "gizah"), city="quarry stone_pit"),
        seat(first_side(edition, "ephesos")),
        seat(first_side(edition, "alexandria"), city="quarry stone_pit"),
        age=2,
    )
    assert offered(game, 0, "build") == {"build:aqueduct", "build:altar"}
    play(game, "build:aqueduct")
    assert coins(game) == [9, 3, 3, 3]
    assert happened(game, "build")[0][1]["how"] == "chain"


@pytest.mark.parametrize("edition", EDITIONS)
def test_partners_pay_each_other_the_normal_price(edition: str) -> None:
    """T4: 2 coins, 1 with a trading post; too few coins: the partner lends none."""
    for city, purse, expected in (
        ("", 9, {"@L2"}),
        ("", 1, set()),
        ("west_trading_post", 1, {"@L1"}),
        ("east_trading_post", 9, {"@L2"}),
    ):
        game = team_table(
            seat(first_side(edition, "rhodos"), "baths altar", city, coins=purse),
            seat(first_side(edition, "gizah"), coins=50),
            seat(first_side(edition, "ephesos")),
            seat(first_side(edition, "alexandria")),
        )
        assert ways(game, 0, "build:baths") == expected
        if "@L2" in expected:
            play(game, "build:baths@L2")
            assert coins(game)[:2] == [7, 52]


def test_partners_have_no_moves_of_their_own() -> None:
    """T4: no lending, no swapping: the same moves as without teams."""
    seats = [seat(f"{board}:day", hand) for board, hand in zip(BOARDS[:4], HANDS, strict=True)]
    one, other = team_table(*seats), team_table(*seats, teams=False)
    assert [one.moves(of) for of in range(4)] == [other.moves(of) for of in range(4)]


# Effects.


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_loss_hits_the_partner_too(edition: str) -> None:
    """C2, T5: everybody but the one who caused it."""
    game = team_table(
        seat(first_side(edition, "gizah"), "lair altar", "lumber_yard glassworks_age1"),
        *[seat(first_side(edition, board), coins=5) for board in ("rhodos", "ephesos", "olympia")],
        age=2,
    )
    play(game, "build:lair")
    assert game.to_decide == [1, 2, 3]
    pay_losses(game)
    assert coins(game) == [3, 3, 3, 3]


@pytest.mark.parametrize(
    ("card", "gains"), [("dive", [6, 1, 0, 1]), ("customs", [0, 1, 1, 1]), ("hideout", [0] * 4)]
)
def test_gifts_and_debts_ignore_teams(card: str, gains: list[int]) -> None:
    """T5: neighbours are the partner and the other one; all others are all others."""
    game = team_table(
        seat("gizah:day", f"{card} altar", coins=0),
        *[seat(f"{board}:day", coins=0) for board in ("rhodos", "ephesos", "olympia")],
    )
    play(game, f"build:{card}")
    assert coins(game) == gains
    debts = [of_seat(game, of)["debts"] for of in range(4)]
    assert debts == ([0, 1, 1, 1] if card == "hideout" else [0] * 4)


def test_raiders_give_the_partner_a_debt() -> None:
    """C8, T5: he is a neighbour."""
    game = team_table(
        seat("gizah:day", "raider_camp altar"),
        *[seat(f"{board}:day") for board in ("rhodos", "ephesos", "olympia")],
    )
    play(game, "build:raider_camp")
    assert [of_seat(game, of)["debts"] for of in range(4)] == [0, 1, 0, 1]


def test_guilds_and_copies_count_the_partner_as_a_neighbour() -> None:
    """C7, T5: and the other neighbour, as ever."""
    game = team_table(
        seat("gizah:A", city="guild_of_shadows mourners_guild pigeon_loft"),
        seat("rhodos:A", city="militia hideout academy", victories=[1, 5]),
        seat("ephesos:A", city="lair workshop", victories=[3]),
        seat("olympia:A", city="residence lodge", victories=[3, 3]),
    )
    assert line(game, 0, "purple") == 2 + 1 + 2 + 2
    assert line(game, 0, "green") == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tax_is_levied_on_the_partner_too(edition: str) -> None:
    """A6, T5: the second space of the yellow track: 2 coins, and a tax of 1 for all others."""
    game = team_table(
        seat(first_side(edition, "gizah"), "altar baths", fleets={"yellow": 1}, coins=3),
        *[seat(first_side(edition, board), coins=3) for board in ("rhodos", "ephesos", "olympia")],
        expansions=["armada"],
    )
    play(game, "sell:altar+yellow")
    assert coins(game) == [5, 2, 2, 2]


# War.


@pytest.mark.parametrize("edition", EDITIONS)
def test_partners_do_not_fight_each_other(edition: str) -> None:
    """T6: each fights the neighbour of the other team, with double tokens."""
    # 1 fights 2, and 3 fights 0.
    assert war(0, 9, 0, 0, edition=edition) == [NOTHING, ([1, 1], 0), ([], 2), NOTHING]
    assert war(5, 0, 1, 2, edition=edition) == [([1, 1], 0), ([], 2), ([1, 1], 0), ([], 2)]
    assert war(1, 2, 2, 1, edition=edition) == [NOTHING] * 4


@pytest.mark.parametrize(("age", "value"), [(1, 1), (2, 3), (3, 5)])
def test_two_tokens_of_the_age(age: int, value: int) -> None:
    """T6: two victory tokens of the age, two defeats."""
    expected = [NOTHING, ([value, value], 0), ([], 2), NOTHING]
    assert war(0, 1, 0, 0, age=age) == expected
    assert war(0, 1, 0, 0, age=age, edition="1st") == expected
    assert war(0, 1, 0, 0, age=age, expansions=["armada"]) == expected


@pytest.mark.parametrize("opponent", [3, 5])
def test_the_war_of_the_rulebooks(opponent: int) -> None:
    """T6: age II, 2 shields against the neighbour's 3 (or 5): two defeats, he two of 3."""
    assert war(2, 0, 0, opponent, age=2) == [([], 2), NOTHING, NOTHING, ([3, 3], 0)]


def test_six_and_eight_players() -> None:
    """T6: each pair of neighbouring teams fights once: 1 and 2, 3 and 4, and so on round."""
    assert war(0, 1, 0, 2, 3, 0) == [
        NOTHING,
        ([1, 1], 0),
        ([], 2),
        ([], 2),
        ([1, 1], 0),
        NOTHING,
    ]
    assert war(1, 9, 8, 0, 0, 1, 2, 0, edition="1st", expansions=["armada"], age=3) == [
        ([5, 5], 0),
        ([5, 5], 0),
        ([], 2),
        NOTHING,
        NOTHING,
        ([], 2),
        ([5, 5], 0),
        ([], 2),
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_diplomacy_of_the_rulebook(edition: str) -> None:
    """C3, T6: age II, 2 against 5, with a token: both take one instead of two."""
    assert war(2, 0, 0, 5, age=2, diplomats=(0,), edition=edition) == [
        ([], 1),
        NOTHING,
        NOTHING,
        ([3], 0),
    ]


def test_diplomacy_in_teams() -> None:
    """T6: either opponent's token makes single tokens of double ones, both tokens none."""
    plain_war = [([], 2), ([1, 1], 0), ([], 2), ([1, 1], 0)]
    assert war(0, 3, 1, 2) == plain_war
    # Whose token it is makes no difference, and the partner is not covered.
    for diplomat in (0, 3):
        assert war(0, 3, 1, 2, diplomats=(diplomat,)) == [
            ([], 1),
            ([1, 1], 0),
            ([], 2),
            ([1], 0),
        ]
    assert war(0, 3, 1, 2, diplomats=(1,)) == [([], 2), ([1], 0), ([], 1), ([1, 1], 0)]
    assert war(0, 3, 1, 2, diplomats=(0, 3)) == [NOTHING, ([1, 1], 0), ([], 2), NOTHING]
    assert war(0, 3, 1, 2, diplomats=(0, 1)) == [([], 1), ([1], 0), ([], 1), ([1], 0)]
    assert war(0, 3, 1, 2, diplomats=(0, 1, 2, 3)) == [NOTHING] * 4


def test_diplomacy_in_teams_of_six_makes_no_new_neighbours() -> None:
    """T6: the holder fights; nobody else's opponent changes."""
    assert war(0, 1, 0, 2, 3, 0, diplomats=(1, 3)) == [
        NOTHING,
        ([1], 0),
        ([], 1),
        ([], 1),
        ([1], 0),
        NOTHING,
    ]


def test_partners_do_not_meet_in_a_war_of_teams() -> None:
    """T6, A12: whoever uses diplomacy meets his opponent all the same; raids come on top, once."""
    game = fought(
        2, 0, 1, 0, 3, 0, diplomats=(1,), expansions=["cities", "armada"], raids=[[0, 2], [2, 0]]
    )
    assert met(game) == [(1, 2, 0, 1), (3, 4, 0, 3), (5, 0, 0, 2)]
    assert met(game, raid=True) == [(0, 2, 2, 1)]
    assert told(game, "use_diplomacy", "conflict", "victory", "defeat") == [
        ("use_diplomacy", 1),
        *[("conflict", 1), ("victory", 2), ("defeat", 1)],
        *[("conflict", 3), *[("victory", 4), ("defeat", 3)] * 2],
        *[("conflict", 5), *[("victory", 0), ("defeat", 5)] * 2],
        *[("conflict", 0), ("victory", 0), ("defeat", 2)],
    ]


def test_a_conflict_for_no_tokens_is_told_of() -> None:
    """T6: both use diplomacy, so that the stronger takes nothing."""
    game = fought(0, 3, 1, 0, diplomats=(1, 2))
    assert met(game) == [(1, 2, 3, 1), (3, 0, 0, 0)]
    assert told(game, "victory", "defeat") == []


def test_tokens_of_diplomacy_are_spent_one_a_war() -> None:
    """T6: each holder spends one, also where the conflict is a draw."""
    game = team_table(
        seat("gizah:day", diplomacy=2),
        *[seat(f"{board}:day") for board in ("rhodos", "ephesos", "olympia")],
        phase="war",
    )
    assert of_seat(game, 0)["diplomacy"] == 1
    assert [tokens(game, of) for of in range(4)] == [NOTHING] * 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_raids_are_single_whatever_the_teams(edition: str) -> None:
    """A12, T6: Gabriel and Paula, his partner on his left, and Romeo on hers: he raids Romeo."""
    fights = war(2, 0, 1, 0, edition=edition, expansions=["armada"], raids=[[0, 2]], age=2)
    # Gabriel beats the fourth twice and Romeo once; Romeo beats Paula twice.
    assert fights == [([3, 3, 3], 0), ([], 2), ([3, 3], 1), ([], 2)]


def test_a_raid_that_is_built_goes_two_seats_on() -> None:
    """A12, T5: the Ballista of age II, left of the left neighbour."""
    game = team_table(
        seat(
            "gizah:day",
            "ballista altar",
            city="lumber_yard stone_pit ore_vein clay_pool "
            "glassworks_age1 press_age1 loom_age1 sawmill foundry brickyard quarry",
        ),
        *[seat(f"{board}:day") for board in ("rhodos", "ephesos", "olympia")],
        expansions=["armada"],
        age=2,
    )
    play(game, "build:ballista")
    assert game.position()["raids"] == [[0, 2]]


def test_diplomacy_and_a_raid_in_teams() -> None:
    """A12, T6: the token does not touch the raid, and is spent all the same."""
    both = ["cities", "armada"]
    fights = war(2, 0, 1, 0, expansions=both, raids=[[0, 2]], diplomats=(0,))
    assert fights == [([1, 1], 0), ([], 2), ([1, 1], 1), ([], 1)]


def test_tomyris_sends_both_defeats_back() -> None:
    """L8, T6: the winner of the conflict takes both."""
    game = team_table(
        seat("gizah:A"),
        seat("rhodos:A", leaders=["tomyris"]),
        seat("ephesos:A", city="stockade"),
        seat("olympia:A"),
        expansions=["leaders", "cities"],
        phase="war",
    )
    assert [tokens(game, of) for of in range(4)] == [NOTHING, NOTHING, ([1, 1], 2), NOTHING]


def test_nero_is_paid_for_both_victories() -> None:
    """L8, T6: 2 coins for each token."""
    game = team_table(
        seat("gizah:A"),
        seat("rhodos:A"),
        seat("ephesos:A", city="stockade", leaders=["nero"], coins=0),
        seat("olympia:A"),
        expansions=["leaders", "cities"],
        phase="war",
    )
    assert game.coins(2) == 4


@pytest.mark.parametrize(
    ("edition", "age", "strengths", "expected"),
    [
        ("1st", 2, [8, 6, 6, 2], [[5], [], [], [-2]]),
        ("2nd", 2, [8, 6, 6, 2], [[5], [], [], [-2]]),
        ("1st", 3, [9, 9, 5, 1], [[5], [5], [3], [-3]]),
        ("2nd", 3, [9, 9, 5, 1], [[5], [5], [], [-3]]),
        ("2nd", 1, [0, 0, 2, 1], [[-1], [-1], [3], [1]]),
    ],
)
def test_at_sea_everybody_is_for_himself(
    edition: str, age: int, strengths: list[int], expected: list[list[int]]
) -> None:
    """A14, T6: partners compete and tie like anybody; tokens are single."""
    game = team_table(
        *[
            seat(first_side(edition, BOARDS[of]), city="coastal_defenses " * strength)
            for of, strength in enumerate(strengths)
        ],
        expansions=["armada"],
        phase="war",
        age=age,
    )
    assert [of_seat(game, of)["naval"] for of in range(4)] == expected
    assert [strength for _, strength, _ in sailed(game)] == strengths


# The end.


def ended(*results: tuple[int, int]) -> Game:
    """A finished table: each seat's baths (3 points a piece) and its coins, always below 3."""
    return team_table(
        *[
            seat(f"{BOARDS[of]}:day", city="baths " * baths, coins=purse)
            for of, (baths, purse) in enumerate(results)
        ],
        phase="over",
    )


def test_the_two_scores_are_added() -> None:
    """T7: the best single player may be on the losing side."""
    game = ended((5, 0), (0, 0), (3, 0), (3, 0))
    assert [sheet.total for sheet in game.scores()] == [15, 0, 9, 9]
    assert game.ranking() == [(1, [2, 3]), (2, [0, 1])]


def test_ties_of_teams_go_to_more_coins_together() -> None:
    """T7: whoever of the two has them; still tied, the place is shared."""
    assert ended((2, 2), (0, 0), (1, 1), (1, 0)).ranking() == [(1, [0, 1]), (2, [2, 3])]
    assert ended((2, 1), (0, 0), (1, 1), (1, 1)).ranking() == [(1, [2, 3]), (2, [0, 1])]
    assert ended((2, 2), (0, 0), (1, 1), (1, 1)).ranking() == [(1, [0, 1, 2, 3])]
    assert ended((2, 2), (0, 0), (1, 1), (1, 1), (0, 0), (9, 0)).ranking() == [
        (1, [4, 5]),
        (2, [0, 1, 2, 3]),
    ]
    assert ended((2, 2), (0, 0), (1, 1), (1, 1), (0, 0), (0, 0)).ranking() == [
        (1, [0, 1, 2, 3]),
        (3, [4, 5]),
    ]


def test_debts_count_for_the_team() -> None:
    """C2, T7: they are part of the sum."""
    game = team_table(
        seat("gizah:day", city="baths", debts=2, coins=0),
        seat("rhodos:day", coins=0),
        seat("ephesos:day", coins=0),
        seat("olympia:day", coins=0, victories=[1, 1]),
        phase="over",
    )
    assert game.ranking() == [(1, [2, 3]), (2, [0, 1])]


@pytest.mark.parametrize(("edition", "players"), [("1st", 4), ("2nd", 4), ("2nd", 6)])
def test_a_whole_game_in_teams(edition: str, players: int) -> None:
    """T1, T7: from the deal to the places; everybody sells, so all are tied."""
    game = Game(players, edition=edition, expansions=["cities"], teams=True, seed=4)
    while not game.over:
        again = Game.from_position(game.position())
        assert again.teams
        assert again.position() == game.position()
        sell_all(game)
    assert [sheet.team for sheet in game.scores()] == [of // 2 for of in range(players)]
    places = game.ranking()
    assert sorted(of for _, seats in places for of in seats) == list(range(players))
    assert all(
        seats[at + 1] == seats[at] + 1 for _, seats in places for at in range(0, len(seats), 2)
    )


def test_a_team_game_of_chance_can_be_replayed() -> None:
    """T1 to T7: with everything in play, to the end; coins never below nothing, debts stay."""
    chance = random.Random(11)
    game = Game(4, expansions=["leaders", "cities", "armada"], teams=True, seed=12)
    debts = [0] * 4
    while not game.over:
        for of in list(game.to_decide):
            game.play(of, chance.choice(game.moves(of)))
        now = [of_seat(game, of)["debts"] for of in range(4)]
        assert all(one >= other for one, other in zip(now, debts, strict=True))
        assert min(coins(game)) >= 0
        debts = now
    again = Game.from_record(json.loads(json.dumps(game.record())))
    assert again.events == game.events
    assert again.ranking() == game.ranking()
    assert sum(debts) > 0
