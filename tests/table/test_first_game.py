"""The first game: its chosen deal, and lessons that fit what lies on the table."""

import asyncio
from pathlib import Path

import pytest

from mirabilia.table.page.lessons import Farewell, Lesson, farewell, lesson
from mirabilia.table.page.scene import Scene
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, TableView
from tables import ANN, BEN, SMALL, owes, play_on, run, served, serving, until

TITLES = [
    *("Your hand", "Hands go round", "Buying", "Your wonder", "War", "The last two cards"),
    *("Age II", "Science", "Free by a building", "The last goods", "What you pass on"),
    *("War again", "Age III", "Points so far", "Coins", "Comparing", "The last war"),
    "The last turn",
]


async def begun(service: Service) -> str:
    return await service.create_first("Ann", ANN)


def told(view: TableView) -> Lesson | None:
    return lesson(Scene(view, "en"))


def words(view: TableView) -> str:
    found = told(view)
    assert found
    return " ".join(found.words)


async def decide(service: Service, code: str, move: str) -> TableView:
    view = await until(service, code, ANN, owes)
    await service.decide(code, ANN, 0, move, view.step)
    return await until(service, code, ANN, owes)


def test_the_first_hand_shows_every_way_to_come_by_a_card() -> None:
    async def story(service: Service) -> TableView:
        return await until(service, await begun(service), ANN, owes)

    quotes = run(story).offers[0].quotes
    assert {
        card: (quote.way, dict(quote.payments[0]))
        for card, quote in quotes.items()
        if quote.payments
    } == {
        "lumber_yard": ("paid", {}),
        "ore_vein": ("paid", {}),
        "loom_age1": ("paid", {}),
        "baths": ("paid", {}),
        "barracks": ("paid", {"left": 2}),
        "workshop": ("paid", {"right": 2}),
    }
    assert quotes["stockade"].way == "no"


@pytest.mark.parametrize("seed", range(4))
def test_every_turn_of_a_first_game_has_its_lesson_and_the_end_a_farewell(seed: int) -> None:
    async def story(service: Service) -> None:
        code, titles = await begun(service), []
        view = await until(service, code, ANN, owes)
        while view.status != OVER:
            found = told(view)
            assert found
            assert all(found.words), found
            assert "%(" not in " ".join(found.words)
            titles.append(found.title)
            view = await play_on(service, code, [ANN], 1, seed)
            view = await until(service, code, ANN, owes)
        assert titles == TITLES
        assert told(view) is None
        end = farewell(Scene(view, "en"))
        assert end
        assert str(view.scores[0].total) in end.words[0]
        assert end.words[-1] == "That is all there is to it: you can play now."

    run(story)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("sell:baths", "You have sold a card for 3 coins."),
        ("build:lumber_yard", "Lumber Yard makes goods for you in every turn"),
        ("build:baths", "Baths is a blue card"),
        ("build:workshop@R2", "You have bought goods: 2 coins went to"),
        ("build:barracks@L2", "You have bought goods: 2 coins went to"),
    ],
)
def test_a_lesson_begins_with_what_was_done_for_the_first_time(move: str, sentence: str) -> None:
    async def story(service: Service) -> str:
        return words(await decide(service, await begun(service), move))

    assert run(story).startswith(sentence)


def test_a_deed_is_spoken_of_only_the_first_time() -> None:
    async def story(service: Service) -> str:
        code = await begun(service)
        view = await decide(service, code, "sell:baths")
        return words(await decide(service, code, f"sell:{next(iter(view.offers[0].quotes))}"))

    assert "sold" not in run(story)


def test_the_lesson_on_buying_names_a_card_and_what_it_costs_now() -> None:
    async def story(service: Service) -> TableView:
        code = await begun(service)
        await decide(service, code, "sell:baths")
        view = await until(service, code, ANN, owes)
        return await decide(service, code, f"sell:{next(iter(view.offers[0].quotes))}")

    view = run(story)
    names = {seat: view.names[seat] for seat in (1, 2)}
    bought = [
        quote.payments[0]
        for quote in view.offers[0].quotes.values()
        if quote.way == "paid" and {"left", "right"} & set(quote.payments[0])
    ]
    found = words(view)
    if bought:
        assert any(
            f"{coins} to {names[1 if side == 'left' else 2]}" in found
            for pay in bought
            for side, coins in pay.items()
            if side != "bank"
        )
    else:
        assert "No card of this hand asks for that." in found


def test_other_tables_and_people_who_look_on_have_no_lessons() -> None:
    async def story(service: Service) -> list[Lesson | Farewell | None]:
        other = await service.create(SMALL, "Ann", ANN, begin=True)
        first = await begun(service)
        views = [await service.table_view(other, ANN), await service.table_view(first, BEN)]
        return [told(view) for view in views]

    assert run(story) == [None, None]


def test_a_rematch_of_a_first_game_is_a_game_like_others() -> None:
    async def story(service: Service) -> TableView:
        code = await begun(service)
        await play_on(service, code, [ANN])
        again = await service.rematch(code, ANN)
        return await until(service, again, ANN, owes)

    view = run(story)
    assert view.status == "playing"
    assert told(view) is None


def test_after_a_restart_the_lesson_is_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
        async with serving(database) as service:
            code = await begun(service)
            before = told(await decide(service, code, "build:lumber_yard"))
        async with serving(database) as service:
            assert before
            assert told(await until(service, code, ANN, owes)) == before

    asyncio.run(story())


def test_a_first_game_is_begun_from_the_start_page() -> None:
    with served() as server:
        guest = server.client()
        assert 'formaction="/first"' in guest.get("/").text
        refused = guest.post("/first", data={"name": "n" * 21})
        assert refused.status_code == 400
        assert "n" * 21 in refused.text
        page = guest.post("/first", data={"name": "Ann"}, follow_redirects=True)
        assert 'id="lesson"' in page.text
        assert "Gizah" in page.text
        assert "A fair deal" not in page.text  # it was chosen
