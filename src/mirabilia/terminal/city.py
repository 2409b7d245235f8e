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
from ..telling.cities import City, Goods
from ..telling.notes import Played, notes_on
from ..texts import N_
from .screen import (
    STYLES,
    Names,
    Printed,
    board_name,
    building_names,
    card_label,
    card_name,
    card_names,
    effect,
    find,
    mark,
)
from .sea import fleets_short, shipyard_lines
from .tongue import (
    _,
    _n,
    all_of,
    any_of,
    city_in,
    cost_told,
    debts,
    effects_told,
    expansion_word,
    good_word,
    kind_word,
    points,
    symbols_told,
)

OWN_KINDS = {"own_kind": N_("one more own kind"), "missing_kind": N_("a missing kind")}  # C6
SHORT = {"compass": "C", "gear": "G", "tablet": "T", "choice": "?"}


def symbols_text(goods: Goods) -> str:
    """Such as ``2 wood, stone/clay``."""
    return ", ".join(
        ("" if number == 1 else f"{number} ") + _symbol(options) for options, number in goods
    )


def _symbol(options: tuple[str, ...]) -> str:
    if set(options) == set(RAW):
        return _("any raw material")
    if set(options) == set(MANUFACTURED):
        return _("any manufactured good")
    return "/".join(map(good_word, options))


def _colour_counts(city: City) -> Text:
    counts = Counter(card.colour for card in city.cards)
    parts = [
        Text.assemble((f"{MARKS[colour]}{counts[colour]}", STYLES[colour]))
        for colour in COLOURS
        if counts[colour]
    ]
    return Text(" ").join(parts) if parts else Text(_("none yet"), "dim")


def _shields(city: City) -> str:
    """Shields, the tokens of past wars and diplomacy for the next: ``2  war +1+3−1``."""
    won = "".join(f"+{value}" for value in city.victories)
    lost = f"−{city.defeats}" if city.defeats else ""
    parts = [str(city.shields)]
    parts += [_("War") + f" {won}{lost}"] if won or lost else []
    parts += [_("Diplomacy") + f" {city.diplomacy}"] if city.diplomacy else []
    return "  ".join(parts)


def _stages(city: City) -> str:
    total = len(city.board.stages)
    marks = "".join("▣" if stage in city.built else "▢" for stage in range(total))
    return f"{marks} {city.stages}/{total}"


def _coins(city: City) -> Text:
    text = Text(str(city.coins), "bold yellow")
    return text.append(f"  −{debts(city.debts)}", "not bold red") if city.debts else text


def _leaders(city: City) -> Text:
    """Recruited, copied and buried leaders."""
    names = [card_name(leader) for leader in city.leaders]
    names += [_("%(name)s, copied", name=card_name(city.copied))] if city.copied else []
    names += [_("%(name)s, buried", name=card_name(leader)) for leader in city.buried]
    return Text("; ".join(names)) if names else Text("–", "dim")


def _islands(city: City) -> Text:
    names = [card_name(island) for island in city.islands]
    return Text(", ".join(names)) if names else Text("–", "dim")


def _own_use(city: City) -> str:
    kinds = [_(words) for key, words in OWN_KINDS.items() for _each in range(city.numbers[key])]
    return ", ".join(filter(None, [symbols_text(city.own_use), *kinds]))


def _science(city: City) -> str:
    return ", ".join(symbols_told(kind, number) for kind, number in city.symbols.items())


