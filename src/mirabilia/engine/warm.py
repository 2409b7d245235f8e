"""What the readable face calls of the engine, called once so that it is compiled into the cache."""

from __future__ import annotations

import numpy as np

from . import asked, at_once, chance, count, deal, lasting, moves, numbers, pay, sea, turn, war
from .jit import compile_for
from .scratch import Scratch, empty_game
from .state import MOVE_WIDTH, OVER
from .tables import rulebook


def compile_everything() -> None:
    """Play a game move by move, as the face does."""
    book = rulebook("1st")
    games, s = empty_game(), Scratch()
    g, t, w = games[0], book.tables[0], s.w
    move = np.zeros(MOVE_WIDTH, np.int16)
    g.rng[:] = chance.states(1)
    deal.clear(g, deal.Variant(seats=3, edition=1))
    deal.holder_of(1, 1)
    deal.draw_boards(g, t, w)
    deal.deal_all(g, t, w, 0)
    deal.seat_all(g, t)
    lasting.recount(g, t, 0)
    deal.deal_age(g, t, w, 0)
    turn.resolve(g, t, s.events, w)
    while g.step != OVER:
        for seat in range(3):
            if g.asked[seat]:
                moves.list_moves(g, t, seat, s.any_move, s.moves, w)
                turn.decider(g, seat)
                move[:] = s.moves[0]
                turn.decide(g, seat, move)
                turn.undecide(g, seat)
                turn.decide(g, seat, move)
        turn.resolve(g, t, s.events, w)
    numbers.count_cities(games, book.tables, s.numbers)
    asked.of_card(games, book.tables, 0, 1)
    asked.ways_to_build(games, book.tables, 0, 1, 0, s.work)
    asked.ways_by_right(games, book.tables, 0, 1, 0, s.work)
    asked.of_stages(games, book.tables, 0)
    asked.ways_to_stage(games, book.tables, 0, 0, 0, s.work)
    compile_for(asked.carry_out_alone, games, book.tables, 0, s.events)
    compile_for(turn.has_two_sides, g, t, 0)
    compile_for(moves.recruit_price, g, t, 0, 1)
    compile_for(moves.may_sail_with_stage, g, t, 0, 0)
    compile_for(at_once.fleet_room, g, 0, 0)
    compile_for(count.stage_item, g, 0, 0)
    compile_for(war.fight, g, s.events, w)
    compile_for(sea.naval_conflict, g, t, s.events, w)
    chance.shuffle(g.rng, np.zeros(2, np.uint8), 2)
    pay.clear_sources(w)
    pay.add_source(w, 1, 0, 2, 2)
    pay.lacking(1, 0)
    pay.frontier(w, 1, 0, 9)


def compile_listing() -> None:
    """Compile how moves are listed, about half of all, without playing: what a helper does."""
    games, s = empty_game(), Scratch()
    t = rulebook("1st").tables[0]
    compile_for(moves.list_moves, games[0], t, 0, s.any_move, s.moves, s.w)


if __name__ == "__main__":
    compile_listing()
