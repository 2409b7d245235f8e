"""Wars and naval conflicts on the screen: who fought whom, how strong, for which tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from ..cities import City
from .show import Names, listed

if TYPE_CHECKING:
    from ..codec import Event

Pair = tuple[int, int]


def pairs(
    seats: int, out: set[int], raids: Sequence[Pair], teams: bool
) -> tuple[list[Pair], list[Pair]]:
    """Who fights whom: neighbours (B23, C3; in teams T6), and by raids (A12); each pair once."""
    if teams:
        neighbours = [(seat, (seat + 1) % seats) for seat in range(1, seats, 2)]
    else:
        fighters = [seat for seat in range(seats) if seat not in out]
        circle = zip(fighters, [*fighters[1:], *fighters[:1]], strict=True)
        neighbours = _once([pair for pair in circle if pair[0] != pair[1]])
    raiding = _once([*neighbours, *raids])[len(neighbours) :]
    return neighbours, raiding


def _once(found: Sequence[Pair]) -> list[Pair]:
    unique: dict[frozenset[int], Pair] = {}
    for pair in found:
        unique.setdefault(frozenset(pair), pair)
    return list(unique.values())


def war_lines(
    events: Sequence[Event],
    after: Sequence[City],
    names: Names,
    raids: Sequence[Pair],
    teams: bool,
) -> list[Text]:
    """A line for each conflict: the shields, and who took which tokens."""
    out = {event.seat for event in events if event.kind == "use_diplomacy"}
    diplomats = sorted(seat for seat in out if seat is not None)
    taken = Counter(event.seat for event in events if event.kind == "defeat")
    shields = [city.shields_with(city.defeats - taken[city.seat]) for city in after]
    tokens: dict[tuple[str, int, int], list[int]] = {}
    for event in events:
        if event.seat is not None and event.kind in ("victory", "defeat"):
            key = (event.kind, event.seat, int(event.data["against"]))
            tokens.setdefault(key, []).append(int(event.data["value"]))
    lines = [Text("War! Neighbours compare shields:", "bold red")]
    if diplomats:
        who = listed([names.object(seat) for seat in diplomats])
        does = f"softens the war for {who}" if teams else f"keeps {who} out of the war"
        lines.append(Text(f"  Diplomacy {does}."))
    neighbours, raiding = pairs(len(after), set(diplomats), raids, teams)
    for pair, raid in [(pair, False) for pair in neighbours] + [(pair, True) for pair in raiding]:
        lines.append(_conflict(pair, raid, shields, tokens, names))
    if not neighbours and not raiding:
        lines.append(Text("  Nobody fights.", "dim"))
    return lines


def _conflict(
    pair: Pair,
    raid: bool,
    shields: Sequence[int],
    tokens: dict[tuple[str, int, int], list[int]],
    names: Names,
) -> Text:
    one, other = pair
    line = Text("  Raid: " if raid else "  ", "red")
    line.append(
        f"{names.subject(one)} {shields[one]} : {shields[other]} {names.subject(other)}: ",
        "default",
    )
    if shields[one] == shields[other]:
        return line.append("a draw", "dim")
    winner, loser = (one, other) if shields[one] > shields[other] else (other, one)
    won = tokens.get(("victory", winner, loser))
    if not won:
        return line.append("no tokens", "dim")
    line.append(f"{names.does(winner, 'win')} {' '.join(f'+{n}' for n in won)}", "bold default")
    if lost := tokens.get(("defeat", loser, winner)):
        return line.append(f", {names.does(loser, 'lose')} {len(lost)}", "default")
    return line.append(f", and {names.does(winner, 'take')} the defeat", "default")


def naval_lines(events: Sequence[Event], after: Sequence[City], names: Names) -> list[Text]:
    """The ranking by naval strength, with the tokens (A14)."""
    away = [event.seat for event in events if event.kind == "stay_out"]
    tokens = {event.seat: int(event.data["value"]) for event in events if event.kind == "naval"}
    ranked = sorted(
        (city for city in after if city.seat not in away), key=lambda city: -city.naval_strength
    )
    parts = []
    for city in ranked:
        part = Text(f"{names.subject(city.seat)} {city.naval_strength}")
        if value := tokens.get(city.seat):
            part.append(f" ({'+' if value > 0 else '−'}{abs(value)})", "bold")
        parts.append(part)
    line = Text("  ") + Text(" · ").join(parts)
    if not tokens:
        line.append(": nobody takes a token", "dim")
    lines = [Text("Naval conflict! All compare naval strength:", "bold blue"), line]
    for seat in away:
        if seat is not None:
            lines.append(Text(f"  {names.does(seat, 'stay')} out.", "dim"))
    return lines
