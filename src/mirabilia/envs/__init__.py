"""The game in the forms that libraries for learning expect, on games that are stepped together.

| module | what it does |
|---|---|
| `mirabilia_v0` | PettingZoo: all seats learn, at the same time or one after the other |
| `gymnasium_env`, `gymnasium_vector` | Gymnasium: one seat learns, bots have the others |
| `open_spiel_game` | OpenSpiel: the game with the deal as chance at its root |
| `sitting` | games in which learners and bots sit, for all of them |
| `playing` | the same in compiled code |
| `flat` | an observation as one row of numbers |
| `answering` | what becomes of an answer that is illegal |
| `drawing`, `words` | a table as a picture, and in words |

Each form imports its library itself; importing this package loads none.
"""

from __future__ import annotations
