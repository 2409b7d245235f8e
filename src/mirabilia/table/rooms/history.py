"""Somebody's finished games, without an account: what they come to, and what he may do with them.

Games are his by the token of his browser, as seats are. They can be *lent* to another device: a
code, good once and for a few minutes, gives that device the same token, so that both are the same
visitor from then on. The code is in memory alone, like the token it stands for. They can be
*forgotten*: those that he played against bots go altogether; those with other people stay for
them, and only his name goes, from lists, records and tables alike.
"""

from __future__ import annotations

import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import archive, pads, visitors
from .archive import Filed, Player
from .bulletin import FORGOTTEN
from .leases import notify
from .refused import Refused
from .table_view import PERSON, PLAYING, WAITING

if TYPE_CHECKING:
    from .service import Service

MOST_COUNTED = 5000  # of one visitor's games, the newest; more are not counted
MINUTES_LENT = 10
_MOST_LENT = 1000
_CODE_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """What some of somebody's games come to."""

    games: int
    victories: int
    place: float  # on the average
    points: float
    best: int


@dataclass(frozen=True, slots=True)
class Past:
    """All that somebody has played; games in which something was taken back count in no average."""

    games: tuple[Filed, ...]
    by_players: Mapping[tuple[int, str, tuple[str, ...], bool], Tally]
    by_board: Mapping[str, Tally]
    total: Tally | None
    replays_until: float  # how many seconds a game can be replayed


def own(game: Filed, visitor: str) -> list[Player]:
    """The seats that are somebody's; several, if he shared his device."""
    return [player for player in game.players if player.visitor == visitor]


def past(games: Iterable[Filed], visitor: str, replays_until: float = 0.0) -> Past:
    """Somebody's games, the last one first, and what they come to."""
    games = tuple(games)
    counted = [(game, own(game, visitor)[0]) for game in games if not game.taken_back]
    return Past(
        games,
        _tallies(counted, lambda game, _: kind_of(game)),
        _tallies(counted, lambda _, player: player.board.partition(":")[0]),
        _tally([player for _, player in counted]) if counted else None,
        replays_until,
    )


def kind_of(game: Filed) -> tuple[int, str, tuple[str, ...], bool]:
    """What was played: how many players, which edition and expansions, whether in teams."""
    setup = game.setup
    return setup["players"], setup["edition"], tuple(setup["expansions"]), bool(setup["teams"])


def _tallies(
    counted: Iterable[tuple[Filed, Player]], key: Callable[[Filed, Player], Any]
) -> dict[Any, Tally]:
    groups: dict[Hashable, list[Player]] = defaultdict(list)
    for game, player in counted:
        groups[key(game, player)].append(player)
    most_first = sorted(groups.items(), key=lambda group: -len(group[1]))
    return {name: _tally(group) for name, group in most_first}


def _tally(group: list[Player]) -> Tally:
    count = len(group)
    return Tally(
        count,
        sum(player.place == 1 for player in group),
        sum(player.place for player in group) / count,
        sum(player.points for player in group) / count,
        max(player.points for player in group),
    )


class Lending:
    """Codes under which a token waits for another device: each good once, and not for long."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tokens: dict[str, tuple[str, float]] = {}

    def lend(self, token: str) -> str:
        """A new code; an older one of the same token is good no longer."""
        now = self._clock()
        self._tokens = {
            code: (held, until)
            for code, (held, until) in self._tokens.items()
            if until > now and held != token
        }
        if len(self._tokens) >= _MOST_LENT:
            raise Refused("Too many codes are waiting to be used; try again in a few minutes.", 503)
        code = "".join(secrets.choice(visitors.CODE_LETTERS) for _ in range(_CODE_LENGTH))
        self._tokens[code] = token, now + 60 * MINUTES_LENT
        return code

    def take(self, code: str) -> str:
        """The token that waits under a code."""
        token, until = self._tokens.pop(visitors.read_code(code), ("", 0.0))
        if until <= self._clock():
            raise Refused(
                "This code is not good (any more): each can be used once, within %(minutes)d "
                "minutes. Ask the other device for a new one.",
                404,
                minutes=MINUTES_LENT,
            )
        return token

    def waits(self, code: str) -> bool:
        """Whether a code is good now."""
        return self._tokens.get(visitors.read_code(code), ("", 0.0))[1] > self._clock()


class History:
    """What the service does with somebody's finished games."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.lending = Lending()

    async def past(self, visitor: str | None) -> Past:
        if visitor is None:
            return past((), "")
        games = await self._games_of(visitor)
        return past(games, visitor, self._service.settings.keep_games)

    async def _games_of(self, visitor: str, sealed: bool = False) -> list[Filed]:
        return await self._service.storage.look_up(
            lambda connection: archive.games_of(connection, visitor, MOST_COUNTED, sealed)
        )

    async def take_over(self, code: str, before: str | None) -> str:
        """The token of the device that made a code. What the device that takes it has played and
        noted ``before``, as somebody else, becomes the same player's.
        """
        if before is not None:
            self.must_not_play(before)
        token = self.lending.take(code)
        visitor = visitors.visitor_of(token)
        if before is not None and visitor is not None and before != visitor:
            await self.give(before, visitor)
        return token

    async def give(self, before: str, visitor: str) -> None:
        """What somebody has played, noted and said becomes somebody else's."""
        given = [archive.give(before, visitor), pads.give(before, visitor)]
        await self._service.storage.write_beside(*given)
        self._service.replays.close_all()
        await self._service.talking.give(before, visitor)

    async def forget(self, visitor: str, playing: bool = False) -> int:
        """Forget all of somebody's games; how many those were. ``playing``: also such as are not
        over, in which bots play on for him.
        """
        if not playing:
            self.must_not_play(visitor)
        await self.forget_here(visitor)
        if self._service.fellows:
            await self._service.fellows.ask_all("forget", {"visitor": visitor})
        await self._service.talking.unsay(visitor)
        games = await self._games_of(visitor, sealed=True)
        alone = [game.code for game in games if _alone(game, visitor)]
        shared = [game.code for game in games if not _alone(game, visitor)]
        also = [archive.take_out(*alone), *(archive.unname(code, visitor) for code in shared)]
        await self._service.storage.write_beside(*also, notify(FORGOTTEN))
        await self._service.notices.forget(visitor)
        self._service.replays.close(*alone, *shared)
        return len(games)

    async def forget_here(self, visitor: str) -> None:
        """At the tables of this process nobody knows him any more."""
        for table in self._service.tables_of(visitor):
            if not self._service.keeps(table.code):
                continue
            others = table.tournament or table.visitors - {visitor}
            if others and table.status in (WAITING, PLAYING):
                await self._service.do(table.code, lambda table: table.vacate(visitor))
            else:
                await self._service.forget_at(table.code, visitor)
        await self._service.hosting.forget(visitor)

    def must_not_play(self, visitor: str) -> None:
        """Seats of games that are not over can't be left behind."""
        for table in self._service.tables_of(visitor):
            if table.status == WAITING and not table.tournament:
                raise Refused(
                    "This device still has a seat at table %(code)s: finish that game first, or "
                    "leave the table.",
                    code=table.code,
                )
            if table.status in (WAITING, PLAYING):  # who leaves it has his seat still
                raise Refused(
                    "This device has a seat in the game at table %(code)s, even if you have left "
                    "it: that game has to be over first.",
                    code=table.code,
                )


def _alone(game: Filed, visitor: str) -> bool:
    """Whether nobody else than somebody, or those at his device, played against bots."""
    return all(player.kind != PERSON or player.visitor == visitor for player in game.players)
