"""Tells chapters of the chronicle in sentences, to one reader and in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from ....catalogue import AGES, Catalogue
from ....telling.causes import Cause, Causes
from ....telling.chronicle import Chapter, Deed, LeftOver, Loss, Step
from ....telling.cities import City
from ....telling.conflicts import Conflict, Naval, War
from ...rooms.table_view import Kept
from ..faces.cards import face
from ..faces.types import Drawings
from ..faces.words import city_named
from ..labels import Labels
from . import words as w
from .words import Message, Part, Slot

if TYPE_CHECKING:
    from ....game.codec import Event

Parts = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened. ``number`` is that of the last event it tells of.

    ``numbers`` are all of them; ``about`` the seats that it concerns.
    """

    seat: int | None
    parts: Parts
    number: int
    numbers: tuple[int, ...] = ()
    kind: str = "deed"
    about: frozenset[int] = frozenset()
    drawn: Drawings = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The line as plain text."""
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True, slots=True)
class StoryChapter:
    """A turn, a war or a naval conflict; ``kind`` says which."""

    title: str
    lines: tuple[Line, ...]
    age: int
    turn: int | None
    kind: str = "turn"
    drawn: Drawings = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def key(self) -> str:
        """What tells it from the others."""
        turn = "" if self.turn is None else self.turn
        return f"{self.age}-{turn}" if self.kind == "turn" else f"{self.age}-{self.kind}"


def token(value: int, kind: str = "") -> Part:
    """A token as drawn: ``victory``, ``defeat`` or ``naval``; in text its value with a sign."""
    found = kind or ("victory" if value > 0 else "defeat")
    return Part("token", signed(value), found, value)


def signed(value: int) -> str:
    """With a real minus sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def spaced(sentences: Sequence[Parts]) -> Parts:
    """Several sentences after each other."""
    parts: list[Part] = []
    for number, sentence in enumerate(sentences):
        if number:
            parts.append(Part("text", " "))
        parts += sentence
    return tuple(parts)


