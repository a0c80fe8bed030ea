# SPDX-License-Identifier: MIT
"""Good files of all formats for tests about bytes: those of the vectors and examples, the archives and
pictures of the fuzz corpus, and small ones made here, after docs/spec, of formats that have none there.

usage: samples.py VECTORS FOLDER (writes those that are made)"""
import pathlib, sys
from struct import pack


def files(vectors, examples):
    """Files that are good and lie in the repository."""
    corpus = vectors.parents[1] / "fuzz/corpus"
    found = [*sorted(vectors.glob("*/good/**/*")), *sorted(examples.glob("*/*")), *sorted(corpus.glob("cs2_*/*"))]
    return [f for f in found if f.is_file() and f.parent.name not in ("companion", "c") and f.suffix not in (".py", ".cpp")]


def make(vectors, folder):
    """Files that are made in a folder."""
    folder = pathlib.Path(folder)
    corpus = vectors.parents[1] / "fuzz/corpus"
    # The first byte tells the fuzz target which kind it is.
    for path in [*corpus.glob("psx/*.tim"), *corpus.glob("psx/*.pak")]:
        (folder / path.name).write_bytes(path.read_bytes()[1:])
    table = next(path for path in sorted(vectors.glob("sm64/good/**/*.bin"))).read_bytes()
    made = {"Project.dat": project(), "DataPackage.dat": package(), "GamePackage.dat": game(2), "old.dat": game(1),
            "one.insertable": insertable(1), "three.insertable": insertable(3),
            "mario.insertable": pack(">4I", 5, len(table), 0, 0) + table, "layout.geo": layout()}
    for number, quantize in ((0, 0x13), (1, 0x22), (2, 0x35), (3, 0x40), (4, 0x06)):
        made[f"compact{number}.anm"] = compact(quantize, number)
    bank = (vectors.parents[1] / "examples/gc/stalk.anm").read_bytes()
    trees = {"one": {"walk.anm": b"\0{y`"}, "none": {}, "empty": {"nothing.bin": b"", "later": {}, "end.txt": b"end"},
             "deep": {"a": {"b": {"c": {"d.bin": b"d" * 33}}, "e.bin": b"e"}, "f.bin": b"f" * 32},
             "names": {"caf\xe9.txt": b"latin?", "a" * 300: b"long", "walk.anm": b"x" * 7},
             "bank": {"chara": {"stalk.anm": bank}, "again.anm": bank}}
    for name, tree in trees.items():
        made[f"{name}.arc"] = u8(tree)
    made["close.arc"] = u8(trees["deep"], 1)
    for name, data in made.items():
        (folder / name).write_bytes(data)
    return sorted(folder.iterdir())


# CraftStudio's tables: craftstudio.md, 9.2 to 9.4.
def text(value):
    data = value.encode()
    return (bytes([len(data)]) if len(data) < 128 else bytes([len(data) & 127 | 128, len(data) >> 7])) + data


def control(number, name):
    return pack("<H", number) + text(name) + bytes([1, 0, 32, 17, 2, 3, 1, 4]) + pack("<3fB", 0.25, 3, 1.5, 1)


def entry(number, parent, name, kind, revisions=None):
    head = pack("<BHH", revisions is None, number, parent) + text(name) + bytes([kind, 0])
    if revisions is None:
        return head
    return head + pack("<BHH", 0, len(revisions), len(revisions)) + b"".join(
        pack("<H", i) + text(one) for i, one in enumerate(revisions))


ENTRIES = [entry(1, 65535, "Birds", 0), entry(2, 1, "Bird", 0, ["first", ""]), entry(3, 1, "Fly", 6, []),
           entry(4, 65535, "Ä name of many letters " * 7, 7, ["x" * 130])]


def project():
    return (bytes([9, 1]) + text("Bird watching") + pack("<HHBB", 4, 12, 2, 3) + text("Two birds.") +
            pack("<HH", 7, 2) + control(1, "Left") + control(6, "Jump") + pack("<HH", 9, len(ENTRIES)) +
            b"".join(ENTRIES) + b"stale")


