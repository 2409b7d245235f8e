"""What has been done about the seats of a game under way, as a table keeps it.

A ``Deed`` is told to all in the log. A ``Pass`` is a link, good once and for a while, by which a
seat goes to another person or another device; only its hash is kept. Who has lost a seat is told
why.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from .visitors import CODE_LETTERS, read_code

REMOVED, BENCHED, GIVEN, MOVED, HOST = "removed", "benched", "given", "moved", "host"
ABSENT = "absent"  # he has not come to a table of a tournament
DEEDS = (BENCHED, REMOVED, GIVEN, MOVED, HOST, ABSENT)
UNCOUNTED = (REMOVED, BENCHED, GIVEN)  # where one of these was done the game is not rated
GIVE, MOVE = "give", "move"  # to another person; to another device
MINUTES = {GIVE: 60, MOVE: 10}
MOST_DEEDS = 50
MOST_UNSEATED = 50
_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done about a seat: what, whose it was, who has it now, who did it; and when, by
    age, turn and the number of events until then.
    """

    what: str
    seat: int
    name: str
    to: str = ""
    by: str = ""
    age: int = 0
    turn: int = 0
    events: int = 0


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat that waits for whoever has a link. ``holder`` is whose seat it was when it was made;
    it is good as long as that is so, until then.
    """

    hash: str
    kind: str
    seat: int
    holder: str | None
    until: float


@dataclass(slots=True)
class Doings:
    """All that is kept of it."""

    deeds: list[Deed] = field(default_factory=list)
    passes: list[Pass] = field(default_factory=list)
    unseated: dict[str, str] = field(default_factory=dict)  # why, by visitor

    @classmethod
    def read(cls, text: str | None) -> Doings:
        """As it is stored."""
        found: Mapping[str, Any] = json.loads(text or "{}")
        return cls(
            [Deed(**each) for each in found.get("deeds", ())],
            [Pass(**each) for each in found.get("passes", ())],
            dict(found.get("unseated", {})),
        )

    def text(self) -> str | None:
        """To be stored; None if there is nothing."""
        if not (self.deeds or self.passes or self.unseated):
            return None
        return json.dumps(asdict(self))

    def tell(self, deed: Deed) -> None:
        """The oldest give way, save the last of each kind by which a game is not rated."""
        self.deeds = [*self.deeds, deed]
        if len(self.deeds) > MOST_DEEDS:
            kept = {each.what: at for at, each in enumerate(self.deeds) if each.what in UNCOUNTED}
            del self.deeds[next(at for at in range(MOST_DEEDS) if at not in kept.values())]

    def unseat(self, visitor: str, why: str) -> None:
        self.unseated.pop(visitor, None)
        self.unseated[visitor] = why
        for longest_ago in list(self.unseated)[:-MOST_UNSEATED]:
            del self.unseated[longest_ago]

    def offer(self, made: Pass, now: float) -> None:
        """A new pass; an older one for the same is good no longer."""
        others = [each for each in self.passes if each.until > now]
        others = [each for each in others if (each.kind, each.seat) != (made.kind, made.seat)]
        self.passes = [*others, made]

    def find(self, code: str, now: float) -> Pass | None:
        """The pass of a code that is still good."""
        wanted = hash_of(code)
        return next(
            (each for each in self.passes if each.hash == wanted and each.until > now), None
        )


def new_pass() -> str:
    """A code that nobody guesses."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(_LENGTH))


def hash_of(code: str) -> str:
    return hashlib.sha256(read_code(code)[:100].encode()).hexdigest()
