"""The server's garbage collector: what stays for good is not looked through again and again.

Compiled code, catalogues and templates are hundreds of thousands of objects. Left as it is, Python
looks through all of them several times a minute, and everybody waits for a fifth of a second.
"""

from __future__ import annotations

import gc
from collections.abc import Awaitable

# How many more objects there are before the young, the older, and all that is not set apart are
# looked through: few enough that each time takes a few milliseconds.
THRESHOLDS = 10_000, 10, 10


async def spare_after(loaded: Awaitable[None]) -> None:
    """Set apart, once that is loaded which stays as long as the server runs."""
    await loaded
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
