"""An update with games under way: each goes on with the cards it was begun with, or says why not.

The program *of before* had other numbers in its files; the server that goes on is that of today,
whose worker processes know today's files alone.
"""

import asyncio
import html
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from catalogues import Files, other_entries, other_numbers, printed_otherwise
from databases import earlier
from mirabilia import Game
from mirabilia.catalogue import kept, load
from mirabilia.review import jobs
from mirabilia.review.decisions import Walk, turns_of
from mirabilia.table.rooms import beginning, printed, puzzling, visitors
from mirabilia.table.rooms.backup import back_up, restore
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.table_view import OVER, PLAYING, Options
from mirabilia.table.rooms.workers import think
from tables import ANN, BEN, owes, play_on, served, serving, until

pytest_plugins = ["database_fixtures"]
PLAYED = Options(players=3, level="random", expansions=("leaders",))
Change = Callable[[Files], object]


def forgotten() -> None:
    """As in a new process: nothing is known but what stands in files."""
    kept.unpack.cache_clear()
    kept._known.clear()


async def begun(service: Any, steps: int = 7, options: Options = PLAYED) -> str:
    code: str = await service.create(options, "Ann", ANN)
    await service.join(code, BEN, "Ben")
    await service.start_game(code, ANN)
    await play_on(service, code, [ANN, BEN], steps)
    return code


def begun_before(
    url: str, steps: int = 7, change: Change = other_numbers, options: Options = PLAYED
) -> str:
    """The code of a table that the program of before has begun."""

    async def story() -> str:
        async with serving(url) as service:
            return await begun(service, steps, options)

    with printed_otherwise(change):
        code = asyncio.run(story())
    forgotten()
    return code


def today(story: Callable[[Any], Any], url: str, **settings: Any) -> Any:
    async def tell() -> Any:
        async with serving(url, **settings) as service:
            return await story(service)

    return asyncio.run(tell())


def change_rows(url: str, statement: str, **values: Any) -> None:
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text(statement), values)
    engine.dispose()


def kept_digests(url: str) -> set[str]:
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        found = set(connection.execute(sa.text("SELECT digest FROM catalogues")).scalars())
    engine.dispose()
    return found


@pytest.mark.parametrize("change", [other_numbers, other_entries])
def test_a_table_goes_on_with_the_cards_it_was_begun_with(url: str, change: Change) -> None:
    code = begun_before(url, change=change)

    async def story(service: Any) -> None:
        seen = await service.table_view(code, ANN)
        assert seen.status == PLAYING
        old = seen.printed
        assert old.digest == seen.view["catalogue"] != load("2nd", ["leaders"]).digest
        if change is other_numbers:
            assert old.cards["altar"].effects[0].amount == 9
        else:
            assert "saw_pit" in old.cards
        new = await begun(service)  # beside it, by today's
        assert (await service.table_view(new, ANN)).printed == load("2nd", ["leaders"])
        taken = await service.table_view(code, ANN)
        assert taken.printed == old
        for each in (code, new):
            assert (await play_on(service, each, [ANN, BEN])).status == OVER
        record = await service.record(code)
        assert record["catalogue"] == old.digest
        await keep_apart(service, code, old, new)
        with pytest.raises(ValueError, match="The catalogue has changed since"):
            Game.from_record(record)
        assert Game.from_record(record, catalogue=old).over
        assert await service.replays.bring(record)  # where its cards are kept it can be looked at
        again = await service.rematch(code, ANN)
        await service.rematch(code, BEN)
        await service.start_game(again, ANN)
        assert (await service.table_view(again, ANN)).printed == load("2nd", ["leaders"])

    async def keep_apart(service: Any, code: str, old: Any, new: str) -> None:
        for each, cards in ((code, old), (new, load("2nd", ["leaders"]))):
            moment = await service.replays.moment(each)
            assert moment.table_view.printed == cards
            assert moment.table_view.scores == (await service.table_view(each, ANN)).scores

    today(story, url)
    forgotten()
    today(lambda service: service.replays.moment(code), url)


