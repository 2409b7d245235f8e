"""Logs as lines of JSON: when, how grave, from where, what, and a few named values.

Nothing that is written here comes from a hand, a token or a secret: log calls name their values one
by one, and unexpected errors are logged by their kind and place, never with what they were about.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import TextIO

_KNOWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name.removeprefix("mirabilia."),
            "what": record.getMessage(),
        }
        entry |= {key: value for key, value in vars(record).items() if key not in _KNOWN}
        if record.exc_info and record.exc_info[1]:
            entry["why"] = record.exc_info[0].__name__ if record.exc_info[0] else ""
            entry["where"] = places(record.exc_info[1])
        return json.dumps(entry, ensure_ascii=False, default=str)


def places(error: BaseException) -> list[str]:
    """Where an error happened, without what it says, which may quote a hand."""
    return [
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)[-8:]
    ]


def set_up(level: str, stream: TextIO | None = None) -> None:
    """Send all logs to standard error, or to a stream, as lines of JSON."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("mirabilia").setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        other = logging.getLogger(name)
        other.handlers.clear()
        other.propagate = True
    logging.getLogger("uvicorn.access").disabled = True
