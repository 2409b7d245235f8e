"""The words of everything that may be seen at a table, and where a browser gets them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache

from ...catalogue import EXPANSIONS, TEAM_EXPANSIONS, load
from ..rooms.table_view import Options
from .faces.boards import board_face, shipyard_face
from .faces.cards import explanations

BASE, TEAMS = "base", "teams"


def words_url(options: Options, lang: str) -> str:
    """Where the explanations of all that may be seen at a table are to be had."""
    expansions = load(options.edition, options.expansions).expansions
    version = _words_version(options.edition, expansions, lang, options.teams)
    return f"/words/{options.edition}/{_boxes(expansions, options.teams)}/{lang}.json?v={version}"


def everything_url(edition: str, lang: str) -> str:
    """Where those of all that an edition has are to be had."""
    return words_url(Options(edition=edition, expansions=EXPANSIONS), lang)


def _boxes(expansions: Sequence[str], teams: bool) -> str:
    """What is played, in an address: ``base``, ``leaders-cities``, ``armada-teams``."""
    return "-".join([*expansions, *([TEAMS] if teams else [])]) or BASE


def read_boxes(text: str) -> tuple[tuple[str, ...], bool]:
    """Expansions and teams of an address. Each has only one; what is none is a ValueError."""
    names = text.split("-")
    teams = TEAMS in names
    expansions = tuple(name for name in EXPANSIONS if name in names)
    if text != _boxes(expansions, teams) or (teams and not set(TEAM_EXPANSIONS) & set(expansions)):
        raise ValueError(f"Nobody can play {text!r}.")
    return expansions, teams


@lru_cache(maxsize=64)
def _words_version(edition: str, expansions: tuple[str, ...], lang: str, teams: bool) -> str:
    """Changes with the words, so that no browser keeps old ones."""
    text = json.dumps(words(edition, expansions, lang, teams=teams))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def words(
    edition: str, expansions: Sequence[str], lang: str, *, teams: bool = False
) -> dict[str, tuple[str, ...]]:
    """Name and explanation of everything, by id: cards (then the ids of those they make free),
    boards (``rhodos:day``), their stages (``rhodos:day#1``), shipyards. A CatalogueError if there
    is no such edition or expansion.
    """
    catalogue = load(edition, expansions, promo=True)
    found = explanations(catalogue, lang, teams)
    for wonder, side in catalogue.boards:
        board = board_face(catalogue, wonder, side, lang, teams)
        found[board.id] = board.title, board.words
        for stage in board.stages:
            found[f"{board.id}#{stage.number}"] = board.title, stage.words
    for name in catalogue.shipyards:
        yard = shipyard_face(catalogue, name, lang, teams)
        found[yard.id] = yard.name, yard.words
    return found
