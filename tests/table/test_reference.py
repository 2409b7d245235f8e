"""What one looks up: all that is printed, the chains as a drawing, the rules."""

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest

from decisions import DECISIONS
from mirabilia import Game
from mirabilia.catalogue import (
    EDITIONS,
    EFFECT_KINDS,
    EXPANSIONS,
    RESOURCES,
    Board,
    Card,
    Effect,
    load,
)
from mirabilia.game.codec import lines_of
from mirabilia.table.http import reference as served_reference
from mirabilia.table.page import pages
from mirabilia.table.page.faces.cards import face
from mirabilia.table.page.faces.glyphs import cost_glyphs, effect_rows, space_glyphs
from mirabilia.table.page.faces.types import Glyph
from mirabilia.table.page.reader import Reader
from mirabilia.table.page.reference import chart, editions, index, listing, places, rules, thing
from mirabilia.table.page.reference.listing import Wanted
from mirabilia.telling.printed import (
    BRINGS,
    PLAYERS,
    brings_of,
    brought_by,
    chains_of,
    chance_of,
    copies,
    costs_of,
    effects_of,
    id_of,
    things_of,
)
from tables import Served, served

READER = Reader()
DOCUMENT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
HEAVIEST = 150 * 1024  # bytes, compressed


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", html)))


def shown(html: str) -> list[str]:
    """The keys of what a list shows."""
    return re.findall(r'<li data-key="([^"]+)" data-is="[^"]*" data-also="[^"]*">', html)


def list_of(edition: str = "2nd", q: str = "", **chosen: str) -> list[str]:
    return shown(listing.list_page(READER, Wanted.read({"edition": edition, "q": q, **chosen})))


# What is printed


def dealt(players: int, edition: str, boxes: tuple[str, ...] = (), seed: int = 1) -> Counter[str]:
    """All cards of all ages, as the engine has dealt them."""
    position = Game(players, edition=edition, expansions=boxes, seed=seed).position()
    hands = [seat["hand"] for seat in position["seats"]]
    hands += [hand for age in position["deal"] for hand in age]
    return Counter(card for hand in hands for card in hand)


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_as_many_of_each_card_as_the_engine_deals(edition: str) -> None:
    cards = load(edition).cards
    for players in PLAYERS:
        found = dealt(players, edition)
        for card in cards.values():
            if not card.is_guild:
                assert found[card.id] == copies(card, players), (card.id, players)


@pytest.mark.parametrize("edition", EDITIONS)
def test_as_many_guilds_and_expansion_cards_are_drawn_as_is_said(edition: str) -> None:
    boxes = ("cities", "armada")
    catalogue = load(edition, boxes)
    groups: dict[tuple[int, str], list[Card]] = {}
    for card in catalogue.cards.values():
        groups.setdefault((card.age, "guild" if card.is_guild else card.expansion), []).append(card)
    for players in PLAYERS:
        seen: set[str] = set()
        for seed in range(12):
            found = dealt(players, edition, boxes, seed)
            seen.update(found)
            for (_, kind), group in groups.items():
                there = [card for card in group if chance_of(card, catalogue, players)]
                chances = {chance_of(card, catalogue, players) for card in there}
                drawn = sum(found[card.id] for card in group)
                assert not kind or chances == {(drawn, len(there))}
        never = [card.id for card in catalogue.cards.values() if not copies(card, players)]
        assert seen.isdisjoint(never)


def test_every_kind_of_effect_brings_something_one_can_look_for() -> None:
    named = {"produce": ("wood",), "science": ("gear",)}
    for kind in EFFECT_KINDS:
        brought = brought_by(Effect(kind, 1, options=named.get(kind, ())))
        assert brought, kind
        assert set(brought) <= set(BRINGS)
    assert set(BRINGS) == {*listing.BRING_NAMES, *RESOURCES}


def test_what_costs_and_brings_what() -> None:
    catalogue = load("2nd", EXPANSIONS)
    baths, haven = catalogue.cards["baths"], catalogue.cards["haven"]
    assert costs_of(baths) == {"stone"}
    assert brings_of(baths, catalogue) == {"points", "chain"}
    assert brings_of(haven, catalogue) == {"points", "coins", "counting"}
    assert costs_of(catalogue.cards["altar"]) == {"nothing"}
    assert brings_of(catalogue.cards["mint"], catalogue) == {"points"}, "others take those coins"
    rhodos = catalogue.boards["rhodos", "day"]
    assert brings_of(rhodos, catalogue) == {"ore", "points", "shields"}
    assert costs_of(rhodos) == {"wood", "clay", "ore"}


