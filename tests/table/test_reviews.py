"""Reviews at the table: made last of all, one decision at a time, kept with the game."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import time
from collections.abc import Callable
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from mirabilia.game.replays import Replay
from mirabilia.review import course, jobs, judging, written
from mirabilia.review.decisions import Walk
from mirabilia.review.judgement import Expected, Moment
from mirabilia.review.sentences import texts as sentences
from mirabilia.table.page import review
from mirabilia.table.page.curve import HEIGHT, curve
from mirabilia.table.page.reader import Reader
from mirabilia.table.rooms import archive
from mirabilia.table.rooms.review_view import DONE, FAILED, QUEUED, WARMING, WORKING, ReviewView
from mirabilia.table.rooms.schema import Change
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER
from mirabilia.table.rooms.thinking import NoAnswer, Thinking
from mirabilia.table.rooms.warmth import Warmth, WarmUp
from mirabilia.table.rooms.workers import Found, Parts
from mirabilia.texts.gathering import gather
from reviews import recorded
from tables import ANN, SMALL, Served, play_on, refusal, run, served, serving


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "_EFFORT", 360)
    monkeypatch.setattr(course, "_EFFORT", 30)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A file, for what outlives a server."""
    return str(tmp_path / "tables.sqlite")


class Here(Thinking):
    """Work is done in this process; ``until`` so many pieces, then it waits to be let on, and
    ``fails`` where there is no answer.
    """

    def __init__(self, until: int | None = None, fails: bool = False) -> None:
        super().__init__(0)
        self.until, self.fails, self.asked = until, fails, 0
        self.go_on = asyncio.Event()

    async def work(self, work: Callable[[*Parts], Found], *given: *Parts) -> Found:
        if self.asked == self.until:
            await self.go_on.wait()
        self.asked += 1
        if self.fails:
            raise NoAnswer
        return await asyncio.to_thread(work, *given)


def thinks(service: Service, thinking: Here) -> Here:
    service.reviews._thinking = thinking
    return thinking


async def reached(
    service: Service, code: str, true: Callable[[ReviewView], object], seat: int | None = None
) -> ReviewView:
    for _ in range(1000):
        seen = await service.reviews.look(code, seat, again=False)
        if true(seen):
            return seen
        await asyncio.sleep(0.05)
    raise AssertionError(f"It never came true: {seen.state}, {seen.parts} of {seen.whole}.")


def is_done(seen: ReviewView) -> bool:
    return seen.state == DONE


def page_status(seen: ReviewView) -> str:
    return review.ReviewPage(seen, "en").status


async def is_failed(service: Service, code: str) -> ReviewView:
    return await reached(service, code, lambda seen: seen.state == FAILED)


def test_it_is_shown_as_it_comes_and_then_asked_for_no_more(database: str) -> None:
    async def story(service: Service) -> None:
        thinking = thinks(service, Here(until=8))
        code = await service.replays.bring(recorded())
        first = await service.reviews.look(code)
        assert (first.state, first.parts) == (WORKING, 0)
        assert page_status(first) == "It comes in a moment."
        some = await reached(service, code, lambda seen: len(seen.review.judgements) == 2)
        assert len(some.review.course) == some.review.turns == 18
        assert (some.state, some.review.complete) == (WORKING, False)
        assert "20 of 36 parts" in page_status(some)
        thinking.go_on.set()
        whole = await reached(service, code, is_done)
        assert len(whole.review.judgements) == whole.review.owed == 18
        asked = thinking.asked
        assert (await service.reviews.look(code)).review == whole.review
        await asyncio.sleep(0.05)
        assert thinking.asked == asked == 18 // 3 + 18

    run(story, database=database)


def test_after_a_restart_it_goes_on_where_it_was(database: str) -> None:
    async def story() -> None:
        async with serving(database) as service:
            thinks(service, Here(until=9))
            code = await service.replays.bring(recorded())
            await service.reviews.look(code)
            before = await reached(service, code, lambda seen: len(seen.review.judgements) == 3)
        async with serving(database) as service:
            thinking = thinks(service, Here())
            again = await service.reviews.look(code)
            assert again.review == before.review
            whole = await reached(service, code, is_done)
            assert thinking.asked == 15
            assert whole.review.judgements[:3] == before.review.judgements

    asyncio.run(story())


def test_the_course_is_made_once_for_all_players(database: str) -> None:
    async def story(service: Service) -> None:
        thinking = thinks(service, Here())
        code = await service.replays.bring(recorded())
        await reached(service, code, is_done, 0)
        asked = thinking.asked
        other = await reached(service, code, is_done, 2)
        assert thinking.asked == asked + 18
        assert other.review.player == 2

    run(story, database=database)


