"""Table views and summaries as JSON, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from json import JSONEncoder
from typing import Any

from ...game.codec import Event
from ..rooms.table_view import Fairness, Hint, Offer, Options, Progress, Sitter, Summary, TableView

_ENCODER = JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def as_json(data: object) -> str:
    """As it is sent: on one line, as short as can be."""
    return _ENCODER.encode(data)


@lru_cache(1000)
def options(options: Options) -> dict[str, Any]:
    return {**asdict(options), "expansions": list(options.expansions)}


def fairness(fairness: Fairness) -> dict[str, Any]:
    return {"hash": fairness.hash, "secret": fairness.secret, "nonce": fairness.nonce}


def sitter(sitter: Sitter) -> dict[str, Any]:
    return {
        "seat": sitter.seat,
        "name": sitter.name,
        "kind": sitter.kind,
        "level": sitter.level,
        "away": sitter.away,
        "you": sitter.you,
    }


def event(number: int, event: Event) -> dict[str, Any]:
    return {"number": number, "kind": event.kind, "seat": event.seat, "data": event.data}


def events(table_view: TableView, first: int) -> list[dict[str, Any]]:
    """The events from number ``first`` on; the first of all has the number 0."""
    return [event(first + index, each) for index, each in enumerate(table_view.events[first:])]


def offer(offer: Offer) -> dict[str, Any]:
    return {
        "seat": offer.seat,
        "kind": offer.kind,
        "source": offer.source,
        "moves": [str(move) for move in offer.moves],
        "choice": None if offer.choice is None else str(offer.choice),
    }


def seated(code: str, seat: int, token: str | None) -> dict[str, Any]:
    return {"code": code, "seat": seat, "token": token}


def done(code: str, version: int) -> dict[str, Any]:
    return {"code": code, "version": version}


def advice(hint: Hint) -> dict[str, Any]:
    return {
        "seat": hint.seat,
        "step": hint.step,
        "move": hint.move,
        "reason": hint.reason,
        "expectations": [
            {
                "move": str(each.move),
                "place": each.place,
                "points": each.points,
                "tries": each.tries,
            }
            for each in hint.expectations
        ],
        "stand_in": hint.stand_in,
    }


def around(table_view: TableView) -> dict[str, Any]:
    """What a seat, or a spectator, may see of a table beside its game's view and events."""
    return {
        "code": table_view.code,
        "version": table_view.version,
        "status": table_view.status,
        "options": options(table_view.options),
        "sitters": [sitter(each) for each in table_view.sitters],
        "seat": table_view.seat,
        "host": table_view.host,
        "step": table_view.step,
        "offers": [offer(each) for each in table_view.offers],
        "seconds_left": table_view.seconds_left,
        "scores": [
            {"seat": sheet.seat, "team": sheet.team, "total": sheet.total, "lines": sheet.lines}
            for sheet in table_view.scores
        ],
        "ranking": [{"place": place, "seats": list(seats)} for place, seats in table_view.ranking],
        "fairness": fairness(table_view.fairness) if table_view.fairness else None,
        "next_code": table_view.next_code,
        "taken_back": table_view.taken_back,
    }


def progress(progress: Progress) -> tuple[str, str]:
    """A program's update within a step, the same for all: it is written once, unless it tells the
    time.
    """
    if progress.seconds_left is not None:
        return "progress", as_json(_progress(progress))
    return "progress", progress.kept.once("json", lambda: as_json(_progress(progress)))


def _progress(progress: Progress) -> Mapping[str, Any]:
    return {
        "code": progress.code,
        "version": progress.version,
        "step": progress.step,
        "to_decide": progress.to_decide,
        "decided": progress.decided,
        "away": progress.away,
        "seconds_left": progress.seconds_left,
    }


def summary(summary: Summary) -> dict[str, Any]:
    return {
        "code": summary.code,
        "status": summary.status,
        "options": options(summary.options),
        "sitters": [sitter(each) for each in summary.sitters],
        "host_name": summary.host_name,
        "your_turn": summary.your_turn,
        "age": summary.age,
        "turn": summary.turn,
        "taken_back": summary.taken_back,
    }
