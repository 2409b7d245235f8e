"""A score pad: counted as the engine counts, mistakes said and not forbidden."""

import copy
import json
import random
from itertools import combinations
from typing import Any

import pytest

from conftest import sample
from mirabilia.catalogue import EDITIONS, EXPANSIONS
from mirabilia.table.page import pad as page
from mirabilia.table.page.reader import Reader
from mirabilia.table.rooms import pad as pads
from mirabilia.table.rooms.pad import Differs, Kept, Pad
from mirabilia.table.rooms.pad_score import Remark, copies, score
from mirabilia.table.rooms.refused import Refused
from pads import pad_of, played_out
from spoiling import JUNK, somewhere

SETS = [chosen for size in range(4) for chosen in combinations(EXPANSIONS, size)]


def games() -> list[tuple[int, str, tuple[str, ...], bool]]:
    """Every number of players, edition, set of expansions, and teams."""
    found = [(2, "1st", (), False), (8, "1st", ("armada",), True)]
    for players in (3, 4, 5, 6, 7):
        for edition in EDITIONS:
            found += [(players, edition, chosen, False) for chosen in SETS]
            found += [
                (players, edition, chosen, True)
                for chosen in SETS
                if players in (4, 6) and set(chosen) & {"cities", "armada"}
            ]
    return [*found, (8, "1st", EXPANSIONS, False)]


def kept(pad: Pad) -> Kept:
    return Kept("a" * 12, "b" * 12, None, pad, 1, 0.0, 0.0, writes=True)


def noted(*cities: dict[str, Any], **options: Any) -> Pad:
    """A pad for as many as there are cities."""
    names = ["Ann", "Ben", "Cleo", "Dion", "Eve", "Fay", "Gil", "Hal"][: len(cities)]
    return pads.read({"names": names, "cities": list(cities), **options})


@pytest.mark.parametrize(("players", "edition", "expansions", "teams"), sample(games(), 14))
def test_a_finished_game_is_counted_on_the_pad_as_by_the_engine(
    players: int, edition: str, expansions: tuple[str, ...], teams: bool
) -> None:
    game = played_out(players, 5, edition=edition, expansions=expansions, teams=teams)
    result = score(pad_of(game))
    for sheet, city in zip(game.scores(), result.cities, strict=True):
        assert {name: line.points for name, line in city.lines.items()} == sheet.lines
        assert city.total == sheet.total
        for name, line in city.lines.items():
            assert sum(part.points for part in line.parts) == line.counted, name
    assert [(place, list(seats)) for place, seats in result.ranking] == game.ranking()


@pytest.mark.sweep
def test_many_finished_games_are_counted_alike(sweep: Any) -> None:
    for number, (players, edition, expansions, teams) in enumerate(sweep(games() * 4, 8)):
        options: dict[str, Any] = {"edition": edition, "expansions": expansions, "teams": teams}
        game = played_out(players, 100 + number, **options)
        for sheet, city, parts in zip(
            game.scores(), score(pad_of(game)).cities, game.breakdown(), strict=True
        ):
            assert city.total == sheet.total
            for name, points in sheet.lines.items():
                assert sum(part.points for part in parts if part.line == name) == points


@pytest.mark.parametrize(("players", "edition", "expansions", "teams"), sample(games(), 10))
def test_what_came_about_by_play_is_no_mistake(
    players: int, edition: str, expansions: tuple[str, ...], teams: bool
) -> None:
    result = score(
        pad_of(played_out(players, 9, edition=edition, expansions=expansions, teams=teams))
    )
    assert not result.mistakes
    assert not result.unknown


def test_points_are_the_same_where_nothing_is_said_of_how_they_came_about() -> None:
    pad = pad_of(played_out(4, 3, expansions=EXPANSIONS))
    whole, quick = score(pad), score(pad, parts=False)
    assert [city.total for city in quick.cities] == [city.total for city in whole.cities]
    assert not any(line.parts for city in quick.cities for line in city.lines.values())


def test_everything_on_a_pad_has_words() -> None:
    for players, edition in ((7, "1st"), (7, "2nd")):
        pad = pad_of(played_out(players, 3, edition=edition, expansions=EXPANSIONS))
        view = page.view_of(kept(pad), score(pad), "en")
        for city in view.cities:
            for line in city.lines:
                assert all(part.what and "%" not in part.what + part.why for part in line.parts)
        html = page.sheet_page(Reader(), view, origin="http://x", days=9)
        assert all(name in html for name in pad.names)
        assert "Philosophers Guild" in page.city_page(Reader(), view, 0)


def test_a_guild_says_what_each_neighbour_gave() -> None:
    pad = noted(
        {"wonder": "rhodos:day", "cards": ["philosophers_guild"]},
        {"wonder": "gizah:day", "cards": ["apothecary", "library", "school"]},
        {"wonder": "olympia:day", "cards": ["library"]},
    )
    view = page.view_of(kept(pad), score(pad), "en")
    guilds = next(line for line in view.cities[0].lines if line.key == "purple")
    assert [part.what for part in guilds.parts] == ["Philosophers Guild"]
    assert guilds.points == "4"
    assert guilds.parts[0].why.endswith("(Ben: 3, Cleo: 1)")


