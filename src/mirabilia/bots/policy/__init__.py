"""The policy that plays games out in a search.

``base`` and ``expansions`` choose, ``value`` weighs, ``pay`` pays; ``weights`` and ``taste`` are
what it was taught, ``steering`` is how a search leans on it.
"""
