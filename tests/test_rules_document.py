"""``docs/rules.md`` and whatever names a rule agree.

A rule is a heading there, ``#### B12 Buying``. A rule test names the rules it holds at the head of
its docstring; elsewhere a number stands in a comment, a docstring or a sentence.
"""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "rules.md").read_text("utf-8")

HEADING = re.compile(r"^#### ([A-Z])(\d+) \S.*$", re.MULTILINE)
NAMES = re.compile(r"((?:[A-Z]\d+)(?:(?:, | to )[A-Z]\d+)*): \S")
NOT_TESTED = re.compile(r"^\*Not tested: .+\*$", re.MULTILINE | re.DOTALL)


def rules() -> dict[str, str]:
    """What the document says, by the rule's number."""
    found = list(HEADING.finditer(DOCUMENT))
    ends = [*(heading.start() for heading in found[1:]), len(DOCUMENT)]
    return {
        heading[1] + heading[2]: DOCUMENT[heading.end() : end]
        for heading, end in zip(found, ends, strict=True)
    }


def docstrings() -> dict[str, str]:
    """The docstring of every rule test, by file and name."""
    return {
        f"{file.name}::{node.name}": ast.get_docstring(node) or ""
        for file in sorted((ROOT / "tests" / "rules").rglob("test_*.py"))
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def named(docstring: str) -> set[str]:
    """The rules that a docstring begins with."""
    match = NAMES.match(docstring)
    return set(re.findall(r"[A-Z]\d+", match[1])) if match else set()


def held(docstring: str) -> set[str]:
    """Those it names one by one: a test of all of ``T1 to T7`` would not miss each of them."""
    return named(docstring) - {
        end for ends in re.findall(r"([A-Z]\d+) to ([A-Z]\d+)", docstring) for end in ends
    }


def numbers_in(text: str) -> set[str]:
    """The rules that a text names; ``@L2R1`` is a payment, E402 a lint, ``${day}T12:00`` a time."""
    chapters = "".join({number[0] for number in rules()})
    return set(re.findall(rf"(?<![\w@}}])[{chapters}]\d\d?(?!\w)", text))


def texts() -> dict[str, str]:
    """Everything written by hand, by its path."""
    files = [
        file
        for folder, kinds in {
            "src": ("py", "toml", "html", "js", "css"),
            "tests": ("py",),
            "scripts": ("py",),
            "docs": ("md",),
            ".": ("md",),
        }.items()
        for kind in kinds
        for file in (ROOT / folder).glob(f"*.{kind}" if folder == "." else f"**/*.{kind}")
    ]
    return {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in files}


def test_each_chapters_rules_are_numbered_from_one_without_a_gap() -> None:
    numbers = [(letter, int(number)) for letter, number in HEADING.findall(DOCUMENT)]
    for (before, last), (letter, number) in pairwise([("", 0), *numbers]):
        assert number == (last + 1 if letter == before else 1), f"{letter}{number}"
    assert len(rules()) == len(numbers)


def test_every_rule_says_something_and_every_ruling_says_why() -> None:
    assert [number for number, text in rules().items() if len(text.split()) < 5] == []
    paragraphs = re.split(r"\n\n|\n(?=- )", DOCUMENT)
    rulings = [text for text in paragraphs if "**Ruling.**" in text]
    assert len(rulings) == DOCUMENT.count("**Ruling.**")
    assert [text for text in rulings if not re.search(r"\*Why:\*\s\S", text)] == []


def test_the_table_of_contents_leads_to_every_chapter() -> None:
    headings = re.findall(r"^##+ (.+)$", DOCUMENT, re.MULTILINE)
    places = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\(#([^)]+)\)", DOCUMENT)) <= places
    listed = re.findall(r"([A-Z])1 to \1(\d+)", DOCUMENT)
    lasts = {number[0]: number[1:] for number in rules()}
    assert dict(listed) == {letter: last for letter, last in lasts.items() if last != "1"}


def test_every_rule_that_is_named_anywhere_is_in_the_document() -> None:
    known = rules().keys()
    unknown = {path: wrong for path, text in texts().items() if (wrong := numbers_in(text) - known)}
    assert unknown == {}
    of_tests = set().union(*(named(docstring) for docstring in docstrings().values()))
    assert of_tests <= known


def test_every_rule_test_begins_with_its_rules() -> None:
    assert [test for test, docstring in docstrings().items() if not named(docstring)] == []


def test_every_rule_has_a_test_or_says_why_it_has_none() -> None:
    tested = set().union(*(held(docstring) for docstring in docstrings().values()))
    excused = {number for number, text in rules().items() if NOT_TESTED.search(text)}
    assert [number for number in rules() if number not in tested | excused] == []
    assert tested & excused == set(), "these have a test by now"
