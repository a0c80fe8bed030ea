#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What programs on Windows need of the archive: anmkit.dll, its header and import library. library_test.py ZIP"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests/vectors/psx"
# Libraries of Windows itself.
SYSTEM = re.compile(r"(?:kernel32|msvcrt|user32|advapi32|shell32|ws2_32|bcrypt|api-ms-win-[\w-]+)\.dll", re.I)


def good(*words, **options):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Library(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        with zipfile.ZipFile(sys.argv[1]) as archive:
            archive.extractall(made.name)
        (cls.folder,) = pathlib.Path(made.name).iterdir()

    def table(self, title):
        said = good("x86_64-w64-mingw32-objdump", "-p", self.folder / "anmkit.dll")
        return said.split(title)[1]

    def test_it_shows_the_functions_of_its_header_and_no_others(self):
        header = (self.folder / "include/anmkit.h").read_text()
        declared = set(re.findall(r"ANMKIT_API[^;(]*?\b(anmkit_\w+)\(", header))
        self.assertGreater(len(declared), 20)
        shown = set(re.findall(r"(?m)^\s*\[ *\d+\] (\w+)$", self.table("[Ordinal/Name Pointer] Table")))
        self.assertEqual(shown, declared)

    def test_it_needs_windows_alone(self):
        needed = set(re.findall(r"DLL Name: (\S+)", self.table("The Import Tables")))
        self.assertIn("KERNEL32.dll", needed)
        self.assertFalse([name for name in needed if not SYSTEM.fullmatch(name)])

    def test_a_program_in_c(self):
        """The import library serves the linker of MinGW and that of clang and Visual Studio; poses are the expected ones."""
        program = self.folder / "pose.exe"
        wanted = next(case for case in json.loads((VECTORS / "cases.json").read_text())
                      if case["args"] == ["sample", "good/clip00/CLIP.ANM", "--json", "--space", "world", "--frame", "10"])
        nodes = wanted["expect"]["samples"][0]["nodes"]
        environment = {"WINEDEBUG": "-all", **os.environ}
        for linker in ([], ["-fuse-ld=lld", "-B/usr/lib/llvm-19/bin"]):
            with self.subTest(linker):
                good("x86_64-w64-mingw32-gcc-posix", "-std=c99", "-Wall", "-Werror", ROOT / "examples/c/pose.c", "-o", program,
                     "-I", self.folder / "include", "-L", self.folder / "lib", "-lanmkit", *linker)
                said = good("wine", program, VECTORS / "good/clip00/CLIP.ANM", "10", env=environment)
                rows = [line.rsplit(" ", 3) for line in said.splitlines()]
                self.assertEqual([row[0] for row in rows], [one["name"] for one in nodes])
                for row, one in zip(rows, nodes):
                    for found, expected in zip(row[1:], one["matrix"][12:15]):
                        self.assertAlmostEqual(float(found), expected, delta=1e-3)
                # Without the library beside it there is no program: it is the one in the folder that was used.
                (self.folder / "anmkit.dll").rename(self.folder / "other.dll")
                lost = subprocess.run(["wine", program], capture_output=True, env=environment)
                (self.folder / "other.dll").rename(self.folder / "anmkit.dll")
                self.assertNotIn(lost.returncode, (0, 2))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
