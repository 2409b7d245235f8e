"""Leaders that bring coins, at once or on what is built (L2, L8)."""

from __future__ import annotations

from typing import Any

import pytest

from leaders import MAUSOLEUM, three
from mirabilia import Game
from positions import EDITIONS, coins, first_side, of_seat, offered, play, seat, table


@pytest.mark.parametrize("edition", EDITIONS)
def test_croesus_brings_six_coins(edition: str) -> None:
    """L2: at once."""
    game = three(edition, {"leader_hand": ["croesus"], "coins": 1}, phase="leader")
    play(game, "recruit:croesus@B1")
    assert (game.coins(0), game.leaders(0)) == (6, ("croesus",))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "city", "gain"),
    [
        ("tavern", "", 5 + 2),
        ("marketplace", "", 2),
        ("forum", "west_trading_post", 2),  # by a chain
        ("caravansery", "sawmill", 2),
        ("altar", "", 0),
    ],
)
def test_xenophon_on_yellow_cards(edition: str, card: str, city: str, gain: int) -> None:
    """L8: 2 coins whenever a yellow card is built, paid for, free or chained."""
    game = three(edition, {"hand": card, "city": city, "leaders": ["xenophon"], "coins": 3}, age=2)
    play(game, f"build:{card}")
    assert game.coins(0) == 3 + gain


def test_xenophon_on_a_card_built_by_right() -> None:
    """L8, B21: also for nothing."""
    me = {"hand": "forum", "leaders": ["xenophon"], "coins": 0, "stages": 2}
    game = three("1st", me, wonders=("olympia", "rhodos", "ephesos"), age=2)
    play(game, "build:forum!")
    assert game.coins(0) == 2


def mausoleum(edition: str, discard: str, leaders: list[str], extra: list[str]) -> Game:
    board, city = MAUSOLEUM[edition]
    return table(
        seat(board, "altar", city, leaders=leaders, coins=0),
        seat(first_side(edition, "rhodos")),
        seat(first_side(edition, "gizah")),
        discard=discard,
        expansions=["leaders", *extra],
        age=2,
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_builds_from_the_discard_pile_count(edition: str) -> None:
    """L8: for Xenophon and Diocletian; for Vitruvius not, whatever stands in the city."""
    leaders = ["xenophon", "diocletian", "vitruvius"]
    for card, gain in (("vineyard", 2 + 1), ("forum", 2), ("hideout", 2), ("pantheon", 0)):
        game = mausoleum(edition, card, leaders, ["cities"])
        play(game, "stage:altar")
        play(game, f"rebuild:{card}")
        assert game.coins(0) == gain


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_chain_from_the_discard_pile_is_none(edition: str) -> None:
    """L8: Vitruvius pays for chains only; a rebuilt card is for nothing anyway."""
    board, city = MAUSOLEUM[edition]
    game = table(
        seat(board, "altar", f"{city} scriptorium", leaders=["vitruvius"], coins=0),
        seat(first_side(edition, "rhodos")),
        seat(first_side(edition, "gizah")),
        discard="library",
        expansions=["leaders"],
        age=2,
    )
    play(game, "stage:altar")
    play(game, "rebuild:library")
    assert game.coins(0) == 0


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "city", "gain"),
    [
        ("library", "scriptorium", 2),
        ("forum", "east_trading_post", 2),
        ("library", "quarry loom_age1", 0),
        ("library", "quarry loom_age1 scriptorium", 2),
        ("altar", "", 0),
        ("loom_age2", "", 0),
    ],
)
def test_vitruvius_on_chains(edition: str, card: str, city: str, gain: int) -> None:
    """L8, B15: 2 coins for a build that a chain makes free; paying is not offered then."""
    game = three(edition, {"hand": card, "city": city, "leaders": ["vitruvius"], "coins": 3}, age=2)
    play(game, f"build:{card}")
    assert game.coins(0) == 3 + gain


@pytest.mark.parametrize("edition", EDITIONS)
def test_xenophon_and_vitruvius_together(edition: str) -> None:
    """L8: a chained yellow card pays both."""
    me = {"hand": "forum", "city": "west_trading_post", "leaders": ["xenophon", "vitruvius"]}
    game = three(edition, {**me, "coins": 0}, age=2)
    play(game, "build:forum")
    assert game.coins(0) == 4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("move", "gain"), [("build:militia@B3", -1), ("build:militia!", 2)])
def test_diocletian_on_black_cards(edition: str, move: str, gain: int) -> None:
    """L8: 2 coins for a black card, paid for or free."""
    me = {"hand": "militia", "leaders": ["diocletian", "caligula"], "coins": 3}
    game = three(edition, me)
    play(game, move)
    assert game.coins(0) == 3 + gain


