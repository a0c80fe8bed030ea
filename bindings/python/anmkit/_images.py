# SPDX-License-Identifier: MIT
"""Moving PNGs, which browsers and notebooks show."""
from __future__ import annotations

import struct
import zlib
from typing import Sequence

import numpy as np
import numpy.typing as npt


def animated_png(images: Sequence[npt.NDArray[np.uint8]], seconds: float) -> bytes:
    """An APNG of images of one size, (height, width, 4) bytes each, shown for `seconds` each and for ever."""
    if not images:
        raise ValueError("a moving image has at least one image")
    height, width = images[0].shape[:2]

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    parts = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
             chunk(b"acTL", struct.pack(">II", len(images), 0))]
    delay = min(65535, max(1, round(seconds * 1000)))
    number = 0
    for image in images:
        if image.shape != (height, width, 4) or image.dtype != np.uint8:
            raise ValueError(f"expected images of {width} x {height} RGBA bytes, found {image.shape} of {image.dtype}")
        rows = np.zeros((height, 1 + 4 * width), np.uint8)  # each row begins with its filter: none
        rows[:, 1:] = image.reshape(height, 4 * width)
        data = zlib.compress(rows.tobytes(), 6)
        parts.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, 0, 0, delay, 1000, 0, 0)))
        number += 1
        if number == 1:
            parts.append(chunk(b"IDAT", data))
        else:
            parts.append(chunk(b"fdAT", struct.pack(">I", number) + data))
            number += 1
    parts.append(chunk(b"IEND", b""))
    return b"".join(parts)
