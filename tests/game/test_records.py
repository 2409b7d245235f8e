"""Records and positions from outside: what can't be is refused with a sentence, whatever it is."""

import copy
import functools
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mirabilia
from brute import EVERYTHING, KINDS, GameSetup, decide_all, walk
from conftest import sample
from mirabilia import Game
from spoiling import Json, spoil_json


def played(setup: GameSetup, seed: int, steps: int | None = None) -> Game:
    game = setup.new(seed)
    for step, _ in enumerate(walk(game, seed)):
        if step == steps:
            break
    return game


THREE = played(GameSetup(3, "1st", "random"), 8)
RECORD = THREE.record()


def tampered(change: Callable[[Json], object], record: Json = RECORD) -> Json:
    other = copy.deepcopy(record)
    change(other)
    return other


def set_decision(step: int, at: int, text: str) -> Callable[[Json], None]:
    def change(record: Json) -> None:
        words = record["decisions"][step].split()
        words[at] = text
        record["decisions"][step] = " ".join(words)

    return change


def put(*path: Any) -> Callable[[Json], None]:
    """Set a value: the path to it, the value last."""
    *way, key, value = path

    def change(data: Json) -> None:
        place: Any = data
        for step in way:
            place = place[step]
        place[key] = value

    return change


def swap_cards(record: Json) -> None:
    """A card of age I in place of one of age II."""
    hands = record["deal"]["ages"]
    first, second = hands[0][0].split(), hands[1][0].split()
    first[0], second[0] = second[0], first[0]
    hands[0][0], hands[1][0] = " ".join(first), " ".join(second)


def double_card(record: Json) -> None:
    hands = record["deal"]["ages"][0]
    cards = hands[0].split()
    hands[0] = " ".join([cards[1], *cards[1:]])


