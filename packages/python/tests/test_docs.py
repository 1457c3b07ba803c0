"""Every example of docs/python.md is run, and what it prints is compared; every cell of docs/python.ipynb is run."""

import doctest
import json
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = Path(os.environ.get("SANDTABLE_DOCS", ROOT / "docs")) / "python.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")
def test_examples_of_the_page() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    names: dict[str, object] = {}
    for at, block in enumerate(blocks):
        test = parser.get_doctest(block, names, f"python.md, block {at + 1}", str(PAGE), 0)
        assert test.examples, f"block {at + 1} has no example"
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")
def test_cells_of_the_notebook() -> None:
    notebook = json.loads(PAGE.with_suffix(".ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 5
    names: dict[str, object] = {}
    for at, cell in enumerate(cells):
        exec(compile(cell, f"python.ipynb, cell {at + 1}", "exec"), names)
    assert "<table>" in names["odds"]._repr_html_()  # type: ignore[attr-defined]
