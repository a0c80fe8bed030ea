# SPDX-License-Identifier: MIT
"""What the tests of losses have in common: runs of the tool, small glTF files, examples that are edited.

Tests import it after TOOL and EXAMPLES are on their command line.
"""
import base64
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.abspath(sys.argv[1])
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()


def run(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True)


def moving(change=lambda file: None):
    """A glTF file of one cube-less triangle on the node "part", which turns by 90 degrees."""
    parts = {
        "time": struct.pack("<3f", 0, 0.5, 1),
        "turn": struct.pack("<12f", 0, 0, 0, 1, 0, 0, 0.3826834, 0.9238795, 0, 0, 0.7071068, 0.7071068),
        "points": struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0),
        "uvs": struct.pack("<6f", 0, 0, 1, 0, 0, 1),
    }
    views, data = [], b""
    for part in parts.values():
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(part)})
        data += part
    kinds = [(5126, 3, "SCALAR"), (5126, 3, "VEC4"), (5126, 3, "VEC3"), (5126, 3, "VEC2")]
    file = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "part", "mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 2, "TEXCOORD_0": 3}, "material": 0}]}],
        "materials": [{}],
        "animations": [{
            "name": "turn",
            "samplers": [{"input": 0, "output": 1}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}],
        }],
        "accessors": [{"bufferView": i, "componentType": c, "count": n, "type": t}
                      for i, (c, n, t) in enumerate(kinds)],
        "bufferViews": views,
        "buffers": [{"byteLength": len(data),
                     "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}],
    }
    change(file)
    return json.dumps(file)


def textured(file, texture, info=None):
    # A PNG of one white pixel.
    file["images"] = [{"mimeType": "image/png", "uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAA"
                       "CQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC"}]
    file["textures"] = [texture]
    file["materials"][0]["pbrMetallicRoughness"] = {"baseColorTexture": {"index": 0, **(info or {})}}


class Losses(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        os.chdir(holder.name)

    def examples(self, family):
        shutil.rmtree(family, ignore_errors=True)
        shutil.copytree(EXAMPLES / family, family)
        return pathlib.Path(family)

    def glb(self, name):
        data = pathlib.Path(name).read_bytes()
        size, = struct.unpack_from("<I", data, 12)
        return json.loads(data[20:20 + size]), data[20 + size:]

    def write_glb(self, name, file, rest, more=b""):
        """`more` joins the one buffer."""
        if more:
            data = rest[8:] + more
            rest = struct.pack("<II", len(data), 0x4E4942) + data
            file["buffers"][0]["byteLength"] = len(data)
        text = json.dumps(file).encode()
        text += b" " * (-len(text) % 4)
        body = struct.pack("<II", len(text), 0x4E4F534A) + text + rest
        pathlib.Path(name).write_bytes(struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body)

    def delete_node(self, file, deleted):
        """As editors do: what is below hangs on what is above. Skins are not the point here."""
        below = file["nodes"][deleted].get("children", [])
        for holder, key in [(one, "nodes") for one in file["scenes"]] + [(one, "children") for one in file["nodes"]]:
            kept = [one for index in holder.pop(key, []) for one in (below if index == deleted else [index])]
            if kept:
                holder[key] = [index - (index > deleted) for index in kept]
        for clip in file["animations"]:
            clip["channels"] = [one for one in clip["channels"] if one["target"]["node"] != deleted]
            for one in clip["channels"]:
                one["target"]["node"] -= one["target"]["node"] > deleted
        file.pop("skins", None)
        for one in file["nodes"]:
            one.pop("skin", None)
        del file["nodes"][deleted]

    def places(self, name, frame):
        """World positions of the nodes of a glTF file, by name."""
        made = json.loads(run("sample", name, "--frame", frame, "--space", "world", "--json").stdout)
        return {node["name"]: node["matrix"][12:15] for node in made["samples"][0]["nodes"]}

    EDITED = (("gc", "stalk.anm", 1), ("craftstudio", "robot-walk.csmodelanim", 1), ("sm64", "wave.inc.c", 100))

    def edited(self, family, name, edit, prepare=lambda folder: None):
        """World positions of an export, and of what an edited copy of it became, with the messages."""
        folder = self.examples(family)
        prepare(folder)
        self.assertEqual(run("convert", folder / name, "-o", "before.glb", "-f").returncode, 0)
        file, rest = self.glb("before.glb")
        more = edit(file, len(rest) - 8) or b""
        self.write_glb("edited.glb", file, rest, more)
        said = run("convert", "edited.glb", "-o", folder / name, "-f")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual(run("convert", folder / name, "-o", "after.glb", "-f").returncode, 0)
        return said

    def assert_moved(self, frame, moved):
        before, after = self.places("before.glb", frame), self.places("after.glb", frame)
        self.assertEqual(before.keys(), after.keys())
        for name, place in before.items():
            for got, wanted in zip(after[name], moved(place)):
                self.assertAlmostEqual(got, wanted, delta=2e-3 * (1 + abs(wanted)), msg=name)

    def export_without_extras(self, *files):
        self.assertEqual(run("convert", *files, "-o", "before.glb", "-f").returncode, 0)
        file, rest = self.glb("before.glb")

        def strip(value):
            if isinstance(value, dict):
                value.pop("extras", None)
            for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
                strip(one)

        strip(file)
        self.write_glb("bare.glb", file, rest, b"")

    def rig_of_somebody(self):
        """The folder of the example, and the JSON and the rest of its export with other names and without extras."""
        folder = self.examples("psx")
        self.export_without_extras(folder / "HOP.ANM")
        file, rest = self.glb("bare.glb")
        for node in file["nodes"]:
            node["name"] = "rig:" + node["name"]
        return folder, file, rest
