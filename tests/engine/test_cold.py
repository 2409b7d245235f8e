"""Playing before anything is compiled, and going over to compiled code while a game goes on."""

import threading
from collections.abc import Iterator

import pytest

from mirabilia import Game
from mirabilia.engine import cold, jit, scratch

SETUPS = [(3, ()), (5, ("leaders", "cities", "armada"))]


@pytest.fixture
def at_first_cold() -> Iterator[None]:
    cold.begin()
    try:
        yield
    finally:
        cold.end()


def play(game: Game, steps: int) -> None:
    """Everybody takes the middle one of his moves."""
    until = game.steps + steps
    while game.steps < until and not game.over:
        for seat in game.to_decide:
            moves = game.moves(seat)
            game.play(seat, moves[len(moves) // 2])


@pytest.mark.parametrize(("players", "expansions"), SETUPS)
def test_a_game_goes_over_to_compiled_code_and_is_the_same(
    players: int, expansions: tuple[str, ...]
) -> None:
    whole = Game(players, expansions=expansions, seed=5)
    play(whole, 12)
    cold.begin()
    try:
        game = Game(players, expansions=expansions, seed=5)
        play(game, 6)
        assert cold.lasts()
    finally:
        cold.end()
    play(game, 6)
    assert game.record() == whole.record()
    assert game.view(0) == whole.view(0)
    assert game.events == whole.events


@pytest.mark.usefixtures("at_first_cold")
def test_nothing_is_compiled_while_it_is_cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "_ready", set[str]())
    monkeypatch.setattr(jit, "is_warm", lambda part: False)
    scratch.ensure_compiled("engine", lambda: pytest.fail("It was compiled."))
    assert Game(3, seed=1).to_decide


def outer(value: int) -> int:
    cold.end()  # somebody else does so, in the middle of this call
    return inner(value) + 1


def inner(value: int) -> int:
    return value + len(repr(cold)) * 0  # Numba knows no ``repr``, and could not compile this


@pytest.mark.usefixtures("at_first_cold")
def test_a_call_goes_on_as_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    late = jit.compiled(inner)
    monkeypatch.setitem(globals(), "inner", late)
    assert jit.compiled(outer)(1) == 2
    assert not cold.lasts()
    assert type(late) is jit.Dispatcher


@pytest.mark.usefixtures("at_first_cold")
def test_one_thread_calls_compiled_code_while_others_do_not() -> None:
    seen = []

    def load() -> None:
        with cold.compiled_here():
            seen.append(cold.lasts())
            Game(3, seed=1).moves(0)
        seen.append(cold.lasts())

    thread = threading.Thread(target=load)
    thread.start()
    while thread.is_alive():
        assert cold.lasts()
        Game(3, seed=1).moves(0)
    thread.join()
    assert seen == [False, True]
