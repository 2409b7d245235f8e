"""Faces in words: everything one needs to know of a card, leader, island, stage or space.

The effects are the catalogue's own phrases, each a text to translate as a whole; what the phrase
alone does not tell a beginner, ``NOTES`` adds. Each function gives lines of one or a few sentences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from babel.support import NullTranslations

from ..catalogue import (
    AGES,
    FLEETS,
    RESOURCES,
    Board,
    Card,
    Cost,
    Effect,
    Island,
    Leader,
    Space,
    Stage,
)
from ..catalogue.phrases import effects_text
from .texts import N_

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
RESOURCE_NAMES: Mapping[str, str] = {
    "wood": N_("wood"),
    "stone": N_("stone"),
    "ore": N_("ore"),
    "clay": N_("clay"),
    "glass": N_("glass"),
    "papyrus": N_("papyrus"),
    "loom": N_("loom"),
}

# What the phrase of an effect leaves open, by its kind.
NOTES: Mapping[str, str] = {
    "science": N_(
        "At the end each kind of symbol scores its number squared, and each set of three "
        "different ones 7 points more."
    ),
    "shields": N_("At the end of each age shields are compared with those of both neighbours."),
    "coins_per": N_("The coins are taken once, when it is built."),
    "points_per": N_("The points are counted at the end."),
    "buy_at": N_("The usual price is 2 coins each."),
    "last_card": N_("The last card is not discarded but played, in a turn of your own."),
    "free_build": N_("It costs neither coins nor resources. Not for stages."),
    "free_first_of_colour": N_(
        "A card of a colour not yet in your city costs neither coins nor resources."
    ),
    "free_first_card": N_("The card of an age's first turn costs neither coins nor resources."),
    "free_last_card": N_("The card of an age's last turn costs neither coins nor resources."),
    "rebuild": N_(
        "At the end of the turn you look through all discarded cards and may build one of them."
    ),
    "copy_guild": N_("The best for you is taken. It scores as if it stood in your own city."),
    "copy_leader": N_("From then on the leader works for you too."),
    "copy_science": N_("Each green card of a neighbour can be copied only once."),
    "majority": N_("It is added at the very end, after all other symbols."),
    "discount": N_("You leave out any one resource of the cost."),
    "ship_discount": N_("You leave out any one resource of the cost."),
    "redirect_defeats": N_("Whoever beats you in a war takes the defeat token, not you."),
    "discard_defeats": N_("Once, when it comes into play."),
    "others_forfeit": N_("Each chooses which one; who has none gives up nothing."),
    "victory": N_("It is worth its number of points and counts like one won in a war."),
    "wharf": N_("Added to other discounts, so it can be free."),
    "start_rebate": N_("Added to other discounts, so it can be free."),
    "immune": N_("You lose no coins to them."),
    "stage_advances_any": N_("Instead of the fleet with the wonder's symbol, which has a cost."),
    "may_stay_out": N_("You choose each time; who stays out takes no token."),
    "loss": N_("Coins are lost at the end of the turn."),
    "loss_per": N_("Coins are lost at the end of the turn."),
    "loss_by_commerce": N_("Pirates: coins are lost at the end of the turn."),
    "debt": N_("A debt is 1 point less at the end and can't be paid back."),
    "diplomacy": N_(
        "It is spent in the next war: you don't fight, and your neighbours face each other."
    ),
    "own_kind": N_("Your brown and grey cards and your starting resource decide which kinds."),
    "missing_kind": N_("Your brown and grey cards and your starting resource decide which kinds."),
    "bury": N_("A leader recruited earlier; its effect ends."),
    "naval": N_("At the end of each age the naval strength of all players is compared."),
    "raid": N_("At the end of this age you fight one more land conflict, with that player."),
    "advance": N_("One space for each fleet, for nothing."),
    "draw_island": N_("The top one; you keep it."),
    "recruit_again": N_("At once, for its cost in coins."),
    "draw_leaders": N_("They come from those not in play, into your hand."),
    "keep_leader": N_("They stay in your hand for Roma's stages."),
}
LOSSES = ("loss", "loss_per", "loss_by_commerce", "loss_on_stage")


def named(names: Mapping[str, str], lang: str) -> str:
    """A name in the reader's language, or else in English."""
    return names.get(lang) or names.get(lang.partition("_")[0]) or names["en"]


def sentence(phrase: str) -> str:
    """
    >>> sentence("produces wood")
    'Produces wood.'
    """
    return f"{phrase[:1].upper()}{phrase[1:]}."


def cost_words(cost: Cost, texts: NullTranslations) -> str:
    """Such as ``1 coin, wood, 2 ore``; empty if it costs nothing."""
    _ = texts.gettext
    if cost.by_age:
        return _("as many coins as the age")
    parts = []
    if cost.coins:
        coins = texts.ngettext("{number} coin", "{number} coins", cost.coins)
        parts.append(coins.format(number=cost.coins))
    for resource in RESOURCES:
        number = cost.resources.get(resource, 0)
        if number:
            name = _(RESOURCE_NAMES[resource])
            parts.append(name if number == 1 else f"{number} {name}")
    return ", ".join(parts)


