"""Leaders: the boards of Roma (L6) and Abu Simbel (L7)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from leaders import (
    ABU_COSTS,
    BOX,
    MAUSOLEUM,
    PACKS,
    ROMA,
    ROMA_COSTS,
    at_play,
    bare,
    drafting,
    finish_alike,
    recruiting,
    roma,
    tomb,
)
from mirabilia import Game
from positions import (
    EDITIONS,
    MAKERS,
    coins,
    first_side,
    happened,
    line,
    makers,
    of_seat,
    offered,
    play,
    seat,
    second_side,
    tokens,
    ways,
)

# Roma (L6)

WONDER_STAGES = [
    (board, stage, cost)
    for board, costs in [
        *ROMA_COSTS.items(),
        *((f"abu_simbel:{side}", costs) for side, costs in ABU_COSTS.items()),
    ]
    for stage, cost in enumerate(costs, 1)
]
WONDER_POINTS = {"A": (4, 10), "day": (4, 10), "B": (0, 3, 6), "night": (0, 3, 6)}


def edition_of(board: str) -> str:
    return "1st" if board.split(":")[1] in ("A", "B") else "2nd"


@pytest.mark.parametrize(("board", "stage", "cost"), WONDER_STAGES)
def test_the_stages_of_roma_and_abu_simbel(board: str, stage: int, cost: dict[str, int]) -> None:
    """L6, L7, B8: exactly this cost; the points of the stages so far."""
    edition = edition_of(board)
    neighbours = bare(edition, "rhodos", "gizah")
    start = {"papyrus": 1} if "abu" in board else {}
    needed = {kind: number - start.get(kind, 0) for kind, number in cost.items()}
    whole = makers({kind: number for kind, number in needed.items() if number > 0})
    me = seat(board, "altar theater", whole, stages=stage - 1, coins=0)
    game = at_play(me, *neighbours)
    assert offered(game, 0, "stage") == {"stage:altar", "stage:theater"}
    for kind, number in needed.items():
        if number > 0:
            short = whole.split()
            short.remove(MAKERS[kind])
            game = at_play({**me, "city": short}, *neighbours)
            assert offered(game, 0, "stage") == set()
    game = at_play(me, *neighbours)
    play(game, "stage:altar")
    assert of_seat(game, 0)["stages"] == stage
    if "roma" in board:
        points = WONDER_POINTS[board.split(":")[1]][stage - 1]
    else:
        points = (3, 8, 8)[stage - 1] if board[-1] in "Ay" else 0
    assert line(game, 0, "wonder") == points
    last = len(ROMA_COSTS.get(board, ABU_COSTS[board.split(":")[1]]))
    done = at_play({**me, "stages": last}, *neighbours)
    assert offered(done, 0, "stage") == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_roma_has_no_starting_resource(edition: str) -> None:
    """L6: for itself or for sale; Abu Simbel's is papyrus."""
    for board in ROMA[edition]:
        game = at_play(
            seat(
                board,
                "scriptorium stockade baths barracks guard_tower apothecary workshop",
                coins=9,
            ),
            seat(first_side(edition, "rhodos"), "scriptorium stockade baths guard_tower", coins=9),
            seat(first_side(edition, "abu_simbel")),
        )
        assert offered(game, 0, "build") == {"build:barracks@L2", "build:scriptorium@R2"}
        assert offered(game, 1, "build") == {"build:scriptorium@L2"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_on_the_first_side_of_roma_leaders_cost_nothing(edition: str) -> None:
    """L6: for the owner; neighbours pay."""
    hand = ["pericles", "sappho", "nitocris"]
    game = recruiting(
        seat(ROMA[edition][0], leader_hand=hand, coins=0),
        seat(first_side(edition, "rhodos"), leader_hand=["plato"]),
        *bare(edition, "gizah"),
        age=3,
    )
    assert offered(game, 0, "recruit") == {f"recruit:{leader}" for leader in hand}
    assert offered(game, 1, "recruit") == {"recruit:plato@B4"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_on_the_second_side_of_roma_leaders_cost_less(edition: str, age: int) -> None:
    """L6: 2 less for the owner, 1 less for its neighbours, the full price beyond; not below 0."""
    hand = ["pericles", "sappho", "zenobia", "nitocris"]
    boards = [ROMA[edition][1], *(first_side(edition, w) for w in ("rhodos", "gizah", "ephesos"))]
    seats = [seat(board, leader_hand=hand, coins=9) for board in boards]
    game = recruiting(*seats, age=age)
    for of, less in ((0, 2), (1, 1), (2, 0), (3, 1)):
        prices = {"pericles": 6, "sappho": 1, "zenobia": 2, "nitocris": age}
        due = {leader: max(price - less, 0) for leader, price in prices.items()}
        assert offered(game, of, "recruit") == {
            f"recruit:{leader}@B{price}" if price else f"recruit:{leader}"
            for leader, price in due.items()
        }


@pytest.mark.parametrize("edition", EDITIONS)
def test_roma_draws_four_leaders(edition: str) -> None:
    """L6: from the box into the hand, and 5 coins."""
    game = at_play(
        roma(edition, 1, leader_hand=["plato"], coins=0),
        *bare(edition, "rhodos", "gizah"),
        box=BOX,
    )
    play(game, "stage:altar")
    held, *drawn = game.leader_hand(0)
    assert (held, len(drawn), game.coins(0)) == ("plato", 4, 5)
    assert sorted([*drawn, *game.position()["box"]]) == sorted(BOX)
    assert happened(game, "draw_leaders") == [(0, {"number": 4})]


def drawing(seed: int = 1, **rest: Any) -> Game:
    """Roma about to draw four of the six leaders in the box."""
    return at_play(roma("2nd", 1), *bare("2nd", "rhodos", "gizah"), box=BOX, seed=seed, **rest)


def test_roma_draws_at_random() -> None:
    """L6: any four of the box; chi-square with 14 degrees of freedom, and with 5: beyond 40, and
    24, it would happen once in 4000 times."""
    sets: Counter[frozenset[str]] = Counter()
    firsts: Counter[str] = Counter()
    for seed in range(900):
        game = drawing(seed)
        play(game, "stage:altar")
        sets[frozenset(game.leader_hand(0))] += 1
        firsts[game.leader_hand(0)[0]] += 1
    wanted = [frozenset(four) for four in combinations(BOX, 4)]
    assert sum((sets[four] - 60) ** 2 / 60 for four in wanted) < 40
    assert sum((firsts[leader] - 150) ** 2 / 150 for leader in BOX) < 24


def test_the_order_in_which_the_box_is_named_means_nothing() -> None:
    """L6: neither in a position nor in a deal; the same game, its position and its record."""
    one = drawing()
    two = Game.from_position({**one.position(), "box": BOX[::-1]})
    assert one.position() == two.position()
    for game in (one, two):
        play(game, "stage:altar")
    assert one.position() == two.position()

    def drafted(box: list[str]) -> Game:
        return drafting(deal={"leaders": PACKS, "leader_box": box}, wonders=ROMANS)

    one, two = (drafted(box) for box in (BOX, [BOX[at] for at in (3, 1, 5, 0, 4, 2)]))
    assert one.record() == two.record()
    record = one.record()
    record["deal"]["leader_box"] = " ".join(reversed(record["deal"]["leader_box"].split()))
    finish_alike(one, two, random.Random(2))
    again = Game.from_record({**one.record(), "deal": record["deal"]})
    assert (again.events, again.position()) == (one.events, one.position())


ROMANS = ["roma:night", "gizah:day", "ephesos:day"]


def test_what_roma_draws_follows_from_the_games_own_generator() -> None:
    """L6: its state is part of the game: a copy, a position and a record draw the same."""
    game = drawing()
    twins = [game.copy(), Game.from_position(game.position())]
    other = Game.from_position({**game.position(), "rng": "123456789abcdef1"})
    for each in (game, *twins, other):
        play(each, "stage:altar")
    assert {twin.leader_hand(0) for twin in twins} == {game.leader_hand(0)}
    assert other.leader_hand(0) != game.leader_hand(0)
    assert game.position()["rng"] == twins[0].position()["rng"] != drawing().position()["rng"]


def test_a_deal_that_names_no_box_is_recorded_as_it_was_dealt() -> None:
    """L6: a replay has the same generator, whether the box was named or not."""
    game = drafting(deal={"leaders": PACKS}, wonders=ROMANS)
    again = Game.from_record(game.record())
    assert again.position() == game.position()
    finish_alike(game, again, random.Random(1))


def test_roma_draws_what_there_is() -> None:
    """L6: an emptier box gives fewer."""
    game = at_play(roma("2nd", 1), *bare("2nd", "rhodos", "gizah"), box=BOX[:2])
    play(game, "stage:altar")
    assert (set(game.leader_hand(0)), game.position()["box"]) == (set(BOX[:2]), [])


def test_roma_does_not_draw_what_lies_elsewhere() -> None:
    """L4, L6: sold leaders, those under stages, in hands or in play are not in the box."""
    game = at_play(
        roma("2nd", 1, leader_hand=["plato"], leaders=["nero"]),
        seat("rhodos:day", leaders=["midas"], stages=1, under=["sappho"]),
        seat("abu_simbel:night", leader_hand=["hiram"], buried=["varro"], stages=1),
        discard="caesar altar",
    )
    away = {"plato", "nero", "midas", "sappho", "hiram", "varro", "caesar"}
    box = game.position()["box"]
    assert len(box) == 34 - len(away)
    assert not away & set(box)


def test_roma_draws_from_the_leaders_put_away_too() -> None:
    """L3, L6: they go to the box, and lie there like any other: not below them, nor on top."""
    drawn: Counter[str] = Counter()
    for seed in range(300):
        game = recruiting(
            roma("2nd", 1, leader_hand=["nero"], hand=""),
            seat("rhodos:day", leader_hand=["plato", "midas"]),
            seat("gizah:day", leader_hand=["sappho", "varro"]),
            age=3,
            seed=seed,
            box=BOX,
            deal=[[["altar"], ["altar"], ["altar"]]],
        )
        play(game, "sell:nero", "sell:plato", "sell:sappho")
        assert game.position()["box"] == in_order([*BOX, "midas", "varro"], game)
        play(game, "stage:altar", "sell:altar", "sell:altar")
        drawn.update(game.leader_hand(0))
    assert set(drawn) == {*BOX, "midas", "varro"}
    assert all(120 < drawn[leader] < 180 for leader in drawn), drawn  # half of 300; five sigma


def in_order(leaders: list[str], game: Game) -> list[str]:
    """As the catalogue lists them."""
    return [leader for leader in game.catalogue.leaders if leader in leaders]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("stage", [2, 3])
def test_roma_recruits_one_more_leader(edition: str, stage: int) -> None:
    """L6: optional, paid for, at Roma's discount, in the turn of the stage."""
    hand = ["pericles", "sappho", "plato", "caesar"]
    game = at_play(
        roma(edition, stage, leader_hand=hand, coins=3), *bare(edition, "rhodos", "gizah"), age=2
    )
    play(game, "stage:altar")
    decision = game.decision(0)
    assert (decision.kind, game.to_decide, game.turn) == ("recruit", [0], 1)
    assert decision.source == f"{ROMA[edition][1]}#{stage}"
    assert offered(game, 0) == {"recruit:plato@B2", "recruit:caesar@B3", "recruit:sappho", "skip"}
    twin = game.copy()
    play(game, "recruit:caesar@B3")
    assert (game.leaders(0), game.leader_hand(0)) == (("caesar",), ("pericles", "sappho", "plato"))
    assert (game.coins(0), game.turn) == (0, 2)
    play(twin, "skip")
    assert (twin.leaders(0), twin.leader_hand(0), twin.coins(0)) == ((), tuple(hand), 3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_roma_is_not_asked_when_no_leader_can_be_recruited(edition: str) -> None:
    """L6: no leaders, or none that can be paid for."""
    for hand in ([], ["pericles"]):
        game = at_play(
            roma(edition, 2, leader_hand=hand, coins=3), *bare(edition, "rhodos", "gizah")
        )
        play(game, "stage:altar")
        assert game.turn == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_roma_recruits_from_the_coins_then_in_hand(edition: str) -> None:
    """L6: coins received in this very turn can be spent, an exception to B14."""
    game = at_play(
        roma(edition, 2, leader_hand=["plato"], coins=0),
        seat(first_side(edition, "rhodos"), "baths", coins=2),  # buys Roma's stone, on its right
        seat(first_side(edition, "alexandria")),
    )
    play(game, "stage:altar", "build:baths@R2")
    assert offered(game, 0) == {"recruit:plato@B2", "skip"}
    play(game, "recruit:plato@B2")
    assert coins(game)[:2] == [0, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_romas_extra_leader_works_at_once(edition: str) -> None:
    """L6, A16: immediate effects follow at once: coins, tokens, forfeits of others."""
    game = at_play(
        roma(edition, 2, leader_hand=["croesus", "nitocris", "telesilla"], coins=2, defeats=1),
        seat(first_side(edition, "rhodos"), victories=[1, 3]),
        *bare(edition, "gizah"),
        age=2,
    )
    play(game, "stage:altar")
    croesus, nitocris, telesilla = game.copy(), game.copy(), game
    play(croesus, "recruit:croesus")
    assert croesus.coins(0) == 8
    play(nitocris, "recruit:nitocris")
    assert tokens(nitocris, 0) == ([3], 1)
    play(telesilla, "recruit:telesilla@B1")
    assert (telesilla.to_decide, telesilla.decision(1).kind) == ([1], "forfeit")
    play(telesilla, "forfeit:1")
    assert (tokens(telesilla, 0), tokens(telesilla, 1)) == (([], 0), ([3], 0))
    assert telesilla.turn == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_romas_extra_solomon_builds_in_step_five(edition: str) -> None:
    """L6, A16, C4: after the recruiting; Halikarnassos comes first."""
    board, city = MAUSOLEUM[edition]
    game = at_play(
        roma(edition, 2, leader_hand=["solomon"], coins=1),
        seat(board, "theater", city),
        *bare(edition, "gizah"),
        discard="palace walls",
        age=3,
    )
    play(game, "stage:altar", "stage:theater")
    assert [(of, game.decision(of).kind) for of in game.to_decide] == [(0, "recruit")]
    play(game, "recruit:solomon@B1")
    assert [(of, game.decision(of).kind) for of in game.to_decide] == [(1, "rebuild")]
    play(game, "rebuild:walls")
    assert [(of, game.decision(of).kind) for of in game.to_decide] == [(0, "rebuild")]
    assert offered(game, 0) == {"rebuild:palace", "skip"}
    play(game, "rebuild:palace")
    assert game.city(0)[-1] == "palace"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_stage_of_roma_built_with_a_leader_recruits_in_the_same_turn(edition: str) -> None:
    """L2, L6: recruiting is a turn with all steps; the leader under the stage is used up."""
    game = recruiting(
        roma(edition, 2, hand="", leader_hand=["plato", "caesar"], coins=3),
        *bare(edition, "rhodos", "gizah"),
        age=2,
    )
    play(game, "stage:plato")
    assert (game.decision(0).kind, game.turn) == ("recruit", 0)
    assert offered(game, 0) == {"recruit:caesar@B3", "skip"}
    play(game, "recruit:caesar@B3")
    assert (game.leaders(0), of_seat(game, 0)["under"][-1], game.turn) == (("caesar",), "plato", 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_second_side_of_roma_keeps_the_leaders_of_age_three(edition: str) -> None:
    """L3, L6: Roma B and Roma Night; their stages recruit them."""
    game = recruiting(
        roma(edition, 2, hand="", leader_hand=["plato", "caesar", "nero"], coins=9),
        seat(first_side(edition, "rhodos"), leader_hand=["midas", "hiram"]),
        *bare(edition, "gizah"),
        age=3,
        deal=[[["altar", "theater"]] * 3],
    )
    play(game, "recruit:plato@B2", "sell:midas")
    assert (game.leader_hand(0), game.leader_hand(1)) == (("caesar", "nero"), ())
    assert [of for of, _ in happened(game, "put_away")] == [1]
    play(game, "stage:altar", "sell:altar", "sell:altar")
    assert offered(game, 0) == {"recruit:caesar@B3", "recruit:nero", "skip"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_side_of_roma_keeps_none(edition: str) -> None:
    """L3: only the second side does."""
    me = seat(ROMA[edition][0], leader_hand=["plato", "nero"])
    game = recruiting(me, *bare(edition, "rhodos", "gizah"), age=3)
    play(game, "recruit:plato")
    assert game.leader_hand(0) == ()


# Abu Simbel (L7)

ABU = [
    ("abu_simbel:A", 3),
    ("abu_simbel:B", 1),
    ("abu_simbel:B", 2),
    ("abu_simbel:day", 3),
    ("abu_simbel:night", 1),
    ("abu_simbel:night", 2),
]


@pytest.mark.parametrize(("board", "stage"), ABU)
def test_abu_simbel_buries_a_leader_for_twice_its_cost(board: str, stage: int) -> None:
    """L7: its effect ends, it scores twice its printed cost; compulsory."""
    edition = edition_of(board)
    leaders = ["pericles", "cleopatra", "aganice"]
    before = (0, 8)[board[-1] in "Ay"]
    game = at_play(tomb(board, stage, leaders=leaders), *bare(edition, "rhodos", "gizah"), age=2)
    play(game, "stage:altar")
    assert (game.decision(0).kind, game.decision(0).source) == ("bury", f"{board}#{stage}")
    assert offered(game, 0) == {f"bury:{leader}" for leader in leaders}
    for leader, points, rest in (("pericles", 12, 5), ("cleopatra", 8, 0), ("aganice", 6, 5)):
        twin = game.copy()
        play(twin, f"bury:{leader}")
        assert set(twin.leaders(0)) == set(leaders) - {leader}
        assert of_seat(twin, 0)["buried"] == [leader]
        assert line(twin, 0, "wonder") == before + points
        assert line(twin, 0, "leaders") == rest
        assert happened(twin, "bury") == [(0, {"leader": leader})]
        assert twin.turn == 2


@pytest.mark.parametrize(("board", "stage"), ABU)
def test_abu_simbel_is_not_asked_about_a_single_leader(board: str, stage: int) -> None:
    """L7: the only one is buried; none recruited, nothing happens."""
    edition = edition_of(board)
    before = (0, 8)[board[-1] in "Ay"]
    for leaders, points in ((["plato"], 8), ([], 0)):
        game = at_play(tomb(board, stage, leaders=leaders), *bare(edition, "rhodos", "gizah"))
        play(game, "stage:altar")
        assert (game.turn, game.leaders(0)) == (2, ())
        assert of_seat(game, 0)["buried"] == leaders
        assert line(game, 0, "wonder") == before + points


def test_the_other_stages_of_abu_simbel_bury_nobody() -> None:
    """L7: only those that show it."""
    for board in ("abu_simbel:A", "abu_simbel:day"):
        for stage in (1, 2):
            me = tomb(board, stage, leaders=["plato", "nero"])
            game = at_play(me, *bare(edition_of(board), "rhodos", "gizah"))
            play(game, "stage:altar")
            assert (game.turn, game.leaders(0)) == (2, ("plato", "nero"))


@pytest.mark.parametrize(
    "leader",
    ["nitocris", "aganice", "phryne", "cornelia", "eurypyle", "theano", "makeda", "cynisca"],
)
@pytest.mark.parametrize("age", [1, 3])
def test_a_leader_that_costs_the_age_is_worth_six_when_buried(leader: str, age: int) -> None:
    """L7: whatever it cost when it was recruited."""
    for side in ("B", "night"):
        board = f"abu_simbel:{side}"
        me = tomb(board, 1, leaders=[leader], defeats=1)
        game = at_play(me, *bare(edition_of(board), "rhodos", "gizah"), age=age)
        play(game, "stage:altar")
        assert (line(game, 0, "wonder"), line(game, 0, "leaders")) == (6, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_buried_leader_gave_at_once_stays(edition: str) -> None:
    """L7: coins and tokens; what it gave lastingly ends: shields, symbols, discounts, prices."""
    board = second_side(edition, "abu_simbel")
    neighbours = bare(edition, "rhodos", "gizah")
    lasting = ["caesar", "euclid", "leonidas", "maecenas"]
    me = tomb(board, 1, hand="altar stockade", leaders=lasting, coins=0, victories=[3])
    game = at_play(me, *neighbours)
    assert ways(game, 0, "build:stockade") == {""}
    assert game.quote(0, "plato").payments == ({},)
    play(game, "stage:altar")
    for leader in lasting:
        twin = game.copy()
        play(twin, f"bury:{leader}")
        assert (twin.coins(0), tokens(twin, 0)) == (0, ([3], 0))
        assert (line(twin, 0, "green") == 0) == (leader == "euclid")
        assert (twin.quote(0, "plato").way == "no") == (leader == "maecenas")
        assert (twin.quote(0, "stockade").way == "no") == (leader == "leonidas")
        war = Game.from_position({**twin.position(), "phase": "war", "pending": {}})
        assert tokens(war, 0)[0] == ([3] if leader == "caesar" else [1, 1, 3])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_burial_with_a_stage_built_by_a_leader(edition: str) -> None:
    """L2, L7: the stage may be built with a leader; that one is not recruited and not buried."""
    board = second_side(edition, "abu_simbel")
    game = recruiting(
        tomb(board, 1, hand="", leader_hand=["plato"], leaders=["nero", "caesar"]),
        *bare(edition, "rhodos", "gizah"),
        age=2,
    )
    play(game, "stage:plato")
    assert (game.turn, offered(game, 0)) == (0, {"bury:nero", "bury:caesar"})
    play(game, "bury:caesar")
    assert (game.leaders(0), game.turn, line(game, 0, "wonder")) == (("nero",), 1, 10)


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_burials(edition: str) -> None:
    """L7: the second side buries twice; both score."""
    board = second_side(edition, "abu_simbel")
    me = tomb(board, 2, leaders=["plato", "agrippina"], buried=["caesar"])
    game = at_play(me, *bare(edition, "rhodos", "gizah"))
    play(game, "stage:altar")
    play(game, "bury:plato")
    assert line(game, 0, "wonder") == 2 * 5 + 2 * 4
    assert line(game, 0, "leaders") == 7  # Agrippina is the only one left


def test_octavia_is_paid_before_she_is_buried() -> None:
    """L7, L8, A16: the stage was built while she was there."""
    me = tomb("abu_simbel:B", 1, leaders=["octavia"], coins=0)
    game = at_play(me, *bare("1st", "rhodos", "gizah"))
    play(game, "stage:altar")
    assert (coins(game), line(game, 0, "wonder")) == ([2, 5, 5], 2)
