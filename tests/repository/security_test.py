#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each promise of SECURITY.md is held by tests that exist.

    security_test.py ROOT
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()


def promises():
    """(promise, [(file, test or nothing)]), a row each."""
    text = (ROOT / "SECURITY.md").read_text()
    section = text[text.index("## Promises"):text.index("## No promises")]
    for row in re.findall(r"^\| (.+) \| (.+) \|$", section, re.M)[2:]:
        yield row[0], re.findall(r"`([\w./]+)` ?(\w*)", row[1])


class Security(unittest.TestCase):
    def test_named_tests_exist(self):
        rows = list(promises())
        self.assertGreater(len(rows), 15)
        for promise, tests in rows:
            self.assertTrue(tests, promise)
            for file, name in tests:
                content = (ROOT / file).read_text()
                if name:
                    self.assertRegex(content, rf"(def {name}\(|TEST(_F|_P)?\(\w+,\s*{name}\))", f"{file}: {name}")

    def test_fuzz_targets_are_listed(self):
        text = (ROOT / "SECURITY.md").read_text()
        families = {"codecs", "craftstudio", "cs2", "cs2_archives", "cs2_pictures", "gc", "gltf", "json", "psx", "sm64"}
        targets = {path.name.removesuffix("_fuzz.cpp") for path in (ROOT / "fuzz").glob("*_fuzz.cpp")}
        self.assertFalse([one for one in targets - families if f"`{one}`" not in text])

    def test_folders_exist(self):
        for path in re.findall(r"`((?:tests|fuzz|docs)/[\w./]+)`|\]\(([\w./]+)\)", (ROOT / "SECURITY.md").read_text()):
            self.assertTrue((ROOT / "".join(path)).exists(), path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
