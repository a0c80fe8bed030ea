# SPDX-License-Identifier: MIT
"""Files of every 3D family, as the tests of the roads use them: a case is what one command converts."""
import dataclasses
import pathlib
import random

import random_files as files

NAMES = ["body", "arm", "Left Leg", "head", "tail", "ear"]


@dataclasses.dataclass
class Case:
    """One random subject of a family: its animations, and what shows them."""
    name: str            # the family and the spelling
    format: str          # the format's id
    inputs: list         # animation files
    companions: list     # what --with names
    metres: float        # of one unit of the file
    y_down: bool = False
    rate: int = 30
    shown: tuple = ()    # shapes that the test itself knows: vertices of each object
    smooth: bool = True  # two neighbouring frames are joined by a line and an arc

    def arguments(self):
        with_them = [w for c in self.companions for w in ("--with", c)]
        return [*self.inputs, *with_them]


class Maker:
    """Makes cases below a folder; the same seed gives the same files."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.made = 0

    def place(self, name):
        self.made += 1
        place = self.folder / f"{self.made}-{name.replace(' ', '-')}"
        place.mkdir(parents=True)
        return place

    def write(self, place, name, data):
        (place / name).write_bytes(data)
        return place / name

    def all(self, seed):
        return [make(self, random.Random(f"{seed} {name}")) for name, make in KINDS.items()]


def psx(self, rng):
    place = self.place("psx")
    return Case("psx", "psx-anm", [self.write(place, "CLIP.ANM", files.random_psx(rng, twice=rng.random() < .2))],
                [], 1 / 2048, True)


def psx_model(self, rng):
    place, objects = self.place("psx-tmd"), rng.randint(1, 4)
    shapes = files.psx_shapes(rng, objects)
    model = self.write(place, "MODEL.TMD", files.psx_model(shapes))
    clips = [self.write(place, f"CLIP{i}.ANM", files.random_psx(rng, objects)) for i in range(rng.choice([1, 2]))]
    return Case("psx with TMD", "psx-anm", clips, [model], 1 / 2048, True, shown=tuple(map(tuple, shapes)))


def sm64_c(self, rng):
    place = self.place("sm64-c")
    return Case("sm64 C", "sm64-c", [self.write(place, "clips.inc.c", files.random_sm64(rng))], [], 0.01)


def sm64_c_layout(self, rng):
    place, parts = self.place("sm64-geo"), rng.randint(2, 6)
    layout = self.write(place, "geo.inc.c", files.sm64_layout(rng, parts))
    return Case("sm64 C with layout", "sm64-c", [self.write(place, "clips.inc.c", files.random_sm64(rng, parts))],
                [layout], 0.01)


def sm64_dma(self, rng):
    place, parts = self.place("sm64-dma"), rng.randint(2, 5)
    layout = [self.write(place, "geo.inc.c", files.sm64_layout(rng, parts))] if rng.random() < 0.5 else []
    return Case("sm64 DMA", "sm64-dma", [self.write(place, "table.bin", files.sm64_dma(rng, parts=parts))],
                layout, 0.01)


def sm64_insertable(self, rng):
    place = self.place("sm64-insertable")
    return Case("sm64 insertable", "sm64-anim",
                [self.write(place, "one.insertable", files.sm64_insertable(rng))], [], 0.01)


def cs(self, rng):
    place, names = self.place("cs"), NAMES[:rng.randint(1, 6)]
    duration, nodes, hold = files.random_cs(rng, names)
    return Case("craftstudio binary", "csmodelanim",
                [self.write(place, "walk.csmodelanim", files.cs_clip(duration, nodes, hold))], [], 1.0,
                smooth=not hold)


def cs_model(self, rng):
    place, names = self.place("cs-model"), NAMES[:rng.randint(1, 6)]
    model = self.write(place, "body.csmodel", files.cs_model(files.random_cs_model(rng, names)))
    clips, held = [], False
    for name in ("walk", "run")[:rng.choice([1, 2])]:
        duration, nodes, hold = files.random_cs(rng, names, rng.random() < 0.3)
        held = held or hold
        clips.append(self.write(place, f"{name}.csmodelanim", files.cs_clip(duration, nodes, hold)))
    return Case("craftstudio binary with model", "csmodelanim", clips, [model], 1.0, smooth=not held)


def cs_json(self, rng):
    place, names = self.place("cs-json"), NAMES[:rng.randint(1, 6)]
    return Case("craftstudio JSON", "csjsmodelanim",
                [self.write(place, "walk.csjsmodelanim", files.random_cs_json(rng, names))], [], 1 / 16, rate=60,
                smooth=False)


def cs_json_model(self, rng):
    place, names = self.place("cs-json-model"), NAMES[:rng.randint(1, 6)]
    model = self.write(place, "body.csjsmodel", files.cs_json_model(files.random_cs_json_model(rng, names)))
    return Case("craftstudio JSON with model", "csjsmodelanim",
                [self.write(place, "walk.csjsmodelanim", files.random_cs_json(rng, names))], [model], 1 / 16, rate=60,
                smooth=False)


def gc(self, rng):
    place = self.place("gc")
    return Case("gc", "gc-anm", [self.write(place, "clip.anm", files.random_gc(rng, rng.randint(1, 5)))], [], 1.0,
                rate=60, smooth=False)


def gc_plain(self, rng):
    """Only what glTF can say, too."""
    place, parts = self.place("gc-plain"), (files.MOVE, files.QUAT, files.QUAT | files.MOVE)
    clip = files.random_gc(rng, 3, replace=1, parts=parts, plain=True)
    return Case("gc plain curves", "gc-anm", [self.write(place, "clip.anm", clip)], [], 1.0, rate=60)


def gc_actor(self, rng):
    place, bones = self.place("gc-actor"), rng.randint(1, 6)
    actor = self.write(place, "body.act", files.random_gc_actor(rng, bones))
    return Case("gc with actor", "gc-anm", [self.write(place, "clip.anm", files.random_gc(rng, bones))], [actor],
                1.0, rate=60, smooth=False)


KINDS = {"psx": psx, "psx with TMD": psx_model, "sm64 C": sm64_c, "sm64 C with layout": sm64_c_layout,
         "sm64 DMA": sm64_dma, "sm64 insertable": sm64_insertable, "craftstudio binary": cs,
         "craftstudio binary with model": cs_model, "craftstudio JSON": cs_json,
         "craftstudio JSON with model": cs_json_model, "gc": gc, "gc plain curves": gc_plain, "gc with actor": gc_actor}
