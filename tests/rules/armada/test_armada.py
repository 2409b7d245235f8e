"""Armada: decks, shipyards and naval construction (A1 to A4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from armada import CARDS, board_without, dealt
from mirabilia import Game
from positions import (
    EDITIONS,
    FLEETS,
    at_sea,
    coins,
    discarded,
    first_side,
    fleets,
    happened,
    line,
    of_seat,
    offered,
    plain,
    play,
    seat,
    second_side,
    sell_all,
    sell_until,
    spelt,
)

# Every shipyard: the fleet with the wonder's symbol, and what each of the six spaces costs.
SHIPYARDS = {
    "A": (
        "red",
        {
            "red": "W S G OC WL GP",
            "yellow": "S O 2 WC 4 GL",
            "blue": "O C P WS OG PL",
            "green": "C W G SO CL GP",
        },
    ),
    "B": (
        "yellow",
        {
            "red": "S O L WC SP GL",
            "yellow": "O C 2 WS 4 PL",
            "blue": "C W G SO CL GP",
            "green": "W S L OC WP GL",
        },
    ),
    "C": (
        "blue",
        {
            "red": "O C P WS OG PL",
            "yellow": "C W 2 SO 4 GP",
            "blue": "W S L OC WP GL",
            "green": "S O P WC SG PL",
        },
    ),
    "D": (
        "green",
        {
            "red": "C W G SO CL GP",
            "yellow": "W S 2 OC 4 GL",
            "blue": "S O P WC SG PL",
            "green": "O C G WS OL GP",
        },
    ),
    "E": (
        "red",
        {
            "red": "W C L SO WP GL",
            "yellow": "C O 2 WS 4 PL",
            "blue": "O S G WC OL GP",
            "green": "S W L OC SP GL",
        },
    ),
    "F": (
        "yellow",
        {
            "red": "S W P OC SG PL",
            "yellow": "W C 2 SO 4 GP",
            "blue": "C O L WS CP GL",
            "green": "O S P WC OG PL",
        },
    ),
    "G": (
        "blue",
        {
            "red": "O S G WC OL GP",
            "yellow": "S W 2 OC 4 GL",
            "blue": "W C P SO WG PL",
            "green": "C O G WS CL GP",
        },
    ),
    "H": (
        "green",
        {
            "red": "C O L WS CP GL",
            "yellow": "O S 2 WC 4 PL",
            "blue": "S W G OC SL GP",
            "green": "W C L SO WP GL",
        },
    ),
}
YARDS = [("1st", yard) for yard in SHIPYARDS] + [("2nd", yard) for yard in SHIPYARDS if yard != "F"]

# With an Apothecary in the city these cost nothing: one card of each colour that has a fleet.
FREE = {"red": "stables", "yellow": "tavern", "blue": "altar", "green": "dispensary"}


def others(edition: str, *wonders: str) -> list[dict[str, Any]]:
    """Neighbours whose starting resources nobody can pay for."""
    return plain(edition, *(wonders or ("gizah", "ephesos")))


# A1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(3, 8))
def test_each_deck_has_as_many_armada_cards_as_players(edition: str, players: int) -> None:
    """A1: of that age, each once; 8 cards a hand."""
    game = Game(players, edition=edition, expansions=["armada"], seed=players)
    for age, hands in enumerate(dealt(game), 1):
        assert [len(hand) for hand in hands] == [8] * players
        found = [card for hand in hands for card in hand if card in CARDS]
        assert len(found) == len(set(found)) == players
        assert {CARDS[card][0] for card in found} == {age}


@pytest.mark.parametrize("edition", EDITIONS)
def test_three_play_without_the_five_cards_for_four(edition: str) -> None:
    """A1: the raids and emporiums reach nobody new; all others turn up."""
    found = set()
    for seed in range(40):
        game = Game(3, edition=edition, expansions=["armada"], seed=seed)
        found |= {card for hands in dealt(game) for hand in hands for card in hand if card in CARDS}
    assert found == {card for card, (_, _, players, _) in CARDS.items() if players == 3}
    assert len(found) == 19


@pytest.mark.parametrize("edition", EDITIONS)
def test_four_play_with_all_armada_cards(edition: str) -> None:
    """A1: any of the 8 of each age may be dealt."""
    found = set()
    for seed in range(60):
        game = Game(4, edition=edition, expansions=["armada"], seed=seed)
        found |= {card for hands in dealt(game) for hand in hands for card in hand if card in CARDS}
    assert found == set(CARDS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_age_has_seven_turns(edition: str) -> None:
    """A1: 8 cards a hand, the last of which is discarded (B5)."""
    game = Game(4, edition=edition, expansions=["armada"], seed=3)
    turns = []
    while game.age == 1:
        turns.append((game.turn, len(game.hand(0))))
        sell_all(game)
    assert turns == [(turn, 9 - turn) for turn in range(1, 8)]
    assert sum(discarded(game).values()) == 4 * 8


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, 5, 7])
def test_with_cities_a_hand_has_nine_cards(edition: str, players: int) -> None:
    """A1: as many black cards and as many Armada cards as players, 8 turns."""
    game = Game(players, edition=edition, expansions=["cities", "armada"], seed=players)
    base = Game(players, edition=edition, seed=1)
    for hands, plain_hands in zip(dealt(game), dealt(base), strict=True):
        assert [len(hand) for hand in hands] == [9] * players
        cards = [card for hand in hands for card in hand]
        assert len([card for card in cards if card in CARDS]) == players
        known = {card for hand in plain_hands for card in hand} | set(CARDS)
        assert len({card for card in cards if card not in known and "guild" not in card}) == players
    sell_until(game, 1, 8)
    assert len(game.hand(0)) == 2
    sell_all(game)
    assert (game.age, game.turn) == (2, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_with_cities_every_loss_may_be_a_debt(edition: str) -> None:
    """A1, C2: coins or debts in any mix, also for a tax and for pirates."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), "pirate_hideout altar", fleets={"yellow": 3}),
        seat(first_side(edition, "gizah"), "tavern altar", coins=0, fleets={"yellow": 1}),
        *plain(edition, "ephesos"),
        expansions=("cities",),
    )
    play(game, "sell:altar+yellow", "build:tavern")
    assert (game.to_decide, game.decision(1).kind) == ([1, 2], "loss")
    assert offered(game, 1) == {"lose:1/0", "lose:0/1"}
    assert offered(game, 2) == {"lose:2/0", "lose:1/1", "lose:0/2"}
    play(game, "lose:0/1", "lose:1/1")
    assert (coins(game), line(game, 1, "debts"), line(game, 2, "debts")) == ([7, 5, 2], -1, -1)


