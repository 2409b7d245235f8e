"""The net: what it is told, what it thinks, and how it plays."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from brute import EVERYTHING, GameSetup
from mirabilia import Game, bots
from mirabilia.batch import layout
from mirabilia.bots.net import net
from mirabilia.bots.net.inputs import (
    HEADS,
    INPUTS,
    LUCK,
    MIND,
    MOST,
    SECOND,
    look_round,
    new_mind,
    write_inputs,
)
from mirabilia.bots.net.net_move import legal_actions
from mirabilia.bots.net.searcher import HOW, Position
from mirabilia.bots.net.thinking import expect, think
from mirabilia.engine.scratch import scratch

SETUPS = [
    GameSetup(3, "1st"),
    GameSetup(5, "2nd", sides="choose"),
    GameSetup(4, "1st", expansions=("cities",), teams=True),
    GameSetup(7, "2nd", expansions=EVERYTHING),
    GameSetup(3, "2nd", expansions=EVERYTHING, leaders="expert"),
    GameSetup(8, "1st", expansions=("armada",)),
    GameSetup(2, "1st"),
]
TRUE_TO_VIEW = [setup for setup in SETUPS if setup.players > 2]  # what is known there is the view's


def decisions(setup: GameSetup, often: float = 0.12, seed: int = 5) -> Iterator[tuple[Game, int]]:
    """Decisions of a random game, some of each."""
    chance = random.Random(f"{setup} {seed}")
    game = setup.new(seed)
    while not game.over:
        seat = game.to_decide[0]
        if chance.random() < often:
            yield game, seat
        game.play(seat, chance.choice(game.moves(seat)))


def told(g: Any, game: Game, seat: int) -> dict[int, int]:
    """What the net is told of the record of a game itself, as in learning."""
    minds, w, t = new_mind(game._setup), scratch().w, game._setup.book.tables[0]
    look_round(g, t, minds[0], w)
    legal_actions(g, t, seat, minds[0], w)
    write_inputs(g, seat, minds[0], False)
    return summed(minds[0])


def summed(mind: Any) -> dict[int, int]:
    found: dict[int, int] = {}
    for index, value in zip(mind.index[: mind.n], mind.value[: mind.n], strict=True):
        found[int(index)] = found.get(int(index), 0) + int(value)
    return found


@pytest.mark.parametrize("setup", TRUE_TO_VIEW, ids=str)
def test_in_play_it_is_told_what_it_was_told_in_learning(setup: GameSetup) -> None:
    """In learning from the game itself, in play from the view of its seat: the same of both, so it
    is told nothing that its seat can't know."""
    seen = 0
    for game, seat in decisions(setup):
        position = Position(game.view(seat), HOW)
        assert summed(position.minds[0]) == told(game._g, game, seat)
        seen += 1
    assert seen > 1


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_it_likes_each_legal_move_and_no_other(setup: GameSetup) -> None:
    for game, seat in decisions(setup):
        position = Position(game.view(seat), HOW)
        mind = position.minds[0]
        thought = mind.thought
        legal = np.unpackbits(mind.mask, bitorder="little").nonzero()[0]
        assert sorted(thought.action[: thought.n].tolist()) == legal.tolist()
        assert mind.n < MOST
        assert (mind.index[: mind.n] < INPUTS).all()
        assert position.liking.min() > -90  # every candidate is one of them
        assert np.isfinite(thought.expected).all()


def test_its_sums_are_those_of_plain_arithmetic() -> None:
    """Each sum in the order in which it is written down, in 32 bits: the same on every machine."""
    chance = np.random.default_rng(3)
    nets, minds = np.zeros(1, net.NET), np.zeros(1, MIND)
    for name in net.LAYERS:
        nets[name][0] = chance.normal(size=net.NET[name].shape).astype(np.float32)
    mind, our = minds[0], nets[0]
    thought = mind.thought
    mind.n = 150
    mind.index[:150] = chance.integers(0, INPUTS, 150)
    mind.value[:150] = chance.integers(-3, 60, 150)
    think(our, mind)
    expect(our, mind)
    first = our.first_plus.copy()
    for index, value in zip(mind.index[:150], mind.value[:150], strict=True):
        first += np.float32(value) * our.first[index]
    second = our.second_plus.copy()
    for unit, value in enumerate(first):
        if value > 0:
            second += value * our.second[unit]
    second = np.maximum(second, np.float32(0))
    assert (thought.first == first).all()
    assert (thought.second == second).all()
    for head in range(HEADS):
        lanes = np.zeros(8, np.float32)
        for at in range(0, SECOND, 8):
            lanes += our.heads[head, at : at + 8] * second[at : at + 8]
        pairs = lanes[::2] + lanes[1::2]
        total = our.heads_plus[head] + ((pairs[0] + pairs[1]) + (pairs[2] + pairs[3]))
        assert thought.expected[head] == total


