"""Play the matches of ``docs/strength.md`` and write their tables.

    python scripts/strength.py FOLDER            play what is missing, then write the tables
    python scripts/strength.py FOLDER --show     only show the tables of what is there

Every match is ``mirabilia arena`` with a folder of its own in FOLDER, so it can be stopped and goes
on where it was. All of them take about two hours of one core.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "strength.md"
EXPERTS = "Among experts"
OTHERS = "Against others"
TIME = "More time"
LEVELS = "Levels"
# A part of the page; a folder; what it shows; the options of ``mirabilia arena``.
MATCHES = [
    (
        OTHERS,
        "greedy3",
        "`expert` against two `greedy`",
        "--against expert@2500p,greedy,greedy --games 300",
    ),
    (
        OTHERS,
        "random3",
        "`expert` against two `random`, 50 ms",
        "--against expert@600p,random,random --games 400",
    ),
    (
        OTHERS,
        "second3",
        "2nd edition, against two `greedy`, 50 ms",
        "--against expert@600p,greedy,greedy --games 90 --edition 2nd",
    ),
    (
        OTHERS,
        "all5",
        "Leaders, Cities, Armada, 5 players, against four `greedy`",
        "--against expert@540p,greedy,greedy,greedy,greedy --games 100 --players 5 "
        "--expansions leaders,cities,armada",
    ),
    (
        OTHERS,
        "teams",
        "Cities, two teams of two",
        "--against expert@500p,greedy --games 60 --players 4 --teams --expansions cities",
    ),
    (
        EXPERTS,
        "self3",
        "3 players, B sides",
        "--against expert@2500p,expert@2500p,expert@2500p --games 60 --sides B",
    ),
    (
        EXPERTS,
        "self5",
        "5 players, B sides",
        "--against expert@1690p,expert@1690p,expert@1690p,expert@1690p,expert@1690p --games 30 "
        "--players 5 --sides B",
    ),
    (TIME, "g100", "10 ms against two `greedy`", "--against expert@100p,greedy,greedy --games 300"),
    (
        TIME,
        "greedy3s",
        "50 ms against two `greedy`",
        "--against expert@600p,greedy,greedy --games 300",
    ),
    (
        TIME,
        "greedy3",
        "200 ms against two `greedy`",
        "--against expert@2500p,greedy,greedy --games 300",
    ),
    (
        TIME,
        "g12500",
        "1,000 ms against two `greedy`",
        "--against expert@12500p,greedy,greedy --games 120",
    ),
    (
        TIME,
        "t600",
        "50 ms against two with 10 ms",
        "--against expert@600p,expert@100p,expert@100p --games 150",
    ),
    (
        TIME,
        "t2500",
        "200 ms against two with 10 ms",
        "--against expert@2500p,expert@100p,expert@100p --games 150",
    ),
    (
        TIME,
        "t12500",
        "1,000 ms against two with 10 ms",
        "--against expert@12500p,expert@100p,expert@100p --games 120",
    ),
    (LEVELS, "beginner", "`beginner`", "--against beginner,greedy,greedy --games 60"),
    (LEVELS, "easy", "`easy`", "--against easy,greedy,greedy --games 60"),
    (LEVELS, "medium", "`medium`", "--against medium,greedy,greedy --games 60"),
]


def play(folder: Path) -> None:
    for _, name, _, options in MATCHES:
        arena = [sys.executable, "-m", "mirabilia", "arena", "--edition", "1st", *options.split()]
        subprocess.run([*arena, "--out", str(folder / name)], check=True)


def tables(folder: Path) -> dict[str, str]:
    """The rows of each part, of the matches that have been played."""
    parts: dict[str, list[str]] = {}
    for part, name, what, options in MATCHES:
        if (folder / name / "summary.json").exists():
            found = json.loads((folder / name / "summary.json").read_text(encoding="utf-8"))
            parts.setdefault(part, []).append(_row(part, what, options, found))
    heads = dict.fromkeys(parts, "| match | bot | games | first places | points | others |")
    heads[EXPERTS] = "| table | bot | games | winners | tables | cards sold |"
    return {
        part: "\n".join([heads[part], "|---" * 6 + "|", *rows]) + "\n"
        for part, rows in parts.items()
    }


def _row(part: str, what: str, options: str, found: dict[str, Any]) -> str:
    bot = options.split()[1].split(",")[0]
    if part == EXPERTS:
        table = found["table"]
        cells = [_mean(table[key]) for key in ("winner", "points", "sold")]
    else:
        one, others = found["bots"]
        rate = one["win_rate"]
        share = [f"{100 * rate[key]:.1f}" for key in ("value", "low", "high")]
        cells = [f"{share[0]} % ({share[1]} to {share[2]})"]
        cells += [_mean(one["points"]), _mean(others["points"])]
    return f"| {what} | `{bot}` | {found['games']} | {' | '.join(cells)} |"


def _mean(found: dict[str, float]) -> str:
    return f"{found['value']:.1f} ± {(found['high'] - found['low']) / 2:.1f}"


def write(parts: dict[str, str]) -> None:
    """Put each table in the place of the one on the page."""
    text = PAGE.read_text(encoding="utf-8")
    for part, table in parts.items():
        between = rf"(<!-- {part} -->\n).*?(<!-- end -->)"
        text = re.sub(between, rf"\g<1>\n{table}\n\g<2>", text, flags=re.DOTALL)
    PAGE.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    if not options.show:
        play(options.folder)
        write(tables(options.folder))
    for part, table in tables(options.folder).items():
        print(f"{part}\n\n{table}")


if __name__ == "__main__":
    main()
