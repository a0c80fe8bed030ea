#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hostile files and hostile machines: small files that ask for much work, numbers without measure, closed and full
streams, disks and memory that end, links and devices in the way. Nothing is killed, nothing is half done, and what is
refused is named.

    hostile_test.py TOOL EXAMPLES
"""
import base64
import ctypes
import errno
import json
import os
import pathlib
import platform
import resource
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

TOOL = str(pathlib.Path(sys.argv[1]).resolve())
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "roads"))
from random_gc import MOVE, QUAT, SCALE, gc_bank  # noqa: E402
from peak import peak  # noqa: E402

WALK = str(EXAMPLES / "craftstudio" / "robot-walk.csmodelanim")
MODEL = str(EXAMPLES / "craftstudio" / "robot.csmodel")
SCRIPT = str(EXAMPLES / "cs2" / "bounce.txt")
IS_SANITIZED = b"__asan_init" in pathlib.Path(TOOL).read_bytes()
MEGABYTE = 1 << 20

# A bank of 160 bytes whose only clip lasts 2^32 frames.
STILL = struct.pack(">3f4h3f", 1, 1, 1, 0, 0, 0, 16384, 0, 0, 0)
MOVED = struct.pack(">3f4h3f", 1, 1, 1, 0, 0, 0, 16384, 1, 0, 0)
LONG_BANK = gc_bank([(b"walk", [(2.0 ** 32, 0, 0x40, SCALE | QUAT | MOVE, 1 | 1 << 2 | 6 << 4, 1,
                                 [(0, STILL, b""), (2.0 ** 32, MOVED, b"")])])])


def gltf(nodes, animations, seconds=1.0, moved=1):
    """Animations that each move the first nodes of many, all by the same keys."""
    data = struct.pack("<8f", 0, seconds, 0, 0, 0, 1, 1, 1)
    one = {"channels": [{"sampler": 0, "target": {"node": node, "path": "translation"}} for node in range(moved)],
           "samplers": [{"input": 0, "output": 1}]}
    return json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(nodes))}], "nodes": [{}] * nodes,
        "buffers": [{"byteLength": 32, "uri": "data:;base64," + base64.b64encode(data).decode()}],
        "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR"},
                      {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}],
        "animations": [one] * animations}, separators=(",", ":")).encode()


def kif(files, name_size=64):
    at, table, data = 8 + len(files) * (name_size + 8), b"", b""
    for name, content in files:
        table += name.ljust(name_size, b"\0") + struct.pack("<2I", at, len(content))
        at, data = at + len(content), data + content
    return b"KIF\0" + struct.pack("<I", len(files)) + table + data


class Case(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def file(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return name

    def run_tool(self, *args, stdin=b"", seconds=60, **more):
        return subprocess.run([TOOL, *map(str, args)], cwd=self.folder, input=stdin, capture_output=True,
                              timeout=seconds, **more)

    def expect(self, status, *args, says="", **more):
        done = self.run_tool(*args, **more)
        said = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, status, f"{args}: {said[:500]}")
        self.assertIn(says, said)
        return done

    def limited(self, limit, *args, status=1, **more):
        """Refused, with the name of the limit and how to raise it, soon and in little memory."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = self.expect(status, *args, says="anmkit.LIMIT", seconds=30, **more)
        said = done.stderr.decode()
        self.assertIn(f"the limit {limit} is ", said)
        self.assertIn(f"--limit {limit}=N", said)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 10)
        return said

    def names(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if not p.is_dir())


