"""Puzzles: one move is clearly the best, and every answer is weighed."""

import json

from mirabilia import Game
from mirabilia.review import puzzle_maker, puzzles
from mirabilia.review.judgement import same_use

FEW = 600  # playouts


def test_a_puzzle_has_one_best_move_and_knows_what_every_other_one_costs() -> None:
    puzzle = next(filter(None, (puzzle_maker.made(seed, FEW) for seed in range(1, 9))))
    game = puzzle.game
    assert puzzle.seat in game.to_decide
    assert game.decision(puzzle.seat).kind == "play"
    assert puzzle.lead >= puzzle_maker.LEAST_LEAD
    assert len(game.hand(puzzle.seat)) >= 4
    asked = set(puzzles.uses(game, puzzle.seat))
    assert len(puzzle.moves) == len(asked) > 2
    assert all(puzzle.knows(move) for move in asked)
    kept = puzzles.read(json.loads(json.dumps(puzzles.write(puzzle))))
    assert puzzles.write(kept) == puzzles.write(puzzle)
    assert kept.moves == puzzle.moves
    assert any(answer.reasons for answer in kept.answers)
    assert [move for move in asked if puzzle.solved_by(move)] != []
    assert not any(puzzle.solved_by(each.tried.move) for each in puzzle.answers)


def test_a_game_in_which_a_puzzle_is_looked_for_follows_from_its_seed() -> None:
    drafts = [puzzle_maker.play_on(puzzle_maker.play_on(puzzle_maker.begin(7))) for _ in range(2)]
    assert drafts[0] == drafts[1]
    assert len(drafts[0].record["decisions"]) == 2
    assert puzzle_maker.begin(8).record != puzzle_maker.begin(7).record


def test_what_is_paid_makes_no_other_answer() -> None:
    assert same_use("build:altar@L2", "build:altar@R2")
    assert not same_use("build:altar", "stage:altar")
    game = Game(3, seed=1)
    texts = puzzles.uses(game, 0)
    assert len(texts) == len({text.partition("@")[0] for text in texts})
