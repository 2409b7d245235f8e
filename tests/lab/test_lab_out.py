"""Simulated games on disk: rows that are true, files that are whole, runs that go on, Ray."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mirabilia import Game, bots, cli
from mirabilia.catalogue import COLOURS
from mirabilia.commands import lab_options
from mirabilia.game.setup import Wanted
from mirabilia.lab import arena
from mirabilia.lab import collect as collecting
from mirabilia.lab import simulate as simulating
from mirabilia.lab.chunks import Chunk, FolderError, runs_in
from mirabilia.lab.collect import collect
from mirabilia.lab.entrants import Entrant, Tournament
from mirabilia.lab.facts import Run, play_range, shares
from mirabilia.lab.ledger import Ledger
from mirabilia.lab.rows import parquet, table, to_bytes
from mirabilia.lab.simulate import simulate

Command = Callable[[str], tuple[int, str]]
EVERYTHING = ("leaders", "cities", "armada")
GREEDY = Run(3, bots=("greedy",) * 3, seed=40)
RANDOM = Run(3, bots=("random",) * 3)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    def run_command(arguments: str) -> tuple[int, str]:
        capsys.readouterr()
        code = cli.main(arguments.split())
        out, err = capsys.readouterr()
        return code, out + err

    return run_command


def replayed(played: Run, number: int) -> Game:
    """The same game through the face, with bots that see views."""
    game = Game(
        played.players,
        edition=played.edition,
        expansions=played.expansions,
        seed=played.seed + number,
        sides=played.sides,
        teams=played.teams,
        leaders=played.leaders,
    )
    greedy = bots.make("greedy")
    while not game.over:
        for seat in game.to_decide:
            game.play(seat, greedy.choose(game.view(seat)))
    return game


RUNS = [
    GREEDY,
    replace(GREEDY, edition="1st", sides="B"),
    Run(2, edition="1st", bots=("greedy",) * 2, seed=3),
    Run(4, expansions=("cities",), teams=True, bots=("greedy",) * 4),
    Run(5, expansions=EVERYTHING, leaders="expert", bots=("greedy",) * 5, seed=8),
    Run(8, edition="1st", expansions=("armada", "leaders")[::-1], bots=("greedy",) * 8),
]


@pytest.mark.parametrize("played", RUNS, ids=lambda played: played.name)
def test_rows_agree_with_the_game_played_through_the_face(played: Run) -> None:
    number = 5
    rows = table(play_range(played, number, 1)).to_pylist()
    game = replayed(played, number)
    place = {seat: at for at, seats in game.ranking() for seat in seats}
    assert len(rows) == played.players
    for seat, (row, sheet) in enumerate(zip(rows, game.scores(), strict=False)):
        assert row["seat"] == seat
        assert row["seed"] == played.seed + number
        assert f"{row['board']}:{row['side']}" == game.wonder(seat)
        assert {line: row[f"points_{line}"] for line in sheet.lines} == sheet.lines
        assert row["total"] == sheet.total
        assert row["place"] == place[seat]
        assert row["coins"] == game.coins(seat)
        assert row["built"] == list(game.city(seat))
        assert row["cards"] == len(row["built"])
        assert row["explored"] == (
            list(game.islands(seat)) if "armada" in played.expansions else []
        )
        assert {name: row[name] for name in counted(game, seat)} == counted(game, seat)
        colours = [game._book.catalogue.cards[card].colour for card in row["built"]]
        assert {colour: row[colour] for colour in COLOURS} == {
            colour: colours.count(colour) for colour in COLOURS
        }
    firsts = [row["share"] for row in rows]
    assert sum(firsts) == pytest.approx(1)


def counted(game: Game, seat: int) -> dict[str, Any]:
    """What a seat did, from the events alone."""
    mine = [event for event in game.events if event.seat == seat]

    def number(kind: str, **data: Any) -> int:
        return sum(event.kind == kind and data.items() <= event.data.items() for event in mine)

    def coins(kind: str) -> int:
        return sum(event.data["coins"] for event in mine if event.kind == kind)

    paid = [event for event in mine if event.kind == "pay"]
    to_bank = sum(event.data["coins"] for event in paid if event.data["to"] == "bank")
    return {
        "chains": number("build", how="chain"),
        "rights": number("build", how="right"),
        "rebuilt": number("rebuild"),
        "stages": number("stage"),
        "sold": number("sell"),
        "paid": coins("pay") - to_bank,
        "paid_bank": to_bank,
        "received": sum(
            event.data["coins"]
            for event in game.events
            if event.kind == "pay" and event.data["to"] == seat
        ),
        "gained": coins("coins"),
        "lost": coins("loss"),
        "recruited": [event.data["leader"] for event in mine if event.kind == "recruit"],
    }


def test_shields_and_symbols_are_those_of_the_city() -> None:
    facts = play_range(GREEDY, 0, 6)
    for row in table(facts).to_pylist():
        book = GREEDY.setup.book
        board = book.catalogue.boards[row["board"], row["side"]]
        effects = [effect for card in row["built"] for effect in book.catalogue.cards[card].effects]
        for stage in board.stages[: row["stages"]]:
            effects += stage.effects
        assert row["shields"] == sum(e.amount for e in effects if e.kind == "shields")
        symbols = [e.options for e in effects if e.kind == "science"]
        for name in ("compass", "gear", "tablet"):
            assert row[name] == symbols.count((name,))
        assert row["any_symbol"] == sum(len(options) > 1 for options in symbols)


def test_the_games_are_those_of_simulate() -> None:
    for played in (replace(RANDOM, bots=("greedy", "random", "random"), seed=9), RUNS[3]):
        facts = play_range(played, 0, 30)
        wanted = Wanted(
            played.players, played.edition, played.expansions, played.seed, teams=played.teams
        )
        results = simulate(30, wanted, bots=played.bots, cores=1)
        assert (facts["total"] == results.totals).all()
        assert (facts["coins"] == results.coins).all()
        assert (facts.boards == results.boards).all()
        assert (facts.bot_of_seat == results.bot_of_seat).all()
        assert np.allclose(shares(facts.places), results.shares)


def test_a_game_is_the_same_in_whichever_range_it_is_played() -> None:
    whole = table(play_range(RANDOM, 0, 40))
    part = table(play_range(RANDOM, 25, 10))
    assert part.to_pylist() == whole.slice(3 * 25, 3 * 10).to_pylist()


def read(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for place in runs_in(folder):
        for chunk in place.done():
            rows += parquet().read_table(place.path(chunk)).to_pylist()
    return rows


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*/games-*"))


def test_files_are_named_by_their_seeds(tmp_path: Path) -> None:
    collect(GREEDY, 25, tmp_path, chunk=10, cores=2)
    assert names(tmp_path) == [
        "games-0000000000000040-0000000000000049.parquet",
        "games-0000000000000050-0000000000000059.parquet",
        "games-0000000000000060-0000000000000064.parquet",
    ]
    assert [row["seed"] for row in read(tmp_path)[::3]] == list(range(40, 65))
    assert read(tmp_path) == table(play_range(GREEDY, 0, 25)).to_pylist()


def test_what_is_there_is_not_played_again(tmp_path: Path) -> None:
    told: list[int] = []
    collect(RANDOM, 25, tmp_path, chunk=10)
    collect(RANDOM, 70, tmp_path, chunk=20, progress=told.append)
    assert told[0] == 25
    assert sum(told[1:]) == 45
    assert [row["seed"] for row in read(tmp_path)[::3]] == list(range(70))


def test_gaps_are_filled(tmp_path: Path) -> None:
    place = collect(RANDOM, 50, tmp_path, chunk=10)
    place.path(Chunk(10, 20)).unlink()
    place.path(Chunk(40, 50)).unlink()
    assert list(place.missing(45, 10)) == [Chunk(10, 20), Chunk(40, 45)]
    collect(RANDOM, 50, tmp_path, chunk=10)
    assert len(read(tmp_path)) == 150


def test_other_runs_share_the_folder(tmp_path: Path) -> None:
    collect(RANDOM, 5, tmp_path)
    collect(replace(RANDOM, players=4, bots=("random",) * 4), 5, tmp_path)
    assert [place.run.players for place in runs_in(tmp_path)] == [3, 4]


def test_games_in_two_files_are_noticed(tmp_path: Path) -> None:
    place = collect(RANDOM, 10, tmp_path)
    place.write(Chunk(5, 12), b"")
    with pytest.raises(FolderError, match="hold the same games"):
        place.done()


def test_games_that_come_out_otherwise_are_noticed(tmp_path: Path) -> None:
    place = collect(RANDOM, 10, tmp_path)
    others = play_range(replace(RANDOM, seed=77), 0, 10)
    place.write(Chunk(0, 10), to_bytes(replace(others, run=RANDOM)))
    with pytest.raises(FolderError, match="come out otherwise"):
        collect(RANDOM, 20, tmp_path)
    settings = place.folder / "run.json"
    settings.write_text(settings.read_text().replace('"rules": "', '"rules": "older '))
    with pytest.raises(FolderError, match="another version"):
        collect(RANDOM, 20, tmp_path)


def test_stopping_leaves_whole_files_and_the_next_run_goes_on(tmp_path: Path) -> None:
    def stop(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            raise KeyboardInterrupt

    told: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        collect(RANDOM, 200, tmp_path, chunk=20, cores=2, progress=stop)
    assert len(names(tmp_path)) == 2
    collect(RANDOM, 200, tmp_path, chunk=20, cores=2)
    assert sorted(row["seed"] for row in read(tmp_path)[::3]) == list(range(200))


def test_a_killed_simulation_goes_on_and_counts_nothing_twice(tmp_path: Path) -> None:
    arguments = f"simulate --games 4000 --bots greedy --chunk 100 --cores 1 --out {tmp_path}"
    process = subprocess.Popen(
        [sys.executable, "-m", "mirabilia.cli", *arguments.split()], stdout=subprocess.DEVNULL
    )
    limit = time.monotonic() + 60
    while len(names(tmp_path)) < 2:
        assert time.monotonic() < limit
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    done = sum(chunk.games for place in runs_in(tmp_path) for chunk in place.done())
    games = done + 150
    assert cli.main([*arguments.replace("4000", str(games)).split(), "--json"]) == 0
    rows = read(tmp_path)
    assert [row["seed"] for row in rows[::3]] == list(range(games))
    sample = play_range(Run(3, bots=("greedy",) * 3), done - 5, 10)
    assert [row["total"] for row in rows[3 * (done - 5) : 3 * (done + 5)]] == (
        sample["total"].ravel().tolist()
    )


def test_simulate_says_what_it_kept(tmp_path: Path, run: Command) -> None:
    arguments = f"simulate --games 30 --chunk 20 --sides night --cores 1 --out {tmp_path}"
    code, text = run(arguments)
    assert code == 0
    assert "30 games are in" in text
    assert f"mirabilia report {tmp_path}" in text
    told = json.loads(run(arguments.replace("30", "50") + " --json")[1])
    assert (told["games"], told["played"], told["files"]) == (50, 20, 4)
    assert {row["side"] for row in read(tmp_path)} == {"night"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--ray auto", "--ray needs --out"),
        ("--sides day", "--sides needs --out"),
        ("--chunk 5", "--chunk needs --out"),
        ("--out {} --games 0", "At least 1 game"),
        ("--out {} --chunk 0", "at least 1 game"),
        ("--out {} --sides choose", "can't choose sides"),
        ("--out {} --bots nobody", "'nobody' can't simulate"),
        ("--out {} --bots greedy,random", "one for each of 3 players"),
        ("--out {} --cores 0", "--cores is at least 1"),
        ("--out {} --seed 9007199254740990", "Seeds end"),
        ("--out {} --players 12", "12 can't play"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(
    run: Command, tmp_path: Path, arguments: str, sentence: str
) -> None:
    code, text = run("simulate " + arguments.format(tmp_path))
    assert code == 2
    assert sentence in text


@pytest.mark.parametrize(("module", "extra"), [("pyarrow", "lab"), ("ray", "ray")])
def test_what_is_not_installed_is_named(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    code, text = run(f"simulate --games 5 --out {tmp_path} --ray local")
    assert code == 2
    assert f"needs {module}, which is not installed: pip install 'mirabilia[{extra}]'" in text


@pytest.fixture
def quiet_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'mirabilia[ray]'")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))


@pytest.mark.usefixtures("quiet_ray")
def test_a_ray_cluster_plays_the_same_games_also_when_a_worker_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "mark"
    monkeypatch.setattr(collecting, "play_chunk", dying_once(str(mark)))
    collect(GREEDY, 60, tmp_path / "ray", chunk=10, ray="local", cores=2)
    assert mark.exists()
    collect(GREEDY, 60, tmp_path / "threads", chunk=10)
    assert names(tmp_path / "ray") == names(tmp_path / "threads")
    assert read(tmp_path / "ray") == read(tmp_path / "threads")
    assert [row["seed"] for row in read(tmp_path / "ray")[::3]] == list(range(40, 100))


def dying_once(mark: str) -> Callable[..., bytes]:
    """A worker's work, which ends its process in the third chunk, once."""

    def play(played: Run, first: int, games: int, rules: str) -> bytes:
        from mirabilia.lab.collect import play_chunk

        if first == 20 and not Path(mark).exists():
            Path(mark).touch()
            os._exit(1)
        return play_chunk(played, first, games, rules)

    return play


