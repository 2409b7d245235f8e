"""Writes ``docs/names.md``: which names of cards are our own translations, for players with a box.

``python scripts/names.py`` after a change of names; a test holds the page to the data.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from mirabilia.catalogue import (
    EDITIONS,
    EXPANSIONS,
    Card,
    Catalogue,
    Island,
    Leader,
    Shipyard,
    load,
    naming,
)
from mirabilia.texts import language_name

PAGE = Path(__file__).resolve().parents[1] / "docs" / "names.md"
HEAD = """# Names of our own

What cards, leaders, islands and wonders are called in other languages than English is taken from
printed components where we know them. What stands here is our own translation. If you have the box,
mend the name in `src/mirabilia/catalogue/names/LANG.toml`: put the line among the `printed` ones of
its edition, and run `python scripts/names.py`, which writes this page.
"""
TITLES = {"1st": "First edition", "2nd": "Second edition"}


def english(printed: Catalogue) -> dict[str, str]:
    """The English name of everything that has one, by its id, in the order of the data."""
    boards = {board.wonder: board.name["en"] for board in printed.boards.values()}
    things: list[Card | Leader | Island | Shipyard] = [*printed.cards.values()]
    things += [*printed.leaders.values(), *printed.islands.values(), *printed.shipyards.values()]
    return boards | {thing.id: thing.name["en"] for thing in things}


def page() -> str:
    return "\n".join([HEAD, *_languages()])


def _languages() -> Iterator[str]:
    for lang in naming.languages():
        if lang == naming.ENGLISH:
            continue
        yield f"## {language_name(lang)}\n"
        for edition, title in TITLES.items():
            yield from _edition(title, naming.given(lang).get(edition, {}), edition)


def _edition(title: str, given: Mapping[str, naming.Name], edition: str) -> Iterator[str]:
    known = english(load(edition, EXPANSIONS, promo=True))
    ours = [id for id in known if id in given and given[id].ours]
    yield f"### {title}: {len(ours)} of {len(known)}\n"
    if ours:
        yield "| id | English | ours |\n|---|---|---|"
        yield from (f"| `{id}` | {known[id]} | {given[id].name} |" for id in ours)
        yield ""


def main() -> None:
    assert tuple(TITLES) == EDITIONS
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