def package():
    return bytes([9]) + pack("<H", len(ENTRIES)) + b"".join(ENTRIES)


def game(version):
    assets = [(1, "Classic/Bird", 0), (2, "Classic/Fly", 6)]
    return (bytes([version]) + text("Birds") + pack("<H", 1) + (pack("<H", 12) if version == 2 else b"") +
            pack("<H", 1) + control(3, "Fire") + pack("<H", len(assets)) +
            b"".join(pack("<H", i) + text(path) + bytes([kind]) for i, path, kind in assets))


# fast64's insertable binary: sm64-anim.md, 1.1 to 1.3 and 1.7.
def insertable(count):
    """One animation, or a table of several, whose headers, index tables and values follow each other."""
    parts, frames = 2, 5
    channels = 3 * (parts + 1)
    start = 4 * count if count > 1 else 0
    index = start + 24 * count
    values = index + 4 * channels * count
    data = b"".join(pack(">I", start + 24 * i) for i in range(count)) if count > 1 else b""
    places = list(range(0, start, 4))
    samples = b""
    for i in range(count):
        places += [len(data) + 12, len(data) + 16]
        data += pack(">6h3I", 4 * i, 0, 0, 0, frames, parts, values + len(samples), index + 4 * channels * i, 0)
        samples += b"".join(pack(">h", 100 * i + k) for k in range(channels + frames - 1))
    for i in range(count):
        # All channels but the last stand still.
        data += b"".join(pack(">2H", frames if k == channels - 1 else 1, k) for k in range(channels))
    data += samples
    head = pack(">4I", 4 if count > 1 else 2, len(data), 0, len(places))
    return head + b"".join(pack(">I", place) for place in places) + data


# Layouts: sm64-anim.md, 8.2.
def layout():
    """Every command that shows or moves something, and one branch to a second layout."""
    commands = [
        pack(">BBhI", 0x16, 1, 180, 0x0064_0100)[:8], pack(">BBh", 0x0B, 0, 0), pack(">BBh", 0x04, 0, 0),
        pack(">BBhI", 0x1D, 0, 0, 16384), pack(">BBhII", 0x1D, 0x81, 0, 32768, 0x0600_0010),
        pack(">BBh", 0x04, 0, 0), pack(">BB3hI", 0x13, 1, 10, -20, 30, 0x0600_0020), pack(">BBh", 0x04, 0, 0),
        pack(">BBh6h", 0x10, 0x00, 0, 1, 2, 3, 4, 5, 6), pack(">BB3h", 0x10, 0x10, 7, 8, 9),
        pack(">BB3hI", 0x10, 0xA0, 7, 8, 9, 0x0600_0030), pack(">BBh", 0x10, 0x30, 0x4000),
        pack(">BB3h", 0x11, 0x01, 1, 2, 3), pack(">BB3hI", 0x12, 0x81, 4, 5, 6, 0x0600_0040),
        pack(">BB3h", 0x14, 0x00, 1, 2, 3), pack(">BBhI", 0x15, 1, 0, 0x0600_0050),
        pack(">BBhI", 0x0E, 0, 2, 0x8029_0000), pack(">BBh", 0x04, 0, 0), pack(">BBh2h", 0x0D, 0, 0, -100, 600),
        pack(">BBh2h", 0x0D, 0, 0, 600, 2000), pack(">BBh", 0x05, 0, 0), pack(">BBhI", 0x18, 0, 3, 0x8029_1000),
        pack(">BB3hI", 0x1C, 0, 1, 2, 3, 0x8029_2000), pack(">BBh", 0x20, 0, 300),
        pack(">BBh6hI", 0x24, 1, 0, 1, 2, 3, 4, 5, 6, 0x0600_0060),
        pack(">BBh6h3II", 0x24, 0x81, 0, 1, 2, 3, 4, 5, 6, 65536, 65536, 32768, 0),
        pack(">BBhI", 0x1A, 0, 0, 0), pack(">BBh3I", 0x1F, 0, 0, 0, 0, 0),
        pack(">BBh", 0x05, 0, 0), pack(">BBh", 0x05, 0, 0), pack(">BBh", 0x05, 0, 0)]
    size = sum(map(len, commands)) + 8 + 4
    second = pack(">BBhI", 0x15, 1, 0, 0x0600_0070) + pack(">BBh", 0x03, 0, 0)
    return b"".join(commands) + pack(">BBhI", 0x02, 1, 0, size) + pack(">BBh", 0x01, 0, 0) + second


