"""Who looks at a page, and a whole page for him."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...texts import of_cards, of_pages
from .environment import environment
from .preferences import chosen


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at a page, and what he has set for his browser; that the bots are warming up, if
    they are.
    """

    lang: str = "en"
    name: str = ""
    chosen: Mapping[str, str] = field(default_factory=lambda: chosen({}))
    warming: str = ""
    club: bool = False  # this server keeps a club
    member: bool = False  # he is a player of it, and so is called what he is called

    @property
    def pages(self) -> str:
        """The language of the pages."""
        return of_pages(self.lang)

    @property
    def cards(self) -> str:
        """The language of the names of cards, where it is another."""
        return "" if of_cards(self.lang) == self.pages else of_cards(self.lang)


def whole_page(template: str, reader: Reader, /, **context: Any) -> str:
    """A template with what it is about."""
    return environment(reader.lang).get_template(template).render(reader=reader, **context)
