"""What a player knows (K1): views and events hold that, and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from mirabilia import Game
from positions import EDITIONS, first_side, plain, play, seat, second_side, sell_all, table

SEED = 987654321


def game_under_way(edition: str = "2nd") -> Game:
    """The third turn of an age with cards in cities, under wonders and in the discard pile."""
    side = "A" if edition == "1st" else "day"
    return table(
        seat(f"rhodos:{side}", "altar baths theater", "stockade", under=["palace"], stages=1),
        seat(f"gizah:{side}", "tavern mine marketplace", "ore_vein", under=["walls"], stages=1),
        seat(f"ephesos:{side}", "clay_pit loom_age1 barracks", coins=7),
        discard="workshop scriptorium",
        turn=5,
        seed=SEED,
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_view_shows_the_own_hand_and_the_number_of_the_others_cards(edition: str) -> None:
    """K1: of everything face down only the number."""
    view = game_under_way(edition).view(0)
    assert view["seats"][0]["hand"] == ["altar", "baths", "theater"]
    assert [view["seats"][of]["hand"] for of in (1, 2)] == [3, 3]
    assert [entry["under"] for entry in view["seats"]] == [1, 1, 0]
    assert view["discard"] == 2
    assert view["deal"] == 2 * 7 * 3


def test_a_view_shows_all_that_lies_face_up() -> None:
    """K1: cities, boards, coins and tokens of everybody."""
    game = table(
        seat("rhodos:day", "altar", "stockade", stages=2, coins=4),
        seat("gizah:night", "altar", "ore_vein mine", coins=7, victories=[1, 3], defeats=1),
        seat("ephesos:day", "altar", "tavern", coins=0),
        age=3,
    )
    view, position = game.view(0), game.position()
    for of in range(3):
        for key in ("wonder", "side", "stages", "coins", "city", "victories", "defeats", "spent"):
            assert view["seats"][of][key] == position["seats"][of][key]
    for key in ("edition", "expansions", "age", "turn", "phase", "names"):
        assert view[key] == position[key]


def test_a_spectator_sees_no_hand() -> None:
    """K1: only what lies face up."""
    view = game_under_way().view(None)
    assert [entry["hand"] for entry in view["seats"]] == [3, 3, 3]
    assert (view["discard"], view["decision"], view["seen"]) == (2, None, [[], [], []])


@pytest.mark.parametrize("of", [0, 1, 2, None])
def test_no_view_holds_the_seed(of: int | None) -> None:
    """K1: who knows the seed knows all decks."""
    game = Game(3, seed=SEED)
    for _ in range(3):
        text = json.dumps(game.view(of))
        assert str(SEED) not in text
        assert not {"seed", "rng", "history", "pending"} & set(game.view(of))
        assert str(SEED) not in json.dumps([event.data for event in game.events_for(of)])
        sell_all(game)


def test_what_is_hidden_makes_no_difference_to_a_view() -> None:
    """K1: other hands exchanged, another pile, other decks, other cards under wonders: one view."""
    position = game_under_way().position()
    for key in ("history", "rng", "deal"):
        position.pop(key)
    other = json.loads(json.dumps(position))
    hands = [entry["hand"] for entry in other["seats"]]
    other["seats"][1]["hand"], other["seats"][2]["hand"] = hands[2], hands[1]
    other["seats"][1]["under"] = ["arena"]
    other["discard"] = ["pantheon", "stables"]
    other["seed"] = 5
    one, two = Game.from_position(position), Game.from_position(other)
    assert one.view(0) == two.view(0)
    assert one.view(None) == two.view(None)
    assert one.view(1) != two.view(1)


def test_choices_are_not_seen_before_all_have_chosen() -> None:
    """K1, B4: who has decided is known, not what."""
    game = game_under_way()
    before = game.view(1)
    game.play(0, "sell:altar")
    after = game.view(1)
    assert (before["to_decide"], after["to_decide"], after["decided"]) == ([0, 1, 2], [1, 2], [0])
    for view in (before, after):
        view.pop("to_decide")
        view.pop("decided")
    assert before == after
    assert game.view(0)["choice"] == "sell:altar"
    assert "altar" not in json.dumps(game.view(2))


def test_cards_laid_face_down_are_known_to_who_laid_them() -> None:
    """K1: sold cards, cards under wonders and last cards."""
    game = table(
        seat("gizah:B", "altar theater", "sawmill"),
        seat("rhodos:A", "tavern marketplace"),
        seat("ephesos:A", "baths loom_age1"),
        turn=6,
    )
    play(game, "stage:altar", "sell:tavern", "build:loom_age1")
    hidden = ("stage", "sell", "discard", "build")

    def seen_by(of: int | None) -> list[tuple[str, int | None, str | None]]:
        events = game.events_for(of)
        return [(e.kind, e.seat, e.data["card"]) for e in events if e.kind in hidden]

    assert seen_by(0) == [
        ("stage", 0, "altar"),
        ("sell", 1, None),
        ("build", 2, "loom_age1"),
        ("discard", 0, "theater"),
        ("discard", 1, None),
        ("discard", 2, None),
    ]
    assert seen_by(1)[1] == ("sell", 1, "tavern")
    assert [card for _, _, card in seen_by(None)] == [None, None, "loom_age1", None, None, None]
    assert [event.data.get("card") for event in game.events if event.kind in hidden] == [
        "altar",
        "tavern",
        "loom_age1",
        "theater",
        "marketplace",
        "baths",
    ]
    assert game.view(0)["laid"] == ["altar", "theater"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_builds_from_the_discard_pile_looks_at_it(edition: str) -> None:
    """K1, B19: the owner sees the whole pile while he chooses, the others never."""
    game = table(
        # 2 ore in the 1st edition, 2 clay in the 2nd
        seat(second_side(edition, "halikarnassos"), "altar theater", "foundry brickyard"),
        seat(first_side(edition, "gizah"), "tavern mine"),
        *plain(edition, "ephesos"),
        discard="palace walls",
    )
    assert game.view(0)["discard"] == 2
    play(game, "stage:altar", "sell:tavern")
    assert game.decision(0).kind == "rebuild"
    assert Counter(game.view(0)["discard"]) == Counter(["palace", "walls", "tavern"])
    assert [game.view(of)["discard"] for of in (1, 2, None)] == [3, 3, 3]
    play(game, "rebuild:palace")
    assert game.view(0)["discard"] == 2


def known(game: Game, of: int) -> list[Counter[str]]:
    """What a seat is certain of in each hand."""
    return [Counter(cards) for cards in game.view(of)["seen"]]


def hands(game: Game) -> list[Counter[str]]:
    return [Counter(game.hand(of)) for of in range(game.seats)]


def build_all(game: Game, cards: dict[int, str]) -> None:
    for of, card in cards.items():
        game.play(of, f"build:{card}")


FREE_CARDS = "altar theater tavern marketplace east_trading_post west_trading_post stone_pit"


def dealt_freely(players: int = 4) -> Game:
    """Everybody holds the same seven cards, all for nothing."""
    wonders = ("rhodos", "gizah", "ephesos", "babylon", "olympia")[:players]
    game = table(
        *(seat(f"{wonder}:day", FREE_CARDS) for wonder in wonders),
        history={"since": 1, "laid": []},
    )
    assert (game.age, game.turn) == (1, 1)
    return game


def test_a_hand_that_has_passed_through_the_own_is_known() -> None:
    """K1: less what was taken from it since, as long as that lies face up."""
    game = dealt_freely()
    nothing: Counter[str] = Counter()
    assert known(game, 0) == [hands(game)[0], nothing, nothing, nothing]
    build_all(game, dict.fromkeys(range(4), "altar"))
    assert known(game, 0) == [hands(game)[0], hands(game)[1], nothing, nothing]
    build_all(game, dict.fromkeys(range(4), "tavern"))
    assert known(game, 0) == [*hands(game)[:3], nothing]
    build_all(game, dict.fromkeys(range(4), "theater"))
    assert known(game, 0) == hands(game)
    assert game.view(None)["seen"] == [[], [], [], []]


def test_a_card_taken_face_down_leaves_a_doubt() -> None:
    """K1: which of the cards is gone is not known, only which may be."""
    game = dealt_freely()
    build_all(game, dict.fromkeys(range(4), "altar"))
    passed = hands(game)[1]
    game.play(0, "build:tavern")
    game.play(1, "sell:stone_pit")
    game.play(2, "build:tavern")
    game.play(3, "build:tavern")
    view = game.view(0)
    assert view["seen"][2] == []
    assert Counter(view["maybe"][2]) == passed
    assert Counter(game.view(1)["seen"][2]) == hands(game)[2]  # who laid it knows


def test_of_two_copies_one_is_certain() -> None:
    """K1: one card face down can't be both."""
    game = table(
        *(seat(f"{w}:day", "altar altar theater tavern") for w in ("rhodos", "gizah", "ephesos")),
        turn=4,
        history={"since": 4, "laid": []},
    )
    for of in range(3):
        game.play(of, "build:tavern")
    assert Counter(game.view(0)["seen"][1]) == Counter(["altar", "altar", "theater"])
    game.play(0, "build:altar")
    game.play(1, "sell:theater")
    game.play(2, "build:altar")
    assert game.view(0)["seen"][2] == ["altar"]


