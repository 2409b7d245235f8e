"""The documents against the code: every table and list in them that repeats it, both ways.

The parts and who may import whom are compared in ``test_architecture``; events, rules and rulings
have tests of their own.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from decisions import DECISIONS
from mirabilia import Game, Move, bots, cli
from mirabilia.bots import searcher
from mirabilia.bots.levels import LEVELS, PLAIN
from mirabilia.bots.policy import correction
from mirabilia.bots.policy.weights import AS_GOOD, BEND, OWN_POINTS, TREE_PRIOR, named_weights
from mirabilia.catalogue import EXPANSIONS, LEADER_DECKS
from mirabilia.game import position_reader
from mirabilia.game.codec import ACTIONS, KIND_NAMES, LINES, MORE_LINES
from mirabilia.game.notation import PAYEES
from mirabilia.game.positions import PHASES
from mirabilia.lab.facts import COLUMNS, LISTS, Run
from mirabilia.review import written
from mirabilia.review.judgement import CODES, Judgement, Review, Tried, Verdict
from mirabilia.table.app import CLUB_PARTS, PARTS, create_app
from mirabilia.table.http import api
from mirabilia.table.settings import DAY, HOUR, Settings
from mirabilia.table.settings import LEVELS as LOG_LEVELS
from scripts import script

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "mirabilia"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)

Row = list[str]


def text_of(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def section(name: str, heading: str) -> str:
    """What stands under a heading of a document, up to the next of its rank."""
    text = text_of(name)
    found = re.search(rf"^(#+) {re.escape(heading)}\n(.*?)(?=^#{{1,2}} |\Z)", text, re.M | re.S)
    assert found, f"{name} has no heading {heading}"
    return found[2]


def tables(text: str) -> list[list[Row]]:
    """The tables of a text, each a list of rows without its head."""
    found: list[list[Row]] = []
    for block in re.findall(r"^(?:\|.*\n)+", text, re.M):
        rows = [
            [cell.strip() for cell in line.strip("|\n").split("|")] for line in block.splitlines()
        ]
        found.append(rows[2:])
    return found


def quoted(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`\n]+)`", text)


def blocks(text: str, kind: str = "") -> list[str]:
    """The blocks of code of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)


def options_of(command: str) -> dict[str, argparse.Action]:
    """The options of a subcommand by their names, without ``--help``."""
    commands = next(a for a in cli.parser()._actions if isinstance(a, argparse._SubParsersAction))
    actions = commands.choices[command]._actions
    return {name: a for a in actions for name in a.option_strings if name not in ("-h", "--help")}


# All documents


def test_the_index_of_the_documents_is_complete() -> None:
    rows = tables(text_of("README.md"))[0]
    listed = [name for row in rows for name in re.findall(r"\]\(([\w.-]+)\)", row[0])]
    assert sorted(listed) == sorted(
        page.name for page in DOCS.glob("*.md") if page.stem != "README"
    )


@pages
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pages
def test_files_that_are_named_are_there(page: Path) -> None:
    """Such as `engine/pay.py`: from the root, within the package, the table or the folder named.

    What is in capitals stands for a name.
    """
    names = [
        name
        for name in quoted(page.read_text("utf-8"))
        if re.fullmatch(r"[\w/]+\.(py|toml)", name) and not re.search(r"[A-Z]{3}", name)
    ]
    around = (ROOT, PACKAGE, *(path for path in PACKAGE.rglob("*") if path.is_dir()))
    assert [name for name in names if not any((folder / name).exists() for folder in around)] == []


@pages
def test_commands_that_are_shown_can_be_given(page: Path) -> None:
    code = "\n".join(blocks(page.read_text("utf-8"), r"\w*"))
    lines = [part for line in code.splitlines() for part in line.split(" && ")]
    for line in lines:
        if line.startswith("mirabilia "):
            cli.read(shlex.split(line, comments=True)[1:])
        elif found := re.match(r"make (\w+)", line):
            assert re.search(rf"^{found[1]}:", (ROOT / "Makefile").read_text("utf-8"), re.M)


def test_every_subcommand_is_shown() -> None:
    everything = "\n".join(page.read_text("utf-8") for page in PAGES)
    assert [name for name in cli.COMMANDS if f"mirabilia {name}" not in everything] == []


