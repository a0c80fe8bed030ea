# SPDX-License-Identifier: MIT
"""Told: what a file from elsewhere has and cannot come along is named, and what means nothing is refused."""
import json
import pathlib
import random
import re

import rigs
from crossed import TARGETS
from road import Road
from support import run

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"


class Told(Road):
    def file(self, after=None, name="rig.glb", mesh=True):
        rig = rigs.Rig()
        joints = rigs.body(rig, random.Random(5))
        if mesh:
            rig.node(name="Mesh", **rig.skinned_mesh(joints, [(0.1 * i, 0.2, 0) for i in range(6)]))
        if after is not None:
            after(rig)
        place = self.maker.place("told") / name
        place.write_bytes(rig.gltf() if name.endswith(".gltf") else rig.glb())
        return place

    def made(self, file, target, *options):
        out = self.path(TARGETS.get(target, "." + target.rsplit("-", 1)[-1]))
        done = run("convert", file, "--to", target, "-o", out, *options)
        return done, out

    def refused(self, words, *args):
        done, out = self.made(*args)
        self.assertEqual(done.returncode, 2, f"{args}: {done.text}")
        self.assertIn(words, done.text)
        self.assertFalse(out.exists())

    def test_channels_that_move_no_node_are_counted(self):
        def after(rig):
            clip = rig.json["animations"][0]
            some = clip["channels"][0]["sampler"]
            for pointer in ("/materials/0/pbrMetallicRoughness/baseColorFactor", "/materials/0/alphaCutoff",
                            "/nodes/1/weights", "/nodes/0/extensions/KHR_node_visibility/visible",
                            "/extensions/KHR_lights_punctual/lights/0/intensity", "/nodes/99/rotation"):
                clip["channels"].append({"sampler": some})
                rigs.aim(clip["channels"][-1], pointer)
            clip["channels"].append({"sampler": some, "target": {"node": 1, "path": "weights"}})
            rig.json["animations"].append(dict(clip, name="again"))

        file = self.file(after)
        for target in TARGETS:
            with self.rule(f"channels left out are told: {target}"):
                done, _ = self.made(file, target, "--clip", "move")
                self.assertEqual(done.returncode, 0, done.text)
                told = re.findall("anmkit.GLTF-CHANNEL" + r".*?: (\d+) channels? moves? (.*?), which", done.text)
                self.assertEqual({words.split(" (")[0]: int(count) for count, words in told},
                                 {"morph targets": 4, "materials": 4, "whether nodes are shown": 2, "other things": 4})
                self.assertIn("KHR_lights_punctual/lights/0", done.text)

    def test_compressed_data(self):
        for name, pack in (("Draco", rigs.pack_draco), ("meshopt", rigs.pack_meshopt)):
            file = self.file(pack)
            for target in TARGETS:
                with self.rule(f"compressed by {name}: {target}"):
                    done, _ = self.made(file, target)
                    self.assertEqual(done.returncode, 0, done.text)
                    self.assertEqual(done.text.count("GLTF-COMPRESSED"), 1, done.text)

        def whole(rig):
            rigs.pack_meshopt(rig)
            view = rig.json["accessors"][rig.json["animations"][0]["samplers"][0]["output"]]["bufferView"]
            rig.json["bufferViews"][view] |= {"buffer": 1, "byteOffset": 0}

        with self.rule("a compressed animation is refused"):
            done, out = self.made(self.file(whole), "csmodelanim")
            self.assertEqual(done.returncode, 1)
            self.assertIn("compressed", done.text)
            self.assertFalse(out.exists())

    def test_nodes_that_could_be_parts_are_named(self):
        """A game's skeleton counts parts that draw nothing; a file without its layout cannot tell."""
        def after(rig):
            rig.json["nodes"], rig.json["animations"], cube = [], [], 0
            still = rig.node(name="shoulder", translation=[0, 1, 0])
            rig.json["nodes"][still]["children"] = [rig.node(name="arm", mesh=cube, translation=[1, 0, 0])]
            tip = rig.node(name="tip", translation=[0, 2, 0])
            base = rig.node(name="base", mesh=cube, children=[still, tip])
            rig.channel(base, "rotation", [0, 1], [[0, 0, 0, 1], [0, 1, 0, 0]])
            del rig.json["skins"]

        done, out = self.made(self.file(after), "sm64-c")
        with self.rule("nodes that could be parts are named"):
            self.assertEqual(done.returncode, 0, done.text)
            self.assertRegex(done.text, r"warning sm64\.W-SKELETON.* 2 nodes are no part .*: tip, shoulder; .*--with geo\.inc\.c")

    def test_images_that_are_missing(self):
        def after(rig):
            rig.json["images"] = [{"uri": "gone%20here.png"}, {"uri": "../up.png"}, {"uri": "https://example.org/a.png"}]
            rig.json["textures"] = [{"source": 0}]
            rig.json["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
            rig.json["meshes"][0]["primitives"][0]["material"] = 0

        file = self.file(after, "rig.gltf")
        (file.parent.parent / "up.png").write_bytes(b"secret")
        done, _ = self.made(file, "csmodelanim")
        self.assertEqual(done.returncode, 0, done.text)
        with self.rule("each missing image is named"):
            self.assertEqual(done.text.count("GLTF-IMAGE"), 3, done.text)
            for name in ("gone%20here.png", "../up.png", "https://example.org/a.png"):
                self.assertIn(name, done.text)
            self.assertEqual(done.text.count("is elsewhere"), 2)

    def test_companions_must_have_an_effect(self):
        file = self.file()
        wrong = {"csmodelanim": "psx/MODEL.TMD", "csjsmodelanim": "gc/stalk.act", "sm64-c": "gc/stalk.act",
                 "sm64-anim": "craftstudio/robot.csmodel", "psx-anm": "gc/stalk.act", "gc-anm": "psx/MODEL.TMD",
                 "gc-act": "gc/stalk.act"}
        for target, other in wrong.items():
            with self.rule(f"--with that means nothing: {target}"):
                self.refused("makes no difference", file, target, "--with", EXAMPLES / other)
            with self.rule(f"--with that is missing: {target}"):
                done, out = self.made(file, target, "--with", "/no/such.act")
                self.assertEqual(done.returncode, 3)
                self.assertFalse(out.exists())

    def test_options_without_an_effect(self):
        file, still = self.file(), self.file(lambda rig: rig.json.pop("animations"))
        for args, words in (
                ((file, "sm64-c", "--rate", "24"), "30 frames per second"),
                ((file, "sm64-anim", "--rate", "30"), "30 frames per second"),
                ((file, "gc-act", "--rate", "24"), "no animation"),
                ((file, "gc-act", "--start", "0.1"), "no animation"),
                ((file, "psx-tmd", "--once"), "no animation"),
                ((file, "psx-anm", "--once"), "do not store whether a clip repeats"),
                ((file, "gc-anm", "--loop"), "do not store whether a clip repeats"),
                ((file, "sm64-c", "--loop", "--once"), "exclude each other"),
                ((file, "csmodelanim", "--sparse"), "requires glTF"),
                ((file, "csmodelanim", "--no-source"), "requires glTF"),
                ((EXAMPLES / "psx" / "HOP.ANM", "gltf", "--start", "0.1"), "requires glTF or BVH input"),
                ((EXAMPLES / "psx" / "HOP.ANM", "psx-anm", "--scale", "2"), "requires glTF")):
            with self.rule(f"means nothing: {args[1]} {' '.join(args[2:])}"):
                self.refused(words, *args)
        for target in TARGETS:
            with self.rule(f"a file without a clip: {target}"):
                done, out = self.made(still, target)
                self.assertEqual(done.returncode, 2, done.text)
                self.assertIn(f"{still}: error anmkit.CLIP", done.text)
                self.assertFalse(out.exists())

    def test_metres_per_unit(self):
        file = self.file()
        said = {}
        for scale in ("1", "0.5"):
            done, out = self.made(file, "gc-act", "--scale", scale)
            self.assertEqual(done.returncode, 0, done.text)
            back = self.path(".glb")
            self.assertEqual(run("convert", out, "--scale", scale, "-o", back).returncode, 0)
            said[scale] = json.loads(run("sample", self.bank(file, scale), "--frame", "0", "--json").stdout)
        with self.rule("--scale sets the metres a unit"):
            whole, half = ([n["translation"] for n in said[s]["samples"][0]["nodes"]] for s in ("1", "0.5"))
            for a, b in zip(whole, half):
                for x, y in zip(a, b):
                    self.assertAlmostEqual(2 * x, y, delta=1e-3)
        with self.rule("exports know their unit"):
            export = self.path(".glb")
            self.assertEqual(run("convert", EXAMPLES / "psx" / "HOP.ANM", "-o", export).returncode, 0)
            self.refused("the file stores how large", export, "psx-anm", "--scale", "2")

    def bank(self, file, scale):
        done, out = self.made(file, "gc-anm", "--scale", scale)
        self.assertEqual(done.returncode, 0, done.text)
        return out

    def test_names_of_clips_become_names_of_files(self):
        names = ["Armature|walk", "a/b", "../x", "walk", "walk", "", "a\\b", "c:d", ".hidden", "tab\there", "x" * 300,
                 "\u00fc \u00f6", "end. "]

        def after(rig):
            rig.json["animations"] = [dict(rig.json["animations"][0], name=name) for name in names]

        file = self.file(after)
        for target in TARGETS:
            with self.rule(f"clips into a folder: {target}"):
                folder = self.path("")
                done = run("convert", file, "--to", target, "-o", f"{folder}/")
                self.assertEqual(done.returncode, 0, done.text)
                made = [p for p in folder.rglob("*")]
                self.assertEqual(len(made), len(names), made)
                self.assertTrue(all(p.is_file() and p.parent == folder for p in made))
                self.assertFalse([p.name for p in made if re.search(r'[\\:|<>?*"\x00-\x1f]', p.name)])
                stems = {p.stem for p in made}
                self.assertTrue({"a_b", "a_b_2", "walk", "walk_2", "Armature_walk", "c_d"} <= stems, stems)

    def test_sizes_that_no_part_can_have(self):
        def after(rig):
            rig.json["nodes"][1]["scale"] = [1, 3, 1]

        def after_both(rig):
            after(rig)
            rig.json["nodes"][2]["scale"] = [1, 1.5, 1]

        with self.rule("a scale at rest is told: sm64"):
            for change, count in ((after, 1), (after_both, 2)):
                done, _ = self.made(self.file(change), "sm64-c")
                self.assertEqual(done.returncode, 0, done.text)
                self.assertRegex(done.text, rf"W-LOSS .*{count} joints? (is|are) scaled at rest.*bone 1.* off by 2\.0")

    def test_errors_are_ranked_by_kind(self):
        """Many turns that are off by more degrees than places are off by units hide no place."""
        rig = rigs.Rig()
        rigs.body(rig, random.Random(3), joints=30, size=0.2)
        place = self.maker.place("told") / "many.glb"
        place.write_bytes(rig.glb())
        done, _ = self.made(place, "gc-anm", "--components", "s8", "--tolerance", "0.5")
        with self.rule("each kind of error has its worst lines"):
            self.assertEqual(done.returncode, 0, done.text)
            lines = re.findall(r"^  .*, (\w+): largest error (\S+) (\w+)", done.text, re.MULTILINE)
            kinds = {kind for kind, _, _ in lines}
            self.assertTrue({"position", "rotation"} <= kinds, done.text)
            for kind in kinds:
                values = [float(value) for k, value, _ in lines if k == kind]
                self.assertEqual(values, sorted(values, reverse=True))
            self.assertRegex(done.text, r"and \d+ more with smaller errors of rotation")
