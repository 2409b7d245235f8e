"""What happened, in the sentences of the pages' log: a line for what each seat did, then losses and
wars.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from ..catalogue import AGES, Catalogue
from ..telling.chronicle import Chronicler, Step
from ..telling.cities import City
from .screen import FREE_CITY_NAME, Names, card_label, clean, find
from .tongue import _, said, spoken

if TYPE_CHECKING:
    from ..game.codec import Event
    from ..game.game import Game
    from ..table.page.story.teller import Line, Teller

_STYLES = {"loss": "red", "left": "dim"}


class Reporter:
    """Tells events step by step."""

    def __init__(
        self, names: Names, catalogue: Catalogue, cities: Sequence[City], teams: bool = False
    ) -> None:
        self.names = names
        self.catalogue = catalogue
        self.chronicler = Chronicler(teams)
        self._cities, self._teams = cities, teams

    def tell(self, events: Iterable[Event]) -> list[Text]:
        """The lines for the events of a step."""
        return list(self._told(self.chronicler.step(events)))

    def _told(self, step: Step) -> Iterator[Text]:
        teller = self._teller()
        for line in teller.turn(step):
            yield self._shown(line)
        if step.war:
            yield Text(_("War"), "bold red")
            yield from (self._shown(line, "  ") for line in teller.war(step.war))
        if step.naval:
            yield Text(_("Naval conflict"), "bold blue")
            yield from (self._shown(line, "  ") for line in teller.naval(step.naval))

    def _teller(self) -> Teller:
        from ..table.page.labels import Labels
        from ..table.page.story.teller import Teller

        names = [clean(name) for name in self.names.names]
        labels = Labels(said(), spoken(), self.catalogue, names, self.names.you, self._teams)
        free = next((at for at, name in enumerate(names) if name == FREE_CITY_NAME), None)
        return Teller(labels, self._cities, free)

    def _shown(self, line: Line, before: str = "") -> Text:
        """A line with the marks of its cards."""
        text = Text(before, _STYLES.get(line.kind, ""))
        for part in line.parts:
            if part.kind == "card":
                text += card_label(find(self.catalogue, part.ref))
            else:
                text.append(part.text, "bold" if part.kind == "token" else "")
        return text


def moment(game: Game) -> str:
    """Where a game stands, such as ``Age I, turn 3``."""
    age = AGES[game.age]
    if game.turn:
        return _("Age %(age)s, turn %(turn)d", age=age, turn=game.turn)
    kinds = {game.decision(seat).kind for seat in game.to_decide}
    if kinds & {"side", "draft"}:
        return _("The draft of leaders") if "draft" in kinds else _("Before the game")
    return _("Age %(age)s, leaders", age=age)
