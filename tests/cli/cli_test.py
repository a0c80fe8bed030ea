#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the command line promises, tried on the real tool: cli_test.py TOOL EXAMPLES"""
import base64
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

TOOL = os.path.abspath(sys.argv[1])
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
WALK = str(EXAMPLES / "craftstudio" / "robot-walk.csmodelanim")
WAVE = str(EXAMPLES / "craftstudio" / "robot-wave.csmodelanim")
ROBOT = str(EXAMPLES / "craftstudio" / "robot.csmodel")
VERBS = ["formats", "info", "check", "dump", "build", "convert", "sample", "play"]


class Cli(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def run_tool(self, *args, stdin=None, status=None):
        done = subprocess.run([TOOL, *map(str, args)], cwd=self.folder, input=stdin,
                              capture_output=True, timeout=120)
        if status is not None:
            self.assertEqual(done.returncode, status,
                             f"{args}\n{done.stdout[:500]}\n{done.stderr[:2000]}")
        return done

    def json_of(self, *args, status=0):
        return json.loads(self.run_tool(*args, "--json", status=status).stdout)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path


class Usage(Cli):
    def test_help_of_each_verb_has_an_example(self):
        top = self.run_tool("--help", status=0).stdout.decode()
        for verb in VERBS:
            self.assertIn(verb, top)
            text = self.run_tool(verb, "--help", status=0).stdout.decode()
            self.assertIn("Example:\n  anmkit " + verb, text)

    def test_licence_and_notices(self):
        said = self.run_tool("--license", status=0).stdout.decode()
        for part in ("the anmkit authors", "libpng ", "libseccomp ", "GNU LESSER GENERAL PUBLIC LICENSE"):
            self.assertIn(part, said)

    def test_version(self):
        self.assertRegex(self.run_tool("--version", status=0).stdout.decode(), r"anmkit \d+\.\d+")

    def test_wrong_usage_exits_with_2_and_suggests_help(self):
        for args in ([], ["fly"], ["info"], ["sample", WALK, "--frame", "x"], ["convert", WALK],
                     ["sample", WALK, "--space", "up"], ["check", WALK, "--format", "mp3"],
                     ["sample", WALK, "--fps", "0"], ["check", WALK, "--bogus"],
                     ["convert", WALK, "-o", "x.glb", "--bake", "--sparse"],
                     ["sample", WALK, "--compose", "sideways"], ["play", WALK, "--rate", "fast"]):
            done = self.run_tool(*args, status=2)
            self.assertTrue(done.stderr, args)
            self.assertFalse(done.stdout, args)

    def test_options_that_do_not_apply_exit_with_2(self):
        rig = self.folder / "rig.glb"
        self.run_tool("convert", WALK, "-o", rig, status=0)
        for args in (["sample", WALK, "--frame", "0", "--ytrans", "4"], ["check", WALK, "--key", "x"],
                     ["play", WALK, "--geo", "x"], ["convert", WALK, "-o", "x.glb", "--geo", "x"],
                     ["convert", rig, "-o", "x.glb", "--rate", "24"]):
            done = self.run_tool(*args, status=2)
            self.assertRegex(done.stderr, rb"does not apply to these files(;|\n ) `\w+` uses it with \w+")
        done = self.run_tool("convert", rig, "-o", "x.inc.c", "--rate", "24", status=2)
        self.assertIn(b"its engine plays 30 frames per second", done.stderr)
        self.assertFalse((self.folder / "x.inc.c").exists())
        self.run_tool("convert", rig, "-o", "x.csmodelanim", "--rate", "24", status=0)

    def test_a_misspelt_verb_gets_a_suggestion(self):
        done = self.run_tool("chekc", WALK, status=2)
        self.assertIn(b"did you mean anmkit check?", done.stderr)
        done = self.run_tool("sample", WALK, "--frme", "3", status=2)
        self.assertIn(b"did you mean --frame?", done.stderr)

    def test_values_by_equals_sign_hexadecimal_and_negative(self):
        a = self.json_of("sample", WALK, "--frame=0x10")
        self.assertEqual(a["samples"][0]["frame"], 16)
        b = self.json_of("sample", WALK, "--frame", "-2", "7.5", "0x1e")
        self.assertEqual([s["frame"] for s in b["samples"]], [-2, 7.5, 30])

    def test_generated_texts_name_every_verb_and_option(self):
        man = self.run_tool("man", status=0).stdout.decode().replace("\\-", "-")
        for verb in VERBS:
            self.assertIn(verb, man)
        for shell in ("bash", "zsh", "fish"):
            text = self.run_tool("completion", shell, status=0).stdout.decode()
            for verb in VERBS:
                self.assertIn(verb, text)
            for option in ("seconds", "compose", "no-source"):
                self.assertIn(option, text, shell)
                self.assertIn(option, man)
        self.run_tool("completion", "tcsh", status=2)

    def test_bash_completion_completes(self):
        script = self.run_tool("completion", "bash", status=0).stdout.decode()
        probe = script + '\nCOMP_WORDS=(anmkit sample --spa); COMP_CWORD=2; _anmkit; echo "${COMPREPLY[@]}"'
        probe += '\nCOMP_WORDS=(anmkit co); COMP_CWORD=1; _anmkit; echo "${COMPREPLY[@]}"'
        # Words of a first argument are completed with files, too, and here is none.
        with tempfile.TemporaryDirectory() as empty:
            out = subprocess.run(["bash", "-c", probe], cwd=empty, capture_output=True, text=True).stdout.split("\n")
        self.assertEqual(out[0], "--space")
        self.assertEqual(out[1], "convert")


class BadInput(Cli):
    def test_another_scale_imports_in_the_same_units(self):
        for clip, companion, back in (
            (WALK, ROBOT, "walk.csmodelanim"),
            (EXAMPLES / "psx" / "HOP.ANM", EXAMPLES / "psx" / "MODEL.TMD", "HOP.ANM"),
            (EXAMPLES / "sm64" / "wave.inc.c", EXAMPLES / "sm64" / "geo.inc.c", "wave.inc.c"),
        ):
            self.run_tool("convert", clip, "--with", companion, "--scale", "0.03", "--no-source",
                          "-o", "scaled.glb", "-f", status=0)
            self.run_tool("convert", "scaled.glb", "-o", back, "-f", status=0)
            frames = ("--frame", "0", "3", "7")
            wanted = self.json_of("sample", clip, "--with", companion, *frames)["samples"]
            found = self.json_of("sample", back, "--with", companion, *frames)["samples"]
            for a, b in zip(wanted, found, strict=True):
                for one, other in zip(a["nodes"], b["nodes"], strict=True):
                    for x, y in zip(one["translation"], other["translation"]):
                        self.assertAlmostEqual(x, y, delta=1e-3 + abs(x) * 1e-4)

    def test_lost_extras_are_reported(self):
        self.run_tool("convert", WALK, "-o", "walk.glb", status=0)
        data = pathlib.Path(self.folder, "walk.glb").read_bytes()
        (length,) = struct.unpack_from("<I", data, 12)
        document = json.loads(data[20 : 20 + length])
        for part in document["scenes"] + document["nodes"] + document["animations"]:
            part.pop("extras", None)
        binary = base64.b64encode(data[28 + length :]).decode("ascii")
        document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + binary
        pathlib.Path(self.folder, "plain.gltf").write_text(json.dumps(document))
        report = self.json_of("check", "plain.gltf")
        codes = [one["code"] for one in report["files"][0]["diagnostics"]]
        self.assertEqual(codes, ["anmkit.GLTF-EXTRAS"])
        self.assertEqual(self.json_of("check", "walk.glb")["files"][0]["diagnostics"], [])

    def test_a_missing_file_exits_with_3(self):
        for verb in ("info", "check", "dump", "sample", "play"):
            self.run_tool(verb, "nowhere.csmodelanim", status=3)
        self.run_tool("build", "nowhere.json", "-o", "x", status=3)
        self.run_tool("convert", "nowhere.csmodelanim", "-o", "x.glb", status=3)
        self.run_tool("sample", WALK, "--with", "nowhere.csmodel", status=3)
        self.assertFalse((self.folder / "x.glb").exists())

    def test_damaged_bytes_exit_with_1_in_every_verb(self):
        random.seed(4)
        bad = {"empty.csmodelanim": b"", "random.csmodelanim": random.randbytes(1000),
               "cut.csmodelanim": pathlib.Path(WALK).read_bytes()[:100],
               "cut.csmodel": pathlib.Path(ROBOT).read_bytes()[:90],
               "random.glb": random.randbytes(500), "cut.glb": b"glTF\2\0\0\0",
               "broken.csjsmodelanim": b'{"title": "x", "nodeAnimations": ', "x.json": b"{"}
        for name, content in bad.items():
            self.write(name, content)
            for verb in ("info", "check", "sample"):
                done = self.run_tool(verb, name, status=1)
                self.assertTrue(done.stderr or done.stdout, (verb, name))
            self.run_tool("convert", name, "-o", "out.glb", status=1)
            self.assertFalse((self.folder / "out.glb").exists())

    def test_an_empty_folder_and_a_folder_as_companion(self):
        (self.folder / "empty").mkdir()
        self.assertNotEqual(self.run_tool("check", "empty").returncode, 0)
        self.run_tool("sample", WALK, "--with", str(EXAMPLES / "craftstudio"), status=0)

    def test_check_prints_json_also_for_what_cannot_be_parsed(self):
        self.write("cut.csmodelanim", pathlib.Path(WALK).read_bytes()[:100])
        report = self.json_of("check", "cut.csmodelanim", status=1)["files"][0]
        self.assertFalse(report["ok"])
        codes = [d["code"] for d in report["diagnostics"]]
        self.assertIn("craftstudio.E-TRUNCATED", codes)
        first = report["diagnostics"][0]
        self.assertEqual(set(first), {"code", "severity", "offset", "path", "message"})
        self.assertLessEqual(first["offset"], 100)

    def test_one_bad_file_does_not_stop_the_others(self):
        self.write("bad.csmodelanim", b"\6\3")
        done = self.run_tool("check", "bad.csmodelanim", WALK, "--json", status=1)
        files = json.loads(done.stdout)["files"]
        self.assertEqual([f["ok"] for f in files], [False, True])
        self.assertIn(b"1 of 2 files failed", done.stderr)
        self.run_tool("convert", "bad.csmodelanim", WALK, "--to", "csjsmodelanim", "-o", "out/",
                      status=1)
        self.assertTrue((self.folder / "out" / "robot-walk.csjsmodelanim").exists())

    def test_format_forces_a_reading(self):
        report = self.json_of("check", ROBOT, "--format", "csmodelanim", status=1)["files"][0]
        self.assertIn("craftstudio.E-ASSET-TYPE", [d["code"] for d in report["diagnostics"]])

    def test_strict_makes_warnings_count(self):
        content = bytearray(pathlib.Path(WALK).read_bytes())
        content[5] = 7  # hold byte neither 0 nor 1
        self.write("warn.csmodelanim", bytes(content))
        self.run_tool("check", "warn.csmodelanim", status=0)
        self.run_tool("check", "warn.csmodelanim", "--strict", status=1)

    def test_quick_looks_at_structure_and_ranges(self):
        content = bytearray(pathlib.Path(WALK).read_bytes())
        content[5] = 7  # only a warning, which --quick does not look for
        self.write("warn.csmodelanim", bytes(content))
        self.write("short.csmodelanim", bytes(content[:-1]))
        content[3:5] = b"\0\0"  # no frames: keys are after the end
        self.write("late.csmodelanim", bytes(content))
        found = {}
        for name in ("warn", "short", "late"):
            status = 0 if name == "warn" else 1
            quick, full = (self.json_of("check", f"{name}.csmodelanim", *flag, status=status)["files"][0]
                           for flag in (["--quick"], []))
            self.assertEqual(quick["ok"], status == 0)
            if status:
                self.assertEqual(quick, full)
            found[name] = {d["code"] for d in quick["diagnostics"]}
        self.assertEqual(found["warn"], set())
        self.assertIn("craftstudio.E-TRUNCATED", found["short"])
        self.assertIn("craftstudio.E-KEY-AFTER-END", found["late"])
        done = self.run_tool("check", WALK, "--quick", "--strict", status=2)
        self.assertIn("--strict", done.stderr.decode())
        self.assertIn("structure and ranges only", self.run_tool("check", "--help").stdout.decode())


class Outputs(Cli):
    def test_an_existing_output_is_kept_without_force(self):
        kept = self.write("x.glb", b"precious")
        done = self.run_tool("convert", WALK, "-o", "x.glb", status=3)
        self.assertIn(b"-f", done.stderr)
        self.assertEqual(kept.read_bytes(), b"precious")
        self.run_tool("convert", WALK, "-o", "x.glb", "-f", status=0)
        self.assertTrue(kept.read_bytes().startswith(b"glTF"))
        self.assertEqual([p.name for p in self.folder.iterdir()], ["x.glb"], "no temporary is left")

    def test_a_failed_run_keeps_the_existing_output_even_with_force(self):
        kept = self.write("x.glb", b"precious")
        self.write("bad.csmodelanim", b"\6\3")
        self.run_tool("convert", "bad.csmodelanim", "-o", "x.glb", "-f", status=1)
        self.assertEqual(kept.read_bytes(), b"precious")

    def test_unwritable_files_are_reported_with_the_reason(self):
        kept = self.write("file", b"precious")
        (self.folder / "folder").mkdir()
        for path, force, why in (("file", [], "it exists already"), ("folder", ["-f"], "it is a folder"),
                                 ("file/x.json", ["-f"], "Not a directory")):
            done = self.run_tool("dump", WALK, "-o", path, *force, status=3)
            self.assertIn(f"{path}: error anmkit.WRITE: cannot be written: {why}".encode(), done.stderr)
        self.assertEqual(kept.read_bytes(), b"precious")
        self.assertEqual(sorted(p.name for p in self.folder.rglob("*")), ["file", "folder"], "nothing is left behind")

    def test_the_extension_decides_the_container(self):
        self.run_tool("convert", WALK, "-o", "a.glb", status=0)
        self.run_tool("convert", "a.glb", "-o", "b.gltf", status=0)
        self.assertEqual(json.loads((self.folder / "b.gltf").read_bytes())["asset"]["version"], "2.0")
        self.run_tool("convert", "b.gltf", "-o", "c.glb", status=0)
        self.assertEqual((self.folder / "c.glb").read_bytes(), (self.folder / "a.glb").read_bytes())

    def test_a_full_disk_exits_with_3(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([TOOL, "dump", WALK], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 3)

    def test_a_partly_written_file_never_appears(self):
        # Several pieces: the first ones are written, a later one is not.
        source = self.folder / "long.txt"
        source.write_text("#start\n" + "\t0 40\n" * 3000)
        self.run_tool("convert", source, "-o", "long.anm", status=0)
        (self.folder / "kept.json").write_bytes(b"precious")
        before = sorted(p.name for p in self.folder.iterdir())

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))

        for words in (("dump", "long.anm", "-o", "new.json"), ("dump", "long.anm", "-f", "-o", "kept.json"),
                      ("dump", "long.anm", "-o", "folder/new.json")):
            done = subprocess.run([TOOL, *words], cwd=self.folder, capture_output=True, preexec_fn=small_files)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn(b"anmkit.WRITE: cannot be written: File too large", done.stderr)
        self.assertEqual((self.folder / "kept.json").read_bytes(), b"precious")
        self.assertEqual(sorted(p.name for p in self.folder.rglob("*")), sorted([*before, "folder"]))

    def test_standard_input_and_output(self):
        content = pathlib.Path(WALK).read_bytes()
        dump = self.run_tool("dump", "-", stdin=content, status=0).stdout
        built = self.run_tool("build", "-", "-o", "-", stdin=dump, status=0).stdout
        self.assertEqual(built, content)
        glb = self.run_tool("convert", "-", "--to", "gltf", "-o", "-", stdin=content, status=0).stdout
        self.assertTrue(glb.startswith(b"glTF"))

    def test_folders_in_and_out(self):
        self.run_tool("convert", str(EXAMPLES / "craftstudio"), "--format", "csmodelanim", "--to",
                      "gltf", "-o", "all/", status=0)
        self.assertEqual(sorted(p.name for p in (self.folder / "all").iterdir()),
                         ["robot-walk.glb", "robot-wave.glb"])

    def test_folders_keep_their_structure(self):
        for folder in ("a", "b"):
            (self.folder / "in" / folder).mkdir(parents=True)
            shutil.copy(WALK, self.folder / "in" / folder / "Current.csmodelanim")
        for words, wanted in ((["--separate"], ["a/Current.glb", "b/Current.glb"]), ([], ["a.glb", "b.glb"])):
            output = f"out{len(words)}/"
            self.run_tool("convert", "in", "--to", "gltf", *words, "-o", output, status=0)
            made = sorted(str(p.relative_to(self.folder / output)) for p in (self.folder / output).rglob("*.glb"))
            self.assertEqual(made, wanted)

    def test_two_inputs_never_become_one_file(self):
        for folder in ("a", "b"):
            (self.folder / folder).mkdir()
        shutil.copy(WALK, self.folder / "a" / "x.csmodelanim")
        shutil.copy(WAVE, self.folder / "b" / "x.csmodelanim")
        done = self.run_tool("convert", "a/x.csmodelanim", "b/x.csmodelanim", "--to", "csmodelanim",
                             "-f", "-o", "out/", status=2)
        self.assertIn(b"separate folders", done.stderr)
        self.assertFalse((self.folder / "out").exists())

    def test_clips_use_the_model_among_the_inputs(self):
        self.run_tool("convert", ROBOT, WALK, WAVE, "-o", "among.glb", status=0)
        self.run_tool("convert", WALK, WAVE, "--with", ROBOT, "-o", "named.glb", status=0)
        self.assertEqual((self.folder / "among.glb").read_bytes(),
                         (self.folder / "named.glb").read_bytes())

    def test_an_unknown_extension_is_no_copy(self):
        done = self.run_tool("convert", EXAMPLES / "psx" / "HOP.ANM", "-o", "hop.fbx", status=2)
        self.assertIn(b"gltf", done.stderr)
        self.assertFalse((self.folder / "hop.fbx").exists())

    def test_messages_that_cannot_be_printed_stop_nothing(self):
        with open("/dev/full", "w") as full:
            for i, words in enumerate((["convert", WALK, "-o", "full.glb"], ["check", "missing.anm"],
                                       ["convert", WALK, "-o", "x.fbx"])):
                done = subprocess.run([TOOL, *map(str, words)], cwd=self.folder, stderr=full,
                                      stdout=subprocess.DEVNULL, timeout=60)
                self.assertEqual(done.returncode, (0, 3, 2)[i], words)
        self.assertTrue((self.folder / "full.glb").exists())

    def test_an_actor_is_the_same_under_any_path(self):
        actor = self.folder / "actor"
        (actor / "anims").mkdir(parents=True)
        shutil.copy(EXAMPLES / "sm64" / "wave.inc.c", actor / "anims" / "wave.inc.c")
        shutil.copy(EXAMPLES / "sm64" / "geo.inc.c", actor / "geo.inc.c")
        clip, geo = "actor/anims/wave.inc.c", "actor/geo.inc.c"
        made = set()
        for i, words in enumerate(([clip], ["actor/anims"], ["actor"], [clip, geo],
                                   ["actor/anims", "--with", geo], [clip, "--with", geo])):
            self.run_tool("convert", *words, "-o", f"{i}.glb", status=0)
            made.add((self.folder / f"{i}.glb").read_bytes())
        self.assertEqual(len(made), 1)
        self.assertIn(b"JOINTS_0", made.pop())

    def test_numbers_without_an_effect_are_refused(self):
        for option in ("--scale=0", "--scale=-1", "--rate=0"):
            self.run_tool("convert", WALK, option, "-o", "x.glb", status=2)

    def test_a_gltf_with_data_in_other_files(self):
        self.run_tool("convert", WALK, "--with", ROBOT, "-o", "in.glb", status=0)
        data = (self.folder / "in.glb").read_bytes()
        size = struct.unpack_from("<I", data, 12)[0]
        text, chunk = json.loads(data[20:20 + size]), data[28 + size:]
        text["buffers"][0]["uri"] = "my%20data.bin"
        (self.folder / "d").mkdir()
        (self.folder / "d" / "my data.bin").write_bytes(chunk)
        (self.folder / "d" / "apart.gltf").write_text(json.dumps(text))
        self.run_tool("convert", "d/apart.gltf", "-o", "back.csmodelanim", status=0)
        self.assertEqual((self.folder / "back.csmodelanim").read_bytes(), pathlib.Path(WALK).read_bytes())
        done = self.run_tool("convert", "d/apart.gltf", "-o", "copy.gltf", status=0)
        self.assertIn(b"anmkit.BESIDE", done.stderr)
        # Never from another folder.
        (self.folder / "secret.bin").write_bytes(chunk)
        text["buffers"][0]["uri"] = "../secret.bin"
        (self.folder / "d" / "up.gltf").write_text(json.dumps(text))
        self.run_tool("convert", "d/up.gltf", "-o", "up.csmodelanim", status=1)

    def test_facts_that_repeat_are_a_list(self):
        text = (EXAMPLES / "sm64" / "geo.inc.c").read_text()
        path = self.write("two.inc.c", (text + text.replace("_geo[", "_other_geo[")).encode())
        pairs = []
        def keep(found):
            keys = [key for key, _ in found]
            self.assertEqual(len(keys), len(set(keys)))
            pairs.append(found)
            return dict(found)
        done = self.run_tool("info", path, "--json", status=0)
        json.loads(done.stdout, object_pairs_hook=keep)

    def test_a_copy_without_an_extension_is_a_copy(self):
        self.run_tool("convert", EXAMPLES / "sm64" / "wave.inc.c", "--to", "sm64-dma", "-o", "w.bin", status=0)
        for path in (WALK, ROBOT, EXAMPLES / "psx" / "HOP.ANM", EXAMPLES / "psx" / "MODEL.TMD", "w.bin",
                     EXAMPLES / "sm64" / "wave.inc.c", EXAMPLES / "gc" / "stalk.anm"):
            self.run_tool("convert", path, "-f", "-o", "copy", status=0)
            self.assertEqual((self.folder / "copy").read_bytes(),
                             (self.folder / path).read_bytes(), path)

    def test_links_and_pipes_are_kept(self):
        target = self.write("target.glb", b"old")
        (self.folder / "link.glb").symlink_to("target.glb")
        self.run_tool("convert", WALK, "-o", "link.glb", status=3)
        self.assertEqual(target.read_bytes(), b"old")
        self.run_tool("convert", WALK, "-o", "link.glb", "-f", status=0)
        self.assertTrue((self.folder / "link.glb").is_symlink())
        self.assertTrue(target.read_bytes().startswith(b"glTF"))
        os.mkfifo(self.folder / "pipe")
        reader = subprocess.Popen(["cat", "pipe"], cwd=self.folder, stdout=subprocess.PIPE)
        self.run_tool("convert", WALK, "-f", "-o", "pipe", status=0)
        self.assertEqual(reader.communicate(timeout=60)[0], pathlib.Path(WALK).read_bytes())

    def test_dump_is_lossless_and_named(self):
        dump = json.loads(self.run_tool("dump", WALK, status=0).stdout)
        self.assertEqual(dump["anmkit"], 1)
        self.assertEqual(dump["format"], "csmodelanim")
        self.assertEqual(self.run_tool("build", self.write("d.json", json.dumps({"anmkit": 1}).encode()),
                                       "-o", "x").returncode, 1)


    def test_build_reports_moved_records(self):
        text = self.run_tool("dump", EXAMPLES / "gc" / "stalk.anm", status=0).stdout.decode()
        for name, moved in (("tilt", False), ("a name that is longer than what is left", True)):
            dump = json.loads(text)
            dump["document"]["sequences"][0]["name"] = name
            self.write("edited.json", json.dumps(dump).encode())
            done = self.run_tool("build", "edited.json", "-f", "-o", "edited.anm", status=0)
            self.assertEqual(b"gc.LAYOUT" in done.stderr, moved, done.stderr)
            self.run_tool("check", "edited.anm", status=0)


