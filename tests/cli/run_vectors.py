#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the cases of tests/vectors through the real tool and compares the answers.

    run_vectors.py TOOL VECTORS FAMILY [-v] [--stop]

Every case, then `convert` to the own format and `dump | build` of everything in good/, byte for byte.
Ends with "N passed, N failed"; with --stop at the first failure.
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

TOLERANCE = 1e-5


def run(tool, args, folder, stdin=None):
    done = subprocess.run([tool, *args], cwd=folder, input=stdin, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def close(a, b):
    return a == b or abs(a - b) <= TOLERANCE * max(1.0, abs(a), abs(b)) or (
        math.isnan(a) and math.isnan(b))


def differs(want, have, path=""):
    """A description of the first difference, or an empty string. Extra keys are fine."""
    if isinstance(want, dict):
        if not isinstance(have, dict):
            return f"{path}: expected an object"
        for key, value in want.items():
            if key not in have:
                return f"{path}.{key} is missing"
            if key == "rotation" and isinstance(value, list):
                turned = [-v for v in have[key]]
                if differs_list(value, have[key]) and differs_list(value, turned):
                    return f"{path}.rotation: expected {value}, found {have[key]}"
                continue
            found = differs(value, have[key], f"{path}.{key}")
            if found:
                return found
        return ""
    if isinstance(want, list):
        if not isinstance(have, list) or len(want) != len(have):
            size = len(have) if isinstance(have, list) else have
            return f"{path}: expected {len(want)} items, found {size}"
        for i, value in enumerate(want):
            found = differs(value, have[i], f"{path}[{i}]")
            if found:
                return found
        return ""
    number = isinstance(want, (int, float)) and not isinstance(want, bool)
    if number and isinstance(have, (int, float)) and not isinstance(have, bool):
        return "" if close(want, have) else f"{path}: expected {want}, found {have}"
    return "" if want == have else f"{path}: expected {want!r}, found {have!r}"


def differs_list(want, have):
    return len(want) != len(have) or any(not close(a, b) for a, b in zip(want, have))


def normal(answer):
    """Without an image timeline's entry of tick 0 that says the initial state: it may be left out."""
    initial = {"tick": 0, "image": 0, "blend": 255, "visible": True, "x": 0, "y": 0}
    if "ended" in answer and answer.get("ticks", [None])[:1] == [initial]:
        return {**answer, "ticks": answer["ticks"][1:]}
    return answer


def check_case(tool, case, folder):
    status, out, err = run(tool, case["args"], folder)
    if "expect" in case:
        if status != 0:
            return f"exit {status}: {err[:300]}"
        try:
            return differs(normal(case["expect"]), normal(json.loads(out)))
        except json.JSONDecodeError as error:
            return f"no JSON: {error}"
    try:
        found = [d for f in json.loads(out)["files"] for d in f["diagnostics"]]
    except (json.JSONDecodeError, KeyError) as error:
        return f"no report ({error}), exit {status}: {err[:300]}"
    hits = [d for d in found if d["code"] in case["codes"]]
    if not hits:
        return f"expected one of {case['codes']}, found {sorted({d['code'] for d in found})}"
    severity = case.get("severity")
    if severity and all(d["severity"] != severity for d in hits):
        return f"expected severity {severity}, found {hits[0]['severity']}"
    wanted = 1 if severity == "error" else 0
    errors = any(d["severity"] == "error" for d in found)
    if severity and status != wanted and not (errors and status == 1):
        return f"expected exit {expected}, found {status}"
    return ""


# Errors that need the meaning of values to be seen, so that --quick, which looks at structure and ranges, calls files
# with them good: a script that loops without waiting, and times, weights and curves of a bank's keys.
MEANING = {"cs2.A50"} | {f"gc.ANM{n:03}" for n in (16, 17, 20, 30, 32, 34, 35, 37, 38, 40, 41, 42, 44, 50, 51, 60, 61, 65)}


def quick_differences(tool, folder):
    """What `check --quick` and `check` say otherwise than they should, by file."""
    files = {}
    for args in (["check", str(folder), "--json", "--quick"], ["check", str(folder), "--json"]):
        for file in json.loads(run(tool, args, folder)[1])["files"]:
            files.setdefault(file["file"], []).append(file)
    for name, (quick, full) in files.items():
        errors = {d["code"] for d in full["diagnostics"] if d["severity"] == "error"}
        if quick["format"] != full["format"]:
            yield name, f"formats {quick['format']} and {full['format']}"
        elif quick["diagnostics"] and quick != full:
            yield name, "quick says other things"
        elif quick["ok"] != full["ok"] and not (quick["ok"] and errors <= MEANING):
            yield name, f"quick says {quick['ok']}, and there are {sorted(errors)}"


def round_trip(tool, path, scratch):
    original = path.read_bytes()
    copy = scratch / ("copy" + path.suffix)
    status, _, err = run(tool, ["convert", str(path), "-o", str(copy), "-f"], scratch)
    if status != 0 or copy.read_bytes() != original:
        return f"convert: exit {status} {err[:200]}" if status else "convert: other bytes"
    status, dump, err = run(tool, ["dump", str(path)], scratch)
    if status != 0:
        return f"dump: exit {status} {err[:200]}"
    status, built, err = run(tool, ["build", "-", "-o", "-"], scratch, stdin=dump)
    if status != 0:
        return f"build: exit {status} {err[:200]}"
    return "" if built == original else "dump | build: other bytes"


def main():
    tool, vectors, family = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    verbose = "-v" in sys.argv
    folder = vectors / family
    passed, failed = 0, 0

    def count(name, problem):
        nonlocal passed, failed
        if problem:
            failed += 1
            print(f"FAIL {name}: {problem}")
            if "--stop" in sys.argv:
                sys.exit(1)
        else:
            passed += 1
            if verbose:
                print(f"ok   {name}")

    for case in json.loads((folder / "cases.json").read_text()):
        count(" ".join(case["args"]), check_case(tool, case, folder))
    count("check --quick", "; ".join(f"{name}: {why}" for name, why in quick_differences(tool, folder.resolve())))
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted(p for p in (folder / "good").rglob("*") if p.is_file()):
            count(str(path.relative_to(folder)),
                  round_trip(tool, path.resolve(), pathlib.Path(scratch)))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
