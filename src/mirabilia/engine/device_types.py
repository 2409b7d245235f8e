"""What Numba's CUDA target has to know of the engine: its functions, and games of one variant.

All that depends on how Numba compiles for a GPU is in this module.
"""

from __future__ import annotations

from typing import Any

from numba import cuda, from_dtype
from numba.core import types as numba_types
from numba.core.datamodel import models
from numba.core.extending import intrinsic, register_model
from numba.core.typing.templates import AttributeTemplate
from numba.cuda.cudadecl import registry as declared
from numba.cuda.cudaimpl import registry as lowered
from numba.cuda.dispatcher import CUDADispatcher
from numba.np import arrayobj

from .deal import Variant

types: Any = numba_types
_SETTINGS = {"device": True, "debug": False, "lineinfo": False, "opt": True, "fastmath": False}


class Device(CUDADispatcher):
    """A device function. A literal among the arguments is no reason to compile it anew."""

    @classmethod
    def of(cls, function: Any) -> Device:
        return cls(function, targetoptions=dict(_SETTINGS))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        plain = {name: types.unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(types.unliteral, args)), plain)


class Game(types.Type):  # type: ignore[misc]
    """A record in the GPU's memory some of whose numbers are the same in all games of a run.

    Reading them takes no memory, and what they rule out takes no code; writing them does nothing.
    """

    def __init__(self, record: Any, fixed: tuple[tuple[str, int], ...]) -> None:
        self.record, self.fixed = record, dict(fixed)
        super().__init__(name=f"Game({fixed})")  # the record is always the same


@register_model(Game)
class _GameModel(models.RecordModel):
    def __init__(self, manager: Any, game: Game) -> None:
        super().__init__(manager, game.record)


@declared.register_attr
class _Fields(AttributeTemplate):
    key = Game

    def generic_resolve(self, game: Game, name: str) -> Any:  # type: ignore[override]
        return game.record.typeof(name) if name in game.record.fields else None


@lowered.lower_getattr_generic(Game)
def _read(context: Any, builder: Any, game: Game, value: Any, name: str) -> Any:
    if name in game.fixed:
        return context.get_constant(types.int64, game.fixed[name])
    return arrayobj.record_getattr(context, builder, game.record, value, name)


@lowered.lower_setattr_generic(Game)
def _write(context: Any, builder: Any, signature: Any, values: Any, name: str) -> Any:
    game, kind = signature.args
    if name not in game.fixed:
        as_record = signature.replace(args=(game.record, kind))
        arrayobj.record_setattr(context, builder, as_record, values, name)


def game_at(dtype: Any, variant: Variant) -> Any:
    """What takes a game of a variant out of an array of records."""
    record = from_dtype(dtype)
    fixed = tuple(
        (name, int(value)) for name, value in variant._asdict().items() if name in record.fields
    )
    game = Game(record, fixed)

    @intrinsic
    def as_game(typing_context: Any, given: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return values[0]

        return game(given), lower

    @cuda.jit(device=True)
    def taken(games, at):
        return as_game(games[at])

    return taken
