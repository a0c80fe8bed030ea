#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A command costs what its inputs cost: with 40 inputs in a folder it lists no folder more often than with one, and
opens each input as often as it opens one.

    costs_test.py TOOL TRACER
"""
import collections
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TOOL, TRACER = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
MANY = 40
# Each worker lists the folders around what it makes.
WORKERS = os.cpu_count() or 1

# What is copied, what lies beside the copies, and the words of the command behind the inputs.
ROBOT = ("craftstudio/robot-walk.csmodelanim", ["craftstudio/robot.csmodel"])
BIRD = ("psx/HOP.ANM", ["psx/MODEL.TMD"])
STALK = ("gc/stalk.anm", ["gc/stalk.act", "gc/stalk.gpl", "gc/stalk.skn", "gc/stalk.tpl"])
SCRIPT = ("cs2/bounce.txt", [])
FAMILIES = {"robot": ROBOT, "bird": BIRD, "stalk": STALK, "script": SCRIPT}
VERBS = {
    "info": ["info", "INPUTS"], "check": ["check", "INPUTS"], "dump": ["dump", "INPUTS"],
    "gltf": ["convert", "INPUTS", "--to", "gltf", "-o", "out/"],
    "sample": ["sample", "INPUTS", "--frame", "0"], "play": ["play", "INPUTS", "--ticks", "2"],
    "render": ["render", "INPUTS", "-o", "out/", "--to", "png", "--size", "16x16"],
    "info-folder": ["info", "in"], "check-folder": ["check", "in"],
    "gltf-folder": ["convert", "in", "--to", "gltf", "-o", "out/"],
    "gltf-separate": ["convert", "--separate", "in", "--to", "gltf", "-o", "out/"],
    "render-folder": ["render", "in", "-o", "out/", "--to", "png", "--size", "16x16"],
}
FLAT = {"gltf", "sample", "render", "gltf-folder", "gltf-separate", "render-folder"}  # not for scripts


def calls(folder, words):
    """How often each path of the folder was opened."""
    log = folder / "calls"
    done = subprocess.run([TRACER, log, "list", "--", TOOL, *words], cwd=folder, capture_output=True, text=True)
    opened = collections.Counter()
    for line in log.read_text(errors="replace").splitlines():
        call, _, path = line.partition("\t")
        if call == "open":
            opened[os.path.relpath(folder / path, folder)] += 1
    return done.returncode, opened


def cost(family, verb, count):
    """(listings of the folder, the most openings of one input)"""
    source, beside = FAMILIES[family]
    with tempfile.TemporaryDirectory(prefix="anmkit-costs-") as scratch:
        folder = pathlib.Path(scratch)
        (folder / "in").mkdir()
        inputs = []
        for i in range(count):
            name = f"in/{i:03}{pathlib.Path(source).suffix}"
            shutil.copy(EXAMPLES / source, folder / name)
            inputs.append(name)
        for name in beside:
            shutil.copy(EXAMPLES / name, folder / "in")
        words = []
        for word in VERBS[verb]:
            words += inputs if word == "INPUTS" else [word]
        status, opened = calls(folder, words)
        assert status in (0, 1, 2), f"{family} {verb} {count}: status {status}"
        return opened["in"], max(opened[name] for name in inputs)


def main():
    failed = 0
    for family in FAMILIES:
        for verb in VERBS:
            if family == "script" and verb in FLAT:
                continue
            one, many = cost(family, verb, 1), cost(family, verb, MANY)
            good = one[1] > 0 and many[0] <= one[0] + WORKERS and many[1] <= max(one[1], 2)
            failed += not good
            print(f"{'' if good else 'FAILED: '}{family} {verb}: one input {one}, {MANY} inputs {many}")
    print(f"{failed} commands cost more than their inputs")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
