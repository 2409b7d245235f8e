"""Browse the cards and wonder boards of an edition, with filters and free words."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from ..catalogue import COLOURS, EDITIONS, Board, Card, Catalogue, load
from ..catalogue.phrases import cost_text, effects_text
from .show import AGES, building_names, card_label, console, cost, count, effect

LANGUAGES = ("en", "nl", "it")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help="found in names and effects")
    parser.add_argument("--edition", choices=EDITIONS, default="2nd", help="default: 2nd")
    parser.add_argument("--age", type=int, choices=(1, 2, 3))
    parser.add_argument("--colour", "--color", choices=COLOURS)
    parser.add_argument("--boards", action="store_true", help="show wonder boards, not cards")
    parser.add_argument("--board", metavar="NAME", help="one board, such as rhodos or rhodos:day")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="of the cards' names")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(options: argparse.Namespace) -> int:
    catalogue = load(options.edition)
    if options.boards or options.board:
        return _show_boards(catalogue, options)
    found = [
        card
        for card in find_cards(catalogue, options.words)
        if options.age in (None, card.age) and options.colour in (None, card.colour)
    ]
    if options.json:
        print(json.dumps([card_data(card) for card in found], indent=1, ensure_ascii=False))
    elif not found:
        print(f"No card of the {options.edition} edition fits. Fewer words or filters find more.")
    else:
        screen = console()
        screen.print(card_table(found, catalogue, options.lang))
        screen.print(Text(f"{count(len(found), 'card')} of the {options.edition} edition", "dim"))
    return 0


def find_cards(
    catalogue: Catalogue, words: Sequence[str], *, names_only: bool = False
) -> list[Card]:
    """The cards in which all words are found, in any language."""
    found = []
    for card in catalogue.cards.values():
        texts = [card.id, *card.name.values()]
        if not names_only:
            texts += [*effects_text(card.effects), card.colour]
        if _has_all(texts, words):
            found.append(card)
    return found


def find_boards(
    catalogue: Catalogue, words: Sequence[str], *, names_only: bool = False
) -> list[Board]:
    """The board sides in which all words are found."""
    found = []
    for board in catalogue.boards.values():
        texts = [board.id, *board.name.values()]
        if not names_only:
            texts += [phrase for stage in board.stages for phrase in effects_text(stage.effects)]
        if _has_all(texts, words):
            found.append(board)
    return found


def _has_all(texts: Sequence[str], words: Sequence[str]) -> bool:
    everything = "\n".join(texts).lower()
    return all(word.lower() in everything for word in words)


def card_data(card: Card) -> dict[str, object]:
    """A card as plain values, for programs."""
    return {
        "id": card.id,
        "name": dict(card.name),
        "age": card.age,
        "colour": card.colour,
        "cost": cost_text(card.cost),
        "effects": effects_text(card.effects),
        "free_with": list(card.free_with),
        "makes_free": list(card.makes_free),
        "players": list(card.players),
    }


def board_data(board: Board) -> dict[str, object]:
    return {
        "id": board.id,
        "name": dict(board.name),
        "start": board.start,
        "stages": [
            {"cost": cost_text(stage.cost), "effects": effects_text(stage.effects)}
            for stage in board.stages
        ],
    }


def card_table(cards: Sequence[Card], catalogue: Catalogue, lang: str) -> Table:
    """Cards as a table, in the order of the catalogue: by age and colour."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), expand=True)
    for header, ratio in (("card", 24), ("cost", 15), ("effect", 30), ("chains", 22)):
        table.add_column(header, ratio=ratio)
        if header == "card":
            table.add_column("age", no_wrap=True)
    table.add_column("players", no_wrap=True)
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
            "guild" if card.is_guild else " ".join(str(number) for number in card.players),
        )
    return table


def _show_boards(catalogue: Catalogue, options: argparse.Namespace) -> int:
    wonder, _, side = (options.board or "").lower().partition(":")
    found = [
        board
        for board in find_boards(catalogue, options.words)
        if wonder in (board.wonder, "") and side in (board.side.lower(), "")
    ]
    if options.json:
        print(json.dumps([board_data(board) for board in found], indent=1, ensure_ascii=False))
    elif not found:
        known = ", ".join(catalogue.wonders)
        print(f"No board of the {options.edition} edition fits. There are {known}.")
    else:
        console().print(board_table(found))
    return 0


def board_table(boards: Sequence[Board]) -> Table:
    """Board sides, a line for each stage."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    for header in ("wonder", "side", "starts with", "stage", "cost", "effect"):
        table.add_column(header)
    for board in boards:
        for number, stage in enumerate(board.stages, start=1):
            head = (board.name["board"], board.side, board.start or "–")
            first = number == 1
            table.add_row(
                Text(head[0] if first else "", "bold"),
                *(head[1:] if first else ("", "")),
                str(number),
                cost_text(stage.cost),
                "; ".join(effects_text(stage.effects)),
                end_section=number == len(board.stages),
            )
    return table