def test_science_says_its_symbols_and_sets() -> None:
    green = ["apothecary", "dispensary", "workshop", "scriptorium", "scientists_guild"]
    pad = noted({"wonder": "rhodos:day", "cards": green}, {}, {})
    view = page.view_of(kept(pad), score(pad), "en")
    science = next(line for line in view.cities[0].lines if line.key == "green")
    told = [(part.what, part.points) for part in science.parts]
    assert sum(int(points) for _, points in told) == int(science.points)
    assert told[0] == ("3 compasses", "9")
    assert told[-1][0] == "1 set of three different symbols"


def test_what_is_typed_counts_and_both_are_kept() -> None:
    result = score(noted({"wonder": "rhodos:day", "cards": ["altar"], "line_blue": 12}, {}, {}))
    blue = result.cities[0].lines["blue"]
    assert (blue.counted, blue.typed, blue.points) == (3, 12, 12)
    assert result.cities[0].total == 12


@pytest.mark.parametrize(
    ("cities", "options", "kind"),
    [
        ([{"cards": ["altar", "altar"]}, {}, {}], {}, "twice"),
        ([{"cards": ["loom_age1", "loom_age2"]}, {}, {}], {}, "twice"),
        ([{"cards": ["altar"]}, {"cards": ["altar"]}, {}], {}, "copies_of"),
        ([{"cards": ["tavern"]}, {}, {}], {}, "copies_of"),
        ([{"wonder": "rhodos:night", "stages": [1, 2, 3]}, {}, {}], {}, "stages"),
        ([{"wonder": "rhodos:day", "stages": [2]}, {}, {}], {}, "order"),
        ([{"victory_5": 3}, {}, {}], {}, "victories"),
        ([{"victory_5": 2, "defeats": 5}, {}, {}], {}, "tokens"),
        ([{"wonder": "rhodos:day"}, {"wonder": "rhodos:night"}, {}], {}, "boards"),
        ([{"naval_7": 4}, {}, {}], {"expansions": ["armada"]}, "naval"),
        ([{"leaders": ["plato"]}] * 2 + [{}], {"expansions": ["leaders"]}, "copies_of"),
        ([{"copied": "plato"}, {}, {}], {"expansions": ["leaders"]}, "copies"),
        ([{"buried": ["plato"]}, {}, {}], {"expansions": ["leaders"]}, "buried"),
    ],
)  # fmt: skip
def test_a_mistake_is_said_and_counted_all_the_same(
    cities: list[dict[str, Any]], options: dict[str, Any], kind: str
) -> None:
    pad = noted(*cities, **options)
    result = score(pad)
    assert kind in {mistake.kind for mistake in result.mistakes}
    said = page.view_of(kept(pad), result, "en").mistakes
    assert all(sentence.endswith(".") and "%" not in sentence for sentence in said)


def test_a_card_twice_counts_twice() -> None:
    assert score(noted({"cards": ["altar", "altar"]}, {}, {})).cities[0].total == 6


def test_stages_that_a_board_does_not_have_count_nothing() -> None:
    few = score(noted({"wonder": "rhodos:night", "stages": [1, 2]}, {}, {}))
    many = score(noted({"wonder": "rhodos:night", "stages": [1, 2, 3, 4]}, {}, {}))
    assert few.cities[0].total == many.cities[0].total > 0


def test_more_guilds_than_are_dealt_are_a_mistake() -> None:
    guilds = [card.id for card in pads.begun(["A", "B", "C"]).catalogue.guilds][:6]
    result = score(noted({"cards": guilds[:3]}, {"cards": guilds[3:]}, {}))
    assert Remark("guilds", None, "", 6, 5) in result.mistakes


def test_copies_follow_the_number_of_players() -> None:
    assert [copies(noted(*[{}] * players), "tavern") for players in (3, 4, 7)] == [0, 1, 3]


def test_what_a_guild_needs_and_nobody_noted_is_said() -> None:
    guild = {"wonder": "rhodos:day", "cards": ["philosophers_guild"]}
    picked = {"wonder": "gizah:day", "cards": ["apothecary"]}
    unknown = score(noted(guild, picked, {"line_green": 20})).unknown
    assert Remark("needs", 0, "philosophers_guild", 0, 2) in unknown
    assert Remark("needs", 0, "philosophers_guild", 0, 1) not in unknown
    assert score(noted(guild, picked, {**picked, "line_green": 20})).unknown == ()


def test_stages_without_a_board_are_not_known() -> None:
    assert Remark("no_board", 0) in score(noted({"stages": [1]}, {}, {})).unknown


