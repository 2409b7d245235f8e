"""What Numba writes for a GPU becomes one module, and the code of it is kept."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mirabilia.engine import chance, device_code

KERNEL = """\
target triple = "nvptx64-nvidia-cuda"
@"env" = common global i8* null
declare i64 @"inner"(i64 %"x")
define void @"kernel"(i64 %"x")
{
entry:
  %".1" = call i64 @"inner"(i64 %"x")
  ret void
}
!nvvmir.version = !{ !0 }
!nvvm.annotations = !{ !1 }
!0 = !{ i32 2, i32 0, i32 3, i32 2 }
!1 = !{ void (i64)* @"kernel", !"kernel", i32 1 }"""
INNER = """\
target triple = "nvptx64-nvidia-cuda"
define linkonce_odr i64 @"inner"(i64 %"x")
{
entry:
  br label %"again"
again:
  %".1" = load i64, i64* null, !range !1
  %".2" = icmp slt i64 %".1", 0
  %".3" = add i64 %".1", 7
  %".4" = select  i1 %".2", i64 %".3", i64 %".1"
  br i1 true, label %"again", label %"out"
out:
  ret i64 %".4"
}
!nvvmir.version = !{ !0 }
!0 = !{ i32 2, i32 0, i32 3, i32 2 }
!1 = !{ i64 0, i64 9 }"""


def test_functions_become_one_module() -> None:
    text = device_code.one_module([KERNEL, INNER, INNER], longest=10_000)
    assert text.count("define ") == 2
    assert 'define internal i64 @"inner"(i64 %"x")\n' in text
    assert "declare" not in text
    assert f'@"kernel", !"maxnreg", i32 {device_code.REGISTERS}' in text
    (kept,) = re.findall(r"!range (!\d+)", text)
    assert f"{kept} = !{{ i64 0, i64 9 }}" in text


def test_loops_stay_as_they_are_and_no_index_counts_from_the_end() -> None:
    text = device_code.one_module([KERNEL, INNER], longest=10_000)
    (loop,) = re.findall(r'label %"out", !llvm\.loop (!\d+)', text)
    assert re.search(rf"{loop} = distinct !\{{ {loop}, (!\d+) }}", text)
    assert text.count("llvm.loop.unroll.disable") == 1
    assert '%".4" = select  i1 false, i64 %".3", i64 %".1"' in text


def test_a_long_function_is_not_copied_into_its_callers() -> None:
    text = device_code.one_module([KERNEL, INNER], longest=10)
    assert 'define internal i64 @"inner"(i64 %"x") noinline\n' in text
    assert 'define void @"kernel"(i64 %"x")\n' in text


def test_code_is_made_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = []

    def compile_ptx(function: Any, signature: Any, cc: Any) -> tuple[str, None]:
        made.append(signature)
        return ".visible .entry begin(", None

    device = SimpleNamespace(compute_capability=(9, 0))
    numba = SimpleNamespace(get_current_device=lambda: device, compile_ptx=compile_ptx)
    monkeypatch.setattr(device_code, "cuda", numba)
    monkeypatch.setattr(device_code, "CACHE", tmp_path)

    def code(what: str) -> device_code.Code:
        return device_code.code_of(print, ("int64",), what, 10, str.encode)

    assert code("one") == code("one") == device_code.Code("begin", b".visible .entry begin(")
    assert len(made) == 1
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])  # spoilt: it counts as missing
    assert code("one") == code("one")
    assert len(made) == 2
    code("two")
    assert len(made) == 3


def test_a_seed_alone_gives_the_state_of_a_seed_among_others() -> None:
    with np.errstate(over="ignore"):
        alone = [chance.mix(np.uint64(seed), 1) for seed in range(5)]
    assert alone == chance.states(range(5), 1).tolist()
