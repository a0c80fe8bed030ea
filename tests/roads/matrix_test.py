#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every kind of input, good and broken, alone and in pairs, converted to every kind of output.

    matrix_test.py TOOL EXAMPLES [--all] [unittest options]

Whatever the combination, the tool ends in time with a status of its contract; a failure is explained and
leaves no output; a success leaves one that opens again.
--all tries every broken file of tests/vectors instead of every eighth.
"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import sys
import zipfile

sys.path.insert(0, os.path.dirname(__file__))
import random_files as files
import support
from support import run

EXAMPLES = pathlib.Path(sys.argv.pop(2)).resolve() if len(sys.argv) > 2 else None
VECTORS = pathlib.Path(__file__).resolve().parent.parent / "vectors"
STEP = 1 if "--all" in sys.argv and not sys.argv.remove("--all") else 8
KNOWN = {}

# What is asked for: the arguments behind the inputs; {} is the output's place.
IDS = {"csmodelanim": ".csmodelanim", "csmodel": ".csmodel", "csjsmodelanim": ".csjsmodelanim",
       "csjsmodel": ".csjsmodel", "cs-project": ".dat", "sm64-anim": ".insertable", "sm64-c": ".c",
       "sm64-dma": ".bin", "sm64-geo": ".geo", "psx-anm": ".ANM", "psx-anc": ".ANC", "psx-tmd": ".TMD",
       "psx-tim": ".TIM", "psx-pak": ".PAK", "gc-anm": ".anm", "gc-anm-compact": ".anm", "gc-act": ".act",
       "gc-gpl": ".gpl", "gc-skn": ".skn", "gc-tpl": ".tpl", "cs2-anm": ".anm", "cs2-text": ".txt",
       "cs2-hg3": ".hg3", "cs2-hg2": ".hg2", "cs2-int": ".int", "gltf": ".glb"}
OUTPUTS = {f"--to {i}": ["--to", i, "-o", "{}/out" + e] for i, e in IDS.items()}
OUTPUTS |= {e: ["-o", "{}/out" + e] for e in (".glb", ".gltf", ".png", ".webp", ".gif", ".apng", ".fbx",
                                              ".anm", ".json", ".lua")}
OUTPUTS |= {"no extension": ["-o", "{}/out"], "folder": ["-o", "{}/out/"],
            "folder of glTF": ["--to", "gltf", "-o", "{}/out/"],
            "folder of images": ["--to", "png", "-o", "{}/out/"]}
# Outputs that no verb opens are known by their first bytes.
MAGIC = {".png": b"\x89PNG", ".apng": b"\x89PNG", ".gif": b"GIF8", ".webp": b"RIFF"}
# One of each family and role, for the pairs.
CHIEF = ["psx-anm", "psx-tmd", "psx-pak", "cs2-anm", "cs2-hg3", "cs2-int", "csmodelanim", "csjsmodelanim",
         "csmodel", "gc-anm", "gc-act", "sm64-c", "sm64-dma", "glb", "pictures"]


