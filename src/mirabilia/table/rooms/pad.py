"""A score pad for games played with the box: what is noted of each city, read strictly.

A pad is a small JSON document: the edition, expansions and teams, the names, and for each city a
flat mapping of what was noted, nothing at all if nothing was. ``fields`` lists what can be: things
that were picked (a board, stages, cards, leaders, islands), numbers of tokens and coins, and
numbers typed for a line of the sheet, ``line_blue`` and so on. What can't be by the rules is kept
all the same (``pad_score`` says so); what is no such thing is refused.

Two people may write on a pad at once. Each sends what he saw and what he wrote; ``merged`` puts it
together with what is there, and only where both wrote different things at the same place nothing
is changed (``Differs``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, TypeGuard

from ...catalogue import EDITIONS, EXPANSIONS, FLEETS, Catalogue, load
from ...game.codec import lines_of
from ...game.setup import Setup, Wanted, check_setup
from ...texts import N_
from .names import clean_name
from .refused import Refused

City = Mapping[str, Any]
PAD_KEYS = ("edition", "expansions", "teams", "names", "cities")
LINE: Final = "line_"
VICTORIES = (1, 3, 5)
NAVAL = (1, 3, 5, 7, -1, -2, -3)
STAGES = 4
SPACES = 6
MOST_CARDS, MOST_LEADERS, MOST_BURIED, MOST_ISLANDS = 34, 12, 4, 9
FREE_CITY = "Free City"


@dataclass(frozen=True, slots=True)
class Field:
    """Something that can be noted of a city: a number, one of a pool, or several of it."""

    least: int = 0
    most: int = 0
    pool: frozenset[Any] = frozenset()
    many: bool = False

    def read(self, name: str, value: object) -> Any:
        if self.many:
            if not isinstance(value, Sequence) or isinstance(value, str):
                raise Refused("%(field)s is a list.", 400, field=name)
            if len(value) > self.most:
                raise Refused(
                    "A city has at most %(most)d of %(field)s.", 400, most=self.most, field=name
                )
            return tuple(sorted(self._known(name, one) for one in value))
        if self.pool:
            return self._known(name, value)
        if type(value) is not int or not self.least <= value <= self.most:
            raise NoNumber(name, self)
        return value

    def _known(self, name: str, value: object) -> Any:
        if type(value) not in (str, int) or value not in self.pool:
            raise Refused("There is no such thing in this game: %(field)s.", 400, field=name)
        return value


class NoNumber(Refused):
    """What was noted in a field is no number that it can have."""

    def __init__(self, name: str, field: Field, called: str = "") -> None:
        super().__init__(
            N_("%(field)s is a whole number from %(least)d to %(most)d."),
            400,
            field=called or name,
            least=field.least,
            most=field.most,
        )
        self.name, self._field = name, field

    def called(self, words: str) -> NoNumber:
        """The same, with what people call the field."""
        return NoNumber(self.name, self._field, words)


@dataclass(frozen=True, slots=True)
class Pad:
    """What is noted of a game; the Free City is the third city where two play."""

    edition: str
    expansions: tuple[str, ...]
    teams: bool
    names: tuple[str, ...]  # of the people
    cities: tuple[City, ...]

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def catalogue(self) -> Catalogue:
        return load(self.edition, self.expansions, promo=True)

    @property
    def fields(self) -> Mapping[str, Field]:
        return fields(self.edition, self.expansions)

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(lines_of(self.expansions).values())

    def document(self) -> dict[str, Any]:
        """As it is stored, and read by ``read``."""
        return {
            "edition": self.edition,
            "expansions": list(self.expansions),
            "teams": self.teams,
            "names": list(self.names),
            "cities": [
                {key: list(value) if type(value) is tuple else value for key, value in city.items()}
                for city in self.cities
            ],
        }

    def with_city(self, number: int, city: City) -> Pad:
        cities = [*self.cities]
        cities[number] = city
        return replace(self, cities=tuple(cities))


@dataclass(frozen=True, slots=True)
class Kept:
    """A pad as it is kept. Its code is for reading, its pen for writing; ``writes``: whoever asked
    has the latter. Times are seconds since 1970.
    """

    code: str
    pen: str
    owner: str | None
    pad: Pad
    version: int
    created: float
    touched: float
    writes: bool = False


@cache
def fields(edition: str, expansions: tuple[str, ...]) -> Mapping[str, Field]:
    """What can be noted of a city of such a game, in the order in which it is asked for."""
    printed = load(edition, expansions, promo=True)
    boards = frozenset(board.id for board in printed.boards.values())
    leaders, islands = frozenset(printed.leaders), frozenset(printed.islands)
    found = {
        "wonder": Field(pool=boards),
        "stages": Field(pool=frozenset(range(1, STAGES + 1)), most=STAGES, many=True),
        "coins": Field(most=999),
        **{f"victory_{value}": Field(most=30) for value in VICTORIES},
        "defeats": Field(most=99),
    }
    if "cities" in expansions:
        found["debts"] = Field(most=999)
    found["cards"] = Field(pool=frozenset(printed.cards), most=MOST_CARDS, many=True)
    if "leaders" in expansions:
        found["leaders"] = Field(pool=leaders, most=MOST_LEADERS, many=True)
        found["copied"] = Field(pool=leaders)
        found["buried"] = Field(pool=leaders, most=MOST_BURIED, many=True)
    if "armada" in expansions:
        found |= {f"fleet_{colour}": Field(most=SPACES) for colour in FLEETS}
        found["islands"] = Field(pool=islands, most=MOST_ISLANDS, many=True)
        found |= {f"naval_{value}": Field(most=12) for value in NAVAL}
    found |= {f"{LINE}{line}": Field(-999, 999) for line in lines_of(expansions).values()}
    return found


def checked(names: Sequence[str], edition: str, expansions: Iterable[str], teams: bool) -> Setup:
    """What is played, if it can be."""
    try:
        return check_setup(Wanted(list(names), edition, tuple(expansions), seed=0, teams=teams))
    except ValueError as error:
        raise Refused.because(error, 400) from None


def begun(
    names: Sequence[str], edition: str = "2nd", expansions: Iterable[str] = (), teams: bool = False
) -> Pad:
    """A pad on which nothing is noted yet."""
    setup = checked([clean_name(name) for name in names], edition, expansions, teams)
    nothing: tuple[City, ...] = ({},) * setup.seats
    return Pad(setup.edition, setup.expansions, setup.teams, setup.names[: setup.players], nothing)


def read(data: object) -> Pad:
    """The pad of a document; a refusal that says what is wrong with it."""
    if not isinstance(data, Mapping) or set(data) - set(PAD_KEYS):
        raise Refused("A pad has edition, expansions, teams, names and cities.", 400)
    edition, expansions = data.get("edition", "2nd"), data.get("expansions", [])
    names, teams = data.get("names"), data.get("teams", False)
    if edition not in EDITIONS or type(teams) is not bool:
        raise Refused("A pad has edition, expansions, teams, names and cities.", 400)
    if not _texts(expansions, len(EXPANSIONS)) or not _texts(names, 8):
        raise Refused("A pad has edition, expansions, teams, names and cities.", 400)
    pad = begun(names, edition, expansions, teams)
    cities = data.get("cities", [])
    if not isinstance(cities, Sequence) or isinstance(cities, str):
        raise Refused("%(field)s is a list.", 400, field="cities")
    if len(cities) > len(pad.cities):
        raise Refused("There are more cities than players.", 400)
    for number, city in enumerate(cities):
        pad = pad.with_city(number, read_city(pad, city))
    return pad


def _texts(value: object, most: int) -> TypeGuard[Sequence[str]]:
    return (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and len(value) <= most
        and all(isinstance(one, str) for one in value)
    )


def read_city(pad: Pad, data: object) -> City:
    """What is noted of a city, without what is empty."""
    known = pad.fields
    if not isinstance(data, Mapping):
        raise Refused("%(field)s is a mapping.", 400, field="city")
    for key in data:
        if not isinstance(key, str) or key not in known:
            raise Refused("Nothing of that name can be noted in this game.", 400)
    read = {key: field.read(key, data[key]) for key, field in known.items() if key in data}
    return {key: value for key, value in read.items() if value != ()}


def read_sent(pad: Pad, sent: Mapping[str, Sequence[str]], wanted: Iterable[str]) -> City:
    """The same from the texts of a form; what is left empty is not noted."""
    data: dict[str, Any] = {}
    for name in wanted:
        field, values = pad.fields[name], [text for text in sent.get(name, ()) if text]
        if field.many:
            data[name] = [_number(one) if name == "stages" else one for one in values]
        elif values:
            data[name] = values[0] if field.pool else _number(values[0])
    return read_city(pad, data)


def _number(text: str) -> int | str:
    """A whole number as people type it; what is none is refused by its field."""
    plain = text.strip().replace("−", "-").removeprefix("+")
    digits = plain.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= 6:
        return int(plain)
    return text


class Differs(Refused):
    """Somebody else has meanwhile written something else at the same place."""

    def __init__(self, places: Sequence[str]) -> None:
        super().__init__(N_("Somebody else has written something else there meanwhile."), 409)
        self.places = tuple(places)


def merged(pad: Pad, saw: City, wrote: City, there: City, wanted: Iterable[str]) -> City:
    """What is there with what somebody wrote, who saw something older.

    >>> pad = begun(["Ann", "Ben", "Cleo"])
    >>> merged(pad, {}, {"cards": ("altar",)}, {"cards": ("baths",), "coins": 3}, ["cards"])
    {'coins': 3, 'cards': ('altar', 'baths')}
    """
    found, differing = dict(there), []
    for name in wanted:
        if pad.fields[name].many:
            value: Any = _together(*(city.get(name, ()) for city in (saw, wrote, there)))
        else:
            before, mine, theirs = (city.get(name) for city in (saw, wrote, there))
            if before not in (mine, theirs) and mine != theirs:
                differing.append(name)
            value = theirs if mine == before else mine
        found.pop(name, None)
        if value not in (None, ()):
            found[name] = value
    if differing:
        raise Differs(differing)
    return read_city(pad, found) if found else found


def _together(saw: Iterable[Any], wrote: Iterable[Any], there: Iterable[Any]) -> tuple[Any, ...]:
    before, mine, theirs = Counter(saw), Counter(wrote), Counter(there)
    counts: Counter[Any] = Counter()
    for one in {*before, *mine, *theirs}:
        counts[one] = theirs[one] if mine[one] == before[one] else mine[one]
        if mine[one] != before[one] != theirs[one]:
            counts[one] = max(mine[one], theirs[one])
    return tuple(sorted(counts.elements()))


def set_up(
    pad: Pad, names: Sequence[str], edition: str, expansions: Iterable[str], teams: bool
) -> Pad:
    """The same notes for other names or another game, if everything noted is in it."""
    other = begun(names, edition, expansions, teams)
    if any(pad.cities[len(other.cities) :]):
        raise Refused("Of a city that would be left out something is noted already.")
    for number, city in enumerate(pad.cities[: len(other.cities)]):
        try:
            other = other.with_city(number, read_city(other, city))
        except Refused:
            raise Refused(
                "Something noted of %(name)s is not in that game.",
                name=city_name(pad, number),
            ) from None
    return other


def city_name(pad: Pad, number: int) -> str:
    return pad.names[number] if number < pad.players else FREE_CITY
