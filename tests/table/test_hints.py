"""Hints: a bot's figures travel to the page and to programs; its words are found by the page."""

from __future__ import annotations

import math
import pickle
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from babel.support import NullTranslations

from controls import FormReader
from mirabilia import Game, Move, bots
from mirabilia.bots import Expectation
from mirabilia.game.reasons import SENTENCES
from mirabilia.table.page import pages
from mirabilia.table.page.advice import MOST_OTHERS, advice_of
from mirabilia.table.page.labels import REASONS, Labels
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import Hint, Offer
from mirabilia.table.rooms.thinking import Thinking
from mirabilia.table.rooms.workers import Job, Thought, think
from mirabilia.texts import texts
from mirabilia.texts.gathering import gather
from positions import plain, seat, table
from refused import REFUSED
from table_views import NAMES, table_view_of
from tables import ANN, BEN, CLEO, SMALL, run, served

BARRACKS, SALE = Move.parse("build:barracks@L2"), Move.parse("sell:altar")
ALTAR = Move.parse("build:altar")
FIGURES = (
    Expectation(BARRACKS, 1.84, 52.26, 240),
    Expectation(SALE, 2, -3.5, 1),
    Expectation(ALTAR, 2.1, 40, 9),
)


def hand() -> Game:
    me = seat("gizah:A", "barracks altar", coins=5)
    return table(me, *plain("1st", "rhodos", "ephesos"))


def shown(hint: Hint, lang: str = "en") -> str:
    return pages.hint(table_view_of(hand(), 0), lang, hint)


def test_every_reason_has_words_on_the_page() -> None:
    assert set(REASONS) == set(SENTENCES)
    catalogue = Game(3, edition="1st", seed=1).catalogue
    labels = Labels(texts("en"), "en", catalogue, NAMES[:3], 0)
    said = {labels.reason(ask()) for *_, ask in REFUSED}
    assert {
        "already built",
        "costs 4 coins, 3 in hand",
        "costs 1 coin, 0 in hand",
        "only one of three stone",
        "nobody sells two wood and ore",
        "not enough wood and clay at the same time",
        "stage 3 can't be built yet",
        "the blue fleet is at the end of its track",
    } <= said
    assert not any("%" in words or "{" in words for words in said)


class Latin(NullTranslations):
    """What a reader of Latin is told."""

    known: ClassVar = {
        "nobody sells %(kinds)s": "nemo vendit %(kinds)s",
        "%(fleet)s is at the end of its track": "%(fleet)s ad finem venit",
        "{number} wood": "{number} ligna",
        "two": "duo",
        "ore": "ferrum",
        "the blue fleet": "classis caerulea",
    }

    def gettext(self, message: str) -> str:
        return self.known.get(message, message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)


def test_the_words_for_reasons_are_the_readers() -> None:
    """Also those for resources and colours within a reason."""
    catalogue = Game(3, edition="1st", seed=1).catalogue
    labels = Labels(Latin(), "la", catalogue, NAMES[:3], 0)
    said = {labels.reason(ask()) for *_, ask in REFUSED}
    assert {"nemo vendit duo ligna and ferrum", "classis caerulea ad finem venit"} <= said


def test_the_words_of_reasons_and_hints_are_gathered_for_translation() -> None:
    found = gather()
    for text in (*REASONS.values(), "%(num)d coin", "place %(place)s, %(points)s points"):
        assert text in found
    assert any(isinstance(each.id, tuple) and "games played out" in each.id[1] for each in found)


def test_a_hint_says_what_the_bot_would_do_and_what_it_expects() -> None:
    html = shown(Hint(0, 0, str(BARRACKS), "a sentence that nobody reads", FIGURES))
    assert "<b>Build Barracks: 2 to Ben</b>" in html
    assert ">expected: place 1.8, 52.3 points<" in html
    assert "the average of 240 games" in html
    assert "<b>Sell Altar for 3 coins</b>" in html
    assert ">place 2.0, -3.5 points<" in html
    assert "the outcome of 1 game" in html
    assert "nobody reads" not in html


def test_numbers_of_a_hint_are_written_as_the_reader_writes_them() -> None:
    assert "Platz 1,8, 52,3 Punkte" in shown(Hint(0, 0, str(BARRACKS), "", FIGURES), "de")


def test_every_move_of_a_hint_has_a_button_that_plays_it() -> None:
    reader = FormReader()
    reader.feed(shown(Hint(0, 7, str(BARRACKS), "", FIGURES)))
    (form,) = reader.forms
    assert form.fixed == {"seat": "0", "step": "7"}
    assert form.buttons == [("move", str(each.move)) for each in FIGURES]
    game = hand()
    assert {each.move for each in FIGURES} <= set(game.moves(0))