def test_the_readme_counts_the_levels() -> None:
    first, *_, last = LEVELS
    words = ("zero", "one", "two", "three", "four", "five", "six", "seven")
    text = (ROOT / "README.md").read_text("utf-8")
    assert f"of {words[len(LEVELS)]} levels, `{first}` to `{last}`" in text


# The interface


def test_a_game_is_made_as_the_interface_says() -> None:
    told = section("interface.md", "Setting up")
    call = re.search(r"`Game\((.*?)\)`", told, re.S)
    assert call
    made = [
        name if default is inspect.Parameter.empty else f"{name}={json.dumps(default)}"
        for name, default in (
            (p.name, p.default) for p in inspect.signature(Game).parameters.values()
        )
    ]
    words = {"null": "None", "false": "False", "[]": "()"}
    made = [re.sub(r"null|false|\[\]", lambda found: words[found[0]], part) for part in made]
    assert re.split(r",\s+", call[1].replace("*, ", "")) == made
    bullets = re.findall(r"^- `(\w+)`", told, re.M)
    assert set(bullets) | {"edition"} == set(inspect.signature(Game).parameters)
    assert set(EXPANSIONS) == {
        word.strip('"') for word in quoted(told.split("- `expansions`")[1].split("\n")[0])
    }
    assert f'`"{LEADER_DECKS[0]}"`, or `"{LEADER_DECKS[1]}"`' in told


def test_everything_a_game_offers_is_in_the_interface() -> None:
    rows = tables(section("interface.md", "Going on"))[0]
    told = {
        re.split(r"\W", name.removeprefix("game.").removeprefix("Game."))[0]
        for row in rows
        for name in quoted(row[0])
    }
    assert told == {name for name in dir(Game) if not name.startswith("_")}


def test_kinds_of_decisions_and_their_moves_are_those_of_the_game() -> None:
    rows = tables(section("interface.md", "Decisions and moves"))[0]
    told: dict[str, set[str]] = {}
    for kind_cell, _, moves in rows:
        actions = {re.split(r"[^a-z]", move)[0] for move in quoted(moves)}
        kinds = quoted(kind_cell)
        for kind in kinds:
            told[kind] = actions if len(kinds) == 1 or kind not in actions else {kind}
    assert told.keys() == set(KIND_NAMES.values())
    assert set().union(*told.values()) == set(ACTIONS.values())
    for kind, start in DECISIONS.items():
        assert {move.action for move in start().moves(0)} <= told[kind], kind


def test_the_moves_of_the_interface_can_be_read() -> None:
    told = section("interface.md", "Decisions and moves")
    filled = {
        "SIDE": "A",
        "CARD": "altar",
        "LEADER": "plato",
        "ISLAND": "lost",
        "COLOUR[,COLOUR…]": "red,blue",
        "COINS/DEBTS": "2/1",
        "VALUE": "3",
    }
    for row in tables(told)[0]:
        for text in quoted(row[2]):
            action, _, rest = text.partition(":")
            move = f"{action}:{filled.get(rest, rest)}" if rest else action
            assert str(Move.parse(move)) == move
    payment = next(text for text in quoted(told) if text.startswith("@"))
    assert re.findall(r"[A-Z]+", payment) == list(PAYEES.values())


def test_the_keys_of_positions_are_those_that_are_read() -> None:
    told = section("interface.md", "Positions")
    general, after = told.split("The expansions add:")
    by_expansion = {row[0].lower(): row for row in tables(after)[0]}
    assert by_expansion.keys() == set(EXPANSIONS)
    positions = [key for row in by_expansion.values() for key in re.findall(r"`(\w+)`", row[1])]
    for name, row in by_expansion.items():
        assert tuple(re.findall(r"`(\w+)`", row[2])) == position_reader.EXPANSION_KEYS[name]
    assert set(quoted(general)) == {
        *(
            key
            for key in position_reader.KEYS
            if key not in (*positions, "history", "rng", "pending")
        ),
        *position_reader.SEAT_KEYS,
        *PHASES,
        *LEADER_DECKS,
    }
    rest = after.split("A view has")[0]
    assert {"history", "rng", "pending"} <= set(quoted(rest))
    listed = re.search(r"`phase` \((.*?)\)", general, re.S)
    assert listed
    assert tuple(quoted(listed[1])) == PHASES


