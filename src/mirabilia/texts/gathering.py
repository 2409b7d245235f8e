"""Gathers every text that can be translated into ``mirabilia.pot``; brings translations to it.

``python -m mirabilia.texts.gathering`` reads the package's Python files and templates, and adds
what no file spells out as a text of gettext: the phrases of the catalogue's effects, as they stand
on the cards, and the notes on them, the sentences of reviews. Then each ``LANG.po`` gets the
messages that are new, empty, and loses those that nobody says any more; translations of what has
stayed are kept, and none is guessed. Named on the command line, a language begins: ``… es``.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from ..catalogue import EDITIONS, EXPANSIONS, Effect, load
from ..catalogue.phrases import effects_text
from ..review import sentences
from ..table.page.faces.effects import SENTENCES, is_made
from ..telling import notes
from . import DOMAIN, FOLDER
from .checking import faults

PACKAGE = FOLDER.parent
TEMPLATES = "table/page/templates/**.html"
METHODS = [("**.py", "python"), (TEMPLATES, "jinja2.ext.babel_extract")]
OPTIONS = {TEMPLATES: {"trim_blocks": "true", "lstrip_blocks": "true"}}
WHOLE = ("N_", "Refused", "cannot")
IN_CONTEXT = {"NP_": ((1, "c"), 2), "_p": ((1, "c"), 2)}
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "NN_": (1, 2),
    "_n": (1, 2),
    **IN_CONTEXT,
    **dict.fromkeys(WHOLE),
}
WIDTH = 100
_DATES = (b'"POT-Creation-Date:', b'"PO-Revision-Date:', b'"Generated-By:')


def phrases() -> Iterator[str]:
    """The phrase of every effect of both editions that is told by it, in the order of the data
    files, and the notes on them.
    """
    for edition in EDITIONS:
        printed = load(edition, EXPANSIONS)
        groups: list[tuple[Effect, ...]] = [card.effects for card in printed.cards.values()]
        for board in printed.boards.values():
            groups += [board.effects, *(stage.effects for stage in board.stages)]
        groups += [leader.effects for leader in printed.leaders.values()]
        groups += [island.effects for island in printed.islands.values()]
        for effects in groups:
            told = effects_text(effect for effect in effects if not is_made(effect))
            yield from (phrase for phrase in told if phrase not in SENTENCES)
    yield from notes.texts()


def gather() -> Catalog:
    """Every text, with the files it stands in; in the same order each time."""
    found = Catalog(project=DOMAIN, charset="utf-8", fuzzy=False)
    found.header_comment = "# The texts of Mirabilia, gathered by mirabilia.texts.gathering."
    for file, _, message, comments, context in extract_from_dir(
        PACKAGE, METHODS, OPTIONS, KEYWORDS
    ):
        found.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    for phrase in dict.fromkeys(phrases()):
        found.add(phrase, None, [("catalogue", 0)])
    for sentence in sentences.texts():
        found.add(sentence, None, [("review", 0)], flags=["python-format"])
    return found


def write(found: Catalog, path: Path) -> None:
    """Write a file that changes only where texts do: without the date of this run."""
    text = io.BytesIO()
    write_po(text, found, width=WIDTH, sort_output=True, include_lineno=False, ignore_obsolete=True)
    lines = text.getvalue().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if not line.startswith(_DATES)))


def begin(lang: str) -> Catalog:
    """A translation in which nothing is translated yet."""
    name = Locale.parse(lang).english_name
    translation = Catalog(locale=lang, project=DOMAIN, charset="utf-8", fuzzy=False)
    translation.header_comment = f"# Mirabilia in {name}."
    return translation


def merge(template: Catalog, path: Path) -> int:
    """Bring a translation to what is gathered; how many of its messages are left to translate."""
    with path.open("rb") as file:
        translation = read_po(file, locale=path.stem)
    comment = translation.header_comment
    translation.update(template, no_fuzzy_matching=True)
    translation.header_comment = comment
    translation.fuzzy = False
    write(translation, path)
    return sum(not _is_whole(message.string) for message in translation if message.id)


def _is_whole(forms: str | Sequence[str] | None) -> bool:
    return bool(forms) and all(forms or ())


def main(folder: Path = FOLDER, words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m mirabilia.texts.gathering")
    parser.add_argument("lang", nargs="*", help="a language to begin with, such as es")
    template = gather()
    for lang in parser.parse_args(words).lang:
        path = folder / f"{lang}.po"
        if not path.exists():
            try:
                write(begin(lang), path)
            except (UnknownLocaleError, ValueError) as error:
                parser.error(str(error))
    pot = folder / f"{DOMAIN}.pot"
    write(template, pot)
    print(f"{len(template)} texts")
    for path in sorted(folder.glob("*.po")):
        print(f"{path.name}: {merge(template, path)} to translate")
        for fault in sorted(faults(path.read_text("utf-8"), path.name, pot.read_text("utf-8"))):
            print(f"  {fault}")


if __name__ == "__main__":
    main()
