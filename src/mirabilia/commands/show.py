"""What the commands share in showing the game: marks and colours, names, costs, prices.

Everything is a rich ``Text`` and never markup, so that a name such as ``[red]`` stays a name; a
colour always comes with a mark, so that nothing is lost without colours.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from ..catalogue import Board, Card, Catalogue, Cost
from ..catalogue.phrases import cost_text, effects_text

if TYPE_CHECKING:
    from ..prices import Quote

MARKS = {
    "brown": "■",
    "grey": "◆",
    "blue": "▬",
    "yellow": "●",
    "red": "✕",
    "green": "▲",
    "purple": "★",
}
# Shades that can be read on a dark and on a light background.
STYLES = {
    "brown": "color(130)",
    "grey": "color(245)",
    "blue": "color(33)",
    "yellow": "color(178)",
    "red": "color(160)",
    "green": "color(34)",
    "purple": "color(134)",
}
AGES = ("", "I", "II", "III")
WIDEST = 110
_LONGEST_NAME = 16


def console(*, stderr: bool = False) -> Console:
    """The terminal, not wider than can be read; colours only where rich finds them fit."""
    stream = sys.stderr if stderr else sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    found = Console(file=stream, highlight=False)
    if found.width > WIDEST:
        found = Console(file=stream, highlight=False, width=WIDEST)
    return found


def clean(name: str) -> str:
    """A name fit for the screen, whatever a file has for one."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in name).strip()
    return shown if len(shown) <= _LONGEST_NAME else shown[: _LONGEST_NAME - 1] + "…"


@dataclass(frozen=True)
class Names:
    """Who sits where, and which of them is being spoken to."""

    names: Sequence[str]
    you: int | None = None

    def subject(self, seat: int) -> str:
        name = self.object(seat)
        return name if name == self.names[seat] else name[0].upper() + name[1:]

    def object(self, seat: int) -> str:
        if seat == self.you:
            return "you"
        name = clean(self.names[seat])
        return f"the {name}" if name == "Free City" else name

    def does(self, seat: int, verb: str) -> str:
        """Such as ``You build`` or ``Ann builds``."""
        ending = "" if seat == self.you else "es" if verb.endswith(("s", "sh", "ch")) else "s"
        return f"{self.subject(seat)} {verb}{ending}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Such as ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def mark(colour: str) -> Text:
    return Text(MARKS[colour], STYLES[colour])


def card_name(card: Card, lang: str = "en") -> str:
    return card.name.get(lang) or card.name["en"]


def card_label(card: Card, lang: str = "en") -> Text:
    """A card's name behind the mark of its colour."""
    return Text.assemble(
        (MARKS[card.colour], STYLES[card.colour]), " ", (card_name(card, lang), "bold")
    )


def board_name(board: Board) -> str:
    """Such as ``Rhodos (day)``."""
    return f"{board.name['board']} ({board.side})"


def effect(card: Card) -> str:
    return "; ".join(effects_text(card.effects))


def cost(card: Card) -> str:
    return cost_text(card.cost) or "–"


def building_names(catalogue: Catalogue, buildings: Iterable[str]) -> list[str]:
    """The names of buildings; those in several ages have the same name in each."""
    wanted = list(buildings)
    found = {card.building: card_name(card) for card in catalogue.cards.values()}
    return [found.get(building, building) for building in wanted]


def chained_by(card: Card, city: Iterable[Card]) -> Card | None:
    """The card of a city that makes another free (B15)."""
    for built in city:
        if built.building in card.free_with or set(built.grants) & set(card.accepts):
            return built
    return None


def payees(names: Names, seat: int, seats: int) -> dict[str, str]:
    """Who stands behind each side of a payment, as ``Ann (left)``."""
    ways = {"left": 1, "right": -1, "left2": 2, "right2": -2}
    found = {
        side: f"{names.object((seat + step) % seats)} ({side.replace('2', ', two away')})"
        for side, step in ways.items()
    }
    return {**found, "bank": "the bank"}


def payment(pay: Mapping[str, int], to: Mapping[str, str]) -> str:
    """Such as ``2 to Ann (left) and 1 to the bank``."""
    return listed([f"{pay[side]} to {name}" for side, name in to.items() if pay.get(side)])


def price(quote: Quote, wanted: Cost, to: Mapping[str, str], chained: Card | None = None) -> Text:
    """What building would cost now, or why it can't be; ``chained`` is the card that frees it."""
    if quote.way == "no":
        return Text(f"– {quote.reason}", "dim")
    if quote.way == "right":
        return Text("✓ free by right (f)", "green")
    text = Text.assemble(("✓ ", "green"))
    if quote.way == "chain":
        return text.append(f"free (chain: {card_name(chained)})" if chained else "free (chain)")
    if quote.way == "free":
        return text.append("free (wonder)")
    if not quote.coins:
        return text.append("free" if wanted.nothing else "free (own resources)")
    text.append(payment(quote.payments[0], to), "yellow")
    if len(quote.payments) > 1:
        text.append(" or other ways")
    if quote.right:
        text.append(", or free by right (f)", "green")
    return text
