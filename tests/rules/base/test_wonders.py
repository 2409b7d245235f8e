"""Wonders that need care (B17, B19 to B21): Halikarnassos, Babylon, Olympia and the rest."""

from __future__ import annotations

from typing import Any

import pytest

from mirabilia import Game
from mirabilia.catalogue import load
from positions import (
    coins,
    discarded,
    first_side,
    happened,
    line,
    makers,
    of_seat,
    offered,
    plain,
    play,
    seat,
    sell_all,
    sell_until,
    table,
    tokens,
    ways,
)


def edition_of(board: str) -> str:
    return "1st" if board[-2:] in (":A", ":B") else "2nd"


def cost_of(board: str, stage: int) -> dict[str, int]:
    wonder, side = board.split(":")
    return dict(load(edition_of(board)).boards[wonder, side].stages[stage - 1].cost.resources)


MAUSOLEUM = [
    ("halikarnassos:A", 2),
    ("halikarnassos:B", 1),
    ("halikarnassos:B", 2),
    ("halikarnassos:B", 3),
    ("halikarnassos:day", 2),
    ("halikarnassos:night", 1),
    ("halikarnassos:night", 2),
    ("halikarnassos:night", 3),
]


def mausoleum(
    board: str, stage: int, hand: str = "altar theater", city: str = "", **rest: Any
) -> dict[str, Any]:
    """Halikarnassos about to build a stage that builds from the discard pile."""
    paying = makers(cost_of(board, stage))
    return seat(board, hand, f"{paying} {city}", stages=stage - 1, **rest)


@pytest.mark.parametrize(("board", "stage"), MAUSOLEUM)
def test_halikarnassos_builds_any_discarded_card_for_nothing(board: str, stage: int) -> None:
    """B19: any card of the pile, however dear, this turn's included; or none."""
    edition = edition_of(board)
    game = table(
        mausoleum(board, stage, coins=0),
        seat(first_side(edition, "gizah"), "tavern altar"),
        *plain(edition, "ephesos"),
        discard="palace university palace stockade",
        age=3,
    )
    play(game, "stage:altar", "sell:tavern")
    decision = game.decision(0)
    assert (game.to_decide, decision.kind, decision.by, decision.source) == (
        [0],
        "rebuild",
        0,
        f"{board}#{stage}",
    )
    assert offered(game, 0) == {
        "rebuild:palace",
        "rebuild:university",
        "rebuild:stockade",
        "rebuild:tavern",
        "skip",
    }
    play(game, "rebuild:palace")
    assert game.city(0)[-1] == "palace"
    assert game.coins(0) == 0
    assert discarded(game) == {"palace": 1, "university": 1, "stockade": 1, "tavern": 1}
    assert happened(game, "rebuild") == [(0, {"card": "palace"})]


@pytest.mark.parametrize(
    ("board", "stage"), [("halikarnassos:A", 1), ("halikarnassos:A", 3), ("halikarnassos:day", 1)]
)
def test_other_stages_of_halikarnassos_build_nothing(board: str, stage: int) -> None:
    """B19: only the stages that show it."""
    others = plain(edition_of(board), "gizah", "ephesos")
    game = table(mausoleum(board, stage), *others, discard="palace")
    play(game, "stage:altar")
    assert game.turn == 2
    assert discarded(game) == {"palace": 1}


def test_a_stage_built_earlier_builds_nothing_more() -> None:
    """B19: at the end of the turn in which the stage is built, and only then."""
    game = table(
        seat("halikarnassos:B", "altar theater", stages=3),
        *plain("1st", "gizah", "ephesos"),
        discard="palace",
    )
    play(game, "build:altar")
    assert game.turn == 2


def test_halikarnassos_may_leave_the_pile_alone() -> None:
    """B19: building from it is optional."""
    others = plain("1st", "gizah", "ephesos")
    game = table(mausoleum("halikarnassos:B", 1), *others, discard="palace")
    play(game, "stage:altar")
    before = game.city(0)
    play(game, "skip")
    assert (game.city(0), discarded(game), game.turn) == (before, {"palace": 1}, 2)


def test_halikarnassos_builds_no_card_twice() -> None:
    """B7, B19: what stands in the city is not offered; of the workshops neither card."""
    game = table(
        mausoleum("halikarnassos:B", 1, city="loom_age1 altar"),
        *plain("1st", "gizah", "ephesos"),
        discard="loom_age2 altar theater",
    )
    play(game, "stage:altar")
    assert offered(game, 0) == {"rebuild:theater", "skip"}


@pytest.mark.parametrize("discard", ["", "altar", "loom_age2 altar"])
def test_halikarnassos_is_not_asked_when_nothing_can_be_built(discard: str) -> None:
    """B19: an empty pile, or one of cards the city has: nothing happens."""
    game = table(
        mausoleum("halikarnassos:B", 1, city="loom_age1 altar"),
        *plain("1st", "gizah", "ephesos"),
        discard=discard,
    )
    play(game, "stage:theater")
    assert (game.turn, game.decision(1).kind) == (2, "play")


