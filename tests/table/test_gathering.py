"""Before the game: the host sets the table up, people come and go, and who is there is seen."""

import asyncio
import time
from pathlib import Path

import pytest

from mirabilia.table.rooms import presence
from mirabilia.table.rooms.hub import Listener
from mirabilia.table.rooms.presence import Presence
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import BOT, EMPTY, OVER, PERSON, PLAYING, WAITING, Options
from tables import ANN, BEN, CLEO, DION, SMALL, play_on, run, serving

FIVE = Options(players=5, level="random")


async def names(service: Service, code: str) -> list[str]:
    return list((await service.table_view(code, ANN)).names)


async def gathered(service: Service, options: Options = FIVE) -> str:
    code = await service.create(options, "Ann", ANN)
    await service.join(code, BEN, "Ben")
    await service.join(code, CLEO, "Cleo")
    return code


# Options


def test_the_host_changes_what_is_played_and_people_keep_their_seats() -> None:
    async def story(service: Service) -> None:
        code = await gathered(service)
        await service.move_seat(code, ANN, 2, 4)  # Cleo to the last seat
        await service.put_bot(code, ANN, 3, "greedy")
        wanted = Options(4, "1st", ("leaders",), sides="A", clock=60, level="greedy", listed=False)
        await service.set_up(code, ANN, wanted)
        table_view = await service.table_view(code, ANN)
        assert table_view.options == wanted
        kinds = [sitter.kind for sitter in table_view.sitters]
        assert table_view.names[:2] == ("Ann", "Ben")
        assert kinds == [PERSON, PERSON, PERSON, BOT]  # Cleo on the free seat, before a bot's
        assert table_view.names[2] == "Cleo"
        assert table_view.status == WAITING
        await service.set_up(code, ANN, FIVE)
        kinds = [sitter.kind for sitter in (await service.table_view(code, ANN)).sitters]
        assert kinds == [PERSON, PERSON, PERSON, BOT, EMPTY]

    run(story)


def test_a_bot_gives_way_to_a_person_where_seats_become_fewer() -> None:
    async def story(service: Service) -> None:
        code = await gathered(service)
        await service.put_bot(code, ANN, 3, "greedy")
        await service.move_seat(code, ANN, 3, 1)  # the bot between them, Ben on seat 3
        await service.set_up(code, ANN, SMALL)
        assert await names(service, code) == ["Ann", "Ben", "Cleo"]
        assert (await service.table_view(code, ANN)).status == WAITING  # the host begins

    run(story)


@pytest.mark.parametrize(
    ("visitor", "options", "sentence"),
    [
        (ANN, Options(players=2, edition="1st"), "3 people sit here"),
        (ANN, Options(players=9), "9 can.t play"),
        (ANN, Options(players=5, clock=7), "The clock gives"),
        (ANN, Options(players=5, level="genius"), "There is no bot"),
        (BEN, SMALL, "Only the host"),
        (DION, SMALL, "Only the host"),
        (None, SMALL, "Only the host"),
    ],
)
def test_what_can_not_be_changed_is_refused(
    visitor: str | None, options: Options, sentence: str
) -> None:
    async def story(service: Service) -> None:
        code = await gathered(service)
        with pytest.raises(Refused, match=sentence):
            await service.set_up(code, visitor, options)
        assert (await service.table_view(code, ANN)).options == FIVE

    run(story)


def test_changes_of_a_table_survive_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def before() -> str:
        async with serving(url) as service:
            code = await gathered(service)
            await service.put_bot(code, ANN, 4, "greedy")
            await service.remove(code, ANN, 2)
            await service.rename(code, BEN, "Bo")
            await service.set_up(code, ANN, Options(4, "1st", level="random"))
            return code

    async def after(code: str) -> None:
        async with serving(url) as service:
            table_view = await service.table_view(code, ANN)
            assert table_view.options == Options(4, "1st", level="random")
            assert table_view.names[:2] == ("Ann", "Bo")
            assert [sitter.kind for sitter in table_view.sitters] == [PERSON, PERSON, BOT, EMPTY]
            assert table_view.removed == ("Cleo",)
            assert (await service.table_view(code, CLEO)).taken_off
            await service.start_game(code, ANN)
            assert (await play_on(service, code, [ANN, BEN], 2)).status == PLAYING

    asyncio.run(after(asyncio.run(before())))


