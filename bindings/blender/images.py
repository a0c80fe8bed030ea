# SPDX-License-Identifier: MIT
"""Scripts and images of CatSystem 2, which are no 3D files: images of Blender, shown by empties with keyframes, and the
script as a text block."""
import base64
import os
import re
import tempfile

import bpy

from . import library, records
from .journal import Problem

MOST_TICKS = 10000
PIXELS_PER_UNIT = 100


def record_of(context):
    """The record of the collection of the active object, or of the active collection."""
    active = context.view_layer.objects.active
    collections = list(active.users_collection) if active is not None else []
    collections.append(context.view_layer.active_layer_collection.collection)
    return next((one.anmkit for one in collections if one.anmkit.name), None)


def collection_of(record):
    return record.id_data


def load(context, kit, path, file, journal):
    """A collection with the images, and a text block with the script."""
    name = os.path.basename(path)
    format_ = file.format
    collection = bpy.data.collections.new(name)
    context.scene.collection.children.link(collection)
    with open(path, "rb") as content:
        original = content.read()
    sources = [{"format": format_, "name": name, "clips": [], "bytes": base64.b64encode(original).decode()}]
    companions = [os.path.join(os.path.dirname(path), one) for one in file.info().get("companions", [])]
    extras = {"sources": sources, "clips": [
        {"name": clip["name"], "rate": clip["rate"], "duration": clip["frames"], "loops": clip["loop"],
         "loopStart": clip.get("loopStart", 0)} for clip in file.info().get("clips", [])]}
    records.fill(collection.anmkit, path, extras, companions)
    shown = []
    if format_ in ("cs2-anm", "cs2-text"):
        source = original if format_ == "cs2-text" else next(iter(file.convert("cs2-text").values()))
        text = bpy.data.texts.new(os.path.splitext(name)[0] + ".txt")
        text.write(decoded(source)[0].replace("\r\n", "\n"))
        collection["anmkit_text"] = text
        for companion in companions:
            with kit.open(companion, []) as images:
                shown += show_images(collection, kit, images)
        play(context, file, shown)
    else:
        shown = show_images(collection, kit, file)
    journal.add("INFO", f"{name}: {len(shown)} images" + (", the script is a text block" if "anmkit_text" in collection
                                                         else ""))
    if not shown and "anmkit_text" in collection:
        journal.add("WARNING", f"{name}: no image file of this name is next to it, so that only the script came in")
        shown = [bpy.data.objects.new(name, None)]  # something to select
        collection.objects.link(shown[0])
    return shown


def decoded(source):
    """The text of a source, and its encoding: UTF-8 if all of it is, else that of the engine."""
    for encoding in ("utf-8", "cp932"):
        try:
            return source.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return source.decode("latin-1"), "latin-1"


def show_images(collection, kit, file):
    shown = []
    for name, content in kit.convert([file], "images/", to="png").items():
        image = load_image(os.path.basename(name), content)
        one = bpy.data.objects.new(image.name, None)
        one.empty_display_type, one.data = "IMAGE", image
        one.empty_display_size = max(image.size) / PIXELS_PER_UNIT
        one.rotation_euler = (1.5707963, 0, 0)  # upright, as characters stand
        one["anmkit_id"] = number_of(name)
        collection.objects.link(one)
        shown.append(one)
    return shown


def number_of(name):
    found = re.search(r"(\d+)\.png$", name)
    return int(found.group(1)) if found else 0


def load_image(name, content):
    with tempfile.TemporaryDirectory(prefix="anmkit-") as folder:
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content)
        image = bpy.data.images.load(path)
        image.alpha_mode = "CHANNEL_PACKED"  # colours below transparent pixels stay
        image.pack()
    return image


def play(context, file, shown):
    """Keyframes that show the image of each tick."""
    clips = file.info().get("clips", [])
    if not clips or not shown:
        return
    clip = clips[0]
    last = max(1, min(MOST_TICKS, round(clip["frames"])))
    ticks = file.json("play", ticks=last + 1)["ticks"]
    scene = context.scene
    scene.render.fps, scene.render.fps_base = round(clip["rate"]), 1
    scene.frame_start, scene.frame_end = 0, last
    # The first tick is not listed where nothing changes: the first image is there from the start.
    moments = [(0, shown[0]["anmkit_id"], True)] + [(one["tick"], one["image"], one["visible"]) for one in ticks]
    before = {}
    for tick, image, visible in moments:
        for one in shown:
            hidden = not (visible and one["anmkit_id"] == image)
            if before.get(one) == hidden:
                continue
            before[one] = one.hide_viewport = one.hide_render = hidden
            one.keyframe_insert("hide_viewport", frame=tick)
            one.keyframe_insert("hide_render", frame=tick)
    scene.frame_set(0)


def save(_context, kit, record, target, journal):
    """Names and bytes of the script, or of the image file."""
    extension = os.path.splitext(target.output)[1].lower()
    format_ = target.format or {".anm": "cs2-anm", ".txt": "cs2-text", ".hg3": "cs2-hg3"}.get(extension, "")
    if format_ == "cs2-hg3":
        return save_images(kit, record, target, journal)
    if format_ in ("cs2-anm", "cs2-text"):
        return save_script(kit, record, target, format_, journal)
    raise Problem(f"images and scripts become .anm, .txt or .hg3, not {target.output}")


def save_script(kit, record, target, format_, journal):
    text = collection_of(record).get("anmkit_text")
    if text is None:
        raise Problem(f"{record.name} came in without a script")
    source = text.as_string()
    original = next((base64.b64decode(one["bytes"]) for one in record.sources() if one["format"] == "cs2-text"), b"")
    if b"\r\n" in original or not original:
        source = source.replace("\n", "\r\n")
    encoding = decoded(original)[1]
    try:
        content = source.encode(encoding)
    except UnicodeEncodeError:
        content = source.encode("utf-8")
    with kit.open(content, library.companions_of(existing(record)), name="script.txt", options=target.options) as file:
        if format_ == "cs2-text":
            return {target.output: content}
        report = {}
        made = kit.convert([file], target.output, report=report, to=format_, **target.options)
    journal.conversion(report)
    return made


def existing(record):
    return [path for path in record.companion_paths() if os.path.isfile(path)]


def save_images(kit, record, target, journal):
    images = sorted((one for one in collection_of(record).objects if "anmkit_id" in one and one.data is not None),
                    key=lambda one: one["anmkit_id"])
    if not images:
        raise Problem(f"the collection {collection_of(record).name} has no images")
    original = {one["name"]: base64.b64decode(one["bytes"]) for one in record.sources()
                if one["format"] in ("cs2-hg3", "cs2-hg2")}
    original = original or library.companions_of(path for path in existing(record)
                                                 if path.lower().endswith((".hg3", ".hg2")))
    files = [kit.open(bytes_of(one.data), original, name=f"image_{one['anmkit_id']:04}.png", broken=True)
             for one in images]
    report = {}
    made = kit.convert(files, target.output, report=report, to="cs2-hg3", **target.options)
    journal.conversion(report)
    return made


def bytes_of(image):
    """The PNG of an image, as it is now."""
    if image.packed_file is not None and not image.is_dirty:
        return bytes(image.packed_file.data)
    with tempfile.TemporaryDirectory(prefix="anmkit-") as folder:
        path = os.path.join(folder, "image.png")
        before = image.filepath_raw, image.file_format
        image.filepath_raw, image.file_format = path, "PNG"
        image.save()
        image.filepath_raw, image.file_format = before
        with open(path, "rb") as file:
            return file.read()
