"""Replays that are looked at, and records that somebody brings.

A game is replayed by the engine in another thread, one at a time and within a time; the last ones
stay opened, within so many bytes. What somebody brings is a stranger's: it is read within bounds,
played by the engine from the deal to the end, and only then kept.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from ...game.replays import Replay
from ...texts import N_
from ..settings import Settings
from . import archive, fair, printed, visitors
from .bulletin import SHELF
from .leases import notify
from .moments import Moment, Opened
from .names import LONGEST_NAME, clean_name
from .printed import NoCards
from .refused import Refused
from .shelf import Shelf, no_such_game
from .storage import Storage

_MOST_BYTES = 64 * 1024 * 1024  # of opened replays
_MOST_WAITING = 20  # who want a game to be replayed; more are turned away
_LONGEST_SAID = 300
_MOST_TAKEN_BACK = 1000  # no table allows so many
_DIGEST = re.compile(r"[0-9a-f]{16,64}")
NO_RECORD = N_("This record can't be replayed. What is wrong with it, in English: %(why)s")
_GAVE_UP = N_("That game takes too long to be replayed at the moment; try again later.")


class TooSlow(Exception):
    """A game was not replayed in its time."""


class Replays:
    """What is opened, by code; ``taken`` says whether a code is that of a table."""

    def __init__(
        self,
        shelf: Shelf,
        storage: Storage,
        settings: Settings,
        taken: Callable[[str], bool],
    ) -> None:
        self._shelf, self._storage, self._settings, self._taken = shelf, storage, settings, taken
        self._opened: OrderedDict[str, Opened] = OrderedDict()  # by the digest of the record
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0

    async def moment(
        self, code: str, at: int | None = None, seat: int | None = None, side: int = 0
    ) -> Moment:
        """A moment of a game, the last one unless another is asked for."""
        opened = await self.open(code)
        when = opened.replay.last if at is None else at
        return await asyncio.to_thread(opened.moment, when, seat, side)

    async def open(self, code: str) -> Opened:
        """The replay of a game that is kept; a game whose end was taken back is not."""
        read = code_in(code)
        digest = await self._storage.look_up(lambda connection: archive.digest_at(connection, read))
        if digest is None:
            raise no_such_game()
        found = self._opened.get(digest)
        if found is None or found.filed.code != read:
            found = await self._open(read)
        else:
            self._opened.move_to_end(digest)
        return found

    async def _open(self, code: str) -> Opened:
        async with _Turn(self):
            filed, record = await self._shelf.find(code), await self._shelf.record(code)
            found = self._opened.get(filed.digest)
            if found is not None and found.filed.code == code:
                return found  # somebody who asked before has opened it
            try:
                replay = await self._replayed(record)
            except Refused:
                raise
            except NoCards as error:
                raise Refused(str(error), 409) from None
            except ValueError as error:
                raise Refused.because(_said(error), 409, NO_RECORD) from None
            return self._keep(Opened(filed, replay))

    def _keep(self, opened: Opened) -> Opened:
        self._opened[opened.filed.digest] = opened
        self._opened.move_to_end(opened.filed.digest)
        while len(self._opened) > 1 and self._size > _MOST_BYTES:
            self._opened.popitem(last=False)
        return opened

    def close(self, *codes: str) -> None:
        """Have some games read again when somebody looks: what is kept of them has changed."""
        for digest, opened in list(self._opened.items()):
            if opened.filed.code in codes:
                del self._opened[digest]

    def close_all(self) -> None:
        """The same of all."""
        self._opened.clear()

    @property
    def _size(self) -> int:
        return sum(opened.size for opened in self._opened.values())

    async def _replayed(self, record: Mapping[str, Any]) -> Replay:
        """Play a record in another thread, and give up between two steps if it takes too long.

        What was played by other cards than today's is, by those, if they are kept.
        """
        named, cards = record.get("catalogue"), None
        if isinstance(named, str) and _DIGEST.fullmatch(named):
            cards = await asyncio.to_thread(printed.find, self._storage, named)
        until = time.monotonic() + self._settings.replay_seconds

        def hurry() -> None:
            if time.monotonic() > until:
                raise TooSlow

        try:
            return await asyncio.to_thread(Replay, record, hurry, cards)
        except TooSlow:
            raise Refused(_GAVE_UP, 503) from None

    # What is brought

    async def bring(self, record: object) -> str:
        """Keep a record that somebody has brought; its code. The same record has the same one."""
        if not isinstance(record, Mapping):
            raise Refused("A record is a JSON object, and this is not one.", 400)
        async with _Turn(self):
            try:
                replay = await self._replayed(_with_names(record))
                checked = _as_played(record, replay)
                if "fair" in checked:
                    await asyncio.to_thread(fair.check, checked, replay.ended.catalogue)
            except Refused:
                raise
            except ValueError as error:
                raise Refused.because(_said(error), 400, NO_RECORD) from None
            if not replay.ended.over:
                raise Refused("Only a game that is over can be looked at: this one is not.", 400)
            known = await self._storage.look_up(_find(archive.digest_of(checked)))
            if known:
                await self._storage.write_beside(archive.renew(known, time.time()))
                return known
            return await self._store(checked, replay)

    async def _store(self, record: Mapping[str, Any], replay: Replay) -> str:
        while (code := visitors.new_code()) in self._shelf or self._taken(code):
            pass
        filed = archive.filed(code, record, replay.ended)
        self._shelf.note(code)
        begun_with = printed.put(replay.ended.catalogue)
        put, told = archive.put(filed, record), notify(f"{SHELF} {code}")
        await self._storage.write_beside(put, begun_with, told)
        self._keep(Opened(filed, replay))
        return code


class _Turn:
    """Waits for one's turn to have a game replayed, unless too many wait already."""

    def __init__(self, replays: Replays) -> None:
        self._replays = replays

    async def __aenter__(self) -> None:
        if self._replays._waiting >= _MOST_WAITING:
            raise Refused(_GAVE_UP, 503)
        self._replays._waiting += 1
        try:
            await self._replays._one_at_a_time.acquire()
        except BaseException:
            self._replays._waiting -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self._replays._waiting -= 1
        self._replays._one_at_a_time.release()


