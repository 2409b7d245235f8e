"""``play`` checks the one move it is given: that says the same as looking for it among all moves.

Games of every set are walked through at random. Whatever is offered has to be accepted, as the
row that the engine listed; and what lies beside it, a coin more, another card, another stage, is
accepted just where it is offered too.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from brute import EVERYTHING, KINDS, SETUPS, GameSetup, choose, decide_all, everything
from conftest import sample
from mirabilia import Game, Move
from mirabilia.catalogue import FLEETS, load
from mirabilia.engine import state as s
from mirabilia.game.codec import ACTIONS, move_from_row, row_from_move
from mirabilia.game.notation import PAYEES, MoveError
from positions import seat, table

# In these games every kind of decision comes up.
CASES = [
    (GameSetup(2, "1st"), 1),
    (GameSetup(3, "2nd", "choose"), 1),
    (GameSetup(4, "2nd", "random", ("cities",), teams=True), 1),
    (GameSetup(4, "1st", "random", ("leaders",), leaders="expert"), 1031),
    (GameSetup(8, "1st", "random", EVERYTHING, teams=True, leaders="expert"), 1),
    (GameSetup(7, "2nd", "random", EVERYTHING), 1),
]
cases = pytest.mark.parametrize(("setup", "seed"), CASES, ids=str)
GOODS = ("brown", "grey")
NUMBERS = (-1, 0, 1, 2, 3, 5, 99, 40_000, 10**30, 0.5, True, False, None, "1")


def listed(game: Game, of: int) -> list[tuple[int, ...]]:
    """The engine's rows of all moves."""
    rows = game._list(of, np.zeros(s.MOVE_WIDTH, np.int16))
    return [tuple(row) for row in rows.tolist()]


def accepted(game: Game, of: int, move: Move) -> bool:
    row = row_from_move(game._book, game._g, of, move)
    return row is not None and game._is_legal(of, row)


def deciding(game: Game, seed: int) -> Iterator[int]:
    """Play at random to the end; stops with every seat that has to decide, before it does."""
    rng = random.Random(seed)
    while not game.over:
        of = game.to_decide[0]
        yield of
        game.play(of, choose(rng, game.moves(of)))


def cards_around(game: Game, of: int) -> list[str | None]:
    """Cards of the own hand, of others' hands and cities, of the box; and what is no card."""
    found: list[str | None] = [None, "nothing", "A", "day"]
    for at in range(game.seats):
        found += [*game.hand(at)[:2], *game.leader_hand(at)[:1], *game.leaders(at)[:1]]
        found += game.city(at)[-1:]
    found += game.hand(of)
    found += list(game.catalogue.leaders)[:1] + list(game.catalogue.islands)[:1]
    return list(dict.fromkeys(found))


def beside(game: Game, of: int, move: Move) -> Iterator[Move]:
    """Moves that differ from a move in one thing."""

    def other(**changed: Any) -> Move:
        return replace(move, **changed)

    for to in PAYEES:
        coins = move.pay.get(to, 0)
        for paid in (coins - 1, coins + 1, 0, -coins, coins + 2**16, str(coins), float(coins)):
            yield other(pay={**move.pay, to: paid})
        for instead in PAYEES:  # the same coins, to others
            if coins:
                moved = {**move.pay, to: coins - 1, instead: move.pay.get(instead, 0) + 1}
                yield other(pay=moved)
    yield other(pay={"left": move.pay.get("right", 0), "right": move.pay.get("left", 0)})
    yield other(pay={})
    for card in cards_around(game, of):
        yield other(card=card)
    for stage in (None, 0, 1, 2, 3, 4, 5, -1, 2**16 + 1, True, "1"):
        yield other(stage=stage)
    for ship in (None, *FLEETS, "pink", "", 1):
        yield other(ship=ship)
    for free in (True, False, 1, 0, 2, None):
        yield other(free=free)
    for action in (*ACTIONS.values(), "dance", ""):
        yield other(action=action)
        yield Move(action)
    for number in NUMBERS:
        yield other(value=number)
        yield other(debts=number)
        if isinstance(number, int):
            yield other(value=number, debts=(move.value or 0) + (move.debts or 0) - number)
    if move.value is not None:
        yield other(value=move.value + 1)
        yield other(value=move.value - 1)
    for size in range(4):
        for colours in permutations(FLEETS, size):
            yield other(colours=colours)
    yield other(colours=(*move.colours, "pink"))
    yield other(colours=move.colours * 2)


