"""What is typed is never lost: a form that is refused comes back with it; a rematch finds all."""

import random
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from mirabilia.table.rooms.names import LONGEST_NAME
from tables import Program, Served, served

TOO_LONG = "A" * (LONGEST_NAME + 1)


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def opened(server: Served, **form: str) -> tuple[httpx.Client, str]:
    """Somebody at a new table, and its address."""
    client = server.client()
    sent = {"name": "Ann", "players": "3", "edition": "2nd", "level": "random", **form}
    return client, client.post("/tables", data=sent).headers["location"]


@pytest.mark.parametrize("path", ["/", "/new"])
def test_fields_take_no_longer_name_than_the_server(server: Served, path: str) -> None:
    page = server.client().get(path).text
    assert f'maxlength="{LONGEST_NAME}"' in page


def test_who_is_refused_a_seat_finds_the_invitation_and_his_name_again(server: Served) -> None:
    _, path = opened(server)
    ben = server.client()
    answer = ben.post(f"{path}/join", data={"name": TOO_LONG})
    assert answer.status_code == 400
    assert f'value="{TOO_LONG}"' in answer.text
    assert f"1 to {LONGEST_NAME} letters" in answer.text
    assert f'action="{path}/join"' in answer.text
    taken = ben.post(f"{path}/join", data={"name": "ann"})
    assert taken.status_code == 409
    assert 'value="ann"' in taken.text
    assert "called ann already" in taken.text
    assert ben.post(f"{path}/join", data={"name": "Ben"}).status_code == 303


def test_who_asks_to_play_under_an_impossible_name_stays_on_the_start_page(server: Served) -> None:
    answer = server.client().post("/play", data={"name": TOO_LONG})
    assert answer.status_code == 400
    assert f'value="{TOO_LONG}"' in answer.text
    assert 'action="/play"' in answer.text
    assert "letters that can be shown" in answer.text


def test_a_code_that_is_none_can_be_mended_where_it_was_typed(server: Served) -> None:
    answer = server.client().get("/join", params={"code": "abc-12"})
    assert answer.status_code == 404
    assert 'value="abc-12"' in answer.text
    assert "letters and digits" in answer.text
    assert 'action="/join"' in answer.text


def test_a_code_without_a_table_can_be_mended_where_that_is_said(server: Served) -> None:
    answer = server.client(follow_redirects=True).get("/join", params={"code": "zzz-zz2"})
    assert answer.status_code == 404
    assert 'action="/join"' in answer.text
    assert 'value="zzzzz2"' in answer.text
    other = server.client().get("/cards/nothing/like/that")
    assert other.status_code == 404
    assert 'action="/join"' not in other.text


def test_the_day_of_a_refused_holiday_is_kept(server: Served) -> None:
    ann, _ = opened(server)
    answer = ann.post("/me/away", data={"until": "2020-01-02", "offset": "0"})
    assert answer.status_code == 400
    assert "That day is over." in answer.text
    assert 'value="2020-01-02"' in answer.text
    assert 'id="away" open' in answer.text
    garbled = ann.post("/me/away", data={"until": "soon", "offset": "0"})
    assert garbled.status_code == 400
    assert "A day is written like" in garbled.text
    assert "away-error" not in ann.get("/").text


def test_the_city_of_a_refused_position_is_kept(server: Served) -> None:
    sent = {"name": "Ann", "position": "{", "seat": "2", "level": "random"}
    answer = server.client().post("/position", data=sent)
    assert answer.status_code == 400
    assert 'name="seat" value="2" checked' in answer.text
    assert 'name="seat" value="" checked' not in answer.text


def test_who_comes_after_the_game_has_begun_is_told_so(server: Served) -> None:
    _, path = opened(server, begin="1")
    answer = server.client().post(f"{path}/join", data={"name": "Ben"})
    assert answer.status_code == 409
    assert "You are watching" in answer.text
    assert "The game has begun." in unescape(answer.text)


def test_the_settings_of_a_refused_table_are_kept(server: Served) -> None:
    form = {"name": TOO_LONG, "players": "5", "edition": "1st", "expansion": "cities"}
    answer = server.client().post("/tables", data={**form, "clock": "60", "level": "easy"})
    assert answer.status_code == 400
    for name, value in {**form, "clock": "60", "level": "easy"}.items():
        if name != "name":
            assert f'name="{name}" value="{value}" checked' in answer.text, name
    assert f'value="{TOO_LONG}"' in answer.text
    assert 'name="listed" value="1" checked' not in answer.text
    garbled = server.client().post("/tables", data={"name": "Ann", "players": "many"})
    assert garbled.status_code == 400
    assert 'value="Ann"' in garbled.text