# A2


@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_is_dealt_another_shipyard_with_all_fleets_at_their_start(edition: str) -> None:
    """A2: 8 boards in the 1st edition, 7 in the 2nd."""
    yards = {f"shipyard_{yard}" for of, yard in YARDS if of == edition}
    of_first = set()
    for seed in range(60):
        game = Game(7, edition=edition, expansions=["armada"], seed=seed)
        dealt_yards = [entry["shipyard"] for entry in game.position()["seats"]]
        assert len(set(dealt_yards)) == 7
        assert [fleets(game, of) for of in range(7)] == [(0, 0, 0, 0)] * 7
        of_first.add(dealt_yards[0])
    assert of_first == yards
    assert len(yards) == (8 if edition == "1st" else 7)


def test_shipyards_can_be_named() -> None:
    """A2: for a stacked game; each only once, and only those of the edition."""

    def yards(letters: str) -> list[str]:
        return [f"shipyard_{letter}" for letter in letters]

    game = Game(3, expansions=["armada"], shipyards=yards("HAC"), seed=1)
    assert [entry["shipyard"] for entry in game.position()["seats"]] == yards("HAC")
    for letters in ("AAB", "AB", "ABF", "ABZ"):
        with pytest.raises(ValueError, match="shipyard"):
            Game(3, expansions=["armada"], shipyards=yards(letters), seed=1)
    with pytest.raises(ValueError, match="Armada"):
        Game(3, shipyards=yards("ABC"), seed=1)


