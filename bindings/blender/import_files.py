# SPDX-License-Identifier: MIT
"""File > Import > anmkit: files of any family become a .glb of the library, which Blender's own importer reads."""
import os

import bpy
from bpy.props import (BoolProperty, CollectionProperty, EnumProperty, FloatProperty, StringProperty)
from bpy_extras.io_utils import ImportHelper

from . import export_files, gltf, images, library, records
from .menus import draw_entries
from .journal import Journal, Problem


class Made:
    """A .glb with the files that it was made from."""

    def __init__(self, path, glb, companions=()):
        self.path, self.glb, self.companions = path, glb, list(companions)


def open_files(kit, paths, companions, options, journal):
    """Opened files; what cannot be opened or shown becomes a line. Folders stay paths, as glTF files do."""
    for path in paths:
        name = os.path.basename(path) or path
        with journal.guard(name):
            if os.path.isdir(path) or path.lower().endswith((".glb", ".gltf")):
                yield path, None
                continue
            file = kit.open(path, companions or None, options=options)
            format_ = library.find_format(file.format)
            if not library.can_import(format_):
                raise Problem(f"{format_['title']}: has nothing to show; choose the files inside it")
            yield path, file


def found_companions(path, file):
    folder = os.path.dirname(path)
    return [os.path.join(folder, name) for name in file.info().get("companions", [])]


def convert(kit, group, request, journal):
    """One .glb of all files of a group. Files with different skeletons become one each."""
    name = os.path.splitext(os.path.basename(group[0][0]))[0] + ".glb"
    report = {}
    try:
        made = kit.convert([file for _, file in group], name, report=report, **request)
    except kit.Error:
        if len(group) == 1:
            raise
        for one in group:
            with journal.guard(os.path.basename(one[0])):
                yield from convert(kit, [one], request, journal)
        return
    journal.conversion(report)
    yield Made(group[0][0], made[name], dict.fromkeys(sum((found_companions(*one) for one in group), [])))


def convert_folder(kit, path, request, journal):
    project = kit.project(path)
    if not project.subjects:
        raise Problem("no file in this folder can be shown")
    for subject in project.subjects:
        with journal.guard(subject["name"]):
            report = {}
            made = project.convert(subject["name"], "subject.glb", report=report, **request)
            journal.conversion(report)
            for glb in made.values():
                yield Made(os.path.join(path, subject["name"]), glb)


