"""What the phrase of an effect leaves open, in a sentence or two for who does not know the rules.

``notes_on`` gives the sentences about some effects as a game is played: in its edition, with its
expansions, alone or in teams. The terminal says them as they are, the pages translate them. Each
names the rule it tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..catalogue import Catalogue, Effect


@dataclass(frozen=True, slots=True)
class Played:
    """How a game is played, as far as words depend on it."""

    edition: str
    expansions: tuple[str, ...] = ()
    teams: bool = False

    @classmethod
    def with_(cls, catalogue: Catalogue, teams: bool) -> Played:
        return cls(catalogue.edition, catalogue.expansions, teams)


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence about effects of some kinds.

    ``teams``: only in teams, or only without them; ``needs``: only with one of these expansions;
    ``lacks``: only without this one; ``about``: only for such effects.
    """

    text: str
    kinds: tuple[str, ...]
    teams: bool | None = None
    needs: tuple[str, ...] = ()
    lacks: str = ""
    about: Callable[[Effect], bool] = bool

    def fits(self, effect: Effect, played: Played) -> bool:
        return (
            effect.kind in self.kinds
            and self.teams in (None, played.teams)
            and (not self.needs or not set(self.needs).isdisjoint(played.expansions))
            and self.lacks not in played.expansions
            and self.about(effect)
        )


ARMADA, CITIES, LEADERS = ("armada",), ("cities",), ("leaders",)
LOSSES = ("loss", "loss_per", "loss_by_commerce", "loss_on_stage")
FREE_BUILDS = ("free_build", "free_first_of_colour", "free_first_card", "free_last_card")
COUNTING = ("coins_per", "points_per", "loss_per")
CONDITIONS = (
    *("points_if_more", "points_if_undefeated"),
    *("points_if_only_leader", "points_if_wonder_complete"),
)
ABOUT_TOKENS = (
    *("points_if_undefeated", "coins_on_victory", "discard_defeats", "others_forfeit"),
    "defeats_as_shields",
)


def _counts_tokens(effect: Effect) -> bool:
    return effect.counted in ("victory", "defeat", "victory_pair")


def _is_any(effect: Effect) -> bool:
    return len(effect.options) > 1


def _of_one_colour(effect: Effect) -> bool:
    return bool(effect.colours)


def _of_choice(effect: Effect) -> bool:
    return not effect.colours and effect.amount == 1


def _several(effect: Effect) -> bool:
    return not effect.colours and effect.amount > 1


