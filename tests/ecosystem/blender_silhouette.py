# SPDX-License-Identifier: MIT
"""What Blender shows of a .glb through a camera of `anmkit render --json`; silhouettes.py calls it.

    blender -b --factory-startup -noaudio --python-exit-code 1 --python tests/ecosystem/blender_silhouette.py -- REQUEST.json

The request has the file, the picture to make, its size, clip, rate and frame, and the camera in metres and glTF's axes.
"""
import json
import math
import sys

import numpy

numpy.bool = bool  # Debian's importer uses a name that its numpy no longer has
import bpy
from mathutils import Vector

with open(sys.argv[sys.argv.index("--") + 1]) as file:
    wanted = json.load(file)

bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.fps = int(wanted["rate"])
bpy.ops.import_scene.gltf(filepath=wanted["file"])
for thing in list(scene.objects):
    # Shapes that the importer draws bones with.
    thing.hide_render = any(c.name.startswith("glTF_not_exported") for c in thing.users_collection)
    motion = thing.animation_data
    if motion is None:
        continue
    actions = [motion.action] + [strip.action for track in motion.nla_tracks for strip in track.strips]
    for track in list(motion.nla_tracks):
        motion.nla_tracks.remove(track)
    motion.action = next((a for a in actions if a is not None and a.name.startswith(wanted["clip"])), None)
scene.frame_set(int(wanted["frame"]), subframe=wanted["frame"] % 1)


def in_blender(v):
    return Vector((v[0], -v[2], v[1]))


seen = wanted["camera"]
yaw, pitch = math.radians(seen["yaw"]), math.radians(seen["pitch"])
away = (math.sin(yaw) * math.cos(pitch), math.sin(pitch), math.cos(yaw) * math.cos(pitch))
target = in_blender(seen["target"])
place = target + in_blender(away) * seen["distance"]
camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
camera.data.sensor_fit = "VERTICAL"
camera.data.angle_y = math.radians(seen["fieldOfView"])
camera.data.clip_start, camera.data.clip_end = seen["distance"] / 1000, seen["distance"] * 100
camera.location = place
camera.rotation_euler = (target - place).to_track_quat("-Z", "Y").to_euler()
scene.collection.objects.link(camera)
scene.camera = camera

scene.render.engine = "CYCLES"
scene.cycles.device = "CPU"
scene.cycles.samples = 4
scene.cycles.use_denoising = False
scene.cycles.max_bounces = 0
scene.cycles.transparent_max_bounces = 8
scene.render.film_transparent = True
scene.render.resolution_x, scene.render.resolution_y = wanted["size"]
scene.render.resolution_percentage = 100
scene.render.image_settings.color_mode = "RGBA"
scene.render.filepath = wanted["picture"]
bpy.ops.render.render(write_still=True)
