"""Taking back, against bots alone: what stands, what is stored, and what comes too late."""

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gates import Place, at
from mirabilia import Game
from mirabilia.commands.verify import verified
from mirabilia.game.records import RecordError
from mirabilia.table.rooms import book, visitors
from mirabilia.table.rooms.schema import BACK
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, PLAYING, Options, TableView
from tables import (
    ANN,
    BEN,
    SMALL,
    Program,
    Served,
    events_of,
    owes,
    play_on,
    refusal,
    run,
    served,
    serving,
    until,
)
from waiting import spin

TWO = Options(players=2, edition="1st", level="random")


async def begun(service: Service, options: Options = SMALL) -> str:
    return await service.create(options, "Ann", ANN, begin=True)


async def owed(service: Service, code: str) -> TableView:
    return await until(service, code, ANN, owes)


async def decide(service: Service, code: str, at: int = 0) -> TableView:
    """Decide what is owed, and wait until something is owed again."""
    view = await owed(service, code)
    offer = next(offer for offer in view.offers if offer.choice is None)
    await service.decide(code, ANN, offer.seat, str(offer.moves[at]), view.step)
    return await owed(service, code)


def seen(view: TableView) -> Any:
    return view.view, view.events, [(offer.kind, offer.moves) for offer in view.offers]


def test_the_last_step_is_taken_back_as_often_as_one_likes() -> None:
    async def story(service: Service) -> None:
        code = await begun(service)
        before = [await owed(service, code)]
        for _ in range(3):
            before.append(await decide(service, code))
        for earlier in reversed(before[:-1]):
            now = await service.table_view(code, ANN)
            assert now.can_take_back
            await service.take_back(code, ANN, now.step)
            assert seen(await service.table_view(code, ANN))[1:] == seen(earlier)[1:]
            owing = {**(earlier.view or {}), "to_decide": [0, 1, 2], "decided": []}
            back = await service.table_view(code, ANN)
            assert {**(back.view or {}), "to_decide": [0, 1, 2], "decided": []} == owing
        view = await service.table_view(code, ANN)
        assert (view.taken_back, view.can_take_back) == (3, False)
        assert "nothing yet" in await refusal(service.take_back(code, ANN, view.step))
        await play_on(service, code, [ANN], 3)

    run(story)


def test_no_number_of_a_step_comes_twice() -> None:
    async def story(service: Service) -> None:
        code = await begun(service)
        first = await decide(service, code)
        old = str(first.offers[0].moves[0])
        used = {first.step}
        for _ in range(3):
            now = await decide(service, code)
            used.add(now.step)
            await service.take_back(code, ANN, now.step)
            again = await service.table_view(code, ANN)
            assert again.step not in used
            used.add(again.step)
            for step in used - {again.step}:  # the answer of an old form
                said = await refusal(service.decide(code, ANN, 0, old, step))
                assert f"meant for step {step}" in said
            assert (await service.table_view(code, ANN)).offers[0].choice is None
            assert "meant for step" in await refusal(service.take_back(code, ANN, now.step))

    run(story)


def test_a_move_of_a_step_that_stands_may_be_sent_again() -> None:
    async def story(service: Service) -> None:
        code = await begun(service)
        first = await owed(service, code)
        move = str(first.offers[0].moves[0])
        await decide(service, code)
        now = await decide(service, code)
        await service.take_back(code, ANN, now.step)
        await service.decide(code, ANN, 0, move, first.step)

    run(story)


def test_what_waits_for_others_is_only_undecided() -> None:
    async def story(place: Place) -> None:
        await spin(lambda: place.thinking.asked and place.keeper._asking is None)
        place.thinking.gate.close()
        await place.decide()
        await place.decide()
        await spin(lambda: place.thinking.gate.waiting)
        view = await place.keeper.table_view(ANN)
        assert view.offers[0].choice
        await place.keeper.do(lambda table: table.take_back(ANN, view.step))
        now = await place.keeper.table_view(ANN)
        assert (now.offers[0].choice, now.step, now.taken_back) == (None, view.step, 0)

    at(Place, story)


