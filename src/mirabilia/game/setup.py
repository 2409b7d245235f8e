"""Setting up a game: what may be asked for, checked, and laid out as a record (B1 to B3, V1)."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from ..catalogue import (
    EDITIONS,
    EXPANSIONS,
    LEADER_DECKS,
    TEAM_EXPANSIONS,
    Card,
    Catalogue,
    kept,
    load,
)
from ..engine import chance, deal
from ..engine.deal import Variant
from ..engine.scratch import empty_game, ensure_compiled, scratch
from ..engine.state import NONE, SIDES, WITH_ARMADA, WITH_CITIES, WITH_LEADERS
from ..engine.tables import Rulebook, rulebook, rulebook_of

_FLAGS = {"leaders": WITH_LEADERS, "cities": WITH_CITIES, "armada": WITH_ARMADA}
SEEDS = 1 << 53
_DEAL_KEYS = {"ages": "", "leaders": "leaders", "leader_box": "leaders", "islands": "armada"}


class SetupError(ValueError):
    """A game that can't be set up; the message says what and why.

    One that ``cannot`` has made has ``sentence`` and ``slots`` apart, to be said in any language.
    """

    sentence = ""
    slots: Mapping[str, object] = MappingProxyType({})


def cannot(sentence: str, **slots: object) -> SetupError:
    """What somebody may come upon who only fills in a form; translators are shown the sentence."""
    error = SetupError(sentence % slots if slots else sentence)
    error.sentence, error.slots = sentence, slots
    return error


@dataclass(frozen=True)
class Wanted:
    """What a game is asked to be, as ``Game`` takes it; nothing of it is checked yet."""

    players: int | Sequence[str]
    edition: str = "2nd"
    expansions: Iterable[str] = ()
    seed: int | None = None
    wonders: Sequence[str] | None = None
    sides: str = "random"
    deal: object = None
    shipyards: object = None
    teams: bool = False
    leaders: str = "standard"
    catalogue: Catalogue | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is played with. ``players`` counts people, ``seats`` also the Free City.

    ``printed``: its cards, if they are others than today's.
    """

    players: int
    names: tuple[str, ...]
    edition: str
    expansions: tuple[str, ...]
    seed: int
    sides: str
    teams: bool = False
    leaders: str = "standard"
    promo: bool = False
    printed: Catalogue | None = field(default=None, repr=False, compare=False)

    @property
    def free_city(self) -> bool:
        return self.players == 2

    @property
    def seats(self) -> int:
        return 3 if self.free_city else self.players

    @property
    def book(self) -> Rulebook:
        if self.printed is not None:
            return rulebook_of(self.printed)
        return rulebook(self.edition, self.expansions, self.promo)

    @property
    def variant(self) -> Variant:
        """The same as the engine has it."""
        return Variant(
            seats=self.seats,
            edition=EDITIONS.index(self.edition) + 1,
            free_city=int(self.free_city),
            expansions=sum(bit for name, bit in _FLAGS.items() if name in self.expansions),
            teams=int(self.teams),
            expert=int(self.leaders == "expert"),
        )


def check_setup(wanted: Wanted) -> Setup:
    """The setup, or a SetupError."""
    edition, leaders, seed = wanted.edition, wanted.leaders, wanted.seed
    if edition not in EDITIONS:
        raise SetupError(f"There is no edition {edition!r}; there are {' and '.join(EDITIONS)}.")
    chosen = _expansions(wanted.expansions)
    count, names = _players(wanted.players, edition, chosen)
    if wanted.teams:
        _check_teams(count, edition, chosen)
    if leaders not in LEADER_DECKS:
        known = " or ".join(map(repr, LEADER_DECKS))
        raise SetupError(f"leaders is {known}, not {leaders!r}.")
    if leaders == "expert" and "leaders" not in chosen:
        raise cannot("Expert leaders need the expansion Leaders.")
    if wanted.shipyards is not None and "armada" not in chosen:
        raise SetupError("Shipyards need the expansion Armada.")
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise SetupError(f"A seed is a whole number from 0 to 2^53 - 1, not {seed!r}.")
    promo = names_promo(edition, chosen, wanted.wonders)
    printed = _printed(wanted.catalogue, edition, chosen)
    catalogue = printed or load(edition, chosen, promo)
    sides = _sides(wanted.sides, catalogue)
    if _deals_expert(catalogue, wanted.deal):
        leaders = "expert"
    return Setup(
        count, names, edition, chosen, seed, sides, bool(wanted.teams), leaders, promo, printed
    )


