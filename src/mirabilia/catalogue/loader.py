"""Reads the data files and checks them.

A mistake is a ``CatalogueError`` that names the file and the entry, for whoever mends a number by
hand: ``2nd/base.toml, card.statue: there is no card theatre to chain with``.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from .checks import AGES, PLAYERS, faults
from .model import (
    COLOURS,
    RESOURCES,
    Board,
    Card,
    Catalogue,
    CatalogueError,
    Cost,
    Effect,
    Stage,
)
from .phrases import cost_text, effects_text, parse_cost, parse_effects

EDITIONS = ("1st", "2nd")
MOST_STAGES = 4

FILE_KEYS = {"edition", "sides"}, {"card", "board"}
CARD_KEYS = (
    {"name", "age", "colour", "effects"},
    {"building", "players", "cost", "free_with", "makes_free", "accepts", "grants"},
)
SIDE_KEYS = {"start", "stages"}, set[str]()
STAGE_KEYS = {"cost", "effects"}, set[str]()

_ID = re.compile("[a-z][a-z0-9_]*")
_LANGUAGE = re.compile("[a-z]{2}")
_HEADER = re.compile(r"\[\s*([^\[\]]+?)\s*\]")
_LINE = re.compile(r"at line (\d+)")

_T = TypeVar("_T")


@functools.cache
def load(edition: str) -> Catalogue:
    """The catalogue of an edition, from the files of this package."""
    if edition not in EDITIONS:
        raise CatalogueError(f'no edition "{edition}"; there are {", ".join(EDITIONS)}')
    file = f"{edition}/base.toml"
    return read(resources.files(__package__).joinpath(file).read_text("utf-8"), file)


def load_files(paths: Iterable[Path]) -> Catalogue:
    """One catalogue from files of your own."""
    texts = {}
    for path in paths:
        try:
            texts[str(path)] = path.read_text("utf-8")
        except UnicodeDecodeError as error:
            raise CatalogueError(f"{path}: not a text in UTF-8 ({error})") from None
    return _catalogue(texts)


def read(text: str, file: str) -> Catalogue:
    """A catalogue from a text; ``file`` is what the messages call it."""
    return _catalogue({file: text})


class _Entry:
    """One table of a data file, read key by key."""

    def __init__(self, place: str, table: object, what: str = "this entry") -> None:
        self.place = place
        self.table: dict[str, Any] = {}
        self.table = self._as(dict, table, what, "a table of keys")

    def error(self, message: str) -> CatalogueError:
        return CatalogueError(f"{self.place}: {message}")

    def check_keys(self, keys: tuple[set[str], set[str]]) -> None:
        required, optional = keys
        for key in self.table:
            if key not in required | optional:
                known = ", ".join(sorted(required | optional))
                raise self.error(f'the key "{key}" is unknown; known are {known}')
        for key in sorted(required - self.table.keys()):
            raise self.error(f'the key "{key}" is missing')

    def _as(self, kind: type[_T], value: object, what: str, wanted: str) -> _T:
        # An exact comparison, for true and false would pass as whole numbers.
        if type(value) is not kind:
            raise self.error(f"{what} must be {wanted}, not {json.dumps(value, default=str)}")
        return value

    def _list(self, key: str, kind: type[_T], wanted: str) -> tuple[_T, ...]:
        values = self._as(list, self.table.get(key, []), f'"{key}"', f"a list of {wanted}s")
        return tuple(self._as(kind, value, f'each of "{key}"', f"a {wanted}") for value in values)

    def text(self, key: str, default: str = "") -> str:
        return self._as(str, self.table.get(key, default), f'"{key}"', "a text")

    def number(self, key: str) -> int:
        return self._as(int, self.table[key], f'"{key}"', "a whole number")

    def texts(self, key: str) -> tuple[str, ...]:
        return self._list(key, str, "text")

    def numbers(self, key: str) -> tuple[int, ...]:
        return self._list(key, int, "whole number")

    def ids(self, key: str) -> tuple[str, ...]:
        ids = tuple(self.id(value) for value in self.texts(key))
        if len(set(ids)) < len(ids):
            raise self.error(f'"{key}" has the same name twice')
        return ids

    def id(self, value: str) -> str:
        if not _ID.fullmatch(value):
            raise self.error(f'"{value}" is no id; write it in a-z, 0-9 and _')
        return value

    def entry(self, key: str) -> _Entry:
        return _Entry(f"{self.place}.{key}", self.table[key])

    def one_of(self, key: str, value: _T, known: Iterable[_T]) -> _T:
        if value not in known:
            listed = ", ".join(str(one) for one in known)
            raise self.error(f'"{key}" is {json.dumps(value)}; known are {listed}')
        return value

    def names(self, required: str) -> dict[str, str]:
        """The names of a thing: in English, in other languages, and what a board has printed."""
        entry = _Entry(self.place, self.table["name"], '"name"')
        for key in (required, "en"):
            if key not in entry.table:
                raise self.error(f'the name lacks "{key}"')
        for key in entry.table:
            if key != required and not _LANGUAGE.fullmatch(key):
                raise self.error(f'the name has "{key}", which is no language of two letters')
            if not entry.text(key):
                raise self.error(f'the name in "{key}" is empty')
        return dict(entry.table)

    def cost(self) -> Cost:
        return self._parsed(parse_cost, self.text("cost"))

    def effects(self) -> tuple[Effect, ...]:
        phrases = self.texts("effects")
        if not phrases:
            raise self.error('"effects" is empty')
        return tuple(effect for phrase in phrases for effect in self._parsed(parse_effects, phrase))

    def _parsed(self, parse: Callable[[str], _T], text: str) -> _T:
        try:
            return parse(text)
        except CatalogueError as error:
            raise self.error(str(error)) from None


def _catalogue(texts: Mapping[str, str]) -> Catalogue:
    edition = ""
    sides: tuple[str, ...] = ()
    cards: dict[str, Card] = {}
    boards: dict[tuple[str, str], Board] = {}
    file_of: dict[str, str] = {}

    for file, text in texts.items():
        whole = _parse(text, file)
        edition, sides = _edition(whole, edition, sides)
        for entry, name in _entries(whole, "card", file_of, file):
            cards[name] = _card(entry, name)
        for entry, name in _entries(whole, "board", file_of, file):
            boards.update({(name, board.side): board for board in _boards(entry, name, sides)})

    first, second = sides
    catalogue = Catalogue(edition, cards, boards, (first, second), "")
    found = [
        f"{file_of.get(entry, ' + '.join(texts))}, {entry}: {message}"
        for entry, message in faults(catalogue)
    ]
    if found:
        raise CatalogueError("\n".join(found))
    return Catalogue(edition, cards, boards, (first, second), _digest(catalogue))


def _parse(text: str, file: str) -> _Entry:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = _LINE.search(str(error))
        before = text.splitlines()[: int(line[1])] if line else text.splitlines()
        headers = [match[1] for match in map(_HEADER.match, before) if match]
        raise CatalogueError(f"{', '.join([file, *headers[-1:]])}: {error}") from None
    whole = _Entry(file, table)
    whole.check_keys(FILE_KEYS)
    return whole


def _edition(whole: _Entry, edition: str, sides: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The edition and the names of the sides: the same in all files of a catalogue."""
    own = whole.text("edition"), whole.texts("sides")
    if not own[0]:
        raise whole.error('"edition" is empty')
    if len(own[1]) != 2 or len(set(own[1])) != 2:
        raise whole.error('"sides" must name the two sides of a board')
    if edition and own != (edition, sides):
        raise whole.error(f"edition and sides differ from those of the other files ({edition})")
    return own


