#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""--sandbox: the same results as without it, and what lies elsewhere stays closed.

    sandbox_test.py TOOL EXAMPLES
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = str(pathlib.Path(sys.argv[1]).resolve())
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
sys.argv = sys.argv[:1]


def run(*words, cwd=None, stdin=None):
    return subprocess.run([TOOL, *map(str, words)], capture_output=True, cwd=cwd, input=stdin)


CLOSED = run("info", "--sandbox", EXAMPLES / "psx" / "HOP.ANM")


@unittest.skipIf(b"cannot enter the sandbox" in CLOSED.stderr, "this kernel has no Landlock or no seccomp")
class Sandbox(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.examples = self.folder / "examples"
        shutil.copytree(EXAMPLES, self.examples)
        subprocess.run([sys.executable, self.examples / "cs2" / "make_examples.py", self.examples / "cs2"], check=True)

    def same(self, *words):
        """Printed, and written to a folder: both are what they are without it."""
        results = []
        for more in ((), ("--sandbox",)):
            out = self.folder / ("out" + "".join(more))
            given = [str(word).replace("OUT", str(out)) for word in words]
            done = run(*given, *more, cwd=self.examples)
            files = {p.relative_to(out): p.read_bytes() for p in out.rglob("*") if p.is_file()} if out.exists() else {}
            results.append((done.returncode, done.stdout, done.stderr.replace(str(out).encode(), b"OUT"), files))
            shutil.rmtree(out, ignore_errors=True)
        self.assertEqual(results[0], results[1], words)
        self.assertEqual(results[0][0], 0, (words, results[0][2]))
        return results[1]

    def test_every_verb_does_what_it_did(self):
        moving = {"craftstudio": "robot-walk.csmodelanim", "psx": "HOP.ANM", "gc": "stalk.anm", "sm64": "wave.inc.c"}
        for family, name in moving.items():
            file = f"{family}/{name}"
            for verb in (("info", "--json"), ("check",), ("dump",), ("sample", "--frame", "1", "--json"), ("play",), ("explain",)):
                self.assertTrue(self.same(*verb, file)[1])
            for output in ("OUT/a.glb", "OUT/a.gltf"):
                self.assertTrue(self.same("convert", file, "-o", output)[3])
            self.assertTrue(self.same("render", file, "--size", "64x48", "-o", "OUT/a.png")[3])
            self.same("info", family)
            self.assertTrue(self.same("convert", family, "--to", "gltf", "-o", "OUT/")[3])
        self.assertEqual(len(self.same("convert", "cs2/ball", "-o", "OUT/ball.anm")[3]), 2)
        self.same("formats")

    def test_text_of_other_character_sets(self):
        script = self.examples / "cs2" / "name.txt"
        script.write_bytes("#日本\n".encode("shift-jis") + (self.examples / "cs2" / "bounce.txt").read_bytes())
        done = [run("check", *more, script) for more in ((), ("--sandbox",))]
        self.assertEqual((done[0].returncode, done[0].stdout, done[0].stderr), (done[1].returncode, done[1].stdout, done[1].stderr))

    def test_linked_companions_are_not_read(self):
        away = self.folder / "away"
        away.mkdir()
        model, walk = self.examples / "craftstudio" / "robot.csmodel", self.examples / "craftstudio" / "robot-walk.csmodelanim"
        model.rename(away / "robot.csmodel")
        model.symlink_to(away / "robot.csmodel")
        out = self.folder / "made" / "walk.glb"
        self.assertEqual(run("convert", walk, "-o", out).returncode, 0)
        with_model = out.stat().st_size
        run("convert", "--sandbox", "-f", walk, "-o", out)
        self.assertLess(out.stat().st_size, with_model)
        named = run("info", "--sandbox", model)
        self.assertEqual(named.returncode, 3)
        self.assertIn(b"Permission denied", named.stderr)

    def test_standard_input_and_output(self):
        content = (self.examples / "psx" / "HOP.ANM").read_bytes()
        done = run("convert", "--sandbox", "-", "--format", "psx-anm", "--to", "gltf", "-o", "-", stdin=content)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.startswith(b"glTF"))

    def test_outputs_without_a_folder(self):
        hop = self.examples / "psx" / "HOP.ANM"
        for words in (["convert", hop, "-o", "a.glb"], ["dump", hop, "-o", "a.json"], ["render", hop, "-o", "a.png"]):
            done = run(*words, "--sandbox", cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((self.folder / words[-1]).is_file(), words)

    def test_no_program_is_started(self):
        program = self.folder / "ffmpeg"
        program.write_text("#!/bin/sh\ntouch started\nexit 0\n")
        program.chmod(0o755)
        done = subprocess.run([TOOL, "render", "--sandbox", self.examples / "psx" / "HOP.ANM", "-o", self.folder / "a.mp4"],
                              capture_output=True, cwd=self.folder, env={**os.environ, "PATH": str(self.folder)})
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertFalse((self.folder / "started").exists())

    def test_the_server_has_no_list(self):
        done = run("view", "--sandbox", self.examples / "psx" / "HOP.ANM")
        self.assertEqual(done.returncode, 2)


unittest.main()
