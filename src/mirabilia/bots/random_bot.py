"""The bot ``random``: uniform over card and use, then over the payments.

Uses are drawn first and tried after, until one is possible: that is uniform over the possible
ones, and far cheaper than listing them all.
"""

from __future__ import annotations

from ..engine.chance import draw
from ..engine.jit import inlined
from ..engine.moves import (
    card_held,
    cards_held,
    is_first_copy,
    list_choices,
    list_uses,
    use_payments,
    write_use,
)
from ..engine.state import OWES_LAST_CARD, OWES_LEADER, OWES_PLAY, STAGE_BUILD

NO_USE = 0


@inlined
def random_play(g, t, seat, rng, move, w):
    """A use of a card of the hand; selling is always possible, or something else is (V5)."""
    held = cards_held(g, seat)
    uses = list_uses(g, t, seat, w)
    while True:
        index = draw(rng, held)
        use = draw(rng, uses)
        if not is_first_copy(g, seat, index):
            continue
        card = card_held(g, seat, index)
        if w.use[use, 0] == NO_USE:
            continue
        options = use_payments(g, t, seat, card, use, w)
        if options == 0 and w.use[use, 0] == STAGE_BUILD:
            w.use[use, 0] = NO_USE  # with no card, then
        if options:
            write_use(g, t, seat, move, card, use, w.pay[draw(rng, options)], w)
            return


@inlined
def random_move(g, t, seat, rng, move, moves, w):
    """A decision of any kind."""
    kind = g.asked[seat]
    if kind == OWES_PLAY or kind == OWES_LAST_CARD or kind == OWES_LEADER:
        random_play(g, t, seat, rng, move, w)
        return
    picked = moves[draw(rng, list_choices(g, t, seat, moves, w))]
    for index in range(picked.shape[0]):
        move[index] = picked[index]
