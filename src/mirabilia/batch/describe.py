"""The page of observations' and actions' parts, ``docs/observation.md``, made from ``layout``.

python -m mirabilia.batch.describe > docs/observation.md
"""

from __future__ import annotations

import numpy as np

from . import layout as a

_HEAD = """# What a seat is shown, and what it may answer

Made from `batch/layout.py` by `python -m mirabilia.batch.describe`; how a batch is used stands in
[learning.md](learning.md). Cards, leaders and islands have one number in all editions and with all
expansions, 1 to {cards} (`mirabilia.batch.CARDS`); 0 is no card. Boards have 1 to {boards}.

## An observation
One record of {size} bytes, `mirabilia.batch.OBSERVATION`. It holds what the seat may know and
nothing else. Cities stand by how far they are away: 0 the own one, 1 the left neighbour, 2 the
right one, 3 two seats to the left, 4 two to the right, and so on. Sets of cards are bits by the
cards' numbers, the lowest first in each byte.

| part | type | shape | what it says |
|---|---|---|---|
"""
_CITY = """
## The columns of a city
`cities` has {width} columns for each city; `mirabilia.batch.layout.COLUMNS` has the slice of each.

| column | at | how many | what it says |
|---|---|---|---|
"""
_ACTIONS = """
## Actions
A number below {actions}; a mask has a bit for each, the lowest first in each byte. The first
{first} are a card and a use of it: `8 * card + use`.

| use | what is done with the card |
|---|---|
"""
_CHOICES = """
The others:

| from | to | what |
|---|---|---|
"""


def _shape(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) if shape else "1"


def page() -> str:
    """The whole page."""
    numbers = {"cards": len(a.CARDS) - 1, "boards": len(a.BOARDS) - 1}
    text = _HEAD.format(**numbers, size=a.OBSERVATION.itemsize)
    for part in a.PARTS:
        kind = np.dtype(part.kind).name
        text += f"| `{part.name}` | {kind} | {_shape(part.shape)} | {part.words} |\n"
    text += _CITY.format(width=a.CITY_WIDTH)
    for column in a.COLUMN_LIST:
        start = a.COLUMNS[column.name].start
        text += f"| `{column.name}` | {start} | {column.size} | {column.words} |\n"
    text += _ACTIONS.format(actions=a.ACTIONS, first=a.FIRST_CHOICE)
    for number, words in enumerate(a.USES):
        text += f"| {number} | {words} |\n"
    text += _CHOICES
    firsts = [first for first, _, _ in a.CHOICES]
    for (first, words, _), end in zip(a.CHOICES, [*firsts[1:], a.LAST_CHOICE], strict=True):
        text += f"| {first} | {end - 1} | {words} |\n"
    return text


if __name__ == "__main__":
    print(page(), end="")
