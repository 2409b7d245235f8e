"""The battery: what must hold for every setup, whatever cards are in play.

Every check runs over `brute.SETUPS` (a sample of them by default). An expansion joins by adding
its setups and its kinds of decisions there.
"""

import json
import random
from collections import Counter

import pytest

from brute import FREE_CITY, KINDS, SETUPS, GameSetup, choose, decide_all, everything, walk
from conftest import sample
from mirabilia import Game

EVERY = len(sample(range(9), 1)) > 1
SEEDS = range(3) if EVERY else range(1)
CASES = [
    pytest.param(setup, seed, id=f"{setup}-{seed}")
    for setup in sample(SETUPS, 11)
    for seed in SEEDS
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
        assert steps < 60, "the game does not end"
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
    for place, seats in places:
        assert place == better + 1
        better += len(seats)
        results = {(sheets[seat].total, game.coins(seat)) for seat in seats}
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
    assert len(text.encode()) <= 8 * 1024
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


@pytest.mark.sweep
def test_every_kind_of_decision_comes_up() -> None:
    seen: Counter[str] = Counter()
    per_edition: dict[str, Counter[str]] = {}
    for at, setup in enumerate(SETUPS):
        for seed in (0, 1):
            game = setup.new(100 * at + seed)
            for deciding in walk(game, seed):
                kinds = {game.decision(seat).kind for seat in deciding}
                assert len(kinds) == 1, "kinds of decisions are never mixed in a step"
                seen.update(kinds)
                per_edition.setdefault(setup.edition, Counter()).update(kinds)
                if setup.sides == "choose":
                    assert (game.steps == 0) == (kinds == {"side"})
    assert set(seen) == KINDS
    assert all(set(kinds) == KINDS for kinds in per_edition.values())


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_sides_are_as_asked_for(setup: GameSetup) -> None:
    sides = [
        game.wonder(seat).partition(":")[2]
        for seed in range(4)
        for game in [setup.new(seed)]
        for seat in range(game.seats)
    ]
    if setup.sides not in ("random", "choose"):
        assert set(sides) == {setup.sides}
    else:
        assert len(set(sides)) == 2
    wonders = [setup.new(1).wonder(seat) for seat in range(setup.new(1).seats)]
    assert len({wonder.partition(":")[0] for wonder in wonders}) == len(wonders)
