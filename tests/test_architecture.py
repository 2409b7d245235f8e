"""Which part may import which, how long modules and lists of parameters may be, and that importing
stays light.

Imports are read from the source, so those inside functions and those for types count as well.
"""

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from inspect import signature
from pathlib import Path

import pytest

from mirabilia import Game
from mirabilia.game.setup import Wanted

SRC = Path(__file__).parents[1] / "src"
PACKAGE = SRC / "mirabilia"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Innermost first. What the package itself offers (``Game``, ``Move``, ``trade``) is the game's;
# ``files`` reads and writes files for whoever has any.
MAY_IMPORT: dict[str | None, set[str]] = {
    "files": set(),
    "texts": set(),
    "catalogue": {"files"},
    "engine": {"catalogue", "files"},
    "game": {"catalogue", "engine", "files"},
    "telling": {"catalogue", "game"},
    "batch": {"catalogue", "engine", "game"},
    "bots": {"catalogue", "engine", "game", "batch"},
    "review": {"catalogue", "engine", "game", "bots"},
    "lab": {"catalogue", "engine", "game", "bots", "batch", "files"},
    "envs": {"catalogue", "engine", "game", "telling", "bots", "batch"},
    "table": {"texts", "catalogue", "game", "telling", "bots", "review", "files"},
}
MAY_IMPORT["cli"] = set(filter(None, MAY_IMPORT))
COMMAND = {"cli", "commands", "terminal", "__main__"}
# Run by hand, and imported by nobody: it reads what all parts have to say.
GATHERING = "mirabilia.texts.gathering"

# The rooms of the table, likewise; what lies directly in it, save the app, is for all of them.
ROOMS: dict[str, set[str]] = {
    "": set(),
    "rooms": {""},
    "page": {"", "rooms"},
    "http": {"", "rooms", "page"},
    "app": {"", "rooms", "page", "http"},
}
# A page is made of what it is given: it never asks for it.
NO_PAGE_ASKS = {"service", "keeper", "table", "storage", "thinking", "schema"}

CLOCKS_AND_NETWORK = {"asyncio", "datetime", "http", "socket", "time", "urllib"}

LONGEST_MODULE = 500
DESIGN = (SRC.parent / "docs" / "design.md").read_text(encoding="utf-8")
MOST_PARAMETERS = 8
# Public: their parameters are the options of a game, each with a name that stays.
MAY_HAVE_MORE = {
    "game/game.py: Game.__init__",
    "envs/gymnasium_vector.py: SevenWondersVector.__init__",
}


def dotted(path: Path) -> str:
    """The name a module is imported by."""
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(name: str) -> str | None:
    """The part a dotted name belongs to; None for what is not ours."""
    package, _, inner = name.partition(".")
    if package != PACKAGE.name:
        return None
    first = inner.partition(".")[0]
    if first in COMMAND:
        return "cli"
    is_part = first in MAY_IMPORT or (first and (PACKAGE / first).is_dir())
    return first if is_part else "game"


def room_of(name: str) -> str:
    """The room of the table that a dotted name belongs to."""
    inner = name.removeprefix("mirabilia.table").removeprefix(".").partition(".")[0]
    return inner if inner in ROOMS else ""


def imports(source: str, package: str) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything that source in a package imports."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = ".".join(package.split(".")[: -(level - 1) or None]) if level else ""
                stem = ".".join(filter(None, [base, module]))
                yield from ((node.lineno, f"{stem}.{alias.name}") for alias in names)
            case ast.Call(
                func=ast.Attribute(attr=call) | ast.Name(id=call),
                args=[ast.Constant(value=str(name)), *_],
            ) if call in {"import_module", "__import__"}:
                yield node.lineno, f"{package}{name}" if name.startswith(".") else name


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    return imports(path.read_text(encoding="utf-8"), dotted(path.with_name("__init__.py")))


