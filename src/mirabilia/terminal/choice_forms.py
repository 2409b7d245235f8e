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
from ..texts import N_
from .city import board_explained
from .form import Form, list_table
from .screen import (
    card_label,
    card_name,
    card_names,
    cost,
    effect,
    find,
    payees,
    price,
    source_name,
)
from .sea import advance_text, fleets_short, fleets_table
from .tongue import _, _n, all_of, any_of, city_in, coins, debts, reason_told

if TYPE_CHECKING:
    from ..game.notation import Move

_LOSS = re.compile(r"(\d{1,3})(?:\s*/\s*(\d{1,3}))?")


class SideForm(Form):
    """Which side of the board (B1)."""

    asks, asks_city = N_("Your side"), N_("The Free City's side")

    def cards(self) -> list[str]:
        return []

    def show(self) -> None:
        board = self.city.board
        words = _("Which side of your wonder, %(wonder)s?")
        if self.seat != self.you:
            words = _("Which side of the FREE CITY's wonder, %(wonder)s?")
        self.head(words % {"wonder": city_in(board.name)})
        for number, move in enumerate(self.moves, start=1):
            self.screen.print(Text(f"{number} ", "bold"), end="")
            side = self.catalogue.boards[board.wonder, str(move.card)]
            self.screen.print(board_explained(side))

    def read(self, text: str) -> Move:
        for number, move in enumerate(self.moves, start=1):
            if text.lower() in (str(number), str(move.card).lower()):
                return move
        slots = {"typed": repr(text), "sides": any_of([str(move.card) for move in self.moves])}
        raise ValueError(_("%(typed)s is no side; say %(sides)s, or its number.", **slots))


class RebuildForm(Form):
    """A card out of the discard pile, or none (B19)."""

    asks, asks_city = N_("Your card"), N_("The Free City's card")

    def show(self) -> None:
        source = source_name(self.catalogue, self.decision.source) or _("An effect")
        words = _("%(source)s: build a card from the discard pile for nothing")
        if self.seat != self.you:
            words = _("%(source)s: the FREE CITY builds a card from the discard pile for nothing")
        self.head(words % {"source": source})
        pile = list_table(_("card"), _("age"), _("effect"))
        for number, name in enumerate(self.cards(), start=1):
            card = self.catalogue.cards[name]
            pile.add_row(str(number), card_label(card), AGES[card.age], effect(card))
        self.screen.print(pile)
        self.keys(_("3 takes card 3"), _("0 takes none"))

    def read(self, text: str) -> Move:
        wanted = text.lower().removeprefix("b").strip()
        if wanted.isdecimal() and wanted != "0":
            self.listed_card(int(wanted))
        return self.chosen(text)


class DraftForm(Form):
    """One leader to keep; the rest is passed on (L1)."""

    asks = N_("Your leader")

    def show(self) -> None:
        kept = self.view["seats"][self.seat]["leader_hand"]
        to = self.names.object((self.seat - 1) % self.game.seats)
        slots = {"number": len(kept) + 1, "name": to}
        self.head(
            _(
                "The draft, leader %(number)d of 4: keep one, the others go right ▸ to %(name)s",
                **slots,
            )
        )
        self.screen.print(board_explained(self.city.board))
        leaders = list_table(_("leader"), _("cost"), _("effect"))
        for at, name in enumerate(self.cards(), start=1):
            leader = self.catalogue.leaders[name]
            leaders.add_row(str(at), card_label(leader), cost(leader), effect(leader))
        self.screen.print(leaders)
        if kept:
            self.screen.print(
                Text(
                    _("You have %(leaders)s.", leaders=all_of(card_names(self.catalogue, kept))),
                    "dim",
                )
            )
        self.partner()
        self.keys(_("3 keeps leader 3"))