class Streams(Case):
    """Standard output and standard error that are closed, full, or pipes that nobody reads."""

    WITH_RESULT = [["info", WALK], ["check", WALK], ["formats"], ["dump", WALK], ["sample", WALK], ["play", WALK],
                   ["explain", WALK], ["explain", "psx.TMD-01"], ["--version"], ["help"], ["help", "limits"], ["man"],
                   ["map", MODEL, MODEL], ["convert", WALK, "--to", "gltf", "-o", "-"],
                   ["convert", WALK, "-o", "x.glb", "--dry-run"]]
    WITH_MESSAGE = [["info", "missing"], ["check", "missing"], ["dump", "missing"], ["sample", "missing"],
                    ["play", "missing"], ["convert", "missing", "-o", "x.glb"], ["render", "missing", "-o", "x.png"],
                    ["build", "missing", "-o", "x"], ["view", "missing"], ["map", "missing", "missing"]]

    def ends(self):
        """Calls with preexec functions that leave a stream useless."""
        def broken(number):
            def make():
                reader, writer = os.pipe()
                os.close(reader)
                os.dup2(writer, number)
                os.close(writer)
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            return make
        yield "closed", lambda number: lambda: os.close(number)
        yield "full", lambda number: lambda: os.dup2(os.open("/dev/full", os.O_WRONLY), number)
        yield "broken", broken

    def status(self, args, before):
        return subprocess.run([TOOL, *args], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, preexec_fn=before, timeout=60).returncode

    def test_an_unprintable_result_exits_with_3(self):
        for name, end in self.ends():
            for args in self.WITH_RESULT:
                for words in (args, args + ["--json"]) if args[0] in ("info", "check", "formats") else (args,):
                    with self.subTest(stream=name, args=words):
                        self.assertEqual(self.status(words, end(1)), 3)

    def test_an_unprintable_message_does_not_end_the_run(self):
        for name, end in self.ends():
            for args in self.WITH_MESSAGE:
                with self.subTest(stream=name, args=args):
                    self.assertEqual(self.status(args, end(2)), 3)
            with self.subTest(stream=name):
                self.assertEqual(self.status(["convert", WALK, "-o", f"{name}.glb"], end(2)), 0)
                self.assertEqual((self.folder / f"{name}.glb").read_bytes()[:4], b"glTF")

    def test_outputs_never_reuse_a_closed_stream(self):
        # The file of all findings would be number 2, and messages would go into it.
        self.file("bad.anm", b"nonsense of no format")
        self.assertEqual(self.status(["check", "bad.anm", "--report", "all.jsonl"], lambda: os.close(2)), 1)
        lines = (self.folder / "all.jsonl").read_text().splitlines()
        self.assertEqual([json.loads(line)["severity"] for line in lines], ["error"])
        # Nor is an input read from where standard input was.
        self.assertEqual(self.status(["info", "-"], lambda: os.close(0)), 3)

    def test_a_closed_output_prints_no_message(self):
        done = subprocess.run(f"'{TOOL}' sample '{WALK}' --fps 300000 | head -c 100 >/dev/null", shell=True,
                              capture_output=True, timeout=60)
        self.assertEqual(done.stderr, b"")


