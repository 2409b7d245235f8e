"""How each line of a score sheet came about: which thing gave how many points.

The engine counts, and nothing here knows what a card is worth: what a thing gives is what the sheet
lacks once nothing is printed on it. So the engine scores again and again, each time with tables
from which one thing is gone. What it counts in several cities is taken apart in the same way, and
symbols of free choice are settled one by one, each so that the engine finds no more and no less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..catalogue import SCIENCE
from ..engine import kinds
from ..engine import state as s
from ..engine.tables import FIRST_STAGE, IN_CITIES, ON_LEFT, ON_RIGHT, SELF, Rulebook
from . import numbers
from .codec import item_name, lines_of
from .positions import TOKENS
from .setup import Setup

_SCORES = (
    kinds.POINTS,
    kinds.POINTS_PER,
    kinds.POINTS_IF_WONDER_COMPLETE,
    kinds.POINTS_IF_MORE,
    kinds.POINTS_IF_UNDEFEATED,
    kinds.POINTS_IF_ONLY_LEADER,
)
_AROUND = {SELF: 0, ON_LEFT: 1, ON_RIGHT: -1}
_FREE = len(SCIENCE)  # where a city's symbols of free choice are counted
Lines = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Part:
    """What gave points on a line.

    ``kind`` is ``item`` (a card, stage, leader or island, by its name), ``copied`` (a neighbour's
    leader), ``guild`` (a neighbour's), ``buried``, ``fleet``, ``victories`` and ``naval`` (tokens,
    ``name`` is their value), ``defeats``, ``coins``, ``debts``, ``symbols`` (``name`` is which) or
    ``sets``. ``number`` is how many of it there are, ``chosen`` how many symbols of them were not
    fixed. ``around`` has the points by seat of what counts in several cities.
    """

    line: str
    kind: str
    points: int
    name: str = ""
    number: int = 1
    chosen: int = 0
    around: tuple[tuple[int, int], ...] = ()


def breakdown(setup: Setup, games: npt.NDArray[np.void]) -> tuple[tuple[Part, ...], ...]:
    """For each seat the parts of its sheet, line by line; those of a line sum up to it."""
    counting = _Counting(setup, games)
    return tuple(tuple(counting.parts(seat)) for seat in range(setup.seats))


class _Counting:
    """A game's record, scored with tables of its own."""

    def __init__(self, setup: Setup, games: npt.NDArray[np.void]) -> None:
        self._setup, self._book, self._games = setup, setup.book, games.copy()
        self._g = self._games[0]
        self._tables = setup.book.tables.copy()
        self._t = self._tables[0]
        self._names = {name: line for line, name in lines_of(setup.expansions).items()}
        self._gaps: dict[int, Lines] = {}

    def _lines(self, games: npt.NDArray[np.void] | None = None) -> Lines:
        found = numbers.counted(self._games if games is None else games, self._tables)
        lines: Lines = found.lines.astype(np.int16)
        return lines

    @cached_property
    def _whole(self) -> Lines:
        return self._lines()

    def _without(self, items: Iterable[int]) -> Lines:
        """The lines of all with nothing printed on some things."""
        items = list(items)
        before = self._t.effects_n[items].copy()
        self._t.effects_n[items] = 0
        lines = self._lines()
        self._t.effects_n[items] = before
        return lines

    def _gap(self, item: int) -> Lines:
        """The points that a thing gives to whoever has it."""
        if item not in self._gaps:
            self._gaps[item] = self._whole - self._without([item])
        return self._gaps[item]

    def parts(self, seat: int) -> Iterator[Part]:
        own = [*self._things(seat), *self._tokens(seat)]
        for name, line in self._names.items():
            mine = [part for part in own if part.line == name]
            left = int(self._whole[seat, line]) - sum(part.points for part in mine)
            yield from mine
            if name == "green":
                yield from self._science(seat)
            elif left:
                yield from self._rest(seat, name, left)

    def _things(self, seat: int) -> Iterator[Part]:
        """Cards, stages, leaders and islands that can score."""
        g = self._g
        stages = [
            FIRST_STAGE + s.STAGES * int(g.board[seat]) + stage
            for stage in range(s.STAGES)
            if g.stages[seat] >> stage & 1
        ]
        cards = g.city[seat, : g.city_n[seat]].tolist()
        leaders = g.leaders[seat, : g.leaders_n[seat]].tolist()
        islands = g.islands[seat, : g.islands_n[seat]].tolist()
        for item, number in Counter([*stages, *cards, *leaders, *islands]).items():
            if self._scores(item):
                yield self._thing(seat, item, "item", number)
        copied = int(g.copied[seat]) if "leaders" in self._setup.expansions else s.NONE
        if copied != s.NONE and copied not in leaders and self._scores(copied):
            yield self._thing(seat, copied, "copied", 1)

    def _scores(self, item: int) -> bool:
        effects = self._t.effects[item, : self._t.effects_n[item]]
        return any(int(effect[0]) in _SCORES for effect in effects)

    def _thing(self, seat: int, item: int, kind: str, number: int) -> Part:
        gap = self._gap(item)[seat]
        points = sum(int(gap[line]) for name, line in self._names.items() if name != "green")
        name = item_name(self._book, item) or ""
        return Part(
            self._line_of(item), kind, points, name, number, 0, self._around(seat, item, number)
        )

    def _line_of(self, item: int) -> str:
        if item >= FIRST_STAGE:
            return "wonder"
        colour = int(self._t.colour[item])
        special = {s.LEADER: "leaders", s.ISLAND: "islands", s.YELLOW: "yellow"}
        special |= {s.PURPLE: "purple", s.BLACK: "black"}
        return special.get(colour, "blue")

    def _around(self, seat: int, item: int, number: int) -> tuple[tuple[int, int], ...]:
        """Its points by city, where it counts in those of neighbours: asked for one at a time."""
        count = int(self._t.effects_n[item])
        effects = self._t.effects[item, :count]
        beside = [int(effect[IN_CITIES]) & (ON_LEFT | ON_RIGHT) for effect in effects]
        if not any(beside) or any(int(effect[0]) != kinds.POINTS_PER for effect in effects):
            return ()
        found: Counter[int] = Counter()
        nothing, before = self._without([item]), effects.copy()
        for where, step in _AROUND.items():
            if any(int(effect[IN_CITIES]) & where for effect in before):
                effects[:, IN_CITIES] = before[:, IN_CITIES] & where
                gap = self._lines()[seat] - nothing[seat]
                found[(seat + step) % self._setup.seats] += int(gap.sum()) // number
                effects[:] = before
        return tuple(found.items())

    def _tokens(self, seat: int) -> Iterator[Part]:
        g = self._g
        for value, count in zip(TOKENS, g.victories[seat].tolist(), strict=True):
            if count:
                yield Part("military", "victories", value * count, str(value), count)
        if g.defeats[seat]:
            yield Part("military", "defeats", -int(g.defeats[seat]), "", int(g.defeats[seat]))
        if g.coins[seat]:
            points = int(self._whole[seat, s.COINS])
            yield Part("coins", "coins", points, "", int(g.coins[seat]))
        if "leaders" in self._setup.expansions:
            worth = numbers.counted(self._games, self._tables).buried
            for leader in g.buried[seat, : g.buried_n[seat]].tolist():
                yield Part("wonder", "buried", int(worth[leader]), self._book.card_id(leader))
        if "cities" in self._setup.expansions and g.debts[seat]:
            yield Part("debts", "debts", -int(g.debts[seat]), "", int(g.debts[seat]))
        if "armada" in self._setup.expansions:
            for value, count in zip(s.NAVAL_VALUES, g.naval_tokens[seat].tolist(), strict=True):
                if count:
                    yield Part("naval", "naval", value * count, str(value), count)

    def _rest(self, seat: int, line: str, points: int) -> Iterator[Part]:
        """What is on a line and on no thing of the city's: a fleet, a copied guild, sets."""
        if line == "blue":
            fleet = int(self._g.fleets[seat, s.BLUE_FLEET])
            yield Part(line, "fleet", points, "blue", fleet)
        elif line == "purple":
            guild = self._copied_guild(seat)
            yield Part(line, "guild", points, self._book.card_id(guild) if guild >= 0 else "")
        else:
            yield Part(line, "item", points, self._for_sets(seat))

    def _for_sets(self, seat: int) -> str:
        """Who has points for sets of symbols, which stand apart from his others (L9)."""
        g, copied = self._g, int(self._g.copied[seat])
        leaders = [*g.leaders[seat, : g.leaders_n[seat]].tolist(), copied]
        for number in (leader for leader in leaders if leader != s.NONE):
            if any(effect.counted == "science_set" for effect in self._book.cards[number].effects):
                return self._book.card_id(number)
        return ""

    def _copied_guild(self, seat: int) -> int:
        """The neighbours' guild that counts for a seat (B21), found by leaving only one; or -1."""
        if not self._g.rights[seat] & s.RIGHT_COPY_GUILD:
            return -1
        guilds = list(dict.fromkeys(self._guilds_beside(seat)))
        best, most = -1, int(self._without(guilds)[seat].sum())
        for guild in guilds:
            total = int(self._without(other for other in guilds if other != guild)[seat].sum())
            if total > most:
                best, most = guild, total
        return best

    def _guilds_beside(self, seat: int) -> Iterator[int]:
        g, seats = self._g, self._setup.seats
        for neighbour in ((seat + 1) % seats, (seat - 1) % seats):
            for card in g.city[neighbour, : g.city_n[neighbour]].tolist():
                if self._t.colour[card] == s.PURPLE:
                    yield card

    def _science(self, seat: int) -> Iterator[Part]:
        """The symbols as they are counted, and their sets."""
        settled = _Symbols(self, seat)
        alone = settled.alone()
        for at, symbol in enumerate(SCIENCE):
            if settled.counts[at]:
                chosen = max(settled.counts[at] - int(self._g.science[seat, at]), 0)
                yield Part("green", "symbols", alone[at], symbol, settled.counts[at], chosen)
        points = int(self._whole[seat, s.SCIENCE]) - sum(alone)
        if points:
            yield Part("green", "sets", points, "", min(settled.counts))


