"""Positions: a game as plain JSON, read and written.

A position is what a score pad, a puzzle, a bug report or a test starts from. What is left out is
empty or the game's default; what could not have come about by play is accepted as long as it can
be scored. Inside a turn ``pending`` holds who has decided what, and which builds from the discard
pile are still owed. ``history`` holds what was laid face down in the hands' way round the table,
from which views tell what a seat has seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .codec import KIND_NAMES, RIGHTS, SOURCES, move_from_row
from .engine import chance, deal, gain
from .engine import state as s
from .engine.scratch import empty_game, ensure_compiled, scratch
from .engine.tables import Rulebook
from .setup import Setup, SetupError, check_setup, read_board, write_hands

PHASES = ("side", "draft", "leader", "play", "war", "over")
KEYS = (
    "edition",
    "expansions",
    "teams",
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
LATER_SEAT_KEYS = (
    "leaders",
    "leader_hand",
    "pack",
    "buried",
    "copied",
    "islands",
    "shipyard",
    "fleets",
    "naval",
    "debts",
    "diplomacy",
)
# No game comes near these; the engine has room for a little more.
LARGEST_CITY = 36
MOST_DISCARDED = 240
MOST_SYMBOLS = 36

_TOKENS = (1, 3, 5)
_STEPS = {"play": s.PLAYED, "pile": s.PILE, "last_card": s.LAST_CARD, "side": s.SIDES}
_STEP_NAMES = {step: name for name, step in _STEPS.items()}


class PositionError(ValueError):
    """A position that can't be; the message names the place in it."""


def write(setup: Setup, g: Any) -> dict[str, Any]:
    """The position of a game."""
    book = setup.book
    data: dict[str, Any] = {
        "edition": setup.edition,
        "expansions": list(setup.expansions),
        "teams": False,
        "names": list(setup.names[: setup.players]),
        "age": int(g.age),
        "turn": int(g.turn),
        "phase": _phase(g),
        "discard": _ids(book, np.repeat(np.arange(s.CARDS), g.discard)),
        "seed": setup.seed,
        "rng": f"{int(g.rng[0]):016x}",
        "deal": _later_deal(book, g),
    }
    if setup.free_city:
        data["pile"] = _ids(book, g.pile[: g.pile_n][::-1])
        data["holder"] = int(g.holder) if g.holder != s.NONE else None
    data["seats"] = [_write_seat(book, g, seat, setup) for seat in range(int(g.seats))]
    data["history"] = {"since": int(g.since), "laid": list(_laid(book, g))}
    if pending := _write_pending(book, g):
        data["pending"] = pending
    return data


def _phase(g: Any) -> str:
    if g.step == s.OVER:
        return "over"
    return "side" if g.step == s.SIDES else "play"


def _ids(book: Rulebook, numbers: npt.NDArray[Any]) -> list[str]:
    return [book.cards[int(number)].id for number in numbers]


def _later_deal(book: Rulebook, g: Any) -> list[list[list[str]]]:
    first = 0 if g.step == s.SIDES else int(g.age)
    return [
        [_ids(book, hand[hand != s.NONE]) for hand in g.deal[age, : g.seats]]
        for age in range(first, 3)
    ]


def _write_seat(book: Rulebook, g: Any, seat: int, setup: Setup) -> dict[str, Any]:
    board = book.boards[g.board[seat]]
    lent = setup.free_city and seat == 2 and g.step == s.PLAYED
    under = [int(card) for card in g.under[seat] if card != s.NONE]
    return {
        "wonder": board.wonder,
        "side": board.side,
        "stages": int(g.stages[seat]).bit_count(),
        "under": [book.cards[card].id for card in under],
        "coins": int(g.coins[seat]),
        "city": _ids(book, g.city[seat, : g.city_n[seat]]),
        "hand": [] if lent else _ids(book, g.hand[seat, : g.hand_n[seat]]),
        "victories": [
            v for v, count in zip(_TOKENS, g.victories[seat], strict=True) for _ in range(count)
        ],
        "defeats": int(g.defeats[seat]),
        "spent": [name for bit, name in RIGHTS.items() if g.spent[seat] & bit],
    }


def _laid(book: Rulebook, g: Any) -> Iterator[list[Any]]:
    for age, turn, seat in np.argwhere(g.laid != s.NONE):
        yield [int(age) + 1, int(turn), int(seat), book.cards[g.laid[age, turn, seat]].id]


def _write_pending(book: Rulebook, g: Any) -> dict[str, Any]:
    seats = range(int(g.seats))
    decided = {
        str(seat): str(move_from_row(book, g.move[seat]))
        for seat in seats
        if g.asked[seat] and g.decided[seat]
    }
    if g.step in (s.OVER, s.SIDES, s.PLAYED):
        return {"decided": decided} if decided else {}
    return {
        "step": _STEP_NAMES[int(g.step)],
        "asked": {str(seat): KIND_NAMES[int(g.asked[seat])] for seat in seats if g.asked[seat]},
        "decided": decided,
        "owed": [[SOURCES[int(o)] for o in g.owed[seat, : g.owed_n[seat]]] for seat in seats],
        "extra": bool(g.extra),
    }


