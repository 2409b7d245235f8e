"""Every leader of both editions does what it says (L2, L5, L7, L8): costs, points, rights, coins.

What is expected is written here by hand, card by card; nothing is read from the catalogue.
"""

from __future__ import annotations

from typing import Any

import pytest

from mirabilia import Game
from positions import (
    EDITIONS,
    coins,
    discarded,
    first_side,
    happened,
    line,
    of_seat,
    offered,
    play,
    seat,
    table,
    tokens,
    ways,
)

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


def with_leader(edition: str, *leaders: str) -> dict[str, Any]:
    """The expansions these leaders need."""
    cities = any(leader in GROUPS[edition]["cities"] for leader in leaders)
    return {"expansions": ["leaders", "cities"] if cities else ["leaders"]}


def having(leader: str) -> list[str]:
    """The editions that have a leader."""
    return [edition for edition, name in LEADERS if name == leader]


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


@pytest.mark.parametrize(("edition", "number"), [("2nd", (34, 15, 6)), ("1st", (36, 15, 6))])
def test_the_numbers_of_leaders(edition: str, number: tuple[int, ...]) -> None:
    """L1: so many standard, expert and Cities leaders; and these are they."""
    groups = GROUPS[edition]
    assert tuple(len(groups[name]) for name in ("standard", "expert", "cities")) == number

    def drawn(*expansions: str, **options: Any) -> list[str]:
        game = Game(3, edition=edition, expansions=expansions, seed=4, **options)
        position = game.position()
        packs = [name for entry in position["seats"] for name in entry["pack"]]
        return sorted(position["box"] + packs)

    assert drawn("leaders") == sorted(groups["standard"])
    assert drawn("leaders", leaders="expert") == sorted(groups["standard"] | groups["expert"])
    assert drawn("leaders", "cities") == sorted(groups["standard"] | groups["cities"])
    assert drawn("leaders", "cities", "armada", leaders="expert") == sorted(
        set().union(*groups.values())
    )


@pytest.mark.parametrize(("edition", "leader"), LEADERS)
def test_what_a_leader_costs(edition: str, leader: str) -> None:
    """L2: its coins, to the bank; some cost the number of the age; not without the coins."""
    for age in (1, 2, 3):
        price = COSTS[leader] or age
        for purse in (price, price - 1):
            game = three(
                edition,
                {"leader_hand": [leader], "coins": purse},
                {"leader_hand": ["sappho" if leader != "sappho" else "zenobia"]},
                phase="leader",
                age=age,
            )
            expected = {f"recruit:{leader}@B{price}"} if purse == price else set()
            assert offered(game, 0, "recruit") == expected
            assert game.quote(0, leader).way == ("paid" if purse == price else "no")


CITY = (
    "lumber_yard clay_pool ore_vein loom_age1 press_age1 altar baths theater palace "
    "tavern marketplace stockade barracks walls apothecary workshop workers_guild spies_guild"
)
VICTORIES = [1, 1, 3, 3, 3, 5]
# 3 brown, 2 grey, 4 blue, 2 yellow, 3 red, 2 green, 2 purple; a compass and a gear.
POINTS = {
    "sappho": 2,
    "zenobia": 3,
    "nefertiti": 4,
    "cleopatra": 5,
    "phidias": 3,
    "praxiteles": 2 * 2,
    "nebuchadnezzar": 4,
    "varro": 2,
    "pericles": 2 * 3,
    "hypatia": 2,
    "hiram": 2 * 2,
    "midas": 11 // 3,
    "amytis": 2 * 2,
    "alexander": 6,
    "justinian": 3 * 2,
    "plato": 7 * 2,
    "gorgo": 1 + 3,
    "agrippina": 7,
    "phryne": 5,
    "eurypyle": 5,
    "makeda": 5,
    "aspasia": 2,
}
GREEN = {
    "euclid": 2 * 2 + 1,
    "pythagoras": 2 * 2 + 1,
    "ptolemy": 3 + 7,
    "aganice": 2 * 2,
    "enheduanna": 2 * 2 + 1,
}


@pytest.mark.parametrize(("edition", "leader"), LEADERS)
def test_what_a_leader_scores(edition: str, leader: str) -> None:
    """L2, B24: in the leaders' line or as a symbol in the green one; other leaders nothing."""
    me = {
        "city": CITY,
        "coins": 11,
        "stages": 2,
        "victories": VICTORIES,
        "defeats": 2,
    }
    others = {
        "city": "altar baths theater tavern marketplace stockade barracks apothecary workshop"
    }
    extra = ("cities",) if leader in GROUPS[edition]["cities"] else ()
    without = three(edition, me, others, others, phase="over", extra=extra).scores()[0].lines
    assert (without["leaders"], without["green"]) == (0, 2)
    game = three(edition, {**me, "leaders": [leader]}, others, others, phase="over")
    sheet = game.scores()[0]
    assert sheet.lines == {
        **without,
        "leaders": POINTS.get(leader, 0),
        "green": GREEN.get(leader, 2),
    }
    assert sheet.total == sum(sheet.lines.values())


