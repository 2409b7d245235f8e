"""Reports: figures that can be counted by hand, and pages that need nothing but themselves."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from mirabilia import cli
from mirabilia.lab.chunks import runs_in
from mirabilia.lab.collect import collect
from mirabilia.lab.facts import Run
from mirabilia.lab.rows import parquet

Command = Callable[[str], tuple[int, str]]
EVERYTHING = ("leaders", "cities", "armada")
MIXED = Run(4, bots=("greedy", "random", "greedy", "random"), seed=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs, one of them with everything."""
    place: Path = tmp_path_factory.mktemp("games")
    collect(MIXED, 120, place, chunk=50, cores=1)
    collect(Run(3, expansions=EVERYTHING, bots=("greedy",) * 3), 40, place, cores=1)
    return place


@pytest.fixture(scope="module")
def runs(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    from mirabilia.lab.report import study

    found = study(folder)
    # Nothing but JSON: no infinity, no NumPy.
    return list(json.loads(json.dumps(found, allow_nan=False)))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    def run_command(arguments: str) -> tuple[int, str]:
        capsys.readouterr()
        code = cli.main(arguments.split())
        out, err = capsys.readouterr()
        return code, out + err

    return run_command


def rows_of(folder: Path, number: int) -> list[dict[str, Any]]:
    place = runs_in(folder)[number]
    return [
        row for chunk in place.done() for row in parquet().read_table(place.path(chunk)).to_pylist()
    ]


def mean(values: list[float]) -> Any:
    """Of rounded figures."""
    return pytest.approx(sum(values) / len(values), abs=1e-3)


def test_figures_are_those_of_the_rows(folder: Path, runs: list[dict[str, Any]]) -> None:
    found, rows = runs[0], rows_of(folder, 0)
    assert found["games"] == 120
    for board in found["boards"]:
        mine = [r for r in rows if (r["board"], r["side"]) == (board["board"], board["side"])]
        assert board["win_rate"]["number"] == len(mine)
        assert board["win_rate"]["value"] == mean([r["share"] for r in mine])
        assert board["points"]["value"] == mean([r["total"] for r in mine])
    assert sum(board["win_rate"]["number"] for board in found["boards"]) == 480
    for card in found["cards"]:
        mine = [row for row in rows for built in row["built"] if built == card["card"]]
        assert card["win_rate"]["number"] == len(mine)
        assert card["win_rate"]["value"] == mean([r["share"] for r in mine])
    for bot in found["bots"]:
        mine = [row for row in rows if row["bot"] == bot["bot"]]
        assert bot["points"]["value"] == mean([r["total"] for r in mine])
    for line, pair in found["sources"].items():
        for group, first in (("winners", True), ("others", False)):
            points = [r[f"points_{line}"] for r in rows if (r["place"] == 1) == first]
            assert pair[group]["value"] == mean(points)
    stages = {row["number"]: row["win_rate"]["number"] for row in found["stages"]}
    assert stages == {n: sum(r["stages"] == n for r in rows) for n in stages}
    assert sum(seat["win_rate"]["value"] for seat in found["seats"]) == pytest.approx(1, abs=1e-4)


def test_leaders_and_islands_are_among_the_cards(folder: Path, runs: list[dict[str, Any]]) -> None:
    (found,) = (run for run in runs if run["run"]["expansions"])
    kinds = {card["kind"] for card in found["cards"]}
    assert {"leader", "island", "black", "red"} <= kinds
    assert set(found["sources"]) >= {"leaders", "black", "debts", "naval", "islands"}
    assert "black" in found["colours"]


def test_every_figure_lies_in_its_interval(runs: list[dict[str, Any]]) -> None:
    figures = list(walk(runs))
    assert len(figures) > 500
    for figure in figures:
        if figure["low"] is not None:
            assert figure["low"] <= figure["value"] <= figure["high"]
        assert figure["clusters"] <= figure["number"]


def walk(value: Any) -> Any:
    """All figures inside."""
    if isinstance(value, dict):
        if "clusters" in value:
            yield value
        for inner in value.values():
            yield from walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner)


class Page(HTMLParser):
    """What a page asks a browser to load, and whether its elements are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.pictures += tag == "svg"
        if tag in ("script", "link", "img", "iframe", "object"):
            self.loads.append(tag)
        self.loads += [key for key in given if key in ("src", "srcset", "data", "xlink:href")]
        if "href" in given:
            self.links.append(str(given["href"]))
        if "id" in given:
            self.anchors.add(str(given["id"]))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert not page.open
    assert page.loads == []
    assert not re.search(r"https?:|//[a-z]|@import|url\(", text)
    assert all(link[0] == "#" and link[1:] in page.anchors for link in page.links)
    assert "prefers-color-scheme: dark" in text
    assert not re.search(r"\b(nan|inf|None)\b", re.sub(r"<style>.*?</style>", "", text, flags=re.S))
    return page


def test_the_report_is_a_page_that_needs_nothing_else(folder: Path, run: Command) -> None:
    code, text = run(f"report {folder}")
    assert code == 0
    assert "160 games of 2 runs" in text
    page = check_page(folder / "report.html")
    assert page.pictures > 20
    written = (folder / "report.html").read_text(encoding="utf-8")
    for title in ("Boards and sides", "Seats", "Points by source", "Cards built", "Age III"):
        assert title in written
    assert "3 players, 2nd edition with Leaders, Cities and Armada, greedy" in written


def test_the_report_of_very_few_games(tmp_path: Path, run: Command) -> None:
    for number in range(2):
        collect(Run(3, seed=number, bots=("random",) * 3), 1, tmp_path, cores=1)
    assert run(f"report {tmp_path} --out {tmp_path / 'few.html'}")[0] == 0
    check_page(tmp_path / "few.html")
    told = json.loads(run(f"report {tmp_path} --json")[1])
    assert [run["games"] for run in told["runs"]] == [1, 1]


def test_the_page_of_a_tournament_needs_nothing_else(tmp_path: Path, run: Command) -> None:
    names = " ".join(f"random@{ms}ms" for ms in range(1, 5))
    for at, arguments in enumerate(
        (f"greedy {names}", "greedy random", "--against random,random,random")
    ):
        out = tmp_path / str(at)
        assert run(f"arena {arguments} --deals 2 --cores 1 --out {out}")[0] == 0
        assert check_page(out / "report.html").pictures >= 3
    assert run(f"arena greedy random --deals 1 --cores 1 --out {tmp_path / 'one'}")[0] == 0
    check_page(tmp_path / "one" / "report.html")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no folder"),
        ("", "holds no simulated games"),
        ("not json", "can't be read"),
        ("[1]", "holds no settings"),
        ('{"run": {"pace": 3}}', "holds no run"),
    ],
)
def test_bad_folders_are_answered_with_a_sentence(
    tmp_path: Path, run: Command, content: str | None, sentence: str
) -> None:
    folder = tmp_path / "games"
    if content is not None:
        folder.mkdir()
    if content:
        (folder / "run.json").write_text(content)
    code, text = run(f"report {folder}")
    assert code == 2
    assert sentence in text


def test_a_file_that_lacks_games_is_noticed(tmp_path: Path, run: Command) -> None:
    place = collect(Run(3, bots=("random",) * 3), 20, tmp_path, chunk=10, cores=1)
    first, second = place.done()
    short = place.path(first).with_name("games-0000000000000020-0000000000000034.parquet")
    place.path(second).replace(short)
    code, text = run(f"report {tmp_path}")
    assert code == 2
    assert "does not hold the games its name says" in text
