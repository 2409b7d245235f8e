"""The digest of a catalogue: a fingerprint of all that a game is played by, and of nothing else.

Names are no part of it, in no language: a better translation is not another game. They were, in the
digests of before: ``EARLIER`` has those of the catalogues as they were when that ended, so that
what was stored with them is known.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from .model import Catalogue, Cost, Effect
from .phrases import cost_text, effects_text

_NOT_PLAYED_BY = "name"


def digest_of(catalogue: Catalogue) -> str:
    """The order of the entries is part of it: with a seed, it decides which cards are dealt."""
    content: list[object] = [
        catalogue.edition,
        catalogue.sides,
        list(catalogue.cards.values()),
        list(catalogue.boards.values()),
    ]
    if catalogue.expansions:
        content += [
            catalogue.expansions,
            list(catalogue.leaders.values()),
            list(catalogue.islands.values()),
            list(catalogue.shipyards.values()),
            catalogue.tracks,
            catalogue.naval_rewards,
            catalogue.naval_penalties,
        ]
    text = json.dumps(content, default=_plain, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> object:
    if isinstance(value, Cost):
        return cost_text(value)
    if isinstance(value, Effect):
        return effects_text([value])[0]
    # What is empty is left out, so that a field added later leaves old fingerprints as they are.
    pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
    return {name: content for name, content in pairs if content and name != _NOT_PLAYED_BY}


def current(digest: str) -> str:
    """What the catalogue of a digest is known by now."""
    return EARLIER.get(digest, digest)


# Each digest in which names were counted, with that of the same catalogue without them.
EARLIER: Mapping[str, str] = {
    "6f407ba1496a2c32": "8de451987b84a2d8",
    "e1a77636c69db62f": "abfedcf5a4a17a08",
    "bf5b5309726744e6": "7193b4f7d9918759",
    "bef1b0fcd72b7e4e": "e29dae12c0f317ea",
    "5806e15aa9a2742b": "949b19794bfbe179",
    "f8b16ddf26999d29": "fb38b127caddd9e0",
    "79ab971bb781b796": "3f39eb8997fde247",
    "b3869b4db297a597": "9005c92e2877c61b",
    "f62835d8db0b2b99": "047a91d2261a8e59",
    "e1ecd4a235081f78": "161fcb239822e0db",
    "734fa9ede1a2424d": "8ac0009c5f421e98",
    "97a15010ae2f2115": "4400a41c3f790996",
    "4c47b2f2469dfb39": "c74d6a28132dc00e",
    "734b6d6a2cbae599": "932badf5c7d54a80",
    "ba199544118a0d90": "8fedb8580cb8daa4",
    "45ff8cb72306ae07": "119838ada289df80",
    "4fa73d993be42af8": "d02af97a7bc5bc28",
    "9319f1cfcfbe810b": "93725d31ae78c3af",
    "43856efc44479ca0": "ad10c9bca1b2d056",
    "a54cf427ece4ebed": "02a5e11f3772b917",
}
