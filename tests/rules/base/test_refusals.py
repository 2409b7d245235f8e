"""Wrong calls: a ValueError with a sentence that helps, and the game as it was before."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from mirabilia import Game, Move
from positions import finish, plain, play, seat, sell_all, table


def refused(game: Game, call: Callable[[], object], sentence: str) -> None:
    """The call is refused in words, and nothing has changed."""
    before = game.position()
    events = game.events
    with pytest.raises(ValueError, match=sentence) as error:
        call()
    message = str(error.value)
    assert message.endswith("."), message
    assert game.position() == before
    assert game.events == events


def a_game() -> Game:
    return table(
        seat("gizah:A", "altar baths barracks stockade palace", "theater", coins=1),
        seat("rhodos:A", "theater altar", "theater", stages=3),
        seat("ephesos:A"),
        age=3,
    )


ILLEGAL = {
    "a card not in the hand": ("build:tavern", "tavern is not in the hand, which has altar"),
    "a sale of a card not in the hand": ("sell:tavern", "not in the hand"),
    "a card nobody can pay": ("build:palace", "nobody here has"),
    "too few coins": ("build:barracks@L2", "costs 2 coins, 1 in hand"),
    "no payment where one is due": ("build:barracks", "costs 2 coins"),
    "a payment where none is due": ("build:altar@L2", "offered are build:altar"),
    "a payment to the wrong side": ("build:baths@R1", "offered are build:baths"),
    "a right nobody has": ("build:palace!", "nobody here has"),
    "a right to build what is free": ("build:altar!", "offered are build:altar"),
    "a stage that can't be paid": ("stage:altar", "stone"),
    "an unknown card": ("build:ivory_tower", "ivory_tower is not in the hand"),
    "a build from the pile": ("rebuild:altar", "it may build or sell"),
    "a skip": ("skip", "it may build"),
    "a leader": ("recruit:plato", "leaders are recruited"),
    "a ship": ("build:altar+blue", "offered are build:altar"),
    "a side": ("side:A", "it may build"),
    "a loss": ("lose:1/0", "it may build"),
}
NO_MOVES = {
    "nothing": "",
    "a word": "altar",
    "no card": "build:",
    "no action": ":altar",
    "an unknown action": "burn:altar",
    "two cards": "build:altar,baths",
    "a blank": "build: altar",
    "a broken payment": "build:altar@L",
    "a payment of nothing": "build:altar@L0",
    "a payment twice": "build:altar@L1L1",
    "a negative payment": "build:altar@L-1",
    "an unknown fleet": "build:altar+pink",
    "a right to sell": "sell:altar!",
    "a loss without debts": "lose:3",
    "far too long": "build:" + "a" * 500,
}


@pytest.mark.parametrize(("move", "sentence"), ILLEGAL.values(), ids=ILLEGAL)
def test_an_illegal_move_is_refused_and_says_why(move: str, sentence: str) -> None:
    """B6 to B15: the game stays as it was, and the seat still owes its decision."""
    game = a_game()
    refused(game, lambda: game.play(0, move), sentence)
    refused(game, lambda: game.play(0, Move.parse(move)), sentence)
    assert game.to_decide == [0, 1]


@pytest.mark.parametrize("text", NO_MOVES.values(), ids=NO_MOVES)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    """B6: nor is it read by Move.parse."""
    game = a_game()
    refused(game, lambda: game.play(0, text), "move|name|payment|fleet|build")
    with pytest.raises(ValueError, match=r"move|name|payment|fleet|build"):
        Move.parse(text)


@pytest.mark.parametrize("thing", [None, 7, ["build:altar"], {"action": "build"}, b"build:altar"])
def test_what_is_no_text_is_no_move(thing: Any) -> None:
    """B6: such as an object of another kind."""
    game = a_game()
    refused(game, lambda: game.play(0, thing), "A move is a text")


def test_a_building_that_stands_is_refused() -> None:
    """B7: with the reason."""
    game = a_game()
    refused(game, lambda: game.play(1, "build:theater"), "already built")


def test_a_stage_of_a_complete_wonder_is_refused() -> None:
    """B8: with the reason."""
    game = a_game()
    refused(game, lambda: game.play(1, "stage:altar"), "the wonder is complete")


def test_a_refused_change_leaves_the_decision_taken() -> None:
    """B4: an illegal second choice does not lose the first."""
    game = a_game()
    game.play(0, "build:altar")
    refused(game, lambda: game.play(0, "build:palace"), "nobody here has")
    assert game.decided == {0: Move.parse("build:altar")}


def test_a_seat_that_owes_nothing_has_no_moves() -> None:
    """B4: asked or played, by a sentence that names whom the game waits for."""
    game = a_game()
    sentence = "Seat 2 owes no decision. The game waits for seat 0, 1"
    refused(game, lambda: game.moves(2), sentence)
    refused(game, lambda: game.decision(2), sentence)
    refused(game, lambda: game.play(2, "sell:altar"), sentence)
    refused(game, lambda: game.undecide(2), sentence)
    refused(game, lambda: game.undecide(0), "has not decided")


@pytest.mark.parametrize("of", [-1, 3, 99, True, "0", None, 1.0])
def test_there_is_no_such_seat(of: Any) -> None:
    """B1: seats are 0 to n-1."""
    game = a_game()
    calls: tuple[Callable[[], object], ...] = (
        lambda: game.moves(of),
        lambda: game.decision(of),
        lambda: game.play(of, "sell:altar"),
        lambda: game.undecide(of),
        lambda: game.coins(of),
        lambda: game.hand(of),
        lambda: game.city(of),
        lambda: game.quote(of, "altar"),
        lambda: game.wonder(of),
    )
    for call in calls:
        refused(game, call, "seat")
    if of is not None:
        refused(game, lambda: game.view(of), "seat")
        refused(game, lambda: game.events_for(of), "seat")


def test_nothing_is_played_after_the_end() -> None:
    """B24: the game is over."""
    game = finish(
        table(seat("rhodos:A", "altar"), *plain("1st", "gizah", "ephesos"), age=3, turn=6)
    )
    refused(game, lambda: game.play(0, "sell:altar"), "The game is over")
    refused(game, lambda: game.moves(0), "The game is over")


def test_a_card_that_is_not_in_the_pile_cannot_be_built_from_it() -> None:
    """B19: nor a card of the city."""
    game = table(
        seat("halikarnassos:B", "altar theater", "foundry altar"),
        *plain("1st", "gizah", "ephesos"),
        discard="palace altar",
    )
    play(game, "stage:altar")
    for move in ("rebuild:walls", "rebuild:altar", "build:theater", "sell:theater"):
        refused(game, lambda move=move: game.play(0, move), "rebuild")  # type: ignore[misc]


def test_a_price_of_an_unknown_card_is_refused() -> None:
    """B10: also of one that only the other edition or an expansion has."""
    game = a_game()
    for card in ("ivory_tower", "well", "plato", "foggy"):
        refused(game, lambda card=card: game.quote(0, card), f"no card '{card}' in this game")  # type: ignore[misc]
    things: list[Any] = [None, 7, ["altar"], {"card": "altar"}]
    for thing in things:
        refused(game, lambda thing=thing: game.quote(0, thing), "no card")  # type: ignore[misc]


def test_a_taken_side_is_one_of_the_board() -> None:
    """B1: with what may be chosen."""
    game = Game(3, edition="1st", sides="choose", seed=1)
    refused(game, lambda: game.play(0, "side:day"), "side:A or side:B")
    refused(game, lambda: game.play(0, "build:altar"), "side")


SEATS: list[dict[str, Any]] = [
    {"wonder": "rhodos", "hand": ["altar", "theater"]},
    {"wonder": "gizah"},
    {"wonder": "ephesos"},
]


def changed(seat_change: dict[str, Any] | None = None, **change: Any) -> dict[str, Any]:
    """A good position with something changed, in seat 0 or at the top."""
    seats = [{**SEATS[0], **(seat_change or {})}, *SEATS[1:]]
    return {"edition": "1st", "seed": 1, "seats": seats, **change}


WRONG_POSITIONS: dict[str, tuple[Any, str]] = {
    "a list": ([], "mapping"),
    "nothing": (None, "mapping"),
    "no seats": ({"edition": "1st"}, "seats"),
    "seats as a text": (changed(seats="rhodos"), "seats"),
    "two seats": (changed(seats=SEATS[:2]), "3 to 8"),
    "eight seats": (changed(seats=SEATS * 2 + SEATS[:2]), "Armada"),
    "a seat that is none": (changed(seats=[*SEATS[:2], None]), "[Ss]eat 2"),
    "an unknown key": (changed(weather="fine"), "weather"),
    "an unknown key of a seat": (changed({"mood": "good"}), "mood"),
    "no edition of that name": (changed(edition="3rd"), "3rd"),
    "an unknown expansion": (changed(expansions=["babel"]), "babel"),
    "expansions that are no list": (changed(expansions=7), "[Ee]xpansion"),
    "teams": (changed(teams=True), "Teams"),
    "age 0": (changed(age=0), "age"),
    "age 4": (changed(age=4), "age"),
    "an age in words": (changed(age="II"), "age"),
    "turn 9": (changed(turn=9), "turn"),
    "turn -1": (changed(turn=-1), "turn"),
    "an unknown phase": (changed(phase="lunch"), "lunch"),
    "a phase of an expansion": (changed(phase="draft"), "draft"),
    "an unknown wonder": (changed({"wonder": "atlantis"}), "seat 0.*atlantis"),
    "no wonder": (changed({"wonder": None}), "seat 0"),
    "an unknown side": (changed({"side": "C"}), "seat 0.*'C'"),
    "too many stages": (changed({"stages": 4}), "seat 0.*stages"),
    "fewer stages than none": (changed({"stages": -1}), "stages"),
    "more cards under than stages": (changed({"stages": 1, "under": ["altar"] * 2}), "under"),
    "debts of coins": (changed({"coins": -1}), "seat 0.*coins"),
    "half a coin": (changed({"coins": 1.5}), "coins"),
    "coins true": (changed({"coins": True}), "coins"),
    "coins beyond counting": (changed({"coins": 10**9}), "coins"),
    "an unknown card in the city": (changed({"city": ["ivory_tower"]}), "ivory_tower"),
    "a card of the other edition": (changed({"city": ["well"]}), "no card 'well'"),
    "an unknown card in the hand": (changed({"hand": ["ivory_tower"]}), "ivory_tower"),
    "a hand as a text": (changed({"hand": "altar"}), "hand"),
    "a hand too long": (changed({"hand": ["altar"] * 30}), "hand"),
    "a card that is a number": (changed({"hand": [7]}), "7"),
    "a city too large": (changed({"city": ["altar"] * 99}), "city"),
    "a token of value 2": (changed({"victories": [2]}), "1, 3 or 5"),
    "tokens as a number": (changed({"victories": 3}), "victories"),
    "fewer defeats than none": (changed({"defeats": -1}), "defeats"),
    "an unknown right": (changed({"spent": ["luck"]}), "luck"),
    "a right that is a list": (changed({"spent": [["free_build"]]}), "spent"),
    "leaders without Leaders": (changed({"leaders": ["plato"]}), "leaders"),
    "debts without Cities": (changed({"debts": 1}), "debts"),
    "raids without Armada": (changed(raids=[[0, 1]]), "Armada"),
    "an unknown card discarded": (changed(discard=["ivory_tower"]), "ivory_tower"),
    "a discard pile as a text": (changed(discard="altar"), "discard"),
    "a bad seed": (changed(seed=-1), "seed"),
    "a bad generator": (changed(rng="xyz"), "rng"),
    "a deal of one age too few": (changed(deal=[[["altar"]] * 3]), "deal"),
    "a deal of two seats": (changed(deal=[[["altar"]] * 2] * 2), "3 seats"),
    "a deal of unknown cards": (changed(deal=[[["ivory_tower"]] * 3] * 2), "ivory_tower"),
    "a pile with four seats": (
        changed(seats=[*SEATS, {"wonder": "olympia"}], pile=[]),
        "Free City",
    ),
    "a holder that is the Free City": (changed(pile=[], holder=2), "holder"),
    "two players in the 2nd edition": (changed(pile=[], holder=0, edition="2nd"), "1st edition"),
    "names for others": (changed(names=["Ada", "Ben", "Cleo", "Dan"]), "names"),
    "a history of nothing": (changed(history={"laid": [[1, 2]]}), "history"),
    "a history that is no list": (changed(history={"laid": 7}), "history"),
    "a history of an age before the first": (
        changed(history={"laid": [[0, 1, 0, "altar"]]}),
        "history",
    ),
    "a history of a seat below 0": (changed(history={"laid": [[1, 1, -1, "altar"]]}), "history"),
    "a history of a wrong seat": (changed(history={"laid": [[1, 1, 99, "altar"]]}), "history"),
    "pending moves of nobody": (changed(pending={"decided": {"x": "sell:altar"}}), "seat"),
    "pending moves as a list": (changed(pending={"decided": ["sell:altar"]}), "decided"),
    "a pending move that is illegal": (changed(pending={"decided": {"0": "build:palace"}}), "."),
    "a pending move that ends the step": (
        changed(pending={"decided": {"0": "sell:altar"}}),
        "last",
    ),
    "an unknown step": (changed(pending={"step": "lunch"}), "pending"),
    "pending as a text": (changed(pending="later"), "pending"),
}


@pytest.mark.parametrize(("data", "sentence"), WRONG_POSITIONS.values(), ids=WRONG_POSITIONS)
def test_a_position_that_cannot_be_is_refused(data: Any, sentence: str) -> None:
    """B1 to B9: the sentence names the place."""
    with pytest.raises(ValueError, match=sentence):
        Game.from_position(data)


def test_the_position_that_was_spoilt_above_is_good() -> None:
    """B4: without the change it is played."""
    assert Game.from_position(changed()).to_decide == [0]


def or_refused(data: dict[str, Any]) -> Game | None:
    """The game of a position that could not have come about, or None if it is refused."""
    try:
        return Game.from_position(data)
    except ValueError:
        return None


@pytest.mark.parametrize("size", [20, 30, 40, 44, 48])
def test_a_city_of_any_size_leaves_its_neighbours_alone(size: int) -> None:
    """B7: what is accepted can be played; what can't be held is refused."""
    data = changed({"city": ["stockade"] * size}, seats=None)
    data["seats"] = [
        {**SEATS[0], "city": ["stockade"] * size},
        {**SEATS[1], "city": ["palace"]},
        SEATS[2],
    ]
    game = or_refused(data)
    if game is not None:
        play(game, "build:altar")
        assert len(game.city(0)) == size + 1
        assert game.city(1) == ("palace",)


