#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The example in C prints the positions that the tool samples, and its errors are the tool's.

    pose_test.py TOOL POSE EXAMPLES
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL, POSE, EXAMPLES = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
CLIPS = ["craftstudio/robot-walk.csmodelanim", "gc/stalk.anm", "sm64/wave.inc.c"]


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60)


class Pose(unittest.TestCase):
    def test_prints_what_the_tool_samples(self):
        for name in CLIPS:
            for frame in ("0", "3.25", "1000"):
                done = run(POSE, EXAMPLES / name, frame)
                self.assertEqual((done.returncode, done.stderr), (0, ""), name)
                told = json.loads(run(TOOL, "sample", EXAMPLES / name, "--space", "world", "--frame", frame,
                                      "--json").stdout)
                nodes = {one["name"]: one["matrix"][12:15] for one in told["samples"][0]["nodes"]}
                lines = [line.rsplit(" ", 3) for line in done.stdout.splitlines()]
                self.assertEqual(len(lines), len(told["nodes"]), name)
                self.assertGreater(len(lines), 1, name)
                for node, *place in lines:
                    for ours, theirs in zip(place, nodes[node], strict=True):
                        self.assertAlmostEqual(float(ours), theirs, delta=1e-6 * max(1, abs(theirs)))

    def test_errors_are_those_of_the_tool(self):
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder) / "cut.csmodelanim"
            bad.write_bytes((EXAMPLES / CLIPS[0]).read_bytes()[:20])
            done = run(POSE, bad)
            code = run(TOOL, "check", bad).stderr.split("error ")[1].split()[0].rstrip(":")
            self.assertEqual(done.returncode, 1)
            self.assertIn(code, done.stderr)
            self.assertIn(" at byte ", done.stderr)
            self.assertEqual(run(POSE, pathlib.Path(folder) / "none").returncode, 3)
        self.assertEqual(run(POSE, EXAMPLES / CLIPS[0], 0, 7).returncode, 2)
        self.assertEqual(run(POSE).returncode, 2)


unittest.main(argv=sys.argv[:1])
