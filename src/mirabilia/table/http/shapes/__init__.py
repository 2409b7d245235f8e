"""The shapes of everything the JSON interface takes, answers and streams, for its description.

They describe and are not run: only what is ``asked`` is checked on its way in. That answers are
what they are said to be is held by ``tests/table/test_shapes.py``. Whoever adds a key to an answer
adds a line here.

========== ====================================================================
``shape``   what shapes are made of: ids, seats, words out of a list
``asked``   what is sent
``answers`` tables, seats, offers, scores, refusals; health and explanations
``views``   what a seat may know of the game
``events``  what has happened: one line for each kind
``records`` a finished game with the proof of its deal
``streams`` the messages of a stream
========== ====================================================================
"""
