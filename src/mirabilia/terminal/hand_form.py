"""The form for a card of the hand: build, stage, sell; and for a leader: recruit, stage, sell.

A ship is asked for with ``+``, a stage out of order with ``#``: ``3+``, ``w3#2+blue``, ``s3+``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..catalogue import AGES, FLEETS, Card
from ..texts import N_
from .city import chains, raids_line, table
from .form import Form
from .screen import (
    building_names,
    card_label,
    card_name,
    cost,
    effect,
    find,
    payees,
    payment,
    price,
)
from .sea import fleets_table, ship_cost
from .tongue import _, any_of, colour_word, cost_told, effects_told, reason_told

if TYPE_CHECKING:
    from ..game.notation import Move
    from ..game.prices import Quote

_PLAY = re.compile(r"(?P<use>[bwsfr]?)\s*(?P<card>\d{1,2})(?:#(?P<stage>\d))?(?P<ship>\+[a-z]*)?")
_ACTIONS = {"": "build", "b": "build", "f": "build", "r": "recruit", "w": "stage", "s": "sell"}
_BACK = ("x", "back", "u", "undo")
_MOST_PAYMENTS = 9
FLEET_NAMES = {
    "red": N_("Red fleet"),
    "yellow": N_("Yellow fleet"),
    "blue": N_("Blue fleet"),
    "green": N_("Green fleet"),
}


class HandForm(Form):
    """A turn, Babylon's last card, or the recruiting before an age."""

    asks, asks_city = N_("Your move"), N_("The Free City's move")

    @property
    def recruiting(self) -> bool:
        return self.decision.kind == "leader"

    @property
    def armada(self) -> bool:
        return "armada" in self.catalogue.expansions

    def cards(self) -> list[str]:
        entry = self.view["seats"][self.seat]
        hand = dict.fromkeys(entry["leader_hand"] if self.recruiting else entry["hand"])
        order = list(self.catalogue.leaders if self.recruiting else self.catalogue.cards)
        return sorted(hand, key=order.index)

    def show(self) -> None:
        print_ = self.screen.print
        print_()
        print_(Rule(Text(self._heading()), style="bold"))
        print_(table(self.seat, self.names, self.cities, self.catalogue, self.game.teams))
        if raids := raids_line(self.view, self.names):
            print_(raids)
        self.partner()
        if chained := chains(self.city, self.catalogue):
            print_(Text(_("Free by chain when they come:") + " ", "dim") + chained)
        if self.armada:
            print_(fleets_table(self.city, self.catalogue))
        print_(self._hand())
        print_(Text(self._keys(), "dim"))

    def _keys(self) -> str:
        keys = [_("3 recruit") if self.recruiting else _("3 build"), _("w3 stage"), _("s3 sell")]
        if any(move.free for move in self.moves):
            keys.insert(0, _("f3 free by right"))
        if any(move.stage for move in self.moves):
            keys.append(_("w3#2 stage 2"))
        if any(move.ship for move in self.moves):
            typed = "w3+ s3+" if self.recruiting else "3+ w3+ s3+"
            keys.append(_("with a ship: %(keys)s", keys=typed))
        return " · ".join([*keys, _("c city · i card · l log · ? help · q quit")])

    def _heading(self) -> str:
        game, seat = self.game, self.seat
        when = {"age": AGES[game.age], "turn": game.turn, "turns": game.turns}
        if self.recruiting:
            words = _("Age %(age)s begins: recruit a leader, build a stage with it or sell it")
        elif self.decision.kind == "last_card" and seat != self.you:
            words = _("Age %(age)s, after the last turn: the Free City plays the last card, too")
        elif self.decision.kind == "last_card":
            words = _("Age %(age)s, after the last turn: you play the last card, too")
        elif seat != self.you:
            words = _(
                "Age %(age)s, turn %(turn)d of %(turns)d: now choose for the FREE CITY "
                "(x: back to yours)"
            )
        elif game.turn == game.turns:
            words = _(
                "Age %(age)s, turn %(turn)d of %(turns)d: the last; the cards left over are "
                "discarded, then war"
            )
        elif game.players == 2:
            words = self._of_two()
        else:
            step = 1 if game.age != 2 else -1
            to = self.names.object((seat + step) % game.seats)
            words = _("Age %(age)s, turn %(turn)d of %(turns)d: hands go left ◂ to %(name)s")
            if step < 0:
                words = _("Age %(age)s, turn %(turn)d of %(turns)d: hands go right ▸ to %(name)s")
            return words % {**when, "name": to}
        return words % when

    def _of_two(self) -> str:
        """What comes after a turn of two players (V4)."""
        if self.view["holder"] == self.seat:
            return _(
                "Age %(age)s, turn %(turn)d of %(turns)d: your own card; next you choose for the "
                "Free City, too"
            )
        return _("Age %(age)s, turn %(turn)d of %(turns)d: hands are swapped afterwards")

    def _hand(self) -> Table:
        entry = self.view["seats"][self.seat]
        copies = Counter(entry["leader_hand"] if self.recruiting else entry["hand"])
        to = payees(self.names, self.seat, self.game.seats)
        own = self.seat == self.you
        hand = Table(box=None, padding=(0, 1), header_style="dim", expand=True)
        hand.add_column("", justify="right", style="bold", no_wrap=True)
        title = _("Leaders") if self.recruiting else _("Your hand") if own else _("its choice")
        hand.add_column(title, ratio=22)
        hand.add_column(_("effect"), ratio=32)
        hand.add_column(_("cost"), ratio=15)
        hand.add_column(_("for you now") if own else _("for it now"), ratio=29)
        for number, name in enumerate(self.cards(), start=1):
            thing = find(self.catalogue, name)
            assert isinstance(thing, Card) or self.recruiting
            label = card_label(thing)
            if copies[name] > 1:
                label.append(f" ×{copies[name]}")
            does = Text(effect(thing))
            quote = self.game.quote(self.seat, name)
            if not isinstance(thing, Card):
                leader = self.catalogue.leaders[name]
                hand.add_row(str(number), label, does, cost(leader), price(quote, leader.cost, to))
                continue
            if thing.makes_free:
                later = ", ".join(building_names(self.catalogue, thing.makes_free))
                does.append(f" → {later}", "dim")
            found = price(quote, thing.cost, to, self._freed_by(thing), self._with_ship(thing))
            hand.add_row(str(number), label, does, cost(thing), found)
        self._add_stages(hand, to)
        return hand

    def _freed_by(self, card: Card) -> str:
        thing = self.city.freed_by(card)
        if thing is None:
            return _("your wonder")
        return card_name(thing)

    def _with_ship(self, card: Card) -> Quote | None:
        """The price of a card together with its ship, where there is one (A3)."""
        if not self.armada or card.colour not in FLEETS:
            return None
        return self.game.quote(self.seat, card.id, ship=True)

    def _add_stages(self, hand: Table, to: dict[str, str]) -> None:
        """The stages that may come next, as rows below the hand."""
        stages = self.city.board.stages
        fleet = self.city.shipyard.wonder_fleet if self.city.shipyard else None
        lost_island = self.city.has("stage_advances_any")
        for stage in self.city.open_stages:
            number = stage + 1 if self.city.board.any_order else None
            quote = self.game.stage_quote(self.seat, number)
            ship = None
            if fleet and not lost_island:
                ship = self.game.stage_quote(self.seat, number, fleet)
            found = price(quote, stages[stage].cost, to, "", ship)
            if lost_island and quote.payments:
                found.append("\n" + _("with any fleet, for nothing"), "cyan")
            hand.add_row(
                f"w#{number}" if number else "w",
                Text("△ " + _("Stage %(number)d", number=stage + 1) + f"/{len(stages)}", "bold"),
                effects_told(stages[stage].effects),
                cost_told(stages[stage].cost),
                found,
            )

    def read(self, text: str) -> Move:
        match = _PLAY.fullmatch(text.lower())
        if not match:
            words = _("%(typed)s is no move; say 3 or b3, w3, s3, or ? for help.")
            if self.recruiting:
                words = _("%(typed)s is no move; say 3 or r3, w3, s3, or ? for help.")
            raise ValueError(words % {"typed": repr(text)})
        use = match["use"]
        action = _ACTIONS[use]
        if self.recruiting and action == "build":
            action = "recruit"
        card = self.listed_card(int(match["card"]))
        ways = [
            move
            for move in self.moves
            if move.action == action and move.card == card and move.free == (use == "f")
        ]
        ways = self._of_stage(ways, match["stage"])
        ways = self._of_ship(ways, match["ship"], action, card)
        if not ways:
            raise ValueError(self._why_not(use, card))
        return self._choose_payment(ways)

    def _of_stage(self, ways: Sequence[Move], stage: str | None) -> list[Move]:
        """Those that build the stage that was named; it must be named if there are several."""
        open_to = sorted({move.stage for move in ways if move.stage})
        if stage is None:
            if len(open_to) > 1:
                which = any_of([f"#{number}" for number in open_to])
                slots = {"stages": which, "example": f"w3#{open_to[0]}"}
                raise ValueError(_("Which stage? Add %(stages)s, as in %(example)s.", **slots))
            return list(ways)
        if not self.city.board.any_order:
            raise ValueError(_("Stages of this wonder are built in order; say w3 without #."))
        found = [move for move in ways if move.stage == int(stage)]
        if not found:
            reason = reason_told(self.game.stage_quote(self.seat, int(stage)))
            slots = {"stage": stage, "reason": reason}
            raise ValueError(_("Stage %(stage)s can't be built: %(reason)s.", **slots))
        return found

    def _of_ship(
        self, ways: Sequence[Move], ship: str | None, action: str, card: str
    ) -> list[Move]:
        """Those with the ship that was asked for, or without one."""
        if ship is None:
            return [move for move in ways if move.ship is None]
        if not self.armada:
            raise ValueError(_("There are no ships in this game."))
        if not ways:
            return []
        with_ship = [move for move in ways if move.ship]
        wanted = ship.removeprefix("+")
        found = [move for move in with_ship if str(move.ship).startswith(wanted)]
        fleets = list(dict.fromkeys(str(move.ship) for move in found))
        if len(fleets) > 1:
            slots = {"fleets": any_of(fleets), "example": f"w3+{fleets[0]}"}
            raise ValueError(_("Which fleet? Add %(fleets)s, as in %(example)s.", **slots))
        if not found:
            raise ValueError(self._no_ship(action, card, wanted if with_ship else ""))
        return found

    def _no_ship(self, action: str, card: str, wanted: str) -> str:
        if wanted:
            return _("%(fleet)s can't advance with that.", fleet=self._fleet(wanted))
        thing = find(self.catalogue, card)
        if action == "recruit":
            return _("No ship comes with recruiting a leader.")
        assert self.city.shipyard is not None
        fleet = "yellow" if action == "sell" else self.city.shipyard.wonder_fleet
        if action == "build" and isinstance(thing, Card):
            fleet = thing.colour
        if fleet not in FLEETS:
            return _(
                "No ship comes with a card of this colour: %(colour)s.", colour=colour_word(fleet)
            )
        if self.city.fleets[fleet] == len(self.city.shipyard.costs[fleet]):
            return _("%(fleet)s is at the end of its track.", fleet=self._fleet(fleet))
        costs = ship_cost(self.city, fleet)
        return _("The ship can't be paid for besides: it costs %(cost)s.", cost=costs)

    @staticmethod
    def _fleet(colour: str) -> str:
        """A fleet by its name, or by as much of it as was typed."""
        named = {fleet: words for fleet, words in FLEET_NAMES.items() if fleet.startswith(colour)}
        return _(next(iter(named.values()))) if colour and named else colour

    def _why_not(self, use: str, name: str) -> str:
        thing = find(self.catalogue, name)
        if use == "s":
            return _("The Free City must build as long as it can, so it can't sell.")
        if use == "r" and not self.recruiting:
            return _("Cards are built, with b; leaders are recruited at the start of an age.")
        if use == "w":
            reason = reason_told(self.game.stage_quote(self.seat))
            if not self.city.open_stages:
                return _("There is no stage to build: %(reason)s.", reason=reason)
            return _("The next stage can't be built: %(reason)s.", reason=reason)
        quote = self.game.quote(self.seat, name)
        slots = {"card": card_name(thing), "reason": reason_told(quote)}
        if self.recruiting:
            return _("%(card)s can't be recruited: %(reason)s.", **slots)
        if use == "f" and quote.way not in ("no", "right") and not quote.coins:
            return _("%(card)s costs nothing anyway: build it with b.", **slots)
        if use == "f":
            return _("There is no right left to build a card for nothing.")
        if quote.way == "right":
            return _("%(card)s can only be built by right, with f: %(reason)s.", **slots)
        return _("%(card)s can't be built: %(reason)s.", **slots)

    def _choose_payment(self, ways: Sequence[Move]) -> Move:
        """The payment, asked for if there are several; the cheapest comes first (B13)."""
        seats = self.game.seats
        poorer = min(
            ("left", 1), ("right", -1), key=lambda s: self.game.coins((self.seat + s[1]) % seats)
        )
        ordered = sorted(ways, key=lambda move: (move.coins, -move.pay.get(poorer[0], 0)))
        if len(ordered) == 1:
            return ordered[0]
        shown = ordered[:_MOST_PAYMENTS]
        self.screen.print(_("There are several ways to pay:"))
        self._list_payments(shown)
        if len(shown) < len(ordered):
            shows = _("shows all %(number)d", number=len(ordered))
            self.screen.print(Text(f"  *  {shows}", "dim"))
        while True:
            text = self.ask(_("Which one? Enter for 1, x for another card") + "> ").lower()
            if not text:
                return ordered[0]
            if text in _BACK:
                raise ValueError(_("Not paid; choose again."))
            if text == "*":
                self._list_payments(ordered)
                continue
            if text.isdecimal() and 1 <= int(text) <= len(ordered):
                return ordered[int(text) - 1]
            sorry = _("Say a number from 1 to %(last)d, Enter or x.", last=len(ordered))
            self.screen.print(Text(sorry, "red"))

    def _list_payments(self, ways: Sequence[Move]) -> None:
        to = payees(self.names, self.seat, self.game.seats)
        for number, move in enumerate(ways, start=1):
            paid = payment(move.pay, to) or _("nothing")
            self.screen.print(Text(f"  {number}  {paid}"))
