#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scripts say their licence and can fail; fixtures keep their bytes; nothing made is tracked.

    files_test.py ROOT
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
LICENCE = "SPDX-License-Identifier: MIT"
FIXTURES = ("tests/vectors/", "fuzz/corpus/")


def git(*args, stdin=None):
    done = subprocess.run(["git", "-C", ROOT, *args], input=stdin, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def files():
    listed = git("ls-files", "-co", "--exclude-standard")
    if listed is None:
        raise unittest.SkipTest("SKIPPED: this is no checkout of git")
    return [name for name in listed.splitlines() if (ROOT / name).is_file()]


def is_source(name):
    path = pathlib.PurePath(name)
    return not name.startswith((*FIXTURES, "examples/sm64/")) and (
        path.suffix in (".py", ".cmake", ".mjs", ".js", ".ts", ".tsx") or path.name in ("CMakeLists.txt", "dev"))


class Sources(unittest.TestCase):
    def test_licence(self):
        without = [name for name in files() if is_source(name)
                   and LICENCE not in "\n".join((ROOT / name).read_text().split("\n")[:3])]
        self.assertFalse(without, f"these need a first line '# {LICENCE}'; ./dev fmt writes it")

    def test_no_merge_is_half_done(self):
        marked = [name for name in files() if not name.startswith(FIXTURES)
                  and re.search(rb"^(<{7}|>{7}) ", (ROOT / name).read_bytes(), re.M)]
        self.assertFalse(marked, "these have both sides of a conflict")

    def test_holder(self):
        self.assertIn("the anmkit authors", (ROOT / "LICENSE").read_text())


class Shell(unittest.TestCase):
    """`set -e` passes over a command after `!`; npm without a lock file installs whatever is newest."""

    def scripts(self):
        named = [(name, (ROOT / name).read_bytes()) for name in files() if not name.startswith(FIXTURES)]
        found = [(name, text.decode()) for name, text in named if re.match(rb"#!.*\b(ba)?sh\b", text)]
        self.assertIn("dev", [name for name, _ in found])
        return found

    def test_negated_commands_are_in_conditions(self):
        ignored = [f"{name}:{number}: {line.strip()}" for name, text in self.scripts()
                   for number, line in enumerate(text.splitlines(), 1) if re.match(r"\s*!\s", line)]
        self.assertFalse(ignored, "these can never fail; `differ` in ./dev compares files")

    def test_npm_installs_from_lock_files(self):
        self.assertFalse([name for name, text in self.scripts() if re.search(r"npm (i|install)\b", text)])
        for name in files():
            if not name.endswith("package.json") or name.startswith(FIXTURES):
                continue
            package = json.loads((ROOT / name).read_text())
            wanted = {**package.get("dependencies", {}), **package.get("devDependencies", {})}
            if not wanted:
                continue
            locked = json.loads((ROOT / name).with_name("package-lock.json").read_text())["packages"]
            for one, version in wanted.items():
                self.assertEqual(locked[f"node_modules/{one}"]["version"], version, f"{name}: {one}")
                self.assertTrue(locked[f"node_modules/{one}"]["integrity"], f"{name}: {one}")


class Fixtures(unittest.TestCase):
    def test_line_ends_are_never_converted(self):
        names = [name for name in files() if name.startswith(FIXTURES) and not name.endswith(".md")]
        if not names:
            self.skipTest("no fixtures")
        answer = git("check-attr", "--stdin", "text", stdin="\n".join(names))
        converted = [line for line in answer.splitlines() if not line.endswith("text: unset")]
        self.assertFalse(converted)
        self.assertGreater(len(names), 600)

    def test_nothing_compiled_is_tracked(self):
        self.assertFalse([name for name in files() if re.search(r"\.(pyc|o|a|so)$|(^|/)build/", name)])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
