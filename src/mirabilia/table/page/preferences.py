"""What a reader may set for his browser, in the menu of every page: how it looks, what it tells.

Each choice is kept in a cookie of its own, so that the server sends the page as it is wanted; the
pages' scripts write it (look.js), and read it from the page's first element.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...texts import N_


@dataclass(frozen=True, slots=True)
class Preference:
    """What can be set, what it is about, and its values with their words, the usual one first."""

    legend: str
    values: Mapping[str, str]


PREFERENCES = {
    "theme": Preference(
        N_("Colours"), {"auto": N_("as the system"), "light": N_("light"), "dark": N_("dark")}
    ),
    "motion": Preference(N_("Animations"), {"on": N_("on"), "off": N_("off")}),
    "tap": Preference(
        N_("Choices other than cards of the hand"),
        {"two": N_("choose, then confirm"), "one": N_("one tap is enough")},
    ),
    "lessons": Preference(N_("Bubbles of the first game"), {"on": N_("on"), "off": N_("off")}),
    "sound": Preference(N_("Sounds"), {"off": N_("off"), "on": N_("on")}),
    "talk": Preference(
        N_("When others talk and you look elsewhere"),
        {"on": N_("the tab says so"), "off": N_("nothing says so")},
    ),
    "notify": Preference(
        N_("When it is your turn and you look elsewhere"),
        {
            "off": N_("only the tab says so"),
            "on": N_("the browser notifies you"),
            "push": N_("also while it is closed"),
        },
    ),
}


def chosen(cookies: Mapping[str, str]) -> dict[str, str]:
    """What a browser has set; what nobody could have set counts for nothing."""
    return {
        name: value if (value := cookies.get(name, "")) in one.values else next(iter(one.values))
        for name, one in PREFERENCES.items()
    }
