# SPDX-License-Identifier: MIT
"""blender -b --factory-startup --python addon_test.py -- ZIP ROOT SCRATCH [TEST...]

The add-on as a user has it: installed from its zip, then files of every family to Blender and back. The variable
BLENDER_USER_SCRIPTS names an empty folder, where Blender installs it.
"""
import json
import os
import pathlib
import re
import sys
import unittest

import bpy

ZIP, ROOT, SCRATCH, *TESTS = sys.argv[sys.argv.index("--") + 1:]
ROOT, SCRATCH = pathlib.Path(ROOT).resolve(), pathlib.Path(SCRATCH).resolve()
EXAMPLES, VECTORS = ROOT / "examples", ROOT / "tests/vectors"


def start():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module="anmkit")


def load(*paths, **options):
    if len(paths) == 1:
        return bpy.ops.import_scene.anmkit(filepath=str(paths[0]), **options)
    folder = pathlib.Path(paths[0]).parent
    return bpy.ops.import_scene.anmkit(directory=str(folder), files=[{"name": path.name} for path in paths], **options)


def save(name, **options):
    path = SCRATCH / name
    path.unlink(missing_ok=True)
    bpy.ops.export_scene.anmkit(filepath=str(path), **options)
    return path.read_bytes()


def report():
    return bpy.data.texts["anmkit"].as_string()


def armature():
    (one,) = [one for one in bpy.context.selected_objects if one.type == "ARMATURE"]
    return one


def turn(one, bone, frame, angle=0.6):
    """Turns a bone on one frame of the active Action, as a person would."""
    bpy.context.scene.frame_set(frame)
    pose = one.pose.bones[bone]
    pose.rotation_mode = "QUATERNION"
    pose.rotation_quaternion.rotate(type(pose.rotation_quaternion)((1, 2, 3), angle))
    pose.keyframe_insert("rotation_quaternion", frame=frame)


def kit():
    from anmkit import library  # the module of the add-on
    return library.load()


