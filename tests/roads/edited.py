# SPDX-License-Identifier: MIT
"""Edited: what an editor of the .glb changed arrives, nothing else changes, and the printed error is true."""
import math
import random
import re

import glb_edit
import random_files as files
import gltf_sampler as gltf
from road import Export, Road, determinant, distance, inverse, linear, product
from support import convert, run

REPORT = re.compile(r"^ +(.+?): largest error (\S+) (\w+)", re.MULTILINE)
# How a family's report calls a rotation and a translation; the rest of the line names the node.
TURNS, MOVES = ("rotation", "orientation"), ("translation", "position", "pivot offset", "pivot")
SIZES = ("scale", "stretch")


def turned(q, axis, degrees):
    """The rotation first turned about an axis of its own."""
    half = math.radians(degrees) / 2
    x, y, z, w = q
    a, b, c, d = (*(v * math.sin(half) for v in axis), math.cos(half))
    return (w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d,
            w * d - x * a - y * b - z * c)


def angle(a, b):
    """Degrees between the rotations of two matrices of 9; exact for small ones, too."""
    m = product(a, inverse(b))
    s = math.sqrt((m[5] - m[7])**2 + (m[6] - m[2])**2 + (m[1] - m[3])**2) / 2
    return math.degrees(math.atan2(s, (m[0] + m[4] + m[8] - 1) / 2))


def unscaled(a):
    """A matrix of 9 without the lengths of its axes, which may mirror."""
    out = []
    for i in (0, 3, 6):
        length = math.sqrt(sum(v * v for v in a[i:i + 3])) or 1.0
        out += [v / length for v in a[i:i + 3]]
    return out


class Skeleton:
    """The joints of an export, each seen from the joint above it."""

    def __init__(self, export):
        self.export, g = export, export.gltf
        of = {i: name for name, (i, _) in export.joints.items()}
        self.above, self.chain = {}, {}
        for name, (i, number) in export.joints.items():
            up = g.parent.get(i)
            while up is not None and up not in of:
                up = g.parent.get(up)
            self.above[name] = of.get(up)
            self.chain[name] = {g.nodes[k]["extras"]["anmkit"]["part"]: k for k in range(len(g.nodes))
                                if g.nodes[k].get("extras", {}).get("anmkit", {}).get("node") == number}

    def local(self, clip, t, hidden=False):
        """For each joint a matrix of 9, a place and the size of what it carries; None where it, or the joint above, has no size."""
        world, out = self.export.gltf.world(clip, t), {}
        for name, (i, _) in self.export.joints.items():
            m, up = world[i], self.above[name]
            if not hidden and abs(determinant(linear(world[self.export.box(name)]))) < 1e-12:
                out[name] = None
                continue
            box = linear(world[self.export.box(name)])
            if up is None:
                out[name] = linear(m), m[12:15], lengths(box)
                continue
            base = world[self.export.joints[up][0]]
            if abs(determinant(linear(base))) < 1e-9:
                out[name] = None
                continue
            back = inverse(linear(base))
            d = [a - b for a, b in zip(m[12:15], base[12:15])]
            out[name] = (product(back, linear(m)), [sum(back[3 * k + r] * d[k] for k in range(3)) for r in range(3)],
                         lengths(product(back, box)))
        return out


def lengths(a):
    return [math.sqrt(sum(v * v for v in a[i:i + 3])) for i in (0, 3, 6)]