def read(data: object, *, hidden: bool = False) -> tuple[Setup, npt.NDArray[np.void]]:
    """The setup and record of a position; ``hidden``: numbers may stand where lists are hidden."""
    data = _mapping(data, "A position", KEYS)
    seats = data.get("seats")
    if not isinstance(seats, Sequence) or isinstance(seats, str) or not 3 <= len(seats) <= 7:
        raise PositionError("A position needs 'seats', a list of 3 to 7 mappings.")
    free_city = data.get("holder") is not None or data.get("pile") is not None
    if free_city and len(seats) != 3:
        raise PositionError(
            "A position with a pile or a holder has 3 seats, the last the Free City."
        )
    setup = _read_setup(data, 2 if free_city else len(seats))
    ensure_compiled()
    games = empty_game()
    g, t = games[0], setup.book.tables[0]
    deal.clear(g, t, len(seats), 1 if setup.edition == "1st" else 2, int(free_city))
    g.age = _number(data, "age", 1, 1, 3)
    phase = data.get("phase", "play")
    if phase not in PHASES or phase in ("draft", "leader"):
        raise PositionError(f"phase: {phase!r} is none of side, play, war, over.")
    g.turn = _number(data, "turn", 0 if phase == "side" else 1, 0, g.turns + 1)
    g.rng[:] = _read_rng(data, setup)
    for seat, entry in enumerate(seats):
        _read_seat(setup, g, seat, entry, hidden)
        _check_production(setup, g, seat)
        gain.recount(g, t, seat)
    for card in _cards(setup, data.get("discard", []), "discard", MOST_DISCARDED, hidden):
        if card != s.NONE:
            g.discard[card] += 1
    _read_deal(setup, g, data, phase, hidden)
    _read_pile(setup, g, data, hidden)
    _read_history(setup, g, data)
    _set_step(g, phase, data)
    return setup, games


