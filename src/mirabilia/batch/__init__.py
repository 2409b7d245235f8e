"""Thousands of games stepped together, with observations and masks, for programs that learn.

| module | what it does |
|---|---|
| `batch` | ``Batch``: arrays, threads, seeds; what one uses |
| `layout` | the parts of an observation, the actions and their numbers |
| `stepping` | games begun, stepped and begun anew, compiled |
| `legal` | which actions are legal, and which move of the engine an action is, compiled |
| `observing` | what a seat may know as numbers, compiled |
| `knowing` | what a seat knows of others' hands, compiled |
"""

from __future__ import annotations

from .batch import Batch
from .layout import ACTIONS, CARDS, OBSERVATION, action, action_name

__all__ = ["ACTIONS", "CARDS", "OBSERVATION", "Batch", "action", "action_name"]
