"""What a bot reckons, in words: its figures, and why one move was better than another."""

from __future__ import annotations

from babel.numbers import format_decimal

from ...review.judgement import Reason
from ...review.sentences import of_reason
from ...texts import of_pages
from .labels import Labels
from .story.score import LINES


def reckoned(value: float, lang: str) -> str:
    """An expected place, or points: with one digit."""
    return str(format_decimal(value, "0.0", locale=of_pages(lang)))


def why(reason: Reason, labels: Labels) -> str:
    """The sentence of a reason."""
    values = reason.values
    said: dict[str, str] = {key: str(value) for key, value in values.items()}
    if "points" in values:
        said["points"] = reckoned(values["points"], labels.lang)
    if "line" in values:
        said["line"] = labels._(LINES[values["line"]].one)
    if "seat" in values:
        said["name"] = labels.names[values["seat"]]
    if "card" in values:
        said["card"] = labels.name(values["card"])
    if "cards" in values:
        said["cards"] = labels.listed([labels.name(card) for card in values["cards"]])
    return labels._(of_reason(reason)) % said
