"""Score pads over HTTP: begun, written on by forms and by scripts, kept, cleared away."""

import asyncio
import json
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from mirabilia.table.rooms import pad as pads
from mirabilia.table.rooms.pads import Pads
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.service import Service
from mirabilia.table.settings import DAY, Settings
from tables import ANN, BEN, GENEROUS, Served, refusal, run, served, serving

JSON = {"Accept": "application/json"}
ALL = ("leaders", "cities", "armada")
GAME = {"players": "3", "edition": "2nd", "name": ["Ann", "Ben", "Cleo"]}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


@pytest.fixture
def browser(server: Served) -> Iterator[httpx.Client]:
    with server.client() as found:
        yield found


def begin(browser: httpx.Client, **game: Any) -> str:
    answer = browser.post("/pad", data={**GAME, **game})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def seen(browser: httpx.Client, address: str) -> str:
    """What a form shows, to be sent back."""
    found = browser.get(address, headers=JSON).json()["seen"]
    assert isinstance(found, str)
    return found


def note(browser: httpx.Client, address: str, saw: str | None = None, **fields: Any) -> Any:
    saw = seen(browser, address) if saw is None else saw
    return browser.post(address, data={"seen": saw, **fields}, headers=JSON)


def readers_link(browser: httpx.Client, pen: str) -> str:
    html = browser.get(pen).text
    return next(str(link) for link in re.findall(r"/pad/[a-z2-9]{12}", html) if link != pen)


def test_a_form_without_scripts_notes_a_city(browser: httpx.Client) -> None:
    pen = begin(browser)
    city = f"{pen}/city/1"
    form = {"seen": seen(browser, city), "wonder": "rhodos:day", "stages": ["1", "2"]}
    answer = browser.post(city, data={**form, "cards": ["altar", "baths"], "coins": "7"})
    assert (answer.status_code, answer.headers["location"]) == (303, city)
    html = browser.get(city).text
    assert re.search(r'value="altar" checked', html)
    assert re.search(r'name="coins" value="7"', html)
    assert "<b>11</b>" in browser.get(pen).text  # 3 and 3, a stage of 3, 2 of coins


def test_numbers_are_typed_on_the_sheet(browser: httpx.Client) -> None:
    pen = begin(browser)
    fields = {"0.line_blue": "12", "2.line_military": "−3", "1.line_green": "+8"}
    answer = browser.post(pen, data={"seen": "[]", **fields})
    assert answer.status_code == 303
    told = browser.get(pen, headers=JSON).json()
    assert told["fields"] == {
        "0.line_blue": ["12"],
        "2.line_military": ["-3"],
        "1.line_green": ["8"],
    }
    assert "−3" in told["parts"]["sums"]


def test_a_number_that_can_not_be_is_said_as_the_page_calls_it(browser: httpx.Client) -> None:
    pen = begin(browser, expansion=list(ALL))

    def said(address: str, lang: str = "en", **fields: str) -> str:
        headers = {**JSON, "Accept-Language": lang}
        answer = browser.post(address, data={"seen": "{}", **fields}, headers=headers)
        assert answer.status_code == 400
        return str(answer.json()["error"])

    blue = said(pen, **{"1.line_blue": "1000"})
    assert blue == "Ben: Blue cards is a whole number from -999 to 999."
    assert said(pen, "de", **{"1.line_blue": "x"}).startswith("Ben: Blaue Karten")
    numbers = [
        name for name, field in pads.fields("2nd", ALL).items() if field.most and not field.many
    ]
    for name in numbers:
        assert said(f"{pen}/city/1", **{name: "-10000"}).startswith("Ann: ")
        assert name not in said(f"{pen}/city/1", **{name: "-10000"})


def test_a_script_is_told_what_has_changed(browser: httpx.Client) -> None:
    city = f"{begin(browser)}/city/2"
    told = note(browser, city, cards=["altar", "altar"]).json()
    assert set(told) == {"version", "seen", "fields", "counted", "parts"}
    assert told["fields"] == {"cards": ["altar", "altar"]}
    assert told["counted"]["line_blue"] == "6"
    assert "Ben has Altar 2 times; a city can have it only once." in told["parts"]["remarks"]
    assert browser.get(f"{city}?version={told['version']}", headers=JSON).status_code == 204


