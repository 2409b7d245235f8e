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
from ..texts import N_
from .tongue import (
    _,
    all_of,
    city_in,
    cost_told,
    effects_told,
    expansion_word,
    name_in,
    reason_told,
    side_word,
)

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
FREE_CITY_NAME = "Free City"
"""What a game calls it."""

FREE_CITY, THE_FREE_CITY = N_("The Free City"), N_("the Free City")
EDITION_NAMES = {"1st": N_("1st edition"), "2nd": N_("2nd edition")}
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
    """What an error says, in the reader's language where it has such a sentence, and fit for the
    screen: it may quote a file that holds anything.
    """
    text = str(error)
    if said := getattr(error, "sentence", ""):
        text = _(said, **getattr(error, "slots", {}))
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
        if seat == self.you:
            return _("You")
        return _(FREE_CITY) if self.names[seat] == FREE_CITY_NAME else clean(self.names[seat])

    def object(self, seat: int) -> str:
        if seat == self.you:
            return _("you")
        return _(THE_FREE_CITY) if self.names[seat] == FREE_CITY_NAME else clean(self.names[seat])


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


def card_name(card: Printed, lang: str = "") -> str:
    return name_in(card.name, lang)


def card_names(catalogue: Catalogue, ids: Iterable[str]) -> list[str]:
    return [card_name(find(catalogue, name)) for name in ids]


def card_label(card: Printed, lang: str = "") -> Text:
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
    wonder, _side, side = board.partition(":")
    name = city_in(catalogue.boards[wonder, side].name)
    return _("stage %(number)s of %(wonder)s", number=number, wonder=name)


def read_expansions(text: str) -> list[str]:
    """The expansions named in an option, parted by commas; ``all`` are all.

    >>> read_expansions("armada, leaders")
    ['armada', 'leaders']
    """
    named = [name.strip().lower() for name in text.split(",") if name.strip()]
    return list(EXPANSIONS) if "all" in named else named


def setup_text(edition: str, expansions: Sequence[str], teams: bool) -> str:
    """Such as ``2nd edition with Leaders and Cities, in teams``."""
    named = {"edition": _(EDITION_NAMES[edition])}
    if not expansions:
        return _("%(edition)s, in teams", **named) if teams else named["edition"]
    more = all_of([expansion_word(name) for name in expansions])
    if teams:
        return _("%(edition)s with %(expansions)s, in teams", **named, expansions=more)
    return _("%(edition)s with %(expansions)s", **named, expansions=more)


def board_name(board: Board) -> str:
    """Such as ``Rhodos (day)``."""
    return f"{city_in(board.name)} ({side_word(board.side)})"


def effect(card: Printed) -> str:
    return effects_told(card.effects)


def cost(card: Card | Leader) -> str:
    return cost_told(card.cost) or "–"


def building_names(catalogue: Catalogue, buildings: Iterable[str]) -> list[str]:
    """The names of buildings; those in several ages have the same name in each."""
    wanted = list(buildings)
    found = {card.building: card_name(card) for card in catalogue.cards.values()}
    return [found.get(building, building) for building in wanted]


def payees(names: Names, seat: int, seats: int) -> dict[str, str]:
    """Who stands behind each side of a payment, as ``◂ Ann``."""
    ways = {"left": 1, "right": -1, "left2": 2, "right2": -2}
    found = {}
    for side, step in ways.items():
        name = names.object((seat + step) % seats)
        found[side] = f"◂ {name}" if side.startswith("left") else f"{name} ▸"
    return {**found, "bank": ""}


def payment(pay: Mapping[str, int], to: Mapping[str, str]) -> str:
    """Such as ``2 to ◂ Ann and 1 to the bank``."""
    return all_of([_paid(side, pay[side], name) for side, name in to.items() if pay.get(side)])


def _paid(side: str, coins: int, name: str) -> str:
    if side == "bank":
        return _("%(coins)d to the bank", coins=coins)
    if side.endswith("2"):
        return _("%(coins)d to %(name)s (two seats away)", coins=coins, name=name)
    return _("%(coins)d to %(name)s", coins=coins, name=name)


def price(
    quote: Quote, wanted: Cost, to: Mapping[str, str], freed_by: str = "", ship: Quote | None = None
) -> Text:
    """What building would cost now, or why it can't be; then the price with a ship, if it can be.

    ``freed_by`` is what makes it free, such as ``Baths``.
    """
    text = _price(quote, wanted, to, freed_by)
    if ship is None or not ship.payments:
        return text
    by_right = ship.way == "right" != quote.way
    if not by_right and ship.payments[0] == (quote.payments[0] if quote.payments else None):
        return text.append("\n" + _("with a ship: the same"), "cyan")
    paid = payment(ship.payments[0], to) or _("free")
    said = _("with a ship: %(payment)s", payment=paid)
    if by_right:
        said = _("with a ship: %(payment)s, by right (f)", payment=paid)
    return text.append(f"\n{said}{' …' if len(ship.payments) > 1 else ''}", "cyan")


def _price(quote: Quote, wanted: Cost, to: Mapping[str, str], freed_by: str) -> Text:
    if quote.way == "no":
        return Text(f"– {reason_told(quote)}", "dim")
    if quote.way == "right":
        return Text("✓ " + _("free by right (f)"), "green")
    text = Text.assemble(("✓ ", "green"))
    if quote.way in ("chain", "free"):
        return text.append(_("free by %(card)s", card=freed_by) if freed_by else _("free"))
    if not quote.coins:
        return text.append(_("free") if wanted.nothing else _("free, with your own resources"))
    paid = payment(quote.payments[0], to)
    if len(quote.payments) > 1:
        paid = _("%(payment)s or other ways", payment=paid)
    text.append(paid, "yellow")
    if quote.right:
        text.append(" · " + _("or free by right (f)"), "green")
    return text
