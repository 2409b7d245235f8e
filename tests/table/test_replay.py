"""Replays over HTTP: every moment, everything or as a seat knew it; records that are brought."""

import json
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from conftest import sample
from mirabilia import Game
from mirabilia.game.replays import Replay
from mirabilia.table.rooms import archive, printed, replaying, visitors
from mirabilia.table.rooms.moments import Opened
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.storage import Storage
from mirabilia.telling import turning_points
from mirabilia.telling.turning_points import Mark, marks
from named import named_in
from recorded import record_of, recorded, recorded_with_promos
from spoiling import spoil_json_text
from tables import ANN, SMALL, Program, Served, play_on, refusal, run, served
from waiting import soon

KINDS: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 2, "edition": "1st"},
    {"players": 4, "everything": True},
    {"players": 7, "everything": True},
]
JSON = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def bring(server: Served, record: Any) -> httpx.Response:
    body = record if isinstance(record, bytes) else json.dumps(record).encode()
    with server.client() as client:
        return client.post("/r", files={"record": ("game.json", body, "application/json")})


def brought(server: Served, **kind: Any) -> str:
    answer = bring(server, record_of(**kind))
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/r/")


def opened(**kind: Any) -> Opened:
    game = recorded(**kind)
    filed = archive.filed("abcdef", game.record(), game)
    return Opened(filed, Replay(game.record()))


# Pages


@pytest.mark.parametrize("kind", KINDS)
def test_every_moment_has_a_page(server: Served, kind: dict[str, Any]) -> None:
    code, game = brought(server, **kind), recorded(**kind)
    with server.client() as client:
        for at in range(game.steps + 1):
            for query in ("", f"&as={at % game.seats}", f"&side={at % game.seats}"):
                answer = client.get(f"/r/{code}?at={at}{query}", headers=JSON)
                assert answer.status_code == 200, (at, query, answer.text)
                assert f'data-at="{at}"' in answer.json()["html"]
        whole = client.get(f"/r/{code}?at={game.steps}").text
        assert "The end" in whole
        for name in game.names[: game.players]:
            assert name in whole


def test_boards_that_are_dealt_nowhere_are_shown(server: Served) -> None:
    code = bring(server, recorded_with_promos().record()).headers["location"]
    with server.client() as client:
        for at in range(recorded_with_promos().steps + 1):
            for query in ("", "&as=1", "&side=2"):
                answer = client.get(f"{code}?at={at}{query}")
                assert answer.status_code == 200, (at, query)
        assert "Stonehenge" in answer.text


def test_a_page_says_what_was_decided_and_what_could_have_been(server: Served) -> None:
    code = brought(server)
    game = Replay(record_of()).game(4)
    decided = Replay(record_of()).decisions(4)
    with server.client() as client:
        for seat in range(3):
            page = client.get(f"/r/{code}?at=4&side={seat}").text
            hand = page.partition('class="decide"')[2]
            for card in game.hand(seat):
                assert f'data-face="{card}"' in hand
            chosen = re.findall(r'class="hand-card is-chosen[^>]*data-key="\d-([^"]+)"', hand)
            assert chosen == [decided[seat].card]
            for name in ("Ann", "Ben", "Cleo"):
                assert re.search(rf"<b>{name}</b> <span>(Build|Sell)", hand)


def test_what_is_not_there_is_refused_with_a_sentence(server: Served) -> None:
    code = brought(server)
    with server.client() as client:
        for path, status in [
            ("/r/zzzzzz", 404),
            ("/r/zzzzzz/record", 404),
            (f"/r/{code}?at=19", 404),
            (f"/r/{code}?at=-1", 422),
            (f"/r/{code}?at=x", 422),
            (f"/r/{code}?as=3", 400),
            (f"/r/{code}?side=3", 400),
            (f"/r/{code}?as=8", 422),
        ]:
            answer = client.get(path)
            assert answer.status_code == status, path
            assert "went wrong" not in answer.text


def test_without_scripts_links_lead_from_moment_to_moment(server: Served) -> None:
    code = brought(server)
    with server.client() as client:
        page = client.get(f"/r/{code}?at=3&as=1").text
        ways = {way: link for link, way in re.findall(r'href="([^"]+)" data-to="(\w+)"', page)}
        assert {way: link.replace("&amp;", "&") for way, link in ways.items()} == {
            "first": f"/r/{code}?at=0&as=1",
            "previous": f"/r/{code}?at=2&as=1",
            "next": f"/r/{code}?at=4&as=1",
            "last": f"/r/{code}?at=18&as=1",
        }
        assert re.search(r'<form class="slide" method="get" action="/r/\w+">', page)


