"""A finished game as it stood in each of its moments, for the same pages that show a table.

Only a game that is over gets here (``archive``), so everything may be shown: all hands, or what one
seat knew then, no less and no more (K1). A ``Moment`` is what one page is made of.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any

from ...game.game import Game
from ...game.notation import Move
from ...game.replays import Replay
from ...telling.turning_points import Mark, marks
from .archive import Filed
from .refused import Refused
from .table_view import (
    FREE_CITY,
    PLAYING,
    Kept,
    Offer,
    Options,
    Sitter,
    TableView,
    offer_of,
    offers,
)

_MOST_KEPT = 24  # moments of a replay, as they were last looked at
_KEPT_BYTES = 40_000  # about what one takes
_NOBODY_IS_AWAITED: Mapping[str, Any] = {"to_decide": [], "decided": []}
_OPEN = ("hand", "leader_hand", "pack")  # what somebody holds


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as one page shows it: the table as a seat knew it, or all of it from a ``side``."""

    at: int
    last: int
    table_view: TableView
    side: int
    decisions: Mapping[int, Move]  # as far as they may be shown: all, or those of the seat
    kinds: frozenset[str]  # of these
    marks: tuple[Mark, ...]
    since: float  # when the game was put where it is kept

    @property
    def over(self) -> bool:
        return self.at == self.last


class Opened:
    """A replay that somebody looks at."""

    def __init__(self, filed: Filed, replay: Replay) -> None:
        if not replay.ended.over:
            raise ValueError("Only a game that is over is shown.")
        self.filed, self.replay = filed, replay
        self._moments: OrderedDict[tuple[int, int | None, int], Moment] = OrderedDict()
        self._lock = Lock()

    @property
    def size(self) -> int:
        """About how many bytes it takes, with all that it may keep."""
        return self.replay.size + _MOST_KEPT * _KEPT_BYTES

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        return marks(self.replay)

    @cached_property
    def options(self) -> Options:
        setup = self.filed.setup
        return Options(
            setup["players"],
            setup["edition"],
            tuple(setup["expansions"]),
            setup["teams"],
        )

    def moment(self, at: int, seat: int | None = None, side: int = 0) -> Moment:
        """A moment as ``seat`` knew it, or with everything, from a ``side``. Takes a while."""
        replay = self.replay
        if not 0 <= at <= replay.last:
            raise Refused(
                "There is no moment %(at)d in this game: it has %(last)d.",
                404,
                at=at,
                last=replay.last,
            )
        for asked in (seat, side):
            if asked is not None and not 0 <= asked < replay.ended.seats:
                raise Refused("There is no seat %(seat)d at this table.", 400, seat=asked)
        key = at, seat, side if seat is None else seat
        with self._lock:
            if key in self._moments:
                self._moments.move_to_end(key)
                return self._moments[key]
        found = self._look(*key)
        with self._lock:
            self._moments[key] = found
            while len(self._moments) > _MOST_KEPT:
                self._moments.popitem(last=False)
        return found

    def _look(self, at: int, seat: int | None, side: int) -> Moment:
        replay = self.replay
        game, decided = replay.game(at), replay.decisions(at)
        over = at == replay.last
        offered = () if over else self._offers(at, seat, side, decided)
        known = decided if seat is None else {one.seat: decided[one.seat] for one in offered}
        table_view = TableView(
            self.filed.code,
            at,
            PLAYING,
            self.options,
            self._sitters(seat),
            seat,
            step=at,
            view={**(_everything(game) if seat is None else game.view(seat)), **_NOBODY_IS_AWAITED},
            events=game.events if seat is None else game.events_for(seat),
            offers=offered,
            scores=game.scores() if over else (),
            ranking=tuple((place, tuple(at)) for place, at in game.ranking()) if over else (),
            kept=Kept(),
            printed=game.catalogue,
        )
        kinds = frozenset(game.decision(owing).kind for owing in game.to_decide)
        return Moment(at, replay.last, table_view, side, known, kinds, self.marks, self.filed.at)

    def _offers(
        self, at: int, seat: int | None, side: int, decided: Mapping[int, Move]
    ) -> tuple[Offer, ...]:
        """What a seat could have done, with what it did."""
        game = self.replay.deciding(at)
        if seat is not None:
            found = offers(game, seat)
        else:
            found = (offer_of(game, side),) if side in decided else ()
        return tuple(replace(offer, choice=decided[offer.seat]) for offer in found)

    def _sitters(self, seat: int | None) -> tuple[Sitter, ...]:
        found = [
            Sitter(one.seat, one.name, one.kind, one.level, you=one.seat == seat)
            for one in self.filed.players
        ]
        if self.options.players == 2:
            found.append(Sitter(2, "Free City", FREE_CITY))
        return tuple(found)


def _everything(game: Game) -> dict[str, Any]:
    """What a spectator sees, with all hands open."""
    whole = game.whole()
    view = game.view(None, whole)
    for entry, opened in zip(view["seats"], whole.position["seats"], strict=True):
        entry.update({key: list(opened[key]) for key in _OPEN if key in opened})
    for seat in range(game.seats):
        view["seats"][seat]["hand"] = list(game.hand(seat))
    return view
