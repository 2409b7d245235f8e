"""Games for a net that learns: the same as a batch's, with what the net is told."""

import numpy as np
import pytest

from mirabilia.batch import Batch
from mirabilia.bots.net.net import our_net
from mirabilia.bots.playout import RANDOM
from mirabilia.game.setup import Wanted, check_setup
from mirabilia.lab.learning import lessons, matches
from mirabilia.lab.learning.school import SETUPS, School

FEW = [setup for setup in SETUPS[:: len(SETUPS) // 20] if setup["players"] > 2]


def answered(school: School, chance: np.random.Generator) -> None:
    """A legal action for every slot that owes a decision."""
    legal = school.slots.legal
    counts = (legal != lessons.NONE).sum(axis=1)
    picked = (chance.random(len(counts)) * counts).astype(int)
    school.slots.actions[:] = legal[np.arange(len(counts)), picked]


def test_every_setup_can_be_played() -> None:
    assert all(check_setup(Wanted(**setup, seed=0)).players for setup in SETUPS)


def test_the_games_are_those_of_a_batch() -> None:
    """The same seeds and answers: the same who owes, the same that is legal, the same points."""
    school, batch = School(40, FEW, seed=3), Batch(40, FEW, seed=3, reward="lead", observed=False)
    chance, rows, seats = np.random.default_rng(5), school.row_of_slot, school.seat_of_slot
    slots, ended = school.slots, 0
    mine = slots.plays == lessons.LEARNER
    for _ in range(60):
        owes = slots.owes.astype(bool)
        assert (owes[mine] == (batch.owes[rows, seats] > 0)[mine]).all()
        masks = batch.legal()[rows, seats]
        for slot in np.flatnonzero(owes):
            legal = slots.legal[slot]
            assert np.flatnonzero(masks[slot]).tolist() == legal[legal != lessons.NONE].tolist()
            assert (slots.values[slot] != 0).sum() > 20
        answered(school, chance)
        actions = np.zeros((40, batch.seats), np.int64)
        actions[rows, seats] = slots.actions
        school.answer()
        batch.step(actions)
        assert not school.illegal.any()
        assert (school.over == batch.over).all()
        assert (school.totals == batch.totals).all()
        assert (school.rewards == batch.rewards).all()
        ended += int(school.over.sum())
    assert ended > 40


def test_bots_decide_by_themselves_and_threads_make_no_difference() -> None:
    one, two = (School(130, FEW, seed=3, bots_in=2, threads=threads) for threads in (1, 2))
    assert one.threads < two.threads
    for _ in range(25):
        for school in (one, two):
            answered(school, np.random.default_rng(5))
            school.answer()
        assert (one.slots.plays[one.slots.owes > 0] == lessons.LEARNER).all()
        for name in ("owes", "inputs", "values", "legal"):
            assert (getattr(one.slots, name) == getattr(two.slots, name)).all(), name
        assert (one.totals == two.totals).all()
    one.close()
    two.close()


@pytest.mark.parametrize(
    "setup",
    [
        {"players": 3, "edition": "1st"},
        {"players": 2, "edition": "1st"},
        {"players": 4, "edition": "2nd", "expansions": ("cities",), "teams": True},
    ],
    ids=lambda setup: f"{setup['players']}",
)
def test_our_net_alone_is_far_ahead_of_random(setup: dict[str, object]) -> None:
    match = matches.play(48, setup, our_net(), (matches.FIRST_NET, RANDOM))
    assert match.games >= 48
    assert match.firsts > 0.95
    assert match.points > match.others + 10
    assert match == matches.play(48, setup, our_net(), (matches.FIRST_NET, RANDOM), threads=1)


def test_heat_makes_it_weaker() -> None:
    nets, setup = np.concatenate([our_net(), our_net()]), {"players": 3, "edition": "1st"}
    cool, hot = matches.FIRST_NET, matches.FIRST_NET + 1
    match = matches.play(90, setup, nets, (cool, hot), heats=(0.0, 10.0))
    assert match.firsts > 0.8
