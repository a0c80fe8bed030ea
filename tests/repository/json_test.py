#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/cli.md explains every member of the JSON that scripts read.

    json_test.py ROOT TOOL
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
TOOL = str(pathlib.Path(sys.argv[2]).resolve())
EXAMPLES = ROOT / "examples"

ROBOT = [str(EXAMPLES / "craftstudio" / "robot-walk.csmodelanim")]
HOP, ORBIT = str(EXAMPLES / "psx" / "HOP.ANM"), str(EXAMPLES / "psx" / "ORBIT.ANC")
SCRIPT = str(EXAMPLES / "cs2" / "bounce.txt")
FAULTY = str(ROOT / "tests/vectors/psx/bad")
TRACK, BANK = str(EXAMPLES / "gc" / "stalk.anm"), str(EXAMPLES / "gc" / "stalk.act")
COMMANDS = {
    "formats": [["formats", "--json"]],
    "info": [["info", *ROBOT, "--json"], ["info", SCRIPT, "--json"], ["info", str(EXAMPLES / "gc"), "--json"],
             ["info", *map(str, sorted(file for file in pathlib.Path(FAULTY).rglob("*") if file.is_file())), "--json"]],
    "check": [["check", FAULTY, "--json"]],
    "sample": [["sample", *what, "--frame", "0", "--json"] for what in (
        ROBOT, [HOP], [ORBIT], [HOP, "--space", "world"], [TRACK, "--with", BANK, "--space", "track"])],
    "play": [["play", *ROBOT, "--json"], ["play", SCRIPT, "--json"]],
    "explain": [["explain", "gc.ANM042", "--json"]],
    "dump": [["dump", *ROBOT], ["dump", HOP], ["dump", SCRIPT]],
}
# Members whose own are data, or those of the specifications.
FREE = {"facts", "document"}


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
        out = subprocess.run([TOOL, *args], capture_output=True).stdout.decode()
        try:
            names.update(members(json.loads(out)))
        except json.JSONDecodeError:  # one object a line
            for line in out.splitlines():
                names.update(members(json.loads(line)))
    return names


def section(title):
    return (ROOT / "docs" / "cli.md").read_text().split(f"## {title}")[1].split("\n## ")[0]


def documented(verb):
    """What the block shows of a verb, and what its table explains."""
    block, notes = section("JSON for scripts").split("```")[1:3]
    lines = re.split(r"\n(?=[a-z])", block)
    shown = set(re.findall(r'"(\w+)"', next(line for line in lines if line.lstrip().startswith(verb))))
    table = re.search(rf"^`{verb}(?: --json)?`[^\n]*\n\n((?:\|.*\n)+)", notes, re.M)[1]
    return shown, set(re.findall(r"`(\w+)`", table))


class Json(unittest.TestCase):
    def test_members(self):
        for verb in COMMANDS:
            with self.subTest(verb):
                shown, explained = documented(verb)
                found = printed(verb)
                self.assertFalse(found - explained, "not in the table of docs/cli.md")
                self.assertFalse(shown - explained, "not in the table of docs/cli.md")
                self.assertFalse(shown - found, "in docs/cli.md, but never printed")

    def test_the_atlas_of_a_sprite_sheet(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, EXAMPLES / "cs2" / "make_examples.py", folder], check=True)
            for args in (["ball", "-o", "ball.anm"], ["ball.anm", "-o", "ball.png"]):
                subprocess.run([TOOL, "convert", *args, "--quiet"], cwd=folder, check=True)
            atlas = json.loads((pathlib.Path(folder) / "ball.json").read_bytes())
        shown = re.search(r"^The atlas: `(.*?)`", section("Images"), re.M)[1]
        self.assertEqual(set(members(atlas)), set(re.findall(r'"(\w+)"', shown)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
