#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A family that is added by its folder alone is known to every verb.

    toy_family_test.py TOOL
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(sys.argv.pop()).resolve()
PLACES = [(0, 0, 0), (10, 40, 0), (20, 0, -5)]


def toy(places=PLACES, rate=30, magic=b"TOY1"):
    return magic + struct.pack("<HH", rate, len(places)) + b"".join(
        struct.pack("<H3h", 10 * i, *place) for i, place in enumerate(places))


class Toys(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "hop.toy").write_bytes(toy())

    def run_tool(self, *args, status=0):
        done = subprocess.run([TOOL, *args], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, (args, done.stderr))
        return done.stdout + done.stderr

    def ask(self, *args):
        return json.loads(self.run_tool(*args, "--json"))

    def test_listed_after_the_other_families(self):
        self.assertEqual([one["id"] for one in self.ask("formats")["formats"]][-3:], ["toy-clip", "gltf", "bvh"])
        self.assertIn("toy-clip", self.run_tool("formats"))

    def test_codes_are_explained(self):
        self.assertIn("Sort the keys", self.run_tool("explain", "toy.W-ORDER"))

    def test_info_check_and_explain(self):
        clip = self.ask("info", "hop.toy")["files"][0]["clips"][0]
        self.assertEqual((clip["frames"], clip["rate"]), (20, 30))
        self.assertTrue(self.ask("check", "hop.toy")["files"][0]["ok"])
        (self.folder / "bad.toy").write_bytes(toy()[:-3])
        self.assertIn("toy.E-SIZE", self.run_tool("check", "bad.toy", status=1))
        self.assertIn("rate", self.run_tool("explain", "hop.toy"))

    def test_dump_and_build(self):
        self.run_tool("dump", "hop.toy", "-o", "hop.json")
        self.run_tool("build", "hop.json", "-o", "again.toy")
        self.assertEqual((self.folder / "again.toy").read_bytes(), toy())

    def test_sample_and_play(self):
        node = self.ask("sample", "hop.toy", "--frame", "5")["samples"][0]["nodes"][0]
        self.assertEqual(node["translation"], [5, 20, 0])
        self.assertEqual([one["frame"] for one in self.ask("play", "hop.toy", "--ticks", "3")["ticks"]], [0, 1, 2])

    def test_gltf_and_back(self):
        self.run_tool("convert", "hop.toy", "-o", "hop.glb")
        self.run_tool("convert", "hop.glb", "-o", "back.toy")
        keys = [struct.unpack_from("<H3h", (self.folder / "back.toy").read_bytes(), 8 + 8 * i) for i in range(21)]
        self.assertEqual([keys[0], keys[5], keys[10], keys[20]],
                         [(0, 0, 0, 0), (5, 5, 20, 0), (10, 10, 40, 0), (20, 20, 0, -5)])

    def test_render_and_folders(self):
        self.run_tool("render", "hop.toy", "-o", "hop.png", "--size", "32x32")
        self.assertEqual((self.folder / "hop.png").read_bytes()[:4], b"\x89PNG")
        self.assertEqual(self.ask("info", ".")["subjects"][0]["family"], "toy")


if __name__ == "__main__":
    unittest.main()
