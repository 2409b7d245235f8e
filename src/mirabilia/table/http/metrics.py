"""Figures of a running server, as Prometheus reads them: only for this machine, unless allowed.

Requests are counted by what they are for, never by address or table; each costs an addition.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from ipaddress import ip_address
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ..rooms.refused import Refused
from ..rooms.service import Service
from ..rooms.wire import Asked, Handler
from ..settings import Settings
from .asking import TheService

router = APIRouter(include_in_schema=False)
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds
_STREAM = "stream"
FIGURES = "figures"  # what another process is asked for
_KINDS = {"static": "static", "words": "static", "health": "health", "metrics": "health"}
_FORMAT = "text/plain; version=0.0.4"
Sample = tuple[str, float]


class Metrics:
    """What was asked for, how it was answered and how long that took; errors in the log."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._within: dict[str, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))
        self._seconds: dict[str, float] = defaultdict(float)
        self.errors = Errors()

    def note(self, path: str, status: int, seconds: float) -> None:
        """A request was answered; streams last for as long as somebody looks."""
        kind = kind_of(path)
        self._requests[kind, status] += 1
        if kind != _STREAM:
            self._within[kind][bisect_left(BOUNDS, seconds)] += 1
            self._seconds[kind] += seconds

    def requests(self) -> Iterator[Sample]:
        for (kind, status), number in sorted(self._requests.items()):
            yield f'{{kind="{kind}",status="{status}"}}', number

    def latencies(self) -> Iterator[Sample]:
        """A histogram: how many took at most so long."""
        for kind, counts in sorted(self._within.items()):
            number = 0
            for bound, count in zip((*BOUNDS, "+Inf"), counts, strict=True):
                number += count
                yield f'_bucket{{kind="{kind}",le="{bound}"}}', number
            yield f'_sum{{kind="{kind}"}}', self._seconds[kind]
            yield f'_count{{kind="{kind}"}}', number


def kind_of(path: str) -> str:
    """What a request is for: one of a few words."""
    if path.endswith("/decide"):
        return "decision"
    if path in ("/stream", "/api/stream"):
        return _STREAM
    first = path.split("/", 2)[1] if path.startswith("/") else ""
    return "program" if first == "api" else _KINDS.get(first, "page")


class Errors(logging.Handler):
    """Counts what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.number = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.number += 1


@router.get("/metrics")
async def metrics(request: Request, service: TheService) -> Response:
    """Everything, as text."""
    if not _may_look(request):
        raise Refused("These figures are for the server's own machine.", 403)
    own = "".join(_told(service, request.app.state.metrics))
    if (fellows := service.fellows) is None:
        return PlainTextResponse(own, media_type=_FORMAT)
    found = {fellows.number: own}
    for number, told in (await fellows.ask_those_there(FIGURES)).items():
        found[number] = told.decode()
    return PlainTextResponse(joined(found), media_type=_FORMAT)


def answering(state: Any) -> Handler:
    """Tells another process the figures of this one."""

    async def handle(asked: Asked) -> None:
        asked.start({})
        asked.end("".join(_told(state.service, state.metrics)).encode())

    return handle


def joined(found: Mapping[int, str]) -> str:
    """The figures of several processes as one text: each with the number of its process.

    >>> print(joined({3: "# HELP a words\\na 1\\n", 4: '# HELP a words\\na{b="c"} 2\\n'}), end="")
    # HELP a words
    a{process="3"} 1
    a{process="4",b="c"} 2
    """
    heads: dict[str, list[str]] = {}
    samples: dict[str, list[str]] = defaultdict(list)
    for number, text in found.items():
        metric, label = "", f'process="{number}"'
        for line in text.splitlines():
            if line.startswith("# HELP "):
                metric = line.split(" ", 3)[2]
                heads.setdefault(metric, [])
            if line.startswith("#"):
                if line not in heads[metric]:
                    heads[metric].append(line)
                continue
            name, _, rest = line.rpartition(" ")
            name, _, labels = name.partition("{")
            samples[metric].append(
                f"{name}{{{label},{labels} {rest}" if labels else f"{name}{{{label}}} {rest}"
            )
    lines = [line for metric, head in heads.items() for line in (*head, *samples[metric])]
    return "\n".join(lines) + "\n"


def _may_look(request: Request) -> bool:
    settings: Settings = request.app.state.settings
    try:
        address = ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    return any(address in network for network in settings.metrics_networks)


def _told(service: Service, counted: Metrics) -> Iterator[str]:
    storage, thinking = service.storage, service.thinking
    yield _metric("requests_total", "counter", "requests that were answered", counted.requests())
    yield _metric(
        "request_seconds", "histogram", "how long that took, save of streams", counted.latencies()
    )
    figures = (
        ("tables", "gauge", "tables there are", service.count),
        (
            "tables_standing",
            "gauge",
            "those that do not go on but should",
            service.standing,
        ),
        ("streams", "gauge", "streams that are open", len(service.hub)),
        ("bots_waiting", "gauge", "pieces of bots' work that wait", thinking.waiting),
        ("bots_share", "gauge", "how much of its time each bot has now", thinking.share),
        ("workers", "gauge", "processes in which bots think", len(thinking.workers)),
        ("commits_total", "counter", "transactions that were stored", storage.commits),
        ("commit_seconds_total", "counter", "how long these took", storage.commit_seconds),
        ("errors_total", "counter", "errors in the log", counted.errors.number),
        ("cpu_seconds_total", "counter", "of the server's own process", time.process_time()),
    )
    for name, kind, words, value in figures:
        yield _metric(name, kind, words, [("", value)])


def _metric(name: str, kind: str, words: str, samples: Iterable[Sample]) -> str:
    name = f"mirabilia_{name}"
    lines = [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
    lines += [f"{name}{labels} {value:.10g}" for labels, value in samples]
    return "\n".join(lines) + "\n"
