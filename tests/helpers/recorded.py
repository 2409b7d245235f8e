"""Finished games for tests of records and replays, played at random, each kind once."""

from functools import cache
from typing import Any

from mirabilia import Game

EVERYTHING = ("leaders", "cities", "armada")


@cache
def recorded(players: int = 3, edition: str = "2nd", *, everything: bool = False) -> Game:
    """A game that is over; four with everything play in teams."""
    names = ["Ann", "Ben", "Cleo", "Dion", "Eva", "Finn", "Gus"][:players]
    game = Game(
        names,
        edition=edition,
        expansions=EVERYTHING if everything else (),
        teams=everything and players == 4,
        seed=3,
    )
    return _played(game)


def _played(game: Game) -> Game:
    number = 0
    while not game.over:
        seat = game.to_decide[0]
        moves = game.moves(seat)
        number += 7
        game.play(seat, moves[number % len(moves)])
    return game


@cache
def recorded_with_promos() -> Game:
    """Three boards that are dealt in no game unless somebody names them."""
    boards = ["great_wall:A", "manneken_pis:B", "stonehenge:A"]
    return _played(Game(["Ann", "Ben", "Cleo"], edition="1st", wonders=boards, seed=3))


def record_of(players: int = 3, edition: str = "2nd", *, everything: bool = False) -> Any:
    return recorded(players, edition, everything=everything).record()
