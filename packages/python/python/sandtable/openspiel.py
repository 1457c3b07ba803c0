"""Games of OpenSpiel: `sandtable.openspiel.game("pips/outpost")`.

For the algorithms of OpenSpiel that are written in Python, such as `open_spiel.python.algorithms.cfr`. Rolls and draws are chance nodes
with their exact chances. A choice that no side decides is not asked: the option of the highest worth is taken, without `worth` the first.
A player knows what its side may know at each question, and what it has answered itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import numpy
import pyspiel

from ._sandtable import NONE, Engine, Model, State
from .errors import SandtableError
from .game import Game, asked, seat_of

__all__ = ["SpielGame", "SpielState", "game"]


def game(scenario: str | Game, *, variants: Iterable[str] = (), max_length: int = 10_000) -> SpielGame:
    """Return the game of a scenario: `RULESET/NAME`, a path, or a game of a book, which it plays from the start.

    `max_length` is the most answers of players in a game. Raise `SandtableError` if the scenario cannot be played, or has fewer than two
    sides.
    """
    model = scenario.model if isinstance(scenario, Game) else Engine().game(scenario, list(variants))
    if len(model.sides) < 2:
        raise SandtableError(f"`{model.title}` has fewer than two sides")
    return SpielGame(model, max_length)


class _Shared:
    """What all states of a game share; a copy of a state has the same."""

    def __init__(self, model: Model, max_length: int) -> None:
        self.model = model
        self.max_length = max_length
        self.n_answers = model.max_answers

    def __deepcopy__(self, memo: dict[int, Any]) -> _Shared:
        return self


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario as a game of OpenSpiel.

    The utility is 1 for the winner and -1 for the others, in a game of more than two sides -1 / (sides - 1); 0 for all if nobody wins.
    An action is the number of an answer; after those comes declining, and then the units that the player does not know: those that look
    the same to it are one action, after which chance takes one of them.
    """

    def __init__(self, model: Model, max_length: int) -> None:
        n_sides = len(model.sides)
        n_drawn = max(model.max_chance_outcomes, model.max_answers if model.has_secrets else 0)
        self.shared = _Shared(model, max_length)
        self.observed = model.n_observed
        chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
        kind = pyspiel.GameType(
            short_name="sandtable",
            long_name=model.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=chance.EXPLICIT_STOCHASTIC if n_drawn else chance.DETERMINISTIC,
            information=information.IMPERFECT_INFORMATION
            if model.has_secrets
            else information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=n_sides,
            min_num_players=n_sides,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=2 * model.max_answers + 1 if model.has_secrets else model.max_answers + 1,
            max_chance_outcomes=n_drawn,
            num_players=n_sides,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=max_length,
        )
        super().__init__(kind, info, {})

    def new_initial_state(self) -> SpielState:
        """Return the state at the first question."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return what OpenSpiel asks for observations."""
        if params:
            raise ValueError(f"observers have no parameters, not {params}")
        return _Observer(iig_obs_type, self.observed)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of such a game. `state` is it as a value, with all that is hidden."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._shared = game.shared
        self._n_given = 0
        self._alike: tuple[int, ...] = ()
        self._known = [b""] * len(self._shared.model.sides)
        self.state = self._shared.model.start()
        self._arrive()

    def _arrive(self) -> None:
        """Let the players see the state after an answer; what no side decides is not asked."""
        self.state = state = asked(self.state)
        if state.kind == "fact":
            raise SandtableError(f"no player can judge `{state.title}`: give it in the scenario")
        if state.kind == "over" and state.verdict == ("refused", None):
            raise SandtableError("the rules refuse to begin this game")
        for seat in range(len(self._known)):
            self._learn(seat, state.observation(seat))

    def _learn(self, seat: int, what: bytes) -> None:
        self._known[seat] = blake2b(self._known[seat] + what, digest_size=16).digest()

    def _offered(self) -> dict[int, tuple[int, ...]]:
        """By action, the answers that it stands for."""
        n = self._shared.n_answers
        offered: dict[int, list[int]] = {}
        for answer, look in zip(self.state.answers(), self.state.looks(), strict=True):
            action = n if answer == NONE else answer if look is None else n + 1 + look
            offered.setdefault(action, []).append(answer)
        return {action: tuple(answers) for action, answers in sorted(offered.items())}

    def current_player(self) -> int:
        """Return the seat of the side that decides, or the number of OpenSpiel for chance or the end."""
        if self.state.kind == "over":
            return int(pyspiel.PlayerId.TERMINAL)
        if self._alike or self.state.kind != "choice":
            return int(pyspiel.PlayerId.CHANCE)
        return seat_of(self.state)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._offered())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can do, by place from 0, with the chances."""
        if self._alike:
            return [(at, 1 / len(self._alike)) for at in range(len(self._alike))]
        return [(at, float(Fraction(chance))) for at, (_, chance) in enumerate(self.state.chances())]

    def _apply_action(self, action: int) -> None:
        if self._alike:
            self.state = self.state.after(self._alike[action])
            self._alike = ()
        elif self.state.kind != "choice":
            self.state = self.state.after(self.state.chances()[action][0])
        else:
            self._n_given += 1
            if self._n_given > self._shared.max_length:
                raise SandtableError(f"the game goes on after {self._shared.max_length} answers: raise `max_length`")
            self._learn(seat_of(self.state), b"answer %d" % action)
            answers = self._offered()[action]
            first, *others = answers
            if others:
                self._alike = answers
                return
            self.state = self.state.after(first)
        self._arrive()

    def _action_to_string(self, player: int, action: int) -> str:
        words = self.state.words()
        if self._alike:
            return "one of those that look the same"
        if self.state.kind != "choice":
            return words[action]
        return words[self.state.answers().index(self._offered()[action][0])]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.state.kind == "over"

    def returns(self) -> list[float]:
        """Return the utility of each seat; 0 while the game goes on."""
        n = len(self._known)
        winners = self.state.winners
        if not winners or len(winners) == n:
            return [0.0] * n
        return [1.0 / len(winners) if seat in winners else -1.0 / (n - len(winners)) for seat in range(n)]

    def __str__(self) -> str:
        """Return the question with its history, or how the game has ended."""
        given = " ".join(str(action) for action in self.history())
        return f"{self.state.outcome or self.state.title} [{given}]"

    def known(self, seat: int, *, ever: bool) -> str:
        """Return a text that is the same in all states that a seat cannot tell apart: by all it has ever seen, or by what it sees now."""
        what = self._known[seat] if ever else blake2b(self.state.observation(seat), digest_size=16).digest()
        return what.hex()


class _Observer:
    """What OpenSpiel asks for observations."""

    def __init__(self, kind: Any, length: int) -> None:
        self.is_all = kind is not None and kind.perfect_recall
        self.tensor = numpy.zeros(length, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Take what a player sees in a state."""
        self.tensor[:] = numpy.frombuffer(state.state.observation(player), numpy.int32)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player knows in a state."""
        return state.known(player, ever=self.is_all)
