"""How long compiling everything takes, where that time goes, and what the code is worth.

``compare OTHER`` compiles this checkout and another one by turns, each into an empty cache, and has
both play the rows of ``mirabilia bench`` by turns: seconds, seconds of computing (on a machine that
does other things as well they say more), games a second, and whether the checksums are the same.
``where`` compiles everything in one process and says which steps took how long.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]


def run(checkout: Path, cache: Path, *arguments: str) -> tuple[str, float, float]:
    """A command of a checkout: what it says, its seconds and those of computing."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout / "src"),
        "MIRABILIA_CACHE": str(cache),
        "MIRABILIA_COMPILED": "",
    }
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "mirabilia", *arguments]
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, text=True, check=True, cwd=checkout
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    computing = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, time.perf_counter() - began, computing


def compare(other: Path, rounds: int, repeats: int) -> None:
    checkouts = {"before": other.resolve(), "now": HERE}
    seconds: dict[str, list[tuple[float, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        caches = {}
        for number in range(rounds):
            for name, checkout in checkouts.items():
                caches[name] = Path(folder, f"{name}-{number}")
                caches[name].mkdir(mode=0o700)
                _, took, computing = run(checkout, caches[name], "warm", "--quiet")
                seconds[name].append((took, computing))
                print(f"{name:8} {took:6.1f} s, computing {computing:6.1f} s", flush=True)
        for at, what in enumerate(("seconds", "computing")):
            best = {name: min(each[at] for each in all_of) for name, all_of in seconds.items()}
            print(f"{what}: {best['now'] / best['before']:.2f} of what it was")
        compare_games(checkouts, caches, repeats)


def compare_games(checkouts: dict[str, Path], caches: dict[str, Path], repeats: int) -> None:
    """The rows of ``bench`` on one core, the best of all turns."""
    best: dict[str, Counter[str]] = defaultdict(Counter)
    sums: dict[str, set[int]] = defaultdict(set)
    for _ in range(repeats):
        for name, checkout in checkouts.items():
            said, *_ = run(checkout, caches[name], "bench", "--cores", "1", "--json")
            for row in json.loads(said)["rows"]:
                key = f"{row['edition']} {'+'.join(row['expansions']) or 'base'} {row['players']}"
                best[name][key] = max(best[name][key], row["games_per_second"])
                sums[key].add(row["checksum"])
    print("games a second     before        now")
    for key, before in best["before"].items():
        now = best["now"][key]
        same = "the same games" if len(sums[key]) == 1 else "OTHER GAMES"
        print(f"{key:32} {before:10.0f} {now:10.0f}  {now / before:5.2f}  {same}")


class Clock:
    """Seconds of computing by step; what a step has others do is theirs."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.times: Counter[str] = Counter()
        self._inside: list[float] = []

    def follow(self, owner: Any, method: str, step: str) -> None:
        followed: Callable[..., Any] = getattr(owner, method)

        def timed(*given: Any, **named: Any) -> Any:
            began = time.process_time()
            self._inside.append(0.0)
            try:
                return followed(*given, **named)
            finally:
                took = time.process_time() - began
                self.spent[step] += took - self._inside.pop()
                self.times[step] += 1
                if self._inside:
                    self._inside[-1] += took

        setattr(owner, method, timed)


def where() -> None:
    """Must run in a process that has compiled nothing yet."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MIRABILIA_CACHE"], os.environ["MIRABILIA_COMPILED"] = folder, ""
        from numba.core import codegen, typed_passes, untyped_passes
        from numba.core.dispatcher import _FunctionCompiler

        from mirabilia.bots.compiled import compile_bots
        from mirabilia.bots.searcher import compile_search
        from mirabilia.engine import staged
        from mirabilia.engine.warm import compile_everything
        from mirabilia.lab.facts import ensure_lab_compiled

        clock, library = Clock(), codegen.CPUCodeLibrary
        clock.follow(_FunctionCompiler, "compile", "other passes")
        clock.follow(untyped_passes.TranslateByteCode, "run_pass", "reading bytecode")
        clock.follow(untyped_passes.InlineInlinables, "run_pass", "inlining")
        clock.follow(typed_passes.BaseTypeInference, "run_pass", "typing")
        clock.follow(typed_passes.NativeLowering, "run_pass", "writing LLVM's code")
        clock.follow(library, "add_ir_module", "LLVM: reading it")
        clock.follow(library, "_optimize_functions", "LLVM: function by function")
        clock.follow(library, "finalize", "LLVM: linking")
        clock.follow(library, "_optimize_final_module", "LLVM: optimising what is linked")
        clock.follow(codegen.JITCodeLibrary, "_finalize_specific", "LLVM: the processor's code")
        clock.follow(staged.Staged, "_complete", "keeping it")
        parts = {
            "engine": compile_everything,
            "bots": compile_bots,
            "search": compile_search,
            "lab": lambda: ensure_lab_compiled(quiet=True),
        }
        for part, job in parts.items():
            began = time.process_time()
            job()
            print(f"{part:40} {time.process_time() - began:6.1f} s", flush=True)
    print()
    for step, spent in clock.spent.most_common():
        print(f"{step:40} {spent:6.1f} s {clock.times[step]:6} times")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    compared = commands.add_parser("compare", help="with another checkout")
    compared.add_argument("other", type=Path)
    compared.add_argument("--rounds", type=int, default=2)
    compared.add_argument("--repeats", type=int, default=3)
    commands.add_parser("where", help="which steps take how long")
    options = parser.parse_args()
    if options.command == "compare":
        compare(options.other, options.rounds, options.repeats)
    else:
        where()


if __name__ == "__main__":
    main()
