"""A decision in a few words, as recorded games show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ..catalogue import Catalogue
from .screen import Names, card_name, count, find, listed, payees, payment

if TYPE_CHECKING:
    from ..game.notation import Move

_VERBS = {
    "build": "build",
    "stage": "stage with",
    "sell": "sell",
    "rebuild": "rebuild",
    "recruit": "recruit",
    "pick": "keep",
    "bury": "bury",
    "copy": "copy",
    "island": "keep",
}
FACE_DOWN = ("stage", "sell", "pick")
_SAYINGS: Mapping[str, Callable[[Move], str]] = {
    "skip": lambda move: "none",
    "side": lambda move: f"side {move.card}",
    "advance": lambda move: f"advance {listed(move.colours)}",
    "lose": lambda move: f"lose {count(int(move.value or 0), 'coin')}, {move.debts} as debts",
    "forfeit": lambda move: f"give up a {move.value}",
    "sail": lambda move: "sail" if move.value else "stay out",
}


def decision_text(
    move: Move, seat: int, names: Names, catalogue: Catalogue, *, hidden: bool = False
) -> str:
    """Such as ``build Altar, 2 to Ann (left)``; ``hidden``: the reader does not know the card."""
    if move.action in _SAYINGS:
        return _SAYINGS[move.action](move)
    card = "a card face down" if hidden else card_name(find(catalogue, str(move.card)))
    which = f"#{move.stage} " if move.stage else ""
    verb = _VERBS[move.action].replace("stage ", f"stage {which}")
    text = f"{verb} {card}{' by right' if move.free else ''}"
    ship = f" + {move.ship} ship" if move.ship else ""
    paid = payment(move.pay, payees(names, seat, len(names.names)))
    return f"{text}{ship}, {paid}" if paid else text + ship
