"""The tables that other processes of the same database keep, in outline, as these tell of them.

Nothing is decided by what is known here; it is what lists show and who sits where. A process tells
another one all its tables at first, then what has changed: most of that is a decision within
a game, of which little has to be told. Which tables are open to newcomers hangs on whether their
hosts are there, which only their keepers see: that is told, too.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any

from .outline import Outline
from .register import Register
from .schema import Seat
from .table_view import OVER, Options
from .timing import Timing

_EVERY = 0.1  # seconds between two messages


class Elsewhere:
    """All tables kept by others. ``kept`` says whether one is kept here, ``over`` is called with
    the code of a finished one that goes.
    """

    def __init__(
        self, register: Register, kept: Callable[[str], bool], over: Callable[[str], None]
    ) -> None:
        self._register, self._kept, self._over = register, kept, over
        self.outlines: dict[str, Outline] = {}
        self._keepers: dict[str, int] = {}
        self._open: dict[int, set[str]] = {}
        self.listeners: set[Telling] = set()

    def changed(self, code: str) -> None:
        """A table of this process has changed, is new, or has gone: others hear of it."""
        for each in self.listeners:
            each.changed(code)

    def keeper(self, code: str) -> int | None:
        """Which process keeps a table, as far as is known."""
        return self._keepers.get(code)

    def open_tables(self) -> Iterator[Outline]:
        """Those that wait for others while their host is there."""
        for codes in self._open.values():
            yield from (self.outlines[code] for code in codes if code in self.outlines)

    def take_in(self, number: int, message: Mapping[str, Any]) -> None:
        """What a process tells of its tables."""
        if message.get("all"):
            there = {row["code"] for row in message["tables"]}
            for code in [code for code, of in self._keepers.items() if of == number]:
                if code not in there:
                    self.forget(code)
        for row in message.get("tables", ()):
            self._enter(number, _read(row))
        for code, *rest in message.get("steps", ()):
            if before := self.outlines.get(code):
                self.outlines[code] = _with_step(before, rest)
                self._keepers[code] = number
        for code in message.get("gone", ()):
            if self._keepers.get(code) == number:
                if self.outlines[code].status == OVER:
                    self._over(code)
                self.forget(code)
        if "open" in message:
            self._open[number] = set(message["open"])

    def _enter(self, number: int, outline: Outline) -> None:
        if self._kept(outline.code):
            return  # it has come here meanwhile
        self._keepers[outline.code] = number
        self.outlines[outline.code] = outline
        self._register.enter(outline.code, (seat.visitor for seat in outline.seats))

    def forget(self, code: str) -> None:
        """It is kept here from now on, or by nobody."""
        if self._keepers.pop(code, None) is not None:
            del self.outlines[code]
            self._register.forget(code)

    def mistaken(self, code: str, number: int) -> None:
        """A process does not keep a table of which that was believed; its seats are still true."""
        if self._keepers.get(code) == number:
            self._keepers[code] = 0

    def lose(self, number: int) -> None:
        """A process has gone; somebody else will tell of its tables."""
        self._open.pop(number, None)

    def thin(self, there: Iterable[str]) -> None:
        """Of tables that are no more, none of those who kept them may have lived to tell."""
        for code in set(self._keepers) - set(there):
            self.forget(code)


class Telling:
    """What this process tells one other: ``changed`` is called with codes, ``messages`` goes on for
    as long as that one listens.
    """

    def __init__(
        self, own: Callable[[], Mapping[str, Outline]], open_codes: Callable[[], Iterable[str]]
    ) -> None:
        self._own, self._open_codes = own, open_codes
        self._news: dict[str, None] = {}
        self._alarm = asyncio.Event()
        self._told: dict[str, Outline] = {}
        self._open: list[str] = []

    def changed(self, code: str) -> None:
        self._news[code] = None
        self._alarm.set()

    def first(self) -> bytes:
        """Everything."""
        self._told = dict(self._own())
        self._open = sorted(self._open_codes())
        rows = [_row(outline) for outline in self._told.values()]
        return _json({"all": True, "tables": rows, "open": self._open})

    async def next(self, patience: float) -> bytes:
        """What has changed, at the latest after so many seconds: then perhaps nothing."""
        try:
            async with asyncio.timeout(patience):
                await self._alarm.wait()
                await asyncio.sleep(_EVERY)  # what comes together is told together
        except TimeoutError:
            pass
        self._alarm.clear()
        news, self._news = self._news, {}
        own, message = self._own(), dict[str, list[Any]]()
        for code in news:
            now, before = own.get(code), self._told.get(code)
            if now is None:
                if self._told.pop(code, None):
                    message.setdefault("gone", []).append(code)
                continue
            self._told[code] = now
            if before and _with_step(before, _step(now)) == now:
                message.setdefault("steps", []).append([code, *_step(now)])
            else:
                message.setdefault("tables", []).append(_row(now))
        if (waiting := sorted(self._open_codes())) != self._open:
            self._open = message["open"] = waiting
        return _json(message)


def _json(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


def _step(outline: Outline) -> list[Any]:
    """What a decision changes."""
    return [
        outline.version,
        outline.touched,
        sorted(outline.owing),
        outline.bots_owe,
        outline.age,
        outline.turn,
        outline.step,
    ]


def _with_step(outline: Outline, step: list[Any]) -> Outline:
    version, touched, owing, bots_owe, age, turn, number = step
    return replace(
        outline,
        version=version,
        touched=touched,
        owing=frozenset(owing),
        bots_owe=bots_owe,
        age=age,
        turn=turn,
        step=number,
    )


_PLAIN = (
    *("code", "version", "status", "host", "next_code", "created", "touched", "age", "turn"),
    *("bots_owe", "taken_back", "step"),
)


def _row(outline: Outline) -> dict[str, Any]:
    """An outline as JSON."""
    return {
        **{name: getattr(outline, name) for name in _PLAIN},
        "options": asdict(outline.options),
        "seats": [asdict(seat) for seat in outline.seats],
        "owing": sorted(outline.owing),
        "result": outline.result,
        "timing": [outline.timing.text(), outline.timing.deadline],
    }


def _read(row: Mapping[str, Any]) -> Outline:
    options = {**row["options"], "expansions": tuple(row["options"]["expansions"])}
    return Outline(
        options=Options(**options),
        seats=tuple(Seat(**seat) for seat in row["seats"]),
        owing=frozenset(row["owing"]),
        result=tuple((place, points) for place, points in row["result"]),
        timing=Timing.read(*row["timing"]),
        **{name: row[name] for name in _PLAIN},
    )
