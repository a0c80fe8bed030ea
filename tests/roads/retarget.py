# SPDX-License-Identifier: MIT
"""Retargeting: a motion that was made on one skeleton is put on another one, or refused with the names that are missing."""
import json
import math
import pathlib
import random

import glb_edit
import gltf_sampler as gltf
import humans
import rigs
import road
from edited import unscaled
from road import Export, Road, linear, product
from support import run

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
LIMBS = [("arm", "forearm"), ("forearm", "hand"), ("thigh", "shin"), ("shin", "foot")]


def transposed(a):
    return [a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]]


def angle(a):
    """Degrees of a turn, as a matrix of nine numbers."""
    return math.degrees(math.acos(max(-1, min(1, (a[0] + a[4] + a[8] - 1) / 2))))


def between(a, b):
    length = lambda v: math.sqrt(sum(x * x for x in v))
    return math.degrees(math.acos(max(-1, min(1, sum(x * y for x, y in zip(a, b)) / (length(a) * length(b))))))


class OnMario(Road):
    """What must hold when a motion was put on Mario's layout. A motion is whatever has `world(clip, seconds)`, the
    matrices of its nodes, and numbers of these by what of a body they are."""
    TIMES = [n / 30 for n in range(0, 30, 3)]

    def layout(self):
        path = self.path(".geo.inc.c")
        path.parent.mkdir(exist_ok=True)
        path.write_text(humans.mario_layout())
        return path

    def on_mario(self, source, *options, layout=None):
        """The export of the animation on Mario's layout, and its nodes by what of a body they are."""
        layout, made, seen = layout or self.layout(), self.path(".inc.c"), self.path(".glb")
        done = run("convert", source, "--with", layout, *options, "-o", made)
        self.assertEqual(done.returncode, 0, done.text)
        self.assertEqual(run("check", made).returncode, 0)
        shown = run("convert", made, "--with", layout, "-o", seen)
        self.assertEqual(shown.returncode, 0, shown.text)
        export = Export(seen)
        nodes = {mark: i for i, mark in export.joints.values()}
        parts = {what: nodes[i] for i, (_, _, what) in enumerate(humans.MARIO) if what}
        return export.gltf, parts, done

    def same_deeds(self, g, number, other, parts, bound=0.1):
        """Between any two moments a part turns in the world as its bone does, however either lies at rest."""
        for what in parts.keys():
            for a, b in zip(self.TIMES, self.TIMES[1:]):
                wanted, made = (product(unscaled(linear(x.world(0, b)[i])),
                                        transposed(unscaled(linear(x.world(0, a)[i]))))
                                for x, i in ((g, number[what]), (other, parts[what])))
                self.assertLess(angle(product(made, transposed(wanted))), bound, f"{what} from {a:.2f} to {b:.2f} s")

    def stands_alike(self, g, number, other, parts, bound=20.5):
        """Limbs point where the source's point."""
        for t in self.TIMES:
            a, b = g.world(0, t), other.world(0, t)
            for upper, lower in LIMBS:
                for side in ".l", ".r":
                    way = [[w[i[lower + side]][12 + k] - w[i[upper + side]][12 + k] for k in range(3)]
                           for w, i in ((a, number), (b, parts))]
                    self.assertLess(between(*way), bound, f"{upper}{side} at {t:.2f} s")
            up = [b[parts["head"]][12 + k] - b[parts["hips"]][12 + k] for k in range(3)]
            self.assertLess(between(up, (0, 1, 0)), 12)

    def goes_alike(self, g, number, other, parts):
        """The hips' way is the source's, in the proportion of the legs."""
        first = self.TIMES[0]
        legs = [sum(math.dist(w[i[a]][12:15], w[i[b]][12:15]) for a, b in (("thigh.l", "shin.l"), ("shin.l", "foot.l")))
                for w, i in ((g.world(0, first), number), (other.world(0, first), parts))]
        for t in self.TIMES[1:]:
            way = [[x.world(0, t)[i["hips"]][12 + k] - x.world(0, first)[i["hips"]][12 + k] for k in range(3)]
                   for x, i in ((g, number), (other, parts))]
            for a, b in zip(*way):
                self.assertAlmostEqual(a * legs[1] / legs[0], b, delta=0.006)


