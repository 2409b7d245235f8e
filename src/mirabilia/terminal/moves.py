"""A decision in a few words, as recorded games show it: those of the buttons on the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..catalogue import Catalogue
from .screen import Names, clean
from .tongue import _, said, spoken

if TYPE_CHECKING:
    from ..game.notation import Move

FACE_DOWN = ("stage", "sell", "pick")


def decision_text(
    move: Move, seat: int, names: Names, catalogue: Catalogue, *, hidden: bool = False
) -> str:
    """Such as ``Build Altar: 2 to Ann``; ``hidden``: the reader does not know the card."""
    from ..table.page.labels import Labels

    called = [clean(name) for name in names.names]
    labels = Labels(said(), spoken(), catalogue, called, names.you)
    return labels.move(seat, move, _("a card face down") if hidden else "")
