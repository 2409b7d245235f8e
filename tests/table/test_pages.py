"""The pages: every legal move has exactly one control, nothing hidden is shown, nothing is too big.

The forms are read from the HTML as a browser would send them.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from conftest import sample
from controls import Control, FormReader
from decisions import DECISIONS
from mirabilia import Game
from mirabilia.bots import Expectation
from mirabilia.catalogue import load
from mirabilia.game.notation import Move
from mirabilia.table.page import explaining, forms, pages, preferences
from mirabilia.table.page.labels import Labels
from mirabilia.table.page.reader import Reader
from mirabilia.table.page.scene import Scene
from mirabilia.table.rooms.table_view import (
    BOT,
    EMPTY,
    PERSON,
    WAITING,
    Device,
    Hint,
    Options,
    Sitter,
    TableView,
    offers,
)
from mirabilia.texts import texts
from positions import seat, table
from table_views import NAMES, table_view_of

ALL = ("leaders", "cities", "armada")
LARGEST_PAGE = 170_000  # about an eighth of it when compressed
LINK = "http://localhost/t/abc"


def read_forms(html: str) -> list[Control]:
    reader = FormReader()
    reader.feed(html)
    return reader.forms


def check_forms(game: Game, seat: int) -> int:
    """The controls of the page are exactly the moves; how large the page is."""
    table_view = table_view_of(game, seat)
    html = pages.table_page(table_view, Reader(), link=LINK)
    found: dict[int, list[str]] = {}
    for form in read_forms(html):
        for fields in form.sent():
            assert fields["step"] == str(game.steps)
            found.setdefault(int(fields["seat"]), []).append(forms.read_move(fields))
    wanted = {offer.seat: sorted(str(move) for move in offer.moves) for offer in table_view.offers}
    assert {at: sorted(moves) for at, moves in found.items()} == wanted
    return len(html.encode())


def uses_of(form: forms.OfferForm) -> Iterator[forms.Use]:
    yield from form.shared
    for card in form.cards:
        yield from card.uses


def moves_of(form: forms.OfferForm) -> Iterator[str]:
    """The moves of a form's controls, read as they are sent."""
    for use in uses_of(form):
        for card in [use.card] if use.card else [card.id for card in form.cards]:
            for pay in use.payments:
                fields = {"use": use.key, use.pay_field: forms.payment_text(pay)}
                yield forms.read_move({**fields, "card": card})
    yield from (forms.read_move({"move": str(move)}) for move in form.options)


@pytest.mark.parametrize("kind", DECISIONS)
def test_every_kind_of_decision_has_a_form_with_every_move(kind: str) -> None:
    game = DECISIONS[kind]()
    assert game.decision(0).kind == kind
    check_forms(game, 0)


@pytest.mark.parametrize("seed", sample(range(40), 3))
def test_forms_offer_every_legal_move_once_in_games_with_everything(seed: int) -> None:
    rng = random.Random(seed)
    game = Game(
        rng.choice((3, 4, 5, 6, 7)),
        edition=rng.choice(("1st", "2nd")),
        expansions=ALL,
        sides=rng.choice(("random", "choose")),
        seed=seed,
    )
    while not game.over:
        seat = rng.choice(game.to_decide)
        (offer,) = offers(game, seat)
        assert Counter(moves_of(forms.form_of(offer))) == Counter(str(m) for m in offer.moves)
        game.play(seat, rng.choice(offer.moves))


@pytest.mark.parametrize(
    ("players", "edition", "expansions", "teams"),
    [
        (2, "1st", (), False),
        (3, "2nd", (), False),
        (4, "2nd", ("cities",), True),
        (5, "1st", ALL, False),
        (7, "2nd", ALL, False),
        (8, "1st", ("armada",), False),
    ],
)
def test_pages_of_a_whole_game_offer_its_moves_and_stay_small(
    players: int, edition: str, expansions: tuple[str, ...], teams: bool
) -> None:
    rng = random.Random(players)
    game = Game(players, edition=edition, expansions=expansions, teams=teams, seed=players)
    largest = 0
    while not game.over:
        if 0 in game.to_decide and rng.random() < 0.4:
            largest = max(largest, check_forms(game, 0))
        seat = game.to_decide[0]
        moves = game.moves(seat)
        builds = [move for move in moves if move.action in ("build", "recruit", "stage")]
        game.play(seat, rng.choice(builds or moves))
    page = pages.table_page(table_view_of(game, 0), Reader(), link=LINK)
    assert max(largest, len(page.encode())) < LARGEST_PAGE
    assert "<table" in page


