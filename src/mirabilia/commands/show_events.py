"""What happened, told in sentences: a line for what each seat did, then losses and wars."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ..catalogue import Catalogue
from ..cities import City
from .show import AGES, Names, card_label, card_name, count, find, listed, source_name
from .show_sea import NOTHING, space_text
from .show_war import naval_lines, war_lines

if TYPE_CHECKING:
    from ..codec import Event
    from ..game import Game

_HOW = {"chain": " (free by chain)", "right": " (free by right)", "free": " (for nothing)"}


@dataclass
class _Deed:
    """What a seat did: a sentence, and what came with it as phrases such as ``take 1 debt``."""

    seat: int
    text: Text | None = None
    pays: list[str] = field(default_factory=list)
    phrases: list[str] = field(default_factory=list)
    gains: int = 0

    def all_phrases(self) -> list[str]:
        pays = [f"pay {listed(self.pays)}"] if self.pays else []
        gains = [f"gain {count(self.gains, 'coin')}"] if self.gains else []
        return [*pays, *self.phrases, *gains]


@dataclass
class _Told:
    """The events of a step, sorted by how they are told."""

    deeds: list[_Deed] = field(default_factory=list)
    latest: dict[int, _Deed] = field(default_factory=dict)
    left_over: list[Event] = field(default_factory=list)
    losses: dict[int, list[str]] = field(default_factory=dict)
    war: list[Event] = field(default_factory=list)
    spoils: dict[int, int] = field(default_factory=dict)
    naval: list[Event] = field(default_factory=list)
    closing: bool = False

    def deed(self, seat: int) -> _Deed:
        if seat not in self.latest:
            self.latest[seat] = _Deed(seat)
            self.deeds.append(self.latest[seat])
        return self.latest[seat]


class Teller:
    """Tells events step by step; it remembers the raids until the war they end in."""

    def __init__(self, names: Names, catalogue: Catalogue, teams: bool = False) -> None:
        self.names = names
        self.catalogue = catalogue
        self.teams = teams
        self.raids: list[tuple[int, int]] = []
        self._recruiting = False
        self._war_told = False

    def tell(
        self, events: Iterable[Event], after: Sequence[City], sailing: bool = False
    ) -> list[Text]:
        """The lines for the events of a step.

        ``after`` are the cities after them; ``sailing``: somebody now decides about the naval
        conflict, so that the war before it is over.
        """
        told = _Told()
        for event in events:
            self._sort(event, told)
        lines = [self._finished(deed) for deed in told.deeds if deed.text or deed.all_phrases()]
        if told.left_over:
            lines.append(self._left_over(told.left_over))
        if told.losses:
            parts = [f"{self.names.object(s)} {listed(lost)}" for s, lost in told.losses.items()]
            lines.append(Text(f"Losses: {'; '.join(parts)}.", "red"))
        if sailing or (told.closing and not self._war_told):
            lines += war_lines(told.war, after, self.names, self.raids, self.teams)
            self.raids = []
            if told.spoils:
                taken = [
                    f"{self.names.object(s)} {count(n, 'coin')}" for s, n in told.spoils.items()
                ]
                lines.append(Text(f"  Coins for victories: {listed(taken)}."))
        self._war_told = sailing
        if told.closing and "armada" in self.catalogue.expansions:
            lines += naval_lines(told.naval, after, self.names)
        return lines

    def _sort(self, event: Event, told: _Told) -> None:
        kind, seat, data = event.kind, event.seat, event.data
        if kind == "end" or (kind == "age" and data["age"] > 1):
            told.closing = True
        if kind == "turn":
            self._recruiting = data["turn"] == 0
        if seat is None:
            return
        if "against" in data or kind == "use_diplomacy":
            told.war.append(event)
        elif kind in ("naval", "stay_out"):
            told.naval.append(event)
        elif kind in ("discard", "put_away"):
            told.left_over.append(event)
        elif kind in ("loss", "debts"):
            told.losses.setdefault(seat, []).append(self._loss(kind, data))
        elif kind == "pay":
            to = data["to"]
            payee = "the bank" if to == "bank" else self.names.object(to)
            told.deed(seat).pays.append(f"{data['coins']} to {payee}")
        elif kind == "coins" and told.war:
            told.spoils[seat] = told.spoils.get(seat, 0) + data["coins"]
        elif kind == "coins":
            told.deed(seat).gains += data["coins"]
        elif kind in _PHRASES:
            told.deed(seat).phrases.append(_PHRASES[kind](self, data))
            if kind == "raid":
                self.raids.append((seat, data["on"]))
        elif kind != "pick" or data["card"] is not None:
            deed = told.latest.get(seat)
            if deed is None or deed.text or deed.phrases:
                deed = told.latest[seat] = _Deed(seat)
                told.deeds.append(deed)
            deed.text = self._deed(event, seat)

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
            coins = f" for {data['coins']} coins" if data["coins"] else ""
            return begin + self._card(data["card"]) + Text(coins)
        if event.kind == "rebuild":
            begin = Text(names.does(seat, "build") + " ")
            return begin + self._card(data["card"]) + Text(" out of the discard pile")
        if event.kind == "recruit":
            return Text(names.does(seat, "recruit") + " ") + self._card(data["leader"])
        if event.kind == "pick":
            return Text(names.does(seat, "keep") + " ") + self._card(data["card"])
        if event.kind == "side":
            return Text(f"{names.does(seat, 'take')} the side {data['side']}")
        return Text(f"{names.subject(seat)}: {event.kind}")

    def _card(self, card: str | None) -> Text:
        if card is not None:
            return card_label(find(self.catalogue, card))
        return Text(f"a {'leader' if self._recruiting else 'card'} face down")

    def name(self, card: str) -> str:
        return card_name(find(self.catalogue, card))

    def _loss(self, kind: str, data: Mapping[str, Any]) -> str:
        if kind == "loss":
            return count(data["coins"], "coin")
        source = source_name(self.catalogue, data["for"])
        return count(data["debts"], "debt") + (f" ({source})" if source else "")

    def _left_over(self, events: Sequence[Event]) -> Text:
        known = [
            f"{self.name(event.data['card'])} ({self.names.object(seat)})"
            for event in events
            if event.data["card"] is not None and (seat := event.seat) is not None
        ]
        leaders = events[0].kind == "put_away"
        hidden = len(events) - len(known)
        thing = "leader" if leaders else "card"
        parts = known + ([f"{count(hidden, thing)} face down"] if hidden else [])
        fate = "put away into the box" if leaders else "discarded"
        return Text(f"Left over and {fate}: {listed(parts)}.", "dim")

    def _finished(self, deed: _Deed) -> Text:
        phrases = deed.all_phrases()
        text = deed.text or Text(self.names.does(deed.seat, phrases.pop(0)))
        for phrase in phrases:
            text.append(f", {_doing(phrase)}")
        return text.append(".")

    def advanced(self, data: Mapping[str, Any]) -> str:
        space = self.catalogue.tracks[data["fleet"]][data["space"]]
        reached = space_text(space)
        gives = "" if reached == NOTHING else f" ({reached})"
        return f"advance the {data['fleet']} fleet to {data['space']}{gives}"


_PHRASES: Mapping[str, Callable[[Teller, Mapping[str, Any]], str]] = {
    "bury": lambda teller, data: f"bury {teller.name(data['leader'])}",
    "copy": lambda teller, data: f"copy {teller.name(data['leader'])}",
    "draw_leaders": lambda teller, data: f"draw {count(data['number'], 'leader')}",
    "advance": Teller.advanced,
    "explore": lambda teller, data: (
        f"explore level {AGES[data['level']]} ({count(data['drawn'], 'island')} drawn)"
    ),
    "island": lambda teller, data: f"find {teller.name(data['island'])}",
    "victory": lambda teller, data: f"take a victory token of {data['value']}",
    "forfeit": lambda teller, data: f"give up a victory token of {data['value']}",
    "discard_defeats": lambda teller, data: f"discard {count(data['number'], 'defeat')}",
    "diplomacy": lambda teller, data: "take a diplomacy token",
    "raid": lambda teller, data: f"raid {teller.names.object(data['on'])}",
    "tax": lambda teller, data: f"tax everyone else {data['coins']}",
}


def _doing(phrase: str) -> str:
    """Such as ``taking 1 debt`` for ``take 1 debt``."""
    word, blank, rest = phrase.partition(" ")
    return f"{word.removesuffix('e')}ing{blank}{rest}"


def moment(game: Game) -> str:
    """Where a game stands, such as ``Age I, turn 3``."""
    if game.turn:
        return f"Age {AGES[game.age]}, turn {game.turn}"
    kinds = {game.decision(seat).kind for seat in game.to_decide}
    if kinds & {"side", "draft"}:
        return "The draft" if "draft" in kinds else "Before the game"
    return f"Age {AGES[game.age]}, leaders"
