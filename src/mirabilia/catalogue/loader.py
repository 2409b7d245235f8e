"""Reads the data files and checks them.

A mistake is a ``CatalogueError`` that names the file and the entry, for whoever mends a number by
hand: ``2nd/base.toml, card.statue: there is no card theatre to chain with``.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import TypeVar

from . import blocks
from .checks import faults
from .digests import digest_of
from .entries import Entry
from .model import (
    EDITIONS,
    EXPANSIONS,
    Board,
    Card,
    Catalogue,
    CatalogueError,
    Island,
    Leader,
    Shipyard,
    Space,
)
from .naming import Names

SHARED_FILES = {"armada": "armada.toml"}
"""What is the same in both editions; each has a file of its own besides."""

PROMO_FILES = {"1st": "1st/promo.toml"}

SECTIONS: Mapping[str, set[str]] = {
    "": {"card", "board"},
    "leaders": {"card", "board", "leader"},
    "cities": {"card", "board", "leader"},
    "armada": {"card", "board", "island", "shipyard", "track", "naval"},
}
HEAD_KEYS = {"edition", "sides"}

LARGEST_FILE = 200_000
LONGEST_LINE = 1000
"""Bytes and letters; ours are a tenth of it. The parser takes very long for very long names."""

Named = TypeVar("Named", Card, Board, Leader, Island, Shipyard)

_LETTER = re.compile("[A-Z]")
_HEADER = re.compile(r"\[\s*([^\[\]]+?)\s*\]")
_LINE = re.compile(r"at line (\d+)")


def load(edition: str, expansions: Iterable[str] = (), promo: bool = False) -> Catalogue:
    """The catalogue of an edition and some of its expansions, from the files of this package.

    Promo boards come with Armada, whose eighth player needs them, or when asked for.
    """
    if edition not in EDITIONS:
        raise CatalogueError(f'no edition "{edition}"; there are {", ".join(EDITIONS)}')
    asked = set(expansions)
    for expansion in sorted(asked - set(EXPANSIONS)):
        raise CatalogueError(f'no expansion "{expansion}"; there are {", ".join(EXPANSIONS)}')
    return _load(edition, _in_order(asked), promo or "armada" in asked)


@functools.cache
def _load(edition: str, expansions: tuple[str, ...], promo: bool) -> Catalogue:
    files = [f"{edition}/base.toml"]
    for expansion in expansions:
        if expansion in SHARED_FILES:
            files.append(SHARED_FILES[expansion])
        files.append(f"{edition}/{expansion}.toml")
    if promo and edition in PROMO_FILES:
        files.append(PROMO_FILES[edition])
    return from_tables({file: _shipped(file) for file in files})


@functools.cache
def _shipped(file: str) -> dict[str, object]:
    """A file of this package, which several catalogues are made of."""
    return _parse(resources.files(__package__).joinpath(file).read_text("utf-8"), file)


def load_files(paths: Iterable[Path]) -> Catalogue:
    """One catalogue from files of your own."""
    texts = {}
    for path in paths:
        try:
            texts[str(path)] = _content(path).decode("utf-8")
        except UnicodeDecodeError as error:
            raise CatalogueError(f"{path}: not a text in UTF-8 ({error})") from None
        except OSError as error:
            raise CatalogueError(f"{path}: can't be read ({error.strerror})") from None
    return _catalogue(texts)


def _content(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise CatalogueError(f"{path}: no file, but something else")
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise CatalogueError(f"{path}: larger than {LARGEST_FILE:,} bytes")
    return data


def read(text: str, file: str) -> Catalogue:
    """A catalogue from a text; ``file`` is what the messages call it."""
    return _catalogue({file: text})


def _in_order(expansions: Iterable[str]) -> tuple[str, ...]:
    found = set(expansions)
    return tuple(expansion for expansion in EXPANSIONS if expansion in found)


@dataclass
class _Contents:
    """What has been read so far of the files of a catalogue."""

    edition: str = ""
    sides: tuple[str, ...] = ()
    expansions: set[str] = field(default_factory=set)
    cards: dict[str, Card] = field(default_factory=dict)
    boards: dict[tuple[str, str], Board] = field(default_factory=dict)
    leaders: dict[str, Leader] = field(default_factory=dict)
    islands: dict[str, Island] = field(default_factory=dict)
    shipyards: dict[str, Shipyard] = field(default_factory=dict)
    tracks: dict[str, tuple[Space, ...]] = field(default_factory=dict)
    rewards: tuple[tuple[int, ...], ...] = ()
    penalties: tuple[int, ...] = ()
    file_of: dict[str, str] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)

    def add(self, whole: Entry) -> None:
        expansion = self._head(whole)
        for entry, name in self._entries(whole, "card"):
            self.cards[name] = blocks.card(entry, name, expansion)
        for entry, name in self._entries(whole, "board"):
            for board in blocks.boards(entry, name, expansion, self.sides):
                self.boards[name, board.side] = board
        for entry, name in self._entries(whole, "leader"):
            self.leaders[name] = blocks.leader(entry, name)
        for entry, name in self._entries(whole, "island"):
            self.islands[name] = blocks.island(entry, name)
        for entry, name in self._entries(whole, "shipyard"):
            self.shipyards[f"shipyard_{name}"] = blocks.shipyard(entry, f"shipyard_{name}")
        if "track" in whole.table:
            self.tracks = blocks.tracks(self._only(whole, "track"))
        if "naval" in whole.table:
            self.rewards, self.penalties = blocks.naval(self._only(whole, "naval"))

    def _head(self, whole: Entry) -> str:
        """Edition and sides, the same in all files that have them; the file's expansion."""
        expansion = whole.text("expansion")
        if expansion:
            whole.one_of("expansion", expansion, EXPANSIONS)
            self.expansions.add(expansion)
            others = self.file_of.get(expansion)
            self.file_of[expansion] = f"{others} + {whole.place}" if others else whole.place
        # A file of an expansion without boards may serve both editions.
        shared = expansion and not whole.table.keys() & (HEAD_KEYS | {"board"})
        optional = SECTIONS[expansion] | {"expansion"}
        whole.check_keys((set(), optional) if shared else (HEAD_KEYS, optional))
        if not shared:
            self.edition, self.sides = _edition(whole, self.edition, self.sides)
        return expansion

    def _entries(self, whole: Entry, section: str) -> Iterator[tuple[Entry, str]]:
        if section not in whole.table:
            return
        tables = Entry(f"{whole.place}, {section}", whole.table[section]).table
        for name, table in tables.items():
            key = f"{section}.{name}"
            entry = Entry(f"{whole.place}, {key}", table)
            if section == "shipyard":
                if not _LETTER.fullmatch(name):
                    raise entry.error("a shipyard is called by a capital letter")
            else:
                entry.id(name)
            self._claim(entry, key, whole.place)
            if section in {"card", "leader", "island"}:
                other = self.named.setdefault(name, key)
                if other != key:
                    raise entry.error(f"{self.file_of[other]} has {other} of the same name")
            yield entry, name

    def _only(self, whole: Entry, section: str) -> Entry:
        entry = Entry(f"{whole.place}, {section}", whole.table[section])
        self._claim(entry, section, whole.place)
        return entry

    def _claim(self, entry: Entry, key: str, file: str) -> None:
        if key in self.file_of:
            raise entry.error(f"{self.file_of[key]} has it too")
        self.file_of[key] = file

    def catalogue(self) -> Catalogue:
        """What has been read, without what needs an expansion that is not there."""
        first, second = self.sides
        expansions = _in_order(self.expansions)
        return Catalogue(
            edition=self.edition,
            cards={name: self._named(card) for name, card in self.cards.items()},
            boards={
                key: self._named(board)
                for key, board in self.boards.items()
                if not board.expansion or board.expansion in expansions
            },
            sides=(first, second),
            digest="",
            expansions=expansions,
            leaders={
                name: self._named(leader)
                for name, leader in self.leaders.items()
                if "leaders" in expansions and (leader.group != "cities" or "cities" in expansions)
            },
            islands={name: self._named(island) for name, island in self.islands.items()},
            shipyards={name: self._named(yard) for name, yard in sorted(self.shipyards.items())},
            tracks=self.tracks,
            naval_rewards=self.rewards,
            naval_penalties=self.penalties,
        )

    def _named(self, thing: Named) -> Named:
        """The thing with its names in other languages, which are those of an edition."""
        id = thing.wonder if isinstance(thing, Board) else thing.id
        return replace(thing, name=Names(self.edition, id, thing.name))


