"""Tournaments of bots: every deal is played with the bots in all seats.

Bots play through views, one game for each process, and so does any bot of others. Where all are
compiled, whole games are played without leaving compiled code.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

from ..bots.compiled import NUMBERS, ensure_all_compiled
from ..game.codec import lines_of
from ..game.game import Game
from . import tally
from .entrants import Pairing, Tournament
from .facts import COLUMNS, ensure_lab_compiled, places, play_seeds
from .flow import over_processes, over_threads
from .ledger import Ledger

Job = tuple[Pairing, tuple[int, ...]]
Row = dict[str, Any]
_BATCH = 300


def compete(
    tournament: Tournament,
    deals: int,
    ledger: Ledger,
    *,
    cores: int | None = None,
    progress: Callable[[int], Any] = lambda games: None,
) -> list[Row]:
    """Play what is missing of so many deals; all games of these deals, in order.

    ``progress`` is told of games that are there, first of those that were when playing begins.
    """
    if deals < 1:
        raise ValueError("At least 1 deal is needed.")
    jobs = [job for deal in range(deals) for job in tournament.pairings(deal)]
    missing = [job for job in jobs if job[0] not in ledger]
    cores = cores or os.cpu_count() or 1
    if missing:
        _compile(tournament, cores)
    progress(len(jobs) - len(missing))
    for row in _play(tournament, missing, cores):
        ledger.add(row)
        progress(1)
    return [ledger[pairing] for pairing, _ in jobs]


def is_compiled(tournament: Tournament) -> bool:
    """Whether every bot can play without views; a side is chosen through them."""
    return tournament.setup.sides != "choose" and all(
        entrant.bot in NUMBERS for entrant in tournament.entrants
    )


def _play(tournament: Tournament, jobs: list[Job], cores: int) -> Iterator[Row]:
    if not jobs:
        return
    if is_compiled(tournament):
        work = partial(play_compiled, tournament)
        batches = [jobs[at : at + _BATCH] for at in range(0, len(jobs), _BATCH)]
        for _, rows in over_threads(lambda batch, stopped: work(batch), batches, cores):
            yield from rows
        return
    play = partial(play_game, tournament)
    if cores == 1:
        yield from map(play, jobs)
        return
    for _, row in over_processes(play, jobs, min(cores, len(jobs))):
        yield row


def _compile(tournament: Tournament, cores: int) -> None:
    if is_compiled(tournament):
        ensure_lab_compiled()
        return
    ensure_all_compiled()
    if cores > 1:  # a decision by each bot, so that its own code is not compiled in every process
        game = _deal(tournament, 0)
        view = game.view(game.to_decide[0])
        for entrant in dict.fromkeys(tournament.entrants):
            entrant.make().choose(view)


def _deal(tournament: Tournament, deal: int) -> Game:
    """The game of a deal, not begun."""
    setup = tournament.setup
    return Game(
        setup.players,
        edition=setup.edition,
        expansions=setup.expansions,
        seed=tournament.seed_of(deal),
        sides=setup.sides,
        teams=setup.teams,
        leaders=setup.leaders,
    )


def play_game(tournament: Tournament, job: Job) -> Row:
    """One game through views, each seat with a bot of its own."""
    pairing, chairs = job
    setup, game = tournament.setup, _deal(tournament, pairing.deal)
    seated = [tournament.entrants[at] for at in tournament.seats(chairs)]
    players = [entrant.make() for entrant in seated]
    seconds, decisions = [0.0] * setup.players, [0] * setup.players
    while not game.over:
        for seat in game.to_decide:
            by = game.decision(seat).by
            view = game.view(seat)
            begun = time.perf_counter()
            move = players[by].choose(view)
            seconds[by] += time.perf_counter() - begun
            decisions[by] += 1
            try:
                game.play(seat, move)
            except ValueError as error:
                raise ValueError(f"{seated[by]} can't do {move}: {error}") from error
    sheets = game.scores()[: setup.players]
    place = {seat: number for number, seats in game.ranking() for seat in seats}
    sold = [0] * game.seats
    for event in game.events:
        if event.kind == "sell" and event.seat is not None:
            sold[event.seat] += 1
    return {
        **pairing._asdict(),
        "bots": [str(entrant) for entrant in seated],
        "boards": [game.wonder(seat) for seat in range(setup.players)],
        "points": [sheet.total for sheet in sheets],
        "places": [place[seat] for seat in range(setup.players)],
        "lines": [list(sheet.lines.values()) for sheet in sheets],
        "sold": sold[: setup.players],
        "decisions": decisions,
        "seconds": [round(spent, 4) for spent in seconds],
    }


def play_compiled(tournament: Tournament, jobs: Iterable[Job]) -> list[Row]:
    """Many games by compiled bots; what they took is not measured."""
    setup, book, given = tournament.setup, tournament.setup.book, list(jobs)
    names = [entrant.bot for entrant in tournament.entrants]
    seated = np.array([tournament.seats(chairs) for _, chairs in given])
    deals = np.array([tournament.seed_of(job.deal) for job, _ in given], np.uint64)
    bot_seeds = np.array([_bot_seed(tournament, job) for job, _ in given], np.uint64)
    rows, _ = play_seeds(setup, names, seated, deals, bot_seeds)
    rows = rows[:, : setup.players]
    place = places(rows[..., tally.TOTAL], rows[..., tally.COINS], setup.teams)
    lines = rows[..., list(lines_of(setup.expansions))]
    return [
        {
            **job._asdict(),
            "bots": [str(tournament.entrants[at]) for at in seated[at_game]],
            "boards": [book.boards[board].id for board in rows[at_game, :, tally.BOARD]],
            "points": rows[at_game, :, tally.TOTAL].tolist(),
            "places": place[at_game].tolist(),
            "lines": lines[at_game].tolist(),
            "sold": rows[at_game, :, COLUMNS["sold"]].tolist(),
        }
        for at_game, (job, _) in enumerate(given)
    ]


def _bot_seed(tournament: Tournament, job: Pairing) -> int:
    """Another one for each game, so that chance in a bot is not the deal's."""
    return (tournament.seed_of(job.deal) << 11) ^ (job.lineup << 3) ^ job.rotation


def games_of(tournament: Tournament, deals: int) -> int:
    return sum(1 for deal in range(deals) for _ in tournament.pairings(deal))