def test_luck_draws_as_the_likings_say() -> None:
    """Adding luck and taking the most is to draw by the exponentials."""
    likings = np.array([0.0, 1.0, -0.5], np.float32)
    chance = np.random.default_rng(1)
    drawn = (likings + LUCK[chance.integers(0, len(LUCK), (200_000, 3))]).argmax(axis=1)
    wanted = np.exp(likings) / np.exp(likings).sum()
    assert np.abs(np.bincount(drawn) / len(drawn) - wanted).max() < 0.01


SCRIPT = """
import json, sys
from mirabilia import Game, bots
told = []
for players, edition, expansions in ((3, "1st", ()), (4, "2nd", ("leaders", "cities", "armada"))):
    game = Game(players, edition=edition, expansions=expansions, seed=4)
    for turn in range(2):
        for seat in list(game.to_decide)[:2]:
            bot = bots.make("taught", playouts=12, seed=seat)
            move = bot.choose(game.view(seat))
            told.append([str(move), bot.explain()])
        for seat in list(game.to_decide):
            game.play(seat, game.moves(seat)[0])
print(json.dumps(told))
"""


def test_uncompiled_it_chooses_the_same() -> None:
    def run(**more: str) -> Any:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | more,
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    assert run() == run(NUMBA_DISABLE_JIT="1")


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_it_plays_whole_games_of_every_kind(setup: GameSetup) -> None:
    game = setup.new(3)
    players = [bots.make("taught", playouts=12, seed=seat) for seat in range(setup.seats)]
    while not game.over:
        for seat in game.to_decide:
            game.play(seat, players[seat].choose(game.view(seat)))
    assert len(game.ranking()) >= 1


def test_it_plays_the_same_with_the_same_seed_and_budget() -> None:
    game = Game(5, edition="2nd", expansions=EVERYTHING, seed=9)
    for _ in range(6):
        game.play(game.to_decide[0], game.moves(game.to_decide[0])[0])
    view = game.view(game.to_decide[0])
    one, other = (bots.make("taught", playouts=300, seed=8) for _ in range(2))
    assert one.choose(view) == other.choose(view)
    assert one.explain() == other.explain()


@pytest.fixture(scope="module")
def data() -> bytes:
    """The file of a net."""
    chance = np.random.default_rng(0)
    layers = {
        name: chance.normal(size=net.NET[name].shape).astype(np.float32) for name in net.LAYERS
    }
    return net.written(layers, {"made": "here"})


class TestFile:
    """A net's file is read whole, or refused with a sentence."""

    def test_what_was_written_is_read(self, data: bytes) -> None:
        nets, how = net.read(data)
        assert how["made"] == "here"
        layers = {name: nets[name][0] for name in net.LAYERS}
        again, _ = net.read(net.written(layers, {}))
        for name in net.LAYERS:
            assert np.allclose(again[name], nets[name], rtol=0, atol=1e-6)

    @pytest.mark.parametrize(
        ("spoil", "words"),
        [
            (lambda data: b"x" + data, "no file of a net"),
            (lambda data: data[:60], "can't be read"),
            (lambda data: data[:-1], "digest"),
            (lambda data: data[:-9] + b"123456789", "digest"),
            (lambda data: data.replace(b'"inputs": ', b'"inputs": 1'), "another form"),
            (lambda data: data.replace(b"{", b"[", 1), "can't be read"),
        ],
    )
    def test_what_is_spoilt_is_refused(self, data: bytes, spoil: Any, words: str) -> None:
        with pytest.raises(net.BadNet, match=words):
            net.read(spoil(data))

    def test_ours_is_small_and_says_how_it_was_made(self) -> None:
        data = net.our_file()
        assert len(data) < 1_000_000
        _, how = net.read(data)
        assert how["decisions"] > 10**8


def test_actions_have_rows_of_their_own() -> None:
    assert net.NET["actions"].shape[0] == layout.ACTIONS