def test_nothing_of_this_can_be_done_once_the_game_has_begun() -> None:
    async def story(service: Service) -> None:
        code = await gathered(service)
        await service.start_game(code, ANN)
        for act in (
            service.set_up(code, ANN, SMALL),
            service.move_seat(code, ANN, 0, 1),
            service.rename(code, ANN, "Anna"),
            service.remove(code, ANN, 1),
            service.let_back(code, ANN, "Dion"),
        ):
            with pytest.raises(Refused, match="The game has begun"):
                await act

    run(story)


# Seats and names


def test_the_host_moves_people_and_bots_between_seats() -> None:
    async def story(service: Service) -> None:
        code = await gathered(service)
        await service.put_bot(code, ANN, 3, "greedy")
        bot = (await names(service, code))[3]
        await service.move_seat(code, ANN, 1, 3)
        await service.move_seat(code, ANN, 0, 4)
        assert await names(service, code) == ["", bot, "Cleo", "Ben", "Ann"]
        table_view = await service.table_view(code, ANN)
        assert (table_view.seat, table_view.host) == (4, True)
        assert (await service.table_view(code, BEN)).seat == 3
        for visitor, seats, sentence in (
            (BEN, (0, 1), "Only the host"),
            (ANN, (0, 5), "no seat 5"),
            (ANN, (-1, 0), "no seat -1"),
        ):
            with pytest.raises(Refused, match=sentence):
                await service.move_seat(code, visitor, *seats)

    run(story)


def test_who_waits_can_be_called_something_else() -> None:
    async def story(service: Service) -> None:
        code = await gathered(service)
        await service.put_bot(code, ANN, 3, "greedy")
        bot = (await names(service, code))[3]
        await service.rename(code, BEN, f" {bot.upper()} ")
        now = await names(service, code)
        assert now[1] == bot.upper()
        assert now[3] not in ("", bot)  # the bot takes another
        await service.rename(code, BEN, bot)  # only the case is another
        for name, sentence in (("ann", "called ann already"), (" ", "1 to 20 letters")):
            with pytest.raises(Refused, match=sentence):
                await service.rename(code, BEN, name)
        with pytest.raises(Refused, match="not yours"):
            await service.rename(code, BEN, "Anna", 0)
        with pytest.raises(Refused, match="no seat"):
            await service.rename(code, DION, "Dion")

    run(story)


def test_who_is_taken_off_is_told_and_comes_back_only_when_the_host_lets_him() -> None:
    async def story(service: Service) -> None:
        code = await gathered(service)
        await service.remove(code, ANN, 1)
        seen = await service.table_view(code, BEN)
        assert (seen.seat, seen.taken_off, seen.removed) == (None, True, ())
        assert not (await service.table_view(code, CLEO)).taken_off
        assert (await service.table_view(code, ANN)).removed == ("Ben",)
        assert (await service.table_view(code, CLEO)).removed == ()
        await service.arrive(code, BEN)
        with pytest.raises(Refused, match="has taken you off"):
            await service.join(code, BEN, "Ben")
        with pytest.raises(Refused, match="Only the host"):
            await service.let_back(code, BEN, "Ben")
        assert await names(service, code) == ["Ann", "", "Cleo", "", ""]
        await service.let_back(code, ANN, "Ben")
        assert not (await service.table_view(code, BEN)).taken_off
        assert await service.join(code, BEN, "Ben") == 1
        with pytest.raises(Refused, match="Nobody of that name"):
            await service.let_back(code, ANN, "Ben")

    run(story)


@pytest.mark.parametrize(
    ("visitor", "seat", "sentence"),
    [(BEN, 2, "Only the host"), (ANN, 0, "leaves"), (ANN, 4, "Nobody sits"), (ANN, 9, "no seat")],
)
def test_who_can_not_be_taken_off(visitor: str, seat: int, sentence: str) -> None:
    async def story(service: Service) -> None:
        code = await gathered(service)
        with pytest.raises(Refused, match=sentence):
            await service.remove(code, visitor, seat)
        assert (await names(service, code))[:3] == ["Ann", "Ben", "Cleo"]

    run(story)


