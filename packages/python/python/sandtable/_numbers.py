"""Numbers in halves, quarters and eighths, as rules write them: `2 1/2`."""

from __future__ import annotations

import re
from fractions import Fraction

_MIXED = re.compile(r"(-?)(?:([0-9]+)(?: ([1-7])/([248]))?|([1-7])/([248]))")


def number(text: str) -> Fraction | None:
    """Read `3`, `1/2` or `-2 3/4`; `None` for another text."""
    read = _MIXED.fullmatch(text)
    if read is None:
        return None
    sign, whole, above, below, above_alone, below_alone = read.groups()
    value = Fraction(int(whole or 0)) + Fraction(int(above or above_alone or 0), int(below or below_alone or 1))
    return -value if sign else value


def written(value: Fraction) -> str:
    """Return the text of a number, as rules write it."""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    parts = ([str(whole)] if whole or not rest else []) + ([f"{rest}/{value.denominator}"] if rest else [])
    return ("-" if value < 0 else "") + " ".join(parts)
