"""The decisions of a player in a record, each with what his seat knew when he took it (K1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..game import records
from ..game.game import Game
from ..game.notation import Move


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
    """A finished game, gone through once: everybody's decisions, and the game at its end."""

    def __init__(self, record: Mapping[str, Any], player: int | None = None) -> None:
        """``player``: whose decisions are wanted, with their views; None: nobody's."""
        self.game = Game.from_record(record)
        check_over(self.game)
        if player is not None and not 0 <= player < self.game.players:
            raise CantReview(
                f"There is no player {player}: players are 0 to {self.game.players - 1}."
            )
        self.owed: list[Owed] = []
        self._uses: list[_Use] = []
        self._player = player
        for game, seat, text in decisions(record):
            self._note(game, seat, text)

    def _note(self, game: Game, seat: int, text: str) -> None:
        decision = game.decision(seat)
        if decision.kind == "play":
            self._uses.append(_Use(game.age, game.turn, seat, Move.parse(text)))
        if decision.by == self._player:
            self.owed.append(
                Owed(
                    len(self.owed),
                    game.steps,
                    seat,
                    game.age,
                    game.turn,
                    decision.kind,
                    text,
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


def decisions(record: Mapping[str, Any]) -> Iterator[tuple[Game, int, str]]:
    """Every decision of a record before it is taken: the game, the seat, the text of the move."""
    options, steps, _ = records.read(record)
    game = records.new_game(options)
    for step in steps:
        for text in step:
            seat = min(game.to_decide)
            yield game, seat, text
            game.play(seat, text)
