# SPDX-License-Identifier: MIT
"""Files that are almost right: cut, misspelt, or written as another compiler reads them.

    almost_test.py TOOL EXAMPLES
"""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "roads"))
from figures import unpng  # noqa: E402

TOOL = os.path.abspath(sys.argv[1])
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()

# Two textures of 4 by 4 texels in one array: red, then green (RGBA 5551).
MODEL = """static const {type} tex[] = {{ {texels} }};
static const Vtx vtx[] = {{
    {{{{{{9, 0, 0}}, 0, {{0, 0}}, {{255, 255, 255, 255}}}}}}, {{{{{{0, 0, 0}}, 0, {{0, 0}}, {{255, 255, 255, 255}}}}}},
    {{{{{{1, 0, 0}}, 0, {{128, 0}}, {{255, 255, 255, 255}}}}}}, {{{{{{0, 1, 0}}, 0, {{0, 128}}, {{255, 255, 255, 255}}}}}},
}};
const Gfx inner[] = {{
    gsDPPipeSync(),
    gsSPVertex({vertices}, 3, 0),
    gsSP1Triangle(0, 1, 2, 0),
    gsSPEndDisplayList(),
}};
const Gfx dl[] = {{
    gsSPClearGeometryMode(G_LIGHTING),
    gsDPSetCombineMode(G_CC_DECALRGBA, G_CC_DECALRGBA),
    gsSPTexture(0xFFFF, 0xFFFF, 0, G_TX_RENDERTILE, G_ON),
    gsDPLoadTextureBlock({texture}, G_IM_FMT_RGBA, G_IM_SIZ_16b, 4, 4, 0, G_TX_CLAMP, G_TX_CLAMP, 2, 2, 0, 0),
    gsSPDisplayList({list}),
    gsSPEndDisplayList(),
}};
const GeoLayout geo[] = {{ GEO_DISPLAY_LIST(LAYER_OPAQUE, dl), GEO_END() }};
"""
BYTES = ", ".join(["0xF8, 0x01"] * 16 + ["0x07, 0xC1"] * 16)
HALVES = ", ".join(["0xF801"] * 16 + ["0x07C1"] * 16)
RED, GREEN = (255, 0, 0), (0, 255, 0)


def run(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True)


