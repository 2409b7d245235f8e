"""During a game: the host takes somebody off, replaces him, gives seats away, closes the table.

Seats go to another person or device; who has lost one gets nothing of it any more.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from mirabilia.table.rooms import handing, presence
from mirabilia.table.rooms.hub import Listener
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import BOT, OVER, PERSON, PLAYING, Options
from tables import ANN, BEN, CLEO, DION, SMALL, owes, play_on, refusal, run, serving, until

EVE = "e" * 64


async def three(service: Service, options: Options = SMALL) -> str:
    code = await service.create(options, "Ann", ANN)
    for visitor, name in ((BEN, "Ben"), (CLEO, "Cleo")):
        await service.join(code, visitor, name)
    return code


def hand(table_view: Any, seat: int) -> Any:
    return table_view.view["seats"][seat]["hand"]


def test_who_is_taken_off_is_a_spectator_at_once_and_a_bot_plays_on() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        before = await service.table_view(code, BEN)
        assert isinstance(hand(before, 1), (list, tuple))
        await service.hosting.take_off(code, ANN, 1, "Ben")
        seen = await service.table_view(code, BEN)
        assert seen.seat is None
        assert seen.taken_off
        assert seen.unseated == handing.REMOVED
        assert seen.offers == ()
        assert isinstance(hand(seen, 1), int)
        assert seen.sitters[1].kind == BOT
        (deed,) = seen.deeds
        assert (deed.what, deed.name, deed.by) == (handing.REMOVED, "Ben", "Ann")
        assert deed.to == seen.sitters[1].name
        for asked in (
            service.decide(code, BEN, 1, "sell:altar", seen.step),
            service.come_back(code, BEN),
            service.hint(code, BEN, 1),
        ):
            assert "no seat" in await refusal(asked, 403)
        assert await refusal(service.join(code, BEN, "Ben"), 403)
        assert not service.my_tables(BEN)
        over = await play_on(service, code, [ANN, CLEO])
        assert over.status == OVER
        record = await service.record(code)
        assert "Ben" not in str(record)
        assert [player.visitor for player in (await service.shelf.find(code)).players] == [
            ANN,
            None,
            CLEO,
        ]

    run(story)


def test_only_the_host_does_so_and_what_is_stale_changes_nothing() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)
        await service.join(code, BEN, "Ben")
        host = service.hosting
        assert "not begun" in await refusal(host.take_off(code, ANN, 1, "Ben"))
        await service.join(code, CLEO, "Cleo")
        version = service.version(code)
        for deed in (host.take_off, host.bench, host.give):
            assert "Only the host" in await refusal(deed(code, BEN, 2, "Cleo"), 403)
            assert await refusal(deed(code, None, 2, "Cleo"), 403)
            assert "Dora has seat 2 no longer" in await refusal(deed(code, ANN, 2, "Dora"))
            assert await refusal(deed(code, ANN, 7, "Cleo"), 400)
        assert await refusal(host.take_off(code, ANN, 0, "Ann"))
        assert await refusal(host.bench(code, ANN, 0, "Ann"))
        assert await refusal(host.give(code, ANN, 1, "Ben"))
        assert await refusal(host.shut(code, BEN), 403)
        assert service.version(code) == version
        both = [host.take_off(code, ANN, 1, "Ben") for _ in range(2)]
        done = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(type(each).__name__ for each in done) == ["NoneType", "Refused"]
        assert len((await service.table_view(code, ANN)).deeds) == 1

    run(story)


def test_somebody_who_is_not_there_is_replaced_until_he_is_back() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        await service.hosting.bench(code, ANN, 1, "Ben")
        seen = await service.table_view(code, BEN)
        assert seen.seat == 1
        assert seen.sitters[1].away
        assert seen.sitters[1].benched
        assert "already" in await refusal(service.hosting.bench(code, ANN, 1, "Ben"))
        await play_on(service, code, [ANN, CLEO], steps=2)
        await service.come_back(code, BEN)
        seen = await until(service, code, BEN, owes)
        assert not seen.sitters[1].away
        assert [deed.what for deed in seen.deeds] == [handing.BENCHED]

    run(story)


def test_a_seat_that_a_bot_plays_goes_to_who_has_the_link_once() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        await service.hosting.take_off(code, ANN, 1, "Ben")
        bot = (await service.table_view(code, ANN)).sitters[1].name
        ticket = await service.hosting.give(code, ANN, 1, bot)
        assert ticket.minutes == 60
        assert (await service.hosting.offered(code, ticket.pass_code)).kind == handing.GIVE
        assert await refusal(service.hosting.offered(code, "guess"), 404)
        take = service.hosting.take
        assert "called cleo" in await refusal(take(code, DION, ticket.pass_code, "cleo"))
        assert await refusal(take(code, DION, ticket.pass_code, "\u200b"), 400)
        assert "already" in await refusal(take(code, CLEO, ticket.pass_code, "Clea"))
        both = [take(code, who, ticket.pass_code, name) for who, name in ((DION, "Di"), (EVE, "E"))]
        done = await asyncio.gather(*both, return_exceptions=True)
        assert done[0] == 1
        assert done[1].status == 404  # type: ignore[union-attr]
        seen = await service.table_view(code, DION)
        assert seen.seat == 1
        assert (seen.sitters[1].name, seen.sitters[1].kind) == ("Di", PERSON)
        assert isinstance(hand(seen, 1), (list, tuple))
        assert isinstance(hand(seen, 0), int)
        assert seen.deeds[-1].what == handing.GIVEN
        over = await play_on(service, code, [ANN, CLEO, DION])
        assert over.status == OVER
        assert [each.code for each in (await service.history.past(DION)).games] == [code]

    run(story)


def test_who_was_taken_off_can_be_given_the_seat_again() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        await service.hosting.take_off(code, ANN, 1, "Ben")
        bot = (await service.table_view(code, ANN)).sitters[1].name
        ticket = await service.hosting.give(code, ANN, 1, bot)
        await service.hosting.take(code, BEN, ticket.pass_code, "Ben")
        seen = await service.table_view(code, BEN)
        assert (seen.seat, seen.unseated, seen.taken_off) == (1, "", False)

    run(story)


def test_the_seat_of_who_has_left_is_his_until_somebody_takes_it() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        await service.leave(code, BEN)
        ticket = await service.hosting.give(code, ANN, 1, "Ben")
        await service.come_back(code, BEN)
        assert "Ben has seat 1" in await refusal(
            service.hosting.take(code, DION, ticket.pass_code, "Di")
        )
        await service.leave(code, BEN)
        await service.hosting.take(code, DION, ticket.pass_code, "Ben")
        assert (await service.table_view(code, BEN)).unseated == handing.GIVEN
        assert (await service.table_view(code, DION)).sitters[1].name == "Ben"

    run(story)


def test_of_many_deeds_those_stay_that_say_whether_a_game_is_rated() -> None:
    doings = handing.Doings()
    for what in handing.UNCOUNTED:
        doings.tell(handing.Deed(what, 1, "Ben"))
    for number in range(2 * handing.MOST_DEEDS):
        doings.tell(handing.Deed(handing.MOVED, 0, "Ann", events=number))
    told = [deed.what for deed in doings.deeds]
    assert len(told) == handing.MOST_DEEDS
    assert told[:4] == [*handing.UNCOUNTED, handing.MOVED]
    assert doings.deeds[-1].events == 2 * handing.MOST_DEEDS - 1
    for _ in range(2 * handing.MOST_DEEDS):
        doings.tell(handing.Deed(handing.BENCHED, 1, "Ben"))
    assert len(doings.deeds) == handing.MOST_DEEDS
    assert {deed.what for deed in doings.deeds} == set(handing.UNCOUNTED)


def test_passes_end_with_their_time_and_with_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        first = await service.hosting.carry(code, BEN)
        second = await service.hosting.carry(code, BEN)
        assert await refusal(service.hosting.offered(code, first.pass_code), 404)
        await service.hosting.offered(code, second.pass_code)
        now = handing.MINUTES[handing.MOVE] * 60 + 1
        clock = __import__("time").time
        monkeypatch.setattr("mirabilia.table.rooms.hosted.time.time", lambda: clock() + now)
        assert await refusal(service.hosting.take(code, DION, second.pass_code), 404)
        stored = service.storage.load_table(code)
        assert stored is not None
        assert second.pass_code not in str(stored.doings)

    run(story)


def test_a_seat_goes_along_to_another_device_and_back() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        ticket = await service.hosting.carry(code, ANN)
        assert await refusal(service.hosting.take(code, ANN, ticket.pass_code))
        assert await refusal(service.hosting.take(code, BEN, ticket.pass_code))
        assert await service.hosting.take(code, DION, ticket.pass_code) == 0
        seen, old = await service.table_view(code, DION), await service.table_view(code, ANN)
        assert (seen.seat, seen.host, seen.sitters[0].name) == (0, True, "Ann")
        assert (old.seat, old.host, old.unseated) == (None, False, handing.MOVED)
        assert isinstance(hand(old, 0), int)
        assert await refusal(service.hosting.carry(code, ANN), 403)
        again = await service.hosting.carry(code, DION)
        await service.hosting.take(code, ANN, again.pass_code)
        assert (await service.table_view(code, ANN)).host
        assert (await service.table_view(code, DION)).unseated == handing.MOVED
        assert [deed.what for deed in (await service.table_view(code, BEN)).deeds] == ["moved"] * 2

    run(story)


def test_all_who_share_a_device_go_along_covered() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN, beside=["Abe"], begin=True)
        await service.show_hand(code, ANN, 1)
        ticket = await service.hosting.carry(code, ANN)
        await service.hosting.take(code, DION, ticket.pass_code)
        seen = await service.table_view(code, DION)
        assert seen.device is not None
        assert seen.device.seats == (0, 1)
        assert (await service.table_view(code, ANN)).device is None

    run(story)


def test_a_new_partner_hears_the_team_from_now_on_and_the_old_one_no_more() -> None:
    teams = Options(players=4, level="random", expansions=("cities",), teams=True)

    async def story(service: Service) -> None:
        code = await three(service, teams)
        await service.join(code, DION, "Dion")
        talking = service.talking
        await talking.say(code, BEN, "old secret", to="team")
        await service.hosting.take_off(code, ANN, 1, "Ben")
        assert (await talking.heard(code, BEN)).lines == ()
        bot = (await service.table_view(code, ANN)).sitters[1].name
        ticket = await service.hosting.give(code, ANN, 1, bot)
        await service.hosting.take(code, EVE, ticket.pass_code, "Eve")
        await talking.say(code, ANN, "new secret", to="team")
        heard = [line.words for line in (await talking.heard(code, EVE)).lines]
        assert heard == ["new secret"]
        assert (await talking.heard(code, BEN)).lines == ()
        ticket = await service.hosting.carry(code, ANN)
        phone = "f" * 64
        await service.hosting.take(code, phone, ticket.pass_code)
        heard = [line.words for line in (await talking.heard(code, phone)).lines]
        assert heard == ["old secret", "new secret"]
        assert (await talking.heard(code, ANN)).lines == ()

    run(story)


def test_a_closed_table_is_nobodys_and_no_game(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def before() -> str:
        async with serving(database) as service:
            code = await three(service)
            await service.talking.say(code, BEN, "hello")
            await service.hosting.shut(code, ANN)
            await closed(service, code)
            assert "closed this table" in await refusal(service.hosting.shut(code, ANN))
            waiting = await service.create(SMALL, "Ann", ANN)
            await service.hosting.shut(waiting, ANN)
            assert not service.open_tables()
            return code

    async def closed(service: Service, code: str) -> None:
        for asked in (
            service.table_view(code, BEN),
            service.decide(code, BEN, 1, "sell:altar", 0),
            service.talking.say(code, BEN, "hey"),
            service.talking.heard(code, BEN),
            service.rematch(code, BEN),
        ):
            assert await refusal(asked, 403 if "rematch" in repr(asked) else 409)
        assert not service.my_tables(BEN)
        assert not service.my_tables(ANN)
        assert code not in service.shelf

    async def after(code: str) -> None:
        async with serving(database) as service:
            await closed(service, code)
            stored = service.storage.load_table(code)
            assert stored is not None
            assert "Ben" not in str(stored)
            assert BEN not in str(stored)

    code = asyncio.run(before())
    asyncio.run(after(code))


def test_what_the_host_did_is_kept_over_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def before() -> tuple[str, str]:
        async with serving(database) as service:
            code = await three(service)
            await service.hosting.take_off(code, ANN, 1, "Ben")
            await service.hosting.bench(code, ANN, 2, "Cleo")
            ticket = await service.hosting.give(code, ANN, 2, "Cleo")
            return code, ticket.pass_code

    async def after(code: str, pass_code: str) -> None:
        async with serving(database) as service:
            seen = await service.table_view(code, BEN)
            assert (seen.seat, seen.unseated) == (None, handing.REMOVED)
            assert [deed.what for deed in seen.deeds] == [handing.REMOVED, handing.BENCHED]
            await service.hosting.take(code, DION, pass_code, "Dion")
            assert (await service.table_view(code, DION)).seat == 2
            await play_on(service, code, [ANN, DION])

    asyncio.run(after(*asyncio.run(before())))


def test_nothing_is_taken_back_in_a_game_that_others_have_played() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        await play_on(service, code, [ANN, BEN, CLEO], steps=2)
        for seat, name in ((1, "Ben"), (2, "Cleo")):
            await service.hosting.take_off(code, ANN, seat, name)
        seen = await until(service, code, ANN, owes)
        assert not seen.can_take_back
        assert await refusal(service.take_back(code, ANN, seen.step), 403)

    run(story)


def test_who_leaves_the_game_as_its_host_is_followed_by_the_next_person() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        await service.leave(code, ANN)
        assert (await service.table_view(code, BEN)).host
        await service.come_back(code, ANN)
        assert not (await service.table_view(code, ANN)).host
        seen = await service.table_view(code, CLEO)
        assert [(deed.what, deed.to) for deed in seen.deeds] == [(handing.HOST, "Ben")]
        alone = await service.create(SMALL, "Ann", ANN, begin=True)
        await service.leave(alone, ANN)
        assert (await service.table_view(alone, ANN)).host

    run(story)


def test_a_host_who_is_gone_for_long_is_followed_by_who_is_there() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        now = 1000.0
        service.hosting.clock = lambda: now
        service.hub.presence._clock = lambda: now
        service.hub.presence.sign(code, ANN)
        with service.hub.heard_by(Listener([code], "here", CLEO)):
            service.hosting.look_after()
            now += presence.LATELY + 1
            service.hosting.look_after()
            now += service.settings.host_gone - 1
            service.hosting.look_after()
            await asyncio.sleep(0)
            assert service._keepers[code].outline.host == ANN
            now += 2
            service.hosting.look_after()
            await until(service, code, CLEO, lambda seen: seen.host)
        assert (await service.table_view(code, CLEO)).status == PLAYING

    run(story)


def test_who_was_taken_off_and_wants_to_be_forgotten_is() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        await service.hosting.take_off(code, ANN, 1, "Ben")
        await service.history.forget(BEN)
        stored = service.storage.load_table(code)
        assert stored is not None
        assert BEN not in str(stored)
        assert "Ben" not in str(stored)
        seen = await service.table_view(code, ANN)
        assert seen.deeds[0].name == "Player 2"

    run(story)
