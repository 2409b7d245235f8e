"""Asking the person at the terminal: what can be typed at any time, and help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..catalogue import Catalogue
from ..telling.cities import cities
from ..telling.notes import ARRIVALS, COMMERCE, Played
from ..texts import N_
from .choice_forms import FORMS
from .city import board_explained, colour_legend, explained, in_full
from .form import Form
from .hand_form import HandForm
from .lookup import find_boards, find_things
from .screen import Names, Printed, card_name, find
from .tongue import _

if TYPE_CHECKING:
    from ..game.game import Decision, Game
    from ..game.notation import Move

HELP = {
    "3 b3": N_("build card 3 of your hand"),
    "w3": N_("build the next stage of your wonder, with card 3 laid face down under it"),
    "s3": N_("sell card 3: it is discarded, you take 3 coins"),
    "f3": N_("build card 3 for nothing, if your wonder or a leader gives you that right"),
    "c NAME": N_("look at a city: a player, a wonder, left or right; c alone: your own"),
    "i NAME": N_("explain a card, leader, island or wonder, by name or by its number in the list"),
    "l": N_("what happened last turn"),
    "Enter": N_("show the table and your hand again"),
    "q": N_("quit"),
}
ARMADA_HELP = {
    "3+ w3+": N_("build with a ship: the fleet of the card's colour, or the one with △, advances"),
    "w3+blue": N_("with the Lost Island: a stage, and the fleet you name advances for nothing"),
    "s3+": N_("sell card 3 and advance the yellow fleet, instead of taking 3 coins"),
}
LEADERS_HELP = {
    "3 r3": N_(
        "recruit leader 3, at the start of an age; w3 and s3 do with it what they do with cards"
    )
}
ANY_ORDER_HELP = {"w3#2": N_("build stage 2, where stages may be built in any order")}
NOTES = N_(
    "✓ says that you can build a card and what you pay for it, – says why you can't; → names what "
    "it makes free later. Resources you lack are bought from your two neighbours, 2 coins each (1 "
    "with the right yellow cards). Everybody plays at the same time, then the hands are passed on. "
    "C, G, T are the science symbols compass, gear and tablet."
)
# B23 and C3; in teams T5 and T6.
WAR_NOTES = {
    False: N_("Each of the three ages ends with a war against both neighbours."),
    True: N_(
        "Each of the three ages ends with a war against the neighbour who is not your partner, "
        "for double tokens. Losses that you cause hit your partner too."
    ),
}
DIPLOMACY_NOTES = {
    False: N_("A diplomacy token keeps you out of the next war."),
    True: N_(
        "A diplomacy token makes it one token less for you and your opponent in the next war."
    ),
}
EXPANSION_NOTES = {
    "leaders": N_(
        "Leaders: at the start of each age you recruit one, for its coins, build a stage "
        "with it or sell it."
    ),
    "cities": N_("Cities: for each coin you lose you may take a debt instead, −1 point."),
    "armada": N_(
        "Armada: ✕ gives naval strength, ● the commerce level, ▬ points, ▲ islands. After "
        "each war all compare their naval strength."
    ),
}
_BACK = ("x", "back", "u", "undo")


class Quit(Exception):
    """The person wants to leave."""


class TakeBack(Exception):
    """The person wants to change the own decision before deciding for the Free City."""


class Person:
    """Asks one person for decisions and shows what that seat may know."""

    def __init__(
        self, game: Game, seat: int, names: Names, catalogue: Catalogue, screen: Console
    ) -> None:
        self.game = game
        self.seat = seat
        self.names = names
        self.catalogue = catalogue
        self.screen = screen
        self.log: list[Text] = []

    def remember(self, title: Text, lines: Sequence[Text]) -> None:
        """Keep what happened last, for whoever asks for it."""
        self.log = [title, *lines]

    def decide(self, decision: Decision) -> Move:
        """Ask until there is a legal move."""
        form = FORMS.get(decision.kind, HandForm)(
            self.game, decision, self.seat, self.names, self.catalogue, self.screen, self._input
        )
        form.show()
        while True:
            text = self._input(form.prompt)
            if not text:
                if (usual := form.default()) is not None:
                    return usual
                form.show()
                continue
            try:
                if not self._answer(text, form):
                    return form.read(text)
            except ValueError as error:
                self.screen.print(Text(str(error), "red"))

    def _input(self, prompt: str) -> str:
        return input(prompt).strip()

    def _answer(self, text: str, form: Form) -> bool:
        """Carry out a command that is no decision; whether it was one."""
        command, _blank, rest = text.partition(" ")
        command, rest = command.lower(), rest.strip()
        if command in ("?", "h", "help"):
            self._help()
        elif command == "c":
            self._look(rest, form.decision.seat)
        elif command == "i":
            self._explain(rest, form)
        elif command == "l":
            for line in self.log or [Text(_("Nothing has happened yet."))]:
                self.screen.print(line)
        elif command in ("q", "quit", "exit"):
            if self._input(_("Quit this game? y/n") + "> ").lower() in ("y", "yes"):
                raise Quit
        elif command in _BACK:
            if form.decision.seat == self.seat or form.decision.kind != "play":
                raise ValueError(_("There is nothing to take back here."))
            raise TakeBack
        else:
            return False
        return True

    def _help(self) -> None:
        keys = Table(box=None, show_header=False, padding=(0, 1))
        keys.add_column(style="bold", no_wrap=True)
        leaders = "leaders" in self.game.expansions
        known = LEADERS_HELP | HELP if leaders else dict(HELP)
        if "armada" in self.game.expansions:
            known |= ARMADA_HELP | ANY_ORDER_HELP
        for key, meaning in known.items():
            keys.add_row(key, _(meaning))
        self.screen.print(keys, Text(self._notes()), colour_legend(self.catalogue))

    def _notes(self) -> str:
        """The rules in a few sentences, as this game is played."""
        game = self.game
        notes = [NOTES, WAR_NOTES[game.teams]]
        for expansion in game.expansions:
            notes.append(EXPANSION_NOTES[expansion])
            if expansion == "cities":
                notes.append(DIPLOMACY_NOTES[game.teams])
        if "armada" in game.expansions:
            notes += [COMMERCE, ARRIVALS[game.edition]]
        return " ".join(map(_, notes))

    def _look(self, name: str, seat: int) -> None:
        view = self.game.view(seat)
        seats = self._find_seats(name, seat)
        if len(seats) != 1:
            known = ", ".join(self.names.object(other) for other in range(self.game.seats))
            raise ValueError(
                _("Which city? Say c and one of: %(cities)s, left, right.", cities=known)
            )
        city = cities(view, self.catalogue)[seats[0]]
        self.screen.print(in_full(view, city, self.names, self.catalogue))

    def _find_seats(self, name: str, seat: int) -> list[int]:
        sides = {"": seat, "you": self.seat, "left": seat + 1, "right": seat - 1}
        if self.game.teams:
            sides["partner"] = seat ^ 1
        wanted = name.lower()
        if wanted in sides:
            return [sides[wanted] % self.game.seats]
        return [
            other
            for other in range(self.game.seats)
            if self.game.names[other].lower().startswith(wanted)
            or self.game.wonder(other).startswith(wanted)
        ]

    def _explain(self, name: str, form: Form) -> None:
        if not name:
            raise ValueError(_("Which card? Say i and its name or its number, such as: i altar."))
        things: list[Printed]
        if name.isdecimal():
            things = [find(self.catalogue, form.listed_card(int(name)))]
        else:
            found = find_things(self.catalogue, name.split(), names_only=True)
            exact = [thing for thing in found if card_name(thing).lower() == name.lower()]
            things = exact or found
        boards = [] if things else find_boards(self.catalogue, name.split(), names_only=True)
        if not things and not boards:
            raise ValueError(
                _("No card or wonder is called %(name)s in this game.", name=repr(name))
            )
        if len(things) > 4:
            listing = ", ".join(card_name(thing) for thing in things[:12])
            raise ValueError(_("Several cards are called like that: %(cards)s.", cards=listing))
        played = Played.with_(self.catalogue, self.game.teams)
        for thing in things:
            self.screen.print(explained(thing, self.catalogue, played))
        for board in boards:
            self.screen.print(board_explained(board, played))
