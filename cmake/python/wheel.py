#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs the wheel: wheel.py LIBRARY FOLDER

LIBRARY is libanmkit.so.0. Its newest symbol of glibc gives the tag. The bytes of the wheel depend on those of its files
alone; $SOURCE_DATE_EPOCH is their time.
"""
import base64
import hashlib
import pathlib
import re
import subprocess
import sys

from packing import ROOT, VERSION, notices, write_zip

METADATA = """Metadata-Version: 2.1
Name: anmkit
Version: {version}
Summary: Game animations of five families: read, check, sample, convert and write back
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

{readme}"""
WHEEL = """Wheel-Version: 1.0
Generator: anmkit
Root-Is-Purelib: false
Tag: {tag}
"""
# Libraries that every Linux of a manylinux tag has.
SYSTEM = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "libpthread.so.0", "libdl.so.2"}


def printed(*command):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=True).stdout


def tag_of(library):
    needed = set(re.findall(r"NEEDED\s+(\S+)", printed("objdump", "-p", library)))
    if needed - SYSTEM:
        sys.exit(f"wheel.py: {library} needs {', '.join(sorted(needed - SYSTEM))}, which a wheel cannot expect")
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", printed("objdump", "-T", library))
    major, minor = max((int(first), int(second)) for first, second in versions)
    return f"py3-none-manylinux_{major}_{minor}_x86_64"


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def main():
    library, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    tag = tag_of(library)
    package = ROOT / "bindings/python/anmkit"
    files = {f"anmkit/{path.name}": path.read_bytes() for path in sorted(package.iterdir()) if path.is_file()}
    files["anmkit/libanmkit.so.0"] = library.read_bytes()
    info = f"anmkit-{VERSION}.dist-info"
    readme = (ROOT / "docs/python.md").read_text()
    # Links of the repository lead nowhere from a package.
    readme = re.sub(r"\[([^\]]+)\]\((?!http)[^)]*\)", r"\1", readme)
    files[f"{info}/METADATA"] = METADATA.format(version=VERSION, readme=readme).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/THIRD-PARTY-NOTICES.txt"] = notices("wheel")
    record = "".join(record_line(name, data) for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    print(write_zip(folder / f"anmkit-{VERSION}-{tag}.whl", files))


main()
