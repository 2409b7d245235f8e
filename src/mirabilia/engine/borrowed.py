"""Arrays without their owners, in compiled code.

Numba counts who holds an array, and counts anew, atomically, wherever one of a tuple's is looked at
or one is handed on. In a batch that took about half of the time of a step, and threads that share
the arrays wait for each other. Whoever calls compiled code holds its arrays all the while, so
nothing need be counted there.
"""

from __future__ import annotations

from typing import Any, TypeVar

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .jit import UNCOMPILED

Value = TypeVar("Value")


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """An array that nobody owns, or a tuple of such."""
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        array.parent = cgutils.get_null_value(array.parent.type)
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind
        for at, part in enumerate(parts):
            held = _without_owner(context, builder, part, builder.extract_value(value, at))
            value = builder.insert_value(value, held, at)
    return value


@intrinsic
def _borrowed(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _without_owner(context, builder, signature.return_type, arguments[0])

    return value(value), codegen


def _as_it_is(value: Value) -> Value:
    return value


borrowed: Any = _as_it_is if UNCOMPILED else _borrowed
