"""The language of the terminal, and the words it has in common with the pages.

There is one reader, so one language is spoken at a time: ``speak`` chooses it when a command
begins. What is typed stays English everywhere, as are ids; what is shown are whole messages, those
of the pages wherever they say the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from babel.support import NullTranslations

from ..catalogue import Cost, Effect
from ..catalogue.naming import city_of
from ..texts import ENGLISH, NN_, languages, listed, of_cards, one_of, texts, translated

if TYPE_CHECKING:
    from ..game.prices import Quote

_ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG")
_SYMBOLS = {
    "compass": NN_("%(num)d compass", "%(num)d compasses"),
    "gear": NN_("%(num)d gear", "%(num)d gears"),
    "tablet": NN_("%(num)d tablet", "%(num)d tablets"),
}
_spoken = ENGLISH


def speak(lang: str) -> None:
    """From now on everything is said in this language."""
    global _spoken
    _spoken = lang


def spoken() -> str:
    return _spoken


def said() -> NullTranslations:
    """The texts of the language that is spoken."""
    return texts(_spoken)


def wanted(environment: Mapping[str, str]) -> str:
    """The language that a system is set to; English, if we don't know it.

    >>> wanted({"LANG": "en_GB.UTF-8"}), wanted({"LC_ALL": "C", "LANG": "en"}), wanted({})
    ('en', 'en', 'en')
    """
    setting = next((environment[name] for name in _ENVIRONMENT if environment.get(name)), "")
    lang = setting.partition(".")[0].partition("_")[0].lower()
    return lang if lang in languages() else ENGLISH


def of_system() -> str:
    return wanted(os.environ)


def _(message: str, /, **slots: object) -> str:
    found = said().gettext(message)
    return found % slots if slots else found


def _n(one: str, many: str, num: int, /, **slots: object) -> str:
    """A message with a number, ``num``."""
    return said().ngettext(one, many, num) % {"num": num, **slots}


def _p(context: str, message: str) -> str:
    """A message that means another thing elsewhere."""
    return translated((context, message), said())


def all_of(words: Sequence[str]) -> str:
    """Such as ``a, b and c``."""
    return listed(words, said())


def any_of(words: Sequence[str]) -> str:
    """Such as ``a, b or c``."""
    return one_of(words, said())


def coins(number: int) -> str:
    return _n("%(num)d coin", "%(num)d coins", number)


def points(number: int) -> str:
    return _n("%(num)d point", "%(num)d points", number)


def debts(number: int) -> str:
    return _n("%(num)d debt", "%(num)d debts", number)


def city_in(names: Mapping[str, str]) -> str:
    """The name of a wonder's city, which is short."""
    return city_of(names, of_cards(_spoken))


def name_in(names: Mapping[str, str], lang: str = "") -> str:
    """What a thing is called; in another language than is spoken, if asked for."""
    return names.get(of_cards(lang or _spoken)) or names[ENGLISH]


# What the pages have words for is said by them. They are loaded when something is said, for most
# commands say nothing of it.


def colour_word(colour: str) -> str:
    from ..table.page.labels import COLOURS

    return _(COLOURS[colour])


def kind_word(kind: str) -> str:
    """A colour, or ``leader`` or ``island``."""
    return {"leader": _("leader"), "island": _("island")}.get(kind) or colour_word(kind)


def symbols_told(kind: str, number: int) -> str:
    """Such as ``2 compasses``."""
    from ..table.page.wording import SCIENCE_NAMES

    if kind in _SYMBOLS:
        return _n(*_SYMBOLS[kind], number)
    return f"{number} × {_(SCIENCE_NAMES[kind])}"


def side_word(side: str) -> str:
    from ..table.page.labels import SIDES

    return _(SIDES.get(side, side))


def expansion_word(name: str) -> str:
    from ..table.page.labels import EXPANSION_NAMES

    return translated(EXPANSION_NAMES[name], said())


def good_word(kind: str) -> str:
    from ..table.page.goods import good

    return good(kind, 1, said())


def cost_told(cost: Cost) -> str:
    """Such as ``1 coin, wood and two ore``; empty where it costs nothing."""
    from ..table.page.faces.words import cost_words

    return cost_words(cost, said())


def effects_told(effects: Iterable[Effect]) -> str:
    """Each effect in a sentence."""
    from ..table.page.faces.effects import effect_sentences

    return " ".join(effect_sentences(list(effects), said()))


def reason_told(quote: Quote) -> str:
    """Why something can't be built."""
    from ..table.page.labels import reason_told

    return reason_told(said(), quote)
