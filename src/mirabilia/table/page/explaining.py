"""The words of everything that may be seen at a table, and where a browser gets them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache

from ...catalogue import EXPANSIONS, TEAM_EXPANSIONS, Catalogue, load
from ...catalogue.kept import is_today
from ..rooms.table_view import Options
from .faces.boards import board_face, shipyard_face
from .faces.cards import explanations

BASE, TEAMS = "base", "teams"
_MOST_KEPT = 128


def words_url(options: Options, lang: str, printed: Catalogue | None = None) -> str:
    """Where the explanations of all that may be seen at a table are to be had; ``printed``: that
    is, its catalogue.
    """
    played = load(options.edition, options.expansions, promo=True)
    earlier = printed if printed and not is_today(printed) else None
    version = _words_version(earlier or played, lang, options.teams)
    boxes = _boxes(played.expansions, options.teams)
    address = f"/words/{options.edition}/{boxes}/{lang}.json?v={version}"
    return f"{address}&of={earlier.digest}" if earlier else address


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


@lru_cache(maxsize=_MOST_KEPT)
def _words_version(catalogue: Catalogue, lang: str, teams: bool) -> str:
    """Changes with the words, so that no browser keeps old ones."""
    text = json.dumps(words(catalogue, lang, teams=teams))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def words(catalogue: Catalogue, lang: str, *, teams: bool = False) -> dict[str, tuple[str, ...]]:
    """Name and explanation of everything, by id: cards (then the ids of those they make free),
    boards (``rhodos:day``), their stages (``rhodos:day#1``), shipyards.
    """
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
