"""The matches behind docs/strength.md: each can be played, and each has its place on the page."""

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mirabilia.cli import parser
from mirabilia.commands.arena import _tournament
from scripts import script


@pytest.fixture
def strength() -> ModuleType:
    return script("strength")


def test_every_match_can_be_played(strength: ModuleType) -> None:
    for _, _, _, options in strength.MATCHES:
        given = parser().parse_args(["arena", "--edition", "1st", *options.split()])
        assert _tournament(given).names


def test_every_part_has_its_place_on_the_page(strength: ModuleType) -> None:
    text = strength.PAGE.read_text(encoding="utf-8")
    for part in {match[0] for match in strength.MATCHES}:
        assert text.count(f"<!-- {part} -->") == 1


@pytest.mark.parametrize("before", ["", "\nold\n"])
def test_tables_are_written_in_the_place_of_older_ones(
    strength: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    def number(value: float) -> dict[str, Any]:
        return {"value": value, "low": value - 0.1, "high": value + 0.1}

    bots = [
        {"bot": "medium", "win_rate": number(0.7), "points": number(58)},
        {"bot": "greedy", "win_rate": number(0.15), "points": number(50)},
    ]
    (tmp_path / "medium").mkdir()
    summary = json.dumps({"games": 60, "bots": bots})
    (tmp_path / "medium" / "summary.json").write_text(summary)
    page = tmp_path / "strength.md"
    page.write_text(f"Before\n\n<!-- Levels -->\n{before}\n<!-- end -->\n\nafter\n<!-- end -->\n")
    monkeypatch.setattr(strength, "PAGE", page)
    for _ in range(2):
        strength.write(strength.tables(tmp_path))
    text = page.read_text()
    row = "| `medium` | `medium` | 60 | 70.0 % (60.0 to 80.0) | 58.0 ± 0.1 | 50.0 ± 0.1 |"
    assert text.count(row) == 1
    assert "old" not in text
    assert text.startswith("Before")
    assert text.endswith("<!-- end -->\n\nafter\n<!-- end -->\n")
