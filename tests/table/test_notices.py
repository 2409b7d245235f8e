"""Who is told of his turn while he does not look: once, on his devices, and nobody else."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from mirabilia.table.rooms import notices, sealing, visitors
from mirabilia.table.rooms.devices import Device
from mirabilia.table.rooms.hub import Listener as Stream
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import Options
from push_service import Listener, Message, PushService, push_service, vouched
from tables import ANN, BEN, CLEO, SMALL, play_on, refusal, served, serving
from waiting import PATIENCE

ALONE = Options(players=3, level="random")
SECRET = "very-secret-part"


@pytest.fixture
def there() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "GRACE", 0.05)
    monkeypatch.setattr(notices, "AWAY", 0.15)
    monkeypatch.setattr(notices, "TRIES", (0.0, 0.05, 0.1))


@asynccontextmanager
async def told_by(database: str = "sqlite://", **changes: Any) -> AsyncIterator[Service]:
    async with serving(database, push_private=True, **changes) as service:
        yield service


async def switch_on(
    service: Service, there: PushService, visitor: str, path: str = "/ann"
) -> Listener:
    device = Listener()
    address = f"{there.url}{path}"
    await service.notices.switch_on(Device(visitor, address, device.p256dh, device.auth, "en"))
    return device


async def two_at_table(service: Service) -> str:
    """Ann, Ben and a bot; the game has begun."""
    code = await service.create(SMALL, "Ann", ANN)
    await service.join(code, BEN, "Ben")
    await service.start_game(code, ANN)
    return code


async def come(there: PushService, count: int, path: str = "/ann") -> list[Message]:
    return await asyncio.to_thread(there.wait, count, path)


async def no_more(there: PushService, count: int, path: str = "/ann", seconds: float = 0.4) -> None:
    await asyncio.sleep(seconds)
    assert len(there.at(path)) == count


async def graces_pass(service: Service) -> None:
    """Whoever might have come by himself has had his time."""
    waits = service.notices._soon
    assert waits
    for key, (_, timer) in list(waits.items()):
        timer.cancel()
        service.notices._due(key)
    await delivered(service)


async def delivered(service: Service) -> None:
    """Until what was begun to be told is told and noted."""
    async with asyncio.timeout(PATIENCE):
        while service.notices._tasks:
            await asyncio.sleep(0.01)


async def decide(service: Service, code: str, visitor: str) -> None:
    async with asyncio.timeout(PATIENCE):  # until it is his turn: a bot may still think
        while True:
            view = await service.table_view(code, visitor)
            if offer := next((offer for offer in view.offers if offer.choice is None), None):
                break
            await asyncio.sleep(0.01)
    await service.decide(code, visitor, offer.seat, str(offer.moves[0]), view.step)


def read(device: Listener, message: Message) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(device.read(message.body))
    return found


def test_a_turn_is_told_once_with_nothing_of_the_hand(there: PushService) -> None:
    async def story() -> None:
        async with told_by(base_url="https://play.example") as service:
            device = await switch_on(service, there, ANN)
            code = await two_at_table(service)
            (message,) = await come(there, 1)
            assert read(device, message) == {
                "kind": "turn",
                "code": code,
                "step": 0,
                "title": "Your turn",
                "body": f"Table {code}",
            }
            claims, key = vouched(message.headers["authorization"])
            assert key == await service.notices.key()
            assert claims["aud"] == there.url
            assert claims["sub"] == "https://play.example"
            assert 0 < claims["exp"] - time.time() <= 24 * 3600
            assert message.headers["ttl"] == "86400"
            assert message.headers["urgency"] == "normal"
            assert message.headers["content-encoding"] == "aes128gcm"
            assert code not in json.dumps(message.headers)
            await decide(service, code, BEN)
            await no_more(there, 1)
            await decide(service, code, ANN)
            _, second = await come(there, 2)
            assert read(device, second)["step"] > 0
            assert second.headers["topic"] == message.headers["topic"]
            assert len(second.headers["topic"]) <= 32
            await no_more(there, 2)

    asyncio.run(story())


def test_a_clock_makes_it_urgent_and_soon_stale(there: PushService) -> None:
    async def story() -> None:
        async with told_by() as service:
            await switch_on(service, there, ANN)
            await service.create(
                Options(players=3, level="random", clock=60), "Ann", ANN, begin=True
            )
            (message,) = await come(there, 1)
            assert (message.headers["ttl"], message.headers["urgency"]) == ("60", "high")

    asyncio.run(story())


def test_who_looks_at_the_table_is_not_told_and_who_looks_at_another_is(
    there: PushService,
) -> None:
    async def story() -> None:
        async with told_by() as service:
            await switch_on(service, there, ANN)
            await switch_on(service, there, BEN, "/ben")
            code = await service.create(SMALL, "Ann", ANN)
            with (
                service.hub.heard_by(Stream([code], "here", ANN)),
                service.hub.heard_by(Stream(["abcdef"], "here", BEN)),
            ):
                await service.join(code, BEN, "Ben")
                await service.start_game(code, ANN)
                await come(there, 1, "/ben")
                await no_more(there, 0)

    asyncio.run(story())


def test_who_comes_or_decides_within_the_grace_is_not_told(
    there: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "GRACE", 3600.0)

    async def story() -> None:
        async with told_by() as service:
            await switch_on(service, there, ANN)
            await switch_on(service, there, BEN, "/ben")
            code = await two_at_table(service)
            with service.hub.heard_by(Stream([code], "here", ANN)):
                await decide(service, code, BEN)
                await graces_pass(service)
                await no_more(there, 0)
                assert not there.at("/ben")

    asyncio.run(story())


def test_who_closes_the_page_in_his_turn_is_told_later_unless_he_plays_alone(
    there: PushService,
) -> None:
    async def story() -> None:
        async with told_by() as service:
            service.hub.presence._moment = 0.05
            await switch_on(service, there, ANN)
            alone = await service.create(ALONE, "Ann", ANN)
            with service.hub.heard_by(Stream([alone], "here", ANN)):
                await service.start_game(alone, ANN)
            await no_more(there, 0)
            code = await service.create(SMALL, "Ann", ANN)
            await service.join(code, BEN, "Ben")
            with service.hub.heard_by(Stream([code], "here", ANN)):
                await service.start_game(code, ANN)
                await no_more(there, 0)
            await come(there, 1)
            with service.hub.heard_by(Stream([code], "here", ANN)):
                pass
            await no_more(there, 1)

    asyncio.run(story())


def test_bots_and_people_who_have_left_are_not_told(there: PushService) -> None:
    async def story() -> None:
        async with told_by() as service:
            await switch_on(service, there, ANN)
            code = await service.create(SMALL, "Ann", ANN)
            await service.join(code, BEN, "Ben")
            with service.hub.heard_by(Stream([code], "here", ANN)):
                await service.start_game(code, ANN)
                await service.leave(code, ANN)
            for _ in range(3):
                await decide(service, code, BEN)
            await no_more(there, 0)

    asyncio.run(story())


def test_the_end_and_a_rematch_are_told_once(there: PushService) -> None:
    async def story() -> None:
        async with told_by() as service:
            service.hub.presence._moment = 0.01
            code = await two_at_table(service)
            await play_on(service, code, [ANN, BEN], steps=3)
            device = await switch_on(service, there, ANN)
            with service.hub.heard_by(Stream([code], "here", ANN)):
                await play_on(service, code, [ANN, BEN])
                await no_more(there, 0)
            service.notices.changed(_outline(service, code))
            await no_more(there, 0)  # he was there when it ended
            with service.hub.heard_by(Stream([code], "here", BEN)):
                following = await service.rematch(code, BEN)
            (message,) = await come(there, 1)
            told = read(device, message)
            assert (told["kind"], told["code"], told["title"]) == (
                "rematch",
                following,
                "Another game?",
            )
            await no_more(there, 1)

    asyncio.run(story())


def test_who_has_gone_hears_that_the_game_is_over(there: PushService) -> None:
    async def story() -> None:
        async with told_by() as service:
            code = await two_at_table(service)
            device = await switch_on(service, there, ANN)
            await play_on(service, code, [ANN, BEN])
            kinds: list[str] = []
            while "over" not in kinds:
                messages = await come(there, len(kinds) + 1)
                kinds = [read(device, message)["kind"] for message in messages]
            await service.forget_at(code, BEN)  # a change of the table, but no news
            await asyncio.sleep(0.4)
            kinds = [read(device, message)["kind"] for message in there.at("/ann")]
            assert kinds.count("over") == 1
            assert set(kinds) <= {"turn", "over"}

    asyncio.run(story())


def test_a_nudge_is_told_at_once_and_again(there: PushService) -> None:
    async def story() -> None:
        async with told_by() as service:
            device = await switch_on(service, there, ANN)
            code = await two_at_table(service)
            await come(there, 1)
            assert service.notices.nudge(code, 0, "Ben")
            _, message = await come(there, 2)
            told = read(device, message)
            assert (told["kind"], told["title"]) == ("nudge", "Ben is waiting for you")
            assert told["body"] == f"It is your turn at table {code}."
            assert not service.notices.nudge(code, 1, "Ann")  # Ben has no device
            assert not service.notices.nudge(code, 2, "Ann")
            assert not service.notices.nudge("zzzzzz", 0, "Ann")
            with service.hub.heard_by(Stream([code], "here", ANN)):
                service.notices.nudge(code, 0, "Ben")
                await no_more(there, 2)

    asyncio.run(story())


def test_a_restart_keeps_key_and_devices_and_tells_nothing_twice(
    there: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with told_by(database) as service:
            device = await switch_on(service, there, ANN)
            key = await service.notices.key()
            code = await two_at_table(service)
            (first,) = await come(there, 1)
            await delivered(service)
        async with told_by(database) as service:
            assert await service.notices.key() == key
            await no_more(there, 1)
            monkeypatch.setattr(notices, "GRACE", 30.0)
            await decide(service, code, BEN)
            await decide(service, code, ANN)
        monkeypatch.setattr(notices, "GRACE", 0.05)
        async with told_by(database):  # what it could not tell any more it tells now
            _, second = await come(there, 2)
            assert read(device, second)["step"] > read(device, first)["step"]

    asyncio.run(story())


def test_a_device_that_is_gone_is_forgotten_at_once(there: PushService) -> None:
    async def story() -> None:
        async with told_by() as service:
            await switch_on(service, there, ANN)
            await switch_on(service, there, BEN, "/ben")
            there.answers |= {"/ann": 410, "/ben": 404}
            code = await two_at_table(service)
            await come(there, 1)
            await come(there, 1, "/ben")
            await delivered(service)
            assert not service.notices._devices.people
            await decide(service, code, BEN)
            await decide(service, code, ANN)
            await no_more(there, 1)

    asyncio.run(story())


def test_what_fails_for_a_while_is_tried_again_and_what_fails_for_days_is_given_up(
    there: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mirabilia.table.rooms.devices._MOST_FAILURES", 2)

    async def story() -> None:
        async with told_by() as service:
            await switch_on(service, there, ANN)
            there.answers["/ann"] = 503
            code = await two_at_table(service)
            await come(there, 3)
            await no_more(there, 3)
            devices = service.notices._devices
            (device,) = await devices.of(ANN)
            assert device.failures == 1
            there.answers["/ann"] = 201
            service.notices.nudge(code, 0, "Ben")
            await come(there, 4)
            await delivered(service)
            (device,) = await devices.of(ANN)
            assert device.failures == 0
            there.answers["/ann"] = 400  # nothing to try again
            for count in (5, 6):
                service.notices.nudge(code, 0, "Ben")
                await come(there, count)
                await no_more(there, count, seconds=0.2)
            assert devices.people == {ANN}  # it was reached today
            monkeypatch.setattr("mirabilia.table.rooms.devices._OFFLINE", 0.0)
            service.notices.nudge(code, 0, "Ben")
            await come(there, 7)
            await delivered(service)
            assert not devices.people

    asyncio.run(story())


def test_a_device_that_is_switched_off_is_not_tried_again(
    there: PushService,
) -> None:
    async def story() -> None:
        async with told_by(push_seconds=PATIENCE) as service:
            there.answers["/ann"] = PATIENCE
            await switch_on(service, there, ANN)
            await switch_on(service, there, ANN, "/other")
            await two_at_table(service)
            await come(there, 1)
            await service.notices.switch_off(ANN, f"{there.url}/ann")
            there.answers["/ann"] = 503
            there.answered.set()
            await delivered(service)
            assert len(there.at("/ann")) == len(there.at("/other")) == 1

    asyncio.run(story())


def test_a_slow_service_delays_no_other_and_not_the_end(there: PushService) -> None:
    async def story() -> None:
        async with told_by(push_seconds=2 * PATIENCE) as service:
            there.answers["/ann"] = 2 * PATIENCE
            await switch_on(service, there, ANN)
            with push_service() as quick:
                await switch_on(service, quick, BEN, "/ben")
                code = await two_at_table(service)
                await come(quick, 1, "/ben")
                await come(there, 1)
                await decide(service, code, BEN)
                assert service.notices._tasks  # Ann's service has still not answered
        assert not there.waited_out
        there.answered.set()

    asyncio.run(story())


def test_too_many_that_wait_are_not_told_and_that_is_said(
    there: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with told_by(most_notices=1) as service:
            there.answers["/ann"] = 0.5
            await switch_on(service, there, ANN)
            await switch_on(service, there, BEN, "/ben")
            await service.create(ALONE, "Ann", ANN, begin=True)
            await come(there, 1)
            await service.create(ALONE, "Ben", BEN, begin=True)
            await no_more(there, 0, "/ben", 0.3)
            assert "too many notices wait" in caplog.text

    asyncio.run(story())


def test_one_person_has_few_devices_and_the_newest_stay(there: PushService) -> None:
    async def story() -> None:
        async with told_by(person_devices=2) as service:
            for number in range(4):
                await switch_on(service, there, ANN, f"/{number}")
            await switch_on(service, there, ANN, "/3")
            found = await service.notices._devices.of(ANN)
            assert {device.address for device in found} == {f"{there.url}/{n}" for n in (2, 3)}

    asyncio.run(story())


def test_where_there_is_no_room_those_without_a_seat_give_way(there: PushService) -> None:
    async def story() -> None:
        async with told_by(most_devices=2) as service:
            await service.create(ALONE, "Ann", ANN)
            for visitor, path in ((ANN, "/ann"), (BEN, "/ben")):
                await switch_on(service, there, visitor, path)
            await switch_on(service, there, CLEO, "/cleo")
            assert service.notices._devices.people == {ANN, CLEO}
            await service.create(ALONE, "Cleo", CLEO)
            words = await refusal(switch_on(service, there, BEN, "/ben"), 503)
            assert "as many devices" in words
            await switch_on(service, there, ANN)  # who is known is still heard

    asyncio.run(story())


def test_a_device_belongs_to_who_switched_it_on_last(there: PushService) -> None:
    async def story() -> None:
        async with told_by() as service:
            await switch_on(service, there, ANN)
            await switch_on(service, there, BEN)
            assert service.notices._devices.people == {BEN}
            await service.notices.switch_off(ANN, f"{there.url}/ann")
            await service.notices.switch_off(None, f"{there.url}/ann")
            assert service.notices._devices.people == {BEN}
            await service.notices.switch_off(BEN, f"{there.url}/ann")
            assert not service.notices._devices.people

    asyncio.run(story())


def test_what_was_not_heard_of_for_long_is_cleared_away(there: PushService) -> None:
    async def story() -> None:
        async with told_by(keep_devices=-1.0) as service:
            await switch_on(service, there, ANN)
            await service.clean_up()
            assert not service.notices._devices.people

    asyncio.run(story())


def test_who_is_forgotten_is_told_no_more_and_a_lent_token_lends_no_device(
    there: PushService,
) -> None:
    async def story() -> None:
        async with told_by() as service:
            token = visitors.new_token()
            ann = visitors.visitor_of(token) or ""
            await switch_on(service, there, ann)
            await switch_on(service, there, BEN, "/ben")
            await service.history.take_over(service.history.lending.lend(token), BEN)
            devices = service.notices._devices
            assert [one.address for one in await devices.of(ann)] == [f"{there.url}/ann"]
            await service.history.forget(ann)
            assert devices.people == {BEN}
            assert not devices.told

    asyncio.run(story())


def test_a_server_that_does_not_push_opens_nothing(there: PushService) -> None:
    async def story() -> None:
        async with told_by(push=False) as service:
            assert "no notices" in await refusal(service.notices.key(), 404)
            assert await refusal(switch_on(service, there, ANN), 404)
            await service.notices.switch_off(ANN, "x")
            await service.clean_up()
            await two_at_table(service)

    asyncio.run(story())


# Over HTTP


def fields(address: str, device: Listener) -> dict[str, str]:
    return {"endpoint": address, "p256dh": device.p256dh, "auth": device.auth}


def test_a_browser_switches_its_device_on_and_off(there: PushService) -> None:
    device, address = Listener(), f"{there.url}/{SECRET}"
    with served(push_private=True) as server, server.client() as browser:
        key = browser.get("/push/key").json()["key"]
        assert len(sealing.read(key)) == 65
        answer = browser.post("/push/subscribe", data=fields(address, device))
        assert (answer.status_code, answer.text) == (200, '{"told":true}')
        assert browser.cookies["mirabilia"]
        there.answers[f"/{SECRET}"] = 400
        made = browser.post("/play", data={"name": "Ann", "players": "3", "level": "random"})
        assert made.status_code == 303
        (message,) = there.wait(1)
        assert read(device, message)["code"] == made.headers["location"][-6:]
        with server.client() as stranger:
            assert stranger.post("/push/unsubscribe", data={"endpoint": address}).is_success
        assert server.service.notices._devices.people
        assert browser.post("/push/unsubscribe", data={"endpoint": address}).is_success
        assert not server.service.notices._devices.people
        assert any("notice not delivered" in line for line in server.log.lines)
        assert not any(SECRET in line for line in server.log.lines)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"endpoint": "http://push.example/x"}, "such an address"),
        ({"endpoint": "https://127.0.0.1/x"}, "such an address"),
        ({"endpoint": "https://[::ffff:10.0.0.1]/x"}, "such an address"),
        ({"endpoint": "https://localhost/x"}, "such an address"),
        ({"endpoint": "https://1.1.1.1:22/x"}, "such an address"),
        ({"endpoint": "https://1.1.1.1/" + "x" * 2000}, "such an address"),
        ({"endpoint": ""}, "such an address"),
        ({"endpoint": "https://no.such.name.invalid/x"}, "can't be reached"),
        ({"p256dh": "AAAA"}, "keys of a device"),
        ({"p256dh": "B" * 5000}, "keys of a device"),
        ({"auth": ""}, "keys of a device"),
    ],
)
def test_what_a_stranger_sends_is_refused_with_a_sentence(
    change: dict[str, str], words: str
) -> None:
    with served() as server, server.client(headers={"Accept": "application/json"}) as browser:
        sent = fields("https://1.1.1.1/x", Listener()) | change
        answer = browser.post("/push/subscribe", data=sent)
        assert answer.status_code in (400, 503)
        assert words in answer.json()["error"]
        assert not server.service.notices._devices.people
        foreign = {"Origin": "https://elsewhere.example"}
        assert browser.post("/push/subscribe", data=sent, headers=foreign).status_code == 403


def test_to_switch_devices_on_has_its_rate() -> None:
    with served(create_limit=(2, 0.001)) as server, server.client() as browser:
        statuses = [browser.post("/push/subscribe", data={}).status_code for _ in range(3)]
        assert statuses == [400, 400, 429]


def test_the_cookies_of_a_device_go_with_what_is_forgotten() -> None:
    with served() as server, server.client() as browser:
        browser.post("/me/lend")
        answer = browser.post("/me/forget")
        gone = {line.split("=")[0] for line in answer.headers.get_list("set-cookie")}
        assert gone == {"mirabilia", "notify", "push"}


def _outline(service: Service, code: str) -> Any:
    outline = service.outline(code)
    assert outline is not None
    return outline
