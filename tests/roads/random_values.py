# SPDX-License-Identifier: MIT
"""Numbers, turns and images for files made at random."""
import math
import struct
import zlib


def walk(rng, frames, step, start=0.0):
    """A random walk: one number a frame."""
    values = [start]
    for _ in range(frames - 1):
        values.append(values[-1] + rng.uniform(-step, step))
    return values


def png(width=2, height=2, pixel=b"\xff\x80\x40\xff"):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = (b"\0" + pixel * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def turn_about(rng, most):
    """A unit quaternion w, x, y, z of at most so many degrees."""
    axis = [rng.gauss(0, 1) for _ in range(3)]
    length = math.sqrt(sum(v * v for v in axis)) or 1.0
    half = math.radians(rng.uniform(0, most)) / 2
    return [math.cos(half)] + [v / length * math.sin(half) for v in axis]


def key_times(rng, duration, most=5):
    return sorted(rng.sample(range(duration + 1), rng.randint(1, min(most, duration))))


def hamilton(a, b):
    """The product of two quaternions w, x, y, z."""
    return [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]]
