"""A pad, scored by the engine, with what can't be and what is not known.

Everything picked becomes a position (``Game.from_position``), which takes what could not have come
about by play, and the engine scores that. A number that was typed for a line counts instead of what
was counted; both are kept. Mistakes and gaps are values; the words for them are the page's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ...catalogue import FLEETS, Board, Effect
from ...game.breakdown import Part
from ...game.game import Game, places
from ...game.position_reader import MOST_SYMBOLS
from .pad import LINE, NAVAL, VICTORIES, City, Pad
from .refused import Refused

_PICKED = ("wonder", "cards", "leaders", "islands", "buried", "copied")
_TOKENS = tuple(f"victory_{value}" for value in VICTORIES)
_OF_LINES = ("blue", "yellow", "green", "purple", "black")  # colours that have a line of their own
MOST_GUILDS, MORE_GUILDS, MOST_ARMADA = 9, 2, 7  # B3, A1
_WAR_TOKENS, _WARS, _NAVAL_CONFLICTS = 2, 3, 3


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a city: what the engine counted, what was typed, and how the first came about."""

    counted: int
    typed: int | None
    parts: tuple[Part, ...]

    @property
    def points(self) -> int:
        return self.counted if self.typed is None else self.typed


@dataclass(frozen=True, slots=True)
class Scored:
    """What a city has; ``noted`` whether anything is known of it, ``coins`` how many, if told."""

    lines: Mapping[str, Line]
    noted: bool
    coins: int | None

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines.values())


@dataclass(frozen=True, slots=True)
class Remark:
    """A mistake, or something not known; ``kind`` says which, the others what it is about."""

    kind: str
    city: int | None = None
    thing: str = ""
    number: int = 0
    other: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    cities: tuple[Scored, ...]
    ranking: tuple[tuple[int, tuple[int, ...]], ...]
    mistakes: tuple[Remark, ...]
    unknown: tuple[Remark, ...]


def score(pad: Pad, *, parts: bool = True) -> Result:
    """Count it; without ``parts`` nothing is said of how it came about, which is quicker."""
    game = Game.from_position(_position(pad))
    nothing: tuple[tuple[Part, ...], ...] = ((),) * len(pad.cities)
    told = game.breakdown() if parts else nothing
    cities = []
    for city, sheet, found in zip(pad.cities, game.scores(), told, strict=True):
        lines = {
            name: Line(
                points,
                city.get(f"{LINE}{name}"),
                tuple(part for part in found if part.line == name),
            )
            for name, points in sheet.lines.items()
        }
        cities.append(Scored(lines, bool(city), city.get("coins")))
    return Result(
        tuple(cities), _ranking(pad, cities), tuple(_mistakes(pad)), tuple(_unknown(pad, cities))
    )


def _position(pad: Pad) -> dict[str, object]:
    """What the engine is asked to score; who has no board yet has one without stages."""
    data: dict[str, object] = {
        "edition": pad.edition,
        "expansions": list(pad.expansions),
        "teams": pad.teams,
        "names": list(pad.names),
        "age": 3,
        "phase": "over",
        "seed": 0,
        "seats": [_seat(pad, city) for city in pad.cities],
    }
    return data | {"holder": 0} if pad.players == 2 else data


def _seat(pad: Pad, city: City) -> dict[str, object]:
    board = board_of(pad, city) or next(iter(pad.catalogue.boards.values()))
    seat: dict[str, object] = {
        "wonder": board.id,
        "stages": sorted({stage for stage in _stages(pad, city) if stage <= len(board.stages)}),
        "coins": city.get("coins", 0),
        "city": _countable(pad, city),
        "victories": [
            value
            for value, name in zip(VICTORIES, _TOKENS, strict=True)
            for _ in range(city.get(name, 0))
        ],
        "defeats": city.get("defeats", 0),
    }
    if "leaders" in pad.expansions:
        seat |= {key: city.get(key, ()) for key in ("leaders", "buried")}
        seat["copied"] = city.get("copied")
    if "cities" in pad.expansions:
        seat["debts"] = city.get("debts", 0)
    if "armada" in pad.expansions:
        seat["islands"] = city.get("islands", ())
        seat["fleets"] = {colour: city.get(f"fleet_{colour}", 0) for colour in FLEETS}
        seat["naval"] = [value for value in NAVAL for _ in range(city.get(f"naval_{value}", 0))]
    return seat


