# SPDX-License-Identifier: MIT
"""Blender's own glTF importer and exporter: the only ones that make objects and read Actions here."""
import contextlib
import hashlib
import json
import os
import struct
import tempfile

import bpy
import numpy

from .journal import Problem

# Names in Blender 3 and 4; a version takes those that it has.
EXPORT = {
    "export_format": "GLB", "use_active_scene": True, "export_extras": True, "export_animations": True,
    "export_animation_mode": "ACTIONS", "export_nla_strips": True, "export_anim_single_armature": False,
    "export_force_sampling": True, "export_frame_range": False, "export_current_frame": False,
    "export_def_bones": False, "export_optimize_animation_size": False, "export_reset_pose_bones": True,
    "export_skins": True, "export_cameras": True, "export_lights": False, "export_apply": False,
    "use_mesh_edges": True, "use_mesh_vertices": True, "will_save_settings": False,
}


@contextlib.contextmanager
def names_of_old_numpy():
    """The importer of Blender 3 uses numpy.bool, which some versions of numpy lack (Debian 12)."""
    missing = "bool" not in vars(numpy)
    if missing:
        numpy.bool = bool
    try:
        yield
    finally:
        if missing:
            del numpy.bool


def operator(group, arguments):
    if not hasattr(bpy.types, f"{group.upper()}_OT_gltf"):
        raise Problem("Blender's glTF 2.0 add-on is off: enable it in Preferences > Add-ons")
    run = getattr(getattr(bpy.ops, group), "gltf")
    known = run.get_rna_type().properties.keys()
    with names_of_old_numpy():
        return run(**{name: value for name, value in arguments.items() if name in known})


def facts_of(glb):
    """The extras of anmkit in the scene of a .glb; empty for files of other programs."""
    if glb[:4] != b"glTF" or len(glb) < 20:
        return {}
    length = struct.unpack_from("<I", glb, 12)[0]
    root = json.loads(glb[20:20 + length])
    scenes = root.get("scenes") or [{}]
    return (scenes[root.get("scene", 0)].get("extras") or {}).get("anmkit") or {}


def load(context, glb):
    """Hands a .glb to Blender's importer. Returns the objects that it made."""
    before = set(bpy.data.objects)
    kept = context.scene.get("anmkit")
    kept = kept.to_dict() if hasattr(kept, "to_dict") else kept
    with tempfile.TemporaryDirectory(prefix="anmkit-") as folder:
        path = os.path.join(folder, "anmkit.glb")
        with open(path, "wb") as file:
            file.write(glb)
        done = operator("import_scene", {"filepath": path})
    if "FINISHED" not in done:
        raise Problem("Blender's glTF importer made nothing")
    # The importer puts the extras on the scene. The first file keeps that place, for exports without the add-on.
    if kept is not None:
        context.scene["anmkit"] = kept
    return [one for one in bpy.data.objects if one not in before]


@contextlib.contextmanager
def scene_with(context, objects, record):
    """A scene of these objects alone, with the extras and the rate of their import, so that the user's scene stays as it
    is, and several imports may be in one."""
    window, before = context.window, context.scene
    if window is None:
        raise Problem("Blender has no window, which its exporter needs")
    own = bpy.data.scenes.new("anmkit")
    own.render.fps, own.render.fps_base = before.render.fps, before.render.fps_base
    if record is not None and record.rate > 0:
        own.render.fps = max(1, round(record.rate))
        own.render.fps_base = own.render.fps / record.rate
    own.frame_start, own.frame_end = before.frame_start, before.frame_end
    for one in objects:
        own.collection.objects.link(one)
    if record is not None and record.extras:
        own["anmkit"] = json.loads(record.extras)
    window.scene = own
    try:
        yield own
    finally:
        window.scene = before
        bpy.data.scenes.remove(own)
        before.frame_set(before.frame_current, subframe=before.frame_subframe)  # the exporter moved the bones


@contextlib.contextmanager
def object_mode(context):
    """Other modes come back afterwards."""
    active = context.view_layer.objects.active
    mode = active.mode if active is not None else "OBJECT"
    if mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    try:
        yield
    finally:
        if mode != "OBJECT":
            context.view_layer.objects.active = active
            bpy.ops.object.mode_set(mode=mode)


def digest(context, objects, record):
    """What shows whether anything was edited: a digest of the keys as they are, the meshes and the rest pose. Empty where
    constraints or drivers may move something as well; an import has none."""
    for one in objects:
        bones = one.pose.bones if one.pose is not None else ()
        data = [part.animation_data for part in (one, one.data) if part is not None]
        if one.constraints or any(bone.constraints for bone in bones) or any(part and part.drivers for part in data):
            return ""
    return hashlib.sha256(save(context, objects, record, export_force_sampling=False)).hexdigest()


def save(context, objects, record, journal=None, **options):
    """The .glb that Blender's exporter makes of objects and their Actions."""
    with object_mode(context), tempfile.TemporaryDirectory(prefix="anmkit-") as folder, scene_with(context, objects, record):
        path = os.path.join(folder, "anmkit.glb")
        try:
            operator("export_scene", {"filepath": path, **EXPORT, **options})
        except RuntimeError:
            # Blender 3.4 fails at lines and points that have colours.
            operator("export_scene", {"filepath": path, **EXPORT, **options, "export_colors": False})
            if journal is not None:
                journal.add("WARNING", "Blender's glTF exporter failed at vertex colours; they are left out")
        if not os.path.isfile(path):
            raise Problem("Blender's glTF exporter wrote nothing")
        with open(path, "rb") as file:
            return file.read()
