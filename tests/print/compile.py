"""Compiles every `.typ` below a folder to PDF/UA-1, with the fonts that are beside it.

    pip install typst==0.15.2
    python tests/print/compile.py FOLDER
"""

import pathlib
import sys
import time

import typst

folder = pathlib.Path(sys.argv[1])
files = sorted(folder.rglob("*.typ"))
failed = 0
for path in files:
    began = time.monotonic()
    try:
        pdf = typst.compile(str(path), root=str(path.parent), font_paths=[str(path.parent / "fonts")], pdf_standards=["ua-1"])
    except Exception as error:  # noqa: BLE001  the library has one type for all faults
        failed += 1
        print(f"{path}: {str(error)[:600]}")
        continue
    print(f"{path}: {len(pdf)} bytes, {time.monotonic() - began:.1f} s")
print(f"{len(files) - failed} of {len(files)} compiled")
sys.exit(1 if failed or not files else 0)
