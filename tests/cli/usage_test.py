#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Short, wrong and misspelt command lines: what is shown instead, what is refused, what is suggested.

    usage_test.py TOOL EXAMPLES
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

TOOL = str(pathlib.Path(sys.argv[1]).resolve())
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
WALK = str(EXAMPLES / "craftstudio" / "robot-walk.csmodelanim")
HOP = str(EXAMPLES / "psx" / "HOP.ANM")
BANK = str(EXAMPLES / "gc" / "stalk.anm")
WAVE = str(EXAMPLES / "sm64" / "wave.inc.c")
GEO = str(EXAMPLES / "sm64" / "geo.inc.c")
SCRIPT = str(EXAMPLES / "cs2" / "bounce.txt")


class Usage(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def run_tool(self, *args, status=0, stdin=None):
        done = subprocess.run([TOOL, *args], cwd=self.folder, input=stdin, capture_output=True)
        self.assertEqual(done.returncode, status, f"{args}\n{done.stdout[:500]}\n{done.stderr[:2000]}")
        return done.stdout.decode(), done.stderr.decode()

    def refused(self, hint, *args):
        """A command line that is wrong (status 2), prints no result and says this."""
        out, said = self.run_tool(*args, status=2)
        if args[:1] != ("check",):  # whose result is that the file is bad
            self.assertEqual(out, "")
        self.assertIn(hint, said)
        return said


class WithoutVerb(Usage):
    def test_files_are_described(self):
        for args in ([WALK], [WALK, "--json"], [WALK, HOP], [str(EXAMPLES / "gc")]):
            self.assertEqual(self.run_tool(*args), self.run_tool("info", *args))
        self.assertIn("30 frames", self.run_tool(WALK)[0])
        self.assertIn("CatSystem", self.run_tool("-", stdin=pathlib.Path(SCRIPT).read_bytes())[0])

    def test_entries_of_an_archive(self):
        with zipfile.ZipFile(self.folder / "some.zip", "w") as archive:
            archive.write(WALK, "in/walk.csmodelanim")
        self.assertIn("30 frames", self.run_tool("some.zip//in/walk.csmodelanim")[0])

    def test_a_missing_file_of_a_known_extension_is_a_missing_file(self):
        for name in ("gone.csmodelanim", "gone.glb", "gone.vrm", "GONE.VRMA", "some.pak//gone.tim"):
            self.assertIn("No such file", self.run_tool(name, status=3)[1])

    def test_a_misspelt_verb_is_not_a_file(self):
        self.refused("did you mean anmkit check?", "chekc", WALK)
        self.refused("did you mean anmkit info?", "ifno")
        self.refused("anmkit --help lists the verbs", "fly")
        # What is there is a file, and what is a verb is that.
        (self.folder / "chekc").write_bytes(pathlib.Path(WALK).read_bytes())
        self.assertIn("30 frames", self.run_tool("chekc")[0])
        (self.folder / "formats").write_bytes(b"")
        self.assertIn("csmodelanim", self.run_tool("formats")[0])


class Help(Usage):
    def test_help_is_a_verb_too(self):
        self.assertEqual(self.run_tool("help"), self.run_tool("--help"))
        for verb in ("info", "convert", "explain"):
            self.assertEqual(self.run_tool("help", verb), self.run_tool(verb, "--help"))
        self.refused("did you mean anmkit convert?", "help", "convrt")

    def test_nothing_at_all_shows_the_verbs(self):
        said = self.refused("Verbs:", )
        self.assertEqual(said.strip(), self.run_tool("--help")[0].strip())

    def groups(self, verb):
        """The options that each group of a verb's help names."""
        groups, title = {}, None
        for line in self.run_tool("help", verb, "all")[0].splitlines():
            if re.match(r"\S.*:$", line):
                title = line[:-1]
            elif title and (option := re.match(r"  (?:-\w, |    )--([\w-]+)", line)):
                groups.setdefault(title, set()).add(option[1])
        return groups

    def test_each_verb_shows_what_it_uses(self):
        convert, play, check = self.groups("convert"), self.groups("play"), self.groups("check")
        self.assertIn("profile", convert["Super Mario 64"])
        self.assertIn("tolerance", convert["CraftStudio"])
        self.assertIn("tolerance", convert["GameCube character pipeline"])
        self.assertNotIn("accel", convert["Super Mario 64"])
        self.assertIn("accel", play["Super Mario 64"])
        self.assertNotIn("profile", play["Super Mario 64"])
        self.assertEqual(check["CraftStudio"], {"runtime"})
        self.assertEqual(self.groups("dump")["CatSystem 2"], {"compat", "key"})
        for verb in ("formats", "build", "explain"):
            self.assertEqual(set(self.groups(verb)), {"Options"}, verb)

    def test_an_option_of_several_families_has_the_help_of_each(self):
        text = self.run_tool("convert", "--help", "all")[0]
        rates = [line for line in text.splitlines() if re.match(r"\s+--rate ", line)]
        self.assertEqual(len(rates), 3)
        self.assertEqual(len(set(rates)), 3)

    def test_help_lists_the_accepted_options(self):
        for verb in ("info", "check", "dump", "convert", "sample", "play"):
            shown = set().union(*self.groups(verb).values())
            listed = self.run_tool("completion", "bash")[0]
            taken = re.search(rf"^      {verb}\) .*?-W '([^']*)'", listed, re.M)[1].split()
            self.assertEqual({word[2:] for word in taken if word.startswith("--")}, shown | {"help"})

    def test_the_manual_names_the_verbs_of_an_option(self):
        manual = self.run_tool("man")[0].replace("\\-", "-")
        self.assertRegex(manual, r"--accel\\fR \\fIN\\fR\n.*\nTaken by view and play\.")
        self.assertRegex(manual, r"--drop-tail\\fR\n.*\nTaken by convert\.")


class OptionsOfOtherVerbs(Usage):
    def test_other_verbs_are_rejected_with_the_right_ones(self):
        self.refused("no layout is called", "info", GEO, "--geo", "nope")
        self.refused("it is an option of convert, render, view, sample and play", "check", WALK, "--rate", "24")
        self.refused("it is an option of play", "convert", WALK, "-o", "x.glb", "--ticks", "5")
        for option in ("--once", "--loop"):
            self.refused(f"{option} requires glTF", "convert", WALK, "-o", "x.glb", option)
            self.refused(f"{option} does not apply to these files", "convert", HOP, "-o", "x.glb", option)
        self.refused("it is an option of convert", "sample", WAVE, "--frame", "0", "--profile=dynos")
        self.refused("it is an option of dump, build, convert, map, render and explain", "info", WALK, "-o", "x.txt")
        self.refused("it is an option of check", "info", WALK, "--strict")
        self.assertFalse((self.folder / "x.glb").exists())

    def test_options_without_effect_are_rejected(self):
        self.refused("--seed requires an image as input or output", "convert", SCRIPT, "-o", "x.anm", "--seed", "4")
        self.refused("--profile requires another output than glTF", "convert", WAVE, "-o", "x.glb",
                     "--profile", "mario-dma")
        self.refused("--ytrans requires glTF or BVH input or output", "convert", WAVE, "--to", "sm64-dma", "-o", "x.bin",
                     "--ytrans", "100")
        self.refused("--in-place requires glTF or BVH input", "convert", WALK, "-o", "x.glb", "--in-place")
        self.assertEqual(list(self.folder.glob("x.*")), [])

    def test_reading_options_apply_to_all(self):
        for verb in (["info"], ["check"], ["dump"], ["convert", "-o", "-"], ["play"]):
            self.run_tool(verb[0], SCRIPT, *verb[1:], "--compat")
        for verb in (["info"], ["check"], ["dump"], ["play"], ["sample", "--frame=0"]):
            self.run_tool(verb[0], HOP, *verb[1:], "--lenient")

    def test_verbs_require_files(self):
        self.refused("info expects FILE...", "info")
        self.refused("name them before --frame", "sample", "--frame=0", WALK, "--stepped")
        self.refused("did you mean --strict?", "check", WALK, "--stirct")


class Suggestions(Usage):
    def test_a_map_is_between_files(self):
        self.refused("gc is a folder", "map", str(EXAMPLES / "gc"), BANK)

    def test_formats(self):
        self.refused("did you mean --to gltf?", "convert", WALK, "--to", "glb", "-o", "x")
        self.refused("did you mean --to csmodelanim?", "convert", WALK, "--to", "csmodelanm", "-o", "x")
        self.refused("did you mean .glb?", "convert", WALK, "-o", "x.gbl")
        self.refused("csmodelanim converts to: csjsmodelanim gltf", "convert", WALK, "-o", "x.foo")
        self.refused("did you mean csmodelanim?", "info", WALK, "--format", "csmodelanm")
        self.refused("anmkit formats lists the ids", "info", WALK, "--format", "nothing")

    def test_clips(self):
        for verb in (["sample", "--frame=0"], ["play"], ["convert", "-o", "x.glb"]):
            self.refused("did you mean 'bend'?", verb[0], BANK, *verb[1:], "--clip", "bnd")
            self.refused("there are 2: 0 'bend', 1", verb[0], BANK, *verb[1:], "--clip", "nothing")
        for file in (WALK, HOP, WAVE, SCRIPT):
            self.refused("there is one: 0", "play", file, "--clip", "nothing")
            self.run_tool("play", file, "--clip", "0")
        self.run_tool("convert", BANK, "-o", "bank.glb")
        self.refused("did you mean 'bend'?", "convert", "bank.glb", "--clip", "bnd", "-o", "x.anm")
        self.refused("--clip does not apply", "convert", WAVE, "--clip", "wave", "--to", "sm64-dma", "-o", "x.bin")
        self.refused("--clip does not apply", "convert", "bank.glb", "--clip", "bend", "-o", "y.gltf")

    def test_layouts(self):
        for verb in (["sample", "--frame=0"], ["check"], ["convert", "-o", "x.glb"]):
            self.refused("there are wave_geo", verb[0], WAVE, *verb[1:], "--with", GEO, "--geo", "nothing")
            self.refused("did you mean 'wave_geo'?", verb[0], WAVE, *verb[1:], "--with", GEO, "--geo", "wave_goe")
            self.run_tool(verb[0], WAVE, *verb[1:], "--with", GEO, "--geo", "wave_geo")
        for verb in (["check"], ["convert", "-o", "x.glb"]):
            self.refused("did you mean 'wave_geo'?", verb[0], GEO, *verb[1:], "--geo", "wave_goe")

    def test_invalid_numbers(self):
        for file in (WALK, HOP, BANK):
            self.refused("--rate expects 0.01 to 1000 frames per second", "sample", file, "--frame", "0", "--rate", "0")
        self.refused("--rate expects a number above 0", "sample", WALK, "--frame", "0", "--rate=-3")
        self.refused("--fps expects a positive number", "sample", WALK, "--fps", "0")
        self.refused("--scale expects metres from 0.000001 to 1000000, found '0'", "convert", WALK, "-o", "x.glb", "--scale", "0")
        self.refused("--rand expects", "play", SCRIPT, "--rand", "x")
        for number in ("1e9", "-1", "nan", "inf", "1e-9"):
            self.refused(f"--scale expects metres from 0.000001 to 1000000, found '{number}'",
                         "convert", WALK, "-o", "x.glb", f"--scale={number}")


class OptionsWithoutEffect(Usage):
    def test_options_of_families_do_not_apply_to_gltf_and_bvh(self):
        for output in ("x.glb", "x.bvh"):
            self.run_tool("convert", WAVE, "-o", output)
            for verb in (["info"], ["sample"], ["check"], ["render", "-o", "x.png"]):
                self.refused("--header does not apply", verb[0], output, *verb[1:], "--header", "5")
            self.refused("--ytrans does not apply", "sample", output, "--ytrans", "5")
            self.refused("--header does not apply", "convert", output, "-o", "y.glb", "--header", "5")

    def test_addresses_do_not_apply_to_source(self):
        for verb in (["info"], ["sample"], ["check"], ["dump"], ["render", "-o", "x.png"], ["convert", "-o", "x.glb"]):
            self.refused("--header applies to raw files, and this one is sm64-c", verb[0], WAVE, *verb[1:], "--header", "5")
            self.refused("--table applies to raw files", verb[0], WAVE, *verb[1:], "--table", "5:1")


class OptionsOfSeveralFamilies(Usage):
    def test_gamecube_accepts_what_its_page_lists(self):
        self.run_tool("convert", str(EXAMPLES / "gc" / "stalk.tpl"), "--picture", "0", "-o", "x.png")
        self.run_tool("convert", BANK, "--no-source", "-o", "x.glb")
        self.run_tool("convert", "x.glb", "--tolerance", "0.1", "--to", "gc-anm", "-o", "rough.anm")
        self.run_tool("convert", "x.glb", "--to", "gc-anm", "-o", "fine.anm")
        size = {name: (self.folder / name).stat().st_size for name in ("rough.anm", "fine.anm")}
        self.assertLess(size["rough.anm"], size["fine.anm"])


class SaturnJson(Usage):
    def test_the_extension_of_the_output_decides_the_spelling(self):
        self.run_tool("convert", WAVE, "-o", "saturn.json")
        wanted = (self.folder / "saturn.json").read_bytes()
        self.assertIn(b'"looping"', wanted)
        self.run_tool("convert", WAVE, "-o", "wave.glb")
        self.run_tool("convert", "saturn.json", "-o", "saturn.glb")
        self.run_tool("convert", "saturn.json", "--no-source", "-o", "bare.glb")
        for name in ("wave", "saturn"):
            self.run_tool("convert", f"{name}.glb", "-o", "again.json", "-f")
            self.assertEqual((self.folder / "again.json").read_bytes(), wanted, name)
        self.run_tool("convert", "bare.glb", "--profile", "saturn-json", "-o", "fitted.json")
        self.assertEqual(json.loads((self.folder / "fitted.json").read_bytes())["length"], 30)
        # Of other families and of scenes from elsewhere nothing is guessed.
        for file in (WALK, HOP, "bare.glb"):
            self.refused("anmkit dump writes any file as JSON", "convert", file, "-o", "x.json")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
