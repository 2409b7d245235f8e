"""What a GPU runs: games that go the same way together, as far as they can.

The threads of a GPU come in *warps* of 32 that run one instruction at a time: threads that go
another way wait. So what every game does turn by turn is done by all games of a warp at once. Who
owes a choice besides, or a build from the discard pile, makes up for it while the others wait; and
drawing a use of a card, which takes some games longer than others, is apart from working out what
it costs, which few games have to and which takes long.

The blocks of warps begin each turn together, too, so that they read the same code at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda as numba_cuda

from ..bots import playout, random_bot
from ..engine import chance, deal, device, moves, turn
from ..engine.deal import Variant
from ..engine.state import OVER, PLAYED
from ..engine.twins import Twins

cuda: Any = numba_cuda


def play_of(variant: Variant, at_random: bool) -> Any:
    """The function for games of a variant; without ``greedy`` where nobody plays so.

    A thread plays one game after the other: the first, then that so many later as there are
    threads. ``begin`` has the number and the seed of the first of all; ``bots`` sit in this order
    in game 0, and move on by a seat from game to game.
    """
    instead = device.INSTEAD | {"SEATS": variant.seats}
    if at_random:
        instead["greedy_move"] = _nobody
    twin = Twins(device.device_function, instead)
    game_at, seats = device.game_of(variant), variant.seats
    new_game, resolve, decide = twin(deal.new_game), twin(turn.resolve), twin(turn.decide)
    decider, list_uses = twin(turn.decider), twin(moves.list_uses)
    cards_held, owes_use = twin(moves.cards_held), twin(random_bot.owes_use)
    draw_use, settle_use = twin(random_bot.draw_use), twin(random_bot.settle_use)
    write_use, choose = twin(moves.write_use), twin(playout.choose)
    card_held, draw = twin(moves.card_held), twin(chance.draw)
    write_results = twin(playout.write_results)
    state_of, any_of_warp, any_of_block = device.state_of, device.any_of_warp, device.any_of_block
    greedy = playout.GREEDY

    def play(games, works, book, bots, begin, no_events, rows, made):  # type: ignore[no-untyped-def]
        thread = cuda.grid(1)
        count = rows.shape[0]
        g = game_at(games, thread)
        t = book[0]
        w = works[thread]
        decisions = 0
        for first in range(0, count, games.shape[0]):
            at = first + thread
            plays = at < count
            if plays:
                seed = begin[1] + np.uint64(at)
                g.rng[0] = state_of(seed, 0)
                w.rng[0] = state_of(seed, 1)
                new_game(g, t, w, variant)
            goes_on = plays
            acts = plays
            while True:
                if acts:
                    resolve(g, t, no_events, w)
                    goes_on = g.step != OVER
                acts = goes_on and g.step != PLAYED
                if not any_of_warp(acts):  # all have come to the next turn
                    if not any_of_block(goes_on):
                        break
                    acts = goes_on
                for seat in range(seats):
                    owes = acts and g.asked[seat] != 0 and g.decided[seat] == 0
                    draws = False
                    held = 0
                    uses = 0
                    if owes:
                        bot = np.int64(0)
                        if not at_random:
                            number = np.int64(begin[0]) + at + decider(g, seat)
                            bot = np.int64(bots[number % bots.shape[0]])
                        draws = bot != greedy and owes_use(g, seat)
                        if draws:
                            held = cards_held(g, seat)
                            uses = list_uses(g, t, seat, w)
                        else:
                            choose(g, t, seat, bot, w.rng, w)
                    while any_of_warp(draws):
                        index = 0
                        use = 0
                        options = 0
                        if draws:
                            index, use, options = draw_use(g, t, seat, w.rng, held, uses, w)
                        if draws:
                            options = settle_use(g, t, seat, index, use, options, w)
                            if options:
                                card = card_held(g, seat, index)
                                pay = w.pay[draw(w.rng, options)]
                                write_use(g, t, seat, w.move[0], card, use, pay, w)
                                draws = False
                    if owes:
                        decide(g, seat, w.move[0])
                        decisions += 1
            if plays:
                write_results(g, t, rows[at], w)
        made[thread] = decisions

    return play


@device.device_function
def _nobody(g, t, seat, move, moves, w):  # type: ignore[no-untyped-def]
    """In the place of a bot that does not play."""
