# SPDX-License-Identifier: MIT
"""BVH: what is written, read by somebody else, is where `sample` puts it; motions come in from it as they do from glTF."""
import json
import math
import random
import re
import shutil

import bvh_sampler
import glb_edit
import gltf_sampler as gltf
import humans
import random_sm64
import skeletons
from retarget import OnMario
from road import distance
from told import EXAMPLES
from support import answer, convert, run


def written(name):
    """A node's name in a BVH."""
    return re.sub(r"[ {}]", "_", name)


class Bvh(OnMario):
    TIMES = skeletons.TIMES

    def test_every_family_is_where_sample_puts_it(self):
        for case in self.subjects():
            sign = [1, -1, -1] if case.y_down else [1, 1, 1]
            for clip in range(len(self.clips(case))):
                source = case.inputs[clip] if len(case.inputs) > 1 else case.inputs[0]
                number = 0 if len(case.inputs) > 1 else clip
                with_them = [w for c in case.companions for w in ("--with", c)]
                path = self.path(".bvh")
                with self.rule(f"bvh: {case.name}", f"{source} {clip}"):
                    convert(source, *with_them, "--clip", number, "-o", path)
                    made = bvh_sampler.Bvh(path)
                    self.assertAlmostEqual(made.time, 1 / case.rate)
                    _, said = self.sampled(case, clip, list(range(len(made.frames))))
                    names = {name for nodes in said for name in nodes}
                    self.assertEqual(len(made.joints) - len(names) in (0, 1), True, f"{len(made.joints)} joints")
                    for frame, nodes in enumerate(said):
                        world = made.world(frame)
                        for name, node in nodes.items():
                            if not node["visible"]:
                                continue
                            want = [s * case.metres * v for s, v in zip(sign, node["matrix"][12:15])]
                            bound = 2e-5 * max(case.metres, .1, *map(abs, want))
                            self.assertLess(distance(want, world[written(name)][12:15]), bound, f"{name} at {frame}")

    def clips(self, case):
        return case.inputs if len(case.inputs) > 1 else answer("info", case.inputs[0])["files"][0]["clips"]

    def test_to_glb_and_back_is_the_same_motion(self):
        for kind in ("mixamo", "cmu"):
            source, g, _ = self.figure(kind)
            first, glb, again = self.path(".bvh"), self.path(".glb"), self.path(".bvh")
            with self.rule(f"bvh: {kind} to glb and back"):
                convert(source, "-o", first)
                convert(first, "-o", glb, "--scale", "0.01")
                convert(glb, "-o", again, "--scale", "0.01")
                bvh, made, third = bvh_sampler.Bvh(first), gltf.Gltf(glb), bvh_sampler.Bvh(again)
                self.assertEqual(len(third.frames), len(bvh.frames))
                self.assertEqual([j.name for j in third.joints], [j.name for j in bvh.joints])
                self.assertEqual(third.ends, bvh.ends)
                for frame in range(0, len(bvh.frames), 7):
                    at = bvh.world(frame)
                    seen = made.world(0, frame * bvh.time)
                    back = third.world(frame)
                    for i, node in enumerate(made.nodes):
                        if node.get("name") not in at:
                            continue
                        want = at[node["name"]][12:15]
                        self.assertLess(distance([100 * v for v in seen[i][12:15]], want), 1e-4, node["name"])
                        self.assertLess(distance(back[node["name"]][12:15], want), 1e-4, node["name"])

    def figure(self, kind):
        content, number = skeletons.skeleton(kind)
        path = self.path(".glb")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return path, gltf.Gltf(path), number

    def test_a_glb_and_its_bvh_are_the_same_motion(self):
        for kind in ("mixamo", "rigify", "unreal", "cmu"):
            if kind not in skeletons.CONVENTIONS:
                continue
            source, g, number = self.figure(kind)
            path = self.path(".bvh")
            with self.rule(f"bvh: {kind} from glTF"):
                convert(source, "-o", path)
                made = bvh_sampler.Bvh(path)
                rest, stands = g.world(None), made.world()
                hips = g.nodes[number["hips"]]["name"]
                for frame in range(0, len(made.frames), 5):
                    seen, world = g.world(0, frame * made.time), made.world(frame)
                    for what, i in number.items():
                        name = written(g.nodes[i].get("name", ""))
                        self.assertLess(distance(seen[i][12:15], world[name][12:15]), 1e-4, f"{what} at {frame}")
                        # The rest pose is the figure's own, wherever its root is.
                        ways = [[m[12 + k] - n[12 + k] for k in range(3)]
                                for m, n in ((rest[i], rest[number["hips"]]), (stands[name], stands[written(hips)]))]
                        self.assertLess(distance(*ways), 1e-4, f"{what} at rest")

    def test_a_humanoid_moves_mario_as_its_glb_does(self):
        layout = self.layout()
        for kind in ("mixamo", "cmu", "bvh by joints"):
            source, g, number = self.figure(kind)
            path = self.path(".bvh")
            with self.rule(f"bvh: {kind} > mario"):
                convert(source, "-o", path, "--scale", "0.01")
                other, parts, _ = self.on_mario(path, layout=layout)
                self.same_deeds(g, number, other, parts, bound=0.2)
                self.stands_alike(g, number, other, parts)
                said = run("map", path, layout, "--json")
                self.assertEqual(said.returncode, 0, said.text)

    def test_verbs_take_it(self):
        source, _, _ = self.figure("mixamo")
        path = self.path(".bvh")
        convert(source, "-o", path)
        told = answer("info", path)["files"][0]
        self.assertEqual((told["format"], len(told["clips"])), ("bvh", 1))
        self.assertEqual(told["clips"][0]["name"], path.stem)
        self.assertEqual(answer("check", path)["files"][0]["ok"], True)
        self.assertEqual(answer("sample", path, "--frame", "0")["format"], "bvh")
        self.assertIn("bvh", [one["id"] for one in answer("formats")["formats"]])
        image = self.path(".png")
        self.assertEqual(run("render", path, "-o", image).returncode, 0)
        self.assertEqual(image.read_bytes()[:4], b"\x89PNG")
        again = self.path(".bvh")
        convert(path, "-o", again)
        self.assertEqual(again.read_bytes(), path.read_bytes())
        for verb in ("dump", "explain", "play"):
            done = run(verb, path)
            self.assertEqual(done.returncode, 2, done.text)
            self.assertIn("BVH", done.text)
        for words, says in ((("--sparse",), "--sparse requires glTF output"), (("--rate", "60"), "--rate does not apply"),
                            (("--loop",), "--loop does not apply"), (("--with", path), "--with")):
            done = run("convert", source, *words, "-o", self.path(".bvh"))
            self.assertEqual(done.returncode, 2, done.text)
            self.assertIn(says, done.text)

    def test_the_unit_is_reported_and_can_be_set(self):
        path = self.path(".bvh")
        path.parent.mkdir(exist_ok=True)
        path.write_text("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Yposition\nEnd Site\n{\nOFFSET 0 171 0\n}\n}\n"
                        "MOTION\nFrames: 2\nFrame Time: .5\n3\n4\n")
        for words, metres in (((), 1), (("--scale", "0.01"), 0.01)):
            glb = self.path(".glb")
            said = convert(path, *words, "-o", glb)
            self.assertEqual("anmkit.BVH-UNIT" in said and "span 171 m" in said, not words, said)
            made = gltf.Gltf(glb)
            worlds = [made.world(0, t) for t in (0, .5)]
            heights = sorted(m[13] for m in worlds[1])
            self.assertAlmostEqual(heights[-1], 175 * metres, delta=1e-4)
            self.assertAlmostEqual(made.duration(0), .5)

    def test_several_clips_are_a_file_each(self):
        for case in self.subjects("gc"):
            clips = self.clips(case)
            folder = self.path("")
            with self.rule("bvh: a bank into a folder"):
                convert(*case.arguments(), "--to", "bvh", "-o", f"{folder}/")
                self.assertEqual(len(list(folder.rglob("*.bvh"))), len(clips))
            if len(clips) > 1:
                with self.rule("bvh: a bank as one file"):
                    self.assertIn("anmkit.ONE-CLIP", convert(*case.arguments(), "-o", self.path(".bvh")))
        psx = [case.inputs[0] for case in self.subjects("psx")][:2]
        done = run("convert", *psx, "-o", self.path(".bvh"))
        self.assertEqual(done.returncode, 2, done.text)
        self.assertIn("-o FOLDER/", done.text)

    def test_a_table_of_other_files_is_a_file_per_clip(self):
        folder = self.path("")
        folder.mkdir(parents=True)
        for i in range(3):
            (folder / f"anim_{i}.inc.c").write_bytes(random_sm64.sm64_c(f"walk_{i}", [[i]] * 9, 4 + i))
        table = folder / "table.inc.c"
        table.write_text("const struct Animation *const anims[] = {\n    &walk_0,\n    &walk_1,\n    NULL,\n    &walk_2,\n};\n")
        made = folder / "made"
        convert(table, "--to", "bvh", "-o", f"{made}/")
        self.assertEqual(sorted(p.name for p in made.iterdir()), [f"walk_{i}.bvh" for i in range(3)])
        for target in ("sm64-anim", "sm64-dma"):
            packed = self.path(".bin")
            convert(table, "--to", target, "-o", packed)
            frames = [clip["frames"] for clip in answer("info", packed)["files"][0]["clips"]]
            self.assertEqual(frames, [4, 5, 6], target)

    def test_end_sites_are_no_parts(self):
        parts = 20
        source, path = self.path(".inc.c"), self.path(".bvh")
        source.parent.mkdir(exist_ok=True)
        source.write_bytes(random_sm64.random_sm64(random.Random(3), parts=parts, clips=1))
        layout = source.with_name("rig_geo.inc.c")
        part = "    GEO_OPEN_NODE(),\n    GEO_ANIMATED_PART(LAYER_OPAQUE, 10, 5, 0, NULL),\n"
        layout.write_text(f"const GeoLayout rig_geo[] = {{\n    GEO_SHADOW(0, 0x96, 90),\n{part * parts}"
                          + "    GEO_CLOSE_NODE(),\n" * parts + "    GEO_END(),\n};\n")
        convert(source, "--with", layout, "-o", path)
        layout.unlink()
        self.assertEqual(len(bvh_sampler.Bvh(path).joints), parts)
        glb = self.path(".glb")
        convert(path, "-o", glb)
        for given in (path, glb):
            again, objects = self.path(".inc.c"), self.path(".ANM")
            convert(given, "--to", "sm64-c", "-o", again)
            self.assertEqual(answer("info", again)["files"][0]["nodes"], parts)
            convert(given, "--to", "psx-anm", "-o", objects)
            self.assertEqual(answer("info", objects)["files"][0]["nodes"], parts)

    def test_bones_in_one_place_keep_their_pose(self):
        """Nothing but the root's place and the rotations tells such a skeleton from another; the root may be anywhere."""
        folder = self.path("")
        shutil.copytree(EXAMPLES / "sm64", folder)
        layout = (folder / "geo.inc.c").read_text().replace("OPAQUE, 80,", "OPAQUE, 0,").replace("OPAQUE, 60,", "OPAQUE, 0,")
        (folder / "geo.inc.c").write_text(layout.replace("OPAQUE, 0, 0, 0,", "OPAQUE, -18, -34, 10,", 1))
        for extension in ".bvh", ".glb":
            path, again = self.path(extension), self.path(".inc.c")
            convert(folder / "wave.inc.c", "--with", folder / "geo.inc.c", "-o", path)
            if extension == ".glb":
                editor = glb_edit.Editor(path)
                for one in editor.json["nodes"] + editor.json["animations"] + editor.json["scenes"]:
                    one.pop("extras", None)
                path = editor.save(self.path(".glb"))
            convert(path, "--with", folder / "geo.inc.c", "-o", again)
            made = [answer("sample", one, "--with", folder / "geo.inc.c", "--space", "world", "--frame", 7)
                    for one in (folder / "wave.inc.c", again)]
            before, after = ([node["matrix"] for node in one["samples"][0]["nodes"]] for one in made)
            with self.rule(f"bvh: bones in one place, {extension}", path):
                for one, other in zip(before, after, strict=True):
                    self.assertLess(distance(one[:12], other[:12]), 1e-3)
                    self.assertLess(distance(one[12:15], other[12:15]), 0.6)

    def test_names_with_blanks_come_back(self):
        walk, model = EXAMPLES / "craftstudio" / "robot-walk.csmodelanim", self.path(".csmodel")
        path, back, text = self.path(".bvh"), self.path(".csmodelanim"), self.path(".json")
        # BVH has no pivots, and no place of the root at rest.
        known = answer("dump", EXAMPLES / "craftstudio" / "robot.csmodel")
        for node in known["document"]["nodes"]:
            node["pivotOffset"] = [0, 0, 0]
        known["document"]["nodes"][0]["position"] = [0, 0, 0]
        text.parent.mkdir(exist_ok=True)
        text.write_text(json.dumps(known))
        self.assertEqual(run("build", text, "-o", model).returncode, 0)
        convert(walk, "--with", model, "-o", path)
        said = convert(path, "--with", model, "-o", back)
        self.assertNotIn("W-LOSS", said)
        self.assertEqual(answer("info", back)["files"][0]["nodes"], answer("info", walk)["files"][0]["nodes"])

    def test_formats_and_extensions_are_named(self):
        source, path, glb = EXAMPLES / "psx" / "HOP.ANM", self.path(".bvh"), self.path(".glb")
        convert(source, "-o", path)
        convert(source, "-o", glb)
        self.assertNotIn("loops from", run("info", path).text)
        for file, kind in ((path, "bvh"), (glb, "gltf")):
            self.assertEqual(answer("info", file, "--format", kind)["files"][0]["format"], kind)
            self.assertEqual(answer("sample", file, "--format", kind)["format"], kind)
        self.assertEqual(run("info", glb, "--format", "bvh").returncode, 1)
        self.assertEqual(run("info", path, "--format", "gltf").returncode, 1)
        for words, says in (((path, "--to", "bvh", "-o", self.path(".glb")), "extension of glTF"),
                            ((source, "--to", "bvh", "-o", self.path(".gltf")), "extension of glTF"),
                            ((source, "--to", "gltf", "-o", self.path(".bvh")), "extension of BVH"),
                            ((path, glb, "-o", f"{self.path('')}/", "--to", "cs2-anm"), "cannot become cs2-anm"),
                            ((path, path.with_suffix(".x"), "--to", "psx-anm", "-o", self.path(".ANM")), "several BVH files")):
            if str(words[1]).endswith(".x"):
                words[1].write_bytes(path.read_bytes())
            done = run("convert", *words)
            self.assertEqual(done.returncode, 2, done.text)
            self.assertIn(says, done.text)

    def test_a_folder_by_files_names_what_is_left_out(self):
        folder = self.path("")
        folder.mkdir(parents=True)
        shutil.copy(EXAMPLES / "psx" / "HOP.ANM", folder)
        convert(folder / "HOP.ANM", "-o", folder / "hop.bvh")
        said = convert(folder, "--separate", "--to", "gltf", "-o", f"{folder}/out/")
        self.assertIn("1 glTF or BVH file is not converted; name it as input", said)