class Limits(Case):
    def test_numbers_that_are_typed(self):
        self.limited("ticks", "play", SCRIPT, "--trace", "--ticks", "1e300", status=2)
        for fps in ("1e9", "1e300"):
            self.limited("samples", "sample", WALK, "--fps", fps)
            self.limited("samples", "sample", WALK, "--json", "--fps", fps)
        self.expect(2, "convert", WALK, "-o", "x.webp", "--length", "1e300", says="--length expects at most")

    def test_numbers_that_a_file_holds(self):
        bank = self.file("long.anm", LONG_BANK)
        self.assertLess(len(LONG_BANK), 1024)
        self.limited("samples", "sample", bank, "--fps", "1")
        self.limited("samples", "convert", bank, "-o", "x.glb")
        self.limited("samples", "convert", bank, "-o", "x.glb", "--sparse")
        self.limited("pictures", "render", bank, "-o", "x.webp")
        self.expect(0, "check", bank)
        long = self.file("long.gltf", gltf(2, 1, 1e9))
        self.limited("samples", "sample", long, "--fps", "1")
        for target in ("csmodelanim", "gc-anm", "psx-anm", "sm64-c"):
            self.assertEqual(self.run_tool("convert", long, "--to", target, "-o", "x.out").returncode, 1)
        # Two keys of a few bytes, in 60 million poses; and any clip under a smaller limit.
        wide = self.file("wide.gltf", gltf(2001, 1, 1000, moved=2001))
        short = self.file("short.gltf", gltf(2, 1))
        for target in ("csmodelanim", "gc-anm", "psx-anm", "sm64-c"):
            self.limited("samples", "convert", wide, "--to", target, "-o", "x.out")
            self.limited("samples", "convert", short, "--to", target, "-o", "x.out", "--limit", "samples=3")
        self.assertEqual(self.names(), ["long.anm", "long.gltf", "short.gltf", "wide.gltf"])

    def test_long_samples_come_in_pieces(self):
        if IS_SANITIZED:
            self.skipTest("the memory of sanitizers is not the tool's own")
        for form in ([], ["--json"]):
            status, size = peak(TOOL, "sample", WALK, "--fps", "300000", *form)
            self.assertEqual(status, 0)
            self.assertLess(size, 64 * MEGABYTE, form)

    def test_outputs_end(self):
        self.limited("output-bytes", "sample", WALK, "--fps", "30", "--limit", "output-bytes=2000")
        self.limited("output-bytes", "dump", WALK, "-o", "x.json", "--limit", "output-bytes=2000")
        self.limited("output-bytes", "convert", WALK, "-o", "x.glb", "--limit", "output-bytes=2000")
        self.assertEqual(self.names(), [])

    def test_images_of_scripts(self):
        self.expect(0, "render", WALK, "-o", "walk.gif", "--size", "16x16", "--fps", "5", "-q")
        self.expect(0, "convert", "walk.gif", "-o", "walk.anm", "-q")
        self.limited("ticks", "convert", "walk.anm", "-o", "x.webp", "--length", "1e8")
        self.limited("ticks", "render", "walk.anm", "-o", "x.webp", "--frame", "0..1e9")
        self.limited("pictures", "convert", "walk.anm", "-o", "x.webp", "--length", "1e6")
        self.limited("pictures", "convert", "walk.anm", "-o", "x.png", "--length", "1000", "--limit", "pictures=5")
        self.expect(1, "convert", "walk.anm", "-o", "x.webp", "--length", "1e3", "--canvas", "8192x8192",
                    says="pixels are needed")
        self.assertEqual(self.names(), ["walk.anm", "walk.gif", "walk.hg3"])

    def test_textures_of_a_scene(self):
        self.limited("texture-pixels", "render", WALK, "-o", "x.png", "--limit", "texture-pixels=10")
        self.assertEqual(self.names(), [])

    def test_nodes_of_one_mesh(self):
        data = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
        self.file("shared.gltf", json.dumps({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(9))}], "nodes": [{"mesh": 0}] * 9,
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "buffers": [{"byteLength": 36, "uri": "data:;base64," + base64.b64encode(data).decode()}]}).encode())
        # Nine times what the mesh stores; eight times is never too much.
        for words in (("render", "shared.gltf", "-o", "x.png"), ("convert", "shared.gltf", "-o", "x.csmodel")):
            self.limited("vertices", *words, "--limit", "vertices=26")
            self.expect(0, *words, "--limit", "vertices=27", "-f")

    def test_nodes_without_number(self):
        # Three bytes a node.
        self.file("many.gltf", gltf(300_000, 0))
        for args in (["info"], ["check"], ["sample"], ["convert", "--to", "csmodel", "-o", "x"]):
            done = self.expect(1, args[0], "many.gltf", *args[1:], says="anmkit.LIMIT")
            self.assertIn(b"the limit gltf-nodes is 262144, in every run", done.stderr)

    HEAD = b"HIERARCHY\nROOT r\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n}\n"

    def test_joints_and_frames_without_number(self):
        self.file("deep.bvh", b"HIERARCHY\nROOT r{OFFSET 0 1 0\n" + b"JOINT j{OFFSET 0 1 0\n" * 300_000)
        for args in (["info"], ["check"], ["sample"], ["convert", "--to", "gltf", "-o", "x"]):
            done = self.expect(1, args[0], "deep.bvh", *args[1:], says="anmkit.LIMIT")
            self.assertIn(b"the limit gltf-nodes is 262144, in every run", done.stderr)
        self.file("open.bvh", b"HIERARCHY\nROOT r{OFFSET 0 1 0\n" + b"JOINT j{OFFSET 0 1 0\n" * 200_000)
        self.expect(1, "check", "open.bvh", says="open.bvh:200003:1: error anmkit.BVH-READ")
        # Counts in the file reserve nothing.
        self.file("many.bvh", self.HEAD + b"MOTION\nFrames: 18446744073709551615\nFrame Time: 1\n0 0 0 0 0 0\n")
        self.expect(1, "info", "many.bvh", says="many.bvh:11:1: error anmkit.BVH-READ: found 1 line of numbers")
        self.file("long.bvh", self.HEAD + b"MOTION\nFrames: 1000000\nFrame Time: 1\n" + b"0 1 2 3 4 5\n5 4 3 2 1 0\n" * 500_000)
        self.limited("samples", "convert", "long.bvh", "-o", "x.glb", "--limit", "samples=900000")
        if not IS_SANITIZED:
            status, size = peak(TOOL, "info", "long.bvh", cwd=self.folder)
            self.assertEqual(status, 0)
            self.assertLess(size, 24 * 12 * MEGABYTE)

    def test_packed_bombs(self):
        with zipfile.ZipFile(self.folder / "ratio.cspack", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("DataPackage.dat", bytes(100 * MEGABYTE))
        self.assertLess((self.folder / "ratio.cspack").stat().st_size, MEGABYTE)
        with zipfile.ZipFile(self.folder / "many.cspack", "w") as archive:
            for i in range(20):
                archive.writestr(f"{i}.dat", b"")
        with zipfile.ZipFile(self.folder / "some.cspack", "w") as archive:
            archive.writestr("1.dat", bytes(1000))
            archive.writestr("2.dat", bytes(1000))
        for args in (["info"], ["check"], ["convert", "-o", "out/"]):
            self.limited("unpack-ratio", args[0], "ratio.cspack", *args[1:])
            self.limited("unpack-bytes", args[0], "ratio.cspack", *args[1:], "--limit", "unpack-bytes=1000000")
            self.limited("archive-entries", args[0], "many.cspack", *args[1:], "--limit", "archive-entries=19")
            self.limited("archive-bytes", args[0], "some.cspack", *args[1:], "--limit", "archive-bytes=1999")
        self.limited("unpack-ratio", "info", "ratio.cspack//DataPackage.dat")
        # Raised, it is what it is: a table of an unknown version.
        done = self.run_tool("info", "ratio.cspack", "--limit", "unpack-ratio=2000")
        self.assertNotIn("anmkit.LIMIT", done.stderr.decode())

    def test_pipes_and_large_files(self):
        self.limited("pipe-bytes", "info", "-", "--limit", "pipe-bytes=1000", stdin=bytes(2000))
        self.limited("file-bytes", "info", self.file("large.anm", bytes(2000)), "--limit", "file-bytes=1000")
        with open("/dev/zero", "rb") as endless:
            done = subprocess.run([TOOL, "info", "-", "--limit", "pipe-bytes=100000000"], stdin=endless,
                                  capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"the limit pipe-bytes", done.stderr)

    def test_folders(self):
        for i in range(30):
            self.file(f"many/{i}.png", b"no image")
            self.file(f"many/deep/{i}.foreign", b"nothing of ours")
        for verb in ("info", "check", "dump"):
            self.limited("folder-files", verb, "many", "--limit", "folder-files=59")
        self.limited("folder-files", "convert", "many", "-o", "out/", "--limit", "folder-files=59")
        self.limited("folder-files", "info", WALK, "--with", "many", "--limit", "folder-files=59")
        self.limited("with-files", "info", WALK, "--with", "many", "--limit", "with-files=29")
        self.expect(0, "info", WALK, "--with", "many", "--limit", "folder-files=60", "--limit", "with-files=30")
        self.limited("view-files", "view", "--no-open", "many", "--limit", "view-files=59", status=2)

    def test_large_files_are_shown_without_what_belongs_to_them(self):
        viewer = subprocess.Popen([TOOL, "view", "--no-open", WALK, "--limit", "view-bytes=10"], stderr=subprocess.PIPE,
                                  stdout=subprocess.DEVNULL)
        try:
            self.assertIn(b"larger than the limit view-bytes", viewer.stderr.readline())
        finally:
            viewer.kill()
            viewer.communicate()

    def test_with_a_folder_reads_only_what_may_belong(self):
        self.file("big/huge.foreign", b"")
        os.truncate(self.folder / "big" / "huge.foreign", 3 << 30)
        os.symlink(MODEL, self.folder / "big" / "robot.csmodel")
        status, size = peak(TOOL, "info", WALK, "--with", "big", cwd=self.folder)
        self.assertEqual(status, 0)
        self.assertLess(size, 512 * MEGABYTE)

    def test_bad_limits_are_wrong_usage(self):
        for value, why in (("nonsense=3", "there are file-bytes, "), ("ticks", "whole number"), ("ticks=0", "whole"),
                           ("ticks=-1", "whole"), ("ticks=1e3", "whole"), ("ticks=99999999999999999999", "whole"),
                           ("picture-pixels=1", "same in every run")):
            self.expect(2, "play", WALK, "--limit", value, says=why)

    def test_every_verb_takes_limits(self):
        help_text = self.run_tool("help").stdout.decode()
        for verb in ("formats", "info", "check", "dump", "build", "convert", "map", "render", "view", "sample", "play",
                     "explain"):
            self.assertIn(verb, help_text)
            self.assertIn("--limit NAME=VALUE", self.run_tool("help", verb, "all").stdout.decode(), verb)
        self.expect(0, "play", SCRIPT, "--trace", "--ticks", "2000000", "--limit", "ticks=10", "--limit",
                    "ticks=2000000")

    def test_any_number_of_ticks_takes_the_same_memory(self):
        # A sanitizer keeps what was freed for a while.
        freed = {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"}

        def held(*args):
            status, size = peak(TOOL, "play", *args, cwd=self.folder, env=freed)
            self.assertEqual(status, 0)
            return size

        for clip in (WALK, SCRIPT):
            for form in ((), ("--json",)):
                self.assertLess(held(clip, *form, "--ticks", "1200000"), held(clip, *form, "--ticks", "100") + 16 * MEGABYTE)
        # What does not fit the output ends it.
        self.limited("output-bytes", "play", WALK, "--ticks", "1e300", "--limit", "output-bytes=1000000")

    def test_gltf_is_read_in_time_that_grows_with_it(self):
        times = []
        for count in (5000, 20000):
            self.file("many.gltf", gltf(count, count))
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            self.expect(0, "check", "many.gltf")
            times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
        # Four times as many of both: 16 times the products.
        self.assertLess(times[1], 8 * times[0] + 0.2, times)


class Inputs(Case):
    def test_devices_are_not_files(self):
        for device in ("/dev/zero", "/dev/null", "/dev/full"):
            self.expect(3, "info", device, says="is a device")
        self.expect(3, "build", "/dev/zero", "-o", "x", says="is a device")
        self.expect(3, "info", WALK, "--with", "/dev/zero", says="is a device")

    def test_files_that_options_name(self):
        geo = self.file("geo.bin", bytes(64))
        done = self.run_tool("info", geo, "--format", "sm64-geo", "--segment", "6=/dev/zero", seconds=20)
        self.assertIn("is a device", done.stderr.decode())
        self.assertNotEqual(done.returncode, 0)

    def test_dumps_of_several_files(self):
        self.expect(2, "dump", WALK, MODEL, "-o", "both.json", says="-o accepts one input")
        self.assertEqual(self.names(), [])
        lines = self.expect(0, "dump", WALK, MODEL).stdout.decode().splitlines()
        alone = [json.loads(self.expect(0, "dump", path).stdout) for path in (WALK, MODEL)]
        self.assertEqual([json.loads(line) for line in lines], alone)

    def test_a_damaged_archive_fails(self):
        for name_size in (32, 64):
            for files in ([(b"a.txt", b"hello")], [(b"a.txt", b"hello"), (b"b.txt", b"there")]):
                whole = kif(files, name_size)
                at = 8 + name_size
                self.expect(0, "check", self.file("good.int", whole))
                for broken in (struct.pack("<2I", 1 << 27, 5), struct.pack("<2I", at + 8, 1 << 27),
                               struct.pack("<2I", 1 << 27, 1 << 27)):
                    self.file("bad.int", whole[:at] + broken + whole[at + 8:])
                    self.expect(1, "check", "bad.int", says="cs2.KIF-ENTRY")
                    self.expect(1, "convert", "bad.int", "-o", "out/")
        self.assertFalse((self.folder / "out").exists())

    def test_broken_archives_to_their_own_format(self):
        for name, content in (("e.PAK", b""), ("e.int", b""), ("r.PAK", b"\xff" * 20),
                              ("b.int", b"KIF\0\1\0\0\0")):
            self.expect(1, "convert", self.file(name, content), "-o", "out_" + name)

    def test_names_contain_no_terminal_escapes(self):
        evil = "a\x1b[31m\x07\x7f\u009bb"
        wrong = "evil\x1b]0;title\x07.anm"
        self.file("k.int", kif([(b"x\x1b[2J\ny.txt", b"hello"), (b"ok.txt", b"there")]))
        subprocess.run([TOOL, "convert", WALK, "-o", "walk.gltf", "--quiet"], cwd=self.folder, check=True)
        text = (self.folder / "walk.gltf").read_text()
        names = json.dumps(evil)
        self.file("walk.gltf", text.replace('"robot-walk"', names).replace('"Head"', names).encode())
        os.symlink(WALK, self.folder / wrong)
        script = self.file("s.txt", "#start\x1b[0m\n\tset 0 1\n\tjump start\x1b[0m\n".encode())
        for args in (["info", "k.int"], ["check", "k.int"], ["explain", "k.int"], ["explain", "k.int", "--hex"],
                     ["convert", "k.int", "-o", "out/"], ["info", "k.int//x\x1b[2J\ny.txt"],
                     ["info", "walk.gltf"], ["sample", "walk.gltf"], ["convert", "walk.gltf", "-o", "x.csmodelanim"],
                     ["convert", "walk.gltf", "-o", "y.csmodelanim", "--dry-run"], ["info", wrong], ["check", wrong],
                     ["info", "missing\x1b[31m.anm"], ["play", wrong], ["info", "."], ["check", script],
                     ["play", "--trace", script], ["info", script, "--graph", "dot"], ["nosuch\x1bverb"],
                     ["info", WALK, "--format", "no\x1bformat"], ["explain", "no\x1bcode"]):
            done = self.run_tool(*args)
            for stream in (done.stdout, done.stderr):
                with self.subTest(args=args):
                    self.assertFalse([c for c in stream.decode() if (ord(c) < 32 and c not in "\n\t")
                                      or 0x7f <= ord(c) < 0xa0], stream[:300])
        # No name looks like a finding of its own.
        self.file("up.int", kif([(b"../up\ngood.int: all is well", b"hello"), (b"ok.txt", b"there")]))
        done = self.expect(1, "convert", "up.int", "-o", "up/")
        self.assertFalse([line for line in done.stderr.split(b"\n") if line.startswith(b"good.int")], done.stderr)
        self.assertIn(b"\\x1b[2J\\x0ay.txt", self.run_tool("info", "k.int").stdout)


class Outputs(Case):
    def mode_of(self, name):
        return stat.S_IMODE((self.folder / name).stat().st_mode)

    def test_a_replaced_file_keeps_its_mode(self):
        for mode in (0o600, 0o664, 0o755):
            self.file("x.json", b"before")
            os.chmod(self.folder / "x.json", mode)
            self.expect(0, "dump", WALK, "-o", "x.json", "-f")
            self.assertEqual(self.mode_of("x.json"), mode)
        self.expect(0, "dump", WALK, "-o", "new.json", preexec_fn=lambda: os.umask(0o027) and None)
        self.assertEqual(self.mode_of("new.json"), 0o640)

    def test_names_as_long_as_names_can_be(self):
        for length in (248, 249, 255):
            name = "n" * (length - 5) + ".json"
            self.expect(0, "dump", WALK, "-o", name)
            self.expect(0, "dump", WALK, "-o", name, "-f")
            os.unlink(self.folder / name)
        self.expect(3, "dump", WALK, "-o", "n" * 251 + ".json", says="name too long")
        self.assertEqual(self.names(), [])

    def pair(self):
        """An animated image, of which `convert` makes a script and its images."""
        self.expect(0, "render", WALK, "-o", "walk.gif", "--size", "16x16", "--fps", "5", "-q")
        return ["convert", "walk.gif", "-o", "walk.anm"]

    def test_two_files_or_none(self):
        convert = self.pair()
        self.expect(0, *convert)
        made = sorted(set(self.names()) - {"walk.gif"})
        self.assertEqual(len(made), 2, made)
        first, second = made
        for kept, hindered in ((first, second), (second, first)):
            # The second target cannot be replaced: the first one stays as it was.
            os.unlink(self.folder / hindered)
            (self.folder / hindered).mkdir()
            (self.folder / kept).write_bytes(b"precious")
            self.expect(3, *convert, "-f", says="it is a folder")
            self.assertEqual((self.folder / kept).read_bytes(), b"precious")
            (self.folder / hindered).rmdir()
            # Without force one that is there keeps both from being written.
            self.expect(3, *convert, says="it exists already")
            self.assertFalse((self.folder / hindered).exists())
            self.expect(0, *convert, "-f")
            self.assertEqual(self.names(), sorted([*made, "walk.gif"]))

    def test_links_below_the_output_folder_are_not_followed(self):
        self.file("k.int", kif([(b"sub/a.txt", b"hello"), (b"b.txt", b"there")]))
        self.file("elsewhere/b.txt", b"precious")
        (self.folder / "out").mkdir()
        os.symlink("../elsewhere", self.folder / "out" / "sub")
        os.symlink("../elsewhere/b.txt", self.folder / "out" / "b.txt")
        done = self.expect(3, "convert", "k.int", "-o", "out/", "-f", says="is a link")
        self.assertIn(b"out/sub is a link", done.stderr)
        self.assertIn(b"out/b.txt is a link", done.stderr)
        self.assertEqual((self.folder / "elsewhere" / "b.txt").read_bytes(), b"precious")
        self.assertEqual(os.listdir(self.folder / "elsewhere"), ["b.txt"])
        # The folder that was named may be one.
        (self.folder / "real").mkdir()
        os.symlink("real", self.folder / "linked")
        self.expect(0, "convert", "k.int", "-o", "linked/")
        self.assertEqual((self.folder / "real" / "sub" / "a.txt").read_bytes(), b"hello")

    def test_an_interrupted_run_leaves_no_files(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            running = subprocess.Popen([TOOL, "sample", WALK, "--fps", "2000000", "--json"], cwd=self.folder,
                                       stdout=subprocess.DEVNULL)
            running.send_signal(number)
            self.assertEqual(running.wait(60), -number)
        self.file("large.txt", b"#start\n" + b"\tset 0 1\n\t0 1\n" * 400_000)
        running = subprocess.Popen([TOOL, "dump", "large.txt", "-o", "x.json"], cwd=self.folder)
        while running.poll() is None and not [p for p in self.folder.glob(".anmkit-*") if p.stat().st_size > 0]:
            pass
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(60), -signal.SIGTERM)
        self.assertEqual(self.names(), ["large.txt"])

    def test_out_of_memory_is_reported(self):
        if IS_SANITIZED:
            self.skipTest("sanitizers end on their own when memory does")
        self.file("large.txt", b"#start\n" + b"\tset 0 1\n\t0 1\n" * 400_000)
        for args in (["info", "large.txt"], ["check", "large.txt"], ["dump", "large.txt", "-o", "x.json"],
                     ["convert", "large.txt", "-o", "x.anm"], ["explain", "large.txt"],
                     ["check", "large.txt", "large.txt"]):
            done = self.run_tool(*args, preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_DATA, (48 * MEGABYTE, 48 * MEGABYTE)))
            with self.subTest(args=args):
                self.assertEqual(done.returncode, 3, done.stderr[:300])
                self.assertIn(b"anmkit: ", done.stderr)
                self.assertEqual(self.names(), ["large.txt"])


# Numbers of system calls by machine.
CALLS = {"x86_64": {"link": 86, "linkat": 265, "fsync": 74, "renameat2": 316, "rename": 82,
                    "renameat": 264},
         "aarch64": {"linkat": 37, "fsync": 82, "renameat2": 276, "renameat": 38}}


def refusing(number, *calls):
    """A function that makes system calls of this process and its children fail (seccomp)."""
    table = CALLS[platform.machine()]

    def op(code, jt, jf, k):
        return struct.pack("<HBBI", code, jt, jf, k)
    wanted = [table[c] for c in calls if c in table]
    program = op(0x20, 0, 0, 0)  # the call's number
    for call in wanted:
        program += op(0x15, 0, 1, call) + op(0x06, 0, 0, 0x00050000 | number)
    program += op(0x06, 0, 0, 0x7FFF0000)
    code = ctypes.create_string_buffer(program)
    filters = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)

    def apply():
        assert code is not None
        if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, ctypes.c_char_p(filters), 0, 0) != 0:
            os._exit(77)
    return apply


