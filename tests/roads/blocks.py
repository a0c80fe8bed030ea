# SPDX-License-Identifier: MIT
"""Blocks: what another program shows becomes a model of CraftStudio, judged by where its corners are and which texels
lie there, at rest and in motion."""
import json
import math
import pathlib
import random
import re
import struct
import zlib

import blockbench
import glb_edit
import gltf_sampler as gltf
from rigs import Rig, about
from road import Road
from support import convert, run

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples/craftstudio"


def rows_of(data):
    """The texels of a PNG of 8-bit RGBA whose rows have no filters."""
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack_from(">2I2B", data, at + 8)
            assert (depth, colour) == (8, 6)
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    raw = zlib.decompress(packed)
    rows = []
    for y in range(height):
        row = raw[y * (4 * width + 1):(y + 1) * (4 * width + 1)]
        assert row[0] == 0, "a filter"
        rows.append([tuple(row[1 + 4 * x:5 + 4 * x]) for x in range(width)])
    return rows


def picture_of(file, index=0):
    view = file.json["bufferViews"][file.json["images"][index]["bufferView"]]
    start = view.get("byteOffset", 0)
    return file.buffers[view["buffer"]][start:start + view["byteLength"]]


def corners(file, *moment):
    """Place and texture coordinate of every corner of every triangle in the scene."""
    found = []
    for i, node in enumerate(file.nodes):
        if "mesh" not in node:
            continue
        places = file.vertices(i, *moment)
        for points, primitive in zip(places, file.json["meshes"][node["mesh"]]["primitives"]):
            marks = primitive["attributes"].get("TEXCOORD_0")
            marks = file.accessor(marks) if marks is not None else [(0, 0)] * len(points)
            found += [(points[v], marks[v]) for v in file.accessor(primitive["indices"])]
    return found


def far(some, others, marks=True):
    """The largest distance of a corner from the nearest of others with the same texture coordinate."""
    worst = 0
    for place, mark in some:
        near = [math.dist(place, p) for p, m in others if not marks or math.dist(mark, m) < 1e-3]
        worst = max(worst, min(near, default=math.inf))
    return worst


def box_points(half, centre=(0, 0, 0), turn=(0, 0, 0, 1)):
    """The corners of a box, and its triangles."""
    points = []
    for i in range(8):
        corner = [h if i >> k & 1 else -h for k, h in enumerate(half)]
        points.append([c + t for c, t in zip(glb_edit.turn(turn, corner), centre)])
    quads = ((0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6))
    return points, [v for a, b, c, d in quads for v in (a, b, c, a, c, d)]


def add_mesh(rig, points, order, **primitive):
    rig.json.setdefault("meshes", []).append({"primitives": [{
        "attributes": {"POSITION": rig.accessor(points, "VEC3")}, "indices": rig.accessor(order, code="I"
                       if len(points) > 65535 else "H"), **primitive}]})
    return len(rig.json["meshes"]) - 1


def random_turn(rng):
    return about([rng.gauss(0, 1) for _ in range(3)], rng.uniform(0, 180))


