"""Facts as a table of Arrow, and as a file of Parquet: one row for each game and seat.

All runs have the same columns, whatever they are played with, so their files can be read together.
The Free City has no row.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from .extras import need
from .facts import COLUMNS, LISTS, Facts, shares

_PURPOSE = "Writing and reading Parquet"


def arrow() -> Any:
    return need("pyarrow", "lab", _PURPOSE)


def parquet() -> Any:
    return need("pyarrow.parquet", "lab", _PURPOSE)


def table(facts: Facts) -> Any:
    """An Arrow table, ordered by game and seat."""
    pa = arrow()
    run, players = facts.run, facts.run.players
    size = facts.games * players

    def constant(value: str | bool | int, kind: Any) -> Any:
        if kind == pa.string():
            index = pa.array(np.zeros(size, np.int8))
            return pa.DictionaryArray.from_arrays(index, pa.array([value]))
        return pa.array(np.full(size, value), kind)

    def words(index: Any, names: list[str]) -> Any:
        """Numbers as words, each of which stands in the dictionary once."""
        known = list(dict.fromkeys(names))
        number = np.array([known.index(name) for name in names], np.int16)
        return pa.DictionaryArray.from_arrays(pa.array(number[index.ravel()]), pa.array(known))

    book = run.setup.book
    place = facts.places
    columns: dict[str, Any] = {
        "seed": pa.array(np.repeat(facts.numbers + run.seed, players)),
        "edition": constant(run.edition, pa.string()),
        "expansions": constant("+".join(run.expansions), pa.string()),
        "leaders": constant(run.leaders, pa.string()),
        "sides": constant(run.sides, pa.string()),
        "teams": constant(run.teams, pa.bool_()),
        "players": constant(players, pa.int8()),
        "seat": pa.array(np.tile(np.arange(players, dtype=np.int8), facts.games)),
        "bot": words(facts.bot_of_seat, list(run.bots)),
        "board": words(facts.boards, [board.wonder for board in book.boards]),
        "side": words(facts.boards, [board.side for board in book.boards]),
        "place": pa.array(place.ravel()),
        "share": pa.array(shares(place).ravel().astype(np.float32)),
    }
    for name in COLUMNS:
        columns[name] = pa.array(facts[name].ravel())
    for name in LISTS:
        counts, cards = facts.cards(name)
        offsets = np.concatenate([[0], counts.ravel().cumsum()]).astype(np.int32)
        ids = pa.array([card.id for card in book.cards])
        values = pa.DictionaryArray.from_arrays(pa.array(cards.astype(np.int16)), ids)
        columns[name] = pa.ListArray.from_arrays(pa.array(offsets), values)
    return pa.table(columns)


def to_bytes(facts: Facts) -> bytes:
    """A whole file of Parquet."""
    buffer = io.BytesIO()
    parquet().write_table(table(facts), buffer, compression="zstd")
    return buffer.getvalue()
