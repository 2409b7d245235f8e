"""Languages made by a script, to see that every text is translated and that long ones have room.

``spoken`` lets the package know languages that stand in a folder of a test, beside its own or
instead of them. ``pseudo_po`` and ``pseudo_names`` make a language of the English one: every letter
with an accent, every text a third longer, in brackets, so that what is not translated, glued from
parts or cut off is seen at once.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.pofile import write_po

import table_views
from mirabilia import texts
from mirabilia.catalogue import EDITIONS, EXPANSIONS, Card, Island, Leader, Shipyard, load, naming
from mirabilia.table.http import reference
from mirabilia.table.page import environment
from mirabilia.texts import gathering

PSEUDO = "eo"
"""The language it is called; nobody has translated anything into Esperanto yet."""

LONGER = 0.35
_KEPT = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|<[^>]*>|&\w+;")
_ACCENTS = str.maketrans("aceilnorstuyACEINOSUYZ", "áćéîļñöŕšţûýÁĆÉÎÑÖŠÛÝŽ")
_FILLING = "ñüšţĵøÿ"


@contextmanager
def spoken(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    texts_of: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
) -> Iterator[None]:
    """While it lasts there are these languages and no others, by their files."""
    for where, suffix, files in (
        (folder / "texts", "po", texts_of),
        (folder / "names", "toml", names),
    ):
        where.mkdir(parents=True, exist_ok=True)
        for lang, text in (files or {}).items():
            (where / f"{lang}.{suffix}").write_text(text, encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(texts, "FOLDER", folder / "texts")
        patched.setattr(naming, "FOLDER", folder / "names")
        forget()
        try:
            yield
        finally:
            patched.undo()
            forget()


def forget() -> None:
    """Have every language read anew."""
    kept = (
        texts.languages,
        texts._texts,
        naming.languages,
        naming.given,
        environment.templates,
        environment._languages,
        environment._card_languages,
        reference._kept,
    )
    for each in kept:
        each.cache_clear()


def pseudo(text: str) -> str:
    """A text as the made language has it: places and tags stay, the rest is longer."""
    parts, at = [], 0
    for match in _KEPT.finditer(text):
        parts += [text[at : match.start()].translate(_ACCENTS), match[0]]
        at = match.end()
    said = "".join([*parts, text[at:].translate(_ACCENTS)])
    start, end = len(said) - len(said.lstrip()), len(said.rstrip())
    letters = len(_KEPT.sub("", text).strip())
    more = (_FILLING * 50)[: max(0, round(letters * LONGER) - 2)]
    return f"{said[:start]}[{said[start:end]}{more}]{said[end:]}"


@cache
def pseudo_po() -> str:
    """All texts in the made language, as a file."""
    made = gathering.begin(PSEUDO)
    made.update(gathering.gather(), no_fuzzy_matching=True)
    for message in made:
        if isinstance(message.id, str):
            message.string = pseudo(message.id) if message.id else message.string
        else:
            message.string = tuple(map(pseudo, message.id))
    text = io.BytesIO()
    write_po(text, made)
    return text.getvalue().decode()


@cache
def pseudo_names() -> str:
    """The names of all things in the made language, as a file."""
    lines = []
    for edition in EDITIONS:
        lines.append(f'["{edition}".ours]')
        lines += [f'{id} = "{pseudo(name)}"' for id, name in english_names(edition).items()]
    lines.append(f"[{naming.CITIES}]")
    lines += [f'{wonder} = "{pseudo(name)}"' for wonder, name in english_cities().items()]
    return "\n".join(lines)


def english_cities() -> dict[str, str]:
    """What the city of each wonder is called."""
    boards = [
        board
        for edition in EDITIONS
        for board in load(edition, EXPANSIONS, promo=True).boards.values()
    ]
    return {board.wonder: naming.city_of(board.name, naming.ENGLISH) for board in boards}


def english_names(edition: str) -> dict[str, str]:
    """What everything that has a name is called, by its id."""
    printed = load(edition, EXPANSIONS, promo=True)
    things: list[Card | Leader | Island | Shipyard] = [*printed.cards.values()]
    things += [*printed.leaders.values(), *printed.islands.values(), *printed.shipyards.values()]
    found = {thing.id: thing.name["en"] for thing in things}
    return found | {board.wonder: board.name["en"] for board in printed.boards.values()}


# What is left in English


_READ = {"alt", "aria-label", "aria-description", "content", "placeholder", "title"}
"""Attributes that people read; and every ``data-words``."""
_UNSAID = {"script", "style", "code", "output", "time"}
_NAMED = {
    *table_views.NAMES,
    *(word for lang in (PSEUDO, "en") for word in texts.language_name(lang).split()),
    "Mirabilia",
    "abc",
    "UTC",
}
"""Names, which no language has other words for, and what Babel writes."""


class _Words(HTMLParser):
    """What is read on a page or heard of it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSAID:
            self._inside.append(tag)
        for name, value in attrs:
            if value and (name == "data-words" or (name in _READ and tag != "meta")):
                self.found.append(value)

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.found.append(data)


def untranslated(html: str) -> set[str]:
    """Words outside of brackets. A text may begin in one piece of the page and end in another."""
    text, kept = "\n".join(_Words(html).found), 1
    while kept:
        text, kept = re.subn(r"\[[^\[\]]*\]", "", text)
    return set(re.findall(r"[A-Za-z]{3,}", text)) - _NAMED - {"III"}