class RecruitForm(Form):
    """Roma's second leader, or none (L6)."""

    asks = N_("Your leader")

    def cards(self) -> list[str]:
        return list(self.view["seats"][self.seat]["leader_hand"])

    def show(self) -> None:
        source = source_name(self.catalogue, self.decision.source) or _("your wonder")
        self.head(_("%(source)s: you may recruit one more leader", source=source))
        to = payees(self.names, self.seat, self.game.seats)
        leaders = list_table(_("leader"), _("cost"), _("effect"), _("for you now"))
        for number, name in enumerate(self.cards(), start=1):
            leader = self.catalogue.leaders[name]
            now = price(self.game.quote(self.seat, name), leader.cost, to)
            leaders.add_row(str(number), card_label(leader), cost(leader), effect(leader), now)
        self.screen.print(leaders)
        self.keys(coins(self.city.coins), _("3 recruits leader 3"), _("0 none"))

    def read(self, text: str) -> Move:
        wanted = text.lower().removeprefix("r").strip()
        if not wanted.isdecimal() or wanted == "0":
            return self.chosen(text)
        name = self.listed_card(int(wanted))
        for move in self.moves:
            if move.card == name:
                return move
        reason = reason_told(self.game.quote(self.seat, name))
        slots = {"card": card_name(find(self.catalogue, name)), "reason": reason}
        raise ValueError(_("%(card)s can't be recruited: %(reason)s.", **slots))


class BuryForm(Form):
    """A leader to bury for twice its cost in points (L7)."""

    asks = N_("Your leader")

    def show(self) -> None:
        self.head(_("Which of your leaders do you bury? Its effect ends, at the end it scores"))
        leaders = list_table(_("leader"), _("effect that ends"), _("points at the end"))
        for number, name in enumerate(self.cards(), start=1):
            leader = self.catalogue.leaders[name]
            points = str(self.city.buried_points(name))
            leaders.add_row(str(number), card_label(leader), effect(leader), points)
        self.screen.print(leaders)
        self.keys(_("3 buries leader 3"))


class CopyForm(Form):
    """A neighbour's leader to copy (Courtesans Guild)."""

    asks = N_("Your leader")

    def show(self) -> None:
        self.head(_("Which leader of your neighbours do you copy?"))
        leaders = list_table(_("leader"), _("whose"), _("effect"))
        for number, name in enumerate(self.cards(), start=1):
            leader = self.catalogue.leaders[name]
            owner = next(city.seat for city in self.cities if leader in city.leaders)
            leaders.add_row(
                str(number), card_label(leader), self.names.object(owner), effect(leader)
            )
        self.screen.print(leaders)
        self.keys(_("3 copies leader 3"))


class AdvanceForm(Form):
    """Which fleets advance for nothing (A15)."""

    asks = N_("Your fleets")

    def show(self) -> None:
        due = max(len(move.colours) for move in self.moves)
        source = source_name(self.catalogue, self.decision.source)
        self.head(
            _n(
                "%(source)s: advance one fleet by a space, for nothing",
                "%(source)s: advance %(num)d different fleets by a space, for nothing",
                due,
                source=source or _("An effect"),
            )
        )
        self.screen.print(fleets_table(self.city, self.catalogue))
        options = list_table("", "")
        for number, move in enumerate(self.moves, start=1):
            if move.action == "advance":
                options.add_row(str(number), advance_text(self.city, move.colours, self.catalogue))
        self.screen.print(options)
        self.screen.print(Text(_(ARRIVALS[self.game.edition]), "dim"))
        self.keys(_("a number, or colours such as red"), _("0 none"))

    def read(self, text: str) -> Move:
        words = re.findall(r"[a-z]+", text.lower())
        for move in self.moves:
            fits = [colour for colour in move.colours if any(colour.startswith(w) for w in words)]
            if words and len(words) == len(move.colours) == len(fits):
                return move
        return self.chosen(text)


class IslandForm(Form):
    """One of the islands drawn (A7)."""

    asks = N_("Your island")

    def show(self) -> None:
        drawn = self.cards()
        level = self.catalogue.islands[drawn[0]].level
        words = _("You explore level %(level)s: keep one of these islands", level=AGES[level])
        self.head(words)
        islands = list_table(_("island"), _("effect"))
        for number, name in enumerate(drawn, start=1):
            island = find(self.catalogue, name)
            islands.add_row(str(number), card_label(island), effect(island))
        self.screen.print(islands)
        self.keys(_("3 keeps island 3"))


