"""`python -m sandtable` is the program."""

from ._program import main

main()
