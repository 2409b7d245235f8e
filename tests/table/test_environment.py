"""Templates as plain Python say what Jinja's own would."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from jinja2 import Environment
from markupsafe import Markup

from brute import EVERYTHING, GameSetup, walk
from conftest import sample
from decisions import DECISIONS
from mirabilia import Game
from mirabilia.table.page import environment as dressing
from mirabilia.table.page import pages, result, whole_log
from mirabilia.table.page import reader as reading
from mirabilia.table.page.faces import boards, cards
from mirabilia.table.page.reader import Reader
from mirabilia.table.page.reference import chart, index, listing, rules, thing
from table_views import table_view_of

SETUPS = [
    GameSetup(2, "1st", "random"),
    GameSetup(3, "2nd", "night"),
    GameSetup(7, "2nd", "random", EVERYTHING),
    GameSetup(4, "1st", "random", ("leaders", "cities"), teams=True),
]
SOME_THINGS = ("altar", "spy_ring", "olympia", "leonidas", "emerald", "shipyard_A", "mint")
Page = Callable[[], str]


def of_table(game: Game, seat: int | None) -> dict[str, Page]:
    reader = Reader("en", "Anna <3")
    found: dict[str, Page] = {
        "page": lambda: pages.table_page(table_view_of(game, seat), reader, link="http://x/t/abc"),
        "log": lambda: whole_log.log_page(table_view_of(game, seat), reader),
        "sheet": lambda: pages.sheet_page(table_view_of(game, seat), reader),
    }
    if game.over:
        found["picture"] = lambda: result.picture(table_view_of(game, seat), "en")
    return found


@cache
def jinjas_own() -> Environment:
    return dressing.dressed(Environment, "en")


def forgotten() -> None:
    """No drawing is left: the next page makes its own."""
    for keeping in (cards.face_of, boards._board_face, boards._shipyard_face):
        keeping.cache_clear()


def said_twice(monkeypatch: pytest.MonkeyPatch, page: Page) -> tuple[str, str]:
    """What a page says, and what it says with Jinja's own templates."""
    forgotten()
    plain = page()
    forgotten()
    with monkeypatch.context() as patched:
        for module in (pages, reading, result):
            patched.setattr(module, "environment", lambda lang: jinjas_own())
        found = page()
    forgotten()
    return plain, found


def test_what_one_looks_up_is_said_as_jinja_would(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader("en")
    found: list[Page] = [
        lambda: listing.list_page(reader, listing.Wanted("1st", "wood <3", (("age", "2"),))),
        lambda: chart.chains_page(reader, "2nd"),
        lambda: rules.rules_page(reader),
        lambda: thing.unknown_page(reader, index.near("altr", "en")),
        *(lambda id=id: thing.thing_page(reader, id) for id in SOME_THINGS),
    ]
    for page in found:
        plain, own = said_twice(monkeypatch, page)
        assert plain == own


@pytest.mark.parametrize("kind", DECISIONS)
def test_every_decision_is_said_as_jinja_would(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = DECISIONS[kind]()
    for seat in [*game.to_decide[:1], None]:
        for page in of_table(game, seat).values():
            plain, own = said_twice(monkeypatch, page)
            assert plain == own


@pytest.mark.sweep
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_game_is_told_as_jinja_would(setup: GameSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in sample(list(some_steps(setup)), 4):
        for name, page in of_table(game, 1).items():
            plain, own = said_twice(monkeypatch, page)
            assert plain == own, f"{name} of {game!r}"


def some_steps(setup: GameSetup) -> Iterator[Game]:
    game, rng = setup.new(3), random.Random(3)
    for _ in walk(game, 3):
        if rng.random() < 0.2:
            yield Game.from_position(game.position())
    yield game


def test_what_is_no_markup_is_made_safe() -> None:
    env = dressing.environment("en")
    said = env.from_string(
        "{% macro m(a, b=2) %}{{ a }}{{ b }}{% endmacro %}{{ m(x, b=y) }}{{ x }}"
    )
    assert said.render(x="<i>", y=Markup("<b>")) == "&lt;i&gt;<b>&lt;i&gt;"
    assert said.render(x=None, y=1.5) == "None1.5None"


def test_a_macro_takes_its_own_arguments_only() -> None:
    env = dressing.environment("en")
    with pytest.raises(TypeError, match="unexpected keyword"):
        env.from_string("{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, c=2) }}").render()
    with pytest.raises(Exception, match="'a' was not provided"):
        env.from_string("{% macro m(a) %}{{ a }}{% endmacro %}{{ m() }}").render()


def test_no_function_of_ours_wants_to_know_the_context() -> None:
    known = dressing.environment("en").globals
    assert not [name for name, value in known.items() if hasattr(value, "jinja_pass_arg")]


def test_a_text_without_slots_is_a_part_of_its_template() -> None:
    source = '<b>{{ _("Log") }}</b>{% trans %}Hint{% endtrans %}{{ _("Age %(age)s", age=x) }}'
    for lang, log, hint in (("en", "Log", "Hint"), ("de", "Protokoll", "Tipp")):
        env = dressing.environment(lang)
        code = str(env.compile(source, raw=True))
        assert f"'<b>{log}</b>{hint}'" in code
        assert env.from_string(source).render(x="I").startswith(f"<b>{log}</b>{hint}")


def test_no_page_has_something_else_by_the_name_of_a_function() -> None:
    with pytest.raises(TypeError, match="ico"):
        dressing.environment("en").from_string("{{ ico }}").render(ico="<svg>")
