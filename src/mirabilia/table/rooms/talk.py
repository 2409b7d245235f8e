"""What is said at a table: lines of text and reactions, to all or to one's partner.

Each channel, the table's and each team's, numbers its lines by itself, so that nobody learns from
a number that others have talked. A ``Mark`` is how far a reader has come in the table's channel and
in that of his team.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

import sqlalchemy as sa

from .names import shown_text
from .refused import Refused
from .schema import Writing, metadata, tables

LONGEST_TEXT = 300
MOST_KEPT = 200  # lines of a channel; the oldest give way
TABLE, TEAM = "table", "team"  # to whom something is said
TEXT, REACTION = "text", "reaction"
CLOSED, OPENED = "closed", "opened"  # what the host has done with the talk
GONE = "gone"  # a line of somebody who wants nothing of his kept
REACTIONS = ("bravo", "thanks", "laugh", "wow", "ouch", "think")
ALL = -1  # the team of what is said to the whole table
_MOST_MUTED = 50

lines = sa.Table(
    "talk",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("team", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("holder", sa.String(64), key="visitor", index=True),
    sa.Column("words", sa.Text, nullable=False),  # the text, or which reaction
)
readers = sa.Table(
    "talk_readers",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("holder", sa.String(64), key="visitor", primary_key=True),
    sa.Column("document", sa.Text, nullable=False),  # JSON
)


class Mark(NamedTuple):
    """How far a reader has come: the last number of the table's channel, and of his team's.

    >>> Mark.read("12.3"), str(Mark(12, 3))
    (Mark(table=12, team=3), '12.3')
    """

    table: int = 0
    team: int = 0

    @classmethod
    def read(cls, text: str) -> Mark:
        """A mark as it was written; what can't be one is refused."""
        parts = text.split(".")
        if len(parts) != 2 or not all(
            part.isascii() and part.isdecimal() and len(part) <= 9 for part in parts
        ):
            raise Refused("How far somebody has read is written as two numbers, such as 12.3.", 400)
        return cls(int(parts[0]), int(parts[1]))

    def __str__(self) -> str:
        return f"{self.table}.{self.team}"


@dataclass(frozen=True, slots=True)
class Line:
    """Something said. ``team`` is whose channel it is in; ``seat`` and ``name`` as they were."""

    team: int
    number: int
    at: float
    kind: str
    seat: int
    name: str
    visitor: str | None
    words: str


@dataclass(slots=True)
class Ears:
    """What one reader at a table wants: whom he has muted, and from which line of his team's on
    he has been in it.
    """

    muted: list[str] = field(default_factory=list)  # visitors
    everybody: bool = False
    since: int = 0

    def text(self) -> str:
        """To be stored."""
        return json.dumps(asdict(self))

    def deaf_to(self, visitor: str | None) -> bool:
        return self.everybody or visitor in self.muted

    def mute(self, visitor: str, muted: bool) -> None:
        self.muted = [each for each in self.muted if each != visitor]
        if muted:
            self.muted = [*self.muted, visitor][-_MOST_MUTED:]


@dataclass(slots=True)
class Talk:
    """All that is kept of what was said at one table."""

    channels: dict[int, list[Line]] = field(default_factory=dict)
    ears: dict[str, Ears] = field(default_factory=dict)  # by visitor

    def last(self, team: int = ALL) -> int:
        said = self.channels.get(team)
        return said[-1].number if said else 0

    @property
    def closed(self) -> bool:
        """Whether the host has closed it."""
        kinds = (line.kind for line in reversed(self.channels.get(ALL, ())))
        return next((kind for kind in kinds if kind in (CLOSED, OPENED)), OPENED) == CLOSED

    @property
    def newest(self) -> float:
        return max((said[-1].at for said in self.channels.values() if said), default=0.0)

    def since(self, team: int, number: int) -> list[Line]:
        """What was said in a channel after a line, the oldest first."""
        said = self.channels.get(team, [])
        return [line for line in said if line.number > number]

    def crowded_out(self, team: int) -> list[Line]:
        """The oldest lines that there is no room for, save that the talk was closed."""
        said = self.channels.get(team, [])
        old = said[: max(0, len(said) - MOST_KEPT)]
        kept = {id(line) for line in self._states()[-1:]}
        return [line for line in old if id(line) not in kept]

    def _states(self) -> list[Line]:
        return [line for line in self.channels.get(ALL, ()) if line.kind in (CLOSED, OPENED)]


def clean_words(kind: str, words: str) -> str:
    """What somebody says as it is shown, or a refusal.

    >>> clean_words("text", " Well\\x07 \\u202e played\\n")
    'Well played'
    """
    if kind == REACTION:
        if words not in REACTIONS:
            known = ", ".join(REACTIONS)
            raise Refused("A reaction is one of %(known)s.", 400, known=known)
        return words
    text = shown_text(words)
    if len(text) > LONGEST_TEXT:
        raise Refused("At most %(most)d letters can be said at once.", 400, most=LONGEST_TEXT)
    if not any(unicodedata.category(char)[0] in "LNPS" for char in text):
        raise Refused("There is nothing in it to be said.", 400)
    return text


# Reading and writing


