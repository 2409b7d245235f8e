"""The game for eight (E1): the 1st edition with Armada."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from armada import CARDS, dealt
from mirabilia import Game
from positions import (
    WONDERS,
    at_sea,
    coins,
    finish,
    fleets,
    happened,
    met,
    naval,
    offered,
    plain,
    play,
    sailed,
    seat,
    sell_all,
    sell_until,
    spelt,
    tokens,
)

PROMOS = {"great_wall", "stonehenge", "manneken_pis"}


def eight(*more: str, seed: int = 1, **rest: object) -> Game:
    return Game(8, edition="1st", expansions=["armada", *more], seed=seed, **rest)  # type: ignore[arg-type]


def boards(game: Game) -> list[str]:
    return [game.wonder(of) for of in range(game.seats)]


def test_eight_need_the_first_edition_with_armada() -> None:
    """E1: nothing else has room for eight, and nobody for nine."""
    assert (eight().players, eight().seats) == (8, 8)
    for edition, expansions, number in (
        ("1st", (), 8),
        ("1st", ("leaders", "cities"), 8),
        ("2nd", ("armada",), 8),
        ("2nd", ("leaders", "cities", "armada"), 8),
        ("1st", ("armada",), 9),
        ("1st", ("armada",), 2),
    ):
        with pytest.raises(ValueError, match=r"[Ee]ight|can|Two"):
            Game(number, edition=edition, expansions=expansions, seed=1)


def test_the_eighth_board_is_a_promo() -> None:
    """E1, B1: with the seven of the base game; any that can be played with Armada alone."""
    found = set()
    for seed in range(80):
        names = boards(eight(seed=seed))
        wonders = {name.split(":")[0] for name in names}
        assert len(wonders) == 8
        assert wonders > set(WONDERS)
        found |= {name for name in names if name.split(":")[0] in PROMOS}
    # The second side of the Great Wall needs Cities; the others have one side.
    assert found == {"great_wall:A", "stonehenge:A", "manneken_pis:B"}


@pytest.mark.parametrize(
    ("expansion", "wonders"),
    [("leaders", {"roma", "abu_simbel"}), ("cities", {"byzantium", "petra"})],
)
def test_another_expansions_boards_make_up_the_eighth(expansion: str, wonders: set[str]) -> None:
    """E1, B1: then no promo is needed, and none is dealt."""
    found: set[str] = set()
    for seed in range(40):
        names = {name.split(":")[0] for name in boards(eight(expansion, seed=seed))}
        assert len(names) == 8
        found |= names
    assert found == set(WONDERS) | wonders


def test_boards_for_eight_can_be_named() -> None:
    """E1, B1: eight different ones; a promo only where it can be played."""
    named = [*(f"{wonder}:A" for wonder in WONDERS), "stonehenge:A"]
    assert boards(eight(wonders=named)) == named
    for last in ("great_wall:B", "rhodos:B", "siracusa:day"):
        with pytest.raises(ValueError, match=last.split(":")[0]):
            eight(wonders=[*named[:7], last])
    with pytest.raises(ValueError, match="8"):
        eight(wonders=named[:7])


def test_eight_are_dealt_seven_cards_of_the_decks_for_seven() -> None:
    """E1: 7 Armada cards an age, 9 guilds, 7 cards a hand."""
    seven = Game(7, edition="1st", expansions=["armada"], seed=3)
    for age, (hands, of_seven) in enumerate(zip(dealt(eight()), dealt(seven), strict=True), 1):
        assert [len(hand) for hand in hands] == [7] * 8
        cards = Counter(card for hand in hands for card in hand)
        base = Counter(card for hand in of_seven for card in hand)
        armada = [card for card in cards.elements() if card in CARDS]
        assert len(armada) == len(set(armada)) == 7
        assert {CARDS[card][0] for card in armada} == {age}
        guilds = [card for card in cards.elements() if card.endswith("_guild")]
        assert len(guilds) == len(set(guilds)) == (9 if age == 3 else 0)

        def plain_cards(deck: Counter[str]) -> Counter[str]:
            extra = {card for card in deck if card in CARDS or card.endswith("_guild")}
            return Counter({card: n for card, n in deck.items() if card not in extra})

        assert plain_cards(cards) == plain_cards(base)


def test_eight_play_six_turns_an_age() -> None:
    """E1: as in the base game."""
    game = eight()
    turns = []
    while game.age == 1:
        turns.append(game.turn)
        sell_all(game)
    assert turns == [1, 2, 3, 4, 5, 6]


def test_eight_with_cities() -> None:
    """E1, A1: 8 black and 7 Armada cards an age, 8 cards a hand, 7 turns."""
    game = eight("cities")
    without = eight()
    for hands, plain_hands in zip(dealt(game), dealt(without), strict=True):
        assert [len(hand) for hand in hands] == [8] * 8
        cards = [card for hand in hands for card in hand]
        assert len([card for card in cards if card in CARDS]) == 7
        known = {card for hand in plain_hands for card in hand} | set(CARDS)
        black = {card for card in cards if card not in known and not card.endswith("_guild")}
        assert len(black) == 8
    sell_until(game, 1, 7)
    assert len(game.hand(0)) == 2
    sell_all(game)
    assert game.age == 2


def test_eight_have_a_shipyard_each() -> None:
    """E1, A2: all eight of the 1st edition."""
    game = eight()
    yards = [entry["shipyard"] for entry in game.position()["seats"]]
    assert sorted(yards) == [f"shipyard_{letter}" for letter in "ABCDEFGH"]
    assert [fleets(game, of) for of in range(8)] == [(0, 0, 0, 0)] * 8


def test_hands_go_round_eight_seats() -> None:
    """E1, B4: to the left in age I, to the right in age II."""
    game = eight()
    before = [game.hand(of) for of in range(8)]
    sell_all(game)
    assert [game.hand((of + 1) % 8) for of in range(8)] == [hand[1:] for hand in before]
    sell_until(game, 2, 1)
    before = [game.hand(of) for of in range(8)]
    sell_all(game)
    assert [game.hand((of - 1) % 8) for of in range(8)] == [hand[1:] for hand in before]


def table_of_eight(**first: object) -> Game:
    others = plain("1st", *WONDERS[1:], "stonehenge")
    return at_sea(seat("rhodos:A", **first), *others)  # type: ignore[arg-type]


def test_raids_and_emporiums_reach_two_seats_away_among_eight() -> None:
    """E1, A12, A13: seats 2 and 6, as seen from seat 0."""
    game = table_of_eight(hand="pontoon altar", city=spelt("P"))
    play(game, "build:pontoon")
    assert game.position()["raids"] == [[0, 6]]
    game = table_of_eight(hand="ballista altar", city=spelt("CGL"))
    play(game, "build:ballista")
    assert game.position()["raids"] == [[0, 2]]
    # Two to the left sits Ephesos with papyrus, two to the right Gizah with stone.
    game = table_of_eight(
        hand="scriptorium baths",
        city="western_emporium eastern_emporium",
        shipyard="B",
        coins=1,
    )
    assert offered(game, 0, "build") == {"build:scriptorium@LL1", "build:baths@RR1"}
    play(game, "build:baths@RR1")
    assert coins(game) == [0, 3, 3, 3, 3, 3, 4, 3]


def test_wars_and_naval_conflicts_of_eight() -> None:
    """E1, B23, A14: neighbours round the table, and all at sea."""
    names = (*WONDERS, "stonehenge")
    game = at_sea(
        *(
            seat(f"{name}:A", city="stockade" if at == 0 else "", fleets={"red": min(at, 6)})
            for at, name in enumerate(names)
        ),
        age=3,
        phase="war",
    )
    assert [tokens(game, of) for of in (0, 1, 7)] == [([5, 5], 0), ([], 1), ([], 1)]
    assert all(tokens(game, of) == ([], 0) for of in range(2, 7))
    assert met(game) == [
        (0, 1, 1, 0),
        *((of, of + 1, 0, 0) for of in range(1, 7)),
        (7, 0, 0, 1),
    ]
    strengths = (0, 1, 2, 3, 4, 5, 7, 7)
    assert sailed(game) == [
        (of, strength, place)
        for of, strength, place in zip(range(8), strengths, (8, 7, 6, 5, 4, 3, 1, 1), strict=True)
    ]
    # The two strongest are tied and take the second reward, the next alone the third.
    assert naval(game) == [[-3], [], [], [], [], [3], [5], [5]]


def test_a_tax_hits_all_seven_others() -> None:
    """E1, A6: and pirates do."""
    names = (*WONDERS, "stonehenge")
    game = at_sea(
        *(
            seat(f"{name}:A", "altar theater", fleets={"yellow": 5} if at == 0 else {}, coins=9)
            for at, name in enumerate(names)
        )
    )
    play(game, "sell:altar+yellow", *["build:altar"] * 7)
    assert coins(game) == [9] + [5] * 7


def test_eight_explorers_share_nine_islands_one_each() -> None:
    """E1, A7: without a choice, one stays."""
    names = (*WONDERS, "stonehenge")
    game = at_sea(
        *(seat(f"{name}:A", "dry_hold altar", fleets={"green": 1}) for name in names),
        sea=[
            [
                "bronze",
                "whistling",
                "foggy",
                "lost",
                "inhabited",
                "virgin",
                "overgrown",
                "topaz",
                "amber",
            ],
            [],
            [],
        ],
    )
    play(game, *["build:dry_hold"] * 8)
    play(game, *["advance:green"] * 8)
    found = [data["island"] for _, data in happened(game, "island")]
    assert len(set(found)) == 8
    assert sum(len(level) for level in game.position()["sea"]) == 1


def test_the_great_walls_stages_may_be_built_in_any_order() -> None:
    """E1, B8: a promo board whose stages have no order."""
    game = at_sea(
        seat("great_wall:A", "altar theater", spelt("WWSSSOOOCGP"), coins=0),
        *plain("1st", *WONDERS),
    )
    assert {move.stage for move in game.moves(0) if move.action == "stage"} == {1, 2, 3, 4}
    play(game, "stage:altar#1")
    assert game.coins(0) == 8


@pytest.mark.parametrize("more", [(), ("leaders",), ("cities",), ("leaders", "cities")])
def test_a_game_of_eight_is_played_to_its_end(more: tuple[str, ...]) -> None:
    """E1: and its record replays it; eight sheets, eight places."""
    game = eight(*more, seed=5)
    count = 0
    while not game.over:
        for of in list(game.to_decide):
            moves = game.moves(of)
            game.play(of, moves[count * 13 % len(moves)])
            count += 1
    assert len(game.scores()) == 8
    assert sorted(of for _, seats in game.ranking() for of in seats) == list(range(8))
    replayed = Game.from_record(json.loads(json.dumps(game.record())))
    assert replayed.events == game.events


def test_eight_may_play_in_teams() -> None:
    """E1, T1: four teams, in the 1st edition."""
    game = eight(teams=True)
    assert [sheet.team for sheet in game.scores()] == [0, 0, 1, 1, 2, 2, 3, 3]
    finish(game)
    assert sum(len(seats) for _, seats in game.ranking()) == 8
