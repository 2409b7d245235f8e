"""The puzzle of the day, and those of earlier days; an answer is part of the address."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from ...review.puzzles import Puzzle
from ..page import puzzle
from ..rooms.refused import Refused
from .asking import TheService, reader_of
from .showing import page_answer

router = APIRouter(include_in_schema=False)
_LONGEST_MOVE = 100


@router.get("/puzzle")
async def puzzle_of_the_day(request: Request, service: TheService) -> Response:
    return page_answer(request, puzzle.puzzle_page(reader_of(request), await service.puzzles.of()))


@router.get("/puzzle/{day}")
async def puzzle_of_a_day(
    request: Request,
    service: TheService,
    day: Annotated[str, Path(pattern=r"^\d{4}-\d\d-\d\d$")],
    move: Annotated[str | None, Query(max_length=_LONGEST_MOVE)] = None,
) -> Response:
    """The puzzle of a day; with a ``move``, whether that solves it and why."""
    seen = await service.puzzles.of(day)
    if move is not None and seen.puzzle and not _answers(seen.puzzle, move):
        raise Refused("That is no answer to this puzzle.", 400)
    return page_answer(request, puzzle.puzzle_page(reader_of(request), seen, move))


def _answers(found: Puzzle, move: str) -> bool:
    """Whether a text that somebody sent is one of the moves."""
    try:
        return found.knows(move)
    except ValueError:
        return False
