"""What the page of a game says: who is awaited, what each decision is about, what an option brings.

The measure is that nobody needs the rulebook to decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...catalogue import AGES, Space
from ...game.notation import Move
from ...telling.cities import City
from ...telling.conflicts import foreseen
from ...telling.notes import ARRIVALS
from ...texts import N_
from .faces.boards import StageFace
from .forms import OfferForm, Use
from .goods import symbols_words
from .labels import Labels
from .progress import awaited

if TYPE_CHECKING:
    from .scene import Place, Scene

LAST_SPACE = 6
SCIENCE_ICONS = {"choice": "science", "most": "science-most", "copy": "copy", "swap": "swap"}
SCIENCE_NAMES = {
    "compass": N_("compasses"),
    "gear": N_("gears"),
    "tablet": N_("tablets"),
    "choice": N_("science symbols of any kind"),
    "most": N_("more science symbols of the kind there is most of"),
    "copy": N_("science symbols copied from neighbours"),
    "swap": N_("a science symbol that may be turned into another"),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A title, and what there is to say about it."""

    title: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class StageSaid:
    """A stage by its number, and as it is drawn and explained."""

    title: str
    face: StageFace


class Wording:
    """The sentences of one page."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.labels: Labels = scene.labels
        self._ = scene.labels.texts.gettext
        self._n = scene.labels.texts.ngettext

    def science_icon(self, kind: str) -> str:
        return SCIENCE_ICONS.get(kind, kind)

    def science(self, kind: str) -> str:
        return self._(SCIENCE_NAMES[kind])

    def phase(self) -> str:
        names = {
            "side": self._("choosing sides"),
            "draft": self._("drafting leaders"),
            "leader": self._("recruiting"),
            "war": self._("war"),
        }
        return names.get(self.scene.view["phase"], self._("before the first turn"))

    def passing(self) -> str:
        """Where the hands go after this turn (B4, B5, V4)."""
        match self.scene.passing:
            case "none":
                return self._("The last turn of the age: hands are not passed on.")
            case "swap":
                return self._("After the turn the two hands are swapped.")
            case "left":
                text = self._("Hands go to the left, to %(name)s.")
            case _:
                text = self._("Hands go to the right, to %(name)s.")
        return text % {"name": self.scene.passes_to.name}

    def awaited(self) -> str:
        """Whose decision is awaited."""
        return awaited(self.scene.table_view, self.scene.lang)

    def heading(self, form: OfferForm) -> str:
        """What is asked for; it begins with a capital, whatever it is named for."""
        text = self._heading(form)
        return text[:1].upper() + text[1:]

    def _heading(self, form: OfferForm) -> str:
        seat, offer = form.offer.seat, form.offer
        own = seat == self.scene.centre
        source = self.labels.source(offer.source)
        by = {"source": source or self._("An effect")}
        match form.kind:
            case "side":
                return self._("Which side of your wonder do you play?")
            case "draft":
                kept = len(self.scene.view["seats"][seat].get("leader_hand", ()))
                return self._("Draft: keep leader %(number)d of 4; the rest go on to the right") % {
                    "number": kept + 1
                }
            case "leader":
                return self._("Your leaders: recruit one, build a stage with it or sell it")
            case "play" if own:
                return self._("Your hand")
            case "play":
                return self._("The Free City: choose from the cards left in your hand")
            case "last_card":
                return self._("The last card of the age is yours to play, too")
            case "rebuild":
                return self._("%(source)s: build a card from the discard pile for nothing") % by
            case "island":
                return self._("You have explored: keep one of these islands")
            case "advance":
                many = max(len(move.colours) for move in form.choices)
                return self._n(
                    "%(source)s: advance %(num)d fleet by a space, for nothing",
                    "%(source)s: advance %(num)d different fleets by a space, for nothing",
                    many,
                ) % {**by, "num": many}
            case "loss":
                return self._n(
                    "You lose %(num)d coin", "You lose %(num)d coins", self._due(form)
                ) % {"num": self._due(form)}
            case "forfeit":
                return self._("%(source)s: you give up a victory token") % by
            case "recruit":
                return self._("%(source)s: you may recruit one more leader") % by
            case "bury":
                return self._("%(source)s: bury one of your leaders") % by
            case "copy":
                return self._("%(source)s: copy a leader of a neighbour") % by
            case "sail":
                return self._("Naval conflict: do you take part?")
        return self._("Your decision")

    def _due(self, form: OfferForm) -> int:
        move = form.choices[0]
        return int(move.value or 0) + int(move.debts or 0)

    def explain(self, form: OfferForm) -> str:
        """A sentence below the heading, where it isn't enough."""
        match form.kind:
            case "draft":
                return self._(
                    "At the start of each age you will recruit one of your four leaders, "
                    "build a stage with it or sell it."
                )
            case "loss":
                return self._(
                    "For each coin you may take a debt instead: −1 point at the end, for good."
                )
            case "bury":
                return self._(
                    "Its effect ends. At the end it scores twice its cost, or 6 if that is the age."
                )
            case "advance":
                return self._(ARRIVALS[self.scene.catalogue.edition])
            case "rebuild":
                return self._(
                    "Here is everything discarded so far that your city doesn't have yet."
                )
            case "sail":
                return self._strengths()
        return ""

    def _strengths(self) -> str:
        """The naval strengths and what is at stake (A14)."""
        scene, age = self.scene, self.scene.age
        _, naval = foreseen(scene.view)
        fleets = ", ".join(
            f"{self.labels.person(rank.seat)} {rank.strength}" for rank in naval.ranks
        )
        rewards = ", ".join(f"+{value}" for value in scene.catalogue.naval_rewards[age - 1])
        last = abs(scene.catalogue.naval_penalties[age - 1])
        return self._("Strengths: %(fleets)s. First places: %(rewards)s; the last: −%(last)d.") % {
            "fleets": fleets,
            "rewards": rewards,
            "last": last,
        }

    def option(self, form: OfferForm, move: Move) -> Said:
        """An option that is no card of the hand."""
        match form.kind:
            case "advance":
                return Said(self.labels.move(form.offer.seat, move), self._spaces(form, move))
            case "loss":
                return Said(self.labels.loss(move))
            case "forfeit":
                return Said(self._("The token of %(value)s") % {"value": move.value})
            case "sail":
                return Said(self.labels.move(form.offer.seat, move))
        card, words = str(move.card), ""
        if form.kind == "bury":
            points = self.scene.cities[form.offer.seat].buried_points(card)
            words = self._n("%(num)d point", "%(num)d points", points) % {"num": points}
        if form.kind == "copy":
            places = self.scene.places
            owners = [place.name for place in places if self._recruited(place.city, card)]
            words = self._("of %(names)s") % {"names": self.labels.listed(owners)}
        return Said(self.labels.name(card), words)

    def _recruited(self, city: City, leader: str) -> bool:
        return any(other.id == leader for other in city.leaders)

    def skip(self, form: OfferForm) -> str:
        names = {
            "rebuild": self._("Take no card"),
            "advance": self._("Advance none"),
            "recruit": self._("Recruit nobody"),
        }
        return names.get(form.kind, self._("None"))

    def freed(self, form: OfferForm, card: str) -> str:
        """What makes a card cost nothing."""
        printed = self.scene.catalogue.cards.get(card)
        if printed is None:
            return ""
        by = self.scene.cities[form.offer.seat].freed_by(printed)
        return self.labels.name(by) if by else self._("your wonder")

    def sold(self, place: Place) -> str:
        """What a city makes that its neighbours can buy."""
        made = {"name": place.name, "goods": symbols_words(place.city.for_sale, self.labels.texts)}
        if self._mine(place):
            return self._("You make %(goods)s; your neighbours can buy it.") % made
        return self._("%(name)s makes %(goods)s; the neighbours can buy it.") % made

    def used(self, place: Place) -> str:
        """What a city makes for its owner alone."""
        made = {"name": place.name, "goods": symbols_words(place.city.own_use, self.labels.texts)}
        if self._mine(place):
            return self._("You make %(goods)s for yourself alone.") % made
        return self._("%(name)s makes %(goods)s for nobody else.") % made

    def _mine(self, place: Place) -> bool:
        return place.where == "own" and not self.scene.watching

    def shields(self) -> str:
        """What shields are for (B23, T6)."""
        if self.scene.teams:
            return self._(
                "shields: compared with the neighbour of another team at the end of an age"
            )
        return self._("shields: compared with both neighbours at the end of an age")

    def diplomacy(self) -> str:
        """What a token of diplomacy does (C3, T6)."""
        if self.scene.teams:
            return self._("diplomacy: one token less for both sides in the next war")
        return self._("diplomacy: stays out of the next war")

    def buried(self, place: Place, leader: str) -> str:
        """What a buried leader is still worth (L7)."""
        points = place.city.buried_points(leader)
        return self._n(
            "Buried: %(num)d point at the end; its effect has ended.",
            "Buried: %(num)d points at the end; its effect has ended.",
            points,
        ) % {"num": points}

    def stage(self, form: OfferForm, use: Use) -> StageSaid:
        """A stage that a use builds."""
        city = self.scene.cities[form.offer.seat]
        at = use.example.stage - 1 if use.example.stage else city.open_stages[0]
        face = self.scene.board(self.scene.places[form.offer.seat]).stages[at]
        return StageSaid(self._("Stage %(number)d") % {"number": at + 1}, face)

    def no_stage(self, form: OfferForm) -> str:
        """Why no stage can be built."""
        city = self.scene.cities[form.offer.seat]
        if not city.open_stages:
            return self._("The wonder is complete.")
        quotes = [form.offer.stages.get(at + 1) for at in city.open_stages]
        reasons = [self.labels.reason(quote) for quote in quotes if quote and quote.why]
        return self._("No stage: %(reason)s") % {"reason": "; ".join(dict.fromkeys(reasons))}

    def space(self, space: Space) -> str:
        """What a space of a track gives."""
        parts = []
        if space.naval:
            parts.append(self._("naval strength %(n)d") % {"n": space.naval})
        if space.commerce:
            parts.append(self._("commerce level %(n)d") % {"n": space.commerce})
        if space.points:
            parts.append(self._n("%(n)d point", "%(n)d points", space.points) % {"n": space.points})
        if space.coins:
            parts.append(self.labels.coins(space.coins))
        if space.tax:
            parts.append(self._("a tax of %(n)d on the others") % {"n": space.tax})
        if space.explore:
            parts.append(self._("explores level %(level)s") % {"level": AGES[space.explore]})
        return ", ".join(parts) or self._("nothing")

    def _spaces(self, form: OfferForm, move: Move) -> str:
        city = self.scene.cities[form.offer.seat]
        tracks = self.scene.catalogue.tracks
        text = self._("to space %(number)d: %(gives)s")
        if len(move.colours) > 1:
            text = self._("%(fleet)s to space %(number)d: %(gives)s")
        return "; ".join(
            text
            % {
                "fleet": self.labels.colour(fleet),
                "number": city.fleets[fleet] + 1,
                "gives": self.space(tracks[fleet][city.fleets[fleet] + 1]),
            }
            for fleet in move.colours
            if city.fleets[fleet] < LAST_SPACE
        )
