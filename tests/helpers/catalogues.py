"""The shipped catalogue as text, whole or with one place mended, for the tests of the catalogue."""

from __future__ import annotations

from importlib import resources

from mirabilia.catalogue import EDITIONS, EXPANSIONS, Catalogue, load

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