def rows_beside(row: tuple[int, ...], others: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Rows that differ from a row in one entry, by little, by much, or as another row's."""
    for at, entry in enumerate(row):
        for changed in {entry - 1, entry + 1, -1, 0, 1, 255, 32767, -32768} | {
            other[at] for other in others[:20]
        }:
            yield (*row[:at], changed, *row[at + 1 :])


@cases
def test_whatever_is_offered_is_accepted_as_the_row_listed(setup: GameSetup, seed: int) -> None:
    game = setup.new(seed)
    for of in deciding(game, seed):
        rows = listed(game, of)
        assert len({*rows}) == len(rows)
        for expected, move in zip(rows, game.moves(of), strict=True):
            row = row_from_move(game._book, game._g, of, move)
            assert row is not None, move
            assert row.dtype == np.int16
            assert tuple(row) == expected, move
            assert move_from_row(game._book, row) == move
            assert game._is_legal(of, row), move
            assert row_from_move(game._book, game._g, of, Move.parse(str(move))) is not None


@cases
def test_what_lies_beside_a_move_is_accepted_where_it_is_offered(
    setup: GameSetup, seed: int
) -> None:
    game, rng = setup.new(seed), random.Random(seed)
    seen: Counter[str] = Counter()
    for of in deciding(game, seed):
        moves = game.moves(of)
        move = choose(rng, moves)
        seen[move.action] += 1
        if seen[move.action] <= 2 or seen[move.action] % 20 == 0:
            before = everything(game)
            for other in beside(game, of, move):
                assert accepted(game, of, other) == (other in moves), (move, other)
            assert everything(game) == before


@cases
def test_rows_beside_those_listed_are_illegal(setup: GameSetup, seed: int) -> None:
    game, rng = setup.new(seed), random.Random(seed)
    for at, of in enumerate(deciding(game, seed)):
        if at % 9 == 0:
            rows = listed(game, of)
            for other in rows_beside(rng.choice(rows), rows):
                legal = game._is_legal(of, np.array(other, np.int16))
                assert legal == (other in rows), other


@cases
def test_what_is_not_offered_is_refused_with_a_sentence(setup: GameSetup, seed: int) -> None:
    game, rng = setup.new(seed), random.Random(seed)
    for at, of in enumerate(deciding(game, seed)):
        if at % 12:
            continue
        moves, before = game.moves(of), everything(game)
        nearby = [move for move in beside(game, of, rng.choice(moves)) if move not in moves]
        for move in rng.sample(nearby, 5):
            with pytest.raises(MoveError, match=f"^Seat {of} can't play "):
                game.play(of, move)
        assert everything(game) == before


def test_what_is_no_name_is_refused_like_a_wrong_one() -> None:
    game = GameSetup(3, "2nd").new(1)
    nameless: Any = ["altar"]
    with pytest.raises(MoveError, match="is not in the hand"):
        game.play(0, Move("build", nameless))


def test_every_kind_of_decision_is_among_those_tried() -> None:
    tried = set()
    for setup, seed in CASES:
        game = setup.new(seed)
        tried |= {game.decision(of).kind for of in deciding(game, seed)}
    assert tried == KINDS


def test_of_a_thousand_payments_those_offered_are_accepted() -> None:
    """Rich, making nothing, among cities that make everything, two emporia and Bilkis (A13, L5)."""
    catalogue = load("1st", EVERYTHING)
    sold = " ".join(card.id for card in catalogue.cards.values() if card.colour in GOODS)
    game = table(
        seat(
            "rhodos:B",
            "palace pantheon naval_headquarters academy arsenal circus",
            "eastern_emporium western_emporium",
            leaders=["bilkis"],
            coins=40,
        ),
        seat("gizah:B", "altar", sold),
        *(seat(f"{wonder}:B", "", sold) for wonder in ("olympia", "ephesos", "babylon")),
        expansions=list(EVERYTHING),
        age=3,
        turn=2,
    )
    moves = game.moves(0)
    assert len(moves) > 800
    for move, row in list(zip(moves, listed(game, 0), strict=True))[::7]:
        game.play(0, move)
        assert tuple(game._g.move[0]) == row
    for move in moves[::300]:
        for other in beside(game, 0, move):
            assert accepted(game, 0, other) == (other in moves), (move, other)


@pytest.mark.sweep
@pytest.mark.parametrize("setup", sample(SETUPS, 3), ids=str)
def test_over_whole_games_a_move_is_legal_just_where_it_is_listed(setup: GameSetup) -> None:
    game = setup.new(SETUPS.index(setup))
    while not game.over:
        rng = random.Random(game.steps)
        for of in game.to_decide:
            moves = game.moves(of)
            move = choose(rng, moves)
            for other in rng.sample([*beside(game, of, move)], 12):
                assert accepted(game, of, other) == (other in moves), (move, other)
        decide_all(game, rng)
