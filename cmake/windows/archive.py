#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs the tool for Windows: archive.py ANMKIT.EXE FOLDER [MEMBER=FILE...]

The bytes of the archive depend on those of its files alone; $SOURCE_DATE_EPOCH is their time. MEMBER=FILE is for what
comes with the tool: anmkit.dll, its header and its import library.
"""
import os
import pathlib
import re
import subprocess
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = """anmkit {version} for Windows, 64-bit

anmkit.exe is all of it: nothing is installed. Drop files or folders of animations onto it, and the viewer opens
in the browser. In a terminal:

    anmkit info FILE
    anmkit convert FILE -o OUT.glb
    anmkit --help

For programs in C and in other languages: anmkit.dll, include/anmkit.h and lib/anmkit.lib, which the linkers of
Visual Studio, clang and MinGW read. anmkit.exe does not need them.
"""


def main():
    exe, folder = map(pathlib.Path, sys.argv[1:3])
    more = dict(word.split("=", 1) for word in sys.argv[3:])
    version = re.search(r'kVersion[^"]*"([0-9.]+)"', (ROOT / "include/anmkit/anmkit.hpp").read_text()).group(1)
    notices = subprocess.run([sys.executable, "-B", ROOT / "third-party/notices.py", "windows"], capture_output=True,
                             check=True).stdout
    # Names of the members, in their order.
    files = {"LICENSE.txt": (ROOT / "LICENSE").read_bytes(), "README.txt": README.format(version=version).encode(),
             "THIRD-PARTY-NOTICES.txt": notices, "anmkit.exe": exe.read_bytes()}
    files |= {member: pathlib.Path(file).read_bytes() for member, file in more.items()}
    # ZIP has no time before 1980.
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
    folder.mkdir(parents=True, exist_ok=True)
    name = f"anmkit-{version}-windows-x64"
    with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
        for member, data in sorted(files.items()):
            info = zipfile.ZipInfo(f"{name}/{member}", when)
            info.create_system, info.external_attr = 3, (0o755 if member.endswith((".exe", ".dll")) else 0o644) << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED, 9)
    print(folder / f"{name}.zip")


main()