def test_what_else_is_refused_at_a_table_leads_back_to_it(server: Served) -> None:
    _, path = opened(server)
    answer = server.client().post(f"{path}/start")
    assert answer.status_code == 403
    assert f'href="{path}"' in answer.text
    gone = server.client().post("/t/zzzzzz/start")
    assert gone.status_code == 404
    assert 'href="/t/' not in gone.text


def test_who_leaves_is_at_the_start_page_and_told_so_when_he_looks_again(server: Served) -> None:
    ann, path = opened(server, begin="1")
    left = ann.post(f"{path}/leave")
    assert (left.status_code, left.headers["location"]) == (303, "/")
    page = unescape(ann.get(path).text)
    assert "You have left: a bot plays for you." in page
    assert f'action="{path}/back"' in page


def finished(server: Served, *names: str) -> list[Program]:
    """People who have played a game to its end."""
    first = Program(server.client()).create(players=3, name=names[0])
    people = [first, *(Program(server.client()).join(first.code, name) for name in names[1:])]
    first.post("start")
    chance = random.Random(1)
    while first.get()["status"] != "over":
        for person in people:
            person.decide(person.get(), chance)
    return people


def test_everybody_comes_to_a_rematch_by_any_way(server: Served) -> None:
    people = finished(server, "Ann", "Ben", "Cleo")
    ann, ben, cleo = (server.client(cookies={"mirabilia": each.token}) for each in people)
    path = f"/t/{people[0].code}"
    again = ann.post(f"{path}/rematch").headers["location"]
    told = ben.get(path).text
    assert "your seat is kept" in told
    assert ben.post(f"{path}/rematch").headers["location"] == again  # by the button
    waiting = ann.get(f"/api{again.replace('/t/', '/tables/')}").json()
    assert [sitter["away"] for sitter in waiting["sitters"]] == [False, False, True]
    assert cleo.get(again, headers={"Sec-Purpose": "prefetch"}).status_code == 200
    assert "not here yet" in ann.get(again).text
    assert cleo.get(again).status_code == 200  # by the link alone
    begun = cleo.get(f"/api{again.replace('/t/', '/tables/')}").json()
    assert begun["status"] == "playing"
    assert [sitter["away"] for sitter in begun["sitters"]] == [False] * 3
    watcher = server.client().get(path).text
    assert f'href="{again}"' in watcher
    assert "your seat is kept" not in watcher


def test_a_rematch_waits_for_nobody_who_is_not_named_any_more(server: Served) -> None:
    people = finished(server, "Ann", "Ben", "Cleo")
    ann, ben, cleo = (server.client(cookies={"mirabilia": each.token}) for each in people)
    path = f"/t/{people[0].code}"
    assert ben.post("/me/forget", data={"sure": "yes"}).status_code < 400
    again = ann.post(f"{path}/rematch").headers["location"]
    cleo.post(f"{path}/rematch")
    begun = ann.get(f"/api{again.replace('/t/', '/tables/')}").json()
    assert begun["status"] == "playing"
    assert sorted(sitter["kind"] for sitter in begun["sitters"]) == ["bot", "person", "person"]


def test_who_had_left_is_not_told_that_a_seat_is_kept(server: Served) -> None:
    people = [Program(server.client()).create(players=3, name="Ann")]
    people += [Program(server.client()).join(people[0].code, name) for name in ("Ben", "Cleo")]
    ann, ben, cleo = (server.client(cookies={"mirabilia": each.token}) for each in people)
    path = f"/t/{people[0].code}"
    people[0].post("start")
    ben.post(f"{path}/leave")
    chance = random.Random(1)
    while people[0].get()["status"] != "over":
        for person in (people[0], people[2]):
            person.decide(person.get(), chance)
    again = ann.post(f"{path}/rematch").headers["location"]
    told = ben.get(path).text
    assert "your seat is kept" not in told
    assert f'href="{again}"' in told
    assert "your seat is kept" in cleo.get(path).text
