# SPDX-License-Identifier: MIT
"""Super Mario 64 at random: C text, DMA tables, insertable binaries, layouts."""
import struct

from random_values import walk


def sm64_channels(rng, parts, frames, moving=0.5):
    """3 * (parts + 1) lists of samples; constant channels have one."""
    channels = []
    for k in range(3 * (parts + 1)):
        count = frames if rng.random() < moving else 1
        step, start = (20, rng.uniform(-100, 100)) if k < 3 else (0x500, rng.uniform(0, 65536))
        channels.append([round(v) & 0xFFFF for v in walk(rng, count, step, start)])
    return channels


def sm64_tables(channels):
    """The values and the index table of some channels."""
    values, index = [0], []
    for samples in channels:
        if samples == [0]:
            index += [1, 0]
        else:
            index += [len(samples), len(values)]
            values += samples
    return values + [0] * (len(values) % 2), index


def c_rows(numbers, first, other):
    text, at = "", 0
    while at < len(numbers):
        size = other if at else first
        text += "    " + ", ".join(f"0x{n:04X}" for n in numbers[at:at + size]) + ",\n"
        at += size
    return text


def sm64_c(name, channels, frames, flags=0, divisor=0, start=0, loop=0):
    """The text of one actor's animation."""
    values, index = sm64_tables(channels)
    return (f"static const s16 {name}_values[] = {{\n{c_rows(values, 8, 8)}}};\n\n"
            f"static const u16 {name}_indices[] = {{\n{c_rows(index, 12, 6)}}};\n\n"
            f"static const struct Animation {name} = {{\n    {flags},\n    {divisor},\n    {start},\n    {loop},\n"
            f"    0x{frames:02X},\n    ANIMINDEX_NUMPARTS({name}_indices),\n    {name}_values,\n"
            f"    {name}_indices,\n    0,\n}};\n").encode()


def random_sm64(rng, parts=None, clips=None, flags=(0, 0, 1, 2, 0x20)):
    parts = parts or rng.randint(1, 6)
    text = b""
    for i in range(clips or rng.choice([1, 1, 2, 3])):
        frames = rng.randint(2, 20)
        text += b"\n" * (i > 0) + sm64_c(f"clip{i}", sm64_channels(rng, parts, frames), frames,
                                        rng.choice(flags), 0, 0, rng.choice([0, 0, frames // 2]))
    return text


def sm64_dma(rng, entries=3, parts=4):
    head, data = b"", b""
    at = 8 + 8 * entries
    for _ in range(entries):
        frames = rng.randint(2, 20)
        values, index = sm64_tables(sm64_channels(rng, parts, frames))
        size = 24 + 2 * len(index) + 2 * len(values)
        head += struct.pack(">2I", at + len(data), size)
        data += struct.pack(">6h3I", rng.choice([0, 1]), 189, 0, 0, frames, parts, 24 + 2 * len(index), 24,
                            size)
        data += struct.pack(f">{len(index)}H{len(values)}H", *index, *values)
        data += bytes(-len(data) % 4)
    return struct.pack(">2I", entries, 0) + head + data


def sm64_insertable(rng, parts=3):
    frames = rng.randint(2, 20)
    values, index = sm64_tables(sm64_channels(rng, parts, frames))
    data = struct.pack(">6h3I", 0, 0, 0, 0, frames, parts, 24 + 2 * len(index), 24, 0)
    data += struct.pack(f">{len(index)}H{len(values)}H", *index, *values)
    return struct.pack(">6I", 2, len(data), 0, 2, 12, 16) + data


def sm64_layout(rng, parts, name="body_geo"):
    """A C layout with a random tree of that many parts, numbered depth first."""
    left = parts - 1

    def node(depth):
        nonlocal left
        pad = "    " * (depth + 1)
        place = ", ".join(str(rng.randint(-90, 90)) for _ in range(3)) if depth else "0, 0, 0"
        text = f"{pad}GEO_ANIMATED_PART(LAYER_OPAQUE, {place}, NULL),\n"
        inner = ""
        while left and (depth == 0 or rng.random() < 0.6):
            left -= 1
            inner += node(depth + 1)
        return text + (f"{pad}GEO_OPEN_NODE(),\n{inner}{pad}GEO_CLOSE_NODE(),\n" if inner else "")

    return f"const GeoLayout {name}[] = {{\n{node(0)}    GEO_END(),\n}};\n".encode()
