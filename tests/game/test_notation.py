"""Moves and their text: every form reads back as it was written, and nothing else is a move."""

import pickle
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brute import SETUPS, GameSetup, walk
from conftest import sample
from mirabilia import Move
from mirabilia.game.notation import MoveError

FLEETS = ("red", "yellow", "blue", "green")

names = st.from_regex(r"[a-z][a-z0-9_]{0,30}", fullmatch=True)
payments = st.dictionaries(
    st.sampled_from(["left", "right", "left2", "right2", "bank"]), st.integers(1, 999)
)
ships = st.none() | st.sampled_from(FLEETS)
forms = st.one_of(
    st.builds(Move, st.just("build"), names, free=st.booleans(), ship=ships, pay=payments),
    st.builds(
        Move,
        st.just("stage"),
        names,
        stage=st.none() | st.integers(1, 4),
        free=st.booleans(),
        ship=ships,
        pay=payments,
    ),
    st.builds(Move, st.just("sell"), names, ship=st.none() | st.just("yellow")),
    st.builds(Move, st.just("recruit"), names, pay=payments),
    st.builds(Move, st.sampled_from(["pick", "rebuild", "island", "bury", "copy", "side"]), names),
    st.builds(
        Move,
        st.just("advance"),
        colours=st.lists(st.sampled_from(FLEETS), min_size=1, unique=True).map(tuple),
    ),
    st.builds(Move, st.just("lose"), value=st.integers(0, 999), debts=st.integers(0, 999)),
    st.builds(Move, st.just("forfeit"), value=st.sampled_from([1, 3, 5])),
    st.builds(Move, st.just("sail"), value=st.booleans()),
    st.just(Move("skip")),
)


@given(forms)
def test_every_form_reads_back(move: Move) -> None:
    again = Move.parse(str(move))
    assert again == move
    assert str(again) == str(move)
    assert hash(again) == hash(move)
    assert type(again.value) is type(move.value)
    assert pickle.loads(pickle.dumps(move)) == move


@given(forms, forms)
def test_two_moves_are_equal_if_their_texts_are(one: Move, other: Move) -> None:
    assert (one == other) == (str(one) == str(other))


# The forms of the design, spelt out.
FORMS: dict[str, dict[str, Any]] = {
    "build:statue": {"action": "build", "card": "statue"},
    "build:statue!": {"action": "build", "card": "statue", "free": True},
    "build:statue+blue@L2R1": {
        "action": "build",
        "card": "statue",
        "ship": "blue",
        "pay": {"left": 2, "right": 1},
    },
    "build:statue!+blue@LL1RR2B3": {
        "action": "build",
        "card": "statue",
        "free": True,
        "ship": "blue",
        "pay": {"left2": 1, "right2": 2, "bank": 3},
    },
    "stage:altar#2@B3": {"action": "stage", "card": "altar", "stage": 2, "pay": {"bank": 3}},
    "sell:altar+yellow": {"action": "sell", "card": "altar", "ship": "yellow"},
    "recruit:plato@B4": {"action": "recruit", "card": "plato", "pay": {"bank": 4}},
    "pick:plato": {"action": "pick", "card": "plato"},
    "rebuild:altar": {"action": "rebuild", "card": "altar"},
    "island:foggy": {"action": "island", "card": "foggy"},
    "advance:red,blue": {"action": "advance", "colours": ("red", "blue")},
    "lose:2/1": {"action": "lose", "value": 2, "debts": 1},
    "forfeit:5": {"action": "forfeit", "value": 5},
    "bury:plato": {"action": "bury", "card": "plato"},
    "copy:plato": {"action": "copy", "card": "plato"},
    "sail:yes": {"action": "sail", "value": True},
    "sail:no": {"action": "sail", "value": False},
    "side:A": {"action": "side", "card": "A"},
    "skip": {"action": "skip"},
}


@pytest.mark.parametrize("text", FORMS)
def test_the_forms_of_the_design(text: str) -> None:
    move = Move(**FORMS[text])
    assert str(move) == text
    assert Move.parse(text) == move


BAD = [
    "",
    " ",
    "build",
    "build:",
    "build:statue ",
    " build:statue",
    "build:statue\n",
    "build: statue",
    "BUILD:statue",
    "build:statue@",
    "build:statue@L",
    "build:statue@L0",
    "build:statue@L02",
    "build:statue@L-1",
    "build:statue@L1L2",
    "build:statue@X1",
    "build:statue@L1 R1",
    "build:statue@L9999",
    "build:statue@l2",
    "build:statue@L²",
    "build:statue!!",
    "build:statue@L1!",
    "build:statue+",
    "build:statue+purple",
    "build:statue+blue+red",
    "stage:statue#0",
    "stage:statue#",
    "stage:statue#12",
    "sell:statue!",
    "pick:plato#1",
    "advance:",
    "advance:red,",
    "advance:purple",
    "lose:1",
    "lose:1/",
    "lose:-1/2",
    "lose:1/2/3",
    "forfeit:",
    "forfeit:x",
    "sail:maybe",
    "sail",
    "skip:",
    "skip:altar",
    "fly:altar",
    ":altar",
    "build:altar build:altar",
    "build:" + "a" * 200,
]


@pytest.mark.parametrize("text", BAD, ids=repr)
def test_what_is_no_move_is_refused_in_words(text: str) -> None:
    with pytest.raises(MoveError, match=r"\w+ .*\."):
        Move.parse(text)


@pytest.mark.parametrize("junk", [None, 3, 2.5, True, b"skip", ["skip"], {"action": "skip"}])
def test_what_is_no_text_is_refused_too(junk: Any) -> None:
    with pytest.raises(MoveError, match="text"):
        Move.parse(junk)


def test_a_payment_to_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="Nobody"):
        Move("build", "altar", pay={"uncle": 3})


near_moves = st.lists(
    st.sampled_from(
        [
            *("build", "stage", "sell", "advance", "lose", "sail", "skip", "side", "forfeit"),
            *(":", "#", "!", "+", "@", ",", "/", "altar", "red", "blue", "yes", "L", "RR", "B"),
            *("1", "0", "2", "9", "²", "٣", "-", " ", "\n", "é", "\x00", "\U0001f3db"),
        ]
    ),
    max_size=9,
).map("".join)


@given(st.text() | near_moves)
@example("lose:٣/٤")
@example("build:\u212a")
def test_any_other_text_is_a_move_error(text: str) -> None:
    """Never another error; and what does read is a move whose own text reads as the same."""
    try:
        move = Move.parse(text)
    except MoveError:
        return
    assert Move.parse(str(move)) == move


@given(near_moves)
def test_texts_of_moves_are_plain(text: str) -> None:
    try:
        move = Move.parse(text)
    except MoveError:
        return
    assert str(move).isascii()


@pytest.mark.parametrize("setup", sample(SETUPS, 6), ids=str)
def test_moves_of_games_read_back(setup: GameSetup) -> None:
    game = setup.new(4)
    for deciding in walk(game, 4):
        for move in game.moves(deciding[-1]):
            assert Move.parse(str(move)) == move
