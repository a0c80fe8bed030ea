#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Blender and `anmkit render` show the same figure through the same camera: of the pixels that either shows, at least
97 of 100 are shown by both. The tool draws the file, Blender its export.

    silhouettes.py TOOL FOLDER
"""
import json
import pathlib
import struct
import subprocess
import sys

from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"
TOOL, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
SIZE, LEAST = (640, 480), 0.97

# Inputs, options of the format, clip, rate, frame, direction.
CASES = {
    "robot": (["craftstudio/robot-walk.csmodelanim", "--with", "craftstudio/robot.csmodel"], [], "robot-walk", 30, 8, "30,15"),
    "robot-behind": (["craftstudio/robot-walk.csmodelanim", "--with", "craftstudio/robot.csmodel"], [], "robot-walk", 30, 8, "-140,40"),
    "stalk": (["gc/stalk.anm"], [], "bend", 60, 24, "30,15"),
    "stalk-between": (["gc/stalk.anm"], [], "bend", 60, 70.5, "100,-20"),
    "hop": (["psx/HOP.ANM", "--with", "psx/MODEL.TMD"], ["--line-width", "9"], "HOP", 30, 6, "30,15"),
}


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        sys.exit(f"{words[0]} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def in_gltf(camera, export):
    """The file's camera in metres and glTF's axes."""
    data = export.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    told = json.loads(data[20:20 + length])["scenes"][0]["extras"]["anmkit"]
    x, y, z = camera["target"]
    target = {"y_up": (x, y, z), "y_down": (x, -y, -z), "z_up": (x, z, -y)}[told["up"]]
    metres = told["metresPerUnit"]
    return {**camera, "distance": camera["distance"] * metres, "target": [v * metres for v in target]}


def shape(path):
    return [alpha > 127 for alpha in Image.open(path).convert("RGBA").getchannel("A").getdata()]


# Of the bytes of a picture, about: grounds are mixed as light. Half covered is seen.
LIGHT = [(byte / 255) ** 2.2 for byte in range(256)]


def shape_on(black, white):
    """What is seen in a picture on two grounds: as much as the one does not show through."""
    grounds = (Image.open(path).convert("RGB").getchannel("R").getdata() for path in (black, white))
    return [1 + LIGHT[dark] - LIGHT[light] > 0.45 for dark, light in zip(*grounds)]


FOLDER.mkdir(parents=True, exist_ok=True)
bad = 0
for name, (inputs, options, clip, rate, frame, direction) in CASES.items():
    files = [EXAMPLES / word if (EXAMPLES / word).exists() else word for word in inputs]
    ours, theirs, export = (FOLDER / f"{name}{end}" for end in (".png", "-blender.png", ".glb"))
    run(TOOL, "convert", *files, *options, "-o", export, "-f", "-q")
    grounds = FOLDER / f"{name}-on-black.png", ours
    for ground, picture in zip(("000000", "ffffff"), grounds):
        said = json.loads(run(TOOL, "render", *files, *options, "-o", picture, "-f", "-q", "--json", "--frame", frame,
                              f"--camera={direction}", "--size", f"{SIZE[0]}x{SIZE[1]}", "--background", ground))["pictures"][0]
    request = FOLDER / f"{name}.json"
    request.write_text(json.dumps({"file": str(export), "picture": str(theirs), "size": SIZE, "clip": clip, "rate": rate,
                                   "frame": frame, "camera": in_gltf(said["camera"], export)}))
    run("blender", "-b", "--factory-startup", "-noaudio", "--python-exit-code", 1, "--python",
        HERE / "blender_silhouette.py", "--", request)
    a, b = shape_on(*grounds), shape(theirs)
    share = sum(p and q for p, q in zip(a, b)) / max(1, sum(p or q for p, q in zip(a, b)))
    print(f"silhouette of {name}: {share:.4f} shared with Blender")
    bad += share < LEAST
sys.exit(1 if bad else 0)