def _entries(
    whole: _Entry, section: str, file_of: dict[str, str], file: str
) -> Iterable[tuple[_Entry, str]]:
    for name, table in _Entry(f"{file}, {section}", whole.table.get(section, {})).table.items():
        key = f"{section}.{name}"
        entry = _Entry(f"{file}, {key}", table)
        entry.id(name)
        if key in file_of:
            raise entry.error(f"{file_of[key]} has it too")
        file_of[key] = file
        yield entry, name


def _card(entry: _Entry, name: str) -> Card:
    entry.check_keys(CARD_KEYS)
    card = Card(
        id=name,
        building=entry.id(entry.text("building", name)),
        name=entry.names("en"),
        age=entry.one_of("age", entry.number("age"), AGES),
        colour=entry.one_of("colour", entry.text("colour"), COLOURS),
        cost=entry.cost(),
        effects=entry.effects(),
        players=tuple(entry.one_of("players", n, PLAYERS) for n in entry.numbers("players")),
        free_with=entry.ids("free_with"),
        makes_free=entry.ids("makes_free"),
        accepts=entry.ids("accepts"),
        grants=entry.ids("grants"),
    )
    if card.is_guild and card.players:
        raise entry.error('a guild has no "players"')
    if card.is_guild and card.age != AGES[-1]:
        raise entry.error(f"a guild is of age {AGES[-1]}")
    if not card.is_guild and not card.players:
        raise entry.error('the key "players" is missing')
    return card


def _boards(entry: _Entry, wonder: str, sides: tuple[str, ...]) -> list[Board]:
    entry.check_keys(({"name", *sides}, set()))
    name = entry.names("board")
    return [_board(entry.entry(side), wonder, side, name) for side in sides]


def _board(entry: _Entry, wonder: str, side: str, name: Mapping[str, str]) -> Board:
    entry.check_keys(SIDE_KEYS)
    stages = entry.table["stages"]
    if type(stages) is not list or not 1 <= len(stages) <= MOST_STAGES:
        raise entry.error(f'"stages" must be a list of 1 to {MOST_STAGES} stages')
    return Board(
        wonder=wonder,
        side=side,
        name=name,
        start=entry.one_of("start", entry.text("start"), RESOURCES),
        stages=tuple(
            _stage(_Entry(f"{entry.place}, stage {number}", table))
            for number, table in enumerate(stages, start=1)
        ),
    )


def _stage(entry: _Entry) -> Stage:
    entry.check_keys(STAGE_KEYS)
    stage = Stage(entry.cost(), entry.effects())
    if stage.cost.nothing:
        raise entry.error("a stage has a cost")
    return stage


def _digest(catalogue: Catalogue) -> str:
    """A fingerprint of the content.

    The order of the entries is part of it: with a seed, it decides which cards are dealt.
    """
    content = [
        catalogue.edition,
        catalogue.sides,
        list(catalogue.cards.values()),
        list(catalogue.boards.values()),
    ]
    text = json.dumps(content, default=_plain, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> object:
    if isinstance(value, Cost):
        return cost_text(value)
    if isinstance(value, Effect):
        return effects_text([value])[0]
    # What is empty is left out, so that a field added later leaves old fingerprints as they are.
    pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
    return {name: content for name, content in pairs if content}
