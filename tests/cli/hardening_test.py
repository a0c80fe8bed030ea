#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What makes faults of memory harder to use is in the tool that is shipped: hardening_test.py TOOL [--system-libraries]

--system-libraries: parsers of others' bytes are libraries of the system, which it keeps up to date.
"""
import json
import pathlib
import platform
import re
import subprocess
import sys
import unittest

TOOL = sys.argv[1]
BYTES = pathlib.Path(TOOL).read_bytes()
SYSTEM_LIBRARIES = "--system-libraries" in sys.argv
PARSERS = ("libpng", "libgif", "libjpeg", "libwebp", "libminizip", "libevent", "libseccomp")


def readelf(*options):
    return subprocess.run(["readelf", "-W", *options, TOOL], capture_output=True, text=True, check=True).stdout


class Hardening(unittest.TestCase):
    def test_position_independent(self):
        self.assertRegex(readelf("-h"), r"Type:\s+DYN")

    def test_tables_are_read_only_once_loaded(self):
        self.assertIn("GNU_RELRO", readelf("-l"))
        self.assertRegex(readelf("-d"), r"BIND_NOW|FLAGS_1.*NOW")

    def test_no_memory_is_written_and_run(self):
        for line in readelf("-l").splitlines():
            if re.search(r"^\s+(LOAD|GNU_STACK)", line):
                self.assertNotRegex(line, r"\bRWE\b", line)

    def test_stack_and_copies_are_checked(self):
        self.assertIn("__stack_chk_fail", readelf("--dyn-syms"))
        # Which copies need a check depends on the compiler, and libraries have theirs: the flags count.
        built = json.loads((pathlib.Path(TOOL).resolve().parents[2] / "compile_commands.json").read_text())
        own = [one["command"] for one in built if "/src/" in one["file"]]
        self.assertGreater(len(own), 50)
        self.assertFalse([one for one in own if "-D_FORTIFY_SOURCE=2" not in one or "-O" not in one])

    def test_indices_are_checked(self):
        self.assertIn(b"__n < this->size()", BYTES)

    @unittest.skipUnless(platform.machine() == "x86_64", "a mechanism of x86")
    def test_jumps_are_checked(self):
        # The system's own objects have no such mark, so that the tool has none: the instructions count.
        self.assertGreater(BYTES.count(b"\xf3\x0f\x1e\xfa"), 2000)

    @unittest.skipUnless(SYSTEM_LIBRARIES, "this build takes them along")
    def test_parsers_are_libraries_of_the_system(self):
        needed = re.findall(r"NEEDED.*\[(\w+)", readelf("-d"))
        self.assertFalse([name for name in PARSERS if not any(one.startswith(name) for one in needed)], needed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