def test_a_worker_with_other_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="other rules"):
        collecting.play_chunk(RANDOM, 0, 1, "older rules")


@pytest.mark.usefixtures("quiet_ray")
def test_a_cluster_that_is_not_there(run: Command, tmp_path: Path) -> None:
    code, text = run(f"simulate --games 5 --out {tmp_path} --ray auto")
    assert code == 2
    assert "No Ray cluster answers at 'auto'" in text


def test_the_watch_counts_from_where_playing_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what had to be compiled before; games that were there are not played."""
    looks = iter((0.0, 50.0, 54.0))  # when it is made, told first, over
    clock = SimpleNamespace(perf_counter=lambda: next(looks))
    monkeypatch.setattr(lab_options, "time", clock)
    with lab_options.Playing(100) as playing:
        for games in (30, 20, 50):
            playing(games)
    assert playing.seconds == 4.0
    assert playing.played == 70
    assert playing.there == 100


def test_playing_begins_when_all_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    found = Tournament((Entrant.parse("greedy"),), GREEDY.setup)
    for module, name in (
        (collecting, "ensure_lab_compiled"),
        (arena, "ensure_lab_compiled"),
        (simulating, "ensure_bots_compiled"),
    ):
        monkeypatch.setattr(module, name, lambda: told.append("compiled"))
    for play in (
        lambda: collect(GREEDY, 3, tmp_path, progress=lambda games: told.append(f"{games} games")),
        lambda: arena.compete(
            found, 1, Ledger(found, None), progress=lambda games: told.append(f"{games} games")
        ),
        lambda: simulate(3, Wanted(3), progress=lambda games: told.append(f"{games} games")),
    ):
        told.clear()
        play()
        assert told[:2] == ["compiled", "0 games"]
        assert len(told) > 2
