"""The game for OpenSpiel: the library's own simulations, playthroughs, and worlds for searchers.

The files in ``playthroughs`` are the library's own, but for tensors, of which they have a digest.
When they are to change, write them anew and read the diff:

    python tests/envs/test_open_spiel.py
"""

from __future__ import annotations

import hashlib
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from mirabilia import Game
from mirabilia.batch import layout
from mirabilia.envs import flat, open_spiel_game
from mirabilia.envs.open_spiel_game import OWN

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
EVERYTHING = "expansions=leaders+cities+armada"
PLAYED = {
    "at_once": "mirabilia(deals=2,edition=1st,players=3)",
    "in_turns": f"mirabilia_in_turns(deals=2,{EVERYTHING},first_deal=5,players=3)",
}
SETUPS = (
    "edition=1st",
    f"players=5,{EVERYTHING},reward=lead",
    "players=2,edition=1st,reward=points",
    f"players=4,{EVERYTHING},teams=true,leaders=expert",
    "players=3,sides=choose,payments=choose,expansions=cities",
)
NOTHING = [layout.NO_ACTION]


def played(
    setup: str, seed: int, steps: int, kind: str = "mirabilia_in_turns"
) -> tuple[Any, np.random.Generator]:
    """A state after so many steps at random, or before the end."""
    chance = np.random.default_rng(seed)
    state = pyspiel.load_game(f"{kind}({setup})").new_initial_state()
    state.apply_action(int(chance.integers(1000)))
    for _ in range(steps):
        before = state.clone()
        go_on(state, chance)
        if state.is_terminal():
            return before, chance
    return state, chance


def go_on(state: Any, chance: np.random.Generator) -> None:
    if state.is_simultaneous_node():
        players = range(state.num_players())
        state.apply_actions([int(chance.choice(state.legal_actions(at))) for at in players])
    else:
        state.apply_action(int(chance.choice(state.legal_actions())))


