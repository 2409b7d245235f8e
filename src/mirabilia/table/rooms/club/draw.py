"""Who sits where in a round of a tournament: drawn from a seed that anyone can check.

The numbers are those of ``fair``: SHA-256 of the seed, the round and a counter. Everybody is put in
an order by chance, which is cut into tables whose sizes differ by one at most. From the second
round on, players are then exchanged between tables as long as that makes fewer of them meet
again; that is done from several orders, and the best is taken. At each table those seats are taken
at which players have sat least often, with boards that they have had least often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from ..fair import Numbers
from ..refused import Refused

LEAST, MOST = 3, 7  # players at a table
_ORDERS = 12  # that are tried


@dataclass(slots=True)
class Past:
    """What players, by their numbers, have done in the rounds before."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter)  # by pairs, the smaller first
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)  # by player and seat
    boards: Counter[tuple[int, str]] = field(default_factory=Counter)
    short: Counter[int] = field(default_factory=Counter)  # how often at one of the smaller tables

    def note(self, table: Sequence[int], boards: Sequence[str], small: bool) -> None:
        """A table of a round before, its players in the order of their seats."""
        self.met.update(_pairs(table))
        self.seats.update((player, seat) for seat, player in enumerate(table))
        self.boards.update(zip(table, boards, strict=True))
        self.short.update(table if small else ())


def _pairs(table: Sequence[int]) -> list[tuple[int, int]]:
    return list(combinations(sorted(table), 2))


def sizes(players: int, wanted: int) -> list[int]:
    """How many sit at each table: as near to what is wanted as can be, larger tables first.

    >>> sizes(11, 4), sizes(5, 4), sizes(8, 7)
    ([4, 4, 3], [5], [4, 4])
    """
    if players < LEAST:
        raise Refused("A round needs at least %(least)d players.", least=LEAST)
    possible = range(-(-players // MOST), players // LEAST + 1)
    tables = min(possible, key=lambda number: (abs(players / number - wanted), number))
    small, larger = divmod(players, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def numbers(seed: str, round_number: int) -> Numbers:
    """The numbers of a round's draw."""
    return Numbers(bytes.fromhex(seed) + f"round {round_number}".encode() + b"\0")


def tables(chance: Numbers, players: Sequence[int], wanted: int, past: Past) -> list[list[int]]:
    """Who plays with whom."""
    cut = sizes(len(players), wanted)
    best: list[list[int]] = []
    least = -1
    for _ in range(_ORDERS if past.met else 1):
        drawn = _cut(chance.shuffled(players), cut)
        cost = _improve(drawn, past) if past.met else 0
        if least < 0 or cost < least:
            best, least = drawn, cost
        if least == 0:
            break
    return best


def _cut(order: Sequence[int], cut: Sequence[int]) -> list[list[int]]:
    drawn, first = [], 0
    for size in cut:
        drawn.append(list(order[first : first + size]))
        first += size
    return drawn


def _improve(drawn: list[list[int]], past: Past) -> int:
    """Exchange players between tables while that is worth it; what the tables cost in the end."""
    small = min(map(len, drawn))
    mixed = any(len(table) > small for table in drawn)

    def cost(table: Sequence[int]) -> int:
        """Meetings weigh by their squares, so that nobody meets the same twice again; then who
        has sat at a smaller table before.
        """
        again = sum(past.met[pair] ** 2 for pair in _pairs(table))
        shorter = sum(past.short[player] for player in table) if len(table) == small else 0
        return 100 * again + (shorter if mixed else 0)

    costs = [cost(table) for table in drawn]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(drawn)), 2):
            for at in range(len(drawn[one])):
                for to in range(len(drawn[other])):
                    left, right = drawn[one], drawn[other]
                    left[at], right[to] = right[to], left[at]
                    found = cost(left), cost(right)
                    if sum(found) < costs[one] + costs[other]:
                        costs[one], costs[other] = found
                        better = True
                    else:
                        left[at], right[to] = right[to], left[at]
    return sum(costs)


def seated(chance: Numbers, table: Sequence[int], boards: Sequence[str], past: Past) -> list[int]:
    """In which order a table's players sit: of the orders that give everybody the seats and boards
    that he has had least often, one by chance.
    """

    def cost(order: Iterable[int]) -> int:
        return sum(
            past.seats[player, seat] ** 2 + 2 * past.boards[player, boards[seat]] ** 2
            for seat, player in enumerate(order)
        )

    return list(min(permutations(chance.shuffled(table)), key=cost))
