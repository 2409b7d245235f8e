"""Why something can't be built: a code with its values; words are found where it is shown.

``SENTENCES`` lists all codes there are, each with its words in plain English; a page has others, in
the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

BUILT = "built"
TOO_DEAR = "too_dear"
TOO_FEW = "too_few"
NOBODY_SELLS = "nobody_sells"
NOT_AT_ONCE = "not_at_once"
WONDER_COMPLETE = "wonder_complete"
NOT_THIS_STAGE = "not_this_stage"
NO_SHIPS = "no_ships"
NO_SHIP_WITH_LEADER = "no_ship_with_leader"
NO_SHIP_WITH_COLOUR = "no_ship_with_colour"
FLEET_AT_END = "fleet_at_end"
FLEET_STAYS = "fleet_stays"
SHIP_TOO_DEAR = "ship_too_dear"

SENTENCES = {
    BUILT: "already built",
    TOO_DEAR: "costs {price}, {purse} in hand",
    TOO_FEW: "only {found} of {wanted} {kind} to be had here",
    NOBODY_SELLS: "nobody here has {kinds}",
    NOT_AT_ONCE: "not enough {kinds} at the same time",
    WONDER_COMPLETE: "the wonder is complete",
    NOT_THIS_STAGE: "stage {stage} can't be built now",
    NO_SHIPS: "there are no ships in this game",
    NO_SHIP_WITH_LEADER: "no ship comes with recruiting a leader",
    NO_SHIP_WITH_COLOUR: "no ship comes with a {colour} card",
    FLEET_AT_END: "the {colour} fleet is at the end of its track",
    FLEET_STAYS: "the {colour} fleet can't advance with a stage now",
    SHIP_TOO_DEAR: "the ship can't be paid for",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """A code of ``SENTENCES`` and its values, which are JSON-safe.

    ``price``, ``purse``, ``found``, ``wanted`` and ``stage`` are numbers, ``kind`` and ``colour``
    are ids, ``kinds`` is a list of resources, each as often as it is lacking.
    """

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """Such as ``costs 3 coins, 1 in hand``."""
        said = {key: _SAID.get(key, str)(value) for key, value in self.values.items()}
        return SENTENCES[self.code].format_map(said)


def _coins(number: int) -> str:
    return "1 coin" if number == 1 else f"{number} coins"


def _listed(kinds: Sequence[str]) -> str:
    """Such as ``2 wood, stone and glass``."""
    counted = [
        kind if kinds.count(kind) == 1 else f"{kinds.count(kind)} {kind}"
        for kind in dict.fromkeys(kinds)
    ]
    return counted[0] if len(counted) == 1 else f"{', '.join(counted[:-1])} and {counted[-1]}"


_SAID: dict[str, Callable[[Any], str]] = {"price": _coins, "kinds": _listed}