class _Symbols:
    """The symbols of a city, each settled: of free choice, copied, swapped, of the majority (L9).

    One after the other is made a fixed one in a copy of the record, so that the engine, which finds
    the best for those still open, counts the same as before.
    """

    def __init__(self, counting: _Counting, seat: int) -> None:
        self._counting, self._seat = counting, seat
        self._games = counting._games.copy()
        self._g = self._games[0]
        self._power = self._g.power[seat]
        self._science = self._g.science[seat]
        guild = counting._copied_guild(seat)
        self._g.rights[seat] &= ~np.uint8(s.RIGHT_COPY_GUILD)
        if guild >= 0:
            effects = counting._book.cards[guild].effects
            self._science[_FREE] += sum(effect.kind == "science" for effect in effects)
        self._wanted = self._worth()
        self._settle()
        self.counts = [int(count) for count in self._science[:_FREE]]

    def _worth(self) -> int:
        lines = self._counting._lines(self._games)[self._seat]
        return int(lines[s.SCIENCE]) + int(lines[s.LEADER_LINE])

    def _same(self, more: int | None, less: int | None = None) -> bool:
        """Whether one symbol more of a kind, and one less, is worth what is wanted; else undone."""
        if less is not None and not self._science[less]:
            return False
        for at, change in ((more, 1), (less, -1)):
            if at is not None:
                self._science[at] = int(self._science[at]) + change
        if self._worth() == self._wanted:
            return True
        for at, change in ((more, 1), (less, -1)):
            if at is not None:
                self._science[at] = int(self._science[at]) - change
        return False

    def _settle(self) -> None:
        while self._science[_FREE]:
            if not any(self._same(symbol, _FREE) for symbol in range(_FREE)):
                return
        if not self._counting._setup.expansions:
            return
        there = self._beside()
        while self._power[kinds.COPY_SCIENCE]:
            self._power[kinds.COPY_SCIENCE] -= 1
            for symbol in range(_FREE):
                if there[symbol] and self._same(symbol):
                    there[symbol] -= 1
                    break
        if self._power[kinds.SWAP_SYMBOL]:
            self._power[kinds.SWAP_SYMBOL] = 0
            if not self._same(None):
                pairs = ((to, of) for to in range(_FREE) for of in range(_FREE) if to != of)
                any(self._same(to, of) for to, of in pairs)
        while self._power[kinds.MAJORITY]:
            self._power[kinds.MAJORITY] -= 1
            most = int(np.argmax(self._science[:_FREE]))
            self._science[most] += 1

    def _beside(self) -> list[int]:
        """How many green cards of the neighbours show each symbol (C7)."""
        book: Rulebook = self._counting._book
        g, seats = self._g, self._counting._setup.seats
        found: Counter[str] = Counter()
        for neighbour in ((self._seat + 1) % seats, (self._seat - 1) % seats):
            for number in g.city[neighbour, : g.city_n[neighbour]].tolist():
                card: Any = book.cards[number]
                if card.colour == "green":
                    single = (one.options for one in card.effects if one.kind == "science")
                    found.update(options[0] for options in single if len(options) == 1)
        return [found[symbol] for symbol in SCIENCE]

    def alone(self) -> list[int]:
        """What the symbols of each kind bring without the others."""
        found, counts = [], self._science.copy()
        for symbol in range(_FREE):
            self._science[:] = 0
            self._science[symbol] = counts[symbol]
            found.append(int(self._counting._lines(self._games)[self._seat][s.SCIENCE]))
        self._science[:] = counts
        return found
