# SPDX-License-Identifier: MIT
"""Errors and leftovers of a file are named, whatever the family and the verb.

    losses_files_test.py TOOL EXAMPLES
"""
import pathlib
import struct
import sys
import unittest

from losses import Losses, run


class Files(Losses):
    def test_a_part_of_a_model_is_not_rendered_alone(self):
        folder = self.examples("gc")
        said = run("render", folder / "stalk.skn", "-o", "out.png")
        self.assertEqual(said.returncode, 2)
        self.assertIn("it is a part of a model", said.stderr)

    def test_frames_outside_of_a_clip_are_reported(self):
        wave = self.examples("sm64") / "wave.inc.c"
        for frame in (-1, 31):
            said = run("sample", wave, "--frame", 3, frame)
            self.assertEqual(said.returncode, 0)
            self.assertIn("anmkit.OUTSIDE", said.stderr)
            self.assertIn(f"frame {frame} is outside the clip (0 to 30)", said.stderr)
        self.assertEqual(run("sample", wave, "--frame", 0, 30).stderr, "")

    def test_a_segment_needs_a_file(self):
        wave = self.examples("sm64") / "wave.inc.c"
        self.assertEqual(run("convert", wave, "-o", "wave.insertable").returncode, 0)
        for segment in ("99=", "300=x.bin"):
            for verb in (("info",), ("check",), ("sample", "--frame", 0)):
                said = run(verb[0], "wave.insertable", *verb[1:], "--segment", segment)
                self.assertEqual(said.returncode, 2, said.stderr)
                self.assertIn("N=FILE[@OFFSET]", said.stderr)

    def test_a_cut_insertable_file_is_named(self):
        wave = self.examples("sm64") / "wave.inc.c"
        self.assertEqual(run("convert", wave, "-o", "wave.insertable").returncode, 0)
        whole = pathlib.Path("wave.insertable").read_bytes()
        pathlib.Path("cut.insertable").write_bytes(whole[:100])
        for verb in (("check",), ("info",), ("convert", "-o", "out.glb")):
            said = run(verb[0], "cut.insertable", *verb[1:])
            self.assertEqual(said.returncode, 1, said.stderr)
            self.assertIn(f"an insertable file of {len(whole)} bytes ends after 100", said.stderr)

    def test_findings_of_one_kind_are_one_line(self):
        folder = self.examples("psx")
        model = (folder / "MODEL.TMD").read_bytes()
        (folder / "MODEL.TMD").write_bytes(model[:8] + struct.pack("<I", 3) + model[12:])
        command = ("check", folder / "HOP.ANM", "--with", folder / "MODEL.TMD")
        told, all_of_them = run(*command), run(*command, "-v")
        count = all_of_them.stderr.count("warning psx.ANM-20")
        self.assertGreater(count, 4)
        self.assertEqual(told.stderr.count("warning psx.ANM-20"), 1, told.stderr)
        self.assertIn(f"  and {count - 1} more of psx.ANM-20; -v lists all", told.stderr)
        run(*command, "--report", "all.jsonl")
        self.assertEqual(pathlib.Path("all.jsonl").read_text().count("psx.ANM-20"), count)

    def test_a_misspelt_type_is_named(self):
        folder = self.examples("sm64")
        source = (folder / "wave.inc.c").read_text()
        self.assertEqual(run("convert", folder / "wave.inc.c", "-o", "wave.lua").returncode, 0)
        script = pathlib.Path("wave.lua").read_text()
        other = "static const {} other = {{0, 0, 0, 0, 2, 3, wave_values, wave_indices, 0}};"
        register = "smlua_anim_util_register_animation"
        for name, text, meant in (
                ("a.inc.c", source.replace("struct Animation", "struct Animaton"), "struct Animation"),
                ("b.inc.c", source + other.format("struct Animatoin"), "struct Animation"),
                ("c.inc.c", source + other.format("Animation"), "struct Animation"),
                ("d.inc.c", source.replace("const u16 wave", "const u61 wave"), "u16"),
                ("e.lua", script + script.replace(register, "smlua_anim_util_registr_animation"), register)):
            pathlib.Path(name).write_text(text)
            for verb in (("check", name), ("convert", name, "-o", "out.glb", "-f")):
                with self.subTest(verb=verb):
                    said = run(*verb).stderr
                    self.assertEqual(said.count("sm64.W-WORD"), 1, said)
                    self.assertIn(f"did you mean '{meant}'?", said)
                    self.assertRegex(said, name + r":\d+")
        good = source + "static const s32 a[] = {1}; u8 b[] = {2}; const Gfx c[] = {gsSPEndDisplayList()}; " \
            "struct Surface d = {3}; s16 e[1][1] = {{4}}; Vec3s f = {5}; int32_t g[] = {6}; u32 h[] = {7};"
        pathlib.Path("good.inc.c").write_text(good)
        self.assertNotIn("W-WORD", run("check", "good.inc.c").stderr)
        pathlib.Path("good.lua").write_text(script + "smlua_anim_util_set_animation(m, 'wave')")
        self.assertNotIn("W-WORD", run("check", "good.lua").stderr)

    def test_a_misspelt_member_is_named(self):
        folder = self.examples("craftstudio")
        for name, target, key, wrong in (("robot-walk.csmodelanim", "w.csjsmodelanim", "rotation", "rotaton"),
                                         ("robot.csmodel", "r.csjsmodel", "offsetFromPivot", "offsetFromPivots")):
            self.assertEqual(run("convert", folder / name, "-o", target).returncode, 0)
            text = pathlib.Path(target).read_text().replace(f'"{key}"', f'"{wrong}":0,"{key}"')
            pathlib.Path(target).write_text(text)
            self.assertGreater(text.count(wrong), 1)
            for verb in (("check", target), ("convert", target, "-o", "out.glb", "-f")):
                with self.subTest(verb=verb):
                    said = run(*verb)
                    self.assertEqual(said.returncode, 0, said.stderr)
                    output = said.stdout + said.stderr
                    self.assertEqual(output.count("warning craftstudio.W-JSON-MISSPELT"), 1, output)
                    self.assertIn(f'unknown key "{wrong}", kept; did you mean "{key}"?', output)
            pathlib.Path(target).write_text(text.replace(wrong, "xyz"))
            self.assertIn('unknown key "xyz"', run("convert", target, "-o", "out.glb", "-f").stderr)

    def test_values_that_nothing_uses_are_named(self):
        """Scale, rotation and translation of a rest transform whose type has no bit for them."""
        actor = self.examples("gc") / "stalk.act"
        text = run("dump", actor).stdout
        self.assertEqual(run("check", actor, "--strict").stderr, "")
        for old, new, said in (
                ("[1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0]", "[5, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0]", "of type 12 uses: scale"),
                ('"type": 12', '"type": 1', "of type 1 uses: translation (and 1 more)"),
                ("0, 0, 0, 1, 0, 2, 0, 0, 0", "0, 1, 0, 0, 0, 2, 0, 0, 0", "of type 8 uses: rotation"),
                ('"type": 12', '"type": 44', "gc.ACT016")):
            dump = text.replace('"type": 12', '"type": 8') if "type 8" in said else text
            pathlib.Path("a.json").write_text(dump.replace(old, new, 1 if "scale" in said or "ACT" in said else -1))
            with self.subTest(said=said):
                built = run("build", "a.json", "-o", actor, "-f")
                self.assertEqual(built.returncode, 0, built.stderr)
                self.assertIn(said, built.stderr)
                self.assertIn(said, run("convert", actor, "-o", "out.glb", "-f").stderr)
                self.assertIn(said.split(" (and")[0], run("check", actor, "-v").stderr)
        pathlib.Path("a.json").write_text(text.replace('"anmkit": 1', '"anmkit": 1, "documnt": 2'))
        said = run("build", "a.json", "-o", "a.act")
        self.assertEqual(said.returncode, 1)
        self.assertIn("(documnt): unknown member", said.stderr)

    def test_viewing_a_file_reports_errors_of_its_check(self):
        source = (self.examples("sm64") / "wave.inc.c").read_text()
        pathlib.Path("far.inc.c").write_text(source.replace("0x001E, 0x001F", "0x001E, 0x0FFF"))
        pathlib.Path("flag.inc.c").write_text(source.replace("    0,\n", "    ANIM_FLAG_FOO,\n", 1))
        script = (self.examples("cs2") / "bounce.txt").read_text()
        pathlib.Path("far.txt").write_text(script.replace("set 0 2", "set 99 2"))
        for name, output, code in (("far.inc.c", "out.glb", "sm64.E-RANGE"), ("flag.inc.c", "out.glb", "sm64.E-CNAME"),
                                   ("far.inc.c", "out.png", "sm64.E-RANGE"), ("far.txt", "out.anm", "cs2.A20")):
            with self.subTest(name=name, output=output):
                self.assertEqual(run("check", name).returncode, 1)
                said = run("render" if output == "out.png" else "convert", name, "-o", output, "-f")
                self.assertEqual(said.returncode, 0, said.stderr)
                lines = [line for line in said.stderr.splitlines() if "anmkit.FLAWED" in line]
                self.assertEqual(len(lines), 1, said.stderr)
                self.assertIn(code, lines[0])
                self.assertRegex(lines[0], rf"anmkit.FLAWED \({name}:\d+:\d+\): ")

    def test_good_files_have_no_flaws(self):
        for family, name in (("psx", "HOP.ANM"), ("gc", "stalk.anm"), ("craftstudio", "robot-walk.csmodelanim"),
                             ("sm64", "wave.inc.c")):
            said = run("convert", self.examples(family) / name, "-o", "out.glb", "-f")
            self.assertNotIn("warning", said.stderr.replace("craftstudio.W-CONVERT-UV", ""))

    def test_a_source_in_utf16_is_named(self):
        source = (self.examples("sm64") / "wave.inc.c").read_text()
        for encoding in ("utf-16", "utf-16-be"):
            text = source.encode(encoding)
            pathlib.Path("a.inc.c").write_bytes(text if encoding == "utf-16" else b"\xfe\xff" + text)
            said = run("check", "a.inc.c")
            self.assertEqual(said.returncode, 1)
            self.assertIn("a source text in UTF-16", said.stderr)
            self.assertIn("iconv -f UTF-16 -t UTF-8", said.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
