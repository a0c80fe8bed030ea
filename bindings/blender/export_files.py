# SPDX-License-Identifier: MIT
"""File > Export > anmkit: Blender's own exporter makes a .glb, and the library makes the game's file from it."""
import base64
import contextlib
import os

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import gltf, images, library, records
from .journal import Journal, Problem
from .menus import draw_entries

AUTO = "auto"
# The name of every output folder for the library.
FOLDER = "out/"


def armature_of(one):
    """The armature that an object is, or that moves it."""
    while one is not None:
        if one.type == "ARMATURE":
            return one
        moved = next((modifier.object for modifier in one.modifiers if modifier.type == "ARMATURE" and modifier.object),
                     None) if hasattr(one, "modifiers") else None
        one = moved or one.parent
    return None


def chosen(context):
    """The armature of the selection, or None, and the objects to export."""
    selected = [one for one in context.view_layer.objects if one.select_get()]
    if not selected:
        raise Problem("nothing is selected: select an armature, or a mesh")
    armatures = list(dict.fromkeys(one for one in map(armature_of, selected) if one is not None))
    active = armature_of(context.view_layer.objects.active)
    if len(armatures) > 1 and active not in armatures:
        raise Problem(f"{len(armatures)} armatures are selected: make one of them active")
    armature = active if active in armatures else (armatures[0] if armatures else None)
    return armature, moved_by(context, armature) if armature is not None else family_of(selected)


def moved_by(context, armature):
    """An armature, what it moves, and what they belong to."""
    return family_of([armature, *(one for one in context.scene.objects if armature_of(one) is armature)])


def family_of(roots):
    return list(dict.fromkeys(part for root in roots for part in [*parents(root), root, *root.children_recursive]))


def parents(one):
    while one.parent is not None:
        one = one.parent
        yield one


def record_of(context):
    """The record of the import that is selected; None for objects of other origin."""
    active = context.view_layer.objects.active
    armature = armature_of(active)
    return record_at(armature, [active] if active is not None else []) or images.record_of(context)


def record_at(armature, objects):
    """The record of an armature, or without one of the objects."""
    if armature is not None:
        return armature.data.anmkit if armature.data.anmkit.name else None
    family = dict.fromkeys(part for one in objects for part in (one, *parents(one)))
    return next((one.anmkit_record for one in family if one.anmkit_record.name), None)


def active_clip(armature):
    """The clip of the active Action."""
    action = armature.animation_data and armature.animation_data.action
    if action is None:
        return ""
    for track in armature.animation_data.nla_tracks:
        if any(strip.action == action for strip in track.strips):
            return track.name
    return action.name


class Target:
    """What to make: a name, and the options of the export."""

    def __init__(self, output, format_="", clip="", skeleton=(), bones="", ground=False, in_place=False, options=None):
        self.output, self.format, self.clip, self.skeleton = output, format_, clip, list(skeleton)
        self.bones, self.ground, self.in_place, self.options = bones, ground, in_place, options or {}

    def request(self, clip):
        request = dict(self.options)
        for name, value in (("to", self.format), ("clip", clip), ("map", self.bones), ("ground", self.ground),
                            ("in_place", self.in_place)):
            if value:
                request[name] = value
        return request


def produce(context, target, journal):
    """Names and bytes of the files."""
    kit = library.load()
    found = record_of(context)
    if found is not None and isinstance(found.id_data, bpy.types.Collection):
        return images.save(context, kit, found, target, journal)
    armature, objects = chosen(context)
    record = record_at(armature, objects)
    if record is not None and not target.format:
        target.format = next((one["format"] for one in record.sources() if same_extension(target.output, one["name"])), "")
    if record is not None and not target.skeleton and record.untouched == gltf.digest(context, objects, record) != "":
        made = originals(record, target, active_clip(armature))
        if made:
            journal.add("INFO", "unchanged: the original file again")
            return made
    glb = gltf.save(context, objects, record, journal)
    with_files = target.skeleton or (record.companion_paths() if record is not None else [])
    missing = [path for path in with_files if not os.path.isfile(path)]
    if target.skeleton and missing:
        raise Problem(f"the skeleton {missing[0]} does not exist")
    for path in missing:
        journal.add("WARNING", f"the companion {path} does not exist; the export goes on without it")
    companions = library.companions_of(path for path in with_files if path not in missing)
    try:
        made, clip = convert_glb(kit, glb, companions, target, armature, journal)
    except kit.Error as problem:
        # What was found next to the import may be of no use to the format.
        if target.skeleton or not companions or problem.code != "anmkit.USAGE":
            raise
        made, clip = convert_glb(kit, glb, {}, target, armature, journal)
    return changed(record, made, target, clip) if record is not None else made


