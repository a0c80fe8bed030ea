#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The wheel in a new virtual environment without a network: installed, checked, and used for a file of each family.

    wheel_test.py WHEEL ROOT

NumPy is the system's, because the environment has no network.
"""
import base64
import csv
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import venv
import zipfile

WHEEL, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
USE = """
import pathlib, sys
import anmkit
examples = pathlib.Path(sys.argv[1])
assert pathlib.Path(anmkit.__file__).is_relative_to(sys.prefix), anmkit.__file__
for name in ("craftstudio/robot-walk.csmodelanim", "gc/stalk.anm", "sm64/wave.inc.c", "psx/HOP.ANM"):
    file = anmkit.open(examples / name)
    (glb,) = file.convert("gltf").values()
    back = anmkit.open(glb, name="a.glb").convert(file.format)
    assert list(back.values()) == [(examples / name).read_bytes()], name
    assert file.clips[0].sample([0]).rotation.shape[2] == 4
    image = file.render(0, (64, 48))
    assert image[..., 3].any(), name
script = anmkit.open(examples / "cs2/bounce.txt")
(compiled,) = script.convert("cs2-anm").values()
assert anmkit.open(compiled, name="bounce.anm").format == "cs2-anm"
# The image libraries are inside: textures become PNG files.
(png,) = anmkit.open(examples / "craftstudio/robot.csmodel").convert("robot.png").values()
images = anmkit.open(png, name="robot.png", broken=True)
(webp,) = anmkit.convert([images], "robot.hg3").values()
assert webp, "no image file"
print(anmkit.__version__)
"""


class Wheel(unittest.TestCase):
    def test_names_and_record(self):
        self.assertRegex(WHEEL.name, r"^anmkit-[0-9.]+-py3-none-manylinux_2_\d+_x86_64\.whl$")
        with zipfile.ZipFile(WHEEL) as archive:
            names = archive.namelist()
            (info,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
            rows = list(csv.reader(io.StringIO(archive.read(f"{info}/RECORD").decode())))
            self.assertEqual([row[0] for row in rows], names)
            for name, digest, size in rows[:-1]:
                data = archive.read(name)
                own = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                self.assertEqual((digest, size), (f"sha256={own}", str(len(data))), name)
            self.assertIn(f"Tag: {WHEEL.stem.split('-', 2)[2]}\n", archive.read(f"{info}/WHEEL").decode())
            metadata = archive.read(f"{info}/METADATA").decode()
            self.assertIn("Requires-Dist: numpy\n", metadata)
            self.assertIn("Requires-Python: >=3.9\n", metadata)
        self.assertIn("anmkit/py.typed", names)
        self.assertIn(f"{info}/THIRD-PARTY-NOTICES.txt", names)

    def test_the_tag_is_that_of_the_library(self):
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(WHEEL) as archive:
            library = archive.extract("anmkit/libanmkit.so.0", folder)
            symbols = subprocess.run(["objdump", "-T", library], capture_output=True, text=True, check=True).stdout
            newest = max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", symbols))
            self.assertIn(f"-manylinux_2_{newest}_x86_64", WHEEL.name)
            shown = [line.split()[-1] for line in symbols.splitlines() if "*UND*" not in line and " g " in line]
            self.assertFalse([name for name in shown if not name.startswith(("anmkit_", "ANMKIT_"))])
            needed = re.findall(r"NEEDED +(\S+)", subprocess.run(["objdump", "-p", library], capture_output=True,
                                                                  text=True, check=True).stdout)
            self.assertLessEqual(set(needed), {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"})
            self.assertNotIn(os.fsencode(ROOT), pathlib.Path(library).read_bytes())

    def test_installed_in_a_new_environment(self):
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, with_pip=True, system_site_packages=True)
            python = pathlib.Path(folder) / "bin/python"
            environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ANMKIT"))}
            for words in (["-m", "pip", "install", "--no-index", "--quiet", WHEEL], ["-c", USE, ROOT / "examples"]):
                done = subprocess.run([python, *map(str, words)], capture_output=True, text=True, env=environment,
                                      cwd=folder)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
