"""What the lab and the commands write: whole or not at all, and never through a link that somebody
laid into the folder; a full disk and a folder that can't be written are said in a sentence."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mirabilia import cli, files
from mirabilia.files import FileError, add, check_may_write, open_to_add, write_whole
from mirabilia.lab.chunks import Chunk, FolderError, run_folder
from mirabilia.lab.collect import collect
from mirabilia.lab.facts import Run

Command = Callable[[str], tuple[int, str]]
ARENA = "arena greedy random --deals 1 --cores 1 --out"
SIMULATE = "simulate --games 4 --cores 1 --out"
RUN = Run(3, bots=("random",) * 3)
RUN_FOLDER = RUN.name

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    def run_command(arguments: str) -> tuple[int, str]:
        capsys.readouterr()
        code = cli.main(arguments.split())
        out, err = capsys.readouterr()
        return code, (out + err).strip()

    return run_command


@pytest.fixture(params=["a file", "nothing"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """What a link leads to; it must stay as it is."""
    path = tmp_path / "elsewhere" / "mine.txt"
    path.parent.mkdir()
    if request.param == "a file":
        path.write_text("mine\n")
    before = [(found.name, found.read_text()) for found in path.parent.iterdir()]
    yield path
    assert [(found.name, found.read_text()) for found in path.parent.iterdir()] == before


@pytest.mark.parametrize("name", ["games.jsonl", "summary.json", "report.html"])
def test_the_arena_writes_through_no_link(
    name: str, elsewhere: Path, tmp_path: Path, run: Command
) -> None:
    folder = tmp_path / "arena"
    folder.mkdir()
    (folder / name).symlink_to(elsewhere)
    code, text = run(f"{ARENA} {folder}")
    assert code == 2
    sentence = f"{folder / name} is a link, and nothing is written through one: remove it."
    assert text == f"mirabilia arena: {sentence}"


@pytest.mark.parametrize("name", ["run.json", ""])
def test_simulated_games_go_through_no_link(
    name: str, elsewhere: Path, tmp_path: Path, run: Command
) -> None:
    """Neither a file nor the folder of a run may be one."""
    link = tmp_path / "games" / RUN_FOLDER / name
    link.parent.mkdir(parents=True)
    link.symlink_to(elsewhere if name else elsewhere.parent)
    code, text = run(f"{SIMULATE} {tmp_path / 'games'}")
    assert code == 2
    assert len(text.splitlines()) == 1
    assert "is a link" in text or "can't be read" in text


def test_a_link_in_place_of_games_is_noticed(elsewhere: Path, tmp_path: Path) -> None:
    place = collect(RUN, 4, tmp_path, chunk=4, cores=1)
    place.path(Chunk(0, 4)).unlink()
    place.path(Chunk(0, 4)).symlink_to(elsewhere)
    with pytest.raises(FolderError, match=r"games-\d+-\d+\.parquet can't"):
        collect(RUN, 12, tmp_path, chunk=4, cores=1)


def test_a_report_goes_through_no_link(elsewhere: Path, tmp_path: Path, run: Command) -> None:
    folder = tmp_path / "games"
    run(f"{SIMULATE} {folder}")
    for link, named in ((folder / "report.html", ""), (tmp_path / "r.html", "--out {}")):
        link.symlink_to(elsewhere)
        code, text = run(f"report {folder} {named.format(link)}")
        assert code == 2
        assert text.endswith(f"{link} is a link, and nothing is written through one: remove it.")


def test_the_folder_that_is_named_may_be_a_link(tmp_path: Path, run: Command) -> None:
    (tmp_path / "real").mkdir()
    folder = tmp_path / "link"
    folder.symlink_to(tmp_path / "real")
    for command in (f"{ARENA} {folder}", f"{SIMULATE} {folder}", f"report {folder}"):
        assert run(command)[0] == 0
    made = sorted(path.name for path in (tmp_path / "real").iterdir())
    assert made == [RUN_FOLDER, "games.jsonl", "report.html", "summary.json"]


def test_where_a_game_can_not_be_saved_it_does_not_begin(
    elsewhere: Path, tmp_path: Path, run: Command
) -> None:
    link = tmp_path / "game.json"
    link.symlink_to(elsewhere)
    for path, sentence in ((link, "is a link"), (tmp_path, "is no file that can be written")):
        code, text = run(f"play --save {path}")
        assert code == 2
        assert len(text.splitlines()) == 1
        assert sentence in text


def test_an_unfinished_file_is_written_through_no_link(
    elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should anybody guess its name."""
    monkeypatch.setattr("secrets.token_hex", lambda size: "guessed")
    (tmp_path / "page.html.guessed.part").symlink_to(elsewhere)
    with pytest.raises(FileError, match="can't be written: file exists"):
        write_whole(tmp_path / "page.html", "text")
    assert not (tmp_path / "page.html").exists()


