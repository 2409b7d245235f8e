"""The lines of a score sheet with their marks, the same on the screen and on the pages."""

from __future__ import annotations

from collections.abc import Mapping

from ..catalogue import MARKS

LINE_MARKS: Mapping[str, str] = {
    "military": MARKS["red"],
    "coins": "¤",
    "wonder": "△",
    "blue": MARKS["blue"],
    "yellow": MARKS["yellow"],
    "green": MARKS["green"],
    "purple": MARKS["purple"],
    "leaders": MARKS["leader"],
    "black": MARKS["black"],
    "debts": "−",
    "naval": "⚓",
    "islands": MARKS["island"],
}