class Answers(Cli):
    def test_formats_json(self):
        ids = {f["id"] for f in self.json_of("formats")["formats"]}
        self.assertLessEqual({"csmodelanim", "csmodel", "csjsmodelanim", "csjsmodel", "cs-project",
                              "gltf"}, ids)

    def test_info(self):
        info = self.json_of("info", WALK)["files"][0]
        self.assertEqual(info["clips"][0]["frames"], 30)
        self.assertEqual(info["clips"][0]["rate"], 30)
        self.assertEqual(info["format"], "csmodelanim")
        self.assertEqual(info["nodes"], 7)

    def test_sample_of_known_rotation(self):
        # The left arm turns from +38 to -38 degrees about x between frames 0 and 15.
        sample = self.json_of("sample", WALK, "--frame", "0", "7.5", "15")
        arms = [s["nodes"][0] for s in sample["samples"]]
        self.assertEqual(arms[0]["name"], "Left Arm")
        for arm, x in zip(arms, (0.3255681544571567, 0, -0.3255681544571567)):
            self.assertAlmostEqual(arm["rotation"][0], x, places=6)
        self.assertEqual(sample["rate"], 30)
        self.assertEqual(sample["duration"], 1)

    def test_sample_lists_all_nodes_of_the_clip_once(self):
        # Objects 2 and 7 are keyed twice in some frame, not in every one of these.
        clip = EXAMPLES.parent / "tests/vectors/psx/good/clip01/CLIP.ANM"
        for frames in (["0"], ["5"], ["0", "5"]):
            sample = self.json_of("sample", str(clip), "--frame", *frames)
            self.assertEqual([node["name"] for node in sample["nodes"]],
                             ["obj%03d" % i for i in range(8)] + ["obj002_1", "obj007_1"])
            self.assertEqual(sample["nodes"][-1]["id"], 7)

    def test_sample_world_needs_no_more_than_a_model(self):
        sample = self.json_of("sample", WALK, "--with", ROBOT, "--space", "world", "--fps", "10")
        self.assertEqual([s["frame"] for s in sample["samples"]], [3 * i for i in range(11)])
        head = sample["samples"][0]["nodes"][1]
        self.assertEqual(head["name"], "Head")
        # Body at 18/16 - 1/16, head pivot 6/16 above it, its centre 5/16 further up.
        self.assertAlmostEqual(head["matrix"][13], (18 - 1 + 6 + 5) / 16, places=6)

    def test_sample_of_controls_and_what_composes_to_world(self):
        # The worked example of the GameCube specification, whose tracks follow the rest pose here.
        bank = bytearray.fromhex(
            "007B7960000000180007000100020003 00000000000000000000 00AC00000024"
            "0002000041F000000000004400020001 3809620141F000000000005C00010002"
            "40020401000000000000006800000094 41F0000000000078000000A000000000"
            "00000088000000000000000000004000 0000000000000000000000002D412D41"
            "02000100FF8000003F8000003F800000 3FC00000000000000000010000000000"
            "0000FF00000000000000000077616C6B 00000000000000000000000000000000")
        bank[0x33] = bank[0x43] = 0
        actor = bytes.fromhex(
            "007B7960000100020000000400000020 000000C0FFFF00000000000000000000"
            "00000058000000000000000000000000 0000003CFFFF0001010000000000008C"
            "00000000000000000000002000000000 00000002010000000C0000003F800000"
            "3F8000003F8000000000000000000000 000000003F8000000000000041200000"
            "00000000000000000000000008000000 3F8000003F8000003F80000000000000"
            "00000000000000003F80000040A00000 00000000000000000000000000000000"
            "6865726F2E67706C0000000000000000 00000000000000000000000000000000")
        self.write("w.anm", bank)
        self.write("w.act", actor)

        def nodes(space):
            sample = self.json_of("sample", "w.anm", "--with", "w.act", "--space", space, "--frame", 15)
            self.assertEqual(sample["space"], space)
            return sample["samples"][0]["nodes"]

        # A rest of (0, 10, 0) before the control (1.375, 0.125, -0.25); bone 2 has (5, 0, 0) twice.
        for space, root, child in (("track", (1.375, 0.125, -0.25), (5, 0, 0)),
                                   ("local", (1.375, 10.125, -0.25), (10, 0, 0))):
            found = nodes(space)
            for node, want in zip(found, (root, child)):
                for have, number in zip(node["translation"], want):
                    self.assertAlmostEqual(have, number, places=6, msg=space)
            self.assertAlmostEqual(found[1]["scale"][2], 1.5, places=6)
        # Local parts compose: the root turns its child by 45 degrees.
        world, local = nodes("world"), nodes("local")
        half = 0.5 ** 0.5
        for i, want in enumerate((1.375 + 10 * half, 10.125 + 10 * half, -0.25)):
            self.assertAlmostEqual(world[1]["matrix"][12 + i], want, places=3)
        self.assertAlmostEqual(local[0]["rotation"][2], 0.382683, places=4)
        # Other families have no control values.
        self.run_tool("sample", WALK, "--space", "track", status=2)

    def test_play(self):
        play = self.json_of("play", WALK, "--ticks", "64", "--once")
        self.assertEqual(len(play["ticks"]), 64)
        self.assertEqual([t["frame"] for t in play["ticks"][:3]], [0, 0.5, 1])
        self.assertEqual(play["ticks"][-1]["frame"], 30)

    def test_models_cannot_be_played(self):
        self.run_tool("play", ROBOT, status=2)


