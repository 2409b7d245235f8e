"""A net learns the game by playing itself: PPO with masks, in PyTorch, in games of all setups.

    python scripts/teach.py FOLDER --minutes 20

Games are stepped on all cores while the net learns, on a GPU if there is one, from those before.
FOLDER gets a checkpoint, from which it goes on when it is called again, the net in the form that
is played (``net.net``) and a line for each measurement (``curve.txt``); ``docs/learning.md`` tells
more. PyTorch is no dependency of ours: ``pip install torch``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from mirabilia.bots.net import net as form
from mirabilia.bots.net.inputs import FIRST, HEADS, INPUTS, PLACE, RESULT, SCALES, SECOND
from mirabilia.files import write_whole
from mirabilia.lab.learning import matches
from mirabilia.lab.learning.school import School

BEND, OWN_POINTS = 6.0, 0.05  # the unit of a search: lead / (BEND + |lead|) + OWN_POINTS × points
TO_FIFTY = 0.02
NEVER = -1e9


@dataclass(frozen=True)
class Plan:
    """How it learns; rates fall from the first number to the second."""

    rows: int = 16384
    steps: int = 24
    epochs: int = 2
    minibatch: int = 32768
    rate: tuple[float, float] = (6e-4, 3e-5)
    entropy: tuple[float, float] = (0.03, 0.006)
    clip: float = 0.2
    trace: float = 0.95  # λ
    bots_in: int = 5  # of so many games one is against `greedy`
    schools: int = 2  # one waits for the net while the other goes on
    every: float = 1.5  # minutes between two measurements
    seed: int = 1


class Model(nn.Module):
    """The net as it learns; inputs are scaled, and scales become a part of the weights later."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(INPUTS, FIRST)
        self.second = nn.Linear(FIRST, SECOND)
        self.heads = nn.Linear(SECOND, HEADS)
        self.actions = nn.Linear(SECOND, form.ACTIONS)
        nn.init.normal_(self.first.weight, std=0.08)  # some hundred of the inputs are not 0
        nn.init.zeros_(self.first.bias)
        nn.init.normal_(self.actions.weight, std=0.01)
        nn.init.zeros_(self.actions.bias)
        with torch.no_grad():
            self.heads.bias.copy_(torch.tensor([2.5, 0.5, 1.0, 0.0]))
        self.register_buffer("scales", torch.from_numpy(SCALES))

    def forward(self, index: Any, value: Any, legal: Any) -> tuple[Any, Any]:
        """The logarithms of the chances of all legal actions, and what is expected."""
        where = index.long()
        rows = torch.zeros(len(index), INPUTS, device=index.device)
        rows.scatter_add_(1, where, value.float() * self.scales[where])
        inner = torch.relu(self.second(torch.relu(self.first(rows))))
        liked = self.actions(inner).gather(1, legal.long().clamp(min=0))
        liked = liked.masked_fill(legal < 0, NEVER)
        return liked.log_softmax(1), self.heads(inner)

    def layers(self) -> form.Layers:
        """The weights in the form that is played."""
        first = self.first.weight.T * self.scales[:, None]
        named = {
            "first": first,
            "first_plus": self.first.bias,
            "second": self.second.weight.T,
            "second_plus": self.second.bias,
            "heads": self.heads.weight,
            "heads_plus": self.heads.bias,
            "actions": self.actions.weight,
            "actions_plus": self.actions.bias,
        }
        return {name: each.detach().float().cpu().numpy() for name, each in named.items()}


