# SPDX-License-Identifier: MIT
"""Files that are legal and unusual: each is a trap for the way through glTF."""
import math
import random
import struct

import random_files as files

STILL = [(0, (0, 0, 0), (4096,) * 3, (10, 20, 30)), (1, (100, 0, 0), (4096,) * 3, (0, 0, 0))]


def keys(*pairs):
    return list(pairs)


def mario(name, channels, frames, flags=1):
    """A Mario file as the decompilation's converter reads it."""
    values, index = files.sm64_tables(channels)
    return (f"static const struct Animation {name}[] = {{\n    {flags},\n    189,\n    0,\n    0,\n    0x{frames:02X},\n"
            f"    ANIMINDEX_NUMPARTS({name}_indices),\n    {name}_values,\n    {name}_indices,\n    0,\n}};\n\n\n"
            f"static const u16 {name}_indices[] = {{\n{files.c_rows(index, 12, 6)}}};\n\n"
            f"static const s16 {name}_values[] = {{\n{files.c_rows(values, 8, 8)}}};\n\n").encode()


def coopdx(rng, parts, frames):
    """sm64coopdx: flag 0x100, a translation and a rotation for every part."""
    channels = []
    for k in range(6 * parts):
        step, start = (20, 0) if k % 6 < 3 else (0x500, rng.uniform(0, 65536))
        channels.append([round(v) & 0xFFFF for v in files.walk(rng, frames, step, start)])
    return files.sm64_c("bones", channels, frames, 0x100)


LUA = """-- Animations of a small mod.
if not _G.small then return end

smlua_anim_util_register_animation("small_wave", 0, 0, 0, 0, 2,
    { 0x0000, 0x4000, 0x2000 },   -- values come first
    { 1, 0, 1, 0, 1, 0, 2, 1, 1, 0, 1, 0 })
"""


