#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts the npm package together: npm.py SOURCES FOLDER

FOLDER gets the files that package.json of SOURCES lists, and package.json with the version of the library.
"""
import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    sources, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    package = json.loads((sources / "package.json").read_text())
    version = re.search(r'kVersion[^"]*"([0-9.]+)"', (ROOT / "include/anmkit/anmkit.hpp").read_text()).group(1)
    package = {"name": package.pop("name"), "version": version, **package}
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in package["files"]:
        if not (sources / name).exists():
            sys.exit(f"npm.py: {sources / name} does not exist: ./dev wasm builds what the package needs")
        if (sources / name).is_dir():
            shutil.copytree(sources / name, folder / name)
        else:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(sources / name, folder / name)
    (folder / "package.json").write_text(json.dumps(package, indent=2, ensure_ascii=False) + "\n")


main()
