"""The rules, compiled.

Four things go from hand to hand: ``g``, the record of a game (``state.GAME``); ``t``, the catalogue
as arrays (``tables``); ``w``, scratch space; ``ev``, the list of events, of length 0 where nobody
listens. Nothing is allocated and nothing raised in compiled code.

| chapter | file |
|---|---|
| what a game is; what is printed, as numbers | ``state``, ``tables`` |
| kinds of effects; room for every cost | ``kinds``, ``rooms`` |
| chance; setting up and dealing | ``chance``, ``deal`` |
| the turn as a small machine: who owes what, and what comes next | ``turn`` |
| which moves a seat has; what they cost | ``moves``, ``pay`` |
| all pay and place; what happens at once; what lasts | ``play``, ``at_once``, ``lasting`` |
| choices inside a turn, spaces reached, losses | ``choices`` |
| war on land and at sea | ``war``, ``sea`` |
| counting; points; the numbers of all cities | ``count``, ``score``, ``numbers`` |
| what happened | ``events`` |
| compiling, in two stages, with help | ``jit``, ``staged``, ``helping``, ``warm`` |
| what code was made for, where it lies | ``fit``, ``kept``, ``own_folder``, ``shipped`` |
| playing before anything is compiled | ``cold`` |
| scratch space for callers outside | ``scratch`` |

A turn goes so (A16): decisions are taken, all at once; ``play`` has all pay, advance and place;
``at_once`` and ``choices`` do what happens at once, the spaces reached, the discard pile and the
losses, stopping wherever a seat owes a choice; ``turn`` passes the hands on, or ends the age with
``war`` and ``sea``.
"""

# The number of the rules: raised with every change of what the engine does with a game, so that a
# table or a record that was begun by other rules is never replayed into another game.
RULES = 2
# What was stored before the number was.
FIRST_RULES = 1
