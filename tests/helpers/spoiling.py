"""Spoilt files, for tests of whatever reads what others wrote.

JSON values with one thing changed, bytes with some lost or turned, and things that lie where a
file should: a folder, a pipe nobody writes to, a device without end. With the same random numbers
the same is spoilt.
"""

from __future__ import annotations

import copy
import json
import os
import random
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Json = dict[str, Any]

JUNK: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, 7, 8, 99, 255, 256, -1, 10**6, 2**31, 2**63, 2**70, -(2**63)),
    *(0.5, 1.0, 1e300, float("nan"), float("inf"), "", "0", "x", "play", "altar", "A", "rhodos"),
    *([], {}, [[]], [{}], [None], [0], ["altar"], ["altar"] * 60, [1, 3, 5], [[1, 1, 0, "altar"]]),
    *({"0": "play"}, {"decided": {"0": "skip"}}, {"step": "pile"}, {"x": 1}, [[1, 2]] * 3),
    *("é" * 300, "build:altar", "1st", "2nd", ["leaders"], {"step": "last_card", "extra": True}),
    *(
        "leader",
        "draft",
        "war",
        "over",
        "plato",
        ["plato"],
        ["plato"] * 9,
        ["foggy"],
        ["foggy"] * 12,
    ),
    *(
        ["leaders", "cities", "armada"],
        {"red": 6},
        {"red": 7},
        [6, 6, 6, 6],
        [-1, -3, 7],
        ["A"] * 8,
    ),
    *({"step": "choices"}, {"step": "spaces"}, {"step": "losses"}, {"step": "naval"}, [[]] * 8),
    *(
        [[0, 1]],
        [[0, 0]],
        [[9, 1]],
        [[1, 0, 0]] * 8,
        [[[10, 1, 15, 3]]] * 8,
        "advance",
        "bury",
        "loss",
    ),
    *(
        "\ud800",
        "\0",
        "\x1b[31mred\r\n",
        "x" * 5000,
        {"\ud800": "\ud800"},
        {"": {"": {"": [[[]]]}}},
    ),
    *(1e-300, -0.0, 10**400, "../../x", "NaN", -1.5, [0.5] * 3, ["\ud800"] * 3),
]


def somewhere(data: Any, chance: random.Random) -> tuple[Any, Any]:
    """A place in a JSON value: the list or mapping, and the key in it."""
    at: Any = data
    while True:
        key = chance.choice(list(at) if isinstance(at, dict) else range(len(at)))
        if not (isinstance(at[key], (dict, list)) and at[key] and chance.random() < 0.8):
            return at, key
        at = at[key]


