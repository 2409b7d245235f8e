"""Where it is somebody's turn: a list on the start page, kept fresh by asking again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..rooms.table_view import Summary
from .environment import environment


@dataclass(frozen=True, slots=True)
class Turns:
    """The tables where it is somebody's turn, the most urgent first; until when he is on holiday,
    and whether he has a seat anywhere.
    """

    tables: Sequence[Summary] = ()
    away: float | None = None
    seated: bool = False


def turns_part(turns: Turns, lang: str) -> str:
    """The list alone."""
    return environment(lang).get_template("parts/turns.html").render(turns=turns)