def test_bots_that_answer_what_was_taken_back_are_not_heard() -> None:
    async def story(place: Place) -> None:
        await spin(lambda: place.thinking.asked and place.keeper._asking is None)
        await place.decide()
        await spin(lambda: place.keeper.table.step == 1 and place.keeper._asking is None)
        # The bots have decided in step 1; the person does, and in step 2 they think for long.
        place.thinking.gate.close()
        await place.decide()
        await spin(lambda: place.thinking.gate.waiting)
        assert place.keeper.table.step == 2
        await place.keeper.do(lambda table: table.take_back(ANN, 2))
        now = await place.keeper.table_view(ANN)
        place.thinking.gate.open()
        await spin(lambda: place.keeper.outline.owing == {0})
        assert (await place.keeper.table_view(ANN)).step == now.step == 3
        entries = [e for change in place.storage.stored for e in change.decisions]
        back = next(entry for entry in entries if entry.seat == BACK)
        after = [entry.seat for entry in entries if entry.number > back.number]
        assert sorted(after) == [1, 2]
        await place.play_to_the_end()

    at(Place, story)


def test_two_at_once_take_one_step_back() -> None:
    async def story(place: Place) -> None:
        for _ in range(3):
            await spin(lambda: place.keeper.outline.owing == {0})
            await place.decide()
        await spin(lambda: place.keeper.outline.owing == {0})
        step = place.keeper.table.step
        place.storage.gate.close()
        held = asyncio.create_task(place.keeper.do(lambda table: table.leave(ANN)))
        await spin(lambda: place.storage.gate.waiting)
        both = [
            asyncio.create_task(place.keeper.do(lambda table: table.take_back(ANN, step)))
            for _ in range(2)
        ]
        look = asyncio.create_task(place.keeper.table_view(ANN))
        await asyncio.sleep(0)
        place.storage.gate.open()
        await held
        ends = await asyncio.gather(*both, return_exceptions=True)
        assert [type(end).__name__ for end in ends] == ["NoneType", "Refused"]
        assert (await look).step in (step, step + 1)
        now = await place.keeper.table_view(ANN)
        assert (now.taken_back, now.sitters[0].away) == (1, False)
        await place.play_to_the_end()

    at(Place, story)


def test_what_was_taken_back_but_not_stored_is_as_before() -> None:
    async def story(place: Place) -> None:
        for _ in range(2):
            await spin(lambda: place.keeper.outline.owing == {0})
            await place.decide()
        await spin(lambda: place.keeper.outline.owing == {0})
        before = await place.keeper.table_view(ANN)
        place.storage.down = True
        with pytest.raises(RuntimeError, match="down"):
            await place.keeper.do(lambda table: table.take_back(ANN, before.step))
        place.storage.down = False
        now = await place.keeper.table_view(ANN)
        assert (now.step, now.events, now.taken_back) == (before.step, before.events, 0)
        await place.keeper.do(lambda table: table.take_back(ANN, before.step))
        assert (await place.keeper.table_view(ANN)).taken_back == 1
        await place.play_to_the_end()

    at(Place, story)


