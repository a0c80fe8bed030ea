# SPDX-License-Identifier: MIT
"""Companions that are broken, of another subject or in the way of an output are named.

    losses_companions_test.py TOOL EXAMPLES
"""
import base64
import os
import pathlib
import shutil
import struct
import sys
import unittest

from losses import Losses, moving, run, textured


class CompanionFiles(Losses):
    def test_info_lists_what_is_used(self):
        folder = self.examples("craftstudio")
        pathlib.Path("mk.py").write_text("import sys\n")
        said = run("info", folder / "robot-walk.csmodelanim", "--with", "mk.py", "--with", folder / "robot.csmodel")
        self.assertNotIn("with mk.py", said.stdout)
        self.assertIn("with craftstudio/robot.csmodel", said.stdout)
        self.assertIn("not used: mk.py", said.stderr)

    def test_findings_of_a_layout_reach_those_who_see_its_animation(self):
        """Also where the layout was named, found beside the animation, or is in the same folder of inputs."""
        folder = self.examples("sm64")
        layout = folder / "geo.inc.c"
        layout.write_text(layout.read_text().replace("LAYER_OPAQUE", "LAYER_SHINY", 1))
        for arguments in (["convert", folder / "wave.inc.c", "-o", "a.glb"],
                          ["convert", folder / "wave.inc.c", "--with", layout, "-o", "b.glb"],
                          ["convert", folder, "-o", "c/", "--to", "gltf"],
                          ["render", folder / "wave.inc.c", "-o", "a.png"],
                          ["convert", folder / "wave.inc.c", "-o", "a.bvh"],
                          ["convert", "a.bvh", "--with", layout, "-o", "back.inc.c"],
                          ["sample", folder / "wave.inc.c", "--with", layout, "--frame", "0"],
                          *([verb, folder / "wave.inc.c", "--with", layout] for verb in ("check", "info", "play")),
                          ["map", "a.bvh", layout],
                          ["render", folder, "-o", "sheet.png"]):
            with self.subTest(arguments=arguments):
                said = run(*arguments)
                self.assertRegex(said.stderr, r"geo\.inc\.c:\d+:\d+.*unknown layer 'LAYER_SHINY'")
                self.assertEqual(said.stderr.count("unknown layer"), 1, said.stderr)

    def test_no_output_replaces_what_is_read(self):
        psx, robot = self.examples("psx"), self.examples("craftstudio")
        shutil.copy(psx / "HOP.ANM", "HOP.ANM")
        os.link("HOP.ANM", "hard.ANM")
        os.symlink("HOP.ANM", "soft.ANM")
        before = pathlib.Path("HOP.ANM").read_bytes()
        image = (robot / "robot.csmodel").read_bytes()
        runs = [("convert", "HOP.ANM", "--to", "gltf", "-o", name)
                for name in ("HOP.ANM", "./HOP.ANM", "hard.ANM", "soft.ANM")]
        runs += [("dump", "HOP.ANM", "-o", "HOP.ANM"), ("convert", "HOP.ANM", "-o", "./"),
                 ("convert", robot / "robot-walk.csmodelanim", "--to", "gltf", "-o", robot / "robot.csmodel"),
                 ("convert", robot / "robot-walk.csmodelanim", "--with", robot / "robot.csmodel", "--to", "gltf",
                  "-o", robot / "robot.csmodel")]
        for arguments in [(*arguments, *force) for arguments in runs for force in ((), ("-f",))]:
            with self.subTest(arguments=arguments):
                said = run(*arguments)
                self.assertEqual(said.returncode, 2, said.stderr)
                self.assertIn("this file is read here", said.stderr)
                self.assertEqual(pathlib.Path("HOP.ANM").read_bytes(), before)
                self.assertEqual((robot / "robot.csmodel").read_bytes(), image)
        # The image of the run before lies beside the input.
        for _ in range(2):
            self.assertEqual(run("render", robot / "robot-walk.csmodelanim", "-o", robot / "seen.png", "-f").returncode, 0)
            geo = self.examples("sm64") / "geo.inc.c"
            for _ in range(2):
                self.assertEqual(run("render", geo, "-o", geo.parent / "seen.png", "-f").returncode, 0)
        # What was made of it, and it of that.
        run("convert", "HOP.ANM", "--with", psx / "MODEL.TMD", "-o", "out.glb")
        self.assertEqual(run("convert", "out.glb", "-o", "HOP.ANM", "-f").returncode, 0)
        self.assertEqual(run("convert", "HOP.ANM", "-o", "out.glb", "-f").returncode, 0)

    def test_no_output_replaces_the_data_of_a_gltf(self):
        """Buffers and images beside the file, of an input and of a folder."""
        def outside(file):
            textured(file, {"source": 0})
            for one, name in ((file["buffers"][0], "data.bin"), (file["images"][0], "skin.png")):
                pathlib.Path("g", name).write_bytes(base64.b64decode(one["uri"].split(",")[1]))
                one["uri"] = name

        os.mkdir("g")
        pathlib.Path("g/a.gltf").write_text(moving(outside))
        shutil.copy("g/skin.png", "g/b.png")
        pathlib.Path("g/b.gltf").write_text(moving(outside).replace("skin.png", "b.png"))
        before = {path: path.read_bytes() for path in pathlib.Path("g").iterdir()}
        for arguments in (("convert", "g/a.gltf", "--to", "psx-anm", "-o", "g/data.bin"),
                          ("render", "g/a.gltf", "-o", "g/skin.png"), ("render", "g", "-o", "g/"),
                          ("render", "g/b.gltf", "-o", "g/")):
            with self.subTest(arguments=arguments):
                said = run(*arguments, "-f")
                self.assertEqual(said.returncode, 2, said.stderr)
                self.assertIn("this file is read here", said.stderr)
                self.assertEqual({path: path.read_bytes() for path in before}, before)
        self.assertEqual(run("render", "g/a.gltf", "-o", "g/seen.png").returncode, 0)

    def test_no_image_replaces_a_texture(self):
        """`-f` of a file and of a folder, whose outputs are named as what is shown."""
        example, folder = self.examples("craftstudio"), pathlib.Path("robot")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, made in (("robot.csmodel", "robot.csjsmodel"), ("robot-walk.csmodelanim", "robot-walk.csjsmodelanim")):
            self.assertEqual(run("convert", example / name, "-o", folder / made).returncode, 0)
        picture = folder / "robot.png"
        self.assertEqual(run("render", example / "robot.csmodel", "-o", picture).returncode, 0)
        before = picture.read_bytes()
        model, walk = folder / "robot.csjsmodel", folder / "robot-walk.csjsmodelanim"
        for arguments in ((folder, "-o", f"{folder}/"), (folder, "--all-clips", "-o", f"{folder}/"), (model, "-o", f"{folder}/"),
                          (model, "-o", picture), (walk, "-o", picture)):
            with self.subTest(arguments=arguments):
                said = run("render", *arguments, "-f")
                self.assertEqual(said.returncode, 2, said.stderr)
                self.assertIn("this file is read here", said.stderr)
                self.assertEqual(picture.read_bytes(), before)
        # A texture of the source is kept, an image that nothing shows is not.
        folder = self.examples("sm64")
        (folder / "geo.inc.c").write_text(
            'static const u8 t[] = {\n#include "actors/x/eyes.rgba16.inc.c"\n};\n' + (folder / "geo.inc.c").read_text())
        for name in ("eyes.rgba16.png", "seen.png"):
            (folder / name).write_bytes(before)
        said = run("render", folder / "geo.inc.c", "-o", folder / "eyes.rgba16.png", "-f")
        self.assertIn("this file is read here", said.stderr)
        self.assertEqual(run("render", folder / "geo.inc.c", "-o", folder / "seen.png", "-f").returncode, 0)

    def test_a_broken_neighbour_is_named(self):
        damaged = b"\xfe\x01" * 40
        for family, input_name, neighbour, contents in (("psx", "HOP.ANM", "MODEL.TMD", (b"", damaged)),
                                                        ("gc", "stalk.anm", "stalk.act", (b"", damaged)),
                                                        ("craftstudio", "robot-walk.csmodelanim", "robot.csmodel",
                                                         (b"", damaged)),
                                                        ("sm64", "wave.inc.c", "geo.inc.c", (b"", damaged))):
            for content in contents:
                with self.subTest(family=family, content=content):
                    folder = self.examples(family)
                    (folder / neighbour).write_bytes(content)
                    said = run("convert", folder / input_name, "-o", "out.glb", "-f")
                    self.assertEqual(said.returncode, 0, said.stderr)
                    self.assertIn("anmkit.BROKEN", said.stderr)
                    self.assertIn(neighbour + ", which cannot be read", said.stderr)
                    self.assertIn("no model next to it can be read", said.stderr)
                    self.assertNotIn("shown with " + neighbour, said.stderr)

    def test_a_broken_skin_is_named(self):
        folder = self.examples("gc")
        (folder / "stalk.skn").write_bytes(b"\xff" * 64)
        said = run("convert", folder / "stalk.anm", "-o", "out.glb")
        self.assertIn("stalk.skn, which cannot be read", said.stderr)

    def test_a_glb_with_the_name_of_a_model_is_no_model(self):
        folder = self.examples("psx")
        run("convert", folder / "HOP.ANM", "-o", "hop.glb")
        os.replace("hop.glb", folder / "MODEL.TMD")
        said = run("convert", folder / "HOP.ANM", "-o", "out.glb")
        self.assertIn("it is a glTF file", said.stderr)
        self.assertNotIn("shown with", said.stderr)

    def test_files_of_another_family_hide_no_neighbour(self):
        psx, gc = self.examples("psx"), self.examples("gc")
        said = run("convert", psx / "HOP.ANM", "--with", gc / "stalk.gpl", "-o", "out.glb")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("not used: " + str(gc / "stalk.gpl"), said.stderr)
        self.assertIn("shown with MODEL.TMD", said.stderr)
        self.assertNotIn("stalk.skn", said.stderr)
        self.assertTrue(self.glb("out.glb")[0].get("meshes"))

    def test_a_named_part_keeps_the_model(self):
        folder = self.examples("gc")
        for part in ("stalk.tpl", "stalk.skn", "stalk.gpl"):
            for shown in ("stalk.anm", "stalk.act"):
                with self.subTest(part=part, shown=shown):
                    self.assertEqual(run("convert", folder / shown, "-o", "whole.glb", "-f").returncode, 0)
                    said = run("convert", folder / shown, "--with", folder / part, "-o", "out.glb", "-f")
                    self.assertEqual(said.returncode, 0, said.stderr)
                    self.assertNotIn("NO-MODEL", said.stderr)
                    self.assertEqual(pathlib.Path("out.glb").read_bytes(), pathlib.Path("whole.glb").read_bytes())

    def test_a_model_of_another_subject_is_named(self):
        folder = self.examples("psx")
        model = (folder / "MODEL.TMD").read_bytes()
        (folder / "MODEL.TMD").write_bytes(model[:8] + struct.pack("<I", 3) + model[12:])
        said = run("convert", folder / "HOP.ANM", "-o", "out.glb")
        self.assertEqual(said.stderr.count("psx.ANM-20"), 1, said.stderr)
        self.assertIn("object 3 does not exist in the model (3 objects)", said.stderr)
        self.assertRegex(said.stderr, r"\(and \d+ more\)")
        folder = self.examples("sm64")
        layout = (folder / "geo.inc.c").read_text()
        fewer = layout.replace("GEO_ANIMATED_PART(LAYER_OPAQUE, 60, 0, 0, NULL),", "")
        self.assertNotEqual(fewer, layout)
        (folder / "geo.inc.c").write_text(fewer)
        said = run("convert", folder / "wave.inc.c", "-o", "out.glb", "-f")
        self.assertIn("model draws 2 parts, animation has 3", said.stderr)
        folder = self.examples("craftstudio")
        dump = run("dump", folder / "robot.csmodel").stdout
        for name in ("Head", "Eyes", "Antenna", "Body", "Left Arm", "Right Arm", "Left Leg", "Right Leg"):
            dump = dump.replace(f'"name": "{name}"', f'"name": "x{name}"')
        pathlib.Path("x.json").write_text(dump)
        run("build", "x.json", "-o", "x.csmodel")
        said = run("convert", folder / "robot-walk.csmodelanim", "--with", "x.csmodel", "-o", "out.glb", "-f")
        self.assertIn("nor any other name of this animation", said.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
