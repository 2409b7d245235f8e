"""How a table waits: what is left on its clock, who wants a pause, who was nudged; as it is stored.

``Timing`` is changed by the table alone (``timed``) and written with its other changes. ``Waits``
is what a reader may see of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

NO_STEP = -1


@dataclass(frozen=True, slots=True)
class Nudge:
    """Somebody was reminded that all wait for him."""

    seat: int
    by: int
    at: float  # by the wall clock
    step: int


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock of a step, and whether the table is paused.

    ``deadline`` is in seconds of the server's life; while the clock stands there is none, and
    ``left`` says what is left. ``agreed`` are the seats that want a pause, who asked first.
    """

    step: int = NO_STEP
    deadline: float | None = None
    left: float | None = None
    extended: int = 0  # how often, in this step
    paused: bool = False
    by: int | None = None  # the seat of who has paused; None: the host, without a seat
    since: float = 0.0  # by the wall clock
    agreed: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()  # who has asked for a pause in this step
    declined: int | None = None  # who would rather play on
    resumed: int | None = None  # who has let the game go on, in this step
    nudges: tuple[Nudge, ...] = ()  # the last one of each seat

    def text(self) -> str:
        """As it is stored, but for the deadline, which has a column of its own.

        >>> timing = Timing(3, 70.5, nudges=(Nudge(1, 0, 12.0, 3),))
        >>> Timing.read(timing.text(), 70.5) == timing
        True
        """
        told = asdict(self)
        del told["deadline"]
        return json.dumps(told)

    @staticmethod
    def read(text: str, deadline: float | None) -> Timing:
        told = json.loads(text)
        for name in ("agreed", "asked"):
            told[name] = tuple(told[name])
        told["nudges"] = tuple(Nudge(**each) for each in told["nudges"])
        return Timing(deadline=deadline, **told)


@dataclass(frozen=True, slots=True)
class Waits:
    """How a table waits, as a reader sees it."""

    paused: bool = False
    by: int | None = None
    agreed: tuple[int, ...] = ()
    needed: tuple[int, ...] = ()  # who has yet to agree to a pause that was asked for
    declined: int | None = None
    resumed: int | None = None
    stands: bool = False  # there is a clock, and it stands: paused, or somebody is on holiday
    until: float | None = None  # when it runs out, by the wall clock
    extended: int = 0
    extensions: int = 0  # how often it can still be extended in this step
    holidays: Mapping[int, float] = field(default_factory=dict)  # until when, by the seat
    nudge: Nudge | None = None  # of the reader, in this step
