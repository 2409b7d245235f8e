"""Draw what a program that learns has told: how often its net is first, over its time of learning.

    python examples/learn.py 20 | tee curve.txt
    python scripts/draw_curve.py curve.txt docs/learning.svg
    python scripts/draw_curve.py FOLDER/curve.txt docs/teaching.svg    # of scripts/teach.py

The example tells minutes, and plays against two bots; the other tells decisions, and plays against
`greedy` at three tables. A line for each, with the 95 % interval as a band; equal players would
have a third, of five a fifth, which are dotted.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

WIDE, HIGH, LEFT, TOP, RIGHT, BOTTOM = 560, 280, 52, 16, 92, 46
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #333 }
.grid { stroke: #ddd } .third { stroke: #888; stroke-dasharray: 4 4 }
.line { fill: none; stroke-width: 2 } .band { opacity: .2 }
.random .line { stroke: #2a6f97 } .random .band { fill: #2a6f97 }
.greedy .line, .three .line { stroke: #b3402a } .greedy .band, .three .band { fill: #b3402a }
.five .line { stroke: #2a6f97 } .five .band { fill: #2a6f97 }
.everything .line { stroke: #4c7d2f } .everything .band { fill: #4c7d2f }
@media (prefers-color-scheme: dark) {
  text { fill: #ccc } .grid { stroke: #444 }
  .random .line, .five .line { stroke: #7ab8da }
  .greedy .line, .three .line { stroke: #ee8a74 } .everything .line { stroke: #9ccb7a }
}
"""
Point = tuple[float, float, float]  # minutes or decisions, percent, half of the interval
# What ``scripts/teach.py`` calls its tables, and what they are called here.
TABLES = {"3 of the 1st": "three", "5 of the 2nd": "five", "5 with everything": "everything"}
LABELS = {"three": "3, 1st", "five": "5, 2nd", "everything": "5, all"}


def read(text: str) -> dict[str, list[Point]]:
    """The points of each bot.

    >>> read("0.50 minutes, 60598 decisions: random 96.00 ± 1.57, greedy 2.00 ± 1.10")
    {'random': [(0.5, 96.0, 1.57)], 'greedy': [(0.5, 2.0, 1.1)]}
    """
    found: dict[str, list[Point]] = {}
    for line in text.splitlines():
        if line.startswith("{"):
            told = json.loads(line)
            for table, name in TABLES.items():
                share, half = re.findall(r"[\d.]+", told[table])[:2]
                point = (told["decisions"] / 1e6, float(share), float(half))
                found.setdefault(name, []).append(point)
        elif minutes := re.match(r"([\d.]+) minutes", line):
            for bot, share, half in re.findall(r"(\w+) ([\d.]+) ± ([\d.]+)", line):
                found.setdefault(bot, []).append((float(minutes[1]), float(share), float(half)))
    return found


def picture(curves: dict[str, list[Point]]) -> str:
    last = max(points[-1][0] for points in curves.values())
    of_decisions = curves.keys() <= LABELS.keys()
    time = "millions of decisions" if of_decisions else "minutes of learning"

    def across(minutes: float) -> float:
        return round(LEFT + WIDE * minutes / last, 1)

    def down(percent: float) -> float:
        return round(TOP + HIGH * (1 - min(max(percent, 0.0), 100.0) / 100), 1)

    size = f"{LEFT + WIDE + RIGHT} {TOP + HIGH + BOTTOM}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img">',
        f"<title>First places over {time}</title>",
        f"<style>{STYLE}</style>",
    ]
    for percent in range(0, 101, 20):
        at = down(percent)
        parts.append(f'<path class="grid" d="M{LEFT} {at}h{WIDE}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4}" text-anchor="end">{percent} %</text>')
    for equal in (100 / 3, 20.0) if of_decisions else (100 / 3,):
        parts.append(f'<path class="third" d="M{LEFT} {down(equal)}h{WIDE}"/>')
    for quarter in range(5):
        minutes = last * quarter / 4
        parts.append(
            f'<text x="{across(minutes)}" y="{TOP + HIGH + 20}" text-anchor="middle">'
            f"{round(minutes, 0 if of_decisions else 2):g}</text>"
        )
    middle = LEFT + WIDE / 2
    parts.append(f'<text x="{middle}" y="{TOP + HIGH + 40}" text-anchor="middle">{time}</text>')
    for bot, points in curves.items():
        above = [f"{across(at)},{down(share + half)}" for at, share, half in points]
        below = [f"{across(at)},{down(share - half)}" for at, share, half in points]
        line = [f"{across(at)},{down(share)}" for at, share, _ in points]
        parts.append(f'<g class="{bot}"><polygon class="band" points="')
        parts.append(" ".join([*above, *reversed(below)]) + '"/>')
        parts.append(f'<polyline class="line" points="{" ".join(line)}"/>')
        label = LABELS.get(bot, f"two {bot}")
        parts.append(f'<text x="{LEFT + WIDE + 8}" y="{down(points[-1][1]) + 4}">{label}</text>')
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    told, to = sys.argv[1:]
    Path(to).write_text(picture(read(Path(told).read_text("utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
