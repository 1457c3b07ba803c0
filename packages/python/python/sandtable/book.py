"""Rulesets: what can be asked of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from ._sandtable import Engine
from .errors import Finding, SandtableError, finding
from .game import Game
from .odds import Comparison, Odds
from .table import Table

Value = str | int | float | Fraction | bool | range | Iterable[str | int | float | Fraction]
"""A value of a key: a word, a number, yes or no; several of them for a table, or the units of a parameter with several units."""
Progress = Callable[[str, int, int], object]
"""Is called with the kind of work, how much is done, and how much there may be in all."""


@dataclass(frozen=True)
class Step:
    """A step of a trace: `depth` below other steps from 0, its words, and the sections that it cites."""

    depth: int
    text: str
    sections: tuple[str, ...]
    detail: bool
    """Whether a short account leaves it out."""


class Trace:
    """One resolution, step by step."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        """The document `sandtable/roll/1` as it came."""
        self.outcome: str | None = document["outcome"]
        """The outcome in words; `None` if it did not end."""
        self.values: dict[str, Any] = document["values"] or {}
        """The outcome by name: `target.hits` and so on."""
        self.dice: list[tuple[str, str]] = [(one["die"], one["face"]) for one in document["dice"]]
        """What was rolled, in order: the die and its face."""
        self.choices: list[str] = document["choices"]
        """The choices made, in order."""
        self.steps = [
            Step(row["depth"], row["text"], tuple(row["sections"]), row["detail"])
            for row in document["steps"]
        ]
        """The steps, in order."""

    def __str__(self) -> str:
        return "\n".join("  " * step.depth + step.text for step in self.steps)

    def __repr__(self) -> str:
        return f"Trace({self.outcome!r}, {len(self.steps)} steps)"


@dataclass(frozen=True)
class Check:
    """The findings of a check."""

    findings: tuple[Finding, ...]
    """Errors and warnings, sorted by place."""
    notes: tuple[Finding, ...]
    """Notes and possible findings."""
    failing_examples: tuple[str, ...]
    """Titles of the examples that fail, if they were run."""
    document: dict[str, Any]
    """The document `sandtable/check/1` as it came."""

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The errors alone."""
        return tuple(one for one in self.findings if one.severity == "error")

    @property
    def ok(self) -> bool:
        """Whether there are neither errors nor failing examples."""
        return not self.errors and not self.failing_examples


@dataclass(frozen=True)
class Example:
    """A worked example that was run."""

    title: str
    sections: tuple[str, ...]
    passed: bool
    findings: tuple[Finding, ...]
    """The differences; none if it passes."""


@dataclass(frozen=True)
class Coverage:
    """The numbered rules of the book and their state."""

    total: int
    encoded: int
    """Number of those that a rule cites."""
    exercised: int
    """Number of encoded ones that an example tests."""
    missing: tuple[str, ...]
    """Ids of those that are not implemented."""
    unexercised: tuple[str, ...]
    """Ids of the encoded ones that no example tests."""
    document: dict[str, Any]
    """The document `sandtable/coverage/1` as it came."""


@dataclass(frozen=True)
class Outcomes:
    """Many games, counted."""

    games: int
    seed: int
    endings: dict[str, int]
    """By ending in words, the number of games."""
    document: dict[str, Any]
    """The document `sandtable/sample/1` as it came."""


