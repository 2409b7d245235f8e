"""Glimpses and summaries as JSON, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..codec import Event
from .glimpse import PLAYING, Glimpse, Offer, Sitter, Summary


def options(glimpse: Glimpse | Summary) -> dict[str, Any]:
    return {**asdict(glimpse.options), "expansions": list(glimpse.options.expansions)}


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


def events(glimpse: Glimpse, first: int) -> list[dict[str, Any]]:
    """The events from number ``first`` on; the first of all has the number 0."""
    return [event(first + index, each) for index, each in enumerate(glimpse.events[first:])]


def offer(offer: Offer) -> dict[str, Any]:
    return {
        "seat": offer.seat,
        "kind": offer.kind,
        "source": offer.source,
        "moves": [str(move) for move in offer.moves],
        "choice": None if offer.choice is None else str(offer.choice),
    }


def table(glimpse: Glimpse, first_event: int = 0) -> dict[str, Any]:
    """All that a seat, or a spectator, may see."""
    return {
        "code": glimpse.code,
        "version": glimpse.version,
        "status": glimpse.status,
        "options": options(glimpse),
        "sitters": [sitter(each) for each in glimpse.sitters],
        "seat": glimpse.seat,
        "host": glimpse.host,
        "step": glimpse.step,
        "view": glimpse.view,
        "offers": [offer(each) for each in glimpse.offers],
        "events": events(glimpse, first_event),
        "seconds_left": glimpse.seconds_left,
        "scores": [
            {"seat": sheet.seat, "team": sheet.team, "total": sheet.total, "lines": sheet.lines}
            for sheet in glimpse.scores
        ],
        "ranking": [{"place": place, "seats": list(seats)} for place, seats in glimpse.ranking],
        "fairness": None if glimpse.fairness is None else asdict(glimpse.fairness),
        "next_code": glimpse.next_code,
    }


def progress(glimpse: Glimpse) -> dict[str, Any]:
    """What changes within a step: who is there, and who has decided."""
    view = glimpse.view or {}
    return {
        "code": glimpse.code,
        "version": glimpse.version,
        "status": glimpse.status,
        "step": glimpse.step,
        "sitters": [sitter(each) for each in glimpse.sitters],
        "to_decide": view.get("to_decide", []),
        "decided": view.get("decided", []),
        "seconds_left": glimpse.seconds_left,
    }


def update(glimpse: Glimpse, since: int, step: int | None) -> tuple[str, Mapping[str, Any]]:
    """A program's update: everything at a new step, within one only what has changed."""
    two = glimpse.options.players == 2  # the Free City's decision comes within the step
    if glimpse.status == PLAYING and glimpse.step == step and not two:
        return "progress", progress(glimpse)
    return "update", table(glimpse, glimpse.events_until(since))


def summary(summary: Summary) -> dict[str, Any]:
    return {
        "code": summary.code,
        "status": summary.status,
        "options": options(summary),
        "sitters": [sitter(each) for each in summary.sitters],
        "host_name": summary.host_name,
        "your_turn": summary.your_turn,
        "age": summary.age,
        "turn": summary.turn,
    }
