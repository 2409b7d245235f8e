"""The first game of somebody who has never played: a chosen deal, against two beginners.

Everybody gets the same cards, of which each kind of use can be shown in the first hand: some cost
nothing, some are paid for by the own city, some are bought from a neighbour, one can't be had yet.
A table is such a game by its deal alone, so that nothing else has to be stored.
"""

from __future__ import annotations

from .fair import Promise
from .table_view import Options, TableView

OPTIONS = Options(players=3, edition="2nd", sides="day", level="beginner")
PROMISE = Promise(
    secret="0d34bfa454276f4a83549ba1dd145e4ecea1bade7821325818d09716069f7649",
    nonce="c70a9fcf0c11f323f28d9630267a9ff5",
)
_HASH = PROMISE.hash


def is_first(table_view: TableView) -> bool:
    """Whether the table is somebody's first game, of which its page tells him how it goes."""
    return table_view.fairness is not None and table_view.fairness.hash == _HASH
