# SPDX-License-Identifier: MIT
"""blender -b --factory-startup --python blender_edit.py -- IN.glb SAME.glb EDITED.glb JOINT CLIP FPS

Imports a file and exports it twice, as a person would: once untouched, once after turning a joint
through one clip.
"""

import math
import sys

import numpy

# Blender 3.4's importer still uses a name that newer numpy versions removed.
numpy.bool = bool

import bpy  # noqa: E402
import mathutils  # noqa: E402


def export(path):
    bpy.ops.export_scene.gltf(
        filepath=path, export_format="GLB", export_extras=True, export_nla_strips=True
    )


def turn(joint, clip):
    """Turns a joint to one side and back, between the keys that it has."""
    (armature,) = [o for o in bpy.data.objects if o.type == "ARMATURE"]
    (action,) = [a for a in bpy.data.actions if a.name.startswith(clip + "_")]
    first, last = (round(frame) for frame in action.frame_range)
    tracks = armature.animation_data.nla_tracks
    for track in tracks:
        track.mute = True
    armature.animation_data.action = action
    bone = armature.pose.bones[joint]
    bone.rotation_mode = "QUATERNION"
    for frame in range(first, last + 1):
        bpy.context.scene.frame_set(frame)
        angle = 0.6 * math.sin(math.pi * (frame - first) / (last - first))
        bone.rotation_quaternion @= mathutils.Quaternion((1, 2, 3), angle)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    armature.animation_data.action = None
    for track in tracks:
        track.mute = False


def main():
    source, same, edited, joint, clip, fps = sys.argv[sys.argv.index("--") + 1 :]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = int(fps)
    bpy.ops.import_scene.gltf(filepath=source)
    export(same)
    turn(joint, clip)
    export(edited)


main()
