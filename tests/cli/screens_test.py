#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a person sees of the tool: what a file is, what was used, what there is in a folder, and what is wrong.

usage: screens_test.py TOOL EXAMPLES"""
import json, os, pathlib, pty, random, shutil, struct, subprocess, sys, tempfile, unittest, zlib

TOOL, EXAMPLES = os.path.abspath(sys.argv.pop(1)), pathlib.Path(sys.argv.pop(1)).resolve()
WALK, ROBOT = EXAMPLES / "craftstudio/robot-walk.csmodelanim", EXAMPLES / "craftstudio/robot.csmodel"
HOP, TMD = EXAMPLES / "psx/HOP.ANM", EXAMPLES / "psx/MODEL.TMD"
BEND, ACTOR = EXAMPLES / "gc/stalk.anm", EXAMPLES / "gc/stalk.act"
WAVE, GEO = EXAMPLES / "sm64/wave.inc.c", EXAMPLES / "sm64/geo.inc.c"
SCRIPT = EXAMPLES / "cs2/bounce.txt"


def png(width=2, height=2):
    """A white PNG, by its specification."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + b"\xff" * 4 * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Screen(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)

    def run_tool(self, *words, status=0):
        done = subprocess.run([TOOL, *map(str, words)], cwd=self.root, capture_output=True)
        out, said = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, status, f"{words}\n{out[:1000]}\n{said[:3000]}")
        return out, said

    def put(self, name, data):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(data, pathlib.Path):
            shutil.copy(data, path)
        else:
            path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return name


