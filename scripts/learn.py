"""Learn what corrects the policy (``bots/policy/correction.toml``) from searches.

    python scripts/learn.py play FILE --games 200 [--expansions drawn]    decisions and results
    python scripts/learn.py fit FILE ...                                  correction.toml anew

``play`` lets search bots play among themselves and keeps each turn's decision: the features of the
position, what the policy takes each use of the hand to be worth, and what the playouts of that use
brought. ``fit`` finds the net with which the policy, choosing by chance among what it takes to be
about as good, loses least against the best use; at first without every fifth part of the decisions,
to see what it is worth elsewhere, and then with all. Both can be run again with the new net: the
searches get better.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mirabilia.bots import searcher
from mirabilia.bots.halving import RESULT, TRIES
from mirabilia.bots.policy import correction, weights
from mirabilia.bots.policy.base import policy_move
from mirabilia.bots.policy.bias import SCALE, SELL_AT, SHIFT, STAGE_AT, USES
from mirabilia.bots.search import players, search
from mirabilia.catalogue.model import EXPANSIONS
from mirabilia.engine import chance
from mirabilia.engine.scratch import scratch
from mirabilia.engine.state import ACTION, BUILD, CARD, OWES_LAST_CARD, OWES_PLAY, SELL, STAGE_BUILD
from mirabilia.game.codec import move_from_row
from mirabilia.game.game import Game
from mirabilia.terminal.screen import read_expansions

Array = npt.NDArray[Any]
UNKNOWN = -99.0
ASTRAY = 0.08  # so many decisions are drawn by chance, to see more of the game
DRAWN = "drawn"
CHANCE = 0.4  # points: how far apart uses may be that the fitted policy takes for about as good
ROUNDS, BATCH, RATE, SHRINK = 40, 512, 0.02, 2e-4
BLOCK = 300  # decisions of the same games are learnt from or kept out together
LEAST_TIMES, MOST_TIMES = 0.3, 2.0
NET_FILE = Path(correction.__file__).with_name("correction.toml")


@dataclass(frozen=True, slots=True)
class Decisions:
    """A row for each decision; what belongs to a use has a column for each use of the hand."""

    features: Array
    known: Array  # whether there is such a use
    worth: Array
    regret: Array  # how many points it brought less than the best one
    row: Array  # the number of its name
    names: list[str]


@dataclass(slots=True)
class Net:
    """What is fitted: the units, and for each use what is multiplied, added, added by units."""

    units: Array
    times: Array
    plus: Array
    by_unit: Array


def play(options: argparse.Namespace) -> None:
    """Games among search bots; a row for every decision about a turn's card."""
    searcher.ensure_search_compiled()
    drawn = random.Random(options.seed)
    rows: list[tuple[Array, Array, Array, Array]] = []
    names: list[str] = []
    begun = time.perf_counter()
    for number in range(options.games):
        expansions = _expansions(options.expansions, drawn)
        edition = "2nd" if number % 2 or expansions else "1st"
        count = drawn.choice(options.players)
        game = Game(count, edition=edition, expansions=expansions, seed=options.seed + number)
        rng = chance.states(options.seed + number)
        while not game.over:
            for seat in game.to_decide:
                position = searcher.Position(game.view(seat))
                move = position.search(rng, options.playouts, 0.0)
                kind = position.games[search.VIEWED].asked[seat]
                if kind in (OWES_PLAY, OWES_LAST_CARD) and len(position.candidates) > 1:
                    rows.append(_decision(position, names, rng))
                    if drawn.random() < ASTRAY:
                        chosen = drawn.choice(position.candidates)
                        move = move_from_row(position.setup.book, chosen)
                game.play(seat, move)
    features, worth, result, row = (np.array(column) for column in zip(*rows, strict=True))
    np.savez(options.file, features=features, worth=worth, result=result, row=row, names=names)
    print(f"{len(rows)} decisions in {time.perf_counter() - begun:.0f} s")


