"""The list of everything printed, with its filters: ``/cards?edition=2nd&colour=blue&q=wood``.

A page has all of an edition, and what does not fit is hidden: so a script can filter while one
types, by the same marks on each entry (``data-is``) by which it was done here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ....catalogue import AGES, COLOURS, EDITIONS, EXPANSIONS, RESOURCES, Board, Card, Island
from ....telling.printed import (
    BASE,
    BRINGS,
    COSTS,
    PLAYERS,
    Thing,
    box_of,
    brings_of,
    copies,
    costs_of,
    id_of,
    things_of,
)
from ....texts import N_, languages, texts, translated
from ..faces.boards import BoardFace, ShipyardFace, board_face, shipyard_face
from ..faces.cards import Face, face
from ..goods import good
from ..labels import COLOURS as COLOUR_NAMES
from ..reader import Reader, whole_page
from .index import (
    BOARD,
    BOX_NAMES,
    ISLAND,
    KINDS,
    LEADER,
    SHIPYARD,
    address,
    all_names,
    everything,
    kind_of,
    name_of,
)

LONGEST_WORDS = 80
DEFAULT_EDITION = "2nd"
SHORT_EDITIONS = {"2nd": N_("2nd"), "1st": N_("1st")}
COST_NAMES = {"nothing": N_("nothing"), "coins": N_("coins")}
BRING_NAMES = {
    "points": N_("points"),
    "shields": N_("shields"),
    "compass": N_("compass"),
    "gear": N_("gear"),
    "tablet": N_("tablet"),
    "coins": N_("coins"),
    "trade": N_("cheaper buying"),
    "saving": N_("free or cheaper building"),
    "chain": N_("makes another card free"),
    "counting": N_("counts something"),
    "resource": N_("a resource by choice"),
    "science": N_("science of another kind"),
    "cards": N_("one more card or guild"),
    "tokens": N_("tokens of war"),
    "losses": N_("losses for others"),
    "leaders": N_("something about leaders"),
    "sea": N_("ships and islands"),
}
# Each filter's letter before a mark, what can be chosen, and its name.
FILTERS: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "kind": ("k", tuple(KINDS), N_("What")),
    "box": ("x", (BASE, *EXPANSIONS), N_("Box")),
    "colour": ("o", COLOURS, N_("Colour")),
    "age": ("a", ("1", "2", "3"), N_("Age or level")),
    "players": ("p", tuple(map(str, PLAYERS)), N_("Players")),
    "costs": ("c", COSTS, N_("Costs")),
    "brings": ("b", BRINGS, N_("Brings")),
}
SECTIONS = {
    "age-1": N_("Age I"),
    "age-2": N_("Age II"),
    "age-3": N_("Age III"),
    BOARD: N_("Wonders"),
    LEADER: N_("Leaders"),
    ISLAND: N_("Islands"),
    SHIPYARD: N_("Shipyards"),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is empty does not matter."""

    edition: str = DEFAULT_EDITION
    q: str = ""
    chosen: tuple[tuple[str, str], ...] = ()  # each filter that is set, and to what

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Wanted:
        """Out of an address. A filter that nobody can set is a ValueError."""
        edition = query.get("edition") or DEFAULT_EDITION
        if edition not in EDITIONS:
            raise ValueError("edition")
        chosen = []
        for name, (_, values, _) in FILTERS.items():
            if value := query.get(name, ""):
                if value not in values:
                    raise ValueError(name)
                chosen.append((name, value))
        return cls(edition, " ".join(query.get("q", "")[:LONGEST_WORDS].split()), tuple(chosen))

    @property
    def marks(self) -> list[str]:
        """What an entry has to have."""
        return [f"{FILTERS[name][0]}-{value}" for name, value in self.chosen]


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing in the list; ``key`` finds its words, ``also`` is what else it is called."""

    id: str
    key: str
    address: str
    section: str
    name: str
    also: str
    marks: frozenset[str]
    text: str
    face: Face | None = None
    board: BoardFace | None = None
    yard: ShipyardFace | None = None

    @property
    def kept_marks(self) -> str:
        return " ".join(sorted(self.marks))

    def fits(self, marks: list[str], words: list[str]) -> bool:
        return self.marks.issuperset(marks) and all(word in self.text for word in words)


@dataclass(frozen=True, slots=True)
class Section:
    key: str
    title: str
    entries: tuple[tuple[Entry, bool], ...]  # each, and whether it is shown

    @property
    def shown(self) -> bool:
        return any(shown for _, shown in self.entries)


def sections(wanted: Wanted, lang: str) -> list[Section]:
    """Everything of an edition, and what of it is shown."""
    marks, words = wanted.marks, wanted.q.lower().split()
    say = texts(lang).gettext
    found = entries(wanted.edition, lang)
    return [
        Section(
            key,
            say(title),
            tuple((one, one.fits(marks, words)) for one in found if one.section == key),
        )
        for key, title in SECTIONS.items()
    ]


@lru_cache(maxsize=2 * max(8, len(languages())))
def entries(edition: str, lang: str) -> tuple[Entry, ...]:
    return tuple(_entries(edition, lang))


def _entries(edition: str, lang: str) -> Iterator[Entry]:
    catalogue = everything(edition)
    for thing in things_of(catalogue):
        id, kind = id_of(thing), kind_of(thing)
        card = board = yard = None
        key = thing.id
        if isinstance(thing, Board):
            board = board_face(catalogue, thing.wonder, thing.side, lang)
            words = board.words
        elif kind == SHIPYARD:
            yard = shipyard_face(catalogue, id, lang)
            words = yard.words
        else:
            card = face(catalogue, id, lang)
            words = card.words
        name, names = name_of(thing, lang), all_names(thing)
        also = " ".join(one for one in [id, *names] if one != name)
        yield Entry(
            id,
            key,
            address(id, edition),
            f"age-{thing.age}" if isinstance(thing, Card) else kind,
            name,
            also,
            frozenset(_marks(thing, brings_of(thing, catalogue))),
            "\n".join([name, also, words]).lower(),
            card,
            board,
            yard,
        )


def _marks(thing: Thing, brings: frozenset[str]) -> Iterator[str]:
    """The marks by which a thing is filtered."""
    yield f"k-{kind_of(thing)}"
    yield f"x-{box_of(thing)}"
    yield from (f"c-{one}" for one in costs_of(thing))
    yield from (f"b-{one}" for one in brings)
    match thing:
        case Card():
            yield f"o-{thing.colour}"
            yield f"a-{thing.age}"
        case Island():
            yield f"a-{thing.level}"
    for number in PLAYERS:
        if not isinstance(thing, Card) or copies(thing, number):
            yield f"p-{number}"


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter as it is shown: its values with their names, and the one that is set."""

    name: str
    letter: str
    title: str
    values: tuple[tuple[str, str], ...]
    chosen: str


