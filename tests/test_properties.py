"""What holds at every moment of every game (Hypothesis finds the game).

A game is a setup of `brute.SETUPS` with a seed for the deal and one for the decisions.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import (
    FREE_CITY,
    SETUPS,
    GameSetup,
    Table,
    Watch,
    cards_of,
    choose,
    everything,
    texts_in,
    walk,
)
from conftest import sample
from mirabilia import Game, Move, bots
from mirabilia.bots.chance import random_move
from mirabilia.catalogue import load
from mirabilia.codec import move_from_row
from mirabilia.engine import chance
from mirabilia.engine.scratch import Scratch

GAMES = len(sample(range(60), 10))

games = st.tuples(st.sampled_from(SETUPS), st.integers(0, 10**6), st.integers(0, 10**6))
Chosen = tuple[GameSetup, int, int]
in_every_game = settings(max_examples=GAMES)


def played(chosen: Chosen) -> Iterator[Game]:
    """The game at the start of every step, and at the end."""
    setup, seed, choices = chosen
    game = setup.new(seed)
    for _ in walk(game, choices):
        yield game
    yield game


# Coins and cards.


@in_every_game
@given(games)
def test_coins_change_as_the_events_say(chosen: Chosen) -> None:
    purses: list[int] = []
    read = 0
    for game in played(chosen):
        now = [game.coins(seat) for seat in range(game.seats)]
        if not purses:
            purses = [3] * game.seats
        for event in game.events[read:]:
            if event.kind in ("pay", "coins", "sell"):
                assert event.seat is not None
                coins = event.data["coins"]
                assert coins > 0
                purses[event.seat] += -coins if event.kind == "pay" else coins
                if event.kind == "pay" and event.data["to"] != "bank":
                    purses[event.data["to"]] += coins
        read = len(game.events)
        assert now == purses
        assert min(now) >= 0


@in_every_game
@given(games)
def test_every_card_is_in_one_place(chosen: Chosen) -> None:
    setup = chosen[0]
    catalogue = load(setup.edition)
    dealt: Counter[str] = Counter()
    for game in played(chosen):
        if not dealt:
            ages = [" ".join(hands).split() for hands in game.record()["deal"]]
            for age, cards in enumerate(ages, start=1):
                guilds = {card for card in cards if catalogue.cards[card].is_guild}
                deck = Counter(card.id for card in catalogue.deck(age, game.seats))
                assert len(guilds) == (game.seats + 2 if age == 3 else 0)
                assert Counter(cards) == deck + Counter(guilds)  # B3
                assert len(cards) == 7 * game.seats
                dealt.update(cards)
        assert cards_of(game) == dealt


@in_every_game
@given(games)
def test_no_city_has_a_building_twice(chosen: Chosen) -> None:
    cards = load(chosen[0].edition).cards
    for game in played(chosen):
        for seat in range(game.seats):
            buildings = Counter(cards[card].building for card in game.city(seat))
            assert not buildings or max(buildings.values()) == 1
            entry = game.position()["seats"][seat]
            assert len(entry["under"]) == entry["stages"]


@in_every_game
@given(games)
def test_hands_have_the_size_of_the_turn(chosen: Chosen) -> None:
    for game in played(chosen):
        if not game.to_decide or game.decision(game.to_decide[0]).kind != "play":
            continue
        left = 8 - game.turn
        if game.players == 2:
            # V2, V7: each turn one card is drawn and three are played.
            holder = game.position()["holder"]
            sizes = [len(game.hand(seat)) for seat in (0, 1)]
            assert sum(sizes) == 17 - 2 * game.turn
            assert len(game.position()["pile"]) == 7 - game.turn
            assert sizes[holder] == 9 - game.turn
        else:
            assert [len(game.hand(seat)) for seat in range(game.seats)] == [left] * game.seats


# Moves.


def mutations(rng: random.Random, move: Move, game: Game) -> Iterator[Move]:
    """Moves that differ in one thing: payment, card, use, right, ship, stage."""
    cards = sorted(load(game.edition).cards)
    for to in ("left", "right", "left2", "right2", "bank"):
        for more in (-2, -1, 1, 2):
            coins = move.pay.get(to, 0) + more
            if coins >= 0:
                yield replace(move, pay={**move.pay, to: coins})
    left, right = move.pay.get("left", 0), move.pay.get("right", 0)
    yield replace(move, pay={**move.pay, "left": right, "right": left})
    yield replace(move, pay={})
    yield replace(move, free=not move.free)
    yield replace(move, free=not move.free, pay={})
    yield replace(move, ship=rng.choice(["red", "blue", "yellow", "green"]))
    yield replace(move, stage=rng.randint(1, 4))
    yield replace(move, card=rng.choice(cards))
    for action in ("build", "stage", "sell", "rebuild", "recruit", "side", "pick", "copy"):
        yield replace(move, action=action, card=move.card or rng.choice(cards))
    for text in ("skip", "side:A", "side:B", "side:day", "side:night", "sail:yes", "forfeit:3"):
        yield Move.parse(text)
    for text in ("lose:1/0", "advance:red,blue", "bury:plato", "island:foggy", "skip@B1"):
        yield Move.parse(text)


@in_every_game
@given(games, st.integers(1, 6))
def test_what_is_offered_is_what_is_accepted(chosen: Chosen, every: int) -> None:
    rng = random.Random(every)
    setup, seed, choices = chosen
    game = setup.new(seed)
    for step, _ in enumerate(walk(game, choices)):
        if step % 6 != every % 6:
            continue
        seat = rng.choice(game.to_decide)
        holder = game.position().get("holder")
        if holder is not None and seat == holder and rng.random() < 0.5:
            game.play(seat, choose(rng, game.moves(seat)))
            seat = FREE_CITY if FREE_CITY in game.to_decide else game.to_decide[0]
        offered = game.moves(seat)
        for move in offered:
            copy = game.copy()
            copy.play(seat, move if rng.random() < 0.5 else str(move))
            assert copy.steps > game.steps or copy.decided[seat] == move
            assert all(copy.coins(other) >= 0 for other in range(copy.seats))
        before = everything(game)
        for move in rng.sample(offered, min(3, len(offered))):
            for wrong in mutations(rng, move, game):
                if wrong not in offered:
                    with pytest.raises(ValueError, match=r"\w+ .*\."):
                        game.play(seat, wrong)
        assert everything(game) == before
        for other in set(range(game.seats)) - set(game.to_decide) - set(game.decided):
            with pytest.raises(ValueError, match="owes no decision"):
                game.play(other, offered[0])
        for nobody in (-1, game.seats, 99, "0", None, 1.0, True):
            with pytest.raises(ValueError, match="seat"):
                game.play(nobody, offered[0])  # type: ignore[arg-type]
        assert everything(game) == before


@in_every_game
@given(games)
def test_the_moves_are_those_of_a_slow_reader_of_the_table(chosen: Chosen) -> None:
    """All uses of cards, chains, Olympia's rights, payments, V5, by an independent reading."""
    for step, game in enumerate(played(chosen)):
        for seat in game.to_decide if step % 3 == chosen[1] % 3 or step == 0 else ():
            if seat in game.to_decide:
                assert set(map(str, game.moves(seat))) == slow_moves(game, seat)