def test_the_card_under_the_stage_is_not_in_the_pile() -> None:
    """B8, B19: it was not discarded."""
    others = plain("1st", "gizah", "ephesos")
    game = table(mausoleum("halikarnassos:B", 1, "palace altar"), *others, discard="theater")
    play(game, "stage:palace")
    assert offered(game, 0) == {"rebuild:theater", "skip"}


def test_a_card_built_from_the_pile_works_at_once() -> None:
    """B16, B19: the Vineyard counts as it does when built from the hand."""
    game = table(
        mausoleum("halikarnassos:B", 1, coins=1),  # two ore veins
        seat("gizah:A", "lumber_yard altar"),
        seat("ephesos:A", "baths altar", "sawmill"),
        discard="vineyard tavern",
        age=2,
    )
    play(game, "stage:altar", "build:lumber_yard", "sell:baths")
    play(game, "rebuild:vineyard")
    assert game.coins(0) == 1 + 2 + 1 + 1


def test_a_brown_card_from_the_pile_comes_too_late_for_the_vineyard() -> None:
    """B16, B19: coins are counted first, then cards are built from the pile."""
    game = table(
        mausoleum("halikarnassos:B", 1),
        seat("gizah:A", "vineyard altar", coins=0),
        seat("ephesos:A", "baths altar"),
        discard="sawmill",
        age=2,
    )
    play(game, "stage:altar", "build:vineyard", "sell:baths")
    assert game.coins(1) == 2  # the two ore veins of Halikarnassos
    play(game, "rebuild:sawmill")
    assert game.coins(1) == 2


def test_a_card_from_the_pile_produces_and_chains_from_the_next_turn_on() -> None:
    """B15, B19: a Scriptorium from the pile makes the Library of age II free."""
    game = table(
        mausoleum("halikarnassos:B", 1, coins=0),
        seat("gizah:A", "library altar", coins=0),
        seat("ephesos:A", "altar baths"),
        discard="scriptorium",
        age=2,
    )
    play(game, "stage:altar", "sell:altar", "sell:altar")
    play(game, "rebuild:scriptorium")
    assert game.hand(0) == ("library",)
    assert ways(game, 0, "build:library") == {""}


@pytest.mark.parametrize(
    ("board", "stage"), [("halikarnassos:A", 2), ("halikarnassos:B", 3), ("halikarnassos:night", 1)]
)
def test_in_the_last_turn_halikarnassos_sees_the_last_cards_and_builds_before_the_war(
    board: str, stage: int
) -> None:
    """B5, B19, B23: after everybody's discard, before the war."""
    edition = edition_of(board)
    gizah, ephesos = plain(edition, "gizah", "ephesos")
    game = table(
        mausoleum(board, stage, "altar theater"),
        {**gizah, "hand": ["tavern", "barracks"]},
        {**ephesos, "hand": ["marketplace", "west_trading_post"]},
        turn=6,
    )
    play(game, "stage:altar", "build:tavern", "sell:marketplace")
    assert (game.age, game.turn, game.to_decide) == (1, 6, [0])
    assert offered(game, 0) == {
        "rebuild:theater",
        "rebuild:barracks",
        "rebuild:marketplace",
        "rebuild:west_trading_post",
        "skip",
    }
    assert tokens(game, 0) == ([], 0)
    play(game, "rebuild:barracks")
    assert tokens(game, 0) == ([1, 1], 0)
    assert (tokens(game, 1), tokens(game, 2)) == (([], 1), ([], 1))
    assert game.age == 2


def test_halikarnassos_in_the_last_turn_of_the_game() -> None:
    """B19, B24: what it builds then still scores."""
    game = table(
        mausoleum("halikarnassos:night", 3, coins=0),
        *plain("2nd", "gizah", "ephesos"),
        discard="palace",
        age=3,
        turn=6,
    )
    play(game, "stage:altar")
    play(game, "rebuild:palace")
    assert game.over
    assert line(game, 0, "blue") == 8


GARDENS = {"babylon:B": 2, "babylon:night": 1}


@pytest.mark.parametrize(("board", "stage"), GARDENS.items())
@pytest.mark.parametrize("age", [1, 2, 3])
def test_babylon_plays_the_last_card_in_its_own_turn(board: str, stage: int, age: int) -> None:
    """B20: in every age; the others' last cards are discarded, then Babylon plays, then the war."""
    edition = edition_of(board)
    gizah, ephesos = plain(edition, "gizah", "ephesos")
    game = table(
        seat(board, "altar barracks", "ore_vein", stages=stage),
        {**gizah, "hand": ["tavern", "theater"]},
        {**ephesos, "hand": ["marketplace", "theater"]},
        age=age,
        turn=6,
    )
    play(game, "build:altar", "build:tavern", "build:marketplace")
    assert (game.age, game.turn, game.to_decide) == (age, 7, [0])
    decision = game.decision(0)
    assert (decision.kind, decision.by, decision.source) == ("last_card", 0, board)
    assert game.hand(0) == ("barracks",)
    assert discarded(game) == {"theater": 2}
    assert offered(game, 0) == {"build:barracks", "sell:barracks"}
    play(game, "build:barracks")
    assert discarded(game) == {"theater": 2}
    assert tokens(game, 0) == ([2 * age - 1] * 2, 0)
    assert (game.over, game.age) == (age == 3, min(age + 1, 3))


