"""What must hold between the entries of a catalogue: decks, guilds, boards and chains.

What a single entry must look like is the loader's to check.
"""

from __future__ import annotations

from collections.abc import Iterator

from .model import Card, Catalogue

AGES = (1, 2, 3)
PLAYERS = (3, 4, 5, 6, 7)
HAND = 7
GUILDS_BESIDES_PLAYERS = 2

Fault = tuple[str, str]
"""The entry at fault, and a sentence on what is wrong with it."""


def faults(catalogue: Catalogue) -> Iterator[Fault]:
    """Everything that doesn't fit together."""
    yield from _deck_faults(catalogue)
    yield from _board_faults(catalogue)
    for card in catalogue.cards.values():
        yield from _chain_faults(catalogue, card)
    if any(card.grants or card.accepts for card in catalogue.cards.values()):
        for card in catalogue.cards.values():
            yield from _symbol_faults(catalogue, card)


def _deck_faults(catalogue: Catalogue) -> Iterator[Fault]:
    for age in AGES:
        for players in PLAYERS:
            guilds = players + GUILDS_BESIDES_PLAYERS if age == AGES[-1] else 0
            needed, found = HAND * players - guilds, len(catalogue.deck(age, players))
            if found != needed:
                besides = " besides the guilds" if guilds else ""
                yield (
                    f"age {age}",
                    f"{found} cards for {players} players{besides}, where {needed} are needed",
                )
    guilds_needed = PLAYERS[-1] + GUILDS_BESIDES_PLAYERS
    if len(catalogue.guilds) < guilds_needed:
        yield "guilds", f"{len(catalogue.guilds)}, where at least {guilds_needed} are needed"


def _board_faults(catalogue: Catalogue) -> Iterator[Fault]:
    if len(catalogue.wonders) < PLAYERS[-1]:
        yield (
            "boards",
            f"{len(catalogue.wonders)} wonders, where at least {PLAYERS[-1]} are needed",
        )


def _chain_faults(catalogue: Catalogue, card: Card) -> Iterator[Fault]:
    cards, entry = catalogue.cards, f"card.{card.id}"
    for other in (*card.free_with, *card.makes_free):
        if other not in cards:
            yield entry, f"there is no card {other} to chain with"
    for earlier in card.free_with:
        if earlier in cards and card.id not in cards[earlier].makes_free:
            yield entry, f"free_with has {earlier}, but makes_free of {earlier} lacks {card.id}"
    for later in card.makes_free:
        if later in cards and card.id not in cards[later].free_with:
            yield entry, f"makes_free has {later}, but free_with of {later} lacks {card.id}"
        if later in cards and cards[later].age <= card.age:
            yield entry, f"makes_free has {later}, which is not of a later age"


def _symbol_faults(catalogue: Catalogue, card: Card) -> Iterator[Fault]:
    granting = {
        other.id for other in catalogue.cards.values() if set(other.grants) & set(card.accepts)
    }
    if granting != set(card.free_with):
        yield (
            f"card.{card.id}",
            f"free_with has {_listed(card.free_with)}, but the symbols it accepts "
            f"are granted by {_listed(granting)}",
        )


def _listed(ids: set[str] | tuple[str, ...]) -> str:
    return ", ".join(sorted(ids)) or "nothing"
