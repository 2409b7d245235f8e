"""Tournaments: who sits where, that deals are the same, that nothing is counted twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mirabilia import Game, bots, cli
from mirabilia.lab import flow
from mirabilia.lab.arena import compete, play_compiled, play_game
from mirabilia.lab.entrants import FIXED, RANDOM, Entrant, Tournament
from mirabilia.lab.ledger import NAME, Ledger
from mirabilia.lab.standings import chairs_of, summary

Run = Callable[[str], tuple[int, str]]
EVERYTHING = ("leaders", "cities", "armada")


def tournament(*names: str, **options: Any) -> Tournament:
    setup = {
        "players": 3,
        "edition": "2nd",
        "expansions": (),
        "teams": False,
        "leaders": "standard",
        "sides": "random",
    }
    return Tournament.checked(names, **{**setup, **options})


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("COLUMNS", "120")

    def run_command(arguments: str) -> tuple[int, str]:
        capsys.readouterr()
        code = cli.main(arguments.split())
        out, err = capsys.readouterr()
        return code, out + err

    return run_command


def test_budgets_are_read() -> None:
    assert Entrant.parse("expert@200ms").seconds == 0.2
    assert Entrant.parse("expert@1.5s").seconds == 1.5
    assert Entrant.parse("expert@500p").playouts == 500
    assert Entrant.parse(" greedy ") == Entrant("greedy", "greedy")


@pytest.mark.parametrize("text", ["expert@", "expert@fast", "expert@0ms", "expert@1.5p", "a@-1s"])
def test_budgets_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="budget"):
        Entrant.parse(text)


def test_every_bot_sits_everywhere_in_each_deal() -> None:
    found = tournament("random", "greedy", "greedy", mode=FIXED)
    for deal in range(5):
        seats = [
            [found.names.index(str(found.entrants[at])) for at in chairs]
            for _, chairs in found.pairings(deal)
        ]
        assert sorted(seats) == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]


def test_a_table_of_one_bot_is_played_once_a_deal() -> None:
    assert len(list(tournament("greedy", "greedy", "greedy", mode=FIXED).pairings(0))) == 1


def test_round_robin_has_every_line_up() -> None:
    names = [f"random@{ms}ms" for ms in (1, 2, 3, 4)]
    met = Counter(tuple(sorted(lineup)) for lineup in tournament(*names).lineups(0))
    assert met == Counter({(0, 1, 2): 1, (0, 1, 3): 1, (0, 2, 3): 1, (1, 2, 3): 1})
    few = [tuple(sorted(lineup)) for lineup in tournament("random", "greedy").lineups(0)]
    assert few == [(0, 0, 1), (0, 1, 1)]


def test_random_seating_gives_everybody_games() -> None:
    names = [f"random@{ms}ms" for ms in (1, 2, 3, 4, 5)]
    found = tournament(*names, mode=RANDOM)
    met = Counter(at for deal in range(200) for (lineup,) in [found.lineups(deal)] for at in lineup)
    assert min(met.values()) > 80
    assert found.lineups(7) == found.lineups(7)


def test_orders_round_the_table_change_from_deal_to_deal() -> None:
    names = [f"random@{ms}ms" for ms in (1, 2, 3)]
    found = tournament(*names)
    assert len({found.lineups(deal)[0] for deal in range(30)}) == 6


def test_the_games_of_a_deal_have_the_same_boards_and_hands() -> None:
    found = tournament("random", "greedy", "greedy", mode=FIXED, seed=11)
    rows = play_compiled(found, found.pairings(4))
    assert len(rows) == 3
    game = Game(3, seed=15)
    boards = [game.wonder(seat) for seat in range(3)]
    assert [row["boards"] for row in rows] == [boards] * 3
    assert sorted(row["bots"].index("random") for row in rows) == [0, 1, 2]


def test_the_hands_of_a_deal_stay_with_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot sees first, by deal and seat."""
    first: dict[tuple[int, int], set[tuple[str, ...]]] = {}

    class Watcher:
        def choose(self, view: Any) -> Any:
            seat = view["seat"]
            if view["age"] == view["turn"] == 1:
                first.setdefault((deal, seat), set()).add(
                    tuple(sorted(view["seats"][seat]["hand"]))
                )
            return bots.make("greedy").choose(view)

        def explain(self) -> str:
            return ""

    monkeypatch.setitem(bots.BUILT_IN, "watcher", lambda seconds, playouts: Watcher())
    found = tournament("watcher", "greedy", "random", mode=FIXED)
    for deal in range(2):
        for job in found.pairings(deal):
            play_game(found, job)
    assert set(first) == {(deal, seat) for deal in range(2) for seat in range(3)}
    assert all(len(hands) == 1 for hands in first.values())
    assert len({min(hands) for hands in first.values()}) == 6


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 2, "edition": "1st", "sides": "B"},
        {"players": 4, "expansions": ("cities",), "teams": True},
        {"players": 4, "expansions": EVERYTHING, "sides": "night", "leaders": "expert"},
    ],
    ids=["three", "two", "teams", "everything"],
)
def test_through_views_and_in_compiled_code_the_same_games_are_played(options: Any) -> None:
    found = tournament("greedy", **options)
    job = next(found.pairings(2))
    slow, (fast,) = play_game(found, job), play_compiled(found, [job])
    assert {key: slow[key] for key in fast} == fast
    assert min(slow["decisions"]) >= 18


