"""What the club counts: ratings, statistics, seasons; each game once, and only such as count."""

import asyncio
from dataclasses import replace

import pytest

from clubs import CLUB, SMALL, finish, members, play_game, visitor_of
from mirabilia.table.rooms import archive
from mirabilia.table.rooms.archive import Filed, Player
from mirabilia.table.rooms.club import counting, figures
from mirabilia.table.rooms.club.counting import kind_text, read_kind
from mirabilia.table.rooms.club.figures import Season
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import Options
from tables import ANN, BEN, refusal, run, serving

pytest_plugins = ["database_fixtures"]
KIND = "3 2nd"


def filed(code: str, *places: tuple[str, int], at: float = 1.8e9, teams: bool = False) -> Filed:
    """A finished game of players of the club, or others, by their names and places."""
    setup = {"players": len(places), "edition": "2nd", "expansions": ["cities"], "teams": teams}
    seats = tuple(
        Player(seat, name, "person", None, visitor_of(name), "gizah:day", place, 50 - place)
        for seat, (name, place) in enumerate(places)
    )
    return Filed(code, code, at, "table", setup, 0, seats)


async def file(service: Service, *games: Filed) -> None:
    for game in games:
        await service.storage.write_beside(
            archive.put(game, {"setup": {"players": []}, "catalogue": ""}),
            counting.count(game.code),
        )


async def ranked(service: Service, kind: str) -> dict[str, figures.Ranked]:
    rows = await service.club.read(lambda connection: figures.ranking(connection, kind))
    return {row.name: row for row in rows}


def test_a_game_of_two_players_counts_and_a_bot_or_a_guest_is_left_out() -> None:
    async def story(service: Service) -> None:
        ada, bea = await members(service, "Ada", "Bea")
        code = await play_game(service, [ada, bea])
        with_guest = await play_game(service, [ada, ANN, bea])
        front = await service.club.front(ada)
        assert (front.kinds, front.kind) == ((KIND,), KIND)
        assert {row.name for row in front.ranking} == {"Ada", "Bea"}
        assert [row.rating.games for row in front.ranking] == [2, 2]
        assert front.ranking[0].rating.least >= front.ranking[1].rating.least
        standing = await service.club.standing("Ada")
        assert {each.code for each in standing.latest} == {code, with_guest}
        assert standing.total
        assert standing.total.games == sum(each.games for each in standing.by_board) == 2
        past = (await service.history.past(ada)).total
        assert past
        assert (standing.total.place, standing.total.points) == (past.place, past.points)

    run(story, **CLUB)


def test_what_does_not_count() -> None:
    async def story(service: Service) -> None:
        ada, bea = await members(service, "Ada", "Bea")
        await play_game(service, [ada])  # alone
        await play_game(service, [ada, ANN])  # with a guest
        code = await service.create_first("", ada)
        await finish(service, code)
        code = await service.create(Options(players=4, level="random"), "", ada, beside=["Cy"])
        await service.join(code, bea, "")
        await service.start_game(code, ada)
        await service.show_hand(code, ada, 0)
        await service.hosting.shut(code, ada)
        # A seat has gone to somebody else.
        code = await service.create(Options(players=4, level="random"), "", ada)
        for visitor in (bea, ANN):
            await service.join(code, visitor, "Ann")
        await service.start_game(code, ada)
        await service.hosting.take_off(code, ada, 2, "Ann")
        await finish(service, code)
        # A bot has decided for who was there.
        code = await service.create(Options(players=4, level="random"), "", ada)
        await service.join(code, bea, "")
        await service.start_game(code, ada)
        await service.hosting.bench(code, ada, 1, "Bea")
        await finish(service, code)
        assert (await service.club.front(ada)).kinds == ()
        assert (await service.club.standing("Ada")).total is None

    run(story, **CLUB)


def test_who_shares_his_device_is_no_player_in_that_game() -> None:
    async def story(service: Service) -> None:
        await members(service, "Ada", "Bea", "Cy")
        game = filed("shared", ("Ada", 1), ("Bea", 2), ("Cy", 3))
        twice = replace(
            game, players=(*game.players[:2], replace(game.players[2], visitor=visitor_of("Bea")))
        )
        await file(service, twice)
        assert (await service.club.front(None)).kinds == ()
        await file(service, replace(game, code="alone"))
        assert (await service.club.front(None)).kinds == ("3 2nd cities",)

    run(story, **CLUB)


def test_tables_say_whether_their_game_counts() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)
        stored = service._keepers[code].table.stored
        assert counting.counts(stored, first=False)
        assert not counting.counts(stored, first=True)
        stored.taken_back = 1
        assert not counting.counts(stored, first=False)
        stored.taken_back, stored.position = 0, "{}"
        assert not counting.counts(stored, first=False)

    run(story, **CLUB)


