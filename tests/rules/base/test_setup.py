"""Setting up (B1 to B3): boards, coins, decks; and what is refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mirabilia import Game
from mirabilia.catalogue import load
from positions import EDITIONS, SIDES, STARTS, WONDERS, coins, offered, sell_all, sell_until

COUNTS = [(edition, players) for edition in EDITIONS for players in range(3, 8)]


def dealt(game: Game) -> list[list[list[str]]]:
    """The starting hands of all ages."""
    now = [[list(game.hand(seat)) for seat in range(game.seats)]]
    return now + list(game.position()["deal"])


def printed_deck(edition: str, age: int, players: int) -> Counter[str]:
    """Every copy whose printed player number fits, guilds apart."""
    return Counter(
        card.id
        for card in load(edition).cards.values()
        for number in card.players
        if card.age == age and number <= players
    )


def guilds_among(edition: str, cards: Counter[str]) -> list[str]:
    return [card for card in cards.elements() if load(edition).cards[card].colour == "purple"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_boards_and_sides_are_dealt_at_random(edition: str) -> None:
    """B1: dealt board and dealt side."""
    games = [Game(3, edition=edition, seed=seed) for seed in range(60)]
    boards = [[game.wonder(seat) for seat in range(3)] for game in games]
    for three in boards:
        assert len({board.split(":")[0] for board in three}) == 3
    assert {board for three in boards for board in three} == {
        f"{wonder}:{side}" for wonder in WONDERS for side in SIDES[edition]
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_seven_players_use_all_seven_wonders(edition: str) -> None:
    """B1: each takes a board, none is there twice."""
    game = Game(7, edition=edition, seed=3)
    assert sorted(game.wonder(seat).split(":")[0] for seat in range(7)) == sorted(WONDERS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_side_of_a_dealt_board_is_chosen_before_anything_else(edition: str) -> None:
    """B1: dealt board and chosen side."""
    game = Game(4, edition=edition, sides="choose", seed=5)
    wonders = [game.wonder(seat).split(":")[0] for seat in range(4)]
    assert (game.age, game.turn, game.to_decide) == (1, 0, [0, 1, 2, 3])
    first, second = SIDES[edition]
    for seat in range(4):
        assert game.decision(seat).kind == "side"
        assert offered(game, seat) == {f"side:{first}", f"side:{second}"}
        assert game.hand(seat) == ()
    for seat, side in enumerate((second, first, first, second)):
        game.play(seat, f"side:{side}")
    assert [game.wonder(seat) for seat in range(4)] == [
        f"{wonder}:{side}"
        for wonder, side in zip(wonders, (second, first, first, second), strict=True)
    ]
    assert (game.age, game.turn, game.decision(0).kind) == (1, 1, "play")
    assert [len(game.hand(seat)) for seat in range(4)] == [7] * 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_board_and_side_are_both_chosen(edition: str) -> None:
    """B1: both chosen, in the call or as a decision."""
    first, second = SIDES[edition]
    named = Game(3, edition=edition, wonders=[f"gizah:{second}", f"rhodos:{first}", "babylon"])
    assert [named.wonder(0), named.wonder(1)] == [f"gizah:{second}", f"rhodos:{first}"]
    assert named.wonder(2).split(":")[0] == "babylon"
    asked = Game(3, edition=edition, wonders=["gizah", "rhodos", "babylon"], sides="choose")
    for seat, side in enumerate((second, second, first)):
        asked.play(seat, f"side:{side}")
    boards = [asked.wonder(seat) for seat in range(3)]
    assert boards == [f"gizah:{second}", f"rhodos:{second}", f"babylon:{first}"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_side_for_all(edition: str) -> None:
    """B1: all play the same side."""
    for side in SIDES[edition]:
        game = Game(7, edition=edition, sides=side, seed=2)
        assert {game.wonder(seat).split(":")[1] for seat in range(7)} == {side}


def test_a_chosen_side_has_its_own_stages() -> None:
    """B1: the side that was chosen is the one that is played."""
    game = Game(3, edition="1st", wonders=["gizah", "rhodos", "babylon"], sides="choose", seed=1)
    for seat in range(3):
        game.play(seat, "side:B")
    assert game.stage_quote(0).reason != "the wonder is complete"
    position = game.position()
    position["seats"][0]["stages"] = 3  # Gizah B alone has four
    assert Game.from_position(position).stage_quote(0).reason != "the wonder is complete"
    position["seats"][1]["stages"] = 2  # Rhodos B has two
    assert Game.from_position(position).stage_quote(1).reason == "the wonder is complete"


@pytest.mark.parametrize("wonder", ["roma", "abu_simbel", "byzantium", "petra", "siracusa"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_boards_of_expansions_need_their_expansion(edition: str, wonder: str) -> None:
    """B1: Roma and Abu Simbel, Byzantium and Petra, Siracusa are not in the base game."""
    with pytest.raises(ValueError, match=wonder):
        Game(3, edition=edition, wonders=["rhodos", "gizah", wonder])


@pytest.mark.parametrize(("edition", "wonder"), [(e, w) for e in EDITIONS for w in WONDERS])
def test_a_board_starts_with_its_resource(edition: str, wonder: str) -> None:
    """B1, B11: what the board gives is there from the start, on both sides."""
    resource = STARTS[edition][wonder]
    assert {load(edition).boards[wonder, side].start for side in SIDES[edition]} == {resource}


@pytest.mark.parametrize(("edition", "players"), COUNTS)
def test_everybody_starts_with_three_coins(edition: str, players: int) -> None:
    """B2: 3 coins."""
    assert coins(Game(players, edition=edition, seed=1)) == [3] * players


@pytest.mark.parametrize(("edition", "players"), COUNTS)
def test_a_deck_is_every_copy_for_so_many_players(edition: str, players: int) -> None:
    """B3, B4: all copies with a fitting number, in age III players + 2 guilds; 7 cards each."""
    for age, hands in enumerate(dealt(Game(players, edition=edition, seed=players)), 1):
        assert [len(hand) for hand in hands] == [7] * players
        cards = Counter(card for hand in hands for card in hand)
        guilds = guilds_among(edition, cards)
        assert len(guilds) == len(set(guilds)) == (players + 2 if age == 3 else 0)
        assert cards - Counter(guilds) == printed_deck(edition, age, players)


def test_five_players_leave_out_the_cards_for_six_and_seven() -> None:
    """B3: the rulebooks' examples: 3+, 4+ and 5+ with five players, and 7 guilds."""
    hands = dealt(Game(5, edition="2nd", seed=1))
    first = Counter(card for hand in hands[0] for card in hand)
    assert first["tavern"] == 2  # 4+ and 5+, not 7+
    assert first["tree_farm"] == first["mine"] == 0  # 6+
    third = Counter(card for hand in hands[2] for card in hand)
    assert len(guilds_among("2nd", third)) == 7


