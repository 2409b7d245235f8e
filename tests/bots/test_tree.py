"""What biases the playouts of a search: the correction, the tree, how others are taken to play."""

import itertools
import tomllib
from collections import Counter
from importlib.resources import files

import numpy as np
import pytest

from mirabilia import Game, bots, catalogue
from mirabilia.bots.halving import TRIES
from mirabilia.bots.policy import correction, weights
from mirabilia.bots.policy.base import policy_move
from mirabilia.bots.policy.bias import SCALE, SELL_AT, SHIFT, STAGE_AT, USES
from mirabilia.bots.search.players import OWN, PLAIN, draw_players, new_players, taught_move
from mirabilia.bots.search.tree import PLACES, TREE, bring_home, go_on, own_move, set_out
from mirabilia.bots.searcher import Position
from mirabilia.engine import chance
from mirabilia.engine.scratch import scratch
from mirabilia.engine.state import ACTION, BUILD, CARD, MOVE_WIDTH, OWES_PLAY, SELL, STAGE_BUILD
from mirabilia.engine.tables import rulebook
from positions import seat, table

LEARNT = tomllib.loads(files("mirabilia.bots.policy").joinpath("correction.toml").read_text())


def rich() -> Position:
    """A city that can pay for all of its hand."""
    goods = "sawmill foundry brickyard quarry glassworks_age1 loom_age1"
    me = seat("gizah:A", "altar baths barracks apothecary tavern", goods, coins=20)
    return Position(table(me, seat("babylon:A"), seat("rhodos:A"), age=1, turn=3).view(0))


def chosen(position: Position, bias: np.ndarray) -> tuple[int, int]:
    """The action and the card that the policy chooses when it is biased so."""
    w = scratch().w
    weight = position.weights[OWN].copy()
    weight[weights.NOISE] = 0.0
    g, t = position.games[0], position.setup.book.tables[0]
    policy_move(g, t, 0, chance.states(1), weight, bias, w)
    return int(w.move[0, ACTION]), int(w.move[0, CARD])


def test_a_biased_policy_does_what_it_is_told() -> None:
    position = rich()
    hand = position.games[0].hand[0]
    for use in (0, 1, 2, 3, 4, STAGE_AT, SELL_AT):
        bias = np.zeros((2, USES))
        bias[SCALE] = 1.0
        bias[SHIFT, use] = 60_000.0
        action, card = chosen(position, bias)
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


def test_the_correction_is_of_things_that_there_are() -> None:
    known: set[str] = set()
    for edition in catalogue.EDITIONS:
        for expansions in ((), ("leaders", "cities", "armada")):
            known |= set(correction.row_names(rulebook(edition, expansions)))
    assert len(LEARNT["uses"]) > 120
    for name, row in LEARNT["uses"].items():
        assert name in known
        assert len(row) == correction.WIDTH
        assert 0.3 <= row[correction.TIMES] <= 2.0
        assert all(abs(number) < 20 for number in row)
    assert tuple(LEARNT["features"]) == correction.NAMES
    assert all(len(row) == correction.UNITS for row in LEARNT["features"].values())


def test_the_correction_reaches_the_row_of_its_card() -> None:
    book = rulebook("1st")
    whole = correction.correction_of(book)
    rows = whole[: correction.FEATURES_AT].reshape(correction.ROWS, correction.WIDTH)
    assert rows[book.card_number["altar"]].tolist() == LEARNT["uses"]["altar"]
    assert rows[correction.SELL_ROW + 2].tolist() == LEARNT["uses"]["sell in age 3"]
    assert rows[correction.STAGE_ROW + 3 + 1].tolist() == LEARNT["uses"]["stage 2 in age 2"]
    second = LEARNT["features"][correction.NAMES[1]]
    assert whole[correction.FEATURES_AT + correction.UNITS] == second[0]
    weight = weights.weights_of(catalogue.load("1st"), 3)
    assert weight[OWN, weights.CORRECTION :].tolist() == whole.tolist()
    assert not weight[PLAIN, weights.CORRECTION :].any()


def test_a_card_that_nothing_was_learnt_of_keeps_its_worth() -> None:
    names = correction.row_names(rulebook("1st"))
    whole = correction.correction_of(rulebook("1st"))
    rows = whole[: correction.FEATURES_AT].reshape(correction.ROWS, correction.WIDTH)
    unknown = [row for row in range(correction.ROWS) if row not in names.values()]
    assert (rows[unknown, correction.TIMES] == 1.0).all()
    assert not rows[unknown, correction.PLUS :].any()


@pytest.mark.parametrize(("players", "expansions"), [(3, ()), (7, ("leaders", "armada"))])
def test_every_feature_is_seen(players: int, expansions: tuple[str, ...]) -> None:
    """Each feature is looked at, and about as large as the others, in a game that is going on."""
    game = Game(players, edition="2nd", expansions=expansions, seed=3)
    bot, seen = bots.make("greedy"), []
    while not game.over:
        for at in game.to_decide:
            features = np.full(correction.FEATURES, np.nan)
            correction.look(Position(game.view(at)).games[0], at, features)
            seen.append(features)
            game.play(at, bot.choose(game.view(at)))
    table = np.array(seen)
    assert np.isfinite(table).all()
    assert abs(table).max() <= 5.0
    always = {"one", "leaders", "cities", "armada", "players"}
    same = {correction.NAMES[index] for index in np.flatnonzero(np.ptp(table, axis=0) == 0)}
    assert always <= same <= always | {"rights", "cheap_raw", "cheap_made", "purple"}
    where = {name: table[0, correction.NAMES.index(name)] for name in always}
    assert where["one"] == 1.0
    assert where["players"] == (players - 4) / 2
    for name in ("leaders", "cities", "armada"):
        assert where[name] == (name in expansions)