# The list


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_printed_is_in_the_list_and_has_a_page_that_tells_of_it(edition: str) -> None:
    catalogue = index.everything(edition)
    html = listing.list_page(READER, Wanted(edition))
    assert sorted(shown(html)) == sorted(one.id for one in things_of(catalogue))
    addresses = re.findall(r'<a href="/cards/(\w+)#(\w+)"', html)
    assert {id for id, _ in addresses} == {id_of(one) for one in things_of(catalogue)}
    for one in things_of(catalogue):
        page = thing.thing_page(READER, id_of(one))
        assert f'id="{edition}"' in page
        text = plain(page)
        assert index.name_of(one, "en") in text
        if isinstance(one, Board):
            assert f'data-board="{one.id}"' in page
        elif hasattr(one, "effects"):
            own = face(load(edition, index.boxes_of(one), promo=True), one.id, "en")
            words = [line for line in own.lines if line not in own.chained]
            assert all(re.sub(r"\s+", " ", line) in text for line in words), one.id
        else:
            assert f'data-shipyard="{one.id}"' in page


def test_a_page_that_names_an_edition_is_the_only_one_with_that_id() -> None:
    assert "chains" not in index.by_id(), "its address means the drawing"
    for id in index.by_id():
        page = thing.thing_page(READER, id)
        for edition in EDITIONS:
            assert page.count(f'id="{edition}"') == (edition in index.by_id()[id])


def test_filters_show_what_fits_all_of_them_and_nothing_else() -> None:
    catalogue = index.everything("2nd")
    blue = [card.id for card in catalogue.cards.values() if card.colour == "blue"]
    assert sorted(list_of(colour="blue")) == sorted(blue)
    first = [id for id in blue if catalogue.cards[id].age == 1]
    assert list_of(colour="blue", age="1") == first
    assert list_of(colour="blue", age="1", costs="stone") == ["baths"]
    assert set(list_of(kind="board")) == {board.id for board in catalogue.boards.values()}
    assert list_of(box="cities", kind="leader") == [
        leader.id for leader in catalogue.leaders.values() if leader.group == "cities"
    ]
    few, many = set(list_of(players="3", box="base")), set(list_of(players="7", box="base"))
    assert few < many
    assert "tree_farm" in many - few
    compasses = list_of(brings="compass", colour="green")
    assert set(compasses) == {
        card.id
        for card in catalogue.cards.values()
        if card.colour == "green" and "compass" in card.effects[0].options
    }


def test_words_are_found_in_names_of_all_languages_and_in_effects() -> None:
    assert list_of(q="acquedotto") == ["aqueduct"]
    assert "aqueduct" in list_of(q="ACQUE  dotto")
    assert list_of(q="aqueduct zebra") == []
    assert "nothing fits" in plain(listing.list_page(READER, Wanted(q="zebra"))).lower()
    assert "halikarnassos:day" in list_of(q="discard pile")


def test_every_filter_finds_something() -> None:
    for edition in EDITIONS:
        for name, (_, values, _) in listing.FILTERS.items():
            for value in values:
                assert list_of(edition, **{name: value}), (edition, name, value)


# Their pages


def test_what_differs_between_the_editions_is_said() -> None:
    assert editions.differences("baths", "en") == ""
    assert [part.editions for part in thing.parts("baths", "en")] == [("2nd", "1st")]
    printed = ("age", "cost", "effects", "players", "free_with", "makes_free")
    both = [load(edition).cards for edition in EDITIONS]
    for id in set(both[0]) & set(both[1]):
        one, other = (cards[id] for cards in both)
        same = all(getattr(one, name) == getattr(other, name) for name in printed)
        same = same and one.name["en"] == other.name["en"]
        assert (editions.differences(id, "en") == "") == same, id
        assert len(thing.parts(id, "en")) == (1 if same else 2), id


