"""Requests that are spoilt somewhere: each is answered with a sentence or rightly, none with a 500.

Every route has a valid request here. A thousand others are made from these: another method, path,
query, header, cookie or body, or several of them, as an unlucky program or an enemy may send them.
"""

import asyncio
import contextlib
import gzip
import json
import logging
import random
import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

import pytest

from clubs import entered, invited, members
from conftest import sample
from mirabilia import Game
from mirabilia.table.app import CLUB_PARTS, PARTS, create_app
from mirabilia.table.settings import Settings
from recorded import record_of
from tables import Program, Served, served
from waiting import PATIENCE

NUMBER = 1000
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
JSON, FORM = "application/json", "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Asked:
    """A request, as bytes; ``{code}``, ``{step}`` and ``{move}`` stand for those of a table."""

    method: bytes
    path: bytes
    query: bytes = b""
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    version: bytes = b"HTTP/1.1"

    def sent(self, slots: dict[bytes, bytes]) -> bytes:
        lines = [b"%s %s%s %s" % (self.method, self.path, self.query, self.version)]
        lines += [b"%s: %s" % header for header in self.headers]
        text = b"\r\n".join(lines)
        for name, value in slots.items():
            text = text.replace(name, value)
        return text + b"\r\n\r\n" + self.body


def asking(method: str, path: str, query: str = "", body: object = None, kind: str = JSON) -> Asked:
    text = b""
    if body is not None:
        text = (json.dumps(body) if kind == JSON else str(body)).encode()
    headers = [
        (b"Host", b"here.example"),
        (b"Cookie", b"theme=dark; mirabilia={token}"),
        (b"Accept", b"text/html" if kind == FORM else JSON.encode()),
    ]
    if body is not None:
        headers += [(b"Content-Type", kind.encode())]
    return Asked(method.encode(), path.encode(), query.encode(), tuple(headers), text)


def form(path: str, body: str = "") -> Asked:
    return asking("POST", path, body=body, kind=FORM)


