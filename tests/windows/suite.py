#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs tests/cli and windows_test.py on the tool for Windows, in Wine.

    suite.py ANMKIT.EXE [NAME...]

NAME is that of a test file without _test.py, and vectors.FAMILY. cannot_pass.txt lists with their reasons the tests
that cannot pass, and with a `?` those that pass at times. A failure that is not listed fails the run, and so does a listed test that passes, or that is not
there. Programs end for no reason in Wine at times: a file with such failures runs a second time, and what passes then
is reported alone. $JOBS files run at a time.
"""
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXAMPLES, VECTORS = ROOT / "examples", ROOT / "tests/vectors"
FAMILIES = ("craftstudio", "sm64", "psx", "gc", "cs2")
# More than the tool and the examples.
WITH_VECTORS = {"explain", "explain_bytes", "imhex", "magic"}
ALONE = {"archives", "memory", "pictures"}
# Of no use to the tool for Windows: it also needs a program of the library.
LEFT_OUT = {"to_glb"}
FILE_SECONDS = 7200


def cannot_pass():
    rows = {}
    for number, line in enumerate((HERE / "cannot_pass.txt").read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        name, _, reason = line.partition(": ")
        if not reason.strip():
            sys.exit(f"cannot_pass.txt:{number}: expected NAME: REASON, found '{line}'")
        rows[name] = reason
    return rows


def programs():
    """Names of test programs, and their words."""
    tool = HERE / "run"
    files = {file.stem.removesuffix("_test"): file for file in sorted((ROOT / "tests/cli").glob("*_test.py"))}
    for name, file in files.items():
        if name in LEFT_OUT:
            continue
        more = [] if name in ALONE else [EXAMPLES, VECTORS] if name in WITH_VECTORS else [EXAMPLES]
        yield name, [file, tool, *more]
    for family in FAMILIES:
        yield f"vectors.{family}", [ROOT / "tests/cli/run_vectors.py", tool, VECTORS, family]
    yield "windows", [HERE / "windows_test.py", tool, EXAMPLES]


def run(name, words, exe):
    """How each test ended, and what the program said."""
    with tempfile.TemporaryDirectory() as folder:
        results, said = pathlib.Path(folder, "results"), pathlib.Path(folder, "said")
        with open(said, "wb") as out:
            process = subprocess.Popen([sys.executable, "-B", HERE / "one.py", results, *words],
                                       stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=ROOT,
                                       env={**os.environ, "ANMKIT_EXE": str(exe)}, start_new_session=True)
            try:
                process.wait(FILE_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        text = said.read_text(errors="replace")
        ended = json.loads(results.read_text()) if results.is_file() else {"all": f"ends with {process.returncode}"}
    return {f"{name}.{test}": how for test, how in ended.items()}, text


def judge(ended, listed):
    """What is not as the list has it."""
    wrong = {}
    for test, how in ended.items():
        known = any(fnmatch.fnmatchcase(test, one) for one in listed)
        at_times = any(one.endswith("?") and fnmatch.fnmatchcase(test, one[:-1]) for one in listed)
        if how in ("ok", "skipped") and known:
            wrong[test] = "is listed in cannot_pass.txt, and passes" if how == "ok" else "is listed, and is skipped"
        elif how not in ("ok", "skipped") and not known and not at_times:
            wrong[test] = how
    for one in listed:
        if not any(fnmatch.fnmatchcase(test, one.removesuffix("?")) for test in ended):
            wrong[one] = "is listed in cannot_pass.txt, and there is no such test"
    return wrong


def run_twice(name, words, exe, listed):
    """What is not as expected, how each test ended, what the program said, and what passed the second time alone."""
    ended, said = run(name, words, exe)
    wrong = judge(ended, listed)
    if not wrong:
        return wrong, ended, said, []
    again, said = run(name, words, exe)
    both = judge(again, listed)
    return {test: how for test, how in both.items() if test in wrong}, again, said, sorted(wrong.keys() - both.keys())


def main():
    exe, chosen = pathlib.Path(sys.argv[1]).resolve(), set(sys.argv[2:])
    if not exe.is_file():
        sys.exit(f"expected the tool for Windows, found no file {exe}: ./dev windows builds it")
    known, every = cannot_pass(), dict(programs())
    if unknown := (chosen - every.keys()) | {one for one in known if not any(one.startswith(n + ".") for n in every)}:
        sys.exit(f"there are no tests of these names: {', '.join(sorted(unknown))}")
    ran, bad, tests = 0, 0, {name: words for name, words in every.items() if not chosen or name in chosen}
    lists = {name: {one for one in known if one.startswith(name + ".")} for name in tests}
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        running = {pool.submit(run_twice, name, words, exe, lists[name]): name for name, words in tests.items()}
        for done in concurrent.futures.as_completed(running):
            wrong, ended, said, once = done.result()
            counts = {how: sum(one == how for one in ended.values()) for how in ("ok", "skipped")}
            failed = len(ended) - sum(counts.values())
            print(f"{running[done]}: {len(ended)} tests, {counts['skipped']} skipped, {failed} failed, "
                  f"{len(wrong)} not as expected", flush=True)
            for test in once:
                print(f"PASSED THE SECOND TIME {test}")
            for test, how in sorted(wrong.items()):
                print(f"NOT AS EXPECTED {test}: {how[-3000:]}")
            if any(test.endswith(".all") for test in wrong):
                print(said[-6000:])
            ran, bad = ran + len(ended), bad + len(wrong)
    # As ctest says it, for ./dev.
    print(f"{100 * (ran - bad) // max(ran, 1)}% tests passed, {bad} tests failed out of {ran}")
    return 1 if bad or not ran else 0


sys.exit(main())
