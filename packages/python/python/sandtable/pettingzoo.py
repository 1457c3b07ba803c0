"""Environments of PettingZoo: `sandtable.pettingzoo.env("pips/outpost")`.

An environment is a game in turns (AEC). Agents are the sides. Chance is part of the environment: rolls and draws are made by dice of
the seed of `reset`. A choice that no side decides is not asked: the option of the highest worth is taken, without `worth` the first. An
action is the place of an answer among the legal ones, from 0, and the mask has as many ones as there are legal answers. Each agent
observes what its side may know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy
from pettingzoo import AECEnv

from ._sandtable import HIDDEN, NONE, Dice, Engine, Model, State
from .errors import SandtableError
from .game import Game, asked, seat_of

__all__ = ["HIDDEN", "NONE", "SandtableEnv", "env"]

MOST_ACTIONS = 65_536
"""The largest action space that is made without being asked for."""


def env(
    scenario: str | Game,
    *,
    variants: Iterable[str] = (),
    max_actions: int | None = None,
    max_decisions: int | None = 10_000,
    seed: int = 0,
) -> SandtableEnv:
    """Return the environment of a scenario: `RULESET/NAME`, a path, or a game of a book, which it plays from the start.

    `max_actions` is the number of actions of every agent, by default the most answers that any decision can have. After `max_decisions`
    the game is truncated; `None` lets it go on. `seed` is that of resets without one.

    Raise `SandtableError` if the scenario cannot be played, has fewer than two sides, or needs more than 65,536 actions and no
    `max_actions` is given.
    """
    return SandtableEnv(
        scenario, variants=variants, max_actions=max_actions, max_decisions=max_decisions, seed=seed
    )


class SandtableEnv(AECEnv):  # type: ignore[misc]
    """A scenario as an environment for agents in turns.

    Observations are dictionaries: `observation` has 32-bit numbers, of which `numpy.int32` arrays of one length are made: the number of
    the decision or -1, the place of the agent that decides or -1, then for each unit 1 if the side knows which unit it is, else 0, and
    the values of its tracks (`NONE` for none, `HIDDEN` for a unit that the side does not know). `action_mask` has a one for each legal
    action. Rewards come at the end: 1 for each winner, -1 for the others, 0 for all if nobody wins.

    `step` raises `SandtableError` for an action that is not legal, for a question that only people can answer, and if a decision has more
    answers than there are actions: answers are never left out.
    """

    metadata: dict[str, Any] = {
        "name": "sandtable_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: str | Game,
        *,
        variants: Iterable[str] = (),
        max_actions: int | None = None,
        max_decisions: int | None = 10_000,
        seed: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        model: Model
        if isinstance(scenario, Game):
            model = scenario.model
        else:
            model = Engine().game(scenario, list(variants))
        sides = model.sides
        if len(sides) < 2:
            raise SandtableError(f"`{model.title}` has fewer than two sides")
        n_actions = model.max_answers if max_actions is None else max_actions
        if max_actions is None and n_actions > MOST_ACTIONS:
            raise SandtableError(f"a decision can have {n_actions} answers: give `max_actions`")
        self.model = model
        self.render_mode = render_mode
        self.possible_agents = list(sides)
        self.agents = list(sides)
        self.max_actions = max(1, n_actions)
        self.max_decisions = max_decisions
        self._next_seed = seed
        bounds = numpy.iinfo(numpy.int32)
        observed = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(bounds.min, bounds.max, (model.n_observed,), numpy.int32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.max_actions,), numpy.int8),
            }
        )
        self.observation_spaces = {agent: observed for agent in sides}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.max_actions) for agent in sides}
        self._state: State | None = None
        self._legal: list[int] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of observations, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of actions, the same for all agents."""
        return self.action_spaces[agent]

    @property
    def state_value(self) -> State:
        """The state of the game, with all that is hidden. Raise `SandtableError` before `reset`."""
        if self._state is None:
            raise SandtableError("`reset` comes first")
        return self._state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed, the next after the last one."""
        seed = self._next_seed if seed is None else seed
        self._next_seed = seed + 1
        self._dice = Dice(seed % 2**64)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._n_decisions = 0
        self._go_on(self.model.start())

    def _go_on(self, state: State) -> None:
        """Let chance answer, and the rules what no side decides; find whose turn it is."""
        while (state := asked(state)).kind in ("roll", "draw"):
            _, state = state.rolled(self._dice)
        self._state = state
        self._legal = []
        if state.kind == "fact":
            raise SandtableError(f"no player can judge `{state.title}`: give it in the scenario")
        if state.kind == "over":
            self._end(state)
            return
        self.agent_selection = self.possible_agents[seat_of(state)]
        self._legal = self._shuffled(state)
        if len(self._legal) > self.max_actions:
            raise SandtableError(
                f"`{state.title}` has {len(self._legal)} answers, but there are {self.max_actions} actions: raise `max_actions`"
            )

    def _shuffled(self, state: State) -> list[int]:
        """Return the legal answers; units that the side does not know change places, so that their order tells nothing."""
        legal = state.answers()
        hidden = [at for at, is_hidden in enumerate(state.hidden()) if is_hidden]
        for last in range(len(hidden) - 1, 0, -1):
            one, other = hidden[last], hidden[self._dice.below(last + 1)]
            legal[one], legal[other] = legal[other], legal[one]
        return legal

    def _end(self, state: State) -> None:
        verdict = state.verdict
        if verdict is not None and verdict[0] == "refused":
            raise SandtableError("the rules refuse to begin this game")
        winners = state.winners
        for seat, agent in enumerate(self.possible_agents):
            self.terminations[agent] = True
            if winners:
                self.rewards[agent] = 1.0 if seat in winners else -1.0
            self.infos[agent]["outcome"] = state.outcome

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a side may know, and the mask of the legal actions; of an agent whose turn it is not, the mask has no ones."""
        state = self.state_value
        seat = self.possible_agents.index(agent)
        mask = numpy.zeros(self.max_actions, numpy.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask[: len(self._legal)] = 1
        return {
            "observation": numpy.frombuffer(state.observation(seat), numpy.int32).copy(),
            "action_mask": mask,
        }

    def answers(self) -> list[str]:
        """Return the legal actions of the agent whose turn it is, in words, by action."""
        state = self.state_value
        words = dict(zip(state.answers(), state.words(), strict=True))
        return [words[answer] for answer in self._legal]

    def step(self, action: int | None) -> None:
        """Give an answer for the agent whose turn it is. Raise `SandtableError` if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < len(self._legal):
            raise SandtableError(f"action {action} is not legal: there are {len(self._legal)} legal actions, from 0")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._n_decisions += 1
        self._go_on(self.state_value.after(self._legal[int(action)]))
        if self.max_decisions is not None and self._n_decisions >= self.max_decisions:
            for one in self.agents:
                self.truncations[one] = not self.terminations[one]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the open question with its answers, or the outcome, in words."""
        state = self.state_value
        if state.outcome is not None:
            return state.outcome
        return f"{self.agent_selection}: {state.title}\n" + "\n".join(self.answers())

    def close(self) -> None:
        """Let go of the game."""
        self._state = None