def pending_moves(data: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The decisions already taken in a position's turn."""
    decided = data.get("pending", {}).get("decided", {})
    if not isinstance(decided, Mapping):
        raise PositionError("pending: 'decided' is a mapping of seats to moves.")
    return [(_seat_key(seat), move) for seat, move in decided.items()]


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


def _read_setup(data: Mapping[str, Any], players: int) -> Setup:
    names = data.get("names", players)
    try:
        setup = check_setup(
            names,
            edition=data.get("edition", "2nd"),
            expansions=data.get("expansions", ()),
            seed=data.get("seed"),
            sides="random",
            teams=data.get("teams", False),
            leaders="standard",
            shipyards=None,
        )
    except SetupError as error:
        raise PositionError(str(error)) from error
    if setup.players != players:
        raise PositionError(f"There are {setup.players} names for {players} players.")
    if data.get("raids"):
        raise PositionError("Raids need the expansion Armada.")
    return setup


def _read_rng(data: Mapping[str, Any], setup: Setup) -> npt.NDArray[np.uint64]:
    text = data.get("rng")
    if text is None:
        return chance.states(setup.seed)
    try:
        return np.array([int(text, 16)], np.uint64)
    except (TypeError, ValueError, OverflowError):
        raise PositionError(f"rng is 16 hexadecimal digits, not {text!r}.") from None


def _cards(setup: Setup, value: object, where: str, most: int, hidden: bool) -> list[int]:
    """Card numbers of a list of ids; where hidden ones are allowed, a number stands for so many."""
    if hidden and isinstance(value, int) and 0 <= value <= most:
        return [s.NONE] * value
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise PositionError(f"{where} is a list of cards, not {value!r}.")
    if len(value) > most:
        raise PositionError(f"{where} has {len(value)} cards; {most} at most.")
    known = setup.book.card_number
    for card in value:
        if not isinstance(card, str) or card not in known:
            raise PositionError(
                f"{where}: there is no card {card!r} in the {setup.edition} edition."
            )
    return [known[card] for card in value]


def _read_seat(setup: Setup, g: Any, seat: int, entry: object, hidden: bool) -> None:
    where = f"seat {seat}"
    data = _mapping(entry, f"S{where[1:]}", SEAT_KEYS + LATER_SEAT_KEYS)
    for key in LATER_SEAT_KEYS:
        if data.get(key):
            raise PositionError(f"{where}: {key!r} needs an expansion.")
    book = setup.book
    wonder, side = data.get("wonder"), data.get("side")
    try:
        name, in_name = read_board(book, wonder)
        side = in_name if side is None else read_board(book, f"{name}:{side}")[1]
    except SetupError as error:
        raise PositionError(f"{where}: {error}") from error
    g.board[seat] = book.board_number[name, side or book.catalogue.sides[0]]
    board = book.boards[g.board[seat]]
    try:
        under = _cards(setup, data.get("under", []), "under", s.STAGES, hidden)
        stages = _number(data, "stages", len(under), 0, len(board.stages))
        if len(under) > stages:
            raise PositionError(f"{len(under)} cards lie under {stages} stages.")
        g.stages[seat] = (1 << stages) - 1
        g.under[seat, : len(under)] = under
        g.coins[seat] = _number(data, "coins", s.START_COINS, 0, 9999)
        g.defeats[seat] = _number(data, "defeats", 0, 0, 99)
        city = _cards(setup, data.get("city", []), "city", LARGEST_CITY, False)
        _fill(g.city[seat], g.city_n, seat, city)
        hand = _cards(setup, data.get("hand", []), "hand", s.HAND, hidden)
        _fill(g.hand[seat], g.hand_n, seat, hand)
        _read_tokens(g, seat, data.get("victories", []))
        _read_spent(g, seat, data.get("spent", []))
    except PositionError as error:
        raise PositionError(f"{where}: {error}") from error


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
        if isinstance(value, bool) or value not in _TOKENS:
            raise PositionError(f"a victory token has the value 1, 3 or 5, not {value!r}.")
        g.victories[seat, _TOKENS.index(value)] += 1


def _read_spent(g: Any, seat: int, spent: object) -> None:
    bits = {name: bit for bit, name in RIGHTS.items()}
    if not isinstance(spent, Sequence) or isinstance(spent, str):
        raise PositionError("spent is a list of rights.")
    for name in spent:
        if not isinstance(name, str) or name not in bits:
            raise PositionError(f"spent: there is no right {name!r}, only {', '.join(bits)}.")
        g.spent[seat] |= bits[name]


def _read_deal(setup: Setup, g: Any, data: Mapping[str, Any], phase: str, hidden: bool) -> None:
    first = 0 if phase == "side" else int(g.age)
    dealt = data.get("deal")
    if hidden or phase == "over":
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
        raise PositionError(f"deal has {len(dealt)} ages; after age {int(g.age)} come {3 - first}.")
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
            age, turn, seat, card = row
            if not (1 <= age <= 3 and 0 <= turn < s.TURNS and 0 <= seat < g.seats):
                raise ValueError
            g.laid[age - 1, turn, seat] = setup.book.card_number[card]
        except (TypeError, ValueError, IndexError, KeyError):
            raise PositionError(f"history: {row!r} is no [age, turn, seat, card].") from None


def _set_step(g: Any, phase: str, data: Mapping[str, Any]) -> None:
    pending = _mapping(
        data.get("pending", {}), "pending", ("step", "asked", "decided", "owed", "extra")
    )
    if phase in ("over", "war", "side"):
        g.step = {"over": s.OVER, "war": s.WAR, "side": s.SIDES}[phase]
        if phase == "side":
            g.asked[: g.seats] = s.OWES_SIDE
        return
    if "step" in pending:
        _read_pending(g, pending)
        return
    # A table where nobody holds a card any more is a finished one.
    g.step = s.PLAYED
    players = 2 if g.free_city else g.seats
    for seat in range(players):
        if g.hand_n[seat]:
            g.asked[seat] = s.OWES_PLAY
    if not g.asked.any():
        g.step = s.OVER


def _read_pending(g: Any, pending: Mapping[str, Any]) -> None:
    kinds = {name: kind for kind, name in KIND_NAMES.items()}
    sources = {name: source for source, name in SOURCES.items()}
    try:
        g.step = _STEPS[pending["step"]]
        g.extra = bool(pending.get("extra", False))
        for seat, kind in pending.get("asked", {}).items():
            g.asked[_seat_key(seat)] = kinds[kind]
        for seat, owed in enumerate(pending.get("owed", ())):
            g.owed[seat, : len(owed)] = [sources[name] for name in owed]
            g.owed_n[seat] = len(owed)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise PositionError(f"pending can't be read: {error}.") from error
    for seat in range(s.SEATS):
        if g.asked[seat] and (seat >= g.seats or not _can_owe(g, seat)):
            raise PositionError(f"pending: seat {seat} can't owe that.")


def _can_owe(g: Any, seat: int) -> bool:
    kind = int(g.asked[seat])
    if g.step == s.PILE:
        return kind == s.OWES_REBUILD
    return kind in (s.OWES_LAST_CARD, s.OWES_PLAY) and bool(g.hand_n[seat])


def _seat_key(key: object) -> int:
    if isinstance(key, str) and key.isdecimal() and len(key) == 1 and int(key) < s.SEATS:
        return int(key)
    raise PositionError(f"pending: {key!r} is no seat.")