def test_a_file_is_added_to_through_no_link_laid_at_the_last_moment(
    elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    path.symlink_to(elsewhere)
    monkeypatch.setattr(files, "_check_is_file", lambda path: None)
    with pytest.raises(FileError, match="can't be written"):
        open_to_add(path)


def test_a_file_is_replaced_whole_and_nothing_is_left_over(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    for text in ("a long text", "short"):
        check_may_write(path)
        write_whole(path, text)
        assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """While this lasts, no file can grow beyond so many bytes."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_on_a_full_disk_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_whole(path, "old")
    with full_disk(1000), pytest.raises(FileError, match=r"page\.html can't be written: .*\.$"):
        write_whole(path, "new" * 1000)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_arena_goes_on_after_a_full_disk(tmp_path: Path, run: Command) -> None:
    with full_disk(1500):
        code, text = run(f"{ARENA} {tmp_path}")
    assert code == 2
    assert f"{tmp_path / 'games.jsonl'} can't be written: file too large." in text
    assert len([line for line in text.splitlines() if line]) == 1
    code, text = run(f"{ARENA} {tmp_path} --json")
    assert code == 0
    assert 0 < json.loads(text)["played"] < json.loads(text)["games"]


def test_on_a_full_disk_simulated_games_are_whole_or_not_there(
    tmp_path: Path, run: Command
) -> None:
    with full_disk(3000):
        code, text = run(f"{SIMULATE} {tmp_path}")
    assert code == 2
    assert "can't be written: file too large." in text
    assert not run_folder(RUN, tmp_path).done()
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize("command", [ARENA, SIMULATE])
def test_a_folder_that_can_not_be_made(command: str, tmp_path: Path, run: Command) -> None:
    (tmp_path / "file").touch()
    code, text = run(f"{command} {tmp_path / 'file' / 'games'}")
    assert code == 2
    assert text.endswith(
        f"The folder {tmp_path / 'file' / 'games'} can't be made: not a directory."
    )


def test_a_file_of_another_is_not_cut_off(tmp_path: Path, run: Command) -> None:
    """A first line without an end may be ours, cut off; this one is not."""
    path = tmp_path / "games.jsonl"
    path.write_text("a list of my games")
    code, text = run(f"{ARENA} {tmp_path}")
    assert (code, "holds no games" in text) == (2, True)
    assert path.read_text() == "a list of my games"


def test_what_another_tournament_was_is_said_in_one_line(tmp_path: Path, run: Command) -> None:
    settings = {"bots": "a\nb\x1b[2J" * 100}
    (tmp_path / "games.jsonl").write_text(json.dumps({"settings": settings}) + "\n")
    code, text = run(f"{ARENA} {tmp_path}")
    assert code == 2
    assert "is of another tournament" in text
    assert text.isprintable()
    assert len(text) < 400


def test_a_first_line_that_was_cut_off_is_written_anew(tmp_path: Path, run: Command) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"settings":{"bots":["gre')
    assert run(f"{ARENA} {tmp_path}")[0] == 0
    assert json.loads(path.read_text().splitlines()[0])["settings"]["bots"] == ["greedy", "random"]


def test_all_of_a_line_is_added(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with open_to_add(path) as file:
        add(file, path, b"one\n")
    with open_to_add(path) as file:
        add(file, path, b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"
