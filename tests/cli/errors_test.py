#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Findings that belong to no family: each code is told where it should be, with the exit status of its kind.

    errors_test.py TOOL EXAMPLES
"""
import io
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

TOOL = str(pathlib.Path(sys.argv[1]).resolve())
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
WALK = str(EXAMPLES / "craftstudio" / "robot-walk.csmodelanim")
MODEL = str(EXAMPLES / "craftstudio" / "robot.csmodel")
HOP = str(EXAMPLES / "psx" / "HOP.ANM")
SCRIPT = str(EXAMPLES / "cs2" / "bounce.txt")

# The model of the CraftStudio specification, section 14.2; -0.5 stands in it once.
EXAMPLE_MODEL = bytes.fromhex(
    "000500010001000000ffff0341726d000000000000803f0000000000000000000000bf000000000000803f0000803f00"
    "00803f0000803f00000000000000000000000004000c0004000104000000040000000c00000004000000080000000400"
    "00000800000000000000000000000400000004000000000000000000000000004400000089504e470d0a1a0a0000000d"
    "49484452000000010000000108060000001f15c4890000000b4944415478da63f80f040009fb03fd68fa1ccc00000000"
    "49454e44ae42608201000200")


class Errors(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def file(self, name, content):
        (self.folder / name).write_bytes(content)
        return name

    def expect(self, code, status, *args, stdin=None):
        done = subprocess.run([TOOL, *args], cwd=self.folder, input=stdin, capture_output=True)
        said = done.stderr.decode()
        self.assertIn(f" {code}", said)
        self.assertEqual(done.returncode, status, said)
        return said

    def test_formats(self):
        said = self.expect("anmkit.AMBIGUOUS-FORMAT", 1, "info", self.file("x.anm", b"AAAAAAAAAAAA"))
        self.assertIn("--format", said)
        self.expect("anmkit.UNKNOWN-FORMAT", 1, "info", self.file("x.foo", b"hello"))
        self.expect("anmkit.UNSUPPORTED", 2, "play", MODEL)

    def test_files_that_are_missing(self):
        self.expect("anmkit.READ", 3, "info", "missing.anm")

    def test_archives_that_are_broken(self):
        """The input is bad, not the system."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(WALK, "walk.csmodelanim")
        good = packed.getvalue()
        name = good.index(b"walk.csmodelanim")
        content = name + len("walk.csmodelanim")
        flipped = good[:content] + b"\xff" * 4 + good[content + 4:]
        for what, broken in (("cut", good[:-30]), ("flipped", flipped)):
            with self.subTest(what):
                self.expect("anmkit.ARCHIVE", 1, "info", self.file("x.zip", broken) + "//walk.csmodelanim")
        self.expect("anmkit.READ", 3, "info", self.file("x.zip", good) + "//other.csmodelanim")

    def test_names_that_leave_the_folder(self):
        subprocess.run([TOOL, "convert", WALK, "-o", "walk.gltf", "--no-source", "--quiet"], cwd=self.folder, check=True)
        text = (self.folder / "walk.gltf").read_text()
        self.file("trap.gltf", text.replace('"robot-walk"', '"../evil"').encode())
        done = subprocess.run([TOOL, "convert", "trap.gltf", "-o", "out/", "--to", "csmodelanim"], cwd=self.folder)
        self.assertEqual(done.returncode, 0)
        self.assertEqual([p.name for p in self.folder.rglob("*.csmodelanim")], ["_._evil.csmodelanim"])
        self.assertTrue((self.folder / "out" / "_._evil.csmodelanim").is_file())

    def test_requested_output(self):
        self.expect("anmkit.CLIP", 2, "sample", WALK, "--frame", "0", "--clip", "nope")
        self.expect("anmkit.OPTION", 2, "play", SCRIPT, "--rand", "x")
        self.expect("anmkit.JSON", 1, "build", "-", "-o", "x.anm", stdin=b"{}")
        self.expect("anmkit.WRITE", 3, "dump", WALK, "-o", self.file("kept.json", b"precious"))

    def test_the_last_line_names_the_output_that_is_not_written(self):
        def first(path):
            return (EXAMPLES / path).read_bytes()[:40]
        wave = (EXAMPLES / "sm64/wave.inc.c").read_bytes().replace(b"0x", b"zz0x", 1)
        broken = {"x.csmodelanim": first("craftstudio/robot-walk.csmodelanim"), "x.csjsmodel": b"{",
                  "HOP.ANM": first("psx/HOP.ANM"), "M.TMD": first("psx/MODEL.TMD"), "x.act": first("gc/stalk.act"),
                  "x.tpl": (EXAMPLES / "gc/stalk.tpl").read_bytes()[:100], "x.inc.c": wave, "x.glb": b"glTF"}
        for name, content in broken.items():
            for output, last in (("out.glb", "out.glb is not written"), ("out/", ""), ("-", "nothing is written to standard output")):
                with self.subTest(name, output=output):
                    done = subprocess.run([TOOL, "convert", self.file(name, content), "-o", output, "--to", "gltf"],
                                          cwd=self.folder, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn(f"{last} because of the errors above", done.stderr.splitlines()[-1])
                    self.assertEqual(done.stderr.count("errors above"), 1)
                    self.assertEqual(done.stdout, "")
        (self.folder / "bad").mkdir()
        self.file("bad/HOP.ANM", broken["HOP.ANM"])
        for output in ("all/", "all.glb"):
            done = subprocess.run([TOOL, "convert", "bad", "-o", output], cwd=self.folder, capture_output=True, text=True)
            self.assertIn("because of the errors above", done.stderr.splitlines()[-1])

    def test_gltf(self):
        self.expect("anmkit.GLTF-READ", 1, "convert", self.file("x.glb", b"glTFxxxx"), "-o", "x.csmodelanim")
        self.expect("anmkit.SKELETON", 1, "convert", HOP, WALK, "-o", "two.glb")
        half = struct.pack("<f", -0.5)
        self.assertEqual(EXAMPLE_MODEL.count(half), 1)
        self.file("nan.csmodel", EXAMPLE_MODEL.replace(half, struct.pack("<f", float("nan"))))
        self.expect("anmkit.GLTF-NONFINITE", 0, "convert", "nan.csmodel", "-o", "nan.glb")

    def test_images(self):
        self.expect("anmkit.PICTURES", 1, "convert", self.file("x.png", b"zz"), "-o", "x.anm")
        self.expect("anmkit.GIF", 1, "convert", self.file("x.gif", b"GIF89a" + b"\xff" * 40), "-o", "x.anm")
        webp = b"RIFF" + struct.pack("<I", 40) + b"WEBPVP8 " + b"\xff" * 32
        self.expect("anmkit.WEBP", 1, "convert", self.file("x.webp", webp), "-o", "x.anm")

    def test_display_lists_that_are_not_given(self):
        geo = self.file("geo.inc.c", b"const Gfx other_dl[] = { gsSPEndDisplayList() };\n"
                        b"const GeoLayout x_geo[] = {\n"
                        b"    GEO_NODE_START(),\n    GEO_OPEN_NODE(),\n"
                        b"        GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, missing_dl),\n"
                        b"    GEO_CLOSE_NODE(),\n    GEO_END(),\n};\n")
        self.expect("sm64.W-MODEL", 0, "convert", geo, "-o", "x.glb")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
