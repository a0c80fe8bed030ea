# SPDX-License-Identifier: MIT
"""What the add-on remembers of an import: on the armature's data, because Blender's exporter leaves that out of files;
on the object where there is no armature, and on the collection of images."""
import json

import bpy
from bpy.props import (BoolProperty, CollectionProperty, FloatProperty, IntProperty, PointerProperty, StringProperty)

from . import library

# Settings of the formats by their names in the specification and in dumps, with what the panel calls them.
SETTINGS = {
    "duration": "Duration", "holdLastKeyFrame": "Hold last key", "holdLastKeyframe": "Hold last key",
    "rateHint": "Rate field", "bankID": "Bank id", "name": "Name", "flags": "Flags",
    "animYTransDivisor": "Translation divisor", "startFrame": "Start frame", "loopStart": "Loop start",
    "loopEnd": "Loop end",
}
# Members of a dump that have settings of their own: a file's head, and its clips.
NESTED = ("headers", "sequences", "insertable")
# The text of C sources comes back from the fields; a dump of a large file takes long.
MOST_BYTES = 4 << 20


class AnmkitSetting(bpy.types.PropertyGroup):
    """A field of the file that the user may change."""

    source: StringProperty()
    path: StringProperty()
    label: StringProperty()
    kind: StringProperty()
    before: StringProperty()
    whole: IntProperty(name="Value")
    real: FloatProperty(name="Value")
    flag: BoolProperty(name="Value")
    text: StringProperty(name="Value")

    @property
    def value(self):
        return getattr(self, self.kind)

    @property
    def changed(self):
        return json.dumps(self.value) != self.before


class AnmkitCompanion(bpy.types.PropertyGroup):
    path: StringProperty(name="Companion", subtype="FILE_PATH", description="A file that the format needs, or shows")


class AnmkitClip(bpy.types.PropertyGroup):
    name: StringProperty()
    rate: FloatProperty()
    duration: FloatProperty()
    loops: BoolProperty()
    loop_start: FloatProperty()


class AnmkitFinding(bpy.types.PropertyGroup):
    severity: StringProperty()
    text: StringProperty()


class AnmkitRecord(bpy.types.PropertyGroup):
    format: StringProperty()
    name: StringProperty()
    folder: StringProperty(subtype="DIR_PATH")
    extras: StringProperty()
    rate: FloatProperty()  # of the scene when the keyframes were made
    untouched: StringProperty()  # the digest of what Blender exports right after the import
    clips: CollectionProperty(type=AnmkitClip)
    companions: CollectionProperty(type=AnmkitCompanion)
    settings: CollectionProperty(type=AnmkitSetting)
    findings: CollectionProperty(type=AnmkitFinding)
    checked: BoolProperty()

    def sources(self):
        """The original files: dicts with format, name, clips, and bytes as base64."""
        return json.loads(self.extras).get("sources", []) if self.extras else []

    def originals(self, clip, stem):
        """The original files that contain this clip or have this output's name. A single file always matches."""
        sources = self.sources()
        return [one for one in sources if len(sources) == 1 or clip in one["clips"] or stem in one["clips"]]

    def companion_paths(self):
        return [bpy.path.abspath(one.path) for one in self.companions if one.path]


def fill(record, path, extras, companions):
    """Writes a record. `path` is the file that was chosen, `companions` the paths of those that were found."""
    import base64
    import os

    record.folder, record.name = os.path.split(path)
    record.extras = json.dumps(extras)
    for clip in extras.get("clips", []):
        one = record.clips.add()
        one.name, one.rate, one.duration = clip["name"], clip.get("rate", 0), clip.get("duration", 0)
        one.loops, one.loop_start = bool(clip.get("loops")), clip.get("loopStart", 0)
    for found in companions:
        record.companions.add().path = found
    for source in extras.get("sources", []):
        record.format = record.format or source["format"]
        content = base64.b64decode(source.get("bytes", ""))
        if len(content) <= MOST_BYTES:
            add_settings(record, source["name"], content)


def add_settings(record, name, content):
    kit = library.load()
    try:
        with kit.open(content, [], name=name) as file:
            dump = json.loads(file.dump())
    except kit.Error:
        return  # a broken original has no fields to change
    for path, value in settings_in(dump["document"]):
        setting = record.settings.add()
        setting.source, setting.path, setting.before = name, path, json.dumps(value)
        setting.label = SETTINGS[path.split(".")[-1]]
        setting.kind = {bool: "flag", int: "whole", float: "real", str: "text"}[type(value)]
        setattr(setting, setting.kind, value)


def settings_in(part, path=""):
    """Paths and values of the settings in a dump."""
    for name, value in part.items():
        here = f"{path}.{name}" if path else name
        if name in SETTINGS and type(value) in (bool, int, float, str):
            yield here, value
        elif name in NESTED:
            nested = value if isinstance(value, list) else [value]
            for number, one in enumerate(nested):
                if isinstance(one, dict):
                    yield from settings_in(one, f"{here}[{number}]" if isinstance(value, list) else here)


def put(document, path, value):
    """Sets the field of a dump that a path names: "headers[0].flags"."""
    *parents, last = path.replace("]", "").replace("[", ".").split(".")
    for name in parents:
        document = document[int(name)] if isinstance(document, list) else document[name]
    document[last] = value


def with_settings(record, name, content, source):
    """The bytes of an original file, with the fields that the user changed in the panel."""
    changed = [one for one in record.settings if one.changed and one.source == source]
    if not changed:
        return content
    kit = library.load()
    with kit.open(content, [], name=name) as file:
        dump = json.loads(file.dump())
    for one in changed:
        put(dump["document"], one.path, one.value)
    return kit.build(json.dumps(dump))


CLASSES = (AnmkitSetting, AnmkitCompanion, AnmkitClip, AnmkitFinding, AnmkitRecord)


def register():
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.Armature.anmkit = PointerProperty(type=AnmkitRecord)
    bpy.types.Collection.anmkit = PointerProperty(type=AnmkitRecord)
    # Not "anmkit": that is the extras of the node.
    bpy.types.Object.anmkit_record = PointerProperty(type=AnmkitRecord)


def unregister():
    del bpy.types.Armature.anmkit, bpy.types.Collection.anmkit, bpy.types.Object.anmkit_record
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