def subjects():
    """(name, files, inputs, companions, format, options): what is written, and what is converted."""
    rng = random.Random(5)
    turns = [(0, [1, 0, 0, 0]), (9, files.turn_about(rng, 50)), (18, [1, 0, 0, 0])]
    none, all_of = [], []

    def add(name, content, inputs, format, companions=(), options=()):
        all_of.append((name, content, list(inputs), list(companions), format, list(options)))

    def one(name, file, data, format, options=(), **companions):
        content = {file: data} | {k.replace("_", "."): v for k, v in companions.items()}
        add(name, content, [file], format, [k for k in content if k != file], options)

    # PlayStation
    one("psx, nothing drawn", "EMPTY.ANM", files.psx_clip([[], [], []]), "psx-anm")
    one("psx, nothing moves", "STILL.ANM", files.psx_clip([STILL, STILL]), "psx-anm")
    one("psx, one frame", "ONE.ANM", files.psx_clip([STILL]), "psx-anm")
    one("psx, an object appears", "LATE.ANM", files.psx_clip([STILL[:1], STILL, STILL]), "psx-anm")
    one("psx, an object vanishes", "GONE.ANM", files.psx_clip([STILL, STILL, STILL[1:]]), "psx-anm")
    one("psx, gap and tail and odd flags", "ODD.ANM",
        struct.pack("<6H2B3h2B3hI", 0x8000, 7, 1, 7, 15, 0xAAAA, 0, 0x84, 1, 2, 3, 1, 0x0C, 4, 5, 6, 99), "psx-anm")
    one("psx camera", "CAM.ANC", struct.pack("<3H24h", 0x8000, 30, 3, *(
        v for i in range(3) for v in (100 * i, -150, -900, 0, -80, 0, 0, 683 + i))), "psx-anc")
    one("psx model", "MODEL.TMD", files.psx_model(files.psx_shapes(rng, 3)), "psx-tmd")
    # CraftStudio
    one("craftstudio, the smallest file", "a.csmodelanim", b"\x06\x03\0\x1e\0\0\0\0", "csmodelanim")
    one("craftstudio, no keys", "a.csmodelanim", files.cs_clip(20, [("arm", none, none, none, none, none)]),
        "csmodelanim")
    one("craftstudio JSON, no keys", "a.csjsmodelanim", files.cs_json_clip("a", 20, [("arm", *[none] * 5)], False),
        "csjsmodelanim")
    arm = ("arm", none, turns, none, none, none)
    one("craftstudio, a name twice", "a.csmodelanim",
        files.cs_clip(18, [arm, ("arm", [(0, [0, 1, 0])], none, none, none, none), arm]), "csmodelanim")
    sizes = [(0, [0, 0, 0]), (6, [2, -1, 0]), (12, [0, 3, 1])]
    one("craftstudio, sizes without a model", "a.csmodelanim",
        files.cs_clip(18, [("arm", none, turns, sizes, none, none)]), "csmodelanim")
    model = files.cs_model([("arm", -1, (0, 0, 0), (0, 0, 0), (1, 1, 1), (1, 0, 0, 0), (4, 4, 4))])
    one("craftstudio, sizes with a model", "a.csmodelanim",
        files.cs_clip(18, [("arm", none, turns, sizes, none, none)]), "csmodelanim", body_csmodel=model)
    flat = files.cs_model([(n, -1, (i, 0, 0), (0, 0, 0), (1, 1, 1), (1, 0, 0, 0), (16, 12, 0))
                           for i, n in enumerate(("one", "two"))])
    shown, hidden = [0, 0, 0], [-16, -12, 0]
    one("craftstudio, flat images in turn", "a.csmodelanim", files.cs_clip(10, [
        ("one", none, none, [(0, shown), (5, hidden)], none, none),
        ("two", none, none, [(0, hidden), (5, shown)], none, none)]), "csmodelanim", body_csmodel=flat)
    one("craftstudio, names that are not UTF-8", "a.csmodelanim", files.cs_clip(18, [
        (b"arm\x83A", none, turns, none, none, none), (b"arm\x83B", [(0, [0, 1, 0]), (9, [0, 2, 0])], *[none] * 4)]),
        "csmodelanim")
    one("craftstudio, version 2 and a stale tail", "a.csmodelanim",
        files.cs_clip(18, [arm], version=2, tail=b"old bytes"), "csmodelanim")
    one("craftstudio, keys after the end and out of order", "a.csmodelanim",
        files.cs_clip(10, [("arm", [(4, [0, 1, 0]), (2, [1, 0, 0]), (14, [0, 0, 1])], *[none] * 4)]), "csmodelanim")
    one("craftstudio, no frames", "a.csmodelanim", files.cs_clip(0, [("arm", [(0, [0, 1, 0])], *[none] * 4)]),
        "csmodelanim")
    # GameCube
    still = files.q14([0, 0, 0, 1])
    identity = (30, 1, 0x40, files.QUAT | files.MOVE, 6 << 4 | 1, 1,
                [(0, still + struct.pack(">3f", 0, 0, 0), b"")])
    moving = (30, 0, 0x40, files.MOVE, 1, 1, [(0, struct.pack(">3f", 0, 0, 0), b""),
                                              (30, struct.pack(">3f", 1, 2, 3), b"")])
    one("gc, an identity that replaces, without its actor", "a.anm",
        files.gc_bank([(b"walk", [moving, identity])]), "gc-anm")
    unit = (30, 1, 0x40, files.SCALE, 1 << 2, 1, [(0, struct.pack(">3f", 1, 1, 1), b"")])
    twice = files.gc_actor([(-1, 0, 1, 8, (1, 1, 1), (0, 0, 0, 1), (0, 0, 0)),
                            (0, 1, 1, 9, (2, 2, 2), (0, 0, 0, 1), (1, 0, 0))])
    one("gc, scale 1 over a rest of 2", "a.anm", files.gc_bank([(b"walk", [moving, unit])]), "gc-anm", b_act=twice)
    one("gc, sequences with Shift-JIS names", "a.anm", files.gc_bank(
        [("歩く".encode("shift_jis"), [moving]), ("走る".encode("shift_jis"), [moving])]), "gc-anm")
    one("gc, a sequence without tracks", "a.anm", files.gc_bank([(b"walk", [moving]), (b"none", [])]), "gc-anm")
    one("gc, a name twice", "a.anm", files.gc_bank([(b"walk", [moving]), (b"walk", [identity])]), "gc-anm")
    one("gc actor", "b.act", twice, "gc-act")
    # Super Mario 64
    channels = files.sm64_channels(rng, 2, 12, 0.9)
    for flags in (0x08, 0x10, 0x40):
        one(f"sm64, root motion of flag {flags:#x}", "a.inc.c", files.sm64_c("walk", channels, 12, flags), "sm64-c")
    one("sm64, nothing moves", "a.inc.c", files.sm64_c("still", [[5]] * 9, 10), "sm64-c")
    one("sm64, two names for the same samples", "a.inc.c", files.sm64_c("walk", channels, 12)
        + b"\nstatic const struct Animation half = { 1, 0, 0, 0, 6, 2, walk_values, walk_indices, 0 };\n", "sm64-c")
    one("sm64 Mario", "assets/anims/anim_00.inc.c", mario("anim_00", files.sm64_channels(rng, 20, 9), 9), "sm64-c")
    one("sm64coopdx", "a.inc.c", coopdx(rng, 3, 6), "sm64-c", ["--coopdx"])
    one("sm64 Lua", "custom-anims.lua", LUA.encode(), "sm64-c")
    one("sm64, comments and odd spelling", "a.inc.c", b"// a remark\n#include <x.h>\n" + files.sm64_c(
        "walk", channels, 12).replace(b"0x00", b"0X00").replace(b"\n\n", b"\n\n/* here */\n"), "sm64-c")
    one("sm64, frames nobody plays", "a.inc.c", files.sm64_c("walk", channels, 6), "sm64-c")
    one("sm64, the loop begins late", "a.inc.c", files.sm64_c("walk", channels, 12, 0, 0, 3, 5), "sm64-c")
    # Several files of one subject
    for ending, format, make in (
            (".ANM", "psx-anm", lambda: files.random_psx(random.Random(8), 2)),
            (".csjsmodelanim", "csjsmodelanim", lambda: files.cs_json_clip(
                "x", 12, [("arm", [(0, [0, 0, 0]), (7, [4, 5, 6])], *[none] * 4)], False)),
            (".inc.c", "sm64-c", lambda: files.sm64_c("X", channels, 12))):
        content = {f"{n}{ending}": make().replace(b"X", n.encode()) if ending == ".inc.c" else make()
                   for n in ("walk", "run")}
        add(f"{format}, two clips of the same motion", content, list(content), format)
    assert all(math.isfinite(v) for _, q in turns for v in q)
    return all_of
