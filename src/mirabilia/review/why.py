"""Why another move was better: what the figures of the playouts say about it, as codes with values.

Words are made of them where they are shown. A reason is told only if it is large enough to explain
something, and the largest come first.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..catalogue import Catalogue
from ..game.notation import Move
from .decisions import Owed, Walk
from .judgement import (
    FREES,
    LESS,
    MORE,
    OTHER,
    PAYMENT,
    TAKEN,
    Judgement,
    Reason,
    Verdict,
)

_WORTH_SAYING = 0.5  # points
_MOST_MORE = 2


def judgement(owed: Owed, verdict: Verdict, walk: Walk) -> Judgement:
    """A verdict with what it is about and what explains it."""
    return Judgement(
        owed.number,
        owed.step,
        owed.seat,
        owed.age,
        owed.turn,
        owed.kind,
        verdict,
        reasons(verdict, owed, walk),
    )


def reasons(verdict: Verdict, owed: Owed, walk: Walk) -> tuple[Reason, ...]:
    """What explains a decision that has cost something; of others there is nothing to explain."""
    if not verdict.clear:
        return ()
    best, played = Move.parse(verdict.best.move), Move.parse(verdict.played.move)
    found: list[Reason] = []
    if verdict.by_payment:
        found.append(Reason(PAYMENT, {"best": best.coins, "played": played.coins}))
    found += of_figures(verdict)
    if best.card != played.card and best.action == "build" and best.card:
        if cards := freed_by(walk.game.catalogue, best.card, _to_come(walk, owed.age)):
            found.append(Reason(FREES, {"card": best.card, "cards": cards}))
        taken = walk.taken(owed, best.card)
        if taken and taken.seat != owed.seat:
            values = {"seat": taken.seat, "card": best.card, "action": taken.action}
            found.append(Reason(TAKEN, {**values, "age": owed.age, "turn": taken.turn}))
    return tuple(found)


def of_figures(verdict: Verdict) -> tuple[Reason, ...]:
    """What the playouts alone say: where the points come from, and who else has them."""
    return (*_of_lines(verdict.lines or {}), *_of_others(verdict.others or {}))


def _of_lines(lines: Mapping[str, float]) -> list[Reason]:
    """The lines in which the best move was ahead most, and the one in which it was behind most."""
    by_size = sorted(lines.items(), key=lambda line: -line[1])
    more = [
        Reason(MORE, {"line": name, "points": points})
        for name, points in by_size[:_MOST_MORE]
        if points >= _WORTH_SAYING
    ]
    name, points = by_size[-1] if by_size else ("", 0.0)
    less = [Reason(LESS, {"line": name, "points": -points})] if points <= -_WORTH_SAYING else []
    return more + less


def _of_others(others: Mapping[int, float]) -> list[Reason]:
    """The player to whom most was given away."""
    seat, points = max(others.items(), key=lambda other: other[1], default=(0, 0.0))
    return [Reason(OTHER, {"seat": seat, "points": points})] if points >= _WORTH_SAYING else []


def freed_by(catalogue: Catalogue, card: str, among: set[str]) -> list[str]:
    """The cards, of some, that a card makes free by its chains."""
    first = catalogue.cards.get(card)
    if first is None:
        return []
    return sorted(
        other
        for other in among
        if (later := catalogue.cards.get(other))
        and (first.building in later.free_with or set(first.grants) & set(later.accepts))
    )


def _to_come(walk: Walk, age: int) -> set[str]:
    """The cards that were dealt in the ages after one."""
    deal = walk.game.record()["deal"]["ages"]
    return {card for hands in deal[age:] for hand in hands for card in hand.split()}