@pytest.mark.parametrize(("board", "stage"), GARDENS.items())
def test_babylon_plays_the_last_card_in_any_of_the_three_ways(board: str, stage: int) -> None:
    """B20: built, sold, or put under the next stage."""
    edition = edition_of(board)
    next_cost = cost_of(board, stage + 1)

    def at_the_last_card() -> Game:
        own = seat(board, "altar theater", makers(next_cost), stages=stage, coins=0)
        game = table(own, *plain(edition, "gizah", "ephesos"), turn=6, deal=[[["altar"]] * 3] * 2)
        play(game, "build:altar")
        return game

    game = at_the_last_card()
    assert offered(game, 0) == {"build:theater", "stage:theater", "sell:theater"}
    play(game, "build:theater")
    assert game.city(0)[-2:] == ("altar", "theater")
    game = at_the_last_card()
    play(game, "sell:theater")
    assert (game.coins(0), discarded(game)) == (3, {"theater": 1})
    game = at_the_last_card()
    play(game, "stage:theater")
    assert of_seat(game, 0)["stages"] == stage + 1
    assert of_seat(game, 0)["under"][-1] == "theater"
    assert line(game, 0, "green") == 1  # the next stage is a free symbol


@pytest.mark.parametrize(("board", "stage"), GARDENS.items())
def test_babylons_stage_built_in_the_last_turn_lets_it_play_the_last_card_at_once(
    board: str, stage: int
) -> None:
    """B20: from the age in which the stage is built, its last turn included."""
    edition = edition_of(board)
    own = seat(board, "altar theater", makers(cost_of(board, stage)), stages=stage - 1, coins=0)
    game = table(own, *plain(edition, "gizah", "ephesos"), turn=6)
    play(game, "stage:altar")
    assert (game.age, game.turn, game.decision(0).kind) == (1, 7, "last_card")
    assert "build:theater" in offered(game, 0)
    play(game, "build:theater")
    assert (game.city(0)[-1], discarded(game), game.age) == ("theater", {}, 2)


@pytest.mark.parametrize(
    "own",
    [
        seat("babylon:A", "altar theater", stages=3),
        seat("babylon:B", "altar theater", stages=1),
        seat("babylon:day", "altar theater", stages=3),
        seat("babylon:night", "altar theater"),
    ],
    ids=["A", "B without the stage", "day", "night without the stage"],
)
def test_without_the_stage_babylon_discards_its_last_card(own: dict[str, Any]) -> None:
    """B5, B20: as everybody does."""
    edition = edition_of(f":{own['side']}")
    game = table(own, *plain(edition, "gizah", "ephesos"), turn=6)
    play(game, "build:altar")
    assert (game.age, discarded(game)) == (2, {"theater": 1})


@pytest.mark.parametrize(("board", "stage"), GARDENS.items())
def test_babylons_last_card_is_paid_on_the_table_of_that_moment(board: str, stage: int) -> None:
    """B14, B20: last turn's coins are spendable, and what neighbours built in it sells."""
    edition = edition_of(board)
    gizah, ephesos = plain(edition, "gizah", "ephesos")
    game = table(
        seat(board, "altar aqueduct", stages=stage, coins=1),
        {**gizah, "hand": ["quarry", "theater"]},
        ephesos,
        age=2,
        turn=6,
    )
    assert ways(game, 0, "build:aqueduct") == set()
    play(game, "sell:altar", "build:quarry@B1")
    assert ways(game, 0, "build:aqueduct") == set()  # 6 coins for 3 stone, 4 in hand
    game = table(
        seat(board, "tavern aqueduct", stages=stage, coins=1),
        {**gizah, "hand": ["quarry", "theater"]},
        ephesos,
        age=2,
        turn=6,
    )
    play(game, "build:tavern", "build:quarry@B1")
    assert ways(game, 0, "build:aqueduct") == {"@L6"}
    play(game, "build:aqueduct@L6")
    assert coins(game)[:2] == [0, 8]


