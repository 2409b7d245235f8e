"""Spoilt files of the lab, records, positions and catalogues: a sentence or an answer, never a
traceback, and nothing that waits without end."""

import json
import random
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from brute import EVERYTHING, GameSetup, decide_all, walk
from catalogues import FILES_OF, TEXT_OF
from conftest import sample
from mirabilia import Game, cli
from mirabilia.catalogue import Catalogue, CatalogueError, load_files, read
from mirabilia.catalogue import checks as catalogue_checks
from mirabilia.catalogue.entries import MOST_EFFECTS
from mirabilia.engine import state, tables
from mirabilia.files import Unreadable, parse_json
from spoiling import put_strange_thing, spoil_bytes, spoil_json_text, spoil_toml, within

MANY = range(1000)
LONGEST = 20  # seconds for what takes a fraction of one
SIMULATE = (
    "simulate --players 3 --expansions leaders --bots greedy,random,random --chunk 4 --cores 1"
)
ARENA = "arena greedy random --cores 1"
Command = Callable[[str], tuple[int, list[str]]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command: its exit code and the lines that say what was wrong."""

    def run_command(arguments: str) -> tuple[int, list[str]]:
        capsys.readouterr()
        with within(LONGEST):
            code = cli.main(arguments.split())
        out, err = capsys.readouterr()
        told = out if arguments.startswith("verify") else err
        return code, [line for line in told.splitlines() if line.strip()]

    return run_command


def check_answer(code: int, lines: list[str]) -> None:
    """Nothing was wrong, or one sentence says what."""
    if code:
        assert len(lines) == 1, lines
        assert re.search(r"\w+ .*[.…]$", lines[0]), lines
        assert len(lines[0]) < 700


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of simulated games and one of a tournament."""
    folder = tmp_path_factory.mktemp("lab")
    assert cli.main(f"{SIMULATE} --games 8 --out {folder / 'games'}".split()) == 0
    assert cli.main(f"{ARENA} --deals 2 --out {folder / 'arena'}".split()) == 0
    return folder


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample(MANY, 60))
def test_a_spoilt_file_of_the_lab(seed: int, lab: Path, tmp_path: Path, run: Command) -> None:
    rng = random.Random(seed)
    folder = tmp_path / "lab"
    shutil.copytree(lab, folder)
    of_games = rng.random() < 0.5
    inside = folder / ("games" if of_games else "arena")
    path = rng.choice(sorted(path for path in inside.rglob("*") if path.is_file()))
    if rng.random() < 0.1:
        put_strange_thing(path, rng)
    else:
        spoil = spoil_bytes if path.suffix in (".parquet", ".html") else spoil_json_text
        path.write_bytes(spoil(path.read_bytes(), rng))
    if not of_games:
        check_answer(*run(f"{ARENA} --deals 3 --out {inside}"))
        return
    check_answer(*run(f"report {inside}"))
    check_answer(*run(f"{SIMULATE} --games 10 --out {inside}"))
    check_answer(*run(f"report --json {inside}"))


