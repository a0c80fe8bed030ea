# SPDX-License-Identifier: MIT
"""Bodies as other programs write them: skins over skeletons, rigid parts on nodes, textures."""
import random
import struct
import zlib

import rigs
from gltf_sampler import compose, multiply, transform


def png(width, height, rows):
    """An image of RGBA rows."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    raw = b"".join(b"\0" + bytes(v for texel in row for v in texel) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


def unpng(data):
    """The RGBA texels of an image of 8 bits a part, three or four parts a texel."""
    at, packed, head = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            head = struct.unpack_from(">2I5B", data, at + 8)
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    width, height, depth, kind = head[:4]
    assert depth == 8 and kind in (2, 6) and head[6] == 0
    step = 4 if kind == 6 else 3
    raw, line, rows = zlib.decompress(packed), [0] * (width * step), []
    for y in range(height):
        start = y * (width * step + 1)
        how, above, line = raw[start], line, list(raw[start + 1:start + 1 + width * step])
        for i in range(len(line)):
            a, b, c = (line[i - step] if i >= step else 0), above[i], (above[i - step] if i >= step else 0)
            p = a + b - c
            paeth = min(((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c)))[2]
            line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[how]) & 255
        rows.append([tuple(line[i:i + step]) + ((255,) if step == 3 else ()) for i in range(0, len(line), step)])
    return rows


def picture(rng, width=8, height=8, alpha=255):
    return [[(rng.randrange(256), rng.randrange(256), rng.randrange(256), alpha) for _ in range(width)] for _ in range(height)]


def inverse(m):
    """Of a matrix of turns, places and one size in all directions."""
    size = sum(v * v for v in m[0:3])
    r = [m[4 * c + k] / size for k in range(3) for c in range(3)]
    turned = [r[0], r[1], r[2], 0, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0, 0, 0, 0, 1]
    return turned[:12] + [-v for v in transform(turned, m[12:15])] + [1]


def rest_world(rig):
    """The world matrix of every node of a file in the making."""
    nodes = rig.json["nodes"]
    above = {c: i for i, n in enumerate(nodes) for c in n.get("children", [])}

    def world(i):
        n = nodes[i]
        own = compose(n.get("translation", [0, 0, 0]), n.get("rotation", [0, 0, 0, 1]), n.get("scale", [1, 1, 1]))
        return multiply(world(above[i]), own) if i in above else own

    return [world(i) for i in range(len(nodes))]


def add_texture(rig, rows, **sampler):
    """A material that shows an image; its number."""
    data = png(len(rows[0]), len(rows), rows)
    rig.data += bytes(-len(rig.data) % 4)
    rig.json["bufferViews"].append({"buffer": 0, "byteOffset": len(rig.data), "byteLength": len(data)})
    rig.data += data
    number = len(rig.json.setdefault("images", []))
    rig.json["images"].append({"mimeType": "image/png", "bufferView": len(rig.json["bufferViews"]) - 1, "name": f"skin {number}"})
    rig.json.setdefault("samplers", []).append({"wrapS": 10497, "wrapT": 10497, **sampler})
    rig.json.setdefault("textures", []).append({"source": number, "sampler": number})
    rig.json.setdefault("materials", []).append({
        "name": f"painted {number}", "pbrMetallicRoughness": {"baseColorTexture": {"index": number}}})
    return len(rig.json["materials"]) - 1


def box(at, size):
    """Eight corners and twelve triangles."""
    points = [[at[0] + x * size, at[1] + y * size, at[2] + z * size] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return points, [i for a, b, c, d in quads for i in (a, b, c, a, c, d)]


def primitive(rig, points, indices, normals=None, uvs=None, joints=None, weights=None, material=None, colors=None):
    attributes = {"POSITION": rig.accessor(points, "VEC3")}
    for name, values, kind, code in (("NORMAL", normals, "VEC3", "f"), ("TEXCOORD_0", uvs, "VEC2", "f"),
                                     ("COLOR_0", colors, "VEC4", "f"), ("JOINTS_0", joints, "VEC4", "B"),
                                     ("WEIGHTS_0", weights, "VEC4", "f")):
        if values is not None:
            attributes[name] = rig.accessor(values, kind, code)
    made = {"attributes": attributes, "indices": rig.accessor(indices, code="H")}
    if material is not None:
        made["material"] = material
    return made


def skinned(seed, joints=5, size=0.4, armature=None, texture=True, controls=0, posed=False):
    """(.glb, node of the mesh, corners that follow one joint, corners that follow several).

    A box around each joint and a fan of triangles that hang on two, three and four. `armature`: the scale of a
    node above the skeleton; the skeleton is so much larger then. `controls`: joints that no corner follows. `posed`: at
    rest the skeleton does not stand as it was bound."""
    rig, rng = rigs.Rig(), random.Random(f"figure {seed}")
    unit = 1 / (armature or 1)
    bones = rigs.body(rig, rng, joints=joints, size=size * unit)
    idle = [rig.node(name=f"control {n}", translation=[n, 0, 0]) for n in range(controls)]
    top = [bones[0], *idle]
    mesh = rig.node(name="Figure", mesh=0, skin=0)
    if armature:
        rig.node(name="Armature", scale=[armature] * 3, children=top)
    world = rest_world(rig)
    material = add_texture(rig, picture(rng)) if texture else None
    points, indices, owners, weights = [], [], [], []
    for k, bone in enumerate(bones):
        corners, faces = box(world[bone][12:15], 0.05)
        indices += [len(points) + i for i in faces]
        points += corners
        owners += [(k, 0, 0, 0)] * 8
        weights += [(1, 0, 0, 0)] * 8
    one = list(range(len(points)))
    for k in range(24):
        shares = [rng.uniform(0.2, 1) for _ in range(2 + k % 3)] + [0, 0]
        shares = [v / sum(shares) for v in shares[:4]]
        who = rng.sample(range(joints), min(joints, 4))
        points.append([a + rng.uniform(-0.1, 0.1) for a in world[bones[who[0]]][12:15]])
        owners.append(tuple((who + [0] * 4)[:4]))
        weights.append(tuple(shares))
    several = list(range(len(one), len(points)))
    for i in several[:-2]:
        indices += [i, i + 1, i + 2]
    normals = [[v / 3 ** 0.5 for v in (rng.choice((-1, 1)), rng.choice((-1, 1)), rng.choice((-1, 1)))] for _ in points]
    uvs = [(rng.uniform(0, 1), rng.uniform(0, 1)) for _ in points]
    rig.json["skins"] = [{"joints": bones + idle, "inverseBindMatrices": rig.accessor(
        [inverse(world[bone]) for bone in bones + idle], "MAT4")}]
    for bone in bones[1:] if posed else []:
        rig.json["nodes"][bone]["rotation"] = rigs.about([rng.gauss(0, 1) for _ in range(3)], 20)
    rig.json["meshes"] = [{"name": "Figure", "primitives": [
        primitive(rig, points, indices, normals, uvs, owners, weights, material)]}]
    return rig.glb(), mesh, one, several


def rigid(seed, joints=5, size=0.4):
    """(.glb, the nodes with meshes): boxes on some nodes of a moving tree, others without a mesh between."""
    rig, rng = rigs.Rig(), random.Random(f"parts {seed}")
    bones = rigs.body(rig, rng, joints=joints, size=size)
    material = add_texture(rig, picture(rng))
    rig.json["materials"].append({"name": "red", "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.1, 0.1, 1]}})
    rig.json["meshes"], held = [], []
    for k, bone in enumerate(bones):
        if k % 2:
            continue
        points, indices = box([rng.uniform(-0.1, 0.1) for _ in range(3)], 0.07)
        uvs = [(rng.uniform(0, 1), rng.uniform(0, 1)) for _ in points]
        rig.json["nodes"][bone]["mesh"] = len(rig.json["meshes"])
        rig.json["meshes"].append({"primitives": [
            primitive(rig, points, indices, uvs=uvs, material=material) if k % 4 else
            primitive(rig, points, indices, material=len(rig.json["materials"]) - 1)]})
        held.append(bone)
    return rig.glb(), held


def far_skin():
    """A skin that stands further out than 16 bits with a fraction reach."""
    rig = rigs.Rig()
    bone = rig.node(name="bone")
    part = primitive(rig, [(20000, 0, 0), (0, 1, 0), (0, 0, 1)], [0, 1, 2], joints=[(0, 0, 0, 0)] * 3,
                     weights=[(1, 0, 0, 0)] * 3)
    rig.json["meshes"], rig.json["skins"] = [{"primitives": [part]}], [{"joints": [bone]}]
    rig.node(name="far", mesh=0, skin=0)
    return rig.glb()


def many_points(count, skin=False):
    """A mesh of so many different places."""
    rig = rigs.Rig()
    bone = rig.node(name="bone")
    points = [(n % 300 / 10, n // 300 / 10, 0) for n in range(count)]
    more = {"joints": [(0, 0, 0, 0)] * count, "weights": [(1, 0, 0, 0)] * count} if skin else {}
    part = primitive(rig, points, [], **more)
    del part["indices"]
    rig.json["meshes"] = [{"primitives": [part]}]
    if skin:
        rig.json["skins"] = [{"joints": [bone]}]
    rig.node(name="many", mesh=0, **({"skin": 0} if skin else {}))
    return rig.glb()