def test_a_page_tells_its_chains_both_ways_and_leads_there() -> None:
    for edition in EDITIONS:
        for first, then in chains_of(load(edition)):
            before, after = (thing.thing_page(READER, one.id) for one in (first, then))
            assert f'href="/cards/{then.id}"' in before
            assert f'href="/cards/{first.id}"' in after


def test_what_other_boxes_and_teams_add_is_told_apart() -> None:
    (part,) = thing.parts("baths", "en")
    assert [(one.title, one.lines) for one in part.added] == [
        ("With Armada", ("With it the blue fleet may advance, for the cost of its next space.",))
    ]
    (part,) = thing.parts("barracks", "en")
    assert [one.title for one in part.added] == ["With Armada", "In teams"]
    assert "partner" in part.added[1].lines[0]
    assert "partner" not in " ".join(part.sides[0].lines)


def test_pages_are_light() -> None:
    made = [listing.list_page(READER, Wanted(edition)) for edition in EDITIONS]
    made += [chart.chains_page(READER, edition) for edition in EDITIONS]
    made += [rules.rules_page(READER), thing.thing_page(READER, "shipyard_A")]
    assert max(len(gzip.compress(html.encode(), 6)) for html in made) < HEAVIEST


# The chains


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_chain_is_drawn_and_nothing_lies_on_anything_else(edition: str) -> None:
    drawn = chart.chart(edition, "en")
    chains = chains_of(load(edition))
    assert {(link.first.id, link.then.id) for link in drawn.links} == {
        (first.id, then.id) for first, then in chains
    }
    for one, other in combinations(drawn.nodes, 2):
        apart = abs(one.x - other.x) >= chart.WIDTH or abs(one.y - other.y) >= chart.HEIGHT + 2
        assert apart, (one.id, other.id)
    for node in drawn.nodes:
        assert 0 <= node.x <= drawn.width - chart.WIDTH
        assert 0 <= node.y <= drawn.height - chart.HEIGHT
    for link in drawn.links:
        for x, y in along(link.path):
            for node in drawn.nodes:
                inside = node.x < x < node.x + chart.WIDTH and node.y < y < node.y + chart.HEIGHT
                assert not inside, (link.first.id, link.then.id, node.id)
    icons = [link.at for link in drawn.links if link.icon]
    for (x1, y1), (x2, y2) in combinations(icons, 2):
        assert abs(x1 - x2) >= chart.ICON or abs(y1 - y2) >= chart.ICON - 4


def along(path: str) -> Iterator[tuple[float, float]]:
    """Points of a curve and the straight line after it."""
    x0, y0, x1, y1, x2, y2, x3, y3, end = map(float, re.findall(r"-?[\d.]+", path))
    for step in range(1, 40):
        t = step / 40
        u = 1 - t
        ways = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        yield (
            sum(way * x for way, x in zip(ways, (x0, x1, x2, x3), strict=True)),
            sum(way * y for way, y in zip(ways, (y0, y1, y2, y3), strict=True)),
        )
    yield from ((x3 + (end - x3) * step / 20, y3) for step in range(1, 20))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_drawing_is_told_in_words_too(edition: str) -> None:
    html = chart.chains_page(READER, edition)
    told = plain(html[html.index("chains-told") :])
    for first, then in chains_of(load(edition)):
        names = first.name["en"], then.name["en"]
        assert re.search(rf"{names[0]} : [^:]*{names[1]}", told), names


# The rules


def test_the_rules_tell_of_every_rule() -> None:
    told = set(" ".join(re.findall(r'data-tells="([^"]+)"', rules.rules_page(READER))).split())
    numbers = set(re.findall(r"^#### ([A-Z]\d+) ", DOCUMENT, re.MULTILINE))
    assert told == numbers


def all_glyphs() -> set[Glyph]:
    found: set[Glyph] = set()
    for edition in EDITIONS:
        catalogue = index.everything(edition)
        for one in things_of(catalogue):
            rows = list(effect_rows(effects_of(one)))
            if isinstance(one, Board):
                rows += [cost_glyphs(stage.cost) for stage in one.stages]
            elif isinstance(one, Card) or hasattr(one, "cost"):
                rows.append(cost_glyphs(one.cost))
            found.update(glyph for row in rows for glyph in row)
            if isinstance(one, Card):
                drawn = face(catalogue, one.id, "en")
                found.update(Glyph(chain.icon) for chain in (*drawn.chain_from, *drawn.chain_to))
        for track in catalogue.tracks.values():
            found.update(glyph for space in track for glyph in space_glyphs(space))
    return found


