"""Whether a translation is complete and fits what the code says.

``faults`` gives a sentence for everything that is wrong with a ``.po`` file; ``make texts`` shows
them, and a test wants none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel import Locale
from babel.messages.plurals import get_plural

from .reading import Message, TranslationError, has_stray, messages, places, plural_rule

_TAG = re.compile(r"</?\w+[^>]*>")
_NUMBERS = frozenset({"%(num)d", "%(num)s", "%(number)d", "%(count)s", "%(count)d", "{number}"})
_SHOWN = 60
_COUNTED = 1000
"""How far is counted to compare plural forms; forms for millions are of no use here."""


def faults(text: str, name: str, template: str) -> Iterator[str]:
    """What is wrong with a translation's text, compared with all that is gathered."""
    lang = name.partition(".")[0]
    try:
        found = {message.key: message for message in messages(text, name)}
        wanted = {message.key: message for message in messages(template, "the template")}
        yield from _plurals("".join(found.pop("", _NOTHING).forms), lang)
    except TranslationError as error:
        yield str(error)
        return
    wanted.pop("", None)
    yield from (f"missing: {_short(key)}" for key in wanted.keys() - found.keys())
    yield from (f"obsolete: {_short(key)}" for key in found.keys() - wanted.keys())
    forms = get_plural(lang).num_plurals
    for key in wanted.keys() & found.keys():
        yield from (f"{why}: {_short(key)}" for why in _of_message(found[key], forms))


_NOTHING = Message("", "", "", (), False)


def _short(key: str) -> str:
    return key if len(key) <= _SHOWN else f"{key[:_SHOWN]}…"


def _plurals(header: str, lang: str) -> Iterator[str]:
    """Whether the file's rule puts the same numbers together as CLDR does."""
    ours, theirs = plural_rule(header), Locale.parse(lang).plural_form
    if "Plural-Forms" not in header:
        yield "the header has no Plural-Forms"
    pairs = {(ours(number), theirs(number)) for number in range(_COUNTED)}
    if len(pairs) != len({one for one, _ in pairs}) or len(pairs) != len({two for _, two in pairs}):
        yield "the header's plural forms are not those of the language"


def _of_message(message: Message, forms: int) -> Iterator[str]:
    if message.fuzzy:
        yield "a guess"
    if not message.forms or not all(message.forms):
        yield "not translated"
        return
    if len(message.forms) != (forms if message.plural else 1):
        yield f"{len(message.forms)} forms"
    for at, form in enumerate(message.forms):
        source = message.plural if message.plural and at else message.text
        known = places(message.text) | places(message.plural)
        lacking = places(source) - places(form)
        if message.plural and not at:
            lacking -= _NUMBERS  # "one card" needs no number
        if lacking or places(form) - known:
            yield f"other places, {', '.join(sorted(lacking | (places(form) - known)))}"
        if has_stray(form) and not has_stray(source):
            yield "a sign that is no place"
        if sorted(_TAG.findall(form)) != sorted(_TAG.findall(source)):
            yield "other tags"
        if _edges(form) != _edges(source):
            yield "other space at an end"


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip(" \n"))], text[len(text.rstrip(" \n")) :]
