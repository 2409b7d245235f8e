"""What happened, told in sentences: turns, wars, and the sheets at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from ..catalogue import Catalogue
from .show import AGES, MARKS, STYLES, Names, card_label, card_name, clean, count, listed

if TYPE_CHECKING:
    from ..codec import Event, ScoreSheet

_HOW = {"chain": ", free by chain", "right": ", free by right", "free": ", free by the wonder"}
_SHEET_LINES = {
    "military": ("✕ war", "red"),
    "coins": ("¤ coins", "yellow"),
    "wonder": ("△ wonder", "brown"),
    "blue": ("▬ blue", "blue"),
    "yellow": ("● yellow", "yellow"),
    "green": ("▲ science", "green"),
    "purple": ("★ guilds", "purple"),
}


class Teller:
    """Tells events; each seat's doings of a step become one line."""

    def __init__(self, names: Names, catalogue: Catalogue) -> None:
        self.names = names
        self.catalogue = catalogue

    def tell(self, events: Iterable[Event], shields: Sequence[int]) -> list[Text]:
        """The lines for some events; ``shields`` are those the cities have after them."""
        lines: list[Text] = []
        line_of: dict[int, Text] = {}
        discarded: list[Event] = []
        fought: list[Event] = []
        for event in events:
            if event.kind in ("victory", "defeat"):
                fought.append(event)
            elif event.kind == "discard":
                discarded.append(event)
            elif event.kind == "pay" and event.seat is not None:
                line_of[event.seat].append(f", {self._pays(event)}")
            elif event.kind == "coins" and event.seat is not None:
                line_of[event.seat].append(f", and gains {count(event.data['coins'], 'coin')}"
                                           if event.seat != self.names.you else
                                           f", and gain {count(event.data['coins'], 'coin')}")
            elif event.seat is not None:
                line_of[event.seat] = self._deed(event, event.seat)
                lines.append(line_of[event.seat])
            elif event.kind in ("age", "end") and (fought or discarded):
                lines += self._end_of_age(discarded, fought, shields)
                discarded, fought = [], []
        return lines + self._end_of_age(discarded, fought, shields)
