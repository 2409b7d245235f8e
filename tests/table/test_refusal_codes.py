"""The codes of refusals: every sentence with which something is refused has one, told beside it."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from mirabilia.table.http.refusing import OTHER, SENTENCES, told
from mirabilia.table.rooms.hosted import SHUT, VOID
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.table import OTHER_RULES, UNREADABLE
from mirabilia.texts import FOLDER, texts
from mirabilia.texts.reading import places
from tables import Served, served

# Where the calls that refuse have their sentence.
REFUSING = {"Refused": 0, "cannot": 0, "Refused.because": 2}
OF_SUBCLASSES = {"super().__init__": 0}
OF_STATUSES = {"N_": 0}  # in app.py
OF_GUARD = ("TOO_SLOW", "TOO_LONG")
KEPT = {SHUT, VOID, OTHER_RULES, UNREADABLE}  # as the reason why a table is closed
OF_PROGRAMS = "not_as_described"  # in terms of what they send, so it is not translated


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def sentences() -> set[str]:
    """All with which the code refuses something."""
    paths = [path for part in ("table", "game") for path in (FOLDER.parent / part).rglob("*.py")]
    trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    named = {name: text for tree in trees.values() for name, text in constants(tree)}
    own = {path: named | dict(constants(tree)) for path, tree in trees.items()}
    found = [text for path, tree in trees.items() for text in given(tree, own[path])]
    app = trees[FOLDER.parent / "table" / "app.py"]
    found += [text for part in arguments(app, OF_STATUSES) for text in of(part, {})]
    guard = FOLDER.parent / "table" / "http" / "guard.py"  # whose sentences app.py has by status
    found += [text for name, text in constants(trees[guard]) if name in OF_GUARD]
    return {*found, *KEPT}


def constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            marked = isinstance(value, ast.Call) and ast.unparse(value.func) == "N_"
            if marked or isinstance(value, ast.Constant):
                yield from ((node.targets[0].id, text) for text in of(value, {}))


def given(tree: ast.Module, named: Mapping[str, str]) -> Iterator[str]:
    for part in arguments(tree, REFUSING):
        yield from of(part, named)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and "Refused" in map(ast.unparse, node.bases):
            for part in arguments(node, OF_SUBCLASSES):
                yield from of(part, named)


def arguments(tree: ast.AST, wanted: Mapping[str, int]) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            at = wanted.get(ast.unparse(node.func))
            if at is not None and at < len(node.args):
                yield node.args[at]


def of(part: ast.AST, named: Mapping[str, str]) -> Iterator[str]:
    """The texts in an expression."""
    for node in ast.walk(part):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Name) and node.id in named:
            yield named[node.id]


def test_every_refusal_has_a_code_that_stays_when_its_sentence_changes() -> None:
    """Where a sentence is new or has changed, ``refusals.toml`` wants it too: codes are kept."""
    in_code, listed = sentences(), set(SENTENCES.values())
    assert sorted(in_code - listed) == [], "without a code in refusals.toml"
    assert sorted(listed - in_code - {SENTENCES[OF_PROGRAMS]}) == [], "nobody says that any more"
    assert len(listed) == len(SENTENCES)
    assert OTHER not in SENTENCES
    assert [code for code in SENTENCES if not re.fullmatch(r"[a-z][a-z0-9_]*", code)] == []


def test_clients_can_say_every_refusal_as_the_pages_do() -> None:
    said = texts("de")
    for code, sentence in SENTENCES.items():
        translated = said.gettext(sentence)
        assert places(translated) == places(sentence), code
        assert (translated == sentence) == (code == OF_PROGRAMS), code


@pytest.mark.parametrize(
    ("refusal", "code", "values"),
    [
        (Refused("Seat %(seat)d is not yours.", 403, seat=2), "not_your_seat", {"seat": 2}),
        (Refused("The game is over."), "over", {}),
        (Refused("Nobody has a code for 100 % of this."), OTHER, {}),
        (Refused.because(ValueError("A seed is odd."), 400), OTHER, {}),
        (
            Refused.because(ValueError("No cards."), 400, SENTENCES["record_wrong"]),
            "record_wrong",
            {"why": "No cards."},
        ),
    ],
    ids=str,
)
def test_a_code_comes_with_what_its_sentence_names(
    refusal: Refused, code: str, values: dict[str, Any]
) -> None:
    assert told(refusal, "en") == {"error": str(refusal), "code": code, "values": values}


def test_programs_are_told_codes_whoever_refuses(server: Served) -> None:
    ann = server.program().create(players=3, begin=True)
    table, step = f"/api/tables/{ann.code}", ann.get()["step"]
    wrong_bearer = {"Authorization": "Bearer none"}
    setup = {"name": "Ann", "players": 2, "edition": "2nd"}
    asked: list[tuple[Any, str, set[str]]] = [
        (ann.http.get("/api/tables/zzzzzz"), "no_table", set()),
        (ann.http.get("/api/nothing"), "nothing_here", set()),
        (ann.http.delete("/api/tables"), "not_here", set()),
        (ann.http.get("/api/turns", headers=wrong_bearer), "no_token", set()),
        (ann.http.post("/api/tables", json=setup), "two_need_1st", set()),
        (ann.http.post("/api/tables", json={}), "not_as_described", {"where", "why"}),
        (ann.http.post("/api/tables", headers={"Origin": "http://x"}), "another_site", set()),
        (ann.http.post("/api/tables", content=b"x" * 99_999), "too_long", set()),
    ]
    with server.client(headers={"Authorization": f"Bearer {ann.token}"}) as client:
        for move, code, values in (
            ({"step": step + 9, "move": "skip"}, "other_step", {"step", "now"}),
            ({"step": step, "move": "skip"}, "no_such_move", {"why"}),
            ({"step": step, "seat": 1, "move": "skip"}, "not_your_seat", {"seat"}),
        ):
            asked.append((client.post(f"{table}/decide", json=move), code, values))
    for answer, code, values in asked:
        body = answer.json()
        assert list(body) == ["error", "code", "values"]
        assert (body["code"], set(body["values"])) == (code, values), body


def test_pages_are_told_codes_beside_sentences_in_their_language(server: Served) -> None:
    with server.client(headers={"Accept-Language": "de"}) as client:
        answer = client.get("/t/zzzzzz", headers={"Accept": "application/json"})
    assert answer.json() == {
        "error": texts("de").gettext(SENTENCES["no_table"]),
        "code": "no_table",
        "values": {},
    }
