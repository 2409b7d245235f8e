"""The game for Gymnasium: its own checks, what autoreset means, bots that are compiled or not."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from mirabilia import Game
from mirabilia.batch import layout
from mirabilia.catalogue import EXPANSIONS
from mirabilia.envs import flat
from mirabilia.envs.gymnasium_env import GYMNASIUM_ID

BASE: dict[str, Any] = {"players": 3, "edition": "1st"}
SEEDS: Any = [5, 6, 7]  # the library's types know one number alone
SETUPS: tuple[dict[str, Any], ...] = (
    {**BASE, "opponents": "random"},
    {"players": 5, "expansions": EXPANSIONS, "opponents": "greedy", "seat": 2},
    {"players": 2, "edition": "1st", "opponents": "greedy", "seat": 1},
    {"players": 4, "teams": True, "expansions": EXPANSIONS, "illegal": "end"},
    {"players": 3, "sides": "choose", "payments": "choose", "reward": "lead"},
)


@pytest.fixture(autouse=True)
def _no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def made(**options: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(GYMNASIUM_ID, **options)


def a_legal(shown: dict[str, Any], chance: np.random.Generator) -> Any:
    """An action for each row of what is shown, or the one action."""
    masks = shown["action_mask"]
    if masks.ndim == 1:
        return int(chance.choice(np.flatnonzero(masks)))
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])


def test_the_game_is_known_once_its_module_is_imported() -> None:
    """Gymnasium itself imports a module that is named before the game."""
    spec = gymnasium.spec(GYMNASIUM_ID)
    assert spec.vector_entry_point == "mirabilia.envs.gymnasium_vector:SevenWondersVector"
    script = f"""
