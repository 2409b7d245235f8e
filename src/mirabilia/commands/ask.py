"""Asking the person at the terminal: each kind of decision, and help in between."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..catalogue import Catalogue
from ..catalogue.phrases import cost_text, effects_text
from .cards import find_boards, find_cards
from .show import (
    AGES,
    Names,
    building_names,
    card_label,
    card_name,
    chained_by,
    cost,
    effect,
    listed,
    payees,
    payment,
    price,
)
from .show_city import (
    City,
    board_explained,
    chains,
    cities,
    colour_legend,
    explained,
    in_full,
    table,
)

if TYPE_CHECKING:
    from ..game import Decision, Game
    from ..notation import Move

HELP = {
    "3 or b3": "build card 3 of your hand",
    "w3": "build the next stage of your wonder, with card 3 laid face down under it",
    "s3": "sell card 3: it is discarded, you take 3 coins",
    "f3": "build card 3 for nothing, if your wonder gives you that right",
    "c NAME": "look at a city: a player, a wonder, left or right; c alone: your own",
    "i NAME": "explain a card or a wonder, by name or by its number in your hand",
    "l": "what happened last turn",
    "Enter": "show the table and your hand again",
    "q": "quit",
}
NOTES = (
    "✓ says that you can build a card and what you pay for it, – says why you can't; → names what "
    "it makes free later. Resources you lack are bought from your two neighbours, 2 coins each (1 "
    "with the right yellow cards). Everybody plays at the same time, then the hands are passed on. "
    "Each of the three ages has six turns and ends with a war against both neighbours. "
    "C, G, T are the science symbols compass, gear and tablet."
)
KEYS = "3 build · w3 stage · s3 sell · c city · i card · l log · ? help · q quit"
_PLAY = re.compile(r"([bwsf]?)\s*(\d{1,2})")
_ACTIONS = {"": "build", "b": "build", "f": "build", "w": "stage", "s": "sell"}
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
        asks: dict[str, tuple[Callable[[Decision], None], Callable[[Decision, str], Move]]] = {
            "play": (self._show_play, self._read_play),
            "last_card": (self._show_play, self._read_play),
            "rebuild": (self._show_rebuild, self._read_rebuild),
            "side": (self._show_sides, self._read_side),
        }
        show, read = asks[decision.kind]
        show(decision)
        while True:
            text = self._input(self._prompt(decision))
            if not text:
                show(decision)
                continue
            try:
                if not self._answer(text, decision):
                    return read(decision, text)
            except ValueError as error:
                self.screen.print(Text(str(error), "red"))

    def _input(self, prompt: str) -> str:
        return input(prompt).strip()

    def _prompt(self, decision: Decision) -> str:
        whose = "The Free City's" if decision.seat != self.seat else "Your"
        what = {"side": "side", "rebuild": "card"}.get(decision.kind, "move")
        return f"{whose} {what}> "

    def _answer(self, text: str, decision: Decision) -> bool:
        """Carry out a command that is no decision; whether it was one."""
        command, _, rest = text.partition(" ")
        command, rest = command.lower(), rest.strip()
        if command in ("?", "h", "help"):
            self._help()
        elif command == "c":
            self._look(rest, decision)
        elif command == "i":
            self._explain(rest, decision)
        elif command == "l":
            for line in self.log or [Text("Nothing has happened yet.")]:
                self.screen.print(line)
        elif command in ("q", "quit", "exit"):
            if self._input("Quit this game? y/n> ").lower() in ("y", "yes"):
                raise Quit
        elif command in _BACK:
            if decision.seat == self.seat or decision.kind != "play":
                raise ValueError("There is nothing to take back here.")
            raise TakeBack
        else:
            return False
        return True

    def _help(self) -> None:
        keys = Table(box=None, show_header=False, padding=(0, 1))
        keys.add_column(style="bold", no_wrap=True)
        for key, meaning in HELP.items():
            keys.add_row(key, meaning)
        self.screen.print(keys, Text(NOTES), colour_legend())

    def _look(self, name: str, decision: Decision) -> None:
        view = self.game.view(decision.seat)
        seats = self._find_seats(name, decision.seat)
        if len(seats) != 1:
            known = ", ".join(self.names.object(seat) for seat in range(self.game.seats))
            raise ValueError(f"Which city? Say c and one of: {known}, left, right.")
        city = cities(view, self.catalogue)[seats[0]]
        self.screen.print(in_full(view, city, self.names, self.catalogue))

    def _find_seats(self, name: str, seat: int) -> list[int]:
        sides = {"": seat, "you": self.seat, "left": seat + 1, "right": seat - 1}
        wanted = name.lower()
        if wanted in sides:
            return [sides[wanted] % self.game.seats]
        return [
            other
            for other in range(self.game.seats)
            if self.game.names[other].lower().startswith(wanted)
            or self.game.wonder(other).startswith(wanted)
        ]

    def _explain(self, name: str, decision: Decision) -> None:
        if not name:
            raise ValueError("Which card? Say i and its name or its number, such as: i altar.")
        if name.isdecimal():
            cards = [self.catalogue.cards[self._listed_card(decision, int(name))]]
        else:
            found = find_cards(self.catalogue, name.split(), names_only=True)
            exact = [card for card in found if card_name(card).lower() == name.lower()]
            cards = exact or found
        boards = [] if cards else find_boards(self.catalogue, name.split(), names_only=True)
        if not cards and not boards:
            raise ValueError(f"No card or wonder is called {name!r} in this edition.")
        if len(cards) > 4:
            listing = ", ".join(card_name(card) for card in cards[:12])
            raise ValueError(f"Several cards are called like that: {listing}.")
        for card in cards:
            self.screen.print(explained(card, self.catalogue))
        for board in boards:
            self.screen.print(board_explained(board))

    def _choices(self, decision: Decision) -> list[str]:
        """The cards a decision is about, as they are numbered on the screen."""
        if decision.kind == "rebuild":
            return [move.card for move in self.game.moves(decision.seat) if move.card]
        if decision.kind == "side":
            return []
        hand = dict.fromkeys(self.game.view(decision.seat)["seats"][decision.seat]["hand"])
        order = list(self.catalogue.cards)
        return sorted(hand, key=order.index)

    def _listed_card(self, decision: Decision, number: int) -> str:
        cards = self._choices(decision)
        if not 1 <= number <= len(cards):
            raise ValueError(
                f"There is no card {number} here: the list goes from 1 to {len(cards)}."
            )
        return cards[number - 1]

    def _show_play(self, decision: Decision) -> None:
        seat = decision.seat
        view = self.game.view(seat)
        everybody = cities(view, self.catalogue)
        points = [sheet.total for sheet in self.game.scores()]
        self.screen.print()
        self.screen.print(Rule(self._heading(decision), style="bold"))
        self.screen.print(table(seat, self.names, everybody, points))
        if chained := chains(everybody[seat], self.catalogue):
            self.screen.print(Text("Free by chain when they come: ", "dim") + chained)
        self.screen.print(self._hand(decision))
        right = any(move.free for move in self.game.moves(seat))
        self.screen.print(Text(f"f3 free by right · {KEYS}" if right else KEYS, "dim"))

    def _heading(self, decision: Decision) -> Text:
        game, seat = self.game, decision.seat
        if decision.kind == "last_card":
            whose = "the Free City plays" if seat != self.seat else "you play"
            return Text(f"Age {AGES[game.age]}, after the last turn: {whose} the last card, too")
        when = f"Age {AGES[game.age]}, turn {game.turn} of 6"
        if seat != self.seat:
            return Text(f"{when}: now choose for the FREE CITY (x: back to yours)")
        if game.turn == 6:
            return Text(f"{when}: the last; the cards left over are discarded, then war")
        if game.players == 2:
            if game.view(seat)["holder"] == seat:
                return Text(f"{when}: your own card; next you choose for the Free City, too")
            return Text(f"{when}: hands are swapped afterwards")
        step = 1 if game.age != 2 else -1
        to = self.names.object((seat + step) % game.seats)
        return Text(f"{when}: hands go {'left ◂' if step > 0 else 'right ▸'} to {to}")

    def _hand(self, decision: Decision) -> Table:
        seat = decision.seat
        view = self.game.view(seat)
        copies = Counter(view["seats"][seat]["hand"])
        city = cities(view, self.catalogue)[seat]
        to = payees(self.names, seat, self.game.seats)
        hand = Table(box=None, padding=(0, 1), header_style="dim", expand=True)
        hand.add_column("", justify="right", style="bold", no_wrap=True)
        hand.add_column("your hand" if seat == self.seat else "its choice", ratio=22)
        hand.add_column("effect", ratio=36)
        hand.add_column("cost", ratio=16)
        hand.add_column("for you now" if seat == self.seat else "for it now", ratio=26)
        for number, name in enumerate(self._choices(decision), start=1):
            card = self.catalogue.cards[name]
            label = card_label(card)
            if copies[name] > 1:
                label.append(f" ×{copies[name]}")
            does = Text(effect(card))
            if card.makes_free:
                later = ", ".join(building_names(self.catalogue, card.makes_free))
                does.append(f" → {later}", "dim")
            quote = self.game.quote(seat, name)
            hand.add_row(
                str(number),
                label,
                does,
                cost(card),
                price(quote, card.cost, to, chained_by(card, city.cards)),
            )
        self._add_stage(hand, city)
        return hand

    def _add_stage(self, hand: Table, city: City) -> None:
        """The next stage as a row below the hand."""
        stages = city.board.stages
        if city.stages == len(stages):
            return
        stage = stages[city.stages]
        quote = self.game.stage_quote(city.seat)
        hand.add_row(
            "w",
            Text(f"△ stage {city.stages + 1} of {len(stages)}", "bold"),
            "; ".join(effects_text(stage.effects)),
            cost_text(stage.cost),
            price(quote, stage.cost, payees(self.names, city.seat, self.game.seats)),
        )

    def _read_play(self, decision: Decision, text: str) -> Move:
        match = _PLAY.fullmatch(text.lower())
        if not match:
            raise ValueError(f"{text!r} is no move; say 3 or b3, w3, s3, or ? for help.")
        letter, number = match[1], int(match[2])
        card = self._listed_card(decision, number)
        ways = [
            move
            for move in self.game.moves(decision.seat)
            if move.action == _ACTIONS[letter]
            and move.card == card
            and move.free == (letter == "f")
        ]
        if not ways:
            raise ValueError(self._why_not(decision, letter, card))
        return self._choose_payment(decision.seat, ways)

    def _why_not(self, decision: Decision, letter: str, name: str) -> str:
        seat, card = decision.seat, self.catalogue.cards[name]
        if letter == "s":
            return "The Free City must build as long as it can, so it can't sell."
        if letter == "w":
            city = cities(self.game.view(seat), self.catalogue)[seat]
            quote = self.game.stage_quote(seat)
            if city.stages == len(city.board.stages):
                return f"There is no stage to build: {quote.reason}."
            return f"The next stage can't be built: {quote.reason}."
        quote = self.game.quote(seat, name)
        if letter == "f" and quote.way != "no" and not quote.coins and quote.way != "right":
            return f"{card_name(card)} costs nothing anyway: build it with b."
        if letter == "f":
            return "There is no right left to build a card for nothing."
        reason = quote.reason
        if quote.way == "right":
            return f"{card_name(card)} can only be built by right, with f: {reason}."
        return f"{card_name(card)} can't be built: {reason}."

    def _choose_payment(self, seat: int, ways: Sequence[Move]) -> Move:
        """The payment, asked for if there are several; the cheapest comes first (B13)."""
        seats = self.game.seats
        poorer = min(
            ("left", 1), ("right", -1), key=lambda s: self.game.coins((seat + s[1]) % seats)
        )
        ordered = sorted(ways, key=lambda move: (move.coins, -move.pay.get(poorer[0], 0)))
        if len(ordered) == 1:
            return ordered[0]
        to = payees(self.names, seat, seats)
        self.screen.print("There are several ways to pay:")
        for number, move in enumerate(ordered, start=1):
            self.screen.print(Text(f"  {number}  {payment(move.pay, to)}"))
        while True:
            text = self._input("Which one? Enter for 1, x for another card> ").lower()
            if not text:
                return ordered[0]
            if text in _BACK:
                raise ValueError("Not paid; choose again.")
            if text.isdecimal() and 1 <= int(text) <= len(ordered):
                return ordered[int(text) - 1]
            self.screen.print(Text(f"Say a number from 1 to {len(ordered)}, Enter or x.", "red"))

    def _show_rebuild(self, decision: Decision) -> None:
        who = "The FREE CITY" if decision.seat != self.seat else "You"
        self.screen.print()
        title = f"{who} may build a card out of the discard pile, for nothing"
        self.screen.print(Rule(Text(title), style="bold"))
        pile = Table(box=None, padding=(0, 1), header_style="dim")
        for header in ("", "card", "age", "effect"):
            pile.add_column(header, justify="right" if not header else "left")
        for number, name in enumerate(self._choices(decision), start=1):
            card = self.catalogue.cards[name]
            pile.add_row(str(number), card_label(card), AGES[card.age], effect(card))
        self.screen.print(pile)
        self.screen.print(Text("3 takes card 3 · 0 takes none · i card · c city · ? help", "dim"))

    def _read_rebuild(self, decision: Decision, text: str) -> Move:
        moves = self.game.moves(decision.seat)
        if text.lower() in ("0", "n", "no", "none", "skip"):
            return next(move for move in moves if move.action == "skip")
        match = _PLAY.fullmatch(text.lower())
        if not match or match[1] not in ("", "b"):
            raise ValueError(f"{text!r} is no choice; say a number from the list, or 0 for none.")
        card = self._listed_card(decision, int(match[2]))
        return next(move for move in moves if move.card == card)

    def _show_sides(self, decision: Decision) -> None:
        board = cities(self.game.view(decision.seat), self.catalogue)[decision.seat].board
        whose = "the FREE CITY's wonder" if decision.seat != self.seat else "your wonder"
        self.screen.print()
        self.screen.print(
            Rule(Text(f"Which side of {whose}, {board.name['board']}?"), style="bold")
        )
        for number, move in enumerate(self.game.moves(decision.seat), start=1):
            side = self.catalogue.boards[board.wonder, str(move.card)]
            self.screen.print(Text(f"{number} ", "bold"), end="")
            self.screen.print(board_explained(side))

    def _read_side(self, decision: Decision, text: str) -> Move:
        moves = self.game.moves(decision.seat)
        for number, move in enumerate(moves, start=1):
            if text.lower() in (str(number), str(move.card).lower()):
                return move
        sides = listed([str(move.card) for move in moves], "or")
        raise ValueError(f"{text!r} is no side; say {sides}, or its number.")