TABLE = {
    "name": "Ann",
    "players": 3,
    "edition": "2nd",
    "expansions": ["leaders"],
    "teams": False,
    "sides": "random",
    "clock": None,
    "level": "random",
    "bots": [{"seat": 1, "level": "random"}],
}
# The point of the example of RFC 8291.
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
POSITION = json.dumps(Game(3, seed=1).position())
MOVE = {"move": "skip", "step": 0, "seat": 0}
VALID = {
    "/": asking("GET", "/"),
    "/new": asking("GET", "/new"),
    "/join": asking("GET", "/join", "?code={code}"),
    "/first": form("/first", "name=Ann"),
    "/play": form("/play", "name=Ann&players=3&level=random"),
    "/tables": form(
        "/tables", "name=Ann&players=3&expansion=cities&clock=60&level=random&listed=1"
    ),
    "/t/{code}": asking("GET", "/t/{code}"),
    "/words/{edition}/{boxes}/{lang}.json": asking("GET", "/words/2nd/leaders/en.json", "?v=1"),
    "/t/{code}/join": form("/t/{code}/join", "name=Ben&seat=1"),
    "/t/{code}/leave": form("/t/{code}/leave"),
    "/t/{code}/back": form("/t/{code}/back"),
    "/t/{code}/start": form("/t/{code}/start"),
    "/t/{code}/seat": form("/t/{code}/seat", "seat=1&kind=bot&level=random"),
    "/t/{code}/options": form("/t/{code}/options", "players=4&edition=1st&level=random"),
    "/t/{code}/move": form("/t/{code}/move", "seat=0&to=1"),
    "/t/{code}/name": form("/t/{code}/name", "seat=0&name=Anna"),
    "/t/{code}/remove": form("/t/{code}/remove", "seat=1"),
    "/t/{code}/readmit": form("/t/{code}/readmit", "name=Ben"),
    "/t/{code}/qr.svg": asking("GET", "/t/{code}/qr.svg"),
    "/t/{code}/show": form("/t/{code}/show", "seat=0"),
    "/t/{code}/cover": form("/t/{code}/cover"),
    "/t/{code}/decide": form("/t/{code}/decide", "use=build:*&card=altar&seat=0&step=0"),
    "/t/{code}/undecide": form("/t/{code}/undecide", "seat=0&step=0"),
    "/t/{code}/takeback": form("/t/{code}/takeback", "step=0"),
    "/t/{code}/delay": form("/t/{code}/delay", "delay=3"),
    "/t/{code}/pause": form("/t/{code}/pause"),
    "/t/{code}/decline": form("/t/{code}/decline"),
    "/t/{code}/resume": form("/t/{code}/resume"),
    "/t/{code}/extend": form("/t/{code}/extend", "step=0&times=0"),
    "/t/{code}/nudge": form("/t/{code}/nudge", "seat=1"),
    "/turns": asking("GET", "/turns"),
    "/me/away": form("/me/away", "until=2027-07-31&offset=-120"),
    "/me/home": form("/me/home"),
    "/api/turns": asking("GET", "/api/turns"),
    "/api/away": asking("POST", "/api/away", body={"until": 1.9e9}),
    "/api/home": asking("POST", "/api/home"),
    "/api/tables/{code}/pause": asking("POST", "/api/tables/{code}/pause"),
    "/api/tables/{code}/decline": asking("POST", "/api/tables/{code}/decline"),
    "/api/tables/{code}/resume": asking("POST", "/api/tables/{code}/resume"),
    "/api/tables/{code}/extend": asking(
        "POST", "/api/tables/{code}/extend", body={"step": 0, "times": 0}
    ),
    "/api/tables/{code}/nudge": asking("POST", "/api/tables/{code}/nudge", body={"seat": 1}),
    "/t/{code}/pace": form("/t/{code}/pace", "pace=pause"),
    "/t/{code}/talk": form("/t/{code}/talk", "words=Hello&to=table&seat=0"),
    "/t/{code}/mute": form("/t/{code}/mute", "muted=yes"),
    "/t/{code}/host": asking("GET", "/t/{code}/host"),
    "/t/{code}/host/talk": form("/t/{code}/host/talk", "closed=no"),
    "/t/{code}/host/remove": form("/t/{code}/host/remove", "seat=1&who=Ben"),
    "/t/{code}/host/replace": form("/t/{code}/host/replace", "seat=1&who=Ben"),
    "/t/{code}/host/give": form("/t/{code}/host/give", "seat=1&who=Ben"),
    "/t/{code}/elsewhere": form("/t/{code}/elsewhere"),
    "/t/{code}/take": form("/t/{code}/take", "pass=abcdefghjkmn&name=Ben"),
    "/t/{code}/sheet": asking("GET", "/t/{code}/sheet"),
    "/watch": form("/watch", "players=3&level=random"),
    "/api/tables/{code}/takeback": asking("POST", "/api/tables/{code}/takeback", body={"step": 0}),
    "/t/{code}/hint": form("/t/{code}/hint", "seat=0"),
    "/t/{code}/rematch": form("/t/{code}/rematch"),
    "/t/{code}/record": asking("GET", "/t/{code}/record"),
    "/t/{code}/log": asking("GET", "/t/{code}/log", "?seat=1"),
    "/t/{code}/result.svg": asking("GET", "/t/{code}/result.svg"),
    "/r": asking("POST", "/r", body=record_of()),
    "/r/{code}": asking("GET", "/r/{code}", "?at=3&as=1"),
    "/r/{code}/record": asking("GET", "/r/{code}/record"),
    "/cards": asking("GET", "/cards", "?edition=1st&colour=blue&players=5&q=wood"),
    "/cards/chains": asking("GET", "/cards/chains", "?edition=1st"),
    "/cards/{id}": asking("GET", "/cards/altar"),
    "/rules": asking("GET", "/rules"),
    "/position": form("/position", f"name=Ann&level=random&position={quote(POSITION)}"),
    "/pad": form("/pad", "players=3&edition=2nd&expansion=leaders&name=Ann&name=Ben&name="),
    "/pad/{code}": form("/pad/{pad}", "seen=[]&0.line_blue=12&2.line_military=-3"),
    "/pad/{code}/city/{number}": form(
        "/pad/{pad}/city/1", "seen={}&wonder=rhodos:day&stages=1&cards=altar&leaders=plato&coins=3"
    ),
    "/pad/{code}/qr.svg": asking("GET", "/pad/{pad}/qr.svg"),
    "/pad/{code}/setup": form("/pad/{pad}/setup", "players=4&edition=2nd&expansion=leaders"),
    "/pad/{code}/delete": form("/pad/{pad}/delete"),
    "/r/{code}/review": asking("GET", "/r/{code}/review", "?seat=1"),
    "/puzzle": asking("GET", "/puzzle"),
    "/puzzle/{day}": asking("GET", "/puzzle/2026-01-01", "?move=build:altar@L2"),
    "/me": asking("GET", "/me"),
    "/me/lend": form("/me/lend"),
    "/me/take": form("/me/take", "code=abcdefghjk"),
    "/me/forget": form("/me/forget"),
    "/language": form("/language", "lang=nl&cards=it"),
    "/stream": asking("GET", "/stream", "?t={code}:0&t=zzzzzz"),
    "/health": asking("GET", "/health"),
    "/metrics": asking("GET", "/metrics"),
    "/warming": asking("GET", "/warming"),
    "/manifest.webmanifest": asking("GET", "/manifest.webmanifest"),
    "/sw.js": asking("GET", "/sw.js"),
    "/offline": asking("GET", "/offline"),
    "/push/key": asking("GET", "/push/key"),
    "/push/subscribe": form(
        "/push/subscribe", f"endpoint=http://127.0.0.1:9/x&p256dh={POINT}&auth={'A' * 22}"
    ),
    "/push/unsubscribe": form("/push/unsubscribe", "endpoint=https://push.example/x"),
    "/static/{name:path}": asking("GET", "/static/icon.svg", "?v=1234"),
    "/openapi.json": asking("GET", "/openapi.json"),
    "/api/docs": asking("GET", "/api/docs"),
    "/api/mine": asking("GET", "/api/mine"),
    "/api/tables": asking("POST", "/api/tables", body=TABLE),
    "/api/tables/{code}": asking("GET", "/api/tables/{code}", "?since=0"),
    "/api/tables/{code}/join": asking("POST", "/api/tables/{code}/join", body={"name": "Ben"}),
    "/api/tables/{code}/leave": asking("POST", "/api/tables/{code}/leave"),
    "/api/tables/{code}/back": asking("POST", "/api/tables/{code}/back"),
    "/api/tables/{code}/start": asking("POST", "/api/tables/{code}/start"),
    "/api/tables/{code}/seat": asking(
        "POST", "/api/tables/{code}/seat", body={"seat": 1, "level": "random"}
    ),
    "/api/tables/{code}/options": asking(
        "POST", "/api/tables/{code}/options", body={"players": 4, "expansions": ["cities"]}
    ),
    "/api/tables/{code}/move": asking("POST", "/api/tables/{code}/move", body={"seat": 0, "to": 1}),
    "/api/tables/{code}/rename": asking("POST", "/api/tables/{code}/rename", body={"name": "Anna"}),
    "/api/tables/{code}/remove": asking("POST", "/api/tables/{code}/remove", body={"seat": 1}),
    "/api/tables/{code}/readmit": asking(
        "POST", "/api/tables/{code}/readmit", body={"name": "Ben"}
    ),
    "/api/tables/{code}/moves": asking("GET", "/api/tables/{code}/moves"),
    "/api/tables/{code}/decide": asking("POST", "/api/tables/{code}/decide", body=MOVE),
    "/api/tables/{code}/undecide": asking("POST", "/api/tables/{code}/undecide", body={"step": 0}),
    "/api/tables/{code}/events": asking("GET", "/api/tables/{code}/events", "?since=3"),
    "/api/tables/{code}/hint": asking("POST", "/api/tables/{code}/hint", body={"seat": 0}),
    "/api/tables/{code}/rematch": asking("POST", "/api/tables/{code}/rematch"),
    "/api/tables/{code}/record": asking("GET", "/api/tables/{code}/record"),
    "/api/tables/{code}/talk": asking(
        "POST", "/api/tables/{code}/talk", body={"words": "Hello", "to": "table"}
    ),
    "/api/tables/{code}/mute": asking("POST", "/api/tables/{code}/mute", body={"muted": True}),
    "/api/tables/{code}/host/talk": asking(
        "POST", "/api/tables/{code}/host/talk", body={"closed": False}
    ),
    **{
        f"/api/tables/{{code}}/host/{what}": asking(
            "POST", f"/api/tables/{{code}}/host/{what}", body={"seat": 1, "who": "Ben"}
        )
        for what in ("remove", "replace", "give")
    },
    "/api/tables/{code}/elsewhere": asking("POST", "/api/tables/{code}/elsewhere"),
    "/api/tables/{code}/take": asking(
        "POST", "/api/tables/{code}/take", body={"pass": "abcdefghjkmn", "name": "Ben"}
    ),
    "/api/stream": asking("GET", "/api/stream", "?t={code}:0.0.0"),
    "/club": asking("GET", "/club", "?kind=3+2nd&season=x"),
    "/club/players/{name}": asking("GET", "/club/players/Ann%20{code}"),
    "/club/join/{code}": form("/club/join/{invitation}", f"name=Zoe&passphrase={'x' * 12}"),
    "/club/passphrase/{code}": form("/club/passphrase/abcdefghjkmn", f"passphrase={'x' * 12}"),
    "/club/sign-in": form("/club/sign-in", "name=Ann+{code}&passphrase=two+camels+in+Gizah"),
    "/club/sign-out": form("/club/sign-out"),
    "/club/me": asking("GET", "/club/me"),
    "/club/me/passphrase": form("/club/me/passphrase", f"old={'x' * 12}&passphrase={'y' * 12}"),
    "/club/me/leave": form("/club/me/leave"),
    "/club/tournaments/{id}": asking("GET", "/club/tournaments/{event}"),
    **{
        f"/club/tournaments/{{id}}/{what}": form(f"/club/tournaments/{{event}}/{what}", fields)
        for what, fields in (
            *(("enter", ""), ("withdraw", ""), ("start", ""), ("end", ""), ("delete", "")),
            *(("add", "name=Ann+{code}"), ("drop", "name=Ann+{code}")),
        )
    },
    **{
        f"/club/tournaments/{{id}}/tables/{{code}}/{what}": form(
            f"/club/tournaments/{{event}}/tables/{{code}}/{what}", fields
        )
        for what, fields in (("walkover", "seat=0&who=Ann"), ("begin", ""), ("void", ""))
    },
    "/club/keeper": asking("GET", "/club/keeper"),
    **{
        f"/club/keeper/{what}": form(f"/club/keeper/{what}", fields)
        for what, fields in (
            *(
                ("invite", "note=x&uses=2&days=3"),
                ("uninvite", "id=x"),
                ("renew", "name=Ann+{code}"),
            ),
            *(
                ("remove", "name=Ann+{code}"),
                ("keeper", "name=Ann+{code}"),
                ("no-keeper", "name=Ann+{code}"),
            ),
            ("season", "name=x&first=2027-01-01&last=2027-02-01"),
            *(("season/delete", "id=x"), ("tournament", "name=x&rounds=2&players=3&level=random")),
        )
    },
    "/api/club": asking("GET", "/api/club"),
    "/api/club/players/{name}": asking("GET", "/api/club/players/Ann%20{code}"),
    "/api/club/tournaments/{id}": asking("GET", "/api/club/tournaments/{event}"),
    "/api/club/sign-in": asking(
        "POST",
        "/api/club/sign-in",
        body={"name": "Ann {code}", "passphrase": "two camels in Gizah"},
    ),
    # Afterwards nothing can be done at the table any more.
    "/t/{code}/host/close": form("/t/{code}/host/close"),
    "/api/tables/{code}/host/close": asking("POST", "/api/tables/{code}/host/close"),
}


