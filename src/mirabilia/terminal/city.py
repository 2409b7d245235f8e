"""Cities on the screen: the three that trade with each other side by side, the rest in a line each,
and any of them in full. All of it is read from a view, so nothing is shown that is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..catalogue import (
    AGES,
    COLOURS,
    MANUFACTURED,
    MARKS,
    RAW,
    Board,
    Card,
    Catalogue,
    Effect,
    Island,
)
from ..catalogue.phrases import cost_text, effects_text
from ..telling.cities import City, Goods
from ..telling.notes import Played, notes_on
from .screen import (
    STYLES,
    Names,
    Printed,
    board_name,
    building_names,
    card_label,
    card_name,
    card_names,
    count,
    effect,
    find,
    listed,
    mark,
)
from .sea import fleets_short, shipyard_lines

OWN_KINDS = {"own_kind": "one more own kind", "missing_kind": "a missing kind"}  # C6
SHORT = {"compass": "C", "gear": "G", "tablet": "T", "choice": "?"}


def symbols_text(goods: Goods) -> str:
    """Such as ``2 wood, stone/clay``."""
    return ", ".join(
        ("" if number == 1 else f"{number} ") + _symbol(options) for options, number in goods
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
    """Shields, the tokens of past wars and diplomacy for the next: ``2  war +1+3−1``."""
    won = "".join(f"+{value}" for value in city.victories)
    lost = f"−{city.defeats}" if city.defeats else ""
    text = f"{city.shields}  war {won}{lost}" if won or lost else str(city.shields)
    return f"{text}  diplomacy {city.diplomacy}" if city.diplomacy else text


def _stages(city: City) -> str:
    total = len(city.board.stages)
    marks = "".join("▣" if stage in city.built else "▢" for stage in range(total))
    return f"{marks} {city.stages} of {total}"


def _coins(city: City) -> Text:
    text = Text(str(city.coins), "bold yellow")
    return text.append(f"  −{count(city.debts, 'debt')}", "not bold red") if city.debts else text


def _leaders(city: City) -> Text:
    """Recruited, copied and buried leaders."""
    names = [card_name(leader) for leader in city.leaders]
    names += [f"{card_name(city.copied)} (copied)"] if city.copied else []
    names += [f"{card_name(leader)} (buried)" for leader in city.buried]
    return Text(", ".join(names)) if names else Text("none", "dim")


def _islands(city: City) -> Text:
    names = [card_name(island) for island in city.islands]
    return Text(", ".join(names)) if names else Text("none", "dim")


def _own_use(city: City) -> str:
    kinds = [words for key, words in OWN_KINDS.items() for _ in range(city.numbers[key])]
    return ", ".join(filter(None, [symbols_text(city.own_use), *kinds]))


def _science(city: City) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in city.symbols.items())


def _summary(city: City, catalogue: Catalogue, price: str) -> Table:
    """A city in a few rows; ``price`` is what its goods cost the one who looks, or empty."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    grid.add_row("coins", _coins(city))
    grid.add_row("shields", _shields(city))
    grid.add_row("stages", _stages(city))
    grid.add_row("cards", _colour_counts(city))
    grid.add_row("science", _science(city) or Text("none", "dim"))
    if "leaders" in catalogue.expansions:
        grid.add_row("leaders", _leaders(city))
    if "armada" in catalogue.expansions:
        grid.add_row("ships", fleets_short(city))
        if city.islands:
            grid.add_row("islands", _islands(city))
    if price:
        grid.add_row("price", price)
        grid.add_row("sells", symbols_text(city.for_sale) or Text("nothing", "dim"))
    else:
        grid.add_row("own use", _own_use(city) or Text("nothing more", "dim"))
        grid.add_row("makes", symbols_text(city.for_sale) or Text("nothing", "dim"))
    return grid


def _price_text(buyer: City, side: str) -> str:
    raw, goods = buyer.price("raw", side), buyer.price("made", side)
    usual = f"{raw} each" if raw == goods else f"raw {raw}, goods {goods}"
    rebates = buyer.numbers["rebates"]  # C5
    more = ["one −1"] * (rebates[side] > 0) + ["start −1"] * (rebates["start"] > 0)
    return ", ".join([usual, *more])


