"""The shelf of finished games: what is in the archive, for whoever asks; cleared in time."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from ..settings import Settings
from . import archive, visitors
from .archive import Filed
from .refused import Refused
from .storage import Storage


class Shelf:
    """All games that are kept. Whatever is asked for is read anew: a game whose end was taken back
    is not there any more.
    """

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage, self._settings = storage, settings
        self._codes: set[str] = set()

    def open(self) -> None:
        """Learn which codes are taken; once, before anything else."""
        self._codes = self._storage.read(archive.codes)

    async def read_again(self) -> None:
        """Other processes may have put games there, or taken some away."""
        self._codes = await self._storage.look_up(archive.codes)

    def __contains__(self, code: str) -> bool:
        """Whether a code is, or may be, that of a game here."""
        return code in self._codes

    def note(self, code: str) -> None:
        """A table's code is taken by its game from now on."""
        self._codes.add(code)

    async def find(self, code: str) -> Filed:
        """The game of a code, as lists know it."""
        read = visitors.read_code(code)
        found = await self._storage.look_up(lambda connection: archive.find(connection, read))
        if found is None:
            raise no_such_game()
        return found

    async def record(self, code: str) -> dict[str, Any]:
        """The record of a game, as `mirabilia verify` and `replay` read it."""
        read = visitors.read_code(code)
        found = await self._storage.look_up(
            lambda connection: archive.read_record(connection, read)
        )
        if found is None:
            raise no_such_game()
        return found

    async def replays(self, codes: Iterable[str]) -> frozenset[str]:
        """Which of these games can be looked at."""
        wanted = list(codes)
        return await self._storage.look_up(lambda connection: archive.replays(connection, wanted))

    async def clean_up(self) -> int:
        """Clear away what is kept no longer; how many games that were."""
        settings, now = self._settings, time.time()
        await self._storage.write_beside(archive.thin(now - settings.keep_games))
        before = now - settings.keep_history
        codes = await self._storage.look_up(
            lambda connection: archive.too_old(
                connection, before, settings.most_games, settings.most_uploads
            ),
        )
        if codes:
            await self._storage.write_beside(archive.take_out(*codes))
            self._codes -= set(codes)
        return len(codes)


def no_such_game() -> Refused:
    return Refused("There is no such finished game (any more).", 404)