class Class:
    """A school and what happens there: games go on from one lesson to the next."""

    def __init__(self, plan: Plan, number: int, device: Any) -> None:
        self.plan, self.device = plan, device

        def room(shape: tuple[int, ...], kind: Any) -> Any:
            made = torch.zeros(shape, dtype=getattr(torch, np.dtype(kind).name))
            return (made.pin_memory() if device.type == "cuda" else made).numpy()

        self.school = School(
            plan.rows // plan.schools,
            bots_in=plan.bots_in,
            room=room,
            seed=plan.seed * 10**9 + number * 10**8,
        )
        slots = self.school.slots
        index = slots.inputs.view(np.int16)  # as which PyTorch can do more with it
        self.given = [torch.from_numpy(each) for each in (index, slots.values, slots.legal)]
        self.row = torch.from_numpy(self.school.row_of_slot)
        self.seat = torch.from_numpy(self.school.seat_of_slot)
        self.stream = torch.cuda.Stream(device) if device.type == "cuda" else None
        teams = np.array([bool(setup.teams) for setup in self.school.setups])
        self.teams = teams[self.school._many.setup]
        self.sizes = np.where(self.teams, 2, 1)
        # Who plays against whom: of each slot, the seats of its game that are not of its side.
        wide = np.arange(self.school.seats)
        self.mates = np.minimum(wide ^ 1, len(wide) - 1)
        players = np.array([setup.players for setup in self.school.setups])
        seats, rows = self.school.seat_of_slot, self.school.row_of_slot
        size = self.sizes[rows][:, None]
        at_table = wide < players[self.school._many.setup][rows][:, None]
        self.others = at_table & (wide // size != seats[:, None] // size)

    @torch.no_grad()
    def lesson(self, model: Model) -> dict[str, Any]:
        """Some steps of all games; decisions with what was gained by them."""
        with torch.cuda.stream(self.stream):
            found = self._play(model)
        if self.stream:
            self.stream.synchronize()
        return found

    def _play(self, model: Model) -> dict[str, Any]:
        plan, slots, device = self.plan, self.school.slots, self.device
        count, steps = len(slots.owes), plan.steps
        values = torch.zeros(steps + 1, count, device=device)
        owed = torch.zeros(steps + 1, count, device=device, dtype=torch.bool)
        over = torch.zeros(steps, count, device=device, dtype=torch.bool)
        ends = torch.zeros(steps, count, HEADS, device=device)
        kept: list[tuple[Any, ...]] = []
        for step in range(steps + 1):
            at = torch.from_numpy(np.flatnonzero(slots.owes))
            index, value, legal = (
                each.to(device, non_blocking=True)[at.to(device)]
                if device.type == "cuda"
                else each[at]
                for each in self.given
            )
            logs, expected = model(index, value, legal)
            at = at.to(device)
            values[step, at] = expected[:, RESULT]
            owed[step, at] = True
            if step == steps:
                break
            noise = torch.empty_like(logs).exponential_().log_()
            chosen = (logs - noise).argmax(1)
            told = logs.gather(1, chosen[:, None])[:, 0]
            kept.append((index, value, legal, chosen, told, at + step * count))
            actions = np.zeros(count, np.int64)
            named = legal.gather(1, chosen[:, None])[:, 0]
            actions[at.cpu().numpy()] = named.cpu().numpy()
            slots.actions[:] = actions
            self.school.answer()
            self._note_ends(over[step], ends[step])
        gains, wanted = self._gains(values, owed, over, ends)
        names = ("index", "value", "legal", "chosen", "told", "at")
        lesson = {
            name: torch.cat(each) for name, each in zip(names, zip(*kept, strict=True), strict=True)
        }
        at = lesson.pop("at")
        return lesson | {"gain": gains.flatten()[at], "wanted": wanted.flatten(0, 1)[at]}

    def _note_ends(self, over: Any, ends: Any) -> None:
        """What came of the games that have ended in this step."""
        ended = self.school.over.astype(bool)
        if not ended.any():
            return
        slots = np.flatnonzero(ended[self.school.row_of_slot])
        rows, seats = self.school.row_of_slot[slots], self.school.seat_of_slot[slots]
        totals = self.school.totals.astype(np.float32)
        totals = np.where(self.teams[:, None], (totals + totals[:, self.mates]) / 2, totals)
        own, theirs = totals[rows, seats], totals[rows]
        others = self.others[slots]
        points = own
        lead = (own - np.where(others, theirs, -np.inf).max(axis=1)) * self.sizes[rows]
        beaten = (others & (theirs < own[:, None])).sum(axis=1)
        level = (others & (theirs == own[:, None])).sum(axis=1)
        place = (beaten + 0.5 * level) / others.sum(axis=1)
        result = lead / (BEND + np.abs(lead)) + OWN_POINTS * points
        told = np.stack([result, place, points * TO_FIFTY, lead * TO_FIFTY], 1).astype(np.float32)
        where = torch.from_numpy(slots).to(over.device)
        over[where] = True
        ends[where] = torch.from_numpy(told).to(over.device)

    def _gains(self, values: Any, owed: Any, over: Any, ends: Any) -> tuple[Any, Any]:
        """Of each decision what it gained over what was expected, and what to expect of it: from
        one own decision of a seat back to the one before.
        """
        steps, count = over.shape
        gains, wanted = torch.zeros_like(values), torch.zeros(steps + 1, count, HEADS)
        wanted = wanted.to(values.device)
        later = values[steps].clone()
        known = owed[steps].clone()  # whether anything later is known at all
        ahead = torch.zeros_like(later)
        ending = torch.full((count, HEADS), float("nan"), device=values.device)
        for step in reversed(range(steps)):
            later = torch.where(over[step], ends[step, :, RESULT], later)
            ahead = torch.where(over[step], 0.0, ahead)
            ending = torch.where(over[step, :, None], ends[step], ending)
            known = known | over[step]
            now = owed[step]
            gain = torch.where(known, later - values[step] + self.plan.trace * ahead, 0.0)
            gains[step] = torch.where(now, gain, 0.0)
            wanted[step] = ending
            wanted[step, :, RESULT] = values[step] + gain
            ahead = torch.where(now, gain, ahead)
            later = torch.where(now, values[step], later)
            known = known | now
        return gains, wanted


class Learner:
    """The net, what it has learnt so far, and how it goes on."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder, self.plan = folder, plan
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        sys.setswitchinterval(1e-4)  # the learner waits for nobody
        self.model = Model().to(self.device)
        self.actor = Model().to(self.device)
        self.on_gpu = self.device.type == "cuda"
        self.optimiser = torch.optim.Adam(
            self.model.parameters(),
            torch.tensor(plan.rate[0], device=self.device) if self.on_gpu else plan.rate[0],
            eps=1e-5,
            fused=self.on_gpu,
            capturable=self.on_gpu,
        )
        self.step_on_gpu: Any = None  # a step of learning as one call, with what it takes
        self.spent = 0.0  # minutes
        self.entropy = torch.zeros((), device=self.device)
        self.decisions = 0
        self.waited = 0.0
        self.told: dict[str, float] = {}
        if (folder / "checkpoint.pt").exists():
            self._take_up()

    def _take_up(self) -> None:
        kept = torch.load(
            self.folder / "checkpoint.pt", map_location=self.device, weights_only=True
        )
        self.model.load_state_dict(kept["model"])
        if "optimiser" in kept:
            self.optimiser.load_state_dict(kept["optimiser"])
            if self.on_gpu:
                for group in self.optimiser.param_groups:
                    group["lr"] = torch.tensor(self.plan.rate[0], device=self.device)
        self.spent, self.decisions = kept["spent"], kept["decisions"]

    def save(self) -> None:
        kept = {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "spent": self.spent,
            "decisions": self.decisions,
        }
        part = self.folder / "checkpoint.part"
        torch.save(kept, part)
        os.replace(part, self.folder / "checkpoint.pt")
        how = {"minutes": round(self.spent, 2), "decisions": self.decisions, **asdict(self.plan)}
        write_whole(self.folder / "net.net", form.written(self._layers(), how))

    def _layers(self) -> form.Layers:
        """The weights, with nothing where nothing was ever learnt: inputs and actions that are
        never met, of numbers that stand for no card.
        """
        layers = self.model.layers()
        of = {"first": self.model.first.weight, "actions": self.model.actions.weight}
        for name, weights in of.items():
            moments = self.optimiser.state[weights].get("exp_avg_sq")
            if moments is not None:
                met = (moments > 0).any(dim=0 if name == "first" else 1).cpu().numpy()
                layers[name] = layers[name] * met[:, None]
        return layers

    def run(self, minutes: float, until: float) -> None:
        """Learn until so many minutes have been spent in all, or the clock says so."""
        classes = [
            Class(self.plan, number + int(self.decisions % 89), self.device)
            for number in range(self.plan.schools)
        ]
        with ThreadPoolExecutor(len(classes)) as pool:
            self._learn(classes, pool, minutes, until)
        self.save()
        self.measure()

    def _learn(
        self, classes: Sequence[Class], pool: ThreadPoolExecutor, minutes: float, until: float
    ) -> None:
        measured = self.spent
        before = time.monotonic()
        first = True
        lessons = self._lessons(classes, pool)
        while self.spent < minutes and time.time() < until:
            asked = time.monotonic()
            ready = [lesson.result() for lesson in lessons]
            self.waited += time.monotonic() - asked
            done = min(self.spent / minutes, 1.0)
            if first:  # the step is made while nobody else uses the GPU
                self.learn(ready, done)
            self.actor.load_state_dict(self.model.state_dict())
            lessons = self._lessons(classes, pool)
            if not first:
                self.learn(ready, done)
            first = False
            now = time.monotonic()
            self.spent += (now - before) / 60
            before = now
            if self.spent - measured >= self.plan.every:
                measured = self.spent
                self.save()
                self.measure()

    def _lessons(
        self, classes: Sequence[Class], pool: ThreadPoolExecutor
    ) -> list[Future[dict[str, Any]]]:
        return [pool.submit(each.lesson, self.actor) for each in classes]

    def learn(self, lessons: Sequence[dict[str, Any]], done: float) -> None:
        plan = self.plan
        all_of = {name: torch.cat([each[name] for each in lessons]) for name in lessons[0]}
        count = len(all_of["chosen"])
        gain = all_of["gain"]
        all_of["gain"] = (gain - gain.mean()) / (gain.std() + 1e-6)
        rate = plan.rate[0] * (plan.rate[1] / plan.rate[0]) ** done
        entropy = plan.entropy[0] * (plan.entropy[1] / plan.entropy[0]) ** done
        for group in self.optimiser.param_groups:
            if isinstance(group["lr"], torch.Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        self.entropy.fill_(entropy)
        sums = torch.zeros(4, device=self.device)
        parts = 0
        for _ in range(plan.epochs):
            for some in self._parts(count):
                sums += self._step(all_of, some)
                parts += 1
        self.decisions += count
        loss, far, value, spread = (sums / parts).tolist()
        self.told = {"rate": rate, "value": value, "entropy": spread, "far": far, "loss": loss}

    def _step(self, all_of: dict[str, Any], some: Any) -> Any:
        """Learn from some of the decisions; on a GPU as one call, which is made the first time."""
        if self.step_on_gpu is None and self.on_gpu:
            try:
                self.step_on_gpu = self._make_step(all_of, some)
            except RuntimeError as error:  # it is only slower so
                print(f"Each step is launched in its parts: {error}", file=sys.stderr)
                self.on_gpu = False
        if self.step_on_gpu is None:
            return self._learn_from({name: each[some] for name, each in all_of.items()})
        graph, given, losses = self.step_on_gpu
        for name, room in given.items():
            torch.index_select(all_of[name], 0, some, out=room)
        graph.replay()
        return losses

    def _learn_from(self, some: dict[str, Any]) -> Any:
        self.optimiser.zero_grad(set_to_none=True)
        losses = self._loss(some)
        losses[0].backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 0.5)
        self.optimiser.step()
        return torch.stack([each.detach() for each in losses])

    def _make_step(self, all_of: dict[str, Any], some: Any) -> tuple[Any, dict[str, Any], Any]:
        given = {name: each[some].clone() for name, each in all_of.items()}
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(3):
                self._learn_from(given)
        torch.cuda.current_stream().wait_stream(aside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, capture_error_mode="thread_local"):
            losses = self._learn_from(given)
        return graph, given, losses

    def _parts(self, count: int) -> Iterator[Any]:
        size = min(self.plan.minibatch, count)  # all of one size; the rest waits for another time
        order = torch.randperm(count, device=self.device)
        yield from order[: count // size * size].split(size)

    def _loss(self, some: dict[str, Any]) -> tuple[Any, ...]:
        logs, expected = self.model(some["index"], some["value"], some["legal"])
        clip = self.plan.clip
        ratio = (logs.gather(1, some["chosen"][:, None])[:, 0] - some["told"]).exp()
        gain = some["gain"]
        least = torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain)
        spread = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
        known = ~some["wanted"].isnan()
        miss = torch.where(known, expected - some["wanted"].nan_to_num(), 0.0).square()
        value = miss[:, RESULT].mean()
        more = miss[:, PLACE:].mean()
        far = ((ratio - 1).abs() > clip).float().mean()
        loss = -least.mean() - self.entropy * spread + 0.5 * value + 0.5 * more
        return loss, far, value, spread

    def measure(self) -> None:
        """How the net fares against bots, as it is played."""
        nets, _ = form.read((self.folder / "net.net").read_bytes())
        line = {"minutes": round(self.spent, 2), "decisions": self.decisions}
        line["waited"] = round(self.waited / 60, 2)
        line |= {name: round(each, 5) for name, each in self.told.items()}
        for name, setup, games in MEASURED:
            match = matches.play(games, setup, nets, (2, matches.GREEDY), seed=10**6)
            line[name] = (
                f"{100 * match.firsts:.1f} ± {100 * match.interval:.1f}, "
                f"{match.points:.1f} : {match.others:.1f}"
            )
        print(json.dumps(line), flush=True)
        with (self.folder / "curve.txt").open("a") as curve:
            curve.write(json.dumps(line) + "\n")


_ALL = ("leaders", "cities", "armada")
MEASURED: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("3 of the 1st", {"players": 3, "edition": "1st"}, 3000),
    ("5 of the 2nd", {"players": 5, "edition": "2nd"}, 1000),
    ("5 with everything", {"players": 5, "edition": "2nd", "expansions": _ALL}, 1000),
)


def main() -> None:
    """What is called."""
    parser = argparse.ArgumentParser(description="A net learns the game by playing itself.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=20.0, help="of learning, in all")
    parser.add_argument("--for", dest="now", type=float, default=1e6, help="minutes, this time")
    parser.add_argument("--rows", type=int, default=Plan.rows, help="games side by side")
    parser.add_argument("--minibatch", type=int, default=Plan.minibatch)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    until = time.time() + 60 * given.now
    Learner(given.folder, Plan(rows=given.rows, minibatch=given.minibatch)).run(
        given.minutes, until
    )


if __name__ == "__main__":
    main()
