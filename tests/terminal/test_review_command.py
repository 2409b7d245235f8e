"""``mirabilia review``: on the screen, as JSON, and what it refuses."""

import io
import json
from pathlib import Path

import pytest

from mirabilia import Game, cli
from mirabilia.review.judgement import CODES
from reviews import finished, recorded, selling


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("review") / "game.json"
    players = ["Ann", "Ben\x1b[31m", "Li"]
    file.write_text(json.dumps(finished(Game(players, seed=4), selling(3, 4))))
    return file


def test_it_shows_decisions_the_costliest_and_the_course(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["review", str(game), "--playouts", "200"]) == 0
    shown = capsys.readouterr().out
    assert "The decisions of Ann" in shown
    assert "III 4" in shown.partition("What cost most")[2].partition("Expected places")[0]
    assert "was expected to" in shown
    assert "\x1b" not in shown


def test_as_json_it_is_for_machines_and_the_same_each_time(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["review", str(game), "--json", "--playouts", "60", "--seat", "Li"]
    assert cli.main(asked) == 0
    first = capsys.readouterr().out
    assert cli.main([*asked[:-1], "2"]) == 0
    assert capsys.readouterr().out == first
    found = json.loads(first)
    assert set(found) == {
        *("version", "players", "player", "seed", "complete"),
        *("decisions", "costliest", "course"),
    }
    assert (found["player"], found["complete"]) == (2, True)
    assert len(found["decisions"]) == len(found["course"]) == 18
    assert {why["code"] for one in found["decisions"] for why in one["reasons"]} <= set(CODES)
    numbers = {one["number"] for one in found["decisions"] if one["cost"] > 0}
    assert set(found["costliest"]) <= numbers


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seat", "Eve"], "There is no player 'Eve'; there are 0 (Ann), 1 (Ben?[31m), 2 (Li)."),
        (["--seat", "3"], "There is no player '3'"),
        (["--seat", "9" * 5000], "There is no player"),
        (["--playouts", "0"], "--playouts is a whole number"),
        (["--seed", "-1"], "--seed is a whole number"),
    ],
)
def test_what_it_can_t_do_it_says(
    game: Path, options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["review", str(game), *options]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no JSON"),
        ("[]", "A record is a JSON object"),
        ("{}", "The record has no"),
        (" " * 1_000_001, "larger than 1 MB"),
    ],
)
def test_a_file_that_is_no_record_is_refused(
    tmp_path: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    assert cli.main(["review", str(file)]) == 2
    assert said in capsys.readouterr().err


def test_before_the_end_nothing_is_reviewed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorded()
    unfinished = {**record, "decisions": record["decisions"][:-1]}
    del unfinished["totals"]
    stream = io.TextIOWrapper(io.BytesIO(json.dumps(unfinished).encode()))
    monkeypatch.setattr("sys.stdin", stream)
    assert cli.main(["review", "-"]) == 2
    assert "The game is not over" in capsys.readouterr().err
