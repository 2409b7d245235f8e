"""The JSON interface to the club, where a server keeps one: to be read, and to sign in."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse

from ..rooms.club.counting import Rating, read_kind
from ..rooms.club.figures import Ranked, Standing, Tally
from ..rooms.club.tournaments import Course, Tournament
from .addresses import address_of
from .api import Visitor
from .asking import TheService
from .shapes import club as told
from .shapes.document import documented

router = APIRouter(prefix="/api/club")
Name = Annotated[str, Path(max_length=100, description="the player's, in any case")]
Id = Annotated[str, Path(max_length=20, description="the tournament's")]


@router.get("", responses=documented(told.Club, 401))
async def club(service: TheService, visitor: Visitor) -> JSONResponse:
    """Rankings, the season it is, tournaments."""
    found = await service.club.front(visitor)
    rankings = await service.club.rankings()
    season = found.season
    return JSONResponse(
        {
            "you": found.you.name if found.you else None,
            "rankings": [
                {"kind": kind(text), "players": [_ranked(each) for each in rows]}
                for text, rows in rankings
            ],
            "season": season
            and {
                "name": season.name,
                "first": season.first,
                "last": season.last,
                "table": [
                    {name: getattr(row, name) for name in type(row).__slots__}
                    for row in found.table
                ],
            },
            "tournaments": [event(each) for each in found.tournaments],
        }
    )


@router.get("/players/{name}", responses=documented(told.Standing, 404, 422))
async def player(service: TheService, name: Name) -> JSONResponse:
    """A player: his ratings and what his games come to."""
    return JSONResponse(standing(await service.club.standing(name)))


@router.get("/tournaments/{id}", responses=documented(told.Course, 404, 422))
async def tournament(service: TheService, id: Id) -> JSONResponse:
    """A tournament: who takes part, who stands how, who plays where."""
    return JSONResponse(course(await service.club.course(id)))


@router.post("/sign-in", responses=documented(told.SignedIn, 403, 408, 422))
async def sign_in(request: Request, service: TheService, asked: told.SigningIn) -> JSONResponse:
    """Get the token of a player of the club. What you have played under another stays there."""
    token = await service.club.sign_in(
        asked.name, asked.passphrase, None, address_of(request.scope)
    )
    name = (await service.club.standing(asked.name)).player.name
    return JSONResponse({"name": name, "token": token})


def kind(text: str) -> dict[str, Any]:
    players, edition, expansions, teams = read_kind(text)
    return {
        "players": players,
        "edition": edition,
        "expansions": list(expansions),
        "teams": teams,
    }


def rating(found: Rating) -> dict[str, Any]:
    return {"mu": round(found.mu, 3), "sigma": round(found.sigma, 3), "games": found.games}


def _ranked(found: Ranked) -> dict[str, Any]:
    return {"place": found.place, "name": found.name, **rating(found.rating)}


def _tally(found: Tally) -> dict[str, Any]:
    return {
        "games": found.games,
        "victories": found.victories,
        "place": round(found.place, 3),
        "points": round(found.points, 3),
        "best": found.best,
    }


def standing(found: Standing) -> dict[str, Any]:
    return {
        "name": found.player.name,
        "keeper": found.player.keeper,
        "joined": found.player.joined,
        "ratings": [{"kind": kind(text), **rating(each)} for text, each in found.ratings],
        "total": _tally(found.total) if found.total else None,
        "boards": [{"wonder": each.key, **_tally(each)} for each in found.by_board],
        "latest": [
            {
                "code": each.code,
                "at": each.at,
                "kind": kind(each.kind),
                "wonder": each.board,
                "place": each.place,
                "points": each.points,
            }
            for each in found.latest
        ],
    }


def event(found: Tournament) -> dict[str, Any]:
    options = found.options
    return {
        "id": found.id,
        "name": found.name,
        "status": found.status,
        "kind": {
            "players": options.players,
            "edition": options.edition,
            "expansions": list(options.expansions),
            "teams": options.teams,
        },
        "clock": options.clock,
        "duplicate": found.duplicate,
        "round": found.round,
        "rounds": found.rounds,
        "entrants": [each.name for each in found.entrants],
    }


def course(found: Course) -> dict[str, Any]:
    gone = {each.number for each in found.tournament.entrants if each.withdrawn}
    return {
        **event(found.tournament),
        "seed": found.tournament.shown_seed or None,
        "promise": found.tournament.promise,
        "standings": [
            {
                "place": each.place,
                "name": found.name(each.entrant),
                "points_of_place": each.of_place,
                "victories": each.victories,
                "points": each.points,
                "withdrawn": each.entrant in gone,
            }
            for each in found.stands
        ],
        "played": [
            {
                "number": each.number,
                "over": each.over,
                "hash": each.hash or None,
                "tables": [
                    {
                        "code": table.code,
                        "over": table.over,
                        "seats": [
                            {
                                "seat": chair.seat,
                                "name": found.name(chair.entrant),
                                "absent": chair.absent,
                                "place": chair.place,
                                "points": chair.points,
                            }
                            for chair in table.chairs
                        ],
                    }
                    for table in found.of_round(each.number)
                ],
            }
            for each in found.rounds
        ],
    }
