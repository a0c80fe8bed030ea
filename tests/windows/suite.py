#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs tests/cli and windows_test.py on the tool for Windows, in Wine.

    suite.py ANMKIT.EXE [NAME...]

NAME is that of a test file without _test.py. Failures that cannot_pass.txt lists with a reason are expected; one that
it does not list, or one that passes, fails the run.
"""
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# About other programs, or this machine's: nothing of them is in the tool.
LEFT_OUT = {"hardening": "the protections of Linux executables", "sandbox": "Linux only", "memory": "limits of Linux",
            "budget": "instruction counts and limits of Linux", "pages": "shell commands of the documentation",
            "guides": "shell commands of the documentation"}


def expected():
    rows = [line.split(": ", 1) for line in (HERE / "cannot_pass.txt").read_text().splitlines()
            if line and not line.startswith("#")]
    return {name: reason for name, reason in rows}


def run(file, exe):
    environment = {**os.environ, "ANMKIT_EXE": str(exe)}
    done = subprocess.run([sys.executable, "-B", file, HERE / "run", ROOT / "examples", ROOT / "tests/vectors"],
                          capture_output=True, text=True, errors="replace", env=environment, cwd=ROOT)
    failed = re.findall(r"^(?:FAIL|ERROR): (\w+) \(__main__\.(\w+)", done.stderr, re.MULTILINE)
    count = re.search(r"^Ran (\d+) test", done.stderr, re.MULTILINE)
    name = file.stem.removesuffix("_test")
    if not count:
        failed, count = [("all", "Start")], None
    return {f"{name}.{group}.{test}" for test, group in failed}, int(count.group(1)) if count else 1, done.stderr


def main():
    exe, chosen = pathlib.Path(sys.argv[1]).resolve(), set(sys.argv[2:])
    known, ran, bad = expected(), 0, 0
    files = [*sorted((ROOT / "tests/cli").glob("*_test.py")), HERE / "windows_test.py"]
    for file in files:
        name = file.stem.removesuffix("_test")
        if name in LEFT_OUT or chosen and name not in chosen:
            continue
        failed, count, said = run(file, exe)
        listed = {one for one in known if one.split(".")[0] == name}
        wrong = sorted((failed - listed) | (listed - failed))
        print(f"{name}: {count} tests, {len(failed)} failed, {len(wrong)} not as expected", flush=True)
        for one in wrong:
            print(f"  {one}: {'passes' if one in listed else 'fails'}, which is not expected")
        if failed - listed:
            print(said[-6000:])
        ran, bad = ran + count, bad + len(wrong)
    # As ctest says it, for ./dev.
    print(f"{100 * (ran - bad) // max(ran, 1)}% tests passed, {bad} tests failed out of {ran}")
    return 1 if bad else 0


sys.exit(main())