class GltfRoundTrip(Cli):
    def test_untouched_comes_back_to_the_same_bytes(self):
        self.run_tool("convert", WALK, WAVE, "--with", ROBOT, "-o", "robot.glb", status=0)
        self.run_tool("convert", "robot.glb", "--to", "csmodelanim", "-o", "back/", status=0)
        for path in (WALK, WAVE):
            back = self.folder / "back" / pathlib.Path(path).name
            self.assertEqual(back.read_bytes(), pathlib.Path(path).read_bytes())

    def test_the_source_decides_the_format_of_a_shared_extension(self):
        for name, clip in (("gc", "stalk.anm"), ("psx", "HOP.ANM")):
            path = EXAMPLES / name / clip
            self.run_tool("convert", path, "-o", name + ".glb", status=0)
            self.run_tool("convert", name + ".glb", "-o", name + ".anm", status=0)
            self.assertEqual((self.folder / (name + ".anm")).read_bytes(), path.read_bytes())
        self.run_tool("convert", WALK, "--with", ROBOT, "-o", "walk.glb", status=0)
        done = self.run_tool("convert", "walk.glb", "-o", "walk.anm")
        self.assertIn(b"--to chooses another: gc-anm", done.stderr)

    def test_without_the_source_the_motion_is_fitted(self):
        self.run_tool("convert", WALK, "--with", ROBOT, "--no-source", "-o", "robot.glb", status=0)
        done = self.run_tool("convert", "robot.glb", "-o", "back.csmodelanim", status=0)
        self.assertIn(b"largest error", done.stderr)
        for frame in ("0", "3.25", "11", "15", "22.5", "29"):
            want = self.json_of("sample", WALK, "--with", ROBOT, "--space", "world", "--frame", frame)
            have = self.json_of("sample", "back.csmodelanim", "--with", ROBOT, "--space", "world",
                                "--frame", frame)
            for a, b in zip(want["samples"][0]["nodes"], have["samples"][0]["nodes"]):
                for x, y in zip(a["matrix"], b["matrix"]):
                    self.assertAlmostEqual(x, y, delta=1e-3)

    def test_an_edit_is_kept_and_the_rest_stays(self):
        self.run_tool("convert", WALK, "--with", ROBOT, "-o", "robot.glb", status=0)
        content = bytearray((self.folder / "robot.glb").read_bytes())
        length = struct.unpack_from("<I", content, 12)[0]
        tree = json.loads(content[20:20 + length])
        head = next(i for i, n in enumerate(tree["nodes"]) if n["name"] in ("Head.pivot", "Head"))
        animation = tree["animations"][0]
        channel = next(c for c in animation["channels"]
                       if c["target"]["node"] == head and c["target"]["path"] == "rotation")
        accessor = tree["accessors"][animation["samplers"][channel["sampler"]]["output"]]
        view = tree["bufferViews"][accessor["bufferView"]]
        at = 20 + length + 8 + view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        for i in range(accessor["count"]):  # the head looks ahead all the time
            struct.pack_into("<4f", content, at + 16 * i, 0, 0, 0, 1)
        self.write("edited.glb", bytes(content))
        self.run_tool("convert", "edited.glb", "-o", "edited.csmodelanim", status=0)
        edited = self.json_of("sample", "edited.csmodelanim", "--with", ROBOT, "--frame", "0")
        head = next(n for n in edited["samples"][0]["nodes"] if n["name"] == "Head")
        self.assertAlmostEqual(abs(head["rotation"][3]), 1, places=5)
        dump = lambda path: json.loads(self.run_tool("dump", path, status=0).stdout)["document"]
        arm = lambda d: next(n for n in d["nodes"] if n["name"] == "Left Arm")
        self.assertEqual(arm(dump("edited.csmodelanim")), arm(dump(WALK)))


