#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs that few people make: descriptions of all formats, tiny sheets of scripts, folders that are only planned, a
terminal with and without colours, reports that have no place, archives whose entries are broken.

    odd_runs_test.py TOOL EXAMPLES
"""
import json
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

TOOL = str(pathlib.Path(sys.argv[1]).resolve())
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
HOP = EXAMPLES / "psx" / "HOP.ANM"
MODEL = EXAMPLES / "psx" / "MODEL.TMD"
WALK = EXAMPLES / "craftstudio" / "robot-walk.csmodelanim"
VECTORS = pathlib.Path(__file__).resolve().parents[1] / "vectors"
ROBOT = EXAMPLES / "craftstudio" / "robot.csmodel"


class Runs(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def run_tool(self, *args, status=0, **more):
        done = subprocess.run([TOOL, *map(str, args)], cwd=self.folder, capture_output=True, **more)
        self.assertEqual(done.returncode, status, f"{args}\n{done.stdout[:500]}\n{done.stderr[:2000]}")
        return done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")

    def refused(self, hint, *args, status=2):
        said = self.run_tool(*args, status=status)[1]
        self.assertIn(hint, said)
        return said

    def png_size(self, name):
        data = (self.folder / name).read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        return struct.unpack(">II", data[16:24])


class Descriptions(Runs):
    def test_all_formats_at_once(self):
        for kind, extension in (("kaitai", ".ksy"), ("imhex", ".hexpat")):
            self.run_tool("explain", "--as", kind, "--all", "-o", kind + "/")
            names = sorted(path.name for path in (self.folder / kind).iterdir())
            self.assertIn("psx_anm" + extension, names)
            self.assertTrue(all(name.endswith(extension) for name in names), names)
            # Each is what the format alone gives.
            alone = self.run_tool("explain", "--as", kind, "--format", "psx-anm")[0]
            self.assertEqual((self.folder / kind / ("psx_anm" + extension)).read_text(), alone)
            self.run_tool("explain", "--as", kind, "--format", "psx-anm", "-o", "one" + extension)
            self.assertEqual((self.folder / ("one" + extension)).read_text(), alone)
            self.refused("exists", "explain", "--as", kind, "--format", "psx-anm", "-o", "one" + extension, status=3)
            self.refused("exists", "explain", "--as", kind, "--all", "-o", kind + "/", status=3)

    def test_exclusive_options(self):
        for words in ((), ("-o", "file.ksy"), ("-o", "all/", str(HOP)), ("-o", "all/", "--format", "psx-anm")):
            self.refused("expects -o FOLDER/ and no other option", "explain", "--as", "kaitai", "--all", *words)
        for words in ((), ("--all", str(HOP)), ("--all", "--format", "psx-anm"), ("--all", "-o", "all/")):
            self.refused("makes one file for all formats", "explain", "--as", "magic", *words)
        for words in ((), ("--format", "psx-anm", str(HOP))):
            self.refused("--as expects --format ID", "explain", "--as", "imhex", *words)


class Sheets(Runs):
    """Scripts in cells that are smaller than their images."""

    def setUp(self):
        super().setUp()
        subprocess.run([sys.executable, EXAMPLES / "cs2" / "make_examples.py", self.folder / "cs2"], check=True,
                       capture_output=True)
        self.run_tool("convert", "cs2/ball", "-o", "ball.anm")

    def test_one_script_and_several(self):
        self.run_tool("render", "ball.anm", "--sheet", "2x2", "--size", "9x7", "-o", "one.png")
        self.run_tool("render", "ball.anm", "--sheet", "2x2", "--size", "900x900", "-o", "large.png")
        self.run_tool("render", "ball.anm", str(HOP), "--sheet", "2x1", "--size", "16x12", "-o", "two.png")
        for name in ("one.png", "large.png", "two.png"):
            width, height = self.png_size(name)
            self.assertGreater(width * height, 0)
        self.assertLess(self.png_size("one.png"), self.png_size("large.png"))

    def test_still_and_moving(self):
        self.run_tool("render", "ball.anm", "--frame", "3", "-o", "still.png")
        self.run_tool("render", "ball.anm", "--frame", "3..6", "-o", "part.apng")
        self.run_tool("render", "ball.anm", "--size", "50x40", "-o", "screen.png")
        self.assertEqual(self.png_size("screen.png"), (50, 40))


class Frames(Runs):
    def test_frames_outside_of_the_clip(self):
        for frame in ("9999", "0..9999"):
            for output in ("x.png", "x.webp"):
                if ".." in frame and output == "x.png":
                    continue
                said = self.run_tool("render", str(HOP), "--frame", frame, "-o", output, status=2)[1]
                self.assertIn("9999", said)
        said = self.run_tool("render", str(MODEL), "--frame", "7", "-o", "x.png", status=2)[1]
        self.assertIn("a model without animation has", said)

    def test_cameras(self):
        self.run_tool("render", str(HOP), "--with", str(MODEL), "--camera", "30,15,5000", "--frame", "2..4", "--fps", "10",
                      "--stepped", "--size", "32x24", "--grid", "-o", "moving.gif")
        self.assertEqual((self.folder / "moving.gif").read_bytes()[:4], b"GIF8")


class Folders(Runs):
    def put(self, name, source):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, path)

    def test_dry_run(self):
        for i in range(3):
            self.put(f"game/{i}/clip{i}.ANM", HOP)
        said = self.run_tool("convert", "game", "--dry-run", "-o", "out/", "--to", "gltf")
        self.assertIn("3 of 3 subjects would be written", said[1])
        self.assertIn("out/", said[0])
        plans = json.loads(self.run_tool("convert", "game", "--dry-run", "--json", "-o", "out/", "--to", "gltf")[0])
        self.assertTrue(plans)
        self.assertFalse((self.folder / "out").exists())

    def test_one_file_of_many_subjects(self):
        for i in range(30):
            self.put(f"game/{i:02}/clip{i}.ANM", HOP)
        said = self.refused("contains 30 models and animations", "convert", "game", "-o", "one.glb")
        self.assertIn("...", said)
        said = self.run_tool("convert", "game", "-o", "out/", "--to", "gltf")[1]
        self.assertIn("30 of 30 subjects written", said)

    def test_scripts_are_not_scenes(self):
        (self.folder / "empty").mkdir()
        self.refused("no 3D model", "convert", "empty", "-o", "x.glb")
        subprocess.run([sys.executable, EXAMPLES / "cs2" / "make_examples.py", self.folder / "cs2"], check=True,
                       capture_output=True)
        self.run_tool("convert", "cs2/ball", "-o", "scripts/ball.anm")
        self.refused("--to webp", "convert", "scripts", "-o", "x.glb")

    def test_a_clip_without_subject(self):
        self.put("game/HOP.ANM", HOP)
        self.run_tool("convert", "game", "--clip", "nothing", "-o", "x.glb", status=2)
        (self.folder / "game" / "broken.ANM").write_bytes(HOP.read_bytes()[:20])
        said = self.run_tool("convert", "game", "-o", "out/", "--to", "gltf", status=1)[1]
        self.assertIn("1 failed", said)


class Terminals(Runs):
    """Standard error as a terminal."""

    def on_terminal(self, *args, status=0, **environment):
        ours, theirs = pty.openpty()
        done = subprocess.Popen([TOOL, *map(str, args)], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs,
                                env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, **environment})
        os.close(theirs)
        said = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            said += part
        os.close(ours)
        self.assertEqual(done.wait(), status, said)
        return said

    def test_colours(self):
        bad = self.folder / "bad.ANM"
        bad.write_bytes(HOP.read_bytes()[:20])
        self.assertIn(b"\x1b[", self.on_terminal("check", bad, "x.none", status=3))
        self.assertIn(b"\x1b[", self.on_terminal("info", bad, status=1, NO_COLOR=""))
        self.assertNotIn(b"\x1b[", self.on_terminal("info", bad, status=1, NO_COLOR="1"))

    def test_progress(self):
        for i in range(12):
            path = self.folder / "game" / str(i)
            path.mkdir(parents=True)
            shutil.copy(HOP, path / f"clip{i}.ANM")
        self.assertIn(b"\r", self.on_terminal("convert", "game", "-o", "out/", "--to", "gltf"))
        said = self.on_terminal("convert", "game", "-q", "-o", "quiet/", "--to", "gltf")
        self.assertEqual(said, b"")


class Reports(Runs):
    def test_reports_without_a_position(self):
        bad = self.folder / "bad.ANM"
        bad.write_bytes(HOP.read_bytes()[:20])
        said = self.run_tool("check", bad, "--report", "/dev/full", status=3)[1]
        self.assertIn("--report", said)
        self.run_tool("check", bad, "--report", "none/there.jsonl", status=3)
        self.run_tool("check", bad, "--report", "here.jsonl", status=1)
        lines = [json.loads(line) for line in (self.folder / "here.jsonl").read_text().splitlines()]
        self.assertTrue(any(line.get("code", "").startswith("psx.") for line in lines), lines)

    def test_quiet(self):
        out, said = self.run_tool("check", "-q", HOP, WALK)
        self.assertEqual(said, "")
        bad = self.folder / "bad.ANM"
        bad.write_bytes(HOP.read_bytes()[:20])
        self.assertNotEqual(self.run_tool("check", "-q", bad, status=1)[1], "")


class Explained(Runs):
    def test_every_render_mode(self):
        for name in (HOP, MODEL, WALK, ROBOT, EXAMPLES / "gc" / "stalk.anm", EXAMPLES / "sm64" / "wave.inc.c"):
            cut = self.folder / name.name
            cut.write_bytes(name.read_bytes()[:len(name.read_bytes()) * 2 // 3])
            for words in ((), ("--all",), ("--hex",), ("--hex", "-v"), ("-v",), ("--json",), ("--at", "4"), ("--at", "0x9", "--hex")):
                done = subprocess.run([TOOL, "explain", str(name), *words], capture_output=True)
                self.assertIn(done.returncode, (0, 2), done.stderr)
                if done.returncode == 0:
                    self.assertTrue(done.stdout)
            done = subprocess.run([TOOL, "explain", str(cut), "--hex"], capture_output=True)
            self.assertIn(done.returncode, (0, 1), done.stderr)

    def test_pages_escape_names(self):
        odd = self.folder / 'a<b>&"c\x01.ANM'
        shutil.copy(HOP, odd)
        self.run_tool("explain", odd, "--html", "page.html")
        page = (self.folder / "page.html").read_text()
        self.assertIn("a&lt;b&gt;&amp;&quot;c", page)
        self.assertNotIn("a<b>", page)


class BrokenArchives(Runs):
    def zip_with(self, change):
        path = self.folder / "a.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
            made.write(HOP, "in/HOP.ANM")
            made.write(MODEL, "in/MODEL.TMD")
        data = bytearray(path.read_bytes())
        change(data)
        path.write_bytes(data)
        return path

    def test_entries(self):
        self.run_tool("info", f"{self.zip_with(lambda data: None)}//in/HOP.ANM")

        def directory(data):
            return data.find(b"PK\x01\x02")

        def checksum(data):
            data[directory(data) + 16] ^= 1

        def size(data):
            data[directory(data) + 24] ^= 1

        def place(data):
            data[directory(data) + 42] ^= 7

        def packed(data):
            data[30 + 10 + 5] ^= 0xFF

        def signature(data):
            data[directory(data)] ^= 1

        def nameless(data):
            data[directory(data) + 28] = 0

        for change in (checksum, size, place, packed, signature, nameless):
            path = self.zip_with(change)
            done = subprocess.run([TOOL, "info", f"{path}//in/HOP.ANM"], capture_output=True)
            self.assertIn(done.returncode, (1, 3), (change.__name__, done.stdout, done.stderr))
            self.assertTrue(done.stderr, change.__name__)

    # Processors give it different bits when they compute.
    def test_nan_has_one_spelling(self):
        spellings = set()
        for path in sorted((VECTORS / "craftstudio" / "bad").glob("E-NONFINITE-*/*.csmodelanim")):
            for space in ("local", "world"):
                text = subprocess.run([TOOL, "sample", path, "--space", space, "--json"], capture_output=True).stdout
                spellings |= set(re.findall(rb'"nan:[^"]*"', text))
        self.assertEqual(spellings, {b'"nan:7ff8000000000000"'})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
