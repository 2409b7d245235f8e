"""The report on a tournament, as a page."""

from __future__ import annotations

from typing import Any

from .charts import Mark, dots, interval_text, percent, plain
from .pages import boxes_text, document, facts, folded, section, table, wide

MOST_SERIES = 3  # more are a table only
Summary = dict[str, Any]


def page(found: Summary) -> str:
    """Everything of ``standings.summary``."""
    settings = found["settings"]
    chairs = settings["players"] // (2 if settings["teams"] else 1)
    lead = (
        f"{settings['players']} players, {settings['edition']} edition"
        f"{boxes_text(settings['expansions'])}{', in teams' if settings['teams'] else ''}. "
        f"{found['games']:,} games of {found['deals']:,} deals: each deal was played with the bots "
        "in all seats. Intervals are of 95 %, deals as clusters."
    )
    parts = [_table(found), _standings(found, 1 / chairs), _ratings(found), _pairs(found)]
    parts += [_lines(found), _seats(found, 1 / chairs), _settings(found)]
    return document("Tournament of bots", lead, [part for part in parts if part])


def _ordered(found: Summary) -> list[dict[str, Any]]:
    return sorted(found["bots"], key=lambda row: -row["win_rate"]["value"])


def _table(found: Summary) -> str:
    table_figures = found["table"]
    return facts(
        [
            ("games", f"{found['games']:,}"),
            ("deals", f"{found['deals']:,}"),
            ("points of winners", interval_text(table_figures["winner"], plain)),
            ("points of all seats", interval_text(table_figures["points"], plain)),
            ("cards sold, per seat", interval_text(table_figures["sold"], _fine)),
        ]
    )


def _fine(value: float) -> str:
    return f"{value:.2f}"


def _more(value: float) -> str:
    return f"{value:+.1f}"


def _standings(found: Summary, fair: float) -> str:
    bots = _ordered(found)
    rates = dots(
        "First places",
        [Mark(row["bot"], "", [row["win_rate"]]) for row in bots],
        axis="first places, % of the games of a seat or team",
        reference=fair,
        reference_name="fair part",
    )
    points = dots(
        "Points",
        [Mark(row["bot"], "", [row["points"]]) for row in bots],
        axis="points",
        form=plain,
    )
    rows = [
        [
            row["bot"],
            f"{row['win_rate']['number']:,}",
            interval_text(row["win_rate"], percent),
            interval_text(row["points"], _fine),
            interval_text(row["sold"], _fine),
            "–" if row["ms_per_decision"] is None else f"{row['ms_per_decision']:.1f}",
        ]
        for row in bots
    ]
    headings = ["bot", "seats", "first places", "points", "cards sold", "ms a decision"]
    return section(
        "First places",
        "How often a seat of this bot came first. A shared first place counts in parts.",
        wide(rates),
        section("Points", "Mean points of a seat.", wide(points), level=3),
        folded("As a table", table(headings, rows)),
    )


def _ratings(found: Summary) -> str:
    if not found["ratings"]:
        return ""
    marks = [
        Mark(
            row["bot"],
            "",
            [
                {
                    "value": row["mu"],
                    "low": row["mu"] - 2 * row["sigma"],
                    "high": row["mu"] + 2 * row["sigma"],
                    "number": found["games"],
                }
            ],
        )
        for row in found["ratings"]
    ]
    return section(
        "Ratings",
        "OpenSkill (Plackett-Luce) over all games, beginning with 25; lines are two standard "
        "deviations of the model, which knows nothing of duplicate deals.",
        wide(dots("Ratings", marks, axis="rating", form=plain)),
    )


def _pairs(found: Summary) -> str:
    """A row and a column for each bot: how often the row is ahead of the column."""
    if not found["pairs"]:
        return ""
    pairs = {(row["bot"], row["other"]): row for row in found["pairs"]}
    names = [row["bot"] for row in _ordered(found)]

    def cells(key: str, form: Any) -> list[list[str]]:
        return [
            [one]
            + [
                interval_text(pairs[one, other][key], form) if (one, other) in pairs else ""
                for other in names
            ]
            for one in names
        ]

    return section(
        "Who is ahead of whom",
        "At the same table, how often the bot of the row has a better place than the bot of the "
        "column (level counts half), and how many points more.",
        table(["ahead of", *names], cells("ahead", percent)),
        section("Points more", "", table(["than", *names], cells("points", _more)), level=3),
    )


def _lines(found: Summary) -> str:
    bots = _ordered(found)
    rows = [
        [line, *(f"{row['lines'][at]:.1f}" for row in bots)]
        for at, line in enumerate(found["lines"])
    ]
    headings = ["points from", *(row["bot"] for row in bots)]
    text, figures = "Mean points of a seat.", table(headings, rows)
    if len(bots) > MOST_SERIES:
        return section("Points by source", text, figures)
    marks = [
        Mark(line, "", [_bare(row["lines"][at], row["win_rate"]["number"]) for row in bots])
        for at, line in enumerate(found["lines"])
    ]
    names = [row["bot"] for row in bots]
    chart = dots("Points by source", marks, axis="points", form=plain, series=names, from_zero=True)
    return section("Points by source", text, wide(chart), folded("As a table", figures))


def _bare(value: float, number: int) -> dict[str, Any]:
    """A figure without an interval."""
    return {"value": value, "low": None, "high": None, "number": number}


def _seats(found: Summary, fair: float) -> str:
    marks = [Mark(f"seat {row['seat']}", "", [row["win_rate"]]) for row in found["seats"]]
    chart = dots(
        "Seats",
        marks,
        axis="first places, %",
        reference=fair,
        reference_name="fair part",
    )
    text = "Whoever sat there. Differences are the luck of these deals; the bots shared it alike."
    return section("Seats", text, wide(chart))


def _settings(found: Summary) -> str:
    rows = [
        [key, ", ".join(map(str, value)) if isinstance(value, list) else str(value)]
        for key, value in found["settings"].items()
    ]
    return section("Settings", "", folded("All settings", table(["setting", "value"], rows)))
