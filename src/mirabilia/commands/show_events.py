"""What happened, told in sentences: turns, wars, and the sheets at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from ..catalogue import Catalogue
from .show import AGES, STYLES, Names, card_label, card_name, clean, count, listed

if TYPE_CHECKING:
    from ..codec import Event, ScoreSheet
    from ..game import Game

_HOW = {"chain": " (free by chain)", "right": " (free by right)", "free": " (free by the wonder)"}
_SHEET_LINES = {
    "military": ("✕ war", "red"),
    "coins": ("¤ coins", "yellow"),
    "wonder": ("△ wonder", "brown"),
    "blue": ("▬ blue cards", "blue"),
    "yellow": ("● yellow cards", "yellow"),
    "green": ("▲ science", "green"),
    "purple": ("★ guilds", "purple"),
}


@dataclass
class _Deed:
    """What a seat did: a sentence to which payments and gains are added as they come."""

    text: Text
    pays: list[str] = field(default_factory=list)
    gains: int = 0


class Teller:
    """Tells events; what a seat does in a step becomes one line."""

    def __init__(self, names: Names, catalogue: Catalogue) -> None:
        self.names = names
        self.catalogue = catalogue

    def tell(self, events: Iterable[Event], shields: Sequence[int]) -> list[Text]:
        """The lines for some events; ``shields`` are those the cities have after them."""
        deeds: list[_Deed] = []
        latest: dict[int, _Deed] = {}
        discarded: list[Event] = []
        fought: list[Event] = []
        war: list[Text] = []
        for event in events:
            if event.kind in ("victory", "defeat"):
                fought.append(event)
            elif event.kind == "discard":
                discarded.append(event)
            elif event.kind == "end" or (event.kind == "age" and event.data["age"] > 1):
                war = self._war(fought, shields)
            elif event.seat is None:
                continue
            elif event.kind == "pay":
                to = event.data["to"]
                payee = "the bank" if to == "bank" else self.names.object(to)
                latest[event.seat].pays.append(f"{event.data['coins']} to {payee}")
            elif event.kind == "coins":
                latest[event.seat].gains += event.data["coins"]
            else:
                latest[event.seat] = _Deed(self._deed(event, event.seat))
                deeds.append(latest[event.seat])
        told = [_finished(deed) for deed in deeds]
        return told + ([self._discards(discarded)] if discarded else []) + war

    def _deed(self, event: Event, seat: int) -> Text:
        names, data = self.names, event.data
        if event.kind == "build":
            begin = Text(names.does(seat, "build") + " ")
            return begin + self._card(data["card"]) + Text(_HOW.get(data["how"], ""))
        if event.kind == "stage":
            text = f"{names.does(seat, 'build')} stage {data['stage']} of the wonder with "
            return Text(text) + self._card(data["card"])
        if event.kind == "sell":
            begin = Text(names.does(seat, "sell") + " ")
            return begin + self._card(data["card"]) + Text(f" for {data['coins']} coins")
        if event.kind == "rebuild":
            begin = Text(names.does(seat, "build") + " ")
            return begin + self._card(data["card"]) + Text(" out of the discard pile")
        if event.kind == "side":
            return Text(f"{names.does(seat, 'take')} the side {data['side']}")
        return Text(f"{names.subject(seat)}: {event.kind}")

    def _card(self, card: str | None) -> Text:
        return Text("a card face down") if card is None else card_label(self.catalogue.cards[card])

    def _discards(self, events: Sequence[Event]) -> Text:
        known = [
            f"{card_name(self.catalogue.cards[event.data['card']])} ({self.names.object(seat)})"
            for event in events
            if event.data["card"] is not None and (seat := event.seat) is not None
        ]
        hidden = len(events) - len(known)
        parts = known + ([f"{count(hidden, 'card')} face down"] if hidden else [])
        return Text(f"Left over and discarded: {listed(parts)}.", "dim")

    def _war(self, events: Sequence[Event], shields: Sequence[int]) -> list[Text]:
        """A line for each two neighbours: their shields, and who took which token (B23)."""
        won = {
            (event.seat, event.data["against"]): event.data["value"]
            for event in events
            if event.kind == "victory"
        }
        lines = [Text("War! Neighbours compare shields:", "bold red")]
        for seat, other in ((seat, (seat + 1) % len(shields)) for seat in range(len(shields))):
            line = Text(
                f"  {self.names.subject(seat)} {shields[seat]} : {shields[other]} "
                f"{self.names.subject(other)}: "
            )
            for winner, loser in ((seat, other), (other, seat)):
                if value := won.get((winner, loser)):
                    line.append(f"{self.names.does(winner, 'win')} +{value}", "bold")
                    line.append(f", {self.names.does(loser, 'lose')} 1")
            if (seat, other) not in won and (other, seat) not in won:
                line.append("a draw", "dim")
            lines.append(line)
        return lines


def _finished(deed: _Deed) -> Text:
    text = deed.text
    if deed.pays:
        text.append(f", paying {listed(deed.pays)}")
    if deed.gains:
        text.append(f", gaining {count(deed.gains, 'coin')}")
    return text.append(".")


def score_sheet(
    sheets: Sequence[ScoreSheet], names: Sequence[str], winners: Sequence[int]
) -> Table:
    """The points as on the paper pad: a line for each kind, a column for each player."""
    pad = Table(title="Points", box=box.SIMPLE_HEAD, show_footer=True, header_style="bold")
    pad.add_column("", footer="total", no_wrap=True)
    for sheet in sheets:
        style = "bold green" if sheet.seat in winners else ""
        pad.add_column(
            Text(clean(names[sheet.seat]), style),
            footer=Text(str(sheet.total), style or "bold"),
            justify="right",
        )
    for line in sheets[0].lines:
        label, colour = _SHEET_LINES.get(line, (f"  {line}", ""))
        pad.add_row(
            Text(label, STYLES.get(colour, "")), *(str(sheet.lines[line]) for sheet in sheets)
        )
    return pad


def ranking_lines(game: Game, names: Names) -> list[Text]:
    """Everybody's place, and who has won (B26)."""
    totals = {sheet.seat: sheet.total for sheet in game.scores()}
    places = game.ranking()
    lines = [
        Text(
            f"{place}. {listed([names.subject(seat) for seat in seats])}: "
            f"{totals[seats[0]]} points, {count(game.coins(seats[0]), 'coin')}"
        )
        for place, seats in places
    ]
    winners = places[0][1]
    points = totals[winners[0]]
    if len(winners) > 1:
        lines.append(
            Text(f"{listed([names.subject(seat) for seat in winners])} share the victory.", "bold")
        )
        return lines
    tied = sum(total == points for seat, total in totals.items() if seat < game.players) > 1
    reason = ", by the coins" if tied else ""
    won = Text(f"{names.does(winners[0], 'win')} with {points} points{reason}.", "bold green")
    return [*lines, won]


def age_and_turn(age: int, turn: int) -> str:
    return f"Age {AGES[age]}, turn {turn}" if turn else "Before the game"
