"""Who sits beside whom: seats are counted to the left (B2).

Without a division, which takes longer than all else that is done with such a number.
"""

from __future__ import annotations

from .jit import inlined


@inlined
def left_of(seats, seat):
    return seat + 1 if seat + 1 < seats else 0


@inlined
def right_of(seats, seat):
    return seat - 1 if seat > 0 else seats - 1