# Compact clips: gc-anm.md, appendix B.
def compact(quantize, number):
    """Tracks with all kinds of parts and curves, in one type of numbers."""
    vector = {0: ">3B", 1: ">3b", 2: ">3H", 3: ">3h", 4: ">3f"}[quantize >> 4]
    rotations = [(8, 6), (8 | 32 << number % 3, 4), (8 | 64, 5), (8 | 32 | 128, 7), (4, 1), (4, 2)]
    tracks, data = [], b""

    def values(parts, bits):
        out = pack(vector, 1, 2, 3) if parts & 2 else b""
        out += pack(vector, 4, 5, 6) if parts & 4 and not parts & 8 else b""
        out += quaternion(bits) if parts & 8 else b""
        return out + (pack(vector, 7, 8, 9) if parts & 1 else b"")

    def quaternion(bits):
        return b"".join(pack(">h", 1000 * i) for i in range(4) if i == 3 or not bits >> 5 + i & 1)

    def curve(mode):
        return pack(vector, 1, 1, 1) + pack(vector, 2, 2, 2) + (pack(">2h", 8192, 4096) if mode == 3 else b"") \
            if mode in (2, 3) else b""

    start = 8 + 16 * len(rotations)
    for i, (rotation, mode) in enumerate(rotations):
        scale_mode, place_mode = 1 + i % 3, 1 + (i + 1) % 3
        keyed = rotation | (2 if i % 2 else 0) | (1 if i % 3 else 0)
        constant = 3 & ~keyed
        tracks.append(pack(">fI2H4B", 20, start + len(data), 3, i + 1, quantize, keyed,
                           place_mode | scale_mode << 2 | mode << 4, constant))
        data += values(constant, keyed)
        for key in range(3):
            data += pack(">h", 10 * key) + values(keyed & 31, keyed)
            data += curve(scale_mode) if keyed & 2 else b""
            if rotation & 8:
                data += quaternion(keyed) * {4: 2, 5: 2, 7: 1}.get(mode, 0) + (pack(">2h", 1, 2) if mode == 5 else b"")
            else:
                data += curve(mode)
            data += curve(place_mode) if keyed & 1 else b""
        data += bytes(-len(data) % 4)
    return pack(">I2H", 11302002, len(tracks), 0) + b"".join(tracks) + data


# U8 archives: gc-anm.md, 16, and the example of containers.md, 5.5.
def u8(tree, grid=32):
    """Files and folders of a dictionary, the data of each file on a multiple of `grid`."""
    nodes = []  # (name, contents or None, folder above, node after it)

    def walk(name, folder, above):
        own = len(nodes)
        nodes.append(None)
        for child, inside in folder.items():
            if isinstance(inside, dict):
                walk(child, inside, own)
            else:
                nodes.append((child, inside, 0, 0))
        nodes[own] = (name, None, above, len(nodes))

    walk("", tree, 0)
    names = [node[0].encode() + b"\0" for node in nodes]
    size = 12 * len(nodes) + sum(map(len, names))
    first = -(-(32 + size) // grid) * grid
    table, data, name_at = b"", b"", 0
    for (_, contents, above, end), name in zip(nodes, names):
        if contents is None:
            table += pack(">3I", 1 << 24 | name_at, above, end)
        else:
            data += bytes(-len(data) % grid)
            table += pack(">3I", name_at, first + len(data), len(contents))
            data += contents
        name_at += len(name)
    head = pack(">4I16x", 0x55AA382D, 32, size, first)
    return (head + table + b"".join(names)).ljust(first, b"\0") + data


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
