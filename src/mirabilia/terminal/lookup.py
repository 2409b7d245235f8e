"""Finding what is printed by words: cards, leaders, islands and boards."""

from __future__ import annotations

from collections.abc import Sequence

from ..catalogue import Board, Card, Catalogue
from ..catalogue.phrases import effects_text
from .screen import Printed
from .tongue import effects_told


def find_things(
    catalogue: Catalogue, words: Sequence[str], *, names_only: bool = False
) -> list[Printed]:
    """The cards, leaders and islands in which all words are found, in any language."""
    found: list[Printed] = []
    things: list[Printed] = [*catalogue.cards.values()]
    things += [*catalogue.leaders.values(), *catalogue.islands.values()]
    for thing in things:
        texts = [thing.id, *thing.name.values()]
        if not names_only:
            texts += [*effects_text(thing.effects), effects_told(thing.effects)]
            texts += [thing.colour] if isinstance(thing, Card) else []
        if has_all(texts, words):
            found.append(thing)
    return found


def find_boards(
    catalogue: Catalogue, words: Sequence[str], *, names_only: bool = False
) -> list[Board]:
    """The board sides in which all words are found."""
    found = []
    for board in catalogue.boards.values():
        texts = [board.id, *board.name.values()]
        if not names_only:
            texts += effects_text(board.effects)
            texts += [phrase for stage in board.stages for phrase in effects_text(stage.effects)]
        if has_all(texts, words):
            found.append(board)
    return found


def has_all(texts: Sequence[str], words: Sequence[str]) -> bool:
    everything = "\n".join(texts).lower()
    return all(word.lower() in everything for word in words)