def cost_line(cost: Cost, texts: NullTranslations) -> str:
    _ = texts.gettext
    if cost.nothing:
        return _("Costs nothing.")
    return _("Costs {cost}.").format(cost=cost_words(cost, texts))


def effect_lines(
    effects: Sequence[Effect], texts: NullTranslations, expansions: Collection[str]
) -> list[str]:
    """Each effect in a sentence, then what more there is to know of them."""
    _ = texts.gettext
    phrases = " ".join(sentence(_(phrase)) for phrase in effects_text(effects))
    notes = [_(NOTES[effect.kind]) for effect in effects if effect.kind in NOTES]
    if "cities" in expansions and any(effect.kind in LOSSES for effect in effects):
        notes.append(_("For each coin a debt of 1 point less can be taken instead."))
    return [phrases, *([" ".join(dict.fromkeys(notes))] if notes else [])]


def card_lines(
    card: Card,
    texts: NullTranslations,
    *,
    before: Iterable[str],
    after: Iterable[str],
    expansions: Collection[str],
) -> tuple[str, ...]:
    _ = texts.gettext
    armada = "armada" in expansions
    lines = [
        _(COLOUR_CARDS[card.colour]).format(age=AGES[card.age]),
        cost_line(card.cost, texts),
        *effect_lines(card.effects, texts, expansions),
    ]
    if any(effect.kind == "produce" for effect in card.effects):
        for_sale = card.colour in ("brown", "grey")
        lines.append(_("Your neighbours can buy it.") if for_sale else _("Only you can use it."))
    for name in before:
        lines.append(_("Free for who has built: {building}.").format(building=name))
    for name in after:
        lines.append(_("Makes free: {building}.").format(building=name))
    if armada and card.colour in FLEETS:
        lines.append(_(SHIPS[card.colour]))
    if armada and card.is_guild and card.effects[0].kind.startswith("points"):
        lines.append(_("A guild scores 10 points at most."))
    return tuple(lines)


def leader_lines(
    leader: Leader, texts: NullTranslations, expansions: Collection[str]
) -> tuple[str, ...]:
    effects = effect_lines(leader.effects, texts, expansions)
    return (texts.gettext("Leader."), cost_line(leader.cost, texts), *effects)


def island_lines(
    island: Island, texts: NullTranslations, expansions: Collection[str]
) -> tuple[str, ...]:
    _ = texts.gettext
    level = _("Island of level {level}.").format(level=AGES[island.level])
    lines = [level, *effect_lines(island.effects, texts, expansions)]
    if any(effect.kind == "produce" for effect in island.effects):
        lines.append(_("Only you can use it."))
    return tuple(lines)


def stage_lines(
    number: int, stage: Stage, texts: NullTranslations, expansions: Collection[str]
) -> tuple[str, ...]:
    _ = texts.gettext
    return (
        _("Stage {number}.").format(number=number),
        cost_line(stage.cost, texts),
        *effect_lines(stage.effects, texts, expansions),
    )


def board_lines(
    board: Board, texts: NullTranslations, expansions: Collection[str]
) -> tuple[str, ...]:
    """What a board has besides its stages."""
    _ = texts.gettext
    lines = [_(SIDES[board.side]) + "."]
    if board.start:
        start = _(RESOURCE_NAMES[board.start])
        lines.append(_("Starts with {resource}.").format(resource=start))
    else:
        lines.append(_("Starts without a resource."))
    if board.coins:
        coins = texts.ngettext("{number} coin", "{number} coins", board.coins)
        lines.append(_("Starts with {coins}.").format(coins=coins.format(number=board.coins)))
    if board.effects:
        lines += effect_lines(board.effects, texts, expansions)
    if board.any_order:
        lines.append(_("The stages can be built in any order."))
    if "armada" in expansions:
        lines.append(_("With a stage, the fleet with the wonder's symbol may advance."))
    return tuple(lines)


def space_lines(space: Space, cost: Cost | None, texts: NullTranslations) -> tuple[str, ...]:
    """What a space costs, unless fleets start there, and what it gives."""
    _ = texts.gettext
    parts = [cost_line(cost, texts)] if cost else [_("Start.")]
    while_there = (
        (space.naval, N_("Naval strength {number}.")),
        (space.commerce, N_("Commerce level {number}.")),
        (space.points, N_("Points at the end: {number}.")),
        (space.coins, N_("Coins on arrival: {number}.")),
        (space.tax, N_("A tax of {number}: others lose as much, less their commerce level.")),
    )
    parts += [_(text).format(number=number) for number, text in while_there if number]
    if space.explore:
        level = AGES[space.explore]
        parts.append(_("Explores an island of level {level}.").format(level=level))
    if len(parts) == 1 and cost:
        parts.append(_("Gives nothing by itself."))
    return tuple(parts)


def label_of(name: str, lines: Iterable[str]) -> str:
    """What one sees, in short: the name and the first lines."""
    return f"{name}. {' '.join(list(lines)[:3])}"


def short_label(name: str, effects: Sequence[Effect], texts: NullTranslations) -> str:
    """The name and the effects."""
    return f"{name}: {'; '.join(texts.gettext(phrase) for phrase in effects_text(effects))}"
