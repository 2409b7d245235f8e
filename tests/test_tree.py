"""What steers the playouts of a search: the taste, the tree, how the others are taken to play."""

import tomllib
from collections import Counter
from importlib.resources import files

import numpy as np
import pytest

from mirabilia import Game, catalogue
from mirabilia.bots import taste, weights
from mirabilia.bots.players import OWN, PLAIN, draw_players, new_players, taught_move
from mirabilia.bots.policy import policy_move
from mirabilia.bots.search import RESULT, TRIES
from mirabilia.bots.searcher import Position
from mirabilia.bots.steering import SCALE, SELL_AT, SHIFT, STAGE_AT, USES
from mirabilia.bots.tree import PLACES, TREE, bring_home, own_move, set_out
from mirabilia.engine import chance
from mirabilia.engine.scratch import scratch
from mirabilia.engine.state import ACTION, BUILD, CARD, MOVE_WIDTH, SELL, STAGE_BUILD
from mirabilia.engine.tables import rulebook
from positions import seat, table

TABLES = tomllib.loads(files("mirabilia.bots").joinpath("taste.toml").read_text())


def rich() -> Position:
    """A city that can pay for all of its hand."""
    goods = "sawmill foundry brickyard quarry glassworks_age1 loom_age1"
    me = seat("gizah:A", "altar baths barracks apothecary tavern", goods, coins=20)
    return Position(table(me, seat("babylon:A"), seat("rhodos:A"), age=1, turn=3).view(0))


def chosen(position: Position, steer: np.ndarray) -> tuple[int, int]:
    """The action and the card that the policy chooses when it is steered so."""
    space, move = scratch(), np.zeros(MOVE_WIDTH, np.int16)
    weight = position.weights[OWN].copy()
    weight[weights.NOISE] = 0.0
    g, t = position.games[0], position.setup.book.tables[0]
    policy_move(g, t, 0, chance.states(1), weight, steer, move, space.moves, space.w)
    return int(move[ACTION]), int(move[CARD])


def test_a_steered_policy_does_what_it_is_told() -> None:
    position = rich()
    hand = position.games[0].hand[0]
    for use in (0, 1, 2, 3, 4, STAGE_AT, SELL_AT):
        steer = np.zeros((2, USES))
        steer[SCALE] = 1.0
        steer[SHIFT, use] = 60_000.0
        action, card = chosen(position, steer)
        if use == STAGE_AT:
            assert action == STAGE_BUILD
        elif use == SELL_AT:
            assert action == SELL
        else:
            assert (action, card) == (BUILD, hand[use])


def test_with_nothing_multiplied_and_added_the_policy_is_itself() -> None:
    """The best use stays the best if all are worth more by the same, or the half of it."""
    position = rich()
    plain = np.zeros((2, USES))
    plain[SCALE] = 1.0
    shifted, halved = plain.copy(), plain.copy()
    shifted[SHIFT] = 1_000.0
    halved[SCALE] = 0.5
    assert chosen(position, plain) == chosen(position, shifted) == chosen(position, halved)


@pytest.mark.parametrize("section", ["base", "expansions"])
def test_the_taste_is_of_things_that_there_are(section: str) -> None:
    known: set[str] = set()
    sets = [()] if section == "base" else [("leaders", "cities", "armada")]
    for edition in catalogue.EDITIONS:
        for expansions in sets:
            known |= set(taste.row_names(rulebook(edition, expansions)))
    assert len(TABLES[section]) > 60
    for name, row in TABLES[section].items():
        assert name in known
        assert len(row) == taste.FEATURES
        assert all(abs(number) < 10 for number in row)


def test_the_taste_reaches_the_row_of_its_card() -> None:
    book = rulebook("1st")
    rows = taste.taste_of(book, ()).reshape(taste.ROWS, taste.FEATURES)
    assert rows[book.card_number["altar"]].tolist() == TABLES["base"]["altar"]
    assert rows[taste.SELL_ROW + 2].tolist() == TABLES["base"]["sell in age 3"]
    assert rows[taste.STAGE_ROW + 3 + 1].tolist() == TABLES["base"]["stage 2 in age 2"]
    weight = weights.weights_of("1st", (), False, 3)
    assert weight[OWN, weights.TASTE :].tolist() == rows.reshape(-1).tolist()
    assert not weight[PLAIN, weights.TASTE :].any()