def test_the_record_can_be_had(server: Served) -> None:
    code = brought(server)
    with server.client() as client:
        answer = client.get(f"/r/{code}/record")
        assert answer.json() == record_of()
        assert answer.headers["content-disposition"] == (
            f'attachment; filename="mirabilia-{code}.json"'
        )


def test_a_table_leads_to_its_replay_before_and_after_it_is_cleared_away(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with served(database) as server, server.client() as client:
        program = server.program().create(players=3)
        program.post("start")
        assert client.get(f"/r/{program.code}").status_code == 404
        play_out(program)
        with server.client(cookies={visitors.COOKIE: program.token}) as hers:
            page = hers.get(f"/t/{program.code}").text
        assert f'href="/r/{program.code}"' in page
        before = client.get(f"/r/{program.code}?at=7", headers=JSON).json()
    with served(database, keep_over=-1.0, clean_every=0.05) as server, server.client() as client:
        soon(lambda: client.get(f"/t/{program.code}/sheet").status_code == 404)
        again = client.get(f"/r/{program.code}?at=7", headers=JSON).json()
        assert again == before
        german = client.get(f"/r/{program.code}", headers={"Accept-Language": "de"}).text
        assert re.search(r"wird bis \d\d\.\d\d\.\d{4} aufbewahrt", german)
        answer = client.get(f"/t/{program.code}")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{program.code}")


def play_out(program: Program) -> None:
    chance = random.Random(1)
    while (table := program.get())["status"] != "over":
        if not program.decide(table, chance):
            time.sleep(0.01)


# As a seat knew it


@pytest.mark.parametrize("kind", KINDS[:3])
def test_as_a_seat_knew_it_no_card_is_shown_that_it_could_not_know(
    server: Served, kind: dict[str, Any]
) -> None:
    """The same as its own page showed it then: of the hands of others only what K1 allows."""
    code, game = brought(server, **kind), recorded(**kind)
    replay = Replay(game.record())
    for at in sample(range(len(replay)), 8):
        then = replay.game(at)
        for seat in range(game.players):
            view, events = then.view(seat), then.events_for(seat)
            known = set(re.findall(r"[a-z_0-9]+", json.dumps(view, default=str)))
            known |= set(re.findall(r"[a-z_0-9]+", repr(events)))
            known |= {move.card for move in owed_moves(replay, at, seat) if move.card}
            with server.client() as client:
                html = client.get(f"/r/{code}?at={at}&as={seat}", headers=JSON).json()["html"]
            shown = set(re.findall(r'data-face="([a-z_0-9]+)"', html)) | set(
                re.findall(r'data-key="\d-([a-z_0-9]+)"', html)
            )
            assert shown - known == set(), (at, seat)
            others = named_in(html) - known
            hidden = {
                card
                for other in range(game.seats)
                for card in (*then.hand(other), *then.leader_hand(other))
            }
            assert not others & hidden, (at, seat)


def owed_moves(replay: Replay, at: int, seat: int) -> list[Any]:
    if at == replay.last:
        return []
    game = replay.deciding(at)
    owed = [*game.to_decide, *game.decided]
    mine = [one for one in owed if one == seat or (game.players == 2 and one == 2)]
    return [move for one in mine if game.decision(one).by == seat for move in game.moves(one)]


def test_who_looks_as_a_seat_is_shown_its_own_decision_alone(server: Served) -> None:
    replay = opened()
    moment = replay.moment(5, seat=1)
    assert set(moment.decisions) == {1}
    assert set(replay.moment(5).decisions) == {0, 1, 2}
    view = moment.table_view.view
    assert view is not None
    assert [type(entry["hand"]) for entry in view["seats"]] == [int, list, int]


def test_a_game_that_is_not_over_is_never_opened() -> None:
    filed = archive.filed("abcdef", record_of(), recorded())
    with pytest.raises(ValueError, match="over"):
        Opened(filed, Replay(Game(3, seed=1).record()))


# Turning points


@pytest.mark.parametrize("kind", KINDS)
def test_the_marks_are_where_ages_end(kind: dict[str, Any]) -> None:
    replay = Replay(record_of(**kind))
    found = marks(replay)
    assert [mark.kind for mark in found].count(turning_points.LAST_TURN) == 3
    wars = [mark for mark in found if mark.kind in (turning_points.WAR, turning_points.END)]
    assert [mark.age for mark in wars] == [1, 2, 3]
    for war in wars:
        kinds = {event.kind for event in replay.happened(war.at - 1)}
        assert kinds & {"victory", "defeat", "peace", "war"} or not war.at
    assert wars[-1].at == replay.last


def test_after_the_turn_that_decided_nobody_else_was_ahead() -> None:
    for kind in KINDS:
        replay = Replay(record_of(**kind))
        found = turning_points.decided(replay)
        winners = replay.leaders(replay.last)
        if found is None:
            assert all(replay.leaders(at) <= winners for at in range(len(replay)))
            continue
        assert found == Mark(found.at, turning_points.DECIDED, seats=tuple(sorted(winners)))
        assert not replay.leaders(found.at) <= winners
        assert all(replay.leaders(at) <= winners for at in range(found.at + 1, len(replay)))


# Records that are brought


def test_the_same_record_has_the_same_address(server: Served) -> None:
    record = record_of()
    first = bring(server, record).headers["location"]
    assert bring(server, record).headers["location"] == first
    shuffled = json.dumps(dict(reversed(record.items())), indent=3).encode()
    assert bring(server, shuffled).headers["location"] == first
    with server.client() as client:
        plain = client.post("/r", json=record, headers=JSON)
        assert plain.json() == {"code": first.removeprefix("/r/")}


def test_a_record_of_a_table_that_is_brought_back_is_that_game(server: Served) -> None:
    program = server.program().create(players=3)
    program.post("start")
    play_out(program)
    with server.client() as client:
        record = client.get(f"/r/{program.code}/record").json()
    assert bring(server, record).headers["location"] == f"/r/{program.code}"


async def played(service: Service) -> tuple[str, dict[str, Any]]:
    """A game of this house, and its record."""
    code = await service.create(SMALL, "Ann", ANN, begin=True)
    await play_on(service, code, [ANN])
    return code, await service.shelf.record(code)


def test_who_brings_a_game_of_this_house_does_not_change_its_date() -> None:
    async def story(service: Service) -> None:
        code, record = await played(service)
        before = await service.shelf.find(code)
        assert await service.replays.bring(record) == code
        assert await service.shelf.find(code) == before

    run(story)


def test_what_is_brought_again_is_kept_from_then_on() -> None:
    async def story(service: Service) -> None:
        code = await service.replays.bring(record_of())
        await service.storage.write_beside(archive.renew(code, 1.0))
        assert await service.replays.bring(record_of()) == code
        assert (await service.shelf.find(code)).at > 1.0

    run(story)


def test_a_game_whose_record_has_gone_can_be_brought_again() -> None:
    async def story(service: Service) -> None:
        code, record = await played(service)
        kept = await service.shelf.find(code)
        await service.storage.write_beside(archive.thin(kept.at + 1))
        again = await service.replays.bring(record)
        assert again != code
        assert (await service.replays.moment(again)).over
        assert await service.shelf.record(again) == record
        assert not (await service.shelf.find(code)).replay

    run(story)


def test_what_can_be_no_code_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(service: Service) -> None:
        with monkeypatch.context() as patch:
            patch.delattr(archive, "digest_at")
            for code in ("\x00", "abcde\x00", "abcde", "abcdefg", "äbcdef"):
                assert "no such finished game" in await refusal(service.replays.open(code), 404)

    run(story)


@pytest.mark.parametrize("code", ["%00", "abcde%00", "abcde", "%F0%9F%98%80"])
def test_nor_is_its_record(server: Served, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    with monkeypatch.context() as patch, server.client() as client:
        patch.delattr(archive, "read_record")
        answer = client.get(f"/r/{code}/record", headers=JSON)
    assert answer.status_code == 404
    assert "no such finished game" in answer.json()["error"]


def test_what_can_be_no_digest_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_for: list[str] = []

    def find(storage: Storage, digest: str) -> None:
        looked_for.append(digest)

    monkeypatch.setattr(printed, "find", find)

    async def story(service: Service) -> None:
        for catalogue in ("\x00", "another", "A" * 16, "0" * 65, "0" * 16):
            brought = service.replays.bring({**record_of(), "catalogue": catalogue})
            assert "catalogue has changed" in await refusal(brought, 400)

    run(story)
    assert looked_for == ["0" * 16]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"totals": [1, 2, 3]}, "totals"),
        ({"decisions": record_of()["decisions"][:-1], "totals": None}, "totals"),
        ({"version": 7}, "version"),
        ({"catalogue": "another"}, "catalogue has changed"),
        ({"rules": 10**6}, "rules have changed"),
        ({"fair": {}}, "fair"),
        ({"fair": None}, "fair"),
        ({"more": 1}, "more"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_in_the_form(
    server: Served, change: dict[str, Any], said: str
) -> None:
    answer = bring(server, {**record_of(), **change})
    assert answer.status_code == 400
    assert said in answer.text
    assert 'role="alert"' in answer.text
    assert 'type="file"' in answer.text


def test_a_game_that_is_not_over_can_not_be_brought(server: Served) -> None:
    answer = bring(server, Game(3, seed=1).record())
    assert answer.status_code == 400
    assert "over" in answer.text


def test_names_are_strangers_words(server: Served) -> None:
    record = record_of()
    names = ["<b>x</b>\x1b[31m", "W" * 500, "\u202e\u0000"]
    answer = bring(server, {**record, "setup": {**record["setup"], "players": names}})
    assert answer.status_code == 303
    with server.client() as client:
        page = client.get(answer.headers["location"]).text
        kept = client.get(answer.headers["location"] + "/record").json()["setup"]["players"]
    assert "<b>x</b>" not in page
    assert "\x1b" not in page
    assert kept[1:] == ["W" * 20, "Player 3"]
    assert all(name.isprintable() and len(name) <= 20 for name in kept)


def test_what_is_no_record_at_all_is_refused(server: Served) -> None:
    with server.client() as client:
        for body, kind, status in [
            (b"x" * (300 * 1024), "application/json", 413),
            (b"[" * 100_000, "application/json", 400),
            (b"[1]", "application/json", 400),
            (b"", "application/json", 400),
            (b"a=b", "application/x-www-form-urlencoded", 415),
            (b"--x\r\n\r\n--x--", "multipart/form-data; boundary=x", 400),
            (b"--x", "multipart/form-data", 400),
            (b"", "multipart/form-data; boundary=\xff", 400),
        ]:
            answer = client.post(
                "/r", content=body, headers=[(b"content-type", kind.encode("latin-1"))]
            )
            assert answer.status_code == status, (body[:20], kind, answer.text[:300])
        assert client.post("/r").status_code == 415


def test_a_record_may_be_as_long_as_it_is_said(server: Served) -> None:
    text = json.dumps(record_of()).encode()
    for room, status in ((2000, 303), (-1, 413)):
        answer = bring(server, text + b" " * (256 * 1024 - len(text) - room))
        assert answer.status_code == status


def test_nobody_brings_too_many(server: Served) -> None:
    with served(upload_limit=(2, 0)) as strict:
        answers = [bring(strict, b"{}").status_code for _ in range(3)]
    assert answers == [400, 400, 429]


def test_a_game_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with served(replay_seconds=-1.0) as server:
        answer = bring(server, record_of())
        assert answer.status_code == 503
        assert "too long" in answer.text
        monkeypatch.setattr(replaying, "_MOST_WAITING", 0)
        assert bring(server, record_of()).status_code == 503


def test_only_so_much_stays_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "_MOST_BYTES", 1)
    with served() as server, server.client() as client:
        codes = [brought(server, players=players) for players in (3, 4, 5)]
        for code in codes * 2:
            assert client.get(f"/r/{code}?at=1").status_code == 200
        assert len(server.service.replays._opened) == 1


