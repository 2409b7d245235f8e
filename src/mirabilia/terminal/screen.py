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

from ..catalogue import EXPANSIONS, MARKS, Board, Card, Catalogue, Cost, Island, Leader
from ..catalogue.phrases import BY_AGE, cost_text, effects_text

if TYPE_CHECKING:
    from ..game.prices import Quote

Printed = Card | Leader | Island
"""What has a name and effects of its own."""

# Shades that can be read on a dark and on a light background.
STYLES = {
    "brown": "color(130)",
    "grey": "color(245)",
    "blue": "color(33)",
    "yellow": "color(178)",
    "red": "color(160)",
    "green": "color(34)",
    "purple": "color(134)",
    "black": "color(243) bold",
    "leader": "color(172)",
    "island": "color(37)",
}
WIDEST = 110
_LONGEST_NAME = 16
_LONGEST_LINE = 400


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
    return _shown(name, _LONGEST_NAME)


def sentence(error: Exception) -> str:
    """What an error says, fit for the screen: it may quote a file that holds anything."""
    text = str(error)
    if isinstance(error, OSError) and error.strerror:
        place = f"{error.filename}: " if error.filename else ""
        text = f"{place}{error.strerror[0].lower()}{error.strerror[1:]}."
    return "\n".join(_shown(line, _LONGEST_LINE) for line in text.splitlines())


def _shown(text: str, most: int) -> str:
    shown = "".join(letter if letter.isprintable() else "?" for letter in text).strip()
    return shown if len(shown) <= most else shown[: most - 1] + "…"


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
        """Such as ``You build`` or ``Ann builds``; what follows the first word stays as it is."""
        word, blank, rest = verb.partition(" ")
        if seat != self.you:
            word = _third_person(word)
        return f"{self.subject(seat)} {word}{blank}{rest}"


def _third_person(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(("s", "x", "sh", "ch")) else "s")


def listed(words: Sequence[str], last: str = "and") -> str:
    """Such as ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def mark(colour: str) -> Text:
    return Text(MARKS[colour], STYLES[colour])


def find(catalogue: Catalogue, name: str) -> Printed:
    """A card, leader or island by its id."""
    pools: tuple[Mapping[str, Printed], ...] = (
        catalogue.cards,
        catalogue.leaders,
        catalogue.islands,
    )
    return next(pool[name] for pool in pools if name in pool)


def colour_of(thing: Printed) -> str:
    """The key of a thing's mark and style."""
    if isinstance(thing, Card):
        return thing.colour
    return "leader" if isinstance(thing, Leader) else "island"


def card_name(card: Printed, lang: str = "en") -> str:
    return card.name.get(lang) or card.name["en"]


def card_names(catalogue: Catalogue, ids: Iterable[str]) -> list[str]:
    return [card_name(find(catalogue, name)) for name in ids]


def card_label(card: Printed, lang: str = "en") -> Text:
    """A name behind the mark of its colour, or of leaders or islands."""
    kind = colour_of(card)
    return Text.assemble((MARKS[kind], STYLES[kind]), " ", (card_name(card, lang), "bold"))


def source_name(catalogue: Catalogue, source: str | None) -> str:
    """What a decision or an event comes from: ``Dry Hold``, or ``stage 2 of Siracusa``."""
    if source is None:
        return ""
    board, stage, number = source.partition("#")
    if not stage:
        return card_name(find(catalogue, source))
    wonder, _, side = board.partition(":")
    return f"stage {number} of {catalogue.boards[wonder, side].name['board']}"


def read_expansions(text: str) -> list[str]:
    """The expansions named in an option, parted by commas; ``all`` are all.

    >>> read_expansions("armada, leaders")
    ['armada', 'leaders']
    """
    named = [name.strip().lower() for name in text.split(",") if name.strip()]
    return list(EXPANSIONS) if "all" in named else named


def setup_text(edition: str, expansions: Sequence[str], teams: bool) -> str:
    """Such as ``2nd edition with Leaders and Cities, in teams``."""
    more = f" with {listed([name.title() for name in expansions])}" if expansions else ""
    return f"{edition} edition{more}{', in teams' if teams else ''}"


def board_name(board: Board) -> str:
    """Such as ``Rhodos (day)``."""
    return f"{board.name['board']} ({board.side})"


def effect(card: Printed) -> str:
    return "; ".join(effects_text(card.effects))


def cost(card: Card | Leader) -> str:
    text = cost_text(card.cost)
    return "coins: the age" if text == BY_AGE else text or "–"


def building_names(catalogue: Catalogue, buildings: Iterable[str]) -> list[str]:
    """The names of buildings; those in several ages have the same name in each."""
    wanted = list(buildings)
    found = {card.building: card_name(card) for card in catalogue.cards.values()}
    return [found.get(building, building) for building in wanted]


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


def price(
    quote: Quote, wanted: Cost, to: Mapping[str, str], freed_by: str = "", ship: Quote | None = None
) -> Text:
    """What building would cost now, or why it can't be; then the price with a ship, if it can be.

    ``freed_by`` says what makes it free, such as ``chain: Baths``.
    """
    text = _price(quote, wanted, to, freed_by)
    if ship is None or not ship.payments:
        return text
    by_right = ", by right (f)" if ship.way == "right" != quote.way else ""
    if not by_right and ship.payments[0] == (quote.payments[0] if quote.payments else None):
        return text.append(" · + ship: the same", "cyan")
    text.append(f"\n+ ship: {payment(ship.payments[0], to) or 'free'}{by_right}", "cyan")
    return text.append(" …" if len(ship.payments) > 1 else "", "cyan")


def _price(quote: Quote, wanted: Cost, to: Mapping[str, str], freed_by: str) -> Text:
    if quote.way == "no":
        return Text(f"– {quote.reason}", "dim")
    if quote.way == "right":
        return Text("✓ free by right (f)", "green")
    text = Text.assemble(("✓ ", "green"))
    if quote.way in ("chain", "free"):
        return text.append(f"free ({freed_by})" if freed_by else "free")
    if not quote.coins:
        return text.append("free" if wanted.nothing else "free (own resources)")
    text.append(payment(quote.payments[0], to), "yellow")
    if len(quote.payments) > 1:
        text.append(" or other ways")
    if quote.right:
        text.append(", or free by right (f)", "green")
    return text
