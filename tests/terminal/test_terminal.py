"""The terminal commands, driven as a person would: typed answers in, the screen's text out."""

import io
import json
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from conftest import sample
from mirabilia import Game, bots, cli
from mirabilia.catalogue import Catalogue, Cost, load
from mirabilia.commands import verify
from mirabilia.commands.play import seat_wonder
from mirabilia.engine import cold
from mirabilia.game.codec import Event
from mirabilia.game.numbers import in_order
from mirabilia.game.warming import COMPILING, FAILED, READY
from mirabilia.telling.cities import cities, counted
from mirabilia.terminal import ask
from mirabilia.terminal.city import raids_line, symbols_text
from mirabilia.terminal.events import Reporter
from mirabilia.terminal.scores import ranking_lines
from mirabilia.terminal.screen import Names, board_name, clean, price
from mirabilia.terminal.tongue import reason_told, speak
from pseudo import PSEUDO, pseudo, pseudo_names, pseudo_po, spoken
from refused import REFUSED
from standing_in import compiling
from waiting import soon

Answers = Sequence[str] | Callable[[str], str]
Run = Callable[..., tuple[int, str]]
END = "<end of input>"
STOP = "<ctrl-C>"


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever the system speaks."""
    monkeypatch.setenv("LC_ALL", "C")
    speak("en")
    yield
    speak("en")


@pytest.fixture(autouse=True)
def the_same_games_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots draw their seeds from the system; here, from a list that is always the same."""
    monkeypatch.setattr("secrets.randbits", random.Random(6).getrandbits)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command with answers; its exit code and all it printed, prompts included."""

    def run_command(arguments: str, answers: Answers = ()) -> tuple[int, str]:
        monkeypatch.setattr("builtins.input", typing(answers))
        capsys.readouterr()
        try:
            code = cli.main(arguments.split())
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        out, err = capsys.readouterr()
        return code, out + err

    return run_command


def as_json(found: tuple[int, str]) -> Any:
    """What a command printed; below it may stand that something was compiled for the first time."""
    return json.JSONDecoder().raw_decode(found[1])[0]


def typing(answers: Answers) -> Callable[[str], str]:
    """An ``input`` that types these answers and then ends."""
    left = iter(()) if callable(answers) else iter(answers)

    def type_in(prompt: str = "") -> str:
        text = answers(prompt) if callable(answers) else next(left, END)
        print(f"{prompt}{text}")
        if text == END:
            raise EOFError
        if text == STOP:
            raise KeyboardInterrupt
        return text

    return type_in


class InAHurry:
    """Answers the first thing that works: build, else a stage, else sell.

    ``said`` is how a question is put in the language of the game.
    """

    def __init__(self, said: Callable[[str], str] = str) -> None:
        self.said = said
        self.tries: Iterator[str] = iter(())
        self.prompts: set[str] = set()

    def __call__(self, prompt: str) -> str:
        self.prompts.add(prompt)
        if self.said("Which one? Enter for 1, x for another card") in prompt:
            return ""
        if prompt in (f"{self.said('Your coins')}> ", f"{self.said('Your token')}> "):
            return ""
        if prompt == f"{self.said('Your answer')}> ":
            return "y"
        if not any(self.said(words) in prompt for words in ("Your move", "The Free City's move")):
            return "1"
        text = next(self.tries, "")
        if not text:
            self.tries = iter(["1", "w1", "2", "s1", "3", "4", "5", "6", "7", "8"])
            text = next(self.tries)
        return text


def position(turn: int = 3, **seats: dict[str, Any]) -> dict[str, Any]:
    """Three cities in age I of the 1st edition; ``me``, ``left`` and ``right`` change them."""
    data: dict[str, Any] = {
        "edition": "1st",
        "names": ["Me", "Lea", "Rex"],
        "age": 1,
        "turn": turn,
        "seats": [
            {"wonder": wonder, "side": "A", "coins": 3, "hand": ["altar", "barracks", "baths"]}
            for wonder in ("gizah", "rhodos", "ephesos")
        ],
    }
    for seat, name in enumerate(("me", "left", "right")):
        data["seats"][seat] |= seats.get(name, {})
    return data


def ask_me(
    game: Game, answers: Sequence[str], monkeypatch: pytest.MonkeyPatch, seat: int = 0
) -> tuple[str, str]:
    """The move a person at seat 0 gives with these answers, and what the screen showed."""
    left = iter(answers)
    monkeypatch.setattr("builtins.input", lambda prompt: next(left))
    screen = Console(file=io.StringIO(), width=100, highlight=False, record=True)
    catalogue = load(game.edition, game.expansions)
    person = ask.Person(game, 0, Names(game.names, 0), catalogue, screen)
    move = person.decide(game.decision(seat))
    assert next(left, None) is None, "answers were left over"
    return str(move), screen.export_text()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """The record of a whole game, and a file that has it."""
    game = Game(["Me", "Lea", "Rex"], edition="1st", seed=11)
    while not game.over:
        for seat in game.to_decide:
            game.play(seat, game.moves(seat)[0])
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_text(json.dumps(game.record()), encoding="utf-8")
    return game.record(), path


def tampered(path: Path, record: dict[str, Any], **changes: Any) -> Path:
    other = path.with_name("tampered.json")
    other.write_text(json.dumps({**record, **changes}), encoding="utf-8")
    return other


def test_a_whole_game_is_played_saved_verified_and_replayed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, text = run(f"play --seed 4 --players 4 --name Eva --save {file}", InAHurry())
    assert code == 0
    assert "Age I, turn 1 of 6: hands go left ◂ to Ann" in text
    assert "Age II, turn 2 of 6: hands go right ▸ to Cleo" in text
    assert text.splitlines().count("War") == 3
    assert "The game is over" in text
    assert "★ Guilds" in text
    code, text = run(f"verify {file}")
    assert code == 0
    assert "legal, finished, totals agree; Eva " in text
    code, text = run(f"replay {file} --all")
    assert code == 0
    assert "seat 0: Eva" in text
    assert " with " in text.splitlines()[-1]


def test_two_players_decide_in_turn_for_the_free_city(run: Run, tmp_path: Path) -> None:
    file, hurry = tmp_path / "two.json", InAHurry()
    code, text = run(f"play --players 2 --bots random --seed 3 --save {file}", hurry)
    assert code == 0
    assert "7 Wonders, 1st edition" in text
    assert {"Your move> ", "The Free City's move> "} <= hurry.prompts
    assert "now choose for the FREE CITY" in text
    assert "The Free City builds" in text
    assert "3. " not in text.partition("The game is over")[2], "the Free City has no place"
    assert run(f"verify {file}")[0] == 0


def test_the_own_choice_can_be_taken_back_before_the_free_city(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    answers = ["x", "s1", "x", "s2", "q", "y"]
    code, text = run(f"play --players 2 --seed 3 --save {file}", answers)
    assert code == 0
    assert "There is nothing to take back here." in text
    assert text.count("next you choose for the Free City") == 2
    assert text.endswith(f"mirabilia replay {file}\n")
    assert "legal, unfinished after 0 steps (Age I, turn 1)" in run(f"verify {file}")[1]


def test_sides_are_chosen_by_number_or_name(run: Run) -> None:
    code, text = run("play --players 3 --sides choose --wonder gizah", ["up", "night", "q", "y"])
    assert code == 0
    assert "Which side of your wonder, Gizah?" in text
    assert "'up' is no side; say day or night, or its number." in text
    assert "You play side night of Gizah." in text


def test_the_wanted_wonder_is_swapped_for_the_one_drawn() -> None:
    drawn = ["gizah:day", "rhodos:day", "babylon:night"]
    assert seat_wonder(drawn, "Rhodos") == ["rhodos:day", "gizah:day", "babylon:night"]
    assert seat_wonder(drawn, "rhodos:night") == ["rhodos:night", "gizah:day", "babylon:night"]
    assert seat_wonder(drawn, "olympia") == ["olympia", "rhodos:day", "babylon:night"]


@pytest.mark.parametrize(
    ("answers", "code", "words"),
    [
        ([END], 0, "No more input: the game ends here."),
        ([STOP], 130, "Stopped."),
        (["q", "n", "q", "y"], 0, "Until next time."),
        (["q", END], 0, "No more input"),
    ],
)
def test_leaving_is_polite_and_saves(
    run: Run, tmp_path: Path, answers: list[str], code: int, words: str
) -> None:
    file = tmp_path / "left.json"
    ended, text = run(f"play --players 3 --save {file}", answers)
    assert (ended, words in text, file.exists()) == (code, True, True)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--players 9", "9 can't play"),
        ("--players 2 --edition 2nd", "Two can play only the 1st edition"),
        ("--bots nobody", "There is no bot 'nobody'"),
        ("--wonder atlantis", "There is no wonder 'atlantis'"),
        ("--sides up", "sides is one of"),
        ("--seed -3", "A seed is a whole number"),
        ("--save /no/such/folder/x.json", "There is no folder"),
        ("--name \x1b[31m", "A name is made of letters"),
    ],
)
def test_impossible_options_are_answered_with_a_sentence(
    run: Run, options: str, sentence: str
) -> None:
    code, text = run(f"play {options}")
    assert code == 2
    assert sentence in text


def test_the_screen_says_prices_and_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.from_position(
        position(
            me={"hand": ["altar", "barracks", "baths", "theater", "workshop", "aqueduct"],
                "city": ["baths", "theater"], "coins": 2},
            left={"city": ["ore_vein"]},
            right={"city": ["glassworks_age1"]},
        )
    )  # fmt: skip
    _, text = ask_me(game, ["s1"], monkeypatch)
    assert "✓ free by Baths" in text
    assert "– already built" in text
    assert "✓ 2 to ◂ Lea" in text
    assert "✓ 2 to Rex ▸" in text
    assert "Age I, turn 3 of 6: hands go left ◂ to Lea" in text
    assert "△ Stage 1/3" in text
    assert "Free by chain when they come: Aqueduct" in text


def test_every_reason_has_words_in_the_terminal() -> None:
    for _, _, _sentence, ask_for in REFUSED:
        quote = ask_for()
        assert price(quote, Cost(), {}).plain == f"– {reason_told(quote)}"
        assert quote.why
        assert "%" not in reason_told(quote)


def test_stages_right_to_build_free_and_sales(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {
        "wonder": "olympia",
        "stages": 2,
        "coins": 1,
        "hand": ["altar", "barracks", "palace"],
    }
    game = Game.from_position(position(me=me))
    move, text = ask_me(game, ["f1", "w1", "3", "f3"], monkeypatch)
    assert move == "build:palace!"
    assert "✓ free by right (f)" in text
    assert "f3 free by right" in text
    assert "Altar costs nothing anyway: build it with b." in text
    assert "Palace can only be built by right, with f" in text
    assert "The next stage can't be built: only one of two ore." in text
    assert ask_me(game, ["S 1"], monkeypatch)[0] == "sell:altar"
    assert ask_me(game, ["b1"], monkeypatch)[0] == "build:altar"


def test_a_stage_is_built_with_any_card(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.from_position(position(me={"city": ["stone_pit"]}))
    assert ask_me(game, ["w2"], monkeypatch)[0] == "stage:altar"
    done = Game.from_position(position(me={"stages": 3}))
    _, text = ask_me(done, ["w1", "s1"], monkeypatch)
    assert "There is no stage to build: the wonder is complete." in text


def test_several_payments_are_asked_for_the_cheapest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game.from_position(
        position(
            me={"city": ["east_trading_post"]},
            left={"city": ["ore_vein"]},
            right={"wonder": "alexandria", "city": ["ore_vein"]},
        )
    )
    move, text = ask_me(game, ["3", ""], monkeypatch)
    assert move == "build:barracks@R1"
    assert "✓ 1 to Rex ▸ or other ways" in " ".join(text.split())
    assert text.index("1  1 to Rex ▸") < text.index("2  2 to ◂ Lea")
    move, text = ask_me(game, ["3", "9", "2"], monkeypatch)
    assert move == "build:barracks@L2"
    assert "Say a number from 1 to 2, Enter or x." in text
    move, text = ask_me(game, ["3", "x", "2"], monkeypatch)
    assert (move, "Not paid; choose again." in text) == ("build:altar", True)


def test_help_looking_explaining_and_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.from_position(
        position(left={"city": ["ore_vein", "scriptorium"], "victories": [1]})
    )
    answers = ["?", "c lea", "c right", "c", "c nobody", "i 1", "i scriptorium", "i rhodos", "i 9",
               "i", "i zzz", "i o", "l", "7", "build it", "", "\x1b[A", "w1", "s1"]  # fmt: skip
    move, text = ask_me(game, answers, monkeypatch)
    assert move == "sell:baths"
    for words in (
        "build the next stage of your wonder, with card 3",
        "Lea · Rhodos (A)",
        "0  War +1",
        "■ Ore Vein     Produces ore.",
        "Rex · Ephesos (A)",
        "You · Gizah (A)",
        "Which city? Say c and one of: you, Lea, Rex, left, right.",
        "▬ Baths  Blue card of age I: a civilian building.",
        "Whoever has it builds Courthouse and Library for nothing.",
        "Rhodos (B)  Starts with ore.",
        "There is no card 9 here: the list goes from 1 to 3.",
        "Which card?",
        "No card or wonder is called 'zzz'",
        "Several cards are called like that:",
        "Nothing has happened yet.",
        "'build it' is no move; say 3 or b3",
        "The next stage can't be built",
    ):
        assert words in text, words
    assert "\x1b" not in text


def test_a_card_is_taken_from_the_discard_pile_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    start = position(
        me={"wonder": "halikarnassos", "side": "B", "city": ["foundry"], "hand": ["altar", "baths"]}
    )
    game = Game.from_position({**start, "discard": ["tavern", "palace"]})
    for seat, move in enumerate(["stage:altar", "sell:altar", "sell:altar"]):
        game.play(seat, move)
    assert game.decision(0).kind == "rebuild"
    move, text = ask_me(game, ["w1", "8", "i 1", "0"], monkeypatch)
    assert move == "skip"
    assert "build a card from the discard pile for nothing" in text
    assert "'w1' is no choice" in text
    assert "There is no card 8 here" in text
    assert ask_me(game, ["1"], monkeypatch)[0] == "rebuild:altar"


def test_babylon_is_asked_for_its_last_card(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {"wonder": "babylon", "side": "B", "stages": 2, "hand": ["altar", "tavern"]}
    others = {"hand": ["altar", "tavern"]}
    game = Game.from_position(position(turn=6, me=me, left=others, right=others))
    for seat in range(3):
        game.play(seat, "build:altar")
    assert game.decision(0).kind == "last_card"
    move, text = ask_me(game, ["1"], monkeypatch)
    assert move == "build:tavern"
    assert "after the last turn: you play the last card, too" in text


def test_the_free_city_builds_as_long_as_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(["Me", "Lea"], edition="1st", seed=3)
    game.play(0, next(move for move in game.moves(0) if move.action == "sell"))
    assert game.decision(2).by == 0
    _, text = ask_me(game, ["s1", "1"], monkeypatch, seat=2)
    assert "The Free City must build as long as it can" in text
    assert "THE FREE CITY" in text


def test_a_turn_is_told_with_what_is_face_down_hidden() -> None:
    game = Game.from_position(
        position(
            turn=6,
            me={"hand": ["tavern", "baths"]},
            left={"hand": ["barracks", "baths"]},
            right={"hand": ["altar", "baths"]},
        )
    )
    for seat, move in enumerate(["build:tavern", "build:barracks", "sell:altar"]):
        game.play(seat, move)
    lines = reporter_of(game, load("1st")).tell(game.events_for(0))
    text = "\n".join(line.plain for line in lines)
    assert "You build ● Tavern. You take 5 coins." in text
    assert "Rex sells a card for 3 coins." in text
    assert "You have ▬ Baths left over and discard it." in text
    assert "2 cards are left over and discarded face down." in text
    assert "Lea beats you with 1 to 0 shields and takes +1; you take −1." in text
    assert "You and Rex draw" in text or "Rex and you draw" in text


def test_a_shared_victory_and_one_by_coins_are_said() -> None:
    over = {**position(me={"hand": []}, left={"hand": []}, right={"hand": []}), "phase": "over"}
    lines = ranking_lines(Game.from_position(over), Names(["Me", "Lea", "Rex"], 0))
    assert lines[-1].plain == "You and Lea and Rex share the victory with 1 point."
    over["seats"][1]["coins"] = 4
    lines = ranking_lines(Game.from_position(over), Names(["Me", "Lea", "Rex"], 0))
    assert lines[-1].plain == "Lea wins with 1 point. The coins decide."


def test_production_is_written_short() -> None:
    raw = ("wood", "stone", "ore", "clay")
    symbols = [("clay", "wood"), ("wood",), ("wood",), raw, ("glass", "papyrus", "loom")]
    assert (
        symbols_text(counted(in_order(symbols)))
        == "2 wood, wood/clay, any manufactured good, any raw material"
    )


def test_names_from_files_are_made_fit_for_the_screen() -> None:
    assert clean("\x1b[2JAnn") == "?[2JAnn"
    assert len(clean("x" * 500)) == 16


def test_replay_steps_jumps_and_ends(run: Run, played: tuple[dict[str, Any], Path]) -> None:
    _, path = played
    code, text = run(f"replay {path}", ["", "5", "99", "zz", "q"])
    assert code == 0
    shown = [line.split(".")[0] for line in text.splitlines() if line.startswith("Step ")]
    assert [line.split()[1] for line in shown] == ["1", "2", "5"]
    assert "Say a number from 1 to" in text
    total = shown[0].split()[-1]
    code, text = run(f"replay {path} --step {total}", [""])
    assert (code, "★ Guilds" in text) == (0, True)
    assert run(f"replay {path}", [END])[0] == 0
    code, text = run(f"replay {path} --step 99")
    assert (code, "There is no step 99" in text) == (2, True)


def test_replay_from_a_seat_shows_only_what_it_knew(
    run: Run, played: tuple[dict[str, Any], Path]
) -> None:
    record, path = played
    assert any("sell:" in step or "stage:" in step for step in record["decisions"])
    everything = run(f"replay {path} --all")[1]
    own = run(f"replay {path} --all --from-seat 1")[1]
    assert "face down" not in everything
    assert "face down" in own
    assert "Shown is what Lea knows." in own
    code, text = run(f"replay {path} --from-seat 7")
    assert (code, "There is no seat 7" in text) == (2, True)


def test_replay_shows_an_unfinished_record(
    run: Run, played: tuple[dict[str, Any], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, path = played
    part = {key: value for key, value in record.items() if key != "totals"}
    part["decisions"] = part["decisions"][:4]
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(part).encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    code, text = run("replay -")
    assert code == 0
    assert "The record ends here; the game waits for Me, Lea and Rex." in text
    file = tampered(path, part)
    assert "legal, unfinished after 4 steps (Age I, turn 5)" in run(f"verify {file}")[1]
    assert run(f"verify {tampered(path, part, totals=[1, 2, 3])}")[0] == 1


def test_verify_names_what_is_wrong_and_where(
    run: Run, played: tuple[dict[str, Any], Path]
) -> None:
    record, path = played
    wrong_totals = tampered(path, record, totals=[99, 0, 0])
    code, text = run(f"verify {path} {wrong_totals}")
    assert code == 1
    assert "game.json: legal, finished, totals agree" in text
    assert "tampered.json: WRONG: totals: [99, 0, 0] are stored" in text
    moves = list(record["decisions"])
    moves[2] = "build:palace build:palace build:palace"
    code, text = run(f"verify {tampered(path, record, decisions=moves)}")
    assert (code, "WRONG: decisions, entry 3, seat 0:" in text) == (1, True)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "It is no JSON"),
        ("[1, 2]", "A record is a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ("{}", "The record has no"),
        ('{"version": ' + "9" * 5000 + "}", "WRONG: "),
        (" " * (verify.LARGEST + 1), "larger than 1 MB"),
        ("\ud800", "no text in UTF-8"),
    ],
)
def test_verify_answers_strange_files_with_a_sentence(
    run: Run, tmp_path: Path, content: str, sentence: str
) -> None:
    file = tmp_path / "strange.json"
    file.write_bytes(content.encode("utf-8", "surrogatepass"))
    code, text = run(f"verify {file}")
    assert code == 1
    assert sentence in text
    code, text = run(f"replay {file}")
    assert code == 2
    assert len(text.splitlines()) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"setup": 3},
        {"setup": {"players": None}},
        {"setup": {"players": [[], {}, 1]}},
        {"setup": {"players": 3, "edition": []}},
        {"setup": {"players": 3, "wonders": [1, 2, 3]}},
        {"setup": {"players": 3, "seed": "x"}},
        {"setup": {"players": 3, "expansions": 4}},
        {"deal": [[1], [2], [3]]},
        {"deal": {}},
        {"decisions": {}},
        {"decisions": [["x"]]},
        {"pending": {"0": 4}},
        {"pending": {"99": "skip"}},
        {"totals": "many"},
        {"version": []},
    ],
)
def test_verify_takes_values_of_any_type(
    run: Run, played: tuple[dict[str, Any], Path], changes: dict[str, Any]
) -> None:
    record, path = played
    code, text = run(f"verify {tampered(path, record, **changes)}")
    assert code == 1
    assert "WRONG: " in text


def test_verify_says_when_a_file_is_not_there(run: Run, tmp_path: Path) -> None:
    code, text = run(f"verify {tmp_path / 'none.json'} {tmp_path}")
    assert code == 1
    assert text.count("It can't be read") == 2


def test_cards_are_filtered_by_words_age_and_colour(run: Run) -> None:
    code, text = run("cards --age 1 --colour yellow")
    assert code == 0
    assert "● Tavern" in text
    assert "6 cards · 2nd edition" in text
    assert "4 cards · 2nd edition" in run("cards --age 1 --colour yellow --expansion base")[1]
    assert "▲ Workshop" in run("cards gear shop")[1]
    assert "Baths →" in run("cards aqueduct")[1]
    assert "→ Aqueduct" in run("cards baths")[1]
    assert "guild" in run("cards --colour purple spies")[1]
    assert "No card of this edition fits." in run("cards --edition 1st no such card")[1]


def test_cards_have_names_in_other_languages(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"nl": '["1st".printed]\nlumber_yard = "Houtwerf"\n'}
    with spoken(tmp_path, monkeypatch, names=names):
        assert "Houtwerf" in run("cards --edition 1st --lang nl lumber yard")[1]
        assert "Houtwerf" not in run("cards --edition 1st lumber yard")[1]
        assert "Lumber Yard" in run("cards --lang nl lumber yard")[1]


def test_boards_are_shown_with_sides_and_stages(run: Run) -> None:
    text = run("cards --board olympia:night")[1]
    assert "night" in text
    assert "You build the last card of each age" in " ".join(text.split())
    assert "day " not in text
    assert "Gizah" in run("cards --boards")[1]
    assert "No board of this edition fits." in run("cards --board atlantis")[1]


def test_cards_and_boards_as_json(run: Run) -> None:
    (altar,) = as_json(run("cards altar --json"))
    assert altar["id"] == "altar"
    assert altar["effects"] == ["3 points"]
    (gizah,) = as_json(run("cards --board gizah:day --json"))
    assert gizah["stages"][0] == {"cost": "2 wood", "effects": ["3 points"]}
    assert as_json(run("cards nosuchcard --json")) == []


@pytest.mark.parametrize("width", ["80", "100"])
def test_the_screen_keeps_to_the_width(
    run: Run, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    _, text = run("play --players 7 --bots random", InAHurry())
    screen = [line for line in text.splitlines() if ">" not in line]
    assert max(len(line.rstrip()) for line in screen) <= int(width)
    assert "Your move>" in text


def expanded(
    expansions: Sequence[str], edition: str = "2nd", phase: str = "play", **seats: dict[str, Any]
) -> Game:
    """Three cities in age I with expansions; ``me``, ``left`` and ``right`` change them."""
    data = position(3, **seats)
    side = "day" if edition == "2nd" else "A"
    for entry in data["seats"]:
        if entry["side"] == "A":
            entry["side"] = side
        if phase != "play":
            entry.pop("hand")
    data |= {"edition": edition, "expansions": list(expansions), "phase": phase}
    if phase == "leader":
        data["turn"] = 0
    return Game.from_position(data)


EVERYTHING = ("leaders", "cities", "armada")
SETUPS = [
    "--players 3 --expansions leaders",
    "--players 4 --expansions cities --teams",
    "--players 3 --expansions armada --edition 1st",
    "--players 5 --expansions leaders,cities --leaders expert",
    "--players 4 --expansions leaders,armada",
    "--players 6 --expansions cities,armada --edition 1st --teams",
    "--players 4 --expansions all --teams",
    "--players 7 --expansions all --leaders expert",
    "--players 8 --expansions all --teams",
]


@pytest.mark.parametrize("options", sample(SETUPS, 4))
def test_whole_games_with_expansions_are_played_verified_and_replayed(
    run: Run, tmp_path: Path, options: str
) -> None:
    file = tmp_path / "game.json"
    code, text = run(f"play {options} --bots random --seed 6 --save {file}", InAHurry())
    assert code == 0
    assert "The game is over" in text
    assert text.splitlines().count("War") == 3
    assert text.splitlines().count("Naval conflict") == (3 if "armada" in text.lower() else 0)
    if "--teams" in options:
        assert "your PARTNER" in text
        assert "\n  Team " in text
    code, text = run(f"verify {file}")
    assert (code, "totals agree" in text) == (0, True)
    for seat in ("", " --from-seat 1"):
        code, text = run(f"replay {file} --all{seat}")
        assert (code, " win" in text.splitlines()[-1]) == (0, True)


def test_the_screen_with_everything_keeps_to_80_columns(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    _, text = run("play --players 6 --teams --expansions all --bots random --seed 2", InAHurry())
    screen = [line for line in text.splitlines() if ">" not in line]
    assert max(len(line.rstrip()) for line in screen) <= 80


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--expansions pirates", "There is no expansion 'pirates'"),
        ("--teams", "Teams need the expansion Cities or Armada"),
        ("--teams --expansions cities --players 5", "can play in teams"),
        ("--leaders expert", "Expert leaders need the expansion Leaders"),
        ("--players 8", "Eight can play only the 1st edition with the expansion Armada"),
    ],
)
def test_impossible_expansions_are_answered_with_a_sentence(
    run: Run, options: str, sentence: str
) -> None:
    code, text = run(f"play {options}")
    assert (code, sentence in text) == (2, True)


def test_a_leader_is_drafted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(["Me", "Lea", "Rex"], expansions=["leaders"], seed=1)
    second = str(game.moves(0)[1])
    move, text = ask_me(game, ["9", "0", "", "i 1", "2"], monkeypatch)
    assert move == second
    assert "The draft, leader 1 of 4: keep one, the others go right ▸ to Rex" in text
    assert "There is no 9 here: the list goes from 1 to 4." in text
    assert "coins" in text


def test_a_leader_is_recruited_sold_or_used_for_a_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    leaders = ["hammurabi", "cleopatra"]
    me = {"leader_hand": leaders, "coins": 3, "city": ["stone_pit", "lumber_yard"]}
    game = expanded(EVERYTHING, phase="leader", me=me)
    first, _ = ask_me(game, ["1"], monkeypatch)
    assert first.startswith("recruit:hammurabi@B2")
    move, text = ask_me(game, ["2", "1+", "s2"], monkeypatch)
    assert move == "sell:cleopatra"
    assert "Age I begins: recruit a leader" in text
    assert "✓ 2 to the bank" in text
    assert "– costs 4 coins, 3 in hand" in text
    assert "Cleopatra can't be recruited: costs 4 coins, 3 in hand." in text
    assert "No ship comes with recruiting a leader." in text
    assert ask_me(game, ["s2+"], monkeypatch)[0] == "sell:cleopatra+yellow"


def test_roma_recruits_once_more_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {
        "wonder": "roma",
        "side": "night",
        "stages": 1,
        "city": ["stone_pit", "clay_pool", "glassworks_age1"],
        "leader_hand": ["cleopatra", "euclid"],
        "hand": ["altar", "baths"],
        "coins": 2,
    }
    game = expanded(["leaders"], me=me)
    for seat, move in enumerate(["stage:altar", "sell:altar", "sell:altar"]):
        game.play(seat, move)
    assert game.decision(0).kind == "recruit"
    move, text = ask_me(game, ["2", "1"], monkeypatch)
    assert move == "recruit:cleopatra@B2"
    assert "Stage 2 of Roma: you may recruit one more leader" in text
    assert "can't be recruited: costs 3 coins, 2 in hand." in text
    assert ask_me(game, ["0"], monkeypatch)[0] == "skip"


def test_abu_simbel_buries_a_leader(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {
        "wonder": "abu_simbel",
        "side": "night",
        "city": ["clay_pool", "brickyard", "loom_age1"],
        "leaders": ["cleopatra", "euclid"],
    }
    game = expanded(["leaders"], me=me)
    for seat, move in enumerate(["stage:altar", "sell:altar", "sell:altar"]):
        game.play(seat, move)
    move, text = ask_me(game, ["0", "2"], monkeypatch)
    assert move == "bury:euclid"
    assert "'0' is no choice" in text or "There is no 0 here" in text
    assert "10" in text


def test_the_courtesans_copy_a_leader(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {"hand": ["courtesans_guild", "altar"], "coins": 20, "city": ["caravansery", "forum"]}
    left = {"leaders": ["euclid"], "city": ["glassworks_age1", "loom_age1"]}
    right = {"leaders": ["cleopatra"], "city": ["lumber_yard", "clay_pool"]}
    game = expanded(["leaders"], "1st", me=me, left=left, right=right)
    game.play(0, next(move for move in game.moves(0) if move.card == "courtesans_guild"
                      and move.action == "build"))  # fmt: skip
    game.play(1, "sell:altar")
    game.play(2, "sell:altar")
    move, text = ask_me(game, ["2"], monkeypatch)
    assert move == "copy:cleopatra"
    assert "♟ Euclid" in text
    assert "Lea" in text


def test_fleets_advance_and_an_island_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {"hand": ["dry_hold", "altar"], "fleets": {"green": 1, "yellow": 6}}
    game = expanded(["armada"], me=me)
    for seat, move in enumerate(["build:dry_hold", "sell:altar", "sell:altar"]):
        game.play(seat, move)
    move, text = ask_me(game, ["7", "purple", "green"], monkeypatch)
    assert move == "advance:green"
    assert "Dry Hold: advance one fleet by a space, for nothing" in text
    assert "▲ green to space 2: explores level I" in text
    assert "yellow to space" not in text
    assert ask_me(game, ["0"], monkeypatch)[0] == "skip"
    game.play(0, move)
    kept, text = ask_me(game, ["2"], monkeypatch)
    assert kept == str(game.moves(0)[1])
    assert "You explore level I: keep one of these islands" in text
    game.play(0, kept)
    told = reporter_of(game, load("2nd", ["armada"])).tell(game.events_for(0))
    text = "\n".join(line.plain for line in told)
    assert (
        "You build ▬ Dry Hold. You advance the green fleet to space 2. You explore level I" in text
    )


def test_a_loss_is_paid_in_coins_or_debts(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {"coins": 2, "fleets": {"yellow": 5}}
    right = {"hand": ["pirate_hideout", "altar"]}
    game = expanded(["cities", "armada"], me=me, right=right)
    for seat, move in enumerate(["build:altar", "sell:altar", "build:pirate_hideout"]):
        game.play(seat, move)
    move, text = ask_me(game, ["5", "x1", ""], monkeypatch)
    assert move == "lose:2/1"
    assert "You lose 3 coins; for each you may take a debt, −1 point" in text
    assert "Enter pays 2 coins and takes 1 debt." in text
    assert "Say how many coins you pay, 0 to 2" in text
    assert ask_me(game, ["0"], monkeypatch)[0] == "lose:0/3"
    assert ask_me(game, ["1/2"], monkeypatch)[0] == "lose:1/2"
    game.play(0, "lose:1/2")
    catalogue = load("2nd", ["cities", "armada"])
    told = reporter_of(game, catalogue).tell(game.events_for(0))
    assert "You lose 1 coin" in "\n".join(line.plain for line in told)


def test_a_victory_token_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {"leader_hand": ["hammurabi"], "victories": [1, 3]}
    left = {"leader_hand": ["telesilla"], "coins": 9}
    game = expanded(["leaders"], phase="leader", me=me, left=left)
    game.play(0, "sell:hammurabi")
    game.play(1, next(move for move in game.moves(1) if move.action == "recruit"))
    assert game.decision(0).kind == "forfeit"
    move, text = ask_me(game, ["5", ""], monkeypatch)
    assert (move, "Telesilla: you give up a victory token" in text) == ("forfeit:1", True)
    assert "Say 1 or 3." in text
    assert ask_me(game, ["3"], monkeypatch)[0] == "forfeit:3"


def test_the_forgotten_island_asks_whether_to_sail(monkeypatch: pytest.MonkeyPatch) -> None:
    game = expanded(["armada"], phase="war", me={"islands": ["forgotten"]},
                    left={"fleets": {"red": 2}, "city": ["barracks"]})  # fmt: skip
    assert game.decision(0).kind == "sail"
    catalogue = load("2nd", ["armada"])
    reporter = reporter_of(game, catalogue)
    war = reporter.tell(game.events_for(0))
    assert "Lea beats you with 1 to 0 shields" in "\n".join(line.plain for line in war)
    assert ask_me(game, ["y"], monkeypatch)[0] == "sail:yes"
    move, text = ask_me(game, ["maybe", "n"], monkeypatch)
    assert (move, "Say y to take part, n to stay out." in text) == ("sail:no", True)
    assert "First places take +3, +1; the last takes −1." in text
    seen = len(game.events)
    game.play(0, move)
    naval = reporter.tell(game.events_for(0)[seen:])
    text = "\n".join(line.plain for line in naval)
    assert "War" not in text
    assert "Lea has naval strength 2" in text
    assert "You stay out" in text


def test_a_ship_that_only_a_right_makes_possible_is_told_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """B21, A3: the card costs the city's one wood, and so does the ship."""
    me = {
        "hand": ["stockade", "altar"],
        "wonder": "olympia",
        "stages": 2,
        "shipyard": "shipyard_A",
        "coins": 0,
    }
    game = expanded(["armada"], "1st", me=me)
    move, text = ask_me(game, ["f2+"], monkeypatch)
    assert move == "build:stockade!+red"
    assert "with a ship: free, by right (f)" in " ".join(text.split())