def test_a_liking_for_a_card_moves_the_seat() -> None:
    position, space = rich(), scratch()
    book, players = position.setup.book, new_players()[0]
    move = np.zeros(MOVE_WIDTH, np.int16)
    for name in ("altar", "tavern"):
        weight = position.weights[OWN].copy()
        weight[weights.TASTE + book.card_number[name] * taste.FEATURES] = 100.0
        g, t, rng = position.games[0], book.tables[0], chance.states(1)
        taught_move(g, t, 0, rng, weight, players, move, space.moves, space.w)
        assert (move[ACTION], move[CARD]) == (BUILD, book.card_number[name])


def test_the_others_are_drawn_anew_for_each_world() -> None:
    position = Position(Game(3, edition="1st", seed=1).view(0))
    players, rng, seen = new_players()[0], chance.states(7), Counter[tuple[int, ...]]()
    weight = position.weights.copy()
    weight[OWN, weights.AS_GOOD] = 0.5
    for _ in range(800):
        draw_players(position.games[0], players, weight, rng)
        seen[tuple(players.like[:3].tolist())] += 1
    assert len(seen) == 8
    assert min(seen.values()) > 60
    for share, expected in ((0.0, PLAIN), (1.0, OWN)):
        weight[OWN, weights.AS_GOOD] = share
        draw_players(position.games[0], players, weight, rng)
        assert players.like[:3].tolist() == [expected] * 3


def test_the_tree_finds_what_pays() -> None:
    """Where one use brings more than all others, it is soon tried most, and not at once."""
    position, space = rich(), scratch()
    trees, players = np.zeros(1, TREE), new_players()
    tree, move = trees[0], np.zeros(MOVE_WIDTH, np.int16)
    weight = position.weights[OWN].copy()
    weight[weights.TREE_PRIOR : weights.TREE_FROM + 1] = 10.0, 10.0, 5.0
    book, rng = position.setup.book, chance.states(3)
    paying, tried = book.card_number["baths"], Counter[int]()
    for number in range(400):
        set_out(tree, 0)
        g, t = position.games[0], book.tables[0]
        own_move(g, t, 0, rng, weight, tree, players[0], move, space.moves, space.w)
        pays = move[ACTION] == BUILD and move[CARD] == paying
        bring_home(tree, 3.0 if pays else 1.0)
        if number >= 200:
            tried[int(pays)] += 1
    assert tried[1] > 150
    used = tree.tries > 0
    assert tree.tries.max() == 400
    assert (tree.key[used] > 0).all()


def test_a_full_tree_forgets_and_plays_on() -> None:
    position, space = rich(), scratch()
    trees, players = np.zeros(1, TREE), new_players()
    tree, move = trees[0], np.zeros(MOVE_WIDTH, np.int16)
    tree.key[:] = PLACES * 7
    set_out(tree, 0)
    assert tree.way_n == 0
    g, t = position.games[0], position.setup.book.tables[0]
    rng, weight = chance.states(3), position.weights[OWN]
    own_move(g, t, 0, rng, weight, tree, players[0], move, space.moves, space.w)
    bring_home(tree, 1.0)
    assert not tree.tries.any()


def test_the_tree_counts_every_playout_once() -> None:
    position = Position(Game(3, edition="1st", seed=4).view(1))
    position.weights = position.weights.copy()
    position.weights[:, weights.TREE_PRIOR] = 10.0
    position.search(chance.states(2), 600, 0.0)
    tree, stats = position.trees[0], position.stats
    first = np.sort(tree.tries[np.isin(tree.tries, stats[:, TRIES])])[::-1]
    assert first[0] == stats[:, TRIES].max()
    assert tree.tries.sum() > stats[:, TRIES].sum()
    assert abs(tree.total).max() <= abs(stats[:, RESULT]).max() + 1e-6
