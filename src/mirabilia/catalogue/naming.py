"""What cards, leaders, islands and wonders are called in other languages than English.

``names/LANG.toml`` has the names of a language: for each edition those that are ``printed`` on its
components, and those that are ``ours``, translated by us because nothing printed is known. Whoever
has the box and finds another name mends one line there. ``cities`` has the names of the wonders'
cities, the same in both editions: boards have them as the Greeks and Romans wrote them. A file is
read when a name of its language is first asked for; what it lacks is called by its English name.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .model import EDITIONS, CatalogueError

FOLDER = Path(__file__).parent / "names"
ENGLISH = "en"
BOARD = "board"
"""Beside the languages: what stands on a wonder board itself, the same everywhere."""

PRINTED, OURS = "printed", "ours"
CITIES = "cities"
LONGEST_NAME = 80

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a language, and whether it is our own translation."""

    name: str
    ours: bool


Given = Mapping[str, Mapping[str, Name]]
"""The names of a language, by edition and id; those of cities under ``cities``."""


@cache
def languages() -> tuple[str, ...]:
    """English, and every language that has names of its own."""
    found = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return (ENGLISH, *(lang for lang in found if lang != ENGLISH))


@cache
def given(lang: str) -> Given:
    """The names of a language; none, where there is no file of it or it can't be read."""
    if lang == ENGLISH or lang not in languages():
        return {}
    path = FOLDER / f"{lang}.toml"
    try:
        return read(path.read_text("utf-8"), path.name)
    except (OSError, UnicodeDecodeError, CatalogueError) as error:
        # Nobody is kept from playing by a name that is being mended.
        log.error("names stay English", extra={"file": path.name, "why": str(error)})
        return {}


def read(text: str, file: str) -> Given:
    """The names in a file's text; ``file`` is what messages call it."""
    try:
        table = tomllib.loads(text)
    except ValueError as error:
        raise CatalogueError(f"{file}: {error}") from None
    found: dict[str, dict[str, Name]] = {}
    for edition, kinds in table.items():
        if edition == CITIES and isinstance(kinds, dict):
            found[CITIES] = dict(_of_edition({OURS: kinds}, file))
            continue
        if edition not in EDITIONS or not isinstance(kinds, dict) or kinds.keys() - {PRINTED, OURS}:
            raise CatalogueError(
                f'{file}, {edition}: tables are called "EDITION".{PRINTED} and "EDITION".{OURS}'
            )
        found[edition] = dict(_of_edition(kinds, f"{file}, {edition}"))
    return found


def _of_edition(kinds: Mapping[str, object], place: str) -> Iterator[tuple[str, Name]]:
    named = set[str]()
    for kind, names in kinds.items():
        if not isinstance(names, dict):
            raise CatalogueError(f'{place}: "{kind}" must be a table of names')
        for id, name in names.items():
            if not isinstance(name, str) or not 0 < len(name.strip()) <= LONGEST_NAME:
                raise CatalogueError(f"{place}.{kind}: {id} must be called by a text that is short")
            if id in named:
                raise CatalogueError(f"{place}: {id} is {PRINTED} or {OURS}, not both")
            named.add(id)
            yield id, Name(name.strip(), kind == OURS)


def city_of(names: Mapping[str, str], lang: str) -> str:
    """The name of a board's city in a language."""
    return names.city(lang) if isinstance(names, Names) else names[BOARD]


class Names(Mapping[str, str]):
    """What a thing is called, by language; ``board`` is what stands on a board itself."""

    __slots__ = ("_edition", "_id", "_own")

    def __init__(self, edition: str, id: str, own: Mapping[str, str]) -> None:
        self._edition, self._id, self._own = edition, id, own

    def __getitem__(self, lang: str) -> str:
        found = self._own.get(lang)
        if found is None:
            found = given(lang).get(self._edition, {})[self._id].name
        return found

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        for lang in languages():
            if lang not in self._own and self._id in given(lang).get(self._edition, {}):
                yield lang

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))

    def city(self, lang: str) -> str:
        """What a board's city is called; else as it stands on the board itself."""
        found = given(lang).get(CITIES, {}).get(self._id)
        return found.name if found else self._own[BOARD]

    def told(self, lang: str) -> str:
        """In the reader's language, or else in English."""
        return self.get(lang) or self._own[ENGLISH]
