# SPDX-License-Identifier: MIT
"""Clips: which clip of a glTF file is written, where it begins, and how several become one."""
import json
import math

import gltf_sampler as gltf
import rigs
from road import Road
from support import answer, run

# Targets, and the options of a file that was not theirs.
TARGETS = ["csmodelanim", "psx-anm", "gc-anm", "sm64-c"]
TURNS = [rigs.about((0, 0, 1), 5 * n) for n in range(31)]


def times(first, frames=30, rate=30):
    return [(first + n) / rate for n in range(frames + 1)]


def arm_and_leg(clips, holder=False, names=True):
    """A body with an arm and a leg. A clip: (name, {node: rotations or places}, times)."""
    rig = rigs.Rig()
    for name, at in ("body", (0, 1, 0)), ("arm", (0.5, 0.5, 0)), ("leg", (0, -0.5, 0)):
        rig.node(translation=list(at), **({"name": name} if names else {}))
    rig.json["nodes"][0]["children"] = [1, 2]
    if holder:
        rig.node(name="Armature", translation=[0, 0.25, 0], children=[0])
    for name, moves, when in clips:
        rig.json["animations"].insert(0, {"channels": [], "samplers": []} | ({"name": name} if name else {}))
        for node, values in moves.items():
            rig.channel(node, "rotation" if len(values[0]) == 4 else "translation", when, values)
    rig.json["animations"].reverse()
    return rig.glb()


