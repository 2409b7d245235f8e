"""How puzzles are found.

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
from dataclasses import replace
from typing import Any

from ..bots import make
from ..bots.levels import LEVELS
from ..bots.searcher import Searcher
from ..game.game import Game
from ..game.replays import Replay
from .judgement import Verdict, same_use
from .judging import judge
from .puzzles import Answer, Draft, Find, Puzzle
from .why import of_figures

PLAYERS = (3, 4, 5)
NAMES = ("Alba", "Bruno", "Clio", "Dario", "Elena")
SETS: tuple[tuple[str, ...], ...] = ((), (), ("leaders",), ("cities",))
_PLAYOUTS = 400  # for a decision of the game
_LEAST_HAND = 4  # cards to choose from
_LOOKS_LIKE = 2.0  # points by which the best move has to seem ahead, for a closer look
LEAST_LEAD = 1.5  # points by which it has to be ahead for certain


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
    return Puzzle(draft.seed, record, find.seat, verdict.best, (_answer(verdict),))


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
    return Answer(verdict.played, verdict.worth, verdict.error, of_figures(verdict))


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
