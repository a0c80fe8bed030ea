#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lines that show what a tool makes of files: tool_equal.py TOOL... PART OF <LIST

LIST has the path of a file on each line; about each OFth of them, beginning with PART, each line has the status of a run
and hashes of what it printed and wrote. Those of two machines are equal, or one of them is wrong.
"""
import hashlib
import pathlib
import subprocess
import sys
import tempfile

TOOL, PART, PARTS = sys.argv[1:-2], int(sys.argv[-2]), int(sys.argv[-1])
SECONDS = 600


def short(data):
    return hashlib.sha256(data).hexdigest()[:16]


def said(subject, verb, *words, output=None):
    done = subprocess.run([*TOOL, verb, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    line = f"{subject} {verb}{pathlib.Path(output).suffix if output else ''}: {done.returncode}"
    # Names of temporary files differ.
    printed = [part.replace(output.encode(), b"OUTPUT") if output else part for part in (done.stdout, done.stderr)]
    line += f" {short(printed[0])} {short(printed[1])}"
    if output and pathlib.Path(output).is_file():
        line += f" {short(pathlib.Path(output).read_bytes())}"
    print(line)


def main():
    files = sys.stdin.read().splitlines()[PART::PARTS]
    if not files:
        return
    said(f"part {PART}", "info", "--json", *files)
    said(f"part {PART}", "check", "--json", *files)
    with tempfile.TemporaryDirectory(dir=".") as folder:
        for number, file in enumerate(files):
            name = f"{pathlib.Path(folder).name}/{number}"
            said(file, "dump", file, "-o", f"{name}.json", output=f"{name}.json")
            said(file, "convert", file, "-o", f"{name}.glb", output=f"{name}.glb")
            # Images take longest.
            for kind in ("png", "webp") if number % 4 == 0 else ():
                said(file, "render", file, "--size", "64x64", "-o", f"{name}.{kind}", output=f"{name}.{kind}")


main()
