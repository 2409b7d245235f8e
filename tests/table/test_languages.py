"""Pages in the reader's language, chosen and kept; names of cards apart; programs in English."""

import re
from collections.abc import Iterator

import httpx
import pytest

from mirabilia.catalogue import load
from mirabilia.table.rooms.seating import BOT_NAMES
from mirabilia.texts import language_name, texts
from pseudo import PSEUDO, pseudo, pseudo_names, pseudo_po, spoken, untranslated
from tables import Served, served

HALF = """msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Your name"
msgstr "Il tuo nome"

msgid "Skip to the content"
msgstr "Al %(content)s"

#, fuzzy
msgid "Settings"
msgstr "Impostazioni"
"""
ALTAR = load("2nd").cards["altar"].name["en"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("spoken")
    with (
        pytest.MonkeyPatch.context() as patch,
        spoken(folder, patch, {PSEUDO: pseudo_po(), "it": HALF}, {PSEUDO: pseudo_names()}),
        served() as found,
    ):
        yield found


@pytest.fixture
def browser(server: Served) -> Iterator[httpx.Client]:
    with server.client(headers={"Accept-Language": "en"}) as client:
        yield client


def chosen(browser: httpx.Client, path: str = "/", **fields: str) -> httpx.Response:
    """What is answered to who chooses on a page."""
    referer = str(browser.base_url.join(path))
    return browser.post("/language", data=fields, headers={"Referer": referer})


def lang_of(page: httpx.Response) -> str:
    found = re.search(r'<html lang="([^"]+)"', page.text)
    assert found
    return found[1]


def test_a_browser_is_shown_the_language_it_asks_for(browser: httpx.Client) -> None:
    page = browser.get("/", headers={"Accept-Language": "xx, eo-XX;q=0.9, en;q=0.5"})
    assert lang_of(page) == PSEUDO
    assert lang_of(browser.get("/", headers={"Accept-Language": PSEUDO.upper()})) == PSEUDO
    assert pseudo("Your name") in page.text
    assert {"Accept-Language", "Cookie"} <= set(page.headers["Vary"].split(", "))
    assert lang_of(browser.get("/")) == "en"


def test_a_language_is_chosen_on_any_page_and_kept(browser: httpx.Client) -> None:
    for path in ("/new", "/cards?edition=1st&colour=red", "/rules", "/cards/altar"):
        assert f'name="lang" value="{PSEUDO}"' in browser.get(path).text
        answer = chosen(browser, path, lang=PSEUDO)
        assert (answer.status_code, answer.headers["location"]) == (303, path)
        assert lang_of(browser.get(path)) == PSEUDO
        assert chosen(browser, path, lang="en").status_code == 303
        assert lang_of(browser.get(path)) == "en"
    cookie = chosen(browser, lang=PSEUDO).headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Max-Age=34560000", "Path=/"):
        assert part in cookie


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("", "/"),
        ("https://elsewhere.example//evil.example/x", "/"),
        ("http://host//rules", "/rules"),
        ("http://host/play", "/"),
        ("http://host/tables", "/"),
        ("http://host/t/abcdef/join?x=1", "/t/abcdef"),
        ("http://host/cards?q=a%20b", "/cards?q=a%20b"),
        ("http://[", "/"),
    ],
)
def test_the_way_back_is_a_page_of_this_server(
    browser: httpx.Client, referer: str, back: str
) -> None:
    answer = browser.post("/language", data={"lang": "en"}, headers={"Referer": referer})
    assert answer.headers["location"] == back


@pytest.mark.parametrize("fields", [{"lang": "tlh"}, {"lang": ""}, {"cards": "xx"}, {"no": "en"}])
def test_what_is_no_language_is_refused(browser: httpx.Client, fields: dict[str, str]) -> None:
    answer = chosen(browser, **fields)
    assert answer.status_code == 400
    assert "There is no such language." in answer.text
    assert not browser.cookies


def test_spoilt_cookies_count_for_nothing(browser: httpx.Client) -> None:
    for name in ("lang", "cards"):
        for value in ("../../etc", "xx", "en.en", "a" * 5000):
            assert lang_of(browser.get("/", headers={"Cookie": f"{name}={value}"})) == "en"


