#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the pictures of tests/render/golden, which tests/cli/render_test.py compares with those of every build. Look at
each before it is committed: they say what is right.

    tests/render/make_golden.py TOOL
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"

# By name: the inputs below examples/, and what is asked for.
PICTURES = {
    "craftstudio": (["craftstudio/robot-walk.csmodelanim", "--with", "craftstudio/robot.csmodel"], ["--frame", "8"]),
    "craftstudio-back": (["craftstudio/robot.csmodel"], ["--camera", "200,40", "--background", "203040", "--grid"]),
    "gc": (["gc/stalk.anm"], ["--frame", "24"]),
    "gc-between": (["gc/stalk.anm"], ["--frame", "24.5", "--camera", "-60,30"]),
    "psx": (["psx/HOP.ANM", "--with", "psx/MODEL.TMD"], ["--frame", "6", "--background", "101418", "--lines", "3"]),
    "psx-bodies": (["psx/HOP.ANM", "--with", "psx/MODEL.TMD", "--line-width", "9"], ["--frame", "6"]),
    "psx-camera": (["psx/ORBIT.ANC"], ["--frame", "30"]),
    "sm64": (["sm64/wave.inc.c", "--with", "sm64/geo.inc.c"], ["--frame", "12"]),
    "cs2": (["cs2/bounce.txt"], ["--frame", "10"]),
    "strip": (["craftstudio/robot-wave.csmodelanim", "--with", "craftstudio/robot.csmodel"], ["--sheet", "4x1"]),
    "folder": (["craftstudio", "gc", "sm64"], ["--camera", "-30,20"]),
}
SIZE = "96x72"


def command(tool, name, output, scratch):
    """`scratch` holds what examples/cs2/make_examples.py makes."""
    inputs, options = PICTURES[name]
    words = [str(EXAMPLES / word) if (EXAMPLES / word).exists() else word for word in inputs]
    if name == "cs2":
        words += ["--with", str(pathlib.Path(scratch) / "ball.hg3")]
    else:
        words += ["--size", SIZE]
    return [str(tool), "render", *words, *options, "-o", str(output), "--quiet", "-f"]


def prepare(tool, scratch):
    """The images of the script."""
    subprocess.run([sys.executable, str(EXAMPLES / "cs2/make_examples.py"), str(scratch)], check=True, capture_output=True)
    subprocess.run([str(tool), "convert", str(pathlib.Path(scratch) / "ball"), "-o",
                    str(pathlib.Path(scratch) / "ball.anm"), "--quiet", "-f"], check=True)


if __name__ == "__main__":
    made_by = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        prepare(made_by, folder)
        for one in PICTURES:
            subprocess.run(command(made_by, one, HERE / "golden" / f"{one}.png", folder), check=True)
