"""What is told of a game when asked for: the whole log, and the result as a picture."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from brute import EVERYTHING, GameSetup, walk
from mirabilia import Game
from mirabilia.table.page import pages, result, whole_log
from mirabilia.table.page.reader import Reader
from mirabilia.table.page.story import story
from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.table_view import Sitter, TableView
from table_views import table_view_of
from tables import Program, Served, served

STATIC = Path(pages.__file__).parent / "static"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def played(setup: GameSetup, seed: int = 3) -> Game:
    game = setup.new(seed)
    for _ in walk(game, seed):
        pass
    return game


def play_on(person: Program, steps: int = 10**6) -> None:
    chance = random.Random(2)
    while (view := person.get())["status"] == "playing" and view["step"] < steps:
        person.decide(view, chance)


def sitting(server: Served, person: Program) -> httpx.Client:
    """The browser of somebody who has a seat."""
    return server.client(cookies={visitors.COOKIE: person.token})


def plain(html: str) -> str:
    """A page as text, without marks and doubled blanks."""
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", "", html)))


def test_the_whole_log_tells_every_line_under_its_age_and_turn() -> None:
    seen = table_view_of(played(GameSetup(4, "2nd", "random", EVERYTHING)), 1)
    html = whole_log.log_page(seen, Reader())
    told = story.story(seen, "en")
    text = plain(html)
    assert all(re.sub(r"\s+", " ", line.text) in text for line in told.lines)
    headings = re.findall(r"<h([23])>(?:<svg.*?</svg>)?(.*?)</h", html)
    ages = ["Before the first age", "Age I", "Age II", "Age III"]
    assert [title for level, title in headings if level == "2"] == ages
    turns = [title for level, title in headings if level == "3"]
    assert [ages[0], *turns] == [chapter.title for chapter in told.chapters]
    assert html.count('id="now"') == 1
    assert html.index('id="now"') > html.index(turns[-2]), "the newest turn is where one looks"


def test_the_log_of_one_player_has_what_concerns_him_and_nothing_else() -> None:
    seen = table_view_of(played(GameSetup(5, "2nd", "random", EVERYTHING)), 0)
    told = story.story(seen, "en")
    for seat in range(5):
        lines = whole_log.concerning(told, seat).lines
        assert lines == tuple(line for line in told.lines if seat in line.about)
        named = [
            line
            for line in told.lines
            if any((part.kind, part.value) == ("seat", seat) for part in line.parts)
        ]
        assert set(map(id, named)) <= set(map(id, lines)), "whoever is named is concerned"


def test_a_game_that_has_just_begun_has_an_empty_log() -> None:
    html = whole_log.log_page(table_view_of(GameSetup(3, "2nd").new(1), 0), Reader())
    assert "Nothing has happened yet." in html


def test_the_page_of_a_table_keeps_to_the_newest_turns() -> None:
    game = GameSetup(3, "2nd").new(2)
    for _ in walk(game, 2):
        if (game.age, game.turn) == (2, 5):
            break
    seen = table_view_of(game, 0)
    page = pages.table_page(seen, Reader(), link="")
    assert "Age II, turn 4" in page
    assert "Age II, turn 2" not in page
    assert 'href="/t/abc/log#now"' in page
    assert "Age I, turn 1" in whole_log.log_page(seen, Reader())


def test_the_log_over_http_is_for_its_reader(server: Served) -> None:
    ann = server.program().create(players=3)
    waiting = ann.http.get(f"/t/{ann.code}/log")
    assert (waiting.status_code, "The game has not begun." in waiting.text) == (409, True)
    ann.post("start")
    play_on(ann, 3)
    own = sitting(server, ann).get(f"/t/{ann.code}/log")
    assert own.status_code == 200
    assert ">You<" in own.text
    others = server.client().get(f"/t/{ann.code}/log?seat=0")
    assert 'aria-current="true">Ann<' in others.text
    for wrong, sentence in (("seat=3", "There is no seat 3 at this table."), ("seat=x", "")):
        answer = ann.http.get(f"/t/{ann.code}/log?{wrong}")
        assert 400 <= answer.status_code < 500
        assert sentence in answer.text
    assert server.client().get("/t/zzzzzz/log").status_code == 404


def test_the_picture_comes_with_the_end_and_is_the_same_for_all(server: Served) -> None:
    ann = server.program().create(players=3, begin=True)
    early = ann.http.get(f"/t/{ann.code}/result.svg")
    assert (early.status_code, "The game is not over yet." in early.text) == (409, True)
    play_on(ann)
    own = sitting(server, ann).get(f"/t/{ann.code}/result.svg")
    assert own.headers["content-type"] == "image/svg+xml"
    assert own.text == server.client().get(f"/t/{ann.code}/result.svg").text
    page = sitting(server, ann).get(f"/t/{ann.code}").text
    assert f'href="/t/{ann.code}/result.svg"' in page
    assert page.index("Rematch") < page.index("ranking-verdict") < page.index("Score sheet")
    assert page.index("War at the end of age III") < page.index("Score sheet")


def called(seen: TableView, names: tuple[str, ...]) -> TableView:
    sitters = [Sitter(at, name, "person") for at, name in enumerate(names)]
    return replace(seen, sitters=tuple(sitters))


@pytest.mark.parametrize("players", [2, 3, 8])
def test_the_picture_is_sound_and_holds_everybody(players: int) -> None:
    expansions = EVERYTHING if players > 2 else ()
    game = played(GameSetup(players, "2nd" if players == 3 else "1st", "random", expansions))
    seats = range(game.seats)
    strange = ("</text><script>alert(1)</script>", "A&B \"'", *("W" * 24 for _ in seats[2:]))
    svg = ElementTree.fromstring(result.picture(called(table_view_of(game, None), strange), "en"))
    texts = [text.text for text in svg.iter(f"{SVG}text")]
    assert {tag.tag for tag in svg.iter()} <= {
        f"{SVG}{name}" for name in ("svg", "title", "rect", "text")
    }
    for sheet in game.scores():
        assert (strange[sheet.seat] if sheet.seat < players else "The Free City") in texts
        assert str(sheet.total) in texts
    for shape in svg.iter(f"{SVG}rect"):
        x, width = float(shape.get("x", 0)), float(shape.get("width", 0))
        y, height = float(shape.get("y", 0)), float(shape.get("height", 0))
        assert 0 <= x <= x + width <= result.WIDTH
        assert 0 <= y <= y + height <= result.HEIGHT
    assert not any("style" in tag.attrib or "href" in tag.attrib for tag in svg.iter())


def test_the_pictures_colours_are_those_of_the_sheet() -> None:
    faces, css = ((STATIC / name).read_text() for name in ("faces.css", "story.css"))
    known = dict(re.findall(r"(--face-\w+): (#\w+);", faces))
    found = {}
    rules = re.findall(r"\.line-of-(\w+) \{ --line-colour: (.*?); --on-line: (#\w+); \}", css)
    for key, colour, on in rules:
        found[key] = (known[colour[4:-1]] if colour.startswith("var") else colour, on)
    assert found == result.PAINT
