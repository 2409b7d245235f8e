"""Talk at a table: bounded, cleaned, muted, closed, kept over a restart; a team's is the team's."""

import asyncio
import pickle
from pathlib import Path
from typing import Any

import pytest

from mirabilia.table.rooms import talk
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.storage import StorageError
from mirabilia.table.rooms.table_view import Options
from mirabilia.table.rooms.talk import Mark, clean_words
from tables import ANN, BEN, CLEO, DION, SMALL, play_on, refusal, run, serving
from waiting import spin

QUIET = "e" * 64
TEAMS = Options(players=4, level="random", expansions=("cities",), teams=True)
CALM: dict[str, Any] = {"talk_limit": (1e9, 1e9), "table_talk_limit": (1e9, 1e9)}


async def three(service: Service, options: Options = SMALL) -> str:
    code = await service.create(options, "Ann", ANN)
    for visitor, name in ((BEN, "Ben"), (CLEO, "Cleo")):
        await service.join(code, visitor, name)
    return code


async def teams(service: Service) -> str:
    """Ann and Ben are partners, and Cleo and Dion."""
    code = await three(service, TEAMS)
    await service.join(code, DION, "Dion")
    return code


async def words(service: Service, code: str, visitor: str | None) -> list[str]:
    return [line.words for line in (await service.talking.heard(code, visitor)).lines]


def test_what_is_said_is_heard_by_all_and_bumps_no_version() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        version = service.version(code)
        await service.talking.say(code, ANN, "Good luck!")
        await service.talking.say(code, BEN, "bravo", kind=talk.REACTION)
        for reader in (ANN, BEN, CLEO, None, DION):
            assert await words(service, code, reader) == ["Good luck!", "bravo"]
        heard = await service.talking.heard(code, CLEO, Mark(1, 0))
        assert [(line.number, line.name, line.seat) for line in heard.lines] == [(2, "Ben", 1)]
        assert heard.mark == Mark(2, 0)
        assert service.version(code) == version

    run(story)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("  a \n b\t", "a b"),
        ("a\u202eb\u2066c\u200bd\x07e\ufeff", "abcde"),
        ("z" + "\u0301" * 9, "ź" + "\u0301" * 3),
        ("http://x <b>", "http://x <b>"),
        ("!?", "!?"),
    ],
)
def test_texts_are_cleaned_of_what_shows_nothing_or_turns_others(said: str, shown: str) -> None:
    assert clean_words(talk.TEXT, said) == shown


