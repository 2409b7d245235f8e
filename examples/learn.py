"""Learn the base game by playing it: PPO with masks, in PyTorch, on a thousand games at once.

    pip install mirabilia torch
    python examples/learn.py 20 | tee curve.txt    # so many minutes

One net decides for all seats and learns from how far each was ahead at the end. Lines tell how
often it is first against two bots, in percent, taking what it thinks best; that time is extra.
"""

import sys
import time

import numpy as np
import torch
from torch import nn

from mirabilia.batch import Batch
from mirabilia.batch.layout import BOARDS, KINDS, MASK, NUMBERS
from mirabilia.envs.sitting import Sitting

PLAYERS, SETUP = 3, {"edition": "1st"}
ROWS, STEPS, PASSES, CHUNK, WIDTH, MARKS = 1024, 20, 2, 4096, 256, 20  # MARKS: measured so often
RATE, KEEP, CLIP, ENTROPY, POINTS = 1e-3, 0.95, 0.2, 0.01, 20.0  # so many points ahead are worth 1


def bits(packed):
    return np.unpackbits(packed, axis=-1, bitorder="little")


def features(seen):
    """Observations as rows of small numbers: cities, what is built, the hand with its prices."""
    hand, rows = seen["hand"], np.arange(len(seen))[:, None]
    held = np.zeros((len(seen), 2, NUMBERS), np.int16)
    held[rows, 0, hand] = 1
    held[rows, 1, hand] = 2 + seen["price"][:, : hand.shape[1]]  # 1: not to be had
    held[:, :, 0] = 0  # no card
    cities, turn = seen["cities"][:, :PLAYERS], 8 * seen["age"] + seen["turn"]
    parts = (
        *(cities, cities[..., :1] == np.arange(len(BOARDS)), bits(seen["built"][:, :PLAYERS])),
        *(held, seen["stage_price"], bits(seen["discard"])),
        *(turn[:, None] == np.arange(32), seen["kind"][:, None] == np.arange(len(KINDS))),
    )
    return np.concatenate([np.int16(part).reshape(len(seen), -1) for part in parts], axis=1)


class Net(nn.Module):
    """The logits of actions, and what to expect; of what varies in these rows and masks at all."""

    def __init__(self, rows, masks):
        super().__init__()
        self.columns, self.actions = np.flatnonzero(rows.std(axis=0)), np.flatnonzero(masks.any(0))
        self.scale = 1 / torch.tensor(rows[:, self.columns].std(axis=0), dtype=torch.float32)
        layers = nn.Linear(len(self.scale), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        self.trunk = nn.Sequential(*layers)
        self.policy, self.value = nn.Linear(WIDTH, len(self.actions)), nn.Linear(WIDTH, 1)

    def read(self, seen, masks):
        rows, legal = features(seen)[:, self.columns], bits(masks)[:, self.actions]
        return torch.from_numpy(rows), torch.from_numpy(legal).bool()

    def forward(self, rows, legal):
        inner = self.trunk((rows * self.scale).clamp(-6, 6))
        return self.policy(inner).masked_fill(~legal, -1e9), self.value(inner)[:, 0]


@torch.no_grad()
def play(net, batch):
    """Go some steps on in all games: decisions, their advantages, and what was to be expected."""
    seats, kept = batch.games * PLAYERS, []
    values, rewards, over, owed = np.zeros((4, STEPS + 1, seats), np.float32)
    for step in range(STEPS + 1):
        rows, legal = net.read(batch.observations.ravel(), batch.masks.reshape(seats, -1))
        logits, values[step] = net(rows, legal)
        if step == STEPS:
            break  # who owes nothing now still sees what it saw last, and expects the same
        owed[step] = batch.owes.ravel() > 0
        chosen = (logits - torch.empty_like(logits).exponential_().log()).argmax(1)
        told = logits.log_softmax(1).gather(1, chosen[:, None])[:, 0]
        kept.append((rows, legal, chosen, told))
        batch.step(net.actions[chosen.numpy()].reshape(-1, PLAYERS))
        rewards[step], over[step] = batch.rewards.ravel() / POINTS, batch.over.repeat(PLAYERS)
    later, ahead, brought, gains = values[STEPS], 0, 0, np.zeros_like(values)
    for step in reversed(range(STEPS)):  # from one own decision of a seat back to the one before
        later, ahead, brought = ((1 - over[step]) * each for each in (later, ahead, brought))
        brought = brought + rewards[step]
        gains[step] = brought + later - values[step] + KEEP * ahead
        ahead, later = np.where(owed[step], (gains[step], values[step]), (ahead, later))
        brought = np.where(owed[step], 0, brought)
    mine = torch.from_numpy(owed[:STEPS].ravel() > 0)
    more = (torch.from_numpy(each[:STEPS].ravel()) for each in (gains, gains + values))
    return [each[mine] for each in (*map(torch.cat, zip(*kept, strict=True)), *more)]


def learn(net, optimiser, rows, legal, chosen, told, gains, wanted):
    gains = (gains - gains.mean()) / gains.std()
    for _ in range(PASSES):
        for some in torch.randperm(len(rows)).split(CHUNK):
            logits, value = net(rows[some], legal[some])
            logs = logits.log_softmax(1)
            ratio = (logs.gather(1, chosen[some, None])[:, 0] - told[some]).exp()
            least = torch.min(ratio * gains[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[some])
            entropy = -(logs.exp() * logs).sum(1)
            optimiser.zero_grad()
            ((value - wanted[some]).square() - least - ENTROPY * entropy).mean().backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()
    return len(rows)


@torch.no_grad()
def against(net, bot, games):
    """How often it is first against two of a bot, in percent, with the 95 % interval."""
    firsts = []
    for seat in range(PLAYERS):
        who = [None if at == seat else bot for at in range(PLAYERS)]
        table = Sitting(games // PLAYERS, who, seed=10**9 + seat * games, reward="place", **SETUP)
        answers = np.zeros((table.games, PLAYERS), np.int64)
        while not table.over.all():
            logits, _ = net(*net.read(table.observations[:, seat], table.masks[:, seat]))
            answers[:, seat] = net.actions[logits.argmax(1)]
            table.step(answers)
        firsts += (table.rewards[:, seat] == 1).tolist()
    share = np.mean(firsts)
    return f"{bot} {100 * share:.2f} ± {196 * np.sqrt(share * (1 - share) / len(firsts)):.2f}"


def main():
    minutes = float(sys.argv[1]) if sys.argv[1:] else 20.0
    batch, met = Batch(ROWS, players=PLAYERS, reward="lead", **SETUP), []
    for _ in range(2 * STEPS):  # what there is to see and to do
        seen, masks = batch.observations[:128].ravel(), batch.masks[:128].reshape(-1, MASK)
        met.append((features(seen), bits(masks)))
        batch.step(batch.random_actions())
    torch.manual_seed(1)
    net, spent, decisions = Net(*map(np.concatenate, zip(*met, strict=True))), 0.0, 0
    optimiser = torch.optim.Adam(net.parameters(), RATE, eps=1e-5)
    for mark in range(MARKS + 1):
        while spent < minutes * mark / MARKS:
            begun = time.monotonic()
            optimiser.param_groups[0]["lr"] = RATE * (1 - spent / minutes)
            decisions += learn(net, optimiser, *play(net, batch))
            spent += (time.monotonic() - begun) / 60
        told = [against(net, bot, 6000 if mark == MARKS else 600) for bot in ("random", "greedy")]
        print(f"{spent:.2f} minutes, {decisions} decisions:", ", ".join(told), flush=True)
    torch.save(net, "player.pt")


if __name__ == "__main__":
    main()
