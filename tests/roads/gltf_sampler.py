# SPDX-License-Identifier: MIT
"""An independent reader and sampler of glTF 2.0, written from the Khronos specification alone.

    python3 gltf_sampler.py FILE [CLIP [SECONDS]]     prints where every node is

It shares nothing with the program under test. Matrices are lists of 16 numbers, column by column;
quaternions are x, y, z, w; times are seconds.
"""
import base64
import json
import math
import pathlib
import struct
import sys

IDENTITY = [1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0]
COMPONENTS = {5120: ("b", 127), 5121: ("B", 255), 5122: ("h", 32767), 5123: ("H", 65535),
              5125: ("I", 4294967295), 5126: ("f", None)}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


def multiply(a, b):
    """The matrix that first does b, then a."""
    return [a[r] * b[c] + a[4 + r] * b[c + 1] + a[8 + r] * b[c + 2] + a[12 + r] * b[c + 3]
            for c in (0, 4, 8, 12) for r in range(4)]


def transform(m, p):
    """Where the matrix puts a point."""
    return [m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i] for i in range(3)]


def compose(t, q, s):
    """The matrix of a translation, a rotation and a scale; the quaternion need not be exact."""
    x, y, z, w = q
    n = x * x + y * y + z * z + w * w
    k = 2 / n if n else 0.0
    return [s[0] * (1 - k * (y * y + z * z)), s[0] * k * (x * y + w * z), s[0] * k * (x * z - w * y), 0,
            s[1] * k * (x * y - w * z), s[1] * (1 - k * (x * x + z * z)), s[1] * k * (y * z + w * x), 0,
            s[2] * k * (x * z + w * y), s[2] * k * (y * z - w * x), s[2] * (1 - k * (x * x + y * y)), 0,
            t[0], t[1], t[2], 1]


def normalised(q):
    length = math.sqrt(sum(v * v for v in q))
    return [v / length for v in q] if length else [0.0, 0.0, 0.0, 1.0]


def slerp(a, b, u):
    """Along the shorter arc, as the glTF specification says."""
    cosine = sum(x * y for x, y in zip(a, b))
    if cosine < 0:
        b, cosine = [-v for v in b], -cosine
    angle = math.acos(min(1.0, cosine))
    if math.sin(angle) < 1e-9:
        return normalised([x + (y - x) * u for x, y in zip(a, b)])
    k0, k1 = math.sin((1 - u) * angle) / math.sin(angle), math.sin(u * angle) / math.sin(angle)
    return [x * k0 + y * k1 for x, y in zip(a, b)]


