"""The battery: what must hold for every setup, whatever cards are in play.

Every check runs over the setups of `brute`: the base game, and every combination of expansions,
players, teams and leaders (a sample of them by default). Games of compiled bots run over the same
combinations by the hundred.
"""

import json
import random

import numpy as np
import pytest

from batches import batch_for
from brute import (
    BASE_SETUPS,
    COMBINATIONS,
    EXPANSION_SETUPS,
    FREE_CITY,
    KINDS,
    SETUPS,
    GameSetup,
    choose,
    decide_all,
    everything,
    walk,
)
from conftest import sample
from mirabilia import Game
from mirabilia.bots.compiled import compile_bots
from mirabilia.bots.playout import GREEDY, PURSE, RANDOM, RESULT_WIDTH, TOTAL, play_games
from mirabilia.engine.scratch import Scratch, empty_game, ensure_compiled
from mirabilia.engine.state import LINES, SEATS
from mirabilia.engine.tables import rulebook

EVERY = len(sample(range(9), 1)) > 1
CASES = [
    pytest.param(setup, seed, id=f"{setup}-{seed}")
    for setups, seeds in ((sample(BASE_SETUPS, 7), 2), (sample(EXPANSION_SETUPS, 10), 1))
    for setup in setups
    for seed in range(seeds if EVERY else 1)
]
battery = pytest.mark.parametrize(("setup", "seed"), CASES)


def seed_of(setup: GameSetup, seed: int) -> int:
    """Another seed for every setup."""
    return 1000 * SETUPS.index(setup) + seed


def through_json(data: object) -> dict[str, object]:
    read = json.loads(json.dumps(data))
    assert isinstance(read, dict)
    assert read == data, "not plain JSON"
    return read


def same_game(one: Game, other: Game) -> None:
    """The same position, decisions, moves, scores and views."""
    assert one.position() == other.position()
    assert one.to_decide == other.to_decide
    assert one.decided == other.decided
    assert one.over == other.over
    for seat in [*one.to_decide, *one.decided]:
        assert one.decision(seat) == other.decision(seat)
        assert one.moves(seat) == other.moves(seat)
    assert one.scores() == other.scores()
    for viewer in (None, *range(one.seats)):
        assert one.view(viewer) == other.view(viewer)


@battery
def test_random_play_reaches_the_end(setup: GameSetup, seed: int) -> None:
    game = setup.new(seed_of(setup, seed))
    assert game.steps == 0
    for steps, deciding in enumerate(walk(game, seed)):
        assert steps < 250, "the game does not end"
        assert deciding
        for seat in deciding:
            assert len(set(game.moves(seat))) == len(game.moves(seat)) > 0
    assert game.over
    assert game.to_decide == []
    assert game.age == 3
    assert [event.data["age"] for event in game.events if event.kind == "age"] == [1, 2, 3]
    assert game.events[-1].kind == "end"
    with pytest.raises(ValueError, match="over"):
        game.moves(0)