class Clips(Road):
    def file(self, content):
        path = self.path(".glb")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return path

    def made(self, source, kind, *options):
        out = self.path("." + {"csmodelanim": "csmodelanim", "psx-anm": "ANM", "gc-anm": "anm", "sm64-c": "inc.c"}[kind])
        done = run("convert", source, "--to", kind, *options, "-o", out)
        self.assertEqual(done.returncode, 0, done.text)
        return out, done.text

    def test_the_first_key_is_where_a_clip_begins(self):
        walk = lambda first: self.file(arm_and_leg([("walk", {1: TURNS}, times(first))]))
        plain, late, film, early = walk(0), walk(1), walk(1001), walk(-15)
        for kind in TARGETS:
            with self.rule(f"clips: the first key, {kind}"):
                wanted, said = self.made(plain, kind)
                self.assertNotIn("KEYS-BEGIN", said)
                for source, at in (late, "0.033"), (film, "33.367"), (early, "-0.5"):
                    out, said = self.made(source, kind)
                    self.assertIn(f"the keys of the clip 'walk' begin at {at} s: taken from there", said)
                    self.assertEqual(out.read_bytes(), wanted.read_bytes(), source)
                out, said = self.made(late, kind, "--start", "0")
                self.assertNotIn("KEYS-BEGIN", said)
                longer, clip = (answer("info", f, "--format", kind)["files"][0]["clips"][0] for f in (out, wanted))
                self.assertAlmostEqual(longer["frames"] - clip["frames"], clip["rate"] / 30)
                out, said = self.made(early, kind, "--start", "0")
                self.assertIn("those before --start 0 are left out", said)

    def test_one_rule_for_lengths(self):
        """24 frames per second, 37 frames: 46.25 of the target's."""
        source = self.file(arm_and_leg([("walk", {1: TURNS + TURNS[:7]}, times(0, 37, 24))]))
        for kind, poses in ("sm64-c", 47), ("psx-anm", 47), ("csmodelanim", 46):
            with self.rule(f"clips: rounded lengths, {kind}"):
                out, said = self.made(source, kind)
                self.assertIn("rounded to 46", said)
                self.assertEqual(answer("info", out, "--format", kind)["files"][0]["clips"][0]["frames"], poses)

    def test_clips_with_motion_come_first(self):
        still = [TURNS[0]]
        source = self.file(arm_and_leg([("RESET", {1: still}, [0]), ("walk", {1: TURNS}, times(0))]))
        alone = self.file(arm_and_leg([("walk", {1: TURNS}, times(0))]))
        with self.rule("clips: a pose before the motion"):
            out, said = self.made(source, "csmodelanim")
            self.assertIn("the clip 'walk' is written, 1 of the 2 clips ('RESET', the first, has no motion)", said)
            self.assertEqual(out.read_bytes(), self.made(alone, "csmodelanim")[0].read_bytes())
            _, said = self.made(source, "csmodelanim", "--clip", "RESET")
            self.assertIn("anmkit.NOTHING-MOVES", said)
            self.assertIn("no motion in the clip 'RESET'", said)

    def test_a_full_rotation_between_two_keys(self):
        wheel = self.file(arm_and_leg([("spin", {1: [[0, 0, 0, 1], [0, 0, 0, -1]]}, [0, 1])]))
        for kind in TARGETS:
            with self.rule(f"clips: 360 degrees between two keys, {kind}"):
                self.assertIn("no motion in the clip 'spin'", self.made(wheel, kind)[1])

    def test_clips_of_one_motion(self):
        arm, leg = ("armAction", {1: TURNS}, times(0)), ("legAction", {2: [rigs.about((1, 0, 0), 3 * n) for n in range(31)]}, times(0))
        source = self.file(arm_and_leg([arm, leg]))
        with self.rule("clips: laid together"):
            self.assertIn("--merge lays them together", self.made(source, "csmodelanim")[1])
            out, said = self.made(source, "csmodelanim", "--merge")
            seen = self.path(".glb")
            self.assertEqual(run("convert", out, "-o", seen).returncode, 0)
            g, made = gltf.Gltf(source), gltf.Gltf(seen)
            for clip, name in enumerate(("arm", "leg")):
                for t in (0.2, 0.5, 1.0):
                    wanted = g.parts(clip, t)[g.named(name)]["rotation"]
                    other = made.parts(0, t)[made.named(name)]["rotation"]
                    self.assertGreater(abs(sum(a * b for a, b in zip(wanted, other))), math.cos(1e-3))
        with self.rule("clips: laid together in vain"):
            both = self.file(arm_and_leg([arm, ("other", {1: TURNS[::-1]}, times(0))]))
            self.assertNotIn("--merge", self.made(both, "csmodelanim")[1])
            done = run("convert", both, "--merge", "-o", self.path(".csmodelanim"))
            self.assertEqual(done.returncode, 2, done.text)
            self.assertIn("'armAction' and 'other' both move 'arm'", done.text)
        with self.rule("clips: an option given twice"):
            done = run("convert", source, "--clip", "armAction", "--clip", "legAction", "-o", self.path(".csmodelanim"))
            self.assertEqual(done.returncode, 2, done.text)
            self.assertIn("--clip is given 2 times (armAction and legAction), expected once", done.text)
            self.assertEqual(run("convert", source, "--clip", "armAction", "--clip", "armAction", "-o", self.path(".csmodelanim")).returncode, 0)
        with self.rule("clips: nothing to lay together"):
            done = run("convert", source, "--merge", "--clip", "0", "-o", self.path(".csmodelanim"))
            self.assertEqual(done.returncode, 2, done.text)

    def test_names_where_there_are_none(self):
        source = self.file(arm_and_leg([("", {1: TURNS}, times(0)), ("", {1: TURNS[::-1]}, times(0))], names=False))
        folder = source.parent / "names"
        with self.rule("clips: without names"):
            done = run("convert", source, "--to", "sm64-c", "-o", f"{folder}/")
            self.assertEqual(done.returncode, 0, done.text)
            stem = source.stem
            self.assertEqual(sorted(p.name for p in folder.iterdir()), [f"{stem}.c", f"{stem}_2.c"])
            out, _ = self.made(source, "csmodelanim")
            self.assertIn("node 1", answer("info", out)["files"][0]["nodeNames"])

    def test_skeleton_holders(self):
        way = [[0.01 * n, 1, 0] for n in range(31)]
        source = self.file(arm_and_leg([("walk", {0: way, 1: TURNS}, times(0))], holder=True))
        with self.rule("clips: an armature is no part"):
            out, said = self.made(source, "sm64-c")
            self.assertNotIn("is lost", said)
            self.assertEqual(answer("info", out)["files"][0]["nodes"], 3)
            numbers = json.loads(run("sample", out, "--frame", "0", "--frame", "30", "--json").stdout)["samples"]
            first, last = (s["nodes"][0]["translation"] for s in numbers)
            self.assertAlmostEqual(math.dist(first, last), 0.3 / 0.01, delta=1)
