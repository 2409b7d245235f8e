"""Finished games are kept: from their last decision on, longer than their table, and no longer."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from mirabilia import Game
from mirabilia.game.replays import Replay
from mirabilia.table.rooms import archive
from mirabilia.table.rooms.schema import Change, Writing
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, PLAYING, Options
from recorded import record_of
from tables import ANN, BEN, SMALL, play_on, refusal, run, serving


async def played(service: Service, options: Options = SMALL) -> str:
    code = await service.create(options, "Ann", ANN, begin=True)
    assert (await play_on(service, code, [ANN])).status == OVER
    return code


def test_a_game_is_kept_with_its_last_decision() -> None:
    async def story(service: Service) -> None:
        code = await played(service)
        commits = service.storage.commits
        found, record = await service.shelf.find(code), await service.shelf.record(code)
        assert record == await service.record(code)
        assert service.storage.commits == commits
        assert (found.source, found.taken_back) == (archive.TABLE, 0)
        assert found.players[0].name == "Ann"
        assert [player.visitor for player in found.players] == [ANN, None, None]
        game = Game.from_record(record)
        assert [player.points for player in found.players] == record["totals"]
        assert [player.board for player in found.players] == [game.wonder(s) for s in range(3)]
        assert min(player.place for player in found.players) == 1

    run(story)


def test_before_the_end_there_is_nothing() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN, begin=True)
        await play_on(service, code, [ANN], 5)
        assert "no such finished game" in await refusal(service.shelf.find(code), 404)
        assert "no such finished game" in await refusal(service.shelf.record(code), 404)

    run(story)


def test_who_takes_the_end_back_takes_the_game_out_until_it_ends_again() -> None:
    async def story(service: Service) -> None:
        code = await played(service)
        first = await service.shelf.record(code)
        view = await service.table_view(code, ANN)
        await service.take_back(code, ANN, view.step)
        assert (await service.table_view(code, ANN)).status == PLAYING
        await refusal(service.shelf.find(code), 404)
        await refusal(service.shelf.record(code), 404)
        await play_on(service, code, [ANN], seed=2)
        assert (await service.shelf.find(code)).taken_back == 1
        assert (await service.shelf.record(code)) == {**await service.record(code), "taken_back": 1}
        assert "taken_back" not in first

    run(story)


def test_a_game_outlives_its_table_and_the_server(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with serving(database) as service:
            code = await played(service)
            record = await service.record(code)
        async with serving(database, keep_over=-1) as service:
            assert await service.clean_up() == 1
            await refusal(service.table_view(code, ANN), 404)
            assert await service.shelf.record(code) == record
            assert code in service.shelf
        async with serving(database) as service:
            assert await service.shelf.record(code) == record
            assert code in service.shelf

    asyncio.run(story())


def test_games_that_ended_before_there_was_an_archive_are_kept_from_the_next_start(
    tmp_path: Path,
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with serving(database) as service:
            code = await played(service)
            before = await service.shelf.find(code)
            await service.storage.write(Change("", also=[archive.take_out(code)]))
        async with serving(database) as service:
            version = service.version(code)
            for _ in range(500):
                if code in await asyncio.to_thread(service.storage.read, archive.codes):
                    break
                await asyncio.sleep(0.01)
            assert await service.shelf.find(code) == before
            assert service.version(code) == version

    asyncio.run(story())


def kept_since(code: str, at: float) -> Writing:
    changed = sa.update(archive.games).where(archive.games.c.code == code).values(at=at)

    def write(connection: sa.Connection) -> None:
        connection.execute(changed)

    return write


def test_what_is_too_old_or_too_many_is_cleared_away() -> None:
    async def story(service: Service) -> None:
        code = await played(service)
        record = await service.record(code)
        game = Game.from_record(record)
        now = time.time()
        for number in range(6):
            one = archive.filed(f"brough{number}"[-6:], record, game, at=now - number)
            await service.storage.write(Change("", also=[archive.put(one, record)]))
        assert await service.shelf.clean_up() == 2  # of six that were brought, four may stay
        kept = await asyncio.to_thread(service.storage.read, archive.codes)
        assert (len(kept), code in kept) == (5, True)
        await service.storage.write_beside(kept_since(code, now - 101))
        assert await service.shelf.clean_up() == 0  # its record goes, but it is still somebody's
        await refusal(service.shelf.record(code), 404)
        await service.storage.write_beside(kept_since(code, now - 201))
        assert await service.shelf.clean_up() == 1
        await refusal(service.shelf.find(code), 404)

    run(story, most_uploads=4, keep_games=100.0, keep_history=200.0)


def test_somebodys_games_are_his_the_last_one_first() -> None:
    async def story(service: Service) -> None:
        codes = [await played(service) for _ in range(2)]
        read = service.storage.read
        assert [game.code for game in read(lambda c: archive.games_of(c, ANN, 10))] == codes[::-1]
        assert [game.code for game in read(lambda c: archive.games_of(c, ANN, 1))] == codes[1:]
        assert read(lambda c: archive.games_of(c, BEN, 10)) == []

    run(story)


def test_what_was_written_perhaps_is_written_again_without_harm() -> None:
    async def story(service: Service) -> None:
        code = await played(service)
        record, game = await service.record(code), await service.shelf.find(code)
        writing = archive.put(game, record)
        await service.storage.write(Change(code, also=[writing, writing]))
        assert await service.shelf.find(code) == game

    run(story)


# Moments


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"players": 2, "edition": "1st"},
        {"players": 4, "everything": True},
    ],
)
def test_each_moment_is_the_game_as_it_stood(options: dict[str, Any]) -> None:
    record = record_of(**options)
    replay = Replay(record)
    at = 0
    for game in Game.replaying(record):
        then = replay.game(at)
        assert then.position() == game.position()
        assert then.events == game.events
        assert replay.points(at) == tuple(sheet.total for sheet in game.scores())
        at += 1
    assert at == len(replay)
    events = [event for at in range(len(replay)) for event in replay.happened(at, openly=True)]
    assert tuple(events) == replay.ended.events[-len(events) :]


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 2, "edition": "1st"}])
def test_what_was_decided_in_a_moment_leads_to_the_next(options: dict[str, Any]) -> None:
    replay = Replay(record_of(**options))
    for at in range(replay.last):
        decided = replay.decisions(at)
        game = replay.deciding(at)
        for seat, move in decided.items():
            assert move in game.moves(seat)
        game = replay.game(at)
        for seat, move in decided.items():
            game.play(seat, move)
        assert game.position() == replay.game(at + 1).position()
    assert replay.decisions(replay.last) == {}


def test_a_game_of_a_moment_can_be_played_on_without_harm_to_the_replay() -> None:
    replay = Replay(record_of())
    before = replay.game(4).position()
    game = replay.game(4)
    for seat in list(game.to_decide):
        game.play(seat, game.moves(seat)[0])
    assert replay.game(4).position() == before
    with pytest.raises(ValueError, match="no moment 19"):
        replay.game(19)


def test_an_unfinished_game_is_never_filed() -> None:
    game = Game(3, seed=1)
    with pytest.raises(ValueError, match="over"):
        archive.filed("abcdef", game.record(), game)


def test_the_players_table_goes_with_its_game(tmp_path: Path) -> None:
    async def story(service: Service) -> None:
        code = await played(service)
        await service.storage.write(Change("", also=[archive.take_out(code)]))
        count = sa.select(sa.func.count()).select_from(archive.players)
        assert service.storage.read(lambda connection: connection.execute(count).scalar()) == 0

    run(story, database=f"sqlite:///{tmp_path / 'tables.sqlite'}")