def test_six_players_leave_out_the_cards_for_seven() -> None:
    """B3: the rulebook's example: 7+ cards stay in the box with six players."""
    hands = dealt(Game(6, edition="1st", seed=1))
    first = Counter(card for hand in hands[0] for card in hand)
    assert (first["tavern"], first["tree_farm"], first["baths"]) == (2, 1, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_guilds_are_drawn_at_random_from_all_ten(edition: str) -> None:
    """B3: any of the ten may be in play, and which are differs from game to game."""
    drawn = set()
    for seed in range(40):
        third = Counter(
            card for hand in dealt(Game(3, edition=edition, seed=seed))[2] for card in hand
        )
        drawn.add(frozenset(guilds_among(edition, third)))
    assert len(drawn) > 20
    assert set().union(*drawn) == {card.id for card in load(edition).guilds}


def test_the_same_seed_deals_the_same_game() -> None:
    """B3: chance is in the seed alone."""
    one, same, other = (Game(4, seed=seed) for seed in (9, 9, 10))
    assert one.position() == same.position()
    assert dealt(one) != dealt(other)


def test_a_stacked_deal_is_dealt_as_it_stands() -> None:
    """B4: the hands of all three ages are those that were asked for."""
    hands = dealt(Game(3, edition="1st", seed=4))
    game = Game(3, edition="1st", seed=99, deal=hands)
    assert dealt(game) == hands
    for age in (1, 2, 3):
        sell_until(game, age, 1)
        assert [list(game.hand(seat)) for seat in range(3)] == hands[age - 1]
    assert Game(3, edition="1st", seed=99, deal={"ages": hands}).position()["deal"] == hands[1:]


def test_a_deal_of_the_first_age_alone_leaves_the_others_to_the_seed() -> None:
    """B4: ages that are not stacked are dealt by chance."""
    hands = dealt(Game(3, edition="1st", seed=4))
    game = Game(3, edition="1st", seed=5, deal=hands[:1])
    assert dealt(game) == hands[:1] + dealt(Game(3, edition="1st", seed=5))[1:]


def test_players_have_names() -> None:
    """B1: a list of names is as good as a number."""
    game = Game(["Ada", "Ben", "Cleo"], seed=1)
    assert (game.players, game.names) == (3, ("Ada", "Ben", "Cleo"))


def unshuffled() -> list[list[list[str]]]:
    """Hands of all ages for three players of the 1st edition, as the catalogue lists the cards."""
    catalogue = load("1st")
    decks = [[card.id for card in catalogue.deck(age, 3)] for age in (1, 2, 3)]
    decks[2] += [guild.id for guild in catalogue.guilds[:5]]
    return [[deck[7 * seat : 7 * seat + 7] for seat in range(3)] for deck in decks]


HANDS = unshuffled()


def stacked(change: dict[tuple[int, int, int], str]) -> list[list[list[str]]]:
    """The hands with some cards exchanged, by age, seat and place."""
    hands = [[list(hand) for hand in age] for age in HANDS]
    for (age, seat, place), card in change.items():
        hands[age][seat][place] = card
    return hands


def twice_the_same_guild() -> list[list[list[str]]]:
    guilds = [
        (2, seat, place)
        for seat, hand in enumerate(HANDS[2])
        for place, card in enumerate(hand)
        if card.endswith("_guild")
    ]
    (_, seat, place), other = guilds[0], guilds[1]
    return stacked({other: HANDS[2][seat][place]})


WRONG_SETUPS: dict[str, tuple[dict[str, Any], str]] = {
    "nobody": ({"players": 0}, "3 to 7"),
    "one player": ({"players": 1}, "3 to 7"),
    "fewer than none": ({"players": -3}, "3 to 7"),
    "two in the 2nd edition": ({"players": 2}, "1st edition"),
    "eight without Armada": ({"players": 8, "edition": "1st"}, "Armada"),
    "eight in the 2nd edition": ({"players": 8}, "1st edition"),
    "nine players": ({"players": 9, "edition": "1st"}, "3 to 7"),
    "players as a text": ({"players": "three"}, "players"),
    "players true": ({"players": True}, "players"),
    "an empty name": ({"players": ["Ada", " ", "Cleo"]}, "name"),
    "a name that is none": ({"players": ["Ada", 7, "Cleo"]}, "name"),
    "third edition": ({"edition": "3rd"}, "1st and 2nd"),
    "unknown expansion": ({"expansions": ["babel"]}, "babel"),
    "expansions as a text": ({"expansions": "leaders"}, "list"),
    "expansions that are no list": ({"expansions": 7}, "[Ee]xpansion"),
    "teams in the base game": ({"players": 4, "teams": True}, "Cities or Armada"),
    "expert leaders without Leaders": ({"leaders": "expert"}, "Leaders"),
    "leaders of no deck": ({"leaders": "all"}, "standard"),
    "shipyards without Armada": ({"shipyards": ["a", "b", "c"]}, "Armada"),
    "a wonder twice": ({"wonders": ["rhodos", "gizah", "rhodos"]}, "rhodos"),
    "a wonder twice, by both sides": (
        {"wonders": ["rhodos:day", "gizah", "rhodos:night"]},
        "rhodos",
    ),
    "too few wonders": ({"wonders": ["rhodos", "gizah"]}, "2 entries for 3 seats"),
    "too many wonders": ({"wonders": ["rhodos", "gizah", "olympia", "ephesos"]}, "4 entries"),
    "an unknown wonder": ({"wonders": ["rhodos", "gizah", "atlantis"]}, "atlantis"),
    "a wonder that is no text": ({"wonders": ["rhodos", "gizah", 3]}, "wonder"),
    "wonders as a text": ({"wonders": "rhodos"}, "list"),
    "a side of the other edition": ({"wonders": ["rhodos:A", "gizah", "olympia"]}, "day and night"),
    "a side for all that is none": ({"sides": "A"}, "day"),
    "sides that are no text": ({"sides": None}, "sides"),
    "a negative seed": ({"seed": -1}, "seed"),
    "a seed too large": ({"seed": 1 << 53}, "seed"),
    "a broken seed": ({"seed": 1.5}, "seed"),
    "a seed in words": ({"seed": "7"}, "seed"),
    "a seed true": ({"seed": True}, "seed"),
}
WRONG_DEALS: dict[str, tuple[Any, str]] = {
    "a number": (7, "deal"),
    "a text": ("altar", "deal"),
    "four ages": ([*HANDS, HANDS[0]], "three ages"),
    "two hands": ([HANDS[0][:2]], "3 seats"),
    "a hand as a text": ([[*HANDS[0][:2], "altar"]], "seat 2"),
    "an unknown card": (stacked({(0, 1, 3): "library_of_babel"}), "library_of_babel"),
    "a card of the 2nd edition": (stacked({(0, 0, 0): "well"}), "well"),
    "a card of another age": (stacked({(0, 0, 0): "palace"}), "missing"),
    "a card too many": ([[["altar"] * 7, *HANDS[0][1:]]], "missing"),
    "a card too few": ([[HANDS[0][0][:6], *HANDS[0][1:]]], "missing"),
    "a hand too long": ([[[*HANDS[0][0], "altar"], *HANDS[0][1:]]], "7 cards"),
    "a guild twice": (twice_the_same_guild(), "guilds"),
    "leaders in the base game": ({"ages": HANDS, "leaders": []}, "leaders"),
}


@pytest.mark.parametrize(("options", "sentence"), WRONG_SETUPS.values(), ids=WRONG_SETUPS)
def test_a_setup_that_cannot_be_is_refused(options: dict[str, Any], sentence: str) -> None:
    """B1, B3, V1: what can't be played is said in a sentence."""
    with pytest.raises(ValueError, match=sentence):
        Game(**{"players": 3, **options})


@pytest.mark.parametrize(("deal", "sentence"), WRONG_DEALS.values(), ids=WRONG_DEALS)
def test_a_deal_that_cannot_be_is_refused(deal: Any, sentence: str) -> None:
    """B3: a stacked deal is the deck of its age."""
    with pytest.raises(ValueError, match=sentence):
        Game(3, edition="1st", seed=1, deal=deal)


def test_the_first_turn_waits_for_all() -> None:
    """B4: the game begins with everybody's choice."""
    game = Game(5, seed=1)
    assert (game.age, game.turn, game.to_decide, game.over) == (1, 1, [0, 1, 2, 3, 4], False)
    sell_all(game)
    assert (game.age, game.turn) == (1, 2)
