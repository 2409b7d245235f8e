"""Setting up a game: what may be asked for, checked, and laid out as a record (B1 to B3, V1)."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from .catalogue import EDITIONS
from .engine import chance, deal, gain
from .engine.scratch import empty_game, ensure_compiled, scratch
from .engine.state import NONE, SIDES
from .engine.tables import Rulebook, rulebook

EXPANSIONS = ("leaders", "cities", "armada")
SEEDS = 1 << 53


class SetupError(ValueError):
    """A game that can't be set up; the message says what and why."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is played with. ``players`` counts people, ``seats`` also the Free City."""

    players: int
    names: tuple[str, ...]
    edition: str
    expansions: tuple[str, ...]
    seed: int
    sides: str

    @property
    def free_city(self) -> bool:
        return self.players == 2

    @property
    def seats(self) -> int:
        return 3 if self.free_city else self.players

    @property
    def book(self) -> Rulebook:
        return rulebook(self.edition)


def check_setup(
    players: int | Sequence[str],
    *,
    edition: str,
    expansions: Iterable[str],
    seed: int | None,
    sides: str,
    teams: bool,
    leaders: str,
    shipyards: object,
) -> Setup:
    """The setup, or a SetupError."""
    if edition not in EDITIONS:
        raise SetupError(f"There is no edition {edition!r}; there are {' and '.join(EDITIONS)}.")
    chosen = _expansions(expansions)
    count, names = _players(players, edition)
    if teams:
        raise SetupError("Teams need the expansion Cities or Armada.")
    if leaders not in ("standard", "expert"):
        raise SetupError(f"leaders is 'standard' or 'expert', not {leaders!r}.")
    if leaders == "expert":
        raise SetupError("Expert leaders need the expansion Leaders.")
    if shipyards is not None:
        raise SetupError("Shipyards need the expansion Armada.")
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise SetupError(f"A seed is a whole number from 0 to 2^53 - 1, not {seed!r}.")
    return Setup(count, names, edition, chosen, seed, _sides(sides, edition))


def _expansions(expansions: Iterable[str]) -> tuple[str, ...]:
    if isinstance(expansions, str) or not isinstance(expansions, Iterable):
        raise SetupError(f"Expansions come as a list of names, not as {expansions!r}.")
    chosen = tuple(expansions)
    for name in chosen:
        if name not in EXPANSIONS:
            raise SetupError(f"There is no expansion {name!r}; there are {', '.join(EXPANSIONS)}.")
        raise SetupError(f"The expansion {name.title()} can't be played yet, only the base game.")
    return chosen


def _players(players: int | Sequence[str], edition: str) -> tuple[int, tuple[str, ...]]:
    if isinstance(players, int) and not isinstance(players, bool):
        count, names = players, tuple(f"Player {seat + 1}" for seat in range(min(players, 8)))
    elif isinstance(players, Sequence) and not isinstance(players, str):
        names, count = tuple(players), len(players)
        if not all(isinstance(name, str) and name.strip() for name in names):
            raise SetupError("Every player needs a name that is not empty.")
    else:
        raise SetupError(f"players is a number or a list of names, not {players!r}.")
    if count == 2:
        if edition != "1st":
            raise SetupError("Two can play only the 1st edition, with the Free City.")
        return 2, (*names, "Free City")
    if count == 8:
        raise SetupError("Eight can play only the 1st edition with the expansion Armada.")
    if not 3 <= count <= 7:
        raise SetupError(f"{count} can't play: 3 to 7 can, 2 in the 1st edition.")
    return count, names


def _sides(sides: str, edition: str) -> str:
    known = rulebook(edition).catalogue.sides
    for side in ("random", "choose", *known):
        if isinstance(sides, str) and side.lower() == sides.lower():
            return side
    allowed = ", ".join(repr(side) for side in ("random", "choose", *known))
    raise SetupError(f"sides is one of {allowed}, not {sides!r}.")


def read_board(book: Rulebook, text: object) -> tuple[str, str | None]:
    """A wonder, with or without its side, from a text such as ``rhodos:A``."""
    wonder, _, side = text.partition(":") if isinstance(text, str) else ("", "", "")
    catalogue = book.catalogue
    if wonder not in catalogue.wonders:
        raise SetupError(
            f"There is no wonder {text!r} in the {catalogue.edition} edition; there are "
            f"{', '.join(catalogue.wonders)}."
        )
    if not side:
        return wonder, None
    for known in catalogue.sides:
        if known.lower() == side.lower():
            return wonder, known
    raise SetupError(f"{wonder} has the sides {' and '.join(catalogue.sides)}, not {side!r}.")


