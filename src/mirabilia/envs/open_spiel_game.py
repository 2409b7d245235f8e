"""The game for OpenSpiel: ``mirabilia``, where all decide at once, and ``mirabilia_in_turns``.

    import pyspiel
    from mirabilia.envs import open_spiel_game  # makes both known

    game = pyspiel.load_game("mirabilia(players=4,edition=1st,expansions=leaders+cities)")

**Chance** is at the root alone: one of ``deals`` deals, each as likely; outcome ``i`` is the game
of the seed ``first_deal + i``, with all that is drawn later in it.

**At once**: at every node all players answer; who owes nothing has ``NO_ACTION`` alone. **In
turns**: whoever owes a decision takes it unseen by the others, the lowest player first; nobody is
asked who owes nothing. This form is for searchers that want one player at a node: from any of its
states ``resample_from_infostate`` gives one that its player can't tell from it (``resampling``).

**Observations** are those of the batch as one row of numbers (``flat``). An **information state**
adds what the player has answered so far, the last ``OWN`` answers in the tensor; in the string a
digest of all that the player saw when it answered, so that no two information states share one.

Returns are those of ``Batch``: the ``place`` from 1 to 0, the ``lead`` or the ``points``.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from ..batch import ACTIONS, layout
from ..batch.layout import CARDS, KINDS, NO_ACTION, action_name
from ..game.setup import SEEDS, SetupError
from . import flat, words
from .playing import NOBODY
from .resampling import world
from .sitting import LEARNER, Kept, Sitting

OWN = 160
LONGEST = 600  # steps in which somebody decides something, more than any game has
MOST_DEALS = 1_000_000
DEFAULTS: dict[str, Any] = {
    "players": 3,
    "edition": "2nd",
    "expansions": "",  # such as leaders+cities
    "teams": False,
    "leaders": "standard",
    "sides": "random",
    "payments": "cheapest",
    "reward": "place",
    "deals": 1000,
    "first_deal": 0,
}
_RANGES = {"place": (0.0, 1.0), "lead": (-1000.0, 1000.0), "points": (-1000.0, 1000.0)}
_HANDS = ("hand", "leader_hand", "pack", "drawn")
Options = tuple[tuple[str, Any], ...]


class _Table(threading.local):
    """For each setup, a row to play in, for each thread; ``holds`` says whose game lies there."""

    def __init__(self) -> None:
        self._sittings: dict[Options, Sitting] = {}
        self.holds: dict[Options, object] = {}

    def of(self, options: Options) -> Sitting:
        if options not in self._sittings:
            given = dict(options)
            who = [LEARNER] * int(given.pop("players"))
            self._sittings[options] = Sitting(1, who, threads=1, **given)
        return self._sittings[options]


_tables = _Table()


def _options_of(params: Mapping[str, Any]) -> Options:
    """What a sitting is asked to be, from the parameters of a game."""
    given = {key: params.get(key, default) for key, default in DEFAULTS.items()}
    deals, first = given.pop("deals"), given.pop("first_deal")
    if not 1 <= deals <= MOST_DEALS:
        raise SetupError(f"deals is a number from 1 to {MOST_DEALS}, not {deals!r}.")
    if not 0 <= first <= SEEDS - deals:
        raise SetupError(f"first_deal is a seed, from 0 on, not {first!r}.")
    given["expansions"] = tuple(name for name in given["expansions"].split("+") if name)
    return tuple(given.items())


def _type_of(short_name: str, long_name: str, dynamics: Any) -> Any:
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=dynamics,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS,
    )


_AT_ONCE = _type_of("mirabilia", "7 Wonders", pyspiel.GameType.Dynamics.SIMULTANEOUS)
_IN_TURNS = _type_of(
    "mirabilia_in_turns", "7 Wonders, one after the other", pyspiel.GameType.Dynamics.SEQUENTIAL
)


class _Game(pyspiel.Game):  # type: ignore[misc]
    """What both forms share."""

    kind: Any
    state: type[_State]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.options = _options_of(given)
        self.deals = int(given.get("deals", DEFAULTS["deals"]))
        self.first_deal = int(given.get("first_deal", DEFAULTS["first_deal"]))
        setup = dict(self.options)
        self.players = int(setup["players"])
        _tables.of(self.options)  # which refuses what can't be
        least, most = _RANGES[setup["reward"]]
        one_by_one = self.kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=least,
            max_utility=most,
            utility_sum=None,
            max_game_length=LONGEST * (self.players if one_by_one else 1),
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self, *_: Any) -> _State:
        return self.state(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer | None:
        """Of what is public and one player's own together; none of either alone."""
        if iig_obs_type is None:
            return Observer(False)
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not iig_obs_type.public_info or iig_obs_type.private_info != single:
            return None
        return Observer(bool(iig_obs_type.perfect_recall))


