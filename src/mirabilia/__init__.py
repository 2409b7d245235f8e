"""Mirabilia: the board game 7 Wonders as software.

>>> from mirabilia import Game
>>> game = Game(players=3, edition="2nd", seed=7)
>>> game.to_decide
[0, 1, 2]

The engine, and Numba with it, is loaded on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .game.notation import Move

if TYPE_CHECKING:
    from .game.game import Game

__version__ = "1.0.0"
__all__ = ["Game", "Move", "__version__"]


def __getattr__(name: str) -> Any:
    if name == "Game":
        from .game.game import Game

        return Game
    raise AttributeError(f"module 'mirabilia' has no attribute {name!r}")
