#!/usr/bin/env python3
"""Makes the seeds of the fuzz targets from the bundled examples: make_corpus.py TOOL

A family's input starts with a byte that chooses the format (its place in `anmkit formats --json`),
then the file.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

tool = pathlib.Path(sys.argv[1]).resolve()
here = pathlib.Path(__file__).parent
examples = here.parent / "examples"


def run(*args):
    return subprocess.run([tool, *map(str, args)], check=True, capture_output=True).stdout


def save(family, name, content):
    folder = here / "corpus" / family
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


formats = json.loads(run("formats", "--json"))["formats"]
index = {}
for entry in formats:
    index[entry["id"]] = sum(1 for other in formats[:formats.index(entry)]
                             if other["family"] == entry["family"])

for folder in sorted(examples.iterdir()):
    for path in sorted(p for p in folder.iterdir() if p.is_file() and p.stat().st_size < 20000):
        report = json.loads(subprocess.run([tool, "info", "--json", path], capture_output=True).stdout)
        chosen = report["files"][0]["format"]
        if chosen in index:
            save(folder.name, path.name, bytes([index[chosen]]) + path.read_bytes())

robot = examples / "craftstudio"
with tempfile.TemporaryDirectory() as scratch:
    for ending in (".csmodelanim", ".csmodel"):
        source = robot / ("robot-walk" + ending if ending == ".csmodelanim" else "robot" + ending)
        target = ending.replace(".cs", ".csjs")
        out = pathlib.Path(scratch) / ("robot" + target)
        run("convert", source, "--to", target[1:], "-o", out)
        save("craftstudio", out.name, bytes([index[target[1:]]]) + out.read_bytes())
    glb = pathlib.Path(scratch) / "robot.glb"
    for keys in ("bake", "sparse"):
        run("convert", robot / "robot-wave.csmodelanim", "--with", robot / "robot.csmodel",
            "--" + keys, "--no-source", "-f", "-o", glb)
        save("gltf", f"{keys}.glb", glb.read_bytes())
    run("convert", robot / "robot-wave.csmodelanim", "--no-source", "-o", glb.with_suffix(".gltf"))
    save("gltf", "bare.gltf", glb.with_suffix(".gltf").read_bytes())
save("json", "small.json", b'{"a": [1, -2.5e3, true, null, "x\\u00e9\\n"], "b": {}}')
