"""Many games into a folder: over the cores of this machine, or over a Ray cluster.

Workers only play; the files are written here, each when it is complete. No more chunks are under
way than there are workers, so memory does not grow with the number of games. A chunk whose worker
is lost is played again, and gives the same games.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .chunks import CHUNK, MOST_IN_FILE, Chunk, RunFolder, rules_of, run_folder
from .extras import need
from .facts import Run, ensure_lab_compiled, play_range
from .flow import over_threads
from .rows import arrow, to_bytes

Played = Iterator[tuple[Chunk, bytes]]
RETRIES = 5


def collect(
    run: Run,
    games: int,
    folder: Path,
    *,
    cores: int | None = None,
    ray: str | None = None,
    chunk: int = CHUNK,
    progress: Callable[[int], Any] = lambda games: None,
) -> RunFolder:
    """Play what is missing of so many games.

    ``progress`` is told of games that are in place, first of those that were when playing begins.
    """
    if games < 1:
        raise ValueError("At least 1 game can be played.")
    if not 1 <= chunk <= MOST_IN_FILE:
        raise ValueError(f"A file holds at least 1 game, and at most {MOST_IN_FILE:,}.")
    arrow()
    place = run_folder(run, folder)
    place.begin()
    left = list(place.missing(games, chunk))
    played = _on_ray(run, left, ray, cores) if ray else _on_threads(run, left, cores)
    progress(games - sum(piece.games for piece in left))
    for piece, data in played:
        place.write(piece, data)
        progress(piece.games)
    return place


def play_chunk(run: Run, first: int, games: int, rules: str) -> bytes:
    """The file of one chunk; what a worker of a cluster does."""
    here = rules_of(run.setup)
    if here != rules:
        raise ValueError(f"A worker has other rules: {here} instead of {rules}.")
    return to_bytes(play_range(run, first, games))


def _on_threads(run: Run, chunks: list[Chunk], cores: int | None) -> Played:
    if chunks:
        ensure_lab_compiled()

    def play(piece: Chunk, stopped: Callable[[], bool]) -> bytes:
        return to_bytes(play_range(run, piece.first, piece.games, stopped))

    return over_threads(play, chunks, cores or os.cpu_count() or 1)


def _on_ray(run: Run, chunks: list[Chunk], address: str, cores: int | None) -> Played:
    """The same on a cluster: each task has one core, and is tried again if its worker is lost."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    cluster = need("ray", "ray", "Playing on a cluster")
    if not chunks:
        return
    own = {"num_cpus": cores, "include_dashboard": False} if address == "local" else {}
    try:
        cluster.init(address=address, log_to_driver=False, **own)
    except (ConnectionError, ValueError, ImportError) as error:
        raise ValueError(f"No Ray cluster answers at {address!r}: {error}") from error
    try:
        task = cluster.remote(num_cpus=1, max_retries=RETRIES)(play_chunk)
        rules = rules_of(run.setup)
        workers = int(cluster.cluster_resources().get("CPU", 1))
        waiting, under_way = iter(chunks), dict[Any, Chunk]()
        while True:
            for piece in waiting:
                under_way[task.remote(run, piece.first, piece.games, rules)] = piece
                if len(under_way) > 2 * workers:
                    break
            if not under_way:
                return
            for done in cluster.wait(list(under_way))[0]:
                yield under_way.pop(done), cluster.get(done)
    finally:
        cluster.shutdown()