def _catalogue(texts: Mapping[str, str]) -> Catalogue:
    return from_tables({file: _parse(text, file) for file, text in texts.items()})


def from_tables(files: Mapping[str, object]) -> Catalogue:
    """A catalogue from the tables that its files are; it keeps them as its source."""
    contents = _Contents()
    for file, table in files.items():
        try:
            contents.add(Entry(file, table))
        except RecursionError:
            raise _too_deep(file) from None
    places = " + ".join(files)
    if not contents.edition:
        raise CatalogueError(f"{places}: no file names an edition")
    catalogue = contents.catalogue()
    found = [
        f"{contents.file_of.get(entry, places)}, {entry}: {message}"
        for entry, message in faults(catalogue)
    ]
    if found:
        raise CatalogueError("\n".join(found))
    return replace(catalogue, digest=digest_of(catalogue), source=files)


def _too_deep(file: str) -> CatalogueError:
    return CatalogueError(f"{file}: lists or tables are nested too deeply")


def _parse(text: str, file: str) -> dict[str, object]:
    for number, line_text in enumerate(text.splitlines(), 1):
        if len(line_text) > LONGEST_LINE:
            raise CatalogueError(f"{file}: line {number} is longer than {LONGEST_LINE} letters")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _too_deep(file) from None
    except ValueError as error:  # not TOML, or a number that Python finds too long
        line = _LINE.search(str(error))
        before = text.splitlines()[: int(line[1])] if line else text.splitlines()
        headers = [match[1] for match in map(_HEADER.match, before) if match]
        raise CatalogueError(f"{', '.join([file, *headers[-1:]])}: {error}") from None


def _edition(whole: Entry, edition: str, sides: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The edition and the names of the sides: the same in all files of a catalogue."""
    own = whole.text("edition"), whole.texts("sides")
    if not own[0]:
        raise whole.error('"edition" is empty')
    if len(own[1]) != 2 or len(set(own[1])) != 2:
        raise whole.error('"sides" must name the two sides of a board')
    if edition and own != (edition, sides):
        raise whole.error(f"edition and sides differ from those of the other files ({edition})")
    return own
