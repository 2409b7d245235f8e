"""What cards, leaders, islands, boards and spaces say is what the rules say, in teams too."""

from __future__ import annotations

import re

import pytest

from mirabilia.catalogue import EDITIONS, EXPANSIONS, FLEETS, RESOURCES, load
from mirabilia.catalogue.phrases import effects_text
from mirabilia.table.page import explaining
from mirabilia.table.page.faces.boards import shipyard_face
from mirabilia.table.page.faces.effects import SENTENCES
from mirabilia.telling.notes import NOTES, Played, notes_on
from mirabilia.texts.gathering import gather

SECOND = {"1st": "B", "2nd": "night"}


def said(
    edition: str, id: str, *, teams: bool = False, expansions: tuple[str, ...] = EXPANSIONS
) -> str:
    """All words about a thing: a card, a board (``roma:night``), a stage (``roma:night#1``)."""
    return explaining.words(load(edition, expansions, promo=True), "en", teams=teams)[id][1]


def spaces(edition: str, fleet: str) -> list[str]:
    yard = shipyard_face(load(edition, EXPANSIONS), "shipyard_A", "en")
    return [space.words for space in yard.tracks[FLEETS.index(fleet)].spaces]


@pytest.mark.parametrize("id", ["stockade", "militia", "caesar", "bronze", "rhodos:night#1"])
def test_shields_are_compared_with_the_neighbours_who_are_no_partners(id: str) -> None:
    """B23, T6."""
    assert "compared with those of both neighbours" in said("2nd", id)
    in_team = said("2nd", id, teams=True)
    assert "both neighbours" not in in_team
    assert "the neighbour who is not your partner" in in_team


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("id", ["residence", "aspasia"])
def test_diplomacy_keeps_out_of_the_war_but_not_in_teams(edition: str, id: str) -> None:
    """C3, T6, A12."""
    alone, in_team = said(edition, id), said(edition, id, teams=True)
    assert "you don't fight, and your neighbours face each other" in alone
    assert "don't fight" not in in_team
    assert "face each other" not in in_team
    assert "one token, not two" in in_team
    assert "A raid is fought all the same." in alone
    assert "raid" not in said(edition, id, expansions=("leaders", "cities"))


@pytest.mark.parametrize("id", ["pirate_hideout", "hideout", "sepulcher", "octavia", "petra:night"])
def test_losses_come_at_the_end_of_the_turn_and_hit_the_partner(id: str) -> None:
    """C2, A6, T5."""
    assert "at the end of the turn" in said("2nd", id)
    assert "partner" not in said("2nd", id)
    assert "Your partner is hit too." in said("2nd", id, teams=True)


def test_victory_tokens_and_debts_hit_the_partner_too() -> None:
    """T5."""
    for id in ("telesilla", "raider_camp"):
        assert "Your partner is hit too." in said("2nd", id, teams=True)


def test_pirates_take_what_the_commerce_level_says() -> None:
    """A10."""
    assert "Others lose as many coins as their commerce level." in said("2nd", "pirates_den")
    for edition in EDITIONS:
        yard = said(edition, "shipyard_A")
        assert "comes off a tax" in yard
        assert "pirates take as many coins as it is" in yard


def test_without_debts_who_has_too_few_coins_loses_all() -> None:
    """A6."""
    assert "too few" in said("2nd", "pirates_den", expansions=("armada",))
    assert "too few" not in said("2nd", "pirates_den")


def test_coins_of_a_space_come_with_the_advance_or_later() -> None:
    """A16: it depends on the edition."""
    assert "Coins with the advance: 2." in spaces("1st", "yellow")[2]
    assert "Coins after the effects of cards: 2." in spaces("2nd", "yellow")[2]
    assert "The coins of a space come with the advance" in said("1st", "shipyard_A")
    later = "The coins and islands of a space come after the effects of cards"
    assert later in said("2nd", "shipyard_A")


@pytest.mark.parametrize("edition", EDITIONS)
def test_taxes_come_at_the_end_of_the_turn_and_exploring_after_the_cards(edition: str) -> None:
    """A6, A16."""
    assert "A tax of 1 at the end of the turn" in spaces(edition, "yellow")[2]
    assert "After the effects of cards" in spaces(edition, "green")[2]
    everything = [
        said(edition, "shipyard_A"),
        *spaces(edition, "yellow"),
        *spaces(edition, "green"),
    ]
    assert not [words for words in everything if "at once" in words or "arrival" in words]


