"""The catalogue: a mistake in a file is reported with the file and the entry."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from catalogues import FILES_OF, TEXT_OF, TEXTS, block, mended, mended_in
from mirabilia.catalogue import CatalogueError, load_files, read

STATUE = '[card.statue]\nname = "Statue"\nage = 2\ncolour = "blue"\n'
DECORATORS = '[card.decorators_guild]\nname = "Decorators Guild"'


def without(header: str, edition: str = "2nd") -> str:
    return mended(block(header, edition), "", edition)


def read_files(edition: str, file: str, text: str) -> None:
    """Read the files of an edition, one of them changed; for what is said about it."""
    contents = {name: TEXT_OF[name] for name in FILES_OF[edition]} | {file: text}
    with TemporaryDirectory() as folder:
        paths = []
        for name, content in contents.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, "utf-8")
            paths.append(path)
        load_files(paths)


MISTAKES = {
    "syntax": (
        mended_in("card.statue", "age = 2", "age = "),
        "card.statue: Invalid value",
    ),
    "unclosed list": (TEXTS["2nd"].rstrip()[:-1], "board.gizah.night: "),
    "a card twice": (
        mended(STATUE, f"{block('card.statue')}\n\n{STATUE}"),
        "card.statue: Cannot declare",
    ),
    "a side twice": (
        mended_in("board.gizah.night", ".night", ".day"),
        "board.gizah.day: Cannot declare",
    ),
    "unknown key of the file": (
        mended('edition = "2nd"', 'edition = "2nd"\nprinting = 3'),
        ': the key "printing" is unknown',
    ),
    "missing key of the file": (mended('edition = "2nd"', ""), ': the key "edition" is missing'),
    "empty edition": (mended('edition = "2nd"', 'edition = ""'), ': "edition" is empty'),
    "one side only": (mended('["day", "night"]', '["day"]'), ': "sides" must name the two sides'),
    "cards as a list": (
        'edition = "2nd"\nsides = ["day", "night"]\ncard = []',
        "card: this entry must be a table of keys, not []",
    ),
    "unknown key": (
        mended(STATUE, f"{STATUE}color = 3\n"),
        'card.statue: the key "color" is unknown',
    ),
    "missing key": (
        mended_in("card.statue", 'colour = "blue"\n', ""),
        'card.statue: the key "colour" is missing',
    ),
    "missing players": (
        mended_in("card.statue", "players = [3, 7]\n", ""),
        'card.statue: the key "players" is missing',
    ),
    "players of a guild": (
        mended(DECORATORS, DECORATORS.replace("\n", "\nplayers = [3]\n")),
        'card.decorators_guild: a guild has no "players"',
    ),
    "a guild of the second age": (
        mended_in("card.decorators_guild", "age = 3", "age = 2"),
        "card.decorators_guild: a guild is of age 3",
    ),
    "a text for a number": (
        mended_in("card.statue", "age = 2", 'age = "2"'),
        'card.statue: "age" must be a whole number, not "2"',
    ),
    "true for a number": (
        mended_in("card.statue", "age = 2", "age = true"),
        'card.statue: "age" must be a whole number, not true',
    ),
    "a number for a list": (
        mended_in("card.statue", "[3, 7]", "3"),
        'card.statue: "players" must be a list of whole numbers, not 3',
    ),
    "a text in a list of numbers": (
        mended_in("card.statue", "[3, 7]", '[3, "7"]'),
        'card.statue: each of "players" must be a whole number, not "7"',
    ),
    "a table for the name": (
        mended_in("card.statue", '"Statue"', '{ en = "Statue" }'),
        'card.statue: "name" must be a text, not {"en": "Statue"}',
    ),
    "no name": (
        mended_in("card.statue", 'name = "Statue"\n', ""),
        'card.statue: the key "name" is missing',
    ),
    "empty name": (
        mended_in("card.statue", '"Statue"', '""'),
        'card.statue: "name" is empty',
    ),
    "no printed board name": (
        mended_in("board.gizah", '\nboard = "Gizah"', ""),
        'board.gizah: the key "board" is missing',
    ),
    "empty printed board name": (
        mended_in("board.gizah", 'board = "Gizah"', 'board = ""'),
        'board.gizah: "board" is empty',
    ),
    "an id with capitals": (
        mended("[card.statue]", "[card.Statue]"),
        'card.Statue: "Statue" is no id',
    ),
    "unknown age": (
        mended_in("card.statue", "age = 2", "age = 4"),
        'card.statue: "age" is 4; known are 1, 2, 3',
    ),
    "unknown colour": (
        mended_in("card.statue", "blue", "azure"),
        'card.statue: "colour" is "azure"; known are brown',
    ),
    "unknown player number": (
        mended_in("card.statue", "[3, 7]", "[3, 8]"),
        'card.statue: "players" is 8',
    ),
    "unknown resource": (
        mended_in("card.statue", "wood", "gold"),
        'card.statue: "gold" is no cost',
    ),
    "a resource named twice": (
        mended_in("card.statue", '"wood,', '"ore,'),
        "names ore twice",
    ),
    "unknown effect": (
        mended_in("card.statue", "4 points", "4 pints"),
        'card.statue: "4 pints" is none of the effects',
    ),
    "no effects": (
        mended_in("card.statue", '["4 points"]', "[]"),
        'card.statue: "effects" is empty',
    ),
    "a card too few": (
        mended_in("card.tavern", "[4, 5, 7]", "[4, 5]"),
        "age 1: 48 cards for 7 players, where 49 are needed",
    ),
    "a card too many in the third age": (
        mended_in("card.pantheon", "[3, 6]", "[3, 6, 7]"),
        "age 3: 41 cards for 7 players besides the guilds, where 40 are needed",
    ),
    "a chain with no such card": (
        mended_in("card.statue", '["well"]', '["wel"]'),
        "card.statue: there is no card wel to chain with",
    ),
    "a chain named at its end only": (
        mended_in("card.well", 'makes_free = ["statue"]\n', ""),
        "card.statue: free_with has well, but makes_free of well lacks statue",
    ),
    "a chain named at its start only": (
        mended_in("card.statue", 'free_with = ["well"]\n', ""),
        "card.well: makes_free has statue, but free_with of statue lacks well",
    ),
    "a chain named twice": (
        mended_in("card.statue", '["well"]', '["well", "well"]'),
        'card.statue: "free_with" has the same name twice',
    ),
    "a chain back in time": (
        mended_in("card.gardens", "age = 3", "age = 1"),
        "card.theater: makes_free has gardens, which is not of a later age",
    ),
    "a symbol that differs from the chain": (
        mended_in("card.well", "hammer", "nail"),
        "card.statue: free_with has well, but the symbols it accepts are granted by nothing",
    ),
    "a symbol too many": (
        mended_in("card.statue", '["hammer"]', '["hammer", "drop"]'),
        "card.statue: free_with has well, but the symbols it accepts are granted by baths, well",
    ),
    "a board with one side": (
        without("board.gizah.day"),
        'board.gizah: the key "day" is missing',
    ),
    "no start": (
        mended_in("board.gizah.day", 'start = "stone"\n', ""),
        'board.gizah.day: the key "start" is missing',
    ),
    "unknown start": (
        mended_in("board.gizah.day", 'start = "stone"', 'start = "gold"'),
        'board.gizah.day: "start" is "gold"; known are wood',
    ),
    "no stages": (
        mended(block("board.gizah.day"), '[board.gizah.day]\nstart = "stone"\nstages = []'),
        'board.gizah.day: "stages" must be a list of 1 to 4 stages',
    ),
    "a stage too many": (
        mended_in(
            "board.gizah.night",
            "stages = [\n",
            'stages = [\n    { cost = "wood", effects = ["1 point"] },\n',
        ),
        'board.gizah.night: "stages" must be a list of 1 to 4 stages',
    ),
    "a stage for nothing": (
        mended_in("board.gizah.day", '"2 wood"', '""'),
        "board.gizah.day, stage 1: a stage has a cost",
    ),
    "a mistake in a stage": (
        mended_in("board.gizah.day", '"4 stone"', '"4 bricks"'),
        'board.gizah.day, stage 3: "4 bricks" is no cost',
    ),
}


@pytest.mark.parametrize(("text", "message"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_reported_with_file_and_entry(text: str, message: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        read(text, "2nd/base.toml")
    first, *_ = (line for line in str(caught.value).splitlines() if message in line)
    assert first.startswith("2nd/base.toml")


def test_too_few_guilds_and_wonders_are_reported() -> None:
    text = TEXTS["1st"]
    for header in re.findall(r"\[(card\.\w+_guild|board\.gizah[.AB]*)\]", text)[-5:]:
        text = text.replace(block(header, "1st"), "")
    with pytest.raises(CatalogueError) as caught:
        read(text, "mine.toml")
    assert str(caught.value).splitlines() == [
        "mine.toml, guilds: 8, where at least 9 are needed",
        "mine.toml, boards: 6 wonders, where at least 7 are needed",
    ]


MISTAKES_IN_EXPANSIONS = {
    "unknown expansion": (
        ("1st", "1st/leaders.toml"),
        ('expansion = "leaders"', 'expansion = "babel"'),
        ': "expansion" is "babel"; known are leaders, cities, armada',
    ),
    "islands outside Armada": (
        ("1st", "1st/cities.toml"),
        ("[card.lair]", "[island.lair]"),
        ': the key "island" is unknown',
    ),
    "a leader named like a card": (
        ("1st", "1st/leaders.toml"),
        ("[leader.midas]", "[leader.statue]"),
        ", leader.statue: ",
    ),
    "an island named like a card": (
        ("2nd", "armada.toml"),
        ("[island.lost]", "[island.lair]"),
        ", island.lair: ",
    ),
    "unknown group": (
        ("1st", "1st/cities.toml"),
        (
            '[leader.darius]\nname = "Darius"\ngroup = "cities"',
            '[leader.darius]\nname = "Darius"\ngroup = "towns"',
        ),
        ', leader.darius: "group" is "towns"; known are standard, expert, cities',
    ),
    "a leader for wood": (
        ("2nd", "2nd/leaders.toml"),
        (
            '"Midas"\ngroup = "standard"\ncost = "3 coins"',
            '"Midas"\ngroup = "standard"\ncost = "wood"',
        ),
        ", leader.midas: a leader costs coins",
    ),
    "a leader for nothing": (
        ("2nd", "2nd/leaders.toml"),
        (
            '"Midas"\ngroup = "standard"\ncost = "3 coins"',
            '"Midas"\ngroup = "standard"\ncost = ""',
        ),
        ", leader.midas: a leader costs coins",
    ),
    "too few standard leaders": (
        ("2nd", "2nd/leaders.toml"),
        ('group = "standard"', 'group = "expert"'),
        ", leaders: 0 standard leaders, where at least 28 are needed",
    ),
    "a card for the age": (
        ("2nd", "2nd/cities.toml"),
        ('cost = "clay"', 'cost = "as many coins as the age"'),
        ", card.residence: only a leader costs as many coins as the age",
    ),
    "a blue card of Cities": (
        ("2nd", "2nd/cities.toml"),
        ('"Lair"\nage = 2\ncolour = "black"', '"Lair"\nage = 2\ncolour = "blue"'),
        ', card.lair: "colour" is "blue"; known are black, purple',
    ),
    "players of a black card": (
        ("2nd", "2nd/cities.toml"),
        ("[card.lair]\n", "[card.lair]\nplayers = [3]\n"),
        ', card.lair: a black card has no "players"',
    ),
    "too few black cards": (
        ("1st", "1st/cities.toml"),
        ("age = 1\n", "age = 2\n"),
        ", cities: 0 black cards of age 1, where at least 9 are needed",
    ),
    "a board's effect that is none": (
        ("1st", "1st/leaders.toml"),
        ('"leaders cost you nothing"]\nstages', '"3 points"]\nstages'),
        ", board.roma.A: a board's own effects are about",
    ),
    "a black card in the base game": (
        ("2nd", "2nd/base.toml"),
        (STATUE, STATUE.replace("blue", "black")),
        ', card.statue: "colour" is "black"; known are brown',
    ),
    "two copies of an Armada card": (
        ("2nd", "armada.toml"),
        ("players = [4]", "players = [4, 5]"),
        ", card.pontoon: there is one copy of an Armada card",
    ),
    "an Armada card for four too many": (
        ("2nd", "armada.toml"),
        ('age = 3\ncolour = "yellow"\nplayers = [3]', 'age = 3\ncolour = "yellow"\nplayers = [4]'),
        ", armada: 7 cards for 4 players or more, where 5 are needed",
    ),
    "an Armada card of another age": (
        ("2nd", "armada.toml"),
        ('age = 3\ncolour = "red"', 'age = 2\ncolour = "red"'),
        ", armada: 10 cards of age 2, where 8 are needed",
    ),
    "islands of another level": (
        ("2nd", "armada.toml"),
        ("level = 1\n", "level = 2\n"),
        ", armada: 0 islands of level 1, where 9 are needed",
    ),
    "unknown level": (
        ("2nd", "armada.toml"),
        ("level = 1\n", "level = 4\n"),
        ', island.overgrown: "level" is 4; known are 1, 2, 3',
    ),
    "a cost too few": (
        ("1st", "1st/armada.toml"),
        ('red    = ["stone", ', "red    = ["),
        ', shipyard.F: "red" must have 6 costs, one for each space',
    ),
    "a shipyard without a letter": (
        ("1st", "1st/armada.toml"),
        ("[shipyard.F]", "[shipyard.fast]"),
        ", shipyard.fast: a shipyard is called by a capital letter",
    ),
    "unknown fleet": (
        ("1st", "1st/armada.toml"),
        ('wonder_fleet = "yellow"', 'wonder_fleet = "purple"'),
        ', shipyard.F: "wonder_fleet" is "purple"; known are red',
    ),
    "a shipyard twice": (
        ("1st", "1st/armada.toml"),
        ("[shipyard.F]", "[shipyard.A]"),
        ", shipyard.A: ",
    ),
    "a space too few": (
        ("1st", "armada.toml"),
        ("    { naval = 1 },\n", ""),
        ', track: "red" must be a list of 7 spaces',
    ),
    "unknown key of a space": (
        ("1st", "armada.toml"),
        ("{ naval = 7 }", "{ navy = 7 }"),
        ', track, space 7: the key "navy" is unknown',
    ),
    "a level that no island has": (
        ("1st", "armada.toml"),
        ("{ explore = 3 }", "{ explore = 4 }"),
        ', track, space 7: "explore" is 4; known are 1, 2, 3',
    ),
    "a number below 0": (
        ("1st", "armada.toml"),
        ("{ naval = 7 }", "{ naval = -7 }"),
        ", track, space 7: a number is below 0",
    ),
    "an age too few": (
        ("2nd", "2nd/armada.toml"),
        ("    { rewards = [3, 1], penalty = -1 },\n", ""),
        ', naval: "ages" must be a list of 3 ages',
    ),
    "rewards that grow": (
        ("2nd", "2nd/armada.toml"),
        ("[3, 1]", "[1, 3]"),
        ', naval, age 1: "rewards" must be numbers above 0',
    ),
    "a penalty that is none": (
        ("2nd", "2nd/armada.toml"),
        ("penalty = -2", "penalty = 2"),
        ', naval, age 2: "penalty" must be below 0',
    ),
    "a reward for which there is no token": (
        ("2nd", "2nd/armada.toml"),
        ("[3, 1]", "[9, 1]"),
        ', naval, age 1: "rewards" is 9; known are 1, 3, 5, 7',
    ),
    "a penalty for which there is no token": (
        ("2nd", "2nd/armada.toml"),
        ("penalty = -2", "penalty = -4"),
        ', naval, age 2: "penalty" is -4; known are -1, -2, -3',
    ),
    "an island of no level": (
        ("2nd", "armada.toml"),
        ('["draws an island of level 2"]', '["draws an island of level 4"]'),
        ", card.cartographers_office: there is no island of level 4",
    ),
    "a victory token that is none": (
        ("2nd", "2nd/cities.toml"),
        ('["a victory token of 3"', '["a victory token of 4"'),
        ", card.raider_fort: there is no victory token of 4",
    ),
    "no naval conflicts": (
        ("1st", "1st/armada.toml"),
        (TEXT_OF["1st/armada.toml"][TEXT_OF["1st/armada.toml"].index("[naval]") :], ""),
        ", armada: there is no [naval]",
    ),
    "a promo board without sides": (
        ("1st", "1st/promo.toml"),
        (
            TEXT_OF["1st/promo.toml"][TEXT_OF["1st/promo.toml"].index("[board.manneken_pis.B]") :],
            "",
        ),
        ", board.manneken_pis: a board has a side",
    ),
    "a text for true": (
        ("1st", "1st/promo.toml"),
        ("any_order = true", 'any_order = "yes"'),
        ', board.great_wall.A: "any_order" must be true or false, not "yes"',
    ),
    "the only leader on a card": (
        ("2nd", "2nd/base.toml"),
        (
            block("card.statue"),
            block("card.statue").replace("4 points", "4 points if this is your only leader"),
        ),
        ", card.statue: only a leader can be the only leader",
    ),
}


@pytest.mark.parametrize(
    ("place", "change", "message"),
    MISTAKES_IN_EXPANSIONS.values(),
    ids=MISTAKES_IN_EXPANSIONS.keys(),
)
def test_a_mistake_in_an_expansion_is_reported_with_file_and_entry(
    place: tuple[str, str], change: tuple[str, str], message: str
) -> None:
    edition, file = place
    old, new = change
    assert old in TEXT_OF[file]
    with pytest.raises(CatalogueError) as caught:
        read_files(edition, file, TEXT_OF[file].replace(old, new))
    assert any(
        line.partition(message)[0].endswith(file)
        for line in str(caught.value).splitlines()
        if message in line
    )


@pytest.mark.parametrize(
    ("phrase", "expansion"),
    [
        ("recruits one more leader", "leaders"),
        ("1 point for each leader in your city", "leaders"),
        ("a diplomacy token", "cities"),
        ("advances 1 fleet", "armada"),
        ("2 points for each island in your city", "armada"),
    ],
)
def test_an_effect_may_need_an_expansion(phrase: str, expansion: str) -> None:
    text = mended_in("card.statue", "4 points", phrase)
    message = f"mine.toml, card.statue: one of its effects needs the expansion {expansion}"
    with pytest.raises(CatalogueError, match=message):
        read(text, "mine.toml")


def test_a_file_without_edition_is_not_enough() -> None:
    with pytest.raises(CatalogueError, match=r"armada\.toml: no file names an edition"):
        read(TEXT_OF["armada.toml"], "armada.toml")
