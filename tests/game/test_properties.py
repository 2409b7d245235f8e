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
    BASE_SETUPS,
    EXPANSION_SETUPS,
    FREE_CITY,
    KINDS,
    GameSetup,
    Table,
    Watch,
    cards_of,
    check_quotes,
    choose,
    decide_all,
    everything,
    texts_in,
    walk,
)
from conftest import sample
from mirabilia import Game, Move, bots
from mirabilia.bots.random_bot import random_move
from mirabilia.catalogue import FLEETS, Board, load
from mirabilia.engine import chance
from mirabilia.engine.scratch import Scratch
from mirabilia.game.codec import move_from_row

GAMES = len(sample(range(60), 10))

any_setup = st.one_of(*map(st.sampled_from, (BASE_SETUPS, EXPANSION_SETUPS, EXPANSION_SETUPS)))
games = st.tuples(any_setup, st.integers(0, 10**6), st.integers(0, 10**6))
Chosen = tuple[GameSetup, int, int]
in_every_game = settings(max_examples=GAMES)


def played(chosen: Chosen) -> Iterator[Game]:
    """The game at the start of every step, and at the end."""
    setup, seed, choices = chosen
    game = setup.new(seed)
    for _ in walk(game, choices):
        yield game
    yield game


def board_of(game: Game, seat: int) -> Board:
    wonder, _, side = game.wonder(seat).partition(":")
    return load(game.edition, game.expansions).boards[wonder, side]


# Coins and cards.


@in_every_game
@given(games)
def test_coins_change_as_the_events_say(chosen: Chosen) -> None:
    purses: list[int] = []
    read = 0
    for game in played(chosen):
        now = [game.coins(seat) for seat in range(game.seats)]
        if not game.over and game.decision(game.to_decide[0]).kind == "side":
            continue
        if not purses:
            start = 6 if "leaders" in game.expansions else 3
            purses = [start + board_of(game, seat).coins for seat in range(game.seats)]
        for event in game.events[read:]:
            if event.kind in ("pay", "coins", "sell", "loss"):
                assert event.seat is not None
                coins = event.data["coins"]
                assert coins > 0 or event.kind in ("sell", "loss")
                purses[event.seat] += -coins if event.kind in ("pay", "loss") else coins
                if event.kind == "pay" and event.data["to"] != "bank":
                    purses[event.data["to"]] += coins
        read = len(game.events)
        assert now == purses
        assert min(now) >= 0


@in_every_game
@given(games)
def test_every_card_is_in_one_place(chosen: Chosen) -> None:
    dealt: Counter[str] = Counter()
    for game in played(chosen):
        dealt = dealt or all_dealt(game, chosen[0])
        assert cards_of(game) == dealt


def all_dealt(game: Game, setup: GameSetup) -> Counter[str]:
    """All cards, leaders and islands of a game, which must be those of its setup."""
    catalogue, seats = setup.catalogue, game.seats
    deal = game.record()["deal"]
    dealt: Counter[str] = Counter()
    for age, hands in enumerate(deal["ages"], start=1):
        cards = " ".join(hands).split()
        more = Counter(cards) - Counter(card.id for card in catalogue.deck(age, seats))
        assert (
            len(cards)
            == (setup.turns + 1) * seats
            == sum(more.values()) + len(catalogue.deck(age, seats))
        )
        assert not more or max(more.values()) == 1
        extras = {name: catalogue.extras(age, name, seats) for name in ("cities", "armada")}
        pools = {name: {card.id for card in cards} for name, cards in extras.items()}
        guilds = {card.id for card in catalogue.guilds if age == 3}
        assert len(guilds & set(more)) == (min(seats + 2, 9) if age == 3 else 0)  # B3, E1
        for name, number in (("cities", seats), ("armada", min(seats, 7))):  # C1, A1, E1
            assert len(pools[name] & set(more)) == (number if name in setup.expansions else 0)
        assert set(more) <= guilds.union(*pools.values())
        dealt.update(cards)
    packs = [pack.split() for pack in deal.get("leaders", ())]
    leaders = Counter(
        [name for pack in packs for name in pack] + deal.get("leader_box", "").split()
    )
    in_play = (
        leader
        for leader in catalogue.leaders.values()
        if leader.group != "expert" or setup.leaders == "expert"
    )
    assert leaders == Counter(leader.id for leader in in_play)  # L1
    assert not packs or [len(pack) for pack in packs] == [4] * seats
    islands = Counter(" ".join(deal.get("islands", ())).split())
    assert islands == Counter(list(catalogue.islands))
    return dealt + leaders + islands


@in_every_game
@given(games)
def test_no_city_has_a_building_twice(chosen: Chosen) -> None:
    cards = chosen[0].catalogue.cards
    for game in played(chosen):
        for seat, entry in enumerate(game.position()["seats"]):
            buildings = Counter(cards[card].building for card in game.city(seat))
            assert not buildings or max(buildings.values()) == 1
            stages = entry["stages"]
            assert len(entry["under"]) == (stages if isinstance(stages, int) else len(stages))


@in_every_game
@given(games)
def test_hands_have_the_size_of_the_turn(chosen: Chosen) -> None:
    for game in played(chosen):
        if not game.to_decide or game.decision(game.to_decide[0]).kind != "play":
            continue
        left = chosen[0].turns + 2 - game.turn
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
    catalogue = load(game.edition, game.expansions)
    cards = sorted([*catalogue.cards, *catalogue.leaders, *catalogue.islands])
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
    yield replace(move, ship=None)
    yield replace(move, stage=None)
    if move.action == "lose":
        yield replace(move, value=int(move.value or 0) + 1)
        yield replace(move, debts=int(move.debts or 0) + 1)
        yield replace(move, value=int(move.value or 0) + 1, debts=int(move.debts or 0) + 1)
    if move.action == "advance":
        yield replace(move, colours=(*move.colours, rng.choice(FLEETS)))
        yield replace(move, colours=move.colours[1:] or ("red", "blue"))
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
        for move in rng.sample(offered, min(60, len(offered))):
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


