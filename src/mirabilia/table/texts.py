"""Every text of the pages in the reader's language, by gettext; English is what is written here.

``locale/LANG/LC_MESSAGES/mirabilia.po`` holds a translation. The files are read as they are and
need no compiling.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

FOLDER = Path(__file__).parent / "locale"
DOMAIN = "mirabilia"
ENGLISH = "en"


def N_(text: str) -> str:
    """Marks a text that is translated where it is shown."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:
    """The same for a text that has a plural."""
    return one, many


@cache
def languages() -> tuple[str, ...]:
    """English, and every language there is a translation for."""
    found = sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return (ENGLISH, *(lang for lang in found if lang != ENGLISH))


@cache
def texts(lang: str) -> NullTranslations:
    """The texts of a language; those that nobody has translated stay English."""
    path = FOLDER / lang / "LC_MESSAGES" / f"{DOMAIN}.po"
    if lang not in languages() or not path.exists():
        return NullTranslations()
    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=lang))
    compiled.seek(0)
    return Translations(compiled, DOMAIN)


def best_language(accepted: str) -> str:
    """The language to show to a browser that sends this Accept-Language.

    >>> best_language("xx, en-GB;q=0.8")
    'en'
    """
    wanted = [part.split(";")[0].strip().replace("-", "_") for part in accepted[:200].split(",")]
    short = [name.split("_")[0] for name in wanted]
    return negotiate_locale([*wanted, *short], list(languages()), sep="_") or ENGLISH


def language_name(lang: str) -> str:
    """What a language calls itself."""
    return Locale.parse(lang).get_display_name(lang) or lang
