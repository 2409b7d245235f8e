"""Tables for the tests of Leaders, from the draft to its wonders and guilds; what leaders cost."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from mirabilia import Game
from positions import first_side, makers, play, seat, table

PACKS = [
    ["plato", "nero", "croesus", "caesar"],
    ["midas", "solomon", "bilkis", "euclid"],
    ["sappho", "varro", "hiram", "ramses"],
]
BOX = ["zenobia", "phidias", "amytis", "imhotep", "justinian", "hannibal"]
ROMA = {"1st": ("roma:A", "roma:B"), "2nd": ("roma:day", "roma:night")}
ROMA_COSTS = {
    "roma:A": ({"wood": 1, "clay": 1, "ore": 1}, {"stone": 2, "clay": 1, "loom": 1}),
    "roma:B": (
        {"wood": 1, "clay": 1},
        {"stone": 1, "clay": 1, "loom": 1},
        {"stone": 2, "papyrus": 1},
    ),
    "roma:day": ({"wood": 1, "clay": 1, "ore": 1}, {"stone": 2, "clay": 1, "loom": 1}),
    "roma:night": (
        {"wood": 1, "clay": 1},
        {"stone": 1, "clay": 1, "glass": 1},
        {"stone": 2, "papyrus": 1},
    ),
}
ABU_COSTS = {
    "A": ({"stone": 1, "clay": 1}, {"wood": 1, "ore": 1}, {"stone": 2, "glass": 1, "loom": 1}),
    "B": ({"clay": 2, "loom": 1}, {"wood": 2, "glass": 1}),
}
ABU_COSTS |= {"day": ABU_COSTS["A"], "night": ABU_COSTS["B"]}
COURTESANS = "lumber_yard clay_pool loom_age1"  # Alexandria has the glass
# The second side of Halikarnassos, about to build the first stage, which rebuilds.
MAUSOLEUM = {"1st": ("halikarnassos:B", "foundry"), "2nd": ("halikarnassos:night", "brickyard")}

# Every leader and its cost, written by hand: nothing is read from the catalogue.
AGE = 0  # costs as many coins as the age
COSTS = {
    "maecenas": 1,
    "imhotep": 3,
    "hammurabi": 2,
    "leonidas": 2,
    "archimedes": 4,
    "ramses": 5,
    "croesus": 1,
    "xenophon": 2,
    "vitruvius": 1,
    "nero": 1,
    "bilkis": 4,
    "hannibal": 2,
    "caesar": 5,
    "solomon": 3,
    "euclid": 5,
    "ptolemy": 5,
    "pythagoras": 5,
    "sappho": 1,
    "zenobia": 2,
    "nefertiti": 3,
    "cleopatra": 4,
    "phidias": 3,
    "praxiteles": 3,
    "nebuchadnezzar": 4,
    "varro": 3,
    "pericles": 6,
    "hypatia": 4,
    "hiram": 3,
    "midas": 3,
    "amytis": 4,
    "alexander": 3,
    "justinian": 3,
    "plato": 4,
    "aristotle": 3,
    "berenice": 2,
    "hatshepsut": 2,
    "nitocris": AGE,
    "telesilla": 3,
    "tomyris": 4,
    "aganice": AGE,
    "enheduanna": 4,
    "phryne": AGE,
    "cornelia": AGE,
    "eurypyle": AGE,
    "theano": AGE,
    "makeda": AGE,
    "cynisca": AGE,
    "gorgo": 5,
    "agrippina": 1,
    "caligula": 3,
    "diocletian": 2,
    "octavia": 1,
    "arsinoe": AGE,
    "aspasia": 3,
    "darius": 4,
    "roxane": 1,
    "semiramis": 2,
}
STANDARD = set(list(COSTS)[:34])
EXPERT = set(list(COSTS)[34:49])
GROUPS = {
    "2nd": {
        "standard": STANDARD,
        "expert": EXPERT,
        "cities": {"caligula", "diocletian", "octavia", "arsinoe", "aspasia", "darius"},
    },
    "1st": {
        "standard": STANDARD | {"hatshepsut", "tomyris"},
        "expert": (EXPERT - {"hatshepsut", "tomyris", "berenice"})
        | {"arsinoe", "octavia", "roxane"},
        "cities": {"berenice", "caligula", "diocletian", "aspasia", "darius", "semiramis"},
    },
}
LEADERS = [
    (edition, leader)
    for edition, groups in GROUPS.items()
    for leader in sorted(set().union(*groups.values()))
]


def drafting(edition: str = "2nd", **options: Any) -> Game:
    """The beginning of a game with a stacked deal of leaders."""
    wonders = [first_side(edition, wonder) for wonder in ("rhodos", "gizah", "ephesos")]
    setup = {
        "edition": edition,
        "expansions": ["leaders"],
        "seed": 3,
        "wonders": wonders,
        "deal": {"leaders": PACKS, "leader_box": BOX},
        **options,
    }
    return Game(3, **setup)


def recruiting(*seats: dict[str, Any], **rest: Any) -> Game:
    """A table at the start of an age, with leaders in hand."""
    return table(*seats, **{"expansions": ["leaders"], "phase": "leader", **rest})


def at_play(*seats: dict[str, Any], **rest: Any) -> Game:
    """A table in the middle of an age."""
    return table(*seats, **{"expansions": ["leaders"], **rest})


def bare(edition: str, *wonders: str, **rest: Any) -> list[dict[str, Any]]:
    return [seat(first_side(edition, wonder), **rest) for wonder in wonders]


def one_recruiting(edition: str, **rest: Any) -> Game:
    me = seat(
        first_side(edition, "ephesos"),
        leader_hand=["plato", "croesus", "pericles"],
        coins=4,
        city="brickyard quarry",  # a stage, in both editions
    )
    return recruiting(me, *bare(edition, "rhodos", "gizah"), **rest)


def roma(edition: str, stage: int, **rest: Any) -> dict[str, Any]:
    """The second side of Roma, about to build a stage."""
    board = ROMA[edition][1]
    city = makers(ROMA_COSTS[board][stage - 1])
    entry: dict[str, Any] = {"hand": "altar theater", "city": city, "stages": stage - 1, **rest}
    return seat(board, **entry)


def tomb(board: str, stage: int, **rest: Any) -> dict[str, Any]:
    """Abu Simbel, about to build a stage that buries a leader."""
    city = makers(ABU_COSTS[board.split(":")[1]][stage - 1])
    return seat(board, **{"hand": "altar theater", "city": city, "stages": stage - 1, **rest})


def first(hand: str = "", city: str = "", **rest: Any) -> dict[str, Any]:
    return seat("alexandria:A", hand, city, **rest)


def courtesans(left: list[str], right: list[str], **rest: Any) -> Game:
    """The guild is built between neighbours with these leaders."""
    entry = {"city": COURTESANS, "coins": 0, **rest.pop("me", {})}
    game = at_play(
        first("courtesans_guild altar", **entry),
        seat("rhodos:A", "altar theater", leaders=left, victories=rest.pop("victories", [])),
        seat("gizah:A", "altar theater", leaders=right),
        **{"age": 3, **rest},
    )
    play(game, "build:courtesans_guild", "sell:altar", "sell:altar")
    return game


def in_every_phase() -> Iterable[tuple[str, Game]]:
    """A game with leaders at every kind of decision."""
    yield "side", drafting(sides="choose", wonders=["roma", "gizah", "abu_simbel"])
    game = drafting()
    yield "draft", game.copy()
    game.play(1, "pick:solomon")
    yield "draft", game
    game = one_recruiting("2nd", age=2)
    yield "leader", game
    game = recruiting(
        seat("roma:night", leader_hand=["plato"]),
        seat("gizah:day", leader_hand=["nero", "midas"], leaders=["berenice"]),
        seat("abu_simbel:day", leader_hand=["hiram"], buried=["caesar"]),
        age=3,
    )
    game.play(0, "recruit:plato@B2")
    yield "leader", game
    game = at_play(roma("2nd", 2, leader_hand=["plato", "nero"]), *bare("2nd", "rhodos", "gizah"))
    play(game, "stage:altar")
    yield "recruit", game
    game = recruiting(
        roma("2nd", 2, hand="", leader_hand=["plato", "nero"]), *bare("2nd", "rhodos", "gizah")
    )
    play(game, "stage:nero")
    yield "recruit", game
    game = at_play(
        tomb("abu_simbel:night", 1, leaders=["plato", "nero"]), *bare("2nd", "rhodos", "gizah")
    )
    play(game, "stage:altar")
    yield "bury", game
    game = recruiting(
        seat("rhodos:day", leader_hand=["telesilla", "nero"]),
        seat("gizah:day", victories=[1, 3]),
        seat("ephesos:day", victories=[3, 5]),
        age=3,
    )
    play(game, "recruit:telesilla@B3")
    game.play(2, "forfeit:3")
    yield "forfeit", game
    yield "copy", courtesans(["plato", "nero"], ["midas"])
    game = recruiting(
        seat("rhodos:day", leader_hand=["solomon"]),
        seat("gizah:day", leader_hand=["nero"], leaders=["berenice"]),
        seat("ephesos:day"),
        discard="palace plato",
        age=2,
    )
    play(game, "recruit:solomon@B3", "sell:nero")
    yield "rebuild", game
    game = recruiting(
        seat("rhodos:day", leader_hand=["arsinoe", "plato"]),
        seat("gizah:day"),
        seat("ephesos:day"),
        expansions=["leaders", "cities"],
        age=3,
    )
    play(game, "recruit:arsinoe@B3")
    game.play(1, "lose:2/1")
    yield "loss", game


def finish_alike(one: Game, two: Game, rng: random.Random) -> None:
    """Both games play the same moves to the end and stay the same."""
    while not one.over:
        assert one.to_decide == two.to_decide
        of = one.to_decide[0]
        moves = one.moves(of)
        assert moves == two.moves(of)
        move = rng.choice(moves)
        one.play(of, move)
        two.play(of, move)
    assert one.position() == two.position()
    assert one.scores() == two.scores()


def with_leader(edition: str, *leaders: str) -> dict[str, Any]:
    """The expansions these leaders need."""
    cities = any(leader in GROUPS[edition]["cities"] for leader in leaders)
    return {"expansions": ["leaders", "cities"] if cities else ["leaders"]}


def three(
    edition: str,
    me: dict[str, Any],
    left: dict[str, Any] | None = None,
    right: dict[str, Any] | None = None,
    *,
    extra: tuple[str, ...] = (),
    wonders: tuple[str, str, str] = ("alexandria", "rhodos", "gizah"),
    **rest: Any,
) -> Game:
    """Seat 0 with its left and right neighbour; boards on their first side."""
    seats = [
        seat(first_side(edition, wonder), **entry)
        for wonder, entry in zip(wonders, (me, left or {}, right or {}), strict=True)
    ]
    used = [
        name for entry in seats for key in ("leaders", "leader_hand") for name in entry.get(key, ())
    ]
    expansions = with_leader(edition, *used)["expansions"]
    expansions += [name for name in extra if name not in expansions]
    return table(*seats, **{"expansions": expansions, **rest})
