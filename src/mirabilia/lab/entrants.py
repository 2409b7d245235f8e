"""Who takes part in a tournament, and who sits where in which game.

A deal is played several times: the bots move on by a seat until each has sat everywhere, so that
nobody has better boards or cards than another. In teams both seats of a team are one bot's, and
teams move on together.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from .. import bots
from ..game.setup import SEEDS, Setup, SetupError, Wanted, check_setup

ROUND_ROBIN, RANDOM, FIXED = "round-robin", "random", "fixed"
_BUDGET = re.compile(r"(\d+(?:\.\d+)?)(ms|s|p)")


@dataclass(frozen=True)
class Entrant:
    """A bot with what it may use for a decision: some time, or a number of playouts.

    >>> Entrant.parse("expert@200ms").seconds
    0.2
    >>> str(Entrant.parse("expert@500p"))
    'expert@500p'
    """

    text: str
    bot: str
    seconds: float | None = None
    playouts: int | None = None

    def __str__(self) -> str:
        return self.text

    @classmethod
    def parse(cls, text: str) -> Entrant:
        text = text.strip()
        name, at, budget = text.partition("@")
        match = _BUDGET.fullmatch(budget)
        if at and not match:
            raise ValueError(f"{text!r}: a budget is such as @200ms, @1.5s or @500p (playouts).")
        if not match:
            return cls(text, name)
        number, unit = float(match[1]), match[2]
        if number <= 0 or (unit == "p" and number != int(number)):
            raise ValueError(f"{text!r}: a budget is some time or a whole number of playouts.")
        if unit == "p":
            return cls(text, name, playouts=int(number))
        return cls(text, name, seconds=number / 1000 if unit == "ms" else number)

    def make(self) -> bots.Bot:
        return bots.make(self.bot, self.seconds, self.playouts)


class Pairing(NamedTuple):
    """One game of a tournament: which deal, which line-up of it, how far the bots moved on."""

    deal: int
    lineup: int
    rotation: int


@dataclass(frozen=True)
class Tournament:
    """Everything that decides who plays what, save the number of deals."""

    entrants: tuple[Entrant, ...]
    setup: Setup
    mode: str = ROUND_ROBIN

    @classmethod
    def checked(
        cls, names: Sequence[str], *, mode: str = ROUND_ROBIN, seed: int = 0, **options: object
    ) -> Tournament:
        """A tournament that can be played, or a sentence why not. ``fixed``: one bot a chair."""
        if mode not in (ROUND_ROBIN, RANDOM, FIXED):
            raise ValueError(f"mode is {ROUND_ROBIN!r}, {RANDOM!r} or {FIXED!r}, not {mode!r}.")
        entrants = tuple(Entrant.parse(name) for name in names)
        if not entrants:
            raise ValueError("A tournament needs a bot.")
        for entrant in entrants:
            entrant.make()
        setup = check_setup(Wanted(seed=seed, **options))  # type: ignore[arg-type]
        found = cls(entrants, setup, mode)
        if mode == FIXED and len(entrants) != found.chairs:
            raise SetupError(
                f"--against needs {found.chairs} bots, one for each "
                f"{'team' if setup.teams else 'player'}, not {len(entrants)}."
            )
        if mode != FIXED and len({str(entrant) for entrant in entrants}) < len(entrants):
            raise ValueError("Name every bot once; --against takes one several times.")
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """Those who take part, each once."""
        return tuple(dict.fromkeys(str(entrant) for entrant in self.entrants))

    @property
    def chair_size(self) -> int:
        return 2 if self.setup.teams else 1

    @property
    def chairs(self) -> int:
        """How many bots a game needs: one for each player, or for each team."""
        return self.setup.players // self.chair_size

    def seed_of(self, deal: int) -> int:
        return (self.setup.seed + deal) % SEEDS

    def lineups(self, deal: int) -> list[tuple[int, ...]]:
        """Who meets in a deal, in their order round the table."""
        chance = random.Random(f"{self.setup.seed} {deal}")
        everyone = range(len(self.entrants))
        if self.mode == FIXED:
            found = [tuple(everyone)]
        elif self.mode == RANDOM:
            found = [self._drawn(chance)]
        elif len(everyone) >= self.chairs:
            found = list(combinations(everyone, self.chairs))
        else:
            several = combinations_with_replacement(everyone, self.chairs)
            found = [lineup for lineup in several if len(set(lineup)) == len(everyone)]
        return [tuple(chance.sample(lineup, len(lineup))) for lineup in found]

    def _drawn(self, chance: random.Random) -> tuple[int, ...]:
        """Everybody at most once, or where there are too few, at least once."""
        everyone = range(len(self.entrants))
        if len(everyone) >= self.chairs:
            return tuple(chance.sample(everyone, self.chairs))
        return (*everyone, *chance.choices(everyone, k=self.chairs - len(everyone)))

    def pairings(self, deal: int) -> Iterator[tuple[Pairing, tuple[int, ...]]]:
        """The games of a deal, with the entrant of each chair; none is played twice."""
        for number, lineup in enumerate(self.lineups(deal)):
            seen = set()
            for rotation in range(self.chairs):
                turned = lineup[rotation:] + lineup[:rotation]
                named = tuple(str(self.entrants[at]) for at in turned)
                if named not in seen:
                    seen.add(named)
                    yield Pairing(deal, number, rotation), turned

    def seats(self, chairs: Sequence[int]) -> list[int]:
        """The entrant of each seat."""
        return [at for at in chairs for _ in range(self.chair_size)]
