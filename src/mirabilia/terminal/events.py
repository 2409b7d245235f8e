"""What happened, told in sentences: a line for what each seat did, then losses and wars."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ..catalogue import AGES, Catalogue
from ..telling.chronicle import Chronicler, Deed, LeftOver
from .screen import Names, card_label, card_name, count, find, listed, source_name
from .sea import NOTHING, space_text
from .war import naval_lines, war_lines

if TYPE_CHECKING:
    from ..game.codec import Event
    from ..game.game import Game

_HOW = {"chain": " (free by chain)", "right": " (free by right)", "free": " (for nothing)"}


class Reporter:
    """Tells events step by step."""

    def __init__(self, names: Names, catalogue: Catalogue, teams: bool = False) -> None:
        self.names = names
        self.catalogue = catalogue
        self.chronicler = Chronicler(teams)

    def tell(self, events: Iterable[Event]) -> list[Text]:
        """The lines for the events of a step."""
        step = self.chronicler.step(events)
        lines = [self._finished(deed) for deed in step.deeds]
        if step.left_over:
            lines.append(self._left_over(step.left_over))
        if step.losses:
            parts = [
                f"{self.names.object(loss.seat)} {listed([self._loss(lost) for lost in loss.lost])}"
                for loss in step.losses
            ]
            lines.append(Text(f"Losses: {'; '.join(parts)}.", "red"))
        if step.war:
            lines += war_lines(step.war, self.names)
        if step.naval:
            lines += naval_lines(step.naval, self.names)
        return lines

    def _deed(self, event: Event, seat: int, leader: bool) -> Text:
        names, data = self.names, event.data
        if event.kind == "build":
            begin = Text(names.does(seat, "build") + " ")
            return begin + self._card(data["card"], leader) + Text(_HOW.get(data["how"], ""))
        if event.kind == "stage":
            text = f"{names.does(seat, 'build')} stage {data['stage']} of the wonder with "
            return Text(text) + self._card(data["card"], leader)
        if event.kind == "sell":
            begin = Text(names.does(seat, "sell") + " ")
            coins = f" for {data['coins']} coins" if data["coins"] else ""
            return begin + self._card(data["card"], leader) + Text(coins)
        if event.kind == "rebuild":
            begin = Text(names.does(seat, "build") + " ")
            return begin + self._card(data["card"], leader) + Text(" out of the discard pile")
        if event.kind == "recruit":
            return Text(names.does(seat, "recruit") + " ") + self._card(data["leader"], leader)
        if event.kind == "pick":
            return Text(names.does(seat, "keep") + " ") + self._card(data["card"], leader)
        if event.kind == "side":
            return Text(f"{names.does(seat, 'take')} the side {data['side']}")
        return Text(f"{names.subject(seat)}: {event.kind}")

    def _card(self, card: str | None, leader: bool) -> Text:
        if card is not None:
            return card_label(find(self.catalogue, card))
        return Text(f"a {'leader' if leader else 'card'} face down")

    def name(self, card: str) -> str:
        return card_name(find(self.catalogue, card))

    def _loss(self, lost: Event) -> str:
        data = lost.data
        if lost.kind == "loss":
            return count(data["coins"], "coin")
        source = source_name(self.catalogue, data["for"])
        return count(data["debts"], "debt") + (f" ({source})" if source else "")

    def _left_over(self, cards: Sequence[LeftOver]) -> Text:
        known = [
            f"{self.name(left.card)} ({self.names.object(left.seat)})"
            for left in cards
            if left.card is not None
        ]
        leaders = cards[0].leader
        hidden = len(cards) - len(known)
        thing = "leader" if leaders else "card"
        parts = known + ([f"{count(hidden, thing)} face down"] if hidden else [])
        fate = "put away into the box" if leaders else "discarded"
        return Text(f"Left over and {fate}: {listed(parts)}.", "dim")

    def _finished(self, deed: Deed) -> Text:
        phrases = self._phrases(deed)
        if deed.done:
            text = self._deed(deed.done, deed.seat, deed.leader)
        else:
            text = Text(self.names.does(deed.seat, phrases.pop(0)))
        for phrase in phrases:
            text.append(f", {_doing(phrase)}")
        return text.append(".")

    def _phrases(self, deed: Deed) -> list[str]:
        """What came with a deed, as phrases such as ``take 1 debt``."""
        paid = [f"{coins} to {self._payee(to)}" for coins, to in deed.pays]
        pays = [f"pay {listed(paid)}"] if paid else []
        more = [_PHRASES[event.kind](self, event.data) for _, event in deed.more]
        gains = [f"gain {count(deed.gains, 'coin')}"] if deed.gains else []
        return [*pays, *more, *gains]

    def _payee(self, to: int | str) -> str:
        return "the bank" if isinstance(to, str) else self.names.object(to)

    def advanced(self, data: Mapping[str, Any]) -> str:
        space = self.catalogue.tracks[data["fleet"]][data["space"]]
        reached = space_text(space)
        gives = "" if reached == NOTHING else f" ({reached})"
        return f"advance the {data['fleet']} fleet to {data['space']}{gives}"


_PHRASES: Mapping[str, Callable[[Reporter, Mapping[str, Any]], str]] = {
    "bury": lambda reporter, data: f"bury {reporter.name(data['leader'])}",
    "copy": lambda reporter, data: f"copy {reporter.name(data['leader'])}",
    "draw_leaders": lambda reporter, data: f"draw {count(data['number'], 'leader')}",
    "advance": Reporter.advanced,
    "explore": lambda reporter, data: (
        f"explore level {AGES[data['level']]} ({count(data['drawn'], 'island')} drawn)"
    ),
    "island": lambda reporter, data: f"find {reporter.name(data['island'])}",
    "victory": lambda reporter, data: f"take a victory token of {data['value']}",
    "forfeit": lambda reporter, data: f"give up a victory token of {data['value']}",
    "discard_defeats": lambda reporter, data: f"discard {count(data['number'], 'defeat')}",
    "diplomacy": lambda reporter, data: "take a diplomacy token",
    "raid": lambda reporter, data: f"raid {reporter.names.object(data['on'])}",
    "tax": lambda reporter, data: f"levy a tax of {count(data['coins'], 'coin')}",
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
