"""A player that has taught itself: a net that says what to do and what to expect.

| module | what it does |
|---|---|
| `inputs` | what the net is told of a decision, compiled |
| `net` | the net as a record: its layers, read from the file of its weights |
| `thinking` | from inputs to what a net thinks of every legal action, compiled |
| `net_move` | a decision of any kind by a net, compiled |
"""
