"""The sea on the screen: fleets with their next spaces, and shipyards in full."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.table import Table
from rich.text import Text

from ..catalogue import AGES, FLEETS, MARKS, Catalogue, Shipyard, Space
from ..catalogue.phrases import cost_text
from ..telling.cities import City
from .screen import STYLES, count

LAST_SPACE = 6
NOTHING = "nothing"


def space_text(space: Space) -> str:
    """What a space of a track gives, such as ``level 1, 2 coins, tax 1``."""
    parts = [standing_text(space)] if standing_text(space) else []
    parts += [count(space.coins, "coin")] if space.coins else []
    parts += [f"tax {space.tax}"] if space.tax else []
    parts += [f"explore {AGES[space.explore]}"] if space.explore else []
    return ", ".join(parts) or NOTHING


def standing_text(space: Space) -> str:
    """What counts while a fleet stands there (A5); empty if nothing does."""
    parts = [f"strength {space.naval}"] if space.naval else []
    parts += [f"level {space.commerce}"] if space.commerce else []
    parts += [count(space.points, "point")] if space.points else []
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
    text = Text(" ").join(parts).append(f" naval {city.naval_strength}")
    tokens = "".join(f"+{value}" if value > 0 else f"−{-value}" for value in city.naval)
    return text.append(f" {tokens}") if tokens else text


def next_space(city: City, fleet: str, catalogue: Catalogue) -> Space | None:
    """The space a fleet comes to next; None at the end of its track."""
    at = city.fleets[fleet]
    return catalogue.tracks[fleet][at + 1] if at < LAST_SPACE else None


def ship_cost(city: City, fleet: str) -> str:
    """What the next space of a fleet costs in the shipyard."""
    assert city.shipyard is not None
    return cost_text(city.shipyard.costs[fleet][city.fleets[fleet]])


def fleets_table(city: City, catalogue: Catalogue) -> Table:
    """Where the own fleets are, what they come to next and what that costs."""
    assert city.shipyard is not None
    table = Table(box=None, padding=(0, 1), header_style="none", expand=True)
    table.add_column("fleets", style="dim", no_wrap=True, header_style="dim")
    rows: list[list[str]] = [["next"], ["costs"]]
    for fleet in FLEETS:
        wonder = " △" if fleet == city.shipyard.wonder_fleet else ""
        here = standing_text(catalogue.tracks[fleet][city.fleets[fleet]])
        heading = fleet_mark(fleet, f" {fleet} {city.fleets[fleet]}/{LAST_SPACE}{wonder}")
        table.add_column(heading.append(f" {here}" if here else ""), ratio=1)
        coming = next_space(city, fleet, catalogue)
        rows[0].append(space_text(coming) if coming else "the end")
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
            parts.append(fleet_mark(fleet, f" {fleet} to {to}").append(f": {space_text(coming)}"))
    return Text("; ").join(parts)


def shipyard_table(yards: Iterable[Shipyard], catalogue: Catalogue) -> Table:
    """The costs of all spaces of some shipyards; what the spaces give stands on top."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("shipyard", style="bold")
    table.add_column("fleet")
    for space in range(1, LAST_SPACE + 1):
        table.add_column(str(space))
    for number, fleet in enumerate(FLEETS):
        gives = [space_text(space) for space in catalogue.tracks[fleet][1:]]
        last = number == len(FLEETS) - 1
        table.add_row("all give" if not number else "", fleet_mark(fleet), *gives, end_section=last)
    for yard in yards:
        for number, fleet in enumerate(FLEETS):
            wonder = " △" if fleet == yard.wonder_fleet else ""
            table.add_row(
                yard_name(yard) if not number else "",
                fleet_mark(fleet, wonder),
                *(cost_text(cost) for cost in yard.costs[fleet]),
                end_section=number == len(FLEETS) - 1,
            )
    return table


def shipyard_lines(city: City) -> list[Text]:
    """A city's shipyard in words."""
    if city.shipyard is None:
        return []
    lines = [
        Text(f"shipyard {yard_name(city.shipyard)}; a stage may advance the fleet with △", "dim")
    ]
    for fleet in FLEETS:
        costs = [cost_text(cost) for cost in city.shipyard.costs[fleet]]
        at = city.fleets[fleet]
        wonder = " △" if fleet == city.shipyard.wonder_fleet else ""
        line = fleet_mark(fleet, f" {fleet}{wonder} at {at}")
        left = " → ".join(costs[at:])
        lines.append(line.append(f": {left}" if left else ", its end", "dim"))
    return lines