@pytest.mark.parametrize("size", [16, 17, 24, 25, 40])
def test_a_city_of_many_choices_has_no_other_citys_symbols(size: int) -> None:
    """B11, B12: copies beyond play are held apart from the neighbours', or refused."""
    seats = [
        {**SEATS[0], "hand": ["baths", "barracks"], "coins": 1, "city": ["tree_farm"] * size},
        {"wonder": "alexandria", "city": ["mine"]},
        {"wonder": "ephesos", "hand": ["baths", "altar"], "coins": 3},
    ]
    game = or_refused(changed(seats=seats))
    if game is not None:
        assert {str(move) for move in game.moves(0) if move.action == "build"} == {"build:barracks"}
        assert {str(move) for move in game.moves(2) if move.action == "build"} == {
            "build:altar",
            "build:baths@R2",
        }


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("copies", [7, 100, 255, 300])
def test_a_discard_pile_of_any_size_is_kept_whole(copies: int) -> None:
    """B9: what can't be held is refused, not forgotten."""
    game = or_refused(changed(discard=["altar"] * copies))
    if game is not None:
        assert game.position()["discard"] == ["altar"] * copies


def a_record() -> dict[str, Any]:
    game = Game(3, edition="1st", seed=1, wonders=["rhodos:A", "gizah:A", "ephesos:A"])
    for _ in range(4):
        sell_all(game)
    record: dict[str, Any] = json.loads(json.dumps(game.record()))
    return record


