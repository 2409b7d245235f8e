"""The words on the page's controls: cards and boards by name, moves, payments, reasons why not.

Everything is in the reader's language; names come from the catalogue, where it has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from babel.support import NullTranslations

from ...catalogue import Board, Card, Catalogue, Island, Leader
from ...game import reasons
from ...game.notation import Move
from ...game.prices import Quote
from ...texts import N_, NP_, listed
from ..rooms.table_view import PACES
from .faces.words import named
from .goods import MOST_KEPT, good, goods, number_word

Printed = Card | Leader | Island
_STEPS = {"left": 1, "right": -1, "left2": 2, "right2": -2}


COLOURS = {
    "brown": N_("brown"),
    "grey": N_("grey"),
    "blue": N_("blue"),
    "yellow": N_("yellow"),
    "red": N_("red"),
    "green": N_("green"),
    "purple": N_("purple"),
    "black": N_("black"),
}
FLEETS = {
    "red": N_("the red fleet"),
    "yellow": N_("the yellow fleet"),
    "blue": N_("the blue fleet"),
    "green": N_("the green fleet"),
}
PACE_NAMES = dict(zip(PACES, (N_("Fast"), N_("Normal"), N_("Slow")), strict=True))
SIDES = {"A": "A", "B": "B", "day": N_("day"), "night": N_("night")}
EXPANSION_NAMES = {
    "leaders": NP_("box", "Leaders"),
    "cities": NP_("box", "Cities"),
    "armada": NP_("box", "Armada"),
}
LEVELS = {
    "beginner": N_("beginner"),
    "easy": N_("easy"),
    "medium": N_("medium"),
    "hard": N_("hard"),
    "expert": N_("expert"),
    "greedy": N_("greedy (one move ahead)"),
    "random": N_("at random"),
}
# Why something can't be built, by its code.
REASONS = {
    reasons.BUILT: N_("already built"),
    reasons.TOO_DEAR: N_("costs %(price)s, %(purse)s in hand"),
    reasons.TOO_FEW: N_("only %(found)s of %(wanted)s"),
    reasons.NOBODY_SELLS: N_("nobody sells %(kinds)s"),
    reasons.NOT_AT_ONCE: N_("not enough %(kinds)s at the same time"),
    reasons.WONDER_COMPLETE: N_("the wonder is complete"),
    reasons.NOT_THIS_STAGE: N_("stage %(stage)s can't be built yet"),
    reasons.NO_SHIPS: N_("there are no ships in this game"),
    reasons.NO_SHIP_WITH_LEADER: N_("no ship comes with recruiting a leader"),
    reasons.NO_SHIP_WITH_COLOUR: N_("no ship comes with a card of this colour: %(colour)s"),
    reasons.FLEET_AT_END: N_("%(fleet)s is at the end of its track"),
    reasons.FLEET_STAYS: N_("%(fleet)s can't advance with a stage now"),
    reasons.SHIP_TOO_DEAR: N_("the ship can't be paid for"),
}


@dataclass(frozen=True)
class Labels:
    """The words for one reader of one table."""

    texts: NullTranslations
    lang: str
    catalogue: Catalogue
    names: Sequence[str]
    you: int | None
    teams: bool = False

    @property
    def _(self) -> Callable[[str], str]:
        return self.texts.gettext

    @property
    def _n(self) -> Callable[[str, str, int], str]:
        return self.texts.ngettext

    def thing(self, name: str) -> Printed:
        """A card, leader or island by its id."""
        catalogue = self.catalogue
        found: Printed | None = (
            catalogue.cards.get(name) or catalogue.leaders.get(name) or catalogue.islands.get(name)
        )
        if found is None:
            raise KeyError(name)
        return found

    def name(self, thing: Printed | str) -> str:
        printed = self.thing(thing) if isinstance(thing, str) else thing
        return named(printed.name, self.lang)

    def wonder(self, board: Board) -> str:
        return named(board.name, self.lang)

    def side(self, side: str) -> str:
        return self._(SIDES.get(side, side))

    def colour(self, colour: str) -> str:
        return self._(COLOURS[colour])

    def fleet(self, colour: str) -> str:
        """Such as ``the red fleet``."""
        return self._(FLEETS[colour])

    def level(self, level: str | None) -> str:
        """How good a bot is, in a word; others' bots have the name they registered with."""
        return self._(LEVELS[level]) if level in LEVELS else level or ""

    def person(self, seat: int) -> str:
        return self._("you") if seat == self.you else self.names[seat]

    def listed(self, words: Sequence[str]) -> str:
        return listed(words, self.texts)

    def coins(self, number: int) -> str:
        return _coins(number, self.texts)

    def source(self, source: str | None) -> str:
        """What a decision comes from: a card's name, or ``stage 2 of Siracusa``."""
        if source is None:
            return ""
        board, stage, number = source.partition("#")
        wonder, _, side = board.partition(":")
        if side:
            name = self.wonder(self.catalogue.boards[wonder, side])
            if not stage:
                return name
            return self._("stage %(number)s of %(wonder)s") % {"number": number, "wonder": name}
        return self.name(source)

    def payment(self, seat: int, pay: Mapping[str, int]) -> str:
        """Such as ``2 to Anna + 1 to the bank``; nothing to pay: ``free``."""
        parts = []
        for side, coins in pay.items():
            if side == "bank":
                parts.append(self._("%(coins)d to the bank") % {"coins": coins})
                continue
            to = self.person((seat + _STEPS[side]) % len(self.names))
            text = self._("%(coins)d to %(name)s")
            if side.endswith("2"):
                text = self._("%(coins)d to %(name)s (two seats away)")
            parts.append(text % {"coins": coins, "name": to})
        return " + ".join(parts) or self._("free")

    def payee(self, seat: int, side: str) -> str:
        """Who is paid on a side, such as ``◂ Anna``."""
        if side == "bank":
            return self._("bank")
        name = self.person((seat + _STEPS[side]) % len(self.names))
        return f"◂ {name}" if side.startswith("left") else f"{name} ▸"

    def reason(self, quote: Quote) -> str:
        """Why something can't be built."""
        return reason_told(self.texts, quote)

    def move(self, seat: int, move: Move, card: str = "") -> str:
        """A move in words, such as ``Build Altar: 2 to Anna``.

        ``card`` is what is said instead of its name, of one that lies face down.
        """
        text = self._what(move, card or self._card_of(move))
        if move.free:
            text = self._("%(what)s for nothing, by right") % {"what": text}
        if move.ship and move.action != "sell":
            fleet = self.fleet(move.ship)
            text = self._("%(what)s and advance %(fleet)s") % {"what": text, "fleet": fleet}
        if not move.pay:
            return text
        slots = {"what": text, "payment": self.payment(seat, move.pay)}
        return self._("%(what)s: %(payment)s") % slots

    def _what(self, move: Move, name: str) -> str:
        card = {"card": name}
        match move.action:
            case "build":
                return self._("Build %(card)s") % card
            case "stage" if move.stage:
                return self._("Build stage %(stage)d with %(card)s") % {**card, "stage": move.stage}
            case "stage":
                return self._("Build a stage with %(card)s") % card
            case "sell" if move.ship:
                return self._("Sell %(card)s: the yellow fleet advances") % card
            case "sell":
                return self._("Sell %(card)s for 3 coins") % card
            case "recruit":
                return self._("Recruit %(card)s") % card
            case "pick" | "island":
                return self._("Keep %(card)s") % card
            case "rebuild":
                return self._("Build %(card)s from the discard pile") % card
            case "bury":
                return self._("Bury %(card)s") % card
            case "copy":
                return self._("Copy %(card)s") % card
            case "side":
                return self._("Play the %(side)s side") % {"side": self.side(str(move.card))}
        return self._choice(move)

    def _choice(self, move: Move) -> str:
        match move.action:
            case "advance":
                fleets = self.listed([self.fleet(colour) for colour in move.colours])
                return self._("Advance %(fleets)s") % {"fleets": fleets}
            case "lose":
                return self.loss(move)
            case "forfeit":
                return self._("Give up the token of %(value)s") % {"value": move.value}
            case "sail" if move.value:
                return self._("Take part in the naval conflict")
            case "sail":
                return self._("Stay out of the naval conflict")
        return self._("None")

    def loss(self, move: Move) -> str:
        """Such as ``Pay 2 coins, take 1 debt``."""
        coins, debts = int(move.value or 0), move.debts or 0
        if not debts:
            return self._n("Pay %(num)d coin", "Pay %(num)d coins", coins) % {"num": coins}
        if not coins:
            return self._n("Take %(num)d debt", "Take %(num)d debts", debts) % {"num": debts}
        taken = self._n("%(num)d debt", "%(num)d debts", debts) % {"num": debts}
        slots = {"coins": self.coins(coins), "debts": taken}
        return self._("Pay %(coins)s, take %(debts)s") % slots

    def _card_of(self, move: Move) -> str:
        if move.card is None or move.action == "side":
            return ""
        return self.name(move.card)


