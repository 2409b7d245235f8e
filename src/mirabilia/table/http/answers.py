"""Table views and summaries as JSON, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from json import JSONEncoder
from typing import Any

from ...game.codec import Event
from ..rooms.handing import Deed
from ..rooms.hosting import Ticket
from ..rooms.table_view import Fairness, Hint, Offer, Options, Progress, Sitter, Summary, TableView
from ..rooms.talk import ALL, TABLE, TEAM, Line
from ..rooms.talking import Heard
from ..rooms.timing import Waits

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


def waits(waits: Waits) -> dict[str, Any]:
    """Whether and why the game stands, and the clock."""
    nudge = waits.nudge
    return {
        "paused": waits.paused,
        "paused_by": waits.by,
        "agreed": list(waits.agreed),
        "needed": list(waits.needed),
        "clock_stands": waits.stands,
        "until": waits.until,
        "extended": waits.extended,
        "extensions": waits.extensions,
        "holidays": [{"seat": seat, "until": until} for seat, until in waits.holidays.items()],
        "nudge": {"by": nudge.by, "at": nudge.at} if nudge else None,
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
        "deeds": [deed(each) for each in table_view.deeds],
        "waits": waits(table_view.waits),
    }


def deed(deed: Deed) -> dict[str, Any]:
    return {
        "what": deed.what,
        "seat": deed.seat,
        "name": deed.name,
        "to": deed.to,
        "by": deed.by,
        "event": deed.events,
    }


def line(line: Line) -> dict[str, Any]:
    """Something that was said."""
    return {
        "to": TABLE if line.team == ALL else TEAM,
        "number": line.number,
        "at": line.at,
        "kind": line.kind,
        "seat": line.seat,
        "name": line.name,
        "words": line.words,
    }


def heard(heard: Heard) -> dict[str, Any]:
    """What somebody hears."""
    return {
        "code": heard.code,
        "mark": str(heard.mark),
        "closed": heard.closed,
        "behind": heard.behind,
        "partner": heard.partner or None,
        "muted": sorted(heard.muted),
        "muted_all": heard.deaf,
        "lines": [line(each) for each in heard.lines],
    }


def talk(told: Heard) -> tuple[str, Mapping[str, Any]]:
    """A program's update about what was said."""
    return "talk", heard(told)


def ticket(ticket: Ticket) -> dict[str, Any]:
    return {
        "code": ticket.code,
        "seat": ticket.seat,
        "pass": ticket.pass_code,
        "minutes": ticket.minutes,
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
        "awaited": list(summary.awaited),
        "paused": summary.paused,
        "seconds_left": summary.seconds_left,
        "until": summary.until,
        "nudged_by": summary.nudged_by,
    }
