# SPDX-License-Identifier: MIT
"""The peak memory of the tool, as the system counted it, against the size of what it reads.

usage: memory_test.py TOOL

Sanitizers keep what was freed and shadow all memory, so a tool that was built with them is not measured."""
import os, pathlib, random, shutil, struct, sys, tempfile, unittest, zlib

TOOL = os.path.abspath(sys.argv.pop(1))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "roads"))
from random_cs import cs_clip, cs_json_clip, cs_model, random_cs_model  # noqa: E402
from random_gc import MOVE, QUAT, SCALE, gc_bank, q14  # noqa: E402
from random_psx import psx_model  # noqa: E402
from random_sm64 import sm64_c, sm64_channels, sm64_tables  # noqa: E402
from random_values import png, turn_about  # noqa: E402
from peak import peak  # noqa: E402

MEGABYTE = 1 << 20
PROCESS = 30 * MEGABYTE  # code, libraries, what the allocator holds
TIMES = 8                # of the largest input
IS_SANITIZED = b"__asan_init" in pathlib.Path(TOOL).read_bytes()


def cs_nodes(rng, count, frames):
    """Nodes with a key of position, orientation and scale at each frame."""
    places = [[round(rng.uniform(-9, 9) * 1024) / 1024 for _ in range(3)] for _ in range(97)]
    turns = [turn_about(rng, 80) for _ in range(89)]
    return [(f"node{i}", [(t, places[(7 * t + i) % 97]) for t in range(frames)],
             [(t, turns[(3 * t + i) % 89]) for t in range(frames)], [], [],
             [(t, places[(5 * t + 3 * i) % 97]) for t in range(frames)]) for i in range(count)]


def clip(rng):
    return cs_clip(1000, cs_nodes(rng, 90, 1001))


def json_clip(rng):
    return cs_json_clip("clip", 1000, [(name, places, [], [], [(t, [50 * v for v in q[1:]]) for t, q in turns], scales)
                                       for name, places, turns, _, _, scales in cs_nodes(rng, 40, 1001)], False)


def textured(rng):
    # The picture's comment makes it large.
    comment = rng.randbytes(4 * MEGABYTE).replace(b"\0", b"\1")
    chunk = b"tEXt" + b"Comment\0" + comment
    picture = png()
    end = picture.rindex(b"IEND") - 4
    picture = (picture[:end] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
               + picture[end:])
    return cs_model(random_cs_model(rng, [f"b{i}" for i in range(20)]), picture)


def boxes(rng):
    return cs_model(random_cs_model(rng, [f"b{i}" for i in range(20000)]))


def lines(rng):
    shape = [tuple(rng.randint(-300, 300) for _ in range(3)) for _ in range(2000)]
    return psx_model([shape] * 100)


def motion(rng):
    return sm64_tables(sm64_channels(rng, 15, 600, 1.0))


def table(rng, entries=70):
    values, index = motion(rng)
    size = 24 + 2 * len(index) + 2 * len(values)
    size += -size % 4
    head = b"".join(struct.pack(">2I", 8 + 8 * entries + size * i, size) for i in range(entries))
    data = b""
    for i in range(entries):
        own = values[:-1] + [i]
        entry = struct.pack(">6h3I", 0, 189, 0, 0, 600, 15, 24 + 2 * len(index), 24, size)
        entry += struct.pack(f">{len(index)}H{len(own)}H", *index, *own)
        data += entry + bytes(-len(entry) % 4)
    return struct.pack(">2I", entries, 0) + head + data


def source(rng):
    channels = sm64_channels(rng, 15, 600, 1.0)
    return b"\n".join(sm64_c(f"clip{i}", channels, 600) for i in range(18))


def bank(rng):
    """As many keys as a bank can hold."""
    turns = [q14([*q[1:], q[0]]) for q in (turn_about(rng, 170) for _ in range(97))]
    tracks = []
    for bone in range(50):
        keys = [(t, struct.pack(">3f", *[rng.uniform(0.5, 2) for _ in range(3)]) + turns[(t + bone) % 97]
                 + struct.pack(">3f", *[rng.uniform(-5, 5) for _ in range(3)]), b"") for t in range(1300)]
        tracks.append((1299, bone, 0x40, SCALE | QUAT | MOVE, 1 | 1 << 2 | 6 << 4, 1, keys))
    return gc_bank([(b"walk", tracks)])


def script(_):
    text = "#start\n"
    for i in range(22000):
        text += (f"#label{i}\n\tset 0 {i % 50}\n\t@1 3\t// image\n\tadd 1 1\n\tblend {i % 255}\n"
                 f"\tpos {i % 100} {i % 77}\n\t0 40\n\twait 2\n\tifs 1 12 label{i}\n")
    return text.encode()


