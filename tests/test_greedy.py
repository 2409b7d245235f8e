"""The bot greedy: sensible, legal, blind to what its seat can't see, the same uncompiled."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mirabilia.bots.chance import random_move
from mirabilia.bots.greedy import cheapest, greedy_move
from mirabilia.engine import chance
from mirabilia.engine.deal import new_game
from mirabilia.engine.gain import place_card, recount
from mirabilia.engine.moves import build_options, list_moves
from mirabilia.engine.score import score_all
from mirabilia.engine.state import (
    ACTION,
    BUILD,
    CARD,
    EVENT_WIDTH,
    GAME,
    LEFT,
    MOVE_WIDTH,
    OVER,
    OWES_REBUILD,
    OWES_SIDE,
    REBUILD,
    RIGHT,
    SELL,
    SIDES,
    WORK,
)
from mirabilia.engine.tables import rulebook
from mirabilia.engine.turn import decide, decider, resolve

EDITIONS = {"1st": 1, "2nd": 2}
SRC = Path(__file__).parents[1] / "src"


class Table:
    """A game on the bare record, with the scratch space that compiled functions want."""

    def __init__(self, edition: str, seats: int, seed: int, free_city: bool = False) -> None:
        self.book = rulebook(edition)
        self.t: Any = self.book.tables[0]
        self.games = np.zeros(1, GAME)
        self.work = np.zeros(1, WORK)
        self.moves = np.zeros((1024, MOVE_WIDTH), np.int16)
        self.no_events = np.zeros((0, EVENT_WIDTH), np.int16)
        self.g: Any = self.games[0]
        self.w: Any = self.work[0]
        self.g.rng[0] = chance.states(seed)[0]
        new_game(self.g, self.t, self.w, seats, EDITIONS[edition], int(free_city))
        self.go_on()

    def go_on(self) -> None:
        resolve(self.g, self.t, self.no_events, self.w)

    def owing(self) -> list[int]:
        return [s for s in range(self.g.seats) if self.g.asked[s] and not self.g.decided[s]]

    def listed(self, seat: int) -> list[tuple[int, ...]]:
        found = list_moves(self.g, self.t, seat, self.moves, self.w)
        return [tuple(row) for row in self.moves[:found].tolist()]

    def choice(self, seat: int) -> tuple[int, ...]:
        move = np.zeros(MOVE_WIDTH, np.int16)
        greedy_move(self.g, self.t, seat, move, self.moves, self.w)
        return tuple(move.tolist())

    def decide(self, seat: int, move: tuple[int, ...]) -> None:
        decide(self.g, seat, np.array(move, np.int16))

    def card(self, name: str) -> int:
        return self.book.card_number[name]

    def give_board(self, seat: int, wonder: str, side: str) -> None:
        self.g.board[seat] = self.book.board_number[wonder, side]
        recount(self.g, self.t, seat)

    def give_hand(self, seat: int, *names: str) -> None:
        self.g.hand_n[seat] = len(names)
        for index, name in enumerate(names):
            self.g.hand[seat, index] = self.card(name)

    def give_city(self, seat: int, *names: str) -> None:
        for name in names:
            place_card(self.g, self.t, seat, self.card(name))


def points(edition: str, greedy: int, seeds: range) -> np.ndarray:
    """The points of games of three, the first so many seats greedy, the others random."""
    totals = np.zeros((len(seeds), 3), np.int16)
    for row, seed in enumerate(seeds):
        table = Table(edition, 3, seed)
        rng = chance.states(seed, 1)
        move = np.zeros(MOVE_WIDTH, np.int16)
        while table.g.step != OVER:
            for seat in table.owing():
                if seat < greedy:
                    table.decide(seat, table.choice(seat))
                else:
                    random_move(table.g, table.t, seat, rng, move, table.moves, table.w)
                    decide(table.g, seat, move)
            table.go_on()
        score_all(table.g, table.t, table.w, totals[row])
    return totals


@pytest.mark.parametrize("edition", EDITIONS)
def test_takes_a_free_card_with_more_points_rather_than_selling(edition: str) -> None:
    table = Table(edition, 3, seed=1)
    table.g.age = 3
    table.g.turn = 6
    table.g.coins[0] = 0
    table.give_board(0, "gizah", "A" if edition == "1st" else "day")
    table.give_city(0, "baths")
    table.give_hand(0, "altar", "aqueduct")
    chosen = table.choice(0)
    assert chosen[ACTION] == BUILD
    assert chosen[CARD] == table.card("aqueduct")


def test_builds_nothing_twice() -> None:
    table = Table("2nd", 3, seed=1)
    table.give_city(0, "altar", "theater")
    table.g.coins[0] = 0
    table.give_hand(0, "altar", "theater", "palace")
    assert table.choice(0)[ACTION] == SELL


@pytest.mark.parametrize("seats", [3, 5, 7])
@pytest.mark.parametrize("edition", EDITIONS)
def test_plays_only_what_is_listed_to_the_end(edition: str, seats: int) -> None:
    table = Table(edition, seats, seed=seats)
    while table.g.step != OVER:
        for seat in table.owing():
            move = table.choice(seat)
            assert move in table.listed(seat)
            table.decide(seat, move)
        table.go_on()


@pytest.mark.parametrize("seed", range(4))
def test_plays_the_free_city_by_its_rules(seed: int) -> None:
    """V5: the Free City must not sell while it can build; list_moves leaves such sales out."""
    table = Table("1st", 3, seed, free_city=True)
    asked = 0
    while table.g.step != OVER:
        while owing := table.owing():
            move = table.choice(owing[0])
            assert move in table.listed(owing[0])
            table.decide(owing[0], move)
            asked += decider(table.g, owing[0]) != owing[0]
        table.go_on()
    assert asked >= 18


def test_chooses_a_side() -> None:
    table = Table("1st", 3, seed=5)
    table.g.step = SIDES
    table.g.asked[:] = 0
    table.go_on()
    assert table.g.asked[0] == OWES_SIDE
    assert table.choice(0) in table.listed(0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_sells_seldom(edition: str) -> None:
    """At most a card or two of the eighteen, in any game."""
    sales = []
    for seed in range(20):
        table = Table(edition, 3, seed)
        sold = 0
        while table.g.step != OVER:
            for seat in table.owing():
                move = table.choice(seat)
                sold += move[ACTION] == SELL
                table.decide(seat, move)
            table.go_on()
        sales.append(sold / 3)
    assert np.mean(sales) < 1.5


@pytest.mark.parametrize("edition", EDITIONS)
def test_does_not_sell_in_the_last_turn_what_brings_more_points(edition: str) -> None:
    """Three coins are then a point, so a free card of more points is built."""
    for seed in range(30):
        table = Table(edition, 3, seed)
        while table.g.step != OVER:
            last = table.g.age == 3 and table.g.turn == table.g.turns
            for seat in table.owing():
                move = table.choice(seat)
                if last and move[ACTION] == SELL:
                    for index in range(table.g.hand_n[seat]):
                        card = int(table.g.hand[seat, index])
                        free = build_options(table.g, table.t, seat, card, table.w)
                        free = free and not table.w.pay[0].any()
                        effects = table.book.cards[card].effects
                        worth = sum(e.amount for e in effects if e.kind == "points")
                        assert not (free and worth >= 2)
                table.decide(seat, move)
            table.go_on()


@pytest.mark.parametrize(("left", "right", "to"), [(5, 2, RIGHT), (2, 5, LEFT), (3, 3, LEFT)])
def test_equal_payments_go_to_the_poorer_side(left: int, right: int, to: int) -> None:
    """B13: a program that does not care takes the cheapest, ties to the side with fewer coins."""
    table = Table("2nd", 3, seed=2)
    table.give_board(0, "alexandria", "day")
    table.give_board(1, "babylon", "day")
    table.give_board(2, "halikarnassos", "day")
    table.give_city(1, "stone_pit")
    table.give_city(2, "stone_pit")
    table.g.coins[:3] = 2, left, right
    table.g.age = 3
    table.g.turn = 6
    table.give_hand(0, "baths", "baths")
    chosen = table.choice(0)
    assert chosen[ACTION] == BUILD
    assert chosen[to] == 2


def test_takes_the_cheapest_payment() -> None:
    table = Table("2nd", 3, seed=2)
    table.w.pay[:3] = [4, 0, 0, 0, 0], [1, 2, 0, 0, 0], [0, 5, 0, 0, 0]
    assert cheapest(table.g, 0, 3, table.w) == 1


def hide(table: Table, seat: int, rng: np.random.Generator) -> None:
    """Change everything that a seat can't see."""
    g = table.g
    unseen = [s for s in range(g.seats) if s != seat]
    if g.free_city and seat == 2:
        unseen.remove(g.holder)
    for other in unseen:
        size = g.hand_n[other]
        g.hand[other, :size] = rng.integers(0, len(table.book.cards), size)
        g.move[other] = rng.integers(0, 9, MOVE_WIDTH)
    g.under[:] = 255
    g.deal[:] = rng.integers(0, len(table.book.cards), g.deal.shape)
    g.laid[:] = rng.integers(0, len(table.book.cards), g.laid.shape)
    g.pile[:] = rng.integers(0, len(table.book.cards), g.pile.shape)
    g.rng[0] = chance.states(int(rng.integers(1, 1000)))[0]
    if g.asked[seat] != OWES_REBUILD:
        rng.shuffle(g.discard)


