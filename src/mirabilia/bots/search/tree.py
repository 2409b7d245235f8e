"""What a search remembers of the seat's own next decisions: a tree over its own moves alone.

A playout begins with a candidate; the moves that the seat makes after it are a path, and for each
path the table keeps how many playouts went along it and what they brought. Whether a card is built
before another or after it makes a small difference, so paths with the same moves count as one.
Others' moves and the cards that turn up are chance: what a path brought is the mean over the worlds
in which it could be gone. Paths are told apart by a hash, the sum of those of the moves; whoever
finds no free place is not remembered.

At a decision whose path has been gone often enough, the policy is biased: what it takes a move
to be worth counts as much as some playouts, and what the playouts brought counts for the rest, with
something for moves that were seldom tried. So with few playouts the seat plays by the policy, with
many by what was found.
"""

from __future__ import annotations

import numpy as np

from ...engine.jit import compiled, inlined
from ...engine.state import ACTION, BUILD, CARD, CARDS, OWES_LAST_CARD, OWES_PLAY, STAGE_BUILD
from ..policy.base import policy_move
from ..policy.bias import SCALE, SELL_AT, SHIFT, STAGE_AT, USES
from ..policy.weights import BEND, OWN_POINTS, TREE_EXPLORE, TREE_FROM, TREE_PRIOR
from .players import taught_move

PLACES = 1 << 15
DEEPEST = 24
_LOOKED_AT = 8
_SPREAD, _FACTOR, _KEYS = 0x9E3779B97F4A7C1, 1_000_003, (1 << 40) - 1
# Behind the uses of a hand: the candidates of another decision than a turn's card.
_OTHER = CARDS + USES
TREE = np.dtype(
    (
        np.record,
        [
            ("key", np.int64, (PLACES,)),
            ("tries", np.float64, (PLACES,)),
            ("total", np.float64, (PLACES,)),
            ("way", np.int64, (DEEPEST,)),  # places of the paths that this playout goes along
            ("way_n", np.int64),
            ("path", np.int64),  # where it has come to; 0: it has left the tree
            ("bias", np.float64, (2, USES)),
        ],
    )
)


@compiled
def _place(tree, key):
    """Where a path is kept, or could be; -1: there is no room."""
    for step in range(_LOOKED_AT):
        at = (key + step) & (PLACES - 1)
        if tree.key[at] == key or tree.key[at] == 0:
            return at
    return -1


@compiled
def _further(path, code):
    """The path that goes on with a move."""
    mixed = (code + 1) * _SPREAD & _KEYS
    mixed = (mixed ^ (mixed >> 19)) * _FACTOR & _KEYS
    return max((path + (mixed ^ (mixed >> 23))) & _KEYS, 1)


@compiled
def _use_code(move):
    """The number of a use of a card: all ways to sell, or to build the stage, are one."""
    if move[ACTION] == BUILD:
        return np.int64(move[CARD])
    if move[ACTION] == STAGE_BUILD:
        return CARDS + STAGE_AT
    return CARDS + SELL_AT


@compiled
def _go(tree, path):
    """Note that this playout goes along a path, or leaves the tree where there is no room."""
    at = _place(tree, path)
    tree.path = 0
    if at >= 0 and tree.way_n < DEEPEST:
        tree.key[at] = path
        tree.way[tree.way_n] = at
        tree.way_n += 1
        tree.path = path


@compiled
def set_out(tree, kind, number, candidate):
    """Begin a playout with a candidate of a decision."""
    tree.way_n = 0
    code = _OTHER + number
    if kind == OWES_PLAY or kind == OWES_LAST_CARD:
        code = _use_code(candidate)
    _go(tree, _further(0, code))


@compiled
def go_on(tree, move):
    """Go on with a use of a card."""
    _go(tree, _further(tree.path, _use_code(move)))


@inlined
def bring_home(tree, result):
    """Add what a playout brought to all paths that it went along."""
    for index in range(tree.way_n):
        tree.tries[tree.way[index]] += 1.0
        tree.total[tree.way[index]] += result


@compiled
def own_move(g, t, seat, rng, p, tree, players, w):
    """A decision of the seat that searches, biased by what earlier playouts found."""
    kind = g.asked[seat]
    worth = taught_move(g, t, seat, rng, p, players, w)
    if tree.path == 0 or (kind != OWES_PLAY and kind != OWES_LAST_CARD):
        return
    here = tree.way[tree.way_n - 1]
    tries = tree.tries[here]
    if tries < p[TREE_FROM] or p[TREE_PRIOR] <= 0.0:
        tree.path = 0
        return
    mean = tree.total[here] / tries
    points = 100.0 / (1.0 / p[BEND] + p[OWN_POINTS])
    prior = p[TREE_PRIOR]
    explore = 100.0 * p[TREE_EXPLORE] * np.sqrt(np.log(tries))
    for option in range(USES):
        code = CARDS + option
        if option < STAGE_AT:
            if option >= g.hand_n[seat]:
                continue
            code = np.int64(g.hand[seat, option])
        known = 0.0
        found = 0.0
        key = _further(tree.path, code)
        at = _place(tree, key)
        if at >= 0 and tree.key[at] == key and tree.tries[at] > 0.0:
            known = tree.tries[at]
            found = (tree.total[at] / known - mean) * points + worth
        scale = prior / (prior + known)
        tree.bias[SCALE, option] = scale * players.corrected[SCALE, option]
        shift = scale * players.corrected[SHIFT, option] + (1.0 - scale) * found
        tree.bias[SHIFT, option] = shift + explore / np.sqrt(prior + known)
    policy_move(g, t, seat, rng, p, tree.bias, w)
    go_on(tree, w.move[0])
