# SPDX-License-Identifier: MIT
"""Taken: a part of a clip, its rate and its loop, in every family with one meaning."""
import json
import pathlib
import random
import re

import gltf_sampler as gltf
import rigs
from crossed import TARGETS
from foreign import Rigs
from support import answer, convert, run

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"


class Later:
    """A file as it looks from a later moment on."""

    def __init__(self, g, seconds):
        self.g, self.seconds, self.nodes, self.parent = g, seconds, g.nodes, g.parent

    def world(self, clip, t=0.0):
        return self.g.world(clip, t + self.seconds) if clip is not None else self.g.world(None)


class Taken(Rigs):
    TIMES = [n / 30 + 2e-6 for n in range(0, 15, 2)]
    # Frames of half a second: its length, in units of the format's own, or 16 poses.
    FRAMES = {"gc-anm": 30, "csmodelanim": 15, "csjsmodelanim": 30}

    def rig(self, name):
        for title, file, content, joints in rigs.rigs(11):
            if title == name:
                place = self.maker.place("taken")
                for path, data in content.items():
                    (place / path).write_bytes(data)
                return place, file, gltf.Gltf(place / file), joints
        self.fail(name)

    def frames(self, path, target):
        return answer("info", path, "--format", target)["files"][0]["clips"][0]["frames"]

    def test_a_part_equals_the_whole(self):
        for name in ("plain", "steps, curves and whole numbers", "armature of scale 0.01"):
            place, file, g, joints = self.rig(name)
            for start in (0.2, 0.21):
                for target in TARGETS:
                    with self.rule(f"part from {start}: {name} > {target}", place):
                        export = self.made(place, file, target, "--start", start, "--end", start + 0.5)
                        self.same(Later(g, start), joints, export, target, name)
                        self.assertEqual(self.frames(self.native, target), self.FRAMES.get(target, 16))

    def test_bounds_of_the_range(self):
        place, file, g, joints = self.rig("plain")
        for target in TARGETS:
            whole = self.made(place, file, target) and self.native.read_bytes()
            for options, same in ((("--start", "0"), True), (("--end", "1"), True), (("--end", "1.001"), True),
                                  (("--start", "0", "--end", "1"), True), (("--end", "0.9"), False),
                                  (("--start", "0.1"), False)):
                with self.rule(f"{' '.join(options)}: {target}"):
                    self.made(place, file, target, *options)
                    self.assertEqual(self.native.read_bytes() == whole, same)
            for options in (("--start", "1"), ("--start", "-0.1"), ("--end", "1.2"), ("--end", "0"),
                            ("--start", "0.5", "--end", "0.5"), ("--start", "0.6", "--end", "0.5")):
                with self.rule(f"refused: {' '.join(options)}: {target}"):
                    out = self.path(TARGETS[target])
                    done = run("convert", place / file, "--to", target, "-o", out, *options)
                    self.assertEqual(done.returncode, 2, done.text)
                    self.assertIn("lasts 1 second", done.text)
                    self.assertFalse(out.exists())

    def test_which_clip(self):
        rig = rigs.Rig()
        rigs.body(rig, random.Random(5))
        rig.json["animations"].append(dict(rig.json["animations"][0], name="again"))
        file = self.maker.place("taken") / "two.glb"
        file.write_bytes(rig.glb())
        for target in TARGETS:
            with self.rule(f"a part of which clip: {target}"):
                out, folder = self.path(TARGETS[target]), self.path("")
                done = run("convert", file, "--to", target, "-o", out, "--end", "0.5")
                self.assertEqual(done.returncode, 2, done.text)
                self.assertIn("--clip", done.text)
                convert(file, "--to", target, "-o", out, "--end", "0.5", "--clip", "again")
                convert(file, "--to", target, "-o", f"{folder}/", "--end", "0.5")
                for made in (out, *folder.iterdir()):
                    self.assertEqual(self.frames(made, target), self.FRAMES.get(target, 16), made)

    def test_originals_are_cut(self):
        for source, target in (("psx/HOP.ANM", "psx-anm"), ("sm64/wave.inc.c", "sm64-c"), ("gc/stalk.anm", "gc-anm"),
                               ("craftstudio/robot-walk.csmodelanim", "csmodelanim")):
            first = EXAMPLES / source
            told = answer("info", first)["files"][0]["clips"][0]
            half = round(told["frames"] / 2) / told["rate"]
            export, out = self.path(".glb"), self.path(first.suffix)
            convert(first, "-o", export, "--no-source" if target == "psx-anm" else "--bake")
            with self.rule(f"an original that is cut is another file: {target}"):
                convert(export, "--to", target, "-o", out, "--clip", "0", "--end", half)
                self.assertNotEqual(out.read_bytes(), first.read_bytes())
                times = [n / told["rate"] for n in range(0, round(half * told["rate"]) - 1)]
                a, b = (answer("sample", f, "--format", target, "--clip", "0", "--seconds", *times)
                        for f in (first, out))
                for before, after in zip(a["samples"], b["samples"]):
                    for x, y in zip(before["nodes"], after["nodes"]):
                        self.assertLess(max(abs(p - q) for p, q in zip(x["translation"], y["translation"])), 0.6)
            if target == "psx-anm":
                continue
            with self.rule(f"the whole of it is the original: {target}"):
                whole = self.path(first.suffix)
                convert(export, "--to", target, "-o", whole, "--clip", "0", "--start", "0")
                self.assertEqual(whole.read_bytes(), first.read_bytes())

    def test_frames_that_name_the_whole_clip(self):
        """A start frame of the whole clip is none of the part's, and the loop moves along with it."""
        text = (EXAMPLES / "sm64" / "wave.inc.c").read_text()
        header = re.search(r"(struct Animation .*?= \{\s*[^,]+,\s*[^,]+,\s*)\d+(,\s*)\d+(,)", text, re.DOTALL)
        edited = self.maker.place("taken") / "wave.inc.c"
        edited.write_text(text[:header.start()] + "".join((header[1], "7", header[2], "8", header[3])) + text[header.end():])
        export = self.path(".glb")
        convert(edited, "-o", export)
        for options, loop, told in ((("--start", 0.2), 2, "sm64.I-PART"), (("--start", 0.3), 0, "anmkit.PART")):
            with self.rule(f"loop points of a part: {options}"):
                out = self.path(".inc.c")
                said = convert(export, "--to", "sm64-c", "-o", out, *options)
                self.assertIn(told, said)
                made = re.search(r"struct Animation .*?= \{\s*[^,]+,\s*[^,]+,\s*(\d+),\s*(\d+),", out.read_text(), re.DOTALL)
                self.assertEqual((made[1], made[2]), ("0", str(loop)))

    def test_loops(self):
        place, file, g, joints = self.rig("plain")
        rig = rigs.Rig()
        rigs.body(rig, random.Random(5))
        # The last key of each channel is the first one again.
        rig = self.closed(rig)
        (place / "closed.glb").write_bytes(rig.glb())
        for target in ("sm64-c", "sm64-anim", "sm64-dma"):
            for name, option, loop, frames in (("rig.glb", "--loop", True, 31), ("rig.glb", "--once", False, 31),
                                               ("closed.glb", "--loop", True, 30), ("closed.glb", "--once", False, 31)):
                with self.rule(f"{option}: {name} > {target}"):
                    out = self.path(TARGETS[target])
                    convert(place / name, "--to", target, "-o", out, option)
                    clip = answer("info", out, "--format", target)["files"][0]["clips"][0]
                    self.assertEqual((clip["loop"], clip["frames"]), (loop, frames))
        for target in ("csmodelanim", "csjsmodelanim"):
            for option, hold in (("--loop", False), ("--once", True)):
                with self.rule(f"{option} > {target}"):
                    export = self.made(place, file, target, option)
                    self.assertEqual(self.held(self.native, target), hold)
                    self.same(g, joints, export, target, "plain")

    def held(self, path, target):
        text = json.loads(run("dump", path, "--format", target).stdout)["document"]
        return bool(text.get("holdLastKeyFrame", text.get("holdLastKeyframe")))

    def closed(self, rig):
        import struct
        data = bytearray(rig.data)
        for sampler in rig.json["animations"][0]["samplers"]:
            accessor = rig.json["accessors"][sampler["output"]]
            view, width = rig.json["bufferViews"][accessor["bufferView"]], 16 if accessor["type"] == "VEC4" else 12
            at, last = view["byteOffset"], view["byteOffset"] + width * (accessor["count"] - 1)
            data[last:last + width] = data[at:at + width]
            assert struct.unpack_from("<f", data, at) == struct.unpack_from("<f", data, last)
        rig.data = bytes(data)
        return rig

    def test_the_loop_of_an_original(self):
        wave, export = EXAMPLES / "sm64" / "wave.inc.c", self.path(".glb")
        convert(wave, "-o", export)
        before = answer("info", wave)["files"][0]["clips"][0]
        with self.rule("the loop flag of an original: sm64-c"):
            turned, again = self.path(".inc.c"), self.path(".inc.c")
            convert(export, "--to", "sm64-c", "-o", turned, "--once" if before["loop"] else "--loop")
            after = answer("info", turned)["files"][0]["clips"][0]
            self.assertEqual(dict(after, loop=before["loop"], loopStart=before["loopStart"]), before)
            self.assertNotEqual(after["loop"], before["loop"])
            convert(export, "--to", "sm64-c", "-o", again, "--loop" if before["loop"] else "--once")
            self.assertEqual(again.read_bytes(), wave.read_bytes())
        walk, export = EXAMPLES / "craftstudio" / "robot-walk.csmodelanim", self.path(".glb")
        convert(walk, "--with", EXAMPLES / "craftstudio" / "robot.csmodel", "-o", export)
        with self.rule("the hold flag of an original: csmodelanim"):
            turned, again = self.path(".csmodelanim"), self.path(".csmodelanim")
            held = self.held(walk, "csmodelanim")
            convert(export, "--to", "csmodelanim", "-o", turned, "--loop" if held else "--once")
            self.assertNotEqual(self.held(turned, "csmodelanim"), held)
            convert(export, "--to", "csmodelanim", "-o", again, "--once" if held else "--loop")
            self.assertEqual(again.read_bytes(), walk.read_bytes())
            model = EXAMPLES / "craftstudio" / "robot.csmodel"
            frames = range(0, 30)
            a, b = (answer("sample", f, "--with", model, "--frame", *frames) for f in (walk, turned))
            for x, y in zip(a["samples"], b["samples"]):
                for p, q in zip(x["nodes"], y["nodes"]):
                    self.assertLess(max(abs(v - w) for v, w in zip(p["translation"] + p["scale"],
                                                                   q["translation"] + q["scale"])), 1e-3)
                    same = abs(sum(v * w for v, w in zip(p["rotation"], q["rotation"])))
                    self.assertGreater(same, 1 - 1e-5)

    def test_rates(self):
        place, file, g, joints = self.rig("plain")
        for target, frames in (("psx-anm", 25), ("gc-anm", 24), ("csmodelanim", 24), ("csjsmodelanim", 24)):
            with self.rule(f"--rate 24: {target}"):
                out = self.path(TARGETS[target])
                convert(place / file, "--to", target, "-o", out, "--rate", "24")
                self.assertEqual(self.frames(out, target), frames)
