"""Games in which learners and bots sit: what learners are shown at any time, and who decides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mirabilia import Game
from mirabilia.batch import layout
from mirabilia.catalogue import EXPANSIONS
from mirabilia.envs import flat
from mirabilia.envs.sitting import LEARNER, Sitting
from observed import told, wanted

SETUPS: tuple[dict[str, Any], ...] = (
    {"players": 3, "edition": "1st"},
    {"players": 5, "edition": "2nd", "expansions": EXPANSIONS},
    {"players": 2, "edition": "1st"},
    {"players": 4, "expansions": EXPANSIONS, "teams": True, "leaders": "expert"},
    {"players": 8, "edition": "1st", "expansions": ("leaders", "armada")},
    {"players": 3, "sides": "choose", "expansions": ("cities",)},
)


def sitting_of(setup: dict[str, Any], who: list[str | None], games: int, **more: Any) -> Sitting:
    options = {key: value for key, value in setup.items() if key != "players"}
    return Sitting(games, who, **options, threads=1, **more)


def drawn(sitting: Sitting, chance: np.random.Generator) -> Any:
    """A legal answer at random of everybody who owes one."""
    masks = sitting.masks_of(range(sitting.players))
    answers = np.zeros(sitting.acting.shape, np.int64)
    for row, player in np.argwhere(sitting.owing()):
        answers[row, player] = chance.choice(np.flatnonzero(masks[row, player]))
    return answers


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_who_owes_nothing_is_shown_what_it_may_know_and_nothing_else(setup: dict[str, Any]) -> None:
    players = setup["players"]
    sitting = sitting_of(setup, [LEARNER] * players, 3, seed=2)
    chance = np.random.default_rng(2)
    idle = ended = 0
    while ended < 4:
        for row in range(sitting.games):
            game = sitting.face(row)
            for player in range(players):
                if sitting.acting[row, player] >= 0:
                    continue
                idle += 1
                view = game.view(player)
                view["decision"] = {"kind": "nothing"}
                observation = sitting.observations[row, player]
                assert told(observation) == wanted(view)
                assert (observation["price"] == -1).all()
                assert observation["stage_price"] == -1
                assert observation["chosen"] == observation["chosen_use"] == 0
        if (rows := np.flatnonzero(sitting.over)).size:
            ended += rows.size
            totals = [sheet.total for sheet in sitting.face(int(rows[0])).scores()]
            assert sitting.totals[rows[0], : len(totals)].tolist() == totals
            sitting.begin_next(rows)
        sitting.step(drawn(sitting, chance))
    assert idle > 8


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_bots_decide_and_learners_alone_are_asked(setup: dict[str, Any], bot: str) -> None:
    who: list[str | None] = [LEARNER, *[bot] * (setup["players"] - 1)]
    sitting = sitting_of(setup, who, 4, seed=9)
    chance = np.random.default_rng(2)
    ended = 0
    while ended < 4:
        owing = sitting.owing()
        assert not owing[:, 1:].any()
        assert (owing[:, 0] != sitting.over.astype(bool)).all()
        if (rows := np.flatnonzero(sitting.over)).size:
            ended += rows.size
            sitting.begin_next(rows)
        sitting.step(drawn(sitting, chance))


@pytest.mark.parametrize("bot", ["random", "easy"])
def test_what_bots_do_depends_on_the_seed_alone(bot: str) -> None:
    """Neither on other rows nor on games played before."""
    who: list[str | None] = [LEARNER, bot, "greedy"]
    many, one = sitting_of(SETUPS[0], who, 4, seed=1), sitting_of(SETUPS[0], who, 1, seed=50)
    many.step(drawn(many, np.random.default_rng(1)))
    many.begin_rows(np.array([2]), np.array([70]))
    one.begin(70)
    for _ in range(18):
        action = one.masks_of([0])[0, 0].argmax()
        answers = drawn(many, np.random.default_rng(1))
        answers[2, 0] = action
        many.step(answers)
        one.step(np.full((1, 3), action))
        assert (many.rows_of([0])[2] == one.rows_of([0])[0]).all()
    assert one.over[0]


def test_rows_that_are_over_stay_as_they_ended() -> None:
    sitting = sitting_of(SETUPS[0], [LEARNER] * 3, 2, seed=1)
    chance = np.random.default_rng(1)
    while not sitting.over.all():
        sitting.step(drawn(sitting, chance))
    before = sitting.rows_of([0, 1, 2])
    sitting.step(drawn(sitting, chance))
    assert (sitting.rows_of([0, 1, 2]) == before).all()
    assert not sitting.owing().any()


def test_a_row_of_numbers_has_all_parts_of_an_observation() -> None:
    sitting = sitting_of(SETUPS[1], [LEARNER] * 5, 3, seed=1)
    chance = np.random.default_rng(1)
    for _ in range(25):
        sitting.step(drawn(sitting, chance))
    said = flat.parts(sitting.rows_of([0, 1]))
    for part in layout.PARTS:
        written = sitting.observations[:, :2][part.name]
        if part.name in flat.SETS:
            written = np.unpackbits(written, axis=-1, bitorder="little")
        assert (said[part.name] == written).all()
    assert said["built"].any()
    assert sum(part.size for part in _flat_parts()) == flat.WIDTH


def _flat_parts() -> list[Any]:
    return list(flat.parts(np.zeros(flat.WIDTH, np.int16)).values())


def test_bots_alone_are_no_environment() -> None:
    with pytest.raises(ValueError, match="Somebody has to learn"):
        Sitting(1, ["greedy"] * 3)


def test_learners_are_always_shown_the_game() -> None:
    with pytest.raises(ValueError, match="only a batch has 'observed'"):
        sitting_of(SETUPS[0], [LEARNER] * 3, 1, observed=False)


def test_a_face_is_the_game_of_its_row() -> None:
    sitting = sitting_of(SETUPS[0], [LEARNER] * 3, 2, seed=7)
    assert sitting.face(1).hand(0) == Game(3, edition="1st", seed=8).hand(0)