class LossForm(Form):
    """Coins or debts (C2)."""

    asks = N_("Your coins")

    def cards(self) -> list[str]:
        return []

    @property
    def due(self) -> int:
        return int(self.moves[0].value or 0) + int(self.moves[0].debts or 0)

    def show(self) -> None:
        most = self.default()
        self.head(
            _n(
                "You lose %(num)d coin; you may take a debt instead, −1 point",
                "You lose %(num)d coins; for each you may take a debt, −1 point",
                self.due,
            )
        )
        held = {"coins": coins(self.city.coins), "debts": debts(self.city.debts)}
        told = [_("You have %(coins)s and %(debts)s.", **held)]
        if most.debts:
            slots = {"coins": coins(int(most.value or 0)), "debts": debts(most.debts)}
            told.append(_("Enter pays %(coins)s and takes %(debts)s.", **slots))
        else:
            told.append(_("Enter pays %(coins)s.", coins=coins(int(most.value or 0))))
        told.append(_("A smaller number pays fewer coins, the rest are debts."))
        self.screen.print(Text(" ".join(told)))

    def default(self) -> Move:
        """Three coins are a point, three debts are three."""
        return max(self.moves, key=lambda move: int(move.value or 0))

    def read(self, text: str) -> Move:
        match = _LOSS.fullmatch(text)
        for move in self.moves:
            if match and move.value == int(match[1]) and match[2] in (None, str(move.debts)):
                return move
        most = self.default().value
        words = _("Say how many coins you pay, 0 to %(most)s, or Enter for %(most)s.", most=most)
        raise ValueError(words)


class ForfeitForm(Form):
    """A victory token to give up (L8)."""

    asks = N_("Your token")

    def cards(self) -> list[str]:
        return []

    def show(self) -> None:
        source = source_name(self.catalogue, self.decision.source)
        self.head(_("%(source)s: you give up a victory token", source=source or _("An effect")))
        values = any_of([str(move.value) for move in self.moves])
        slots = {"values": values, "usual": self.default().value}
        words = _("Of which value: %(values)s? Enter gives up the %(usual)s.", **slots)
        self.screen.print(Text(words))

    def default(self) -> Move:
        return min(self.moves, key=lambda move: int(move.value or 0))

    def read(self, text: str) -> Move:
        for move in self.moves:
            if text == str(move.value):
                return move
        raise ValueError(_("Say %(values)s.", values=any_of([str(m.value) for m in self.moves])))


class SailForm(Form):
    """Whether to take part in the naval conflict (A14)."""

    asks = N_("Your answer")

    def cards(self) -> list[str]:
        return []

    def show(self) -> None:
        age = self.game.age
        self.head(_("Naval conflict: do you take part?"))
        strengths = list_table("", _("Fleets"))
        naval = foreseen(self.view)[1]
        for rank in naval.ranks:
            name = Text(self.names.subject(rank.seat), "bold" if rank.seat == self.seat else "")
            strengths.add_row(str(rank.strength), name, fleets_short(self.cities[rank.seat]))
        self.screen.print(strengths)
        rewards = ", ".join(f"+{value}" for value in self.catalogue.naval_rewards[age - 1])
        last = abs(self.catalogue.naval_penalties[age - 1])
        slots = {"rewards": rewards, "last": last}
        words = _("First places take %(rewards)s; the last takes −%(last)s.", **slots)
        self.screen.print(Text(words))
        self.keys(_("y takes part, n stays out"))

    def read(self, text: str) -> Move:
        answers = {"y": True, "yes": True, "n": False, "no": False}
        for move in self.moves:
            if answers.get(text.lower()) is move.value:
                return move
        raise ValueError(_("Say y to take part, n to stay out."))


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
