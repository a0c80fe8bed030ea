# SPDX-License-Identifier: MIT
"""What the wheel and the add-on share: the version, the notices, and archives whose bytes depend on their files alone."""
import os
import pathlib
import re
import subprocess
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r'kVersion[^"]*"([0-9.]+)"', (ROOT / "include/anmkit/anmkit.hpp").read_text()).group(1)


def notices(of):
    return subprocess.run([sys.executable, "-B", ROOT / "third-party/notices.py", of], capture_output=True,
                          check=True).stdout


def write_zip(path, files):
    """Writes names and bytes, in the order that they have."""
    # ZIP has no time before 1980.
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    with zipfile.ZipFile(part, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, when)
            info.create_system, info.external_attr = 3, (0o755 if ".so" in name or ".dll" in name else 0o644) << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED, 9)
    part.rename(path)
    return path
