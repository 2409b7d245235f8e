"""Tournaments: drawn fairly, played round by round, ended in one table of results."""

import asyncio
import hashlib
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs import CLUB, NAMES, SMALL, drawn, finish, members, player, tournament, visitor_of
from mirabilia.table.rooms.club import draw, tournaments
from mirabilia.table.rooms.club.draw import Past
from mirabilia.table.rooms.club.points import FIRST, Result, standings, worth
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import BOT, OVER, PLAYING, WAITING, Options
from tables import refusal, run, serving

pytest_plugins = ["database_fixtures"]
SEED = "5e" * 32


# The draw


@given(st.integers(3, 70), st.integers(3, 7))
def test_tables_differ_by_one_at_most_and_are_such_as_can_be_played(
    players: int, wanted: int
) -> None:
    found = draw.sizes(players, wanted)
    assert sum(found) == players
    assert max(found) - min(found) <= 1
    assert 3 <= min(found) <= max(found) <= 7
    if players % wanted == 0:
        assert set(found) == {wanted}


def played(
    players: int, wanted: int, rounds: int, seed: str = SEED
) -> tuple[Past, list[list[list[int]]]]:
    past, found = Past(), []
    for number in range(1, rounds + 1):
        chance = draw.numbers(seed, number)
        cast = draw.tables(chance, range(players), wanted, past)
        small, large = min(map(len, cast)), max(map(len, cast))
        boards = [f"{seat} of {number}" for seat in range(large)]
        seated = [draw.seated(chance, table, boards[: len(table)], past) for table in cast]
        for table in seated:
            past.note(table, boards[: len(table)], small < large and len(table) == small)
        found.append(seated)
    return past, found


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 24), st.integers(3, 7), st.integers(1, 4))
def test_everybody_sits_at_one_table_of_each_round(players: int, wanted: int, rounds: int) -> None:
    _, found = played(players, wanted, rounds)
    for tables in found:
        assert sorted(player for table in tables for player in table) == list(range(players))


def test_as_few_as_possible_meet_again_and_seats_rotate() -> None:
    past, _ = played(16, 4, 4)
    assert max(past.met.values()) == 1  # 16 can meet so in four rounds, and do
    assert max(past.seats.values()) <= 2
    past, _ = played(12, 4, 3)
    assert max(past.met.values()) <= 2
    past, _ = played(7, 4, 3)
    assert max(past.short.values()) <= 2  # one table of three, one of four


def test_the_draw_follows_from_the_seed_alone() -> None:
    assert played(13, 4, 3) == played(13, 4, 3)
    assert played(13, 4, 1)[1] != played(13, 4, 1, "00" * 32)[1]
    firsts = Counter(played(4, 4, 1, f"{number:064x}")[1][0][0][0] for number in range(200))
    assert set(firsts) == set(range(4))
    assert max(firsts.values()) < 90  # of about 50


# Points


def test_places_are_worth_the_same_at_tables_of_all_sizes() -> None:
    for size in range(3, 8):
        places = list(range(1, size + 1))
        found = [worth(place, places) for place in places]
        assert (found[0], found[-1]) == (FIRST, 0)
        assert len({round(one - other, 6) for one, other in pairwise(found)}) == 1
    assert worth(1, [1, 1, 1]) == FIRST / 2


def test_ties_are_broken_by_victories_then_by_points() -> None:
    def result(entrant: int, number: int, place: int, points: int, absent: bool = False) -> Result:
        return Result(entrant, number, place, (1, 2, 3), points, absent)

    found = standings(
        range(5),
        [
            *(result(0, 1, 1, 50), result(0, 2, 3, 40)),
            *(result(1, 1, 2, 60), result(1, 2, 2, 60)),
            *(result(2, 1, 3, 41), result(2, 2, 1, 49)),
            *(result(3, 1, 1, 99, absent=True), result(3, 2, 3, 30)),
        ],
    )
    assert [(each.place, each.entrant, each.of_place) for each in found] == [
        (1, 0, 60.0),
        (1, 2, 60.0),
        (3, 1, 60.0),
        (4, 3, 0.0),
        (5, 4, 0.0),
    ]
    assert (found[3].victories, found[3].points) == (0, 30)


# Played