def _printed(
    wanted: Catalogue | None, edition: str, expansions: tuple[str, ...]
) -> Catalogue | None:
    """The catalogue that a game is to be played by; None: today's."""
    if wanted is None:
        return None
    if not isinstance(wanted, Catalogue):
        raise SetupError("catalogue is what load_files of mirabilia.catalogue gives.")
    if (wanted.edition, wanted.expansions) != (edition, expansions):
        boxes = ", ".join([f"the {wanted.edition} edition", *map(str.title, wanted.expansions)])
        raise SetupError(f"The catalogue has {boxes}: the game has to be of the same.")
    return None if kept.is_today(wanted) else kept.note(wanted)


def names_promo(edition: str, expansions: tuple[str, ...], wonders: object) -> bool:
    """Whether a promo board is named: only then, or as the eighth, they come into play (B1)."""
    if not _is_list(wonders) or "armada" in expansions:
        return False
    known = load(edition, expansions).wonders
    promos = [name for name in load(edition, expansions, promo=True).wonders if name not in known]
    return any(str(wonder).partition(":")[0] in promos for wonder in wonders)


def _deals_expert(catalogue: Catalogue, dealt: object) -> bool:
    """Whether a deal names an expert leader: then they are played."""
    if not isinstance(dealt, Mapping) or "leaders" not in catalogue.expansions:
        return False
    packs = dealt.get("leaders")
    piles = [*(packs if _is_list(packs) else ()), dealt.get("leader_box")]
    names = [name for pile in piles if _is_list(pile) for name in pile]
    return catalogue.names_expert(names)


def _check_teams(count: int, edition: str, expansions: tuple[str, ...]) -> None:
    """T1: two side by side, with Cities or Armada."""
    if not set(TEAM_EXPANSIONS) & set(expansions):
        raise cannot("Teams need the expansion Cities or Armada.")
    allowed = (4, 6, 8) if edition == "1st" else (4, 6)
    if count not in allowed:
        if edition == "1st":
            raise cannot(
                "4, 6 or 8 can play in teams in the 1st edition, not %(count)d.", count=count
            )
        raise cannot("4 or 6 can play in teams in the 2nd edition, not %(count)d.", count=count)


def _expansions(expansions: Iterable[str]) -> tuple[str, ...]:
    if isinstance(expansions, str) or not isinstance(expansions, Iterable):
        raise SetupError(f"Expansions come as a list of names, not as {expansions!r}.")
    chosen = list(expansions)
    for name in chosen:
        if name not in EXPANSIONS:
            raise SetupError(f"There is no expansion {name!r}; there are {', '.join(EXPANSIONS)}.")
    return tuple(name for name in EXPANSIONS if name in chosen)


def _players(
    players: int | Sequence[str], edition: str, expansions: tuple[str, ...]
) -> tuple[int, tuple[str, ...]]:
    if isinstance(players, int) and not isinstance(players, bool):
        count, names = players, tuple(f"Player {seat + 1}" for seat in range(min(players, 8)))
    elif isinstance(players, Sequence) and not isinstance(players, str):
        names, count = tuple(players), len(players)
        if not all(isinstance(name, str) and name.strip() for name in names):
            raise cannot("Every player needs a name that is not empty.")
    else:
        raise SetupError(f"players is a number or a list of names, not {players!r}.")
    if count == 2:
        if edition != "1st":
            raise cannot("Two can play only the 1st edition, with the Free City.")
        if expansions:
            raise cannot("Two can play only the base game, without expansions.")
        return 2, (*names, "Free City")
    if count == 8 and (edition != "1st" or "armada" not in expansions):
        raise cannot("Eight can play only the 1st edition with the expansion Armada.")
    if not 3 <= count <= 8:
        if abs(count) >= SEEDS:
            raise cannot("So many can't play: 3 to 7 can, 2 in the 1st edition.")
        raise cannot("%(count)d can't play: 3 to 7 can, 2 in the 1st edition.", count=count)
    return count, names


