"""Reading positions: JSON from strangers into a record, or an error that names the place.

What is left out is empty or the game's default; what could not have come about by play is accepted
as long as it can be scored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from ..catalogue import FLEETS, Catalogue, kept
from ..engine import chance, deal, lasting, turn
from ..engine import state as s
from ..engine.scratch import empty_game, ensure_compiled, scratch
from ..engine.tables import ITEMS
from .codec import KIND_NAMES, RIGHTS
from .positions import PENDING_LISTS, PHASES, STEPS, TOKENS
from .setup import Setup, SetupError, Wanted, check_setup, fill_box, read_board, write_hands

KEYS = (
    "edition",
    "expansions",
    "teams",
    "leaders",
    "names",
    "age",
    "turn",
    "phase",
    "discard",
    "seed",
    "rng",
    "raids",
    "deal",
    "pile",
    "holder",
    "box",
    "sea",
    "history",
    "pending",
    "seats",
)
SEAT_KEYS = (
    "wonder",
    "side",
    "stages",
    "under",
    "coins",
    "city",
    "hand",
    "victories",
    "defeats",
    "spent",
)
EXPANSION_KEYS = {
    "leaders": ("leaders", "leader_hand", "pack", "buried", "copied"),
    "cities": ("debts", "diplomacy"),
    "armada": ("islands", "shipyard", "fleets", "naval"),
}
# No game comes near these; the engine has room for what play may add.
LARGEST_CITY = 34
MOST_DISCARDED = 255
MOST_COPIES = 15  # of a card in the discard pile; a byte counts them
MOST_SYMBOLS = 36
MOST_LEADERS = 12  # in play and in the hand together
MOST_ISLANDS = 9
_KINDS = {name: kind for kind, name in KIND_NAMES.items()}


class PositionError(ValueError):
    """A position that can't be; the message names the place in it."""


def read(
    data: object, *, hidden: bool = False, catalogue: Catalogue | None = None
) -> tuple[Setup, npt.NDArray[np.void]]:
    """The setup and record of a position; ``hidden``: numbers may stand where lists are hidden."""
    data = _mapping(data, "A position", KEYS)
    seats = data.get("seats")
    if not _is_list(seats) or not 3 <= len(seats) <= s.SEATS:
        raise PositionError("A position needs 'seats', a list of 3 to 8 mappings.")
    free_city = data.get("holder") is not None or data.get("pile") is not None
    if free_city and len(seats) != 3:
        raise PositionError(
            "A position with a pile or a holder has 3 seats, the last the Free City."
        )
    setup = _read_setup(data, 2 if free_city else len(seats), catalogue)
    ensure_compiled()
    games = empty_game()
    g, t = games[0], setup.book.tables[0]
    deal.clear(g, setup.variant)
    g.age = _number(data, "age", 1, 1, 3)
    phase = data.get("phase", "play")
    if phase not in PHASES:
        raise PositionError(f"phase: {phase!r} is none of {', '.join(PHASES)}.")
    if phase in ("draft", "leader") and "leaders" not in setup.expansions:
        raise PositionError(f"The phase {phase!r} needs the expansion Leaders.")
    early = phase in ("side", "draft", "leader")
    g.turn = _number(data, "turn", 0 if early else 1, 0, g.turns + 1)
    g.rng[:] = _read_rng(data, setup)
    for seat, entry in enumerate(seats):
        _read_seat(setup, g, seat, entry, hidden)
        _check_production(setup, g, seat)
        lasting.recount(g, t, seat)
    for card in _cards(setup, data.get("discard", []), "discard", MOST_DISCARDED, hidden, "any"):
        if card != s.NONE:
            g.discard[card] += 1
    if g.discard.max() > MOST_COPIES:
        raise PositionError(f"discard has a card {g.discard.max()} times; {MOST_COPIES} at most.")
    _read_deal(setup, g, data, early, hidden or phase == "over")
    _read_pile(setup, g, data, hidden)
    if "leaders" in setup.expansions:
        setup = _read_box(setup, g, data.get("box"), hidden)
    _set_step(setup, g, phase, data, hidden)
    if "armada" in setup.expansions:
        _read_sea(setup, g, data.get("sea"), hidden)
        _read_raids(g, data.get("raids", ()))
    elif data.get("raids"):
        raise PositionError("Raids need the expansion Armada.")
    _read_history(setup, g, data)
    return setup, games


