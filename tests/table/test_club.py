"""The club's players: joining, signing in, names that are theirs, leaving."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from clubs import (
    CLUB,
    HERE,
    NAMES,
    WORDS,
    finish,
    invitation,
    members,
    play_game,
    player,
    visitor_of,
)
from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.club import links, passphrases, players
from mirabilia.table.rooms.names import folded
from mirabilia.table.rooms.outline import CLOSED
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.schema import tables
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import EMPTY, WAITING, Options
from mirabilia.table.settings import DAY
from tables import ANN, BEN, SMALL, refusal, run, serving

OTHER = "two camels in Gizah"


def visitor(token: str) -> str:
    found = visitors.visitor_of(token)
    assert found
    return found


def test_somebody_joins_by_a_link_and_signs_in_on_another_device() -> None:
    async def story(service: Service) -> None:
        code = await invitation(service)
        token = await service.club.join(code, "Änn", WORDS, None, HERE)
        you = await service.club.player(visitor(token))
        assert you
        assert (you.name, you.keeper) == ("Änn", False)
        for typed in ("Änn", "ann", " ANN ", "Аnn"):  # the last begins with a Cyrillic letter
            assert await service.club.sign_in(typed, WORDS, None, HERE) == token
        for name, words in (("Änn", OTHER), ("Nobody", WORDS), ("", ""), ("Änn", "")):
            told = await refusal(service.club.sign_in(name, words, None, HERE), 403)
            assert told == "Name or passphrase is not right."

    run(story, **CLUB)


def test_the_device_that_joins_keeps_what_it_has_played() -> None:
    async def story(service: Service) -> None:
        token = visitors.new_token()
        mine = visitor(token)
        code = await play_game(service, [mine, ANN])
        joined = await service.club.join(await invitation(service), "Ada", WORDS, token, HERE)
        assert joined == token
        assert [game.code for game in (await service.history.past(mine)).games] == [code]
        again = service.club.join(await invitation(service), "Bea", WORDS, token, HERE)
        assert "already" in await refusal(again)

    run(story, **CLUB)


def test_a_link_is_good_for_so_many_and_not_for_ever() -> None:
    async def story(service: Service) -> None:
        club = service.club
        code = await invitation(service, uses=2)
        await club.join(code, "Ada", WORDS, None, HERE)
        taken = club.join(code, "ADÁ", WORDS, None, HERE)
        assert "called so already" in await refusal(taken)  # which uses nothing up
        await club.join(code, "Bea", WORDS, None, HERE)
        gone = club.join(code, "Cy", WORDS, None, HERE)
        assert "not good" in await refusal(gone, 404)
        assert "not good" in await refusal(club.invited("abcdefghjkmn"), 404)
        late, link = links.invitation("", 1, 1)
        old = links.Link(link.id, link.kind, "", None, False, 1, time.time() - 1)
        await club.transact(lambda connection: links.put(connection, late, old, 50))
        assert "not good" in await refusal(club.invited(late), 404)

    run(story, **CLUB)


def test_of_two_who_use_a_link_at_once_one_joins() -> None:
    async def story(service: Service) -> None:
        code = await invitation(service, uses=1)
        joining = (service.club.join(code, name, WORDS, None, HERE) for name in ("Ada", "Bea"))
        found = await asyncio.gather(*joining, return_exceptions=True)
        assert sorted(type(each).__name__ for each in found) == ["Refused", "str"]
        code = await invitation(service, uses=9)
        joining = (service.club.join(code, name, WORDS, None, HERE) for name in ("Cy", "CY"))
        found = await asyncio.gather(*joining, return_exceptions=True)
        assert sorted(type(each).__name__ for each in found) == ["Refused", "str"]

    run(story, **CLUB)


@pytest.mark.parametrize("name", ["", "..", "Alba", "ALBÁ", "Player", "player 3", "You", "A" * 21])
def test_a_name_is_nobody_elses_and_can_be_read(name: str) -> None:
    with pytest.raises(Refused):
        players.clean(name)


@pytest.mark.parametrize("words", ["", "too short", "x" * 201])
def test_a_passphrase_has_a_length(words: str) -> None:
    async def story(service: Service) -> None:
        code = await invitation(service)
        await refusal(service.club.join(code, "Ada", words, None, HERE), 400)

    run(story, **CLUB)


def test_names_that_can_be_taken_for_one_another_are_the_same() -> None:
    for one, other in (
        ("Ann", "ANN"),
        ("Ann", "Änn"),
        ("Ann B.", "annb"),
        ("Paco", "Расо"),  # Cyrillic
        ("Alice", "AIice"),
        ("Olaf", "0laf"),
        ("Łukasz", "Lukasz"),
        ("Straße", "STRASSE"),
        ("Ann", "A\u200dnn"),
    ):
        assert folded(one) == folded(other), (one, other)
    assert len({folded(name) for name in NAMES}) == len(NAMES)


def test_nobody_else_sits_down_under_a_players_name() -> None:
    async def story(service: Service) -> None:
        (ada,) = await members(service, "Ada")
        taken = "Ada is a player of the club"
        assert taken in await refusal(service.create(SMALL, "ADA", ANN))
        assert taken in await refusal(service.create(SMALL, "Ann", ANN, beside=["Ádá"]))
        assert taken in await refusal(service.create_first("Ada", ANN))
        code = await service.create(Options(players=4, level="random"), "Ann", ANN)
        assert taken in await refusal(service.join(code, BEN, "ada"))
        assert taken in await refusal(service.rename(code, ANN, "Ada"))
        await service.join(code, ada, "Somebody else")
        assert service.outline(code).seats[1].name == "Ada"  # type: ignore[union-attr]
        await service.rename(code, ada, "Anybody")
        assert service.outline(code).seats[1].name == "Ada"  # type: ignore[union-attr]
        assert await service.name_of(ada) == "Ada"
        await service.start_game(code, ANN)
        ticket = await service.hosting.give(code, ANN, 2, service.outline(code).seats[2].name)  # type: ignore[union-attr]
        given = service.hosting.take(code, BEN, ticket.pass_code, "Ada")
        assert taken in await refusal(given)

    run(story, **CLUB)


def test_without_a_club_nobodys_name_is_his_own() -> None:
    async def story(service: Service) -> None:
        await members(service, "Ada")
        await service.create(SMALL, "Ada", ANN)
        assert await service.club.player(visitor_of("Ada")) is None
        code = await play_game(service, [visitor_of("Ada"), ANN])
        rows = await service.storage.look_up(
            lambda connection: connection.exec_driver_sql("select * from club_games").all()
        )
        assert (code, rows) == (code, [])

    run(story)


def test_who_tries_too_often_has_to_wait() -> None:
    async def story(service: Service) -> None:
        await members(service, "Ada")
        for _ in range(2):
            await refusal(service.club.sign_in("Ada", OTHER, None, HERE), 403)
        assert "too often" in await refusal(service.club.sign_in("Ada", WORDS, None, HERE), 429)
        # By name: from anywhere, and whatever the name looks like.
        for typed, address in (("Bea", "a"), ("BEA", "b"), ("Béa", "c")):
            await refusal(service.club.sign_in(typed, OTHER, None, address), 403)
        assert await refusal(service.club.sign_in("bea", WORDS, None, "d"), 429)

    run(story, club=True, sign_in_limit=(2, 0), name_sign_in_limit=(3, 0))


def test_few_wait_for_a_passphrase_to_be_tried() -> None:
    async def story(service: Service) -> None:
        await members(service, "Ada")
        tries = (service.club.sign_in("Ada", OTHER, None, HERE) for _ in range(8))
        found = await asyncio.gather(*tries, return_exceptions=True)
        statuses = [each.status for each in found if isinstance(each, Refused)]
        assert sorted(set(statuses)) == [403, 503]
        assert statuses.count(403) == 3

    run(story, **{**CLUB, "most_sign_ins": 3})


def test_a_name_that_nobody_has_takes_as_long() -> None:
    async def story(service: Service) -> None:
        await members(service, "Ada")
        took: dict[str, float] = {}
        for name in ("Ada", "Zoe", "Ada", "Zoe"):
            began = time.perf_counter()
            await refusal(service.club.sign_in(name, OTHER, None, HERE), 403)
            took[name] = min(took.get(name, 9.0), time.perf_counter() - began)
        assert took["Zoe"] > 0.5 * took["Ada"]
        assert took["Zoe"] > 0.02

    run(story, **CLUB)


def test_nothing_in_the_database_opens_a_players_games() -> None:
    token = visitors.new_token()
    lock = passphrases.close(WORDS, token)
    kept = lock.salt + lock.lock + lock.token
    assert token.encode() not in kept
    assert WORDS.encode() not in kept
    assert passphrases.open_(lock, WORDS) == token
    assert passphrases.open_(lock, OTHER) is None
    assert passphrases.close(WORDS, token).lock != lock.lock  # a salt of its own


def test_a_forgotten_passphrase_is_replaced_by_a_link_and_seats_stay(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with serving(url, **CLUB) as service:
            club, keeping = service.club, service.club.keeping
            ada, bea = await members(service, "Ada", "Bea", keeper="Ada")
            played = await play_game(service, [ada, bea])
            code = await service.create(SMALL, "", bea)
            await service.join(code, ada, "")
            assert await refusal(keeping.renew(bea, "Ada"), 403)
            link = await keeping.renew(ada, "Bea")
            token = await club.renew(link, OTHER, None, HERE)
            new = visitor(token)
            assert new != bea
            assert (await club.player(new)).name == "Bea"  # type: ignore[union-attr]
            assert await club.player(bea) is None
            assert service.has_seat(new, code)
            assert not service.has_seat(bea, code)
            assert service.outline(code).host == new  # type: ignore[union-attr]
            assert [game.code for game in (await service.history.past(new)).games] == [played]
            assert "not good" in await refusal(club.renew(link, WORDS, None, HERE), 404)
            assert await club.sign_in("Bea", OTHER, None, HERE) == token
            assert await refusal(club.sign_in("Bea", WORDS, None, HERE), 403)
            assert (await club.player(new)).former is None  # type: ignore[union-attr]

    asyncio.run(story())


def test_a_players_seat_does_not_leave_him_by_a_link() -> None:
    """He would lose on a device at which nobody knows him, or somebody else would for him."""

    async def story(service: Service) -> None:
        ada, bea, cy = await members(service, "Ada", "Bea", "Cy")
        hosting = service.hosting
        code = await service.create(SMALL, "", ada)
        await service.join(code, bea, "")
        assert "signing in" in await refusal(hosting.carry(code, ada))
        await service.join(code, ANN, "Ann")
        ticket = await hosting.carry(code, ANN)
        assert "player of the club" in await refusal(hosting.take(code, cy, ticket.pass_code))
        await hosting.take(code, BEN, ticket.pass_code)
        token = visitors.new_token()
        guest = visitor(token)
        code = await service.create(SMALL, "Guest", guest)
        ticket = await hosting.carry(code, guest)
        await service.club.join(await invitation(service), "Dee", WORDS, token, HERE)
        assert "signing in" in await refusal(hosting.take(code, BEN, ticket.pass_code))
        assert service.has_seat(guest, code)

    run(story, **CLUB)


def test_with_a_new_passphrase_somebody_is_as_deaf_and_as_far_away_as_before() -> None:
    async def story(service: Service) -> None:
        ada, bea = await members(service, "Ada", "Bea")
        code = await service.create(replace(SMALL, clock=DAY), "", ada)
        for each, name in ((bea, ""), (ANN, "Ann")):
            await service.join(code, each, name)
        talking, slow = service.talking, service.slow
        await talking.say(code, bea, "one")
        await talking.mute(code, ada, 1)
        await talking.mute(code, bea, 2)
        until = time.time() + 20 * DAY
        await slow.go_away(bea, until)
        new = visitor(await service.club.change_passphrase(bea, WORDS, OTHER, HERE))
        await talking.say(code, new, "two")
        await talking.say(code, ANN, "three")
        for reader, heard in ((ada, ["three"]), (new, ["one", "two"])):
            found = await talking.heard(code, reader)
            assert [line.words for line in found.lines] == heard
        assert (await talking.heard(code, new)).muted == {2}
        assert (await service.table_view(code, ada)).waits.holidays == {1: until}
        await slow.come_home(new)
        await service.club.look()
        assert slow.holidays.until(new) is None

    run(story, **CLUB)


def test_a_game_of_other_rules_keeps_nobody_from_a_new_passphrase(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def before() -> str:
        async with serving(url, **CLUB) as service:
            (ada,) = await members(service, "Ada")
            code = await service.create(SMALL, "", ada, begin=True)
            other = sa.update(tables).where(tables.c.code == code).values(rules=10**6)

            def update(connection: sa.Connection) -> None:
                connection.execute(other)

            await service.storage.write_beside(update)
            return code

    async def after(code: str) -> None:
        async with serving(url, **CLUB) as service:
            assert service.outline(code).status == CLOSED  # type: ignore[union-attr]
            words = WORDS
            who = visitor_of("Ada")
            for number in range(2):
                new = f"{OTHER}, {number}"
                who = visitor(await service.club.change_passphrase(who, words, new, HERE))
                words = new
            assert (await service.club.player(who)).former is None  # type: ignore[union-attr]

    asyncio.run(after(asyncio.run(before())))


def test_a_new_passphrase_signs_the_other_devices_out() -> None:
    async def story(service: Service) -> None:
        (ada,) = await members(service, "Ada")
        assert await refusal(service.club.change_passphrase(ada, OTHER, OTHER, HERE), 403)
        # The lock of the helper's players holds another token, which is none of theirs.
        token = await service.club.change_passphrase(ada, WORDS, OTHER, HERE)
        assert await service.club.player(ada) is None
        assert (await service.club.player(visitor(token))).name == "Ada"  # type: ignore[union-attr]

    run(story, **CLUB)


def test_what_was_to_be_moved_is_moved_after_a_crash() -> None:
    async def story(service: Service) -> None:
        (ada,) = await members(service, "Ada")
        code = await service.create(SMALL, "", ada)
        found = await player(service, "Ada")
        lock = passphrases.close(OTHER, "y" * 43)
        new = visitor("y" * 43)
        await service.club.transact(lambda connection: players.renew(connection, found, new, lock))
        assert service.has_seat(ada, code)
        await service.club.look()
        assert service.has_seat(new, code)
        assert not service.has_seat(ada, code)
        assert (await service.club.player(new)).former is None  # type: ignore[union-attr]

    run(story, **CLUB)


def test_who_signs_in_brings_his_games_along_if_he_wants() -> None:
    async def story(service: Service) -> None:
        token = await service.club.join(await invitation(service), "Ada", WORDS, None, HERE)
        ada = visitor(token)
        await play_game(service, [BEN])
        await service.club.sign_in("Ada", WORDS, BEN, HERE)
        assert not (await service.history.past(ada)).games
        code = await service.create(SMALL, "Ann", ANN)
        asked = service.club.sign_in("Ada", WORDS, ANN, HERE)
        assert f"still has a seat at table {code}" in await refusal(asked)
        await service.club.sign_in("Ada", WORDS, BEN, HERE, bring=True)
        assert len((await service.history.past(ada)).games) == 1
        assert "sign out first" in await refusal(service.club.sign_in("Ada", WORDS, ada, HERE))

    run(story, **CLUB)


def test_who_leaves_the_club_leaves_his_games_to_others_without_his_name() -> None:
    async def story(service: Service) -> None:
        ada, bea = await members(service, "Ada", "Bea", keeper="Ada")
        shared = await play_game(service, [ada, bea])
        waiting = await service.create(SMALL, "", bea)
        found = await player(service, "Bea")
        assert f"a seat at table {waiting}" in await refusal(service.club.leave(found))
        assert service.outline(waiting).status == WAITING  # type: ignore[union-attr]
        await service.leave(waiting, bea)
        await service.club.leave(found)
        assert await service.club.player(bea) is None
        game = await service.shelf.find(shared)
        assert [seat.name for seat in game.players][:2] == ["Ada", "Player 2"]
        assert "Bea" not in str(await service.shelf.record(shared))
        standing = await service.club.standing("Ada")
        assert standing.total
        assert standing.total.games == 1  # it was played, and stays
        await refusal(service.club.standing("Bea"), 404)
        await service.join(await service.create(SMALL, "Ann", ANN), BEN, "Bea")  # free again

    run(story, **CLUB)


def test_who_is_removed_is_gone_though_he_plays() -> None:
    async def story(service: Service) -> None:
        ada, bea = await members(service, "Ada", "Bea", keeper="Ada")
        over = await play_game(service, [ada, bea])
        paused = await service.create(SMALL, "", bea)
        for each, name in ((ada, ""), (ANN, "Ann")):
            await service.join(paused, each, name)
        await service.slow.pause(paused, bea)
        waiting = await service.create(SMALL, "", ada)
        await service.join(waiting, bea, "")
        alone = await service.create(SMALL, "", bea, begin=True)
        await service.club.keeping.remove(ada, "Bea")
        assert await service.club.player(bea) is None
        assert await refusal(service.club.sign_in("Bea", WORDS, None, HERE), 403)
        assert not service.my_tables(bea)
        assert not service.has_table(alone)
        assert [seat.kind for seat in service.outline(waiting).seats][1] == EMPTY  # type: ignore[union-attr]
        outline = service.outline(paused)
        assert outline
        assert (outline.host, outline.seats[0].name) == (ada, "Player 1")
        for code in (over, paused, waiting):
            stored = service.storage.load_table(code)
            assert "Bea" not in str(stored)
            assert bea not in str(stored)
        await service.slow.resume(paused, ada)
        await finish(service, paused)  # a bot has his seat
        assert "Bea" not in str(await service.record(paused))
        assert not (await service.history.past(bea)).games

    run(story, **CLUB)


def test_the_club_always_has_a_keeper() -> None:
    async def story(service: Service) -> None:
        ada, bea = await members(service, "Ada", "Bea", keeper="Ada")
        keeping = service.club.keeping
        assert await refusal(keeping.make_keeper(bea, "Bea", True), 403)
        assert "needs a keeper" in await refusal(keeping.make_keeper(ada, "Ada", False))
        alone = await player(service, "Ada")
        assert "needs a keeper" in await refusal(service.club.leave(alone))
        assert await service.club.player(ada) == alone
        await keeping.make_keeper(ada, "Bea", True)
        await keeping.make_keeper(ada, "Ada", False)
        assert await refusal(keeping.desk(ada), 403)
        assert [each.name for each in (await keeping.desk(bea)).players] == ["Ada", "Bea"]
        await keeping.remove(bea, "Ada")
        assert [each.name for each in (await keeping.desk(bea)).players] == ["Bea"]

    run(story, **CLUB)


def test_invitations_and_players_have_bounds() -> None:
    async def story(service: Service) -> None:
        (ada,) = await members(service, "Ada", keeper="Ada")
        keeping = service.club.keeping
        for uses, days, note in (
            (0, 3, ""),
            (101, 3, ""),
            (1, 0, ""),
            (1, 91, ""),
            (1, 1, "x" * 41),
        ):
            await refusal(keeping.invite(ada, note, uses, days), 400)
        code = await keeping.invite(ada, "Bea, from work", 1, 1)
        assert "as many invitations" in await refusal(keeping.invite(ada, "", 1, 1))
        assert "as many players" in await refusal(service.club.join(code, "Cy", WORDS, None, HERE))
        (link,) = (await keeping.desk(ada)).links
        assert (link.note, link.uses) == ("Bea, from work", 1)
        await keeping.uninvite(ada, link.id)
        assert (await keeping.desk(ada)).links == ()

    run(story, **{**CLUB, "most_players": 1, "most_invitations": 1})
