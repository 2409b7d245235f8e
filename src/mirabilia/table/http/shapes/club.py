"""What programs are told of the club, where a server keeps one; and what they send to sign in."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ...rooms.club.tournaments import ENTRY, OVER, PLAYING, STARTING
from .answers import Moment
from .asked import Asked
from .shape import Code, Count, Edition, Expansion, Id, OneOf, Seat, Shape

TournamentId = Annotated[str, Field(pattern=r"^[a-z0-9]{8}$")]
Place = Annotated[int, Field(ge=1)]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Status = Annotated[str, OneOf((ENTRY, STARTING, PLAYING, OVER))]


class SigningIn(Asked):
    """A player of the club and his passphrase."""

    name: str = Field(max_length=100)
    passphrase: str = Field(max_length=200)


class SignedIn(Shape):
    """You are a player of the club."""

    name: str
    token: str = Field(description="to be sent as Authorization: Bearer TOKEN from now on")


class KindOfGame(Shape):
    """What is rated by itself."""

    players: int = Field(ge=2, le=8)
    edition: Edition
    expansions: list[Expansion]
    teams: bool


class Rating(Shape):
    """How strong somebody is thought to be, by OpenSkill's Plackett-Luce model."""

    mu: float
    sigma: float = Field(description="two of them to either side of mu are nearly certain")
    games: Count


class Ranked(Rating):
    """A line of a ranking, by mu less two sigma."""

    place: Place
    name: str


class Ranking(Shape):
    """Who stands how in one kind of game."""

    kind: KindOfGame
    players: list[Ranked]


class SeasonRow(Shape):
    """A line of a season's table."""

    place: Place
    name: str
    games: Count
    victories: Count
    points: float = Field(description="how many seats he has left behind; a tie is half of one")


class Season(Shape):
    """A season; both of its days count, in universal time."""

    name: str
    first: Day
    last: Day
    table: list[SeasonRow]


class Event(Shape):
    """A tournament in outline."""

    id: TournamentId
    name: str
    status: Status
    kind: KindOfGame = Field(description="with the players that are wanted at a table")
    clock: int | None
    duplicate: bool = Field(description="all tables of a round have the same deal")
    round: Count = Field(description="that was drawn last")
    rounds: Place
    entrants: list[str]


class Club(Shape):
    """The club: rankings, the season it is, tournaments."""

    you: str | None = Field(description="your name in it, if you are a player")
    rankings: list[Ranking]
    season: Season | None
    tournaments: list[Event]


class Tally(Shape):
    """What some games come to."""

    games: Count
    victories: Count
    place: float = Field(description="on the average")
    points: float = Field(description="on the average")
    best: int


class BoardTally(Tally):
    """The same for a board."""

    wonder: Id


class Rated(Rating):
    """A rating of a player."""

    kind: KindOfGame


class Played(Shape):
    """A game of a player that has counted."""

    code: Code
    at: Moment
    kind: KindOfGame
    wonder: Id
    place: Place
    points: int


class Standing(Shape):
    """A player of the club."""

    name: str
    keeper: bool
    joined: Moment
    ratings: list[Rated]
    total: Tally | None
    boards: list[BoardTally]
    latest: list[Played]


class Stands(Shape):
    """How an entrant stands."""

    place: Place
    name: str
    points_of_place: float
    victories: Count
    points: int
    withdrawn: bool


class Chair(Shape):
    """A seat at a table of a round. While others play the same deal it has no place yet."""

    seat: Seat
    name: str
    absent: bool = Field(description="he has not come, and a bot has played")
    place: Place | None
    points: int | None


class RoundTable(Shape):
    """A table of a round."""

    code: Code
    over: bool
    seats: list[Chair]


class Round(Shape):
    """A round. ``hash`` is of its deal, if all tables have the same."""

    number: Place
    over: bool
    hash: Hash | None
    tables: list[RoundTable]


class Course(Event):
    """A tournament with all that was played; nothing of a shared deal before its round is over."""

    seed: Hash | None = Field(description="from which the draws follow, once one was drawn")
    promise: Hash = Field(description="SHA-256 of the seed, from the beginning")
    standings: list[Stands]
    played: list[Round]
