"""What can go wrong: one exception, with the findings of the rules."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Span:
    """A place in a text: bytes `start` to `end` of `file`, from 0; `line` and `column` of the first, from 1, in characters."""

    file: str
    start: int
    end: int
    line: int
    column: int
    text: str
    """A fact about this place; may be empty."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Finding:
    """A finding about rules, units or a question: `code` is like `E0203`, `slug` like `wrong-type`."""

    code: str
    slug: str
    severity: str
    """`error`, `warning` or `note`."""
    confidence: str
    """`certain`, `likely` or `possible`."""
    message: str
    help: str | None
    spans: tuple[Span, ...]
    """Places, the main one first; none of a finding without a place."""
    citations: tuple[str, ...]
    """The sections of the book that it is about."""

    @property
    def span(self) -> Span | None:
        """The main place; `None` of a finding without one."""
        return self.spans[0] if self.spans else None

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        cure = f"\n  help: {self.help}" if self.help else ""
        return f"{place}{self.code} {self.message}{cure}"


class SandtableError(Exception):
    """There is no answer. `findings` say why; of a mistake in the call itself there are none."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.findings = findings

    @property
    def code(self) -> str | None:
        """The code of the first finding, like `E0512`; `None` without one."""
        return self.findings[0].code if self.findings else None

    @property
    def span(self) -> Span | None:
        """The main place of the first finding; `None` without one."""
        return self.findings[0].span if self.findings else None

    @property
    def help(self) -> str | None:
        """The cure of the first finding; `None` without one."""
        return self.findings[0].help if self.findings else None

    def __str__(self) -> str:
        if not self.findings:
            return self.message
        return "\n".join(str(finding) for finding in self.findings)


def finding(row: dict[str, Any]) -> Finding:
    """Read a finding of a document."""
    labels = row["labels"]
    fields = ("file", "start", "end", "line", "column", "text")
    return Finding(
        code=row["code"],
        slug=row["slug"],
        severity=row["severity"],
        confidence=row["confidence"],
        message=row["message"],
        help=row["help"],
        spans=tuple(Span(**{key: label[key] for key in fields}) for label in labels),
        citations=tuple(row["citations"]),
    )


def refusal(message: str, document: str | None) -> SandtableError:
    """Make the exception of a sentence and a document of findings; the native part calls it."""
    rows = json.loads(document)["findings"] if document else []
    return SandtableError(message, tuple(finding(row) for row in rows))
