"""Puzzles: decisions of games between experts in which one move is clearly the best.

Making one takes a minute or two, so it comes in small jobs that another process can do, one at a
time: a step of a game (``play_on``), a closer look at one of its decisions (``look_at``), a wrong
answer weighed (``weigh``). Everything follows from the seed, and is counted in playouts: the same
puzzle on every machine.

A decision is a puzzle when the best move is ahead of all others by more than chance explains, and a
bot that looks at nothing but the turn itself would have done something else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..bots import make
from ..bots.levels import LEVELS
from ..bots.searcher import Searcher
from ..game.game import Game
from ..game.notation import Move
from ..game.replays import Replay
from .judgement import Verdict
from .judging import judge

PLAYERS = (3, 4, 5)
NAMES = ("Alba", "Bruno", "Clio", "Dario", "Elena")
SETS: tuple[tuple[str, ...], ...] = ((), (), ("leaders",), ("cities",))
_PLAYOUTS = 400  # for a decision of the game
_LEAST_HAND = 4  # cards to choose from
_LOOKS_LIKE = 2.0  # points by which the best move has to seem ahead, for a closer look
LEAST_LEAD = 1.5  # points by which it has to be ahead for certain
_MOST_LOOKS = 6  # at the decisions of one game


@dataclass(frozen=True, slots=True)
class Find:
    """A decision that may be a puzzle: the two moves that seemed best, and how far apart."""

    step: int
    seat: int
    best: str
    second: str
    lead: float


@dataclass(frozen=True, slots=True)
class Draft:
    """A game between experts as far as it was played, and what was found in it."""

    seed: int
    record: Mapping[str, Any]
    finds: tuple[Find, ...] = ()
    over: bool = False

    @property
    def to_look_at(self) -> list[Find]:
        """The most promising, in an order drawn by the seed: not always the same kind."""
        best = sorted(self.finds, key=lambda find: -find.lead)[:_MOST_LOOKS]
        return random.Random(self.seed).sample(best, len(best))


@dataclass(frozen=True, slots=True)
class Answer:
    """A move of a puzzle and what it costs, in points, beside the best one."""

    move: str
    place: float
    points: float
    worth: float = 0.0
    error: float = 0.0
    lines: Mapping[str, float] | None = None
    others: Mapping[int, float] | None = None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to be solved: the record of its game until then, whose turn it is, the best move,
    and the other answers, as far as they are weighed.
    """

    seed: int
    record: Mapping[str, Any]
    seat: int
    best: Answer
    answers: tuple[Answer, ...] = ()

    @property
    def lead(self) -> float:
        """By so many points, at least, the best move is ahead of every other."""
        return min(answer.worth - answer.error for answer in self.answers)

    @property
    def game(self) -> Game:
        return Game.from_record(self.record)

    def answer(self, move: str) -> Answer | None:
        """What is known of a move; its payment does not matter."""
        found = (each for each in (self.best, *self.answers) if same_use(each.move, move))
        return next(found, None)

    @property
    def unweighed(self) -> list[str]:
        """The moves, one for each use of a card, of which nothing is known yet."""
        return [move for move in uses(self.game, self.seat) if self.answer(move) is None]

    def solved_by(self, move: str) -> bool:
        return same_use(self.best.move, move)


def uses(game: Game, seat: int) -> list[str]:
    """What can be done with the cards of a hand, each by its cheapest payment."""
    found: list[str] = []
    for move in sorted(game.moves(seat), key=lambda move: move.coins):
        if not any(same_use(str(move), other) for other in found):
            found.append(str(move))
    return found


def begin(seed: int) -> Draft:
    """A game to look for a puzzle in; what is played is drawn by the seed."""
    drawn = random.Random(seed)
    players, expansions = drawn.choice(PLAYERS), drawn.choice(SETS)
    game = Game(NAMES[:players], expansions=expansions, seed=drawn.randrange(1 << 40))
    return Draft(seed, game.record())


