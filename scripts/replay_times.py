"""How long replays take on a server that runs: python scripts/replay_times.py http://127.0.0.1:8007

A game of seven with everything is played at random and brought; then all its moments are fetched as
the page's script fetches them. Two games are brought, so that the first one warms the server up.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import Any

import httpx

from mirabilia import Game

JSON = {"Accept": "application/json"}


def recorded(seed: int) -> Any:
    game = Game(7, expansions=("leaders", "cities", "armada"), seed=seed)
    chance = random.Random(seed)
    while not game.over:
        seat = game.to_decide[0]
        game.play(seat, chance.choice(game.moves(seat)))
    return game.record()


def timed(ask: Callable[[], httpx.Response]) -> tuple[float, httpx.Response]:
    began = time.perf_counter()
    answer = ask()
    answer.raise_for_status()
    return 1000 * (time.perf_counter() - began), answer


def measure(client: httpx.Client, seed: int, told: bool) -> None:
    record = recorded(seed)
    brought, answer = timed(lambda: client.post("/r", json=record, headers=JSON))
    code = answer.json()["code"]
    page, _ = timed(lambda: client.get(f"/r/{code}"))
    for shown in ("", "&as=2"):
        steps = [
            timed(lambda at=at, q=shown: client.get(f"/r/{code}?at={at}{q}", headers=JSON))[0]
            for at in range(len(record["decisions"]) + 1)
        ]
        if told:
            worst = quantiles(steps, n=20)[-1]
            print(f"{shown or 'everything'}: a step {median(steps):.0f} ms, 95% {worst:.0f} ms")
    if told:
        print(f"brought and verified in {brought:.0f} ms, opened in {page:.0f} ms")


if __name__ == "__main__":
    with httpx.Client(base_url=sys.argv[1], timeout=60) as found:
        measure(found, 1, told=False)
        measure(found, 2, told=True)