def originals(record, target, active):
    """The files of an import that nobody changed, with the settings of the panel; none for another format."""
    if target.options or target.in_place or target.ground or not target.format:
        return {}
    clip = target.clip or active
    sources = record.sources() if target.output.endswith("/") else record.originals(clip, "")
    sources = [one for one in sources if one["format"] == target.format and one.get("bytes")]
    if not target.output.endswith("/"):
        sources = sources[:1]
        if target.clip and sources and sources[0]["clips"] != [target.clip]:
            return {}
    return {FOLDER + one["name"] if target.output.endswith("/") else target.output:
            records.with_settings(record, one["name"], base64.b64decode(one["bytes"]), one["name"]) for one in sources}


def convert_glb(kit, glb, companions, target, armature, journal):
    with kit.open(glb, companions, name="blender.glb") as file:
        return convert(kit, file, target, armature, journal)


def convert(kit, file, target, armature, journal):
    """A format of one clip gets the active one, unless a clip is chosen."""
    report = {}
    made = kit.convert([file], target.output, report=report, **target.request(target.clip))
    clip = target.clip
    if not clip and any(one["code"] == "anmkit.ONE-CLIP" for one in report["diagnostics"]):
        clip = active_clip(armature) if armature is not None else ""
        if clip in [one.name for one in file.clips]:
            report = {}
            made = kit.convert([file], target.output, report=report, **target.request(clip))
    journal.conversion(report)
    return made, clip


def same_extension(output, name):
    return os.path.splitext(output)[1].lower() == os.path.splitext(name)[1].lower()


def changed(record, made, target, clip):
    """The files with the settings that the user changed in the panel."""
    done = {}
    for name, content in made.items():
        stem = os.path.basename(name or target.output).split(".")[0]
        for source in record.originals(clip, stem)[:1]:
            if not target.format or source["format"] == target.format:
                content = records.with_settings(record, os.path.basename(name or target.output), content, source["name"])
        done[name] = content
    return done


def write(path, made, is_folder):
    """Writes files; one that exists is whole until the new one is."""
    folder = path if is_folder else os.path.dirname(path)
    os.makedirs(folder or ".", exist_ok=True)
    for name, content in made.items():
        inside = name[len(FOLDER):] if is_folder and name.startswith(FOLDER) else name
        if os.path.isabs(inside) or ".." in inside.replace("\\", "/").split("/"):
            raise Problem(f"the name of a clip leads out of the folder: {inside}")
        whole = path if len(made) == 1 and not is_folder else os.path.join(folder, inside)
        os.makedirs(os.path.dirname(whole) or ".", exist_ok=True)
        try:
            with open(whole + ".part", "wb") as file:
                file.write(content)
            os.replace(whole + ".part", whole)
        except OSError:
            with contextlib.suppress(OSError):
                os.remove(whole + ".part")
            raise
        yield whole


def format_items(_self, _context):
    # Blender does not keep the texts alive.
    if not hasattr(format_items, "kept"):
        try:
            made = [(one["id"], one["title"], ", ".join(one["extensions"])) for one in library.formats()
                    if library.can_export(one)]
        except Problem:
            made = []
        format_items.kept = [(AUTO, "By the extension", "The format of the import, or that of the extension"), *made]
    return format_items.kept


