# SPDX-License-Identifier: MIT
"""Every command on the pages of docs/guides is run as it stands there, beside the files that the page speaks of.

usage: guides_test.py TOOL EXAMPLES"""
import functools, json, math, os, pathlib, random, re, shutil, struct, subprocess, sys, tempfile, unittest

sys.dont_write_bytecode = True
TOOL, EXAMPLES = os.path.abspath(sys.argv.pop(1)), pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/roads"))
import blockbench
import curious
import glb_edit
import gltf_sampler
import humans
import random_files

# Bones of somebody whose tool speaks another language.
humans.NAMES["foreign"] = {
    "hips": "Becken", "spine": "Wirbel", "chest": "Brustkorb", "head": "Kopf", "arm": "Oberarm_{}",
    "forearm": "Unterarm_{}", "hand": "Pranke_{}", "thigh": "Oberschenkel_{}", "shin": "Unterschenkel_{}",
    "foot": "Ferse_{}", "side": ("L", "R")}


def blocks(page):
    """The fenced blocks: what stands behind the fence, and the text."""
    return re.findall(r"^```([^\n]*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)


@unittest.skipIf(os.name == "nt", "the pages speak of sh")
@functools.cache
def has_blender():
    """Whether there is a Blender that can read and write glTF."""
    if not shutil.which("blender"):
        return False
    words = ["blender", "-b", "--factory-startup", "-noaudio", "--python-exit-code", "1", "--python-expr", "import numpy"]
    return subprocess.run(words, capture_output=True).returncode == 0


class Guides(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        tools = self.root / "tools"
        tools.mkdir()
        (tools / "anmkit").symlink_to(TOOL)
        self.environment = os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}

    def sh(self, text, status=0):
        done = subprocess.run(["sh", "-eu", "-c", text], cwd=self.root, env=self.environment, capture_output=True, text=True,
                              timeout=120)
        self.assertEqual(done.returncode, status, text + done.stdout + done.stderr)
        return done.stdout + done.stderr

    def follow(self, guide, edit):
        """A page's commands in order; `edit` stands for Blender where it is not installed. All that they print."""
        said = ""
        for kind, text in blocks(ROOT / f"docs/guides/{guide}.md"):
            if kind.startswith("python "):
                (self.root / kind[7:]).write_text(text)
            elif kind == "sh blender" and not has_blender():
                edit()
            elif kind == "sh blender":
                # Debian's importer uses a name that its numpy no longer has.
                self.sh(text.replace("--factory-startup", "--factory-startup -noaudio --python-expr 'import numpy; numpy.bool = bool'"))
            else:
                self.assertEqual(kind, "sh")
                for command in text.splitlines():
                    said += self.sh(command)
        return said

    def test_motion_onto_another_skeleton(self):
        for name, kind in ("walk", "mixamo"), ("fremd", "foreign"):
            (self.root / f"{name}.glb").write_bytes(humans.person(kind, seed=4)[0])
        for actor in "mario", "brother":
            (self.root / actor).mkdir()
            (self.root / actor / "geo.inc.c").write_text(humans.mario_layout())
        (self.root / "assets/anims").mkdir(parents=True)
        shutil.copy(EXAMPLES / "craftstudio/robot.csmodel", self.root)
        # The motion begins in a T-pose, which is how its rig rests.
        self.sh("anmkit convert walk.glb --with brother/geo.inc.c -o brother/stand.inc.c")
        self.assertIn("part_00", self.sh("anmkit convert fremd.glb --with mario/geo.inc.c -o fremd.inc.c", 1))
        said = ""
        for kind, text in blocks(ROOT / "docs/guides/motion-onto-another-skeleton.md"):
            if kind.startswith("text "):
                name = self.root / kind[5:]
                given = name.read_text()  # what the tool wrote is there to be completed
                names = lambda lines: {line.partition("=")[0].strip() for line in lines.splitlines() if "=" in line[1:]}
                self.assertEqual(names(text), {n for n in names(given) if not n.startswith("#")})
                name.write_text(text)
                continue
            self.assertEqual(kind, "sh")
            for command in text.splitlines():
                said += self.sh(command)
        self.assertIn("part_13  <- mixamorig:LeftUpLeg", said)
        self.assertIn("put on the skeleton of robot.csmodel", said)
        for name in ("assets/anims/anim_48.inc.c", "seen.glb", "table.bin", "robot-walk.csmodelanim", "robot.glb", "bones.txt",
                     "fremd.inc.c", "brother/walk.inc.c"):
            self.assertGreater((self.root / name).stat().st_size, 0, name)
        self.assertFalse((self.root / "anim_48.inc.c").exists())  # of the dry run
        self.assertRegex((self.root / "assets/anims/anim_48.inc.c").read_text(), r"\{\s*0,\s*189,")
        # Given by hand or known by names, the same bones make the same motion.
        numbers = lambda name: re.findall(r"0x\w+", (self.root / name).read_text())
        self.sh("anmkit convert walk.glb --with mario/geo.inc.c -o walk.inc.c")
        self.assertEqual(numbers("brother/walk.inc.c"), numbers("walk.inc.c"))

    def test_blockbench_to_craftstudio(self):
        (self.root / "knight.glb").write_bytes(blockbench.knight().glb())
        model = self.root / "project/Assets/Models/1/Current.csmodel"
        clip = self.root / "project/Assets/ModelAnimations/2/Current.csmodelanim"
        model.parent.mkdir(parents=True)
        clip.parent.mkdir(parents=True)
        # As the editor makes them: one block, linked to animation 2, which is empty.
        empty = random_files.cs_model([("Block", -1, (0, 0, 0), (0, 0, 0), (1, 1, 1), (1, 0, 0, 0), (16, 16, 16))])
        model.write_bytes(empty[:-2] + struct.pack("<2H", 1, 2))
        clip.write_bytes(random_files.cs_clip(30, []))
        said = []
        for kind, text in blocks(ROOT / "docs/guides/blockbench-to-craftstudio.md"):
            if kind == "text":
                self.assertIn(text.strip(), said[-1])
                continue
            self.assertEqual(kind, "sh")
            for command in text.splitlines():
                said.append(self.sh(command))
                if "--dry-run" in command:
                    self.assertFalse((self.root / "knight.csmodel").exists())
        everything = "".join(said)
        self.assertIn("I-CONVERT-RENAMED", everything)
        for loss in "W-LOSS", "PAINTED", "error:":
            self.assertNotIn(loss, everything)
        self.assertEqual(model.read_bytes()[-4:], struct.pack("<2H", 1, 2))
        # The model of the project and the animation belong together.
        seen = gltf_sampler.Gltf(self.root / "seen.glb")
        self.assertEqual(len(seen.json["images"]), 1)
        self.assertTrue({"knight", "left arm", "feather", "body 2"} <= {n["name"] for n in seen.nodes})
        arm = seen.named("left arm")
        self.assertGreater(abs(seen.world(0, 0)[arm][6] - seen.world(0, 0.5)[arm][6]), 0.5)
        for name in "knight.csjsmodel", "knight.csjsmodelanim":
            self.sh(f"anmkit check {name}")
        self.assertTrue((self.root / "knight.png").read_bytes().startswith(b"\x89PNG"))

    def test_tmd_in_blender(self):
        for name in "MODEL.TMD", "HOP.ANM":
            shutil.copy(EXAMPLES / "psx" / name, self.root)
        said = self.follow("tmd-in-blender", self.lengthen_ears)
        self.assertIn("obj005", said)
        self.assertIn("HOP.ANM: good", said)
        self.assertNotIn("vertex colours", said)
        self.assertGreater((self.root / "look.glb").stat().st_size, 0)
        objects = lambda name: json.loads(self.sh(f"anmkit dump {name}"))["document"]["objects"]
        packets = lambda made: [{k: v for k, v in p.items() if "offset" not in k} for p in made["primitives"]]
        old, new = objects("MODEL.TMD"), objects("NEW.TMD")
        self.assertEqual(len(old), len(new))
        for i in 3, 4, 5:  # not touched
            self.assertEqual(old[i]["vertices"], new[i]["vertices"])
            self.assertEqual(packets(old[i]), packets(new[i]))
        for i in 1, 2:
            highest = [min(v[1] for v in made[i]["vertices"]) for made in (old, new)]
            self.assertAlmostEqual(highest[1], 1.5 * highest[0], delta=1)
            self.assertEqual(len(old[i]["primitives"]), len(new[i]["primitives"]))
        if has_blender():
            self.assertEqual(len(new[0]["primitives"]), len(old[0]["primitives"]) + 2)

    def lengthen_ears(self):
        """What the page's script does to the ears, where there is no Blender."""
        editor = glb_edit.Editor(self.root / "model.glb")
        joints = editor.json["skins"][0]["joints"]
        ears = {joints.index(editor.gltf.named(name)) for name in ("obj001", "obj002")}
        for part in editor.json["meshes"][0]["primitives"]:
            at = part["attributes"]
            at["POSITION"] = editor.append(
                [(x, y * 1.5, z) if owners[0] in ears else (x, y, z) for (x, y, z), owners in zip(
                    editor.gltf.accessor(at["POSITION"]), editor.gltf.accessor(at["JOINTS_0"]))], "VEC3")
        editor.save(self.root / "edited.glb")

    def test_mario_in_blender(self):
        anims = self.root / "assets/anims"
        (self.root / "actors/mario").mkdir(parents=True)
        anims.mkdir(parents=True)
        (self.root / "actors/mario/geo.inc.c").write_text(humans.mario_layout())
        channels = random_files.sm64_channels(random.Random(3), 20, 9)
        channels[:3] = [[0] * 9, [189 - 4 * (i % 5) for i in range(9)], [0] * 9]
        channels[3:6] = [[0] * 9] * 3
        path = anims / "anim_00.inc.c"
        path.write_bytes(curious.mario("anim_00", channels, 9))
        before = path.read_text()
        said = self.follow("mario-in-blender", self.raise_mario)
        self.assertNotIn("W-LOSS", said)
        self.assertNotIn("warning", said)
        self.assertIn("anim_00.inc.c: good", said)
        after = path.read_text()
        # The decompilation's own spelling, line by line; only tables differ.
        head = lambda text: text[:text.index("};")]
        self.assertEqual(head(before), head(after))
        self.assertEqual(re.findall(r"^.*[{}]$", before, re.M), re.findall(r"^.*[{}]$", after, re.M))
        table = lambda text, kind: [int(n, 16) for n in re.findall(
            r"0x\w+", re.search(kind + r" \w+\[\] = \{(.*?)\};", text, re.S)[1])]

        def samples(text, channel):
            index, values = table(text, "u16"), table(text, "s16")
            count, first = index[2 * channel:2 * channel + 2]
            return [values[first + min(i, count - 1)] for i in range(9)]

        self.assertEqual(samples(after, 1), [y + 20 for y in samples(before, 1)])
        self.assertEqual([samples(after, k) for k in (0, 2)], [samples(before, k) for k in (0, 2)])
        self.assertEqual(samples(after, 4), [0x4000] * 9)
        self.assertEqual([samples(after, k) for k in range(6, 63)], [samples(before, k) for k in range(6, 63)])

    def raise_mario(self):
        """What the page's script does, where there is no Blender, and what Blender drops."""
        editor = glb_edit.Editor(self.root / "jump.glb")
        root = editor.gltf.named("part_00")
        editor.change(editor.keys(0, root, "translation"), lambda values: [(x, y + 0.2, z) for x, y, z in values])
        half = math.sqrt(0.5)
        editor.add(0, root, "rotation", [0], [(0, half, 0, half)])
        for animation in editor.json["animations"]:
            del animation["extras"]
        editor.save(self.root / "edited.glb")

    def test_pages_are_tested(self):
        """Each has a test here, or is run by pages_test.py (edit-by-script.md)."""
        self.assertEqual(sorted(p.name for p in (ROOT / "docs/guides").iterdir()),
                         ["blockbench-to-craftstudio.md", "edit-by-script.md", "mario-in-blender.md", "motion-onto-another-skeleton.md", "tmd-in-blender.md"])


if __name__ == "__main__":
    unittest.main()