def test_siracusa_with_thousands_of_moves_still_makes_a_small_page() -> None:
    catalogue = load("2nd", ALL)
    kinds = {"far_trade", "wharf", "start_rebate"}
    dearer = [
        card.id
        for card in catalogue.cards.values()
        if any(effect.kind in kinds for effect in card.effects)
    ]
    seats = [
        {
            "wonder": "siracusa",
            "side": "day",
            "hand": ["pantheon", "palace", "gardens", "arsenal", "academy", "lodge", "study"],
            "city": ["lumber_yard", *dearer],
            "leaders": ["bilkis", "hatshepsut"],
            "coins": 40,
            "islands": ["lost"],
            "shipyard": "shipyard_A",
        },
        *(
            {
                "wonder": wonder,
                "side": "day",
                "city": ["sawmill", "quarry", "brickyard", "foundry", "loom_age2", "press_age2"],
                "shipyard": f"shipyard_{letter}",
            }
            for wonder, letter in (("rhodos", "B"), ("gizah", "C"), ("babylon", "D"))
        ),
    ]
    data = {"edition": "2nd", "expansions": [*ALL], "age": 3, "turn": 1, "seats": seats}
    game = Game.from_position(data)
    assert len(game.moves(0)) > 1000
    assert check_forms(game, 0) < LARGEST_PAGE


def test_a_choice_is_shown_and_can_be_changed() -> None:
    game = Game(3, edition="2nd", seed=3)
    move = game.moves(0)[0]
    game.play(0, move)
    html = pages.table_page(table_view_of(game, 0), Reader(), link=LINK)
    assert 'action="/t/abc/undecide"' in html
    check_forms(game, 0)


def test_nobody_else_is_offered_anything() -> None:
    game = Game(3, edition="2nd", seed=3)
    html = pages.table_page(table_view_of(game, None), Reader(), link=LINK)
    assert not read_forms(html)


def test_the_holder_decides_for_the_free_city_too() -> None:
    game = Game(2, edition="1st", seed=3)
    game.play(0, game.moves(0)[0])
    assert {offer.seat for offer in table_view_of(game, 0).offers} == {0, 2}
    check_forms(game, 0)


