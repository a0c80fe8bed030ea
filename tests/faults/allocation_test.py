#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the tool does when memory ends at its n-th allocation. Without --all for some n. ALLOCATION is allocation.cpp.

    allocation_test.py TOOL ALLOCATION [--all] [COMMAND...]
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from commands import commands, prepare

words = [word for word in sys.argv[1:] if word != "--all"]
ALL = "--all" in sys.argv
TOOL, ALLOCATION = (str(pathlib.Path(word).resolve()) for word in words[:2])
CHOSEN = words[2:]
IS_SANITIZED = b"__asan_init" in pathlib.Path(ALLOCATION).read_bytes()
# How many of the first allocations fail one by one, and about how many of the others.
NUMBERS = (1000, 2000) if ALL else (2, 8) if IS_SANITIZED else (5, 60)


# A library that this needs crashes or never ends without memory, which is set aside for it: no test at each of its
# allocations.
LEFT_OUT = ("closed",)


def run(job):
    base, command = job
    with tempfile.TemporaryDirectory(dir=base) as scratch:
        folder = pathlib.Path(scratch) / "here"
        shutil.copytree(base / "made", folder)
        done = subprocess.run(
            [ALLOCATION, *map(str, NUMBERS), command.stdin or "/dev/null", *command.before, "--", *command.words],
            cwd=folder, capture_output=True, text=True, errors="replace",
            timeout=3600, env=dict(os.environ, PATH=f"{folder}/in/bin:{os.environ['PATH']}"))
    return command.name, done


def main():
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    failed, tried = 0, 0
    with tempfile.TemporaryDirectory(dir=memory, prefix="anmkit-memory-") as scratch:
        base = pathlib.Path(scratch)
        prepare(TOOL, base / "made")
        chosen = [command for command in commands() if command.name in CHOSEN or not CHOSEN]
        jobs = [(base, command) for command in chosen if command.name not in LEFT_OUT]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name, done in pool.map(run, jobs):
                *wrong, last = done.stdout.splitlines() or [""]
                tried += int(last.split()[0]) if last.endswith("allocations") else 0
                if done.returncode != 0:
                    failed += 1
                    print(f"FAILED: {name}: it ended with {done.returncode}",
                          *wrong[:10], done.stderr[-3000:], sep="\n  ")
    print(f"{tried} allocations failed in {len(jobs)} runs; {failed} runs went wrong")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
