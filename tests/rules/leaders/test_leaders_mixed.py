"""Leaders beside Cities, Armada, teams and each other: where two rules meet (L2 to L9)."""

from __future__ import annotations

from typing import Any

import pytest

from leaders import MAUSOLEUM
from mirabilia import Game
from positions import (
    EDITIONS,
    coins,
    discarded,
    first_side,
    line,
    makers,
    of_seat,
    offered,
    play,
    seat,
    second_side,
    table,
    tokens,
    ways,
)

SEA = ["leaders", "armada"]


def around(edition: str, *seats: dict[str, Any]) -> list[dict[str, Any]]:
    """These seats, and others that have and sell nothing of use, up to four."""
    spare = [seat(first_side(edition, wonder)) for wonder in ("halikarnassos", "ephesos", "roma")]
    return [*seats, *spare[: 4 - len(seats)]]


# Armada


@pytest.mark.parametrize("edition", EDITIONS)
def test_ships_with_leaders(edition: str) -> None:
    """L2, A3, A4: a stage built with a leader allows the ship, recruiting doesn't; a sale may."""
    me = seat(
        first_side(edition, "rhodos"),
        city="sawmill lumber_yard",  # the stage, and the red ship of shipyard A
        shipyard="shipyard_A",
        leader_hand=["plato"],
    )
    game = table(*around(edition, me), expansions=SEA, phase="leader")
    assert offered(game, 0) == {
        "recruit:plato@B4",
        "stage:plato",
        "stage:plato+red",
        "sell:plato",
        "sell:plato+yellow",
    }
    play(game, "stage:plato+red")
    assert of_seat(game, 0)["fleets"]["red"] == 1