def make_inputs(folder):
    """A folder for each kind with its file in it; the path of each."""
    rng, made = random.Random(11), {}

    def put(kind, name, data):
        place = folder / kind
        place.mkdir(exist_ok=True)
        (place / name).write_bytes(data)
        made[kind] = place / name

    for kind, path in {"psx-anm": "psx/HOP.ANM", "psx-anc": "psx/ORBIT.ANC", "psx-tmd": "psx/MODEL.TMD",
                       "csmodelanim": "craftstudio/robot-walk.csmodelanim",
                       "csmodel": "craftstudio/robot.csmodel", "gc-anm": "gc/stalk.anm",
                       "gc-act": "gc/stalk.act", "gc-gpl": "gc/stalk.gpl", "gc-skn": "gc/stalk.skn",
                       "gc-tpl": "gc/stalk.tpl", "sm64-c": "sm64/wave.inc.c",
                       "sm64-geo": "sm64/geo.inc.c", "cs2-text": "cs2/bounce.txt"}.items():
        put(kind, pathlib.Path(path).name, (EXAMPLES / path).read_bytes())
    names = ["body", "arm", "leg"]
    put("psx-tim", "T.TIM", files.psx_texture())
    put("csjsmodelanim", "c.csjsmodelanim", files.random_cs_json(rng, names, True))
    put("csjsmodel", "m.csjsmodel", files.cs_json_model(files.random_cs_json_model(rng, names)))
    put("cs-project", "Project.dat", bytes([9, 0, 1, 65]) + bytes(7) + bytes(8))
    put("sm64-dma", "table.bin", files.sm64_dma(rng))
    put("sm64-anim", "one.insertable", files.sm64_insertable(rng))
    put("gc-anm-compact", "small.anm", files.gc_compact())
    pictures = folder / "pictures"
    pictures.mkdir()
    for i in range(3):
        (pictures / f"p_{i}.png").write_bytes(files.png(4, 4, bytes([80 * i, 90, 200, 255])))
    made["pictures"] = pictures
    put("picture", "single.png", files.png(4, 4))
    with zipfile.ZipFile(folder / "pack.cspack", "w") as pack:
        pack.writestr("DataPackage.dat", b"\x09\0\0")
        pack.writestr("Assets/Models/1.csmodel", (EXAMPLES / "craftstudio/robot.csmodel").read_bytes())
    put("cspack", "pack.cspack", (folder / "pack.cspack").read_bytes())
    for kind, inputs, name in (("cs2-hg3", [pictures], "p.anm"), ("gif", [folder / "cs2-hg3/p.anm"], "p.gif"),
                               ("cs2-int", [made["cs2-text"], made["picture"]], "files.int"),
                               ("psx-pak", [made["psx-anm"], made["psx-tmd"]], "FILES.PAK"),
                               ("glb", [made["psx-anm"]], "hop.glb"),
                               ("gltf", [made["csmodelanim"], "--with", made["csmodel"]], "walk.gltf")):
        (folder / kind).mkdir()
        support.convert(*inputs, "-o", folder / kind / name)
        made[kind] = folder / kind / name
    made["cs2-anm"] = folder / "cs2-anm" / "p.anm"
    made["cs2-anm"].parent.mkdir()
    (folder / "cs2-hg3/p.anm").rename(made["cs2-anm"])
    made["cs2-hg3"] = folder / "cs2-hg3" / "p.hg3"
    return made


