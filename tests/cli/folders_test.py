# SPDX-License-Identifier: MIT
"""Folders as inputs: one file a subject, each with what belongs to it, and a screen of messages.

usage: folders_test.py TOOL EXAMPLES"""
import json, os, pathlib, shutil, subprocess, sys, tempfile, unittest

TOOL, EXAMPLES = os.path.abspath(sys.argv.pop(1)), pathlib.Path(sys.argv.pop(1)).resolve()


def still(name, parts):
    """A C source with one animation in which nothing moves."""
    index = "0x0001, 0x0000, " * (3 + 3 * parts)
    return (f"static const s16 {name}_values[] = {{0x0000}};\nstatic const u16 {name}_index[] = {{{index}}};\n"
            f"static const struct Animation {name}[] = {{0, 0, 0, 0, 0x10, ANIMINDEX_NUMPARTS({name}_index), "
            f"{name}_values, {name}_index, 0}};\n")


def layout(name, parts):
    inside = "      GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 10, 0, NULL),\n" * parts
    return (f"const GeoLayout {name}[] = {{\n   GEO_NODE_START(),\n   GEO_OPEN_NODE(),\n{inside}"
            "   GEO_CLOSE_NODE(),\n   GEO_END(),\n};\n")


def contents(path):
    """The JSON of a .glb."""
    data = path.read_bytes()
    return json.loads(data[20:20 + int.from_bytes(data[12:16], "little")])


def clip_names(path):
    return [clip["name"] for clip in contents(path).get("animations", [])]


class Folder(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)

    def put(self, name, text="", example=None):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if example:
            shutil.copy(EXAMPLES / example, path)
        else:
            path.write_text(text, newline="")

    def run_tool(self, *words, status=0, within="."):
        done = subprocess.run([TOOL, *map(str, words)], cwd=self.root / within, capture_output=True, text=True,
                              errors="replace")
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def written(self, folder="out"):
        root = self.root / folder
        return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())

    def put_all(self):
        for name in ("stalk.act", "stalk.anm", "stalk.gpl", "stalk.skn", "stalk.tpl"):
            self.put(f"game/gc/{name}", example=f"gc/{name}")
        self.put("game/psx/HOP.ANM", example="psx/HOP.ANM")
        self.put("game/psx/MODEL.TMD", example="psx/MODEL.TMD")
        self.put("game/bob/geo.inc.c", layout("bob_geo", 2))
        self.put("game/bob/anims/walk.inc.c", still("walk", 2))
        self.put("game/bob/anims/run.inc.c", still("run", 2))
        self.put("game/bob/anims/table.inc.c", "const struct Animation *const bob_anims[] = {&walk, &run, NULL};\n")
        self.put("game/src/main.c", "int main(void) { return 0; }\n")
        self.put("game/notes.txt", "Nothing that moves.\n")