@pytest.mark.parametrize("kind", ["play", "island"])
def test_the_keys_of_views_are_those_of_the_interface(kind: str) -> None:
    rows = tables(section("interface.md", "Positions"))[1]
    told = {key for row in rows for key in quoted(row[0])}
    found = set(DECISIONS[kind]().view(0)) - set(position_reader.KEYS)
    assert found <= told
    everything = set().union(*(DECISIONS[kind]().view(0) for kind in ("play", "island")))
    assert told <= everything


def test_the_keys_of_a_review_are_those_of_the_interface() -> None:
    whole, decision, codes = tables(section("interface.md", "Reviews"))
    told = section("interface.md", "Reviews").split("A decision has its ")[1].split(", and:")[0]
    tried = Tried("build:altar", 1.0, 2.0, 3)
    judged = Judgement(0, 0, 0, 1, 1, "play", Verdict(tried, tried), ())
    found = written.write(Review(0, 1, 0, (judged,), ()))
    rows = {key for row in whole for key in quoted(row[0])}
    assert rows == set(found) | {"players", "seed"}
    keys = {key for row in decision for key in quoted(row[0])} | set(quoted(told))
    assert keys == set(found["decisions"][0])
    assert {key for row in codes for key in quoted(row[0])} == set(CODES)


def test_the_lines_of_a_sheet_are_those_of_the_interface() -> None:
    told = section("interface.md", "Score sheets").split(".lines`:")[1].split(". ")[0]
    base, *more = re.split(r"; with (\w+) ", told)
    assert quoted(base) == list(LINES.values())
    names = [name.lower() for name in more[::2]]
    assert {name: quoted(part) for name, part in zip(names, more[1::2], strict=True)} == {
        name: list(lines.values()) for name, lines in MORE_LINES.items()
    }


def test_the_levels_of_the_interface_think_so_long_and_err_so_much() -> None:
    told = section("interface.md", "Bots")
    rows = tables(told)[0]
    told = " ".join(told.split())
    assert [quoted(row[0])[0] for row in rows] == list(LEVELS)
    for row, level in zip(rows, LEVELS.values(), strict=True):
        numbers = [float(number) for number in re.findall(r"[\d.]+", row[1])]
        assert numbers == ([level.playouts, level.error] if level.playouts else [level.seconds]), (
            row[0]
        )
    assert " and ".join(f"`{name}`" for name in PLAIN) + " look at most one move" in told
    assert list(bots.BUILT_IN) == [*PLAIN, *LEVELS]


# Hosting


def test_the_options_of_the_server_are_those_that_hosts_read_of() -> None:
    rows = tables(text_of("hosting.md"))[0]
    options = options_of("serve")
    assert [name for row in rows for name in quoted(row[0])] == sorted(
        options, key=[name for row in rows for name in quoted(row[0])].index
    )
    told = {name: row[1] for row in rows for name in quoted(row[0])}
    assert (
        f"{options['--host'].default} and {options['--port'].default} if left out" in told["--host"]
    )
    assert "`MIRABILIA_DATABASE`" in told["--database"]
    assert re.findall(r"`(\w+)`", told["--log-level"]) == list(LOG_LEVELS)
    defaults = Settings()
    for name in ("host", "port", "workers"):
        assert options[f"--{name}"].default == getattr(defaults, name)


