"""Lists that several parts have words or numbers for: bots, expansions, lines of the score sheet.

Each stands once, in the innermost part that knows it; whoever has something to say of each of its
entries says it of all of them and of nothing else.
"""

from __future__ import annotations

import pytest

from mirabilia import bots
from mirabilia.bots import compiled
from mirabilia.bots.levels import LEVELS, PLAIN
from mirabilia.bots.policy import correction
from mirabilia.catalogue import (
    COLOURS,
    EXPANSIONS,
    FLEETS,
    RESOURCES,
    TEAM_EXPANSIONS,
    blocks,
    checks,
)
from mirabilia.catalogue.loader import SECTIONS
from mirabilia.commands import game_options
from mirabilia.game import codec, position_reader
from mirabilia.lab import report_page
from mirabilia.table.http.shapes.asked import NewTable
from mirabilia.table.page import goods, labels
from mirabilia.table.page.environment import environment
from mirabilia.table.page.story import score
from mirabilia.table.rooms import service, table_view
from mirabilia.telling.sheet import LINE_MARKS
from mirabilia.terminal import ask, scores, screen

SHEET = list(codec.lines_of(EXPANSIONS).values())


def test_every_bot_has_its_words_and_its_number() -> None:
    assert list(bots.BUILT_IN) == [*PLAIN, *LEVELS]
    assert tuple(compiled.NUMBERS) == tuple(compiled._REASONS) == PLAIN
    assert sorted(labels.LEVELS) == sorted(bots.BUILT_IN)
    assert [name for name in labels.LEVELS if name in LEVELS] == list(LEVELS)
    assert all(name in game_options.BOTS for name in bots.BUILT_IN)


def test_levels_that_are_taken_where_none_is_named_are_levels() -> None:
    taken = {
        table_view.Options(3).level,
        NewTable.model_fields["level"].default,
        service.HINT_LEVEL,
    }
    assert taken <= LEVELS.keys()
    assert table_view.Options(3).level == NewTable.model_fields["level"].default


@pytest.mark.parametrize(
    "told",
    [
        labels.EXPANSION_NAMES,
        codec.MORE_LINES,
        position_reader.EXPANSION_KEYS,
        ask.EXPANSION_NOTES,
        checks.NEEDS,
        checks._EXPANSION_FAULTS,
        [name for name in SECTIONS if name],
        [name for name in blocks.COLOURS_OF if name],
        [name for name in correction.NAMES if name in EXPANSIONS],
    ],
    ids=lambda told: type(told).__name__,
)
def test_whoever_speaks_of_expansions_speaks_of_all(told: object) -> None:
    assert tuple(told) == EXPANSIONS  # type: ignore[arg-type]


def test_the_page_for_a_new_table_offers_every_expansion() -> None:
    source = environment("en").loader
    assert source is not None
    text = source.get_source(environment("en"), "parts/played.html")[0]
    assert [name for name in EXPANSIONS if f'("{name}", _("{name.title()}: ' not in text] == []
    assert set(TEAM_EXPANSIONS) < set(EXPANSIONS)


@pytest.mark.parametrize(
    "told", [score.LINES, LINE_MARKS, scores.LINE_COLOURS, report_page.SOURCES]
)
def test_every_line_of_the_sheet_has_its_words_and_its_mark(told: dict[str, object]) -> None:
    assert list(told) == SHEET


def test_marks_of_the_sheet_tell_its_lines_apart() -> None:
    assert len(set(LINE_MARKS.values())) == len(SHEET)
    assert set(scores.LINE_COLOURS.values()) <= screen.STYLES.keys()


def test_colours_and_resources_have_their_words() -> None:
    assert tuple(labels.COLOURS) == COLOURS
    assert tuple(goods.GOODS) == RESOURCES
    assert set(FLEETS) < set(COLOURS)