def spoilt(key: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda record: {**record, key: value}


def without(key: str) -> Callable[[dict[str, Any]], Any]:
    return lambda record: {k: v for k, v in record.items() if k != key}


def with_step(text: str) -> Callable[[dict[str, Any]], Any]:
    return lambda record: {**record, "decisions": [*record["decisions"], text]}


WRONG_RECORDS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a list": (lambda record: [record], "mapping"),
    "no version": (without("version"), "version"),
    "no setup": (without("setup"), "setup"),
    "no deal": (without("deal"), "deal"),
    "no decisions": (without("decisions"), "decisions"),
    "another version": (spoilt("version", 99), "version 99"),
    "an unknown key": (spoilt("weather", "fine"), "weather"),
    "another catalogue": (spoilt("catalogue", "0123"), "catalogue has changed"),
    "a setup as a text": (spoilt("setup", "three players"), "setup"),
    "a setup of one player": (spoilt("setup", {"players": ["Ada"], "edition": "1st"}), "setup"),
    "a deal of two ages": (
        lambda r: {**r, "deal": {"ages": r["deal"]["ages"][:2]}},
        "'ages' are three",
    ),
    "a deal that is a list": (lambda r: {**r, "deal": r["deal"]["ages"]}, "deal is a mapping"),
    "a deal of unknown cards": (
        spoilt("deal", {"ages": [["ivory_tower"] * 3] * 3}),
        "ivory_tower",
    ),
    "a deal of leaders without Leaders": (
        lambda r: {**r, "deal": {**r["deal"], "leaders": ["plato"]}},
        "leaders",
    ),
    "decisions as a text": (spoilt("decisions", "sell:altar"), "decisions"),
    "a decision that is illegal": (with_step("build:palace"), "entry 5, seat 0"),
    "a decision that is no move": (with_step("dance"), "entry 5, seat 0"),
    "a decision missing": (with_step(""), "has not decided"),
    "pending as a list": (spoilt("pending", ["sell:altar"]), "pending"),
}


