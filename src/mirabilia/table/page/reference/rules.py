"""The rules in our own words: ``templates/reference/rules.html`` with its examples, and every
symbol with what it means.

Each section names the numbers of the rules it tells, as in docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....catalogue import COLOURS, FLEETS, MANUFACTURED, RAW, SCIENCE
from ....texts import N_, texts, translated
from ..faces.cards import CHAIN_SYMBOLS, Face, face
from ..reader import Reader, whole_page
from .editions import differences, only_in
from .index import EDITION_NAMES, by_id, everything, name_of
from .places import SECTIONS, TITLES

EDITION = "2nd"  # of the cards in the examples
EXAMPLES = ("baths", "aqueduct", "stone_pit", "apothecary", "workshop", "scriptorium")

# Icons that share what they mean, and their words; by what they are about.
Meaning = tuple[tuple[str, ...], str]
SYMBOLS: Mapping[str, tuple[Meaning, ...]] = {
    N_("Resources and coins"): (
        (RAW, N_("The raw materials: wood, stone, ore, clay.")),
        (MANUFACTURED, N_("The manufactured goods: glass, papyrus, looms.")),
        (("raw",), N_("Any raw material.")),
        (("manufactured",), N_("Any manufactured good.")),
        (("resource",), N_("Any resource.")),
        (("missing",), N_("A resource that your city does not make.")),
        (("resource-less",), N_("One resource less to pay, whichever you like.")),
        (("start",), N_("The resource that a wonder starts with.")),
        (("coin",), N_("Coins, as many as the number on it.")),
        (("bank",), N_("The bank: coins or resources come from it.")),
        (("free",), N_("Costs nothing.")),
    ),
    N_("Points, war and science"): (
        (("points",), N_("Points at the end, as many as the number on it.")),
        (("shield",), N_("A shield, for war.")),
        (("victory",), N_("A victory token: its number in points.")),
        (("defeat",), N_("A defeat token: 1 point less.")),
        (("debt",), N_("A debt: 1 point less.")),
        (("diplomacy",), N_("A diplomacy token: you stay out of the next war.")),
        (("raid",), N_("A raid: one more conflict at the end of the age.")),
        (SCIENCE, N_("The symbols of science: compass, gear and tablet.")),
        (("science",), N_("A symbol of science of any kind.")),
        (("science-most",), N_("One more symbol of the kind that you have most of.")),
    ),
    N_("Cards and wonders"): (
        (tuple(f"card-{colour}" for colour in COLOURS), N_("A card of that colour.")),
        (("card-any",), N_("A card of any colour.")),
        (tuple(f"mark-{colour}" for colour in COLOURS), N_("The mark of each colour.")),
        (("age-1", "age-2", "age-3"), N_("An age, or the level of an island.")),
        (("age",), N_("As much as the number of the age.")),
        (("stage",), N_("A stage of a wonder.")),
        (("wonder-complete",), N_("All stages of your wonder are built.")),
        (("chain",), N_("A chain: one card makes another free.")),
        (
            tuple(f"chain-{name}" for name in dict.fromkeys(CHAIN_SYMBOLS.values())),
            N_(
                "The symbols of chains: a card with one on its right makes those free that have it "
                "on their left."
            ),
        ),
        (("first-card",), N_("The first card of an age, or of a colour.")),
        (("last-card",), N_("The last card of an age.")),
        (("rebuild",), N_("A card is built from the discard pile.")),
        (("once",), N_("Once in an age, or once in a turn.")),
        (("copy",), N_("Something of a neighbour is copied.")),
        (("swap",), N_("One thing may be turned into another.")),
        (("check",), N_("It is kept.")),
        (("cross",), N_("It does not count, or is discarded.")),
    ),
    N_("Whose"): (
        (("left", "right"), N_("The neighbour on that side; with both arrows, both neighbours.")),
        (("far-left", "far-right"), N_("The player two seats away on that side.")),
        (("self",), N_("Your own city.")),
        (("others",), N_("All others, or another player.")),
    ),
    N_("Leaders"): (
        (("leader",), N_("A leader.")),
        (("leader-buried",), N_("A leader of yours is buried.")),
    ),
    N_("The sea"): (
        (("ship",), N_("A fleet of your choice.")),
        (tuple(f"ship-{fleet}" for fleet in FLEETS), N_("The fleet of that colour.")),
        (("advance",), N_("A fleet goes on by a space.")),
        (("naval",), N_("Naval strength.")),
        (("commerce",), N_("The level of commerce, on the yellow track.")),
        (("tax",), N_("A tax: all others lose so many coins, less their level of commerce.")),
        (("pirate",), N_("Pirates: others lose coins.")),
        (("island",), N_("An island, of the level on it.")),
        (("sea-safe",), N_("You are safe from what follows.")),
        (("stay-out",), N_("You may stay out.")),
    ),
}
# Signs between symbols, and what they mean.
SIGNS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("/",), N_("Between two resources: one or the other. After coins or points: for each.")),
    ((":",), N_("Before it what it is about, or when; after it what happens.")),
    ((">",), N_("More than.")),
    (("=", "= 1", "= 2×"), N_("As many as, or the same as.")),
    (("+", "+1", "+4"), N_("So many more.")),
    (("→",), N_("Goes to.")),
    (("·",), N_("Nothing by itself.")),
)


def rules_page(reader: Reader) -> str:
    lang = reader.lang
    said, catalogue = texts(lang), everything(EDITION)
    say = said.gettext
    examples: dict[str, Face] = {id: face(catalogue, id, lang) for id in EXAMPLES}
    return whole_page(
        "reference/rules.html",
        reader,
        titles={anchor: translated(title, said) for anchor, title in TITLES.items()},
        sections=SECTIONS,
        example=examples,
        symbols=[
            (say(title), [(icons, say(words)) for icons, words in rows])
            for title, rows in SYMBOLS.items()
        ],
        signs=[(signs, say(words)) for signs, words in SIGNS],
        only={
            say(EDITION_NAMES[edition]): [
                (id, name_of(thing, lang)) for id, thing in only_in(edition).items()
            ]
            for edition in EDITION_NAMES
        },
        differing=[
            (id, name_of(next(iter(editions.values()))[0], lang), words)
            for id, editions in by_id().items()
            if (words := differences(id, lang))
        ],
    )
