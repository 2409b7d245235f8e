"""Reviews of finished games: made in the background when somebody looks, one decision at a time.

The workers are asked for one short piece after another, and only when no bot and no hint waits;
each piece is stored before it is shown, so that after a restart a review goes on where it was as
soon as somebody looks again. One review is made after another, in the order in which they were
asked for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...game.replays import Replay
from ...review import written
from ...review.decisions import Owed, Walk, turns_of
from ...review.judgement import Expected, Moment, Review, Verdict
from ...review.why import judgement
from ..settings import Settings
from ..tasks import in_background
from . import archive, review_rows
from .archive import Filed
from .refused import Refused
from .review_rows import COURSE, Rows
from .review_view import (
    DONE,
    FAILED,
    NO_ANSWER,
    OTHER_RULES,
    QUEUED,
    WARMING,
    WORKING,
    ReviewView,
)
from .schema import Change
from .shelf import Shelf
from .storage import Storage
from .table_view import PERSON
from .thinking import Found, Thinking
from .warmth import WarmUp

log = logging.getLogger("mirabilia.reviewing")
_TURNS_AT_ONCE = 3  # of the course, in one piece of work
_LOOK = 1.0  # seconds between two looks at whether the bots are there
_MOST_FAILURES = 100


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A review that is being made, or waits for it."""

    code: str
    player: int
    address: str | None


class _Failed(Exception):
    """A review can't go on; why is one of the reasons of ``review_view``."""


def judge_one(owed: Owed) -> Verdict | None:
    """In a worker: what a search makes of a decision; None if it failed."""
    from ...review.review import verdict_on

    try:
        return verdict_on(owed)
    except Exception:
        return None  # the server says so; the worker goes on


def expect(given: tuple[Mapping[str, Any], Sequence[Moment]]) -> list[Expected] | None:
    """In a worker: what everybody could expect after some turns of a record."""
    from ...review.course import expected

    try:
        replay = Replay(given[0])
        return [expected(replay, moment) for moment in given[1]]
    except Exception:
        return None