MORE = {
    "phryne": ("altar", "baths", "theater"),
    "cornelia": ("tavern", "marketplace", "forum"),
    "eurypyle": ("stockade", "barracks", "walls"),
    "theano": ("apothecary", "workshop", "library"),
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("leader", [*MORE, "makeda"])
@pytest.mark.parametrize(
    ("own", "left", "right", "points"),
    [(3, 2, 2, 5), (1, 0, 0, 5), (3, 3, 0, 0), (3, 0, 3, 0), (1, 2, 0, 0), (0, 0, 0, 0)],
)
def test_more_than_each_neighbour(
    edition: str, leader: str, own: int, left: int, right: int, points: int
) -> None:
    """L9: more of a colour, or coins, than each neighbour; a tie is not more."""

    def entry(number: int) -> dict[str, Any]:
        if leader == "makeda":
            return {"coins": number}
        return {"city": " ".join(MORE[leader][:number]), "coins": 0}

    far = seat(first_side(edition, "ephesos"), "", " ".join(MORE.get(leader, ())), coins=9)
    seats = [
        seat(first_side(edition, "alexandria"), **entry(own), leaders=[leader]),
        seat(first_side(edition, "rhodos"), **entry(left)),
        far,
        seat(first_side(edition, "gizah"), **entry(right)),
    ]
    game = table(*seats, expansions=["leaders"], phase="over", age=3)
    assert line(game, 0, "leaders") == points


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("defeats", "points"), [(0, 6), (1, 0), (5, 0)])
def test_cynisca_wants_no_defeats(edition: str, defeats: int, points: int) -> None:
    """L9: 6 points without a defeat token at the end."""
    game = three(edition, {"leaders": ["cynisca"], "defeats": defeats}, phase="over")
    assert line(game, 0, "leaders") == points
    assert line(game, 0, "military") == -defeats


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("victories", "points"),
    [([], 0), ([5], 0), ([1, 3, 5], 0), ([5, 5], 5), ([1, 1, 1, 3, 3, 5], 4), ([5] * 5, 10)],
)
def test_gorgo_scores_pairs(edition: str, victories: list[int], points: int) -> None:
    """L9: for each pair of equal victory tokens the value of one."""
    game = three(edition, {"leaders": ["gorgo"], "victories": victories}, phase="over")
    assert line(game, 0, "leaders") == points


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("leaders", "buried", "points"),
    [
        (["agrippina"], [], 7),
        (["agrippina"], ["plato"], 7),
        (["agrippina"], ["plato", "caesar"], 7),
        (["agrippina", "nero"], [], 0),
        (["agrippina", "nero"], ["plato"], 0),
    ],
)
def test_agrippina_alone(edition: str, leaders: list[str], buried: list[str], points: int) -> None:
    """L9: 7 points if she is the only face-up leader; buried ones don't count."""
    side = {"1st": "B", "2nd": "night"}[edition]
    game = table(
        seat(f"abu_simbel:{side}", stages=2, leaders=leaders, buried=buried),
        seat(first_side(edition, "rhodos"), leaders=["zenobia"]),
        seat(first_side(edition, "gizah")),
        expansions=["leaders"],
        phase="over",
    )
    assert line(game, 0, "leaders") == points
    assert line(game, 0, "wonder") == sum(2 * COSTS[name] for name in buried)


def test_a_buried_agrippina_scores_her_cost() -> None:
    """L7: twice 1, not 7."""
    game = table(
        seat("abu_simbel:night", stages=1, buried=["agrippina"]),
        seat("rhodos:day"),
        seat("gizah:day"),
        expansions=["leaders"],
        phase="over",
    )
    assert (line(game, 0, "leaders"), line(game, 0, "wonder")) == (0, 2)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("city", "justinian", "plato"),
    [
        ("altar stockade", 0, 0),
        ("altar stockade apothecary", 3, 0),
        ("altar baths stockade barracks apothecary", 3, 0),
        ("altar baths stockade barracks apothecary workshop", 6, 0),
        ("lumber_yard loom_age1 altar tavern stockade apothecary spies_guild", 3, 7),
        ("lumber_yard loom_age1 altar tavern stockade apothecary", 3, 0),
        (
            "lumber_yard loom_age1 altar tavern stockade apothecary spies_guild "
            "ore_vein press_age1 baths marketplace barracks workshop workers_guild",
            6,
            14,
        ),
    ],
)
def test_sets_of_colours(edition: str, city: str, justinian: int, plato: int) -> None:
    """L9: Justinian and Plato score for each complete set of age cards."""
    for leader, points in (("justinian", justinian), ("plato", plato)):
        # Other leaders and black cards are of no colour that counts.
        game = three(edition, {"city": city, "leaders": [leader]}, phase="over")
        assert line(game, 0, "leaders") == points


def test_plato_needs_no_black_card() -> None:
    """L9: the seven colours of the base game, with Cities too; black stands for none of them."""
    six = "lumber_yard loom_age1 altar tavern stockade apothecary"
    for city, points in ((f"{six} spies_guild", 7), (f"{six} militia", 0)):
        game = three("2nd", {"city": city, "leaders": ["plato"]}, extra=("cities",), phase="over")
        assert line(game, 0, "leaders") == points


@pytest.mark.parametrize("edition", EDITIONS)
def test_darius_counts_black_cards(edition: str) -> None:
    """L9: a point for each in the own city."""
    mine = {"leaders": ["darius"], "city": "militia hideout residence"}
    game = three(edition, mine, {"city": "lair"}, phase="over")
    assert line(game, 0, "leaders") == 3