def test_a_card_may_be_mended_back_and_forth(url: str) -> None:
    code = begun_before(url, 3)

    async def on(service: Any) -> str:
        await play_on(service, code, [ANN, BEN], 2)
        digest: str = (await service.table_view(code, ANN)).printed.digest
        return digest

    found = [today(on, url)]
    forgotten()
    other = begun_before(url, 3, other_entries)
    with printed_otherwise(other_numbers):  # what was mended was right before
        found.append(today(on, url))
        assert today(lambda service: service.table_view(other, ANN), url).status == PLAYING
    forgotten()
    found.append(today(on, url))
    assert len(set(found)) == 1
    assert found[0] in kept_digests(url)


def test_the_page_of_such_a_table_shows_its_own_numbers(tmp_path: Path) -> None:
    """Faces, what things cost and bring, the words that are sent apart; and JSON."""

    def another(files: Files) -> None:
        for card in files["2nd/base.toml"]["card"].values():
            card["cost"], card["effects"] = "3 coins", ["77 points"]

    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with printed_otherwise(another), served(url) as server:
        ann = server.program().create(players=3)
        ann.post("start")
    forgotten()
    with served(url) as server:
        ann.http, new = server.client(), server.program().create(players=3)
        new.post("start")
        pages = []
        for program in (ann, new):
            cookie = {"Cookie": f"{visitors.COOKIE}={program.token}"}
            pages.append(program.http.get(f"/t/{program.code}", headers=cookie).text)
        assert "77 points" in pages[0]
        assert "77" not in re.sub(r"v=\w+|[0-9a-f]{64}", "", pages[1])
        digest = ann.get()["view"]["catalogue"]
        assert digest != new.get()["view"]["catalogue"] == load("2nd").digest
        build = {move for move in ann.get()["offers"][0]["moves"] if move.startswith("build")}
        assert len(build) == 7
        assert all(move.endswith("@B3") for move in build)
        old, todays = (
            html.unescape(re.findall(r'data-words-url="([^"]+)"', page)[0]) for page in pages
        )
        assert old.endswith(f"&of={digest}")
        assert "of=" not in todays
        assert "77" in ann.http.get(old).json()["altar"][1]
        assert "77" not in ann.http.get(todays).json()["altar"][1]
        for wrong in ("0" * 16, "x" * 64):
            assert ann.http.get(f"/words/2nd/base/en.json?of={wrong}").status_code == 404
        assert ann.http.get(f"/words/1st/base/en.json?of={digest}").status_code == 404


def test_a_bot_in_a_worker_decides_by_the_cards_of_the_game(url: str) -> None:
    """The worker has today's files; it is given the others with what it is asked."""
    code = begun_before(url, 3, other_entries, Options(players=3, level="greedy"))

    async def story(service: Any) -> None:
        stored = service.storage
        for _ in range(3):  # the worker may have to compile first
            seen = await until(service, code, ANN, owes, seconds=400)
            await service.decide(code, ANN, 0, str(seen.offers[0].moves[0]), seen.step)
            seen = await until(service, code, BEN, owes, seconds=400)
            await service.decide(code, BEN, 1, str(seen.offers[0].moves[0]), seen.step)
        await until(service, code, ANN, owes, seconds=400)
        book = await asyncio.to_thread(stored.load_decisions, code)
        by_bot = [entry.decider for entry in book if entry.seat == 2]
        assert by_bot[-2:] == ["greedy"] * 2
        hint = await service.hint(code, ANN)
        assert hint.stand_in is None
        assert hint.move in map(str, (await service.table_view(code, ANN)).offers[0].moves)

    today(story, url, workers=1)


def test_a_worker_that_is_not_given_the_cards_says_nothing() -> None:
    with printed_otherwise(other_entries):
        game = Game(3, seed=1)
        view, cards = game.view(0), {game.catalogue.digest: kept.pack(game.catalogue)}
    forgotten()
    assert think([("greedy", view)]) == [None]
    assert think([("greedy", view)], cards={next(iter(cards)): b"spoilt"}) == [None]
    (thought,) = think([("greedy", view)], cards=cards)
    assert thought is not None
    assert thought.move in map(str, game.moves(0))