def test_who_has_the_link_for_reading_only_reads(browser: httpx.Client, server: Served) -> None:
    pen = begin(browser)
    code = readers_link(browser, pen)
    with server.client() as other:
        page = other.get(code)
        assert page.status_code == 200
        assert pen not in page.text
        assert "<form" not in page.text.split("<main")[1]
        assert other.get(f"{code}/city/1").status_code == 303
        for address in ("", "/city/1", "/setup", "/delete"):
            answer = other.post(f"{code}{address}", data={"seen": "{}", **GAME})
            assert answer.status_code == 403, address
        assert other.get(f"{code}/setup").status_code == 403
        assert other.get(f"{code}/qr.svg").headers["content-type"] == "image/svg+xml"


def test_two_who_write_at_once_lose_nothing(browser: httpx.Client, server: Served) -> None:
    city = f"{begin(browser)}/city/1"
    saw = seen(browser, city)
    with server.client() as other:
        assert note(browser, city, saw, cards=["altar"], coins="3").status_code == 200
        assert note(other, city, saw, cards=["baths"], defeats="2").status_code == 200
        both = {"cards": ["altar", "baths"], "coins": ["3"], "defeats": ["2"]}
        assert other.get(city, headers=JSON).json()["fields"] == both


def test_who_writes_something_else_at_the_same_place_is_told(
    browser: httpx.Client, server: Served
) -> None:
    city = f"{begin(browser)}/city/1"
    saw = seen(browser, city)
    assert note(browser, city, saw, coins="3").status_code == 200
    with server.client() as other:
        answer = note(other, city, saw, coins="5", cards=["altar"])
        assert answer.status_code == 409
        assert "Ann, Coins: 3" in answer.json()["error"]
        page = other.post(city, data={"seen": saw, "coins": "5", "cards": ["altar"]})
        assert page.status_code == 409
        assert re.search(r'name="coins" value="5"', page.text), "what he typed is still there"
        assert re.search(r'value="altar" checked', page.text)
        assert browser.get(city, headers=JSON).json()["fields"] == {"coins": ["3"]}
        assert note(other, city, coins="5", cards=["altar"]).status_code == 200, "he has seen it"


def test_many_who_write_at_once_lose_nothing() -> None:
    async def story(service: Service) -> None:
        kept = await service.pads.begin(pads.begun(["Ann", "Ben", "Cleo"]), ANN)
        cards = sorted(kept.pad.catalogue.cards)[:24]

        def with_card(card: str) -> Any:
            def change(pad: pads.Pad) -> pads.Pad:
                mine = pads.merged(pad, {}, {"cards": (card,)}, pad.cities[0], ["cards"])
                return pad.with_city(0, mine)

            return change

        await asyncio.gather(*(service.pads.write(kept.pen, with_card(card)) for card in cards))
        found = await service.pads.find(kept.code)
        assert found.pad.cities[0]["cards"] == tuple(cards)
        assert found.version == 1 + len(cards)

    run(story)


def test_names_and_game_can_be_changed(browser: httpx.Client) -> None:
    pen = begin(browser)
    note(browser, f"{pen}/city/1", cards=["altar"])
    more = {"players": "4", "edition": "2nd", "expansion": "leaders", "name": ["Anna", "Ben"]}
    assert browser.post(f"{pen}/setup", data=more).status_code == 303
    html = browser.get(pen).text
    assert all(name in html for name in ("Anna", "Ben", "Player 3", "Player 4", "Leaders"))
    fewer = {"players": "3", "edition": "1st", "name": ["A" * 21]}
    answer = browser.post(f"{pen}/setup", data=fewer)
    assert answer.status_code == 400
    assert "1 to 20 letters" in answer.text


