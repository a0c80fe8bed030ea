#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/cli.md names every member of the JSON that scripts read, and no other.

    json_test.py ROOT TOOL
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
TOOL = str(pathlib.Path(sys.argv[2]).resolve())
EXAMPLES = ROOT / "examples"

ROBOT = [str(EXAMPLES / "craftstudio" / "robot-walk.csmodelanim")]
HOP, ORBIT = str(EXAMPLES / "psx" / "HOP.ANM"), str(EXAMPLES / "psx" / "ORBIT.ANC")
SCRIPT = str(EXAMPLES / "cs2" / "bounce.txt")
FAULTY = str(ROOT / "tests/vectors/psx/bad")
COMMANDS = {
    "formats": [["formats"]],
    "info": [["info", *ROBOT], ["info", SCRIPT], ["info", FAULTY]],
    "check": [["check", FAULTY]],
    "sample": [["sample", *ROBOT, "--frame", "0"], ["sample", HOP, "--frame", "0"], ["sample", ORBIT, "--frame", "0"],
               ["sample", HOP, "--frame", "0", "--space", "world"]],
    "play": [["play", *ROBOT], ["play", SCRIPT]],
    "explain": [["explain", "gc.ANM042"]],
}
# Members whose names are data: texts for people.
FREE = {"facts"}


def members(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            if key not in FREE:
                yield from members(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from members(inner)


def printed(verb):
    names = set()
    for args in COMMANDS[verb]:
        out = subprocess.run([TOOL, *args, "--json"], capture_output=True).stdout.decode()
        try:
            names.update(members(json.loads(out)))
        except json.JSONDecodeError:  # one object a line
            for line in out.splitlines():
                names.update(members(json.loads(line)))
    return names


def documented(verb):
    text = (ROOT / "docs" / "cli.md").read_text().split("## JSON for scripts")[1].split("\n## ")[0]
    block, notes = text.split("```")[1:3]
    lines = re.split(r"\n(?=[a-z])", block)
    names = set(re.findall(r'"(\w+)"', next(line for line in lines if line.lstrip().startswith(verb))))
    # What families or cases add is said below the block, each verb in an item of its own.
    items = [item for item in re.split(r"\n- ", notes) if item.startswith(f"`{verb}`")]
    return names, names | set(re.findall(r'"(\w+)"', " ".join(items)))


class Json(unittest.TestCase):
    def test_members(self):
        for verb in COMMANDS:
            with self.subTest(verb):
                always, known = documented(verb)
                found = printed(verb)
                self.assertFalse(found - known, "not in docs/cli.md")
                self.assertFalse(always - found, "in docs/cli.md, but never printed")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
