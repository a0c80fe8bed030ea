# SPDX-License-Identifier: MIT
"""Figures that Blender made and exported become models and motions of both consoles, and must move there as in the glTF.

    bodies_of_rigs.py TOOL FOLDER      FOLDER: of blender_rigs.py
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "roads"))
import gltf_sampler as gltf
import support
from bodies import Figures

FOLDER = pathlib.Path(sys.argv.pop(2)).resolve()


class OfRigs(Figures):
    def rigs(self):
        for path in sorted(FOLDER.glob("*.glb")):
            g = gltf.Gltf(path)
            if any("skin" in node for node in g.nodes):
                yield path, g, [i for i, node in enumerate(g.nodes) if "skin" in node]

    def test_every_figure(self):
        count = 0
        for path, g, meshes in self.rigs():
            count += 1
            # Blender's first frame is not at 0; a clip begins at its first key.
            begin = min(g.accessor(sampler["input"])[0] for sampler in g.animations[0]["samplers"])
            wanted = self.ways(g, meshes, begin)
            with self.rule(f"gc: {path.stem}"):
                look, said = self.gc(self.file(path.read_bytes()), "anm", "act", "gpl", "skn")
                bound = self.told(said["gpl"], "vertices of the skin") + 3 * self.ANM
                self.same_ways(wanted, self.ways(look), bound, "a corner")
            with self.rule(f"psx: {path.stem}"):
                look, _ = self.psx(self.file(path.read_bytes()))
                self.same_ways(wanted, self.ways(look), 2 * self.PSX, "a corner")
        self.assertGreater(count, 8)


if __name__ == "__main__":
    support.main({}, __doc__)
