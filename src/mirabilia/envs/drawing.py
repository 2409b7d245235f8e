"""A table as a picture, drawn with NumPy alone, for ``render``: a row for each city.

On the left the board's name with points, coins, stages, shields, victory tokens and defeats; then a
tile for each card in its colour, each with its name. Letters are three dots wide and five high.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ..game import Game
from ..telling.cities import City, cities

Picture = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

_DOT = 2  # pixels of a letter's dot
_LETTER, _LINE = 4 * _DOT, 6 * _DOT
_TILE = (12 * _LETTER, _LINE + 3 * _DOT)  # across, down
_GAP = 4
_COLUMNS = 7
_HEAD = 26 * _LETTER
_PAPER: Colour = (244, 239, 226)
_INK: Colour = (38, 34, 30)
_LIGHT: Colour = (255, 255, 255)
_FRAME: Colour = (196, 186, 164)
_COLOURS: dict[str, Colour] = {
    "brown": (112, 74, 44),
    "grey": (120, 122, 124),
    "blue": (44, 84, 156),
    "yellow": (190, 140, 26),
    "red": (166, 42, 38),
    "green": (42, 116, 62),
    "purple": (104, 58, 128),
    "black": (52, 50, 54),
    "leader": (206, 200, 190),
    "island": (60, 140, 150),
}
# Five rows of three dots each, a digit for each row.
_LETTERS = {
    "A": 0o25755, "B": 0o65656, "C": 0o34443, "D": 0o65556, "E": 0o74647, "F": 0o74644,
    "G": 0o34553, "H": 0o55755, "I": 0o72227, "J": 0o11152, "K": 0o55655, "L": 0o44447,
    "M": 0o57755, "N": 0o65555, "O": 0o25552, "P": 0o65644, "Q": 0o25563, "R": 0o65655,
    "S": 0o34216, "T": 0o72222, "U": 0o55557, "V": 0o55552, "W": 0o55775, "X": 0o55255,
    "Y": 0o55222, "Z": 0o71247, "0": 0o75557, "1": 0o26227, "2": 0o61247, "3": 0o61216,
    "4": 0o55711, "5": 0o74616, "6": 0o34652, "7": 0o71222, "8": 0o25252, "9": 0o25316,
    "-": 0o00700, "'": 0o22000, ".": 0o00002,
}  # fmt: skip


def picture(game: Game) -> Picture:
    """What everybody sees: pixels, three colours deep."""
    shown = cities(game.view(None), game.catalogue)
    heights = [_height(city) for city in shown]
    tops = np.cumsum([_LINE + 2 * _GAP, *heights]).tolist()
    width = _HEAD + _COLUMNS * (_TILE[0] + _GAP) + 2 * _GAP
    canvas = np.empty((tops[-1], width, 3), np.uint8)
    canvas[:] = _PAPER
    age = "OVER" if game.over else f"AGE {game.age}  TURN {game.turn} - {game.turns}"
    write(canvas, (_GAP, _GAP), age, _INK)
    waited_for = game.to_decide
    for city, (top, bottom) in zip(shown, pairwise(tops), strict=True):
        _draw_city(canvas[top:bottom], city, city.seat in waited_for)
    return canvas


def _tiles(city: City) -> list[tuple[str, str]]:
    """The names and colours of all that stands in a city."""
    found = [(card.name["en"], card.colour) for card in city.cards]
    found += [(leader.name["en"], "leader") for leader in city.leaders]
    return found + [(island.name["en"], "island") for island in city.islands]


def _height(city: City) -> int:
    rows = -(-len(_tiles(city)) // _COLUMNS)
    return max(4 * _LINE + 3 * _GAP, rows * (_TILE[1] + _GAP) + _GAP)


def _draw_city(canvas: Picture, city: City, decides: bool) -> None:
    canvas[:1] = _FRAME
    if decides:
        canvas[1:, :_GAP] = _COLOURS["red"]
    left = 2 * _GAP
    lines = (
        f"{city.seat} {city.board.name['en']}",
        f"{city.board.side} - POINTS {city.points}",
        f"COINS {city.coins} STAGES {city.stages}",
        f"SHIELDS {city.shields} WON {sum(city.victories)} LOST {city.defeats}",
    )
    for number, text in enumerate(lines):
        write(
            canvas, (_GAP + number * (_LINE + _GAP // 2), left), text[: _HEAD // _LETTER - 1], _INK
        )
    for number, (name, colour) in enumerate(_tiles(city)):
        row, column = divmod(number, _COLUMNS)
        top, start = _GAP + row * (_TILE[1] + _GAP), _HEAD + column * (_TILE[0] + _GAP)
        canvas[top : top + _TILE[1], start : start + _TILE[0]] = _COLOURS[colour]
        ink = _INK if colour == "leader" else _LIGHT
        write(canvas, (top + 2 * _DOT, start + _DOT), name[:11], ink)


def write(canvas: Picture, at: tuple[int, int], text: str, colour: Colour) -> None:
    """Write a line, in capitals without accents; what has no letter is left blank."""
    plain = unicodedata.normalize("NFD", text.upper())
    top, left = at
    for sign in plain:
        if unicodedata.combining(sign):
            continue
        dots = np.array([_LETTERS.get(sign, 0) >> bit & 1 for bit in range(14, -1, -1)], bool)
        inked = dots.reshape(5, 3).repeat(_DOT, axis=0).repeat(_DOT, axis=1)
        room = canvas[top : top + 5 * _DOT, left : left + 3 * _DOT]
        room[inked[: room.shape[0], : room.shape[1]]] = colour
        left += _LETTER
