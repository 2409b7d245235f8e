"""The page for programs that learn, and its example, against the code."""

from __future__ import annotations

import ast
import doctest
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

from scripts import script

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "learn.py"


def test_the_page_says_what_happens() -> None:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    page = str(ROOT / "docs" / "learning.md")
    failed, tried = doctest.testfile(page, module_relative=False, optionflags=flags)
    assert tried > 25
    assert failed == 0


def test_the_example_is_short_and_asks_for_what_is_there() -> None:
    """It needs PyTorch to run, which is none of our libraries."""
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 150
    asked = [
        (str(node.module), name.name)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("mirabilia")
        for name in node.names
    ]
    assert len(asked) >= 3
    assert [each for each in asked if not hasattr(import_module(each[0]), each[1])] == []


def test_the_curve_is_drawn_of_what_the_example_tells() -> None:
    drawing = script("draw_curve")
    told = "\n".join(
        f"{minutes:.2f} minutes, {minutes * 9} decisions: random {90 + minutes}.00 ± 1.00, "
        f"greedy {minutes}.50 ± 0.50"
        for minutes in range(6)
    )
    root = ElementTree.fromstring(drawing.picture(drawing.read(told)))
    axis = [text.text for text in root.findall("{*}text") if text.get("text-anchor") == "middle"]
    assert axis == ["0", "1.25", "2.5", "3.75", "5", "minutes of learning"]
    lines = {
        str(group.get("class")): [
            [float(number) for number in point.split(",")]
            for point in str(group.find("{*}polyline").get("points")).split()  # type: ignore[union-attr]
        ]
        for group in root.findall("{*}g")
    }
    assert set(lines) == {"random", "greedy"}
    for points in lines.values():
        assert len(points) == 6
        assert points == sorted(points)  # time goes to the right
        heights = [down for _, down in points]
        assert heights == sorted(heights, reverse=True)  # more is higher
    assert lines["random"][5][1] < lines["greedy"][5][1]
