"""The catalogue: what the shipped files say, and what is said about a mistake in one."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirabilia.catalogue import (
    COLOURS,
    EDITIONS,
    EFFECT_KINDS,
    EXPANSIONS,
    FLEETS,
    RESOURCES,
    SCIENCE,
    Board,
    Card,
    Catalogue,
    CatalogueError,
    Cost,
    Effect,
    Island,
    Leader,
    Space,
    load,
    load_files,
    read,
)
from mirabilia.catalogue.phrases import cost_text, effects_text, parse_cost, parse_effects

FOLDER = resources.files("mirabilia.catalogue")
FILES_OF = {
    "1st": (
        "1st/base.toml",
        "1st/leaders.toml",
        "1st/cities.toml",
        "armada.toml",
        "1st/armada.toml",
        "1st/promo.toml",
    ),
    "2nd": (
        "2nd/base.toml",
        "2nd/leaders.toml",
        "2nd/cities.toml",
        "armada.toml",
        "2nd/armada.toml",
    ),
}
TEXT_OF = {
    file: FOLDER.joinpath(file).read_text("utf-8") for files in FILES_OF.values() for file in files
}
TEXTS = {edition: TEXT_OF[f"{edition}/base.toml"] for edition in EDITIONS}
SETS = [chosen for number in range(4) for chosen in combinations(EXPANSIONS, number)]
NEIGHBOURS = ("left", "right")

STATUE = '[card.statue]\nname = { en = "Statue", it = "Statua" }\nage = 2\ncolour = "blue"\n'
DECORATORS = '[card.decorators_guild]\nname = { en = "Decorators Guild"'


def mended(old: str, new: str, edition: str = "2nd") -> str:
    """The shipped text with one place changed."""
    assert TEXTS[edition].count(old) == 1, f"{old!r} must be found once"
    return TEXTS[edition].replace(old, new)


def block(header: str, edition: str = "2nd") -> str:
    """The lines of an entry, as shipped."""
    (found,) = (part for part in TEXTS[edition].split("\n\n") if part.startswith(f"[{header}]\n"))
    return found.rstrip()


def mended_in(header: str, old: str, new: str, edition: str = "2nd") -> str:
    """The shipped text with one place of one entry changed."""
    entry = block(header, edition)
    assert entry.count(old) == 1, f"{old!r} must be found once in {header}"
    return mended(entry, entry.replace(old, new), edition)


def without(header: str, edition: str = "2nd") -> str:
    return mended(block(header, edition), "", edition)


def described_phrases(file: str) -> list[str]:
    """The effects listed at the head of a file."""
    return re.findall("^#   (.+)$", TEXT_OF[file], re.MULTILINE)


def written_phrases(file: str) -> list[list[str]]:
    """The effects of every entry of a file."""
    lists = re.findall(r"effects = \[(.*?)\]", TEXT_OF[file])
    return [re.findall('"(.+?)"', entry) for entry in lists]


def all_effects(catalogue: Catalogue) -> list[tuple[Effect, ...]]:
    things: list[Card | Leader | Island | Board] = [
        *catalogue.cards.values(),
        *catalogue.leaders.values(),
        *catalogue.islands.values(),
        *catalogue.boards.values(),
    ]
    stages = [stage.effects for board in catalogue.boards.values() for stage in board.stages]
    return [thing.effects for thing in things] + stages


def everything(edition: str) -> Catalogue:
    return load(edition, EXPANSIONS)


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


@pytest.fixture(params=EDITIONS)
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    return load(request.param)


def test_an_edition_is_read_once() -> None:
    assert load("2nd") is load("2nd")


def test_the_edition_is_the_one_asked_for(catalogue: Catalogue) -> None:
    assert load(catalogue.edition) is catalogue


def test_an_unknown_edition_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CatalogueError, match='no edition "3rd"; there are 1st, 2nd'):
        load("3rd")


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("age", [1, 2, 3])
def test_every_player_gets_seven_cards(catalogue: Catalogue, age: int, players: int) -> None:
    guilds = players + 2 if age == 3 else 0
    assert len(catalogue.deck(age, players)) + guilds == 7 * players


def test_there_are_ten_guilds_of_the_third_age(catalogue: Catalogue) -> None:
    assert [(guild.age, guild.players) for guild in catalogue.guilds] == [(3, ())] * 10


def test_seven_wonders_have_two_sides_each(catalogue: Catalogue) -> None:
    assert len(catalogue.wonders) == 7
    for wonder in catalogue.wonders:
        day, night = (catalogue.boards[wonder, side] for side in catalogue.sides)
        assert day.start == night.start
        assert day.name == night.name


def test_chains_name_each_other(catalogue: Catalogue) -> None:
    def chains(key: str) -> set[tuple[str, str]]:
        cards = catalogue.cards
        return {(card.id, other) for card in cards.values() for other in getattr(card, key)}

    assert chains("free_with") == {(later, earlier) for earlier, later in chains("makes_free")}


def test_both_trading_posts_make_the_forum_free(catalogue: Catalogue) -> None:
    posts = ("east_trading_post", "west_trading_post")
    assert catalogue.cards["forum"].free_with == posts
    for post in posts:
        assert catalogue.cards[post].makes_free == ("forum",)


def test_chain_symbols_are_of_the_second_edition_only() -> None:
    assert load("2nd").cards["forum"].accepts == ("market_stall",)
    assert not any(card.accepts or card.grants for card in load("1st").cards.values())


def test_the_two_cards_of_a_workshop_are_one_building(catalogue: Catalogue) -> None:
    assert catalogue.cards["loom_age1"].building == catalogue.cards["loom_age2"].building == "loom"
    assert catalogue.cards["statue"].building == "statue"


def test_a_card_is_read_as_printed() -> None:
    assert load("1st").cards["statue"] == Card(
        id="statue",
        building="statue",
        name={"en": "Statue", "nl": "Beeld"},
        age=2,
        colour="blue",
        cost=Cost(0, {"wood": 1, "ore": 2}),
        effects=(Effect("points", 4),),
        players=(3, 7),
        free_with=("theater",),
        makes_free=("gardens",),
    )


def test_every_kind_of_effect_is_listed_at_the_head_of_a_file() -> None:
    phrases = [phrase for file in TEXT_OF for phrase in described_phrases(file)]
    kinds = {effect.kind for phrase in phrases for effect in parse_effects(phrase)}
    assert kinds == set(EFFECT_KINDS)


@pytest.mark.parametrize("file", TEXT_OF)
def test_the_head_of_a_file_lists_what_its_effects_do_and_count(file: str) -> None:
    def words(phrases: list[str]) -> set[str]:
        effects = [effect for phrase in phrases for effect in parse_effects(phrase)]
        return {word for effect in effects for word in (effect.kind, effect.counted)}

    used = words([phrase for texts in written_phrases(file) for phrase in texts])
    assert used <= words(described_phrases(file))


@pytest.mark.parametrize("file", TEXT_OF)
def test_phrases_are_written_as_they_stand_in_the_files(file: str) -> None:
    for texts in [*written_phrases(file), *([text] for text in described_phrases(file))]:
        assert effects_text([e for text in texts for e in parse_effects(text)]) == texts


@pytest.mark.parametrize("edition", EDITIONS)
def test_effects_come_back_from_their_phrases(edition: str) -> None:
    for effects in all_effects(everything(edition)):
        assert sum(map(parse_effects, effects_text(effects)), ()) == effects


@pytest.mark.parametrize("file", TEXT_OF)
def test_costs_are_written_as_they_stand_in_the_files(file: str) -> None:
    for text in re.findall('cost = "(.+?)"', TEXT_OF[file]):
        assert cost_text(parse_cost(text)) == text


@given(
    st.integers(0, 99),
    st.dictionaries(st.sampled_from(RESOURCES), st.integers(1, 99)),
)
def test_any_cost_comes_back_from_its_text(coins: int, resources: dict[str, int]) -> None:
    cost = Cost(coins, resources)
    assert parse_cost(cost_text(cost)) == cost


def choices(words: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(words), min_size=1, unique=True).map(tuple)


places = st.sampled_from([("self",), ("left", "right"), ("self", "left", "right")])
amounts = st.integers(1, 99)
per = st.sampled_from(["points_per", "coins_per"])
effects_of_all_shapes = st.one_of(
    st.builds(Effect, st.just("produce"), options=choices(RESOURCES)),
    st.builds(Effect, st.just("science"), options=choices(SCIENCE)),
    st.builds(Effect, st.sampled_from(["points", "shields", "coins"]), amounts),
    st.builds(Effect, st.just("points_if_wonder_complete"), amounts),
    st.builds(
        Effect, per, amounts, counted=st.just("card"), colours=choices(COLOURS), where=places
    ),
    st.builds(Effect, per, amounts, counted=st.sampled_from(["stage", "defeat"]), where=places),
    st.builds(
        Effect,
        per,
        amounts,
        counted=st.sampled_from(["leader", "island", "commerce", "best_colour", "science_set"]),
        where=places,
    ),
    st.builds(
        Effect,
        per,
        amounts,
        counted=st.just("victory"),
        where=places,
        value=st.integers(0, 99),
    ),
    st.builds(
        Effect,
        per,
        amounts,
        counted=st.just("set"),
        colours=st.lists(st.sampled_from(COLOURS), min_size=2, unique=True).map(tuple),
        where=places,
    ),
    st.builds(
        Effect, per, amounts, counted=st.just("symbol"), options=choices(RESOURCES), where=places
    ),
    st.builds(
        Effect,
        st.just("coins"),
        amounts,
        where=st.sampled_from([(), NEIGHBOURS, ("others",)]),
    ),
    st.builds(Effect, st.sampled_from(["loss", "victory"]), st.integers(0, 99)),
    st.builds(Effect, st.just("coins_on_build"), amounts, colours=choices(COLOURS)),
    st.builds(
        Effect,
        st.sampled_from(["discount", "free_colour", "free_colour_once"]),
        colours=choices(COLOURS),
    ),
    st.builds(Effect, st.sampled_from(["naval", "advance", "draw_island"]), amounts),
)


@given(st.lists(effects_of_all_shapes))
def test_any_effects_come_back_from_their_phrases(effects: list[Effect]) -> None:
    assert [e for text in effects_text(effects) for e in parse_effects(text)] == effects


@pytest.mark.parametrize(
    ("phrase", "effects"),
    [
        (
            "produces wood and wood",
            (Effect("produce", options=("wood",)), Effect("produce", options=("wood",))),
        ),
        ("produces wood or clay", (Effect("produce", options=("wood", "clay")),)),
        ("science compass or gear or tablet", (Effect("science", options=SCIENCE),)),
        ("1 shield", (Effect("shields", 1),)),
        (
            "1 coin for each brown card in your city and the neighbouring cities",
            (
                Effect(
                    "coins_per",
                    1,
                    counted="card",
                    colours=("brown",),
                    where=("self", "left", "right"),
                ),
            ),
        ),
        (
            "1 point for each defeat in the neighbouring cities",
            (Effect("points_per", 1, counted="defeat", where=("left", "right")),),
        ),
        (
            "buys manufactured goods at 1 from the left",
            (Effect("buy_at", 1, options=("glass", "papyrus", "loom"), where=("left",)),),
        ),
        ("builds the last card of an age for nothing", (Effect("free_last_card"),)),
        ("each neighbour takes 2 coins", (Effect("coins", 2, where=NEIGHBOURS),)),
        ("everyone else takes 1 coin", (Effect("coins", 1, where=("others",)),)),
        (
            "1 point for each 3 coins in your city",
            (Effect("points_per", 1, counted="coin", where=("self",), value=3),),
        ),
        (
            "2 points for each victory token of 1 in your city",
            (Effect("points_per", 2, counted="victory", where=("self",), value=1),),
        ),
        (
            "3 points for each set of blue, red and green cards in your city",
            (
                Effect(
                    "points_per",
                    3,
                    counted="set",
                    colours=("blue", "red", "green"),
                    where=("self",),
                ),
            ),
        ),
        (
            "the value of one for each pair of equal victory tokens in your city",
            (Effect("points_per", 0, counted="victory_pair", where=("self",)),),
        ),
        (
            "5 points if you have more blue cards than each neighbour",
            (Effect("points_if_more", 5, counted="card", colours=("blue",)),),
        ),
        (
            "5 points if you have more coins than each neighbour",
            (Effect("points_if_more", 5, counted="coin"),),
        ),
        ("one resource less for blue cards", (Effect("discount", colours=("blue",)),)),
        ("one resource less for stages", (Effect("discount", counted="stage"),)),
        ("leaders cost you 2 coins less", (Effect("recruit_discount", 2, where=("self",)),)),
        (
            "leaders cost your neighbours 1 coin less",
            (Effect("recruit_discount", 1, where=NEIGHBOURS),),
        ),
        (
            "3 coins whenever you build a yellow card",
            (Effect("coins_on_build", 3, colours=("yellow",)),),
        ),
        ("a victory token of 3", (Effect("victory", 3),)),
        ("a victory token of this age", (Effect("victory"),)),
        ("others lose 2 coins", (Effect("loss", 2),)),
        ("others lose as many coins as the age", (Effect("loss"),)),
        (
            "others lose 1 coin for each stage of theirs",
            (Effect("loss_per", 1, counted="stage"),),
        ),
        (
            "buys 2 resources a turn at 1 from two seats to the left",
            (Effect("far_trade", 2, where=("far_left",)),),
        ),
        ("advances 2 fleets", (Effect("advance", 2),)),
        ("advances the blue fleet", (Effect("advance", 1, colours=("blue",)),)),
    ],
)
def test_a_phrase_means_its_effects(phrase: str, effects: tuple[Effect, ...]) -> None:
    assert parse_effects(phrase) == effects


@pytest.mark.parametrize(
    "phrase",
    [
        "",
        "points",
        "0 points",
        "-1 points",
        "100 points",
        "3 points.",
        "produces gold",
        "produces wood, clay",
        "produces wood or wood",
        "science compass and gear",
        "1 point for each card in your city",
        "1 point for each white card in your city",
        "1 point for each 1 coins in your city",
        "3 points for each set of blue cards in your city",
        "3 points for each set of blue, blue and red cards in your city",
        "a victory token of 0",
        "others lose 0 coins",
        "raids the left",
        "one resource less for white cards",
        "1 point for each brown card",
        "buys wood at 1 from the left",
        "copies a guild",
    ],
)
def test_a_phrase_outside_the_list_is_refused(phrase: str) -> None:
    with pytest.raises(CatalogueError):
        parse_effects(phrase)


def test_a_cost_may_be_the_age() -> None:
    assert parse_cost("as many coins as the age") == Cost(by_age=True)
    assert cost_text(Cost(by_age=True)) == "as many coins as the age"


@pytest.mark.parametrize("text", ["gold", "0 wood", "2", "wood ore", "wood, wood", "woods", ", "])
def test_a_cost_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(CatalogueError):
        parse_cost(text)


@pytest.mark.parametrize(
    "effect",
    [
        Effect("flies"),
        Effect("points"),
        Effect("points", 100),
        Effect("points", 3, where=("left",)),
        Effect("raid", where=("left",)),
        Effect("discount"),
        Effect("points_per", 1, counted="coin", where=("self",)),
        Effect("points_per", 1, counted="set", colours=("blue",), where=("self",)),
    ],
)
def test_an_effect_without_a_phrase_is_refused(effect: Effect) -> None:
    with pytest.raises(CatalogueError, match="there is no phrase"):
        effects_text([effect])


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
    "a text for the names": (
        mended_in("card.statue", '{ en = "Statue", it = "Statua" }', '"Statue"'),
        'card.statue: "name" must be a table of keys, not "Statue"',
    ),
    "no English name": (
        mended_in("card.statue", 'en = "Statue", ', ""),
        'card.statue: the name lacks "en"',
    ),
    "empty name": (
        mended_in("card.statue", '"Statua"', '""'),
        'card.statue: the name in "it" is empty',
    ),
    "unknown language": (
        mended_in("card.statue", "it =", "italian ="),
        'card.statue: the name has "italian"',
    ),
    "no printed board name": (
        mended_in("board.gizah", 'board = "Gizah", ', ""),
        'board.gizah: the name lacks "board"',
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


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("chosen", SETS, ids="+".join)
def test_expansions_come_after_the_base_game(edition: str, chosen: tuple[str, ...]) -> None:
    base, whole = load(edition), load(edition, chosen)
    assert list(whole.cards)[: len(base.cards)] == list(base.cards)
    assert list(whole.boards)[: len(base.boards)] == list(base.boards)
    assert {card.expansion for card in whole.cards.values()} <= {"", *chosen}
    assert {board.expansion for board in whole.boards.values()} <= {"", *chosen}
    assert whole.expansions == chosen
    assert whole.edition == edition


def test_expansions_may_be_named_in_any_order(catalogue: Catalogue) -> None:
    assert load(catalogue.edition, ["armada", "leaders"]) is load(
        catalogue.edition, ("leaders", "armada", "leaders")
    )
    assert load(catalogue.edition, []) is catalogue


def test_an_unknown_expansion_is_refused_with_the_known_ones() -> None:
    known = 'no expansion "babel"; there are leaders, cities, armada'
    with pytest.raises(CatalogueError, match=known):
        load("1st", ["leaders", "babel"])


def test_every_choice_of_expansions_has_a_digest_of_its_own() -> None:
    digests = {load(edition, chosen).digest for edition in EDITIONS for chosen in SETS}
    assert len(digests) == len(EDITIONS) * len(SETS)


@pytest.mark.parametrize(
    ("edition", "digest"), [("1st", "6f407ba1496a2c32"), ("2nd", "4c47b2f2469dfb39")]
)
def test_the_base_game_keeps_its_digest(edition: str, digest: str) -> None:
    assert load(edition).digest == digest


@pytest.mark.parametrize(
    ("edition", "chosen", "groups"),
    [
        ("1st", ["leaders"], {"standard": 36, "expert": 15}),
        ("1st", ["cities"], {}),
        ("1st", ["leaders", "cities"], {"standard": 36, "expert": 15, "cities": 6}),
        ("2nd", ["leaders"], {"standard": 34, "expert": 15}),
        ("2nd", ["leaders", "cities"], {"standard": 34, "expert": 15, "cities": 6}),
    ],
)
def test_some_leaders_need_cities(edition: str, chosen: list[str], groups: dict[str, int]) -> None:
    leaders = load(edition, chosen).leaders.values()
    assert Counter(leader.group for leader in leaders) == groups


@pytest.mark.parametrize(
    ("edition", "expansion", "players", "cards"),
    [
        ("1st", "leaders", 7, [0, 0, 0]),
        ("1st", "cities", 3, [9, 9, 9]),
        ("2nd", "cities", 3, [14, 14, 14]),
        ("1st", "armada", 3, [6, 6, 7]),
        ("2nd", "armada", 4, [8, 8, 8]),
    ],
)
def test_an_expansion_brings_cards_of_every_age(
    edition: str, expansion: str, players: int, cards: list[int]
) -> None:
    catalogue = everything(edition)
    assert [len(catalogue.extras(age, expansion, players)) for age in (1, 2, 3)] == cards


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("age", [1, 2, 3])
def test_expansions_leave_the_deck_as_it_is(age: int, players: int) -> None:
    for edition in EDITIONS:
        assert everything(edition).deck(age, players) == load(edition).deck(age, players)


@pytest.mark.parametrize(
    ("chosen", "guilds"),
    [
        (["armada"], ""),
        (["leaders"], "gamers_guild courtesans_guild diplomats_guild architects_guild"),
        (["cities"], "counterfeiters_guild guild_of_shadows mourners_guild"),
    ],
)
def test_guilds_of_the_first_edition_come_with_their_expansion(
    chosen: list[str], guilds: str
) -> None:
    assert [guild.id for guild in load("1st", chosen).guilds[10:]] == guilds.split()
    assert len(load("2nd", chosen).guilds) == 10


@pytest.mark.parametrize(
    ("edition", "chosen", "boards"),
    [
        ("1st", ["leaders"], "roma:A roma:B abu_simbel:A abu_simbel:B"),
        ("1st", ["cities"], "byzantium:A byzantium:B petra:A petra:B"),
        ("1st", ["armada"], "great_wall:A stonehenge:A manneken_pis:B"),
        ("2nd", ["armada"], "siracusa:day siracusa:night"),
    ],
)
def test_boards_come_with_their_expansion(edition: str, chosen: list[str], boards: str) -> None:
    found = [board.id for board in load(edition, chosen).boards.values()]
    assert found[14:] == boards.split()


@pytest.mark.parametrize(
    ("chosen", "promo", "boards"),
    [
        ([], False, ""),
        (["cities"], False, ""),
        ([], True, "great_wall:A stonehenge:A manneken_pis:B"),
        (["cities"], True, "great_wall:A great_wall:B stonehenge:A manneken_pis:B"),
        (["cities", "armada"], False, "great_wall:A great_wall:B stonehenge:A manneken_pis:B"),
    ],
)
def test_promo_boards_come_with_armada_or_when_asked_for(
    chosen: list[str], promo: bool, boards: str
) -> None:
    catalogue = load("1st", chosen, promo=promo)
    assert [board.id for board in catalogue.boards.values() if board.promo] == boards.split()
    assert not any(board.promo for board in load("2nd", chosen, promo=promo).boards.values())


def test_boards_without_a_resource_start_with_something_else() -> None:
    first, second = (load(edition, ["leaders"], promo=True) for edition in EDITIONS)
    without_start = [board.id for board in first.boards.values() if board.start is None]
    assert without_start == ["roma:A", "roma:B", "manneken_pis:B"]
    assert first.boards["manneken_pis", "B"].coins == 4
    assert first.boards["roma", "A"].effects == (Effect("free_recruit"),)
    discounts = (
        Effect("recruit_discount", 2, where=("self",)),
        Effect("recruit_discount", 1, where=NEIGHBOURS),
    )
    assert first.boards["roma", "B"].effects == discounts
    assert second.boards["roma", "night"].effects == (*discounts, Effect("keep_leader"))


def test_some_stages_may_be_built_in_any_order() -> None:
    boards = [board for edition in EDITIONS for board in everything(edition).boards.values()]
    any_order = {board.wonder for board in boards if board.any_order}
    assert any_order == {"great_wall", "siracusa"}


@pytest.mark.parametrize(
    ("leader", "cost", "effects"),
    [
        ("hatshepsut", Cost(2), (Effect("coins_on_purchase", 1),)),
        (
            "octavia",
            Cost(1),
            (Effect("coins_on_stage", 2, where=("self",)), Effect("loss_on_stage", 1)),
        ),
        ("arsinoe", Cost(by_age=True), (Effect("coins", 4), Effect("loss"))),
        ("caligula", Cost(3), (Effect("free_colour_once", colours=("black",)),)),
        ("imhotep", Cost(3), (Effect("discount", counted="stage"),)),
        ("gorgo", Cost(5), (Effect("points_per", counted="victory_pair", where=("self",)),)),
        ("semiramis", Cost(2), (Effect("defeats_as_shields"),)),
        ("roxane", Cost(1), (Effect("coins_on_stage", 2, where=NEIGHBOURS),)),
    ],
)
def test_a_leader_is_read_as_printed(leader: str, cost: Cost, effects: tuple[Effect, ...]) -> None:
    found = everything("1st").leaders[leader]
    assert (found.cost, found.effects) == (cost, effects)


def test_the_memorial_counts_defeats_before_they_go() -> None:
    counted, discarded = load("2nd", ["cities"]).cards["memorial"].effects
    assert counted == Effect("coins_per", 2, counted="defeat", where=("self",))
    assert discarded == Effect("discard_defeats")


@pytest.mark.parametrize(
    ("edition", "shipyards", "last_rewards"),
    [("1st", "ABCDEFGH", (7, 5, 3)), ("2nd", "ABCDEGH", (7, 5))],
)
def test_armada_has_shipyards_tracks_islands_and_rewards(
    edition: str, shipyards: str, last_rewards: tuple[int, ...]
) -> None:
    catalogue = load(edition, ["armada"])
    assert "".join(name[-1] for name in catalogue.shipyards) == shipyards
    for shipyard in catalogue.shipyards.values():
        assert [len(shipyard.costs[fleet]) for fleet in FLEETS] == [6, 6, 6, 6]
    assert [len(catalogue.tracks[fleet]) for fleet in FLEETS] == [7, 7, 7, 7]
    assert catalogue.tracks["yellow"][2] == Space(commerce=1, coins=2, tax=1)
    assert catalogue.tracks["green"][6] == Space(explore=3)
    assert Counter(island.level for island in catalogue.islands.values()) == {1: 9, 2: 9, 3: 9}
    assert catalogue.naval_rewards == ((3, 1), (5, 3), last_rewards)
    assert catalogue.naval_penalties == (-1, -2, -3)


def test_no_two_things_have_the_same_id() -> None:
    for edition in EDITIONS:
        whole = everything(edition)
        ids = [*whole.cards, *whole.leaders, *whole.islands]
        assert len(set(ids)) == len(ids)


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
            '[leader.darius]\nname = { en = "Darius" }\ngroup = "cities"',
            '[leader.darius]\nname = { en = "Darius" }\ngroup = "towns"',
        ),
        ', leader.darius: "group" is "towns"; known are standard, expert, cities',
    ),
    "a leader for wood": (
        ("2nd", "2nd/leaders.toml"),
        (
            '"Midas" }\ngroup = "standard"\ncost = "3 coins"',
            '"Midas" }\ngroup = "standard"\ncost = "wood"',
        ),
        ", leader.midas: a leader costs coins",
    ),
    "a leader for nothing": (
        ("2nd", "2nd/leaders.toml"),
        (
            '"Midas" }\ngroup = "standard"\ncost = "3 coins"',
            '"Midas" }\ngroup = "standard"\ncost = ""',
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
        ('"Lair" }\nage = 2\ncolour = "black"', '"Lair" }\nage = 2\ncolour = "blue"'),
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


def test_a_number_mended_in_an_expansion_changes_the_digest(tmp_path: Path) -> None:
    base, shared, own = (tmp_path / name for name in ("base.toml", "armada.toml", "own.toml"))
    base.write_text(TEXTS["2nd"], "utf-8")
    own.write_text(TEXT_OF["2nd/armada.toml"], "utf-8")
    digests = set()
    for old, new in [
        ("", ""),
        ("{ naval = 7 }", "{ naval = 6 }"),
        ('"wood", "stone", "glass"', '"wood", "stone", "loom"'),
        ('effects = ["7 points"]', 'effects = ["6 points"]'),
        ('wonder_fleet = "red"', 'wonder_fleet = "blue"'),
    ]:
        shared.write_text(TEXT_OF["armada.toml"].replace(old, new), "utf-8")
        digests.add(load_files([base, shared, own]).digest)
    assert len(digests) == 5
    assert load("2nd", ["armada"]).digest in digests


@pytest.mark.parametrize("edition", EDITIONS)
def test_comments_and_white_space_leave_the_digest_as_it_is(edition: str) -> None:
    text = re.sub("^#.*\n", "", TEXTS[edition], flags=re.MULTILINE)
    text = text.replace(" = ", "=").replace("\n\n", "\n# mended\n\n\n")
    assert read(text, "mine.toml").digest == load(edition).digest


def test_the_order_within_an_entry_leaves_the_digest_as_it_is() -> None:
    header, *lines = block("card.statue").splitlines()
    text = mended(block("card.statue"), "\n".join([header, *reversed(lines)]))
    assert read(text, "mine.toml").digest == load("2nd").digest


@pytest.mark.parametrize(
    ("header", "old", "new"),
    [
        ("card.statue", "4 points", "5 points"),
        ("card.statue", "2 ore", "ore"),
        ("board.gizah.night", "7 points", "8 points"),
        ("board.gizah.day", '"2 wood"', '"3 wood"'),
    ],
)
def test_a_mended_number_changes_the_digest(header: str, old: str, new: str) -> None:
    assert read(mended_in(header, old, new), "mine.toml").digest != load("2nd").digest


def test_exchanged_player_numbers_change_the_digest() -> None:
    altar, theater = block("card.altar"), block("card.theater")
    text = mended(altar, altar.replace("[3, 5]", "[3, 6]"))
    text = text.replace(theater, theater.replace("[3, 6]", "[3, 5]"))
    assert read(text, "mine.toml").digest != load("2nd").digest


def test_the_digest_is_sixteen_hexadecimal_digits(catalogue: Catalogue) -> None:
    assert re.fullmatch("[0-9a-f]{16}", catalogue.digest)


def test_a_file_of_your_own_is_read_and_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(mended_in("card.statue", "4 points", "5 points"), "utf-8")
    assert load_files([path]).cards["statue"].effects == (Effect("points", 5),)

    path.write_text(mended_in("card.statue", "4 points", "5 pints"), "utf-8")
    with pytest.raises(CatalogueError, match=re.escape(f"{path}, card.statue: ")):
        load_files([path])

    path.write_bytes(b"\xff")
    with pytest.raises(CatalogueError, match=re.escape(f"{path}: not a text in UTF-8")):
        load_files([path])


def test_one_catalogue_may_stand_in_several_files(tmp_path: Path) -> None:
    head = 'edition = "2nd"\nsides = ["day", "night"]\n'
    cards, boards = tmp_path / "cards.toml", tmp_path / "boards.toml"
    start = TEXTS["2nd"].index("[board.")
    cards.write_text(TEXTS["2nd"][:start], "utf-8")
    boards.write_text(head + TEXTS["2nd"][start:], "utf-8")
    assert load_files([cards, boards]) == load("2nd")

    boards.write_text(f"{head}{block('card.statue')}\n", "utf-8")
    with pytest.raises(CatalogueError, match=r"boards\.toml, card\.statue: .*cards\.toml has it"):
        load_files([cards, boards])

    boards.write_text(head.replace("2nd", "1st"), "utf-8")
    with pytest.raises(CatalogueError, match=r"boards\.toml: edition and sides differ"):
        load_files([cards, boards])
