# SPDX-License-Identifier: MIT
"""Commands that together go every way of the tool to files and streams, and a folder that they run in: inputs in in/,
outputs in out/, which begins as a copy of before/."""
import dataclasses
import pathlib
import shutil
import struct
import subprocess
import sys
import zipfile

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
OLD = b"what was there before"

# What stands for ffmpeg: a file as large as what came, beside what an encoder says.
FFMPEG = b"""#!/bin/sh
for last; do :; done
exec wc -c >"${last#file:}"
"""


@dataclasses.dataclass
class Command:
    name: str
    words: list
    before: list = dataclasses.field(default_factory=list)  # outputs that are there
    stdin: str = ""
    together: bool = False  # all outputs or none


def kif(files):
    at, table, data = 8 + len(files) * 72, b"", b""
    for name, content in files:
        table += name.ljust(64, b"\0") + struct.pack("<2I", at, len(content))
        at, data = at + len(content), data + content
    return b"KIF\0" + struct.pack("<I", len(files)) + table + data


def prepare(tool, folder):
    """Makes the inputs, most of them by the tool itself."""
    into = folder / "in"
    into.mkdir(parents=True)
    (folder / "before").mkdir()
    for family in sorted(path.name for path in EXAMPLES.iterdir() if (path / "make_examples.py").exists()):
        shutil.copytree(EXAMPLES / family, into / family, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    subprocess.run([sys.executable, "-B", EXAMPLES / "cs2" / "make_examples.py", into / "cs2"], check=True,
                   stdout=subprocess.DEVNULL)
    (into / "archive.int").write_bytes(kif([(b"a.txt", b"hello"), (b"sub/b.txt", b"there"), (b"c.txt", b"you")]))
    with zipfile.ZipFile(into / "models.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted((into / "craftstudio").iterdir()):
            packed.write(file, file.name)
    program = into / "bin" / "ffmpeg"
    program.parent.mkdir()
    program.write_bytes(FFMPEG)
    program.chmod(0o755)
    for words in (["convert", "craftstudio/robot-walk.csmodelanim", "--with", "craftstudio/robot.csmodel", "-o",
                   "walk.glb"],
                  ["convert", "craftstudio/robot-walk.csmodelanim", "craftstudio/robot-wave.csmodelanim", "--with",
                   "craftstudio/robot.csmodel", "-o", "both.gltf"],
                  ["dump", "psx/HOP.ANM", "-o", "hop.json"],
                  ["convert", "cs2/ball", "-o", "ball.anm"],
                  ["render", "walk.glb", "-o", "walk.gif", "--size", "16x16", "--fps", "5"],
                  ["convert", "psx/MODEL.TMD", "-o", "psx.glb"],
                  ["map", "walk.glb", "walk.glb", "-o", "map.txt"]):
        subprocess.run([tool, *words, "-q"], cwd=into, check=True)


def commands():
    walk, robot = "in/craftstudio/robot-walk.csmodelanim", "in/craftstudio/robot.csmodel"
    return [
        # Files made of files.
        Command("glb", ["convert", walk, "--with", robot, "-o", "out/walk.glb"]),
        Command("glb-over", ["convert", walk, "-o", "out/walk.glb", "-f"], ["walk.glb"]),
        Command("glb-deep", ["convert", "in/psx/HOP.ANM", "-o", "out/a/b/hop.glb"]),
        Command("gltf", ["convert", "in/sm64/wave.inc.c", "--with", "in/sm64/geo.inc.c", "-o", "out/wave.gltf", "-f"],
                ["wave.gltf"]),
        Command("stdout", ["convert", "in/gc/stalk.anm", "--to", "gltf", "-o", "-"]),
        Command("stdin", ["convert", "-", "--format", "psx-anm", "-o", "out/hop.glb"], stdin="in/psx/HOP.ANM"),
        Command("clip", ["convert", "in/walk.glb", "-o", "out/walk.csmodelanim", "-f"], ["walk.csmodelanim"]),
        Command("clips", ["convert", "in/both.gltf", "--to", "csmodelanim", "-o", "out/"]),
        Command("onto", ["convert", "in/walk.glb", "--with", "in/craftstudio/robot.csmodel", "--map", "in/map.txt",
                         "-o", "out/walk.csmodelanim"]),
        Command("join", ["convert", "in/psx/HOP.ANM", "in/psx/HOP.ANM", "--join", "-o", "out/long.ANM"]),
        Command("pair", ["convert", "in/walk.gif", "-o", "out/walk.anm"], together=True),
        Command("pair-over", ["convert", "in/walk.gif", "-o", "out/walk.anm", "-f"], ["walk.anm", "walk.hg3"],
                together=True),
        Command("extract", ["convert", "in/archive.int", "-o", "out/"]),
        Command("extract-over", ["convert", "in/archive.int", "-o", "out/", "-f"], ["a.txt", "c.txt"]),
        Command("project", ["convert", "in/craftstudio", "in/psx", "--to", "gltf", "-o", "out/"]),
        Command("each", ["convert", "in/psx", "--separate", "--to", "gltf", "-o", "out/"]),
        Command("zipped", ["convert", "in/models.zip//robot-walk.csmodelanim", "-o", "out/walk.glb"]),
        Command("pictures", ["convert", "in/ball.anm", "-o", "out/ball.webp"]),
        Command("stack", ["convert", "in/cs2/ball", "-o", "out/ball.anm"], together=True),
        Command("closed", ["convert", walk, "--with", robot, "-o", "out/walk.glb", "--sandbox"]),
        Command("dry", ["convert", "in/walk.gif", "-o", "out/walk.anm", "--dry-run", "--json"]),
        Command("build", ["build", "in/hop.json", "-o", "out/hop.ANM", "-f"], ["hop.ANM"]),
        Command("dump", ["dump", "in/gc/stalk.anm", "-o", "out/stalk.json"]),
        # Pictures.
        Command("still", ["render", walk, "--with", robot, "-o", "out/walk.png", "--size", "16x16"]),
        Command("moving", ["render", "in/walk.glb", "-o", "out/walk.webp", "--size", "16x16", "--fps", "5", "-f"],
                ["walk.webp"]),
        Command("gif", ["render", "in/psx/HOP.ANM", "-o", "out/hop.gif", "--size", "16x16", "--fps", "5"]),
        Command("pages", ["render", "in/craftstudio", "in/psx", "-o", "out/all.png", "--sheet", "1x1", "--json"]),
        Command("subjects", ["render", "in/craftstudio", "in/psx", "-o", "out/", "--size", "16x16"]),
        Command("video", ["render", "in/walk.glb", "-o", "out/walk.mp4", "--size", "16x16", "--fps", "5"]),
        # Answers.
        Command("info", ["info", "in/psx", "--json"]),
        Command("info-zip", ["info", "in/models.zip//robot.csmodel"]),
        Command("check", ["check", "in/psx/HOP.ANM", "in/craftstudio", "--json"]),
        Command("report", ["check", "in/archive.int", "in/cs2/bounce.txt", "in/walk.gif", "--report",
                           "out/found.jsonl"]),
        Command("dumps", ["dump", "in/psx/HOP.ANM", "in/psx/ORBIT.ANC"]),
        Command("sample", ["sample", walk, "--with", robot, "--fps", "5", "--json"]),
        Command("play", ["play", "in/cs2/bounce.txt", "--ticks", "5", "--trace"]),
        Command("map", ["map", "in/walk.glb", robot, "-o", "out/map.txt"]),
        Command("explain", ["explain", "in/psx/ORBIT.ANC", "--hex"]),
        Command("page", ["explain", "in/psx/HOP.ANM", "--html", "out/hop.html"]),
        Command("described", ["explain", "--as", "kaitai", "--all", "-o", "out/"]),
        Command("code", ["explain", "psx.TMD-01"]),
        Command("formats", ["formats", "--json"]),
        Command("help", ["help", "convert"]),
    ]
