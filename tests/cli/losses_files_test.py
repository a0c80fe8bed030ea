# SPDX-License-Identifier: MIT
"""Errors and leftovers of a file are named, whatever the family and the verb.

    losses_files_test.py TOOL EXAMPLES
"""
import json
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

    def test_nothing_to_play_is_named(self):
        psx = self.examples("psx")
        none = json.loads(run("dump", psx / "HOP.ANM").stdout)
        none["document"]["frames"] = []
        pathlib.Path("none.json").write_text(json.dumps(none))
        self.assertEqual(run("build", "none.json", "-o", "NONE.ANM").returncode, 0)
        for words in ((), ("--json",)):
            said = run("play", "NONE.ANM", *words)
            self.assertEqual(said.returncode, 0)
            self.assertIn("anmkit.EMPTY: the clip has no frames: nothing is ever shown", said.stderr)
        self.assertNotIn("anmkit.EMPTY", run("play", "NONE.ANM", "--ticks", 0).stderr)
        for verb in (("convert", "NONE.ANM", "-o", "out.glb"), ("sample", "NONE.ANM", "--frame", 0)):
            self.assertIn("psx.ANM-16 (NONE.ANM at 0x4): animation has no frames", run(*verb).stderr)
        self.assertEqual(run("play", psx / "HOP.ANM").stderr, "")
        for path in (psx / "MODEL.TMD", *(self.examples("gc") / f"stalk.{kind}" for kind in ("act", "skn", "gpl", "tpl")),
                     self.examples("craftstudio") / "robot.csmodel", self.examples("sm64") / "geo.inc.c"):
            said = run("play", path)
            self.assertEqual(said.returncode, 2, path)
            self.assertIn("file has nothing to play; name an animation or a script", said.stderr)

    def test_nothing_to_convert_is_an_error(self):
        for name, text in (("a.c", ""), ("a.inc.c", "\n"), ("a.lua", ""), ("a.inc.c", "// no code\n/* at all */\n"),
                           ("a.lua", "-- no code\n--[[ at\nall ]]\n"), ("a.inc.c", "\ufeff// only a mark\n")):
            pathlib.Path(name).write_text(text)
            for verb in (("check", name), ("info", name), ("dump", name), ("play", name), ("sample", name, "--frame", 0),
                         ("convert", name, "-o", "out.inc.c"), ("convert", name, "-o", "out.glb"),
                         ("render", name, "-o", "out.png")):
                for words in (("--format", "sm64-c"), ("--format", "sm64-geo")):
                    with self.subTest(text=text, verb=verb, words=words):
                        said = run(*verb, *words)
                        self.assertEqual(said.returncode, 1, said.stderr)
                        self.assertIn("sm64.E-CSYNTAX: the source is empty: expected an animation", said.stderr)
                self.assertNotEqual(run(*verb).returncode, 0)
        pathlib.Path("a.gltf").write_text('{"asset": {"version": "2.0"}}')
        for output in ("out.glb", "out.gltf"):
            said = run("convert", "a.gltf", "-o", output)
            self.assertEqual(said.returncode, 1)
            self.assertIn("anmkit.NOTHING", said.stderr)
        pathlib.Path("a.csjsmodel").write_text('{"title": "a", "tree": []}')
        said = run("convert", "a.csjsmodel", "-o", "out.glb")
        self.assertEqual(said.returncode, 1)
        self.assertIn("anmkit.NOTHING: nothing to convert: no clip, no mesh and no node", said.stderr)

    def test_numbers_of_a_source_are_those_of_a_compiler(self):
        """Each spelling is worth what C says, or is named with its place."""
        wave = self.examples("sm64") / "wave.inc.c"
        text = wave.read_text()
        before = json.loads(run("dump", wave).stdout)["document"]
        for head, old, new in (("", "0x1E,", "0x1E > 5 ? 30 : 2,"), ("#define LAST 28 + 1\n", "0x1E,", "LAST * 1 + 1,"),
                               ("#define FRAMES(n) ((n) * 2)\n", "0x1E,", "FRAMES(14 + 1),"),
                               ("", "ANIMINDEX_NUMPARTS(wave_indices)", "sizeof(wave_indices) / sizeof(wave_indices[0]) / 6 - 1"),
                               ("#define N(a) (sizeof(a) / sizeof(s16) / 6 - 1)\n", "ANIMINDEX_NUMPARTS(wave_indices)",
                                "N(wave_indices)"),
                               ("", "0x0064, 0x0066", "0x0064, (u8) 0x0166"), ("", "0xFFFE,", "(s16) ~1,"),
                               ("#ifdef VERSION_JP\n#define N 7\n#else\n#define N 100\n#endif\n", "0x0064,", "N,"),
                               ("#define N 100 /* of them */\n#undef OTHER\n", "0x0064,", "N,")):
            with self.subTest(new=new):
                pathlib.Path("a.inc.c").write_text(head + text.replace(old, new, 1))
                said = run("dump", "a.inc.c")
                self.assertEqual(said.returncode, 0, said.stderr)
                after = json.loads(said.stdout)["document"]
                for key in ("headers", "arrays"):
                    for one, other in zip(before[key], after[key]):
                        for member in ("header", "elements", "loopEnd", "unusedBoneCount"):
                            self.assertEqual(one.get(member), other.get(member))
                self.assertNotIn("error", run("check", "a.inc.c").stderr)
        for head, old, new, name in (("", "0x1E,", "sizeof(struct Foo),", "struct"), ("", "0x1E,", "FRAMES(14),", "FRAMES"),
                                     ("#define N 5\n#define N 6\n", "0x1E,", "N,", "N"),
                                     ("#define N M + 1\n", "0x1E,", "N,", "N"),
                                     ("#define F(a, ...) a\n", "0x1E,", "F(30),", "F"),
                                     ("#define N 5\n#define N 6\n", "0x0064,", "N,", "N")):
            with self.subTest(new=new, name=name):
                pathlib.Path("a.inc.c").write_text(head + text.replace(old, new, 1))
                said = run("check", "a.inc.c")
                self.assertEqual(said.returncode, 1, said.stderr)
                self.assertRegex(said.stderr, rf"a\.inc\.c:\d+:\d+: error sm64\.E-CNAME .*uses? '{name}', which is not")

    def test_clips_that_show_nothing_are_named(self):
        folder = self.examples("psx")
        none = json.loads(run("dump", folder / "HOP.ANM").stdout)
        none["document"]["frames"] = [[] for _ in none["document"]["frames"]]
        pathlib.Path("none.json").write_text(json.dumps(none))
        self.assertEqual(run("build", "none.json", "-o", folder / "NONE.ANM").returncode, 0)
        said = run("convert", folder / "NONE.ANM", "--with", folder / "MODEL.TMD", "-o", "out.glb")
        self.assertEqual(said.returncode, 0)
        self.assertIn("warning anmkit.BLANK: nothing is ever visible in the clip 'NONE'", said.stderr)
        for shown in ("HOP.ANM", "MODEL.TMD"):
            self.assertNotIn("BLANK", run("convert", folder / shown, "-o", "out.glb", "-f").stderr)

    def test_lost_parts_of_an_animation_are_named(self):
        """Names that the model lacks, tracks and keys that nothing plays."""
        robot = self.examples("craftstudio")
        run("convert", robot / "robot-walk.csmodelanim", "-o", "w.csjsmodelanim")
        pathlib.Path("a.csjsmodelanim").write_text(
            pathlib.Path("w.csjsmodelanim").read_text().replace('"Left Arm"', '"left arm"'))
        said = run("convert", "a.csjsmodelanim", "--with", robot / "robot.csmodel", "-o", "out.glb")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual(said.stderr.count("craftstudio.I-UNKNOWN-NODE"), 1, said.stderr)
        self.assertIn("the model has no node 'left arm'", said.stderr)
        run("convert", robot / "robot.csmodel", "-o", "r.csjsmodel")
        pathlib.Path("a.csjsmodel").write_text(
            pathlib.Path("r.csjsmodel").read_text().replace("{", '{"transparent": "yes",', 1))
        said = run("check", "a.csjsmodel")
        self.assertEqual(said.returncode, 1)
        self.assertIn('E-JSON-KEY (transparent): "transparent" is a string, expected a boolean', said.stderr)
        folder = self.examples("gc")
        bank = json.loads(run("dump", folder / "stalk.anm").stdout)

        def build(change):
            copy = json.loads(json.dumps(bank))
            change(copy["document"])
            pathlib.Path("b.json").write_text(json.dumps(copy))
            self.assertEqual(run("build", "b.json", "-o", "b.anm", "-f").returncode, 0)
            return run("convert", "b.anm", "--with", folder / "stalk.act", "-o", "out.glb", "-f").stderr

        self.assertNotIn("warning", build(lambda document: None))
        for code, change in (("ANM014", lambda one: one["sequences"][1].update(totalTracks=0)),
                             ("ANM045", lambda one: one["tracks"][0].update(animTime=60)),
                             ("ANM046", lambda one: one["tracks"][0].update(animTime=0)),
                             ("ANM049", lambda one: one["tracks"][1].update(trackID=0))):
            self.assertEqual(build(change).count("warning gc." + code), 1, code)

    def test_numbers_of_a_layout_may_have_names(self):
        geo = self.examples("sm64") / "geo.inc.c"
        text = geo.read_text()
        self.assertEqual(run("convert", geo, "-o", "before.gltf").returncode, 0)
        before = json.loads(pathlib.Path("before.gltf").read_text())["nodes"]
        for head, new in (("#define ARM 80\n", "ARM"), ("#define ARM 70 + 5\n", "(ARM) + 5"),
                          ("#define HALF(x) ((x) / 2)\n", "HALF(160)"), ("", "1 ? 80 : 0")):
            geo.write_text(head + text.replace("LAYER_OPAQUE, 80,", f"LAYER_OPAQUE, {new},"))
            with self.subTest(new=new):
                said = run("convert", geo, "-o", "after.gltf", "-f")
                self.assertNotIn("W-WORD", said.stderr)
                self.assertEqual(json.loads(pathlib.Path("after.gltf").read_text())["nodes"], before)
        geo.write_text(text.replace("LAYER_OPAQUE, 80,", "LAYER_OPAQUE, ARM,"))
        self.assertIn("is 'ARM', expected a number: 0 is used", run("check", geo).stderr)
        for given, said in (("80.5", True), ("80.0", False), ("(f32)80.5", False), ("80.5f", False)):
            geo.write_text(text.replace("LAYER_OPAQUE, 80,", f"LAYER_OPAQUE, {given},"))
            with self.subTest(given=given):
                self.assertEqual("is '80.5', expected a whole number: 80 is stored" in run("check", geo).stderr, said)

    def test_code_of_conditions_is_named(self):
        wave = self.examples("sm64") / "wave.inc.c"
        self.assertEqual(run("convert", wave, "-o", "wave.lua").returncode, 0)
        script, source = pathlib.Path("wave.lua").read_text(), wave.read_text()
        call = "smlua_anim_util_register_animation"
        for before, after, line in (("if false then\n", "\nend\n", "if false then"), ("if 0 then\n", "\nend\n", "if 0 then"),
                                    ("if a then\nlocal f = function() end\nelse\n", "\nend\n", "if a then"),
                                    ("while a do\n", "\nend\n", "while a do"), ("repeat\n", "\nuntil a\n", "repeat"),
                                    ("for i = 1, 2 do\n", "\nend\n", "for i = 1, 2 do"),
                                    ("for i = 1, 2 do end if a then end repeat until a\n", "", None),
                                    ("local function f()\n", "\nend\n", None), ("do\n", "\nend\n", None)):
            pathlib.Path("a.lua").write_text(before + script + after)
            for verb in (("check", "a.lua"), ("convert", "a.lua", "-o", "out.glb", "-f")):
                with self.subTest(before=before, verb=verb):
                    said = run(*verb)
                    self.assertEqual(said.returncode, 0, said.stderr)
                    self.assertEqual(said.stderr.count("sm64.W-CONDITION"), 1 if line else 0, said.stderr)
                    if line:
                        self.assertIn(f"'{line}': the script is not run", said.stderr)
                        self.assertIn("a.lua:1:1", said.stderr)
        pathlib.Path("a.lua").write_text("if a then\n" + script + script.replace("'wave'", "'other'") + "\nend\n")
        self.assertEqual(run("check", "a.lua", "-v").stderr.count("sm64.W-CONDITION"), 1)
        header = source.index("static const struct Animation")
        for text in ("#if 0\n" + source + "#endif\n", source[:header] + "#if 0\n" + source[header:] + "#endif\n",
                     source[:header] + "/*\n" + source[header:] + "*/\n"):
            pathlib.Path("a.inc.c").write_text(text)
            self.assertIn("sm64.W-CONDITION: no animation is read", run("check", "a.inc.c", "--format", "sm64-c").stderr)
        self.assertNotIn("W-CONDITION", run("check", wave).stderr)

    def test_values_without_a_sense_are_named(self):
        """A scale of 0, a block of no size, a key that appears twice, what has no nodes."""
        geo = self.examples("sm64") / "geo.inc.c"
        layout = geo.read_text()
        for command in ("GEO_SCALE(0x00, 0)", "GEO_SCALE_WITH_DL(LAYER_OPAQUE, 0, NULL)", "GEO_SCALE_XYZ(0x00, 65536, 0, 1)"):
            geo.write_text(layout.replace("GEO_OPEN_NODE(),", f"GEO_OPEN_NODE(),\n{command},", 1))
            for verb in (("check", geo), ("convert", geo, "-o", "out.glb", "-f")):
                with self.subTest(command=command, verb=verb):
                    said = run(*verb).stderr
                    self.assertEqual(said.count("sm64.W-LAYOUT"), 1, said)
                    self.assertIn(f"the scale of {command.split('(')[0]} is 0, expected 65536 for 1", said)
                    self.assertRegex(said, r"geo\.inc\.c:\d+")
        # Nodes of a binary layout: a part, a scale of 0, the end.
        pathlib.Path("a.geo").write_bytes(struct.pack(">I", 0x04000000) + struct.pack(">II", 0x1D000000, 0) +
                                          struct.pack(">I", 0x04000000) + struct.pack(">III", 0x13010000, 0, 0) +
                                          struct.pack(">III", 0x05000000, 0x05000000, 0x01000000))
        self.assertIn("W-LAYOUT (nodes[0]): the scale of a node is 0", run("check", "a.geo", "--format", "sm64-geo").stderr)
        folder = self.examples("craftstudio")
        run("convert", folder / "robot.csmodel", "-o", "r.csjsmodel")
        run("convert", folder / "robot-walk.csmodelanim", "-o", "w.csjsmodelanim")
        model, clip = pathlib.Path("r.csjsmodel").read_text(), pathlib.Path("w.csjsmodelanim").read_text()
        motion = json.loads(clip)
        for name, text, code, said in (
                ("a.csjsmodel", model.replace("[ 10, 12, 6 ]", "[ 0, 12, 0 ]", 1), "I-SIZE-ZERO", "it shows nothing"),
                ("a.csjsmodel", model.replace('"rotation":', '"rotation": [ 0, 9, 0 ], "rotation":', 1), "W-JSON-DUPLICATE",
                 'the key "rotation" appears twice; the last one counts'),
                ("a.csjsmodel", '{"title": "a", "tree": []}', "W-NO-NODES", "the model has no blocks"),
                ("a.csjsmodelanim", clip.replace('"duration":', '"duration": 7, "duration":', 1), "W-JSON-DUPLICATE",
                 'the key "duration" appears twice; the last one counts'),
                ("a.csjsmodelanim", json.dumps({**motion, "nodeAnimations": {}}), "W-NO-NODES", "it moves nothing")):
            pathlib.Path(name).write_text(text)
            with self.subTest(code=code):
                found = run("check", name, "-v").stderr
                self.assertEqual(found.count("craftstudio." + code), 1, found)
                self.assertIn(said, found)
                if code[0] == "W":
                    self.assertIn("craftstudio." + code, run("convert", name, "-o", "out.glb", "-f").stderr)
        pathlib.Path("b.csmodelanim").write_bytes(b"\x06\x03\x00\x0a\x00\x00\x00\x00")
        self.assertIn("W-NO-NODES", run("check", "b.csmodelanim").stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