def test_what_can_not_be_played_is_said_above_the_form(browser: httpx.Client) -> None:
    for game, words in (
        ({"players": "2", "name": ["A", "B"]}, "Two can play only"),
        ({"players": "9"}, "Two to eight"),
        ({"name": ["A", "B", "C", "D"]}, "more names than players"),
        ({"name": ["ㅤ", "B", "C"]}, "1 to 20 letters"),
        ({"edition": "3rd"}, "There is no edition"),
    ):
        answer = browser.post("/pad", data={**GAME, **game})
        assert answer.status_code == 400
        assert words in answer.text


def test_two_have_the_free_city_between_them(browser: httpx.Client) -> None:
    pen = begin(browser, players="2", edition="1st", name=["Ann", "Ben"])
    told = note(browser, f"{pen}/city/3", cards=["altar"]).json()
    assert "Free City" in told["parts"]["totals"]
    sheet = browser.get(pen, headers=JSON).json()["parts"]
    assert "Free City" not in sheet["verdict"].split("</ol>")[0]


def test_a_deleted_pad_is_gone(browser: httpx.Client) -> None:
    pen = begin(browser)
    assert browser.post(f"{pen}/delete").status_code == 303
    assert browser.get(pen).status_code == 404


def test_my_pads_are_found_again(browser: httpx.Client, server: Served) -> None:
    pen = begin(browser, name=["Zoë", "Ben", "Cleo"])
    assert pen in browser.get("/pad").text
    with server.client() as other:
        assert pen not in other.get("/pad").text


def test_names_are_shown_as_text(browser: httpx.Client) -> None:
    pen = begin(browser, name=["<b>Ann</b>", "Ben", '"Cleo"'])
    for address in (pen, f"{pen}/city/1", "/pad", f"{pen}/setup"):
        assert "<b>Ann" not in browser.get(address).text
    assert "<b>Ann" not in json.dumps(browser.get(pen, headers=JSON).json())


def test_start_page_and_menu_lead_to_it(browser: httpx.Client) -> None:
    assert browser.get("/").text.count('href="/pad"') == 2


# Kept and bounded


def test_a_restart_keeps_it(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite")
    with served(database) as first, first.client() as browser:
        pen = begin(browser)
        note(browser, f"{pen}/city/1", cards=["altar"], coins="6")
    with served(database) as second, second.client() as browser:
        told = browser.get(f"{pen}/city/1", headers=JSON).json()
        assert told["fields"] == {"cards": ["altar"], "coins": ["6"]}


def test_pads_are_cleared_away_when_nobody_writes_on_them_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(service: Service) -> None:
        old = await service.pads.begin(pads.begun(["Ann", "Ben", "Cleo"]), ANN)
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 89 * DAY)
        new = await service.pads.begin(pads.begun(["Ann", "Ben", "Cleo"]), BEN)
        await service.clean_up()
        assert (await service.pads.find(old.code)).pad == old.pad
        monkeypatch.setattr(time, "time", lambda: now + 91 * DAY)
        await service.clean_up()
        await refusal(service.pads.find(old.pen), 404)
        assert [kept.pen for kept in await service.pads.mine(BEN)] == [new.pen]

    assert Settings().keep_pads == 90 * DAY
    run(story)


def test_there_are_only_so_many_pads() -> None:
    async def story(service: Service) -> None:
        pad = pads.begun(["Ann", "Ben", "Cleo"])
        for _ in range(2):
            await service.pads.begin(pad, ANN)
        assert "as many pads" in await refusal(service.pads.begin(pad, ANN), 503)

    run(story, most_pads=2)


def test_one_address_begins_only_so_many() -> None:
    with served(create_limit=(2, 0.001)) as server, server.client() as browser:
        found = [browser.post("/pad", data=GAME).status_code for _ in range(3)]
    assert found == [303, 303, 429]


