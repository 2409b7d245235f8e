"""What a player may be called: something that others can see and tell from other names."""

from __future__ import annotations

import unicodedata

from .refused import Refused

LONGEST_NAME = 20
# Letters, marks and signs that show nothing, though Unicode does not call them spaces: the fillers
# of Hangul, the empty Braille cell, an empty note head, Egyptian blanks, joiners and selectors.
_UNSEEN = {
    chr(code)
    for first, last in [
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xFFFC, 0xFFFC),
        (0x13441, 0x13442),
        (0x16FE4, 0x16FE4),
        (0x1D159, 0x1D159),
        (0xE0100, 0xE01EF),
    ]
    for code in range(first, last + 1)
}
_MOST_MARKS = 3  # one above the other; more would reach into the lines around
# Letters that are taken for another one at a glance, or are another one's with a stroke: Cyrillic,
# Greek and some Latin ones, all small, since names are compared so.
_LOOK_ALIKES = str.maketrans(
    "авекмнорстухіјѕԁԛԝһαβεζηικμνορτυχγωłøđħıŧ01|",
    "abekmhopctyxijsdqwhabezhikmvoptuxywlodhitoll",
)


def clean_name(name: str) -> str:
    """A name as it is shown, or a refusal.

    >>> clean_name("  Ann   B. ")
    'Ann B.'
    """
    seen = "".join(char for char in unicodedata.normalize("NFC", name) if char not in _UNSEEN)
    name = " ".join(seen.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or not _has_hold(name):
        raise Refused("A name has 1 to %(most)d letters that can be shown.", 400, most=LONGEST_NAME)
    return name


def _has_hold(name: str) -> bool:
    """Whether each mark stands on a letter, and none on too many others."""
    marks = _MOST_MARKS
    for char in name:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if char == " ":
            marks = _MOST_MARKS
        if marks > _MOST_MARKS:
            return False
    return True


def shown_text(text: str) -> str:
    """A text on one line, without what shows nothing, or turns what is around it.

    >>> shown_text("  Well\\u202e\\tplayed\\x00 ")
    'Well played'
    """
    kept, marks = [], _MOST_MARKS
    for char in unicodedata.normalize("NFC", text):
        if char in _UNSEEN or not (char.isprintable() or char.isspace()):
            continue
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if char.isspace():
            marks = _MOST_MARKS
        if marks <= _MOST_MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())


def folded(name: str) -> str:
    """What two names have in common that can be taken for one another: case, accents, spaces and
    signs between the letters, letters that look alike.

    >>> folded("Ánn-B.") == folded("ANN b") == folded("\u0410nnb")
    True
    """
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = (char for char in letters if char.isalnum() or not _is_between(char))
    return "".join(seen).translate(_LOOK_ALIKES).replace("i", "l").replace("rn", "m")


def _is_between(char: str) -> bool:
    """Whether a sign is no letter that tells two names apart: a mark, a space, a stroke."""
    return char in _UNSEEN or unicodedata.category(char)[0] in "MZPC"


def nameless(seat: int) -> str:
    """What somebody is called who does not want to be named any more.

    >>> nameless(2)
    'Player 3'
    """
    return f"Player {seat + 1}"