def from_view(view: Mapping[str, Any]) -> tuple[Setup, npt.NDArray[np.void]]:
    """The setup and record of what a seat knows, with the decision that it owes."""
    decision, seat = view.get("decision"), view.get("seat")
    if decision is None or seat is None:
        raise ValueError("This view's seat owes no decision.")
    known = {key: view[key] for key in KEYS if key in view}
    if "unfinished" in view:
        known["pending"] = view["unfinished"]
    setup, games = read(known, hidden=True, catalogue=kept.find(view.get("catalogue")))
    if view.get("catalogue", setup.book.catalogue.digest) != setup.book.catalogue.digest:
        raise ValueError("The cards that this view is of are not known here.")
    g = games[0]
    g.asked[seat] = _KINDS[decision["kind"]]
    g.recruiting = int(decision["kind"] == "leader")
    g.source[seat] = view["details"]
    return setup, games


def pending_moves(data: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The decisions already taken in a position's turn."""
    decided = data.get("pending", {}).get("decided", {})
    if not isinstance(decided, Mapping):
        raise PositionError("pending: 'decided' is a mapping of seats to moves.")
    return [(_seat_key(seat), move) for seat, move in decided.items()]


def _is_list(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _mapping(data: object, where: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise PositionError(f"{where} is a mapping, not {type(data).__name__}.")
    for key in data:
        if key not in keys:
            raise PositionError(f"{where} has no {key!r}; it has {', '.join(keys)}.")
    return data


def _number(data: Mapping[str, Any], key: str, default: int, least: int, most: int) -> int:
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(f"{key} is a whole number from {least} to {most}, not {value!r}.")
    return value


def _read_setup(data: Mapping[str, Any], players: int, catalogue: Catalogue | None) -> Setup:
    keys = ("edition", "expansions", "seed", "teams", "leaders")
    given = {key: data[key] for key in keys if key in data}
    seats = (seat for seat in data["seats"] if isinstance(seat, Mapping))
    wonders: list[Any] = [seat.get("wonder") for seat in seats]
    try:
        names = data.get("names", players)
        setup = check_setup(Wanted(names, wonders=wonders, catalogue=catalogue, **given))
    except SetupError as error:
        raise PositionError(str(error)) from error
    if setup.players != players:
        raise PositionError(f"There are {setup.players} names for {players} players.")
    return setup


def _read_rng(data: Mapping[str, Any], setup: Setup) -> npt.NDArray[np.uint64]:
    text = data.get("rng")
    if text is None:
        return chance.states(setup.seed)
    try:
        return np.array([int(text, 16)], np.uint64)
    except (TypeError, ValueError, OverflowError):
        raise PositionError(f"rng is 16 hexadecimal digits, not {text!r}.") from None


def _cards(
    setup: Setup,
    value: object,
    where: str,
    most: int,
    hidden: bool = False,
    kind: str = "cards",
) -> list[int]:
    """Numbers of a list of ids; where hidden ones are allowed, a number stands for so many.

    ``kind``: age cards, leaders, islands, or ``any`` of them.
    """
    if hidden and isinstance(value, int) and 0 <= value <= most:
        return [s.NONE] * value
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise PositionError(f"{where} is a list of names, not {value!r}.")
    if len(value) > most:
        raise PositionError(f"{where} has {len(value)} entries; {most} at most.")
    catalogue = setup.book.catalogue
    pools: dict[str, Mapping[str, object]] = {
        "cards": catalogue.cards,
        "leaders": catalogue.leaders,
        "islands": catalogue.islands,
        "any": setup.book.card_number,
    }
    for name in value:
        if not isinstance(name, str) or name not in pools[kind]:
            what = "card" if kind in ("cards", "any") else kind[:-1]
            raise PositionError(f"{where}: there is no {what} {name!r} in this game.")
    return [setup.book.card_number[name] for name in value]


def _read_seat(setup: Setup, g: Any, seat: int, entry: object, hidden: bool) -> None:
    where = f"seat {seat}"
    later = tuple(key for keys in EXPANSION_KEYS.values() for key in keys)
    data = _mapping(entry, f"S{where[1:]}", SEAT_KEYS + later)
    for expansion, keys in EXPANSION_KEYS.items():
        for key in keys:
            if expansion not in setup.expansions and data.get(key):
                raise PositionError(f"{where}: {key!r} needs the expansion {expansion.title()}.")
    book = setup.book
    wonder, side = data.get("wonder"), data.get("side")
    try:
        name, in_name = read_board(book, wonder)
        side = in_name if side is None else read_board(book, f"{name}:{side}")[1]
    except SetupError as error:
        raise PositionError(f"{where}: {error}") from error
    sides = [known for board, known in book.catalogue.boards if board == name]
    g.board[seat] = book.board_number[name, side or sides[0]]
    try:
        _read_stages(setup, g, seat, data, hidden)
        default = s.LEADERS_START_COINS if "leaders" in setup.expansions else s.START_COINS
        default += book.boards[g.board[seat]].coins
        g.coins[seat] = _number(data, "coins", default, 0, 9999)
        g.defeats[seat] = _number(data, "defeats", 0, 0, 99)
        city = _cards(setup, data.get("city", []), "city", LARGEST_CITY)
        _fill(g.city[seat], g.city_n, seat, city)
        hand = _cards(setup, data.get("hand", []), "hand", s.HAND, hidden)
        _fill(g.hand[seat], g.hand_n, seat, hand)
        _read_tokens(g, seat, data.get("victories", []))
        _read_spent(g, seat, data.get("spent", []))
        if "leaders" in setup.expansions:
            _read_leaders(setup, g, seat, data, hidden)
        if "cities" in setup.expansions:
            g.debts[seat] = _number(data, "debts", 0, 0, 9999)
            g.diplomacy[seat] = _number(data, "diplomacy", 0, 0, 99)
        if "armada" in setup.expansions:
            _read_fleets(setup, g, seat, data)
    except PositionError as error:
        raise PositionError(f"{where}: {error}") from error


def _read_stages(setup: Setup, g: Any, seat: int, data: Mapping[str, Any], hidden: bool) -> None:
    """How many stages are built, or which; and the cards under them."""
    board = setup.book.boards[g.board[seat]]
    under = _cards(setup, data.get("under", []), "under", s.STAGES, hidden, "any")
    stages = data.get("stages", len(under))
    if _is_list(stages):
        numbers = list(range(1, len(board.stages) + 1))
        plain = all(type(stage) is int and stage in numbers for stage in stages)
        if not plain or len(set(stages)) < len(stages):
            raise PositionError(f"stages are of {numbers}, each once, not {stages!r}.")
        built = sorted(stages)
    else:
        built = list(range(1, _number(data, "stages", len(under), 0, len(board.stages)) + 1))
    if len(under) > len(built):
        raise PositionError(f"{len(under)} cards lie under {len(built)} stages.")
    for index, stage in enumerate(built):
        g.stages[seat] |= 1 << (stage - 1)
        if index < len(under):
            g.under[seat, stage - 1] = under[index]


def _check_production(setup: Setup, g: Any, seat: int) -> None:
    """The engine counts symbols in bytes; copies of a card could make too many of them."""
    cards = [setup.book.cards[number] for number in g.city[seat, : g.city_n[seat]]]
    symbols = [effect for card in cards for effect in card.effects if effect.kind == "produce"]
    if len(symbols) > MOST_SYMBOLS:
        raise PositionError(f"seat {seat}: a city with {len(symbols)} symbols of production.")


def _fill(row: npt.NDArray[Any], counts: npt.NDArray[Any], seat: int, cards: list[int]) -> None:
    row[: len(cards)] = cards
    counts[seat] = len(cards)


def _read_tokens(g: Any, seat: int, tokens: object) -> None:
    if not isinstance(tokens, Sequence) or isinstance(tokens, str) or len(tokens) > 99:
        raise PositionError("victories is a list of token values.")
    for value in tokens:
        if isinstance(value, bool) or value not in TOKENS:
            raise PositionError(f"a victory token has the value 1, 3 or 5, not {value!r}.")
        g.victories[seat, TOKENS.index(value)] += 1


def _read_spent(g: Any, seat: int, spent: object) -> None:
    bits = {name: bit for bit, name in RIGHTS.items()}
    if not isinstance(spent, Sequence) or isinstance(spent, str):
        raise PositionError("spent is a list of rights.")
    for name in spent:
        if not isinstance(name, str) or name not in bits:
            raise PositionError(f"spent: there is no right {name!r}, only {', '.join(bits)}.")
        g.spent[seat] |= bits[name]


def _read_leaders(setup: Setup, g: Any, seat: int, data: Mapping[str, Any], hidden: bool) -> None:
    limits = {"leaders": MOST_LEADERS, "leader_hand": MOST_LEADERS, "pack": 4, "buried": s.STAGES}
    for key, most in limits.items():
        secret = hidden and key in ("leader_hand", "pack")
        cards = _cards(setup, data.get(key, []), key, most, secret, "leaders")
        _fill(g[key][seat], g[f"{key}_n"], seat, cards)
    together = g.leaders_n[seat] + g.leader_hand_n[seat]
    if together > MOST_LEADERS:
        raise PositionError(f"there are {together} leaders; {MOST_LEADERS} at most.")
    copied = data.get("copied")
    if copied is not None:
        g.copied[seat] = _cards(setup, [copied], "copied", 1, kind="leaders")[0]


def _read_fleets(setup: Setup, g: Any, seat: int, data: Mapping[str, Any]) -> None:
    yards = setup.book.shipyards
    yard = data.get("shipyard", yards[seat % len(yards)])
    if yard not in yards:
        raise PositionError(f"there is no shipyard {yard!r}; there are {', '.join(yards)}.")
    g.shipyard[seat] = yards.index(yard)
    fleets = data.get("fleets", {})
    if _is_list(fleets) and len(fleets) == len(FLEETS):
        fleets = dict(zip(FLEETS, fleets, strict=True))
    fleets = _mapping(fleets, "fleets", FLEETS)
    for fleet, colour in enumerate(FLEETS):
        g.fleets[seat, fleet] = _number(fleets, colour, 0, 0, s.SPACES - 1)
    islands = _cards(setup, data.get("islands", []), "islands", MOST_ISLANDS, kind="islands")
    _fill(g.islands[seat], g.islands_n, seat, islands)
    tokens = data.get("naval", [])
    if not _is_list(tokens) or len(tokens) > 99:
        raise PositionError("naval is a list of token values.")
    for value in tokens:
        if isinstance(value, bool) or value not in s.NAVAL_VALUES:
            raise PositionError(f"a naval token has one of {s.NAVAL_VALUES}, not {value!r}.")
        g.naval_tokens[seat, s.NAVAL_VALUES.index(value)] += 1


def _read_deal(setup: Setup, g: Any, data: Mapping[str, Any], early: bool, none: bool) -> None:
    first = int(g.age) - 1 if early else int(g.age)
    dealt = data.get("deal")
    if none:
        return
    if dealt is None:
        for age in range(first, 3):
            deal.deal_age(g, setup.book.tables[0], scratch().w, age)
        return
    if not isinstance(dealt, Sequence) or isinstance(dealt, str):
        raise PositionError("deal is a list of the later ages, each with a hand for every seat.")
    if len(dealt) == 3:
        dealt = dealt[first:]
    if len(dealt) != 3 - first:
        raise PositionError(f"deal has {len(dealt)} ages; still to come are {3 - first}.")
    for age, hands in enumerate(dealt, first):
        try:
            write_hands(g, setup, age, hands, strict=False)
        except SetupError as error:
            raise PositionError(f"deal: {error}") from error


def _read_pile(setup: Setup, g: Any, data: Mapping[str, Any], hidden: bool) -> None:
    if not setup.free_city:
        return
    pile = _cards(setup, data.get("pile") or [], "pile", s.HAND, hidden)
    g.pile[: len(pile)] = pile[::-1]
    g.pile_n = len(pile)
    if data.get("holder") is not None:
        g.holder = _number(data, "holder", 0, 0, 1)
    else:
        g.holder = deal.holder_of(int(g.age), int(g.turn))


def _read_box(setup: Setup, g: Any, box: object, hidden: bool) -> Setup:
    """The leaders in the box, in any order; left out: all that lie nowhere else.

    Where an expert leader is named, expert leaders are played: the setup says so then.
    """
    catalogue, book = setup.book.catalogue, setup.book
    named = [] if box is None else _cards(setup, box, "box", s.BOX, hidden, "leaders")
    around = _leaders_around(g)
    seen = {*named, *around, *g.copied[: g.seats].tolist()} - {s.NONE}
    if catalogue.names_expert(book.cards[number].id for number in seen):
        setup = replace(setup, leaders="expert")
    if box is None:
        played = [book.card_number[name] for name in catalogue.leaders_of(setup.leaders)]
        named = [number for number in played if number not in around]
    fill_box(g, named)
    return setup


def _leaders_around(g: Any) -> set[int]:
    """What lies with the seats, under their stages and in the discard pile."""
    around = {*np.flatnonzero(g.discard).tolist(), *g.under[: g.seats].flatten().tolist()}
    for key in ("leaders", "leader_hand", "pack", "buried"):
        for seat in range(int(g.seats)):
            around.update(g[key][seat, : g[f"{key}_n"][seat]].tolist())
    return around


def _read_sea(setup: Setup, g: Any, sea: object, hidden: bool) -> None:
    """The islands not found yet, by level, the next one first; left out: all not in play."""
    catalogue, book = setup.book.catalogue, setup.book
    found: set[int] = set()
    for seat in range(int(g.seats)):
        found.update(g.islands[seat, : g.islands_n[seat]].tolist())
        found.update(g.drawn[seat, : g.drawn_n[seat]].tolist())
    if sea is not None and (not isinstance(sea, Sequence) or len(sea) != 3):
        raise PositionError("sea is a list of three levels of islands.")
    for level in range(3):
        if sea is not None:
            numbers = _cards(setup, sea[level], "sea", s.LEVEL, hidden, "islands")[::-1]
        else:
            left = [
                book.card_number[name]
                for name, island in catalogue.islands.items()
                if island.level == level + 1 and book.card_number[name] not in found
            ]
            order = np.array(left, np.uint8)
            chance.shuffle(g.rng, order, len(order))
            numbers = order.tolist()
        g.sea[level, : len(numbers)] = numbers
        g.sea_n[level] = len(numbers)
        drawn = (g.asked == s.OWES_ISLAND) & (g.source[:, 0] == level)
        if g.sea_n[level] + g.drawn_n[drawn].sum() > s.LEVEL:
            raise PositionError(f"sea and the islands drawn have more than {s.LEVEL} of a level.")


def _read_raids(g: Any, raids: object) -> None:
    if not isinstance(raids, Sequence) or isinstance(raids, str):
        raise PositionError("raids is a list of pairs: by whom, on whom.")
    for pair in raids:
        if (
            not isinstance(pair, Sequence)
            or len(pair) != 2
            or not all(type(seat) is int and 0 <= seat < g.seats for seat in pair)
            or pair[0] == pair[1]
        ):
            raise PositionError(f"raids: {pair!r} is no pair of seats.")
        g.raids[pair[0]] |= 1 << pair[1]


def _read_history(setup: Setup, g: Any, data: Mapping[str, Any]) -> None:
    # Nobody is taken to have seen the hands of a position that does not say who laid what.
    g.since = max(1, int(g.turn))
    history = data.get("history")
    if history is None:
        return
    history = _mapping(history, "history", ("since", "laid"))
    g.since = _number(history, "since", int(g.since), 0, s.TURNS)
    rows = history.get("laid", ())
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise PositionError("history: 'laid' is a list of [age, turn, seat, card].")
    for row in rows:
        try:
            age, at, seat, card = row
            if not all(type(number) is int for number in (age, at, seat)) or not (
                1 <= age <= 3 and 0 <= at < s.TURNS and 0 <= seat < g.seats
            ):
                raise ValueError
            g.laid[age - 1, at, seat] = setup.book.card_number[card]
        except (TypeError, ValueError, IndexError, KeyError):
            raise PositionError(f"history: {row!r} is no [age, turn, seat, card].") from None


def _set_step(setup: Setup, g: Any, phase: str, data: Mapping[str, Any], hidden: bool) -> None:
    keys = ("step", "asked", "decided", "extra", "drawn", *PENDING_LISTS)
    pending = _mapping(data.get("pending", {}), "pending", keys)
    seats = range(2 if g.free_city else int(g.seats))
    g.recruiting = int(phase == "leader")
    if phase in ("over", "war"):
        g.step = s.OVER if phase == "over" else s.WAR
    elif phase == "side":
        g.step = s.SIDES
        for seat in range(int(g.seats)):
            if turn.has_two_sides(g, setup.book.tables[0], seat):
                g.asked[seat] = s.OWES_SIDE
    elif phase == "draft":
        g.step = s.DRAFT
        for seat in seats:
            g.asked[seat] = s.OWES_DRAFT if g.pack_n[seat] > 1 else s.OWES_NOTHING
    elif "step" in pending:
        _read_pending(setup, g, pending, hidden)
    elif phase == "leader":
        g.step = s.PLAYED
        for seat in seats:
            g.asked[seat] = s.OWES_LEADER if g.leader_hand_n[seat] else s.OWES_NOTHING
    else:
        # A table where nobody holds a card any more is a finished one.
        g.step = s.PLAYED
        for seat in seats:
            g.asked[seat] = s.OWES_PLAY if g.hand_n[seat] else s.OWES_NOTHING
        if not g.asked.any():
            g.step = s.OVER


def _read_pending(setup: Setup, g: Any, pending: Mapping[str, Any], hidden: bool) -> None:
    steps = {name: step for step, name in STEPS.items()}
    try:
        g.step = steps[pending["step"]]
        g.extra = bool(pending.get("extra", False))
        for seat, kind in pending.get("asked", {}).items():
            g.asked[_seat_key(seat)] = _KINDS[kind]
        for seat, drawn in enumerate(pending.get("drawn", ())):
            numbers = _cards(setup, drawn, "drawn", s.LEVEL, hidden, "islands")
            _fill(g.drawn[seat], g.drawn_n, seat, numbers)
        for key in PENDING_LISTS:
            for seat, values in enumerate(pending.get(key, ())):
                if key == "owed":
                    g.owed_n[seat] = len(values)
                    if values:
                        g.owed[seat, : len(values)] = values
                else:
                    g[key][seat] = values
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise PositionError(f"pending can't be read: {error}.") from error
    _check_pending(g)


def _check_pending(g: Any) -> None:
    """What is asked must have an answer; what is owed must be a choice."""
    for seat in range(s.SEATS):
        if g.asked[seat] and (seat >= g.seats or not _can_owe(g, seat)):
            raise PositionError(f"pending: seat {seat} can't owe that.")
        for kind, number, mask, source in g.owed[seat, : g.owed_n[seat]].tolist():
            if kind not in KIND_NAMES or not 0 <= number <= 4:
                raise PositionError(f"pending: seat {seat} can't be owed that.")
            if not 0 <= mask < ITEMS or not -1 <= source < ITEMS:
                raise PositionError(f"pending: seat {seat} can't be owed that.")
    if (g.caused < 0).any() or (g.caused > 999).any():
        raise PositionError("pending: losses can't be that.")


def _can_owe(g: Any, seat: int) -> bool:
    kind = int(g.asked[seat])
    holds = {
        s.OWES_LAST_CARD: g.hand_n[seat],
        s.OWES_PLAY: g.hand_n[seat],
        s.OWES_LEADER: g.leader_hand_n[seat],
        s.OWES_BURY: g.leaders_n[seat],
        s.OWES_COPY: g.leaders_n[: g.seats].sum(),
        s.OWES_ISLAND: g.drawn_n[seat],
        s.OWES_FORFEIT: g.victories[seat].sum(),
    }
    if kind == s.OWES_ADVANCE and not 1 <= g.source[seat, 0] <= 4:
        return False
    if kind == s.OWES_LOSS and not 1 <= g.source[seat, 0] <= 999:
        return False
    if kind == s.OWES_ISLAND and not 0 <= g.source[seat, 0] <= 2:
        return False
    wanted = {
        s.PLAYED: (s.OWES_PLAY, s.OWES_LEADER),
        s.LAST_CARD: (s.OWES_LAST_CARD,),
        s.PILE: (s.OWES_REBUILD,),
        s.LOSSES: (s.OWES_LOSS,),
        s.NAVAL: (s.OWES_SAIL,),
        s.SPACES_REACHED: (s.OWES_ISLAND,),
        s.CHOICES: (s.OWES_ADVANCE, s.OWES_BURY, s.OWES_COPY, s.OWES_FORFEIT, s.OWES_RECRUIT),
    }
    return kind in wanted[int(g.step)] and bool(holds.get(kind, 1))


def _seat_key(key: object) -> int:
    if isinstance(key, str) and key.isdecimal() and len(key) == 1 and int(key) < s.SEATS:
        return int(key)
    raise PositionError(f"pending: {key!r} is no seat.")