def test_partners_are_one_bot() -> None:
    found = tournament("greedy", "random", players=4, expansions=("cities",), teams=True)
    rows = play_compiled(found, found.pairings(0))
    assert [row["bots"] for row in rows] in (
        [["greedy"] * 2 + ["random"] * 2, ["random"] * 2 + ["greedy"] * 2],
        [["random"] * 2 + ["greedy"] * 2, ["greedy"] * 2 + ["random"] * 2],
    )
    for row in rows:
        assert sum(share for *_, share in chairs_of(found, row)) == 1
    assert summary(found, rows)["bots"][0]["win_rate"]["number"] == 2


def row(deal: int, rotation: int, names: list[str], points: list[int]) -> dict[str, Any]:
    places = [1 + sum(other > mine for other in points) for mine in points]
    return {
        "deal": deal,
        "lineup": 0,
        "rotation": rotation,
        "bots": names,
        "boards": ["rhodos:day"] * 3,
        "points": points,
        "places": places,
        "lines": [[point, 0, 0, 0, 0, 0, 0] for point in points],
        "sold": [1, 0, 2],
    }


def test_standings_of_made_up_games() -> None:
    found = tournament("greedy", "random", "random", mode=FIXED)
    rows = [
        row(0, 0, ["greedy", "random", "random"], [60, 50, 40]),
        row(0, 1, ["random", "greedy", "random"], [50, 50, 40]),
        row(1, 0, ["greedy", "random", "random"], [30, 50, 40]),
        row(1, 1, ["random", "random", "greedy"], [30, 20, 70]),
    ]
    told = summary(found, rows)
    greedy, random = told["bots"]
    assert greedy["win_rate"]["value"] == (1 + 0.5 + 0 + 1) / 4
    assert random["win_rate"]["value"] == (0.5 + 1) / 8
    assert greedy["points"]["value"] == 52.5
    assert (greedy["points"]["number"], greedy["points"]["clusters"]) == (4, 2)
    ahead = {(pair["bot"], pair["other"]): pair for pair in told["pairs"]}
    assert ahead["greedy", "random"]["ahead"]["value"] == (2 + 1.5 + 0 + 2) / 8
    assert (
        ahead["random", "greedy"]["points"]["value"]
        == -ahead["greedy", "random"]["points"]["value"]
    )
    assert told["table"]["winner"]["value"] == (60 + 50 + 50 + 70) / 4
    assert [seat["seat"] for seat in told["seats"]] == [0, 1, 2]
    ratings = {rated["bot"]: rated["mu"] for rated in told["ratings"]}
    assert ratings["greedy"] > 25 > ratings["random"]


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    code, text = run("arena greedy random --deals 2 --cores 1")
    assert code == 0
    assert "pip install 'mirabilia[lab]'" in " ".join(text.split())


def test_an_interrupted_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    found = tournament("greedy", "random", "random", mode=FIXED, sides="choose")
    told: list[int] = []

    def stop(games: int) -> None:
        told.append(games)
        if sum(told) == 4:
            raise KeyboardInterrupt

    ledger = Ledger(found, tmp_path)
    with pytest.raises(KeyboardInterrupt):
        compete(found, 3, ledger, cores=1, progress=stop)
    ledger.close()
    before = (tmp_path / NAME).read_text().splitlines()
    again = Ledger(found, tmp_path)
    assert len(again) == 4
    rows = compete(found, 3, again, cores=1)
    again.close()
    after = (tmp_path / NAME).read_text().splitlines()
    assert after[:5] == before
    assert len(after) == 1 + 9
    keys = [(row["deal"], row["lineup"], row["rotation"]) for row in rows]
    assert len(set(keys)) == len(keys) == 9


def test_a_killed_tournament_goes_on_and_counts_nothing_twice(tmp_path: Path) -> None:
    arguments = "arena --against greedy,greedy,greedy --sides choose --deals 8 --cores 1 --json"
    command = [sys.executable, "-m", "mirabilia.cli", *arguments.split(), "--out"]
    games = tmp_path / "broken" / NAME
    process = subprocess.Popen([*command, str(games.parent)], stdout=subprocess.DEVNULL)
    limit = time.monotonic() + 60
    while not games.exists() or games.read_bytes().count(b"\n") < 3:
        assert time.monotonic() < limit
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = games.read_bytes()
    with games.open("ab") as file:
        file.write(b'{"deal":7,"lineup":0,"rota')  # as if it had been cut off in a line
    assert cli.main([*arguments.split(), "--out", str(games.parent)]) == 0
    assert cli.main([*arguments.split(), "--out", str(tmp_path / "whole")]) == 0
    assert games.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    results = []
    for folder in ("broken", "whole"):
        lines = (tmp_path / folder / NAME).read_text().splitlines()[1:]
        rows = [json.loads(line) for line in lines]
        assert sorted(row["deal"] for row in rows) == list(range(8))
        results.append(sorted((row["deal"], row["points"]) for row in rows))
    assert results[0] == results[1]