async def played_round(service: Service, id: str, number: int) -> None:
    course = await drawn(service, id, number)
    for table in course.of_round(number):
        await finish(service, table.code, seed=number)


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_tournament_from_its_beginning_to_its_end(duplicate: bool) -> None:
    async def story(service: Service) -> None:
        names = NAMES[:7]
        await members(service, *names, keeper="Ada")
        id = await service.club.keeping.add_tournament(
            visitor_of("Ada"), "Spring  cup", SMALL, 2, duplicate
        )
        before = (await service.club.course(id)).tournament
        assert (before.name, before.status, before.shown_seed) == ("Spring cup", "entry", "")
        for name in reversed(names):
            await service.club.enter(visitor_of(name), id)
            await service.club.enter(visitor_of(name), id)
        await service.club.keeping.start(visitor_of("Ada"), id)
        course = await drawn(service, id, 1)
        seed = course.tournament.shown_seed
        assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == before.promise
        assert [each.name for each in course.tournament.entrants] == sorted(names)
        assert [len(table.chairs) for table in course.tables] == [4, 3]
        chance = draw.numbers(seed, 1)
        cast = draw.tables(chance, range(7), 3, Past())
        assert [sorted(chair.entrant for chair in table.chairs) for table in course.tables] == [
            sorted(table) for table in cast
        ]
        for table in course.tables:
            outline = service.outline(table.code)
            assert outline
            assert (outline.status, outline.host) == (WAITING, None)
            assert outline.visitors == {visitor_of(course.name(c.entrant)) for c in table.chairs}
            assert table.code not in [each.code for each in service.open_tables()]
        assert "seats are taken" in await refusal(
            service.join(course.tables[0].code, "f" * 64, "Zoe")
        )
        await played_round(service, id, 1)
        await played_round(service, id, 2)
        course = await drawn(service, id, 0)
        assert [each.over for each in course.rounds] == [True, True]
        stands = course.stands
        assert sum(each.of_place for each in stands) == 2 * (30 * 4 + 30 * 3)
        assert all(len(each.rounds) == 2 for each in stands)
        for table in course.tables:
            game = await service.shelf.find(table.code)
            assert [(chair.place, chair.points) for chair in table.chairs] == [
                (seat.place, seat.points) for seat in game.players
            ]
            assert [chair.board for chair in table.chairs] == [
                seat.board.partition(":")[0] for seat in game.players
            ]
        met = Counter(
            pair
            for table in course.tables
            for pair in combinations(sorted(chair.entrant for chair in table.chairs), 2)
        )
        assert max(met.values()) <= 2
        kinds = (await service.club.front(None)).kinds
        assert set(kinds) == {"3 2nd", "4 2nd"}

    run(story, watch_every=0.05, **CLUB)


def test_a_server_that_starts_goes_on_with_a_tournament(url: str) -> None:
    async def first() -> str:
        async with serving(url, watch_every=3600.0, **CLUB) as service:
            await members(service, *NAMES[:3], keeper="Ada")
            id = await tournament(service, NAMES[:3])
            course = await drawn(service, id, 1)
            service.club.rounds.changed = lambda table: None  # type: ignore[method-assign]
            await finish(service, course.tables[0].code)
            assert (await service.club.course(id)).tournament.round == 1
            return id

    async def second(id: str) -> None:
        async with serving(url, watch_every=0.05, **CLUB) as service:
            course = await drawn(service, id, 2)
            assert service.outline(course.of_round(2)[0].code)

    asyncio.run(second(asyncio.run(first())))


