#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The programs in README.md and in docs/start/program.md are those that tests compile and run.

    readme_test.py ROOT
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()


class Readme(unittest.TestCase):
    def test_its_snippet_is_compiled_and_run(self):
        shown = re.search(r"```cpp\n(.*?)```", (ROOT / "README.md").read_text(), re.S).group(1)
        program = (ROOT / "examples" / "cpp" / "snippet.cpp").read_text()
        compiled = {line.strip() for line in program.splitlines()}
        missing = [line for line in shown.splitlines() if line.strip() and line.strip() not in compiled]
        self.assertEqual(missing, [], "not in examples/cpp/snippet.cpp")
        self.assertGreater(len(shown.splitlines()), 8)

    def test_the_page_for_programmers_has_a_whole_program(self):
        page = (ROOT / "docs" / "start" / "program.md").read_text()
        shown = re.search(r"```cpp\n(.*?)```", page, re.S).group(1)
        program = (ROOT / "examples" / "cpp" / "validate.cpp").read_text()
        self.assertEqual(shown, program[program.index("#include"):])
        built = re.search(r"```cmake\n(.*?)```", page, re.S).group(1)
        compiled = (ROOT / "examples" / "cpp" / "CMakeLists.txt").read_text().replace("${name}", "validate")
        for line in built.splitlines():
            self.assertIn(line.strip().replace("anmkit::anmkit", "anmkit::playback"), compiled)


if __name__ == "__main__":
    unittest.main()