# Who is there


def test_people_look_at_a_table_while_they_have_a_stream() -> None:
    async def story(service: Service) -> None:
        code = await gathered(service)
        told = Listener([code], "here", None)
        with service.hub.heard_by(told):
            assert service.present(code) == frozenset()
            with service.hub.heard_by(Listener([code], "here", BEN)):
                assert told.news  # without any change of the table
                assert service.present(code) == frozenset({1})
                assert (await service.table_view(code, ANN)).present == {1}
                with service.hub.heard_by(Listener([code], "here", DION)):
                    assert service.present(code) == frozenset(
                        {1}
                    )  # who has no seat is nobody's business
        await service.start_game(code, ANN)
        assert service.present(code) is None

    run(story)


def test_a_page_that_is_opened_anew_is_no_going_away() -> None:
    async def story() -> list[str]:
        changes: list[str] = []
        looking = Presence(changes.append, moment=0.05)
        looking.come(["abcdef"], ANN)
        looking.go(["abcdef"], ANN)
        looking.come(["abcdef"], ANN)
        await asyncio.sleep(0.1)
        assert looking.looks("abcdef", ANN)
        assert changes == ["abcdef"]
        looking.go(["abcdef"], ANN)
        assert looking.looks("abcdef", ANN)
        await asyncio.sleep(0.1)
        assert not looking.looks("abcdef", ANN)
        return changes

    assert asyncio.run(story()) == ["abcdef", "abcdef"]


def test_a_table_whose_host_is_gone_is_not_listed_until_he_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert presence.LATELY + presence.MOMENT < 60

    async def story(service: Service) -> None:
        now = time.monotonic()
        monkeypatch.setattr(service.hub.presence, "_clock", lambda: now)

        def listed() -> bool:
            return bool(service.open_tables())

        code = await gathered(service)
        assert listed()  # he has just opened it
        now += presence.LATELY + 1
        assert not listed()  # and has never been seen since
        with service.hub.heard_by(Listener([code], "here", BEN)):
            assert not listed()  # Ben is not the host
        with service.hub.heard_by(Listener([code], "here", ANN)):
            now += 10 * presence.LATELY
            assert listed()
            await service.table_view(code, ANN)
        now += presence.LATELY - 1
        assert listed()
        service.hub.presence.close()  # the moment after which he counts as gone has passed
        now += 2
        assert not listed()
        await service.table_view(code, ANN)  # as a browser without scripts asks for it
        assert listed()

    run(story)


# Lists


def test_my_games_say_with_whom_whose_turn_place_and_points() -> None:
    async def story(service: Service) -> None:
        code = await gathered(service, SMALL)
        assert (await service.table_view(code, ANN)).status == PLAYING
        (mine,) = service.my_tables(ANN)
        assert (mine.your_turn, set(mine.awaited)) == (True, {"Ann", "Ben", "Cleo"})
        end = await play_on(service, code, [ANN, BEN, CLEO])
        assert end.status == OVER
        places = {seat: place for place, seats in end.ranking for seat in seats}
        for seat, visitor in enumerate((ANN, BEN, CLEO)):
            ((result,),) = (table.results for table in service.my_tables(visitor))
            assert (result.place, result.points) == (places[seat], end.scores[seat].total)
        assert not service.my_tables(DION)

    run(story)


def test_results_are_kept_with_the_table(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def before() -> object:
        async with serving(url) as service:
            await play_on(service, await gathered(service, SMALL), [ANN, BEN, CLEO])
            return service.my_tables(ANN)[0].results

    async def after(results: object) -> None:
        async with serving(url) as service:
            (mine,) = service.my_tables(ANN)
            assert mine.results == results
            assert mine.results
            (keeper,) = service._keepers.values()
            assert keeper.at_rest  # nothing was replayed for it

    asyncio.run(after(asyncio.run(before())))
