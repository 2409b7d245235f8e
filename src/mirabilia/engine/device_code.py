"""From a function to a GPU's machine code, which is kept beside that of the processor.

Numba hands every function to NVIDIA's compiler as a module of its own, some of them many times.
Here they become one module, in which loops are left as they are: several copies of a loop's inside
make more code than a GPU can have at hand, and it waits for code as long as for memory. For the
same reason no index counts from the end.

What comes of it is kept in a file (``kept``), named by all that it depends on.
"""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from numba import cuda as numba_cuda

from .jit import CACHE
from .kept import ENDING, Folder, sealed, unsealed

cuda: Any = numba_cuda
REGISTERS = 128  # of a thread: as many as 512 threads of a block can have
_LIBRARY = "numba-cuda"
_NAME = r'"[^"]*"|[\w.$-]+'
_KEPT_AS_IT_IS = "!nvvmir.version = !{ !0 }\n!0 = !{ i32 2, i32 0, i32 3, i32 2 }"
_FIRST_NOTE = 10
# What Numba makes of every index, for those that count from the end; none of ours does.
_FROM_THE_END = re.compile(
    r"""(\ \ (%"[^"]*")\ =\ icmp\ slt\ i64\ (\S+),\ 0\n
    \ \ (%"[^"]*")\ =\ add\ i64\ \3,\ \S+\n
    \ \ %"[^"]*"\ =\ select\s+i1\ )\2(,\ i64\ \4,\ i64\ \3)""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Code:
    """Machine code, and by which name it begins."""

    entry: str
    binary: bytes


def code_of(
    function: Callable[..., Any],
    signature: tuple[Any, ...],
    what: str,
    longest: float,
    link: Callable[[str], bytes],
) -> Code:
    """The code of a function for arguments of such types; ``what`` it is, beyond that.

    A function of more characters than ``longest`` is called, never put into those that call it.
    ``link`` makes machine code of what NVIDIA's compiler writes. It is the same for the same GPU.
    """
    able = tuple(cuda.get_current_device().compute_capability)
    text = f"{what} {signature} {able} {_version()} {longest} {REGISTERS}"
    name = f"gpu-{hashlib.sha256(text.encode()).hexdigest()[:16]}{ENDING}"
    folder = Folder(CACHE)
    data = folder.read(name)
    payload = data and unsealed(data)
    if payload:
        with suppress(Exception):  # whatever is wrong with it, it can be made again
            return Code(*pickle.loads(payload))
    with _as_one_module(longest):
        written, _ = cuda.compile_ptx(function, signature, cc=able)
    entry = re.search(r"\.visible\s+\.entry\s+([\w$]+)", written)
    assert entry
    code = Code(entry[1], link(written))
    folder.write(name, sealed(pickle.dumps((code.entry, code.binary))))
    return code


def _version() -> str:
    try:
        return version(_LIBRARY)
    except PackageNotFoundError:  # then it is Numba's own, whose version is that of Numba
        return ""


@contextmanager
def _as_one_module(longest: float) -> Iterator[None]:
    """While this lasts, Numba hands over one module."""
    from numba.cuda.cudadrv import nvvm

    compiler: Any = nvvm
    given = compiler.compile_ir

    def compile_ir(modules: str | Sequence[str], **options: Any) -> Any:
        all_of_them = [modules] if isinstance(modules, str) else modules
        return given(one_module(all_of_them, longest), **options)

    compiler.compile_ir = compile_ir
    try:
        yield
    finally:
        compiler.compile_ir = given


@dataclass
class _Parts:
    """What modules are made of, each once, by its name."""

    functions: dict[str, list[str]] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    notes: dict[str, int] = field(default_factory=dict)  # numbered anew
    kernel: str = ""
    loops: int = 0

    def note(self, content: str) -> str:
        return f"!{self.notes.setdefault(content, _FIRST_NOTE + len(self.notes))}"


def one_module(modules: Sequence[str], longest: float) -> str:
    """All functions of some modules, the first of which has the kernel's; LLVM's text."""
    parts = _Parts()
    for module in dict.fromkeys(modules):
        _read(parts, module.splitlines())
    lines = [line for line in modules[0].splitlines()[:8] if line.startswith("target ")]
    lines += parts.variables.values()
    lines += [line for name, line in parts.declared.items() if name not in parts.functions]
    first_loop = _FIRST_NOTE + len(parts.notes) + 1
    for name, body in parts.functions.items():
        long = sum(map(len, body)) > longest
        lines += _function(parts, name, body, first_loop, long=long)
    kernel = parts.kernel
    lines += [_KEPT_AS_IT_IS, "!nvvm.annotations = !{ !1, !2 }", f"!1 = {kernel}"]
    lines.append("!2 = " + kernel.replace('!"kernel", i32 1', f'!"maxnreg", i32 {REGISTERS}'))
    lines += [f"!{number} = {content}" for content, number in parts.notes.items()]
    lines.append(f'!{first_loop - 1} = !{{ !"llvm.loop.unroll.disable" }}')
    for number in range(first_loop, first_loop + parts.loops):
        lines.append(f"!{number} = distinct !{{ !{number}, !{first_loop - 1} }}")
    return _FROM_THE_END.sub(r"\1false\5", "\n".join(lines))


def _read(parts: _Parts, lines: list[str]) -> None:
    """Take up a module."""
    own = {}
    for line in lines:
        if found := re.match(r"(!\d+) = (!\{.*)", line):
            own[found[1]] = found[2]
        elif found := re.match(r"!nvvm\.annotations = !\{ (!\d+)", line):
            kernel = found[1]
            parts.kernel = parts.kernel or kernel
    parts.kernel = own.get(parts.kernel, parts.kernel)

    def renumbered(line: str) -> str:
        if "!" not in line:
            return line
        return re.sub(r"!\d+", lambda at: parts.note(own[at[0]]) if at[0] in own else at[0], line)

    rest = iter(lines)
    for line in rest:
        if line.startswith("define"):
            body = [line]
            while body[-1] != "}":
                body.append(renumbered(next(rest)))
            parts.functions.setdefault(_name(line), body)
        elif line.startswith("declare"):
            parts.declared.setdefault(_name(line), line)
        elif line.startswith("@"):
            parts.variables.setdefault(line.split(" = ")[0], line)


def _name(line: str) -> str:
    """The name of the function that a line declares."""
    found = re.search(rf"@({_NAME})\s*\(", line)
    assert found
    return found[1].strip('"')


def _function(
    parts: _Parts, name: str, body: list[str], first_loop: int, *, long: bool
) -> Iterator[str]:
    """A function, for this module alone; its loops stay as they are."""
    head = body[0]
    if name not in parts.kernel:
        head = re.sub(r"^define (linkonce_odr )?", "define internal ", head)
        head += " noinline" if long else ""
    yield head
    before = set()
    for line in body[1:]:
        if found := re.match(rf"({_NAME}):", line):
            before.add(found[1].strip('"'))
        if line.lstrip().startswith("br ") and any(
            label.strip('"') in before for label in re.findall(rf"label %({_NAME})", line)
        ):
            line += f", !llvm.loop !{first_loop + parts.loops}"
            parts.loops += 1
        yield line
