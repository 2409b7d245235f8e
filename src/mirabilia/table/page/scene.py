"""A table as its page shows it: who sits where around the reader, who is awaited, what is decided.

A ``Scene`` is made of a table view and nothing else. The left neighbour is the next seat (s+1), to
whom hands go in ages I and III.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ...catalogue import COLOURS, Card, Catalogue
from ...game.notation import Move
from ...telling.cities import City, cities
from ...telling.news import News, news
from ...texts import texts
from ..rooms.table_view import PLAYING, Offer, Sitter, TableView
from .benefits import Benefits
from .faces.boards import BoardFace, ShipyardFace, board_face, shipyard_face
from .faces.cards import Face, face_of, source_of
from .forms import OfferForm, form_of
from .labels import Labels
from .outlook import Outlook
from .progress import called, owes, state
from .wording import Wording


@dataclass(frozen=True)
class Place:
    """A seat with its city, as it lies around the reader.

    ``where`` is ``own``, ``left``, ``right`` or ``other``; ``state`` whether it is awaited.
    """

    seat: int
    name: str
    sitter: Sitter
    city: City
    where: str
    state: str
    partner: bool = False
    holder: bool = False
    hand: int = 0
    news: News = field(default_factory=News)

    @property
    def groups(self) -> list[tuple[str, list[Card]]]:
        """The cards by colour, in the order of the colours."""
        return [
            (colour, cards)
            for colour in COLOURS
            if (cards := [card for card in self.city.cards if card.colour == colour])
        ]

    @property
    def counts(self) -> list[tuple[str, int]]:
        return [(colour, len(cards)) for colour, cards in self.groups]


def catalogue_of(table_view: TableView) -> Catalogue:
    """What is printed on everything in a game."""
    assert table_view.printed is not None
    return table_view.printed


def all_cities(table_view: TableView, catalogue: Catalogue) -> list[City]:
    """All cities; everybody sees the same of them."""
    view = table_view.view
    assert view is not None
    return table_view.kept.once("cities", lambda: cities(view, catalogue))


class Scene:
    """Everything the page of a game asks for. A spectator looks from the ``side`` of a seat."""

    def __init__(self, table_view: TableView, lang: str, side: int = 0) -> None:
        assert table_view.view is not None
        self.table_view = table_view
        self.view = table_view.view
        self.lang = lang
        self.catalogue = catalogue_of(table_view)
        self.teams = table_view.options.teams
        self.source = source_of(self.catalogue, self.teams)
        names = called(table_view, lang)
        self.labels = Labels(texts(lang), lang, self.catalogue, names, table_view.seat, self.teams)
        self.cities = all_cities(table_view, self.catalogue)
        self.seats = len(self.cities)
        self.words = Wording(self)
        self.outlook = Outlook(self)
        self.benefits = Benefits(self)
        self.centre = table_view.seat if table_view.seat is not None else side

    @cached_property
    def places(self) -> list[Place]:
        return [self._place(seat) for seat in range(self.seats)]

    @cached_property
    def _news(self) -> list[News]:
        """What is new in each city; at the end all is."""
        events = self.table_view.events if self.playing else ()
        return self.table_view.kept.once("news", lambda: news(events, self.seats))

    def _place(self, seat: int) -> Place:
        table_view, view = self.table_view, self.view
        hand = view["seats"][seat]["hand"]
        return Place(
            seat,
            self.labels.names[seat],
            table_view.sitters[seat],
            self.cities[seat],
            self._where(seat),
            state(table_view, seat),
            partner=self.teams and seat == self.centre ^ 1,
            holder=view.get("holder") == seat,
            hand=hand if isinstance(hand, int) else len(hand),
            news=self._news[seat],
        )

    def _where(self, seat: int) -> str:
        steps = (seat - self.centre) % self.seats
        return {0: "own", 1: "left", self.seats - 1: "right"}.get(steps, "other")

    @property
    def own(self) -> Place:
        return self.places[self.centre]

    @property
    def left(self) -> Place:
        return self.places[(self.centre + 1) % self.seats]

    @property
    def right(self) -> Place:
        return self.places[(self.centre - 1) % self.seats]

    @property
    def others(self) -> list[Place]:
        """Those further away, from the left neighbour on round the table."""
        return [self.places[(self.centre + step) % self.seats] for step in range(2, self.seats - 1)]

    @property
    def watching(self) -> bool:
        return self.table_view.seat is None

    @property
    def expansions(self) -> tuple[str, ...]:
        return self.table_view.options.expansions

    @property
    def age(self) -> int:
        return int(self.view["age"])

    @property
    def turn(self) -> int:
        return int(self.view["turn"])

    @property
    def turns(self) -> int:
        """How many turns an age has."""
        return int(self.view["turns"])

    @property
    def passing(self) -> str:
        """Which way hands go: ``left``, ``right`` or ``swap``; ``none`` in an age's last turn."""
        if self.turn >= self.turns:
            return "none"
        if self.table_view.options.players == 2:
            return "swap"
        drafting = self.view["phase"] == "draft"
        return "right" if drafting or self.age == 2 else "left"

    @property
    def passes_to(self) -> Place:
        return self.right if self.passing == "right" else self.left

    @property
    def playing(self) -> bool:
        return self.table_view.status == PLAYING

    @cached_property
    def forms(self) -> list[OfferForm]:
        """What the reader has to decide, what is still open first."""
        found = [self._form(offer) for offer in self.table_view.offers]
        return sorted(found, key=lambda form: form.offer.choice is not None)

    @property
    def must_decide(self) -> bool:
        return owes(self.table_view)

    @property
    def chosen(self) -> str:
        """What the reader has chosen, by the value of its control, while others decide."""
        return next(filter(None, (form.chosen for form in self.forms)), "")

    def _form(self, offer: Offer) -> OfferForm:
        """Folded once in a step; only what is chosen changes."""
        kept = self.table_view.kept
        form = kept.once(("form", offer.seat), lambda: self._folded(offer))
        return form if form.offer is offer else replace(form, offer=offer)

    def _folded(self, offer: Offer) -> OfferForm:
        seat = offer.seat
        entry = self.view["seats"][seat]
        held = entry.get("leader_hand") if offer.kind in ("leader", "recruit") else entry["hand"]
        hand = held if isinstance(held, list) else list(offer.quotes)
        left, right = (seat + 1) % self.seats, (seat - 1) % self.seats
        poorer = "left" if self.cities[left].coins <= self.cities[right].coins else "right"
        return form_of(offer, sorted(hand, key=self.source.order.__getitem__), poorer)

    @property
    def partner_hand(self) -> list[str]:
        """What the partner holds (T1)."""
        if not self.teams or self.watching:
            return []
        entry = self.view["seats"][self.centre ^ 1]
        held = entry["hand"] or [*entry.get("pack", ()), *entry.get("leader_hand", ())]
        return held if isinstance(held, list) else []

    def open_hands(self, seat: int) -> list[tuple[str, list[str]]]:
        """What somebody holds, where everything lies open to who looks on."""
        if not self.watching:
            return []
        held = self.view["seats"][seat]
        kinds = [(kind, held.get(kind)) for kind in ("hand", "pack", "leader_hand")]
        return [(kind, cards) for kind, cards in kinds if cards and isinstance(cards, list)]

    def shared(self, *what: Hashable, caller: Callable[[], str]) -> str:
        """A part of the page that is the same for all who look at this step, made once."""
        return self.table_view.kept.once((self.lang, self.playing, *what), caller)

    def lasting(self, *what: Hashable, caller: Callable[[], str]) -> str:
        """A part that stays the same for many steps, made anew when it has changed."""
        return self.table_view.kept.lasting((self.lang, *what), caller)

    def left_over(self, form: OfferForm, payment: Mapping[str, int]) -> int:
        """What a seat has left of its coins after a payment."""
        return self.cities[form.offer.seat].coins - sum(payment.values())

    def prices(self, side: str) -> str:
        """What the reader pays on a side: ``2``, or raw materials and goods apart, ``1/2``."""
        buyer = self.cities[self.centre]
        raw, goods = buyer.price("raw", side), buyer.price("made", side)
        return str(raw) if raw == goods else f"{raw}/{goods}"

    def face(self, name: str) -> Face:
        return face_of(self.source, name, self.lang)

    def faces(self, names: Iterable[str]) -> list[Face]:
        return [self.face(name) for name in names]

    def board(self, place: Place) -> BoardFace:
        board = place.city.board
        return board_face(self.catalogue, board.wonder, board.side, self.lang, self.teams)

    def built(self, place: Place) -> tuple[int, ...]:
        """The numbers of the stages that are built."""
        return tuple(stage + 1 for stage in place.city.built)

    def side(self, form: OfferForm, move: Move) -> BoardFace:
        """A side that may be chosen."""
        wonder = self.cities[form.offer.seat].board.wonder
        return board_face(self.catalogue, wonder, str(move.card), self.lang, self.teams)

    def shipyard(self, place: Place) -> ShipyardFace:
        assert place.city.shipyard is not None
        return shipyard_face(self.catalogue, place.city.shipyard.id, self.lang, self.teams)
