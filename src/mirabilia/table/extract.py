"""Gathers every text that can be translated into ``locale/mirabilia.pot``.

``python -m mirabilia.table.extract`` reads the package's Python files and templates, and adds what
no file of the table spells out: the phrases of the catalogue's effects, as they stand on the cards,
and the notes on them, the sentences of reviews. A translation starts as a copy of the file,
``locale/LANG/LC_MESSAGES/mirabilia.po``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import write_po

from ..catalogue import EDITIONS, EXPANSIONS, Effect, load
from ..catalogue.phrases import effects_text
from ..review import sentences
from ..telling import notes
from .page.faces.effects import SENTENCES, is_made
from .texts import DOMAIN, FOLDER

PACKAGE = Path(__file__).parent
METHODS = [("**.py", "python"), ("page/templates/**.html", "jinja2.ext.babel_extract")]
OPTIONS = {"page/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}
KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None, "NN_": (1, 2), "_n": (1, 2), "Refused": None}


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
    found.header_comment = "# The texts of Mirabilia's pages, gathered by mirabilia.table.extract."
    for file, _, message, comments, context in extract_from_dir(
        PACKAGE, METHODS, OPTIONS, KEYWORDS
    ):
        found.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    for phrase in dict.fromkeys(phrases()):
        found.add(phrase, None, [("catalogue", 0)])
    for sentence in sentences.texts():
        found.add(sentence, None, [("review", 0)], flags=["python-format"])
    return found


def write(path: Path = FOLDER / f"{DOMAIN}.pot") -> int:
    """Write the file and say how many texts it has."""
    found = gather()
    text = io.BytesIO()
    write_po(text, found, sort_output=True, include_lineno=False)
    # Without the date of this run, the file changes only where texts do.
    lines = text.getvalue().splitlines(keepends=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(line for line in lines if b"POT-Creation-Date" not in line))
    return len(found)


if __name__ == "__main__":
    print(f"{write()} texts")
