"""Goods in words: how many of which, such as ``two wood and glass``.

Each good has its own plural, and numbers are words, so that a translation can make of them what
its language asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from babel.support import NullTranslations

from ...catalogue import RESOURCES
from ...texts import N_, NN_, listed, one_of

GOODS: Mapping[str, tuple[str, str]] = {
    "wood": NN_("wood", "{number} wood"),
    "stone": NN_("stone", "{number} stone"),
    "ore": NN_("ore", "{number} ore"),
    "clay": NN_("clay", "{number} clay"),
    "glass": NN_("glass", "{number} glass"),
    "papyrus": NN_("papyrus", "{number} papyrus"),
    "loom": NN_("loom", "{number} looms"),
}
MOST_KEPT = 4096
NUMBERS = (N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"))


def number_word(number: int, texts: NullTranslations) -> str:
    """A small number in a word; what is larger is written in figures."""
    return texts.gettext(NUMBERS[number]) if number < len(NUMBERS) else str(number)


@lru_cache(maxsize=MOST_KEPT)
def good(kind: str, number: int, texts: NullTranslations) -> str:
    """
    >>> good("wood", 2, NullTranslations()), good("loom", 1, NullTranslations())
    ('two wood', 'loom')
    """
    return texts.ngettext(*GOODS[kind], number).format(number=number_word(number, texts))


def goods(numbers: Mapping[str, int], texts: NullTranslations) -> list[str]:
    """Each kind that there is any of, in the order of the catalogue."""
    return [good(kind, numbers[kind], texts) for kind in RESOURCES if numbers.get(kind)]


@lru_cache(maxsize=MOST_KEPT)
def symbols_words(symbols: tuple[tuple[tuple[str, ...], int], ...], texts: NullTranslations) -> str:
    """What a city makes: symbols, each of one kind or of several to choose from, by their number.

    >>> symbols_words(((("wood",), 2), (("ore", "clay"), 2), (("glass",), 1)), NullTranslations())
    'two wood, ore or clay (two times) and glass'
    """
    parts = []
    for kinds, number in symbols:
        if len(kinds) == 1:
            parts.append(good(kinds[0], number, texts))
            continue
        choice = one_of([good(kind, 1, texts) for kind in kinds], texts)
        again = texts.gettext("{goods} ({number} times)")
        times = again.format(goods=choice, number=number_word(number, texts))
        parts.append(times if number > 1 else choice)
    return listed(parts, texts)