def test_only_what_is_on_offer_is_shown_and_not_too_much() -> None:
    game = hand()
    offer = table_view_of(game, 0).offers[0]
    labels = Labels(texts("en"), "en", game.catalogue, NAMES[:3], 0)
    odd = Expectation(Move.parse("build:palace"), 1, 99, 5)
    many = tuple(Expectation(move, 2, 30, 5) for move in game.moves(0))
    assert len(many) > MOST_OTHERS + 1
    said = advice_of(Hint(0, 0, str(ALTAR), "", (odd, *many)), offer, labels)
    assert said.choice.move == ALTAR
    assert [each.move for each in said.others] == [move for move in game.moves(0) if move != ALTAR][
        :MOST_OTHERS
    ]


def test_a_bot_of_others_has_its_sentence_shown_as_it_is() -> None:
    html = shown(Hint(0, 0, str(SALE), "build:altar (place 1.0, 9 points) <b>is nothing</b>"))
    assert "build:altar (place 1.0, 9 points) &lt;b&gt;is nothing&lt;/b&gt;" in html
    assert "<b>Sell Altar for 3 coins</b>" in html
    assert html.count("<button") == 1


def test_a_quick_bot_that_stands_in_is_said_to() -> None:
    page = shown(Hint(0, 0, "sell:altar", "sell:altar gains most.", stand_in="greedy"))
    assert "A quick bot says so: the strong ones are not ready yet." in page
    assert "gains most" not in page


def test_what_is_the_only_move_is_said_so() -> None:
    moves = (BARRACKS, Move.parse("build:barracks@R2"))
    labels = Labels(texts("en"), "en", hand().catalogue, NAMES[:3], 0)
    said = advice_of(Hint(0, 0, str(BARRACKS), "english"), Offer(0, "play", None, moves), labels)
    assert said.reason == "There is nothing else to do."


class Plain:
    """A bot of others: all that it must have."""

    def choose(self, view: Mapping[str, Any]) -> Move:
        return SALE

    def explain(self) -> str:
        return "I like coins."


class Figured(Plain):
    """One that has figures as well, whatever they are."""

    def __init__(self, found: object) -> None:
        self.found = found

    def expectations(self) -> Any:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def thought_of(bot: Plain, monkeypatch: pytest.MonkeyPatch) -> Thought | None:
    monkeypatch.setitem(bots.BUILT_IN, "other", lambda **_: bot)
    (thought,) = think([("other", {})])
    return thought


def test_a_bot_needs_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    assert thought_of(Plain(), monkeypatch) == Thought(str(SALE), "I like coins.")


def test_figures_travel_between_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    thought = thought_of(Figured(list(FIGURES)), monkeypatch)
    assert thought == Thought(str(SALE), "I like coins.", FIGURES)
    assert pickle.loads(pickle.dumps(thought)) == thought


@pytest.mark.parametrize(
    "odd",
    [
        ValueError("broken"),
        None,
        7,
        ["build:altar"],
        [Expectation(SALE, math.nan, 3, 1)],
        [Expectation(SALE, 1, math.inf, 1)],
        [Expectation("no move", 1, 1, 1)],  # type: ignore[arg-type]
    ],
)
def test_odd_figures_of_a_bot_cost_it_only_these(
    odd: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert thought_of(Figured(odd), monkeypatch) == Thought(str(SALE), "I like coins.")


class Knowing(Thinking):
    """Answers at once, always the same."""

    async def ask(
        self,
        job: Job,
        seconds: float | None = None,
        *,
        table: str = "",
        hint: bool = False,
        show: bool = False,
    ) -> list[Thought | None]:
        if not hint:
            return [None] * len(job)
        return [Thought(str(SALE), f"for seat {view['seat']}", FIGURES) for _, view in job]


def test_a_hint_names_the_step_it_is_for() -> None:
    async def story(service: Service) -> None:
        service.thinking = Knowing(0)
        code = await service.create(SMALL, "Ann", ANN)
        await service.join(code, BEN, "Ben")
        await service.join(code, CLEO, "Cleo")
        hint = await service.hint(code, ANN)
        step = (await service.table_view(code, ANN)).step
        assert hint == Hint(0, step, str(SALE), "for seat 0", FIGURES)

    run(story)


def test_programs_get_the_figures_beside_the_sentence() -> None:
    with served() as server:
        server.service.thinking = Knowing(0)
        ann = server.program().create(players=3, begin=True)
        found = ann.post("hint")
        step = ann.get()["step"]
    assert found == {
        "seat": 0,
        "step": step,
        "move": str(SALE),
        "reason": "for seat 0",
        "expectations": [
            {"move": str(e.move), "place": e.place, "points": e.points, "tries": e.tries}
            for e in FIGURES
        ],
        "stand_in": None,
    }


def test_a_hint_that_comes_too_late_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    with served() as server:
        ann = server.program().create(players=3, begin=True)
        step = ann.get()["step"]

        async def late(*_: object) -> Hint:
            return Hint(0, step - 1, str(SALE), "it was time")

        monkeypatch.setattr(server.service, "hint", late)
        headers = {"Authorization": f"Bearer {ann.token}", "Accept": "application/json"}
        answer = ann.http.post(f"/t/{ann.code}/hint", headers=headers)
    assert (answer.status_code, answer.json()) == (
        409,
        {"error": "The game has moved on meanwhile.", "code": "moved_on", "values": {}},
    )
