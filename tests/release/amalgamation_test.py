#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library in two files: its parts, and with TOOL three compilers and a program with the same results.

    amalgamation_test.py ROOT [TOOL]
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
TOOL = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
FLAGS = ["-std=c++23", "-ffp-contract=off", "-O0"]


def good(*words, **options):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout + done.stderr


class Amalgamation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        cls.folder = pathlib.Path(made.name)
        good(ROOT / "dev", "amalgamate", cls.folder)
        cls.header, cls.source = ((cls.folder / name).read_text() for name in ("anmkit.hpp", "anmkit.cpp"))

    def test_all_sources_are_inside_once(self):
        found = re.findall(r"^// (src/\S+\.cpp)$", self.source, re.M)
        self.assertEqual(len(found), len(set(found)))
        expected = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.cpp")}
        left = {name for name in expected - set(found) if not name.startswith(("src/cli/", "src/pictures/", "src/playback/"))}
        # What reads and writes images for the tool.
        self.assertLess(len(left), 6)
        self.assertTrue(all(re.match(r"src/convert/(draw|film|from_pictures|show_textures)", name) for name in left), left)
        self.assertFalse(set(found) - expected)

    def test_two_files_are_all(self):
        self.assertEqual(re.findall(r'^\s*#\s*include "(.*)"', self.source, re.M), ["anmkit.hpp"])
        self.assertFalse(re.findall(r'^\s*#\s*include "', self.header, re.M))
        self.assertNotIn("ANMKIT_HAVE_CODECS", self.source)
        self.assertIn("Permission is hereby granted", self.header)
        self.assertNotIn("namespace {\n", self.source)

    def test_the_header_compiles_alone(self):
        good("g++", *FLAGS, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-include", self.folder / "anmkit.hpp", "-x",
             "c++", "/dev/null")

    @unittest.skipUnless(TOOL, "three compilers take minutes: ./dev test consumers")
    def test_gcc_program_has_the_results_of_the_tool(self):
        (self.folder / "anmkit").mkdir()
        (self.folder / "anmkit/anmkit.hpp").write_text('#include "../anmkit.hpp"\n')
        good("g++", *FLAGS, f"-I{self.folder}", ROOT / "examples/cpp/to_glb.cpp", self.folder / "anmkit.cpp",
             "-o", self.folder / "to_glb")
        # Its textures are larger PNGs without an image library.
        out = self.folder / "stalk.glb"
        good(self.folder / "to_glb", out, "gc/stalk.anm", cwd=ROOT / "examples")
        good(TOOL, "check", out)
        for number, files in enumerate((["sm64/wave.inc.c"], ["psx/HOP.ANM"],
                                        ["craftstudio/robot-walk.csmodelanim", "craftstudio/robot-wave.csmodelanim"])):
            ours, tools = self.folder / f"ours{number}.glb", self.folder / f"tools{number}.glb"
            good(self.folder / "to_glb", ours, *files, cwd=ROOT / "examples")
            good(TOOL, "convert", *files, "-o", tools, cwd=ROOT / "examples")
            self.assertEqual(ours.read_bytes(), tools.read_bytes(), files)

    @unittest.skipUnless(TOOL, "three compilers take minutes: ./dev test consumers")
    def test_clang(self):
        said = good("clang++-19", *FLAGS, "-Wall", "-Wextra", "-Werror", "-Wno-deprecated-declarations", "-c",
                    self.folder / "anmkit.cpp", "-o", self.folder / "clang.o")
        self.assertEqual(said, "")

    @unittest.skipUnless(TOOL, "three compilers take minutes: ./dev test consumers")
    def test_mingw(self):
        good("x86_64-w64-mingw32-g++-posix", *FLAGS, "-Wa,-mbig-obj", "-c", self.folder / "anmkit.cpp",
             "-o", self.folder / "mingw.o")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
