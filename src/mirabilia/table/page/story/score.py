"""The end of a game: the score sheet as on the paper pad, where points came from, the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....game.codec import ScoreSheet
from ....telling.sheet import LINE_MARKS
from ...rooms.table_view import TableView
from .teller import Teller, signed
from .words import N_, Message, ngettext

# Each line's words; the key names its colour in the style sheet.
LINES = {
    "military": N_("War"),
    "coins": N_("Coins"),
    "wonder": N_("Wonder"),
    "blue": N_("Blue cards"),
    "yellow": N_("Yellow cards"),
    "green": N_("Science"),
    "purple": N_("Guilds"),
    "leaders": N_("Leaders"),
    "black": N_("Black cards"),
    "debts": N_("Debts"),
    "naval": N_("Naval conflicts"),
    "islands": N_("Islands"),
}
SEGMENT = ngettext("%(line)s: %(value)s point", "%(line)s: %(value)s points")
WINS = ngettext("%(who)s wins with %(num)d point.", "%(who)s wins with %(num)d points.")
YOU_WIN = ngettext("You win with %(num)d point.", "You win with %(num)d points.")
TEAM_WINS = ngettext("%(who)s win with %(num)d point.", "%(who)s win with %(num)d points.")
YOUR_TEAM_WINS = ngettext(
    "You and %(who)s win with %(num)d point.", "You and %(who)s win with %(num)d points."
)
SHARED = ngettext(
    "%(who)s share the victory with %(num)d point.",
    "%(who)s share the victory with %(num)d points.",
)
YOU_SHARE = ngettext(
    "You and %(who)s share the victory with %(num)d point.",
    "You and %(who)s share the victory with %(num)d points.",
)
BY_COINS = N_("Equal in points, ahead by coins: %(more)s to %(fewer)s.")
SIZES = ((10.0, "broad"), (4.5, "wide"), (1.6, "slim"), (0.0, "narrow"))
"""From which width on, in hundredths, a segment is called what: it may have room for less."""


@dataclass(frozen=True, slots=True)
class Column:
    """A player of the sheet."""

    seat: int
    name: str
    you: bool
    winner: bool
    total: int


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the sheet with its points, by column."""

    key: str
    label: str
    mark: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Team:
    """Two neighbouring columns added up."""

    total: int
    winner: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    columns: tuple[Column, ...]
    rows: tuple[SheetRow, ...]
    teams: tuple[Team, ...]  # empty where everybody plays alone


@dataclass(frozen=True, slots=True)
class Segment:
    """Points of one line in a bar; ``x`` and ``width`` in hundredths of the chart."""

    key: str
    mark: str
    title: str
    value: str
    x: float
    width: float
    size: str  # one of SIZES

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 2)


