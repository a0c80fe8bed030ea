# SPDX-License-Identifier: MIT
"""A small editor of .glb files: what another program would change, and nothing else of the file."""
import json
import math
import struct

import gltf_sampler as gltf


def product(a, b):
    """First b, then a; quaternions x, y, z, w."""
    x, y, z, w = a
    p, q, r, s = b
    return (w * p + x * s + y * r - z * q, w * q - x * r + y * s + z * p, w * r + x * q - y * p + z * s,
            w * s - x * p - y * q - z * r)


def back(q):
    return (-q[0], -q[1], -q[2], q[3])


def turn(q, v):
    return product(product(q, (*v, 0.0)), back(q))[:3]


class Editor:
    """Opens a file, changes keys, writes it again."""

    def __init__(self, path):
        self.gltf = gltf.Gltf(path)
        self.json = self.gltf.json
        self.data = bytearray(self.gltf.buffers[0])

    def keys(self, clip, node, path):
        """The sampler of a channel, or None."""
        for channel in self.json["animations"][clip]["channels"]:
            if channel["target"].get("node") == node and channel["target"]["path"] == path:
                return self.json["animations"][clip]["samplers"][channel["sampler"]]
        return None

    def append(self, values, kind):
        """A new accessor of floats."""
        self.data += bytes(-len(self.data) % 4)
        flat = [v for value in values for v in (value if kind != "SCALAR" else (value,))]
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": 4 * len(flat)}
        self.data += struct.pack(f"<{len(flat)}f", *flat)
        accessor = {"bufferView": len(self.json["bufferViews"]), "componentType": 5126, "count": len(values),
                    "type": kind}
        if kind == "SCALAR":
            accessor |= {"min": [min(flat)], "max": [max(flat)]}
        self.json["bufferViews"].append(view)
        self.json["accessors"].append(accessor)
        self.json["buffers"][0]["byteLength"] = len(self.data)
        return len(self.json["accessors"]) - 1

    def change(self, sampler, edit):
        """Puts edit(list of values) in the place of a sampler's values."""
        old = self.json["accessors"][sampler["output"]]
        sampler["output"] = self.append(edit(list(self.gltf.accessor(sampler["output"]))), old["type"])

    def add(self, clip, node, path, times, values):
        """A new channel in the place of an old one."""
        clip = self.json["animations"][clip]
        clip["channels"] = [c for c in clip["channels"] if c["target"] != {"node": node, "path": path}]
        kind = "VEC4" if path == "rotation" else "VEC3"
        clip["samplers"].append({"input": self.append(times, "SCALAR"), "output": self.append(values, kind)})
        clip["channels"].append({"sampler": len(clip["samplers"]) - 1, "target": {"node": node, "path": path}})

    def lay_joints_anew(self, rng):
        """What Blender does: every joint gets axes of its own at rest, and all that follows from it, so that
        each vertex stays where it is at every moment. Joints that scale keep their axes."""
        nodes, skin, laid = self.json["nodes"], self.json["skins"][0], {}
        scaled = {c["target"]["node"] for a in self.json.get("animations", []) for c in a["channels"]
                  if c["target"]["path"] == "scale"}
        for i in skin["joints"]:
            if i not in scaled and nodes[i].get("scale", [1, 1, 1]) == [1, 1, 1]:
                q = [rng.gauss(0, 1) for _ in range(4)]
                length = math.sqrt(sum(v * v for v in q))
                laid[i] = tuple(v / length for v in q)
        none = (0.0, 0.0, 0.0, 1.0)
        own = [laid.get(i, none) for i in range(len(nodes))]
        above = [laid.get(self.gltf.parent.get(i), none) for i in range(len(nodes))]

        def rotation(i, q):
            return product(back(above[i]), product(q, own[i]))

        for i, node in enumerate(nodes):
            if own[i] != none or above[i] != none:
                node["rotation"] = list(rotation(i, node.get("rotation", none)))
                node["translation"] = list(turn(back(above[i]), node.get("translation", (0, 0, 0))))
        for animation in self.json.get("animations", []):
            for channel in animation["channels"]:
                i, path = channel["target"]["node"], channel["target"]["path"]
                sampler = dict(animation["samplers"][channel["sampler"]])  # two channels may share one
                if path == "rotation":
                    self.change(sampler, lambda values: [rotation(i, q) for q in values])
                elif path == "translation":
                    self.change(sampler, lambda values: [turn(back(above[i]), v) for v in values])
                channel["sampler"] = len(animation["samplers"])
                animation["samplers"].append(sampler)
        matrices = [gltf.multiply(gltf.compose((0, 0, 0), back(own[i]), (1, 1, 1)), m)
                    for i, m in zip(skin["joints"], self.gltf.accessor(skin["inverseBindMatrices"]))]
        skin["inverseBindMatrices"] = self.append(matrices, "MAT4")

    def bake_axes(self):
        """The turn of the node above all joints goes into what hangs on it: nothing moves in the world."""
        nodes = self.json["nodes"]
        axes = next(i for i, n in enumerate(nodes)
                    if n.get("extras", {}).get("anmkit", {}).get("part") == "axes")
        a, none = tuple(nodes[axes].pop("rotation", (0, 0, 0, 1))), (0, 0, 0, 1)
        for i in nodes[axes].get("children", []):
            nodes[i]["rotation"] = list(product(a, nodes[i].get("rotation", none)))
            nodes[i]["translation"] = list(turn(a, nodes[i].get("translation", (0, 0, 0))))
            for clip in range(len(self.json.get("animations", []))):
                for path, change in (("rotation", lambda q: product(a, q)), ("translation", lambda v: turn(a, v))):
                    sampler = self.keys(clip, i, path)
                    if sampler:
                        self.change(sampler, lambda values, change=change: [change(v) for v in values])

    def wrap(self):
        """An armature object around everything, as Blender writes it."""
        scene = self.json["scenes"][self.json.get("scene", 0)]
        self.json["nodes"].append({"name": "Armature", "children": scene["nodes"]})
        scene["nodes"] = [len(self.json["nodes"]) - 1]

    def save(self, path):
        text = json.dumps(self.json, sort_keys=True).encode()
        text += b" " * (-len(text) % 4)
        data = bytes(self.data) + bytes(-len(self.data) % 4)
        path.write_bytes(struct.pack("<4s2I", b"glTF", 2, 28 + len(text) + len(data))
                         + struct.pack("<I4s", len(text), b"JSON") + text
                         + struct.pack("<I4s", len(data), b"BIN\0") + data)
        return path