class Edited(Road):
    def edit(self, editor, skeleton, rng, metres):
        """Turns one joint at one key, moves another and lets a third one grow; their names, or None where
        nothing of the kind is animated."""
        moved = turn = grown = None
        joints = list(skeleton.chain)
        rng.shuffle(joints)
        for name in joints:
            chain = skeleton.chain[name]
            node = chain.get("pivot", chain["node"])
            sampler = editor.keys(0, node, "rotation")
            if turn is None and sampler and self.smooth(editor, sampler):
                editor.change(sampler, lambda v: self.at(v, rng, lambda q: turned(q, (0.6, 0, 0.8), 20)))
                turn = name
                continue
            sampler = editor.keys(0, chain.get("pivot", chain["node"]), "translation")
            if moved is None and sampler and self.smooth(editor, sampler):
                editor.change(sampler, lambda v: self.at(v, rng, lambda p: (
                    p[0] + 3.3 * metres, p[1] - 2.1 * metres, p[2] + 0.7 * metres)))
                moved = name
                continue
            sampler = editor.keys(0, chain.get("scale", chain["node"]), "scale")
            if grown is None and sampler and self.smooth(editor, sampler):
                editor.change(sampler, lambda v: self.at(v, rng, lambda p: (p[0] * 1.21, p[1] * 0.87, p[2])))
                grown = name
        return turn, moved, grown

    def smooth(self, editor, sampler):
        return (sampler.get("interpolation", "LINEAR") == "LINEAR"
                and len(editor.gltf.accessor(sampler["input"])) >= 3)

    def at(self, values, rng, change):
        k = rng.randrange(1, len(values) - 1)
        values[k] = change(values[k])
        return values

    def compare(self, case, wanted, made, original, changed, text):
        """The edited export against what the written file plays, joint by joint."""
        said = {}
        for what, value, unit in REPORT.findall(text):
            said[what] = float(value)
        frames = range(round(wanted.gltf.animations[0]["extras"]["anmkit"]["duration"])
                       + (case.format.startswith(("gc", "cs"))))
        skeletons = [Skeleton(e) for e in (wanted, made, original)]
        turn_errors, place_errors, size_errors, others = {}, {}, {}, 0.0
        for f in frames:
            want, have, before = (s.local(0, f / case.rate) for s in skeletons)
            for name in want:
                if name not in have or None in (want[name], have[name], before[name]):
                    continue
                if min(abs(determinant(p[name][0])) for p in (want, have, before)) < 1e-9:
                    continue
                place = distance(want[name][1], have[name][1]) / case.metres
                if name in changed:
                    grown = size_errors.setdefault(name, [0.0, 0.0])
                    grown[0] = max(grown[0], distance(want[name][2], have[name][2]))
                    grown[1] = max(grown[1], math.dist(want[name][2], have[name][2]))
                    error = angle(unscaled(want[name][0]), unscaled(have[name][0]))
                    far = math.dist(want[name][1], have[name][1]) / case.metres
                    turns, places = turn_errors.setdefault(name, [0.0]), place_errors.setdefault(name, [0.0, 0.0])
                    turns[0], places[0], places[1] = (max(turns[0], error), max(places[0], place),
                                                      max(places[1], far))
                else:
                    size = max(1, *map(abs, before[name][0]), *(abs(v) / case.metres for v in before[name][1]))
                    others = max(others, place / size, distance(before[name][0], have[name][0]) / size)
        return said, turn_errors, place_errors, size_errors, others

    def line(self, case, said, name, words):
        """What the report says of one node: the number, or None."""
        parts = Skeleton_order.get(name)
        for what, value in said.items():
            hit = (re.search(rf"(^|[ '\"]){re.escape(name)}['\"]?,", what) or f"part {parts} " in what
                   or f"part {parts}," in what or parts == 0 and "root translation" in what)
            if hit and any(what.endswith(w) for w in words):
                return value
        return None

    def test_one_turned_one_moved(self):
        for case in self.subjects():
            rng = random.Random(str(case.inputs[0].name) + case.name)
            path, edited, second = self.path(".glb"), self.path(".glb"), self.path(".glb")
            convert(*case.arguments(), "-o", path)
            original = Export(path)
            editor = glb_edit.Editor(path)
            changed = set(filter(None, self.edit(editor, Skeleton(original), rng, case.metres)))
            if not changed:
                continue
            wanted = Export(editor.save(edited))
            with self.rule(f"edited: {case.name}", edited):
                file = self.path("-" + case.inputs[0].name)
                choice = ["--clip", 0] if len(case.inputs) > 1 else []
                text = convert(edited, "--to", case.format, *choice, "-o", file)
                with_them = [w for c in case.companions for w in ("--with", c)]
                convert(file, *with_them, "-o", second)
                made = Export(second)
                Skeleton_order.clear()
                Skeleton_order.update({n: number for n, (_, number) in original.joints.items()})
                said, turns, places, sizes, others = self.compare(case, wanted, made, original, changed, text)
                with self.rule(f"edited, nothing else changes: {case.name}", edited):
                    self.assertLess(others, 2e-5)
                    for clip in range(1, len(made.gltf.clips)):
                        self.same_clip(case, original, made, clip)
                for name in sorted(changed):
                    for kind, measured, words in (("turn", turns.get(name, [0]), TURNS),
                                                  ("place", places.get(name, [0]), MOVES),
                                                  ("size", sizes.get(name, [0]), SIZES)):
                        printed = self.line(case, said, name, words) or 0.0
                        with self.rule(f"edited, the printed error is true ({kind}): {case.name}", edited):
                            # A place may be given by its distance or by the worst of its three numbers.
                            self.assertLess(min(abs(printed - m) - 0.05 * m for m in measured), 2e-4,
                                            f"{name}: printed {printed}, measured {measured}\n{text}")
                        with self.rule(f"edited, what was edited arrives ({kind}): {case.name}", edited):
                            self.assertLess(min(measured), 1.0, f"{name}: {text}")

    def same_clip(self, case, original, made, clip):
        for f in range(round(original.gltf.animations[clip]["extras"]["anmkit"]["duration"])):
            one = original.gltf.world(clip, f / case.rate)
            two = made.gltf.world(clip, f / case.rate)
            for name, (i, _) in original.joints.items():
                size = max(1, *map(abs, one[i]))
                self.assertLess(distance(one[i], two[made.joints[name][0]]), 2e-5 * size,
                                f"clip {clip}, {name} at frame {f}")


