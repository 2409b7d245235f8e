"""Cities: decks and turns (C1), losses and debts (C2), builds from the discard pile (C4)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from cities import BLACK, GUILDS
from mirabilia import Game
from mirabilia.catalogue import load
from positions import (
    EDITIONS,
    coins,
    discarded,
    first_side,
    happened,
    line,
    of_seat,
    offered,
    pay_losses,
    plain,
    play,
    seat,
    sell_all,
    sell_until,
    table,
    ways,
    with_cities,
)

COUNTS = [(edition, players) for edition in EDITIONS for players in range(3, 8)]


def dealt(game: Game) -> list[list[list[str]]]:
    """The starting hands of all ages."""
    return [[list(game.hand(of)) for of in range(game.seats)], *game.position()["deal"]]


@pytest.mark.parametrize(("edition", "players"), COUNTS)
def test_as_many_black_cards_as_players_in_each_age(edition: str, players: int) -> None:
    """B3, C1: drawn of that age's, none twice; the deck is 8 cards for each player."""
    base = load(edition)
    for age, hands in enumerate(dealt(Game(players, edition=edition, expansions=["cities"])), 1):
        assert [len(hand) for hand in hands] == [8] * players
        cards = Counter(card for hand in hands for card in hand)
        drawn = {card: cards.pop(card) for card in list(cards) if card in BLACK[edition]}
        assert list(drawn.values()) == [1] * players
        assert {BLACK[edition][card].age for card in drawn} == {age}
        printed = Counter(card.id for card in base.deck(age, players))
        guilds = cards - printed
        assert cards - guilds == printed
        assert sum(guilds.values()) == (players + 2 if age == 3 else 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_black_card_can_be_drawn(edition: str) -> None:
    """C1: which are in the deck is left to chance; so it is with the guilds of the box."""
    found: set[str] = set()
    for seed in range(60):
        game = Game(7, edition=edition, expansions=["cities"], seed=seed)
        found |= {card for hands in dealt(game) for hand in hands for card in hand}
    assert set(BLACK[edition]) <= found
    assert set(GUILDS) & found == (set(GUILDS) if edition == "1st" else set())


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_cities_there_are_no_black_cards(edition: str) -> None:
    """C1: they belong to the expansion; so do Byzantium and Petra."""
    for seed in range(5):
        game = Game(7, edition=edition, seed=seed)
        assert not {card for hands in dealt(game) for hand in hands for card in hand} & {
            *BLACK[edition],
            *GUILDS,
        }
        assert not {"byzantium", "petra"} & {game.wonder(of).split(":")[0] for of in range(7)}
    with_them = [Game(7, edition=edition, expansions=["cities"], seed=seed) for seed in range(20)]
    boards = {game.wonder(of).split(":")[0] for game in with_them for of in range(7)}
    assert {"byzantium", "petra"} <= boards


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_age_has_seven_turns(edition: str) -> None:
    """B5, C1: 8 cards, 7 turns, and the last card of each hand is discarded for nothing."""
    game = Game(4, edition=edition, expansions=["cities"], seed=3)
    seen = []
    while game.age == 1:
        seen.append((game.turn, len(game.hand(0))))
        sell_all(game)
    assert seen == list(zip(range(1, 8), range(8, 1, -1), strict=True))
    assert sum(discarded(game).values()) == 4 * 8
    assert coins(game) == [3 + 7 * 3] * 4
    assert [len(game.hand(of)) for of in range(4)] == [8] * 4


def test_hands_pass_as_in_the_base_game() -> None:
    """B4, C1: to the left in ages I and III, to the right in age II."""
    game = Game(3, expansions=["cities"], seed=5)
    for age, step in ((1, 1), (2, -1), (3, 1)):
        sell_until(game, age, 1)
        before = [game.hand(of)[1:] for of in range(3)]
        sell_all(game)
        assert [sorted(game.hand((of + step) % 3)) for of in range(3)] == [
            sorted(hand) for hand in before
        ]


def test_the_deck_of_cities_and_armada() -> None:
    """A1, C1: 9 cards and 8 turns; eight players have 8 cards, 7 turns and 8 black cards."""
    game = Game(4, expansions=["cities", "armada"], seed=1)
    hands = dealt(game)
    assert {len(hand) for age in hands for hand in age} == {9}
    for age, start in enumerate(hands, 1):
        drawn = [card for hand in start for card in hand if card in BLACK["2nd"]]
        assert len(drawn) == 4
        assert {BLACK["2nd"][card].age for card in drawn} == {age}
    eight = Game(8, edition="1st", expansions=["cities", "armada"], seed=1)
    for start in dealt(eight):
        assert [len(hand) for hand in start] == [8] * 8
        assert sum(card in BLACK["1st"] for hand in start for card in hand) == 8


def test_black_is_a_colour_for_olympia() -> None:
    """B21, C1: the first black card of a city is free for Olympia Day, the second is not."""
    others = plain("2nd", "gizah", "rhodos")
    hand = "contingent altar"
    game = with_cities(seat("olympia:day", hand, stages=2, coins=0), *others, age=3)
    assert ways(game, 0, "build:contingent") == {""}
    game = with_cities(seat("olympia:day", hand, "hideout", stages=2, coins=0), *others, age=3)
    assert ways(game, 0, "build:contingent") == set()
    game = with_cities(seat("olympia:day", hand, stages=1, coins=0), *others, age=3)
    assert ways(game, 0, "build:contingent") == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_stacked_deal_has_as_many_black_cards_as_players(edition: str) -> None:
    """B3, C1: any of the age, each once; one too few or from another age is refused."""
    start = Game(3, edition=edition, expansions=["cities"], seed=9)
    deal = dealt(start)
    again = Game(3, edition=edition, expansions=["cities"], seed=1, deal=deal)
    assert dealt(again) == deal
    black = [card for hand in deal[0] for card in hand if card in BLACK[edition]]
    unused = {
        age: next(c for c, what in BLACK[edition].items() if what.age == age and c not in black)
        for age in (1, 2)
    }

    def swapped(other: str) -> list[list[list[str]]]:
        return [[[other if c == black[0] else c for c in hand] for hand in deal[0]], *deal[1:]]

    Game(3, edition=edition, expansions=["cities"], deal=swapped(unused[1]))
    for wrong in (unused[2], black[1], "lumber_yard"):
        with pytest.raises(ValueError, match="age I"):
            Game(3, edition=edition, expansions=["cities"], deal=swapped(wrong))


# Losses and debts.


def losses(loss: str, *purses: int, edition: str = "2nd", **rest: Any) -> Game:
    """Seat 0 has built a card of this loss; the others have so many coins."""
    boards = ("gizah", "rhodos", "ephesos", "alexandria", "babylon")
    what = {"1": "hideout", "2": "lair", "3": "brotherhood"}[loss]
    game = with_cities(
        seat(
            first_side(edition, "olympia"),
            f"{what} altar",
            "lumber_yard sawmill ore_vein glassworks_age1 loom_age1",
            coins=0,
        ),
        *[
            seat(first_side(edition, board), coins=purse)
            for board, purse in zip(boards, purses, strict=False)
        ],
        age=int(loss),
        **rest,
    )
    play(game, f"build:{what}")
    return game


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_loss_is_paid_in_any_mix_of_coins_and_debts(edition: str) -> None:
    """C2: for each coin of it a coin or a debt, also by those who have coins enough."""
    game = losses("3", 5, 3, 1, edition=edition)
    assert game.to_decide == [1, 2, 3]
    assert {game.decision(of).kind for of in (1, 2, 3)} == {"loss"}
    full = {"lose:3/0", "lose:2/1", "lose:1/2", "lose:0/3"}
    assert [offered(game, of) for of in (1, 2, 3)] == [full, full, {"lose:1/2", "lose:0/3"}]
    play(game, "lose:2/1", "lose:0/3", "lose:1/2")
    assert coins(game) == [0, 3, 3, 0]
    assert [of_seat(game, of)["debts"] for of in range(4)] == [0, 1, 3, 2]
    assert [line(game, of, "debts") for of in range(4)] == [0, -1, -3, -2]
    assert game.turn == 2


def test_who_has_no_coins_is_not_asked() -> None:
    """C2: a debt for each coin; there is nothing to choose."""
    game = losses("3", 0, 0)
    assert game.turn == 2
    assert [of_seat(game, of)["debts"] for of in range(3)] == [0, 3, 3]
    assert happened(game, "loss") == []
    assert happened(game, "debts") == [
        (1, {"debts": 3, "for": None}),
        (2, {"debts": 3, "for": None}),
    ]


def test_losses_are_told() -> None:
    """C2: coins lost and debts taken are events, and seen by all."""
    game = losses("2", 5, 5)
    play(game, "lose:2/0", "lose:1/1")
    assert happened(game, "loss") == [(1, {"coins": 2}), (2, {"coins": 1})]
    assert happened(game, "debts") == [(2, {"debts": 1, "for": None})]
    assert [event.data for event in game.events_for(0) if event.kind == "debts"] == [
        {"debts": 1, "for": None}
    ]


def test_decisions_over_a_loss_are_taken_unseen() -> None:
    """C2, K1: all at once; until the last has decided nothing changes, and nobody is told."""
    game = losses("2", 5, 5, 5)
    game.play(1, "lose:0/2")
    assert coins(game)[1:] == [5, 5, 5]
    assert of_seat(game, 1)["debts"] == 0
    assert "lose" not in json.dumps(game.view(2))
    game.play(1, "lose:2/0")
    play(game, "lose:2/0", "lose:1/1")
    assert coins(game)[1:] == [3, 3, 4]


def test_a_game_in_the_middle_of_losses_is_a_position() -> None:
    """C2: stored and read again, the same is still owed."""
    game = losses("3", 5, 2, 1)
    game.play(2, "lose:1/2")
    again = Game.from_position(json.loads(json.dumps(game.position())))
    assert again.position() == game.position()
    assert (again.to_decide, again.decided) == (game.to_decide, game.decided)
    assert [again.moves(of) for of in (1, 2, 3)] == [game.moves(of) for of in (1, 2, 3)]
    for one in (game, again):
        play(one, "lose:0/3", "lose:1/2")
    assert again.position() == game.position()


def test_all_losses_of_a_turn_are_one_decision() -> None:
    """C2: over the sum; a card spares only its own builder."""
    game = with_cities(
        seat("olympia:day", "brotherhood altar", "sawmill ore_vein loom_age1", coins=9),
        seat("gizah:day", "lair altar", "lumber_yard glassworks_age1", coins=9),
        seat("rhodos:day", "hideout altar", coins=9),
        seat("ephesos:day", "altar tavern", coins=0),
        age=3,
    )
    play(game, "build:brotherhood", "build:lair", "build:hideout", "build:altar")
    assert game.to_decide == [0, 1, 2]
    most = [max(move.value or 0 for move in game.moves(of)) for of in (0, 1, 2)]
    assert most == [2 + 1, 3 + 1, 3 + 2]
    assert len(game.moves(2)) == 6
    pay_losses(game)
    assert coins(game) == [6, 5, 4, 0]
    assert of_seat(game, 3)["debts"] == 3 + 2 + 1


def test_losses_come_after_all_gains() -> None:
    """B16, C2: coins of a sale, of trade and of effects of the same turn can be lost."""
    game = with_cities(
        seat("olympia:day", "lair altar", "lumber_yard", coins=2),  # buys glass from the right
        seat("gizah:day", "altar tavern", coins=0),
        seat("rhodos:day", "tavern altar", coins=0),
        seat("alexandria:day", coins=0),
        age=2,
    )
    play(game, "build:lair@R2", "sell:altar", "build:tavern")
    assert coins(game) == [0, 3, 5, 2]
    assert game.to_decide == [1, 2, 3]
    assert offered(game, 3) == {"lose:2/0", "lose:1/1", "lose:0/2"}
    pay_losses(game)
    assert coins(game) == [0, 1, 3, 0]


def test_coins_of_this_turn_can_be_lost_but_not_spent() -> None:
    """B14, C2: a cost is judged at the start of the turn, a loss at its end."""
    game = with_cities(
        seat("olympia:day", "dive altar", coins=0),
        seat("gizah:day", "militia altar", coins=2),
        seat("rhodos:day", "hideout altar", coins=0),
    )
    assert ways(game, 1, "build:militia") == set()
    play(game, "build:dive", "sell:militia", "build:hideout")
    assert coins(game) == [6, 2 + 3 + 1, 1]
    pay_losses(game)
    assert coins(game) == [5, 5, 1]


def test_losses_come_after_builds_from_the_pile() -> None:
    """A16, B19, C2: a tavern from the pile brings coins that can be lost in the same turn."""
    game = with_cities(
        seat("halikarnassos:day", "altar baths", "glassworks_age1 press_age1", stages=1, coins=0),
        seat("gizah:day", "hideout altar", coins=0),
        seat("rhodos:day", coins=0),
        discard="tavern",
    )
    play(game, "stage:altar", "build:hideout")
    assert (game.to_decide, game.decision(0).kind) == ([0], "rebuild")
    assert of_seat(game, 2)["debts"] == 0
    play(game, "rebuild:tavern")
    assert (game.to_decide, game.decision(0).kind) == ([0], "loss")
    assert of_seat(game, 2)["debts"] == 1  # without coins nothing is asked
    play(game, "lose:1/0")
    assert (game.coins(0), game.turn) == (4, 2)


def test_a_card_built_from_the_pile_causes_its_loss_in_the_same_turn() -> None:
    """A16, B19, C2: together with the other losses of the turn."""
    game = with_cities(
        seat("halikarnassos:day", "altar baths", "glassworks_age1 press_age1", stages=1, coins=9),
        seat("gizah:day", "hideout altar", coins=9),
        seat("rhodos:day", coins=9),
        discard="brotherhood",
    )
    play(game, "stage:altar", "build:hideout")
    play(game, "rebuild:brotherhood")
    pay_losses(game)
    assert coins(game) == [8, 6, 5]


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_loser_counts_his_own_tokens_or_stages(edition: str) -> None:
    """C2: a coin for each victory token (of any value) or stage that he has himself."""
    builders = "builders_union" if edition == "1st" else "chamber_of_builders"
    for card, due in (("cenotaph", [0, 3, 0, 1]), (builders, [0, 1, 3, 0])):
        game = with_cities(
            seat(
                first_side(edition, "olympia"),
                f"{card} altar",
                "lumber_yard stone_pit brickyard glassworks_age1 press_age1 loom_age1",
                coins=9,
                victories=[5, 5, 5],
                stages=3,
            ),
            seat(first_side(edition, "gizah"), coins=9, victories=[1, 3, 5], stages=1),
            seat(first_side(edition, "rhodos"), coins=9, defeats=4, stages=3),
            seat(first_side(edition, "ephesos"), coins=9, victories=[1], defeats=1),
            age=3,
        )
        play(game, f"build:{card}")
        assert game.to_decide == [of for of in range(4) if due[of]]
        pay_losses(game)
        assert coins(game) == [9 - number for number in due]


def test_stages_and_tokens_of_the_same_turn_count_for_the_loss() -> None:
    """C2: losses are worked out at the end of the turn, on the table as it then is."""
    game = with_cities(
        seat(
            "olympia:day",
            "chamber_of_builders altar",
            coins=9,
            city="caravansery clay_pool glassworks_age1 press_age1",
        ),
        seat("gizah:day", "altar baths", "sawmill", coins=9, stages=0),
        seat("rhodos:day", "cenotaph altar", "brickyard stone_pit glassworks_age1 loom_age1"),
        seat("ephesos:day", "raider_camp altar", coins=9, victories=[3]),
        age=3,
    )
    play(game, "build:chamber_of_builders", "stage:altar", "build:cenotaph", "build:raider_camp")
    # Ephesos has two tokens now, Gizah a stage.
    assert game.to_decide == [1, 3]
    pay_losses(game)
    assert coins(game) == [9, 8, 3, 7]


def test_debts_are_never_paid_back() -> None:
    """C2: they stay to the end, whatever coins come in; each counts -1."""
    game = with_cities(
        seat("olympia:day", "tavern altar", debts=7, coins=50),
        seat("gizah:day", debts=1),
        seat("rhodos:day"),
    )
    assert offered(game, 0) == {
        f"{what}:{card}" for what in ("build", "sell") for card in ("tavern", "altar")
    }
    play(game, "build:tavern")
    assert [of_seat(game, of)["debts"] for of in range(3)] == [7, 1, 0]
    sheets = game.scores()
    assert [sheet.lines["debts"] for sheet in sheets] == [-7, -1, 0]
    assert sheets[1].total == -1 + 1 == sum(sheets[1].lines.values())
    position = game.position()
    position["seats"][1] |= {"coins": 0, "debts": 30}
    assert Game.from_position(position).scores()[1].total == -30


def test_a_loss_in_the_recruiting_turn() -> None:
    """C2, L2: a stage of Petra built with a leader costs the others coins in that very turn."""
    game = table(
        seat("petra:night", city="foundry clay_pool", leader_hand=["solomon"], coins=0),
        seat("gizah:day", leader_hand=["nero"], coins=1),
        seat("rhodos:day", coins=0),
        expansions=["leaders", "cities"],
        phase="leader",
    )
    play(game, "stage:solomon", "sell:nero")
    assert (game.turn, game.to_decide, game.decision(1).kind) == (0, [1], "loss")
    assert of_seat(game, 2)["debts"] == 2
    play(game, "lose:1/1")
    assert (game.turn, game.coins(1), of_seat(game, 1)["debts"]) == (1, 1 + 3 - 1, 1)


@pytest.mark.parametrize("purse", [0, 1, 2, 9])
def test_without_cities_a_loss_takes_what_there_is(purse: int) -> None:
    """A6, C2: there are no debts; Arsinoe (age III) takes 3 coins, or all, and asks nobody."""
    game = table(
        seat("gizah:A", leader_hand=["arsinoe"], coins=3),
        seat("rhodos:A", coins=purse),
        seat("babylon:A", leader_hand=["solomon"], coins=0),
        edition="1st",
        expansions=["leaders"],
        phase="leader",
        age=3,
    )
    play(game, "recruit:arsinoe@B3", "sell:solomon")
    assert (game.turn, game.decision(1).kind) == (1, "play")
    assert coins(game) == [4, max(purse - 3, 0), 0]
    assert "debts" not in of_seat(game, 1)
    assert "debts" not in game.scores()[1].lines


def test_without_cities_octavia_takes_a_coin_for_each_stage() -> None:
    """A6, C2: whoever has none loses nothing."""
    game = table(
        seat("gizah:A", "altar baths", "stone_pit", leaders=["octavia"], coins=0),
        seat("rhodos:A", coins=1),
        seat("babylon:A", coins=0),
        edition="1st",
        expansions=["leaders"],
    )
    play(game, "stage:altar")
    assert (coins(game), game.turn) == ([2, 0, 0], 2)


def last_turn(edition: str, *hands: str) -> Game:
    """Babylon, which plays its last card, in the last turn of age I, with two others."""
    side, stages = ("B", 2) if edition == "1st" else ("night", 1)
    return with_cities(
        seat(f"babylon:{side}", hands[0], stages=stages, coins=9),
        seat(first_side(edition, "gizah"), hands[1], coins=9),
        seat(first_side(edition, "rhodos"), hands[2], coins=9),
        turn=7,
    )


def test_losses_of_the_last_turn_come_before_the_last_card_of_babylon() -> None:
    """B20, C2: 2nd edition: the turn is finished first; the last card has losses of its own."""
    game = last_turn("2nd", "altar hideout", "opium_stash baths", "altar theater")
    play(game, "build:altar", "build:opium_stash", "build:altar")
    assert (game.turn, game.to_decide, game.decision(0).kind) == (7, [0, 2], "loss")
    pay_losses(game)
    assert (game.turn, game.to_decide, game.decision(0).kind) == (8, [0], "last_card")
    play(game, "build:hideout")
    assert (game.turn, game.to_decide, game.decision(1).kind) == (8, [1, 2], "loss")
    pay_losses(game)
    assert coins(game) == [9 - 1, 9 + 3 - 1, 9 - 1 - 1]
    assert game.age == 2


def test_in_the_first_edition_the_last_card_belongs_to_the_last_turn() -> None:
    """B20, C2: without Armada it is played before the losses, which are one decision."""
    game = last_turn("1st", "altar hideout", "hideout baths", "altar theater")
    play(game, "build:altar", "build:hideout", "build:altar")
    assert (game.to_decide, game.decision(0).kind) == ([0], "last_card")
    assert coins(game) == [9, 9, 9]
    play(game, "build:hideout")
    assert game.to_decide == [0, 1, 2]
    assert [len(game.moves(of)) for of in range(3)] == [2, 2, 3]
    pay_losses(game)
    assert (coins(game), game.age) == ([8, 8, 7], 2)


# Builds from the discard pile, when several may.


def test_the_forging_agency_builds_any_discarded_card() -> None:
    """B19, C4: at the end of the turn, for nothing, also what was sold in it; or not at all."""
    game = with_cities(
        seat("gizah:day", "forging_agency altar baths theater", "palace", coins=2),
        seat("rhodos:day", "tavern altar baths theater"),
        seat("ephesos:day"),
        discard="palace capitol university",
        age=2,
    )
    play(game, "build:forging_agency@B2", "sell:tavern")
    decision = game.decision(0)
    assert (game.to_decide, decision.kind) == ([0], "rebuild")
    assert offered(game, 0) == {"rebuild:capitol", "rebuild:university", "rebuild:tavern", "skip"}
    before = game.copy()
    play(game, "rebuild:capitol")
    assert (line(game, 0, "black"), game.coins(0), game.turn) == (8, 0, 2)
    assert discarded(game) == {"palace": 1, "university": 1, "tavern": 1}
    play(before, "skip")
    assert (before.city(0)[-1], before.turn) == ("forging_agency", 2)
    sell_all(before)
    assert before.turn == 3  # once, not in every turn


def test_the_forging_agency_without_a_pile() -> None:
    """B19, C4: nothing can be built, nothing is asked."""
    game = with_cities(
        seat("gizah:day", "forging_agency altar", "altar", coins=2),
        *plain("2nd", "rhodos", "ephesos"),
        discard="altar",
        age=2,
    )
    play(game, "build:forging_agency@B2")
    assert game.turn == 2


def test_the_forging_agency_finds_the_last_cards_of_the_age() -> None:
    """B5, B19, C4: built in the last turn, it builds one of the cards just discarded."""
    game = with_cities(
        seat("gizah:day", "forging_agency altar", coins=2),
        seat("rhodos:day", "tavern palace"),
        seat("ephesos:day", "baths senate"),
        age=2,
        turn=7,
    )
    play(game, "build:forging_agency@B2", "sell:tavern", "sell:baths")
    assert offered(game, 0) == {
        f"rebuild:{card}" for card in ("altar", "tavern", "palace", "baths", "senate")
    } | {"skip"}
    play(game, "rebuild:senate")
    assert (game.city(0), game.age) == (("forging_agency", "senate"), 3)


def test_the_forging_agency_as_babylons_last_card() -> None:
    """B20, C4: in its extra turn, it builds from the pile as it then is."""
    game = with_cities(
        seat("babylon:night", "altar forging_agency", stages=1, coins=2),
        seat("rhodos:day", "tavern palace"),
        seat("ephesos:day"),
        age=2,
        turn=7,
    )
    play(game, "build:altar", "sell:tavern")
    assert game.decision(0).kind == "last_card"
    play(game, "build:forging_agency@B2")
    assert (game.to_decide, game.decision(0).kind) == ([0], "rebuild")
    play(game, "rebuild:palace")
    assert game.age == 3


@pytest.mark.parametrize(
    ("card", "purses", "debts", "victories", "diplomacy"),
    [
        ("raider_garrison", [0, 5, 5, 5], [0, 1, 0, 1], [5], 0),
        ("residence", [0, 5, 5, 5], [0] * 4, [], 1),
        ("dive", [6, 6, 5, 6], [0] * 4, [], 0),
        ("mint", [0, 8, 8, 8], [0] * 4, [], 0),
        ("memorial", [4, 5, 5, 5], [0] * 4, [], 0),
        ("secret_network", [2, 5, 5, 5], [0] * 4, [], 0),
    ],
)
def test_a_black_card_from_the_pile_works_at_once(
    card: str, purses: list[int], debts: list[int], victories: list[int], diplomacy: int
) -> None:
    """B19, C4, C8: as if it had been built from the hand; the Agency is a black card too."""
    game = with_cities(
        seat("gizah:day", "forging_agency altar", coins=2, defeats=2),
        *[seat(f"{board}:day", coins=5) for board in ("rhodos", "ephesos", "olympia")],
        discard=card,
        age=2,
    )
    play(game, "build:forging_agency@B2")
    play(game, f"rebuild:{card}")
    entries = [of_seat(game, of) for of in range(4)]
    assert coins(game) == purses
    assert [entry["debts"] for entry in entries] == debts
    assert (entries[0]["victories"], entries[0]["diplomacy"]) == (victories, diplomacy)
    assert entries[0]["defeats"] == (0 if card == "memorial" else 2)


def test_halikarnassos_builds_before_the_forging_agency() -> None:
    """C4: whatever their seats; the later one sees what the earlier left."""
    for order in (0, 1):
        forger = seat("gizah:day", "forging_agency altar", coins=2)
        tomb = seat("halikarnassos:day", "altar baths", "glassworks_age1 press_age1", stages=1)
        pair = [forger, tomb] if order == 0 else [tomb, forger]
        game = with_cities(*pair, *plain("2nd", "ephesos"), discard="palace capitol", age=2)
        moves = ["build:forging_agency@B2", "stage:altar"]
        play(game, *(moves if order == 0 else moves[::-1]))
        first, second = (1, 0) if order == 0 else (0, 1)
        assert (game.to_decide, game.decision(first).kind) == ([first], "rebuild")
        assert offered(game, first) == {"rebuild:palace", "rebuild:capitol", "skip"}
        play(game, "rebuild:capitol")
        assert (game.to_decide, game.decision(second).kind) == ([second], "rebuild")
        assert offered(game, second) == {"rebuild:palace", "skip"}
        play(game, "rebuild:palace")
        assert game.turn == 2


def recruiting(discard: str) -> Game:
    """Solomon is recruited at seat 0 while Halikarnassos, at seat 2, builds a stage."""
    return table(
        seat("gizah:day", leader_hand=["solomon"], coins=3),
        seat("rhodos:day", leader_hand=["nero"], coins=0),
        seat(
            "halikarnassos:day",
            city="glassworks_age1 press_age1",
            stages=1,
            leader_hand=["nefertiti"],
            coins=0,
        ),
        expansions=["leaders", "cities"],
        phase="leader",
        age=2,
        discard=discard,
    )


def test_halikarnassos_then_solomon_then_the_forging_agency() -> None:
    """C4: all in one turn: an Agency that Halikarnassos builds waits for Solomon."""
    game = recruiting("forging_agency palace university senate")
    play(game, "recruit:solomon@B3", "sell:nero", "stage:nefertiti")
    order = []
    for choice in ("forging_agency", "palace", "university"):
        order.append((game.to_decide, game.decision(game.to_decide[0]).kind))
        assert f"rebuild:{choice}" in offered(game, game.to_decide[0])
        play(game, f"rebuild:{choice}")
    assert order == [([2], "rebuild"), ([0], "rebuild"), ([2], "rebuild")]
    assert game.city(0) == ("palace",)
    assert game.city(2)[-2:] == ("forging_agency", "university")
    assert (game.turn, discarded(game)) == (1, {"senate": 1, "nero": 1})


def test_solomon_builds_the_forging_agency_which_builds_again() -> None:
    """C4: the Agency itself built from the pile builds in the same turn, after the others."""
    game = recruiting("forging_agency palace university")
    play(game, "recruit:solomon@B3", "sell:nero", "stage:nefertiti")
    play(game, "rebuild:university")
    play(game, "rebuild:forging_agency")
    assert game.to_decide == [0]
    assert offered(game, 0) == {"rebuild:palace", "skip"}
    play(game, "rebuild:palace")
    assert game.city(0) == ("forging_agency", "palace")
    assert game.turn == 1


def test_a_sold_leader_is_no_card_of_the_pile() -> None:
    """L4, C4: the Agency finds only age cards."""
    game = table(
        seat("gizah:day", "forging_agency altar", coins=2),
        *plain("2nd", "rhodos", "ephesos"),
        expansions=["leaders", "cities"],
        age=2,
        discard="solomon nero",
    )
    play(game, "build:forging_agency@B2")
    assert game.turn == 2


def test_two_stages_build_from_the_pile_by_seat() -> None:
    """C4: the Great Wall and Halikarnassos are both stages: the lower seat is first."""
    wall = seat("great_wall:A", "altar baths", "foundry ore_vein")
    tomb = seat("halikarnassos:B", "altar baths", "foundry")
    for pair, moves in (
        ([wall, tomb], ("stage:altar#4", "stage:altar")),
        ([tomb, wall], ("stage:altar", "stage:altar#4")),
    ):
        game = with_cities(*pair, *plain("1st", "gizah"), discard="palace")
        play(game, *moves)
        assert (game.to_decide, game.decision(0).kind) == ([0], "rebuild")
        play(game, "skip")
        assert offered(game, 1) == {"rebuild:palace", "skip"}
        play(game, "rebuild:palace")
        assert game.turn == 2


def test_the_order_of_the_events_of_a_turn() -> None:
    """A16, C2, C4: building, coins, the pile, and losses last."""
    game = with_cities(
        seat("gizah:day", "forging_agency altar", coins=2),
        seat("rhodos:day", "opium_stash altar", coins=0),
        seat("ephesos:day", "dive altar", coins=5),
        discard="tavern",
    )
    play(game, "build:forging_agency@B2", "build:opium_stash", "build:dive")
    play(game, "rebuild:tavern")
    pay_losses(game)
    kinds = [event.kind for event in game.events]
    last = {kind: len(kinds) - 1 - kinds[::-1].index(kind) for kind in ("build", "rebuild", "loss")}
    firsts = [kinds.index("build"), kinds.index("coins"), kinds.index("rebuild")]
    steps = [*firsts, kinds.index("loss")]
    assert all(one < other for one, other in pairwise(steps))
    assert last["rebuild"] < kinds.index("loss")
    assert coins(game) == [0 + 1 + 5 - 1, 3 + 1, 5 + 6 - 1]