@pytest.mark.parametrize(("edition", "yard"), YARDS)
def test_every_space_is_paid_for_as_the_shipyard_says(edition: str, yard: str) -> None:
    """A2, A3: each of the six spaces of each track, with a card that costs nothing itself."""
    for colour, track in SHIPYARDS[yard][1].items():
        card = FREE[colour]
        move = f"build:{card}+{colour}"
        for space, cost in enumerate(track.split(), 1):
            bank = int(cost) if cost.isdecimal() else 0
            letters = "" if bank else cost
            at = {colour: space - 1}

            def ships(
                made: str, purse: int, board: str, at: dict[str, int] = at, card: str = card
            ) -> set[str]:
                game = at_sea(
                    seat(
                        board,
                        f"{card} loom_age1",
                        f"apothecary {spelt(made)}",
                        coins=purse,
                        shipyard=yard,
                        fleets=at,
                    ),
                    *others(edition, "halikarnassos", "rhodos"),
                )
                return {text for text in offered(game, 0, "build") if "+" in text}

            board = board_without(edition, letters + "LO")
            assert ships(letters, bank, board) == {f"{move}@B{bank}" if bank else move}
            for index in range(len(letters)):
                assert ships(letters[:index] + letters[index + 1 :], 0, board) == set()
            if bank:
                assert ships("", bank - 1, board) == set()


@pytest.mark.parametrize(("edition", "yard"), YARDS)
def test_a_stage_goes_with_the_fleet_of_the_wonders_symbol(edition: str, yard: str) -> None:
    """A2, A3: only with that fleet, and both costs are paid at once."""
    wonder_fleet, tracks = SHIPYARDS[yard]
    for space, cost in enumerate(tracks[wonder_fleet].split(), 1):
        bank = int(cost) if cost.isdecimal() else 0
        letters = "" if bank else cost

        def stages(made: str, purse: int, at: int = space - 1) -> Game:
            return at_sea(
                seat(
                    second_side(edition, "gizah"),  # the first stage costs 2 wood
                    "altar theater",
                    spelt(f"WW{made}"),
                    coins=purse,
                    shipyard=yard,
                    fleets=dict.fromkeys(FLEETS, at),
                ),
                *others(edition, "halikarnassos", "rhodos"),
            )

        payment = f"@B{bank}" if bank else ""
        ship = f"stage:altar+{wonder_fleet}{payment}"
        own = letters.replace("S", "")  # Gizah's own stone
        game = stages(own, bank)
        assert {text for text in offered(game, 0, "stage") if "altar" in text} == {
            "stage:altar",
            ship,
        }
        for index in range(len(own)):
            assert ship not in offered(stages(own[:index] + own[index + 1 :], 0), 0)
        play(game, ship)
        moved = tuple(space if colour == wonder_fleet else space - 1 for colour in FLEETS)
        assert fleets(game, 0) == moved
        assert happened(game, "advance")[0] == (0, {"fleet": wonder_fleet, "space": space})


