"""Whole games between nets and bots that do not search, over all cores, in compiled code."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...batch.batch import tables_of
from ...bots.net.inputs import look_round, new_mind
from ...bots.net.net_move import net_move
from ...bots.playout import GREEDY, RANDOM, choose
from ...engine import chance
from ...engine.borrowed import borrowed
from ...engine.deal import Variant, new_game
from ...engine.jit import compile_for, compiled
from ...engine.score import score_seat
from ...engine.scratch import Scratch, empty_game, ensure_compiled
from ...engine.state import OVER, SEATS
from ...engine.turn import decide, decider, resolve
from ...game.setup import Setup, Wanted, check_setup

FIRST_NET = 2  # players below it are bots: RANDOM, GREEDY
assert FIRST_NET > max(RANDOM, GREEDY)


class Hall(NamedTuple):
    """What the games of a match are played with."""

    tables: npt.NDArray[np.void]
    nets: npt.NDArray[np.void]
    heats: npt.NDArray[np.float32]
    players: npt.NDArray[np.uint8]  # of each game, by seat
    game_rng: npt.NDArray[np.uint64]
    bot_rng: npt.NDArray[np.uint64]
    totals: npt.NDArray[np.int64]  # of each game, by seat: points, with coins behind


class Room(NamedTuple):
    """What a thread works with."""

    games: npt.NDArray[np.void]
    minds: npt.NDArray[np.void]
    works: npt.NDArray[np.void]
    events: npt.NDArray[np.int16]


@compiled
def play_rows(hall, variant, first, last, room):
    """Play a range of games to their ends."""
    hall, room = borrowed(hall), borrowed(room)
    g, t, w = room.games[0], hall.tables[0], room.works[0]
    mind, events = room.minds[0], room.events
    for at in range(first, last):
        rng = hall.bot_rng[at : at + 1]
        g.rng[0] = hall.game_rng[at]
        new_game(g, t, w, variant)
        resolve(g, t, events, w)
        while g.step != OVER:
            look_round(g, t, mind, w)
            for seat in range(g.seats):
                if g.asked[seat] and not g.decided[seat]:
                    player = np.int64(hall.players[at, decider(g, seat)])
                    if player < FIRST_NET:
                        choose(g, t, seat, player, rng, w)
                    elif g.free_city and seat == 2:
                        choose(g, t, seat, GREEDY, rng, w)
                    else:
                        net, heat = player - FIRST_NET, hall.heats[player - FIRST_NET]
                        net_move(g, t, seat, hall.nets[net], mind, heat, rng, w)
                    decide(g, seat, w.move[0])
            resolve(g, t, events, w)
        for seat in range(g.seats):
            points = score_seat(g, t, seat, w.lines[seat])
            hall.totals[at, seat] = points * 1000 + g.coins[seat]


class Match(NamedTuple):
    """How a player fared against others: first places (ties shared), and the points of both."""

    games: int
    firsts: float
    interval: float
    points: float
    others: float
    lead: float


def play(
    games: int,
    setup: dict[str, Any],
    nets: npt.NDArray[np.void],
    who: Sequence[int],
    *,
    heats: Sequence[float] = (0.0,),
    seed: int = 0,
    threads: int | None = None,
) -> Match:
    """``who`` has the first player and the others; it plays each deal in every seat."""
    wanted = Wanted(**setup, seed=0)
    checked = check_setup(wanted)
    tables = tables_of([(checked, wanted)])
    seats = checked.players
    deals = -(-games // seats)
    seeds = np.repeat(np.arange(deals) + seed, seats)
    count = len(seeds)
    players = np.zeros((count, SEATS), np.uint8)
    for turn in range(seats):
        players[turn::seats, turn] = who[0]
        for place in range(1, seats):
            players[turn::seats, (turn + place) % seats] = who[1 + (place - 1) % (len(who) - 1)]
        if checked.teams:
            players[turn::seats, turn ^ 1] = who[0]
    hall = Hall(
        tables["tables"],
        nets,
        np.resize(np.asarray(heats, np.float32), len(nets)),
        players,
        chance.states(seeds),
        chance.states(np.arange(count) + seed, 1),
        np.zeros((count, SEATS), np.int64),
    )
    threads = threads or os.cpu_count() or 1
    rooms = [_room(checked) for _ in range(threads)]
    variant = Variant(*map(int, checked.variant))
    ensure_compiled("matches", lambda: compile_for(play_rows, hall, variant, 0, 1, rooms[0]))
    firsts = iter(range(0, count, 32))

    def work(thread: int) -> None:
        for first in firsts:
            play_rows(hall, variant, first, min(first + 32, count), rooms[thread])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    return _outcome(hall, checked.players, bool(checked.teams))


def _room(setup: Setup) -> Room:
    space = Scratch(event_rows=0)
    return Room(empty_game(), new_mind(setup), space.work, space.no_events)


def _outcome(hall: Hall, seats: int, teams: bool) -> Match:
    totals = hall.totals[:, :seats]
    if teams:
        totals = np.repeat(totals[:, ::2] + totals[:, 1::2], 2, axis=1)
    count = len(totals)
    mine = np.arange(count) % seats
    rows = np.arange(count)
    own = totals[rows, mine]
    most = totals.max(axis=1)
    sharing = (totals == most[:, None]).sum(axis=1) / (2 if teams else 1)
    first = np.where(own == most, 1 / sharing, 0.0)
    others = (totals.sum(axis=1) - own * (2 if teams else 1)) / (seats - (2 if teams else 1))
    by_deal = first.reshape(-1, seats).mean(axis=1)
    interval = 1.96 * by_deal.std(ddof=1) / np.sqrt(len(by_deal)) if len(by_deal) > 1 else 1.0
    points, theirs = own.mean() / 1000, others.mean() / 1000
    return Match(
        count, float(first.mean()), float(interval), float(points), float(theirs), points - theirs
    )