def test_names_of_cards_are_read_in_another_language_than_the_pages(browser: httpx.Client) -> None:
    def title(page: httpx.Response) -> tuple[bool, bool]:
        found = re.search(r"<h1[^>]*>(.*?)</h1>", page.text, re.DOTALL)
        assert found
        return pseudo(ALTAR) in found[1], pseudo("Costs nothing.") in page.text

    assert title(browser.get("/cards/altar")) == (False, False)
    chosen(browser, cards=PSEUDO)
    assert title(browser.get("/cards/altar")) == (True, False)
    chosen(browser, lang=PSEUDO, cards="")
    assert title(browser.get("/cards/altar")) == (True, True)
    chosen(browser, cards="en")
    page = browser.get("/cards/altar")
    assert title(page) == (False, True)
    assert ALTAR in page.text
    assert lang_of(page) == PSEUDO
    table = browser.get(browser.post("/play", data={"name": "Ann"}).headers["location"])
    (address,) = re.findall(r'data-words-url="([^"]+)"', table.text)
    assert f"/{PSEUDO}.en.json" in address
    words = browser.get(address).json()
    assert ALTAR in str(words)
    assert pseudo(ALTAR) not in str(words)
    for wrong in ("en.en", "eo.xx", "xx.en", "eo."):
        assert browser.get(f"/words/2nd/base/{wrong}.json").status_code == 404


def test_a_game_goes_on_in_another_language(server: Served, browser: httpx.Client) -> None:
    path = browser.post("/play", data={"name": "Ann"}).headers["location"]
    code = path.rpartition("/")[2]
    before = browser.get(path)
    chosen(browser, path, lang=PSEUDO)
    after = browser.get(path)
    assert lang_of(after) == PSEUDO
    steps = [re.findall(r'data-step="(\d+)"', page.text) for page in (before, after)]
    assert steps[0] == steps[1] != []
    view = browser.get(f"/api/tables/{code}").json()
    body = {"move": view["offers"][0]["moves"][0], "step": view["step"], "seat": 0}
    answer = browser.post(f"{path}/decide", data=body, headers={"Accept": "application/json"})
    told = answer.json()
    assert "[" in (told.get("html") or told["own"])
    late = browser.post(f"{path}/decide", data={**body, "step": 77})
    assert late.status_code == 409
    assert pseudo("step 77")[1:-1] in late.text


def test_a_half_done_language_falls_back_text_by_text(browser: httpx.Client) -> None:
    chosen(browser, lang="it")
    page = browser.get("/").text
    assert "Il tuo nome" in page
    assert "Skip to the content" in page  # its translation has a place that nobody fills
    assert 'aria-label="Settings"' in page  # a guess
    assert ">Italiano</button>" in page


def test_what_stands_around_the_pages_is_in_the_readers_language(browser: httpx.Client) -> None:
    chosen(browser, lang=PSEUDO)
    assert browser.get("/manifest.webmanifest").json()["lang"] == PSEUDO
    assert pseudo("No connection") in browser.get("/offline").text
    assert pseudo("There is nothing here.") in browser.get("/nothing").text
    refused = browser.get("/join", params={"code": "x"})
    assert refused.status_code == 404
    assert "A table's code" not in refused.text
    assert (
        pseudo("That can't be read.").replace("'", "&#39;") in browser.get("/t/abcdef?seat=x").text
    )


def test_pages_have_no_english_left(browser: httpx.Client) -> None:
    """Those of games, cards and rules are read in ``test_untranslated``."""
    chosen(browser, lang=PSEUDO)
    gathering = browser.post("/tables", data={"name": "Anna"}).headers["location"]
    playing = browser.post("/play", data={"name": "Anna"}).headers["location"]
    paths = ["/", "/new", "/position", "/puzzle", "/pad", "/me", "/r", "/offline", "/nothing"]
    paths += [f"{table}{part}" for table in (gathering, playing) for part in ("", "/host", "/log")]
    codes = re.compile("|".join(table.rpartition("/")[2] for table in (gathering, playing)))
    named = {*BOT_NAMES, language_name("it")}
    left = {path: untranslated(codes.sub("", browser.get(path).text)) - named for path in paths}
    assert not any(left.values()), left


def test_programs_are_answered_in_english(browser: httpx.Client) -> None:
    chosen(browser, lang=PSEUDO)
    asked = {"Accept-Language": PSEUDO}
    refused = browser.post("/api/tables", json={"players": 99, "name": "Ann"}, headers=asked)
    missing = browser.get("/api/tables/abcdef", headers=asked)
    for answer in (refused, missing):
        assert answer.status_code >= 400
        assert "[" not in answer.json()["error"]
    path = browser.post("/play", data={"name": "Ann"}).headers["location"]
    view = browser.get(f"/api/tables/{path.rpartition('/')[2]}", headers=asked)
    assert not re.search("[áćéîļñöŕšţûýüĵøÿ]", view.text)


def test_a_notice_comes_in_the_language_it_was_switched_on_in() -> None:
    assert texts("en.eo").gettext("Your turn") == "Your turn"