# A3


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_and_its_ship_are_paid_for_at_once(edition: str) -> None:
    """A3: a blue card for a stone and a blue ship for a clay cost a stone and a clay."""
    hand = "baths altar"
    game = at_sea(
        seat(first_side(edition, "rhodos"), hand, "stone_pit clay_pool", coins=0, shipyard="B"),
        *others(edition),
    )
    assert {text for text in offered(game, 0) if "baths" in text and "sell" not in text} == {
        "build:baths",
        "build:baths+blue",
    }
    play(game, "build:baths+blue")
    assert (fleets(game, 0), game.city(0)[-1], game.coins(0)) == ((0, 0, 1, 0), "baths", 0)
    assert happened(game, "advance") == [(0, {"fleet": "blue", "space": 1})]


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_symbol_does_not_pay_for_card_and_ship(edition: str) -> None:
    """A3, B10: a stone for the Baths and a stone for the ship are two stones."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), "baths altar", "stone_pit", coins=2, shipyard="D"),
        *plain(edition, "gizah", "ephesos"),
    )
    assert {text for text in offered(game, 0, "build") if "baths" in text} == {
        "build:baths",
        "build:baths+blue@L2",
    }
    play(game, "build:baths+blue@L2")
    assert coins(game) == [0, 5, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_stage_and_its_ship_are_paid_for_at_once(edition: str) -> None:
    """A3: a stage for two stones and a red ship for a wood cost two stones and a wood."""
    game = at_sea(
        seat(second_side(edition, "ephesos"), "altar theater", spelt("SSW"), coins=0, shipyard="A"),
        *others(edition, "gizah", "rhodos"),
    )
    assert {text for text in offered(game, 0, "stage") if "altar" in text} == {
        "stage:altar",
        "stage:altar+red",
    }
    play(game, "stage:altar+red")
    assert (fleets(game, 0), game.coins(0)) == ((1, 0, 0, 0), 4)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_ship_is_optional(edition: str) -> None:
    """A3: without it no fleet moves."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), "altar theater", "clay_pool", shipyard="B"),
        *others(edition),
    )
    play(game, "build:altar")
    assert fleets(game, 0) == (0, 0, 0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("colour", FLEETS)
def test_a_card_built_by_chain_may_have_a_ship(edition: str, colour: str) -> None:
    """A3: the card is free, the ship is paid for, with the fleet of the card's colour."""
    chains = {
        "red": ("apothecary", "stables"),
        "yellow": ("marketplace", "caravansery"),
        "blue": ("baths", "aqueduct"),
        "green": ("scriptorium", "library"),
    }
    before, card = chains[colour]
    game = at_sea(
        seat(
            first_side(edition, "babylon"),
            f"{card} loom_age1",
            f"{before} {spelt(SHIPYARDS['C'][1][colour][0])}",
            coins=0,
            shipyard="C",
        ),
        *others(edition, "halikarnassos", "ephesos"),
    )
    assert {text for text in offered(game, 0, "build") if card in text} == {
        f"build:{card}",
        f"build:{card}+{colour}",
    }
    play(game, f"build:{card}+{colour}")
    assert fleets(game, 0) == tuple(int(fleet == colour) for fleet in FLEETS)
    assert happened(game, "build")[0] == (0, {"card": card, "how": "chain", "by": 0})


def test_a_card_built_by_right_may_have_a_ship() -> None:
    """A3, B21: Olympia A builds the card for nothing, the ship is paid for."""
    game = at_sea(
        seat("olympia:A", "palace altar", "clay_pool", stages=2, coins=0, shipyard="B"),
        *others("1st"),
        age=3,
    )
    assert {text for text in offered(game, 0, "build") if "palace" in text} == {
        "build:palace!",
        "build:palace!+blue",
    }
    play(game, "build:palace!+blue")
    assert (fleets(game, 0), game.city(0)[-1]) == ((0, 0, 1, 0), "palace")


def test_the_right_of_olympia_frees_the_citys_own_resource_for_the_ship() -> None:
    """B21, A3: Stockade and the first red space are a wood each; the city has one, and no coin."""
    me = seat("olympia:A", "stockade altar", stages=2, coins=0, shipyard="A")
    game = at_sea(me, *others("1st"))
    stockade = {text for text in offered(game, 0, "build") if "stockade" in text}
    assert stockade == {"build:stockade", "build:stockade!+red"}
    plain, with_ship = (game.quote(0, "stockade", ship=ship) for ship in (False, True))
    assert (plain.way, plain.payments, plain.right) == ("paid", ({},), False)
    assert (with_ship.way, with_ship.payments, with_ship.right) == ("right", ({},), True)
    play(game, "build:stockade!+red")
    assert (fleets(game, 0), of_seat(game, 0)["spent"]) == ((1, 0, 0, 0), ["free_build"])


def test_the_right_of_olympia_saves_what_card_and_ship_would_cost_together() -> None:
    """B21, A3: the wood that the card would take has to be bought for the ship, or is not."""
    me = seat("olympia:A", "stockade altar", stages=2, coins=3, shipyard="A")
    game = at_sea(me, seat("rhodos:A", city="lumber_yard"), *plain("1st", "gizah"))
    stockade = {text for text in offered(game, 0, "build") if "stockade" in text}
    assert stockade == {"build:stockade", "build:stockade+red@L2", "build:stockade!+red"}
    quote = game.quote(0, "stockade", ship=True)
    assert (quote.way, quote.payments, quote.right) == ("paid", ({"left": 2},), True)


def test_a_right_that_spares_nothing_is_not_offered_with_a_ship_either() -> None:
    """B21, A3: two woods serve card and ship; what costs nothing, or is free by chain; a ship that
    has to be bought with or without the right."""
    me = seat("olympia:A", "stockade altar", "lumber_yard", stages=2, coins=2, shipyard="A")
    left = seat("rhodos:A")
    game = at_sea(me, left, *plain("1st", "gizah"))
    assert offered(game, 0, "build") == {
        "build:stockade",
        "build:stockade+red",
        "build:altar",
        "build:altar+blue@L2",
    }
    for card in ("stockade", "altar"):
        assert not game.quote(0, card, ship=True).right
    chained = seat("olympia:A", "baths aqueduct", "baths", stages=2, coins=0, shipyard="C")
    game = at_sea(chained, left, *plain("1st", "gizah"), age=2)
    assert offered(game, 0, "build") == {"build:aqueduct", "build:aqueduct+blue"}


def test_a_right_is_told_of_only_where_the_ship_can_be_had_with_it() -> None:
    """A3, B21: the right builds the card, but the ship's ore is not to be had."""
    me = seat("olympia:A", "palace altar", stages=2, coins=0, shipyard="A")
    game = at_sea(me, *plain("1st", "gizah", "ephesos"), age=3)
    assert {text for text in offered(game, 0) if "palace" in text} == {
        "build:palace!",
        "sell:palace",
        "sell:palace+yellow",
    }
    assert (game.quote(0, "palace").way, game.quote(0, "palace").payments) == ("right", ({},))
    with_ship = game.quote(0, "palace", ship=True)
    assert (with_ship.way, with_ship.payments, with_ship.right) == ("no", (), False)
    assert with_ship.reason == "the ship can't be paid for"


@pytest.mark.parametrize(("board", "stages", "turn"), [("day", 2, 3), ("night", 1, 1)])
def test_a_card_that_olympia_builds_for_nothing_may_have_a_ship(
    board: str, stages: int, turn: int
) -> None:
    """A3, B21: 2nd edition, the first card of a colour, the first card of an age."""
    game = at_sea(
        seat(f"olympia:{board}", "palace altar", stages=stages, coins=0, shipyard="B"),
        *others("2nd"),
        age=3,
        turn=turn,
    )
    assert {text for text in offered(game, 0, "build") if "palace" in text} == {
        "build:palace",
        "build:palace+blue",  # Olympia's own clay
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_brown_grey_and_purple_cards_have_no_ship(edition: str) -> None:
    """A3: only red, yellow, blue and green ones."""
    everything = spelt("WWSSOOCCGPL")
    game = at_sea(
        seat(first_side(edition, "rhodos"), "sawmill press_age2 workers_guild altar", everything),
        *others(edition),
        age=3,
    )
    ships = {text for text in offered(game, 0, "build") if "+" in text}
    assert ships == {"build:altar+blue"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_black_cards_have_no_ship(edition: str) -> None:
    """A3: with Cities too."""
    black = "gambling_den" if edition == "1st" else "hideout"
    game = at_sea(
        seat(first_side(edition, "rhodos"), f"{black} altar", spelt("WSOCGPL"), coins=9),
        *others(edition),
        expansions=("cities",),
    )
    assert {text for text in offered(game, 0, "build") if black in text} == {f"build:{black}"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_recruiting_has_no_ship_but_a_stage_built_with_a_leader_has(edition: str) -> None:
    """A3, L2: and a leader may be sold for the yellow fleet (A4)."""
    game = at_sea(
        seat(
            second_side(edition, "gizah"),
            city=spelt("WWC"),
            leader_hand=["sappho", "zenobia"],
            shipyard="B",  # yellow: ore, blue: clay
            coins=1,
        ),
        seat(first_side(edition, "rhodos"), leader_hand=["caesar"]),
        *plain(edition, "ephesos"),
        expansions=("leaders",),
        phase="leader",
    )
    assert offered(game, 0) == {
        "recruit:sappho@B1",
        "stage:sappho",
        "stage:zenobia",
        "sell:sappho",
        "sell:zenobia",
        "sell:sappho+yellow",
        "sell:zenobia+yellow",
    }
    other = at_sea(
        seat(
            second_side(edition, "gizah"),
            city=spelt("WWO"),
            leader_hand=["sappho", "zenobia"],
            shipyard="B",
            coins=1,
        ),
        seat(first_side(edition, "rhodos"), leader_hand=["caesar"]),
        *plain(edition, "ephesos"),
        expansions=("leaders",),
        phase="leader",
    )
    assert "stage:sappho+yellow" in offered(other, 0)
    play(other, "stage:sappho+yellow", "sell:caesar+yellow")
    assert (fleets(other, 0), fleets(other, 1)) == ((0, 1, 0, 0), (0, 1, 0, 0))
    assert (other.coins(1), other.age, other.turn) == (6, 1, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_ship_is_not_paid_for_with_coins_of_this_turn(edition: str) -> None:
    """A3, B14: the Tavern's five coins come too late for a ship that costs two."""
    at = {"yellow": 2}
    for purse, ships in ((1, set()), (2, {"build:tavern+yellow@B2"})):
        game = at_sea(
            seat(first_side(edition, "rhodos"), "tavern loom_age1", coins=purse, fleets=at),
            *others(edition),
        )
        assert {text for text in offered(game, 0, "build") if "+" in text} == ships
    play(game, "build:tavern+yellow@B2")
    assert (game.coins(0), fleets(game, 0)) == (5, (0, 3, 0, 0))


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_the_ship_lacks_is_bought_like_anything_else(edition: str) -> None:
    """A3, B13: both neighbours sell, at the prices of the trading posts."""
    game = at_sea(
        seat(
            first_side(edition, "rhodos"), "baths altar", "west_trading_post", coins=3, shipyard="B"
        ),
        seat(first_side(edition, "gizah"), "altar theater", "clay_pool"),
        seat(first_side(edition, "ephesos"), "altar theater", "clay_pool"),
    )
    assert {text for text in offered(game, 0, "build") if "baths" in text} == {
        "build:baths@L1",
        "build:baths+blue@L2",
        "build:baths+blue@L1R2",
    }


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("colour", FLEETS)
def test_there_is_no_ship_beyond_the_last_space(edition: str, colour: str) -> None:
    """A3: neither with a card nor with a stage."""
    yard = next(name for name, (fleet, _) in SHIPYARDS.items() if fleet == colour)
    game = at_sea(
        seat(
            second_side(edition, "gizah"),
            f"{FREE[colour]} loom_age1",
            "apothecary " + spelt("WWSOCGPWL"),
            coins=20,
            shipyard=yard,
            fleets={colour: 6},
        ),
        *others(edition, "ephesos", "rhodos"),
    )
    assert {text for text in offered(game, 0) if f"+{colour}" in text} == set()
    assert f"build:{FREE[colour]}" in offered(game, 0)
    with pytest.raises(ValueError, match="offered"):
        game.play(0, f"build:{FREE[colour]}+{colour}")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_ship_of_another_colour_is_refused(edition: str) -> None:
    """A3: a blue card goes with the blue fleet."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), "altar theater", spelt("WSOCGPL")), *others(edition)
    )
    for colour in ("red", "yellow", "green"):
        with pytest.raises(ValueError, match="build:altar"):
            game.play(0, f"build:altar+{colour}")


def hulls(game: Game, what: str) -> set[str]:
    """The texts of the moves that begin so."""
    return {text for text in offered(game, 0) if text.startswith(what)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_ancient_oasis_leaves_out_a_resource_of_the_ship(edition: str) -> None:
    """A3, A15: any one of two, coins stay, and the card's own cost stays."""
    board = first_side(edition, "rhodos")

    def moves(hand: str, city: str, fleet: dict[str, int], purse: int = 0) -> Game:
        entry = seat(
            board, hand, city, islands=["ancient"], fleets=fleet, shipyard="B", coins=purse
        )
        return at_sea(entry, *others(edition, "halikarnassos", "olympia"))

    # The first blue space costs a clay, the fourth stone and ore, the fifth clay and loom.
    assert hulls(moves("altar theater", "", {}), "build:altar") == {
        "build:altar",
        "build:altar+blue",
    }
    assert hulls(moves("baths altar", "", {}), "build:baths") == set()
    assert hulls(moves("baths altar", "stone_pit", {}), "build:baths") == {
        "build:baths",
        "build:baths+blue",
    }
    for maker in ("clay_pool", "loom_age1"):
        game = moves("altar theater", maker, {"blue": 4})
        assert "build:altar+blue" in offered(game, 0)
    assert hulls(moves("altar theater", "", {"blue": 4}), "build:altar") == {"build:altar"}
    # The third yellow space costs two coins.
    assert hulls(moves("tavern altar", "", {"yellow": 2}, 1), "build:tavern") == {"build:tavern"}
    game = moves("tavern altar", "", {"yellow": 2}, 2)
    assert hulls(game, "build:tavern") == {"build:tavern", "build:tavern+yellow@B2"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_leaders_discount_comes_off_the_card_and_not_off_the_ship(edition: str) -> None:
    """A3, L5: Hammurabi leaves out the stone of the Baths, the ship's clay stays."""

    def moves(city: str, hand: str = "baths altar", yard: str = "B") -> Game:
        entry = seat(
            first_side(edition, "rhodos"),
            hand,
            city,
            leaders=["hammurabi"],
            coins=0,
            shipyard=yard,
        )
        return at_sea(entry, *others(edition, "halikarnassos", "ephesos"), expansions=("leaders",))

    assert hulls(moves(""), "build:baths") == {"build:baths"}
    assert hulls(moves("clay_pool"), "build:baths") == {"build:baths", "build:baths+blue"}
    assert hulls(moves("stone_pit"), "build:baths") == {"build:baths"}
    # Shipyard D: the ship is for stone too; one of the two stones is left out.
    assert hulls(moves("", yard="D"), "build:baths") == {"build:baths"}
    assert hulls(moves("stone_pit", yard="D"), "build:baths") == {
        "build:baths",
        "build:baths+blue",
    }
    # A card that costs nothing leaves the ship's cost whole.
    assert hulls(moves("", "altar theater"), "build:altar") == {"build:altar"}
    assert hulls(moves("baths", "aqueduct altar"), "build:aqueduct") == {"build:aqueduct"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_imhotep_takes_off_the_stage_and_the_ancient_oasis_off_the_ship(edition: str) -> None:
    """A3, L5: each its own part; together one resource less of each."""

    def moves(city: str, leaders: list[str], islands: list[str]) -> set[str]:
        entry = seat(
            second_side(edition, "gizah"),  # 2 wood
            "loom_age1 altar",
            city,
            leaders=leaders,
            islands=islands,
            coins=0,
            shipyard="C",  # the wonder's fleet is blue; its fourth space costs ore and clay
            fleets={"blue": 3},
        )
        game = at_sea(entry, *others(edition, "halikarnassos", "ephesos"), expansions=("leaders",))
        return {text for text in offered(game, 0, "stage") if "altar" in text}

    both = {"stage:altar", "stage:altar+blue"}
    assert moves(spelt("WOC"), ["imhotep"], []) == both
    assert moves(spelt("WO"), ["imhotep"], []) == {"stage:altar"}
    assert moves(spelt("OC"), ["imhotep"], []) == set()
    assert moves(spelt("WWO"), [], ["ancient"]) == both
    assert moves(spelt("WOC"), [], ["ancient"]) == set()
    assert moves(spelt("WO"), ["imhotep"], ["ancient"]) == both
    assert moves(spelt("W"), ["imhotep"], ["ancient"]) == {"stage:altar"}


def test_the_architect_firm_leaves_the_ships_cost_whole() -> None:
    """A3: no resources for the stage, the ship's clay all the same."""

    def moves(city: str) -> set[str]:
        game = at_sea(
            seat("gizah:night", "altar theater", f"architect_firm {city}", coins=0, shipyard="D"),
            *others("2nd", "halikarnassos", "ephesos"),
            expansions=("cities",),
        )
        return {text for text in offered(game, 0, "stage") if "altar" in text}

    assert moves("") == {"stage:altar"}
    assert moves("ore_vein") == {"stage:altar", "stage:altar+green"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_bilkis_serves_card_and_ship_together_once(edition: str) -> None:
    """A3, L5: one resource from the bank a turn, for the sum of both costs."""

    def moves(city: str) -> set[str]:
        game = at_sea(
            seat(
                first_side(edition, "rhodos"),
                "baths altar",
                city,
                leaders=["bilkis"],
                coins=9,
                shipyard="B",
            ),
            *others(edition, "halikarnassos", "ephesos"),
            expansions=("leaders",),
        )
        return hulls(game, "build:baths")

    assert moves("") == {"build:baths@B1"}
    assert moves("clay_pool") == {"build:baths@B1", "build:baths+blue@B1"}
    assert moves("stone_pit") == {"build:baths", "build:baths+blue@B1"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_from_the_discard_pile_has_no_ship(edition: str) -> None:
    """A3: it is built for nothing, and nothing more."""
    game = at_sea(
        seat(
            second_side(edition, "halikarnassos"),
            "altar theater",
            spelt("OOCCCWSG"),
            shipyard="B",
            coins=9,
        ),
        *others(edition),
        discard="baths tavern",
    )
    play(game, "stage:altar")
    assert game.decision(0).kind == "rebuild"
    assert offered(game, 0) == {"rebuild:baths", "rebuild:tavern", "skip"}
    with pytest.raises(ValueError, match="rebuild:baths"):
        game.play(0, "rebuild:baths+blue")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_price_is_told_with_and_without_the_ship(edition: str) -> None:
    """A3: what ``quote`` and ``stage_quote`` say is what is offered."""
    game = at_sea(
        seat(
            second_side(edition, "gizah"),
            "tavern altar",
            spelt("WWWOC"),
            coins=2,
            shipyard="A",
            fleets={"yellow": 2, "blue": 6},
        ),
        *others(edition, "rhodos", "ephesos"),
    )
    assert (game.quote(0, "tavern").coins, game.quote(0, "tavern", ship=True).coins) == (0, 2)
    assert (game.quote(0, "altar").way, game.quote(0, "altar", ship=True).way) == ("paid", "no")
    assert game.stage_quote(0, ship="red").way == "paid"
    for colour in ("yellow", "green"):  # the wonder's symbol is with the red fleet
        assert f"stage:altar+{colour}" not in offered(game, 0)
        assert game.stage_quote(0, ship=colour).way == "no"


# A4


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_is_sold_for_coins_or_for_the_yellow_fleet(edition: str) -> None:
    """A4: three coins, or a space for nothing, not both."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), "altar theater", coins=1),
        seat(first_side(edition, "gizah"), "altar theater", coins=1),
        *plain(edition, "ephesos"),
    )
    assert {text for text in offered(game, 0, "sell") if "altar" in text} == {
        "sell:altar",
        "sell:altar+yellow",
    }
    play(game, "sell:altar+yellow", "sell:altar")
    assert (coins(game)[:2], fleets(game, 0), fleets(game, 1)) == (
        [1, 4],
        (0, 1, 0, 0),
        (0, 0, 0, 0),
    )
    assert discarded(game) == Counter(altar=2)
    assert [data["coins"] for _, data in happened(game, "sell")] == [0, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sale_does_not_move_a_fleet_beyond_its_end(edition: str) -> None:
    """A4: then only for coins; nor another fleet."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), "altar theater", fleets={"yellow": 6}),
        *others(edition),
    )
    assert offered(game, 0, "sell") == {"sell:altar", "sell:theater"}
    for colour in ("red", "blue", "green"):
        with pytest.raises(ValueError, match="offered"):
            game.play(0, f"sell:altar+{colour}")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_card_of_an_age_moves_no_fleet(edition: str) -> None:
    """A4, B5: it is discarded, not sold."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), "altar theater", coins=3),
        seat(first_side(edition, "gizah"), "altar theater", coins=3),
        *plain(edition, "ephesos"),
        turn=7,
    )
    play(game, "build:altar", "build:altar")
    assert game.age == 2
    assert (coins(game), fleets(game, 0)) == ([3, 3, 3], (0, 0, 0, 0))
    assert discarded(game) == Counter(theater=2)


@pytest.mark.parametrize(("board", "stages"), [("babylon:B", 2), ("babylon:night", 1)])
def test_babylon_may_sell_the_last_card_for_the_yellow_fleet(board: str, stages: int) -> None:
    """A4, B20: it plays the last card in a turn of its own, with ship, sale and tax."""
    edition = "1st" if board.endswith("B") else "2nd"
    game = at_sea(
        seat(
            board, "altar theater", "clay_pool", stages=stages, fleets={"yellow": 1}, shipyard="B"
        ),
        seat(first_side(edition, "gizah"), "altar theater"),
        *plain(edition, "ephesos"),
        turn=7,
    )
    play(game, "build:altar", "sell:altar+yellow")
    assert (game.decision(0).kind, game.turn) == ("last_card", 8)
    assert {"sell:theater+yellow", "sell:theater", "build:theater+blue"} <= offered(game, 0)
    play(game, "sell:theater+yellow")
    assert fleets(game, 0) == (0, 2, 0, 0)
    assert coins(game) == [5, 3, 2]  # seat 1 has reached level 1
