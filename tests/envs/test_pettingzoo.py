"""The game for PettingZoo: the library's own suites, and what we promise beyond them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from mirabilia import Game
from mirabilia.batch import layout
from mirabilia.catalogue import EXPANSIONS
from mirabilia.envs import flat, mirabilia_v0

BASE: dict[str, Any] = {"players": 3, "edition": "1st"}
SETUPS: tuple[dict[str, Any], ...] = (
    BASE,
    {"players": 5, "expansions": EXPANSIONS},
    {"players": 2, "edition": "1st"},
    {"players": 4, "teams": True, "expansions": EXPANSIONS, "illegal": "end"},
    {"players": 3, "sides": "choose", "payments": "choose"},
)
# The suite says so of every environment that has a mask beside what is seen.
_EXPECTED = "Observation (is not a NumPy array|space for each agent probably should be)"


@pytest.fixture(autouse=True)
def _no_warnings() -> Iterator[None]:
    """What the suites only warn of is wrong, too."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.filterwarnings("ignore", _EXPECTED, UserWarning)
        yield


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_parallel_form_passes_the_library_s_suite(setup: dict[str, Any]) -> None:
    parallel_api_test(mirabilia_v0.parallel_env(**setup), num_cycles=120)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_form_in_turns_passes_the_library_s_suite(setup: dict[str, Any]) -> None:
    api_test(mirabilia_v0.env(**setup), num_cycles=60)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_same_seed_gives_the_same_game(setup: dict[str, Any]) -> None:
    seed_test(lambda: mirabilia_v0.env(**setup), num_cycles=60)
    parallel_seed_test(lambda: mirabilia_v0.parallel_env(**setup), num_cycles=60)


def test_a_game_can_be_cut_short() -> None:
    max_cycles_test(mirabilia_v0)


def test_a_table_is_drawn_in_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: mirabilia_v0.env(**BASE, render_mode=render_mode))
    capsys.readouterr()
    env = mirabilia_v0.parallel_env(**BASE, render_mode="human")
    observations, _ = env.reset(seed=1)
    env.step(legal_actions(observations, np.random.default_rng(1)))
    assert "Age I, turn 2 of 6" in capsys.readouterr().out


def legal_actions(observations: dict[str, Any], chance: np.random.Generator) -> dict[str, int]:
    return {
        agent: int(chance.choice(np.flatnonzero(shown["action_mask"])))
        for agent, shown in observations.items()
    }


@pytest.mark.parametrize("setup", SETUPS[:3], ids=str)
def test_a_seed_deals_the_game_of_that_seed(setup: dict[str, Any]) -> None:
    env = mirabilia_v0.parallel_env(**setup)
    observations, _ = env.reset(seed=11)
    game = Game(**setup, seed=11)
    for seat in range(setup["players"]):
        said = flat.parts(observations[f"player_{seat}"]["observation"])
        key = "pack" if "leaders" in game.expansions else "hand"
        cards = [layout.CARDS[number] for number in said[key].tolist() if number]
        assert cards == list(game.view(seat)["seats"][seat][key])


def test_games_without_a_seed_follow_from_the_last_one() -> None:
    first, second = mirabilia_v0.parallel_env(**BASE), mirabilia_v0.parallel_env(**BASE)
    hands = []
    for env in (first, second):
        env.reset(seed=5)
        again = [env.reset()[0]["player_0"]["observation"] for _ in range(3)]
        hands.append([flat.parts(row)["hand"].tolist() for row in again])
    assert hands[0] == hands[1]
    assert hands[0][0] != hands[0][1]


def test_players_are_rewarded_at_the_end() -> None:
    env = mirabilia_v0.parallel_env(**BASE, reward="place")
    chance = np.random.default_rng(1)
    observations, _ = env.reset(seed=3)
    sums = dict.fromkeys(env.agents, 0.0)
    cycles = 0
    while env.agents:
        actions = legal_actions(observations, chance)
        observations, rewards, ended, cut, infos = env.step(actions)
        cycles += 1
        for agent, reward in rewards.items():
            sums[agent] += reward
            assert reward == 0 or ended[agent]
        assert not any(cut.values())
        assert not any(info["illegal"] for info in infos.values())
    assert sum(sums.values()) == pytest.approx(1.5)
    assert cycles >= 18
    assert all(np.flatnonzero(shown["action_mask"]).tolist() == [layout.NO_ACTION]
               for shown in observations.values())  # fmt: skip


