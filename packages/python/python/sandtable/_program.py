"""The program `sandtable`."""

from __future__ import annotations

import signal
import sys

from ._sandtable import run_program


def main() -> None:
    """Run the program with the command line of this process, and exit with its code."""
    # Python's handler only takes note, and the program has no eye for that: Ctrl-C ends it, as it ends others.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run_program(["sandtable", *sys.argv[1:]]))
