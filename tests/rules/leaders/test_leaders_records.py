"""Leaders: positions and records give the same game again, in every phase (L1 to L9)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from leaders import (
    GROUPS,
    PACKS,
    at_play,
    bare,
    drafting,
    finish_alike,
    in_every_phase,
    recruiting,
    roma,
)
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


# The box of a position, and whether expert leaders are played


def everyone(edition: str, *groups: str) -> set[str]:
    return set().union(*(GROUPS[edition][group] for group in groups))


@pytest.mark.parametrize("cities", [False, True])
@pytest.mark.parametrize("said", [{}, {"leaders": "standard"}, {"leaders": "expert"}], ids=str)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_position_that_names_no_box_has_all_in_it_that_lie_nowhere_else(
    edition: str, said: dict[str, str], cities: bool
) -> None:
    """L1, L6: of the decks that are played; a copied leader lies with its owner."""
    game = at_play(
        seat(
            first_side(edition, "rhodos"), leaders=["plato"], leader_hand=["nero"], copied="varro"
        ),
        seat(first_side(edition, "abu_simbel"), buried=["midas"], stages=1, under=["hiram"]),
        seat(first_side(edition, "gizah"), leaders=["varro"]),
        discard="caesar altar",
        expansions=["leaders", *["cities"] * cities],
        **said,
    )
    decks = ["standard", *["expert"] * ("expert" in said.values()), *["cities"] * cities]
    away = {"plato", "nero", "varro", "midas", "hiram", "caesar"}
    assert set(game.position()["box"]) == everyone(edition, *decks) - away
    assert len(game.position()["box"]) == len(set(game.position()["box"]))
    assert game.position()["leaders"] == said.get("leaders", "standard")


@pytest.mark.parametrize("leaders", ["standard", "expert"])
def test_a_position_says_which_leaders_are_played(leaders: str) -> None:
    """L1: beside teams; a view says so too, and without its box the position is the same."""
    game = Game(7, expansions=["leaders"], leaders=leaders, seed=5)
    position = game.position()
    assert position["leaders"] == game.view(3)["leaders"] == leaders
    box = position.pop("box")
    assert Game.from_position(position).position() == {**position, "box": box}
    assert Game(3, seed=1).position()["leaders"] == "standard"


def named(key: str) -> dict[str, Any]:
    """A position in which an expert leader lies in some place."""
    places: dict[str, dict[str, Any]] = {
        "discard": {"discard": "gorgo"},
        "box": {"box": ["plato", "gorgo"]},
    }
    entry: dict[str, Any] = {key: "gorgo" if key == "copied" else ["gorgo"]}
    entry |= {"stages": 1} if key in ("under", "buried") else {}
    more = places.get(key, {})
    return {"more": more, "entry": {} if more else entry}


@pytest.mark.parametrize(
    "key",
    ["leaders", "leader_hand", "pack", "buried", "copied", "under", "discard", "box"],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_expert_leaders_are_played_where_one_is_named(edition: str, key: str) -> None:
    """L1: wherever it lies; then the others are in the box, too."""
    found = named(key)
    me = {**seat(first_side(edition, "abu_simbel")), **found["entry"]}
    game = at_play(me, *bare(edition, "gizah", "ephesos"), **found["more"])
    assert game.position()["leaders"] == "expert"
    box = set(game.position()["box"])
    if key == "box":
        assert box == {"plato", "gorgo"}
    elif key == "copied":  # it lies with its owner, or in the box
        assert box == everyone(edition, "standard", "expert")
    else:
        assert box == everyone(edition, "standard", "expert") - {"gorgo"}
    again = Game.from_position(game.position())
    assert again.position() == game.position()


def test_expert_leaders_are_played_where_a_deal_names_one() -> None:
    """L1: as in a position: the others are in the box, and the record says so."""
    packs = [["gorgo", *PACKS[0][1:]], *PACKS[1:]]
    game = drafting(deal={"leaders": packs})
    away = {name for pack in packs for name in pack}
    assert game.position()["leaders"] == game.record()["setup"]["leaders"] == "expert"
    assert set(game.position()["box"]) == everyone("2nd", "standard", "expert") - away
    assert Game.from_position(game.position()).position() == game.position()
    assert drafting(deal={"leaders": PACKS}).position()["leaders"] == "standard"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"leaders": "all"}, r"leaders is 'standard' or 'expert', not 'all'\."),
        ({"leaders": ["expert"]}, r"leaders is 'standard' or 'expert', not \['expert'\]\."),
        ({"leaders": "expert", "expansions": []}, r"Expert leaders need the expansion Leaders\."),
        ({"box": ["altar"]}, r"box: there is no leader 'altar'"),
        ({"box": "plato"}, r"box is a list of names"),
        ({"box": ["plato"] * 65}, r"box has 65 entries; 64 at most\."),
    ],
    ids=str,
)
def test_a_position_whose_leaders_cant_be(more: dict[str, Any], sentence: str) -> None:
    """L1: said in words."""
    with pytest.raises(ValueError, match=sentence):
        at_play(*bare("2nd", "rhodos", "gizah", "ephesos"), **more)
