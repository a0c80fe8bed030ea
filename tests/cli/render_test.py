#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`anmkit render`: golden pictures, kinds of files, sheets, cameras, and what is refused.

    render_test.py TOOL EXAMPLES
"""
import base64
import io
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
TOOL = str(pathlib.Path(sys.argv[1]).resolve())
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "render"
sys.path.insert(0, str(GOLDEN))
import make_golden

try:
    from PIL import Image, ImageChops
except ImportError:
    Image = None

WALK = str(EXAMPLES / "craftstudio/robot-walk.csmodelanim")
ROBOT = str(EXAMPLES / "craftstudio/robot.csmodel")
STALK = str(EXAMPLES / "gc/stalk.anm")
HOP = str(EXAMPLES / "psx/HOP.ANM")
MODEL = str(EXAMPLES / "psx/MODEL.TMD")
WAVE = str(EXAMPLES / "sm64/wave.inc.c")
SMALL = ["--size", "64x48"]


class Render(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def run_tool(self, *args, status=0, env=None):
        done = subprocess.run([TOOL, *map(str, args)], cwd=self.folder, capture_output=True,
                              env=None if env is None else {**os.environ, **env})
        self.assertEqual(done.returncode, status, f"{args}\n{done.stdout[:500]}\n{done.stderr[:2000]}")
        return done.stdout, done.stderr.decode()

    def render(self, *args, **more):
        return self.run_tool("render", *args, **more)

    def refused(self, hint, *args, status=2):
        before = sorted(self.folder.rglob("*"))
        out, said = self.render(*args, status=status)
        self.assertEqual(out, b"")
        self.assertIn(hint, said)
        self.assertEqual(sorted(self.folder.rglob("*")), before, "something was written")

    def made(self, *args):
        return json.loads(self.render(*args, "--json")[0])["pictures"]

    def picture(self, name):
        if Image is None:
            self.skipTest("no PIL")
        image = Image.open(io.BytesIO((self.folder / name).read_bytes()))
        image.load()
        return image


class Golden(Render):
    def test_images_equal_the_approved_ones(self):
        make_golden.prepare(TOOL, self.folder)
        for name in make_golden.PICTURES:
            with self.subTest(name):
                subprocess.run(make_golden.command(TOOL, name, self.folder / f"{name}.png", self.folder), check=True)
                seen = (self.folder / f"{name}.png").read_bytes()
                right = (GOLDEN / "golden" / f"{name}.png").read_bytes()
                if seen == right:
                    continue
                # Another libpng may pack the same pixels another way.
                a, b = self.picture(f"{name}.png").convert("RGBA"), Image.open(GOLDEN / "golden" / f"{name}.png").convert("RGBA")
                self.assertEqual(a.size, b.size)
                wrong = [max(p) for p in ImageChops.difference(a, b).getdata() if max(p) > 0]
                self.assertEqual(wrong, [], f"{len(wrong)} pixels differ, the worst by {max(wrong or [0])}")

    def test_no_golden_image_is_left_over(self):
        self.assertEqual({path.stem for path in (GOLDEN / "golden").glob("*.png")}, set(make_golden.PICTURES))


class Kinds(Render):
    def test_the_same_bytes_twice(self):
        for kind in ("png", "webp", "gif", "apng"):
            self.render(WALK, "-o", f"a.{kind}", *SMALL)
            self.render(WALK, "-o", f"b.{kind}", *SMALL)
            self.assertEqual((self.folder / f"a.{kind}").read_bytes(), (self.folder / f"b.{kind}").read_bytes())
        self.assertEqual(self.render(WALK, "-o", "-", "--to", "png", *SMALL)[0], (self.folder / "a.png").read_bytes())

    def frames(self, name):
        image = self.picture(name)
        lengths = []
        for i in range(image.n_frames):
            image.seek(i)
            image.load()
            lengths.append(image.info["duration"])
        return image, lengths

    def test_animated_images_last_as_long_as_the_clip_and_loop(self):
        # 30 frames at 30 a second; the last pose is the first one.
        for kind in ("webp", "gif", "apng"):
            said = self.made(WALK, "-o", f"walk.{kind}", *SMALL)[0]
            self.assertEqual(said["frames"], list(range(30)))
            self.assertAlmostEqual(said["seconds"], 1)
            image, lengths = self.frames(f"walk.{kind}")
            self.assertEqual((image.size, len(lengths), image.info["loop"]), ((64, 48), 30, 0))
            self.assertAlmostEqual(sum(lengths), 1000, delta=0.01)
        # 120 frames at 60 a second: half of them, or all.
        self.made(STALK, "-o", "stalk.webp", *SMALL)
        self.assertEqual(len(self.frames("stalk.webp")[1]), 60)
        self.made(STALK, "-o", "stalk60.webp", *SMALL, "--fps", "60")
        image, lengths = self.frames("stalk60.webp")
        self.assertEqual((len(lengths), sum(lengths)), (120, 2000))

    def test_all_clips_one_after_the_other(self):
        # The bank's clips have 120 frames at 60 per second, and the robot's 30 at 30.
        for inputs, parts in ((["stalk.glb"], [("stalk.glb", name) for name in ("bend", "stretch")]),
                              ([WALK, STALK], [(WALK, "0"), (STALK, "0"), (STALK, "1")])):
            self.run_tool("convert", STALK, "-o", "stalk.glb", "-f")
            with self.subTest(inputs=len(inputs)):
                film = self.made(*inputs, "--all-clips", "-o", "film.apng", "-f", *SMALL)[0]
                shown = []
                lasts = 0
                for path, clip in parts:
                    lasts += self.made(path, "--clip", clip, "-o", "one.apng", "-f", *SMALL)[0]["seconds"]
                    image = self.picture("one.apng")
                    for i in range(image.n_frames):
                        image.seek(i)
                        shown.append(image.convert("RGBA").tobytes())
                self.assertEqual(len(film["subjects"]), len(parts))
                self.assertAlmostEqual(film["seconds"], lasts, places=2)
                image = self.picture("film.apng")
                seen = []
                for i in range(image.n_frames):
                    image.seek(i)
                    seen.append(image.convert("RGBA").tobytes())
                self.assertEqual(len(seen), len(shown))
                self.assertTrue(seen == shown)
        said = self.refused("at most", "stalk.glb", "--all-clips", "-o", "x.webp", "--size", "8000x4000")
        self.assertFalse((self.folder / "x.webp").exists(), said)
        self.refused("--all-clips shows all clips one after the other", WALK, STALK, "-o", "x.webp")
        make_golden.prepare(TOOL, self.folder)
        self.refused("FOLDER/ takes one file per clip", WALK, "ball.anm", "--all-clips", "-o", "x.webp")

    def test_part_of_a_clip(self):
        said = self.made(WALK, "-o", "part.webp", "--frame", "4..9", *SMALL)[0]
        self.assertEqual(said["frames"], [4, 5, 6, 7, 8, 9])
        self.assertEqual(len(self.frames("part.webp")[1]), 6)
        self.render(WALK, "-o", "six.png", "--frame", "6", *SMALL)
        image = self.picture("part.webp")
        image.seek(2)
        self.assertEqual(image.convert("RGBA").tobytes(), self.picture("six.png").convert("RGBA").tobytes())

    def test_whole_frames_or_between_them(self):
        smooth = self.made(WALK, "-o", "smooth.apng", "--fps", "60", "--frame", "0..3", *SMALL)[0]
        self.assertEqual(smooth["frames"], [0, 0.5, 1, 1.5, 2, 2.5, 3])
        self.made(WALK, "-o", "stepped.apng", "--fps", "60", "--frame", "0..3", "--stepped", *SMALL)

        def pictures(name):
            image = self.picture(name)
            for i in range(image.n_frames):
                image.seek(i)
                yield image.convert("RGBA").tobytes()

        a, b = list(pictures("smooth.apng")), list(pictures("stepped.apng"))
        self.assertEqual(b[2], a[2])
        self.assertEqual(b[3], b[2])
        self.assertNotEqual(a[3], a[2])

    def test_a_script_keeps_its_own_times(self):
        make_golden.prepare(TOOL, self.folder)
        said = self.made("ball.anm", "-o", "ball.webp")[0]
        self.run_tool("convert", "ball.anm", "-o", "converted.webp")
        self.assertEqual((self.folder / "ball.webp").read_bytes(), (self.folder / "converted.webp").read_bytes())
        self.assertEqual(len(said["frames"]), 12)
        self.made("ball.anm", "-o", "tick.png", "--frame", "3")
        image = self.picture("ball.webp")
        image.seek(1)
        self.assertEqual(image.convert("RGBA").tobytes(), self.picture("tick.png").convert("RGBA").tobytes())
        self.refused("does not apply to a script", "ball.anm", "-o", "x.webp", "--camera", "1,2")
        self.refused("does not apply to a script", "ball.anm", "-o", "x.webp", "--fps", "9")

    def test_videos_are_made_by_another_program(self):
        fake = self.folder / "bin"
        fake.mkdir()
        # Writes what it was told and how much it was given.
        (fake / "ffmpeg").write_text('#!/bin/sh\nfor last; do :; done\n(echo "$@"; wc -c) >"${last#file:}"\n')
        (fake / "ffmpeg").chmod(0o755)
        path = {"PATH": f"{fake}:{os.environ['PATH']}"}
        name = "a b;$(touch x)'.mp4"
        self.render(WALK, "-o", name, *SMALL, env=path)
        told, size = (self.folder / name).read_text().rsplit("\n", 2)[:2]
        self.assertIn("-s 64x48 -r 30 ", told)
        self.assertIn("libx264", told)
        self.assertEqual(int(size), 64 * 48 * 4 * 31)
        self.assertFalse((self.folder / "x").exists())
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), sorted([name, "bin"]))
        # One that fails leaves nothing; without one the message names the package.
        (fake / "ffmpeg").write_text("#!/bin/sh\nexit 3\n")
        self.refused("ffmpeg failed", WALK, "-o", "y.webm", *SMALL, status=3)
        # `refused` ran with the usual PATH where there may be none.

    def refused(self, hint, *args, status=2):
        if status == 3:
            self.render(*args, status=3, env={"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"})
            self.assertFalse((self.folder / "y.webm").exists())
            return
        super().refused(hint, *args, status=status)

    def test_without_ffmpeg_the_package_is_named(self):
        _, said = self.render(WALK, "-o", "walk.mp4", *SMALL, status=2, env={"PATH": "/nowhere"})
        self.assertIn("Debian package ffmpeg", said)
        self.assertEqual(list(self.folder.iterdir()), [])


class Cameras(Render):
    def shown(self, name):
        """The box around what is not transparent."""
        image = self.picture(name).convert("RGBA")
        alpha, plain = image.getchannel("A"), image.convert("RGB")
        if alpha.getextrema()[0] < 255:
            return alpha.getbbox()
        return ImageChops.difference(plain, Image.new("RGB", plain.size, plain.getpixel((0, 0)))).getbbox()

    def test_the_automatic_one_sees_the_whole_clip(self):
        for files in ([WALK], [STALK], [HOP, "--with", MODEL], [WAVE]):
            for size in ((64, 48), (30, 90)):
                text = f"{size[0]}x{size[1]}"
                frames = [0, 6, 11, 17, 23]
                cameras = set()
                for frame in frames:
                    said = self.made(*files, "-o", "x.png", "--frame", str(frame), "--size", text, "-f")[0]
                    cameras.add(json.dumps(said["camera"]))
                    left, top, right, bottom = self.shown("x.png")
                    self.assertTrue(left > 0 and top > 0 and right < size[0] and bottom < size[1], (files, frame))
                self.assertEqual(len(cameras), 1, "one camera for all frames")

    def test_distance_and_direction(self):
        near = self.made(WALK, "-o", "near.png", *SMALL)[0]["camera"]
        self.assertEqual((near["yaw"], near["pitch"]), (30, 15))
        far = self.made(WALK, "-o", "far.png", *SMALL, "--camera", f"30,15,{near['distance'] * 2}")[0]["camera"]
        self.assertEqual(far["target"], near["target"])
        height = [box[3] - box[1] for box in (self.shown("near.png"), self.shown("far.png"))]
        self.assertAlmostEqual(height[1] / height[0], 0.5, delta=0.06)
        # The robot's chest has a mark; its back has none.
        self.made(WALK, "-o", "behind.png", *SMALL, "--camera=-150,15")
        self.assertNotEqual(self.picture("behind.png").tobytes(), self.picture("near.png").tobytes())

    def test_background_fills_what_is_empty(self):
        self.render(WALK, "-o", "x.png", *SMALL, "--background", "102030")
        self.assertEqual(self.picture("x.png").convert("RGBA").getpixel((0, 0)), (0x10, 0x20, 0x30, 255))
        self.render(WALK, "-o", "y.png", *SMALL)
        self.assertEqual(self.picture("y.png").convert("RGBA").getpixel((0, 0)), (0, 0, 0, 0))

    def test_an_export_renders_like_its_file(self):
        for name, files in (("robot", [WALK, "--with", ROBOT]), ("stalk", [STALK]), ("hop", [HOP, "--with", MODEL])):
            self.run_tool("convert", *files, "-o", f"{name}.glb")
            self.render(*files, "-o", "a.png", "--frame", "7", "-f", "--size", "160x120")
            self.render(f"{name}.glb", "-o", "b.png", "--frame", "7", "-f", "--size", "160x120")
            a, b = (self.picture(n).convert("RGBA").getchannel("A").point(lambda v: 255 * (v > 127)) for n in ("a.png", "b.png"))
            both = sum(1 for p, q in zip(a.getdata(), b.getdata()) if p and q)
            any_of = sum(1 for p, q in zip(a.getdata(), b.getdata()) if p or q)
            self.assertGreater(both / any_of, 0.98, name)


class Sheets(Render):
    def test_a_folder_is_a_contact_sheet(self):
        said = self.made(EXAMPLES / "craftstudio", EXAMPLES / "gc", EXAMPLES / "sm64", "-o", "sheet.png", *SMALL)
        self.assertEqual(said[0]["subjects"], ["craftstudio", "gc", "sm64"])
        self.assertEqual((said[0]["width"], said[0]["height"]), (2 * 64, 2 * (48 + 19)))
        image = self.picture("sheet.png").convert("RGBA")
        self.assertEqual(image.size, (said[0]["width"], said[0]["height"]))
        # Something in the first cell, and letters below it.
        self.assertIsNotNone(image.crop((0, 0, 64, 48)).convert("L").point(lambda v: 255 - v).getbbox())
        self.assertIsNotNone(image.crop((0, 48, 64, 67)).convert("L").point(lambda v: 255 - v).getbbox())

    def test_pages(self):
        said = self.made(WALK, STALK, HOP, "-o", "sheet.png", "--sheet", "2x1", *SMALL)
        self.assertEqual([one["file"] for one in said], ["sheet.png", "sheet-2.png"])
        self.assertEqual([one["subjects"] for one in said], [["robot-walk", "stalk"], ["HOP"]])
        self.assertEqual(self.picture("sheet.png").size, (128, 67))
        self.assertEqual(self.picture("sheet-2.png").size, (128, 67))

    def test_a_folder_of_images(self):
        said = self.made(EXAMPLES / "craftstudio", EXAMPLES / "gc", "-o", "out/", *SMALL)
        self.assertEqual([one["file"] for one in said], ["out/craftstudio.png", "out/gc.png"])
        self.made(EXAMPLES / "gc", "-o", "moving/", "--to", "webp", *SMALL)
        self.assertTrue(self.picture("moving/gc.webp").is_animated)

    def hidden_until(self, frame):
        """A triangle whose scale is 0 before a frame, of 30 per second; None: always."""
        times, scales = [0, (frame or 30) / 30, 1 + (frame or 30) / 30], [0, 1 if frame else 0, 1 if frame else 0]
        data = struct.pack("<9f3f9f", 0, 0, 0, 1, 0, 0, 0, 1, 0, *times, *[s for s in scales for _ in range(3)])
        views = [(0, 36), (36, 12), (48, 36)]
        gltf = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}],
                                "samplers": [{"input": 1, "output": 2, "interpolation": "STEP"}]}],
                "buffers": [{"byteLength": len(data),
                             "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}],
                "bufferViews": [{"buffer": 0, "byteOffset": at, "byteLength": size} for at, size in views],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                               "min": [0, 0, 0], "max": [1, 1, 0]},
                              {"bufferView": 1, "componentType": 5126, "count": 3, "type": "SCALAR"},
                              {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC3"}]}
        path = self.folder / f"hidden-{frame}.gltf"
        path.write_text(json.dumps(gltf))
        return path

    def test_a_still_shows_the_first_frame_at_which_something_is_visible(self):
        late = self.hidden_until(20)
        for background in [[], ["--background", "804020"]]:
            out, said = self.render(late, "-o", "late.png", "-f", "--json", *SMALL, *background)
            frame = json.loads(out)["pictures"][0]["frames"][0]
            self.assertTrue(20 <= frame < 24, frame)
            self.assertIn(f"anmkit.BLANK: nothing is visible at frame 0, rendered frame {frame} instead", said)
        # The frame that was asked for, and what is never seen.
        for path, args in [(late, ["--frame", "0"]), (self.hidden_until(None), [])]:
            out, said = self.render(path, "-o", "none.png", "-f", "--json", *SMALL, *args)
            self.assertEqual(json.loads(out)["pictures"][0]["frames"], [0])
            self.assertIn("warning anmkit.BLANK: nothing is visible at frame 0\n", said)
        # In a sheet, too.
        said = self.render(late, self.hidden_until(10), "-o", "sheet.png", *SMALL)[1]
        self.assertEqual(said.count("anmkit.BLANK"), 2, said)

    def test_a_film_strip(self):
        said = self.made(STALK, "-o", "strip.png", "--sheet", "4x2", *SMALL)[0]
        self.assertEqual(len(said["frames"]), 8)
        self.assertEqual(self.picture("strip.png").size, (256, 96))
        said = self.made(WALK, "-o", "part.png", "--sheet", "3x1", "--frame", "4..8", *SMALL)[0]
        self.assertEqual(said["frames"], [4, 6, 8])

    def test_one_bad_file_leaves_its_cell_empty(self):
        (self.folder / "bad.csmodelanim").write_bytes(b"\x02")
        out, said = self.render(WALK, "bad.csmodelanim", STALK, "-o", "sheet.png", *SMALL, status=1)
        self.assertIn("bad.csmodelanim: error", said)
        self.assertEqual(self.picture("sheet.png").size, (128, 67))

    def test_moving_nodes_do_not_share_an_image(self):
        self.refused("-o x/ --to webp writes each", EXAMPLES / "craftstudio", EXAMPLES / "gc", "-o", "x.webp")


class Refusals(Render):
    def test_values(self):
        for option, hint in (("--camera=x", "--camera expects"), ("--camera=1,95", "--camera expects"), ("--camera=1,2,0", "--camera expects"),
                             ("--camera=nan,2", "--camera expects"), ("--camera=1,2,3,4", "--camera expects"),
                             ("--size=0x5", "--size expects"), ("--size=99999x2", "--size expects"), ("--size=9000x9000", "--size expects"),
                             ("--size=12", "--size expects"), ("--frame=99", "the clip 'robot-walk' has 0 to 30"),
                             ("--frame=5..1", "--frame expects"), ("--frame=-1", "--frame expects"), ("--frame=x", "--frame expects"),
                             ("--frame=1..4", "a range goes with an animated image"), ("--clip=robot-wlak", "did you mean 'robot-walk'"),
                             ("--fps=5", "--fps does not apply to a .png"), ("--fps=0", "--fps expects"), ("--sheet=0x1", "--sheet expects"), ("--sheet=1000x1000", "pixels"),
                             ("--background=zz", "--background expects"), ("--lines=0", "--lines expects"), ("--rotation=xyz", "uses it with psx"),
                             ("--to=jpg", "--to is png, gif"), ("--speed=3", "--speed")):
            with self.subTest(option):
                self.refused(hint, WALK, "-o", "x.png", option)
        self.refused("exclude each other", WALK, "-o", "x.png", "--stepped", "--smooth")
        self.refused("--sheet requires a .png output", WALK, "-o", "x.webp", "--sheet", "2x2")
        self.refused("--sheet cannot be used", WALK, "-o", "x/", "--sheet", "2x2")
        self.refused("--with does not apply to a folder", EXAMPLES / "gc", "-o", "x.png", "--with", ROBOT)
        self.refused("--size, --fps or --frame", STALK, "-o", "x.webp", "--size", "4000x4000")

    def test_outputs(self):
        self.refused("names no kind of image", WALK, "-o", "x.jpg")
        self.refused("missing -o FILE", WALK)
        self.refused("give --to", WALK, "-o", "-")
        self.refused("both write to standard output", WALK, "-o", "-", "--to", "png", "--json")
        self.refused("cannot be written to standard output", WALK, "-o", "-", "--to", "mp4")
        self.render(WALK, "-o", "x.png", *SMALL)
        before = (self.folder / "x.png").read_bytes()
        self.assertIn("use -f", self.render(WALK, "-o", "x.png", *SMALL, "--frame", "3", status=3)[1])
        self.assertEqual((self.folder / "x.png").read_bytes(), before)
        self.render(WALK, "-o", "x.png", *SMALL, "--frame", "3", "-f")
        self.assertNotEqual((self.folder / "x.png").read_bytes(), before)
        shutil.copy(WALK, self.folder)
        self.refused("would be written of more than one input", WALK, "robot-walk.csmodelanim", "-o", "out/", *SMALL)

    def test_inputs(self):
        self.refused("cannot read", "gone.anm", "-o", "x.png", status=3)
        self.refused("anmkit.UNKNOWN-FORMAT", pathlib.Path(__file__), "-o", "x.png", status=1)
        make_golden.prepare(TOOL, self.folder)
        self.refused("has no animation", "ball.hg3", "-o", "x.png")
        empty = self.folder / "empty.gltf"
        empty.write_text('{"asset":{"version":"2.0"},"scenes":[{"nodes":[]}],"scene":0}')
        self.refused("anmkit.NOTHING", "empty.gltf", "-o", "x.png", status=1)
        (self.folder / "also.gltf").write_text(empty.read_text())
        # Beside something to see it is no fault; where all of it is nothing, nothing was done.
        for output in ("x.png", "x/"):
            self.refused("nothing to render in any of 2", "empty.gltf", "also.gltf", "-o", output, status=1)
            self.assertFalse((self.folder / output).exists())
            self.render("empty.gltf", WALK, "-o", output, *SMALL)

    def test_a_texture_that_cannot_be_decoded_is_white_and_reported(self):
        self.run_tool("convert", ROBOT, "-o", "robot.glb", "--no-source")
        data = (self.folder / "robot.glb").read_bytes()
        at = data.index(b"\x89PNG\r\n\x1a\n")
        (self.folder / "bad.glb").write_bytes(data[:at + 20] + bytes(40) + data[at + 60:])
        _, said = self.render("bad.glb", "-o", "x.png", *SMALL)
        self.assertIn("anmkit.TEXTURE", said)

    def test_hostile_gltf(self):
        self.run_tool("convert", STALK, "-o", "stalk.gltf", "--no-source")
        text = (self.folder / "stalk.gltf").read_text()
        document = json.loads(text)
        for change in (lambda d: d["nodes"][0].update(translation=[1e38, -1e38, 1e38]),
                       lambda d: d["nodes"][1].update(scale=[1e-30, 0, 1e30]),
                       lambda d: [n.update(scale=[0, 0, 0]) for n in d["nodes"]]):
            copy = json.loads(text)
            change(copy)
            (self.folder / "bad.gltf").write_text(json.dumps(copy))
            done = subprocess.run([TOOL, "render", "bad.gltf", "-o", "x.png", "-f", *SMALL], cwd=self.folder, capture_output=True, timeout=60)
            self.assertIn(done.returncode, (0, 1), done.stderr[:500])
        self.assertTrue(document)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
