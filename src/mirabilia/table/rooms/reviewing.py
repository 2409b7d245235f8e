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

from ...catalogue import kept
from ...review import jobs, written
from ...review.decisions import Walk, turns_of
from ...review.judgement import Moment, Review
from ...review.why import judgement
from ..settings import Settings
from ..tasks import in_background
from . import archive, review_rows
from .archive import Filed
from .moments import Opened
from .refused import Refused
from .replaying import Replays
from .review_rows import COURSE, Rows
from .review_view import DONE, FAILED, QUEUED, WARMING, WORKING, ReviewView
from .storage import Storage
from .table_view import PERSON
from .thinking import NoAnswer, Thinking
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


class Reviewing:
    """All reviews of a server."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        replays: Replays,
        thinking: Thinking,
        warm_up: WarmUp,
    ) -> None:
        self._settings, self._storage, self._replays = settings, storage, replays
        self._thinking, self._warm_up = thinking, warm_up
        self._wanted: dict[tuple[str, int], _Wanted] = {}  # the first one is being made
        self._failed: dict[tuple[str, int], None] = {}
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
        opened = await self._replays.open(code)
        game = opened.filed
        you = next((one.seat for one in game.players if visitor and one.visitor == visitor), None)
        player = _whose(game, you) if player is None else player
        if not 0 <= player < len(game.players):
            raise Refused("There is no player at seat %(seat)d in this game.", 400, seat=player)
        rows = await self._rows(game.code, player)
        key = game.code, player
        if not rows.complete:
            if again:
                self._failed.pop(key, None)
            if key not in self._failed:
                self._want(_Wanted(game.code, player, address))
        end = await asyncio.to_thread(opened.moment, opened.replay.last, None, player)
        return ReviewView(
            end,
            Review(
                player,
                rows.owed or 0,
                rows.turns or 0,
                tuple(rows.judgements.values()),
                tuple(rows.course.values()),
            ),
            DONE if rows.complete else self._state(key),
            you,
            list(self._wanted).index(key) if key in self._wanted else 0,
        )

    async def _rows(self, code: str, player: int) -> Rows:
        return await self._storage.look_up(
            lambda connection: review_rows.read(connection, code, player)
        )

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
        why = "no answer" if isinstance(error, NoAnswer) else type(error).__name__
        log.error("a review failed", extra={"code": key[0], "why": why})
        self._failed[key] = None
        while len(self._failed) > _MOST_FAILURES:
            del self._failed[next(iter(self._failed))]

    async def _make(self, wanted: _Wanted) -> None:
        await self._bots_are_there()
        player = wanted.player
        try:
            opened = await self._replays.open(wanted.code)
        except Refused:
            return  # its end was taken back, or it is kept no longer
        game, record = opened.filed, opened.replay.ended.record()
        cards = kept.to_send(opened.replay.ended.catalogue)
        walk, turns = await asyncio.to_thread(_gone_through, opened, player)
        rows = await self._begun(game, player, walk, turns)
        left = [(at, turn) for at, turn in enumerate(turns) if at not in rows.course]
        for first in range(0, len(left), _TURNS_AT_ONCE):
            some = left[first : first + _TURNS_AT_ONCE]
            after = [turn for _, turn in some]
            found = await self._thinking.work(jobs.expected, record, after, cards)
            parts = {
                at: written.write_expected(each) for (at, _), each in zip(some, found, strict=True)
            }
            if not await self._store(game, COURSE, parts):
                return
        for owed in walk.owed:
            if owed.number not in rows.judgements:
                verdict = await self._thinking.work(jobs.verdict_on, owed, cards)
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
            await self._storage.write_beside(*begun)
            rows = await self._rows(game.code, player)
        return rows

    async def _bots_are_there(self) -> None:
        while (warmth := self._warm_up.warmth) is not None:
            if warmth.failed:
                raise NoAnswer
            await asyncio.sleep(_LOOK)

    async def _store(
        self, game: Filed, player: int, parts: Mapping[int, Mapping[str, Any]]
    ) -> bool:
        """Keep some more of a review; False: the game is not the one that was reviewed any more."""
        writing = review_rows.add(game.code, game.digest, player, parts)
        await self._storage.write_beside(writing)
        digest = await self._storage.look_up(
            lambda connection: archive.digest_at(connection, game.code)
        )
        return digest == game.digest

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def _whose(game: Filed, you: int | None) -> int:
    """The reader's seat; else the first person's."""
    if you is not None:
        return you
    return next((one.seat for one in game.players if one.kind == PERSON), 0)


def _gone_through(opened: Opened, player: int) -> tuple[Walk, list[Moment]]:
    return Walk(opened.replay, player), turns_of(opened.replay)
