# SPDX-License-Identifier: MIT
"""Bodies: what a glTF shows, made into a model and a motion of a family, moves as it did in the glTF."""
import math
import pathlib
import random
import re
import struct

import figures
import gltf_sampler as gltf
import rigs
import road
from glb_edit import Editor
from gltf_sampler import multiply, transform
from road import Road
from support import answer, convert, run

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
TIMES = [n / 30 + 2e-6 for n in range(0, 30, 3)]


class Figures(Road):
    """Files of a figure, looked at together, beside the glTF that they were made of."""

    def file(self, data, name="figure.glb"):
        place = self.maker.place("body") / name
        place.write_bytes(data)
        return place

    def clean(self, *args):
        """Files without a finding but of information."""
        for told in answer("check", *args)["files"]:
            loud = [d for d in told["diagnostics"] if d["severity"] != "info"]
            self.assertEqual(loud, [], args)

    def ways(self, g, nodes=None, begin=0):
        """Where every corner goes from `begin`, in seconds: a list of places a corner. `nodes`: those with the meshes;
        else all that have one."""
        nodes = [i for i, n in enumerate(g.nodes) if "mesh" in n] if nodes is None else nodes
        moments = []
        for t in (begin + t for t in TIMES):
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

    # Half a step of each turn (1/16384) down a chain of bones, and a place; metres.
    ANM = 4 * 1.5 / 16384 + 1e-4

    def told(self, said, what):
        """The largest error that a report names."""
        return float(re.search(rf"{what}: largest error ([0-9.e-]+)", said)[1])

    def faces(self, g):
        """Of each triangle at rest the middle, the colour and the texel under it, sorted."""
        found, world = [], g.world(None)
        for i, node in enumerate(g.nodes):
            if "mesh" not in node:
                continue
            placed = g.vertices(i, None, 0, world)
            for part, points in zip(g.json["meshes"][node["mesh"]]["primitives"], placed):
                order = g.accessor(part["indices"])
                material = g.json["materials"][part["material"]]["pbrMetallicRoughness"]
                uvs = g.accessor(part["attributes"]["TEXCOORD_0"]) if "TEXCOORD_0" in part["attributes"] else None
                for at in range(0, len(order), 3):
                    corners = order[at:at + 3]
                    middle = [sum(points[v][k] for v in corners) / 3 for k in range(3)]
                    look = list(material.get("baseColorFactor", [1, 1, 1, 1])[:3])
                    if "baseColorTexture" in material:
                        look += [sum(uvs[v][k] for v in corners) / 3 for k in range(2)]
                    found.append((middle, look))
        return found

    def same_faces(self, a, b):
        """Every face of one is in the other, as it was coloured and textured."""
        others = self.faces(b)
        self.assertEqual(len(self.faces(a)), len(others), "faces")
        for middle, look in self.faces(a):
            near = [other for place, other in others if math.dist(middle, place) < 2e-3]
            self.assertTrue(any(len(look) == len(o) and max(abs(x - y) for x, y in zip(look, o)) < 5e-3 for o in near),
                            f"a face at {middle} that looks like {look}: {near}")
        self.assertEqual([self.texels(g) for g in (a,)], [self.texels(b)])

    def texels(self, g):
        """The images that a file shows, as rows of RGBA."""
        return [figures.unpng(g.buffers[0][view.get("byteOffset", 0):view.get("byteOffset", 0) + view["byteLength"]])
                for view in (g.json["bufferViews"][image["bufferView"]] for image in g.json.get("images", []))]