SETUPS = [
    (GameSetup(2, "1st"), None),
    (GameSetup(3, "1st", "choose"), 7),
    (GameSetup(4, "1st", "random", ("cities",), teams=True), None),
    (GameSetup(5, "2nd", "choose", EVERYTHING, leaders="expert"), 20),
    (GameSetup(7, "2nd", "random", ("armada",)), None),
]


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Some that are over, and some in the middle of a turn."""
    found = []
    for seed, (setup, steps) in enumerate(SETUPS):
        game = setup.new(seed)
        for step, deciding in enumerate(walk(game, seed)):
            if step == steps:
                game.play(deciding[0], game.moves(deciding[0])[0])
                break
        found.append(game)
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample(MANY, 60))
def test_a_spoilt_record(seed: int, games: list[Game], tmp_path: Path, run: Command) -> None:
    rng = random.Random(seed)
    path = tmp_path / "game.json"
    whole = json.dumps(rng.choice(games).record(), indent=rng.choice((None, 1))).encode()
    path.write_bytes(spoil_json_text(whole, rng))
    if rng.random() < 0.05:
        put_strange_thing(path, rng)
    legal = run(f"verify {path}")
    check_answer(*legal)
    for seat in ("", " --from-seat 0"):
        replayed = run(f"replay --all {path}{seat}")
        check_answer(*replayed)
        assert bool(replayed[0]) >= bool(legal[0])


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample(MANY, 200))
def test_a_spoilt_position(seed: int, games: list[Game]) -> None:
    rng = random.Random(seed)
    text = json.dumps(rng.choice(games).position(), indent=1).encode()
    try:
        data = parse_json(spoil_json_text(text, rng))
    except Unreadable:
        return
    with within(LONGEST):
        game = read_position(data)
        if game is None:
            return
        for seat in range(game.seats):
            json.dumps(game.view(seat))
        game.ranking()
        if not game.over:
            decide_all(game, rng)


def read_position(data: Any) -> Game | None:
    """The game of a position, or None where a sentence refuses it."""
    try:
        return Game.from_position(data)
    except ValueError as error:
        refusal = str(error)
    assert re.search(r"\w+ .*\.$", refusal, re.DOTALL), refusal
    return None


@pytest.mark.parametrize("depth", [50, 500, 900, 960, 980, 990, 5000, 50_000])
def test_lists_in_lists_are_no_game(depth: int, games: list[Game]) -> None:
    """Also where they are just not too deep to be read, but too deep to be shown."""
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    position, record = games[0].position(), games[0].record()
    for key in position:
        read_position({**position, key: deep})
    for key in record:
        with pytest.raises(ValueError, match=r"\."):
            Game.from_record({**record, key: deep})


def test_a_file_far_too_large_for_a_record_is_not_read(tmp_path: Path, run: Command) -> None:
    path = tmp_path / "game.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    for command in ("verify", "replay --all"):
        code, lines = run(f"{command} {path}")
        assert code
        assert "larger than 1 MB" in lines[0]


@pytest.fixture(scope="module")
def promo_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = Game(3, edition="1st", seed=1, wonders=["manneken_pis", "rhodos", "gizah"])
    path = tmp_path_factory.mktemp("promo") / "game.json"
    path.write_text(json.dumps(game.record()), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["verify", "replay --all"])
def test_a_record_with_a_promo_board_is_shown(
    command: str, promo_record: Path, run: Command
) -> None:
    assert run(f"{command} {promo_record}")[0] == 0


def own_files(folder: Path, edition: str) -> dict[str, Path]:
    """The shipped files of an edition, to be spoilt."""
    found = {}
    for file in FILES_OF[edition]:
        found[file] = folder / file.replace("/", "-")
        found[file].write_text(TEXT_OF[file], "utf-8")
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample(MANY, 60))
def test_a_spoilt_catalogue(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read without a word of blame, the engine has room for."""
    rng = random.Random(seed)
    paths = own_files(tmp_path, rng.choice(("1st", "2nd")))
    file, path = rng.choice(list(paths.items()))
    how = rng.random()
    if how < 0.05:
        put_strange_thing(path, rng)
    elif how < 0.4:
        path.write_bytes(spoil_bytes(TEXT_OF[file].encode(), rng))
    else:
        text = TEXT_OF[file]
        for _ in range(rng.randint(1, 3)):
            text = spoil_toml(text, rng)
        path.write_text(text, "utf-8")
    with within(LONGEST):
        catalogue = read_catalogue(paths.values())
        if catalogue:
            book = made(catalogue, monkeypatch)
            assert len(book.cards) == len(book.card_number)


def read_catalogue(paths: Iterable[Path]) -> Catalogue | None:
    """What files hold, or None where sentences say what is wrong with them."""
    try:
        return load_files(paths)
    except CatalogueError as error:
        refusals = str(error).splitlines()
    for refusal in refusals:
        assert re.search(": .", refusal)
        assert len(refusal) < 1500
    return None


def made(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> tables.Rulebook:
    """The arrays that the engine would have for a catalogue."""
    monkeypatch.setattr(tables, "load", lambda *_: catalogue)
    book: tables.Rulebook = tables.rulebook.__wrapped__(catalogue.edition, catalogue.expansions)
    return book


def test_a_catalogue_may_be_as_large_as_the_engine_has_room() -> None:
    assert dict(catalogue_checks.ROOM) == {
        "cards, leaders and islands": state.NONE,
        "guilds": tables.DECK,
        "sides of boards": state.BOARDS,
        "leaders": state.BOX,
        "shipyards": state.SEATS,
        "chain symbols": 63,
        "black cards or Armada cards of an age": tables.EXTRAS,
    }
    assert MOST_EFFECTS == tables.EFFECTS


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[card.altar]", f"# {'x' * 1000}\n[card.altar]", "is longer than 1000 letters"),
        ("[card.altar]", f"[card.altar{'.a' * 490}]", 'card.altar: the key "a" is unknown'),
        ('start = "', 'coins = 100\nstart = "', '"coins" is beyond 99'),
        ('start = "', 'coins = -1\nstart = "', '"coins" is below 0'),
        ('effects = ["', "effects = [" + "[\n" * 600 + "]" * 600 + ', "', "nested too deeply"),
        ('effects = ["', 'effects = ["' + '1 coin", "' * 6, "7 effects, where 6 are the most"),
    ],
)
def test_what_is_too_much_for_a_catalogue_is_said(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT_OF["2nd/base.toml"].replace(old, new, 1), "utf-8")
    with within(LONGEST), pytest.raises(CatalogueError, match=re.escape(sentence)):
        load_files([path])


def test_a_catalogue_is_no_larger_than_ten_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT_OF["2nd/base.toml"] + "\n# more" * 40_000, "utf-8")
    with pytest.raises(CatalogueError, match="larger than 200,000 bytes"):
        load_files([path])


def test_more_boards_than_the_engine_has_room_for_are_reported() -> None:
    start = TEXT_OF["2nd/base.toml"].index("[board.rhodos]")
    end = TEXT_OF["2nd/base.toml"].index("[board.alexandria]")
    board = TEXT_OF["2nd/base.toml"][start:end]
    others = [board.replace("board.rhodos", f"board.other_{number}") for number in range(14)]
    with pytest.raises(CatalogueError, match="sides of boards: 42, where 40 are the most"):
        read("\n".join([TEXT_OF["2nd/base.toml"], *others]), "mine.toml")
