"""Cards, leaders and islands as they are drawn and explained in words.

What the pages need, and where it comes from:

- ``face(catalogue, id, lang, teams)``: the ``Face`` of a card, leader or island;
- ``board_face(catalogue, wonder, side, lang, teams)`` and ``shipyard_face(catalogue, id, lang,
  teams)``, in ``boards``: a side of a wonder board, a shipyard with its four tracks;
- ``templates/faces/macros.html`` draws them: ``icon``, ``card``, ``card_back``, ``board``,
  ``shipyard``, ``token``, ``coins``, ``cost``, ``colour_mark``, ``science``, ``shield``,
  ``glyphs``. The Jinja environment needs a function ``static(path)`` that gives the address of a
  static file, and gettext's ``_``. What pages have most of, ``drawn`` keeps;
- ``static/faces.css`` (the size of a card is ``--card-width``), ``static/icons.svg``,
  ``static/scenes.svg`` and ``static/wonders.svg``, sprites of symbols.

An effect is drawn as a row of ``Glyph``: an icon, a text, or a number upon an icon
(``glyphs``), and said in sentences (``words``). Each face has a ``label``, which says
what one sees, a ``short`` one, and ``words``, the whole explanation, a sentence or a few on each
line, as it is with or without ``teams``. All faces are made once and kept. To keep a page small,
its faces can leave out their words: ``explanations`` has them by id.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import Any

from ....catalogue import FLEETS, MARKS, Card, Catalogue, Island, Leader
from ....telling.notes import Played
from ....texts import texts
from .glyphs import cost_glyphs, effect_rows
from .types import Drawings, Row
from .words import card_lines, chain_lines, island_lines, label_of, leader_lines, named, short_label

CARD, LEADER, ISLAND = "card", "leader", "island"
Printed = Card | Leader | Island
# Which card has which drawing is data, as all that is printed on it.
_DRAWINGS = tomllib.loads(Path(__file__).with_name("drawings.toml").read_text(encoding="utf-8"))


def _by_name(drawings: Mapping[str, Iterable[str]]) -> Mapping[str, str]:
    return {name: drawing for drawing, names in drawings.items() for name in names}


CHAIN_SYMBOLS: Mapping[tuple[str, str], str] = {
    (first, then): symbol
    for symbol, chains in _DRAWINGS["chains"].items()
    for first, then in chains
}
KEPT = 16_384
_MOST_SOURCES = 128


# Longer words than any English one: Dutch ones, and where they are put together.
_LONG_WORD = re.compile(r"\b(\w{9,})(gilde|kantoor|bureau|archipel)\b")


@dataclass(frozen=True, slots=True)
class Chain:
    """One end of a chain: its symbol, and the card at the other end."""

    icon: str
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Face:
    """A card, leader or island as it is drawn and explained.

    ``colour`` and ``mark`` of a leader or island are its own; ``age`` is an island's level, and 0
    for a leader. ``scene`` is a symbol in ``scenes.svg``, ``light`` what is behind it: an age, or a
    leader's calling.
    """

    id: str
    kind: str
    name: str
    colour: str
    mark: str
    age: int
    cost: Row
    effects: tuple[Row, ...]
    chain_from: tuple[Chain, ...]
    chain_to: tuple[Chain, ...]
    scene: str
    light: str
    label: str
    short: str
    lines: tuple[str, ...]
    chained: tuple[str, ...] = ()  # the lines on its chains
    drawn: Drawings = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def words(self) -> str:
        return "\n".join(self.lines)

    @property
    def room(self) -> int:
        """How wide the effects are side by side, in em."""
        return ceil(sum(glyph.room for row in self.effects for glyph in row))

    @property
    def longest_word(self) -> int:
        """How many letters the longest word of the name has, which stands on one line."""
        return max(map(len, re.findall(r"[^\W_]+", self.hyphened)))

    @property
    def hyphened(self) -> str:
        """The name for a small card: where it may be parted if it has a word of a card's width."""
        return _LONG_WORD.sub("\\1\u00ad\\2", self.name)


class Source:
    """A catalogue and how it is played as a key: two that were read from the same files are the
    same.
    """

    __slots__ = ("catalogue", "hash", "key", "order", "played")

    def __init__(self, catalogue: Catalogue, teams: bool) -> None:
        self.catalogue = catalogue
        self.played = Played.with_(catalogue, teams)
        self.key = (self.played, catalogue)
        self.hash = hash(self.key)
        # Where a card or leader lies in a hand.
        self.order = {card: at for at, card in enumerate((*catalogue.cards, *catalogue.leaders))}

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: Any) -> bool:
        return self is other or (isinstance(other, Source) and self.key == other.key)


@lru_cache(maxsize=_MOST_SOURCES)
def source_of(catalogue: Catalogue, teams: bool) -> Source:
    """Of each catalogue one, which keeps it; so that what is looked up by it is found at once."""
    return Source(catalogue, teams)


def face(catalogue: Catalogue, id: str, lang: str, teams: bool = False) -> Face:
    """The face of a card, leader or island. An unknown id is a KeyError."""
    return face_of(source_of(catalogue, teams), id, lang)


@lru_cache(maxsize=KEPT)
def face_of(source: Source, id: str, lang: str) -> Face:
    catalogue = source.catalogue
    if id in catalogue.cards:
        return _card_face(source, catalogue.cards[id], lang)
    if id in catalogue.leaders:
        return _leader_face(source, catalogue.leaders[id], lang)
    return _island_face(source, catalogue.islands[id], lang)