class Book:
    """A ruleset. Make one with `sandtable.open`."""

    def __init__(self, engine: Engine, name: str, variants: tuple[str, ...] = ()) -> None:
        self._engine = engine
        self.name = name
        """The name or path by which it is asked."""
        self.variants = variants
        """Names of the variants that apply besides."""
        title, self.files = engine.load(name)
        self.title = title or name
        self._n_texts = 0

    def __repr__(self) -> str:
        return f"Book({self.name!r})"

    def _request(self, method: str, params: dict[str, Any], progress: Progress | None = None) -> Any:
        return json.loads(self._engine.request(f"sandtable/{method}", json.dumps(params), progress))

    def with_variants(self, *variants: str) -> Book:
        """Return the same ruleset with further variants applied."""
        return Book(self._engine, self.name, (*self.variants, *variants))

    def refresh(self) -> None:
        """Read the files again where they are needed: they have changed."""
        self._engine.refresh()

    def check(
        self, *, thorough: bool = False, examples: bool = False, progress: Progress | None = None
    ) -> Check:
        """Find mistakes in rules, units and scenarios.

        `thorough` compares rolls and actions in many situations, which takes seconds; `examples` runs the worked examples. A ruleset with
        errors is a result, no exception.
        """
        params = {
            "ruleset": self.name,
            "variants": self.variants,
            "thorough": thorough,
            "examples": examples,
        }
        document = self._request("check", params, progress)
        return Check(
            findings=tuple(map(finding, document["findings"])),
            notes=tuple(map(finding, document["notes"])),
            failing_examples=tuple(document["failing_examples"]),
            document=document,
        )

    def _question(
        self,
        ask: str | None,
        given: Mapping[str, Value] | None,
        situation: Mapping[str, Value],
        units: Iterable[str],
        options: Mapping[str, str | bool] | None,
    ) -> dict[str, Any]:
        pairs = [*(given or {}).items(), *((_name(key), value) for key, value in situation.items())]
        return {
            "ruleset": self.name,
            "ask": ask,
            "variants": self.variants,
            "given": [(key, _written(value)) for key, value in pairs],
            "units": list(units),
            "options": [(_name(key), _written(value)) for key, value in (options or {}).items()],
        }

    def odds(
        self,
        ask: str | None = None,
        *,
        given: Mapping[str, Value] | None = None,
        units: Iterable[str] = (),
        options: Mapping[str, str | bool] | None = None,
        track: str | Sequence[str] | None = None,
        condition: str | None = None,
        policy: str | None = None,
        sample: int | None = None,
        seed: int = 0,
        progress: Progress | None = None,
        **situation: Value,
    ) -> Odds:
        """Calculate the exact odds of a roll, action, table or formula.

        `book.odds("shot", firer="trooper", range=7)`: what the rule needs is given by name, `_` for `-`; names that Python cannot write
        go into `given`, as `{"target.hits": 1}`. A parameter with several units takes a list, `targets=["rifles", "scouts"]`. `units` puts
        further units on the table (`"scout=rider of second"`), `options` sets optional rules. `track` asks for one value at the end (`"target.hits"`), or for several (`["target.hits", "firer.hits"]`), `condition` counts only the cases that meet it.
        `policy` (`"first"` or `"random"`) decides where the rules give no worth. `sample` rolls this many times instead of following
        every result.

        Raise `SandtableError` if there is no answer; `KeyboardInterrupt` after Ctrl-C.
        """
        params = self._question(ask, given, situation, units, options)
        tracks = track if track is None or isinstance(track, str) else list(track)
        params |= {"track": tracks, "condition": condition, "policy": policy, "sample": sample, "seed": seed}
        document = self._request("odds", params, progress)
        if not document["schema"].startswith("sandtable/odds/"):
            raise SandtableError("a key has several values: use `table`")

        def ask_given(further: str) -> Odds:
            both = f"({condition}) and ({further})" if condition else further
            return Odds(self._request("odds", params | {"condition": both}, progress))

        return Odds(document, ask_given)

    def table(
        self,
        ask: str,
        *,
        only: str | None = None,
        given: Mapping[str, Value] | None = None,
        units: Iterable[str] = (),
        options: Mapping[str, str | bool] | None = None,
        condition: str | None = None,
        policy: str | None = None,
        sample: int | None = None,
        seed: int = 0,
        progress: Progress | None = None,
        **situation: Value,
    ) -> Table:
        """Calculate odds for each value of keys with several: `range=range(1, 13)`, `cover=[0, 1]`, `range="1..12"`.

        `only` is the condition whose chance each row has (`"to-hit is hit"`), or the value whose mean it has; all else as in `odds`.

        Raise `SandtableError` if there is no answer, or no key has several values.
        """
        params = self._question(ask, given, situation, units, options)
        params |= {"only": only, "condition": condition, "policy": policy, "sample": sample, "seed": seed}
        document = self._request("odds", params, progress)
        if not document["schema"].startswith("sandtable/table/"):
            raise SandtableError("no key has several values: use `odds`")
        return Table(document)

    def compare(
        self,
        ask: str,
        changes: Mapping[str, Value],
        *,
        given: Mapping[str, Value] | None = None,
        units: Iterable[str] = (),
        options: Mapping[str, str | bool] | None = None,
        progress: Progress | None = None,
        **situation: Value,
    ) -> Comparison:
        """Calculate odds in two situations; `changes` lead from the first to the second.

        Raise `SandtableError` if there is no answer.
        """
        params = self._question(ask, given, situation, units, options)
        params["compare"] = [(_name(key), _written(value)) for key, value in changes.items()]
        return Comparison(self._request("odds", params, progress))

    def trace(
        self,
        ask: str,
        *,
        given: Mapping[str, Value] | None = None,
        units: Iterable[str] = (),
        options: Mapping[str, str | bool] | None = None,
        dice: Iterable[str | int] = (),
        choices: Iterable[str] = (),
        seed: int | None = None,
        why: bool = False,
        steps: int | None = None,
        **situation: Value,
    ) -> Trace:
        """Roll once, step by step.

        `dice` and `choices` are taken in order; with a `seed` all further ones are rolled and made, without one the given ones must do.
        `why` also says why lines do not apply. `steps` is how many to keep, 1,000 by default.

        Raise `SandtableError` if it cannot be asked, or did not end with what was given.
        """
        params = self._question(ask, given, situation, units, options)
        params |= {
            "dice": [str(face) for face in dice],
            "choices": list(choices),
            "seed": seed,
            "why": why,
        }
        if steps is not None:
            params["steps"] = steps
        document = self._request("roll", params)
        trouble = document.get("trouble")
        if trouble:
            found = tuple(map(finding, trouble["findings"]))
            raise SandtableError(found[0].message if found else "it did not end", found)
        return Trace(document)

    def sample(
        self,
        scenario: str,
        *,
        games: int = 1_000,
        seed: int = 0,
        sides: Mapping[str, str] | None = None,
        tracks: Iterable[str] = (),
        within: float | None = None,
        progress: Progress | None = None,
    ) -> Outcomes:
        """Play a scenario many times and count the endings.

        `sides` names the player of a side: `policy` (the default), a policy of the rules by its name, `random`, `greedy`, `search:200`,
        `exact`. The same seed plays the same games. `within` stops when every share is known to this many percentage points. Rolls are
        sampled with `odds(…, sample=n)`.

        Raise `SandtableError` if it cannot be played.
        """
        params = self._games(scenario, games, seed, sides)
        params |= {"tracks": list(tracks), "within": within}
        document = self._request("sample", params, progress)
        endings = {row["outcome"]: row["count"] for row in document["endings"]}
        return Outcomes(document["games"], document["seed"], endings, document)

    def report(
        self,
        scenario: str,
        *,
        games: int = 1_000,
        seed: int = 0,
        sides: Mapping[str, str] | None = None,
        tracks: Iterable[str] = (),
        within: float | None = None,
        worth: bool = False,
        skill: int = 0,
        progress: Progress | None = None,
    ) -> dict[str, Any]:
        """Report on many games: who wins and why, what is never used, what things are worth.

        Return the document `sandtable/report/1` of `docs/json.md`. `tracks` are values at the end that are compared besides. `worth` plays
        games again without units and options; `skill` is the number of games for each comparison of unequal players.

        Raise `SandtableError` if it cannot be played.
        """
        params = self._games(scenario, games, seed, sides)
        params |= {"tracks": list(tracks), "within": within, "worth": worth, "skill": skill}
        document: dict[str, Any] = self._request("report", params, progress)
        return document

    def tune(
        self,
        scenario: str,
        vary: Mapping[str, Value],
        aim: str,
        *,
        games: int = 10_000,
        seed: int = 0,
        sides: Mapping[str, str] | None = None,
        tracks: Iterable[str] = (),
        sure: float = 99,
        progress: Progress | None = None,
    ) -> dict[str, Any]:
        """Play several values of a game, and find which of them comes nearest to an aim.

        `vary` has the values, `{"garrison.men": range(4, 13)}`; of several keys all combinations are played. `aim` is a condition and its
        share, `"winner is blue = 50 %"`, or a number at the end and its mean. `games` is that of all values together, `sure` the chance in
        percent at which a value is sure. `sides` and `tracks` are as in `sample`. Return the document `sandtable/tune/1` of `docs/json.md`.

        Raise `SandtableError` if it cannot be played.
        """
        params = self._games(scenario, games, seed, sides)
        params |= {
            "vary": [f"{key}={_written(value)}" for key, value in vary.items()],
            "aim": aim,
            "tracks": list(tracks),
            "sure": sure,
        }
        document: dict[str, Any] = self._request("tune", params, progress)
        return document

    def _games(
        self,
        scenario: str,
        games: int,
        seed: int,
        sides: Mapping[str, str] | None,
    ) -> dict[str, Any]:
        return {
            "scenario": self._scenario(scenario),
            "variants": self.variants,
            "games": games,
            "seed": seed,
            "sides": list((sides or {}).items()),
        }

    def _scenario(self, scenario: str) -> str:
        if "\n" in scenario:
            # Scenarios are read by their path; texts have one that no file has.
            self._n_texts += 1
            path = f"text-{id(self)}-{self._n_texts}.toml"
            self._engine.set_text(path, scenario)
            return path
        return scenario if "/" in scenario else f"{self.name}/{scenario}"

    def coverage(self) -> Coverage:
        """Compare the rules with the numbered rules of the book.

        Raise `SandtableError` if there are errors, or the ruleset names no index of them.
        """
        document = self._request("coverage", {"ruleset": self.name, "variants": self.variants})
        return Coverage(
            total=document["total"],
            encoded=document["encoded"],
            exercised=document["exercised"],
            missing=tuple(document["missing"]),
            unexercised=tuple(document["unexercised"]),
            document=document,
        )

    def examples(self, title: str | None = None, *, progress: Progress | None = None) -> list[Example]:
        """Run the worked examples whose titles have these words, or all.

        Raise `SandtableError` if there are errors elsewhere in the ruleset.
        """
        params = {"ruleset": self.name, "title": title}
        document = self._request("example", params, progress)
        return [
            Example(
                row["title"], tuple(row["sections"]), row["passed"], tuple(map(finding, row["findings"]))
            )
            for ruleset in document["rulesets"]
            for row in ruleset["examples"]
        ]

    def catalogue(self) -> dict[str, Any]:
        """List the rules and units. Return the document `sandtable/list/1` of `docs/json.md`.

        Raise `SandtableError` if there are errors.
        """
        document: dict[str, Any] = self._request("catalogue", {"ruleset": self.name, "variants": self.variants})
        return document

    def form(self, ask: str | None = None, **given: Value) -> dict[str, Any]:
        """List what can be asked, and what can be given to a rule. Return the document `sandtable/form/1` of `docs/json.md`.

        Raise `SandtableError` if there are errors.
        """
        params = {
            "ruleset": self.name,
            "ask": ask,
            "variants": self.variants,
            "given": [(_name(key), _written(value)) for key, value in given.items()],
        }
        document: dict[str, Any] = self._request("form", params)
        return document

    @property
    def scenarios(self) -> list[str]:
        """The names of its scenarios, without that of the ruleset."""
        names = (name.split("/", 1) for name in self._engine.scenarios())
        return [own for ruleset, own in names if ruleset == self.name]

    def game(self, scenario: str) -> Game:
        """Set up a scenario to be played: its name (`"outpost"` or `"pips/outpost"`), a path, or its text.

        Raise `SandtableError` if it cannot be played.
        """
        name = self._scenario(scenario)
        return Game(self._engine.game(name, list(self.variants)), name, self.variants)


