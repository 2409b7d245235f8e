"""An observation as one row of numbers, for who learns from arrays.

``write`` lays the parts of observations (``batch/layout.py``) one after the other, as ``int16``.
Sets of cards, which are bits there, have a number for each card: 1 where it is among them.
``parts`` finds them again by their names.

>>> from mirabilia.batch import Batch
>>> batch = Batch(2, players=3, seed=7)
>>> row = rows_of(batch.observations[:, 0])[0]
>>> int(parts(row)["turn"]), parts(row)["cities"].shape, parts(row)["built"].shape
(1, (8, 139), (8, 256))
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..batch import layout

SETS = ("built", "discard")
_BYTE = 8


class Run(NamedTuple):
    """Parts that stand next to each other in the record and are of one kind."""

    begin: int  # in bytes
    end: int
    kind: type
    is_set: bool
    at: int  # where they begin in the row

    @property
    def width(self) -> int:
        size = self.end - self.begin
        return size * _BYTE if self.is_set else size // np.dtype(self.kind).itemsize


def _laid_out() -> tuple[dict[str, tuple[slice, tuple[int, ...]]], tuple[Run, ...]]:
    """Where each part stands in a row, with its shape; and what is copied in one go."""
    places: dict[str, tuple[slice, tuple[int, ...]]] = {}
    runs: list[Run] = []
    at = 0
    for part in layout.PARTS:
        offset = int(layout.OBSERVATION.fields[part.name][1])  # type: ignore[index]
        is_set = part.name in SETS
        shape = (*part.shape[:-1], part.shape[-1] * _BYTE) if is_set else part.shape
        size = int(np.prod(part.shape, dtype=int)) * np.dtype(part.kind).itemsize
        run = Run(offset, offset + size, part.kind, is_set, at)
        last = runs[-1] if runs else None
        if last and (last.end, last.kind, last.is_set) == (offset, part.kind, is_set):
            runs[-1] = last._replace(end=run.end)
        else:
            runs.append(run)
        places[part.name] = (slice(at, at + run.width), shape)
        at += run.width
    return places, tuple(runs)


PLACES, _RUNS = _laid_out()
WIDTH = _RUNS[-1].at + _RUNS[-1].width


def _bounds() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    low, high = np.zeros(WIDTH, np.int16), np.zeros(WIDTH, np.int16)
    for part in layout.PARTS:
        info = np.iinfo(part.kind)
        at, _ = PLACES[part.name]
        low[at] = 0 if part.name in SETS else info.min
        high[at] = 1 if part.name in SETS else info.max
    return low, high


LOW, HIGH = _bounds()


def write(observations: npt.NDArray[Any], rows: npt.NDArray[np.int16]) -> None:
    """Write observations, which lie next to each other, one into each row."""
    raw = observations.view(np.uint8).reshape(len(rows), layout.OBSERVATION.itemsize)
    for run in _RUNS:
        some = raw[:, run.begin : run.end]
        if run.is_set:
            some = np.unpackbits(some, axis=1, bitorder="little")
        rows[:, run.at : run.at + run.width] = some.view(run.kind)


def rows_of(observations: npt.NDArray[Any]) -> npt.NDArray[np.int16]:
    """Observations as rows, in an array of its own."""
    rows = np.empty((len(observations), WIDTH), np.int16)
    write(np.ascontiguousarray(observations), rows)
    return rows


def parts(rows: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """The parts of a row, or of an array of rows, by their names; nothing is copied."""
    return {
        name: rows[..., at].reshape((*rows.shape[:-1], *shape))
        for name, (at, shape) in PLACES.items()
    }