def test_no_ship_with_romas_extra_leader() -> None:
    """L6: the stage had its own."""
    city = makers({"stone": 1, "clay": 1, "glass": 1})
    me = seat("roma:night", "altar", city, stages=1, leader_hand=["nero"], shipyard="shipyard_A")
    game = table(
        me, *(seat(f"{w}:day") for w in ("halikarnassos", "ephesos", "gizah")), expansions=SEA
    )
    play(game, "stage:altar")
    assert offered(game, 0) == {"recruit:nero", "skip"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_discounts_come_off_their_own_part(edition: str) -> None:
    """L5, A3: a colour's leader serves the card, Imhotep the stage, neither the ship."""

    def with_city(city: str, leader: str) -> Game:
        me = seat(
            first_side(edition, "alexandria"),
            "barracks",
            city,
            leaders=[leader],
            coins=0,
            shipyard="shipyard_A",  # the first red space costs wood
        )
        return table(*around(edition, me), expansions=SEA)

    red = {"build:barracks", "build:barracks+red"}
    assert offered(with_city("lumber_yard", "leonidas"), 0, "build") == red
    assert offered(with_city("ore_vein", "leonidas"), 0, "build") == {"build:barracks"}
    assert offered(with_city("lumber_yard", "imhotep"), 0, "build") == set()
    stage = {"stage:barracks", "stage:barracks+red"}
    assert offered(with_city("stone_pit lumber_yard", "imhotep"), 0, "stage") == stage
    assert offered(with_city("quarry", "imhotep"), 0, "stage") == {"stage:barracks"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_bilkis_serves_card_and_ship_once(edition: str) -> None:
    """L5, A3: one payment for both, one resource from the bank."""
    me = seat(
        first_side(edition, "alexandria"),
        "barracks",
        leaders=["bilkis"],
        coins=3,
        shipyard="shipyard_A",
    )
    assert offered(table(*around(edition, me), expansions=SEA), 0, "build") == {"build:barracks@B1"}
    game = table(*around(edition, {**me, "city": ["ore_vein"]}), expansions=SEA)
    assert offered(game, 0, "build") == {"build:barracks", "build:barracks+red@B1"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_naval_tokens_are_none_for_leaders(edition: str) -> None:
    """L8, A14: no leader counts, gains or discards them."""
    for leader, points in (("alexander", 1), ("gorgo", 0), ("cynisca", 6)):
        me = seat(
            first_side(edition, "rhodos"),
            leaders=[leader],
            victories=[3],
            naval=[3, 3, 7, -1, -2],
        )
        game = table(*around(edition, me), expansions=SEA, phase="over")
        assert line(game, 0, "leaders") == points
    nero = seat(first_side(edition, "rhodos"), leaders=["nero"], coins=0, fleets={"red": 3})
    game = table(*around(edition, nero), expansions=SEA, phase="war", age=3)
    assert (of_seat(game, 0)["naval"], tokens(game, 0)[0], game.coins(0)) == ([7], [], 0)
    telesilla = seat(first_side(edition, "rhodos"), leader_hand=["telesilla"], naval=[-1])
    other = seat(first_side(edition, "gizah"), naval=[3, 5])
    game = table(*around(edition, telesilla, other), expansions=SEA, phase="leader", age=3)
    play(game, "recruit:telesilla@B3")
    assert game.turn == 1
    assert [of_seat(game, of)["naval"] for of in (0, 1)] == [[-1], [3, 5]]


@pytest.mark.parametrize("edition", EDITIONS)
def test_tomyris_and_nero_in_a_raid(edition: str) -> None:
    """L8, A12: the defeat of a raid goes to the raider too; Nero is paid for his victory."""
    game = table(
        seat(first_side(edition, "gizah"), leaders=["tomyris"]),
        seat(first_side(edition, "ephesos")),
        seat(first_side(edition, "rhodos"), "", "stockade", leaders=["nero"], coins=0),
        seat(first_side(edition, "halikarnassos")),
        expansions=SEA,
        phase="war",
        age=3,
        raids=[[2, 0]],
    )
    assert [tokens(game, of) for of in range(4)] == [
        ([], 0),
        ([], 1),
        ([5, 5, 5], 1),
        ([], 1),
    ]
    assert game.coins(2) == 6


@pytest.mark.parametrize("edition", EDITIONS)
def test_hatshepsut_is_not_paid_for_far_trade(edition: str) -> None:
    """L5, A13: the emporium's seller is no neighbour."""
    wonders = ("alexandria", "gizah", "ephesos", "rhodos", "halikarnassos")
    seats = [seat(first_side(edition, wonder)) for wonder in wonders]
    seats[0] |= {
        "hand": ["barracks"],
        "city": ["eastern_emporium"],
        "leaders": ["hatshepsut"],
        "coins": 1,
    }
    game = table(*seats, expansions=SEA)
    assert ways(game, 0, "build:barracks") == {"@RR1"}
    play(game, "build:barracks@RR1")
    assert (game.coins(0), game.coins(3)) == (0, 7)


def test_eight_can_draft() -> None:
    """L1, E1: 32 of the 36 leaders of the 1st edition."""
    game = Game(8, edition="1st", expansions=SEA, seed=8)
    assert (game.to_decide, len(game.position()["box"])) == (list(range(8)), 4)


# Teams


def test_tomyris_and_nero_in_teams() -> None:
    """L8, T6: both tokens go to the winner; Nero takes coins for each of two."""
    game = table(
        seat("gizah:day"),
        seat("ephesos:day", leaders=["tomyris"]),
        seat("rhodos:day", "", "stockade", leaders=["nero"], coins=0),
        seat("babylon:day"),
        expansions=["leaders", "cities"],
        teams=True,
        phase="war",
        age=3,
    )
    assert [tokens(game, of) for of in range(4)] == [([], 0), ([], 0), ([5, 5], 2), ([], 0)]
    assert game.coins(2) == 4


def test_arsinoe_in_teams() -> None:
    """L8, T5: a loss hits the partner too."""
    wonders = ("gizah", "ephesos", "rhodos", "babylon")
    seats = [seat(f"{wonder}:day", coins=0) for wonder in wonders]
    seats[0] |= {"leader_hand": ["arsinoe"], "coins": 2}
    game = table(*seats, expansions=["leaders", "cities"], teams=True, phase="leader", age=2)
    play(game, "recruit:arsinoe@B2")
    assert [of_seat(game, of)["debts"] for of in range(4)] == [0, 2, 2, 2]


# Cities


def test_solomon_builds_before_the_forging_agency() -> None:
    """C4, L6: whatever the seats; each sees what the earlier left."""
    for order in (1, -1):
        city = makers({"stone": 1, "clay": 1, "glass": 1})
        entries = [
            seat("roma:night", "altar", city, stages=1, leader_hand=["solomon"]),
            seat("rhodos:day", "forging_agency"),
            seat("gizah:day"),
        ][::order]
        game = table(*entries, discard="palace walls", expansions=["leaders", "cities"], age=3)
        at = 0 if order == 1 else 2
        game.play(at, "stage:altar")
        game.play(1, "build:forging_agency@B2")
        play(game, "recruit:solomon@B1")
        assert game.to_decide == [at]
        play(game, "rebuild:palace")
        assert game.to_decide == [1]
        assert offered(game, 1) == {"rebuild:walls", "skip"}


def test_solomon_builds_a_forging_agency() -> None:
    """C4: which builds in the same turn."""
    game = table(
        seat("rhodos:day", leader_hand=["solomon"]),
        seat("gizah:day"),
        seat("ephesos:day"),
        discard="forging_agency palace",
        expansions=["leaders", "cities"],
        phase="leader",
        age=3,
    )
    play(game, "recruit:solomon@B3")
    play(game, "rebuild:forging_agency")
    assert offered(game, 0) == {"rebuild:palace", "skip"}
    play(game, "rebuild:palace")
    assert (game.city(0), game.turn) == (("forging_agency", "palace"), 1)


@pytest.mark.parametrize(
    ("edition", "firm"), [("1st", "architect_cabinet"), ("2nd", "architect_firm")]
)
def test_octavia_and_free_stages(edition: str, firm: str) -> None:
    """L8: whenever a stage is built, also without resources."""
    game = table(
        seat(first_side(edition, "rhodos"), "altar", firm, leaders=["octavia"], coins=0),
        seat(first_side(edition, "gizah"), coins=0),
        seat(first_side(edition, "ephesos"), coins=0),
        expansions=["leaders", "cities"],
    )
    play(game, "stage:altar")
    assert coins(game) == [2, 0, 0]
    assert [of_seat(game, of)["debts"] for of in range(3)] == [0, 1, 1]


def test_losses_of_one_turn_are_one_decision() -> None:
    """C2, L8: Arsinoe's and Octavia's together."""
    game = table(
        seat("rhodos:day", leader_hand=["arsinoe"], coins=3),
        seat("gizah:day", leader_hand=["plato"], city="sawmill", leaders=["octavia"], coins=3),
        seat("ephesos:day", coins=9),
        expansions=["leaders", "cities"],
        phase="leader",
        age=2,
    )
    play(game, "recruit:arsinoe@B2", "stage:plato")
    assert game.to_decide == [0, 1, 2]
    assert offered(game, 2) == {f"lose:{paid}/{3 - paid}" for paid in range(4)}
    assert offered(game, 0) == {"lose:1/0", "lose:0/1"}
    assert offered(game, 1) == {"lose:2/0", "lose:1/1", "lose:0/2"}
    play(game, "lose:1/0", "lose:2/0", "lose:3/0")
    assert coins(game) == [3 - 2 + 4 - 1, 3 + 2 - 2, 6]


def test_aspasia_keeps_her_owner_out_of_the_war() -> None:
    """L8, C3: his neighbours fight each other, once."""
    game = table(
        seat("rhodos:day", "altar theater", leaders=["aspasia"], diplomacy=1),
        seat("gizah:day", "altar theater", "stockade"),
        seat("ephesos:day", "altar theater"),
        expansions=["leaders", "cities"],
        age=3,
        turn=7,
    )
    play(game, *["sell:altar"] * 3)
    assert [tokens(game, of) for of in range(3)] == [([], 0), ([5], 0), ([], 1)]
    assert of_seat(game, 0)["diplomacy"] == 0


# Wonders and each other


@pytest.mark.parametrize("edition", EDITIONS)
def test_abu_simbel_buries_before_roma_recruits(edition: str) -> None:
    """L6, L7, A16: Roma's recruiting is at the end of step 3."""
    roma, tomb = second_side(edition, "roma"), second_side(edition, "abu_simbel")
    game = table(
        seat(roma, "altar", makers({"stone": 2, "papyrus": 1}), stages=2, leader_hand=["plato"]),
        seat(tomb, "altar", makers({"clay": 2, "loom": 1}), leaders=["nero", "midas"]),
        seat(first_side(edition, "rhodos")),
        expansions=["leaders"],
    )
    play(game, "stage:altar", "stage:altar")
    assert [(of, game.decision(of).kind) for of in game.to_decide] == [(1, "bury")]
    play(game, "bury:midas")
    assert [(of, game.decision(of).kind) for of in game.to_decide] == [(0, "recruit")]


def test_the_courtesans_guild_from_the_discard_pile() -> None:
    """B19, A16: what it has to choose is chosen before the turn goes on."""
    game = table(
        seat("halikarnassos:B", "altar", "foundry"),
        seat("rhodos:A", leaders=["plato", "croesus"]),
        seat("gizah:A"),
        discard="courtesans_guild",
        expansions=["leaders"],
        age=3,
    )
    play(game, "stage:altar")
    play(game, "rebuild:courtesans_guild")
    assert offered(game, 0) == {"copy:plato", "copy:croesus"}
    play(game, "copy:croesus")
    assert (game.coins(0), of_seat(game, 0)["copied"]) == (6 + 6, "croesus")


def test_a_copy_stays_when_the_leader_is_buried_later() -> None:
    """L7: the burial ends the effect for its owner."""
    game = table(
        seat("rhodos:A", "altar theater", "courtesans_guild", copied="cleopatra"),
        seat(
            "abu_simbel:B",
            "altar theater",
            makers({"clay": 2, "loom": 1}),
            leaders=["cleopatra"],
        ),
        seat("gizah:A", "altar theater"),
        expansions=["leaders"],
        age=3,
    )
    play(game, "sell:altar", "stage:altar", "sell:altar")
    assert [line(game, of, "leaders") for of in (0, 1)] == [5, 0]
    assert line(game, 1, "wonder") == 8


def olympia(leaders: list[str], guild: str, city: str = "") -> Game:
    return table(
        seat("olympia:B", "", city, stages=3, leaders=leaders, coins=0),
        seat("gizah:A", "", guild, coins=0),
        seat("ephesos:A", coins=0),
        expansions=["leaders"],
        phase="over",
        age=3,
    )


def test_a_copied_guild_counts_for_hiram_and_plato() -> None:
    """B21: it is copied as if built in the own city, so it is a purple card there."""
    assert line(olympia(["hiram"], "spies_guild"), 0, "leaders") == 2
    six = "lumber_yard loom_age1 altar tavern stockade apothecary"
    assert line(olympia(["plato"], "spies_guild", six), 0, "leaders") == 7


def test_a_copied_guild_counts_for_the_rainbow_archipelago() -> None:
    """B21, A9: of its colours purple may then be the one there are most of."""
    game = table(
        seat("olympia:B", "", "magistrates_guild altar", stages=3, islands=["rainbow"]),
        seat("gizah:A", "", "spies_guild"),
        seat("ephesos:A"),
        expansions=["armada"],
        phase="over",
        age=3,
    )
    assert line(game, 0, "islands") == 2


def test_a_neighbours_guild_does_not_count_the_copied_one() -> None:
    """B21: the copier's own points are counted as if he had built it; nobody else's."""
    game = olympia([], "architects_guild spies_guild")
    assert line(game, 1, "purple") == 0
    game = olympia([], "architects_guild spies_guild", "workers_guild")
    assert line(game, 1, "purple") == 3


def test_a_copied_leader_is_worth_more_than_a_purple_card_may_be() -> None:
    """A17, L9: the points of the Courtesans' leader are a leader's, which have no limit."""
    yellow = " ".join(["tavern"] * 12)
    game = table(
        seat("rhodos:A", "", f"courtesans_guild {yellow}", copied="varro"),
        seat("gizah:A", leaders=["varro"]),
        seat("ephesos:A"),
        expansions=["leaders", "armada"],
        phase="over",
        age=3,
    )
    assert (line(game, 0, "leaders"), line(game, 0, "purple")) == (12, 0)


def test_a_copied_scientists_guild_counts_for_aristotle() -> None:
    """B21, L9: its symbol makes a set."""
    game = olympia(["aristotle"], "scientists_guild", "apothecary workshop")
    assert (line(game, 0, "green"), line(game, 0, "leaders")) == (10, 3)


BABYLON = {"1st": ("babylon:B", 2), "2nd": ("babylon:night", 1)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_card_of_babylon_is_a_turn_for_berenice(edition: str) -> None:
    """B20, L8: a whole turn, with its own coin."""
    extra = ["leaders", "cities"] if edition == "1st" else ["leaders"]
    last = 7 if edition == "1st" else 6
    board, stages = BABYLON[edition]
    game = table(
        seat(board, "altar theater", stages=stages, leaders=["berenice"], coins=0),
        seat(first_side(edition, "gizah"), "altar theater"),
        seat(first_side(edition, "ephesos"), "altar theater"),
        expansions=extra,
        turn=last,
    )
    play(game, *["sell:altar"] * 3)
    assert (game.decision(0).kind, game.coins(0)) == ("last_card", 4)
    play(game, "sell:theater")
    assert game.coins(0) == 8


@pytest.mark.parametrize("extra_turn", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_war_is_an_occasion_of_its_own_for_berenice(edition: str, extra_turn: bool) -> None:
    """L8, B20: one coin more on Nero's, whoever had an extra turn before the war, or none."""
    board, stages = BABYLON[edition]
    game = table(
        seat(board, "altar theater", stages=stages if extra_turn else 0),
        seat(
            first_side(edition, "gizah"),
            "altar theater",
            "stockade",
            leaders=["berenice", "nero"],
            coins=0,
        ),
        seat(first_side(edition, "ephesos"), "altar theater"),
        expansions=["leaders", "cities"],
        turn=7,
    )
    play(game, *["sell:altar"] * 3)
    if extra_turn:
        assert game.coins(1) == 3 + 1
        play(game, "sell:theater")
    assert tokens(game, 1) == ([1, 1], 0)
    assert game.coins(1) == 3 + 1 + 2 + 2 + 1


@pytest.mark.parametrize("extra_turn", [False, True])
def test_an_extra_turn_of_another_is_none_for_berenice_within_the_last_turn(
    extra_turn: bool,
) -> None:
    """B20, L8: 1st edition without Armada: Babylon's last card comes before the last turn's builds
    from the discard pile, which are still of that turn for everybody else."""
    board, stages = BABYLON["1st"]
    game = table(
        seat(board, "altar theater", stages=stages if extra_turn else 0),
        seat(
            "halikarnassos:A",
            "altar theater",
            makers({"ore": 3}),
            stages=1,
            leaders=["berenice"],
            coins=0,
        ),
        seat("gizah:A", "gambling_den theater"),
        expansions=["leaders", "cities"],
        discard="tavern",
        turn=7,
    )
    play(game, "sell:altar", "stage:altar", "build:gambling_den")
    if extra_turn:
        assert game.coins(1) == 1 + 1
        play(game, "sell:theater")
    play(game, "rebuild:tavern")
    assert game.coins(1) == 1 + 1 + 5


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_stage_built_with_a_leader_is_followed_by_a_build_from_the_pile(edition: str) -> None:
    """L2, B19: recruitment has all the steps of a turn."""
    board, city = MAUSOLEUM[edition]
    game = table(
        seat(board, "", city, leader_hand=["plato"], leaders=["xenophon"], coins=0),
        seat(first_side(edition, "gizah")),
        seat(first_side(edition, "ephesos")),
        discard="tavern",
        expansions=["leaders"],
        phase="leader",
        age=2,
    )
    play(game, "stage:plato")
    assert (game.turn, game.decision(0).kind, game.hand(0)) == (0, "rebuild", ())
    play(game, "rebuild:tavern")
    assert (game.turn, game.coins(0), discarded(game)) == (1, 5 + 2, {})
