"""Translations read from ``.po`` files, quickly, and held to the places of their sources.

A file of two thousand messages takes 10 ms, in which its places are looked at; Babel's own reader,
which keeps all that whoever writes the file again must know, takes 20 ms, and 50 ms to be imported.
What is not translated, or marked as a guess (``fuzzy``), is left out, and so is a translation that
names places its source does not have: it could not be filled in, and English stands for it.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from babel.support import NullTranslations

_LINE = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d)\])?[ \t]+"(.*)"\s*')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_PLURALS = re.compile(r"plural\s*=\s*([^;]+)")
_PLACE = re.compile(r"%\((\w+)\)[sd]|\{(\w*)\}")
_STRAY = re.compile(r"%(?!%)|[{}]")
_BETWEEN = "\x04"  # stands between a context and its text, as in gettext's own files


class TranslationError(ValueError):
    """A file that is no translation; the message says where."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text with its plural and its context, if it has any, and all forms of its translation."""

    text: str
    plural: str
    context: str
    forms: tuple[str, ...]
    fuzzy: bool

    @property
    def key(self) -> str:
        return f"{self.context}{_BETWEEN}{self.text}" if self.context else self.text


def places(text: str) -> frozenset[str]:
    """What a text leaves open, such as ``%(name)s`` or ``{age}``."""
    return frozenset(match[0] for match in _PLACE.finditer(text))


def has_stray(text: str) -> bool:
    """Whether there is a sign of a place in a text that is none."""
    return bool(_STRAY.search(_PLACE.sub("", text).replace("%%", "")))


def can_be_filled(message: Message) -> bool:
    """Whether a translation names no other places than its source does."""
    if "%" not in (whole := "".join(message.forms)) and "{" not in whole and "}" not in whole:
        return True
    known = places(message.text) | places(message.plural)
    stray = has_stray(message.text)
    return all(places(form) <= known and stray >= has_stray(form) for form in message.forms)


def messages(text: str, name: str) -> Iterator[Message]:
    """All messages of a file's text, its header first, whose source is empty."""
    parts: dict[str, list[str]] = {}
    part: list[str] | None = None
    fuzzy = False
    for number, line in enumerate([*text.split("\n"), ""], 1):
        start = line[:1]
        if start == '"' and part is not None and line.rstrip().endswith('"') and len(line) > 1:
            part.append(line.rstrip()[1:-1])
        elif start == "m":
            found = _LINE.fullmatch(line)
            if not found:
                raise TranslationError(f"{name}, line {number}: no line of a translation: {line}")
            key = found[1] + (found[2] or "")
            if key in parts or (key == "msgctxt" and parts):  # no empty line before it
                yield _message(parts, fuzzy, name, number)
                parts, fuzzy = {}, False
            part = parts[key] = [found[3]]
        elif start == "#":
            if parts:
                yield _message(parts, fuzzy, name, number)
                parts, part, fuzzy = {}, None, False
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.strip():
            raise TranslationError(f"{name}, line {number}: no line of a translation: {line}")
        elif parts:
            yield _message(parts, fuzzy, name, number)
            parts, part, fuzzy = {}, None, False


def _message(parts: Mapping[str, list[str]], fuzzy: bool, name: str, line: int) -> Message:
    if "msgid" not in parts:
        raise TranslationError(f"{name}, line {line}: what stands before it has no msgid")
    joined = {key: _said("".join(lines)) for key, lines in parts.items()}
    forms = tuple(joined[key] for key in sorted(joined) if key.startswith("msgstr"))
    plural, context = joined.get("msgid_plural", ""), joined.get("msgctxt", "")
    return Message(joined["msgid"], plural, context, forms, fuzzy)


def _said(written: str) -> str:
    if "\\" not in written:
        return written
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), written)


@dataclass(frozen=True, slots=True)
class Read:
    """What can be shown of a file: its translations, and which form a number takes."""

    said: Mapping[str, tuple[str, ...]]
    form_of: Callable[[int], int]


def plural_rule(header: str) -> Callable[[int], int]:
    """Which form a number takes, by the header of a file; as in English where it says nothing."""
    found = _PLURALS.search(header)
    try:
        rule: Callable[[int], int] = gettext.c2py(found[1] if found else "n != 1")
    except ValueError as error:
        raise TranslationError(f"the plural forms can't be read: {error}") from None
    return rule


def read(text: str, name: str) -> Read:
    """The translations of a file's text that can be shown; ``name`` is what messages call it."""
    header, said = "", dict[str, tuple[str, ...]]()
    for message in messages(text, name):
        if not message.text:
            header = "".join(message.forms)
        elif message.forms and all(message.forms) and not message.fuzzy and can_be_filled(message):
            said[message.key] = message.forms
    return Read(said, plural_rule(header))


class Translation(NullTranslations):
    """The texts of a language, with the English ones for what it lacks."""

    def __init__(self, lang: str, found: Read) -> None:
        super().__init__()
        self.lang = lang
        self._said, self._form_of = found.said, found.form_of
        self._one = {key: forms[0] for key, forms in found.said.items()}

    def gettext(self, message: str) -> str:
        return self._one.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms, form = self._said.get(msgid1, ()), self._form_of(n)
        return forms[form] if form < len(forms) else msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        return self._one.get(f"{context}{_BETWEEN}{message}", message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        forms, form = self._said.get(f"{context}{_BETWEEN}{msgid1}", ()), self._form_of(n)
        return forms[form] if form < len(forms) else msgid1 if n == 1 else msgid2
