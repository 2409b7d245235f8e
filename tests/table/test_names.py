"""What a player may be called."""

import pytest

from mirabilia.table.rooms.names import clean_name
from mirabilia.table.rooms.refused import Refused


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann   B. ", "Ann B."),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Ann\u3164", "Ann"),
        ("\u2800Ann\ufe0f", "Ann"),
        ("Ng\u00f4 Th\u1ecb", "Ng\u00f4 Th\u1ecb"),
        ("\u05d3\u05b8\u05d5\u05b4\u05d3", "\u05d3\u05b8\u05d5\u05b4\u05d3"),
        ("\u0e19\u0e49\u0e33", "\u0e19\u0e49\u0e33"),
        ("\u2764\ufe0f", "\u2764"),
        ("\uae40", "\uae40"),
        ("x" * 20, "x" * 20),
    ],
    ids=ascii,
)
def test_a_name_is_what_can_be_seen_of_it(given: str, shown: str) -> None:
    assert clean_name(given) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u3164",
        "\u3164 \u3164",
        "\u115f\u1160",
        "\uffa0",
        "\u2800",
        "\U0001d159",
        "\u034f\ufe0f\U000e0100",
        "\u00ad",
        "\u200b",
        "\u2060",
        "\ufeff",
        "Ann\u200b",
        "\u202eAnn",
        "Ann\u2066",
        "\u061cAnn",
        "\U000e0041",
        "\u0301",
        "Ann \u0301",
        "A" + "\u0316" * 4,
        "\u20dd",
        "A\x00B",
        "A\x1b[2J",
        "\ud800",
        "\ue000",
        "\u2028",
        "x" * 21,
    ],
    ids=ascii,
)
def test_what_shows_nothing_or_spoils_the_line_is_no_name(name: str) -> None:
    with pytest.raises(Refused, match="letters that can be shown"):
        clean_name(name)
