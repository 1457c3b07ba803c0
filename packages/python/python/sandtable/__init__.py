"""Tabletop wargame rules that run from text.

>>> import sandtable
>>> book = sandtable.open("hex-command-mechanized")
>>> book.odds("to-hit", firer="panther", target="sherman", range=7)["hit"]
Fraction(1, 2)

Chances are `fractions.Fraction`: exact, and they sum to 1. All that can go wrong is a `SandtableError` with its findings. Work goes on
without the lock of the interpreter, ends with Ctrl-C, and tells a callback how far it is.
"""

from __future__ import annotations

from ._sandtable import VERSION as __version__
from .book import Book, Check, Coverage, Example, Outcomes, Step, Trace, open, rulesets, starter
from .errors import Finding, SandtableError, Span
from .game import Game, Question, SeenUnit, restore
from .odds import Comparison, Odds
from .table import Table

__all__ = [
    "Book",
    "Check",
    "Comparison",
    "Coverage",
    "Example",
    "Finding",
    "Game",
    "Odds",
    "Outcomes",
    "Question",
    "SandtableError",
    "SeenUnit",
    "Span",
    "Step",
    "Table",
    "Trace",
    "__version__",
    "open",
    "restore",
    "rulesets",
    "starter",
]
