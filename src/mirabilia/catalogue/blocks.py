"""The blocks of a data file, one function for each: cards, boards, leaders, islands, shipyards,
tracks and the tokens of naval conflicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from .entries import MOST, Entry
from .model import (
    COLOURS,
    EXPANSIONS,
    FLEETS,
    RESOURCES,
    Board,
    Card,
    Island,
    Leader,
    Shipyard,
    Space,
    Stage,
)
from .naming import BOARD, ENGLISH

AGES = (1, 2, 3)
PLAYERS = (3, 4, 5, 6, 7)
LEVELS = (1, 2, 3)
GROUPS = ("standard", "expert", "cities")
MOST_STAGES = 4
PLACES = 3
"""How many are rewarded in a naval conflict."""
NAVAL_REWARDS, NAVAL_PENALTIES = (1, 3, 5, 7), (-1, -2, -3)
"""The values of the tokens of naval conflicts."""
VICTORIES = (1, 3, 5)
"""The values of victory tokens."""
SPACES = 7
"""The start of a naval track, and the spaces after it."""

BOARD_EFFECTS = ("free_recruit", "recruit_discount", "keep_leader")
"""What a board may do before any stage is built."""

COLOURS_OF: Mapping[str, tuple[str, ...]] = {
    "": tuple(colour for colour in COLOURS if colour != "black"),
    "leaders": ("purple",),
    "cities": ("black", "purple"),
    "armada": FLEETS,
}
CARD_KEYS = (
    {"name", "age", "colour", "effects"},
    {"building", "players", "cost", "free_with", "makes_free", "accepts", "grants"},
)
SIDE_KEYS = {"stages"}, {"start", "effects", "coins", "any_order", "expansion"}
STAGE_KEYS = {"cost", "effects"}, set[str]()
LEADER_KEYS = {"name", "group", "cost", "effects"}, set[str]()
ISLAND_KEYS = {"name", "level", "effects"}, set[str]()
SHIPYARD_KEYS = {"wonder_fleet", *FLEETS}, set[str]()
TRACK_KEYS = set(FLEETS), set[str]()
SPACE_KEYS = set[str](), {field.name for field in fields(Space)}
NAVAL_KEYS = {"ages"}, set[str]()
CONFLICT_KEYS = {"rewards", "penalty"}, set[str]()


def card(entry: Entry, name: str, expansion: str) -> Card:
    entry.check_keys(CARD_KEYS)
    found = Card(
        id=name,
        building=entry.id(entry.text("building", name)),
        name=entry.names(),
        age=entry.one_of("age", entry.number("age"), AGES),
        colour=entry.one_of("colour", entry.text("colour"), COLOURS_OF[expansion]),
        cost=entry.cost(),
        effects=entry.effects(),
        players=tuple(entry.one_of("players", n, PLAYERS) for n in entry.numbers("players")),
        free_with=entry.ids("free_with"),
        makes_free=entry.ids("makes_free"),
        accepts=entry.ids("accepts"),
        grants=entry.ids("grants"),
        expansion=expansion,
    )
    unnumbered = {"purple": "guild", "black": "black card"}.get(found.colour)
    if unnumbered and found.players:
        raise entry.error(f'a {unnumbered} has no "players"')
    if found.is_guild and found.age != AGES[-1]:
        raise entry.error(f"a guild is of age {AGES[-1]}")
    if not unnumbered and not found.players:
        raise entry.error('the key "players" is missing')
    if expansion == "armada" and len(found.players) > 1:
        raise entry.error("there is one copy of an Armada card")
    return found


def boards(entry: Entry, wonder: str, expansion: str, sides: tuple[str, ...]) -> list[Board]:
    """The sides of a wonder board; a promo board may lack one."""
    promo = entry.flag("promo")
    required, optional = {"name", BOARD}, {"promo"}
    (optional if promo else required).update(sides)
    entry.check_keys((required, optional))
    name = entry.names()
    found = [
        _board(entry.entry(side), wonder, side, name, expansion, promo)
        for side in sides
        if side in entry.table
    ]
    if not found:
        raise entry.error("a board has a side")
    return found


def _board(
    entry: Entry, wonder: str, side: str, name: Mapping[str, str], expansion: str, promo: bool
) -> Board:
    entry.check_keys(SIDE_KEYS)
    start = entry.text("start")
    if start:
        entry.one_of("start", start, RESOURCES)
    elif not entry.table.keys() & {"effects", "coins"}:
        # Roma and Manneken Pis start with something else than a resource.
        raise entry.error('the key "start" is missing')
    effects = entry.effects() if "effects" in entry.table else ()
    for effect in effects:
        if effect.kind not in BOARD_EFFECTS:
            raise entry.error("a board's own effects are about the cost and keeping of leaders")
    if entry.number("coins") < 0:
        raise entry.error('"coins" is below 0')
    own = entry.text("expansion")
    return Board(
        wonder=wonder,
        side=side,
        name=name,
        start=start or None,
        stages=tuple(map(_stage, entry.entries("stages", "stage", 1, MOST_STAGES))),
        effects=effects,
        coins=entry.number("coins"),
        any_order=entry.flag("any_order"),
        promo=promo,
        expansion=entry.one_of("expansion", own, EXPANSIONS) if own else expansion,
    )


def _stage(entry: Entry) -> Stage:
    entry.check_keys(STAGE_KEYS)
    stage = Stage(entry.cost(), entry.effects())
    if stage.cost.nothing:
        raise entry.error("a stage has a cost")
    return stage


def leader(entry: Entry, name: str) -> Leader:
    entry.check_keys(LEADER_KEYS)
    return Leader(
        id=name,
        name=entry.names(),
        group=entry.one_of("group", entry.text("group"), GROUPS),
        cost=entry.recruiting_cost(),
        effects=entry.effects(),
    )


def island(entry: Entry, name: str) -> Island:
    entry.check_keys(ISLAND_KEYS)
    return Island(
        id=name,
        name=entry.names(),
        level=entry.one_of("level", entry.number("level"), LEVELS),
        effects=entry.effects(),
    )


def shipyard(entry: Entry, name: str) -> Shipyard:
    entry.check_keys(SHIPYARD_KEYS)
    costs = {fleet: tuple(entry.cost_of(text) for text in entry.texts(fleet)) for fleet in FLEETS}
    for fleet, found in costs.items():
        if len(found) != SPACES - 1 or any(cost.nothing for cost in found):
            raise entry.error(f'"{fleet}" must have {SPACES - 1} costs, one for each space')
    called = {ENGLISH: f"Shipyard {name.rpartition('_')[2]}"}  # all that is printed is a letter
    wonder_fleet = entry.one_of("wonder_fleet", entry.text("wonder_fleet"), FLEETS)
    return Shipyard(id=name, name=called, wonder_fleet=wonder_fleet, costs=costs)


def tracks(entry: Entry) -> dict[str, tuple[Space, ...]]:
    entry.check_keys(TRACK_KEYS)
    return {
        fleet: tuple(map(_space, entry.entries(fleet, "space", SPACES, SPACES))) for fleet in FLEETS
    }


def _space(entry: Entry) -> Space:
    entry.check_keys(SPACE_KEYS)
    numbers = {key: entry.number(key) for key in entry.table}
    if any(number < 0 for number in numbers.values()):
        raise entry.error("a number is below 0")
    if "explore" in numbers:
        entry.one_of("explore", numbers["explore"], LEVELS)
    return Space(**numbers)


def naval(entry: Entry) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Rewards and penalties of naval conflicts by age."""
    entry.check_keys(NAVAL_KEYS)
    ages = entry.entries("ages", "age", len(AGES), len(AGES))
    return tuple(map(_rewards, ages)), tuple(map(_penalty, ages))


def _rewards(entry: Entry) -> tuple[int, ...]:
    entry.check_keys(CONFLICT_KEYS)
    rewards = entry.numbers("rewards")
    if not rewards or min(rewards) <= 0 or sorted(rewards, reverse=True) != list(rewards):
        raise entry.error('"rewards" must be numbers above 0, from the first place down')
    if len(rewards) > PLACES or rewards[0] > MOST:
        raise entry.error(f'"rewards" must be {PLACES} numbers at most, none beyond {MOST}')
    return tuple(entry.one_of("rewards", reward, NAVAL_REWARDS) for reward in rewards)


def _penalty(entry: Entry) -> int:
    penalty = entry.number("penalty")
    if penalty >= 0:
        raise entry.error('"penalty" must be below 0')
    return entry.one_of("penalty", penalty, NAVAL_PENALTIES)