# Discounts (L5)

DISCOUNTS = {
    "hammurabi": {"build:statue"},
    "leonidas": {"build:training_ground"},
    "archimedes": {"build:dispensary"},
    "imhotep": {"stage:statue", "stage:training_ground", "stage:dispensary", "stage:caravansery"},
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("leader", ["", *DISCOUNTS])
def test_one_resource_less(edition: str, leader: str) -> None:
    """L5: a blue, red or green card, or a stage, for one resource less; nothing else."""
    me = {
        "hand": "statue training_ground dispensary caravansery",
        "city": "ore_vein lumber_yard stone_pit",  # each lacks one; Alexandria has glass
        "coins": 0,
        "leaders": [leader] if leader else [],
    }
    game = three(edition, me, age=2)
    assert offered(game, 0, "build") | offered(game, 0, "stage") == DISCOUNTS.get(leader, set())
    two_short = three(edition, {**me, "city": ""}, age=2)
    assert not offered(two_short, 0, "build") | offered(two_short, 0, "stage")


@pytest.mark.parametrize("edition", EDITIONS)
def test_any_one_resource_is_left_out(edition: str) -> None:
    """L5, B13: the buyer leaves out what he likes, and every payment not dominated is offered."""
    left, right = {"city": "foundry"}, {"city": "lumber_yard"}
    me: dict[str, Any] = {"hand": "statue", "coins": 6}
    assert ways(three(edition, me, left, right, age=2, extra=("leaders",)), 0, "build:statue") == {
        "@L4R2"
    }
    me["leaders"] = ["hammurabi"]
    game = three(edition, me, left, right, age=2)
    assert ways(game, 0, "build:statue") == {"@L4", "@L2R2"}
    me["city"] = "west_trading_post"
    game = three(edition, me, left, right, age=2)
    assert ways(game, 0, "build:statue") == {"@L2", "@L1R2"}
    me["coins"] = 2
    game = three(edition, me, left, right, age=2)
    assert ways(game, 0, "build:statue") == {"@L2"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_discount_pays_no_coins(edition: str) -> None:
    """L5: one resource less, not a coin; a card without resources is none the cheaper."""
    game = three(
        edition,
        {"hand": "baths altar", "leaders": ["hammurabi"], "coins": 0},
    )
    assert offered(game, 0, "build") == {"build:baths", "build:altar"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_discount_is_none_for_a_stage_paid_in_coins(edition: str) -> None:
    """L5: Imhotep leaves out a resource; the coins of Petra's stage stay."""
    side, price = {"1st": ("A", 7), "2nd": ("day", 5)}[edition]
    game = table(
        seat(
            f"petra:{side}",
            "altar",
            "lumber_yard stone_pit",
            stages=1,
            leaders=["imhotep"],
            coins=9,
        ),
        seat(first_side(edition, "rhodos")),
        seat(first_side(edition, "gizah")),
        expansions=["leaders", "cities"],
    )
    assert offered(game, 0, "stage") == {f"stage:altar@B{price}"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_bilkis_sells_a_resource_for_a_coin(edition: str) -> None:
    """L5: any one resource a turn from the bank."""
    for card in ("apothecary", "baths", "stockade", "scriptorium", "barracks", "guard_tower"):
        me = {"hand": card, "leaders": ["bilkis"], "coins": 1}
        game = three(edition, me)
        assert ways(game, 0, f"build:{card}") == {"@B1"}
        broke = three(edition, {**me, "coins": 0})
        assert ways(broke, 0, f"build:{card}") == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_bilkis_once_a_turn_beside_the_neighbours(edition: str) -> None:
    """L5, B13: one from the bank, the rest from neighbours; or all from neighbours."""
    me: dict[str, Any] = {"hand": "statue", "leaders": ["bilkis"], "coins": 9}
    assert ways(three(edition, me, age=2), 0, "build:statue") == set()  # one ore, from Rhodos
    game = three(edition, me, {"city": "foundry"}, {"city": "lumber_yard"}, age=2)
    assert ways(game, 0, "build:statue") == {"@L4R2", "@L4B1", "@L2R2B1"}
    me["leaders"] = ["bilkis", "hammurabi"]
    game = three(edition, me, {"city": "foundry"}, {"city": "lumber_yard"}, age=2)
    assert ways(game, 0, "build:statue") == {"@L4", "@L2R2", "@L2B1", "@R2B1"}
    play(game, "build:statue@L2B1")
    assert coins(game) == [9 - 3, 6 + 2, 6]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bilkis_for_a_stage(edition: str) -> None:
    """L5: also for a stage; one of two stones."""
    me = {"hand": "altar", "city": "stone_pit", "leaders": ["bilkis"], "coins": 2}
    game = three(edition, me, wonders=("alexandria", "rhodos", "ephesos"))
    assert offered(game, 0, "stage") == {"stage:altar@B1"}
    play(game, "stage:altar@B1")
    assert game.coins(0) == 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "city", "pay", "back"),
    [
        ("barracks", "", "@L2", 1),
        ("barracks", "west_trading_post", "@L1", 1),
        ("training_ground", "lumber_yard", "@L4", 1),
        ("training_ground", "", "@L4R2", 2),
        ("altar", "", "", 0),
        ("tree_farm", "", "@B1", 0),
    ],
)
def test_hatshepsut_pays_for_purchases(
    edition: str, card: str, city: str, pay: str, back: int
) -> None:
    """L5: a coin for each neighbour bought from, once a turn each, not for the bank."""
    game = three(
        edition,
        {"hand": card, "city": city, "leaders": ["hatshepsut"], "coins": 10},
        {"city": "foundry", "coins": 0},
        {"city": "lumber_yard", "coins": 0},
        age=2,
    )
    assert pay in ways(game, 0, f"build:{card}")
    play(game, f"build:{card}{pay}")
    spent = sum(int(digit) for digit in pay if digit.isdigit())
    assert game.coins(0) == 10 - spent + back
    assert sum(coins(game)[1:]) == (0 if "B" in pay else spent)


@pytest.mark.parametrize("edition", EDITIONS)
def test_hatshepsuts_coin_comes_after_the_purchase(edition: str) -> None:
    """L5, B14: it does not help to pay."""
    me = {"hand": "barracks", "leaders": ["hatshepsut"], "coins": 1}
    assert offered(three(edition, me), 0, "build") == set()


@pytest.mark.parametrize(
    ("edition", "wharf"),
    [("2nd", "west_clandestine_wharf"), ("1st", "clandestine_dock_west")],
)
def test_a_resource_for_nothing_is_no_purchase(edition: str, wharf: str) -> None:
    """L5: with a wharf and a trading post the first resource costs 0; no coin for it."""
    me: dict[str, Any] = {
        "hand": "barracks",
        "city": f"{wharf} west_trading_post",
        "leaders": ["hatshepsut"],
        "coins": 0,
    }
    game = three(edition, me, extra=("cities",))
    assert ways(game, 0, "build:barracks") == {""}
    play(game, "build:barracks")
    assert coins(game)[:2] == [0, 6]
    me |= {"hand": "training_ground", "city": f"{me['city']} lumber_yard", "coins": 1}
    game = three(edition, me, {"city": "ore_vein"}, extra=("cities",), age=2)
    play(game, "build:training_ground@L1")
    assert coins(game)[:2] == [1, 7]


def test_bilkis_and_hatshepsut() -> None:
    """L5: what the bank sells is not bought from a neighbour."""
    me = {"hand": "barracks", "leaders": ["hatshepsut", "bilkis"], "coins": 5}
    game = three("2nd", me)
    assert ways(game, 0, "build:barracks") == {"@L2", "@B1"}
    play(game, "build:barracks@B1")
    assert game.coins(0) == 4


# Rights


@pytest.mark.parametrize("edition", EDITIONS)
def test_maecenas_makes_later_leaders_free(edition: str) -> None:
    """L2: she herself costs 1; from then on leaders cost nothing."""
    me = {"leader_hand": ["maecenas", "pericles"], "coins": 1}
    game = three(edition, me, phase="leader")
    assert offered(game, 0, "recruit") == {"recruit:maecenas@B1"}
    me = {"leader_hand": ["pericles", "nitocris"], "leaders": ["maecenas"], "coins": 0}
    game = three(edition, me, {"leader_hand": ["sappho"], "coins": 0}, phase="leader", age=3)
    assert offered(game, 0, "recruit") == {"recruit:pericles", "recruit:nitocris"}
    assert offered(game, 1, "recruit") == set()
    play(game, "recruit:pericles", "sell:sappho")
    assert game.coins(0) == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_ramses_builds_guilds_for_nothing(edition: str) -> None:
    """L8, B7: every purple card, every turn, as a plain build; other colours are paid for."""
    me = {
        "hand": "spies_guild workers_guild palace",
        "leaders": ["ramses", "vitruvius"],
        "coins": 0,
    }
    others = {"hand": "altar theater tavern"}
    game = three(edition, me, others, others, age=3)
    assert offered(game, 0, "build") == {"build:spies_guild", "build:workers_guild"}
    play(game, "build:spies_guild", "sell:altar", "sell:altar")
    assert happened(game, "build") == [(0, {"card": "spies_guild", "how": "free", "by": 0})]
    assert game.coins(0) == 0  # no chain, so nothing from Vitruvius
    me |= {"city": "spies_guild"}
    assert offered(three(edition, me, age=3), 0, "build") == {"build:workers_guild"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_caligula_builds_one_black_card_an_age_for_nothing(edition: str) -> None:
    """L8, B21: once an age, marked with !, not for other colours."""
    hand = "militia residence baths"
    me: dict[str, Any] = {"hand": hand, "leaders": ["caligula"], "coins": 3}
    others = {"hand": "altar theater tavern"}
    game = three(edition, me, others, others, wonders=("alexandria", "rhodos", "ephesos"))
    assert offered(game, 0, "build") == {
        "build:militia@B3",
        "build:militia!",
        "build:residence!",
    }
    play(game, "build:militia!", "sell:altar", "sell:altar")
    assert game.coins(0) == 3
    assert of_seat(game, 0)["spent"] == ["free_black"]
    me["spent"] = ["free_black"]
    game = three(edition, me, others, others, wonders=("alexandria", "rhodos", "ephesos"))
    assert offered(game, 0, "build") == {"build:militia@B3"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_caligulas_right_comes_back_with_the_age(edition: str) -> None:
    """L8, B21: once per age, not once."""
    me = {"hand": "altar theater", "leaders": ["caligula"], "spent": ["free_black"], "coins": 0}
    deal = [[["tabularium"], ["altar"], ["altar"]], [[], [], []]]
    game = three(edition, me, age=1, turn=7, deal=deal)
    play(game, "sell:altar")
    assert (game.age, game.turn) == (2, 1)
    assert ways(game, 0, "build:tabularium") == {"!"}


def test_caligulas_right_is_not_offered_for_what_costs_nothing() -> None:
    """B21: a free black card is built without spending the right."""
    me = {"hand": "hideout dive", "leaders": ["caligula"]}
    game = three("2nd", me)
    assert offered(game, 0, "build") == {"build:hideout", "build:dive"}


def test_the_narrower_right_is_spent() -> None:
    """B21: Olympia A and Caligula: for a black card Caligula's, for another Olympia's."""
    me = {"hand": "militia palace altar", "leaders": ["caligula"], "coins": 0, "stages": 2}
    game = three("1st", me, wonders=("olympia", "rhodos", "gizah"), age=1)
    play(game, "build:militia!")
    assert of_seat(game, 0)["spent"] == ["free_black"]
    game = three("1st", me, wonders=("olympia", "rhodos", "gizah"), age=1)
    play(game, "build:palace!")
    assert of_seat(game, 0)["spent"] == ["free_build"]


# Coins


@pytest.mark.parametrize("edition", EDITIONS)
def test_croesus_brings_six_coins(edition: str) -> None:
    """L2: at once."""
    game = three(edition, {"leader_hand": ["croesus"], "coins": 1}, phase="leader")
    play(game, "recruit:croesus@B1")
    assert (game.coins(0), game.leaders(0)) == (6, ("croesus",))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "city", "gain"),
    [
        ("tavern", "", 5 + 2),
        ("marketplace", "", 2),
        ("forum", "west_trading_post", 2),  # by a chain
        ("caravansery", "sawmill", 2),
        ("altar", "", 0),
    ],
)
def test_xenophon_on_yellow_cards(edition: str, card: str, city: str, gain: int) -> None:
    """L8: 2 coins whenever a yellow card is built, paid for, free or chained."""
    game = three(edition, {"hand": card, "city": city, "leaders": ["xenophon"], "coins": 3}, age=2)
    play(game, f"build:{card}")
    assert game.coins(0) == 3 + gain


def test_xenophon_on_a_card_built_by_right() -> None:
    """L8, B21: also for nothing."""
    me = {"hand": "forum", "leaders": ["xenophon"], "coins": 0, "stages": 2}
    game = three("1st", me, wonders=("olympia", "rhodos", "ephesos"), age=2)
    play(game, "build:forum!")
    assert game.coins(0) == 2


# The second side of Halikarnassos, about to build the first stage, which rebuilds.
MAUSOLEUM = {"1st": ("halikarnassos:B", "foundry"), "2nd": ("halikarnassos:night", "brickyard")}


def mausoleum(edition: str, discard: str, leaders: list[str], extra: list[str]) -> Game:
    board, city = MAUSOLEUM[edition]
    return table(
        seat(board, "altar", city, leaders=leaders, coins=0),
        seat(first_side(edition, "rhodos")),
        seat(first_side(edition, "gizah")),
        discard=discard,
        expansions=["leaders", *extra],
        age=2,
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_builds_from_the_discard_pile_count(edition: str) -> None:
    """L8: for Xenophon and Diocletian; for Vitruvius not, whatever stands in the city."""
    leaders = ["xenophon", "diocletian", "vitruvius"]
    for card, gain in (("vineyard", 2 + 1), ("forum", 2), ("hideout", 2), ("pantheon", 0)):
        game = mausoleum(edition, card, leaders, ["cities"])
        play(game, "stage:altar")
        play(game, f"rebuild:{card}")
        assert game.coins(0) == gain


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_chain_from_the_discard_pile_is_none(edition: str) -> None:
    """L8: Vitruvius pays for chains only; a rebuilt card is for nothing anyway."""
    board, city = MAUSOLEUM[edition]
    game = table(
        seat(board, "altar", f"{city} scriptorium", leaders=["vitruvius"], coins=0),
        seat(first_side(edition, "rhodos")),
        seat(first_side(edition, "gizah")),
        discard="library",
        expansions=["leaders"],
        age=2,
    )
    play(game, "stage:altar")
    play(game, "rebuild:library")
    assert game.coins(0) == 0


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "city", "gain"),
    [
        ("library", "scriptorium", 2),
        ("forum", "east_trading_post", 2),
        ("library", "quarry loom_age1", 0),
        ("library", "quarry loom_age1 scriptorium", 2),
        ("altar", "", 0),
        ("loom_age2", "", 0),
    ],
)
def test_vitruvius_on_chains(edition: str, card: str, city: str, gain: int) -> None:
    """L8, B15: 2 coins for a build that a chain makes free; paying is not offered then."""
    game = three(edition, {"hand": card, "city": city, "leaders": ["vitruvius"], "coins": 3}, age=2)
    play(game, f"build:{card}")
    assert game.coins(0) == 3 + gain


@pytest.mark.parametrize("edition", EDITIONS)
def test_xenophon_and_vitruvius_together(edition: str) -> None:
    """L8: a chained yellow card pays both."""
    me = {"hand": "forum", "city": "west_trading_post", "leaders": ["xenophon", "vitruvius"]}
    game = three(edition, {**me, "coins": 0}, age=2)
    play(game, "build:forum")
    assert game.coins(0) == 4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("move", "gain"), [("build:militia@B3", -1), ("build:militia!", 2)])
