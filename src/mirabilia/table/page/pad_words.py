"""The words of a score pad: what gave points and why, what can't be, what is not known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from babel.support import NullTranslations

from ...catalogue import AGES, Effect
from ...game.breakdown import Part
from ...texts import N_, NN_, texts
from ..rooms.pad import FREE_CITY, LINE, NAVAL, VICTORIES, Pad
from ..rooms.pad_score import Remark
from .faces.effects import effect_sentences
from .labels import Labels
from .story.score import LINES

# What a part is, where it is no thing with a name of its own; ``%(num)d`` is how many of it.
COUNTED: Mapping[str, tuple[str, str]] = {
    "victories": NN_("%(num)d victory token of %(name)s", "%(num)d victory tokens of %(name)s"),
    "defeats": NN_("%(num)d defeat token", "%(num)d defeat tokens"),
    "naval": NN_("%(num)d naval token of %(name)s", "%(num)d naval tokens of %(name)s"),
    "coins": NN_("%(num)d coin", "%(num)d coins"),
    "debts": NN_("%(num)d debt", "%(num)d debts"),
    "fleet": NN_("Blue fleet, on space %(num)d", "Blue fleet, on space %(num)d"),
    "sets": NN_(
        "%(num)d set of three different symbols", "%(num)d sets of three different symbols"
    ),
}
SYMBOLS: Mapping[str, tuple[str, str]] = {
    "compass": NN_("%(num)d compass", "%(num)d compasses"),
    "gear": NN_("%(num)d gear", "%(num)d gears"),
    "tablet": NN_("%(num)d tablet", "%(num)d tablets"),
}
CHOSEN = NN_(
    "%(num)d of them of free choice, copied or exchanged: the best for the city.",
    "%(num)d of them of free choice, copied or exchanged: the best for the city.",
)
TAKEN: Mapping[str, str] = {
    "copied": N_("%(name)s, copied"),
    "guild": N_("%(name)s, copied from a neighbour"),
    "buried": N_("%(name)s, buried"),
}
REMARKS: Mapping[str, str] = {
    "twice": N_("%(city)s has %(thing)s %(number)d times; a city can have it only once."),
    "order": N_("%(city)s: the stages of %(thing)s are built from the first one on."),
    "victories": N_(
        "%(city)s has %(number)d victory tokens of %(thing)s; a war gives two at most."
    ),
    "tokens": N_("%(city)s has %(number)d tokens of wars; three wars give six at most."),
    "naval": N_("%(city)s has %(number)d naval tokens; three conflicts give three at most."),
    "copied": N_("%(city)s has copied %(thing)s, whom neither neighbour has."),
    "copies": N_("%(city)s has copied %(thing)s, but has nothing that copies a leader."),
    "buried": N_("%(city)s has buried more leaders than its stages bury."),
    "absent": N_("%(thing)s is not in the game with %(players)d players."),
    "boards": N_("%(thing)s stands for %(number)d cities; there is only one such board."),
    "guilds": N_("%(number)d guilds are noted; with %(players)d players only %(other)d are dealt."),
    "dealt_cities": N_(
        "%(number)d black cards of age %(thing)s are noted; with %(players)d players only "
        "%(other)d are dealt."
    ),
    "dealt_armada": N_(
        "%(number)d Armada cards of age %(thing)s are noted; with %(players)d players only "
        "%(other)d are dealt."
    ),
    "nothing": N_("Nothing is noted of %(city)s yet."),
    "no_board": N_("%(city)s: without the board its stages can't be counted."),
    "needs": N_(
        "%(thing)s of %(city)s counts what %(neighbour)s has, which is not all noted: it counts "
        "only what is."
    ),
    "tie": N_("Equal in points: without the coins of %(city)s nobody can be told ahead."),
}
NUMBERED: Mapping[str, tuple[str, str]] = {
    "stages": NN_(
        "%(city)s: %(thing)s has only %(num)d stage; others don't count.",
        "%(city)s: %(thing)s has only %(num)d stages; others don't count.",
    ),
    "copies_of": NN_(
        "%(thing)s is noted %(number)d times; with %(players)d players there is only %(num)d.",
        "%(thing)s is noted %(number)d times; with %(players)d players there are only %(num)d.",
    ),
}
FIELDS: Mapping[str, str] = {
    "wonder": N_("Board"),
    "coins": N_("Coins"),
    "defeats": N_("Defeats (−1)"),
    "debts": N_("Debts"),
    "copied": N_("Copied leader"),
    "fleet_red": N_("Red fleet"),
    "fleet_yellow": N_("Yellow fleet"),
    "fleet_blue": N_("Blue fleet"),
    "fleet_green": N_("Green fleet"),
}
DIFFERS = N_(
    "Somebody else has meanwhile written something else: %(places)s. Save again to write yours."
)


@dataclass(frozen=True)
class Words:
    """The words of one pad for one reader."""

    pad: Pad
    lang: str

    @property
    def texts(self) -> NullTranslations:
        return texts(self.lang)

    @property
    def labels(self) -> Labels:
        pad = self.pad
        return Labels(self.texts, self.lang, pad.catalogue, pad.names, None, pad.teams)

    def city(self, number: int) -> str:
        if number < self.pad.players:
            return self.pad.names[number]
        return self.texts.gettext(FREE_CITY)

    def line(self, key: str) -> str:
        return self.texts.gettext(LINES[key].one)

    def number(self, value: int) -> str:
        return str(value).replace("-", "−")

    def thing(self, name: str) -> str:
        """A card, leader, island, stage, board or wonder, as it is called."""
        boards = self.pad.catalogue.boards
        for board in boards.values():
            if name == board.wonder:
                return self.labels.wonder(board)
        return self.labels.source(name)

    def what(self, part: Part) -> str:
        """What gave points."""
        _, _n = self.texts.gettext, self.texts.ngettext
        if part.kind in COUNTED:
            said = _n(*COUNTED[part.kind], part.number)
            name = self.number(int(part.name)) if part.kind in ("victories", "naval") else ""
            return said % {"num": part.number, "name": name}
        if part.kind == "symbols":
            return _n(*SYMBOLS[part.name], part.number) % {"num": part.number}
        _board, stage, number = part.name.partition("#")
        if stage:
            return _("Stage %(number)s") % {"number": number}
        name = self.labels.name(part.name) if part.name else ""
        if part.kind in TAKEN:
            return _(TAKEN[part.kind]) % {"name": name}
        if part.number > 1:
            return _("%(name)s, %(number)d times") % {"name": name, "number": part.number}
        return name

    def why(self, part: Part) -> str:
        """What is printed on it, where that is no mere number; its points by city."""
        said = []
        if part.kind == "coins":
            said.append(self.texts.gettext("1 point for every 3 coins you have."))
        elif part.chosen:
            said.append(self.texts.ngettext(*CHOSEN, part.chosen) % {"num": part.chosen})
        elif part.kind in ("item", "copied", "guild"):
            said += effect_sentences(self._counting(part.name), self.texts)
        if part.around:
            told = [
                self.texts.gettext("%(name)s: %(points)s")
                % {"name": self.city(seat), "points": self.number(points)}
                for seat, points in part.around
            ]
            said.append(f"({', '.join(told)})")
        return " ".join(said)

    def _counting(self, name: str) -> Sequence[Effect]:
        """The effects of a thing by which points are counted."""
        if not name:
            return ()
        board, stage, number = name.partition("#")
        if stage:
            wonder, _, side = board.partition(":")
            effects = self.pad.catalogue.boards[wonder, side].stages[int(number) - 1].effects
        else:
            effects = self.labels.thing(name).effects
        return [effect for effect in effects if effect.kind.startswith("points_")]

    def remark(self, remark: Remark) -> str:
        """A mistake, or what is not known, in a sentence."""
        kind = "absent" if remark.kind == "copies_of" and not remark.other else remark.kind
        count = remark.number if kind == "stages" else remark.other
        aged = kind.startswith("dealt_")
        thing = AGES[int(remark.thing)] if aged else remark.thing
        if thing and not aged and kind != "victories":
            thing = self.thing(thing)
        slots = {
            "city": "" if remark.city is None else self.city(remark.city),
            "thing": thing,
            "number": remark.number,
            "other": remark.other,
            "players": self.pad.players,
            "neighbour": self.city(remark.other) if kind == "needs" else "",
        }
        if kind in NUMBERED:
            return self.texts.ngettext(*NUMBERED[kind], count) % {**slots, "num": count}
        return self.texts.gettext(REMARKS[kind]) % slots

    def field(self, name: str) -> str:
        """What a field of the form is called."""
        _ = self.texts.gettext
        if name.startswith(LINE):
            return self.line(name.removeprefix(LINE))
        kind, _under, value = name.partition("_")
        if kind == "victory" and int(value) in VICTORIES:
            return _("Victories of %(value)s") % {"value": value}
        if kind == "naval" and int(value) in NAVAL:
            return _("Naval tokens of %(value)s") % {"value": self.number(int(value))}
        return _(FIELDS[name])

    def differs(self, places: Sequence[tuple[int, str]]) -> str:
        """Where somebody else has written something else, and what."""
        _ = self.texts.gettext
        told = []
        for city, name in places:
            there = self.pad.cities[city].get(name)
            value = _("nothing") if there is None else self._value(name, there)
            told.append(
                _("%(city)s, %(field)s: %(value)s")
                % {"city": self.city(city), "field": self.field(name), "value": value}
            )
        return _(DIFFERS) % {"places": "; ".join(told)}

    def _value(self, name: str, value: object) -> str:
        if isinstance(value, str):
            return self.thing(value)
        return self.number(value) if isinstance(value, int) else ""