def test_payments_come_cheapest_first_then_to_the_poorer_neighbour() -> None:
    game = Game(3, edition="1st", seed=3)
    for offer in offers(game, 0):
        for use in uses_of(forms.form_of(offer, poorer="right")):
            coins = [sum(pay.values()) for pay in use.payments]
            assert coins == sorted(coins)
            same = [pay.get("right", 0) for pay in use.payments if sum(pay.values()) == coins[0]]
            assert same == sorted(same, reverse=True)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "Nothing was chosen"),
        ({"use": "sell:*"}, "Choose a card first"),
        ({"use": "build:" + "x" * 200}, "no move"),
    ],
)
def test_a_form_that_lacks_something_says_what(fields: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        forms.read_move(fields)


def test_names_and_texts_of_others_are_escaped() -> None:
    table_view = table_view_of(Game(3, edition="2nd", seed=3), 0)
    evil = "<script>alert(1)</script>"
    sitters = tuple(Sitter(at, evil, PERSON, you=at == 0) for at in range(3))
    for shown in (
        replace(table_view, sitters=sitters),
        TableView("abc", 1, WAITING, table_view.options, sitters, seat=0),
    ):
        html = pages.table_page(shown, Reader(name=evil), link=LINK)
        assert evil not in html
        assert "&lt;script&gt;" in html
    assert evil not in pages.error_page(Reader(), 404, evil)


def test_pages_have_no_inline_scripts_styles_or_handlers() -> None:
    class Strict(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            names = {name for name, _ in attrs}
            assert "style" not in names
            assert not any(name.startswith("on") for name in names)
            assert tag != "style"
            assert tag != "script" or "src" in names

    for kind in ("play", "advance", "side"):
        table_view = table_view_of(DECISIONS[kind](), 0)
        Strict().feed(pages.table_page(table_view, Reader(), link=LINK))
    Strict().feed(pages.start_page(Reader(), options=Options()))
    Strict().feed(pages.new_page(Reader(), options=Options()))


def test_the_lobby_invites_and_lets_the_host_begin() -> None:
    sitters = (
        Sitter(0, "Anna", PERSON, you=True),
        Sitter(1, "", EMPTY),
        Sitter(2, "Cora", BOT, level="greedy"),
    )
    waiting = TableView("abc", 1, WAITING, Options(players=3), sitters, seat=0, host=True)
    html = pages.fragment(waiting, "en", link=LINK)
    assert LINK in html
    assert "/t/abc/start" in html
    assert "/t/abc/join" not in html
    guest = TableView("abc", 1, WAITING, Options(players=3), sitters)
    html = pages.fragment(guest, "en", link=LINK)
    assert "/t/abc/start" not in html
    assert "/t/abc/join" in html


def test_a_hint_says_the_move_and_offers_it() -> None:
    game = Game(3, edition="2nd", seed=3)
    move = game.moves(0)[0]
    html = pages.hint(table_view_of(game, 0), "en", Hint(0, 0, str(move), "it is free"))
    (form,) = read_forms(html)
    assert [forms.read_move(fields) for fields in form.sent()] == [str(move)]
    assert "it is free" in html


def test_a_hint_tells_moves_in_words() -> None:
    game = Game(3, edition="2nd", seed=3)
    best, other = game.moves(0)[0], game.moves(0)[-1]
    figures = (Expectation(best, 1.3, 55, 9), Expectation(other, 2.0, 41, 9))
    html = pages.hint(table_view_of(game, 0), "en", Hint(0, 0, str(best), "odd:thing@x.", figures))
    said = re.sub("<[^>]*>", "", html)  # without what the buttons send
    assert "expected: place 1.3, 55.0 points" in said
    assert "place 2.0, 41.0 points" in said
    assert str(best) not in said
    assert str(other) not in said
    html = pages.hint(table_view_of(game, 0), "en", Hint(0, 0, str(best), "odd:thing@x."))
    assert "odd:thing@x" in html


def test_words_explain_every_card_and_stage() -> None:
    found = explaining.words(load("2nd", ALL, promo=True), "en")
    name, explained, *frees = found["altar"]
    assert (name, frees) == ("Altar", ["pantheon"])
    assert "points" in explained
    assert {"rhodos:day", "rhodos:day#1", "shipyard_A", "plato", "forgotten"} <= found.keys()


def test_the_address_of_the_words_tells_edition_boxes_and_teams() -> None:
    def address(*expansions: str, teams: bool = False, edition: str = "2nd") -> str:
        return explaining.words_url(Options(4, edition, expansions, teams), "en").partition("?")[0]

    assert address() == "/words/2nd/base/en.json"
    assert address("armada", "leaders") == "/words/2nd/leaders-armada/en.json"
    assert address("cities", teams=True, edition="1st") == "/words/1st/cities-teams/en.json"
    assert explaining.read_boxes("leaders-armada-teams") == (("leaders", "armada"), True)
    assert explaining.read_boxes("base") == ((), False)


def test_the_address_of_the_words_changes_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(4, "2nd", ("cities",))
    before = explaining.words_url(options, "en")
    explaining._words_version.cache_clear()
    monkeypatch.setattr(explaining, "words", lambda *_, **__: {"altar": ("Altar", "Other words.")})
    assert explaining.words_url(options, "en") != before
    explaining._words_version.cache_clear()


@pytest.mark.parametrize("teams", [False, True])
def test_the_page_of_a_game_in_teams_speaks_of_teams(teams: bool) -> None:
    """T6: on the figures, in the explanations of the hand, in the address of all others."""
    hand = ["stockade", "altar"]
    seats = [
        {"wonder": wonder, "side": "day", "hand": hand, "diplomacy": 1}
        for wonder in ("rhodos", "gizah", "ephesos", "babylon")
    ]
    position = {"edition": "2nd", "expansions": ["cities"], "teams": teams, "seats": seats}
    table_view = table_view_of(Game.from_position({**position, "age": 1, "turn": 6}), 0)
    html = pages.table_page(table_view, Reader(), link=LINK)
    assert ("compared with both neighbours" in html) is not teams
    assert ("compared with those of both neighbours" in html) is not teams
    assert ("the neighbour of another team" in html) is teams
    assert ("not your partner" in html) is teams
    assert ("stays out of the next war" in html) is not teams
    assert ("one token less for both sides" in html) is teams
    assert ("cities-teams" in html) is teams


def test_hands_are_passed_on_except_in_the_last_turn_of_an_age() -> None:
    """B4, B5."""

    def passing(age: int, turn: int) -> str:
        wonders = ("rhodos", "gizah", "ephesos")
        seats = [{"wonder": one, "side": "A", "hand": ["altar", "baths"]} for one in wonders]
        game = Game.from_position({"edition": "1st", "age": age, "turn": turn, "seats": seats})
        return Scene(table_view_of(game, 0), "en").words.passing()

    assert passing(1, 5) == "Hands go to the left, to Ben."
    assert passing(2, 5) == "Hands go to the right, to Clara."
    assert passing(1, 6) == "The last turn of the age: hands are not passed on."


def note(kind: str) -> str:
    """What the page of a decision says below its heading."""
    table_view = table_view_of(DECISIONS[kind](), 0)
    scene = Scene(table_view, "en")
    return f"{scene.words.heading(scene.forms[0])} {scene.words.explain(scene.forms[0])}"


def test_notes_on_decisions_keep_to_the_rules() -> None:
    assert "The coins of a space come with the advance" in note("advance"), "A16, 1st edition"
    assert "its tax at the end of the turn" in note("advance")
    assert "at once" not in note("advance")
    assert "or 6 if that is the age" in note("bury")
    assert "sell it" in note("leader"), "A4: not only for coins"
    assert "sell it" in note("draft"), "L2: it need not be recruited"
    assert "that your city doesn't have yet" in note("rebuild"), "B19"


def test_the_next_space_brings_nothing_at_once() -> None:
    table_view = table_view_of(DECISIONS["advance"](), 0)
    words = Scene(table_view, "en").words
    space = load("1st", ["armada"]).tracks["yellow"][2]
    assert words.space(space) == "commerce level 1, 2 coins, a tax of 1 on the others"


def test_a_buried_leader_shows_its_points() -> None:
    """L7: twice the cost, 6 for one that costs the age."""
    me = seat("abu_simbel:B", "altar", leaders=["croesus"], buried=["plato", "nitocris"], stages=2)
    game = table(me, seat("gizah:A"), seat("rhodos:A"), expansions=["leaders"])
    scene = Scene(table_view_of(game, 0), "en")
    said = [scene.words.buried(scene.own, leader) for leader in ("plato", "nitocris")]
    assert said[0] == "Buried: 8 points at the end; its effect has ended."
    assert said[1] == "Buried: 6 points at the end; its effect has ended."
    page = pages.table_page(scene.table_view, Reader(), link=LINK)
    assert all(page.count(words) == 1 for words in said)


def test_what_a_leader_would_bring_is_said_before_it_is_buried() -> None:
    """L7."""
    scene = Scene(table_view_of(DECISIONS["bury"](), 0), "en")
    form = scene.forms[0]
    said = {move.card: scene.words.option(form, move).words for move in form.choices}
    assert said == {"plato": "8 points", "croesus": "2 points"}


def test_labels_say_moves_payments_and_reasons() -> None:
    game = Game(4, edition="1st", expansions=["armada"], seed=3)
    labels = Labels(texts("en"), "en", game.catalogue, NAMES[:4], 0)
    say = {
        "build:altar@L2B1": "Build Altar: 2 to Ben + 1 to the bank",
        "build:altar!": "Build Altar for nothing, by right",
        "build:altar+blue@LL1": (
            "Build Altar and advance the blue fleet: 1 to Clara (two seats away)"
        ),
        "stage:altar#2": "Build stage 2 with Altar",
        "sell:altar": "Sell Altar for 3 coins",
        "sell:altar+yellow": "Sell Altar: the yellow fleet advances",
        "advance:red,blue": "Advance the red fleet and the blue fleet",
        "lose:2/1": "Pay 2 coins, take 1 debt",
        "lose:0/3": "Take 3 debts",
        "forfeit:3": "Give up the token of 3",
        "sail:no": "Stay out of the naval conflict",
    }
    assert {text: labels.move(0, Move.parse(text)) for text in say} == say


def test_what_a_browser_has_set_is_one_list_and_junk_counts_for_nothing() -> None:
    usual = preferences.chosen({})
    assert usual["sound"] == usual["notify"] == "off"
    assert preferences.chosen({"sound": "on", "theme": "<b>", "tap": ""}) == {
        **usual,
        "sound": "on",
    }
    html = pages.start_page(Reader(chosen={**usual, "theme": "dark"}), options=Options())
    for name, one in preferences.PREFERENCES.items():
        value = "dark" if name == "theme" else next(iter(one.values))
        assert f'data-{name}="{value}"' in html
        assert re.search(f'name="{name}" value="{value}" checked', html)


def test_a_page_says_which_turn_is_owed_also_while_hands_are_covered() -> None:
    game = Game(3, seed=1)
    view = table_view_of(game, 0)
    assert f'data-turn="{game.steps}"' in pages.fragment(view, "en", link=LINK)
    watching = table_view_of(game, None)
    assert "data-turn" not in pages.fragment(watching, "en", link=LINK)
    covered = replace(watching, device=Device((0, 1), (1,)))
    assert f'data-turn="{game.steps}"' in pages.fragment(covered, "en", link=LINK)
    nobody = replace(covered, device=Device((0, 1), ()))
    assert "data-turn" not in pages.fragment(nobody, "en", link=LINK)


@pytest.mark.parametrize("kind", DECISIONS)
def test_headings_begin_with_a_capital(kind: str) -> None:
    html = pages.table_page(table_view_of(DECISIONS[kind](), 0), Reader(), link=LINK)
    tags = r"<(h[1-6]|legend|summary|caption|dt|th)\b[^>]*>(.*?)</\1>"
    heads = [re.sub(r"<[^>]*>", "", text).strip() for _, text in re.findall(tags, html, re.S)]
    assert len(heads) > 5
    assert [head for head in heads if head and head[0].islower()] == []


def test_what_the_reader_makes_is_told_to_him_and_what_others_make_is_sold() -> None:
    made = "sawmill caravansery"
    others = [seat("rhodos:A", "altar", "foundry"), seat("ephesos:A", "altar")]
    game = table(seat("gizah:A", "altar", made), *others, age=2)
    html = pages.fragment(table_view_of(game, 0), "en", link=LINK)
    assert "You make two wood, stone and wood, stone, ore or clay." in html
    assert "Ben makes three ore; the neighbours can buy it." in html
    over = table(seat("gizah:A", city=made), seat("rhodos:A", city="foundry"), seat("ephesos:A"))
    html = pages.fragment(table_view_of(over, 0), "en", link=LINK)
    assert "You make two wood and stone; your neighbours can buy it." in html
    assert "You make wood, stone, ore or clay for yourself alone." in html
    labels = re.findall(r'<span class="label"[^>]*>([^<]*)</span>', html)
    assert labels == ["you make", "for you alone", "sells", "sells"]


def test_no_full_stop_is_parted_from_what_is_drawn_before_it() -> None:
    game = Game(3, edition="2nd", seed=1)
    while game.turn < 4:
        for at in game.to_decide:
            game.play(at, game.moves(at)[0])
    html = pages.fragment(table_view_of(game, 0), "en", link=LINK)
    kept = r'<span class="story-stop"><span class="face face-chip.*?</span></span>[.,]</span>'
    assert len(re.findall(kept, html, re.S)) > 3
    assert not re.search(r"</span></span>[.,]", re.sub(kept, "", html, flags=re.S))
