#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The version is in one place, include/anmkit/anmkit.hpp; everything else takes it from there.

    version_test.py ROOT
"""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
PLACE = "include/anmkit/anmkit.hpp"
# Fixtures keep the bytes that they were made with; lock files have versions of other packages.
LEFT_OUT = ("fuzz/corpus/", "tests/vectors/", "third-party/licences/")
VERSION = re.search(r'kVersion\[\] = "(\d+\.\d+\.\d+)"', (ROOT / PLACE).read_text()).group(1)


def texts():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
    if listed.returncode != 0:
        raise unittest.SkipTest("SKIPPED: this is no checkout of git")
    for name in listed.stdout.splitlines():
        if name.startswith(LEFT_OUT) or name.endswith("package-lock.json") or not (ROOT / name).is_file():
            continue
        try:
            yield name, (ROOT / name).read_text()
        except UnicodeDecodeError:
            pass


def second_places(named):
    """Lines with the version, or with any version next to the name of the project."""
    this = re.compile(rf"(?<![\d.]){re.escape(VERSION)}(?![\d.])")
    any_one = re.compile(r"anmkit[-_ ](?:viewer-)?v?\d+\.\d+\.\d+|find_package\(anmkit \d")
    return [f"{name}:{number}: {line.strip()[:100]}" for name, text in named for number, line in enumerate(text.splitlines(), 1)
            if (this.search(line) or any_one.search(line)) and name not in (PLACE, "CHANGELOG.md")]


class Version(unittest.TestCase):
    def test_one_place(self):
        self.assertFalse(second_places(texts()), f"take the version from {PLACE}")

    def test_second_places_are_found(self):
        for line in (f'"version": "{VERSION}"', f"anmkit-{'0.9.1'}-linux-x64.tar.gz",
                     f"find_package(anmkit {'0.1'} REQUIRED)"):
            self.assertEqual(len(second_places([("x", line)])), 1, line)
        self.assertFalse(second_places([("x", f"1{VERSION}"), ("x", "anmkit-VERSION.tgz")]))

    def test_changes_have_a_heading(self):
        self.assertRegex((ROOT / "CHANGELOG.md").read_text(), rf"(?m)^## {re.escape(VERSION)} – \d{{4}}-\d\d-\d\d$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
