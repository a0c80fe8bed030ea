# SPDX-License-Identifier: MIT
"""The version, and the files of a release: what each is for, and which notices list what is inside."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r'kVersion[^"]*"([0-9.]+)"', (ROOT / "include/anmkit/anmkit.hpp").read_text()).group(1)

# Names, with V for the version: what it is, and whose notices (third-party/notices.py); None: nothing of others.
FILES = {
    "anmkit-V-windows-x64.zip": ("Windows, 64-bit: `anmkit.exe` is the whole tool; with the C library", "windows"),
    "anmkit-V-linux-x64.tar.gz": ("Linux, x86-64: one file without dependencies", "static"),
    "anmkit-V-linux-arm64.tar.gz": ("Linux, ARM of 64 bits: one file without dependencies", "static"),
    "anmkit_V_amd64.deb": ("Debian 12, x86-64: the tool", "tool"),
    "anmkit_V_arm64.deb": ("Debian 12, ARM of 64 bits: the tool", "tool"),
    "libanmkit-dev_V_amd64.deb": ("Debian 12, x86-64: the C++ library", "tool"),
    "libanmkit-dev_V_arm64.deb": ("Debian 12, ARM of 64 bits: the C++ library", "tool"),
    "anmkit-V.tgz": ("JavaScript: the npm package", "npm"),
    "anmkit-V-py3-none-manylinux_2_36_x86_64.whl": ("Python: a wheel for Linux, x86-64", "wheel"),
    "anmkit-blender-V-linux-x64.zip": ("Blender: the add-on for Linux", "wheel"),
    "anmkit-blender-V-windows-x64.zip": ("Blender: the add-on for Windows", "windows"),
    "anmkit-viewer-V.html": ("The viewer in one page, for any browser", "page"),
    "anmkit-V.tar.gz": ("The sources", None),
}
# What the release makes of the others.
MADE_LAST = {"SHA256SUMS", f"anmkit-{VERSION}.spdx.json", "RELEASE-NOTES.md"}


def files_of(folder):
    """(path, what it is, notices) of each file, in the order above; a file that is not listed ends the run."""
    known = {name.replace("V", VERSION, 1): entry for name, entry in FILES.items()}
    present = {path.name for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")} - MADE_LAST
    if unknown := sorted(present - set(known)):
        sys.exit(f"{folder} has {', '.join(unknown)}: add it to cmake/release/artifacts.py, or delete it")
    return [(folder / name, *entry) for name, entry in known.items() if name in present]