class Reviewing:
    """All reviews of a server."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        shelf: Shelf,
        thinking: Thinking,
        warm_up: WarmUp,
    ) -> None:
        self._settings, self._storage, self._shelf = settings, storage, shelf
        self._thinking, self._warm_up = thinking, warm_up
        self._wanted: dict[tuple[str, int], _Wanted] = {}  # the first one is being made
        self._failed: dict[tuple[str, int], str] = {}  # why
        self._task: asyncio.Task[None] | None = None

    async def look(
        self,
        code: str,
        player: int | None = None,
        visitor: str | None = None,
        *,
        address: str | None = None,
        again: bool = True,
    ) -> ReviewView:
        """What there is of a review; the rest of it is made from now on. ``again``: also if that
        went wrong before.
        """
        game = await self._shelf.find(code)
        you = next((one.seat for one in game.players if visitor and one.visitor == visitor), None)
        player = _whose(game, you) if player is None else player
        if not 0 <= player < len(game.players):
            raise Refused("There is no seat %(seat)d in this game.", 404, seat=player)
        rows = await self._rows(game.code, player)
        key = game.code, player
        if rows.complete:
            return self._view(game, player, rows, you, DONE)
        if again:
            self._failed.pop(key, None)
        if key not in self._failed:
            self._want(_Wanted(game.code, player, address))
        return self._view(game, player, rows, you, self._state(key))

    async def _rows(self, code: str, player: int) -> Rows:
        return await asyncio.to_thread(
            self._storage.read, lambda connection: review_rows.read(connection, code, player)
        )

    def _view(
        self, game: Filed, player: int, rows: Rows, you: int | None, state: str
    ) -> ReviewView:
        names = tuple(one.name for one in game.players)
        review = Review(
            player,
            rows.owed or 0,
            rows.turns or 0,
            tuple(rows.judgements.values()),
            tuple(rows.course.values()),
        )
        waiting = list(self._wanted)
        before = waiting.index((game.code, player)) if state == QUEUED else 0
        free_city = ("Free City",) if len(names) == 2 else ()
        why = self._failed.get((game.code, player), "")
        return ReviewView(game, names + free_city, review, state, you, before, why)

    def _state(self, key: tuple[str, int]) -> str:
        if key in self._failed:
            return FAILED
        if self._warm_up.warmth is not None:
            return WARMING
        return WORKING if key == next(iter(self._wanted), None) else QUEUED

    def _want(self, wanted: _Wanted) -> None:
        key = wanted.code, wanted.player
        if key in self._wanted:
            return
        if (warmth := self._warm_up.warmth) and warmth.failed:
            raise Refused("The bots that could review a game can't be made ready here.", 503)
        own = sum(other.address == wanted.address for other in self._wanted.values())
        if wanted.address is not None and own >= self._settings.address_reviews:
            raise Refused("Too many reviews are asked for where you are; try again later.", 429)
        if len(self._wanted) >= self._settings.most_reviews:
            raise Refused("Too many reviews are being made; try again later.", 503)
        self._wanted[key] = wanted
        if self._task is None or self._task.done():
            self._task = in_background(self._make_all(), "reviews")

    async def _make_all(self) -> None:
        """One after another, until nobody wants any."""
        while self._wanted:
            key, wanted = next(iter(self._wanted.items()))
            try:
                await self._make(wanted)
            except Exception as error:
                self._note_failure(key, error)
            finally:
                self._wanted.pop(key, None)

    def _note_failure(self, key: tuple[str, int], error: Exception) -> None:
        if isinstance(error, _Failed):
            why = str(error)
            log.warning("a review failed", extra={"code": key[0], "why": why})
        else:
            why = NO_ANSWER
            log.error("a review failed", extra={"code": key[0]}, exc_info=error)
        self._failed[key] = why
        while len(self._failed) > _MOST_FAILURES:
            del self._failed[next(iter(self._failed))]

    async def _make(self, wanted: _Wanted) -> None:
        await self._bots_are_there()
        code, player = wanted.code, wanted.player
        try:
            game, record = await self._shelf.find(code), await self._shelf.record(code)
        except Refused:
            return  # its end was taken back, or it is kept no longer
        try:
            walk, turns = await asyncio.to_thread(_gone_through, record, player)
        except ValueError:
            raise _Failed(OTHER_RULES) from None
        rows = await self._begun(game, player, walk, turns)
        left = [(at, turn) for at, turn in enumerate(turns) if at not in rows.course]
        for first in range(0, len(left), _TURNS_AT_ONCE):
            some = left[first : first + _TURNS_AT_ONCE]
            found = await self._thinking.work(expect, (record, [turn for _, turn in some]))
            parts = {
                at: written.write_expected(each)
                for (at, _), each in zip(some, _there(found), strict=True)
            }
            if not await self._store(game, COURSE, parts):
                return
        for owed in walk.owed:
            if owed.number not in rows.judgements:
                verdict = _there(await self._thinking.work(judge_one, owed))
                judged = written.write_judgement(judgement(owed, verdict, walk))
                if not await self._store(game, player, {owed.number: judged}):
                    return

    async def _begun(self, game: Filed, player: int, walk: Walk, turns: Sequence[Moment]) -> Rows:
        """What there is already, after it is noted how much there will be."""
        rows = await self._rows(game.code, player)
        counts = ((COURSE, rows.turns, len(turns)), (player, rows.owed, len(walk.owed)))
        begun = [
            review_rows.begin(game.code, game.digest, of, count)
            for of, known, count in counts
            if known != count
        ]
        if begun:
            await self._storage.write(Change("", also=begun))
            rows = await self._rows(game.code, player)
        return rows

    async def _bots_are_there(self) -> None:
        while (warmth := self._warm_up.warmth) is not None:
            if warmth.failed:
                raise _Failed(NO_ANSWER)
            await asyncio.sleep(_LOOK)

    async def _store(
        self, game: Filed, player: int, parts: Mapping[int, Mapping[str, Any]]
    ) -> bool:
        """Keep some more of a review; False: the game is not the one that was reviewed any more."""
        writing = review_rows.add(game.code, game.digest, player, parts)
        await self._storage.write(Change("", also=[writing]))
        digest = await asyncio.to_thread(
            self._storage.read, lambda connection: archive.digest_at(connection, game.code)
        )
        return digest == game.digest

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def _there(found: Found | None) -> Found:
    """What a worker has found, if it has."""
    if found is None:
        raise _Failed(NO_ANSWER)
    return found


def _whose(game: Filed, you: int | None) -> int:
    """The reader's seat; else the first person's."""
    if you is not None:
        return you
    return next((one.seat for one in game.players if one.kind == PERSON), 0)


def _gone_through(record: Mapping[str, Any], player: int) -> tuple[Walk, list[Moment]]:
    replay = Replay(record)
    return Walk(replay, player), turns_of(replay)