def read_heads(
    connection: sa.Connection, codes: Collection[str] | None = None
) -> dict[str, dict[int, int]]:
    """The last number of each channel, by the table's code; of all tables, or some."""
    found: dict[str, dict[int, int]] = {}
    chosen = sa.true() if codes is None else lines.c.code.in_(codes)
    last = sa.select(lines.c.code, lines.c.team, sa.func.max(lines.c.number)).where(chosen)
    for code, team, number in connection.execute(last.group_by(lines.c.code, lines.c.team)):
        found.setdefault(code, {})[team] = number
    return found


def read_talk(connection: sa.Connection, code: str) -> Talk:
    """All that was said at a table, and what its readers want."""
    talk = Talk()
    chosen = sa.select(lines).where(lines.c.code == code).order_by(lines.c.team, lines.c.number)
    for row in connection.execute(chosen):
        said = talk.channels.setdefault(row.team, [])
        said.append(
            Line(row.team, row.number, row.at, row.kind, row.seat, row.name, row.visitor, row.words)
        )
    for row in connection.execute(sa.select(readers).where(readers.c.code == code)):
        talk.ears[row.visitor] = Ears(**json.loads(row.document))
    return talk


def put_line(code: str, line: Line, old: Sequence[Line] = ()) -> Writing:
    """A line is written; those it leaves no room for go."""

    def write(connection: sa.Connection) -> None:
        replaced = [(each.team, each.number) for each in (line, *old)]
        for team, number in replaced:
            connection.execute(sa.delete(lines).where(_is(code, team, number)))
        row = {
            "code": code,
            "team": line.team,
            "number": line.number,
            "at": line.at,
            "kind": line.kind,
            "seat": line.seat,
            "name": line.name,
            "visitor": line.visitor,
            "words": line.words,
        }
        _insert(connection, lines, row)

    return write


def put_ears(code: str, visitor: str, ears: Ears | None) -> Writing:
    """What a reader wants; None: nothing is known of him."""

    def write(connection: sa.Connection) -> None:
        mine = (readers.c.code == code) & (readers.c.visitor == visitor)
        connection.execute(sa.delete(readers).where(mine))
        if ears is not None:
            row = {"code": code, "visitor": visitor, "document": ears.text()}
            _insert(connection, readers, row)

    return write


def clear(code: str) -> Writing:
    """Nothing that was said at a table is kept."""

    def write(connection: sa.Connection) -> None:
        for table in (lines, readers):
            connection.execute(sa.delete(table).where(table.c.code == code))

    return write


def unsay(visitor: str) -> Writing:
    """Nothing that somebody has said anywhere is kept, nor whom he has muted, nor who has muted
    him; his lines leave only their numbers.
    """

    def write(connection: sa.Connection) -> None:
        mine = lines.c.visitor == visitor
        nothing = {"kind": GONE, "words": "", "name": "", "visitor": None}
        connection.execute(sa.update(lines).where(mine).values(**nothing))
        connection.execute(sa.delete(readers).where(readers.c.visitor == visitor))
        named = sa.select(readers).where(readers.c.document.contains(visitor))
        for row in connection.execute(named).all():
            ears = Ears(**json.loads(row.document))
            ears.mute(visitor, False)
            put_ears(row.code, row.visitor, ears)(connection)

    return write


def give(before: str, visitor: str, code: str | None = None) -> Writing:
    """What somebody has said is another visitor's, the same person on another device, and who has
    muted the one has muted the other; everywhere, or at one table.
    """

    def here(table: sa.Table) -> sa.ColumnElement[bool]:
        return sa.true() if code is None else table.c.code == code

    def write(connection: sa.Connection) -> None:
        mine = lines.c.visitor == before
        connection.execute(sa.update(lines).where(mine, here(lines)).values(visitor=visitor))
        named = sa.select(readers).where(readers.c.document.contains(before), here(readers))
        for row in connection.execute(named).all():
            ears = Ears(**json.loads(row.document))
            ears.muted = [visitor if each == before else each for each in ears.muted]
            his = (readers.c.code == row.code) & (readers.c.visitor == row.visitor)
            connection.execute(sa.update(readers).where(his).values(document=ears.text()))

    return write


def move(code: str, before: str, visitor: str) -> Writing:
    """The same of somebody whose seat goes along; he hears as he did before."""

    def write(connection: sa.Connection) -> None:
        give(before, visitor, code)(connection)
        mine = (readers.c.code == code) & (readers.c.visitor == before)
        if row := connection.execute(sa.select(readers).where(mine)).first():
            put_ears(code, before, None)(connection)
            put_ears(code, visitor, Ears(**json.loads(row.document)))(connection)

    return write


def said_at(connection: sa.Connection, visitor: str) -> list[str]:
    """The codes of tables at which somebody has said something."""
    chosen = sa.select(lines.c.code).where(lines.c.visitor == visitor).distinct()
    return [code for (code,) in connection.execute(chosen)]


def _is(code: str, team: int, number: int) -> sa.ColumnElement[bool]:
    return sa.and_(lines.c.code == code, lines.c.team == team, lines.c.number == number)


def _insert(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> None:
    """Write a row, if its table is still there: it may be cleared away in the same moment."""
    there = connection.execute(sa.select(tables.c.code).where(tables.c.code == row["code"]))
    if there.first() is not None:
        connection.execute(sa.insert(table), row)


def in_order(found: Iterable[Line]) -> tuple[Line, ...]:
    """Lines of several channels as they were said."""
    return tuple(sorted(found, key=lambda line: (line.at, line.team, line.number)))
