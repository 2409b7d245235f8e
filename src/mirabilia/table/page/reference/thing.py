"""The page of one thing: its face and words, how many there are, its chains, in both editions.

Its words are those of a game with its own box alone; what other boxes and teams add is told
after them. Where the editions agree they share a part of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from babel.support import NullTranslations

from ....catalogue import (
    EXPANSIONS,
    TEAM_EXPANSIONS,
    Board,
    Card,
    Effect,
    Island,
    Leader,
    Shipyard,
    load,
)
from ....telling.notes import Played
from ....telling.printed import (
    BASE,
    PLAYERS,
    Thing,
    box_of,
    brings_of,
    chance_of,
    copies,
    is_drawn,
)
from ....texts import N_, texts, translated
from ..faces.boards import BoardFace, ShipyardFace, board_face, shipyard_face
from ..faces.cards import Chain, Face, face
from ..faces.words import note_sentences
from ..reader import Reader, whole_page
from .editions import differences
from .index import BOX_NAMES, EDITION_NAMES, all_names, boxes_of, by_id, everything, name_of
from .places import RULES_ON, TITLES

IN_TEAMS = N_("In teams")
WITH_BOX = {
    "leaders": N_("With Leaders"),
    "cities": N_("With Cities"),
    "armada": N_("With Armada"),
}


@dataclass(frozen=True, slots=True)
class Added:
    """What is added to a thing's words by something else that is played."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """A face with its words: a card has one, a board two."""

    title: str
    lines: tuple[str, ...]
    face: Face | None = None
    board: BoardFace | None = None
    yard: ShipyardFace | None = None

    @property
    def told(self) -> tuple[object, ...]:
        """What it says, however it is drawn."""
        tracks = self.yard.tracks if self.yard else ()
        drawn = (self.face.cost, self.face.effects, self.face.scene) if self.face else ()
        return self.title, self.lines, tracks, drawn, self.board and self.board.id


@dataclass(frozen=True, slots=True)
class Part:
    """What one edition, or several alike, have printed."""

    editions: tuple[str, ...]
    name: str
    box: str
    sides: tuple[Side, ...]
    added: tuple[Added, ...]
    counts: tuple[tuple[int, str], ...]  # by the number of players
    by_chance: bool  # of several, of which so many are drawn
    number: str  # in a sentence
    frees: tuple[Chain, ...]
    freed_by: tuple[Chain, ...]

    @property
    def told(self) -> tuple[object, ...]:
        sides = tuple(side.told for side in self.sides)
        chains = tuple(one.id for one in self.frees), tuple(one.id for one in self.freed_by)
        return self.name, self.box, sides, self.added, self.counts, self.number, chains


def parts(id: str, lang: str) -> list[Part]:
    """The parts of a page, the newest edition first. An unknown id is a KeyError."""
    found: list[Part] = []
    for edition, things in by_id()[id].items():
        part = _part(edition, things, lang)
        same = next((one for one in found if one.told == part.told), None)
        if same:
            at = found.index(same)
            found[at] = replace(same, editions=(*same.editions, edition))
        else:
            found.append(part)
    return found


def _part(edition: str, things: Sequence[Thing], lang: str) -> Part:
    said, thing = texts(lang), things[0]
    sides = [_side(edition, one, boxes_of(one), lang) for one in things]
    drawn = sides[0].face
    return Part(
        (edition,),
        name_of(thing, lang),
        box_of(thing),
        tuple(sides),
        tuple(_all_added(edition, things, lang)),
        tuple(_counts(edition, thing, said)) if isinstance(thing, Card) else (),
        isinstance(thing, Card) and is_drawn(thing),
        _number(edition, thing, said),
        drawn.chain_to if drawn else (),
        drawn.chain_from if drawn else (),
    )


def _side(edition: str, thing: Thing, boxes: Sequence[str], lang: str, teams: bool = False) -> Side:
    catalogue = load(edition, boxes, promo=True)
    match thing:
        case Board():
            board = board_face(catalogue, thing.wonder, thing.side, lang, teams)
            return Side(board.side_name, board.lines[1:], board=board)
        case Shipyard():
            yard = shipyard_face(catalogue, thing.id, lang, teams)
            return Side("", yard.lines, yard=yard)
    found = face(catalogue, thing.id, lang, teams)
    chained = found.chained
    lines = tuple(line for line in found.lines if line not in chained)
    return Side("", lines, face=found)


# What else is played adds to the words


def _all_added(edition: str, things: Sequence[Thing], lang: str) -> Iterator[Added]:
    said = texts(lang)
    for box in EXPANSIONS:
        lines = [line for one in things for line in _added(edition, one, (box,), lang)]
        if lines:
            yield Added(said.gettext(WITH_BOX[box]), tuple(dict.fromkeys(lines)))
    lines = [line for one in things for line in _added_by_teams(edition, one, lang)]
    if lines:
        yield Added(said.gettext(IN_TEAMS), tuple(dict.fromkeys(lines)))