def slow_moves(game: Game, seat: int) -> set[str]:
    table = Table(game.position())
    kind = game.decision(seat).kind
    if kind == "side":
        return {f"side:{side}" for side in load(game.edition).sides}
    return table.rebuilds(seat) if kind == "rebuild" else table.plays(seat, game.hand(seat))


# What a seat may know (K1).


def card_ids(value: object, edition: str) -> Counter[str]:
    known = load(edition).cards
    return Counter(text for text in texts_in(value) if text in known)


@in_every_game
@given(games)
def test_a_view_holds_only_what_its_seat_has_seen(chosen: Chosen) -> None:
    setup, seed, choices = chosen
    game = setup.new(seed)
    watch = Watch(game)
    for _ in walk(game, choices):
        watch.look()
        _check_views(game, watch)
    watch.look()
    _check_views(game, watch)


def _check_views(game: Game, watch: Watch) -> None:
    holder = game.position().get("holder")
    for viewer in (None, *range(game.seats)):
        knower = (holder or 0) if viewer == FREE_CITY and game.players == 2 else viewer
        view = game.view(viewer)
        may_know = watch.ids[knower]
        assert set(card_ids(view, game.edition)) <= may_know
        events = [event.data for event in game.events_for(viewer)]
        assert set(card_ids(events, game.edition)) <= may_know
        for event, whole in zip(game.events_for(viewer), game.events, strict=True):
            if event.kind in ("sell", "stage", "discard") and event.data["card"] is not None:
                assert viewer == event.data["by"]
            assert {**event.data, "card": None} == {**whole.data, "card": None}
        if viewer is None:
            assert not any(view["seen"] + view["maybe"] + [view["laid"]])
            assert all(isinstance(seat["hand"], int) for seat in view["seats"])


