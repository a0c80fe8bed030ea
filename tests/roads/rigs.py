# SPDX-License-Identifier: MIT
"""Skeletons as other programs write them: small glTF files made by hand."""
import base64
import json
import math
import random
import struct


class Rig:
    """A glTF in the making: nodes as JSON, accessors one by one."""

    def __init__(self):
        self.json = {"asset": {"version": "2.0", "generator": "somebody else"}, "scene": 0, "scenes": [{}],
                     "nodes": [], "bufferViews": [], "accessors": [], "buffers": [{}], "animations": []}
        self.data = b""

    def accessor(self, values, kind="SCALAR", code="f", normalized=False):
        flat = [v for value in values for v in (value if kind != "SCALAR" else (value,))]
        self.data += bytes(-len(self.data) % 4)
        packed = struct.pack(f"<{len(flat)}{code}", *flat)
        self.json["bufferViews"].append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(packed)})
        self.data += packed
        entry = {"bufferView": len(self.json["bufferViews"]) - 1, "count": len(values), "type": kind,
                 "componentType": {"f": 5126, "h": 5122, "H": 5123, "B": 5121, "I": 5125}[code]}
        if normalized:
            entry["normalized"] = True
        if kind in ("SCALAR", "VEC3") and code == "f":
            width = 1 if kind == "SCALAR" else 3
            entry |= {"min": [min(flat[i::width]) for i in range(width)],
                      "max": [max(flat[i::width]) for i in range(width)]}
        self.json["accessors"].append(entry)
        return len(self.json["accessors"]) - 1

    def node(self, **fields):
        self.json["nodes"].append(fields)
        return len(self.json["nodes"]) - 1

    def channel(self, node, path, times, values, mode="LINEAR", code="f"):
        if not self.json["animations"]:
            self.json["animations"].append({"name": "move", "channels": [], "samplers": []})
        clip, kind = self.json["animations"][0], "VEC4" if path == "rotation" else "VEC3"
        if code == "h":
            values = [[round(v * 32767) for v in value] for value in values]
        clip["samplers"].append({"input": self.accessor(times), "interpolation": mode,
                                 "output": self.accessor(values, kind, code, code != "f")})
        clip["channels"].append({"sampler": len(clip["samplers"]) - 1, "target": {"node": node, "path": path}})

    def skinned_mesh(self, joints, points):
        """A mesh whose points hang on the joints one after the other; returns skin and mesh for a node."""
        position = self.accessor(points, "VEC3")
        weights = self.accessor([(1, 0, 0, 0)] * len(points), "VEC4")
        owners = self.accessor([(i % len(joints), 0, 0, 0) for i in range(len(points))], "VEC4", "B")
        indices = self.accessor([i % len(points) for i in range(3 * len(points))], code="H")
        self.json["skins"] = [{"joints": joints}]
        self.json["meshes"] = [{"primitives": [{"attributes": {
            "POSITION": position, "WEIGHTS_0": weights, "JOINTS_0": owners}, "indices": indices}]}]
        return {"mesh": 0, "skin": 0}

    def finish(self):
        children = {c for n in self.json["nodes"] for c in n.get("children", [])}
        self.json["scenes"][0]["nodes"] = [i for i in range(len(self.json["nodes"])) if i not in children]
        for name in [k for k, v in self.json.items() if v == []]:
            del self.json[name]
        self.json["buffers"][0]["byteLength"] = len(self.data)

    def glb(self):
        self.finish()
        text, data = json.dumps(self.json).encode(), self.data + bytes(-len(self.data) % 4)
        text += b" " * (-len(text) % 4)
        return (struct.pack("<4s2I", b"glTF", 2, 28 + len(text) + len(data)) + struct.pack("<I4s", len(text), b"JSON")
                + text + struct.pack("<I4s", len(data), b"BIN\0") + data)

    def gltf(self, uri=None):
        self.finish()
        self.json["buffers"][0]["uri"] = uri or ("data:application/octet-stream;base64,"
                                                 + base64.b64encode(self.data).decode())
        return json.dumps(self.json).encode()


