"""Reviews as plain JSON: to be stored, sent on and read by programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from .judgement import Expected, Judgement, Moment, Reason, Review, Tried, Verdict

VERSION = 1
_DIGITS = 3
_ABOUT = ("number", "step", "seat", "age", "turn", "kind")
_BEHIND = ("place", "points", "worth", "error")


def write(review: Review) -> dict[str, Any]:
    """A review, as far as there is one."""
    return {
        "version": VERSION,
        "player": review.player,
        "complete": review.complete,
        "decisions": [write_judgement(each) for each in review.judgements],
        "costliest": [each.number for each in review.costliest],
        "course": [write_expected(each) for each in review.course],
    }


def write_judgement(judged: Judgement) -> dict[str, Any]:
    """A judgement as plain JSON."""
    verdict = judged.verdict
    return {
        **{key: getattr(judged, key) for key in _ABOUT},
        "only": judged.only,
        "played": _rounded(asdict(verdict.played)),
        "best": _rounded(asdict(verdict.best)),
        "further": [_rounded(asdict(each)) for each in verdict.further],
        "behind": _rounded({key: getattr(verdict, key) for key in _BEHIND}),
        "cost": round(verdict.cost, _DIGITS),
        "reasons": [write_reason(why) for why in judged.reasons],
    }


def read_judgement(data: Mapping[str, Any]) -> Judgement:
    """What ``write_judgement`` has written."""
    return Judgement(
        data["number"],
        data["step"],
        data["seat"],
        data["age"],
        data["turn"],
        data["kind"],
        Verdict(
            Tried(**data["played"]),
            Tried(**data["best"]),
            tuple(Tried(**each) for each in data["further"]),
            **data["behind"],
        ),
        tuple(read_reason(why) for why in data["reasons"]),
    )


def write_reason(why: Reason) -> dict[str, Any]:
    """A reason as plain JSON."""
    return {"code": why.code, **_rounded(dict(why.values))}


def read_reason(data: Mapping[str, Any]) -> Reason:
    return Reason(data["code"], {key: value for key, value in data.items() if key != "code"})


def write_expected(found: Expected) -> dict[str, Any]:
    """What was to be expected after a turn, as plain JSON."""
    return {
        **asdict(found.moment),
        "places": [round(place, _DIGITS) for place in found.places],
        "points": [round(points, _DIGITS) for points in found.points],
    }


def read_expected(data: Mapping[str, Any]) -> Expected:
    moment = Moment(data["step"], data["age"], data["turn"])
    return Expected(moment, tuple(data["places"]), tuple(data["points"]))


def _rounded(values: dict[str, Any]) -> dict[str, Any]:
    return {
        key: round(value, _DIGITS) if isinstance(value, float) else value
        for key, value in values.items()
    }
