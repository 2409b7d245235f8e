"""What a host can set, and what is refused before anything starts."""

import json
import logging
from typing import Any

import pytest

from mirabilia.table import logs
from mirabilia.table.settings import Settings, SettingsError, data_folder


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("postgresql://me@host/games", "postgresql+psycopg://me@host/games"),
        ("postgres://me@host/games", "postgresql+psycopg://me@host/games"),
        ("/var/games.sqlite", "sqlite:////var/games.sqlite"),
        ("sqlite:////var/games.sqlite", "sqlite:////var/games.sqlite"),
        ("", f"sqlite:///{data_folder() / 'tables.sqlite'}"),
    ],
)
def test_a_database_is_a_file_or_a_url(given: str, url: str) -> None:
    assert Settings(database=given).database_url == url


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"port": 70_000}, "A port"),
        ({"log_level": "loud"}, "log level"),
        ({"workers": 0}, "workers"),
        ({"base_url": "play.example"}, "begins with http"),
        ({"base_url": "https://play.example/games"}, "path"),
    ],
)
def test_what_cannot_work_is_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        Settings(**wrong).check()


def test_the_origin_is_the_base_url_without_its_path() -> None:
    settings = Settings(base_url="https://play.example/")
    settings.check()
    assert (settings.origin, settings.secure) == ("https://play.example", True)


def test_logs_are_lines_of_json_and_errors_say_where_but_not_what() -> None:
    try:
        raise ValueError("a hand: altar, baths")
    except ValueError as error:
        record = logging.LogRecord(
            "mirabilia.app", logging.ERROR, "", 1, "went wrong", (), (ValueError, error, None)
        )
        record.__dict__["code"] = "abcdef"
        entry = json.loads(logs.JsonLines().format(record))
    assert entry["from"] == "app"
    assert entry["code"] == "abcdef"
    assert entry["why"] == "ValueError"
    assert "altar" not in json.dumps(entry)
