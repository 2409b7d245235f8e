"""Reviews: what a bot expected of each decision, by what its seat knew, and what explains it."""

import json
from typing import Any

import pytest

from conftest import sample
from mirabilia import Game, Move
from mirabilia.game.replays import Replay
from mirabilia.review import course, written
from mirabilia.review.decisions import CantReview, Walk, turns_of
from mirabilia.review.judgement import PAYMENT, Review
from mirabilia.review.judging import judge
from mirabilia.review.review import reviewed, verdict_on
from mirabilia.review.sentences import ahead, of_reason
from mirabilia.review.why import freed_by, judgement, reasons
from positions import seat, table
from reviews import finished, recorded, selling

FEW = 120  # playouts: enough for what is obvious
SETUPS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (2, {"edition": "1st"}),
    (4, {"expansions": ("cities",), "teams": True}),
    (5, {"expansions": ("leaders", "armada"), "sides": "choose"}),
    (7, {"expansions": ("leaders", "cities", "armada")}),
]


def whole(record: dict[str, Any], player: int = 0, playouts: int = FEW, seed: int = 0) -> Review:
    *_, found = reviewed(record, player, playouts=playouts, seed=seed)
    return found


def test_the_same_seed_gives_the_same_review_and_another_seed_another() -> None:
    record = recorded()
    first = json.dumps(written.write(whole(record)))
    assert json.dumps(written.write(whole(record))) == first
    assert json.dumps(written.write(whole(record, seed=1))) != first


@pytest.mark.parametrize(("players", "options"), sample(SETUPS, 4))
def test_every_decision_is_judged_with_what_was_played(
    players: int, options: dict[str, Any]
) -> None:
    record = recorded(players, **options)
    replay = Replay(record)
    for player in (0, players - 1):
        walk = Walk(replay, player)
        steps = [owed.step for owed in walk.owed]
        assert steps == sorted(steps)
        for owed in walk.owed[:: 5 if len(walk.owed) < 30 else 9]:
            verdict = verdict_on(owed, playouts=60)
            assert verdict.played.move == owed.move
            if owed.only:
                assert verdict.best == verdict.played
                continue
            assert verdict.played.tries > 0
            assert verdict.best.place is not None
            sides = players // 2 if options.get("teams") else players
            assert 1 <= verdict.best.place <= sides
            assert judgement(owed, verdict, walk).seat == owed.seat


def test_all_decisions_of_all_players_are_owed_by_somebody() -> None:
    record = recorded(2, edition="1st")
    replay = Replay(record)
    taken = [(owed.step, owed.seat) for by in (0, 1) for owed in Walk(replay, by).owed]
    everything = [
        (at, seat) for at in range(replay.last) for seat in replay.decisions(at)
    ]  # those for the Free City too, by who held it
    assert sorted(taken) == sorted(everything)


def test_a_blunder_is_among_the_costliest_with_a_reason() -> None:
    record = finished(Game(3, seed=4), selling(3, 4))
    found = whole(record, playouts=600)
    blunder = next(one for one in found.judgements if (one.age, one.turn) == (3, 4))
    assert blunder in found.costliest
    assert blunder.verdict.played.move.startswith("sell:")
    assert blunder.verdict.points > 1
    assert blunder.verdict.cost > blunder.verdict.error
    assert blunder.reasons
    for reason in blunder.reasons:
        assert of_reason(reason)
    assert "%(points)s points more" in ahead(blunder.verdict)


def test_an_obviously_best_move_is_found() -> None:
    """The last turn: the Altar is worth two points, a sale one, the Lumber Yard none."""
    game = table(
        seat("gizah:A", "altar lumber_yard"),
        seat("rhodos:A", "lumber_yard ore_vein"),
        seat("olympia:A", "clay_pool stone_pit"),
        age=3,
        turn=6,
    )
    verdict = judge(game.view(0), "build:lumber_yard", playouts=200, stream=0)
    assert verdict.best.move == "build:altar"
    assert (verdict.points, verdict.clear) == (2, True)
    verdict = judge(game.view(0), "build:altar", playouts=200, stream=0)
    assert verdict.best == verdict.played
    assert verdict.cost == 0


def test_only_what_the_seat_knew_is_judged_by() -> None:
    """Two games that differ in what the others hold: the first decision is judged alike."""
    record = recorded()
    hands = [list(age) for age in record["deal"]["ages"]]
    for age in hands:
        age[1], age[2] = age[2], age[1]
    deal = {**record["deal"], "ages": [[hand.split() for hand in age] for age in hands]}
    setup = {**record["setup"], "deal": deal}
    first = record["decisions"][0].split()[0]

    def same_beginning(game: Game, at: int) -> str | None:
        return first if at == 0 and game.steps == 0 else None

    other = finished(Game(**setup), same_beginning)
    assert other["decisions"][1:] != record["decisions"][1:]
    owed = [Walk(Replay(each), 0).owed[0] for each in (record, other)]
    assert owed[0].view == owed[1].view
    assert verdict_on(owed[0], FEW) == verdict_on(owed[1], FEW)


