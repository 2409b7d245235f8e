"""What is wanted of a table, checked: that it can be set up, with a clock there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...game.setup import Wanted, check_setup
from .refused import Refused
from .seating import check_delay
from .table_view import Options
from .timed import check_clock


def check_table(options: Options, clocks: Sequence[int]) -> Options:
    """What the engine can set up, as it names it; else a refusal."""
    try:
        setup = check_setup(
            Wanted(
                options.players,
                options.edition,
                options.expansions,
                seed=0,
                sides=options.sides,
                teams=options.teams,
                leaders=options.leaders,
            )
        )
    except ValueError as error:
        raise Refused.because(error, 400) from None
    check_clock(options.clock, clocks)
    check_delay(options.delay)
    return replace(options, expansions=setup.expansions, sides=setup.sides)
