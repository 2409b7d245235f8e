"""Cities on the screen: the three that trade with each other side by side, the rest in a line each,
and any of them in full. All of it is read from a view, so nothing is shown that is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..catalogue import (
    COLOURS,
    MANUFACTURED,
    RAW,
    RESOURCES,
    SCIENCE,
    Board,
    Card,
    Catalogue,
    Effect,
)
from ..catalogue.phrases import cost_text, effects_text
from .show import (
    MARKS,
    STYLES,
    Names,
    board_name,
    building_names,
    card_label,
    card_name,
    cost,
    count,
    effect,
    listed,
    mark,
)

USUAL_PRICE = 2
SHORT = {"compass": "C", "gear": "G", "tablet": "T", "choice": "?"}


@dataclass(frozen=True)
class City:
    """A city as everybody sees it."""

    seat: int
    board: Board
    stages: int
    coins: int
    cards: tuple[Card, ...]
    victories: tuple[int, ...]
    defeats: int

    @property
    def effects(self) -> list[Effect]:
        stages = [effect for stage in self.board.stages[: self.stages] for effect in stage.effects]
        return [*(effect for card in self.cards for effect in card.effects), *stages]

    @property
    def shields(self) -> int:
        return sum(effect.amount for effect in self.effects if effect.kind == "shields")

    @property
    def for_sale(self) -> list[tuple[str, ...]]:
        """The symbols neighbours may buy (B12)."""
        start = [(self.board.start,)] if self.board.start else []
        return start + _produced(
            effect
            for card in self.cards
            if card.colour in ("brown", "grey")
            for effect in card.effects
        )

    @property
    def own_only(self) -> list[tuple[str, ...]]:
        """The symbols that are for the owner alone (B17)."""
        everything = Counter(_produced(self.effects))
        start = [(self.board.start,)] if self.board.start else []
        return list((everything + Counter(start) - Counter(self.for_sale)).elements())

    @property
    def symbols(self) -> dict[str, int]:
        """The science symbols by kind; ``choice`` are those that may be any."""
        kinds = [effect.options for effect in self.effects if effect.kind == "science"]
        counts = Counter(options[0] if len(options) == 1 else "choice" for options in kinds)
        return {kind: counts[kind] for kind in (*SCIENCE, "choice") if counts[kind]}

    @property
    def science(self) -> str:
        return ", ".join(f"{number} {kind}" for kind, number in self.symbols.items())

    def price(self, goods: Sequence[str], side: str) -> int:
        """What a resource of a class costs this city on a side."""
        prices = [
            effect.amount
            for effect in self.effects
            if effect.kind == "buy_at" and goods[0] in effect.options and side in effect.where
        ]
        return min([USUAL_PRICE, *prices])


def _produced(effects: Iterable[Effect]) -> list[tuple[str, ...]]:
    return [effect.options for effect in effects if effect.kind == "produce"]


def cities(view: Mapping[str, Any], catalogue: Catalogue) -> list[City]:
    """All cities of a view."""
    return [
        City(
            seat,
            catalogue.boards[entry["wonder"], entry["side"]],
            entry["stages"],
            entry["coins"],
            tuple(catalogue.cards[card] for card in entry["city"]),
            tuple(entry["victories"]),
            entry["defeats"],
        )
        for seat, entry in enumerate(view["seats"])
    ]


def symbols_text(symbols: Iterable[tuple[str, ...]]) -> str:
    """Such as ``2 wood, stone/clay``, single symbols first."""
    counts = Counter(tuple(sorted(options, key=RESOURCES.index)) for options in symbols)
    order = sorted(counts, key=lambda options: (len(options), RESOURCES.index(options[0])))
    return ", ".join(
        ("" if counts[options] == 1 else f"{counts[options]} ") + _symbol(options)
        for options in order
    )


def _symbol(options: tuple[str, ...]) -> str:
    if set(options) == set(RAW):
        return "any raw"
    return "any goods" if set(options) == set(MANUFACTURED) else "/".join(options)


def _colour_counts(city: City) -> Text:
    counts = Counter(card.colour for card in city.cards)
    parts = [
        Text.assemble((f"{MARKS[colour]}{counts[colour]}", STYLES[colour]))
        for colour in COLOURS
        if counts[colour]
    ]
    return Text(" ").join(parts) if parts else Text("none yet", "dim")


def _shields(city: City) -> str:
    """Shields, and the tokens of past wars: ``2  war +1+3−1``."""
    won = "".join(f"+{value}" for value in city.victories)
    lost = f"−{city.defeats}" if city.defeats else ""
    return f"{city.shields}  war {won}{lost}" if won or lost else str(city.shields)


def _stages(city: City) -> str:
    total = len(city.board.stages)
    return f"{'▣' * city.stages}{'▢' * (total - city.stages)} {city.stages} of {total}"


def _summary(city: City, points: int, price: str) -> Table:
    """A city in a few rows; ``price`` is what its goods cost the one who looks, or empty."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    grid.add_row("coins", Text(str(city.coins), "bold yellow"))
    grid.add_row("shields", _shields(city))
    grid.add_row("stages", _stages(city))
    grid.add_row("cards", _colour_counts(city))
    grid.add_row("science", city.science or Text("none", "dim"))
    grid.add_row("points", f"{points} so far")
    if price:
        grid.add_row("price", price)
        grid.add_row("sells", symbols_text(city.for_sale) or Text("nothing", "dim"))
    else:
        grid.add_row("own use", symbols_text(city.own_only) or Text("nothing more", "dim"))
        grid.add_row("makes", symbols_text(city.for_sale) or Text("nothing", "dim"))
    return grid