def test_a_restart_keeps_what_was_taken_back(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite")

    async def tell() -> None:
        async with serving(database) as service:
            code = await begun(service)
            for _ in range(3):
                now = await decide(service, code)
            await service.take_back(code, ANN, now.step)
            now = await decide(service, code, at=-1)
            await service.take_back(code, ANN, now.step)
            before = await until(
                service, code, ANN, lambda view: (view.view or {})["decided"] == [1, 2]
            )
        async with serving(database) as service:
            assert service.my_tables(ANN)[0].taken_back == 2  # before anybody has looked
            now = await service.table_view(code, ANN)
            assert seen(now) == seen(before)
            assert (now.step, now.taken_back) == (before.step, 2)
            assert [now.events_until(v) for v in range(now.version + 1)] == [
                before.events_until(v) for v in range(before.version + 1)
            ]
            over = await play_on(service, code, [ANN])
            assert over.status == OVER
            record = await service.record(code)
            assert record["taken_back"] == 2
            assert "taken back 2 times" in verified(record)

    asyncio.run(tell())


def test_who_saw_what_was_taken_back_is_told_everything_anew() -> None:
    async def story(service: Service) -> None:
        code = await begun(service)
        for _ in range(2):
            now = await decide(service, code)
        known = now.version
        assert now.events_until(known) == len(now.events) > 0
        await service.take_back(code, ANN, now.step)
        back = await service.table_view(code, ANN)
        assert 0 < len(back.events) < len(now.events)
        assert back.events_since(known) == back.events
        assert back.events_since(back.version) == ()
        later = await decide(service, code)
        assert later.events_since(known) == later.events
        assert later.events_since(back.version) == later.events[len(back.events) :]

    run(story)


def test_the_end_is_taken_back_unless_a_rematch_was_called() -> None:
    async def story(service: Service) -> None:
        code = await begun(service)
        over = await play_on(service, code, [ANN])
        assert (over.status, over.can_take_back) == (OVER, True)
        await service.take_back(code, ANN, over.step)
        view = await service.table_view(code, ANN)
        assert (view.status, view.scores, view.can_take_back) == (PLAYING, (), True)
        assert view.fairness is not None
        assert view.fairness.secret is None
        assert service.my_tables(ANN)[0].status == PLAYING
        assert "not over" in await refusal(service.rematch(code, ANN))
        over = await play_on(service, code, [ANN])
        record = await service.record(code)
        assert record["taken_back"] == 1
        again = Game.from_record(record)
        assert [sheet.total for sheet in again.scores()] == [s.total for s in over.scores]
        await service.rematch(code, ANN)
        assert not (await service.table_view(code, ANN)).can_take_back
        assert "rematch" in await refusal(service.take_back(code, ANN, over.step))

    run(story)


def test_only_who_plays_against_bots_alone_takes_back() -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)
        await service.join(code, BEN, "Ben")
        await service.start_game(code, ANN)
        await play_on(service, code, [ANN, BEN], 2)
        view = await service.table_view(code, ANN)
        assert not view.can_take_back
        assert "against bots alone" in await refusal(service.take_back(code, ANN, view.step), 403)
        await service.leave(code, BEN)  # he may come back
        assert "against bots alone" in await refusal(service.take_back(code, ANN, view.step), 403)
        alone = await begun(service)
        now = await decide(service, alone)
        assert "no seat" in await refusal(service.take_back(alone, BEN, now.step), 403)
        assert not (await service.table_view(alone, BEN)).can_take_back

    run(story)


def test_with_two_players_the_last_decision_is_taken_back_not_the_whole_step() -> None:
    async def story(service: Service) -> None:
        code = await begun(service, TWO)
        for _ in range(40):
            view = await owed(service, code)
            offer = next(offer for offer in view.offers if offer.choice is None)
            if offer.seat == 2 and view.step > 2:
                break
            await service.decide(code, ANN, offer.seat, str(offer.moves[0]), view.step)
        own = next(offer for offer in view.offers if offer.seat == 0)
        await service.decide(code, ANN, 2, str(offer.moves[-1]), view.step)
        now = await until(service, code, ANN, lambda table: table.step > view.step and owes(table))
        await service.take_back(code, ANN, now.step)
        back = await service.table_view(code, ANN)
        assert back.step > now.step
        assert {o.seat: o.choice for o in back.offers} == {0: own.choice, 2: None}
        await service.take_back(code, ANN, back.step)  # nothing has come of it: the same step
        again = await service.table_view(code, ANN)
        assert [(o.seat, o.choice) for o in again.offers] == [(0, None)]
        assert (again.step, again.taken_back) == (back.step, 1)
        await service.take_back(code, ANN, back.step)
        assert (await service.table_view(code, ANN)).taken_back == 2
        await play_on(service, code, [ANN])
        Game.from_record(await service.record(code))

    run(story)


def test_a_decision_that_a_bot_took_for_who_was_away_is_taken_back_too() -> None:
    async def story(service: Service) -> None:
        code = await begun(service, Options(players=3, level="random", clock=1))
        first = await decide(service, code)
        await until(service, code, ANN, lambda view: view.step > first.step + 1)
        # The bots play on meanwhile: whatever step it is by now.
        await service._keeper(code).do(lambda table: table.take_back(ANN, table.step))
        view = await service.table_view(code, ANN)
        assert not view.sitters[0].away
        assert view.seconds_left is not None  # the clock runs anew
        assert view.seconds_left > 0.5
        assert view.offers[0].choice is None
        assert len(view.events) > len(first.events)

    run(story)


def test_in_teams_and_with_everything_it_goes_to_the_end() -> None:
    everything = Options(
        players=4, expansions=("leaders", "cities", "armada"), teams=True, level="random"
    )

    async def story(service: Service) -> None:
        code = await begun(service, everything)
        for _ in range(3):
            view = await play_on(service, code, [ANN], 4)
            events = len(view.events)
            await service.take_back(code, ANN, view.step)
            back = await service.table_view(code, ANN)
            assert len(back.events) < events
            assert any(offer.choice is None for offer in back.offers)
        assert back.taken_back == 3

    run(story)


