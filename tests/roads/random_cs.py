# SPDX-License-Identifier: MIT
"""CraftStudio files at random: animations and models, binary and JSON."""
import json
import struct

from random_values import key_times, png, turn_about


def text_bytes(name):
    name = name if isinstance(name, bytes) else name.encode()
    return bytes([len(name)]) + name


def cs_clip(duration, nodes, hold=False, version=3, tail=b""):
    """nodes: (name, positions, orientations, sizes, pivots, scales), each a list of (time, values)."""
    out = struct.pack("<BHH", 6, version, duration) + (bytes([hold]) if version > 2 else b"")
    out += struct.pack("<H", len(nodes))
    for name, *tracks in nodes:
        out += text_bytes(name)
        for track, form in zip(tracks, ("<HB3f", "<HB4f", "<HB3i", "<HB3f", "<HB3f")):
            out += struct.pack("<H", len(track))
            out += b"".join(struct.pack(form, time, 0, *values) for time, values in track)
    return out + tail


def random_cs(rng, names, sizes=False, pixels=1.0):
    """A clip for nodes of these names. The whole file's numbers lie on a grid of 1/1024."""
    duration, nodes = rng.randint(4, 40), []

    def numbers(span):
        return [round(rng.uniform(-span, span) * 1024) / 1024 for _ in range(3)]

    def track(chance, make):
        return [(t, make()) for t in key_times(rng, duration)] if rng.random() < chance else []

    for name in names:
        nodes.append((name, track(0.5, lambda: numbers(pixels)), track(0.7, lambda: turn_about(rng, 80)),
                      track(0.5, lambda: [rng.randint(0, 6) for _ in range(3)]) if sizes else [],
                      track(0.2, lambda: numbers(pixels / 2)), track(0.3, lambda: numbers(0.5))))
    return duration, nodes, rng.random() < 0.5


def cs_model(nodes, texture=None):
    """nodes: (name, parent index or -1, position, pivot, scale, orientation w x y z, block size)."""
    texture = texture or png()
    out = struct.pack("<B3H", 0, 5, len(nodes), len(nodes))
    for i, (name, parent, position, pivot, scale, turn, size) in enumerate(nodes):
        out += struct.pack("<2H", i, parent if parent >= 0 else 65535) + text_bytes(name)
        out += struct.pack("<13f3HB", *position, *pivot, *scale, *turn, *size, 0) + bytes(48 + 6)
    return out + struct.pack("<I", len(texture)) + texture + struct.pack("<H", 0)


def random_cs_model(rng, names, flat=False, scales=(1, 1, 0.5, -1)):
    nodes = []
    for i, name in enumerate(names):
        size = [rng.randint(1, 16) for _ in range(3)]
        if flat and rng.random() < 0.5:
            size[2] = 0
        nodes.append((name, rng.randint(-1, i - 1), [rng.uniform(-2, 2) for _ in range(3)],
                      [rng.uniform(-0.5, 0.5) for _ in range(3)] if rng.random() < 0.6 else [0, 0, 0],
                      [rng.choice(scales) for _ in range(3)], turn_about(rng, 120), size))
    return nodes


def net_number(value):
    """A number as .NET prints a single."""
    text = f"{struct.unpack('f', struct.pack('f', value))[0]:.7g}"
    if "e" in text:
        digits, power = text.split("e")
        text = f"{digits}E{power[0]}{int(power[1:]):02d}"
    return "0" if text == "-0" else text


def cs_json_clip(title, duration, nodes, hold):
    """nodes: (name, position, offsetFromPivot, size, rotation in degrees, stretch)."""
    text = (f'{{\n  "title": {json.dumps(title)},\n  "duration": {duration},\n'
            f'  "holdLastKeyframe": {"true" if hold else "false"},\n  "nodeAnimations": {{\n')
    blocks = []
    for name, *tracks in nodes:
        parts = []
        for label, track in zip(("position", "offsetFromPivot", "size", "rotation", "stretch"), tracks):
            keys = ",\n".join(f'        "{t}": [ {", ".join(map(net_number, v))} ]' for t, v in track)
            parts.append(f'      "{label}": {{\n{keys}' + ("\n" if keys else "") + "      }")
        blocks.append(f"    {json.dumps(name)}: {{\n" + ",\n".join(parts) + "\n    }")
    return (text + ",\n".join(blocks) + ("\n" if blocks else "") + "  }\n}").encode()


def random_cs_json(rng, names, sizes=False):
    duration, nodes = rng.randint(4, 40), []

    def track(chance, span, grid):
        if rng.random() >= chance:
            return []
        return [(t, [round(rng.uniform(-span, span) * grid) / grid for _ in range(3)])
                for t in key_times(rng, duration)]

    for name in names:
        nodes.append((name, track(0.5, 20, 8), track(0.2, 5, 8), track(0.5, 4, 1) if sizes else [],
                      track(0.7, 50, 4), track(0.3, 0.5, 8)))
    return cs_json_clip("clip", duration, nodes, rng.random() < 0.5)


def cs_json_model(nodes):
    """nodes: (name, parent index, position, offset, size, rotation in degrees); in pixels."""

    def block(i, pad):
        name, _, position, offset, size, turn = nodes[i]
        inner = [k for k in range(len(nodes)) if nodes[k][1] == i]
        rows = [f'"name": {json.dumps(name)}']
        for label, values in (("position", position), ("offsetFromPivot", offset), ("size", size),
                              ("rotation", turn), ("texOffset", (0, 0))):
            rows.append(f'"{label}": [ {", ".join(map(net_number, values))} ]')
        children = ",\n".join(block(k, pad + "    ") for k in inner)
        rows.append('"children": ' + (f"[\n{children}\n{pad}  ]" if inner else "[]"))
        return f"{pad}{{\n" + ",\n".join(pad + "  " + row for row in rows) + f"\n{pad}}}"

    roots = ",\n".join(block(k, "    ") for k in range(len(nodes)) if nodes[k][1] < 0)
    return f'{{\n  "title": "body",\n  "tree": [\n{roots}\n  ]\n}}'.encode()


def random_cs_json_model(rng, names):
    return [(name, rng.randint(-1, i - 1), [rng.randint(-30, 30) for _ in range(3)],
             [rng.randint(-6, 6) for _ in range(3)], [rng.randint(1, 16) for _ in range(3)],
             [rng.randint(-90, 90) for _ in range(3)]) for i, name in enumerate(names)]