def test_a_game_is_counted_once_whatever_restarts(url: str) -> None:
    async def before() -> str:
        async with serving(url, **CLUB) as service:
            ada, bea = await members(service, "Ada", "Bea")
            return await play_game(service, [ada, bea])

    async def after(code: str) -> None:
        async with serving(url, **CLUB) as service:
            first = await ranked(service, KIND)
            await service.storage.write_beside(counting.count(code), counting.count(code))
            await service.do(code, lambda table: table.file())
            assert await ranked(service, KIND) == first
            assert first["Ada"].rating.games == 1

    asyncio.run(after(asyncio.run(before())))


def test_ratings_go_by_places_and_by_kind_of_game() -> None:
    async def story(service: Service) -> None:
        await members(service, "Ada", "Bea", "Cy")
        for number in range(8):
            await file(service, filed(f"g{number}", ("Bea", 2), ("Ada", 1), ("Cy", 2)))
        found = await ranked(service, "3 2nd cities")
        assert next(iter(found)) == "Ada"
        ada, bea, cy = (found[name].rating for name in ("Ada", "Bea", "Cy"))
        assert ada.mu > 25 > bea.mu
        assert bea == cy  # they have always shared a place
        assert ada.sigma < 25 / 3
        assert await ranked(service, "4 2nd cities") == {}

    run(story, **CLUB)


def test_of_teams_those_are_compared_in_which_both_are_players() -> None:
    async def story(service: Service) -> None:
        await members(service, "Ada", "Bea", "Cy", "Dee", "Eli")
        mixed = filed(
            "mixed",
            ("Ada", 1),
            ("Bea", 1),
            ("Cy", 2),
            ("Ann", 2),
            ("Dee", 3),
            ("Eli", 3),
            teams=True,
        )
        await file(service, mixed)
        found = await ranked(service, kind_text(mixed))
        assert set(found) == {"Ada", "Bea", "Dee", "Eli"}
        assert found["Ada"].rating.mu > found["Dee"].rating.mu
        assert read_kind(kind_text(mixed)) == (6, "2nd", ("cities",), True)

    run(story, **CLUB)


def test_the_table_of_a_season_counts_the_seats_that_were_left_behind() -> None:
    async def story(service: Service) -> None:
        (ada, *_) = await members(service, "Ada", "Bea", "Cy", keeper="Ada")
        day = 86400.0
        base = 1_798_761_600.0  # 2027-01-01
        await file(
            service,
            filed("late", ("Ada", 1), ("Bea", 2), ("Cy", 3), at=base + 31 * day),
            filed("first", ("Ada", 1), ("Bea", 2), ("Cy", 3), at=base),
            filed("tied", ("Ada", 3), ("Bea", 1), ("Cy", 1), ("Ann", 4), at=base + 31 * day - 1),
            filed("early", ("Ada", 1), ("Bea", 2), ("Cy", 3), at=base - 1),
        )
        keeping = service.club.keeping
        await keeping.add_season(ada, "Winter", "2027-01-01", "2027-01-31")
        await keeping.add_season(ada, "Other", "2027-03-01", "2027-03-31")
        seasons = (await keeping.desk(ada)).seasons
        assert [season.name for season in seasons] == ["Other", "Winter"]
        front = await service.club.front(None, season=seasons[1].id)
        rows = [(row.place, row.name, row.games, row.victories, row.points) for row in front.table]
        assert rows == [(1, "Bea", 2, 1, 3.5), (2, "Ada", 2, 1, 3.0), (3, "Cy", 2, 1, 2.5)]
        await keeping.delete_season(ada, seasons[1].id)
        assert len((await keeping.desk(ada)).seasons) == 1

    run(story, **CLUB)


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("", "2027-01-01", "2027-02-01"),
        ("x" * 41, "2027-01-01", "2027-02-01"),
        ("Winter", "2027-02-01", "2027-01-01"),
        ("Winter", "1.2.2027", "2027-03-01"),
        ("Winter", "", "2027-03-01"),
        ("Winter", "0001-01-01", "9999-12-31"),
    ],
)
def test_a_season_has_a_name_and_two_days(name: str, first: str, last: str) -> None:
    async def story(service: Service) -> None:
        (ada,) = await members(service, "Ada", keeper="Ada")
        assert await refusal(service.club.keeping.add_season(ada, name, first, last), 400)
        assert await refusal(
            service.club.keeping.add_season(BEN, "A", "2027-01-01", "2027-01-02"), 403
        )

    run(story, **CLUB)


def test_the_season_it_is_is_shown() -> None:
    past = Season("a", "past", "2001-01-01", "2001-12-31")
    now = Season("b", "now", "2020-01-01", "2199-12-31")
    coming = Season("c", "coming", "2199-01-01", "2199-12-31")
    assert figures.current([coming, now, past]) == now
    assert figures.current([coming, past]) == past
    assert figures.current([coming]) is None