def test_taking_back_ends_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "MOST_TAKEN_BACK", 2)

    async def story(service: Service) -> None:
        code = await begun(service)
        for _ in range(2):
            now = await decide(service, code)
            await service.take_back(code, ANN, now.step)
        now = await decide(service, code)
        assert not now.can_take_back
        assert "too much" in await refusal(service.take_back(code, ANN, now.step), 429)

    run(story)


@pytest.mark.parametrize("wrong", [-1, 1.0, True, "2", None, [1]])
def test_how_often_was_taken_back_is_a_number(wrong: object) -> None:
    record = Game(3, seed=1).record()
    assert "taken_back" not in record
    assert Game.from_record({**record, "taken_back": 0}).steps == 0
    with pytest.raises(RecordError, match="taken_back"):
        Game.from_record({**record, "taken_back": wrong})


# Over HTTP


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def played(server: Served, steps: int = 2) -> tuple[Program, dict[str, Any]]:
    """A program that has decided so often against bots, and what it sees now."""
    ann = server.program().create(players=3, begin=True)
    for number in range(steps + 1):
        while (view := ann.get())["step"] < number or not view["offers"]:
            time.sleep(0.005)
        if number < steps:
            ann.post("decide", move=view["offers"][0]["moves"][0], step=view["step"])
    return ann, view


def test_a_program_takes_back_and_its_stream_tells_everything_anew(server: Served) -> None:
    ann, view = played(server)
    cookies = {visitors.COOKIE: ann.token}
    with server.client(cookies=cookies).stream("GET", f"/api/stream?t={ann.code}:0") as stream:
        events = events_of(stream.iter_lines())
        known = next(events)[2]
        assert len(known["events"]) == len(view["events"])
        ann.post("takeback", step=view["step"])
        while (told := next(events))[1] != "update":
            pass
        now = told[2]
        assert now["taken_back"] == 1
        assert now["step"] > view["step"]
        assert [event["number"] for event in now["events"]] == list(range(len(now["events"])))
        assert 0 < len(now["events"]) < len(view["events"])
        assert now["events"] == ann.get("/events")["events"]
    mine = ann.http.get("/api/mine", headers={"Authorization": f"Bearer {ann.token}"}).json()
    assert mine["tables"][0]["taken_back"] == 1


def test_a_form_takes_back_without_scripts_and_with_them(server: Served) -> None:
    ann, view = played(server)
    client = server.client(cookies={visitors.COOKIE: ann.token})
    page = client.get(f"/t/{ann.code}").text
    form = re.search(r'action="/t/\w+/takeback".*?name="step" value="(\d+)"', page, re.S)
    assert form
    assert int(form[1]) == view["step"]
    answer = client.post(f"/t/{ann.code}/takeback", data={"step": form[1]})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{ann.code}")
    again = client.post(
        f"/t/{ann.code}/takeback",
        data={"step": form[1]},
        headers={"Accept": "application/json"},
    )
    assert again.status_code == 409
    assert "meant for step" in again.json()["error"]
    now = ann.get()
    answer = client.post(
        f"/t/{ann.code}/takeback",
        data={"step": str(now["step"])},
        headers={"Accept": "application/json"},
    )
    assert "/takeback" not in answer.json()["html"]  # there is nothing left to take back
    missing = client.post(f"/t/{ann.code}/takeback", headers={"Accept": "application/json"})
    assert (missing.status_code, missing.json()["error"]) == (400, "step is missing.")


def test_who_has_decided_changes_that_and_takes_nothing_back(server: Served) -> None:
    ann = server.program().create(players=3)
    ben = server.program().join(ann.code, "Ben")
    ann.post("start")
    ann.post("decide", move=ann.get()["offers"][0]["moves"][0], step=0)
    for program in (ann, ben):
        client = server.client(cookies={visitors.COOKIE: program.token})
        assert "/takeback" not in client.get(f"/t/{ann.code}").text


def test_taking_back_is_limited_like_hints() -> None:
    with served(hint_limit=(3, 0)) as server:
        ann, _ = played(server, 1)
        answers = [
            ann.http.post(
                f"/api/tables/{ann.code}/takeback",
                json={"step": 999},
                headers={"Authorization": f"Bearer {ann.token}"},
            ).status_code
            for _ in range(4)
        ]
        assert answers == [409, 409, 409, 429]
