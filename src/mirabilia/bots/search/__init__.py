"""Search among moves.

``sample`` draws worlds that a seat may be in, ``search`` tries moves in them, ``players`` says how
the others are taken to play, ``tree`` remembers which own moves paid.
"""
