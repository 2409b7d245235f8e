"""Several people at one device: each sees his hand only after he has said that it is him."""

import asyncio
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, PLAYING, WAITING, Options, TableView
from tables import ANN, BEN, SMALL, Served, events_of, run, served, serving

TWO = Options(players=2, edition="1st", level="random")


async def shared(service: Service, options: Options = SMALL, *names: str) -> str:
    return await service.create(options, "Ann", ANN, beside=names or ("Bea", "Cy"))


async def decide(service: Service, code: str, visitor: str, chance: random.Random) -> TableView:
    """Whoever's hand lies open decides what he owes."""
    table_view = await service.table_view(code, visitor)
    for offer in table_view.offers:
        if offer.choice is None:
            move = str(chance.choice(offer.moves))
            await service.decide(code, visitor, offer.seat, move, table_view.step)
            break
    return await service.table_view(code, visitor)


def test_one_after_the_other_says_that_it_is_him_and_decides() -> None:
    async def story(service: Service) -> None:
        code = await shared(service)
        chance = random.Random(1)
        for seat in range(3):
            covered = await service.table_view(code, ANN)
            assert (covered.status, covered.covered, covered.offers) == (PLAYING, True, ())
            assert covered.device is not None
            assert covered.device.asked == tuple(range(seat, 3))
            hands = [entry["hand"] for entry in (covered.view or {})["seats"]]
            assert all(isinstance(hand, int) for hand in hands)
            await service.show_hand(code, ANN, seat)
            shown = await service.table_view(code, ANN)
            assert (shown.seat, shown.covered) == (seat, False)
            hands = [entry["hand"] for entry in (shown.view or {})["seats"]]
            assert [isinstance(hand, list) for hand in hands] == [at == seat for at in range(3)]
            after = await decide(service, code, ANN, chance)
            assert after.covered
        assert after.step == 1

    run(story)


def test_who_has_not_said_who_he_is_can_do_nothing_and_nobody_acts_for_another() -> None:
    async def story(service: Service) -> None:
        code = await shared(service)
        with pytest.raises(Refused, match="say first who you are"):
            await service.decide(code, ANN, 0, "skip", 0)
        with pytest.raises(Refused, match="say first who you are"):
            await service.hint(code, ANN)
        with pytest.raises(Refused, match="say first who you are"):
            await service.undecide(code, ANN)
        await service.show_hand(code, ANN, 0)
        offer = (await service.table_view(code, ANN)).offers[0]
        with pytest.raises(Refused, match="not yours"):
            await service.decide(code, ANN, 1, str(offer.moves[0]), 0)
        for visitor, seat in ((BEN, 0), (None, 0)):
            with pytest.raises(Refused, match="no seat"):
                await service.show_hand(code, visitor, seat)
        await service.cover_hands(code, ANN)
        assert (await service.table_view(code, ANN)).covered
        with pytest.raises(Refused, match="no seat 3"):
            await service.show_hand(code, ANN, 3)

    run(story)


def test_a_choice_sent_twice_is_harmless_and_can_be_changed_by_who_made_it() -> None:
    async def story(service: Service) -> None:
        code = await shared(service)
        await service.show_hand(code, ANN, 0)
        move = str((await service.table_view(code, ANN)).offers[0].moves[0])
        for _ in range(2):
            await service.decide(code, ANN, 0, move, 0)
        covered = await service.table_view(code, ANN)
        assert covered.device is not None
        assert (covered.covered, covered.device.asked) == (True, (1, 2))
        await service.show_hand(code, ANN, 0)
        (offer,) = (await service.table_view(code, ANN)).offers
        assert str(offer.choice) == move
        await service.undecide(code, ANN, 0)
        found = await service.table_view(code, ANN)
        assert found.seat == 0
        assert found.offers[0].choice is None

    run(story)


def test_others_see_what_they_always_see() -> None:
    async def story(service: Service) -> None:
        code = await shared(service, SMALL, "Bea")
        assert (await service.table_view(code, ANN)).status == WAITING
        await service.join(code, BEN, "Ben")
        before = await service.table_view(code, BEN), await service.table_view(code, None)
        await service.show_hand(code, ANN, 1)
        after = await service.table_view(code, BEN), await service.table_view(code, None)
        for one, other in zip(before, after, strict=True):
            assert (one.seat, one.view, one.offers, one.events, one.device) == (
                other.seat,
                other.view,
                other.offers,
                other.events,
                None,
            )
        assert after[0].seat == 2

    run(story)