def test_a_tax_hits_the_partner_too() -> None:
    """T5."""
    assert "partner" in said("2nd", "shipyard_A", teams=True)
    assert "partner" not in said("2nd", "shipyard_A")


def test_a_leader_too_is_sold_for_an_advance() -> None:
    """A4."""
    assert "a card or leader that is sold" in said("2nd", "shipyard_A")
    assert "leader" not in said("2nd", "shipyard_A", expansions=("armada",))


@pytest.mark.parametrize(
    ("edition", "id"), [("1st", "architect_cabinet"), ("2nd", "architect_firm")]
)
def test_architects_spare_no_coins_and_no_ships(edition: str, id: str) -> None:
    """A3: the resources of the stage alone are spared."""
    words = said(edition, id)
    assert "The coins that a stage costs are still paid." in words
    assert "The cost of a ship with it stays as it is." in words
    assert "ship" not in said(edition, id, expansions=("cities",))


@pytest.mark.parametrize("id", ["imhotep", "hammurabi", "ancient"])
def test_discounts_of_resources_spare_no_coins(id: str) -> None:
    """L5, A15."""
    assert "its coins are still paid" in said("2nd", id)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_buried_leader_of_variable_cost_is_worth_six(edition: str) -> None:
    """L7."""
    words = said(edition, f"abu_simbel:{SECOND[edition]}#1")
    assert "One that costs as many coins as the age scores 6." in words
    assert "what it gave at once stays" in words


@pytest.mark.parametrize("edition", EDITIONS)
def test_agrippina_is_to_be_the_only_leader_face_up(edition: str) -> None:
    """L9."""
    assert "face up" in said(edition, "agrippina")
    assert "buried ones don't count" in said(edition, "agrippina")


@pytest.mark.parametrize("edition", EDITIONS)
def test_roma_draws_at_random_from_the_box_and_keeps_its_leaders(edition: str) -> None:
    """L3, L6."""
    board = f"roma:{SECOND[edition]}"
    assert "At random from all that lie in the box" in said(edition, f"{board}#1")
    assert "You keep the leaders left over in age III." in said(edition, board)
    assert "At once" not in said(edition, f"{board}#2")
    assert "the coins you have then" in said(edition, f"{board}#2")


def test_a_raid_is_fought_once_whatever_the_diplomacy_and_the_teams() -> None:
    """A12, T6."""
    assert "unless you two fight anyway" in said("2nd", "pontoon")
    assert "Diplomacy doesn't prevent it." in said("2nd", "pontoon")
    assert "iplomacy" not in said("2nd", "pontoon", expansions=("armada",))
    assert "for one token" in said("2nd", "pontoon", teams=True)


def test_at_sea_partners_are_rivals() -> None:
    """T6."""
    assert "everyone for himself" in said("2nd", "coastal_defenses", teams=True)
    assert "himself" not in said("2nd", "coastal_defenses")


def test_tomyris_gives_away_both_tokens_of_a_war_of_teams() -> None:
    """L8."""
    assert "takes the defeat token of that conflict" in said("2nd", "tomyris")
    assert "takes the defeat tokens of that conflict" in said("2nd", "tomyris", teams=True)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_stage_or_a_black_card_produces_is_not_for_sale(edition: str) -> None:
    """B17, C6."""
    for id in (
        f"alexandria:{SECOND[edition]}#1",
        "secret_warehouse",
        "black_market",
        "caravansery",
    ):
        assert "Only you can use it." in said(edition, id), id
    assert "Only you" not in said(edition, "sawmill")


def test_naval_tokens_are_no_victory_tokens() -> None:
    for id in ("alexander", "cynisca", "nero", "memorial", "sepulcher", "gorgo"):
        assert "naval" in said("2nd", id), id
        assert "naval" not in said("2nd", id, expansions=("leaders", "cities")), id


def test_free_cards_leave_the_cost_of_a_ship_whole() -> None:
    """A3."""
    for id in ("olympia:day#2", "olympia:night#1", "olympia:night#2"):
        assert "The cost of a ship with it stays as it is." in said("2nd", id)
        assert "ship" not in said("2nd", id, expansions=())