Skeleton_order = {}


def c_channels(text, frames):
    """The samples of a C file with one animation: a list of frames for each channel."""
    arrays = dict(re.findall(r"(\w+)\s*\[\]\s*=\s*\{([^}]*)\}", text))
    header = re.search(r"struct Animation \w+ = \{([^}]*)\}", text).group(1).replace("\n", " ").split(",")
    values, index = ([int(v, 0) for v in arrays[header[k].strip()].replace("\n", " ").split(",") if v.strip()]
                     for k in (6, 7))
    return [[values[o + min(f, c - 1)] for f in range(frames)] for c, o in zip(index[::2], index[1::2])]


class Losses(Road):
    """What a format cannot hold is kept elsewhere, or named."""

    def walk(self, flags, parts=3):
        rng, place = random.Random(flags), self.maker.place("walk")
        channels = files.sm64_channels(rng, parts, 9, 1.0)
        clip = self.maker.write(place, "walk.inc.c", files.sm64_c("walk", channels, 9, flags))
        layout = self.maker.write(place, "geo.inc.c", files.sm64_layout(rng, parts))
        return clip, layout, [c * (9 // len(c)) for c in channels]

    def test_root_motion_that_is_not_drawn(self):
        for flags in (0x08, 0x10, 0x40):
            clip, layout, channels = self.walk(flags)
            with self.rule(f"root motion without the original: flag {flags:#x}", clip):
                path, back = self.path(".glb"), self.path(".inc.c")
                convert(clip, "--with", layout, "--no-source", "-o", path)
                convert(path, "--to", "sm64-c", "-o", back)
                made = c_channels(back.read_text(), 9)
                self.assertEqual(made[:3], channels[:3])

    def test_an_edit_that_cannot_be_kept_is_named(self):
        for what, flags, node, path in (("a part below the first moves", 0, "part_02", "translation"),
                                        ("a part grows", 0, "part_01", "scale"),
                                        ("an axis that flag 0x8 does not draw", 0x08, "part_00", "translation")):
            clip, layout, _ = self.walk(flags)
            with self.rule(f"a loss is named: sm64, {what}", clip):
                first, edited, back = self.path(".glb"), self.path(".glb"), self.path(".inc.c")
                convert(clip, "--with", layout, "-o", first)
                editor = glb_edit.Editor(first)
                i = editor.gltf.named(node)
                start = editor.gltf.parts(0, 0)[i][path]
                editor.add(0, i, path, [0, 0.1, 0.2], [start, [start[0] + 0.7, start[1], start[2]], start])
                editor.save(edited)
                done = run("convert", edited, "--to", "sm64-c", "-o", back)
                lost = [row for row in done.text.splitlines() if "lost" in row or "error" in row]
                if done.returncode == 0 and not lost:  # then it must be there
                    second = self.path(".glb")
                    convert(back, "--with", layout, "-o", second)
                    made = Export(second)
                    want = gltf.Gltf(edited).world(0, 0.1)[i]
                    self.assertLess(distance(want, made.gltf.world(0, 0.1)[made.joints[node][0]]), 0.02, done.text)
