# SPDX-License-Identifier: MIT
"""A U8 archive is a folder: what it holds is listed, its files find each other, and a bank comes back alone.

    u8_test.py TOOL EXAMPLES
"""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.abspath(sys.argv[1])
EXAMPLES = pathlib.Path(sys.argv[2]).resolve() / "gc"


def run(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True)


def archive(files):
    """Files of one folder "chara", as section 16 of the specification has them."""
    names, nodes, data = b"\0chara\0", [], b""
    start = 0x400
    for name, content in files.items():
        data = data.ljust((len(data) + 31) // 32 * 32, b"\0")
        nodes.append(struct.pack(">III", len(names), start + len(data), len(content)))
        names += name.encode() + b"\0"
        data += content
    count = len(nodes) + 2
    table = struct.pack(">IIIIII", 1 << 24, 0, count, 1 << 24 | 1, 0, count) + b"".join(nodes) + names
    head = struct.pack(">IIII16x", 0x55AA382D, 0x20, len(table), start)
    return (head + table).ljust(start, b"\0") + data


class Archives(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        os.chdir(holder.name)
        self.files = {path.name: path.read_bytes() for path in sorted(EXAMPLES.glob("stalk.*"))}
        pathlib.Path("chara.arc").write_bytes(archive(self.files))

    def test_it_is_listed(self):
        said = run("info", "chara.arc")
        self.assertEqual(said.returncode, 0, said.stderr)
        for name in self.files:
            self.assertIn("chara/" + name, said.stdout)
        self.assertEqual(run("check", "chara.arc", "--strict").returncode, 0)

    def test_it_is_extracted_and_made_again(self):
        self.assertEqual(run("convert", "chara.arc", "-o", "out/").returncode, 0)
        for name, content in self.files.items():
            self.assertEqual(pathlib.Path("out/chara", name).read_bytes(), content)
        self.assertEqual(run("convert", "out", "-o", "new.arc").returncode, 0)
        self.assertEqual(run("convert", "new.arc", "-o", "again/").returncode, 0)
        self.assertEqual(pathlib.Path("again/chara/stalk.anm").read_bytes(), self.files["stalk.anm"])

    def test_a_bank_finds_its_model_and_round_trips(self):
        for source in ("chara.arc", "chara.arc//chara/stalk.anm"):
            made = run("convert", source, "-o", "c.glb", "-f")
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assertNotIn("NO-MODEL", made.stderr + made.stdout)
            glb = pathlib.Path("c.glb").read_bytes()
            scene = json.loads(glb[20:20 + struct.unpack_from("<I", glb, 12)[0]])
            names = [mesh.get("name", "") for mesh in scene.get("meshes", [])]
            self.assertTrue(names and names != ["anmkit_proxy"], names)
            back = run("convert", "c.glb", "-o", "back.anm", "--to", "gc-anm", "-f")
            self.assertEqual(back.returncode, 0, back.stderr)
            self.assertEqual(pathlib.Path("back.anm").read_bytes(), self.files["stalk.anm"])

    def test_a_gltf_becomes_an_archive_only_on_request(self):
        self.assertEqual(run("convert", "chara.arc", "-o", "c.glb").returncode, 0)
        made = run("convert", "c.glb", "-o", "new.arc")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertIn("anmkit.PACKED: the archive contains c.glb as it is, which no game reads", made.stderr)
        # What the line says: the bank goes back among the files that it came with.
        self.assertEqual(run("convert", "chara.arc", "-o", "out/").returncode, 0)
        self.assertEqual(run("convert", "c.glb", "-o", "out/chara/stalk.anm", "--to", "gc-anm", "-f").returncode, 0)
        packed = run("convert", "out", "-o", "new.arc", "-f")
        self.assertEqual(packed.returncode, 0, packed.stderr)
        self.assertNotIn("PACKED", packed.stderr)
        listed = run("info", "new.arc").stdout
        for name in self.files:
            self.assertIn("chara/" + name, listed)

    def test_it_is_found_in_a_folder(self):
        os.mkdir("d")
        os.rename("chara.arc", "d/chara.arc")
        said = json.loads(run("info", "d", "--json").stdout)
        self.assertEqual(len(said["subjects"]), 1)
        subject = said["subjects"][0]
        self.assertTrue(subject["model"].endswith("chara.arc//chara/stalk.act"), subject)
        self.assertTrue(subject["clips"])
        made = run("convert", "d", "-o", "all/", "--to", "gltf")
        self.assertEqual(made.returncode, 0, made.stderr)

    def test_images_of_it_show_the_model(self):
        self.assertEqual(run("render", "chara.arc", "-o", "a.png", "--size", "64x64").returncode, 0)
        self.assertGreater(os.path.getsize("a.png"), 300)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
