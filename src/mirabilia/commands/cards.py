"""Browse what is printed: cards, leaders, islands, shipyards and wonder boards, with filters."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from ..catalogue import (
    AGES,
    COLOURS,
    EDITIONS,
    EXPANSIONS,
    FLEETS,
    Board,
    Card,
    Catalogue,
    Island,
    Leader,
    Shipyard,
    load,
    naming,
)
from ..catalogue.phrases import cost_text, effects_text
from ..telling.printed import BASE, box_of
from ..terminal.lookup import find_boards, find_things
from ..terminal.screen import (
    EDITION_NAMES,
    Printed,
    building_names,
    card_label,
    console,
    cost,
    effect,
)
from ..terminal.sea import shipyard_table
from ..terminal.tongue import (
    _,
    _n,
    city_in,
    coins,
    cost_told,
    effects_told,
    expansion_word,
    good_word,
    said,
    side_word,
)
from ..texts import N_, NN_, NP_, translated


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help="found in names and effects")
    parser.add_argument("--edition", choices=EDITIONS, default="2nd", help="default: 2nd")
    parser.add_argument(
        "--expansion", choices=(BASE, *EXPANSIONS), help="only what comes in this box"
    )
    parser.add_argument("--age", type=int, choices=(1, 2, 3), help="or the level of an island")
    parser.add_argument("--colour", "--color", choices=COLOURS)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--leaders", action="store_true", help="show leaders, not cards")
    what.add_argument("--islands", action="store_true", help="show islands")
    what.add_argument("--shipyards", action="store_true", help="show shipyards and their tracks")
    what.add_argument("--boards", action="store_true", help="show wonder boards")
    what.add_argument("--board", metavar="NAME", help="one board, such as rhodos or rhodos:day")
    parser.add_argument("--lang", choices=naming.languages(), default="", help="of the names")
    parser.add_argument("--json", action="store_true", help="for programs")


NOTHING_FITS = {
    "card": N_("No card of this edition fits."),
    "leader": N_("No leader of this edition fits."),
    "island": N_("No island of this edition fits."),
    "shipyard": N_("No shipyard of this edition fits."),
    "side": N_("No board of this edition fits."),
}
COUNTED = {
    "card": NN_("%(num)d card", "%(num)d cards"),
    "leader": NN_("%(num)d leader", "%(num)d leaders"),
    "island": NN_("%(num)d island", "%(num)d islands"),
    "shipyard": NN_("%(num)d shipyard", "%(num)d shipyards"),
    "side": NN_("%(num)d side of a board", "%(num)d sides of boards"),
}


def run(options: argparse.Namespace) -> int:
    catalogue = load(options.edition, EXPANSIONS)
    if options.boards or options.board:
        return _show_boards(catalogue, options)
    if options.shipyards:
        yards = list(catalogue.shipyards.values())
        show = [] if options.expansion not in (None, "armada") else yards
        return _show("shipyard", show, options, yard_data, lambda: shipyard_table(show, catalogue))
    things = find_things(catalogue, options.words)
    if options.leaders:
        leaders = [thing for thing in things if isinstance(thing, Leader) and _fits(thing, options)]
        return _show(
            "leader", leaders, options, leader_data, lambda: leader_table(leaders, options.lang)
        )
    if options.islands:
        islands = [thing for thing in things if isinstance(thing, Island) and _fits(thing, options)]
        return _show(
            "island", islands, options, island_data, lambda: island_table(islands, options.lang)
        )
    cards = [thing for thing in things if isinstance(thing, Card) and _fits(thing, options)]
    return _show(
        "card", cards, options, card_data, lambda: card_table(cards, catalogue, options.lang)
    )


def _fits(thing: Printed, options: argparse.Namespace) -> bool:
    age = getattr(thing, "age", getattr(thing, "level", None))
    return (
        options.expansion in (None, box_of(thing))
        and options.age in (None, age)
        and options.colour in (None, getattr(thing, "colour", None))
    )


def _show(
    kind: str,
    found: Sequence[Any],
    options: argparse.Namespace,
    data: Callable[[Any], dict[str, object]],
    table: Callable[[], Table],
) -> int:
    """What was found as JSON, in a sentence, or as a table."""
    if options.json:
        print(json.dumps([data(one) for one in found], indent=1, ensure_ascii=False))
    elif not found:
        print(_(NOTHING_FITS[kind]), _("Fewer words or filters find more."))
    else:
        screen = console()
        screen.print(table())
        screen.print(
            Text(f"{_n(*COUNTED[kind], len(found))} · {_(EDITION_NAMES[options.edition])}", "dim")
        )
    return 0


def card_data(card: Card) -> dict[str, object]:
    """A card as plain values, for programs."""
    return {
        "id": card.id,
        "name": dict(card.name),
        "expansion": box_of(card),
        "age": card.age,
        "colour": card.colour,
        "cost": cost_text(card.cost),
        "effects": effects_text(card.effects),
        "free_with": list(card.free_with),
        "makes_free": list(card.makes_free),
        "players": list(card.players),
    }


def leader_data(leader: Leader) -> dict[str, object]:
    return {
        "id": leader.id,
        "name": dict(leader.name),
        "expansion": box_of(leader),
        "group": leader.group,
        "cost": cost_text(leader.cost),
        "effects": effects_text(leader.effects),
    }


def island_data(island: Island) -> dict[str, object]:
    return {
        "id": island.id,
        "name": dict(island.name),
        "expansion": box_of(island),
        "level": island.level,
        "effects": effects_text(island.effects),
    }


def yard_data(yard: Shipyard) -> dict[str, object]:
    costs = {fleet: [cost_text(one) for one in yard.costs[fleet]] for fleet in FLEETS}
    return {"id": yard.id, "wonder_fleet": yard.wonder_fleet, "costs": costs}


def board_data(board: Board) -> dict[str, object]:
    return {
        "id": board.id,
        "name": dict(board.name),
        "expansion": box_of(board),
        "promo": board.promo,
        "start": board.start,
        "coins": board.coins,
        "effects": effects_text(board.effects),
        "any_order": board.any_order,
        "stages": [
            {"cost": cost_text(stage.cost), "effects": effects_text(stage.effects)}
            for stage in board.stages
        ],
    }


def card_table(cards: Sequence[Card], catalogue: Catalogue, lang: str) -> Table:
    """Cards as a table, in the order of the catalogue: by box, age and colour."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), expand=True)
    table.add_column(_("card"), ratio=24)
    table.add_column(_("age"), no_wrap=True)
    for header, ratio in ((_("cost"), 15), (_("effect"), 30), (_("Chains"), 22)):
        table.add_column(header, ratio=ratio)
    table.add_column(_("Players"), no_wrap=True)
    for card in cards:
        before = ", ".join(building_names(catalogue, card.free_with))
        after = ", ".join(building_names(catalogue, card.makes_free))
        chains = [f"{before} →"] if before else []
        chains += [f"→ {after}"] if after else []
        table.add_row(
            card_label(card, lang),
            AGES[card.age],
            cost(card),
            effect(card),
            "\n".join(chains),
            _comes(card),
        )
    return table