def test_a_view_is_all_that_is_handed_to_the_judge() -> None:
    """What was judged is the view that the game gives the seat when the decision is owed."""
    replay = Replay(recorded())
    for owed in Walk(replay, 1).owed:
        game = replay.game(owed.step)
        assert owed.view == game.view(owed.seat)
        assert not {"seed", "rng", "history", "pending"} & set(owed.view)
        others = [entry for at, entry in enumerate(owed.view["seats"]) if at != owed.seat]
        assert all(isinstance(entry["hand"], int) for entry in others)


def test_what_is_within_noise_costs_nothing() -> None:
    found = whole(recorded(), playouts=60)
    unclear = [one.verdict for one in found.judgements if not one.verdict.clear]
    assert any(verdict.best != verdict.played for verdict in unclear)
    assert all(verdict.cost == 0 for verdict in unclear)
    assert all(one.verdict.clear for one in found.costliest)


def test_another_payment_is_judged_by_itself_and_said() -> None:
    game = table(
        seat("gizah:A", "stockade ore_vein", "west_trading_post", coins=7),
        seat("rhodos:A", "glassworks_age1 ore_vein", "lumber_yard"),
        seat("ephesos:A", "clay_pool stone_pit", "lumber_yard"),
        age=3,
        turn=6,
    )
    dear, cheap = sorted(
        (move for move in map(str, game.moves(0)) if move.startswith("build:stockade")),
        key=lambda move: -Move.parse(move).coins,
    )
    verdict = judge(game.view(0), dear, playouts=200, stream=0)
    assert (verdict.played.move, verdict.best.move) == (dear, cheap)
    assert verdict.clear
    walk = Walk(Replay(recorded()), 0)
    assert reasons(verdict, walk.owed[-1], walk)[0].code == PAYMENT


def test_the_course_ends_as_the_game_did() -> None:
    record = recorded()
    replay = Replay(record)
    turns = turns_of(replay)
    assert [(one.age, one.turn) for one in turns[:6]] == [(1, turn) for turn in range(1, 7)]
    found = course.expected(replay, turns[-1], playouts=20)
    places = {seat: place for place, group in replay.ended.ranking() for seat in group}
    assert [round(place) for place in found.places] == [places[at] for at in range(3)]
    assert list(found.points) == record["totals"]


def test_the_course_favours_nobody_and_adds_up() -> None:
    replay = Replay(recorded())
    for moment in turns_of(replay)[::6]:
        found = course.expected(replay, moment, playouts=60)
        assert sum(found.places) == pytest.approx(6)


@pytest.mark.parametrize(("players", "options"), SETUPS)
def test_the_course_is_played_out_in_every_setup(players: int, options: dict[str, Any]) -> None:
    replay = Replay(recorded(players, **options))
    for moment in turns_of(replay)[::7]:
        found = course.expected(replay, moment, playouts=4)
        assert len(found.places) == len(found.points) == players
        assert all(points > 0 for points in found.points)


def test_who_used_the_card_that_was_left_is_found_in_the_passed_hand() -> None:
    replay = Replay(recorded())
    walk = Walk(replay, 0)
    found = 0
    for owed in walk.owed:
        own = owed.view["seats"][0]["hand"]
        for card in own:
            if taken := walk.taken(owed, card):
                found += 1
                at = next(
                    at
                    for at in range(owed.step + 1, replay.last)
                    if replay.game(at).turn == taken.turn and replay.game(at).age == owed.age
                )
                assert card in replay.game(at).hand(taken.seat)
                assert replay.decisions(at)[taken.seat].card == card
    assert found > 20


def test_chains_are_told_of_cards_that_came() -> None:
    catalogue = Game(3, seed=1).catalogue
    assert "aqueduct" in freed_by(catalogue, "baths", {"aqueduct", "palace"})
    assert freed_by(catalogue, "baths", {"palace"}) == []


def test_a_game_that_is_not_over_is_not_reviewed() -> None:
    game = Game(3, seed=1)
    for at in range(3):
        game.play(at, game.moves(at)[0])
    with pytest.raises(CantReview, match="not over"):
        Walk(Replay(game.record()), 0)


def test_a_player_there_is_not_is_refused() -> None:
    with pytest.raises(CantReview, match="players are 0 to 1"):
        Walk(Replay(recorded(2, edition="1st")), 2)


def test_what_is_written_is_read_back() -> None:
    found = whole(recorded(3, seed=9))
    for judged in found.judgements:
        data = json.loads(json.dumps(written.write_judgement(judged)))
        assert written.write_judgement(written.read_judgement(data)) == data
    for expected in found.course:
        data = json.loads(json.dumps(written.write_expected(expected)))
        assert written.write_expected(written.read_expected(data)) == data
