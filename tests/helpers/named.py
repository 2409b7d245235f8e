"""What a page names: cards and all else that is called by a name of the catalogue."""

import re

WORD = re.compile(r"[a-z][a-z0-9_]*")
# Attributes that name things; others hold sentences, in which any word may stand.
NAMING = re.compile(r'\b(?:value|name|id|data-(?:key|keep|for|card|about|action))="([^"]*)"')


def named_in(html: str) -> set[str]:
    """What attributes name. Defeat tokens are called "lost-SEAT", like an island."""
    plain = html.replace('\\"', '"').replace('"lost-', '"')
    return {word for value in NAMING.findall(plain) for word in WORD.findall(value)}
