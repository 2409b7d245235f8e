"""Everything that is printed, in both editions, by its address ``/cards/ID``.

An id means the same thing in both editions, so that there is one page for it. Both sides of a
board are found by their wonder.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache

from ....catalogue import EDITIONS, EXPANSIONS, Board, Card, Catalogue, Leader, Shipyard, load
from ....telling.printed import BASE, Thing, box_of, id_of, things_of
from ....texts import N_
from ..faces.words import city_named, named
from ..labels import EXPANSION_NAMES

CARD, BOARD, LEADER, ISLAND, SHIPYARD = "card", "board", "leader", "island", "shipyard"
KINDS = {
    CARD: N_("cards"),
    BOARD: N_("wonders"),
    LEADER: N_("leaders"),
    ISLAND: N_("islands"),
    SHIPYARD: N_("shipyards"),
}
EDITION_NAMES = {"1st": N_("1st edition"), "2nd": N_("2nd edition")}
BOX_NAMES: Mapping[str, str | tuple[str, str]] = {BASE: N_("Base game"), **EXPANSION_NAMES}
NEWEST_FIRST = tuple(reversed(EDITIONS))
_NEAR, _LIKENESS = 5, 0.55


def everything(edition: str) -> Catalogue:
    return load(edition, EXPANSIONS, promo=True)


def kind_of(thing: Thing) -> str:
    match thing:
        case Card():
            return CARD
        case Board():
            return BOARD
        case Leader():
            return LEADER
        case Shipyard():
            return SHIPYARD
    return ISLAND


def boxes_of(thing: Thing) -> tuple[str, ...]:
    """The expansions that a thing can't be played without."""
    if isinstance(thing, Leader):
        return ("leaders", "cities") if thing.group == "cities" else ("leaders",)
    box = box_of(thing)
    return () if box == BASE else (box,)


def name_of(thing: Thing, lang: str) -> str:
    """What it is called: a board by its wonder's name, a shipyard by its letter."""
    return (city_named if isinstance(thing, Board) else named)(thing.name, lang)


def all_names(thing: Thing) -> list[str]:
    """Its names in all languages that the catalogue has."""
    return list(dict.fromkeys(thing.name.values()))


@cache
def by_id() -> Mapping[str, Mapping[str, tuple[Thing, ...]]]:
    """What is found at each address, by the edition, the newest first: a thing, or the sides of a
    board.
    """
    found: dict[str, dict[str, tuple[Thing, ...]]] = {}
    for edition in NEWEST_FIRST:
        for thing in things_of(everything(edition)):
            editions = found.setdefault(id_of(thing), {})
            editions[edition] = (*editions.get(edition, ()), thing)
    return found


def address(id: str, edition: str = "") -> str:
    return f"/cards/{id}#{edition}" if edition else f"/cards/{id}"


def near(asked: str, lang: str) -> list[tuple[str, str]]:
    """Ids and names of what somebody may have meant."""
    meant: dict[str, str] = {}
    for id, editions in by_id().items():
        thing = next(iter(editions.values()))[0]
        meant |= dict.fromkeys([id, *(name.lower() for name in all_names(thing))], id)
    wanted = asked[:40].lower()
    likely = [word for word in meant if wanted and (wanted in word or word in wanted)]
    likely += get_close_matches(wanted, meant, _NEAR, _LIKENESS)
    ids = list(dict.fromkeys(meant[word] for word in likely))[:_NEAR]
    return [(id, name_of(next(iter(by_id()[id].values()))[0], lang)) for id in ids]