def places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything in a JSON value."""
    inner: Any = ()
    if isinstance(data, dict):
        inner = data.items()
    elif isinstance(data, list):
        inner = enumerate(data)
    found = [way] if way else []
    for key, value in inner:
        found += places(value, (*way, key))
    return found


EXTRA_KEYS = (
    *("hand", "pending", "pile", "holder", "deal", "naval", "zzz", "history", "phase", "teams"),
    *("leaders", "leader_hand", "pack", "buried", "copied", "box", "sea", "raids", "islands"),
    *("fleets", "debts", "diplomacy", "shipyard", "drawn", "owed", "source", "reached", "step"),
)


def spoil_json(data: Json, rng: random.Random) -> None:
    """Change one thing: put junk, take away, double, exchange, add a key."""
    # Short paths as often as long ones, or it would always be a card of the deal.
    all_places = places(data)
    depth = rng.choice(sorted({len(way) for way in all_places}))
    *way, key = rng.choice([way for way in all_places if len(way) == depth])
    place: Any = data
    for step in way:
        place = place[step]
    action = rng.choice(("junk", "junk", "junk", "remove", "double", "exchange", "add"))
    if action == "junk":
        place[key] = copy.deepcopy(rng.choice(JUNK))
        if key in ("names", "players") and place[key] in (2**31, 2**63, 2**70):
            place[key] = 10**6  # Has a test of its own, in a process of its own.
    elif action == "remove":
        del place[key]
    elif action == "double" and isinstance(place, list):
        place.insert(key, copy.deepcopy(place[key]))
    elif action == "exchange":
        other = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        place[key], place[other] = place[other], place[key]
    elif isinstance(place, dict):
        extra = rng.choice(EXTRA_KEYS)
        place[extra] = copy.deepcopy(rng.choice(JUNK))


# What stands where it should not: no text, no number, without end.
STRANGE_BYTES = (
    *(b"\0", b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\xef\xbb\xbf", b"\x1b[2J", b"\r", b"\n", b"}"),
    *(b"NaN", b"-Infinity", b"1e999", b"-1", b"null", b'"', b"]", b"[" * 900, b"9" * 5000),
)
STRANGE_FILES = (
    *(b"", b"\n", b"\0" * 5000, b"null", b"0", b"[]", b"{}", b"\xff\xfe{\0}\0", b"PAR1" * 9),
    *(b"[" * 100_000, b'{"a":' * 100_000, b"a" * 2_000_000, b"[" * 500 + b"]" * 500),
    *(b"a = " + b"[" * 100_000, b"a." * 50_000 + b"a = 1", b"9" * 5000, b"a = " + b"9" * 5000),
)


def spoil_bytes(data: bytes, rng: random.Random) -> bytes:
    """Some bytes changed, lost, doubled or put in; or another file altogether."""
    at, size = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 7, 40))
    before, here, after = data[:at], data[at : at + size], data[at + size :]
    lines = data.splitlines(keepends=True)
    line = rng.randrange(len(lines)) if lines else 0
    changes: tuple[Callable[[], bytes], ...] = (
        lambda: before + bytes(byte ^ 1 << rng.randrange(8) for byte in here) + after,
        lambda: before + rng.randbytes(size) + after,
        lambda: before + rng.choice(STRANGE_BYTES) + here + after,
        lambda: before + rng.choice(STRANGE_BYTES) + after,
        lambda: before,
        lambda: before + after,
        lambda: before + here + here + after,
        lambda: b"".join(lines[:line] + lines[line + 1 :]),
        lambda: b"".join(lines[: line + 1] + lines[line:]),
        lambda: b"".join(rng.sample(lines, len(lines))),
        lambda: data + data,
        lambda: rng.choice(STRANGE_FILES),
    )
    return rng.choice(changes)()


def spoil_json_text(data: bytes, rng: random.Random) -> bytes:
    """A JSON object, or lines of them: what one of them says, or how it is written."""
    if rng.random() < 0.4:
        return spoil_bytes(data, rng)
    lines = data.splitlines() if data.count(b"\n{") else [data]
    at = rng.randrange(len(lines))
    value = json.loads(lines[at])
    for _ in range(rng.randint(1, 3)):
        if value:
            spoil_json(value, rng)
    lines[at] = json.dumps(value).encode()
    return b"\n".join([*lines, b""])


KEYS = ("zzz", "age", "players", "cost", "effects", "name", "coins", "promo", "stages", "free_with")
NAMES = ("x", "altar", '"a b"', "X", "''", "a.b.c")
VALUES = (
    *("0", "-1", "99", "100", "65536", "9" * 30, "1.5", "nan", "true", "1979-05-27", '"\\u0000"'),
    *("[]", "{}", '""', '"x"', '["x"]', "[3, 3]", '"3 points"', '["3 points"]', "[[[]]]", "[{}]"),
    *('["' + '", "'.join(["1 coin"] * 8) + '"]', '"produces wood and wood"', '{ en = "x" }'),
)


def spoil_toml(text: str, rng: random.Random) -> str:
    """A line of a catalogue: its header, key, number or value changed, doubled or taken away."""
    lines = text.split("\n")
    at = rng.choice([n for n, line in enumerate(lines) if " = " in line or line.startswith("[")])
    line = lines[at]
    key, _, value = line.partition(" = ")
    number = rng.choice(("0", "1", "7", "99", "100", "300", "9" * 20, "-1"))
    changes: tuple[Callable[[], str], ...] = (
        lambda: "",
        lambda: f"{line}\n{line}",
        lambda: f"{rng.choice(lines)}\n{line}",
        lambda: f"{rng.choice(KEYS)} = {value}" if value else f"[card.{rng.choice(NAMES)}]",
        lambda: re.sub(r"\d+", number, line, count=1),
        lambda: f"{key} = {rng.choice(VALUES)}",
        lambda: f"{key} = {rng.choice(VALUES)}",
    )
    lines[at] = rng.choice(changes)()
    return "\n".join(lines)


def put_strange_thing(path: Path, rng: random.Random) -> None:
    """Something else than a file: a folder, a link to nowhere, to itself, to a device, a pipe."""
    path.unlink(missing_ok=True)
    kind = rng.choice(("folder", "nothing", "nowhere", "itself", "endless", "pipe"))
    if sys.platform == "win32" and kind != "nothing":
        kind = "folder"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind != "nothing":
        target = {"nowhere": "nowhere", "itself": path.name, "endless": "/dev/zero"}[kind]
        path.symlink_to(target)


class Hung(BaseException):
    """Nothing that a command takes for an error of its own."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """What takes longer is ended with ``Hung``; where there are no alarms, it may take longer."""
    if sys.platform == "win32":
        yield
        return

    def stop(*_: object) -> None:
        raise Hung(f"It took more than {seconds} seconds.")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
