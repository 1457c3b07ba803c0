"""Tables of odds: one answer for each value of a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from html import escape
from typing import Any

from ._numbers import number, written


class Table(Mapping[str, list[Any]]):
    """Columns of one length: a mapping from the name of a column to its values.

    First the keys with several values (numbers as `int`, those of a measure in halves as `Fraction`, else `str`), then those of `outcome`,
    `chance` (`Fraction`), `percent` (0 to 100), `mean`, `spread` (the standard deviation) that the answer has. A cell without such a value
    has `None`; `refused` is true where the rules refuse the question.
    """

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        """The document `sandtable/table/1` as it came."""
        cells = document["cells"]
        names = list(dict.fromkeys(name for cell in cells for name in cell))
        fields = ("chance", "percent", "mean", "spread", "refused", "never_given", "left_out", "not_begun")
        names = [name for name in names if name not in ("between", "given", "second")]
        names.sort(key=lambda name: fields.index(name) if name in fields else -1)
        keys = [name for name in names if name not in fields]
        keys.sort(key=lambda name: name == "outcome")
        names = keys + names[len(keys) :]
        self._columns = {name: _column(name, [cell.get(name) for cell in cells]) for name in names}

    def __getitem__(self, column: str) -> list[Any]:
        return self._columns[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """Return the number of columns; `n_rows` is that of rows."""
        return len(self._columns)

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.document["cells"])

    @property
    def remarks(self) -> list[str]:
        """Remarks on what was assumed and left out."""
        return [str(remark) for remark in self.document["remarks"]]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Iterate over the rows, each a dictionary by column."""
        for values in zip(*self._columns.values(), strict=True):
            yield dict(zip(self._columns, values, strict=True))

    def columns(self, exact: bool = False) -> dict[str, list[Any]]:
        """Return the columns for a data frame: chances as floats, or as texts of fractions if `exact`."""
        convert = str if exact else float
        return {
            name: [convert(value) if isinstance(value, Fraction) else value for value in column]
            for name, column in self._columns.items()
        }

    def to_pandas(self, exact: bool = False) -> Any:
        """Return a `pandas.DataFrame`. Raise `ImportError` without pandas."""
        import pandas

        return pandas.DataFrame(self.columns(exact))

    def to_polars(self, exact: bool = False) -> Any:
        """Return a `polars.DataFrame`. Raise `ImportError` without polars."""
        import polars

        return polars.DataFrame(self.columns(exact))

    def to_arrow(self, exact: bool = False) -> Any:
        """Return a `pyarrow.Table`. Raise `ImportError` without pyarrow."""
        import pyarrow

        return pyarrow.table(self.columns(exact))

    def __repr__(self) -> str:
        return f"Table({', '.join(self._columns)}; {self.n_rows} rows)"

    def _repr_html_(self) -> str:
        """Return a table, for a notebook."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self._columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell(name, value))}</td>" for name, value in row.items()) + "</tr>"
            for row in self.rows()
        )
        return f"<table><tr>{head}</tr>{rows}</table>"


def _value(name: str, value: Any) -> Any:
    if name == "chance":
        return None if value is None else Fraction(value)
    if name in ("refused", "never_given", "left_out", "not_begun"):
        return bool(value)
    read = number(value) if isinstance(value, str) else None
    if read is None:
        return value
    return read if read.denominator > 1 else int(read)


def _column(name: str, values: list[Any]) -> list[Any]:
    column = [_value(name, value) for value in values]
    if not any(isinstance(value, Fraction) for value in column):
        return column
    # A column has one type.
    return [Fraction(value) if type(value) is int else value for value in column]


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    return written(value) if isinstance(value, Fraction) and name != "chance" else str(value)
