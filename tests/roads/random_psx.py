# SPDX-License-Identifier: MIT
"""PlayStation files at random: clips, models of lines, a texture."""
import struct

from random_values import walk


def psx_clip(frames, rate=30):
    """frames: lists of (object, rotation or None, scale or None, position or None), as stored."""
    bodies = []
    for frame in frames:
        body = b""
        for number, *parts in frame:
            flags = sum(1 << i for i, p in enumerate(parts) if p is not None)
            body += struct.pack("<2B", number, flags)
            body += b"".join(struct.pack("<3h", *p) for p in parts if p is not None)
        bodies.append(body)
    table, at = [], len(frames) + 4
    for body in bodies + [b""]:
        table.append(at)
        at += len(body) // 2
    return struct.pack(f"<3H{len(table)}H", 0x8000, rate, len(frames), *table) + b"".join(bodies)


def random_psx(rng, objects=None, twice=False, hide=0.3, flags=(7, 7, 5, 4, 1, 3, 6)):
    objects, count = objects or rng.randint(1, 5), rng.randint(2, 16)
    moves = [[walk(rng, count, 300, rng.uniform(-2000, 2000)) for _ in range(3)]
             + [walk(rng, count, 400, rng.choice([4096, 4096, 2048, -4096])) for _ in range(3)]
             + [walk(rng, count, 150, rng.uniform(-800, 800)) for _ in range(3)] for _ in range(objects)]
    flags = [rng.choice(flags) for _ in range(objects)]
    hides = [rng.random() < hide for _ in range(objects)]
    frames = []
    for n in range(count):
        frame = []
        for i in range(objects):
            if hides[i] and rng.random() < 0.4:
                continue
            for _ in range(2 if twice and i == 0 else 1):
                values = [round(m[n]) for m in moves[i]]
                turn = [(v + 2048) % 4096 - 2048 for v in values[:3]]
                scale = [v or 1 for v in values[3:6]]
                parts = [turn, scale, values[6:]]
                frame.append((i, *(p if flags[i] >> k & 1 else None for k, p in enumerate(parts))))
        frames.append(frame)
    return psx_clip(frames, rng.choice([1, 15, 20, 30, 60]))


def psx_model(objects):
    """objects: lists of vertices; a line joins each to the next."""
    packets = [[struct.pack("<4B4B2H", 3, 2, 1, 0x40, 200, 90, 40, 0x40, i, (i + 1) % len(o))
                for i in range(len(o))] for o in objects]
    at = 28 * len(objects)
    vertices_at = at + sum(12 * len(p) for p in packets)
    end = vertices_at + sum(8 * len(o) for o in objects)
    table = b""
    for o, p in zip(objects, packets):
        table += struct.pack("<6Ii", vertices_at, len(o), end, 0, at, len(p), 0)
        at, vertices_at = at + 12 * len(p), vertices_at + 8 * len(o)
    return (struct.pack("<3I", 0x41, 0, len(objects)) + table + b"".join(b"".join(p) for p in packets)
            + b"".join(struct.pack("<4h", *v, 0) for o in objects for v in o))


def psx_shapes(rng, objects):
    return [[tuple(rng.randint(-300, 300) for _ in range(3)) for _ in range(rng.randint(2, 5))]
            for _ in range(objects)]


def psx_texture():
    clut = struct.pack("<I4H16H", 44, 0, 480, 16, 1, *range(0, 0x8000, 0x800))
    pixels = struct.pack("<I4H8H", 28, 320, 0, 2, 4, *([0x1234] * 8))
    return struct.pack("<2I", 0x10, 8) + clut + pixels