class Bodies(Figures):
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
                    told = re.search(r"(\d+) faces? follows? several joints.* moves (\d+) vert(?:ex|ices) by up to (\d+) units?", said)
                    faces, corners, far = self.bend(g, mesh)
                    self.assertEqual([int(told[1]), int(told[2])], [faces, corners])
                    self.assertAlmostEqual(int(told[3]), far * 2048, delta=max(2, 0.05 * far * 2048))

    def test_rigs_of_hundreds_of_controls(self):
        data, mesh, one, _ = figures.skinned(1, controls=300)
        file = self.file(data)
        with self.rule("psx: of more than 256 joints those that nothing follows are no objects"):
            look, _ = self.psx(file)
            self.assertEqual(answer("info", file.with_name("MODEL.TMD"))["files"][0]["nodes"], 5)
            ways = self.ways(gltf.Gltf(file), [mesh])
            self.same_ways([ways[v] for v in one], self.ways(look), self.PSX, "a corner of one joint")

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

    def test_skins_onto_the_gamecube(self):
        for seed in range(road.COUNT):
            for armature in (None, 0.01):
                data, mesh, one, several = figures.skinned(seed, armature=armature)
                file = self.file(data)
                with self.rule("gc: a skin", f"seed {seed}, armature {armature}"):
                    look, said = self.gc(file, "anm", "act", "gpl", "skn", "tpl")
                    ways = self.ways(gltf.Gltf(file), [mesh])
                    # What was reported of the vertices, and what of the bones that carry them.
                    bound = self.told(said["gpl"], "vertices of the skin") + self.ANM
                    self.assertLess(bound, 0.003)
                    self.same_ways(ways, self.ways(look), bound, "a corner of the skin")
                    self.same_faces(gltf.Gltf(file), look)

    def test_blocks_onto_the_gamecube(self):
        examples = EXAMPLES / "craftstudio"
        file = self.file(b"", "robot.glb")
        run("convert", examples / "robot-walk.csmodelanim", "--with", examples / "robot.csmodel", "-o", file, "-f")
        with self.rule("gc: blocks that another family made, whose size is their own"):
            look, said = self.gc(file, "anm", "act", "gpl", "tpl")
            g = gltf.Gltf(file)
            (mesh,) = [i for i, node in enumerate(g.nodes) if "mesh" in node]
            self.same_ways(self.ways(g, [mesh]), self.ways(look), 0.003, "a corner of a block")

    def test_a_rest_pose_that_is_not_the_bind_pose(self):
        data, mesh, one, several = figures.skinned(2, posed=True)
        file = self.file(data)
        with self.rule("gc: bound otherwise than at rest"):
            look, said = self.gc(file, "anm", "act", "gpl", "skn", "tpl")
            ways, shown = self.ways(gltf.Gltf(file), [mesh]), self.ways(look)
            self.same_ways([ways[v] for v in one], shown, 0.002, "a corner of one joint")
            self.assertRegex(said["skn"], f"gc.LOSS.*: {len(several)} vertices follow several bones that are not at rest")
            self.same_ways([ways[v] for v in several], shown, self.told(said["skn"], "vertices of the skin") + self.ANM,
                           "a corner of several joints")

    def test_parts_onto_the_gamecube(self):
        for seed in range(road.COUNT):
            data, held = figures.rigid(seed)
            file = self.file(data)
            with self.rule("gc: parts on moving nodes", f"seed {seed}"):
                look, said = self.gc(file, "anm", "act", "gpl", "tpl")
                self.same_ways(self.ways(gltf.Gltf(file), held), self.ways(look), self.told(said["gpl"], "positions")
                               + self.ANM, "a corner of a part")
                self.same_faces(gltf.Gltf(file), look)

    def test_the_stalk_loops(self):
        """An export of a whole character, made into its files again, is the same character."""
        example = EXAMPLES / "gc"
        for source in ("anm", "act"):
            with self.rule(f"gc: the stalk through glTF, from its .{source}"):
                first, again = self.path(".glb"), self.path(".glb")
                convert(example / f"stalk.{source}", "-o", first)
                place = self.maker.place("stalk")
                for part in ("anm", "act", "gpl", "skn", "tpl") if source == "anm" else ("act", "gpl", "skn", "tpl"):
                    convert(first, "--to", f"gc-{part}", "-o", place / f"stalk.{part}")
                if source == "act":
                    self.assertEqual((place / "stalk.act").read_bytes(), (example / "stalk.act").read_bytes())
                    convert(example / "stalk.anm", *[v for p in ("act", "gpl", "skn", "tpl")
                                                     for v in ("--with", place / f"stalk.{p}")], "-o", again)
                else:
                    self.assertEqual((place / "stalk.anm").read_bytes(), (example / "stalk.anm").read_bytes())
                    convert(place / "stalk.anm", "-o", again)
                g, h = gltf.Gltf(self.exported(example)), gltf.Gltf(again)
                self.same_ways(self.ways(g), self.ways(h), 2e-3, "a corner of the stalk")
                self.same_faces(g, h)
                self.assertEqual(answer("info", place / "stalk.skn")["files"][0]["facts"],
                                 answer("info", example / "stalk.skn")["files"][0]["facts"])

    def exported(self, example):
        out = self.path(".glb")
        convert(example / "stalk.anm", "-o", out)
        return out

    def test_palettes_alone(self):
        """Objects and images that were not edited keep their bytes."""
        data, held = figures.rigid(3, joints=6)
        file = self.file(data)
        _, said = self.gc(file, "anm", "act", "gpl", "tpl")
        place = file.parent / "gc"
        for part in ("gpl", "tpl"):
            with self.rule(f"gc: untouched .{part}"):
                export, same = self.path(".glb"), self.path(f".{part}")
                convert(place / f"figure.{part}", "-o", export)
                self.assertIn("unchanged: the original bytes", convert(export, "-o", same))
                self.assertEqual(same.read_bytes(), (place / f"figure.{part}").read_bytes())
        with self.rule("gc: one object of a palette is edited"):
            export, edited, look = self.path(".glb"), place / "edited.gpl", self.path(".glb")
            convert(place / "figure.gpl", "-o", export)
            moved = self.move(export, "object1", (0.25, 0, 0))
            self.assertIn("2 objects unchanged, 1 rewritten, 0 added", convert(export, "-o", edited))
            self.clean(edited, "--with", place / "figure.tpl")
            before, after = (place / "figure.gpl").read_bytes(), edited.read_bytes()
            self.assertEqual(before[64:], after[64:len(before)], "what was not edited stays where it is")
            convert(edited, "--with", place / "figure.tpl", "-o", look)
            wanted, shown = self.places(gltf.Gltf(export)), self.places(gltf.Gltf(look))
            self.assertEqual(moved, 24)  # three sides meet in each corner
            for p in wanted:
                self.assertLess(min(math.dist(p, q) for q in shown), 1e-4)

    def move(self, path, name, by):
        """Moves the vertices that follow a node alone; their number."""
        editor = Editor(path)
        joint, moved = editor.json["skins"][0]["joints"].index(editor.gltf.named(name)), 0
        for part in editor.json["meshes"][0]["primitives"]:
            at = part["attributes"]
            points = [list(p) for p in editor.gltf.accessor(at["POSITION"])]
            for point, owners in zip(points, editor.gltf.accessor(at["JOINTS_0"])):
                if owners[0] == joint:
                    point[:] = [a + b for a, b in zip(point, by)]
                    moved += 1
            at["POSITION"] = editor.append(points, "VEC3")
        editor.save(path)
        return moved

    def places(self, g):
        return [p for i, n in enumerate(g.nodes) if "mesh" in n for part in g.vertices(i) for p in part]

    def test_invalid_requests(self):
        """What has no mesh, no skin, no image, too many vertices or numbers that are none is refused in words."""
        def small(change=None, texture=None, **fields):
            rig = rigs.Rig()
            points, indices = figures.box((0, 0, 0), 1)
            if change:
                change(points, indices)
            material = figures.add_texture(rig, texture) if texture else None
            uvs = [(0, 0)] * len(points) if texture else None
            rig.json["meshes"] = [{"primitives": [figures.primitive(rig, points, indices, uvs=uvs, material=material)]}]
            rig.node(name="box", mesh=0, **fields)
            return rig

        def far(points, indices):
            points[0] = [1e9, 0, 0]

        def none():
            rig = small(lambda points, indices: points.__setitem__(0, [12345.0, 0, 0]))
            rig.data = rig.data.replace(struct.pack("<f", 12345.0), struct.pack("<f", math.nan))
            return rig

        def broken():
            rig = small(texture=figures.picture(random.Random(1)))
            view = rig.json["bufferViews"][rig.json["images"][0]["bufferView"]]
            view["byteLength"] = 20
            return rig

        bare = rigs.Rig()
        rigs.body(bare, random.Random(1))
        data, _, _, _ = figures.skinned(1)
        wide = [[(1, 2, 3, 255)] * 1028]
        for name, content, target, code in (
                ("nothing", bare.glb(), "gc-gpl", "gc.NO-MESH"), ("nothing", bare.glb(), "gc-skn", "gc.NO-MESH"),
                ("nothing", bare.glb(), "gc-tpl", "gc.NO-PICTURE"), ("a box", small().glb(), "gc-skn", "gc.NO-MESH"),
                ("a box", small().glb(), "gc-tpl", "gc.NO-PICTURE"), ("NaN", none().glb(), "gc-gpl", "anmkit.GLTF-READ"),
                ("a wide image", small(texture=wide).glb(), "gc-tpl", "gc.PICTURE"),
                ("a broken image", broken().glb(), "gc-tpl", "gc.PICTURE"),
                ("a far skin", figures.far_skin(), "gc-skn", "gc.RANGE"), ("a far skin", figures.far_skin(), "gc-gpl", "gc.RANGE"),
                ("a large mesh", figures.many_points(66000), "gc-gpl", "gc.SIZE"),
                ("a large skin", figures.many_points(66000, skin=True), "gc-skn", "gc.SIZE")):
            with self.rule(f"gc refused: {name} > {target}"):
                file = self.file(content)
                out = file.with_name("out." + target[3:])
                done = run("convert", file, "--to", target, "-o", out)
                self.assertEqual(done.returncode, 1, done.text)
                self.assertIn(code, done.text)
                self.assertFalse(out.exists())
        with self.rule("gc: light that falls on faces from now on is told"):
            rig = small()
            rig.json["extensionsUsed"] = ["KHR_materials_unlit"]
            points, indices = figures.box((3, 0, 0), 1)
            rig.json["materials"] = [{"extensions": {"KHR_materials_unlit": {}}}]
            rig.json["meshes"][0]["primitives"].append(figures.primitive(rig, points, indices, material=0))
            said = convert(self.file(rig.glb()), "--to", "gc-gpl", "-o", self.path(".gpl"))
            self.assertRegex(said, "gc.LOSS.*: 12 unlit faces share")
        with self.rule("gc: far places are stored as 32-bit numbers"):
            file = self.file(small(far).glb())
            self.clean(*(self.palette(file),))
            self.assertIn(1e9, [p[0] for p in self.places(gltf.Gltf(self.shown(file.with_name("out.gpl"))))])

    def palette(self, file):
        convert(file, "--to", "gc-gpl", "-o", file.with_name("out.gpl"))
        return file.with_name("out.gpl")

    def shown(self, palette):
        convert(palette, "-o", palette.with_name("shown.glb"))
        return palette.with_name("shown.glb")