def _expansions(text: str, drawn: random.Random) -> tuple[str, ...]:
    """The expansions of a game."""
    if text != DRAWN:
        return tuple(read_expansions(text))
    return tuple(name for name in EXPANSIONS if drawn.random() < 0.5)


def _decision(
    position: searcher.Position, names: list[str], rng: Array
) -> tuple[Array, Array, Array, Array]:
    """Features, and for each use its worth, its result in points and the row of its correction."""
    g, seat, w = position.games[search.VIEWED], position.seat, scratch().w
    book = position.setup.book
    features = np.zeros(correction.FEATURES)
    correction.look(g, seat, features)
    worth, result = np.full(USES, UNKNOWN), np.full(USES, UNKNOWN)
    row = np.full(USES, -1)
    weight = position.weights[players.OWN].copy()
    weight[weights.NOISE] = 0.0
    means = position.stats[:, RESULT] / np.maximum(position.stats[:, TRIES], 1)
    rows = {number: name for name, number in correction.row_names(book).items()}
    for use in (*range(int(g.hand_n[seat])), STAGE_AT, SELL_AT):
        bias = np.zeros((2, USES))
        bias[SHIFT] = UNKNOWN * 300
        bias[SCALE, use], bias[SHIFT, use] = 1.0, 0.0
        t = book.tables[0]
        value = policy_move(g, t, seat, rng, weight, bias, w)
        action = SELL if use == SELL_AT else STAGE_BUILD if use == STAGE_AT else BUILD
        same = position.candidates[:, ACTION] == action
        if action == BUILD:
            same &= position.candidates[:, CARD] == g.hand[seat, use]
        if w.move[0, ACTION] == action and same.any():
            name = rows[int(correction.row_of(g, seat, use))]
            if name not in names:
                names.append(name)
            worth[use], result[use] = value / 100, means[same].max() / position.point
            row[use] = names.index(name)
    return features, worth, result, row


def fit(options: argparse.Namespace) -> None:
    """The net, and how far it helps with decisions that it was not fitted to."""
    data = gather(options.files)
    count = len(data.worth)
    parts = np.arange(count) // min(BLOCK, max(count // 5, 1)) % 5
    learnt, kept = np.flatnonzero(parts < 4), np.flatnonzero(parts == 4)
    nothing = np.where(data.known, data.worth, -np.inf)
    lost = [_lost(data, nothing, at) for at in (learnt, kept)]
    print(f"{count} decisions; points lost in each: {lost[0]:.3f}, {lost[1]:.3f}")
    net = fitted(data, learnt, options.rounds)
    found = _values(net, data, slice(None))[0]
    lost = [_lost(data, found, at) for at in (learnt, kept)]
    print(f"corrected: {lost[0]:.3f}, elsewhere {lost[1]:.3f}")
    write(data.names, fitted(data, np.arange(count), options.rounds))


def _lost(data: Decisions, values: Array, at: Array) -> float:
    return float(data.regret[at, values[at].argmax(axis=1)].mean())


def _values(net: Net, data: Decisions, at: Any) -> tuple[Array, Array]:
    """What each use is taken to be worth, and what the units say."""
    row = data.row[at]
    sums = data.features[at] @ net.units
    units = sums / (1 + abs(sums))
    added = net.plus[row] + np.einsum("nuk,nk->nu", net.by_unit[row], units)
    return np.where(data.known[at], data.worth[at] * net.times[row] + added, -1e9), units


