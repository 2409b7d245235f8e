"""Playthroughs: games in small text files, in which any change of the rules shows as a diff.

Each file has, for one setup and seed, the number of legal moves of every seat at every step, the
move that was chosen, and the final sheets. The choice follows a fixed rule: of the moves listed,
the one at (7 * step + 3 * seat) mod their number.

When the rules change on purpose, raise their number (``engine.RULES``), write the files anew and
read the diff:

    python tests/game/test_playthroughs.py

``fixtures/rules.txt`` has the digest of all playthroughs for each number of the rules, so that
nobody forgets to raise it. They are played for that with the cards of when the number began
(``fixtures/cards-NUMBER``): a card that is mended needs no other number, and what was begun with
the cards of before is still played as it was.
"""

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from catalogues import TEXT_OF, Files, printed_otherwise
from mirabilia import Game
from mirabilia.catalogue import loader
from mirabilia.engine import RULES

FIXTURES = Path(__file__).parent / "fixtures"
DIGESTS = FIXTURES / "rules.txt"
CARDS = FIXTURES / f"cards-{RULES}"  # JSON, compressed: the tables of all files
FOLDER = Path(__file__).parent / "playthroughs"
AGES = ("", "I", "II", "III")

PLAYTHROUGHS: dict[str, dict[str, Any]] = {
    "1st_2_players": {"players": 2, "edition": "1st", "seed": 1948},
    "1st_3_players": {"players": 3, "edition": "1st", "seed": 13},
    "1st_5_players": {"players": 5, "edition": "1st", "seed": 15},
    "1st_7_players": {"players": 7, "edition": "1st", "seed": 17},
    "2nd_3_players": {"players": 3, "edition": "2nd", "seed": 23},
    "2nd_5_players": {"players": 5, "edition": "2nd", "seed": 25},
    "2nd_7_players": {"players": 7, "edition": "2nd", "seed": 27},
    "1st_3_named_boards": {
        "players": 3,
        "edition": "1st",
        "seed": 1993,
        "wonders": ["babylon:B", "halikarnassos:B", "olympia:A"],
    },
    "2nd_4_sides_chosen": {"players": 4, "edition": "2nd", "seed": 1990, "sides": "choose"},
    "2nd_4_leaders": {
        "players": 4,
        "edition": "2nd",
        "expansions": ["leaders"],
        "seed": 6,
        "wonders": ["roma:day", "abu_simbel:night", "halikarnassos:day", "rhodos:night"],
    },
    "2nd_5_cities": {
        "players": 5,
        "edition": "2nd",
        "expansions": ["cities"],
        "seed": 1,
        "wonders": ["byzantium:day", "petra:night", "babylon:night", "gizah:day", "olympia:day"],
    },
    "1st_3_armada": {"players": 3, "edition": "1st", "expansions": ["armada"], "seed": 10},
    "1st_4_leaders_armada": {
        "players": 4,
        "edition": "1st",
        "expansions": ["leaders", "armada"],
        "seed": 48,
        "wonders": ["roma:B", "olympia:A", "babylon:B", "halikarnassos:A"],
    },
    "2nd_7_everything": {
        "players": 7,
        "edition": "2nd",
        "expansions": ["leaders", "cities", "armada"],
        "leaders": "expert",
        "seed": 34,
    },
    "1st_8_everything_in_teams": {
        "players": 8,
        "edition": "1st",
        "expansions": ["leaders", "cities", "armada"],
        "teams": True,
        "seed": 35,
    },
}


def head(options: dict[str, Any], game: Game) -> list[str]:
    told = ", ".join(f"{key} {value}" for key, value in options.items() if key != "wonders")
    boards = " ".join(game.wonder(seat) for seat in range(game.seats))
    return [
        "# age.turn kind, then for every seat: how many moves, which was chosen",
        f"{told}: {boards}",
    ]


def playthrough(options: dict[str, Any]) -> str:
    game = Game(**options)
    lines = head(options, game)
    while not game.over:
        step, choices = game.steps, []
        kind = " ".join(dict.fromkeys(game.decision(seat).kind for seat in game.to_decide))
        begin = f"{AGES[game.age]}.{game.turn} {kind}"
        while game.steps == step and not game.over:
            seat = game.to_decide[0]
            moves = game.moves(seat)
            move = moves[(7 * step + 3 * seat) % len(moves)]
            choices.append(f"{seat}: {len(moves)} {move}")
            game.play(seat, move)
        lines.append(f"{begin} | {' | '.join(choices)}")
    for sheet in game.scores():
        coins = game.coins(sheet.seat)
        points = ", ".join(f"{name} {points}" for name, points in sheet.lines.items())
        lines.append(f"seat {sheet.seat}: {sheet.total} points: {points}; {coins} coins")
    places = (f"{place}. {' '.join(map(str, seats))}" for place, seats in game.ranking())
    lines.append(f"ranking: {', '.join(places)}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_game_goes_as_written(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    assert playthrough(PLAYTHROUGHS[name]).splitlines() == written


def test_there_is_a_file_for_every_playthrough_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == set(PLAYTHROUGHS)


def digest() -> str:
    """Of all playthroughs as they are played with the cards of these rules."""
    with printed_otherwise(with_the_cards_of_the_rules):
        told = [playthrough(PLAYTHROUGHS[name]) for name in sorted(PLAYTHROUGHS)]
    return hashlib.sha256("".join(told).encode()).hexdigest()[:16]


def with_the_cards_of_the_rules(files: Files) -> None:
    files.update(json.loads(zlib.decompress(CARDS.read_bytes())))


def keep_the_cards_of_the_rules() -> None:
    """Those of today, where a number of the rules begins."""
    files = {file: loader._shipped(file) for file in TEXT_OF}
    CARDS.write_bytes(zlib.compress(json.dumps(files).encode(), 9))


def digests() -> dict[int, str]:
    lines = (line.split() for line in DIGESTS.read_text("utf-8").splitlines())
    return {int(number): value for number, value in lines}


def test_other_rules_have_another_number() -> None:
    known = digests()
    assert max(known) == RULES
    assert known[RULES] == digest(), "What the engine does has changed: raise engine.RULES."
    assert len(set(known.values())) == len(known)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, options in PLAYTHROUGHS.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(options), "utf-8")
        print(f"wrote {name}.txt")
    if not CARDS.exists():
        keep_the_cards_of_the_rules()
    known = {RULES: digest()} | digests()  # what is known of a number stays
    lines = [f"{number} {value}" for number, value in sorted(known.items())]
    DIGESTS.write_text("\n".join(lines) + "\n", "utf-8")
