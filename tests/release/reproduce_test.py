#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A release twice, in two folders: the same bytes.

    reproduce_test.py ROOT [PART...]

The second run compiles everything again, without results of the first; with all parts it takes hours.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()


def released(tree, parts, **more):
    subprocess.run(["git", "clone", "-q", ROOT, tree], check=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("SOURCE_DATE_EPOCH", "ANMKIT_DIST")}
    subprocess.run([tree / "dev", "release", *parts], check=True, env={**environment, **more})
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (tree / "dist").iterdir()}


def main():
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        first = released(folder / "one", sys.argv[2:])
        # Another length of the path, another time zone, and no compiler cache.
        second = released(folder / "another" / "place of it", sys.argv[2:], CCACHE_DISABLE="1", TZ="Asia/Tokyo")
        different = sorted(name for name in {**first, **second} if first.get(name) != second.get(name))
        if different:
            kept = ROOT / "build/reproduce"
            shutil.rmtree(kept, ignore_errors=True)
            for tree in (folder / "one", folder / "another/place of it"):
                shutil.copytree(tree / "dist", kept / tree.name)
            sys.exit(f"these files differ between two runs: {', '.join(different)}; both are in {kept}")
        if not first:
            sys.exit("no file was made: expected those of ./dev release")
        print(f"{len(first)} files are the same")


main()
