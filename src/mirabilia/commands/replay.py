"""Go through a recorded game, step by step: Enter goes on, a number jumps to a step, q ends."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..catalogue import Catalogue, load
from ..telling.cities import cities
from ..terminal.events import Reporter, moment
from ..terminal.moves import FACE_DOWN, decision_text
from ..terminal.scores import ranking_lines, score_sheet
from ..terminal.screen import (
    Names,
    board_name,
    card_names,
    console,
    setup_text,
)
from ..terminal.tongue import _, _n, all_of
from .verify import read_record
from .waiting import engine_for

if TYPE_CHECKING:
    from ..game.game import Game
    from ..game.notation import Move
    from ..game.replays import Replay


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    parser.add_argument("--all", action="store_true", help="print everything without asking")
    parser.add_argument(
        "--step", type=int, metavar="N", help="begin at this step; with --all: only it"
    )
    parser.add_argument(
        "--from-seat", type=int, metavar="S", help="show only what seat S (0, 1, ...) knows"
    )


@dataclass(frozen=True)
class Step:
    """One step of a game: what was held and decided, and what came of it."""

    title: str
    hands: Mapping[int, Sequence[str]]
    decisions: Mapping[int, Move]
    coins: Sequence[tuple[int, int]]
    lines: Sequence[Text]


def run(options: argparse.Namespace) -> int:
    record = read_record(options.file)
    screen = console()
    engine_for(1)
    steps, game = replayed(record, options.from_seat)
    number = 1 if options.step is None else options.step
    if not 1 <= number <= max(1, len(steps)):
        raise ValueError(
            _(
                "There is no step %(number)d: the record has %(last)d.",
                number=number,
                last=len(steps),
            )
        )
    show = Show(steps, game, options.from_seat, screen)
    show.opening()
    if options.all or options.file == "-":
        chosen = range(1, len(steps) + 1) if options.step is None else [number]
        for one in chosen:
            show.step(one)
        if options.step is None:
            show.ending()
        return 0
    try:
        show.walk(number)
    except EOFError:
        screen.print()
    return 0


def replayed(record: Mapping[str, Any], seat: int | None) -> tuple[list[Step], Game]:
    """All steps of a record as a seat (None: who sees everything) can tell them, and the game."""
    from ..game.replays import Replay

    replay = Replay(record)
    game = replay.ended
    if seat is not None and not 0 <= seat < game.seats:
        raise ValueError(
            _("There is no seat %(seat)d: seats are 0 to %(last)d.", seat=seat, last=game.seats - 1)
        )
    catalogue = load(game.edition, game.expansions, promo=True)
    seen = cities(game.view(None), catalogue)
    reporter = Reporter(Names(game.names), catalogue, seen, game.teams)
    return [_step(replay, at, seat, reporter) for at in range(replay.last)], game


def _step(replay: Replay, at: int, seat: int | None, reporter: Reporter) -> Step:
    game, after = replay.game(at), replay.game(at + 1)
    hands = {other: _held(game, other, seat) for other in range(game.seats)}
    return Step(
        moment(game),
        {other: hand for other, hand in hands.items() if hand},
        replay.decisions(at),
        [(game.coins(other), after.coins(other)) for other in range(game.seats)],
        reporter.tell(replay.happened(at, seat, openly=seat is None)),
    )


def _held(game: Game, visitor: int, seat: int | None) -> list[str]:
    """What a player chooses from, as far as a seat (None: who sees everything) knows it."""
    entry = game.view(visitor if seat is None else seat)["seats"][visitor]
    keys = ["hand"] if game.turn else ["pack"] if entry.get("pack") else ["leader_hand"]
    return [card for key in keys if isinstance(entry.get(key), list) for card in entry[key]]


class Show:
    """Shows the steps of a game."""

    def __init__(
        self, steps: Sequence[Step], game: Game, seat: int | None, screen: Console
    ) -> None:
        self.steps = steps
        self.game = game
        self.seat = seat
        self.screen = screen
        self.catalogue: Catalogue = load(game.edition, game.expansions, promo=True)
        self.names = Names(game.names)

    def walk(self, number: int) -> None:
        """From a step on, as asked for."""
        total = len(self.steps)
        while True:
            if number > total:
                self.ending()
                return
            self.step(number)
            number = self._next(number)
            if number == 0:
                return

    def _next(self, number: int) -> int:
        """The step to show after this one; 0 to end."""
        total = len(self.steps)
        while True:
            slots = {"step": number, "last": total}
            asks = _("step %(step)d of %(last)d; Enter: next, a number, q", **slots)
            text = input(f"{asks}> ").strip().lower()
            if not text:
                return number + 1
            if text in ("q", "quit"):
                return 0
            if text.isdecimal() and 1 <= int(text) <= total:
                return int(text)
            self.screen.print(
                Text(_("Say a number from 1 to %(last)d, Enter or q.", last=total), "red")
            )

    def opening(self) -> None:
        """Who plays what."""
        played = setup_text(self.game.edition, self.game.expansions, self.game.teams)
        told = [
            _("A game of %(players)d, %(game)s.", players=self.game.players, game=played),
            _n("%(num)d step.", "%(num)d steps.", len(self.steps)),
            _("Everything is shown.")
            if self.seat is None
            else _("Shown is what %(name)s knows.", name=self.names.object(self.seat)),
        ]
        self.screen.print(Text(" ".join(told)))
        for city in cities(self.game.view(None), self.catalogue):
            name = self.names.subject(city.seat)
            self.screen.print(
                Text(
                    "  "
                    + _(
                        "seat %(seat)d: %(name)s, %(wonder)s",
                        seat=city.seat,
                        name=name,
                        wonder=board_name(city.board),
                    )
                )
            )

    def step(self, number: int) -> None:
        """One step: decisions, what happened, coins."""
        step = self.steps[number - 1]
        self.screen.print()
        slots = {"step": number, "last": len(self.steps), "when": step.title}
        title = Text(_("Step %(step)d of %(last)d. %(when)s", **slots), "bold")
        self.screen.print(Rule(title, align="left"))
        rows = Table(box=None, padding=(0, 1), header_style="dim", expand=True)
        rows.add_column(_("player"), no_wrap=True)
        rows.add_column(_("decides"), ratio=40)
        rows.add_column(_("out of"), ratio=60)
        rows.add_column(_("coins"), justify="right", no_wrap=True)
        for seat, (before, after) in enumerate(step.coins):
            move = step.decisions.get(seat)
            hand = card_names(self.catalogue, step.hands.get(seat, ()))
            rows.add_row(
                Text(self.names.subject(seat), "bold"),
                Text(self._decision(seat, move) if move else "–"),
                Text(", ".join(hand), "dim"),
                f"{before} → {after}" if before != after else str(after),
            )
        self.screen.print(rows)
        for line in step.lines:
            self.screen.print(line)

    def _decision(self, seat: int, move: Move) -> str:
        knows = self.seat in (None, seat) or (self.game.teams and self.seat == seat ^ 1)
        hidden = move.action in FACE_DOWN and not knows
        return decision_text(move, seat, self.names, self.catalogue, hidden=hidden)

    def ending(self) -> None:
        """The sheets, final or as they stand."""
        self.screen.print()
        if not self.game.over:
            waiting = all_of([self.names.object(seat) for seat in self.game.to_decide])
            words = _("The record ends here; the game waits for %(names)s.", names=waiting)
            self.screen.print(Text(words))
        winners = self.game.ranking()[0][1] if self.game.over else []
        self.screen.print(score_sheet(self.game.scores(), self.game.names, winners))
        if self.game.over:
            for line in ranking_lines(self.game, self.names):
                self.screen.print(line)
