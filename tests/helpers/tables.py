"""What the tests of the table share: a service, a server to talk to, programs that play."""

import asyncio
import contextlib
import json
import logging
import random
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn

from mirabilia.commands.serve import configure, listen
from mirabilia.game.warming import Warming
from mirabilia.table.app import create_app
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, Options, TableView
from mirabilia.table.settings import Settings
from waiting import PATIENCE, soon

T = TypeVar("T")
ANN, BEN, CLEO, DION = (letter * 64 for letter in "abcd")  # visitors
GENEROUS: dict[str, Any] = {
    "workers": 0,  # bots draw their moves, in this process
    **{
        f"{name}_limit": (1e9, 1e9)
        for name in ("play", "hint", "address", "address_hint", "create", "guess", "upload")
    },
    "address_tables": 10**6,
    "clocks": (1, *Settings().clocks),
}


@contextlib.asynccontextmanager
async def serving(database: str = "sqlite://", **changes: Any) -> AsyncIterator[Service]:
    service = Service(Settings(database=database, **{**GENEROUS, **changes}))
    await service.start()
    try:
        yield service
    finally:
        await service.stop()


def run(story: Callable[[Service], Coroutine[Any, Any, T]], **settings: Any) -> T:
    """A story told to a new service."""

    async def tell() -> T:
        async with serving(**settings) as service:
            return await story(service)

    return asyncio.run(tell())


async def until(
    service: Service,
    code: str,
    visitor: str | None,
    true: Callable[[TableView], object],
    seconds: float = PATIENCE,
) -> TableView:
    """The first table view of which something is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        table_view = await service.table_view(code, visitor)
        if true(table_view):
            return table_view
        await asyncio.sleep(0.005)
    raise AssertionError(f"It never came true; the table was {table_view.status}.")


def owes(table_view: TableView) -> bool:
    return table_view.status == OVER or any(offer.choice is None for offer in table_view.offers)


async def play_on(
    service: Service, code: str, people: list[str], steps: int = 1000, seed: int = 1
) -> TableView:
    """People play at random for so many steps, or to the end; nobody waits long in vain."""
    chance = random.Random(seed)
    first = (await service.table_view(code, people[0])).step
    busy = time.monotonic()
    while time.monotonic() < busy + PATIENCE:
        idle = True
        for visitor in people:
            table_view = await service.table_view(code, visitor)
            if table_view.status == OVER or table_view.step >= first + steps:
                return table_view
            for offer in table_view.offers:
                if offer.choice is None:
                    idle = False
                    move = str(chance.choice(offer.moves))
                    await service.decide(code, visitor, offer.seat, move, table_view.step)
                    break
        if idle:
            await asyncio.sleep(0.002)
        else:
            busy = time.monotonic()
    raise AssertionError(f"Nobody had anything to do any more in step {table_view.step}.")


async def refusal(deed: Any, status: int = 409) -> str:
    with pytest.raises(Refused) as refused:
        await deed
    assert refused.value.status == status
    return str(refused.value)


SMALL = Options(players=3, level="random")


class Logged(logging.Handler):
    """Everything that is logged, as it would be written."""

    def __init__(self) -> None:
        from mirabilia.table.logs import JsonLines

        super().__init__(logging.DEBUG)
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@dataclass
class Served:
    """A server that runs in a thread of this process."""

    url: str
    app: Any
    log: Logged

    @property
    def service(self) -> Service:
        service: Service = self.app.state.service
        return service

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=PATIENCE, **options)

    def program(self) -> "Program":
        return Program(self.client())


@contextlib.contextmanager
def served(
    database: str = "sqlite://", warming: Warming | None = None, **changes: Any
) -> Iterator[Served]:
    settings = Settings(database=database, **{**GENEROUS, **changes})
    app = create_app(settings, warm_up=warming)
    log = Logged()
    logger = logging.getLogger("mirabilia")
    logger.addHandler(log)
    logger.setLevel(logging.DEBUG)
    config = configure(app, settings)
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    listening = listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    soon(lambda: server.started or not thread.is_alive(), "a server")
    assert server.started, "the server has not started"
    port = listening.getsockname()[1]
    try:
        yield Served(f"http://127.0.0.1:{port}", app, log)
    finally:
        app.state.service.hub.close()
        server.should_exit = True
        thread.join(PATIENCE)
        logger.removeHandler(log)


class Program:
    """A program at a table, over HTTP; it keeps every text it was sent."""

    def __init__(self, client: httpx.Client) -> None:
        self.http = client
        self.code, self.seat, self.token = "", -1, ""
        self.heard: list[str] = []

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = self.http.request(method, f"/api/tables{path}", json=body, headers=headers)
        self.heard.append(answer.text)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def _sit(self, answer: dict[str, Any]) -> None:
        self.code, self.seat = answer["code"], answer["seat"]
        self.token = answer["token"] or self.token

    def create(self, **body: Any) -> "Program":
        self._sit(self._ask("POST", "", {"name": "Ann", "level": "random", **body}))
        return self

    def join(self, code: str, name: str) -> "Program":
        self._sit(self._ask("POST", f"/{code}/join", {"name": name}))
        return self

    def get(self, what: str = "") -> Any:
        return self._ask("GET", f"/{self.code}{what}")

    def post(self, what: str, **body: Any) -> Any:
        return self._ask("POST", f"/{self.code}/{what}", body)

    def decide(self, view: dict[str, Any], chance: random.Random) -> bool:
        """Decide at random what is owed; whether anything was."""
        for offer in view["offers"]:
            if offer["choice"] is None:
                move = chance.choice(offer["moves"])
                self.post("decide", move=move, step=view["step"], seat=offer["seat"])
                return True
        return False


def events_of(lines: Iterator[str]) -> Iterator[tuple[str, str, Any]]:
    """Id, name and data of the events of a stream."""
    event_id = name = ""
    data: list[str] = []
    for line in lines:
        key, _, value = line.partition(": ")
        if key == "id":
            event_id = value
        elif key == "event":
            name = value
        elif key == "data":
            data.append(value)
        elif not line and data:
            yield event_id, name, read_data(data)
            data = []


def read_data(lines: list[str]) -> Any:
    """An event's data: a line of JSON; the HTML of a page follows as it is."""
    head, *html = lines
    return json.loads(head) | ({"html": "\n".join(html)} if html else {})
