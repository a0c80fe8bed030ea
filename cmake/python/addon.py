#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs the Blender add-on: addon.py PLATFORM LIBRARY FOLDER   (PLATFORM: linux-x64 or windows-x64)

LIBRARY is libanmkit.so.0 or anmkit.dll. The bytes of the zip depend on those of its files alone; $SOURCE_DATE_EPOCH is
their time.
"""
import pathlib
import sys

from packing import ROOT, VERSION, notices, write_zip

# The name of the library in the package (bindings/python/anmkit/_library.py), and whose notices it needs.
LIBRARIES = {"linux-x64": ("libanmkit.so.0", "wheel"), "windows-x64": ("anmkit.dll", "windows")}


def main():
    platform, library, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    name, listed = LIBRARIES[platform]
    files = {path.name: path.read_bytes() for path in sorted((ROOT / "bindings/blender").iterdir()) if path.is_file()}
    files |= {f"python/{path.name}": path.read_bytes() for path in (ROOT / "bindings/python/anmkit").glob("*.py")}
    files[f"python/{name}"] = library.read_bytes()
    files |= {"LICENSE": (ROOT / "LICENSE").read_bytes(), "THIRD-PARTY-NOTICES.txt": notices(listed)}
    numbers = ", ".join(VERSION.split("."))
    for member, before, after in (("__init__.py", "(0, 0, 0)", f"({numbers})"),
                                  ("blender_manifest.toml", '"0.0.0"', f'"{VERSION}"'),
                                  ("blender_manifest.toml", "PLATFORM", platform)):
        text = files[member].decode()
        if before not in text:
            sys.exit(f"addon.py: {member} lacks {before}")
        files[member] = text.replace(before, after).encode()
    print(write_zip(folder / f"anmkit-blender-{VERSION}-{platform}.zip",
                    {f"anmkit/{member}": data for member, data in files.items()}))


main()
