"""Faces: every card, leader, island, board and shipyard of both editions is drawn and explained."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from babel.support import NullTranslations
from jinja2 import Environment, FileSystemLoader

import mirabilia.table.page
from mirabilia.catalogue import EDITIONS, EFFECT_KINDS, EXPANSIONS, FLEETS, MARKS, Catalogue, load
from mirabilia.table.page.faces.boards import BoardFace, ShipyardFace, board_face, shipyard_face
from mirabilia.table.page.faces.cards import (
    CHAIN_SYMBOLS,
    PORTRAITS,
    SCENES,
    Face,
    explanations,
    face,
)
from mirabilia.table.page.faces.glyphs import DRAWN
from mirabilia.table.page.faces.types import Glyph, Row
from mirabilia.texts.gathering import gather, phrases

FOLDER = Path(mirabilia.table.page.__file__).parent
STATIC = FOLDER / "static"
SIZES = ("full", "small", "chip", "mini")


@cache
def catalogue(edition: str) -> Catalogue:
    return load(edition, EXPANSIONS)


@cache
def symbols(sprite: str) -> list[str]:
    tree = ElementTree.parse(STATIC / sprite)
    return [one.attrib["id"] for one in tree.getroot()]


@cache
def macros() -> Any:
    environment = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_gettext_translations(NullTranslations(), newstyle=True)  # type: ignore[attr-defined]
    environment.globals["static"] = lambda path: f"/static/{path}"
    return environment.get_template("faces/macros.html").module


def faces(edition: str) -> Iterator[Face]:
    printed = catalogue(edition)
    for id in (*printed.cards, *printed.leaders, *printed.islands):
        yield face(printed, id, "en")


def boards(edition: str) -> Iterator[BoardFace]:
    printed = catalogue(edition)
    for wonder, side in printed.boards:
        yield board_face(printed, wonder, side, "en")


def shipyards(edition: str) -> Iterator[ShipyardFace]:
    printed = catalogue(edition)
    for id in printed.shipyards:
        yield shipyard_face(printed, id, "en")


def assert_drawn(rows: Iterable[Row], what: str) -> None:
    rows = list(rows)
    assert rows, what
    for row in rows:
        assert row, what
        for glyph in row:
            assert glyph.icon or glyph.text, what
            assert not glyph.icon or glyph.icon in symbols("icons.svg"), (what, glyph)


def assert_said(lines: Iterable[str], what: str) -> None:
    lines = list(lines)
    assert lines, what
    for line in lines:
        assert re.fullmatch(r"[A-Z0-9].*\.", line), (what, line)
        assert "{" not in line, (what, line)


class Markup(HTMLParser):
    """Checks markup as it reads: elements are closed, nothing is inline, addresses exist."""

    VOID = frozenset({"use"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, self.open
        assert len(set(self.ids)) == len(self.ids)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), (tag, attrs)
        assert "style" not in given
        assert not [name for name in given if name.startswith("on")]
        assert tag in ("span", "svg", "use", "b", "i", "s"), f"{tag} does not fit in a button"
        self.ids += [str(given["id"])] if "id" in given else []
        if tag == "use":
            sprite, _, name = str(given["href"]).removeprefix("/static/").partition("#")
            assert name in symbols(sprite), given["href"]
        elif tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_effect_kind_has_a_row_of_glyphs() -> None:
    assert set(DRAWN) == set(EFFECT_KINDS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_leader_and_island_is_drawn_and_explained(edition: str) -> None:
    for one in faces(edition):
        assert_drawn(one.effects, one.id)
        if one.cost:
            assert_drawn([one.cost], one.id)
        assert_said(one.lines, one.id)
        assert one.name
        assert one.mark == MARKS[one.colour]
        assert one.scene in symbols("scenes.svg")
        for chain in (*one.chain_from, *one.chain_to):
            assert chain.icon in symbols("icons.svg")
            assert chain.icon != "chain", f"a chain of {one.id} has no symbol"
            assert chain.name in one.words


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_board_is_drawn_and_explained(edition: str) -> None:
    for board in boards(edition):
        assert board.drawing in symbols("wonders.svg")
        assert f"sky-{board.light}" in symbols("wonders.svg")
        assert_said(board.lines, board.id)
        assert board.start or "without a resource" in board.words
        for stage in board.stages:
            assert_drawn([stage.cost, *stage.effects], f"{board.id}#{stage.number}")
            assert_said(stage.lines, f"{board.id}#{stage.number}")
            assert " ".join(stage.lines) in board.words


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_shipyard_is_drawn_and_explained(edition: str) -> None:
    for yard in shipyards(edition):
        assert tuple(track.fleet for track in yard.tracks) == FLEETS
        assert sum(track.wonder for track in yard.tracks) == 1
        for track in yard.tracks:
            assert len(track.spaces) == 7
            for space in track.spaces:
                assert_drawn([space.gives, *([space.cost] if space.number else [])], yard.id)
                assert_said(space.lines, yard.id)


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_ends_of_a_chain_show_the_same_symbol(edition: str) -> None:
    printed = catalogue(edition)
    for card in printed.cards.values():
        for chain in face(printed, card.id, "en").chain_to:
            far = [one for one in faces(edition) if one.name == chain.name]
            assert all(chain.icon in [near.icon for near in one.chain_from] for one in far)


def test_chains_that_are_not_shared_have_different_symbols() -> None:
    by_target = {(then, symbol) for (_, then), symbol in CHAIN_SYMBOLS.items()}
    assert len({symbol for _, symbol in by_target}) == len(by_target)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("size", SIZES)
def test_macros_draw_every_face(edition: str, size: str) -> None:
    for one in faces(edition):
        html = str(macros().card(one, size=size, attributes={"data-x": '"<'}))
        Markup(html)
        assert f'data-face="{one.id}"' in html


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("size", ["full", "small"])
def test_macros_draw_every_board_and_shipyard(edition: str, size: str) -> None:
    for board in boards(edition):
        for built in ([], [1], [stage.number for stage in board.stages]):
            html = str(macros().board(board, built=built, size=size))
            Markup(html)
            assert html.count("Built.") == len(built)
    for yard in shipyards(edition):
        html = str(macros().shipyard(yard, {"red": 6, "yellow": 2}, size=size))
        Markup(html)
        assert html.count("The fleet is here.") == len(FLEETS)


def test_macros_draw_tokens_marks_and_backs() -> None:
    drawn = macros()
    for kind, value in (("victory", 5), ("defeat", -1), ("coin", 3), ("debt", -1), ("naval", -2)):
        html = str(drawn.token(kind, value))
        Markup(html)
        assert str(value) in html
    Markup(str(drawn.token("diplomacy")))
    for back in (1, 2, 3, "leader", "island"):
        for size in ("full", "small", "chip"):
            Markup(str(drawn.card_back(back, size=size)))
    for colour in list(MARKS)[:8]:
        Markup(str(drawn.colour_mark(colour, "a colour")))
    assert "1 shield" in str(drawn.shield())
    assert "4 coins" in str(drawn.coins(4))
    Markup(str(drawn.science("gear")))


def test_small_cards_keep_pages_small() -> None:
    for edition in EDITIONS:
        sizes = [len(str(macros().card(one, size="mini"))) for one in faces(edition)]
        assert sum(sizes) / len(sizes) < 400


def test_costs_repeat_resources_after_the_coins() -> None:
    cost = face(catalogue("2nd"), "capitol", "en").cost
    assert cost[0] == Glyph("coin", "2")
    assert [glyph.icon for glyph in cost[1:]] == [
        *("stone", "stone", "clay", "clay", "glass", "papyrus")
    ]


def test_coins_and_points_counted_alike_share_a_row() -> None:
    assert face(catalogue("2nd"), "haven", "en").effects == (
        (Glyph("coin", "1"), Glyph("points", "1"), Glyph("", "/"), Glyph("card-brown")),
    )


def test_names_come_in_the_readers_language() -> None:
    assert face(catalogue("2nd"), "palace", "it").name == "Palazzo"
    assert face(catalogue("1st"), "palace", "nl").name == "Paleis"
    assert face(catalogue("1st"), "palace", "la").name == "Palace"


def test_ships_are_explained_only_with_armada() -> None:
    assert "red fleet" in face(catalogue("2nd"), "stockade", "en").words
    assert "fleet" not in face(load("2nd"), "stockade", "en").words


def test_debts_are_explained_only_with_cities() -> None:
    assert "debt" in face(catalogue("2nd"), "pirate_hideout", "en").words
    assert "debt" not in face(load("2nd", ["armada"]), "pirate_hideout", "en").words


def test_a_face_is_made_once() -> None:
    again = load("2nd", EXPANSIONS)
    assert face(catalogue("2nd"), "altar", "en") is face(again, "altar", "en")


def test_explanations_hold_every_face() -> None:
    said = explanations(catalogue("1st"), "en")
    assert len(said) == len(list(faces("1st")))
    assert said["altar"][0] == "Altar"


@pytest.mark.parametrize(
    ("sprite", "most"), [("icons.svg", 44), ("wonders.svg", 60), ("scenes.svg", 80)]
)
def test_sprites_are_small_and_their_symbols_have_ids_of_their_own(sprite: str, most: int) -> None:
    text = (STATIC / sprite).read_text()
    assert len(text) < most * 1024
    assert len(set(symbols(sprite))) == len(symbols(sprite))
    assert "style=" not in text
    assert "<script" not in text
    assert 'id="' not in re.sub(r"<symbol [^>]*>", "", text)


def test_styles_name_no_address_elsewhere() -> None:
    text = (STATIC / "faces.css").read_text()
    assert "url(" not in text
    assert "@import" not in text


def test_every_text_of_the_faces_is_gathered_for_translation() -> None:
    found = gather()
    for phrase in phrases():
        assert phrase in found
    for text in ("Costs {cost}.", "Red fleet: naval strength", "Leader, face down", "loom"):
        assert text in found


def luminance(colour: str) -> float:
    pairs = (
        [colour[i : i + 2] for i in (1, 3, 5)] if len(colour) == 7 else [c * 2 for c in colour[1:]]
    )
    parts = [int(pair, 16) / 255 for pair in pairs]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_names_can_be_read_upon_every_colour() -> None:
    css = (STATIC / "faces.css").read_text()
    for colour in MARKS:
        band = re.search(rf"--face-{colour}: (#\w+);", css)
        on = re.search(rf"\.colour-{colour} {{.*--on: (#\w+);", css)
        assert band
        assert on
        light, dark = sorted((luminance(band[1]), luminance(on[1])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, colour


def test_drawings_are_given_to_what_there_is() -> None:
    """A name nobody has would be a slip in the data."""
    printed = [load(edition, EXPANSIONS) for edition in EDITIONS]
    buildings = {card.building for catalogue in printed for card in catalogue.cards.values()}
    assert SCENES.keys() <= buildings
    assert {building for chain in CHAIN_SYMBOLS for building in chain} <= buildings
    assert PORTRAITS.keys() <= {name for catalogue in printed for name in catalogue.leaders}
