"""A form for a decision: what it shows, and how what is typed is read as a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..catalogue import Catalogue
from ..telling.cities import City, cities
from ..texts import N_
from .city import partner_line
from .screen import Names
from .tongue import _

if TYPE_CHECKING:
    from ..game.game import Decision, Game
    from ..game.notation import Move

NONE_OF_THEM = ("0", "n", "no", "none", "skip")


class Form(ABC):
    """One decision of a seat, for the person ``you``."""

    asks: ClassVar[str] = N_("Your choice")
    asks_city: ClassVar[str] = N_("The Free City's choice")

    def __init__(
        self,
        game: Game,
        decision: Decision,
        you: int,
        names: Names,
        catalogue: Catalogue,
        screen: Console,
        ask: Callable[[str], str],
    ) -> None:
        self.game = game
        self.decision = decision
        self.seat = decision.seat
        self.you = you
        self.names = names
        self.catalogue = catalogue
        self.screen = screen
        self.ask = ask
        self.view = game.view(decision.seat)
        self.cities: Sequence[City] = cities(self.view, catalogue)
        self.city = self.cities[decision.seat]
        self.moves: tuple[Move, ...] = game.moves(decision.seat)

    @property
    def prompt(self) -> str:
        return f"{_(self.asks if self.seat == self.you else self.asks_city)}> "

    @abstractmethod
    def show(self) -> None:
        """Put the decision on the screen."""

    def read(self, text: str) -> Move:
        """The move that was typed, or a ValueError with a sentence."""
        return self.chosen(text)

    def default(self) -> Move | None:
        """What Enter alone means; None: show everything again."""
        return None

    def cards(self) -> list[str]:
        """What the decision is about, as it is numbered on the screen."""
        return [move.card for move in self.moves if move.card]

    def listed_card(self, number: int) -> str:
        cards = self.cards()
        if not 1 <= number <= len(cards):
            raise ValueError(
                _(
                    "There is no card %(number)d here: the list goes from 1 to %(last)d.",
                    number=number,
                    last=len(cards),
                )
            )
        return cards[number - 1]

    def head(self, title: str) -> None:
        self.screen.print()
        self.screen.print(Rule(Text(title[:1].upper() + title[1:]), style="bold"))

    def keys(self, *keys: str) -> None:
        self.screen.print(Text(" · ".join([*keys, _("i card · c city · ? help")]), "dim"))

    def partner(self) -> None:
        """What the partner holds, in teams."""
        if self.game.teams:
            self.screen.print(partner_line(self.view, self.seat, self.names, self.catalogue))

    def chosen(self, text: str) -> Move:
        """The move of a number in a list of moves, or 0 for none where that is allowed."""
        wanted = text.lower()
        skip = [move for move in self.moves if move.action == "skip"]
        if wanted in NONE_OF_THEM and skip:
            return skip[0]
        moves = [move for move in self.moves if move.action != "skip"]
        number = wanted.removeprefix("b").strip()
        if not number.isdecimal():
            if skip:
                words = _("%(typed)s is no choice; say a number from the list, or 0 for none.")
            else:
                words = _("%(typed)s is no choice; say a number from the list.")
            raise ValueError(words % {"typed": repr(text)})
        if not 1 <= int(number) <= len(moves):
            raise ValueError(
                _(
                    "There is no %(number)s here: the list goes from 1 to %(last)d.",
                    number=number,
                    last=len(moves),
                )
            )
        return moves[int(number) - 1]


def list_table(*headers: str) -> Table:
    """A table of numbered choices."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("", justify="right", style="bold", no_wrap=True)
    for header in headers:
        table.add_column(header)
    return table
