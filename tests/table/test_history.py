"""Somebody's finished games: what they come to, on another device, and forgotten."""

import asyncio
import random
import re
from pathlib import Path

import pytest

from mirabilia import Game
from mirabilia.table.rooms import archive, visitors
from mirabilia.table.rooms import pad as pads
from mirabilia.table.rooms.archive import Filed, Player
from mirabilia.table.rooms.history import Lending, past
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import Options
from tables import ANN, BEN, SMALL, Served, play_on, refusal, run, served, serving

MIXED = Options(players=3, level="random", edition="1st")


def game(code: str, place: int, points: int, board: str = "gizah:day", back: int = 0) -> Filed:
    you = Player(1, "Ann", "person", None, ANN, board, place, points)
    bot = Player(0, "Alba", "bot", "easy", None, "rhodos:day", 1, 60)
    setup = {"players": 2, "edition": "2nd", "expansions": [], "teams": False}
    return Filed(code, code, 1e9, "table", setup, back, (bot, you))


async def played(service: Service, people: list[str], options: Options = SMALL) -> str:
    """A game of some people, from its beginning to its end."""
    code = await service.create(options, "Ann", people[0])
    for other in people[1:]:
        await service.join(code, other, "Ben")
    await service.start_game(code, people[0])
    await play_on(service, code, people)
    return code


def play_out(server: Served) -> str:
    """A game against bots, over HTTP; the token of who played it."""
    program, chance = server.program().create(players=3, begin=True), random.Random(1)
    while (view := program.get())["status"] != "over":
        program.decide(view, chance)
    return program.token


def test_averages_count_what_stands_and_leave_out_what_was_taken_back() -> None:
    games = [
        game("a", 1, 60),
        game("b", 2, 41, "gizah:night"),
        game("c", 3, 40, "rhodos:day"),
        game("d", 1, 99, back=2),
    ]
    found = past(games, ANN)
    assert len(found.games) == 4
    assert found.total is not None
    assert (found.total.games, found.total.victories, found.total.best) == (3, 1, 60)
    assert (found.total.place, found.total.points) == (2.0, 47.0)
    assert {board: tally.games for board, tally in found.by_board.items()} == {
        "gizah": 2,
        "rhodos": 1,
    }
    assert list(found.by_players) == [(2, "2nd", (), False)]


def test_a_game_is_in_the_history_when_it_is_over_and_stays_when_its_table_goes() -> None:
    async def story(service: Service) -> None:
        code = await played(service, [ANN, BEN])
        assert [each.code for each in (await service.history.past(ANN)).games] == [code]
        assert await service.clean_up() == 1
        assert await refusal(service.table_view(code, ANN), 404)
        for visitor in (ANN, BEN):
            assert [each.code for each in (await service.history.past(visitor)).games] == [code]
        assert not (await service.history.past(None)).games

    run(story, keep_over=-1.0)


def test_the_line_of_a_game_stays_when_it_can_be_seen_again_no_longer() -> None:
    async def story(service: Service) -> None:
        code = await played(service, [ANN])
        await service.clean_up()
        (line,) = (await service.history.past(ANN)).games
        assert (line.code, line.replay) == (code, False)
        assert "no such finished game" in await refusal(service.shelf.record(code), 404)

    run(story, keep_over=-1.0, keep_games=-1.0)


def test_a_code_is_good_once_and_not_for_long() -> None:
    now = [0.0]
    lending = Lending(lambda: now[0])
    first = lending.lend("t" * 43)
    second = lending.lend("t" * 43)
    with pytest.raises(Refused, match="not good"):
        lending.take(first)  # there is a newer one
    assert lending.take(f" {second[:5]} {second[5:].upper()} ") == "t" * 43
    with pytest.raises(Refused, match="not good"):
        lending.take(second)
    third = lending.lend("t" * 43)
    now[0] = 601.0
    with pytest.raises(Refused, match="not good"):
        lending.take(third)


def test_another_device_takes_the_games_along_and_adds_its_own() -> None:
    with served() as server:
        ann, telephone = server.client(), server.client()
        for guest in (ann, telephone):
            guest.cookies.set("mirabilia", play_out(server), domain="127.0.0.1")
        page = ann.post("/me/lend").text
        found = re.search(r"/me/take\?code=(\w{10})", page)
        assert found
        assert "<svg" in page
        asked = telephone.get(f"/me/take?code={found[1]}")
        assert "The 1 game that was played on this device is added" in asked.text
        taken = telephone.post("/me/take", data={"code": found[1]}, follow_redirects=True)
        assert telephone.cookies["mirabilia"] == ann.cookies["mirabilia"]
        assert taken.text.count("See it again") == 2
        assert ann.get("/me").text.count("See it again") == 2
        again = server.client().post("/me/take", data={"code": found[1]})
        assert again.status_code == 404
        assert "each can be used once" in again.text


