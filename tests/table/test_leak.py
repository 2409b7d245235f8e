"""Nobody is sent a card he can't know: whole games over HTTP, every text that left the server.

What a seat may know is worked out from the stored decisions alone: all it has ever held or been
offered, and all that lies open. Every text is set against what its seat might know at its version.
"""

import json
import random
import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from mirabilia import Game
from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.table import Table
from named import WORD, named_in
from tables import Program, Served, events_of, served

SETUPS = [
    {"players": 4, "expansions": ["leaders", "cities", "armada"], "teams": True},
    {"players": 5, "expansions": ["leaders", "cities", "armada"], "edition": "1st"},
    {"players": 2, "edition": "1st"},
    {"players": 3, "delay": 3},
]
VERSION = re.compile(r'data-version="(\d+)"')
Sent = tuple[int | None, int, str]  # to which seat, at which version, what


class Ears:
    """Somebody who listens to the stream of a table and keeps what he hears."""

    def __init__(self, server: Served, path: str, program: Program, sent: list[Sent]) -> None:
        self._client = server.client(cookies={visitors.COOKIE: program.token})
        self._url = f"{path}?t={program.code}:0"
        self._seat, self._sent = program.seat, sent
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        with self._client.stream("GET", self._url, timeout=60) as answer:
            for _, event, data in events_of(answer.iter_lines()):
                if event != "presence":  # that has no version
                    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
                    self._sent.append((self._seat, version_of(text), text))
                    if '"status":"over"' in text or "data-over" in text:
                        return


def version_of(text: str) -> int:
    found = re.search(r'"version":(\d+)', text) or VERSION.search(text)
    assert found, text[:200]
    return int(found.group(1))


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


class Knowledge:
    """What each seat may know at each version, from the stored decisions."""

    def __init__(self, server: Served, code: str) -> None:
        stored = server.service.storage.load_table(code)
        assert stored is not None
        game = Table(stored)._new_game()
        self.game = game
        self.catalogue = game.catalogue
        self.all = {*self.catalogue.cards, *self.catalogue.leaders, *self.catalogue.islands}
        known: dict[int | None, set[str]] = defaultdict(set)
        self._at: list[tuple[int, dict[int | None, frozenset[str]]]] = []
        for entry in server.service.storage.load_decisions(code):
            if entry.seat >= 0 and entry.move is None:
                game.undecide(entry.seat)
            elif entry.seat >= 0:
                game.play(entry.seat, entry.move or "")
            self._learn(game, known)
            frozen = {seat: frozenset(cards) for seat, cards in known.items()}
            self._at.append((entry.version, frozen))

    def _learn(self, game: Game, known: dict[int | None, set[str]]) -> None:
        position = game.position()
        for entry in position["seats"]:
            for key in ("city", "leaders", "buried", "islands"):
                for seat in (None, *range(game.seats)):
                    known[seat].update(entry.get(key, ()))
        for seat in range(game.seats):
            allies = {seat, seat ^ 1} if game.teams else {seat}
            for other in allies:
                entry = position["seats"][other]
                for key in ("hand", "leader_hand", "pack"):
                    known[seat].update(entry.get(key, ()))
        for seat in (*game.to_decide, *game.decided):
            decision = game.decision(seat)
            known[decision.by].update(
                move.card for move in game.moves(seat) if move.card in self.all
            )
            if decision.kind == "rebuild":  # who builds from the discard pile looks through it
                known[decision.by].update(position["discard"])

    def of(self, seat: int | None, version: int) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        for at, known in self._at:
            if at > version:
                break
            found = known.get(seat, frozenset())
        return found

    def with_chains(self, cards: frozenset[str]) -> set[str]:
        """A card that is explained names those it makes free, and those that make it free."""
        found = set(cards)
        for card in cards & self.catalogue.cards.keys():
            printed = self.catalogue.cards[card]
            found.update((*printed.makes_free, *printed.free_with))
        return found


