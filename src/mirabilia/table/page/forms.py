"""A decision as a form: the ways to use a card, the payments, the other choices.

An ``Offer`` may hold thousands of moves. A form folds them: a card of the hand has its own uses
(to build it, with or without a ship), all cards share others (a stage, a sale, which cost the same
whatever card is laid down), and a use has its payments, the cheapest first. Everything else is a
plain list of options. Nothing is made up here and nothing left out: the controls of a form are
exactly the moves of its offer.

A control sends either ``move``, the text of a whole move, or ``use`` with what it needs: ``card``
where the use is shared (its text then has a ``*``), and ``pay.USE`` where there are several
payments, or ``other.USE`` if that says so. ``read_move`` makes the text of a move out of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from ...game.gains import Gain
from ...game.notation import Move
from ...game.prices import Quote
from ...texts import N_
from ..rooms.table_view import ANY_CARD, Offer, use_of

HAND_KINDS = ("play", "last_card", "leader", "recruit")
OTHER = "other"
_ACTIONS = ("build", "recruit", "stage", "sell")
_SHIPS = (None, "red", "yellow", "blue", "green")
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Use:
    """A way to use a card: what is done, and everything it may be paid with.

    ``key`` is what the control sends: the move without its payment, ``*`` for any card. ``example``
    is the move with the first payment; ``card`` is None where any card will do.
    """

    key: str
    card: str | None
    example: Move
    payments: tuple[Mapping[str, int], ...]

    @property
    def pay_field(self) -> str:
        return f"pay.{self.key}"

    @property
    def other_field(self) -> str:
        """Where ``pay_field`` sends ``OTHER``, there being very many ways to pay."""
        return f"other.{self.key}"

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
    def chosen(self) -> str:
        """The value of the control of what was chosen: of the card, in a hand; empty if nothing."""
        choice = self.offer.choice
        if choice is None:
            return ""
        return str(choice.card if choice.card and self.cards else choice)

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
    return _payment_text(tuple(pay.items()))


@lru_cache(maxsize=4096)
def _payment_text(coins: tuple[tuple[str, int], ...]) -> str:
    return str(Move("skip", pay=dict(coins))).partition("@")[2]


def form_of(offer: Offer, hand: Iterable[str] = (), poorer: str = "left") -> OfferForm:
    """The form of an offer.

    ``hand`` are the cards in the order in which they are shown, copies included; ``poorer`` is the
    neighbour with fewer coins, who is paid first where two payments cost the same (B13).
    """
    if offer.kind not in HAND_KINDS:
        return OfferForm(offer, options=offer.moves)
    held = list(hand) or list(offer.quotes)
    cards = list(dict.fromkeys(held))
    shared, own = _sorted(_uses(offer.moves, poorer), cards)
    return OfferForm(
        offer,
        tuple(
            HandCard(
                card,
                held.count(card),
                offer.quotes[card],
                offer.with_ship.get(card),
                tuple(own[card]),
            )
            for card in cards
        ),
        tuple(shared),
        tuple(move for move in offer.moves if move.action not in _ACTIONS),
    )


def _uses(moves: Iterable[Move], poorer: str) -> list[Use]:
    """The uses of each card, those without a ship first, with their payments in order."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        if move.action in _ACTIONS:
            groups.setdefault(move.unpaid, []).append(move)
    found = []
    for key, same in groups.items():
        if len(same) > 1:
            same.sort(key=lambda move: (move.coins, -move.pay.get(poorer, 0), str(move)))
        found.append(Use(key, same[0].card, same[0], tuple(move.pay for move in same)))
    return sorted(found, key=lambda use: _order(use.example))


def _order(move: Move) -> tuple[int, int, int, bool]:
    return _ACTIONS.index(move.action), move.stage or 0, _SHIPS.index(move.ship), move.free


_Tail = tuple[str, tuple[str, ...]]


def _tail(use: Use) -> _Tail:
    """What a use is apart from its card."""
    key = use.key.replace(f":{use.card}", f":{ANY_CARD}", 1)
    return key, tuple(payment_text(pay) for pay in use.payments)


def _sorted(uses: Iterable[Use], cards: list[str]) -> tuple[list[Use], dict[str, list[Use]]]:
    """The stages and sales that are the same with every card of the hand; what else each has."""
    groups: dict[_Tail, list[Use]] = {}
    own: dict[str, list[Use]] = {card: [] for card in cards}
    for use in uses:
        if use.action in ("stage", "sell"):
            groups.setdefault(_tail(use), []).append(use)
        elif use.card in own:
            own[use.card].append(use)
    shared = []
    for tail, same in groups.items():
        if len(same) == len(cards):
            shared.append(replace(same[0], key=tail[0], card=None))
            continue
        for use in same:
            if use.card in own:
                own[use.card].append(use)
    return shared, own


def read_move(fields: Mapping[str, str]) -> str:
    """The text of the move that a form sends; a ValueError says what is missing."""
    whole = fields.get("move", "")
    if whole:
        return whole
    use = fields.get("use", "")
    if not use:
        raise ValueError(N_("Nothing was chosen."))
    pay = fields.get(f"pay.{use}", "")
    if pay == OTHER:
        pay = fields.get(f"other.{use}", "")
    if ANY_CARD in use:
        card = fields.get("card", "")
        if not card:
            raise ValueError(N_("Choose a card first, then what to do with it."))
        use = use.replace(ANY_CARD, card, 1)
    move = f"{use}@{pay}" if pay else use
    if len(move) > _LONGEST:
        raise ValueError(N_("That is no move."))
    return move
