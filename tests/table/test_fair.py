"""The provably fair deal: all of it follows from secret and nonce, evenly, and can be checked."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from mirabilia import Game
from mirabilia.catalogue import EXPANSIONS
from mirabilia.commands.verify import verified
from mirabilia.table.rooms import fair

PROMISE = fair.Promise("11" * 32, "22" * 16)
EVERYTHING = ("leaders", "cities", "armada")


def setups() -> list[tuple[int, str, tuple[str, ...]]]:
    found = []
    for edition in ("1st", "2nd"):
        for players in range(2, 9):
            for size in range(4):
                for expansions in combinations(EXPANSIONS, size):
                    try:
                        Game(players, edition=edition, expansions=expansions, seed=1)
                    except ValueError:
                        continue
                    found.append((players, edition, expansions))
    return found


def record(players: int = 3, edition: str = "2nd", **options: Any) -> dict[str, Any]:
    expansions, sides = options.get("expansions", ()), options.get("sides", "random")
    given = fair.deal(PROMISE, players, edition, expansions, sides)
    game = Game(players, edition=edition, expansions=expansions, sides=sides, **given)
    return {**game.record(), "fair": fair.block(PROMISE, sides)}


def test_every_setup_can_be_dealt(sweep: Callable[[Iterable[Any], int], list[Any]]) -> None:
    for players, edition, expansions in sweep(setups(), 30):
        for sides in ("random", "choose"):
            fair.check(record(players, edition, expansions=expansions, sides=sides))


def test_nothing_that_is_dealt_depends_on_the_engines_own_chance() -> None:
    given = fair.deal(PROMISE, 7, "1st", EVERYTHING)
    one, other = (
        Game(7, edition="1st", expansions=EVERYTHING, **{**given, "seed": seed}).position()
        for seed in (1, 2)
    )
    for game in (one, other):
        del game["seed"], game["rng"]
    assert one == other


def test_the_seed_is_the_promises_too() -> None:
    seeds = {fair.deal(fair.new_promise(), 3, "2nd")["seed"] for _ in range(20)}
    assert len(seeds) == 20
    assert max(seeds) < 1 << 53


def test_shuffles_are_even() -> None:
    """Chi-square with 23 degrees of freedom: beyond 60 it would happen once in 30 000 times."""
    found = Counter(
        "".join(PROMISE.numbers(f"shuffle {number}").shuffled("abcd")) for number in range(24_000)
    )
    orders = ["".join(order) for order in permutations("abcd")]
    assert sum((found[order] - 1000) ** 2 / 1000 for order in orders) < 60


def test_numbers_below_a_limit_are_even() -> None:
    numbers = PROMISE.numbers("dice")
    found = Counter(numbers.below(6) for _ in range(12_000))
    assert sum((found[side] - 2000) ** 2 / 2000 for side in range(6)) < 30


def test_where_a_card_is_dealt_is_even() -> None:
    """The seat that gets the first card of the deck, over many secrets."""
    found: Counter[int] = Counter()
    for number in range(600):
        promise = fair.Promise(f"{number:064x}", "00" * 16)
        hands = fair.deal(promise, 3, "2nd")["deal"]["ages"][0]
        found[next(seat for seat, hand in enumerate(hands) if "altar" in hand)] += 1
    assert sum((found[seat] - 200) ** 2 / 200 for seat in range(3)) < 16


def test_a_bit_of_the_secret_changes_everything() -> None:
    other = fair.Promise("11" * 31 + "10", PROMISE.nonce)
    assert other.hash != PROMISE.hash
    assert fair.deal(other, 4, "2nd")["deal"] != fair.deal(PROMISE, 4, "2nd")["deal"]


def test_each_shuffle_has_numbers_of_its_own() -> None:
    streams = [PROMISE.numbers(name) for name in ("age 1", "age 2", "guilds")]
    assert len({tuple(numbers.word() for _ in range(20)) for numbers in streams}) == 3


@pytest.mark.parametrize("key", ["secret", "nonce", "hash"])
def test_a_changed_byte_is_found(key: str) -> None:
    found = record()
    text = found["fair"][key]
    found["fair"][key] = ("0" if text[5] != "0" else "1").join((text[:5], text[6:]))
    with pytest.raises(fair.UnfairDeal, match="was shown"):
        verified(found)


def swap(found: dict[str, Any], *path: Any) -> None:
    """Let two seats, or two piles, change places."""
    place: Any = found
    for key in path:
        place = place[key]
    place[0], place[1] = place[1], place[0]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("deal", "ages", 0), "age I, seat 0"),
        (("deal", "ages", 2), "age III, seat 0"),
        (("deal", "leaders"), "leaders"),
        (("setup", "wonders"), "wonders"),
        (("setup", "shipyards"), "shipyards"),
    ],
)
def test_another_deal_than_promised_is_found(path: tuple[Any, ...], words: str) -> None:
    found = record(expansions=EVERYTHING)
    assert "fair deal" in verified(found)
    swap(found, *path)
    with pytest.raises(fair.UnfairDeal, match=words):
        verified(found)


def test_in_which_order_the_box_is_written_makes_no_difference() -> None:
    """L6: the box has no order; but which leaders lie in it follows from secret and nonce."""
    found = record(expansions=EVERYTHING)
    box = found["deal"]["leader_box"].split()
    found["deal"]["leader_box"] = " ".join(reversed(box))
    assert "fair deal" in verified(found)
    found["deal"]["leader_box"] = " ".join(box[1:])
    with pytest.raises(fair.UnfairDeal, match="leaders in the box"):
        verified(found)


def test_another_seed_than_promised_is_found() -> None:
    found = record()
    found["setup"]["seed"] += 1
    with pytest.raises(fair.UnfairDeal, match="seed"):
        verified(found)


@pytest.mark.parametrize(
    "block",
    [None, [], {}, {"hash": 1, "secret": 2, "nonce": 3, "sides": 4}, {"hash": "x"}],
    ids=str,
)
def test_a_proof_that_is_none_is_refused(block: object) -> None:
    with pytest.raises(fair.UnfairDeal, match="fair"):
        verified({**record(), "fair": block})


def test_verify_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from mirabilia.cli import main

    file = tmp_path / "game.json"
    file.write_text(json.dumps(record()))
    assert main(["verify", str(file)]) == 0
    assert PROMISE.hash in capsys.readouterr().out
    file.write_text(json.dumps({**record(), "fair": {}}))
    assert main(["verify", str(file)]) == 1
    assert "WRONG" in capsys.readouterr().out
