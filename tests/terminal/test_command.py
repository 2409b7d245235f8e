"""The command ``mirabilia`` itself."""

import argparse

import pytest

from mirabilia import cli
from mirabilia.commands import serve


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
