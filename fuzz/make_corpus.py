#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the seeds of the fuzz targets from the bundled examples: make_corpus.py TOOL

A family's input starts with a byte that chooses the format (its place in `anmkit formats --json`),
then the file.
"""
import io
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zlib

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
# A format's place in its family, and among all.
index = {}
place = {entry["id"]: i for i, entry in enumerate(e for e in formats if e["family"] != "exchange")}
for entry in formats:
    index[entry["id"]] = sum(1 for other in formats[:formats.index(entry)]
                             if other["family"] == entry["family"])

for folder in sorted(p for p in examples.iterdir() if p.name != "cpp"):
    files = (p for p in folder.iterdir() if p.is_file() and p.suffix != ".py")
    for path in sorted(p for p in files if p.stat().st_size < 20000):
        report = json.loads(subprocess.run([tool, "info", "--json", path], capture_output=True).stdout)
        chosen = report["files"][0]["format"]
        if chosen in index:
            save(folder.name, path.name, bytes([index[chosen]]) + path.read_bytes())
            save("explain", path.name, bytes([place[chosen]]) + path.read_bytes())

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
    run("convert", robot / "robot-wave.csmodelanim", "--with", robot / "robot.csmodel", "-o", glb.with_suffix(".bvh"))
    save("bvh", "wave.bvh", glb.with_suffix(".bvh").read_bytes())


def road(target, files, output="file", force=True):
    """An input of roads_fuzz.cpp: no options, a target, switches, then files with their formats. A format of None is
    glTF."""
    ids = [entry["id"] for entry in formats if entry["family"] != "exchange"]
    others = ["gltf", "webp", "gif", "apng", "png"]
    to = ids.index(target) if target in ids else len(ids) + others.index(target)
    out = bytes([0, to, (0 if force else 1) | (8 if output == "folder" else 0)])
    for chosen, path, extension in files:
        content = path.read_bytes()
        out += bytes([len(ids) if chosen is None else ids.index(chosen), extension]) + struct.pack("<H", len(content)) + content
    return out


def roads():
    with tempfile.TemporaryDirectory() as scratch:
        glb, bare = pathlib.Path(scratch) / "walk.glb", pathlib.Path(scratch) / "bare.glb"
        clip, model = robot / "robot-wave.csmodelanim", robot / "robot.csmodel"
        run("convert", clip, "--with", model, "-o", glb)
        run("convert", clip, "--no-source", "-o", bare)
        save("roads", "cs-to-gltf", road("gltf", [("csmodelanim", clip, 0), ("csmodel", model, 0)]))
        save("roads", "cs-to-json", road("csjsmodelanim", [("csmodelanim", clip, 0)]))
        for target in ("csmodelanim", "csmodel", "sm64-c", "gc-anm", "psx-anm", "psx-tmd"):
            save("roads", f"gltf-to-{target}", road(target, [(None, bare, 0)]))
        save("roads", "gltf-back", road("csmodelanim", [(None, glb, 0)], force=False))
        script = examples / "cs2" / "bounce.txt"
        save("roads", "script", road("cs2-anm", [("cs2-text", script, 0)]))
        archive = pathlib.Path(scratch) / "mixed.pak"
        run("convert", examples / "psx" / "MODEL.TMD", examples / "psx" / "ORBIT.ANC", "-o", archive)
        save("roads", "extract", road("psx-anm", [("psx-pak", archive, 0)], output="folder"))
        save("roads", "archive-again", road("psx-pak", [("psx-pak", archive, 0)]))
        broken = pathlib.Path(scratch) / "empty"
        broken.write_bytes(b"")
        for target in ("psx-pak", "cs2-int"):
            save("roads", f"empty-{target}", road(target, [(target, broken, 0)]))


roads()


def command(verb, files, output=None, which=0):
    """An input of tool_fuzz.cpp: the verb, sixteen choices (an output, no options, files or their folder), then files
    with their extensions."""
    verbs = ["formats", "info", "check", "dump", "build", "convert", "map", "render", "sample", "play", "explain"]
    outputs = ["", ".glb", ".gltf", ".json", ".png", ".gif", ".webp", ".anm", ".ANM", ".TMD", ".PAK", ".inc.c",
               ".csmodelanim", ".bin", ".cspack", ".txt"]
    extensions = [".glb", ".gltf", ".json", ".zip", ".cspack", ".png", ""]
    extensions += [extension for entry in formats if entry["family"] != "exchange" for extension in entry["extensions"]]
    choices = (bytes([0, outputs.index(output)]) if output is not None else b"") + bytes([0, which])
    out = bytes([verbs.index(verb)]) + choices.ljust(16, b"\0")
    for path in files:
        content = path.read_bytes()
        ending = next(e for e in sorted(extensions, key=len, reverse=True) if path.name.endswith(e))
        out += bytes([extensions.index(ending), 0]) + struct.pack("<H", len(content)) + content
    return out


def commands():
    sets = {
        "craftstudio": ([robot / "robot-wave.csmodelanim", robot / "robot.csmodel"], ".csmodelanim"),
        "cs2": ([examples / "cs2" / "bounce.txt"], ".anm"),
        "gc": (sorted((examples / "gc").glob("stalk.[as]*")), ".anm"),
        "psx": ([examples / "psx" / "HOP.ANM", examples / "psx" / "MODEL.TMD"], ".ANM"),
        "sm64": (sorted((examples / "sm64").glob("*.c")), ".inc.c"),
    }
    for family, (files, own) in sets.items():
        for verb in ("info", "check", "sample", "play", "explain"):
            save("tool", f"{verb}-{family}", command(verb, files[:3]))
        for verb, output in (("dump", ".json"), ("convert", ".glb"), ("convert", own), ("render", ".png")):
            save("tool", f"{verb}-{family}{output}", command(verb, files[:3], output))
        save("tool", f"folder-{family}", command("convert", files[:3], "", which=3))
    with tempfile.TemporaryDirectory() as scratch:
        glb, table = pathlib.Path(scratch) / "walk.glb", pathlib.Path(scratch) / "walk.json"
        run("convert", robot / "robot-wave.csmodelanim", "--no-source", "-o", glb)
        run("dump", robot / "robot-wave.csmodelanim", "-o", table)
        for output in (".csmodelanim", ".ANM", ".anm", ".inc.c"):
            save("tool", f"gltf-to{output}", command("convert", [glb], output))
        save("tool", "build", command("build", [table], ".csmodelanim"))
        save("tool", "map", command("map", [glb, robot / "robot.csmodel"]))


commands()

# Command lines (words_fuzz.cpp).
for name, words in {
        "convert": ["convert", "a.anm", "--with", "b.tmd", "-o", "out.glb", "--sparse", "--scale", "0.01", "-f"],
        "pictures": ["convert", "a.anm", "-o", "out.webp", "--length", "60", "--background", "ff8000", "--canvas", "64x48"],
        "render": ["render", "a.glb", "-o", "out.png", "--size", "64x48", "--camera", "30,15,2", "--sheet", "4x2", "--frame", "2..5"],
        "sample": ["sample", "a.glb", "--frame", "0", "--frame", "1.5", "--space", "world", "--json", "--limit", "samples=10"],
        "play": ["play", "a.anm", "--ticks", "100", "--trace", "-q"],
        "explain": ["explain", "anmkit.LIMIT", "--json"],
        "kaitai": ["explain", "--as", "kaitai", "--all", "-o", "out"],
        "help": ["help", "limits"],
        "build": ["build", "-", "-o", "out.anm", "--format", "gc-anm"]}.items():
    save("words", name, "\0".join(words).encode())

# Scenes are read from bytes that mean nothing elsewhere (scene_feed.hpp): any will do to begin with.
for seed in range(8):
    numbers = random.Random(seed)
    save("scenes", f"{seed}", bytes(numbers.randrange(160) for _ in range(1500)))


def every_packet():
    """A PlayStation model with one packet of each kind; all indices are 0."""
    kinds = [(0, 0x20, 3), (0, 0x28, 4), (4, 0x20, 5), (4, 0x28, 7), (0, 0x30, 4), (0, 0x38, 5),
             (4, 0x30, 6), (4, 0x38, 8), (0, 0x24, 5), (0, 0x2C, 7), (0, 0x34, 6), (0, 0x3C, 8),
             (1, 0x21, 3), (1, 0x29, 3), (1, 0x31, 5), (1, 0x39, 6), (1, 0x25, 6), (1, 0x2D, 7),
             (1, 0x35, 8), (1, 0x3D, 10), (1, 0x40, 2), (1, 0x50, 3), (1, 0x64, 3), (1, 0x6C, 2),
             (1, 0x74, 2), (1, 0x7C, 2), (0, 0x80, 1)]
    packets = b"".join(bytes([0, words, flag, mode]) + bytes(4 * words) for flag, mode, words in kinds)
    vertices = 28 + len(packets)
    return struct.pack("<3I6Ii", 0x41, 0, 1, vertices, 1, vertices + 8, 1, 28, len(kinds), 0) + \
        packets + struct.pack("<8h", 1, 2, 3, 0, 0, 0, 4096, 0)


def texture(depth, colors, cells):
    """A PlayStation texture of one row; `colors` of 0 leaves the palette out."""
    clut = struct.pack("<I4H", 12 + 2 * colors, 0, 480, colors, 1) + bytes(range(1, 1 + colors)) * 2
    return struct.pack("<2I", 0x10, depth | (8 if colors else 0)) + (clut if colors else b"") + \
        struct.pack("<I4H", 12 + 2 * cells, 320, 0, cells, 1) + bytes(range(cells)) * 2


def compact_clip():
    """A compact GameCube clip: a keyed quaternion without x beside a constant scale; SQUAD of one control."""
    tracks = struct.pack(">f I 2H 4B", 20, 40, 2, 1, 0x38, 0x28, 6 << 4, 2) + \
        struct.pack(">f I 2H 4B", 20, 64, 2, 2, 0x30, 0x08, 7 << 4, 0)
    first = struct.pack(">3h 4h 4h h", 256, 512, 128, 0, 0, 0, 16384, 20, 0, 11585, 11585, 0)
    second = struct.pack(">9h 9h", 0, 0, 0, 0, 16384, 0, 0, 0, 16384, 10, 0, 0, 16384, 0, 0, 0, 0, 16384)
    return struct.pack(">I2H", 11302002, 2, 0) + tracks + first + second


save("gc", "small.anm", bytes([index["gc-anm-compact"]]) + compact_clip())
save("psx", "packets.tmd", bytes([index["psx-tmd"]]) + every_packet())
for name, seed in {"two-palettes.tim": texture(0, 32, 2), "plain.tim": texture(2, 0, 3),
                   "true-color.tim": texture(3, 0, 3), "mixed.tim": texture(4, 0, 2)}.items():
    save("psx", name, bytes([index["psx-tim"]]) + seed)
with tempfile.TemporaryDirectory() as scratch:
    pak = pathlib.Path(scratch) / "mixed.pak"
    psx = examples / "psx"
    run("convert", psx / "MODEL.TMD", psx / "ORBIT.ANC", "-o", pak)
    save("psx", "mixed.pak", bytes([index["psx-pak"]]) + pak.read_bytes())

# CatSystem 2: seeds of the formats, and 0xF0 tokeniser, 0xF1 compiler, 0xF2 machine (cs2_fuzz.cpp).
CS2_SOURCES = {
    "every-command.txt": b"""#top
