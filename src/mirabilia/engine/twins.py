"""Copies of our compiled functions, in worlds in which everything of ours is such a copy.

What a function calls is looked up among the globals of its module. A *twin* has the same code and
other globals: those of its module with twins in the place of compiled functions, made when the
first of them is asked for. So the same source runs uncompiled beside compiled code (``cold``), and
on a GPU (``device``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from .jit import UNCOMPILED, Dispatcher

Make = Callable[[Any], Any]


class Twins:
    """All twins of one kind: ``make`` turns a plain copy into what is called.

    ``instead`` has what else is another thing in their worlds, by its name there.
    """

    def __init__(
        self, make: Make = lambda plain: plain, instead: Mapping[str, Any] | None = None
    ) -> None:
        self._make, self._instead = make, dict(instead or {})
        self._found: dict[int, Any] = {}  # by what they are twins of
        self._worlds: dict[str, dict[str, Any]] = {}  # the globals of twins, by their module

    def __call__(self, function: Any) -> Any:
        """The twin of a compiled function."""
        found = self._found.get(id(function))
        if found is None:
            plain = function if UNCOMPILED else function.py_func
            copy = FunctionType(
                plain.__code__,
                self._world(plain.__module__),
                plain.__name__,
                plain.__defaults__,
                plain.__closure__,
            )
            copy.__module__, copy.__qualname__ = plain.__module__, plain.__qualname__
            found = self._found[id(function)] = self._make(copy)
        return found

    def clear(self) -> None:
        self._found.clear()
        self._worlds.clear()

    def _world(self, module: str) -> dict[str, Any]:
        """The globals of a module, with twins for its compiled functions."""
        world = self._worlds.get(module)
        if world is None:
            world = self._worlds[module] = dict(vars(sys.modules[module])) | self._instead
            for name, value in list(world.items()):
                if isinstance(value, Dispatcher):
                    world[name] = self(value)
        return world
