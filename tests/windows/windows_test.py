#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What people on Windows expect of the tool, run by Wine: windows_test.py TOOL EXAMPLES [VECTORS]"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

TOOL = os.path.abspath(sys.argv[1])
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
WALK = EXAMPLES / "craftstudio" / "robot-walk.csmodelanim"
ROBOT = EXAMPLES / "craftstudio" / "robot.csmodel"
JAPANESE = "歩く é"


class Windows(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def run_tool(self, *words, status=0, **more):
        done = subprocess.run([TOOL, *map(str, words)], cwd=self.folder, capture_output=True, timeout=120, **more)
        self.assertEqual(done.returncode, status, (words, done.stdout[:300], done.stderr[:1000]))
        return done

    def test_names_in_any_script(self):
        name = JAPANESE + ".csmodelanim"
        shutil.copy(WALK, self.folder / name)
        done = self.run_tool("convert", name, "--with", ROBOT, "-o", JAPANESE + "/out.glb")
        self.assertIn(JAPANESE, done.stderr.decode())
        self.assertTrue((self.folder / JAPANESE / "out.glb").is_file())
        self.assertIn(JAPANESE, self.run_tool("info", name).stdout.decode())

    def test_both_separators(self):
        (self.folder / "in" / "deep").mkdir(parents=True)
        shutil.copy(WALK, self.folder / "in/deep/walk.csmodelanim")
        shutil.copy(ROBOT, self.folder / "in/deep/walk.csmodel")
        self.run_tool("convert", r"in\deep\walk.csmodelanim", "--with", r"in\deep\walk.csmodel", "-o", r"out\new\walk.glb")
        self.assertTrue((self.folder / "out/new/walk.glb").is_file())
        self.run_tool("convert", "in\\", "-o", "all\\")
        self.assertTrue(any((self.folder / "all").iterdir()))
        drive = "Z:" + str(self.folder / "in/deep/walk.csmodelanim").replace("/", "\\")
        self.assertEqual(self.run_tool("dump", drive).stdout, self.run_tool("dump", WALK).stdout)

    def test_patterns_of_names(self):
        for name in ("b.csmodelanim", "a.csmodelanim", "c.txt"):
            shutil.copy(WALK, self.folder / name)
        found = json.loads(self.run_tool("info", "*.csmodelanim", "--json").stdout)
        self.assertEqual(re.findall(r"\w\.csmodelanim", json.dumps(found))[:1], ["a.csmodelanim"])
        self.assertIn("b.csmodelanim", json.dumps(found))
        self.run_tool("info", "*.nothing", status=3)

    def test_bytes_are_not_translated(self):
        text = self.run_tool("dump", WALK).stdout
        self.assertNotIn(b"\r", text)
        self.assertNotIn(b"\r", self.run_tool("--help").stdout)
        self.run_tool("dump", WALK, "-o", "walk.json")
        self.assertEqual((self.folder / "walk.json").read_bytes(), text)
        # A byte 0x1A ends no input, and a pair of 0x0D 0x0A stays one.
        made = self.run_tool("build", "-", "-o", "-", input=text).stdout
        self.assertEqual(made, WALK.read_bytes())
        self.assertEqual(self.run_tool("dump", "-", "--format", "csmodelanim", input=made).stdout, text)

    def test_outputs_are_replaced_whole(self):
        (self.folder / "walk.json").write_bytes(b"before")
        self.run_tool("dump", WALK, "-o", "walk.json", status=3)
        self.assertEqual((self.folder / "walk.json").read_bytes(), b"before")
        self.run_tool("dump", WALK, "-o", "WALK.JSON", "-f")
        self.assertEqual([file.name.lower() for file in self.folder.iterdir()], ["walk.json"])
        self.assertEqual((self.folder / "walk.json").read_bytes(), self.run_tool("dump", WALK).stdout)

    def test_an_output_is_no_input_in_other_letters(self):
        shutil.copy(WALK, self.folder / "walk.csmodelanim")
        self.run_tool("convert", "walk.csmodelanim", "-o", "WALK.csmodelanim", "-f", status=2)
        self.assertEqual((self.folder / "walk.csmodelanim").read_bytes(), WALK.read_bytes())

    def test_long_paths(self):
        folder = "/".join(["a-folder-with-a-rather-long-name-for-this"] * 8)
        self.run_tool("convert", WALK, "-o", folder + "/walk.glb")
        self.assertIn(b"walk.glb", self.run_tool("info", folder + "/walk.glb").stdout)

    def test_a_reader_that_leaves_is_no_error_to_report(self):
        done = subprocess.run(f"'{TOOL}' sample '{WALK}' --fps 300000 | head -c 100 >/dev/null", shell=True,
                              capture_output=True, timeout=120)
        self.assertEqual(done.stderr, b"")

    def test_images(self):
        for name, frame, begin in (("a.png", "0", b"\x89PNG"), ("a.gif", "0..3", b"GIF8"), ("a.webp", "0..3", b"RIFF")):
            self.run_tool("render", WALK, "--with", ROBOT, "--size", "32x32", "--frame", frame, "-o", name)
            self.assertTrue((self.folder / name).read_bytes().startswith(begin))

    def test_options_of_linux_are_refused(self):
        done = self.run_tool("info", WALK, "--sandbox", status=3)
        self.assertIn(b"--sandbox is for Linux only", done.stderr)

    def test_the_page_is_inside(self):
        process = subprocess.Popen([TOOL, "view", "--no-open", "--json", WALK], cwd=self.folder, stdout=subprocess.PIPE)
        try:
            url = json.loads(process.stdout.readline())["url"]
            page = urllib.request.urlopen(url).read()
            self.assertIn(b"anmkit-files", page)
            self.assertGreater(len(urllib.request.urlopen(url + "viewer.js").read()), 10000)
            listed = json.load(urllib.request.urlopen(url + "api/files"))["files"]
            data = urllib.request.urlopen(f"{url}api/file/{listed[0]['id']}").read()
            self.assertEqual(data, WALK.read_bytes())
            with self.assertRaises(urllib.error.HTTPError):
                urllib.request.urlopen(url + "../secret")
        finally:
            process.send_signal(signal.SIGTERM)
            process.stdout.close()
            process.wait()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
