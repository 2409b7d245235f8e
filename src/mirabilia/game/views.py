"""Views: what a seat may know (K1), and nothing else.

A view has the keys of a position with a number where a list is hidden. ``seen`` holds, for the
hand of every seat, the cards this seat knows to be in it, because the hand has passed through its
own; ``maybe`` those of which some may have been laid face down since. ``laid`` are the cards this
seat has itself laid face down. ``unfinished`` says how far a turn has come that waits for choices.
``forecast`` are the events of the conflicts as they would be if the age ended now.
``decision`` is what the seat has to decide now (with ``details`` for bots), ``decided`` who has.
``numbers`` are those of each city (``numbers.py``), ``turns`` how many turns an age has,
``catalogue`` the digest of the cards it is played by.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine import deal
from ..engine import state as s
from .fields import Fields

if TYPE_CHECKING:
    from .game import Game

_HIDDEN_KEYS = ("seed", "rng", "history", "pending")
_PLAIN_KINDS = ("side", "draft", "leader", "play", "last_card", "sail")
_OWN_KEYS = ("hand", "leader_hand", "pack")


class Whole(NamedTuple):
    """What the views of all seats are made of; ``public`` is what everybody knows."""

    position: Mapping[str, Any]
    public: Mapping[str, Any]
    fields: Fields


def whole(game: Game, position: Mapping[str, Any], numbers: object, g: Fields) -> Whole:
    """Worked out once for all; what a view has of ``public``, it has as it is there."""
    data = {key: value for key, value in position.items() if key not in _HIDDEN_KEYS}
    data["seats"] = [_from_outside(entry) for entry in position["seats"]]
    if "step" in position.get("pending", {}):
        data["unfinished"] = _unfinished(position["pending"], None)
    for key in ("box", "sea"):
        if key in data:
            data[key] = _count(data[key])
    data["deal"] = sum(len(hand) for hands in data["deal"] for hand in hands)
    if "pile" in data:
        data["pile"] = len(data["pile"])
    data["discard"] = len(data["discard"])
    data["seen"] = data["maybe"] = [[] for _ in range(game.seats)]
    data["laid"] = []
    data["forecast"] = [
        {"kind": event.kind, "seat": event.seat, "data": event.data} for event in game.forecast()
    ]
    data["numbers"] = numbers
    data["turns"] = game.turns
    data["catalogue"] = game.catalogue.digest
    return Whole(position, data, g)


def _from_outside(entry: Mapping[str, Any]) -> dict[str, Any]:
    """What everybody knows of a seat."""
    hidden = {key: len(entry[key]) for key in ("under", *_OWN_KEYS) if key in entry}
    return {**entry, **hidden}


def view(game: Game, seat: int | None, whole: Whole) -> dict[str, Any]:
    """What ``seat`` knows; None is a spectator. The Free City knows what its holder knows."""
    g, data = whole.fields, dict(whole.public)
    if seat is not None:
        _add_own(game, g, data, seat, whole.position)
    decided = game.decided
    data["seat"] = seat
    data["to_decide"] = game.to_decide
    data["decided"] = sorted(decided)
    data["decision"] = None
    if seat is not None and g.asked[seat]:
        decision = game.decision(seat)
        data["decision"] = {
            "kind": decision.kind,
            "by": decision.by,
            "source": decision.source,
        }
        plain = decision.kind in _PLAIN_KINDS
        data["details"] = [0, 0, 0] if plain else g.source[seat].tolist()
        choice = decided.get(seat)
        data["choice"] = None if choice is None else str(choice)
    return data


def _add_own(
    game: Game, g: Fields, data: dict[str, Any], seat: int, position: Mapping[str, Any]
) -> None:
    """What a seat knows and others don't."""
    knower = _knower(g, seat)
    own = {seat, knower}
    if game.teams:
        own.add(seat ^ 1)  # T1: partners may show each other their hands
    data["seats"] = list(data["seats"])
    for other in own:
        entry = position["seats"][other]
        mine = {key: entry[key] for key in _OWN_KEYS if key in entry}
        mine["hand"] = list(game.hand(other))
        data["seats"][other] = {**data["seats"][other], **mine}
    if "unfinished" in data:
        data["unfinished"] = _unfinished(position["pending"], seat)
    if "armada" in game.expansions:
        data["drawn"] = _names(game, g.drawn[seat, : g.drawn_n[seat]].tolist())
    data["discard"] = _discard(g, knower, position["discard"])
    known = [_known(game, g, knower, other) for other in range(game.seats)]
    data["seen"] = [cards for cards, _ in known]
    data["maybe"] = [cards for _, cards in known]
    data["laid"] = _laid_by(g, knower, position["history"]["laid"])


