"""Who somebody is: whoever has an unguessable token.

A browser keeps its token in a cookie, a program sends it as a bearer token. The server stores only
its hash; that hash is what the rest of the table calls a *visitor*.
"""

from __future__ import annotations

import hashlib
import re
import secrets

COOKIE = "mirabilia"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
# Letters that are not taken for one another when read aloud or written down.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 6
CODE = re.compile(rf"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")


def new_token() -> str:
    """A token with 256 bits of chance."""
    return secrets.token_urlsafe(32)


def visitor_of(token: str | None) -> str | None:
    """The visitor who has a token; None for what can't be a token.

    >>> visitor_of("guess") is None
    True
    """
    if not token or not _TOKEN.fullmatch(token):
        return None
    return hashlib.sha256(token.encode()).hexdigest()


def somebody(visitor: str | None) -> tuple[str, str | None]:
    """The visitor, and the token he is given if he is new.

    >>> somebody("known")
    ('known', None)
    """
    if visitor is not None:
        return visitor, None
    token = new_token()
    return visitor_of(token) or "", token


def bearer(header: str | None) -> str | None:
    """The token of an Authorization header.

    >>> bearer("Bearer abc")
    'abc'
    """
    scheme, _, token = (header or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def new_code() -> str:
    """A short code for a table: an address to be told to friends."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as it is stored, from one as people type it.

    >>> read_code(" Abc-234 ")
    'abc234'
    """
    return text.strip().replace("-", "").replace(" ", "").lower()
