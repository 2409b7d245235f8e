"""Effects in sentences, for the reader whose card it is.

Most are the catalogue's own phrases, each a text to translate as a whole. Those that are short for
the data file's sake, or leave out who does it, have a sentence of their own here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from babel.support import NullTranslations

from ....catalogue import Effect
from ....catalogue.phrases import effects_text
from ....texts import N_, listed, one_of
from ..goods import good, goods

PRODUCES = N_("Produces {goods}.")

SENTENCES: Mapping[str, str] = {
    "science compass": N_("A compass, a symbol of science."),
    "science gear": N_("A gear, a symbol of science."),
    "science tablet": N_("A tablet, a symbol of science."),
    "science compass, gear or tablet": N_("A symbol of science: compass, gear or tablet."),
    "buys raw materials at 1 from the left": N_(
        "You buy raw materials from the left for 1 coin each."
    ),
    "buys raw materials at 1 from the right": N_(
        "You buy raw materials from the right for 1 coin each."
    ),
    "buys raw materials at 1 from both sides": N_(
        "You buy raw materials from both neighbours for 1 coin each."
    ),
    "buys manufactured goods at 1 from both sides": N_(
        "You buy manufactured goods from both neighbours for 1 coin each."
    ),
    "buys one resource a turn from the left for a coin less": N_(
        "Each turn you buy one resource from the left for 1 coin less."
    ),
    "buys one resource a turn from the right for a coin less": N_(
        "Each turn you buy one resource from the right for 1 coin less."
    ),
    "buys one resource a turn from the bank for 1 coin": N_(
        "Each turn you may buy one resource from the bank for 1 coin."
    ),
    "buys the neighbours' starting resources for a coin less": N_(
        "You buy your neighbours' starting resources for 1 coin less."
    ),
    "buys 1 resource a turn at 1 from two seats to the right": N_(
        "Each turn you may buy one resource for 1 coin from the player two seats to the right."
    ),
    "buys 2 resources a turn at 1 from two seats to the left": N_(
        "Each turn you may buy two resources for 1 coin each from the player two seats to the left."
    ),
    "plays the last card of an age": N_("You play the last card of each age, too."),
    "builds one card an age for nothing": N_("In each age you build one card for nothing."),
    "builds one black card an age for nothing": N_(
        "In each age you build one black card for nothing."
    ),
    "builds the first card of a colour for nothing": N_(
        "You build the first card of each colour for nothing."
    ),
    "builds the first card of an age for nothing": N_(
        "You build the first card of each age for nothing."
    ),
    "builds the last card of an age for nothing": N_(
        "You build the last card of each age for nothing."
    ),
    "builds purple cards for nothing": N_("You build purple cards for nothing."),
    "builds a card from the discard pile for nothing": N_(
        "You build a card from the discard pile for nothing."
    ),
    "copies a guild of a neighbour at the end": N_("At the end you copy a guild of a neighbour."),
    "copies a leader of a neighbour": N_("You copy a leader of a neighbour."),
    "copies a science symbol of a neighbour's green card at the end": N_(
        "At the end you copy the science symbol of a neighbour's green card."
    ),
    "may turn one science symbol into another at the end": N_(
        "At the end you may turn one science symbol into another."
    ),
    "one resource less for blue cards": N_("Blue cards cost you one resource less."),
    "one resource less for green cards": N_("Green cards cost you one resource less."),
    "one resource less for red cards": N_("Red cards cost you one resource less."),
    "one resource less for stages": N_("Stages cost you one resource less."),
    "one resource less for ships": N_("Ships cost you one resource less."),
    "no resources for stages": N_("Stages cost you no resources."),
    "keeps the leaders left over in age III": N_("You keep the leaders left over in age III."),
    "draws 4 leaders": N_("You draw 4 leaders."),
    "recruits one more leader": N_("You recruit one more leader."),
    "buries a leader for twice its cost in points": N_(
        "You bury a leader: at the end it scores twice its cost."
    ),
    "gives your defeats to the winner": N_("Your defeats go to the winner."),
    "discards your defeats": N_("You discard your defeats."),
    "raids two seats to the left": N_("You raid the player two seats to the left."),
    "raids two seats to the right": N_("You raid the player two seats to the right."),
    "advances 1 fleet": N_("One of your fleets advances."),
    "advances 2 fleets": N_("Two of your fleets advance."),
    "advances 3 fleets": N_("Three of your fleets advance."),
    "advances the blue fleet": N_("Your blue fleet advances."),
    "advances the yellow fleet": N_("Your yellow fleet advances."),
    "draws an island of level 1": N_("You draw an island of level I."),
    "draws an island of level 2": N_("You draw an island of level II."),
    "draws an island of level 3": N_("You draw an island of level III."),
    "is safe from taxes and pirates": N_("You are safe from taxes and pirates."),
    "may stay out of naval conflicts": N_("You may stay out of naval conflicts."),
    "a stage advances any fleet for nothing": N_(
        "With a stage, any fleet of yours advances for nothing."
    ),
    "a coin whenever a fleet of yours advances": N_("1 coin whenever a fleet of yours advances."),
    "1 point for each 3 coins in your city": N_("1 point for every 3 coins you have."),
    "others lose as many coins as the age": N_(
        "Others lose as many coins as the number of the age."
    ),
    "the value of one for each pair of equal victory tokens in your city": N_(
        "For each pair of equal victory tokens in your city, the value of one of them in points."
    ),
}


def sentence(phrase: str) -> str:
    """
    >>> sentence("a diplomacy token")
    'A diplomacy token.'
    """
    return f"{phrase[:1].upper()}{phrase[1:]}."


def is_made(effect: Effect) -> bool:
    """Whether an effect is the making of goods, whose words are put together of the goods'."""
    return effect.kind == "produce"


def effect_sentences(effects: Sequence[Effect], texts: NullTranslations) -> list[str]:
    """
    >>> from ....catalogue.phrases import parse_effects
    >>> effect_sentences(parse_effects("produces wood and wood"), NullTranslations())
    ['Produces two wood.']
    """
    _ = texts.gettext
    found: list[str] = []
    for made, run in groupby(effects, is_made):
        if made:
            found.append(_(PRODUCES).format(goods=_made(run, texts)))
        else:
            found += [
                _(SENTENCES[phrase]) if phrase in SENTENCES else sentence(_(phrase))
                for phrase in effects_text(run)
            ]
    return found


def _made(effects: Iterable[Effect], texts: NullTranslations) -> str:
    effects = list(effects)
    sure = Counter(effect.options[0] for effect in effects if len(effect.options) == 1)
    choices = [
        one_of([good(kind, 1, texts) for kind in effect.options], texts)
        for effect in effects
        if len(effect.options) > 1
    ]
    return listed([*goods(sure, texts), *choices], texts)