def test_diocletian_on_black_cards(edition: str, move: str, gain: int) -> None:
    """L8: 2 coins for a black card, paid for or free."""
    me = {"hand": "militia", "leaders": ["diocletian", "caligula"], "coins": 3}
    game = three(edition, me)
    play(game, move)
    assert game.coins(0) == 3 + gain


def test_octavia_in_the_first_edition_without_cities() -> None:
    """L8, A6: 2 coins for each stage; all others lose 1 coin, if they have one."""
    me = {"hand": "altar", "city": "quarry", "leaders": ["octavia"], "coins": 0}
    game = three("1st", me, {"coins": 0}, {"coins": 4})
    play(game, "stage:altar")
    assert coins(game) == [2, 0, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_octavia_with_cities(edition: str) -> None:
    """L8, C2: the others choose between coins and debts; who has no coin takes the debt."""
    me = {"hand": "altar", "city": "quarry", "leaders": ["octavia"], "coins": 0}
    game = three(edition, me, {"coins": 0}, {"coins": 4}, extra=("cities",))
    play(game, "stage:altar")
    assert (game.to_decide, game.decision(2).kind) == ([2], "loss")
    assert offered(game, 2) == {"lose:1/0", "lose:0/1"}
    play(game, "lose:0/1")
    assert coins(game) == [2, 0, 4]
    assert [of_seat(game, of)["debts"] for of in range(3)] == [0, 1, 1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_octavia_on_a_stage_built_with_a_leader(edition: str) -> None:
    """L2, L8: recruitment is a turn with losses of its own."""
    me = {"leader_hand": ["plato", "nero"], "city": "quarry", "leaders": ["octavia"], "coins": 0}
    game = three(edition, me, {"coins": 0}, {"coins": 0}, extra=("cities",), phase="leader")
    play(game, "stage:plato")
    assert coins(game) == [2, 0, 0]
    assert [of_seat(game, of)["debts"] for of in range(3)] == [0, 1, 1]
    assert (game.turn, len(game.hand(0))) == (1, 8)


def test_roxane_on_the_neighbours_stages() -> None:
    """L8: 2 coins whenever a neighbour builds a stage, not for the own, not for others'."""

    def stage(wonder: str, city: str, **rest: Any) -> dict[str, Any]:
        return seat(f"{wonder}:A", "altar", city, coins=0, **rest)

    for builders, gain in (({1}, 2), ({3}, 2), ({1, 3}, 4), ({0}, 0), ({2}, 0), ({0, 1, 2, 3}, 4)):
        game = table(
            stage("alexandria", "quarry", leaders=["roxane"]),
            stage("rhodos", "sawmill"),
            stage("gizah", "stone_pit"),
            stage("ephesos", "quarry"),
            expansions=["leaders"],
        )
        play(game, *("stage:altar" if of in builders else "build:altar" for of in range(4)))
        assert game.coins(0) == gain


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("move", "city", "leaders", "gain"),
    [
        ("sell:altar", "", [], 3 + 1),
        ("build:altar", "", [], 0),
        ("build:tavern", "", [], 5 + 1),
        ("build:tavern", "", ["xenophon"], 5 + 2 + 1),
        ("build:forum", "west_trading_post", ["xenophon", "vitruvius"], 2 + 2 + 1),
        ("build:barracks@L2", "", ["hatshepsut"], -2 + 1 + 1),
    ],
)
def test_berenice_adds_a_coin(
    edition: str, move: str, city: str, leaders: list[str], gain: int
) -> None:
    """L8: a coin more on coins from the bank, once a turn."""
    me = {
        "hand": "altar tavern forum barracks",
        "city": city,
        "leaders": ["berenice", *leaders],
        "coins": 5,
    }
    game = three(edition, me)
    play(game, move)
    assert game.coins(0) == 5 + gain


@pytest.mark.parametrize("edition", EDITIONS)
def test_berenice_does_not_add_to_a_neighbours_coins(edition: str) -> None:
    """L8: what a neighbour pays does not come from the bank."""
    game = three(
        edition,
        {"hand": "altar", "leaders": ["berenice"], "coins": 0},
        {"hand": "workshop", "coins": 2},
    )
    play(game, "build:altar", "build:workshop@R2")
    assert coins(game)[:2] == [2, 0]


@pytest.mark.parametrize(
    ("edition", "card", "gain"),
    [("2nd", "dive", 1), ("2nd", "customs", 1), ("1st", "gambling_den", 1)],
)
def test_berenice_on_coins_of_others_cards(edition: str, card: str, gain: int) -> None:
    """L8: coins from the bank that a neighbour's card gives; once in all."""
    others = {"hand": f"{card} altar", "coins": 0}
    me = {"hand": "altar", "leaders": ["berenice"], "coins": 0}
    game = three(edition, me, others, extra=("cities",))
    play(game, "build:altar", f"build:{card}")
    assert game.coins(0) == gain + 1
    game = three(edition, me, others, others, extra=("cities",))
    play(game, "sell:altar", f"build:{card}", f"build:{card}")
    assert game.coins(0) == 3 + 2 * gain + 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_berenice_every_turn_and_in_recruitment(edition: str) -> None:
    """L2, L8: recruiting is a turn of its own, and the next turn brings a coin again."""
    me = {"leader_hand": ["croesus"], "leaders": ["berenice"], "coins": 1}
    deal = [[["altar"] * 7, ["altar"] * 7, ["altar"] * 7] for _ in range(3)]
    game = three(edition, me, phase="leader", deal=deal)
    play(game, "recruit:croesus@B1")
    assert game.coins(0) == 6 + 1
    play(game, *["sell:altar"] * 3)
    assert game.coins(0) == 7 + 3 + 1
    play(game, *["sell:altar"] * 3)
    assert game.coins(0) == 11 + 3 + 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_berenice_with_a_sold_leader(edition: str) -> None:
    """L2, L8: 3 coins for the leader and one more."""
    me = {"leader_hand": ["croesus"], "leaders": ["berenice"], "coins": 1}
    game = three(edition, me, phase="leader")
    play(game, "sell:croesus")
    assert game.coins(0) == 1 + 3 + 1


# War and tokens

SHIELDS = {"hannibal": 1, "caesar": 2}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("leader", SHIELDS)
def test_shields_of_leaders(edition: str, leader: str) -> None:
    """L8, B23: Hannibal one, Caesar two; they are no red cards."""
    number = SHIELDS[leader]
    enough = {"city": " ".join(["stockade", "barracks"][:number])}
    less = {"city": " ".join(["stockade", "barracks"][: number - 1])}
    game = three(edition, {"leaders": [leader]}, enough, less, phase="war", age=3)
    assert tokens(game, 0) == ([5], 0)
    assert (tokens(game, 1)[0].count(5), tokens(game, 2)[1]) == (1, 2)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_nero_takes_coins_for_victories_in_war(edition: str, age: int) -> None:
    """L8: 2 coins for each victory token, none for a defeat."""
    mine = {"leaders": ["nero"], "city": "stockade", "coins": 0}
    game = three(edition, mine, {"coins": 0}, {"city": "walls", "coins": 0}, phase="war", age=age)
    assert tokens(game, 0) == ([2 * age - 1], 1)
    assert coins(game) == [2, 0, 0]
    game = three(edition, mine, {}, {}, phase="war", age=age)
    assert game.coins(0) == 4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_nitocris_takes_a_token_of_the_age(edition: str, age: int) -> None:
    """L8: at once, of the current age; Nero is paid for it."""
    me = {"leader_hand": ["nitocris"], "leaders": ["nero"], "coins": 5}
    game = three(edition, me, phase="leader", age=age)
    play(game, f"recruit:nitocris@B{age}")
    assert tokens(game, 0) == ([2 * age - 1], 0)
    assert game.coins(0) == 5 - age + 2


def test_nero_and_a_raider_camp() -> None:
    """L8, C8: from whatever source."""
    game = three("2nd", {"hand": "raider_camp", "leaders": ["nero"], "coins": 0}, extra=("cities",))
    play(game, "build:raider_camp")
    assert (tokens(game, 0), game.coins(0)) == (([1], 0), 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_tomyris_gives_the_defeat_to_the_winner(edition: str) -> None:
    """L8: of that conflict; he keeps his victory token, and other defeats stay where they fall."""
    game = three(
        edition,
        {"leaders": ["tomyris"], "city": "stockade"},
        {"city": "walls"},
        {},
        phase="war",
        age=3,
    )
    assert tokens(game, 0) == ([5], 0)
    assert tokens(game, 1) == ([5, 5], 1)  # Tomyris's own
    assert tokens(game, 2) == ([], 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_tomyris_beaten_by_both(edition: str) -> None:
    """L8: each winner takes the token of his conflict."""
    strong = {"city": "stockade"}
    game = three(edition, {"leaders": ["tomyris"]}, strong, strong, phase="war", age=2)
    assert [tokens(game, of) for of in range(3)] == [([], 0), ([3], 1), ([3], 1)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_telesilla(edition: str) -> None:
    """L8: all own defeats go; everyone else gives up a victory token of his choice."""
    seats = [
        seat(
            first_side(edition, "alexandria"), leader_hand=["telesilla"], defeats=3, victories=[3]
        ),
        seat(first_side(edition, "rhodos"), victories=[1, 3, 3], defeats=1),
        seat(first_side(edition, "gizah"), defeats=2),
        seat(first_side(edition, "ephesos"), victories=[1, 1]),
    ]
    game = table(*seats, expansions=["leaders"], phase="leader", age=3)
    play(game, "recruit:telesilla@B3")
    assert game.to_decide == [1]  # two equal tokens, or none, are no choice
    assert (game.decision(1).kind, game.decision(1).source) == ("forfeit", "telesilla")
    assert offered(game, 1) == {"forfeit:1", "forfeit:3"}
    play(game, "forfeit:3")
    assert [tokens(game, of) for of in range(4)] == [([3], 0), ([1, 3], 1), ([], 2), ([1], 0)]
    assert (game.turn, game.coins(0)) == (1, 3)
    assert happened(game, "forfeit") == [(3, {"value": 1}), (1, {"value": 3})]


@pytest.mark.parametrize("edition", EDITIONS)
def test_telesilla_and_nitocris_at_once(edition: str) -> None:
    """L8, A16: both happen in step 3; the token just gained is the one to give up."""
    for swap in (False, True):
        entries = [{"leader_hand": ["telesilla"]}, {"leader_hand": ["nitocris"]}]
        if swap:
            entries.reverse()
        game = three(edition, entries[0], entries[1], phase="leader", age=2)
        moves = ["recruit:telesilla@B3", "recruit:nitocris@B2"]
        play(game, *(moves[::-1] if swap else moves))
        assert [tokens(game, of) for of in range(3)] == [([], 0)] * 3


def test_semiramis_fights_with_her_defeats() -> None:
    """L8: every defeat token she has before the war is a shield."""
    me = {"leaders": ["semiramis"], "defeats": 2, "city": "stockade"}
    game = three("1st", me, {"city": "walls"}, {"city": "walls stockade"}, phase="war", age=3)
    # Walls are 2 shields, she has 3: a victory over the left, a draw with the right.
    assert tokens(game, 0) == ([5], 2)
    assert tokens(game, 2) == ([5], 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_aspasia_brings_diplomacy(edition: str) -> None:
    """L8, C3: a token at once, and 2 points."""
    game = three(edition, {"leader_hand": ["aspasia"], "coins": 3}, phase="leader")
    play(game, "recruit:aspasia@B3")
    assert (of_seat(game, 0)["diplomacy"], line(game, 0, "leaders")) == (1, 2)


@pytest.mark.parametrize(("edition", "cities"), [("1st", False), ("1st", True), ("2nd", True)])
@pytest.mark.parametrize("age", [1, 2, 3])
def test_arsinoe(edition: str, cities: bool, age: int) -> None:
    """L2, C2, A6: 4 coins; all others lose as many as the age, with Cities or take debts."""
    game = three(
        edition,
        {"leader_hand": ["arsinoe"], "coins": 5},
        {"coins": 9},
        {"coins": 1},
        extra=("cities",) if cities else (),
        phase="leader",
        age=age,
    )
    play(game, f"recruit:arsinoe@B{age}")
    if not cities:
        assert coins(game) == [5 - age + 4, 9 - age, 0]
        return
    assert game.to_decide == [1, 2]
    assert offered(game, 1) == {f"lose:{paid}/{age - paid}" for paid in range(age + 1)}
    assert offered(game, 2) == {f"lose:{paid}/{age - paid}" for paid in range(2)}
    play(game, f"lose:{age}/0", f"lose:1/{age - 1}")
    assert coins(game) == [5 - age + 4, 9 - age, 0]
    assert of_seat(game, 2)["debts"] == age - 1
    assert game.turn == 1


# Solomon


@pytest.mark.parametrize("edition", EDITIONS)
def test_solomon_builds_from_the_discard_pile(edition: str) -> None:
    """L2, L4, B19: any age card, this turn's sold leaders not; before the cards are dealt."""
    game = three(
        edition,
        {"leader_hand": ["solomon", "nero"], "city": "altar", "coins": 3},
        {"leader_hand": ["plato"]},
        discard="palace altar cleopatra walls",
        phase="leader",
        age=3,
    )
    play(game, "recruit:solomon@B3", "sell:plato")
    decision = game.decision(0)
    assert (decision.kind, game.to_decide, game.turn) == ("rebuild", [0], 0)
    assert offered(game, 0) == {"rebuild:palace", "rebuild:walls", "skip"}
    assert game.hand(0) == ()
    assert set(game.view(0)["discard"]) == {"palace", "altar", "walls", "plato", "cleopatra"}
    assert game.view(1)["discard"] == 5
    play(game, "rebuild:palace")
    assert game.city(0) == ("altar", "palace")
    assert discarded(game) == {"altar": 1, "walls": 1, "plato": 1, "cleopatra": 1}
    assert (game.turn, len(game.hand(0))) == (1, 7)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("discard", ["", "altar", "plato cleopatra"])
def test_solomon_with_nothing_to_build(edition: str, discard: str) -> None:
    """L4, B19: nothing happens; leaders in the pile can't be built."""
    me = {"leader_hand": ["solomon"], "city": "altar", "coins": 3}
    game = three(edition, me, discard=discard, phase="leader", age=2)
    play(game, "recruit:solomon@B3")
    assert (game.turn, game.city(0)) == (1, ("altar",))


@pytest.mark.parametrize("edition", EDITIONS)
def test_halikarnassos_builds_before_solomon(edition: str) -> None:
    """C4: a stage built with a leader first, then Solomon, whatever their seats."""
    board, city = MAUSOLEUM[edition]
    for solomon in (0, 2):
        entries = [
            seat(first_side(edition, "rhodos"), leader_hand=["solomon"]),
            seat(board, "", city, leader_hand=["plato"]),
            seat(first_side(edition, "gizah")),
        ]
        if solomon == 2:
            entries = [entries[2], entries[1], entries[0]]
        game = table(
            *entries, discard="palace walls", expansions=["leaders"], phase="leader", age=3
        )
        game.play(1, "stage:plato")
        game.play(solomon, "recruit:solomon@B3")
        assert game.to_decide == [1]
        play(game, "rebuild:palace")
        assert game.to_decide == [solomon]
        assert offered(game, solomon) == {"rebuild:walls", "skip"}
        play(game, "rebuild:walls")
        assert (game.turn, discarded(game)) == (1, {})
