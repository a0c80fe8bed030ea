#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Textures inside models as PNG files: the bytes that are inside, or why not. Models are built here from the
description of the format.

    textures_test.py TOOL EXAMPLES
"""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

TOOL, EXAMPLES = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, body, crc=None):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body) if crc is None else crc)


def png(width, height, depth=8, colour=6, data=None):
    row = 1 + (width * depth * {0: 1, 2: 3, 6: 4}[colour] + 7) // 8
    data = zlib.compress(bytes(i * 7 % 251 if i % row else 0 for i in range(row * height))) if data is None else data
    return SIGNATURE + chunk(b"IHDR", struct.pack(">2I5B", width, height, depth, colour, 0, 0, 0)) + chunk(
        b"IDAT", data) + chunk(b"IEND", b"")


def model(texture):
    node = struct.pack("<2HB", 0, 65535, 1) + b"a" + struct.pack(
        "<13f3HB", 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 4, 4, 4, 0) + bytes(48 + 6)
    return struct.pack("<B3H", 0, 5, 1, 1) + node + struct.pack("<I", len(texture)) + texture + struct.pack("<H", 0)


def run(*args):
    done = subprocess.run([TOOL, *map(str, args)], capture_output=True, text=True, timeout=60)
    done.said = done.stdout + done.stderr
    return done


class Textures(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def test_the_bytes_inside(self):
        """Sixteen bits and grey stay what they are; what follows the image is none of it."""
        for n, (inside, tail) in enumerate([(png(4, 2), b""), (png(3, 5, 16, 2), b""), (png(9, 1, 8, 0), b"tail")]):
            made = self.folder / f"{n}.png"
            done = run("convert", self.write(f"{n}.csmodel", model(inside + tail)), "-o", made)
            self.assertEqual(done.returncode, 0, done.said)
            self.assertEqual(made.read_bytes(), inside)

    def test_the_example(self):
        made = self.folder / "robot.png"
        self.assertEqual(run("convert", EXAMPLES / "craftstudio/robot.csmodel", "-o", made).returncode, 0)
        data = made.read_bytes()
        self.assertEqual((data[:8], struct.unpack_from(">2I", data, 16)), (SIGNATURE, (64, 64)))
        self.assertIn(data, (EXAMPLES / "craftstudio/robot.csmodel").read_bytes())

    def test_folders(self):
        """Every model's, under its name and beside what has the same name elsewhere; animations hold none."""
        pictures = {"Models/31/Current": png(2, 2), "Models/38/Current": png(3, 3), "lone": png(4, 4)}
        for name, inside in pictures.items():
            self.write(f"in/{name}.csmodel", model(inside))
        self.write("in/walk.csmodelanim", b"\x06\x03\0\x1e\0\0\0\0")
        done = run("convert", self.folder / "in", "--to", "png", "-o", f"{self.folder}/out/")
        self.assertEqual(done.returncode, 0, done.said)
        made = {p.relative_to(self.folder / "out").as_posix(): p.read_bytes()
                for p in (self.folder / "out").rglob("*") if p.is_file()}
        self.assertEqual(made, {f"{name}.png": inside for name, inside in pictures.items()})

    def test_a_folder_alone_makes_no_images(self):
        path = self.write("a.csmodel", model(png(2, 2)))
        self.assertEqual(run("convert", path, "-o", f"{self.folder}/out/").returncode, 0)
        self.assertEqual([p.name for p in (self.folder / "out").iterdir()], ["a.csmodel"])

    def test_no_image_inside(self):
        """Empty, text, cut off, a wrong sum, pixels that do not fit their size, sizes that cannot be."""
        good = png(4, 4)
        broken = {
            "empty": b"", "text": b"no image at all", "signature": SIGNATURE, "cut": good[:-20],
            "sum": good.replace(struct.pack(">I", zlib.crc32(b"IEND")), b"\0\0\0\0"),
            "short": png(64, 64, data=zlib.compress(bytes(16))), "noise": png(4, 4, data=b"\x78\x9c" + bytes(40)),
            "huge": png(60000, 60000, data=zlib.compress(bytes(64))),
            "largest": png(0x7FFFFFFF, 0x7FFFFFFF, data=zlib.compress(bytes(64))),
            "beyond": png(0xFFFFFFFF, 1, 8, 0, data=zlib.compress(bytes(64))),
            "nothing": png(0, 4, data=zlib.compress(b"")), "depth": png(4, 4, 8, 0).replace(b"\x08\0\0\0\0", b"\x07\0\0\0\0")}
        for name, inside in broken.items():
            with self.subTest(name):
                path, made = self.write(f"{name}.csmodel", model(inside)), self.folder / f"{name}.png"
                done = run("convert", path, "-o", made)
                self.assertEqual(done.returncode, 1, done.said)
                self.assertFalse(made.exists())
                self.assertRegex(done.said, "texture|PNG")
                # One among others does not stop them, and is not passed over in silence.
                many = run("convert", path, self.write("good.csmodel", model(good)), "--to", "png", "-o",
                           f"{self.folder}/{name}/")
                self.assertNotEqual(many.returncode, 0)

    def test_info_lists_the_size(self):
        for inside, words in ((png(12, 34), "12x34 PNG"), (b"", "texture: none"), (b"text", "not a readable PNG")):
            self.assertIn(words, run("info", self.write("a.csmodel", model(inside))).said)

    def test_files_without_entries_are_reported(self):
        path = self.write("a.csmodel", model(png(2, 2)))
        self.assertEqual(run("convert", path, "-o", self.folder / "a.csjsmodel").returncode, 0)
        for source, target in (("a.csjsmodel", "b.png"), ("a.csmodel", "b.gif"), ("a.csmodel", "b.webp")):
            done = run("convert", self.folder / source, "-o", self.folder / target)
            self.assertEqual(done.returncode, 2, done.said)
            self.assertNotIn("hg3", done.said)
            self.assertFalse((self.folder / target).exists())


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main()
