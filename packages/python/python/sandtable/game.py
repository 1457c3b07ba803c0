"""Games: states, legal answers, what follows from them, and the way back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ._sandtable import Dice, Engine, Model, State
from .errors import SandtableError

Kind = Literal["choice", "draw", "roll", "fact", "over"]


def asked(state: State) -> State:
    """Return the state at the next question that a side or chance answers.

    A choice that no side decides is answered as at a table of simulated players: by worth if the rules state it, else the first option.
    """
    while (answer := state.answer_of_nobody) is not None:
        state = state.after(answer)
    return state


def seat_of(state: State) -> int:
    """Return the seat of the side whose choice it is. Raise `SandtableError` if it is nobody's."""
    if state.side is None:
        raise SandtableError(f"no side decides `{state.title}`")
    return state.side


@dataclass(frozen=True)
class Question:
    """An open question of a game."""

    kind: Kind
    """`choice` of a side, `draw` or `roll` of chance, `fact` for people to judge, or `over`."""
    title: str
    """In words; empty at the end."""
    side: str | None
    """The side whose choice it is; `None` if it is nobody's, or the rules do not say whose."""


@dataclass(frozen=True)
class SeenUnit:
    """A unit as a side sees it; the title of one that it does not know is that of its kind."""

    title: str
    hidden: bool
    tracks: dict[str, str]
    """Tracks by name, with their values in words."""


class Game:
    """A game of a scenario. Make one with `Book.game`.

    Chance asks, too: rolls and draws are questions with a chance for each answer. Choices with a single legal answer are made
    without asking. States are values, so a copy costs nothing and undoing is exact.
    """

    def __init__(self, model: Model, scenario: str, variants: tuple[str, ...] = ()) -> None:
        self._model = model
        self.scenario = scenario
        """As asked for."""
        self.variants = variants
        self._sides = tuple(model.sides)
        self._states = [model.start()]
        self._answers: list[int] = []

    @property
    def model(self) -> Model:
        """The scenario as the native part has it: its sides and bounds, and the state at the first question."""
        return self._model

    @property
    def title(self) -> str:
        """The title of the scenario."""
        return self._model.title

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides, in order."""
        return self._sides

    @property
    def state(self) -> State:
        """The state as a value: immutable, hashable; `after(number)` is the state after an answer."""
        return self._states[-1]

    @property
    def question(self) -> Question:
        """The open question."""
        state = self.state
        side = state.side
        return Question(state.kind, state.title, None if side is None else self._sides[side])

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.kind == "over"

    @property
    def answers(self) -> list[str]:
        """Every legal answer in words, in order; none at the end.

        Raise `SandtableError` if there are too many to be listed.
        """
        return self.state.words()

    def _number(self, answer: str | int) -> int:
        state = self.state
        if isinstance(answer, str):
            number = state.number_of(answer)
            if number is None:
                raise SandtableError(f"`{answer}` is not a legal answer to `{state.title}`: see `answers`")
            return number
        numbers = state.answers()
        if 0 <= answer < len(numbers):
            return numbers[answer]
        raise SandtableError(f"`{state.title}` has {len(numbers)} legal answers, no number {answer}")

    def apply(self, answer: str | int) -> Question:
        """Give an answer, in words or by its place in `answers` from 0; return the next question.

        Raise `SandtableError` if it is not legal, or a rule fails; the game is then as before.
        """
        number = self._number(answer)
        self._states.append(self.state.after(number))
        self._answers.append(number)
        return self.question

    def chances(self) -> dict[str, Fraction]:
        """Return the answers that chance can give, each with its exact chance; none if it is not chance's turn.

        Raise `SandtableError` for dice with too many different sums.
        """
        state = self.state
        if state.kind not in ("roll", "draw"):
            return {}
        chances = (Fraction(chance) for _, chance in state.chances())
        return dict(zip(state.words(), chances, strict=True))

    def roll(self, dice: Dice) -> str:
        """Answer by chance: a roll or draw by its chances, a choice or fact with each answer as likely. Return the answer in words.

        Raise `SandtableError` if the game is over.
        """
        state = self.state
        number, after = state.rolled(dice)
        self._states.append(after)
        self._answers.append(number)
        return state.word(number)

    def play_out(self, dice: Dice) -> str:
        """Play to the end, all answers by chance; return how it ended, in words."""
        while not self.is_over:
            number, after = self.state.rolled(dice)
            self._states.append(after)
            self._answers.append(number)
        return self.outcome or ""

    def copy(self) -> Game:
        """Return the same game, to be played on by itself."""
        other = Game.__new__(Game)
        other._model, other.scenario, other.variants = self._model, self.scenario, self.variants
        other._sides = self._sides
        other._states, other._answers = self._states.copy(), self._answers.copy()
        return other

    __copy__ = copy

    def undo(self, n: int = 1) -> None:
        """Take back the last answers. Raise `IndexError` if there are fewer."""
        if n < 0 or n > len(self._answers):
            raise IndexError(f"there are {len(self._answers)} answers to take back")
        if n:
            del self._states[-n:], self._answers[-n:]

    def __len__(self) -> int:
        """Return the number of answers so far."""
        return len(self._answers)

    @property
    def outcome(self) -> str | None:
        """How the game ended, in words; `None` while it goes on."""
        return self.state.outcome

    @property
    def winner(self) -> str | None:
        """The side that has won alone; `None` if none has, or the game goes on."""
        winners = self.winners
        return winners[0] if len(winners) == 1 else None

    @property
    def winners(self) -> list[str]:
        """The sides that have won, several if they win together."""
        return [self._sides[seat] for seat in self.state.winners]

    def seen_by(self, side: str) -> list[SeenUnit]:
        """Return every unit as a side sees it; those that it does not know last, in an order that tells nothing.

        Raise `SandtableError` if there is no such side.
        """
        sides = self.sides
        if side not in sides:
            raise SandtableError(f"there is no side `{side}`: the sides are {', '.join(sides)}")
        units = self.state.seen_by(sides.index(side))
        return [SeenUnit(title, hidden, dict(tracks)) for title, hidden, tracks in units]

    def serialise(self) -> str:
        """Return the game as a text of JSON: its scenario and every answer. `sandtable.restore` plays them again."""
        return json.dumps(
            {
                "schema": "sandtable/python-game/1",
                "scenario": self.scenario,
                "variants": self.variants,
                "mark": self._model.mark,
                "answers": self._answers,
            }
        )

    def replay(self, text: str) -> None:
        """Take the place of a game that was serialised; it must be of the same rules and scenario.

        Raise `SandtableError` if it is not, or an answer is no longer legal.
        """
        document = json.loads(text)
        if document.get("schema") != "sandtable/python-game/1":
            raise SandtableError("this is no game that was serialised")
        if document["mark"] != self._model.mark:
            raise SandtableError("the game is one of other rules, units or another scenario")
        states = [self._model.start()]
        for number in document["answers"]:
            states.append(states[-1].after(number))
        self._states, self._answers = states, list(document["answers"])

    def __iter__(self) -> Iterator[State]:
        """Iterate over the states so far, the first question first."""
        return iter(self._states)


def restore(text: str) -> Game:
    """Return a game that was serialised, of a built-in book or of the working folder.

    Raise `SandtableError` if its rules, units or scenario have changed. A game of a book that was opened from texts goes on with
    `book.game(…).replay(text)`.
    """
    document = json.loads(text)
    variants = tuple(document.get("variants", ()))
    game = Game(Engine().game(document.get("scenario", ""), list(variants)), document["scenario"], variants)
    game.replay(text)
    return game