@pytest.mark.parametrize(("options", "names"), [(SMALL, ("Bea",)), (TWO, ("Bea",))])
def test_a_whole_game_across_restarts(
    tmp_path: Path, options: Options, names: tuple[str, ...]
) -> None:
    """With two, whoever holds the Free City decides for it before he passes the device on."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    chance = random.Random(2)

    async def begin() -> str:
        async with serving(url) as service:
            code = await service.create(options, "Ann", ANN, beside=names, begin=True)
            await service.show_hand(code, ANN, 0)
            return code

    async def go_on(code: str, steps: int) -> TableView:
        async with serving(url) as service:
            while True:
                table_view = await service.table_view(code, ANN)
                if table_view.status == OVER or table_view.step >= steps:
                    return table_view
                assert table_view.device is not None
                if not table_view.covered:
                    assert table_view.seat in table_view.device.asked
                    await decide(service, code, ANN, chance)
                elif table_view.device.asked:
                    await service.show_hand(code, ANN, table_view.device.asked[0])
                else:
                    await asyncio.sleep(0.002)  # a bot decides

    code = asyncio.run(begin())
    asyncio.run(go_on(code, 4))
    end = asyncio.run(go_on(code, 1000))
    assert (end.status, end.seat) == (OVER, 0)


def test_who_leaves_with_a_device_leaves_with_all_at_it() -> None:
    async def story(service: Service) -> None:
        code = await shared(service, SMALL, "Bea")
        await service.join(code, BEN, "Ben")
        await service.show_hand(code, ANN, 0)
        await service.leave(code, ANN)
        sitters = (await service.table_view(code, BEN)).sitters
        assert [sitter.away for sitter in sitters] == [True, True, False]
        assert (await service.table_view(code, ANN)).covered
        await service.come_back(code, ANN)
        sitters = (await service.table_view(code, BEN)).sitters
        assert not any(sitter.away for sitter in sitters)

    run(story)


@pytest.mark.parametrize(
    ("options", "names", "sentence"),
    [
        (SMALL, ("Bea", "Cy", "Di"), "The game has begun|All seats"),
        (SMALL, ("ann",), "called ann already"),
        (SMALL, ("B" * 30,), "1 to 20 letters"),
        (Options(players=3, clock=30), ("Bea",), "without a clock"),
    ],
)
def test_a_device_that_can_not_be_shared_so(
    options: Options, names: tuple[str, ...], sentence: str
) -> None:
    async def story(service: Service) -> None:
        with pytest.raises(Refused, match=sentence):
            await service.create(options, "Ann", ANN, beside=names)
        assert not service.count
        if options.clock is None:
            code = await shared(service, SMALL, "Bea")
            with pytest.raises(Refused, match="without a clock"):
                await service.set_up(code, ANN, Options(players=3, level="random", clock=30))

    run(story)


# What is sent


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def opened(server: Served) -> tuple[httpx.Client, str, str]:
    client = server.client()
    form = {"name": "Ann", "beside": "Bea, Cy", "players": "3", "edition": "2nd", "listed": ""}
    path = client.post("/tables", data={**form, "level": "random"}).headers["location"]
    return client, path, path.removeprefix("/t/")


def test_nothing_of_a_hand_is_sent_before_its_button(server: Served) -> None:
    client, path, code = opened(server)
    game = server.service._keepers[code].table.game
    assert game is not None
    hands = [set(game.hand(seat)) for seat in range(3)]
    all_hands = {card for hand in hands for card in hand}

    def texts() -> dict[str, str]:
        """All that a browser with this cookie can ask for."""
        with client.stream("GET", f"/stream?t={code}:0") as answer:
            stream = str(next(events_of(answer.iter_lines())))
        asked = [f"/api/tables/{code}", f"/api/tables/{code}/moves", f"/api/tables/{code}/events"]
        return {"stream": stream, **{each: client.get(each).text for each in (path, *asked)}}

    def cards(text: str) -> set[str]:
        return set(re.findall(r"[a-z][a-z0-9_]*", text)) & set(game.catalogue.cards)

    for seat in range(3):
        for where, text in texts().items():
            assert not cards(text) & all_hands, where
        answer = client.post(
            f"{path}/show", data={"seat": seat}, headers={"Accept": "application/json"}
        )
        others = all_hands - hands[seat]
        for where, text in {**texts(), "answer": answer.text}.items():
            assert not cards(text) & others, where
        assert hands[seat] <= cards(texts()[path])
        move = client.get(f"/api/tables/{code}/moves").json()["offers"][0]["moves"][0]
        answer = client.post(
            f"{path}/decide",
            data={"seat": seat, "step": 0, "move": move},
            headers={"Accept": "application/json"},
        )
        if seat < 2:
            assert not cards(answer.text) & all_hands


def test_a_covered_page_works_without_scripts(server: Served) -> None:
    client, path, _ = opened(server)
    page = client.get(path).text
    assert "Ann decides now" in page
    assert f'action="{path}/show"' in page
    assert 'name="card"' not in page
    assert client.post(f"{path}/show", data={"seat": "1"}).status_code == 303
    page = client.get(path).text
    assert 'name="card"' in page
    assert f'action="{path}/cover"' in page
    assert client.post(f"{path}/cover").status_code == 303
    assert "Ann decides now" in client.get(path).text
    for seat in ("", "x", "7"):
        assert client.post(f"{path}/show", data={"seat": seat}).status_code == 400
    stranger = server.client()
    assert stranger.post(f"{path}/show", data={"seat": "1"}).status_code == 403


def test_a_covered_device_says_who_else_is_awaited(server: Served) -> None:
    client = server.client()
    form = {"name": "Ann", "beside": "Bea", "players": "3", "edition": "2nd", "level": "random"}
    path = client.post("/tables", data=form).headers["location"]
    server.program().join(path.removeprefix("/t/"), "Ben")
    for seat in range(2):
        client.post(f"{path}/show", data={"seat": seat})
        moves = client.get(f"/api/tables/{path.removeprefix('/t/')}/moves").json()
        move = moves["offers"][0]["moves"][0]
        client.post(f"{path}/decide", data={"seat": seat, "step": 0, "move": move})
    page = client.get(path).text
    assert "Waiting for Ben" in page
    assert "It's me" not in unescape(page)
    assert unescape(page).count("looks at the table") == 2
    assert f'action="{path}/leave"' in page


def test_names_that_were_refused_are_still_in_the_form(server: Served) -> None:
    form = {"name": "Ann", "beside": "Bea, ann", "players": "3", "edition": "2nd"}
    answer = server.client().post("/tables", data={**form, "level": "random"})
    assert answer.status_code == 409
    assert 'value="Bea, ann"' in answer.text
    assert "called ann already" in answer.text