class ImportAnmkit(bpy.types.Operator, ImportHelper):
    """Import game animations and models"""

    bl_idname = "import_scene.anmkit"
    bl_label = "Import Animation"
    bl_options = {"UNDO", "PRESET"}

    filter_glob: StringProperty(options={"HIDDEN"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    companions: StringProperty(
        name="Companions", description="Models and textures to show the files with, separated by ';'. Empty: those "
        "that are found next to the files")
    clips: EnumProperty(
        name="Clips", default="ACTIVE",
        items=(("ACTIVE", "First clip active", "The first clip is the active Action; each has a muted NLA strip"),
               ("NLA", "NLA strips only", "Each clip has a muted NLA strip, and no Action is active")))
    set_rate: BoolProperty(name="Set frame rate and range", default=True,
                           description="Set the scene to the rate and the frames of the clips")
    sparse: BoolProperty(name="Keys of the file", description="Keep the file's own keys where glTF has their "
                         "interpolation, instead of a key on each frame")
    scale: FloatProperty(name="Metres per unit", min=0, description="0: those of the format")
    options: StringProperty(name="Options", description="Options of the format as in the tool: rate=25 step-keys")

    def draw(self, _context):
        self.layout.use_property_split = True
        for name in ("clips", "set_rate", "sparse", "scale", "companions", "options"):
            self.layout.prop(self, name)

    def invoke(self, context, event):
        journal = Journal("import")
        with journal.guard():
            self.filter_glob = self.filter_glob or library.glob_of(library.extensions(library.ALL, library.can_import))
        return journal.finish(self) if journal.failed else super().invoke(context, event)

    def paths(self):
        chosen = [os.path.join(self.directory, one.name) for one in self.files if one.name]
        paths = [bpy.path.abspath(path) for path in chosen or [self.filepath] if path]
        if not paths:
            raise Problem("no file is chosen")
        return list(dict.fromkeys(paths))

    def execute(self, context):
        journal = Journal("import")
        with journal.guard():
            self.import_all(context, journal)
        return journal.finish(self)

    def import_all(self, context, journal):
        kit = library.load()
        options = library.options_of(self.options)
        given = [bpy.path.abspath(path.strip()) for path in self.companions.split(";") if path.strip()]
        request = {"sparse": self.sparse}
        if self.scale > 0:
            request["metres_per_unit"] = self.scale
        groups, made, shown = {}, [], []
        for path, file in open_files(kit, self.paths(), given, options, journal):
            with journal.guard(os.path.basename(path)):
                if file is None and os.path.isdir(path):
                    made += convert_folder(kit, path, {**request, **options}, journal)
                elif file is None:
                    made.append(from_gltf(kit, path, journal))
                elif file.format in library.IMAGES:
                    shown += images.load(context, kit, path, file, journal)
                else:
                    family = library.find_format(file.format)["family"]
                    groups.setdefault((os.path.dirname(path), family), []).append((path, file))
        for group in groups.values():
            with journal.guard(os.path.basename(group[0][0])):
                for one in convert(kit, group, request, journal):
                    one.companions = given or one.companions
                    made.append(one)
        for one in made:
            with journal.guard(os.path.basename(one.path)):
                shown += show(context, one, self, journal)
        select(context, shown)


def from_gltf(kit, path, journal):
    """A glTF file as it is, in one piece."""
    with kit.open(path) as file:
        journal.diagnostics(file.warnings)
    if path.lower().endswith(".gltf"):
        raise Problem("a .gltf has parts in other files: import it with Blender's glTF importer, or choose a .glb")
    with open(path, "rb") as content:
        return Made(path, content.read())


def show(context, made, settings, journal):
    extras = gltf.facts_of(made.glb)
    clips = extras.get("clips", [])
    if settings.set_rate:
        set_rate(context.scene, clips, journal)
    if context.mode != "OBJECT" and bpy.ops.object.mode_set.poll():
        bpy.ops.object.mode_set(mode="OBJECT")
    objects = gltf.load(context, made.glb)
    armatures = [one for one in objects if one.type == "ARMATURE"]
    for one in objects:
        name_actions(one, settings.clips == "NLA")
    for one in (armatures or objects)[:1]:
        record = one.data.anmkit if armatures else one.anmkit_record
        records.fill(record, made.path, extras, made.companions)
        record.rate = context.scene.render.fps / context.scene.render.fps_base
        parts = export_files.moved_by(context, one) if armatures else export_files.family_of([one])
        record.untouched = gltf.digest(context, parts, record)
    rates = ", ".join(f"{clip['name']} ({clip.get('rate', 0):g} fps)" for clip in clips)
    journal.add("INFO", f"{os.path.basename(made.path)}: {len(objects)} objects, " +
                (f"{len(clips)} clips: {rates}" if clips else "no clips"))
    return objects


def set_rate(scene, clips, journal):
    """Before the keyframes are made: Blender puts them on frames of the scene's rate. An export knows the rate of its
    import."""
    rates = list(dict.fromkeys(clip["rate"] for clip in clips if clip.get("rate", 0) > 0))
    if not rates:
        return
    others = sorted({round(one.data.anmkit.rate, 3) for one in scene.objects if one.type == "ARMATURE"} - {0, rates[0]})
    if others:
        journal.add("WARNING", f"the scene has {rates[0]:g} fps now; armatures of {others[0]:g} fps play at another speed")
    scene.render.fps = max(1, round(rates[0]))
    scene.render.fps_base = scene.render.fps / rates[0]
    scene.frame_start = 0
    scene.frame_end = max(1, round(max(clip.get("duration", 0) for clip in clips)))
    scene.frame_set(0)
    if len(rates) > 1:
        others = ", ".join(f"{rate:g}" for rate in rates[1:])
        journal.add("WARNING", f"the scene has {rates[0]:g} fps; clips of {others} fps have keys between its frames")


def name_actions(one, mute_all):
    """Actions get the names of their clips, which their NLA tracks have."""
    animation = one.animation_data
    if animation is None:
        return
    for track in animation.nla_tracks:
        track.mute = True
        for strip in track.strips:
            if strip.action is not None and one.type == "ARMATURE":
                strip.action.name = track.name
                strip.name = track.name
    if mute_all:
        animation.action = None


def select(context, objects):
    if not objects:
        return
    context.view_layer.update()
    for one in context.view_layer.objects:
        one.select_set(False)
    inside = [one for one in objects if one.name in context.view_layer.objects]
    for one in inside:
        one.select_set(True)
    armatures = [one for one in inside if one.type == "ARMATURE"]
    context.view_layer.objects.active = (armatures or inside or [None])[0]
    if bpy.app.background or not hasattr(context, "temp_override"):
        return
    for area in context.window.screen.areas if context.window else ():
        if area.type == "VIEW_3D":
            region = next((one for one in area.regions if one.type == "WINDOW"), None)
            with context.temp_override(area=area, region=region):
                bpy.ops.view3d.view_selected()


class ImportMenu(bpy.types.Menu):
    bl_idname = "ANMKIT_MT_import"
    bl_label = "anmkit (game animations)"

    def draw(self, _context):
        draw_entries(self.layout, ImportAnmkit.bl_idname, library.can_import)


def draw_menu(self, _context):
    self.layout.menu(ImportMenu.bl_idname)


CLASSES = (ImportAnmkit, ImportMenu)


def register():
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.TOPBAR_MT_file_import.append(draw_menu)


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(draw_menu)
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
