# SPDX-License-Identifier: MIT
"""GameCube files at random: banks of animations, actors, a compact clip."""
import struct

from random_values import hamilton, turn_about

SCALE, EULER, QUAT, MOVE = 2, 4, 8, 1


def gc_bank(sequences):
    """sequences: (name bytes, tracks). A track: (animTime, id, quantise, types, interpolation, replace,
    keys); a key: (time, setting bytes, curve bytes). The canonical layout of the specification."""
    tracks = [t for _, ts in sequences for t in ts]
    keys = [k for t in tracks for k in t[6]]
    track_at = 24 + 12 * len(sequences)
    key_at = track_at + 16 * len(tracks)
    data, places = b"", []
    at = key_at + 12 * len(keys)
    for _, setting, _ in keys:
        places.append(at + len(data))
        data += setting + bytes(-len(setting) % 4)
    curves = []
    for _, _, curve in keys:
        curves.append(at + len(data) if curve else 0)
        data += curve + bytes(-len(curve) % 4)
    names = {}
    for name, _ in sequences:
        if name not in names:
            names[name] = at + len(data)
            data += name + b"\0"
    out = struct.pack(">2I4H2I", 8092000, 24, 7, len(sequences), len(tracks), len(keys), 0, 0)
    seen = 0
    for name, ts in sequences:
        out += struct.pack(">2I2H", names[name], track_at + 16 * seen, len(ts), 0)
        seen += len(ts)
    seen = 0
    for time, number, quantise, types, mode, replace, ks in tracks:
        out += struct.pack(">fI2H4B", time, key_at + 12 * seen, len(ks), number, quantise, types, mode,
                           replace)
        seen += len(ks)
    for (time, _, _), place, curve in zip(keys, places, curves):
        out += struct.pack(">f2I", time, place, curve)
    out += data
    return out + bytes(-len(out) % 32)


def q14(values):
    return struct.pack(f">{len(values)}h", *(round(16384 * v) for v in values))


GC_PARTS = (MOVE, SCALE, QUAT, QUAT | MOVE, SCALE | QUAT | MOVE, EULER, EULER | MOVE)


def random_gc_track(rng, number, length, replace=None, parts=GC_PARTS, reach=5, plain=False):
    """plain: only interpolations that glTF has too, and a last key at the end."""
    types = rng.choice(parts)
    stored = rng.choice([0x40, 0x38])
    mode = 0
    if types & MOVE:
        mode |= rng.choice([0, 1, 1, 3] if plain else [0, 1, 1, 2, 3])
    if types & SCALE:
        mode |= rng.choice([0, 1, 1] if plain else [0, 1, 1, 2]) << 2
    if types & QUAT:
        mode |= rng.choice([0, 6, 6] if plain else [0, 6, 6, 4]) << 4
    if types & EULER:
        mode |= rng.choice([0, 1, 1, 2]) << 4

    def triple(values):
        if stored == 0x40:
            return struct.pack(">3f", *values)
        return struct.pack(">3h", *(round(v * 256) for v in values))

    def curve(which, span):
        if which == 2:
            return b"".join(triple([rng.uniform(-span, span) for _ in range(3)]) for _ in "io")
        if which == 3:
            return b"".join(triple([rng.uniform(-span, span) for _ in range(3)]) for _ in "io") + bytes(4)
        return b""

    times = sorted({0, *([length] if plain else []), *(rng.randint(0, length) for _ in range(rng.randint(0, 4)))})
    q, angles, keys = turn_about(rng, 170), [rng.uniform(-90, 90) for _ in range(3)], []
    for time in times:
        move = turn_about(rng, 60)
        q = hamilton(q, move)
        angles = [a + rng.uniform(-40, 40) for a in angles]
        setting = bend = b""
        if types & SCALE:
            setting += triple([rng.uniform(0.5, 2) for _ in range(3)])
            bend += curve(mode >> 2 & 3, 0.2)
        if types & EULER:
            setting += triple([max(-120, min(120, a)) for a in angles])
            bend += curve(mode >> 4 & 7, 10)
        if types & QUAT:
            setting += q14([q[1], q[2], q[3], q[0]])
            bend += 2 * q14([q[1], q[2], q[3], q[0]]) if mode >> 4 & 7 == 4 else b""
        if types & MOVE:
            setting += triple([rng.uniform(-reach, reach) for _ in range(3)])
            bend += curve(mode & 3, 1)
        keys.append((time, setting, bend))
    replace = rng.choice([1, 1, 0]) if replace is None else replace
    return (length, number, stored, types, mode, replace, keys)


def random_gc(rng, bones, sequences=None, replace=None, names=(b"walk", b"run", b"jump"), parts=GC_PARTS, reach=5,
              plain=False):
    out = []
    for i in range(sequences or rng.choice([1, 1, 2, 3])):
        length = rng.randint(8, 40)
        numbers = rng.sample(range(bones), rng.randint(1, bones))
        out.append((names[i], [random_gc_track(rng, n, length, replace, parts, reach, plain)
                              for n in sorted(numbers)]))
    return gc_bank(out)


def gc_actor(bones):
    """bones: (parent, id, inherits, type bits, scale, rotation of four, translation), parents first and
    depth first."""
    controls = 32 + 28 * len(bones)
    name = controls + 52 * len(bones)
    out = struct.pack(">IHHIIIHHII", 8092000, 1, len(bones), 4, 32, 0, 0xFFFF, 0, 0, 0)
    place = [32 + 28 * i for i in range(len(bones))]
    for i, (parent, number, inherits, *_) in enumerate(bones):
        same = [k for k in range(len(bones)) if bones[k][0] == parent]
        below = [k for k in range(len(bones)) if bones[k][0] == i]
        at = same.index(i)
        out += struct.pack(">5I2H2BH", controls + 52 * i, place[same[at - 1]] if at else 0,
                           place[same[at + 1]] if at + 1 < len(same) else 0,
                           place[parent] if parent >= 0 else 0, place[below[0]] if below else 0, 0xFFFF,
                           number, inherits, 0, 0)
    for _, _, _, kind, scale, turn, move in bones:
        out += struct.pack(">4B10f2I", kind, 0, 0, 0, *scale, *turn, *move, 0, 0)
    assert len(out) == name
    return out + bytes(-len(out) % 32)


def random_gc_actor(rng, bones, reach=3, loose=0.1):
    """One root; every other bone hangs on a bone of the branch before it, so that the order is depth first."""
    out, branch = [], []
    for i in range(bones):
        while len(branch) > 1 and rng.random() < 0.4:
            branch.pop()
        turn = turn_about(rng, 90)
        out.append((branch[-1] if branch else -1, i, 0 if i and rng.random() < loose else 1,
                    8 | (4 if rng.random() < 0.7 else 0), (1, 1, 1), (*turn[1:], turn[0]),
                    [rng.uniform(-reach, reach) for _ in range(3)]))
        branch.append(i)
    return gc_actor(out)


def gc_compact():
    """A compact clip: one track of two keys, translation in floats."""
    data = b"".join(struct.pack(">h3f", t, *v) for t, v in ((0, (0, 0, 0)), (30, (1, 2, 3))))
    return (struct.pack(">I2H", 0x00AC7472, 1, 0) + struct.pack(">fI2H4B", 30, 24, 2, 1, 0x40, 1, 1, 0) + data)
