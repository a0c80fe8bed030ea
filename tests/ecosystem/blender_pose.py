# SPDX-License-Identifier: MIT
"""blender -b --factory-startup --python blender_pose.py -- FILE POSE [FILE POSE]...

Imports each glTF file and compares where every joint stands, at every frame of the first clip,
with the poses that `anmkit sample --json --space world` gives.
"""

import json
import math
import os
import struct
import sys

import numpy

# Blender 3.4's importer still uses a name that newer numpy versions removed.
numpy.bool = bool

import bpy  # noqa: E402
from mathutils import Matrix, Quaternion  # noqa: E402

# Files that say turns and places more coarsely than glTF want another one.
TOLERANCE = float(os.environ.get("ANMKIT_POSE_TOLERANCE", "1e-4"))
TURNS = {
    "y_up": Quaternion((1, 0, 0, 0)),
    "y_down": Quaternion((0, 1, 0, 0)),
    "z_up": Quaternion((math.sqrt(0.5), -math.sqrt(0.5), 0, 0)),
}
# From glTF's +Y up to Blender's +Z up.
TO_BLENDER = Matrix.Rotation(math.pi / 2, 4, "X")


def read_json(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"glTF":
        length = struct.unpack_from("<I", data, 12)[0]
        data = data[20 : 20 + length]
    return json.loads(data)


def compare(path, pose_path):
    gltf = read_json(path)
    with open(pose_path, encoding="utf-8") as file:
        poses = json.load(file)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    # Without this, keys land between the frames of Blender's usual 24 a second.
    scene.render.fps = round(poses["rate"])
    bpy.ops.import_scene.gltf(filepath=path)
    armatures = [o for o in bpy.data.objects if o.type == "ARMATURE"]
    if len(armatures) != 1:
        raise ValueError(f"one armature is wanted, there are {len(armatures)}")
    armature = armatures[0]
    extras = gltf["scenes"][0]["extras"]["anmkit"]
    unit = extras["metresPerUnit"]
    turn = TO_BLENDER @ TURNS[extras["up"]].to_matrix().to_4x4()
    names = {}
    for node in gltf["nodes"]:
        own = node.get("extras", {}).get("anmkit", {})
        if own.get("part") == "node":
            names[own["node"]] = node["name"]
    # Blender names the action after the animation and the armature.
    action = bpy.data.actions[gltf["animations"][0]["name"] + "_" + armature.name]
    if armature.animation_data:
        for track in armature.animation_data.nla_tracks:
            track.mute = True
    else:
        armature.animation_data_create()
    armature.animation_data.action = action
    worst = 0
    first = {}
    for sample in poses["samples"]:
        scene.frame_set(int(sample["frame"]))
        for index, node in enumerate(sample["nodes"]):
            if not node.get("visible", True):
                continue  # what is hidden has no place
            bone = armature.pose.bones[names[index]]
            found = (armature.matrix_world @ bone.matrix).translation
            rows = [node["matrix"][row::4] for row in range(4)]
            wanted = turn @ Matrix.Scale(unit, 4) @ Matrix(rows)
            error = (found - wanted.translation).length / max(1, wanted.translation.length)
            # How a bone turned since the first frame does not depend on how it lies, which
            # Blender decides anew.
            posed = armature.matrix_world @ bone.matrix
            start = first.setdefault(index, (posed.inverted_safe(), wanted.inverted_safe()))
            change = posed @ start[0] - wanted @ start[1]
            error = max([error] + [abs(x) for row in change.to_3x3() for x in row])
            worst = max(worst, error)
            if not error <= TOLERANCE:
                raise ValueError(
                    f"frame {sample['frame']} {bone.name}: {found[:]}, "
                    f"wanted {wanted.translation[:]}"
                )
    return worst


def main():
    files = sys.argv[sys.argv.index("--") + 1 :]
    if not files or len(files) % 2:
        print(__doc__)
        sys.exit(2)
    bad, worst = 0, 0
    for path, pose in zip(files[::2], files[1::2]):
        try:
            worst = max(worst, compare(path, pose))
        except (ValueError, KeyError, RuntimeError) as error:
            bad += 1
            print(f"{path}: {error!r}")
    print(f"Blender: {len(files) // 2} files, {bad} wrong, largest error {worst:.1e}")
    sys.exit(1 if bad else 0)


main()
