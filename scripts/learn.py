"""Learn the policy's taste (``bots/taste.toml``) from searches.

    python scripts/learn.py play FILE --players 5 --games 200     decisions, with all their results
    python scripts/learn.py fit base FILE ...                     a section of taste.toml anew

``play`` lets search bots play among themselves and keeps each turn's decision: the features of the
position, what the policy takes each use of the hand to be worth, and what the playouts of that use
brought. ``fit`` finds the taste with which the policy, choosing by chance among what it takes to be
about as good, loses least against the best use; every fifth part of the decisions is kept out, to
see what it is worth elsewhere. Both can be run again with the new taste: the searches get better.
"""

from __future__ import annotations

import argparse
import random
import re
import time
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mirabilia.bots import players, search, searcher, taste, weights
from mirabilia.bots.policy import policy_move
from mirabilia.bots.steering import SCALE, SELL_AT, SHIFT, STAGE_AT, USES
from mirabilia.codec import move_from_row
from mirabilia.commands.show import read_expansions
from mirabilia.engine import chance
from mirabilia.engine.scratch import scratch
from mirabilia.engine.state import (
    ACTION,
    BUILD,
    CARD,
    OWES_LAST_CARD,
    OWES_PLAY,
    SELL,
    STAGE_BUILD,
)
from mirabilia.game import Game

Array = npt.NDArray[Any]
UNKNOWN = -99.0
ASTRAY = 0.08  # so many decisions are drawn by chance, to see more of the game
CHANCE = 0.4  # points: how far apart uses may be that the fitted policy takes for about as good
ROUNDS, BATCH, RATE, SHRINK = 40, 512, 0.02, 1e-4
TABLES = Path(taste.__file__).with_name("taste.toml")


def play(options: argparse.Namespace) -> None:
    """Games among search bots; a row for every decision about a turn's card."""
    searcher.ensure_search_compiled()
    drawn = random.Random(options.seed)
    rows: list[tuple[Array, Array, Array, Array]] = []
    names: list[str] = []
    begun = time.perf_counter()
    for number in range(options.games):
        expansions = read_expansions(options.expansions)
        edition = "2nd" if number % 2 or expansions else "1st"
        game = Game(
            options.players, edition=edition, expansions=expansions, seed=options.seed + number
        )
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


def _decision(
    position: searcher.Position, names: list[str], rng: Array
) -> tuple[Array, Array, Array, Array]:
    """Features, and for each use its worth, its result in points and the row of its taste."""
    g, seat, space = position.games[search.VIEWED], position.seat, scratch()
    book = position.setup.book
    features = np.zeros(taste.FEATURES)
    taste.look(g, seat, features)
    worth, result = np.full(USES, UNKNOWN), np.full(USES, UNKNOWN)
    row = np.full(USES, -1)
    weight = position.weights[players.OWN].copy()
    weight[weights.NOISE] = 0.0
    point = 1 / weight[weights.BEND] + weight[weights.OWN_POINTS]
    means = position.stats[:, search.RESULT] / np.maximum(position.stats[:, search.TRIES], 1)
    move = np.zeros_like(position.candidates[0])
    rows = {number: name for name, number in taste.row_names(book).items()}
    for use in (*range(int(g.hand_n[seat])), STAGE_AT, SELL_AT):
        steer = np.zeros((2, USES))
        steer[SHIFT] = UNKNOWN * 300
        steer[SCALE, use], steer[SHIFT, use] = 1.0, 0.0
        t = book.tables[0]
        value = policy_move(g, t, seat, rng, weight, steer, move, space.moves, space.w)
        action = SELL if use == SELL_AT else STAGE_BUILD if use == STAGE_AT else BUILD
        same = position.candidates[:, ACTION] == action
        if action == BUILD:
            same &= position.candidates[:, CARD] == g.hand[seat, use]
        if move[ACTION] == action and same.any():
            name = rows[_row(g, seat, use)]
            if name not in names:
                names.append(name)
            worth[use], result[use] = value / 100, means[same].max() / point
            row[use] = names.index(name)
    return features, worth, result, row


