# SPDX-License-Identifier: MIT
"""What the parts of cli.roads share: small matrices, an export with its nodes found, subjects and answers."""
import cases
import gltf_sampler as gltf
import support
from support import answer

COUNT, SEED = 4, 1


def linear(m):
    return [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]]


def determinant(a):
    return (a[0] * (a[4] * a[8] - a[5] * a[7]) - a[3] * (a[1] * a[8] - a[2] * a[7])
            + a[6] * (a[1] * a[5] - a[2] * a[4]))


def inverse(a):
    d = determinant(a)
    return [(a[4] * a[8] - a[5] * a[7]) / d, (a[2] * a[7] - a[1] * a[8]) / d, (a[1] * a[5] - a[2] * a[4]) / d,
            (a[5] * a[6] - a[3] * a[8]) / d, (a[0] * a[8] - a[2] * a[6]) / d, (a[2] * a[3] - a[0] * a[5]) / d,
            (a[3] * a[7] - a[4] * a[6]) / d, (a[1] * a[6] - a[0] * a[7]) / d, (a[0] * a[4] - a[1] * a[3]) / d]


def product(a, b):
    return [sum(a[3 * k + r] * b[3 * c + k] for k in range(3)) for c in range(3) for r in range(3)]


def distance(a, b):
    return max(abs(x - y) for x, y in zip(a, b))


class Export:
    """A file that the tool wrote, with the parts of every node of the format found."""

    def __init__(self, path):
        self.gltf = gltf.Gltf(path)
        self.joints, self.last, self.ids = {}, {}, {}
        for i, node in enumerate(self.gltf.nodes):
            mark = node.get("extras", {}).get("anmkit", {})
            if mark.get("part") in ("node", "scale", "size"):
                self.last[mark["node"]] = i
            if mark.get("part") == "node":
                self.joints[mark.get("name", node["name"])] = (i, mark["node"])
        self.rates = [a["extras"]["anmkit"]["rate"] for a in self.gltf.animations]

    def box(self, name):
        """The joint that the node's own vertices follow."""
        return self.last[self.joints[name][1]]


class Road(support.Tests):
    def setUp(self):
        self.maker = cases.Maker(self.folder / self._testMethodName)
        self.number = 0

    def path(self, extension):
        self.number += 1
        return self.folder / self._testMethodName / f"made{self.number}{extension}"

    def subjects(self, *kinds):
        for n in range(COUNT):
            for case in self.maker.all(SEED + n):
                if not kinds or case.name in kinds:
                    yield case

    def sampled(self, case, clip, frames, space="world"):
        """What the tool says of one clip: for each frame the nodes by name."""
        source, number = (case.inputs[clip], 0) if len(case.inputs) > 1 else (case.inputs[0], clip)
        with_them = [w for c in case.companions for w in ("--with", c)]
        told = answer("sample", source, *with_them, "--clip", number, "--space", space, "--frame", *frames)
        return told, [{n["name"]: n for n in s["nodes"]} for s in told["samples"]]