class Gltf:
    """One file. `clips` are the animations' names; `nodes` the JSON of the nodes."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        data = self.path.read_bytes()
        self.chunk = None
        if data[:4] == b"glTF":
            version, length = struct.unpack_from("<II", data, 4)
            assert version == 2 and length == len(data), "header of the GLB"
            at, text = 12, None
            while at < length:
                size, kind = struct.unpack_from("<II", data, at)
                body = data[at + 8:at + 8 + size]
                assert len(body) == size, "chunk beyond the end of the GLB"
                if kind == 0x4E4F534A:
                    text = body
                elif kind == 0x004E4942 and self.chunk is None:
                    self.chunk = body
                at += 8 + size
        else:
            text = data
        self.repeated = []  # names that one JSON object holds twice
        self.json = json.loads(text.decode("utf-8"), object_pairs_hook=self._object)
        assert self.json["asset"]["version"].startswith("2."), "version of the glTF"
        self.buffers = [self._buffer(b) for b in self.json.get("buffers", [])]
        self.nodes = self.json.get("nodes", [])
        self.animations = self.json.get("animations", [])
        self.clips = [a.get("name", "") for a in self.animations]
        self._accessors = {}
        self.parent = {}
        for i, node in enumerate(self.nodes):
            for child in node.get("children", []):
                assert child not in self.parent, f"node {child} has two parents"
                self.parent[child] = i
        self.order = self._parents_first()

    def _object(self, pairs):
        names = [name for name, _ in pairs]
        self.repeated += sorted({name for name in names if names.count(name) > 1})
        return dict(pairs)

    def _buffer(self, buffer):
        uri = buffer.get("uri")
        if uri is None:
            data = self.chunk
        elif uri.startswith("data:"):
            data = base64.b64decode(uri.split(",", 1)[1])
        else:
            data = (self.path.parent / uri).read_bytes()
        assert data is not None and len(data) >= buffer["byteLength"], "buffer shorter than it says"
        return data[:buffer["byteLength"]]

    def _parents_first(self):
        order = [i for i in range(len(self.nodes)) if i not in self.parent]
        for i in order:  # grows while it is read
            order += self.nodes[i].get("children", [])
        assert len(order) == len(self.nodes), "the nodes form a circle"
        return order

    def _read(self, view, offset, letter, width, count):
        size = struct.calcsize(letter)
        if view is None:
            return [0] * (width * count)
        view = self.json["bufferViews"][view]
        data = self.buffers[view["buffer"]]
        start, end = view.get("byteOffset", 0), view.get("byteOffset", 0) + view["byteLength"]
        assert end <= len(data), "view beyond its buffer"
        stride = view.get("byteStride") or size * width
        assert start + offset + (stride * (count - 1) + size * width if count else 0) <= end, \
            "accessor beyond its view"
        if stride == size * width:
            return list(struct.unpack_from(f"<{count * width}{letter}", data, start + offset))
        return [v for i in range(count)
                for v in struct.unpack_from(f"<{width}{letter}", data, start + offset + i * stride)]

    def accessor(self, index):
        """A list of tuples, or of plain numbers for SCALAR; normalised integers are decoded."""
        if index in self._accessors:
            return self._accessors[index]
        a = self.json["accessors"][index]
        letter, most = COMPONENTS[a["componentType"]]
        width = WIDTHS[a["type"]]
        assert not (a["type"].startswith("MAT") and struct.calcsize(letter) < 4), "padded matrices"
        values = self._read(a.get("bufferView"), a.get("byteOffset", 0), letter, width, a["count"])
        sparse = a.get("sparse")
        if sparse:
            where, what = sparse["indices"], sparse["values"]
            places = self._read(where["bufferView"], where.get("byteOffset", 0),
                                COMPONENTS[where["componentType"]][0], 1, sparse["count"])
            others = self._read(what["bufferView"], what.get("byteOffset", 0), letter, width,
                                sparse["count"])
            for i, place in enumerate(places):
                values[place * width:(place + 1) * width] = others[i * width:(i + 1) * width]
        if a.get("normalized"):
            values = [max(v / most, -1.0) for v in values]
        if width > 1:
            values = [tuple(values[i:i + width]) for i in range(0, len(values), width)]
        self._accessors[index] = values
        return values

    # --- animation ---------------------------------------------------------------------------
    def clip(self, which):
        """The animation of a name or an index; None stands for the rest pose."""
        if which is None or isinstance(which, dict):
            return which
        return self.animations[which if isinstance(which, int) else self.clips.index(which)]

    def duration(self, which):
        clip = self.clip(which)
        return max((self.accessor(s["input"])[-1] for s in clip["samplers"]), default=0.0)

    def value(self, sampler, path, t):
        """What a sampler plays at t seconds: keys hold beyond their ends."""
        times, values = self.accessor(sampler["input"]), self.accessor(sampler["output"])
        mode = sampler.get("interpolation", "LINEAR")
        cubic = mode == "CUBICSPLINE"
        assert len(values) == len(times) * (3 if cubic else 1), "keys and values differ in number"
        key = (lambda i: values[3 * i + 1]) if cubic else (lambda i: values[i])
        if t <= times[0]:
            return list(key(0))
        if t >= times[-1]:
            return list(key(len(times) - 1))
        low, high = 0, len(times) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if times[middle] <= t else (low, middle)
        if mode == "STEP":
            return list(key(low))
        d = times[high] - times[low]
        u = (t - times[low]) / d
        a, b = key(low), key(high)
        if cubic:
            out, into = values[3 * low + 2], values[3 * high]
            h = (2 * u**3 - 3 * u**2 + 1, d * (u**3 - 2 * u**2 + u), 3 * u**2 - 2 * u**3,
                 d * (u**3 - u**2))
            value = [h[0] * p + h[1] * m + h[2] * q + h[3] * n for p, m, q, n in zip(a, out, b, into)]
            return normalised(value) if path == "rotation" else value
        if path == "rotation":
            return slerp(a, b, u)
        return [p + (q - p) * u for p, q in zip(a, b)]

    def parts(self, which=None, t=0.0):
        """Translation, rotation and scale of every node; None for nodes that have a matrix."""
        parts = [None if "matrix" in n else {"translation": n.get("translation", [0, 0, 0]),
                                             "rotation": n.get("rotation", [0, 0, 0, 1]),
                                             "scale": n.get("scale", [1, 1, 1])} for n in self.nodes]
        clip = self.clip(which)
        for channel in clip["channels"] if clip else []:
            node, path = channel["target"].get("node"), channel["target"]["path"]
            if node is None or path not in ("translation", "rotation", "scale"):
                continue
            assert parts[node] is not None, "a node with a matrix is animated"
            parts[node][path] = self.value(clip["samplers"][channel["sampler"]], path, t)
        return parts

    def world(self, which=None, t=0.0):
        """The world matrix of every node."""
        parts = self.parts(which, t)
        world = [None] * len(self.nodes)
        for i in self.order:
            p = parts[i]
            local = (compose(p["translation"], p["rotation"], p["scale"]) if p
                     else [float(v) for v in self.nodes[i]["matrix"]])
            world[i] = multiply(world[self.parent[i]], local) if i in self.parent else local
        return world

    def vertices(self, node, which=None, t=0.0, world=None):
        """World positions of the vertices of a node's mesh, skinned where it has a skin (the node's
        own transform means nothing then). A list for each primitive."""
        world = world or self.world(which, t)
        skin = self.nodes[node].get("skin")
        if skin is not None:
            skin = self.json["skins"][skin]
            inverse = (self.accessor(skin["inverseBindMatrices"]) if "inverseBindMatrices" in skin
                       else [IDENTITY] * len(skin["joints"]))
            bones = [multiply(world[j], m) for j, m in zip(skin["joints"], inverse)]
        result = []
        for primitive in self.json["meshes"][self.nodes[node]["mesh"]]["primitives"]:
            at = primitive["attributes"]
            points = self.accessor(at["POSITION"])
            if skin is None:
                result.append([transform(world[node], p) for p in points])
                continue
            placed = []
            for p, joints, weights in zip(points, self.accessor(at["JOINTS_0"]),
                                          self.accessor(at["WEIGHTS_0"])):
                parts = [(w, transform(bones[j], p)) for j, w in zip(joints, weights) if w]
                placed.append([sum(w * v[i] for w, v in parts) for i in range(3)])
            result.append(placed)
        return result

    def named(self, name):
        """The index of the one node of that name."""
        found = [i for i, n in enumerate(self.nodes) if n.get("name") == name]
        assert len(found) == 1, f"{len(found)} nodes are called {name!r}"
        return found[0]


def main():
    file = Gltf(sys.argv[1])
    clip = sys.argv[2] if len(sys.argv) > 2 else (0 if file.animations else None)
    if isinstance(clip, str) and clip not in file.clips:
        clip = int(clip)
    for i, m in enumerate(file.world(clip, float(sys.argv[3]) if len(sys.argv) > 3 else 0.0)):
        print(f"{file.nodes[i].get('name', i)}: " + " ".join(f"{v:.6g}" for v in m))


if __name__ == "__main__":
    main()