def make_broken(folder, made):
    """Of every file: its first half, nothing, noise, and the file with a few bytes changed."""
    rng, broken = random.Random(12), {}
    for kind, path in made.items():
        if path.is_dir():
            continue
        data = path.read_bytes()
        changed = bytearray(data)
        for _ in range(4):
            changed[rng.randrange(len(changed))] = rng.choice([0, 255, 127, rng.randrange(256)])
        # Counts stand near the beginning.
        changed[rng.randrange(min(len(changed), 32))] = rng.choice([0, 255, 128])
        for how, content in (("half", data[:len(data) // 2]), ("empty", b""),
                             ("noise", rng.randbytes(300)), ("changed", bytes(changed))):
            place = folder / f"{kind} {how}"
            place.mkdir()
            (place / path.name).write_bytes(content)
            broken[f"{kind} {how}"] = place / path.name
    return broken


class Matrix(support.Tests):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        inputs = cls.folder / "in"
        inputs.mkdir()
        cls.good = make_inputs(inputs)
        cls.broken = make_broken(inputs, cls.good)
        cls.count = 0

    def attempt(self, number, inputs, output):
        """One conversion, judged; the files to open again, or what is wrong."""
        place = self.folder / f"out{number}"
        place.mkdir()
        try:
            done = run("convert", *inputs, *(w.format(place) for w in OUTPUTS[output]))
        except AssertionError as error:
            return [], str(error)
        made = [p for p in place.rglob("*") if p.is_file()]
        if any(p.name.startswith(".") or p.suffix == ".tmp" for p in made):
            return [], f"temporary files stay: {made}"
        if done.returncode != 0:
            if not done.text.strip():
                return [], f"status {done.returncode} without a word"
            return [], f"status {done.returncode} and an output" if (place / "out").is_file() or (
                made and "folder" not in output) else ""
        if not made:
            return [], f"status 0 without an output: {done.text[-300:]}"
        if output == ".fbx":
            return [], f"status 0 for an unknown extension: {made}"
        return made, ""

    def judge(self, cases):
        """cases: (name, inputs, output). Runs them on all cores and opens what they made."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            start = Matrix.count
            Matrix.count += len(cases)
            results = list(pool.map(lambda c: self.attempt(start + c[0], c[1][1], c[1][2]),
                                    enumerate(cases)))
            made = [p for files, _ in results for p in files if p.suffix]  # a bare name may hide the format
            batches = [made[i:i + 25] for i in range(0, len(made), 25)]
            closed = dict(pair for found in pool.map(self.open_all, batches) for pair in found)
        for (name, _, output), (paths, wrong) in zip(cases, results):
            with self.rule(f"{name} > {output}"):
                wrong = wrong or "; ".join(closed[p] for p in paths if p in closed)
                self.assertFalse(wrong)

    def open_all(self, paths):
        """(path, why) for the files that do not open."""
        bad = [(p, f"{p.name} is no {p.suffix}") for p in paths
               if p.suffix in MAGIC and p.read_bytes()[:4] != MAGIC[p.suffix]]
        rest = [p for p in paths if p.suffix not in MAGIC and p.suffix != ".json"]
        if rest and run("info", *rest).returncode != 0:
            for p in rest:
                done = run("info", p)
                if done.returncode != 0:
                    bad.append((p, f"{p.name} does not open: {done.text[-300:]}"))
        return bad

    def test_alone(self):
        self.judge([(kind, [path], output) for kind, path in self.good.items() for output in OUTPUTS])

    def test_broken(self):
        """To their own format, to glTF, to an image, and to one that changes from kind to kind."""
        turn, cases = itertools.cycle(OUTPUTS), []
        for kind, path in self.broken.items():
            own = kind.split()[0]
            chosen = {f"--to {own}" if own in IDS else ".gltf", ".glb", ".png", "folder", next(turn)}
            cases += [(kind, [path], output) for output in sorted(chosen)]
        self.judge(cases)

    def test_planted_faults(self):
        """Files of the vectors with one fault each."""
        cases, last = [], None
        for family in sorted(p.name for p in VECTORS.iterdir() if (p / "cases.json").is_file()):
            for case in json.loads((VECTORS / family / "cases.json").read_text()):
                args = case["args"]
                if "codes" not in case or "--format" not in args or args[1] == last:
                    continue
                last, own = args[1], args[args.index("--format") + 1]
                name, path = f"{family}/{last}", VECTORS / family / last
                cases += [(name, [path], ".glb"), (name, [path], f"--to {own}" if own in IDS else "folder")]
        self.assertTrue(cases)
        self.judge([c for i, c in enumerate(cases) if i // 2 % STEP == 0])

    def test_pairs(self):
        turn, cases = itertools.cycle(o for o in OUTPUTS if o not in (".glb", "folder")), []
        for a, b in itertools.combinations_with_replacement(CHIEF, 2):
            for output in (".glb", "folder", next(turn)):
                cases.append((f"{a} + {b}", [self.good[a], self.good[b]], output))
            cases.append((f"{a} + {b} as companion", [self.good[a], "--with", self.good[b]], next(turn)))
        for kind in CHIEF[:-1]:  # a broken file never stops the others
            how = next(turn)
            cases.append((f"{kind} + half of it", [self.good[kind], self.broken[f"{kind} half"]], how))
            cases.append((f"{kind} + half of it", [self.good[kind], self.broken[f"{kind} half"]], "folder"))
        self.judge(cases)

    def test_other_verbs(self):
        """Verbs that read end as they should for every file, broken or not."""
        def attempt(case):
            try:
                done = run(*case[1])
            except AssertionError as error:
                return str(error)
            return "" if done.returncode == 0 or done.text or done.stdout else "a failure without a word"

        cases = []
        for kind, path in (self.good | self.broken).items():
            verbs = [["check", path, "--json"], ["info", path], ["dump", path]]
            if kind in self.good or "changed" in kind:
                verbs += [["sample", path, "--json", "--frame", "0", "1.5"], ["play", path, "--ticks", "9"]]
            cases += [(f"{kind}: {v[0]}", v) for v in verbs]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for (name, _), wrong in zip(cases, pool.map(attempt, cases)):
                with self.rule(name):
                    self.assertFalse(wrong)


if __name__ == "__main__":
    support.main(KNOWN, __doc__)
