"""What a card would bring: held against what it brings when it is played, and against what nobody
may know."""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from brute import COMBINATIONS, EVERYTHING, GameSetup, choose, walk
from conftest import sample
from mirabilia import Game, Move
from mirabilia.game.gains import Gain
from positions import seat, table

HAND_KINDS = ("play", "last_card", "leader")
SETUPS = [
    GameSetup(3, "1st", "B"),
    GameSetup(4, "2nd", "night"),
    *(setup for setup in sample(COMBINATIONS, 5) if not setup.teams),
    GameSetup(7, "2nd", "random", EVERYTHING),
    GameSetup(5, "1st", "random", EVERYTHING, False, "expert"),
]
ROMA = ["roma:B", "gizah:A", "olympia:A"]
whole_games = pytest.mark.parametrize("setup", SETUPS, ids=str)


def gain(game: Game, of: int, move: str) -> Gain:
    return game.gains(of, [Move.parse(move)])[0]


def uses(game: Game, of: int) -> list[Move]:
    """One move for each use of each card, however it is paid."""
    moves = (move for move in game.moves(of) if move.action in ("build", "stage", "recruit"))
    return list({replace(move, pay={}): move for move in moves}.values())


# What it says.


def test_points_of_science_are_those_that_the_whole_set_gains() -> None:
    game = table(
        seat("rhodos:A", "scriptorium apothecary", "apothecary workshop"),
        seat("gizah:A"),
        seat("olympia:A"),
    )
    assert gain(game, 0, "build:scriptorium") == Gain(points=1 + 7)
    assert game.quote(0, "scriptorium").way == "no", "nobody sells papyrus: it says so all the same"


def test_coins_come_without_the_price_and_shields_without_their_war() -> None:
    game = table(
        seat("rhodos:A", "vineyard stockade tavern", "lumber_yard", coins=5),
        seat("gizah:A", "", "stone_pit ore_vein"),
        seat("olympia:A", "", "clay_pool"),
        age=2,
        turn=1,
    )
    assert gain(game, 0, "build:vineyard") == Gain(coins=4)
    assert gain(game, 0, "build:stockade") == Gain(shields=1)
    assert gain(game, 0, "build:tavern") == Gain(coins=5), "coins are no points a second time"


def test_a_guild_says_what_it_would_be_if_the_game_ended_now() -> None:
    game = table(
        seat("rhodos:A", "workers_guild"),
        seat("gizah:A", "", "stone_pit ore_vein"),
        seat("olympia:A", "", "clay_pool press_age1"),
        age=3,
        turn=1,
    )
    assert gain(game, 0, "build:workers_guild") == Gain(points=3)


def test_a_stage_says_the_same() -> None:
    game = table(seat("rhodos:A", "altar"), seat("gizah:A"), seat("olympia:A"))
    assert gain(game, 0, "stage:altar") == Gain(points=3)
    built = table(seat("rhodos:A", "altar", under=["baths"]), seat("gizah:A"), seat("olympia:A"))
    assert gain(built, 0, "stage:altar") == Gain(shields=2)


def test_nothing_is_changed_by_asking() -> None:
    game = GameSetup(7, "2nd", "random", EVERYTHING).new(3)
    for at, _ in zip(range(30), walk(game, 3), strict=False):
        before = game._games.tobytes(), game.events
        for of in game.to_decide:
            if game.decision(of).kind in HAND_KINDS:
                game.gains(of, uses(game, of))
        assert (game._games.tobytes(), game.events) == before, at


# It comes true.


@whole_games
def test_what_a_card_would_bring_is_what_it_brings(setup: GameSetup) -> None:
    """Everybody else sells a card; whatever a choice or a war would add is not looked at."""
    game, rng = setup.new(11), random.Random(11)
    held = 0
    for to_decide in walk(game, 11):
        if any(game.decision(of).kind not in HAND_KINDS for of in to_decide):
            continue
        of = rng.choice(to_decide)
        found = uses(game, of)
        for move, foreseen in zip(found, game.gains(of, found), strict=True):
            brought = played_out(game, of, move)
            if brought is not None:
                assert brought == foreseen, f"{move} of seat {of} in {game!r}"
                held += 1
    assert held > 30


