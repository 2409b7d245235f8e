"""The command ``mirabilia`` itself."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mirabilia import Game, cli
from mirabilia.commands import serve, waiting
from mirabilia.engine import jit, scratch
from mirabilia.engine.kept import ENDING


def test_alone_it_starts_the_table_as_serve_does(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[argparse.Namespace] = []
    monkeypatch.setattr(serve, "run", asked.append)
    monkeypatch.setattr("sys.argv", ["mirabilia"])
    assert cli.main() == cli.main([]) == cli.main(["serve"]) == 0
    assert asked[0] == asked[1] == asked[2]
    assert asked[0].open is None  # a browser if there is a screen


def test_its_help_shows_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    shown = capsys.readouterr().out
    assert [name for name in cli.COMMANDS if f"\n    {name} " not in shown] == []
    assert "mirabilia alone is mirabilia serve" in shown


def test_an_option_of_no_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        cli.main(["--nonsense"])
    assert refused.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_a_record_is_looked_at_without_waiting_where_nothing_is_compiled(tmp_path: Path) -> None:
    file, cache = tmp_path / "game.json", tmp_path / "cache"
    game = Game(3, seed=5)
    for seat in game.to_decide:
        game.play(seat, game.moves(seat)[0])
    file.write_text(json.dumps(game.record()), "utf-8")
    empty = {**os.environ, "MIRABILIA_CACHE": str(cache), "MIRABILIA_COMPILED": ""}
    for command, told in (("verify", "legal, unfinished after 1 steps"), ("replay", "Step 1 of 1")):
        options = [command, str(file), *(["--all"] if command == "replay" else [])]
        done = subprocess.run(
            [sys.executable, "-m", "mirabilia", *options],
            env=empty,
            check=True,
            capture_output=True,
            encoding="utf-8",
        )
        assert told in done.stdout
        assert done.stderr == ""
    assert list(cache.iterdir()) != []
    assert list(cache.rglob(f"*{ENDING}")) == []


def test_many_records_wait_for_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(jit, "is_warm", lambda part: False)
    monkeypatch.setattr("mirabilia.game.warming.run_cold", lambda: done.append("uncompiled"))
    monkeypatch.setattr(scratch, "ensure_compiled", lambda: done.append("compiled"))
    for records in (1, 20, 21):
        waiting.engine_for(records)
    assert done == ["uncompiled", "uncompiled", "compiled"]
