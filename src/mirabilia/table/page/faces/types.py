"""What all faces are made of."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import ceil
from typing import Protocol

from markupsafe import Markup

ARROWS = ("left", "right", "self", "far-left", "far-right")


@dataclass(frozen=True, slots=True)
class Glyph:
    """An icon, a text, or a text upon an icon."""

    icon: str = ""
    text: str = ""

    @property
    def room(self) -> float:
        """How wide it is drawn, in em."""
        if not self.icon:
            return 0.25 + 0.4 * len(self.text)
        return 0.95 if self.shape else 1.33

    @property
    def shape(self) -> str:
        """The class of a narrow icon: of an arrow, or of a card."""
        if self.icon in ARROWS:
            return "arrow"
        return "upright" if self.icon.startswith("card-") else ""


class Row(tuple[Glyph, ...]):
    """Glyphs that stay on one line."""

    __slots__ = ()

    @property
    def room(self) -> int:
        """How wide it is drawn, in em, rounded up: wide rows are drawn smaller."""
        return ceil(sum(glyph.room for glyph in self))


Drawings = dict[Hashable, Markup]
"""What a face was drawn as, by what was asked for (``drawn``)."""


class Drawn(Protocol):
    """A face that keeps its drawings."""

    @property
    def drawn(self) -> Drawings: ...
