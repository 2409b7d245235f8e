"""Wonder boards and shipyards as they are drawn and explained in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from ....catalogue import FLEETS, MARKS, Catalogue
from ....texts import texts
from .cards import KEPT, Source, source_of
from .glyphs import cost_glyphs, effect_rows, space_glyphs
from .types import Drawings, Row
from .words import (
    FLEET_NAMES,
    SIDES,
    board_lines,
    city_named,
    label_of,
    named,
    space_lines,
    stage_lines,
    yard_lines,
)

# Both editions' sides as times of the day, by which the drawings are lit.
LIGHTS = {"A": "day", "B": "dusk", "day": "day", "night": "night"}


@dataclass(frozen=True, slots=True)
class StageFace:
    number: int
    cost: Row
    effects: tuple[Row, ...]
    lines: tuple[str, ...]
    drawn: Drawings = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def words(self) -> str:
        return "\n".join(self.lines)

    @property
    def label(self) -> str:
        return " ".join(self.lines[:3])


@dataclass(frozen=True, slots=True)
class BoardFace:
    """A side of a wonder board.

    ``name`` is the printed one, ``title`` the wonder's full name; ``drawing`` is the id of a
    symbol in ``wonders.svg``, ``light`` how it is lit: day, dusk or night. ``start`` is a resource,
    or None; ``own`` has the rows of what the board itself does, coins to start with included.
    """

    id: str
    wonder: str
    side: str
    side_name: str
    name: str
    title: str
    start: str | None
    coins: int
    own: tuple[Row, ...]
    stages: tuple[StageFace, ...]
    any_order: bool
    drawing: str
    light: str
    label: str
    lines: tuple[str, ...]
    drawn: Drawings = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def words(self) -> str:
        return "\n".join([*self.lines, *(" ".join(stage.lines) for stage in self.stages)])


@dataclass(frozen=True, slots=True)
class SpaceFace:
    """A space of a track; the start, number 0, has no cost."""

    number: int
    cost: Row
    gives: Row
    lines: tuple[str, ...]

    @property
    def words(self) -> str:
        return "\n".join(self.lines)

    @property
    def label(self) -> str:
        return " ".join(self.lines)


@dataclass(frozen=True, slots=True)
class TrackFace:
    fleet: str
    mark: str
    name: str
    wonder: bool  # has the wonder's symbol: advances with stages
    spaces: tuple[SpaceFace, ...]


@dataclass(frozen=True, slots=True)
class ShipyardFace:
    id: str
    name: str
    tracks: tuple[TrackFace, ...]
    lines: tuple[str, ...]
    drawn: Drawings = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def words(self) -> str:
        return "\n".join(self.lines)


def board_face(
    catalogue: Catalogue, wonder: str, side: str, lang: str, teams: bool = False
) -> BoardFace:
    """A side of a wonder board. An unknown one is a KeyError."""
    return _board_face(source_of(catalogue, teams), wonder, side, lang)


@lru_cache(maxsize=KEPT)
def _board_face(source: Source, wonder: str, side: str, lang: str) -> BoardFace:
    board = source.catalogue.boards[wonder, side]
    said = texts(lang)
    lines = board_lines(board, said, source.played)
    stages = tuple(
        StageFace(
            number,
            cost_glyphs(stage.cost),
            effect_rows(stage.effects),
            stage_lines(number, stage, said, source.played),
        )
        for number, stage in enumerate(board.stages, start=1)
    )
    title = named(board.name, lang)
    return BoardFace(
        board.id,
        wonder,
        side,
        said.gettext(SIDES[side]),
        city_named(board.name, lang),
        title,
        board.start,
        board.coins,
        effect_rows(board.effects),
        stages,
        board.any_order,
        wonder,
        LIGHTS[side],
        label_of(title, lines),
        lines,
    )


def shipyard_face(catalogue: Catalogue, id: str, lang: str, teams: bool = False) -> ShipyardFace:
    """A shipyard with its four tracks. An unknown one is a KeyError."""
    return _shipyard_face(source_of(catalogue, teams), id, lang)


@lru_cache(maxsize=KEPT)
def _shipyard_face(source: Source, id: str, lang: str) -> ShipyardFace:
    yard = source.catalogue.shipyards[id]
    said = texts(lang)
    _ = said.gettext
    tracks = []
    for fleet in FLEETS:
        costs = (None, *yard.costs[fleet])
        spaces = tuple(
            SpaceFace(
                number,
                cost_glyphs(cost) if cost else Row(),
                space_glyphs(space),
                space_lines(space, cost, said, source.played),
            )
            for number, (space, cost) in enumerate(
                zip(source.catalogue.tracks[fleet], costs, strict=True)
            )
        )
        wonder = fleet == yard.wonder_fleet
        name = _(FLEET_NAMES[fleet])
        tracks.append(TrackFace(fleet, MARKS[fleet], name, wonder, spaces))
    return ShipyardFace(id, _("Shipyard"), tuple(tracks), yard_lines(said, source.played))
