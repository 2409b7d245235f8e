"""Have a bot review a finished game: what it expected of each decision, and of the best one."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..catalogue import AGES
from ..terminal.moves import decision_text
from ..terminal.scores import ranking_lines
from ..terminal.screen import Names, card_names, clean, console
from ..terminal.tongue import _, _p, all_of, spoken
from .verify import read_record
from .waiting import progress_bar, told_in_seconds

if TYPE_CHECKING:
    from rich.progress import Progress

    from ..game.game import Game
    from ..review.judgement import Judgement, Reason, Review, Tried

MOST_PLAYOUTS = 1_000_000


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    parser.add_argument(
        "--seat", metavar="NAME|N", default="0", help="whose decisions (default: seat 0)"
    )
    parser.add_argument("--json", action="store_true", help="for machines")
    parser.add_argument(
        "--playouts",
        type=int,
        metavar="N",
        help="for each decision and turn (default: as many as take less than a second)",
    )
    parser.add_argument("--seed", type=int, default=0, help="another seed, other chance")


def run(options: argparse.Namespace) -> int:
    if options.playouts is not None:
        check_number("--playouts", options.playouts, 1, MOST_PLAYOUTS)
    check_number("--seed", options.seed, 0, (1 << 53) - 1)
    record = read_record(options.file)
    from ..game.compiling import SEARCHED
    from ..game.game import Game
    from ..review.decisions import check_over

    with progress_bar() as bar, told_in_seconds(bar, SEARCHED):
        game = Game.from_record(record)
        check_over(game)
        player = player_named(game, options.seat)
        found = _reviewed(record, player, options, bar)
    if options.json:
        from ..review.written import write

        names = list(game.names[: game.players])
        json.dump({"players": names, "seed": options.seed, **write(found)}, sys.stdout)
        print()
        return 0
    Shown(game, found, console()).all()
    return 0


def check_number(option: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        slots = {"field": option, "least": least, "most": most}
        raise ValueError(_("%(field)s is a whole number from %(least)d to %(most)d.", **slots))


def player_named(game: Game, wanted: str) -> int:
    """A player by name or number."""
    names = game.names[: game.players]
    if wanted in names:
        return names.index(wanted)
    if wanted.isascii() and wanted.isdecimal() and int(wanted[:3]) < game.players:
        return int(wanted)
    known = ", ".join(f"{seat} ({clean(name)})" for seat, name in enumerate(names))
    raise ValueError(
        _("There is no player '%(name)s'; there are %(known)s.", name=clean(wanted), known=known)
    )


def _reviewed(
    record: Mapping[str, Any], player: int, options: argparse.Namespace, bar: Progress
) -> Review:
    from ..bots.searcher import ensure_search_compiled
    from ..review.review import reviewed

    ensure_search_compiled()
    task = bar.add_task(_("Reviewing"), total=None)
    for found in reviewed(record, player, playouts=options.playouts, seed=options.seed):
        bar.update(
            task,
            total=found.owed + found.turns,
            completed=len(found.judgements) + len(found.course),
        )
    return found


class Shown:
    """A review on the screen."""

    def __init__(self, game: Game, review: Review, screen: Console) -> None:
        self.game, self.review, self.screen = game, review, screen
        self.names = Names(game.names)

    def all(self) -> None:
        who = self.names.object(self.review.player)
        self.screen.print(
            Text(_("The decisions of %(name)s, reviewed by a bot.", name=who), "bold")
        )
        for line in ranking_lines(self.game, self.names):
            self.screen.print(line)
        self.screen.print(self._decisions())
        self.screen.print(
            Text(
                _(
                    "Place and points are those expected at the end, on average of games played "
                    "out from what the seat knew then. A cost is in points, as far as chance does "
                    "not explain it."
                ),
                "dim",
            )
        )
        self._costliest()
        self.screen.print(self._course())
        self.screen.print(
            Text(
                _("If all played on alike, with the hands they had and later ages unknown."), "dim"
            )
        )

    def _decisions(self) -> Table:
        rows = Table(box=box.SIMPLE_HEAD, header_style="bold", padding=(0, 1))
        rows.add_column(_("turn"), no_wrap=True)
        rows.add_column(_p("move", "played"), ratio=1)
        rows.add_column(_("place"), justify="right", no_wrap=True)
        rows.add_column(_("points"), justify="right", no_wrap=True)
        rows.add_column(_("best"), ratio=1)
        rows.add_column(_("place"), justify="right", no_wrap=True)
        rows.add_column(_("points"), justify="right", no_wrap=True)
        rows.add_column(_("cost"), justify="right", no_wrap=True)
        for judged in self.review.judgements:
            verdict = judged.verdict
            played = self._tried(judged, verdict.played)
            if judged.only:
                rows.add_row(
                    when(judged), *played, Text(_("nothing else to do"), "dim"), "", "", ""
                )
            elif verdict.best == verdict.played:
                rows.add_row(when(judged), *played, Text(_("the same"), "green"), "", "", "")
            else:
                cost = _figure(verdict.cost) if verdict.clear else "≈ 0"
                style = "bold red" if judged in self.review.costliest else ""
                best = self._tried(judged, verdict.best)
                rows.add_row(when(judged), *played, *best, Text(cost, style))
        return rows

    def _tried(self, judged: Judgement, tried: Tried) -> tuple[Text, str, str]:
        words = Text(self._words(judged, tried.move))
        if tried.place is None or tried.points is None:
            return words, "", ""
        return words, _figure(tried.place), _figure(tried.points)

    def _words(self, judged: Judgement, text: str) -> str:
        from ..review.judgement import as_told

        move = as_told(judged, text)
        return decision_text(move, judged.seat, self.names, self.game.catalogue)

    def _costliest(self) -> None:
        from ..review.sentences import ahead

        found = self.review.costliest
        self.screen.print(Rule(Text(_("What cost most"), "bold"), align="left"))
        if not found:
            self.screen.print(Text(_("Nothing that chance would not explain.")))
        for judged in found:
            verdict = judged.verdict
            best = self._words(judged, verdict.best.move)
            values = {
                "best": best[0].upper() + best[1:],
                "place": _figure(verdict.place),
                "points": _figure(abs(verdict.points)),
            }
            self.screen.print(
                Text.assemble(
                    (f"{when(judged)}: {self._words(judged, verdict.played.move)}. ", "bold"),
                    _(ahead(verdict)) % values,
                    *(f" {self._why(reason)}" for reason in judged.reasons),
                )
            )

    def _why(self, reason: Reason) -> str:
        from ..review.sentences import of_reason
        from ..table.page.story.score import LINES

        values = dict(reason.values)
        said: dict[str, str] = {key: str(value) for key, value in values.items()}
        if "points" in values:
            said["points"] = _figure(values["points"])
        if "line" in values:
            said["line"] = _(LINES[values["line"]].one)
        if "seat" in values:
            said["name"] = self.names.object(values["seat"])
        if "card" in values:
            (said["card"],) = card_names(self.game.catalogue, [values["card"]])
        if "cards" in values:
            said["cards"] = all_of(card_names(self.game.catalogue, values["cards"]))
        return _(of_reason(reason)) % said

    def _course(self) -> Table:
        rows = Table(title=_("Expected places after each turn"), box=box.SIMPLE_HEAD)
        rows.add_column(_("turn"), no_wrap=True)
        players = range(self.game.players)
        for player in players:
            style = "bold" if player == self.review.player else ""
            rows.add_column(Text(self.names.subject(player), style), justify="right")
        for found in self.review.course:
            moment = found.moment
            rows.add_row(
                _turn(moment.age, moment.turn), *(_figure(place) for place in found.places)
            )
        return rows


def _figure(value: float) -> str:
    from ..table.page.reasons import reckoned

    return reckoned(value, spoken())


def when(judged: Judgement) -> str:
    """Such as ``II 3``."""
    return _turn(judged.age, judged.turn)


def _turn(age: int, turn: int) -> str:
    return f"{AGES[age]} {turn}" if turn else f"{AGES[age]}"
