# SPDX-License-Identifier: MIT
"""Dropped: what an export says in extras lies in those of the scene, and again in those of animations and nodes.
Whoever drops one kind loses nothing; without any, the motion is still there."""
import json

import glb_edit
from road import Export, Road, distance
from support import convert, run

KINDS = {"animations": ["animations"], "nodes": ["nodes"], "animations and nodes": ["animations", "nodes"],
         "the scene": ["scenes"], "all": ["animations", "nodes", "scenes"]}


class Dropped(Road):
    def drop(self, path, lists):
        editor = glb_edit.Editor(path)
        for name in lists:
            for one in editor.json.get(name, []):
                one.pop("extras", None)
        return editor.save(self.path(".glb"))

    def back(self, path, case):
        """The first source of a case, made of an export."""
        source = case.inputs[0]
        choice = ["--clip", source.name.split(".")[0]] if len(case.inputs) > 1 else []
        place = self.path("")
        place.mkdir()
        convert(path, "--to", case.format, *choice, "-o", place / source.name)
        return place / source.name

    def export(self, case, *options):
        path = self.path(".glb")
        convert(*case.arguments(), "-o", path, *options)
        return path

    def test_extras_of_one_kind(self):
        for case in self.subjects():
            with_file, without = self.export(case), self.export(case, "--no-source")
            plain = self.back(without, case).read_bytes()
            for kind, lists in KINDS.items():
                if "scenes" in lists:
                    continue
                with self.rule(f"dropped, extras of {kind}, the file is inside: {case.name}", with_file):
                    self.assertEqual(self.back(self.drop(with_file, lists), case).read_bytes(),
                                     case.inputs[0].read_bytes())
                with self.rule(f"dropped, extras of {kind}, no file is inside: {case.name}", without):
                    self.assertEqual(self.back(self.drop(without, lists), case).read_bytes(), plain)

    def test_extras_of_the_scene(self):
        """The file and the unit go with them; every joint moves as before."""
        for case in self.subjects():
            path = self.export(case, "--no-source")
            for kind in "the scene", "all":
                with self.rule(f"dropped, extras of {kind}, the motion stays: {case.name}", path):
                    made = self.back(self.drop(path, KINDS[kind]), case)
                    again = self.path(".glb")
                    self.same_length(case, made, kind)
                    convert(made, *(w for c in case.companions for w in ("--with", c)), "-o", again)
                    self.same_motion(Export(path), Export(again), case)

    def test_a_node_above_arrives(self):
        """An object of an editor above an export with other axes than glTF: every joint is where the editor shows it."""
        for case in (one for one in self.subjects() if one.y_down):
            editor = glb_edit.Editor(self.export(case))
            top = editor.json["scenes"][editor.json.get("scene", 0)]
            editor.json["nodes"].append({"name": "Armature", "children": top["nodes"], "rotation": [0.5, 0.5, 0.5, 0.5],
                                         "translation": [0.25, -0.5, 0.125]})
            top["nodes"] = [len(editor.json["nodes"]) - 1]
            path, again = editor.save(self.path(".glb")), self.path(".glb")
            with self.rule(f"a node above the export arrives: {case.name}", path):
                convert(self.back(path, case), *(w for c in case.companions for w in ("--with", c)), "-o", again)
                self.same_motion(Export(path), Export(again), case)

    def same_length(self, case, made, kind):
        """Whether it repeats is told by the extras of the clip."""
        before, after = (self.clips(one, case) for one in (case.inputs[0], made))
        if kind == "the scene":
            self.assertEqual(before, after)
        for one, other in zip(before, after, strict=True):
            # The frame that a loop goes back to is lost with the extras: its pose becomes a frame at the end.
            seam = int(one["loop"] and one["loopStart"] > 0)
            self.assertIn(other["frames"] - one["frames"], (0, seam), one)

    def clips(self, path, case):
        with_files = [word for one in case.companions for word in ("--with", one)]
        found = json.loads(run("info", path, *with_files, "--json").stdout)["files"][0]["clips"]
        return [{key: clip[key] for key in ("frames", "rate", "loop", "loopStart")} for clip in found]

    def same_motion(self, one, two, case):
        moved = {c["target"]["node"] for a in one.gltf.animations for c in a["channels"]}
        # Where a loop begins again is a fact of the extras: the frames before its seam stay.
        last = max(one.gltf.accessor(s["input"])[-1] for s in one.gltf.animations[0]["samplers"])
        times = [t for t in (0.0, 0.1, 0.3) if t <= max(0, last - 1 / one.rates[0])]
        for name, (joint, _) in one.joints.items():
            if name not in two.joints:  # files name what has keys
                self.assertNotIn(joint, moved, name)
                continue
            other = two.joints[name][0]
            for t in times:
                a, b = one.gltf.world(0, t)[joint], two.gltf.world(0, t)[other]
                size = max(1, *map(abs, a[:3]), *map(abs, a[4:7]), *map(abs, a[8:11]))
                self.assertLess(distance(a[:12], b[:12]), 0.01 * size, f"{name} at {t}")
                self.assertLess(distance(a[12:15], b[12:15]), 2 * case.metres + 0.01 * max(1, *map(abs, a[12:15])),
                                f"{name} at {t}")
