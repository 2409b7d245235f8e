"""Sitting down, leaving, deciding, the clock, rematches, clean-up: what the service does."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from babel.support import NullTranslations

from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.storage import StorageError
from mirabilia.table.rooms.table_view import (
    BOT,
    EMPTY,
    FREE_CITY,
    OVER,
    PERSON,
    PLAYING,
    WAITING,
    Options,
)
from mirabilia.texts.gathering import gather
from tables import ANN, BEN, CLEO, SMALL, owes, play_on, refusal, run, serving, until


def test_people_sit_down_and_the_game_begins_when_all_seats_are_taken() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "  Ann   B. ", ANN)
        assert [table.code for table in service.open_tables()] == [code]
        assert await service.join(code, BEN, "Ben", 2) == 2
        table_view = await service.table_view(code, BEN)
        assert [sitter.kind for sitter in table_view.sitters] == [PERSON, EMPTY, PERSON]
        assert (table_view.names[0], table_view.status, table_view.seat) == ("Ann B.", WAITING, 2)
        assert await service.join(code, CLEO, "Cleo") == 1
        table_view = await service.table_view(code, CLEO)
        assert table_view.status == PLAYING
        assert table_view.view is not None
        assert table_view.view["seat"] == 1
        assert not service.open_tables()
        assert service.last_name(BEN) == "Ben"
        assert service.last_options(ANN) == SMALL

    run(story)


def test_what_cannot_be_is_refused_with_a_sentence() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)
        assert "called ann" in await refusal(service.join(code, BEN, "ann"))
        for name in ("", "   ", "x" * 21, "a\u202eb"):
            assert "1 to 20" in await refusal(service.join(code, BEN, name), 400)
        assert "Seat 0 is taken" in await refusal(service.join(code, BEN, "Ben", 0))
        assert "no seat 3" in await refusal(service.join(code, BEN, "Ben", 3), 400)
        assert "Only the host" in await refusal(service.start_game(code, BEN), 403)
        assert "Only the host" in await refusal(service.put_bot(code, BEN, 1, "random"), 403)
        assert "no bot 'genius'" in await refusal(service.put_bot(code, ANN, 1, "genius"), 400)
        assert "Ann has seat 0" in await refusal(service.put_bot(code, ANN, 0, "random"))
        assert "not begun" in await refusal(service.decide(code, ANN, 0, "skip", 0))
        assert "no seat" in await refusal(service.decide(code, BEN, 0, "skip", 0), 403)
        assert "after the end" in await refusal(service.record(code))
        assert "not over" in await refusal(service.rematch(code, ANN))
        assert "no such table" in await refusal(service.table_view("zzzzzz", ANN), 404)
        assert (await service.table_view(code, None)).version == 2

    run(story)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"players": 2}, "Two can play only the 1st edition"),
        ({"players": 9}, "can't play"),
        ({"edition": "3rd"}, "no edition"),
        ({"expansions": ("chess",)}, "no expansion"),
        ({"teams": True}, "Teams need"),
        ({"sides": "C"}, "sides is one of"),
        ({"leaders": "expert"}, "need the expansion Leaders"),
        ({"clock": 7}, "The clock gives"),
        ({"level": "genius"}, "no bot"),
    ],
)
def test_options_are_checked_by_the_engine(wrong: dict[str, Any], words: str) -> None:
    async def story(service: Service) -> None:
        asked = service.create(replace(SMALL, **wrong), "Ann", ANN)
        assert words in await refusal(asked, 400)
        assert service.count == 0

    run(story)


def test_the_host_puts_bots_on_seats_and_takes_them_off() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)
        await service.put_bot(code, ANN, 1, "greedy")
        sitter = (await service.table_view(code, None)).sitters[1]
        assert (sitter.kind, sitter.level) == (BOT, "greedy")
        await service.put_bot(code, ANN, 1, None)
        assert (await service.table_view(code, None)).sitters[1].kind == EMPTY
        await service.put_bot(code, ANN, 2, "random")
        await service.join(code, BEN, "Ben")
        assert (await service.table_view(code, ANN)).status == WAITING
        await service.start_game(code, ANN)
        await service.start_game(code, ANN)  # a second click is harmless
        assert (await service.table_view(code, ANN)).status == PLAYING

    run(story)


def test_a_bot_gives_up_its_name_to_a_person() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN, bot_seats={1: "random"})
        bot = (await service.table_view(code, None)).names[1]
        await service.join(code, BEN, bot)
        names = (await service.table_view(code, None)).names
        assert len({name.casefold() for name in names}) == 3

    run(story)


def test_the_table_passes_to_another_host() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)
        await service.join(code, BEN, "Ben")
        await service.leave(code, ANN)
        assert (await service.table_view(code, BEN)).host
        assert (await service.table_view(code, ANN)).seat is None
        await service.leave(code, BEN)
        assert not service.open_tables()

    run(story)


SETUPS = [
    Options(players=3, level="random"),
    Options(players=2, edition="1st", level="random"),
    Options(players=4, expansions=("leaders", "cities", "armada"), teams=True, level="random"),
    Options(players=8, edition="1st", expansions=("armada",), sides="choose", level="random"),
    Options(players=5, expansions=("leaders",), leaders="expert", sides="night", level="random"),
]


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_whole_games(options: Options) -> None:
    async def story(service: Service) -> None:
        code = await service.create(options, "Ann", ANN)
        await service.join(code, BEN, "Ben")
        if options.players > 2:
            await service.start_game(code, ANN)
        before = await service.table_view(code, ANN)
        assert before.fairness is not None
        assert before.fairness.secret is None
        end = await play_on(service, code, [ANN, BEN])
        assert end.status == OVER
        assert len(end.scores) == len(end.sitters)
        assert end.ranking[0][0] == 1
        assert end.fairness is not None
        assert end.fairness.hash == before.fairness.hash
        assert end.fairness.secret
        if options.players == 2:
            assert end.sitters[2].kind == FREE_CITY
        from mirabilia.commands.verify import verified

        assert "fair deal" in verified(await service.record(code))
        assert "is over" in await refusal(service.decide(code, ANN, 0, "skip", 999))

    run(story)


def test_a_move_for_another_step_is_refused_and_a_repeated_one_is_harmless() -> None:
    async def story(service: Service) -> None:
        code = await service.create(Options(players=3), "Ann", ANN)
        await service.join(code, BEN, "Ben")
        await service.join(code, CLEO, "Cleo")
        ann = await service.table_view(code, ANN)
        moves = [str(move) for move in ann.offers[0].moves]
        await service.decide(code, ANN, 0, moves[0], 0)
        version = (await service.table_view(code, ANN)).version
        await service.decide(code, ANN, 0, moves[0], 0)
        again = await service.table_view(code, ANN)
        assert again.version == version
        assert str(again.offers[0].choice) == moves[0]
        assert "step 5, but the game is at step 0" in await refusal(
            service.decide(code, ANN, 0, moves[1], 5)
        )
        assert "Seat 1 is not yours" in await refusal(service.decide(code, ANN, 1, "x", 0), 403)
        assert "can't play" in await refusal(service.decide(code, ANN, 0, "build:moon", 0), 400)
        await service.decide(code, ANN, 0, moves[1], 0)  # a change of mind
        await service.undecide(code, ANN, 0, 0)
        assert (await service.table_view(code, ANN)).offers[0].choice is None
        await service.decide(code, ANN, 0, moves[1], 0)
        await play_on(service, code, [BEN, CLEO], 1)
        assert (await service.table_view(code, ANN)).step == 1
        await service.decide(code, ANN, 0, moves[1], 0)  # sent twice, the second one late
        assert "meant for step 0" in await refusal(service.decide(code, ANN, 0, moves[0], 0))
        assert all(offer.choice is None for offer in (await service.table_view(code, ANN)).offers)

    run(story)


def test_nobody_changes_his_mind_for_ever() -> None:
    async def story(service: Service) -> None:
        code = await service.create(Options(players=3), "Ann", ANN)
        await service.join(code, BEN, "Ben")
        await service.join(code, CLEO, "Cleo")
        moves = [str(move) for move in (await service.table_view(code, ANN)).offers[0].moves]
        told = ""
        for _ in range(200):
            await service.decide(code, ANN, 0, moves[0], 0)
            if told := await refusal_or_nothing(service.undecide(code, ANN, 0, 0)):
                break
        assert "too often" in told
        assert "too often" in await refusal(service.decide(code, ANN, 0, moves[1], 0), 429)
        assert str((await service.table_view(code, ANN)).offers[0].choice) == moves[0]
        assert len(service.storage.load_decisions(code)) < 250
        await play_on(service, code, [BEN, CLEO], 1)

    async def refusal_or_nothing(asked: Any) -> str:
        try:
            await asked
        except Refused as error:
            return str(error)
        return ""

    run(story)


def test_all_at_once_end_up_with_one_move_each() -> None:
    async def story(service: Service) -> None:
        code = await service.create(Options(players=3), "Ann", ANN)
        await service.join(code, BEN, "Ben")
        await service.join(code, CLEO, "Cleo")
        people = [ANN, BEN, CLEO]
        for _ in range(3):
            table_views = [await service.table_view(code, visitor) for visitor in people]
            step = table_views[0].step
            moves = [str(table_view.offers[0].moves[0]) for table_view in table_views]
            await asyncio.gather(
                *(
                    service.decide(code, visitor, None, move, step)
                    for visitor, move in list(zip(people, moves, strict=True)) * 5
                )
            )
            assert (await service.table_view(code, ANN)).step == step + 1
        entries = service.storage.load_decisions(code)
        assert len(entries) == 1 + 3 * 3

    run(story)


def test_who_leaves_is_replaced_by_a_bot_and_can_come_back() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)
        await service.join(code, BEN, "Ben")
        await service.start_game(code, ANN)
        await service.leave(code, BEN)
        assert (await service.table_view(code, ANN)).sitters[1].away
        await play_on(service, code, [ANN], 2)
        assert await service.join(code, BEN, "anything") == 1
        table_view = await service.table_view(code, BEN)
        assert not table_view.sitters[1].away
        await play_on(service, code, [ANN, BEN], 2)

    run(story)


def test_bots_wait_when_everybody_has_left() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN, begin=True)
        await service.leave(code, ANN)
        step = (await service.table_view(code, None)).step
        await asyncio.sleep(0.1)
        assert (await service.table_view(code, None)).step <= step + 1
        await service.come_back(code, ANN)
        assert (await play_on(service, code, [ANN])).status == OVER

    run(story)


def test_a_bot_plays_for_who_lets_the_clock_run_out_until_he_is_back() -> None:
    async def story(service: Service) -> None:
        options = replace(SMALL, clock=1)
        code = await service.create(options, "Ann", ANN, begin=True)
        first = await until(service, code, ANN, owes)
        assert first.seconds_left is not None
        assert 0 < first.seconds_left <= 1
        away = await until(service, code, ANN, lambda seen: seen.step >= first.step + 2)
        assert away.sitters[0].away
        back = await until_back(service, code)
        assert not back.sitters[0].away
        assert back.status in (PLAYING, OVER)

    async def until_back(service: Service, code: str) -> Any:
        await service.come_back(code, ANN)
        return await service.table_view(code, ANN)

    run(story)


def test_a_rematch_keeps_a_seat_for_everybody() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)
        await service.join(code, BEN, "Ben")
        await service.start_game(code, ANN)
        await play_on(service, code, [ANN, BEN])
        first, second = await asyncio.gather(service.rematch(code, ANN), service.rematch(code, ANN))
        assert first == second == (await service.table_view(code, BEN)).next_code
        waiting = await service.table_view(first, BEN)
        assert (waiting.status, waiting.seat) == (WAITING, 1)
        assert [sitter.away for sitter in waiting.sitters] == [False, True, False]
        assert await service.rematch(code, BEN) == first
        assert (await service.table_view(first, BEN)).status == PLAYING
        assert "no seat" in await refusal(service.rematch(code, CLEO), 403)
        assert service.count == 2

    run(story)


def test_a_rematch_against_bots_begins_at_once() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN, begin=True)
        await play_on(service, code, [ANN])
        following = await service.rematch(code, ANN)
        assert (await service.table_view(following, ANN)).status == PLAYING
        assert {table.code for table in service.my_tables(ANN)} == {code, following}

    run(story)


def test_the_events_since_a_version_are_those_that_were_missed() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN, begin=True)
        early = await play_on(service, code, [ANN], 2)
        late = await play_on(service, code, [ANN], 2)
        assert early.events + late.events_since(early.version) == late.events
        assert late.events_since(0) == late.events
        assert late.events_since(late.version) == ()

    run(story)


def test_after_a_restart_every_table_goes_on_where_it_was(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def before() -> dict[str, Any]:
        async with serving(database) as service:
            waiting = await service.create(SMALL, "Ann", ANN)
            code = await service.create(Options(players=3), "Ann", ANN)
            await service.join(code, BEN, "Ben")
            await service.join(code, CLEO, "Cleo")
            people = [ANN, BEN, CLEO]
            await play_on(service, code, people, 7)
            while not all([owes(await service.table_view(code, of)) for of in people]):
                await play_on(service, code, people, 1)  # somebody's stage had more to decide
            mine = await service.table_view(code, ANN)
            await service.decide(code, ANN, None, str(mine.offers[0].moves[0]), mine.step)
            ben = await service.table_view(code, BEN)
            await service.decide(code, BEN, None, str(ben.offers[0].moves[0]), ben.step)
            await service.undecide(code, BEN)
            return {
                "waiting": await service.table_view(waiting, ANN),
                ANN: await service.table_view(code, ANN),
                BEN: await service.table_view(code, BEN),
            }

    async def after(seen: dict[str, Any]) -> None:
        async with serving(database) as service:
            code = seen[ANN].code
            assert await service.table_view(seen["waiting"].code, ANN) == seen["waiting"]
            assert await service.table_view(code, ANN) == seen[ANN]
            assert await service.table_view(code, BEN) == seen[BEN]
            assert (await play_on(service, code, [ANN, BEN, CLEO])).status == OVER

    asyncio.run(after(asyncio.run(before())))


def test_a_table_at_rest_wakes_up_as_it_was() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN, begin=True)
        await play_on(service, code, [ANN], 3)
        seen = await until(
            service, code, ANN, lambda seen: seen.view and seen.view["to_decide"] == [0]
        )
        await asyncio.sleep(0.05)
        assert await service.clean_up() == 0
        assert service._keepers[code].at_rest
        assert await service.table_view(code, ANN) == seen

    run(story, rest_after=-1)


def age(service: Service, code: str, seconds: float) -> None:
    """Nothing has happened at a table for so long."""
    keeper = service._keepers[code]
    keeper.outline = replace(keeper.outline, touched=time.time() - seconds)


def test_abandoned_tables_are_cleared_away() -> None:
    async def story(service: Service) -> None:
        waiting = await service.create(SMALL, "Ann", ANN)
        playing = await service.create(SMALL, "Ann", ANN, begin=True)
        await until(service, playing, ANN, owes)
        age(service, waiting, 7200)
        age(service, playing, 7200)
        assert await service.clean_up() == 1
        assert "no such table" in await refusal(service.table_view(waiting, ANN), 404)
        age(service, playing, 8 * 24 * 3600)
        assert await service.clean_up() == 1
        assert service.count == 0
        assert not service.storage.load_tables()

    run(story)


def test_there_are_only_so_many_tables() -> None:
    async def story(service: Service) -> None:
        await service.create(SMALL, "Ann", ANN)
        await service.create(SMALL, "Ann", ANN)
        assert "as many tables" in await refusal(service.create(SMALL, "Ann", ANN), 503)

    run(story, most_tables=2)


def test_what_could_not_be_stored_has_not_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(service: Service) -> None:
        code = await service.create(Options(players=3), "Ann", ANN)
        await service.join(code, BEN, "Ben")
        await service.join(code, CLEO, "Cleo")
        seen = await service.table_view(code, ANN)
        write = service.storage.write

        async def fail(*_: Any) -> None:
            raise StorageError("The disk is full.")

        monkeypatch.setattr(service.storage, "write", fail)
        with pytest.raises(StorageError):
            await service.decide(code, ANN, None, str(seen.offers[0].moves[0]), 0)
        monkeypatch.setattr(service.storage, "write", write)
        assert await service.table_view(code, ANN) == seen
        await service.decide(code, ANN, None, str(seen.offers[0].moves[0]), 0)

    run(story)


def test_a_refusal_is_said_in_the_language_of_who_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bracketed(NullTranslations):
        def gettext(self, message: str) -> str:
            return f"[{message}]"

    refusal = Refused("Seat %(seat)d is taken.", seat=3)
    assert str(refusal) == refusal.told("en") == "Seat 3 is taken."
    monkeypatch.setattr("mirabilia.table.rooms.refused.texts", lambda lang: Bracketed())
    assert refusal.told("xx") == "[Seat 3 is taken.]"
    assert gather().get("Seat %(seat)d is taken.") is not None
