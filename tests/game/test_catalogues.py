"""Games by another catalogue than today's: in one process with others, stored, seen by bots."""

import random
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

import pytest

from catalogues import Files, other_entries, other_numbers, printed_otherwise
from mirabilia import Game, bots
from mirabilia.catalogue import EDITIONS, EXPANSIONS, Catalogue, kept, load
from mirabilia.catalogue.digests import EARLIER
from mirabilia.game import position_reader
from mirabilia.game.replays import Replay

CHANGES = [other_numbers, other_entries]
Change = Callable[[Files], object]


def other(change: Change, edition: str = "2nd", expansions: Any = ()) -> Catalogue:
    with printed_otherwise(change):
        return load(edition, expansions)


def stepwise(game: Game, seed: int) -> Iterator[Game]:
    chance = random.Random(seed)
    while not game.over:
        for seat in game.to_decide:
            game.play(seat, chance.choice(game.moves(seat)))
        game.view(0)
        yield game


def told(game: Game) -> tuple[object, ...]:
    return game.events, game.scores(), game.breakdown(), game.record()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("change", CHANGES)
def test_games_of_two_catalogues_do_not_meddle_with_each_other(
    edition: str, change: Change
) -> None:
    old = other(change, edition, EXPANSIONS)
    options: dict[str, Any] = {"edition": edition, "expansions": EXPANSIONS, "seed": 11}
    apart = []
    for catalogue in (old, None):
        *_, game = stepwise(Game(4, **options, catalogue=catalogue), 5)
        apart.append(told(game))
    games = [Game(4, **options, catalogue=catalogue) for catalogue in (old, None)]
    running = [stepwise(game, 5) for game in games]
    for _ in zip_longest(*running):
        pass  # a step of the one, a step of the other
    assert [told(game) for game in games] == apart
    assert apart[0] != apart[1]
    assert games[0].catalogue == old


def test_a_game_is_played_by_the_numbers_of_its_catalogue() -> None:
    old = other(other_numbers)
    deal = Game(3, seed=4).record()["deal"]["ages"]
    hands = [[hand.split() for hand in hands] for hands in deal]
    mine, todays = (Game(3, seed=4, deal=hands, catalogue=each) for each in (old, None))
    assert mine.hand(0) == todays.hand(0)
    assert mine.catalogue.cards["altar"].effects[0].amount == 9
    city = {"wonder": "rhodos", "city": ["altar"]}
    position = {"edition": "2nd", "seats": [city, {"wonder": "gizah"}, {"wonder": "olympia"}]}
    by_old = Game.from_position(position, catalogue=old)
    today = Game.from_position(position)
    assert by_old.scores()[0].lines["blue"] == 9
    assert today.scores()[0].lines["blue"] == load("2nd").cards["altar"].effects[0].amount
    again = Game.from_position(by_old.position(), catalogue=old)
    assert again.scores() == by_old.scores()


@pytest.mark.parametrize("change", CHANGES)
def test_a_record_is_replayed_by_its_own_catalogue_alone(change: Change) -> None:
    old = other(change, "1st", EXPANSIONS)
    *_, game = stepwise(Game(5, edition="1st", expansions=EXPANSIONS, seed=2, catalogue=old), 3)
    record = game.record()
    for wrong in (None, load("1st", EXPANSIONS), load("1st"), other(change, "1st")):
        with pytest.raises(ValueError, match="The catalogue has changed since"):
            Game.from_record(record, catalogue=wrong)
    assert told(Game.from_record(record, catalogue=old)) == told(game)
    replay = Replay(record, catalogue=old)
    assert replay.game(3).copy().catalogue == old
    todays = Game(3, seed=1).record()
    assert Game.from_record(todays, catalogue=old).catalogue == load("2nd")


@pytest.mark.parametrize("junk", [None, [], 3, {}, "", "0" * 16])
def test_a_record_of_no_catalogue_is_refused(junk: object) -> None:
    record = {**Game(3, seed=1).record(), "catalogue": junk}
    with pytest.raises(ValueError, match="The catalogue has changed since"):
        Game.from_record(record, catalogue=other(other_numbers))


def test_a_record_with_a_digest_of_before_is_replayed() -> None:
    """Names were counted in it, and the game is the same."""
    *_, game = stepwise(Game(3, seed=1), 1)
    record = game.record()
    before = {now: then for then, now in EARLIER.items()}
    assert told(Game.from_record({**record, "catalogue": before[record["catalogue"]]})) == told(
        game
    )


@pytest.mark.parametrize("level", ["random", "greedy", "beginner"])
def test_bots_see_the_cards_of_the_game(level: str) -> None:
    """What costs much today costs one coin in it, and can be had."""
    old = other(other_numbers, "2nd", EXPANSIONS)
    game = Game(3, expansions=EXPANSIONS, seed=9, catalogue=old)
    *_, _ = zip(stepwise(game, 2), range(12), strict=False)
    for seat in game.to_decide:
        view = game.view(seat)
        assert view["catalogue"] == old.digest
        bot = bots.make(level, playouts=40) if level == "beginner" else bots.make(level)
        assert bot.choose(view) in game.moves(seat)
        setup, _ = position_reader.from_view(view)
        assert setup.book.catalogue == old


def test_a_view_of_cards_that_are_not_known_is_refused() -> None:
    game = Game(3, seed=1)
    view = {**game.view(0), "catalogue": "0123456789abcdef"}
    with pytest.raises(ValueError, match="cards that this view is of are not known"):
        position_reader.from_view(view)
    with pytest.raises(ValueError, match="not known"):
        position_reader.from_view({**view, "catalogue": ["x"]})
    del view["catalogue"]
    assert position_reader.from_view(view)[0].book.catalogue == load("2nd")


def test_what_is_no_catalogue_of_the_game_is_refused() -> None:
    old = other(other_numbers, "2nd", ["leaders"])
    for options in ({}, {"edition": "1st", "expansions": ["leaders"]}, {"expansions": EXPANSIONS}):
        with pytest.raises(ValueError, match="the game has to be of the same"):
            Game(3, catalogue=old, **options)
    with pytest.raises(ValueError, match="load_files"):
        Game(3, catalogue="2nd")  # type: ignore[arg-type]
    assert Game(3, catalogue=load("2nd"), seed=1).record() == Game(3, seed=1).record()
    assert not kept.find(load("2nd").digest)
