"""What must hold between the entries of a catalogue: decks, guilds, boards, chains, and what the
expansions bring.

What a single entry must look like is checked when it is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from .blocks import AGES, LEVELS, PLAYERS, VICTORIES
from .model import Card, Catalogue, Effect

HAND = 7
GUILDS_BESIDES_PLAYERS = 2
DRAFT = 4
LEAST_BLACK_CARDS: Mapping[str, int] = {"1st": 9, "2nd": 8}
ARMADA_CARDS = 8
ARMADA_CARDS_FOR_FOUR = 5
ISLANDS = 9

ROOM: Mapping[str, int] = {
    "cards, leaders and islands": 255,
    "guilds": 96,
    "sides of boards": 40,
    "leaders": 64,
    "shipyards": 8,
    "chain symbols": 63,
    "black cards or Armada cards of an age": 24,
}
"""How many of a kind the engine has room for."""

NEEDS: Mapping[str, tuple[str, ...]] = {
    "leaders": (
        "free_recruit",
        "recruit_discount",
        "keep_leader",
        "draw_leaders",
        "recruit_again",
        "bury",
        "copy_leader",
        "leader",
    ),
    "cities": ("debt", "diplomacy"),
    "armada": (
        "naval",
        "raid",
        "advance",
        "draw_island",
        "immune",
        "stage_advances_any",
        "may_stay_out",
        "ship_discount",
        "coin_per_advance",
        "loss_by_commerce",
        "island",
        "commerce",
    ),
}
"""Effects, and things counted, that mean nothing without an expansion."""

_EXPANSION_OF = {word: expansion for expansion, words in NEEDS.items() for word in words}

Fault = tuple[str, str]
"""The entry at fault, and a sentence on what is wrong with it."""


def faults(catalogue: Catalogue) -> Iterator[Fault]:
    """Everything that doesn't fit together."""
    yield from _room_faults(catalogue)
    yield from _deck_faults(catalogue)
    yield from _board_faults(catalogue)
    for card in catalogue.cards.values():
        yield from _chain_faults(catalogue, card)
    if any(card.grants or card.accepts for card in catalogue.cards.values()):
        for card in catalogue.cards.values():
            yield from _symbol_faults(catalogue, card)
    for entry, effect in _effects(catalogue):
        yield from _effect_faults(catalogue, entry, effect)
    for expansion in catalogue.expansions:
        yield from _EXPANSION_FAULTS[expansion](catalogue)


def _room_faults(catalogue: Catalogue) -> Iterator[Fault]:
    """The engine numbers what there is, and has room for so many."""
    symbols = {
        symbol for card in catalogue.cards.values() for symbol in card.accepts or card.free_with
    }
    extras = (
        len(catalogue.extras(age, expansion, PLAYERS[-1]))
        for age in AGES
        for expansion in ("cities", "armada")
    )
    for what, found in {
        "cards, leaders and islands": len(catalogue.cards)
        + len(catalogue.leaders)
        + len(catalogue.islands),
        "guilds": len(catalogue.guilds),
        "sides of boards": len(catalogue.boards),
        "leaders": len(catalogue.leaders),
        "shipyards": len(catalogue.shipyards),
        "chain symbols": len(symbols),
        "black cards or Armada cards of an age": max(extras),
    }.items():
        if found > ROOM[what]:
            yield what, f"{found}, where {ROOM[what]} are the most"


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


def _effects(catalogue: Catalogue) -> Iterator[tuple[str, Effect]]:
    """Every effect, with the entry it stands in."""
    for section, things in (
        ("card", catalogue.cards),
        ("leader", catalogue.leaders),
        ("island", catalogue.islands),
    ):
        for thing in things.values():
            yield from ((f"{section}.{thing.id}", effect) for effect in thing.effects)
    for board in catalogue.boards.values():
        for effects in (board.effects, *(stage.effects for stage in board.stages)):
            yield from ((f"board.{board.wonder}", effect) for effect in effects)


def _effect_faults(catalogue: Catalogue, entry: str, effect: Effect) -> Iterator[Fault]:
    for word in (effect.kind, effect.counted):
        expansion = _EXPANSION_OF.get(word)
        if expansion and expansion not in catalogue.expansions:
            yield entry, f"one of its effects needs the expansion {expansion}"
    if effect.kind == "victory" and effect.amount not in (0, *VICTORIES):
        yield entry, f"there is no victory token of {effect.amount}"
    if effect.kind == "draw_island" and effect.amount not in LEVELS:
        yield entry, f"there is no island of level {effect.amount}"
    if effect.kind == "points_if_only_leader" and not entry.startswith("leader."):
        yield entry, "only a leader can be the only leader"


def _leaders_faults(catalogue: Catalogue) -> Iterator[Fault]:
    found = Counter(leader.group for leader in catalogue.leaders.values())["standard"]
    needed = DRAFT * PLAYERS[-1]
    if found < needed:
        yield "leaders", f"{found} standard leaders, where at least {needed} are needed"


def _cities_faults(catalogue: Catalogue) -> Iterator[Fault]:
    needed = LEAST_BLACK_CARDS.get(catalogue.edition, min(LEAST_BLACK_CARDS.values()))
    for age in AGES:
        found = len(catalogue.extras(age, "cities", PLAYERS[-1]))
        if found < needed:
            yield "cities", f"{found} black cards of age {age}, where at least {needed} are needed"


def _armada_faults(catalogue: Catalogue) -> Iterator[Fault]:
    found = {age: catalogue.extras(age, "armada", PLAYERS[-1]) for age in AGES}
    for age, cards in found.items():
        if len(cards) != ARMADA_CARDS:
            yield "armada", f"{len(cards)} cards of age {age}, where {ARMADA_CARDS} are needed"
    for_four = sum(card.players[0] > PLAYERS[0] for cards in found.values() for card in cards)
    if for_four != ARMADA_CARDS_FOR_FOUR:
        yield (
            "armada",
            f"{for_four} cards for 4 players or more, where {ARMADA_CARDS_FOR_FOUR} are needed",
        )
    islands = Counter(island.level for island in catalogue.islands.values())
    for level in LEVELS:
        if islands[level] != ISLANDS:
            yield "armada", f"{islands[level]} islands of level {level}, where {ISLANDS} are needed"
    if len(catalogue.shipyards) < PLAYERS[-1]:
        yield (
            "armada",
            f"{len(catalogue.shipyards)} shipyards, where at least {PLAYERS[-1]} are needed",
        )
    for block, content in (("track", catalogue.tracks), ("naval", catalogue.naval_rewards)):
        if not content:
            yield "armada", f"there is no [{block}]"


_EXPANSION_FAULTS = {
    "leaders": _leaders_faults,
    "cities": _cities_faults,
    "armada": _armada_faults,
}


def _listed(ids: set[str] | tuple[str, ...]) -> str:
    return ", ".join(sorted(ids)) or "nothing"