def about(axis, degrees):
    half, length = math.radians(degrees) / 2, math.sqrt(sum(v * v for v in axis))
    return [v / length * math.sin(half) for v in axis] + [math.cos(half)]


def body(rig, rng, joints=5, leaf_first=False, size=1.0, names=True, tree=True):
    """A moving skeleton; the joints' node numbers in depth-first order."""
    parents = [-1] + [rng.randrange(max(0, i - 2), i) if tree else i - 1 for i in range(1, joints)]
    deep, stack = [], [0]
    while stack:
        i = stack.pop()
        deep.append(i)
        stack += [c for c in range(joints - 1, i, -1) if parents[c] == i]
    numbers, first = {}, len(rig.json["nodes"])
    for place, i in enumerate(reversed(deep) if leaf_first else deep):
        numbers[i] = first + place
        rig.node(translation=[size * rng.uniform(-1, 1) for _ in range(3)] if i else [0, size, 0],
                 rotation=about([rng.gauss(0, 1) for _ in range(3)], rng.uniform(0, 60)))
        if names:
            rig.json["nodes"][-1]["name"] = f"bone {i}"
    for i in range(joints):
        below = [numbers[c] for c in range(joints) if parents[c] == i]
        if below:
            rig.json["nodes"][numbers[i]]["children"] = below
    times = [n / 30 for n in range(0, 31, 5)]
    for i in range(joints):
        turn = about([rng.gauss(0, 1) for _ in range(3)], 30)
        keys = []
        for _ in times:
            step = about([rng.gauss(0, 1) for _ in range(3)], rng.uniform(0, 40))
            keys.append(hamilton(turn, step))
        rig.channel(numbers[i], "rotation", times, keys)
    rig.channel(numbers[0], "translation", times, [[size * rng.uniform(-1, 1) for _ in range(3)] for _ in times])
    return [numbers[i] for i in deep]


def hamilton(a, b):
    """The product of two quaternions x, y, z, w."""
    x, y, z, w = a
    p, q, r, s = b
    return [w * p + x * s + y * r - z * q, w * q - x * r + y * s + z * p, w * r + x * q - y * p + z * s,
            w * s - x * p - y * q - z * r]


def require(rig, extension):
    rig.json["extensionsRequired"] = rig.json["extensionsUsed"] = [extension]


def point(rig):
    """Says all channels by KHR_animation_pointer."""
    require(rig, "KHR_animation_pointer")
    for clip in rig.json["animations"]:
        for channel in clip["channels"]:
            aim(channel, "/nodes/{node}/{path}".format(**channel["target"]))


def aim(channel, pointer):
    channel["target"] = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}}


def mesh_accessors(rig):
    part = rig.json["meshes"][0]["primitives"][0]
    return part, [*part["attributes"].values(), part["indices"]]


def pack_draco(rig):
    """As files look whose meshes are in Draco's own bytes: accessors without a view."""
    require(rig, "KHR_draco_mesh_compression")
    part, accessors = mesh_accessors(rig)
    view = rig.json["accessors"][part["indices"]]["bufferView"]
    part["extensions"] = {"KHR_draco_mesh_compression": {"bufferView": view, "attributes": {"POSITION": 0}}}
    for number in accessors:
        del rig.json["accessors"][number]["bufferView"]


def pack_meshopt(rig):
    """The views of the mesh lie in a buffer that is not there."""
    require(rig, "EXT_meshopt_compression")
    _, accessors = mesh_accessors(rig)
    views, length = rig.json["bufferViews"], 0
    for number in accessors:
        accessor = rig.json["accessors"][number]
        view = views[accessor["bufferView"]]
        view["extensions"] = {"EXT_meshopt_compression": {
            "buffer": 0, "byteOffset": 0, "byteLength": 16, "byteStride": 4, "count": accessor["count"],
            "mode": "ATTRIBUTES"}}
        view["buffer"], view["byteOffset"] = 1, length
        length += view["byteLength"] + -view["byteLength"] % 4
    rig.json["buffers"].append({"byteLength": length, "extensions": {"EXT_meshopt_compression": {"fallback": True}}})


