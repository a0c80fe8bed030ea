#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the rotation keys of one node of a .glb file, in every clip. It needs nothing but Python.

usage: edit_glb.py IN.glb OUT.glb NODE DEGREES X|Y|Z"""
import json, math, re, struct, sys


def product(a, b):
    """The rotation b, then a: quaternions as x, y, z, w."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def rotate(data, name, degrees, axis):
    """The edited file and the number of tracks that changed, or the names of the nodes that move."""
    # A .glb file is a header of 12 bytes, a chunk of JSON and a chunk of numbers; each chunk has 8 bytes of its own
    # before it.
    length = struct.unpack_from("<I", data, 12)[0]
    gltf = json.loads(data[20:20 + length])
    numbers = bytearray(data[28 + length:])
    half = math.radians(degrees) / 2
    turn = [math.sin(half) if axis == one else 0 for one in "XYZ"] + [math.cos(half)]
    edited, moving = set(), set()
    for animation in gltf.get("animations", []):
        for channel in animation["channels"]:
            node = gltf["nodes"][channel["target"]["node"]].get("name", "")
            moving.add(node)
            output = animation["samplers"][channel["sampler"]]["output"]
            if node != name or channel["target"]["path"] != "rotation" or output in edited:
                continue
            accessor = gltf["accessors"][output]
            view = gltf["bufferViews"][accessor["bufferView"]]
            start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
            for key in range(start, start + 16 * accessor["count"], 16):
                struct.pack_into("<4f", numbers, key, *product(struct.unpack_from("<4f", numbers, key), turn))
            edited.add(output)
    return data[:28 + length] + numbers, len(edited), moving


if len(sys.argv) != 6 or sys.argv[5] not in ("X", "Y", "Z") or not re.fullmatch(r"-?\d+(\.\d*)?", sys.argv[4]):
    sys.exit(__doc__)
source, target, name, degrees, axis = sys.argv[1:]
try:
    made, tracks, moving = rotate(open(source, "rb").read(), name, float(degrees), axis)
    if not tracks:
        sys.exit(f"{source}: {name} has no rotation keys; nodes that move: {', '.join(sorted(moving)) or 'none'}")
    with open(target, "wb") as out:
        out.write(made)
except OSError as problem:
    sys.exit(f"{problem.filename}: {problem.strerror}")
except (ValueError, LookupError, TypeError, AttributeError, struct.error):
    sys.exit(f"{source}: not a whole .glb file; write it again with anmkit convert FILE -o OUT.glb")
print(f"{target}: rotated {name} by {degrees} degrees about {axis}: {tracks} track{'s' * (tracks != 1)}")