def _unfinished(pending: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """What is open of an unfinished turn: all but the decisions and the islands others drew."""
    known = {key: value for key, value in pending.items() if key != "decided"}
    known["drawn"] = [
        drawn if other == seat else len(drawn) for other, drawn in enumerate(pending["drawn"])
    ]
    return known


def _count(cards: list[Any]) -> Any:
    """How many cards lie face down, or how many in each of several piles."""
    return [len(pile) for pile in cards] if cards and isinstance(cards[0], list) else len(cards)


def _knower(g: Any, seat: int) -> int:
    """Whose knowledge a view holds: the Free City's seat is its holder's to see."""
    if seat == 2 and g.free_city:
        holder = int(g.holder)
        return holder if holder != s.NONE else 0
    return seat


def _discard(g: Any, knower: int, cards: list[str]) -> Any:
    """The pile is looked at by who builds from it (B19)."""
    for other, asked in enumerate(g.asked.tolist()):
        if asked == s.OWES_REBUILD and _knower(g, other) == knower:
            return cards
    return len(cards)


def _known(game: Game, g: Any, knower: int, other: int) -> tuple[list[str], list[str]]:
    """What is certainly, and what is maybe, in the hand of a seat."""
    if g.free_city:
        return _known_of_two(game, g, knower, other)
    hand = g.hand[other, : g.hand_n[other]].tolist()
    if other == knower or (game.teams and other == knower ^ 1):
        return _names(game, hand), []
    if not hand:
        return [], []
    seats, turns, turn = int(g.seats), int(g.turns), int(g.turn)
    step = -1 if g.age == 2 else 1
    now = min(turn, turns)
    taken_until = now - 1 if g.step == s.PLAYED else now
    laid: list[int] = []
    for earlier in range(taken_until, int(g.since) - 1, -1):
        holder = (other - step * (now - earlier)) % seats
        if holder == knower:
            return _split(game, hand, laid)
        card = int(g.laid[g.age - 1, earlier, holder])
        if card != s.NONE:
            laid.append(card)
    return [], []


def _split(game: Game, hand: list[int], laid: list[int]) -> tuple[list[str], list[str]]:
    """Of the cards seen before, so many were laid face down: a card is certain beyond those."""
    if not laid:
        return _names(game, sorted(hand)), []
    certain: list[int] = []
    maybe: list[int] = []
    all_seen = sorted(hand + laid)
    for card in dict.fromkeys(all_seen):
        count = all_seen.count(card)
        sure = max(0, count - len(laid))
        certain += [card] * sure
        maybe += [card] * (count - sure)
    return _names(game, certain), _names(game, maybe)


def _known_of_two(game: Game, g: Any, knower: int, other: int) -> tuple[list[str], list[str]]:
    """Two players swap hands: all but a card just drawn from the pile has been seen.

    Once the holder has played, nobody else can tell whether the card drawn is still in his hand.
    """
    hand = g.hand[other, : g.hand_n[other]].tolist()
    choosing = g.step == s.PLAYED
    if other == knower or (other == 2 and choosing and knower == g.holder):
        return _names(game, hand), []
    if other == 2 or g.turn <= g.since:
        return [], []
    if choosing:
        return _names(game, hand[:-1] if other == g.holder else hand), []
    if other == g.holder:
        return [], []
    laid = int(g.laid[g.age - 1, min(g.turn, g.turns), other])
    return _split(game, hand, [] if laid == s.NONE else [laid])


def _laid_by(g: Any, knower: int, laid: list[list[Any]]) -> list[str]:
    """What a seat has laid face down itself; as holder, for the Free City too."""
    own = [card for _, _, seat, card in laid if seat == knower]
    if g.free_city:
        for age, turn, seat, card in laid:
            if seat == 2 and turn <= g.turns and deal.holder_of(age, turn) == knower:
                own.append(card)
    return own


def _names(game: Game, numbers: list[int]) -> list[str]:
    return [game._book.cards[number].id for number in numbers]