def _added(edition: str, thing: Thing, boxes: Sequence[str], lang: str) -> list[str]:
    own = boxes_of(thing)
    more = [box for box in EXPANSIONS if box in own or box in boxes]
    if len(more) == len(own):
        return []
    before, after = Played(edition, own), Played(edition, tuple(more))
    return _news(thing, before, after, lang)


def _added_by_teams(edition: str, thing: Thing, lang: str) -> list[str]:
    """Teams need an expansion; what that adds by itself is told already."""
    own = boxes_of(thing)
    needs = () if set(own) & set(TEAM_EXPANSIONS) else TEAM_EXPANSIONS[:1]
    boxes = tuple(box for box in EXPANSIONS if box in own or box in needs)
    return _news(thing, Played(edition, boxes), Played(edition, boxes, teams=True), lang)


def _news(thing: Thing, before: Played, after: Played, lang: str) -> list[str]:
    """The sentences that come with another way to play."""
    said = texts(lang)
    found: list[str] = []
    old = _told(thing, before, lang)
    new = _told(thing, after, lang)
    for (lines, effects), (new_lines, _) in zip(old, new, strict=True):
        notes = note_sentences(effects, said, after)
        known = note_sentences(effects, said, before)
        for line in new_lines:
            if line == " ".join(notes):
                found += [note for note in notes if note not in known]
            elif line not in lines:
                found.append(line)
    return found


def _told(thing: Thing, played: Played, lang: str) -> list[tuple[Sequence[str], Iterable[Effect]]]:
    """The lines of a thing with the effects they are about, stage by stage."""
    side = _side(played.edition, thing, played.expansions, lang, played.teams)
    if isinstance(thing, Board) and side.board:
        stages = zip(side.board.stages, thing.stages, strict=True)
        return [
            (side.lines, thing.effects),
            *((drawn.lines, printed.effects) for drawn, printed in stages),
        ]
    return [(side.lines, () if isinstance(thing, Shipyard | Board) else thing.effects)]


# How many there are


def _counts(edition: str, card: Card, said: NullTranslations) -> Iterator[tuple[int, str]]:
    """How many copies are in the deck, or of how many cards how many are drawn."""
    catalogue = load(edition, boxes_of(card))
    for players in PLAYERS:
        chance = chance_of(card, catalogue, players)
        if chance:
            of = said.gettext("{taken} of {all}")
            yield players, of.format(taken=chance.taken, all=chance.of)
        else:
            yield players, str(copies(card, players) or "–")


def _number(edition: str, thing: Thing, said: NullTranslations) -> str:
    _, catalogue = said.gettext, load(edition, boxes_of(thing))
    match thing:
        case Card() if thing.is_guild:
            return _(
                "One of the guilds, of which some are drawn for age III, by the number of players:"
            )
        case Card() if is_drawn(thing):
            return _("One of those of which some are drawn for the deck, by the number of players:")
        case Card():
            return _("Copies in the deck of its age, by the number of players:")
        case Leader(group="expert"):
            return _("One of the expert leaders, which are drafted only if that was wanted.")
        case Leader():
            return _("One of the leaders that are drafted.")
        case Island():
            number = sum(one.level == thing.level for one in catalogue.islands.values())
            return _("One of {number} islands of its level.").format(number=number)
        case Shipyard():
            return _("Each player is dealt one of the shipyards.")
        case Board(promo=True):
            return _("A wonder that was given away; it is played when somebody asks for it.")
    return _("One of {number} wonders; each player has one.").format(number=len(catalogue.wonders))


# The page


def thing_page(reader: Reader, id: str) -> str:
    """The page of a thing. An unknown id is a KeyError."""
    lang = reader.lang
    said, found = texts(lang), parts(id, lang)
    say = said.gettext
    things = [one for sides in by_id()[id].values() for one in sides]
    names = dict.fromkeys(name for one in things for name in all_names(one))
    name = found[0].name
    brings = frozenset[str]().union(
        *(
            brings_of(one, everything(edition))
            for edition, sides in by_id()[id].items()
            for one in sides
        )
    )
    anchors = dict.fromkeys((RULES_ON[one] for one in RULES_ON if one in brings), True)
    box = box_of(things[0])
    if box != BASE:
        anchors[box] = True
    if box == "armada" and anchors.pop("losses", False):
        anchors["taxes"] = True
    return whole_page(
        "reference/thing.html",
        reader,
        id=id,
        name=name,
        names=[one for one in names if one != name],
        parts=found,
        edition_names={key: say(text) for key, text in EDITION_NAMES.items()},
        box_names={key: translated(text, said) for key, text in BOX_NAMES.items()},
        differs=differences(id, lang),
        is_card=isinstance(things[0], Card),
        rules=[(anchor, translated(TITLES[anchor], said)) for anchor in anchors],
    )


def unknown_page(reader: Reader, near: Sequence[tuple[str, str]]) -> str:
    """What is said where there is no such thing; ``near`` is what may have been meant."""
    return whole_page("reference/unknown.html", reader, near=near)
