"""Options that the commands of the lab share, and how they show their progress."""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack

from .game_options import add_expansions, add_leaders
from .waiting import progress_bar, told_in_seconds


def add_setup(parser: argparse.ArgumentParser) -> None:
    """What is played."""
    parser.add_argument("--players", type=int, default=3, help="2 to 8 (default: 3)")
    parser.add_argument("--edition", default="2nd", help="1st or 2nd (default: 2nd)")
    add_expansions(parser)
    parser.add_argument("--teams", action="store_true", help="two and two together")
    add_leaders(parser)


def check_cores(cores: int | None) -> None:
    if cores is not None and cores < 1:
        raise ValueError("--cores is at least 1.")


class Playing:
    """The progress of games: a bar and a watch; first of what is compiled, whose names begin so.

    It is called with the games that are there when playing begins, after all has been compiled, and
    then with those that are played; the time counts from the first call on.
    """

    def __init__(self, games: int, begins: tuple[str, ...] = ("",)) -> None:
        self._bar, self._begins = progress_bar(), begins
        self._shown = ExitStack()
        self._task = self._bar.add_task("Playing", total=games)
        self._begun = time.perf_counter()
        self._told: list[int] = []

    def __enter__(self) -> Playing:
        self._shown.enter_context(self._bar)
        self._shown.enter_context(told_in_seconds(self._bar, self._begins))
        return self

    def __exit__(self, *_: object) -> None:
        self._shown.close()
        self.seconds = time.perf_counter() - self._begun

    def __call__(self, games: int) -> None:
        if not self._told:
            self._begun = time.perf_counter()
        self._told.append(games)
        self._bar.advance(self._task, games)

    @property
    def there(self) -> int:
        return sum(self._told)

    @property
    def played(self) -> int:
        return sum(self._told[1:])