# Those on one effect are told in this order.
NOTES = (
    # B25
    Note(
        "At the end each kind of symbol scores its number squared, and each set of three "
        "different ones 7 points more.",
        ("science",),
    ),
    Note("At the end it becomes the kind that scores most.", ("science",), about=_is_any),
    # L9, C7
    Note("Any one of yours, also a leader's.", ("swap_symbol",)),
    Note("It is added at the very end, after all other symbols.", ("majority",)),
    Note("You can copy each green card of a neighbour only once.", ("copy_science",)),
    # B23, T6
    Note(
        "At the end of each age shields are compared with those of both neighbours.",
        ("shields",),
        teams=False,
    ),
    Note(
        "At the end of each age shields are compared with those of the neighbour who is not your "
        "partner, for two tokens.",
        ("shields",),
        teams=True,
    ),
    Note("Those that you have when a war begins.", ("defeats_as_shields",)),
    # L8
    Note(
        "Whoever beats you in a war takes the defeat token of that conflict, not you.",
        ("redirect_defeats",),
        teams=False,
    ),
    Note(
        "Whoever beats you in a war takes the defeat tokens of that conflict, not you.",
        ("redirect_defeats",),
        teams=True,
    ),
    Note("Also when it is built for nothing.", ("coins_on_build",)),
    Note("In a war or otherwise.", ("coins_on_victory",)),
    Note("It is worth its number of points and counts like one won in a war.", ("victory",)),
    # B18
    Note("The coins are taken once, when it is built.", ("coins_per",)),
    Note("Once, when it comes into play.", ("discard_defeats",)),
    Note("Each chooses which one; whoever has none gives up nothing.", ("others_forfeit",)),
    Note("The points are counted at the end.", ("points_per", *CONDITIONS)),
    # L9
    Note(
        "No other leader of yours may lie face up then; buried ones don't count.",
        ("points_if_only_leader",),
    ),
    Note(
        "Tokens of naval conflicts don't count.",
        COUNTING,
        needs=ARMADA,
        about=_counts_tokens,
    ),
    Note("Tokens of naval conflicts don't count.", ABOUT_TOKENS, needs=ARMADA),
    # B12, C5, A13, L5
    Note("The usual price is 2 coins each.", ("buy_at",)),
    Note("Added to other discounts, so it can be free.", ("wharf", "start_rebate")),
    Note("Out of what that player sells to neighbours; no other discount applies.", ("far_trade",)),
    Note("What you get for 0 coins is not bought.", ("coins_on_purchase",), needs=CITIES),
    # C6
    Note(
        "Your brown and grey cards and your starting resource decide which kinds.",
        ("own_kind", "missing_kind"),
    ),
    # L5, A15, A3
    Note(
        "You leave out any one resource of the cost; its coins are still paid.",
        ("discount", "ship_discount"),
    ),
    Note("The coins that a stage costs are still paid.", ("free_stage_resources",)),
    # B20, B21
    Note(
        "From this age on you don't discard your last card but play it, in a turn of your own "
        "before the war.",
        ("last_card",),
    ),
    Note(
        "A card of a colour not yet in your city costs neither coins nor resources.",
        ("free_first_of_colour",),
    ),
    Note(
        "The card you build in the first turn of an age costs neither coins nor resources.",
        ("free_first_card",),
    ),
    Note(
        "The card you build in the last turn of an age costs neither coins nor resources.",
        ("free_last_card",),
    ),
    Note("It costs neither coins nor resources.", ("free_build", "free_colour_once")),
    Note("They cost neither coins nor resources.", ("free_colour",)),
    Note("Not for stages.", FREE_BUILDS, lacks="leaders"),
    Note("Not for stages or leaders.", FREE_BUILDS, needs=LEADERS),
    Note(
        "The cost of a ship with it stays as it is.",
        (*FREE_BUILDS, "discount", "free_stage_resources"),
        needs=ARMADA,
    ),
    Note("The best for you is taken. It scores as if it stood in your own city.", ("copy_guild",)),
    # A17
    Note("A guild scores 10 points at most.", ("copy_guild",), needs=ARMADA),
    # B19, A3
    Note(
        "At the end of the turn you look through all discarded cards and may build one that your "
        "city does not have yet.",
        ("rebuild",),
    ),
    Note("No ship comes with it.", ("rebuild",), needs=ARMADA),
    # L3, L6, L7
    Note("They stay in your hand for Roma's stages.", ("keep_leader",)),
    Note("At random from all that lie in the box, into your hand.", ("draw_leaders",)),
    Note(
        "In the same turn, if you like; you pay for it with the coins you have then.",
        ("recruit_again",),
    ),
    Note(
        "You have to, if you have recruited one. Its effect ends; what it gave at once stays. "
        "One that costs as many coins as the age scores 6.",
        ("bury",),
    ),
    Note("From then on the leader works for you too.", ("copy_leader",)),
    # C3, A12, T6
    Note(
        "It is spent in the next war: you don't fight, and your neighbours face each other.",
        ("diplomacy",),
        teams=False,
    ),
    Note(
        "It is spent in the next war: you and your opponent fight for one token, not two; if both "
        "spend one, for none.",
        ("diplomacy",),
        teams=True,
    ),
    Note("A raid is fought all the same.", ("diplomacy",), needs=ARMADA),
    Note(
        "At the end of this age you fight one more land conflict, with that player, unless you "
        "two fight anyway.",
        ("raid",),
    ),
    Note("It is fought for one token.", ("raid",), teams=True),
    Note("Diplomacy doesn't prevent it.", ("raid",), needs=CITIES),
    # A14, T6
    Note(
        "At the end of each age the naval strength of all players is compared.",
        ("naval",),
        teams=False,
    ),
    Note(
        "At the end of each age the naval strength of all players is compared, everyone for "
        "himself.",
        ("naval",),
        teams=True,
    ),
    Note("You choose each time; whoever stays out takes no token.", ("may_stay_out",)),
    # A8, A15
    Note("It goes one space, for nothing, if you like.", ("advance",), about=_of_one_colour),
    Note(
        "You choose which; it goes one space, for nothing. Or none does.",
        ("advance",),
        about=_of_choice,
    ),
    Note(
        "You choose which; different ones go one space each, for nothing. Or none does.",
        ("advance",),
        about=_several,
    ),
    Note("Whether it is paid for or not.", ("coin_per_advance",)),
    Note(
        "Instead of the fleet with the wonder's symbol, which has a cost.",
        ("stage_advances_any",),
    ),
    Note("The top one; you keep it.", ("draw_island",)),
    # A11
    Note("You lose no coins to them.", ("immune",)),
    Note("Other losses still hit you.", ("immune",), needs=(*CITIES, *LEADERS)),
    # C2, A6, A10, C8, T5
    Note("These are pirates.", ("loss_by_commerce",)),
    Note("Coins are lost at the end of the turn.", LOSSES),
    Note("Your partner is hit too.", (*LOSSES, "debt", "others_forfeit"), teams=True),
    Note("For each coin a debt of 1 point less can be taken instead.", LOSSES, needs=CITIES),
    Note("Whoever has too few coins loses all of them.", LOSSES, lacks="cities"),
    Note("A debt is 1 point less at the end and can't be paid back.", ("debt",)),
)

# A6, A16: when the spaces that fleets have reached take effect.
ARRIVALS = {
    "1st": "The coins of a space come with the advance, its islands after the effects of cards, "
    "its tax at the end of the turn.",
    "2nd": "The coins and islands of a space come after the effects of cards, its tax at the end "
    "of the turn.",
}
# A6, A10
COMMERCE = "Your commerce level comes off a tax; pirates take as many coins as it is."


def notes_on(effects: Iterable[Effect], played: Played) -> list[str]:
    """What there is to know about some effects, one after the other, each sentence once."""
    found = (note.text for effect in effects for note in NOTES if note.fits(effect, played))
    return list(dict.fromkeys(found))


def texts() -> Iterable[str]:
    """Every sentence, for translators."""
    return dict.fromkeys([*(note.text for note in NOTES), *ARRIVALS.values(), COMMERCE])
