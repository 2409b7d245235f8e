"""Finished games to be reviewed: all play greedily, save where a test says otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mirabilia import Game, Move
from mirabilia.bots.compiled import CompiledBot

Otherwise = Callable[[Game, int], str | None]


def finished(game: Game, otherwise: Otherwise = lambda game, seat: None) -> dict[str, Any]:
    """The record of a game, played from here to its end."""
    bot = CompiledBot("greedy", seed=1)
    while not game.over:
        seat = min(game.to_decide)
        move = otherwise(game, seat)
        game.play(seat, bot.choose(game.view(seat)) if move is None else move)
    return game.record()


def recorded(players: int | list[str] = 3, seed: int = 4, **options: Any) -> dict[str, Any]:
    return finished(Game(players, seed=seed, **options))


def selling(age: int, turn: int) -> Otherwise:
    """Seat 0 sells its most expensive card in a turn, whatever it could build."""

    def otherwise(game: Game, seat: int) -> str | None:
        if (seat, game.age, game.turn) != (0, age, turn):
            return None
        built = [move for move in game.moves(0) if move.action == "build"]
        gains = game.gains(0, built)
        best = max(zip(gains, built, strict=True), key=lambda pair: pair[0].points)[1]
        return str(Move("sell", best.card))

    return otherwise
