"""Facts as a table of Arrow, and as a file of Parquet: one row for each game and seat.

All runs have the same columns, whatever they are played with, so their files can be read together.
The Free City has no row. A file is read back only if it can be one of these: others may have had it
in their hands.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..engine.state import CITY
from .extras import need
from .facts import COLUMNS, LISTS, Facts, Run, no_facts, places, shares
from .simulate import bots_of_seats

_PURPOSE = "Writing and reading Parquet"
_LARGEST_HEAD = 10_000_000  # bytes, of what a file says about itself


class RowsError(ValueError):
    """What is wrong with a file, to be said after its name."""


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
    parquet().write_table(table(facts), buffer, compression="zstd", write_page_checksum=True)
    return buffer.getvalue()


def read_rows(path: Path, run: Run, first: int, games: int) -> Any:
    """The table of a file that holds these games of a run."""
    pa = arrow()
    try:
        with parquet().ParquetFile(
            path,
            page_checksum_verification=True,
            thrift_string_size_limit=_LARGEST_HEAD,
            thrift_container_size_limit=_LARGEST_HEAD,
        ) as file:
            _check_head(file, run, games)
            rows = file.read()
        rows.validate(full=True)
    except (pa.ArrowException, OSError, UnicodeError, MemoryError) as error:
        raise RowsError("can't be read as Parquet") from error
    if wrong := next(_faults(rows, run, first, games), None):
        raise RowsError(f"holds a {wrong} that can't be")
    return rows


def _check_head(file: Any, run: Run, games: int) -> None:
    """What a file says about itself, before room is made for what it holds."""
    head, size = file.metadata, games * run.players
    if head.num_rows != size:
        raise RowsError("does not hold the games its name says")
    wanted = {field.name: _kind(field.type) for field in table(no_facts(run)).schema}
    if {field.name: _kind(field.type) for field in file.schema_arrow} != wanted:
        raise RowsError("has other columns than games have")
    groups = [head.row_group(number) for number in range(head.num_row_groups)]
    for column in range(head.num_columns):
        if sum(group.column(column).num_values for group in groups) > size * CITY:
            raise RowsError("holds more than games do")


def _kind(kind: Any) -> str:
    """A type without how the words of a dictionary are numbered."""
    if hasattr(kind, "value_type"):
        return f"{'list of ' if hasattr(kind, 'value_field') else ''}{_kind(kind.value_type)}"
    return str(kind)


def _faults(rows: Any, run: Run, first: int, games: int) -> Iterator[str]:
    """The names of columns that are not as games of a run would have them."""
    for name in rows.column_names:
        column = rows[name].combine_chunks()
        inner = column.flatten() if name in LISTS else column
        if column.null_count or inner.null_count:
            yield name
            return
    numbers = {name: rows[name].to_numpy() for name in ("seed", "seat", "place", "share", *COLUMNS)}
    numbers = {name: column.reshape(games, -1) for name, column in numbers.items()}
    known = np.arange(first, first + games)
    seats = np.arange(run.players)
    place = places(numbers["total"], numbers["coins"], run.teams)
    wanted = {
        "seed": known[:, None] + run.seed,
        "seat": seats[None, :],
        "place": place,
        "share": shares(place).astype(np.float32),
        "total": sum(numbers[name] for name in COLUMNS if name.startswith("points_")),
    }
    for name, values in wanted.items():
        if (numbers[name] != values).any():
            yield name
    for name in COLUMNS:
        if not name.startswith("points_") and name != "total" and (numbers[name] < 0).any():
            yield name
    bots = rows["bot"].combine_chunks()
    words = np.array(bots.dictionary.to_pylist(), str)[bots.indices.to_numpy()]
    if (words != np.array(run.bots)[bots_of_seats(known, run.players)].ravel()).any():
        yield "bot"
