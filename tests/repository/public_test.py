#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Workflows call ./dev and name actions by their major version; forms ask for what a report needs.

    public_test.py ROOT
"""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
GITHUB = ROOT / ".github"


class Public(unittest.TestCase):
    def test_workflows(self):
        texts = {path.name: path.read_text() for path in sorted((GITHUB / "workflows").glob("*.yml"))}
        self.assertEqual(set(texts), {"test.yml", "release.yml"})
        self.assertIn("run: ./dev test\n", texts["test.yml"])
        self.assertIn("run: ./dev release\n", texts["release.yml"])
        self.assertRegex(texts["release.yml"], r"tags: \['v\*'\]")
        for name, text in texts.items():
            used = re.findall(r"uses: (\S+)", text)
            self.assertTrue(used, name)
            self.assertFalse([one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@v\d+", one)], name)
            # What this machine cannot try is marked.
            self.assertIn("# ", text.split("name:")[0])
            self.assertRegex(text.split("name:")[0], r"Not run on a machine of this kind")
            self.assertFalse(re.findall(r"https?://|[\w-]+\.(?:io|org|com)/", text), name)

    def test_commands_of_workflows_exist(self):
        help_text = subprocess.run([ROOT / "dev", "help"], capture_output=True, text=True, check=True).stdout
        for path in (GITHUB / "workflows").glob("*.yml"):
            for command, step in re.findall(r"\./dev (\w+)(?: (\w+))?$", path.read_text(), re.M):
                self.assertRegex(help_text, rf"(?m)^  {command}\b")
                if step:
                    self.assertRegex(help_text, rf"\b{step}\b")

    def test_forms(self):
        bug = (GITHUB / "ISSUE_TEMPLATE/bug.yml").read_text()
        for words in ("anmkit --version", "anmkit info --json", "SECURITY.md"):
            self.assertIn(words, bug)
        self.assertGreaterEqual(bug.count("required: true"), 3)
        self.assertTrue((GITHUB / "pull_request_template.md").is_file())
        self.assertIn("SECURITY.md", (ROOT / "CODE_OF_CONDUCT.md").read_text())

    def test_stability_names_what_there_is(self):
        text = (ROOT / "docs/stability.md").read_text()
        for words in ("exit codes", "JSON", "C interface", "names of release files", "before 1.0"):
            self.assertIn(words, text)
        self.assertLess(len(text.splitlines()), 60)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
