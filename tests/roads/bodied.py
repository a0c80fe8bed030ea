# SPDX-License-Identifier: MIT
"""Bodied: lines of a model with bodies (--line-width) stand where the lines stand, follow what they follow, and are
lines again on the way back."""
import math
import random
import struct

import glb_edit
import gltf_sampler as gltf
from road import Road, distance
from support import convert, run

WIDTHS = (0.5, 8, 37)


def skinned(file):
    """The node that shows the one mesh."""
    return next(i for i, n in enumerate(file.nodes) if "mesh" in n)


def mesh_of(file):
    return file.json["meshes"][file.nodes[skinned(file)]["mesh"]]["primitives"]


def lines_of(file, *moment):
    """Pairs of ends, in the file's order."""
    (primitive,) = mesh_of(file)
    assert primitive["mode"] == 1
    (places,), order = file.vertices(skinned(file), *moment), file.accessor(primitive["indices"])
    return [(places[a], places[b]) for a, b in zip(order[::2], order[1::2])]


def bodies_of(file, *moment):
    """The four corners of either end of each body; those that the tool writes one after the other."""
    (primitive,) = mesh_of(file)
    assert primitive.get("mode", 4) == 4
    (places,), order = file.vertices(skinned(file), *moment), file.accessor(primitive["indices"])
    marks = file.accessor(primitive["attributes"]["TEXCOORD_0"])
    assert len(order) % 36 == 0
    bodies = []
    for at in range(0, len(order), 36):
        used = sorted(set(order[at:at + 36]))
        bodies.append([[places[v] for v in used if marks[v][1] == end] for end in (0, 1)])
    return bodies


def middle(places):
    return [sum(p[i] for p in places) / len(places) for i in range(3)]


def model_lines(data):
    """The lines of each object of a model, as pairs of whole places."""
    objects = []
    for n in range(struct.unpack_from("<I", data, 8)[0]):
        vertices, _, _, _, at, count, _ = struct.unpack_from("<6Ii", data, 12 + 28 * n)
        lines = []
        for _ in range(count):
            _, length, _, mode = struct.unpack_from("<4B", data, 12 + at)
            assert mode & 0xFC == 0x40, "a packet that is no line"
            ends = struct.unpack_from("<2H", data, 12 + at + 4 * length)
            lines.append(tuple(sorted(struct.unpack_from("<3h", data, 12 + vertices + 8 * v) for v in ends)))
            at += 4 + 4 * length
        objects.append(sorted(lines))
    return objects


