"""Leaders: the four guilds of the 1st edition (B3, B24, L9)."""

from __future__ import annotations

import pytest

from leaders import COURTESANS, at_play, bare, courtesans, first, tomb
from mirabilia import Game
from positions import happened, line, of_seat, offered, play, seat, tokens


def test_the_four_guilds_belong_to_the_first_edition() -> None:
    """B3: with Leaders there are four guilds more to draw from; in the 2nd edition none."""
    four = {"gamers_guild", "courtesans_guild", "diplomats_guild", "architects_guild"}
    seen: dict[str, set[str]] = {"1st": set(), "2nd": set()}
    for edition, cards in seen.items():
        for seed in range(12):
            game = Game(5, edition=edition, expansions=["leaders"], seed=seed)
            guilds = [
                card for hand in game.position()["deal"][2] for card in hand if "_guild" in card
            ]
            assert len(guilds) == len(set(guilds)) == 7
            cards |= set(guilds)
    assert four <= seen["1st"]
    assert not four & seen["2nd"]


@pytest.mark.parametrize(("purse", "points"), [(0, 0), (2, 0), (3, 1), (11, 3)])
def test_gamers_guild(purse: int, points: int) -> None:
    """B24, L9: a point for each 3 coins, besides the coins' own."""
    game = at_play(
        first("", "gamers_guild", coins=purse), *bare("1st", "rhodos", "gizah"), phase="over"
    )
    assert (line(game, 0, "purple"), line(game, 0, "coins")) == (points, points)


def test_diplomats_guild() -> None:
    """B24, L7: a point for each leader in play in the neighbouring cities; not buried ones."""
    game = at_play(
        first("", "diplomats_guild", leaders=["sappho"]),
        seat("rhodos:A", leaders=["plato", "nero"], leader_hand=["midas"]),
        seat("ephesos:A", leaders=["varro"]),
        seat("abu_simbel:B", leaders=["hiram"], buried=["caesar"], stages=1),
        phase="over",
    )
    assert line(game, 0, "purple") == 2 + 1


def test_architects_guild() -> None:
    """B24: 3 points for each purple card of the neighbours."""
    game = at_play(
        first("", "architects_guild spies_guild"),
        seat("rhodos:A", "", "workers_guild gamers_guild"),
        seat("gizah:A", "", "traders_guild"),
        phase="over",
    )
    assert line(game, 0, "purple") == 9


def test_courtesans_guild_copies_a_leader_of_a_neighbour() -> None:
    """L9, A16: of either neighbour, chosen when built, compulsory; the neighbour keeps his."""
    game = courtesans(["cleopatra", "nero"], ["varro"])
    assert (game.to_decide, game.decision(0).kind) == ([0], "copy")
    assert game.decision(0).source == "courtesans_guild"
    assert offered(game, 0) == {"copy:cleopatra", "copy:nero", "copy:varro"}
    play(game, "copy:cleopatra")
    assert (of_seat(game, 0)["copied"], game.leaders(0)) == ("cleopatra", ())
    assert [line(game, of, "leaders") for of in range(3)] == [5, 5, 0]
    assert happened(game, "copy") == [(0, {"leader": "cleopatra"})]


def test_courtesans_guild_with_one_leader_or_none() -> None:
    """L9: one possible outcome is not asked."""
    game = courtesans([], ["cleopatra"])
    assert (game.turn, line(game, 0, "leaders")) == (2, 5)
    game = courtesans([], [])
    assert (game.turn, of_seat(game, 0)["copied"]) == (2, None)


def test_a_copied_leader_counts_in_the_own_city() -> None:
    """L9: Varro's yellow cards, Caesar's shields, Euclid's compass: the copier's own."""
    game = courtesans(["varro"], [], me={"city": f"{COURTESANS} tavern forum"})
    assert line(game, 0, "leaders") == 2
    game = courtesans(["caesar"], [], turn=6)
    assert game.over
    assert tokens(game, 0) == ([5], 0)  # even with Rhodos, who has Caesar too
    game = courtesans(["euclid"], [])
    assert (line(game, 0, "green"), line(game, 1, "green")) == (1, 1)


def test_a_copied_leader_acts_at_once() -> None:
    """L9, L8: Croesus, Nitocris, Solomon and Telesilla do again what they do when recruited."""
    assert courtesans(["croesus"], []).coins(0) == 6
    assert tokens(courtesans(["nitocris"], []), 0) == ([5], 0)
    game = courtesans(["solomon"], [], discard="palace")
    assert offered(game, 0) == {"rebuild:palace", "rebuild:altar", "skip"}
    game = courtesans(["telesilla"], [], me={"defeats": 2}, victories=[1, 3])
    assert (tokens(game, 0), game.to_decide) == (([], 0), [1])
    assert offered(game, 1) == {"forfeit:1", "forfeit:3"}


def test_a_copied_agrippina_is_not_alone_beside_another_leader() -> None:
    """L9: with a leader of his own she is not the copier's only one."""
    game = courtesans(["agrippina"], [], me={"leaders": ["sappho"]})
    assert of_seat(game, 0)["copied"] == "agrippina"
    assert line(game, 0, "leaders") == 2


def test_a_copied_agrippina_without_other_leaders() -> None:
    """L9: as if she were his own, and the only one."""
    game = courtesans(["agrippina"], [])
    assert (line(game, 0, "leaders"), line(game, 1, "leaders")) == (7, 7)


@pytest.mark.parametrize("turned", [0, 1, 2])
def test_copying_a_leader_that_is_buried_in_the_same_turn(turned: int) -> None:
    """L7, A16: both happen in the same step, so who sits where makes no difference."""
    outcomes = []
    for turn_by in (0, turned):
        entries = [
            first("courtesans_guild altar", COURTESANS, coins=0),
            tomb("abu_simbel:B", 1, hand="altar theater", leaders=["cleopatra"], coins=0),
            seat("gizah:A", "altar theater", coins=0),
        ]
        moves = ["build:courtesans_guild", "stage:altar", "sell:altar"]
        order = [(of - turn_by) % 3 for of in range(3)]
        game = at_play(*(entries[of] for of in order), age=3)
        play(game, *(moves[of] for of in order))
        at = order.index(0)
        outcomes.append((of_seat(game, at)["copied"], line(game, at, "leaders")))
    assert outcomes[0] == outcomes[1]