def _price_text(buyer: City, side: str) -> str:
    raw, goods = buyer.price(RAW, side), buyer.price(MANUFACTURED, side)
    return f"{raw} each" if raw == goods else f"raw {raw}, goods {goods}"


def table(
    seat: int, names: Names, all_cities: Sequence[City], points: Sequence[int]
) -> RenderableType:
    """A seat between its neighbours, and a line for each other city."""
    seats = len(all_cities)
    left, right = (seat + 1) % seats, (seat - 1) % seats
    own = all_cities[seat]
    three = Table(box=box.ROUNDED, expand=True, border_style="dim", header_style="none")
    summaries = []
    for other, side, title in (
        (left, "left", f"◂ {names.object(left)}, left"),
        (seat, "", names.subject(seat).upper()),
        (right, "right", f"{names.object(right)}, right ▸"),
    ):
        city = all_cities[other]
        heading = Text.assemble((title, "bold"), "\n", (board_name(city.board), "cyan"))
        three.add_column(heading, ratio=1)
        summaries.append(_summary(city, points[other], _price_text(own, side) if side else ""))
    three.add_row(*summaries)
    others = [city for city in all_cities if city.seat not in (left, seat, right)]
    return Group(three, _others(others, names, points)) if others else three


def _others(others: Sequence[City], names: Names, points: Sequence[int]) -> Table:
    lines = Table(box=None, padding=(0, 1), header_style="dim", collapse_padding=True)
    for header in ("others", "wonder", "coins", "shields", "stages", "cards", "science", "points"):
        number = header in ("coins", "shields", "stages", "points")
        lines.add_column(header, justify="right" if number else "left", no_wrap=True)
    for city in others:
        lines.add_row(
            Text(names.object(city.seat), "bold"),
            Text(city.board.name["board"], "cyan"),
            str(city.coins),
            str(city.shields),
            f"{city.stages}/{len(city.board.stages)}",
            _colour_counts(city),
            " ".join(f"{SHORT[kind]}{number}" for kind, number in city.symbols.items()),
            str(points[city.seat]),
        )
    return lines


