"""Games of OpenSpiel: `sandtable.openspiel.load("pips/outpost")`.

For the algorithms of OpenSpiel that are written in Python, such as `open_spiel.python.algorithms.mcts`; those in C++ that hold a game
written in Python can crash. A search inside of Sandtable is much faster: `book.sample(…, sides={"blue": "search:200"})`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy
import pyspiel

from ._sandtable import Engine, Model, State
from .errors import SandtableError
from .game import Game

__all__ = ["SandtableGame", "SandtableState", "load"]


def load(
    scenario: str | Game,
    *,
    variants: Iterable[str] = (),
    max_actions: int | None = None,
    max_decisions: int = 10_000,
) -> SandtableGame:
    """Return a scenario as a game of OpenSpiel: `RULESET/NAME`, a path, or a game of a book, which it plays from the start.

    An action is the place of an answer among the legal ones, from 0. `max_actions` and `max_decisions` bound actions and the length of a
    game; a game that is longer ends without a winner.

    Raise `SandtableError` if the scenario cannot be played or has fewer than two sides.
    """
    model = scenario.model if isinstance(scenario, Game) else Engine().game(scenario, list(variants))
    return SandtableGame(model, max_actions, max_decisions)


class SandtableGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario as a game: sides are players, rolls and draws are chance nodes, utilities are 1, -1 and 0."""

    def __init__(self, model: Model, max_actions: int | None, max_decisions: int) -> None:
        n_players = len(model.sides)
        if n_players < 2:
            raise SandtableError(f"`{model.title}` has fewer than two sides")
        self.model = model
        self.max_decisions = max_decisions
        self.max_actions = max(1, model.max_answers if max_actions is None else max_actions)
        utility = pyspiel.GameType.Utility.ZERO_SUM if n_players == 2 else pyspiel.GameType.Utility.GENERAL_SUM
        information = pyspiel.GameType.Information
        game_type = pyspiel.GameType(
            short_name="sandtable",
            long_name=model.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=(
                information.IMPERFECT_INFORMATION if model.has_secrets else information.PERFECT_INFORMATION
            ),
            utility=utility,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=n_players,
            min_num_players=n_players,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        game_info = pyspiel.GameInfo(
            num_distinct_actions=self.max_actions,
            max_chance_outcomes=model.max_chance_outcomes,
            num_players=n_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if n_players == 2 else None,
            max_game_length=max_decisions,
        )
        super().__init__(game_type, game_info, {})

    def new_initial_state(self) -> SandtableState:
        """Return the state at the first question."""
        return SandtableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SandtableObserver:
        """Return an observer of what a side may know."""
        return SandtableObserver(self.model)


class SandtableState(pyspiel.State):  # type: ignore[misc]
    """A state of a game. `value` is that of Sandtable."""

    def __init__(self, game: SandtableGame) -> None:
        super().__init__(game)
        self._max_actions = game.max_actions
        self._left = game.max_decisions
        self._n_players = len(game.model.sides)
        self.value: State = game.model.start()

    def is_terminal(self) -> bool:
        """Return whether the game is over, or longer than games may be."""
        return self._left <= 0 or self.value.kind == "over"

    def current_player(self) -> int:
        """Return the seat of the side that decides, or the number of chance or of the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.value.kind in ("roll", "draw"):
            return int(pyspiel.PlayerId.CHANCE)
        if self.value.kind == "fact":
            raise SandtableError(f"no player can judge `{self.value.title}`: give it in the scenario")
        return self.value.side or 0

    def _legal_actions(self, player: int) -> list[int]:
        n = self.value.n_answers
        if n > self._max_actions:
            raise SandtableError(
                f"`{self.value.title}` has {n} answers, but there are {self._max_actions} actions: raise `max_actions`"
            )
        return list(range(n))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the places of what chance can give, with their probabilities."""
        return [(at, float(Fraction(chance))) for at, (_, chance) in enumerate(self.value.chances())]

    def _apply_action(self, action: int) -> None:
        if self.value.kind == "choice":
            self._left -= 1
        self.value = self.value.after(self.value.answers()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{self.value.title}: {self.value.words()[action]}"

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the others; 0 for all without a winner."""
        verdict = self.value.verdict
        winner = None if verdict is None else verdict[1]
        if winner is None:
            return [0.0] * self._n_players
        return [1.0 if seat == winner else -1.0 for seat in range(self._n_players)]

    def __str__(self) -> str:
        return self.value.outcome or self.value.title


class SandtableObserver:
    """What a side may know: `tensor` has the numbers of an observation, as environments give them."""

    def __init__(self, model: Model) -> None:
        self.tensor = numpy.zeros(model.n_observed, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SandtableState, player: int) -> None:
        """Observe a state."""
        self.tensor[:] = numpy.frombuffer(state.value.observation(player), numpy.int32)

    def string_from(self, state: SandtableState, player: int) -> str:
        """Return the units as a side sees them, in words."""
        return repr((state.value.title, state.value.seen_by(player)))
