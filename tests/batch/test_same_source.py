"""The batch plays the same games as ``Game``: what is asked, what is legal, what is seen, what
comes of it. Every row is followed by a ``Game`` of the same seed that is told the same decisions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from mirabilia import Game, Move
from mirabilia.batch import Batch, layout
from mirabilia.batch.layout import KINDS
from mirabilia.catalogue import EXPANSIONS
from mirabilia.game.setup import Wanted, check_setup
from observed import action_of, told, wanted, way_of

SETUPS: tuple[dict[str, Any], ...] = (
    {"players": 3, "edition": "1st"},
    {"players": 5, "edition": "2nd", "expansions": EXPANSIONS},
    {"players": 2, "edition": "1st"},
    {"players": 4, "expansions": EXPANSIONS, "teams": True, "leaders": "expert"},
    {"players": 8, "edition": "1st", "expansions": ("leaders", "armada")},
    {"players": 3, "sides": "choose", "expansions": ("cities",)},
    {"players": 4, "expansions": ("leaders", "armada"),
     "wonders": ["siracusa:night", "rhodos", "gizah", "roma"]},
    {"players": 7, "edition": "1st", "expansions": EXPANSIONS, "sides": "B"},
    {"players": 3, "edition": "1st", "wonders": ["great_wall:A", "babylon", "rhodos"]},
)  # fmt: skip

# Here decisions of all kinds come up, if rarely.
RARE: tuple[dict[str, Any], ...] = (
    {"players": 5, "expansions": EXPANSIONS, "leaders": "expert", "sides": "choose"},
    {"players": 5, "edition": "1st", "expansions": EXPANSIONS, "leaders": "expert"},
)
ENOUGH = 5  # games that have a kind of decision
UNPAYABLE = -1
HANDS = ("play", "last_card", "leader")


Chooser = Callable[[int, int, list[int]], int]  # of a row, a seat and what is legal


class Followed:
    """A row of a batch and the game that follows it."""

    def __init__(self, batch: Batch, row: int, options: dict[str, Any]) -> None:
        self.batch, self.row, self.options = batch, row, options
        self.games = 0
        self.compared: Counter[str] = Counter()  # decisions, by their kind
        self.open: dict[int, list[Move]] = {}  # of a seat: the moves that are still meant
        self.begin()

    def begin(self) -> None:
        self.game = Game(**self.options, seed=int(self.batch.seeds[self.row]))
        self.games += 1

    def answer(self, choose: Chooser) -> dict[int, int]:
        """Compare what is asked, and choose an answer for every seat."""
        owes = self.batch.owes[self.row]
        assert np.flatnonzero(owes).tolist() == self.game.to_decide
        return {seat: self._answer(seat, choose) for seat in self.game.to_decide}

    def _answer(self, seat: int, choose: Chooser) -> int:
        batch, row = self.batch, self.row
        ways = self._ways(seat)
        mask = batch.masks[row, seat]
        legal = np.flatnonzero(np.unpackbits(mask, bitorder="little")).tolist()
        assert legal == sorted(ways)
        observation = batch.observations[row, seat]
        said, expected = told(observation), wanted(self.game.view(seat))
        chosen = layout.NO_ACTION
        if seat in self.open:
            assert said.pop("kind") == KINDS[batch.owes[row, seat]]
            expected.pop("kind")
            chosen = action_of(self.open[seat][0], ())
        assert said == expected
        use = len(layout.USES) * observation["chosen"] + observation["chosen_use"]
        assert use == chosen
        assert observation["price"].tolist() == self._prices(seat, observation)
        assert observation["stage_price"] == self._stage_price(seat)
        self.compared[KINDS[batch.owes[row, seat]]] += 1
        action = choose(row, seat, legal)
        assert action in ways
        self.open[seat] = ways[action]
        return action

    def _prices(self, seat: int, observation: Any) -> list[int]:
        """Of each card of the hand, the fewest coins without ship or right."""
        if self.game.decision(seat).kind not in HANDS:
            return [UNPAYABLE] * len(observation["price"])
        least: dict[str, int] = {}
        for move in self.game.moves(seat):
            if move.action in ("build", "recruit") and not (move.free or move.ship):
                coins = sum(move.pay.values())
                least[str(move.card)] = min(coins, least.get(str(move.card), coins))
        hand = observation["leader_hand" if observation["recruiting"] else "hand"]
        names = [layout.CARDS[number] for number in hand.tolist() if number]
        prices = [least.get(name, UNPAYABLE) for name in names]
        return prices + [UNPAYABLE] * (len(observation["price"]) - len(prices))

    def _stage_price(self, seat: int) -> int:
        """The fewest coins for a stage without ship."""
        moves = self.game.moves(seat)
        stages = [move for move in moves if move.action == "stage" and not move.ship]
        return min((sum(move.pay.values()) for move in stages), default=UNPAYABLE)

    def _ways(self, seat: int) -> dict[int, list[Move]]:
        """The actions of a decision, with the moves that each may mean."""
        game, kind = self.game, KINDS[self.batch.owes[self.row, seat]]
        meant = self.open.get(seat, game.moves(seat))
        found: dict[int, list[Move]] = {}
        if kind == "payment":
            offers = self.batch.offers[self.row, seat].tolist()
            cheapest = sorted(meant, key=lambda move: sum(move.pay.values()))
            for move in cheapest:
                paid = [move.pay.get(to, 0) for to in ("left", "right", "left2", "right2", "bank")]
                at = offers.index(paid)
                found[layout.FIRST_PAYMENT + at] = [move]
            sums = [sum(offers[at]) for at in range(len(meant))]
            assert sums == sorted(sums)
            return found
        sides = [str(move.card) for move in meant if move.action == "side"]
        built = self._stages_built(seat)
        for move in meant:
            action = way_of(move, built) if kind == "way" else action_of(move, sides)
            found.setdefault(action, []).append(move)
        return found

    def _stages_built(self, seat: int) -> int:
        stages = self.game.position()["seats"][seat]["stages"]
        return stages if isinstance(stages, int) else 0

    def go_on(self, seats: Sequence[int], choose: bool) -> None:
        """Tell the game what the batch was told; what is open stays so."""
        batch, row, game = self.batch, self.row, self.game
        for seat in seats:
            meant = self.open[seat]
            several = {way_of(move, 9) for move in meant if move.action == "stage"}
            if len(several) > 1 or (choose and len(meant) > 1):
                continue
            game.play(seat, cheapest_of(game, seat, meant))
            del self.open[seat]
        assert bool(batch.over[row]) == game.over
        if game.over:
            totals = [sheet.total for sheet in game.scores()]
            assert batch.totals[row, : game.seats].tolist() == totals
            self.begin()


def cheapest_of(game: Game, seat: int, moves: Sequence[Move]) -> Move:
    """The cheapest, ties to the side that has fewer coins (B13)."""
    left, right = (game.coins((seat + step) % game.seats) for step in (1, -1))
    poorer, richer = ("left", "right") if left <= right else ("right", "left")

    def key(move: Move) -> tuple[int, int, int]:
        pay = move.pay
        return sum(pay.values()), -pay.get(poorer, 0), -pay.get(richer, 0)

    return min(moves, key=key)


def follow(setups: Sequence[dict[str, Any]], seed: int, payments: str, steps: int) -> int:
    """Play so many steps, all compared; how many games have begun."""
    batch = Batch(len(setups), setups, seed=seed, payments=payments, threads=1)
    chance = random.Random(seed)
    rows = [Followed(batch, row, setup) for row, setup in enumerate(setups)]
    for _ in range(steps):
        step(batch, rows, lambda row, seat, legal: chance.choice(legal))
    return sum(row.games for row in rows)


def step(batch: Batch, rows: Sequence[Followed], choose: Chooser) -> None:
    """Compare what is asked in all rows, answer, and go on."""
    actions = np.zeros((batch.games, batch.seats), np.int64)
    decided = []
    for row in rows:
        answers = row.answer(choose)
        decided.append(list(answers))
        for seat, action in answers.items():
            actions[row.row, seat] = action
    batch.step(actions)
    assert not batch.illegal.any()
    for row, seats in zip(rows, decided, strict=True):
        row.go_on(seats, batch.offers.shape[2] > 0)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: " ".join(map(str, setup.values()))[:60])
@pytest.mark.parametrize("payments", ["cheapest", "choose"])
def test_a_row_is_the_game_of_its_seed(setup: dict[str, Any], payments: str) -> None:
    assert follow([setup], 11, payments, 140) >= 2


def test_setups_are_mixed_in_one_batch() -> None:
    assert follow(SETUPS, 5, "cheapest", 30) >= len(SETUPS)


def test_decisions_of_every_kind_are_compared() -> None:
    compared: Counter[str] = Counter()
    for setup in RARE:
        rare = [number for number in range(1, len(KINDS)) if compared[KINDS[number]] < ENOUGH]
        seeds = seeds_with(rare, setup)
        batch = Batch(len(seeds), **setup, payments="choose", threads=1)
        batch.begin(seeds=seeds)
        rows = [Followed(batch, row, setup) for row in range(len(seeds))]
        while any(row.games == 1 for row in rows):
            step(batch, rows, as_drawn(batch.random_actions().copy()))
        compared += sum((row.compared for row in rows), Counter())
    assert {kind: compared[kind] for kind in KINDS[1:] if compared[kind] < ENOUGH} == {}


def as_drawn(answers: npt.NDArray[np.int64]) -> Chooser:
    return lambda row, seat, _: int(answers[row, seat])


def seeds_with(kinds: Sequence[int], setup: dict[str, Any]) -> list[int]:
    """Of many games played at random: some with each of these kinds of decisions."""
    batch = Batch(2048, **setup, payments="choose", observed=False, threads=1)
    seeds = batch.seeds.copy()
    met = np.zeros((batch.games, len(KINDS)), np.bool_)
    first = np.ones(batch.games, np.bool_)
    while first.any():
        for seat in range(batch.seats):
            met[np.flatnonzero(first), batch.owes[first, seat]] = True
        batch.step(batch.random_actions())
        first &= batch.over == 0
    found = [np.flatnonzero(met[:, kind])[:ENOUGH] for kind in kinds]
    chosen: list[int] = np.unique(seeds[np.concatenate(found)]).tolist()
    return chosen


def test_every_setup_of_the_list_can_be_played() -> None:
    assert all(check_setup(Wanted(**setup)) for setup in SETUPS)
