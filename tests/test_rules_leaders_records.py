"""Leaders: positions and records give the same game again, in every phase (L1 to L9)."""

from __future__ import annotations

import json
import random

import pytest

from leaders import at_play, bare, finish_alike, in_every_phase, recruiting, roma
from mirabilia import Game, Move
from mirabilia.catalogue import load
from positions import EDITIONS, first_side, play, seat

PHASES = [
    "side",
    "draft",
    "draft",
    "leader",
    "leader",
    "recruit",
    "recruit",
    "bury",
    "forfeit",
    "copy",
    "rebuild",
    "loss",
]


@pytest.mark.parametrize(("number", "kind"), list(enumerate(PHASES)))
def test_a_position_with_leaders_round_trips_in_every_phase(number: int, kind: str) -> None:
    """L1 to L8: the same game again, from there to the end."""
    found, game = list(in_every_phase())[number]
    assert found == kind
    assert game.decision(game.to_decide[0]).kind == kind
    position = game.position()
    assert json.loads(json.dumps(position)) == position
    again = Game.from_position(json.loads(json.dumps(position)))
    assert again.position() == position
    assert again.to_decide == game.to_decide
    assert again.decided == game.decided
    assert [again.view(of) for of in range(3)] == [game.view(of) for of in range(3)]
    finish_alike(game, again, random.Random(number))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("leaders", ["standard", "expert"])
@pytest.mark.parametrize("players", [3, 5])
def test_records_and_positions_of_whole_games(edition: str, leaders: str, players: int) -> None:
    """L1 to L9: a random game: record and position give it again at every tenth step."""
    rng = random.Random(f"{edition} {leaders} {players}")
    wonders = ["roma", "abu_simbel", "halikarnassos", "olympia", "babylon"][:players]
    game = Game(
        players,
        edition=edition,
        expansions=["leaders"],
        leaders=leaders,
        seed=rng.randrange(1000),
        wonders=wonders,
    )
    step = 0
    while not game.over:
        if step % 10 == 0:
            position = json.loads(json.dumps(game.position()))
            assert Game.from_position(position).position() == game.position()
            record = json.loads(json.dumps(game.record()))
            again = Game.from_record(record)
            assert again.events == game.events
            assert again.position() == game.position()
        of = game.to_decide[0]
        moves = game.moves(of)
        action = rng.choice(sorted({move.action for move in moves}))
        move = rng.choice([move for move in moves if move.action == action])
        assert Move.parse(str(move)) == move
        game.play(of, move)
        step += 1
    replayed = Game.from_record(json.loads(json.dumps(game.record())))
    assert replayed.scores() == game.scores()
    for sheet in game.scores():
        assert sum(sheet.lines.values()) == sheet.total
        assert "leaders" in sheet.lines
    everywhere: list[str] = [*game.position()["box"], *game.position()["discard"]]
    for entry in game.position()["seats"]:
        for key in ("leaders", "leader_hand", "pack", "buried", "under"):
            everywhere += entry[key]
    known = [name for name in everywhere if name in load(edition, ["leaders"]).leaders]
    number = {"1st": 36, "2nd": 34}[edition] + (15 if leaders == "expert" else 0)
    assert len(known) == len(set(known)) == number


@pytest.mark.parametrize("edition", EDITIONS)
def test_any_leader_of_the_edition_may_appear_in_a_position(edition: str) -> None:
    """L1: also expert leaders."""
    for leader in ("aganice", "gorgo", "telesilla", "agrippina"):
        me = seat(first_side(edition, "rhodos"), leaders=[leader])
        game = at_play(me, *bare(edition, "gizah", "ephesos"), phase="over")
        assert game.leaders(0) == (leader,)


def test_the_draft_of_a_position_with_unequal_packs() -> None:
    """L1: refused, or passed on as they are; a leader's pack never holds anything else."""
    packs = [["plato", "nero", "midas", "hiram"], ["varro", "sappho"], []]
    wonders = ("rhodos:day", "gizah:day", "ephesos:day")
    seats = [seat(wonder, pack=pack) for wonder, pack in zip(wonders, packs, strict=True)]
    try:
        game = at_play(*seats, phase="draft")
    except ValueError:
        return
    while game.to_decide and game.decision(game.to_decide[0]).kind == "draft":
        for of in list(game.to_decide):
            game.play(of, game.moves(of)[0])
    held = sorted(name for of in range(3) for name in game.leader_hand(of))
    assert held == sorted(name for pack in packs for name in pack)


def test_a_position_with_many_leaders_round_trips() -> None:
    """L6: what a position may hold and what play makes of it can be written and read again."""
    many = ["plato", "nero", "midas", "hiram", "varro", "sappho", "zenobia", "caesar"]
    drawing = at_play(roma("2nd", 1, leader_hand=many), *bare("2nd", "rhodos", "gizah"))
    play(drawing, "stage:altar")
    me = seat("rhodos:day", leaders=many, leader_hand=["croesus"])
    more = recruiting(me, *bare("2nd", "gizah", "ephesos"))
    play(more, "recruit:croesus@B1")
    for game in (drawing, more):
        assert Game.from_position(game.position()).position() == game.position()
