#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs the tool for Linux: archive.py MACHINE BUILD_FOLDER OUTPUT_FOLDER   (MACHINE: x64 or arm64)

The bytes of the archive depend on those of its files alone; $SOURCE_DATE_EPOCH is their time.
"""
import gzip
import io
import os
import pathlib
import re
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = """anmkit {version} for Linux, {machine}

bin/anmkit is the whole tool: it needs no library and no installation, and runs on every Linux since 2016.

    bin/anmkit info FILE
    bin/anmkit convert FILE -o OUT.glb
    bin/anmkit view FILE
    bin/anmkit --help

./install.sh copies it to ~/.local, with the man page, the completions of shells, and MIME types and a thumbnailer
for file managers. It needs no root. ./install.sh FOLDER copies it to another folder. To remove it, delete
bin/anmkit and the files under share/ that this archive lists.
"""
# Where they are in the archive, and what they are called in the build.
GENERATED = {"share/man/man1/anmkit.1.gz": "anmkit.1.gz", "share/bash-completion/completions/anmkit": "anmkit.bash",
             "share/zsh/site-functions/_anmkit": "_anmkit", "share/fish/vendor_completions.d/anmkit.fish": "anmkit.fish",
             "share/mime/packages/anmkit.xml": "anmkit.xml", "share/thumbnailers/anmkit.thumbnailer": "anmkit.thumbnailer",
             "share/anmkit/anmkit.magic": "anmkit.magic"}


def main():
    machine, build, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    version = re.search(r'kVersion[^"]*"([0-9.]+)"', (ROOT / "include/anmkit/anmkit.hpp").read_text()).group(1)
    notices = subprocess.run([sys.executable, "-B", ROOT / "third-party/notices.py", "static"], capture_output=True,
                             check=True).stdout
    files = {"LICENSE": (ROOT / "LICENSE").read_bytes(), "THIRD-PARTY-NOTICES.txt": notices,
             "README.txt": README.format(version=version, machine=machine).encode(),
             "install.sh": (ROOT / "cmake/linux/install.sh").read_bytes(),
             "bin/anmkit": (build / "src/cli/anmkit").read_bytes()}
    files |= {name: (build / "generated" / source).read_bytes() for name, source in GENERATED.items()}
    name = f"anmkit-{version}-linux-{machine}"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for member, data in sorted(files.items()):
            info = tarfile.TarInfo(f"{name}/{member}")
            info.size, info.mtime = len(data), int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
            info.mode = 0o755 if member in ("bin/anmkit", "install.sh") else 0o644
            archive.addfile(info, io.BytesIO(data))
    folder.mkdir(parents=True, exist_ok=True)
    output = folder / f"{name}.tar.gz"
    beside = output.with_name(f".{output.name}")
    beside.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))
    beside.rename(output)
    print(output)


main()