import gymnasium
assert {GYMNASIUM_ID!r} not in gymnasium.registry
print(gymnasium.make("mirabilia.envs.gymnasium_env:{GYMNASIUM_ID}", players=4).spec.id)
"""
    python = [sys.executable, "-c", script]
    tried = subprocess.run(python, check=True, capture_output=True, text=True)
    assert tried.stdout.strip() == GYMNASIUM_ID


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_it_passes_the_library_s_checks(setup: dict[str, Any]) -> None:
    check_env(made(**setup).unwrapped)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_a_table_is_drawn(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = made(**BASE, render_mode=mode)
    shown, _ = env.reset(seed=1)
    if mode == "human":
        env.step(a_legal(shown, np.random.default_rng(1)))
        assert "Age I, turn 2 of 6" in capsys.readouterr().out
    drawn: Any = env.render()
    if mode == "ansi":
        assert drawn.startswith("Age I, turn 1 of 6")
    elif mode == "rgb_array":
        assert (drawn.ndim, drawn.shape[2], drawn.dtype) == (3, 3, np.uint8)
        assert drawn.std() > 5
    else:
        assert drawn is None
        assert "Age I, turn 2 of 6" in capsys.readouterr().out


def played_out(env: gymnasium.Env[Any, Any], seed: int) -> tuple[list[Any], float]:
    """What was shown of a game played at random, and the reward."""
    chance = np.random.default_rng(seed)
    shown, _ = env.reset(seed=seed)
    seen, total, over = [shown["observation"]], 0.0, False
    while not over:
        shown, reward, over, cut, info = env.step(a_legal(shown, chance))
        assert not cut
        assert not info["illegal"]
        seen.append(shown["observation"])
        total += float(reward)
        assert over or reward == 0
    return seen, total


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_same_seed_and_answers_give_the_same_game(setup: dict[str, Any]) -> None:
    env, again = made(**setup), made(**setup)
    for seed in (1, 2, 3):
        first, reward = played_out(env, seed)
        second, same = played_out(again, seed)
        assert reward == same
        assert len(first) == len(second)
        assert all((one == other).all() for one, other in zip(first, second, strict=True))


def test_a_seed_deals_the_game_of_that_seed() -> None:
    shown, _ = made(**BASE, seat=1).reset(seed=11)
    hand = flat.parts(shown["observation"])["hand"].tolist()
    assert [layout.CARDS[card] for card in hand if card] == list(
        Game(3, edition="1st", seed=11).hand(1)
    )


def test_greedy_bots_leave_a_random_player_behind() -> None:
    for bot, least, most in (("random", 0.4, 0.6), ("greedy", -0.01, 0.2)):
        env = gymnasium.make_vec(
            GYMNASIUM_ID, 256, **BASE, opponents=bot, reward="place", threads=1
        )
        chance = np.random.default_rng(1)
        shown, _ = env.reset(seed=1)
        places: list[float] = []
        while len(places) < 256:
            shown, rewards, over, *_ = env.step(a_legal(shown, chance))
            places += rewards[over].tolist()
        assert least < np.mean(places) < most
        env.close()


def test_bots_that_are_not_compiled_play_as_well() -> None:
    env = made(**BASE, opponents=["easy", "greedy"])
    seen, reward = played_out(env, 4)
    assert len(seen) >= 19
    assert reward > 0
    assert env.unwrapped._games.sitting._outside.keys() == {1}  # type: ignore[attr-defined]
    again, same = played_out(env, 4)
    assert same == reward
    assert np.array_equal(again, seen)


def test_an_illegal_action_costs_the_penalty_or_the_game() -> None:
    for illegal, over in (("replace", False), ("end", True)):
        env = made(**BASE, illegal=illegal, penalty=3)
        env.reset(seed=1)
        _, reward, ended, _, info = env.step(layout.FIRST_SAIL)
        assert (reward, ended, info["illegal"]) == (-3, over, True)


@pytest.mark.parametrize("mode", list(AutoresetMode)[:2], ids=str)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_rows_begin_anew_as_the_mode_says(setup: dict[str, Any], mode: AutoresetMode) -> None:
    """Row by row the vector form does what single games of the same seeds do."""
    count = 3
    envs = gymnasium.make_vec(GYMNASIUM_ID, count, **setup, autoreset_mode=mode, threads=1)
    assert envs.metadata["autoreset_mode"] is mode
    singles = [made(**setup) for _ in range(count)]
    seeds = [20, 21, 22]
    shown, infos = envs.reset(seed=20)
    alone = [env.reset(seed=seed)[0] for env, seed in zip(singles, seeds, strict=True)]
    chance = np.random.default_rng(3)
    resting = [False] * count
    games = 0
    for _ in range(70):
        actions = a_legal(shown, chance)
        if chance.random() < 0.02:
            actions[0] = layout.FIRST_SAIL
        shown, rewards, over, cut, infos = envs.step(actions)
        assert envs.observation_space.contains(shown)
        assert not cut.any()
        for row, env in enumerate(singles):
            if resting[row]:
                alone[row], reward, ended = env.reset(seed=seeds[row])[0], 0.0, False
            else:
                alone[row], reward, ended = env.step(int(actions[row]))[:3]  # type: ignore[assignment]
            assert (rewards[row], over[row]) == (reward, ended)
            resting[row] = False
            if ended:
                games += 1
                seeds[row] += count
                if mode is AutoresetMode.NEXT_STEP:
                    resting[row] = True
                else:
                    final = infos["final_obs"][row]
                    assert (final["observation"] == alone[row]["observation"]).all()
                    assert infos["_final_obs"][row]
                    alone[row] = env.reset(seed=seeds[row])[0]
            for key in ("observation", "action_mask"):
                assert (shown[key][row] == alone[row][key]).all()
            assert (infos["action_mask"][row] == alone[row]["action_mask"]).all()
    assert games >= count


def test_wrappers_of_the_library_count_its_games() -> None:
    envs = RecordEpisodeStatistics(gymnasium.make_vec(GYMNASIUM_ID, 8, **BASE, threads=1))
    chance = np.random.default_rng(1)
    shown, _ = envs.reset(seed=1)
    lengths: list[int] = []
    for _ in range(40):
        shown, _, over, _, infos = envs.step(a_legal(shown, chance))
        if over.any():
            lengths += infos["episode"]["l"][over].tolist()
    assert lengths
    assert set(lengths) <= {18, 19, 20, 21}


def test_some_rows_alone_are_begun_anew() -> None:
    envs = gymnasium.make_vec(GYMNASIUM_ID, 3, **BASE, threads=1)
    shown, _ = envs.reset(seed=SEEDS)
    first = shown["observation"].copy()
    shown, *_ = envs.step(a_legal(shown, np.random.default_rng(1)))
    mask = np.array([False, True, False])
    again, _ = envs.reset(seed=SEEDS, options={"reset_mask": mask})
    same = (again["observation"] == first).all(axis=1)
    assert same.tolist() == [False, True, False]
    for wrong in ("all", np.array([True]), np.zeros(3, bool)):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": wrong})
    with pytest.raises(ValueError, match="2 seeds"):
        envs.reset(seed=SEEDS[:2])


def test_tables_of_a_vector_are_drawn() -> None:
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        envs = gymnasium.make_vec(GYMNASIUM_ID, 2, **BASE, render_mode=mode, threads=1)
        envs.reset(seed=1)
        drawn: Any = envs.render()
        assert [type(each) for each in drawn] == [kind, kind]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": "nobody"}, "no bot 'nobody'"),
        ({"opponents": ["greedy"]}, "a list of 2"),
        ({"opponents": 3}, "a list of 2"),
        ({"seat": 3}, "seat is a number from 0 to 2"),
        ({"players": 1}, "players is a number from 2"),
        ({"render_mode": "film"}, "render_mode is one of"),
    ],
)
def test_what_can_t_be_is_refused(options: dict[str, Any], message: str) -> None:
    from mirabilia.envs.gymnasium_env import SevenWonders

    with pytest.raises(ValueError, match=message):
        SevenWonders(**{**BASE, **options})
