"""A table's game that goes on from a position: a stranger's JSON, checked before anything begins.

The engine reads it (``Game.from_position``) and refuses what can't be. The table keeps it as text;
its game begins with it instead of a deal, after every restart anew.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...catalogue import Catalogue, load
from ...game.game import Game
from ...texts import N_
from .refused import Refused
from .table_view import Options

LONGEST = 64 * 1024

NO_POSITION = N_(
    "This position can't be played on from. What is wrong with it, in English: %(why)s"
)


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a table plays, and the position, checked, that its game goes on from, if any."""

    options: Options
    position: str | None = None
    owing: tuple[int, ...] = ()  # the seats that have to decide


def read(text: str, level: str) -> Beginning:
    """A position as somebody sends it, to be played against bots of a level; else a refusal."""
    if not text.strip():
        raise Refused("A position is missing.", 400)
    if len(text) > LONGEST:
        raise Refused("A position has at most %(most)d letters.", 413, most=LONGEST)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("That is no JSON.", 400) from None
    if not isinstance(data, dict):
        raise Refused("A position is a mapping.", 400)
    game = _game(data)
    if game.over:
        raise Refused("In that position the game is over.", 400)
    printed = load(game.edition, game.expansions)
    for seat in range(game.seats):
        wonder, _, side = game.wonder(seat).partition(":")
        if (wonder, side) not in printed.boards:
            raise Refused("That board can't be played at a table.", 400)
    options = Options(
        game.players,
        game.edition,
        game.expansions,
        game.teams,
        leaders=game.position()["leaders"],
        level=level,
    )
    position = json.dumps(game.position(), separators=(",", ":"))
    return Beginning(options, position, tuple(game.to_decide))


def _game(data: dict[str, Any]) -> Game:
    """The game of a position, in which everybody can see what he may and do something."""
    try:
        game = Game.from_position(data)
        for seat in range(game.seats):
            game.view(seat)
        for seat in game.to_decide:
            game.moves(seat)
    except ValueError as error:
        raise Refused.because(error, 400, NO_POSITION) from None
    return game


def game_from(position: str, names: Sequence[str], catalogue: Catalogue | None = None) -> Game:
    """The game of a table that keeps this position; with the cards that it was begun with."""
    data = {**json.loads(position), "names": list(names)}
    return Game.from_position(data, catalogue=catalogue)
