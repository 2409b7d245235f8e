"""What the games of a folder tell: everything the report shows, worked out file by file.

All intervals take a game as one cluster: what its seats did is not independent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..catalogue import COLOURS
from ..game.codec import lines_of
from .chunks import FolderError, RunFolder, runs_in
from .facts import LISTS
from .intervals import Clustered

FIRSTS, OTHERS = 0, 1
# What is compared between winners and others, and what it is called.
HABITS = {
    "cards": "cards built",
    "chains": "cards built by chain",
    "rights": "cards built by a right",
    "stages": "stages built",
    "sold": "cards sold",
    "paid": "coins paid to neighbours",
    "received": "coins received from neighbours",
    "paid_bank": "coins paid to the bank",
    "gained": "coins from cards and stages",
    "coins": "coins at the end",
    "shields": "shields",
    "compass": "compasses",
    "gear": "gears",
    "tablet": "tablets",
    "any_symbol": "symbols of free choice",
    "victories": "victory tokens",
    "defeats": "defeat tokens",
}
MOST_OF = 12  # more cards of a colour than this count as this many


class Figures:
    """Win rates and points of the categories of one kind."""

    def __init__(self, categories: int) -> None:
        self.wins, self.points = Clustered(categories), Clustered(categories)

    def add(self, category: Any, share: Any, total: Any, game: Any) -> None:
        self.wins.add(category, share, game)
        self.points.add(category, total, game)

    def of(self, category: int) -> dict[str, Any] | None:
        wins, points = self.wins.rate(category), self.points.mean(category)
        if wins is None or points is None:
            return None
        return {"win_rate": wins.as_json(5), "points": points.as_json(3)}


class Study:
    """All figures of one run."""

    def __init__(self, place: RunFolder) -> None:
        self.place, self.run = place, place.run
        self.book = place.run.setup.book
        self.lines = list(lines_of(self.run.expansions).values())
        self.games = 0
        self.boards = Figures(len(self.book.boards))
        self.seats = Figures(self.run.players)
        self.bots = Figures(self.run.players)
        self.cards = Figures(len(self.book.cards))
        self.colours = [Figures(MOST_OF + 1) for _ in COLOURS]
        self.stages = Figures(8)
        self.sources = {line: Clustered(2) for line in self.lines}
        self.habits = {habit: Clustered(2) for habit in HABITS}
        self.table, self.winner = Clustered(1), Clustered(1)

    def add(self, rows: Any) -> None:
        """The rows of one file, which holds whole games."""
        players = self.run.players

        def column(name: str) -> npt.NDArray[Any]:
            found: npt.NDArray[Any] = rows[name].to_numpy()
            return found

        game = column("seed")
        share, total, place = column("share"), column("total"), column("place")
        bots = {name: at for at, name in enumerate(dict.fromkeys(self.run.bots))}
        self.games += len(game) // players
        self.boards.add(self._boards(rows), share, total, game)
        self.seats.add(column("seat"), share, total, game)
        self.bots.add(_numbers(rows["bot"], bots), share, total, game)
        self.stages.add(np.minimum(column("stages"), 7), share, total, game)
        for at, colour in enumerate(COLOURS):
            self.colours[at].add(np.minimum(column(colour), MOST_OF), share, total, game)
        for name in LISTS:
            owner, cards = self._list(rows[name])
            self.cards.add(cards, share[owner], total[owner], game[owner])
        group = np.where(place == 1, FIRSTS, OTHERS)
        for line, sums in self.sources.items():
            sums.add(group, column(f"points_{line}"), game)
        for habit, sums in self.habits.items():
            sums.add(group, column(habit), game)
        points = total.reshape(-1, players)
        self.table.add(np.zeros(len(points)), points.mean(axis=1), game[::players])
        self.winner.add(np.zeros(len(points)), points.max(axis=1), game[::players])

    def _boards(self, rows: Any) -> npt.NDArray[np.int64]:
        wonders = {wonder: at for at, wonder in enumerate(self.book.catalogue.wonders)}
        sides = {
            side: at for at, side in enumerate(dict.fromkeys(b.side for b in self.book.boards))
        }
        number = np.full((len(wonders), len(sides)), -1, np.int64)
        for at, board in enumerate(self.book.boards):
            number[wonders[board.wonder], sides[board.side]] = at
        found = number[_numbers(rows["board"], wonders), _numbers(rows["side"], sides)]
        if (found < 0).any():
            raise KeyError("a side that a board has not")
        return found

    def _list(self, column: Any) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """For each card of all lists: the row it belongs to, and its number."""
        lists = column.combine_chunks()
        counts = np.diff(lists.offsets.to_numpy())
        return np.repeat(np.arange(len(counts)), counts), _numbers(
            lists.flatten(), self.book.card_number
        )

    def as_json(self) -> dict[str, Any]:
        """JSON-safe; every figure with its interval and from how many seats and games it is."""
        names = list(dict.fromkeys(self.run.bots))
        seats = self.games * self.run.players
        cards = []
        for at, card in enumerate(self.book.cards):
            if (found := self.cards.of(at)) is not None:
                kind = getattr(card, "colour", None) or type(card).__name__.lower()
                had = round(int(self.cards.wins.number[at]) / seats, 5)
                age = getattr(card, "age", None)
                cards.append(
                    {
                        "card": card.id,
                        "name": card.name["en"],
                        "kind": kind,
                        "age": age,
                        "built": had,
                        **found,
                    }
                )
        return {
            "run": {**asdict(self.run), "name": self.run.name},
            "games": self.games,
            "table_points": _figure(self.table.mean()),
            "winner_points": _figure(self.winner.mean()),
            "bots": [{"bot": n, **f} for at, n in enumerate(names) if (f := self.bots.of(at))],
            "boards": [
                {
                    "board": board.wonder,
                    "name": board.name["board"],
                    "side": board.side,
                    **found,
                }
                for at, board in enumerate(self.book.boards)
                if (found := self.boards.of(at))
            ],
            "seats": [{"seat": at, **(self.seats.of(at) or {})} for at in range(self.run.players)],
            "cards": cards,
            "colours": {
                colour: [{"number": n, **f} for n in range(MOST_OF + 1) if (f := figures.of(n))]
                for colour, figures in zip(COLOURS, self.colours, strict=True)
                if figures.wins.number[1:].any()
            },
            "stages": [{"number": n, **f} for n in range(8) if (f := self.stages.of(n))],
            "sources": _compared(self.sources),
            "habits": _compared(self.habits),
        }


def _figure(estimate: Any) -> dict[str, Any] | None:
    return estimate.as_json(3) if estimate else None


def _compared(all_sums: dict[str, Clustered]) -> dict[str, Any]:
    """Of each quantity the mean of winners and of others."""
    return {
        name: {"winners": _figure(sums.mean(FIRSTS)), "others": _figure(sums.mean(OTHERS))}
        for name, sums in all_sums.items()
    }


def _numbers(column: Any, numbers: Any) -> npt.NDArray[np.int64]:
    """The numbers of the words in a column."""
    words = column.combine_chunks() if hasattr(column, "combine_chunks") else column
    known = np.array([numbers[word] for word in words.dictionary.to_pylist()], np.int64)
    found: npt.NDArray[np.int64] = known[words.indices.to_numpy()]
    return found


def study(
    folder: Path, progress: Callable[[int], Any] = lambda games: None
) -> list[dict[str, Any]]:
    """The figures of every run in a folder."""
    return [_study(place, progress) for place in runs_in(folder)]


def _study(place: RunFolder, progress: Callable[[int], Any]) -> dict[str, Any]:
    figures = Study(place)
    for chunk in place.done():
        rows = place.read(chunk)
        try:
            figures.add(rows)
        except KeyError as error:
            raise FolderError(f"{place.path(chunk)} has {error}, which isn't known.") from error
        progress(chunk.games)
    return figures.as_json()
