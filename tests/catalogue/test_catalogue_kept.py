"""Catalogues that are kept with games: packed, read again, checked; and their digests."""

import json
import random
import zlib
from collections.abc import Callable
from itertools import combinations

import pytest

from catalogues import Files, other_entries, other_numbers, printed_otherwise
from mirabilia.catalogue import EDITIONS, EXPANSIONS, Catalogue, CatalogueError, kept, load
from mirabilia.catalogue.digests import EARLIER, current

SETS = [
    chosen for number in range(len(EXPANSIONS) + 1) for chosen in combinations(EXPANSIONS, number)
]


def other(change: Callable[[Files], object] = other_numbers, *which: object) -> Catalogue:
    with printed_otherwise(change):
        return load(*(which or ("2nd", EXPANSIONS)))  # type: ignore[arg-type]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("change", [other_numbers, other_entries])
def test_what_is_packed_is_read_again(edition: str, change: Callable[[Files], object]) -> None:
    for chosen in ((), EXPANSIONS):
        for promo in (False, True):
            old = other(change, edition, chosen, promo)
            data = kept.pack(old)
            assert len(data) < 10_000
            kept._known.clear()
            kept.unpack.cache_clear()
            found = kept.unpack(data, old.digest)
            assert found is not old
            assert found.digest == old.digest
            assert list(found.cards) == list(old.cards)
            assert list(found.boards) == list(old.boards)
            for section in ("cards", "leaders", "islands", "shipyards", "tracks", "boards"):
                for one, same in zip(
                    getattr(found, section).values(), getattr(old, section).values(), strict=True
                ):
                    assert repr(one).split("name=")[0] == repr(same).split("name=")[0]
            assert found.naval_rewards == old.naval_rewards


def test_todays_catalogue_is_read_as_the_one_there_is() -> None:
    for edition in EDITIONS:
        for chosen in SETS:
            today = load(edition, chosen)
            assert kept.unpack(kept.pack(today), today.digest) is today
            assert kept.is_today(today)
            assert kept.to_send(today) == b""
            assert kept.find(today.digest) is None


def test_things_go_by_the_names_of_today_in_all_languages() -> None:
    def named_otherwise(files: Files) -> None:
        other_entries(files)
        files["2nd/base.toml"]["card"]["altar"]["name"] = "Altered"

    old = other(named_otherwise)
    kept._known.clear()
    kept.unpack.cache_clear()
    found = kept.unpack(kept.pack(old), old.digest)
    assert found.cards["altar"].name == load("2nd").cards["altar"].name
    assert found.cards["saw_pit"].name == {"en": "Saw Pit"}  # as it was then: it is there no more


def test_a_name_is_no_part_of_the_digest() -> None:
    def renamed(files: Files) -> None:
        for file in files.values():
            for section in ("card", "leader", "island", "board"):
                for entry in file.get(section, {}).values():
                    entry["name"] = "X"
                    if section == "board":
                        entry["board"] = "XX"

    for edition in EDITIONS:
        assert other(renamed, edition, EXPANSIONS).digest == load(edition, EXPANSIONS).digest


def test_every_digest_of_before_names_its_catalogue() -> None:
    """As long as no card is mended, these are today's; then the list stays as it is."""
    today = {
        load(edition, chosen, promo).digest
        for edition in EDITIONS
        for chosen in SETS
        for promo in (False, True)
    }
    assert len(EARLIER) == len(set(EARLIER.values())) == 20
    assert not set(EARLIER) & set(EARLIER.values())
    assert current("4c47b2f2469dfb39") == "c74d6a28132dc00e"  # the base game of the 2nd edition
    assert current("c74d6a28132dc00e") == "c74d6a28132dc00e"
    assert today & set(EARLIER.values())


def test_another_catalogue_than_that_of_the_digest_is_refused() -> None:
    old = other()
    for wrong in (load("2nd", EXPANSIONS), load("1st")):
        with pytest.raises(CatalogueError, match="this is not the catalogue"):
            kept.unpack(kept.pack(old), wrong.digest)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "can't be read"),
        (b"nothing", "can't be read"),
        (zlib.compress(b"[]"), "no table"),
        (zlib.compress(b'{"x": 1}'), "must be a table"),
        (zlib.compress(b"{}"), "no file names an edition"),
        (zlib.compress(b"{" * 100_000), "can't be read"),
        (zlib.compress(b'{"x":' * 50_000 + b"1" + b"}" * 50_000), "can't be read|nested"),
        (zlib.compress(b"[" + b" " * kept.LARGEST + b"]"), "can't be read"),
        (kept.pack(load("2nd")) + b"x", "cut off"),
        (kept.pack(load("2nd"))[:-4], "cut off"),
    ],
)
def test_what_is_no_catalogue_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(CatalogueError, match=said):
        kept.unpack(data, load("2nd").digest)


def test_what_a_file_may_not_say_a_kept_catalogue_may_not_say() -> None:
    files = json.loads(zlib.decompress(kept.pack(load("2nd"))))
    files["2nd/base.toml"]["card"]["altar"]["effects"] = ["wins"]
    with pytest.raises(CatalogueError, match="altar"):
        kept.unpack(zlib.compress(json.dumps(files).encode()), load("2nd").digest)


def test_spoilt_data_is_refused_or_means_the_same() -> None:
    old = other()
    data, chance = kept.pack(old), random.Random(1)
    for _ in range(100):
        spoilt = bytearray(data)
        spoilt[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            found = kept.unpack(bytes(spoilt), old.digest)
        except CatalogueError:
            continue
        assert found.digest == old.digest


def test_a_catalogue_is_known_as_long_as_somebody_has_it() -> None:
    old = other(lambda files: files["2nd/base.toml"]["card"]["altar"].update(effects=["8 points"]))
    digest = kept.note(old).digest
    assert kept.find(digest) is old
    assert kept.find(None) is None
    assert kept.find(["no digest"]) is None