# What may be refused, though it is right: there is a time for it.
NOT_ALWAYS = (
    *("seat", "decide", "hint", "rematch", "record", "takeback", "pace", "log", "result.svg"),
    *("options", "move", "name", "rename", "remove", "readmit", "review"),
    *("replace", "give", "take", "host/talk", "host/close"),
    *("/me/take", "/me/forget"),
    "elsewhere",  # a player of the club signs in there
    *("pause", "decline", "resume", "extend", "nudge", "/me/away", "/api/away"),
)


def test_every_route_has_a_request_here() -> None:
    app = create_app(Settings(database="sqlite://"))
    routers = (app, *(part.router for part in (*PARTS, *CLUB_PARTS)))
    found = [route for router in routers for route in router.routes]
    assert {route.path for route in found if hasattr(route, "path")} == set(VALID)


# Ways to spoil a request

METHODS = b"GET POST PUT DELETE PATCH HEAD OPTIONS TRACE CONNECT PROPFIND get".split()
BITS = b"%00 %ff %2f %2e%2e .. // ; %0d%0aX:y %ed%a0%80 %f0%9f%8e%b2 * {code} zzzzzz".split()
BITS += b"\\ %25 %zz [ ] @ : \xff \xc3\xa9 <b> ' -1 0 %e3%85%a4".split()
BITS += [b"", b"a" * 300, b"x" * 5000, b"../" * 50]
QUERIES = (
    b"?t= ?t ?t=a&t=b ?t=zzzzzz:1e9 ?t=zzzzzz:-1 ?t=zzzzzz:%d9%a3 ?t=%ff ?t=\xff ?t[]=1".split()
)
QUERIES += b"?since=-1 ?since=9999999999999 ?since=x ?since=0x10 ?since=%d9%a3 ?v= ?code=".split()
QUERIES += [b"?code=%00", b"?=&", b"???", b"?%zz", b"#x", b"?code=" + b"x" * 3000]
QUERIES += [b"?" + b"t=zzzzzz&" * 50, b"?" + b"&" * 3000]
VERSIONS = [b"HTTP/1.0", b"HTTP/2.0", b"HTTP/x", b"", b"y"]
HEADERS: dict[bytes, list[bytes]] = {
    b"Host": [b"", b"[", b"[::1", b"a:b", b"a" * 3000, b"\xff", b"a/b?c#d", b"here, there", b"@"],
    b"Origin": [
        b"null",
        b"http://[",
        b"https://evil.example",
        b"http://here.example",
        b"\xff",
        b"",
    ],
    b"Sec-Fetch-Site": [b"cross-site", b"none", b"", b"\xff"],
    b"Cookie": [
        b"mirabilia=guess",
        b"mirabilia=\xff",
        b'mirabilia="\\777"',
        b";;;=;",
        b"mirabilia",
        b"theme=<b>; motion=;",
        b"a=b; " * 2000,
        b"mirabilia=" + b"A" * 43,
    ],
    b"Authorization": [b"", b"Bearer", b"Bearer {token}", b"Basic YTpi", b"\xff", b"Bearer \xff"],
    b"Content-Type": [
        b"",
        b"text/plain",
        b"application/json; charset=x",
        b"multipart/form-data",
        b"multipart/form-data; boundary=x",
        JSON.encode(),
        FORM.encode(),
        b"\xff",
        b";;;",
    ],
    b"Content-Length": [b"0", b"1", b"9" * 30, b"-1", b"x", b"20000"],
    b"Transfer-Encoding": [b"chunked", b"gzip", b"gzip, chunked", b"x"],
    b"Accept": [b"", b"*/*", b"application/json;q=0.1, text/html", b"\xff"],
    b"Accept-Language": [b"", b"de-CH, *;q=x", b"_", b"../../etc", b"\xff", b"en" * 500, b"-,-;-"],
    b"Accept-Encoding": [b"gzip;q=0", b"gzip, br", b"\xff"],
    b"Last-Event-ID": [b"zzzzzz:9", b"{code}:99999999999", b"\xff", b":,:", b"{code}:\xb2"],
    b"If-None-Match": [b"*", b'"', b"\xff"],
    b"X-Forwarded-For": [b"", b"\xff", b"[::1", b"192.0.2.1:x", b"a, b, c", b"::", b"1" * 400],
    b"X-Forwarded-Proto": [b"https", b"ws", b"gopher", b"\xff"],
    b"Expect": [b"100-continue", b"x"],
    b"Upgrade": [b"websocket", b"h2c"],
    b"Connection": [b"close", b"upgrade", b"keep-alive, x"],
    b"Range": [b"bytes=0-1", b"bytes=9-1", b"x"],
    b"": [b"", b"x"],
}
VALUES: list[Any] = [None, True, -1, 8, 10**400, 1.5, "", "x" * 300, [], {}, [[]], "\ud800", "\x00"]
VALUES += ["\u3164", "<script>", "random", "../..", {"a": {}}, [None] * 50, float("inf")]
BODIES = [b"", b"null", b"[]", b"{", b'"', b"[" * 5000, b"\xff\xfe", b"\x00" * 50, b"=" * 200]
BODIES += [b"&" * 500, b"a=b&" * 200, b"x" * 17_000, b"seat=%ff", b"name=%00", b"step=\xb2", b"{}"]