def _sides(sides: str, catalogue: Catalogue) -> str:
    known = catalogue.sides
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
        for (name, _), board in load(catalogue.edition, EXPANSIONS, promo=True).boards.items():
            if name == wonder and board.expansion:
                raise SetupError(f"{wonder} needs the expansion {board.expansion.title()}.")
        raise SetupError(
            f"There is no wonder {text!r} in the {catalogue.edition} edition; there are "
            f"{', '.join(catalogue.wonders)}."
        )
    if not side:
        return wonder, None
    sides = sides_of(book, wonder)
    for known in sides:
        if known.lower() == side.lower():
            return wonder, known
    raise SetupError(f"{wonder} has the side {' and '.join(sides)}, not {side!r}.")


def sides_of(book: Rulebook, wonder: str) -> tuple[str, ...]:
    """The sides of a wonder that can be played; promo boards may have only one."""
    return tuple(side for name, side in book.catalogue.boards if name == wonder)


def lay_out(setup: Setup, wanted: Wanted) -> npt.NDArray[np.void]:
    """A record of the game about to begin: by chance, save what is wanted."""
    ensure_compiled()
    book, w = setup.book, scratch().w
    games = empty_game()
    g, t = games[0], book.tables[0]
    g.rng[:] = chance.states(setup.seed)
    deal.clear(g, setup.variant)
    deal.draw_boards(g, t, w)
    deal.deal_all(g, t, w, setup.variant.expert)
    take_boards(g, setup, wanted)
    if wanted.deal is not None:
        stack_deal(g, setup, wanted.deal)
    if wanted.shipyards is not None:
        _give_shipyards(g, setup, wanted.shipyards)
    deal.seat_all(g, t)
    if setup.sides == "choose":
        g.step = SIDES
        g.holder = 0 if setup.free_city else NONE
    return games


def take_boards(g: Any, setup: Setup, wanted: Wanted) -> None:
    """The boards and sides that are wanted, in place of those that chance has drawn."""
    book, wonders = setup.book, wanted.wonders
    if wonders is not None:
        _seat_wonders(g, setup, wonders)
    if setup.sides in book.catalogue.sides:
        for seat in range(setup.seats):
            board = book.boards[g.board[seat]]
            number = book.board_number.get((board.wonder, setup.sides))
            if number is not None and (wonders is None or ":" not in wonders[seat]):
                g.board[seat] = number


def _give_shipyards(g: Any, setup: Setup, shipyards: object) -> None:
    known = setup.book.shipyards
    if not _is_list(shipyards) or len(shipyards) != setup.seats:
        raise SetupError(f"shipyards is a list with one for each of {setup.seats} seats.")
    for name in shipyards:
        if name not in known:
            raise SetupError(f"There is no shipyard {name!r}; there are {', '.join(known)}.")
    if len(set(shipyards)) < len(shipyards):
        raise SetupError("There is only one of each shipyard.")
    g.shipyard[: setup.seats] = [known.index(name) for name in shipyards]


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
        playable = sides_of(book, wonder)
        g.board[seat] = book.board_number[
            wonder, side or (drawn if drawn in playable else playable[0])
        ]


def stack_deal(g: Any, setup: Setup, dealt: object) -> None:
    """Write a stacked deal: for each age, for each seat, the cards of the starting hand."""
    if isinstance(dealt, Mapping):
        unknown = set(dealt) - set(_DEAL_KEYS)
        if unknown:
            raise SetupError(f"A deal has no {sorted(map(str, unknown))[0]!r}.")
        for key, expansion in _DEAL_KEYS.items():
            if expansion and key in dealt and expansion not in setup.expansions:
                raise SetupError(f"A deal with {key!r} needs the expansion {expansion.title()}.")
        if "leaders" in dealt:
            _stack_leaders(g, setup, dealt["leaders"], dealt.get("leader_box"))
        elif "leader_box" in dealt:
            raise SetupError("A deal with 'leader_box' needs 'leaders' too.")
        if "islands" in dealt:
            _stack_islands(g, setup, dealt["islands"])
        dealt = dealt.get("ages", ())
    if not _is_list(dealt) or len(dealt) > 3:
        raise SetupError("A deal is a list of up to three ages, each with a hand for every seat.")
    for age, hands in enumerate(dealt):
        write_hands(g, setup, age, hands, strict=True)


