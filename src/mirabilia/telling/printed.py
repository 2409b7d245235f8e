"""What is printed, as one looks for it: in which box it comes, how many of it there are at how many
players, what it costs and what it brings; and which cards make which free.

All of it is read off the catalogue's data; the terminal and the pages find the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..catalogue import (
    RESOURCES,
    SCIENCE,
    Board,
    Card,
    Catalogue,
    Cost,
    Effect,
    Island,
    Leader,
    Shipyard,
    Space,
)

Thing = Card | Board | Leader | Island | Shipyard
BASE = "base"
PLAYERS = range(3, 8)  # with decks of their own (B3); two have those of three (V1), eight of seven
NOTHING, COINS = "nothing", "coins"
COSTS = (NOTHING, COINS, *RESOURCES)

# What an effect brings, by its kind. A product or a symbol of science is named by itself.
BROUGHT: Mapping[str, tuple[str, ...]] = {
    "points": (
        *("points", "points_per", "points_if_wonder_complete", "points_if_more"),
        *("points_if_undefeated", "points_if_only_leader", "bury"),
    ),
    "counting": ("points_per", "coins_per", "points_if_more", "loss_per"),
    "coins": (
        *("coins", "coins_per", "coins_on_build", "coins_on_chain", "coins_on_victory"),
        *("coins_on_stage", "coins_on_purchase", "bonus_coin", "coin_per_advance"),
    ),
    "shields": ("shields", "defeats_as_shields"),
    "resource": ("own_kind", "missing_kind", "bank_resource"),
    "science": ("majority", "copy_science", "swap_symbol"),
    "trade": ("buy_at", "wharf", "start_rebate", "far_trade", "bank_resource"),
    "saving": (
        *("free_build", "free_first_of_colour", "free_first_card", "free_last_card"),
        *("free_colour", "free_colour_once", "discount", "ship_discount", "free_stage_resources"),
        *("free_recruit", "recruit_discount", "rebuild"),
    ),
    "cards": ("last_card", "rebuild", "copy_guild"),
    "tokens": (
        *("victory", "discard_defeats", "others_forfeit", "redirect_defeats"),
        *("diplomacy", "raid"),
    ),
    "losses": ("loss", "loss_per", "loss_on_stage", "loss_by_commerce", "debt"),
    "leaders": (
        *("free_recruit", "recruit_discount", "keep_leader", "draw_leaders", "recruit_again"),
        *("bury", "copy_leader"),
    ),
    "sea": (
        *("naval", "advance", "draw_island", "immune", "stage_advances_any", "may_stay_out"),
        *("ship_discount", "coin_per_advance"),
    ),
}
NAMED = {"produce": RESOURCES, "science": SCIENCE}  # kinds that are named by their options
CHAIN = "chain"  # makes another card free
BRINGS = (
    *("points", "shields", *SCIENCE, *RESOURCES, COINS, "trade", "saving", CHAIN, "counting"),
    *("resource", "science", "cards", "tokens", "losses", "leaders", "sea"),
)


def id_of(thing: Thing) -> str:
    """What a thing is found by: both sides of a board by their wonder."""
    return thing.wonder if isinstance(thing, Board) else thing.id


def things_of(catalogue: Catalogue) -> Iterator[Thing]:
    """Everything that is printed, each side of a board by itself."""
    yield from catalogue.cards.values()
    yield from catalogue.boards.values()
    yield from catalogue.leaders.values()
    yield from catalogue.islands.values()
    yield from catalogue.shipyards.values()


def box_of(thing: Thing) -> str:
    """The box a thing comes in: an expansion, or ``base``."""
    match thing:
        case Leader():
            return "cities" if thing.group == "cities" else "leaders"
        case Island() | Shipyard():
            return "armada"
    return thing.expansion or BASE


# How many there are


def copies(card: Card, players: int) -> int:
    """How many copies of a card are in the deck of its age; 0 or 1 of those of which some are
    drawn (B3, C1, A1): whether it may be among them.
    """
    if is_drawn(card):
        return int(not card.players or card.players[0] <= players)
    return sum(1 for number in card.players if number <= players)


def is_drawn(card: Card) -> bool:
    """Whether it is one of several of which chance takes some: guilds, expansions' cards."""
    return card.is_guild or bool(card.expansion)


class Chance(NamedTuple):
    """Of how many cards how many are drawn."""

    taken: int
    of: int


def chance_of(card: Card, catalogue: Catalogue, players: int) -> Chance | None:
    """How a card that is drawn comes into the deck; None if it always is there, or never.

    Guilds are those of the boxes of ``catalogue``.
    """
    if not is_drawn(card) or not copies(card, players):
        return None
    if card.is_guild:
        return Chance(players + 2, len(catalogue.guilds))  # B3
    return Chance(players, len(catalogue.extras(card.age, card.expansion, players)))  # C1, A1


# What it costs, and what it brings


def costs_of(thing: Thing) -> frozenset[str]:
    """The resources that a thing asks for, ``coins``, or ``nothing``; of a board its stages."""
    match thing:
        case Board():
            return _all_costs(stage.cost for stage in thing.stages)
        case Shipyard():
            return _all_costs(cost for fleet in thing.costs.values() for cost in fleet)
        case Island():
            return frozenset()
    return _costs(thing.cost)


def _all_costs(costs: Iterable[Cost]) -> frozenset[str]:
    return frozenset[str]().union(*map(_costs, costs))


def _costs(cost: Cost) -> frozenset[str]:
    found = {name for name, number in cost.resources.items() if number}
    if cost.coins or cost.by_age:
        found.add(COINS)
    return frozenset(found or {NOTHING})


def effects_of(thing: Thing) -> Sequence[Effect]:
    """Every effect; of a board its stages' too."""
    match thing:
        case Board():
            return [*thing.effects, *(one for stage in thing.stages for one in stage.effects)]
        case Shipyard():
            return ()
    return thing.effects


def brings_of(thing: Thing, catalogue: Catalogue) -> frozenset[str]:
    """What a thing brings, each a name out of ``BRINGS``."""
    found = {name for effect in effects_of(thing) for name in brought_by(effect)}
    match thing:
        case Card() if thing.makes_free:
            found.add(CHAIN)
        case Board():
            found |= {thing.start} if thing.start else set()
            found |= {COINS} if thing.coins else set()
        case Shipyard():
            spaces = (space for track in catalogue.tracks.values() for space in track)
            found |= {"sea"}.union(*map(_given, spaces))
    return frozenset(found)


def brought_by(effect: Effect) -> list[str]:
    """
    >>> brought_by(Effect("produce", options=("wood", "clay")))
    ['wood', 'clay']
    >>> brought_by(Effect("points_per", 1, counted="card"))
    ['points', 'counting']
    """
    if effect.kind in NAMED:
        return list(effect.options)
    found = [name for name, kinds in BROUGHT.items() if effect.kind in kinds]
    if effect.kind == COINS and effect.where and "self" not in effect.where:
        found.remove(COINS)  # others take them
    return found


def _given(space: Space) -> set[str]:
    given = {"points": space.points, COINS: space.coins, "losses": space.tax}
    return {name for name, number in given.items() if number}


# Chains


class Chained(NamedTuple):
    """A card makes another free."""

    first: Card
    then: Card


def chains_of(catalogue: Catalogue) -> list[Chained]:
    """Every chain, in the order of the cards; of a building with several cards the first stands
    for all.
    """
    cards: dict[str, Card] = {}
    for card in catalogue.cards.values():
        cards.setdefault(card.building, card)
    return [Chained(card, cards[one]) for card in cards.values() for one in card.makes_free]