@dataclass(frozen=True, slots=True)
class Bar:
    column: Column
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A bar for each player, the best first; losses reach to the left of ``zero``."""

    bars: tuple[Bar, ...]
    legend: tuple[tuple[str, str, str], ...]  # key, mark and label
    zero: float


@dataclass(frozen=True, slots=True)
class Finisher:
    """A player or a team; ``note`` says how a tie was broken. ``coins`` may be unknown on a pad."""

    place: int
    names: tuple[tuple[str, bool], ...]  # and whether that is the reader
    you: bool
    points: int
    coins: int | None
    note: str


@dataclass(frozen=True, slots=True)
class Ranking:
    verdict: str
    places: tuple[Finisher, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    sheet: Sheet
    chart: Chart
    ranking: Ranking


def ending(table_view: TableView, teller: Teller) -> Ending:
    """The sheets of a finished game, as its reader sees them."""
    winners = table_view.ranking[0][1] if table_view.ranking else ()
    columns = tuple(
        Column(
            sheet.seat,
            teller.who(sheet.seat).text,
            sheet.seat == teller.you,
            sheet.seat in winners,
            sheet.total,
        )
        for sheet in table_view.scores
    )
    return Ending(
        sheet_of(table_view.scores, columns, teller),
        chart_of(table_view.scores, columns, teller),
        _ranking(table_view, columns, teller),
    )


def sheet_of(scores: Sequence[ScoreSheet], columns: tuple[Column, ...], teller: Teller) -> Sheet:
    rows = [
        SheetRow(
            key,
            teller.plain(LINES[key]),
            LINE_MARKS[key],
            tuple(str(sheet.lines[key]).replace("-", "−") for sheet in scores),
        )
        for key in scores[0].lines
    ]
    teams = []
    if scores[0].team is not None:
        pairs = zip(columns[::2], columns[1::2], strict=True)
        teams = [Team(one.total + other.total, one.winner) for one, other in pairs]
    return Sheet(columns, tuple(rows), tuple(teams))


def chart_of(scores: Sequence[ScoreSheet], columns: Sequence[Column], teller: Teller) -> Chart:
    gains = max(sum(max(points, 0) for points in sheet.lines.values()) for sheet in scores)
    losses = max(-sum(min(points, 0) for points in sheet.lines.values()) for sheet in scores)
    unit = 100 / max(gains + losses, 1)
    bars = [
        Bar(column, tuple(_segments(sheet, losses * unit, unit, teller)))
        for sheet, column in sorted(
            zip(scores, columns, strict=True), key=lambda pair: -pair[0].total
        )
    ]
    scored = [key for key in scores[0].lines if any(sheet.lines[key] for sheet in scores)]
    legend = [(key, LINE_MARKS[key], teller.plain(LINES[key])) for key in scored]
    return Chart(tuple(bars), tuple(legend), round(losses * unit, 2))


def _segments(sheet: ScoreSheet, zero: float, unit: float, teller: Teller) -> Iterator[Segment]:
    """Gains go to the right of zero, losses to the left."""
    right = left = zero
    for key, points in sheet.lines.items():
        if not points:
            continue
        width = abs(points) * unit
        if points < 0:
            left -= width
        x = right if points > 0 else left
        if points > 0:
            right += width
        label, mark = LINES[key], LINE_MARKS[key]
        value = signed(points).removeprefix("+")
        yield Segment(
            key,
            mark,
            teller.plain(SEGMENT, num=abs(points), line=teller.plain(label), value=value),
            value,
            round(x, 2),
            round(width, 2),
            next(size for least, size in SIZES if width >= least),
        )


def _ranking(table_view: TableView, columns: Sequence[Column], teller: Teller) -> Ranking:
    assert table_view.view is not None
    size = 2 if table_view.options.teams else 1
    places: list[Finisher] = []
    for place, seats in table_view.ranking:
        for at in range(0, len(seats), size):
            group = seats[at : at + size]
            points = sum(columns[seat].total for seat in group)
            coins = sum(table_view.view["seats"][seat]["coins"] for seat in group)
            names = tuple((columns[seat].name, columns[seat].you) for seat in group)
            places.append(Finisher(place, names, teller.you in group, points, coins, ""))
    noted = [with_note(place, places, teller) for place in places]
    return Ranking(_verdict(table_view, columns, places[0].points, teller), tuple(noted))


def with_note(place: Finisher, places: Sequence[Finisher], teller: Teller) -> Finisher:
    """How somebody came before others with as many points (B26, T7)."""
    behind = [
        other.coins or 0
        for other in places
        if other.points == place.points and other.place > place.place
    ]
    if not behind or place.coins is None:
        return place
    note = teller.plain(BY_COINS, more=place.coins, fewer=max(behind))
    return Finisher(place.place, place.names, place.you, place.points, place.coins, note)


def _verdict(table_view: TableView, columns: Sequence[Column], points: int, teller: Teller) -> str:
    """Who has won."""
    winners = table_view.ranking[0][1]
    yours = teller.you in winners
    others = [columns[seat].name for seat in winners if seat != teller.you]
    size = 2 if table_view.options.teams else 1
    words: Message
    if len(winners) > size:
        words = YOU_SHARE if yours else SHARED
    elif size == 2:
        words = YOUR_TEAM_WINS if yours else TEAM_WINS
    else:
        words = YOU_WIN if yours else WINS
    return teller.plain(words, num=points, who=teller.labels.listed(others))