def _summary(city: City, catalogue: Catalogue, price: str) -> Table:
    """A city in a few rows; ``price`` is what its goods cost the one who looks, or empty."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    grid.add_row(_("coins"), _coins(city))
    grid.add_row(_("shields"), _shields(city))
    grid.add_row(_("stages"), _stages(city))
    grid.add_row(_("cards"), _colour_counts(city))
    grid.add_row(_("Science"), _science(city) or Text("–", "dim"))
    if "leaders" in catalogue.expansions:
        grid.add_row(_("Leaders"), _leaders(city))
    if "armada" in catalogue.expansions:
        grid.add_row(_("Fleets"), fleets_short(city))
        if city.islands:
            grid.add_row(_("Islands"), _islands(city))
    if price:
        grid.add_row(_("price"), price)
        grid.add_row(_("sells"), symbols_text(city.for_sale) or Text("–", "dim"))
    else:
        grid.add_row(_("for you alone"), _own_use(city) or Text("–", "dim"))
        grid.add_row(_("you make"), symbols_text(city.for_sale) or Text("–", "dim"))
    return grid


def _price_text(buyer: City, side: str) -> str:
    raw, goods = buyer.price("raw", side), buyer.price("made", side)
    usual = _("%(price)d each", price=raw)
    if raw != goods:
        usual = _("raw materials %(raw)d, manufactured goods %(goods)d", raw=raw, goods=goods)
    rebates = buyer.numbers["rebates"]  # C5
    more = [_("one a turn −1")] * (rebates[side] > 0)
    more += [_("starting resource −1")] * (rebates["start"] > 0)
    return ", ".join([usual, *more])


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
        (left, "left", _("◂ %(name)s, left", name=names.object(left))),
        (seat, "", names.subject(seat).upper()),
        (right, "right", _("%(name)s, right ▸", name=names.object(right))),
    ):
        city = all_cities[other]
        if teams and seat ^ 1 == other:
            title = _("%(player)s: your PARTNER", player=title)
        heading = Text.assemble((title, "bold"), "\n", (board_name(city.board), "cyan"))
        heading.append(f" {points(city.points)}", "dim")
        three.add_column(heading, ratio=1)
        price = _price_text(own, side) if side else ""
        summaries.append(_summary(city, catalogue, price))
    three.add_row(*summaries)
    others = [city for city in all_cities if city.seat not in (left, seat, right)]
    return Group(three, _others(others, names, catalogue)) if others else three


def _others(others: Sequence[City], names: Names, catalogue: Catalogue) -> Table:
    armada = "armada" in catalogue.expansions
    lines = Table(box=None, padding=(0, 1), header_style="dim", collapse_padding=True)
    for header, number, wraps in (
        (_("others"), False, False),
        (_("Wonder"), False, False),
        (_("coins"), True, False),
        (_("shields"), True, False),
        (_("stages"), True, False),
        (_("cards"), False, True),
        (_("Science"), False, False),
        *([(_("Fleets"), False, True)] if armada else []),
        (_("points"), True, False),
    ):
        lines.add_column(header, justify="right" if number else "left", no_wrap=not wraps)
    for city in others:
        cells: list[str | Text] = [
            Text(names.object(city.seat), "bold"),
            Text(city_in(city.board.name), "cyan"),
            f"{city.coins}{f'−{city.debts}' if city.debts else ''}",
            f"{city.shields}{' ☮' if city.diplomacy else ''}",
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
    raids = [_raid(by, on, names) for by, on in view.get("raids", ())]
    if not raids:
        return Text()
    return Text(_("In the next war: %(raids)s", raids=" ".join(raids)), "red")


def _raid(by: int, on: int, names: Names) -> str:
    if by == names.you:
        return _("You raid %(whom)s.", whom=names.object(on))
    if on == names.you:
        return _("%(who)s raids you.", who=names.subject(by))
    return _("%(who)s raids %(whom)s.", who=names.subject(by), whom=names.object(on))


def partner_line(view: Mapping[str, Any], seat: int, names: Names, catalogue: Catalogue) -> Text:
    """What the partner holds (T1)."""
    partner = seat ^ 1
    entry = view["seats"][partner]
    holds = _("%(name)s, your partner, holds:", name=names.subject(partner))
    text = Text(f"{holds} ", "dim")
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
        _("Stage %(number)d", number=number + 1),
        f" · {effects_told(stage.effects)} ",
        (_("Costs {cost}.").format(cost=cost_told(stage.cost)), "dim"),
    )


def in_full(view: Mapping[str, Any], city: City, names: Names, catalogue: Catalogue) -> Group:
    """Everything that may be known of a city."""
    parts: list[RenderableType] = [
        Text(f"{names.subject(city.seat)} · {board_name(city.board)}", "bold underline")
    ]
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column()
    facts.add_row(_("coins"), _coins(city))
    facts.add_row(_("shields"), _shields(city))
    facts.add_row(_("sells"), symbols_text(city.for_sale))
    if own := _own_use(city):
        facts.add_row(_("for its own use"), own)
    if science := _science(city):
        facts.add_row(_("Science"), science)
    if "armada" in catalogue.expansions:
        commerce = _("commerce level %(n)d", n=city.commerce)
        facts.add_row(_("Fleets"), fleets_short(city).append(f", {commerce}"))
    chained = chains(city, catalogue)
    if chained:
        facts.add_row(_("free by chain"), chained)
    facts.add_row(_("hand"), _hand_knowledge(view, city.seat, catalogue))
    if "leaders" in catalogue.expansions:
        facts.add_row(_("leaders in hand"), _leader_hand(view, city.seat, catalogue))
    parts.append(facts)
    for number in range(len(city.board.stages)):
        built = number in city.built
        parts.append(Text("▣ " if built else "▢ ") + stage_line(number, city.board))
    parts += shipyard_lines(city)
    cards = sorted(city.cards, key=lambda card: COLOURS.index(card.colour))
    things: list[Printed] = [*cards, *city.leaders, *city.islands, *filter(None, [city.copied])]
    parts.append(card_rows(things) if things else Text(_("No cards built yet."), "dim"))
    for leader in city.buried:
        parts.append(Text(_("%(name)s, buried", name=card_name(leader)), "dim"))
    return Group(*parts)


def _hand_knowledge(view: Mapping[str, Any], seat: int, catalogue: Catalogue) -> str:
    hand = view["seats"][seat]["hand"]
    if isinstance(hand, list):
        return all_of(card_names(catalogue, hand)) or "–"
    parts = [_n("%(num)d card", "%(num)d cards", hand)]
    if known := card_names(catalogue, view["seen"][seat]):
        parts.append(_("seen before: %(cards)s", cards=all_of(known)))
    if maybe := card_names(catalogue, view["maybe"][seat]):
        parts.append(_("perhaps: %(cards)s", cards=all_of(maybe)))
    return "; ".join(parts)


def _leader_hand(view: Mapping[str, Any], seat: int, catalogue: Catalogue) -> str:
    hand = view["seats"][seat]["leader_hand"]
    if isinstance(hand, list):
        return all_of(card_names(catalogue, hand)) or "–"
    return _n("%(num)d leader", "%(num)d leaders", hand)


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
        costs = cost_told(thing.cost)
        words = _("Costs {cost}.").format(cost=costs) if costs else _("Costs nothing.")
        lines.append(Text(f"  {words}"))
    if not isinstance(thing, Card):
        return Group(*lines)
    if thing.free_with:
        before = any_of(building_names(catalogue, thing.free_with))
        free = _("Free for whoever has built {building}.").format(building=before)
        lines.append(Text(f"  {free}"))
    if thing.makes_free:
        later = all_of(building_names(catalogue, thing.makes_free))
        makes = _("Whoever has it builds {buildings} for nothing.").format(buildings=later)
        lines.append(Text(f"  {makes}"))
    lines.append(Text(f"  {_copies(thing)}", "dim"))
    return Group(*lines)


def _kind(thing: Printed) -> str:
    from ..table.page.faces.words import COLOUR_CARDS

    if isinstance(thing, Card):
        return _(COLOUR_CARDS[thing.colour]).format(age=AGES[thing.age])
    if isinstance(thing, Island):
        return _("Island of level {level}.").format(level=AGES[thing.level])
    return _("Leader.")


def _copies(card: Card) -> str:
    """How a card comes into a game."""
    if card.is_guild:
        return _("A guild: some of them are drawn for each game.")
    if not card.expansion:
        players = ", ".join(str(number) for number in card.players)
        return _("Copies for games of so many players or more: %(players)s.", players=players)
    drawn = [_("As many of an age are drawn as there are players.")]
    if card.expansion == "armada":
        drawn.append(_("Seven at most."))  # E1
    if card.players and card.players[0] > 3:
        drawn.append(_("For four players or more."))
    return f"{expansion_word(card.expansion)} · {' '.join(drawn)}"


def _notes(effects: Collection[Effect], played: Played | None) -> list[Padding]:
    """What the rules say about effects; nothing, if it isn't asked for."""
    notes = " ".join(_(note) for note in notes_on(effects, played)) if played else ""
    return [Padding(Text(notes, "dim"), (0, 0, 0, 4))] if notes else []


def board_explained(board: Board, played: Played | None = None) -> Group:
    """One side of a wonder board, with all its stages; and what the rules say, as it is played."""
    start = [good_word(board.start)] if board.start else []
    start += [_n("%(num)d more coin", "%(num)d more coins", board.coins)] if board.coins else []
    words = _("Starts with {resource}.").format(resource=all_of(start))
    if not start:
        words = _("Starts without a resource.")
    told = [words, effects_told(board.effects)]
    told += [_("The stages can be built in any order.")] if board.any_order else []
    lines: list[RenderableType] = [
        Text.assemble((board_name(board), "bold"), f"  {' '.join(filter(None, told))}"),
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
    return Text("  ").join(Text.assemble(mark(kind), f" {kind_word(kind)}") for kind in kinds)