class AlmostRight(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        os.chdir(holder.name)

    def image_and_points(self, **words):
        """The first pixel of the model's image, the positions of its mesh, and what was printed."""
        given = {"type": "u8", "texels": BYTES, "texture": "tex", "vertices": "vtx + 1", "list": "inner", **words}
        pathlib.Path("model.inc.c").write_text(MODEL.format(**given))
        said = run("convert", "model.inc.c", "-o", "out.gltf", "-f")
        self.assertEqual(said.returncode, 0, said.stderr)
        run("convert", "model.inc.c", "-o", "out.glb", "-f")
        data = pathlib.Path("out.glb").read_bytes()
        size, = struct.unpack_from("<I", data, 12)
        file, binary = json.loads(data[20:20 + size]), data[28 + size:]

        def view(number):
            one = file["bufferViews"][number]
            return binary[one.get("byteOffset", 0):][:one["byteLength"]]

        pixel, points = None, None
        if file.get("images"):
            pixel = tuple(unpng(view(file["images"][0]["bufferView"]))[0][0][:3])
        if file.get("meshes"):
            accessor = file["accessors"][file["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
            points = (accessor["min"], accessor["max"])
        return pixel, points, said.stderr

    def test_a_texture_is_read_from_its_address(self):
        halves = {"type": "u16", "texels": HALVES}
        for texture, more, color in (
                ("tex", {}, RED), ("tex + 32", {}, GREEN), ("&tex[0x20]", {}, GREEN), ("tex + 4 * 8", {}, GREEN),
                ("tex + 16", halves, GREEN), ("&tex[16]", halves, GREEN), ("(u8 *)tex + 32", halves, GREEN),
                ("(u8 *)(tex + 16)", halves, GREEN), ("&tex[8] + 8", halves, GREEN),
                ("VIRTUAL_TO_PHYSICAL(tex) + 32", halves, GREEN), ("((const u16 *) tex) + 16", {}, GREEN),
                ("tex + 40 - 8", {}, GREEN), ("&tex[0]", halves, RED)):
            with self.subTest(texture=texture, more=more):
                pixel, _, said = self.image_and_points(texture=texture, **more)
                self.assertEqual(pixel, color)
                self.assertNotIn("warning", said)

    def test_an_address_of_no_texels_is_named(self):
        for texture, why in (("tex + N", "from an address that cannot be computed"), ("tex + 64", "from byte 64 of 64"),
                             ("tex - 2", "from byte -2 of 64"), ("tex + 40", "it has 24 bytes")):
            with self.subTest(texture=texture):
                pixel, _, said = self.image_and_points(texture=texture)
                self.assertIsNone(pixel)
                self.assertIn("sm64.W-TEXTURE", said)
                self.assertIn(why, said)

    def test_vertices_are_read_from_their_address(self):
        for vertices in ("vtx + 1", "&vtx[1]", "vtx + 3 - 2", "(u8 *)vtx + 16", "(Vtx *)((u8 *)vtx + 0x10)"):
            with self.subTest(vertices=vertices):
                _, points, said = self.image_and_points(vertices=vertices)
                self.assertNotIn("warning", said)
                self.assertAlmostEqual(points[1][0] / points[1][1], 1, places=5)
        for vertices in ("vtx + N", "(u8 *)vtx + 8", "&vtx[-1]"):
            with self.subTest(vertices=vertices):
                pixel, _, said = self.image_and_points(vertices=vertices)
                self.assertIsNone(pixel)
                self.assertIn(f"1 address is not the beginning of a list or a vertex ('{vertices}' (model.inc.c:8))", said)

    def test_a_list_that_calls_itself_is_reported(self):
        for name in ("inner + 1", "&inner[1]"):
            pixel, _, said = self.image_and_points(list=name)
            self.assertIsNone(pixel)
            self.assertIn(f"1 address is not the beginning of a list or a vertex ('{name}' (model.inc.c:17))", said)
        text = pathlib.Path("model.inc.c").read_text().replace("OPAQUE, dl)", "OPAQUE, &dl[2])")
        pathlib.Path("model.inc.c").write_text(text)
        self.assertIn("argument 2 of GEO_DISPLAY_LIST is '&dl[2]'", run("check", "model.inc.c").stderr)

    def test_sizes_of_textures_are_numbers(self):
        """Of a definition of the source, else named."""
        self.image_and_points()
        model = pathlib.Path("model.inc.c").read_text()
        run("convert", "model.inc.c", "-o", "whole.glb")
        for definitions, size, told in (("#define SIZE 4\n", "SIZE", None), ("#define HALF 2\n#define SIZE (2 * HALF)\n", "SIZE", None),
                                        ("#define HALF 2\n", "HALF * 2", None), ("", "SIZE", "SIZE"),
                                        ("#define SIZE other\n", "SIZE", "SIZE")):
            with self.subTest(definitions=definitions, size=size):
                pathlib.Path("model.inc.c").write_text(definitions + model.replace("16b, 4, 4,", f"16b, {size}, 4,"))
                said = run("convert", "model.inc.c", "-o", "out.glb", "-f")
                if told is None:
                    self.assertNotIn("warning", said.stderr)
                    self.assertEqual(run("render", "out.glb", "-o", "out.png", "-f").returncode, 0)
                    self.assertEqual(run("render", "whole.glb", "-o", "whole.png", "-f").returncode, 0)
                    self.assertEqual(pathlib.Path("out.png").read_bytes(), pathlib.Path("whole.png").read_bytes())
                else:
                    self.assertIn(f"1 size or count is no number that the source defines ('{told}' (model.inc.c:", said.stderr)

    def test_cut_files_are_recognised(self):
        made = pathlib.Path("made")
        made.mkdir()
        wave = EXAMPLES / "sm64" / "wave.inc.c"
        shutil.copy(wave, "other.inc.c")
        text = wave.read_text()
        for i, name in enumerate(("one", "two", "three")):
            pathlib.Path(f"{name}.inc.c").write_text(text.replace("wave", name))
        self.assertEqual(run("convert", "one.inc.c", "two.inc.c", "three.inc.c", "--to", "sm64-dma", "-o",
                             made / "table.bin").returncode, 0)
        self.assertEqual(run("convert", wave, "--dma-table", "-o", made / "five.insertable").returncode, 0)
        self.assertEqual(run("convert", wave, "-o", made / "two.insertable").returncode, 0)
        whole = (made / "table.bin").read_bytes()
        offset, size = struct.unpack_from(">II", whole, 8 + 8 * 2)
        for name, kind in (("table.bin", f"a DMA table of 3 entries and {offset + size} bytes ends after"),
                           ("five.insertable", "an insertable file of"), ("two.insertable", "an insertable file of")):
            data = (made / name).read_bytes()
            for length in (len(data) // 2, len(data) * 9 // 10):
                for cut in ("cut.bin", name):
                    pathlib.Path(cut).write_bytes(data[:length])
                    for verb in (("check",), ("info",), ("convert", "-o", "out.glb"), ("sample", "--frame", 0)):
                        with self.subTest(name=name, cut=cut, length=length, verb=verb):
                            said = run(verb[0], cut, *verb[1:])
                            self.assertEqual(said.returncode, 1)
                            code = "sm64.E-DMAENTRY" if "DMA" in kind else "sm64.E-TRUNC"
                            self.assertIn(f"{code} at {hex(length)}", said.stderr)
                            self.assertIn(kind, said.stderr)
        # Of a cut directory the rest is not known.
        pathlib.Path("cut.bin").write_bytes(whole[:24])
        self.assertIn("sm64.E-DMAHEAD at 0x18", run("check", "cut.bin").stderr)
        self.assertIn("a DMA table of 3 entries and more than", run("check", "cut.bin").stderr)
        pathlib.Path("whole.bin").write_bytes(whole)
        self.assertEqual(run("check", "whole.bin").returncode, 0)
        camera = (EXAMPLES / "psx" / "ORBIT.ANC").read_bytes()
        pathlib.Path("CUT.ANC").write_bytes(camera[:len(camera) // 2])
        said = run("check", "CUT.ANC")
        self.assertEqual(said.returncode, 1)
        self.assertIn("psx.ANC", said.stderr)

    def header(self, *, before="", kind="struct Animation", values="wave_values", index="wave_indices"):
        text = (EXAMPLES / "sm64" / "wave.inc.c").read_text()
        text = text.replace("struct Animation", kind)
        text = text.replace("    wave_values,", f"    {values},").replace("    wave_indices,", f"    {index},")
        pathlib.Path("wave.inc.c").write_text(before + text)
        return run("check", "wave.inc.c"), run("sample", "wave.inc.c", "--frame", 3, "--json")

    def test_other_names_of_the_type_are_read(self):
        wanted = self.header()[1].stdout
        for before, kind in (("typedef struct Animation Anim;\n", "Anim"), ("#define ANIM struct Animation\n", "ANIM"),
                             ("typedef struct Animation { s16 flags; } Anim;\n", "Anim"),
                             ("", "struct Animation")):
            with self.subTest(before=before):
                check, sample = self.header(before=before, kind=kind)
                self.assertEqual(check.returncode, 0)
                self.assertEqual(sample.stdout, wanted)
        for values, index in (("(s16 *)(wave_values)", "(wave_indices)"), ("&wave_values[0]", "(const u16 *)wave_indices"),
                              ("wave_values + 0", "&wave_indices[0]")):
            with self.subTest(values=values):
                self.assertEqual(self.header(values=values, index=index)[1].stdout, wanted)
        for kind in ("struct MyAnim", "Motion", "struct AnimationHeader"):
            check, _ = self.header(kind=kind)
            self.assertIn(f"'wave' is left out: its type is '{kind.split()[-1]}'; did you mean 'struct Animation'?",
                          check.stderr)

    def test_a_header_that_points_into_an_array_is_named(self):
        for words in ({"values": "wave_values + 2"}, {"values": "&wave_values[2]"}, {"index": "wave_indices + 6"},
                      {"index": "&wave_indices[N]"}):
            with self.subTest(words=words):
                check, sample = self.header(**words)
                self.assertEqual((check.returncode, sample.returncode), (1, 1))
                (field, text), = words.items()
                self.assertRegex(check.stderr, rf"wave.inc.c:\d+:5: error sm64.E-CINIT")
                self.assertIn(f"{field} is '{text}', expected the name of an array", check.stderr)

    def test_why_an_array_cannot_be_read_is_reported(self):
        text = (EXAMPLES / "sm64" / "wave.inc.c").read_text()
        for old, new, why in (("const s16 wave_values", "const s32 wave_values", "its type is 's32', expected s16 or u16"),
                              ("0x0354", "DEG(5)", "it uses 'DEG', which is not known")):
            pathlib.Path("wave.inc.c").write_text(text.replace(old, new))
            said = run("convert", "wave.inc.c", "-o", "out.glb")
            self.assertEqual(said.returncode, 1)
            self.assertRegex(said.stderr, r"wave.inc.c:\d+:1: error sm64.E-CNAME")
            self.assertIn(f"'wave_values' cannot be read: {why}", said.stderr)

    def test_guessed_conditions_are_named(self):
        text = (EXAMPLES / "sm64" / "wave.inc.c").read_text()
        first = "    0x0000, 0x0064,"
        for before, condition, taken, told in (
                ("", "#ifdef HACK", True, True), ("", "#if HACK > 2", True, True), ("", "#ifndef HACK", True, False),
                ("#define HACK\n", "#ifdef HACK", True, False), ("#define HACK\n", "#ifndef HACK", False, False),
                ("#define HACK 0\n", "#if HACK", False, False), ("#define HACK 1\n", "#if HACK", True, False),
                ("#define HACK 0\n", "#ifdef HACK", True, False), ("", "#if BUGFIX_HACK", True, False),
                ("#define HACK\n", "#if defined(HACK) && 1", True, False), ("", "#ifdef VERSION_JP", False, False)):
            with self.subTest(before=before, condition=condition):
                pathlib.Path("wave.inc.c").write_text(before + text.replace(
                    first, f"{condition}\n    0x0007,\n#else\n    0x0008,\n#endif\n    0x0064,"))
                made = json.loads(run("sample", "wave.inc.c", "--frame", 0, "--json").stdout)
                self.assertEqual(made["samples"][0]["nodes"][0]["translation"][0], 7 if taken else 8)
                for verb in (("check", "wave.inc.c"), ("convert", "wave.inc.c", "-o", "out.glb", "-f")):
                    said = run(*verb).stderr
                    self.assertEqual(said.count("sm64.W-CONDITION"), 1 if told else 0, said)
                    if told:
                        self.assertIn(f"'{condition}': no definition decides it", said)
        pathlib.Path("guard.inc.c").write_text(f"#ifndef GUARD_H\n#define GUARD_H\n{text}\n#endif\n")
        self.assertNotIn("W-CONDITION", run("check", "guard.inc.c").stderr)
        # The same in layouts and display lists.
        self.image_and_points()
        model = pathlib.Path("model.inc.c").read_text()
        pathlib.Path("model.inc.c").write_text("#ifdef HACK\n" + model + "#endif\n")
        for verb in (("check", "model.inc.c"), ("convert", "model.inc.c", "-o", "out.glb", "-f")):
            self.assertEqual(run(*verb).stderr.count("sm64.W-CONDITION"), 1)

    def planted(self, name, kind, whole, faults):
        """Each fault: bytes at a place, the code that check reports, and where."""
        for at, form, value, code, place in faults:
            data = bytearray(whole)
            struct.pack_into(form, data, at, value)
            pathlib.Path(name).write_bytes(data)
            with self.subTest(kind=kind, at=at, value=value):
                found = json.loads(run("check", "--json", "--format", kind, name).stdout)["files"][0]["diagnostics"]
                self.assertIn(("sm64." + code, place), [(one["code"], one["offset"]) for one in found])

    def test_faults_of_tables_and_insertable_files_are_found(self):
        """sm64-anim.md, 1.1, 1.5 and 1.7: a table of one entry at 16; a block of one animation at 24."""
        wave = EXAMPLES / "sm64/wave.inc.c"
        self.assertEqual(run("convert", wave, "-o", "w.bin", "--to", "sm64-dma").returncode, 0)
        self.assertEqual(run("convert", wave, "-o", "w.insertable").returncode, 0)
        table, block = pathlib.Path("w.bin").read_bytes(), pathlib.Path("w.insertable").read_bytes()
        self.assertEqual(struct.unpack_from(">4I", table), (1, 0, 16, len(table) - 16))
        self.assertEqual(struct.unpack_from(">6I", block), (2, len(block) - 24, 0, 2, 12, 16))

        def header(at, far):
            return [(at, ">h", 0x400, "W-FLAGBITS", at), (at + 4, ">h", 99, "W-START", at + 4),
                    (at + 6, ">h", 99, "W-LOOPSTART", at + 6), (at + 8, ">h", 0, "E-LOOPEND", at + 8),
                    (at + 8, ">h", 999, "I-HELD", at + 8), (at + 10, ">h", 9, "W-BONECOUNT", at + 10),
                    (at + 12, ">I", 99998, far, at + 12), (at + 16, ">I", 99998, far, at + 16),
                    (at + 16, ">I", 25, "E-ALIGN", at + 16), (at + 20, ">I", 7, "W-LENGTH", at + 20),
                    (at + 24, ">H", 0, "E-COUNT0", at + 24), (at + 26, ">H", 0xFFF, "E-RANGE", at + 24)]

        self.planted("x.bin", "sm64-dma", table, [
            (0, ">I", 2, "E-DMAENTRY", 16), (4, ">I", 5, "W-DMAPLACE", 4), (8, ">I", 17, "E-ALIGN", 8),
            (8, ">I", len(table), "E-DMAENTRY", 8), (8, ">I", 4, "E-DMAENTRY", 8), (12, ">I", 10, "E-DMAENTRY", 8),
            *header(16, "E-DMAREL")])
        self.planted("x.insertable", "sm64-anim", block, header(24, "E-PTR"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
