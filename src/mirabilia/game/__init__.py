"""The readable face of the engine: games, moves, positions, records, views, numbers, prices.

| module | what it has |
|---|---|
| ``game`` | ``Game``: the books of one game, and what may be done with it |
| ``notation`` | ``Move`` and its text |
| ``setup`` | what a game is asked to be, checked; the deal laid out |
| ``codec`` | numbers of the engine into words: events, score sheets, rows of moves |
| ``fields`` | which fields of the record a seat has |
| ``positions``, ``position_reader`` | positions written and read |
| ``records``, ``replays`` | whole games as their deal and their decisions; as they stood then |
| ``views``, ``numbers``, ``forecast`` | what a seat may know; of all cities; of the wars to come |
| ``prices``, ``reasons``, ``gains`` | what things cost, and why not; what they would bring |
| ``warming``, ``compiling`` | playing while another process compiles; how far that has come |

``Game`` is loaded on first use, and Numba with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .notation import Move

if TYPE_CHECKING:
    from .game import Decision, Game, NothingToDecide

__all__ = ["Decision", "Game", "Move", "NothingToDecide"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from . import game

        return getattr(game, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
