"""Where in the rules something stands: the sections of ``/rules``, and which of them answers a
question that comes up at a table or about a card.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....catalogue import RESOURCES, SCIENCE
from ....texts import N_, NP_

SECTIONS: Mapping[str, str | tuple[str, str]] = {
    "goal": N_("What it is about"),
    "setup": N_("Before the first turn"),
    "turn": N_("How a turn goes"),
    "uses": N_("Three things to do with a card"),
    "paying": N_("Paying"),
    "chains": N_("Chains"),
    "colours": N_("The colours"),
    "wonders": N_("What some wonders do"),
    "war": N_("War"),
    "science": N_("Science"),
    "end": N_("The end"),
    "two": N_("Two players"),
    "leaders": NP_("box", "Leaders"),
    "cities": NP_("box", "Cities"),
    "armada": NP_("box", "Armada"),
    "eight": N_("Eight players"),
    "teams": N_("Teams"),
    "editions": N_("What differs between the editions"),
    "symbols": N_("All symbols"),
}
# Parts of sections that have addresses of their own.
PARTS: Mapping[str, str] = {
    "building": N_("Build it"),
    "stages": N_("Build a stage of your wonder with it"),
    "selling": N_("Sell it"),
    "buying": N_("Buying from neighbours"),
    "discard": N_("From the discard pile"),
    "last-card": N_("The last card"),
    "recruiting": N_("Recruiting"),
    "losses": N_("Losses and debts"),
    "diplomacy": N_("Diplomacy"),
    "ships": N_("Fleets"),
    "taxes": N_("Taxes and pirates"),
    "islands": N_("Islands"),
    "naval": N_("Naval conflict"),
}
TITLES: Mapping[str, str | tuple[str, str]] = {**SECTIONS, **PARTS}
# What is asked at a table, by the kind of decision.
ON_DECISIONS: Mapping[str, str] = {
    "side": "setup",
    "draft": "leaders",
    "leader": "recruiting",
    "play": "uses",
    "last_card": "last-card",
    "rebuild": "discard",
    "island": "islands",
    "advance": "ships",
    "loss": "losses",
    "forfeit": "leaders",
    "recruit": "recruiting",
    "bury": "leaders",
    "copy": "leaders",
    "sail": "naval",
}
# The lines of the score sheet.
ON_LINES: Mapping[str, str] = {
    "military": "war",
    "coins": "end",
    "wonder": "stages",
    "blue": "colours",
    "yellow": "colours",
    "green": "science",
    "purple": "colours",
    "leaders": "leaders",
    "black": "cities",
    "debts": "losses",
    "naval": "naval",
    "islands": "islands",
}
# What something brings (telling/printed).
RULES_ON: Mapping[str, str] = {
    "shields": "war",
    "tokens": "war",
    **dict.fromkeys((*SCIENCE, "science"), "science"),
    **dict.fromkeys((*RESOURCES, "resource"), "paying"),
    "trade": "buying",
    "chain": "chains",
    "saving": "paying",
    "cards": "wonders",
    "losses": "losses",
    "leaders": "leaders",
    "sea": "armada",
    "points": "end",
    "counting": "colours",
}
RULES = "/rules"


def rules_address(anchor: str) -> str:
    return f"{RULES}#{anchor}"


def rule_on_decision(kind: str) -> str:
    return rules_address(ON_DECISIONS.get(kind, "turn"))


def rule_on_line(line: str) -> str:
    return rules_address(ON_LINES.get(line, "end"))