def test_one_after_the_other_and_not_too_many(database: str) -> None:
    async def story(service: Service) -> None:
        thinks(service, Here(until=0))
        code = await service.replays.bring(recorded())
        look = service.reviews.look
        assert (await look(code, 0, address="a")).state == WORKING
        queued = await look(code, 1, address="a")
        assert (queued.state, queued.before) == (QUEUED, 1)
        assert "where you are" in await refusal(look(code, 2, address="a"), 429)
        assert (await look(code, 1, address="a")).state == QUEUED  # what waits may be looked at
        third = await look(code, 2, address="b")
        assert (third.state, third.before) == (QUEUED, 2)
        other = await service.replays.bring(recorded(seed=5))
        assert "Too many reviews" in await refusal(look(other, 0, address="c"), 503)

    run(story, database=database, address_reviews=2, most_reviews=3)


def test_where_no_bot_answers_it_stops_and_goes_on_when_opened_again(database: str) -> None:
    async def story(service: Service) -> None:
        thinking = thinks(service, Here(fails=True))
        code = await service.replays.bring(recorded())
        await service.reviews.look(code)
        failed = await is_failed(service, code)
        assert "No bot had an answer" in review.review_fragment(failed, "en")
        asked = thinking.asked
        await service.reviews.look(code, again=False)
        await asyncio.sleep(0.02)
        assert thinking.asked == asked
        thinking.fails = False
        assert (await service.reviews.look(code)).state == WORKING
        await reached(service, code, is_done)

    run(story, database=database)


class NotYet(WarmUp):
    now: Warmth | None = Warmth(0.5, 30)

    def __init__(self) -> None:
        pass

    @property
    def warmth(self) -> Warmth | None:
        return self.now


def test_while_the_bots_warm_up_it_waits(monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    monkeypatch.setattr("mirabilia.table.rooms.reviewing._LOOK", 0.01)

    async def story(service: Service) -> None:
        thinking = thinks(service, Here())
        service.reviews._warm_up = warm_up = NotYet()
        code = await service.replays.bring(recorded())
        seen = await service.reviews.look(code)
        assert seen.state == WARMING
        assert "warming up" in review.review_fragment(seen, "en")
        await asyncio.sleep(0.05)
        assert thinking.asked == 0
        warm_up.now = None
        await reached(service, code, is_done)

    run(story, database=database)


def test_where_the_bots_never_come_it_is_said(
    monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    async def story(service: Service) -> None:
        service.reviews._warm_up = warm_up = NotYet()
        warm_up.now = Warmth(0.5, 30, failed=True)
        code = await service.replays.bring(recorded())
        assert "can't be made ready" in await refusal(service.reviews.look(code), 503)

    run(story, database=database)


def test_my_seat_comes_first_and_any_other_may_be_opened(database: str) -> None:
    async def story(service: Service) -> None:
        thinks(service, Here(until=0))
        code = await service.create(SMALL, "Ann", ANN, seat=2, begin=True)
        assert (await play_on(service, code, [ANN])).status == OVER
        mine = await service.reviews.look(code, None, ANN)
        assert (mine.review.player, mine.you) == (2, 2)
        other = await service.reviews.look(code, 1, ANN)
        assert (other.review.player, other.you) == (1, 2)
        stranger = await service.reviews.look(code)
        assert (stranger.review.player, stranger.you) == (2, None)  # the first person's
        assert "no player at seat 3" in await refusal(service.reviews.look(code, 3), 400)

    run(story, database=database)


def test_who_takes_the_end_back_takes_the_review_too(database: str) -> None:
    async def story(service: Service) -> None:
        thinking = thinks(service, Here(until=2))
        code = await service.create(SMALL, "Ann", ANN, begin=True)
        assert (await play_on(service, code, [ANN])).status == OVER
        await reached(service, code, lambda seen: seen.parts)
        view = await service.table_view(code, ANN)
        await service.take_back(code, ANN, view.step)
        assert "no such finished game" in await refusal(service.reviews.look(code), 404)
        thinking.go_on.set()  # what was being thought about comes too late
        await asyncio.sleep(0.2)
        assert not service.reviews._wanted
        thinking.until = thinking.asked
        thinking.go_on.clear()
        assert (await play_on(service, code, [ANN], seed=9)).status == OVER
        again = await service.reviews.look(code)
        assert again.parts == 0

    run(story, database=database)


def test_it_stays_when_the_table_goes_and_goes_with_the_game(database: str) -> None:
    async def story(service: Service) -> None:
        thinks(service, Here())
        code = await service.create(SMALL, "Ann", ANN, begin=True)
        assert (await play_on(service, code, [ANN])).status == OVER
        whole = await reached(service, code, is_done)
        await service._remove(service._keepers[code])
        assert (await service.reviews.look(code)).review == whole.review
        await service.storage.write(Change("", also=[archive.take_out(code)]))
        left = service.storage.read(lambda connection: rows_in(connection))
        assert left == 0

    run(story, database=database)


def rows_in(connection: Any) -> int:
    return int(connection.exec_driver_sql("SELECT COUNT(*) FROM reviews").scalar())


def test_what_another_version_wrote_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    async def story(service: Service) -> None:
        thinking = thinks(service, Here())
        code = await service.replays.bring(recorded())
        await reached(service, code, is_done)
        monkeypatch.setattr(written, "VERSION", 99)
        thinking.asked = 0
        assert (await service.reviews.look(code)).parts == 0
        await reached(service, code, is_done)
        assert thinking.asked == 24

    run(story, database=database)


def test_a_worker_judges_and_one_that_dies_is_replaced() -> None:
    async def story() -> None:
        thinking = Thinking(1)
        try:
            replay = Replay(recorded())
            walk = Walk(replay, 0)
            verdict = await thinking.work(jobs.verdict_on, walk.owed[-1])
            assert verdict.played.move == walk.owed[-1].move
            for pid in thinking.workers:
                os.kill(pid, signal.SIGKILL)
            assert await thinking.work(jobs.verdict_on, walk.owed[-1]) == verdict
            with pytest.raises(NoAnswer):
                await thinking.work(jobs.expected, {}, [])
            assert thinking.workers
            assert await thinking.work(jobs.verdict_on, walk.owed[-1]) == verdict
        finally:
            thinking.stop()

    asyncio.run(story())


# Pages


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(str(tmp_path_factory.mktemp("reviews") / "tables.sqlite")) as found:
        yield found


def whole_review(server: Served, record: dict[str, Any], seat: int = 0) -> str:
    loop_service = server.service
    thinks(loop_service, Here())
    with server.client() as client:
        code = client.post("/r", json=record, headers={"Accept": "application/json"}).json()["code"]
        address = f"/r/{code}/review?seat={seat}"
        for _ in range(600):
            told = client.get(address, headers={"Accept": "application/json"}).json()
            if told["state"] == DONE:
                break
            time.sleep(0.1)
        assert told["state"] == DONE
        page = client.get(address)
        assert page.status_code == 200
        return page.text


def test_the_page_has_the_curve_the_costliest_and_every_decision(server: Served) -> None:
    page = whole_review(server, recorded(["Ann", "Ben", "<b>Li</b>"]))
    assert page.count("<polyline") == 3
    assert "What cost most" in page
    assert page.count("?at=") >= 18
    assert "&amp;as=0" in page
    assert "<b>Li" not in page
    assert "data-again" not in page


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"edition": "1st"}),
        (4, {"expansions": ("cities",), "teams": True}),
        (5, {"expansions": ("leaders", "armada"), "sides": "choose"}),
    ],
)
def test_every_kind_of_decision_has_words(
    server: Served, players: int, options: dict[str, Any]
) -> None:
    page = whole_review(server, recorded(players, **options), seat=1)
    assert page.count("<polyline") == players
    assert "%(" not in page