def test_an_illegal_action_is_replaced_and_costs_the_penalty() -> None:
    env = mirabilia_v0.parallel_env(**BASE, penalty=2.5)
    observations, _ = env.reset(seed=3)
    actions = legal_actions(observations, np.random.default_rng(1))
    actions["player_1"] = layout.FIRST_SAIL
    del actions["player_2"]
    _, rewards, ended, _, infos = env.step(actions)
    assert rewards == {"player_0": 0, "player_1": -2.5, "player_2": -2.5}
    assert [infos[agent]["illegal"] for agent in env.agents] == [False, True, True]
    assert not any(ended.values())
    assert len(env.agents) == 3


def test_an_illegal_action_ends_the_game_for_its_player_where_that_is_asked_for() -> None:
    env = mirabilia_v0.parallel_env(**BASE, illegal="end")
    chance = np.random.default_rng(1)
    observations, _ = env.reset(seed=3)
    actions = legal_actions(observations, chance) | {"player_1": layout.NO_ACTION}
    observations, rewards, ended, _, _ = env.step(actions)
    assert (rewards["player_1"], ended["player_1"]) == (-1, True)
    assert env.agents == ["player_0", "player_2"]
    with pytest.raises(ValueError, match="'player_1' does not play"):
        env.step({"player_1": 8})
    while env.agents:
        del_actions = legal_actions({a: observations[a] for a in env.agents}, chance)
        observations, rewards, ended, _, _ = env.step(del_actions)
    assert set(rewards) == {"player_0", "player_2"}
    assert min(rewards.values()) > 0


def test_who_owes_nothing_sees_the_game_and_may_answer_anything() -> None:
    """With two players the holder decides for the Free City in a cycle of its own."""
    env = mirabilia_v0.parallel_env(players=2, edition="1st")
    chance = np.random.default_rng(1)
    observations, _ = env.reset(seed=3)
    alone = 0
    while env.agents:
        actions = legal_actions(observations, chance)
        idle = [agent for agent, number in actions.items() if number == layout.NO_ACTION]
        for agent in idle:
            alone += 1
            said = flat.parts(observations[agent]["observation"])
            assert int(said["kind"]) == 0
            assert said["cities"][0, layout.BOARD_AT] > 0
            other = next(name for name in env.agents if name != agent)
            seat = int(flat.parts(observations[other]["observation"])["seat"])
            assert seat == 2 or len(idle) == 1
            actions[agent] = layout.FIRST_SAIL
        observations, _, _, _, infos = env.step(actions)
        assert not any(info["illegal"] for info in infos.values())
    assert alone >= 18


def test_the_state_has_what_all_see() -> None:
    env = mirabilia_v0.parallel_env(**BASE)
    observations, _ = env.reset(seed=3)
    state = env.state()
    assert env.state_space.contains(state)
    assert (state.reshape(3, -1)[1] == observations["player_1"]["observation"]).all()


def test_what_was_shown_stays_as_it_was() -> None:
    env = mirabilia_v0.parallel_env(**BASE)
    observations, _ = env.reset(seed=3)
    kept = {agent: shown["observation"].copy() for agent, shown in observations.items()}
    env.step(legal_actions(observations, np.random.default_rng(1)))
    assert all((observations[agent]["observation"] == row).all() for agent, row in kept.items())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 9}, "9"),
        ({"players": "three"}, "players is a number"),
        ({"illegal": "cry"}, "illegal is"),
        ({"penalty": -1}, "A penalty"),
        ({"render_mode": "film"}, "render_mode is one of"),
        ({"sadness": 3}, "no 'sadness'"),
    ],
)
def test_what_can_t_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mirabilia_v0.parallel_env(**options)


def test_an_action_that_is_no_number_is_refused() -> None:
    env = mirabilia_v0.parallel_env(**BASE)
    env.reset(seed=3)
    with pytest.raises(ValueError, match="whole number"):
        env.step({"player_0": "build"})  # type: ignore[dict-item]
