"""What is asked from outside compiled code, again and again: prices, and what a move brings.

Whole arrays are handed in, as in ``numbers``: a record takes thirty microseconds to hand over.
"""

from __future__ import annotations

from . import state as s
from .choices import make_choices, reach_spaces
from .jit import compiled
from .lasting import in_city
from .moves import (
    build_freedom,
    build_options,
    may_build_stage,
    next_stage,
    right_for,
    right_options,
    stage_options,
)
from .play import carry_out


@compiled
def of_card(games, tables, seat, card):
    """Whether it stands in the city, why it would cost nothing, whether a right builds it."""
    g, t = games[0], tables[0]
    return in_city(g, t, seat, card), build_freedom(g, t, seat, card), right_for(g, t, seat, card)


@compiled
def ways_to_build(games, tables, seat, card, ship, works):
    return build_options(games[0], tables[0], seat, card, ship, works[0])


@compiled
def ways_by_right(games, tables, seat, card, ship, works):
    return right_options(games[0], tables[0], seat, card, ship, works[0])


@compiled
def of_stages(games, tables, seat):
    """The next stage, and a bit for each that may be built."""
    g, t = games[0], tables[0]
    bits = 0
    for stage in range(s.STAGES):
        if may_build_stage(g, t, seat, stage):
            bits |= 1 << stage
    return next_stage(g, t, seat), bits


@compiled
def ways_to_stage(games, tables, seat, stage, fleet, works):
    return stage_options(games[0], tables[0], seat, stage, fleet, works[0])


@compiled
def carry_out_alone(games, tables, seat, events):
    """A seat's move, as if nobody else did anything; of what comes of it, what has one outcome."""
    g, t = games[0], tables[0]
    if g.asked[seat] == s.OWES_RECRUIT:
        make_choices(g, t, events)
    else:
        carry_out(g, t, events)
        for other in range(g.seats):
            if g.owed_n[other]:
                make_choices(g, t, events)
                break
    for other in range(g.seats):
        for fleet in range(s.FLEETS):
            if g.reached[other, fleet]:
                reach_spaces(g, t, events)
                return