def filters(wanted: Wanted, lang: str) -> list[Filter]:
    said, chosen = texts(lang), dict(wanted.chosen)
    say = said.gettext
    called: Mapping[str, Callable[[str], str]] = {
        "kind": lambda value: say(KINDS[value]),
        "box": lambda value: translated(BOX_NAMES[value], said),
        "colour": lambda value: say(COLOUR_NAMES[value]),
        "age": lambda value: AGES[int(value)],
        "costs": lambda value: _good_or(COST_NAMES, value, lang),
        "brings": lambda value: _good_or(BRING_NAMES, value, lang),
    }
    return [
        Filter(
            name,
            letter,
            say(title),
            tuple((value, called.get(name, str)(value)) for value in values),
            chosen.get(name, ""),
        )
        for name, (letter, values, title) in FILTERS.items()
    ]


def _good_or(names: Mapping[str, str], value: str, lang: str) -> str:
    said = texts(lang)
    return good(value, 1, said) if value in RESOURCES else said.gettext(names[value])


def list_page(reader: Reader, wanted: Wanted) -> str:
    say = texts(reader.lang).gettext
    shown = sections(wanted, reader.lang)
    return whole_page(
        "reference/list.html",
        reader,
        wanted=wanted,
        filters=filters(wanted, reader.lang),
        editions=[(name, say(title)) for name, title in SHORT_EDITIONS.items()],
        boxes=EXPANSIONS,
        longest=LONGEST_WORDS,
        sections=shown,
        number=sum(is_shown for section in shown for _, is_shown in section.entries),
        of=sum(len(section.entries) for section in shown),
    )
