"""What is asked of the GPU's driver itself: machine code, and to run it.

Numba's own way keeps nothing of what it has compiled but whole kernels of its own kind, in another
form from version to version; these few calls have been the same for many years.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any

from numba import cuda as numba_cuda

from .device_code import Code

cuda: Any = numba_cuda
_WRITTEN = 1  # what the compiler writes, for the driver to make code of
_Pointer = ctypes.c_void_p


class DriverError(RuntimeError):
    """The driver refuses; it says why in words of its own."""


@cache
def _driver() -> Any:
    cuda.current_context()  # makes this thread's
    return ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")


def _ask(function: str, *arguments: Any) -> None:
    answer = getattr(_driver(), function)(*arguments)
    if answer:
        said = ctypes.c_char_p()
        _driver().cuGetErrorString(answer, ctypes.byref(said))
        raise DriverError(f"{function}: {(said.value or b'').decode()} ({answer})")


def link(written: str) -> bytes:
    """Machine code for this GPU."""
    state, data, size = _Pointer(), _Pointer(), ctypes.c_size_t()
    text = written.encode() + b"\0"
    _ask("cuLinkCreate_v2", 0, None, None, ctypes.byref(state))
    try:
        _ask(
            "cuLinkAddData_v2",
            *(state, _WRITTEN, ctypes.c_char_p(text), ctypes.c_size_t(len(text))),
            *(b"mirabilia", 0, None, None),
        )
        _ask("cuLinkComplete", state, ctypes.byref(data), ctypes.byref(size))
        return ctypes.string_at(data, size.value)
    finally:
        _ask("cuLinkDestroy", state)


class Kernel:
    """Code on the GPU, ready to run."""

    def __init__(self, code: Code) -> None:
        self._module, self._function = _Pointer(), _Pointer()
        _ask("cuModuleLoadData", ctypes.byref(self._module), ctypes.c_char_p(code.binary))
        entry = code.entry.encode()
        _ask("cuModuleGetFunction", ctypes.byref(self._function), self._module, entry)

    def run(self, blocks: int, threads: int, *arrays: Any) -> None:
        """Run so many blocks of threads on arrays that lie on the GPU."""
        given = [value for array in arrays for value in _as_numba_does(array)]
        pointers = (_Pointer * len(given))(
            *(ctypes.cast(ctypes.byref(value), _Pointer) for value in given)
        )
        grid = blocks, 1, 1, threads, 1, 1
        _ask("cuLaunchKernel", self._function, *grid, 0, None, pointers, None)


def _as_numba_does(array: Any) -> list[Any]:
    """An array as Numba hands it over: whose it is, its size, where it is, shape and strides."""
    where = array.__cuda_array_interface__["data"][0]
    numbers = (array.size, array.dtype.itemsize)
    return [
        *(_Pointer(), _Pointer(), *map(ctypes.c_ssize_t, numbers), _Pointer(where or None)),
        *map(ctypes.c_ssize_t, (*array.shape, *array.strides)),
    ]