BOUNDS = {
    "most_tables": "{0:g} tables",
    "address_tables": "{0:g} of them opened from one address",
    "address_shows": "{0:g} tables at which bots play alone, opened from one address",
    "most_pads": "{0:g} score pads",
    "address_reviews": "{0:g} reviews that are made, or wait for it, of one address",
    "most_reviews": "{0:g} of them in all",
    "most_streams": "{0:g} streams of updates",
    "address_streams": "{0:g} to one address",
    "most_connections": "{0:g} connections",
    "address_connections": "{0:g} from one address",
    "longest_header": "{kb:g} KB",
    "header_seconds": "{0:g} seconds until it is there",
    "longest_body": "{kb:g} KB for a form or JSON",
    "body_seconds": "{0:g} seconds",
    "longest_record": "{kb:g} KB for a record",
    "upload_limit": "{minute:g} such records a minute, {0:g} at once",
    "most_games": "{0} finished games",
    "most_uploads": "{0:g} of them brought",
    "play_limit": "{1:g} requests a second, {0:g} at once, for each player",
    "address_limit": "{1:g} requests a second, {0:g} at once",
    "create_limit": "{minute:g} new tables, pads or devices a minute, {0:g} at once",
    "guess_limit": "{minute:g} codes a minute of tables that are not there, {0:g} at once",
    "talk_limit": "{minute:g} lines a minute, {0:g} at once, said by one player",
    "table_talk_limit": "{minute:g} a minute, {0:g} at once, by all of a table",
    "hint_limit": "a hint a second, {0:g} at once, for each player",
    "address_hint_limit": "{1:g} and {0:g} from an address",
    "most_devices": "{0:g} devices on which somebody is told",
    "person_devices": "{0:g} of one person",
    "most_notices": "{0:g} notices that wait",
    "push_seconds": "{0:g} seconds for a push service",
    "most_players": "{0:g} players of the club",
    "most_invitations": "{0:g} links that are good",
    "most_tournaments": "{0:g} tournaments",
    "most_entrants": "of {0:g} players each",
    "most_seasons": "{0:g} seasons",
    "sign_in_limit": "{minute:g} passphrases a minute, {0:g} at once",
    "name_sign_in_limit": "{minute:g} a minute, {0:g} at once, for one name",
    "most_sign_ins": "{0:g} passphrases that wait to be tried",
    "slowest_client": "{0:g} seconds",
}


def test_the_limits_are_those_that_hosts_read_of() -> None:
    rows = tables(section("hosting.md", "Limits"))[0]
    told = {name: row[1] for row in rows for name in quoted(row[0])}
    assert told.keys() == BOUNDS.keys()
    defaults = Settings()
    for name, words in BOUNDS.items():
        value = getattr(defaults, name)
        numbers = value if isinstance(value, tuple) else (value,)
        minute, kb = round(60 * numbers[-1], 6), numbers[0] / 1024
        assert words.format(*numbers, minute=minute, kb=kb) in told[name], name
    assert defaults.hint_limit[1] == 1
    bound = re.compile(
        r"most_|address_|person_|longest_|(header|body|push)_seconds|.*_limit|slowest_"
    )
    assert told.keys() == {f.name for f in fields(Settings) if bound.match(f.name)}


def test_abandoned_tables_are_kept_as_long_as_hosts_read() -> None:
    told = " ".join(section("hosting.md", "Limits").split())
    defaults = Settings()
    assert defaults.keep_waiting == HOUR
    assert "one that waits, after an hour without anyone" in told
    assert f"a game, after {defaults.keep_playing / DAY:g} days" in told
    assert f"a finished one, after {defaults.keep_over / DAY:g} days" in told
    assert f"it is kept {defaults.keep_games / DAY:g} days" in told
    assert f"lists for {defaults.keep_history / DAY:g} days" in told
    assert f"given up after {defaults.replay_seconds:g} seconds" in told
    assert f"A score pad is cleared away {defaults.keep_pads / DAY:g} days" in told
    proxied = " ".join(section("hosting.md", "Behind a reverse proxy").split())
    assert f"its header after {defaults.header_seconds:g} seconds" in proxied
    assert f"or its body after {defaults.body_seconds:g}," in proxied


def test_what_the_load_test_aims_at_is_what_hosts_read() -> None:
    targets = script("load").TARGETS
    told = " ".join(section("hosting.md", "How much it bears").split())
    assert f"{1000 * targets['p95']:g} ms for 95 of 100 updates" in told
    assert f"{1000 * targets['p99']:g} ms for 99" in told
    assert f"{targets['burst']:g} s for the burst, nothing lost" in told
    assert f"{targets['memory'] / 1e6:g} MB, {targets['page'] / 1e3:g} KB" in told


# The lab


def test_the_options_of_the_arena_are_those_of_the_lab() -> None:
    told = section("lab.md", "Bots against each other: `mirabilia arena`")
    named = {name.split(" ")[0] for row in tables(told)[0] for name in quoted(row[0])}
    options = options_of("arena").keys()
    assert named | {"--against"} == options
    assert "`--against`" in told


def test_options_that_the_lab_names_are_there() -> None:
    known = {name for command in cli.COMMANDS for name in options_of(command)}
    named = {name.split(" ")[0] for name in quoted(text_of("lab.md")) if name.startswith("--")}
    assert named <= known