def test_octavia_in_the_first_edition_without_cities() -> None:
    """L8, A6: 2 coins for each stage; all others lose 1 coin, if they have one."""
    me = {"hand": "altar", "city": "quarry", "leaders": ["octavia"], "coins": 0}
    game = three("1st", me, {"coins": 0}, {"coins": 4})
    play(game, "stage:altar")
    assert coins(game) == [2, 0, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_octavia_with_cities(edition: str) -> None:
    """L8, C2: the others choose between coins and debts; who has no coin takes the debt."""
    me = {"hand": "altar", "city": "quarry", "leaders": ["octavia"], "coins": 0}
    game = three(edition, me, {"coins": 0}, {"coins": 4}, extra=("cities",))
    play(game, "stage:altar")
    assert (game.to_decide, game.decision(2).kind) == ([2], "loss")
    assert offered(game, 2) == {"lose:1/0", "lose:0/1"}
    play(game, "lose:0/1")
    assert coins(game) == [2, 0, 4]
    assert [of_seat(game, of)["debts"] for of in range(3)] == [0, 1, 1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_octavia_on_a_stage_built_with_a_leader(edition: str) -> None:
    """L2, L8: recruitment is a turn with losses of its own."""
    me = {"leader_hand": ["plato", "nero"], "city": "quarry", "leaders": ["octavia"], "coins": 0}
    game = three(edition, me, {"coins": 0}, {"coins": 0}, extra=("cities",), phase="leader")
    play(game, "stage:plato")
    assert coins(game) == [2, 0, 0]
    assert [of_seat(game, of)["debts"] for of in range(3)] == [0, 1, 1]
    assert (game.turn, len(game.hand(0))) == (1, 8)


def test_roxane_on_the_neighbours_stages() -> None:
    """L8: 2 coins whenever a neighbour builds a stage, not for the own, not for others'."""

    def stage(wonder: str, city: str, **rest: Any) -> dict[str, Any]:
        return seat(f"{wonder}:A", "altar", city, coins=0, **rest)

    for builders, gain in (({1}, 2), ({3}, 2), ({1, 3}, 4), ({0}, 0), ({2}, 0), ({0, 1, 2, 3}, 4)):
        game = table(
            stage("alexandria", "quarry", leaders=["roxane"]),
            stage("rhodos", "sawmill"),
            stage("gizah", "stone_pit"),
            stage("ephesos", "quarry"),
            expansions=["leaders"],
        )
        play(game, *("stage:altar" if of in builders else "build:altar" for of in range(4)))
        assert game.coins(0) == gain


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("move", "city", "leaders", "gain"),
    [
        ("sell:altar", "", [], 3 + 1),
        ("build:altar", "", [], 0),
        ("build:tavern", "", [], 5 + 1),
        ("build:tavern", "", ["xenophon"], 5 + 2 + 1),
        ("build:forum", "west_trading_post", ["xenophon", "vitruvius"], 2 + 2 + 1),
        ("build:barracks@L2", "", ["hatshepsut"], -2 + 1 + 1),
    ],
)
def test_berenice_adds_a_coin(
    edition: str, move: str, city: str, leaders: list[str], gain: int
) -> None:
    """L8: a coin more on coins from the bank, once a turn."""
    me = {
        "hand": "altar tavern forum barracks",
        "city": city,
        "leaders": ["berenice", *leaders],
        "coins": 5,
    }
    game = three(edition, me)
    play(game, move)
    assert game.coins(0) == 5 + gain


@pytest.mark.parametrize("edition", EDITIONS)
def test_berenice_does_not_add_to_a_neighbours_coins(edition: str) -> None:
    """L8: what a neighbour pays does not come from the bank."""
    game = three(
        edition,
        {"hand": "altar", "leaders": ["berenice"], "coins": 0},
        {"hand": "workshop", "coins": 2},
    )
    play(game, "build:altar", "build:workshop@R2")
    assert coins(game)[:2] == [2, 0]


@pytest.mark.parametrize(
    ("edition", "card", "gain"),
    [("2nd", "dive", 1), ("2nd", "customs", 1), ("1st", "gambling_den", 1)],
)
def test_berenice_on_coins_of_others_cards(edition: str, card: str, gain: int) -> None:
    """L8: coins from the bank that a neighbour's card gives; once in all."""
    others = {"hand": f"{card} altar", "coins": 0}
    me = {"hand": "altar", "leaders": ["berenice"], "coins": 0}
    game = three(edition, me, others, extra=("cities",))
    play(game, "build:altar", f"build:{card}")
    assert game.coins(0) == gain + 1
    game = three(edition, me, others, others, extra=("cities",))
    play(game, "sell:altar", f"build:{card}", f"build:{card}")
    assert game.coins(0) == 3 + 2 * gain + 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_berenice_every_turn_and_in_recruitment(edition: str) -> None:
    """L2, L8: recruiting is a turn of its own, and the next turn brings a coin again."""
    me = {"leader_hand": ["croesus"], "leaders": ["berenice"], "coins": 1}
    deal = [[["altar"] * 7, ["altar"] * 7, ["altar"] * 7] for _ in range(3)]
    game = three(edition, me, phase="leader", deal=deal)
    play(game, "recruit:croesus@B1")
    assert game.coins(0) == 6 + 1
    play(game, *["sell:altar"] * 3)
    assert game.coins(0) == 7 + 3 + 1
    play(game, *["sell:altar"] * 3)
    assert game.coins(0) == 11 + 3 + 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_berenice_with_a_sold_leader(edition: str) -> None:
    """L2, L8: 3 coins for the leader and one more."""
    me = {"leader_hand": ["croesus"], "leaders": ["berenice"], "coins": 1}
    game = three(edition, me, phase="leader")
    play(game, "sell:croesus")
    assert game.coins(0) == 1 + 3 + 1