def reason_told(texts: NullTranslations, quote: Quote) -> str:
    """Why something can't be built, in words; empty if it can."""
    if quote.why is None:
        return ""
    given = quote.why.values.items()
    values = ((key, tuple(value) if key == "kinds" else value) for key, value in given)
    return _reason(texts, quote.why.code, *values)


def _coins(number: int, texts: NullTranslations) -> str:
    return texts.ngettext("%(num)d coin", "%(num)d coins", number) % {"num": number}


@lru_cache(maxsize=MOST_KEPT)
def _reason(texts: NullTranslations, code: str, *given: tuple[str, Any]) -> str:
    """A reason in words; a hand has many, and most come again."""
    said: dict[str, Callable[[Any], str]] = {
        "price": lambda number: _coins(number, texts),
        "kinds": lambda kinds: listed(goods(Counter(kinds), texts), texts),
        "found": lambda number: number_word(number, texts),
        "colour": lambda colour: texts.gettext(COLOURS[colour]),
    }
    values = {key: said.get(key, str)(value) for key, value in given}
    if code in (reasons.FLEET_AT_END, reasons.FLEET_STAYS):
        values["fleet"] = texts.gettext(FLEETS[dict(given)["colour"]])
    if "wanted" in values:
        found = dict(given)
        values["wanted"] = good(found["kind"], found["wanted"], texts)
    return texts.gettext(REASONS[code]) % values
