# SPDX-License-Identifier: MIT
"""Renders a picture of a .glb with headless Blender.

    blender -b --factory-startup -noaudio --python-exit-code 1 \
      --python docs/images/render.py -- IN.glb OUT.png CLIP FRAME [FRAME ...]

Several frames stand side by side.
"""
import sys

import numpy

numpy.bool = bool  # Debian's importer uses a name that its numpy no longer has
import bpy
from mathutils import Vector

source, target, clip = sys.argv[sys.argv.index("--") + 1:][:3]
frames = [float(f) for f in sys.argv[sys.argv.index("--") + 4:]]

bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.fps = 30
bpy.ops.import_scene.gltf(filepath=source)
rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
body = next(o for o in bpy.data.objects if o.type == "MESH" and o.find_armature() == rig)
rig.animation_data.action = next(a for a in bpy.data.actions if a.name.startswith(clip))
for track in list(rig.animation_data.nla_tracks):
    rig.animation_data.nla_tracks.remove(track)

low, high = Vector((1e9,) * 3), Vector((-1e9,) * 3)
copies = []
for frame in frames:
    scene.frame_set(int(frame), subframe=frame % 1)
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(body.evaluated_get(graph))
    copy = bpy.data.objects.new("still", mesh)
    copy.matrix_world = body.matrix_world
    copies.append(copy)
    for vertex in mesh.vertices:
        at = copy.matrix_world @ vertex.co
        low = Vector(map(min, low, at))
        high = Vector(map(max, high, at))
width = (high.x - low.x) * 1.25
for i, copy in enumerate(copies):
    scene.collection.objects.link(copy)
    copy.location.x += (i - (len(copies) - 1) / 2) * width
body.hide_render = rig.hide_render = True

middle = (low + high) / 2
middle.x = 0
span = max((high.z - low.z) * 1.3 * 16 / 9 / 1.0, width * len(copies) * 1.05)
camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
camera.data.type = "ORTHO"
camera.data.ortho_scale = span
camera.location = middle + Vector((0.45, -1, 0.3)) * span * 2
camera.rotation_euler = (middle - camera.location).to_track_quat("-Z", "Y").to_euler()
scene.collection.objects.link(camera)
scene.camera = camera
world = bpy.data.worlds.new("world")
world.color = (0.9, 0.92, 0.95)
scene.world = world

# Workbench needs no graphics card and makes no noise, so the picture stays small.
scene.render.engine = "BLENDER_WORKBENCH"
scene.display.shading.light = "FLAT"
scene.display.shading.color_type = "TEXTURE"
scene.render.dither_intensity = 0
scene.render.image_settings.color_mode = "RGB"
scene.render.image_settings.compression = 100
scene.view_settings.view_transform = "Standard"
scene.render.resolution_x, scene.render.resolution_y = 800, 450
scene.render.filepath = target
bpy.ops.render.render(write_still=True)
