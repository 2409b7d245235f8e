"""Armada: free advances, the order of a turn (A15, A16), and what a player knows of it (K1)."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from mirabilia import Game
from positions import (
    EDITIONS,
    at_sea,
    coins,
    crew,
    first_side,
    fleets,
    happened,
    line,
    of_seat,
    offered,
    plain,
    play,
    sea,
    seat,
    second_side,
    spelt,
)

PAIR = "altar theater"


def mausoleum(edition: str, more: str = "", hand: str = PAIR, **rest: Any) -> dict[str, Any]:
    """Halikarnassos about to build from the discard pile, with ``more`` resources."""
    stage = "OO" if edition == "1st" else "CC"
    return seat(second_side(edition, "halikarnassos"), hand, spelt(stage + more), **rest)


def kinds(game: Game) -> list[str]:
    return [event.kind for event in game.events]


# A15


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_free_advance_comes_in_addition_to_the_paid_one(edition: str) -> None:
    """A15: after it; the same fleet may go twice."""
    for free, where in (("blue", (0, 0, 2, 0)), ("red", (1, 0, 1, 0))):
        game = at_sea(
            crew(edition, "rhodos", f"construction_zone {PAIR}", city="clay_pool", shipyard="B"),
            *plain(edition, "gizah", "ephesos"),
        )
        play(game, "build:construction_zone+blue")
        assert fleets(game, 0) == (0, 0, 1, 0)
        play(game, f"advance:{free}")
        assert fleets(game, 0) == where


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_free_advance_is_optional(edition: str) -> None:
    """A15: with ``skip`` nothing moves."""
    game = at_sea(crew(edition, "rhodos", f"dry_hold {PAIR}"), *plain(edition, "gizah", "ephesos"))
    play(game, "build:dry_hold")
    play(game, "skip")
    assert (fleets(game, 0), game.turn) == ((0, 0, 0, 0), 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_fleet_at_its_end_is_not_advanced(edition: str) -> None:
    """A15: it can't be chosen; with all at their end nothing is asked."""
    end = {"red": 6, "yellow": 6, "green": 6}
    game = at_sea(
        crew(edition, "rhodos", f"dry_hold {PAIR}", fleets=end),
        *plain(edition, "gizah", "ephesos"),
    )
    play(game, "build:dry_hold")
    assert offered(game, 0) == {"advance:blue", "skip"}
    game = at_sea(
        crew(edition, "rhodos", f"dry_hold {PAIR}", fleets={**end, "blue": 6}),
        *plain(edition, "gizah", "ephesos"),
    )
    play(game, "build:dry_hold")
    assert game.turn == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_paid_advance_to_the_end_leaves_no_free_one(edition: str) -> None:
    """A15, A16: the paid one comes first."""
    game = at_sea(
        crew(
            edition,
            "rhodos",
            f"dry_hold {PAIR}",
            city=spelt("GP"),
            shipyard="B",
            fleets={"blue": 5},
        ),
        *plain(edition, "gizah", "ephesos"),
    )
    play(game, "build:dry_hold+blue")
    assert "advance:blue" not in offered(game, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_fleets_of_one_effect_are_different(edition: str) -> None:
    """A15: neither twice the same nor fewer than can."""
    game = at_sea(
        crew(edition, "rhodos", f"cartographers_office {PAIR}", city=spelt("WWC")),
        *plain(edition, "gizah", "ephesos"),
        sea=sea(2, "stormy"),
    )
    play(game, "build:cartographers_office")
    for move in ("advance:red,red", "advance:red", "advance:red,blue,green"):
        with pytest.raises(ValueError, match="advance"):
            game.play(0, move)


@pytest.mark.parametrize("edition", EDITIONS)
def test_free_advances_of_several_seats_are_chosen_at_once(edition: str) -> None:
    """A15: unseen by each other, and changed until all have chosen."""
    game = at_sea(
        crew(edition, "rhodos", f"dry_hold {PAIR}"),
        crew(edition, "gizah", f"construction_zone {PAIR}"),
        crew(edition, "ephesos"),
    )
    play(game, "build:dry_hold", "build:construction_zone", "build:altar")
    assert game.to_decide == [0, 1]
    game.play(0, "advance:red")
    assert (fleets(game, 0), "advance:red" in json.dumps(game.view(1))) == ((0, 0, 0, 0), False)
    game.play(0, "advance:blue")
    game.play(1, "advance:green")
    assert (fleets(game, 0), fleets(game, 1)) == ((0, 0, 1, 0), (0, 0, 0, 1))


# A16


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_drawn_island_comes_before_exploring(edition: str) -> None:
    """A16: the card's effect (3) before that of the space reached (4)."""
    game = at_sea(
        crew(
            edition,
            "rhodos",
            f"helmsmans_rest {PAIR}",
            city=spelt("SS"),
            shipyard="B",  # the second green space costs a stone
            fleets={"green": 1},
        ),
        *plain(edition, "gizah", "ephesos"),
        sea=sea(1, "inhabited bronze foggy lost virgin"),
    )
    play(game, "build:helmsmans_rest+green")
    assert of_seat(game, 0)["islands"] == ["inhabited"]
    assert offered(game, 0) == {"island:bronze", "island:foggy", "island:lost", "island:virgin"}


@pytest.mark.parametrize(("edition", "in_hand"), [("1st", 3), ("2nd", 1)])
def test_the_coins_of_a_space_and_roma_recruiting(edition: str, in_hand: int) -> None:
    """A16, L6: 1st edition: they come with the advance, so before Roma recruits; 2nd: after."""
    board, stage = ("roma:B", "SCL") if edition == "1st" else ("roma:night", "SCG")
    leaders = ["sappho", "plato", "caesar"]  # 1, 4 and 5 coins; for Roma 2 less
    game = at_sea(
        seat(
            board,
            PAIR,
            spelt(f"{stage}C"),
            stages=1,
            coins=1,
            leader_hand=leaders,
            shipyard="B",
            fleets={"yellow": 1},
        ),
        *plain(edition, "gizah", "ephesos"),
        expansions=("leaders",),
    )
    play(game, "stage:altar+yellow")
    assert (game.decision(0).kind, game.coins(0)) == ("recruit", in_hand)
    recruits = {"recruit:sappho", "skip"}
    recruits |= {"recruit:plato@B2", "recruit:caesar@B3"} if in_hand == 3 else set()
    assert offered(game, 0) == recruits
    play(game, "recruit:sappho")
    assert game.coins(0) == 3
    assert [data["coins"] for of, data in happened(game, "coins") if of == 0] == [2]


@pytest.mark.parametrize("edition", EDITIONS)
def test_free_advances_come_before_the_spaces(edition: str) -> None:
    """A16: taxes, and in the 2nd edition coins, of spaces come after others' free advances."""
    game = at_sea(
        crew(edition, "rhodos", fleets={"yellow": 1}),
        crew(edition, "gizah", f"dry_hold {PAIR}"),
        crew(edition, "ephesos"),
    )
    play(game, "sell:altar+yellow", "build:dry_hold", "build:altar")
    assert (game.to_decide, coins(game)) == ([1], [5 if edition == "1st" else 3, 3, 3])
    play(game, "advance:yellow")
    assert coins(game) == [5, 3, 2]  # seat 1 has reached level 1 in time


@pytest.mark.parametrize("edition", EDITIONS)
def test_exploring_comes_before_the_discard_pile_and_losses_last(edition: str) -> None:
    """A16: step 4, step 5, step 6."""
    game = at_sea(
        mausoleum(edition, "C", shipyard="D", fleets={"green": 1}),
        crew(edition, "gizah", fleets={"yellow": 1}),
        crew(edition, "ephesos"),
        discard="tavern",
        sea=sea(1, "inhabited bronze foggy lost"),
    )
    play(game, "stage:altar+green", "sell:altar+yellow", "build:altar")
    assert (game.to_decide, game.decision(0).kind) == ([0], "island")
    assert coins(game) == [3, 5, 3]
    play(game, "island:inhabited")
    assert (game.to_decide, game.decision(0).kind) == ([0], "rebuild")
    play(game, "rebuild:tavern")
    assert coins(game) == [3 + 5 - 1, 5, 2]
    order = [k for k in kinds(game) if k in ("advance", "explore", "island", "rebuild", "loss")]
    assert order == ["advance", "advance", "explore", "island", "rebuild", "loss", "loss"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_advance_by_a_card_from_the_pile_reaches_its_space(edition: str) -> None:
    """A16: before the losses; the card has no paid construction."""
    game = at_sea(
        mausoleum(edition, fleets={"yellow": 1}),
        crew(edition, "gizah"),
        crew(edition, "ephesos"),
        discard="dry_hold",
    )
    play(game, "stage:altar", "build:altar", "build:altar")
    assert offered(game, 0) == {"rebuild:dry_hold", "skip"}
    play(game, "rebuild:dry_hold")
    assert game.decision(0).kind == "advance"
    play(game, "advance:yellow")
    assert (coins(game), game.turn) == ([5, 2, 2], 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_island_drawn_by_a_card_from_the_pile_advances(edition: str) -> None:
    """A16: a free advance on the island it draws happens too, and its space after it."""
    game = at_sea(
        mausoleum(edition, fleets={"yellow": 3}),
        crew(edition, "gizah"),
        crew(edition, "ephesos"),
        discard="helmsmans_rest",
        sea=sea(1, "amber"),
    )
    play(game, "stage:altar", "build:altar", "build:altar")
    play(game, "rebuild:helmsmans_rest")
    play(game, "advance:yellow")
    assert (coins(game), of_seat(game, 0)["islands"]) == ([7, 1, 1], ["amber"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_island_explored_after_the_pile(edition: str) -> None:
    """A16: a rebuilt card's advance explores, and the island's own advance still counts."""
    game = at_sea(
        mausoleum(edition, fleets={"yellow": 1, "green": 1}),
        crew(edition, "gizah"),
        crew(edition, "ephesos"),
        discard="dry_hold",
        sea=sea(1, "amber foggy lost bronze"),
    )
    play(game, "stage:altar", "build:altar", "build:altar")
    play(game, "rebuild:dry_hold")
    play(game, "advance:green")
    play(game, "island:amber")
    play(game, "advance:yellow")
    assert (coins(game), fleets(game, 0), game.turn) == ([5, 2, 2], (0, 2, 0, 2), 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_pirates_from_the_pile_rob_in_the_same_turn(edition: str) -> None:
    """A16: losses come after the builds from the pile."""
    game = at_sea(
        mausoleum(edition),
        crew(edition, "gizah", fleets={"yellow": 3}),
        crew(edition, "ephesos", "pirates_den altar", fleets={"yellow": 1}),
    )
    play(game, "stage:altar", "build:altar", "sell:pirates_den")
    play(game, "rebuild:pirates_den")
    assert coins(game) == [9, 1, 5]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_sold_for_the_yellow_fleet_may_be_built_from_the_pile(edition: str) -> None:
    """A16, A4: it lies in the discard pile like any other."""
    game = at_sea(
        mausoleum(edition), crew(edition, "gizah", "palace altar"), crew(edition, "ephesos")
    )
    play(game, "stage:altar", "sell:palace+yellow", "build:altar")
    assert offered(game, 0) == {"rebuild:palace", "skip"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_losses_of_a_turn_are_one_choice(edition: str) -> None:
    """A16, C2: a tax, pirates and a black card together, from the coins then in hand."""
    black = "opium_den" if edition == "2nd" else "lair"
    cost = {"opium_den": "P", "lair": "WG"}[black]
    loss = {"opium_den": 3, "lair": 2}[black]
    game = at_sea(
        crew(edition, "rhodos", f"{black} altar", city=spelt(cost)),
        crew(edition, "gizah", fleets={"yellow": 5}),
        crew(edition, "ephesos", "pirates_den altar"),
        crew(edition, "babylon", "tavern altar", coins=0, fleets={"yellow": 1}),
        expansions=("cities",),
    )
    play(game, f"build:{black}", "sell:altar+yellow", "build:pirates_den", "build:tavern")
    due = 3 + 1 + loss  # a tax of 4 at level 1, pirates at level 1
    assert game.decision(3).kind == "loss"
    assert offered(game, 3) == {f"lose:{paid}/{due - paid}" for paid in range(min(due, 5) + 1)}
    for of in list(game.to_decide):
        game.play(of, game.moves(of)[0])
    assert (game.coins(3), line(game, 3, "debts")) == (5 - min(5, due), min(5, due) - due)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_loss_without_coins_is_all_debts_and_not_asked(edition: str) -> None:
    """A16, C2: a choice with one outcome."""
    game = at_sea(
        crew(edition, "rhodos", fleets={"yellow": 5}),
        crew(edition, "gizah", coins=0),
        crew(edition, "ephesos", coins=9),
        expansions=("cities",),
    )
    play(game, "sell:altar+yellow", "build:altar", "build:altar")
    assert game.to_decide == [2]
    assert line(game, 1, "debts") == -4
    play(game, "lose:4/0")
    assert (coins(game), line(game, 2, "debts")) == ([3, 0, 5], 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_recruitment_is_a_turn_with_its_own_sea(edition: str) -> None:
    """A16, L2: a stage built with a leader and a ship that levies a tax, before the cards."""
    game = at_sea(
        seat(
            second_side(edition, "gizah"),
            city=spelt("WWC"),
            leader_hand=["sappho"],
            shipyard="B",
            fleets={"yellow": 1},
            coins=6,
        ),
        seat(first_side(edition, "rhodos"), leader_hand=["zenobia"], coins=6),
        seat(first_side(edition, "ephesos"), leader_hand=["nefertiti"], coins=6),
        expansions=("leaders",),
        phase="leader",
    )
    play(game, "stage:sappho+yellow", "sell:zenobia+yellow", "sell:nefertiti")
    assert (game.age, game.turn, coins(game)) == (1, 1, [8, 6, 8])


@pytest.mark.parametrize("edition", EDITIONS)
def test_solomon_builds_a_card_whose_free_advance_happens(edition: str) -> None:
    """A16, L2: also in the turn of recruitment."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), leader_hand=["solomon"], fleets={"green": 1}),
        *plain(edition, "gizah", "ephesos"),
        expansions=("leaders",),
        phase="leader",
        discard="dry_hold",
        sea=sea(1, "bronze foggy lost virgin"),
    )
    play(game, "recruit:solomon@B3")
    assert offered(game, 0) == {"rebuild:dry_hold", "skip"}
    play(game, "rebuild:dry_hold")
    play(game, "advance:green")
    play(game, "island:foggy")
    assert (of_seat(game, 0)["islands"], game.turn) == (["foggy"], 1)


@pytest.mark.parametrize(("board", "stages"), [("babylon:B", 2), ("babylon:night", 1)])
def test_babylons_extra_turn_comes_after_the_losses_of_the_last(board: str, stages: int) -> None:
    """A16, B20: a whole turn of its own: ship, exploring, tax; last turn's coins may be spent."""
    edition = "1st" if board == "babylon:B" else "2nd"
    game = at_sea(
        seat(
            board,
            "tavern dry_hold",
            spelt("C"),
            stages=stages,
            coins=0,
            shipyard="B",
            fleets={"green": 1},
        ),
        crew(edition, "gizah", fleets={"yellow": 5}),
        crew(edition, "ephesos"),
        turn=7,
        sea=sea(1, "bronze foggy lost virgin"),
    )
    play(game, "build:tavern", "sell:altar+yellow", "build:altar")
    assert (game.decision(0).kind, coins(game)) == ("last_card", [1, 3, 0])
    play(game, "build:dry_hold+blue")
    play(game, "advance:green")
    assert (game.to_decide, game.decision(0).kind) == ([0], "island")
    play(game, "island:bronze")
    assert (game.age, fleets(game, 0)) == (2, (0, 0, 1, 2))
    assert coins(game) == [1, 3, 0]  # the tax of the last turn is not levied again


# K1 and positions inside a turn


@pytest.mark.parametrize("edition", EDITIONS)
def test_drawn_islands_are_the_explorers_secret(edition: str) -> None:
    """K1, A7: only his view has them; the others see how many are left."""
    game = at_sea(
        crew(edition, "rhodos", f"dry_hold {PAIR}", fleets={"green": 1}),
        crew(edition, "gizah", f"dry_hold {PAIR}", fleets={"green": 1}),
        crew(edition, "ephesos"),
    )
    play(game, "build:dry_hold", "build:dry_hold", "build:altar")
    play(game, "advance:green", "advance:green")
    drawn = [{text.removeprefix("island:") for text in offered(game, of)} for of in (0, 1)]
    for of in (0, 1):
        assert set(game.view(of)["drawn"]) == drawn[of]
        text = json.dumps(game.view(of))
        assert not [name for name in drawn[1 - of] if f'"{name}"' in text]
    for other in (2, None):
        view = game.view(other)
        assert not view.get("drawn")
        assert not [name for name in drawn[0] | drawn[1] if f'"{name}"' in json.dumps(view)]
        assert view["sea"] == [1, 9, 9]
    seen = json.dumps([event.data for event in game.events_for(2)])
    assert not [name for name in drawn[0] | drawn[1] if f'"{name}"' in seen]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_island_that_somebody_has_drawn_is_not_in_the_sea_of_a_position(edition: str) -> None:
    """A7: a position that names no sea has all islands in it that lie nowhere else."""
    game = at_sea(
        mausoleum(edition, "C", shipyard="D", fleets={"green": 1}),
        crew(edition, "gizah", islands=["bronze"]),
        crew(edition, "ephesos"),
    )
    play(game, "stage:altar+green", "build:altar", "build:altar")
    position = game.position()
    drawn = position["pending"]["drawn"][0]
    whole = position.pop("sea")
    again = Game.from_position(position).position()["sea"]
    assert [sorted(level) for level in again] == [sorted(level) for level in whole]
    assert len(drawn) == 4
    assert not {*drawn, "bronze"} & {island for level in again for island in level}


@pytest.mark.parametrize("edition", EDITIONS)
def test_fleets_islands_and_tokens_lie_face_up(edition: str) -> None:
    """K1: and raids; the islands left only by number."""
    game = at_sea(
        crew(edition, "rhodos"),
        crew(edition, "gizah", fleets={"red": 3}, islands=["foggy", "royal"], naval=[3, -2]),
        crew(edition, "ephesos", shipyard="H"),
        crew(edition, "babylon"),
        raids=[[1, 3]],
    )
    for of in (0, None):
        view = game.view(of)
        assert (view["sea"], view["raids"]) == ([8, 9, 8], [[1, 3]])
        for key in ("fleets", "islands", "naval", "shipyard"):
            assert [entry[key] for entry in view["seats"]] == [
                entry[key] for entry in game.position()["seats"]
            ]


def pending(edition: str, kind: str) -> Game:
    """A game inside a turn, where seat 0 and seat 1 owe such a decision."""
    cities = ("cities",) if kind == "loss" else ()
    islands = ["forgotten"] if kind == "sail" else []
    hand = f"dry_hold {PAIR}"
    fleet = {"green": 1, "yellow": 1}
    game = at_sea(
        crew(edition, "rhodos", hand, fleets=fleet, islands=islands),
        crew(edition, "gizah", hand, fleets=fleet, islands=islands),
        crew(edition, "ephesos", hand, fleets={"yellow": 5}),
        crew(edition, "babylon", hand),
        expansions=cities,
        turn={"sail": 7, "loss": 6}.get(kind, 5),
        history={"since": 4, "laid": []},
        raids=[[0, 2]],
    )
    if kind == "sail":
        play(game, "sell:dry_hold", "sell:altar", "build:altar", "build:altar")
        assert game.decision(0).kind == game.decision(1).kind == "sail"
        return game
    last = "sell:altar+yellow" if kind == "loss" else "sell:altar"
    play(game, "build:dry_hold", "build:dry_hold", last, "sell:theater")
    if kind == "advance":
        assert game.decision(0).kind == game.decision(1).kind == "advance"
        return game
    if kind == "loss":
        play(game, "skip", "advance:red")
    else:
        play(game, "advance:green", "advance:green")
    assert game.decision(0).kind == game.decision(1).kind == kind
    return game


INSIDE = ["advance", "island", "loss", "sail"]


def go_on(game: Game) -> list[str]:
    """Play on by a fixed rule; the texts of everything decided."""
    texts: list[str] = []
    for _ in range(60):
        if game.over:
            break
        for of in list(game.to_decide):
            moves = game.moves(of)
            move = moves[len(texts) * 7 % len(moves)]
            game.play(of, move)
            texts.append(f"{of} {move}")
    return texts


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", INSIDE)
@pytest.mark.parametrize("decided", [False, True])
def test_a_position_inside_a_turn_gives_the_same_game(
    edition: str, kind: str, decided: bool
) -> None:
    """A16: with a choice pending, also when one seat has already taken it."""
    game = pending(edition, kind)
    if decided:
        game.play(0, game.moves(0)[0])
    data = json.loads(json.dumps(game.position()))
    other = Game.from_position(data)
    assert other.position() == game.position()
    assert (other.to_decide, other.decided) == (game.to_decide, game.decided)
    for of in range(4):
        assert other.view(of) == game.view(of)
    for of in game.to_decide:
        assert other.moves(of) == game.moves(of)
        assert other.decision(of) == game.decision(of)
    assert go_on(other) == go_on(game)
    assert other.position() == game.position()
    assert other.scores() == game.scores()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", INSIDE)
def test_a_decision_inside_a_turn_may_be_taken_back(edition: str, kind: str) -> None:
    """A16: as long as others have not decided."""
    game = pending(edition, kind)
    before = game.position()
    game.play(0, game.moves(0)[0])
    game.undecide(0)
    assert game.position() == before


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", ["advance", "island", "loss"])
def test_a_card_laid_face_down_this_turn_is_not_given_away(edition: str, kind: str) -> None:
    """K1: while a choice is pending, which card of a known hand was sold is still unknown.

    Seat 0 has passed a hand of four on to seat 1, who then sells one of them.
    """
    hand = f"dry_hold {PAIR} stone_pit"
    cities = ("cities",) if kind == "loss" else ()
    game = at_sea(
        crew(edition, "rhodos", hand, fleets={"green": 1}),
        crew(edition, "gizah", hand),
        crew(edition, "ephesos", hand, fleets={"yellow": 5}),
        expansions=cities,
        turn=4,
        history={"since": 4, "laid": []},
    )
    play(game, "build:altar", "build:altar", "build:altar")
    assert Counter(game.view(0)["seen"][1]) == Counter(["dry_hold", "theater", "stone_pit"])
    last = "sell:theater" if kind != "loss" else "sell:theater+yellow"
    play(game, "build:dry_hold", "sell:stone_pit", last)
    if kind == "island":
        play(game, "advance:green")
    elif kind == "loss":
        play(game, "skip")
    assert game.decision(0).kind == kind
    view = game.view(0)
    assert Counter(game.hand(1)) == Counter(["dry_hold", "theater"])
    assert view["seen"][1] == []
    assert Counter(view["maybe"][1]) == Counter(["dry_hold", "theater", "stone_pit"])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("more", [(), ("cities",), ("leaders", "cities")])
def test_a_record_replays_a_whole_game_at_sea(edition: str, more: tuple[str, ...]) -> None:
    """A7: islands shuffled back come up again in the same order, event for event."""
    game = Game(4, edition=edition, expansions=["armada", *more], seed=11)
    count = 0
    while not game.over:
        for of in list(game.to_decide):
            moves = game.moves(of)
            ships = [move for move in moves if move.ship]
            game.play(of, (ships or moves)[count % len(ships or moves)])
            count += 1
    assert {"advance", "explore", "island", "tax", "naval"} <= set(kinds(game))
    replayed = Game.from_record(json.loads(json.dumps(game.record())))
    assert replayed.events == game.events
    assert replayed.position() == game.position()
    lines = game.scores()[0].lines
    assert sum(lines.values()) == game.scores()[0].total


@pytest.mark.parametrize("edition", EDITIONS)
def test_events_tell_what_happened_at_sea(edition: str) -> None:
    """A16: advances with their space, explorations, islands, taxes, losses."""
    game = at_sea(
        crew(edition, "rhodos", f"dry_hold {PAIR}", fleets={"green": 1}),
        crew(edition, "gizah", fleets={"yellow": 1}),
        crew(edition, "ephesos"),
        sea=sea(1, "bronze foggy lost virgin"),
    )
    play(game, "build:dry_hold", "sell:altar+yellow", "build:altar")
    play(game, "advance:green")
    play(game, "island:bronze")
    assert happened(game, "advance") == [
        (1, {"fleet": "yellow", "space": 2}),
        (0, {"fleet": "green", "space": 2}),
    ]
    assert happened(game, "explore") == [(0, {"level": 1, "drawn": 4})]
    assert happened(game, "island") == [(0, {"island": "bronze"})]
    assert happened(game, "tax") == [(1, {"coins": 1})]
    assert happened(game, "loss") == [(0, {"coins": 1}), (2, {"coins": 1})]
    assert [data["coins"] for of, data in happened(game, "coins") if of == 1] == [2]
