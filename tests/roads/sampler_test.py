#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The judge is judged: gltf_sampler.py against numbers worked out by hand from the glTF specification."""
import json
import math
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(__file__))
import gltf_sampler
import rigs

HALF = math.sqrt(0.5)


class Sampler(unittest.TestCase):
    def read(self, rig, data=None):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "rig.glb"
            path.write_bytes(data or rig.glb())
            return gltf_sampler.Gltf(path)

    def near(self, have, want, places=6):
        for a, b in zip(have, want, strict=True):
            self.assertAlmostEqual(a, b, places)

    def moved(self, path, times, values, mode="LINEAR", code="f"):
        rig = rigs.Rig()
        rig.node(name="n")
        rig.channel(0, path, times, values, mode, code)
        return self.read(rig)

    def value(self, file, path, t):
        return file.parts("move", t)[0][path]

    def test_lines_steps_and_ends(self):
        line = self.moved("translation", [1, 3], [(0, 0, 0), (4, 8, -2)])
        self.near(self.value(line, "translation", 1.5), (1, 2, -0.5))
        self.near(self.value(line, "translation", 0), (0, 0, 0))
        self.near(self.value(line, "translation", 9), (4, 8, -2))
        step = self.moved("scale", [0, 1, 2], [(1, 1, 1), (2, 2, 2), (3, 3, 3)], "STEP")
        self.near(self.value(step, "scale", 1.999), (2, 2, 2))
        self.near(self.value(step, "scale", 2), (3, 3, 3))

    def test_arcs_take_the_shorter_way(self):
        for sign in (1, -1):  # a quarter turn about z, either spelling of its end
            arc = self.moved("rotation", [0, 1], [(0, 0, 0, 1), (0, 0, sign * HALF, sign * HALF)])
            q = self.value(arc, "rotation", 0.5)
            self.near([v * math.copysign(1, q[3]) for v in q],
                      (0, 0, math.sin(math.pi / 8), math.cos(math.pi / 8)))

    def test_splines(self):
        # In tangent, value, out tangent; two seconds from 0 to 1 with out tangent 1 and in tangent 0.
        curve = self.moved("translation", [0, 2], [(0, 0, 0), (0, 0, 0), (1, 0, 0), (0, 0, 0), (1, 1, 1), (0, 0, 0)],
                           "CUBICSPLINE")
        # At the middle h = 1/2, 1/8, 1/2, -1/8: x = 2 * 1/8 * 1 + 1/2.
        self.near(self.value(curve, "translation", 1), (0.75, 0.5, 0.5))

    def test_whole_numbers_and_sparse_values(self):
        file = self.moved("rotation", [0, 1], [(0, 0, 0, 1), (0, -1, 0, 0)], code="h")
        self.near(self.value(file, "rotation", 1), (0, -1, 0, 0))
        rig = rigs.Rig()
        base = rig.accessor([(1, 1, 1)] * 4, "VEC3")
        where, what = rig.accessor([1, 3], code="H"), rig.accessor([(2, 3, 4), (5, 6, 7)], "VEC3")
        rig.json["accessors"][base]["sparse"] = {
            "count": 2, "indices": {"bufferView": where, "componentType": 5123}, "values": {"bufferView": what}}
        self.assertEqual(self.read(rig).accessor(base), [(1, 1, 1), (2, 3, 4), (1, 1, 1), (5, 6, 7)])

    def test_hierarchy_and_skin(self):
        rig = rigs.Rig()
        rig.node(name="a", translation=[0, 1, 0], rotation=[0, 0, HALF, HALF], scale=[2, 2, 2], children=[1])
        rig.node(name="b", matrix=[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1])
        skin = rig.skinned_mesh([0, 1], [(1, 0, 0), (1, 0, 0)])
        rig.node(translation=[9, 9, 9], **skin)
        file = self.read(rig)
        # x turns to y and doubles: b stands 6 above a.
        self.near(file.world()[file.named("b")][12:15], (0, 7, 0))
        # The mesh's own node means nothing; no inverse matrices stand for the identity.
        first, second = file.vertices(2)[0]
        self.near(first, (0, 3, 0))
        self.near(second, (0, 9, 0))

    def test_a_text_file_and_repeated_names(self):
        rig = rigs.Rig()
        rig.node(name="n", translation=[1, 2, 3])
        text = rig.gltf()
        self.near(self.read(None, text).world()[0][12:15], (1, 2, 3))
        self.assertEqual(self.read(None, text).repeated, [])
        self.assertEqual(json.loads(text)["nodes"][0]["name"], "n")
        self.assertEqual(self.read(None, text.replace(b'"name"', b'"name": "m", "name"')).repeated, ["name"])


if __name__ == "__main__":
    unittest.main()
