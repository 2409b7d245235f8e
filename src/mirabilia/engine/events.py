"""Events: what happened, written into a handed-in array only when somebody wants to know.

Row 0 holds the number of events; it counts on when the array is full, so that whoever reads it
sees that events were lost.
"""

from __future__ import annotations

from .jit import compiled


@compiled
def emit(ev, kind, seat, first, second, third):
    room = ev.shape[0]
    if room == 0:
        return
    row = ev[0, 0] + 1
    ev[0, 0] = row
    if row < room:
        ev[row, 0] = kind
        ev[row, 1] = seat
        ev[row, 2] = first
        ev[row, 3] = second
        ev[row, 4] = third
