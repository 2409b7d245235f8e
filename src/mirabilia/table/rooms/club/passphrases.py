"""Passphrases: what is kept of them, and how one is tried without giving anything away.

A player's devices are his by a token, of which the server stores only a hash (``visitors``). So
that he can sign in on another device, the token is kept *sealed*: scrypt makes 75 bytes of the
passphrase and a salt of its own; some are kept, to be compared with, the others open the token,
and are kept nowhere. Whoever has the database alone has neither tokens nor passphrases.

Each try costs time and 32 MB, so few are tried at once and few may wait; and who asks, by address
and by the name he tries, may do so only now and then. A name that nobody has takes as long.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from ...limits import Limit
from ...settings import Settings
from .. import visitors
from ..refused import Refused

P = ParamSpec("P")
T = TypeVar("T")
LEAST, MOST = 10, 200  # letters
_SALT, _COMPARED, _TOKEN = 16, 32, 43  # bytes
_COST, _MEMORY = 1 << 15, 48 * 1024 * 1024
_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Lock:
    """What is kept of a passphrase, with the token that it opens."""

    salt: bytes
    lock: bytes
    token: bytes


_NOBODYS = Lock(bytes(_SALT), bytes(_COMPARED), bytes(_TOKEN))


def close(passphrase: str, token: str) -> Lock:
    """A token behind a new passphrase; takes a while."""
    salt = os.urandom(_SALT)
    lock, key = _made(passphrase, salt)
    return Lock(salt, lock, _crossed(token.encode(), key))


def open_(lock: Lock, passphrase: str) -> str | None:
    """The token behind a lock, if that is its passphrase; takes a while, the same for all.

    >>> open_(close("a camel in Gizah", "x" * 43), "a camel in Gizah") == "x" * 43
    True
    """
    found, key = _made(passphrase, lock.salt)
    token = _crossed(lock.token, key)
    return token.decode() if hmac.compare_digest(found, lock.lock) else None


def _made(passphrase: str, salt: bytes) -> tuple[bytes, bytes]:
    """What is compared, and what opens the token."""
    letters, size = _letters(passphrase).encode(errors="replace"), _COMPARED + _TOKEN
    made = hashlib.scrypt(letters, salt=salt, dklen=size, n=_COST, r=8, p=1, maxmem=_MEMORY)
    return made[:_COMPARED], made[_COMPARED:]


def _letters(passphrase: str) -> str:
    """The same text, however a keyboard has put it together."""
    return unicodedata.normalize("NFC", passphrase)


def _crossed(data: bytes, key: bytes) -> bytes:
    """Sealed, or opened; a key is used for one token only, for its salt is."""
    return bytes(one ^ other for one, other in zip(data, key, strict=True))


def check(passphrase: str) -> None:
    """That a passphrase can be one."""
    if not LEAST <= len(_letters(passphrase)) <= MOST:
        raise Refused(
            "A passphrase has at least %(least)d letters and at most %(most)d: a few words that "
            "you don't use elsewhere are best.",
            400,
            least=LEAST,
            most=MOST,
        )


class Passphrases:
    """Those that are tried or made on this server."""

    def __init__(self, settings: Settings) -> None:
        self._address = Limit(*settings.sign_in_limit)
        self._name = Limit(*settings.name_sign_in_limit)
        self._most = settings.most_sign_ins
        self._turn = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0

    def allow(self, address: str, name: str = "") -> None:
        """Refuse who has tried too often, from an address or for a name."""
        if not (self._address.allows(address) and (not name or self._name.allows(name))):
            raise Refused("That was tried too often; wait a few minutes.", 429)

    async def close(self, passphrase: str, token: str | None = None) -> tuple[str, Lock]:
        """A token, a new one if none is given, behind a new passphrase."""
        check(passphrase)
        token = token or visitors.new_token()
        return token, await self._take_turn(close, passphrase, token)

    async def open(self, lock: Lock | None, passphrase: str) -> str | None:
        """The token behind a lock; None for a wrong passphrase, and for nobody's lock."""
        found = await self._take_turn(open_, lock or _NOBODYS, passphrase[:MOST])
        return found if lock else None

    async def _take_turn(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        if self._waiting >= self._most:
            raise Refused("Too many sign in at the moment; try again in a minute.", 503)
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work, *given, **named)
        finally:
            self._waiting -= 1
