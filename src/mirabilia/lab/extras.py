"""Libraries that only some commands need: there, or a sentence that says how to get them."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ValueError):
    """A library is not installed; the message names the extra that brings it."""


def need(module: str, extra: str, purpose: str) -> Any:
    """Import a library of one of our extras."""
    try:
        return import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        raise MissingExtra(
            f"{purpose} needs {library}, which is not installed: pip install 'mirabilia[{extra}]'."
        ) from error
