"""The chains as one drawing: a column for each age, a line from each card to those it makes free.

Each root with all that follows from it has rows of its own, so that nothing lies on anything
else: a card at the end of a chain takes the next row, one before it stands in the middle of those
it leads to, and one that leads only to what stands already takes a row of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ....catalogue import AGES, COLOURS, Card
from ....telling.printed import Chained, chains_of
from ....texts import languages, texts
from ..faces.cards import Chain, Face, face
from ..reader import Reader, whole_page
from .index import EDITION_NAMES, everything

# In units of the drawing, of which a telephone shows one for each pixel.
WIDTH, HEIGHT = 100, 44  # of a card
COLUMN, ROW = 130, 50  # from one to the next
TOP, EDGE = 34, 2
ICON = 18
LINE, LONGEST_LINE, MOST_LINES = 12, 16, 2


@dataclass(frozen=True, slots=True)
class Node:
    """A card: where its box begins, and its name in lines that fit."""

    face: Face
    x: float
    y: float
    lines: tuple[tuple[float, str, bool], ...]  # where each stands, and whether it is squeezed

    @property
    def id(self) -> str:
        return self.face.id


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two cards, as a path; ``icon`` is its symbol, where it is drawn."""

    first: Node
    then: Node
    path: str
    icon: str
    at: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Chart:
    width: float
    height: float
    columns: tuple[tuple[float, str], ...]
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]


def rows_of(chains: list[Chained]) -> dict[str, float]:
    """The row of each card, by its id."""
    cards = {card.id: card for chain in chains for card in chain}
    frees: dict[str, list[str]] = {id: [] for id in cards}
    freed_by: dict[str, list[str]] = {id: [] for id in cards}
    for first, then in chains:
        frees[first.id].append(then.id)
        freed_by[then.id].append(first.id)
    rows: dict[str, float] = {}
    free_row = 0

    def put(id: str) -> None:
        nonlocal free_row
        below = [one for one in frees[id] if one not in rows]
        for one in below:
            put(one)
        if below:
            rows[id] = sum(rows[one] for one in below) / len(below)
        else:
            rows[id] = free_row
            free_row += 1

    def put_root(id: str) -> None:
        if id in rows:
            return
        put(id)
        # Others that lead to the same come next, so that lines stay short.
        for one in list(rows):
            for other in freed_by[one]:
                if not freed_by[other]:
                    put_root(other)

    order = sorted(cards.values(), key=lambda card: (card.age, COLOURS.index(card.colour)))
    for card in order:
        if not freed_by[card.id]:
            put_root(card.id)
    return rows


@lru_cache(maxsize=2 * max(8, len(languages())))
def chart(edition: str, lang: str) -> Chart:
    catalogue = everything(edition)
    chains = chains_of(catalogue)
    rows = rows_of(chains)
    cards = {card.id: card for chain in chains for card in chain}
    nodes = {id: _node(cards[id], row, face(catalogue, id, lang)) for id, row in rows.items()}
    return Chart(
        2 * COLUMN + WIDTH + 2 * EDGE,
        TOP + ROW * (max(rows.values()) + 1),
        tuple((EDGE + COLUMN * (age - 1) + WIDTH / 2, AGES[age]) for age in (1, 2, 3)),
        tuple(nodes.values()),
        tuple(_links(chains, nodes)),
    )


def _node(card: Card, row: float, drawn: Face) -> Node:
    x, y = EDGE + COLUMN * (card.age - 1), TOP + ROW * row
    lines = _lines(drawn.name)
    first = y + HEIGHT / 2 - LINE * (len(lines) - 1) / 2
    said = ((first + LINE * at, line, len(line) > LONGEST_LINE) for at, line in enumerate(lines))
    return Node(drawn, x, y, tuple(said))


def _lines(name: str) -> list[str]:
    """A name in at most two lines, broken between words.

    >>> _lines("Altar"), _lines("Chamber of Commerce")
    (['Altar'], ['Chamber of', 'Commerce'])
    """
    lines: list[str] = []
    for word in name.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(longer) <= LONGEST_LINE or len(lines) == MOST_LINES):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _links(chains: list[Chained], nodes: dict[str, Node]) -> Iterator[Link]:
    drawn: dict[str, list[str]] = {}
    for first, then in chains:
        one, other = nodes[first.id], nodes[then.id]
        start, end = (one.x + WIDTH, one.y + HEIGHT / 2), (other.x, other.y + HEIGHT / 2)
        icon = _icon(one.face.chain_to, then.id)
        seen = drawn.setdefault(other.id, [])
        fresh = icon not in seen
        seen += [icon] if fresh else []
        at = end[0] - ICON - 1, end[1] - ICON / 2 + (ICON - 4) * (len(seen) - 1)
        yield Link(one, other, _path(start, end), icon if fresh else "", at)


def _path(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A curve that leaves and arrives level."""
    (x1, y1), (x2, y2) = start, end
    middle = x1 + (COLUMN - WIDTH) / 2  # between the columns, so that it passes by other cards
    if x2 - x1 > COLUMN:
        x2 = x1 + COLUMN - WIDTH
    return f"M{x1:g} {y1:g}C{middle:g} {y1:g} {middle:g} {y2:g} {x2:g} {y2:g}H{end[0]:g}"


def _icon(chains: tuple[Chain, ...], id: str) -> str:
    return next(one.icon for one in chains if one.id == id)


def _place(node: Node) -> tuple[float, float]:
    return node.x, node.y


def chains_page(reader: Reader, edition: str) -> str:
    say, drawn = texts(reader.lang).gettext, chart(edition, reader.lang)
    return whole_page(
        "reference/chains.html",
        reader,
        edition=edition,
        editions=[(name, say(title)) for name, title in EDITION_NAMES.items()],
        chart=drawn,
        leading=sorted((node for node in drawn.nodes if node.face.chain_to), key=_place),
        size=(WIDTH, HEIGHT, ICON),
    )