# Each by the first bytes that its own specification gives.
KNOWN = {
    "a.bin": (b"DYNOSBIN" + bytes(40), "DynOS"),
    "b.bin": (b"\x08\x0emario_geo_dl_1" + bytes(40), "DynOS"),
    "c.szs": (b"Yaz0" + bytes(40), "Yaz0"),
    "d.szp": (b"Yay0" + bytes(40), "Yay0"),
    "e.bin": (b"MIO0" + bytes(40), "MIO0"),
    "f.tm2": (b"TIM2" + bytes(40), "TIM2"),
    "g.fbx": (b"Kaydara FBX Binary  \0\x1a\0" + bytes(40), "FBX"),
    "h.fbx": (b"; FBX 7.4.0 project file\n", "FBX"),
    "j.vmd": (b"Vocaloid Motion Data 0002" + bytes(40), "VMD"),
    "k.pmx": (b"PMX \0\0\0\x40" + bytes(40), "PMX"),
    "l.blend": (b"BLENDER-v300", "Blender"),
    "m.blend": (b"\x28\xb5\x2f\xfd" + bytes(20), "Blender"),
    "n.bbmodel": (b'{"meta":{"format_version":"4.9","model_format":"free"}}', "Blockbench"),
    "o.obj": (b"# cube\nv 0 0 0\nv 1 0 0\n", "OBJ"),
    "p.dae": (b'<?xml version="1.0"?>\n<COLLADA version="1.4.1"></COLLADA>', "COLLADA"),
    "q.usdc": (b"PXR-USDC" + bytes(40), "USD"),
    "r.usda": (b"#usda 1.0\n", "USD"),
    "s.bmd": (b"J3D2bmd3" + bytes(40), "BMD"),
    "t.bdl": (b"J3D2bdl4" + bytes(40), "BDL"),
    "u.brres": (b"bres\xfe\xff\0\0" + bytes(40), "BRRES"),
    "v.nsbmd": (b"BMD0\xff\xfe\x02\0" + bytes(40), "NSBMD"),
    "w.iso": (bytes(0x8001) + b"CD001" + bytes(40), "ISO 9660"),
    "x.gcm": (bytes(0x1c) + b"\xc2\x33\x9f\x3d" + bytes(40), "GameCube disc"),
    "y.cue": (b'FILE "game.bin" BINARY\n  TRACK 01 MODE2/2352\n', "CD image"),
    "z.z64": (b"\x80\x37\x12\x40" + bytes(0x1000), "Nintendo 64 ROM"),
    "aa.zip": (b"PK\5\6" + bytes(18), "ZIP"),
    "ab.7z": (b"7z\xbc\xaf\x27\x1c" + bytes(40), "7z"),
    "ac.rar": (b"Rar!\x1a\x07\x01\0" + bytes(40), "RAR"),
    "ad.png": (png(), "PNG"),
    "ae.jpg": (b"\xff\xd8\xff\xe0" + bytes(40), "JPEG"),
    "af.webp": (b"RIFF\x20\0\0\0WEBPVP8 " + bytes(40), "WebP"),
    "ag.json": (b'{"anmkit":1,"format":"psx-tim","document":{}}', "anmkit build"),
    "ah.rarc": (b"RARC" + bytes(40), "RARC"),
    "ai.smd": (b"version 1\nnodes\n0 \"root\" -1\nend\n", "SMD"),
    "aj.anm": (b"r3d2anmd" + bytes(40), "League of Legends"),
    "al.hsf": (b"HSFV037\0" + bytes(40), "Mario Party"),
    "am.ply": (b"@PLY940102\n8 8 12\n", "RSD"),
    "an.mat": (b"@MAT940801\n12\n", "RSD"),
    "ao.grp": (b"@GRP940102\n1\n", "RSD"),
    "ap.hmd": (b"\x50\0\0\0" + bytes(40), "HMD"),
    "aq.vab": (b"pBAV" + bytes(40), "VAB"),
    "ar.gmo": (b"OMG.00.1PSP\0" + bytes(40), "GMO"),
    "as.cst": (b"CatScene" + bytes(40), "CatSystem 2"),
    "ak.csmodel": (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n", "git lfs pull"),
}


class WhatAFileIs(Screen):
    def test_known_files_get_a_sentence_with_the_next_step(self):
        for name, (data, word) in KNOWN.items():
            self.put(name, data)
            for verb in (["info"], ["check"], ["convert", "-o", "x.glb"], ["sample"], ["play"]):
                with self.subTest(name=name, verb=verb[0]):
                    out, said = self.run_tool(verb[0], name, *verb[1:], status=1)
                    line = next(line for line in said.splitlines() if "anmkit.NOT-READ" in line)
                    self.assertIn(word, line)
                    self.assertRegex(line, r": error anmkit\.NOT-READ: an? .*; |: error anmkit\.NOT-READ: .*; ")
        self.assertGreaterEqual(len(KNOWN), 20)
        # A name decides nothing against the content.
        self.put("walk.fbx", WALK)
        self.assertIn("30 frames", self.run_tool("info", "walk.fbx", "--format", "csmodelanim")[0])

    def test_prose_is_not_source(self):
        fence = "```"
        texts = {
            "README.md": f"# Animations\n\nEach `struct Animation` has:\n\n{fence}c\nstatic const struct Animation a[] = {{\n"
                         f"    0, 0, 0, 0, 0x10, 1, v, i, 0,\n}};\n{fence}\n",
            "layout.md": "A `const GeoLayout mario_geo[] = {` begins the layout; struct Animation too.\n",
            "lua.md": "Call smlua_anim_util_register_animation with a table.\n",
            "notes.txt": "The struct Animation lies in bank 5.\nGeoLayout mario_geo[] is next.\n",
            "main.c": "#include <stdio.h>\nenum colour { RED, GREEN };\nint main(void) { return 0; }\n",
            "util.h": "#pragma once\n#include <stddef.h>\nsize_t count(const char *text);\n",
            "init.lua": "local x = 1\nreturn x\n",
            "data.json": "{\"title\": \"a\", \"list\": [1, 2]}\n",
            "points.xyz": "8 8 12\n1 2 3\n",
            "empty.glb": "",
        }
        for name, text in texts.items():
            with self.subTest(name):
                self.put(name, text)
                _, said = self.run_tool("info", name, status=1)
                self.assertRegex(said, r"anmkit\.(UNKNOWN-FORMAT|NOT-READ)")

    def test_random_bytes_have_no_format(self):
        dice = random.Random(11)
        for size in (1, 3, 7, 20, 64):
            for name in ("x.bin", "x.dat", "x", "x.c", "x.txt", "x.json"):
                with self.subTest(size=size, name=name):
                    self.put(name, dice.randbytes(size))
                    self.assertIn("UNKNOWN-FORMAT", self.run_tool("info", name, status=1)[1])

    def test_sources_are_reported_by_what_they_declare(self):
        self.put("a.txt", WAVE)  # whatever the name
        self.assertIn("Super Mario 64 animation, C source", self.run_tool("info", "a.txt")[0])
        self.put("all.inc.c", "// all of them\n#include \"anims/anim_00.inc.c\"\n#include \"anims/anim_01.inc.c\"\n")
        self.assertIn("C source", self.run_tool("info", "all.inc.c")[0])


class Companions(Screen):
    def clips(self, name):
        data = (self.root / name).read_bytes()
        return json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])

    def test_the_order_of_model_and_animation_has_no_effect(self):
        for number, (model, motion) in enumerate(((ROBOT, WALK), (TMD, HOP), (ACTOR, BEND), (GEO, WAVE))):
            with self.subTest(str(model)):
                self.run_tool("convert", motion, "--with", model, "-o", f"{number}a.glb")
                _, said = self.run_tool("convert", model, "--with", motion, "-o", f"{number}b.glb")
                a, b = self.clips(f"{number}a.glb"), self.clips(f"{number}b.glb")
                self.assertTrue(b["animations"] and b["meshes"])
                self.assertEqual((self.root / f"{number}a.glb").read_bytes(), (self.root / f"{number}b.glb").read_bytes())
                self.assertNotIn("UNUSED", said)
                at = ["--frame", "1", "--json"]
                self.assertEqual(self.run_tool("sample", model, "--with", motion, *at),
                                 self.run_tool("sample", motion, "--with", model, *at))
                self.run_tool("render", model, "--with", motion, "-o", f"{number}b.png")
                self.run_tool("render", motion, "--with", model, "-o", f"{number}a.png")
                self.assertEqual((self.root / f"{number}a.png").read_bytes(), (self.root / f"{number}b.png").read_bytes())

    def test_unused_files_are_one_line(self):
        self.put("white.png", png())
        self.put("junk.xyz", "nothing")
        self.run_tool("convert", WALK, "-o", "rig.glb")
        others = {WALK: [TMD, "junk.xyz", "rig.glb"], HOP: [ROBOT, "white.png", "rig.glb"],
                  BEND: [GEO, "white.png", "junk.xyz"], WAVE: [TMD, "junk.xyz", "rig.glb"], SCRIPT: [ROBOT, "white.png"]}
        verbs = {"info": [], "check": [], "convert": ["-o", "x.glb", "-f"], "sample": ["--frame", "0"], "play": [],
                 "render": ["-o", "x.png", "-f"]}
        for file, extra in others.items():
            for verb, more in verbs.items():
                if file is SCRIPT and verb in ("sample", "convert"):
                    continue
                with self.subTest(file=file.name, verb=verb):
                    words = [word for one in extra for word in ("--with", one)]
                    done = subprocess.run([TOOL, verb, str(file), *map(str, words + more)], cwd=self.root,
                                          capture_output=True, text=True, errors="replace")
                    lines = [line for line in done.stderr.splitlines() if "anmkit.UNUSED" in line]
                    self.assertEqual(len(lines), 1, done.stderr)
                    for one in extra:
                        self.assertIn(pathlib.Path(one).name, lines[0])

    def test_used_files_are_not_listed(self):
        self.put("white.png", png())
        self.run_tool("convert", ROBOT, "-o", "robot.csjsmodel")
        for words in ([WALK, "--with", ROBOT], [WAVE, "--with", GEO], [BEND, "--with", ACTOR], [HOP, "--with", TMD],
                      ["robot.csjsmodel", "--with", "white.png"]):
            with self.subTest(words):
                self.assertNotIn("UNUSED", self.run_tool("info", *words)[1])

    def test_the_first_of_two_models_is_shown(self):
        self.put("B.TMD", TMD)
        _, said = self.run_tool("convert", HOP, "--with", TMD, "--with", "B.TMD", "-o", "x.glb")
        self.assertIn("not used: B.TMD", said)

    def test_an_image_without_a_material_is_no_companion(self):
        # The model has a texture of its own; only a JSON model takes the one beside it.
        self.put("robot.csmodel", ROBOT)
        self.put("robot.png", png())
        self.put("white.png", png(3))
        for words in (["robot.csmodel"], ["robot.csmodel", "--with", "white.png"]):
            _, said = self.run_tool("convert", *words, "-o", "x.glb", "-f", "-v")
            self.assertNotIn("robot.png", said)
            self.assertEqual("not used: white.png" in said, len(words) > 1, said)
        self.run_tool("convert", "robot.csmodel", "-o", "robot.csjsmodel")
        os.remove(self.root / "robot.csmodel")
        for words in (["robot.csjsmodel"], ["robot.csjsmodel", "--with", "white.png"]):
            _, said = self.run_tool("convert", *words, "-o", "x.glb", "-f", "-v")
            self.assertNotIn("not used", said)
            self.assertEqual("shown with robot.png" in said, len(words) == 1, said)

    def test_every_verb_reports_keys_that_begin_late(self):
        times, moved = struct.pack("<2f", 2, 3), struct.pack("<6f", 0, 0, 0, 1, 0, 0)
        (self.root / "late.bin").write_bytes(times + moved)
        self.put("late.gltf", json.dumps({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "a"}],
            "animations": [{"name": "hop", "samplers": [{"input": 0, "output": 1}],
                            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [2], "max": [3]},
                          {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
            "buffers": [{"byteLength": 32, "uri": "late.bin"}]}).encode())
        for words in (["info"], ["sample"], ["render", "-o", "x.png"], ["convert", "-o", "x.inc.c", "--to", "sm64-c"]):
            _, said = self.run_tool(words[0], "late.gltf", *words[1:])
            self.assertIn("the keys of the clip 'hop' begin at 2 s", said)
            self.assertEqual(said.count("KEYS-BEGIN"), 1, said)

    def test_found_ones_are_one_line_or_verbose(self):
        for name in ("stalk.act", "stalk.anm", "stalk.gpl", "stalk.skn", "stalk.tpl"):
            self.put(name, EXAMPLES / "gc" / name)
        _, said = self.run_tool("convert", "stalk.anm", "-o", "x.glb")
        self.assertNotIn("USING", said)
        self.assertRegex(said, r"(?m)^shown with .*stalk\.act.* and stalk\.tpl$")
        _, said = self.run_tool("convert", "stalk.anm", "-o", "y.glb", "-v")
        self.assertGreaterEqual(said.count("anmkit.USING"), 4)


