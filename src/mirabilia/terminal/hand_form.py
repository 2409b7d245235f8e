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
from ..catalogue.phrases import cost_text, effects_text
from .city import chains, raids_line, table
from .form import Form
from .screen import (
    building_names,
    card_label,
    card_name,
    cost,
    effect,
    find,
    listed,
    payees,
    payment,
    price,
)
from .sea import fleets_table, ship_cost

if TYPE_CHECKING:
    from ..game.notation import Move
    from ..game.prices import Quote

_PLAY = re.compile(r"(?P<use>[bwsfr]?)\s*(?P<card>\d{1,2})(?:#(?P<stage>\d))?(?P<ship>\+[a-z]*)?")
_ACTIONS = {"": "build", "b": "build", "f": "build", "r": "recruit", "w": "stage", "s": "sell"}
_BACK = ("x", "back", "u", "undo")
_MOST_PAYMENTS = 9


class HandForm(Form):
    """A turn, Babylon's last card, or the recruiting before an age."""

    noun = "move"

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
            print_(Text("Free by chain when they come: ", "dim") + chained)
        if self.armada:
            print_(fleets_table(self.city, self.catalogue))
        print_(self._hand())
        print_(Text(self._keys(), "dim"))

    def _keys(self) -> str:
        keys = ["3 recruit" if self.recruiting else "3 build", "w3 stage", "s3 sell"]
        if any(move.free for move in self.moves):
            keys.insert(0, "f3 free by right")
        if any(move.stage for move in self.moves):
            keys.append("w3#2 stage 2")
        if any(move.ship for move in self.moves):
            keys.append("with a ship: w3+ s3+" if self.recruiting else "with a ship: 3+ w3+ s3+")
        return " · ".join([*keys, "c city", "i card", "l log", "? help", "q quit"])

    def _heading(self) -> str:
        game, seat, last = self.game, self.seat, self.game.turns
        if self.recruiting:
            begins = f"Age {AGES[game.age]} begins"
            return f"{begins}: recruit a leader, build a stage with it or sell it"
        if self.decision.kind == "last_card":
            whose = "the Free City plays" if seat != self.you else "you play"
            return f"Age {AGES[game.age]}, after the last turn: {whose} the last card, too"
        when = f"Age {AGES[game.age]}, turn {game.turn} of {last}"
        if seat != self.you:
            return f"{when}: now choose for the FREE CITY (x: back to yours)"
        if game.turn == last:
            return f"{when}: the last; the cards left over are discarded, then war"
        if game.players == 2:
            if self.view["holder"] == seat:
                return f"{when}: your own card; next you choose for the Free City, too"
            return f"{when}: hands are swapped afterwards"
        step = 1 if game.age != 2 else -1
        to = self.names.object((seat + step) % game.seats)
        return f"{when}: hands go {'left ◂' if step > 0 else 'right ▸'} to {to}"

    def _hand(self) -> Table:
        entry = self.view["seats"][self.seat]
        copies = Counter(entry["leader_hand"] if self.recruiting else entry["hand"])
        to = payees(self.names, self.seat, self.game.seats)
        own = self.seat == self.you
        hand = Table(box=None, padding=(0, 1), header_style="dim", expand=True)
        hand.add_column("", justify="right", style="bold", no_wrap=True)
        title = "your leaders" if self.recruiting else "your hand" if own else "its choice"
        hand.add_column(title, ratio=22)
        hand.add_column("effect", ratio=32)
        hand.add_column("cost", ratio=15)
        hand.add_column("for you now" if own else "for it now", ratio=29)
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
            return "wonder"
        return f"chain: {card_name(thing)}" if isinstance(thing, Card) else card_name(thing)

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
                found.append("\n+ any fleet: for nothing", "cyan")
            hand.add_row(
                f"w#{number}" if number else "w",
                Text(f"△ stage {stage + 1} of {len(stages)}", "bold"),
                "; ".join(effects_text(stages[stage].effects)),
                cost_text(stages[stage].cost),
                found,
            )

    def read(self, text: str) -> Move:
        match = _PLAY.fullmatch(text.lower())
        if not match:
            first = "3 or r3" if self.recruiting else "3 or b3"
            raise ValueError(f"{text!r} is no move; say {first}, w3, s3, or ? for help.")
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
                which = listed([f"#{number}" for number in open_to], "or")
                raise ValueError(f"Which stage? Add {which}, as in w3#{open_to[0]}.")
            return list(ways)
        if not self.city.board.any_order:
            raise ValueError("Stages of this wonder are built in order; say w3 without #.")
        found = [move for move in ways if move.stage == int(stage)]
        if not found:
            reason = self.game.stage_quote(self.seat, int(stage)).reason
            raise ValueError(f"Stage {stage} can't be built: {reason}.")
        return found

    def _of_ship(
        self, ways: Sequence[Move], ship: str | None, action: str, card: str
    ) -> list[Move]:
        """Those with the ship that was asked for, or without one."""
        if ship is None:
            return [move for move in ways if move.ship is None]
        if not self.armada:
            raise ValueError("There are no ships in this game.")
        if not ways:
            return []
        with_ship = [move for move in ways if move.ship]
        wanted = ship.removeprefix("+")
        found = [move for move in with_ship if str(move.ship).startswith(wanted)]
        fleets = list(dict.fromkeys(str(move.ship) for move in found))
        if len(fleets) > 1:
            raise ValueError(f"Which fleet? Add {listed(fleets, 'or')}, as in w3+{fleets[0]}.")
        if not found:
            raise ValueError(self._no_ship(action, card, wanted if with_ship else ""))
        return found

    def _no_ship(self, action: str, card: str, wanted: str) -> str:
        if wanted:
            return f"The {wanted} fleet can't advance with that."
        thing = find(self.catalogue, card)
        if action == "recruit":
            return "No ship comes with recruiting a leader."
        assert self.city.shipyard is not None
        fleet = "yellow" if action == "sell" else self.city.shipyard.wonder_fleet
        if action == "build" and isinstance(thing, Card):
            fleet = thing.colour
        if fleet not in FLEETS:
            return f"No ship comes with a {fleet} card."
        if self.city.fleets[fleet] == len(self.city.shipyard.costs[fleet]):
            return f"The {fleet} fleet is at the end of its track."
        return f"The ship can't be paid for besides: it costs {ship_cost(self.city, fleet)}."

    def _why_not(self, use: str, name: str) -> str:
        thing = find(self.catalogue, name)
        if use == "s":
            return "The Free City must build as long as it can, so it can't sell."
        if use == "r" and not self.recruiting:
            return "Cards are built, with b; leaders are recruited at the start of an age."
        if use == "w":
            quote = self.game.stage_quote(self.seat)
            if not self.city.open_stages:
                return f"There is no stage to build: {quote.reason}."
            return f"The next stage can't be built: {quote.reason}."
        quote = self.game.quote(self.seat, name)
        if self.recruiting:
            return f"{card_name(thing)} can't be recruited: {quote.reason}."
        if use == "f" and quote.way not in ("no", "right") and not quote.coins:
            return f"{card_name(thing)} costs nothing anyway: build it with b."
        if use == "f":
            return "There is no right left to build a card for nothing."
        if quote.way == "right":
            return f"{card_name(thing)} can only be built by right, with f: {quote.reason}."
        return f"{card_name(thing)} can't be built: {quote.reason}."

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
        self.screen.print("There are several ways to pay:")
        self._list_payments(shown)
        if len(shown) < len(ordered):
            self.screen.print(Text(f"  *  shows all {len(ordered)}", "dim"))
        while True:
            text = self.ask("Which one? Enter for 1, x for another card> ").lower()
            if not text:
                return ordered[0]
            if text in _BACK:
                raise ValueError("Not paid; choose again.")
            if text == "*":
                self._list_payments(ordered)
                continue
            if text.isdecimal() and 1 <= int(text) <= len(ordered):
                return ordered[int(text) - 1]
            self.screen.print(Text(f"Say a number from 1 to {len(ordered)}, Enter or x.", "red"))

    def _list_payments(self, ways: Sequence[Move]) -> None:
        to = payees(self.names, self.seat, self.game.seats)
        for number, move in enumerate(ways, start=1):
            self.screen.print(Text(f"  {number}  {payment(move.pay, to) or 'nothing'}"))
