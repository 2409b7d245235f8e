"""Records: a game stored as its setup, its deal and its decisions, small enough to keep them all.

Replaying a record gives the same game, event for event. If the rules have changed since, or the
catalogue, and who wants it replayed does not bring the one it was played by, that is an error, not
silently another game. Cards of a hand, and the decisions of a step in
the order of the seats that owed them, are written as one text, parted by blanks. ``fair`` is the
proof of a fair deal, of games played at a table of the server; ``taken_back`` says how often
somebody took a step back there, and that the game counts in no average. Neither is needed for
replaying.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..catalogue import EDITIONS, Catalogue, CatalogueError, load
from ..catalogue.digests import current
from ..engine import FIRST_RULES, RULES
from ..engine import state as s
from .notation import Move
from .setup import Setup, SetupError, names_promo

if TYPE_CHECKING:
    from .game import Game

VERSION = 1
_KEYS = {
    "version",
    "setup",
    "catalogue",
    "rules",
    "deal",
    "decisions",
    "pending",
    "totals",
    "fair",
    "taken_back",
}
_SETUP_KEYS = {
    "players",
    "edition",
    "expansions",
    "wonders",
    "sides",
    "seed",
    "teams",
    "leaders",
    "shipyards",
}


class RecordError(ValueError):
    """A record that can't be replayed; the message names the place in it."""


def same_rules(number: object) -> bool:
    """Whether what was stored with this number of the rules, or with none, can be replayed."""
    return (FIRST_RULES if number is None else number) == RULES


def start_of(g: Any, setup: Setup) -> dict[str, Any]:
    """The part of a record that is known when the game begins."""
    book = setup.book
    written: dict[str, Any] = {
        "players": list(setup.names[: setup.players]),
        "edition": setup.edition,
        "expansions": list(setup.expansions),
        "wonders": [book.boards[board].id for board in g.board[: setup.seats]],
        "seed": setup.seed,
    }
    if setup.sides == "choose":
        written["sides"] = "choose"
    if setup.teams:
        written["teams"] = True
    if setup.leaders != "standard":
        written["leaders"] = setup.leaders
    if "armada" in setup.expansions:
        written["shipyards"] = [book.shipyards[yard] for yard in g.shipyard[: setup.seats]]
    return {
        "version": VERSION,
        "setup": written,
        "catalogue": book.catalogue.digest,
        "rules": RULES,
        "deal": _write_deal(g, setup),
    }


def _write_deal(g: Any, setup: Setup) -> dict[str, Any]:
    """What was dealt, each list as one text."""

    def text(numbers: Any) -> str:
        return " ".join(setup.book.cards[int(card)].id for card in numbers if card != s.NONE)

    written: dict[str, Any] = {
        "ages": [[text(hand) for hand in hands] for hands in g.deal[:, : setup.seats]]
    }
    if "leaders" in setup.expansions:
        written["leaders"] = [text(pack) for pack in g.pack[: setup.seats]]
        written["leader_box"] = text(g.box[: g.box_n])
    if "armada" in setup.expansions:
        written["islands"] = [text(g.sea[level, : g.sea_n[level]][::-1]) for level in range(3)]
    return written


def write(
    start: Mapping[str, Any],
    steps: Sequence[Sequence[str]],
    decided: Mapping[int, Move],
    totals: Sequence[int] | None,
) -> dict[str, Any]:
    record = {**start, "decisions": [" ".join(step) for step in steps]}
    if decided:
        record["pending"] = {str(seat): str(move) for seat, move in decided.items()}
    if totals is not None:
        record["totals"] = list(totals)
    return record


def read(
    data: object, catalogue: Catalogue | None = None
) -> tuple[dict[str, Any], list[list[str]], dict[int, str]]:
    """The options of the game, its decisions step by step, and those of an unfinished step."""
    if not isinstance(data, Mapping):
        raise RecordError("A record is a mapping.")
    if missing := {"version", "setup", "catalogue", "deal", "decisions"} - set(data):
        raise RecordError(f"The record has no {sorted(missing)[0]!r}.")
    if unknown := set(data) - _KEYS:
        raise RecordError(f"A record has no {sorted(map(str, unknown))[0]!r}.")
    if data["version"] != VERSION:
        raise RecordError(
            f"The record has version {data['version']!r}; this program reads {VERSION}."
        )
    if not same_rules(data.get("rules")):
        raise RecordError(
            "The rules have changed since: the record was made by rules "
            f"{str(data.get('rules', FIRST_RULES))[:20]} of this program, which now plays by rules "
            f"{RULES}. It can't be replayed faithfully."
        )
    taken_back = data.get("taken_back", 0)
    if type(taken_back) is not int or taken_back < 0:
        raise RecordError("taken_back is a number of times, 0 or more.")
    options = _read_options(data, catalogue)
    decisions = data["decisions"]
    if not _is_texts(decisions):
        raise RecordError("decisions is a list of texts.")
    pending = data.get("pending", {})
    if not isinstance(pending, Mapping) or not all(str(seat).isdecimal() for seat in pending):
        raise RecordError("pending is a mapping of seats to moves.")
    return options, [step.split() for step in decisions], {int(k): v for k, v in pending.items()}