def test_a_decision_for_the_free_city_is_shown_where_it_was_taken(server: Served) -> None:
    page = whole_review(server, recorded(2, edition="1st"), seat=1)
    links = sorted(set(re.findall(r'"(/r/[^"]+&amp;as=[^"]+)"', page)))
    with server.client() as client:
        pages = [client.get(unescape(link)).text for link in links]
    assert all("is-chosen" in shown for shown in pages)
    assert any(re.search(r'is-chosen[^>]*data-key="2-', shown) for shown in pages)


def test_before_the_end_there_is_none(server: Served) -> None:
    program = server.program().create(players=3)
    program.post("start")
    with server.client() as client:
        answer = client.get(f"/r/{program.code}/review")
        assert answer.status_code == 409
        assert "The game is not over" in answer.text
        assert client.get("/r/zzzzzz/review").status_code == 404
        assert client.get(f"/r/{program.code}/review?seat=9").status_code == 422
    assert server.service.storage.read(rows_in) == 0 or not server.service.reviews._wanted


def test_the_end_of_a_game_leads_to_its_review(server: Served) -> None:
    program = server.program().create(players=3)
    program.post("start")
    chance = random.Random(2)
    for _ in range(2000):
        view = program.get()
        if view["status"] == OVER:
            break
        program.decide(view, chance)
    with server.client(cookies={"mirabilia": program.token}) as client:
        assert f'href="/r/{program.code}/review"' in client.get(f"/t/{program.code}").text
        assert f"/r/{program.code}/review" in client.get(f"/r/{program.code}").text


def test_all_sentences_can_be_translated() -> None:
    ids = {message.id for message in gather()}
    assert set(sentences()) <= ids


def test_names_at_the_ends_of_lines_lie_apart_and_inside() -> None:
    found = [Expected(Moment(0, 1, 1), (4.0,) * 7, (0.0,) * 7)]
    drawn = curve(found, 18, ["A name of 21 letters!"] * 7, list(range(1, 8)), 3)
    heights = sorted(line.name_y for line in drawn.lines)
    assert all(after - before >= 20 for before, after in pairwise(heights))
    assert heights[0] >= 0
    assert heights[-1] <= HEIGHT
    assert drawn.lines[-1].own
    assert all(len(line.name) <= 12 for line in drawn.lines)


def test_a_reader_of_the_page_needs_no_script(database: str) -> None:
    async def story(service: Service) -> None:
        thinks(service, Here(until=0))
        code = await service.replays.bring(recorded())
        seen = await service.reviews.look(code)
        page = review.review_page(seen, Reader())
        assert 'class="without-scripts"' in page
        assert f'href="/r/{code}/review?seat=0"' in page

    run(story, database=database)
