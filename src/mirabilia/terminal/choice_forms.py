"""The forms for everything that is chosen besides a turn's card: sides, leaders, fleets, islands,
losses, tokens, builds from the discard pile.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.text import Text

from ..catalogue import AGES
from ..telling.conflicts import foreseen
from ..telling.notes import ARRIVALS
from .city import board_explained
from .form import Form, list_table
from .screen import (
    card_label,
    card_names,
    cost,
    count,
    effect,
    find,
    listed,
    payees,
    price,
    source_name,
)
from .sea import advance_text, fleets_short, fleets_table

if TYPE_CHECKING:
    from ..game.notation import Move

_LOSS = re.compile(r"(\d{1,3})(?:\s*/\s*(\d{1,3}))?")


class SideForm(Form):
    """Which side of the board (B1)."""

    noun = "side"

    def cards(self) -> list[str]:
        return []

    def show(self) -> None:
        board = self.city.board
        whose = "the FREE CITY's wonder" if self.seat != self.you else "your wonder"
        self.head(f"Which side of {whose}, {board.name['board']}?")
        for number, move in enumerate(self.moves, start=1):
            self.screen.print(Text(f"{number} ", "bold"), end="")
            side = self.catalogue.boards[board.wonder, str(move.card)]
            self.screen.print(board_explained(side))

    def read(self, text: str) -> Move:
        for number, move in enumerate(self.moves, start=1):
            if text.lower() in (str(number), str(move.card).lower()):
                return move
        sides = listed([str(move.card) for move in self.moves], "or")
        raise ValueError(f"{text!r} is no side; say {sides}, or its number.")


class RebuildForm(Form):
    """A card out of the discard pile, or none (B19)."""

    noun = "card"

    def show(self) -> None:
        who = "The FREE CITY" if self.seat != self.you else "You"
        source = source_name(self.catalogue, self.decision.source)
        by = f" ({source})" if source else ""
        self.head(f"{who} may build a card out of the discard pile, for nothing{by}")
        pile = list_table("card", "age", "effect")
        for number, name in enumerate(self.cards(), start=1):
            card = self.catalogue.cards[name]
            pile.add_row(str(number), card_label(card), AGES[card.age], effect(card))
        self.screen.print(pile)
        self.keys("3 takes card 3", "0 takes none")

    def read(self, text: str) -> Move:
        wanted = text.lower().removeprefix("b").strip()
        if wanted.isdecimal() and wanted != "0":
            self.listed_card(int(wanted))
        return self.chosen(text)


class DraftForm(Form):
    """One leader to keep; the rest is passed on (L1)."""

    noun = "leader"

    def show(self) -> None:
        kept = self.view["seats"][self.seat]["leader_hand"]
        to = self.names.object((self.seat - 1) % self.game.seats)
        self.head(
            f"The draft, leader {len(kept) + 1} of 4: keep one, the others go right ▸ to {to}"
        )
        self.screen.print(board_explained(self.city.board))
        leaders = list_table("leader", "cost", "effect")
        for at, name in enumerate(self.cards(), start=1):
            leader = self.catalogue.leaders[name]
            leaders.add_row(str(at), card_label(leader), cost(leader), effect(leader))
        self.screen.print(leaders)
        if kept:
            self.screen.print(Text(f"You have {listed(card_names(self.catalogue, kept))}.", "dim"))
        self.partner()
        self.keys("3 keeps leader 3")


class RecruitForm(Form):
    """Roma's second leader, or none (L6)."""

    noun = "leader"

    def cards(self) -> list[str]:
        return list(self.view["seats"][self.seat]["leader_hand"])

    def show(self) -> None:
        source = source_name(self.catalogue, self.decision.source) or "your wonder"
        self.head(f"{source}: you may recruit one more leader now")
        to = payees(self.names, self.seat, self.game.seats)
        leaders = list_table("leader", "cost", "effect", "for you now")
        for number, name in enumerate(self.cards(), start=1):
            leader = self.catalogue.leaders[name]
            now = price(self.game.quote(self.seat, name), leader.cost, to)
            leaders.add_row(str(number), card_label(leader), cost(leader), effect(leader), now)
        self.screen.print(leaders)
        self.keys(f"{count(self.city.coins, 'coin')} in hand", "3 recruits leader 3", "0 none")

    def read(self, text: str) -> Move:
        wanted = text.lower().removeprefix("r").strip()
        if not wanted.isdecimal() or wanted == "0":
            return self.chosen(text)
        name = self.listed_card(int(wanted))
        for move in self.moves:
            if move.card == name:
                return move
        raise ValueError(f"That can't be: it {self.game.quote(self.seat, name).reason}.")


class BuryForm(Form):
    """A leader to bury for twice its cost in points (L7)."""

    noun = "leader"

    def show(self) -> None:
        self.head("Which of your leaders do you bury? Its effect ends, at the end it scores")
        leaders = list_table("leader", "effect that ends", "points at the end")
        for number, name in enumerate(self.cards(), start=1):
            leader = self.catalogue.leaders[name]
            points = str(self.city.buried_points(name))
            leaders.add_row(str(number), card_label(leader), effect(leader), points)
        self.screen.print(leaders)
        self.keys("3 buries leader 3")


class CopyForm(Form):
    """A neighbour's leader to copy (Courtesans Guild)."""

    noun = "leader"

    def show(self) -> None:
        self.head("Which leader of your neighbours do you copy?")
        leaders = list_table("leader", "of", "effect")
        for number, name in enumerate(self.cards(), start=1):
            leader = self.catalogue.leaders[name]
            owner = next(city.seat for city in self.cities if leader in city.leaders)
            leaders.add_row(
                str(number), card_label(leader), self.names.object(owner), effect(leader)
            )
        self.screen.print(leaders)
        self.keys("3 copies leader 3")


