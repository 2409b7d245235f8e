"""What the page of a first game says: what to look at in this turn, and why.

Each turn has its lesson, in words that fit what lies on the table: the card that can be bought now,
the neighbour with more shields. What the player has done for the first time is spoken of before
that. All of it follows from the scene, so nothing is stored and a reload says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ...game.codec import Event
from ...telling.chronicle import Deed, chapter, stretches
from ...texts import N_
from ..rooms.first_game import is_first
from .forms import HandCard
from .scene import Scene
from .story.score import LINES

HAND, OWN, NUMBERS, LEFT, RIGHT, LOG = "hand", "own", "numbers", "left", "right", "log"
_GOODS = ("brown", "grey")
# What is said of a colour when the player has built his first card of it.
_COLOURS = {
    "brown": N_("%(card)s makes goods for you in every turn from now on; they are never used up."),
    "grey": N_("%(card)s makes goods for you in every turn from now on; they are never used up."),
    "blue": N_("%(card)s is a blue card: points at the end, and nothing else."),
    "red": N_("%(card)s brings shields. They stay, and count in every war to come."),
    "green": N_("%(card)s brings a symbol. One alone is worth a point, many are worth a lot."),
    "yellow": N_("%(card)s is a yellow card: such cards bring coins, cheaper goods, or both."),
    "purple": N_("%(card)s counts at the end of the game, so it may still grow."),
}
_VICTORY = {1: 1, 2: 3, 3: 5}


@dataclass(frozen=True, slots=True)
class Lesson:
    """A bubble: its title, its sentences, and the part of the page it speaks of."""

    title: str
    words: tuple[str, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Farewell:
    """What is said when the first game is over."""

    words: tuple[str, ...]


def lesson(scene: Scene) -> Lesson | None:
    """What the page says in this turn; nothing at other tables, or to who looks on."""
    if scene.watching or not scene.playing or not is_first(scene.table_view):
        return None
    return Lessons(scene).now()


def farewell(scene: Scene) -> Farewell | None:
    """What the page says at the end."""
    if scene.watching or scene.playing or not is_first(scene.table_view):
        return None
    return Farewell(tuple(Lessons(scene).at_the_end()))


class Lessons:
    """The lessons of a game, as they fit a moment of it."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._ = scene.labels.texts.gettext
        self._n = scene.labels.texts.ngettext
        self._me = scene.centre

    def now(self) -> Lesson | None:
        found = _TURNS.get((self._scene.age, self._scene.turn))
        if found is None:
            return None
        title, about, words = found
        return Lesson(self._(title), (*self._of_the_last_deed(), *words(self)), about)

    # What the player did

    @cached_property
    def _deeds(self) -> list[Deed]:
        """What the player has done, turn by turn."""
        events = self._scene.table_view.events
        return [
            deed
            for start, end in stretches(events)
            for deed in chapter(events, start, end).step.deeds
            if deed.seat == self._me and deed.done is not None
        ]

    def _done(self, kind: str) -> list[Event]:
        return [deed.done for deed in self._deeds if deed.done and deed.done.kind == kind]

    def _of_the_last_deed(self) -> Iterator[str]:
        """A sentence on what was done in the last turn, if it was the first of its kind."""
        if not self._deeds or self._scene.turn == 1:
            return
        deed, earlier = self._deeds[-1], self._deeds[:-1]
        assert deed.done
        kind = deed.done.kind
        if kind == "sell" and len(self._done("sell")) == 1:
            yield self._(
                "You have sold a card for 3 coins. That helps who is short of coins; else a card "
                "that is of no use is better laid under the wonder."
            )
        elif kind == "stage" and len(self._done("stage")) == 1:
            yield self._(
                "The first stage of your wonder stands. The card below it counts for nothing else."
            )
        elif kind == "build":
            yield from self._of_a_building(deed, earlier)

    def _of_a_building(self, deed: Deed, earlier: list[Deed]) -> Iterator[str]:
        assert deed.done
        card = self._scene.catalogue.cards[deed.done.data["card"]]
        name = {"card": self._scene.labels.name(card)}
        chains = [event for event in self._done("build") if event.data["how"] == "chain"]
        if deed.done.data["how"] == "chain" and len(chains) == 1:
            yield self._("%(card)s has cost you nothing: a building made it free.") % name
            return
        bought = [pay for pay in deed.pays if isinstance(pay.to, int)]
        if bought and not any(isinstance(pay.to, int) for one in earlier for pay in one.pays):
            yield self._(
                "You have bought goods: %(coins)s went to %(name)s, who keeps his goods."
            ) % {
                "coins": self._scene.labels.coins(bought[0].coins),
                "name": self._scene.labels.person(int(bought[0].to)),
            }
            return
        built = [self._scene.catalogue.cards[one.data["card"]] for one in self._done("build")]
        same = _GOODS if card.colour in _GOODS else (card.colour,)
        if sum(one.colour in same for one in built) == 1 and card.colour in _COLOURS:
            yield self._(_COLOURS[card.colour]) % name

    # What lies on the table

    @cached_property
    def _hand(self) -> tuple[HandCard, ...]:
        return self._scene.forms[0].cards if self._scene.forms else ()

    def _cards(self, fits: Callable[[HandCard], bool]) -> list[str]:
        """The names of those cards in hand that fit."""
        return [self._scene.labels.name(card.id) for card in self._hand if fits(card)]

    @property
    def _names(self) -> dict[str, str]:
        return {"left": self._scene.left.name, "right": self._scene.right.name}

    def _shields(self) -> str:
        scene = self._scene
        return self._(
            "You have %(mine)d, %(left)s has %(lefts)d and %(right)s %(rights)d shields."
        ) % {
            **self._names,
            "mine": scene.own.city.shields,
            "lefts": scene.left.city.shields,
            "rights": scene.right.city.shields,
        }

    # The lessons

    def _hand_words(self) -> Iterator[str]:
        yield self._(
            "Each turn everybody chooses one card of his hand, all at the same time, and passes "
            "the others on. Open a card to read what it costs and brings: nothing counts until you "
            "confirm it."
        )
        cards = self._scene.catalogue.cards
        free = self._cards(lambda card: cards[card.id].colour in _GOODS and not card.quote.coins)
        if free:
            yield self._(
                "Brown and grey cards make the goods that other cards cost. %(card)s is to be had "
                "for nothing: a good beginning."
            ) % {"card": free[0]}

    def _passing(self) -> Iterator[str]:
        yield (
            self._(
                "Your other cards have gone to %(left)s, and these come from %(right)s. In ages I "
                "and III hands go to the left, in age II to the right."
            )
            % self._names
        )
        yield self._("Whatever you leave, somebody else can take.")

    def _buying(self) -> Iterator[str]:
        for card in self._hand:
            pay = card.quote.payments[0] if card.quote.way == "paid" else {}
            if {"left", "right"} & set(pay):
                yield self._(
                    "%(card)s needs goods that your city does not make, so you buy them: "
                    "%(payment)s. Neighbours can't refuse, and can still use their goods "
                    "themselves."
                ) % {
                    "card": self._scene.labels.name(card.id),
                    "payment": self._scene.labels.payment(self._me, pay),
                }
                break
        else:
            yield self._(
                "Goods that your city does not make you buy from the neighbour beside you who "
                "makes them, for 2 coins each. He can't refuse, and can still use them himself. "
                "No card of this hand asks for that."
            )
        yield self._("You can't buy what neither of your neighbours makes.")

    def _stage(self) -> Iterator[str]:
        city = self._scene.own.city
        if not city.open_stages:
            yield self._("Your wonder is complete: well built!")
            return
        yield self._(
            "Instead of building a card you can lay it under your wonder, whatever card it is, and "
            "build the next stage. Take one that is of no use to you, or that you don't want to "
            "pass on."
        )
        if self._scene.forms and self._scene.forms[0].stages:
            yield self._("You could do so now.")
        else:
            yield self._("What the stage costs is written on it; you can't pay for that yet.")

    def _war(self) -> Iterator[str]:
        yield self._(
            "At the end of an age your shields are compared with those of both neighbours. A "
            "victory brings 1 point in age I, 3 in age II and 5 in age III; each defeat costs 1."
        )
        yield self._shields()
        yield self._advice_on_war()

    def _war_again(self) -> Iterator[str]:
        points = _VICTORY[self._scene.age]
        yield self._("Each victory of this war is worth %(points)d points.") % {"points": points}
        yield self._shields()
        yield self._advice_on_war()

    def _advice_on_war(self) -> str:
        mine = self._scene.own.city.shields
        others = [place.city.shields for place in (self._scene.left, self._scene.right)]
        red = self._cards(lambda card: self._is_red(card) and card.quote.way != "no")
        if all(mine > other for other in others):
            return self._("You would win against both.")
        if red:
            return self._("%(card)s would help you.") % {"card": red[0]}
        if any(mine < other for other in others):
            return self._("Who does not want to keep up loses little, and builds other things.")
        return self._("Where both have the same number, nothing happens.")

    def _is_red(self, card: HandCard) -> bool:
        return self._scene.catalogue.cards[card.id].colour == "red"

    def _last_turn(self) -> Iterator[str]:
        yield self._("Two cards are left: one you use, the other one is discarded.")
        yield self._("After this turn comes the war.")

    def _second_age(self) -> Iterator[str]:
        city = self._scene.own.city
        won, lost = sum(city.victories), city.defeats
        if won or lost:
            yield self._("The war has brought you %(won)d points and cost you %(lost)d.") % {
                "won": won,
                "lost": lost,
            }
        else:
            yield self._("The war has brought you nothing, and cost you nothing.")
        yield (
            self._(
                "In age II hands go the other way, to %(right)s. Buildings cost more, and brown "
                "cards make two goods at once."
            )
            % self._names
        )

    def _science(self) -> Iterator[str]:
        yield self._(
            "Of each symbol on green cards the number counts times itself: 1, 4, 9, 16 points. "
            "Each three different symbols bring 7 more."
        )
        city = self._scene.own.city
        if any(city.symbols.values()):
            points = city.numbers["points"]["green"]
            yield self._n(
                "Yours are worth %(num)d point now.", "Yours are worth %(num)d points now.", points
            ) % {"num": points}
        else:
            yield self._("You have none yet. A few are worth little: take many, or leave them.")

    def _chain(self) -> Iterator[str]:
        yield self._("Some buildings make later ones free: at the foot of a card you see which.")
        scene = self._scene
        for card in self._hand:
            before = scene.own.city.chained_by(scene.catalogue.cards[card.id])
            if card.quote.way == "chain" and before:
                names = {"card": scene.labels.name(card.id), "before": scene.labels.name(before)}
                yield self._("%(card)s costs you nothing, for you have %(before)s.") % names
                return
        for built in scene.own.city.cards:
            if later := scene.face(built.id).chain_to:
                yield self._("Your %(card)s makes %(later)s free, should you get it.") % {
                    "card": scene.labels.name(built),
                    "later": scene.face(later[0].id).name,
                }
                return

    def _last_goods(self) -> Iterator[str]:
        yield self._(
            "In age III there are no brown and grey cards any more. What your city does not make "
            "then you have to buy, in turn after turn."
        )
        cards = self._scene.catalogue.cards
        found = self._cards(lambda card: cards[card.id].colour in _GOODS and card.quote.way != "no")
        if found:
            yield self._("%(card)s is there for you now.") % {"card": found[0]}

    def _passing_on(self) -> Iterator[str]:
        yield (
            self._(
                "What you leave goes to %(right)s. Look at his city before you choose: a card that "
                "he needs and you don't can also go under your wonder, or be sold for 3 coins."
            )
            % self._names
        )

    def _third_age(self) -> Iterator[str]:
        yield self._(
            "Now it is about points. Purple cards are guilds: most count what your neighbours have "
            "built. Below each card you see what it would bring you now."
        )
        yield self._("Hands go to the left again, to %(left)s.") % self._names

    def _points(self) -> Iterator[str]:
        cities = self._scene.cities
        yield self._(
            "Here stand your points so far, as if the game ended now: %(mine)d. %(left)s has "
            "%(lefts)d, %(right)s %(rights)d."
        ) % {
            **self._names,
            "mine": cities[self._me].points,
            "lefts": self._scene.left.city.points,
            "rights": self._scene.right.city.points,
        }
        yield self._("Open them to see where they come from.")

    def _coins(self) -> Iterator[str]:
        yield self._(
            "At the end three coins are worth a point. So a card that is sold for 3 coins brings "
            "one point: nearly every building brings more."
        )

    def _best(self) -> Iterator[str]:
        yield self._("Compare what the cards would bring you, and what your neighbours would get.")
        form = self._scene.forms[0] if self._scene.forms else None
        gains = [
            (gain.points, card.id)
            for card in self._hand
            if form and card.quote.way != "no" and (gain := form.gain(card)) and gain.points > 0
        ]
        if gains:
            points, card = max(gains, key=lambda found: found[0])
            yield self._("%(card)s would bring you the most points at once: %(points)d.") % {
                "card": self._scene.labels.name(card),
                "points": points,
            }

    def _last_of_all(self) -> Iterator[str]:
        yield self._(
            "The last turn: take what brings the most points. Then the last war is fought."
        )

    # The end

    def at_the_end(self) -> Iterator[str]:
        scene = self._scene
        place = next(place for place, seats in scene.table_view.ranking if self._me in seats)
        sheet = next(one for one in scene.table_view.scores if one.seat == self._me)
        told = {
            1: N_("You have won your first game, with %(points)d points: well played!"),
            2: N_("You came second, with %(points)d points: a good beginning."),
        }
        words = told.get(
            place, N_("You came third, with %(points)d points: the next game is yours.")
        )
        yield self._(words) % {"points": sheet.total}
        lines = {line: points for line, points in sheet.lines.items() if line in LINES}
        best = max(lines, key=lambda line: lines[line])
        yield self._("Most of them came from this line of the sheet: %(line)s, %(points)d.") % {
            "line": self._(LINES[best].one),
            "points": lines[best],
        }
        if not self._done("stage"):
            yield self._("You have built no stage of your wonder: try that next time.")
        elif not lines.get("green"):
            yield self._("You have left the green cards to the others: try them next time.")
        yield self._("That is all there is to it: you can play now.")


