# SPDX-License-Identifier: MIT
"""Limbs: skeletons of every convention bend one limb after the other; Mario bends the same limb and no other, or the skeleton is
refused with the bones that may be meant."""
import json

import gltf_sampler as gltf
import humans
import skeletons
from retarget import OnMario
from road import Export
from support import run


class Limbs(OnMario):
    TIMES = skeletons.TIMES

    def source(self, kind, **how):
        content, number = skeletons.skeleton(kind, **how)
        path = self.path(".glb")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return path, gltf.Gltf(path), number

    def bends_alike(self, g, number, other, parts):
        self.same_deeds(g, number, other, parts, bound=0.2)
        self.stands_alike(g, number, other, parts)

    def no_wrong_pair(self, file, layout, g, number):
        """What is proposed is right, also where not all is known."""
        done = run("map", file, layout, "--json")
        self.assertEqual(done.returncode, 0, done.text)
        told = json.loads(done.stdout)["bones"]
        parts = {f"part_{i:02}": what for i, (_, _, what) in enumerate(humans.MARIO)}
        for pair in told:
            if pair["source"] is None:
                continue
            what = parts[pair["target"]]
            if what is None:
                continue
            self.assertIn(what, number, f"{pair['source']!r} is proposed for what is not there")
            world = g.world(None)
            named = [i for i, node in enumerate(g.nodes) if node.get("name", "") == pair["source"]]
            right = world[number[what]][12:15]
            near = min(sum(abs(a - b) for a, b in zip(world[i][12:15], right)) for i in named)
            self.assertLess(near, 1e-4, f"{pair['source']!r} is proposed for {what}")

    def test_every_convention(self):
        layout = self.layout()
        for kind, convention in skeletons.CONVENTIONS.items():
            for a_pose, skin in (False, True), (True, True), (True, False):
                with self.rule(f"limbs: {kind}", f"a-pose {a_pose}, skin {skin}"):
                    file, g, number = self.source(kind, a_pose=a_pose, skin=skin)
                    made = self.path(".inc.c")
                    done = run("convert", file, "--with", layout, "-o", made)
                    if done.returncode == 0:
                        other, parts, _ = self.on_mario(file, layout=layout)
                        self.bends_alike(g, number, other, parts)
                        continue
                    self.assertFalse(convention.must, done.text)
                    self.assertIn("anmkit.MAP", done.text)
                    self.assertFalse(made.exists())
                    self.no_wrong_pair(file, layout, g, number)

    def test_doubtful_bones_are_rejected_with_candidates(self):
        layout = self.layout()
        for kind, names in (("four arms", ("LeftForeArm", "LeftForeArm2")), ("arms whose forearms hang elsewhere", ("LeftArm",))):
            with self.rule(f"limbs: doubt, {kind}"):
                file, g, number = self.source(kind)
                done = run("convert", file, "--with", layout, "-o", self.path(".inc.c"))
                self.assertEqual(done.returncode, 1, done.text)
                for name in names:
                    self.assertIn(name, done.text)

    def test_a_wrong_map_shows_in_the_error(self):
        """The clavicle does not turn as the upper arm does: the angle between the limbs is reported."""
        layout = self.layout()
        file, g, number = self.source("mixamo")
        table = self.path(".txt")
        run("map", file, layout, "-o", table)
        table.write_text(table.read_text().replace("mixamorig:LeftArm", "mixamorig:LeftShoulder"))
        done = run("convert", file, "--with", layout, "--map", table, "--dry-run", "--json", "-o", self.path(".inc.c"))
        self.assertEqual(done.returncode, 0, done.text)
        self.assertIn("part_05 points up to", done.text)
        fits = {f["what"]: f["error"] for f in json.loads(done.stdout)["conversions"][0]["fits"]}
        self.assertGreater(max(v for k, v in fits.items() if "part_05, direction" in k), 30)

    # What is one bone off: bones of a convention -> the bone whose name it has, or another name.
    OFF = {"thighs at the hips": {"hipjoint": "thigh", "thigh": "shin", "shin": "foot", "foot": "=Tip{}", "toe": None},
           "thighs at the hips, without feet": {"hipjoint": "thigh", "thigh": "shin", "shin": "foot", "foot": None, "toe": None},
           "thighs at the hips alone": {"hipjoint": "thigh", "thigh": "=Helper{}"},
           "thighs at the knees": {"thigh": "=Helper{}", "shin": "thigh", "foot": "shin", "toe": "foot"},
           "thighs at the knees below hips": {"thigh": "=Hip{}", "shin": "thigh", "foot": "shin", "toe": "foot"},
           "thighs at the feet": {"thigh": "=Helper{}", "shin": "=Other{}", "foot": "thigh", "toe": "shin"},
           "shins at the feet": {"shin": "=Helper{}", "foot": "shin", "toe": "foot"},
           "arms at the shoulders, a wrist": {"clavicle": "arm", "arm": "forearm", "forearm": "hand", "hand": "=Wrist{}"},
           "arms at the shoulders": {"clavicle": "arm", "arm": "forearm", "forearm": "hand", "hand": "=Tip{}"},
           "arms at the shoulders, without hands": {"clavicle": "arm", "arm": "forearm", "forearm": "hand", "hand": None,
                                                    "thumb": None, "index": None, "palm": None},
           "arms at the shoulders alone": {"clavicle": "arm", "arm": "=Helper{}"},
           "arms at the elbows": {"clavicle": "=Helper{}", "arm": "clavicle", "forearm": "arm", "hand": "forearm", "palm": "hand"},
           "arms at the elbows, without collarbones": {"clavicle": None, "arm": "clavicle", "forearm": "arm", "hand": "forearm", "palm": "hand"},
           "forearms at the hands": {"forearm": "=Helper{}", "hand": "forearm", "palm": "hand"}}

    def test_a_shoulder_without_an_arm_drives_no_arm(self):
        layout, gone = self.layout(), ("arm", "forearm", "hand", "palm", "thumb", "index")
        for kind in ("mixamo", "unreal", "biped", "daz", "cmu"):
            with self.rule("limbs: arms end at the shoulders", kind):
                file, g, number = self.source(skeletons.renamed(kind, dict.fromkeys(gone)))
                self.no_wrong_pair(file, layout, g, number)
                done = run("convert", file, "--with", layout, "-o", self.path(".inc.c"))
                self.assertEqual(done.returncode, 1, done.text)
                self.assertIn("no bone is known for part_05", done.text)

    def test_names_that_are_one_bone_off_make_no_wrong_pair(self):
        layout = self.layout()
        for kind in ("mixamo", "unreal", "biped", "daz", "cmu"):
            for what, moved in self.OFF.items():
                names = skeletons.CONVENTIONS[kind].bones
                other = {bone: name[1:] if name and name[0] == "=" else names.get(name) for bone, name in moved.items()}
                with self.rule(f"limbs: {what}", kind):
                    made = skeletons.renamed(kind, other)
                    file, g, number = self.source(made)
                    self.no_wrong_pair(file, layout, g, number)
                    done = run("convert", file, "--with", layout, "-o", self.path(".inc.c"))
                    self.assertEqual(done.returncode, 1, done.text)
                    self.assertRegex(done.text, r"no bone is known for part_\d\d \(.* or .*\)")
