# SPDX-License-Identifier: MIT
"""Crossed: a clip of one family, taken through glTF into another one, stays the same shape: upright, in its
place, in metres."""
import random

import random_files as files
from edited import Skeleton
import road
from road import Export, Road, determinant, distance, inverse, linear, product
from support import convert, run

TARGETS = {"psx-anm": ".ANM", "gc-anm": ".anm", "csmodelanim": ".csmodelanim", "csjsmodelanim": ".csjsmodelanim",
           "sm64-c": ".inc.c", "sm64-anim": ".insertable", "sm64-dma": ".bin"}
# Half a unit of the coarser number, in metres.
ROUNDING = {"psx-anm": 0.5 / 2048, "sm64": 0.005, "gc-anm": 0.004, "cs": 0.0004}


def sources(maker, rng):
    """(family, inputs): one clip of each family, without sizes that cannot cross."""
    def put(place, name, data):
        return maker.write(place, name, data)

    place = maker.place("psx")
    yield "psx", [put(place, "CLIP.ANM", files.random_psx(rng, 3, hide=0, flags=(5,)))]
    place = maker.place("psx")
    yield "psx, scaled", [put(place, "CLIP.ANM", files.random_psx(rng, 3, hide=0, flags=(7, 7, 5)))]
    place = maker.place("sm64")
    layout = put(place, "geo.inc.c", files.sm64_layout(rng, 4))
    yield "sm64", [put(place, "clip.inc.c", files.random_sm64(rng, 4, 1, (0,))), "--with", layout]
    place, names = maker.place("cs"), ["body", "arm", "leg", "head"]
    duration, nodes, _ = files.random_cs(rng, names)
    nodes = [(name, moves, turns, [], [], []) for name, moves, turns, *_ in nodes]
    clip = put(place, "clip.csmodelanim", files.cs_clip(duration, nodes))
    model = put(place, "body.csmodel", files.cs_model(files.random_cs_model(rng, names, scales=(1,))))
    yield "craftstudio", [clip, "--with", model]
    model = put(place, "mirrored.csmodel", files.cs_model(files.random_cs_model(rng, names)))
    yield "craftstudio, scaled blocks", [clip, "--with", model]
    place = maker.place("gc")
    actor = put(place, "body.act", files.random_gc_actor(rng, 4, 1, 0))
    parts = (files.MOVE, files.QUAT, files.QUAT | files.MOVE)
    yield "gc", [put(place, "clip.anm", files.random_gc(rng, 4, 1, 1, parts=parts, reach=1)), "--with", actor]


class Crossed(Road):
    def there(self, source, target):
        """The export of what became of an export in another family."""
        first, file, second = self.path(".glb"), self.path(TARGETS[target]), self.path(".glb")
        convert(*source, "-o", first)
        text = convert(first, "--to", target, "-o", file)
        companions = []
        if target == "gc-anm":
            companions = ["--with", self.path(".act")]
            convert(first, "--to", "gc-act", "-o", companions[1])
        convert(file, "--format", target, *companions, "-o", second)
        return Export(first), Export(second), text

    def times(self, one, two):
        """Native frames of both: what lies between is each format's own."""
        seconds = one.gltf.animations[0]["extras"]["anmkit"]["duration"] / one.rates[0]
        return [n / 30 for n in range(int(seconds * 30 + 1e-6))]

    def order(self, export):
        """The joints depth first."""
        g, of = export.gltf, {i: name for name, (i, _) in export.joints.items()}
        found, stack = [], [i for i in reversed(range(len(g.nodes))) if i not in g.parent]
        while stack:
            i = stack.pop()
            found += [of[i]] if i in of else []
            stack += reversed(g.nodes[i].get("children", []))
        return found

    def pairs(self, one, two, target):
        deep = target.startswith(("sm64", "gc"))  # numbered depth first
        names = self.order(one) if deep else list(one.joints)
        others = self.order(two) if deep else list(two.joints)
        if set(names) == set(others):
            return [(n, n) for n in names]
        if target.startswith("cs"):
            return [(n, n) for n in names if n in others]  # what never moves needs no node
        self.assertEqual(len(names), len(others), "the number of joints")
        return list(zip(names, others))

    def same_world(self, one, two, target, places, turns=True):
        bound = next(v for k, v in ROUNDING.items() if target.startswith(k))
        pairs, base = self.pairs(one, two, target), {}
        for t in self.times(one, two):
            a, b = one.gltf.world(0, t), two.gltf.world(0, t)
            for name, other in pairs:
                m, w = a[one.joints[name][0]], b[two.joints[other][0]]
                if places(name):
                    self.assertLess(distance(m[12:15], w[12:15]), bound * 1.1 + 1e-4 * max(map(abs, m[12:15])),
                                    f"{name} stands elsewhere at {t:.3f} s")
                if not turns or abs(determinant(linear(m))) < 1e-6 or abs(determinant(linear(w))) < 1e-6:
                    continue
                base.setdefault(name, (inverse(linear(m)), inverse(linear(w))))
                moved, other = product(linear(m), base[name][0]), product(linear(w), base[name][1])
                size = max(1, *map(abs, moved))
                self.assertLess(distance(moved, other), 0.02 * size, f"{name} is turned at {t:.3f} s")

    def same_steps(self, one, two, target, rest):
        """Joint by joint: a format that stores differences from a rest pose, or turns alone."""
        first, second = Skeleton(one), Skeleton(two)
        calm = first.local(None, 0, True)
        pairs = self.pairs(one, two, target)
        for t in self.times(one, two):
            a, b = first.local(0, t, True), second.local(0, t, True)
            for name, other in pairs:
                turn, place, _ = a[name]
                if rest:
                    turn = product(inverse(calm[name][0]), turn)
                    place = [p - q for p, q in zip(place, calm[name][1])]
                    self.assertLess(distance(place, b[other][1]), 1e-3, f"{name} moves otherwise at {t:.3f} s")
                self.assertLess(distance(turn, b[other][0]), 2e-3, f"{name} turns otherwise at {t:.3f} s")

    def test_every_pair(self):
        for n in range(road.COUNT):
            for family, source in sources(self.maker, random.Random(f"crossed {n}")):
                for target in TARGETS:
                    if target.startswith(family) or family.startswith("craftstudio") and target.startswith("cs"):
                        continue
                    with self.rule(f"crossed: {family} > {target}", source[0]):
                        one, two, _ = self.there(source, target)
                        if family.startswith("psx"):  # no joint hangs on another one: the world is all there is
                            flat = target.startswith("sm64")
                            turns = family == "psx" or target == "gc-anm"
                            self.same_world(one, two, target, lambda n: not flat or n == "obj000", turns)
                        elif target in ("psx-anm", "gc-anm"):
                            self.same_world(one, two, target, lambda n: True)
                        else:
                            self.same_steps(one, two, target, target.startswith("cs"))

