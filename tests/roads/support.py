# SPDX-License-Identifier: MIT
"""What the tests of the roads share: running the tool, and a list of known failures that can only shrink.

A check has a name. A failing check whose name matches an entry of KNOWN is counted and not reported;
an entry that matches no failing check fails the run, and says that it can go.
"""
import contextlib
import fnmatch
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

TOOL = ""
# A sanitizer's own status would otherwise be 1, which is in the contract.
ENVIRONMENT = os.environ | {
    "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":exitcode=99",
    "UBSAN_OPTIONS": os.environ.get("UBSAN_OPTIONS", "") + ":halt_on_error=1:exitcode=99"}
KNOWN = {}  # pattern of names -> why it fails
met, passed = {}, set()


class Tests(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="roads-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)

    @contextlib.contextmanager
    def rule(self, name, detail=""):
        """One check. Its name stands for the rule, the detail says for which file."""
        with self.subTest(name, detail=detail):
            try:
                yield
                passed.add(name)
            except unittest.SkipTest:
                raise
            except Exception as error:  # a reader of ours may fail on what the tool wrote, too
                known = [k for k in KNOWN if fnmatch.fnmatchcase(name, k)]
                for k in known:
                    met.setdefault(k, []).append(f"{name} [{detail}]: {type(error).__name__}: {error}")
                if not known:
                    raise


def run(*args, timeout=60, cwd=None):
    """Runs the tool; whatever happens, it ends in time and with a status of the contract."""
    words = [TOOL, *map(str, args)]
    try:
        done = subprocess.run(words, capture_output=True, timeout=timeout, cwd=cwd,
                              stdin=subprocess.DEVNULL, env=ENVIRONMENT)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"no end within {timeout} s: {' '.join(words)}") from None
    complaint = any(w in done.stderr for w in (b"Sanitizer", b"runtime error: "))
    if complaint or done.returncode not in (0, 1, 2, 3):
        how = (signal.Signals(-done.returncode).name if done.returncode < 0 else done.returncode)
        raise AssertionError(f"ended with {how}: {' '.join(words)}\n"
                             f"{done.stderr.decode('utf-8', 'replace')[-1500:]}")
    done.text = done.stderr.decode("utf-8", "replace")
    return done


def convert(*args, **options):
    """A conversion that must succeed; returns what it said."""
    done = run("convert", *args, **options)
    assert done.returncode == 0, f"status {done.returncode}: convert {' '.join(map(str, args))}\n{done.text[-800:]}"
    return done.text


def answer(*args):
    """The JSON that a verb prints."""
    done = run(*args, "--json")
    assert done.returncode == 0, f"status {done.returncode}: {' '.join(map(str, args))}\n{done.text[-800:]}"
    return json.loads(done.stdout)


def main(known, usage):
    """TOOL and options of the test itself first, then unittest's."""
    global TOOL
    if len(sys.argv) < 2:
        sys.exit(usage)
    TOOL = os.path.abspath(sys.argv.pop(1))
    KNOWN.update(known)
    verbose = "-v" in sys.argv
    part = any(not a.startswith("-") for a in sys.argv[1:])  # only some tests are asked for
    program = unittest.main(exit=False)
    for pattern, why in KNOWN.items():
        if pattern in met:
            print(f"known: {pattern} ({why}): {len(met[pattern])} checks fail")
            for text in met[pattern][:None if verbose else 0]:
                print("   " + text.replace("\n", "\n      ")[:1200])
    tried = [p for p in KNOWN if any(fnmatch.fnmatchcase(name, p) for name in passed)]
    gone = [p for p in KNOWN if p not in met and (p in tried or not part)]
    for pattern in gone:
        print(f"PASSES NOW: {pattern} ({KNOWN[pattern]}): take it off the list")
    print(f"{len(passed)} rules hold, {len(met)} known entries fail, {len(gone)} entries to take off")
    sys.exit(0 if program.result.wasSuccessful() and not gone else 1)