class Subjects(Folder):
    def test_one_file_per_subject_with_all_clips(self):
        self.put_all()
        done = self.run_tool("convert", "game", "--to", "gltf", "-o", "out/")
        self.assertEqual(self.written(), ["bob.glb", "gc.glb", "psx.glb"])
        self.assertEqual(clip_names(self.root / "out/bob.glb"), ["run", "walk"])
        self.assertEqual(len(clip_names(self.root / "out/psx.glb")), 1)
        self.assertTrue(contents(self.root / "out/gc.glb")["meshes"])
        self.assertIn("3 of 3 subjects written", done.stderr)

    def test_a_folder_with_one_subject_is_one_file(self):
        self.put_all()
        self.run_tool("convert", "game/psx", "-o", "x.glb")
        self.assertTrue(contents(self.root / "x.glb")["meshes"])
        done = self.run_tool("convert", "game", "-o", "y.glb", status=2)
        self.assertIn("contains 3 models and animations: bob, gc, psx", done.stderr)
        self.assertIn("-o y/", done.stderr)
        self.assertFalse((self.root / "y.glb").exists())

    def test_every_command_gets_the_same_flags(self):
        self.put_all()
        walk, run = "game/bob/anims/walk.inc.c", "game/bob/anims/run.inc.c"
        ways = [["game/bob"], ["game/bob/anims"], [run, walk], [run, walk, "--with", "game/bob/geo.inc.c"]]
        seen = set()
        for number, way in enumerate(ways):
            self.run_tool("convert", *way, "-o", f"{number}.glb")
            made = contents(self.root / f"{number}.glb")
            seen.add(json.dumps([made["nodes"], clip_names(self.root / f"{number}.glb"), made.get("meshes")]))
        self.assertEqual(len(seen), 1)

    def test_separate_writes_one_file_per_input(self):
        self.put("in/a/one.csmodelanim", example="craftstudio/robot-walk.csmodelanim")
        self.put("in/a/two.csmodelanim", example="craftstudio/robot-wave.csmodelanim")
        self.run_tool("convert", "in", "--to", "gltf", "--separate", "-o", "out/")
        self.assertEqual(self.written(), ["a/one.glb", "a/two.glb"])

    def test_a_craftstudio_project_has_its_own_names(self):
        model, clip = EXAMPLES / "craftstudio/robot.csmodel", "craftstudio/robot-walk.csmodelanim"
        self.put("p/Assets/Models/5/Current.csmodel", example="craftstudio/robot.csmodel")
        self.put("p/Assets/Models/5/0.csmodel", example="craftstudio/robot.csmodel")
        self.assertTrue(model.exists())
        self.put("p/Assets/ModelAnimations/1/Current.csmodelanim", example=clip)
        found = json.loads(self.run_tool("info", "p", "--json").stdout)
        models = [one["model"] for one in found["subjects"] if one["model"]]
        self.assertEqual(models, ["p/Assets/Models/5/Current.csmodel"])  # an older revision is none
        self.assertEqual(found["orphans"], [])

    def test_the_table(self):
        self.put_all()
        self.put("game/lost.tpl", example="gc/stalk.tpl")
        text = self.run_tool("info", "game").stdout
        self.assertIn("game: 3 subjects", text)
        self.assertRegex(text, r"bob +sm64 +2 +0 +bob/geo.inc.c")
        self.assertIn("unassigned (1): lost.tpl", text)
        self.assertNotIn("main.c", text)
        found = json.loads(self.run_tool("info", "game", "--json").stdout)
        self.assertEqual([one["name"] for one in found["subjects"]], ["bob", "gc", "psx"])
        gc = found["subjects"][1]
        self.assertEqual((gc["family"], gc["model"], gc["textures"], gc["missing"]),
                         ("gc", "game/gc/stalk.act", ["game/gc/stalk.tpl"], []))
        self.assertEqual([clip["name"] for clip in found["subjects"][0]["clips"]], ["run", "walk"])

    def put_sorted(self):
        """A tree of each family that is sorted by kind."""
        for name in ("act", "gpl", "skn"):
            self.put(f"gc/model/stalk.{name}", example=f"gc/stalk.{name}")
        self.put("gc/anim/stalk.anm", example="gc/stalk.anm")
        self.put("gc/tex/stalk.tpl", example="gc/stalk.tpl")
        self.put("psx/ANM/HOP.ANM", example="psx/HOP.ANM")
        self.put("psx/TMD/BIRD.TMD", example="psx/MODEL.TMD")
        self.put("craft/models/robot.csmodel", example="craftstudio/robot.csmodel")
        self.put("craft/clips/go.csmodelanim", example="craftstudio/robot-walk.csmodelanim")
        self.put("sm64/geo/thing.geo.inc.c", layout("thing_geo", 3))
        self.put("sm64/anims/walk.inc.c", still("walk", 3))

    def test_companions_in_folders_sorted_by_kind(self):
        self.put_sorted()
        trees = {"gc": ("gc/anim/stalk.anm", "gc/model/stalk.act"), "psx": ("psx/ANM/HOP.ANM", "psx/TMD/BIRD.TMD"),
                 "craft": ("craft/clips/go.csmodelanim", "craft/models/robot.csmodel"),
                 "sm64": ("sm64/anims/walk.inc.c", "sm64/geo/thing.geo.inc.c")}
        for tree, (clip, model) in trees.items():
            with self.subTest(tree):
                # The whole tree, from outside and from inside; a file of it; and what becomes of both.
                (subject,) = json.loads(self.run_tool("info", tree, "--json").stdout)["subjects"]
                self.assertEqual((subject["model"], len(subject["clips"]) > 0), (model, True))
                self.assertIn("with " + model, self.run_tool("info", clip).stdout)
                self.run_tool("convert", tree, "-o", f"out/{tree}.glb")
                self.assertTrue(clip_names(self.root / f"out/{tree}.glb"))
                self.assertNotIn("anmkit.USING", self.run_tool("convert", clip, "-o", f"out/{tree}2.glb").stderr)
                self.assertEqual((self.root / f"out/{tree}.glb").stat().st_size > 3000, True)
                self.assertEqual(clip_names(self.root / f"out/{tree}2.glb"), clip_names(self.root / f"out/{tree}.glb"))
                self.assertEqual(contents(self.root / f"out/{tree}2.glb").get("meshes", []),
                                 contents(self.root / f"out/{tree}.glb").get("meshes", []))
        self.assertEqual(len(contents(self.root / "out/gc.glb")["images"]), 1)

    def test_names_of_folders_from_inside(self):
        for place in ("hero", "foe"):
            for name in ("act", "gpl", "skn"):
                self.put(f"gc/model/{place}/stalk.{name}", example=f"gc/stalk.{name}")
            self.put(f"psx/TMD/{place}/M.TMD", example="psx/MODEL.TMD")
            self.put(f"craft/models/{place}/m.csmodel", example="craftstudio/robot.csmodel")
            self.put(f"sm64/geo/{place}/m.geo.inc.c", layout(f"{place}_geo", 3))
            for model in (f"gc/model/{place}/stalk.act", f"psx/TMD/{place}/M.TMD", f"craft/models/{place}/m.csmodel"):
                with (self.root / model).open("ab") as file:
                    file.write(place.encode() * 4)
        self.put("gc/anim/hero/stalk.anm", example="gc/stalk.anm")
        self.put("psx/ANM/hero/HOP.ANM", example="psx/HOP.ANM")
        self.put("craft/anims/hero/go.csmodelanim", example="craftstudio/robot-walk.csmodelanim")
        self.put("sm64/anims/hero/walk.inc.c", still("walk", 3))
        self.put("tree/actors/hero/geo.inc.c", layout("hero_geo", 2))
        self.put("tree/actors/hero/anims/walk.inc.c", still("walk", 2))
        self.put("tree/assets/anims/anim_00.inc.c", still("anim_00", 20))
        self.put("tree/actors/mario/geo.inc.c", layout("mario_geo", 20))
        self.put("far/walk.geo.inc.c", layout("far_geo", 4))
        self.put("far/clips/hero/walk.inc.c", still("walk", 4))
        mod = "mod/craftstudio/{}/entity/dup.csmodel{}"
        self.put(mod.format("models", ""), example="craftstudio/robot.csmodel")
        self.put(mod.format("animations", "anim"), example="craftstudio/robot-walk.csmodelanim")
        for clip, model in (("gc/anim/hero/stalk.anm", "gc/model/hero/stalk.act"),
                            ("psx/ANM/hero/HOP.ANM", "psx/TMD/hero/M.TMD"),
                            ("craft/anims/hero/go.csmodelanim", "craft/models/hero/m.csmodel"),
                            ("sm64/anims/hero/walk.inc.c", "sm64/geo/hero/m.geo.inc.c"),
                            ("tree/actors/hero/anims/walk.inc.c", "tree/actors/hero/geo.inc.c"),
                            ("tree/assets/anims/anim_00.inc.c", "tree/actors/mario/geo.inc.c"),
                            ("far/clips/hero/walk.inc.c", "far/walk.geo.inc.c"),
                            (mod.format("animations", "anim"), mod.format("models", ""))):
            folder, name = os.path.split(clip)
            for within in (".", folder, os.path.dirname(folder), os.path.dirname(model)):
                path = os.path.relpath(clip, within)
                for spelled in [path] if within != folder else [path, "./" + name, os.path.join("..", os.path.basename(folder), name)]:
                    with self.subTest(clip, within=within, spelled=spelled):
                        (file,) = json.loads(self.run_tool("info", spelled, "--json", within=within).stdout)["files"]
                        found = [os.path.normpath(os.path.join(within, one)) for one in file["companions"]]
                        self.assertIn(model, found)
            for spelled in (".", "./", "../" + os.path.basename(folder)):
                with self.subTest(clip, within=folder, spelled=spelled):
                    (subject,) = json.loads(self.run_tool("info", spelled, "--json", within=folder).stdout)["subjects"]
                    self.assertEqual(os.path.normpath(os.path.join(folder, subject["model"])), model)

    def test_models_that_are_equally_near_are_named(self):
        self.put("t/anim/walk.csmodelanim", example="craftstudio/robot-walk.csmodelanim")
        for name in ("a", "b"):
            self.put(f"t/models/{name}.csmodel", example="craftstudio/robot.csmodel")
            with (self.root / f"t/models/{name}.csmodel").open("ab") as file:
                file.write(name.encode())
        said = self.run_tool("convert", "t/anim/walk.csmodelanim", "-o", "x.glb").stderr
        self.assertIn("2 models are near it (t/models/a.csmodel, t/models/b.csmodel)", said)
        self.assertIn("models near it, none used: t/models/a.csmodel, t/models/b.csmodel; choose one with --with FILE",
                      self.run_tool("info", "t/anim/walk.csmodelanim").stdout)
        self.assertIn("none of a.csmodel, b.csmodel: choose one with --with", self.run_tool("info", "t").stdout)
        (subject,) = [one for one in json.loads(self.run_tool("info", "t", "--json").stdout)["subjects"] if not one["model"]]
        self.assertEqual(subject["rivals"], ["t/models/a.csmodel", "t/models/b.csmodel"])
        self.assertIn("without model", self.run_tool("convert", "t", "-o", "out/").stderr)
        said = self.run_tool("convert", "t/anim/walk.csmodelanim", "--with", "t/models/b.csmodel", "-o", "y.glb").stderr
        self.assertNotIn("near it", said)

    def test_a_broken_animation_of_a_script_does_not_stop_the_others(self):
        call = 'smlua_anim_util_register_animation("%s", 0, 0, 0, 0, 2, { 0 }, { 1,0, 1,0, 1,0, 1,0, 1,0, 1,0 })\n'
        self.put("mod/moves.lua", call % "one" + (call % "two").replace("})", "}") + call % "three")
        for words in (["convert", "mod/moves.lua", "-o", "one.glb"], ["convert", "mod", "-o", "out/"]):
            done = self.run_tool(*words, status=1)
            self.assertIn("moves.lua:2:1", done.stderr)
            self.assertIn("'two' is left out", done.stderr)
        self.assertIn("out/mod.glb: ", done.stderr)
        self.assertEqual(clip_names(self.root / "one.glb"), ["one", "three"])
        self.assertEqual(clip_names(self.root / "out/mod.glb"), ["one", "three"])
        self.assertIn("clip three", self.run_tool("info", "mod/moves.lua", status=1).stdout)

    def test_an_input_that_is_named_twice_is_taken_once(self):
        self.put("d/HOP.ANM", example="psx/HOP.ANM")
        for words, again in ((["d/HOP.ANM", "d/../d/HOP.ANM"], "named twice"), (["d", "./d/HOP.ANM"], "in a folder"),
                             (["d/HOP.ANM", "d/", "d"], "named twice"), ([".", "d/HOP.ANM"], "in a folder")):
            (self.root / "x.glb").unlink(missing_ok=True)
            done = self.run_tool("convert", *words, "-o", "x.glb")
            self.assertIn("anmkit.TWICE", done.stderr)
            self.assertIn(again, done.stderr)
            self.assertEqual(clip_names(self.root / "x.glb"), ["HOP"])
        # A skeleton may be mapped onto itself, and names that only begin alike are others.
        self.put("d2/HOP.ANM", example="psx/HOP.ANM")
        for words in (["map", "d/HOP.ANM", "d/HOP.ANM"], ["info", "d", "d2/HOP.ANM"], ["info", "d/HOP.ANM", "../x/.."]):
            self.assertNotIn("TWICE", subprocess.run([TOOL, *words], cwd=self.root, capture_output=True, text=True).stderr)
        # A clip that is joined to itself is played twice.
        done = self.run_tool("convert", "d/HOP.ANM", "d/HOP.ANM", "--join", "-o", "LONG.ANM")
        self.assertNotIn("TWICE", done.stderr)
        self.assertIn("80 frames", self.run_tool("info", "LONG.ANM").stdout)

    def test_an_archive_is_a_folder(self):
        self.put("in/HOP.ANM", example="psx/HOP.ANM")
        self.put("in/MODEL.TMD", example="psx/MODEL.TMD")
        self.run_tool("convert", "in", "--to", "psx-pak", "-o", "disc/GAME.PAK")
        self.run_tool("convert", "disc", "--to", "gltf", "-o", "out/")
        self.assertEqual(self.written(), ["GAME.PAK.glb"])
        self.assertTrue(contents(self.root / "out/GAME.PAK.glb")["meshes"])

    def test_images_are_reported(self):
        self.put("in/bounce.txt", example="cs2/bounce.txt")
        done = self.run_tool("convert", "in", "--to", "gltf", "-o", "out/", status=2)
        self.assertIn("--to webp", done.stderr)