@dataclass(frozen=True)
class Teller:
    """Tells it to the reader at a seat (``labels.you``); None: a spectator."""

    labels: Labels
    cities: Sequence[City]
    free_city: int | None = None
    causes: Causes = field(default_factory=dict)
    kept: Kept = field(default_factory=Kept)

    @property
    def you(self) -> int | None:
        return self.labels.you

    @property
    def catalogue(self) -> Catalogue:
        return self.labels.catalogue

    @cached_property
    def _names(self) -> list[str]:
        return [self._name(seat, w.FREE_CITY) for seat in range(len(self.cities))]

    def _name(self, seat: int, free_city: Message) -> str:
        return self.plain(free_city) if seat == self.free_city else self.labels.names[seat]

    def plain(self, words: Message, num: int = 0, **slots: str | int) -> str:
        """A text without parts to be drawn."""
        parts = w.filled(self._translated(words, num), {**slots, "num": num})
        return "".join(part.text for part in parts)

    def _translated(self, words: Message, num: int) -> str:
        if words.many:
            return self.labels.texts.ngettext(words.one, words.many, num)
        return self.labels.texts.gettext(words.one)

    def who(self, seat: int) -> Part:
        return Part("seat", self._names[seat], value=seat)

    def whom(self, seat: int) -> Part:
        return Part("seat", self._name(seat, w.THE_FREE_CITY), value=seat)

    def card(self, name: str) -> Part:
        drawn = face(self.catalogue, name, self.labels.lang, self.labels.teams)
        return Part("card", drawn.name, name, face=drawn)

    def wonder(self, seat: int) -> str:
        """The name of its city, which is short."""
        return city_named(self.cities[seat].board.name, self.labels.lang)

    def say(
        self,
        key: str,
        seat: int,
        *,
        whom: int | None = None,
        then: bool = False,
        num: int = 0,
        **slots: Slot,
    ) -> Parts:
        """A sentence about a seat, as it is told to this reader."""
        sentence = w.SENTENCES[key]
        words = sentence.then if then and sentence.then else sentence.they
        if seat == self.you:
            words = sentence.you
        elif whom is not None and whom == self.you and sentence.to_you:
            going_on = then and sentence.then_to_you
            words = going_on or sentence.to_you
        known: dict[str, Slot] = {"who": self.who(seat), "num": num, **slots}
        if whom is not None:
            known["whom"] = self.whom(whom)
        return w.filled(self._translated(words, num), known)

    def chapters(self, chapter: Chapter) -> Iterator[StoryChapter]:
        """A turn as told, then the conflicts after it."""
        step, age = chapter.step, chapter.age
        lines, over = self.turn(step), []
        if chapter.end is not None:
            text = Part("text", self.plain(w.OVER))
            over = [Line(None, (text,), chapter.end, (chapter.end,), "end")]
        told = []
        if lines:
            told.append((self._title(chapter), lines, "turn"))
        if step.war:
            told.append((self.plain(w.WAR, age=AGES[age]), self.war(step.war), "war"))
        if step.naval:
            told.append((self.plain(w.NAVAL, age=AGES[age]), self.naval(step.naval), "naval"))
        for number, (title, found, kind) in enumerate(told):
            end = over if number == len(told) - 1 else []
            yield StoryChapter(title, (*found, *end), age, chapter.turn, kind)

    def turn(self, step: Step) -> list[Line]:
        """What was done, left over and lost in a step or a turn."""
        lines = [self._deed(deed) for deed in step.deeds]
        lines += self._left_over(step.left_over)
        return lines + [self._loss(loss) for loss in step.losses]

    def _title(self, chapter: Chapter) -> str:
        if chapter.turn is None:
            return self.plain(w.BEFORE)
        words = w.TURN if chapter.turn else w.RECRUITING
        return self.plain(words, age=AGES[chapter.age], turn=chapter.turn)

    def _once(
        self,
        tell: Callable[[], Line],
        numbers: tuple[int, ...],
        about: frozenset[int],
        laid: str | None = None,
    ) -> Line:
        """A line, told once to all whom it does not concern: it is the same for them. Unless they
        know more of it, as who has ``laid`` a card face down for the Free City.
        """
        you = self.you if self.you in about else None
        return self.kept.lasting((self.labels.lang, numbers, you, laid), tell)

    def _deed(self, deed: Deed) -> Line:
        about = self._about(deed.seat, deed.numbers, self._others(deed))
        laid = deed.done.data.get("card") if deed.done else None
        return self._once(lambda: self._tell_deed(deed, about), deed.numbers, about, laid)

    def _tell_deed(self, deed: Deed, about: frozenset[int]) -> Line:
        seat = deed.seat
        sentences = [self._done(deed.done, seat, deed.leader)] if deed.done else []
        for coins, to in deed.pays:
            then = bool(sentences)
            if isinstance(to, int):
                sentences.append(self.say("pay", seat, whom=to, then=then, num=coins))
            else:
                sentences.append(self.say("pay_bank", seat, then=then, num=coins))
        for number, event in deed.more:
            sentences.append(self._more(event, seat, bool(sentences), self.causes.get(number, ())))
        own = sum(event.data["coins"] for number, event in deed.coins if number not in self.causes)
        if own:
            sentences.append(self.say("gain", seat, then=bool(sentences), num=own))
        for number, event in deed.coins:
            if number in self.causes:
                causes = self._listed(self.causes[number])
                coins, then = event.data["coins"], bool(sentences)
                sentences.append(self.say("gain_for", seat, then=then, num=coins, causes=causes))
        return Line(seat, spaced(sentences), deed.numbers[-1], deed.numbers, about=about)

    @staticmethod
    def _others(deed: Deed) -> Iterator[int | str]:
        """Who is paid, or raided."""
        yield from (to for _, to in deed.pays)
        yield from (event.data["on"] for _, event in deed.more if event.kind == "raid")

    def _about(
        self, seat: int, numbers: Sequence[int], others: Iterable[int | str] = ()
    ) -> frozenset[int]:
        """The seats that a line concerns: who did it, who was paid, whose card was the cause."""
        blamed = [by for at in numbers for cause in self.causes.get(at, ()) for by in cause.by]
        return frozenset([seat, *blamed, *(other for other in others if isinstance(other, int))])

    def _done(self, event: Event, seat: int, leader: bool) -> Parts:
        data = event.data
        name = data.get("card") or data.get("leader")
        card = self.card(name) if name else ""
        hidden = "_known" if name else "_leader" if leader else ""
        match event.kind:
            case "build":
                return self.say(f"build_{data['how']}", seat, card=card)
            case "stage":
                key, wonder = f"stage{hidden}", self.wonder(seat)
                return self.say(key, seat, stage=data["stage"], wonder=wonder, card=card)
            case "sell" if data["coins"]:
                return self.say(f"sell{hidden}", seat, num=data["coins"], card=card)
            case "sell":
                return self.say(f"swap{hidden}", seat, card=card)
            case "side":
                side = self.labels.side(data["side"])
                return self.say("side", seat, side=side, wonder=self.wonder(seat))
        return self.say(event.kind, seat, card=card)

    def _more(self, event: Event, seat: int, then: bool, causes: Sequence[Cause]) -> Parts:
        data, kind = event.data, event.kind
        match kind:
            case "copy" if causes:
                return self.say("copy_for", seat, then=then, causes=self._listed(causes))
            case "forfeit" if causes:
                listed, mark = self._listed(causes), token(data["value"])
                return self.say("forfeit_for", seat, then=then, token=mark, causes=listed)
            case "bury" | "copy" | "island":
                name = data["island"] if kind == "island" else data["leader"]
                return self.say(kind, seat, then=then, card=self.card(name))
            case "advance":
                fleet = self.plain(w.FLEETS[data["fleet"]])
                return self.say(kind, seat, then=then, fleet=fleet, space=data["space"])
            case "explore":
                level = AGES[data["level"]]
                return self.say(kind, seat, then=then, num=data["drawn"], level=level)
            case "victory" | "forfeit":
                return self.say(kind, seat, then=then, token=token(data["value"]))
            case "raid":
                return self.say(kind, seat, whom=data["on"], then=then)
        return self.say(kind, seat, then=then, num=data.get("number") or data.get("coins") or 0)

    def _loss(self, loss: Loss) -> Line:
        about = self._about(loss.seat, loss.numbers)
        return self._once(lambda: self._tell_loss(loss, about), loss.numbers, about)

    def _tell_loss(self, loss: Loss, about: frozenset[int]) -> Line:
        sentences: list[Parts] = []
        lost = list(zip(loss.numbers, loss.lost, strict=True))
        while lost:
            number, event = lost.pop(0)
            then, causes = bool(sentences), self.causes.get(number, ())
            if event.kind == "loss":
                # Debts taken for the rest of the same losses come right after it.
                rest = None
                if causes and lost and _in_place_of_coins(lost[0][1]):
                    rest = lost.pop(0)[1]
                sentences.append(self._lost(loss.seat, event, rest, causes, then))
                continue
            source = event.data["for"]
            causes = causes or ((Cause(source, ()),) if source is not None else ())
            key = "debts_for" if causes else "debts"
            listed, debts = self._listed(causes), event.data["debts"]
            sentences.append(self.say(key, loss.seat, then=then, num=debts, causes=listed))
        return Line(loss.seat, spaced(sentences), loss.numbers[-1], loss.numbers, "loss", about)

    def _lost(
        self, seat: int, coins: Event, rest: Event | None, causes: Sequence[Cause], then: bool
    ) -> Parts:
        """Coins lost, and debts taken for the rest."""
        number, listed = coins.data["coins"], self._listed(causes)
        if rest is None:
            key = "loss_for" if causes else "loss"
            return self.say(key, seat, then=then, num=number, causes=listed)
        return self.say(
            "loss_and_debts_for",
            seat,
            then=then,
            coins=self.plain(w.COINS, num=number),
            debts=self.plain(w.DEBTS, num=rest.data["debts"]),
            causes=listed,
        )

    def _listed(self, causes: Sequence[Cause]) -> Parts:
        """Causes after each other; where they are several, with what each came to."""
        parts: list[Part] = []
        for number, cause in enumerate(causes):
            if number:
                parts.append(Part("text", ", "))
            named = self._cause(cause)
            if len(causes) > 1 and cause.amount:
                share = self._translated(w.SHARE, 0)
                named = w.filled(share, {"cause": named, "num": cause.amount})
            parts += named
        return tuple(parts)

    def _cause(self, cause: Cause) -> Parts:
        """Such as ``tax of Bob``, ``your Raider Camp``, ``stage 2 of Gizah (Bob)``."""
        theirs, yours, slots = w.TAX_OF, w.YOUR_TAX, dict[str, Slot]()
        if cause.item is not None:
            source = self._source(cause.item)
            if not cause.by:
                return (source,) if isinstance(source, Part) else (Part("text", source),)
            is_card = isinstance(source, Part)
            theirs, yours = (w.CARD_OF, w.YOUR_CARD) if is_card else (w.STAGE_BY, w.YOUR_STAGE)
            slots = {"card" if is_card else "stage": source}
        if cause.by == (self.you,):
            return w.filled(self._translated(yours, 0), slots)
        who: list[Part] = []
        for seat in cause.by:
            who += [Part("text", ", "), self.whom(seat)] if who else [self.whom(seat)]
        return w.filled(self._translated(theirs, 0), {**slots, "who": tuple(who)})

    def _source(self, source: str) -> Part | str:
        """A card, or a stage in words."""
        board, is_stage, number = source.partition("#")
        if not is_stage:
            return self.card(source)
        wonder, _, side = board.partition(":")
        name = city_named(self.catalogue.boards[wonder, side].name, self.labels.lang)
        return self.plain(w.STAGE_OF, stage=number, wonder=name)

    def _left_over(self, cards: Sequence[LeftOver]) -> Iterator[Line]:
        for left in cards:
            if left.card is not None:
                key = "put_away" if left.leader else "discard"
                parts = self.say(key, left.seat, card=self.card(left.card))
                about = frozenset([left.seat])
                yield Line(left.seat, parts, left.number, (left.number,), "left", about)
        for leader, words in ((False, w.LEFT_OVER), (True, w.PUT_AWAY)):
            hidden = [left.number for left in cards if left.card is None and left.leader == leader]
            if hidden:
                text = Part("text", self.plain(words, num=len(hidden)))
                yield Line(None, (text,), hidden[-1], tuple(hidden), "left")

    def war(self, war: War) -> list[Line]:
        number = war.numbers[-1]
        lines = self.diplomacy(war)
        for conflict in war.conflicts:
            seat = self.you if self.you in (conflict.one, conflict.other) else None
            told, about = self.conflict(conflict), frozenset([conflict.one, conflict.other])
            lines.append(Line(seat, told, number, conflict.numbers, "war", about))
        if not war.conflicts:
            lines.append(
                Line(None, (Part("text", self.plain(w.NOBODY_FIGHTS)),), number, (), "war")
            )
        return lines + self.spoils(war)

    def diplomacy(self, war: War) -> list[Line]:
        """Who has spent a token, and what it did."""
        key = "use_diplomacy_in_team" if war.teams else "use_diplomacy"
        fought = {at for conflict in war.conflicts for at in conflict.numbers}
        taken = {at for spoils in war.spoils for at in spoils.numbers}
        spent = [at for at in war.numbers if at not in fought | taken]
        return [
            Line(seat, self.say(key, seat), war.numbers[-1], (at,), "war", frozenset([seat]))
            for seat, at in zip(war.diplomats, spent, strict=True)
        ]

    def spoils(self, war: War) -> list[Line]:
        """Coins for victories."""
        return [
            Line(
                took.seat,
                self.say("spoils", took.seat, num=took.coins),
                war.numbers[-1],
                took.numbers,
                "war",
                frozenset([took.seat]),
            )
            for took in war.spoils
        ]

    def conflict(self, conflict: Conflict) -> Parts:
        """Who won, with how many shields, and the tokens."""
        raid = [(Part("text", self.plain(w.RAID)),)] if conflict.raid else []
        winner, loser = conflict.winner, conflict.loser
        if winner is None or loser is None:
            drawn = self.say("draw", conflict.one, whom=conflict.other, num=conflict.shields[0])
            return spaced([*raid, drawn])
        key = "beat_redirected" if conflict.redirected else "beat"
        beaten = self.say(
            key if conflict.victories else "beat_for_nothing",
            winner,
            whom=loser,
            more=max(conflict.shields),
            fewer=min(conflict.shields),
            won=_tokens(conflict.victories),
            lost=_tokens((-1,) * conflict.defeats),
        )
        return spaced([*raid, beaten])

    def naval(self, naval: Naval) -> list[Line]:
        """A line for each rank in order, then what else there is to say."""
        number = naval.numbers[-1]
        lines = []
        for rank in naval.ranks:
            if rank.value is None:
                parts = self.say("naval", rank.seat, strength=rank.strength)
            else:
                mark = token(rank.value, "naval")
                parts = self.say("naval_token", rank.seat, strength=rank.strength, token=mark)
            about = frozenset([rank.seat])
            lines.append(Line(rank.seat, parts, number, rank.numbers, "naval", about))
        if all(rank.value is None for rank in naval.ranks):
            lines.append(Line(None, (Part("text", self.plain(w.ALL_EQUAL)),), number, (), "naval"))
        ranked = {at for rank in naval.ranks for at in rank.numbers}
        stayed = [at for at in naval.numbers if at not in ranked]
        for seat, at in zip(naval.away, stayed, strict=True):
            stayed_out, about = self.say("stay_out", seat), frozenset([seat])
            lines.append(Line(seat, stayed_out, number, (at,), "naval", about))
        return lines


def _in_place_of_coins(event: Event) -> bool:
    """Whether debts are taken for coins that are lost, not for a card."""
    return event.kind == "debts" and event.data["for"] is None


def _tokens(values: Sequence[int]) -> Parts:
    return spaced([(token(value),) for value in values])
