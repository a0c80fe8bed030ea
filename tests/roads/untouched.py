# SPDX-License-Identifier: MIT
"""Untouched: exported and read again without an edit, a file is what it was, byte for byte."""
import random

import curious
import glb_edit
import gltf_sampler as gltf
from road import Export, Road, distance
from support import convert


class Untouched(Road):
    def back(self, path, sources, format, options=()):
        """The way back of each source, compared."""
        for source in sources:
            back = self.path("-" + source.name)
            choice = ["--clip", source.name.split(".")[0]] if len(sources) > 1 else []
            convert(path, "--to", format, *choice, *options, "-o", back)
            if back.read_bytes() != source.read_bytes():
                self.fail(f"{source.name} comes back as other bytes ({source.stat().st_size} before, "
                          f"{back.stat().st_size} now)")

    def test_same_bytes(self):
        for case in self.subjects():
            for what, options in (("baked", []), ("sparse", ["--sparse"])):
                with self.rule(f"untouched {what}: {case.name}", case.inputs):
                    path = self.path(".glb")
                    convert(*case.arguments(), "-o", path, *options)
                    self.back(path, case.inputs, case.format)
            with self.rule(f"untouched, written by another program: {case.name}", case.inputs):
                self.back(glb_edit.Editor(path).save(self.path(".glb")), case.inputs, case.format)

    def test_joints_with_new_axes(self):
        """An editor may lay the joints along their children; the export says how they lay."""
        for case in self.subjects():
            path = self.path(".glb")
            convert(*case.arguments(), "-o", path)
            editor = glb_edit.Editor(path)
            editor.lay_joints_anew(random.Random(case.name))
            laid = editor.save(self.path(".glb"))
            with self.rule(f"untouched, joints with new axes: {case.name}", laid):
                self.same_vertices(path, laid)
                self.back(laid, case.inputs, case.format)

    def test_other_roots(self):
        """The node that turns the axes may be baked into the joints below, or get an object above it."""
        for case in self.subjects():
            path = self.path(".glb")
            convert(*case.arguments(), "-o", path)
            for what, edits in (("axes baked", ["bake_axes"]), ("an armature above", ["wrap"]),
                                ("axes baked and an armature above", ["bake_axes", "wrap"])):
                editor = glb_edit.Editor(path)
                for edit in edits:
                    getattr(editor, edit)()
                made = editor.save(self.path(".glb"))
                with self.rule(f"untouched, {what}: {case.name}", made):
                    self.same_vertices(path, made)
                    self.back(made, case.inputs, case.format)

    def same_vertices(self, one, two):
        """That our own editor is right."""
        one, two = gltf.Gltf(one), gltf.Gltf(two)
        mesh = next(i for i, n in enumerate(one.nodes) if "mesh" in n)
        for t in (0.0, 0.11):
            for a, b in zip(one.vertices(mesh, 0, t), two.vertices(mesh, 0, t)):
                self.assertLess(max(distance(p, q) / max(1, *map(abs, p)) for p, q in zip(a, b)), 1e-4,
                                "the editor of the test")

    def test_unusual_files(self):
        for name, content, inputs, companions, format, options in curious.subjects():
            place = self.maker.place("unusual")
            for file, data in content.items():
                (place / file).parent.mkdir(parents=True, exist_ok=True)
                (place / file).write_bytes(data)
            with self.rule(f"untouched: {name}", place):
                path = self.path(".glb")
                companions = [w for c in companions for w in ("--with", place / c)]
                convert(*(place / i for i in inputs), *companions, *options, "-o", path)
                # JSON of glTF is UTF-8 and says nothing twice, whatever the names.
                with self.rule(f"JSON says nothing twice: {name}", place):
                    self.assertEqual(Export(path).gltf.repeated, [])
                self.back(path, [place / i for i in inputs], format, options)

    def test_without_the_original(self):
        """What comes back plays the same."""
        most = {"psx": 1 / 2048, "sm64": 0.01, "craftstudio": 0.002, "gc": 0.02}
        for case in self.subjects():
            with self.rule(f"without the original: {case.name}", case.inputs):
                path, second = self.path(".glb"), self.path(".glb")
                convert(*case.arguments(), "-o", path, "--no-source")
                first = Export(path)
                for clip, name in enumerate(first.gltf.clips):
                    file = self.path(case.inputs[0].suffix)
                    convert(path, "--to", case.format, "--clip", clip, "-o", file)
                    with_them = [w for c in case.companions for w in ("--with", c)]
                    convert(file, *with_them, "-f", "-o", second)
                    again = Export(second)
                    for f in range(round(first.gltf.animations[clip]["extras"]["anmkit"]["duration"])):
                        one = first.gltf.world(clip, f / case.rate)
                        two = again.gltf.world(0, f / case.rate)
                        for joint in first.joints:
                            if joint not in again.joints:
                                continue  # what never moves may be left out where there is no model
                            a, b = one[first.joints[joint][0]], two[again.joints[joint][0]]
                            if max(map(abs, one[first.box(joint)][:12])) < 1e-6:
                                continue
                            self.assertLess(distance(a[12:15], b[12:15]), most[case.name.split()[0]]
                                            * max(1, *map(abs, a[12:15])), f"{name}: {joint} at frame {f}: place")
                            self.assertLess(distance(a[:12], b[:12]), 0.01 * max(1, *map(abs, a[:12])),
                                            f"{name}: {joint} at frame {f}: turn")
