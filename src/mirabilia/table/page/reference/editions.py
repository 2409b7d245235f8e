"""What the editions print differently."""

from __future__ import annotations

from ....catalogue import Board
from ....telling.printed import Thing
from ....texts import listed, texts
from .index import by_id, name_of


def differences(id: str, lang: str) -> str:
    """What the editions print differently, in a sentence; empty if nothing, or only one has it."""
    editions = [things[0] for things in by_id()[id].values()]
    if len(editions) < 2 or isinstance(editions[0], Board):
        return ""
    said = texts(lang)
    one, other = editions
    looked_at = {
        "age": said.gettext("its age"),
        "cost": said.gettext("its cost"),
        "costs": said.gettext("its costs"),
        "effects": said.gettext("what it does"),
        "free_with": said.gettext("what makes it free"),
        "makes_free": said.gettext("what it makes free"),
        "players": said.gettext("how many there are"),
    }
    differing = [
        words
        for name, words in looked_at.items()
        if getattr(one, name, None) != getattr(other, name, None)
    ]
    if name_of(one, lang) != name_of(other, lang):
        differing.insert(0, said.gettext("its name"))
    if not differing:
        return ""
    sentence = said.gettext("Between the editions differ: {parts}.")
    return sentence.format(parts=listed(differing, said))


def only_in(edition: str) -> dict[str, Thing]:
    """What the other editions don't have, by id."""
    return {
        id: editions[edition][0] for id, editions in by_id().items() if list(editions) == [edition]
    }
