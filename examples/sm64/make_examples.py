#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes wave.inc.c and geo.inc.c: a chain of three parts that waves, 30 frames, all numbers made here."""
import math
import pathlib

FOLDER = pathlib.Path(__file__).parent
FRAMES = 30
values, index = [0], []


def channel(samples):
    samples = [round(s) & 0xFFFF for s in samples]
    if set(samples) == {0}:
        index.extend((1, 0))
        return
    index.extend((len(samples), len(values)))
    values.extend(samples)


def wave(size, phase=0.0):
    return [size * math.sin(2 * math.pi * f / FRAMES + phase) for f in range(FRAMES)]


channel([0])
channel([100 + v for v in wave(10)])
channel([0])
for part in range(3):
    channel([0])
    channel([0])
    channel(wave(0x1000, part * 0.8))
if len(values) % 2:
    values.append(0)


def rows(numbers, first, other):
    text, at = "", 0
    while at < len(numbers):
        size = other if at else first
        text += "    " + ", ".join(f"0x{n:04X}" for n in numbers[at:at + size]) + ",\n"
        at += size
    return text


(FOLDER / "wave.inc.c").write_text(
    f"static const s16 wave_values[] = {{\n{rows(values, 8, 8)}}};\n\n"
    f"static const u16 wave_indices[] = {{\n{rows(index, 12, 6)}}};\n\n"
    "static const struct Animation wave = {\n    0,\n    0,\n    0,\n    0,\n"
    f"    0x{FRAMES:02X},\n    ANIMINDEX_NUMPARTS(wave_indices),\n    wave_values,\n    wave_indices,\n    0,\n}};\n")
(FOLDER / "geo.inc.c").write_text(
    "const GeoLayout wave_geo[] = {\n    GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, NULL),\n    GEO_OPEN_NODE(),\n"
    "        GEO_ANIMATED_PART(LAYER_OPAQUE, 80, 0, 0, NULL),\n        GEO_OPEN_NODE(),\n"
    "            GEO_ANIMATED_PART(LAYER_OPAQUE, 60, 0, 0, NULL),\n        GEO_CLOSE_NODE(),\n    GEO_CLOSE_NODE(),\n"
    "    GEO_END(),\n};\n")
