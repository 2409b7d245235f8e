"""Catalogues that are kept with the games that were begun with them.

After an update a card may cost something else; a game that was begun before goes on with the cards
it was begun with. ``pack`` makes bytes of a catalogue: the tables that its files are. ``unpack``
reads them by the same checks as files, and takes nothing whose digest is another one. What is
called something goes by the name that it has today, in all languages; what is there no longer, by
the one it had.

A game that is played by other cards than today's says by which: a view has the digest. Where such
a view is read, its catalogue has to be known in that process (``find``): it is as long as a game
is played by it, and for a while after it was unpacked, until many others were.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar
from weakref import WeakValueDictionary

from .digests import current
from .loader import from_tables, load
from .model import EDITIONS, EXPANSIONS, Board, Card, Catalogue, CatalogueError, Island, Leader

LARGEST = 2_000_000
"""Bytes of a catalogue as JSON; ours are a twentieth of it."""

_MOST_PACKED = 64
_MOST_READ = 16  # beside those of games that are played: about half a megabyte each

_Named = TypeVar("_Named", Card, Board, Leader, Island)
_known: WeakValueDictionary[str, Catalogue] = WeakValueDictionary()


@lru_cache(maxsize=_MOST_PACKED)
def pack(catalogue: Catalogue) -> bytes:
    """A catalogue as it is kept."""
    text = json.dumps(catalogue.source, separators=(",", ":"), ensure_ascii=False)
    return zlib.compress(text.encode(), 9)


@lru_cache(maxsize=_MOST_READ)
def unpack(data: bytes, digest: str) -> Catalogue:
    """The catalogue of a digest as it was kept; a CatalogueError if that is not what it is."""
    read = from_tables(_tables(data))
    if read.digest != current(digest):
        raise CatalogueError(f"this is not the catalogue {digest[:20]}, but {read.digest}")
    return _today(read) or note(_with_names(read))


def _tables(data: bytes) -> dict[str, object]:
    reader = zlib.decompressobj()
    try:
        found = json.loads(reader.decompress(data, LARGEST))
    except (zlib.error, ValueError, RecursionError):
        raise CatalogueError("the catalogue can't be read") from None
    if not reader.eof or reader.unused_data:
        raise CatalogueError("the catalogue is cut off, or too large")
    if not isinstance(found, dict):
        raise CatalogueError("the catalogue is no table of files")
    return found


def _today(read: Catalogue) -> Catalogue | None:
    """The same catalogue as it is in this program, if it is."""
    _check_edition(read)
    for promo in (False, True):
        found = load(read.edition, read.expansions, promo)
        if found.digest == read.digest:
            return found
    return None


def _check_edition(catalogue: Catalogue) -> None:
    if catalogue.edition not in EDITIONS:
        raise CatalogueError(f'no edition "{catalogue.edition[:20]}"')


def is_today(catalogue: Catalogue) -> bool:
    """Whether this program has a catalogue in its files."""
    return _today(catalogue) is not None


def _with_names(read: Catalogue) -> Catalogue:
    """The same with the English names that everything has today; others are looked up by ids."""
    today = load(read.edition, EXPANSIONS, promo=True)
    return replace(
        read,
        cards={id: _renamed(it, today.cards.get(id)) for id, it in read.cards.items()},
        boards={id: _renamed(it, today.boards.get(id)) for id, it in read.boards.items()},
        leaders={id: _renamed(it, today.leaders.get(id)) for id, it in read.leaders.items()},
        islands={id: _renamed(it, today.islands.get(id)) for id, it in read.islands.items()},
    )


def _renamed(one: _Named, today: _Named | None) -> _Named:
    return one if today is None else replace(one, name=today.name)


# What is known in this process


def note(catalogue: Catalogue) -> Catalogue:
    """A game is played by this catalogue; it is known as long as somebody has it."""
    return _known.setdefault(catalogue.digest, catalogue)


def find(digest: object) -> Catalogue | None:
    """Another catalogue than today's, by its digest, if a game of this process is played by it."""
    return _known.get(digest) if isinstance(digest, str) else None


def to_send(catalogue: Catalogue) -> bytes:
    """What another process needs for a game that is played by this catalogue: nothing, if it has
    it in its files.
    """
    return b"" if is_today(catalogue) else pack(catalogue)