_Words = Callable[[Lessons], Iterator[str]]
# The lesson of each turn of each age: its title, what it is about, its words.
_TURNS: dict[tuple[int, int], tuple[str, str, _Words]] = {
    (1, 1): (N_("Your hand"), HAND, Lessons._hand_words),
    (1, 2): (N_("Hands go round"), LEFT, Lessons._passing),
    (1, 3): (N_("Buying"), HAND, Lessons._buying),
    (1, 4): (N_("Your wonder"), OWN, Lessons._stage),
    (1, 5): (N_("War"), NUMBERS, Lessons._war),
    (1, 6): (N_("The last two cards"), HAND, Lessons._last_turn),
    (2, 1): (N_("Age II"), HAND, Lessons._second_age),
    (2, 2): (N_("Science"), NUMBERS, Lessons._science),
    (2, 3): (N_("Free by a building"), HAND, Lessons._chain),
    (2, 4): (N_("The last goods"), NUMBERS, Lessons._last_goods),
    (2, 5): (N_("What you pass on"), RIGHT, Lessons._passing_on),
    (2, 6): (N_("War again"), NUMBERS, Lessons._war_again),
    (3, 1): (N_("Age III"), HAND, Lessons._third_age),
    (3, 2): (N_("Points so far"), NUMBERS, Lessons._points),
    (3, 3): (N_("Coins"), NUMBERS, Lessons._coins),
    (3, 4): (N_("Comparing"), HAND, Lessons._best),
    (3, 5): (N_("The last war"), NUMBERS, Lessons._war_again),
    (3, 6): (N_("The last turn"), HAND, Lessons._last_of_all),
}
