#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the packages that a program for another machine needs: depends.py PROGRAM ROOT

ROOT is what cmake/linux/packages.sh makes. dpkg-shlibdeps asks for packages that are installed, which those of another
machine are not; the packages' own lists of what their libraries need (shlibs) are what it would read.
"""
import pathlib
import re
import subprocess
import sys


def main():
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    said = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
    needs = {}
    for file in sorted((root / "packages").glob("*/shlibs")):
        version = re.search(r"(?m)^Version: (?:\d+:)?([^-+\n]+)", (file.parent / "control").read_text()).group(1)
        for line in file.read_text().splitlines():
            if not line.startswith("udeb:"):
                library, number, package = line.split(None, 2)
                # Some leave it to lists of single symbols.
                needs[f"{library}.so.{number}"] = package if "(" in package else f"{package} (>= {version})"
    found = set()
    for name in re.findall(r"\(NEEDED\).*\[(.*)\]", said):
        # The loader is in the package of the C library.
        if name.startswith("ld-linux"):
            continue
        if name not in needs:
            sys.exit(f"depends.py: no package of {root} has {name}: add it to arm64_packages in cmake/release/linux.sh")
        found.add(needs[name])
    if not found:
        sys.exit(f"depends.py: {program} needs no library: expected a program of the system's libraries")
    print(", ".join(sorted(found)))


main()