def test_features_say_what_they_are_called() -> None:
    me = seat("gizah:A", "altar", "sawmill quarry barracks apothecary workshop", coins=4)
    left = seat("babylon:A", "", "guard_tower stockade lumber_yard")
    g = Position(table(me, left, seat("rhodos:A"), age=1, turn=3).view(0)).games[0]
    features = np.zeros(correction.FEATURES)
    correction.look(g, 0, features)
    found = dict(zip(correction.NAMES, features, strict=True))
    assert found["coins"] == pytest.approx(4 / 6 - 1)
    assert found["over_left"] == -1
    assert found["over_right"] == 1
    assert found["over_stronger"] == pytest.approx(-1 / 3)
    assert found["over_weaker"] == pytest.approx(1 / 3)
    assert found["compasses"] == found["gears"] == pytest.approx(1 / 1.5 - 0.5)
    assert found["tablets"] == -0.5
    assert found["sets"] == 0.0
    assert found["own_stone"] == pytest.approx(found["own_wood"] + 1 / 1.5)
    assert found["sold_wood"] == 0.0
    assert found["brown"] == 0.5
    assert found["brown_nearby"] == -0.25
    assert found["red"] == found["red_nearby"] == 0.0


@pytest.mark.parametrize("name", ["altar", "tavern"])
def test_a_liking_for_a_card_moves_the_seat(name: str) -> None:
    """Whether it is always liked, or because of what a unit says."""
    position, w = rich(), scratch().w
    book, players = position.setup.book, new_players()[0]
    at = weights.CORRECTION + book.card_number[name] * correction.WIDTH
    always, by_unit = position.weights[OWN].copy(), position.weights[OWN].copy()
    always[at + correction.PLUS] = 100.0
    by_unit[at + correction.BY_UNIT + 4] = 200.0
    first = weights.CORRECTION + correction.FEATURES_AT + 4
    by_unit[first] = 9.0  # by the feature that is always one
    by_unit[first + correction.UNITS :: correction.UNITS] = 0.0
    for weight in (always, by_unit):
        g, t, rng = position.games[0], book.tables[0], chance.states(1)
        taught_move(g, t, 0, rng, weight, players, w)
        assert (w.move[0, ACTION], w.move[0, CARD]) == (BUILD, book.card_number[name])


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
    position, w = rich(), scratch().w
    trees, players = np.zeros(1, TREE), new_players()
    tree, move = trees[0], w.move[0]
    weight = position.weights[OWN].copy()
    weight[weights.TREE_PRIOR : weights.TREE_FROM + 1] = 10.0, 10.0, 5.0
    book, rng = position.setup.book, chance.states(3)
    paying, tried = book.card_number["baths"], Counter[int]()
    for number in range(400):
        set_out(tree, 0, 0, move)
        g, t = position.games[0], book.tables[0]
        own_move(g, t, 0, rng, weight, tree, players[0], w)
        pays = move[ACTION] == BUILD and move[CARD] == paying
        bring_home(tree, 3.0 if pays else 1.0)
        if number >= 200:
            tried[int(pays)] += 1
    assert tried[1] > 150
    used = tree.tries > 0
    assert tree.tries.max() == 400
    assert (tree.key[used] > 0).all()


def test_a_full_tree_forgets_and_plays_on() -> None:
    position, w = rich(), scratch().w
    trees, players = np.zeros(1, TREE), new_players()
    tree = trees[0]
    tree.key[:] = PLACES * 7
    set_out(tree, 0, 0, w.move[0])
    assert tree.way_n == 0
    g, t = position.games[0], position.setup.book.tables[0]
    rng, weight = chance.states(3), position.weights[OWN]
    own_move(g, t, 0, rng, weight, tree, players[0], w)
    bring_home(tree, 1.0)
    assert not tree.tries.any()


def test_the_order_of_the_moves_makes_no_other_path() -> None:
    tree, keys = np.zeros(1, TREE)[0], []
    for moves in itertools.permutations([(BUILD, 5), (BUILD, 9), (STAGE_BUILD, 3), (SELL, 1)]):
        rows = np.zeros((len(moves), MOVE_WIDTH), np.int16)
        rows[:, [ACTION, CARD]] = moves
        set_out(tree, OWES_PLAY, 0, rows[0])
        for row in rows[1:]:
            go_on(tree, row)
        keys.append(int(tree.path))
        assert tree.way_n == len(moves)
    assert len(set(keys)) == 1
    assert len(set(tree.key[tree.key > 0].tolist())) == 2**4 - 1


def test_the_tree_counts_every_playout_once() -> None:
    position = Position(Game(3, edition="1st", seed=4).view(1))
    position.weights = position.weights.copy()
    position.weights[:, weights.TREE_PRIOR] = 10.0
    position.search(chance.states(2), 600, 0.0)
    tree, stats, tries = position.trees[0], position.stats, Counter[int]()
    for number, candidate in enumerate(position.candidates):
        set_out(tree, OWES_PLAY, number, candidate)
        tries[int(tree.way[0])] += int(stats[number, TRIES])
    assert {at: tree.tries[at] for at in tries} == tries
    assert tree.tries.sum() > stats[:, TRIES].sum()
    assert (abs(tree.total) <= (1.0 + 100 * position.point) * tree.tries).all()
