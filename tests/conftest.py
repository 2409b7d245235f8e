"""What all tests share: how much of the long sweeps to run, and that CI skips nothing.

Some tests run over every setup of the game or over thousands of seeds. By default they take a
fixed sample of these; `--sweep=all`, as CI does, takes them all. At import time, for `parametrize`,
use `from conftest import sample`; inside a test, ask for the fixture `sweep`, the same function.
Every run has the same examples; Hypothesis draws others with `--hypothesis-profile=fresh`.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

T = TypeVar("T")

# Calling the engine for the first time loads compiled code, which says nothing about the test.
for profile, examples in {"sample": 25, "all": 100, "fresh": 250}.items():
    settings.register_profile(
        profile,
        max_examples=examples,
        derandomize=profile != "fresh",
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )

_level = "sample"
_SKIPPED = 10  # how CI's run ends then: not as if tests had failed, which may run again


def sample(items: Iterable[T], keep: int) -> list[T]:
    """All items with `--sweep=all`, otherwise `keep` of them, evenly spaced, both ends included."""
    everything = list(items)
    if _level == "all" or len(everything) <= keep:
        return everything
    last = len(everything) - 1
    return [everything[last * i // max(keep - 1, 1)] for i in range(keep)]


@pytest.fixture(scope="session")
def sweep() -> Callable[[Iterable[Any], int], list[Any]]:
    return sample


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """A server started by its command sends all logs to a stream that ends with its test."""
    logger = logging.getLogger("mirabilia")
    root, handlers = logging.root, [*logging.root.handlers]
    levels = root.level, logger.level
    yield
    root.handlers[:] = [each for each in root.handlers if each in handlers]
    root.setLevel(levels[0])
    logger.setLevel(levels[1])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sweep",
        choices=("sample", "all"),
        default="sample",
        help="how much of the long sweeps to run (default: sample)",
    )


def pytest_configure(config: pytest.Config) -> None:
    global _level
    _level = config.getoption("--sweep")
    if not config.getoption("--hypothesis-profile", None):
        settings.load_profile(_level)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _skips_that_count(session.config):
        session.exitstatus = _SKIPPED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if skips := _skips_that_count(config):
        terminalreporter.write_line(f"Skipped: {skips}. In CI every test has to run.", red=True)


def _skips_that_count(config: pytest.Config) -> int:
    """How many tests or modules were skipped in CI, where that is a failure; elsewhere 0."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not os.environ.get("CI"):
        return 0
    return len(reporter.stats.get("skipped", ()))