def test_what_is_played_while_the_server_keeps_no_club_is_noted_when_it_does(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def first() -> tuple[str, str]:
        async with serving(url, **CLUB) as service:
            await members(service, *NAMES[:3], keeper="Ada")
            id = await tournament(service, NAMES[:3], rounds=1, duplicate=True)
            return id, (await drawn(service, id, 1)).tables[0].code

    async def second(code: str) -> None:
        async with serving(url, **{**CLUB, "club": False}) as service:
            await finish(service, code)
            assert await refusal(service.table_view(code, None), 403)

    async def third(id: str, code: str) -> None:
        async with serving(url, watch_every=0.05, **CLUB) as service:
            course = await drawn(service, id, 0)
            assert course.tables[0].chairs[0].place
            assert (await service.record(code))["fair"]["secret"]

    id, code = asyncio.run(first())
    asyncio.run(second(code))
    asyncio.run(third(id, code))


def test_two_who_see_a_round_end_at_once_draw_the_next_one_once() -> None:
    async def story(service: Service) -> None:
        await members(service, *NAMES[:6], keeper="Ada")
        id = await tournament(service, NAMES[:6], rounds=3)
        course = await drawn(service, id, 1)
        rounds = service.club.rounds
        service.club.rounds.changed = lambda table: None  # type: ignore[method-assign]
        for table in course.tables:
            await finish(service, table.code)
        others = [type(rounds)(service, service._keepers) for _ in range(3)]  # other servers
        await asyncio.gather(*(each.advance(id) for each in (rounds, *others)))
        course = await drawn(service, id, 2)
        assert (course.tournament.round, len(course.of_round(2))) == (2, 2)
        standing = await service.club.standing("Ada")
        assert standing.total
        assert standing.total.games == 1

    run(story, watch_every=3600.0, **CLUB)


def test_a_draw_that_was_begun_and_not_finished_is_begun_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(service: Service) -> None:
        await members(service, *NAMES[:3], keeper="Ada")
        host = visitor_of("Ada")
        id = await service.club.keeping.add_tournament(host, "Cup", SMALL, 1, False)
        for name in NAMES[:3]:
            await service.club.enter(visitor_of(name), id)
        await service.club.transact(lambda connection: tournaments.start(connection, id))
        found = (await service.club.course(id)).tournament
        assert await service.club.rounds._claim(found)  # and then that server dies
        assert not await service.club.rounds._claim(found)
        await service.club.look()
        assert (await service.club.course(id)).tournament.round == 0
        monkeypatch.setattr(tournaments, "CLAIM", -1.0)
        await service.club.look()
        assert (await service.club.course(id)).tournament.round == 1

    run(story, watch_every=3600.0, **CLUB)


def test_who_has_not_come_gets_nothing_and_a_bot_plays() -> None:
    async def story(service: Service) -> None:
        names = NAMES[:3]
        await members(service, *names, keeper="Ada")
        id = await tournament(service, names, rounds=1)
        (table,) = (await drawn(service, id, 1)).tables
        late = next(chair for chair in table.chairs if chair.entrant == 2)
        host, keeping = visitor_of("Ada"), service.club.keeping
        assert await refusal(keeping.walk_over(visitor_of("Bea"), id, table.code, 0, "Cy"), 403)
        assert "no longer" in await refusal(
            keeping.walk_over(host, id, table.code, late.seat, "Bea")
        )
        for name in ("Ada", "Bea"):
            await service.arrive(table.code, visitor_of(name))
        assert service.outline(table.code).status == WAITING  # type: ignore[union-attr]
        await keeping.walk_over(host, id, table.code, late.seat, "Cy")
        outline = service.outline(table.code)
        assert outline
        assert outline.status == PLAYING
        assert outline.seats[late.seat].kind == BOT
        seen = await service.table_view(table.code, visitor_of("Cy"))
        assert (seen.seat, seen.unseated) == (None, "absent")
        await finish(service, table.code)
        course = await drawn(service, id, 0)
        (chair,) = [chair for chair in course.tables[0].chairs if chair.absent]
        assert chair.entrant == 2
        assert course.stands[-1].entrant == 2
        assert course.stands[-1].of_place == 0

    run(story, watch_every=0.05, **CLUB)


def test_a_table_that_nobody_plays_at_comes_to_its_end_by_its_bots() -> None:
    async def story(service: Service) -> None:
        names = NAMES[:3]
        await members(service, *names, keeper="Ada")
        id = await tournament(service, names, rounds=1, duplicate=True)
        (table,) = (await drawn(service, id, 1)).tables
        host, keeping = visitor_of("Ada"), service.club.keeping
        await keeping.begin(host, id, table.code)
        course = await drawn(service, id, 0, seconds=60)
        assert service.outline(table.code).status == OVER  # type: ignore[union-attr]
        assert course.stands[0].of_place == FIRST

    run(story, watch_every=0.05, **CLUB)


def test_a_table_at_which_bots_play_alone_goes_on_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    async def first() -> str:
        async with serving(url, **CLUB) as service:
            await members(service, *NAMES[:3], keeper="Ada")
            id = await tournament(service, NAMES[:3], rounds=1)
            course = await drawn(service, id, 1)
            (table,) = course.tables
            service.thinking.ask = never  # type: ignore[assignment]
            for chair in table.chairs:
                who = course.name(chair.entrant)
                keeping = service.club.keeping
                await keeping.walk_over(visitor_of("Ada"), id, table.code, chair.seat, who)
            assert service.outline(table.code).status == PLAYING  # type: ignore[union-attr]
            return id

    async def second(id: str) -> None:
        async with serving(url, watch_every=0.05, **CLUB) as service:
            assert (await drawn(service, id, 0)).tables[0].chairs[0].place

    asyncio.run(second(asyncio.run(first())))


def test_a_table_that_is_played_on_is_not_said_to_be_over() -> None:
    async def story(service: Service) -> None:
        await members(service, *NAMES[:3], keeper="Ada")
        id = await tournament(service, NAMES[:3], rounds=1)
        (table,) = (await drawn(service, id, 1)).tables
        void = service.club.keeping.void
        keeper = service._keepers.pop(table.code)  # as if it were on its way elsewhere
        assert await refusal(void(visitor_of("Ada"), id, table.code), 404)
        assert not (await service.club.course(id)).tables[0].over
        service._keepers[table.code] = keeper
        await void(visitor_of("Ada"), id, table.code)
        assert (await service.club.course(id)).tables[0].over
        await drawn(service, id, 0)

    run(story, watch_every=0.05, **CLUB)


def test_who_is_removed_is_not_waited_for() -> None:
    async def story(service: Service) -> None:
        visitors = await members(service, *NAMES[:3], keeper="Ada")
        id = await tournament(service, NAMES[:3], rounds=1)
        (table,) = (await drawn(service, id, 1)).tables
        for visitor in visitors[:2]:
            await service.arrive(table.code, visitor)
        await service.club.keeping.remove(visitors[0], "Cy")
        outline = service.outline(table.code)
        assert outline
        assert outline.status == PLAYING
        assert outline.visitors == set(visitors[:2])
        assert "Cy" not in [seat.name for seat in outline.seats]
        await finish(service, table.code)
        course = await drawn(service, id, 0)
        assert sorted(chair.place or 0 for chair in course.tables[0].chairs)[0] == 1
        assert "Cy" not in [each.name for each in course.tournament.entrants]

    run(story, watch_every=0.05, **CLUB)


def test_the_keeper_can_end_a_table_and_a_tournament() -> None:
    async def story(service: Service) -> None:
        names = NAMES[:6]
        await members(service, *names, keeper="Ada")
        id = await tournament(service, names, rounds=5)
        course = await drawn(service, id, 1)
        host, keeping = visitor_of("Ada"), service.club.keeping
        assert "being played" in await refusal(keeping.delete(host, id))
        one, other = course.tables
        await finish(service, one.code)
        await keeping.end(host, id)
        assert "no such table" in await refusal(keeping.void(host, id, "zzzzzz"), 404)
        await keeping.void(host, id, other.code)
        course = await drawn(service, id, 0)
        assert [chair.place for chair in course.tables[1].chairs] == [None] * 3
        assert sum(each.of_place > 0 for each in course.stands) <= 3
        first = next(visitor_of(course.name(chair.entrant)) for chair in other.chairs)
        told = await refusal(service.decide(other.code, first, None, "skip", 0))
        assert "keeper of the club" in told
        await keeping.delete(host, id)
        await refusal(service.club.course(id), 404)
        assert (await service.shelf.find(one.code)).code == one.code

    run(story, watch_every=0.05, **CLUB)


def test_who_withdraws_is_drawn_no_longer_and_too_few_end_it() -> None:
    async def story(service: Service) -> None:
        names = NAMES[:4]
        await members(service, *names, keeper="Ada")
        id = await tournament(service, names, rounds=5, options=Options(players=4, level="random"))
        await drawn(service, id, 1)
        await service.club.withdraw(visitor_of("Dee"), id)
        await played_round(service, id, 1)
        course = await drawn(service, id, 2)
        assert {course.name(chair.entrant) for chair in course.of_round(2)[0].chairs} == {
            "Ada",
            "Bea",
            "Cy",
        }
        await service.club.keeping.withdraw(visitor_of("Ada"), id, "Cy")
        await played_round(service, id, 2)
        assert (await drawn(service, id, 0)).tournament.round == 2

    run(story, watch_every=0.05, **CLUB)


def test_at_a_table_of_a_tournament_some_things_are_not_done() -> None:
    async def story(service: Service) -> None:
        names = NAMES[:3]
        visitors = await members(service, *names, keeper="Ada")
        id = await tournament(service, names)
        (table,) = (await drawn(service, id, 1)).tables
        code, ada = table.code, visitors[0]
        await service.arrive(code, ada)
        await service.leave(code, ada)
        assert service.has_seat(ada, code)  # it stays his
        assert "tournament" in await refusal(service.rename(code, ada, "Zoe"))
        for visitor in visitors:
            await service.arrive(code, visitor)
        assert "signing in" in await refusal(service.hosting.carry(code, ada))
        assert "no hints" in await refusal(service.hint(code, ada), 403)
        assert "tournament" in await refusal(service.take_back(code, ada, 0))
        assert await refusal(service.hosting.shut(code, ada), 403)
        found = await player(service, "Bea")
        assert "has a seat in the game" in await refusal(service.club.leave(found))

    run(story, **CLUB)


@pytest.mark.parametrize(
    ("name", "options", "rounds", "sentence"),
    [
        ("", SMALL, 3, "name"),
        ("x" * 61, SMALL, 3, "name"),
        ("Cup", Options(players=2, edition="1st"), 3, "3 to 7"),
        ("Cup", Options(players=8, edition="1st", expansions=("armada",)), 3, "3 to 7"),
        ("Cup", Options(players=4, expansions=("cities",), teams=True), 3, "for himself"),
        ("Cup", Options(players=3, clock=7), 3, "The clock gives"),
        ("Cup", Options(players=3, level="genius"), 3, "no bot"),
        ("Cup", SMALL, 0, "rounds"),
        ("Cup", SMALL, 21, "rounds"),
    ],
)
def test_what_can_be_no_tournament_is_refused(
    name: str, options: Options, rounds: int, sentence: str
) -> None:
    async def story(service: Service) -> None:
        (ada,) = await members(service, "Ada", keeper="Ada")
        made = service.club.keeping.add_tournament(ada, name, options, rounds, False)
        assert sentence in await refusal(made, 400)
        assert (await service.club.front(ada)).tournaments == ()

    run(story, **CLUB)


def test_a_tournament_needs_three_and_has_bounds() -> None:
    async def story(service: Service) -> None:
        ada, bea, cy, dee = await members(service, *NAMES[:4], keeper="Ada")
        keeping = service.club.keeping
        id = await keeping.add_tournament(ada, "Cup", SMALL, 1, False)
        assert "as many tournaments" in await refusal(
            keeping.add_tournament(ada, "Cup", SMALL, 1, False)
        )
        for visitor in (ada, bea):
            await service.club.enter(visitor, id)
        assert "at least 3" in await refusal(keeping.start(ada, id))
        assert await refusal(keeping.start(bea, id), 403)
        await service.club.enter(cy, id)
        assert "at most 3" in await refusal(service.club.enter(dee, id))
        await service.club.withdraw(bea, id)
        await keeping.enter(ada, id, "dee")
        await keeping.start(ada, id)
        assert "has begun" in await refusal(service.club.enter(bea, id))
        assert "has begun" in await refusal(keeping.start(ada, id))
        await refusal(service.club.enter("f" * 64, id), 403)
        course = await drawn(service, id, 1)
        assert [each.name for each in course.tournament.entrants] == ["Ada", "Cy", "Dee"]

    run(story, **{**CLUB, "most_tournaments": 1, "most_entrants": 3})


def test_tables_of_a_tournament_are_not_cleared_away_while_it_lasts() -> None:
    async def story(service: Service) -> None:
        await members(service, *NAMES[:3], keeper="Ada")
        id = await tournament(service, NAMES[:3])
        (table,) = (await drawn(service, id, 1)).tables
        assert await service.clean_up() == 0
        assert service.outline(table.code)

    run(story, **{**CLUB, "keep_waiting": -1.0, "keep_playing": -1.0})