def test_the_columns_of_a_file_are_those_of_the_lab() -> None:
    rows = tables(section("lab.md", "Millions of games: `mirabilia simulate --out`"))[0]
    told = [name for row in rows for name in quoted(row[0])]
    first, last = told.index("brown"), told.index("black")
    assert last == first + 1
    run = [f.name for f in fields(Run) if f.name != "bots"]
    points = {name for name in COLUMNS if name.startswith("points_")}
    colours = list(COLUMNS)[list(COLUMNS).index("brown") : list(COLUMNS).index("black") + 1]
    assert sorted(told) == sorted(
        [
            *run,
            "seat",
            "bot",
            "board",
            "side",
            "place",
            "share",
            "points_…",
            *LISTS,
            "brown",
            "black",
            *(name for name in COLUMNS if name not in points and name not in colours),
        ]
    )


# How strong the bots are


def test_what_is_said_of_the_search_are_its_numbers() -> None:
    own = named_weights("own")
    told = " ".join(text_of("strength.md").split())
    assert f"lead / ({own[BEND]:g} + |lead|) + {own[OWN_POINTS]:g} x own points" in told
    assert f"{correction.FEATURES} features" in told
    assert f"go to {correction.UNITS} units" in told
    assert f"at most {searcher._WIDTH}, those that `greedy`" in told
    assert f"the policy's opinion counts for {own[TREE_PRIOR]:g} playouts" in told
    assert own[AS_GOOD] == 0.3
    assert "in three of ten as one who plays like the own seat" in told


# The table


@pytest.mark.parametrize(("folder", "at"), [("", 0), ("rooms", 1), ("http", 2), ("page", 3)])
def test_every_module_of_the_table_says_what_it_does(folder: str, at: int) -> None:
    rows = tables(text_of("table.md"))[at]
    told = [name.rstrip("/") for row in rows for name in quoted(row[0])]
    here = PACKAGE / "table" / folder
    rooms = {"rooms", "http", "page", "static", "templates", "__pycache__"}
    there = [
        path.stem
        for path in here.iterdir()
        if (path.suffix == ".py" or path.is_dir()) and path.stem not in {"__init__", *rooms}
    ]
    assert sorted(told) == sorted(there)


def routes() -> Iterator[tuple[str, str]]:
    """The methods and addresses of the pages."""
    found = [
        route for part in (*PARTS, *CLUB_PARTS) if part is not api for route in part.router.routes
    ]
    for route in [*create_app().routes, *found]:
        path: str = getattr(route, "path", "")
        if not path.startswith(("/api", "/openapi", "/static")):
            for method in set(getattr(route, "methods", None) or ()) - {"HEAD"}:
                yield method, path


def test_the_addresses_are_those_of_the_server() -> None:
    rows = tables(section("table.md", "Addresses"))[0]
    told: list[tuple[str, str]] = []
    for row in rows:
        method, path = "", ""
        for text in quoted(row[0]):
            verb, _, address = text.rpartition(" ")
            method = verb or method
            address = address.partition("?")[0]
            # A second address of a row that has no method of its own is beside the first.
            path = (
                address
                if verb or address.startswith("/api")
                else f"{path.rpartition('/')[0]}{address}"
            )
            told.append((method, path))
    placed = ("code", "edition", "boxes", "lang", "id", "number", "day", "name")
    names = {f"{{{name}}}": name.upper() for name in placed}
    there = {
        (method, re.sub(r"\{\w+\}", lambda found: names[found[0]], path))
        for method, path in routes()
    }
    assert sorted(each for each in told if each[1] != "/api/…") == sorted(there)


# The catalogue


def test_the_examples_of_the_catalogue_are_entries_of_it() -> None:
    folder = PACKAGE / "catalogue"
    shipped = [tomllib.loads(file.read_text("utf-8")) for file in sorted(folder.rglob("*.toml"))]
    examples = [tomllib.loads(block) for block in blocks(text_of("catalogue.md"), "toml")]
    entries = [
        (part, name, entry)
        for example in examples
        for part, named in example.items()
        for name, entry in named.items()
    ]
    assert len(entries) == 3
    for part, name, entry in entries:
        assert entry in [file.get(part, {}).get(name) for file in shipped], name
