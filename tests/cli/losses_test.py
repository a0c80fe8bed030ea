# SPDX-License-Identifier: MIT
"""What a run leaves out or shows wrongly is named, whatever the family and the verb.

    losses_test.py TOOL EXAMPLES
"""
import base64
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.abspath(sys.argv[1])
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()


def run(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True)


def moving(change=lambda file: None):
    """A glTF file of one cube-less triangle on the node "part", which turns by 90 degrees."""
    parts = {
        "time": struct.pack("<3f", 0, 0.5, 1),
        "turn": struct.pack("<12f", 0, 0, 0, 1, 0, 0, 0.3826834, 0.9238795, 0, 0, 0.7071068, 0.7071068),
        "points": struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0),
        "uvs": struct.pack("<6f", 0, 0, 1, 0, 0, 1),
    }
    views, data = [], b""
    for part in parts.values():
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(part)})
        data += part
    kinds = [(5126, 3, "SCALAR"), (5126, 3, "VEC4"), (5126, 3, "VEC3"), (5126, 3, "VEC2")]
    file = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "part", "mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 2, "TEXCOORD_0": 3}, "material": 0}]}],
        "materials": [{}],
        "animations": [{
            "name": "turn",
            "samplers": [{"input": 0, "output": 1}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}],
        }],
        "accessors": [{"bufferView": i, "componentType": c, "count": n, "type": t}
                      for i, (c, n, t) in enumerate(kinds)],
        "bufferViews": views,
        "buffers": [{"byteLength": len(data),
                     "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}],
    }
    change(file)
    return json.dumps(file)


def textured(file, texture, info=None):
    # A PNG of one white pixel.
    file["images"] = [{"mimeType": "image/png", "uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAA"
                       "CQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC"}]
    file["textures"] = [texture]
    file["materials"][0]["pbrMetallicRoughness"] = {"baseColorTexture": {"index": 0, **(info or {})}}


class Losses(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        os.chdir(holder.name)

    def examples(self, family):
        shutil.rmtree(family, ignore_errors=True)
        shutil.copytree(EXAMPLES / family, family)
        return pathlib.Path(family)

    def glb(self, name):
        data = pathlib.Path(name).read_bytes()
        size, = struct.unpack_from("<I", data, 12)
        return json.loads(data[20:20 + size]), data[20 + size:]

    def write_glb(self, name, file, rest, more=b""):
        """`more` joins the one buffer."""
        if more:
            data = rest[8:] + more
            rest = struct.pack("<II", len(data), 0x4E4942) + data
            file["buffers"][0]["byteLength"] = len(data)
        text = json.dumps(file).encode()
        text += b" " * (-len(text) % 4)
        body = struct.pack("<II", len(text), 0x4E4F534A) + text + rest
        pathlib.Path(name).write_bytes(struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body)

    def delete_node(self, file, deleted):
        """As editors do: what is below hangs on what is above. Skins are not the point here."""
        below = file["nodes"][deleted].get("children", [])
        for holder, key in [(one, "nodes") for one in file["scenes"]] + [(one, "children") for one in file["nodes"]]:
            kept = [one for index in holder.pop(key, []) for one in (below if index == deleted else [index])]
            if kept:
                holder[key] = [index - (index > deleted) for index in kept]
        for clip in file["animations"]:
            clip["channels"] = [one for one in clip["channels"] if one["target"]["node"] != deleted]
            for one in clip["channels"]:
                one["target"]["node"] -= one["target"]["node"] > deleted
        file.pop("skins", None)
        for one in file["nodes"]:
            one.pop("skin", None)
        del file["nodes"][deleted]

    def places(self, name, frame):
        """World positions of the nodes of a glTF file, by name."""
        made = json.loads(run("sample", name, "--frame", frame, "--space", "world", "--json").stdout)
        return {node["name"]: node["matrix"][12:15] for node in made["samples"][0]["nodes"]}

    EDITED = (("gc", "stalk.anm", 1), ("craftstudio", "robot-walk.csmodelanim", 1), ("sm64", "wave.inc.c", 100))

    def edited(self, family, name, edit):
        """World positions of an export, and of what an edited copy of it became, with the messages."""
        folder = self.examples(family)
        self.assertEqual(run("convert", folder / name, "-o", "before.glb", "-f").returncode, 0)
        file, rest = self.glb("before.glb")
        more = edit(file, len(rest) - 8) or b""
        self.write_glb("edited.glb", file, rest, more)
        said = run("convert", "edited.glb", "-o", folder / name, "-f")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual(run("convert", folder / name, "-o", "after.glb", "-f").returncode, 0)
        return said

    def assert_moved(self, frame, moved):
        before, after = self.places("before.glb", frame), self.places("after.glb", frame)
        self.assertEqual(before.keys(), after.keys())
        for name, place in before.items():
            for got, wanted in zip(after[name], moved(place)):
                self.assertAlmostEqual(got, wanted, delta=2e-3 * (1 + abs(wanted)), msg=name)

    def export_without_extras(self, *files):
        self.assertEqual(run("convert", *files, "-o", "before.glb", "-f").returncode, 0)
        file, rest = self.glb("before.glb")

        def strip(value):
            if isinstance(value, dict):
                value.pop("extras", None)
            for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
                strip(one)

        strip(file)
        self.write_glb("bare.glb", file, rest, b"")

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

    def rig_of_somebody(self):
        """The folder of the example, and the JSON and the rest of its export with other names and without extras."""
        folder = self.examples("psx")
        self.export_without_extras(folder / "HOP.ANM")
        file, rest = self.glb("bare.glb")
        for node in file["nodes"]:
            node["name"] = "rig:" + node["name"]
        return folder, file, rest

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

    def test_a_part_of_a_model_is_not_rendered_alone(self):
        folder = self.examples("gc")
        said = run("render", folder / "stalk.skn", "-o", "out.png")
        self.assertEqual(said.returncode, 2)
        self.assertIn("it is a part of a model", said.stderr)

    def test_frames_outside_of_a_clip_are_reported(self):
        wave = self.examples("sm64") / "wave.inc.c"
        for frame in (-1, 31):
            said = run("sample", wave, "--frame", 3, frame)
            self.assertEqual(said.returncode, 0)
            self.assertIn("anmkit.OUTSIDE", said.stderr)
            self.assertIn(f"frame {frame} is outside the clip (0 to 30)", said.stderr)
        self.assertEqual(run("sample", wave, "--frame", 0, 30).stderr, "")

    def test_a_segment_needs_a_file(self):
        wave = self.examples("sm64") / "wave.inc.c"
        self.assertEqual(run("convert", wave, "-o", "wave.insertable").returncode, 0)
        for segment in ("99=", "300=x.bin"):
            for verb in (("info",), ("check",), ("sample", "--frame", 0)):
                said = run(verb[0], "wave.insertable", *verb[1:], "--segment", segment)
                self.assertEqual(said.returncode, 2, said.stderr)
                self.assertIn("N=FILE[@OFFSET]", said.stderr)

    def test_a_cut_insertable_file_is_named(self):
        wave = self.examples("sm64") / "wave.inc.c"
        self.assertEqual(run("convert", wave, "-o", "wave.insertable").returncode, 0)
        whole = pathlib.Path("wave.insertable").read_bytes()
        pathlib.Path("cut.insertable").write_bytes(whole[:100])
        for verb in (("check",), ("info",), ("convert", "-o", "out.glb")):
            said = run(verb[0], "cut.insertable", *verb[1:])
            self.assertEqual(said.returncode, 1, said.stderr)
            self.assertIn(f"an insertable file of {len(whole)} bytes ends after 100", said.stderr)

    def test_info_lists_what_is_used(self):
        folder = self.examples("craftstudio")
        pathlib.Path("mk.py").write_text("import sys\n")
        said = run("info", folder / "robot-walk.csmodelanim", "--with", "mk.py", "--with", folder / "robot.csmodel")
        self.assertNotIn("with mk.py", said.stdout)
        self.assertIn("with craftstudio/robot.csmodel", said.stdout)
        self.assertIn("not used: mk.py", said.stderr)

    def test_findings_of_one_kind_are_one_line(self):
        folder = self.examples("psx")
        model = (folder / "MODEL.TMD").read_bytes()
        (folder / "MODEL.TMD").write_bytes(model[:8] + struct.pack("<I", 3) + model[12:])
        command = ("check", folder / "HOP.ANM", "--with", folder / "MODEL.TMD")
        told, all_of_them = run(*command), run(*command, "-v")
        count = all_of_them.stderr.count("warning psx.ANM-20")
        self.assertGreater(count, 4)
        self.assertEqual(told.stderr.count("warning psx.ANM-20"), 1, told.stderr)
        self.assertIn(f"  and {count - 1} more of psx.ANM-20; -v lists all", told.stderr)
        run(*command, "--report", "all.jsonl")
        self.assertEqual(pathlib.Path("all.jsonl").read_text().count("psx.ANM-20"), count)

    def test_a_misspelt_type_is_named(self):
        folder = self.examples("sm64")
        source = (folder / "wave.inc.c").read_text()
        self.assertEqual(run("convert", folder / "wave.inc.c", "-o", "wave.lua").returncode, 0)
        script = pathlib.Path("wave.lua").read_text()
        other = "static const {} other = {{0, 0, 0, 0, 2, 3, wave_values, wave_indices, 0}};"
        register = "smlua_anim_util_register_animation"
        for name, text, meant in (
                ("a.inc.c", source.replace("struct Animation", "struct Animaton"), "struct Animation"),
                ("b.inc.c", source + other.format("struct Animatoin"), "struct Animation"),
                ("c.inc.c", source + other.format("Animation"), "struct Animation"),
                ("d.inc.c", source.replace("const u16 wave", "const u61 wave"), "u16"),
                ("e.lua", script + script.replace(register, "smlua_anim_util_registr_animation"), register)):
            pathlib.Path(name).write_text(text)
            for verb in (("check", name), ("convert", name, "-o", "out.glb", "-f")):
                with self.subTest(verb=verb):
                    said = run(*verb).stderr
                    self.assertEqual(said.count("sm64.W-WORD"), 1, said)
                    self.assertIn(f"did you mean '{meant}'?", said)
                    self.assertRegex(said, name + r":\d+")
        good = source + "static const s32 a[] = {1}; u8 b[] = {2}; const Gfx c[] = {gsSPEndDisplayList()}; " \
            "struct Surface d = {3}; s16 e[1][1] = {{4}}; Vec3s f = {5}; int32_t g[] = {6}; u32 h[] = {7};"
        pathlib.Path("good.inc.c").write_text(good)
        self.assertNotIn("W-WORD", run("check", "good.inc.c").stderr)
        pathlib.Path("good.lua").write_text(script + "smlua_anim_util_set_animation(m, 'wave')")
        self.assertNotIn("W-WORD", run("check", "good.lua").stderr)

    def test_a_misspelt_member_is_named(self):
        folder = self.examples("craftstudio")
        for name, target, key, wrong in (("robot-walk.csmodelanim", "w.csjsmodelanim", "rotation", "rotaton"),
                                         ("robot.csmodel", "r.csjsmodel", "offsetFromPivot", "offsetFromPivots")):
            self.assertEqual(run("convert", folder / name, "-o", target).returncode, 0)
            text = pathlib.Path(target).read_text().replace(f'"{key}"', f'"{wrong}":0,"{key}"')
            pathlib.Path(target).write_text(text)
            self.assertGreater(text.count(wrong), 1)
            for verb in (("check", target), ("convert", target, "-o", "out.glb", "-f")):
                with self.subTest(verb=verb):
                    said = run(*verb)
                    self.assertEqual(said.returncode, 0, said.stderr)
                    output = said.stdout + said.stderr
                    self.assertEqual(output.count("warning craftstudio.W-JSON-MISSPELT"), 1, output)
                    self.assertIn(f'unknown key "{wrong}", kept; did you mean "{key}"?', output)
            pathlib.Path(target).write_text(text.replace(wrong, "xyz"))
            self.assertIn('unknown key "xyz"', run("convert", target, "-o", "out.glb", "-f").stderr)

    def test_no_output_replaces_what_is_read(self):
        psx, robot = self.examples("psx"), self.examples("craftstudio")
        shutil.copy(psx / "HOP.ANM", "HOP.ANM")
        os.link("HOP.ANM", "hard.ANM")
        os.symlink("HOP.ANM", "soft.ANM")
        before = pathlib.Path("HOP.ANM").read_bytes()
        image = (robot / "robot.csmodel").read_bytes()
        runs = [("convert", "HOP.ANM", "--to", "gltf", "-o", name)
                for name in ("HOP.ANM", "./HOP.ANM", "hard.ANM", "soft.ANM")]
        runs += [("dump", "HOP.ANM", "-o", "HOP.ANM"), ("convert", "HOP.ANM", "-o", "./"),
                 ("convert", robot / "robot-walk.csmodelanim", "--to", "gltf", "-o", robot / "robot.csmodel"),
                 ("convert", robot / "robot-walk.csmodelanim", "--with", robot / "robot.csmodel", "--to", "gltf",
                  "-o", robot / "robot.csmodel")]
        for arguments in runs:
            with self.subTest(arguments=arguments):
                said = run(*arguments, "-f")
                self.assertEqual(said.returncode, 2, said.stderr)
                self.assertIn("this file is read here", said.stderr)
                self.assertEqual(pathlib.Path("HOP.ANM").read_bytes(), before)
                self.assertEqual((robot / "robot.csmodel").read_bytes(), image)
        # The image of the run before lies beside the input.
        for _ in range(2):
            self.assertEqual(run("render", robot / "robot-walk.csmodelanim", "-o", robot / "seen.png", "-f").returncode, 0)
            geo = self.examples("sm64") / "geo.inc.c"
            for _ in range(2):
                self.assertEqual(run("render", geo, "-o", geo.parent / "seen.png", "-f").returncode, 0)
        # What was made of it, and it of that.
        run("convert", "HOP.ANM", "--with", psx / "MODEL.TMD", "-o", "out.glb")
        self.assertEqual(run("convert", "out.glb", "-o", "HOP.ANM", "-f").returncode, 0)
        self.assertEqual(run("convert", "HOP.ANM", "-o", "out.glb", "-f").returncode, 0)

    def test_values_that_nothing_uses_are_named(self):
        """Scale, rotation and translation of a rest transform whose type has no bit for them."""
        actor = self.examples("gc") / "stalk.act"
        text = run("dump", actor).stdout
        self.assertEqual(run("check", actor, "--strict").stderr, "")
        for old, new, said in (
                ("[1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0]", "[5, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0]", "of type 12 uses: scale"),
                ('"type": 12', '"type": 1', "of type 1 uses: translation (and 1 more)"),
                ("0, 0, 0, 1, 0, 2, 0, 0, 0", "0, 1, 0, 0, 0, 2, 0, 0, 0", "of type 8 uses: rotation"),
                ('"type": 12', '"type": 44', "gc.ACT016")):
            dump = text.replace('"type": 12', '"type": 8') if "type 8" in said else text
            pathlib.Path("a.json").write_text(dump.replace(old, new, 1 if "scale" in said or "ACT" in said else -1))
            with self.subTest(said=said):
                built = run("build", "a.json", "-o", actor, "-f")
                self.assertEqual(built.returncode, 0, built.stderr)
                self.assertIn(said, built.stderr)
                self.assertIn(said, run("convert", actor, "-o", "out.glb", "-f").stderr)
                self.assertIn(said.split(" (and")[0], run("check", actor, "-v").stderr)
        pathlib.Path("a.json").write_text(text.replace('"anmkit": 1', '"anmkit": 1, "documnt": 2'))
        said = run("build", "a.json", "-o", "a.act")
        self.assertEqual(said.returncode, 1)
        self.assertIn("(documnt): unknown member", said.stderr)

    def test_no_image_replaces_a_texture(self):
        """`-f` of a file and of a folder, whose outputs are named as what is shown."""
        example, folder = self.examples("craftstudio"), pathlib.Path("robot")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, made in (("robot.csmodel", "robot.csjsmodel"), ("robot-walk.csmodelanim", "robot-walk.csjsmodelanim")):
            self.assertEqual(run("convert", example / name, "-o", folder / made).returncode, 0)
        picture = folder / "robot.png"
        self.assertEqual(run("render", example / "robot.csmodel", "-o", picture).returncode, 0)
        before = picture.read_bytes()
        model, walk = folder / "robot.csjsmodel", folder / "robot-walk.csjsmodelanim"
        for arguments in ((folder, "-o", f"{folder}/"), (folder, "--all-clips", "-o", f"{folder}/"), (model, "-o", f"{folder}/"),
                          (model, "-o", picture), (walk, "-o", picture)):
            with self.subTest(arguments=arguments):
                said = run("render", *arguments, "-f")
                self.assertEqual(said.returncode, 2, said.stderr)
                self.assertIn("this file is read here", said.stderr)
                self.assertEqual(picture.read_bytes(), before)
        # A texture of the source is kept, an image that nothing shows is not.
        folder = self.examples("sm64")
        (folder / "geo.inc.c").write_text(
            'static const u8 t[] = {\n#include "actors/x/eyes.rgba16.inc.c"\n};\n' + (folder / "geo.inc.c").read_text())
        for name in ("eyes.rgba16.png", "seen.png"):
            (folder / name).write_bytes(before)
        said = run("render", folder / "geo.inc.c", "-o", folder / "eyes.rgba16.png", "-f")
        self.assertIn("this file is read here", said.stderr)
        self.assertEqual(run("render", folder / "geo.inc.c", "-o", folder / "seen.png", "-f").returncode, 0)

    def test_a_broken_neighbour_is_named(self):
        damaged = b"\xfe\x01" * 40
        for family, input_name, neighbour, contents in (("psx", "HOP.ANM", "MODEL.TMD", (b"", damaged)),
                                                        ("gc", "stalk.anm", "stalk.act", (b"", damaged)),
                                                        ("craftstudio", "robot-walk.csmodelanim", "robot.csmodel",
                                                         (b"", damaged)),
                                                        ("sm64", "wave.inc.c", "geo.inc.c", (b"", damaged))):
            for content in contents:
                with self.subTest(family=family, content=content):
                    folder = self.examples(family)
                    (folder / neighbour).write_bytes(content)
                    said = run("convert", folder / input_name, "-o", "out.glb", "-f")
                    self.assertEqual(said.returncode, 0, said.stderr)
                    self.assertIn("anmkit.BROKEN", said.stderr)
                    self.assertIn(neighbour + ", which cannot be read", said.stderr)
                    self.assertIn("no model beside it can be read", said.stderr)
                    self.assertNotIn("shown with " + neighbour, said.stderr)

    def test_a_broken_skin_is_named(self):
        folder = self.examples("gc")
        (folder / "stalk.skn").write_bytes(b"\xff" * 64)
        said = run("convert", folder / "stalk.anm", "-o", "out.glb")
        self.assertIn("stalk.skn, which cannot be read", said.stderr)

    def test_a_glb_with_the_name_of_a_model_is_no_model(self):
        folder = self.examples("psx")
        run("convert", folder / "HOP.ANM", "-o", "hop.glb")
        os.replace("hop.glb", folder / "MODEL.TMD")
        said = run("convert", folder / "HOP.ANM", "-o", "out.glb")
        self.assertIn("it is a glTF file", said.stderr)
        self.assertNotIn("shown with", said.stderr)

    def test_files_of_another_family_hide_no_neighbour(self):
        psx, gc = self.examples("psx"), self.examples("gc")
        said = run("convert", psx / "HOP.ANM", "--with", gc / "stalk.gpl", "-o", "out.glb")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("not used: " + str(gc / "stalk.gpl"), said.stderr)
        self.assertIn("shown with MODEL.TMD", said.stderr)
        self.assertNotIn("stalk.skn", said.stderr)
        self.assertTrue(self.glb("out.glb")[0].get("meshes"))

    def test_a_named_part_keeps_the_model(self):
        folder = self.examples("gc")
        for part in ("stalk.tpl", "stalk.skn", "stalk.gpl"):
            for shown in ("stalk.anm", "stalk.act"):
                with self.subTest(part=part, shown=shown):
                    self.assertEqual(run("convert", folder / shown, "-o", "whole.glb", "-f").returncode, 0)
                    said = run("convert", folder / shown, "--with", folder / part, "-o", "out.glb", "-f")
                    self.assertEqual(said.returncode, 0, said.stderr)
                    self.assertNotIn("NO-MODEL", said.stderr)
                    self.assertEqual(pathlib.Path("out.glb").read_bytes(), pathlib.Path("whole.glb").read_bytes())

    def test_a_model_of_another_subject_is_named(self):
        folder = self.examples("psx")
        model = (folder / "MODEL.TMD").read_bytes()
        (folder / "MODEL.TMD").write_bytes(model[:8] + struct.pack("<I", 3) + model[12:])
        said = run("convert", folder / "HOP.ANM", "-o", "out.glb")
        self.assertEqual(said.stderr.count("psx.ANM-20"), 1, said.stderr)
        self.assertIn("object 3 does not exist in the model (3 objects)", said.stderr)
        self.assertRegex(said.stderr, r"\(and \d+ more\)")
        folder = self.examples("sm64")
        layout = (folder / "geo.inc.c").read_text()
        fewer = layout.replace("GEO_ANIMATED_PART(LAYER_OPAQUE, 60, 0, 0, NULL),", "")
        self.assertNotEqual(fewer, layout)
        (folder / "geo.inc.c").write_text(fewer)
        said = run("convert", folder / "wave.inc.c", "-o", "out.glb", "-f")
        self.assertIn("model draws 2 parts, animation has 3", said.stderr)
        folder = self.examples("craftstudio")
        dump = run("dump", folder / "robot.csmodel").stdout
        for name in ("Head", "Eyes", "Antenna", "Body", "Left Arm", "Right Arm", "Left Leg", "Right Leg"):
            dump = dump.replace(f'"name": "{name}"', f'"name": "x{name}"')
        pathlib.Path("x.json").write_text(dump)
        run("build", "x.json", "-o", "x.csmodel")
        said = run("convert", folder / "robot-walk.csmodelanim", "--with", "x.csmodel", "-o", "out.glb", "-f")
        self.assertIn("nor any other name of this animation", said.stderr)

    def test_viewing_a_file_reports_errors_of_its_check(self):
        source = (self.examples("sm64") / "wave.inc.c").read_text()
        pathlib.Path("far.inc.c").write_text(source.replace("0x001E, 0x001F", "0x001E, 0x0FFF"))
        pathlib.Path("flag.inc.c").write_text(source.replace("    0,\n", "    ANIM_FLAG_FOO,\n", 1))
        script = (self.examples("cs2") / "bounce.txt").read_text()
        pathlib.Path("far.txt").write_text(script.replace("set 0 2", "set 99 2"))
        for name, output, code in (("far.inc.c", "out.glb", "sm64.E-RANGE"), ("flag.inc.c", "out.glb", "sm64.E-CNAME"),
                                   ("far.inc.c", "out.png", "sm64.E-RANGE"), ("far.txt", "out.anm", "cs2.A20")):
            with self.subTest(name=name, output=output):
                self.assertEqual(run("check", name).returncode, 1)
                said = run("render" if output == "out.png" else "convert", name, "-o", output, "-f")
                self.assertEqual(said.returncode, 0, said.stderr)
                lines = [line for line in said.stderr.splitlines() if "anmkit.FLAWED" in line]
                self.assertEqual(len(lines), 1, said.stderr)
                self.assertIn(code, lines[0])
                self.assertRegex(lines[0], rf"anmkit.FLAWED \({name}:\d+:\d+\): ")

    def test_good_files_have_no_flaws(self):
        for family, name in (("psx", "HOP.ANM"), ("gc", "stalk.anm"), ("craftstudio", "robot-walk.csmodelanim"),
                             ("sm64", "wave.inc.c")):
            said = run("convert", self.examples(family) / name, "-o", "out.glb", "-f")
            self.assertNotIn("warning", said.stderr.replace("craftstudio.W-CONVERT-UV", ""))

    def test_check_reports_unsupported_parts_of_gltf(self):
        def path(file):
            file["animations"][0]["channels"][0]["target"]["path"] = "rotaton"

        def second_set(file):
            textured(file, {"source": 0}, {"texCoord": 1})

        def transform(file):
            textured(file, {"source": 0}, {"extensions": {"KHR_texture_transform": {"scale": [2, 2]}}})

        def still(file):
            textured(file, {"source": 0}, {"extensions": {"KHR_texture_transform": {"scale": [1, 1], "offset": [0, 0]}}})

        def webp(file):
            textured(file, {"extensions": {"EXT_texture_webp": {"source": 0}}})

        def morph(file):
            file["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": 2}]
            file["nodes"][0]["weights"] = [0, 0.5]

        def scenes(file):
            file["scenes"].append({"nodes": []})

        def at_rest(file):
            file["meshes"][0]["weights"] = [0]

        def copies(file):
            file["nodes"][0]["extensions"] = {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 2}}}

        def joints(file):
            # The same four numbers serve as joints and weights; only their presence is asked about.
            file["meshes"][0]["primitives"][0]["attributes"]["JOINTS_1"] = 1

        def cut(file):
            file["bufferViews"].append({"buffer": 0, "byteOffset": 12, "byteLength": 4})
            file["accessors"].append({"bufferView": 4, "componentType": 5121, "count": 4, "type": "SCALAR"})
            file["meshes"][0]["primitives"][0]["indices"] = 4

        for change, code in ((joints, "GLTF-SHAPE"), (cut, "GLTF-SHAPE"), (lambda file: None, None), (path, "GLTF-CHANNEL"), (second_set, "GLTF-UV"),
                             (transform, "GLTF-UV"), (still, None), (webp, "GLTF-IMAGE"), (morph, "GLTF-SHAPE"), (scenes, "GLTF-SCENES"),
                             (at_rest, None), (copies, "GLTF-SHAPE")):
            with self.subTest(change=getattr(change, "__name__", "")):
                pathlib.Path("a.gltf").write_text(moving(change))
                for verb in (("check", "a.gltf"), ("convert", "a.gltf", "-o", "a.ANM", "-f"),
                             ("render", "a.gltf", "-o", "a.png", "-f")):
                    said = run(*verb)
                    self.assertEqual(said.returncode, 0, said.stderr)
                    told = [line for line in said.stderr.splitlines() if "anmkit.GLTF-" in line]
                    self.assertEqual(len(told), 1 if code else 0, said.stderr)
                    if code:
                        self.assertIn("anmkit." + code, told[0])
                strict = run("check", "--strict", "a.gltf")
                self.assertEqual(strict.returncode, 1 if code else 0)

    def test_sample_reports_the_same(self):
        def path(file):
            file["animations"][0]["channels"][0]["target"]["path"] = "rotaton"

        pathlib.Path("a.gltf").write_text(moving(path))
        self.assertIn("anmkit.GLTF-CHANNEL", run("sample", "a.gltf", "--frame", 0).stderr)
        source = (self.examples("sm64") / "wave.inc.c").read_text()
        pathlib.Path("far.inc.c").write_text(source.replace("0x001E, 0x001F", "0x001E, 0x0FFF"))
        said = run("sample", "far.inc.c", "--frame", 0)
        self.assertEqual(said.returncode, 0)
        self.assertIn("sm64.E-RANGE", said.stderr)
        self.assertEqual(run("sample", "sm64/wave.inc.c", "--frame", 0).stderr, "")

    def test_orthographic_cameras_and_blank_images_are_reported(self):
        def camera(file):
            del file["meshes"], file["animations"], file["nodes"][0]["mesh"]
            file["cameras"] = [{"type": "orthographic",
                                "orthographic": {"xmag": 1, "ymag": 1, "znear": 0.1, "zfar": 10}}]
            file["nodes"][0]["camera"] = 0

        pathlib.Path("a.gltf").write_text(moving(camera))
        self.assertIn("anmkit.GLTF-CAMERA", run("check", "a.gltf").stderr)
        self.assertIn("anmkit.EMPTY", run("render", "a.gltf", "-o", "a.png").stderr)

    def test_the_image_of_an_old_material_is_read(self):
        def gloss(file):
            textured(file, {"source": 0})
            old = file["materials"][0].pop("pbrMetallicRoughness")["baseColorTexture"]
            file["materials"][0]["extensions"] = {"KHR_materials_pbrSpecularGlossiness": {"diffuseTexture": old}}

        pathlib.Path("a.gltf").write_text(moving(gloss))
        said = run("convert", "a.gltf", "-o", "a.tim")
        self.assertEqual(said.returncode, 0, said.stderr)

    def test_textures_that_are_not_read_are_named(self):
        def several(file):
            textured(file, {"source": 0})
            material = file["materials"][0]
            material["normalTexture"] = material["pbrMetallicRoughness"]["metallicRoughnessTexture"] = {"index": 0}
            material["extensions"] = {"KHR_materials_sheen": {"sheenColorTexture": {"index": 0}}}

        def gloss(file):
            textured(file, {"source": 0})
            old = file["materials"][0].pop("pbrMetallicRoughness")["baseColorTexture"]
            file["materials"][0]["extensions"] = {"KHR_materials_pbrSpecularGlossiness": {
                "diffuseTexture": old, "specularGlossinessTexture": {"index": 0}}}

        def glow(file):
            textured(file, {"source": 0})
            file["materials"][0] = {"emissiveTexture": {"index": 0}, "emissiveFactor": [1, 1, 1]}

        for change, names in ((several, "metallicRoughnessTexture, normalTexture, sheenColorTexture"),
                              (gloss, "specularGlossinessTexture"), (glow, "emissiveTexture"),
                              (lambda file: textured(file, {"source": 0}), None)):
            pathlib.Path("a.gltf").write_text(moving(change))
            for verb in (("check", "a.gltf"), ("convert", "a.gltf", "-o", "a.ANM", "-f"),
                         ("render", "a.gltf", "-o", "a.png", "-f")):
                with self.subTest(names=names, verb=verb):
                    said = run(*verb)
                    self.assertEqual(said.returncode, 0, said.stderr)
                    self.assertEqual(said.stderr.count("anmkit.GLTF-IMAGE (materials[0])"), 1 if names else 0, said.stderr)
                    if names:
                        self.assertIn(f"1 material has textures that are not read and left out ({names})", said.stderr)

    def test_a_newer_gltf_and_a_mesh_without_positions_are_refused(self):
        pathlib.Path("a.gltf").write_text(moving(lambda file: file["asset"].update(minVersion="2.1")))
        self.assertIn("expected an asset.minVersion of \"2.0\"", run("check", "a.gltf").stderr)
        pathlib.Path("a.gltf").write_text(
            moving(lambda file: file["meshes"][0]["primitives"][0]["attributes"].pop("POSITION")))
        said = run("check", "a.gltf")
        self.assertEqual(said.returncode, 1)
        self.assertIn("expected the attribute POSITION", said.stderr)

    def test_a_deleted_node_is_named(self):
        for family, name, node, status, code, told in (
                ("gc", "stalk.anm", "bone1", 0, "gc.ANM070", "the scene has no bone with the id 1: its track stays"),
                ("craftstudio", "robot-walk.csmodelanim", "Left Arm", 0, "craftstudio.W-KEPT-NODE",
                 "the original animation moves what the scene does not have"),
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

    def test_a_source_in_utf16_is_named(self):
        source = (self.examples("sm64") / "wave.inc.c").read_text()
        for encoding in ("utf-16", "utf-16-be"):
            text = source.encode(encoding)
            pathlib.Path("a.inc.c").write_bytes(text if encoding == "utf-16" else b"\xfe\xff" + text)
            said = run("check", "a.inc.c")
            self.assertEqual(said.returncode, 1)
            self.assertIn("a source text in UTF-16", said.stderr)
            self.assertIn("iconv -f UTF-16 -t UTF-8", said.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