def test_a_tie_is_broken_by_coins_where_all_are_told() -> None:
    equal = [{"line_blue": 9, "coins": 2}, {"line_blue": 9, "coins": 1}, {"line_blue": 3}]
    assert score(noted(*equal)).ranking == ((1, (0,)), (2, (1,)), (3, (2,)))
    del equal[1]["coins"]
    result = score(noted(*equal))
    assert result.ranking == ((1, (0, 1)), (3, (2,)))
    assert Remark("tie", 1) in result.unknown


def test_partners_add_up() -> None:
    points = [{"line_blue": points} for points in (5, 1, 2, 3)]
    pad = noted(*points, expansions=["cities"], teams=True)
    assert score(pad).ranking == ((1, (0, 1)), (2, (2, 3)))


def test_whatever_is_noted_can_be_counted() -> None:
    chance = random.Random(6)
    for players, edition, expansions, teams in sample(games(), 20):
        names = [f"Player {number}" for number in range(1, players + 1)]
        pad = pads.begun(names, edition, expansions, teams)
        for number in range(len(pad.cities)):
            city = {name: anything(field, chance) for name, field in pad.fields.items()}
            pad = pad.with_city(number, pads.read_city(pad, city))
        view = page.view_of(kept(pad), score(pad), "en")
        assert page.sheet_page(Reader(), view, origin="http://x", days=9)


def anything(field: pads.Field, chance: random.Random) -> Any:
    """As much as can be noted in a field, all of it the same or not; of a number also the least."""
    pool = sorted(field.pool)
    if field.many:
        some = chance.choices(pool, k=chance.choice([1, field.most]))
        return chance.choices(some, k=field.most)
    return chance.choice(pool or [field.least, field.most])


def test_a_kept_pad_with_more_resources_than_can_be_counted_is_counted_without() -> None:
    result = score(noted({"cards": ["sawmill"] * 19 + ["altar"]}, {}, {}))
    assert result.cities[0].total == 3
    assert Remark("copies_of", None, "sawmill", 19, 1) in result.mistakes


# Reading and writing


def test_a_pad_is_read_as_it_was_written() -> None:
    pad = pad_of(played_out(8, 2, edition="1st", expansions=EXPANSIONS))
    assert pads.read(json.loads(json.dumps(pad.document()))) == pad
    assert len(json.dumps(pad.document())) < 12_000


def spoilt(document: Any, chance: random.Random) -> Any:
    """A document with one thing changed somewhere."""
    document = copy.deepcopy(document)
    at, key = somewhere(document, chance)
    match chance.randrange(4):
        case 0 if isinstance(at, dict):
            at[chance.choice(["coins", "cards", "x", "line_blue", "wonder"])] = at.pop(key)
        case 1:
            del at[key]
        case _:
            at[key] = copy.deepcopy(chance.choice(JUNK))
    return document


def test_a_spoilt_document_is_refused_with_a_sentence_or_counted() -> None:
    chance, sentences = random.Random(4), []
    document = pad_of(played_out(4, 8, expansions=EXPANSIONS)).document()
    for _ in range(400):
        try:
            score(pads.read(spoilt(document, chance)))
        except Refused as refusal:
            sentences.append(str(refusal))
    assert len(sentences) > 200
    assert all(sentence.endswith(".") for sentence in sentences)


def test_two_who_write_at_once_lose_nothing() -> None:
    pad = noted({"cards": ["altar"], "coins": 3}, {}, {})
    names, there = tuple(pad.fields), pad.cities[0]
    ann = pads.read_city(pad, {"cards": ["altar", "baths"], "coins": 3})
    ben = pads.read_city(pad, {"coins": 7})
    after = pads.merged(pad, there, ann, there, names)
    assert pads.merged(pad, there, ben, after, names) == {"cards": ("baths",), "coins": 7}


def test_two_who_write_different_things_at_one_place_are_told() -> None:
    pad = noted({"coins": 3}, {}, {})
    with pytest.raises(Differs) as refusal:
        pads.merged(pad, {"coins": 3}, {"coins": 5}, {"coins": 7}, ["coins"])
    assert refusal.value.places == ("coins",)


def test_both_writing_the_same_is_no_difference() -> None:
    pad = noted({}, {}, {})
    same = pads.read_city(pad, {"coins": 5, "cards": ["altar"]})
    assert pads.merged(pad, {}, same, same, tuple(pad.fields)) == same


def test_another_game_keeps_what_is_noted_or_says_what_is_not_in_it() -> None:
    pad = noted({"cards": ["altar"]}, {}, {})
    more = pads.set_up(pad, ["Ann", "Ben", "Cleo", "Dion"], "2nd", ["leaders"], False)
    assert more.cities[0] == pad.cities[0]
    assert len(more.cities) == 4
    gone = noted({"leaders": ["plato"]}, {}, {}, expansions=["leaders"])
    with pytest.raises(Refused, match="Ann is not in that game"):
        pads.set_up(gone, gone.names, "2nd", [], False)
    four = noted({}, {}, {}, {"coins": 1})
    with pytest.raises(Refused, match="left out"):
        pads.set_up(four, ["A", "B", "C"], "2nd", [], False)
