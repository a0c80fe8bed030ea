# SPDX-License-Identifier: MIT
"""The sidebar's panel (N > anmkit): what the selected import is, what its format lets one change, and its findings."""
import os
import textwrap

import bpy

from . import library
from .export_files import CheckAnmkit, ExportAnmkit, record_of
from .import_files import ImportAnmkit
from .journal import Problem

PIXELS_PER_LETTER = 8
ICONS = {"error": "CANCEL", "warning": "ERROR", "info": "INFO"}


class RateAnmkit(bpy.types.Operator):
    """Set the scene to the rate of the clip. Keyframes stay on their frames"""

    bl_idname = "anmkit.rate"
    bl_label = "Set scene rate"
    bl_options = {"UNDO"}

    rate: bpy.props.FloatProperty(min=0.001, default=30)

    def execute(self, context):
        render = context.scene.render
        render.fps = max(1, round(self.rate))
        render.fps_base = render.fps / self.rate
        return {"FINISHED"}


class CompanionAnmkit(bpy.types.Operator):
    """Add or remove a companion file"""

    bl_idname = "anmkit.companion"
    bl_label = "Companion"
    bl_options = {"UNDO"}

    remove: bpy.props.IntProperty(default=-1)

    def execute(self, context):
        record = record_of(context)
        if record is None:
            self.report({"ERROR"}, "nothing that anmkit imported is selected")
            return {"CANCELLED"}
        if self.remove < 0:
            record.companions.add()
        else:
            record.companions.remove(self.remove)
        return {"FINISHED"}


class Panel(bpy.types.Panel):
    bl_idname = "ANMKIT_PT_panel"
    bl_label = "anmkit"
    bl_category = "anmkit"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"

    def draw(self, context):
        record = record_of(context)
        if record is None:
            self.layout.label(text="Nothing that anmkit imported is selected.")
            self.layout.operator(ImportAnmkit.bl_idname, text="Import...", icon="IMPORT")
            return
        width = max(20, context.region.width // PIXELS_PER_LETTER)
        draw_file(self.layout, record)
        draw_clips(self.layout, context.scene, record)
        draw_settings(self.layout, record)
        draw_companions(self.layout, record)
        row = self.layout.row(align=True)
        row.operator(CheckAnmkit.bl_idname, icon="CHECKMARK")
        row.operator(ExportAnmkit.bl_idname, text="Export...", icon="EXPORT")
        draw_findings(self.layout, record, width)


def draw_file(layout, record):
    column = layout.column(align=True)
    column.label(text=record.name, icon="FILE")
    try:
        title = (library.find_format(record.format) or {}).get("title", record.format)
    except Problem as problem:
        title = str(problem)
    column.label(text=title)
    column.label(text=f"Format {record.format}")


def draw_clips(layout, scene, record):
    box = layout.box()
    box.label(text="Clips")
    own = scene.render.fps / scene.render.fps_base
    for clip in record.clips:
        column = box.column(align=True)
        column.label(text=clip.name, icon="ACTION")
        column.label(text=f"{clip.duration:g} frames at {clip.rate:g} fps")
        column.label(text=f"Loops from frame {clip.loop_start:g}" if clip.loops else "Plays once")
        if clip.rate > 0 and abs(clip.rate - own) > 1e-3:
            column.operator(RateAnmkit.bl_idname, text=f"Set {clip.rate:g} fps").rate = clip.rate
    if not record.clips:
        box.label(text="none: a model")


def draw_settings(layout, record):
    if not record.settings:
        return
    box = layout.box()
    box.label(text="In the file")
    sources = {one.source for one in record.settings}
    before = None
    for one in record.settings:
        if len(sources) > 1 and one.source != before:
            box.label(text=one.source, icon="FILE")
            before = one.source
        row = box.row()
        number = one.path.partition("[")[2].partition("]")[0]
        many = sum(other.label == one.label and other.source == one.source for other in record.settings) > 1
        row.label(text=f"{one.label} {number}" if many else one.label, icon="DOT" if one.changed else "NONE")
        row.prop(one, one.kind, text="")


def draw_companions(layout, record):
    box = layout.box()
    row = box.row()
    row.label(text="Companions")
    row.operator(CompanionAnmkit.bl_idname, text="", icon="ADD").remove = -1
    for number, one in enumerate(record.companions):
        box.label(text=os.path.basename(one.path) or "choose a file:")
        row = box.row(align=True)
        found = os.path.isfile(bpy.path.abspath(one.path))
        row.prop(one, "path", text="", icon="NONE" if found else "ERROR")
        row.operator(CompanionAnmkit.bl_idname, text="", icon="REMOVE").remove = number


def draw_findings(layout, record, width):
    if not record.checked:
        return
    box = layout.box()
    box.label(text=f"{len(record.findings)} findings" if record.findings else "No findings", icon="CHECKMARK")
    for one in record.findings:
        column = box.column(align=True)
        for number, line in enumerate(textwrap.wrap(one.text, width)):
            column.label(text=line, icon="NONE" if number else ICONS.get(one.severity, "DOT"))


CLASSES = (RateAnmkit, CompanionAnmkit, Panel)


def register():
    for one in CLASSES:
        bpy.utils.register_class(one)


def unregister():
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
