"""The story of a table: every event is told to everybody as far as he may know it.

Whole games are told in sentences and drawn as panels; one is kept in ``stories/`` as an example.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from babel.support import NullTranslations

from brute import COMBINATIONS, EVERYTHING, GameSetup, walk
from conftest import sample
from mirabilia import Game
from mirabilia.game.codec import Event, ScoreSheet
from mirabilia.table.page import environment as dressing
from mirabilia.table.page.environment import environment, templates
from mirabilia.table.page.faces import cards as faces
from mirabilia.table.page.story import score as story_score
from mirabilia.table.page.story import story
from mirabilia.table.page.story.words import SENTENCES, Message, Part, filled
from mirabilia.table.rooms import table_view
from mirabilia.table.rooms.table_view import OVER, PLAYING, Kept, Options, Sitter, TableView
from mirabilia.telling.chronicle import silent

STORIES = Path(__file__).parent / "stories"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
SETUPS = [
    GameSetup(2, "1st"),
    GameSetup(3, "2nd", "choose"),
    *sample(COMBINATIONS, 8),
    GameSetup(6, "2nd", "choose", EVERYTHING, True, "expert"),
    GameSetup(8, "1st", "random", EVERYTHING, False, "expert"),
]
whole_games = pytest.mark.parametrize("setup", SETUPS, ids=str)

# Chapter titles stand for these; which way hands go is shown beside the table.
SILENT = {"age", "turn", "pass"}


def table_view_of(game: Game, seat: int | None, names: tuple[str, ...] = NAMES) -> TableView:
    """What the table would send to a seat."""
    sitters = [Sitter(at, names[at], "person", you=at == seat) for at in range(game.players)]
    if game.players == 2:
        sitters.append(Sitter(2, "Free City", "free_city"))
    return TableView(
        "ABCD",
        1,
        OVER if game.over else PLAYING,
        Options(game.players, game.edition, game.expansions, game.teams),
        tuple(sitters),
        seat,
        view=game.view(seat),
        events=game.events_for(seat),
        offers=() if seat is None else table_view.offers(game, seat),
        scores=game.scores() if game.over else (),
        ranking=tuple((place, tuple(seats)) for place, seats in game.ranking()),
        printed=game.catalogue,
    )


def played(setup: GameSetup, seed: int) -> Game:
    game = setup.new(seed)
    for _ in walk(game, seed):
        pass
    return game


def ids_in(event: Event) -> set[str]:
    """The cards, leaders and islands that an event names."""
    return {value for value in event.data.values() if isinstance(value, str)}


@whole_games
def test_every_event_is_told_to_everybody_as_far_as_he_may_know_it(setup: GameSetup) -> None:
    game = played(setup, 17)
    for seat in (0, game.seats - 1, None):
        seen = table_view_of(game, seat)
        told: set[int] = set()
        for line in story.story(seen, "en").lines:
            known = set().union(*map(ids_in, seen.events[: line.number + 1]))
            named = {part.ref for part in line.parts if part.kind == "card"}
            assert named <= known, f"{line.text!r} names a card that nobody has shown"
            assert told.isdisjoint(line.numbers), f"{line.text!r} is told twice"
            told.update(line.numbers)
            assert not line.numbers or line.number >= line.numbers[-1]
        untold = [event for number, event in enumerate(seen.events) if number not in told]
        assert {event.kind for event in untold if not silent(event)} <= SILENT


@whole_games
def test_sentences_are_whole_and_name_nothing_by_its_id(setup: GameSetup) -> None:
    game = played(setup, 23)
    for seat in (0, None):
        told = story.story(table_view_of(game, seat), "en")
        for line in told.lines:
            assert re.fullmatch(r"[A-Z0-9].*[.!]", line.text), line.text
            assert not re.search(r"None|_|#|%|\(\)|  | [.,;]|\{", line.text), line.text
            assert ("ou " in line.text.lower()) <= (seat is not None or "Young" in line.text)
        assert [chapter.key for chapter in told.chapters] == list(
            dict.fromkeys(chapter.key for chapter in told.chapters)
        )


@whole_games
def test_what_is_new_is_the_end_of_the_story(setup: GameSetup) -> None:
    game = setup.new(29)
    before = 0
    for _ in walk(game, 29):
        seen = table_view_of(game, 0)
        every = story.story(seen, "en").lines
        new = [line for line in every if line.number >= before]
        fresh = {number for line in new for number in line.numbers if number >= before}
        silent_kinds = {
            seen.events[number].kind
            for number in range(before, len(seen.events))
            if number not in fresh and not silent(seen.events[number])
        }
        assert silent_kinds <= SILENT
        assert story.story(seen, "en", last=2).lines == every[len(every) - _lines(seen, 2) :]
        before = len(seen.events)
        if game.age == 2 and game.turn > 1:
            break


def _lines(seen: TableView, last: int) -> int:
    return len(story.story(seen, "en", last=last).lines)


# One event of every kind, as docs/interface.md lists them, with what is told of it to seat 0.
TOLD: dict[str, tuple[dict[str, Any], str]] = {
    "side": ({"side": "day"}, "Bob plays side day of Rhodos."),
    "build": ({"card": "altar", "how": "right"}, "Bob builds Altar for nothing, by right."),
    "stage": ({"card": None, "stage": 2, "by": 1}, "Bob builds stage 2 of Rhodos."),
    "sell": ({"card": None, "coins": 0, "by": 1}, "Bob sells a card for an advance."),
    "discard": ({"card": None, "by": 1}, "1 card is left over and discarded face down."),
    "rebuild": ({"card": "altar"}, "Bob builds Altar out of the discard pile."),
    "pay": ({"coins": 1, "to": "bank"}, "Bob pays 1 coin to the bank."),
    "coins": ({"coins": 2, "for": "altar"}, "Bob takes 2 coins."),
    "victory": ({"value": 3, "for": "euclid"}, "Bob takes a victory token, +3."),
    "pick": ({"card": "euclid", "by": 1}, "Bob keeps Euclid."),
    "put_away": ({"card": None, "by": 1}, "1 leader goes back into the box."),
    "recruit": ({"leader": "euclid"}, "Bob recruits Euclid."),
    "bury": ({"leader": "euclid"}, "Bob buries Euclid."),
    "copy": ({"leader": "euclid"}, "Bob copies Euclid."),
    "draw_leaders": ({"number": 4}, "Bob draws 4 leaders."),
    "advance": ({"fleet": "red", "space": 2}, "Bob advances the red fleet to space 2."),
    "explore": ({"level": 2, "drawn": 4}, "Bob explores level II and draws 4 islands."),
    "island": ({"island": "foggy"}, "Bob finds Foggy Island."),
    "tax": ({"coins": 2}, "Bob levies a tax of 2 coins."),
    "loss": ({"coins": 1}, "Bob loses 1 coin."),
    "debts": ({"debts": 2, "for": "gizah:day#1"}, "Bob takes 2 debts: stage 1 of Gizah."),
    "forfeit": ({"value": 1}, "Bob gives up a victory token, +1."),
    "discard_defeats": ({"number": 2, "for": "euclid"}, "Bob discards 2 defeats."),
    "diplomacy": ({"for": "altar"}, "Bob takes a diplomacy token."),
    "use_diplomacy": ({}, "Bob stays out of the war by diplomacy."),
    "raid": ({"on": 0, "for": "altar"}, "Bob raids you."),
    "stay_out": ({}, "Bob stays out of the naval conflict."),
    "defeat": (
        {"value": -1, "against": 2},
        "Cleo beats Bob with 1 to 0 shields and takes +1; Bob takes −1.",
    ),
    "conflict": (
        {"against": 2, "shields": [1, 1], "raid": True},
        "Raid! Bob and Cleo draw, with 1 shield each.",
    ),
    "naval_strength": ({"strength": 2, "place": 1}, "Bob has naval strength 2."),
    "naval": ({"value": 3}, "Bob has naval strength 0: +3."),
}
# What the engine tells before and after an event that never comes alone.
BEFORE = {
    "defeat": Event("conflict", 1, {"against": 2, "shields": [0, 1], "raid": False}),
    "naval": Event("naval_strength", 1, {"strength": 0, "place": 1}),
}
AFTER = {"defeat": Event("victory", 2, {"value": 1, "against": 1})}


def test_every_kind_of_event_has_its_sentence() -> None:
    page = Path(__file__).parents[2] / "docs" / "interface.md"
    table = page.read_text(encoding="utf-8").partition("## Events")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    documented = {kind for row in rows for kind in re.findall(r"`(\w+)`", row)}
    assert documented == {*TOLD, *SILENT, "end"}
    seen = table_view_of(war([{}, {}, {"city": ["barracks"]}], list(EVERYTHING)), 0)
    for kind, (data, sentence) in TOLD.items():
        told = [BEFORE.get(kind), Event(kind, 1, data), AFTER.get(kind)]
        events = [Event("turn", None, {"age": 1, "turn": 1}), *filter(None, told)]
        events.append(Event("end", None))
        lines = story.story(replace(seen, events=tuple(events), kept=Kept()), "en").lines
        assert sentence in [line.text for line in lines]
        assert lines[-1].text == "The game is over."


def test_the_log_of_a_small_game_reads_well() -> None:
    setup = GameSetup(3, "2nd", "day", ("leaders", "cities", "armada"))
    told = story.story(table_view_of(played(setup, 4), 0), "en")
    text = "".join(
        f"{chapter.title}\n" + "".join(f"  {line.text}\n" for line in chapter.lines)
        for chapter in told.chapters
    )
    kept = STORIES / "three_players_everything.txt"
    assert text == kept.read_text(encoding="utf-8"), f"if this is meant, write it to {kept}"


def test_losses_are_told_with_their_causes_to_whom_they_concern() -> None:
    seen = table_view_of(war([{}, {}, {}], list(EVERYTHING)), 0)
    events = (
        Event("turn", None, {"age": 1, "turn": 1}),
        Event("build", 2, {"card": "hideout", "how": "paid", "by": 2}),
        Event("tax", 0, {"coins": 2}),
        Event("loss", 0, {"coins": 1}),
        Event("loss", 1, {"coins": 1}),
        Event("debts", 1, {"debts": 2, "for": None}),
        # A last card is played in the same turn, and its losses come after those before it.
        Event("build", 1, {"card": "lair", "how": "paid", "by": 1}),
        Event("loss", 0, {"coins": 2}),
        Event("debts", 2, {"debts": 2, "for": None}),
    )
    lines = story.story(replace(seen, events=events), "en").lines
    losses = {line.text: line.about for line in lines if line.kind == "loss"}
    assert losses == {
        "You lose 1 coin: Hideout of Cleo. You lose 2 coins: Lair of Bob.": {0, 1, 2},
        "Bob loses 1 coin and takes 2 debts: Hideout of Cleo (1), your tax (2).": {0, 1, 2},
        "Cleo takes 2 debts: Lair of Bob.": {1, 2},
    }


def start(me: dict[str, Any], left: dict[str, Any], right: dict[str, Any], **rest: Any) -> Game:
    """The beginning of a turn of three; what is left out is empty."""
    boards = ("gizah", "rhodos", "olympia")
    seats = [
        {"wonder": wonder, **seat} for wonder, seat in zip(boards, (me, left, right), strict=True)
    ]
    return Game.from_position({"edition": "2nd", "seats": seats, **rest})


def texts_of(game: Game, seat: int | None) -> list[str]:
    return [line.text for line in story.story(table_view_of(game, seat), "en").lines]


def test_the_reader_is_spoken_to_and_the_others_are_named() -> None:
    game = start(
        {"hand": ["tavern", "altar"], "city": ["sawmill"]},
        {"hand": ["guard_tower", "altar"], "coins": 3},
        {"hand": ["altar", "baths"], "city": ["clay_pool"]},
    )
    moves = ["build:tavern", "sell:altar", "build:altar"]
    for seat, move in enumerate(moves):
        game.play(seat, move)
    assert texts_of(game, 0) == [
        "You build Tavern. You take 5 coins.",
        "Bob sells a card for 3 coins.",
        "Cleo builds Altar.",
    ]
    assert texts_of(game, 1)[:2] == [
        "Ann builds Tavern. Takes 5 coins.",
        "You sell Altar for 3 coins.",
    ]
    assert texts_of(game, None)[1] == "Bob sells a card for 3 coins."


def test_who_is_paid_is_told_so() -> None:
    game = start(
        {"hand": ["altar", "baths"]},
        {"hand": ["baths", "altar"], "coins": 3},
        {"hand": ["altar", "baths"]},
    )
    wanted = next(str(move) for move in game.moves(1) if move.action == "build" and move.pay)
    for seat, move in enumerate(["sell:altar", wanted, "sell:altar"]):
        game.play(seat, move)
    assert texts_of(game, 0)[1] == "Bob builds Baths. Pays you 2 coins."
    assert texts_of(game, 1)[1] == "You build Baths. You pay 2 coins to Ann."
    assert texts_of(game, 2)[1] == "Bob builds Baths. Pays 2 coins to Ann."


def test_the_free_city_is_named_within_a_sentence() -> None:
    game = played(GameSetup(2, "1st"), 3)
    told = " ".join(texts_of(game, 0))
    assert "The Free City builds" in told
    assert "to the Free City" in told
    assert "Bob" in told


def war(seats: list[dict[str, Any]], expansions: list[str], **rest: Any) -> Game:
    wonders = ("gizah", "rhodos", "ephesos", "babylon", "olympia", "alexandria")
    entries = [
        {"wonder": wonder, "side": "day", **seat}
        for wonder, seat in zip(wonders, seats, strict=False)
    ]
    return Game.from_position(
        {"expansions": expansions, "phase": "war", "deal": None, "seats": entries, **rest}
    )


def test_a_war_is_shown_pair_by_pair() -> None:
    game = war([{"city": ["barracks"]}, {"city": ["stockade", "barracks"]}, {}], [])
    panel = story.story(table_view_of(game, 0), "en").war
    assert panel
    shown = [
        (row.one.shields, row.other.shields, row.one.tokens, row.other.tokens) for row in panel.rows
    ]
    assert shown == [(1, 2, (-1,), (1,)), (2, 0, (1,), (-1,)), (0, 1, (-1,), (1,))]
    assert [row.text for row in panel.rows] == [
        "Bob beats you with 2 to 1 shields and takes +1; you take −1.",
        "Bob beats Cleo with 2 to 0 shields and takes +1; Cleo takes −1.",
        "You beat Cleo with 1 to 0 shields and take +1; Cleo takes −1.",
    ]


def test_diplomacy_in_a_war_and_in_one_of_teams() -> None:
    seats: list[dict[str, Any]]
    seats = [{"city": ["barracks"]}, {"diplomacy": 1}, {"diplomacy": 1}, {}]
    game = war(seats, ["cities"])
    panel = story.story(table_view_of(game, 1), "en").war
    assert panel
    assert [note.text for note in panel.notes] == [
        "You stay out of the war by diplomacy.",
        "Cleo stays out of the war by diplomacy.",
    ]
    assert [row.text for row in panel.rows] == [
        "Ann beats Dan with 1 to 0 shields and takes +1; Dan takes −1."
    ]
    seats[1]["city"] = ["stockade"]
    panel = story.story(table_view_of(war(seats, ["cities"], teams=True), 1), "en").war
    assert panel
    assert panel.notes[0].text == "You fight for one token less, by diplomacy."
    assert [row.text for row in panel.rows] == [
        "You have more shields than Cleo, 1 to 0; diplomacy saves both.",
        "Ann beats Dan with 1 to 0 shields and takes +1 +1; Dan takes −1 −1.",
    ]


def test_a_war_in_which_nobody_fights() -> None:
    game = war([{"diplomacy": 1}, {"diplomacy": 1}, {}], ["cities"])
    panel = story.story(table_view_of(game, 0), "en").war
    assert panel
    assert (panel.rows, panel.nobody) == ((), "Nobody fights.")


def test_a_defeat_may_come_back_to_the_winner() -> None:
    game = war([{"city": ["barracks"]}, {"leaders": ["tomyris"]}, {}], ["leaders"])
    panel = story.story(table_view_of(game, 1), "en").war
    assert panel
    assert panel.rows[0].text == (
        "Ann beats you with 1 to 0 shields and takes +1, but has to take −1 too."
    )
    assert panel.rows[0].one.tokens == (1, -1)


def test_a_naval_conflict_is_shown_in_order_of_strength() -> None:
    fleets = [{"fleets": {"red": 2}}, {"fleets": {"red": 4}}, {"fleets": {"red": 2}}, {}]
    panel = story.story(table_view_of(war(fleets, ["armada"]), 0), "en").naval
    assert panel
    assert [(row.place, row.name, row.tied, row.value) for row in panel.rows] == [
        (1, "Bob", False, 3),
        (2, "Ann", True, None),
        (2, "Cleo", True, None),
        (4, "Dan", False, -1),
    ]
    assert panel.rows[0].share == 100
    assert panel.rows[3].text == "Dan has naval strength 0: −1."
    equal = story.story(table_view_of(war([{}, {}, {}], ["armada"]), 0), "en").naval
    assert equal
    assert equal.notes == ("All who sail are equal: nobody takes a token.",)


def test_who_stays_out_is_said_once_the_war_is_told() -> None:
    seats: list[dict[str, Any]]
    seats = [{"islands": ["forgotten"]}, {"fleets": {"red": 2}, "city": ["barracks"]}, {}]
    game = war(seats, ["armada"])
    assert game.decision(0).kind == "sail"
    told = story.story(table_view_of(game, 0), "en")
    assert told.war
    assert told.naval is None
    game.play(0, "sail:no")
    told = story.story(table_view_of(game, 0), "en")
    assert len(told.wars) == 1
    assert told.naval
    assert told.naval.notes == ("You stay out of the naval conflict.",)


def finished(seats: list[dict[str, Any]], **rest: Any) -> TableView:
    """The end of a game in which only coins count."""
    game = war(seats, rest.pop("expansions", []), **{**rest, "phase": "over", "age": 3})
    return table_view_of(game, 0)


def ended(seen: TableView) -> story.Ending:
    end = story.ending(seen, "en")
    assert end
    return end


def test_who_has_won_and_how_a_tie_was_broken() -> None:
    alone = ended(finished([{"coins": 3}, {"coins": 9}, {"coins": 0}])).ranking
    assert alone.verdict == "Bob wins with 3 points."
    assert [place.place for place in alone.places] == [1, 2, 3]
    by_coins = ended(finished([{"coins": 5}, {"coins": 3}, {"coins": 4}])).ranking
    assert by_coins.verdict == "You win with 1 point."
    assert [place.note for place in by_coins.places] == [
        "Equal in points, ahead by coins: 5 to 4.",
        "Equal in points, ahead by coins: 4 to 3.",
        "",
    ]
    shared = ended(finished([{"coins": 3}, {"coins": 3}, {"coins": 2}])).ranking
    assert shared.verdict == "You and Bob share the victory with 1 point."
    assert [place.place for place in shared.places] == [1, 1, 3]


def test_teams_are_ranked_together() -> None:
    seats = [{"coins": 3}, {"coins": 0}, {"coins": 6}, {"coins": 3}]
    seen = finished(seats, teams=True, expansions=["cities"])
    end = ended(seen)
    assert end.ranking.verdict == "Cleo and Dan win with 3 points."
    assert [team.total for team in end.sheet.teams] == [1, 3]
    assert [team.winner for team in end.sheet.teams] == [False, True]
    assert ended(replace(seen, seat=2)).ranking.verdict == "You and Dan win with 3 points."


@whole_games
def test_sheet_and_chart_add_up(setup: GameSetup) -> None:
    game = played(setup, 31)
    end = ended(table_view_of(game, 0))
    assert len(end.sheet.columns) == game.seats
    for at, column in enumerate(end.sheet.columns):
        points = [int(row.cells[at].replace("−", "-")) for row in end.sheet.rows]
        assert sum(points) == column.total == game.scores()[at].total
    for bar in end.chart.bars:
        shown = [int(segment.value.replace("−", "-")) for segment in bar.segments]
        assert sum(shown) == bar.column.total
        reaches = sorted((segment.x, segment.x + segment.width) for segment in bar.segments)
        assert reaches[0][0] >= -0.1
        assert reaches[-1][1] <= 100.1
        for (_, one), (other, _) in pairwise(reaches):
            assert one <= other + 0.05, "segments lie side by side"


def test_there_is_no_ending_before_the_end_and_no_story_before_the_start() -> None:
    game = GameSetup(3, "2nd").new(1)
    assert story.ending(table_view_of(game, 0), "en") is None
    waiting = replace(table_view_of(game, 0), view=None, events=())
    assert story.story(waiting, "en") == story.Story()


PANELS = """
{% from "story/macros.html" import log, war, naval, score_sheet, chart, ranking
   with context %}
{{ log(told) }}
{% if told.war %}{{ war(told.war) }}{% endif %}{% if told.naval %}{{ naval(told.naval) }}{% endif %}
{% if end %}{{ score_sheet(end.sheet) }}{{ chart(end.chart) }}{{ ranking(end.ranking) }}{% endif %}
"""


def drawn(seen: TableView, lang: str = "en") -> str:
    template = environment(lang).from_string(PANELS)
    return template.render(told=story.story(seen, lang), end=story.ending(seen, lang))


class Reading(HTMLParser):
    """The tags, with their attributes, and the text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        for key in ("aria-label", "title"):
            self.texts.append(found.get(key) or "")
        if tag not in ("use", "rect", "line"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("use", "rect", "line"):
            assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@whole_games
def test_panels_are_sound_html_that_a_strict_policy_lets_through(setup: GameSetup) -> None:
    names = ("<b>&\"'", *NAMES[1:])
    html = drawn(table_view_of(played(setup, 37), 1, names))
    page = Reading(html)
    assert not page.open
    for tag, attributes in page.tags:
        assert tag != "script"
        assert not any(key == "style" or key.startswith("on") for key in attributes), tag
    headers = [attributes for tag, attributes in page.tags if tag == "th"]
    assert headers
    assert all(attributes["scope"] in ("row", "col") for attributes in headers)
    assert "<b>&\"'" in "".join(page.texts)
    numbered = [(tag, attributes) for tag, attributes in page.tags if "data-n" in attributes]
    assert numbered, "scripts find what is new by these numbers"
    for tag, attributes in numbered:
        assert tag == "li"
        assert "story-line" in str(attributes["class"])
        assert str(attributes["data-n"]).isdecimal()


def test_the_log_can_be_kept_to_the_last_turns_with_their_wars() -> None:
    game = GameSetup(3, "2nd").new(2)
    for _ in walk(game, 2):
        if (game.age, game.turn) == (2, 1):
            break
    told = story.story(table_view_of(game, 0), "en")
    assert [chapter.key for chapter in told.recent(2)] == ["1-5", "1-6", "1-war"]
    assert told.newest == "1-6"
    assert told.recent(None) == told.recent(50) == told.chapters


class Marked(NullTranslations):
    """A translation that shows what has passed through it."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    ugettext, ungettext = gettext, ngettext


def untranslated(texts: list[str]) -> Iterator[str]:
    """What stands outside of all marks."""
    depth = 0
    for text in texts:
        for piece in re.split("([⟦⟧])", text):
            if piece in ("⟦", "⟧"):
                depth += 1 if piece == "⟦" else -1
            elif depth == 0 and re.search("[^\\W\\d_]", piece):
                yield piece.strip()


@whole_games
def test_every_text_can_be_translated(setup: GameSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (story, dressing, faces):
        monkeypatch.setattr(module, "texts", lambda lang: Marked())
    game = played(setup, 41)
    templates.cache_clear()
    try:
        html = drawn(table_view_of(game, 0), "marked")
    finally:
        templates.cache_clear()
    found = " ".join(untranslated(Reading(html).texts))
    assert {word for word in re.findall(r"[^\W\d_]+", found) if word not in NAMES} == set()


def test_all_wordings_of_a_sentence_have_slots_that_are_filled() -> None:
    slots = {"who", "whom", "card", "num", "stage", "wonder", "side", "fleet", "space", "level"}
    slots |= {"token", "causes", "more", "fewer", "won", "lost", "strength", "coins", "debts"}
    for key, sentence in SENTENCES.items():
        wordings = [sentence.they, sentence.you, sentence.then, sentence.to_you]
        for words in (*wordings, sentence.then_to_you):
            for text in words or ():
                assert set(re.findall(r"%\((\w+)\)", text)) <= slots, key
        assert "%(who)s" in sentence.they.one
        assert "%(who)s" not in sentence.you.one


def test_a_slot_may_hold_parts_and_a_strange_one_stays_empty() -> None:
    parts = filled("100%% %(a)s and %(b)s %(c)d%(d)s.", {"a": Part("card", "Altar"), "c": 3})
    assert "".join(part.text for part in parts) == "100% Altar and  3."
    assert [part.kind for part in parts] == ["text", "card", "text"]
    assert Message("a").many == ""


def test_every_line_of_a_sheet_has_its_words_and_mark() -> None:
    game = GameSetup(3, "2nd", "random", EVERYTHING).new(1)
    sheet: ScoreSheet = game.scores()[0]
    assert sheet.lines.keys() <= story_score.LINES.keys()
    css = Path(story.__file__).parents[1] / "static" / "story.css"
    rules = css.read_text(encoding="utf-8")
    assert all(f".line-of-{key} " in rules for key in story_score.LINES)
