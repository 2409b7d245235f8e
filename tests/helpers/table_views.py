"""What a seat would be sent of a table at which a game is played."""

from __future__ import annotations

from mirabilia import Game
from mirabilia.table.rooms.table_view import (
    BOT,
    OVER,
    PERSON,
    PLAYING,
    Fairness,
    Options,
    Sitter,
    TableView,
    offers,
)

NAMES = ("Anna", "Ben", "Clara", "Dimitri", "Elena", "Farid", "Greta", "Hugo")


def table_view_of(game: Game, seat: int | None) -> TableView:
    """A table at which this game is played, as one of its seats sees it."""
    names = (*NAMES[: game.players], *(["Free City"] if game.players == 2 else []))
    kinds = [PERSON if at in (0, seat) else BOT for at in range(game.seats)]
    return TableView(
        code="abc",
        version=1,
        status=OVER if game.over else PLAYING,
        options=Options(game.players, game.edition, tuple(game.expansions), game.teams),
        sitters=tuple(
            Sitter(at, name, kind, you=at == seat)
            for at, (name, kind) in enumerate(zip(names, kinds, strict=True))
        ),
        seat=seat,
        step=game.steps,
        view=game.view(seat),
        events=game.events_for(seat),
        offers=() if seat is None or game.over else offers(game, seat),
        scores=game.scores() if game.over else (),
        ranking=tuple((place, tuple(seats)) for place, seats in game.ranking())
        if game.over
        else (),
        fairness=Fairness("ab" * 32),
        printed=game.catalogue,
    )