def play_on(draft: Draft) -> Draft:
    """A step more; the first job of many."""
    game = Game.from_record(draft.record)
    step, finds = len(draft.record["decisions"]), list(draft.finds)
    for seat in list(game.to_decide):
        view = game.view(seat)
        bot = Searcher(LEVELS["expert"], playouts=_PLAYOUTS, seed=_mixed(draft.seed, step, seat))
        move = bot.choose(view)
        if view["decision"]["kind"] == "play":
            finds += _found(step, seat, view, bot)
        game.play(seat, move)
    return replace(draft, record=game.record(), finds=tuple(finds), over=game.over)


def _mixed(seed: int, step: int, seat: int) -> int:
    return random.Random(f"{seed} {step} {seat}").randrange(1 << 53)


def _found(step: int, seat: int, view: Mapping[str, Any], bot: Searcher) -> Iterator[Find]:
    """A decision that looks like a puzzle."""
    tried = bot.expectations()
    others = [one for one in tried[1:] if not same_use(str(one.move), str(tried[0].move))]
    if not others or len(view["seats"][seat]["hand"]) < _LEAST_HAND:
        return
    lead = min(tried[0].points - one.points for one in others)
    plain = str(make("greedy").choose(view))
    if lead >= _LOOKS_LIKE and not same_use(plain, str(tried[0].move)):
        second = max(others, key=lambda one: one.points)
        yield Find(step, seat, str(tried[0].move), str(second.move), lead)


def look_at(draft: Draft, find: Find, playouts: int | None = None) -> Puzzle | None:
    """The puzzle that a decision is, if it is one."""
    replay = Replay(draft.record)
    game = replay.game(find.step)
    record = game.record()
    verdict = _judged(game, find.seat, find.second, draft.seed, playouts)
    if not same_use(verdict.best.move, find.best) or verdict.worth - verdict.error < LEAST_LEAD:
        return None
    return Puzzle(
        draft.seed,
        record,
        find.seat,
        Answer(verdict.best.move, verdict.best.place or 0.0, verdict.best.points or 0.0),
        (_answer(verdict),),
    )


def weigh(puzzle: Puzzle, move: str, playouts: int | None = None) -> Puzzle | None:
    """With one more answer; None if that turns out to be nearly as good as the best: then it is
    none.
    """
    verdict = _judged(puzzle.game, puzzle.seat, move, puzzle.seed, playouts)
    sure = verdict.worth - verdict.error
    if not same_use(verdict.best.move, puzzle.best.move) or sure < LEAST_LEAD:
        return None
    return replace(puzzle, answers=(*puzzle.answers, _answer(verdict)))


def _judged(game: Game, seat: int, move: str, seed: int, playouts: int | None) -> Verdict:
    return judge(game.view(seat), move, playouts=playouts, seed=seed, stream=game.turn)


def _answer(verdict: Verdict) -> Answer:
    played = verdict.played
    return Answer(
        played.move,
        played.place or 0.0,
        played.points or 0.0,
        verdict.worth,
        verdict.error,
        verdict.lines,
        verdict.others,
    )


def made(seed: int, playouts: int | None = None) -> Puzzle | None:
    """A whole puzzle of a seed, if its game has one; ``playouts`` for each look."""
    draft = begin(seed)
    while not draft.over:
        draft = play_on(draft)
    for find in draft.to_look_at:
        puzzle = look_at(draft, find, playouts)
        while puzzle and puzzle.unweighed:
            puzzle = weigh(puzzle, puzzle.unweighed[0], playouts)
        if puzzle:
            return puzzle
    return None


def write(puzzle: Puzzle) -> dict[str, Any]:
    """As JSON has it."""
    return asdict(puzzle)


def read(data: Mapping[str, Any]) -> Puzzle:
    """What ``write`` has made."""
    return Puzzle(
        **{
            **data,
            "best": _read_answer(data["best"]),
            "answers": tuple(map(_read_answer, data["answers"])),
        }
    )


def _read_answer(data: Mapping[str, Any]) -> Answer:
    others = data["others"]
    seats = None if others is None else {int(seat): points for seat, points in others.items()}
    return Answer(**{**data, "others": seats})


def same_use(one: str, other: str) -> bool:
    """Whether two moves do the same, whatever they pay."""
    return replace(Move.parse(one), pay={}) == replace(Move.parse(other), pay={})
