#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs one test program and writes how each of its tests ended: one.py RESULTS TEST.PY ARGUMENT...

RESULTS gets a JSON object of CLASS.TEST: "ok", "skipped" or what failed. Programs without unittest are one test,
"all". A test that takes longer than $ANMKIT_TEST_SECONDS has failed.
"""
import json
import os
import pathlib
import runpy
import signal
import sys
import traceback
import unittest

SECONDS = int(os.environ.get("ANMKIT_TEST_SECONDS", "2400"))
ended = {}


class Result(unittest.TestResult):
    def startTest(self, test):
        super().startTest(test)
        signal.alarm(SECONDS)

    def stopTest(self, test):
        signal.alarm(0)
        super().stopTest(test)
        ended.setdefault(name_of(test), "ok")

    def addSkip(self, test, reason):
        ended.setdefault(name_of(test), "skipped")

    def addError(self, test, error):
        self.fails(test, error)

    def addFailure(self, test, error):
        self.fails(test, error)

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.fails(test, error)

    def fails(self, test, error):
        name = name_of(test)
        before = ended.get(name, "ok")
        text = "".join(traceback.format_exception(*error))
        ended[name] = text if before in ("ok", "skipped") else before + text


def name_of(test):
    if isinstance(test, unittest.TestCase):
        return f"{type(test).__name__}.{test._testMethodName}"
    # setUpClass (__main__.CLASS)
    return str(test).replace("__main__.", "").replace(" ", "")


def too_long(*_):
    raise TimeoutError(f"the test takes longer than {SECONDS} s")


class Program(unittest.TestProgram):
    def runTests(self):
        self.test.run(Result())
        sys.exit(0 if ended else "there are no tests in it")


def main():
    results, file, sys.argv = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[2:]
    sys.path.insert(0, str(pathlib.Path(file).parent))
    signal.signal(signal.SIGALRM, too_long)
    unittest.main = Program
    status = 0
    try:
        runpy.run_path(file, run_name="__main__")
    except SystemExit as end:
        status = end.code or 0
    if not ended:
        ended["all"] = "ok" if status == 0 else f"ends with: {status}"
    results.write_text(json.dumps(ended))


main()
