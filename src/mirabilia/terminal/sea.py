"""The sea on the screen: fleets with their next spaces, and shipyards in full."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.table import Table
from rich.text import Text

from ..catalogue import AGES, FLEETS, MARKS, Catalogue, Shipyard, Space
from ..telling.cities import City
from .screen import STYLES
from .tongue import _, coins, colour_word, cost_told, points

LAST_SPACE = 6


def space_text(space: Space) -> str:
    """What a space of a track gives, such as ``commerce level 1, 2 coins``."""
    parts = [standing_text(space)] if standing_text(space) else []
    parts += [coins(space.coins)] if space.coins else []
    parts += [_("a tax of %(n)d on the others", n=space.tax)] if space.tax else []
    if space.explore:
        parts.append(_("explores level %(level)s", level=AGES[space.explore]))
    return ", ".join(parts) or _("nothing")


def standing_text(space: Space) -> str:
    """What counts while a fleet stands there (A5); empty if nothing does."""
    parts = [_("naval strength %(n)d", n=space.naval)] if space.naval else []
    parts += [_("commerce level %(n)d", n=space.commerce)] if space.commerce else []
    parts += [points(space.points)] if space.points else []
    return ", ".join(parts)


def yard_name(yard: Shipyard) -> str:
    """The letter of a shipyard."""
    return yard.id.removeprefix("shipyard_")


def fleet_mark(fleet: str, words: str = "") -> Text:
    """The mark of a fleet, with words in its colour."""
    return Text(MARKS[fleet] + words, STYLES[fleet])


def fleets_short(city: City) -> Text:
    """Such as ``✕1 ●0 ▬2 ▲0 naval 1``, then the tokens of past naval conflicts."""
    parts = [fleet_mark(fleet, str(city.fleets[fleet])) for fleet in FLEETS]
    text = Text(" ").join(parts).append(" " + _("naval strength %(n)d", n=city.naval_strength))
    tokens = "".join(f"+{value}" if value > 0 else f"−{-value}" for value in city.naval)
    return text.append(f" {tokens}") if tokens else text


def next_space(city: City, fleet: str, catalogue: Catalogue) -> Space | None:
    """The space a fleet comes to next; None at the end of its track."""
    at = city.fleets[fleet]
    return catalogue.tracks[fleet][at + 1] if at < LAST_SPACE else None


def ship_cost(city: City, fleet: str) -> str:
    """What the next space of a fleet costs in the shipyard."""
    assert city.shipyard is not None
    return cost_told(city.shipyard.costs[fleet][city.fleets[fleet]])


def fleets_table(city: City, catalogue: Catalogue) -> Table:
    """Where the own fleets are, what they come to next and what that costs."""
    assert city.shipyard is not None
    table = Table(box=None, padding=(0, 1), header_style="none", expand=True)
    table.add_column(_("Fleets"), style="dim", no_wrap=True, header_style="dim")
    rows: list[list[str]] = [[_("next")], [_("costs")]]
    for fleet in FLEETS:
        wonder = " △" if fleet == city.shipyard.wonder_fleet else ""
        here = standing_text(catalogue.tracks[fleet][city.fleets[fleet]])
        at = f"{city.fleets[fleet]}/{LAST_SPACE}"
        heading = fleet_mark(fleet, f" {colour_word(fleet)} {at}{wonder}")
        table.add_column(heading.append(f" {here}" if here else ""), ratio=1)
        coming = next_space(city, fleet, catalogue)
        rows[0].append(space_text(coming) if coming else _("the end"))
        rows[1].append(ship_cost(city, fleet) if coming else "–")
    for row in rows:
        table.add_row(*row)
    return table


def advance_text(city: City, fleets: Iterable[str], catalogue: Catalogue) -> Text:
    """What it brings to advance some fleets by a space."""
    parts = []
    for fleet in fleets:
        coming = next_space(city, fleet, catalogue)
        if coming:
            to = city.fleets[fleet] + 1
            gives = {"fleet": colour_word(fleet), "number": to, "gives": space_text(coming)}
            said = _("%(fleet)s to space %(number)d: %(gives)s", **gives)
            parts.append(fleet_mark(fleet).append(f" {said}", "none"))
    return Text("; ").join(parts)


def shipyard_table(yards: Iterable[Shipyard], catalogue: Catalogue) -> Table:
    """The costs of all spaces of some shipyards; what the spaces give stands on top."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column(_("Shipyard"), style="bold")
    table.add_column(_("fleet"))
    for space in range(1, LAST_SPACE + 1):
        table.add_column(str(space))
    for number, fleet in enumerate(FLEETS):
        gives = [space_text(space) for space in catalogue.tracks[fleet][1:]]
        last = number == len(FLEETS) - 1
        begins = "" if number else _("all give")
        table.add_row(begins, fleet_mark(fleet), *gives, end_section=last)
    for yard in yards:
        for number, fleet in enumerate(FLEETS):
            wonder = " △" if fleet == yard.wonder_fleet else ""
            table.add_row(
                yard_name(yard) if not number else "",
                fleet_mark(fleet, wonder),
                *(cost_told(cost) for cost in yard.costs[fleet]),
                end_section=number == len(FLEETS) - 1,
            )
    return table


def shipyard_lines(city: City) -> list[Text]:
    """A city's shipyard in words."""
    if city.shipyard is None:
        return []
    lines = [
        Text(
            _(
                "Shipyard %(letter)s; a stage may advance the fleet with △",
                letter=yard_name(city.shipyard),
            ),
            "dim",
        )
    ]
    for fleet in FLEETS:
        costs = [cost_told(cost) for cost in city.shipyard.costs[fleet]]
        at = city.fleets[fleet]
        wonder = " △" if fleet == city.shipyard.wonder_fleet else ""
        line = fleet_mark(fleet, f" {colour_word(fleet)}{wonder} {at}")
        left = " → ".join(costs[at:])
        lines.append(line.append(" → " + (left or _("the end")), "dim"))
    return lines
