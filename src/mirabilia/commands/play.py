"""Play in the terminal, against bots."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from ..catalogue import EDITIONS, load
from ..files import check_may_write, write_whole
from ..telling.cities import cities
from ..terminal.ask import Person, Quit, TakeBack
from ..terminal.events import Reporter, moment
from ..terminal.scores import ranking_lines, score_sheet
from ..terminal.screen import Names, console, read_expansions, setup_text
from ..terminal.tongue import _, all_of, spoken
from .game_options import BOTS, add_expansions, add_leaders

if TYPE_CHECKING:
    from ..game.game import Game
    from ..game.notation import Move
    from ..game.warming import Warming

BOT_NAMES = ("Ann", "Bob", "Cleo", "Dion", "Ella", "Finn", "Gaia", "Hugo")
ANYBODY = "Player"
PERSON = 0


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=int, default=4, metavar="N", help="how many play, you included: 2 to 8"
    )
    parser.add_argument(
        "--edition", choices=EDITIONS, help="default: 2nd; with two or eight 1st, the only one"
    )
    add_expansions(parser)
    parser.add_argument(
        "--teams", action="store_true", help="you and the player on your left against the others"
    )
    add_leaders(parser)
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="NAMES",
        help=f"one bot for all, or a list such as greedy,random; there are {BOTS}",
    )
    parser.add_argument("--name", default=ANYBODY, help="your name in the record of the game")
    parser.add_argument("--seed", type=int, help="a number: the same one deals the same cards")
    parser.add_argument("--wonder", help="your wonder, such as rhodos or rhodos:night")
    parser.add_argument(
        "--sides", default="random", help="of the boards: random (default), choose, day, A ..."
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="write the record of the game there"
    )


def run(options: argparse.Namespace) -> int:
    from ..game.warming import Warming, is_compiled

    screen = console()
    if options.save:
        if not options.save.parent.is_dir():
            folder = options.save.parent
            raise ValueError(_("There is no folder %(folder)s to save the game in.", folder=folder))
        check_may_write(options.save)
    warming = None if is_compiled() else Warming(load_bots)
    if warming:
        warming.begin()
    game = set_up(options)
    named = [kind.strip() for kind in options.bots.split(",")]
    kinds = [named[seat % len(named)] for seat in range(game.players - 1)]
    session = Session(game, dict(enumerate(map(Opponent, kinds), start=1)), screen, warming)
    try:
        session.welcome(kinds)
        if warming:
            warming.start()
        session.go_on()
    except Quit:
        screen.print(_("Until next time."))
    except EOFError:
        screen.print("\n" + _("No more input: the game ends here."))
    except KeyboardInterrupt:
        screen.print("\n" + _("Stopped."))
        return 130
    finally:
        if warming:
            warming.stop()
        if options.save:
            save(game, options.save, screen)
    return 0


def load_bots() -> None:
    """Call all that is compiled, so that nobody has to wait for it in a turn."""
    from ..bots.compiled import compile_bots
    from ..bots.searcher import compile_search
    from ..engine.warm import compile_everything

    compile_everything()
    compile_bots()
    compile_search()


class Opponent:
    """A bot by its name; while nothing is compiled, a quick one plays for it."""

    def __init__(self, name: str) -> None:
        from .. import bots

        self.name = name
        self._bot = bots.make(name)

    def choose(self, view: Mapping[str, Any]) -> Move:
        from .. import bots

        instead = self.stand_in
        return (bots.make(instead) if instead else self._bot).choose(view)

    @property
    def stand_in(self) -> str | None:
        """Who plays for it now; None: it does so itself."""
        from ..bots.levels import stand_in

        return stand_in(self.name)


def set_up(options: argparse.Namespace) -> Game:
    """The game that the options ask for; the person has seat 0."""
    from ..game.game import Game

    name = options.name.strip()
    if not name.isprintable():
        raise ValueError(_("A name is made of letters that can be shown."))
    others = [other for other in BOT_NAMES if other.lower() != name.lower()]
    edition = options.edition or ("1st" if options.players in (2, 8) else "2nd")
    names: int | list[str] = options.players
    if 2 <= options.players <= len(others) + 1:
        names = [name, *others[: options.players - 1]]
    chosen: dict[str, Any] = {
        "edition": edition,
        "sides": options.sides,
        "expansions": read_expansions(options.expansions),
        "teams": options.teams,
        "leaders": options.leaders,
    }
    game = Game(names, seed=options.seed, **chosen)
    if not options.wonder:
        return game
    wonders = seat_wonder([game.wonder(seat) for seat in range(game.seats)], options.wonder)
    return Game(names, seed=game.seed, wonders=wonders, **chosen)


def seat_wonder(drawn: Sequence[str], wanted: str) -> list[str]:
    """The boards drawn, with the wanted one at the person's seat; who had it takes the other.

    >>> seat_wonder(["gizah:day", "rhodos:day", "babylon:day"], "rhodos:night")
    ['rhodos:night', 'gizah:day', 'babylon:day']
    """
    wanted = wanted.strip().lower()
    wonder = wanted.partition(":")[0]
    boards = list(drawn)
    for seat, board in enumerate(boards):
        if board.partition(":")[0] == wonder:
            boards[PERSON], boards[seat] = board, boards[PERSON]
            return [wanted if ":" in wanted else boards[PERSON], *boards[1:]]
    return [wanted, *boards[1:]]


def save(game: Game, path: Path, screen: Console) -> None:
    write_whole(path, json.dumps(game.record(), indent=1) + "\n")
    text = _("The record is in %(path)s; look at it with: mirabilia replay %(path)s", path=path)
    screen.print(Text(text), soft_wrap=True)


def progress_told(warming: Warming) -> tuple[str, bool]:
    """How far the bots are, as the pages say it, and whether that is the last of it."""
    from ..game.warming import FAILED
    from ..table.page.warming import warming_line
    from ..table.rooms.warmth import Warmth

    progress, failed = warming.progress(), warming.state == FAILED
    return warming_line(Warmth(progress.share, progress.seconds, failed), spoken()), failed


class Session:
    """A game at the terminal: whose turn it is to decide, and what is told in between."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Opponent],
        screen: Console,
        warming: Warming | None = None,
    ) -> None:
        self.game = game
        self.bots = bots
        self.warming = warming if any(bot.stand_in for bot in bots.values()) else None
        self.screen = screen
        self.catalogue = load(game.edition, game.expansions, promo=True)
        self.names = Names(game.names, PERSON)
        seen = cities(game.view(None), self.catalogue)
        self.reporter = Reporter(self.names, self.catalogue, seen, game.teams)
        self.person = Person(game, PERSON, self.names, self.catalogue, screen)
        self.told = len(game.events)
        self.last_moment = ""
        self.last_lines: list[Text] = []

    def welcome(self, kinds: Sequence[str]) -> None:
        """Who plays."""
        others = [f"{self.names.object(seat)} ({kind})" for seat, kind in enumerate(kinds, start=1)]
        played = setup_text(self.game.edition, self.game.expansions, self.game.teams)
        slots = {"game": played, "partner": others.pop(0) if self.game.teams else ""}
        words = _("7 Wonders, %(game)s. You play against %(others)s.")
        if self.game.teams:
            words = _("7 Wonders, %(game)s. You play with %(partner)s against %(others)s.")
        text = words % {**slots, "others": all_of(others)}
        if self.game.players == 2:
            between = _("The Free City sits between you; you take turns to decide for it.")
            text += f" {between}"
        self.screen.print(Text(text))
        if self.warming:
            text = _("The bots are warming up: until then a quick one plays for them.")
            self.screen.print(Text(text, "dim"))
        self.screen.print(Text(_("Type ? for help at any time."), "dim"))

    def go_on(self) -> None:
        """To the end of the game."""
        while not self.game.over:
            before = self.game.steps
            when = moment(self.game)
            while self.game.steps == before:
                self.decide()
            self.tell(when)
            self.tell_warmth()
        self.finish()

    def decide(self) -> None:
        """One decision: the person's own first, then those of the bots."""
        game = self.game
        waiting = {seat: game.decision(seat) for seat in game.to_decide}
        for seat, decision in waiting.items():
            if decision.by == PERSON:
                try:
                    game.play(seat, self.person.decide(decision))
                except TakeBack:
                    game.undecide(PERSON)
                return
        seat, decision = next(iter(waiting.items()))
        game.play(seat, self.bots[decision.by].choose(game.view(seat)))

    def tell(self, when: str) -> None:
        """What happened since it was last told; the steps of a turn stand under one title."""
        events = self.game.events_for(PERSON)[self.told :]
        self.told += len(events)
        lines = self.reporter.tell(events)
        if not lines:
            return
        title = Text(_("%(when)s: what happened", when=when))
        goes_on = when == self.last_moment
        self.last_moment = when
        self.last_lines = [*(self.last_lines if goes_on else []), *lines]
        self.person.remember(title, self.last_lines)
        self.screen.print()
        self.screen.print(
            Rule(
                Text(_("%(when)s, then", when=when)) if goes_on else title,
                style="dim",
                align="left",
            )
        )
        for line in lines:
            self.screen.print(line)

    def tell_warmth(self) -> None:
        """How far the bots are, until they are there, or won't come."""
        if self.warming is None:
            return
        if any(bot.stand_in for bot in self.bots.values()):
            text, last = progress_told(self.warming)
        else:
            text, last = _("The bots are ready, and play themselves from now on."), True
        self.screen.print(Text(text, "dim"))
        if last:
            self.warming = None

    def finish(self) -> None:
        """The sheets and who has won."""
        winners = self.game.ranking()[0][1]
        self.screen.print()
        self.screen.print(Rule(Text(_("The game is over"), "bold")))
        shown = [_("You") if name == ANYBODY else name for name in self.game.names]
        self.screen.print(score_sheet(self.game.scores(), shown, winners))
        for line in ranking_lines(self.game, self.names):
            self.screen.print(line)