class Blocks(Road):
    def setUp(self):
        super().setUp()
        (self.folder / self._testMethodName).mkdir(parents=True, exist_ok=True)

    def made(self, data, *options):
        """A glTF as a model, and that model's own export."""
        source, model, look = self.path(".glb"), self.path(".csmodel"), self.path(".glb")
        source.write_bytes(data)
        self.said = convert(source, *options, "-o", model)
        convert(model, "-o", look)
        self.source, self.model = source, model
        return gltf.Gltf(source), gltf.Gltf(look)

    def shown(self, *options):
        """The motion of the last source on the model that was made of it."""
        clip, look = self.path(".csmodelanim"), self.path(".glb")
        self.said = convert(self.source, *options, "-o", clip)
        convert(clip, "--with", self.model, "-o", look)
        return gltf.Gltf(look)

    def nodes(self):
        done = run("dump", self.model)
        return {n["name"]: n for n in json.loads(done.stdout)["document"]["nodes"]}

    def test_blockbench(self):
        source, look = self.made(blockbench.knight().glb())
        with self.rule("bodies: every corner shows the same texel at the same place"):
            self.assertLess(far(corners(source), corners(look)), 1e-5)
            self.assertLess(far(corners(look), corners(source)), 1e-5)
        with self.rule("bodies: the image is the file that it was"):
            self.assertEqual(picture_of(source), picture_of(look))
        with self.rule("bodies: all boxes are exact, and it says so"):
            self.assertIn("8 blocks: 8 exact, 0 fitted", self.said)
            nodes = self.nodes()
            self.assertEqual(nodes["hat"]["blockSize"], [8, 4, 8])
            self.assertEqual(nodes["hat"]["scale"], [1.125, 1.25, 1.125])
            self.assertEqual(nodes["feather"]["blockSize"], [0, 8, 6])
            self.assertIn("I-CONVERT-RENAMED", self.said)
            self.assertEqual(run("check", self.model).returncode, 0)
        with self.rule("bodies: the motion is that of the source"):
            for options in (), ("--with", self.model):
                look = self.shown(*options)
                for n in range(0, 31, 3):
                    t = n / 30 + 2e-6
                    self.assertLess(far(corners(source, 0, t), corners(look, 0, t)), 2e-4, (options, n))

    def test_boxes_anywhere(self):
        """Turned, with a pivot elsewhere, below turned and scaled parents, several in a mesh."""
        for seed in range(12):
            rng, rig = random.Random(seed), Rig()
            scaled = seed % 3 == 2  # a parent that stretches along its own axes only
            parent = rig.node(name="top", rotation=random_turn(rng), translation=[rng.uniform(-2, 2) for _ in range(3)],
                              scale=[rng.choice((0.5, 2))] * 3 if scaled else [1, 1, 1])
            below = []
            for name in ("one", "two", "three"):
                points, order = [], []
                for _ in range(rng.choice((1, 1, 3))):
                    half = [rng.randint(1, 16) / 32 for _ in range(3)]
                    centre = [rng.uniform(-3, 3) for _ in range(3)]
                    turn = (0, 0, 0, 1) if rng.random() < 0.4 else random_turn(rng)
                    more, faces = box_points(half, centre, turn)
                    order += [v + len(points) for v in faces]
                    points += more
                below.append(rig.node(name=name, rotation=random_turn(rng), mesh=add_mesh(rig, points, order),
                                      translation=[rng.uniform(-2, 2) for _ in range(3)]))
            rig.json["nodes"][parent]["children"] = below[:2]
            rig.json["nodes"][below[1]]["children"] = below[2:]
            times = [0, 0.5, 1]
            for i in (parent, below[1]):
                rig.channel(i, "rotation", times, [random_turn(rng) for _ in times])
                rig.channel(i, "translation", times, [[rng.uniform(-1, 1) for _ in range(3)] for _ in times])
            source, look = self.made(rig.glb())
            with self.rule("bodies: boxes anywhere", seed):
                self.assertIn(" 0 fitted", self.said)
                self.assertLess(far(corners(source), corners(look), marks=False), 2e-5)
                self.assertLess(far(corners(look), corners(source), marks=False), 2e-5)
            with self.rule("bodies: boxes anywhere, moving", seed):
                for options in (), ("--with", self.model):
                    moving = self.shown(*options)
                    for n in range(0, 31, 6):
                        t = n / 30 + 2e-6
                        self.assertLess(far(corners(source, 0, t), corners(moving, 0, t), marks=False), 2e-3, options)

    def test_growing(self):
        """A group that grows moves the centres of its blocks, too."""
        rig = Rig()
        group = rig.node(name="group", translation=[0, 1, 0], children=[1])
        points, order = box_points((0.25, 0.5, 0.125), (0.5, 0.75, 0))
        rig.node(name="block", translation=[0.25, 0, 0], mesh=add_mesh(rig, points, order))
        rig.channel(group, "scale", [0, 1], [(1, 1, 1), (2, 3, 1.5)])
        rig.channel(group, "rotation", [0, 1], [(0, 0, 0, 1), about((0, 0, 1), 60)])
        source, _ = self.made(rig.glb())
        for options in (), ("--with", self.model):
            moving = self.shown(*options)
            with self.rule("bodies: growing groups", options):
                for n in range(0, 31, 5):
                    t = n / 30 + 2e-6
                    self.assertLess(far(corners(source, 0, t), corners(moving, 0, t), marks=False), 1e-3, n)

    def test_several_growing(self):
        """Several boxes of a node that grows grow with it; what is turned in it would shear, and that is said."""
        for turn, shears in ((0, 0, 0, 1), False), (about((0, 0, 1), 30), True):
            rig, points, order = Rig(), [], []
            for centre, own in (((0.5, 0.75, 0), (0, 0, 0, 1)), ((-1, 0.25, 0.5), turn)):
                more, faces = box_points((0.25, 0.5, 0.125), centre, own)
                order += [v + len(points) for v in faces]
                points += more
            node = rig.node(name="two", translation=[0.25, 0, 0], mesh=add_mesh(rig, points, order))
            rig.channel(node, "scale", [0, 1], [(1, 1, 1), (2, 3, 1.5)])
            rig.channel(node, "rotation", [0, 1], [(0, 0, 0, 1), about((0, 0, 1), 60)])
            source, _ = self.made(rig.glb())
            for options in (), ("--with", self.model):
                moving = self.shown(*options)
                with self.rule("bodies: several blocks that grow", options):
                    self.assertEqual("W-LOSS-SHEAR" in self.said, shears, self.said)
                    worst = max(far(corners(source, 0, n / 30 + 2e-6), corners(moving, 0, n / 30 + 2e-6), marks=False)
                                for n in range(0, 31, 5))
                    self.assertLess(worst, 0.6 if shears else 1e-3)

    def test_subdivided_and_touching(self):
        rig, points, order = Rig(), [], []
        for at in range(3):  # in a row, sharing whole faces
            more, faces = box_points((0.5, 0.5, 0.5), (at, 0, 0))
            order += [v + len(points) for v in faces]
            points += more
        rig.node(name="row", mesh=add_mesh(rig, points, order))
        n, points, order = 4, [], []
        for axis in range(3):
            for side in (-1, 1):
                first = len(points)
                for i in range(n + 1):
                    for k in range(n + 1):
                        p = [0, 0, 0]
                        p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3] = side, 2 * i / n - 1, 2 * k / n - 1
                        points.append([p[0], p[1] + 5, p[2] / 2])
                for i in range(n):
                    for k in range(n):
                        a = first + i * (n + 1) + k
                        quad = (a, a + n + 1, a + n + 2, a + 1)
                        a, b, c, d = quad if side > 0 else quad[::-1]
                        order += [a, b, c, a, c, d]
        rig.node(name="fine", mesh=add_mesh(rig, points, order))
        source, look = self.made(rig.glb())
        with self.rule("bodies: subdivided boxes and boxes in a row"):
            self.assertIn("4 blocks: 4 exact, 0 fitted", self.said)
            self.assertLess(far(corners(look), corners(source), marks=False), 1e-5)
            self.assertEqual(self.nodes()["fine"]["blockSize"], [32, 32, 16])

    def ball(self, rig):
        points = [[0.5 * math.sin(math.pi * i / 8) * math.cos(math.pi * k / 8), 0.5 * math.cos(math.pi * i / 8),
                   0.5 * math.sin(math.pi * i / 8) * math.sin(math.pi * k / 8)] for i in range(9) for k in range(16)]
        order = []
        for i in range(8):
            for k in range(16):
                a, b = 16 * i + k, 16 * i + (k + 1) % 16
                order += [a, b, a + 16, b, b + 16, a + 16]
        return points, order

    def test_other_shapes_than_boxes_are_measured(self):
        rig = Rig()
        points, order = self.ball(rig)
        rig.node(name="ball", mesh=add_mesh(rig, points, order))
        self.made(rig.glb())
        # Of every vertex to the nearest side of the cube around it.
        wanted = max(min(0.5 - abs(v) for v in p) for p in points)
        with self.rule("bodies: what is no box is named with its distance"):
            self.assertIn("W-LOSS-SHAPE", self.said)
            self.assertIn("0 exact, 1 fitted", self.said)
            told = float(re.search(r"at most ([\d.]+) world units", self.said)[1])
            self.assertAlmostEqual(told, wanted, 4)
            self.assertEqual(self.nodes()["ball"]["blockSize"], [16, 16, 16])

    def test_skins(self):
        rig = Rig()
        rig.node(name="hip", translation=[0, 1, 0], children=[1])
        rig.node(name="knee", translation=[0, -0.5, 0], rotation=about((1, 0, 0), 30))
        points, owners, weights, order = [], [], [], []
        for joint, (x, y) in enumerate(((0, 1), (0, 0))):
            more, faces = box_points((0.25, 0.25, 0.125), (x, y, 0))
            order += [v + len(points) for v in faces]
            points += more
            owners += [(0, 1, 0, 0)] * 8
            weights += [((0.75, 0.25, 0, 0), (0.25, 0.75, 0, 0))[joint]] * 8
        mesh = add_mesh(rig, points, order)
        at = rig.json["meshes"][mesh]["primitives"][0]["attributes"]
        at |= {"JOINTS_0": rig.accessor(owners, "VEC4", "B"), "WEIGHTS_0": rig.accessor(weights, "VEC4")}
        inverse = [gltf.compose((0, -1, 0), (0, 0, 0, 1), (1, 1, 1)), gltf.compose((0, -0.5, 0), (0, 0, 0, 1), (1, 1, 1))]
        rig.json["skins"] = [{"joints": [0, 1], "inverseBindMatrices": rig.accessor(
            inverse, "MAT4")}]
        rig.node(name="skin", mesh=mesh, skin=0)
        self.made(rig.glb())
        nodes = self.nodes()
        with self.rule("bodies: vertices go to the joint with the largest weight"):
            self.assertEqual(sorted(nodes), ["hip", "knee"])
            for name, place in (("hip", (0, 0, 0)), ("knee", (0, -0.5, 0))):
                self.assertEqual(nodes[name]["blockSize"], [8, 8, 4])
                self.assertLess(math.dist(nodes[name]["pivotOffset"], place), 1e-6)
            self.assertIn("W-LOSS-SKIN", self.said)

    def test_images_side_by_side(self):
        """Two images, a colour and a tinted face: every texel of a face is the colour that it was."""
        rng = random.Random(5)
        model = blockbench.Model([[tuple(rng.randrange(256) for _ in range(3)) + (255,) for _ in range(32)]
                                  for _ in range(16)])
        rig = model.rig
        other = [[tuple(rng.randrange(256) for _ in range(3)) + (255,) for _ in range(16)] for _ in range(16)]
        rig.json["images"].append({"mimeType": "image/png", "bufferView": model.view(blockbench.png(other))})
        rig.json["textures"].append({"sampler": 0, "source": 1})
        rig.json["materials"].append({"pbrMetallicRoughness": {"baseColorTexture": {"index": 1}}})
        rig.json["materials"].append({"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}})
        model.cube("first", (0, 0, 0), (4, 4, 4), uv=(0, 0))
        model.size = (16, 16)
        model.cube("second", (8, 0, 0), (11, 4, 2), uv=(1, 2))
        model.cube("third", (16, 0, 0), (20, 4, 4))
        model.cube("fourth", (24, 0, 0), (28, 4, 4), faces={
            f: (0, 0, 8, 8) if f == "up" else (0, 0, 4, 4) for f in blockbench.FACES})
        rig.json["meshes"][1]["primitives"][0]["material"] = 1
        rig.json["meshes"][2]["primitives"][0]["material"] = 2
        rig.json["meshes"][3]["primitives"][0]["material"] = 1
        source, look = self.made(model.glb())
        sheet = rows_of(picture_of(look))
        sources = [rows_of(picture_of(source, i)) for i in range(2)]
        with self.rule("bodies: images are put side by side"):
            self.assertEqual([row[:32] for row in sheet[:16]], sources[0])
            self.assertEqual([row[32:48] for row in sheet[:16]], sources[1])

        def color(file, i, place):
            """What the scene shows at a place on a box: by the triangle that it lies on."""
            best = None
            for n, node in enumerate(file.nodes):
                if "mesh" not in node:
                    continue
                for points, primitive in zip(file.vertices(n), file.json["meshes"][node["mesh"]]["primitives"]):
                    marks, order = (file.accessor(primitive["attributes"]["TEXCOORD_0"]),
                                    file.accessor(primitive["indices"]))
                    for a, b, c in zip(order[::3], order[1::3], order[2::3]):
                        hit = inside(points[a], points[b], points[c], place)
                        if hit and (best is None or hit[0] < best[0]):
                            mark = [sum(w * marks[v][k] for w, v in zip(hit[1], (a, b, c))) for k in (0, 1)]
                            best = (hit[0], primitive.get("material"), mark)
            material = file.json["materials"][best[1]]["pbrMetallicRoughness"]
            if "baseColorTexture" not in material:
                return tuple(round(255 * v) for v in material["baseColorFactor"])
            rows = i[file.json["textures"][material["baseColorTexture"]["index"]]["source"]]
            return rows[int(best[2][1] * len(rows))][int(best[2][0] * len(rows[0]))]

        with self.rule("bodies: each face has its colours"):
            self.assertIn("I-CONVERT-PAINTED", self.said)
            for x, size in ((0, (4, 4, 4)), (8, (3, 4, 2)), (16, (4, 4, 4)), (24, (4, 4, 4))):
                for axis in range(3):
                    for side in (0, 1):
                        p = [rng.randrange(s) + 0.5 for s in size]
                        p[axis] = side * size[axis]
                        p = [(p[0] + x) / 16, p[1] / 16, p[2] / 16]
                        if x == 24 and axis == 1 and side == 1:
                            continue  # twice as fine as the block: painted from the middle of each texel
                        self.assertEqual(color(look, [sheet], p), color(source, sources, p), (x, axis, side))

    def test_edited(self):
        """Of an export of a model only what was edited changes."""
        original = EXAMPLES / "robot.csmodel"
        before = {n["name"]: n for n in json.loads(run("dump", original).stdout)["document"]["nodes"]}
        texture = json.loads(run("dump", original).stdout)["document"]["texture"]

        def changed(edit):
            path, back = self.path(".glb"), self.path(".csmodel")
            convert(original, "-o", path)
            editor = glb_edit.Editor(path)
            edit(editor)
            convert(editor.save(self.path(".glb")), "-o", back)
            self.back = back.read_bytes()
            made = json.loads(run("dump", back).stdout)["document"]
            self.texture = made["texture"]
            after = {n["name"]: n for n in made["nodes"]}
            self.assertEqual(list(after), list(before))
            return {(name, key): (before[name][key], n[key]) for name, n in after.items() for key in n
                    if n[key] != before[name][key]}

        def node(editor, name):
            return editor.json["nodes"][editor.gltf.named(name)]

        with self.rule("bodies: untouched is the file that it was"):
            self.assertEqual(changed(lambda editor: None), {})
            self.assertEqual(self.back, original.read_bytes())

        def move(editor):
            joint = editor.gltf.named("Head.pivot") if "Head.pivot" in [
                n.get("name") for n in editor.json["nodes"]] else editor.gltf.named("Head")
            place = editor.json["nodes"][joint].setdefault("translation", [0, 0, 0])
            place[1] += 0.5
        with self.rule("bodies: moved"):
            found = changed(move)
            self.assertEqual(list(found), [("Head", "position")])
            was, now = found[("Head", "position")]
            self.assertLess(math.dist(now, (was[0], was[1] + 0.5, was[2])), 1e-6)
            self.assertEqual(self.texture, texture)

        def recolour(editor):
            editor.data += bytes(-len(editor.data) % 4)
            rows = [[(9, 8, 7, 255)] * 64 for _ in range(64)]
            data = blockbench.png(rows)
            editor.json["bufferViews"].append({"buffer": 0, "byteOffset": len(editor.data), "byteLength": len(data)})
            editor.data += data
            editor.json["buffers"][0]["byteLength"] = len(editor.data)
            editor.json["images"][0]["bufferView"] = len(editor.json["bufferViews"]) - 1
        with self.rule("bodies: another texture"):
            self.assertEqual(changed(recolour), {})
            self.assertNotEqual(self.texture, texture)

        def resize(editor):
            at = editor.json["meshes"][0]["primitives"][0]["attributes"]
            skin = editor.json["skins"][0]["joints"]
            head = skin.index(editor.gltf.named("Head"))
            joints = editor.gltf.accessor(at["JOINTS_0"])
            places = [list(p) for p in editor.gltf.accessor(at["POSITION"])]
            own = [p for p, j in zip(places, joints) if j[0] == head]
            low, high = min(p[1] for p in own), max(p[1] for p in own)
            for p, j in zip(places, joints):
                if j[0] == head and p[1] == high:
                    p[1] += high - low
            at["POSITION"] = editor.append(places, "VEC3")
            editor.json["accessors"][at["POSITION"]] |= {
                "min": [min(p[i] for p in places) for i in range(3)], "max": [max(p[i] for p in places) for i in range(3)]}
        with self.rule("bodies: resized"):
            found = changed(resize)
            self.assertEqual({name for name, _ in found}, {"Head"} | {
                n for n in before if before[n]["parentId"] == before["Head"]["id"]})
            self.assertEqual(found[("Head", "scale")][1], [1, 2, 1])
            self.assertNotIn(("Head", "quadOffset"), found)

    def test_json_models(self):
        path, made, back = self.path(".glb"), self.path(".csjsmodel"), self.path(".glb")
        path.write_bytes(blockbench.knight().glb())
        said = convert(path, "-o", made)
        convert(made, "-o", back)
        with self.rule("bodies: the JSON spelling stands as the binary one"):
            source, look = gltf.Gltf(path), gltf.Gltf(back)
            # The two sides of the feather show other texels there.
            self.assertLess(far(corners(source), corners(look), marks=False), 1e-4)
            self.assertIn("8 blocks", said)

        def blocks(nodes):
            for node in nodes:
                yield node
                yield from blocks(node["children"])
        with self.rule("bodies: JSON unwraps as the editor's box UV does"):
            found = {b["name"]: b["texOffset"] for b in blocks(json.loads(made.read_text())["tree"])}
            for name, uv in (("body 2 1", [16, 16]), ("head 2 1", [0, 0]), ("hat 1", [32, 0]), ("arm 1", [40, 16]),
                             ("leg 2 1", [0, 16])):
                self.assertEqual(found[name], uv)
            # With the texture all sides but the lower ones, and the feather, show what they did.
            made.with_suffix(".png").write_bytes(picture_of(source))
            convert(made, "-f", "-o", back)
            others = corners(gltf.Gltf(back))
            right = sum(far([one], others) < 1e-4 for one in corners(source))
            self.assertGreaterEqual(right, 7 * 30)

    def refused(self, data, *codes):
        path, made = self.path(".glb"), self.path(".csmodel")
        path.write_bytes(data)
        done = run("convert", path, "-o", made, timeout=60)
        self.assertEqual(done.returncode, 1, done.text)
        for code in codes:
            self.assertIn(code, done.text)
        self.assertFalse(made.exists())

    def test_hostile(self):
        rig = Rig()
        rig.node(name="alone")
        with self.rule("bodies: a scene without a mesh"):
            self.refused(rig.glb(), "craftstudio.E-NO-MESH")
        with self.rule("bodies: corners that are no numbers"):
            rig = Rig()
            points, order = box_points((1, 1, 1))
            points[3] = [math.nan, math.inf, 1e38]
            rig.node(name="a", mesh=add_mesh(rig, points, order))
            path = self.path(".glb")
            path.write_bytes(rig.glb().replace(b"NaN", b"0.0").replace(b"Infinity", b"1.0"))
            done = run("convert", path, "-o", self.path(".csmodel"))
            self.assertTrue(done.returncode == 1 or "W-LOSS-TRIANGLES" in done.text, done.text)
        with self.rule("bodies: huge, tiny and flat to a point"):
            for half in ((1e8, 1e8, 1e8), (1e-6, 1e-6, 1e-6), (0, 0, 0), (1, 0, 0), (1e8, 1e-8, 1)):
                rig = Rig()
                points, order = box_points(half)
                rig.node(name="a", mesh=add_mesh(rig, points, order))
                path = self.path(".glb")
                path.write_bytes(rig.glb())
                self.assertIn(run("convert", path, "-o", self.path(".csmodel")).returncode, (0, 1))
        with self.rule("bodies: more boxes than ids"):
            rig, points, order = Rig(), [], []
            for i in range(70000):
                more, faces = box_points((0.1, 0.1, 0.1), (i % 300, i // 300, 0))
                order += [v + len(points) for v in faces]
                points += more
            rig.node(name="many", mesh=add_mesh(rig, points, order))
            self.refused(rig.glb(), "craftstudio.E-RANGE")
        rng = random.Random(3)
        for n in range(20):
            data = bytearray(blockbench.knight().glb())
            chunk = struct.unpack_from("<I", data, 12)[0] + 28
            for _ in range(200):
                data[rng.randrange(chunk, len(data))] = rng.randrange(256)
            path = self.path(".glb")
            path.write_bytes(bytes(data))
            with self.rule("bodies: random bytes", n):
                self.assertIn(run("convert", path, "-o", self.path(".csmodel")).returncode, (0, 1))


def inside(a, b, c, p):
    """Distance from a triangle's plane and barycentric weights of a place over it, or None."""
    u, v, w = ([y - x for x, y in zip(a, q)] for q in (b, c, p))
    n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    area = math.sqrt(sum(x * x for x in n))
    if area < 1e-12:
        return None
    n = [x / area for x in n]
    off = abs(sum(x * y for x, y in zip(n, w)))
    if off > 1e-4:
        return None

    def part(x, y):
        return sum(k * l for k, l in zip(n, (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                                             x[0] * y[1] - x[1] * y[0]))) / area
    second, third = part(w, v), part(u, w)
    weights = (1 - second - third, second, third)
    return (off, weights) if min(weights) > -1e-6 else None
