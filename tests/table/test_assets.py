"""Static files: what of them is sent, and how much a first visit takes."""

import gzip
import random
import re
from urllib.parse import urlsplit

import pytest

from mirabilia import Game
from mirabilia.table.page import assets, pages
from mirabilia.table.page.reader import Reader
from mirabilia.table.rooms.table_view import TableView
from mirabilia.texts import ENGLISH, languages
from table_views import table_view_of

KB = 1024
EVERYTHING = ("leaders", "cities", "armada")


def test_all_style_sheets_come_as_one_without_comments() -> None:
    there = {path.name for path in assets.FOLDER.glob("*.css")}
    assert there == set(assets.SHEETS)
    sent = assets.bundle().body.decode()
    assert "/*" not in sent
    written = sum((assets.FOLDER / sheet).read_text(encoding="utf-8").count("{") for sheet in there)
    assert sent.count("{") == written


def test_texts_of_scripts_stay_on_one_line_for_their_indents_are_not_sent() -> None:
    for path in assets.FOLDER.glob("*.js"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if line.count("`") % 2] == [], path.name
        sent = assets.find(path.name)
        assert sent is not None
        code = [line.strip() for line in lines if not line.strip().startswith("//")]
        assert sent.body.decode().split() == " ".join(code).split(), path.name


def loaded(html: str) -> set[str]:
    """The static files that a page loads by itself."""
    named = re.findall(r'(?:href|src)="(/static/[^"#]+)', html)
    return {urlsplit(address).path.removeprefix("/static/") for address in named}


def late(players: int, expansions: tuple[str, ...]) -> TableView:
    """A table in its third age, as seat 0 sees it."""
    game, rng = Game(players, edition="2nd", expansions=expansions, seed=1), random.Random(1)
    while game.age < 3 or 0 not in game.to_decide:
        seat = game.to_decide[0]
        moves = game.moves(seat)
        game.play(seat, rng.choice([move for move in moves if move.action == "build"] or moves))
    return table_view_of(game, 0)


def weight_of(html: str) -> int:
    """The bytes that are sent of a page."""
    return len(gzip.compress(html.encode(), 6))


@pytest.mark.parametrize(("players", "expansions", "most"), [(4, (), 80), (7, EVERYTHING, 90)])
def test_a_first_visit_is_light(players: int, expansions: tuple[str, ...], most: int) -> None:
    html = pages.table_page(late(players, expansions), Reader(), link="http://here/t/abc")
    files = loaded(html)
    assert {"all.css", "seat.js", "icons.svg", "scenes.svg", "wonders.svg"} <= files
    weight = weight_of(html)
    for name in files:
        asset = assets.find(name)
        assert asset is not None, name
        weight += len(asset.packed or asset.body)
    assert weight < most * KB, f"{weight / KB:.1f} KB"


@pytest.mark.parametrize(("players", "expansions"), [(4, ()), (7, EVERYTHING)])
def test_a_page_in_another_language_is_hardly_heavier(
    players: int, expansions: tuple[str, ...]
) -> None:
    """A table loads the same files in every language."""
    table = late(players, expansions)
    found = {
        lang: pages.table_page(table, Reader(lang), link="http://here/t/abc")
        for lang in languages()
    }
    assert len({frozenset(loaded(html)) for html in found.values()}) == 1
    weights = {lang: weight_of(html) for lang, html in found.items()}
    assert max(weights.values()) <= weights[ENGLISH] + KB, weights
