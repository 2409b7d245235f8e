"""A finished game as a bot sees it: what each decision cost, and how the game went for everybody.

``decisions`` walks through a record and gives the decisions of a player, each with what his seat
knew then (K1). ``judging`` searches such a decision anew: the move that was played and the best
ones are tried in the same worlds, often enough to tell a difference from noise. ``why`` finds in
those figures what explains it, ``sentences`` has the words. ``course`` plays the game on from every
turn, for the places that everybody could expect. ``review`` puts all that together, one decision at
a time; ``judgement`` has what it is made of, ``written`` that as JSON; ``outcomes`` counts how
games that were played out have ended. ``puzzles`` are single decisions with one best move,
``puzzle_maker`` finds them. ``jobs`` is what of all that other processes do.

Everything is counted in playouts and not in seconds, so that a review is the same on every machine.
"""
