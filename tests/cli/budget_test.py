#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What small files may cost: sums over a whole file or archive, and files beside the input that nobody named.

    budget_test.py TOOL EXAMPLES
"""
import base64
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile
import zlib

from peak import peak  # noqa: E402

TOOL = str(pathlib.Path(sys.argv[1]).resolve())
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
sys.argv = sys.argv[:1]
MEGABYTE = 1 << 20
PROCESS = 30 * MEGABYTE  # code, libraries, what the allocator holds
ANY = 64 * MEGABYTE      # what any file may take
IS_SANITIZED = b"__asan_init" in pathlib.Path(TOOL).read_bytes()
SECONDS = 180 if IS_SANITIZED else 60


def pak(entries):
    """Of (name, offset, bytes) with payloads wherever they are said to be: the table, then what is in between."""
    count = len(entries)
    at, table, body = 4 + 4 * count, b"", b""
    for name, data in entries:
        table += struct.pack("<I", at + len(body))
        head = name + b"\0"
        one = head + bytes(-len(head) % 4) + struct.pack("<I", len(data)) + data
        body += one + bytes(-len(one) % 4)
    return struct.pack("<I", count) + table + body


def shared_pak(count, size):
    """So many entries that are all one payload."""
    at = 4 + 4 * count
    return struct.pack(f"<{count + 1}I", count, *[at] * count) + b"A.BIN\0\0\0" + struct.pack("<I", size) + bytes(size)


def nested_pak(count):
    """Each entry holds all that follow it: the sum grows with the square."""
    unit, at = 16, 4 + 4 * count
    table = struct.pack("<I", count) + b"".join(struct.pack("<I", at + unit * i) for i in range(count))
    body = b"".join(b"%05d\0\0\0" % i + struct.pack("<I", unit * (count - i) - 12) + bytes(4) for i in range(count))
    return table + body


def kif(count, size):
    at = 8 + count * 72
    table = b"".join((b"%d.txt" % i).ljust(64, b"\0") + struct.pack("<2I", at, size) for i in range(count))
    return b"KIF\0" + struct.pack("<I", count) + table + bytes(size)


def png(side):
    rows = zlib.compress(bytes((1 + 4 * side) * side), 9)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", side, side, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", rows) + chunk(b"IEND", b""))


def glb(document, data):
    document["buffers"] = [{"byteLength": len(data)}]
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    data += bytes(-len(data) % 4)
    return (struct.pack("<4s2I", b"glTF", 2, 28 + len(text) + len(data)) + struct.pack("<I4s", len(text), b"JSON") + text
            + struct.pack("<I4s", len(data), b"BIN\0") + data)


def shared_keys(keys, animations, channels):
    """Channels that all name one sampler."""
    times = struct.pack(f"<{keys}f", *range(keys))
    data = times + struct.pack("<3f", 1, 2, 3) * keys
    one = {"channels": [{"sampler": 0, "target": {"node": i, "path": "translation"}} for i in range(channels)],
           "samplers": [{"input": 0, "output": 1}]}
    return glb({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(channels))}],
                "nodes": [{}] * channels, "animations": [one] * animations,
                "bufferViews": [{"buffer": 0, "byteLength": len(times)},
                                {"buffer": 0, "byteOffset": len(times), "byteLength": 12 * keys}],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": keys, "type": "SCALAR"},
                              {"bufferView": 1, "componentType": 5126, "count": keys, "type": "VEC3"}]}, data)


def shared_vertices(vertices, primitives, indices):
    """Primitives that share their vertices; each draws some of them."""
    data = struct.pack("<3f", 1, 2, 3) * vertices
    views, accessors = [{"buffer": 0, "byteLength": len(data)}], [
        {"bufferView": 0, "componentType": 5126, "count": vertices, "type": "VEC3", "min": [1, 2, 3], "max": [1, 2, 3]}]
    parts = []
    for i in range(primitives):
        own = struct.pack(f"<{indices}I", *[(i * indices + k) % vertices for k in range(indices)])
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(own)})
        accessors.append({"bufferView": i + 1, "componentType": 5125, "count": indices, "type": "SCALAR"})
        parts.append({"attributes": {"POSITION": 0}, "indices": i + 1})
        data += own
    return glb({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                "meshes": [{"primitives": parts}], "bufferViews": views, "accessors": accessors}, data)


def painted(pictures, images, materials):
    """Materials whose textures are images, which are images."""
    data, views = b"", []
    for picture in pictures:
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(picture)})
        data += picture + bytes(-len(picture) % 4)
    at = len(data)
    data += struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    views.append({"buffer": 0, "byteOffset": at, "byteLength": 36})
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], "bufferViews": views,
        "images": [{"name": str(i), "bufferView": i % len(pictures), "mimeType": "image/png"} for i in range(images)],
        "textures": [{"source": i} for i in range(images)],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": i % images}}} for i in range(materials)],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": i} for i in range(materials)]}],
        "accessors": [{"bufferView": len(pictures), "componentType": 5126, "count": 3, "type": "VEC3",
                       "min": [0, 0, 0], "max": [1, 1, 0]}]}
    return glb(document, data)


class Case(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def file(self, name, content):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes(content)
        return name

    def run_tool(self, *words):
        return subprocess.run([TOOL, *map(str, words)], cwd=self.folder, capture_output=True, timeout=SECONDS)

    def expect(self, status, *words, says=""):
        done = self.run_tool(*words)
        self.assertEqual(done.returncode, status, (words, done.stderr[:600]))
        self.assertIn(says, (done.stderr + done.stdout).decode(errors="replace"))
        return done

    def peak(self, status, *words):
        """Bytes of memory at most."""
        ended, size = peak(TOOL, *words, cwd=self.folder)
        self.assertEqual(ended, status, words)
        return size


class Archives(Case):
    def test_entries_that_share_bytes(self):
        for name, data, code in (("one.pak", shared_pak(3000, 60000), "psx.PAK-05"),
                                 ("nested.pak", nested_pak(4000), "psx.PAK-05"),
                                 ("shared.int", kif(3000, 60000), "cs2.KIF-SHARE")):
            self.file(name, data)
            for words in (("check", name), ("check", "--quick", name), ("info", name), ("convert", name, "-o", "out/")):
                self.expect(1, *words, says=code)
            self.assertFalse((self.folder / "out").exists())

    def test_some_sharing_is_kept(self):
        self.file("twice.pak", pak([(b"A.BIN", b"1"), (b"B.BIN", b"22")]))
        self.expect(0, "convert", "twice.pak", "-o", "out/")
        self.assertEqual((self.folder / "out/B.BIN").read_bytes(), b"22")

    @unittest.skipIf(IS_SANITIZED, "the tool was built with sanitizers, whose memory is not its own")
    def test_outputs_are_written_one_after_the_other(self):
        data = pak([(b"%03d.BIN" % i, bytes(400_000)) for i in range(100)])
        self.file("big.pak", data)
        self.assertLess(self.peak(0, "convert", "big.pak", "-o", "out/"), 3 * len(data))

    def test_zip_files_that_overlap(self):
        with zipfile.ZipFile(self.folder / "one.cspack", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.csmodel", bytes(100_000))
        whole = (self.folder / "one.cspack").read_bytes()
        at = whole.index(b"PK\1\2")
        entry, end = whole[at:whole.index(b"PK\5\6")], whole[whole.index(b"PK\5\6"):]
        many = b"".join(entry.replace(b"a.csmodel", b"%09d" % i) for i in range(9000))
        # A comment in the middle makes the packed bytes more of the archive than they are.
        fat = entry[:20] + struct.pack("<I", 10_000) + entry[24:]
        many = many + fat * 500
        self.file("bomb.cspack", whole[:at] + many + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 9500, 9500, len(many), at, 0))
        self.expect(1, "info", "bomb.cspack", says="anmkit.ARCHIVE")

    def test_zip_files_that_unpack_to_much_together(self):
        with zipfile.ZipFile(self.folder / "all.cspack", "w", zipfile.ZIP_DEFLATED) as archive:
            for i in range(3):
                archive.writestr(f"{i}.csmodel", bytes(4_000_000))
        done = self.expect(1, "info", "all.cspack", "--limit", "archive-bytes=10000000", says="the limit archive-bytes is ")
        self.assertIn(b"--limit archive-bytes=N", done.stderr)

    def test_names_that_appear_twice(self):
        self.file("twice.pak", pak([(b"A.BIN", b"first"), (b"A.BIN", b"second"), (b"A_2.BIN", b"third")]))
        for words in ((), ("-f",)):
            self.expect(0, "convert", "twice.pak", "-o", "out/", *words, says="anmkit.SAME-NAME")
            self.assertEqual({p.name: p.read_bytes() for p in (self.folder / "out").iterdir()},
                             {"A.BIN": b"first", "A_3.BIN": b"second", "A_2.BIN": b"third"})
            if not words:
                self.expect(3, "convert", "twice.pak", "-o", "out/", says="it exists already")


class Reports(Case):
    def test_reports_keep_the_order_of_the_inputs(self):
        """Also where some files wait for their neighbours."""
        names = []
        for i, source in enumerate(("psx/HOP.ANM", "sm64/wave.inc.c", "gc/stalk.anm", "cs2/bounce.txt", "sm64/geo.inc.c")):
            names.append(f"{i}/{pathlib.Path(source).name}")
            self.file(names[-1], (EXAMPLES / source).read_bytes())
        names.append(self.file("5/cut.anm", (EXAMPLES / "gc/stalk.anm").read_bytes()[:20]))
        names = names[2:] + names[:2]
        together = json.loads(self.expect(1, "check", "--json", *names).stdout)["files"]
        self.assertEqual([one["file"] for one in together], names)
        for name, one in zip(names, together):
            alone = self.run_tool("check", "--json", name)
            self.assertEqual(json.loads(alone.stdout)["files"], [one])
        lines = self.expect(1, "check", *names).stdout.decode().splitlines()
        self.assertEqual([line.split(":")[0] for line in lines], names)


class Gltf(Case):
    def test_tracks_that_share_an_accessor(self):
        data = shared_keys(60_000, 20, 100)
        self.file("keys.glb", data)
        for verb in (("check",), ("info",), ("convert", "-o", "out.gltf")):
            self.expect(1, *verb[:1], "keys.glb", *verb[1:], says="too many elements share accessors")
        if not IS_SANITIZED:
            self.assertLess(self.peak(1, "check", "keys.glb"), 8 * len(data) + ANY + PROCESS)

    def test_as_many_tracks_as_files_have(self):
        self.file("keys.glb", shared_keys(40, 50, 200))
        self.expect(0, "check", "keys.glb")

    def test_primitives_that_share_vertices(self):
        self.file("parts.glb", shared_vertices(100_000, 100, 3000))
        if IS_SANITIZED:
            return
        size = (self.folder / "parts.glb").stat().st_size
        self.assertLess(self.peak(0, "check", "parts.glb"), 8 * size + ANY + PROCESS)

    def test_primitives_that_copy_their_vertices(self):
        data = shared_vertices(30_000, 60, 90_000)
        self.file("copies.glb", data)
        if not IS_SANITIZED:
            self.assertLess(self.peak(0, "check", "copies.glb"), 8 * len(data) + ANY + PROCESS)

    @unittest.skipIf(IS_SANITIZED, "the tool was built with sanitizers, whose memory is not its own")
    def test_chains_of_nodes(self):
        """As many nodes as a file may have, each with a few bytes; at one place, and each beside the one before it."""
        for place in (b"", b',"translation":[0,1,0]'):
            nodes = b",".join(b'{"children":[%d]%s}' % (i + 1, place) for i in range((1 << 18) - 2))
            data = b'{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[%s,{}]}' % nodes
            self.file("chain.gltf", data)
            for words in (("info", "chain.gltf"), ("check", "chain.gltf"),
                          ("render", "chain.gltf", "--size", "320x240", "-o", "chain.png", "-f")):
                self.assertLess(self.peak(0, *words), 50 * len(data) + PROCESS, words)

    @unittest.skipIf(IS_SANITIZED, "the tool was built with sanitizers, whose memory is not its own")
    def test_an_image_of_many_materials_is_decoded_once(self):
        self.file("one.glb", painted([png(2048)], 1, 1))
        self.file("many.glb", painted([png(2048)], 20, 20))
        one, many = (self.peak(0, "render", name, "--size", "16x16", "-o", f"{name}.png") for name in ("one.glb", "many.glb"))
        self.assertLess(many, 1.3 * one)
        self.assertEqual((self.folder / "one.glb.png").stat().st_size > 0, True)

    def test_a_limit_on_the_sum_of_pixels(self):
        different = [png(side) for side in (512, 513, 514)]
        self.file("three.glb", painted(different, 3, 3))
        self.expect(0, "render", "three.glb", "--size", "16x16", "-o", "a.png")
        done = self.expect(1, "render", "three.glb", "--size", "16x16", "-o", "b.png", "--limit", "texture-pixels=600000",
                           says="the limit texture-pixels is 600000")
        self.assertFalse((self.folder / "b.png").exists(), done.stderr)

    def test_nodes_that_share_a_mesh(self):
        """Some bytes make another node of a large mesh, which is drawn, or copied, whole."""
        points = struct.pack("<9000f", *(i % 7 for i in range(9000)))
        document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(2000))}],
                    "nodes": [{"mesh": 0, "translation": [i, 0, 0]} for i in range(2000)],
                    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                    "buffers": [{"byteLength": 36000, "uri": "points.bin"}], "bufferViews": [{"buffer": 0, "byteLength": 36000}],
                    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3000, "type": "VEC3"}]}
        self.file("points.bin", points)
        self.file("many.gltf", json.dumps(document).encode())
        for words in (("render", "many.gltf", "-o", "many.png"), ("convert", "many.gltf", "-o", "many.csmodel"),
                      ("convert", "many.gltf", "-o", "many.TMD"), ("convert", "many.gltf", "--to", "gc-gpl", "-o", "many.gpl")):
            self.expect(1, *words, says="nodes that share meshes show 6000000 vertices; the limit vertices is 4000000")
        self.expect(0, "check", "many.gltf")
        self.expect(0, "render", "many.gltf", "--size", "16x16", "-o", "many.png", "--limit", "vertices=6000000")

    def test_data_through_links(self):
        data = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
        self.file("away/secret.bin", data)
        document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                    "bufferViews": [{"buffer": 0, "byteLength": 36}],
                    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}]}
        for uri in ("link.bin", "folder/secret.bin", "inside.bin"):
            document["buffers"] = [{"byteLength": 36, "uri": uri}]
            self.file(f"in/{uri.replace('/', '-')}.gltf", json.dumps(document).encode())
        self.file("in/own.bin", data)
        (self.folder / "in/link.bin").symlink_to("../away/secret.bin")
        (self.folder / "in/folder").symlink_to("../away")
        (self.folder / "in/inside.bin").symlink_to("own.bin")
        self.expect(1, "check", "in/link.bin.gltf", says="is not next to this one")
        self.expect(1, "check", "in/folder-secret.bin.gltf", says="is not next to this one")
        self.expect(0, "check", "in/inside.bin.gltf")


class Neighbours(Case):
    def pipes(self, *names):
        for name in names:
            os.mkfifo(self.folder / name)

    def test_pipes_in_the_folder_of_the_input(self):
        """No verb opens what nobody named and what is no file."""
        for source, names in (("psx/HOP.ANM", ["MODEL.TMD", "HOP.TMD", "X.TIM"]), ("gc/stalk.anm", ["stalk.act", "x.tpl", "x.gpl"]),
                              ("craftstudio/robot-walk.csmodelanim", ["robot.csmodel", "robot-walk.csmodel"]),
                              ("sm64/wave.inc.c", ["geo.inc.c", "model.inc.c", "table.inc.c"]), ("cs2/bounce.txt", ["ball.hg3", "bounce.hg3"])):
            with self.subTest(source):
                folder = self.folder / source.replace("/", "-")
                folder.mkdir()
                shutil.copy(EXAMPLES / source, folder)
                name = pathlib.Path(source).name
                for pipe in names:
                    os.mkfifo(folder / pipe)
                for verb in (("info",), ("check",), ("sample", "--frame", "0"), ("convert", "-f", "-o", folder / "out.glb"),
                             ("render", "-f", "--size", "16x16", "-o", folder / "out.png")):
                    self.run_tool(verb[0], folder / name, *verb[1:])
                self.run_tool("info", folder)
                self.run_tool("check", folder)

    def test_pipes_that_a_file_names(self):
        self.file("a.gltf", json.dumps({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "buffers": [{"byteLength": 36, "uri": "data.bin"}], "images": [{"uri": "paint.png"}]}).encode())
        self.pipes("data.bin", "paint.png")
        self.expect(1, "check", "a.gltf", says="is not next to this one")

    def test_pipes_in_the_output_folder(self):
        self.file("a.pak", pak([(b"A.BIN", b"1"), (b"B.BIN", b"2")]))
        (self.folder / "out").mkdir()
        self.pipes("out/A.BIN")
        self.expect(3, "convert", "a.pak", "-f", "-o", "out/", says="it is not a regular file")
        self.assertEqual((self.folder / "out/B.BIN").read_bytes(), b"2")

    def test_pipes_that_are_named_are_read(self):
        self.pipes("pipe.ANM")
        writer = subprocess.Popen(["cp", EXAMPLES / "psx/HOP.ANM", "pipe.ANM"], cwd=self.folder)
        self.expect(0, "info", "pipe.ANM")
        self.assertEqual(writer.wait(SECONDS), 0)


unittest.main()