def can_refuse():
    if platform.machine() not in CALLS or not sys.platform.startswith("linux"):
        return False
    try:
        return subprocess.run(["/bin/true"], preexec_fn=refusing(errno.EPERM, "linkat")).returncode == 0
    except subprocess.SubprocessError:
        return False


@unittest.skipUnless(can_refuse(), "this machine has no filters of system calls")
class Refusals(Case):
    def test_file_systems_without_links(self):
        for number in (errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP):
            hindered = refusing(number, "link", "linkat")
            self.expect(0, "dump", WALK, "-o", f"{number}.json", preexec_fn=hindered)
            self.expect(3, "dump", WALK, "-o", f"{number}.json", says="it exists already", preexec_fn=hindered)
            self.expect(0, "dump", WALK, "-o", f"{number}b.json",
                        preexec_fn=refusing(number, "link", "linkat", "renameat2"))
        whole = self.expect(0, "dump", WALK).stdout
        for name in self.names():
            self.assertEqual((self.folder / name).read_bytes(), whole)
        self.assertEqual(len(self.names()), 6)

    def test_single_outputs_are_on_the_disk(self):
        hindered = refusing(errno.EIO, "fsync")
        self.expect(3, "dump", WALK, "-o", "x.json", says="Input/output error", preexec_fn=hindered)
        self.expect(3, "convert", WALK, "-o", "x.glb", says="Input/output error", preexec_fn=hindered)
        self.assertEqual(self.names(), [])
        # Those of a folder are many.
        self.expect(0, "convert", WALK, "-o", "out/", "--to", "gltf", preexec_fn=hindered)

    def test_a_failed_rename_keeps_the_file(self):
        self.expect(0, "render", WALK, "-o", "walk.gif", "--size", "16x16", "--fps", "5", "-q")
        self.file("walk.anm", b"precious")
        self.file("walk.hg3", b"precious, too")
        self.expect(3, "convert", "walk.gif", "-o", "walk.anm", "-f", says="cannot be written",
                    preexec_fn=refusing(errno.EIO, "rename", "renameat", "renameat2"))
        self.assertEqual((self.folder / "walk.anm").read_bytes(), b"precious")
        self.assertEqual((self.folder / "walk.hg3").read_bytes(), b"precious, too")
        self.assertEqual(self.names(), ["walk.anm", "walk.gif", "walk.hg3"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