class Messages(Screen):
    def test_one_line_per_file(self):
        self.put("t.inc.c", "static const s16 v[] = {1,\n\n,\n2};\nstatic const u16 i[] = {1, 0};\n"
                            "static const struct Animation a[] = {0, 0, 0, 0, 1,\n,\n1, v, i, 0};\n")
        done = subprocess.run([TOOL, "check", "t.inc.c"], cwd=self.root, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        for line in done.stderr.splitlines():
            self.assertRegex(line, r"^(t\.inc\.c|anmkit)")
        self.put("bad\nname.csmodelanim", "no animation")
        _, said = self.run_tool("info", "bad\nname.csmodelanim", status=1)
        self.assertIn("bad\\x0aname", said)
        self.assertTrue(all(line.startswith(("bad\\x0aname", "  ")) for line in said.splitlines()))
        self.assertIn("no\\x0asuch", self.run_tool("info", "no\nsuch.glb", status=3)[1])

    def test_warnings_do_not_use_codes_of_errors(self):
        self.put("geo.inc.c", "const GeoLayout some_geo[] = {\n   GEO_NODE_START(),\n   GEO_OPEN_NODE(),\n"
                              "      GEO_BRANCH(1, elsewhere_geo),\n   GEO_CLOSE_NODE(),\n   GEO_END(),\n};\n")
        _, said = self.run_tool("check", "geo.inc.c")
        self.assertIn("warning sm64.W-MODEL", said)
        self.assertNotIn("warning sm64.E-", said)

    def test_one_bad_file_leaves_a_folder_its_summary(self):
        for i in range(30):
            self.put(f"in/{i}/HOP.ANM", HOP)
        self.put("in/bad/a.inc.c", "static const s16 v[] = {1,\n,\n2};\nstatic const struct Animation a[] = {0,\n,\n0};\n")
        out, said = self.run_tool("check", "in", status=1)
        self.assertIn("30 of 31", said)
        _, said = self.run_tool("convert", "in", "--to", "gltf", "-o", "out/", status=1)
        self.assertIn("30 of 30 subjects written", said)

    HIDDEN = [0x7F, 0x80, 0x85, 0x9B, 0x61C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069]

    def test_hidden_characters_of_names_are_numbers(self):
        for code in self.HIDDEN:
            name = f"na{chr(code)}me.csmodelanim"
            self.put(name, WALK)
            for verb in (["info"], ["info", "--json"], ["check"], ["check", "--json"], ["sample", "--frame=0"],
                         ["sample", "--frame=0", "--json"], ["play", "--json", "--ticks=1"], ["dump"], ["explain", "--json"]):
                with self.subTest(code=hex(code), verb=verb):
                    out, said = self.run_tool(verb[0], name, *verb[1:])
                    self.assertNotIn(chr(code), out + said)
                    if "--json" in verb and verb[0] != "dump":
                        found = json.loads(out)
                        found = found["files"][0] if "files" in found else found
                        self.assertEqual(found["file"], name)  # nothing is lost

    def test_dumps_of_such_names_come_back(self):
        data = bytearray(WALK.read_bytes())
        at = data.find(b"Head")
        data[at:at + 4] = b"\xe2\x80\xae\x7f"
        self.put("odd.csmodelanim", bytes(data))
        out, _ = self.run_tool("dump", "odd.csmodelanim")
        self.assertNotIn("\u202e", out)
        self.put("odd.json", out)
        self.run_tool("build", "odd.json", "-o", "again.csmodelanim")
        self.assertEqual((self.root / "again.csmodelanim").read_bytes(), bytes(data))

    def test_clips_are_suggested_by_a_part_of_their_name(self):
        clip = "static const s16 v[] = {0};\nstatic const u16 i[] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};\n"
        for name in ("anim_WALKING", "anim_RUNNING", "RUNNING_FAST", "anim_SLEEPING", "anim_JUMP", "anim_FALL"):
            clip += f"static const struct Animation {name}[] = {{0, 0, 0, 0, 1, 1, v, i, 0}};\n"
        self.put("all.inc.c", clip)
        _, said = self.run_tool("play", "all.inc.c", "--clip", "running", status=2)
        self.assertIn("did you mean 'anim_RUNNING' or 'RUNNING_FAST'?", said)
        self.assertIn("did you mean 'anim_JUMP'?", self.run_tool("sample", "all.inc.c", "--clip", "JUMP", status=2)[1])

    def test_words_of_our_own(self):
        for words in (["--quiet", "check", str(WALK)], ["-q", "info", str(WALK)]):
            _, said = self.run_tool(*words, status=2)
            self.assertIn(f"expected a verb before '{words[0]}'", said)
            self.assertIn(f"anmkit {words[1]} {WALK} {words[0]}", said)
        version, _ = self.run_tool("--version")
        self.assertEqual(self.run_tool("-V")[0], version)
        for words, wanted in ((["check", WALK, "--nonsense"], "unknown option '--nonsense'"),
                              (["convert", WALK, "-o"], "--output expects FILE"),
                              (["check", WALK, "--json=3"], "--json takes no value"),
                              (["build", "a", "b", "-o", "c"], "build expects FILE.json")):
            _, said = self.run_tool(*words, status=2)
            self.assertIn(wanted, said)
            for word in ("TEXT", "required", "following argument", "ArgumentMismatch"):
                self.assertNotIn(word, said)


class Help(Screen):
    def test_help_fits_a_screen(self):
        verbs = [line.split()[0] for line in self.run_tool("--help")[0].split("Verbs:\n")[1].splitlines() if line[2] != " "]
        verbs = [verb for verb in verbs if verb.isalpha() and verb != "help"]
        self.assertIn("convert", verbs)
        for verb in verbs:
            with self.subTest(verb):
                short = self.run_tool(verb, "--help")[0]
                self.assertLessEqual(len(short.splitlines()), 45)
                self.assertLessEqual(max(map(len, short.splitlines())), 100)
                self.assertEqual(short, self.run_tool("help", verb)[0])
                long = self.run_tool("help", verb, "all")[0]
                self.assertEqual(long, self.run_tool(verb, "--help", "all")[0])
                self.assertIn(long, self.run_tool("--help", "all")[0])
        self.assertLessEqual(len(self.run_tool("--help")[0].splitlines()), 45)
        self.assertEqual(self.run_tool("help", "all"), self.run_tool("--help", "all"))

    def test_poses_have_no_options_of_scripts(self):
        for verb in ("sample", "map"):
            self.assertNotIn("--compat", self.run_tool("help", verb, "all")[0])
        self.assertIn("--compat", self.run_tool("help", "play", "all")[0])


class Folders(Screen):
    def put_some(self):
        self.put("game/psx/HOP.ANM", HOP)
        self.put("game/psx/MODEL.TMD", TMD)
        self.put("game/cs/robot.csmodel", ROBOT)
        self.put("game/cs/robot-walk.csmodelanim", WALK)
        self.put("game/cs/robot-wave.csmodelanim", EXAMPLES / "craftstudio/robot-wave.csmodelanim")

    def test_mixed_ones_become_gltf(self):
        self.put_some()
        _, said = self.run_tool("convert", "game", "-o", "out/")
        self.assertIn("2 of 2 subjects written", said)
        self.assertEqual(sorted(p.name for p in (self.root / "out").iterdir()), ["cs.glb", "psx.glb"])

    def test_an_existing_folder_needs_no_slash(self):
        self.put_some()
        (self.root / "there").mkdir()
        self.run_tool("convert", "game", "--to", "gltf", "-o", "there")
        self.assertTrue((self.root / "there/cs.glb").exists())
        _, said = self.run_tool("convert", "game", "--to", "gltf", "-o", "fresh", status=2)
        self.assertIn("-o fresh/", said)
        self.assertNotIn("0 of 0", said)

    def test_gltf_files_are_inputs_like_others(self):
        self.put_some()
        self.run_tool("convert", "game", "-o", "glb/")
        out, _ = self.run_tool("info", "glb")
        self.assertIn("glb: 2 subjects", out)
        self.assertRegex(out, r"cs +gltf +2 ")
        self.assertEqual([one["family"] for one in json.loads(self.run_tool("info", "glb", "--json")[0])["subjects"]],
                         ["gltf", "gltf"])
        self.assertEqual(self.run_tool("check", "glb")[0].count("good (gltf)"), 2)
        self.run_tool("render", "glb", "-o", "sheet.png")
        self.run_tool("render", "glb", "-o", "pictures/")
        self.assertEqual(sorted(p.name for p in (self.root / "pictures").iterdir()), ["cs.png", "psx.png"])
        self.run_tool("convert", "glb", "-o", "copies/", "--to", "gltf")
        self.assertEqual((self.root / "copies/cs.glb").read_bytes(), (self.root / "glb/cs.glb").read_bytes())
        self.put("alone/psx.glb", self.root / "glb/psx.glb")
        self.run_tool("convert", "alone", "--to", "psx-anm", "-o", "native/")
        made = [path for path in (self.root / "native").iterdir() if path.suffix.lower() == ".anm"]
        self.assertEqual([path.read_bytes() for path in made], [HOP.read_bytes()])

    def test_existing_outputs_are_not_made_again(self):
        self.put_some()
        self.run_tool("convert", "game", "-o", "game/out/")
        _, said = self.run_tool("convert", "game", "-o", "again/")
        self.assertIn("2 glTF or BVH files are not converted again", said)
        self.assertEqual(sorted(p.name for p in (self.root / "again").iterdir()), ["cs.glb", "psx.glb"])

    def test_the_table_is_of_the_folder(self):
        self.put_some()
        out, _ = self.run_tool("info", self.root / "game/psx")
        self.assertIn(": 1 subject\n", out)
        self.assertEqual(out.count(str(self.root)), 1)  # in its heading
        for i in range(30):
            self.put(f"game/lost/{i}.tpl", EXAMPLES / "gc/stalk.tpl")
        out, _ = self.run_tool("info", "game")
        self.assertIn("(--verbose lists all)", out)
        out, _ = self.run_tool("info", "game", "--verbose")
        self.assertEqual(out.count(".tpl"), 30)
        _, said = self.run_tool("convert", "game", "-o", "out/")
        self.assertIn("30 files belong to no model or animation; anmkit info FOLDER --verbose lists them", said)

    def test_the_table_fits_the_terminal(self):
        long = "a_folder_with_a_very_long_name_indeed_that_nobody_would_type_twice"
        self.put(f"game/{long}/{long}_model.TMD", TMD)
        self.put(f"game/{long}/HOP.ANM", HOP)
        self.put_some()
        master, slave = pty.openpty()
        import fcntl, termios
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        done = subprocess.run([TOOL, "info", "game"], cwd=self.root, stdout=slave, stderr=subprocess.PIPE)
        os.close(slave)
        text = b""
        try:
            while piece := os.read(master, 65536):
                text += piece
        except OSError:
            pass
        os.close(master)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = text.decode().replace("\r", "").splitlines()
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertTrue(any(line.endswith("_model.TMD") for line in lines))
        self.assertIn(long, self.run_tool("info", "game")[0])

    def test_play_and_sample_take_what_info_counts(self):
        self.put_some()
        self.put("game/cs/Project.txt", "nothing")
        for verb in ("play", "sample"):
            out, _ = self.run_tool(verb, "game")
            self.assertEqual(len(out.split("clip ")) - 1 if verb == "sample" else 3, 3)
        self.put("anims/walk.inc.c", WAVE)
        self.put("anims/table.inc.c", "const struct Animation *const anims[] = {&wave, NULL};\n")
        self.put("anims/values.inc.c", "static const s16 other_values[] = {0, 1};\n")
        for verb in ("play", "sample"):
            self.run_tool(verb, "anims")
        # Arrays that another source of the folder defines; a model beside them is not taken.
        self.put("split/walk.inc.c", "static const struct Animation walk = "
                 "{ 0, 0, 0, 0, 4, ANIMINDEX_NUMPARTS(walk_index), walk_values, walk_index, 0 };\n")
        self.put("split/arrays.inc.c", "static const s16 walk_values[] = { 0, 16, 32, 48, 0x4000 };\n"
                 "static const u16 walk_index[] = { 4, 0, 1, 0, 1, 0, 1, 4, 1, 0, 1, 0 };\n")
        self.put("split/geo.inc.c", "const GeoLayout a_geo[] = {\n   GEO_NODE_START(),\n   GEO_OPEN_NODE(),\n"
                 "      GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 10, 0, a_dl),\n   GEO_CLOSE_NODE(),\n   GEO_END(),\n};\n")
        for name in ("split", "split/walk.inc.c"):
            self.run_tool("play", name)
            out, _ = self.run_tool("sample", name, "--frame", "0")
            self.assertRegex(out, r"part0 .*turned  0.70711  0.00000  0.00000  0.70711")
        out, _ = self.run_tool("info", "split/walk.inc.c")
        self.assertIn("with arrays in other files: 1", out)
        self.assertNotIn("parts: 0", out)
        self.put("still/MODEL.TMD", TMD)
        self.assertIn("no file in the folder", self.run_tool("play", "still", status=2)[1])
        self.assertIn("no file in the folder", self.run_tool("sample", "still", status=2)[1])

    def test_subjects_that_lack_something_are_counted(self):
        self.put("game/a/HOP.ANM", HOP)
        self.put("game/b/HOP.ANM", HOP)
        self.put("game/b/MODEL.TMD", TMD)
        _, said = self.run_tool("convert", "game", "-o", "out/")
        self.assertIn("2 of 2 subjects written (1 without model)", said)

    def test_nodes_alone_are_reported(self):
        layout = ("const GeoLayout some_geo[] = {\n   GEO_NODE_START(),\n   GEO_OPEN_NODE(),\n"
                  "      GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 10, 0, NULL),\n   GEO_CLOSE_NODE(),\n   GEO_END(),\n};\n")
        self.put("a/geo.inc.c", layout)
        self.put("b/MODEL.TMD", TMD)
        self.run_tool("convert", "a/geo.inc.c", "-o", "x.glb", "--report", "all.jsonl")
        found = [json.loads(line) for line in (self.root / "all.jsonl").read_text().splitlines()]
        self.assertEqual([one["severity"] for one in found if one["code"] == "anmkit.EMPTY"], ["warning"], found)
        self.assertIn("(1 empty)", self.run_tool("convert", ".", "-o", "out/")[1])

    def test_layouts_of_nothing_are_counted_among_others(self):
        """Sources have such; alone there is nothing to convert."""
        self.put("a/geo.inc.c", "const GeoLayout a_geo[] = {\n    GEO_BRANCH_AND_LINK(NULL),\n};\n")
        self.assertIn("nothing to convert", self.run_tool("convert", "a", "--to", "gltf", "-o", "out/", status=1)[1])
        self.put("b/MODEL.TMD", TMD)
        self.assertIn("1 of 2 subjects written (1 empty)", self.run_tool("convert", ".", "--to", "gltf", "-o", "out/")[1])

    def test_textures_that_meshes_of_an_actor_name_are_missing(self):
        for name in ("stalk.act", "stalk.gpl", "stalk.skn"):
            self.put("a/" + name, EXAMPLES / "gc" / name)
        self.put("b/MODEL.TMD", TMD)
        self.assertIn("missing: stalk.tpl", self.run_tool("info", ".")[0])
        self.assertIn("2 of 2 subjects written (1 without textures)", self.run_tool("convert", ".", "-o", "out/")[1])
        self.put("a/stalk.tpl", EXAMPLES / "gc/stalk.tpl")
        self.assertNotIn("missing", self.run_tool("info", "a")[0])

    def test_rest_positions_that_a_model_file_cannot_store_are_reported(self):
        self.run_tool("convert", ROBOT, "-o", "robot.glb")
        self.assertIn("objects lose their rest position", self.run_tool("convert", "robot.glb", "-o", "R.TMD")[1])
        self.run_tool("convert", TMD, "--no-source", "-o", "model.glb")
        self.assertNotIn("rest position", self.run_tool("convert", "model.glb", "-o", "M.TMD")[1])

    def test_a_missing_display_list_is_no_missing_texture(self):
        self.put("a/geo.inc.c", "const GeoLayout a_geo[] = {\n   GEO_NODE_START(),\n   GEO_OPEN_NODE(),\n"
                 "      GEO_DISPLAY_LIST(LAYER_OPAQUE, a_nowhere),\n   GEO_CLOSE_NODE(),\n   GEO_END(),\n};\n")
        self.put("b/HOP.ANM", HOP)
        self.put("b/MODEL.TMD", TMD)
        _, said = self.run_tool("convert", ".", "-o", "out/")
        self.assertIn("2 of 2 subjects written (1 incomplete, 1 empty)", said)


class Refusals(Screen):
    def test_a_report_replaces_no_file_that_is_read(self):
        walk = self.put("walk.csmodelanim", WALK)
        robot = self.put("robot.csmodel", ROBOT)
        (self.root / "link").symlink_to(walk)
        os.link(self.root / walk, self.root / "hard")
        for report in (walk, robot, "link", "hard", f"./{walk}"):
            for force in ([], ["-f"]):
                for verb in ("check", "info"):
                    self.run_tool(verb, walk, "--with", robot, "--report", report, *force, status=2)
                self.run_tool("convert", walk, "--with", robot, "--report", report, "-o", "x.glb", *force, status=2)
        self.run_tool("check", ".", "--report", walk, "-f", status=2)
        self.assertEqual((self.root / walk).read_bytes(), WALK.read_bytes())
        self.assertEqual((self.root / robot).read_bytes(), ROBOT.read_bytes())

    def test_a_report_replaces_another_file_only_with_force(self):
        walk = self.put("in/walk.csmodelanim", WALK)
        self.put("mine.txt", "precious")
        _, said = self.run_tool("check", walk, "--report", "mine.txt", status=2)
        self.assertIn("-f", said)
        self.assertEqual((self.root / "mine.txt").read_text(), "precious")
        self.run_tool("check", walk, "--report", "mine.txt", "-f")
        self.assertTrue((self.root / "mine.txt").read_text().startswith('{"file":'))
        self.put("bad.csmodelanim", "no")
        self.run_tool("check", "bad.csmodelanim", "--report", "r.jsonl", status=1)
        self.assertIn('"file"', (self.root / "r.jsonl").read_text())
        self.run_tool("check", "bad.csmodelanim", "--report", "r.jsonl", status=1)  # its own is written anew
        self.run_tool("check", walk, "--report", "/dev/null")

    def test_missing_companions_are_errors_in_every_verb(self):
        self.run_tool("convert", WALK, "--with", ROBOT, "-o", "a.glb")
        for words in (["map", "a.glb", ROBOT], ["info", WALK], ["check", WALK], ["sample", WALK], ["play", WALK],
                      ["convert", WALK, "-o", "x.glb"], ["render", WALK, "-o", "x.png"]):
            self.run_tool(*words, "--with", "/nonexistent", status=3)

    def test_a_limit_of_output_holds_everywhere(self):
        self.run_tool("convert", WALK, "--with", ROBOT, "-o", "a.glb")
        few = ["--limit", "output-bytes=10"]
        for words in (["info", WALK], ["info", WALK, "--json"], ["check", WALK], ["check", WALK, "--json"], ["formats"],
                      ["formats", "--json"], ["map", "a.glb", ROBOT], ["explain", WALK, "--json"], ["explain", WALK],
                      ["dump", WALK], ["sample", WALK], ["play", WALK], ["explain", "--all"]):
            with self.subTest(words):
                out, said = self.run_tool(*words, *few, status=1)
                self.assertLessEqual(len(out), 10)
                self.assertIn("anmkit.LIMIT", said)

    def test_text_is_not_json(self):
        for words in (["play", SCRIPT, "--trace"], ["info", SCRIPT, "--graph", "dot"]):
            self.run_tool(*words)
            out, said = self.run_tool(*words, "--json", status=2)
            self.assertEqual(out, "")
            self.assertIn("--json", said)


class Pictures(Screen):
    def pixels(self, name):
        """Of a PNG of eight bits a channel RGBA, as its specification says."""
        data = (self.root / name).read_bytes()
        at, body, width, height = 8, b"", 0, 0
        while at < len(data):
            size, kind = struct.unpack_from(">I4s", data, at)
            if kind == b"IHDR":
                width, height = struct.unpack_from(">II", data, at + 8)
                self.assertEqual(data[at + 16:at + 18], b"\x08\x06")
            if kind == b"IDAT":
                body += data[at + 8:at + 8 + size]
            at += 12 + size
        raw, rows, stride = zlib.decompress(body), [], 4 * width
        before = bytes(stride)
        for y in range(height):
            kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
            for i in range(stride):
                left, up, corner = line[i - 4] if i >= 4 else 0, before[i], before[i - 4] if i >= 4 else 0
                guess = left + up - corner
                paeth = min((left, up, corner), key=lambda v: abs(guess - v))
                line[i] = (line[i] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
            rows.append(bytes(line))
            before = bytes(line)
        return width, height, rows

    def test_sheets_are_white_with_whole_names(self):
        for name in ("koopa", "goomba"):
            self.put(f"game/actors/{name}/MODEL.TMD", TMD)
        self.run_tool("render", "game", "-o", "sheet.png", "--sheet", "2x1", "--size", "64x64")
        width, height, rows = self.pixels("sheet.png")
        self.assertEqual((width, height), (128, 64 + 19))
        self.assertEqual(rows[-1][:4], b"\xff\xff\xff\xff")
        self.assertLess(max(rows[0][:3]), 128, "behind white lines it is dark")
        self.assertTrue(all(row[3::4] == b"\xff" * width for row in rows))
        # Below each picture its name in letters of 7 pixels, without the folder that both share.
        for cell, name in enumerate(("goomba", "koopa")):
            dark = [x for x in range(64) if any(rows[y][4 * (64 * cell + x)] < 128 for y in range(64, height))]
            self.assertLess(dark[-1] - dark[0], 7 * len(name))
            self.assertGreater(dark[-1] - dark[0], 7 * (len(name) - 1))

    def test_all_clips(self):
        self.put("one/robot.csmodel", ROBOT)
        for name in ("robot-walk", "robot-wave"):
            self.put(f"one/{name}.csmodelanim", EXAMPLES / f"craftstudio/{name}.csmodelanim")
        self.run_tool("render", "one", "--all-clips", "-o", "out/", "--size", "32x32")
        self.assertEqual(sorted(p.name for p in (self.root / "out/one").iterdir()), ["robot-walk.png", "robot-wave.png"])
        self.run_tool("render", "one", "--all-clips", "-o", "films/", "--to", "gif", "--size", "32x32")
        self.assertEqual(len(list((self.root / "films/one").iterdir())), 2)
        made = json.loads(self.run_tool("render", "one", "--all-clips", "-o", "sheet.png", "--json")[0])
        self.assertEqual(made["pictures"][0]["subjects"], ["one/robot-walk", "one/robot-wave"])
        self.run_tool("convert", "one", "-o", "one.glb")
        self.run_tool("render", "one.glb", "--all-clips", "-o", "g/", "--size", "32x32")
        self.assertEqual(len(list((self.root / "g/one").iterdir())), 2)
        # Each shows its own clip.
        walk = self.run_tool("render", "one", "--clip", "robot-wave", "--frame", "0", "-o", "w.png", "--size", "32x32")
        self.assertEqual((self.root / "w.png").read_bytes(), (self.root / "out/one/robot-wave.png").read_bytes())
        self.run_tool("render", "one", "--all-clips", "--clip", "0", "-o", "x.png", status=2)

    def test_a_still_model_rotates(self):
        made = json.loads(self.run_tool("render", ROBOT, "-o", "turn.gif", "--size", "40x40", "--json")[0])
        self.assertEqual(len(made["pictures"][0]["frames"]), 90)
        self.assertAlmostEqual(made["pictures"][0]["seconds"], 3)
        self.run_tool("render", ROBOT, "-o", "still.png", "--size", "40x40")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
