"""Answers a second through the module against those of the library by itself, in one run."""

import time
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


@pytest.mark.skipif(not GAMES.exists(), reason="the games of the benchmarks are not here")
def test_at_least_three_tenths_of_the_library() -> None:
    model = connect_four().model
    dice = Dice(0)
    best = 0.0
    for _ in range(3):
        library = model.library_rate(20_000)
        began, given = time.perf_counter(), 0
        while given < 20_000:
            state = model.start()
            while state.kind != "over":
                # As the library by itself: a random answer, and the state after it.
                _, state = state.rolled(dice)
                given += 1
        module = given / (time.perf_counter() - began)
        best = max(best, module / library)
        print(f"library {library:,.0f} answers a second, module {module:,.0f}: {module / library:.2f}")
    assert best >= 0.3