@in_every_game
@given(games)
def test_seen_is_what_somebody_at_the_table_would_remember(chosen: Chosen) -> None:
    setup, seed, choices = chosen
    game = setup.new(seed)
    watch = Watch(game)
    for _ in walk(game, choices):
        watch.look()
        for viewer in range(game.players):
            view = game.view(viewer)
            # The Free City's last card, which nobody had in his hand, may be left out.
            laid = [down for down in watch.down if down.by == viewer]
            own = Counter(down.card for down in laid if not (game.players == 2 and down.turn > 6))
            assert own <= Counter(view["laid"]) <= Counter(down.card for down in laid)
            for other in range(game.seats):
                hand = Counter(game.hand(other))
                seen, maybe = Counter(view["seen"][other]), Counter(view["maybe"][other])
                assert seen <= hand
                if game.players == 2:
                    # Only the card just drawn from the pile may be unknown.
                    assert not seen or (hand - seen).total() <= 1
                    continue
                if seen or maybe:
                    assert hand <= seen + maybe
                assert (seen, maybe) == watch.knows(viewer, other)
                if other != viewer:
                    assert view["seats"][other]["hand"] == hand.total()
        for viewer in range(game.players):
            assert game.view(viewer)["seats"][viewer]["hand"] == list(game.hand(viewer))


@in_every_game
@given(games)
def test_views_are_equal_where_only_the_hidden_differs(chosen: Chosen) -> None:
    setup, seed, choices = chosen
    rng = random.Random(choices)
    game = setup.new(seed)
    watch = Watch(game)
    for step, _ in enumerate(walk(game, choices)):
        watch.look()
        if step % 2:
            continue
        viewer = rng.randrange(game.players)
        other = Game.from_position(watch.scrambled(viewer, rng))
        assert other.view(viewer) == game.view(viewer)
        assert other.view(None) == game.view(None)
        if viewer in game.to_decide:
            assert other.moves(viewer) == game.moves(viewer)


@in_every_game
@given(games)
def test_no_view_or_event_holds_the_seed(chosen: Chosen) -> None:
    setup, seed, choices = chosen
    seed += 7 * 10**15
    game = setup.new(seed)
    for step, _ in enumerate(walk(game, choices)):
        if step % 5 == 0:
            hidden = str(seed), game.position()["rng"], f"{seed:x}"
            for viewer in (None, *range(game.seats)):
                events = [event.data for event in game.events_for(viewer)]
                text = json.dumps([game.view(viewer), events])
                assert not any(secret in text for secret in hidden)


@pytest.mark.parametrize("name", ["random", "greedy"])
@in_every_game
@given(games)
def test_bots_need_only_the_view(name: str, chosen: Chosen) -> None:
    bot = bots.make(name)
    for step, game in enumerate(played(chosen)):
        for seat in game.to_decide if step % 4 == 0 else ():
            view = json.loads(json.dumps(game.view(seat)))
            assert bot.choose(view) in game.moves(seat)