class AdvanceForm(Form):
    """Which fleets advance for nothing (A15)."""

    noun = "fleets"

    def show(self) -> None:
        due = max(len(move.colours) for move in self.moves)
        source = source_name(self.catalogue, self.decision.source)
        by = f"{source}: " if source else ""
        many = "one fleet" if due == 1 else f"{due} different fleets"
        self.head(f"{by}advance {many} by a space, for nothing")
        self.screen.print(fleets_table(self.city, self.catalogue))
        options = list_table("fleets to", "")
        for number, move in enumerate(self.moves, start=1):
            if move.action == "advance":
                options.add_row(str(number), advance_text(self.city, move.colours, self.catalogue))
        self.screen.print(options)
        self.screen.print(Text(ARRIVALS[self.game.edition], "dim"))
        self.keys("a number, or colours such as red", "0 none")

    def read(self, text: str) -> Move:
        words = re.findall(r"[a-z]+", text.lower())
        for move in self.moves:
            fits = [colour for colour in move.colours if any(colour.startswith(w) for w in words)]
            if words and len(words) == len(move.colours) == len(fits):
                return move
        return self.chosen(text)


class IslandForm(Form):
    """One of the islands drawn (A7)."""

    noun = "island"

    def show(self) -> None:
        drawn = self.cards()
        level = self.catalogue.islands[drawn[0]].level
        self.head(f"You explore level {AGES[level]}: keep one of these islands")
        islands = list_table("island", "effect")
        for number, name in enumerate(drawn, start=1):
            island = find(self.catalogue, name)
            islands.add_row(str(number), card_label(island), effect(island))
        self.screen.print(islands)
        self.keys("3 keeps island 3")


class LossForm(Form):
    """Coins or debts (C2)."""

    noun = "coins"

    def cards(self) -> list[str]:
        return []

    @property
    def due(self) -> int:
        return int(self.moves[0].value or 0) + int(self.moves[0].debts or 0)

    def show(self) -> None:
        most = self.default()
        self.head(f"You lose {count(self.due, 'coin')}; for each you may take a debt, −1 point")
        self.screen.print(
            Text(
                f"You have {count(self.city.coins, 'coin')} and {count(self.city.debts, 'debt')}. "
                f"Enter pays {_loss_text(most)}. A smaller number pays fewer coins, the rest are "
                "debts."
            )
        )

    def default(self) -> Move:
        """Three coins are a point, three debts are three."""
        return max(self.moves, key=lambda move: int(move.value or 0))

    def read(self, text: str) -> Move:
        match = _LOSS.fullmatch(text)
        for move in self.moves:
            if match and move.value == int(match[1]) and match[2] in (None, str(move.debts)):
                return move
        most = self.default().value
        raise ValueError(f"Say how many coins you pay, 0 to {most}, or Enter for {most}.")


def _loss_text(move: Move) -> str:
    debts = f" and takes {count(move.debts, 'debt')}" if move.debts else ""
    return f"{count(int(move.value or 0), 'coin')}{debts}"


class ForfeitForm(Form):
    """A victory token to give up (L8)."""

    noun = "token"

    def cards(self) -> list[str]:
        return []

    def show(self) -> None:
        source = source_name(self.catalogue, self.decision.source)
        self.head(f"You give up a victory token{f' ({source})' if source else ''}")
        values = listed([str(move.value) for move in self.moves], "or")
        usual = self.default().value
        self.screen.print(Text(f"Of which value: {values}? Enter gives up the {usual}."))

    def default(self) -> Move:
        return min(self.moves, key=lambda move: int(move.value or 0))

    def read(self, text: str) -> Move:
        for move in self.moves:
            if text == str(move.value):
                return move
        raise ValueError(f"Say {listed([str(move.value) for move in self.moves], 'or')}.")


class SailForm(Form):
    """Whether to take part in the naval conflict (A14)."""

    noun = "answer"

    def cards(self) -> list[str]:
        return []

    def show(self) -> None:
        age = self.game.age
        self.head("The naval conflict: you may stay out of it")
        strengths = list_table("", "ships")
        _, naval = foreseen(self.view)
        for rank in naval.ranks:
            name = Text(self.names.subject(rank.seat), "bold" if rank.seat == self.seat else "")
            strengths.add_row(str(rank.strength), name, fleets_short(self.cities[rank.seat]))
        self.screen.print(strengths)
        rewards = ", ".join(f"+{value}" for value in self.catalogue.naval_rewards[age - 1])
        last = abs(self.catalogue.naval_penalties[age - 1])
        self.screen.print(Text(f"First places take {rewards}; the last takes −{last}."))
        self.keys("y sails, n stays out")

    def read(self, text: str) -> Move:
        answers = {"y": True, "yes": True, "n": False, "no": False}
        for move in self.moves:
            if answers.get(text.lower()) is move.value:
                return move
        raise ValueError("Say y to take part, n to stay out.")


FORMS: Mapping[str, type[Form]] = {
    "side": SideForm,
    "rebuild": RebuildForm,
    "draft": DraftForm,
    "recruit": RecruitForm,
    "bury": BuryForm,
    "copy": CopyForm,
    "advance": AdvanceForm,
    "island": IslandForm,
    "loss": LossForm,
    "forfeit": ForfeitForm,
    "sail": SailForm,
}