class Bodied(Road):
    def models(self):
        for case in self.subjects("psx with TMD"):
            yield case, random.Random(case.inputs[0].as_posix()[-20:]).choice(WIDTHS)

    def both(self, case, width):
        """The case as lines, and with bodies."""
        paths = self.path(".glb"), self.path(".glb")
        convert(*case.arguments(), "-o", paths[0])
        convert(*case.arguments(), "--line-width", width, "-o", paths[1])
        return paths

    def test_bodies_follow_their_lines(self):
        for case, width in self.models():
            plain, bodied = map(gltf.Gltf, self.both(case, width))
            with self.rule("bodied: boxes from end to end", case.inputs):
                lines, bodies = lines_of(plain), bodies_of(bodied)
                self.assertEqual(len(lines), len(bodies))
                for line, body in zip(lines, bodies):
                    long = math.dist(*line)
                    for end, place, other in zip(body, line, line[::-1]):
                        self.assertEqual(len(end), 4)
                        for corner in end:
                            self.assertAlmostEqual(math.dist(corner, place), width * case.metres / math.sqrt(2), 6)
                            # At right angles to the line.
                            self.assertAlmostEqual(math.dist(corner, other),
                                                   math.hypot(long, width * case.metres / math.sqrt(2)), 6)
            with self.rule("bodied: each end moves with its line's", case.inputs):
                for clip in range(len(plain.clips)):
                    for share in (0, 0.3, 0.71, 1):
                        t = share * plain.duration(clip)
                        for line, body in zip(lines_of(plain, clip, t), bodies_of(bodied, clip, t)):
                            for place, end in zip(line, body):
                                self.assertLess(distance(place, middle(end)), 1e-4)

    def test_untouched(self):
        for case, width in self.models():
            path = self.both(case, width)[1]
            again = glb_edit.Editor(path).save(self.path(".glb"))
            for what, made in (("by the tool", path), ("by another program", again)):
                with self.rule(f"bodied: untouched, written {what}", case.inputs):
                    for source in case.inputs:
                        back = self.path(".ANM")
                        convert(made, "--clip", source.stem, "-o", back)
                        self.assertEqual(back.read_bytes(), source.read_bytes())
            with self.rule("bodied: the model alone, untouched", case.companions):
                model, made, back = case.companions[0], self.path(".glb"), self.path(".TMD")
                convert(model, "--line-width", width, "-o", made)
                convert(made, "-f", "-o", back)
                self.assertEqual(back.read_bytes(), model.read_bytes())
                # Without the original inside, the same lines.
                convert(model, "--line-width", width, "--no-source", "-f", "-o", made)
                convert(made, "-f", "-o", back)
                self.assertEqual(model_lines(back.read_bytes()), model_lines(model.read_bytes()))

    def test_edited_clips_are_those_of_lines(self):
        edited = 0
        for case, width in self.models():
            results = []
            for path in self.both(case, width):
                editor = glb_edit.Editor(path)
                for channel in editor.json["animations"][0]["channels"]:
                    if channel["target"]["path"] == "translation":
                        editor.change(editor.json["animations"][0]["samplers"][channel["sampler"]],
                                      lambda keys: [(x + 9 * case.metres, y, z) for x, y, z in keys])
                        break
                back = self.path(".ANM")
                convert(editor.save(self.path(".glb")), "--clip", case.inputs[0].stem, "-o", back)
                results.append(back.read_bytes())
            with self.rule("bodied: an edit is that of lines", case.inputs):
                self.assertEqual(*results)
            edited += results[0] != case.inputs[0].read_bytes()
        self.assertGreater(edited, 0)

    def edited(self, model, width, edit):
        """A model with its corners changed: edit(vertex, its place, its mark) is the new place."""
        path = self.path(".glb")
        convert(model, "--line-width", width, "-o", path)
        editor = glb_edit.Editor(path)
        (primitive,) = mesh_of(editor.gltf)
        at = primitive["attributes"]
        places, marks = (editor.gltf.accessor(at[name]) for name in ("POSITION", "TEXCOORD_0"))
        moved = [edit(v, *both) for v, both in enumerate(zip(places, marks))]
        at["POSITION"] = editor.append(moved, "VEC3")
        editor.json["accessors"][at["POSITION"]] |= {
            bound: [choose(p[i] for p in moved) for i in range(3)] for bound, choose in (("min", min), ("max", max))}
        return editor.save(path)

    def test_edited_shapes(self):
        for case, width in self.models():
            model, back = case.companions[0], self.path(".TMD")
            before = model_lines(model.read_bytes())
            step = 64 * case.metres
            made = self.edited(model, width, lambda v, p, mark: (p[0] + step, *p[1:]) if v < 8 and mark[1] == 1 else p)
            convert(made, "-f", "-o", back)
            after = model_lines(back.read_bytes())
            with self.rule("bodied: a moved end is a moved end", model):
                self.assertEqual(after[1:], before[1:])
                shape = case.shown[0]
                moved = (shape[1][0] + 64, *shape[1][1:])
                wanted = list(before[0])
                wanted.remove(tuple(sorted((shape[0], shape[1]))))
                self.assertEqual(after[0], sorted([*wanted, tuple(sorted((shape[0], moved)))]))
            with self.rule("bodied: a thicker body is named", model):
                made = self.edited(model, width, lambda v, p, mark: tuple(1.5 * x for x in p))
                self.assertIn("thicker, thinner", convert(made, "-f", "-o", back))
            with self.rule("bodied: what is no line is refused", model):
                made = self.edited(model, width, lambda v, p, mark: (0, 0, 0) if v < 8 else p)
                gone = self.path(".TMD")
                done = run("convert", made, "-o", gone)
                self.assertEqual(done.returncode, 1)
                self.assertIn("psx.LINE-BODY", done.text)
                self.assertFalse(gone.exists())

    def test_colours_that_a_tool_left_out_are_named(self):
        case, width = next(self.models())
        path, back = self.path(".glb"), self.path(".TMD")
        convert(case.companions[0], "--line-width", width, "-o", path)
        editor = glb_edit.Editor(path)
        at = mesh_of(editor.gltf)[0]["attributes"]
        at["COLOR_0"] = editor.append([(1, 1, 1, 1)] * len(editor.gltf.accessor(at["COLOR_0"])), "VEC4")
        with self.rule("bodied: colours that became white are named"):
            self.assertIn("white", convert(editor.save(path), "-o", back))
            self.assertEqual(model_lines(back.read_bytes()), model_lines(case.companions[0].read_bytes()))

    def test_bodies_without_marks_are_refused(self):
        case, width = next(self.models())
        path, back = self.path(".glb"), self.path(".TMD")
        convert(case.companions[0], "--line-width", width, "-o", path)
        editor = glb_edit.Editor(path)
        del mesh_of(editor.gltf)[0]["attributes"]["TEXCOORD_0"]
        done = run("convert", editor.save(path), "-o", back)
        with self.rule("bodied: marks that are lost are named"):
            self.assertEqual(done.returncode, 1)
            self.assertIn("psx.LINE-BODY", done.text)
            self.assertFalse(back.exists())

    def test_the_option_is_checked(self):
        case, _ = next(self.models())
        for value in ("0", "-8", "nan", "inf", "wide", "", "1e999", "1e-9", "65536"):
            path = self.path(".glb")
            done = run("convert", *case.arguments(), f"--line-width={value}", "-o", path)
            with self.rule("bodied: widths that are none", value):
                self.assertEqual(done.returncode, 2, done.text)
                self.assertFalse(path.exists())
        for verb in ("info", "check", "dump", "play", "sample"):
            with self.rule("bodied: verbs that have no use for a width", verb):
                self.assertEqual(run(verb, case.inputs[0], "--line-width", 8).returncode, 2)