Spoiler = Callable[[Asked, random.Random], Asked]


def other(part: str, value: bytes) -> Spoiler:
    return lambda asked, chance: replace(asked, **{part: value})  # type: ignore[arg-type]


def bit_in_path(bit: bytes) -> Spoiler:
    def spoil(asked: Asked, chance: random.Random) -> Asked:
        parts = asked.path.split(b"/")
        part = chance.randrange(1, len(parts))
        place = chance.randrange(len(parts[part]) + 1)
        parts[part] = chance.choice([bit, parts[part][:place] + bit + parts[part][place:]])
        return replace(asked, path=b"/".join(parts))

    return spoil


def another_header(name: bytes, value: bytes | None, besides: bool = False) -> Spoiler:
    def spoil(asked: Asked, chance: random.Random) -> Asked:
        kept = tuple(header for header in asked.headers if besides or header[0] != name)
        return replace(asked, headers=kept if value is None else (*kept, (name, value)))

    return spoil


def another_value(value: object) -> Spoiler:
    """One field of a form or an object says something else."""

    def spoil(asked: Asked, chance: random.Random) -> Asked:
        if asked.body.startswith(b"{"):
            fields = json.loads(asked.body)
            fields[chance.choice([*fields, "more"])] = value
            return replace(asked, body=json.dumps(fields).encode())
        pairs = asked.body.split(b"&")
        name = chance.choice(pairs).partition(b"=")[0] or b"seat"
        said = quote(str(value), errors="replace").encode()
        return replace(asked, body=b"&".join([b"%s=%s" % (name, said), *pairs]))

    return spoil


