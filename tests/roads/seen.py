# SPDX-License-Identifier: MIT
"""Seen: the export, read by somebody else, plays what `sample` prints."""
import gltf_sampler as gltf
from road import Export, Road, determinant, distance, inverse, linear, product
from support import convert


class Seen(Road):
    """The export, read by somebody else, plays what `sample` prints."""

    def compare(self, case, export, clip, frames, said):
        g, rate = export.gltf, case.rate
        sign = [1, -1, -1] if case.y_down else [1, 1, 1]
        turn = [sign[0], 0, 0, 0, sign[1], 0, 0, 0, sign[2]]
        worlds = [g.world(clip, f / rate) for f in frames]
        for name in said[0]:
            self.assertIn(name, export.joints, "a node without a joint")
            joint, box = export.joints[name][0], export.box(name)
            base = None
            for f, world, nodes in zip(frames, worlds, said):
                if name not in nodes:
                    continue
                node = nodes[name]
                where = f"{name} at frame {f}"
                if not node["visible"]:
                    self.assertLess(max(map(abs, linear(world[box]))), 1e-6, f"{where} is hidden")
                    continue
                want = [s * case.metres * v for s, v in zip(sign, node["matrix"][12:15])]
                error = distance(want, world[joint][12:15])
                self.assertLess(error, 2e-5 * max(case.metres, *map(abs, want)), f"{where}: place")
                said_turn, has = linear(node["matrix"]), linear(world[joint])
                if abs(determinant(said_turn)) < 1e-6:
                    continue
                self.assertGreater(abs(determinant(linear(world[box]))) if case.shown else 1, 0, f"{where} is shown")
                if base is None:
                    base = inverse(said_turn), inverse(has)
                moved = product(product(turn, product(said_turn, base[0])), turn)
                self.assertLess(distance(moved, product(has, base[1])), 1e-4 * max(1, *map(abs, moved)),
                                f"{where}: turn and scale")
                if not case.y_down:  # in these families the joint's own axes are the file's
                    self.assertLess(distance(said_turn, has), 2e-5 * max(1, *map(abs, said_turn)), f"{where}: axes")

    def check(self, case, export, what, fractions=()):
        for clip, name in enumerate(export.gltf.clips):
            told, _ = self.sampled(case, clip, [0])
            last = round(told["duration"] * case.rate)
            frames = list(range(last)) + ([] if case.y_down or "sm64" in case.name else [last])
            frames = [f + d for f in frames[:-1] for d in fractions] if fractions else frames
            if not frames:
                continue
            _, said = self.sampled(case, clip, frames)
            with self.rule(f"seen {what}: {case.name}", f"{case.inputs} {name}"):
                self.compare(case, export, clip, frames, said)

    def export(self, case, *options):
        path = self.path(".glb")
        convert(*case.arguments(), "-o", path, *options)
        return Export(path)

    def test_every_native_frame(self):
        for case in self.subjects():
            for what, options in (("baked", []), ("sparse", ["--sparse"])):
                with self.rule(f"export {what}: {case.name}", case.inputs):
                    export = self.export(case, *options)
                    self.check(case, export, what)
                    with self.rule(f"JSON says nothing twice: {case.name}", case.inputs):
                        self.assertEqual(export.gltf.repeated, [])

    def test_between_frames(self):
        """Where two frames are joined by a line or an arc, one key a frame says all of it; curves that glTF
        has are copied by --sparse."""
        for case in self.subjects():
            for what, options in (("baked between frames", []), ("sparse between frames", ["--sparse"])):
                if case.smooth and not (case.format == "gc-anm" and not options):
                    self.check(case, self.export(case, *options), what, (0.25, 0.5, 0.875))

    def test_vertices(self):
        """The shapes stand where the file's own vertices, placed by `sample`, are."""
        for case in self.subjects("psx with TMD"):
            export = self.export(case)
            for clip in range(len(export.gltf.clips)):
                told, _ = self.sampled(case, clip, [0])
                frames = range(round(told["duration"] * case.rate))
                _, said = self.sampled(case, clip, frames)
                with self.rule(f"seen vertices: {case.name}", case.inputs):
                    for f, nodes in zip(frames, said):
                        want = [[s * v / 2048 for s, v in zip((1, -1, -1), gltf.transform(n["matrix"], p))]
                                for n in nodes.values() if n["visible"] for p in case.shown[n["id"]]]
                        world = export.gltf.world(clip, f / case.rate)
                        mesh = next(i for i, n in enumerate(export.gltf.nodes) if "mesh" in n)
                        have = [p for part in export.gltf.vertices(mesh, world=world) for p in part]
                        for p in want:
                            self.assertLess(min(distance(p, q) for q in have), 1e-4, f"a vertex at frame {f}")

    def test_blocks(self):
        """CraftStudio's boxes: the corners of every block, with its size and its scale."""
        for case in self.subjects("craftstudio binary with model", "craftstudio JSON with model"):
            export = self.export(case)
            for clip in range(len(export.gltf.clips)):
                told, _ = self.sampled(case, clip, [0])
                frames = range(0, round(told["duration"] * case.rate), 3)
                _, world = self.sampled(case, clip, frames)
                _, local = self.sampled(case, clip, frames, "local")
                with self.rule(f"seen corners: {case.name}", case.inputs):
                    for f, placed, parts in zip(frames, world, local):
                        self.compare_boxes(case, export, clip, f, placed, parts)

    def compare_boxes(self, case, export, clip, f, placed, parts):
        matrices = export.gltf.world(clip, f / case.rate)
        mesh = next(i for i, n in enumerate(export.gltf.nodes) if "mesh" in n)
        have = [p for part in export.gltf.vertices(mesh, world=matrices) for p in part]
        for name, node in placed.items():
            half = [a * b / (32 if case.rate == 30 else 2)
                    for a, b in zip(parts[name]["blockSize"], parts[name]["scale"])]
            for corner in range(8):
                p = gltf.transform(node["matrix"], [h if corner >> k & 1 else -h for k, h in enumerate(half)])
                p = [case.metres * v for v in p]
                self.assertLess(min(distance(p, q) for q in have), 1e-4 * max(1, *map(abs, p)),
                                f"a corner of {name} at frame {f}")
