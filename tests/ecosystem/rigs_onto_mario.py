# SPDX-License-Identifier: MIT
"""Rigs that Blender made and exported are put on Mario's layout, and must move there as Blender says that they do.

    rigs_onto_mario.py TOOL FOLDER      FOLDER: of blender_rigs.py
"""
import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "roads"))
import support
from retarget import OnMario

FOLDER = pathlib.Path(sys.argv.pop(2)).resolve()


class Told:
    """A motion as Blender tells it, at the seconds since its first frame: a clip begins at its first key."""

    def __init__(self, path):
        told = json.loads(path.read_text(encoding="utf-8"))
        self.rate, self.frames = told["rate"], told["frames"]
        self.names = list(self.frames[0])
        self.number = {what: self.names.index(bone) for what, bone in told["joints"].items()}

    def world(self, clip, seconds):
        frame = seconds * self.rate
        assert abs(frame - round(frame)) < 1e-6, f"{seconds} s is no frame"
        return [self.frames[round(frame)][name] for name in self.names]


class Rigs(OnMario):
    def test_all(self):
        paths = sorted(FOLDER.glob("*.bones.json"))
        self.assertTrue(paths)
        for path in paths:
            name = path.name.removesuffix(".bones.json")
            with self.rule(f"blender: {name} > mario"):
                told = Told(path)
                # Frames of the source that Mario's 30 a second have, too.
                both = [n for n in range(len(told.frames)) if n * 30 % told.rate == 0]
                self.TIMES = [n / told.rate for n in both[::2]]
                other, parts, done = self.on_mario(FOLDER / f"{name}.glb")
                self.assertNotIn("drive no bone", done.text)
                self.same_deeds(told, told.number, other, parts, 0.5)
                self.stands_alike(told, told.number, other, parts, 21)
                self.goes_alike(told, told.number, other, parts)


if __name__ == "__main__":
    support.main({}, __doc__)
