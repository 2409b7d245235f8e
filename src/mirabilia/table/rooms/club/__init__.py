"""The club: named players of a server, their ratings, seasons and tournaments.

``club`` is the only door to it. ``rows`` says what the database holds; ``players``, ``links``
and ``passphrases`` are who somebody is; ``counting`` and ``figures`` what games come to;
``tournaments``, ``draw``, ``points`` and ``rounds`` are tournaments; ``keeping`` is what the club's
keeper does. Nothing of it is held in memory: it is read from the database when asked for.
"""