def fitted(data: Decisions, at: Array, rounds: int) -> Net:
    """The net that loses least in some decisions."""
    generator, count = np.random.default_rng(1), len(data.names)
    width = 1 / np.sqrt(correction.FEATURES)
    net = Net(
        generator.normal(0, width, (correction.FEATURES, correction.UNITS)),
        np.ones(count),
        np.zeros(count),
        generator.normal(0, 0.05, (count, correction.UNITS)),
    )
    means = [np.zeros_like(getattr(net, part.name)) for part in fields(net)]
    squares = [np.zeros_like(mean) for mean in means]
    at, steps = at.copy(), 0
    for number in range(rounds):
        generator.shuffle(at)
        rate = RATE * (1 - number / rounds)
        for batch in np.array_split(at, max(len(at) // BATCH, 1)):
            steps += 1
            slopes = _slopes(net, data, batch)
            for index, part in enumerate(fields(net)):
                means[index] = 0.9 * means[index] + 0.1 * slopes[index]
                squares[index] = 0.99 * squares[index] + 0.01 * slopes[index] ** 2
                step = means[index] / (1 - 0.9**steps)
                step /= np.sqrt(squares[index] / (1 - 0.99**steps)) + 1e-6
                setattr(net, part.name, getattr(net, part.name) - rate * step)
    return net


def _slopes(net: Net, data: Decisions, at: Array) -> list[Array]:
    """How the expected loss of some decisions changes with each part of the net."""
    values, units = _values(net, data, at)
    odds = np.exp((values - values.max(axis=1, keepdims=True)) / CHANCE)
    odds /= odds.sum(axis=1, keepdims=True)
    row, regret = data.row[at], data.regret[at]
    expected = (odds * regret).sum(axis=1, keepdims=True)
    slope = odds * (regret - expected) / CHANCE / len(at)
    back = np.einsum("nu,nuk->nk", slope, net.by_unit[row]) * (1 - abs(units)) ** 2
    to_units = SHRINK * net.units + data.features[at].T @ back
    times, plus = SHRINK * (net.times - 1), SHRINK * net.plus
    by_unit = SHRINK * net.by_unit
    np.add.at(times, row.ravel(), (slope * np.where(data.known[at], data.worth[at], 0)).ravel())
    np.add.at(plus, row.ravel(), slope.ravel())
    each = slope[:, :, None] * units[:, None, :]
    np.add.at(by_unit, row.ravel(), each.reshape(-1, correction.UNITS))
    return [to_units, times, plus, by_unit]


def gather(paths: list[Path]) -> Decisions:
    """The decisions of several files, with one numbering of the uses."""
    columns: list[list[Array]] = [[], [], [], []]
    names: list[str] = []
    for path in paths:
        with np.load(path) as data:
            there = [str(name) for name in data["names"]]
            names += [name for name in there if name not in names]
            number = np.array([names.index(name) for name in there])
            for column, key in zip(columns, ("features", "worth", "result"), strict=False):
                column.append(data[key])
            columns[3].append(number[data["row"]])
    features, worth, result, row = (np.concatenate(column) for column in columns)
    known = result > UNKNOWN
    regret = np.where(known, result.max(axis=1, keepdims=True) - result, 0.0)
    return Decisions(features, known, worth, regret, row, names)


def write(names: list[str], net: Net) -> None:
    """The file anew, under its head."""
    head = re.split(r"(?m)^(?=\[)", NET_FILE.read_text(encoding="utf-8"))[0]
    times = np.clip(net.times, LEAST_TIMES, MOST_TIMES)
    rows = np.column_stack((times, net.plus, net.by_unit))
    uses = dict(zip(names, rows, strict=True))
    text = head + _table("features", dict(zip(correction.NAMES, net.units, strict=True)))
    text += "\n" + _table("uses", {name: uses[name] for name in sorted(uses)})
    NET_FILE.write_text(text, encoding="utf-8")


def _table(title: str, rows: dict[str, Array]) -> str:
    lines = [f"[{title}]\n"]
    for name, row in rows.items():
        key = name if re.fullmatch(r"[a-z0-9_]+", name) else f'"{name}"'
        lines.append(f"{key} = [{', '.join(f'{value:.2f}' for value in row)}]\n")
    return "".join(lines)


def _counts(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--players", type=_counts, default=[3, 3, 4, 5, 6, 7])
    playing.add_argument("--expansions", default="")
    playing.add_argument("--games", type=int, default=100)
    playing.add_argument("--playouts", type=int, default=500)
    playing.add_argument("--seed", type=int, default=1)
    playing.set_defaults(run=play)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--rounds", type=int, default=ROUNDS)
    fitting.set_defaults(run=fit)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