class Screen(Folder):
    def put_broken(self, count=120):
        for i in range(count):
            self.put(f"in/{i}/x.csmodelanim", "no animation")
        self.put("in/good/HOP.ANM", example="psx/HOP.ANM")

    def test_one_bad_file_never_stops_the_others(self):
        self.put_broken()
        done = self.run_tool("convert", "in", "--to", "gltf", "-o", "out/", status=1)
        self.assertEqual(self.written(), ["good.glb"])
        self.assertLess(len(done.stderr.splitlines()), 40)
        self.assertIn("120 failed", done.stderr)
        self.assertRegex(done.stderr, r"\d+ more craftstudio\.")

    def test_everything_on_request(self):
        self.put_broken(50)
        done = self.run_tool("check", "in", "--verbose", "--report", "all.jsonl", status=1)
        self.assertGreaterEqual(done.stderr.count("x.csmodelanim: error"), 50)
        kept = [json.loads(line) for line in (self.root / "all.jsonl").read_text().splitlines()]
        self.assertEqual(len({one["file"] for one in kept}), 50)
        self.assertEqual({"file", "code", "severity", "offset", "path", "message"} - kept[0].keys(), set())
        short = self.run_tool("check", "in", "--report", "short.jsonl", status=1)
        self.assertLess(len((short.stdout + short.stderr).splitlines()), 100)
        self.assertEqual((self.root / "short.jsonl").read_bytes(), (self.root / "all.jsonl").read_bytes())
        self.run_tool("check", "in", "--report", "no/such/folder.jsonl", status=3)

    def test_sources_have_lines(self):
        self.put("walk.inc.c", "static const s16 v[] = {0};\nstatic const u16 i[] = {1, 2;\n")
        done = self.run_tool("check", "walk.inc.c", status=1)
        self.assertRegex(done.stderr, r"walk\.inc\.c:2:\d+: error sm64\.")
        found = json.loads(self.run_tool("check", "walk.inc.c", "--json", status=1).stdout)
        lines = [one.get("line") for one in found["files"][0]["diagnostics"]]
        self.assertIn(2, lines)

    def test_empty_folders(self):
        (self.root / "nothing").mkdir()
        self.assertIn("without any file of a known format", self.run_tool("info", "nothing", status=3).stderr)
        self.run_tool("convert", "nothing", "--to", "gltf", "-o", "out/", status=2)

    def test_a_folder_is_no_pose(self):
        """`--pose` and `--map` take a file: a folder that is full of them is named as one."""
        (self.root / "poses").mkdir()
        self.put("poses/walk.inc.c", "static const s16 v[] = {0};\n")
        self.put("walk.inc.c", "static const s16 v[] = {0};\n")
        for option in ("--pose", "--map"):
            said = self.run_tool("convert", "walk.inc.c", option, "poses", "-o", "walk.glb", status=3).stderr
            self.assertIn("poses", said)
            self.assertIn("it is a folder", said)

    def test_order_does_not_depend_on_threads(self):
        self.put_broken(30)
        runs = {self.run_tool("check", "in", "--verbose", status=1).stderr for _ in range(3)}
        self.assertEqual(len(runs), 1)


if __name__ == "__main__":
    unittest.main()
