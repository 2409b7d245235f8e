"""The catalogue: what the shipped files say, and what is said about a mistake in one."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirabilia.catalogue import (
    COLOURS,
    EDITIONS,
    EFFECT_KINDS,
    RESOURCES,
    SCIENCE,
    Card,
    Catalogue,
    CatalogueError,
    Cost,
    Effect,
    load,
    load_files,
    read,
)
from mirabilia.catalogue.phrases import cost_text, effects_text, parse_cost, parse_effects

FILES = {edition: f"{edition}/base.toml" for edition in EDITIONS}
TEXTS = {
    edition: resources.files("mirabilia.catalogue").joinpath(file).read_text("utf-8")
    for edition, file in FILES.items()
}

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


def described_phrases(edition: str) -> list[str]:
    """The effects listed at the head of a file."""
    return re.findall("^#   (.+)$", TEXTS[edition], re.MULTILINE)


def all_effects(catalogue: Catalogue) -> list[tuple[Effect, ...]]:
    cards = [card.effects for card in catalogue.cards.values()]
    return cards + [s.effects for board in catalogue.boards.values() for s in board.stages]


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


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_head_of_the_file_lists_every_kind_of_effect(edition: str) -> None:
    effects = [effect for text in described_phrases(edition) for effect in parse_effects(text)]
    assert {effect.kind for effect in effects} == set(EFFECT_KINDS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_phrases_are_written_as_they_stand_in_the_files(edition: str) -> None:
    lists = re.findall(r"effects = \[(.*?)\]", TEXTS[edition])
    phrases = [re.findall('"(.+?)"', entry) for entry in lists] + [
        [text] for text in described_phrases(edition)
    ]
    assert len(phrases) > 100
    for texts in phrases:
        assert effects_text([e for text in texts for e in parse_effects(text)]) == texts


def test_effects_come_back_from_their_phrases(catalogue: Catalogue) -> None:
    for effects in all_effects(catalogue):
        assert sum(map(parse_effects, effects_text(effects)), ()) == effects


@pytest.mark.parametrize("edition", EDITIONS)
def test_costs_are_written_as_they_stand_in_the_files(edition: str) -> None:
    costs = re.findall('cost = "(.+?)"', TEXTS[edition])
    assert len(costs) > 80
    for text in costs:
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
        "1 point for each black card in your city",
        "1 point for each brown card",
        "buys wood at 1 from the left",
        "copies a guild",
    ],
)
def test_a_phrase_outside_the_list_is_refused(phrase: str) -> None:
    with pytest.raises(CatalogueError):
        parse_effects(phrase)


@pytest.mark.parametrize("text", ["gold", "0 wood", "2", "wood ore", "wood, wood", "woods", ", "])
def test_a_cost_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(CatalogueError):
        parse_cost(text)


def test_an_effect_without_a_phrase_is_refused() -> None:
    with pytest.raises(CatalogueError, match="there is no phrase"):
        effects_text([Effect("flies")])


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