def _numbers(setup: Setup, names: object, pool: Mapping[str, object], where: str) -> list[int]:
    """The numbers of a list of ids, all different and of one kind."""
    if not _is_list(names):
        raise SetupError(f"{where} is a list of names, not {names!r}.")
    for name in names:
        if not isinstance(name, str) or name not in pool:
            raise SetupError(f"{where}: there is no {name!r}.")
    return [setup.book.card_number[name] for name in names]


def _stack_leaders(g: Any, setup: Setup, packs: object, box: object) -> None:
    """Four leaders each to begin the draft with, and those in the box, in any order (L1, L6)."""
    catalogue = setup.book.catalogue
    leaders = catalogue.leaders
    if not _is_list(packs) or len(packs) != setup.seats:
        raise SetupError(f"The deal of leaders needs 4 for each of {setup.seats} seats.")
    numbers = [_numbers(setup, pack, leaders, "The deal of leaders") for pack in packs]
    if any(len(pack) != 4 for pack in numbers):
        raise SetupError("The deal of leaders needs 4 for each seat.")
    dealt = [number for pack in numbers for number in pack]
    others = [setup.book.card_number[name] for name in catalogue.leaders_of(setup.leaders)]
    rest = [number for number in others if number not in dealt]
    if box is not None:
        rest = _numbers(setup, box, leaders, "leader_box")
    if len(set(dealt + rest)) < len(dealt) + len(rest):
        raise SetupError("The deal of leaders has a leader twice.")
    for seat, pack in enumerate(numbers):
        g.pack[seat, :4] = pack
    fill_box(g, rest)


def fill_box(g: Any, numbers: Sequence[int]) -> None:
    """Lay leaders into the box, which has no order but the catalogue's (L6)."""
    g.box[: len(numbers)] = sorted(numbers)
    g.box_n = len(numbers)


def _stack_islands(g: Any, setup: Setup, levels: object) -> None:
    """The islands of each level, from the top (A7)."""
    if not _is_list(levels) or len(levels) != 3:
        raise SetupError("The deal of islands is a list of three levels.")
    islands = setup.book.catalogue.islands
    for level, names in enumerate(levels):
        numbers = _numbers(setup, names, islands, "The deal of islands")
        of_level = {name for name, island in islands.items() if island.level == level + 1}
        if len(numbers) != len(of_level) or set(names) != of_level:
            raise SetupError(f"The deal of islands needs all {len(of_level)} of level {level + 1}.")
        g.sea[level, : len(numbers)] = numbers[::-1]


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
    catalogue, number = setup.book.catalogue, setup.seats
    dealt = Counter(setup.book.cards[card].id for card in numbers)
    printed = Counter(card.id for card in catalogue.deck(age + 1, number))
    for card in sorted(printed - dealt):
        raise SetupError(f"{where}: {card!r} is missing.")
    extra = dealt - printed
    groups = [
        ("guilds", {card.id for card in catalogue.guilds if age == 2}, min(number + 2, 9)),
        ("black cards", _ids(catalogue.extras(age + 1, "cities", number)), number),
        ("Armada cards", _ids(catalogue.extras(age + 1, "armada", number)), min(number, 7)),
    ]
    for name, pool, wanted in groups:
        if not pool:
            continue
        found = [card for card in extra if card in pool]
        if len(found) != wanted:
            raise SetupError(f"{where} needs {wanted} different {name}, not {len(found)}.")
        for card in found:
            extra[card] -= 1
    for card in sorted(+extra):
        raise SetupError(
            f"{where}: {card!r} is dealt {dealt[card]} times, but the deck for {number} has "
            f"{dealt[card] - extra[card]}."
        )


def _ids(cards: Iterable[Card]) -> set[str]:
    return {card.id for card in cards}


def _is_list(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, Sequence) and not isinstance(value, str)