@in_every_game
@given(games)
def test_prices_told_are_the_moves_offered(chosen: Chosen) -> None:
    """B13, B21, A3: of every card of the hand and every stage, with and without each ship."""
    for step, game in enumerate(played(chosen)):
        for seat in game.to_decide if step % 3 == chosen[1] % 3 else ():
            if game.decision(seat).kind in ("play", "last_card", "leader", "recruit"):
                check_quotes(game, seat)


def slow_moves(game: Game, seat: int) -> set[str]:
    return Table(game.position()).moves(seat, game.decision(seat).kind, game.hand(seat))


# Positions.

STEPS_EACH = len(sample(range(12), 2))
EDITIONS = ("1st", "2nd")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_position_is_the_same_game_inside_every_kind_of_step(edition: str) -> None:
    """Before any decision, with one taken, and played on."""
    setups = [s for s in EXPANSION_SETUPS if s.edition == edition and s.sides == "choose"]
    tried: Counter[str] = Counter()
    possible = set().union(*(setup.kinds for setup in setups))
    for seed in range(300):
        setup = setups[-1 - seed % len(setups)]
        game = setup.new(seed)
        for deciding in walk(game, seed):
            kinds = {game.decision(seat).kind for seat in deciding}
            if min(tried[kind] for kind in kinds) < STEPS_EACH:
                tried.update(kinds)
                _goes_on_alike(game, seed)
        if all(tried[kind] >= STEPS_EACH for kind in possible):
            break
    assert set(tried) == possible <= KINDS


def _goes_on_alike(game: Game, seed: int) -> None:
    one = game.copy()
    again = Game.from_position(json.loads(json.dumps(one.position())))
    assert again.position() == one.position()
    if len(one.to_decide) > 1:
        seat = one.to_decide[-1]
        one.play(seat, choose(random.Random(seed), one.moves(seat)))
        again = Game.from_position(json.loads(json.dumps(one.position())))
    before = len(one.events)
    for step in range(4):
        assert again.to_decide == one.to_decide
        assert again.decided == one.decided
        for seat in [*one.to_decide, *one.decided]:
            assert again.decision(seat) == one.decision(seat)
            assert again.moves(seat) == one.moves(seat)
        for viewer in (None, *range(one.seats)):
            assert again.view(viewer) == one.view(viewer)
        assert again.events == one.events[before:]
        assert again.scores() == one.scores()
        if one.over:
            break
        for either in (one, again):
            decide_all(either, random.Random(seed + step))


# What a seat may know (K1).


def card_ids(value: object, game: Game) -> set[str]:
    catalogue = load(game.edition, game.expansions)
    known = {*catalogue.cards, *catalogue.leaders, *catalogue.islands}
    return known.intersection(texts_in(value))


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


FACE_DOWN = ("sell", "stage", "discard", "pick", "put_away")


def _check_views(game: Game, watch: Watch) -> None:
    holder = game.position().get("holder")
    for viewer in (None, *range(game.seats)):
        knower = (holder or 0) if viewer == FREE_CITY and game.players == 2 else viewer
        view = game.view(viewer)
        may_know = watch.ids[knower]
        assert card_ids(view, game) <= may_know
        assert "pending" not in view
        assert isinstance(view.get("box", 0), int)
        assert all(isinstance(level, int) for level in view.get("sea", ()))
        own = watch.own(viewer) if viewer is not None else set()
        for seat, entry in enumerate(view["seats"]):
            for key in ("hand", "leader_hand", "pack"):
                hidden = isinstance(entry.get(key, 0), int)
                assert hidden or seat in own or (game.players == 2 and seat in (knower, FREE_CITY))
            assert isinstance(entry["under"], int)
        events = [event.data for event in game.events_for(viewer)]
        assert card_ids(events, game) <= may_know
        for event, whole in zip(game.events_for(viewer), game.events, strict=True):
            if event.kind in FACE_DOWN and event.data["card"] is not None:
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
                if not game.teams or other in watch.own(viewer):
                    assert (seen, maybe) == watch.knows(viewer, other)
                else:  # A partner's hand shown may tell more than the own has.
                    assert watch.knows(viewer, other)[0] <= seen
                if other not in watch.own(viewer):
                    assert view["seats"][other]["hand"] == hand.total()
        for viewer in range(game.players):
            entries = game.view(viewer)["seats"]
            for other in watch.own(viewer):
                assert entries[other]["hand"] == list(game.hand(other))
                if "leaders" in game.expansions:
                    assert entries[other]["leader_hand"] == list(game.leader_hand(other))


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


def test_positions_and_views_of_a_game_in_which_everybody_sells_everything() -> None:
    """The extreme of a full discard pile: 8 seats with the largest hands."""
    game = Game(8, edition="1st", expansions=("leaders", "cities", "armada"), teams=True, seed=1)
    bot = bots.make("random")
    while not game.over:
        for seat in game.to_decide:
            moves = game.moves(seat)
            sales = [move for move in moves if move.action == "sell"]
            assert bot.choose(game.view(seat)) in moves
            game.play(seat, (sales or moves)[0])
        assert Game.from_position(game.position()).position() == game.position()
    assert len(game.position()["discard"]) > 200


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
