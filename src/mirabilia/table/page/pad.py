"""The pages of a score pad: its sheet, and the form of each city.

Everything is made of the pad as it is kept and of its result; nothing here counts. What changes as
somebody writes are *parts*, by name, which a script puts into the page; ``fields`` are the values
of a form's controls, by their names.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...catalogue import COLOURS, FLEETS, Board
from ...game.codec import ScoreSheet
from ...telling.sheet import LINE_MARKS
from ...texts import N_
from ..rooms.pad import LINE, NAVAL, STAGES, VICTORIES, City, Kept, Pad
from ..rooms.pad_score import Remark, Result, Scored, board_of, copies
from ..rooms.table_view import Options
from .environment import environment
from .faces.boards import board_face
from .faces.cards import Face, face
from .pad_words import Words
from .reader import Reader, whole_page
from .story import score
from .story.teller import Teller

CARDS_OF: Mapping[str, str] = {
    "brown": N_("Brown cards"),
    "grey": N_("Grey cards"),
    "blue": N_("Blue cards"),
    "yellow": N_("Yellow cards"),
    "red": N_("Red cards"),
    "green": N_("Green cards"),
    "purple": N_("Guilds"),
    "black": N_("Black cards"),
}
_SPACES = range(7)
_BURIED_ASKED = 2


@dataclass(frozen=True, slots=True)
class PartSaid:
    what: str
    points: str
    why: str


@dataclass(frozen=True, slots=True)
class LineSaid:
    """A line of a city: what counts, what the engine counted, what was typed."""

    key: str
    mark: str
    label: str
    points: str
    counted: int
    typed: int | None
    parts: tuple[PartSaid, ...]


@dataclass(frozen=True, slots=True)
class CitySaid:
    number: int  # from 1 on
    name: str
    total: str
    noted: bool
    winner: bool
    lines: tuple[LineSaid, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A pad as its reader sees it."""

    kept: Kept
    options: Options
    words: Words
    cities: tuple[CitySaid, ...]
    sheet: score.Sheet
    chart: score.Chart
    ranking: score.Ranking | None
    mistakes: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def address(self) -> str:
        """Of its pages, for who writes and for who reads."""
        return f"/pad/{self.kept.pen if self.kept.writes else self.kept.code}"


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to pick; ``count`` is how often it was, ``more`` for how many players it is."""

    value: str
    face: Face
    count: int
    more: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Things of a colour, by age; ``field`` is what they are noted as."""

    field: str
    key: str
    label: str
    picked: int
    rows: tuple[tuple[str, tuple[Pick, ...]], ...]


@dataclass(frozen=True, slots=True)
class CityForm:
    """What is asked about a city."""

    city: City
    boards: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    stages: tuple[tuple[int, str], ...]
    numbers: tuple[tuple[str, str, str], ...]  # field, label, icon
    grids: tuple[Grid, ...]
    naval: tuple[tuple[str, str, str], ...]
    fleets: tuple[tuple[str, str, str], ...]
    leaders: tuple[tuple[str, str], ...]
    buried: tuple[str, ...]
    spaces: range = _SPACES


def view_of(kept: Kept, result: Result, lang: str) -> View:
    pad, words = kept.pad, Words(kept.pad, lang)
    noted = any(city.noted for city in result.cities)
    winners = result.ranking[0][1] if noted else ()
    cities = tuple(
        CitySaid(
            number + 1,
            words.city(number),
            words.number(scored.total),
            scored.noted,
            number in winners,
            tuple(_line(words, key, scored) for key in scored.lines),
            tuple(words.remark(one) for one in _remarks(pad, result, number)),
        )
        for number, scored in enumerate(result.cities)
    )
    columns = tuple(
        score.Column(at, city.name, False, city.winner, result.cities[at].total)
        for at, city in enumerate(cities)
    )
    sheets = [
        ScoreSheet(
            at,
            at // 2 if pad.teams else None,
            scored.total,
            {key: line.points for key, line in scored.lines.items()},
        )
        for at, scored in enumerate(result.cities)
    ]
    teller = Teller(words.labels, ())
    return View(
        kept,
        Options(pad.players, pad.edition, pad.expansions, pad.teams),
        words,
        cities,
        score.sheet_of(sheets, columns, teller),
        score.chart_of(sheets, columns, teller),
        _ranking(pad, result, cities, teller) if noted else None,
        tuple(words.remark(one) for one in result.mistakes),
        tuple(words.remark(one) for one in result.unknown),
    )


def _line(words: Words, key: str, scored: Scored) -> LineSaid:
    line = scored.lines[key]
    parts = tuple(
        PartSaid(words.what(part), words.number(part.points), words.why(part))
        for part in line.parts
    )
    return LineSaid(
        key,
        LINE_MARKS[key],
        words.line(key),
        words.number(line.points),
        line.counted,
        line.typed,
        parts,
    )