def lay_out(setup: Setup, wonders: Sequence[str] | None, dealt: object) -> npt.NDArray[np.void]:
    """A record of the game about to begin."""
    ensure_compiled()
    book, w = setup.book, scratch().w
    games = empty_game()
    g, t = games[0], book.tables[0]
    g.rng[:] = chance.states(setup.seed)
    deal.clear(g, t, setup.seats, EDITIONS.index(setup.edition) + 1, int(setup.free_city))
    deal.draw_boards(g, t, w)
    for age in range(3):
        deal.deal_age(g, t, w, age)
    if wonders is not None:
        _seat_wonders(g, setup, wonders)
    if setup.sides in book.catalogue.sides:
        for seat in range(setup.seats):
            board = book.boards[g.board[seat]]
            if wonders is None or ":" not in wonders[seat]:
                g.board[seat] = book.board_number[board.wonder, setup.sides]
    if dealt is not None:
        stack_deal(g, setup, dealt)
    for seat in range(setup.seats):
        gain.recount(g, t, seat)
    if setup.sides == "choose":
        g.step = SIDES
        g.holder = 0 if setup.free_city else NONE
    return games


def _seat_wonders(g: Any, setup: Setup, wonders: Sequence[str]) -> None:
    if isinstance(wonders, str) or not isinstance(wonders, Sequence):
        raise SetupError("wonders is a list with one entry for each seat.")
    if len(wonders) != setup.seats:
        raise SetupError(
            f"wonders has {len(wonders)} entries for {setup.seats} seats"
            + (" (the third is the Free City's)." if setup.free_city else ".")
        )
    book = setup.book
    boards = [read_board(book, text) for text in wonders]
    twice = [name for name, count in Counter(name for name, _ in boards).items() if count > 1]
    if twice:
        raise SetupError(f"There is only one board of {twice[0]}.")
    for seat, (wonder, side) in enumerate(boards):
        drawn = book.boards[g.board[seat]].side
        g.board[seat] = book.board_number[wonder, side or drawn]


def stack_deal(g: Any, setup: Setup, dealt: object) -> None:
    """Write a stacked deal: for each age, for each seat, the cards of the starting hand."""
    if isinstance(dealt, Mapping):
        unknown = set(dealt) - {"ages"}
        if unknown:
            raise SetupError(f"A deal of the base game has no {sorted(map(str, unknown))[0]!r}.")
        dealt = dealt.get("ages", ())
    if not _is_list(dealt) or len(dealt) > 3:
        raise SetupError("A deal is a list of up to three ages, each with a hand for every seat.")
    for age, hands in enumerate(dealt):
        write_hands(g, setup, age, hands, strict=True)


def write_hands(g: Any, setup: Setup, age: int, hands: object, *, strict: bool) -> None:
    """The starting hands of one age; with ``strict`` they must be a deck of that age."""
    where = f"The deal of age {'I' * (age + 1)}"
    if not _is_list(hands) or len(hands) != setup.seats:
        raise SetupError(f"{where} needs a list of cards for each of {setup.seats} seats.")
    book = setup.book
    numbers = []
    for seat, hand in enumerate(hands):
        if not _is_list(hand) or len(hand) > g.hand_size:
            raise SetupError(f"{where}, seat {seat}: a hand is a list of {g.hand_size} cards.")
        for card in hand:
            if not isinstance(card, str) or card not in book.card_number:
                raise SetupError(f"{where}, seat {seat}: there is no card {card!r}.")
        numbers.append([book.card_number[card] for card in hand])
    if strict:
        _check_deck(g, setup, age, [number for hand in numbers for number in hand], where)
    g.deal[age] = NONE
    for seat, hand in enumerate(numbers):
        g.deal[age, seat, : len(hand)] = hand


def _check_deck(g: Any, setup: Setup, age: int, numbers: list[int], where: str) -> None:
    """B3: the deck is every copy for so many players, and some of the guilds in age III."""
    book = setup.book
    cards = [book.cards[number] for number in numbers]
    guilds = [card.id for card in cards if card.is_guild]
    dealt = Counter(card.id for card in cards if not card.is_guild)
    printed = Counter(card.id for card in book.catalogue.deck(age + 1, setup.seats))
    for card in sorted(dealt - printed):
        raise SetupError(
            f"{where}: {card!r} is dealt {dealt[card]} times, but the deck for {setup.seats} "
            f"has {printed[card]}."
        )
    for card in sorted(printed - dealt):
        raise SetupError(f"{where}: {card!r} is missing.")
    wanted = setup.seats + 2 if age == 2 else 0
    if len(set(guilds)) != len(guilds) or len(guilds) != wanted:
        raise SetupError(f"{where} needs {wanted} different guilds, not {len(guilds)}.")


def _is_list(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, Sequence) and not isinstance(value, str)