def lines_of_code(source: str) -> int:
    """Lines that hold code: blank ones, comments and docstrings are free."""
    layout = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in layout and token.type != tokenize.ENDMARKER:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                lines.difference_update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(lines)


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, ast.arguments]]:
    """All functions with what they are called by, those of classes and other functions too."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef(name=name, args=args) | ast.AsyncFunctionDef(name=name, args=args):
                yield within + name, args
                yield from functions(node, f"{within}{name}.")
            case ast.ClassDef(name=name):
                yield from functions(node, f"{within}{name}.")
            case _:
                yield from functions(node, within)


def parameters(args: ast.arguments) -> list[str]:
    """What a caller may hand in."""
    more = [arg for arg in (args.vararg, args.kwarg) if arg]
    names = [arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs, *more)]
    return [name for at, name in enumerate(names) if at or name not in ("self", "cls")]


def test_every_part_has_its_place() -> None:
    parts = {part_of(dotted(path)) for path in MODULES}
    assert parts <= MAY_IMPORT.keys(), "a new part needs a line in MAY_IMPORT"


def test_parts_import_only_what_they_may() -> None:
    wrong = [
        f"{path.relative_to(SRC)}:{line}: {part} may not import {name} ({other})"
        for path in MODULES
        if (part := part_of(dotted(path))) in MAY_IMPORT and dotted(path) != GATHERING
        for line, name in imports_of(path)
        if (other := part_of(name)) is not None
        and (other not in {part, *MAY_IMPORT[part]} or name.startswith(GATHERING))
    ]
    assert not wrong, "\n".join(wrong)


def test_rooms_of_the_table_import_only_what_they_may() -> None:
    wrong = [
        f"{path.relative_to(SRC)}:{line}: {room or 'what is for all'} may not import {name}"
        for path in MODULES
        if (here := dotted(path)).startswith("mirabilia.table")
        for room in [room_of(here)]
        for line, name in imports_of(path)
        if name.startswith("mirabilia.table.") and room_of(name) not in {room, *ROOMS[room]}
    ]
    assert not wrong, "\n".join(wrong)


def test_a_page_never_asks_the_service() -> None:
    wrong = [
        f"{path.relative_to(SRC)}:{line}: a page may not import {name}"
        for path in MODULES
        if dotted(path).startswith("mirabilia.table.page")
        for line, name in imports_of(path)
        if name.startswith("mirabilia.table.rooms.") and name.split(".")[3] in NO_PAGE_ASKS
    ]
    assert not wrong, "\n".join(wrong)


def test_the_engine_knows_no_clock_and_no_network() -> None:
    wrong = [
        f"{path.relative_to(SRC)}:{line}: the engine may not import {name}"
        for path in MODULES
        if part_of(dotted(path)) == "engine"
        for line, name in imports_of(path)
        if name.split(".")[0] in CLOCKS_AND_NETWORK
    ]
    assert not wrong, "\n".join(wrong)


def test_no_module_is_too_long_to_read_at_one_sitting() -> None:
    lengths = {path: lines_of_code(path.read_text(encoding="utf-8")) for path in MODULES}
    wrong = [
        f"{path.relative_to(SRC)} has {length} lines of code, more than {LONGEST_MODULE}"
        for path, length in lengths.items()
        if length > LONGEST_MODULE
    ]
    assert not wrong, "\n".join(wrong)


def test_the_tree_in_the_design_shows_every_package_and_nothing_else() -> None:
    tree = DESIGN.partition("## The tree")[2].split("```")[1]
    around = {"src", "mirabilia", "tests", "scripts", "examples", "docs"}
    shown = set(re.findall(r"(\w+)/", tree)) - around
    packages = {path.parent.name for path in MODULES if path.name == "__init__.py"}
    assert shown - {"templates", "static"} == packages - {"mirabilia"}


def test_the_table_of_parts_in_the_design_says_who_may_import_whom() -> None:
    found: dict[str, set[str]] = {}
    for line in re.findall(r"^\| .*\]\(\.\./src/.*$", DESIGN, re.M):
        part, _, allowed = (cell.strip() for cell in line.strip("|").split("|"))
        name = part_of("mirabilia." + part.split("`")[1].rstrip("/"))
        named = set(allowed.split("`")[1::2])
        above = {"files", *found}
        if allowed.startswith("all above but"):
            named = above - named
        found[name or ""] = above if allowed == "all" else named
    assert found == {part: allowed for part, allowed in MAY_IMPORT.items() if part != "files"}


def test_no_test_imports_another_test() -> None:
    tests = Path(__file__).parent
    wrong = [
        f"{path.relative_to(tests)}:{line}: {name}; what is shared belongs into helpers/"
        for path in sorted(tests.rglob("*.py"))
        for line, name in imports(path.read_text(encoding="utf-8"), "")
        if any(part.startswith("test_") for part in name.split(".")[:-1])
    ]
    assert not wrong, "\n".join(wrong)


def test_what_belongs_together_is_handed_on_together() -> None:
    """More parameters than a reader can hold: a record of some of them is missing."""
    found = {
        f"{path.relative_to(PACKAGE).as_posix()}: {name}": len(parameters(args))
        for path in MODULES
        for name, args in functions(ast.parse(path.read_text(encoding="utf-8")))
    }
    wrong = {name for name, count in found.items() if count > MOST_PARAMETERS}
    assert wrong == MAY_HAVE_MORE


def test_what_a_game_is_asked_to_be_has_the_names_and_defaults_of_game() -> None:
    taken = [
        [(name, parameter.default) for name, parameter in signature(thing).parameters.items()]
        for thing in (Game, Wanted)
    ]
    assert taken[0] == taken[1]


def test_importing_the_package_loads_neither_numba_nor_numpy() -> None:
    program = "import sys, mirabilia; print(*{'numba', 'numpy'} & sys.modules.keys())"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == ""


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("import mirabilia.table.page.pages", "table"),
        ("from mirabilia import bots", "bots"),
        ("from mirabilia import Game", "game"),
        ("from mirabilia.game import Game", "game"),
        ("from ..lab import ratings", "lab"),
        ("from .. import cli", "cli"),
        ("from . import state", "engine"),
        ("from .state import GAME", "engine"),
        ("def late():\n    import mirabilia.lab", "lab"),
        ("import importlib\nimportlib.import_module('mirabilia.bots')", "bots"),
        ("import mirabilian", None),
    ],
)
def test_every_form_of_import_is_seen(source: str, part: str | None) -> None:
    *_, (_, name) = imports(source, "mirabilia.engine")
    assert part_of(name) == part


def test_only_code_counts_towards_the_length_of_a_module() -> None:
    source = '"""What it does,\nat length."""\n\n# why\nx = """\ntext\n"""\n\n\ndef f():\n    "g"\n'
    assert lines_of_code(source) == 4


def test_all_parameters_of_all_functions_are_counted() -> None:
    source = """
class A:
    def f(self, a, /, b, *c, d=1, **e):
        async def g(): ...
if True:
    def self_made(x, self): ...
"""
    found = {name: parameters(args) for name, args in functions(ast.parse(source))}
    assert found == {"A.f": ["a", "b", "d", "c", "e"], "A.f.g": [], "self_made": ["x", "self"]}
