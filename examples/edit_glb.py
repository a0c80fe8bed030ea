#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the rotation keys of one node of a .glb file, in every clip. It needs nothing but Python.

usage: edit_glb.py IN.glb OUT.glb NODE DEGREES X|Y|Z"""
import json, math, struct, sys

source, target, name, degrees, axis = sys.argv[1:]
data = open(source, "rb").read()
# A .glb file is a header of 12 bytes, a chunk of JSON and a chunk of numbers; each chunk has 8 bytes of its own before it.
length = struct.unpack_from("<I", data, 12)[0]
gltf = json.loads(data[20:20 + length])
numbers = bytearray(data[28 + length:])

half = math.radians(float(degrees)) / 2
turn = [math.sin(half) if axis == one else 0 for one in "XYZ"] + [math.cos(half)]


def product(a, b):
    """The rotation b, then a: quaternions as x, y, z, w."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


edited = set()
for animation in gltf["animations"]:
    for channel in animation["channels"]:
        node = gltf["nodes"][channel["target"]["node"]]
        if node["name"] != name or channel["target"]["path"] != "rotation":
            continue
        output = animation["samplers"][channel["sampler"]]["output"]
        accessor = gltf["accessors"][output]
        view = gltf["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        for key in range(start, start + 16 * accessor["count"], 16) if output not in edited else ():
            struct.pack_into("<4f", numbers, key, *product(struct.unpack_from("<4f", numbers, key), turn))
        edited.add(output)
if not edited:
    moving = {gltf["nodes"][c["target"]["node"]]["name"] for a in gltf["animations"] for c in a["channels"]}
    sys.exit(f"{source}: {name} has no rotation keys; nodes that move: {', '.join(sorted(moving))}")
with open(target, "wb") as out:
    out.write(data[:28 + length] + numbers)
print(f"{target}: rotated {name} by {degrees} degrees about {axis}: {len(edited)} track{'s' * (len(edited) != 1)}")