def _role(seat: int, other: int, teams: bool) -> str:
    return "partner" if teams and seat ^ 1 == other else ""


def table(
    seat: int,
    names: Names,
    all_cities: Sequence[City],
    catalogue: Catalogue,
    teams: bool = False,
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
        role = ", your PARTNER" if _role(seat, other, teams) else ""
        heading = Text.assemble((title + role, "bold"), "\n", (board_name(city.board), "cyan"))
        heading.append(f" {count(city.points, 'point')}", "dim")
        three.add_column(heading, ratio=1)
        price = _price_text(own, side) if side else ""
        summaries.append(_summary(city, catalogue, price))
    three.add_row(*summaries)
    others = [city for city in all_cities if city.seat not in (left, seat, right)]
    return Group(three, _others(others, names, catalogue)) if others else three


def _others(others: Sequence[City], names: Names, catalogue: Catalogue) -> Table:
    armada = "armada" in catalogue.expansions
    lines = Table(box=None, padding=(0, 1), header_style="dim", collapse_padding=True)
    headers = ["others", "wonder", "coins", "shields", "stages", "cards", "science", "points"]
    if armada:
        headers.insert(-1, "ships")
    for header in headers:
        number = header in ("coins", "shields", "stages", "points")
        lines.add_column(
            header, justify="right" if number else "left", no_wrap=header not in ("cards", "ships")
        )
    for city in others:
        cells: list[str | Text] = [
            Text(names.object(city.seat), "bold"),
            Text(city.board.name["board"], "cyan"),
            f"{city.coins}{f'−{city.debts}' if city.debts else ''}",
            f"{city.shields}{' dipl.' if city.diplomacy else ''}",
            f"{city.stages}/{len(city.board.stages)}",
            _colour_counts(city),
            " ".join(f"{SHORT.get(kind, kind)}{n}" for kind, n in city.symbols.items()),
            *([fleets_short(city)] if armada else []),
            str(city.points),
        ]
        lines.add_row(*cells)
    return lines


def raids_line(view: Mapping[str, Any], names: Names) -> Text:
    """The raids that are still to come in this age (A12); empty if there are none."""
    parts = [f"{names.object(by)} on {names.object(on)}" for by, on in view.get("raids", ())]
    return Text(f"Raids in the next war: {', '.join(parts)}", "red") if parts else Text()


def partner_line(view: Mapping[str, Any], seat: int, names: Names, catalogue: Catalogue) -> Text:
    """What the partner holds (T1)."""
    partner = seat ^ 1
    entry = view["seats"][partner]
    text = Text(f"{names.subject(partner)}, your partner, holds: ", "dim")
    held = entry["hand"] or [*entry.get("pack", ()), *entry.get("leader_hand", ())]
    return text.append(Text(", ").join(card_label(find(catalogue, name)) for name in held))


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
    facts.add_row("coins", _coins(city))
    facts.add_row("shields", _shields(city))
    facts.add_row("sells", symbols_text(city.for_sale))
    if own := _own_use(city):
        facts.add_row("own use", own)
    if science := _science(city):
        facts.add_row("science", science)
    if "armada" in catalogue.expansions:
        facts.add_row("ships", fleets_short(city).append(f", commerce level {city.commerce}"))
    chained = chains(city, catalogue)
    if chained:
        facts.add_row("free by chain", chained)
    facts.add_row("hand", _hand_knowledge(view, city.seat, catalogue))
    if "leaders" in catalogue.expansions:
        facts.add_row("leaders left", _leader_hand(view, city.seat, catalogue))
    parts.append(facts)
    for number in range(len(city.board.stages)):
        built = number in city.built
        parts.append(Text("▣ " if built else "▢ ") + stage_line(number, city.board))
    parts += shipyard_lines(city)
    cards = sorted(city.cards, key=lambda card: COLOURS.index(card.colour))
    things: list[Printed] = [*cards, *city.leaders, *city.islands, *filter(None, [city.copied])]
    parts.append(card_rows(things) if things else Text("No cards built yet.", "dim"))
    for leader in city.buried:
        parts.append(Text(f"{card_name(leader)} is buried", "dim"))
    return Group(*parts)


def _hand_knowledge(view: Mapping[str, Any], seat: int, catalogue: Catalogue) -> str:
    hand = view["seats"][seat]["hand"]
    if isinstance(hand, list):
        return listed(card_names(catalogue, hand)) or "empty"
    text = count(hand, "card")
    for key, words in (("seen", "seen before"), ("maybe", "maybe")):
        known = card_names(catalogue, view[key][seat])
        if known:
            text += f"; {words}: {listed(known)}"
    return text


def _leader_hand(view: Mapping[str, Any], seat: int, catalogue: Catalogue) -> str:
    hand = view["seats"][seat]["leader_hand"]
    if isinstance(hand, list):
        return listed(card_names(catalogue, hand)) or "none"
    return count(hand, "leader")


def card_rows(cards: Sequence[Printed]) -> Table:
    """Cards with what they do."""
    rows = Table(box=None, padding=(0, 1), show_header=False)
    rows.add_column(no_wrap=True)
    rows.add_column()
    for card in cards:
        rows.add_row(card_label(card), effect(card))
    return rows


def explained(thing: Printed, catalogue: Catalogue, played: Played) -> Group:
    """All that is printed on a card, a leader or an island, and what the rules say about it."""
    lines: list[RenderableType] = [
        Text.assemble(card_label(thing), f"  {_kind(thing)}"),
        Text(f"  {effect(thing)}"),
        *_notes(thing.effects, played),
    ]
    if not isinstance(thing, Island):
        lines.append(Text(f"  costs {cost_text(thing.cost) or 'nothing'}"))
    if not isinstance(thing, Card):
        return Group(*lines)
    if thing.free_with:
        before = listed(building_names(catalogue, thing.free_with), "or")
        lines.append(Text(f"  free with {before}"))
    if thing.makes_free:
        later = listed(building_names(catalogue, thing.makes_free))
        lines.append(Text(f"  makes {later} free"))
    lines.append(Text(f"  {_copies(thing)}", "dim"))
    return Group(*lines)


def _kind(thing: Printed) -> str:
    if isinstance(thing, Card):
        return f"{thing.colour}, age {AGES[thing.age]}"
    if isinstance(thing, Island):
        return f"island of level {AGES[thing.level]}"
    return "leader" if thing.group == "standard" else f"leader ({thing.group})"


def _copies(card: Card) -> str:
    """How a card comes into a game."""
    if card.is_guild:
        return "a guild, some are drawn"
    if card.expansion:
        most = ", seven at most" if card.expansion == "armada" else ""  # E1
        late = ", for four players or more" if card.players and card.players[0] > 3 else ""
        drawn = f"as many of an age are drawn as there are players{most}{late}"
        return f"{card.expansion.title()}: {drawn}"
    return f"copies from so many players on: {', '.join(str(n) for n in card.players)}"


def _notes(effects: Collection[Effect], played: Played | None) -> list[Padding]:
    """What the rules say about effects; nothing, if it isn't asked for."""
    notes = " ".join(notes_on(effects, played)) if played else ""
    return [Padding(Text(notes, "dim"), (0, 0, 0, 4))] if notes else []


def board_explained(board: Board, played: Played | None = None) -> Group:
    """One side of a wonder board, with all its stages; and what the rules say, as it is played."""
    start = [board.start] if board.start else []
    start += [count(board.coins, "coin") + " more"] if board.coins else []
    begins = "; ".join([*start, *effects_text(board.effects)]) or "nothing"
    order = "  (stages in any order)" if board.any_order else ""
    lines: list[RenderableType] = [
        Text.assemble((board_name(board), "bold"), f"  starts with {begins}{order}"),
        *_notes(board.effects, played),
    ]
    for number, stage in enumerate(board.stages):
        lines += [Text("  ") + stage_line(number, board), *_notes(stage.effects, played)]
    return Group(*lines)


def colour_legend(catalogue: Catalogue) -> Text:
    """The marks of the colours, leaders and islands there are in a game."""
    colours = {card.colour for card in catalogue.cards.values()}
    kinds = [colour for colour in COLOURS if colour in colours]
    kinds += (["leader"] if catalogue.leaders else []) + (["island"] if catalogue.islands else [])
    return Text("  ").join(Text.assemble(mark(kind), f" {kind}") for kind in kinds)
