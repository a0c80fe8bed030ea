# SPDX-License-Identifier: MIT
"""blender -b --factory-startup --python blender_bvh.py -- FILE.bvh POSES.json [FILE.bvh POSES.json]...

Imports each BVH and compares the heads of all bones, at every frame, with what `anmkit sample --json --space world` says of
it."""
import builtins
import json
import sys

import bpy

# Blender 3.4's importer still asks for a mode that newer versions of Python removed.
real_open = builtins.open
builtins.open = lambda file, mode="r", *more, **named: real_open(file, mode.replace("U", ""), *more, **named)

arguments = sys.argv[sys.argv.index("--") + 1:]
worst, joints = 0.0, 0
for path, poses in zip(arguments[::2], arguments[1::2]):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_anim.bvh(filepath=path, axis_forward="-Z", axis_up="Y", frame_start=1, use_fps_scale=False)
    rig = bpy.context.object
    with open(poses) as file:
        samples = json.load(file)["samples"]
    size = max(1.0, max(abs(v) for s in samples for n in s["nodes"] for v in n["matrix"][12:15]))
    found = 0
    for sample in samples:
        bpy.context.scene.frame_set(1 + round(sample["frame"]))
        for node in sample["nodes"]:
            bone = rig.pose.bones.get(node["name"])
            if bone is None:
                assert node["name"].endswith("_end"), f"{path}: no bone {node['name']}"
                continue
            found += 1
            head = rig.matrix_world @ bone.head
            x, y, z = node["matrix"][12:15]
            off = max(abs(a - b) for a, b in zip(head, (x, -z, y))) / size
            assert off < 1e-4, f"{path}: {node['name']} at frame {sample['frame']}: {tuple(head)}, expected {(x, -z, y)}"
            worst = max(worst, off)
    assert found, path
    joints += found
print(f"Blender: {len(arguments) // 2} BVH files, {joints} poses of joints, largest difference {worst:.1e} of the size")
