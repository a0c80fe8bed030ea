# SPDX-License-Identifier: MIT
"""Bodies: what a glTF shows, made into a model and a motion of a family, moves as it did in the glTF."""
import math
import re

import figures
import gltf_sampler as gltf
import road
from gltf_sampler import multiply, transform
from road import Road
from support import answer, convert, run

TIMES = [n / 30 + 2e-6 for n in range(0, 30, 3)]


class Bodies(Road):
    def file(self, data, name="figure.glb"):
        place = self.maker.place("body") / name
        place.write_bytes(data)
        return place

    def clean(self, *args):
        """Files without a finding but of information."""
        for told in answer("check", *args)["files"]:
            loud = [d for d in told["diagnostics"] if d["severity"] != "info"]
            self.assertEqual(loud, [], args)

    def ways(self, g, nodes=None):
        """Where every corner goes: a list of places a corner. `nodes`: those with the meshes; else all that have one."""
        nodes = [i for i, n in enumerate(g.nodes) if "mesh" in n] if nodes is None else nodes
        moments = []
        for t in TIMES:
            world = g.world(0, t)
            moments.append([p for i in nodes for part in g.vertices(i, 0, t, world) for p in part])
        return [list(way) for way in zip(*moments)]

    def same_ways(self, wanted, shown, bound, what):
        """Every corner has its like, which goes where it goes."""
        for way in wanted:
            near = min(max(map(math.dist, way, other)) for other in shown)
            self.assertLess(near, bound, what)

    # --- PlayStation ---------------------------------------------------------------------------------------------
    def psx(self, file):
        """The model and the motion of a file, looked at together, and what was said about the model."""
        model, motion, look = file.with_name("MODEL.TMD"), file.with_name("WALK.ANM"), file.with_name("look.glb")
        said = convert(file, "-o", model)
        convert(file, "-o", motion)
        self.clean(model)
        self.clean(motion, "--with", model)
        convert(motion, "--with", model, "-o", look)
        return gltf.Gltf(look), said

    # Half a unit of each place, half a step of each angle and scale over the length of a part.
    PSX = math.sqrt(3) / 2048 + 0.3 * (3 * math.pi / 4096 + 0.5 / 4096)

    def test_skins_onto_the_playstation(self):
        for seed in range(road.COUNT):
            for armature in (None, 0.01):
                data, mesh, one, several = figures.skinned(seed, armature=armature)
                file = self.file(data)
                with self.rule("psx: a skin by joints", f"seed {seed}, armature {armature}"):
                    look, said = self.psx(file)
                    g = gltf.Gltf(file)
                    ways = self.ways(g, [mesh])
                    self.same_ways([ways[v] for v in one], self.ways(look), self.PSX, "a corner of one joint")
                    self.assertEqual(answer("info", file.with_name("MODEL.TMD"))["files"][0]["nodes"], 5)
                    told = re.search(r"(\d+) faces follow several joints.* puts (\d+) vertices up to (\d+) units", said)
                    faces, corners, far = self.bend(g, mesh)
                    self.assertEqual([int(told[1]), int(told[2])], [faces, corners])
                    self.assertAlmostEqual(int(told[3]), far * 2048, delta=max(2, 0.05 * far * 2048))

    def bend(self, g, mesh):
        """Faces that several joints pull, their corners, and how far those go from where the skin has them."""
        skin = g.json["skins"][g.nodes[mesh]["skin"]]
        inverse = g.accessor(skin["inverseBindMatrices"])
        part = g.json["meshes"][0]["primitives"][0]
        points, owners, weights = (g.accessor(part["attributes"][k]) for k in ("POSITION", "JOINTS_0", "WEIGHTS_0"))
        order = g.accessor(part["indices"])
        faces, pulled = 0, set()
        for at in range(0, len(order), 3):
            sums = {}
            for v in order[at:at + 3]:
                for j, w in zip(owners[v], weights[v]):
                    sums[j] = sums.get(j, 0) + w
            most = max(sums, key=sums.get)
            if sums[most] > 0.999 * sum(sums.values()):
                continue
            faces += 1
            pulled |= {(v, most) for v in order[at:at + 3]}
        far = 0
        for t in (n / 30 for n in range(31)):
            world = g.world(0, t)
            skinned = g.vertices(mesh, 0, t, world)[0]
            for v, j in pulled:
                rigid = transform(multiply(world[skin["joints"][j]], inverse[j]), points[v])
                far = max(far, math.dist(rigid, skinned[v]))
        return faces, len(pulled), far

    def test_parts_onto_the_playstation(self):
        for seed in range(road.COUNT):
            data, held = figures.rigid(seed)
            file = self.file(data)
            with self.rule("psx: parts on moving nodes", f"seed {seed}"):
                look, _ = self.psx(file)
                self.same_ways(self.ways(gltf.Gltf(file), held), self.ways(look), self.PSX, "a corner of a part")

    # --- GameCube ------------------------------------------------------------------------------------------------
    def gc(self, file, *parts):
        """The files of a figure looked at together, and what was said about each."""
        place, said = file.parent / "gc", {}
        place.mkdir()
        for part in parts:
            said[part] = convert(file, "--to", f"gc-{part}", "-o", place / f"figure.{part}")
        beside = [v for part in parts[1:] for v in ("--with", place / f"figure.{part}")]
        self.clean(place / "figure.anm", *beside)
        for part in parts[1:]:
            self.clean(place / f"figure.{part}", *[v for other in parts[1:] if other != part
                                                   for v in ("--with", place / f"figure.{other}")])
        look = file.with_name("look.glb")
        convert(place / "figure.anm", "-o", look)  # finds the others by their names
        return gltf.Gltf(look), said

    def told(self, said, what):
        """The largest error that a report names."""
        return float(re.search(rf"{what}.*?([0-9.e-]+)", said)[1])

    def test_skins_onto_the_gamecube(self):
        for seed in range(road.COUNT):
            for armature in (None, 0.01):
                data, mesh, one, several = figures.skinned(seed, armature=armature)
                file = self.file(data)
                with self.rule("gc: a skin", f"seed {seed}, armature {armature}"):
                    look, said = self.gc(file, "anm", "act", "gpl", "skn", "tpl")
                    ways = self.ways(gltf.Gltf(file), [mesh])
                    self.same_ways(ways[:several[-1]], self.ways(look), 0.002, "a corner of the skin")

    def test_parts_onto_the_gamecube(self):
        for seed in range(road.COUNT):
            data, held = figures.rigid(seed)
            file = self.file(data)
            with self.rule("gc: parts on moving nodes", f"seed {seed}"):
                look, _ = self.gc(file, "anm", "act", "gpl", "tpl")
                self.same_ways(self.ways(gltf.Gltf(file), held), self.ways(look), 0.001, "a corner of a part")
