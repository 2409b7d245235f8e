"""The catalogue: phrases and costs come back from their texts; others are refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogues import NEIGHBOURS, TEXT_OF, everything
from mirabilia.catalogue import (
    COLOURS,
    EDITIONS,
    EFFECT_KINDS,
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
)
from mirabilia.catalogue.phrases import cost_text, effects_text, parse_cost, parse_effects


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
