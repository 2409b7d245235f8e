"""Faces in words: everything one needs to know of a card, leader, island, stage or space.

What the sentence of an effect alone does not tell a beginner, ``notes`` adds. Each function gives
lines of one or a few sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from babel.support import NullTranslations

from ....catalogue import (
    AGES,
    FLEETS,
    Board,
    Card,
    Cost,
    Effect,
    Island,
    Leader,
    Space,
    Stage,
)
from ....catalogue.naming import city_of
from ....telling.notes import ARRIVALS, COMMERCE, Played, notes_on
from ....texts import N_, listed, of_cards, one_of
from ..goods import good, goods
from .effects import effect_sentences

COLOUR_CARDS: Mapping[str, str] = {
    "brown": N_("Brown card of age {age}: raw materials."),
    "grey": N_("Grey card of age {age}: manufactured goods."),
    "blue": N_("Blue card of age {age}: a civilian building."),
    "yellow": N_("Yellow card of age {age}: a commercial building."),
    "red": N_("Red card of age {age}: a military building."),
    "green": N_("Green card of age {age}: a scientific building."),
    "purple": N_("Purple card of age {age}: a guild."),
    "black": N_("Black card of age {age}: a city card."),
}
SHIPS: Mapping[str, str] = {
    "red": N_("With it the red fleet may advance, for the cost of its next space."),
    "yellow": N_("With it the yellow fleet may advance, for the cost of its next space."),
    "blue": N_("With it the blue fleet may advance, for the cost of its next space."),
    "green": N_("With it the green fleet may advance, for the cost of its next space."),
}
FLEET_NAMES: Mapping[str, str] = {
    "red": N_("Red fleet: naval strength"),
    "yellow": N_("Yellow fleet: commerce"),
    "blue": N_("Blue fleet: points"),
    "green": N_("Green fleet: exploration"),
}
SIDES: Mapping[str, str] = {
    "A": N_("Side A"),
    "B": N_("Side B"),
    "day": N_("Day"),
    "night": N_("Night"),
}
PRODUCTS = ("produce", "own_kind", "missing_kind")

STAGE_SHIP = N_(
    "With a stage, the fleet with the wonder's symbol may advance, for the cost of its next space."
)
# A16: in the 1st edition coins come before the effects of cards.
SPACE_COINS: Mapping[str, str] = {
    "1st": N_("Coins with the advance: {number}."),
    "2nd": N_("Coins after the effects of cards: {number}."),
}
SPACE_TAX = N_(
    "A tax of {number} at the end of the turn: others lose as much, less their commerce level."
)
SPACE_EXPLORES = N_("After the effects of cards you draw islands of level {level} and keep one.")


def named(names: Mapping[str, str], lang: str) -> str:
    """A name in the language in which the reader reads cards, or else in English."""
    return names.get(of_cards(lang)) or names["en"]


def city_named(names: Mapping[str, str], lang: str) -> str:
    """A wonder's city in that language: short, for a board and in sentences."""
    return city_of(names, of_cards(lang))


def cost_words(cost: Cost, texts: NullTranslations) -> str:
    """Such as ``1 coin, wood and two ore``; empty if it costs nothing."""
    _ = texts.gettext
    if cost.by_age:
        return _("as many coins as the number of the age")
    parts = []
    if cost.coins:
        coins = texts.ngettext("{number} coin", "{number} coins", cost.coins)
        parts.append(coins.format(number=cost.coins))
    return listed([*parts, *goods(cost.resources, texts)], texts)


def cost_line(cost: Cost, texts: NullTranslations) -> str:
    _ = texts.gettext
    if cost.nothing:
        return _("Costs nothing.")
    return _("Costs {cost}.").format(cost=cost_words(cost, texts))


def effect_lines(
    effects: Sequence[Effect], texts: NullTranslations, played: Played, *, for_sale: bool = False
) -> list[str]:
    """Each effect in a sentence, what more there is to know of them, and who can use a product."""
    _ = texts.gettext
    lines = [" ".join(effect_sentences(effects, texts))]
    notes = note_sentences(effects, texts, played)
    lines += [" ".join(notes)] if notes else []
    if any(effect.kind in PRODUCTS for effect in effects):
        lines.append(_("Your neighbours can buy it.") if for_sale else _("Only you can use it."))
    return lines


def note_sentences(effects: Iterable[Effect], texts: NullTranslations, played: Played) -> list[str]:
    return [texts.gettext(note) for note in notes_on(effects, played)]


