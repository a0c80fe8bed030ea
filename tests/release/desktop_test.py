#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files get the MIME types of anmkit, others keep theirs, and the thumbnailer makes an image of its size.

    desktop_test.py ROOT EXAMPLES [PROGRAM...]

ROOT has bin/ and share/ as installed; PROGRAM runs its tool, where this machine cannot.
"""
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT, EXAMPLES = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
PROGRAM = sys.argv[3:]
WANTED = {"craftstudio/robot.csmodel": "csmodel", "craftstudio/robot-walk.csmodelanim": "csmodelanim",
          "psx/MODEL.TMD": "psx-tmd", "psx/ORBIT.ANC": "psx-anc", "gc/stalk.anm": "gc-anm", "gc/stalk.act": "gc-act",
          "gc/stalk.gpl": "gc-gpl", "gc/stalk.tpl": "gc-tpl"}
OTHERS = {"hello.txt": (b"Hello, world.\n", "text/plain"), "wave.c": (b"int main(void) { return 0; }\n", "text/x-csrc"),
          "a.png": (b"\x89PNG\r\n\x1a\n" + bytes(30), "image/png"), "empty.anm": (b"", "")}


class Desktop(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        cls.folder = pathlib.Path(made.name)
        share = cls.folder / "data"
        (share / "mime/packages").mkdir(parents=True)
        (share / "mime/packages/anmkit.xml").write_bytes((ROOT / "share/mime/packages/anmkit.xml").read_bytes())
        # The types of the system stay, and nobody's own join.
        cls.environment = {**os.environ, "XDG_DATA_HOME": str(share), "XDG_DATA_DIRS": "/usr/share"}
        done = subprocess.run(["update-mime-database", share / "mime"], capture_output=True, text=True,
                              env=cls.environment)
        if done.returncode != 0 or done.stderr:
            raise AssertionError(done.stderr)

    def types_of(self, *paths):
        said = subprocess.run(["gio", "info", "-a", "standard::content-type", *paths], capture_output=True, text=True,
                              check=True, env=self.environment).stdout
        return re.findall(r"standard::content-type: (\S+)", said)

    def test_examples_have_types(self):
        found = self.types_of(*(EXAMPLES / name for name in WANTED))
        self.assertEqual(found, [f"application/x-anmkit-{id}" for id in WANTED.values()])

    def test_signatures_are_enough(self):
        for name in ("psx/MODEL.TMD", "gc/stalk.anm", "gc/stalk.tpl"):
            path = self.folder / "noname"
            path.write_bytes((EXAMPLES / name).read_bytes())
            self.assertEqual(self.types_of(path), [f"application/x-anmkit-{WANTED[name]}"])

    def test_others_keep_theirs(self):
        for name, (data, wanted) in OTHERS.items():
            path = self.folder / name
            path.write_bytes(data)
            (found,) = self.types_of(path)
            self.assertTrue(found.startswith(wanted) and "anmkit" not in found, (name, found))

    def test_thumbnailer(self):
        text = (ROOT / "share/thumbnailers/anmkit.thumbnailer").read_text()
        entry = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
        types = entry["MimeType"].strip(";").split(";")
        self.assertLessEqual({f"application/x-anmkit-{id}" for id in WANTED.values()}, set(types))
        known = (ROOT / "share/mime/packages/anmkit.xml").read_text()
        self.assertFalse([one for one in types if f'type="{one}"' not in known])
        for name, size in (("craftstudio/robot.csmodel", 128), ("gc/stalk.anm", 256), ("gc/stalk.tpl", 128)):
            # As file managers call it: alone in a folder, the output made before.
            source, out = self.folder / "a file" / pathlib.Path(name).name, self.folder / f"thumb {size}"
            source.parent.mkdir(exist_ok=True)
            source.write_bytes((EXAMPLES / name).read_bytes())
            out.write_bytes(b"")
            words = [word.replace("%i", str(source)).replace("%o", str(out)).replace("%s", str(size))
                     for word in shlex.split(entry["Exec"])]
            self.assertEqual(words[0], entry["TryExec"])
            done = subprocess.run([*PROGRAM, ROOT / "bin" / words[0], *words[1:]], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            image = out.read_bytes()
            self.assertEqual(image[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(struct.unpack(">II", image[16:24]), (size, size))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