@pytest.mark.parametrize(("spoil", "sentence"), WRONG_RECORDS.values(), ids=WRONG_RECORDS)
def test_a_record_that_cannot_be_is_refused(
    spoil: Callable[[dict[str, Any]], Any], sentence: str
) -> None:
    """B4: with the place in it."""
    with pytest.raises(ValueError, match=sentence):
        Game.from_record(spoil(a_record()))


def test_a_decision_too_many_is_refused() -> None:
    """B4: more moves in a step than seats that owe one."""
    record = a_record()
    record["decisions"][-1] += " skip"
    with pytest.raises(ValueError, match="entry 4: more decisions"):
        Game.from_record(record)


def test_a_decision_after_the_end_is_refused() -> None:
    """B24: the game is over by then."""
    record = finish(
        Game(3, edition="1st", seed=1, wonders=["rhodos:A", "gizah:A", "ephesos:A"])
    ).record()
    record["decisions"].append("sell:altar")
    with pytest.raises(ValueError, match="over already"):
        Game.from_record(record)


def test_a_good_record_is_replayed_event_for_event() -> None:
    """B4: the same game, with the decisions of an unfinished step."""
    game = Game.from_record(a_record())
    game.play(1, f"sell:{game.hand(1)[0]}")
    again = Game.from_record(json.loads(json.dumps(game.record())))
    assert again.position() == game.position()
    assert again.events == game.events


def test_a_game_from_a_position_has_no_record() -> None:
    """B4: how it came there is not known."""
    game = a_game()
    refused(game, lambda: game.record(), "position")
