# SPDX-License-Identifier: MIT
"""Foreign: a skeleton that another program made becomes each family, or is refused with the reason."""
import math

import gltf_sampler as gltf
import rigs
import road
from crossed import ROUNDING, TARGETS
from edited import unscaled
from road import Export, Road, distance, linear, product
from support import run


def transposed(a):
    return [a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]]


def rigid(g, world, i, above):
    """A node's turn and place seen from another one, in metres: neither has a size."""
    turn = unscaled(linear(world[i]))
    if above is None:
        return turn, world[i][12:15]
    base = transposed(unscaled(linear(world[above])))
    d = [a - b for a, b in zip(world[i][12:15], world[above][12:15])]
    return product(base, turn), [sum(base[3 * k + r] * d[k] for k in range(3)) for r in range(3)]


class Rigs(Road):
    """What a file that others made shows, against what was written."""
    # A key stored in 32 bits may lie a little behind its frame.
    TIMES = [n / 30 + 2e-6 for n in range(0, 30, 2)]

    def made(self, place, file, target, *options):
        """The export of the file that was made, or None where it was refused in words."""
        native, second = self.path(TARGETS[target]), self.path(".glb")
        done = run("convert", place / file, "--to", target, "-o", native, *options)
        self.native, self.said = native, done.text
        if done.returncode:
            self.assertIn("error", done.text.lower() + "error" * (done.returncode == 2), "a refusal without a reason")
            self.assertFalse(native.exists())
            self.fail(f"refused: {done.text.strip()[:300]}")
        companions = []
        if target == "gc-anm":
            companions = ["--with", self.path(".act")]
            done = run("convert", place / file, "--to", "gc-act", "-o", companions[1])
            self.assertEqual(done.returncode, 0, done.text)
        done = run("convert", native, "--format", target, *companions, "-o", second)
        self.assertEqual(done.returncode, 0, done.text)
        return Export(second)

    def near(self, path, paths, bound):
        return min(max(math.dist(a, b) for a, b in zip(path, other)) for other in paths) < bound

    def same_places(self, g, joints, export, target):
        """Every joint's way through the world is that of a node of the result."""
        bound = 3 * next(v for k, v in ROUNDING.items() if target.startswith(k)) + 1e-4
        worlds, others = ([x.world(0, t) for t in self.TIMES] for x in (g, export.gltf))
        ways = [[w[i][12:15] for w in others] for i, _ in export.joints.values()]
        for i in joints:
            self.assertTrue(self.near([w[i][12:15] for w in worlds], ways, bound),
                            f"no node goes where {g.nodes[i].get('name', i)} goes")
        # And turns as it turns: seen from where it was at first.
        for i in joints:
            way = [product(unscaled(linear(w[i])), transposed(unscaled(linear(worlds[0][i])))) for w in worlds]
            turns = [[product(unscaled(linear(w[k])), transposed(unscaled(linear(others[0][k])))) for w in others]
                     for k, _ in export.joints.values()]
            self.assertTrue(self.near(way, turns, 0.02), f"no node turns as {g.nodes[i].get('name', i)} turns")

    def same_differences(self, g, joints, export):
        """CraftStudio: what a joint does, seen from its rest pose."""
        rest, worlds = g.world(None), [g.world(0, t) for t in self.TIMES]
        others = [export.gltf.world(0, t) for t in self.TIMES]
        ways = [[linear(w[i]) + w[i][12:15] for w in others] for i, _ in export.joints.values()]
        for i in joints:
            fits = False
            for above in {g.parent.get(i), None} if i == joints[0] else {g.parent[i]}:
                calm, place = rigid(g, rest, i, above)
                way = []
                for w in worlds:
                    turn, now = rigid(g, w, i, above)
                    way.append(product(transposed(calm), turn) + [a - b for a, b in zip(now, place)])
                still = max(distance(p, [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]) for p in way) < 1e-4
                fits = fits or still or self.near(way, ways, 5e-3)
            self.assertTrue(fits, f"no node moves as {g.nodes[i].get('name', i)} moves")

    def same_parts(self, g, joints, export, name):
        """Super Mario 64: the parts are the joints depth first; each has its turn, the first its place."""
        self.assertEqual(len(export.joints), len(joints), "the number of parts")
        parts = [i for i, _ in export.joints.values()]
        with self.rule(f"foreign, the root's place: {name} > sm64"):
            for t in self.TIMES:
                a, b = g.world(0, t), export.gltf.world(0, t)
                self.assertLess(distance(a[joints[0]][12:15], b[parts[0]][12:15]), 0.006, f"at {t:.3f} s")
        for t in self.TIMES:
            a, b = g.world(0, t), export.gltf.world(0, t)
            for k, i in enumerate(joints):
                turn, _ = rigid(g, a, i, g.parent[i] if k else None)
                self.assertLess(distance(turn, linear(b[parts[k]])), 2e-3, f"part {k} at {t:.3f} s")

    def same(self, g, joints, export, target, name):
        if target in ("psx-anm", "gc-anm"):
            self.same_places(g, joints, export, target)
        elif target.startswith("cs"):
            self.same_differences(g, joints, export)
        else:
            self.same_parts(g, joints, export, name)


class Foreign(Rigs):
    def test_every_rig(self):
        for n in range(max(1, road.COUNT // 4)):
            for name, file, content, joints in rigs.rigs(n):
                place = self.maker.place("rig")
                for path, data in content.items():
                    (place / path).write_bytes(data)
                g = gltf.Gltf(place / ("judge.glb" if "judge.glb" in content else file))
                for target in TARGETS:
                    with self.rule(f"foreign: {name} > {target}", place):
                        export = self.made(place, file, target)
                        self.same(g, joints, export, target, name)
