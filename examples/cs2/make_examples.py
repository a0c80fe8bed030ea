#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a bouncing ball as numbered PNGs with durations (1/60 second): FOLDER/ball/ball_N@TICKS.png."""
import math, os, struct, sys, zlib

WIDTH, HEIGHT, FRAMES = 96, 128, 12


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(rows):
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 6, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def pixel(x, y, height):
    cx, cy, radius = 48, 104 - 80 * height, 20
    far = math.hypot(x - cx, y - cy)
    if far < radius:
        light = max(0, 1 - math.hypot(x - cx + 7, y - cy + 7) / 26)
        return bytes((int(200 + 55 * light), int(70 + 150 * light), int(30 + 150 * light),
                      int(255 * min(1, radius - far))))
    shadow = ((x - cx) / (24 - 8 * height)) ** 2 + ((y - 122) / 4) ** 2
    return bytes((20, 20, 40, int(110 * (1 - shadow) * (1 - height / 2)))) if shadow < 1 else bytes(4)


def main(folder):
    os.makedirs(os.path.join(folder, "ball"), exist_ok=True)
    for frame in range(FRAMES):
        phase = 2 * frame / FRAMES - 1
        rows = [b"".join(pixel(x, y, 1 - phase * phase) for x in range(WIDTH)) for y in range(HEIGHT)]
        ticks = 3 if frame == 0 else 4
        with open(os.path.join(folder, "ball", "ball_%02d@%d.png" % (frame, ticks)), "wb") as out:
            out.write(png(rows))


main(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
