"""Wars and naval conflicts as pictures: both sides of every conflict, the ranking at sea."""

from __future__ import annotations

from dataclasses import dataclass

from ....catalogue import AGES
from ....telling.conflicts import Conflict, Naval, War
from .teller import Line, Teller
from .words import NAVAL, NOBODY_FIGHTS, WAR


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a conflict, with the values of the tokens it takes."""

    seat: int
    name: str
    you: bool
    shields: int
    won: bool
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A conflict; ``text`` tells it in a sentence."""

    one: Side
    other: Side
    raid: bool
    drawn: bool
    text: str


@dataclass(frozen=True, slots=True)
class WarPanel:
    """A war. ``number`` is that of its last event; ``notes`` are diplomacy and coins taken."""

    title: str
    age: int
    number: int
    rows: tuple[Row, ...]
    notes: tuple[Line, ...]
    nobody: str  # said where nobody fights


@dataclass(frozen=True, slots=True)
class NavalRow:
    """A seat at sea; ``share`` is its strength in hundredths of the strongest."""

    seat: int
    name: str
    you: bool
    place: int
    tied: bool
    strength: int
    share: int
    value: int | None
    text: str


@dataclass(frozen=True, slots=True)
class NavalPanel:
    """A naval conflict; ``notes`` say who stayed out, or that all were equal."""

    title: str
    age: int
    number: int
    rows: tuple[NavalRow, ...]
    notes: tuple[str, ...]


def war_panel(teller: Teller, war: War, age: int) -> WarPanel:
    """The picture of a war."""
    return WarPanel(
        teller.plain(WAR, age=AGES[age]),
        age,
        war.numbers[-1],
        tuple(_row(teller, conflict) for conflict in war.conflicts),
        (*teller.diplomacy(war), *teller.spoils(war)),
        "" if war.conflicts else teller.plain(NOBODY_FIGHTS),
    )


def _row(teller: Teller, conflict: Conflict) -> Row:
    one, other = (
        Side(
            seat,
            teller.who(seat).text,
            seat == teller.you,
            shields,
            seat == conflict.winner,
            conflict.tokens(seat),
        )
        for seat, shields in zip((conflict.one, conflict.other), conflict.shields, strict=True)
    )
    text = "".join(part.text for part in teller.conflict(conflict))
    return Row(one, other, conflict.raid, conflict.drawn, text)


def naval_panel(teller: Teller, naval: Naval, age: int) -> NavalPanel:
    """The picture of a naval conflict."""
    lines = teller.naval(naval)
    most = max((rank.strength for rank in naval.ranks), default=0)
    places = [rank.place for rank in naval.ranks]
    rows = [
        NavalRow(
            rank.seat,
            teller.who(rank.seat).text,
            rank.seat == teller.you,
            rank.place,
            places.count(rank.place) > 1,
            rank.strength,
            round(100 * rank.strength / most) if most else 0,
            rank.value,
            line.text,
        )
        for rank, line in zip(naval.ranks, lines, strict=False)
    ]
    notes = tuple(line.text for line in lines[len(rows) :])
    title = teller.plain(NAVAL, age=AGES[age])
    return NavalPanel(title, age, naval.numbers[-1], tuple(rows), notes)
