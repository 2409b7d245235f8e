"""The shipped catalogue as text, whole or with one place mended, for the tests of the catalogue."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

from mirabilia.catalogue import EDITIONS, EXPANSIONS, Catalogue, load, loader
from mirabilia.engine import tables

FOLDER = resources.files("mirabilia.catalogue")
FILES_OF = {
    "1st": (
        "1st/base.toml",
        "1st/leaders.toml",
        "1st/cities.toml",
        "armada.toml",
        "1st/armada.toml",
        "1st/promo.toml",
    ),
    "2nd": (
        "2nd/base.toml",
        "2nd/leaders.toml",
        "2nd/cities.toml",
        "armada.toml",
        "2nd/armada.toml",
    ),
}
TEXT_OF = {
    file: FOLDER.joinpath(file).read_text("utf-8") for files in FILES_OF.values() for file in files
}
TEXTS = {edition: TEXT_OF[f"{edition}/base.toml"] for edition in EDITIONS}
NEIGHBOURS = ("left", "right")


def mended(old: str, new: str, edition: str = "2nd") -> str:
    """The shipped text with one place changed."""
    assert TEXTS[edition].count(old) == 1, f"{old!r} must be found once"
    return TEXTS[edition].replace(old, new)


def block(header: str, edition: str = "2nd") -> str:
    """The lines of an entry, as shipped."""
    (found,) = (part for part in TEXTS[edition].split("\n\n") if part.startswith(f"[{header}]\n"))
    return found.rstrip()


def mended_in(header: str, old: str, new: str, edition: str = "2nd") -> str:
    """The shipped text with one place of one entry changed."""
    entry = block(header, edition)
    assert entry.count(old) == 1, f"{old!r} must be found once in {header}"
    return mended(entry, entry.replace(old, new), edition)


def everything(edition: str) -> Catalogue:
    return load(edition, EXPANSIONS)


Files = dict[str, dict[str, Any]]


@contextlib.contextmanager
def printed_otherwise(change: Callable[[Files], object]) -> Iterator[None]:
    """The program as it would be if something else stood in its files."""
    shipped = loader._shipped
    files = {file: copy.deepcopy(shipped(file)) for file in TEXT_OF}
    change(files)
    try:
        loader._shipped = files.__getitem__  # type: ignore[assignment]
        _forget_todays()
        yield
    finally:
        loader._shipped = shipped
        _forget_todays()


def _forget_todays() -> None:
    """What is kept by the edition; what is kept by the catalogue need not be forgotten."""
    loader._load.cache_clear()
    tables.rulebook.cache_clear()


def other_numbers(files: Files) -> None:
    """Of nearly every card another number: costs, coins and points."""
    for file in files.values():
        for card in file.get("card", {}).values():
            if "cost" in card:
                card["cost"] = "1 coin"
            if len(card["effects"]) == 1 and card["effects"][0].endswith(("point", "points")):
                card["effects"] = ["9 points"]


def other_entries(files: Files) -> None:
    """A card is gone and another one has come, others stand elsewhere: no number is as it was."""
    for edition in EDITIONS:
        cards = files[f"{edition}/base.toml"]["card"]
        gone = "lumber_yard"
        come = {**cards.pop(gone), "name": "Saw Pit"}
        order = [("saw_pit", come), *reversed(cards.items())]
        cards.clear()
        cards.update(order)
