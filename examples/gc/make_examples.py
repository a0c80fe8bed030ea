#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the small GameCube example: a striped stalk of three bones that bends and stretches.

    make_examples.py [FOLDER]

Skeleton (stalk.act), mesh (stalk.gpl), skin (stalk.skn), texture (stalk.tpl) and a bank of two
sequences (stalk.anm), each laid out by hand.
"""
import math
import pathlib
import struct
import sys

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
RINGS, SIDES, BONES, LENGTH = 7, 6, 3, 2.0


def padded(data, to=32):
    return data + bytes(-len(data) % to)


def actor():
    controls = 32 + 28 * BONES
    name = controls + 52 * BONES
    out = struct.pack(">IHHIIIHHII", 8092000, 1, BONES, 4, 32, name, 0, 0, 0, 0)
    for i in range(BONES):
        parent = 32 + 28 * (i - 1) if i else 0
        child = 32 + 28 * (i + 1) if i + 1 < BONES else 0
        out += struct.pack(">5I2H2BH", controls + 52 * i, 0, 0, parent, child, 0xFFFF, i, 1, 0, 0)
    for i in range(BONES):
        out += struct.pack(">4B12f", 0x0C, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 0, LENGTH if i else 0, 0, 0, 0)
    return padded(out + b"stalk.gpl\0")


def ring(r):
    """Positions and normals of one ring in the bind pose, s16 with 8 fraction bits."""
    out = b""
    for i in range(SIDES):
        x, z = math.cos(math.tau * i / SIDES), math.sin(math.tau * i / SIDES)
        radius = 0.8 - 0.08 * r
        out += struct.pack(">6h", *(round(256 * v) for v in (radius * x, r, radius * z, x, 0, z)))
    return out


def palette():
    rings = b"".join(map(ring, range(RINGS)))
    uvs = b"".join(struct.pack(">2h", round(256 * i * 2 / SIDES), round(256 * r / 2))
                   for r in range(RINGS) for i in range(SIDES + 1))
    strips = b""
    for r in range(RINGS - 1):
        strips += struct.pack(">BH", 0x98, 2 * (SIDES + 1))
        for i in range(SIDES + 1):
            for up in (r + 1, r):
                vertex = up * SIDES + i % SIDES
                strips += struct.pack("3B", vertex, vertex, up * (SIDES + 1) + i)
    strips = padded(strips)
    # Every offset counts from the layout: its records, then the arrays.
    positions, textures, lighting, display, states = 24, 32, 48, 60, 72
    name = states + 16 * 3
    array = name + 32
    uv_array = array + len(rings)
    bank = uv_array + len(uvs) + (-(array + len(rings) + len(uvs)) % 32)
    body = struct.pack(">5I4B", positions, 0, textures, lighting, display, 1, 0, 0, 0)
    body += struct.pack(">IH2B", array, RINGS * SIDES, 0x38, 6)
    body += struct.pack(">IH2BII", uv_array, RINGS * (SIDES + 1), 0x38, 2, name, 0)
    body += struct.pack(">IH2Bf", array + 6, RINGS * SIDES, 0x38, 6, 30)
    body += struct.pack(">IIHH", bank, states, 3, 0)
    body += struct.pack(">4B3I", 1, 0, 0, 0, 1 << 16 | 1 << 20 | 1 << 24 | 1 << 28, 0, 0)
    body += struct.pack(">4B3I", 3, 0, 0, 0, 2 << 2 | 2 << 4 | 2 << 10, 0, 0)
    body += struct.pack(">4B3I", 5, 0, 0, 0, 0, bank, len(strips))
    body += b"stalk.tpl".ljust(32, b"\0") + rings + uvs
    body = body.ljust(bank, b"\0") + strips
    head = struct.pack(">5I", 12012000, 0, 0, 1, 20) + struct.pack(">II", 64, 32) + bytes(4)
    return padded(head + b"stalk".ljust(32, b"\0") + body)


def skin():
    """Rings 0 1 | 3 | 5 6 follow one bone each, rings 2 and 4 two bones half and half."""
    ones, twos = [(0, (0, 1)), (1, (3,)), (2, (5, 6))], [((0, 1), 2), ((1, 2), 4)]
    at = 36 + 0x40 * len(ones) + 0x74 * len(twos)
    data, lists, pairs = b"", b"", b""
    for bone, rings in ones:
        lists += bytes(48) + struct.pack(">IIHHBBH", at + len(data), 12 * SIDES * rings[0], bone,
                                         SIDES * len(rings), 0, 0, 0)
        data += b"".join(map(ring, rings))
    for bones, r in twos:
        vertices = at + len(data)
        data += ring(r)
        weights = at + len(data)
        data += bytes([128, 128]) * SIDES
        pairs += bytes(96) + struct.pack(">III3HBB", vertices, weights, 12 * SIDES * r, *bones, SIDES,
                                         0, 0)
    head = struct.pack(">3HBB7I", len(ones), len(twos), 0, 8, 0, 36, 36 + 0x40 * len(ones), 0, 0, 0,
                       0, 0)
    return padded(head + lists + pairs + data)


def textures():
    """8 x 8 texels RGB565 in tiles of 4 x 4: green with a yellow stripe."""
    green, yellow = 0x2D66, 0xEEC5
    texels = b""
    for ty in (0, 4):
        for tx in (0, 4):
            for y in range(ty, ty + 4):
                for x in range(tx, tx + 4):
                    texels += struct.pack(">H", yellow if (x + y) % 8 < 3 else green)
    head = struct.pack(">3I", 2142000, 1, 12) + struct.pack(">2I", 20, 0)
    head += struct.pack(">2H6If4B", 8, 8, 4, 64, 1, 1, 1, 1, 0, 0, 0, 0, 0)
    return padded(padded(head, 64) + texels)


def q14(values):
    return struct.pack(f">{len(values)}h", *(round(16384 * v) for v in values))


def turn(degrees):
    half = math.radians(degrees) / 2
    return (0, 0, math.sin(half), math.cos(half))


def bank():
    """"bend": quaternions, SLERP. "stretch": f32 scale by Hermite, with the blend to the first key."""
    tracks, keys = [], []  # (end, keys, id, types), (time, setting, curve)
    for bone in range(BONES):
        sway = [(0, 0), (30, 25), (60, 0), (90, -25), (120, 0)]
        tracks.append((120, len(sway), bone, (0x38, 0x09, 6 << 4 | 1, 1)))
        for time, degrees in sway:
            move = struct.pack(">3h", 0, round(256 * LENGTH) if bone else 0, 0)
            keys.append((time, padded(q14(turn(degrees)) + move, 4), b""))
    tracks.append((60, 2, 1, (0x40, 0x0B, 3 << 2, 1)))
    for time, y in ((0, 1.0), (30, 1.5)):
        setting = struct.pack(">3f", 1, y, 1) + q14((0, 0, 0, 1)) + struct.pack(">3f", 0, LENGTH, 0)
        keys.append((time, setting, bytes(24) + bytes(4)))
    sequences = [("bend", 0, BONES), ("stretch", BONES, 1)]
    tracks_at = 24 + 12 * len(sequences)
    keys_at = tracks_at + 16 * len(tracks)
    settings_at = keys_at + 12 * len(keys)
    curves_at = settings_at + sum(len(setting) for _, setting, _ in keys)
    names_at = curves_at + sum(len(curve) for _, _, curve in keys)
    out = struct.pack(">2I4H2I", 8092000, 24, 1, len(sequences), len(tracks), len(keys), 0, 0)
    for name, first, count in sequences:
        out += struct.pack(">2I2H", names_at, tracks_at + 16 * first, count, 0)
        names_at += len(name) + 1
    first = 0
    for end, count, bone, types in tracks:
        out += struct.pack(">fI2H4B", end, keys_at + 12 * first, count, bone, *types)
        first += count
    for time, setting, curve in keys:
        out += struct.pack(">f2I", time, settings_at, curves_at if curve else 0)
        settings_at += len(setting)
        curves_at += len(curve)
    out += b"".join(setting for _, setting, _ in keys) + b"".join(curve for _, _, curve in keys)
    return padded(out + b"".join(name.encode() + b"\0" for name, _, _ in sequences))


FOLDER.mkdir(parents=True, exist_ok=True)
for name, make in (("act", actor), ("gpl", palette), ("skn", skin), ("tpl", textures), ("anm", bank)):
    (FOLDER / f"stalk.{name}").write_bytes(make())
