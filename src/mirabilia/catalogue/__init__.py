"""What is printed on the components, read from data files that a player can mend.

``load("2nd", ["leaders"])`` gives the ``Catalogue`` of an edition with its expansions; ``read`` and
``load_files`` check texts and files of your own.
"""

from .loader import EDITIONS, load, load_files, read
from .model import (
    AGES,
    COLOURS,
    COUNTED,
    EFFECT_KINDS,
    EXPANSIONS,
    FLEETS,
    MANUFACTURED,
    MARKS,
    RAW,
    RESOURCES,
    SCIENCE,
    WHERE,
    Board,
    Card,
    Catalogue,
    CatalogueError,
    Cost,
    Effect,
    Island,
    Leader,
    Shipyard,
    Space,
    Stage,
)

__all__ = [
    "AGES",
    "COLOURS",
    "COUNTED",
    "EDITIONS",
    "EFFECT_KINDS",
    "EXPANSIONS",
    "FLEETS",
    "MANUFACTURED",
    "MARKS",
    "RAW",
    "RESOURCES",
    "SCIENCE",
    "WHERE",
    "Board",
    "Card",
    "Catalogue",
    "CatalogueError",
    "Cost",
    "Effect",
    "Island",
    "Leader",
    "Shipyard",
    "Space",
    "Stage",
    "load",
    "load_files",
    "read",
]
