#!/usr/bin/env python3
"""Runs the tool on the shared vectors of one family.

  run_vectors.py TOOL VECTORS_FOLDER

Every case of cases.json goes through the real command line; every file of good/ must come back
byte for byte from `convert` to its own format and from `dump | build`. A vectors folder that is
absent is said to be skipped (exit status 77, which CTest shows as skipped).
"""

import json
import pathlib
import subprocess
import sys
import tempfile

TOLERANCE = 1e-5


def run(tool, arguments, folder, stdin=None):
    return subprocess.run([tool, *arguments], cwd=folder, input=stdin, capture_output=True,
                          timeout=60, check=False)


def close(wanted, found):
    return abs(wanted - found) <= TOLERANCE * max(1.0, abs(wanted))


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def difference(wanted, found, path=""):
    """The first place where `found` is not what was wanted, or None. Extra keys are fine."""
    if isinstance(wanted, dict):
        if not isinstance(found, dict):
            return f"{path}: wanted an object, found {found!r}"
        for key, value in wanted.items():
            if key not in found:
                return f"{path}.{key}: missing"
            if key == "rotation" and same_rotation(value, found[key]):
                continue
            if problem := difference(value, found[key], f"{path}.{key}"):
                return problem
        return None
    if isinstance(wanted, list):
        if not isinstance(found, list) or len(found) != len(wanted):
            return f"{path}: wanted {len(wanted)} entries, found {found!r:.80}"
        for i, (a, b) in enumerate(zip(wanted, found)):
            if problem := difference(a, b, f"{path}[{i}]"):
                return problem
        return None
    if is_number(wanted) and is_number(found):
        return None if close(wanted, found) else f"{path}: wanted {wanted}, found {found}"
    return None if wanted == found else f"{path}: wanted {wanted!r}, found {found!r}"


def same_rotation(wanted, found):
    """A quaternion and its negative are one rotation."""
    if not isinstance(found, list) or len(found) != len(wanted):
        return False
    return (all(close(a, b) for a, b in zip(wanted, found)) or
            all(close(a, -b) for a, b in zip(wanted, found)))


def check_codes(case, result, report):
    codes = case["codes"]
    diagnostics = [d for file in report.get("files", []) for d in file["diagnostics"]]
    matching = [d for d in diagnostics if d["code"] in codes]
    if not matching:
        return f"wanted one of {codes}, found {sorted({d['code'] for d in diagnostics})}"
    severity = case.get("severity")
    if severity is None:
        return None
    if all(d["severity"] != severity for d in matching):
        return f"wanted severity {severity}, found {matching[0]['severity']}"
    status = 1 if any(d["severity"] == "error" for d in diagnostics) else 0
    if result.returncode != status:
        return f"wanted exit status {status}, found {result.returncode}"
    return None


def case_problem(tool, folder, case):
    result = run(tool, case["args"], folder)
    try:
        report = json.loads(result.stdout)
    except ValueError:
        return f"no JSON; exit status {result.returncode}; {result.stderr[:300]!r}"
    if "codes" in case:
        return check_codes(case, result, report)
    if result.returncode != 0:
        return f"exit status {result.returncode}: {result.stderr[:300]!r}"
    return difference(case["expect"], report)


def round_trip_problem(tool, file, scratch):
    """convert to the same format, and dump | build."""
    original = file.read_bytes()
    info = run(tool, ["info", "--json", str(file)], scratch)
    formats = json.loads(info.stdout)["files"][0]["format"] if info.stdout else None
    if info.returncode != 0 or formats is None:
        return f"info: exit status {info.returncode}: {info.stderr[:200]!r}"
    copy = run(tool, ["convert", str(file), "--to", formats, "-o", "-"], scratch)
    if copy.returncode != 0 or copy.stdout != original:
        return f"convert --to {formats}: exit status {copy.returncode}, bytes differ or missing"
    dump = run(tool, ["dump", str(file)], scratch)
    json.loads(dump.stdout)
    build = run(tool, ["build", "-", "-o", "-"], scratch, stdin=dump.stdout)
    if dump.returncode != 0 or build.returncode != 0 or build.stdout != original:
        return f"dump | build: exit status {build.returncode}: {build.stderr[:200]!r}"
    return None


def main():
    tool, vectors = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    cases_file = vectors / "cases.json"
    if not cases_file.exists():
        print(f"skipped: {cases_file} is absent")
        return 77
    good, bad = 0, 0

    def tell(what, problem):
        nonlocal good, bad
        if problem is None:
            good += 1
        else:
            bad += 1
            print(f"FAILED {what}\n  {problem}")

    for case in json.loads(cases_file.read_text()):
        tell("anmkit " + " ".join(case["args"]), case_problem(tool, vectors, case))
    with tempfile.TemporaryDirectory() as scratch:
        for file in sorted(p for p in (vectors / "good").rglob("*") if p.is_file()):
            tell(f"round trip of {file.relative_to(vectors)}",
                 round_trip_problem(tool, file.resolve(), scratch))
    print(f"{good} passed, {bad} failed")
    return 0 if bad == 0 and good > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
