"""Moves and their text.

A move is what it does, with which card, and what it pays to whom. ``str(move)`` is its text and
``Move.parse`` reads it:

>>> move = Move.parse("build:statue@L2R1")
>>> move.action, move.card, dict(move.pay)
('build', 'statue', {'left': 2, 'right': 1})
>>> str(move)
'build:statue@L2R1'

The text of a move is the action with its object, then ``#2`` (the stage), ``!`` (for nothing, by a
once-per-age right), ``+blue`` (a naval construction) and ``@L2R1B1`` (the payment), where they
apply.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ..catalogue import FLEETS

CARD_ACTIONS = ("build", "stage", "sell", "recruit", "pick", "rebuild", "island", "bury", "copy")
PAYEES = {"left": "L", "right": "R", "left2": "LL", "right2": "RR", "bank": "B"}

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z", re.IGNORECASE)
_TAIL = re.compile(
    r"(?P<body>[^#!+@]*)(?:#(?P<stage>[1-9]))?(?P<free>!)?(?:\+(?P<ship>[a-z]+))?"
    r"(?:@(?P<pay>[A-Z0-9]+))?\Z"
)
_PAYMENT_PART = re.compile(r"(LL|RR|L|R|B)([1-9]\d{0,2})")
_LONGEST = 120
_NOTHING: Mapping[str, int] = MappingProxyType({})


class MoveError(ValueError):
    """A text that is no move, or a move that is not legal; the message says why."""


@dataclass(frozen=True, slots=True)
class Move:
    """One decision of a seat; a value that never changes."""

    action: str
    card: str | None = None
    stage: int | None = None
    free: bool = False
    ship: str | None = None
    colours: tuple[str, ...] = ()
    value: int | bool | None = None
    debts: int | None = None
    pay: Mapping[str, int] = field(default_factory=lambda: _NOTHING)
    _text: str = field(default="", init=False, repr=False, compare=False)  # once it was asked for

    def __post_init__(self) -> None:
        if not self.pay:
            object.__setattr__(self, "pay", _NOTHING)
            return
        coins = {to: self.pay[to] for to in PAYEES if self.pay.get(to)}
        if unknown := set(self.pay) - set(PAYEES):
            raise MoveError(
                f"Nobody is called {sorted(unknown)[0]!r}: coins go to {_listed(PAYEES)}."
            )
        object.__setattr__(self, "pay", MappingProxyType(coins))

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[object, ...]:
        return Move.parse, (str(self),)

    def __str__(self) -> str:
        if not self._text:
            object.__setattr__(self, "_text", self._written())
        return self._text

    def _written(self) -> str:
        if not self.pay:
            return self.unpaid
        pay = "".join(f"{letter}{self.pay[to]}" for to, letter in PAYEES.items() if to in self.pay)
        return f"{self.unpaid}@{pay}"

    @property
    def unpaid(self) -> str:
        """Its text without the payment."""
        stage = f"#{self.stage}" if self.stage else ""
        free = "!" if self.free else ""
        ship = f"+{self.ship}" if self.ship else ""
        return f"{self._body()}{stage}{free}{ship}"

    def _body(self) -> str:
        if self.action == "skip":
            return "skip"
        if self.action == "advance":
            return f"advance:{','.join(self.colours)}"
        if self.action == "lose":
            return f"lose:{self.value}/{self.debts}"
        if self.action == "forfeit":
            return f"forfeit:{self.value}"
        if self.action == "sail":
            return f"sail:{'yes' if self.value else 'no'}"
        return f"{self.action}:{self.card}"

    @property
    def coins(self) -> int:
        """Everything the move costs, in coins."""
        return sum(self.pay.values())

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read the text of a move; a MoveError says what is wrong with it."""
        if not isinstance(text, str):
            raise MoveError(f"A move is a text such as 'build:altar', not {type(text).__name__}.")
        parts = _TAIL.match(text) if len(text) <= _LONGEST else None
        if not parts:
            raise MoveError(f"{_short(text)} is no move; moves look like 'build:statue@L2R1'.")
        action, colon, body = parts["body"].partition(":")
        move = _read_body(action, colon, body, text)
        if parts["ship"] and parts["ship"] not in FLEETS:
            raise MoveError(f"{_short(text)}: there is no {parts['ship']} fleet.")
        if (parts["stage"] or parts["free"]) and action not in ("build", "stage"):
            raise MoveError(f"{_short(text)}: only a build has a stage or a '!'.")
        return cls(
            **move,  # type: ignore[arg-type]
            stage=int(parts["stage"]) if parts["stage"] else None,
            free=bool(parts["free"]),
            ship=parts["ship"],
            pay=_read_payment(parts["pay"], text),
        )


def _read_body(action: str, colon: str, body: str, text: str) -> dict[str, object]:
    if action == "skip" and not colon:
        return {"action": "skip"}
    if action in CARD_ACTIONS or action == "side":
        if _NAME.match(body):
            return {"action": action, "card": body}
        raise MoveError(f"{_short(text)}: after '{action}:' comes a name, such as 'altar'.")
    if action == "advance":
        colours = tuple(body.split(","))
        if all(colour in FLEETS for colour in colours):
            return {"action": action, "colours": colours}
        raise MoveError(f"{_short(text)}: fleets are {_listed(FLEETS)}.")
    if action == "lose" and (loss := re.fullmatch(r"(\d{1,3})/(\d{1,3})", body)):
        return {"action": action, "value": int(loss[1]), "debts": int(loss[2])}
    if action == "forfeit" and re.fullmatch(r"\d{1,2}", body):
        return {"action": action, "value": int(body)}
    if action == "sail" and body in ("yes", "no"):
        return {"action": action, "value": body == "yes"}
    raise MoveError(f"{_short(text)} is no move; moves look like 'build:statue@L2R1'.")


def _read_payment(text: str | None, whole: str) -> dict[str, int]:
    if not text:
        return {}
    coins: dict[str, int] = {}
    letters = {letter: to for to, letter in PAYEES.items()}
    at = 0
    for part in _PAYMENT_PART.finditer(text):
        to = letters[part[1]]
        if part.start() != at or to in coins:
            break
        coins[to] = int(part[2])
        at = part.end()
    if at != len(text):
        raise MoveError(f"{_short(whole)}: a payment looks like '@L2R1B1', not '@{text}'.")
    return coins


def _listed(names: Mapping[str, str] | tuple[str, ...]) -> str:
    return ", ".join(names)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
