"""What was done about seats during a game, in sentences; and what is said to who has lost his."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...catalogue import AGES
from ...texts import N_, texts
from ..rooms import handing
from ..rooms.handing import Deed

_SENTENCES = {
    handing.REMOVED: N_("%(by)s has taken %(name)s off the table: a bot, %(to)s, plays on."),
    handing.BENCHED: N_("%(by)s has let a bot play for %(name)s until %(name)s is back."),
    handing.GIVEN: N_("%(to)s plays on for %(name)s."),
    handing.MOVED: N_("%(name)s plays on on another device."),
    handing.HOST: N_("%(to)s is the host now."),
    handing.ABSENT: N_("%(name)s has not come: a bot, %(to)s, plays."),
}
_UNSEATED = {
    handing.ABSENT: N_("You were not here in time: a bot plays in your place in this game."),
    handing.REMOVED: N_(
        "The host has taken you off this table: a bot plays on. You can watch, and play again if "
        "the host gives you a seat."
    ),
    handing.GIVEN: N_("You were away, and the host has given your seat to somebody else."),
    handing.MOVED: N_(
        "You play on on another device, and watch here. To play here again, open the menu there: "
        "Play on on another device."
    ),
}


@dataclass(frozen=True, slots=True)
class Told:
    """A deed as it is told. ``number`` puts it after the line of the log that came before it."""

    number: str
    when: str
    words: str


def deeds_told(deeds: Iterable[Deed], lang: str) -> list[Told]:
    """The oldest first."""
    return [_told(deed, at, lang) for at, deed in enumerate(deeds)]


def _told(deed: Deed, at: int, lang: str) -> Told:
    _ = texts(lang).gettext
    slots = {"by": deed.by, "name": deed.name, "to": deed.to}
    when = ""
    if deed.age and deed.turn:
        when = _("Age %(age)s, turn %(turn)d:") % {"age": AGES[deed.age], "turn": deed.turn}
    number = f"{deed.events - 0.5 + at / 1000:.3f}" if deed.events else ""
    return Told(number, when, _(_SENTENCES[deed.what]) % slots)


def unseated_words(why: str, lang: str) -> str:
    """What somebody reads who has lost his seat; nothing for all others."""
    return texts(lang).gettext(_UNSEATED[why]) if why in _UNSEATED else ""
