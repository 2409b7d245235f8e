"""Small charts as inline SVG: points with their intervals on a common axis, and curves with bands.

Colours come from the page's style sheet, light and dark. Series differ in shape as well as in
colour. Every point tells its figures when pointed at.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

WIDTH = 760
ROW = 22
LABELS = 210
FIGURES = 140
TOP = 12
BOTTOM = 36

Figure = dict[str, Any] | None
Form = Callable[[float], str]


@dataclass(frozen=True)
class Mark:
    """A row of a chart: what it is, a word beside it, and a figure for each series."""

    label: str
    note: str
    figures: Sequence[Figure]


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def plain(value: float) -> str:
    return f"{value:.1f}"


def interval_text(figure: Figure, form: Form) -> str:
    """Such as ``34.1 % (33.0 to 35.2)``."""
    if figure is None:
        return "–"
    if figure["low"] is None:
        return form(figure["value"])
    low, high = (form(figure[key]).removesuffix(" %") for key in ("low", "high"))
    return f"{form(figure['value'])} ({low} to {high})"


def dots(
    title: str,
    marks: Sequence[Mark],
    *,
    axis: str,
    form: Form = percent,
    series: Sequence[str] = ("",),
    reference: float | None = None,
    reference_name: str = "",
    from_zero: bool = False,
) -> str:
    """A row for each mark: its figures as points, their intervals as lines."""
    drawn = [figure for mark in marks for figure in mark.figures if figure]
    ends = [value for figure in drawn for value in _ends(figure)]
    ends += [reference] if reference is not None else []
    ends += [0.0] if from_zero else []
    scale = Scale.around(ends, LABELS, WIDTH - FIGURES)
    top = TOP + (22 if len(series) > 1 else 0) + (18 if reference is not None else 0)
    bottom = top + ROW * len(marks)
    parts = [_legend(series), scale.grid(top - 6, bottom, form, axis)]
    if reference is not None:
        at = scale(reference)
        parts.append(f'<line class="reference" x1="{at}" x2="{at}" y1="{top - 6}" y2="{bottom}"/>')
        parts.append(f'<text class="small" x="{at}" y="{top - 10}">{escape(reference_name)}</text>')
    for number, mark in enumerate(marks):
        parts.append(_mark(mark, top + ROW * number + ROW / 2, scale, form, series))
    return _svg(title, WIDTH, bottom + BOTTOM, parts)


def _mark(mark: Mark, y: float, scale: Scale, form: Form, series: Sequence[str]) -> str:
    note = f' <tspan class="note">{escape(mark.note)}</tspan>' if mark.note else ""
    parts = [f'<text class="label" x="{LABELS - 12}" y="{y + 4}">{escape(mark.label)}{note}</text>']
    shift = 9 if len(mark.figures) > 1 else 0
    for number, figure in enumerate(mark.figures):
        if figure is None:
            continue
        at = y + shift * (number / max(1, len(mark.figures) - 1) - 0.5)
        low, high = _ends(figure)
        told = f"{mark.label}{': ' + series[number] if series[number] else ''}: "
        told += f"{interval_text(figure, form)}, {figure['number']:,} results"
        parts.append(
            f'<g class="series{number}"><title>{escape(told)}</title>'
            f'<line class="interval" x1="{scale(low)}" x2="{scale(high)}" y1="{at}" y2="{at}"/>'
            f"{_shape(number, scale(figure['value']), at)}</g>"
        )
    text = " / ".join("–" if figure is None else form(figure["value"]) for figure in mark.figures)
    parts.append(f'<text class="figure" x="{WIDTH - 6}" y="{y + 4}">{escape(text)}</text>')
    return "".join(parts)


def _shape(number: int, x: float, y: float) -> str:
    if number == 0:
        return f'<circle cx="{x}" cy="{y}" r="4.5"/>'
    if number == 1:
        return f'<rect x="{x - 4}" y="{y - 4}" width="8" height="8"/>'
    return f'<path d="M{x} {y - 5.5}l5.5 5.5l-5.5 5.5l-5.5-5.5z"/>'


def _ends(figure: dict[str, Any]) -> tuple[float, float]:
    value = figure["value"]
    return (value, value) if figure["low"] is None else (figure["low"], figure["high"])


def _legend(series: Sequence[str]) -> str:
    if len(series) < 2:
        return ""
    parts = []
    for number, name in enumerate(series):
        x = LABELS + 8 + 150 * number
        parts.append(f'<g class="series{number}">{_shape(number, x, 12)}</g>')
        parts.append(f'<text class="legend" x="{x + 12}" y="16">{escape(name)}</text>')
    return "".join(parts)


def curve(title: str, points: Sequence[tuple[int, dict[str, Any]]], reference: float) -> str:
    """A small picture of a rate over a number: a line through the points, a band around it."""
    width, height, left, right, top = 240, 170, 44, 232, 30
    bottom = height - 34
    ends = [value for _, figure in points for value in _ends(figure)]
    up = Scale.around([*ends, reference, 0.0], bottom, top)
    first, last = points[0][0], points[-1][0]
    step = (right - left - 16) / max(1, last - first)
    xs = [left + 8 + step * (number - first) for number, _ in points]
    parts = [f'<text class="heading" x="{left}" y="16">{escape(title)}</text>']
    for tick in up.ticks(4):
        parts.append(
            f'<line class="grid" x1="{left}" x2="{right}" y1="{up(tick)}" y2="{up(tick)}"/>'
        )
        told = f"{100 * tick:.0f} %"
        parts.append(f'<text class="right small" x="{left - 4}" y="{up(tick) + 4}">{told}</text>')
    at = up(reference)
    parts.append(f'<line class="reference" x1="{left}" x2="{right}" y1="{at}" y2="{at}"/>')
    above = [f"{x},{up(_ends(f)[1])}" for x, (_, f) in zip(xs, points, strict=True)]
    below = [f"{x},{up(_ends(f)[0])}" for x, (_, f) in zip(xs, points, strict=True)]
    parts.append(f'<polygon class="band" points="{" ".join(above + below[::-1])}"/>')
    line = [f"{x},{up(f['value'])}" for x, (_, f) in zip(xs, points, strict=True)]
    parts.append(f'<polyline class="curve" points="{" ".join(line)}"/>')
    for x, (number, figure) in zip(xs, points, strict=True):
        told = f"{title}, {number}: {interval_text(figure, percent)}, {figure['number']:,} seats"
        parts.append(
            f'<g class="series0"><title>{escape(told)}</title>'
            f'<circle cx="{x}" cy="{up(figure["value"])}" r="3"/></g>'
        )
        parts.append(f'<text class="small" x="{x}" y="{bottom + 16}">{number}</text>')
    return _svg(title, width, height, parts, "small-chart")


class Scale:
    """From values to places on an axis."""

    def __init__(self, low: float, high: float, begin: float, end: float) -> None:
        self.low, self.high, self.begin, self.end = low, high, begin, end

    @classmethod
    def around(cls, values: Sequence[float], begin: float, end: float) -> Scale:
        """An axis with some room on both sides of all values; what begins at 0 stays there."""
        low, high = min(values, default=0.0), max(values, default=1.0)
        room = 0.06 * (high - low) or 0.05 * (abs(high) or 1)
        return cls(low - room if low != 0 else 0.0, high + room, begin, end)

    def __call__(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return round(self.begin + part * (self.end - self.begin), 1)

    def ticks(self, most: int = 7) -> list[float]:
        """Round numbers, not more than asked for.

        >>> Scale(0.23, 0.41, 0, 100).ticks(4)
        [0.25, 0.3, 0.35, 0.4]
        """
        rough = (self.high - self.low) / most
        size = 10.0 ** math.floor(math.log10(rough))
        step = next(size * by for by in (1, 2, 5, 10) if size * by >= rough)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [round(number * step, 10) for number in range(first, last + 1)]

    def grid(self, top: float, bottom: float, form: Form, name: str) -> str:
        parts = []
        for tick in self.ticks():
            at = self(tick)
            parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{top}" y2="{bottom}"/>')
            text = escape(form(tick).replace(".0", ""))
            parts.append(f'<text class="small" x="{at}" y="{bottom + 14}">{text}</text>')
        middle = (self.begin + self.end) / 2
        parts.append(f'<text class="small" x="{middle}" y="{bottom + 28}">{escape(name)}</text>')
        return "".join(parts)


def _svg(title: str, width: float, height: float, parts: Sequence[str], kind: str = "chart") -> str:
    return (
        f'<svg class="{kind}" viewBox="0 0 {width} {height}" role="img">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