def _row(g: Any, seat: int, use: int) -> int:
    """The row of the taste for a use of the hand."""
    age = int(g.age) - 1
    if use == SELL_AT:
        return taste.SELL_ROW + age
    if use == STAGE_AT:
        return taste.STAGE_ROW + 3 * int(g.stages[seat]).bit_count() + age
    return int(g.hand[seat, use])


def fit(options: argparse.Namespace) -> None:
    """The taste for one section, and how far it helps."""
    features, worth, result, row, names = _gather(options.files)
    known = result > UNKNOWN
    regret = np.where(known, result.max(axis=1, keepdims=True) - result, 0.0)
    parts = np.arange(len(worth)) // 300 % 5
    learnt, kept = np.flatnonzero(parts < 4), np.flatnonzero(parts == 4)
    # What stands in the section of the base game is where the others begin.
    begun = {} if options.section == "base" else tomllib.loads(TABLES.read_text())["base"]
    found = np.array([begun.get(name, [0.0] * taste.FEATURES) for name in names])

    def values(at: Array) -> Array:
        added = np.einsum("nuf,nf->nu", found[row[at]], features[at])
        return np.where(known[at], worth[at] + added, -1e9)

    def lost(at: Array) -> float:
        return float(regret[at, values(at).argmax(axis=1)].mean())

    print(f"{len(worth)} decisions; points lost in each: {lost(learnt):.3f}, {lost(kept):.3f}")
    generator, steps = np.random.default_rng(1), 0
    mean, square = np.zeros_like(found), np.zeros_like(found)
    for number in range(options.rounds):
        generator.shuffle(learnt)
        for at in np.array_split(learnt, max(len(learnt) // BATCH, 1)):
            scaled = values(at) / CHANCE
            odds = np.exp(scaled - scaled.max(axis=1, keepdims=True))
            odds /= odds.sum(axis=1, keepdims=True)
            expected = (odds * regret[at]).sum(axis=1, keepdims=True)
            slope = odds * (regret[at] - expected) / CHANCE / len(at)
            step = SHRINK * found
            each = slope[:, :, None] * features[at][:, None, :]
            np.add.at(step, row[at].ravel(), each.reshape(-1, taste.FEATURES))
            steps += 1
            mean, square = 0.9 * mean + 0.1 * step, 0.99 * square + 0.01 * step**2
            rate = RATE * (1 - number / options.rounds)
            found -= rate * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.99**steps)) + 1e-6)
    print(f"with the taste: {lost(learnt):.3f}, elsewhere {lost(kept):.3f}")
    write(options.section, dict(zip(names, found, strict=True)))


def _gather(paths: list[Path]) -> tuple[Array, Array, Array, Array, list[str]]:
    """The decisions of several files, with one numbering of the rows."""
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
    return features, worth, result, row, names


def write(section: str, table: dict[str, Array]) -> None:
    """Replace a section of the file."""
    head, *sections = re.split(r"(?m)^(?=\[)", TABLES.read_text(encoding="utf-8"))
    lines = [f"[{section}]\n"]
    for name, row in sorted(table.items()):
        key = name if re.fullmatch(r"[a-z0-9_]+", name) else f'"{name}"'
        lines.append(f"{key} = [{', '.join(f'{value:.2f}' for value in row)}]\n")
    kept = [text for text in sections if not text.startswith(f"[{section}]")]
    kept.append("".join(lines))
    texts = "\n".join(text.strip() + "\n" for text in [head, *sorted(kept)] if text.strip())
    TABLES.write_text(texts, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--players", type=int, default=3)
    playing.add_argument("--expansions", default="")
    playing.add_argument("--games", type=int, default=100)
    playing.add_argument("--playouts", type=int, default=500)
    playing.add_argument("--seed", type=int, default=1)
    playing.set_defaults(run=play)
    fitting = commands.add_parser("fit")
    fitting.add_argument("section", choices=("base", "expansions"))
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--rounds", type=int, default=ROUNDS)
    fitting.set_defaults(run=fit)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
