"""Distributions of outcomes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from ._numbers import number, written

Key = int | Fraction | str | bool
"""An outcome: a number, yes or no, or words. Halves, quarters and eighths are `Fraction`, whole numbers of such a measure too."""


class Odds(Mapping[Key, Fraction]):
    """The chance of each outcome: a mapping from outcome to `fractions.Fraction`, in the order of the answer.

    Exact chances sum to 1. An outcome is a number, a truth value or a word where the rules give one value, else a sentence such as
    `Sherman: movement hits 1`. Of a sample (`runs` is not `None`) the fractions are what was counted.
    """

    def __init__(
        self, document: dict[str, Any], ask_given: Callable[[str], Odds] | None = None
    ) -> None:
        self.document = document
        """The document `sandtable/odds/1` as it came; empty of a distribution that was made from another."""
        self._ask_given = ask_given
        rows = document["outcomes"]
        plain = all(set(row["values"]) <= {"value", "refused"} for row in rows)
        numeric = bool(rows) and all(row["at_least"] is not None for row in rows)
        keys: Sequence[Key] = [_key(row, plain, numeric) for row in rows]
        if plain:
            keys = _read(keys)
        chances: dict[Key, Fraction] = {}
        for key, row in zip(keys, rows, strict=True):
            chances[key] = chances.get(key, Fraction(0)) + Fraction(row["chance"])
        self._chances = chances

    @classmethod
    def _of(cls, chances: dict[Key, Fraction], question: str) -> Odds:
        made = cls({"question": question, "outcomes": [], "runs": None, "modifiers": [], "assumed": []})
        made._chances = chances
        return made

    def __getitem__(self, outcome: Key) -> Fraction:
        """Return the chance of an outcome; raise `KeyError` for one that is not possible. `get(outcome, 0)` gives 0 for it."""
        return self._chances[outcome]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    @property
    def question(self) -> str:
        """The question, in words."""
        return str(self.document["question"])

    @property
    def runs(self) -> int | None:
        """Number of sampled runs; `None` if it is exact."""
        runs: int | None = self.document["runs"]
        return runs

    @property
    def assumed(self) -> dict[str, str]:
        """Facts that were not given, with the defaults that answered them."""
        return {row["fact"]: row["value"] for row in self.document["assumed"]}

    @property
    def modifiers(self) -> list[tuple[str, int]]:
        """The modifiers that apply whatever the dice show: what for, and what each adds."""
        lists = self.document["modifiers"]
        return [(line["label"], line["amount"]) for one in lists for line in one["lines"]]

    def _numbers(self) -> list[tuple[Fraction, Fraction]]:
        numbers = [(Fraction(key), chance) for key, chance in self._chances.items() if not isinstance(key, str)]
        if len(numbers) < len(self._chances):
            raise TypeError("these outcomes are not numbers; ask for one with `track=`")
        return numbers

    @property
    def mean(self) -> Fraction:
        """The mean, exactly; yes counts 1. Raise `TypeError` if the outcomes are not numbers."""
        return sum((value * chance for value, chance in self._numbers()), Fraction(0))

    @property
    def std_dev(self) -> float:
        """The standard deviation. Raise `TypeError` if the outcomes are not numbers."""
        mean = self.mean
        return math.sqrt(sum((value - mean) ** 2 * chance for value, chance in self._numbers()))

    def at_least(self, least: int | Fraction) -> Fraction:
        """Return the chance of this number or more. Raise `TypeError` if the outcomes are not numbers."""
        return sum((chance for value, chance in self._numbers() if value >= least), Fraction(0))

    def at_most(self, most: int | Fraction) -> Fraction:
        """Return the chance of this number or less. Raise `TypeError` if the outcomes are not numbers."""
        return sum((chance for value, chance in self._numbers() if value <= most), Fraction(0))

    def chance(self, condition: Callable[[Key], bool]) -> Fraction:
        """Return the chance of the outcomes that meet a condition."""
        met = (chance for key, chance in self._chances.items() if condition(key))
        return sum(met, Fraction(0))

    def given(self, condition: str | Callable[[Key], bool]) -> Odds:
        """Return the odds among the cases that meet a condition.

        A text is a condition of the rules at the end, as in an `expect` of an example (`target.hits >= 1`); the question is asked again.
        A function is called with each outcome. Raise `SandtableError` for a condition that makes no sense, `ValueError` for one that
        is never met.
        """
        if isinstance(condition, str):
            if self._ask_given is None:
                raise ValueError("these odds were made from others: use a function as the condition")
            return self._ask_given(condition)
        total = self.chance(condition)
        if total == 0:
            raise ValueError("no outcome meets the condition")
        kept = {key: one / total for key, one in self._chances.items() if condition(key)}
        return Odds._of(kept, self.question)

    def __repr__(self) -> str:
        rows = ", ".join(f"{key!r}: {chance}" for key, chance in list(self._chances.items())[:8])
        more = ", …" if len(self) > 8 else ""
        return f"Odds({{{rows}{more}}})"

    def _repr_html_(self) -> str:
        """Return a table with bars, for a notebook."""
        rows = "".join(
            f"<tr><td>{escape(_shown(key))}</td><td style='text-align:right'>{chance}</td>"
            f"<td style='text-align:right'>{float(chance):.2%}</td>"
            f"<td><div style='background:#4a7;height:0.8em;width:{max(1, round(160 * float(chance)))}px'></div></td></tr>"
            for key, chance in self._chances.items()
        )
        head = "<tr><th>outcome</th><th>chance</th><th></th><th></th></tr>"
        return f"<table><caption>{escape(self.question)}</caption>{head}{rows}</table>"

    def _repr_svg_(self) -> str:
        """Return a bar chart, for a notebook or a file."""
        rows = list(self._chances.items())
        height = 22 * len(rows) + 34
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="{height}" viewBox="0 0 640 {height}" '
            f'font-family="sans-serif" font-size="12" role="img"><title>{escape(self.question)}</title>'
            '<rect width="100%" height="100%" fill="#fff"/>'
            f'<text x="8" y="18" font-weight="bold">{escape(self.question[:90])}</text>'
        ]
        for at, (key, chance) in enumerate(rows):
            y = 28 + 22 * at
            width = 280 * float(chance)
            parts.append(
                f'<text x="236" y="{y + 14}" text-anchor="end">{escape(_shown(key)[:38])}</text>'
                f'<rect x="244" y="{y + 2}" width="{width:.1f}" height="16" fill="#4a7"/>'
                f'<text x="{252 + width:.1f}" y="{y + 14}">{float(chance):.2%}</text>'
            )
        return "".join(parts) + "</svg>"


class Comparison(Mapping[Key, tuple[Fraction, Fraction]]):
    """Two situations: a mapping from outcome to its chance in the first and in the second."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        """The document `sandtable/compare/1` as it came."""

        def chance(side: dict[str, Any] | None) -> Fraction:
            return Fraction(side["chance"]) if side else Fraction(0)

        rows = document["outcomes"]
        self._pairs = {row["outcome"]: (chance(row["first"]), chance(row["second"])) for row in rows}

    def __getitem__(self, outcome: Key) -> tuple[Fraction, Fraction]:
        return self._pairs[_shown(outcome)]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def difference(self, outcome: Key) -> Fraction:
        """Return the difference of the second chance from the first."""
        first, second = self[outcome]
        return second - first

    def _repr_html_(self) -> str:
        """Return a table, for a notebook."""
        rows = "".join(
            f"<tr><td>{escape(str(key))}</td><td>{first}</td><td>{second}</td><td>{float(second - first):+.2%}</td></tr>"
            for key, (first, second) in self._pairs.items()
        )
        return f"<table><tr><th>outcome</th><th>first</th><th>second</th><th>difference</th></tr>{rows}</table>"


def _key(row: dict[str, Any], plain: bool, numeric: bool) -> Key:
    values = row["values"]
    if values.get("refused"):
        return str(row["outcome"])
    value = values.get("value")
    if plain and isinstance(value, (int, str)):
        return value
    if numeric:
        numbers = [one for name, one in values.items() if name != "refused" and isinstance(one, int)]
        if len(numbers) == 1:
            return int(numbers[0])
    return str(row["outcome"])


def _read(keys: Sequence[Key]) -> Sequence[Key]:
    """Read texts as numbers if all of them are: the values of a measure in halves are texts, the whole ones too."""
    numbers = [value for key in keys if isinstance(key, str) and (value := number(key)) is not None]
    return numbers if len(numbers) == len(keys) else keys


def _shown(key: Key) -> str:
    if isinstance(key, bool):
        return "yes" if key else "no"
    return written(key) if isinstance(key, Fraction) else str(key)
