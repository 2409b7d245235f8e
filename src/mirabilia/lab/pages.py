"""Pages that need nothing but themselves: HTML with its style and pictures inside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .. import __version__

# Colours that people with colour-blindness can tell apart (blue, orange, green), also in print.
STYLE = """
:root { color-scheme: light dark; --paper: #fdfcf9; --ink: #1d1d1b; --soft: #5c5a55;
  --rule: #dedad0; --card: #f4f1ea; --s0: #0068a8; --s1: #c2500a; --s2: #007a5a; }
@media (prefers-color-scheme: dark) { :root { --paper: #171a1e; --ink: #ece9e2; --soft: #a9a69f;
  --rule: #353a41; --card: #20252b; --s0: #62b5ec; --s1: #f0a042; --s2: #45c9a0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 62rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.35rem; margin: 2.6rem 0 .4rem; border-top: 1px solid var(--rule);
  padding-top: 1.4rem; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 .3rem; }
p { margin: .3rem 0 .8rem; max-width: 46rem; }
.lead, .soft, footer { color: var(--soft); }
footer { margin-top: 3rem; font-size: .85rem; }
nav a { color: var(--s0); margin-right: 1.2rem; }
.facts { display: flex; flex-wrap: wrap; gap: .8rem; margin: 1rem 0; padding: 0; }
.facts div { background: var(--card); border-radius: .5rem; padding: .6rem .9rem; }
.facts b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.facts span { color: var(--soft); font-size: .85rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .8rem .25rem 0; text-align: right; border-bottom: 1px solid var(--rule);
  white-space: nowrap; }
th { font-weight: 600; color: var(--soft); }
th:first-child, td:first-child, .text { text-align: left; }
details { margin: .4rem 0 1rem; } summary { cursor: pointer; color: var(--s0); }
svg.chart { display: block; width: 100%; min-width: 34rem; height: auto; }
.small-charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(13.5rem, 1fr));
  gap: .6rem; }
svg.small-chart { width: 100%; height: auto; }
svg text { fill: var(--ink); font-size: 12.5px; text-anchor: middle;
  font-variant-numeric: tabular-nums; }
svg text.label, svg text.figure, svg text.right { text-anchor: end; }
svg text.legend, svg text.heading { text-anchor: start; }
svg text.heading { font-weight: 600; }
svg text.small { fill: var(--soft); font-size: 11px; } svg tspan.note { fill: var(--soft); }
svg .grid { stroke: var(--rule); } svg .reference { stroke: var(--soft); stroke-dasharray: 4 3; }
svg .interval { stroke-width: 2.5; stroke-linecap: round; opacity: .75; }
svg .series0 { stroke: var(--s0); fill: var(--s0); }
svg .series1 { stroke: var(--s1); fill: var(--paper); stroke-width: 2; }
svg .series2 { stroke: var(--s2); fill: var(--s2); }
svg .band { fill: var(--s0); opacity: .18; }
svg .curve { fill: none; stroke: var(--s0); stroke-width: 2; }
@media print { body { max-width: none; } details > * { display: block; } }
"""


def document(title: str, lead: str, sections: Sequence[str]) -> str:
    """A whole page; the sections are HTML already."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{escape(title)}</h1>\n<p class="lead">{escape(lead)}</p>\n'
        + "\n".join(sections)
        + f"\n<footer>Made with Mirabilia {escape(__version__)}. Each interval is one of 95 % on "
        "its own: of many, some miss.</footer>\n</body>\n</html>\n"
    )


def section(title: str, text: str, *parts: str, anchor: str = "", level: int = 2) -> str:
    """A heading, a paragraph and what belongs to it."""
    name = f' id="{escape(anchor)}"' if anchor else ""
    paragraph = f"<p>{escape(text)}</p>\n" if text else ""
    heading = f"<h{level}{name}>{escape(title)}</h{level}>\n"
    return f"<section>{heading}{paragraph}{''.join(parts)}</section>"


def facts(pairs: Sequence[tuple[str, str]]) -> str:
    """A few figures that stand out."""
    cells = "".join(f"<div><b>{escape(b)}</b><span>{escape(a)}</span></div>" for a, b in pairs)
    return f'<div class="facts">{cells}</div>'


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    inside = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return wide(f"<table>{inside}</table>")


def boxes_text(expansions: Sequence[str]) -> str:
    """Such as `` with Leaders, Cities and Armada``; nothing for the base game."""
    *some, last = [name.title() for name in expansions] or [""]
    listed = f"{', '.join(some)} and {last}" if some else last
    return f" with {listed}" if listed else ""


def folded(summary: str, inside: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{inside}</details>"


def wide(inside: str) -> str:
    return f'<div class="wide">{inside}</div>'