def test_no_ship_comes_with_a_card_out_of_the_discard_pile() -> None:
    """A3."""
    assert "No ship comes with it." in said("2nd", "solomon")
    assert "ship" not in said("2nd", "solomon", expansions=("leaders",))


def test_free_advances_are_of_different_fleets_and_optional() -> None:
    """A15."""
    assert "if you like" in said("2nd", "amber")
    assert "Or none does." in said("2nd", "dry_hold")
    assert "different ones go one space each" in said("2nd", "stormy")


def test_extra_coins_come_on_top_of_those_everybody_has() -> None:
    assert "Starts with 4 coins more." in said("1st", "manneken_pis:B")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("expansions", [("cities",), ("armada",), EXPANSIONS])
def test_nothing_in_teams_speaks_of_both_neighbours_fought(
    edition: str, expansions: tuple[str, ...]
) -> None:
    for id, (_, words, *_) in explaining.words(
        load(edition, expansions, promo=True), "en", teams=True
    ).items():
        assert "those of both neighbours" not in words, id
        assert "don't fight" not in words, id


EVERYTHING = [
    (f"{edition} {id}", words)
    for edition in EDITIONS
    for id, (_, words, *_) in explaining.words(load(edition, EXPANSIONS, promo=True), "en").items()
]


def test_goods_are_counted_in_words() -> None:
    assert "Produces two wood." in said("2nd", "sawmill")
    assert "Costs wood and two ore." in said("1st", "statue")
    kinds = "|".join(RESOURCES)
    counted = re.compile(rf"\d+ ({kinds})|({kinds}) and \2\b")
    assert [each for each in EVERYTHING if counted.search(each[1])] == []


def test_a_card_says_in_one_sentence_what_makes_it_free_and_what_it_makes_free() -> None:
    forum = "Free for whoever has built East Trading Post or West Trading Post."
    assert forum in said("1st", "forum")
    assert "Whoever has it builds Stables and Dispensary for nothing." in said("1st", "apothecary")


def test_all_words_are_sentences() -> None:
    line = re.compile(r"[A-Z0-9−].*[.!]")
    wrong = [each for each in EVERYTHING if not all(map(line.fullmatch, each[1].split("\n")))]
    assert wrong == []
    assert [each for each in EVERYTHING if ".." in each[1] or " ." in each[1]] == []


def test_who_does_what_is_said_of_every_effect() -> None:
    """A phrase that leaves it out, as data may, is not for a reader."""
    bare = re.compile(r"\b(Buys|Builds|Copies|Raids|Draws|Keeps|Plays|Science|Advances|May) ")
    assert [each for each in EVERYTHING if bare.search(each[1])] == []


def test_every_sentence_for_an_effect_is_used_and_gathered() -> None:
    phrases = set()
    for edition in EDITIONS:
        printed = load(edition, EXPANSIONS, promo=True)
        groups = [card.effects for card in printed.cards.values()]
        groups += [leader.effects for leader in printed.leaders.values()]
        groups += [island.effects for island in printed.islands.values()]
        for board in printed.boards.values():
            groups += [board.effects, *(stage.effects for stage in board.stages)]
        phrases |= {phrase for effects in groups for phrase in effects_text(effects)}
    assert SENTENCES.keys() <= phrases
    found = gather()
    assert all(text in found for text in SENTENCES.values())
    assert not any(phrase in found for phrase in SENTENCES)


def test_every_note_is_said_somewhere_and_gathered_for_translation() -> None:
    found = gather()
    used = set()
    for edition in EDITIONS:
        for expansions in ((), ("armada",), EXPANSIONS):
            printed = load(edition, expansions, promo=True)
            effects = [card.effects for card in printed.cards.values()]
            effects += [leader.effects for leader in printed.leaders.values()]
            effects += [island.effects for island in printed.islands.values()]
            for board in printed.boards.values():
                effects += [board.effects, *(stage.effects for stage in board.stages)]
            for teams in (False, True):
                played = Played(edition, expansions, teams)
                used |= {note for one in effects for note in notes_on(one, played)}
    assert used == {note.text for note in NOTES}
    assert all(note in found for note in used)