def rigs(seed):
    """(name, file name, content by name, the joints depth first)."""
    made = []

    def add(name, make, file="rig.glb", after=None):
        rig, rng = Rig(), random.Random(f"{seed} {name}")
        joints = make(rig, rng)
        if after is not None:
            # The same, said so that the independent reader need not understand it.
            content = {"judge.glb": rig.glb()}
            after(rig)
            content[file] = rig.glb()
        elif file == "rig.glb":
            content = {file: rig.glb()}
        elif name.endswith("beside it"):
            content = {"rig.bin": rig.data, file: rig.gltf("rig.bin")}
        else:
            content = {file: rig.gltf()}
        made.append((name, file, content, joints))

    def plain(rig, rng):
        return body(rig, rng)

    def leaf_first(rig, rng):
        return body(rig, rng, leaf_first=True)

    def camera(rig, rng):
        rig.json["cameras"] = [{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}}]
        rig.node(name="Camera", camera=0, translation=[0, 1, 5])
        joints = body(rig, rng)
        rig.node(name="Light", translation=[3, 3, 3])
        skin = rig.skinned_mesh(joints, [(0.1 * i, 0.2, 0) for i in range(6)])
        rig.node(name="Mesh", **skin)
        return joints

    def armature(rig, rng):
        joints = body(rig, rng, size=100.0)
        skin = rig.skinned_mesh(joints, [(10.0 * i, 20, 0) for i in range(6)])
        mesh = rig.node(name="Mesh", **skin)
        rig.node(name="Armature", scale=[0.01] * 3, children=[joints[0], mesh])
        return joints

    def turned_armature(rig, rng):
        joints = body(rig, rng)
        rig.node(name="Armature", rotation=about((1, 0, 0), -90), children=[joints[0]])
        rig.skinned_mesh(joints, [(0.1 * i, 0.2, 0) for i in range(6)])
        rig.node(name="Mesh", mesh=0, skin=0)
        return joints

    def nameless(rig, rng):
        return body(rig, rng, names=False)

    def skinned(rig, rng):
        joints = body(rig, rng)
        skin = rig.skinned_mesh(joints, [(0.1 * i, 0.2, 0) for i in range(6)])
        rig.node(name="Mesh", translation=[7, 8, 9], **skin)  # means nothing for a skin
        return joints

    def curves(rig, rng):
        joints = body(rig, rng)
        clip = rig.json["animations"][0]
        clip["samplers"][1]["interpolation"] = "STEP"
        times = [0, 1 / 3, 2 / 3, 1]
        rig.json["animations"][0]["channels"] = [c for c in clip["channels"] if c["target"]["node"] != joints[2]]
        rig.channel(joints[2], "rotation", times, [about((1, 2, 3), 30 * i) for i in range(4)], code="h")
        rig.channel(joints[2], "translation", times,
                    [[rng.uniform(-1, 1) for _ in range(3)] for _ in range(12)], "CUBICSPLINE")
        return joints

    def few_move(rig, rng):
        joints = body(rig, rng)
        clip = rig.json["animations"][0]
        clip["channels"] = [c for c in clip["channels"] if c["target"]["node"] in (joints[0], joints[2])]
        return joints

    add("plain", plain)
    add("leaves first", leaf_first)
    add("camera, light and mesh beside the skeleton", camera)
    add("armature of scale 0.01", armature)
    add("armature turned by 90 degrees", turned_armature)
    add("nodes without names", nameless)
    add("skinned mesh with a transform of its own", skinned)
    add("steps, curves and whole numbers", curves)
    add("only some joints move", few_move)
    add("channels by pointers", plain, after=point)
    add("lights that are required", plain, after=lambda rig: require(rig, "KHR_lights_punctual"))
    add("mesh compressed by Draco", skinned, after=pack_draco)
    add("mesh compressed by meshopt", skinned, after=pack_meshopt)
    add("text with its data inside", plain, "rig.gltf")
    add("text with its data beside it", plain, "rig.gltf")
    return made
