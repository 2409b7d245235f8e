"""Batches: seeds, threads, rewards, answers that are illegal, what can't be asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mirabilia import Game
from mirabilia.batch import Batch, action, action_name, describe, layout
from mirabilia.catalogue import EXPANSIONS

EVERYTHING: dict[str, Any] = {"players": 5, "expansions": EXPANSIONS}


def play(batch: Batch, steps: int) -> None:
    for _ in range(steps):
        batch.step(batch.random_actions())


def test_what_happens_does_not_depend_on_the_number_of_threads() -> None:
    setups = [{"players": 3}, EVERYTHING, {"players": 2, "edition": "1st"}]
    one, four = (Batch(256, setups, seed=3, threads=threads) for threads in (1, 4))
    assert (one.threads, four.threads) == (1, 4)
    for _ in range(60):
        one.step(one.random_actions())
        four.step(four.random_actions())
        assert (one.owes == four.owes).all()
        assert (one.masks == four.masks).all()
        assert one.observations.tobytes() == four.observations.tobytes()
        assert (one.rewards == four.rewards).all()
    four.close()


def test_a_row_depends_on_its_own_seed_alone() -> None:
    seeds = [5, 900, 17]
    together = Batch(3, players=4, threads=1)
    together.begin(seeds=seeds)
    alone = [Batch(1, players=4, seed=seed, threads=1) for seed in seeds]
    for _ in range(10):
        together.step(together.random_actions())
        for row, batch in enumerate(alone):
            batch.step(batch.random_actions())
            assert (batch.masks[0] == together.masks[row]).all()


def test_a_row_whose_game_is_over_begins_the_next_one() -> None:
    batch = Batch(2, players=3, seed=10, threads=1)
    while not batch.over.any():
        assert not batch.rewards.any()
        play(batch, 1)
    assert batch.over.tolist() == [1, 1]
    assert batch.seeds.tolist() == [12, 13]
    assert (batch.rewards == batch.totals).all()
    for row, seed in enumerate((12, 13)):
        assert batch.owes[row].all()
        hand = [layout.CARDS[card] for card in batch.observations["hand"][row, 0] if card]
        assert hand == list(Game(3, seed=seed).hand(0))
    play(batch, 1)
    assert not batch.over.any()


@pytest.mark.parametrize("setup", [{"players": 4}, {**EVERYTHING, "players": 4, "teams": True}])
def test_rewards_are_points_the_lead_or_the_place(setup: dict[str, Any]) -> None:
    batches = {kind: Batch(40, **setup, seed=1, reward=kind, threads=1) for kind in
               ("points", "lead", "place")}  # fmt: skip
    points, lead, place = batches.values()
    teams = setup.get("teams", False)
    ended = 0
    while ended < 40:
        for batch in batches.values():
            play(batch, 1)
        ended += int(points.over.sum())
        for row in np.flatnonzero(points.over):
            totals = points.totals[row].astype(int)
            sums = totals.reshape(2, 2).sum(axis=1).repeat(2) if teams else totals
            apart = [[k for k in range(4) if k not in (s, s ^ 1 if teams else s)] for s in range(4)]
            leads = [own - max(sums[k] for k in apart[s]) for s, own in enumerate(sums)]
            assert points.rewards[row].tolist() == totals.tolist()
            assert lead.rewards[row].tolist() == leads
            best, worst = sums.argmax(), sums.argmin()
            if sums[best] > sums[worst]:
                assert place.rewards[row, best] > 0.5 > place.rewards[row, worst]
            assert place.rewards[row].sum() == pytest.approx(2)


def test_an_illegal_answer_is_replaced_by_a_legal_one() -> None:
    batch = Batch(3, players=3, seed=1, threads=1)
    actions = batch.random_actions().copy()
    actions[0, 1] = layout.NO_ACTION
    actions[1, 2] = 10**9
    actions[2, 0] = -5
    before = batch.masks.copy()
    batch.step(actions)
    assert np.argwhere(batch.illegal).tolist() == [[0, 1], [1, 2], [2, 0]]
    assert batch.owes.all()
    batch.step(batch.random_actions())
    assert not batch.illegal.any()
    assert before.any()


@pytest.mark.parametrize("setup", [{"players": 3}, EVERYTHING])
def test_every_action_outside_of_the_mask_is_illegal(setup: dict[str, Any]) -> None:
    batch = Batch(1, **setup, seed=4, threads=1)
    play(batch, 9)
    legal = batch.legal()[0, 0]
    seed, steps = int(batch.seeds[0]), 9
    wrong = np.flatnonzero(~legal)
    for number in np.random.default_rng(1).choice(wrong, 40, replace=False):
        again = Batch(1, **setup, seed=seed, threads=1)
        play(again, steps)
        actions = again.random_actions()
        actions[0, 0] = number
        again.step(actions)
        assert again.illegal[0, 0] == 1


def test_answers_of_another_shape_or_kind_are_refused_and_change_nothing() -> None:
    batch = Batch(2, players=3, threads=1)
    masks = batch.masks.copy()
    for actions in (np.zeros((2, 2), int), np.zeros((2, 3)), [[0, 0, 0]], "abc"):
        with pytest.raises(ValueError, match="whole numbers, one for each of 2 games and 3 seats"):
            batch.step(actions)
    assert (batch.masks == masks).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0, "players": 3}, "1 to"),
        ({"games": 2}, "how many players"),
        ({"games": 2, "players": 3, "deal": []}, "no 'deal'"),
        ({"games": 2, "players": 9}, "9"),
        ({"games": 2, "players": 3, "reward": "money"}, "reward is"),
        ({"games": 2, "players": 3, "payments": "all"}, "payments is"),
        ({"games": 2, "players": 3, "seed": -1}, "A seed"),
        ({"games": 2, "players": 3, "threads": -1}, "threads"),
        ({"games": 2, "setups": []}, "1 to 250"),
        ({"games": 2, "setups": [{"players": 3}], "players": 3}, "Either"),
    ],
)
def test_what_cant_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(**options)


def test_seeds_of_rows_are_checked() -> None:
    batch = Batch(2, players=3, threads=1)
    for seeds in ([1], [1, -1], [0.5, 1], [1, 1 << 53]):
        with pytest.raises(ValueError, match="seed"):
            batch.begin(seeds=seeds)


def test_the_first_seed_of_games_begun_anew_is_checked_as_at_the_start() -> None:
    batch = Batch(2, players=3, threads=1)
    wrong: tuple[Any, ...] = (-1, 1.5, 1 << 53, True, "1")
    for seed in wrong:
        with pytest.raises(ValueError, match="A seed is a whole number"):
            batch.begin(seed)
    batch.begin((1 << 53) - 1)
    assert batch.seeds.tolist() == [(1 << 53) - 1, 0]


def test_sides_are_chosen_where_that_is_asked_for() -> None:
    batch = Batch(1, players=3, sides="choose", seed=2, threads=1)
    assert [layout.KINDS[kind] for kind in batch.owes[0]] == ["side"] * 3
    legal = np.flatnonzero(batch.legal()[0, 0]).tolist()
    assert [action_name(number) for number in legal] == ["side 1", "side 2"]


def test_a_batch_without_observations_asks_the_same() -> None:
    seen, unseen = (Batch(8, **EVERYTHING, observed=on, threads=1) for on in (True, False))
    for _ in range(50):
        seen.step(seen.random_actions())
        unseen.step(unseen.random_actions())
        assert (seen.masks == unseen.masks).all()
    assert seen.observations["kind"].any()


def test_actions_have_names() -> None:
    assert action_name(action("altar")) == "build:altar"
    assert action_name(layout.NO_ACTION) == "no action"
    names = [action_name(number) for number in range(layout.FIRST_CHOICE, layout.LAST_CHOICE)]
    assert len(set(names)) == len(names)
    for number in (-1, layout.LAST_CHOICE):
        with pytest.raises(ValueError, match="An action is a number"):
            action_name(number)


def test_the_page_of_parts_is_made_from_the_code() -> None:
    path = Path(__file__).parents[2] / "docs" / "observation.md"
    assert path.read_text(encoding="utf-8") == describe.page()


def test_many_games_of_everything_need_little_memory() -> None:
    """65,536 games of five with everything are to fit into 4 GB."""
    batch = Batch(64, **EVERYTHING, threads=1)
    size = sum(array.nbytes for array in batch._many if isinstance(array, np.ndarray))
    tables = batch._many.tables.nbytes
    assert (size - tables) / 64 * 65_536 < 3e9