def code_in(text: str) -> str:
    """The code of a game as it is stored; what can't be one is not looked for in the database."""
    code = visitors.read_code(text)
    if not visitors.CODE.fullmatch(code):
        raise no_such_game()
    return code


def _find(digest: str) -> Callable[[Any], str | None]:
    return lambda connection: archive.code_of(connection, digest)


def _with_names(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same game with names that can be shown; what is wrong otherwise the engine says."""
    setup = record.get("setup")
    players = setup.get("players") if isinstance(setup, Mapping) else None
    if not isinstance(setup, Mapping) or not isinstance(players, list):
        return record
    shown = [_shown(name, seat) for seat, name in enumerate(players)]
    return {**record, "setup": {**setup, "players": shown}}


def _shown(name: object, seat: int) -> object:
    if not isinstance(name, str):
        return name
    cut = " ".join(name.split())[:LONGEST_NAME]
    try:
        return clean_name(cut)
    except Refused:
        return f"Player {seat + 1}"


def _as_played(record: Mapping[str, Any], replay: Replay) -> dict[str, Any]:
    """The record as the engine writes it, with what has been checked besides."""
    checked = replay.ended.record()
    if "fair" in record:
        checked["fair"] = record["fair"]
    if record.get("taken_back"):
        checked["taken_back"] = min(record["taken_back"], _MOST_TAKEN_BACK)
    return checked


def _said(error: ValueError) -> ValueError:
    """A sentence that may quote a stranger's file: short, and in letters that can be shown."""
    text = "".join(char if char.isprintable() else "�" for char in str(error))
    return ValueError(text if len(text) <= _LONGEST_SAID else f"{text[:_LONGEST_SAID]} …")