@pytest.mark.parametrize(("edition", "seats", "free_city"), [
    ("1st", 3, False), ("2nd", 3, False), ("1st", 6, False), ("2nd", 5, False), ("1st", 3, True),
])  # fmt: skip
def test_uses_only_what_its_seat_knows(edition: str, seats: int, free_city: bool) -> None:
    rng = np.random.default_rng(7)
    for seed in range(5):
        table = Table(edition, seats, seed, free_city)
        while table.g.step != OVER:
            while owing := table.owing():
                seat = owing[0]
                move = table.choice(seat)
                kept = table.games.copy()
                hide(table, seat, rng)
                assert table.choice(seat) == move
                table.games[:] = kept
                table.decide(seat, move)
            table.go_on()


def test_rebuilds_the_better_card() -> None:
    table = Table("1st", 3, seed=3)
    table.g.age = 3
    table.g.asked[0] = OWES_REBUILD
    table.g.discard[[table.card("altar"), table.card("palace")]] = 1
    chosen = table.choice(0)
    assert chosen[ACTION] == REBUILD
    assert chosen[CARD] == table.card("palace")


@pytest.mark.parametrize("edition", EDITIONS)
def test_plays_well_enough(edition: str) -> None:
    alone = points(edition, 1, range(100))
    assert (alone[:, 0] > alone[:, 1:].max(axis=1)).mean() > 0.95
    assert points(edition, 3, range(100)).mean() >= 48


PROGRAM = """
from test_greedy import EDITIONS, points
print([points(edition, 3, range(2)).tolist() for edition in EDITIONS])
"""


def test_plays_the_same_uncompiled() -> None:
    path = os.pathsep.join([str(SRC), str(Path(__file__).parent)])
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == str([points(e, 3, range(2)).tolist() for e in EDITIONS])
