"""The words of the data files: costs and effects, read and written.

A cost is a list such as ``1 coin, wood, 2 ore``. An effect is one phrase out of a closed list:
each row of ``PHRASES`` has a kind of effect and the template of its phrase. A new kind of effect
is a new row; a kind with several shapes has a row for each.

>>> parse_effects("1 point for each brown or grey card in your city")[0].colours
('brown', 'grey')
>>> effects_text(parse_effects("produces wood and wood") + parse_effects("3 points"))
['produces wood and wood', '3 points']
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from itertools import groupby

from .model import EFFECT_KINDS, RESOURCES, CatalogueError, Cost, Effect
from .templates import NUMBER, Template, any_of, number_of

NEIGHBOURS = ("left", "right")


def _counting(kind: str, amount: str) -> tuple[Template, ...]:
    """The phrases of an effect that counts, one for each thing that can be counted."""

    def row(thing: str, counted: str) -> Template:
        return Template(kind, f"{amount} for each {thing} in {{cities}}", counted=counted)

    return (
        row("{colours} card", "card"),
        row("stage", "stage"),
        row("defeat", "defeat"),
        row("victory token", "victory"),
        row("victory token of {value}", "victory"),
        row("{several} coins", "coin"),
        row("set of {set} cards", "set"),
        row("set of science symbols", "science_set"),
        row("leader", "leader"),
        row("island", "island"),
        row("level of commerce", "commerce"),
        row("card of the best colour", "best_colour"),
        row("{resource} symbol", "symbol"),
    )


# A template without amount, where others of its kind have one, stands for an amount of 0.
PHRASES = (
    Template("produce", "produces {resource}"),
    Template("points", "{points}"),
    Template("shields", "{shields}"),
    Template("science", "science {symbol}"),
    Template("coins", "{coins}"),
    Template("coins", "each neighbour takes {coins}", where=NEIGHBOURS),
    Template("coins", "everyone else takes {coins}", where=("others",)),
    *_counting("coins_per", "{coins}"),
    *_counting("points_per", "{points}"),
    Template(
        "points_per",
        "the value of one for each pair of equal victory tokens in {cities}",
        counted="victory_pair",
    ),
    Template("points_if_wonder_complete", "{points} if the wonder is complete"),
    Template(
        "points_if_more",
        "{points} if you have more {colours} cards than each neighbour",
        counted="card",
    ),
    Template(
        "points_if_more", "{points} if you have more coins than each neighbour", counted="coin"
    ),
    Template("points_if_undefeated", "{points} if you have no defeats"),
    Template("points_if_only_leader", "{points} if this is your only leader"),
    Template("buy_at", "buys {goods} at {amount} from {side}"),
    Template("bank_resource", "buys one resource a turn from the bank for {coins}"),
    Template("wharf", "buys one resource a turn from {side} for a coin less"),
    Template("start_rebate", "buys the neighbours' starting resources for a coin less"),
    Template("far_trade", "buys {resources} a turn at 1 from {far_side}"),
    Template("own_kind", "produces one more of a kind that your city produces"),
    Template("missing_kind", "produces one of a kind that your city doesn't produce"),
    Template("last_card", "plays the last card of an age"),
    Template("free_build", "builds one card an age for nothing"),
    Template("free_first_of_colour", "builds the first card of a colour for nothing"),
    Template("free_first_card", "builds the first card of an age for nothing"),
    Template("free_last_card", "builds the last card of an age for nothing"),
    Template("free_colour", "builds {colours} cards for nothing"),
    Template("free_colour_once", "builds one {colours} card an age for nothing"),
    Template("rebuild", "builds a card from the discard pile for nothing"),
    Template("copy_guild", "copies a guild of a neighbour at the end"),
    Template("copy_leader", "copies a leader of a neighbour"),
    Template("copy_science", "copies a science symbol of a neighbour's green card at the end"),
    Template("swap_symbol", "may turn one science symbol into another at the end"),
    Template("majority", "one more science symbol of the kind you have most of"),
    Template("discount", "one resource less for {colours} cards"),
    Template("discount", "one resource less for stages", counted="stage"),
    Template("ship_discount", "one resource less for ships"),
    Template("free_stage_resources", "no resources for stages"),
    Template("free_recruit", "leaders cost you nothing"),
    Template("recruit_discount", "leaders cost you {coins} less", where=("self",)),
    Template("recruit_discount", "leaders cost your neighbours {coins} less", where=NEIGHBOURS),
    Template("keep_leader", "keeps the leaders left over in age III"),
    Template("draw_leaders", "draws {leaders}"),
    Template("recruit_again", "recruits one more leader"),
    Template("bury", "buries a leader for twice its cost in points"),
    Template("coins_on_build", "{coins} whenever you build a {colours} card"),
    Template("coins_on_chain", "{coins} whenever you build by a chain"),
    Template("coins_on_victory", "{coins} whenever you gain a victory token"),
    Template("coins_on_stage", "{coins} whenever you build a stage", where=("self",)),
    Template("coins_on_stage", "{coins} whenever a neighbour builds a stage", where=NEIGHBOURS),
    Template("coins_on_purchase", "{coins} a turn for each neighbour you buy from"),
    Template("bonus_coin", "one coin more when you take coins from the bank, once a turn"),
    Template("coin_per_advance", "a coin whenever a fleet of yours advances"),
    Template("victory", "a victory token of {amount}"),
    Template("victory", "a victory token of this age"),
    Template("discard_defeats", "discards your defeats"),
    Template("redirect_defeats", "gives your defeats to the winner"),
    Template("defeats_as_shields", "your defeats count as shields"),
    Template("diplomacy", "a diplomacy token"),
    Template("others_forfeit", "others give up a victory token"),
    Template("loss", "others lose {coins}"),
    Template("loss", "others lose as many coins as the age"),
    Template("loss_per", "others lose {coins} for each stage of theirs", counted="stage"),
    Template("loss_per", "others lose {coins} for each victory token of theirs", counted="victory"),
    Template("loss_on_stage", "others lose {coins} whenever you build a stage"),
    Template("loss_by_commerce", "others lose as many coins as their commerce level"),
    Template("debt", "each neighbour takes {debts}", where=NEIGHBOURS),
    Template("naval", "naval strength {amount}"),
    Template("raid", "raids {far_side}"),
    Template("advance", "advances {fleets}"),
    Template("advance", "advances the {colours} fleet", amount=1),
    Template("draw_island", "draws an island of level {amount}"),
    Template("immune", "is safe from taxes and pirates"),
    Template("stage_advances_any", "a stage advances any fleet for nothing"),
    Template("may_stay_out", "may stay out of naval conflicts"),
)
BY_AGE = "as many coins as the age"

_ROWS = {kind: [row for row in PHRASES if row.kind == kind] for kind in EFFECT_KINDS}
_COST = re.compile(f"(?:{NUMBER} )?(?:(coin)s?|({any_of(RESOURCES)}))")
_SYMBOLS = re.compile(f"produces ({any_of(RESOURCES)}(?: and {any_of(RESOURCES)})+)")


def parse_cost(text: str) -> Cost:
    """Read a cost; an empty text is a cost of nothing.

    >>> parse_cost("1 coin, 2 ore")
    Cost(coins=1, resources={'ore': 2}, by_age=False)
    """
    if text == BY_AGE:
        return Cost(by_age=True)
    found: dict[str, int] = {}
    for part in text.split(", ") if text else ():
        match = _COST.fullmatch(part)
        if not match:
            raise CatalogueError(f'"{part}" is no cost; write it like "1 coin, wood, 2 ore"')
        word = match[2] or match[3]
        if word in found:
            raise CatalogueError(f'the cost "{text}" names {word} twice')
        found[word] = int(match[1] or 1)
    return Cost(found.pop("coin", 0), found)


def cost_text(cost: Cost) -> str:
    """Write a cost: coins first, then the resources in the order of ``RESOURCES``."""
    if cost.by_age:
        return BY_AGE
    parts = [number_of(cost.coins, "coin")] if cost.coins else []
    for resource in RESOURCES:
        number = cost.resources.get(resource, 0)
        if number:
            parts.append(resource if number == 1 else f"{number} {resource}")
    return ", ".join(parts)


@functools.cache
def parse_effects(phrase: str) -> tuple[Effect, ...]:
    """Read one phrase; a phrase with several symbols gives an effect for each."""
    symbols = _SYMBOLS.fullmatch(phrase)
    if symbols:
        return tuple(Effect("produce", options=(one,)) for one in symbols[1].split(" and "))
    for row in PHRASES:
        effect = row.read(phrase)
        if effect:
            return (effect,)
    raise CatalogueError(f'"{phrase}" is none of the effects listed at the head of the file')


def effects_text(effects: Iterable[Effect]) -> list[str]:
    """Write effects as phrases; symbols that stand side by side share one."""
    phrases: list[str] = []
    for is_plain_symbol, run in groupby(effects, _is_plain_symbol):
        if is_plain_symbol:
            phrases.append("produces " + " and ".join(effect.options[0] for effect in run))
        else:
            phrases.extend(_effect_text(effect) for effect in run)
    return phrases


def _is_plain_symbol(effect: Effect) -> bool:
    return effect.kind == "produce" and len(effect.options) == 1


def _effect_text(effect: Effect) -> str:
    for row in _ROWS.get(effect.kind, ()):
        phrase = row.write(effect)
        if phrase:
            return phrase
    raise CatalogueError(f"there is no phrase for {effect}")
