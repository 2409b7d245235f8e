"""What the seats see of a game, each part of it worked out once.

Within a step only who has decided, and what, changes in a view and in what is offered; with two
players the Free City's part comes within a step, so there nothing is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...game.codec import Event
from ...game.game import Game
from ...game.notation import Move
from ...game.views import Whole
from . import table_view
from .delayed import Turns
from .table_view import Kept, Offer

_NEVER = -1  # a step


class Seen:
    """What has been worked out of one game so far."""

    def __init__(self) -> None:
        self.history: list[tuple[int, int]] = []  # versions, with the number of events until then
        self.turns = Turns()
        self._events: dict[int | None, list[Event]] = {}
        self._views: dict[int | None, tuple[int, Mapping[str, Any]]] = {}
        self._offers: dict[tuple[int, bool], tuple[int, tuple[Offer, ...]]] = {}
        self._choices: dict[int, Move] | None = None
        self._whole: tuple[int, Whole | None] = _NEVER, None
        self._kept: tuple[int, Kept] = _NEVER, Kept()

    def change(self) -> None:
        """Somebody has decided, or taken it back."""
        self._choices = None

    def count_events(self, game: Game, version: int) -> None:
        """Up to this version of the table, so many events have happened."""
        self.turns.note(game, version)
        count = len(game.events)
        if not self.history or self.history[-1][1] != count:
            self.history.append((version, count))

    def events(self, game: Game, seat: int | None) -> tuple[Event, ...]:
        """What has happened, as a seat has seen it."""
        seen = self._events.setdefault(seat, [])
        seen += [event.seen_by(seat) for event in game.events[len(seen) :]]
        return tuple(seen)

    def view(self, game: Game, seat: int | None) -> Mapping[str, Any]:
        """What a seat knows."""
        step, view = self._views.get(seat, (_NEVER, {}))
        if step != game.steps or game.players == 2:
            view = game.view(seat, self.whole(game))
            self._views[seat] = game.steps, view
            return view
        decided = self.choices(game)
        view = {**view, "to_decide": game.to_decide, "decided": sorted(decided)}
        if "choice" in view and seat is not None:
            view["choice"] = str(decided[seat]) if seat in decided else None
        return view

    def whole(self, game: Game) -> Whole:
        """What every view is a part of."""
        step, whole = self._whole
        if whole is None or step != game.steps or game.players == 2:
            whole = game.whole()
            self._whole = game.steps, whole
        return whole

    @property
    def public(self) -> Mapping[str, Any]:
        """What everybody knows, of which the views that were made last have their parts."""
        whole = self._whole[1]
        return whole.public if whole else {}

    def kept(self, game: Game) -> Kept:
        """What is made of this step for one reader, and is the same for all."""
        step, kept = self._kept
        if step != game.steps or game.players == 2:
            kept = Kept(kept)
            self._kept = game.steps, kept
        return kept

    def offers(self, game: Game, seat: int, quotes: bool) -> tuple[Offer, ...]:
        """What a seat has to decide, or has decided and may change."""
        step, offers = self._offers.get((seat, quotes), (_NEVER, ()))
        if step != game.steps or game.players == 2:
            offers = table_view.offers(game, seat, quotes)
            self._offers[seat, quotes] = game.steps, offers
            return offers
        decided = self.choices(game)
        return tuple(
            offer
            if offer.choice == decided.get(offer.seat)
            else replace(offer, choice=decided.get(offer.seat))
            for offer in offers
        )

    def choices(self, game: Game) -> dict[int, Move]:
        """What has been decided in this step."""
        if self._choices is None:
            self._choices = game.decided
        return self._choices
