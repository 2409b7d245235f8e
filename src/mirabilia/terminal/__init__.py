"""The game on a terminal: what is shown, and forms for what is asked.

``screen`` has what all share; ``city``, ``sea``, ``events``, ``war`` and ``scores`` show a part
each; ``form``, ``hand_form`` and ``choice_forms`` have a form for every kind of decision; ``ask``
is the person who fills them in, ``lookup`` finds what is printed by its name.
"""