def check(pad: Pad) -> None:
    """That all of a pad can be counted."""
    if any(len(_countable(pad, city)) < len(city.get("cards", ())) for city in pad.cities):
        raise Refused(
            "The cards of a city produce at most %(most)d resources.", 400, most=MOST_SYMBOLS
        )


def _countable(pad: Pad, city: City) -> list[str]:
    """The cards of a city, as many as the engine takes; a pad that was kept may have more."""
    found, left = [], MOST_SYMBOLS
    for card in city.get("cards", ()):
        effects = pad.catalogue.cards[card].effects
        symbols = sum(effect.kind == "produce" for effect in effects)
        if symbols <= left:
            found.append(card)
            left -= symbols
    return found


def board_of(pad: Pad, city: City) -> Board | None:
    wonder, _, side = str(city.get("wonder", "")).partition(":")
    return pad.catalogue.boards.get((wonder, side))


def _stages(pad: Pad, city: City) -> tuple[int, ...]:
    return tuple(city.get("stages", ())) if "wonder" in city else ()


def _ranking(pad: Pad, cities: list[Scored]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """By points, then coins (B26); where the coins of somebody tied are not told, all share."""
    people = cities[: pad.players]
    coins = [city.coins or 0 for city in people]
    for group in tied_without_coins(pad, cities):
        for seat in group:
            coins[seat] = 0
    results = [(city.total, coin) for city, coin in zip(people, coins, strict=True)]
    return tuple((place, tuple(seats)) for place, seats in places(results, teams=pad.teams))


def tied_without_coins(pad: Pad, cities: Iterable[Scored]) -> list[list[int]]:
    """Seats that are tied in points, of whom one has not told his coins."""
    people = list(cities)[: pad.players]
    size = 2 if pad.teams else 1
    groups: dict[int, list[int]] = {}
    for first in range(0, len(people), size):
        members = range(first, first + size)
        groups.setdefault(sum(people[seat].total for seat in members), []).extend(members)
    return [
        seats
        for seats in groups.values()
        if len(seats) > size and any(people[seat].coins is None for seat in seats)
    ]


# What can't be


def _mistakes(pad: Pad) -> Iterator[Remark]:
    for number, city in enumerate(pad.cities):
        yield from _in_city(pad, number, city)
    yield from _too_many(pad)
    yield from _groups(pad)


def _in_city(pad: Pad, number: int, city: City) -> Iterator[Remark]:
    cards = pad.catalogue.cards
    buildings = Counter(cards[card].building for card in city.get("cards", ()))
    for card in dict.fromkeys(city.get("cards", ())):
        count = buildings.pop(cards[card].building, 0)
        if count > 1:
            yield Remark("twice", number, card, count)
    board = board_of(pad, city)
    if board is not None:
        built = set(city.get("stages", ()))
        if built and max(built) > len(board.stages):
            yield Remark("stages", number, board.id, len(board.stages))
        elif not board.any_order and built != set(range(1, len(built) + 1)):
            yield Remark("order", number, board.id)
    yield from _tokens(pad, number, city)
    yield from _leaders(pad, number, city)


def _tokens(pad: Pad, number: int, city: City) -> Iterator[Remark]:
    if not pad.expansions:
        for value, name in zip(VICTORIES, _TOKENS, strict=True):
            if city.get(name, 0) > _WAR_TOKENS:
                yield Remark("victories", number, str(value), city[name])
        all_of_them = sum(city.get(name, 0) for name in (*_TOKENS, "defeats"))
        if all_of_them > _WAR_TOKENS * _WARS:
            yield Remark("tokens", number, "", all_of_them)
    naval = sum(city.get(f"naval_{value}", 0) for value in NAVAL)
    if naval > _NAVAL_CONFLICTS:
        yield Remark("naval", number, "", naval)


def _leaders(pad: Pad, number: int, city: City) -> Iterator[Remark]:
    if copied := city.get("copied"):
        seats = len(pad.cities)
        beside = [pad.cities[(number + step) % seats] for step in (1, -1)]
        if all("leaders" in other for other in beside) and not any(
            copied in other["leaders"] for other in beside
        ):
            yield Remark("copied", number, copied)
        if not any(effect.kind == "copy_leader" for _, effect in _effects(pad, city)):
            yield Remark("copies", number, copied)
    buries = sum(effect.kind == "bury" for _, effect in _effects(pad, city))
    if len(city.get("buried", ())) > buries:
        yield Remark("buried", number, "", buries)


def _effects(pad: Pad, city: City) -> Iterator[tuple[str, Effect]]:
    """What is in a city, by name, with each of its effects."""
    printed = pad.catalogue
    for card in city.get("cards", ()):
        yield from ((card, effect) for effect in printed.cards[card].effects)
    for leader in (*city.get("leaders", ()), *([city["copied"]] if "copied" in city else [])):
        yield from ((leader, effect) for effect in printed.leaders[leader].effects)
    for island in city.get("islands", ()):
        yield from ((island, effect) for effect in printed.islands[island].effects)
    if board := board_of(pad, city):
        for stage in set(city.get("stages", ())) & set(range(1, len(board.stages) + 1)):
            for effect in board.stages[stage - 1].effects:
                yield f"{board.id}#{stage}", effect


def copies(pad: Pad, card: str) -> int:
    """How many of a card are in the box for so many players (B3, C1, A1)."""
    printed = pad.catalogue.cards[card]
    if not printed.players:
        return 1
    in_play = sum(players <= len(pad.cities) for players in printed.players)
    return min(in_play, 1) if printed.expansion else in_play


def _too_many(pad: Pad) -> Iterator[Remark]:
    """More of something than there are."""

    def all_of(*keys: str) -> Counter[str]:
        return Counter(one for city in pad.cities for key in keys for one in city.get(key, ()))

    for card, count in all_of("cards").items():
        if count > (there := copies(pad, card)):
            yield Remark("copies_of", None, card, count, there)
    for key in (("leaders", "buried"), ("islands",)):
        for thing, count in all_of(*key).items():
            if count > 1:
                yield Remark("copies_of", None, thing, count, 1)
    wonders = Counter(city["wonder"].partition(":")[0] for city in pad.cities if "wonder" in city)
    for wonder, count in wonders.items():
        if count > 1:
            yield Remark("boards", None, wonder, count)


def _groups(pad: Pad) -> Iterator[Remark]:
    """More guilds, black or Armada cards than are dealt to so many."""
    cards, seats = pad.catalogue.cards, len(pad.cities)
    picked = [cards[card] for city in pad.cities for card in city.get("cards", ())]
    guilds, dealt = sum(card.is_guild for card in picked), min(seats + MORE_GUILDS, MOST_GUILDS)
    if guilds > dealt:
        yield Remark("guilds", None, "", guilds, dealt)
    for expansion, most in (("cities", seats), ("armada", min(seats, MOST_ARMADA))):
        ages = Counter(
            card.age for card in picked if card.expansion == expansion and not card.is_guild
        )
        for age, count in sorted(ages.items()):
            if count > most:
                yield Remark(f"dealt_{expansion}", None, str(age), count, most)


# What is not known


def _unknown(pad: Pad, cities: list[Scored]) -> Iterator[Remark]:
    for number, city in enumerate(pad.cities):
        if not city:
            yield Remark("nothing", number)
        if "stages" in city and "wonder" not in city:
            yield Remark("no_board", number)
        asked: set[tuple[str, int]] = set()
        for thing, effect in _effects(pad, city):
            for other in _looked_at(pad, number, effect):
                if (thing, other) not in asked and not _known(pad, pad.cities[other], effect):
                    asked.add((thing, other))
                    yield Remark("needs", number, thing, 0, other)
    for group in tied_without_coins(pad, cities):
        told = [seat for seat in group if cities[seat].coins is None]
        if cities[group[0]].total and told:
            yield Remark("tie", told[0])


def _looked_at(pad: Pad, number: int, effect: Effect) -> set[int]:
    """The neighbours whose cities an effect looks at when points are counted."""
    left, right = (number + 1) % len(pad.cities), (number - 1) % len(pad.cities)
    if effect.kind in ("points_if_more", "copy_guild", "copy_science"):
        return {left, right}
    if effect.kind != "points_per":
        return set()
    return {seat for side, seat in (("left", left), ("right", right)) if side in effect.where}


def _known(pad: Pad, city: City, effect: Effect) -> bool:
    """Whether what an effect looks for was noted, and not only the points that it is worth."""
    counted = effect.counted or "card"
    if counted in ("defeat", "victory", "victory_pair"):
        return any(name in city for name in (*_TOKENS, "defeats"))
    if counted == "coin":
        return "coins" in city
    if not any(name in city for name in _PICKED):
        return False
    if counted == "stage":
        return "stages" in city or f"{LINE}wonder" not in city
    if counted == "card" and effect.kind == "points_per":
        picked = {pad.catalogue.cards[card].colour for card in city.get("cards", ())}
        typed = {colour for colour in _OF_LINES if f"{LINE}{colour}" in city}
        return "cards" in city and not (set(effect.colours) & typed - picked)
    return True
