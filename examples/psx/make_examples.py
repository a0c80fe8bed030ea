#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the small PlayStation example: a figure of lines that hops and waves, with a camera.

    make_examples.py [FOLDER]
"""
import math
import pathlib
import struct
import sys

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
FRAMES = 40


def line(a, b, color):
    return struct.pack("<4B4B2H", 3, 2, 1, 0x40, *color, 0x40, a, b)


def tmd(objects):
    """objects: list of (vertices, packets)."""
    at = 28 * len(objects)
    tops = []
    for _, packets in objects:
        tops.append(at)
        at += sum(map(len, packets))
    table = b""
    vertex_at = at
    end = at + sum(8 * len(vertices) for vertices, _ in objects)
    for (vertices, packets), top in zip(objects, tops):
        table += struct.pack("<6Ii", vertex_at, len(vertices), end, 0, top, len(packets), 0)
        vertex_at += 8 * len(vertices)
    packets = b"".join(b"".join(p) for _, p in objects)
    vertices = b"".join(struct.pack("<4h", *v, 0) for vs, _ in objects for v in vs)
    return struct.pack("<3I", 0x41, 0, len(objects)) + table + packets + vertices


def loop(points, color):
    return points, [line(i, (i + 1) % len(points), color) for i in range(len(points))]


def angle(degrees):
    return (round(degrees * 4096 / 360) + 2048) % 4096 - 2048


def key(number, rot, scale, pos):
    return struct.pack("<2B9h", number, 7, *map(angle, rot), *(round(s * 4096) for s in scale),
                       *map(round, pos))


def anm(frames):
    words = len(frames) + 4
    table = [words]
    for frame in frames:
        words += len(frame) // 2
        table.append(words)
    return struct.pack(f"<3H{len(table)}H", 0x8000, 30, len(frames), *table) + b"".join(frames)


def model():
    pink, white, blue = (255, 120, 180), (255, 255, 255), (120, 180, 255)
    body = [(round(120 * math.cos(a)), round(160 * math.sin(a)), 0)
            for a in (i * math.pi / 5 for i in range(10))]
    ear = [(0, 0, 0), (40, -90, 0), (25, -220, 0), (-25, -220, 0), (-40, -90, 0)]
    arm = [(0, 0, 0), (90, 40, 0), (170, 0, 0)]
    eyes = [(-45, -40, -5), (45, -40, -5)]
    return tmd([loop(body, white), loop(ear, pink), loop(ear, pink),
                (arm, [line(0, 1, white), line(1, 2, blue)]),
                (arm, [line(0, 1, white), line(1, 2, blue)]),
                (eyes, [line(0, 0, white), line(1, 1, white)])])


def clip():
    frames = []
    for n in range(FRAMES):
        turn = 2 * math.pi * n / FRAMES
        hop = -abs(math.sin(2 * turn)) * 150
        squash = 1 - 0.2 * max(0.0, math.cos(4 * turn)) ** 2
        frame = key(0, (0, 0, 6 * math.sin(turn)), (2 - squash, squash, 1), (0, hop, 0))
        for ear, side in ((1, -1), (2, 1)):
            frame += key(ear, (0, 0, side * (12 + 10 * math.sin(2 * turn))), (1, 1, 1),
                         (side * 50, hop - 140, 0))
        frame += key(3, (0, 0, -30 + 40 * math.sin(3 * turn)), (1, 1, 1), (110, hop, 0))
        frame += key(4, (0, 180, 20 * math.sin(turn)), (1, 1, 1), (-110, hop, 0))
        if n % 20 not in (9, 10):  # it blinks
            frame += key(5, (0, 0, 0), (1, 1, 1), (0, hop, 0))
        frames.append(frame)
    return anm(frames)


def camera():
    keys = b""
    for n in range(FRAMES):
        turn = 2 * math.pi * n / FRAMES
        keys += struct.pack("<8h", round(400 * math.sin(turn)), -150, round(-1400 * math.cos(turn / 6)),
                            0, -80, 0, 0, 683)
    return struct.pack("<3H", 0x8000, 30, FRAMES) + keys


for name, data in (("MODEL.TMD", model()), ("HOP.ANM", clip()), ("ORBIT.ANC", camera())):
    (FOLDER / name).write_bytes(data)