def bytes_of_body(asked: Asked, chance: random.Random) -> Asked:
    if not asked.body:
        return replace(asked, body=chance.randbytes(20))
    place = chance.randrange(len(asked.body))
    middle = chance.choice([b"", bytes([chance.randrange(256)])])
    return replace(asked, body=asked.body[:place] + middle + asked.body[place + 1 :])


def path_cut_short(asked: Asked, chance: random.Random) -> Asked:
    return replace(asked, path=asked.path[: chance.randrange(1, len(asked.path) + 1)])


SPOILERS: list[Spoiler] = [
    *(other("method", method) for method in METHODS),
    *(other("version", version) for version in VERSIONS),
    *(bit_in_path(bit) for bit in BITS),
    *(other("query", query) for query in QUERIES),
    *(another_header(name, value) for name, values in HEADERS.items() for value in values),
    *(another_header(name, HEADERS[name][0], besides=True) for name in HEADERS),
    *(another_header(name, None) for name in HEADERS),
    *(another_value(value) for value in VALUES),
    *(other("body", body) for body in BODIES),
    *[bytes_of_body, path_cut_short] * 10,
]
TAKES_A_BODY = [asked for asked in VALID.values() if asked.body]


def spoilt() -> Iterator[Asked]:
    """Each way to spoil a request several times, one in three together with another way."""
    chance = random.Random(10)
    for number in range(NUMBER):
        asked = chance.choice(chance.choice([list(VALID.values()), TAKES_A_BODY]))
        asked = SPOILERS[number % len(SPOILERS)](asked, chance)
        if chance.random() < 1 / 3:
            with contextlib.suppress(ValueError):  # two that do not go together
                asked = chance.choice(SPOILERS)(asked, chance)
        yield asked


