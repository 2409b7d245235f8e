"""Translations: read, brought to what the code says, complete; names of cards and their page."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from mirabilia.catalogue import EDITIONS, naming
from mirabilia.table.page.labels import EXPANSION_NAMES
from mirabilia.table.page.reference.places import SECTIONS
from mirabilia.texts import (
    FOLDER,
    best_language,
    gathering,
    language_name,
    languages,
    reading,
    texts,
    translated,
)
from mirabilia.texts.checking import faults
from mirabilia.texts.reading import Translation, TranslationError, read
from pseudo import PSEUDO, english_names, pseudo, pseudo_names, pseudo_po, spoken
from scripts import script

TEMPLATE = (FOLDER / "mirabilia.pot").read_text("utf-8")
HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
TRANSLATED = sorted(FOLDER.glob("*.po"))


# What is there


def test_the_template_has_what_the_code_says() -> None:
    gathered = gathering.gather()
    with (FOLDER / "mirabilia.pot").open("rb") as file:
        written = read_po(file)
    keys = [{(message.context, message.id) for message in one} for one in (gathered, written)]
    assert keys[0] ^ keys[1] == set(), "make texts"


def test_translations_are_complete_and_fit_their_sources() -> None:
    wrong = [
        f"{path.name}: {fault}"
        for path in TRANSLATED
        for fault in faults(path.read_text("utf-8"), path.name, TEMPLATE)
    ]
    assert not wrong, "\n".join(sorted(wrong)[:40])


def test_names_are_complete_and_known() -> None:
    wrong = []
    for lang in naming.languages():
        if lang == naming.ENGLISH:
            continue
        given = naming.read((naming.FOLDER / f"{lang}.toml").read_text("utf-8"), f"{lang}.toml")
        for edition in EDITIONS:
            known, named = english_names(edition).keys(), given.get(edition, {}).keys()
            wrong += [f"{lang}, {edition}: {id} has no name" for id in known - named]
            wrong += [f"{lang}, {edition}: there is no {id}" for id in named - known]
    assert not wrong, "\n".join(sorted(wrong)[:40])


def test_languages_of_pages_have_names_of_cards_too() -> None:
    assert set(languages()) == set(naming.languages())


def test_our_own_names_stand_in_the_documents() -> None:
    names = script("names")
    assert names.PAGE.read_text("utf-8") == names.page(), "python scripts/names.py"


def test_a_glossary_stands_beside_each_translation() -> None:
    folder = Path(__file__).parents[2] / "docs" / "glossary"
    assert [path.stem for path in sorted(folder.glob("*.md"))] == [path.stem for path in TRANSLATED]


def test_each_language_calls_itself_by_its_own_name() -> None:
    assert [language_name(lang) for lang in ("de", "en", "es", "fr", "it", "nl")] == [
        "Deutsch",
        "English",
        "Español",
        "Français",
        "Italiano",
        "Nederlands",
    ]


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("DE", "de"),
        ("EN-us", "en"),
        ("xx, Fr-CA", "fr"),
        ("en;q=0.5, it", "it"),
        ("en;q=0.5,nl ; Q = 0.8,it;q=0.7", "nl"),
        ("it;q=0.7, nl;q=0.7", "it"),
        ("de;q=0, nl;q=0.1", "nl"),
        ("de;q=0.000", "en"),
        ("de;q=nonsense", "de"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_a_browser_gets_the_language_it_wants_most(accepted: str, lang: str) -> None:
    assert best_language(accepted) == lang


def test_a_text_with_two_meanings_is_translated_twice() -> None:
    """The leaders of a city, and the box that is called so."""
    found = {(message.context, message.id) for message in gathering.gather()}
    for context, text in (("box", "Leaders"), ("replay", "Start"), ("move", "played")):
        assert {(None, text), (context, text)} <= found
    said = texts("it")
    assert (said.gettext("Leaders"), said.pgettext("box", "Leaders")) == ("Leader", "Leaders")
    assert translated(EXPANSION_NAMES["leaders"], said) == "Leaders"
    assert translated(SECTIONS["end"], said) == "La fine"


def test_no_text_stands_within_an_f_string() -> None:
    """There Babel finds it or not, by the version of Python."""
    wrong = []
    for path in sorted(FOLDER.parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.JoinedStr):
                continue
            for call in ast.walk(node):
                if (
                    isinstance(call, ast.Call)
                    and isinstance(call.func, ast.Name)
                    and call.func.id in ("_", "_n", "_p", "N_")
                    and any(isinstance(argument, ast.Constant) for argument in call.args)
                ):
                    wrong.append(f"{path.name}:{call.lineno}")
    assert wrong == []


# How it is read


def test_a_file_is_read_with_plurals_contexts_and_escapes() -> None:
    text = HEADER + (
        '# for translators\n#: page.py\n#, python-format\nmsgid "one \\"card\\"\\n"\n'
        'msgstr ""\n"eine "\n"\\"Karte\\"\\n"\n\n'
        'msgid "%(num)d coin"\nmsgid_plural "%(num)d coins"\n'
        'msgstr[0] "eine Münze"\nmsgstr[1] "%(num)d Münzen"\n'
        'msgctxt "seat"\nmsgid "free"\nmsgstr "leer"\n\n#~ msgid "gone"\n#~ msgstr "weg"\n'
    )
    said = Translation("de", read(text, "de.po"))
    assert said.gettext('one "card"\n') == 'eine "Karte"\n'
    coins = [said.ngettext("%(num)d coin", "%(num)d coins", number) for number in (0, 1, 2)]
    assert coins == ["%(num)d Münzen", "eine Münze", "%(num)d Münzen"]
    assert (said.pgettext("seat", "free"), said.gettext("free")) == ("leer", "free")
    assert said.gettext("gone") == "gone"
    assert said.ngettext("a", "b", 1) == "a"
    assert said.npgettext("x", "a", "b", 2) == "b"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('msgid "a"\nmsgstr b\n', "x.po, line 2"),
        ('msgid "a"\nnonsense\n', "x.po, line 2"),
        ('msgstr "a"\n', "has no msgid"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=open(1);\\n"\n', "plural forms"),
    ],
)
def test_what_is_no_translation_is_said_with_its_place(text: str, place: str) -> None:
    with pytest.raises(TranslationError, match=place):
        read(text, "x.po")


def test_a_spoilt_file_leaves_everything_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with spoken(tmp_path, monkeypatch, {"de": "what is this?"}):
        assert texts("de").gettext("Your name") == "Your name"
    assert "texts stay English" in caplog.text


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("%(name)s builds", "%(nmae)s baut"),
        ("Costs {cost}.", "Kostet {preis}."),
        ("Costs {cost}.", "Kostet {cost."),
        ("%(num)d left", "%(num)d zu 50 % da"),
    ],
)
def test_what_could_not_be_filled_in_stays_english(source: str, translation: str) -> None:
    text = f'{HEADER}msgid "{source}"\nmsgstr "{translation}"\n'
    assert Translation("de", read(text, "de.po")).gettext(source) == source


def test_babel_reads_the_same() -> None:
    said = read(pseudo_po(), "eo.po").said
    found = 0
    for message in gathering.gather():
        ids = [str(id) for id in (message.id if isinstance(message.id, tuple) else [message.id])]
        if ids[0]:
            key = reading.Message(ids[0], "", message.context or "", (), False).key
            assert said[key] == tuple(map(pseudo, ids))
            found += 1
    assert len(said) == found


# How it is checked and kept


def test_a_whole_translation_has_no_faults() -> None:
    assert list(faults(pseudo_po(), f"{PSEUDO}.po", TEMPLATE)) == []


SOME = (
    'msgid "Your %(what)s"\nmsgstr ""\n\n'
    'msgid "%(num)d a"\nmsgid_plural "%(num)d b"\nmsgstr[0] ""\n'
)
GOOD = (
    'msgid "Your %(what)s"\nmsgstr "Dein %(what)s"\n\n'
    'msgid "%(num)d a"\nmsgid_plural "%(num)d b"\nmsgstr[0] "ein a"\nmsgstr[1] "%(num)d b"\n'
)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("", ""), ""),
        (('msgid "Your', 'msgid "My'), "missing: Your %"),
        (('msgid "Your', 'msgid "My'), "obsolete: My %"),
        (("Dein %(what)s", ""), "not translated: Your"),
        (("Dein %(what)s", "Dein %(was)s"), "other places, %(was)s, %(what)s"),
        (("Dein %(what)s", " Dein %(what)s"), "other space at an end"),
        (("Dein %(what)s", "<b>Dein</b> %(what)s"), "other tags"),
        (("Dein %(what)s", "Dein {%(what)s"), "a sign that is no place"),
        (('msgid "Your', '#, fuzzy\nmsgid "Your'), "a guess"),
        (('msgstr[1] "%(num)d b"\n', ""), "1 forms: %(num)d a"),
        (('msgstr[1] "%(num)d b"', 'msgstr[1] "b"'), "other places, %(num)d: %(num)d a"),
        (("n != 1", "n > 1"), "not those of the language"),
        (("Plural-Forms: nplurals=2; plural=(n != 1);", "X: y"), "no Plural-Forms"),
    ],
)
def test_each_fault_is_found(change: tuple[str, str], fault: str) -> None:
    found = list(faults((HEADER + GOOD).replace(*change), "de.po", SOME))
    assert any(fault in one for one in found) if fault else found == []


def test_the_singular_of_french_is_zero_too() -> None:
    header = HEADER.replace("n != 1", "n > 1")
    assert list(faults(header + GOOD, "fr.po", SOME)) == []
    assert list(faults(HEADER + GOOD, "fr.po", SOME)) != []


def test_a_translation_is_brought_to_what_is_gathered(tmp_path: Path) -> None:
    path, template = tmp_path / "de.po", gathering.gather()
    kept = 'msgid "Your name"\nmsgstr "Dein Name"\n\nmsgid "Nobody says that."\nmsgstr "Weg."\n'
    path.write_text(f"# Mirabilia auf Deutsch.\n{HEADER}{kept}", encoding="utf-8")
    left = gathering.merge(template, path)
    text = path.read_text("utf-8")
    assert left == len(template) - 1
    assert text.startswith("# Mirabilia auf Deutsch.\n")
    assert 'msgid "Your name"\nmsgstr "Dein Name"\n' in text
    assert "Nobody says that." not in text
    assert "fuzzy" not in text
    assert not re.search("Date|Generated-By", text)
    gathering.merge(template, path)
    assert path.read_text("utf-8") == text


def test_a_sixth_language_begins_with_its_plurals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gathering.main(tmp_path, ["pl"])
    text = (tmp_path / "pl.po").read_text("utf-8")
    assert "nplurals=3" in text
    assert f"pl.po: {len(gathering.gather())} to translate" in capsys.readouterr().out
    assert reading.read(text, "pl.po").said == {}
    with pytest.raises(SystemExit):
        gathering.main(tmp_path, ["nonsense1"])


def test_names_of_the_made_language_are_whole() -> None:
    given = naming.read(pseudo_names(), "eo.toml")
    assert {edition: given[edition].keys() for edition in EDITIONS} == {
        edition: english_names(edition).keys() for edition in EDITIONS
    }