# The bot random.


def choices_of(moves: tuple[Move, ...]) -> dict[Move, float]:
    """Uniform over card and use (a right is a use of its own), then over the payments."""
    uses = Counter((move.action, move.card, move.free) for move in moves)
    return {move: 1 / len(uses) / uses[move.action, move.card, move.free] for move in moves}


POSITIONS = [
    ("1st", 3, "random", 3, 4),
    ("2nd", 5, "random", 8, 10),
    ("1st", 2, "random", 2, 7),
    ("2nd", 7, "choose", 1, 0),
]


def draws(game: Game, seat: int, number: int, seed: int) -> Counter[Move]:
    space = Scratch()
    rng = chance.states(seed)
    move = np.zeros(space.moves.shape[1], np.int16)
    drawn: Counter[bytes] = Counter()
    g: Any = game._g
    for _ in range(number):
        random_move(g, game._t, seat, rng, move, space.moves, space.w)
        drawn[move.tobytes()] += 1
    return Counter(
        {move_from_row(game._book, np.frombuffer(row, np.int16)): n for row, n in drawn.items()}
    )


def assert_drawn_as_expected(game: Game, seat: int) -> None:
    expected = choices_of(game.moves(seat))
    number = 400 * len(expected)
    drawn = draws(game, seat, number, 11)
    assert set(drawn) <= set(expected)
    chi_square = sum((drawn[m] - number * p) ** 2 / (number * p) for m, p in expected.items())
    freedom = len(expected) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 10


@pytest.mark.parametrize(("edition", "players", "sides", "seed", "steps"), POSITIONS)
def test_the_random_bot_is_uniform_over_card_and_use_then_payment(
    edition: str, players: int, sides: str, seed: int, steps: int
) -> None:
    game = GameSetup(players, edition, sides).new(seed)
    for step, deciding in enumerate(walk(game, seed)):
        if step == steps:
            for seat in deciding[:2]:
                assert_drawn_as_expected(game, seat)
            return
    raise AssertionError("the game was over before")


def test_the_random_bot_is_uniform_where_there_are_rights_copies_and_payments() -> None:
    """Olympia A with its right unspent, two copies of a card, and many ways to pay."""
    game = Game.from_position(
        {
            "edition": "1st",
            "age": 3,
            "turn": 1,
            "seats": [
                {
                    "wonder": "olympia",
                    "side": "A",
                    "stages": 2,
                    "coins": 12,
                    "city": ["timber_yard", "press_age1"],
                    "hand": ["palace", "palace", "senate", "arsenal", "gardens", "haven", "study"],
                },
                {
                    "wonder": "rhodos",
                    "side": "A",
                    "city": ["sawmill", "quarry", "loom_age1", "glassworks_age1", "clay_pit"],
                    "hand": ["pantheon"] * 7,
                },
                {
                    "wonder": "gizah",
                    "side": "A",
                    "city": ["foundry", "brickyard", "loom_age2", "glassworks_age2", "mine"],
                    "hand": ["pantheon"] * 7,
                },
            ],
        }
    )
    moves = game.moves(0)
    assert any(move.free for move in moves)
    assert max(Counter((move.action, move.card, move.free) for move in moves).values()) > 1
    assert_drawn_as_expected(game, 0)


def test_the_random_bot_is_uniform_over_the_discard_pile() -> None:
    game = Game(3, edition="1st", seed=1, wonders=["halikarnassos:A", "rhodos:A", "gizah:A"])
    for setup_seed in range(200):
        for _ in walk(game, setup_seed):
            if game.decision(game.to_decide[0]).kind == "rebuild":
                assert_drawn_as_expected(game, game.to_decide[0])
                return
        game = Game(
            3, edition="1st", seed=setup_seed, wonders=["halikarnassos:A", "rhodos:A", "gizah:A"]
        )
    raise AssertionError("nobody built from the discard pile")
