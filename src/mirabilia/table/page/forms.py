"""A decision as a form: the ways to use a card, the payments, the other choices.

An ``Offer`` may hold thousands of moves. A form folds them: a card of the hand has its own uses
(to build it, with or without a ship), all cards share others (a stage, a sale, which cost the same
whatever card is laid down), and a use has its payments, the cheapest first. Everything else is a
plain list of options. Nothing is made up here and nothing left out: the controls of a form are
exactly the moves of its offer.

A control sends either ``move``, the text of a whole move, or ``use`` with what it needs: ``card``
where the use is shared (its text then has a ``*``), and ``pay.USE`` where there are several
payments. ``read_move`` makes the text of a move out of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ...game.gains import Gain
from ...game.notation import Move
from ...game.prices import Quote
from ..rooms.table_view import ANY_CARD, Offer, use_of

HAND_KINDS = ("play", "last_card", "leader", "recruit")
_ACTIONS = ("build", "recruit", "stage", "sell")
_SHIPS = (None, "red", "yellow", "blue", "green")
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Use:
    """A way to use a card: what is done, and everything it may be paid with.

    ``example`` is the move with the first payment; ``card`` is None where any card will do.
    """

    card: str | None
    example: Move
    payments: tuple[Mapping[str, int], ...]

    @property
    def key(self) -> str:
        """What the control sends: the move without its payment, ``*`` for any card."""
        return str(replace(self.example, card=self.card or ANY_CARD, pay={}))

    @property
    def pay_field(self) -> str:
        return f"pay.{self.key}"

    @property
    def action(self) -> str:
        return self.example.action

    @property
    def coins(self) -> int:
        return self.example.coins


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card or leader in hand: how often, what it costs or why it can't be built, its uses."""

    id: str
    copies: int
    quote: Quote
    with_ship: Quote | None
    uses: tuple[Use, ...]
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class OfferForm:
    """A decision to be shown. ``cards`` and ``shared`` are for a hand, ``options`` for the rest."""

    offer: Offer
    cards: tuple[HandCard, ...] = ()
    shared: tuple[Use, ...] = ()
    options: tuple[Move, ...] = ()

    @property
    def kind(self) -> str:
        return self.offer.kind

    @property
    def skip(self) -> Move | None:
        return next((move for move in self.options if move.action == "skip"), None)

    @property
    def choices(self) -> tuple[Move, ...]:
        """The options that do something."""
        return tuple(move for move in self.options if move.action != "skip")

    @property
    def stages(self) -> tuple[Use, ...]:
        return tuple(use for use in self.shared if use.action == "stage")

    @property
    def sales(self) -> tuple[Use, ...]:
        return tuple(use for use in self.shared if use.action == "sell")

    def gain(self, card: HandCard) -> Gain | None:
        """What a card would bring, however it is built; None if the city has it already."""
        found = (self.offer.gains.get(f"{action}:{card.id}") for action in ("build", "recruit"))
        return next(filter(None, found), None)

    def gain_of(self, use: Use) -> Gain | None:
        """What a use would bring; None for a sale."""
        return self.offer.gains.get(use_of(use.example))


def payment_text(pay: Mapping[str, int]) -> str:
    """A payment as the text of a move has it, such as ``L2R1``; empty for nothing."""
    return str(Move("skip", pay=pay)).partition("@")[2]


def form_of(offer: Offer, hand: Iterable[str] = (), poorer: str = "left") -> OfferForm:
    """The form of an offer.

    ``hand`` are the cards in the order in which they are shown, copies included; ``poorer`` is the
    neighbour with fewer coins, who is paid first where two payments cost the same (B13).
    """
    if offer.kind not in HAND_KINDS:
        return OfferForm(offer, options=offer.moves)
    held = list(hand) or list(offer.quotes)
    cards = list(dict.fromkeys(held))
    uses = _uses(offer.moves, poorer)
    shared = _shared(uses, cards)
    own = {
        card: tuple(use for use in uses if use.card == card and _tail(use) not in shared)
        for card in cards
    }
    chosen = offer.choice.card if offer.choice else None
    return OfferForm(
        offer,
        tuple(
            HandCard(
                card,
                held.count(card),
                offer.quotes[card],
                offer.with_ship.get(card),
                own[card],
                chosen=card == chosen,
            )
            for card in cards
        ),
        tuple(shared.values()),
        tuple(move for move in offer.moves if move.action not in _ACTIONS),
    )


def _uses(moves: Iterable[Move], poorer: str) -> list[Use]:
    """The uses of each card, those without a ship first, with their payments in order."""
    groups: dict[Move, list[Mapping[str, int]]] = {}
    for move in moves:
        if move.action in _ACTIONS:
            groups.setdefault(replace(move, pay={}), []).append(move.pay)
    found = []
    for move, payments in groups.items():
        payments.sort(key=lambda pay: (sum(pay.values()), -pay.get(poorer, 0), payment_text(pay)))
        found.append(Use(move.card, replace(move, pay=payments[0]), tuple(payments)))
    return sorted(found, key=lambda use: _order(use.example))


def _order(move: Move) -> tuple[int, int, int, bool]:
    return _ACTIONS.index(move.action), move.stage or 0, _SHIPS.index(move.ship), move.free


def _tail(use: Use) -> tuple[str, tuple[str, ...]]:
    """What a use is apart from its card."""
    move = replace(use.example, card=ANY_CARD, pay={})
    return str(move), tuple(payment_text(pay) for pay in use.payments)


def _shared(uses: Iterable[Use], cards: list[str]) -> dict[tuple[str, tuple[str, ...]], Use]:
    """The stages and sales that are the same with every card of the hand."""
    groups: dict[tuple[str, tuple[str, ...]], list[Use]] = {}
    for use in uses:
        if use.action in ("stage", "sell"):
            groups.setdefault(_tail(use), []).append(use)
    return {
        tail: replace(same[0], card=None)
        for tail, same in groups.items()
        if len(same) == len(cards) > 0
    }


def read_move(fields: Mapping[str, str]) -> str:
    """The text of the move that a form sends; a ValueError says what is missing."""
    whole = fields.get("move", "")
    if whole:
        return whole
    use = fields.get("use", "")
    if not use:
        raise ValueError("Nothing was chosen.")
    pay = fields.get(f"pay.{use}", "")
    if ANY_CARD in use:
        card = fields.get("card", "")
        if not card:
            raise ValueError("Choose a card first, then what to do with it.")
        use = use.replace(ANY_CARD, card, 1)
    move = f"{use}@{pay}" if pay else use
    if len(move) > _LONGEST:
        raise ValueError("That is no move.")
    return move
