"""The devices on which somebody wants to be told of his turns, and what he has been told.

A device is the address at which its browser's push service takes messages for it, and the keys it
reads them with. It belongs to one visitor, the last one who switched it on. Few of them are kept
for one person, and so many in all; one that has not been reached, nor heard of, for long goes.
Nothing of it is held in memory but who has any.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ..settings import DAY, Settings
from . import sealing
from .bulletin import DEVICES
from .leases import notify
from .refused import Refused
from .schema import Writing, metadata, tables
from .storage import Storage, StorageError

log = logging.getLogger("mirabilia.notices")
_MOST_FAILURES = 10  # one after the other, over days
_OFFLINE = 3 * DAY  # a device is given up only after that: it may be this server that is cut off
_SELDOM = 1 * DAY  # that a device was reached is noted no more often
_LOOKED_AT = 500  # of the devices, when room is needed

key = sa.Table(
    "push_key",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("secret", sa.String(64), nullable=False),
)
rows = sa.Table(
    "push_devices",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # a digest of the address
    sa.Column("visitor", sa.String(64), nullable=False, index=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("lang", sa.String(20), nullable=False),
    sa.Column("used", sa.Float, nullable=False, index=True),  # last reached, or switched on
    sa.Column("failures", sa.Integer, nullable=False),
)
# The last step of a table of which somebody has been told, so that a restart tells nothing twice.
told = sa.Table(
    "push_told",
    metadata,
    sa.Column("code", sa.String(12), primary_key=True),
    sa.Column("visitor", sa.String(64), primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Device:
    """Where somebody is told, and how it is sealed for him."""

    visitor: str
    address: str
    p256dh: str
    auth: str
    lang: str
    used: float = 0.0
    failures: int = 0

    @property
    def id(self) -> str:
        return id_of(self.address)


def id_of(address: str) -> str:
    """What a device is known by; its address is a secret between it and us."""
    return hashlib.sha256(address.encode()).hexdigest()


class Devices:
    """All devices of a server. ``has_seat`` says whether somebody sits at any table."""

    def __init__(
        self, settings: Settings, storage: Storage, has_seat: Callable[[str], bool]
    ) -> None:
        self._settings, self._storage, self._has_seat = settings, storage, has_seat
        self.secret = ""  # the server's key
        self.people: set[str] = set()  # who has any
        self.told: dict[tuple[str, str], int] = {}  # by table and visitor: of which step
        self._changing = asyncio.Lock()

    async def open(self) -> None:
        """Learn what is stored, once; the first time, make the server's key."""
        async with self._changing:
            if self.secret:
                return
            if await self._storage.look_up(_secret) is None:
                try:
                    await self._storage.write_beside(_keep_secret(sealing.new_secret()))
                except StorageError:
                    log.warning("key not kept")  # by somebody else, perhaps: then it is there now
            # Who has devices is known together with what he was told, or he is told it again.
            secret, self.people, self.told = await self._storage.look_up(_everything)
            self.secret = secret or ""

    async def add(self, device: Device) -> None:
        """Somebody's device is switched on, or heard of again."""
        if await self._storage.look_up(_count) >= self._settings.most_devices:
            await self._make_room(device)
        async with self._changing:
            put = _put(device, self._settings.person_devices)
            await self._storage.write_beside(put, notify(DEVICES))
            self.people = await self._storage.look_up(_people)

    async def _make_room(self, device: Device) -> None:
        """Whose owner sits at no table gives way, the one not heard of for longest first."""
        wanted = sa.select(rows).order_by(rows.c.used).limit(_LOOKED_AT)
        oldest = [_device(row) for row in await self._storage.look_up(_all(wanted))]
        if any(one.id == device.id for one in oldest):
            return
        left = (one for one in oldest if not self._has_seat(one.visitor))
        if (one := next(left, None)) is None:
            raise Refused(
                "There are as many devices as this server can tell of their turns; try later.", 503
            )
        await self._drop(rows.c.id == one.id)

    async def read_again(self) -> None:
        """Somebody may have switched a device on or off at another process."""
        if self.secret:
            self.people = await self._storage.look_up(_people)

    async def learn(self, codes: Collection[str]) -> None:
        """What was told of tables that are kept here from now on."""
        if self.secret:
            self.told |= await self._storage.look_up(lambda connection: _told(connection, codes))

    async def of(self, visitor: str) -> list[Device]:
        wanted = sa.select(rows).where(rows.c.visitor == visitor)
        return [_device(row) for row in await self._storage.look_up(_all(wanted))]

    async def has(self, device: Device) -> bool:
        """Whether somebody still wants to be told there."""
        return device.id in {one.id for one in await self.of(device.visitor)}

    async def remove(self, visitor: str, address: str) -> None:
        """Somebody switches a device of his off."""
        await self._drop(sa.and_(rows.c.id == id_of(address), rows.c.visitor == visitor))

    async def forget(self, visitor: str) -> None:
        """Nothing is known any more of somebody's devices, nor of what he was told."""
        await self._storage.write_beside(_take_out(told, told.c.visitor == visitor))
        self.told = {each: step for each, step in self.told.items() if each[1] != visitor}
        await self._drop(rows.c.visitor == visitor)

    async def reached(self, device: Device) -> None:
        """It has been told something."""
        now = time.time()
        if device.failures or now - device.used > _SELDOM:
            await self._storage.write_beside(_set(device.id, used=now, failures=0))

    async def gone(self, device: Device) -> None:
        """Its push service says that there is no such device any more."""
        await self._drop(rows.c.id == device.id)

    async def failed(self, device: Device) -> None:
        """It could not be told something; after many times, and days, it is told no more."""
        count = device.failures + 1
        if count >= _MOST_FAILURES and time.time() - device.used > _OFFLINE:
            await self.gone(device)
        else:
            await self._storage.write_beside(_set(device.id, failures=count))

    async def note(self, code: str, visitor: str, step: int) -> None:
        """Somebody has been told of a step."""
        self.told[code, visitor] = step
        await self._storage.write_beside(_note(code, visitor, step))

    async def clean_up(self, there: Callable[[str], bool]) -> None:
        """Forget what has not been reached for long, and what was told of tables not there."""
        gone = {code for code, _ in self.told if not there(code)}
        self.told = {each: step for each, step in self.told.items() if each[0] not in gone}
        for code in gone:
            none = sa.and_(told.c.code == code, told.c.code.not_in(sa.select(tables.c.code)))
            await self._storage.write_beside(_take_out(told, none))
        await self._drop(rows.c.used < time.time() - self._settings.keep_devices)

    async def _drop(self, which: sa.ColumnElement[bool]) -> None:
        async with self._changing:
            await self._storage.write_beside(_take_out(rows, which), notify(DEVICES))
            self.people = await self._storage.look_up(_people)