def _remarks(pad: Pad, result: Result, number: int) -> list[Remark]:
    """What concerns a city, also where it is one of several."""
    city = pad.cities[number]
    own = {one for key in ("cards", "leaders", "buried", "islands") for one in city.get(key, ())}
    own.add(str(city.get("wonder", "")).partition(":")[0])
    found = (*result.mistakes, *result.unknown)
    return [one for one in found if one.city == number or (one.city is None and one.thing in own)]


def _ranking(pad: Pad, result: Result, cities: Sequence[CitySaid], teller: Teller) -> score.Ranking:
    size = 2 if pad.teams else 1
    finishers = []
    for place, seats in result.ranking:
        for at in range(0, len(seats), size):
            group = seats[at : at + size]
            names = tuple((cities[seat].name, False) for seat in group)
            points = sum(result.cities[seat].total for seat in group)
            told = [result.cities[seat].coins for seat in group]
            coins = None if None in told else sum(coin or 0 for coin in told)
            finishers.append(score.Finisher(place, names, False, points, coins, ""))
    winners = result.ranking[0][1]
    words = score.TEAM_WINS if pad.teams else score.WINS
    if len(winners) > size:
        words = score.SHARED
    names_of = teller.labels.listed([cities[seat].name for seat in winners])
    verdict = teller.plain(words, num=finishers[0].points, who=names_of)
    noted = tuple(score.with_note(one, finishers, teller) for one in finishers)
    return score.Ranking(verdict, noted)


# What a form asks and holds


def line_fields(pad: Pad) -> tuple[str, ...]:
    """What can be typed on the sheet, of each city."""
    return tuple(f"{LINE}{line}" for line in pad.lines)


def seen(pad: Pad, number: int | None) -> str:
    """What a form shows of a city, or of the sheet, to be sent back with what was written."""
    cities = pad.document()["cities"]
    if number is not None:
        return json.dumps(cities[number], separators=(",", ":"))
    lines = line_fields(pad)
    shown = [{key: city[key] for key in lines if key in city} for city in cities]
    return json.dumps(shown, separators=(",", ":"))


def fields(pad: Pad, number: int | None) -> dict[str, list[str]]:
    """The values of a form's controls: of a city, or of the whole sheet."""
    if number is not None:
        return {name: _texts(value) for name, value in pad.cities[number].items()}
    return {
        f"{at}.{name}": _texts(city[name])
        for at, city in enumerate(pad.cities)
        for name in line_fields(pad)
        if name in city
    }


def _texts(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, tuple) else [str(value)]


def form_of(view: View, number: int) -> CityForm:
    pad, words, city = view.kept.pad, view.words, view.kept.pad.cities[number]
    board = board_of(pad, city)
    victories = [(f"victory_{value}", "victory") for value in VICTORIES]
    others = [("coins", "coin"), *victories, ("defeats", "defeat"), ("debts", "debt")]
    known = pad.fields
    buried = city.get("buried", ())
    return CityForm(
        city,
        _boards(words, pad),
        _stages(words, board, city),
        tuple((name, words.field(name), icon) for name, icon in others if name in known),
        _grids(words, pad, city),
        tuple(
            (f"naval_{value}", words.field(f"naval_{value}"), "naval")
            for value in NAVAL
            if f"naval_{value}" in known
        ),
        tuple(
            (f"fleet_{colour}", words.field(f"fleet_{colour}"), colour)
            for colour in FLEETS
            if f"fleet_{colour}" in known
        ),
        tuple((name, words.labels.name(name)) for name in pad.catalogue.leaders),
        (*buried, *[""] * max(_BURIED_ASKED - len(buried), 0)),
    )


def _boards(words: Words, pad: Pad) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The boards to choose from, with their sides."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for board in pad.catalogue.boards.values():
        name, side = words.labels.wonder(board), words.labels.side(board.side)
        label = words.texts.gettext("%(name)s, %(side)s") % {"name": name, "side": side}
        groups.setdefault(name, []).append((board.id, label))
    return tuple((name, tuple(sides)) for name, sides in groups.items())


def _stages(words: Words, board: Board | None, city: City) -> tuple[tuple[int, str], ...]:
    """The stages that can be ticked, each with what it is."""
    if board is None:
        return tuple((number, "") for number in range(1, STAGES + 1))
    pad = words.pad
    faces = board_face(pad.catalogue, board.wonder, board.side, words.lang, pad.teams).stages
    said = {one.number: " ".join(one.lines[2:]) for one in faces}
    numbers = sorted({*said, *city.get("stages", ())})
    return tuple((number, said.get(number, "")) for number in numbers)