def test_a_review_judges_by_the_cards_of_the_game() -> None:
    with printed_otherwise(other_entries):
        game = Game(3, seed=1)
        cards, old = kept.pack(game.catalogue), game.catalogue
        while not game.over:
            for seat in game.to_decide:
                game.play(seat, game.moves(seat)[0])
    record = json.loads(json.dumps(game.record()))
    from mirabilia.game.replays import Replay

    replay = Replay(record, catalogue=old)
    owed, turns = Walk(replay, 0).owed[4], turns_of(replay)
    del replay
    forgotten()
    (expected,) = jobs.expected(record, turns[:1], cards)
    assert len(expected.points) == 3
    forgotten()
    assert jobs.verdict_on(owed, cards).played.move == owed.move


def test_a_move_is_taken_back_by_the_cards_of_the_game(url: str) -> None:
    async def alone(service: Any) -> str:
        code: str = await service.create(PLAYED, "Ann", ANN, begin=True)
        await play_on(service, code, [ANN], 6)
        return code

    with printed_otherwise(other_entries):
        code = today(alone, url)
    forgotten()

    async def story(service: Any) -> None:
        seen = await until(service, code, ANN, owes)
        await service.take_back(code, ANN, seen.step)
        back = await until(service, code, ANN, owes)
        assert back.taken_back == 1
        assert back.printed == seen.printed
        assert (await play_on(service, code, [ANN])).status == OVER

    today(story, url)


def test_a_game_from_a_position_goes_on_with_its_cards(url: str) -> None:
    async def from_position(service: Any) -> str:
        text = json.dumps(Game(3, seed=8).position())
        wanted = beginning.read(text, "random")
        code: str = await service.create(wanted, "Ann", ANN, begin=True)
        await play_on(service, code, [ANN], 4)
        return code

    with printed_otherwise(other_entries):
        code = today(from_position, url)
    forgotten()

    async def story(service: Any) -> None:
        assert "saw_pit" in (await service.table_view(code, ANN)).printed.cards
        assert (await play_on(service, code, [ANN])).status == OVER

    today(story, url)


# What can't be gone on with


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE tables SET rules = 1", "The rules have changed since"),
        ("DELETE FROM catalogues", "those of then are not kept"),
        ("UPDATE catalogues SET data = :junk", "can't be read any more"),
        ("UPDATE catalogues SET data = :other", "can't be read any more"),
        ("UPDATE catalogues SET data = :todays", "can't be read any more"),
        ("UPDATE tables SET catalogue = NULL", "those of then are not kept"),
    ],
)
def test_a_table_is_closed_with_a_sentence(url: str, statement: str, said: str) -> None:
    code = begun_before(url, 3)
    done = begun_before(url, 1000)
    data: dict[str, Any] = {"junk": b"junk", "todays": kept.pack(load("2nd", ["leaders"]))}
    with printed_otherwise(other_entries):
        data["other"] = kept.pack(load("2nd", ["leaders"]))
    forgotten()
    change_rows(url, statement, **{key: data[key] for key in data if f":{key}" in statement})

    async def story(service: Any) -> None:
        for table in (code, done):
            with pytest.raises(Refused, match=said):
                await service.table_view(table, ANN)
            with pytest.raises(Refused, match=said):
                await service.record(table)
        assert service.my_tables(ANN)[0].status == "closed"
        if "catalogues" in statement:
            with pytest.raises(Refused, match=r"has changed since|can't be read any more"):
                await service.replays.moment(done)
        new = await begun(service)  # nobody else minds
        assert (await service.table_view(new, ANN)).status == PLAYING

    today(story, url)


