"""The sheets of points and the places at the end, on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from ..telling.sheet import LINE_MARKS
from .screen import STYLES, Names, clean, count, listed

if TYPE_CHECKING:
    from ..game.codec import ScoreSheet
    from ..game.game import Game

# The words of each line and the colour of its style.
SHEET_LINES = {
    "military": ("war", "red"),
    "coins": ("coins", "yellow"),
    "wonder": ("wonder", "brown"),
    "blue": ("blue cards", "blue"),
    "yellow": ("yellow cards", "yellow"),
    "green": ("science", "green"),
    "purple": ("guilds", "purple"),
    "leaders": ("leaders", "leader"),
    "black": ("black cards", "black"),
    "debts": ("debts", "red"),
    "naval": ("naval conflicts", "blue"),
    "islands": ("islands", "island"),
}


def score_sheet(
    sheets: Sequence[ScoreSheet], names: Sequence[str], winners: Sequence[int]
) -> Table:
    """The points as on the paper pad: a line for each kind, a column for each player."""
    pad = Table(title="Points", box=box.SIMPLE_HEAD, show_footer=True, header_style="bold")
    teams = sheets[0].team is not None
    pad.add_column("", footer="team" if teams else "total", no_wrap=True)
    for sheet in sheets:
        style = "bold green" if sheet.seat in winners else ""
        total = sheet.total
        if teams:
            total = sum(other.total for other in sheets if other.team == sheet.team)
        pad.add_column(
            Text(clean(names[sheet.seat]), style),
            footer=Text(str(total), style or "bold"),
            justify="right",
        )
    for line in sheets[0].lines:
        label, colour = SHEET_LINES[line]
        pad.add_row(
            Text(f"{LINE_MARKS[line]} {label}", STYLES.get(colour, "")),
            *(str(sheet.lines[line]) for sheet in sheets),
        )
    if teams:
        pad.add_section()
        pad.add_row("total", *(Text(str(sheet.total), "bold") for sheet in sheets))
    return pad


def ranking_lines(game: Game, names: Names) -> list[Text]:
    """Everybody's place, and who has won (B26); partners stand together (T7)."""
    size = 2 if game.teams else 1
    totals: dict[int, int] = {}
    for sheet in game.scores():
        if sheet.seat < game.players:
            group = sheet.seat // size
            totals[group] = totals.get(group, 0) + sheet.total
    places = [
        (place, list(dict.fromkeys(seat // size for seat in seats)))
        for place, seats in game.ranking()
    ]

    def members(group: int) -> list[int]:
        return list(range(group * size, (group + 1) * size))

    def called(groups: Sequence[int]) -> str:
        return listed([names.subject(seat) for group in groups for seat in members(group)])

    lines = []
    for place, groups in places:
        coins = sum(game.coins(seat) for seat in members(groups[0]))
        lines.append(
            Text(
                f"{place}. {called(groups)}: {count(totals[groups[0]], 'point')}, "
                f"{count(coins, 'coin')}"
            )
        )
    winners = places[0][1]
    points = totals[winners[0]]
    if len(winners) > 1:
        return [*lines, Text(f"{called(winners)} share the victory.", "bold")]
    reason = ", by the coins" if list(totals.values()).count(points) > 1 else ""
    does = f"{called(winners)} win" if game.teams else names.does(winners[0], "win")
    won = Text(f"{does} with {count(points, 'point')}{reason}.", "bold green")
    return [*lines, won]
