"""A step is made once: what seats share is what everybody knows, and nothing stays that changed."""

import json
import random
import socket
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from mirabilia import Game, texts
from mirabilia.game.notation import MoveError
from mirabilia.table.http import answers, written
from mirabilia.table.http.guard import HEADERS
from mirabilia.table.page import pages, whole_log
from mirabilia.table.page.reader import Reader
from mirabilia.table.page.story import story
from mirabilia.table.rooms.outline import same_seats
from mirabilia.table.rooms.schema import Seat
from mirabilia.table.rooms.table import Table, new_table
from mirabilia.table.rooms.table_view import PERSON, PLAYING, Kept, Options, TableView
from mirabilia.telling import chronicle
from tables import Served, served
from waiting import PATIENCE

SETUPS = [
    Options(players=4),
    Options(4, expansions=("leaders", "cities", "armada"), teams=True),
    Options(2, "1st"),
]


def begun(options: Options) -> Table:
    """A table at which people have all the seats."""
    table = Table(new_table("abc234", options, []))
    for seat in range(options.players):
        table.sit(f"visitor {seat}", f"Name {seat}")
    table.take_change()
    return table


def decided(table: Table, rng: random.Random) -> Iterator[int]:
    """A game by chance; yields the step before each decision."""
    while table.status == PLAYING:
        assert table.game is not None
        seat = rng.choice(table.game.to_decide)
        yield table.step
        move, of = rng.choice(table.game.moves(seat)), table.game.decision(seat).by
        table.decide(f"visitor {of}", seat, str(move), table.step)
        table.take_change()


def whole(table_view: TableView) -> Mapping[str, Any]:
    """A table view as JSON, without anything that was written before."""
    said = {"view": table_view.view, "events": answers.events(table_view, 0)}
    found: Mapping[str, Any] = json.loads(json.dumps(answers.around(table_view) | said))
    return found


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_what_is_written_once_for_all_is_what_each_would_be_told(options: Options) -> None:
    table, rng = begun(options), random.Random(1)
    for at, _ in enumerate(decided(table, rng)):
        if at % 5 == 0:
            eyes = [None, *range(options.players)]
            rng.shuffle(eyes)
            for seat in eyes:
                table_view = table.table_view(seat, quotes=False)
                assert json.loads(written.table(table_view)) == whole(table_view)


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_what_seats_share_is_what_a_spectator_sees(options: Options) -> None:
    """K1: nothing else is ever written for all."""
    table, rng = begun(options), random.Random(2)
    for at, _ in enumerate(decided(table, rng)):
        if at % 5 == 0:
            views = [table.table_view(seat, quotes=False) for seat in range(options.players)]
            for table_view in views:
                written.table(table_view)
            assert table.game is not None
            public, outside = views[-1].public, table.game.view(None)
            assert dict(public) == {key: outside[key] for key in public}
            assert not any(isinstance(entry["hand"], list) for entry in public["seats"])


@pytest.mark.parametrize("options", [*SETUPS, Options(3, delay=1)], ids=str)
def test_a_page_is_the_same_beside_others_as_alone(options: Options) -> None:
    """Whatever parts pages share: each is what its reader alone would be shown."""
    table, rng = begun(options), random.Random(3)
    languages = ["en", "de", texts.read_in("en", "fr")]
    for at, _ in enumerate(decided(table, rng)):
        if at % 6:
            continue
        eyes = [*range(options.players), *range(options.players), None, None]
        rng.shuffle(eyes)
        for seat in eyes:
            found, lang = table.table_view(seat), rng.choice(languages)
            side = rng.randrange(options.players) if seat is None else 0
            alone = replace(found, kept=Kept())
            pages_made = [
                pages.fragment(each, lang, link="http://x/t/abc234", side=side)
                for each in (found, alone)
            ]
            assert pages_made[0] == pages_made[1], f"{seat} in {lang}"
            log = [whole_log.log_page(each, Reader(lang)) for each in (found, alone)]
            assert log[0] == log[1], f"{seat} in {lang}"


def test_what_is_laid_for_the_free_city_is_told_to_who_laid_it_alone() -> None:
    """K1: also where his page is made first."""
    found = 0
    for seed in range(3):
        table, rng = begun(Options(2, "1st")), random.Random(seed)
        while table.status == PLAYING:
            game = table.game
            assert game is not None
            seat, before = rng.choice(game.to_decide), len(game.events)
            moves, of = game.moves(seat), game.decision(seat).by
            move = next((one for one in moves if one.action == "stage"), rng.choice(moves))
            table.decide(f"visitor {of}", seat, str(move), table.step)
            table.take_change()
            for number, event in list(enumerate(game.events))[before:]:
                if event.kind == "stage" and event.seat == 2:
                    holder, found = event.data["by"], found + 1
                    for reader in (holder, 1 - holder, None):
                        told = story.story(table.table_view(reader), "en").lines
                        (line,) = [line for line in told if number in line.numbers]
                        assert (" with " in line.text) == (reader == holder)
    assert found


