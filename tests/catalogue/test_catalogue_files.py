"""The catalogue: what changes its digest, and files of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from catalogues import TEXT_OF, TEXTS, block, mended, mended_in
from mirabilia.catalogue import EDITIONS, CatalogueError, Effect, load, load_files, read


def test_a_number_mended_in_an_expansion_changes_the_digest(tmp_path: Path) -> None:
    base, shared, own = (tmp_path / name for name in ("base.toml", "armada.toml", "own.toml"))
    base.write_text(TEXTS["2nd"], "utf-8")
    own.write_text(TEXT_OF["2nd/armada.toml"], "utf-8")
    digests = set()
    for old, new in [
        ("", ""),
        ("{ naval = 7 }", "{ naval = 6 }"),
        ('"wood", "stone", "glass"', '"wood", "stone", "loom"'),
        ('effects = ["7 points"]', 'effects = ["6 points"]'),
        ('wonder_fleet = "red"', 'wonder_fleet = "blue"'),
    ]:
        shared.write_text(TEXT_OF["armada.toml"].replace(old, new), "utf-8")
        digests.add(load_files([base, shared, own]).digest)
    assert len(digests) == 5
    assert load("2nd", ["armada"]).digest in digests


@pytest.mark.parametrize("edition", EDITIONS)
def test_comments_and_white_space_leave_the_digest_as_it_is(edition: str) -> None:
    text = re.sub("^#.*\n", "", TEXTS[edition], flags=re.MULTILINE)
    text = text.replace(" = ", "=").replace("\n\n", "\n# mended\n\n\n")
    assert read(text, "mine.toml").digest == load(edition).digest


def test_the_order_within_an_entry_leaves_the_digest_as_it_is() -> None:
    header, *lines = block("card.statue").splitlines()
    text = mended(block("card.statue"), "\n".join([header, *reversed(lines)]))
    assert read(text, "mine.toml").digest == load("2nd").digest


@pytest.mark.parametrize(
    ("header", "old", "new"),
    [
        ("card.statue", "4 points", "5 points"),
        ("card.statue", "2 ore", "ore"),
        ("board.gizah.night", "7 points", "8 points"),
        ("board.gizah.day", '"2 wood"', '"3 wood"'),
    ],
)
def test_a_mended_number_changes_the_digest(header: str, old: str, new: str) -> None:
    assert read(mended_in(header, old, new), "mine.toml").digest != load("2nd").digest


def test_exchanged_player_numbers_change_the_digest() -> None:
    altar, theater = block("card.altar"), block("card.theater")
    text = mended(altar, altar.replace("[3, 5]", "[3, 6]"))
    text = text.replace(theater, theater.replace("[3, 6]", "[3, 5]"))
    assert read(text, "mine.toml").digest != load("2nd").digest


def test_a_file_of_your_own_is_read_and_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(mended_in("card.statue", "4 points", "5 points"), "utf-8")
    assert load_files([path]).cards["statue"].effects == (Effect("points", 5),)

    path.write_text(mended_in("card.statue", "4 points", "5 pints"), "utf-8")
    with pytest.raises(CatalogueError, match=re.escape(f"{path}, card.statue: ")):
        load_files([path])

    path.write_bytes(b"\xff")
    with pytest.raises(CatalogueError, match=re.escape(f"{path}: not a text in UTF-8")):
        load_files([path])


def test_one_catalogue_may_stand_in_several_files(tmp_path: Path) -> None:
    head = 'edition = "2nd"\nsides = ["day", "night"]\n'
    cards, boards = tmp_path / "cards.toml", tmp_path / "boards.toml"
    start = TEXTS["2nd"].index("[board.")
    cards.write_text(TEXTS["2nd"][:start], "utf-8")
    boards.write_text(head + TEXTS["2nd"][start:], "utf-8")
    assert load_files([cards, boards]) == load("2nd")

    boards.write_text(f"{head}{block('card.statue')}\n", "utf-8")
    with pytest.raises(CatalogueError, match=r"boards\.toml, card\.statue: .*cards\.toml has it"):
        load_files([cards, boards])

    boards.write_text(head.replace("2nd", "1st"), "utf-8")
    with pytest.raises(CatalogueError, match=r"boards\.toml: edition and sides differ"):
        load_files([cards, boards])
