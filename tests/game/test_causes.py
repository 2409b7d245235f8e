"""What is lost has its cause: worked out of the events alone, it comes to what the engine took."""

import pytest

from brute import COMBINATIONS, EVERYTHING, GameSetup, walk
from conftest import sample
from mirabilia import Game
from mirabilia.catalogue import load
from mirabilia.game.codec import Event
from mirabilia.telling.causes import Cause, Causes, causes
from mirabilia.telling.cities import cities

SETUPS = [
    *sample([setup for setup in COMBINATIONS if setup.expansions], 10),
    GameSetup(4, "1st", "random", EVERYTHING),
    GameSetup(7, "2nd", "random", EVERYTHING),
    GameSetup(8, "1st", "random", EVERYTHING, True, "expert"),
]


def found_in(game: Game, seat: int | None) -> Causes:
    boards = [city.board for city in cities(game.view(seat), game.catalogue)]
    return causes(game.events_for(seat), game.catalogue, boards)


def lost(events: tuple[Event, ...], number: int) -> int | None:
    """What the losses of a turn came to for a seat, if this is the first event of them."""
    event, before, after = events[number], events[number - 1], events[number + 1]
    if event.kind == "loss":
        with_debts = (after.kind, after.seat) == ("debts", event.seat)
        return int(event.data["coins"] + (after.data["debts"] if with_debts else 0))
    if event.kind == "debts" and (before.kind, before.seat) != ("loss", event.seat):
        return int(event.data["debts"])
    return None


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_causes_come_to_what_was_lost_and_are_never_ones_own(setup: GameSetup) -> None:
    game = setup.new(11)
    for _ in walk(game, 11):
        pass
    found = found_in(game, None)
    assert found == found_in(game, 0), "what happened openly is the same for all"
    events = game.events_for(None)
    for number, event in enumerate(events[:-1]):
        total = lost(events, number)
        if total is None:
            continue
        due = sum(cause.amount for cause in found[number])
        assert due == total if "cities" in game.expansions else due >= total, event
        assert all(event.seat not in cause.by for cause in found[number])


def told(*events: tuple[str, int | None, dict[str, object]], edition: str = "2nd") -> Causes:
    catalogue = load(edition, EVERYTHING)
    boards = [catalogue.boards[wonder, "day"] for wonder in ("gizah", "rhodos", "olympia")]
    begun = Event("turn", None, {"age": 1, "turn": 1})
    return causes([begun, *(Event(*event) for event in events)], catalogue, boards)


def test_only_the_highest_tax_counts_and_the_commerce_level_lowers_it() -> None:
    found = told(
        ("advance", 0, {"fleet": "yellow", "space": 1}),
        ("advance", 1, {"fleet": "yellow", "space": 2}),
        ("tax", 1, {"coins": 1}),
        ("advance", 2, {"fleet": "yellow", "space": 6}),
        ("tax", 2, {"coins": 4}),
        ("loss", 0, {"coins": 1}),
        ("debts", 0, {"debts": 2, "for": None}),
        ("debts", 1, {"debts": 3, "for": None}),
    )
    assert found == {6: (Cause(None, (2,), 3),), 8: (Cause(None, (2,), 3),)}


def test_what_does_not_add_up_has_no_cause() -> None:
    found = told(("tax", 1, {"coins": 4}), ("loss", 0, {"coins": 3}))
    assert found == {}


def test_coins_of_anothers_card_and_a_leader_that_is_copied_are_his() -> None:
    found = told(
        ("recruit", 1, {"leader": "euclid"}),
        ("build", 1, {"card": "gambling_den", "how": "paid", "by": 1}),
        ("coins", 1, {"coins": 6, "for": "gambling_den"}),
        ("coins", 0, {"coins": 1, "for": "gambling_den"}),
        ("copy", 2, {"leader": "euclid"}),
    )
    assert found == {4: (Cause("gambling_den", (1,)),), 5: (Cause("euclid", (1,)),)}


def test_without_expansions_nothing_is_worked_out() -> None:
    catalogue = load("2nd", ())
    boards = [catalogue.boards["gizah", "day"]] * 3
    assert causes([Event("loss", 0, {"coins": 1})], catalogue, boards) == {}