@battery
def test_sheets_add_up_and_all_are_ranked(setup: GameSetup, seed: int) -> None:
    game = setup.new(seed_of(setup, seed))
    for _ in walk(game, seed):
        assert [sheet.seat for sheet in game.scores()] == list(range(game.seats))
    sheets = game.scores()
    for sheet in sheets:
        assert sum(sheet.lines.values()) == sheet.total
    places = game.ranking()
    assert sorted(seat for _, seats in places for seat in seats) == list(range(game.players))
    better = 0
    last: tuple[int, int] | None = None
    size = 2 if setup.teams else 1
    for place, seats in places:
        assert place == better + 1
        sides = [seats[at : at + size] for at in range(0, len(seats), size)]
        better += len(sides)
        for side in sides:  # T1: partners sit side by side
            assert side == list(range(side[0], side[0] + size))
            assert side[0] % size == 0
            assert {sheets[seat].team for seat in side} == {side[0] // 2 if setup.teams else None}
        results = {
            (sum(sheets[seat].total for seat in side), sum(game.coins(seat) for seat in side))
            for side in sides
        }
        assert len(results) == 1
        result = results.pop()
        assert last is None or result < last
        last = result


@battery
def test_a_position_is_the_same_game(setup: GameSetup, seed: int) -> None:
    game = setup.new(seed_of(setup, seed))
    rng = random.Random(seed)
    step = 0
    while not game.over:
        for seat in game.to_decide:
            if step % 5 == 0:
                again = Game.from_position(through_json(game.position()))
                same_game(game, again)
            if seat in game.to_decide:
                game.play(seat, choose(rng, game.moves(seat)))
            step += 1
    same_game(game, Game.from_position(through_json(game.position())))


@battery
def test_a_position_goes_on_as_the_game_does(setup: GameSetup, seed: int) -> None:
    game = setup.new(seed_of(setup, seed))
    for step, _ in enumerate(walk(game, seed)):
        if step % 6 == 2:
            again = Game.from_position(through_json(game.position()))
            one = game.copy()
            before = len(one.events)
            decide_all(one, random.Random(step))
            decide_all(again, random.Random(step))
            same_game(one, again)
            assert again.events == one.events[before:]


@battery
def test_a_copy_is_independent(setup: GameSetup, seed: int) -> None:
    game = setup.new(seed_of(setup, seed))
    for step, deciding in enumerate(walk(game, seed)):
        if step % 4:
            continue
        copy = game.copy()
        same_game(game, copy)
        before = everything(game)
        copy.play(deciding[0], choose(random.Random(step), copy.moves(deciding[0])))
        assert everything(game) == before
        while not copy.over and copy.steps < game.steps + 3:
            decide_all(copy, random.Random(step))
        assert everything(game) == before
        assert game.record()["decisions"] == copy.record()["decisions"][: game.steps]
        after = everything(copy)
        third = game.copy()
        decide_all(third, random.Random(step + 1))
        assert everything(copy) == after


@battery
def test_a_decision_can_be_taken_back_and_changed(setup: GameSetup, seed: int) -> None:
    game = setup.new(seed_of(setup, seed))
    rng = random.Random(seed + 1)
    for deciding in walk(game, seed):
        with pytest.raises(ValueError, match="not decided"):
            game.undecide(deciding[0])
        if len(deciding) < 2:
            continue
        before = game.position()
        for seat in deciding[:-1]:
            moves = game.moves(seat)
            game.play(seat, choose(rng, moves))
            assert seat not in game.to_decide
            assert game.moves(seat) == moves
            second = choose(rng, moves)
            game.play(seat, second)
            assert game.decided[seat] == second
        for seat in deciding[:-1]:
            game.undecide(seat)
            assert seat in game.to_decide
        assert game.to_decide == deciding
        assert game.position() == before
        assert game.decided == {}


def test_taking_back_the_holders_decision_takes_back_the_free_citys() -> None:
    game = GameSetup(2, "1st", "random").new(5)
    for _ in walk(game, 5):
        if game.decision(game.to_decide[0]).kind != "play":
            continue
        holder = game.position()["holder"]
        before = game.position()
        game.play(holder, game.moves(holder)[0])
        assert sorted(game.to_decide) == [1 - holder, FREE_CITY]
        assert game.decision(FREE_CITY).by == holder
        game.play(FREE_CITY, game.moves(FREE_CITY)[0])
        assert game.to_decide == [1 - holder]
        game.undecide(holder)
        assert game.to_decide == [0, 1]
        assert game.position() == before


@battery
def test_changed_minds_leave_no_trace(setup: GameSetup, seed: int) -> None:
    straight, wavering = (setup.new(seed_of(setup, seed)) for _ in range(2))
    for _ in walk(straight, seed):
        pass
    rng = random.Random(seed)
    for step in straight.record()["decisions"]:
        before = wavering.position()
        for seat in wavering.to_decide[:-1]:
            wavering.play(seat, rng.choice(wavering.moves(seat)))
        while wavering.decided:
            wavering.undecide(next(iter(wavering.decided)))
        assert wavering.position() == before
        for text in step.split():
            wavering.play(wavering.to_decide[0], text)
    same_game(straight, wavering)
    assert wavering.events == straight.events
    assert wavering.record() == straight.record()


@battery
def test_a_record_replays_the_game(setup: GameSetup, seed: int) -> None:
    game = setup.new(seed_of(setup, seed))
    for step, _ in enumerate(walk(game, seed)):
        if step % 10 == 7:
            again = Game.from_record(through_json(game.record()))
            same_game(game, again)
            assert again.events == game.events
    record = game.record()
    text = json.dumps(record)
    assert len(text.encode()) <= (12 if setup.expansions else 8) * 1024
    again = Game.from_record(json.loads(text))
    same_game(game, again)
    assert again.events == game.events
    assert again.scores() == game.scores()
    assert again._games.tobytes() == game._games.tobytes()
    assert again.record() == record
    assert record["totals"] == [sheet.total for sheet in game.scores()]


@battery
def test_a_record_holds_an_unfinished_step(setup: GameSetup, seed: int) -> None:
    game = setup.new(seed_of(setup, seed))
    rng = random.Random(seed)
    for step in range(12):
        for seat in game.to_decide[: 1 + step % game.players]:
            if seat in game.to_decide:
                game.play(seat, choose(rng, game.moves(seat)))
        again = Game.from_record(through_json(game.record()))
        same_game(game, again)
        assert again.events == game.events


@battery
def test_the_same_seed_and_decisions_give_the_same_game(setup: GameSetup, seed: int) -> None:
    games = [setup.new(seed_of(setup, seed)) for _ in range(2)]
    other = setup.new(seed_of(setup, seed) + 1)
    assert games[0].record()["deal"] != other.record()["deal"]
    for game in games:
        for _ in walk(game, seed):
            pass
    same_game(*games)
    assert games[0]._games.tobytes() == games[1]._games.tobytes()
    assert games[0].record() == games[1].record()


# Choices of the same step of a turn are owed at once, whatever their kinds (A16).
TOGETHER = {"advance", "bury", "copy", "forfeit", "recruit"}


def kinds_seen(setup: GameSetup, seed: int) -> set[str]:
    """The kinds of decisions of a random game; those of a step belong together."""
    game = setup.new(seed)
    seen: set[str] = set()
    for deciding in walk(game, seed):
        kinds = {game.decision(seat).kind for seat in deciding}
        assert len(kinds) == 1 or kinds <= TOGETHER
        assert kinds <= setup.kinds, setup
        seen |= kinds
        if setup.sides == "choose":
            assert (game.steps == 0) == (kinds == {"side"})
    return seen


def test_every_kind_of_decision_comes_up_in_the_base_game() -> None:
    base = {"side", "play", "last_card", "rebuild"}
    for edition in ("1st", "2nd"):
        setups = [setup for setup in BASE_SETUPS if setup.edition == edition]
        found = [kinds_seen(setup, 100 * at + 1) for at, setup in enumerate(setups)]
        assert set().union(*found) == base


SHARED = list(dict.fromkeys((setup.edition, setup.expansions) for setup in EXPANSION_SETUPS))


@pytest.mark.sweep
@pytest.mark.parametrize(("edition", "expansions"), SHARED if EVERY else SHARED[-1:], ids=str)
def test_every_kind_of_decision_comes_up(edition: str, expansions: tuple[str, ...]) -> None:
    """Whatever can come up with these expansions does, over all tables; and nothing else."""
    setups = [s for s in EXPANSION_SETUPS if (s.edition, s.expansions) == (edition, expansions)]
    possible = set().union(*(setup.kinds for setup in setups))
    seen: set[str] = set()
    for seed in range(60):
        for at, setup in reversed(list(enumerate(setups))):
            if seen != possible or (EVERY and seed < 3):
                seen |= kinds_seen(setup, 100 * at + seed)
    assert seen == possible


def test_the_kinds_of_all_setups_are_all_kinds() -> None:
    assert set().union(*(setup.kinds for setup in SETUPS)) == KINDS


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_sides_are_as_asked_for(setup: GameSetup) -> None:
    boards = {
        game.wonder(seat)
        for seed in range(4)
        for game in [setup.new(seed)]
        for seat in range(game.seats)
    }
    printed = {board.id for board in setup.catalogue.boards.values()}
    assert boards <= printed
    if setup.sides in ("random", "choose"):
        assert len({board.partition(":")[2] for board in boards}) == 2
    for board in boards if setup.sides not in ("random", "choose") else ():
        wonder, _, side = board.partition(":")
        assert side == setup.sides or f"{wonder}:{setup.sides}" not in printed
    game = setup.new(1)
    wonders = [game.wonder(seat).partition(":")[0] for seat in range(game.seats)]
    assert len(set(wonders)) == len(wonders)
    promos = {wonder for (wonder, _), board in setup.catalogue.boards.items() if board.promo}
    known = {*setup.catalogue.wonders} - promos
    assert len(promos & {*wonders}) == max(0, game.seats - len(known))  # B1


# By the hundred: compiled bots, without the face.

SOME_BOTS = {"random": (RANDOM,), "both": (GREEDY, RANDOM, RANDOM)}
EACH = len(sample(range(300), 6))
TWO_PLAYERS = GameSetup(2, "1st")
BY_BOTS = sample([*BASE_SETUPS[::4], *COMBINATIONS], 40)


def play_compiled(setup: GameSetup, bots: tuple[int, ...], number: int) -> list[list[list[int]]]:
    """The results of games by bots, for every game and seat."""
    ensure_compiled("bots", compile_bots)
    results = np.zeros((number, SEATS, RESULT_WIDTH), np.int16)
    seeds = 1000 * SETUPS.index(setup) + np.arange(number) if setup in SETUPS else np.arange(number)
    t = rulebook(setup.edition, setup.expansions).tables[0]
    batch = batch_for(setup, bots, seeds)
    space = Scratch()
    decisions = play_games(empty_game()[0], t, batch, results, space.no_events, space.w)
    assert decisions >= number * setup.players * 3 * setup.turns
    found: list[list[list[int]]] = results[:, : setup.seats].tolist()
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("bots", SOME_BOTS)
@pytest.mark.parametrize("setup", BY_BOTS, ids=str)
def test_games_of_compiled_bots_end_with_sound_results(setup: GameSetup, bots: str) -> None:
    number = EACH if bots == "random" else max(2, EACH // 10)
    totals = []
    for game in play_compiled(setup, SOME_BOTS[bots], number):
        for row in game:
            assert sum(row[:LINES]) == row[TOTAL]
            assert row[PURSE] >= 0
            assert -60 <= row[TOTAL] <= 250
            totals.append(row[TOTAL])
    assert 10 <= sum(totals) / len(totals) <= 110
