# SPDX-License-Identifier: MIT
"""Edits of an export arrive, or the tool names what does not.

    losses_edits_test.py TOOL EXAMPLES
"""
import json
import pathlib
import struct
import sys
import unittest

from losses import Losses, run


class Edits(Losses):
    def test_sizes_without_their_extras_are_reported(self):
        folder = self.examples("craftstudio")
        self.export_without_extras(folder / "robot-wave.csmodelanim")
        for words in ((), ("--with", folder / "robot.csmodel")):
            said = run("convert", "bare.glb", "-o", "again.csmodelanim", "-f", *words)
            self.assertEqual(said.returncode, 0, said.stderr)
            self.assertIn("the size of 'Eyes' changes, whose rest size was in the extras; it is left out", said.stderr)
        said = run("convert", "before.glb", "-o", "again.csmodelanim", "-f")
        self.assertNotIn("it is left out", said.stderr)

    def test_a_guessed_loop_is_reported(self):
        sm64, robot = self.examples("sm64"), self.examples("craftstudio")
        for shown, output, code in ((sm64 / "wave.inc.c", "again.inc.c", "sm64.I-LOOP"),
                                    (robot / "robot-walk.csmodelanim", "again.csmodelanim", "craftstudio.I-LOOP")):
            self.export_without_extras(shown)
            for words, count in (((), 1), (("--once",), 0), (("--loop",), 0)):
                with self.subTest(output=output, words=words):
                    said = run("convert", "bare.glb", "-o", output, "-f", *words)
                    self.assertEqual(said.returncode, 0, said.stderr)
                    self.assertEqual(said.stderr.count(f"info {code}: "), count, said.stderr)
                    if count:
                        self.assertRegex(said.stderr, "it is written as .*; --once ")
            # What was exported tells it.
            self.assertNotIn("I-LOOP", run("convert", "before.glb", "-o", output, "-f").stderr)

    def test_the_size_that_a_layout_gives_is_no_motion(self):
        folder = self.examples("sm64")
        geo = folder / "geo.inc.c"
        lines = geo.read_text().split("\n")
        for size in ("GEO_SCALE(0x00, 16384)", "GEO_SCALE(0x00, 0x20000)", "GEO_ROTATE(0, 0, 90, 0)"):
            with self.subTest(size=size):
                inside = "\n".join(lines[1:-3])
                geo.write_text(f"{lines[0]}\n{size},\nGEO_OPEN_NODE(),\n{inside}\nGEO_CLOSE_NODE(),\nGEO_END(),\n}};\n")
                self.export_without_extras(folder / "wave.inc.c", "--with", geo)
                said = run("convert", "bare.glb", "-o", "again.inc.c", "-f", "--with", geo)
                self.assertEqual(said.returncode, 0, said.stderr)
                self.assertNotIn("W-LOSS", said.stderr)
                for frame in (0, 7):
                    before, after = ({one["name"]: one["translation"] for one in json.loads(run(
                        "sample", name, "--with", geo, "--frame", frame, "--json").stdout)["samples"][0]["nodes"]}
                        for name in (folder / "wave.inc.c", "again.inc.c"))
                    self.assertEqual(before.keys(), after.keys())
                    for name, place in before.items():
                        for got, wanted in zip(after[name], place):
                            self.assertAlmostEqual(got, wanted, delta=0.51, msg=name)

    def test_named_files_decide_the_family(self):
        folder = self.examples("gc")
        self.export_without_extras(folder / "stalk.anm")
        said = run("convert", "bare.glb", "--with", folder / "stalk.act", "-o", "again.anm", "-f")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertNotIn("GUESS", said.stderr)
        self.assertIn("gc-anm", run("check", "again.anm").stdout)
        folder = self.examples("psx")
        self.export_without_extras(folder / "HOP.ANM")
        said = run("convert", "bare.glb", "--with", folder / "MODEL.TMD", "-o", "AGAIN.ANM", "-f")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("psx-anm", run("check", "AGAIN.ANM").stdout)
        # Nothing named: a guess, which is reported.
        self.assertIn("anmkit.GUESS", run("convert", "bare.glb", "-o", "AGAIN.ANM", "-f").stderr)

    def test_nodes_above_the_bones_are_reported(self):
        """A static node above all bones is a part of the rest pose, of which another skeleton has its own."""
        half = 0.5 ** 0.5
        for family, name, model, output in (("craftstudio", "robot-walk.csmodelanim", "robot.csmodel", "again.csmodelanim"),
                                            ("sm64", "wave.inc.c", "geo.inc.c", "again.inc.c")):
            folder = self.examples(family)
            self.export_without_extras(folder / name)
            for parts in ({}, {"translation": [0.5, 1, 0.25]}, {"rotation": [0, half, 0, half]}, {"scale": [2, 2, 2]}):
                with self.subTest(family=family, parts=parts):
                    file, rest = self.glb("bare.glb")
                    # Names that only a map or their spelling brings together, and no skin.
                    for i, node in enumerate(file["nodes"]):
                        node["name"] = "rig:" + node.get("name", str(i))
                        node.pop("skin", None)
                    file.pop("skins", None)
                    top = file["scenes"][0]
                    file["nodes"].append({"name": "wrapper", "children": top["nodes"], **parts})
                    top["nodes"] = [len(file["nodes"]) - 1]
                    self.write_glb("rig.glb", file, rest)
                    said = run("convert", "rig.glb", "--with", folder / model, "-o", output, "-f")
                    self.assertEqual(said.returncode, 0, said.stderr)
                    self.assertIn("put on the skeleton", said.stderr)
                    self.assertEqual(said.stderr.count("above the bones are left out; the skeleton keeps its own: wrapper"),
                                     1 if parts else 0, said.stderr)

    def test_visibility_is_retargeted(self):
        folder, file, rest = self.rig_of_somebody()
        self.write_glb("rig.glb", file, rest, b"")
        said = run("convert", "rig.glb", "--with", folder / "MODEL.TMD", "-o", "AGAIN.ANM", "-f")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("anmkit.BONES: put on the skeleton", said.stderr)
        # The first object has another size on each side.
        self.assertIn("of which only rotations are carried over: rig:obj000", said.stderr)
        seen = [[[(one["name"], one["visible"]) for one in sample["nodes"]] for sample in json.loads(run(
            "sample", name, "--with", folder / "MODEL.TMD", "--fps", "30", "--json").stdout)["samples"]]
            for name in (folder / "HOP.ANM", "AGAIN.ANM")]
        self.assertEqual(seen[0], seen[1])
        self.assertTrue(any(not visible for nodes in seen[0] for _, visible in nodes))

    def test_uniform_scale_is_retargeted(self):
        folder, file, rest = self.rig_of_somebody()
        number, node = next((i, n) for i, n in enumerate(file["nodes"]) if n["name"] == "rig:obj000")
        node.pop("scale", None)
        animation = file["animations"][0]
        grows = next(c for c in animation["channels"] if c["target"] == {"node": number, "path": "scale"})
        sampler = animation["samplers"][grows["sampler"]]
        count = file["accessors"][sampler["input"]]["count"]
        sizes = [1 + i / (count - 1) for i in range(count) for _ in range(3)]
        sampler["output"], sampler["interpolation"] = len(file["accessors"]), "LINEAR"
        file["accessors"].append({"bufferView": len(file["bufferViews"]), "componentType": 5126, "count": count, "type": "VEC3"})
        file["bufferViews"].append({"buffer": 0, "byteOffset": len(rest) - 8, "byteLength": 4 * len(sizes)})
        self.write_glb("rig.glb", file, rest, struct.pack(f"<{len(sizes)}f", *sizes))
        said = run("convert", "rig.glb", "--with", folder / "MODEL.TMD", "-o", "AGAIN.ANM", "-f")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertNotIn("only rotations are carried over", said.stderr)
        first, last = (next(one["scale"] for one in json.loads(run(
            "sample", "AGAIN.ANM", "--with", folder / "MODEL.TMD", "--frame", frame, "--json").stdout)["samples"][0]["nodes"]
            if one["name"] == "obj000") for frame in (0, 39))
        for got in first:
            self.assertAlmostEqual(got, 1, delta=0.01)
        for got in last:
            self.assertAlmostEqual(got, 2, delta=0.06)

    def test_a_node_above_the_export_arrives(self):
        def above(inside, **parts):
            def edit(file, _):
                top = file["scenes"][0] if not inside else file["nodes"][file["scenes"][0]["nodes"][0]]
                key = "children" if inside else "nodes"
                file["nodes"].append({"name": "wrapper", "children": top[key], **parts})
                top[key] = [len(file["nodes"]) - 1]
            return edit

        half = 0.5 ** 0.5
        for family, name, unit in self.EDITED:
            edits = [("moved", {"translation": [0.5, 1, 0.25]},
                      lambda p, unit=unit: (p[0] + 0.5 * unit, p[1] + unit, p[2] + 0.25 * unit)),
                     ("turned", {"rotation": [0, half, 0, half]}, lambda p: (p[2], p[1], -p[0]))]
            if family != "sm64":
                edits.append(("scaled", {"scale": [2, 2, 2]}, lambda p: tuple(2 * v for v in p)))
            for what, parts, moved in edits:
                for inside in (True, False):
                    with self.subTest(family=family, what=what, inside=inside):
                        self.edited(family, name, above(inside, **parts))
                        for frame in (0, 7):
                            self.assert_moved(frame, moved)
        self.assertIn("scale", self.edited("sm64", "wave.inc.c", above(True, scale=[2, 2, 2])).stderr)
        for family, name, _ in self.EDITED[:2]:
            self.assertIn("the uneven scale of 'wrapper'",
                          self.edited(family, name, above(True, scale=[1, 2, 1])).stderr)

    def test_a_node_above_a_scaled_layout_arrives(self):
        """The scale of the layout is between that node and the first part."""
        def halve(folder):
            lines = (folder / "geo.inc.c").read_text().split("\n")
            inside = "\n".join(lines[1:-3])
            (folder / "geo.inc.c").write_text(
                f"{lines[0]}\nGEO_SCALE(0, 0x8000),\nGEO_OPEN_NODE(),\n{inside}\nGEO_CLOSE_NODE(),\nGEO_END(),\n}};\n")

        def above(**parts):
            def edit(file, _):
                top = file["scenes"][0]
                file["nodes"].append({"name": "Armature", "children": top["nodes"], **parts})
                top["nodes"] = [len(file["nodes"]) - 1]
            return edit

        half = 0.5 ** 0.5
        for parts, moved in (({}, lambda p: p),
                             ({"translation": [0.5, 1, 0.25]}, lambda p: (p[0] + 50, p[1] + 100, p[2] + 25)),
                             ({"rotation": [0, half, 0, half]}, lambda p: (p[2], p[1], -p[0]))):
            with self.subTest(parts=parts):
                self.assertNotIn("warning", self.edited("sm64", "wave.inc.c", above(**parts), halve).stderr)
                for frame in (0, 7):
                    self.assert_moved(frame, moved)
        self.assertIn("scale of 'part_00'",
                      self.edited("sm64", "wave.inc.c", above(scale=[2, 2, 2]), halve).stderr)

    def test_a_scale_that_children_would_inherit_is_named(self):
        """Blocks scale alone, on a node of their own; editors also write keys that change nothing."""
        def scaled(last):
            def edit(file, size):
                file["bufferViews"] += [{"buffer": 0, "byteOffset": size, "byteLength": 8},
                                        {"buffer": 0, "byteOffset": size + 8, "byteLength": 24}]
                views, accessors = len(file["bufferViews"]), len(file["accessors"])
                file["accessors"] += [{"bufferView": views - 2, "componentType": 5126, "count": 2, "type": "SCALAR",
                                       "min": [0], "max": [1]},
                                      {"bufferView": views - 1, "componentType": 5126, "count": 2, "type": "VEC3"}]
                node, = (i for i, one in enumerate(file["nodes"]) if one["name"] == "Body")
                animation = file["animations"][0]
                animation["samplers"].append({"input": accessors, "output": accessors + 1})
                animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                              "target": {"node": node, "path": "scale"}})
                return struct.pack("<8f", 0, 1, 1, 1, 1, *[last] * 3)
            return edit

        for last, count in ((2, 1), (1, 0)):
            with self.subTest(last=last):
                said = self.edited("craftstudio", "robot-walk.csmodelanim", scaled(last)).stderr
                self.assertEqual(said.count("the scale of 'Body' changes with its children"), count, said)

    def test_rest_poses_of_many_nodes_and_clips_have_a_bound(self):
        """Each of many nodes has another rest pose than the export wrote, and each of many clips would hold it."""
        folder, count = self.examples("craftstudio"), 1500
        self.assertEqual(run("convert", folder / "robot-walk.csmodelanim", "-o", "before.glb").returncode, 0)
        file, rest = self.glb("before.glb")
        rests = file["scenes"][0]["extras"]["anmkit"]["rests"]
        for i in range(count):
            file["scenes"][0]["nodes"].append(len(file["nodes"]))
            file["nodes"].append({"name": f"more {i}", "translation": [1, 0, 0], "extras": {"anmkit": {"id": 1000 + i}}})
            rests.append({"name": f"more {i}", "id": 1000 + i})
        moved = file["animations"][0]
        file["animations"] += [{"name": f"clip {i}", "samplers": moved["samplers"], "channels": moved["channels"][:1]}
                               for i in range(count)]
        self.write_glb("many.glb", file, rest)
        said = run("convert", "many.glb", "--clip", "0", "-o", "again.csmodelanim")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("an edit of the rest pose is left out: the translation of 'more ", said.stderr)
        self.assertIn(" more; csmodelanim has no place for it", said.stderr)

    def test_a_moving_node_above_the_export_arrives(self):
        def edit(file, size):
            file["bufferViews"] += [{"buffer": 0, "byteOffset": size, "byteLength": 8},
                                    {"buffer": 0, "byteOffset": size + 8, "byteLength": 24}]
            views = len(file["bufferViews"])
            file["accessors"] += [{"bufferView": views - 2, "componentType": 5126, "count": 2, "type": "SCALAR",
                                   "min": [0], "max": [0.5]},
                                  {"bufferView": views - 1, "componentType": 5126, "count": 2, "type": "VEC3"}]
            top = file["scenes"][0]
            file["nodes"].append({"name": "wrapper", "children": top["nodes"]})
            top["nodes"] = [len(file["nodes"]) - 1]
            for animation in file["animations"]:
                animation["samplers"].append({"input": len(file["accessors"]) - 2, "output": len(file["accessors"]) - 1})
                animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                              "target": {"node": len(file["nodes"]) - 1, "path": "translation"}})
            return struct.pack("<8f", 0, 0.5, 0, 0, 0, 0, 2, 0)

        for family, name, unit in self.EDITED:
            with self.subTest(family=family):
                self.edited(family, name, edit)
                rate = 60 if family == "gc" else 30
                self.assert_moved(0, lambda p: p)
                self.assert_moved(rate / 5, lambda p, unit=unit: (p[0], p[1] + 0.8 * unit, p[2]))

    def test_curves_below_a_node_above_the_export_arrive(self):
        """Tangents of positions turn and grow, and do not move."""
        def edit(file, size):
            node, = (i for i, one in enumerate(file["nodes"]) if one["name"] == "Body")
            animation = file["animations"][0]
            channel, = (one for one in animation["channels"] if one["target"] == {"node": node, "path": "translation"})
            sampler = animation["samplers"][channel["sampler"]]
            count = 3
            values = [(0, 0, 0), (0, 1, 0), (0, 0, 0), (0, 0, 0), (0, 1.2, 0), (0, 0, 0), (0, 0, 0), (0, 1, 0), (0, 0, 0)]
            file["bufferViews"] += [{"buffer": 0, "byteOffset": size, "byteLength": 4 * count},
                                    {"buffer": 0, "byteOffset": size + 4 * count, "byteLength": 36 * count}]
            views = len(file["bufferViews"])
            file["accessors"] += [{"bufferView": views - 2, "componentType": 5126, "count": count, "type": "SCALAR",
                                   "min": [0], "max": [1]},
                                  {"bufferView": views - 1, "componentType": 5126, "count": 3 * count, "type": "VEC3"}]
            sampler.update(input=len(file["accessors"]) - 2, output=len(file["accessors"]) - 1,
                           interpolation="CUBICSPLINE")
            top = file["scenes"][0]
            file["nodes"].append({"name": "wrapper", "translation": [2, 3, 4], "children": top["nodes"]})
            top["nodes"] = [len(file["nodes"]) - 1]
            return struct.pack("<3f", 0, 0.5, 1) + b"".join(struct.pack("<3f", *one) for one in values)

        self.edited("craftstudio", "robot-walk.csmodelanim", edit)
        for frame in (0, 4, 7, 15):
            wanted, got = self.places("edited.glb", frame)["Body"], self.places("after.glb", frame)["Body"]
            for one, other in zip(got, wanted):
                self.assertAlmostEqual(one, other, delta=0.02)

    def test_a_renamed_root_is_no_node_above(self):
        def rename(file, _):
            node, = (one for one in file["nodes"] if one["name"] == "bone0")
            node.update(name="hips", translation=[0, 0.5, 0])

        said = self.edited("gc", "stalk.anm", rename)
        self.assertNotIn("LEFT-OUT", said.stderr)
        self.assert_moved(7, lambda place: (place[0], place[1] + 0.5, place[2]))

    def test_a_track_keeps_the_scale_of_a_bone(self):
        """Without the actor it is open whether a track takes over the scale that it leaves out."""
        folder = self.examples("gc")
        actor = json.loads(run("dump", folder / "stalk.act").stdout)
        actor["document"]["controls"][1].update(type=13, values=[2, 2, 2, 0, 0, 0, 1, 0, 2, 0, 0, 0])
        pathlib.Path("a.json").write_text(json.dumps(actor))
        self.assertEqual(run("build", "a.json", "-o", folder / "stalk.act", "-f").returncode, 0)
        self.assertEqual(run("convert", folder / "stalk.anm", "-o", "before.glb", "-f").returncode, 0)
        file, rest = self.glb("before.glb")
        node, = (i for i, one in enumerate(file["nodes"]) if one["name"] == "bone1")
        animation = file["animations"][0]
        channel, = (one for one in animation["channels"] if one["target"] == {"node": node, "path": "rotation"})
        accessor = file["accessors"][animation["samplers"][channel["sampler"]]["output"]]
        at = 8 + file["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0)
        data = bytearray(rest)
        for frame in range(10, 20):
            struct.pack_into("<4f", data, at + 16 * frame, 0, 0, 0.5 ** 0.5, 0.5 ** 0.5)
        self.write_glb("edited.glb", file, bytes(data))
        self.assertEqual(run("convert", "edited.glb", "-o", "alone.anm", "-f").returncode, 0)
        tracks = json.loads(run("dump", "alone.anm").stdout)["document"]["tracks"]
        scale = 2  # the bit of animType (gc-anm.md, 3.3)
        self.assertTrue(tracks[1]["animType"] & scale)
        self.assertFalse(tracks[0]["animType"] & scale)

    def test_the_rest_pose_of_an_export_arrives(self):
        def scaled(file, _):
            top = file["nodes"][file["scenes"][0]["nodes"][0]]
            file["nodes"][top["children"][0]]["scale"] = [2, 2, 2]

        self.edited("gc", "stalk.anm", scaled)
        self.assert_moved(7, lambda p: tuple(2 * v for v in p))
        # A block hands down no scale, a part of Super Mario 64 has none.
        folder = pathlib.Path("craftstudio")
        said = self.edited("craftstudio", "robot-walk.csmodelanim", scaled)
        self.assertNotIn("unchanged", said.stderr)
        made = json.loads(run("sample", folder / "robot-walk.csmodelanim", "--with", folder / "robot.csmodel",
                              "--frame", 3, "--json").stdout)
        scales = {node["name"]: node["scale"] for node in made["samples"][0]["nodes"]}
        self.assertEqual(scales["Body"], [2, 2, 2])
        self.assertIn("scale of 'part_00'", self.edited("sm64", "wave.inc.c", scaled).stderr)

    def test_a_deleted_node_is_named(self):
        for family, name, node, status, code, told in (
                ("gc", "stalk.anm", "bone1", 0, "gc.ANM070", "the scene has no bone with the id 1: its track stays"),
                ("craftstudio", "robot-walk.csmodelanim", "Left Arm", 0, "craftstudio.W-KEPT-NODE",
                 "the original animation moves nodes that the scene does not have"),
                ("sm64", "wave.inc.c", "part_00", 1, "sm64.E-PART",
                 "wave: the scene has no part 0, and 3 parts are expected"),
                ("sm64", "wave.inc.c", "part_01", 1, "sm64.E-PART",
                 "wave: the scene has no part 1, and 3 parts are expected"),
                ("sm64", "wave.inc.c", "part_02", 0, "sm64.W-SKELETON",
                 "wave: the scene has 2 of 3 parts; the others keep their motion")):
            with self.subTest(family=family, node=node):
                folder = self.examples(family)
                self.assertEqual(run("convert", folder / name, "-o", "before.glb", "-f").returncode, 0)
                file, rest = self.glb("before.glb")
                deleted, = (i for i, one in enumerate(file["nodes"]) if one["name"] == node)
                self.delete_node(file, deleted)
                self.write_glb("edited.glb", file, rest)
                before = (folder / name).read_bytes()
                said = run("convert", "edited.glb", "-o", folder / name, "-f")
                self.assertEqual(said.returncode, status, said.stderr)
                self.assertIn(f"{code}: {told}", said.stderr)
                if status:
                    self.assertEqual((folder / name).read_bytes(), before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
