"""Names in other languages: read from their files, checked, and English where there is none."""

from pathlib import Path

import pytest

from mirabilia.catalogue import EXPANSIONS, CatalogueError, load, naming
from mirabilia.catalogue.naming import Name, read
from pseudo import spoken

SOME = """
["1st".printed]
statue = "Beeld"
rhodos = "De Kolossus"

["2nd".ours]
statue = "Standbeeld"
"""


def test_a_file_says_by_edition_what_is_printed_and_what_is_ours() -> None:
    assert read(SOME, "nl.toml") == {
        "1st": {"statue": Name("Beeld", False), "rhodos": Name("De Kolossus", False)},
        "2nd": {"statue": Name("Standbeeld", True)},
    }


def test_things_have_the_names_of_their_edition_and_else_the_english_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with spoken(tmp_path, monkeypatch, names={"nl": SOME}):
        first, second = load("1st", EXPANSIONS), load("2nd", EXPANSIONS)
        assert naming.languages() == ("en", "nl")
        assert first.cards["statue"].name == {"en": "Statue", "nl": "Beeld"}
        assert second.cards["statue"].name["nl"] == "Standbeeld"
        assert first.cards["altar"].name.get("nl") is None
        board = first.boards["rhodos", "A"].name
        assert (board["nl"], board["board"]) == ("De Kolossus", "Rhodos")
        assert set(board) == {"en", "board", "nl"}
        assert len(board) == 3


def test_cities_have_names_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with spoken(tmp_path, monkeypatch, names={"nl": SOME + '[cities]\ngizah = "Gizeh"\n'}):
        for edition, side in (("1st", "A"), ("2nd", "day")):
            boards = load(edition).boards
            assert naming.city_of(boards["gizah", side].name, "nl") == "Gizeh"
            assert naming.city_of(boards["gizah", side].name, "en") == "Gizah"
            assert naming.city_of(boards["rhodos", side].name, "nl") == "Rhodos"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no table", "nl.toml: Expected"),
        ('["3rd".printed]\nstatue = "Beeld"\n', "nl.toml, 3rd: tables are called"),
        ('["1st".known]\nstatue = "Beeld"\n', "nl.toml, 1st: tables are called"),
        ('["1st"]\nours = "Beeld"\n', '"ours" must be a table of names'),
        ('["1st".ours]\nstatue = 3\n', "nl.toml, 1st.ours: statue must be called by a text"),
        ('["1st".ours]\nstatue = " "\n', "statue must be called by a text"),
        (f'["1st".ours]\nstatue = "{"x" * 81}"\n', "a text that is short"),
        ('["1st".ours]\naltar = "A"\n["1st".printed]\naltar = "A"\n', "altar is printed or ours"),
    ],
)
def test_a_mistake_is_said_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(CatalogueError) as error:
        read(text, "nl.toml")
    assert sentence in str(error.value)


def test_a_file_that_is_being_mended_leaves_names_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with spoken(tmp_path, monkeypatch, names={"nl": SOME + "statue ="}):
        assert load("1st").cards["statue"].name.get("nl") is None
        assert load("1st").cards["statue"].name["en"] == "Statue"
    assert "names stay English" in caplog.text