class ExportAnmkit(bpy.types.Operator, ExportHelper):
    """Export the selected armature, its meshes and its Actions to a game's file"""

    bl_idname = "export_scene.anmkit"
    bl_label = "Export Animation"
    bl_options = {"PRESET"}

    filename_ext = ""
    check_extension = None
    filter_glob: StringProperty(options={"HIDDEN"})
    extension: StringProperty(options={"HIDDEN", "SKIP_SAVE"})
    format: EnumProperty(name="Format", items=format_items)
    clip: StringProperty(name="Clip", description="The clip to write. Empty: all, or the active one for formats of "
                         "one clip")
    skeleton: StringProperty(
        name="Skeleton", description="The game's model, to which the motion of another skeleton goes. Several files "
        "are separated by ';'")
    bones: StringProperty(name="Bones", description="Which bone drives which: a text block or a file with lines "
                          "'node = bone', as anmkit map writes it. Empty: by their names")
    ground: BoolProperty(name="Feet on the ground")
    in_place: BoolProperty(name="In place", description="Leave out motion over the ground")
    options: StringProperty(name="Options", description="Options of the format as in the tool: tolerance=0.001 loop")

    def draw(self, _context):
        self.layout.use_property_split = True
        for name in ("format", "clip", "skeleton", "bones", "ground", "in_place", "options"):
            self.layout.prop(self, name)

    def invoke(self, context, event):
        journal = Journal("export")
        with journal.guard():
            self.filter_glob = self.filter_glob or library.glob_of(library.extensions(library.ALL, library.can_export))
            record = record_of(context)
            if not self.filepath and record is not None:
                stem, own = os.path.splitext(record.name)
                self.filepath = os.path.join(record.folder, stem + (self.extension or own))
        return journal.finish(self) if journal.failed else super().invoke(context, event)

    def check(self, _context):
        return False  # the extension decides on the format, and is the user's

    def execute(self, context):
        journal = Journal("export")
        with journal.guard():
            path = bpy.path.abspath(self.filepath)
            is_folder = path.endswith((os.sep, "/")) or os.path.isdir(path)
            output = FOLDER if is_folder else os.path.basename(path)
            if not output:
                raise Problem("no file is chosen")
            target = self.target(output)
            if is_folder and not target.format:
                record = record_of(context)
                target.format = record.format if record is not None else ""
            for whole in write(path, produce(context, target, journal), is_folder):
                journal.add("INFO", f"wrote {whole}")
        return journal.finish(self)

    def target(self, output):
        skeleton = [bpy.path.abspath(path.strip()) for path in self.skeleton.split(";") if path.strip()]
        return Target(output, "" if self.format == AUTO else self.format, self.clip, skeleton, self.table_of_bones(),
                      self.ground, self.in_place, library.options_of(self.options))

    def table_of_bones(self):
        if not self.bones:
            return ""
        text = bpy.data.texts.get(self.bones)
        if text is not None:
            return text.as_string()
        with open(bpy.path.abspath(self.bones), encoding="utf-8") as file:
            return file.read()


class CheckAnmkit(bpy.types.Operator):
    """Check the file that an export would write"""

    bl_idname = "anmkit.check"
    bl_label = "Check"

    def execute(self, context):
        journal = Journal("check")
        with journal.guard():
            record = record_of(context)
            if record is None:
                raise Problem("nothing that anmkit imported is selected")
            made = produce(context, Target(record.name, record.format), journal)
            record.findings.clear()
            kit = library.load()
            companions = library.companions_of(path for path in record.companion_paths() if os.path.isfile(path))
            for name, content in made.items():
                with kit.open(content, companions, name=name or record.name, broken=True) as file:
                    self.list(record, file.check()["diagnostics"], journal)
            record.checked = True
            journal.add("INFO", f"{record.name}: findings: {len(record.findings) or 'none'}")
        return journal.finish(self)

    @staticmethod
    def list(record, findings, journal):
        for one in findings:
            finding = record.findings.add()
            finding.severity, finding.text = one["severity"], f"{one['code']}: {one['message']}"
            # Findings are the answer, not a failure.
            journal.add("WARNING" if one["severity"] != "info" else "INFO", finding.text)


class ExportMenu(bpy.types.Menu):
    bl_idname = "ANMKIT_MT_export"
    bl_label = "anmkit (game animations)"

    def draw(self, _context):
        draw_entries(self.layout, ExportAnmkit.bl_idname, library.can_export)


def draw_menu(self, _context):
    self.layout.menu(ExportMenu.bl_idname)


CLASSES = (ExportAnmkit, CheckAnmkit, ExportMenu)


def register():
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.TOPBAR_MT_file_export.append(draw_menu)


def unregister():
    bpy.types.TOPBAR_MT_file_export.remove(draw_menu)
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