def test_hands_are_unknown_again_in_a_new_age() -> None:
    """K1: new cards are dealt."""
    game = Game(3, seed=2)
    while game.age == 1:
        sell_all(game)
    assert known(game, 0) == [hands(game)[0], Counter(), Counter()]


def test_passing_to_the_right_is_followed_too() -> None:
    """K1, B4: in age II the own hand is the right neighbour's next."""
    game = table(
        *(
            seat(f"{w}:day", "altar theater tavern")
            for w in ("rhodos", "gizah", "ephesos", "babylon")
        ),
        age=2,
        turn=4,
        history={"since": 4, "laid": []},
    )
    build_all(game, dict.fromkeys(range(4), "tavern"))
    assert known(game, 0) == [hands(game)[0], Counter(), Counter(), hands(game)[3]]


def test_what_a_view_claims_to_know_is_true() -> None:
    """K1: over whole games, with cards laid face down all the time."""
    for seed in range(4):
        game = Game(4, seed=seed)
        while not game.over:
            for of in range(4):
                for certain, maybe, hand in zip(
                    known(game, of), game.view(of)["maybe"], hands(game), strict=True
                ):
                    assert certain <= hand
                    if certain or maybe:
                        assert hand <= certain + Counter(maybe)
            for of in list(game.to_decide):
                moves = game.moves(of)
                game.play(of, moves[(seed + of + game.turn) % len(moves)])


