#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the pictures of README.md, one a family, of the files in examples/, and of docs/guides.

    docs/images/make.py build/release/src/cli/anmkit [FAMILY ...]

Wants Blender, and the system's Python with PIL and numpy (python3-pil, python3-numpy).
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent.parent / "tests/roads"))
import blockbench
import humans
EXAMPLES = HERE.parent.parent / "examples"
TOOL = pathlib.Path(sys.argv[1]).resolve()
BACKGROUND = (242, 244, 247, 255)
LIGHT, DARK = "0.9,0.92,0.95", "0.009,0.01,0.016"

# Inputs, clip, rate, frames, background in linear parts.
SCENES = {
    "craftstudio": (["robot-walk.csmodelanim", "--with", "robot.csmodel"], "robot-walk", 30, [0, 8, 15, 23], LIGHT),
    "psx": (["HOP.ANM", "--with", "MODEL.TMD", "--line-width", "9"], "HOP", 30, [0, 6, 12, 18, 24], DARK),
    "sm64": (["wave.inc.c", "--with", "geo.inc.c"], "wave", 30, [0, 6, 12, 18, 24], LIGHT),
    "gc": (["stalk.anm"], "bend", 60, [0, 24, 48, 72, 96], LIGHT),
}


def run(*args, cwd=None):
    done = subprocess.run([str(arg) for arg in args], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace")
    if done.returncode != 0:
        sys.exit(f"{args[0]} ended with {done.returncode}:\n{done.stdout[-2000:]}")


def small(picture):
    return picture.convert("RGB").quantize(48, dither=Image.Dither.NONE)


def render(family, folder, place=None):
    inputs, clip, rate, frames, background = SCENES[family]
    glb = folder / f"{family}.glb"
    run(TOOL, "convert", *inputs, "-o", glb, "--quiet", cwd=place or EXAMPLES / family)
    picture = HERE / f"{family}.png"
    run("blender", "-b", "--factory-startup", "-noaudio", "--python-exit-code", 1, "--python", HERE / "render.py",
        "--", glb, picture, clip, rate, background, *frames)
    small(Image.open(picture)).save(picture, optimize=True)


def retarget(folder):
    """The robot walks with a person's motion."""
    (folder / "walk.glb").write_bytes(humans.person("mixamo")[0])
    robot = EXAMPLES / "craftstudio/robot.csmodel"
    run(TOOL, "convert", "walk.glb", "--with", robot, "-o", "walk.csmodelanim", "--quiet", cwd=folder)
    SCENES["retarget"] = (["walk.csmodelanim", "--with", robot], "walk", 30, [8, 13, 18, 23], LIGHT)
    render("retarget", folder, folder)


def body(folder):
    """A figure out of Blockbench, as the model and the animation that are made of it."""
    (folder / "knight.glb").write_bytes(blockbench.knight().glb())
    for kind in "csmodel", "csmodelanim":
        run(TOOL, "convert", "knight.glb", "-o", f"knight.{kind}", "--quiet", cwd=folder)
    SCENES["body"] = (["knight.csmodelanim", "--with", "knight.csmodel"], "knight", 30, [0, 4, 8, 15], LIGHT)
    render("body", folder, folder)


def tmd(folder):
    """What the script of the page makes of the example's model."""
    page = (HERE.parent / "guides/tmd-in-blender.md").read_text(encoding="utf-8")
    (folder / "edit.py").write_text(page.split("```python edit.py\n")[1].split("```")[0])
    model, hop = EXAMPLES / "psx/MODEL.TMD", EXAMPLES / "psx/HOP.ANM"
    run(TOOL, "convert", model, "--line-width", "9", "-o", "model.glb", "--quiet", cwd=folder)
    run("blender", "-b", "--factory-startup", "-noaudio", "--python-exit-code", 1, "--python-expr",
        "import numpy; numpy.bool = bool", "--python", folder / "edit.py", "--", folder / "model.glb",
        folder / "edited.glb")
    run(TOOL, "convert", "edited.glb", "-o", "NEW.TMD", "--quiet", cwd=folder)
    SCENES["tmd"] = ([hop, "--with", "NEW.TMD", "--line-width", "9"], "HOP", 30, [0, 6, 12, 18, 24], DARK)
    render("tmd", folder, folder)


def strip(folder):
    """The pictures of a moving picture, side by side."""
    run(sys.executable, EXAMPLES / "cs2" / "make_examples.py", folder)
    run(TOOL, "convert", "ball", "-o", "ball.anm", "--quiet", cwd=folder)
    run(TOOL, "convert", "ball.anm", "-o", "sheet.png", "--quiet", cwd=folder)
    atlas, sheet = json.loads((folder / "sheet.json").read_text()), Image.open(folder / "sheet.png")
    frames = atlas["frames"]
    width, height = frames[0]["width"], frames[0]["height"]
    out = Image.new("RGBA", (width * len(frames), height), BACKGROUND)
    for i, frame in enumerate(frames):
        box = (frame["x"], frame["y"], frame["x"] + width, frame["y"] + height)
        out.alpha_composite(sheet.convert("RGBA").crop(box), (i * width, 0))
    small(out.resize((800, height * 800 // out.width), Image.LANCZOS)).save(HERE / "cs2.png", optimize=True)


with tempfile.TemporaryDirectory() as scratch:
    for family in sys.argv[2:] or [*SCENES, "cs2", "retarget", "body", "tmd"]:
        if family == "cs2":
            strip(pathlib.Path(scratch))
        elif family == "retarget":
            retarget(pathlib.Path(scratch))
        elif family == "body":
            body(pathlib.Path(scratch))
        elif family == "tmd":
            tmd(pathlib.Path(scratch))
        else:
            render(family, pathlib.Path(scratch))
