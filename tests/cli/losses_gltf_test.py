# SPDX-License-Identifier: MIT
"""Parts of glTF files that are not read are named.

    losses_gltf_test.py TOOL EXAMPLES
"""
import json
import pathlib
import sys
import unittest

from losses import Losses, moving, run, textured


class Gltf(Losses):
    def test_check_reports_unsupported_parts_of_gltf(self):
        def path(file):
            file["animations"][0]["channels"][0]["target"]["path"] = "rotaton"

        def second_set(file):
            textured(file, {"source": 0}, {"texCoord": 1})

        def transform(file):
            textured(file, {"source": 0}, {"extensions": {"KHR_texture_transform": {"scale": [2, 2]}}})

        def still(file):
            textured(file, {"source": 0}, {"extensions": {"KHR_texture_transform": {"scale": [1, 1], "offset": [0, 0]}}})

        def webp(file):
            textured(file, {"extensions": {"EXT_texture_webp": {"source": 0}}})

        def morph(file):
            file["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": 2}]
            file["nodes"][0]["weights"] = [0, 0.5]

        def more_scenes(file):
            file["scenes"].append({"nodes": [0]})

        def scenes(file):
            file["nodes"].append({"name": "loose"})

        def shear(file):
            file["nodes"][0]["matrix"] = [1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

        def mirror(file):
            file["nodes"][0]["matrix"] = [0, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0.5, 0, 3, 0, 0, 1]

        def no_rotation(file):
            file["nodes"][0]["rotation"] = [0, 0, 0, 0]

        def no_nodes(file):
            file["scenes"].insert(0, {})

        def at_rest(file):
            file["meshes"][0]["weights"] = [0]

        def copies(file):
            file["nodes"][0]["extensions"] = {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 2}}}

        def joints(file):
            # The same four numbers serve as joints and weights; only their presence is asked about.
            file["meshes"][0]["primitives"][0]["attributes"]["JOINTS_1"] = 1

        def cut(file):
            file["bufferViews"].append({"buffer": 0, "byteOffset": 12, "byteLength": 4})
            file["accessors"].append({"bufferView": 4, "componentType": 5121, "count": 4, "type": "SCALAR"})
            file["meshes"][0]["primitives"][0]["indices"] = 4

        for change, code in ((joints, "GLTF-SHAPE"), (cut, "GLTF-SHAPE"), (lambda file: None, None), (path, "GLTF-CHANNEL"), (second_set, "GLTF-UV"),
                             (transform, "GLTF-UV"), (still, None), (webp, "GLTF-IMAGE"), (morph, "GLTF-SHAPE"), (scenes, "GLTF-SCENES"),
                             (more_scenes, None), (shear, "GLTF-SHEAR"), (mirror, None), (no_rotation, "GLTF-ROTATION"), (no_nodes, "GLTF-SCENES"),
                             (at_rest, None), (copies, "GLTF-SHAPE")):
            with self.subTest(change=getattr(change, "__name__", "")):
                pathlib.Path("a.gltf").write_text(moving(change))
                for verb in (("check", "a.gltf"), ("convert", "a.gltf", "-o", "a.ANM", "-f"),
                             ("render", "a.gltf", "-o", "a.png", "-f")):
                    said = run(*verb)
                    self.assertEqual(said.returncode, 0, said.stderr)
                    told = [line for line in said.stderr.splitlines() if "anmkit.GLTF-" in line]
                    self.assertEqual(len(told), 1 if code else 0, said.stderr)
                    if code:
                        self.assertIn("anmkit." + code, told[0])
                strict = run("check", "--strict", "a.gltf")
                self.assertEqual(strict.returncode, 1 if code else 0)

    def test_the_default_scene_decides(self):
        def nodes_of(file):
            def change(one):
                one.update(file)
                for key in [key for key, value in file.items() if value is None]:
                    del one[key]

            pathlib.Path("a.gltf").write_text(moving(change))
            said = run("sample", "a.gltf", "--frame", 0, "--json")
            self.assertEqual(said.returncode, 0, said.stderr)
            return [one["name"] for one in json.loads(said.stdout)["samples"][0]["nodes"]], said.stderr

        nodes = [{"name": "part", "mesh": 0}, {"name": "other", "children": [2]}, {"name": "below", "mesh": 0}]
        two = [{"nodes": [0], "name": "first"}, {"nodes": [1], "name": "second"}]
        self.assertEqual(nodes_of({"nodes": nodes, "scenes": two})[0], ["part"])
        self.assertEqual(nodes_of({"nodes": nodes, "scenes": [{"nodes": [0, 1]}]}), (["part", "other", "below"], ""))
        animation = json.loads(moving())["animations"][0]
        animations = [animation, {**animation, "name": "of another", "channels": [
            {"sampler": 0, "target": {"node": 2, "path": "rotation"}}]}]
        self.assertEqual(nodes_of({"nodes": nodes, "scenes": two, "animations": animations})[0], ["part"])
        said = run("check", "a.gltf")
        self.assertEqual(said.stderr.count("anmkit.GLTF-SCENES"), 1, said.stderr)
        self.assertIn("2 nodes are not in the default scene 'first' and left out: other, below; "
                      "also left out: 1 animation that moves only these", said.stderr)
        self.assertNotIn("of another", run("info", "a.gltf").stdout)
        self.assertEqual(nodes_of({"nodes": nodes, "scenes": two, "scene": 1, "animations": animations[1:]})[0],
                         ["other", "below"])
        # Joints belong to what is bound to them, and a file without scenes has all of its nodes.
        skin = [{**nodes[0], "skin": 0}, *nodes[1:]]
        self.assertEqual(nodes_of({"nodes": skin, "scenes": two, "skins": [{"joints": [2]}]})[0],
                         ["part", "other", "below"])
        self.assertEqual(nodes_of({"nodes": nodes, "scenes": None, "scene": None})[0], ["part", "other", "below"])
        for bad in ({"scene": 2}, {"scenes": [{"nodes": [7]}]}):
            pathlib.Path("a.gltf").write_text(moving(lambda one: one.update(bad)))
            self.assertIn("expected ", run("check", "a.gltf").stderr)
            self.assertEqual(run("check", "a.gltf").returncode, 1)

    def test_sample_reports_the_same(self):
        def path(file):
            file["animations"][0]["channels"][0]["target"]["path"] = "rotaton"

        pathlib.Path("a.gltf").write_text(moving(path))
        self.assertIn("anmkit.GLTF-CHANNEL", run("sample", "a.gltf", "--frame", 0).stderr)
        source = (self.examples("sm64") / "wave.inc.c").read_text()
        pathlib.Path("far.inc.c").write_text(source.replace("0x001E, 0x001F", "0x001E, 0x0FFF"))
        said = run("sample", "far.inc.c", "--frame", 0)
        self.assertEqual(said.returncode, 0)
        self.assertIn("sm64.E-RANGE", said.stderr)
        self.assertEqual(run("sample", "sm64/wave.inc.c", "--frame", 0).stderr, "")

    def test_orthographic_cameras_and_blank_images_are_reported(self):
        def camera(file):
            del file["meshes"], file["animations"], file["nodes"][0]["mesh"]
            file["cameras"] = [{"type": "orthographic",
                                "orthographic": {"xmag": 1, "ymag": 1, "znear": 0.1, "zfar": 10}}]
            file["nodes"][0]["camera"] = 0

        pathlib.Path("a.gltf").write_text(moving(camera))
        self.assertIn("anmkit.GLTF-CAMERA", run("check", "a.gltf").stderr)
        self.assertIn("anmkit.EMPTY", run("render", "a.gltf", "-o", "a.png").stderr)

    def test_the_image_of_an_old_material_is_read(self):
        def gloss(file):
            textured(file, {"source": 0})
            old = file["materials"][0].pop("pbrMetallicRoughness")["baseColorTexture"]
            file["materials"][0]["extensions"] = {"KHR_materials_pbrSpecularGlossiness": {"diffuseTexture": old}}

        pathlib.Path("a.gltf").write_text(moving(gloss))
        said = run("convert", "a.gltf", "-o", "a.tim")
        self.assertEqual(said.returncode, 0, said.stderr)

    def test_textures_that_are_not_read_are_named(self):
        def several(file):
            textured(file, {"source": 0})
            material = file["materials"][0]
            material["normalTexture"] = material["pbrMetallicRoughness"]["metallicRoughnessTexture"] = {"index": 0}
            material["extensions"] = {"KHR_materials_sheen": {"sheenColorTexture": {"index": 0}}}

        def gloss(file):
            textured(file, {"source": 0})
            old = file["materials"][0].pop("pbrMetallicRoughness")["baseColorTexture"]
            file["materials"][0]["extensions"] = {"KHR_materials_pbrSpecularGlossiness": {
                "diffuseTexture": old, "specularGlossinessTexture": {"index": 0}}}

        def glow(file):
            textured(file, {"source": 0})
            file["materials"][0] = {"emissiveTexture": {"index": 0}, "emissiveFactor": [1, 1, 1]}

        for change, names in ((several, "metallicRoughnessTexture, normalTexture, sheenColorTexture"),
                              (gloss, "specularGlossinessTexture"), (glow, "emissiveTexture"),
                              (lambda file: textured(file, {"source": 0}), None)):
            pathlib.Path("a.gltf").write_text(moving(change))
            for verb in (("check", "a.gltf"), ("convert", "a.gltf", "-o", "a.ANM", "-f"),
                         ("render", "a.gltf", "-o", "a.png", "-f")):
                with self.subTest(names=names, verb=verb):
                    said = run(*verb)
                    self.assertEqual(said.returncode, 0, said.stderr)
                    self.assertEqual(said.stderr.count("anmkit.GLTF-IMAGE (materials[0])"), 1 if names else 0, said.stderr)
                    if names:
                        self.assertIn(f"1 material has textures that are not read and left out ({names})", said.stderr)

    def test_a_newer_gltf_and_a_mesh_without_positions_are_refused(self):
        pathlib.Path("a.gltf").write_text(moving(lambda file: file["asset"].update(minVersion="2.1")))
        self.assertIn("expected asset.minVersion \"2.0\"", run("check", "a.gltf").stderr)
        pathlib.Path("a.gltf").write_text(
            moving(lambda file: file["meshes"][0]["primitives"][0]["attributes"].pop("POSITION")))
        said = run("check", "a.gltf")
        self.assertEqual(said.returncode, 1)
        self.assertIn("expected the attribute POSITION", said.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
