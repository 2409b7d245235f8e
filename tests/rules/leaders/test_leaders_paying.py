"""Leaders that make building cheaper: discounts (L5), rights (L8), and Solomon (L2, L4)."""

from __future__ import annotations

from typing import Any

import pytest

from leaders import MAUSOLEUM, three
from positions import (
    EDITIONS,
    coins,
    discarded,
    first_side,
    happened,
    of_seat,
    offered,
    play,
    seat,
    table,
    ways,
)

# Discounts (L5)

DISCOUNTS = {
    "hammurabi": {"build:statue"},
    "leonidas": {"build:training_ground"},
    "archimedes": {"build:dispensary"},
    "imhotep": {"stage:statue", "stage:training_ground", "stage:dispensary", "stage:caravansery"},
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("leader", ["", *DISCOUNTS])
def test_one_resource_less(edition: str, leader: str) -> None:
    """L5: a blue, red or green card, or a stage, for one resource less; nothing else."""
    me = {
        "hand": "statue training_ground dispensary caravansery",
        "city": "ore_vein lumber_yard stone_pit",  # each lacks one; Alexandria has glass
        "coins": 0,
        "leaders": [leader] if leader else [],
    }
    game = three(edition, me, age=2)
    assert offered(game, 0, "build") | offered(game, 0, "stage") == DISCOUNTS.get(leader, set())
    two_short = three(edition, {**me, "city": ""}, age=2)
    assert not offered(two_short, 0, "build") | offered(two_short, 0, "stage")


@pytest.mark.parametrize("edition", EDITIONS)
def test_any_one_resource_is_left_out(edition: str) -> None:
    """L5, B13: the buyer leaves out what he likes, and every payment not dominated is offered."""
    left, right = {"city": "foundry"}, {"city": "lumber_yard"}
    me: dict[str, Any] = {"hand": "statue", "coins": 6}
    assert ways(three(edition, me, left, right, age=2, extra=("leaders",)), 0, "build:statue") == {
        "@L4R2"
    }
    me["leaders"] = ["hammurabi"]
    game = three(edition, me, left, right, age=2)
    assert ways(game, 0, "build:statue") == {"@L4", "@L2R2"}
    me["city"] = "west_trading_post"
    game = three(edition, me, left, right, age=2)
    assert ways(game, 0, "build:statue") == {"@L2", "@L1R2"}
    me["coins"] = 2
    game = three(edition, me, left, right, age=2)
    assert ways(game, 0, "build:statue") == {"@L2"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_discount_pays_no_coins(edition: str) -> None:
    """L5: one resource less, not a coin; a card without resources is none the cheaper."""
    game = three(
        edition,
        {"hand": "baths altar", "leaders": ["hammurabi"], "coins": 0},
    )
    assert offered(game, 0, "build") == {"build:baths", "build:altar"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_discount_is_none_for_a_stage_paid_in_coins(edition: str) -> None:
    """L5: Imhotep leaves out a resource; the coins of Petra's stage stay."""
    side, price = {"1st": ("A", 7), "2nd": ("day", 5)}[edition]
    game = table(
        seat(
            f"petra:{side}",
            "altar",
            "lumber_yard stone_pit",
            stages=1,
            leaders=["imhotep"],
            coins=9,
        ),
        seat(first_side(edition, "rhodos")),
        seat(first_side(edition, "gizah")),
        expansions=["leaders", "cities"],
    )
    assert offered(game, 0, "stage") == {f"stage:altar@B{price}"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_bilkis_sells_a_resource_for_a_coin(edition: str) -> None:
    """L5: any one resource a turn from the bank."""
    for card in ("apothecary", "baths", "stockade", "scriptorium", "barracks", "guard_tower"):
        me = {"hand": card, "leaders": ["bilkis"], "coins": 1}
        game = three(edition, me)
        assert ways(game, 0, f"build:{card}") == {"@B1"}
        broke = three(edition, {**me, "coins": 0})
        assert ways(broke, 0, f"build:{card}") == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_bilkis_once_a_turn_beside_the_neighbours(edition: str) -> None:
    """L5, B13: one from the bank, the rest from neighbours; or all from neighbours."""
    me: dict[str, Any] = {"hand": "statue", "leaders": ["bilkis"], "coins": 9}
    assert ways(three(edition, me, age=2), 0, "build:statue") == set()  # one ore, from Rhodos
    game = three(edition, me, {"city": "foundry"}, {"city": "lumber_yard"}, age=2)
    assert ways(game, 0, "build:statue") == {"@L4R2", "@L4B1", "@L2R2B1"}
    me["leaders"] = ["bilkis", "hammurabi"]
    game = three(edition, me, {"city": "foundry"}, {"city": "lumber_yard"}, age=2)
    assert ways(game, 0, "build:statue") == {"@L4", "@L2R2", "@L2B1", "@R2B1"}
    play(game, "build:statue@L2B1")
    assert coins(game) == [9 - 3, 6 + 2, 6]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bilkis_for_a_stage(edition: str) -> None:
    """L5: also for a stage; one of two stones."""
    me = {"hand": "altar", "city": "stone_pit", "leaders": ["bilkis"], "coins": 2}
    game = three(edition, me, wonders=("alexandria", "rhodos", "ephesos"))
    assert offered(game, 0, "stage") == {"stage:altar@B1"}
    play(game, "stage:altar@B1")
    assert game.coins(0) == 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "city", "pay", "back"),
    [
        ("barracks", "", "@L2", 1),
        ("barracks", "west_trading_post", "@L1", 1),
        ("training_ground", "lumber_yard", "@L4", 1),
        ("training_ground", "", "@L4R2", 2),
        ("altar", "", "", 0),
        ("tree_farm", "", "@B1", 0),
    ],
)
def test_hatshepsut_pays_for_purchases(
    edition: str, card: str, city: str, pay: str, back: int
) -> None:
    """L5: a coin for each neighbour bought from, once a turn each, not for the bank."""
    game = three(
        edition,
        {"hand": card, "city": city, "leaders": ["hatshepsut"], "coins": 10},
        {"city": "foundry", "coins": 0},
        {"city": "lumber_yard", "coins": 0},
        age=2,
    )
    assert pay in ways(game, 0, f"build:{card}")
    play(game, f"build:{card}{pay}")
    spent = sum(int(digit) for digit in pay if digit.isdigit())
    assert game.coins(0) == 10 - spent + back
    assert sum(coins(game)[1:]) == (0 if "B" in pay else spent)


@pytest.mark.parametrize("edition", EDITIONS)
def test_hatshepsuts_coin_comes_after_the_purchase(edition: str) -> None:
    """L5, B14: it does not help to pay."""
    me = {"hand": "barracks", "leaders": ["hatshepsut"], "coins": 1}
    assert offered(three(edition, me), 0, "build") == set()


@pytest.mark.parametrize(
    ("edition", "wharf"),
    [("2nd", "west_clandestine_wharf"), ("1st", "clandestine_dock_west")],
)
def test_a_resource_for_nothing_is_no_purchase(edition: str, wharf: str) -> None:
    """L5: with a wharf and a trading post the first resource costs 0; no coin for it."""
    me: dict[str, Any] = {
        "hand": "barracks",
        "city": f"{wharf} west_trading_post",
        "leaders": ["hatshepsut"],
        "coins": 0,
    }
    game = three(edition, me, extra=("cities",))
    assert ways(game, 0, "build:barracks") == {""}
    play(game, "build:barracks")
    assert coins(game)[:2] == [0, 6]
    me |= {"hand": "training_ground", "city": f"{me['city']} lumber_yard", "coins": 1}
    game = three(edition, me, {"city": "ore_vein"}, extra=("cities",), age=2)
    play(game, "build:training_ground@L1")
    assert coins(game)[:2] == [1, 7]


def test_bilkis_and_hatshepsut() -> None:
    """L5: what the bank sells is not bought from a neighbour."""
    me = {"hand": "barracks", "leaders": ["hatshepsut", "bilkis"], "coins": 5}
    game = three("2nd", me)
    assert ways(game, 0, "build:barracks") == {"@L2", "@B1"}
    play(game, "build:barracks@B1")
    assert game.coins(0) == 4


# Rights


@pytest.mark.parametrize("edition", EDITIONS)
def test_maecenas_makes_later_leaders_free(edition: str) -> None:
    """L2: she herself costs 1; from then on leaders cost nothing."""
    me = {"leader_hand": ["maecenas", "pericles"], "coins": 1}
    game = three(edition, me, phase="leader")
    assert offered(game, 0, "recruit") == {"recruit:maecenas@B1"}
    me = {"leader_hand": ["pericles", "nitocris"], "leaders": ["maecenas"], "coins": 0}
    game = three(edition, me, {"leader_hand": ["sappho"], "coins": 0}, phase="leader", age=3)
    assert offered(game, 0, "recruit") == {"recruit:pericles", "recruit:nitocris"}
    assert offered(game, 1, "recruit") == set()
    play(game, "recruit:pericles", "sell:sappho")
    assert game.coins(0) == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_ramses_builds_guilds_for_nothing(edition: str) -> None:
    """L8, B7: every purple card, every turn, as a plain build; other colours are paid for."""
    me = {
        "hand": "spies_guild workers_guild palace",
        "leaders": ["ramses", "vitruvius"],
        "coins": 0,
    }
    others = {"hand": "altar theater tavern"}
    game = three(edition, me, others, others, age=3)
    assert offered(game, 0, "build") == {"build:spies_guild", "build:workers_guild"}
    play(game, "build:spies_guild", "sell:altar", "sell:altar")
    assert happened(game, "build") == [(0, {"card": "spies_guild", "how": "free", "by": 0})]
    assert game.coins(0) == 0  # no chain, so nothing from Vitruvius
    me |= {"city": "spies_guild"}
    assert offered(three(edition, me, age=3), 0, "build") == {"build:workers_guild"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_caligula_builds_one_black_card_an_age_for_nothing(edition: str) -> None:
    """L8, B21: once an age, marked with !, not for other colours."""
    hand = "militia residence baths"
    me: dict[str, Any] = {"hand": hand, "leaders": ["caligula"], "coins": 3}
    others = {"hand": "altar theater tavern"}
    game = three(edition, me, others, others, wonders=("alexandria", "rhodos", "ephesos"))
    assert offered(game, 0, "build") == {
        "build:militia@B3",
        "build:militia!",
        "build:residence!",
    }
    play(game, "build:militia!", "sell:altar", "sell:altar")
    assert game.coins(0) == 3
    assert of_seat(game, 0)["spent"] == ["free_black"]
    me["spent"] = ["free_black"]
    game = three(edition, me, others, others, wonders=("alexandria", "rhodos", "ephesos"))
    assert offered(game, 0, "build") == {"build:militia@B3"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_caligulas_right_comes_back_with_the_age(edition: str) -> None:
    """L8, B21: once per age, not once."""
    me = {"hand": "altar theater", "leaders": ["caligula"], "spent": ["free_black"], "coins": 0}
    deal = [[["tabularium"], ["altar"], ["altar"]], [[], [], []]]
    game = three(edition, me, age=1, turn=7, deal=deal)
    play(game, "sell:altar")
    assert (game.age, game.turn) == (2, 1)
    assert ways(game, 0, "build:tabularium") == {"!"}


def test_caligulas_right_is_not_offered_for_what_costs_nothing() -> None:
    """B21: a free black card is built without spending the right."""
    me = {"hand": "hideout dive", "leaders": ["caligula"]}
    game = three("2nd", me)
    assert offered(game, 0, "build") == {"build:hideout", "build:dive"}


def test_the_narrower_right_is_spent() -> None:
    """B21: Olympia A and Caligula: for a black card Caligula's, for another Olympia's."""
    me = {"hand": "militia palace altar", "leaders": ["caligula"], "coins": 0, "stages": 2}
    game = three("1st", me, wonders=("olympia", "rhodos", "gizah"), age=1)
    play(game, "build:militia!")
    assert of_seat(game, 0)["spent"] == ["free_black"]
    game = three("1st", me, wonders=("olympia", "rhodos", "gizah"), age=1)
    play(game, "build:palace!")
    assert of_seat(game, 0)["spent"] == ["free_build"]


# Solomon


@pytest.mark.parametrize("edition", EDITIONS)
def test_solomon_builds_from_the_discard_pile(edition: str) -> None:
    """L2, L4, B19: any age card, this turn's sold leaders not; before the cards are dealt."""
    game = three(
        edition,
        {"leader_hand": ["solomon", "nero"], "city": "altar", "coins": 3},
        {"leader_hand": ["plato"]},
        discard="palace altar cleopatra walls",
        phase="leader",
        age=3,
    )
    play(game, "recruit:solomon@B3", "sell:plato")
    decision = game.decision(0)
    assert (decision.kind, game.to_decide, game.turn) == ("rebuild", [0], 0)
    assert offered(game, 0) == {"rebuild:palace", "rebuild:walls", "skip"}
    assert game.hand(0) == ()
    assert set(game.view(0)["discard"]) == {"palace", "altar", "walls", "plato", "cleopatra"}
    assert game.view(1)["discard"] == 5
    play(game, "rebuild:palace")
    assert game.city(0) == ("altar", "palace")
    assert discarded(game) == {"altar": 1, "walls": 1, "plato": 1, "cleopatra": 1}
    assert (game.turn, len(game.hand(0))) == (1, 7)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("discard", ["", "altar", "plato cleopatra"])
def test_solomon_with_nothing_to_build(edition: str, discard: str) -> None:
    """L4, B19: nothing happens; leaders in the pile can't be built."""
    me = {"leader_hand": ["solomon"], "city": "altar", "coins": 3}
    game = three(edition, me, discard=discard, phase="leader", age=2)
    play(game, "recruit:solomon@B3")
    assert (game.turn, game.city(0)) == (1, ("altar",))


@pytest.mark.parametrize("edition", EDITIONS)
def test_halikarnassos_builds_before_solomon(edition: str) -> None:
    """C4: a stage built with a leader first, then Solomon, whatever their seats."""
    board, city = MAUSOLEUM[edition]
    for solomon in (0, 2):
        entries = [
            seat(first_side(edition, "rhodos"), leader_hand=["solomon"]),
            seat(board, "", city, leader_hand=["plato"]),
            seat(first_side(edition, "gizah")),
        ]
        if solomon == 2:
            entries = [entries[2], entries[1], entries[0]]
        game = table(
            *entries, discard="palace walls", expansions=["leaders"], phase="leader", age=3
        )
        game.play(1, "stage:plato")
        game.play(solomon, "recruit:solomon@B3")
        assert game.to_decide == [1]
        play(game, "rebuild:palace")
        assert game.to_decide == [solomon]
        assert offered(game, solomon) == {"rebuild:walls", "skip"}
        play(game, "rebuild:walls")
        assert (game.turn, discarded(game)) == (1, {})