\t1 2\n\t@63 0x3C 70\n\tset 1 2 9\n\tloop 1 top\n\tif 2 end\n\tife 3 4 end\n\tifn 3 4 end
\tifg 3 4 end\n\tifs 3 4 end\n\tifge 3 4 end\n\tifse 3 4 end\n\tmax 5\n\tblend 128\n\tdisp 0
\tpos 10 0xfffffffb\n\twait 3 5\n\tadd 6 7\n\tsub 6 @7\n\tjump @8\n#end
""",
    "spellings.txt": b"#\"a \\\" b\"\r\n\t'A' 'b\r\n/*/ WAIT/* x */3//c\r\njump\"A \\\" B\"\r\n"
                     b"#\x83\x41\x83\x42\n@0x3f@0x789 1000 <<= 1.5f \x1a 2",
    "quirks.txt": b"\xef\xbb\xbf1 2\n1 10 20 30 40\n\n\n#a\n#A\n#b\njump b -1\n99999999999 1 /* x\n@64 1\n@y 2\n",
    "pragmas.txt": b"//%header unknown1=0x7 reserved=" + b"01" * 20 + b"\n//%raw 99 0:1 1:2 2:3 3:4 0:0 0:0 0:0 0:9\n"
                   b"\tjump 0 //%p 0=2:0,7=0:5\n//%tail 00ff\n",
    "clocks.txt": b"set 0 3\n#l\n1 1\n2 3 9\nadd 5 1\nset @5 1 100\nloop 0 l\nifs 5 60 l\n#h\nadd 9 1\njump h\n",
}
with tempfile.TemporaryDirectory() as scratch:
    for name, text in CS2_SOURCES.items():
        source = pathlib.Path(scratch) / name
        script = source.with_suffix(".anm")
        source.write_bytes(text)
        dialect = [] if name == "pragmas.txt" else ["--compat"]
        run("convert", source, "--format", "cs2-text", "--to", "cs2-anm", *dialect, "-o", script)
        save("cs2", name, bytes([index["cs2-text"]]) + text)
        save("cs2", "compile-" + name, b"\xf1" + text)
        save("cs2", "run-" + script.name, b"\xf2" + script.read_bytes())
        save("cs2", script.name, bytes([index["cs2-anm"]]) + script.read_bytes())
    for i, line in enumerate(b"\n".join(CS2_SOURCES.values()).splitlines()):
        if len(line) > 24:
            save("cs2", f"line-{i:02}", b"\xf0" + line)
save("json", "small.json", b'{"a": [1, -2.5e3, true, null, "x\\u00e9\\n"], "b": {}}')

# Animations that are not C: the same in Lua and in Saturn's JSON.
wave = examples / "sm64" / "wave.inc.c"
for profile, name in (("coopdx-lua", "wave.lua"), ("saturn-json", "wave.json")):
    text = run("convert", wave, "--to", "sm64-c", "--profile", profile, "-o", "-")
    save("sm64", name, bytes([index["sm64-c"]]) + text)

# Archives and pictures, with the writers of the tests.
sys.path.insert(0, str(here.parent / "tests" / "cli"))
import archives_test
import pictures_test

FILES = {"wink.anm": archives_test.anm(3, 5), "sub/a.txt": b"seven 7", "empty.cst": b""}
for size in (32, 64):
    save("cs2_archives", f"plain-{size}.int", archives_test.plain_kif(FILES, size))
for seeding in (archives_test.seed_2002, archives_test.seed_1999, archives_test.seed_1998):
    save("cs2_archives", seeding.__name__ + ".int",
         archives_test.encrypted_kif(FILES, 0x1234ABCD, "Vx4x5x8xTest", seeding, 1))
shared = struct.pack("<4sI", b"KIF\0", 2) + struct.pack("<64sII", b"a.anm", 152, 9) * 2 + b"ninebytes"
save("cs2_archives", "shared.int", shared)

ROWS = [pictures_test.noise(7, 5, True, 1), pictures_test.disc(7, 5, 3, (250, 9, 8))]
MOVING = pictures_test.apng((7, 5), [(ROWS[0], 0, 0, 1, 30, 0, 0), (ROWS[1], 0, 0, 7, 60, 2, 1),
                                     ([[(1, 2, 3, 128)] * 2] * 2, 3, 1, 1, 24, 1, 1)], 3)
save("codecs", "moving.png", MOVING)
for name, images, slices in (("two.hg3", [(3, 7, 5, ROWS[0], 4, 1, 2, (9, 9)), (5, 7, 5, ROWS[1], 3, 0, 0, (9, 9))], 2),
                             ("one.hg3", [(0, 7, 5, ROWS[1], 4, 0, 0, (7, 5))], 1)):
    save("cs2_pictures", name, pictures_test.hg3(images, slices))
save("cs2_pictures", "oldest.hg2", pictures_test.hg2_oldest(7, 5, ROWS[0]))
with tempfile.TemporaryDirectory() as scratch:
    source = pathlib.Path(scratch) / "moving.png"
    source.write_bytes(MOVING)
    run("convert", source, "-o", source.with_suffix(".anm"))
    for ending in (".gif", ".webp"):
        moving = source.with_suffix(ending)
        run("convert", source.with_suffix(".anm"), "-o", moving)
        save("codecs", moving.name, moving.read_bytes())
try:
    from PIL import Image
except ImportError:
    sys.exit("Pillow is not installed: the seeds of JPEG and of other people's GIF stay as they are")
still = Image.new("RGB", (7, 5))
still.putdata([pixel[:3] for row in ROWS[0] for pixel in row])
for name, picture, more in (("colour.jpg", still, {"subsampling": 2}), ("grey.jpg", still.convert("L"), {}),
                            ("progressive.jpg", still, {"progressive": True}), ("rows.gif", still.convert("P"), {"interlace": 1}),
                            ("palette.png", still.convert("P"), {}), ("lossy.webp", still, {})):
    out = io.BytesIO()
    picture.save(out, {"jpg": "JPEG"}.get(name[-3:], name.rsplit(".")[1].upper()), **more)
    save("codecs", name, out.getvalue())
    if name in ("colour.jpg", "lossy.webp"):
        alpha = zlib.compress(bytes(range(35)))
        tags = [(b"img_jpg", out.getvalue()), (b"img_al", struct.pack("<II", len(alpha), 35) + alpha)] \
            if name == "colour.jpg" else [(b"img_wbp", out.getvalue())]
        save("cs2_pictures", name + ".hg3", pictures_test.one_image((7, 5), 32, *tags))