TAMPERED: dict[str, tuple[Callable[[Json], object], str]] = {
    "illegal move": (set_decision(3, 1, "build:palace"), r"entry 4, seat 1.*palace"),
    "a payment too many": (set_decision(0, 0, "sell:altar@B9"), "entry 1, seat 0"),
    "no move": (set_decision(5, 2, "juggle"), r"entry 6, seat 2.*juggle"),
    "wrong kind": (set_decision(0, 0, "skip"), "entry 1, seat 0"),
    "missing step": (lambda r: r["decisions"].pop(4), "entry 5"),
    "missing decision": (put("decisions", 2, "sell:nothing"), "entry 3"),
    "empty step": (put("decisions", 6, ""), r"entry 7.*not decided"),
    "extra step": (lambda r: r["decisions"].append("skip"), "over"),
    "extra step within": (lambda r: r["decisions"].insert(2, "sell:altar"), "entry 3"),
    "extra decision": (
        lambda r: put("decisions", 1, r["decisions"][1] + " sell:altar")(r),
        r"entry 2.*more decisions",
    ),
    "extra decision at the end": (
        lambda r: put("decisions", -1, r["decisions"][-1] + " skip")(r),
        "more decisions",
    ),
    "pending after the end": (put("pending", {"0": "skip"}), "over|owes"),
    "pending of nobody": (put("pending", {"9": "skip"}), "seat"),
    "pending is a list": (put("pending", ["skip"]), "pending"),
    "pending of words": (put("pending", {"x": "skip"}), "pending"),
    "pending of numbers": (put("pending", {"0": 3}), "move|over|owes"),
    "other catalogue": (put("catalogue", "0123456789abcdef"), "catalogue has changed"),
    "no catalogue": (lambda r: r.pop("catalogue"), "catalogue"),
    "earlier rules": (put("rules", 1), "made by rules 1 of this program, which now plays by rules"),
    "rules of before they had a number": (lambda r: r.pop("rules"), "made by rules 1"),
    "rules to come": (put("rules", 1000), "rules have changed"),
    "rules that are no number": (put("rules", [2]), "rules have changed"),
    "later version": (put("version", 99), "version"),
    "version as text": (put("version", "1"), "version"),
    "unknown key": (put("weather", "fine"), "weather"),
    "no decisions": (lambda r: r.pop("decisions"), "decisions"),
    "decisions as text": (put("decisions", "skip"), "decisions"),
    "decisions of numbers": (put("decisions", [1, 2]), "decisions"),
    "decisions of lists": (put("decisions", [["sell:altar"]]), "decisions"),
    "wrong card": (swap_cards, "deal"),
    "double card": (double_card, "deal"),
    "unknown card": (put("deal", "ages", 0, 0, "a b c d e f g"), "no card 'a'"),
    "two ages": (lambda r: r["deal"]["ages"].pop(), "three"),
    "a hand missing": (lambda r: r["deal"]["ages"][1].pop(), "seats"),
    "deal of numbers": (put("deal", "ages", 1, 0, 7), "deal"),
    "deal as text": (put("deal", "altar"), "deal"),
    "deal as list": (lambda r: put("deal", r["deal"]["ages"])(r), "deal"),
    "ages as text": (put("deal", "ages", "altar"), "deal"),
    "deal of leaders": (put("deal", "leaders", ["plato"]), "leaders"),
    "deal of weather": (put("deal", "weather", "fine"), "weather"),
    "teams": (put("setup", "teams", True), "[Tt]eams"),
    "expert leaders": (put("setup", "leaders", "expert"), "Leaders"),
    "shipyards": (put("setup", "shipyards", ["A", "B", "C"]), "Armada"),
    "no players": (lambda r: r["setup"].pop("players"), "setup"),
    "nine players": (put("setup", "players", 9), "9"),
    "half a player": (put("setup", "players", 3.5), "players"),
    "nameless player": (put("setup", "players", 0, ""), "name"),
    "other edition": (put("setup", "edition", "2nd"), "catalogue"),
    "third edition": (put("setup", "edition", "3rd"), "edition"),
    "unknown option": (put("setup", "cheats", True), "setup"),
    "expansion": (put("setup", "expansions", ["space"]), "expansion"),
    "expansions as number": (put("setup", "expansions", 3), "setup"),
    "unknown wonder": (put("setup", "wonders", 0, "eiffel:A"), "eiffel"),
    "a wonder twice": (lambda r: put("setup", "wonders", 0, r["setup"]["wonders"][1])(r), "one"),
    "wonders as text": (put("setup", "wonders", "rhodos:A"), "wonders"),
    "seed as text": (put("setup", "seed", "8"), "seed"),
    "seed too big": (put("setup", "seed", 1 << 60), "seed"),
    "sides": (put("setup", "sides", "inside"), "sides"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_record_is_refused_in_words(name: str) -> None:
    change, reason = TAMPERED[name]
    with pytest.raises(ValueError, match=r"(?s)\w+ .*\.") as refused:
        Game.from_record(tampered(change))
    assert re.search(reason, str(refused.value), re.DOTALL), str(refused.value)


@pytest.mark.parametrize("junk", [None, 3, "record", [], {}, [RECORD], {"version": 1}], ids=repr)
def test_junk_is_no_record_and_no_position(junk: Any) -> None:
    for read in (Game.from_record, Game.from_position):
        with pytest.raises(ValueError, match=r"\w+ .*\."):
            read(junk)


def test_an_untouched_record_is_fine() -> None:
    assert Game.from_record(tampered(lambda r: None)).scores() == THREE.scores()


def test_totals_that_are_not_those_of_the_game_are_noticed() -> None:
    """ "Replaying gives the same game": a record that claims another result is a broken one."""
    with pytest.raises(ValueError, match="totals"):
        Game.from_record(tampered(put("totals", [99, 0, 0])))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on memory")
@pytest.mark.parametrize(
    "call", ["Game(2**40)", "Game.from_position({**position, 'names': 2**40})"]
)
def test_a_great_many_players_are_refused_at_once(call: str) -> None:
    """In a process with little memory: a number from outside must not fill it with names."""
    script = f"""
import resource
from mirabilia import Game
position = {{"seats": [{{"wonder": w}} for w in ("rhodos", "gizah", "babylon")]}}
Game(3)
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
try:
    {call}
except ValueError:
    print("refused")
"""
    source = str(Path(mirabilia.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.stdout == "refused\n", run.stderr


def test_a_position_has_no_record() -> None:
    with pytest.raises(ValueError, match="position"):
        Game.from_position(THREE.position()).record()


# Found by the mutations below.
WRONG_POSITIONS: dict[str, Callable[[Json], None]] = {
    "expansions as number": put("expansions", 3),
    "laid as truth": put("history", "laid", True),
    "laid as nothing": put("history", "laid", None),
    "a list for a right": put("seats", 0, "spent", [["free_build"]]),
}


@pytest.mark.parametrize("name", WRONG_POSITIONS)
def test_a_wrong_position_is_refused_in_words(name: str) -> None:
    with pytest.raises(ValueError, match=r"\w+ .*\.$"):
        Game.from_position(tampered(WRONG_POSITIONS[name], THREE.position()))


# Mutations: only a ValueError may come out, whatever is written where.


def use(game: Game, rng: random.Random) -> None:
    """Everything one can ask of a game, and a few steps."""
    for seat in range(game.seats):
        json.dumps(game.view(seat))
    assert Game.from_position(json.loads(json.dumps(game.position()))).position() == game.position()
    game.ranking()
    for _ in range(3):
        for seat in game.to_decide:
            assert game.moves(seat)
            game.decision(seat)
        if not game.over:
            decide_all(game, rng)


def use_if_it_reads(read: Callable[[Json], Game], data: Json, rng: random.Random) -> None:
    refusal = ""
    try:
        game = read(data)
    except ValueError as error:
        refusal = str(error)
    if refusal:
        assert refusal.endswith("."), refusal
    else:
        use(game, rng)


SETTINGS = [
    (GameSetup(2, "1st", "random"), 3, 8),
    (GameSetup(3, "1st", "choose"), 4, 0),
    (GameSetup(4, "2nd", "random"), 5, 14),
    (GameSetup(7, "1st", "random"), 6, None),
    (GameSetup(3, "2nd", "random", ("leaders",)), 7, 2),
    (GameSetup(4, "1st", "random", ("cities",), teams=True), 8, 12),
    (GameSetup(5, "2nd", "choose", ("armada",)), 9, 20),
    (GameSetup(7, "2nd", "random", EVERYTHING, leaders="expert"), 10, 25),
    (GameSetup(8, "1st", "random", EVERYTHING, teams=True), 11, None),
]


def unfinished(setup: GameSetup, seed: int, steps: int | None) -> Game:
    """With one decision of the next step taken."""
    game = played(setup, seed, steps)
    if not game.over:
        game.play(game.to_decide[0], game.moves(game.to_decide[0])[0])
    return game


@functools.cache
def positions() -> list[Json]:
    """Of the games above, and in the middle of a turn, one at each kind of decision."""
    found: dict[str, Json] = {}
    for seed, expansions in enumerate(((), EVERYTHING) * 100):
        leaders = "expert" if expansions else "standard"
        game = GameSetup(5, "1st", "choose", expansions, leaders=leaders).new(seed)
        for deciding in walk(game, seed):
            kinds = {game.decision(seat).kind for seat in deciding}
            for kind in kinds - set(found):
                found[kind] = game.position()
        if set(found) == KINDS:
            return [game.position() for game in games()] + list(found.values())
    raise AssertionError(KINDS - set(found))


@functools.cache
def games() -> list[Game]:
    return [unfinished(*setting) for setting in SETTINGS]


TRIES = len(sample(range(4000), 400))


@settings(max_examples=TRIES)
@given(st.integers(0, 2**32), st.integers(0, 99), st.integers(1, 3))
def test_a_mutated_position_is_a_game_or_a_value_error(seed: int, which: int, times: int) -> None:
    rng = random.Random(seed)
    data = copy.deepcopy(positions()[which % len(positions())])
    for _ in range(times):
        spoil_json(data, rng)
    use_if_it_reads(Game.from_position, data, rng)


@settings(max_examples=TRIES)
@given(st.integers(0, 2**32), st.integers(0, 99), st.integers(1, 3))
def test_a_mutated_record_is_a_game_or_a_value_error(seed: int, which: int, times: int) -> None:
    rng = random.Random(seed)
    data = copy.deepcopy(games()[which % len(games())].record())
    for _ in range(times):
        spoil_json(data, rng)
    use_if_it_reads(Game.from_record, data, rng)


def test_a_mutated_move_text_in_a_record_is_a_value_error() -> None:
    rng = random.Random(1)
    for _ in sample(range(400), 60):
        data = copy.deepcopy(games()[rng.choice((3, 8))].record())
        step = rng.randrange(len(data["decisions"]))
        text = data["decisions"][step]
        at = rng.randrange(len(text))
        data["decisions"][step] = text[:at] + rng.choice("ab:@!L1 +\n\x00é") + text[at + 1 :]
        if data["decisions"][step].split() == text.split():
            continue
        with pytest.raises(ValueError, match="entry"):
            Game.from_record(data)
