"""Answers a second through the module against those of the library by itself, in one run."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

import sandtable
from sandtable._sandtable import Dice

GAMES = Path(__file__).resolve().parents[3] / "benches" / "games"


def connect_four() -> sandtable.Game:
    files = [*GAMES.glob("rules/connect-four/**/*"), *GAMES.glob("units/connect-four/**/*")]
    texts = {
        str(path.relative_to(GAMES)): path.read_text(encoding="utf-8") for path in files if path.is_file()
    }
    book = sandtable.open(texts, name="connect-four")
    return book.game(book.scenarios[0])


def rolled(game: sandtable.Game, dice: Dice) -> int:
    """From state to state: a random answer, as the library by itself, and the state after it."""
    state, given = game.model.start(), 0
    while state.kind != "over":
        _, state = state.rolled(dice)
        given += 1
    return given


def worded(game: sandtable.Game, dice: Dice) -> int:
    """A game that gives its answers in words, and can take them back."""
    game = game.copy()
    while not game.is_over:
        game.roll(dice)
    return len(game)


def listed(game: sandtable.Game, dice: Dice) -> int:
    """A game for whose answers a player looks at all legal ones, in words."""
    game = game.copy()
    while not game.is_over:
        answers = game.answers
        game.apply(answers[dice.below(len(answers))])
    return len(game)


@pytest.mark.skipif(not GAMES.exists(), reason="the games of the benchmarks are not here")
@pytest.mark.parametrize("play", [rolled, worded, listed])
def test_at_least_three_tenths_of_the_library(play: Callable[[sandtable.Game, Dice], int]) -> None:
    game, dice = connect_four(), Dice(0)
    best = 0.0
    for _ in range(3):
        # Time of the processor: other work on the machine slows neither down.
        began, given = time.process_time(), 20_000
        assert game.model.library_rate(given) > 0
        library = given / (time.process_time() - began)
        began, given = time.process_time(), 0
        while given < 20_000:
            given += play(game, dice)
        module = given / (time.process_time() - began)
        best = max(best, module / library)
        print(f"library {library:,.0f} answers a second, module {module:,.0f}: {module / library:.2f}")
    assert best >= 0.3