def chains(city: City, catalogue: Catalogue) -> Text:
    """The cards that the city's chains make free, those built already left out."""
    built = {card.building for card in city.cards}
    wanted = [name for card in city.cards for name in card.makes_free if name not in built]
    return Text(", ".join(building_names(catalogue, dict.fromkeys(wanted))))


def stage_line(number: int, board: Board) -> Text:
    """A stage in words: what it gives and what it costs."""
    stage = board.stages[number]
    return Text.assemble(
        f"stage {number + 1}: {'; '.join(effects_text(stage.effects))} ",
        (f"(costs {cost_text(stage.cost)})", "dim"),
    )


def in_full(view: Mapping[str, Any], city: City, names: Names, catalogue: Catalogue) -> Group:
    """Everything that may be known of a city."""
    parts: list[RenderableType] = [
        Text(f"{names.subject(city.seat)}: {board_name(city.board)}", "bold underline")
    ]
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column()
    facts.add_row("coins", str(city.coins))
    facts.add_row("shields", _shields(city))
    facts.add_row("sells", symbols_text(city.for_sale))
    if city.own_only:
        facts.add_row("own use", symbols_text(city.own_only))
    if city.science:
        facts.add_row("science", city.science)
    chained = chains(city, catalogue)
    if chained:
        facts.add_row("free by chain", chained)
    facts.add_row("hand", _hand_knowledge(view, city.seat, catalogue))
    parts.append(facts)
    for number in range(len(city.board.stages)):
        built = number < city.stages
        parts.append(Text("▣ " if built else "▢ ") + stage_line(number, city.board))
    if city.cards:
        parts.append(card_rows(sorted(city.cards, key=lambda card: COLOURS.index(card.colour))))
    else:
        parts.append(Text("No cards built yet.", "dim"))
    return Group(*parts)


def _hand_knowledge(view: Mapping[str, Any], seat: int, catalogue: Catalogue) -> str:
    hand = view["seats"][seat]["hand"]
    if isinstance(hand, list):
        return listed([card_name(catalogue.cards[card]) for card in hand]) or "empty"
    text = count(hand, "card")
    for key, words in (("seen", "seen before"), ("maybe", "maybe")):
        known = [card_name(catalogue.cards[card]) for card in view[key][seat]]
        if known:
            text += f"; {words}: {listed(known)}"
    return text


def card_rows(cards: Sequence[Card]) -> Table:
    """Cards with what they do."""
    rows = Table(box=None, padding=(0, 1), show_header=False)
    rows.add_column(no_wrap=True)
    rows.add_column()
    for card in cards:
        rows.add_row(card_label(card), effect(card))
    return rows


def explained(card: Card, catalogue: Catalogue) -> Group:
    """All that is printed on a card."""
    copies = "a guild, some are drawn" if card.is_guild else "copies from so many players on: "
    copies += "" if card.is_guild else ", ".join(str(number) for number in card.players)
    lines = [
        Text.assemble(card_label(card), f"  {card.colour}, age {'I' * card.age}"),
        Text(f"  {effect(card)}"),
        Text(f"  costs {cost(card) if not card.cost.nothing else 'nothing'}"),
    ]
    if card.free_with:
        lines.append(Text(f"  free with {listed(building_names(catalogue, card.free_with), 'or')}"))
    if card.makes_free:
        later = listed(building_names(catalogue, card.makes_free))
        lines.append(Text(f"  makes {later} free"))
    lines.append(Text(f"  {copies}", "dim"))
    return Group(*lines)


def board_explained(board: Board) -> Group:
    """One side of a wonder board, with all its stages."""
    return Group(
        Text.assemble((board_name(board), "bold"), f"  starts with {board.start or 'nothing'}"),
        *(Text("  ") + stage_line(number, board) for number in range(len(board.stages))),
    )


def colour_legend() -> Text:
    return Text("  ").join(Text.assemble(mark(colour), f" {colour}") for colour in COLOURS)