@pytest.mark.parametrize(("board", "stage"), GARDENS.items())
def test_symbols_used_in_the_last_turn_serve_for_the_last_card_too(board: str, stage: int) -> None:
    """B10, B20: the same ore for both, the neighbour's stone bought twice."""
    edition = edition_of(board)
    own = seat(board, "barracks baths", "ore_vein", stages=stage, coins=4)
    game = table(own, *plain(edition, "gizah", "ephesos"), turn=6)
    play(game, "build:baths@L2")
    assert ways(game, 0, "build:barracks") == {""}
    own = seat(board, "baths lighthouse", "glassworks_age1", stages=stage, coins=4)
    game = table(own, *plain(edition, "rhodos", "gizah"), age=3, turn=6)
    play(game, "build:baths@R2")
    play(game, "build:lighthouse@R2")
    assert (game.coins(0), game.coins(2)) == (1, 7)  # the Lighthouse gave a coin


@pytest.mark.parametrize(("board", "stage"), GARDENS.items())
def test_the_card_of_the_sixth_turn_makes_the_last_card_cheap_or_barred(
    board: str, stage: int
) -> None:
    """B7, B12, B20: a post built in the sixth turn helps, a copy of its card can't follow it."""
    edition = edition_of(board)
    gizah, ephesos = plain(edition, "gizah", "ephesos")
    game = table(seat(board, "west_trading_post baths", stages=stage), gizah, ephesos, turn=6)
    assert ways(game, 0, "build:baths") == {"@L2"}
    play(game, "build:west_trading_post")
    assert ways(game, 0, "build:baths") == {"@L1"}
    game = table(seat(board, "altar altar", stages=stage), gizah, ephesos, turn=6)
    play(game, "build:altar")
    assert offered(game, 0) == {"sell:altar"}


def both_at_once(edition: str) -> Game:
    """The last turn of age I: Babylon has its last card to come, Halikarnassos the pile."""
    second = "B" if edition == "1st" else "night"
    babylon, mausoleum_board = f"babylon:{second}", f"halikarnassos:{second}"
    game = table(
        seat(babylon, "altar tavern", stages=GARDENS[babylon], coins=0),
        mausoleum(mausoleum_board, 1, "theater barracks", coins=0),
        seat(first_side(edition, "gizah"), "baths stockade", coins=0),
        discard="marketplace",
        turn=6,
    )
    play(game, "build:altar", "stage:theater", "sell:baths")
    return game


def test_babylon_before_halikarnassos_in_the_first_edition() -> None:
    """B20: the sixth turn's builds from the pile come after the last card, and see it if sold."""
    game = both_at_once("1st")
    assert (game.to_decide, game.turn, game.decision(0).kind) == ([0], 7, "last_card")
    play(game, "sell:tavern")
    assert (game.to_decide, game.decision(1).kind) == ([1], "rebuild")
    assert offered(game, 1) == {
        "rebuild:marketplace",
        "rebuild:baths",
        "rebuild:stockade",
        "rebuild:barracks",
        "rebuild:tavern",
        "skip",
    }
    play(game, "rebuild:tavern")
    assert (game.age, game.coins(1)) == (2, 5)
    assert discarded(game)["tavern"] == 0


def test_halikarnassos_before_babylon_in_the_second_edition() -> None:
    """B20: the last turn is finished first, builds from the pile included."""
    game = both_at_once("2nd")
    assert (game.to_decide, game.turn, game.decision(1).kind) == ([1], 6, "rebuild")
    assert offered(game, 1) == {
        "rebuild:marketplace",
        "rebuild:baths",
        "rebuild:stockade",
        "rebuild:barracks",
        "skip",
    }
    play(game, "rebuild:stockade")
    assert (game.to_decide, game.turn, game.decision(0).kind) == ([0], 7, "last_card")
    assert tokens(game, 1) == ([], 0)  # the war comes after the last card
    play(game, "sell:tavern")
    assert (game.age, game.coins(0)) == (2, 3)
    assert discarded(game)["tavern"] == 1
    assert tokens(game, 1) == ([1, 1], 0)


def test_babylon_buys_what_halikarnassos_built_from_the_pile_before() -> None:
    """B20: 2nd edition: cost judged anew on the table of that moment."""
    game = table(
        seat("babylon:night", "tavern workshop", stages=1, coins=0),
        mausoleum("halikarnassos:night", 1),
        *plain("2nd", "rhodos"),
        discard="glassworks_age1",
        turn=6,
    )
    play(game, "build:tavern", "stage:altar")
    play(game, "rebuild:glassworks_age1")
    assert ways(game, 0, "build:workshop") == {"@L2"}


def test_halikarnassos_comes_after_babylons_last_card_in_the_first_edition_even_if_built() -> None:
    """B20: 1st edition: the last card does not see what Halikarnassos builds after it."""
    game = table(
        seat("babylon:B", "altar workshop", stages=2, coins=5),
        mausoleum("halikarnassos:B", 1),
        *plain("1st", "rhodos"),
        discard="glassworks_age1",
        turn=6,
    )
    play(game, "build:altar", "stage:altar")
    assert ways(game, 0, "build:workshop") == set()
    play(game, "sell:workshop")
    assert "rebuild:workshop" in offered(game, 1)