# The library's own simulations


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("kind", ["mirabilia", "mirabilia_in_turns"])
def test_the_library_plays_it_at_random(
    setup: str, kind: str, capfd: pytest.CaptureFixture[str]
) -> None:
    game = pyspiel.load_game(f"{kind}({setup},deals=20)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize("setup", SETUPS)
def test_the_library_plays_it_at_random_in_its_own_turns(
    setup: str, capfd: pytest.CaptureFixture[str]
) -> None:
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(f"mirabilia({setup},deals=20)"))
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize("name", PLAYED)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    kept = (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")
    chosen = re.findall(r"^actions?: \[?([\d, ]+)\]?$", kept, re.MULTILINE)
    numbers = [[int(number) for number in line.split(", ")] for line in chosen]
    actions = [line if len(line) > 1 else line[0] for line in numbers]
    assert len(actions) > 18
    assert playthrough(PLAYED[name], actions) == kept


def playthrough(name: str, actions: list[Any]) -> str:
    """What the library tells of a game; of the rest where actions are left out, at random."""
    text = str(generate_playthrough.playthrough(name, actions, seed=7))
    return re.sub(r"^(\w+Tensor\(\d\)\S*) ?(.*)$", _digest, text, flags=re.MULTILINE)


def _digest(line: re.Match[str]) -> str:
    return f"{line[1].rstrip(':')}: {hashlib.sha256(line[2].encode()).hexdigest()[:16]}"


def test_environments_of_the_library_are_made_of_it() -> None:
    for name in ("mirabilia", "mirabilia_in_turns"):
        env = rl_environment.Environment(pyspiel.load_game(f"{name}(edition=1st)"), seed=3)
        chance = np.random.default_rng(1)
        step = env.reset()
        steps = 0
        while not step.last():
            legal = step.observations["legal_actions"]
            asked = [step.observations["current_player"]]
            players = range(3) if env.is_turn_based is False else asked
            step = env.step([int(chance.choice(legal[player])) for player in players])
            steps += 1
        assert steps >= (18 if name == "mirabilia" else 54)
        assert sum(step.rewards) == pytest.approx(1.5)


# Chance


def test_chance_is_at_the_root_alone() -> None:
    state = pyspiel.load_game("mirabilia(edition=1st,deals=8,first_deal=40)").new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert [deal for deal, _ in outcomes] == list(range(8))
    assert {chance for _, chance in outcomes} == {1 / 8}
    assert str(state) == "not dealt yet"
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "deal 43"
    chance = np.random.default_rng(1)
    state.apply_action(3)
    while not state.is_terminal():
        assert state.is_simultaneous_node()
        go_on(state, chance)


@pytest.mark.parametrize("kind", ["mirabilia", "mirabilia_in_turns"])
def test_a_deal_is_the_game_of_its_seed(kind: str) -> None:
    state = pyspiel.load_game(f"{kind}(edition=1st,players=4,first_deal=40)").new_initial_state()
    state.apply_action(3)
    game = Game(4, edition="1st", seed=43)
    for player in range(4):
        said = flat.parts(np.array(state.observation_tensor(player)))
        hand = [layout.CARDS[int(card)] for card in said["hand"] if card]
        assert hand == list(game.hand(player))


# Who decides, and what comes of it


@pytest.mark.parametrize("setup", SETUPS)
def test_both_forms_are_one_game(setup: str) -> None:
    """What is answered in turns, unseen by the others, is what is answered at once."""
    once, turns = (
        pyspiel.load_game(f"{kind}({setup})").new_initial_state()
        for kind in ("mirabilia", "mirabilia_in_turns")
    )
    chance = np.random.default_rng(3)
    for state in (once, turns):
        state.apply_action(17)
    asked: list[list[tuple[Any, ...]]] = [[] for _ in range(once.num_players())]
    while not once.is_terminal():
        answers = []
        for player, questions in enumerate(asked):
            legal = once.legal_actions(player)
            answers.append(int(chance.choice(legal)))
            if legal != NOTHING:
                seen = once.information_state_string(player)
                questions.append((legal, seen, once.observation_tensor(player), answers[-1]))
        once.apply_actions(answers)
    while not turns.is_terminal():
        player = turns.current_player()
        legal, seen, row, answer = asked[player].pop(0)
        assert turns.legal_actions() == legal
        assert turns.information_state_string() == seen
        assert turns.observation_tensor() == row
        turns.apply_action(answer)
    assert not any(asked)
    assert turns.returns() == once.returns()


def test_returns_are_those_of_the_reward_that_is_asked_for() -> None:
    found = {}
    for reward in ("points", "lead", "place"):
        state, chance = played(f"edition=1st,reward={reward}", 4, 10**6, "mirabilia")
        go_on(state, chance)
        assert state.is_terminal()
        found[reward] = state.returns()
    totals = found["points"]
    assert found["lead"] == [own - max(totals[:at] + totals[at + 1 :]) for at, own in
                             enumerate(totals)]  # fmt: skip
    assert sum(found["place"]) == pytest.approx(1.5)
    assert np.argmax(found["place"]) == np.argmax(totals)


@pytest.mark.parametrize("kind", ["mirabilia", "mirabilia_in_turns"])
def test_a_copy_goes_its_own_way(kind: str) -> None:
    state, _ = played(SETUPS[1], 6, 20, kind)
    kept = pickle.dumps(state)
    told = str(state), [state.information_state_string(player) for player in range(5)]
    other = state.clone()
    go_on(other, np.random.default_rng(1))
    again = pickle.loads(kept)
    for one in (state, again):
        assert (str(one), [one.information_state_string(p) for p in range(5)]) == told
        go_on(one, np.random.default_rng(1))
        for player in range(5):
            assert one.information_state_tensor(player) == other.information_state_tensor(player)


@pytest.mark.parametrize("kind", ["payment", "way"])
def test_what_is_half_chosen_is_shown_whatever_else_was_played(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a process that has not asked what comes before it."""
    state, before, chance = half_chosen(kind)
    player = state.current_player()
    told = state.information_state_tensor(player)
    said = flat.parts(state.row_of(player))
    for key in ("price", "stage_price"):
        assert (said[key] == flat.parts(before)[key]).all()
    kept, other = pickle.dumps(state), state.clone()
    while not other.is_terminal():
        go_on(other, chance)
    assert state.information_state_tensor(player) == told
    monkeypatch.setattr(open_spiel_game, "_tables", open_spiel_game._Table())
    assert pickle.loads(kept).information_state_tensor(player) == told


def half_chosen(kind: str) -> tuple[Any, Any, np.random.Generator]:
    """A state where a payment or a way is open, and the row of its player before that."""
    setup = "players=7,edition=1st,expansions=armada,payments=choose"
    for seed in range(60):
        state, chance = played(setup, seed, 0)
        row: Any = None
        while not state.is_terminal():
            last, row = row, state.row_of(state.current_player())
            if layout.KINDS[int(flat.parts(row)["kind"])] == kind:
                return state, last, chance
            go_on(state, chance)
    raise AssertionError(f"nobody has chosen a {kind}")


# What is seen


@pytest.mark.parametrize("setup", SETUPS)
def test_tensors_are_the_row_of_numbers_and_the_own_answers(setup: str) -> None:
    state, _ = played(setup, 2, 25, "mirabilia")
    players = range(state.num_players())
    seen = make_observation(state.get_game())
    recalled = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    for player in players:
        seen.set_from(state, player)
        recalled.set_from(state, player)
        row = state.row_of(player)
        assert row.any()
        assert seen.tensor.tolist() == state.observation_tensor(player) == row.tolist()
        assert recalled.tensor.tolist() == state.information_state_tensor(player)
        assert recalled.dict["observation"].tolist() == row.tolist()
        own = state.past_of(player)[1]
        assert len(own) >= 5
        assert recalled.dict["own_actions"].tolist() == own + NOTHING * (OWN - len(own))
        assert state.observation_string(player) == seen.string_from(state, player)
        assert state.information_state_string(player) == recalled.string_from(state, player)


def test_an_information_state_tells_what_was_answered_and_seen() -> None:
    """Where a player has answered otherwise, it remembers that; what others do unseen, it can't."""
    state, _ = played("edition=1st", 1, 0)
    first, second = state.legal_actions()[:2]
    strings = []
    for action in (first, second):
        other = state.clone()
        before = [other.information_state_string(player) for player in (1, 2)]
        other.apply_action(action)
        assert [other.information_state_string(player) for player in (1, 2)] == before
        strings.append(other.information_state_string(0))
    assert len({state.information_state_string(0), *strings}) == 3


@pytest.mark.parametrize("setup", SETUPS)
def test_who_owes_nothing_has_one_action_that_does_nothing(setup: str) -> None:
    state, chance = played(setup, 5, 0, "mirabilia")
    idle = 0
    while not state.is_terminal():
        legal = [state.legal_actions(player) for player in range(state.num_players())]
        assert all(legal)
        assert any(actions != NOTHING for actions in legal)
        idle += legal.count(NOTHING)
        go_on(state, chance)
    assert idle > 0 or setup == "edition=1st"
    assert state.legal_actions(0) == []


# Worlds for searchers


@pytest.mark.parametrize("steps", [0, 7, 23, 40, 61])
@pytest.mark.parametrize("setup", SETUPS)
def test_a_world_can_t_be_told_from_the_truth(setup: str, steps: int) -> None:
    state, chance = played(setup, 8 + steps, steps)
    player = state.current_player()
    known = seen_by(state, player)
    others = [at for at in range(state.num_players()) if at != player]
    hidden = [state.observation_tensor(at) for at in others]
    differ = 0
    for _ in range(4):
        world = state.resample_from_infostate(player, chance.random)
        assert world.current_player() == player
        assert seen_by(world, player) == known
        differ += [world.observation_tensor(at) for at in others] != hidden
        while not world.is_terminal():
            go_on(world, chance)
    assert differ or steps == 0  # where sides are chosen nothing is dealt yet
    assert seen_by(state, player) == known
    assert [state.observation_tensor(at) for at in others] == hidden


def seen_by(state: Any, player: int) -> tuple[Any, ...]:
    return (
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.legal_actions(),
        str(state),
    )


def test_a_world_is_drawn_by_the_numbers_it_is_given() -> None:
    state, _ = played(SETUPS[1], 3, 30)
    player = state.current_player()
    worlds = [
        [
            state.resample_from_infostate(player, np.random.default_rng(seed).random)
            .information_state_string(other)
            for other in range(5)
        ]
        for seed in (1, 1, 2)
    ]  # fmt: skip
    assert worlds[0] == worlds[1] != worlds[2]


def test_worlds_deal_every_hidden_card_to_everybody() -> None:
    """At the first decision nothing is known of the others' hands: each card may be anywhere."""
    state, chance = played("edition=1st,players=4", 3, 0)
    held: list[set[int]] = [set(), set(), set()]
    own = {int(card) for card in flat.parts(state.row_of(0))["hand"] if card}
    for _ in range(60):
        world = state.resample_from_infostate(0, chance.random)
        for other in (1, 2, 3):
            hand = flat.parts(world.row_of(other))["hand"]
            held[other - 1] |= {int(card) for card in hand if card}
    assert held[0] == held[1] == held[2]
    assert len(held[0]) >= 15
    assert own


def test_worlds_are_for_who_owes_a_decision() -> None:
    state, chance = played("edition=1st", 3, 1)
    with pytest.raises(ValueError, match="Player 0 owes no decision here"):
        state.resample_from_infostate(0, chance.random)
    root = pyspiel.load_game("mirabilia_in_turns").new_initial_state()
    with pytest.raises(ValueError, match="owes no decision"):
        root.resample_from_infostate(0, chance.random)


def test_a_searcher_of_the_library_plays_it() -> None:
    """Its search over information states, which asks for worlds and checks each of them."""
    state, _ = played("edition=1st,players=3", 3, 30)
    player = state.current_player()
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        state.get_game(), mcts.RandomRolloutEvaluator(1, random), 1.0, 25, random_state=random
    )
    action = bot.step(state)
    assert action in state.legal_actions(player)
    assert len(bot._nodes) > 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 9}, "9"),
        ({"deals": 0}, "deals is a number from 1"),
        ({"first_deal": -1}, "first_deal is a seed"),
        ({"expansions": "leaders+sadness"}, "sadness"),
        ({"reward": "money"}, "reward is"),
    ],
)
def test_what_can_t_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        open_spiel_game.GameAtOnce(options)


def write() -> None:
    for name, game in PLAYED.items():
        text = playthrough(game, [])
        (PLAYTHROUGHS / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