def test_ships_go_with_builds_stages_and_sales(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {
        "hand": ["altar", "stone_pit", "barracks"],
        "city": ["lumber_yard", "sawmill", "ore_vein", "clay_pool"],
        "wonder": "gizah",
        "shipyard": "shipyard_A",
        "coins": 9,
    }
    game = expanded(["armada"], me=me)
    move, text = ask_me(game, ["2+"], monkeypatch)
    assert move == "build:altar+blue"
    assert "with a ship: 3+ w3+ s3+" in text
    assert "✓ free with a ship: the same" in " ".join(text.split())
    assert "▬ blue 0/6" in text
    assert ask_me(game, ["2"], monkeypatch)[0] == "build:altar"
    assert ask_me(game, ["s2+"], monkeypatch)[0] == "sell:altar+yellow"
    assert ask_me(game, ["w2+"], monkeypatch)[0].startswith("stage:altar+red")
    _, text = ask_me(game, ["1+", "w2+blue", "w2#2", "s1"], monkeypatch)
    assert "No ship comes with a card of this colour: brown." in text
    assert "Blue fleet can't advance with that." in text
    assert "Stages of this wonder are built in order" in text


def test_the_lost_island_lets_a_stage_advance_any_fleet(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {"city": ["sawmill", "stone_pit"], "islands": ["lost"]}
    game = expanded(["armada"], me=me)
    move, text = ask_me(game, ["w1+", "w1+b"], monkeypatch)
    assert move == "stage:baths+blue"
    assert "Which fleet? Add red, yellow, blue or green, as in w3+red." in text
    assert "with any fleet, for" in text


def test_siracusa_names_the_stage_to_build(monkeypatch: pytest.MonkeyPatch) -> None:
    me = {
        "wonder": "siracusa",
        "city": ["sawmill", "foundry", "press_age1", "loom_age1"],
    }
    game = expanded(["armada"], me=me)
    move, text = ask_me(game, ["w1", "w1#1", "w1#3"], monkeypatch)
    assert move == "stage:baths#3"
    assert "Which stage? Add #2 or #3, as in w3#2." in text
    assert "Stage 1 can't be built:" in text
    assert "w#3" in text


def test_raids_diplomacy_and_teams_in_a_war() -> None:
    seats = [
        {"wonder": wonder, "side": "day", "city": ["barracks"] * shields, "diplomacy": diplomacy}
        for wonder, shields, diplomacy in (
            ("gizah", 1, 0),
            ("rhodos", 0, 1),
            ("ephesos", 3, 0),
            ("babylon", 2, 0),
        )
    ]
    data = {
        "expansions": ["cities", "armada"],
        "names": ["Me", "Ann", "Bob", "Cleo"],
        "phase": "war",
        "raids": [[0, 2]],
        "deal": None,
        "seats": seats,
    }
    catalogue = load("2nd", ["cities", "armada"])
    told = {}
    for teams in (False, True):
        game = Game.from_position({**data, "teams": teams})
        reporter = reporter_of(game, catalogue)
        lines = reporter.tell(game.events_for(0))
        told[teams] = "\n".join(line.plain for line in lines)
    assert "Ann stays out of the war by diplomacy." in told[False]
    assert "Bob beats you with 3 to 1 shields and takes +1; you take −1." in told[False]
    assert "Raid" not in told[False], "two fight only once"
    assert "Ann fights for one token less, by diplomacy." in told[True]
    assert "Bob beats Ann with 3 to 0 shields and takes +1; Ann takes −1." in told[True]
    assert "Cleo beats you with 2 to 1 shields and takes +1 +1; you take −1 −1." in told[True]
    assert "Raid! Bob beats you with 3 to 1 shields and takes +1; you take −1." in told[True]


def test_raids_to_come_are_told_to_who_reads() -> None:
    view = {"raids": [[0, 2], [1, 0], [1, 2]]}
    line = raids_line(view, Names(("Me", "Ann", "Bob"), you=0))
    assert line.plain == "In the next war: You raid Bob. Ann raids you. Ann raids Bob."
    assert not raids_line({}, Names(("Me", "Ann", "Bob")))


def test_help_names_what_the_expansions_add(monkeypatch: pytest.MonkeyPatch) -> None:
    game = expanded(EVERYTHING, me={"leaders": ["euclid"], "islands": ["foggy"], "debts": 2})
    _, text = ask_me(game, ["?", "c", "i cleopatra", "i foggy", "s1"], monkeypatch)
    for words in (
        "build with a ship",
        "▼ black",
        "−2 debts",
        "♟ Euclid",
        "≈ Foggy Island",
        "Island of level I",
        "leaders in hand",
    ):
        assert words in text, words


def reporter_of(game: Game, catalogue: Catalogue) -> Reporter:
    """Who tells the first seat what happened."""
    seen = cities(game.view(None), catalogue)
    return Reporter(Names(game.names, 0), catalogue, seen, game.teams)


def flat(text: str) -> str:
    """Without the breaks of lines."""
    return " ".join(text.split())


@pytest.mark.parametrize("teams", [False, True])
def test_help_tells_the_war_diplomacy_and_pirates_as_they_are_played(
    monkeypatch: pytest.MonkeyPatch, teams: bool
) -> None:
    """A10, T5, T6."""
    game = Game(4, expansions=EVERYTHING, teams=teams, seed=1)
    text = flat(ask_me(game, ["?", "1"], monkeypatch)[1])
    assert "pirates take as many coins as it is" in text
    assert "protects" not in text
    assert "sell card 3 and advance the yellow fleet" in text
    assert ("a war against both neighbours" in text) is not teams
    assert ("a war against the neighbour who is not your partner" in text) is teams
    assert ("keeps you out of the next war" in text) is not teams
    assert ("one token less for you and your opponent" in text) is teams


@pytest.mark.parametrize("teams", [False, True])
def test_explanations_know_whether_teams_are_played(
    monkeypatch: pytest.MonkeyPatch, teams: bool
) -> None:
    game = Game(4, expansions=EVERYTHING, teams=teams, seed=1)
    asked = ["i residence", "i militia", "i octavia", "i byzantium", "i simbel", "1"]
    text = flat(ask_me(game, asked, monkeypatch)[1])
    assert ("you don't fight, and your neighbours face each other" in text) is not teams
    assert ("fight for one token, not two" in text) is teams
    assert ("those of both neighbours" in text) is not teams
    assert ("Your partner is hit too." in text) is teams
    assert "Coins are lost at the end of the turn." in text
    assert "One that costs as many coins as the age scores 6." in text


def test_a_tax_is_levied_and_comes_later() -> None:
    game = expanded(["armada"])
    lines = reporter_of(game, load("2nd", ["armada"])).tell([Event("tax", 1, {"coins": 2})])
    assert [line.plain for line in lines] == ["Lea levies a tax of 2 coins."]


def test_cards_show_leaders_islands_shipyards_and_boxes(run: Run) -> None:
    assert "♟ Cleopatra" in run("cards --leaders cleopatra")[1]
    assert "9 islands · 2nd edition" in run("cards --islands --age 2")[1]
    text = run("cards --shipyards --edition 1st")[1]
    assert "8 shipyards · 1st edition" in text
    assert "explores" in " ".join(text.split())
    assert "▼" in run("cards --colour black --age 1")[1]
    assert "Siracusa" in run("cards --boards --expansion armada")[1]
    assert "Gizah" not in run("cards --boards --expansion armada")[1]
    assert "No leader of this edition fits." in run("cards --leaders nosuchleader")[1]


def test_expansions_as_json(run: Run) -> None:
    (foggy,) = as_json(run("cards --islands foggy --json"))
    assert (foggy["level"], foggy["expansion"]) == (1, "armada")
    (leader,) = as_json(run("cards --leaders cleopatra --json"))
    assert leader["cost"] == "4 coins"
    yards = as_json(run("cards --shipyards --json"))
    assert len(yards[0]["costs"]["red"]) == 6
    boards = as_json(run("cards --board siracusa --json"))
    assert {board["any_order"] for board in boards} == {True}
    assert as_json(run("cards --expansion leaders --colour black --json")) == []


def test_simulate_shows_the_lines_of_the_expansions(run: Run) -> None:
    options = "--games 30 --players 4 --expansions all --teams --leaders expert --cores 1"
    code, text = run(f"simulate {options}")
    assert code == 0
    assert "2nd edition with Leaders, Cities and Armada" in " ".join(text.split())
    summary = as_json(run(f"simulate {options} --json"))
    (bot,) = summary["bots"]
    lines = sum(bot[line] for line in summary["lines"])
    assert abs(lines - summary["mean_points"]) < 0.1
    assert {"leaders", "black", "debts", "naval", "islands"} <= set(summary["lines"])
    assert summary["teams"] is True


def test_bench_has_rows_with_everything_on(run: Run) -> None:
    rows = as_json(run("bench --games 5 --repeats 1 --cores 1 --json"))["rows"]
    assert [row["players"] for row in rows if row["expansions"] == list(EVERYTHING)] == [3, 5, 7]
    assert [row["edition"] for row in rows if not row["expansions"]] == ["1st"] * 3 + ["2nd"] * 3
    assert "all" in run("bench --games 5 --repeats 1 --cores 1")[1]


def test_bench_of_the_batch_plays_the_same_games_on_any_number_of_cores(run: Run) -> None:
    found = [
        as_json(run(f"bench --batch --games 128 --repeats 1 --cores {cores} --json"))["rows"]
        for cores in (1, 2)
    ]
    assert [row["form"] for row in found[0]] == ["engine", "batch"] * 2 + ["PettingZoo"]
    one, two = ([(row["form"], row["checksum"]) for row in rows] for rows in found)
    assert one == two
    assert all(checksum > 0 for _, checksum in one)
    assert "PettingZoo" in run("bench --batch --games 2 --repeats 1 --cores 1")[1]
    code, text = run("bench --batch --bot greedy")
    assert code != 0
    assert "at random" in text


def test_a_game_begins_before_anything_is_compiled_and_goes_over_to_what_is(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("mirabilia.game.warming.is_compiled", lambda: False)
    chosen: list[str | None] = []
    make = bots.make

    def noted(name: str, *given: Any) -> bots.Bot:
        if cold.lasts():
            chosen.append(name)
        return make(name, *given)

    monkeypatch.setattr(bots, "make", noted)
    with compiling(tmp_path) as stand_in:
        monkeypatch.setattr("mirabilia.game.warming.Warming", lambda load: stand_in.warming)
        person = InAHurry()

        def type_in(prompt: str) -> str:
            if len(chosen) > 3 and stand_in.warming.state == COMPILING:
                monkeypatch.setattr("mirabilia.game.warming.is_compiled", lambda: True)
                stand_in.finish()
                end = time.monotonic() + 30
                while stand_in.warming.state == COMPILING and time.monotonic() < end:
                    time.sleep(0.01)
            return person(prompt)

        code, text = run("play --players 3 --bots beginner --seed 3", type_in)
        assert stand_in.warming.state == READY
    assert code == 0
    assert chosen[:2] == ["beginner", "beginner"]
    assert set(chosen[2:]) == {"greedy"}
    assert text.count("The bots are warming up: until then a quick one plays for them.") == 1
    assert text.count("The bots are ready, and play themselves from now on.") == 1
    told = r"The bots are warming up: [0-9]+% done, about [0-9]+ s to go\."
    assert len(re.findall(told, flat(text))) == 1, "a turn was played meanwhile"
    assert "The game is over" in text


def test_it_is_said_once_that_the_bots_will_not_come(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("mirabilia.game.warming.is_compiled", lambda: False)
    answers = iter(["s1", "s1", "s1"])

    def spoilt() -> None:
        raise ValueError("The file is spoilt.")

    with compiling(tmp_path, spoilt) as stand_in:
        monkeypatch.setattr("mirabilia.game.warming.Warming", lambda load: stand_in.warming)

        def type_in(prompt: str) -> str:
            monkeypatch.setattr("mirabilia.game.warming.is_compiled", lambda: True)
            stand_in.finish()
            soon(lambda: stand_in.warming.state == FAILED, "an end")
            return next(answers, END)

        _, text = run("play --players 3 --bots beginner --seed 3", type_in)
    words = "The stronger bots can't be made ready here: a quick one plays in their place."
    assert flat(text).count(words) == 1
    assert "% done" not in text


@pytest.fixture
def in_pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with spoken(tmp_path, monkeypatch, {PSEUDO: pseudo_po()}, {PSEUDO: pseudo_names()}):
        yield


@pytest.mark.parametrize(
    "options", ["--players 3", "--players 2 --bots random", "--players 4 --expansions all --teams"]
)
def test_a_game_is_played_in_another_language(
    run: Run, tmp_path: Path, in_pseudo: None, options: str
) -> None:
    file = tmp_path / "game.json"
    told = f"--lang {PSEUDO} play --bots random --seed 5 --save {file} {options}"
    code, text = run(told, InAHurry(pseudo))
    assert code == 0
    assert pseudo("The game is over") in text
    assert english_words(text.replace(str(file), "")) == set()
    code, text = run(f"--lang {PSEUDO} replay --all {file}")
    assert code == 0
    assert english_words(text) == set()


def english_words(text: str) -> set[str]:
    """What is said in plain English, where every letter should have an accent; but levels of bots
    and what is typed stay as they are.
    """
    return set(re.findall(r"\b[a-z]{4,}\b", text)) - {"random", "mirabilia", "replay"}


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("play --players 9", "Zu 9 geht es nicht"),
        ("play --players 2 --edition 2nd", "Zu zweit"),
        ("replay {file}", "Eine Aufzeichnung ist ein JSON-Objekt"),
        ("review {file}", "Eine Aufzeichnung ist ein JSON-Objekt"),
        ("review {file} --playouts 0", "--playouts ist eine ganze Zahl von 1 bis 1000000."),
        ("review {file} --seed -1", "--seed ist eine ganze Zahl von 0 bis 9007199254740991."),
    ],
)
def test_refusals_come_in_the_language_that_is_spoken(
    run: Run, tmp_path: Path, command: str, sentence: str
) -> None:
    file = tmp_path / "list.json"
    file.write_text("[1, 2]", "utf-8")
    code, text = run(f"--lang de {command.format(file=file)}")
    assert (code, sentence in text) == (2, True), text


def test_cities_are_called_as_in_the_language_that_is_spoken() -> None:
    board = load("2nd").boards["gizah", "day"]
    assert board_name(board) == "Gizah (day)"
    speak("de")
    assert board_name(board) == "Gizeh (Tag)"


def test_the_language_is_that_of_the_system_unless_another_is_named(
    run: Run, in_pseudo: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    fits = pseudo("No card of this edition fits.")
    for setting, other in (("eo_XX.UTF-8", True), ("tlh", False), ("C", False)):
        monkeypatch.setenv("LC_ALL", setting)
        assert (fits in run("cards no such card")[1]) is other
    assert fits in run(f"--lang {PSEUDO} cards no such card")[1]
    code, text = run("--lang tlh cards")
    assert (code, "There is no language 'tlh'; there are en, eo." in text) == (2, True)
