"""Why something can't be built: each code can occur, with the values that its words need."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mirabilia.game.prices import Quote
from mirabilia.game.reasons import SENTENCES
from positions import plain, seat, table
from refused import REFUSED


@pytest.mark.parametrize(("code", "values", "sentence", "ask"), REFUSED)
def test_a_reason_is_a_code_with_values_and_a_sentence(
    code: str, values: dict[str, Any], sentence: str, ask: Callable[[], Quote]
) -> None:
    quote = ask()
    assert quote.why is not None
    assert (quote.way, quote.payments, quote.right) == ("no", (), False)
    assert (quote.why.code, quote.why.values, quote.reason) == (code, values, sentence)
    assert json.loads(json.dumps(quote.why.values)) == values


def test_every_reason_there_is_can_occur() -> None:
    assert {code for code, *_ in REFUSED} == set(SENTENCES)


def test_every_reason_is_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "interface.md").read_text()
    rows = page.partition("| code | values |")[2].partition("\n\n")[0].splitlines()[2:]
    told = {row.split("|")[1].strip(" `"): row.split("|")[2] for row in rows}
    assert list(told) == list(SENTENCES)
    for code, values, *_ in REFUSED:
        assert {name.strip(" `") for name in told[code].split(",")} - {""} == set(values)


def test_what_can_be_built_needs_no_reason() -> None:
    quote = table(seat("gizah:A", "altar"), *plain("1st", "rhodos", "ephesos")).quote(0, "altar")
    assert (quote.why, quote.reason) == (None, "")
