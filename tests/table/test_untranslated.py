"""Pages in another language have no English left over, and no words that are glued to others.

They are read in a made language, in which every text stands in brackets: what is outside of them
was never given to a translator.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mirabilia import Game
from mirabilia.catalogue import load
from mirabilia.table.page import pages
from mirabilia.table.page.reader import Reader
from mirabilia.table.page.reference import chart, listing, rules, thing
from pseudo import PSEUDO, pseudo_names, pseudo_po, spoken, untranslated
from table_views import table_view_of

ALL = ("leaders", "cities", "armada")
LINK = "http://localhost/t/abc"


@pytest.fixture(autouse=True)
def read_in_pseudo(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("spoken")
    with spoken(folder, monkeypatch, {PSEUDO: pseudo_po()}, {PSEUDO: pseudo_names()}):
        yield


READER = Reader(PSEUDO)


def test_what_is_outside_of_brackets_is_found() -> None:
    html = '<p data-words="[ä] nine">[[Á] Ben] free <b>[söñ</b> of]</p><script>code</script>'
    assert untranslated(html) == {"nine", "free"}


@pytest.mark.parametrize("edition", ["1st", "2nd"])
def test_the_cards_to_look_up_are_translated(edition: str) -> None:
    assert untranslated(chart.chains_page(READER, edition)) == set()
    assert untranslated(listing.list_page(READER, listing.Wanted(edition))) == set()
    printed = load(edition, ALL)
    for id in (*printed.cards, *printed.leaders, *printed.islands, *printed.shipyards):
        assert untranslated(thing.thing_page(READER, id)) == set(), id


def test_the_rules_are_translated() -> None:
    assert untranslated(rules.rules_page(READER)) == set()


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {"expansions": ALL}),
        (4, {"expansions": ALL, "teams": True, "edition": "1st"}),
        (2, {"edition": "1st"}),
    ],
)
def test_a_game_is_told_in_one_language(players: int, options: dict[str, object]) -> None:
    game = Game(players, seed=7, **options)  # type: ignore[arg-type]
    while not game.over:
        seat = game.to_decide[0]
        if game.steps % 9 == 0:
            for at in (seat, None):
                html = pages.table_page(table_view_of(game, at), READER, link=LINK)
                assert untranslated(html) == set(), game.steps
        moves = game.moves(seat)
        game.play(seat, moves[game.steps * 7 % len(moves)])
    for at in (0, None):
        html = pages.table_page(table_view_of(game, at), READER, link=LINK)
        assert untranslated(html) == set()
        assert untranslated(pages.sheet_page(table_view_of(game, at), READER)) == set()