def test_a_view_is_plain_json() -> None:
    """K1: so that pages and bots can be sent it."""
    game = game_under_way()
    for of in (0, 1, 2, None):
        view: Any = game.view(of)
        assert json.loads(json.dumps(view)) == view


def test_a_view_names_the_decision_owed() -> None:
    """K1: what is asked of the seat, and nothing of what is asked of others."""
    game = game_under_way()
    assert game.view(0)["decision"] == {"kind": "play", "by": 0, "source": None}
    assert game.view(0)["seat"] == 0
    assert game.view(None)["decision"] is None


def test_two_players_know_each_others_hands_but_for_a_card_drawn() -> None:
    """K1, V4: they swap hands; only the holder has seen what he drew."""
    game = table(
        seat("rhodos:A", "altar theater tavern"),
        seat("gizah:A", "marketplace stone_pit"),
        seat("ephesos:A"),
        pile=["loom_age1", "press_age1"],
        holder=0,
        turn=3,
        history={"since": 3, "laid": []},
    )
    assert game.view(0)["pile"] == 2
    game.play(0, "build:altar")
    play(game, "build:marketplace", "build:theater")
    # Now seat 1 holds the Free City card and has drawn the loom.
    assert Counter(game.hand(1)) == Counter(["tavern", "loom_age1"])
    assert game.view(0)["seen"][1] == ["tavern"]
    assert game.view(1)["seen"][0] == ["stone_pit"]
    assert game.view(1)["seats"][1]["hand"] == ["tavern", "loom_age1"]
    assert game.view(0)["seats"][1]["hand"] == 2


def test_known_hands_stay_known_while_somebody_builds_from_the_pile() -> None:
    """K1, B19: the choice comes before the hands are passed on."""
    game = table(
        seat("halikarnassos:A", "altar theater tavern marketplace", "foundry ore_vein", stages=1),
        seat("gizah:A", "altar theater tavern marketplace"),
        seat("ephesos:A", "altar theater tavern marketplace"),
        discard="palace",
        turn=3,
        history={"since": 3, "laid": []},
    )
    build_all(game, dict.fromkeys(range(3), "altar"))
    play(game, "stage:theater", "build:tavern", "build:theater")
    assert game.decision(0).kind == "rebuild"
    assert hands(game)[1] == Counter(["theater", "marketplace"])
    assert known(game, 0)[1] == hands(game)[1]  # came from seat 0, then the Tavern was built
    assert known(game, 2)[0] == Counter()  # of three cards one went under the wonder
    assert Counter(game.view(2)["maybe"][0]) == Counter(["theater", "tavern", "marketplace"])


def test_two_players_hands_stay_known_while_the_free_city_builds_from_the_pile() -> None:
    """K1, B19, V4: the same with two players."""
    game = table(
        seat("rhodos:A", "altar theater tavern"),
        seat("gizah:A", "altar theater tavern marketplace"),
        seat("halikarnassos:B", city="foundry"),
        pile=["loom_age1", "press_age1"],
        holder=1,
        turn=2,
        discard="palace",
        history={"since": 2, "laid": []},
    )
    game.play(1, "build:altar")
    play(game, "build:altar", "build:marketplace")
    # Seat 0 gave theater and tavern, seat 1 the same; seat 0 holds the card and has drawn the loom.
    assert known(game, 0)[1] == hands(game)[1] == Counter(["theater", "tavern"])
    game.play(0, "build:tavern")
    play(game, "build:theater", "stage:theater")
    assert (game.decision(2).kind, game.decision(2).by) == ("rebuild", 0)
    assert hands(game)[1] == Counter(["tavern"])
    assert known(game, 0)[1] == hands(game)[1]


def test_the_free_citys_cards_are_the_holders_to_see() -> None:
    """K1, V2: what is left of his hand; the other sees nothing of it."""
    game = table(
        seat("rhodos:A", "altar theater tavern"),
        seat("gizah:A", "marketplace stone_pit"),
        seat("ephesos:A"),
        pile=["loom_age1", "press_age1"],
        holder=0,
    )
    game.play(0, "build:altar")
    assert game.view(2)["decision"] == {"kind": "play", "by": 0, "source": None}
    assert Counter(game.view(2)["seats"][2]["hand"]) == Counter(["theater", "tavern"])
    text = json.dumps(game.view(1))
    assert not [card for card in ("altar", "theater", "tavern", "loom_age1") if card in text]