def _read_options(data: Mapping[str, Any], catalogue: Catalogue | None) -> dict[str, Any]:
    options = data["setup"]
    if not isinstance(options, Mapping) or set(options) - _SETUP_KEYS or "players" not in options:
        raise RecordError(f"setup is a mapping of {', '.join(sorted(_SETUP_KEYS))}.")
    edition = options.get("edition", "2nd")
    if edition not in EDITIONS:
        raise RecordError(f"There is no edition {edition!r}.")
    expansions = options.get("expansions", ())
    if not _is_texts(expansions):
        raise RecordError("setup: expansions is a list of names.")
    try:
        promo = names_promo(edition, tuple(expansions), options.get("wonders"))
        digest = load(edition, tuple(expansions), promo).digest
    except CatalogueError as error:
        raise RecordError(f"setup: {error}.") from error
    made_with = data["catalogue"]
    made_with = current(made_with) if isinstance(made_with, str) else made_with
    read = {**options, "deal": _read_deal(data["deal"])}
    if made_with == digest:
        return read
    if catalogue is not None and made_with == catalogue.digest:
        return {**read, "catalogue": catalogue}
    raise RecordError(
        f"The catalogue has changed since: the record was made with {str(made_with)[:40]!r}, "
        f"this is {digest}. It can't be replayed faithfully."
    )


def _read_deal(dealt: object) -> dict[str, Any]:
    if not isinstance(dealt, Mapping) or not isinstance(dealt.get("ages"), Sequence):
        raise RecordError("deal is a mapping with 'ages', three lists of hands.")
    ages = dealt["ages"]
    if len(ages) != 3 or not all(map(_is_texts, ages)):
        raise RecordError("deal: 'ages' are three lists of hands.")
    read: dict[str, Any] = {"ages": [[hand.split() for hand in hands] for hands in ages]}
    for key in ("leaders", "islands"):
        if key in dealt:
            if not _is_texts(dealt[key]):
                raise RecordError(f"deal: {key!r} is a list of texts.")
            read[key] = [names.split() for names in dealt[key]]
    if "leader_box" in dealt:
        if not isinstance(dealt["leader_box"], str):
            raise RecordError("deal: 'leader_box' is a text.")
        read["leader_box"] = dealt["leader_box"].split()
    if unknown := set(dealt) - {"ages", "leaders", "islands", "leader_box"}:
        raise RecordError(f"deal has no {sorted(map(str, unknown))[0]!r}.")
    return read


def _is_texts(value: object) -> bool:
    return (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and all(isinstance(text, str) for text in value)
    )


def replay_step(game: Game, number: int, step: Sequence[str]) -> None:
    """Play the decisions of one step, in the order of the seats that owe them."""
    where = f"decisions, entry {number + 1}"
    if game.over:
        raise RecordError(f"{where}: the game is over already.")
    for text in step:
        if game.steps != number:
            raise RecordError(f"{where}: more decisions than seats that owe one.")
        seat = min(game.to_decide)
        try:
            game.play(seat, text)
        except ValueError as error:
            raise RecordError(f"{where}, seat {seat}: {error}") from error
    if game.steps == number:
        raise RecordError(f"{where}: seat {min(game.to_decide)} has not decided.")


def new_game(options: Mapping[str, Any]) -> Game:
    """The game of a record before its first decision."""
    from .game import Game

    try:
        return Game(**options)
    except (SetupError, TypeError) as error:
        raise RecordError(f"setup: {error}") from error


def check_totals(data: Mapping[str, Any], game: Game) -> None:
    """If the record says how the game ended, it must have ended so."""
    if "totals" not in data:
        return
    if not game.over:
        raise RecordError("totals: the record has totals, but its game is not over.")
    totals = [sheet.total for sheet in game.scores()]
    if data["totals"] != totals:
        stored = str(data["totals"])[:60]
        raise RecordError(f"totals: {stored} are stored, but the game gives {totals}.")
