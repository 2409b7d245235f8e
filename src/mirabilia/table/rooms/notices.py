"""Who is told, on which device, that it is his turn, when he does not look at the table.

Each device is switched on by its owner (``devices``); what is told goes through the push service of
its browser, sealed (``sealing``, ``posting``), and names the table and nothing of what is in a
hand. Somebody is told once of a step, after a few seconds in which he may have come by himself, and
only while he has no stream open at that table. Who closes the page while his turn waits is told a
little later: a telephone that was put away keeps its stream for a while. Likewise of the end of a
game and of a rematch. What can't be delivered is tried twice more while it is still true.

Whatever else wants to tell somebody something at a table, has it told here, where nothing ever
waits or fails:

    service.notices.changed(outline)            # the table is so now: who owes a decision is told
    service.notices.nudge(code, seat, "Ben")    # at once, also again; False: he has no device

How often somebody may be nudged is the business of who does it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from ...texts import N_, texts
from ..settings import DAY, HOUR
from ..tasks import in_background
from . import sealing
from .devices import Device, Devices
from .outline import Outline
from .posting import LONGEST_ADDRESS, Place, Post, Unfit, Unreachable, read_place
from .refused import Refused
from .schema import KEPT
from .storage import StorageError
from .table_view import OVER, PLAYING, WAITING

if TYPE_CHECKING:
    from .service import Service

log = logging.getLogger("mirabilia.notices")
GRACE = 6.0  # seconds; a page that is opened anew has its stream again by then
AWAY = 30.0  # seconds after somebody has closed the page in his turn
TRIES = (0.0, 15.0, 120.0)  # seconds before each
_AT_ONCE = 8  # for one push service
_SAID_SELDOM = 60.0  # seconds between two complaints that too much waits
_LONGEST_KEY = 100

TURN, NUDGE, ENDED, REMATCH = "turn", "nudge", "over", "rematch"
_ENDED_STEP, _REMATCH_STEP = 1_000_000, 0  # no step of a game has the first number
_WORDS = {
    TURN: (N_("Your turn"), N_("Table %(code)s")),
    NUDGE: (N_("%(name)s is waiting for you"), N_("It is your turn at table %(code)s.")),
    ENDED: (N_("The game is over"), N_("Table %(code)s")),
    REMATCH: (N_("Another game?"), N_("A seat is kept for you at table %(code)s.")),
}


@dataclass(frozen=True, slots=True)
class Notice:
    """What somebody is told: of which table and step, and for how many seconds it is good."""

    kind: str
    code: str
    visitor: str
    step: int
    seconds: int = DAY
    urgent: bool = False
    name: str = ""
    also: str = ""  # another table: who looks at that one needs not be told either

    def text(self, lang: str) -> bytes:
        """What the device is sent, before it is sealed."""
        slots = {"code": self.code, "name": self.name}
        title, body = (texts(lang).gettext(words) % slots for words in _WORDS[self.kind])
        told: dict[str, Any] = {"kind": self.kind, "code": self.code, "step": self.step}
        return json.dumps(told | {"title": title, "body": body}, ensure_ascii=False).encode()


class Notices:
    """What the service tells those who don't look."""

    def __init__(self, service: Service) -> None:
        self._service, self._settings = service, service.settings
        self._presence = service.hub.presence
        self._presence.left = self.left
        self._devices = Devices(self._settings, service.storage, service.has_seat)
        own = urlsplit(self._settings.base_url).hostname or ""
        self._post = Post(self._settings.push_private, self._settings.push_seconds, own)
        self._playing: set[str] = set()  # tables whose end would be news
        self._soon: dict[tuple[str, str], tuple[Notice, asyncio.TimerHandle]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._at: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._underway = 0
        self._complained = -_SAID_SELDOM

    # The server's life

    async def open(self) -> None:
        """Learn who has devices; until then nobody is told anything."""
        if not self._settings.push:
            return
        await self._devices.open()
        for code in self._playing.copy():
            if outline := self._service.outline(code):
                self.changed(outline)

    async def learn(self, codes: Collection[str]) -> None:
        """What was told of tables that are kept here from now on: nothing is told twice."""
        await self._devices.learn(codes)

    async def read_again(self) -> None:
        """Who has devices may have changed at another process."""
        await self._devices.read_again()

    async def stop(self) -> None:
        """What is not delivered by now is told after the next start, if it is still true."""
        for _, timer in self._soon.values():
            timer.cancel()
        self._soon.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def clean_up(self) -> None:
        self._playing = {code for code in self._playing if self._there(code)}
        if self._settings.push:
            await self._devices.clean_up(self._there)

    def _there(self, code: str) -> bool:
        return self._service.outline(code) is not None

    # Switched on and off

    async def key(self) -> str:
        """The server's public key, as browsers want it."""
        await self._must_be_on()
        return await asyncio.to_thread(sealing.public_key, self._devices.secret)

    async def switch_on(self, device: Device) -> None:
        """Somebody wants to be told at an address that he names; nothing of it is believed."""
        await self._must_be_on()
        if max(len(device.p256dh), len(device.auth)) > _LONGEST_KEY:
            raise _not_a_device()
        try:
            await self._post.check(device.address)
            await asyncio.to_thread(sealing.check_keys, device.p256dh, device.auth)
        except Unfit:
            raise Refused("This server sends nothing to such an address.", 400) from None
        except Unreachable:
            raise Refused("Your browser's push service can't be reached from here.", 503) from None
        except ValueError:
            raise _not_a_device() from None
        await self._devices.add(device)

    async def switch_off(self, visitor: str | None, address: str) -> None:
        """Somebody does not want to be told there any more; if he was, fine."""
        if visitor is not None and len(address) <= LONGEST_ADDRESS and self._settings.push:
            await self._devices.remove(visitor, address)

    async def forget(self, visitor: str) -> None:
        """Nothing is known any more of somebody's devices."""
        await self._devices.forget(visitor)

    async def _must_be_on(self) -> None:
        if not self._settings.push:
            raise Refused("This server sends no notices to browsers that are closed.", 404)
        if not self._devices.secret:
            await self._devices.open()

    # What happens at the tables

    def changed(self, table: Outline) -> None:
        """A table is as it is now. For most nobody is to be told, so this is quick."""
        if table.status == PLAYING:
            self._playing.add(table.code)
        if not self._devices.people:
            return
        if table.status == PLAYING and table.owing:
            for visitor in self._owing(table):
                self._plan(self._turn(table, visitor), GRACE)
        elif table.status == OVER:
            self._after(table)

    def _after(self, table: Outline) -> None:
        """The game is over: that is news once; so is that another one is to begin."""
        ended = table.code in self._playing
        self._playing.discard(table.code)
        for visitor in table.visitors & self._devices.people:
            if table.next_code:
                again = Notice(REMATCH, table.next_code, visitor, _REMATCH_STEP, HOUR)
                self._plan(replace(again, also=table.code), GRACE)
            elif ended:
                self._plan(Notice(ENDED, table.code, visitor, _ENDED_STEP), GRACE)

    def left(self, code: str, visitor: str) -> None:
        """Somebody has closed the page of a table; where others wait for him, he is told."""
        table = self._service.outline(code) if visitor in self._devices.people else None
        if table is None or table.status != PLAYING or visitor not in self._owing(table):
            return
        if any(seat.visitor != visitor for seat in table.people):
            self._plan(self._turn(table, visitor), AWAY)

    def nudge(self, code: str, seat: int, name: str) -> bool:
        """Somebody, called so, wants the person at a seat to be told; whether he can be."""
        table = self._service.outline(code)
        owing = table.people if table and table.status == PLAYING else []
        visitor = next((each.visitor for each in owing if each.seat == seat), None)
        if table is None or visitor is None or visitor not in self._devices.people:
            return False
        self._start(replace(self._turn(table, visitor), kind=NUDGE, name=name))
        return True

    def _turn(self, table: Outline, visitor: str) -> Notice:
        good = min(DAY, table.options.clock or DAY)
        return Notice(TURN, table.code, visitor, table.step, good, urgent=good < HOUR)

    def _owing(self, table: Outline) -> set[str]:
        """Who has a device and is awaited; for who is away a bot decides, in pauses nobody."""
        if table.timing.paused:
            return set()
        awaited = (seat for seat in table.people if seat.seat in table.owing and not seat.away)
        return {seat.visitor for seat in awaited if seat.visitor} & self._devices.people

    # What is told

    def _plan(self, notice: Notice, after: float) -> None:
        """Tell it in a while, if it has not been told and nothing newer is to be."""
        key = notice.code, notice.visitor
        if self._devices.told.get(key, -1) >= notice.step:
            return
        if waits := self._soon.get(key):
            if waits[0].step >= notice.step:
                return
            waits[1].cancel()
        timer = asyncio.get_running_loop().call_later(after, self._due, key)
        self._soon[key] = notice, timer

    def _due(self, key: tuple[str, str]) -> None:
        notice, _ = self._soon.pop(key)
        if self._holds(notice):
            self._devices.told[key] = notice.step
            self._start(notice)

    def _holds(self, notice: Notice) -> bool:
        """Whether what is to be told is still true, and news to who is told."""
        table, visitor = self._service.outline(notice.code), notice.visitor
        looks = (self._presence.looks(code, visitor) for code in (notice.code, notice.also))
        if table is None or any(looks):
            return False
        if notice.kind in (TURN, NUDGE):
            same = table.status == PLAYING and table.step == notice.step
            return same and visitor in self._owing(table)
        if notice.kind == REMATCH:
            kept = (seat.visitor for seat in table.people if seat.away == KEPT)
            return table.status == WAITING and visitor in kept
        return table.status == OVER and not table.next_code

    def _start(self, notice: Notice) -> None:
        task = in_background(self._tell(notice), f"notice at {notice.code}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, notice: Notice) -> None:
        """On all devices of somebody; one that is slow delays none of the others."""
        try:
            if not (found := await self._devices.of(notice.visitor)):
                return
            room = max(0, self._settings.most_notices - self._underway)
            if room < len(found):
                self._complain()
            told = (self._tell_on(device, notice) for device in found[:room])
            for outcome in await asyncio.gather(*told, return_exceptions=True):
                if isinstance(outcome, BaseException):
                    raise outcome
            await self._devices.note(notice.code, notice.visitor, notice.step)
        except StorageError as error:
            log.warning("notice not noted", extra={"code": notice.code, "words": str(error)})

    def _complain(self) -> None:
        if time.monotonic() - self._complained > _SAID_SELDOM:
            self._complained = time.monotonic()
            log.warning("too many notices wait", extra={"count": self._underway})

    async def _tell_on(self, device: Device, notice: Notice) -> None:
        self._underway += 1
        try:
            for pause in TRIES:
                await asyncio.sleep(pause)
                if pause and not await self._devices.has(device):
                    return  # it was switched off meanwhile
                status = await self._try(device, notice)
                if status is None:
                    return
                if 200 <= status < 300:
                    await self._devices.reached(device)
                    return
                if status in (404, 410):
                    await self._devices.gone(device)
                    return
                if 400 <= status < 500 and status != 429:
                    break
            await self._devices.failed(device)
        finally:
            self._underway -= 1

    async def _try(self, device: Device, notice: Notice) -> int | None:
        """The push service's answer, 0 if there was none; None: it is not news any more."""
        place = None
        try:
            place = read_place(device.address, self._settings.push_private)
            async with self._at.setdefault(place.origin, asyncio.Semaphore(_AT_ONCE)):
                if not self._holds(notice):
                    return None
                headers, body = await asyncio.to_thread(self._sealed, device, notice, place)
                status = await self._post.post(place, headers, body)
                why = str(status)
        except (Unfit, Unreachable) as error:
            status, why = 0, str(error)
        if not 200 <= status < 300:
            known = {"host": place.host[:80] if place else "", "why": why}
            log.warning("notice not delivered", extra={"code": notice.code, **known})
        return status

    def _sealed(self, device: Device, notice: Notice, place: Place) -> tuple[dict[str, str], bytes]:
        """A message as push services take it: what it is good for they may know, not what it says.
        Of one table, the newest takes the place of those that have not been fetched.
        """
        secret, settings = self._devices.secret, self._settings
        contact = settings.push_contact or (settings.base_url if settings.secure else "")
        topic = hmac.digest(secret.encode(), notice.code.encode(), hashlib.sha256)[:18]
        headers = {
            "Authorization": sealing.vouch(secret, place.origin, contact, time.time()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(notice.seconds),
            "Topic": sealing.written(topic),
            "Urgency": "high" if notice.urgent else "normal",
        }
        text = sealing.filled(notice.text(device.lang))
        return headers, sealing.seal(text, device.p256dh, device.auth)


def _not_a_device() -> Refused:
    return Refused("These are not the keys of a device.", 400)
