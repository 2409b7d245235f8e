"""Kinds of events: each stands once in the codec's table, and in the documents as there."""

import ast
import re
from pathlib import Path

import pytest

from brute import EVERYTHING, GameSetup, walk
from mirabilia.engine import state
from mirabilia.game.codec import EVENT_KINDS, TOLD

DOCS = Path(__file__).parents[2] / "docs"


def numbers_of_events() -> dict[str, int]:
    """The names in the engine's list of events, which begins with ``AGE_BEGINS``."""
    for node in ast.parse(Path(state.__file__).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            names = [ast.unparse(name) for name in node.targets[0].elts]
            if "AGE_BEGINS" in names:
                return {name: getattr(state, name) for name in names}
    raise AssertionError("the engine has no list of events")


def test_every_event_of_the_engine_is_told_once() -> None:
    assert sorted(told.number for told in TOLD) == sorted(numbers_of_events().values())


def test_the_kinds_of_events_and_their_keys_are_documented() -> None:
    page = (DOCS / "interface.md").read_text(encoding="utf-8")
    table = page.partition("\n## Events\n")[2].partition("\n## ")[0]
    documented: dict[str, set[str]] = {}
    for kinds, keys in re.findall(r"^\| (`[^|]*) \| ([^|]*)\|", table, re.MULTILINE):
        for kind in re.findall(r"`(\w+)`", kinds):
            assert kind not in documented, f"{kind} is documented twice"
            documented[kind] = {*re.findall(r"`(\w+)`", keys)}
    assert documented == {kind: {*keys} for kind, keys in EVENT_KINDS.items()}


@pytest.mark.parametrize("edition", ["1st", "2nd"])
def test_events_of_games_have_the_keys_of_their_kind(edition: str) -> None:
    game = GameSetup(6, edition, "random", EVERYTHING, teams=True).new(1)
    for _ in walk(game, 1):
        pass
    shapes = {(told.kind, *told.data) for told in TOLD}
    assert {(event.kind, *event.data) for event in game.events} <= shapes
    of_all = {told.kind for told in TOLD if told.of_all}
    assert {event.kind for event in game.events if event.seat is None} == of_all
