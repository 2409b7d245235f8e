"""The sentences of the story, and how they are filled in.

Every sentence is whole, so that it can be translated as one; what changes stands in named slots.
A sentence about a seat has several wordings: about somebody else, to the reader about himself,
and, where somebody else has just been named, one that goes on without the name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .. import labels
from ..faces.cards import Face

_MOST_TEMPLATES = 1024
STOPS = (".", ",", ";", ":", ")")


class Message(NamedTuple):
    """A text to be translated; ``many`` is its plural, where it has a number."""

    one: str
    many: str = ""


def N_(text: str) -> Message:
    """Marks a text for translation where it is only listed."""
    return Message(text)


def ngettext(one: str, many: str) -> Message:
    """The same for a text with a number, ``num``."""
    return Message(one, many)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence: plain ``text``, or a ``card``, ``seat`` or ``token`` to be drawn.

    ``ref`` is the id of the card or the kind of the token, ``value`` the token's or the seat.
    """

    kind: str
    text: str
    ref: str = ""
    value: int = 0
    face: Face | None = None

    def stop(self, after: Part | None) -> str:
        """The full stop or comma that follows what is drawn; empty if none does."""
        if self.kind == "text" or not after or after.kind != "text":
            return ""
        return after.text[0] if after.text[:1] in STOPS else ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The wordings of a sentence; ``to_you``: the reader is the one it is done to."""

    they: Message
    you: Message
    then: Message | None = None
    to_you: Message | None = None
    then_to_you: Message | None = None


Slot = Part | tuple[Part, ...] | str | int
"""What a slot may hold; several parts follow each other."""

_SLOT = re.compile(r"%\((\w+)\)[sd]|%(%)")


def filled(template: str, slots: Mapping[str, Slot]) -> tuple[Part, ...]:
    """A sentence as parts; a slot that a translation made up stays empty.

    >>> [part.text for part in filled("%(who)s takes %(num)d coins.", {"who": "Ann", "num": 3})]
    ['Ann takes 3 coins.']
    """
    parts: list[Part] = []
    text = ""
    for before, slot in _pieces(template):
        text += before
        value = slots.get(slot, "")
        if isinstance(value, str | int):
            text += str(value)
            continue
        for part in (value,) if isinstance(value, Part) else value:
            if part.kind == "text":
                text += part.text
                continue
            if text:
                parts.append(Part("text", text))
                text = ""
            parts.append(part)
    if text:
        parts.append(Part("text", text))
    return tuple(parts)


@lru_cache(maxsize=_MOST_TEMPLATES)
def _pieces(template: str) -> tuple[tuple[str, str], ...]:
    """What stands before each slot, and its name; after the last one, none."""
    found, at = [], 0
    for slot in _SLOT.finditer(template):
        before = template[at : slot.start()]
        found.append((before, slot[1]) if slot[1] else (before + "%", ""))
        at = slot.end()
    return (*found, (template[at:], ""))


BEFORE = N_("Before the first age")
RECRUITING = N_("Age %(age)s: leaders")
TURN = N_("Age %(age)s, turn %(turn)s")
WAR = N_("War at the end of age %(age)s")
NAVAL = N_("Naval conflict at the end of age %(age)s")

FREE_CITY = N_("The Free City")
THE_FREE_CITY = N_("the Free City")
STAGE_OF = N_("stage %(stage)s of %(wonder)s")
# What something was lost for, or came from.
TAX_OF = N_("tax of %(who)s")
YOUR_TAX = N_("your tax")
CARD_OF = N_("%(card)s of %(who)s")
YOUR_CARD = N_("your %(card)s")
STAGE_BY = N_("%(stage)s (%(who)s)")
YOUR_STAGE = N_("your %(stage)s")
SHARE = N_("%(cause)s (%(num)d)")
COINS = ngettext("%(num)d coin", "%(num)d coins")
DEBTS = ngettext("%(num)d debt", "%(num)d debts")
RAID = N_("Raid!")
OVER = N_("The game is over.")
NOBODY_FIGHTS = N_("Nobody fights.")
ALL_EQUAL = N_("All who sail are equal: nobody takes a token.")
LEFT_OVER = ngettext(
    "%(num)d card is left over and discarded face down.",
    "%(num)d cards are left over and discarded face down.",
)
PUT_AWAY = ngettext(
    "%(num)d leader goes back into the box.", "%(num)d leaders go back into the box."
)
FLEETS = {colour: Message(words) for colour, words in labels.FLEETS.items()}

SENTENCES = {
    # What a seat did.
    "build_paid": Sentence(N_("%(who)s builds %(card)s."), N_("You build %(card)s.")),
    "build_chain": Sentence(
        N_("%(who)s builds %(card)s, free by its chain."),
        N_("You build %(card)s, free by its chain."),
    ),
    "build_right": Sentence(
        N_("%(who)s builds %(card)s for nothing, by right."),
        N_("You build %(card)s for nothing, by right."),
    ),
    "build_free": Sentence(
        N_("%(who)s builds %(card)s for nothing."), N_("You build %(card)s for nothing.")
    ),
    "stage": Sentence(
        N_("%(who)s builds stage %(stage)s of %(wonder)s."),
        N_("You build stage %(stage)s of %(wonder)s."),
    ),
    "stage_known": Sentence(
        N_("%(who)s builds stage %(stage)s of %(wonder)s with %(card)s."),
        N_("You build stage %(stage)s of %(wonder)s with %(card)s."),
    ),
    "stage_leader": Sentence(
        N_("%(who)s builds stage %(stage)s of %(wonder)s with a leader face down."),
        N_("You build stage %(stage)s of %(wonder)s with a leader face down."),
    ),
    "sell": Sentence(
        ngettext(
            "%(who)s sells a card for %(num)d coin.", "%(who)s sells a card for %(num)d coins."
        ),
        ngettext("You sell a card for %(num)d coin.", "You sell a card for %(num)d coins."),
    ),
    "sell_known": Sentence(
        ngettext(
            "%(who)s sells %(card)s for %(num)d coin.", "%(who)s sells %(card)s for %(num)d coins."
        ),
        ngettext("You sell %(card)s for %(num)d coin.", "You sell %(card)s for %(num)d coins."),
    ),
    "sell_leader": Sentence(
        ngettext(
            "%(who)s sells a leader for %(num)d coin.", "%(who)s sells a leader for %(num)d coins."
        ),
        ngettext("You sell a leader for %(num)d coin.", "You sell a leader for %(num)d coins."),
    ),
    "swap": Sentence(
        N_("%(who)s sells a card for an advance."), N_("You sell a card for an advance.")
    ),
    "swap_known": Sentence(
        N_("%(who)s sells %(card)s for an advance."), N_("You sell %(card)s for an advance.")
    ),
    "swap_leader": Sentence(
        N_("%(who)s sells a leader for an advance."), N_("You sell a leader for an advance.")
    ),
    "rebuild": Sentence(
        N_("%(who)s builds %(card)s out of the discard pile."),
        N_("You build %(card)s out of the discard pile."),
    ),
    "recruit": Sentence(N_("%(who)s recruits %(card)s."), N_("You recruit %(card)s.")),
    "pick": Sentence(N_("%(who)s keeps %(card)s."), N_("You keep %(card)s.")),
    "side": Sentence(
        N_("%(who)s plays side %(side)s of %(wonder)s."),
        N_("You play side %(side)s of %(wonder)s."),
    ),
    # What came with it.
    "pay": Sentence(
        ngettext(
            "%(who)s pays %(num)d coin to %(whom)s.", "%(who)s pays %(num)d coins to %(whom)s."
        ),
        ngettext("You pay %(num)d coin to %(whom)s.", "You pay %(num)d coins to %(whom)s."),
        ngettext("Pays %(num)d coin to %(whom)s.", "Pays %(num)d coins to %(whom)s."),
        ngettext("%(who)s pays you %(num)d coin.", "%(who)s pays you %(num)d coins."),
        ngettext("Pays you %(num)d coin.", "Pays you %(num)d coins."),
    ),
    "pay_bank": Sentence(
        ngettext(
            "%(who)s pays %(num)d coin to the bank.", "%(who)s pays %(num)d coins to the bank."
        ),
        ngettext("You pay %(num)d coin to the bank.", "You pay %(num)d coins to the bank."),
        ngettext("Pays %(num)d coin to the bank.", "Pays %(num)d coins to the bank."),
    ),
    "gain_for": Sentence(
        ngettext(
            "%(who)s takes %(num)d coin: %(causes)s.", "%(who)s takes %(num)d coins: %(causes)s."
        ),
        ngettext("You take %(num)d coin: %(causes)s.", "You take %(num)d coins: %(causes)s."),
        ngettext("Takes %(num)d coin: %(causes)s.", "Takes %(num)d coins: %(causes)s."),
    ),
    "gain": Sentence(
        ngettext("%(who)s takes %(num)d coin.", "%(who)s takes %(num)d coins."),
        ngettext("You take %(num)d coin.", "You take %(num)d coins."),
        ngettext("Takes %(num)d coin.", "Takes %(num)d coins."),
    ),
    "bury": Sentence(
        N_("%(who)s buries %(card)s."), N_("You bury %(card)s."), N_("Buries %(card)s.")
    ),
    "copy_for": Sentence(
        N_("%(who)s copies %(causes)s."), N_("You copy %(causes)s."), N_("Copies %(causes)s.")
    ),
    "copy": Sentence(
        N_("%(who)s copies %(card)s."), N_("You copy %(card)s."), N_("Copies %(card)s.")
    ),
    "draw_leaders": Sentence(
        ngettext("%(who)s draws %(num)d leader.", "%(who)s draws %(num)d leaders."),
        ngettext("You draw %(num)d leader.", "You draw %(num)d leaders."),
        ngettext("Draws %(num)d leader.", "Draws %(num)d leaders."),
    ),
    "advance": Sentence(
        N_("%(who)s advances %(fleet)s to space %(space)s."),
        N_("You advance %(fleet)s to space %(space)s."),
        N_("Advances %(fleet)s to space %(space)s."),
    ),
    "explore": Sentence(
        ngettext(
            "%(who)s explores level %(level)s and draws %(num)d island.",
            "%(who)s explores level %(level)s and draws %(num)d islands.",
        ),
        ngettext(
            "You explore level %(level)s and draw %(num)d island.",
            "You explore level %(level)s and draw %(num)d islands.",
        ),
        ngettext(
            "Explores level %(level)s and draws %(num)d island.",
            "Explores level %(level)s and draws %(num)d islands.",
        ),
    ),
    "island": Sentence(
        N_("%(who)s finds %(card)s."), N_("You find %(card)s."), N_("Finds %(card)s.")
    ),
    "victory": Sentence(
        N_("%(who)s takes a victory token, %(token)s."),
        N_("You take a victory token, %(token)s."),
        N_("Takes a victory token, %(token)s."),
    ),
    "forfeit": Sentence(
        N_("%(who)s gives up a victory token, %(token)s."),
        N_("You give up a victory token, %(token)s."),
        N_("Gives up a victory token, %(token)s."),
    ),
    "forfeit_for": Sentence(
        N_("%(who)s gives up a victory token, %(token)s: %(causes)s."),
        N_("You give up a victory token, %(token)s: %(causes)s."),
        N_("Gives up a victory token, %(token)s: %(causes)s."),
    ),
    "discard_defeats": Sentence(
        ngettext("%(who)s discards %(num)d defeat.", "%(who)s discards %(num)d defeats."),
        ngettext("You discard %(num)d defeat.", "You discard %(num)d defeats."),
        ngettext("Discards %(num)d defeat.", "Discards %(num)d defeats."),
    ),
    "diplomacy": Sentence(
        N_("%(who)s takes a diplomacy token."),
        N_("You take a diplomacy token."),
        N_("Takes a diplomacy token."),
    ),
    "raid": Sentence(
        N_("%(who)s raids %(whom)s."),
        N_("You raid %(whom)s."),
        N_("Raids %(whom)s."),
        N_("%(who)s raids you."),
        N_("Raids you."),
    ),
    "tax": Sentence(
        ngettext("%(who)s levies a tax of %(num)d coin.", "%(who)s levies a tax of %(num)d coins."),
        ngettext("You levy a tax of %(num)d coin.", "You levy a tax of %(num)d coins."),
        ngettext("Levies a tax of %(num)d coin.", "Levies a tax of %(num)d coins."),
    ),
    # Losses, and what nobody could use.
    "loss": Sentence(
        ngettext("%(who)s loses %(num)d coin.", "%(who)s loses %(num)d coins."),
        ngettext("You lose %(num)d coin.", "You lose %(num)d coins."),
        ngettext("Loses %(num)d coin.", "Loses %(num)d coins."),
    ),
    "debts": Sentence(
        ngettext("%(who)s takes %(num)d debt.", "%(who)s takes %(num)d debts."),
        ngettext("You take %(num)d debt.", "You take %(num)d debts."),
        ngettext("Takes %(num)d debt.", "Takes %(num)d debts."),
    ),
    "loss_for": Sentence(
        ngettext(
            "%(who)s loses %(num)d coin: %(causes)s.", "%(who)s loses %(num)d coins: %(causes)s."
        ),
        ngettext("You lose %(num)d coin: %(causes)s.", "You lose %(num)d coins: %(causes)s."),
        ngettext("Loses %(num)d coin: %(causes)s.", "Loses %(num)d coins: %(causes)s."),
    ),
    "debts_for": Sentence(
        ngettext(
            "%(who)s takes %(num)d debt: %(causes)s.", "%(who)s takes %(num)d debts: %(causes)s."
        ),
        ngettext("You take %(num)d debt: %(causes)s.", "You take %(num)d debts: %(causes)s."),
        ngettext("Takes %(num)d debt: %(causes)s.", "Takes %(num)d debts: %(causes)s."),
    ),
    "loss_and_debts_for": Sentence(
        N_("%(who)s loses %(coins)s and takes %(debts)s: %(causes)s."),
        N_("You lose %(coins)s and take %(debts)s: %(causes)s."),
        N_("Loses %(coins)s and takes %(debts)s: %(causes)s."),
    ),
    "discard": Sentence(
        N_("%(who)s has %(card)s left over and discards it."),
        N_("You have %(card)s left over and discard it."),
    ),
    "put_away": Sentence(
        N_("%(who)s puts %(card)s back into the box."), N_("You put %(card)s back into the box.")
    ),
    # The war and the sea. In conflicts `who` has more shields, except in a draw.
    "use_diplomacy": Sentence(
        N_("%(who)s stays out of the war by diplomacy."),
        N_("You stay out of the war by diplomacy."),
    ),
    "use_diplomacy_in_team": Sentence(
        N_("%(who)s fights for one token less, by diplomacy."),
        N_("You fight for one token less, by diplomacy."),
    ),
    "beat": Sentence(
        N_(
            "%(who)s beats %(whom)s with %(more)s to %(fewer)s shields "
            "and takes %(won)s; %(whom)s takes %(lost)s."
        ),
        N_(
            "You beat %(whom)s with %(more)s to %(fewer)s shields "
            "and take %(won)s; %(whom)s takes %(lost)s."
        ),
        to_you=N_(
            "%(who)s beats you with %(more)s to %(fewer)s shields "
            "and takes %(won)s; you take %(lost)s."
        ),
    ),
    "beat_redirected": Sentence(
        N_(
            "%(who)s beats %(whom)s with %(more)s to %(fewer)s shields "
            "and takes %(won)s, but has to take %(lost)s too."
        ),
        N_(
            "You beat %(whom)s with %(more)s to %(fewer)s shields "
            "and take %(won)s, but have to take %(lost)s too."
        ),
        to_you=N_(
            "%(who)s beats you with %(more)s to %(fewer)s shields "
            "and takes %(won)s, but has to take %(lost)s too."
        ),
    ),
    "beat_for_nothing": Sentence(
        N_("%(who)s has more shields than %(whom)s, %(more)s to %(fewer)s; diplomacy saves both."),
        N_("You have more shields than %(whom)s, %(more)s to %(fewer)s; diplomacy saves both."),
        to_you=N_(
            "%(who)s has more shields than you, %(more)s to %(fewer)s; diplomacy saves both."
        ),
    ),
    "draw": Sentence(
        ngettext(
            "%(who)s and %(whom)s draw, with %(num)d shield each.",
            "%(who)s and %(whom)s draw, with %(num)d shields each.",
        ),
        ngettext(
            "You and %(whom)s draw, with %(num)d shield each.",
            "You and %(whom)s draw, with %(num)d shields each.",
        ),
        to_you=ngettext(
            "%(who)s and you draw, with %(num)d shield each.",
            "%(who)s and you draw, with %(num)d shields each.",
        ),
    ),
    "spoils": Sentence(
        ngettext(
            "%(who)s takes %(num)d coin for victories.",
            "%(who)s takes %(num)d coins for victories.",
        ),
        ngettext("You take %(num)d coin for victories.", "You take %(num)d coins for victories."),
    ),
    "naval": Sentence(
        N_("%(who)s has naval strength %(strength)s."), N_("You have naval strength %(strength)s.")
    ),
    "naval_token": Sentence(
        N_("%(who)s has naval strength %(strength)s: %(token)s."),
        N_("You have naval strength %(strength)s: %(token)s."),
    ),
    "stay_out": Sentence(
        N_("%(who)s stays out of the naval conflict."), N_("You stay out of the naval conflict.")
    ),
}
