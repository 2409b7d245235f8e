"""What a search remembers of the seat's own next decisions: a tree over its own moves alone.

A try begins with a candidate; the moves that the seat makes after it are a path, and for each path
the table keeps how many tries went along it and what they brought. Whether a card is built before
another or after it makes a small difference, so paths with the same moves count as one. Others'
moves and the cards that turn up are chance: what a path brought is the mean over the worlds in
which it could be gone. Paths are told apart by a hash, the sum of those of the moves; whoever finds
no free place is not remembered.

At a decision whose path has been gone before, what the tries brought is added to how much the net
likes a move: little after few tries, more after many. So with little time the seat plays as the net
does, with more by what was found.
"""

from __future__ import annotations

import numpy as np

from ...batch import layout as a
from ...batch.legal import P_KIND, find_move, is_hand
from ...engine.jit import compiled, inlined
from ...engine.state import ACTION, BUILD, CARD, CARDS, STAGE_BUILD
from .inputs import write_inputs
from .net_move import legal_actions
from .thinking import like_all, pick, think

PLACES = 1 << 15
DEEPEST = 40
_LOOKED_AT = 8
_SPREAD, _FACTOR, _KEYS = 0x9E3779B97F4A7C1, 1_000_003, (1 << 40) - 1
# What a move is on a path: a card that is built, a stage, a sale; or a candidate of another kind.
_STAGED, _SOLD, _OTHER = CARDS, CARDS + 1, CARDS + 2
TREE = np.dtype(
    (
        np.record,
        [
            ("key", np.int64, (PLACES,)),
            ("tries", np.float64, (PLACES,)),
            ("total", np.float64, (PLACES,)),
            ("way", np.int64, (DEEPEST,)),  # places of the paths that this try goes along
            ("way_n", np.int64),
            ("path", np.int64),  # where it has come to; 0: it has left the tree
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
def _code(move):
    if move[ACTION] == BUILD:
        return np.int64(move[CARD])
    if move[ACTION] == STAGE_BUILD:
        return _STAGED
    return _SOLD


@compiled
def _go(tree, path):
    """Note that this try goes along a path, or leaves the tree where there is no room."""
    at = _place(tree, path)
    tree.path = 0
    if at >= 0 and tree.way_n < DEEPEST:
        tree.key[at] = path
        tree.way[tree.way_n] = at
        tree.way_n += 1
        tree.path = path


@compiled
def set_out(tree, from_hand, number, candidate):
    """Begin a try with a candidate of a decision."""
    tree.way_n = 0
    _go(tree, _further(0, _code(candidate) if from_hand else _OTHER + number))


@inlined
def bring_home(tree, result):
    """Add what a try brought to all paths that it went along."""
    for index in range(tree.way_n):
        tree.tries[tree.way[index]] += 1.0
        tree.total[tree.way[index]] += result


@inlined
def _card_of(g, seat, numbers, number):
    """The engine's number of a card in hand."""
    for index in range(g.hand_n[seat]):
        if numbers[g.hand[seat, index]] == number:
            return np.int64(g.hand[seat, index])
    return _OTHER


@inlined
def _add_found(g, trial, seat):
    """Add to what the net likes what was found of each action in earlier tries."""
    tree, thought, how = trial.tree, trial.mind.thought, trial.how
    here = tree.way[tree.way_n - 1]
    if tree.tries[here] < 2:
        return
    mean = tree.total[here] / tree.tries[here]
    for at in range(thought.n):
        number = thought.action[at]
        use = number % len(a.USES)
        if use >= a.SELL:
            code = _SOLD
        elif use >= a.STAGE:
            code = _STAGED
        else:
            code = _card_of(g, seat, trial.mind.numbers, number // len(a.USES))
        key = _further(tree.path, code)
        place = _place(tree, key)
        if place >= 0 and tree.key[place] == key and tree.tries[place] > 0:
            tries = tree.tries[place]
            sure = how.sharp * tries / (tries + how.doubt)
            thought.liking[at] += np.float32(sure * (tree.total[place] / tries - mean))


@compiled
def own_move(g, trial, seat, rng, w):
    """A decision of the seat that searches, by the net and by what earlier tries found."""
    mind, net = trial.mind, trial.net
    in_tree = trial.tree.path != 0 and is_hand(g.asked[seat])
    mind.pending[P_KIND] = 0
    while True:
        legal_actions(g, trial.t, seat, mind, w)
        write_inputs(g, seat, mind, False)
        think(net, mind)
        like_all(g, seat, net, mind)
        if in_tree and mind.pending[P_KIND] == 0:
            _add_found(g, trial, seat)
        best = pick(mind, trial.how.own_heat, rng)
        number = mind.thought.action[best]
        if find_move(g, trial.t, seat, mind.numbers, number, 0, mind.pending, w) != 0:
            break
    if in_tree:
        _go(trial.tree, _further(trial.tree.path, _code(w.move[0])))
