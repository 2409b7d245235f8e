"""The score pads that a server keeps: begun, found by their codes, written on, cleared away.

A pad has two codes that nobody guesses. Whoever has the first reads it; whoever has the second, its
*pen*, writes on it too. Nothing of a pad is held in memory: it is read when asked for, and written
whole, one writer at a time, each with its version.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import sqlalchemy as sa

from ..settings import DAY, Settings
from . import pad as pads
from . import pad_score
from .pad import Kept, Pad
from .refused import Refused
from .schema import Writing, metadata
from .storage import Storage
from .visitors import CODE_LETTERS, read_code

log = logging.getLogger("mirabilia.pads")
CODE_LENGTH = 12
CODE = re.compile(rf"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")
MOST_LISTED = 50

table = sa.Table(
    "pads",
    metadata,
    sa.Column("code", sa.String(20), primary_key=True),
    sa.Column("pen", sa.String(20), nullable=False, unique=True),
    sa.Column("owner", sa.String(64), index=True),  # a visitor
    sa.Column("document", sa.Text, nullable=False),  # JSON
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False, index=True),
)


class Pads:
    """All pads of a server."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self._settings, self._storage = settings, storage
        self._writing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def days(self) -> int:
        """How long one is kept after its last change."""
        return round(self._settings.keep_pads / DAY)

    async def begin(self, pad: Pad, owner: str | None) -> Kept:
        """A new pad, if there is room for one."""
        pad_score.check(pad)
        if await self._storage.look_up(_count) >= self._settings.most_pads:
            raise Refused("There are as many pads as this server can keep; try later.", 503)
        now = time.time()
        kept = Kept(_new_code(), _new_code(), owner, pad, 1, now, now, writes=True)
        await self._storage.write_beside(_put(kept))
        return kept

    async def find(self, code: str) -> Kept:
        """The pad of a code, for reading or with its pen."""
        code = read_code(code)
        found = None
        if CODE.fullmatch(code):
            wanted = sa.or_(table.c.code == code, table.c.pen == code)
            rows = await self._rows(sa.select(table).where(wanted))
            found = rows[0] if rows else None
        if found is None:
            raise Refused("There is no such pad (any more).", 404)
        return _kept(found, code)

    async def write(self, pen: str, change: Callable[[Pad], Pad]) -> Kept:
        """A pad with what somebody has changed on it, once that is stored."""
        code = (await self._with_pen(pen)).code
        async with self._writing.setdefault(code, asyncio.Lock()):
            kept = await self._with_pen(pen)
            pad = await asyncio.to_thread(change, kept.pad)
            if pad == kept.pad:
                return kept
            pad_score.check(pad)
            kept = replace(kept, pad=pad, version=kept.version + 1, touched=time.time())
            await self._storage.write_beside(_put(kept))
            return kept

    async def _with_pen(self, pen: str) -> Kept:
        kept = await self.find(pen)
        if not kept.writes:
            raise Refused("Only who has the link for writing can do that.", 403)
        return kept

    async def delete(self, pen: str) -> None:
        kept = await self._with_pen(pen)
        async with self._writing.setdefault(kept.code, asyncio.Lock()):
            await self._storage.write_beside(_take_out(table.c.code == kept.code))

    async def mine(self, owner: str | None) -> list[Kept]:
        """The pads that somebody has begun, the last one written on first."""
        if owner is None:
            return []
        rows = await self._rows(
            sa.select(table)
            .where(table.c.owner == owner)
            .order_by(table.c.touched.desc())
            .limit(MOST_LISTED)
        )
        return [_kept(row, row.pen) for row in rows]

    async def clean_up(self) -> None:
        """Clear away those on which nobody has written for long."""
        before = time.time() - self._settings.keep_pads
        await self._storage.write_beside(_take_out(table.c.touched < before))

    async def _rows(self, wanted: sa.Select[Any]) -> list[Any]:
        def read(connection: sa.Connection) -> list[Any]:
            return list(connection.execute(wanted))

        return await self._storage.look_up(read)


def _put(kept: Kept) -> Writing:
    """A pad takes the place of what was there."""
    names = ("code", "pen", "owner", "version", "created", "touched")
    row = {name: getattr(kept, name) for name in names}
    row["document"] = json.dumps(kept.pad.document(), separators=(",", ":"))

    def write(connection: sa.Connection) -> None:
        _take_out(table.c.code == kept.code)(connection)
        connection.execute(sa.insert(table), row)

    return write


def _take_out(which: sa.ColumnElement[bool]) -> Writing:
    """Some are kept no longer."""

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(table).where(which))

    return write


def give(before: str, owner: str | None) -> Writing:
    """What somebody has begun becomes somebody else's."""

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.update(table).where(table.c.owner == before).values(owner=owner))

    return write


def _count(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


def _kept(row: Any, code: str) -> Kept:
    pad = pads.read(json.loads(row.document))
    writes = code == row.pen
    return Kept(
        row.code, row.pen, row.owner, pad, row.version, row.created, row.touched, writes=writes
    )


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