class Addon(unittest.TestCase):
    def setUp(self):
        start()

    def fails(self, expected, run, *words, **options):
        with self.assertRaises(RuntimeError) as caught:
            run(*words, **options)
        self.assertIn(expected, str(caught.exception))
        self.assertNotIn("Traceback", str(caught.exception))

    def comes_back(self, path):
        load(path)
        self.assertEqual(save(path.name), path.read_bytes(), path)

    def test_the_zip_serves_old_and_new_versions(self):
        import addon_utils
        import anmkit
        self.assertEqual(".".join(map(str, anmkit.bl_info["version"])), kit().__version__)
        manifest = (pathlib.Path(anmkit.__file__).parent / "blender_manifest.toml").read_text()
        self.assertIn(f'version = "{kit().__version__}"', manifest)
        self.assertRegex(manifest, r'platforms = \["(linux|windows)-x64"\]')
        # Blender 4.2 refuses others.
        self.assertLessEqual(len(re.search(r'tagline = "(.*)"', manifest)[1]), 64)
        self.assertTrue(addon_utils.check("anmkit")[1])
        self.assertTrue(hasattr(bpy.types, "ANMKIT_MT_import") and hasattr(bpy.types, "ANMKIT_PT_panel"))
        bpy.ops.preferences.addon_disable(module="anmkit")
        self.assertFalse(hasattr(bpy.types, "ANMKIT_PT_panel") or hasattr(bpy.types.Armature, "anmkit"))

    def test_every_example_comes_back(self):
        for name in ("craftstudio/robot-walk.csmodelanim", "craftstudio/robot-wave.csmodelanim",
                     "craftstudio/robot.csmodel", "gc/stalk.anm", "gc/stalk.act", "gc/stalk.gpl", "psx/HOP.ANM",
                     "psx/ORBIT.ANC", "psx/MODEL.TMD", "sm64/wave.inc.c"):
            with self.subTest(name):
                start()
                self.comes_back(EXAMPLES / name)

    def test_vectors_come_back(self):
        """Every fourth; ANMKIT_VECTORS=all tries all."""
        every = 1 if os.environ.get("ANMKIT_VECTORS") == "all" else 4
        for family in ("craftstudio", "gc", "psx", "sm64", "cs2"):
            files = [path for path in sorted((VECTORS / family / "good").rglob("*"))
                     if path.suffix in (".csmodelanim", ".anm", ".ANM", ".ANC", ".TMD", ".c", ".txt")]
            self.assertGreater(len(files), 20)
            for path in files[::every]:
                with self.subTest(path=path):
                    start()
                    self.comes_back(path)

    def test_examples_come_back_from_the_keys_of_blender(self):
        """Without the digest that shows that nothing changed: by Blender's exporter and the library alone."""
        for name in ("craftstudio/robot-walk.csmodelanim", "gc/stalk.anm", "psx/HOP.ANM", "sm64/wave.inc.c"):
            with self.subTest(name):
                start()
                load(EXAMPLES / name)
                armature().data.anmkit.untouched = ""
                self.assertEqual(save(pathlib.Path(name).name), (EXAMPLES / name).read_bytes())

    def test_one_key_changes_one_track(self):
        load(EXAMPLES / "craftstudio/robot-walk.csmodelanim")
        turn(armature(), "Left Arm.pivot", 12)
        made = save("robot-walk.csmodelanim")
        before, after = (json.loads(kit().open(data, [], name="a.csmodelanim").dump())["document"]
                         for data in ((EXAMPLES / "craftstudio/robot-walk.csmodelanim").read_bytes(), made))
        self.assertEqual([one["name"] for one in after["nodes"]], [one["name"] for one in before["nodes"]])
        changed = [one["name"] for one, other in zip(after["nodes"], before["nodes"]) if one != other]
        self.assertEqual(changed, ["Left Arm"])
        self.assertRegex(report(), r"largest error: .*Left Arm.*degrees")

    def test_a_constraint_is_an_edit(self):
        load(EXAMPLES / "craftstudio/robot-walk.csmodelanim")
        one = armature()
        constraint = one.pose.bones["Head"].constraints.new("COPY_ROTATION")
        constraint.target, constraint.subtarget = one, "Left Arm.pivot"
        self.assertNotEqual(save("robot-walk.csmodelanim"), (EXAMPLES / "craftstudio/robot-walk.csmodelanim").read_bytes())
        self.assertRegex(report(), "largest error: .*Head")

    def test_one_key_of_other_families(self):
        for name, bone, nodes in (("gc/stalk.anm", "bone1", 3), ("psx/HOP.ANM", "obj000", 6),
                                  ("sm64/wave.inc.c", "part_01", 3)):
            with self.subTest(name):
                start()
                path = EXAMPLES / name
                load(path)
                turn(armature(), bone, 10)
                made = save(path.name)
                self.assertNotEqual(made, path.read_bytes())
                companions = {one.name: one.read_bytes() for one in path.parent.iterdir() if one != path}
                before, after = (kit().open(data, companions, name=path.name).clips[0]
                                 for data in (path.read_bytes(), made))
                frames = range(int(before.duration))
                old, new = before.sample(frames), after.sample(frames)
                self.assertEqual(len(before.nodes), nodes)
                moved = abs(old.rotation - new.rotation).max(axis=(0, 2)) > 1e-3
                self.assertEqual([node for node, here in zip(before.nodes, moved) if here], [bone])
                self.assertRegex(report(), "largest error: .*degrees")

    def test_a_clip_that_was_not_edited_keeps_its_bytes(self):
        folder = EXAMPLES / "craftstudio"
        load(folder / "robot-walk.csmodelanim", folder / "robot-wave.csmodelanim")
        turn(armature(), "Head", 5)
        name = armature().animation_data.action.name
        other = ({"robot-walk", "robot-wave"} - {name}).pop()
        made = save(f"{other}.csmodelanim", clip=other)
        self.assertEqual(made, (folder / f"{other}.csmodelanim").read_bytes())
        self.assertNotEqual(save(f"{name}.csmodelanim", clip=name), (folder / f"{name}.csmodelanim").read_bytes())

    def test_many_files_are_clips_of_one_armature(self):
        folder = EXAMPLES / "craftstudio"
        load(folder / "robot-walk.csmodelanim", folder / "robot-wave.csmodelanim")
        one = armature()
        self.assertEqual({action.name for action in bpy.data.actions}, {"robot-walk", "robot-wave"})
        self.assertEqual({track.name for track in one.animation_data.nla_tracks}, {"robot-walk", "robot-wave"})
        self.assertTrue(all(track.mute for track in one.animation_data.nla_tracks))
        (SCRATCH / "both").mkdir(exist_ok=True)
        bpy.ops.export_scene.anmkit(filepath=str(SCRATCH / "both") + "/")
        for name in ("robot-walk.csmodelanim", "robot-wave.csmodelanim"):
            self.assertEqual((SCRATCH / "both" / name).read_bytes(), (folder / name).read_bytes())

    def test_files_of_other_skeletons_are_armatures_of_their_own(self):
        load(EXAMPLES / "psx/HOP.ANM")
        load(EXAMPLES / "craftstudio/robot-walk.csmodelanim")
        load(EXAMPLES / "gc/stalk.anm")
        both = [one for one in bpy.data.objects if one.type == "ARMATURE"]
        self.assertEqual(len(both), 3)
        for one, name in zip(both, ("psx/HOP.ANM", "craftstudio/robot-walk.csmodelanim", "gc/stalk.anm")):
            bpy.ops.object.select_all(action="DESELECT")
            one.select_set(True)
            bpy.context.view_layer.objects.active = one
            original = EXAMPLES / name
            self.assertEqual(save(original.name), original.read_bytes())
            # Also by the exporter's way.
            one.data.anmkit.untouched = ""
            self.assertEqual(save(original.name), original.read_bytes())
        self.assertEqual(len(bpy.data.scenes), 1)

    def test_a_folder_is_its_subjects(self):
        load(EXAMPLES / "craftstudio")
        self.assertEqual({action.name for action in bpy.data.actions}, {"robot-walk", "robot-wave"})

    def test_rate_range_and_selection(self):
        for name, rate, last in (("gc/stalk.anm", 60, 120), ("psx/HOP.ANM", 30, 40)):
            start()
            bpy.context.scene.render.fps = 24
            load(EXAMPLES / name)
            scene = bpy.context.scene
            self.assertEqual((scene.render.fps, scene.render.fps_base, scene.frame_start, scene.frame_end),
                             (rate, 1, 0, last))
            action = armature().animation_data.action
            times = {key.co.x for curve in action.fcurves for key in curve.keyframe_points}
            self.assertEqual({round(time, 3) % 1 for time in times}, {0})
            self.assertIs(bpy.context.object, armature())
        start()
        load(EXAMPLES / "psx/HOP.ANM", options="rate=25")
        self.assertEqual(bpy.context.scene.render.fps, 25)
        start()
        bpy.context.scene.render.fps = 24
        load(EXAMPLES / "psx/HOP.ANM", set_rate=False, clips="NLA")
        self.assertEqual(bpy.context.scene.render.fps, 24)
        self.assertIsNone(armature().animation_data.action)

    def test_a_saved_blend_comes_back(self):
        load(EXAMPLES / "sm64/wave.inc.c")
        bpy.ops.wm.save_as_mainfile(filepath=str(SCRATCH / "kept.blend"))
        start()
        bpy.ops.wm.open_mainfile(filepath=str(SCRATCH / "kept.blend"))
        self.assertEqual(save("wave.inc.c"), (EXAMPLES / "sm64/wave.inc.c").read_bytes())
        armature().data.anmkit.untouched = ""
        self.assertEqual(save("wave.inc.c"), (EXAMPLES / "sm64/wave.inc.c").read_bytes())

    def test_settings_of_the_panel_are_written(self):
        for name, path, value in (("sm64/wave.inc.c", "headers[0].loopStart", 5), ("psx/HOP.ANM", "rateHint", 15),
                                  ("craftstudio/robot-walk.csmodelanim", "holdLastKeyFrame", 1),
                                  ("gc/stalk.anm", "bankID", 7)):
            with self.subTest(name):
                start()
                load(EXAMPLES / name)
                (setting,) = [one for one in armature().data.anmkit.settings if one.path == path]
                setting.whole = value
                made = save(pathlib.Path(name).name)
                before = json.loads(kit().open(EXAMPLES / name, []).dump())["document"]
                after = json.loads(kit().open(made, [], name=pathlib.Path(name).name).dump())["document"]
                before.pop("source", None), after.pop("source", None)
                place = before
                if "[" in path:
                    place, path = before["headers"][0], path.split(".")[-1]
                self.assertNotEqual(place[path], value)
                place[path] = value
                self.assertEqual(after, before)

    def test_other_spellings(self):
        load(EXAMPLES / "craftstudio/robot-walk.csmodelanim")
        made = save("robot-walk.csjsmodelanim")
        self.assertEqual(kit().open(made, [], name="a.csjsmodelanim").format, "csjsmodelanim")
        start()
        load(EXAMPLES / "sm64/wave.inc.c")
        made = save("wave.bin", format="sm64-dma")
        self.assertEqual(kit().open(made, [], name="a.bin").format, "sm64-dma")

    def test_onto_another_skeleton(self):
        load(EXAMPLES / "gc/stalk.anm")
        bones = bpy.data.texts.new("bones.txt")
        bones.write("Body = bone0\nHead = bone1\n")
        made = save("other.csmodelanim", skeleton=str(EXAMPLES / "craftstudio/robot.csmodel"), bones="bones.txt",
                    clip="bend")
        nodes = json.loads(kit().open(made, [], name="a.csmodelanim").dump())["document"]["nodes"]
        self.assertIn("Head", [one["name"] for one in nodes if one["orientation"]])
        self.assertIn("Head = bone1", report())
        self.fails("the skeleton /none/rig.csmodel does not exist", save, "x.csmodelanim", skeleton="/none/rig.csmodel")

    def test_check_lists_findings(self):
        load(EXAMPLES / "craftstudio/robot-walk.csmodelanim")
        record = armature().data.anmkit
        self.assertEqual(bpy.ops.anmkit.check(), {"FINISHED"})
        self.assertTrue(record.checked)
        self.assertEqual({one.text.split(":")[0] for one in record.findings}, {"craftstudio.I-WRAP-BLEND"})
        (hold,) = [one for one in record.settings if one.path == "holdLastKeyFrame"]
        hold.whole = 7
        bpy.ops.anmkit.check()
        self.assertEqual([one.text.split(":")[0] for one in record.findings], ["craftstudio.W-BOOL"])

    def test_scripts_and_images(self):
        folder = SCRATCH / "cs2"
        drawn = sorted((SCRATCH / "drawn/ball").iterdir())
        pictures = [kit().open(path.read_bytes(), [], name=path.name, broken=True) for path in drawn]
        made = kit().convert(pictures, "ball.hg3")
        folder.mkdir(exist_ok=True)
        (folder / "ball.hg3").write_bytes(made["ball.hg3"])
        source = "\t0 3\r\n" + "".join(f"\t{k} 4\r\n" for k in range(1, 12))
        script = kit().open(source.encode(), {"ball.hg3": made["ball.hg3"]}, name="ball.txt").convert("ball.anm")
        (folder / "ball.anm").write_bytes(script["ball.anm"])
        load(folder / "ball.anm")
        self.assertEqual(len(bpy.data.objects), 12)
        text = bpy.data.texts["ball.txt"]
        self.assertIn("3 4", text.as_string())
        self.assertEqual(save("ball.anm"), script["ball.anm"])
        self.assertEqual(save("ball.hg3"), made["ball.hg3"])
        # Each frame shows one image.
        for frame, expected in ((0, 0), (4, 1), (8, 2)):
            bpy.context.scene.frame_set(frame)
            seen = [one["anmkit_id"] for one in bpy.data.objects if not one.hide_viewport]
            self.assertEqual(seen, [expected], frame)
        # Painted: that image alone.
        image = next(one.data for one in bpy.data.objects if one["anmkit_id"] == 0)
        pixels = list(image.pixels)
        pixels[0:4] = [1, 0, 0, 1]
        image.pixels = pixels
        image.update()
        painted = save("ball.hg3")
        old, new = (kit().convert([kit().open(data, [], name="ball.hg3")], "a/", to="png")
                    for data in (made["ball.hg3"], painted))
        self.assertEqual([name for name in old if old[name] != new[name]], ["a/ball_0000.png"])
        # The script, edited.
        text.clear()
        text.write(source.replace("\r\n", "\n").replace("\t0 3", "\t0 9"))
        self.assertNotEqual(save("ball.anm"), script["ball.anm"])
        text.clear()
        text.write("\tset 0 0\n\tpos 0 -5\n")
        self.fails("cs2.S", save, "ball.anm")

    def test_the_page_runs(self):
        folder = SCRATCH / "page"
        folder.mkdir(exist_ok=True)
        for path in EXAMPLES.glob("*/*"):
            if path.is_file():
                (folder / path.name).write_bytes(path.read_bytes())
        blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/blender.md").read_text(), re.M | re.S)
        self.assertGreater(len(blocks), 5)
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(folder)
        names = {}
        for block in blocks:
            exec(compile(block, "docs/blender.md", "exec"), names)  # pylint: disable=exec-used
        before, after = (json.loads(kit().open(folder / name, []).dump())["document"]["nodes"]
                         for name in ("robot-walk.csmodelanim", "waving.csmodelanim"))
        self.assertEqual([one["name"] for one, other in zip(before, after) if one != other], ["Left Arm"])
        self.assertEqual((folder / "again.anm").read_bytes(), (EXAMPLES / "gc/stalk.anm").read_bytes())
        self.assertIn(b"5,\n", (folder / "wave-from-5.inc.c").read_bytes())
        self.assertEqual(kit().open(folder / "bounce.anm", []).format, "cs2-anm")
        self.assertTrue((folder / "nod.csmodelanim").is_file())

    def test_bad_input_is_a_sentence(self):
        import random
        (SCRATCH / "empty.anm").write_bytes(b"")
        (SCRATCH / "random.anm").write_bytes(random.Random(7).randbytes(5000))
        (SCRATCH / "random.glb").write_bytes(random.Random(8).randbytes(5000))
        (SCRATCH / "empty").mkdir(exist_ok=True)
        broken = (EXAMPLES / "craftstudio/robot-walk.csmodelanim").read_bytes()[:100]
        (SCRATCH / "cut.csmodelanim").write_bytes(broken)
        self.fails("No such file", load, SCRATCH / "none.anm")
        self.fails("anmkit.", load, SCRATCH / "empty.anm")
        self.fails("anmkit.", load, SCRATCH / "random.anm")
        self.fails("random.glb", load, SCRATCH / "random.glb")
        self.fails("craftstudio.E-TRUNCATED at byte", load, SCRATCH / "cut.csmodelanim")
        self.fails("no file in this folder", load, SCRATCH / "empty")
        self.fails("no file is chosen", bpy.ops.import_scene.anmkit)
        self.fails("/none/MODEL.TMD", load, EXAMPLES / "psx/HOP.ANM", companions="/none/MODEL.TMD")
        self.assertEqual(len(bpy.data.objects), 0)
        # One bad file of several: the others come in.
        for name in ("HOP.ANM", "MODEL.TMD"):
            (SCRATCH / name).write_bytes((EXAMPLES / "psx" / name).read_bytes())
        self.fails("cut.csmodelanim", load, SCRATCH / "cut.csmodelanim", SCRATCH / "HOP.ANM")
        self.assertEqual(bpy.context.object.type, "ARMATURE")

    def test_bad_exports_are_sentences(self):
        self.fails("nothing is selected", save, "a.csmodelanim")
        self.fails("nothing that anmkit imported", bpy.ops.anmkit.check)
        load(EXAMPLES / "psx/HOP.ANM")
        self.fails("anmkit.", save, "a.unknown")
        self.fails("no file is chosen", bpy.ops.export_scene.anmkit)
        self.fails("anmkit.", save, "HOP.ANM", clip="none")
        self.fails("none.txt", save, "HOP.ANM", bones="none.txt")
        self.fails("no-such-option", save, "HOP.ANM", options="no-such-option")
        (SCRATCH / "file").write_bytes(b"")
        self.fails("file", bpy.ops.export_scene.anmkit, filepath=str(SCRATCH / "file/HOP.ANM"))
        bpy.ops.object.select_all(action="DESELECT")
        self.fails("nothing is selected", save, "HOP.ANM")
        start()
        load(EXAMPLES / "craftstudio/robot.csmodel")
        self.fails("anmkit.CLIP", save, "a.csmodelanim")

    def test_objects_of_other_origin(self):
        bpy.ops.object.armature_add()
        one = bpy.context.object
        one.animation_data_create()
        turn(one, "Bone", 0, 0)
        turn(one, "Bone", 10, 1)
        one.animation_data.action.name = "bow"
        bpy.context.scene.render.fps = 30
        made = save("bow.csmodelanim")
        file = kit().open(made, [], name="bow.csmodelanim")
        self.assertEqual([(clip.name, clip.duration) for clip in file.clips], [("bow", 10)])


def main():
    bpy.ops.preferences.addon_install(filepath=ZIP)
    bpy.ops.preferences.addon_enable(module="anmkit")
    SCRATCH.mkdir(parents=True, exist_ok=True)
    names = [f"Addon.{name}" for name in TESTS] or ["Addon"]
    done = unittest.TextTestRunner(verbosity=1).run(unittest.defaultTestLoader.loadTestsFromNames(names, sys.modules[__name__]))
    sys.exit(0 if done.wasSuccessful() and done.testsRun else 1)


main()
