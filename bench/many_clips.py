#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A glTF of COUNT clips that each turn eight nodes: many_clips.py COUNT"""
import base64
import json
import math
import struct
import sys

count, nodes = int(sys.argv[1]), 8
data = struct.pack("<3f", 0, 0.5, 1)
views, accessors = [(0, 12)], [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [1]}]
animations = []
for clip in range(count):
    animation = {"name": f"clip{clip}", "channels": [], "samplers": []}
    for node in range(nodes):
        half = 0.1 + (clip * 7 + node * 3) % 50 / 100
        turn = struct.pack("<4f", math.sin(half), 0, 0, math.cos(half))
        views.append((len(data), 48))
        data += struct.pack("<4f", 0, 0, 0, 1) + turn + struct.pack("<4f", 0, 0, 0, 1)
        animation["samplers"].append({"input": 0, "output": len(accessors)})
        animation["channels"].append({"sampler": node, "target": {"node": node, "path": "rotation"}})
        accessors.append({"bufferView": len(views) - 1, "componentType": 5126, "count": 3, "type": "VEC4"})
    animations.append(animation)
print(json.dumps({
    "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "nodes": [{"name": f"node{i}", "children": [i + 1]} if i + 1 < nodes else {"name": f"node{i}"} for i in range(nodes)],
    "animations": animations, "accessors": accessors,
    "bufferViews": [{"buffer": 0, "byteOffset": at, "byteLength": length} for at, length in views],
    "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}]}))
