"""The policy that plays games out in a search.

``base`` and ``expansions`` choose, ``value`` weighs, ``pay`` pays; ``weights`` and ``correction``
are what it was taught, ``bias`` is how a search leans on it.
"""
