#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes fuzz/dictionaries, a list of words for each target: make_dictionaries.py TOOL

Words come from where they are known: the first bytes of the seeds, the words of source texts, the names in dumps
and in glTF, the options of the tool.
"""
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

tool = pathlib.Path(sys.argv[1]).resolve()
here = pathlib.Path(__file__).resolve().parent
examples = here.parent / "examples"
robot = examples / "craftstudio"
families = {path.parent.name for path in examples.glob("*/make_examples.py")}

# Numbers at the edges of what fields hold, both byte orders where that makes two.
EDGES = [b"\0\0", b"\xff\xff", b"\x7f\xff", b"\x80\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f",
         b"\0\0\0\x80", b"\x80\0\0\0", b"\0\0\x80\x3f", b"\x3f\x80\0\0", b"\0\0\xc0\x7f", b"\x7f\xc0\0\0"]


def run(*args):
    return subprocess.run([tool, *map(str, args)], check=True, capture_output=True).stdout


def names_in(value):
    if isinstance(value, dict):
        return set(value).union(*map(names_in, value.values()))
    if isinstance(value, list):
        return set().union(*map(names_in, value))
    return set()


def words_in(text):
    return set(re.findall(r"[A-Za-z_#@%][A-Za-z0-9_.]{2,}", text))


def glb_json(path):
    content = path.read_bytes()
    return json.loads(content[20:20 + struct.unpack("<I", content[12:16])[0]])


def save(name, words):
    lines = ["# SPDX-License-Identifier: MIT", "# Made by fuzz/make_dictionaries.py."]
    unique = {word if isinstance(word, bytes) else word.encode() for word in words}
    for word in sorted(unique):
        if 0 < len(word) <= 64:
            text = "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\x{b:02x}" for b in word)
            lines.append(f'"{text}"')
    (here / "dictionaries").mkdir(exist_ok=True)
    (here / "dictionaries" / f"{name}.dict").write_text("\n".join(lines) + "\n")


formats = json.loads(run("formats", "--json"))["formats"]
heads = {}
for folder in sorted((here / "corpus").iterdir()):
    # Behind the byte that chooses the format.
    behind = 0 if folder.name in ("gltf", "bvh", "codecs", "cs2_pictures", "cs2_archives", "json", "tool", "roads") else 1
    heads[folder.name] = {path.read_bytes()[behind:behind + size] for path in folder.iterdir() for size in (2, 4)}

sources = {"sm64": [*(examples / "sm64").glob("*.c")], "cs2": [*(examples / "cs2").glob("*.txt")]}
texts = {family: set().union(*(words_in(path.read_text("latin-1")) for path in paths))
         for family, paths in sources.items()}
with tempfile.TemporaryDirectory() as scratch:
    glb, script = pathlib.Path(scratch) / "robot.glb", pathlib.Path(scratch) / "robot.csjsmodelanim"
    run("convert", robot / "robot-walk.csmodelanim", "--with", robot / "robot.csmodel", "-o", glb)
    run("convert", robot / "robot-walk.csmodelanim", "-o", script)
    gltf = glb_json(glb)
    craftstudio = names_in(json.loads(script.read_text()))
gltf_words = names_in(gltf) | {"VEC3", "VEC4", "SCALAR", "MAT4", "LINEAR", "STEP", "CUBICSPLINE", "translation",
                               "rotation", "scale", "weights", "data:application/octet-stream;base64,",
                               "KHR_mesh_quantization", "EXT_meshopt_compression", "KHR_draco_mesh_compression"}
dumps = {}
for family in families:
    files = [path for path in sorted((examples / family).iterdir()) if path.suffix not in (".py", ".png", ".md")]
    dumps[family] = set()
    for path in files:
        done = subprocess.run([tool, "dump", path, "--json"], capture_output=True)
        if done.returncode == 0:
            dumps[family] |= names_in(json.loads(done.stdout))

help_text = run("help").decode() + "".join(run("help", verb).decode() for verb in (
    "formats", "info", "check", "dump", "build", "convert", "map", "render", "sample", "play", "explain"))
ids = {entry["id"] for entry in formats}
endings = {ending for entry in formats for ending in entry["extensions"]}
limits = set(re.findall(r"^\| `([a-z-]+)`", (here.parent / "docs" / "limits.md").read_text(), re.MULTILINE))
options = set(re.findall(r"--[a-z][a-z0-9-]*", help_text))
command_words = options | ids | {f"--limit={name}=1" for name in limits} | {
    "-o", "-f", "-q", "-v", "-h", "help", "convert", "render", "explain", "--", "=", "1e9", "-1", "nan", "64x48", "2..5"}
# A word of a command line ends with a zero byte.
save("words", {word + "\0" for word in command_words} | {"a" + ending for ending in endings})

magics = {"gltf": [b"glTF\2\0\0\0", b"JSON", b"BIN\0"], "cs2_archives": [b"KIF\0", b"__key__.dat\0"],
          "cs2_pictures": [b"HG-3", b"HG-2", b"stdinfo\0", b"img0000\0", b"img_al\0", b"img_jpg\0", b"img_wbp\0"],
          "codecs": [b"\x89PNG\r\n\x1a\n", b"IHDR", b"acTL", b"fcTL", b"fdAT", b"IDAT", b"IEND", b"PLTE", b"tRNS", b"GIF89a",
                     b"NETSCAPE2.0", b"RIFF", b"WEBPVP8X", b"ANIM", b"ANMF", b"ALPH", b"VP8L", b"\xff\xd8\xff", b"\xff\xda"]}
save("bvh", {"HIERARCHY", "ROOT ", "JOINT ", "End Site", "{", "}", "OFFSET ", "CHANNELS ", "Xposition", "Zrotation", "MOTION",
             "Frames:", "Frame Time:", "1e9", "-1", "nan", "# ", "\r"})
save("gltf", gltf_words | set(magics["gltf"]) | set(EDGES))
save("json", dumps["craftstudio"] | {"true", "false", "null", "\\u0000", "\\ud800", "1e400", "-0", "[[[[[[[[", '{"":'})
save("craftstudio", craftstudio | dumps["craftstudio"] | heads["craftstudio"] | set(EDGES))
for family in families - {"craftstudio"}:
    save(family, dumps[family] | texts.get(family, set()) | heads[family] | set(EDGES))
for name in ("cs2_archives", "cs2_pictures", "codecs"):
    save(name, set(magics[name]) | heads[name] | set(EDGES))
binary = set().union(*(heads[family] for family in families), EDGES)
save("explain", binary | texts["sm64"] | texts["cs2"] | craftstudio)
save("roads", binary | gltf_words)
save("tool", binary | gltf_words | texts["sm64"])
save("scenes", EDGES)
