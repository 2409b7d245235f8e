"""``School``: games in all setups side by side, in which a net decides, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ...batch import Batch
from ...bots.net.inputs import new_mind
from ...engine import chance
from ...engine.jit import compile_for
from ...engine.scratch import ensure_compiled
from ...game.setup import Setup, Wanted
from . import lessons

_BOTS = 10  # the stream of a row's seed from which its bots draw
_FREE_CITY = 2
Room = Callable[[tuple[int, ...], Any], npt.NDArray[Any]]

ALL = ("leaders", "cities", "armada")


def _setups() -> tuple[dict[str, Any], ...]:
    """What there is to learn, each as often as it counts."""
    found: list[dict[str, Any]] = []

    def add(times: int, players: int, edition: str, *expansions: str, **more: Any) -> None:
        setup = {"players": players, "edition": edition, "expansions": expansions, **more}
        found.extend([setup] * times)

    for edition, often in (("1st", 4), ("2nd", 2)):
        for players, times in ((3, 8), (4, 3), (5, 4), (6, 2), (7, 3)):
            add(times * often, players, edition)
        add(2, 3, edition, sides="choose")
        add(1, 5, edition, sides="choose")
        for players, times in ((3, 2), (4, 2), (5, 4), (6, 1), (7, 2)):
            add(times, players, edition, *ALL)
        for count in (1, 2):
            for some in combinations(ALL, count):
                for players in (3, 4, 5, 7):
                    add(1, players, edition, *some)
        for players in (4, 6):
            add(1, players, edition, "cities", teams=True)
            add(1, players, edition, "armada", teams=True)
            add(1, players, edition, *ALL, teams=True)
    add(1, 5, "2nd", *ALL, leaders="expert")
    add(1, 2, "1st")
    add(1, 8, "1st", "armada")
    add(1, 8, "1st", "armada", teams=True)
    return tuple(found)


SETUPS = _setups()


class School(Batch):
    """Games of ``setups``. Of every ``bots_in`` rows one has ``greedy`` in all seats but one."""

    _pieces = 4

    def __init__(
        self,
        games: int,
        setups: Iterable[Mapping[str, Any]] = SETUPS,
        *,
        bots_in: int = 0,
        room: Room = np.zeros,
        **options: Any,
    ) -> None:
        self._bots_in, self._room = bots_in, room
        super().__init__(games, setups, reward="lead", observed=False, **options)

    def _make(self, played: Sequence[tuple[Setup, Wanted]], choose: bool) -> None:
        super()._make(played, choose)
        seats = np.array([setup.seats for setup in self.setups])[self._many.setup]
        ends = np.cumsum(seats)
        count, room = int(ends[-1]), self._room
        self.row_of_slot = np.repeat(np.arange(self.games), seats)
        self.seat_of_slot = np.arange(count) - np.repeat(ends - seats, seats)
        self.slots = lessons.Slots(
            first=ends - seats,
            plays=np.zeros(count, np.uint8),
            owes=np.zeros(count, np.uint8),
            inputs=room((count, lessons.MOST), np.uint16),
            values=room((count, lessons.MOST), np.int16),
            legal=room((count, lessons.MOST_LEGAL), np.int16),
            actions=np.zeros(count, np.int64),
            bot_rng=np.zeros(self.games, np.uint64),
        )
        players = np.array([setup.players for setup in self.setups])[self._many.setup]
        if self._bots_in:
            rows = np.arange(self.games)
            alone = (rows // self._bots_in) % players
            with_bots = (rows % self._bots_in == 0)[self.row_of_slot]
            self.slots.plays[with_bots & (self.seat_of_slot != alone[self.row_of_slot])] = (
                lessons.BOT
            )
        # What the Free City does is to the good of its holder, who is another one each turn.
        of_free_city = (players == 2)[self.row_of_slot] & (self.seat_of_slot == _FREE_CITY)
        self.slots.plays[of_free_city] = lessons.BOT
        self._rooms = {
            id(space.work): lessons.Room(new_mind(self.setups[0]), space.work, space.no_events)
            for space in self._spaces
        }

    def _make_ready(self) -> None:
        ensure_compiled("lessons", self._compile)

    def _compile(self) -> None:
        room = next(iter(self._rooms.values()))
        rest = (self._many, self.slots, self._wish, 0, 1, room)
        compile_for(lessons.begin_lessons, *rest)
        compile_for(lessons.step_lessons, *rest)

    def _begin_all(self) -> None:
        self.slots.bot_rng[:] = chance.states(self.seeds, _BOTS)
        self._share_lessons(lessons.begin_lessons)

    def answer(self) -> None:
        """Take the answers that lie in ``slots.actions``, and go on."""
        self._share_lessons(lessons.step_lessons)
        self._note_ended()

    def _share_lessons(self, work: Callable[..., None]) -> None:
        def share(many: Any, wish: Any, first: int, last: int, *space: Any) -> None:
            _, work_space, _ = space
            work(many, self.slots, wish, first, last, self._rooms[id(work_space)])

        self._share(share)