class Archives(Cli):
    def test_entries_of_a_zip_archive(self):
        with zipfile.ZipFile(self.folder / "pack.cspack", "w", zipfile.ZIP_DEFLATED) as pack:
            pack.write(WALK, "Assets/ModelAnimations/1.csmodelanim")
        inside = "pack.cspack//Assets/ModelAnimations/1.csmodelanim"
        self.assertEqual(self.json_of("info", inside)["files"][0]["clips"][0]["frames"], 30)
        self.run_tool("info", "pack.cspack//nothing", status=3)
        self.run_tool("convert", inside, "-o", "copy.csmodelanim", status=0)
        self.assertEqual((self.folder / "copy.csmodelanim").read_bytes(),
                         pathlib.Path(WALK).read_bytes())

    def test_entries_of_a_format_that_holds_files(self):
        hop = EXAMPLES / "psx" / "HOP.ANM"
        self.run_tool("convert", hop, "--to", "psx-pak", "-o", "one.pak", status=0)
        self.run_tool("convert", "one.pak//HOP.ANM", "-o", "hop.anm", status=0)
        self.assertEqual((self.folder / "hop.anm").read_bytes(), hop.read_bytes())
        self.run_tool("info", "one.pak//NOTHING.ANM", status=3)

    def game_folder(self):
        """A game's files in their folders, one of them of no known format."""
        files = {"CHARA/X/WALK.ANM": "HOP.ANM", "CHARA/X/MODEL.TMD": "MODEL.TMD",
                 "ROAD/R_1.ANC": "ORBIT.ANC", "CHARA/X_Y/WALK.ANM": "HOP.ANM"}
        contents = {name: (EXAMPLES / "psx" / file).read_bytes() for name, file in files.items()}
        contents["FONT.FSL"] = b"no format knows this"
        for name, data in contents.items():
            path = self.folder / "game" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return contents

    @staticmethod
    def names_of(pak):
        """Entry names as section 5.1 of the format's description stores them."""
        count, = struct.unpack_from("<I", pak)
        offsets = struct.unpack_from(f"<{count}I", pak, 4)
        return [pak[at:pak.index(b"\0", at)].decode() for at in offsets]

    def test_archive_of_mixed_files(self):
        contents = self.game_folder()
        self.run_tool("convert", "game", "-o", "game.pak", status=0)
        pak = (self.folder / "game.pak").read_bytes()
        # The game's search: letters of either case are one, shorter first, '/' before '_'.
        self.assertEqual(self.names_of(pak), sorted(contents, key=str.lower))
        self.run_tool("convert", "game.pak", "-o", "out/", "--extract", status=0)
        for name, data in contents.items():
            self.assertEqual((self.folder / "out" / name).read_bytes(), data)
        self.run_tool("convert", "out/", "-o", "again.pak", status=0)
        self.assertEqual((self.folder / "again.pak").read_bytes(), pak)
        self.run_tool("check", "game.pak", status=0)
        # Files named one by one, each of another format.
        example = EXAMPLES / "psx"
        self.run_tool("convert", example / "ORBIT.ANC", example / "MODEL.TMD", example / "HOP.ANM",
                      "-o", "flat.pak", status=0)
        self.assertEqual(self.names_of((self.folder / "flat.pak").read_bytes()),
                         ["HOP.ANM", "MODEL.TMD", "ORBIT.ANC"])
        self.run_tool("convert", example / "HOP.ANM", "missing.bin", "-o", "bad.pak", status=3)
        self.assertFalse((self.folder / "bad.pak").exists())

    def test_model_inside_an_archive(self):
        self.game_folder()
        self.run_tool("convert", "game", "-o", "game.pak", status=0)
        facts = self.run_tool("info", "game.pak", status=0).stdout.decode()
        walk = next(line for line in facts.splitlines() if "CHARA/X/WALK.ANM" in line)
        self.assertIn("model CHARA/X/MODEL.TMD", walk)
        lost = next(line for line in facts.splitlines() if "CHARA/X_Y/WALK.ANM" in line)
        self.assertIn("no model", lost)
        self.run_tool("convert", "game.pak//CHARA/X/WALK.ANM", "-o", "walk.gltf", status=0)
        walk = json.loads((self.folder / "walk.gltf").read_text())
        self.assertTrue(walk["meshes"] and walk["animations"])
        # The game does not tell letters' case apart, so neither do paths into its archives.
        self.run_tool("convert", "game.pak//chara/x/walk.anm", "-o", "lower.gltf", status=0)
        lower = json.loads((self.folder / "lower.gltf").read_text())
        self.assertEqual(lower["meshes"], walk["meshes"])
        self.run_tool("convert", "game.pak//CHARA/X_Y/WALK.ANM", "-o", "bare.gltf", status=0)
        bare = json.loads((self.folder / "bare.gltf").read_text())
        self.assertNotEqual(len(walk["accessors"]), len(bare["accessors"]))

    def test_entries_never_leave_the_folder(self):
        evil = struct.pack("<2I", 1, 8) + b"../../EVIL\0\0" + struct.pack("<I", 4) + b"evil"
        self.write("evil.pak", evil)
        self.run_tool("convert", "evil.pak", "-o", "deep/er/", "--extract")
        self.assertFalse((self.folder / "EVIL").exists())
        self.assertFalse(list(self.folder.rglob("EVIL")))
        self.run_tool("check", "evil.pak", status=1)