def open(
    source: str | PathLike[str] | Mapping[str, str],
    *,
    variants: Iterable[str] = (),
    name: str | None = None,
) -> Book:
    """Open a ruleset.

    `source` is the name of a built-in book or of a folder in `rules/` (`"hellion"`), a path to a folder or a rule file, the text of rules,
    or several texts by path as they would be in a folder (`{"rules/skirmish/skirmish.rules": …, "units/skirmish/units.toml": …}`; `name` is
    then its name, by default that of the first folder in `rules/`).

    Raise `SandtableError` if there is no such ruleset. Mistakes in its rules are found by `Book.check`.
    """
    engine = Engine()
    if isinstance(source, Mapping):
        for path, text in source.items():
            engine.set_text(path, text)
        ruleset = name or _first_ruleset(source)
    elif isinstance(source, str) and "\n" in source:
        ruleset = f"{name or 'text'}.rules"
        engine.set_text(ruleset, source)
    elif isinstance(source, str):
        ruleset = source
    else:
        ruleset = str(Path(fspath(source)))
    return Book(engine, ruleset, tuple(variants))


def starter(kind: str, name: str = "my-game") -> Book:
    """Open a small complete game to begin from, under a name of your choice; nothing is written.

    `Book.files` has its paths. The kinds are `areas`, `cards`, `hexes`, `skirmish` and `solo`. Raise `SandtableError` for another.
    """
    answer = json.loads(Engine().request("sandtable/starter", json.dumps({"name": name, "from": kind})))
    return open({file["path"]: file["text"] for file in answer["files"]}, name=name)


def rulesets() -> list[str]:
    """Return the names of the rulesets in the working folder and of those that are built in."""
    names: list[str] = json.loads(Engine().request("sandtable/rulesets", "null"))
    return names


def _first_ruleset(texts: Mapping[str, str]) -> str:
    for path in texts:
        parts = path.split("/")
        if len(parts) > 2 and parts[0] == "rules":
            return parts[1]
    raise SandtableError("no text has a path like `rules/NAME/FILE.rules`: give the `name` of the ruleset")


def _name(key: str) -> str:
    return key.replace("_", "-")


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (str, int, float, Fraction)):
        return str(value)
    if isinstance(value, range) and value.step == 1 and len(value) > 1:
        return f"{value.start}..{value.stop - 1}"
    return ",".join(_written(one) for one in value) or "none"