def test_nothing_is_changed_where_storing_fails() -> None:
    async def story() -> None:
        async with serving(**GENEROUS) as service:
            kept = await service.pads.begin(pads.begun(["Ann", "Ben", "Cleo"]), ANN)

            def fail(pad: pads.Pad) -> pads.Pad:
                raise Refused("No.", 400)

            await refusal(service.pads.write(kept.pen, fail), 400)
            assert (await service.pads.find(kept.pen)).version == 1

    asyncio.run(story())


def test_spoilt_notes_are_refused_with_a_sentence(browser: httpx.Client, server: Served) -> None:
    pen = begin(browser, expansion=list(ALL))
    junk = ["", "-1", "9999999", "1e3", "x", "altar", "plato", "\x00", "é" * 300, "rhodos:day", "٣"]
    names = ["coins", "wonder", "stages", "cards", "leaders", "copied", "line_blue", "naval_-3"]
    saws = ["", "{}", "[]", "null", "{", '{"coins":1e400}', '{"x":1}', "[" * 3000, '"x"', "[{},3]"]
    chance, refused = random.Random(3), 0
    for _ in range(250):
        fields = {chance.choice(names): chance.choice(junk) for _ in range(2)}
        fields |= {
            f"{chance.randrange(5)}.line_{chance.choice(['blue', 'x'])}": chance.choice(junk)
        }
        address = f"{pen}{chance.choice(['', '/city/1', '/city/3', '/city/4', '/city/0'])}"
        data = {"seen": chance.choice(saws), **fields}
        answer = browser.post(address, data=data, headers=chance.choice([JSON, {}]))
        assert answer.status_code in (200, 303, 400, 404, 409, 422), answer.text[:300]
        if answer.status_code >= 400:
            refused += 1
            assert re.search(r"\w\.", answer.text)
    assert refused > 100
    assert browser.get(pen).status_code == 200
    assert not [line for line in server.log.lines if '"went wrong"' in line]


def test_more_than_a_city_can_hold_is_said(browser: httpx.Client) -> None:
    city = f"{begin(browser)}/city/1"
    answer = note(browser, city, cards=["altar"] * 35)
    assert answer.status_code == 400
    assert "at most 34" in answer.json()["error"]


def test_more_resources_than_can_be_counted_are_refused(browser: httpx.Client) -> None:
    city = f"{begin(browser)}/city/1"
    answer = note(browser, city, cards=["sawmill"] * 19)
    assert answer.status_code == 400
    assert "at most 36 resources" in answer.json()["error"]
    assert browser.get(city, headers=JSON).json()["fields"] == {}
    assert note(browser, city, cards=["sawmill"] * 18).status_code == 200


FOUR = {"players": "4", "name": ["Ann", "Ben", "Cleo", "Dion"]}


def leave_one_out(pad: pads.Pad) -> pads.Pad:
    return pads.set_up(pad, pad.names[:-1], pad.edition, pad.expansions, pad.teams)


def test_who_writes_on_a_city_that_was_just_left_out_is_told(
    browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    city = f"{begin(browser, **FOUR)}/city/4"
    saw, write = seen(browser, city), Pads.write

    async def after_another(self: Pads, pen: str, change: Any) -> pads.Kept:
        await write(self, pen, leave_one_out)
        return await write(self, pen, change)

    monkeypatch.setattr(Pads, "write", after_another)
    answer = note(browser, city, saw, coins="3")
    assert answer.status_code == 404
    assert "no such city" in answer.json()["error"]


def test_what_differs_is_said_also_if_the_city_is_left_out_meanwhile(
    browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    city = f"{begin(browser, **FOUR)}/city/4"
    note(browser, city, coins="3")
    saw, write = seen(browser, city), Pads.write
    note(browser, city)

    async def before_another(self: Pads, pen: str, change: Any) -> pads.Kept:
        try:
            return await write(self, pen, change)
        finally:
            await write(self, pen, leave_one_out)

    monkeypatch.setattr(Pads, "write", before_another)
    page = browser.post(city, data={"seen": saw, "coins": "5"})
    assert page.status_code == 409
    assert "Dion, Coins: nothing" in page.text
