"""What a tournament says: win rates, points, who is ahead of whom, ratings.

A deal is one cluster: its games share boards and cards, and its bots play each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

from ..game.codec import lines_of
from .entrants import Tournament
from .extras import MissingExtra, need
from .intervals import estimate_mean, estimate_rate
from .ledger import settings_of

Row = dict[str, Any]


class Sample:
    """Values with the deal they come from."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self.deals: list[int] = []

    def add(self, value: float, deal: int) -> None:
        self.values.append(value)
        self.deals.append(deal)

    def mean(self) -> dict[str, Any] | None:
        found = estimate_mean(self.values, self.deals)
        return found.as_json(3) if found else None

    def rate(self) -> dict[str, Any] | None:
        found = estimate_rate(self.values, self.deals)
        return found.as_json(5) if found else None


def summary(tournament: Tournament, rows: Sequence[Row]) -> dict[str, Any]:
    """Everything the tables and the page show, JSON-safe."""
    return {
        "settings": settings_of(tournament),
        "deals": len({row["deal"] for row in rows}),
        "games": len(rows),
        "lines": list(lines_of(tournament.setup.expansions).values()),
        "bots": _bots(tournament, rows),
        "pairs": _pairs(tournament, rows),
        "seats": _seats(tournament, rows),
        "table": _table(rows),
        "ratings": ratings(tournament, rows),
    }


def chairs_of(tournament: Tournament, row: Row) -> list[tuple[str, int, float, float]]:
    """For each bot of a game: its name, its place, its points, its part of the first place.

    A team is one bot; its points are the mean of both seats.
    """
    size = tournament.chair_size
    places = row["places"][::size]
    first = places.count(1)
    return [
        (
            row["bots"][size * at],
            place,
            sum(row["points"][size * at : size * at + size]) / size,
            (place == 1) / first,
        )
        for at, place in enumerate(places)
    ]


def _bots(tournament: Tournament, rows: Sequence[Row]) -> list[dict[str, Any]]:
    wins, points, sold = _samples(), _samples(), _samples()
    lines: dict[str, list[list[int]]] = defaultdict(list)
    seconds: dict[str, float] = defaultdict(float)
    decisions: dict[str, int] = defaultdict(int)
    for row in rows:
        for name, _, total, share in chairs_of(tournament, row):
            wins[name].add(share, row["deal"])
            points[name].add(total, row["deal"])
        for seat, name in enumerate(row["bots"]):
            sold[name].add(row["sold"][seat], row["deal"])
            lines[name].append(row["lines"][seat])
            if "seconds" in row:
                seconds[name] += row["seconds"][seat]
                decisions[name] += row["decisions"][seat]
    return [
        {
            "bot": name,
            "win_rate": wins[name].rate(),
            "points": points[name].mean(),
            "sold": sold[name].mean(),
            "lines": [round(sum(line) / len(line), 3) for line in zip(*lines[name], strict=True)],
            "ms_per_decision": (
                round(1000 * seconds[name] / decisions[name], 2) if decisions[name] else None
            ),
        }
        for name in tournament.names
        if wins[name].values
    ]


def _samples() -> defaultdict[str, Sample]:
    return defaultdict(Sample)


def _pairs(tournament: Tournament, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Of two bots at one table, how often one is ahead (level: half) and by how many points."""
    ahead: dict[tuple[str, str], Sample] = defaultdict(Sample)
    points: dict[tuple[str, str], Sample] = defaultdict(Sample)
    for row in rows:
        for one, other in permutations(chairs_of(tournament, row), 2):
            if one[0] != other[0]:
                pair = one[0], other[0]
                ahead[pair].add((one[1] < other[1]) + (one[1] == other[1]) / 2, row["deal"])
                points[pair].add(one[2] - other[2], row["deal"])
    return [
        {"bot": one, "other": other, "ahead": found.rate(), "points": points[one, other].mean()}
        for (one, other), found in sorted(ahead.items())
    ]


def _seats(tournament: Tournament, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """How the chairs did, whoever sat there: a check that no seat is a better one."""
    wins = [Sample() for _ in range(tournament.chairs)]
    points = [Sample() for _ in range(tournament.chairs)]
    for row in rows:
        for at, (_, _, total, share) in enumerate(chairs_of(tournament, row)):
            wins[at].add(share, row["deal"])
            points[at].add(total, row["deal"])
    return [
        {"seat": at * tournament.chair_size, "win_rate": won.rate(), "points": scored.mean()}
        for at, (won, scored) in enumerate(zip(wins, points, strict=True))
    ]


def _table(rows: Sequence[Row]) -> dict[str, Any]:
    """The winner's points and the mean of all seats, whoever played."""
    winner, everyone, sold = Sample(), Sample(), Sample()
    for row in rows:
        totals = row["points"]
        best = [total for total, place in zip(totals, row["places"], strict=True) if place == 1]
        winner.add(sum(best) / len(best), row["deal"])
        everyone.add(sum(totals) / len(totals), row["deal"])
        sold.add(sum(row["sold"]) / len(row["sold"]), row["deal"])
    return {"winner": winner.mean(), "points": everyone.mean(), "sold": sold.mean()}


def ratings(tournament: Tournament, rows: Iterable[Row]) -> list[dict[str, Any]] | None:
    """OpenSkill's Plackett-Luce ratings over all games in order; None without the library.

    A bot that sits at a table more than once plays as often; its rating moves by the mean.
    """
    if len(tournament.names) < 2:
        return None
    try:
        models = need("openskill.models", "lab", "A rating")
    except MissingExtra:
        return None
    model = models.PlackettLuce()
    rated = {name: model.rating(name=name) for name in tournament.names}
    for row in rows:
        chairs = chairs_of(tournament, row)
        before = [[model.create_rating([rated[n].mu, rated[n].sigma], n)] for n, *_ in chairs]
        after = model.rate(before, ranks=[place for _, place, *_ in chairs])
        moved: dict[str, list[Any]] = defaultdict(list)
        for (name, *_), (rating,) in zip(chairs, after, strict=True):
            moved[name].append(rating)
        for name, found in moved.items():
            rated[name].mu = sum(rating.mu for rating in found) / len(found)
            rated[name].sigma = sum(rating.sigma for rating in found) / len(found)
    table = [
        {"bot": name, "mu": round(rating.mu, 3), "sigma": round(rating.sigma, 3)}
        for name, rating in rated.items()
    ]
    return sorted(table, key=lambda row: -float(row["mu"]))