def test_a_position_is_kept_between_last_turn_and_last_card() -> None:
    """B20: the position says what is owed, so that it can be taken up again."""
    for edition in ("1st", "2nd"):
        game = both_at_once(edition)
        while game.age == 1:
            again = Game.from_position(game.position())
            assert again.position() == game.position()
            assert again.to_decide == game.to_decide
            (of,) = game.to_decide
            assert offered(again, of) == offered(game, of)
            move = sorted(offered(game, of))[0]
            play(game, move)
            play(again, move)
            assert again.position() == game.position()


def test_olympia_a_builds_one_card_an_age_for_nothing() -> None:
    """B21: once per age; the right is marked, is spent by use, and comes back with the next age."""
    filler = "altar baths theater"
    game = table(
        seat("olympia:A", "palace walls", stages=2, coins=0),
        seat("gizah:A", filler),
        seat("rhodos:A", f"pantheon {filler}"),
        age=1,
        turn=5,
        deal=[[["walls", "altar"]] * 3, [["altar"]] * 3],
    )
    assert offered(game, 0) == {"build:palace!", "build:walls!", "sell:palace", "sell:walls"}
    game.play(0, "build:palace!")
    sell_all(game)
    assert game.city(0) == ("palace",)
    assert game.coins(0) == 0
    assert happened(game, "build")[0] == (0, {"card": "palace", "how": "right", "by": 0})
    assert of_seat(game, 0)["spent"] == ["free_build"]
    assert not any("!" in move for move in offered(game, 0))
    sell_until(game, 2, 1)
    assert of_seat(game, 0)["spent"] == []
    assert "build:walls!" in offered(game, 0)


def test_olympia_a_is_not_asked_to_spend_its_right_where_nothing_is_to_pay() -> None:
    """B21: with a chain, own production or no cost the build is free anyway."""
    own = seat("olympia:A", "altar stockade library baths", "scriptorium", stages=2, coins=9)
    game = table(own, *plain("1st", "gizah", "rhodos"), age=2)
    assert offered(game, 0, "build") == {
        "build:altar",
        "build:stockade",
        "build:library",
        "build:baths@L2",
        "build:baths!",
    }


def test_olympia_a_saves_coins_too_but_never_builds_a_stage_or_a_second_copy() -> None:
    """B7, B21: free means neither coins nor resources; age cards only."""
    own = seat("olympia:A", "mine baths", "baths", stages=2, coins=1)
    game = table(own, *plain("1st", "gizah", "rhodos"))
    assert offered(game, 0) == {"build:mine@B1", "build:mine!", "sell:mine", "sell:baths"}


@pytest.mark.parametrize(("stages", "right"), [(0, False), (1, False), (2, True), (3, True)])
def test_olympia_a_has_its_right_from_the_second_stage_on(stages: int, right: bool) -> None:
    """B21: not before."""
    own = seat("olympia:A", "palace", stages=stages, coins=0)
    game = table(own, *plain("1st", "gizah", "rhodos"), age=3)
    assert ("build:palace!" in offered(game, 0)) == right


def test_olympia_a_spent_right_stays_spent() -> None:
    """B21: as the position says."""
    own = seat("olympia:A", "palace", stages=2, spent=["free_build"])
    game = table(own, *plain("1st", "gizah", "rhodos"), age=3)
    assert offered(game, 0) == {"sell:palace"}


def test_olympia_a_may_use_its_right_in_the_turn_after_the_stage() -> None:
    """B14, B21: the stage of this turn helps from the next on."""
    game = table(
        seat("olympia:A", "altar walls", "quarry", stages=1, coins=0),
        seat("babylon:A", "altar theater"),
        seat("rhodos:A", "altar pantheon"),
    )
    assert offered(game, 0, "build") == {"build:altar"}
    game.play(0, "stage:altar")
    sell_all(game)
    assert offered(game, 0, "build") == {"build:pantheon!"}


@pytest.mark.parametrize("posts", ["", "west_trading_post", "east_trading_post west_trading_post"])
def test_olympia_b_buys_raw_materials_at_one_on_both_sides(posts: str) -> None:
    """B21: like both trading posts, whose prices don't add up; goods stay at 2."""
    game = table(
        seat("olympia:B", "baths barracks workshop", posts, stages=1),
        seat("gizah:A", "", "glassworks_age1"),
        seat("rhodos:A"),
    )
    assert offered(game, 0, "build") == {"build:baths@L1", "build:barracks@R1", "build:workshop@L2"}


def test_olympia_b_may_still_build_both_trading_posts() -> None:
    """B21: they are of no use, but allowed; and they make the Forum free."""
    own = seat("olympia:B", "west_trading_post east_trading_post", stages=1)
    game = table(own, *plain("1st", "gizah", "rhodos"))
    assert offered(game, 0, "build") == {"build:west_trading_post", "build:east_trading_post"}