@pytest.mark.sweep
def test_spoilt_records_are_refused_or_true_replays(server: Served) -> None:
    """1,000 with --sweep=all: a clear refusal, or a game that the engine has played."""
    games = [*(recorded(**kind) for kind in KINDS), recorded_with_promos()]
    texts = [json.dumps(game.record()).encode() for game in games]
    outcomes = set()
    with server.client() as client:
        for seed in sample(range(1000), 60):
            rng = random.Random(seed)
            body = spoil_json_text(rng.choice(texts), rng)
            answer = client.post(
                "/r", content=body, headers={**JSON, "content-type": "application/json"}
            )
            outcomes.add(answer.status_code)
            assert answer.status_code in (200, 400, 413, 431), (seed, answer.text[:300])
            if len(body) > 256 * 1024:
                assert "longer than anything" in answer.text
            elif answer.status_code == 200:
                code = answer.json()["code"]
                for query in ("", "&as=1", "&side=2"):
                    page = client.get(f"/r/{code}?at={rng.randrange(19)}{query}")
                    assert page.status_code == 200, (seed, query)
            else:
                assert 10 < len(answer.json()["error"]) < 400, seed
                assert answer.json()["error"].isprintable()
    assert outcomes >= {400}
    assert not [line for line in server.log.lines if '"level": "error"' in line]
