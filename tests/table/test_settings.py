"""What a host can set, and what is refused before anything starts."""

import json
import logging
import re
import resource
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from mirabilia.cli import main
from mirabilia.commands import serve
from mirabilia.table import logs
from mirabilia.table.app import create_app
from mirabilia.table.http.connections import enough_descriptors
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
        ({"push_contact": "me"}, "contact"),
        ({"proxies": ("proxy.example",)}, "by its address or its network, .* not 'proxy.example'"),
        ({"proxies": ("*",)}, "by its address"),
        ({"proxies": ("10.0.0.5/8",)}, "by its address"),
        ({"proxies": ("0.0.0.0/0",)}, "everybody"),
    ],
)
def test_what_cannot_work_is_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        Settings(**wrong).check()


def test_the_origin_is_the_base_url_without_its_path() -> None:
    settings = Settings(base_url="https://play.example/")
    settings.check()
    assert (settings.origin, settings.secure) == ("https://play.example", True)


def test_a_proxy_is_known_by_both_kinds_of_addresses() -> None:
    found = Settings(proxies=("10.0.0.5", "192.0.2.0/24", "2001:db8::/32")).proxy_networks
    assert found == tuple(
        ip_network(text)
        for text in (
            "10.0.0.5",
            "::ffff:10.0.0.5",
            "192.0.2.0/24",
            "::ffff:192.0.2.0/120",
            "2001:db8::/32",
        )
    )


def test_proxies_are_named_on_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found: list[Settings] = []
    monkeypatch.setattr(serve, "listen", lambda *_: None)
    monkeypatch.setattr(serve, "serve", lambda settings, *_, **__: found.append(settings))
    asked = ["serve", "--no-open", "--database", str(tmp_path / "tables.sqlite")]
    asked += ["--proxy", "10.0.0.5, 192.0.2.0/24", "--proxy", "2001:db8::7"]
    assert main(asked) == 0
    assert found[0].proxies == ("127.0.0.1", "::1", "10.0.0.5", "192.0.2.0/24", "2001:db8::7")
    assert main(["serve", "--no-open", "--proxy", "the one in the cellar"]) == 2
    assert "A machine is named by its address" in capsys.readouterr().err


def test_uvicorn_believes_the_proxies_named_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    settings = Settings(database="sqlite://", proxies=("10.0.0.5",))
    config = serve.configure(create_app(settings), settings)
    assert isinstance(config.forwarded_allow_ips, list)
    believed = tuple(ip_network(text) for text in config.forwarded_allow_ips)
    assert believed == settings.proxy_networks


@pytest.mark.parametrize(
    ("soft", "hard", "most"), [(1024, 9000, 5000), (1024, 2100, 2000), (9000, 9000, 5000)]
)
def test_there_are_no_more_connections_than_descriptors(
    soft: int, hard: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = [soft, hard]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limit))
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: limit.__setitem__(0, pair[0]))
    assert enough_descriptors(Settings()).most_connections == most
    assert limit[0] >= most + 100


def test_every_bound_is_named_where_hosts_read_of_it() -> None:
    text = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    bound = re.compile(r"most_|address_|longest_|(header|body)_seconds|.*_limit|slowest_")
    bounds = [field.name for field in fields(Settings) if bound.match(field.name)]
    assert len(bounds) > 15
    assert [name for name in bounds if f"`{name}`" not in text] == []


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
