"""What happened and how a city stands, sorted for whoever finds the words: terminal and pages.

All of it is worked out from views and events, so that nothing is told that a seat may not know.
``cities`` reads cities out of a view, ``chronicle`` sorts events into deeds, losses and wars,
``conflicts`` puts the events of wars together, ``causes`` works out what losses were for, ``news``
what the newest turn has changed, ``turning_points`` where to look first in a replay; ``notes`` says
what the phrase of an effect leaves open; ``printed`` says of everything printed how many there are,
what it costs and what it brings.
"""