def test_every_symbol_is_explained() -> None:
    html = rules.rules_page(READER)
    explained = set(re.findall(r'data-symbol="([^"]+)"', html))
    assert {glyph.icon for glyph in all_glyphs() if glyph.icon} <= explained
    signs = {sign for one, _ in rules.SIGNS for sign in one}
    assert {glyph.text for glyph in all_glyphs() if not glyph.icon} <= signs
    sprite = (Path(pages.__file__).parent / "static" / "icons.svg").read_text("utf-8")
    assert all(f'id="{one}"' in sprite for one in explained)


def test_every_place_in_the_rules_is_there_once() -> None:
    html = rules.rules_page(READER)
    for anchor in places.TITLES:
        assert html.count(f'id="{anchor}"') == 1, anchor
    targets = {*places.ON_DECISIONS.values(), *places.ON_LINES.values(), *places.RULES_ON.values()}
    assert targets <= set(places.TITLES)
    assert set(places.RULES_ON) <= set(BRINGS)


def test_every_decision_and_every_line_of_the_sheet_leads_into_the_rules() -> None:
    games = [made() for made in DECISIONS.values()]
    asked = {game.decision(seat).kind for game in games for seat in game.to_decide}
    assert asked == set(places.ON_DECISIONS)
    assert set(lines_of(EXPANSIONS).values()) == set(places.ON_LINES)


def test_the_examples_say_what_the_cards_say() -> None:
    cards = load(rules.EDITION).cards
    assert dict(cards["baths"].cost.resources) == {"stone": 1}
    assert cards["baths"].effects == (Effect("points", 3),)
    assert "aqueduct" in cards["baths"].makes_free
    assert dict(cards["aqueduct"].cost.resources) == {"stone": 3}
    assert [cards[id].effects[0].options for id in rules.EXAMPLES[3:]] == [
        ("compass",),
        ("gear",),
        ("tablet",),
    ]
    last = [card for edition in EDITIONS for card in load(edition).deck(3, 7)]
    assert not {card.colour for card in last} & {"brown", "grey"}


# How they are served


def test_what_is_not_there_is_said_with_what_may_be_meant(server: Served) -> None:
    with server.client() as client:
        answer = client.get("/cards/aqueductt")
        assert answer.status_code == 404
        assert 'href="/cards/aqueduct"' in answer.text
        assert 'href="/cards"' in answer.text
        odd = client.get("/cards/%3Cscript%3E")
        assert odd.status_code == 404
        assert "<script>" not in odd.text
        for query in ("colour=pink", "age=4", "edition=3rd", "players=2"):
            refused = client.get(f"/cards?{query}")
            assert refused.status_code == 400
            assert "no such filter" in refused.text
        assert client.get("/cards?nonsense=1&q=" + "x" * 500).status_code == 200
        assert client.get("/cards/chains?edition=3rd").status_code == 404


def test_a_browser_that_has_a_page_is_not_sent_it_again(server: Served) -> None:
    with server.client() as client:
        for path in ("/cards", "/cards/altar", "/cards/chains", "/rules"):
            first = client.get(path)
            assert first.status_code == 200
            again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
            assert (again.status_code, again.text) == (304, "")
            unpacked = client.get(path, headers={"Accept-Encoding": "identity"})
            assert unpacked.text == first.text
            dark = client.get(path, headers={"Cookie": "theme=dark"})
            assert 'data-theme="dark"' in dark.text
            assert dark.headers["etag"] != first.headers["etag"]


def test_what_strangers_search_for_is_not_kept(server: Served) -> None:
    with server.client() as client:
        client.get("/cards")
        before = served_reference._kept.cache_info().currsize
        for number in range(5):
            client.get(f"/cards?q=word{number}")
        assert served_reference._kept.cache_info().currsize == before


def test_the_start_page_leads_to_cards_and_rules(server: Served) -> None:
    with server.client() as client:
        for path in ("/", "/new", "/cards", "/rules"):
            html = client.get(path).text
            assert 'href="/rules"' in html
            assert 'href="/cards"' in html