def explanations(
    catalogue: Catalogue, lang: str, teams: bool = False
) -> dict[str, tuple[str, ...]]:
    """The name and the words of every card, leader and island, by id; then the ids of all cards
    that it makes free.

    For pages with many small faces: these carry an id, and the words are sent once.
    """
    ids = (*catalogue.cards, *catalogue.leaders, *catalogue.islands)
    faces = (face(catalogue, id, lang, teams) for id in ids)
    return {one.id: (one.name, one.words, *(to.id for to in one.chain_to)) for one in faces}


def _card_face(source: Source, card: Card, lang: str) -> Face:
    catalogue = source.catalogue
    before = _chains(catalogue, ((one, card.building) for one in card.free_with), 0, lang)
    after = _chains(catalogue, ((card.building, one) for one in card.makes_free), 1, lang)
    chained = chain_lines(
        texts(lang), before=[one.name for one in before], after=[one.name for one in after]
    )
    lines = card_lines(card, texts(lang), chained, source.played)
    name = named(card.name, lang)
    return Face(
        card.id,
        CARD,
        name,
        card.colour,
        MARKS[card.colour],
        card.age,
        cost_glyphs(card.cost),
        effect_rows(card.effects),
        before,
        after,
        _card_scene(card),
        str(card.age),
        label_of(name, lines),
        short_label(name, card.effects, texts(lang)),
        lines,
        chained,
    )


def _chains(
    catalogue: Catalogue, pairs: Iterable[tuple[str, str]], other: int, lang: str
) -> tuple[Chain, ...]:
    """The chains between buildings; ``other``: which of a pair is the far end."""
    found = []
    for pair in pairs:
        first, then = (_building(catalogue, one) for one in pair)
        shared = [one for one in first.grants if one in then.accepts]
        symbol = shared[0] if shared else CHAIN_SYMBOLS.get(pair)
        far = then if other else first
        icon = f"chain-{symbol}" if symbol else "chain"
        found.append(Chain(icon, far.id, named(far.name, lang)))
    return tuple(found)


def _building(catalogue: Catalogue, building: str) -> Card:
    return next(card for card in catalogue.cards.values() if card.building == building)


# Buildings with a scene other than that of their colour and age.
SCENES = _by_name(_DRAWINGS["scenes"])


def _card_scene(card: Card) -> str:
    """What a brown or grey card produces, a building, or something of a card's colour."""
    first = card.effects[0].options[:1]
    if card.colour in ("brown", "grey") and first:
        return f"scene-{first[0]}"
    if card.colour not in FLEETS:
        return "scene-black" if card.colour == "black" else "scene-purple"
    if card.expansion == "armada":
        pirates = any(effect.kind == "loss_by_commerce" for effect in card.effects)
        harbour = card.colour == "yellow" and not pirates
        return "scene-yellow-3" if harbour else f"scene-sea-{card.colour}"
    return f"scene-{SCENES.get(card.building, f'{card.colour}-{card.age}')}"


def _leader_face(source: Source, leader: Leader, lang: str) -> Face:
    lines = leader_lines(leader, texts(lang), source.played)
    name = named(leader.name, lang)
    return Face(
        leader.id,
        LEADER,
        name,
        LEADER,
        MARKS[LEADER],
        0,
        cost_glyphs(leader.cost),
        effect_rows(leader.effects),
        (),
        (),
        _portrait(leader),
        _calling(leader),
        label_of(name, lines),
        short_label(name, leader.effects, texts(lang)),
        lines,
    )


# What a leader is good at, by the kind of the first effect: the colour behind the portrait.
CALLINGS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *("shields", "victory", "redirect_defeats", "discard_defeats"),
            *("defeats_as_shields", "coins_on_victory", "points_if_undefeated"),
        ),
        "war",
    ),
    **dict.fromkeys(("science", "majority", "swap_symbol"), "science"),
    **dict.fromkeys(
        (
            *("coins", "coins_on_build", "coins_on_chain", "coins_on_stage"),
            *("coins_on_purchase", "bonus_coin", "bank_resource"),
        ),
        "trade",
    ),
    **dict.fromkeys(("points", "points_per", "points_if_more", "points_if_only_leader"), "glory"),
}
BUILDING = "building"  # all others

# Portraits in the manner of the leader's people; who is not listed gets one by the calling.
PORTRAITS = _by_name(_DRAWINGS["portraits"])
BY_CALLING = {
    "war": "warrior",
    "science": "sage",
    "trade": "king",
    "glory": "poet",
    BUILDING: "statesman",
}


def _calling(leader: Leader) -> str:
    return CALLINGS.get(leader.effects[0].kind, BUILDING)


def _portrait(leader: Leader) -> str:
    return f"leader-{PORTRAITS.get(leader.id) or BY_CALLING[_calling(leader)]}"


def _island_face(source: Source, island: Island, lang: str) -> Face:
    lines = island_lines(island, texts(lang), source.played)
    name = named(island.name, lang)
    return Face(
        island.id,
        ISLAND,
        name,
        ISLAND,
        MARKS[ISLAND],
        island.level,
        Row(),
        effect_rows(island.effects),
        (),
        (),
        f"island-{island.level}",
        str(island.level),
        label_of(name, lines),
        short_label(name, island.effects, texts(lang)),
        lines,
    )
