"""The bots that search: the worlds they draw, and what they choose."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import BASE_SETUPS, EXPANSION_SETUPS, GameSetup, cards_of, walk
from conftest import sample
from mirabilia import Game, bots
from mirabilia.bots.halving import TRIES
from mirabilia.bots.levels import LEVELS
from mirabilia.bots.search.sample import draw_world
from mirabilia.bots.search.search import VIEWED, WORLD
from mirabilia.bots.searcher import Position, Searcher
from mirabilia.engine import chance
from mirabilia.engine import state as s
from mirabilia.engine.scratch import scratch
from mirabilia.game.positions import ids
from positions import seat, table

GAMES = len(sample(range(60), 8))
any_setup = st.one_of(*map(st.sampled_from, (BASE_SETUPS, EXPANSION_SETUPS, EXPANSION_SETUPS)))
games = st.tuples(any_setup, st.integers(0, 10**6), st.integers(0, 10**6))
Chosen = tuple[GameSetup, int, int]
in_some_games = settings(max_examples=GAMES)


def moments(chosen: Chosen, every: int) -> Iterator[tuple[Game, int]]:
    """Decisions of a game played at random, some of them."""
    setup, seed, choices = chosen
    game = setup.new(seed)
    rng = random.Random(seed)
    for _ in walk(game, choices):
        if rng.randrange(every) == 0:
            yield game, rng.choice(game.to_decide)


def world_of(position: Position, seed: int) -> Any:
    """A world as a search draws it."""
    position.games[WORLD] = position.games[VIEWED]
    position.plans[1] = position.plans[0]
    tables, space = position.setup.book.tables, scratch()
    draw_world(position.games[WORLD], tables[0], position.plans[1], chance.states(seed), space.w)
    return position.games[WORLD]


def hands_of(position: Position, g: Any) -> list[Counter[str]]:
    book = position.setup.book
    return [Counter(ids(book, g.hand[of, : g.hand_n[of]])) for of in range(int(g.seats))]


def in_world(position: Position, g: Any) -> Counter[str]:
    """Every card, leader and island of a world, wherever it lies."""
    book, found = position.setup.book, Counter[int]()
    found.update(np.repeat(np.arange(s.CARDS), g.discard).tolist())
    found.update(g.box[: g.box_n].tolist())
    if g.free_city:
        found.update(g.pile[: g.pile_n].tolist())
    for level in range(3):
        found.update(g.sea[level, : g.sea_n[level]].tolist())
    for of in range(int(g.seats)):
        keys = ("hand", "city", "leaders", "leader_hand", "pack", "buried", "islands", "drawn")
        for key in keys:
            found.update(g[key][of, : g[f"{key}_n"][of]].tolist())
        found.update(g.under[of][g.under[of] != s.NONE].tolist())
    found.update(g.deal[position.plans[0].first_deal :][:, : g.seats].flatten().tolist())
    del found[s.NONE]
    return Counter({book.cards[number].id: count for number, count in found.items()})


@in_some_games
@given(games)
def test_a_world_holds_what_the_view_says(chosen: Chosen) -> None:
    """Numbers of cards everywhere, hands that have been seen, and nothing in two places."""
    for game, of in moments(chosen, 12):
        view = json.loads(json.dumps(game.view(of)))
        position = Position(view)
        g = world_of(position, chosen[1])
        lent = game._g.free_city and of == 2 and view["decision"]["kind"] == "play"
        for other, hand in enumerate(hands_of(position, g)):
            if other == 2 and lent:
                continue
            entry = view["seats"][other]["hand"]
            assert hand.total() == (entry if isinstance(entry, int) else len(entry))
            certain, maybe = Counter(view["seen"][other]), Counter(view["maybe"][other])
            assert hand >= certain
            if maybe:
                assert hand - certain <= maybe
        if isinstance(view["discard"], int):
            assert g.discard.sum() == view["discard"]
        if "box" in view:
            assert g.box_n == view["box"]
        if "sea" in view:
            assert g.sea_n.tolist() == view["sea"]
        for other in range(game.seats):
            assert (g.under[other] != s.NONE).sum() == view["seats"][other]["under"]


@in_some_games
@given(games)
def test_a_world_is_one_that_could_have_been_dealt(chosen: Chosen) -> None:
    """As many cards as there are, of the deck of its age, guilds and extras each once."""
    setup = chosen[0]
    catalogue = setup.catalogue
    for game, of in moments(chosen, 12):
        position = Position(game.view(of))
        drawn, real = in_world(position, world_of(position, chosen[2])), cards_of(game)
        assert drawn.total() == real.total()
        for age in (1, 2, 3):
            deck = Counter(card.id for card in catalogue.deck(age, game.seats))
            for card, count in deck.items():
                assert drawn[card] == count
            for name in ("cities", "armada"):
                extras = {card.id for card in catalogue.extras(age, name, game.seats)}
                assert sum(drawn[card] for card in extras) == sum(real[card] for card in extras)
        assert sum(drawn[card.id] for card in catalogue.guilds) == sum(
            real[card.id] for card in catalogue.guilds
        )
        once = [card for card in drawn if card in catalogue.leaders or card in catalogue.islands]
        assert all(drawn[card] == 1 for card in once)
        assert all(drawn[card] == 1 for card in drawn if card in catalogue.islands)


def test_worlds_differ_and_hands_not_seen_hold_every_card() -> None:
    game = Game(4, edition="1st", seed=5)
    position = Position(game.view(0))
    seen = Counter[str]()
    for seed in range(200):
        seen.update(hands_of(position, world_of(position, seed))[2])
    deck = Counter(game.hand(1)) + Counter(game.hand(2)) + Counter(game.hand(3))
    assert set(seen) == set(deck)


@pytest.mark.parametrize("leaders", ["standard", "expert"])
def test_leaders_not_seen_are_of_the_decks_that_are_played(leaders: str) -> None:
    """L1, K1: the view says which, also where so few are left that either deck could hold them."""
    game = table(
        seat("rhodos:day", "altar"),
        seat("roma:night", leader_hand=["plato", "nero"]),
        seat("gizah:day"),
        expansions=["leaders"],
        leaders=leaders,
        box=["midas", "hiram"],
    )
    position = Position(json.loads(json.dumps(game.view(0))))
    catalogue, held, boxed = game.catalogue, set[str](), set[str]()
    for seed in range(300):
        g = world_of(position, seed)
        held.update(ids(position.setup.book, g.leader_hand[1, : g.leader_hand_n[1]]))
        boxed.update(ids(position.setup.book, g.box[: g.box_n]))
    assert held == boxed == set(catalogue.leaders_of(leaders))


@in_some_games
@given(games)
def test_what_is_hidden_changes_no_choice(chosen: Chosen) -> None:
    """Other hands for the others, other decks to come: the same choice, for the same reasons."""
    setup, seed, _ = chosen
    game = setup.new(seed)
    rng = random.Random(seed)
    while game.decision(0).kind != "play":
        for of in game.to_decide:
            game.play(of, game.moves(of)[0])
    other = game.copy()
    g = other._g
    hidden = range(2, 2 if game._g.free_city else game.seats)
    held = [card for of in hidden for card in g.hand[of, : g.hand_n[of]].tolist()]
    rng.shuffle(held)
    for of in hidden:
        for index in range(int(g.hand_n[of])):
            g.hand[of, index] = held.pop()
    for age in (1, 2):
        cards = g.deal[age, : g.seats].flatten().tolist()
        rng.shuffle(cards)
        g.deal[age, : g.seats] = np.array(cards).reshape(g.seats, -1)
    chosen_moves = []
    for one in (game, other):
        bot = Searcher(LEVELS["expert"], playouts=40, seed=seed)
        chosen_moves.append((bot.choose(one.view(0)), bot.explain()))
    assert chosen_moves[0] == chosen_moves[1]


@pytest.mark.parametrize("name", LEVELS)
@settings(max_examples=max(GAMES // 2, 1))
@given(chosen=games)
def test_every_level_chooses_a_legal_move_for_every_decision(name: str, chosen: Chosen) -> None:
    bot = bots.make(name, playouts=10)
    for game, of in moments(chosen, 8):
        assert bot.choose(json.loads(json.dumps(game.view(of)))) in game.moves(of)
        assert bot.explain()


def best_of(game: Game, of: int, playouts: int = 300) -> str:
    bot = Searcher(LEVELS["expert"], playouts=playouts, seed=1)
    return str(bot.choose(game.view(of)))


def test_the_last_card_completes_a_set_of_science() -> None:
    game = table(
        seat("rhodos:A", "lodge palace", "workshop apothecary scriptorium dispensary", coins=0),
        seat("gizah:A", "arena haven"),
        seat("ephesos:A", "arena haven"),
        age=3,
        turn=6,
    )
    assert best_of(game, 0) == "build:lodge"


def test_the_only_way_to_win_the_war_is_found() -> None:
    game = table(
        seat("rhodos:A", "fortifications gardens", "walls foundry brickyard", coins=9),
        seat("gizah:A", "arena haven", "walls stables"),
        seat("ephesos:A", "arena haven", "walls stables"),
        age=3,
        turn=6,
    )
    assert best_of(game, 0).startswith("build:fortifications")


@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize("rich", [0, 1])
def test_the_free_city_is_played_for_who_decides_for_it_now(holder: int, rich: int) -> None:
    game = next(
        game
        for game in walked(Game(2, edition="1st", seed=5), random.Random(1))
        if 2 in game.to_decide and game.decision(2).by == holder
    )
    position = game.position()
    position["seats"][rich]["coins"] = 300
    bot = Searcher(LEVELS["hard"], playouts=200, seed=1)
    bot.choose(Game.from_position(position).view(2))
    places = [expected.place for expected in bot.expectations()]
    assert places
    assert all(place == (1.0 if rich == holder else 2.0) for place in places)


def walked(game: Game, chance: random.Random) -> Iterator[Game]:
    """A game at random, before each of its decisions."""
    while not game.over:
        yield game
        seat = game.to_decide[0]
        game.play(seat, chance.choice(game.moves(seat)))


def test_a_search_stops_when_its_time_is_up() -> None:
    """One world for every candidate, even if it is late already; then the best so far."""
    position = Position(Game(5, edition="1st", seed=2).view(0))
    position.search(chance.states(1), None, 0.0)
    assert len(position.candidates) > 4
    assert position.stats[:, TRIES].tolist() == [1.0] * len(position.candidates)
    assert sorted(position.order) == list(range(len(position.candidates)))


def test_the_reasons_name_the_best_three_moves() -> None:
    game = Game(3, edition="1st", seed=2)
    bot = bots.make("expert", playouts=60)
    chosen = bot.choose(game.view(0))
    parts = bot.explain().split("; ")
    assert len(parts) == 3
    assert parts[0].startswith(f"{chosen} (place ")
    assert all("points)" in part for part in parts)


def test_the_figures_stand_beside_the_sentence() -> None:
    game = Game(4, edition="1st", seed=2)
    bot = Searcher(LEVELS["expert"], playouts=120, seed=1)
    assert (bot.explain(), bot.expectations()) == ("No move chosen yet.", [])
    chosen = bot.choose(game.view(0))
    found = bot.expectations()
    assert found[0].move == chosen
    assert {each.move for each in found} <= set(game.moves(0))
    assert len({each.move for each in found}) == len(found) > 3
    assert sum(each.tries for each in found) == bot.playouts
    assert all(1 <= each.place <= 4 and each.tries >= 1 for each in found)
    assert found[0].tries == max(each.tries for each in found)
    said = "; ".join(f"{e.move} (place {e.place:.1f}, {e.points:.0f} points)" for e in found[:3])
    assert bot.explain() == f"{said}."


def test_nothing_is_expected_of_the_only_move() -> None:
    me = seat("rhodos:A", "altar", stages=3, city="altar")
    game = table(me, seat("gizah:A", "arena haven"), seat("ephesos:A", "arena haven"))
    assert [str(move) for move in game.moves(0)] == ["sell:altar"]
    bot = Searcher(LEVELS["expert"], playouts=20, seed=1)
    bot.choose(game.view(0))
    assert (bot.explain(), bot.expectations()) == ("sell:altar is the only move.", [])


def test_figures_are_for_bots_that_have_them() -> None:
    assert isinstance(bots.make("expert"), bots.Expecting)
    assert not isinstance(bots.make("greedy"), bots.Expecting)


def test_a_bot_without_a_decision_says_so() -> None:
    with pytest.raises(ValueError, match="owes no decision"):
        bots.make("expert").choose(Game(3, seed=1).view(None))


def test_levels_are_bots_of_their_own_name() -> None:
    assert set(LEVELS) < set(bots.names())


def test_levels_beat_random_and_each_other() -> None:
    """A few games only, as a sign that nothing is upside down; strength.md has the figures."""
    first = Counter[str]()
    for seed in sample(range(12), 2):
        seated = [("expert", "random", "beginner")[(of + seed) % 3] for of in range(3)]
        game = Game(3, edition="1st", seed=seed)
        players = [
            Searcher(LEVELS[name], playouts=80, seed=seed) if name in LEVELS else bots.make(name)
            for name in seated
        ]
        while not game.over:
            of = game.to_decide[0]
            game.play(of, players[of].choose(game.view(of)))
        first.update(seated[of] for of in game.ranking()[0][1])
    assert first.most_common(1)[0][0] == "expert"
    assert not first["random"]
