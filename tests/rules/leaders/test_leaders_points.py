"""Every leader: its cost (L1, L2), and the points it scores at the end (L7, L9)."""

from __future__ import annotations

from typing import Any

import pytest

from leaders import COSTS, GROUPS, LEADERS, three
from mirabilia import Game
from positions import EDITIONS, first_side, line, offered, seat, table


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
