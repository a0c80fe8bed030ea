#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the pictures of README.md, one a family, of the files in examples/, and of docs/guides, with `anmkit render`.

    docs/images/make.py build/release/src/cli/anmkit [FAMILY ...]

`./dev docs` calls it. Wants the system's Python with PIL (python3-pil).
"""
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
LIGHT, DARK = "f2f4f7", "16181e"
WIDTH, LARGER = 800, 2  # pixels of a picture, and how much larger it is drawn

# Inputs, options, how many frames of which part, height, background.
SCENES = {
    "craftstudio": (["robot-walk.csmodelanim", "--with", "robot.csmodel"], ["--camera", "25,12"], 4, "0..24", 320, LIGHT),
    "psx": (["HOP.ANM", "--with", "MODEL.TMD"], ["--lines", "9", "--camera", "20,10"], 5, "0..24", 200, DARK),
    "sm64": (["wave.inc.c", "--with", "geo.inc.c"], ["--camera", "0,10"], 5, "0..24", 160, LIGHT),
    "gc": (["stalk.anm"], ["--camera", "15,12"], 5, "0..96", 170, LIGHT),
}


def run(*args, cwd=None):
    done = subprocess.run([str(arg) for arg in args], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace")
    if done.returncode != 0:
        sys.exit(f"{args[0]} ended with {done.returncode}:\n{done.stdout[-2000:]}")


def moving():
    """The animated images of README.md."""
    for name, family, size in ("robot", "craftstudio", "300x260"), ("hop", "psx", "300x260"):
        inputs, options, _, _, _, background = SCENES[family]
        options = ["3" if word == "9" else word for word in options]
        run(TOOL, "render", *inputs, *options, "-o", HERE / f"{name}.webp", "--size", size, "--background", background,
            "--quiet", "-f", cwd=EXAMPLES / family)


def save(picture, family):
    picture.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(HERE / f"{family}.png", optimize=True)


def strip(family, folder, place=None):
    """Frames side by side."""
    inputs, options, count, frames, height, background = SCENES[family]
    out = folder / f"{family}.png"
    run(TOOL, "render", *inputs, *options, "-o", out, "--sheet", f"{count}x1", "--frame", frames, "--size",
        f"{WIDTH * LARGER // count}x{height * LARGER}", "--background", background, "--quiet", "-f",
        cwd=place or EXAMPLES / family)
    save(Image.open(out).convert("RGB").resize((WIDTH, height), Image.LANCZOS), family)


def retarget(folder):
    """The robot walks with a person's motion."""
    (folder / "walk.glb").write_bytes(humans.person("mixamo")[0])
    robot = EXAMPLES / "craftstudio/robot.csmodel"
    run(TOOL, "convert", "walk.glb", "--with", robot, "-o", "walk.csmodelanim", "--quiet", cwd=folder)
    SCENES["retarget"] = (["walk.csmodelanim", "--with", robot], ["--camera", "35,12"], 4, "8..23", 270, LIGHT)
    strip("retarget", folder, folder)


def body(folder):
    """A figure out of Blockbench, as the model and the animation that are made of it."""
    (folder / "knight.glb").write_bytes(blockbench.knight().glb())
    for kind in "csmodel", "csmodelanim":
        run(TOOL, "convert", "knight.glb", "-o", f"knight.{kind}", "--quiet", cwd=folder)
    SCENES["body"] = (["knight.csmodelanim", "--with", "knight.csmodel"], ["--camera", "35,12"], 4, "0..15", 270, LIGHT)
    strip("body", folder, folder)


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
    SCENES["tmd"] = ([hop, "--with", "NEW.TMD"], ["--lines", "9", "--camera", "20,10"], 5, "0..24", 200, DARK)
    strip("tmd", folder, folder)


def script(folder):
    """The pictures of a script, side by side."""
    run(sys.executable, EXAMPLES / "cs2" / "make_examples.py", folder)
    run(TOOL, "convert", "ball", "-o", "ball.anm", "--quiet", cwd=folder)
    run(TOOL, "render", "ball.anm", "-o", "strip.png", "--sheet", "12x1", "--background", LIGHT, "--quiet", cwd=folder)
    out = Image.open(folder / "strip.png")
    save(out.convert("RGB").resize((WIDTH, out.height * WIDTH // out.width), Image.LANCZOS), "cs2")


with tempfile.TemporaryDirectory() as scratch:
    for one in sys.argv[2:] or [*SCENES, "cs2", "retarget", "body", "tmd", "moving"]:
        if one == "moving":
            moving()
        elif one == "cs2":
            script(pathlib.Path(scratch))
        elif one == "retarget":
            retarget(pathlib.Path(scratch))
        elif one == "body":
            body(pathlib.Path(scratch))
        elif one == "tmd":
            tmd(pathlib.Path(scratch))
        else:
            strip(one, pathlib.Path(scratch))