def test_a_leader_recruited_once_more_says_it_too() -> None:
    """L6: Roma recruits within a turn."""
    game = Game(3, edition="1st", expansions=["leaders"], seed=7, wonders=ROMA)
    held = 0
    for to_decide in walk(game, 7):
        if to_decide == [0] and game.decision(0).kind == "recruit":
            found = uses(game, 0)
            for move, foreseen in zip(found, game.gains(0, found), strict=True):
                assert played_out(game, 0, move) in (foreseen, None), str(move)
                held += foreseen != Gain()
    assert held


def played_out(game: Game, of: int, move: Move) -> Gain | None:
    """What a move brings when it is played; None where more than the move comes with it."""
    if game.turn >= game.turns or ("hatshepsut" in game.leaders(of) and move.coins):
        return None  # the war follows; buying brings coins in
    position = game.position()
    position["seats"][of]["coins"] += move.coins  # so that the price changes nothing
    real = Game.from_position(position)
    for other in real.to_decide:
        real.play(other, move if other == of else sale(real, other))
    owes = of in real.to_decide and real.decision(of).kind not in HAND_KINDS
    if owes or real.islands(of) != game.islands(of):
        return None
    before, after = of_city(game, of), of_city(as_rich_as_before(real, game, of), of)
    return Gain(**{key: after[key] - before[key] for key in before})


def as_rich_as_before(real: Game, game: Game, of: int) -> Game:
    """Without what others got for their sales and goods: Makeda looks into all purses."""
    position = real.position()
    for other in range(game.players):
        if other != of:
            position["seats"][other]["coins"] = game.coins(other)
    return Game.from_position(position)


def sale(game: Game, of: int) -> Move:
    return next(move for move in game.moves(of) if move.action == "sell" and not move.ship)


def of_city(game: Game, of: int) -> dict[str, int]:
    numbers: Mapping[str, Any] = game.view(None)["numbers"][of]
    return {
        "points": numbers["total"] - numbers["points"]["coins"],
        "coins": game.coins(of),
        "shields": numbers["shields"],
        "naval": numbers.get("naval_strength", 0),
        "commerce": numbers.get("commerce", 0),
    }


# Nothing hidden.


@pytest.mark.parametrize("setup", SETUPS[1::3], ids=str)
def test_nothing_hidden_has_a_part_in_it(setup: GameSetup) -> None:
    """K1: whoever sees the same is told the same, whatever lies face down or was decided."""
    game, rng = setup.new(7), random.Random(7)
    compared = 0
    for to_decide in walk(game, 7):
        of = rng.choice(to_decide)
        if game.decision(of).kind not in HAND_KINDS:
            continue
        found = uses(game, of)
        foreseen = game.gains(of, found)
        for other in [other for other in to_decide if other != of][:-1]:
            game.play(other, choose(rng, game.moves(other)))
        assert game.gains(of, found) == foreseen, "others have decided"
        for other in game.decided:
            game.undecide(other)
        twin = Game.from_position(otherwise(game.position(), of, rng))
        if twin.view(of) == game.view(of):
            assert twin.gains(of, found) == foreseen
            compared += 1
    assert compared >= 3, "at least the first turn of every age, when no hand has been seen"


def otherwise(position: dict[str, Any], of: int, rng: random.Random) -> dict[str, Any]:
    """The same position with other cards where this seat can't see them."""
    twin = deepcopy(position)
    for pile in (*twin.get("sea", []), twin.get("box", [])):
        rng.shuffle(pile)
    for hands in twin["deal"]:
        rng.shuffle(hands)
    others = [entry for at, entry in enumerate(twin["seats"]) if at != of]
    for key in ("hand", "leader_hand"):
        held = [entry.get(key, []) for entry in others]
        rng.shuffle(held)
        for entry, cards in zip(others, held, strict=True):
            entry[key] = cards
    return twin


def test_an_island_that_is_drawn_unseen_brings_nothing_yet() -> None:
    """A8: the top of the pile is nobody's to know, even when it is the last."""
    setup = GameSetup(4, "2nd", "random", ("armada",))
    start = setup.new(5).position()
    islands = setup.catalogue.islands
    drawing = next(
        card.id
        for card in setup.catalogue.cards.values()
        if any(effect.kind == "draw_island" for effect in card.effects)
    )
    level = max(e.amount for e in setup.catalogue.cards[drawing].effects) - 1
    told = set()
    for top in (name for name, island in islands.items() if island.level == level + 1):
        start["seats"][0]["hand"][0] = drawing
        start["sea"][level] = [top]
        told.add(gain(Game.from_position(start), 0, f"build:{drawing}"))
    assert told == {Gain()}
