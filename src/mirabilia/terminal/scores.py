"""The sheets of points and the places at the end, on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from ..telling.sheet import LINE_MARKS
from .screen import STYLES, Names, clean
from .tongue import _, _n, all_of, coins, points

if TYPE_CHECKING:
    from ..game.codec import ScoreSheet
    from ..game.game import Game

# The colour of each line's style.
LINE_COLOURS = {
    "military": "red",
    "coins": "yellow",
    "wonder": "brown",
    "blue": "blue",
    "yellow": "yellow",
    "green": "green",
    "purple": "purple",
    "leaders": "leader",
    "black": "black",
    "debts": "red",
    "naval": "blue",
    "islands": "island",
}


def score_sheet(
    sheets: Sequence[ScoreSheet], names: Sequence[str], winners: Sequence[int]
) -> Table:
    """The points as on the paper pad: a line for each kind, a column for each player."""
    from ..table.page.story.score import LINES

    pad = Table(title=_("points"), box=box.SIMPLE_HEAD, show_footer=True, header_style="bold")
    teams = sheets[0].team is not None
    pad.add_column("", footer=_("Team") if teams else _("Total"), no_wrap=True)
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
        label = _(LINES[line].one)
        pad.add_row(
            Text(f"{LINE_MARKS[line]} {label}", STYLES.get(LINE_COLOURS[line], "")),
            *(str(sheet.lines[line]) for sheet in sheets),
        )
    if teams:
        pad.add_section()
        pad.add_row(_("Total"), *(Text(str(sheet.total), "bold") for sheet in sheets))
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
        return all_of([names.subject(seat) for group in groups for seat in members(group)])

    lines = []
    for place, groups in places:
        held = sum(game.coins(seat) for seat in members(groups[0]))
        told = {"place": place, "names": called(groups), "coins": coins(held)}
        total = points(totals[groups[0]])
        lines.append(Text(_("%(place)d. %(names)s: %(points)s, %(coins)s", **told, points=total)))
    winners = [seat for group in places[0][1] for seat in members(group)]
    won = _verdict(winners, totals[places[0][1][0]], size, names)
    if len(places[0][1]) > 1:
        return [*lines, Text(won, "bold")]
    if list(totals.values()).count(totals[places[0][1][0]]) > 1:
        won += " " + _("The coins decide.")
    return [*lines, Text(won, "bold green")]


def _verdict(winners: Sequence[int], total: int, size: int, names: Names) -> str:
    """Who has won, in the words of the pages."""
    from ..table.page.story import score

    yours = names.you in winners
    others = all_of([names.subject(seat) for seat in winners if seat != names.you])
    if len(winners) > size:
        words = score.YOU_SHARE if yours else score.SHARED
    elif size == 2:
        words = score.YOUR_TEAM_WINS if yours else score.TEAM_WINS
    else:
        words = score.YOU_WIN if yours else score.WINS
    return _n(words.one, words.many, total, who=others)
