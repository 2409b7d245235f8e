"""Kinds of effects as numbers, under the names that the catalogue gives them.

Compiled code compares with these numbers; the tables look a kind up by its name (``NUMBER``), so
that neither list can shift under the other. The order matters in two places: kinds that only
expansions have come last, and those of Armada last of all.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..catalogue import EFFECT_KINDS

(
    PRODUCE,
    POINTS,
    SHIELDS,
    SCIENCE,
    COINS,
    COINS_PER,
    POINTS_PER,
    POINTS_IF_WONDER_COMPLETE,
    BUY_AT,
    LAST_CARD,
    FREE_BUILD,
    FREE_FIRST_OF_COLOUR,
    FREE_FIRST_CARD,
    FREE_LAST_CARD,
    REBUILD,
    COPY_GUILD,
    POINTS_IF_MORE,
    POINTS_IF_UNDEFEATED,
    POINTS_IF_ONLY_LEADER,
    FREE_RECRUIT,
    RECRUIT_DISCOUNT,
    KEEP_LEADER,
    DISCOUNT,
    FREE_COLOUR,
    FREE_COLOUR_ONCE,
    COINS_ON_BUILD,
    COINS_ON_CHAIN,
    COINS_ON_VICTORY,
    COINS_ON_STAGE,
    COINS_ON_PURCHASE,
    BONUS_COIN,
    LOSS_ON_STAGE,
    BANK_RESOURCE,
    VICTORY,
    DISCARD_DEFEATS,
    OTHERS_FORFEIT,
    REDIRECT_DEFEATS,
    SWAP_SYMBOL,
    MAJORITY,
    COPY_SCIENCE,
    DEFEATS_AS_SHIELDS,
    LOSS,
    LOSS_PER,
    LOSS_BY_COMMERCE,
    DEBT,
    DIPLOMACY,
    OWN_KIND,
    MISSING_KIND,
    START_REBATE,
    WHARF,
    FREE_STAGE_RESOURCES,
    DRAW_LEADERS,
    RECRUIT_AGAIN,
    BURY,
    COPY_LEADER,
    NAVAL,
    RAID,
    FAR_TRADE,
    ADVANCE,
    DRAW_ISLAND,
    IMMUNE,
    STAGE_ADVANCES_ANY,
    MAY_STAY_OUT,
    SHIP_DISCOUNT,
    COIN_PER_ADVANCE,
) = range(len(EFFECT_KINDS))
NUMBER: Mapping[str, int] = {kind: globals()[kind.upper()] for kind in EFFECT_KINDS}
FIRST_OF_EXPANSIONS = POINTS_IF_MORE
FIRST_OF_ARMADA = NAVAL

# Those of them that a city sums up, in `g.power`, at their number.
SUMMED = (
    FREE_RECRUIT,
    RECRUIT_DISCOUNT,
    KEEP_LEADER,
    COINS_ON_CHAIN,
    COINS_ON_VICTORY,
    COINS_ON_STAGE,
    COINS_ON_PURCHASE,
    BONUS_COIN,
    LOSS_ON_STAGE,
    BANK_RESOURCE,
    REDIRECT_DEFEATS,
    SWAP_SYMBOL,
    MAJORITY,
    COPY_SCIENCE,
    DEFEATS_AS_SHIELDS,
    OWN_KIND,
    MISSING_KIND,
    START_REBATE,
    WHARF,
    FREE_STAGE_RESOURCES,
    NAVAL,
    FAR_TRADE,
    IMMUNE,
    STAGE_ADVANCES_ANY,
    MAY_STAY_OUT,
    SHIP_DISCOUNT,
    COIN_PER_ADVANCE,
)

# A few are summed up in two places, by their direction; a set's bonus is Aristotle's.
(
    RECRUIT_DISCOUNT_AROUND,
    COINS_ON_STAGE_AROUND,
    WHARF_RIGHT,
    FAR_TRADE_RIGHT,
    SET_BONUS,
    POWERS,  # as many places as `g.power` has
) = range(len(EFFECT_KINDS), len(EFFECT_KINDS) + 6)