@pytest.mark.parametrize("said", ["", "   ", "\u202e\u200b", "\u0301", "x" * 301])
def test_nothing_or_too_much_is_refused(said: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_words(talk.TEXT, said)
    assert refused.value.status == 400


def test_only_known_reactions_and_channels_and_people_with_seats() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        say = service.talking.say
        assert "one of bravo" in await refusal(say(code, ANN, "spit", kind=talk.REACTION), 400)
        assert await refusal(say(code, ANN, "x", to="bots"), 400)
        assert "has a seat" in await refusal(say(code, DION, "hello"), 403)
        assert await refusal(say(code, None, "hello"), 403)
        assert await refusal(say(code, ANN, "hello", seat=1), 403)
        assert await refusal(say("zzzzzz", ANN, "hello"), 404)
        assert await refusal(say(code, ANN, "psst", to=talk.TEAM))
        assert await words(service, code, ANN) == []

    run(story)


def test_who_says_too_much_is_told_and_so_is_a_table() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        for _ in range(3):
            await service.talking.say(code, ANN, "hey")
        assert "You say very much" in await refusal(service.talking.say(code, ANN, "hey"), 429)
        await service.talking.say(code, BEN, "hey")
        await service.talking.say(code, BEN, "hey")
        assert "said here" in await refusal(service.talking.say(code, CLEO, "hey"), 429)
        assert len(await words(service, code, ANN)) == 5

    run(story, talk_limit=(3, 0.0), table_talk_limit=(5, 0.0))


def test_the_oldest_give_way_but_not_that_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MOST_KEPT", 20)

    async def story(service: Service) -> None:
        code = await three(service)
        await service.talking.close(code, ANN, True)
        await service.talking.close(code, ANN, False)
        for number in range(30):
            await service.talking.say(code, ANN, f"line {number}")
        found = (await service.talking.heard(code, BEN)).lines
        assert len(found) == 20 + 1
        assert found[0].kind == talk.OPENED
        assert found[-1].words == "line 29"
        service.talking._read.clear()
        assert (await service.talking.heard(code, BEN)).lines == found

    run(story, **CALM)


def test_whom_somebody_mutes_he_hears_no_more_and_it_is_only_him() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        talking = service.talking
        await talking.say(code, BEN, "one")
        await talking.mute(code, ANN, 1)
        await talking.say(code, BEN, "two")
        await talking.say(code, CLEO, "three")
        assert await words(service, code, ANN) == ["three"]
        assert await words(service, code, CLEO) == ["one", "two", "three"]
        await talking.mute(code, ANN, None)
        await talking.say(code, ANN, "mine")
        assert await words(service, code, ANN) == ["mine"]
        assert (await talking.heard(code, ANN)).muted == {1}
        await talking.mute(code, ANN, None, False)
        await talking.mute(code, ANN, 1, False)
        assert await words(service, code, ANN) == ["one", "two", "three", "mine"]
        assert await refusal(talking.mute(code, ANN, 0), 400)
        assert await refusal(talking.mute(code, ANN, 7))
        assert await refusal(talking.mute(code, DION, 0), 403)

    run(story)


def test_muting_goes_along_with_a_seat_that_is_played_on_another_device() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        talking, hosting = service.talking, service.hosting
        await talking.say(code, BEN, "one")
        await talking.mute(code, ANN, 1)
        await talking.mute(code, BEN, 2)
        ticket = await hosting.carry(code, BEN)
        await hosting.take(code, DION, ticket.pass_code)
        await talking.say(code, DION, "two")
        await talking.say(code, CLEO, "three")
        for _ in range(2):
            assert await words(service, code, ANN) == ["three"]
            assert await words(service, code, DION) == ["one", "two"]
            assert (await talking.heard(code, ANN)).muted == {1}
            assert (await talking.heard(code, DION)).muted == {2}
            talking._read.clear()  # as it is stored
        await talking.mute(code, ANN, 1, False)
        assert await words(service, code, ANN) == ["one", "two", "three"]
        ticket = await hosting.carry(code, DION)
        await hosting.take(code, BEN, ticket.pass_code)
        assert await words(service, code, BEN) == ["one", "two"]

    run(story)


def test_who_was_given_a_seat_hears_no_more_of_its_team_on_another_device(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also if the server ends as soon as the seat is there."""

    async def story(service: Service) -> None:
        code = await teams(service)
        talking, hosting, write = service.talking, service.hosting, service.storage.write
        await talking.say(code, ANN, "old secret", to=talk.TEAM)
        await hosting.take_off(code, ANN, 1, "Ben")
        bot = (await service.table_view(code, ANN)).sitters[1].name
        given = await hosting.give(code, ANN, 1, bot)
        await hosting.take(code, QUIET, given.pass_code, "Eve")
        await talking.say(code, ANN, "new secret", to=talk.TEAM)
        ticket = await hosting.carry(code, QUIET)

        async def cut_off(*changes: Any) -> None:
            await write(*changes)
            raise StorageError("Nobody knows whether it is stored.")

        phone = "f" * 64
        with monkeypatch.context() as patched:
            patched.setattr(service.storage, "write", cut_off)
            with pytest.raises(StorageError):
                await hosting.take(code, phone, ticket.pass_code)
        await spin(lambda: service.has_seat(phone, code))
        assert await words(service, code, phone) == ["new secret"]

    run(story)


def test_the_host_closes_the_talk_before_and_during_the_game() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)
        await service.join(code, BEN, "Ben")
        talking = service.talking
        assert await refusal(talking.close(code, BEN, True), 403)
        await talking.close(code, ANN, True)
        assert "closed" in await refusal(talking.close(code, ANN, True))
        for visitor in (ANN, BEN):
            assert "closed the talk" in await refusal(talking.say(code, visitor, "hey"))
        await service.start_game(code, ANN)
        assert await refusal(talking.say(code, BEN, "wow", kind=talk.REACTION))
        await talking.close(code, ANN, False)
        await talking.say(code, BEN, "wow", kind=talk.REACTION)
        kinds = [line.kind for line in (await talking.heard(code, BEN)).lines]
        assert kinds == [talk.CLOSED, talk.OPENED, talk.REACTION]

    run(story)


def test_what_is_said_to_a_partner_only_the_partner_hears() -> None:
    async def story(service: Service) -> None:
        code = await teams(service)
        talking = service.talking
        await talking.say(code, ANN, "psst", to=talk.TEAM)
        await talking.say(code, CLEO, "hush", to=talk.TEAM)
        await talking.say(code, DION, "hello")
        assert await words(service, code, BEN) == ["psst", "hello"]
        assert await words(service, code, ANN) == ["psst", "hello"]
        assert await words(service, code, DION) == ["hush", "hello"]
        for reader in (None, QUIET):
            heard = await talking.heard(code, reader)
            assert [line.words for line in heard.lines] == ["hello"]
            assert heard.mark == Mark(1, 0), "no number tells that others have talked"
        assert (await talking.heard(code, ANN)).mark == Mark(1, 1)
        assert (await talking.heard(code, ANN)).partner == "Ben"
        assert not talking.has_news(code, None, Mark(1, 0))
        assert not talking.has_news(code, ANN, Mark(1, 1))

    run(story)


def test_before_the_game_there_are_no_teams_to_talk_in() -> None:
    async def story(service: Service) -> None:
        code = await three(service, TEAMS)
        assert await refusal(service.talking.say(code, ANN, "psst", to=talk.TEAM))

    run(story)


def test_a_device_of_two_teams_hears_neither() -> None:
    async def story(service: Service) -> None:
        code = await service.create(TEAMS, "Ann", ANN, beside=["Abe", "Ada"])
        await service.join(code, BEN, "Ben")
        assert await refusal(service.talking.say(code, ANN, "psst", to=talk.TEAM))
        await service.talking.say(code, ANN, "hello", seat=2)
        heard = await service.talking.heard(code, BEN)
        assert [line.name for line in heard.lines] == ["Ada"]
        assert heard.partner == "Ada"
        await service.talking.say(code, BEN, "psst", to=talk.TEAM)
        assert await words(service, code, ANN) == ["hello"]

    run(story)


def test_who_watches_with_a_delay_hears_nothing_until_the_end() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        await service.talking.say(code, ANN, "I keep the altar")
        assert await words(service, code, None) == ["I keep the altar"]
        await service.set_delay(code, ANN, 3)
        for watcher in (None, DION):
            heard = await service.talking.heard(code, watcher)
            assert heard.behind
            assert heard.lines == ()
            assert heard.mark == Mark()
            assert not service.talking.has_news(code, watcher, Mark())
        assert await words(service, code, BEN) == ["I keep the altar"]
        await play_on(service, code, [ANN, BEN, CLEO])
        assert await words(service, code, None) == ["I keep the altar"]
        await service.talking.say(code, BEN, "Well played")

    run(story)


def test_nothing_said_reaches_a_bot_or_a_table_view(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(service: Service) -> None:
        code = await service.create(TEAMS, "Ann", ANN)
        await service.join(code, BEN, "Ben")
        jobs: list[bytes] = []
        ask = service.thinking.ask

        async def listening(job: Any, **more: Any) -> Any:
            jobs.append(pickle.dumps(job))
            return await ask(job, **more)

        monkeypatch.setattr(service.thinking, "ask", listening)
        await service.talking.say(code, ANN, "SHIBBOLETH one")
        await service.start_game(code, ANN)
        await service.talking.say(code, BEN, "SHIBBOLETH two", to=talk.TEAM)
        await play_on(service, code, [ANN, BEN], steps=3)
        assert len(jobs) > 2
        assert not any(b"SHIBBOLETH" in job for job in jobs)
        for reader in (ANN, BEN, None):
            assert "SHIBBOLETH" not in repr(await service.table_view(code, reader))

    run(story)


def test_all_of_it_is_kept_over_a_restart_and_goes_with_its_table(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def before() -> str:
        async with serving(database) as service:
            code = await teams(service)
            await service.talking.say(code, BEN, "hello")
            await service.talking.say(code, CLEO, "hey")
            await service.talking.say(code, ANN, "psst", to=talk.TEAM)
            await service.talking.mute(code, ANN, 2)
            await service.talking.close(code, ANN, True)
            return code

    async def after(code: str) -> None:
        async with serving(database) as service:
            assert service.talking.has_news(code, None, Mark())
            assert await words(service, code, ANN) == ["hello", "psst", ""]
            assert await words(service, code, CLEO) == ["hello", "hey", ""]
            assert await refusal(service.talking.say(code, BEN, "more"))
            await service.talking.close(code, ANN, False)
            line = await service.talking.say(code, BEN, "more")
            assert line.number == 5
            await service._remove(service._keepers[code])
            assert service.storage.read(lambda c: talk.read_talk(c, code)) == talk.Talk()
            assert await refusal(service.talking.heard(code, ANN), 404)

    code = asyncio.run(before())
    asyncio.run(after(code))


def test_many_who_talk_at_once_get_a_number_each() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        said = [
            service.talking.say(code, visitor, f"{visitor[0]}{number}")
            for number in range(10)
            for visitor in (ANN, BEN, CLEO)
        ]
        numbers = [line.number for line in await asyncio.gather(*said)]
        assert sorted(numbers) == list(range(1, 31))
        assert len(await words(service, code, None)) == 30

    run(story, **CALM)


def test_what_could_not_be_stored_was_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        await service.talking.say(code, ANN, "one")

        async def full(*_: Any) -> None:
            raise StorageError("The disk is full.")

        with monkeypatch.context() as patched:
            patched.setattr(service.storage, "write_beside", full)
            with pytest.raises(StorageError):
                await service.talking.say(code, ANN, "two")
        assert await words(service, code, BEN) == ["one"]
        assert (await service.talking.say(code, ANN, "three")).number == 3
        assert await words(service, code, BEN) == ["one", "three"]

    run(story)


def test_who_wants_to_be_forgotten_has_said_nothing() -> None:
    async def story(service: Service) -> None:
        code = await three(service)
        await service.talking.say(code, ANN, "my secret")
        await service.talking.say(code, BEN, "hello")
        await service.talking.mute(code, BEN, 0)
        await service.talking.mute(code, ANN, 1)
        await play_on(service, code, [ANN, BEN, CLEO])
        await service.history.forget(ANN)
        assert await words(service, code, CLEO) == ["hello"]
        service.talking._read.clear()
        kept = service.storage.read(lambda connection: talk.read_talk(connection, code))
        assert "my secret" not in repr(kept)
        assert ANN not in repr(kept)
        assert (await service.talking.say(code, BEN, "bye")).number == 3

    run(story)
