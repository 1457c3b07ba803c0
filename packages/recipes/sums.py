"""Prints the SHA-256 of the packages in the current folder, in the form of sha256sum, which macOS lacks."""

import hashlib
import pathlib

for file in sorted(pathlib.Path().glob("sandtable*")):
    print(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}")