def chain_lines(
    texts: NullTranslations, *, before: Sequence[str], after: Sequence[str]
) -> tuple[str, ...]:
    """By which buildings a card is free, and which it makes free."""
    _, lines = texts.gettext, []
    if before:
        any_of = _("Free for whoever has built {building}.")
        lines.append(any_of.format(building=one_of(before, texts)))
    if after:
        makes_free = _("Whoever has it builds {buildings} for nothing.")
        lines.append(makes_free.format(buildings=listed(after, texts)))
    return tuple(lines)


def card_lines(
    card: Card, texts: NullTranslations, chained: Iterable[str], played: Played
) -> tuple[str, ...]:
    _ = texts.gettext
    armada = "armada" in played.expansions
    lines = [
        _(COLOUR_CARDS[card.colour]).format(age=AGES[card.age]),
        cost_line(card.cost, texts),
        *effect_lines(card.effects, texts, played, for_sale=card.colour in ("brown", "grey")),
    ]
    lines += chained
    if armada and card.colour in FLEETS:
        lines.append(_(SHIPS[card.colour]))
    if armada and card.is_guild and card.effects[0].kind.startswith("points"):
        lines.append(_("A guild scores 10 points at most."))
    return tuple(lines)


def leader_lines(leader: Leader, texts: NullTranslations, played: Played) -> tuple[str, ...]:
    effects = effect_lines(leader.effects, texts, played)
    return (texts.gettext("Leader."), cost_line(leader.cost, texts), *effects)


def island_lines(island: Island, texts: NullTranslations, played: Played) -> tuple[str, ...]:
    level = texts.gettext("Island of level {level}.").format(level=AGES[island.level])
    return (level, *effect_lines(island.effects, texts, played))


def stage_lines(
    number: int, stage: Stage, texts: NullTranslations, played: Played
) -> tuple[str, ...]:
    _ = texts.gettext
    return (
        _("Stage {number}.").format(number=number),
        cost_line(stage.cost, texts),
        *effect_lines(stage.effects, texts, played),
    )


def board_lines(board: Board, texts: NullTranslations, played: Played) -> tuple[str, ...]:
    """What a board has besides its stages."""
    _ = texts.gettext
    lines = [_(SIDES[board.side]) + "."]
    if board.start:
        start = good(board.start, 1, texts)
        lines.append(_("Starts with {resource}.").format(resource=start))
    else:
        lines.append(_("Starts without a resource."))
    if board.coins:
        coins = texts.ngettext("{number} coin", "{number} coins", board.coins)
        lines.append(_("Starts with {coins} more.").format(coins=coins.format(number=board.coins)))
    if board.effects:
        lines += effect_lines(board.effects, texts, played)
    if board.any_order:
        lines.append(_("The stages can be built in any order."))
    if "armada" in played.expansions:
        lines.append(_(STAGE_SHIP))
    return tuple(lines)


def yard_lines(texts: NullTranslations, played: Played) -> tuple[str, ...]:
    """What all shipyards have in common (A3 to A6, A10, T5)."""
    _ = texts.gettext
    lines = [
        _("Whoever builds a card of a fleet's colour may pay for its next space and advance it."),
        _(STAGE_SHIP),
        _("Instead of giving 3 coins, a card or leader that is sold may advance the yellow fleet.")
        if "leaders" in played.expansions
        else _("Instead of giving 3 coins, a card that is sold may advance the yellow fleet."),
        _("Only the space where a fleet stands counts."),
        _(ARRIVALS[played.edition]),
        _(COMMERCE),
        _("Of several taxes in a turn the highest counts; whoever levied a lower one pays it."),
    ]
    if played.teams:
        lines.append(_("Your tax hits your partner too."))
    return tuple(lines)


def space_lines(
    space: Space, cost: Cost | None, texts: NullTranslations, played: Played
) -> tuple[str, ...]:
    """What a space costs, unless fleets start there, and what it gives."""
    _ = texts.gettext
    parts = [cost_line(cost, texts)] if cost else [_("Start.")]
    while_there = (
        (space.naval, N_("Naval strength {number}.")),
        (space.commerce, N_("Commerce level {number}.")),
        (space.points, N_("Points at the end: {number}.")),
        (space.coins, SPACE_COINS[played.edition]),
        (space.tax, SPACE_TAX),
    )
    parts += [_(text).format(number=number) for number, text in while_there if number]
    if space.explore:
        level = AGES[space.explore]
        parts.append(_(SPACE_EXPLORES).format(level=level))
    if len(parts) == 1 and cost:
        parts.append(_("Gives nothing by itself."))
    return tuple(parts)


def label_of(name: str, lines: Iterable[str]) -> str:
    """What one sees, in short: the name and the first lines."""
    return f"{name}. {' '.join(list(lines)[:3])}"


def short_label(name: str, effects: Sequence[Effect], texts: NullTranslations) -> str:
    """The name and the effects."""
    return f"{name}: {' '.join(effect_sentences(effects, texts))}"