def _comes(card: Card) -> str:
    """The player numbers of a card's copies, or the box of one that is drawn by chance."""
    numbers = " ".join(str(number) for number in card.players)
    if card.is_guild:
        return "\n".join(
            [_("guild"), *([expansion_word(card.expansion)] if card.expansion else [])]
        )
    if not card.expansion:
        return numbers
    box_name = expansion_word(card.expansion)
    return f"{box_name} 4+" if card.players and card.players[0] > 3 else box_name


GROUPS: Mapping[str, str | tuple[str, str]] = {
    "standard": N_("standard"),
    "expert": N_("expert leader"),
    "cities": NP_("box", "Cities"),
}


def leader_table(leaders: Sequence[Leader], lang: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column(_("leader"), no_wrap=True)
    for header in (_("group"), _("cost"), _("effect")):
        table.add_column(header)
    for leader in leaders:
        table.add_row(
            card_label(leader, lang),
            translated(GROUPS[leader.group], said()),
            cost(leader),
            effect(leader),
        )
    return table


def island_table(islands: Sequence[Island], lang: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column(_("island"), no_wrap=True)
    for header in (_("level"), _("effect")):
        table.add_column(header)
    for island in islands:
        table.add_row(card_label(island, lang), AGES[island.level], effect(island))
    return table


def _show_boards(catalogue: Catalogue, options: argparse.Namespace) -> int:
    wonder, _colon, side = (options.board or "").lower().partition(":")
    found = [
        board
        for board in find_boards(catalogue, options.words)
        if wonder in (board.wonder, "")
        and side in (board.side.lower(), "")
        and options.expansion in (None, box_of(board))
    ]
    if not found and not options.json:
        known = ", ".join(catalogue.wonders)
        print(_(NOTHING_FITS["side"]), _("There are %(boards)s.", boards=known))
        return 0
    return _show("side", found, options, board_data, lambda: board_table(found))


def board_table(boards: Sequence[Board]) -> Table:
    """Board sides, a line for each stage."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    for header in (_("Wonder"), _("side"), _("starts with"), _("stage"), _("cost"), _("effect")):
        table.add_column(header)
    for board in boards:
        name = Text(city_in(board.name), "bold")
        if board.expansion or board.promo:
            origin = expansion_word(board.expansion) if board.expansion else _("promo board")
            name.append(f"\n{origin}", "not bold dim")
        for number, stage in enumerate(board.stages, start=1):
            first = number == 1
            table.add_row(
                name if first else "",
                side_word(board.side) if first else "",
                _start(board) if first else "",
                str(number),
                cost_told(stage.cost),
                effects_told(stage.effects),
                end_section=number == len(board.stages),
            )
    return table


def _start(board: Board) -> str:
    """What a board begins with, and whether its stages may be built in any order."""
    start = [good_word(board.start)] if board.start else []
    start += [coins(board.coins)] if board.coins else []
    start += [effects_told(board.effects)] if board.effects else []
    start += [_("stages in any order")] if board.any_order else []
    return "\n".join(start) or "–"
