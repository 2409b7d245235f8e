"""What is compiled before somebody waits for it."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import mirabilia.game
from mirabilia.engine import warm
from mirabilia.engine.jit import UNCOMPILED


def compiled_in(module: ModuleType) -> Iterator[Any]:
    """The compiled functions that a module names."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Name):
            yield getattr(module, node.id, None)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield getattr(getattr(module, node.value.id, None), node.attr, None)


@pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")
def test_all_that_the_face_calls_of_the_engine_is_compiled_with_it() -> None:
    """Else it would be compiled in the middle of a game, also where code was taken along."""
    compiled = {found for found in compiled_in(warm) if hasattr(found, "py_func")}
    modules = [
        importlib.import_module(f"mirabilia.game.{found.name}")
        for found in pkgutil.iter_modules(mirabilia.game.__path__)
    ]
    called = {
        f"{module.__name__}: {found.__qualname__}"
        for module in modules
        for found in compiled_in(module)
        if hasattr(found, "py_func") and found not in compiled
    }
    assert len(compiled) > 20
    assert called == set()
