# SPDX-License-Identifier: MIT
"""BVH: what is written, read by somebody else, is where `sample` puts it; motions come in from it as they do from glTF."""
import math
import re

import bvh_sampler
import gltf_sampler as gltf
import humans
import skeletons
from retarget import OnMario
from road import distance
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
