"""What a host can set: the address, the database, the limits, how long tables are kept.

Everything has a default that suits a person at home; a club changes a few of them with options of
``mirabilia serve``.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import urlsplit

HOUR = 3600
DAY = 24 * HOUR
LEVELS = ("debug", "info", "warning", "error")
THIS_MACHINE = ("127.0.0.1", "::1")
Network = IPv4Network | IPv6Network
_CONTACT = re.compile(r"(mailto:[!-~]+@|https://)[!-~]{3,200}")
_MAPPED = int(IPv6Network("::ffff:0:0/96").network_address)


class SettingsError(ValueError):
    """A setting that can't be; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is run."""

    host: str = "127.0.0.1"
    port: int = 8007
    database: str = ""  # a URL; empty: SQLite in the user's data folder
    base_url: str = ""  # as players see it, behind a reverse proxy; empty: as they ask for it
    proxies: tuple[str, ...] = THIS_MACHINE  # whose X-Forwarded-For is believed
    metrics: tuple[str, ...] = THIS_MACHINE  # who may see the figures of the server
    internal: str = ""  # where other processes of the database reach this one; empty: here only
    log_level: str = "info"
    workers: int = 1  # processes in which bots think
    bot_seconds: float = 20.0  # after so long somebody else decides for a bot
    # Seconds for a decision, to choose from; the shortest first.
    clocks: tuple[int, ...] = (
        *(30, 60, 120, 300, 1800),
        *(1 * HOUR, 8 * HOUR, 1 * DAY, 2 * DAY, 3 * DAY, 7 * DAY),
    )

    most_tables: int = 2000
    most_pads: int = 5000  # score pads for the box on the table
    most_streams: int = 4000
    most_connections: int = 5000
    # The same for one address, behind which a club of 50 may play.
    address_tables: int = 200
    address_shows: int = 8  # tables at which bots play alone
    address_reviews: int = 10  # reviews that are being made or wait for it
    most_reviews: int = 100  # the same of all
    address_streams: int = 400
    address_connections: int = 500
    # In bytes, and in seconds until all of it is there.
    longest_header: int = 32 * 1024
    longest_body: int = 16 * 1024
    header_seconds: float = 15.0
    body_seconds: float = 20.0
    longest_record: int = 256 * 1024  # what somebody brings: a record, a position
    replay_seconds: float = 10.0  # in which a game has to be replayed
    # Token buckets: how many at once, and how many more per second.
    play_limit: tuple[float, float] = (240, 40)  # who has a seat; the others of an address share
    hint_limit: tuple[float, float] = (20, 1)  # the same
    address_limit: tuple[float, float] = (1500, 200)  # whatever comes from an address
    address_hint_limit: tuple[float, float] = (100, 5)
    create_limit: tuple[float, float] = (60, 1 / 6)  # tables, by address
    upload_limit: tuple[float, float] = (20, 1 / 30)  # records that are brought, by address
    talk_limit: tuple[float, float] = (8, 1 / 2)  # what one says at a table
    table_talk_limit: tuple[float, float] = (30, 3)  # what all say at a table
    guess_limit: tuple[float, float] = (60, 1 / 5)  # codes of tables that are not there, by address

    # Notices to browsers that are closed, by their push services.
    push: bool = True
    push_private: bool = False  # also to private addresses, without TLS, to any port
    push_contact: str = ""  # mailto: or https:, for these services; empty: the base URL
    push_seconds: float = 10.0  # for one of them
    most_devices: int = 10_000
    person_devices: int = 5  # of one person; the newest stay
    most_notices: int = 1000  # that wait to be delivered
    keep_devices: float = 90 * DAY  # not reached, nor heard of, for so long

    # Named players, ratings and tournaments.
    club: bool = False
    most_players: int = 500
    most_invitations: int = 200  # links that are good
    most_seasons: int = 50
    most_tournaments: int = 100
    most_entrants: int = 70  # players of one tournament
    most_sign_ins: int = 10  # passphrases that wait to be tried
    sign_in_limit: tuple[float, float] = (30, 1 / 5)  # by address
    name_sign_in_limit: tuple[float, float] = (15, 1 / 30)  # by the name that is tried

    heartbeat: float = 12.0
    slowest_client: float = 20.0  # who takes nothing for so long is dropped
    clean_every: float = 300.0
    watch_every: float = 5.0  # how often tables that stand still are looked for
    keep_waiting: float = 1 * HOUR
    keep_playing: float = 7 * DAY
    keep_over: float = 30 * DAY
    keep_games: float = 365 * DAY  # finished games, for replays; longer than their tables
    keep_history: float = 1100 * DAY  # how they ended, for those who played
    most_games: int = 100_000  # those that are kept so; the oldest give way
    most_uploads: int = 5_000  # of these, records that somebody has brought
    keep_pads: float = 90 * DAY  # after the last change
    host_gone: float = 600.0  # so long without a host, and the next person there is the host
    rest_after: float = 900.0  # a table at which nothing happens is put to rest

    @property
    def secure(self) -> bool:
        """Whether cookies may only travel encrypted."""
        return self.base_url.startswith("https:")

    @property
    def origin(self) -> str:
        """Scheme, host and port of the base URL."""
        parts = urlsplit(self.base_url)
        return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy names it; psycopg is what talks to PostgreSQL."""
        for scheme in ("postgres://", "postgresql://"):
            if self.database.startswith(scheme):
                return "postgresql+psycopg://" + self.database.removeprefix(scheme)
        if self.database and "://" not in self.database:
            return f"sqlite:///{Path(self.database).expanduser().resolve()}"
        return self.database or f"sqlite:///{data_folder() / 'tables.sqlite'}"

    @property
    def internal_place(self) -> tuple[str, int]:
        """Where this process listens for others of its database."""
        return place_of(self.internal)

    @property
    def proxy_networks(self) -> tuple[Network, ...]:
        """The proxies."""
        return _networks(self.proxies)

    @property
    def metrics_networks(self) -> tuple[Network, ...]:
        """From where the figures may be seen."""
        return _networks(self.metrics)

    def check(self) -> None:
        """Refuse what can't work, before anything is started."""
        if not 0 <= self.port < 1 << 16:
            raise SettingsError(f"A port is a number from 0 to 65535, not {self.port}.")
        try:
            _ = self.database_url
        except (OSError, RuntimeError, ValueError):
            raise SettingsError("The database is a file that can be named, or a URL.") from None
        if self.log_level not in LEVELS:
            raise SettingsError(f"The log level is one of {', '.join(LEVELS)}.")
        if not 1 <= self.workers <= 64:
            raise SettingsError("Bots need 1 to 64 workers.")
        if not 0 <= self.keep_games <= 100 * 365 * DAY:
            raise SettingsError("Finished games are kept for 0 to 36500 days.")
        _ = self.internal_place
        for text in (*self.proxies, *self.metrics):
            _read_network(text)
        if self.club and find_spec("openskill") is None:
            raise SettingsError(
                "A club needs openskill, for its ratings: pip install 'mirabilia[club]'."
            )
        if self.push_contact and not _CONTACT.fullmatch(self.push_contact):
            raise SettingsError("A contact is given as mailto:you@example.org or https://…")
        if self.base_url and urlsplit(self.base_url).scheme not in ("http", "https"):
            raise SettingsError(f"A base URL begins with http:// or https://, not {self.base_url}.")
        if urlsplit(self.base_url).path not in ("", "/"):
            raise SettingsError("The base URL can't have a path: the pages begin at the root.")