class InsideAnArchive(Cli):
    """A bank of the GameCube inside bytes that are no file: by --offset, or by its version word."""

    def bank(self, tracks=1):
        name = 0x18 + 12 + 16 * tracks + 12 * tracks + 12 * tracks
        keys = 0x18 + 12 + 16 * tracks
        out = struct.pack(">IIHHHHII", 8092000, 0x18, 0, 1, tracks, tracks, 0, 0)
        out += struct.pack(">IIHH", name, 0x24, tracks, 0)
        for i in range(tracks):
            out += struct.pack(">fIHHBBBB", 10, keys + 12 * i, 1, i, 0x40, 1, 1, 1)
        for i in range(tracks):
            out += struct.pack(">fII", 0, keys + 12 * (tracks + i), 0)
        for i in range(tracks):
            out += struct.pack(">3f", 1, 2, 3 + i)
        return out + b"walk\0"

    def test_offset_and_search(self):
        junk = b"PACK" + struct.pack(">II", 8092000, 0x18) + bytes(range(1, 33))  # a word that begins no bank
        path = self.write("parts.dat", junk + self.bank())
        found = self.json_of("sample", path, "--offset", len(junk), "--frame", "0")
        self.assertEqual(found["samples"][0]["nodes"][0]["translation"], [1, 2, 3])
        searched = self.run_tool("sample", path, "--frame", "0", "--json", status=0)
        self.assertEqual(json.loads(searched.stdout)["samples"], found["samples"])
        for verb in ("info", "check", "dump", "play"):
            self.run_tool(verb, path, "--offset", hex(len(junk)), status=0)
        self.run_tool("convert", path, "--offset", len(junk), "-o", "walk.glb", status=0)
        self.assertIn(b"anmkit.INSIDE", self.run_tool("check", path, status=0).stderr
                      + self.run_tool("check", path, status=0).stdout)

    def test_invalid_offset(self):
        path = self.write("parts.dat", bytes(8) + self.bank())
        self.run_tool("info", path, "--offset", "100000", status=2)
        self.run_tool("info", path, "--offset", "-4", status=2)
        self.run_tool("info", path, "--offset", "1.5", status=2)
        self.run_tool("info", path, "--offset", "4", "--format", "gc-act", status=1)


