"""Every rule that can be tested is named by a test, at the head of its docstring."""

from __future__ import annotations

import ast
import re
from pathlib import Path

NUMBERS = re.compile(r"((?:[A-Z]\d+)(?:(?:, | to )[A-Z]\d+)*): \S")
LAST = {"B": 26, "V": 7, "L": 9, "C": 8, "A": 19, "E": 1, "T": 7, "K": 1}
RULES = [f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last + 1)]


def docstrings() -> dict[str, str]:
    """The docstring of every rule test, by file and name."""
    found = {}
    for file in sorted(Path(__file__).parent.rglob("test_*.py")):
        if file.name == Path(__file__).name:
            continue
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{file.name}::{node.name}"] = ast.get_docstring(node) or ""
    return found


def named(docstring: str) -> set[str]:
    """The rules that a docstring begins with; ``B4 to B9`` names all between."""
    match = NUMBERS.match(docstring)
    if not match:
        return set()
    rules = set(re.findall(r"[A-Z]\d+", match[1]))
    for letter, first, last in re.findall(r"([A-Z])(\d+) to [A-Z](\d+)", match[1]):
        rules |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return rules


def test_every_rule_test_begins_with_its_rules() -> None:
    assert [test for test, docstring in docstrings().items() if not named(docstring)] == []


def test_every_rule_has_a_test() -> None:
    tested = set().union(*(named(docstring) for docstring in docstrings().values()))
    assert [rule for rule in RULES if rule not in tested] == []
