"""Names and numbers of the engine against the catalogue's lists: the same things in the same order.

Compiled code holds these numbers; nothing that is stored does.
"""

from __future__ import annotations

import pytest

from mirabilia import catalogue
from mirabilia.catalogue import (
    EDITIONS,
    EFFECT_KINDS,
    EXPANSIONS,
    Card,
    Catalogue,
    Island,
    Leader,
    load,
)
from mirabilia.catalogue.blocks import GROUPS, NAVAL_PENALTIES, NAVAL_REWARDS, VICTORIES
from mirabilia.engine import deal, kinds, tables
from mirabilia.engine import state as s
from mirabilia.game import codec, positions, setup

MORE_POWERS = (
    "RECRUIT_DISCOUNT_AROUND",
    "COINS_ON_STAGE_AROUND",
    "WHARF_RIGHT",
    "FAR_TRADE_RIGHT",
    "SET_BONUS",
)
MARKS = ("FIRST_OF_EXPANSIONS", "FIRST_OF_ARMADA", "POWERS")


def numbers(module: object) -> dict[str, int]:
    """The constants of a module that are numbers."""
    found = vars(module).items()
    return {name: value for name, value in found if name.isupper() and type(value) is int}


def kinds_in(played: Catalogue) -> set[str]:
    """The kinds of effects that are printed on anything of a catalogue."""
    printed: list[Card | Leader | Island] = [*played.cards.values(), *played.leaders.values()]
    printed += played.islands.values()
    boards = played.boards.values()
    effects = [
        *(effect for thing in printed for effect in thing.effects),
        *(effect for board in boards for effect in board.effects),
        *(effect for board in boards for stage in board.stages for effect in stage.effects),
    ]
    return {effect.kind for effect in effects}


def test_the_engine_calls_every_kind_of_effect_as_the_catalogue_does() -> None:
    found = numbers(kinds)
    named = {name: at for name, at in found.items() if name not in (*MORE_POWERS, *MARKS)}
    assert named == {kind.upper(): at for at, kind in enumerate(EFFECT_KINDS)}
    assert list(kinds.NUMBER.items()) == [(kind, at) for at, kind in enumerate(EFFECT_KINDS)]


def test_each_power_has_a_place_of_its_own_and_no_place_is_left_over() -> None:
    more = [numbers(kinds)[name] for name in MORE_POWERS]
    assert more == list(range(len(EFFECT_KINDS), kinds.POWERS))
    assert set(kinds.SUMMED) <= set(kinds.NUMBER.values())
    assert s.GAME["power"].shape == (s.SEATS, kinds.POWERS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_kinds_that_only_expansions_have_come_last_and_those_of_armada_last_of_all(
    edition: str,
) -> None:
    base = kinds_in(load(edition, promo=True))
    assert max(map(kinds.NUMBER.__getitem__, base)) < kinds.FIRST_OF_EXPANSIONS
    at_sea = kinds_in(load(edition, EXPANSIONS))
    ashore = kinds_in(load(edition, [name for name in EXPANSIONS if name != "armada"], promo=True))
    assert max(map(kinds.NUMBER.__getitem__, ashore)) < kinds.FIRST_OF_ARMADA
    behind = {kind for kind in EFFECT_KINDS if kinds.NUMBER[kind] >= kinds.FIRST_OF_ARMADA}
    assert behind <= at_sea - ashore


def test_everything_else_is_numbered_in_the_order_of_the_catalogue() -> None:
    state, named = numbers(s), numbers(tables)
    assert [named[f"COUNT_{what.upper()}"] for what in catalogue.COUNTED] == list(
        range(len(catalogue.COUNTED))
    )
    where = (tables.SELF, tables.ON_LEFT, tables.ON_RIGHT, tables.FAR_LEFT, tables.FAR_RIGHT)
    assert [*where, tables.OTHERS] == [1 << at for at in range(len(catalogue.WHERE))]
    assert [state[name.upper()] for name in catalogue.COLOURS] == list(range(1, 9))
    assert (s.LEADER, s.ISLAND, s.COLOUR_COUNT) == (9, 10, 11)
    assert [state[f"{name.upper()}_FLEET"] for name in catalogue.FLEETS] == list(range(s.FLEETS))
    assert len(catalogue.RESOURCES) == s.KINDS
    assert (1 << len(catalogue.RAW)) - 1 == s.RAW_MASK
    assert len(catalogue.SCIENCE) + 1 == s.GAME["science"].shape[1]
    assert GROUPS[deal.EXPERT] == "expert"
    assert {name: state[f"WITH_{name.upper()}"] for name in EXPANSIONS} == setup._FLAGS
    assert (*NAVAL_REWARDS, *NAVAL_PENALTIES) == s.NAVAL_VALUES
    assert positions.TOKENS == VICTORIES


def test_everything_the_engine_numbers_has_a_word() -> None:
    state = numbers(s)
    owed = {at for name, at in state.items() if name.startswith("OWES_")}
    assert codec.KIND_NAMES.keys() == owed - {s.OWES_NOTHING}
    assert list(codec.ACTIONS) == list(range(s.BUILD, s.SAIL + 1))
    assert list(codec.lines_of(EXPANSIONS)) == list(range(s.LINES))