def _grids(words: Words, pad: Pad, city: City) -> tuple[Grid, ...]:
    """Everything that can be picked, by colour and age."""
    printed, _ = pad.catalogue, words.texts.gettext
    found = []
    for colour in COLOURS:
        ages: dict[int, list[str]] = {}
        for card in printed.cards.values():
            if card.colour == colour:
                ages.setdefault(card.age, []).append(card.id)
        rows = [(_("Age %(age)s") % {"age": "I" * age}, ids) for age, ids in sorted(ages.items())]
        found.append(_grid(words, city, "cards", colour, _(CARDS_OF[colour]), rows))
    if printed.leaders:
        label = words.line("leaders")
        found.append(_grid(words, city, "leaders", "leader", label, [("", list(printed.leaders))]))
    if printed.islands:
        levels: dict[int, list[str]] = {}
        for island in printed.islands.values():
            levels.setdefault(island.level, []).append(island.id)
        rows = [
            (_("Level %(level)s") % {"level": "I" * level}, ids)
            for level, ids in sorted(levels.items())
        ]
        found.append(_grid(words, city, "islands", "island", words.line("islands"), rows))
    return tuple(one for one in found if one.rows)


def _grid(
    words: Words, city: City, field: str, key: str, label: str, rows: list[tuple[str, list[str]]]
) -> Grid:
    pad = words.pad
    counts: Counter[str] = Counter(city.get(field, ()))
    drawn = []
    for title, ids in rows:
        picks = []
        for name in ids:
            shown = face(pad.catalogue, name, words.lang, pad.teams)
            absent = field == "cards" and not copies(pad, name)
            more = f"{min(pad.catalogue.cards[name].players)}+" if absent else ""
            picks.append(Pick(name, shown, counts[name], more))
        drawn.append((title, tuple(picks)))
    picked = sum(counts[name] for _, ids in rows for name in ids)
    return Grid(field, key, label, picked, tuple(drawn))


# Pages


def begin_page(
    reader: Reader,
    *,
    options: Options,
    names: Sequence[str] = (),
    mine: Sequence[Kept] = (),
    days: int,
    error: str = "",
) -> str:
    named = [*names, *[""] * 8][:8]
    context = {"options": options, "names": named, "mine": mine, "days": days, "error": error}
    return whole_page("pad/begin.html", reader, levels=(), address="/pad", **context)


def setup_page(reader: Reader, view: View, *, options: Options, error: str = "") -> str:
    named = [*view.kept.pad.names, *[""] * 8][:8]
    address = f"{view.address}/setup"
    context = {"options": options, "names": named, "mine": (), "days": 0, "error": error}
    return whole_page("pad/begin.html", reader, levels=(), address=address, **context)


def sheet_page(
    reader: Reader, view: View, *, origin: str, days: int, error: str = "", seen_now: str = ""
) -> str:
    """The whole pad: the sheet to type on or to read, who is ahead, how each line came about."""
    return whole_page(
        "pad/sheet.html",
        reader,
        view=view,
        current=0,
        values=fields(view.kept.pad, None),
        seen=seen_now or seen(view.kept.pad, None),
        origin=origin,
        days=days,
        error=error,
    )


def city_page(
    reader: Reader, view: View, number: int, *, error: str = "", seen_now: str = ""
) -> str:
    """One city, with everything that can be noted of it."""
    return whole_page(
        "pad/city.html",
        reader,
        view=view,
        current=number + 1,
        city=view.cities[number],
        form=form_of(view, number),
        seen=seen_now or seen(view.kept.pad, number),
        error=error,
    )


def parts(view: View, lang: str, number: int | None) -> dict[str, str]:
    """What of a page follows from what was written, by the name of its place."""
    macros: Any = environment(lang).get_template("pad/macros.html").module
    current = 0 if number is None else number + 1
    found = {"totals": macros.totals(view, current)}
    if number is not None:
        city = view.cities[number]
        found["remarks"] = macros.remarks(city.remarks)
        found |= {f"how-{line.key}": macros.line_how(line) for line in city.lines}
        return {name: str(part) for name, part in found.items()}
    found["verdict"] = macros.verdict(view)
    found["remarks"] = macros.both_remarks(view)
    found["how"] = macros.how(view)
    found["paper"] = macros.paper(view)
    found["sums"] = macros.sums(view)
    return {name: str(part) for name, part in found.items()}


def counted(view: View, number: int | None) -> dict[str, str]:
    """What the engine counted for each line, by the name of the control where it may be typed."""
    words = view.words
    if number is not None:
        lines = view.cities[number].lines
        return {f"{LINE}{line.key}": words.number(line.counted) for line in lines}
    return {
        f"{city.number - 1}.{LINE}{line.key}": words.number(line.counted)
        for city in view.cities
        for line in city.lines
    }
