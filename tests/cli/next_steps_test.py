#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is named, and with which next step: files without an animation, damaged companions, unused files, options.

usage: next_steps_test.py TOOL EXAMPLES
"""
import json
import math
import pathlib
import shutil
import struct
import subprocess
import sys
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "roads"))
from losses import EXAMPLES, Losses, moving, run
from random_psx import psx_model

PNG = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, text=None):
    """White, with the text of a chunk "anmkit"."""
    rows = b"".join(b"\0" + b"\xff" * 4 * width for _ in range(height))
    note = b"" if text is None else chunk(b"tEXt", b"anmkit\0" + text)
    return (PNG + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 6, 0, 0, 0)) + note
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def pixels(path):
    """Rows of RGBA tuples, of a PNG with 8 bits per channel as the tool writes it."""
    data = pathlib.Path(path).read_bytes()
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, bits, color = struct.unpack_from(">2I2B", body)
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    assert bits == 8 and color in (2, 6)
    each = 3 if color == 2 else 4
    raw, before, rows = zlib.decompress(packed), bytes(each * width), []
    for y in range(height):
        line = bytearray(raw[y * (each * width + 1):(y + 1) * (each * width + 1)])
        way, line = line[0], line[1:]
        for i in range(len(line)):
            left, up = (line[i - each] if i >= each else 0), before[i]
            corner = before[i - each] if i >= each else 0
            guess = left + up - corner
            near = min((left, up, corner), key=lambda v: abs(guess - v))
            line[i] = (line[i] + (0, left, up, (left + up) // 2, near)[way]) & 255
        before = bytes(line)
        rows.append([tuple(line[i:i + each]) + ((255,) if each == 3 else ()) for i in range(0, len(line), each)])
    return rows


class SourcesWithoutAnimations(Losses):
    """A table lists the headers of other files, a source includes them, as in the decompilation."""
    TABLE = "const struct Animation *const wave_anims[] = {\n    &wave,\n    NULL,\n};\n"

    def setUp(self):
        super().setUp()
        folder = self.examples("sm64")
        (folder / "table.inc.c").write_text(self.TABLE)
        (folder / "data.inc.c").write_text('#include "wave.inc.c"\n#include "table.inc.c" // anims\n')

    def test_a_table_shows_what_it_lists(self):
        said = run("info", "sm64/table.inc.c")
        self.assertIn("animations in other files: 1, listed by wave_anims", said.stdout)
        for name in ("geo.inc.c", "wave.inc.c"):
            self.assertIn(f"  with sm64/{name}\n", said.stdout)
        alone, listed = (run("convert", f"sm64/{name}.inc.c", "-o", name + ".glb") for name in ("wave", "table"))
        self.assertEqual((alone.returncode, listed.returncode), (0, 0), listed.stderr)
        clips = [[clip["name"] for clip in self.glb(name)[0]["animations"]] for name in ("wave.glb", "table.glb")]
        self.assertEqual(clips, [["wave"], ["wave"]])
        for frame in 0, 7.5:
            numbers = [json.loads(run("sample", f"sm64/{name}.inc.c", "--frame", frame, "--json").stdout)["samples"]
                       for name in ("wave", "table")]
            self.assertEqual(*numbers)
        self.assertEqual(run("render", "sm64/table.inc.c", "-o", "table.png").returncode, 0)

    def test_its_animations_are_not_written_twice(self):
        said = run("convert", "sm64/wave.inc.c", "sm64/table.inc.c", "-o", "both.glb")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual([clip["name"] for clip in self.glb("both.glb")[0]["animations"]], ["wave"])

    def test_includes_alone_are_an_error_with_a_next_step(self):
        for arguments in (["convert", "-o", "x.glb"], ["render", "-o", "x.png"]):
            said = run(arguments[0], "sm64/data.inc.c", *arguments[1:])
            self.assertEqual(said.returncode, 1, said.stderr)
            self.assertIn("found no animation in data.inc.c; where it includes or lists other files, name those or "
                          "their folder", said.stderr)
            self.assertNotIn("shown with", said.stderr)
        said = run("info", "sm64/data.inc.c")
        self.assertIn("animations: 0", said.stdout)
        self.assertNotIn("  with ", said.stdout)


class PaleModels(Losses):
    """White lines, which are invisible on white."""

    def model(self, color):
        corners = [[(-200, -200, 0), (200, -200, 0), (200, 200, 100), (-200, 200, 0)]]
        return psx_model(corners).replace(struct.pack("<3B", 200, 90, 40), struct.pack("<3B", *color))

    def contrast(self, path):
        """The luminance of the lightest pixel, and that of the first one behind it on a white page."""
        shown = [[sum(c * p[3] + 255 * (255 - p[3]) for c in p[:3]) / 765 for p in row] for row in pixels(path)]
        return max(map(max, shown)) - shown[0][0]

    def test_they_are_seen_by_default(self):
        pathlib.Path("W.TMD").write_bytes(self.model((255, 255, 255)))
        pathlib.Path("C.TMD").write_bytes(self.model((200, 90, 40)))
        self.assertEqual(run("render", "W.TMD", "-o", "w.png", "--size", "64x64").returncode, 0)
        self.assertGreater(self.contrast("w.png"), 128)
        run("render", "C.TMD", "-o", "c.png", "--size", "64x64")
        self.assertEqual(pixels("c.png")[0][0][3], 0, "other models stay transparent")
        run("render", "W.TMD", "-o", "asked.png", "--size", "64x64", "--background", "102030")
        self.assertEqual(pixels("asked.png")[0][0], (0x10, 0x20, 0x30, 255))

    def test_contact_sheets(self):
        folder = pathlib.Path("models")
        folder.mkdir()
        for name in "AB":
            (folder / (name + ".TMD")).write_bytes(self.model((255, 255, 255)))
        said = run("render", folder, "-o", "sheet.png", "--size", "64x64")
        self.assertEqual(said.returncode, 0, said.stderr)
        dark = sum(sum(p[:3]) < 300 for row in pixels("sheet.png") for p in row)
        self.assertGreater(dark, 64 * 64)


class DamagedCompanions(Losses):
    """Errors that `check` finds in a model, a skin or a texture."""
    # File, place, bytes, code: of the formats' specifications.
    DAMAGE = (("stalk.act", 0x10, b"\x7f\xff\xff\xff", "gc.ACT014"),)

    def test_every_verb_names_them(self):
        for name, at, data, code in self.DAMAGE:
            folder = self.examples("gc")
            whole = bytearray((folder / name).read_bytes())
            whole[at:at + len(data)] = data
            (folder / name).write_bytes(whole)
            self.assertIn(code, run("check", folder / name).stderr)
            for verb in (["convert", "-o", "x.glb", "-f"], ["render", "-o", "x.png", "-f"], ["info"],
                         ["sample", "--with", folder / name], ["play", "--with", folder / name]):
                with self.subTest(verb=verb[0], name=name):
                    said = run(verb[0], folder / "stalk.anm", *verb[1:])
                    self.assertRegex(said.stderr, rf"warning anmkit\.FLAWED \({name}.*\({code}\)")

    def test_textures_that_are_cut_short(self):
        folder = self.examples("gc")
        data = (folder / "stalk.gpl").read_bytes()
        (folder / "stalk.gpl").write_bytes(data[:0x2d0])
        codes = {line.split("error ")[1].split()[0]
                 for line in run("check", folder / "stalk.gpl").stderr.splitlines() if " error " in line}
        self.assertTrue(codes)
        said = run("convert", folder / "stalk.anm", "-o", "x.glb")
        self.assertTrue(any(code in said.stderr for code in codes), said.stderr)

    def test_warnings(self):
        folder = self.examples("sm64")
        wave = folder / "wave.inc.c"
        text = wave.read_text()
        wave.write_text(text.replace("wave = {\n    0,", "wave = {\n    0x400,"))
        self.assertIn("warning sm64.W-FLAGBITS", run("check", wave).stderr)
        for verb in (["convert", "-o", "x.glb", "-f"], ["info"], ["sample"], ["play"]):
            said = run(verb[0], wave, *verb[1:])
            self.assertRegex(said.stderr, r"anmkit\.FLAWED .*used despite a warning: .*sm64\.W-FLAGBITS", verb)


class UnusedFiles(Losses):
    def test_images_in_verbs_that_show_none(self):
        pathlib.Path("dot.png").write_bytes(png(1, 1))
        robot, wave = EXAMPLES / "craftstudio", EXAMPLES / "sm64/wave.inc.c"
        for arguments in (["check", wave], ["map", wave, robot / "robot.csmodel"], ["play", wave],
                          ["sample", robot / "robot-walk.csmodelanim"]):
            said = run(*arguments, "--with", "dot.png")
            self.assertIn("anmkit.UNUSED: not used: dot.png", said.stderr, arguments[0])

    def test_an_empty_folder(self):
        pathlib.Path("empty").mkdir()
        pathlib.Path("dot.png").write_bytes(png(1, 1))
        said = run("convert", "empty", "-o", "x.glb", "--with", "dot.png")
        self.assertIn("anmkit.UNUSED: not used: dot.png", said.stderr)


class NextSteps(Losses):
    def test_one_of_several_clips(self):
        def two(file):
            file["animations"].append(dict(file["animations"][0], name="again"))
        pathlib.Path("two.gltf").write_text(moving(two))
        said = run("convert", "two.gltf", "-o", "x.csmodelanim")
        self.assertIn("-o FOLDER/ --to csmodelanim writes each", said.stderr)
        self.assertEqual(run("convert", "two.gltf", "-o", "all/", "--to", "csmodelanim").returncode, 0)
        self.assertEqual(len(list(pathlib.Path("all").iterdir())), 2)

    def test_folders_of_images(self):
        pathlib.Path("images").mkdir()
        shutil.copy(EXAMPLES / "gc/stalk.tpl", "images")
        self.assertIn("-o FOLDER/ --to png writes its images", run("convert", "images", "-o", "out/").stderr)
        self.assertIn("convert FOLDER -o OUT/ --to png", run("render", "images", "-o", "x.png").stderr)
        self.assertEqual(run("convert", "images", "-o", "out/", "--to", "png").returncode, 0)

    def test_empty_files(self):
        pathlib.Path("empty.anm").write_bytes(b"")
        said = run("info", "empty.anm").stderr
        self.assertIn("the file is empty", said)
        self.assertNotIn("--format", said)
        self.assertIn("get the file again", said)

    def test_rates(self):
        files = [EXAMPLES / name for name in ("gc/stalk.anm", "psx/HOP.ANM", "craftstudio/robot-walk.csmodelanim")]
        for file in files:
            for verb in (["sample", "--frame=0"], ["convert", "-o", "x.glb", "-f"], ["render", "-o", "x.png", "-f"]):
                for rate, why in (("-5", "above 0"), ("1e9", "0.01 to 1000"), ("0", "0.01 to 1000")):
                    with self.subTest(file=file.name, verb=verb[0], rate=rate):
                        said = run(verb[0], file, *verb[1:], "--rate=" + rate)
                        self.assertEqual(said.returncode, 2, said.stderr)
                        self.assertIn("--rate expects", said.stderr)
                        self.assertIn(why, said.stderr)
            self.assertEqual(run("sample", file, "--rate=24").returncode, 0)
        self.assertEqual(run("play", files[1], "--rate=-30").returncode, 0)
        self.assertEqual(run("play", files[1], "--rate=1e9").returncode, 2)

    def test_world_space_without_a_skeleton(self):
        for name in ("gc/stalk.anm", "sm64/wave.inc.c", "craftstudio/robot-walk.csmodelanim"):
            said = run("sample", EXAMPLES / name, "--space", "world")
            self.assertIn("no node has a parent", said.stderr, name)
        bank, actor = EXAMPLES / "gc/stalk.anm", EXAMPLES / "gc/stalk.act"
        self.assertNotIn("no node", run("sample", bank, "--with", actor, "--space", "world").stderr)
        self.assertNotIn("no node", run("sample", bank).stderr)

    def test_offsets_below_0(self):
        for part in "accessors", "bufferViews":
            pathlib.Path("x.gltf").write_text(moving(lambda file: file[part][0].update(byteOffset=-4)))
            self.assertIn(f"({part}[0].byteOffset): expected 0 or more; found -4", run("info", "x.gltf").stderr)

    def test_messages_contain_the_found_number_once(self):
        pathlib.Path("x.gltf").write_text(moving(lambda file: file["accessors"][1].update(count=2)))
        said = run("info", "x.gltf").stderr
        self.assertIn("expected 3 values for 3 keys; found 2\n", said)

    def test_numbers_are_short(self):
        """A float near 17 / 12 seconds: 42.5 frames at 30 per second."""
        def late(file):
            times = struct.pack("<3f", 0, 0.5, 17 / 12)
            file["accessors"].append({"bufferView": 4, "componentType": 5126, "count": 3, "type": "SCALAR"})
            file["bufferViews"].append({"buffer": 1, "byteLength": 12})
            import base64
            file["buffers"].append({"byteLength": 12, "uri": "data:application/octet-stream;base64,"
                                    + base64.b64encode(times).decode()})
            file["animations"][0]["samplers"][0]["input"] = 4
        pathlib.Path("late.gltf").write_text(moving(late))
        self.assertIn("clip turn: 42.5 frames at 30 fps", run("info", "late.gltf").stdout)
        self.assertIn("clip turn: 42.5 frames", run("sample", "late.gltf").stdout)
        self.assertIn("lasts 42.5 frames", run("convert", "late.gltf", "-o", "x.inc.c", "--to", "sm64-c").stderr)

    def test_the_wrong_kind_of_asset(self):
        data = bytearray((EXAMPLES / "craftstudio/robot-walk.csmodelanim").read_bytes())
        data[0] = 200
        pathlib.Path("x.csmodelanim").write_bytes(data)
        self.assertIn("found asset type 200, expected", run("check", "x.csmodelanim").stderr)

    def test_repetition_of_an_imported_clip(self):
        pathlib.Path("x.gltf").write_text(moving())
        said = run("convert", "x.gltf", "-o", "x.csmodelanim").stderr
        self.assertIn("it is written as an animation that repeats; --once holds the last pose", said)

    def test_links_of_a_model_to_its_animations(self):
        robot = self.examples("craftstudio")
        run("convert", robot / "robot-walk.csmodelanim", robot / "robot-wave.csmodelanim", "-o", "both.glb")
        said = run("convert", "both.glb", "-o", "new.csmodel")
        self.assertIn("craftstudio.I-JSON-ANIMATIONS", said.stderr)
        self.assertIn("animation ids: none", run("info", "new.csmodel").stdout)
        said = run("convert", "both.glb", "-o", "kept.csmodel", "--with", robot / "robot.csmodel")
        self.assertNotIn("I-JSON-ANIMATIONS", said.stderr)
        self.assertIn("animation ids: 1, 2", run("info", "kept.csmodel").stdout)

    def test_only_tracks_that_changed_are_listed(self):
        folder = self.examples("psx")
        run("convert", folder / "HOP.ANM", "-o", "hop.glb")
        edit = [sys.executable, EXAMPLES / "edit_glb.py", "hop.glb"]
        subprocess.run([*map(str, edit), "edited.glb", "obj001", "20", "X"], check=True, capture_output=True)
        said = run("convert", "edited.glb", "-o", folder / "HOP.ANM", "-f").stderr
        self.assertIn("node obj001, rotation: largest error", said)
        self.assertNotIn("obj003", said)

    def test_the_editing_script_refuses_bad_input(self):
        script = EXAMPLES / "edit_glb.py"
        run("convert", EXAMPLES / "psx/HOP.ANM", "-o", "hop.glb")
        pathlib.Path("cut.glb").write_bytes(pathlib.Path("hop.glb").read_bytes()[:100])
        for arguments in ([], ["nothing.glb", "o.glb", "n", "5", "X"], ["hop.glb", "o.glb", "n", "x", "X"],
                          ["hop.glb", "o.glb", "n", "5", "W"], [script, "o.glb", "n", "5", "X"],
                          ["cut.glb", "o.glb", "n", "5", "X"], ["hop.glb", "no/o.glb", "obj001", "5", "X"]):
            said = subprocess.run([sys.executable, str(script), *map(str, arguments)], capture_output=True, text=True)
            self.assertEqual(said.returncode, 1, arguments)
            self.assertNotIn("Traceback", said.stderr)


class Images(Losses):
    PLACE = b'{"id":3,"x":%d,"y":0,"canvasWidth":8,"canvasHeight":8,"originX":0,"originY":0}'

    def test_a_place_outside_the_canvas(self):
        for x, outside in ((4, False), (5, True), (-1, True)):
            pathlib.Path("a.png").write_bytes(png(4, 4, self.PLACE % x))
            said = run("convert", "a.png", "-o", "a.hg3", "-f")
            self.assertEqual(said.returncode, 0, said.stderr)
            self.assertEqual("warning cs2.HG-CANVAS" in said.stderr, outside, said.stderr)
            self.assertEqual("cs2.HG-CANVAS" in run("check", "a.hg3").stderr, outside)

    def test_a_damaged_place(self):
        for text in b'{"id":3,"x":', b"{}":
            pathlib.Path("a.png").write_bytes(png(4, 4, text))
            said = run("convert", "a.png", "-o", "a.hg3", "-f")
            self.assertIn("warning anmkit.PNG", said.stderr)
            self.assertIn("text chunk 'anmkit'", said.stderr)
        pathlib.Path("a.png").write_bytes(png(4, 4))
        self.assertNotIn("anmkit.PNG", run("convert", "a.png", "-o", "a.hg3", "-f").stderr)

    def test_two_images_of_a_number(self):
        for name in "ab":
            pathlib.Path(name + "_1.png").write_bytes(png(2, 2))
        said = run("convert", "a_1.png", "b_1.png", "-o", "x.hg3").stderr
        self.assertIn("have the same number", said)


class TimesBelow0(Losses):
    def clip(self, *times):
        def change(file):
            import base64
            data = struct.pack(f"<{len(times)}f", *times)
            values = b"".join(struct.pack("<4f", 0, 0, math.sin(0.1 * i), math.cos(0.1 * i)) for i in range(len(times)))
            file["buffers"].append({"byteLength": len(data + values), "uri": "data:application/octet-stream;base64,"
                                    + base64.b64encode(data + values).decode()})
            file["bufferViews"] += [{"buffer": 1, "byteLength": len(data)},
                                    {"buffer": 1, "byteOffset": len(data), "byteLength": len(values)}]
            for view, kind in ((4, "SCALAR"), (5, "VEC4")):
                file["accessors"].append({"bufferView": view, "componentType": 5126, "count": len(times), "type": kind})
            file["animations"][0]["samplers"][0].update(input=4, output=5)
        pathlib.Path("early.gltf").write_text(moving(change))
        return "early.gltf"

    def frames(self, *options):
        said = run("convert", "early.gltf", "-o", "x.csmodelanim", "-f", *options)
        self.assertEqual(said.returncode, 0, said.stderr)
        return json.loads(run("info", "x.csmodelanim", "--json").stdout)["files"][0]["clips"][0]["frames"]

    def test_lengths(self):
        self.clip(-2, -1)
        self.assertEqual(self.frames(), 30)
        self.clip(-1)
        self.assertLessEqual(self.frames(), 1)
        self.clip(-1, 1)
        self.assertEqual(self.frames(), 60)
        self.assertEqual(self.frames("--start=-0.5"), 45)

    def test_messages(self):
        self.clip(-1, 1)
        said = run("convert", "early.gltf", "-o", "x.csmodelanim", "--start=-2")
        self.assertEqual(said.returncode, 2)
        self.assertIn("goes from -1 to 1 second", said.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
