"""Games for a net that learns by playing itself (`scripts/teach.py`, `docs/learning.md`).

| module | what it does |
|---|---|
| `lessons` | games side by side, with the inputs of a net for whoever owes a decision, compiled |
| `school` | ``School``: those games as arrays, in all setups, on all cores |
| `matches` | whole games between nets and bots that do not search |
"""
