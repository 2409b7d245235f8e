"""What one looks up: everything printed, the chains, the rules.

These pages are the same for everybody but for the reader's language and looks, so each is made
once and kept as it is sent; a browser that has it is told that it still holds.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...catalogue import EDITIONS
from ..page.reader import Reader
from ..page.reference import chart, index, listing, rules, thing
from ..rooms.refused import Refused
from .asking import reader_of, takes_gzip
from .showing import page_answer

router = APIRouter(include_in_schema=False)
_MOST_KEPT = 400  # some ten kilobytes each


class Kept:
    """A page as it is sent: compressed, with what a browser knows it by."""

    __slots__ = ("body", "etag")

    def __init__(self, html: str) -> None:
        body = html.encode()
        self.body = gzip.compress(body, 6, mtime=0)
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'


@lru_cache(maxsize=_MOST_KEPT)
def _kept(
    what: str, asked: listing.Wanted | str, lang: str, chosen: tuple[tuple[str, str], ...]
) -> Kept:
    return Kept(_made(what, asked, Reader(lang, chosen=dict(chosen))))


def _made(what: str, asked: listing.Wanted | str, reader: Reader) -> str:
    if isinstance(asked, listing.Wanted):
        return listing.list_page(reader, asked)
    match what:
        case "thing":
            return thing.thing_page(reader, asked)
        case "chains":
            return chart.chains_page(reader, asked)
    return rules.rules_page(reader)


async def _answer(request: Request, what: str, asked: listing.Wanted | str = "") -> Response:
    reader = reader_of(request)
    searched = isinstance(asked, listing.Wanted) and asked.q
    if (
        reader.warming or searched
    ):  # a line that changes by the second; words of which none come twice
        return page_answer(request, await run_in_threadpool(_made, what, asked, reader))
    looks = tuple(reader.chosen.items())
    kept = await run_in_threadpool(_kept, what, asked, reader.lang, looks)
    headers = {
        "Cache-Control": "private, no-cache",
        "ETag": kept.etag,
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    if kept.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = kept.body
    if takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, media_type="text/html; charset=utf-8", headers=headers)


@router.get("/cards")
async def all_cards(request: Request) -> Response:
    """Everything of an edition that fits what is looked for."""
    try:
        wanted = listing.Wanted.read(request.query_params)
    except ValueError:
        raise Refused("There is no such filter of cards.", 400) from None
    return await _answer(request, "list", wanted)


@router.get("/cards/chains")
async def chains(
    request: Request, edition: Annotated[str, Query(max_length=10)] = EDITIONS[-1]
) -> Response:
    if edition not in EDITIONS:
        raise Refused("There is no such edition.", 404)
    return await _answer(request, "chains", edition)


@router.get("/cards/{id}")
async def one_thing(request: Request, id: Annotated[str, Path(max_length=100)]) -> Response:
    """One card, wonder, leader, island or shipyard."""
    if id not in index.by_id():
        reader = reader_of(request)
        return page_answer(request, thing.unknown_page(reader, index.near(id, reader.lang)), 404)
    return await _answer(request, "thing", id)


@router.get("/rules")
async def the_rules(request: Request) -> Response:
    return await _answer(request, "rules")