def test_a_device_that_still_plays_neither_changes_hands_nor_forgets() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN, begin=True)
        lent = service.history.lending.lend("t" * 43)
        for deed in (service.history.take_over(lent, ANN), service.history.forget(ANN)):
            assert code in await refusal(deed)
        assert service.history.lending.waits(lent)  # nothing has changed

    run(story)


def test_who_has_left_a_game_still_has_his_seat_and_is_told_so() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)
        assert "or leave the table" in await refusal(service.history.forget(ANN))
        await service.join(code, BEN, "Ben")
        await service.start_game(code, ANN)
        await service.leave(code, ANN)
        assert "even if you have left it" in await refusal(service.history.forget(ANN))

    run(story)


def test_all_tables_count_however_many_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(service: Service) -> None:
        monkeypatch.setattr("mirabilia.table.rooms.service.MOST_LISTED", 1)
        still = await service.create(SMALL, "Ann", ANN)
        first, second = [await played(service, [ANN, BEN]) for _ in range(2)]
        assert still in await refusal(service.history.forget(ANN))
        await service.leave(still, ANN)
        await service.history.forget(ANN)
        for code in (first, second):
            view = await service.table_view(code, BEN)
            assert [sitter.name for sitter in view.sitters][:2] == ["Player 1", "Ben"]

    run(story)


def test_forgotten_games_against_bots_are_gone_and_with_others_only_the_name(
    tmp_path: Path,
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with serving(database) as service:
            alone, together = await played(service, [ANN]), await played(service, [ANN, BEN])
            assert "Ann" in (await service.replays.moment(together)).table_view.names
            assert await service.history.forget(ANN) == 2
            assert await refusal(service.table_view(alone, ANN), 404)
            assert await refusal(service.shelf.find(alone), 404)
            for _ in range(2):
                view = await service.table_view(together, BEN)
                assert [sitter.name for sitter in view.sitters][:2] == ["Player 1", "Ben"]
                assert view.seat == 1
                filed = await service.shelf.find(together)
                assert [player.name for player in filed.players][:2] == ["Player 1", "Ben"]
                moment = await service.replays.moment(together)
                assert "Ann" not in str(moment.table_view.names)
                record = await service.shelf.record(together)
                assert "Ann" not in str(record)
                assert Game.from_record(record).scores()  # it is still a true one
                service._keepers[together].rest()
            assert not (await service.history.past(ANN)).games
            assert len((await service.history.past(BEN)).games) == 1
        async with serving(database) as service:
            view = await service.table_view(together, None)
            assert "Ann" not in str(view.names)

    asyncio.run(story())


def test_who_shared_a_device_has_one_line_for_a_game() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN, beside=["Bea"], begin=True)
        del code
        games = [game("a", 1, 60)]
        both = [*games[0].players, Player(2, "Bea", "person", None, ANN, "ephesos:day", 3, 30)]
        found = past([Filed("a", "a", 1e9, "table", games[0].setup, 0, tuple(both))], ANN)
        assert found.total is not None
        assert found.total.games == 1

    run(story)


def test_the_page_of_somebody_without_games_and_of_nobody() -> None:
    with served() as server:
        guest = server.client()
        assert "No game of yours is over yet" in guest.get("/me").text
        assert "mirabilia" not in guest.cookies  # to look makes nobody somebody
        assert guest.post("/me/forget").status_code == 200
        wrong = guest.post("/me/take", data={"code": "x" * 500})
        assert wrong.status_code == 404
        assert guest.post("/me/lend").status_code == 200
        assert guest.cookies["mirabilia"]


def test_pads_go_along_to_the_other_device() -> None:
    async def story(service: Service) -> None:
        pad = pads.read({"names": ["Ann", "Ben", "Cleo"]})
        await service.pads.begin(pad, BEN)
        token = "t" * 43
        await service.history.take_over(service.history.lending.lend(token), BEN)
        assert len(await service.pads.mine(visitors.visitor_of(token))) == 1
        assert await service.pads.mine(BEN) == []

    run(story)


def test_a_replay_that_is_open_knows_whose_game_it_has_become() -> None:
    async def story(service: Service) -> None:
        code = await played(service, [ANN])
        assert (await service.replays.open(code)).filed.players[0].visitor == ANN
        await service.history.give(ANN, BEN)
        assert (await service.replays.open(code)).filed.players[0].visitor == BEN

    run(story)


def test_nothing_forgotten_stays_open() -> None:
    async def story(service: Service) -> None:
        for people in ([ANN], [ANN, BEN]):
            await service.replays.open(await played(service, people))
        await service.history.forget(ANN)
        assert not service.replays._opened

    run(story)


def test_archive_gives_games_to_nobody_by_accident() -> None:
    async def story(service: Service) -> None:
        await played(service, [ANN])
        token = "t" * 43
        await service.history.take_over(service.history.lending.lend(token), None)
        assert len((await service.history.past(ANN)).games) == 1
        assert (await service.history.past(ANN)).games[0].source == archive.TABLE

    run(story)