# Sending it, and judging the answer


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(
        body_seconds=0.2, header_seconds=0.5, most_tables=10_000, push_private=True, club=True
    ) as found:
        yield found


def with_length(asked: Asked) -> Asked:
    named = {name.lower() for name, _ in asked.headers}
    if not asked.body or named & {b"content-length", b"transfer-encoding"}:
        return asked
    length = (b"Content-Length", str(len(asked.body)).encode())
    return replace(asked, headers=(*asked.headers, length))


def answer_to(server: Served, sent: bytes) -> tuple[int, bytes, bytes]:
    """Status, headers and body; of a stream the first line."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.settimeout(PATIENCE)
        with contextlib.suppress(ConnectionError):
            line.sendall(sent)
        found = b""
        while not _whole(found, sent) and (part := _received(line)):
            found = (found + part).removeprefix(CONTINUE)
    head, _, body = found.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.1 (\d{3})", head)
    assert status, (sent[:300], found[:300])
    return int(status[1]), head, body


def _received(line: socket.socket) -> bytes:
    try:
        return line.recv(1 << 16)
    except ConnectionError:
        return b""


def _whole(found: bytes, sent: bytes) -> bool:
    head, end, body = found.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    if not end or sent.startswith(b"HEAD"):
        return bool(end)
    return len(body) >= int(length[1]) if length else bool(body) or b"304" in head[:12]


def judge(sent: bytes, status: int, head: bytes, body: bytes) -> None:
    assert status < 500 or status == 503, (sent[:300], status, body[:300])
    if status < 400 or sent.startswith(b"HEAD"):
        return
    if b"application/json" in head:
        refusal = json.loads(body)
        assert set(refusal) == {"error", "code", "values"}
        sentence = refusal["error"]
    else:
        packed = b"content-encoding: gzip" in head
        assert not packed or b"gzip;q=0" not in sent, "it was told not to"
        sentence = (gzip.decompress(body) if packed else body).decode()
    assert re.search(r"[\w)'][.;]", sentence), (sent[:300], sentence)
    assert "Traceback" not in sentence


def slots_of(server: Served, table: Program) -> dict[bytes, bytes]:
    """Who has the table keeps the club, too."""
    name = f"Ann {table.code}"
    asyncio.run(members(server.service, name, keeper=name, tokens={name: table.token}))
    event = asyncio.run(entered(server.service))
    invitation = asyncio.run(invited(server.service))
    begun = table.http.post("/pad", data={"players": "3", "edition": "2nd", "expansion": "leaders"})
    pad = begun.headers["location"].removeprefix("/pad/")
    return {
        b"{code}": table.code.encode(),
        b"{token}": table.token.encode(),
        b"{pad}": pad.encode(),
        b"{event}": event.encode(),
        b"{invitation}": invitation.encode(),
    }


def test_each_of_them_is_right_before_it_is_spoilt(server: Served) -> None:
    table = server.program().create(players=3, begin=True)
    slots = slots_of(server, table)
    for path, asked in VALID.items():
        sent = with_length(asked).sent(slots)
        status, head, body = answer_to(server, sent)
        judge(sent, status, head, body)
        refused: tuple[int, ...] = (400, 404, 409, 503) if path.endswith(NOT_ALWAYS) else ()
        if path.startswith(("/r/", "/puzzle/")):
            refused = (404, 409)  # the game is not over, no puzzle was made that day
        if "/club/" in path:  # he is signed in already, has no such link, nobody has entered yet
            refused = (403, 404, 409)
        assert status in (200, 201, 303, *refused), (path, status, body[:200])


@pytest.mark.parametrize("path", ["/", "/static/table.js", "/words/2nd/base/en.json"])
@pytest.mark.parametrize(
    ("takes", "packed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip ; q=0.0", False),
        ("br", False),
    ],
)
def test_an_answer_is_packed_only_for_who_takes_it(
    server: Served, path: str, takes: str, packed: bool
) -> None:
    asked = f"GET {path} HTTP/1.1\r\nHost: here.example\r\nAccept-Encoding: {takes}\r\n\r\n"
    status, head, _ = answer_to(server, asked.encode())
    assert status == 200
    assert (b"content-encoding: gzip" in head) == packed


@pytest.mark.sweep
def test_spoilt_requests_are_answered_with_a_sentence(
    server: Served, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    for number, asked in enumerate(sample(spoilt(), 250)):
        if number % 20 == 0:  # tables are closed and pads deleted on the way
            tables = [server.program().create(players=3, begin=begin) for begin in (True, False)]
            slots = [slots_of(server, table) for table in tables]
        sent = with_length(asked).sent(slots[number % 2])
        judge(sent, *answer_to(server, sent))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert server.client().get("/health").json()["ok"] is True