def play(server: Served, setup: dict[str, Any]) -> tuple[list[Program], list[Sent], list[str]]:
    """A whole game of three clients, or two; all they were sent before its end, and errors."""
    sent: list[Sent] = []
    people = [server.program().create(**setup)]
    code = people[0].code
    ears = [Ears(server, path, people[0], sent) for path in ("/stream", "/api/stream")]
    for name in ("Ben", "Cleo")[: setup["players"] - 1]:
        people.append(server.program().join(code, name))
        ears += [Ears(server, path, people[-1], sent) for path in ("/stream", "/api/stream")]
    if setup["players"] > 3:
        people[0].post("start")
    chance = random.Random(5)
    errors: list[str] = []
    spectator = server.client()
    asked: set[tuple[int, int]] = set()
    while True:
        moved = False
        for person in people:
            view = person.get()
            if view["status"] == "over":
                time.sleep(0.3)  # for the streams
                return people, sent, errors
            if (view["step"], person.seat) not in asked:
                asked.add((view["step"], person.seat))
                sent += collect(server, person, view)
            moved |= person.decide(view, chance)
        if view["step"] % 8 == 0:
            sent.append((None, *versioned(spectator.get(f"/t/{code}").text)))
            log = spectator.get(f"/t/{code}/log").text
            sent.append((None, *versioned(spectator.get(f"/api/tables/{code}").text)))
            sent.append((None, sent[-1][1], log))
            sheet = spectator.get(f"/t/{code}/sheet").text
            sent.append((None, sent[-1][1], sheet))
            errors.append(spectator.post(f"/api/tables/{code}/hint", json={}).text)
            for path in ("", "?as=0", "/record", "/review", "/review?seat=1"):
                refused = person.http.get(f"/r/{code}{path}")
                if people[0].get()["status"] == "playing":
                    assert refused.status_code == (409 if "review" in path else 404)
                    errors.append(refused.text)
        if not moved:
            time.sleep(0.005)


def versioned(text: str) -> tuple[int, str]:
    return version_of(text), text


def collect(server: Served, person: Program, view: dict[str, Any]) -> list[Sent]:
    """Everything that can be asked for at this point."""
    before = len(person.heard) - 1
    person.get("/moves")
    person.get("/events")
    bearer = {"Authorization": f"Bearer {person.token}"}
    person.http.cookies.set(visitors.COOKIE, person.token)
    page = person.http.get(f"/t/{person.code}")
    texts = [*person.heard[before:], page.text]
    wrong = person.http.post(
        f"/api/tables/{person.code}/decide",
        json={"move": "build:moon", "step": view["step"], "seat": (person.seat + 1) % 2},
        headers=bearer,
    )
    assert 400 <= wrong.status_code < 500
    found = [(person.seat, *versioned(text)) for text in texts]
    log = person.http.get(f"/t/{person.code}/log").text
    after = person.get()["version"]
    return [*found, (person.seat, view["version"], wrong.text), (person.seat, after, log)]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_nobody_is_sent_a_card_he_cannot_know(server: Served, setup: dict[str, Any]) -> None:
    people, sent, errors = play(server, setup)
    knowledge = Knowledge(server, people[0].code)
    stored = server.service.storage.load_table(people[0].code)
    assert stored is not None
    last = max(version for _, version, _ in sent)
    assert len({seat for seat, _, _ in sent}) == len(people) + 1
    secrets = [stored.secret, stored.nonce, str(knowledge.game.seed)]
    for seat, version, text in sent:
        known = knowledge.of(seat, version)
        hidden = knowledge.all - knowledge.with_chains(known)
        words = named_in(text) if "<main" in text else set(WORD.findall(text))
        leaked = words & (hidden if "<main" in text else knowledge.all - known)
        assert not leaked, f"to seat {seat} at version {version}: {leaked}"
        if version < last - 1:
            for secret in secrets:
                assert secret not in text
        for other in people:
            assert (visitors.visitor_of(other.token) or "") not in text
            if other.seat != seat:
                assert other.token not in text
    assert not any(set(WORD.findall(text)) & knowledge.all for text in errors)


def test_a_page_without_names_would_be_noticed(server: Served) -> None:
    """The check above reads attributes; a hand must be among them."""
    person = server.program().create(players=3, begin=True)
    person.http.cookies.set(visitors.COOKIE, person.token)
    page = person.http.get(f"/t/{person.code}").text
    assert set(person.get()["view"]["seats"][0]["hand"]) <= named_in(page)


def test_logs_tell_nothing(server: Served) -> None:
    person = server.program().create(players=3, begin=True)
    person.get()
    person.http.post(f"/api/tables/{person.code}/decide", json={"move": "build:moon", "step": 0})
    stored = server.service.storage.load_table(person.code)
    assert stored is not None
    everything = "\n".join(server.log.lines)
    assert person.code in everything
    hand = person.get()["view"]["seats"][0]["hand"]
    for hidden in (person.token, visitors.visitor_of(person.token) or "", stored.secret, *hand):
        assert hidden not in everything
