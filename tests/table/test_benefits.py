"""What a card does for its reader, on the page: figures in words, chains, who has the partners."""

from __future__ import annotations

import re

import pytest

from mirabilia import Game
from mirabilia.catalogue import load
from mirabilia.game.gains import Gain
from mirabilia.table.page import explaining, pages
from mirabilia.table.page.scene import Scene
from mirabilia.table.rooms.seen import Seen
from positions import seat, table
from table_views import table_view_of

MAKERS = "lumber_yard stone_pit ore_vein clay_pool glassworks_age1 press_age1 loom_age1"


def game_with(hand: str, city: str = MAKERS, left: str = "") -> Game:
    return table(
        seat("rhodos:day", hand, city, coins=5),
        seat("gizah:day", "", left),
        seat("olympia:day"),
        age=2,
        turn=1,
    )


def scene_of(game: Game) -> Scene:
    return Scene(table_view_of(game, 0), "en")


@pytest.mark.parametrize(
    ("gain", "words", "figures"),
    [
        (Gain(points=3, coins=1), "Would bring now: +3 points, +1 coin.", "points+3 coin+1"),
        (Gain(points=-1, shields=2), "Would bring now: −1 point, +2 shields.", "points−1 shield+2"),
        (
            Gain(naval=2, commerce=1),
            "Would bring now: +2 naval strength, +1 commerce level.",
            "naval+2 commerce+1",
        ),
    ],
)
def test_a_gain_in_words_and_figures(gain: Gain, words: str, figures: str) -> None:
    benefits = scene_of(game_with("altar")).benefits
    assert benefits.words(gain) == words
    assert " ".join(f"{one.icon}{one.text}" for one in benefits.figures(gain)) == figures


def test_a_card_that_brings_nothing_to_count_and_one_that_stands_already_say_nothing() -> None:
    scene = scene_of(game_with("sawmill loom_age2 altar"))
    form = scene.forms[0]
    found = {card.id: scene.benefits.figures(form.gain(card)) for card in form.cards}
    assert not found["sawmill"]
    assert not found["loom_age2"]
    assert found["altar"]
    assert {card.id: form.gain(card) for card in form.cards}["loom_age2"] is None


def test_a_stage_and_a_ship_say_what_they_add() -> None:
    game = table(
        seat("rhodos:A", "barracks", MAKERS + " sawmill", shipyard="shipyard_A", coins=9),
        seat("gizah:A", shipyard="shipyard_B"),
        seat("olympia:A", shipyard="shipyard_C"),
        expansions=["armada"],
    )
    form = scene_of(game).forms[0]
    (card,) = form.cards
    gains = {str(use.example).partition("@")[0]: form.gain_of(use) for use in card.uses}
    assert gains["build:barracks"] == form.gain(card) == Gain(shields=1)
    naval = game.catalogue.tracks["red"][1].naval
    assert naval
    assert gains["build:barracks+red"] == Gain(shields=1, naval=naval)
    assert [form.gain_of(use) for use in form.stages][:1] == [Gain(points=3)]
    assert all(form.gain_of(use) is None for use in form.sales)


def test_partners_are_those_of_the_edition_and_said_to_be_where_they_are() -> None:
    game = game_with("library university", left="scriptorium")
    scene = scene_of(game)
    form = scene.forms[0]
    frees = [(one.face.id, one.where) for one in scene.benefits.frees(form, "library")]
    freed = [(one.face.id, one.where) for one in scene.benefits.freed_by(form, "library")]
    assert frees == [("senate", ""), ("university", "in your hand")]
    assert freed == [("scriptorium", "built by Ben")]
    assert chains("1st", "altar") == ["temple"]
    assert chains("2nd", "altar") == ["pantheon"]


def chains(edition: str, card: str) -> list[str]:
    _, _, *frees = explaining.words(load(edition), "en")[card]
    return frees


def test_the_panel_says_of_its_chains_once_and_each_partner_explains_itself() -> None:
    game = game_with("library university", left="scriptorium")
    html = pages.fragment(table_view_of(game, 0), "en", link="")
    panel = html.partition('class="card-ways"')[2].partition("</section>")[0]
    assert "Makes free:" not in panel
    assert re.findall(r'class="mini [^"]*" data-face="(\w+)" tabindex="0"', panel) == [
        "senate",
        "university",
        "scriptorium",
    ]


def test_it_is_worked_out_once_a_step_and_not_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = Game(4, seed=2), 0
    gains = Game.gains

    def counted(*args: object) -> list[Gain]:
        nonlocal asked
        asked += 1
        return gains(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "gains", counted)
    seen = Seen()
    seen.offers(game, 0, quotes=False)
    assert asked == 0
    for _ in range(3):
        seen.offers(game, 0, quotes=True)
        game.play(1, game.moves(1)[0])
        seen.change()
    assert asked == 1