class Retarget(OnMario):
    def source(self, kind, **how):
        content, number = humans.person(kind, **how)
        path = self.path(".glb")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return path, gltf.Gltf(path), number

    def test_every_kind_of_rig_onto_mario(self):
        for kind in humans.NAMES:
            for seed in range(2):
                with self.rule(f"retarget: {kind} > mario"):
                    source, g, number = self.source(kind, seed=seed)
                    other, parts, _ = self.on_mario(source)
                    self.same_deeds(g, number, other, parts)
                    self.stands_alike(g, number, other, parts)

    def test_his_own_export_without_extras_moves_as_before(self):
        """The same skeleton, whatever pose an editor made its rest pose: its bones turn as they did in the world."""
        layout, source, made = self.layout(), self.source("mixamo")[0], self.path(".inc.c")
        self.assertEqual(run("convert", source, "--with", layout, "-o", made).returncode, 0)
        seen = self.path(".glb")
        self.assertEqual(run("convert", made, "--with", layout, "--no-source", "-o", seen).returncode, 0)
        first = Export(seen)
        for rest in "as it was", "the first frame", "below an armature":
            with self.rule(f"retarget: mario without extras > mario, rest {rest}", seen):
                editor = glb_edit.Editor(seen)
                for name in ("animations", "nodes", "scenes"):
                    for one in editor.json[name]:
                        one.pop("extras", None)
                if rest == "the first frame":
                    for channel in first.gltf.animations[0]["channels"]:
                        sampler = first.gltf.animations[0]["samplers"][channel["sampler"]]
                        value = list(first.gltf.accessor(sampler["output"])[0])
                        editor.json["nodes"][channel["target"]["node"]][channel["target"]["path"]] = value
                if rest == "below an armature":
                    editor.wrap()
                stripped, back, again = editor.save(self.path(".glb")), self.path(".inc.c"), self.path(".glb")
                done = run("convert", stripped, "--with", layout, "-o", back)
                self.assertEqual(done.returncode, 0, done.text)
                self.assertEqual(run("convert", back, "--with", layout, "-o", again).returncode, 0)
                second = Export(again)
                for t in self.TIMES:
                    a, b = first.gltf.world(0, t), second.gltf.world(0, t)
                    for name, (joint, _) in first.joints.items():
                        one, two = a[joint], b[second.joints[name][0]]
                        turned = product(unscaled(linear(two)), transposed(unscaled(linear(one))))
                        self.assertLess(angle(turned), 0.1, f"{name} at {t:.2f} s")
                        self.assertLess(math.dist(one[12:15], two[12:15]), 0.01, f"{name} at {t:.2f} s")

    def test_a_scale_of_the_layout_counts_once(self):
        """BVH has the size in its offsets, the layout in a node above its parts (GEO_SCALE)."""
        layout, motion, back = self.path(".geo.inc.c"), self.path(".bvh"), self.path(".inc.c")
        layout.parent.mkdir(exist_ok=True)
        head, body = (EXAMPLES / "sm64/geo.inc.c").read_text().split("{", 1)
        body = body.replace("GEO_END(),", "GEO_CLOSE_NODE(), GEO_END(),")
        layout.write_text(head + "{ GEO_SCALE(0x00, 16384), GEO_OPEN_NODE()," + body)
        clip = EXAMPLES / "sm64/wave.inc.c"
        for words in ((clip, "--with", layout, "-o", motion), (motion, "--with", layout, "-o", back)):
            self.assertEqual(run("convert", *words).returncode, 0)
        poses = [json.loads(run("sample", file, "--with", layout, "--space", "world", "--frame", "3", "--json").stdout)["samples"]
                 for file in (clip, back)]
        for one, two in zip(poses[0][0]["nodes"], poses[1][0]["nodes"], strict=True):
            self.assertLess(max(abs(a - b) for a, b in zip(one["matrix"], two["matrix"])), 0.05, one["name"])

    def test_a_rest_pose_with_hanging_arms(self):
        source, g, number = self.source("mixamo", a_pose=True)
        other, parts, _ = self.on_mario(source)
        self.same_deeds(g, number, other, parts)
        self.stands_alike(g, number, other, parts)

    def test_root_motion_is_scaled_by_leg_length(self):
        # Mario's legs: 89 + 67 units of a quarter centimetre, below shoulders of 0.01 m a unit.
        for scale in (1.0, 2.5):
            source, g, number = self.source("mixamo", scale=scale)
            other, parts, _ = self.on_mario(source)
            self.goes_alike(g, number, other, parts)

    def test_feet_stay_on_the_floor(self):
        source, g, number = self.source("mixamo")
        other, parts, _ = self.on_mario(source, "--ground")
        lowest = lambda x, i, t: min(x.world(0, t)[i["foot" + s]][13] for s in (".l", ".r"))
        legs = [sum(math.dist(w[i[a]][12:15], w[i[b]][12:15]) for a, b in (("thigh.l", "shin.l"), ("shin.l", "foot.l")))
                for w, i in ((g.world(None), number), (other.world(0, 0), parts))]
        # At rest the source's feet are 0.1 m above the ground, and so are Mario's, in his size.
        floor = [0.1, None]
        for t in self.TIMES:
            above = legs[1] / legs[0] * (lowest(g, number, t) - floor[0])
            floor[1] = lowest(other, parts, t) - above if floor[1] is None else floor[1]
            self.assertAlmostEqual(lowest(other, parts, t) - floor[1], above, delta=0.006)

    def test_bones_that_drive_nothing_are_reported(self):
        source, g, number = self.source("mixamo", fingers=True)
        other, parts, done = self.on_mario(source)
        self.assertIn("mixamorig:LeftHandThumb1", done.text)
        self.assertIn("anmkit.BONES", done.text)
        self.same_deeds(g, number, other, parts)

    def test_no_report_without_a_loss(self):
        source, g, number = self.source("rigify", controls=True)
        other, parts, done = self.on_mario(source)
        self.assertNotIn("drive no bone", done.text)
        self.same_deeds(g, number, other, parts)

    def test_an_unknown_skeleton_needs_a_map(self):
        source, g, number = self.source("mixamo")
        blocks = {"title": "thing", "tree": [{"name": "Lid", "position": [0, 10, 0], "offsetFromPivot": [0, 0, 0],
                                              "size": [8, 8, 8], "rotation": [0, 0, 0], "texOffset": [0, 0],
                                              "children": []}]}
        model, made = self.path(".csjsmodel"), self.path(".csjsmodelanim")
        model.write_text(json.dumps(blocks))
        done = run("convert", source, "--with", model, "-o", made)
        self.assertEqual(done.returncode, 1, done.text)
        self.assertIn("anmkit.MAP", done.text)
        self.assertIn("Lid", done.text)
        self.assertFalse(made.exists())
        bones = self.path(".txt")
        self.assertEqual(run("map", source, model, "-o", bones).returncode, 0)
        self.assertIn("Lid =", bones.read_text())
        for text, status, said in (("Lid = mixamorig:Head\n", 0, ""), ('{"Lid": "mixamorig:Head"}', 0, ""),
                                   ("# a\nLid mixamorig:Head\n", 1, ".txt:2:1: error anmkit.MAP"), ("Lid = mixamorig:Haed", 1, "did you mean"),
                                   ("Lit = mixamorig:Head", 1, "did you mean"), ("", 1, "empty"),
                                   ("Lid = \nLid = \n", 1, "twice"), ('Lid = "mixamorig:Head', 1, "quotes"),
                                   ("# nothing\n", 1, "names no bone"), ('{"Lid": 3}', 1, "null")):
            bones.write_text(text)
            made.unlink(missing_ok=True)
            done = run("convert", source, "--with", model, "--map", bones, "-o", made)
            self.assertEqual(done.returncode, status, text + done.text)
            self.assertIn(said, done.text)
            self.assertEqual(made.exists(), status == 0)

    def test_a_dry_run_reports_the_plan_and_writes_nothing(self):
        source, _, _ = self.source("mixamo", fingers=True)
        made = self.path(".inc.c")
        done = run("convert", source, "--with", self.layout(), "--dry-run", "--json", "-o", made)
        self.assertEqual(done.returncode, 0, done.text)
        self.assertFalse(made.exists())
        plan = json.loads(done.stdout)["conversions"][0]
        bones = {b["target"]: b["source"] for b in plan["bones"]}
        self.assertEqual(bones["part_00"], "mixamorig:Hips")
        self.assertEqual(bones["part_13"], "mixamorig:LeftUpLeg")
        self.assertIsNone(bones["part_01"])
        self.assertEqual([c["frames"] for c in plan["files"][0]["clips"]], [31])
        self.assertTrue(all(f["error"] < 0.1 for f in plan["fits"] if f["unit"] == "degrees"), plan["fits"])
        text = run("convert", source, "--with", self.layout(), "--dry-run", "-o", made)
        self.assertIn("part_13  <- mixamorig:LeftUpLeg", text.stdout.decode())
        self.assertFalse(made.exists())

    def test_onto_blocks(self):
        robot = EXAMPLES / "craftstudio/robot.csmodel"
        source, g, number = self.source("mixamo", seed=3)
        made, seen = self.path(".csmodelanim"), self.path(".glb")
        done = run("convert", source, "--with", robot, "-o", made)
        self.assertEqual(done.returncode, 0, done.text)
        self.assertIn("Antenna", done.text)
        self.assertEqual(run("check", "--strict", made, "--with", robot).returncode, 0)
        self.assertEqual(run("convert", made, "--with", robot, "-o", seen).returncode, 0)
        export = Export(seen)
        parts = {what: export.joints[name][0] for what, name in (
            ("chest", "Body"), ("head", "Head"), ("arm.l", "Left Arm"), ("arm.r", "Right Arm"),
            ("thigh.l", "Left Leg"), ("thigh.r", "Right Leg"))}
        self.same_deeds(g, number, export.gltf, parts)
        # The robot's arms hang where the person's are stretched out: in its block a limb lies from the joint down.
        down = export.gltf.world(None)
        for what, i in parts.items():
            if what in ("chest", "head"):
                continue
            below = "shin" + what[-2:] if what.startswith("thigh") else "forearm" + what[-2:]
            for t in self.TIMES:
                a, b = g.world(0, t), export.gltf.world(0, t)
                wanted = [a[number[below]][12 + k] - a[number[what]][12 + k] for k in range(3)]
                turn = product(unscaled(linear(b[i])), transposed(unscaled(linear(down[i]))))
                self.assertLess(between(wanted, [-turn[3], -turn[4], -turn[5]]), 21, f"{what} at {t:.2f} s")

    def test_onto_an_actor_with_other_bone_directions(self):
        """GameCube: the actor is made of one person, the motion is another one's."""
        actor, made, seen = self.path(".act"), self.path(".anm"), self.path(".glb")
        body, _, _ = self.source("unreal", seed=5)
        self.assertEqual(run("convert", body, "--to", "gc-act", "-o", actor).returncode, 0)
        source, g, number = self.source("mixamo", seed=6, scale=2.0)
        done = run("convert", source, "--with", actor, "--to", "gc-anm", "-o", made)
        self.assertEqual(done.returncode, 0, done.text)
        self.assertEqual(run("convert", made, "--with", actor, "-o", seen).returncode, 0)
        export = Export(seen)
        nodes = {mark: i for i, mark in export.joints.values()}
        parts = {what: nodes[i] for i, what in enumerate(humans.BODY)}
        self.same_deeds(g, number, export.gltf, parts)
        self.stands_alike(g, number, export.gltf, parts, 0.1)
        for what, (above, place) in humans.BODY.items():
            if above:  # lengths are the target's
                world = export.gltf.world(0, 0.5)
                self.assertAlmostEqual(math.dist(world[parts[what]][12:15], world[parts[above]][12:15]),
                                       math.dist(place, humans.BODY[above][1]), delta=1e-3)

    def test_any_rig_and_any_map_end_in_the_contract(self):
        """Random bones drive random nodes: whatever comes of it is a file that is good, or a refusal."""
        rng = random.Random(road.SEED)
        targets = [(self.layout(), ".inc.c", "sm64-c", []), (EXAMPLES / "craftstudio/robot.csmodel", ".csmodelanim", "", []),
                   (EXAMPLES / "gc/stalk.act", ".anm", "gc-anm", ["--pose", EXAMPLES / "gc/stalk.anm"]),
                   (EXAMPLES / "psx/MODEL.TMD", ".ANM", "psx-anm", ["--pose", EXAMPLES / "psx/HOP.ANM"])]
        for name, file, content, _ in rigs.rigs(road.SEED):
            place = self.maker.place("rig")
            for path, data in content.items():
                (place / path).write_bytes(data)
            bones = [n.get("name") for n in gltf.Gltf(place / file).nodes]
            for target, extension, kind, pose in targets:
                with self.rule(f"retarget: {name} > {target.name}", place):
                    told = json.loads(run("map", place / file, target, "--json").stdout)["bones"]
                    chosen = {b["target"]: rng.choice(bones) for b in told if rng.random() < 0.8}
                    table, made = place / "bones.json", place / f"made{target.suffix}{extension}"
                    table.write_text(json.dumps({k: v for k, v in chosen.items() if v}))
                    for option in [], ["--map", table], ["--map", table, "--ground", *pose]:
                        to = ["--to", kind] if kind else []
                        done = run("convert", place / file, "--with", target, *option, *to, "-f", "-o", made)
                        self.assertIn(done.returncode, (0, 1))
                        if done.returncode:
                            self.assertIn("error", done.text)
                        else:
                            self.assertEqual(run("check", made, *(["--format", kind] if kind else [])).returncode, 0)

    def test_the_hips_stay_above_their_position(self):
        source, g, number = self.source("mixamo", scale=1.5)
        layout = self.layout()
        there, parts, _ = self.on_mario(source, layout=layout)
        here, same, _ = self.on_mario(source, "--in-place", layout=layout)
        self.assertEqual(parts, same)
        self.same_deeds(g, number, here, parts)
        for t in self.TIMES:
            a, b = (x.world(0, t)[parts["hips"]][12:15] for x in (there, here))
            self.assertAlmostEqual(a[1], b[1], delta=0.003)
            self.assertLess(max(abs(b[0]), abs(b[2])), 0.003)
        self.assertGreater(there.world(0, 0.9)[parts["hips"]][14], 0.3)

    def test_the_camera_does_not_change_the_result(self):
        """Turned by a quarter and by half, the source makes the same file."""
        layout, files = self.layout(), []
        for facing in (0, 90, 180, -90):
            source, made = self.source("rigify", seed=4, facing=facing)[0], self.path(".inc.c")
            done = run("convert", source, "--with", layout, "-o", made)
            self.assertEqual(done.returncode, 0, done.text)
            numbers = json.loads(run("sample", made, "--with", layout, "--fps", "30", "--space", "world",
                                     "--json").stdout)["samples"]
            files.append([v for s in numbers for n in s["nodes"] for v in n["matrix"]])
        for other in files[1:]:
            # Places are whole units, in a quarter of their size.
            self.assertLess(max(abs(a - b) for a, b in zip(files[0], other)), 0.6)

    def test_bones_on_one_line_are_not_rotated(self):
        """A chain straight up, but for what rounding leaves: it bends the way that its source bends."""
        blocks = [{"name": n, "position": [0, 8, 0], "offsetFromPivot": [0, 4, 0], "size": [4, 8, 4], "rotation": [0, 0, 0],
                   "texOffset": [0, 0], "children": []} for n in ("low", "mid", "top")]
        blocks[0]["children"], blocks[1]["children"] = [blocks[1]], [blocks[2]]
        model, made = self.path(".csjsmodel"), self.path(".csjsmodelanim")
        model.parent.mkdir(exist_ok=True)
        model.write_text(json.dumps({"title": "stalk", "tree": blocks[:1]}))
        rig = rigs.Rig()
        for i in range(3):
            rig.node(name=("low", "mid", "top")[i], translation=[1e-9 * i, 0.5, -2e-9 * i], rotation=[0, 0.6, 0, 0.8],
                     **({"children": [i + 1]} if i < 2 else {}))
        rig.channel(1, "rotation", [0, 1], [[0, 0.6, 0, 0.8], rigs.hamilton(rigs.about((1, 0, 0), 40), [0, 0.6, 0, 0.8])])
        source, seen = self.path(".glb"), self.path(".glb")
        source.write_bytes(rig.glb())
        for args in ([source, "--with", model, "-o", made], [made, "--with", model, "-o", seen]):
            done = run("convert", *args)
            self.assertEqual(done.returncode, 0, done.text)
        export, g = Export(seen), gltf.Gltf(source)
        parts = {i: export.joints[n][0] for i, n in enumerate(("low", "mid", "top"))}
        self.same_deeds(g, [0, 1, 2], export.gltf, parts)

    def test_a_pose_of_another_skeleton_is_rejected(self):
        source, _, _ = self.source("mixamo")
        done = run("convert", source, "--with", EXAMPLES / "craftstudio/robot.csmodel", "--pose",
                   EXAMPLES / "psx/HOP.ANM", "-o", self.path(".csmodelanim"))
        self.assertEqual(done.returncode, 2, done.text)
        self.assertIn("moves none of the nodes", done.text)

    def test_a_clip_without_end_is_refused(self):
        rig = rigs.Rig()
        hips = rig.node(name="Hips", translation=[0, 1, 0])
        rig.channel(hips, "rotation", [0, 1e9], [[0, 0, 0, 1], [1, 0, 0, 0]])
        source, table, made = self.path(".glb"), self.path(".txt"), self.path(".csmodelanim")
        source.parent.mkdir(exist_ok=True)
        source.write_bytes(rig.glb())
        table.write_text("Body = Hips\n")
        for limit, said in ([], "the limit samples is"), (["--limit", "samples=1000000000000"], "too many to be put on"):
            done = run("convert", source, "--with", EXAMPLES / "craftstudio/robot.csmodel", "--map", table, *limit,
                       "-o", made, timeout=10)
            self.assertEqual(done.returncode, 1, done.text)
            self.assertIn(said, done.text)
            self.assertFalse(made.exists())

    def test_options_without_another_skeleton_are_errors(self):
        source, _, _ = self.source("mixamo")
        bones = self.path(".txt")
        bones.write_text("a = b\n")
        for option in (["--ground"], ["--in-place"], ["--map", bones]):
            done = run("convert", source, *option, "-o", self.path(".inc.c"))
            self.assertEqual(done.returncode, 2, done.text)
        self.assertEqual(run("convert", source, "--json", "-o", self.path(".inc.c")).returncode, 2)
        self.assertEqual(run("map", source).returncode, 2)
        self.assertEqual(run("convert", source, "--with", self.layout(), "--map", "/no/such", "-o",
                             self.path(".inc.c")).returncode, 3)