class GameCubeCompanions(Cli):
    """A bank's actor, the palette that the actor names, its skin and textures stand beside it."""

    def stalk(self, **names):
        folder = self.folder / "game"
        folder.mkdir()
        for kind in ("anm", "act", "gpl", "skn", "tpl"):
            content = (EXAMPLES / "gc" / f"stalk.{kind}").read_bytes()
            (folder / names.get(kind, f"stalk.{kind}")).write_bytes(content)
        return folder

    def gltf(self, path, *args):
        done = self.run_tool("convert", path, "-o", "out.gltf", "--force", *args, status=0)
        return json.loads((self.folder / "out.gltf").read_text()), done.stderr.decode()

    def test_all_companions_of_a_bank(self):
        folder = self.stalk()
        made, told = self.gltf(folder / "stalk.anm")
        for kind in ("act", "gpl", "skn", "tpl"):
            self.assertIn(f"stalk.{kind}", told)
        primitive = made["meshes"][0]["primitives"][0]
        self.assertIn("JOINTS_0", primitive["attributes"])
        self.assertIn("NORMAL", primitive["attributes"])
        self.assertEqual(len(made["images"]), len({i["name"] for i in made["images"]}))
        self.assertEqual(made["materials"][primitive["material"]]
                         ["pbrMetallicRoughness"]["baseColorTexture"]["index"], 0)

    def test_the_actor_names_its_palette(self):
        folder = self.stalk(anm="walk.anm", act="walk.act")
        (folder / "walk.gpl").write_bytes(b"no palette")
        _, told = self.gltf(folder / "walk.anm")
        self.assertIn("stalk.gpl", told)
        self.assertIn("stalk.skn", told)
        self.assertNotIn("walk.gpl", told)

    def test_named_companions_replace_the_found_ones(self):
        folder = self.stalk()
        other = self.write("other.tpl", (EXAMPLES / "gc" / "stalk.tpl").read_bytes())
        made, told = self.gltf(folder / "stalk.anm", "--with", other, "--with", folder / "stalk.act",
                               "--with", folder / "stalk.gpl")
        self.assertNotRegex(told, r"shown with \S*stalk\.tpl")
        self.assertEqual(len(made["images"]), 1)

    def test_two_actors_and_none_of_the_name(self):
        folder = self.stalk(anm="walk.anm")
        shutil.copy(folder / "stalk.act", folder / "other.act")
        made, told = self.gltf(folder / "walk.anm")
        self.assertIn("2 models are near it (other.act, stalk.act) and none clearly matches", told)
        self.assertTrue(any(n["name"].startswith("track") for n in made["nodes"] if "name" in n))


class Targets(Cli):
    def test_json_is_for_dump(self):
        done = self.run_tool("convert", EXAMPLES / "psx" / "HOP.ANM", "-o", "hop.json", status=2)
        self.assertIn(b"anmkit dump", done.stderr)
        self.assertFalse((self.folder / "hop.json").exists())

    def test_an_empty_file_is_called_empty(self):
        done = self.run_tool("info", self.write("x.bin", b""), status=1)
        self.assertIn(b"empty", done.stderr)


class Textures(Cli):
    def test_textures_become_png(self):
        self.run_tool("convert", EXAMPLES / "gc" / "stalk.tpl", "-o", "one.png", status=0)
        self.run_tool("convert", EXAMPLES / "gc" / "stalk.tpl", "-o", "all/", status=0)
        one = (self.folder / "one.png").read_bytes()
        self.assertEqual(struct.unpack(">4sII", one[12:24]), (b"IHDR", 8, 8))
        self.assertEqual((self.folder / "all" / "stalk_0000.png").read_bytes(), one)


class Cameras(Cli):
    ORBIT = EXAMPLES / "psx" / "ORBIT.ANC"

    def test_round_trip_and_edit(self):
        self.run_tool("convert", self.ORBIT, "-o", "orbit.gltf", status=0)
        self.run_tool("convert", "orbit.gltf", "-o", "same.anc", status=0)
        self.assertEqual((self.folder / "same.anc").read_bytes(), self.ORBIT.read_bytes())
        # Without the source inside, from nothing but the camera that other tools see.
        self.run_tool("convert", self.ORBIT, "-o", "plain.gltf", "--no-source", status=0)
        plain = json.loads((self.folder / "plain.gltf").read_text())
        plain["cameras"][0]["perspective"]["yfov"] = 1.0
        self.write("edited.gltf", json.dumps(plain).encode())
        self.run_tool("convert", "edited.gltf", "-o", "edited.anc", status=0)
        before, after = (path.read_bytes() for path in (self.ORBIT, self.folder / "edited.anc"))
        self.assertEqual(len(before), len(after))
        for at in range(6, len(before), 16):
            old, new = (struct.unpack_from("<8h", data, at) for data in (before, after))
            self.assertEqual(old[:3], new[:3])
            look = [[v[3 + i] - v[i] for i in range(3)] for v in (old, new)]
            norm = [sum(x * x for x in v) ** 0.5 for v in look]
            cosine = sum(a * b for a, b in zip(*look)) / norm[0] / norm[1]
            self.assertGreater(cosine, 1 - 1e-7)
            self.assertEqual(new[7], round(4096 / (2 * 3.14159265358979)))


class Scripts(Cli):
    def setUp(self):
        super().setUp()
        self.write("s.txt", b"#top\n1 10\n2 20\njump top\n")
        self.run_tool("convert", "s.txt", "--format", "cs2-text", "--to", "cs2-anm", "-o", "s.anm",
                      status=0)

    def test_trace_names_every_instruction(self):
        out = self.run_tool("play", "s.anm", "--trace", "--ticks", "31", status=0).stdout.decode()
        # Durations of 10 and 20 ticks, then back to the top: the machine works at 0, 10 and 30.
        words = [line.split()[:2] for line in out.splitlines()]
        ticks = [int(second) for first, second in words if first == "tick"]
        steps = [first for first, _ in words if first.startswith("#")]
        self.assertEqual(ticks, [0, 10, 30])
        self.assertEqual(steps, ["#0", "#1", "#2", "#0"])
        self.run_tool("play", WALK, "--trace", status=2)

    def test_trace_lists_changes(self):
        self.write("v.txt", b"set 3 2\n#l\n@3 4\nloop 3 l\nadd 3 0\npos 1 0xffffffff\n")
        out = self.run_tool("play", "v.txt", "--trace", status=0).stdout.decode()
        changes = [line.strip() for line in out.splitlines() if line.strip().startswith("@")]
        # 2 is stored, loop counts it down twice, and adding 0 changes nothing.
        self.assertEqual(changes, ["@3: 0 -> 2", "@3: 2 -> 1", "@3: 1 -> 0"])
        self.assertIn("at 1,-1", out)
        self.assertIn("script over", out)

    def test_an_error_ends_the_trace(self):
        self.write("hang.txt", b"1 2\n#a\nadd 0 1\njump a\n")
        done = self.run_tool("play", "hang.txt", "--trace", "--budget", "5", status=1)
        steps = [line.split()[0] for line in done.stdout.decode().splitlines() if " #" in line]
        self.assertEqual(steps, ["#0", "#1", "#2", "#1", "#2", "#1"])
        self.assertIn(b"cs2.BUDGET", done.stderr)

    def test_loop_of_intro_and_period(self):
        self.write("w.txt", b"9 7\n#a\n1 10\n2 20\njump a\n")
        loop = {"intro": 7, "period": 30}
        self.assertEqual(self.json_of("play", "w.txt")["loop"], loop)
        clip = self.json_of("info", "w.txt")["files"][0]["clips"][0]
        self.assertEqual((clip["frames"], clip["loop"], clip["loopStart"]), (37, True, 7))
        self.write("r.txt", b"#a\n1 10 20\njump a\n")
        self.assertIsNone(self.json_of("play", "r.txt")["loop"])
        self.write("o.txt", b"1 10\n2 20\n")
        self.assertIsNone(self.json_of("play", "o.txt")["loop"])

    def test_messages_point_into_the_source(self):
        self.write("j.txt", b"1 2\r\n\t/*\x83\x41*/ jump \xb1 x\n")
        done = self.run_tool("convert", "j.txt", "-o", "j.anm", status=1)
        self.assertEqual(done.stderr.decode().splitlines()[:3], [
            "j.txt:2:13: error cs2.S12: undefined label '\uff71'",
            "  \t/*\u30a2*/ jump \uff71 x",
            "  \t            ^"])
        self.assertFalse((self.folder / "j.anm").exists())
        self.write("u.txt", "#a\n/*\u3042*/ jump -1\njump a\n".encode())
        done = self.run_tool("check", "u.txt", status=1)
        self.assertEqual(done.stderr.decode().splitlines()[:4], [
            "u.txt:2:12: error cs2.S18: negative numbers do not exist",
            "  /*\u3042*/ jump -1",
            "              ^",
            "  hint: write 4294967295 for -1"])
        # Nothing in a file commands the terminal.
        self.write("e.txt", b"jump \x1b[31m\n")
        self.assertNotIn(b"\x1b", self.run_tool("check", "e.txt", status=1).stderr)

    def test_compat_counts_for_every_verb(self):
        self.write("q.txt", b"1 2\n1 2 3 4 5\n\n")
        self.run_tool("check", "q.txt", status=1)
        self.run_tool("check", "q.txt", "--compat", status=0)
        facts = self.json_of("info", "q.txt", "--compat")["files"][0]["facts"]
        self.assertEqual(facts["timelines"], "3")
        self.run_tool("info", "q.txt", "--graph", "dot", status=1)
        self.run_tool("info", "q.txt", "--graph", "dot", "--compat", status=0)

    def test_flow_graphs(self):
        self.assertIn("digraph", self.run_tool("info", "s.anm", "--graph", "dot",
                                               status=0).stdout.decode())
        self.assertIn("flowchart", self.run_tool("info", "s.anm", "--graph", "mermaid",
                                                 status=0).stdout.decode())
        self.run_tool("info", "s.anm", "--graph", "svg", status=2)
        self.run_tool("info", ROBOT, "--graph", "dot", status=2)


