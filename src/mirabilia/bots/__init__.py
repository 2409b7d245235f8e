"""Players that are programs.

``make(name)`` gives a bot; it chooses from what a seat may know, a view, and says why in a line.
Those that search also say what they expect of their moves, in figures (``expectations``).
Bots of others register under the entry point group ``mirabilia.bots``: a callable that takes
``seconds`` and ``playouts`` and returns such an object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import entry_points
from typing import Any, Protocol, runtime_checkable

from ..game.notation import Move
from .levels import LEVELS, PLAIN

GROUP = "mirabilia.bots"


class Bot(Protocol):
    """Someone who can take a seat."""

    def choose(self, view: Mapping[str, Any]) -> Move:
        """The move for the decision that the view's seat owes."""

    def explain(self) -> str:
        """The reasons for the last choice, in a line."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a bot expects of a move: its place and points at the end, on average of its tries."""

    move: Move
    place: float
    points: float
    tries: int


@runtime_checkable
class Expecting(Protocol):
    """A bot that has figures beside its sentence; others' bots need not."""

    def expectations(self) -> Sequence[Expectation]:
        """What it expected of the moves it tried for the last choice, the best first."""


class UnknownBot(ValueError):
    """There is no bot of that name; the message lists those there are."""


def _compiled(name: str) -> Callable[..., Bot]:
    def build(seconds: float | None, playouts: int | None, seed: int | None = None) -> Bot:
        from .compiled import CompiledBot

        return CompiledBot(name, seed)

    return build


def _searching(name: str) -> Callable[..., Bot]:
    def build(seconds: float | None, playouts: int | None, seed: int | None = None) -> Bot:
        from .searcher import Searcher

        return Searcher(LEVELS[name], seconds, playouts, seed)

    return build


def _taught(seconds: float | None, playouts: int | None, seed: int | None = None) -> Bot:
    from .net.searcher import Searcher

    return Searcher(LEVELS["expert"].seconds, seconds, playouts, seed)


BUILT_IN: dict[str, Callable[..., Bot]] = {
    **{name: _compiled(name) for name in PLAIN},
    **{name: _searching(name) for name in LEVELS},
}
# Not offered as opponents, but there for whoever asks for them by name, as the arena does: `taught`
# asks a net that has taught itself, and is not stronger than `expert` yet.
TRIED: dict[str, Callable[..., Bot]] = {"taught": _taught}


def names() -> list[str]:
    """All bots there are, our own first."""
    others = sorted(entry.name for entry in entry_points(group=GROUP))
    return [*BUILT_IN, *(name for name in others if name not in BUILT_IN)]


def make(
    name: str,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int | None = None,
) -> Bot:
    """A bot, with the time or the number of playouts it may take for a decision.

    What our own bots draw depends on ``seed``, if there is one; those of others are not told it.
    """
    build: Callable[..., Bot] | None = (BUILT_IN | TRIED).get(name)
    if build is not None and seed is not None:
        build = partial(build, seed=seed)
    if build is None:
        for entry in entry_points(group=GROUP):
            if entry.name == name:
                build = entry.load()
    if build is None:
        raise UnknownBot(f"There is no bot {name!r}; there are {', '.join(names())}.")
    return build(seconds=seconds, playouts=playouts)