def place_of(text: str) -> tuple[str, int]:
    """Host and port of an inner address; port 0: any that is free.

    >>> place_of(""), place_of("10.0.0.5"), place_of("[fd00::1]:8100")
    (('127.0.0.1', 0), ('10.0.0.5', 0), ('fd00::1', 8100))
    """
    host, port = text, ""
    if text.startswith("["):
        host, _, port = text[1:].partition("]")
        port = port.removeprefix(":")
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    if port and not (port.isascii() and port.isdecimal() and int(port) < 1 << 16):
        raise SettingsError(f"A port is a number from 0 to 65535, not {port[:20]!r}.")
    return host or "127.0.0.1", int(port or 0)


def _networks(texts: tuple[str, ...]) -> tuple[Network, ...]:
    """Addresses and networks, each also as a socket for both kinds of addresses shows it."""
    found: list[Network] = []
    for text in texts:
        network = _read_network(text)
        found.append(network)
        if isinstance(network, IPv4Network):
            first = _MAPPED + int(network.network_address)
            found.append(IPv6Network((first, 96 + network.prefixlen)))
    return tuple(found)


def _read_network(text: str) -> Network:
    try:
        network = ip_network(text)
    except ValueError:
        raise SettingsError(
            "A machine is named by its address or its network, such as 10.0.0.5 or 10.0.0.0/24, "
            f"not {text!r}."
        ) from None
    if network.prefixlen == 0:
        raise SettingsError(f"{text} is everybody; a proxy that anyone can be proves nothing.")
    return network


def data_folder() -> Path:
    """Where a user's programs keep their data on this system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "mirabilia"