def test_more_deals_are_added_to_those_there_are(tmp_path: Path, run: Run) -> None:
    first = json.loads(run(f"arena greedy random --deals 3 --cores 1 --json --out {tmp_path}")[1])
    more = json.loads(run(f"arena greedy random --deals 5 --cores 1 --json --out {tmp_path}")[1])
    assert (first["played"], more["played"]) == (18, 12)
    assert (more["deals"], more["games"]) == (5, 30)
    at_once = json.loads(run("arena greedy random --deals 5 --cores 2 --json")[1])
    for key in ("bots", "pairs", "seats", "table", "ratings"):
        assert at_once[key] == more[key]


def test_a_folder_of_another_tournament_is_refused(tmp_path: Path, run: Run) -> None:
    run(f"arena greedy random --deals 1 --cores 1 --out {tmp_path}")
    code, text = run(f"arena greedy random --deals 1 --players 4 --out {tmp_path}")
    assert code == 2
    assert "another tournament: its players are 3, not 4" in text
    (tmp_path / NAME).write_text('{"settings": 3}\n')
    code, text = run(f"arena greedy random --deals 1 --out {tmp_path}")
    assert (code, "can't be read" in text or "another tournament" in text) == (2, True)


def test_the_arena_on_two_processes(run: Run) -> None:
    arguments = "arena --against greedy,greedy,greedy --sides choose --deals 2 --json --cores"
    one, two = (json.loads(run(f"{arguments} {cores}")[1]) for cores in (1, 2))
    assert two["table"] == one["table"]
    assert two["bots"][0]["ms_per_decision"] > 0


def fail_sometimes(job: tuple[str, int]) -> int:
    """Ends its process the first time it is asked for a job with a mark."""
    mark, number = job
    if mark and not Path(mark).exists():
        Path(mark).touch()
        os._exit(1)
    return number * number


def complain(job: int) -> int:
    raise ValueError(f"no {job}")


def give_up(job: int) -> int:
    os._exit(1)


def test_the_work_of_a_lost_process_is_done_again(tmp_path: Path) -> None:
    jobs = [(str(tmp_path / "mark") if number == 2 else "", number) for number in range(5)]
    results = list(flow.over_processes(fail_sometimes, jobs, 2))
    assert sorted(answer for _, answer in results) == [0, 1, 4, 9, 16]


def test_work_that_can_not_be_done_is_an_error() -> None:
    with pytest.raises(flow.WorkFailed, match="no 1"):
        list(flow.over_processes(complain, [1], 1))
    with pytest.raises(flow.WorkFailed, match="ended its process"):
        list(flow.over_processes(give_up, [1], 1))


def test_a_bot_that_does_what_it_may_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat:
        def choose(self, view: Any) -> str:
            return "build:palace"

    monkeypatch.setitem(bots.BUILT_IN, "cheat", lambda seconds, playouts: Cheat())
    found = tournament("cheat", "greedy", "greedy", mode=FIXED)
    with pytest.raises(ValueError, match="cheat can't do build:palace"):
        play_game(found, next(found.pairings(0)))


def test_the_arena_as_a_person_sees_it(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "cup"
    code, text = run(f"arena greedy random --games 20 --cores 1 --seed 3 --out {folder}")
    assert code == 0
    assert "first places" in text
    assert "24 games of 4 deals" in " ".join(text.split())
    assert "report.html" in text
    told = json.loads((folder / "summary.json").read_text())
    assert told["settings"]["bots"] == ["greedy", "random"]
    for bot in told["bots"]:
        assert bot["win_rate"]["low"] <= bot["win_rate"]["value"] <= bot["win_rate"]["high"]
        assert set(bot["points"]) == {"value", "low", "high", "number", "clusters"}
        assert len(bot["lines"]) == len(told["lines"]) == 7


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "Name the bots"),
        ("greedy --against greedy,greedy,greedy", "Name the bots"),
        ("greedy nobody", "There is no bot 'nobody'"),
        ("greedy greedy", "Name every bot once"),
        ("greedy@1h random", "a budget is such as"),
        ("--against greedy,random", "--against needs 3 bots"),
        ("greedy random --players 9", "9 can't play"),
        ("greedy random --deals 0", "At least 1 deal"),
        ("greedy random --games 0", "--games is at least 1"),
        ("greedy random --cores 0", "--cores is at least 1"),
        ("greedy random --sides upside", "sides is one of"),
        ("greedy random --teams", "Teams need"),
        ("greedy random --edition 3rd", "There is no edition"),
    ],
)
def test_the_arena_answers_bad_input_with_a_sentence(
    run: Run, arguments: str, sentence: str
) -> None:
    code, text = run(f"arena {arguments}")
    assert code == 2
    assert sentence in " ".join(text.split())
