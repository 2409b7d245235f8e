"""Puzzles: one move is clearly the best, and every answer is weighed."""

import json

from mirabilia import Game
from mirabilia.review import puzzles

FEW = 600  # playouts


def test_a_puzzle_has_one_best_move_and_knows_what_every_other_one_costs() -> None:
    puzzle = next(filter(None, (puzzles.made(seed, FEW) for seed in range(1, 9))))
    game = puzzle.game
    assert puzzle.seat in game.to_decide
    assert game.decision(puzzle.seat).kind == "play"
    assert puzzle.lead >= puzzles.LEAST_LEAD
    assert len(game.hand(puzzle.seat)) >= 4
    asked = set(puzzles.uses(game, puzzle.seat))
    known = [puzzle.best, *puzzle.answers]
    assert len(known) == len(asked) > 2
    assert all(puzzle.answer(move) is not None for move in asked)
    assert puzzles.read(json.loads(json.dumps(puzzles.write(puzzle)))) == puzzle
    assert [move for move in asked if puzzle.solved_by(move)] != []
    assert not any(puzzle.solved_by(each.move) for each in puzzle.answers)


def test_a_game_in_which_a_puzzle_is_looked_for_follows_from_its_seed() -> None:
    drafts = [puzzles.play_on(puzzles.play_on(puzzles.begin(7))) for _ in range(2)]
    assert drafts[0] == drafts[1]
    assert len(drafts[0].record["decisions"]) == 2
    assert puzzles.begin(8).record != puzzles.begin(7).record


def test_what_is_paid_makes_no_other_answer() -> None:
    assert puzzles.same_use("build:altar@L2", "build:altar@R2")
    assert not puzzles.same_use("build:altar", "stage:altar")
    game = Game(3, seed=1)
    texts = puzzles.uses(game, 0)
    assert len(texts) == len({text.partition("@")[0] for text in texts})
