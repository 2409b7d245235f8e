"""Jobs for several workers: no more under way than needed, results as they come, none lost."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from multiprocessing import connection
from threading import Event
from typing import Any, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")
MOST_LOSSES = 3  # a job that has brought down so many workers is not tried again


def over_threads(
    work: Callable[[Job, Callable[[], bool]], Result], jobs: Iterable[Job], workers: int
) -> Iterator[tuple[Job, Result]]:
    """For work in compiled code, which holds no lock of Python's.

    ``work`` gets a job and something to ask whether it should stop.
    """
    waiting, under_way, stop = iter(jobs), dict[Future[Result], Job](), Event()
    pool = ThreadPoolExecutor(workers)
    try:
        while True:
            for job in waiting:
                under_way[pool.submit(work, job, stop.is_set)] = job
                if len(under_way) > workers:
                    break
            if not under_way:
                return
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(done), done.result()
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


class WorkFailed(ValueError):
    """Work raised an error in another process, or brought it down."""


class _Worker:
    """A process that does one job at a time; it ends when this one does."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.job: Any = None

    def end(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()


def _serve(work: Callable[[Any], Any], pipe: connection.Connection) -> None:
    """What a worker does until its pipe is closed; Ctrl-C is for the process that gave it work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, work(job))
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            return


def over_processes(
    work: Callable[[Job], Result], jobs: Iterable[Job], workers: int
) -> Iterator[tuple[Job, Result]]:
    """For work in Python. A job whose process is lost is given to another."""
    waiting, again, losses = iter(jobs), deque[Job](), dict[Job, int]()
    crew = [_Worker(work) for _ in range(workers)]
    idle, busy = list(crew), dict[Any, _Worker]()

    def give(worker: _Worker) -> None:
        worker.job = again.popleft() if again else next(waiting, None)
        if worker.job is None:
            return
        busy[worker.pipe] = worker
        with suppress(OSError):  # its loss is noticed where its answer is read
            worker.pipe.send(worker.job)

    try:
        while True:
            while idle:
                give(idle.pop())
            if not busy:
                return
            for pipe in connection.wait(list(busy)):
                worker = busy.pop(pipe)
                job = worker.job
                try:
                    fine, answer = worker.pipe.recv()
                except (EOFError, OSError):
                    losses[job] = losses.get(job, 0) + 1
                    if losses[job] >= MOST_LOSSES:
                        raise WorkFailed(f"{job} ended its process {MOST_LOSSES} times.") from None
                    again.append(job)
                    worker.end()
                    crew.remove(worker)
                    crew.append(_Worker(work))
                    idle.append(crew[-1])
                    continue
                if not fine:
                    raise WorkFailed(answer)
                idle.append(worker)
                yield job, answer
    finally:
        for worker in crew:
            worker.end()