def copying(own: str, left: str, right: str, stages: int = 3, **left_rest: Any) -> Game:
    """The end of a game with Olympia B at seat 0; the seat opposite has guilds of its own."""
    return table(
        seat("olympia:B", city=own, stages=stages, coins=0),
        seat("gizah:A", city=left, **left_rest),
        seat("ephesos:A", city="workers_guild spies_guild scientists_guild"),
        seat("rhodos:A", city=right),
        age=3,
        phase="over",
    )


def test_olympia_b_copies_the_best_guild_of_a_neighbour() -> None:
    """B21: counted from its own seat; the owner's points are unchanged."""
    left = "magistrates_guild spies_guild lumber_yard"
    right = "altar theater baths traders_guild"
    game = copying("", left, right)
    assert line(game, 0, "purple") == 3  # magistrates: three blue cards on its right
    assert line(game, 1, "purple") == 0  # whose owner has none beside him
    game = copying("", f"{left} tavern forum vineyard bazar", right)
    assert line(game, 0, "purple") == 4  # now the traders' guild on the right is better
    before = copying("", f"{left} tavern forum vineyard bazar", right, stages=2)
    for of in (1, 2, 3):
        assert before.scores()[of].lines["purple"] == game.scores()[of].lines["purple"]


def test_olympia_b_copies_nothing_without_the_stage_or_a_neighbouring_guild() -> None:
    """B21: and never the guild of the seat opposite."""
    assert line(copying("", "workers_guild", "lumber_yard", stages=2), 0, "purple") == 0
    assert line(copying("", "lumber_yard", "stockade"), 0, "purple") == 0


def test_a_copied_shipowners_guild_counts_the_copiers_cards_and_itself() -> None:
    """B21: 2 brown, 1 grey and the copied guild; then also a guild of its own."""
    owner = "shipowners_guild"
    own = "lumber_yard sawmill press_age1 altar"
    assert line(copying(own, owner, ""), 0, "purple") == 3 + 1
    assert line(copying(f"{own} workers_guild", f"{owner} sawmill", ""), 0, "purple") == 5 + 1
    assert line(copying(own, owner, ""), 1, "purple") == 1


def test_an_own_shipowners_guild_counts_the_copied_guild() -> None:
    """B21: the copy is as if built in the own city."""
    game = copying("shipowners_guild lumber_yard", "magistrates_guild", "altar altar")
    assert line(game, 0, "purple") == (2 + 1) + 2


def test_a_copied_scientists_guild_counts_as_a_symbol() -> None:
    """B21, B25: of free choice; its owner keeps his."""
    game = copying("apothecary workshop", "scientists_guild", "")
    assert (line(game, 0, "green"), line(game, 0, "purple")) == (10, 0)
    assert line(game, 1, "green") == 1


def test_the_best_copy_is_the_best_for_the_sum() -> None:
    """B21: a symbol worth 8 beats a guild of 5, one worth 1 does not."""
    left = "scientists_guild lumber_yard sawmill quarry stone_pit"
    right = "workers_guild brickyard"
    game = copying("apothecary workshop", left, right)
    assert (line(game, 0, "green"), line(game, 0, "purple")) == (10, 0)
    game = copying("", left, right)
    assert (line(game, 0, "green"), line(game, 0, "purple")) == (0, 5)


def test_copied_builders_and_strategists_count_from_the_copiers_seat() -> None:
    """B21: stages of the own and both neighbouring cities; defeats of both neighbours."""
    game = copying("", "builders_guild", "", stages=3)
    assert line(game, 0, "purple") == 3
    game = copying("", "strategists_guild", "", defeats=4)
    assert line(game, 0, "purple") == 4


def test_olympia_day_builds_the_first_card_of_each_colour_for_nothing() -> None:
    """B21: a colour not yet in the city is free, whatever it costs."""
    hand = "walls library palace mine haven shipowners_guild"
    game = table(
        seat("olympia:day", hand, stages=2, coins=0), *plain("2nd", "gizah", "rhodos"), age=3
    )
    assert offered(game, 0, "build") == {f"build:{card}" for card in hand.split()}
    city = "altar lumber_yard stockade"
    game = table(
        seat("olympia:day", hand, city, stages=2, coins=0), *plain("2nd", "gizah", "rhodos"), age=3
    )
    assert offered(game, 0, "build") == {"build:library", "build:haven", "build:shipowners_guild"}


def test_olympia_day_pays_for_the_second_card_of_a_colour() -> None:
    """B21: the free card is built as any other, and uses the colour up."""
    game = table(
        seat("olympia:day", "walls altar", stages=2, coins=0),
        seat("gizah:day", "altar theater"),
        seat("rhodos:day", "altar archery_range"),
        age=1,
    )
    game.play(0, "build:walls")
    sell_all(game)
    assert happened(game, "build") == [(0, {"card": "walls", "how": "free", "by": 0})]
    assert game.coins(0) == 0
    assert offered(game, 0) == {"sell:archery_range"}


