# SPDX-License-Identifier: MIT
"""glTF files laid out as Blockbench exports them: groups are nodes with a pivot, each cube is a node with a mesh of
24 vertices around its own pivot, pictures are inside, channels move groups. Lengths are sixteenths of a metre."""
import struct
import sys
import zlib

from rigs import Rig, about

# In the order of Blockbench's faces: the axis that each looks along, and its corners top left, top right, bottom left,
# bottom right as seen from outside (0: from, 1: to).
FACES = {
    "east": [(1, 1, 1), (1, 1, 0), (1, 0, 1), (1, 0, 0)], "west": [(0, 1, 0), (0, 1, 1), (0, 0, 0), (0, 0, 1)],
    "up": [(0, 1, 0), (1, 1, 0), (0, 1, 1), (1, 1, 1)], "down": [(0, 0, 1), (1, 0, 1), (0, 0, 0), (1, 0, 0)],
    "south": [(0, 1, 1), (1, 1, 1), (0, 0, 1), (1, 0, 1)], "north": [(1, 1, 0), (0, 1, 0), (1, 0, 0), (0, 0, 0)]}


def png(rows):
    """Rows of RGBA tuples as a PNG file."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    data = b"".join(b"\0" + bytes(v for texel in row for v in texel) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", len(rows[0]), len(rows), 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def box_uv(size, u, v):
    """Where the faces of a cube lie with box UV: x1, y1, x2, y2, some of them mirrored."""
    x, y, z = size
    return {"east": (u, v + z, u + z, v + z + y), "north": (u + z, v + z, u + z + x, v + z + y),
            "west": (u + z + x, v + z, u + 2 * z + x, v + z + y),
            "south": (u + 2 * z + x, v + z, u + 2 * z + 2 * x, v + z + y),
            "up": (u + z + x, v + z, u + z, v), "down": (u + z + 2 * x, v, u + z + x, v + z)}


class Model:
    """A project of Blockbench in the making. Places are those of the editor, in pixels of the whole model."""

    def __init__(self, rows):
        self.rig = Rig()
        self.size = len(rows[0]), len(rows)
        self.rig.json["asset"]["generator"] = "Blockbench 4.9.4 glTF exporter"
        at = self.view(png(rows))
        self.rig.json |= {
            "images": [{"mimeType": "image/png", "bufferView": at}],
            "samplers": [{"magFilter": 9728, "minFilter": 9728, "wrapS": 33071, "wrapT": 33071}],
            "textures": [{"sampler": 0, "source": 0}],
            "materials": [{"pbrMetallicRoughness": {"metallicFactor": 0, "roughnessFactor": 1,
                                                    "baseColorTexture": {"index": 0}},
                           "alphaMode": "MASK", "alphaCutoff": 0.05, "doubleSided": True}],
            "meshes": []}
        self.pivots, self.cubes = {}, []

    def view(self, data):
        rig = self.rig
        rig.data += bytes(-len(rig.data) % 4)
        rig.json["bufferViews"].append({"buffer": 0, "byteOffset": len(rig.data), "byteLength": len(data)})
        rig.data += data
        return len(rig.json["bufferViews"]) - 1

    def hang(self, parent, pivot, **fields):
        above = self.pivots[parent] if parent is not None else (0, 0, 0)
        node = self.rig.node(translation=[(a - b) / 16 for a, b in zip(pivot, above)], **fields)
        if parent is not None:
            self.rig.json["nodes"][parent].setdefault("children", []).append(node)
        return node

    def group(self, name, pivot, parent=None, rotation=(0, 0, 0, 1)):
        node = self.hang(parent, pivot, name=name, rotation=list(rotation))
        self.pivots[node] = pivot
        return node

    def cube(self, name, start, end, parent=None, uv=(0, 0), pivot=None, rotation=(0, 0, 0, 1), faces=None, inflate=0):
        """`uv`: where its box begins on the image; or faces, each with x1, y1, x2, y2."""
        pivot = pivot or (0, 0, 0)
        faces = faces or box_uv([int(b - a) for a, b in zip(start, end)], *uv)
        points, marks, normals, order = [], [], [], []
        for face, (x1, y1, x2, y2) in faces.items():
            first = len(points)
            for corner, mark in zip(FACES[face], ((x1, y1), (x2, y1), (x1, y2), (x2, y2))):
                points.append([(((b + inflate) if one else (a - inflate)) - p) / 16
                               for a, b, one, p in zip(start, end, corner, pivot)])
                marks.append([m / s for m, s in zip(mark, self.size)])
            a, b, c = (points[first + i] for i in (0, 2, 1))
            u, v = ([y - x for x, y in zip(a, q)] for q in (b, c))
            n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
            long = sum(x * x for x in n) ** 0.5 or 1
            normals += [[x / long for x in n]] * 4
            order += [first + i for i in (0, 2, 1, 2, 3, 1)]
        rig = self.rig
        rig.json["meshes"].append({"primitives": [{"mode": 4, "material": 0, "attributes": {
            "POSITION": rig.accessor(points, "VEC3"), "NORMAL": rig.accessor(normals, "VEC3"),
            "TEXCOORD_0": rig.accessor(marks, "VEC2")}, "indices": rig.accessor(order, code="H")}]})
        node = self.hang(parent, pivot, name=name, rotation=list(rotation), mesh=len(rig.json["meshes"]) - 1)
        self.cubes.append(node)
        return node

    def glb(self):
        return self.rig.glb()


PARTS = (((0, 0, 32, 16), (214, 160, 120)), ((32, 0, 64, 12), (120, 128, 140)), ((16, 16, 40, 32), (60, 90, 160)),
         ((40, 16, 56, 32), (140, 148, 160)), ((0, 16, 16, 32), (110, 72, 48)), ((0, 56, 6, 64), (190, 40, 50)))


def knight_picture():
    """64 x 64 texels, no two neighbours alike, so that what is turned or mirrored shows."""
    rows = [[(0, 0, 0, 0)] * 64 for _ in range(64)]
    for (left, top, right, bottom), tint in PARTS:
        for y in range(top, bottom):
            for x in range(left, right):
                rows[y][x] = (*(v + 5 * (x % 4) + 5 * (y % 4) for v in tint[:2]), tint[2] + 3 * (x % 3), 255)
    for x in (10, 13):  # eyes and a mouth on the north side of the head
        rows[11][x] = rows[12][x] = (30, 30, 50, 255)
    for x in (10, 11, 12, 13):
        rows[14][x] = (150, 50, 50, 255)
    for x in range(16, 40):  # a belt
        rows[29][x] = (80, 60, 40, 255)
    for y in range(22, 27):  # a cross on the chest
        rows[y][23] = rows[24][21 + y - 22] = (230, 220, 190, 255)
    return rows


def knight():
    """A figure as one makes it there, with a walk: groups and cubes share names, limbs have pivots at their joints, a
    hat is turned and inflated, a feather has faces of its own. What looks north in the editor looks to the front."""
    model = Model(knight_picture())
    root = model.group("knight", (0, 0, 0), rotation=about((0, 1, 0), 180))
    body = model.group("body", (0, 12, 0), root)
    model.cube("body", (-4, 12, -2), (4, 24, 2), body, (16, 16), pivot=(0, 24, 0))
    head = model.group("head", (0, 24, 0), body)
    model.cube("head", (-4, 24, -4), (4, 32, 4), head, (0, 0), pivot=(0, 24, 0))
    model.cube("hat", (-4, 30, -4), (4, 34, 4), head, (32, 0), pivot=(0, 32, 0), rotation=about((0, 0, 1), -7.5), inflate=0.5)
    model.cube("feather", (4, 32, 0), (4, 40, 6), head, pivot=(4, 32, 0), rotation=about((1, 0, 0), -22.5),
               faces={"east": (6, 56, 0, 64), "west": (0, 56, 6, 64)})
    limbs = {}
    for side, x, name in ((-1, -8, "left"), (1, 4, "right")):
        limbs[name + " arm"] = model.group(name + " arm", (5 * side, 22, 0), body)
        model.cube("arm", (x, 12, -2), (x + 4, 24, 2), limbs[name + " arm"], (40, 16), pivot=(5 * side, 22, 0))
        limbs[name + " leg"] = model.group(name + " leg", (2 * side, 12, 0), root)
        model.cube("leg", (2 * side - 2, 0, -2), (2 * side + 2, 12, 2), limbs[name + " leg"], (0, 16), pivot=(0, 0, 0))
    times = [0, 0.25, 0.5, 0.75, 1]
    for n, (name, node) in enumerate(limbs.items()):
        way = 35 if n in (0, 3) else -35
        model.rig.channel(node, "rotation", times, [about((1, 0, 0), way * k) for k in (1, 0, -1, 0, 1)])
    model.rig.channel(head, "rotation", times, [about((0, 1, 0), 20 * k) for k in (0, 1, 0, -1, 0)])
    model.rig.channel(body, "translation", times, [(0, 12 / 16 + 0.05 * k, 0) for k in (0, 1, 0, 1, 0)])
    model.rig.json["animations"][0]["name"] = "walk"
    return model


if __name__ == "__main__":
    with open(sys.argv[1], "wb") as out:
        out.write(knight().glb())
