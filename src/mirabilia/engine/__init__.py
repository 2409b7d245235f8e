"""The rules, compiled."""

# The number of the rules: raised with every change of what the engine does with a game, so that a
# table or a record that was begun by other rules is never replayed into another game.
RULES = 2
# What was stored before the number was.
FIRST_RULES = 1
