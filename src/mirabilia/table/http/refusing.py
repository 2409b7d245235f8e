"""Refusals as programs are told of them: a sentence, and the code that tells one from another.

``refusals.toml`` has all codes, each with its sentence.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..rooms.refused import Refused

SENTENCES: Mapping[str, str] = tomllib.loads(
    (Path(__file__).parent / "refusals.toml").read_text("utf-8")
)
OTHER = "other"
"""What is told by its sentence alone, such as what a program's setup or record has wrong."""

_CODES = {sentence: code for code, sentence in SENTENCES.items()}


def told(refusal: Refused, lang: str) -> dict[str, Any]:
    """What is answered."""
    code = _CODES.get(refusal.sentence, OTHER)
    return {"error": refusal.told(lang), "code": code, "values": refusal.slots}


def json_error(refusal: Refused, lang: str) -> tuple[bytes, str]:
    """An answer that refuses, for programs."""
    return json.dumps(told(refusal, lang), ensure_ascii=False).encode(), "application/json"