@pytest.mark.parametrize(("stages", "free"), [(0, False), (1, False), (2, True), (3, True)])
def test_olympia_day_has_its_right_from_the_second_stage_on(stages: int, free: bool) -> None:
    """B21: not before; it never makes a stage free."""
    own = seat("olympia:day", "palace", stages=stages, coins=0)
    game = table(own, *plain("2nd", "gizah", "rhodos"), age=3)
    assert offered(game, 0) == ({"build:palace", "sell:palace"} if free else {"sell:palace"})


def test_a_chain_beats_olympias_free_colour() -> None:
    """B15, B21: a build that a chain makes free is a chain build."""
    own = seat("olympia:day", "library altar", "scriptorium", stages=2, coins=0)
    game = table(own, *plain("2nd", "gizah", "rhodos"), age=2)
    assert ways(game, 0, "build:library") == {""}
    play(game, "build:library")
    assert happened(game, "build")[0][1]["how"] == "chain"


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize("turn", range(1, 7))
@pytest.mark.parametrize("stages", [0, 1, 2, 3])
def test_olympia_night_builds_the_first_and_the_last_card_of_an_age_for_nothing(
    age: int, turn: int, stages: int
) -> None:
    """B21: with the first stage in the first turn, with the second also in the last."""
    own = seat("olympia:night", "palace mine", stages=stages, coins=0)
    game = table(own, *plain("2nd", "gizah", "rhodos"), age=age, turn=turn)
    free = (turn == 1 and stages >= 1) or (turn == 6 and stages >= 2)
    assert offered(game, 0, "build") == ({"build:palace", "build:mine"} if free else set())
    assert offered(game, 0, "sell") == {"sell:palace", "sell:mine"}


def test_olympia_nights_last_card_is_the_one_chosen_and_not_the_one_left() -> None:
    """B5, B21: either may be built for nothing; the other is discarded, nothing is owed."""
    for chosen, left in (("palace", "mine"), ("mine", "palace")):
        own = seat("olympia:night", f"{chosen} {left}", stages=2, coins=0)
        game = table(own, *plain("2nd", "gizah", "rhodos"), turn=6)
        play(game, f"build:{chosen}")
        assert (game.city(0), discarded(game), game.age) == ((chosen,), {left: 1}, 2)


def test_olympia_nights_first_stage_helps_from_the_next_age_on() -> None:
    """B14, B21: built in the first turn of an age it comes too late for that one."""
    game = table(
        seat("olympia:night", "altar walls", "foundry", coins=0),
        seat("gizah:day", "altar theater"),
        seat("rhodos:day", "altar walls"),
        deal=[[["walls", "altar"]] * 3, [["altar"]] * 3],
    )
    assert offered(game, 0, "build") == {"build:altar"}
    game.play(0, "stage:altar")
    sell_all(game)
    assert offered(game, 0, "build") == set()
    sell_until(game, 2, 1)
    position = game.position()
    position["seats"][0]["coins"] = 0
    assert "build:walls" in offered(Game.from_position(position), 0)


def test_olympia_nights_second_stage_built_last_does_not_help_in_that_turn() -> None:
    """B14, B21: the one card of that turn is under the wonder."""
    own = seat("olympia:night", "altar walls", "brickyard", stages=1, coins=0)
    game = table(own, *plain("2nd", "gizah", "rhodos"), turn=6)
    assert offered(game, 0, "build") == {"build:altar"}
    play(game, "stage:altar")
    assert (discarded(game), game.age) == ({"walls": 1}, 2)


def test_free_builds_never_make_a_stage_free() -> None:
    """B21: age cards only."""
    for own in (
        seat("olympia:A", "altar", stages=2, coins=0),
        seat("olympia:day", "altar", stages=2, coins=0),
        seat("olympia:night", "altar", stages=2, coins=0),
    ):
        edition = edition_of(f":{own['side']}")
        for turn in (1, 6):
            game = table(own, *plain(edition, "gizah", "alexandria"), turn=turn)
            assert offered(game, 0, "stage") == set()


@pytest.mark.parametrize("board", ["alexandria:A", "alexandria:day"])
def test_alexandrias_first_side_makes_any_raw_material(board: str) -> None:
    """B11, B14, B17: one a turn, from the turn after; the 1st rulebook builds it with two ore."""
    edition = edition_of(board)
    game = table(
        seat(board, "altar stables", "foundry lumber_yard", stages=1, coins=0),
        seat(first_side(edition, "gizah"), "altar tavern", coins=0),
        seat(first_side(edition, "ephesos"), "altar stables", coins=0),
    )
    assert ways(game, 0, "build:stables") == set()  # wood, ore, clay
    play(game, "stage:altar", "sell:altar", "sell:altar")
    assert ways(game, 0, "build:stables") == {""}
    hand = "stockade baths barracks guard_tower stables apothecary"
    game = table(seat(board, hand, stages=2, coins=0), *plain(edition, "gizah", "rhodos"))
    assert offered(game, 0, "build") == {
        "build:stockade",
        "build:baths",
        "build:barracks",
        "build:guard_tower",
    }


