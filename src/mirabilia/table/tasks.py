"""Work beside the work: tasks whose failure is seen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

log = logging.getLogger("mirabilia.tasks")
T = TypeVar("T")


def in_background(work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
    """Start a task; if it fails, that is logged, whoever waits for it or not."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_report)
    return task


def _report(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("a task failed", exc_info=error, extra={"task": task.get_name()})
