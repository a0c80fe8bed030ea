# SPDX-License-Identifier: MIT
"""Renders a picture of a .glb with headless Blender; make.py calls it.

    blender -b --factory-startup -noaudio --python-exit-code 1 \
      --python docs/images/render.py -- IN.glb OUT.png CLIP RATE R,G,B FRAME [FRAME ...]

Several frames stand side by side before a background of this colour (linear, 0 ... 1). Bones, which Cycles does not
draw, become rods.
"""
import sys

import numpy

numpy.bool = bool  # Debian's importer uses a name that its numpy no longer has
import bmesh
import bpy
from mathutils import Matrix, Vector

source, target, clip, rate, background = sys.argv[sys.argv.index("--") + 1:][:5]
frames = [float(f) for f in sys.argv[sys.argv.index("--") + 6:]]

bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.fps = int(rate)
bpy.ops.import_scene.gltf(filepath=source)
imported = list(scene.objects)


def choose_clip():
    """The importer makes a track of each clip on each thing that moves."""
    for thing in imported:
        motion = thing.animation_data
        if motion is None:
            continue
        actions = [motion.action] + [strip.action for track in motion.nla_tracks for strip in track.strips]
        for track in list(motion.nla_tracks):
            motion.nla_tracks.remove(track)
        motion.action = next((a for a in actions if a is not None and a.name.startswith(clip)), None)


steel = bpy.data.materials.new("steel")
steel.use_nodes = True
steel.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (0.25, 0.4, 0.6, 1)
steel.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = 1


def rod(a, b, *parts):
    """Cones between two points: each from and to a share of the way, and two thicknesses."""
    mesh = bpy.data.meshes.new("rod")
    shape = bmesh.new()
    along = b - a
    for start, end, first, last in parts:
        part = bmesh.ops.create_cone(shape, segments=8, radius1=first, radius2=last, depth=along.length * (end - start))
        bmesh.ops.translate(shape, verts=part["verts"], vec=(0, 0, along.length * (start + end) / 2))
    shape.to_mesh(mesh)
    shape.free()
    mesh.transform(Matrix.Translation(a) @ along.to_track_quat("Z", "Y").to_matrix().to_4x4())
    mesh.materials.append(steel)
    return mesh


def is_helper(thing):
    """What the importer draws bones with, and the sticks of an export without a model."""
    return any(c.name.startswith("glTF_not_exported") for c in thing.users_collection) or (
        thing.type == "MESH" and thing.data.name.startswith("anmkit_proxy"))


def stills(frame):
    """Meshes in world space that show a moment."""
    scene.frame_set(int(frame), subframe=frame % 1)
    graph = bpy.context.evaluated_depsgraph_get()
    meshes = []
    for thing in imported:
        if is_helper(thing) or thing.type not in ("MESH", "ARMATURE"):
            continue
        shown = thing.evaluated_get(graph)
        if thing.type == "ARMATURE":
            if any(t.type == "MESH" and not is_helper(t) for t in imported):
                continue
            for bone in shown.pose.bones:
                if bone.parent is None:
                    continue
                a, b = (shown.matrix_world @ p for p in (bone.parent.head, bone.head))
                thick = (b - a).length / 8
                meshes.append(rod(a, b, (0, 0.2, 0, thick), (0.2, 1, thick, 0)))
            continue
        mesh = bpy.data.meshes.new_from_object(shown)
        mesh.transform(shown.matrix_world)
        meshes.append(mesh)
    return meshes


choose_clip()
moments = [stills(frame) for frame in frames]
corners = [v.co for meshes in moments for mesh in meshes for v in mesh.vertices]
low, high = (Vector(f(c[i] for c in corners) for i in range(3)) for f in (min, max))
for thing in imported:
    thing.hide_render = True
# Side by side as the camera sees it.
middle = (low + high) / 2
toward = Vector((0.35, -1, 0.25)).normalized()
right = Vector((-toward.y, toward.x, 0)).normalized()
up = toward.cross(right)


def extent(axis):
    places = [axis.dot(corner) for corner in corners]
    return max(places) - min(places)


width = extent(right) * 1.1
for i, meshes in enumerate(moments):
    for mesh in meshes:
        still = bpy.data.objects.new("still", mesh)
        still.location = right * ((i - (len(moments) - 1) / 2) * width)
        scene.collection.objects.link(still)

size_x, size_z = width * len(moments) * 1.03, extent(up) * 1.12
scene.render.resolution_x = 800
scene.render.resolution_y = min(450, max(160, int(800 * size_z / size_x)))
camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
camera.data.type = "ORTHO"
camera.data.ortho_scale = max(size_x, size_z * 800 / scene.render.resolution_y)
middle += up * ((max(map(up.dot, corners)) + min(map(up.dot, corners))) / 2 - up.dot(middle))
camera.location = middle + toward * camera.data.ortho_scale * 3
camera.data.clip_end = camera.data.ortho_scale * 20
camera.rotation_euler = (-toward).to_track_quat("-Z", "Y").to_euler()
scene.collection.objects.link(camera)
scene.camera = camera

# Suns of no size and no light that bounces: few samples, and nothing that makes noise.
for strength, turned, shadow in ((2.2, (0.7, 0.2, 0.5), True), (1.2, (1.2, 0, -0.9), False), (0.5, (2.6, 0, 0.6), False)):
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy, sun.angle, sun.use_shadow = strength, 0, shadow
    sun.cycles.cast_shadow = shadow
    lamp = bpy.data.objects.new("sun", sun)
    lamp.rotation_euler = turned
    scene.collection.objects.link(lamp)
world = bpy.data.worlds.new("world")
world.use_nodes = True
world.node_tree.nodes["Background"].inputs["Color"].default_value = (*map(float, background.split(",")), 1)
world.cycles_visibility.diffuse = world.cycles_visibility.glossy = False
scene.world = world
scene.render.engine = "CYCLES"
scene.cycles.device = "CPU"
scene.cycles.samples = 8
scene.cycles.use_denoising = False
scene.cycles.max_bounces = 0
scene.cycles.transparent_max_bounces = 8
scene.render.dither_intensity = 0
scene.render.image_settings.color_mode = "RGB"
scene.render.image_settings.compression = 100
scene.view_settings.view_transform = "Standard"
scene.render.filepath = target
bpy.ops.render.render(write_still=True)
