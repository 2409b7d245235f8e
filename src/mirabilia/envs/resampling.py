"""Worlds that a seat may be in, as whole games: for searchers that go on from a point of a game.

What the seat does not see is dealt by the bots' sampler (``bots/search/sample.py``). All that it
knows stays: its observation is the same in each of these worlds. So cards that others have laid
face down, from which one tells what is in a hand that has gone round, are laid anew as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.search.sample import plan_of
from ..engine import chance
from ..engine.deal import holder_of
from ..engine.jit import compile_for
from ..engine.scratch import ensure_compiled, scratch
from ..engine.state import NONE, PLAYED
from ..engine.tables import Rulebook
from ..game import Game, position_reader
from ..game.setup import Setup
from . import playing

# What is hidden from somebody, at least in part, and so taken from the world that was dealt.
_HIDDEN = (
    *("hand", "hand_n", "deal", "pile", "under", "discard", "leader_hand", "pack"),
    *("box", "box_n", "sea", "sea_n", "drawn", "decided", "move", "rng"),
)
_FREE_CITY = 2
_WITHOUT_AGE = 4  # leaders
_STREAM = 10  # of the seed of a world: what is laid where

Places = list[tuple[int, int, int]]  # age, turn and seat of cards laid face down


def world(setup: Setup, truth: npt.NDArray[np.void], seat: int, seed: int) -> npt.NDArray[np.void]:
    """A game that the seat, which owes a decision, could as well be in."""
    view = Game.on_record(setup, truth).view(seat)
    book = setup.book
    _, dealt = position_reader.from_view(view)
    plans = plan_of(view, setup, dealt)
    given = (dealt, truth, book.tables, plans, seat, chance.states(seed), scratch().work)
    ensure_compiled("worlds", lambda: compile_for(playing.deal_world, *given))
    playing.deal_world(*given)
    games = truth.copy()
    for key in _HIDDEN:
        games[key] = dealt[key]
    _lay_anew(book, games[0], truth[0], seat, np.random.default_rng([seed, _STREAM]))
    return games


def _lay_anew(book: Rulebook, g: Any, true: Any, seat: int, rng: np.random.Generator) -> None:
    """What others have laid face down: of hands the seat has seen, what is no longer in them;
    for the rest, of what lies face down somewhere.
    """
    knower = _knower(true, seat)
    hidden = [at for at in _laid(true) if not _is_own(true, knower, at)]
    down = Counter(np.repeat(np.arange(g.discard.size), g.discard).tolist())
    down.update(int(card) for card in g.under.ravel() if card != NONE)
    down -= Counter(int(true.laid[at]) for at in _laid(true) if at not in hidden)
    for other in range(int(g.seats)):
        places = _gone(true, knower, other)
        count = int(true.hand_n[other])
        seen = [*true.hand[other, :count].tolist(), *(int(true.laid[at]) for at in places)]
        gone = list((Counter(seen) - Counter(g.hand[other, :count].tolist())).elements())
        rng.shuffle(gone)
        for at, card in zip(places, gone, strict=False):
            g.laid[at] = card
            hidden.remove(at)
        down -= Counter(gone[: len(places)])
    left: dict[int, list[int]] = {}
    for card in down.elements():
        left.setdefault(_age_of(book, card), []).append(card)
    for cards in left.values():
        rng.shuffle(cards)
    for at in hidden:
        cards = left.get(_age_of(book, int(true.laid[at])), [])
        g.laid[at] = cards.pop() if cards else NONE


def _age_of(book: Rulebook, card: int) -> int:
    return int(getattr(book.cards[card], "age", _WITHOUT_AGE))


def _laid(g: Any) -> Iterator[tuple[int, int, int]]:
    for age, turn, seat in np.argwhere(g.laid != NONE).tolist():  # noqa: UP028  (a type for each)
        yield age, turn, seat


def _knower(g: Any, seat: int) -> int:
    return int(g.holder) if g.free_city and seat == _FREE_CITY else seat


def _is_own(g: Any, knower: int, at: tuple[int, int, int]) -> bool:
    """Whether somebody has laid it himself, or as holder for the Free City."""
    age, turn, seat = at
    if g.free_city and seat == _FREE_CITY:
        return bool(turn <= g.turns and holder_of(age + 1, turn) == knower)
    return seat == knower


def _gone(g: Any, knower: int, other: int) -> Places:
    """Where that lies which was in another's hand when the knower had it (``batch/knowing.py``)."""
    if other == knower or (g.teams and other == knower ^ 1) or not g.hand_n[other]:
        return []
    age, turn, turns = int(g.age) - 1, int(g.turn), int(g.turns)
    now = min(turn, turns)
    if g.free_city:
        held = other == _FREE_CITY or other == g.holder or turn <= g.since or g.step == PLAYED
        return [] if held or g.laid[age, now, other] == NONE else [(age, now, other)]
    step = -1 if g.age == 2 else 1
    places: Places = []
    for earlier in range(now - 1 if g.step == PLAYED else now, int(g.since) - 1, -1):
        holder = (other - step * (now - earlier)) % int(g.seats)
        if holder == knower:
            return places
        if g.laid[age, earlier, holder] != NONE:
            places.append((age, earlier, holder))
    return []