def test_a_turn_is_sorted_once_for_all_who_know_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    sorted_for: list[tuple[int, int]] = []

    def counting(events: Any, start: int, end: int, *, teams: bool) -> Any:
        sorted_for.append((start, end))
        return chronicle.chapter(events, start, end, teams=teams)

    monkeypatch.setattr(story, "chapter", counting)
    for action, times in (("build", 1), ("sell", 1 + 4)):
        table = begun(Options(4, sides="day"))
        assert table.game is not None
        step = table.step
        for seat in range(4):
            move = next(move for move in table.game.moves(seat) if move.action == action)
            table.decide(f"visitor {seat}", seat, str(move), step)
        sorted_for.clear()
        for lang in ("en", "de"):
            for reader in (0, 1, 2, 3, None):
                pages.fragment(table.table_view(reader), lang, link="")
        assert sorted_for.count(max(sorted_for)) == times, action


def test_moves_are_listed_anew_when_the_step_is_done() -> None:
    game = Game(3, seed=4)
    first = [game.moves(seat) for seat in range(3)]
    assert game.moves(0) is first[0]
    for seat in range(3):
        game.play(seat, first[seat][-1])
    assert all(game.moves(seat) != first[seat] for seat in range(3))
    with pytest.raises(MoveError):
        game.play(0, first[0][-1])


def test_what_the_free_city_may_do_depends_on_what_its_holder_has_chosen() -> None:
    game = Game(2, edition="1st", seed=4)
    holder = game.position()["holder"]
    found = set()
    for move in game.moves(holder):
        game.play(holder, move)
        found.add(game.moves(2))
        game.undecide(holder)
    assert len(found) > 1


def test_who_has_left_is_away_in_the_next_view() -> None:
    table = begun(Options(3))
    assert not any(sitter.away for sitter in table.table_view(0).sitters)
    table.leave("visitor 2")
    table.take_change()
    assert [sitter.away for sitter in table.table_view(0).sitters] == [False, False, True]
    table.come_back("visitor 2")
    table.take_change()
    assert not any(sitter.away for sitter in table.table_view(0).sitters)


def test_progress_is_written_anew_for_each_decision() -> None:
    table = begun(Options(3))
    told = []
    for seat in (0, 1):
        assert table.game is not None
        table.decide(f"visitor {seat}", seat, str(table.game.moves(seat)[0]), table.step)
        table.take_change()
        progress = table.progress()
        assert progress is not None
        assert answers.progress(progress)[1] is answers.progress(progress)[1]
        told.append(json.loads(answers.progress(progress)[1])["decided"])
    assert told == [[0], [0, 1]]


def test_an_outline_keeps_its_seats_until_they_have_changed() -> None:
    seats = [Seat(0, PERSON, "Ada"), Seat(1, PERSON, "Bob")]
    before = same_seats(seats, ())
    assert same_seats(seats, before) is before
    seats[1].away = "left"
    assert before[1].away == ""
    assert [seat.away for seat in same_seats(seats, before)] == ["", "left"]


JSON = {"Content-Type": "application/json"}
BAD: dict[str, tuple[dict[str, str], str | None]] = {  # headers, and what is sent instead
    "no JSON": (JSON, "{"),
    "no such table": (JSON, None),
    "no token": ({**JSON, "Authorization": "Bearer me"}, None),
    "too long": (JSON, "x" * 100_000),
    "of another site": ({**JSON, "Origin": "https://example.org"}, None),
}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


@pytest.mark.parametrize("bad", BAD)
def test_the_shortcut_refuses_as_the_long_way_does(server: Served, bad: str) -> None:
    headers, body = BAD[bad]
    with server.client(headers=headers) as client:
        one, other = body or '{"step": 1, "move": "skip"}', body or '{"step": 1}'
        short = client.post("/api/tables/abc234/decide", content=one)
        long = client.post("/api/tables/abc234/undecide", content=other)
    assert short.status_code == long.status_code >= 400
    assert short.json().keys() == long.json().keys() == {"error", "code", "values"}
    its_own = {name: short.headers[name] for name in ("date", "content-length")}
    assert {**short.headers} == {**long.headers, **its_own}


def test_the_shortcut_answers_with_safe_headers_and_nothing_but_decisions(server: Served) -> None:
    ann = server.program().create(players=3, begin=True, listed=False)
    seen = ann.get()
    body = {"step": seen["step"], "move": seen["offers"][0]["moves"][0]}
    headers = {"Authorization": f"Bearer {ann.token}"}
    with server.client(headers=headers) as client:
        done = client.post(f"/api/tables/{ann.code}/decide", json=body)
        assert done.status_code == 200
        assert done.json().keys() == {"code", "version"}
        assert {name: done.headers[name] for name in HEADERS} == HEADERS
        assert client.get(f"/t/{ann.code}/decide").status_code == 405
        assert client.post(f"/t/{ann.code}/decide/", json=body).status_code in (307, 404)


def test_an_answer_in_one_piece_lacks_nothing(server: Served) -> None:
    """Not of a question after the head alone, nor to who asks whether he may go on."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        connection.sendall(b"HEAD /health HTTP/1.1\r\nHost: here\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 405")
        going_on = b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        connection.sendall(b"POST /api/tables/abc234/decide HTTP/1.1\r\nHost: here\r\n" + going_on)
        assert connection.recv(4096) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"{}")
        head, _, body = connection.recv(4096).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 422")
        assert b'"error"' in body
