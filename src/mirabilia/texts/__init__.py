"""Every text for people in the reader's language, by gettext; English is what stands in the code.

``LANG.po``, beside this file, holds a translation: there is a language where there is such a file.
It is read as it is, when somebody first reads in that language (``reading``); ``gathering`` keeps
all of them at what the code says. Pages and terminal share all of it. Whoever shows something asks
``texts`` for a language's texts; what is translated only there is marked by ``N_`` and ``NN_``, and
by ``NP_`` what other languages have other words for elsewhere.

Cards may be read in another language than all the rest, by whoever has a box of it: ``de.en`` is
German with the English names of cards. Whoever looks up names asks for ``of_cards``, whoever writes
numbers and dates for ``of_pages``; everybody else passes it on.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from babel import Locale
from babel.lists import format_list
from babel.support import NullTranslations

from .reading import Translation, TranslationError, read

FOLDER = Path(__file__).parent
DOMAIN = "mirabilia"
ENGLISH = "en"

_LONGEST_ACCEPTED = 200
_QUALITY = re.compile(r";\s*q\s*=\s*([01](?:\.[0-9]*)?)")
_MOST_LISTS = 4096

log = logging.getLogger(__name__)


def N_(text: str) -> str:
    """Marks a text that is translated where it is shown."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:
    """The same for a text that has a plural."""
    return one, many


def NP_(context: str, text: str) -> tuple[str, str]:
    """The same for a text that means another thing elsewhere."""
    return context, text


@cache
def languages() -> tuple[str, ...]:
    """English, and every language there is a translation for."""
    found = sorted(path.stem for path in FOLDER.glob("*.po"))
    return (ENGLISH, *(lang for lang in found if lang != ENGLISH))


def read_in(pages: str, cards: str) -> str:
    """A language, and the one for the names of cards.

    >>> read_in("de", "de"), read_in("de", "en")
    ('de', 'de.en')
    """
    return pages if cards == pages else f"{pages}.{cards}"


def of_pages(lang: str) -> str:
    """The language of sentences, numbers and dates.

    >>> of_pages("de"), of_pages("de.en")
    ('de', 'de')
    """
    return lang.partition(".")[0]


def of_cards(lang: str) -> str:
    """The language of the names of cards, leaders, islands and wonders.

    >>> of_cards("de"), of_cards("de.en")
    ('de', 'en')
    """
    return lang.rpartition(".")[2]


def is_read(lang: str, of_names: Collection[str]) -> bool:
    """Whether there is such a language; ``of_names`` are those that have names of cards."""
    pages, cards = of_pages(lang), of_cards(lang)
    return (
        pages in languages()
        and (cards == pages or cards in of_names)
        and lang == read_in(pages, cards)
    )


def texts(lang: str) -> NullTranslations:
    """The texts of a language; those that nobody has translated stay English."""
    return _texts(of_pages(lang))


@cache
def _texts(lang: str) -> NullTranslations:
    if lang == ENGLISH or lang not in languages():
        return NullTranslations()
    path = FOLDER / f"{lang}.po"
    try:
        return Translation(lang, read(path.read_text("utf-8"), path.name))
    except (OSError, UnicodeDecodeError, TranslationError) as error:
        # Somebody may be at work on it; nobody is kept from playing by that.
        log.error("texts stay English", extra={"file": path.name, "why": str(error)})
        return NullTranslations()


def translated(marked: str | tuple[str, str], said: NullTranslations) -> str:
    """What ``N_`` or ``NP_`` has marked, in a language.

    >>> translated(NP_("box", "Leaders"), NullTranslations())
    'Leaders'
    """
    return said.gettext(marked) if isinstance(marked, str) else str(said.pgettext(*marked))


@lru_cache(maxsize=_MOST_LISTS)
def _listed(words: tuple[str, ...], style: Literal["standard", "or"], lang: str) -> str:
    return format_list(words, style, locale=lang)


def listed(words: Sequence[str], said: NullTranslations) -> str:
    """
    >>> listed(["wood", "two clay", "glass"], NullTranslations())
    'wood, two clay and glass'
    """
    return _listed(tuple(words), "standard", _place(said))


def one_of(words: Sequence[str], said: NullTranslations) -> str:
    """
    >>> one_of(["wood", "clay"], NullTranslations())
    'wood or clay'
    """
    return _listed(tuple(words), "or", _place(said))


def _place(said: NullTranslations) -> str:
    """Where lists are written as in these texts; we write no comma before a last "and"."""
    return said.lang if isinstance(said, Translation) else "en_GB"


def best_language(accepted: str) -> str:
    """The language to show to a browser that sends this Accept-Language.

    >>> best_language("xx, EN-gb;q=0.8")
    'en'
    """
    known = {lang.lower(): lang for lang in languages()}
    parts = accepted[:_LONGEST_ACCEPTED].lower().split(",")
    for part in sorted(parts, key=_weight, reverse=True):
        name = part.partition(";")[0].strip().replace("-", "_")
        found = known.get(name) or known.get(name.partition("_")[0])
        if found and _weight(part):
            return found
    return ENGLISH


def _weight(part: str) -> float:
    """How much one of these languages is wanted; nothing: not at all."""
    found = _QUALITY.search(part)
    return float(found[1]) if found else 1.0


@cache
def language_name(lang: str) -> str:
    """What a language calls itself, such as ``English``."""
    name = Locale.parse(lang).get_display_name(lang) or lang
    return name[:1].upper() + name[1:]
