"""Views: what a seat may know (K1), and nothing else.

A view has the keys of a position with a number where a list is hidden. ``seen`` holds, for the
hand of every seat, the cards this seat knows to be in it, because the hand has passed through its
own; ``maybe`` those of which some may have been laid face down since. ``laid`` are the cards this
seat has itself laid face down. ``unfinished`` says how far a turn has come that waits for choices.
``forecast`` are the events of the conflicts as they would be if the age ended now.
``decision`` is what the seat has to decide now (with ``details`` for bots), ``decided`` who has.
``numbers`` are those of each city (``numbers.py``), ``turns`` how many turns an age has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..engine import deal
from ..engine import state as s
from .fields import Fields

if TYPE_CHECKING:
    from .game import Game

_HIDDEN_KEYS = ("seed", "rng", "history", "pending")
_PLAIN_KINDS = ("side", "draft", "leader", "play", "last_card", "sail")
_OWN_KEYS = ("hand", "leader_hand", "pack")


class Whole(NamedTuple):
    """What the views of all seats are made of."""

    position: Mapping[str, Any]
    numbers: list[dict[str, Any]]


def view(game: Game, seat: int | None, whole: Whole) -> dict[str, Any]:
    """What ``seat`` knows; None is a spectator. The Free City knows what its holder knows."""
    g = Fields(game._games)
    data = dict(whole.position)
    data["seats"] = [dict(entry) for entry in data["seats"]]
    if "step" in data.get("pending", {}):
        data["unfinished"] = _unfinished(data["pending"], seat)
    for key in _HIDDEN_KEYS:
        data.pop(key, None)
    knower = _knower(g, seat)
    own = {seat, knower} - {None}
    if game.teams and seat is not None:
        own.add(seat ^ 1)  # T1: partners may show each other their hands
    for other, entry in enumerate(data["seats"]):
        entry["under"] = len(entry["under"])
        for key in _OWN_KEYS:
            if key == "hand" and other in own:
                entry["hand"] = list(game.hand(other))
            elif key in entry and other not in own:
                entry[key] = len(entry[key])
    for key in ("box", "sea"):
        if key in data:
            data[key] = _count(data[key])
    data["deal"] = sum(len(hand) for hands in data["deal"] for hand in hands)
    if "pile" in data:
        data["pile"] = len(data["pile"])
    if seat is not None and "armada" in game.expansions:
        data["drawn"] = _names(game, g.drawn[seat, : g.drawn_n[seat]].tolist())
    data["discard"] = _discard(g, knower, data["discard"])
    known = [_known(game, g, knower, other) for other in range(game.seats)]
    data["seen"] = [cards for cards, _ in known]
    data["maybe"] = [cards for _, cards in known]
    data["laid"] = [] if knower is None else _laid_by(game, g, knower)
    data["forecast"] = [
        {"kind": event.kind, "seat": event.seat, "data": event.data} for event in game.forecast()
    ]
    data["numbers"] = whole.numbers
    data["turns"] = game.turns
    data["seat"] = seat
    data["to_decide"] = game.to_decide
    data["decided"] = sorted(game.decided)
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
        choice = game.decided.get(seat)
        data["choice"] = None if choice is None else str(choice)
    return data


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


def _knower(g: Any, seat: int | None) -> int | None:
    """Whose knowledge a view holds: the Free City's seat is its holder's to see."""
    if seat == 2 and g.free_city:
        holder = int(g.holder)
        return holder if holder != s.NONE else 0
    return seat


def _discard(g: Any, knower: int | None, cards: list[str]) -> Any:
    """The pile is looked at by who builds from it (B19)."""
    for other in range(int(g.seats)):
        if g.asked[other] == s.OWES_REBUILD and _knower(g, other) == knower is not None:
            return cards
    return len(cards)


def _known(game: Game, g: Any, knower: int | None, other: int) -> tuple[list[str], list[str]]:
    """What is certainly, and what is maybe, in the hand of a seat."""
    if knower is None:
        return [], []
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
    all_seen = Counter(hand) + Counter(laid)
    certain = Counter({card: count - len(laid) for card, count in all_seen.items()})
    certain = +certain
    maybe = all_seen - certain
    return _names(game, sorted(certain.elements())), _names(game, sorted(maybe.elements()))


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


def _laid_by(game: Game, g: Any, knower: int) -> list[str]:
    """What a seat has laid face down itself; as holder, for the Free City too."""
    laid = g.laid[:, :, knower][g.laid[:, :, knower] != s.NONE].tolist()
    if g.free_city:
        for age, turn in np.argwhere(g.laid[:, : g.turns + 1, 2] != s.NONE).tolist():
            if deal.holder_of(age + 1, turn) == knower:
                laid.append(int(g.laid[age, turn, 2]))
    return _names(game, laid)


def _names(game: Game, numbers: list[int]) -> list[str]:
    return [game._book.cards[number].id for number in numbers]
