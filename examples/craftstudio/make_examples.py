#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the CraftStudio examples of this folder: a small robot, its texture and two animations.

Everything is generated, so that the files may be used for anything. Standard library only:
    python3 make_examples.py            writes the files beside this script
"""
import math
import pathlib
import struct
import zlib

HERE = pathlib.Path(__file__).parent

# name, parent, position (pixels), pivot offset (pixels), size (pixels), texture origin, colour
PARTS = [
    ("Body", None, (0, 18, 0), (0, 0, 0), (10, 12, 6), (0, 0), (90, 130, 200)),
    ("Head", "Body", (0, 6, 0), (0, 5, 0), (10, 8, 8), (0, 20), (225, 190, 90)),
    ("Eyes", "Head", (0, 1, 4.5), (0, 0, 0), (8, 3, 1), (40, 20), (40, 45, 60)),
    ("Antenna", "Head", (0, 4, 0), (0, 2.5, 0), (1, 5, 1), (40, 0), (200, 70, 70)),
    ("Left Arm", "Body", (6.5, 5, 0), (0, -4.5, 0), (3, 11, 3), (0, 38), (70, 100, 160)),
    ("Right Arm", "Body", (-6.5, 5, 0), (0, -4.5, 0), (3, 11, 3), (14, 38), (70, 100, 160)),
    ("Left Leg", "Body", (2.6, -6, 0), (0, -6, 0), (4, 12, 4), (28, 38), (60, 70, 90)),
    ("Right Leg", "Body", (-2.6, -6, 0), (0, -6, 0), (4, 12, 4), (46, 38), (60, 70, 90)),
]
TEXTURE = 64


def png(pixels):
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = b"".join(b"\0" + bytes(v for pixel in row for v in pixel) for row in pixels)
    header = struct.pack(">IIBBBBB", len(pixels[0]), len(pixels), 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9))
            + chunk(b"IEND", b""))


def faces(size, origin):
    """Offsets and sizes of the six quads of a full unwrap: front, back, right, bottom, left, top."""
    (x, y, z), (u, v) = size, origin
    return [((u + z, v + z), (x, y)), ((u + 2 * z + x, v + z), (x, y)), ((u + z + x, v + z), (z, y)),
            ((u + z + x, v), (x, z)), ((u, v + z), (z, y)), ((u + z, v), (x, z))]


def texture():
    pixels = [[(0, 0, 0, 0)] * TEXTURE for _ in range(TEXTURE)]
    shades = [1.0, 0.75, 0.88, 0.6, 0.88, 1.12]
    for name, _, _, _, size, origin, colour in PARTS:
        for face, ((u, v), (w, h)) in enumerate(faces(size, origin)):
            for py in range(h):
                for px in range(w):
                    edge = px in (0, w - 1) or py in (0, h - 1)
                    shade = shades[face] * (0.82 if edge and min(w, h) > 2 else 1.0)
                    rgb = [min(255, round(c * shade)) for c in colour]
                    if name == "Eyes" and face == 0 and px in (1, 2, 5, 6):
                        rgb = [120, 240, 255]
                    if name == "Body" and face == 0 and 3 <= px <= 6 and 3 <= py <= 5:
                        rgb = [250, 220, 90]
                    pixels[v + py][u + px] = (*rgb, 255)
    return png(pixels)


def text(value):
    raw = value.encode()
    return bytes([len(raw)]) + raw


def model():
    out = struct.pack("<BHHH", 0, 5, len(PARTS), len(PARTS))
    ids = {part[0]: i for i, part in enumerate(PARTS)}
    for i, (name, parent, position, pivot, size, origin, _) in enumerate(PARTS):
        out += struct.pack("<HH", i, 65535 if parent is None else ids[parent]) + text(name)
        out += struct.pack("<3f", *(v / 16 for v in position))
        out += struct.pack("<3f", *(v / 16 for v in pivot))
        out += struct.pack("<3f", 1, 1, 1) + struct.pack("<4f", 1, 0, 0, 0)
        out += struct.pack("<3HB", *size, 1)
        for (u, v), _ in faces(size, origin):
            out += struct.pack("<2i", u, v)
        out += bytes(6)
    picture = texture()
    return out + struct.pack("<I", len(picture)) + picture + struct.pack("<HHH", 2, 1, 2)


def turn(axis, degrees):
    half = math.radians(degrees) / 2
    return (math.cos(half), *(math.sin(half) if axis == a else 0.0 for a in "xyz"))


# Tracks: node -> kind -> [(frame, value)]; position in world units, rotation as (axis, degrees).
WALK = {
    "Left Arm": {"rotation": [(0, ("x", 38)), (15, ("x", -38))]},
    "Right Arm": {"rotation": [(0, ("x", -38)), (15, ("x", 38))]},
    "Left Leg": {"rotation": [(0, ("x", -32)), (15, ("x", 32))]},
    "Right Leg": {"rotation": [(0, ("x", 32)), (15, ("x", -32))]},
    "Body": {"position": [(0, (0, -0.0625, 0)), (8, (0, 0.0625, 0)), (15, (0, -0.0625, 0)),
                          (23, (0, 0.0625, 0))]},
    "Head": {"rotation": [(0, ("y", 6)), (15, ("y", -6))]},
    "Antenna": {"rotation": [(0, ("z", 14)), (7, ("z", -14)), (15, ("z", 14)), (22, ("z", -14))]},
}
WAVE = {
    "Right Arm": {"rotation": [(0, ("z", 0)), (10, ("z", -150)), (20, ("z", -120)),
                               (30, ("z", -150)), (40, ("z", -120)), (60, ("z", 0))]},
    "Head": {"rotation": [(0, ("z", 0)), (15, ("z", 10)), (45, ("z", 10)), (60, ("z", 0))]},
    # The eyes blink: block sizes jump, they never blend.
    "Eyes": {"size": [(0, (0, 0, 0)), (24, (0, -2, 0)), (27, (0, 0, 0)), (33, (0, -2, 0)),
                      (36, (0, 0, 0))]},
    "Antenna": {"stretch": [(0, (0, 0, 0)), (30, (0, 0.5, 0)), (60, (0, 0, 0))]},
}
TRACKS = ["position", "rotation", "size", "pivot", "stretch"]


def animation(duration, hold, nodes):
    out = struct.pack("<BHHBH", 6, 3, duration, hold, len(nodes))
    for name, tracks in nodes.items():
        out += text(name)
        for kind in TRACKS:
            keys = tracks.get(kind, [])
            out += struct.pack("<H", len(keys))
            for frame, value in keys:
                out += struct.pack("<HB", frame, 0)
                if kind == "rotation":
                    out += struct.pack("<4f", *turn(*value))
                elif kind == "size":
                    out += struct.pack("<3i", *value)
                else:
                    out += struct.pack("<3f", *value)
    return out


def main():
    (HERE / "robot.csmodel").write_bytes(model())
    (HERE / "robot-walk.csmodelanim").write_bytes(animation(30, 0, WALK))
    (HERE / "robot-wave.csmodelanim").write_bytes(animation(60, 0, WAVE))


if __name__ == "__main__":
    main()
