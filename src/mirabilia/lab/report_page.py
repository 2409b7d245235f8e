"""The report on simulated games, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .charts import Mark, curve, dots, interval_text, percent, plain
from .pages import boxes_text, document, facts, folded, section, table, wide
from .report import HABITS

FEWEST = 30  # seats: below this a card or a number of cards is left out of the pictures
SOURCES = {
    "military": "military",
    "coins": "coins",
    "wonder": "wonder stages",
    "blue": "blue cards",
    "yellow": "yellow cards",
    "green": "science",
    "purple": "guilds",
    "leaders": "leaders",
    "black": "black cards",
    "debts": "debts",
    "naval": "naval tokens",
    "islands": "islands",
}
Run = dict[str, Any]


def page(runs: Sequence[Run]) -> str:
    """All runs of a folder; several begin with a comparison."""
    games = sum(run["games"] for run in runs)
    lead = f"{games:,} games, played by bots. Every figure has a 95 % interval, games as clusters."
    parts = []
    if len(runs) > 1:
        links = " ".join(f'<a href="#{run["run"]["name"]}">{title_of(run)}</a>' for run in runs)
        parts += [f"<nav>{links}</nav>", _comparison(runs)]
    parts += [_run(run) for run in runs]
    return document("What the games tell", lead, parts)


def title_of(run: Run) -> str:
    """Such as ``3 players, 2nd edition with Leaders, greedy``."""
    played = run["run"]
    bots = " against ".join(dict.fromkeys(played["bots"]))
    parts = [f"{played['players']} players", f"{played['edition']} edition"]
    parts[-1] += boxes_text(played["expansions"])
    parts += ["in teams"] if played["teams"] else []
    parts += ["all leaders"] if played["leaders"] == "expert" else []
    parts += [f"side {played['sides']}"] if played["sides"] != "random" else []
    return ", ".join([*parts, bots])


def _comparison(runs: Sequence[Run]) -> str:
    marks = [Mark(_short(run), "", [run["winner_points"], run["table_points"]]) for run in runs]
    rows = [
        [
            title_of(run),
            f"{run['games']:,}",
            interval_text(run["winner_points"], plain),
            interval_text(run["table_points"], plain),
        ]
        for run in runs
    ]
    chart = dots(
        "Points by run",
        marks,
        axis="points",
        form=plain,
        series=("best of the table", "all seats"),
    )
    return section(
        "The runs compared",
        "Mean points of the best seat of each table, and of all seats.",
        wide(chart),
        folded("As a table", table(["run", "games", "best of the table", "all seats"], rows)),
        _seats_compared(runs),
    )


def _seats_compared(runs: Sequence[Run]) -> str:
    """First places by player count and seat."""
    most = max(run["run"]["players"] for run in runs)
    rows = []
    for run in sorted(runs, key=lambda run: int(run["run"]["players"])):
        cells = [interval_text(row["win_rate"], percent) for row in run["seats"]]
        rows.append([title_of(run), *cells, *[""] * (most - len(cells))])
    headings = ["run", *(f"seat {seat}" for seat in range(most))]
    return section("First places by player count and seat", "", table(headings, rows), level=3)


def _short(run: Run) -> str:
    played = run["run"]
    boxes = "+".join(name[0].upper() for name in played["expansions"])
    bots = "/".join(dict.fromkeys(played["bots"]))
    return f"{played['players']}p {played['edition']} {boxes} {bots}".replace("  ", " ")


def _run(run: Run) -> str:
    fair = 1 / run["run"]["players"]
    boxes = [
        ("games", f"{run['games']:,}"),
        ("points of the best seat", interval_text(run["winner_points"], plain)),
        ("points of all seats", interval_text(run["table_points"], plain)),
        ("a seat's fair part of first places", percent(fair)),
    ]
    parts = [
        facts(boxes),
        _bots(run, fair),
        _boards(run, fair),
        _seats(run, fair),
        _sources(run),
        _habits(run),
        _curves(run, fair),
        _cards(run, fair),
    ]
    return section(title_of(run), "", *parts, anchor=run["run"]["name"])


def _rates(
    title: str, rows: Sequence[tuple[str, str, dict[str, Any]]], fair: float, heading: str
) -> str:
    """Win rates as a picture, with points in the table below it."""
    marks = [Mark(label, note, [row["win_rate"]]) for label, note, row in rows]
    cells = [
        [
            f"{label} {note}".strip(),
            f"{row['win_rate']['number']:,}",
            interval_text(row["win_rate"], percent),
            interval_text(row["points"], plain),
        ]
        for label, note, row in rows
    ]
    chart = dots(
        title, marks, axis="first places, % of seats", reference=fair, reference_name="fair part"
    )
    return wide(chart) + folded(
        "As a table", table([heading, "seats", "first places", "points"], cells)
    )


def _bots(run: Run, fair: float) -> str:
    if len(run["bots"]) < 2:
        return ""
    rows = [(row["bot"], "", row) for row in run["bots"]]
    return section("Bots", "How often each came first.", _rates("Bots", rows, fair, "bot"), level=3)


def _boards(run: Run, fair: float) -> str:
    ordered = sorted(run["boards"], key=lambda row: -row["win_rate"]["value"])
    rows = [(row["name"], row["side"], row) for row in ordered]
    return section(
        "Boards and sides",
        "How often the seat with this board came first; a shared first place counts in parts.",
        _rates("Win rate by board", rows, fair, "board"),
        level=3,
    )


def _seats(run: Run, fair: float) -> str:
    rows = [(f"seat {row['seat']}", "", row) for row in run["seats"]]
    return section(
        "Seats",
        f"With {run['run']['players']} players. The rules know no first player, so seats of the "
        "same bots should not differ.",
        _rates("Win rate by seat", rows, fair, "seat"),
        level=3,
    )


def _compared(title: str, text: str, found: dict[str, Any], names: dict[str, str]) -> str:
    """Winners and others side by side."""
    shown = {
        key: pair for key, pair in found.items() if any(f and f["value"] for f in pair.values())
    }
    marks = [Mark(names[key], "", [pair["winners"], pair["others"]]) for key, pair in shown.items()]
    rows = [
        [names[key], interval_text(pair["winners"], _fine), interval_text(pair["others"], _fine)]
        for key, pair in shown.items()
    ]
    chart = dots(
        title, marks, axis="mean", form=plain, series=("winners", "others"), from_zero=True
    )
    return section(
        title,
        text,
        wide(chart),
        folded("As a table", table(["", "winners", "others"], rows)),
        level=3,
    )


def _fine(value: float) -> str:
    return f"{value:.2f}"


def _sources(run: Run) -> str:
    text = "Mean points from each source, of those who came first and of the others."
    return _compared("Points by source", text, run["sources"], SOURCES)


def _habits(run: Run) -> str:
    text = "What winners and others do and have, per seat and game."
    coins = {key: pair for key, pair in run["habits"].items() if "coins" in HABITS[key]}
    others = {key: pair for key, pair in run["habits"].items() if key not in coins}
    return _compared("Cards, symbols and tokens", text, others, HABITS) + _compared(
        "Coins", "Where they come from and where they go.", coins, HABITS
    )


def _curves(run: Run, fair: float) -> str:
    pictures = []
    numbers = {"stages": run["stages"], **run["colours"]}
    for name, rows in numbers.items():
        points = [
            (row["number"], row["win_rate"]) for row in rows if row["win_rate"]["number"] >= FEWEST
        ]
        if len(points) > 1:
            title = "stages built" if name == "stages" else f"{name} cards built"
            pictures.append(curve(title, points, fair))
    return section(
        "How many of each",
        "First places of seats that built so many, in % of these seats. The dashed line is the "
        f"fair part. Numbers seen fewer than {FEWEST} times are left out.",
        f'<div class="small-charts">{"".join(pictures)}</div>',
        level=3,
    )


def _cards(run: Run, fair: float) -> str:
    """A picture for each age, and for leaders and islands."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in run["cards"]:
        ages = {1: "Age I", 2: "Age II", 3: "Age III"}
        groups.setdefault(ages.get(row["age"], f"{row['kind'].title()}s"), []).append(row)
    parts = []
    for name, rows in groups.items():
        kept = [row for row in rows if row["win_rate"]["number"] >= FEWEST]
        kept.sort(key=lambda row: -row["win_rate"]["value"])
        shown = [(row["name"], row["kind"] if row["age"] else "", row) for row in kept]
        if shown:
            parts.append(section(name, "", _rates(name, shown, fair, "card"), level=4))
    return section(
        "Cards built",
        "How often a seat that built the card came first. That goes together with winning; it need "
        "not be the reason for it.",
        *parts,
        level=3,
    )