@pytest.mark.parametrize("board", ["alexandria:B", "alexandria:night"])
def test_alexandrias_second_side_makes_raw_materials_and_goods(board: str) -> None:
    """B11, B17: one of each a turn."""
    edition = edition_of(board)
    others = plain(edition, "gizah", "ephesos")
    game = table(seat(board, "school apothecary", stages=2, coins=0), *others, age=2)
    assert offered(game, 0, "build") == {"build:school", "build:apothecary"}  # wood, papyrus; loom
    game = table(seat(board, "school apothecary", stages=1, coins=0), *others, age=2)
    assert offered(game, 0, "build") == set()


@pytest.mark.parametrize(
    ("board", "gained"),
    [
        ("ephesos:A", [0, 9, 0]),
        ("ephesos:B", [4, 4, 4]),
        ("ephesos:day", [0, 9, 0]),
        ("ephesos:night", [4, 4, 4]),
        ("rhodos:B", [3, 4]),
        ("rhodos:night", [3, 4]),
    ],
)
def test_coins_of_a_stage_come_once_when_it_is_built(board: str, gained: list[int]) -> None:
    """B16: from the bank, at once, and never again."""
    edition = edition_of(board)
    for stage, expected in enumerate(gained, 1):
        own = seat(board, "altar theater", makers(cost_of(board, stage)), stages=stage - 1, coins=0)
        game = table(own, *plain(edition, "gizah", "olympia"))
        play(game, "stage:altar")
        assert coins(game) == [expected, 3, 3]
        sell_all(game)
        assert game.coins(0) == expected


@pytest.mark.parametrize(
    ("board", "points"),
    [
        ("rhodos:A", [3, 3, 10]),
        ("rhodos:B", [3, 7]),
        ("alexandria:A", [3, 3, 10]),
        ("alexandria:B", [0, 0, 7]),
        ("ephesos:A", [3, 3, 10]),
        ("ephesos:B", [2, 5, 10]),
        ("babylon:A", [3, 3, 10]),
        ("babylon:B", [3, 3, 3]),
        ("olympia:A", [3, 3, 10]),
        ("olympia:B", [0, 5, 5]),
        ("halikarnassos:A", [3, 3, 10]),
        ("halikarnassos:B", [2, 3, 3]),
        ("gizah:A", [3, 8, 15]),
        ("gizah:B", [3, 8, 13, 20]),
        ("rhodos:day", [3, 3, 10]),
        ("rhodos:night", [3, 7]),
        ("alexandria:day", [3, 3, 10]),
        ("alexandria:night", [0, 0, 7]),
        ("ephesos:day", [3, 3, 10]),
        ("ephesos:night", [2, 5, 10]),
        ("babylon:day", [3, 3, 10]),
        ("babylon:night", [0, 0]),
        ("olympia:day", [3, 3, 10]),
        ("olympia:night", [2, 5, 10]),
        ("halikarnassos:day", [3, 3, 10]),
        ("halikarnassos:night", [2, 3, 3]),
        ("gizah:day", [3, 8, 15]),
        ("gizah:night", [3, 8, 13, 20]),
    ],
)
def test_the_points_of_a_wonder(board: str, points: list[int]) -> None:
    """B24: as the rulebooks list them, for every side with so many stages built."""
    wonder = board.split(":")[0]
    others = [name for name in ("gizah", "rhodos", "ephesos") if name != wonder][:2]
    for stages, expected in enumerate([0, *points]):
        game = table(seat(board, stages=stages), *plain(edition_of(board), *others), phase="over")
        assert line(game, 0, "wonder") == expected
    assert len(load(edition_of(board)).boards[wonder, board.split(":")[1]].stages) == len(points)


@pytest.mark.parametrize(
    ("board", "stages", "shields"),
    [
        ("rhodos:A", 2, 2),
        ("rhodos:B", 1, 1),
        ("rhodos:B", 2, 2),
        ("rhodos:day", 3, 2),
        ("rhodos:night", 2, 2),
    ],
)
def test_the_colossus_adds_shields_in_every_war(board: str, stages: int, shields: int) -> None:
    """B23: to those of the red cards."""
    edition = edition_of(board)
    gizah, ephesos = plain(edition, "gizah", "ephesos")
    for age in (1, 2, 3):
        game = table(
            seat(board, stages=stages, city="stockade"),
            {**gizah, "city": ["stockade"] * shields},
            {**ephesos, "city": ["stockade"] * (shields + 2)},
            age=age,
            phase="war",
        )
        assert tokens(game, 0) == ([2 * age - 1], 1)