class Nintendo64(Cli):
    VALUES = [0, 100, 120, 110, 0xFFF0, 0x4000, 0x2000, 0x1000, 0xF000, 0, 0x1000]
    INDEX = [1, 0, 3, 1, 1, 4, 1, 0, 1, 5, 2, 6, 1, 0, 1, 0, 3, 8]

    def words(self, words):
        return struct.pack(f">{len(words)}H", *words)

    def c_numbers(self, words):
        return ", ".join(map(str, words)).encode()

    def test_names_are_resolved_over_a_folder(self):
        folder = self.folder / "anims"
        folder.mkdir()
        self.write("anims/values.inc.c", b"const s16 v[] = {" + self.c_numbers(self.VALUES) + b"};")
        self.write("anims/index.inc.c", b"const u16 i[] = {" + self.c_numbers(self.INDEX) + b"};")
        self.write("anims/walk.inc.c", b"const struct Animation walk = { 1, 0, 0, 0, 3, "
                                       b"ANIMINDEX_NUMPARTS(i), v, i, 0 };")
        self.write("anims/table.inc.c", b"const struct Animation *const t[] = { &walk, NULL };")
        self.write("anims/data.inc.c", b'#include "walk.inc.c"\n')
        self.write("anims/anim_header.h", b"extern const struct Animation *const t[];\n")
        self.run_tool("check", "anims/", status=0)
        self.run_tool("convert", "anims/", "-o", "all.bin", "--to", "sm64-anim", status=0)
        self.run_tool("convert", "anims/", "-o", "all.glb", status=0)
        # One file alone does not have the names; --with gives them.
        alone = self.run_tool("check", "anims/table.inc.c", status=1)
        self.assertIn(b"E-TABLEREF", alone.stdout + alone.stderr)
        self.run_tool("check", "anims/table.inc.c", "--with", "anims/walk.inc.c", status=0)
        self.run_tool("check", "anims/walk.inc.c", status=1)

    def mario_table(self):
        """209 entries, each of them the header of one animation with its tables."""
        words = self.words([1, 0] * 6 + [7])
        data, directory = b"", struct.pack(">2I", 209, 0)
        for number in range(209):
            entry = struct.pack(">6h3I", 1, 189, 0, 0, number + 1, 1, 48, 24, 24 + len(words)) + words
            directory += struct.pack(">2I", 8 + 8 * 209 + len(data), len(entry))
            data += entry + bytes(-len(entry) % 4)
        return directory + data

    def test_a_table_inside_a_rom(self):
        table = self.mario_table()
        places = {"small": (300 << 10, 0x21230, b""), "us": (8 << 20, 0x4EC000, b"\x80\x37\x12\x40"),
                  "eu": (8 << 20, 0x4CE710, b"\x80\x37\x12\x40"),
                  "hack": (1 << 20, 0x45670, b"\x80\x37\x12\x40")}
        self.write("table.bin", table)
        for name, (size, at, head) in places.items():
            rom = bytearray(size)
            rom[:len(head)] = head
            rom[at:at + len(table)] = table
            self.write(f"{name}.z64", bytes(rom))
            info = json.loads(self.run_tool("info", "--json", f"{name}.z64", status=0).stdout)
            clips = info["files"][0]["clips"]
            self.assertEqual(len(clips), 209, name)
            self.assertEqual(clips[208]["frames"], 209)
            self.run_tool("convert", f"{name}.z64", "--to", "sm64-dma", "--table-only", "-f", "-o",
                          "out.bin", status=0)
            self.assertEqual((self.folder / "out.bin").read_bytes(), table, name)
            self.run_tool("convert", f"{name}.z64", "--offset", hex(at), "--to", "sm64-dma",
                          "--table-only", "-f", "-o", "out.bin", status=0)
            self.assertEqual((self.folder / "out.bin").read_bytes(), table, name)
        # The other byte orders of such files; each comes back as it was.
        rom = (self.folder / "hack.z64").read_bytes()
        for name, group in (("hack.v64", 2), ("hack.n64", 4)):
            turned = b"".join(rom[i:i + group][::-1] for i in range(0, len(rom), group))
            self.write(name, turned)
            self.run_tool("convert", name, "--to", "sm64-dma", "--table-only", "-f", "-o", "out.bin",
                          status=0)
            self.assertEqual((self.folder / "out.bin").read_bytes(), table)
            self.run_tool("dump", name, "-f", "-o", "d.json", status=0)
            self.run_tool("build", "d.json", "-f", "-o", "out.bin", status=0)
            self.assertEqual((self.folder / "out.bin").read_bytes(), turned)
            self.write("empty." + name[-3:], turned[:4] + bytes(1 << 16))
            bad = self.run_tool("info", "empty." + name[-3:], status=1)
            self.assertIn(b"without a table", bad.stdout + bad.stderr)

    def sources(self, name):
        data = (self.folder / name).read_bytes()
        size = struct.unpack_from("<I", data, 12)[0]
        kept = json.loads(data[20:20 + size])["scenes"][0]["extras"]["anmkit"]["sources"]
        return [(one["format"], one["name"], base64.b64decode(one["bytes"])) for one in kept]

    def test_an_export_keeps_the_table_and_not_the_rom(self):
        table = self.mario_table()
        rom = bytearray(b"\x80\x37\x12\x40" + bytes(range(1, 17)) * (1 << 19))
        rom[0x4EC000:0x4EC000 + len(table)] = table
        self.write("us.z64", bytes(rom))
        self.write("us.v64", b"".join(rom[i:i + 2][::-1] for i in range(0, len(rom), 2)))
        other = bytes(0x21230) + table + bytes(1 << 20)
        self.write("other.dat", other)
        named = ["--format", "sm64-dma", "--offset", "0x21230"]
        for name, kept, extra in (("us.z64", "us.z64.table-at-0x4EC000", []),
                                  ("us.v64", "us.v64.table-at-0x4EC000", []),
                                  ("other.dat", "other.dat.table", named)):
            self.run_tool("convert", name, *extra, "-f", "-o", "rom.glb", status=0)
            self.assertEqual(self.sources("rom.glb"), [("sm64-dma", kept, table)])
            self.run_tool("convert", "rom.glb", "--to", "sm64-dma", "-f", "-o", "back.bin", status=0)
            self.assertEqual((self.folder / "back.bin").read_bytes(), table)
        # A table alone is kept as it is.
        self.write("table.bin", table)
        self.run_tool("convert", "table.bin", "-o", "table.glb", status=0)
        self.assertEqual(self.sources("table.glb"), [("sm64-dma", "table.bin", table)])

    def test_an_export_keeps_the_animations_of_a_raw_file(self):
        header = struct.pack(">6h3I", 0x80, 0, 0, 1, 3, 2, 0x06000040, 0x06000080, 0)
        data = self.words(self.VALUES).ljust(0x40, b"\0") + self.words(self.INDEX).ljust(0x40, b"\0")
        self.write("level.bin", bytes(0x40) + data + header + bytes(1 << 16))
        self.run_tool("convert", "level.bin", "--format", "sm64-anim", "--segment", "6=level.bin",
                      "--header", "0x060000C0", "-o", "level.glb", status=0)
        (form, name, kept), = self.sources("level.glb")
        self.assertEqual((form, name), ("sm64-anim", "level.bin.animations"))
        # Section 1.7, type 2: header, index, values, and relocations of the two pointers.
        self.assertEqual(kept[:24], struct.pack(">6I", 2, len(kept) - 24, 0, 2, 12, 16))
        self.assertEqual(kept[24:36], header[:12])
        self.assertEqual(kept[48:48 + 2 * len(self.INDEX)], self.words(self.INDEX))
        self.run_tool("convert", "level.glb", "--to", "sm64-anim", "-o", "back.bin", status=0)
        self.assertEqual((self.folder / "back.bin").read_bytes(), kept)

    def test_a_script_becomes_c_or_is_refused(self):
        call = 'smlua_anim_util_register_animation({}, 0, 0, 0, 0, 2, {{0, {}}}, {{{}}})\n'
        index = "1, 0, " * 5 + "2, 0"
        (self.folder / "computed.lua").write_text("local n = 'w' .. 1\n" + call.format("n", 1, index))
        self.assertIn(b"sm64.E-CINIT", self.run_tool("convert", "computed.lua", "-o", "computed.inc.c", status=1).stderr)
        self.assertFalse((self.folder / "computed.inc.c").exists())
        (self.folder / "far.lua").write_text(call.format("'w'", 70000, index))
        self.assertIn(b"anmkit.FLAWED", self.run_tool("convert", "far.lua", "-o", "far.inc.c", status=0).stderr)
        self.assertNotIn(b"FLAWED", self.run_tool("convert", "far.lua", "-o", "same.lua", status=0).stderr)

    def test_the_output_name_decides_the_spelling(self):
        wave, call = EXAMPLES / "sm64" / "wave.inc.c", b"smlua_anim_util_register_animation"
        self.run_tool("convert", wave, "--to", "sm64-dma", "-o", "wave.bin", status=0)
        self.run_tool("convert", "wave.bin", "-o", "wave.lua", status=0)
        lua = (self.folder / "wave.lua").read_bytes()
        self.assertTrue(lua.startswith(call))
        self.run_tool("convert", "wave.lua", "-o", "wave.glb", status=0)
        # Back as it was; and as C, where the name asks for it.
        self.run_tool("convert", "wave.glb", "-o", "again.lua", status=0)
        self.assertEqual((self.folder / "again.lua").read_bytes(), lua)
        self.run_tool("convert", "wave.glb", "--to", "sm64-c", "-o", "wave.inc.c", status=0)
        self.assertIn(b"struct Animation anim_00 = {", (self.folder / "wave.inc.c").read_bytes())
        self.run_tool("convert", "wave.glb", "--to", "sm64-c", "-o", "wave.json", status=0)
        self.assertEqual(json.loads((self.folder / "wave.json").read_bytes())["length"], 30)
        # The name of the output says so for files, too.
        for name in ("wave.lua", "wave.json"):
            self.run_tool("convert", name, "-f", "-o", "back.inc.c", status=0)
            self.assertIn(b"struct Animation anim_00 = {", (self.folder / "back.inc.c").read_bytes())
        self.run_tool("convert", wave, "--profile", "saturn-json", "-o", "named.json", status=0)
        self.assertEqual(json.loads((self.folder / "named.json").read_bytes())["name"], "wave")
        tables = []
        for name in ("wave.lua", "wave.json"):
            self.run_tool("convert", name, "--to", "sm64-dma", "-f", "-o", "out.bin", status=0)
            tables.append((self.folder / "out.bin").read_bytes()[0x28:])
        self.assertEqual(tables[0], tables[1])
        # A pack is a folder.
        self.run_tool("convert", wave, "--to", "sm64-c", "--profile", "dynos", "-o", "pack/", status=0)
        self.assertEqual(sorted(path.name for path in (self.folder / "pack").iterdir()),
                         ["table.inc.c", "wave.inc.c"])

    def without_extras(self, name, to):
        """A .glb as editors leave it that do not know the extras."""
        data = (self.folder / name).read_bytes()
        size = struct.unpack_from("<I", data, 12)[0]

        def strip(value):
            if isinstance(value, dict):
                return {key: strip(one) for key, one in value.items() if key != "extras"}
            return [strip(one) for one in value] if isinstance(value, list) else value

        text = json.dumps(strip(json.loads(data[20:20 + size]))).encode()
        text += b" " * (-len(text) % 4)
        rest = data[20 + size:]
        self.write(to, struct.pack("<4s4I", b"glTF", 2, 20 + len(text) + len(rest), len(text),
                                   0x4E4F534A) + text + rest)

    def test_keys_of_fast64(self):
        self.write("walk.inc.c", b"const s16 v[] = {" + self.c_numbers(self.VALUES) + b"};\n"
                   b"const u16 i[] = {" + self.c_numbers(self.INDEX) + b"};\n"
                   b"const struct Animation walk = { 0x91, 0, 1, 2, 3, ANIMINDEX_NUMPARTS(i), v, i, 0 };\n"
                   b"const struct Animation *const walks[] = { &walk, NULL };\n")
        self.run_tool("convert", "walk.inc.c", "-o", "plain.glb", status=0)
        self.assertNotIn(b"FAST64", (self.folder / "plain.glb").read_bytes())
        self.run_tool("convert", "walk.inc.c", "--fast64-keys", "-o", "walk.glb", status=0)
        self.assertIn(b"FAST64_sm64_anim", (self.folder / "walk.glb").read_bytes())
        self.run_tool("check", "walk.glb", status=0)
        self.run_tool("convert", "walk.glb", "--to", "sm64-c", "-o", "same.inc.c", status=0)
        self.assertEqual((self.folder / "same.inc.c").read_bytes(),
                         (self.folder / "walk.inc.c").read_bytes())
        self.without_extras("walk.glb", "bare.glb")
        self.run_tool("convert", "bare.glb", "--to", "sm64-c", "-o", "bare.inc.c", status=0)
        self.run_tool("dump", "bare.inc.c", "-o", "bare.json", status=0)
        file = json.loads((self.folder / "bare.json").read_bytes())["document"]
        header = file["headers"][0]
        self.assertEqual([header[key] for key in ("name", "flags", "animYTransDivisor", "startFrame",
                                                  "loopStart", "loopEnd", "values", "index")],
                         ["walk", 0x91, 0, 1, 2, 3, "v", "i"])
        self.assertEqual(file["tables"], [{"name": "walks", "elements": ["walk", ""]}])
        # What cannot be used is said, and the rest is read.
        glb = (self.folder / "bare.glb").read_bytes()
        self.write("bad.glb", glb.replace(b'"loop_start": 2', b'"loop_start":[]'))
        bad = self.run_tool("convert", "bad.glb", "--to", "sm64-c", "-o", "bad.inc.c", status=0)
        self.assertIn(b"animations[0].extensions.FAST64_sm64_anim.header.loop_start",
                      bad.stdout + bad.stderr)
        self.assertIn(b"struct Animation walk", (self.folder / "bad.inc.c").read_bytes())
        self.assertIn(b"--fast64-keys", self.run_tool("convert", "--help", status=0).stdout)

    def test_segments_of_other_files(self):
        header = struct.pack(">6h3I", 1, 0, 0, 0, 3, 2, 0x07000008, 0x05000000, 0)
        self.write("main.bin", bytes(0x100) + header + b"rest")
        self.write("values.bin", bytes(0x28) + self.words(self.VALUES))
        self.write("index.bin", self.words(self.INDEX))
        bind = ["--segment", "6=main.bin@0x80", "--segment", "7=values.bin@0x20",
                "--segment", "5=index.bin", "--header", "0x06000080"]
        c = self.run_tool("convert", "main.bin", "--format", "sm64-anim", *bind, "--to", "sm64-c",
                          "-o", "-", status=0).stdout.decode()
        self.assertIn(", ".join(f"0x{value:04X}" for value in self.VALUES[:8]), c)
        self.assertIn("    0x0001, 0x0000, 0x0001, 0x0000, 0x0003, 0x0008,\n", c)
        self.run_tool("check", "main.bin", "--format", "sm64-anim", *bind, status=0)
        # Only the input itself is written again, also by way of a dump.
        self.run_tool("dump", "main.bin", "--format", "sm64-anim", *bind, "-o", "d.json", status=0)
        self.run_tool("build", "d.json", "-o", "again.bin", status=0)
        self.assertEqual((self.folder / "again.bin").read_bytes(),
                         (self.folder / "main.bin").read_bytes())
        # A file that is not there is a system error; a segment that is not bound a finding.
        self.run_tool("check", "main.bin", "--format", "sm64-anim", "--segment", "7=none.bin",
                      "--header", "0x06000080", status=3)
        unbound = self.run_tool("check", "main.bin", "--format", "sm64-anim", *bind[:2], *bind[6:],
                                status=1)
        self.assertIn(b"E-PTR", unbound.stdout + unbound.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
