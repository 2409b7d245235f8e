"""What a card does for the reader: what it would bring now, and which cards it is chained to.

The figures are the engine's (``game/gains.py``), the chains the catalogue's; here they find their
words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from babel.support import NullTranslations

from ...game.gains import Gain
from ...texts import NN_
from .faces.cards import Chain, Face
from .forms import OfferForm
from .goods import MOST_KEPT
from .outlook import signed

if TYPE_CHECKING:
    from .scene import Scene

# Each figure's icon, and its words for one and for several.
FIGURES = {
    "points": ("points", NN_("%(num)s point", "%(num)s points")),
    "coins": ("coin", NN_("%(num)s coin", "%(num)s coins")),
    "shields": ("shield", NN_("%(num)s shield", "%(num)s shields")),
    "naval": ("naval", NN_("%(num)s naval strength", "%(num)s naval strength")),
    "commerce": ("commerce", NN_("%(num)s commerce level", "%(num)s commerce levels")),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One of the numbers of a gain: ``+3``."""

    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class Partner:
    """A card at the other end of a chain, and where it lies in sight; empty if it does not."""

    face: Face
    where: str


@lru_cache(maxsize=MOST_KEPT)
def _figures(gain: Gain) -> tuple[Figure, ...]:
    named = gain._asdict().items()
    return tuple(Figure(FIGURES[name][0], signed(value)) for name, value in named if value)


@lru_cache(maxsize=MOST_KEPT)
def _words(gain: Gain, texts: NullTranslations) -> str:
    found = []
    for name, value in gain._asdict().items():
        if value:
            words = FIGURES[name][1]
            found.append(texts.ngettext(*words, abs(value)) % {"num": signed(value)})
    return texts.gettext("Would bring now: %(figures)s.") % {"figures": ", ".join(found)}


class Benefits:
    """What the cards of a page do for its reader."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._ = scene.labels.texts.gettext

    def figures(self, gain: Gain | None) -> tuple[Figure, ...]:
        """The numbers of a gain, those there are."""
        return _figures(gain) if gain else ()

    def words(self, gain: Gain | None) -> str:
        """Such as ``Would bring now: +3 points, +1 shield.``"""
        return _words(gain, self._scene.labels.texts) if gain and any(gain) else ""

    def frees(self, form: OfferForm, card: str) -> list[Partner]:
        """The cards that a card makes free."""
        return self._partners(form, self._scene.face(card).chain_to)

    def freed_by(self, form: OfferForm, card: str) -> list[Partner]:
        """The cards that make it free."""
        return self._partners(form, self._scene.face(card).chain_from)

    def _partners(self, form: OfferForm, chains: Iterable[Chain]) -> list[Partner]:
        held = {card.id for card in form.cards}
        return [Partner(self._scene.face(one.id), self._where(one.id, held)) for one in chains]

    def _where(self, card: str, held: set[str]) -> str:
        places = [self._("in your hand")] if card in held else []
        if owners := self._built.get(card):
            places.append(self._("built by %(names)s") % {"names": self._named(owners)})
        return ", ".join(places)

    def _named(self, owners: Iterable[int]) -> str:
        """The reader first, the others as they sit around him."""
        scene = self._scene
        around = sorted(owners, key=lambda seat: (seat - scene.centre) % scene.seats)
        return scene.labels.listed([scene.labels.person(seat) for seat in around])

    @property
    def _built(self) -> Mapping[str, list[int]]:
        """Who has built each card."""
        return self._scene.table_view.kept.once("built", self._owners)

    def _owners(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for city in self._scene.cities:
            for card in city.cards:
                found.setdefault(card.id, []).append(city.seat)
        return found
