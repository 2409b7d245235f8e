"""Wars and naval conflicts on the screen: who fought whom, how strong, for which tokens."""

from __future__ import annotations

from rich.text import Text

from ..telling.conflicts import Conflict, Naval, War
from .screen import Names, count, listed


def war_lines(war: War, names: Names) -> list[Text]:
    """A line for each conflict: the shields, and who took which tokens."""
    fighters = "Neighbours of different teams" if war.teams else "Neighbours"
    lines = [Text(f"War! {fighters} compare shields:", "bold red")]
    if war.diplomats:
        who = listed([names.object(seat) for seat in war.diplomats])
        does = f"softens the war for {who}" if war.teams else f"keeps {who} out of the war"
        lines.append(Text(f"  Diplomacy {does}."))
    lines += [_conflict(conflict, names) for conflict in war.conflicts]
    if not war.conflicts:
        lines.append(Text("  Nobody fights.", "dim"))
    if war.spoils:
        taken = [f"{names.object(took.seat)} {count(took.coins, 'coin')}" for took in war.spoils]
        lines.append(Text(f"  Coins for victories: {listed(taken)}."))
    return lines


def _conflict(conflict: Conflict, names: Names) -> Text:
    one, other = conflict.shields
    line = Text("  Raid: " if conflict.raid else "  ", "red")
    line.append(
        f"{names.subject(conflict.one)} {one} : {other} {names.subject(conflict.other)}: ",
        "default",
    )
    winner, loser = conflict.winner, conflict.loser
    if winner is None or loser is None:
        return line.append("a draw", "dim")
    if not conflict.victories:
        return line.append("no tokens", "dim")
    won = " ".join(f"+{value}" for value in conflict.victories)
    line.append(f"{names.does(winner, 'win')} {won}", "bold default")
    if conflict.redirected:
        return line.append(f", and {names.does(winner, 'take')} the defeat", "default")
    return line.append(f", {names.does(loser, 'lose')} {conflict.defeats}", "default")


def naval_lines(naval: Naval, names: Names) -> list[Text]:
    """The ranking by naval strength, with the tokens (A14)."""
    parts = []
    for rank in naval.ranks:
        part = Text(f"{names.subject(rank.seat)} {rank.strength}")
        if rank.value:
            part.append(f" ({'+' if rank.value > 0 else '−'}{abs(rank.value)})", "bold")
        parts.append(part)
    line = Text("  ") + Text(" · ").join(parts)
    if all(rank.value is None for rank in naval.ranks):
        line.append(": nobody takes a token", "dim")
    lines = [Text("Naval conflict! All compare naval strength:", "bold blue"), line]
    for seat in naval.away:
        lines.append(Text(f"  {names.does(seat, 'stay')} out.", "dim"))
    return lines
