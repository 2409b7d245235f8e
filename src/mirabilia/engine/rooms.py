"""Whether the payer has room for every cost that is printed.

Compiled code raises nothing. Its lists are guarded where they are filled; what the payer needs
follows from the costs alone, so it is checked when the tables are made. The other bounds stand in
the catalogue's checks (``catalogue.checks``) and, for positions, in their reader.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..catalogue import RESOURCES, Catalogue, CatalogueError, Cost
from .pay import FULL_PRICE, MOST_USES
from .state import BEST, STATES

# How often the far seats and the bank have been used; with four seats the far ones are the same.
LAYERS = max((MOST_USES + 1) ** 3, (2 * MOST_USES + 1) * (MOST_USES + 1))


def check_costs(catalogue: Catalogue) -> None:
    """All that is printed can be paid for."""
    entries = [entry for entry, _ in _costs(catalogue)]
    states, best = _needed(catalogue)
    for index in np.flatnonzero(((states > STATES) | (best > BEST)).any(axis=1)):
        raise CatalogueError(f"{entries[index]}: the cost is of more resources than can be paid")


def best_needed(catalogue: Catalogue) -> int:
    """How much of ``w.best`` the payer ever uses with these costs."""
    return int(_needed(catalogue)[1].max())


def _needed(catalogue: Catalogue) -> tuple[np.ndarray, np.ndarray]:
    """Of ``w.multiset`` and ``w.best``, for every card and stage with every ship.

    What can be missing, and coins to the left for it.
    """
    costs = [cost for _, cost in _costs(catalogue)]
    ships = [
        cost for yard in catalogue.shipyards.values() for row in yard.costs.values() for cost in row
    ]
    needs = _counts(costs)[:, None, :] + _counts([Cost(), *ships])[None, :, :]
    states = (needs + 1).prod(axis=2)
    totals = FULL_PRICE * needs.sum(axis=2) + 1
    return states, LAYERS * states * totals


def _costs(catalogue: Catalogue) -> Iterator[tuple[str, Cost]]:
    for card in catalogue.cards.values():
        yield f"card.{card.id}", card.cost
    for board in catalogue.boards.values():
        for stage in board.stages:
            yield f"board.{board.wonder}", stage.cost


def _counts(costs: list[Cost]) -> np.ndarray:
    rows = [[cost.resources.get(kind, 0) for kind in RESOURCES] for cost in costs]
    return np.array(rows, np.int64)
