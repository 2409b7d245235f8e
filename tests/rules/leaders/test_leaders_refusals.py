"""Leaders: wrong moves and positions are answered in a sentence (L1 to L8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from leaders import at_play, bare, in_every_phase
from mirabilia import Game
from positions import seat


def refused(game: Game, call: Callable[[], object], sentence: str) -> None:
    before, events = game.position(), game.events
    with pytest.raises(ValueError, match=sentence) as error:
        call()
    assert str(error.value).endswith("."), str(error.value)
    assert (game.position(), game.events) == (before, events)


@pytest.mark.parametrize(
    ("kind", "move", "sentence"),
    [
        ("draft", "pick:sappho", "pick:plato"),
        ("draft", "recruit:plato@B4", "may pick now"),
        ("draft", "build:plato", "may pick now"),
        ("draft", "skip", "pick:plato"),
        ("leader", "recruit:pericles@B6", "costs 6 coins, 4 in hand"),
        ("leader", "recruit:plato", "recruit:plato@B4"),
        ("leader", "recruit:plato@B3", "recruit:plato@B4"),
        ("leader", "recruit:nero@B1", "not in the hand"),
        ("leader", "build:plato", "leaders are recruited"),
        ("leader", "pick:plato", "recruit, sell or stage"),
        ("leader", "skip", "recruit, sell or stage"),
        ("recruit", "recruit:caesar@B3", "recruit:plato@B2"),
        ("recruit", "recruit:plato", "recruit:plato@B2"),
        ("recruit", "sell:plato", "recruit or skip"),
        ("bury", "skip", "bury:plato"),
        ("bury", "bury:caesar", "bury:plato"),
        ("forfeit", "skip", "forfeit:1"),
        ("forfeit", "forfeit:5", "forfeit:1"),
        ("copy", "skip", "copy:plato"),
        ("copy", "copy:caesar", "copy:plato"),
        ("rebuild", "rebuild:plato", "rebuild:palace"),
        ("rebuild", "recruit:plato@B4", "rebuild or skip"),
        ("loss", "lose:4/0", "lose:3/0"),
    ],
)
def test_wrong_moves_are_answered_in_a_sentence(kind: str, move: str, sentence: str) -> None:
    """L1 to L8: the reason, or what may be chosen; and nothing has changed."""
    game = next(game for found, game in in_every_phase() if found == kind)
    of = game.to_decide[0]
    refused(game, lambda: game.play(of, move), sentence)


def test_a_leader_in_a_turn_of_the_age() -> None:
    """L2: leaders are recruited at the start of an age, not in its turns."""
    me = seat("rhodos:day", "altar baths", leader_hand=["plato"])
    game = at_play(me, *bare("2nd", "gizah", "ephesos"))
    refused(
        game, lambda: game.play(0, "recruit:plato@B4"), "leaders are recruited, cards are built"
    )
    refused(game, lambda: game.play(0, "sell:plato"), "not in the hand")
    refused(game, lambda: game.play(0, "stage:plato"), "not in the hand")
    refused(game, lambda: game.moves(1), "owes no decision")


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"leaders": ["altar"]}, "seat 0: leaders: there is no leader 'altar'"),
        ({"leader_hand": "plato"}, "seat 0: leader_hand is a list"),
        ({"pack": ["plato", "nero", "midas", "hiram", "varro"]}, "seat 0: pack has 5 entries"),
        ({"buried": [3]}, "seat 0: buried"),
        ({"copied": "altar"}, "seat 0: copied"),
        ({"city": ["plato"]}, "seat 0: city: there is no card 'plato'"),
        ({"hand": ["plato"]}, "seat 0: hand: there is no card 'plato'"),
        ({"leaders": ["semiramis"]}, "no leader 'semiramis'"),
        ({"leaders": ["plato"] * 15}, "15 entries"),
    ],
)
def test_positions_that_cant_be(entry: dict[str, Any], sentence: str) -> None:
    """L1, L4: said in words that name the place."""
    me = {**seat("rhodos:day"), **entry}
    with pytest.raises(ValueError, match=sentence):
        at_play(me, *bare("2nd", "gizah", "ephesos"))