def _put(device: Device, most: int) -> Writing:
    """A device takes the place of what was at its address; of one person's, the newest stay."""
    row = {name: getattr(device, name) for name in ("id", "visitor", "address", "p256dh", "auth")}
    row |= {"lang": device.lang, "used": time.time(), "failures": 0}

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(rows).where(rows.c.id == device.id))
        connection.execute(sa.insert(rows), row)
        own = sa.select(rows.c.id).where(rows.c.visitor == device.visitor)
        kept = [one.id for one in connection.execute(own.order_by(rows.c.used.desc()))]
        for old in kept[most:]:
            connection.execute(sa.delete(rows).where(rows.c.id == old))

    return write


def _set(device: str, **values: float) -> Writing:
    def write(connection: sa.Connection) -> None:
        connection.execute(sa.update(rows).where(rows.c.id == device).values(**values))

    return write


def _note(code: str, visitor: str, step: int) -> Writing:
    def write(connection: sa.Connection) -> None:
        same = sa.and_(told.c.code == code, told.c.visitor == visitor)
        connection.execute(sa.delete(told).where(same))
        row = {"code": code, "visitor": visitor, "step": step, "at": time.time()}
        connection.execute(sa.insert(told), row)

    return write


def _take_out(table: sa.Table, which: sa.ColumnElement[bool]) -> Writing:
    def write(connection: sa.Connection) -> None:
        connection.execute(sa.delete(table).where(which))

    return write


def _keep_secret(secret: str) -> Writing:
    """The first key there is stays."""

    def write(connection: sa.Connection) -> None:
        if _secret(connection) is None:
            connection.execute(sa.insert(key), {"id": 1, "secret": secret})

    return write


def _secret(connection: sa.Connection) -> str | None:
    return connection.execute(sa.select(key.c.secret)).scalar()


def _everything(
    connection: sa.Connection,
) -> tuple[str | None, set[str], dict[tuple[str, str], int]]:
    return _secret(connection), _people(connection), _told(connection)


def _people(connection: sa.Connection) -> set[str]:
    return set(connection.execute(sa.select(rows.c.visitor).distinct()).scalars())


def _told(
    connection: sa.Connection, codes: Collection[str] | None = None
) -> dict[tuple[str, str], int]:
    chosen = sa.true() if codes is None else told.c.code.in_(codes)
    found = connection.execute(sa.select(told).where(chosen))
    return {(row.code, row.visitor): row.step for row in found}


def _count(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(rows)).scalar_one()


def _all(wanted: sa.Select[Any]) -> Callable[[sa.Connection], list[Any]]:
    return lambda connection: list(connection.execute(wanted))


def _device(row: Any) -> Device:
    return Device(row.visitor, row.address, row.p256dh, row.auth, row.lang, row.used, row.failures)
