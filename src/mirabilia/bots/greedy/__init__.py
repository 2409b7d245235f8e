"""The bot ``greedy``: ``player`` weighs the moves of a turn, the others help it."""
