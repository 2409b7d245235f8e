"""The decisions of a player in a record, each with what his seat knew when he took it (K1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..game.game import Game
from ..game.notation import Move
from ..game.replays import Replay
from .judgement import Moment

_KINDS = ("leader", "play", "last_card")  # one step of a turn, in which all decide


class CantReview(ValueError):
    """A record of which there is no review; the message says why."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A decision as it was taken: the view of its seat is all that may be judged by.

    ``number`` counts the player's decisions from 0; ``only``: there was nothing else to do.
    """

    number: int
    step: int
    seat: int
    age: int
    turn: int
    kind: str
    move: str
    only: bool
    view: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a card that was left in the hand: who used it, how, in which turn."""

    seat: int
    action: str
    turn: int


@dataclass(frozen=True, slots=True)
class _Use:
    age: int
    turn: int
    seat: int
    move: Move


class Walk:
    """A finished game, gone through once for the decisions of a player."""

    def __init__(self, replay: Replay, player: int) -> None:
        self.game = replay.ended
        check_over(self.game)
        if not 0 <= player < self.game.players:
            raise CantReview(
                f"There is no player {player}: players are 0 to {self.game.players - 1}."
            )
        self.owed: list[Owed] = []
        self._uses: list[_Use] = []
        for game, seat, move in _decisions(replay):
            self._note(game, seat, move, player)

    def _note(self, game: Game, seat: int, move: Move, player: int) -> None:
        decision = game.decision(seat)
        if decision.kind == "play":
            self._uses.append(_Use(game.age, game.turn, seat, move))
        if decision.by == player:
            self.owed.append(
                Owed(
                    len(self.owed),
                    game.steps,
                    seat,
                    game.age,
                    game.turn,
                    decision.kind,
                    str(move),
                    len(game.moves(seat)) == 1,
                    game.view(seat),
                )
            )

    def taken(self, owed: Owed, card: str | None) -> Taken | None:
        """Who used a card that was left in the hand, after the hand was passed on to him."""
        if owed.kind != "play" or card is None or self.game.players == 2:
            return None
        way = -1 if owed.age == 2 else 1
        for use in self._uses:
            passed = use.turn - owed.turn
            holder = (owed.seat + way * passed) % self.game.seats
            if use.age == owed.age and passed > 0 and use.seat == holder and use.move.card == card:
                return Taken(use.seat, use.move.action, use.turn)
        return None


def check_over(game: Game) -> None:
    """Only a game that is over is reviewed: before that, nobody may know what others held."""
    if not game.over:
        raise CantReview("The game is not over: a review shows what its reader may not know yet.")


def turns_of(replay: Replay) -> list[Moment]:
    """The turns of a finished game."""
    found: dict[tuple[int, int], Moment] = {}
    for at in range(replay.last):
        game = replay.game(at)
        if game.decision(min(game.to_decide)).kind in _KINDS:
            found.setdefault((game.age, game.turn), Moment(at, game.age, game.turn))
    return list(found.values())


def _decisions(replay: Replay) -> Iterator[tuple[Game, int, Move]]:
    """Every decision: the game when it was owed, the seat, the move."""
    for at in range(replay.last):
        game = replay.game(at)
        for seat, move in replay.decisions(at).items():
            yield (game if seat in game.to_decide else replay.deciding(at)), seat, move