@unittest.skipIf(IS_SANITIZED, "the tool was built with sanitizers, whose memory is not its own")
class Memory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.root)

    def peak(self, *words):
        """Bytes that a run of the tool held at most."""
        status, size = peak(TOOL, *words)
        self.assertEqual(status, 0, words)
        return size

    def measure(self, name, data, verbs, times=TIMES):
        path = self.root / name
        path.write_bytes(data)
        self.assertGreater(len(data), 2 * MEGABYTE, "too small to tell")
        commands = {"dump": ["dump", path, "-o", self.root / "out.json", "-f"],
                    "glb": ["convert", path, "-o", self.root / "out.glb", "-f"],
                    "gltf": ["convert", path, "-o", self.root / "out.gltf", "-f"],
                    "check": ["check", path], "info": ["info", path]}
        for verb in verbs.split():
            with self.subTest(file=name, verb=verb):
                peak = self.peak(*commands[verb])
                self.assertLessEqual(peak, times * len(data) + PROCESS,
                                     f"{name}, {verb}: {peak / len(data):.1f} times the input of {len(data)} bytes")

    def test_craftstudio(self):
        rng = random.Random(1)
        self.measure("walk.csmodelanim", clip(rng), "dump glb gltf check info")
        self.measure("walk.csjsmodelanim", json_clip(rng), "dump glb gltf check info")
        self.measure("textured.csmodel", textured(rng), "dump glb gltf check info")
        self.measure("boxes.csmodel", boxes(rng), "dump info")

    def test_psx(self):
        self.measure("LINES.TMD", lines(random.Random(2)), "dump glb gltf check info")

    def test_sm64(self):
        rng = random.Random(3)
        self.measure("table.bin", table(rng), "dump glb gltf info")
        self.measure("clips.inc.c", source(rng), "dump glb gltf check info")

    def test_gc(self):
        data = bank(random.Random(4))
        self.measure("bank.anm", data, "glb gltf check info")
        # Each key is a record of its own: what is read is many times as large as the file.
        self.measure("bank.anm", data, "dump", times=10)

    def test_cs2(self):
        self.measure("script.txt", script(random.Random(5)), "dump check info")
        self.peak("convert", self.root / "script.txt", "-o", self.root / "script.anm", "-f")
        self.measure("script.anm", (self.root / "script.anm").read_bytes(), "dump check info")

    def test_a_check_of_an_image_has_no_pixels(self):
        """A file of some hundred bytes whose image of one color is 64 MB unpacked."""
        side = 4096
        count = 4 * side * side
        bits = "0"  # the first run is of zeros
        for number in (count, count):
            bits += "0" * (number.bit_length() - 1) + f"{number:b}"
        control = bytes(int(bits[i:i + 8][::-1].ljust(1, "0"), 2) for i in range(0, len(bits), 8))
        data, packed = zlib.compress(b""), zlib.compress(control)
        image = struct.pack("<6I", 0, side, len(data), 0, len(packed), len(control)) + data + packed
        info = struct.pack("<IIHHiiIIIii", side, side, 32, 0, 0, 0, side, side, 1, 0, 0)
        tags = b"stdinfo\0" + struct.pack("<II", 16 + len(info), len(info)) + info
        tags += b"img0000\0" + struct.pack("<II", 0, len(image)) + image
        path = self.root / "blank.hg3"
        path.write_bytes(struct.pack("<4sIIII", b"HG-3", 12, 0x300, 0, 0) + tags)
        size = path.stat().st_size
        self.assertLess(size, 2048)
        self.assertLessEqual(self.peak("check", path), 8 * size + PROCESS)
        # What is shown has its pixels, and what they were packed from.
        self.assertLessEqual(self.peak("convert", path, "-o", self.root / "blank/"), 8 * size + PROCESS + 2 * count)

    def test_reports_of_many_files(self):
        """They are printed file by file, and not held until the last."""
        path = pathlib.Path(__file__).resolve().parents[2] / "examples/craftstudio/robot-walk.csmodelanim"
        few, many = 200, 4200
        folder = self.root / "many"
        folder.mkdir()
        for i in range(many):
            (folder / f"{i}.csmodelanim").write_bytes(path.read_bytes())
        names = [folder / f"{i}.csmodelanim" for i in range(many)]
        for verb in ("check", "info"):
            with self.subTest(verb=verb):
                less, more = (self.peak(verb, "--json", *names[:count]) for count in (few, many))
                self.assertLess(more - less, 3072 * (many - few))

    def test_animated_images(self):
        """One frame at a time is in memory: all of these together would be 77 MB."""
        path = pathlib.Path(__file__).resolve().parents[2] / "examples/gc/stalk.anm"
        for kind in ("gif", "webp", "apng"):
            with self.subTest(kind=kind):
                peak = self.peak("render", path, "--size", "400x400", "-o", self.root / f"o.{kind}", "-f")
                self.assertLess(peak, 48 * MEGABYTE)

    def test_nodes_at_one_position(self):
        """They show one shape, whose triangles are kept once."""
        count = 60000
        nodes = ",".join('{"children":[%d]}' % (i + 1) for i in range(count - 1)) + ",{}"
        path = self.root / "chain.gltf"
        path.write_text('{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[' + nodes + "]}")
        peak = self.peak("render", path, "--size", "32x32", "-o", self.root / "o.png", "-f")
        self.assertLess(peak, PROCESS + 90 * path.stat().st_size)


if __name__ == "__main__":
    unittest.main()
