"""The bot ``random``: uniform over card and use, then over the payments.

Uses are drawn first and tried after, until one is possible: that is uniform over the possible
ones, and far cheaper than listing them all.
"""

from __future__ import annotations

from ..engine.chance import draw
from ..engine.jit import compiled, inlined
from ..engine.moves import (
    card_held,
    cards_held,
    is_first_copy,
    list_choices,
    list_uses,
    may_rebuild,
    quick_payments,
    use_payments,
    write_move,
    write_use,
)
from ..engine.state import (
    OWES_LAST_CARD,
    OWES_LEADER,
    OWES_PLAY,
    OWES_REBUILD,
    REBUILD,
    SKIP,
    STAGE_BUILD,
)

NO_USE = 0


@compiled
def draw_use(g, t, seat, rng, held, uses, w):
    """Draw until a use may be possible: which card, which use, how many payments.

    -1 payments have to be worked out. That takes long, so it is left to ``settle_use``: on a GPU
    those games that come to it do it together.
    """
    while True:
        index = draw(rng, held)
        use = draw(rng, uses)
        if w.use[use, 0] == NO_USE:
            continue
        options = quick_payments(g, t, seat, card_held(g, seat, index), use, w)
        if options:
            return index, use, options
        _note_impossible(w, use)


@inlined
def _note_impossible(w, use):
    """A stage that can't be built with one card can't be with another."""
    if w.use[use, 0] == STAGE_BUILD:
        w.use[use, 0] = NO_USE


@compiled
def settle_use(g, t, seat, index, use, options, w):
    """The payments of a use that was drawn; how many, 0 where something else has to be drawn."""
    if not is_first_copy(g, seat, index):
        return 0
    if options < 0:
        options = use_payments(g, t, seat, card_held(g, seat, index), use, w)
        if options == 0:
            _note_impossible(w, use)
    return options


@compiled
def owes_use(g, seat):
    """Whether a seat owes a use of a card, for which a card and a use are drawn."""
    kind = g.asked[seat]
    return kind == OWES_PLAY or kind == OWES_LAST_CARD or kind == OWES_LEADER


@inlined
def random_play(g, t, seat, rng, move, w):
    """A use of a card of the hand; selling is always possible, or something else is (V5)."""
    held = cards_held(g, seat)
    uses = list_uses(g, t, seat, w)
    while True:
        index, use, options = draw_use(g, t, seat, rng, held, uses, w)
        options = settle_use(g, t, seat, index, use, options, w)
        if options:
            break
    pay = w.pay[draw(rng, options)]
    write_use(g, t, seat, move, card_held(g, seat, index), use, pay, w)


@compiled
def _random_rebuild(g, t, seat, rng, move):
    """A card of the discard pile, or none; they are many, so they are counted and not listed."""
    number = 0
    for card in range(t.cards_n):
        if may_rebuild(g, t, seat, card):
            number += 1
    picked = draw(rng, number + 1)
    for card in range(t.cards_n):
        if may_rebuild(g, t, seat, card):
            if picked == 0:
                write_move(move, REBUILD, card, 0)
                return
            picked -= 1
    write_move(move, SKIP, 0, 0)


@compiled
def random_choice(g, t, seat, rng, move, moves, w):
    """A decision that is not about the use of a card."""
    if g.asked[seat] == OWES_REBUILD:
        _random_rebuild(g, t, seat, rng, move)
        return
    picked = moves[draw(rng, list_choices(g, t, seat, moves, w))]
    for index in range(picked.shape[0]):
        move[index] = picked[index]


@inlined
def random_move(g, t, seat, rng, move, moves, w):
    """A decision of any kind."""
    if owes_use(g, seat):
        random_play(g, t, seat, rng, move, w)
    else:
        random_choice(g, t, seat, rng, move, moves, w)