class _State(pyspiel.State):  # type: ignore[misc]
    """A point of a game. The library copies and keeps it by its attributes, all of them plain."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self._options = game.options
        self._deals, self._first_deal = game.deals, game.first_deal
        self._kept: tuple[npt.NDArray[Any], npt.NDArray[Any]] | None = None  # None: not dealt
        self._token: object = object()  # another one for whatever is another game, copies too
        self._acting = [NOBODY] * game.players
        self._over = False
        self._returns = [0.0] * game.players
        self._past = [""] * game.players  # a digest of what each player saw and answered
        self._own: list[list[int]] = [[] for _ in range(game.players)]

    # What there is to see

    def is_terminal(self) -> bool:
        return self._over

    def returns(self) -> list[float]:
        return self._returns

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        mask = self._table().masks_of([player])[0, 0]
        actions: list[int] = np.flatnonzero(mask).tolist()
        return actions

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self._first_deal + action}"
        return action_name(action)

    def __str__(self) -> str:
        return words.table(self._table().face(0)) if self._kept else "not dealt yet"

    def row_of(self, player: int) -> npt.NDArray[np.int16]:
        """What a player sees as one row of numbers; nothing before the deal."""
        if self._kept is None:
            return np.zeros(flat.WIDTH, np.int16)
        row: npt.NDArray[np.int16] = self._table().rows_of([player])[0, 0]
        return row

    def past_of(self, player: int) -> tuple[str, list[int]]:
        """A digest of what the player saw and answered, and the answers."""
        return self._past[player], self._own[player]

    # What can be done

    def _table(self) -> Sitting:
        """A table where this game lies."""
        table = _tables.of(self._options)
        if _tables.holds.get(self._options) is not self._token and self._kept is not None:
            table.lay_back(0, Kept(*self._kept))
            _tables.holds[self._options] = self._token
        return table

    def _keep(self, table: Sitting) -> None:
        """Take note of how the game stands after something has happened."""
        self._kept = tuple(table.record(0))  # type: ignore[assignment]
        self._token = _tables.holds[self._options] = object()
        self._acting = table.acting[0].tolist()
        self._over = bool(table.over[0])
        if self._over:
            self._returns = [float(part) for part in table.rewards[0, : len(self._returns)]]

    def _deal(self, outcome: int) -> None:
        table = _tables.of(self._options)
        table.begin_rows(np.array([0]), np.array([self._first_deal + outcome]))
        self._keep(table)

    def _answer(self, answers: Mapping[int, int]) -> None:
        """Take the answers of some who owe one; the others still owe theirs."""
        table = self._table()
        given = np.zeros((1, len(self._acting)), np.int64)
        for player, seat in enumerate(self._acting):
            if player not in answers:
                table.acting[0, player] = NOBODY
            elif seat != NOBODY:
                given[0, player] = answers[player]
                self._remember(player, answers[player])
        table.step(given)
        self._keep(table)

    def _remember(self, player: int, action: int) -> None:
        digest = hashlib.sha256(self._past[player].encode())
        digest.update(self.row_of(player).tobytes())
        digest.update(str(action).encode())
        self._past[player] = digest.hexdigest()[:32]
        self._own[player].append(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> _State:
        """A state that the player, who owes a decision, can't tell from this one.

        What others saw and answered before is forgotten there, and its history is that of this one.
        """
        seat = NOBODY if self._over or self._kept is None else self._acting[player]
        if seat == NOBODY or self._kept is None:
            raise ValueError(f"Player {player} owes no decision here.")
        seed = int(sampler() * SEEDS) % SEEDS
        setup = _tables.of(self._options).setups[0]
        games = world(setup, self._kept[0], seat, seed)
        state: _State = self.clone()
        pending = self._kept[1].copy()
        mine = np.arange(len(pending)) == seat
        pending[~mine] = 0
        state._kept, state._token = (games, pending), object()
        for other in range(len(self._past)):
            if other != player:
                state._past[other], state._own[other] = f"world {seed}", []
        state._acting = state._table().acting[0].tolist()
        return state


class AtOnce(_State):
    """All answer at every node."""

    def current_player(self) -> Any:
        if self._over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self._kept is None else pyspiel.PlayerId.SIMULTANEOUS

    def _apply_action(self, action: int) -> None:
        self._deal(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self._answer(dict(enumerate(actions)))


class InTurns(_State):
    """Who owes a decision takes it, the lowest player first, unseen by the others."""

    def current_player(self) -> Any:
        if self._over:
            return pyspiel.PlayerId.TERMINAL
        if self._kept is None:
            return pyspiel.PlayerId.CHANCE
        return next(player for player, seat in enumerate(self._acting) if seat != NOBODY)

    def _apply_action(self, action: int) -> None:
        if self._kept is None:
            self._deal(action)
        else:
            self._answer({self.current_player(): action})


class GameAtOnce(_Game):
    kind, state = _AT_ONCE, AtOnce


class GameInTurns(_Game):
    kind, state = _IN_TURNS, InTurns


class Observer:
    """What a player sees, and with ``recall`` what it has answered: as numbers, and as a line."""

    def __init__(self, recall: bool) -> None:
        self._recall = recall
        self.tensor = np.zeros(flat.WIDTH + (OWN if recall else 0), np.float32)
        self.dict = {"observation": self.tensor[: flat.WIDTH]}
        if recall:
            self.dict["own_actions"] = self.tensor[flat.WIDTH :]

    def set_from(self, state: _State, player: int) -> None:
        self.tensor[: flat.WIDTH] = state.row_of(player)
        if self._recall:
            own = state.past_of(player)[1][-OWN:]
            self.dict["own_actions"][:] = NO_ACTION
            self.dict["own_actions"][: len(own)] = own

    def string_from(self, state: _State, player: int) -> str:
        row = state.row_of(player)
        said = flat.parts(row)
        cards = {key: [CARDS[number] for number in said[key].tolist() if number] for key in _HANDS}
        told = [f"{key} {' '.join(names)}" for key, names in cards.items() if names]
        if self._recall:
            told.append(f"after {state.past_of(player)[0] or 'nothing'}")
        coins = said["cities"][0, layout.COINS_AT]
        when = f"seat {said['seat']}, age {said['age']}, turn {said['turn']}"
        what = f"{KINDS[int(said['kind'])]}, coins {coins}"
        digest = hashlib.sha256(row.tobytes()).hexdigest()[:32]
        return "; ".join((f"{when}: {what}", *told, digest))


for _type, _form in ((_AT_ONCE, GameAtOnce), (_IN_TURNS, GameInTurns)):
    if _type.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_type, _form)
