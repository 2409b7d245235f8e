"""Talk at a table: its page, and what is new of it as lines for a page that is open."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...texts import N_, texts
from ..rooms import talk
from ..rooms.talk import ALL, Line
from ..rooms.talking import Heard
from .environment import environment
from .reader import Reader
from .times import moment

REACTIONS = {
    "bravo": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "laugh": N_("Ha ha!"),
    "wow": N_("Oh!"),
    "ouch": N_("Ouch!"),
    "think": N_("Let me think …"),
}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line as it is shown; ``key`` tells it from all others of its table."""

    key: str
    who: str
    words: str
    reaction: str
    own: bool
    to_team: bool
    by_host: bool
    seat: int
    at: float
    machine: str


def spoken(heard: Heard, lang: str) -> list[Spoken]:
    _ = texts(lang).gettext
    return [_spoken(line, heard.visitor, _) for line in heard.lines]


def _spoken(line: Line, visitor: str | None, _: Any) -> Spoken:
    own = visitor is not None and line.visitor == visitor
    words = {
        talk.REACTION: _(REACTIONS.get(line.words, "")) if line.words in REACTIONS else "",
        talk.CLOSED: _("The host has closed the talk."),
        talk.OPENED: _("The host has opened the talk again."),
    }.get(line.kind, line.words)
    return Spoken(
        f"{'table' if line.team == ALL else 'team'}-{line.number}",
        _("You") if own else line.name,
        words,
        line.words if line.kind == talk.REACTION else "",
        own,
        line.team != ALL,
        line.kind in (talk.CLOSED, talk.OPENED),
        line.seat,
        line.at,
        moment(line.at),
    )


def talk_page(
    heard: Heard, reader: Reader, error: str = "", words: str = "", to: str = talk.TABLE
) -> str:
    """All that was said; with what was refused, and why, if something was."""
    return _render(
        "talk.html",
        reader.lang,
        reader=reader,
        heard=heard,
        lines=spoken(heard, reader.lang),
        reactions=_reactions(reader.lang),
        longest=talk.LONGEST_TEXT,
        error=error,
        words=words,
        to=to,
    )


def news(heard: Heard, lang: str) -> dict[str, Any]:
    """What is new, for a page that is open."""
    return {
        "code": heard.code,
        "mark": str(heard.mark),
        "closed": heard.closed,
        "now": time.time(),
        "html": _render("parts/talk_lines.html", lang, lines=spoken(heard, lang)),
    }


def _reactions(lang: str) -> Iterable[tuple[str, str]]:
    _ = texts(lang).gettext
    return [(name, _(words)) for name, words in REACTIONS.items()]


def _render(name: str, lang: str, **context: Any) -> str:
    return environment(lang).get_template(name).render(**context)
