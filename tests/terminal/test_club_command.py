"""The club in the terminal: its keeper, invitations, passphrases, lists, tournaments."""

import asyncio
import re
import sqlite3
from pathlib import Path

import pytest

from clubs import CLUB, HERE, NAMES, WORDS, drawn, members, play_game, visitor_of
from mirabilia import cli
from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.storage import migrate
from tables import serving

pytest_plugins = ["database_fixtures"]
LINK = re.compile(r"https://play\.example/club/(join|passphrase)/([a-z0-9]{12})\n")


def club(capsys: pytest.CaptureFixture[str], url: str, *words: str, code: int = 0) -> str:
    deed, *rest = words
    assert cli.main(["club", deed, "--database", url, *rest]) == code
    out, err = capsys.readouterr()
    return err if code else out


def test_the_first_keeper_joins_by_a_link_while_the_server_runs(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    base = ("--base-url", "https://play.example/")

    async def story() -> None:
        async with serving(url, watch_every=0.05, **CLUB) as service:

            def said(*words: str) -> str:
                return club(capsys, url, *words)

            told = await asyncio.to_thread(said, "keeper", "Ada", *base)
            found = LINK.search(told)
            assert found
            token = await service.club.join(found[2], "Ada", WORDS, None, HERE)
            ada = visitors.visitor_of(token)
            assert (await service.club.keeping.need(ada)).name == "Ada"
            await members(service, *NAMES[1:4])
            assert "Bea keeps the club" in await asyncio.to_thread(said, "keeper", "bea")
            told = await asyncio.to_thread(said, "invite", "--uses", "3", *base)
            found = LINK.search(told)
            assert found
            assert (await service.club.invited(found[2])).uses == 3
            told = await asyncio.to_thread(said, "passphrase", "Cy", *base)
            found = LINK.search(told)
            assert found
            assert await service.club.renew(found[2], "another passphrase", None, HERE)
            told = await asyncio.to_thread(said, "players")
            assert all(name in told for name in NAMES[:4])
            made = ("tournament", "Spring cup", "--players", "3", "--rounds", "1")
            id = (await asyncio.to_thread(said, *made)).split(": ")[1].split(".")[0]
            for name in ("Ada", "Bea", "Dee"):
                assert "takes part" in await asyncio.to_thread(said, "enter", "Spring cup", name)
            assert "started" in await asyncio.to_thread(said, "start", id)
            course = await drawn(service, id, 1)
            assert service.outline(course.tables[0].code)
            assert "Spring cup" in await asyncio.to_thread(said, "tournaments")
            assert "Nobody has a rating" in await asyncio.to_thread(said, "ranking")
            await play_game(service, [visitor_of("Bea"), visitor_of("Dee")])
            told = await asyncio.to_thread(said, "ranking")
            assert "Bea" in told
            assert "±" in told

    asyncio.run(story())


def test_what_can_not_be_done_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    assert "no such player" in club(capsys, url, "passphrase", "Ada", code=2)  # it is made by that
    assert "1 to 20 letters" in club(capsys, url, "keeper", "", code=2)
    assert "1 to 100 players" in club(capsys, url, "invite", "--uses", "0", code=2)
    assert "3 to 7" in club(capsys, url, "tournament", "Cup", "--players", "8", code=2)
    assert "clock" in club(capsys, url, "tournament", "Cup", "--clock", "7", code=2)
    assert "No tournament" in club(capsys, url, "start", "Cup", code=2)
    assert "Players" in club(capsys, url, "players")
    with pytest.raises(SystemExit):
        cli.main(["club"])


def test_a_database_of_an_older_program_is_left_to_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import sqlalchemy as sa

    file = tmp_path / "old.sqlite"
    engine = sa.create_engine(f"sqlite:///{file}")
    migrate(engine, "0011")
    engine.dispose()
    told = club(capsys, f"sqlite:///{file}", "players", code=2)
    assert "another Mirabilia" in told
    with sqlite3.connect(file) as connection:
        assert connection.execute("select version_num from alembic_version").fetchone() == ("0011",)