def test_a_database_that_can_not_be_read_closes_no_table(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mirabilia.table.rooms.storage import StorageError

    code = begun_before(url, 3)
    find = printed.find
    failures: list[Any] = []

    def fails(*given: Any) -> Any:
        if len(failures) < 2:
            failures.append(given)
            raise StorageError("Nothing could be read: it is away.")
        return find(*given)

    monkeypatch.setattr(printed, "find", fails)

    async def story(service: Any) -> None:
        for _ in range(400):
            try:
                seen = await service.table_view(code, ANN)
            except StorageError:
                await asyncio.sleep(0.05)
                continue
            assert seen.status == PLAYING
            break
        assert len(failures) == 2
        assert (await play_on(service, code, [ANN, BEN], 2)).status == PLAYING

    today(story, url)


# What is kept, and how long


def test_one_row_is_kept_for_all_games_that_need_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = begun_before(url, 2)
    begun_before(url, 2)
    before = kept_digests(url)
    assert len(before) == 1
    monkeypatch.setattr(printed, "GRACE", -1.0)

    async def story(service: Any) -> None:
        await begun(service, 2)
        await service.clean_up()
        assert len(await asyncio.to_thread(kept_digests, url)) == 2
        await play_on(service, code, [ANN, BEN])
        for other in list(service._keepers.values()):
            await service._remove(other)
        await service.clean_up()
        assert await asyncio.to_thread(kept_digests, url) == before  # for the game that is kept
        await asyncio.to_thread(
            change_rows, url, "UPDATE games SET at = at - 400 * 24 * 3600"
        )  # its record is kept no longer, though somebody has it in his list
        await service.clean_up()
        assert await asyncio.to_thread(kept_digests, url) == set()

    today(story, url)


def test_what_was_lately_begun_with_is_not_cleared_away(url: str) -> None:
    async def story(service: Any) -> None:
        await begun(service, 2)
        for keeper in list(service._keepers.values()):
            await service._remove(keeper)
        await service.clean_up()

    today(story, url)
    assert len(kept_digests(url)) == 1


def test_a_backup_takes_the_cards_along(url: str, tmp_path: Path) -> None:
    code = begun_before(url, 3)
    back_up(url, tmp_path / "backup")
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"
    restore(tmp_path / "backup", elsewhere)
    assert kept_digests(elsewhere) == kept_digests(url)

    async def story(service: Any) -> None:
        seen = await service.table_view(code, ANN)
        assert seen.printed.digest in kept_digests(elsewhere)
        assert (await play_on(service, code, [ANN, BEN])).status == OVER

    today(story, elsewhere)


# From the version before, which kept no catalogues, and counted names in digests


def test_tables_of_the_version_before_go_on(url: str) -> None:
    """A game under way, one from a position, one that is over, and a puzzle of 1 October."""
    earlier("0011", url)

    async def story(service: Any) -> None:
        coins = {"aqntqx": 18, "2wq79d": 4}
        mine = {table.code: table.status for table in service.my_tables(ANN)}
        assert mine == {"mxf7ua": OVER, "aqntqx": PLAYING, "2wq79d": PLAYING}
        for code, has in coins.items():
            seen = await service.table_view(code, ANN)
            assert seen.status == PLAYING
            assert seen.view["seats"][0]["coins"] == has
        assert (await service.table_view("mxf7ua", ANN)).view["seats"][0]["coins"] == 32
        moment = await service.replays.moment("mxf7ua")
        assert moment.over
        record = await service.shelf.record("mxf7ua")
        assert record["catalogue"] == "734b6d6a2cbae599"  # as it was written then
        assert await service.replays.bring(record)
        puzzle = await service.puzzles.of("2026-10-01")
        assert puzzle.state == puzzling.DONE
        for _ in range(200):  # in the background
            if len(await asyncio.to_thread(kept_digests, url)) == 4:
                break
            await asyncio.sleep(0.02)
        await play_on(service, "aqntqx", [ANN, BEN], 2)

    today(story, url)
    # From now on all of them are kept, so that they outlive the next update.
    names = [("2nd", ["leaders"]), ("2nd", ["cities"]), ("1st", []), ("2nd", [])]
    assert kept_digests(url) == {load(*name).digest for name in names}
    forgotten()

    async def later(service: Any) -> None:
        for code, people in (("aqntqx", [ANN, BEN]), ("2wq79d", [ANN])):
            seen = await service.table_view(code, ANN)
            assert seen.printed.digest in kept_digests(url)
            assert "saw_pit" not in seen.printed.cards
            assert (await play_on(service, code, people)).status == OVER
        assert (await service.replays.moment("mxf7ua")).over
        assert (await service.puzzles.of("2026-10-01")).state == puzzling.DONE

    with printed_otherwise(other_entries):
        today(later, url)
    forgotten()


def test_what_is_spoilt_in_the_database_of_before_is_no_hindrance(url: str) -> None:
    earlier("0011", url)
    change_rows(url, "UPDATE games SET record = :junk", junk=zlib.compress(b'{"catalogue": [3]}'))
    change_rows(url, "UPDATE puzzles SET puzzle = :junk", junk=b"junk")

    async def story(service: Any) -> None:
        assert (await service.table_view("aqntqx", ANN)).status == PLAYING

    today(story, url)
