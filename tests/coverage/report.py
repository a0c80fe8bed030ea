#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Coverage by folder against its floors.

    report.py LLVM-COV PROFILE FLOORS OBJECT...
    report.py --missing FOLDER LLVM-COV PROFILE FLOORS OBJECT...    what is not reached there, line by line

How it is counted. Lines: those with code, reached or not. Branches: each condition counts twice, once for being true
and once for being false. MC/DC: each condition of a decision with two or more counts once, and is covered where two
runs show that it alone turned the decision. A template or a header's function is compiled many times; a place in the
source counts once, and is covered where any of its compilations is. What the compiler folds to a constant in all of
them does not count.

FLOORS has a line `folder lines branches mcdc` for each folder of src/, in per cent. A figure below its floor fails;
one that is two or more above it is told, so that the floor is raised.
"""
import collections
import json
import pathlib
import subprocess
import sys

KINDS = ("lines", "branches", "mcdc")
ROOT = pathlib.Path(__file__).resolve().parents[2]
READERS = pathlib.Path(__file__).with_name("readers.txt")
SLACK = 2.0


def lines_of(file):
    """The lines of a table, without comments and empty ones."""
    lines = pathlib.Path(file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def folder_of(path):
    """core, exchange/gltf, formats/psx: a folder; a family and the tool with all that is below them."""
    parts = path.relative_to(ROOT / "src").parts[:-1]
    if parts and parts[0] == "cli":
        return "cli"
    return "/".join(parts[:2]) if parts and parts[0] == "formats" else "/".join(parts) or "."


def readers():
    """(folder, pattern) for each source of readers.txt; a pattern of no source is a fault of that file."""
    found = []
    for line in lines_of(READERS):
        folder, *patterns = line.split()
        for pattern in patterns:
            if not any((ROOT / "src" / folder).glob(pattern)):
                raise SystemExit(f"{READERS.name}: {folder} has no {pattern}")
            found.append((folder, pattern))
    return found


def rows_of(path, known):
    """The rows that a source counts in."""
    folder = folder_of(path)
    reads = any(folder == name and path.relative_to(ROOT / "src" / name).match(pattern) for name, pattern in known)
    return (folder, f"{folder} readers", "all") if reads else (folder, "all")


def exported(llvm_cov, profile, objects):
    command = [llvm_cov, "export", "-skip-functions", "-skip-expansions", f"-instr-profile={profile}", objects[0]]
    for other in objects[1:]:
        command += ["-object", other]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    for entry in json.loads(output)["data"][0]["files"]:
        path = pathlib.Path(entry["filename"])
        if ROOT / "src" in path.parents and path.exists():  # not those of old objects
            yield path, entry


def branches(entry, text):
    """(line, column, side) -> whether it was taken in any compilation."""
    sides = {}
    for line, column, _, end, yes, no, *_ in entry["branches"]:
        if text[line - 1][column - 1:end - 1] in ("true", "false"):
            continue  # while (true): a constant, which the compiler exports as never being either
        for side, count in ((True, yes), (False, no)):
            sides[line, column, side] = sides.get((line, column, side), False) or count > 0
    return sides


def conditions(entry):
    """(line, column, number) -> whether it alone turned its decision in any compilation."""
    pairs = {}
    for line, column, *_, covered in entry["mcdc_records"]:
        for number, one in enumerate(covered):
            pairs[line, column, number] = pairs.get((line, column, number), False) or one
    return pairs


def counted(files):
    known = readers()
    folders = collections.defaultdict(lambda: {kind: [0, 0] for kind in KINDS})
    for path, entry in files:
        lines = entry["summary"]["lines"]
        sides = branches(entry, path.read_text(encoding="utf-8").splitlines())
        pairs = conditions(entry)
        found = ((lines["covered"], lines["count"]), (sum(sides.values()), len(sides)), (sum(pairs.values()), len(pairs)))
        for name in rows_of(path, known):
            for kind, (covered, count) in zip(KINDS, found):
                folders[name][kind][0] += covered
                folders[name][kind][1] += count
    return folders


def floors(file):
    known = {}
    for line in lines_of(file):
        *name, lines, sides, pairs = line.split()
        known[" ".join(name)] = dict(zip(KINDS, map(float, (lines, sides, pairs))))
    return known


def show_missing(files, folder):
    for path, entry in files:
        if folder not in (folder_of(path), path.name):
            continue
        text = path.read_text(encoding="utf-8").splitlines()
        lacks = collections.defaultdict(list)
        for (line, column, side), covered in branches(entry, text).items():
            if not covered:
                lacks[line].append(f"{column}: never {str(side).lower()}")
        for (line, column, number), covered in conditions(entry).items():
            if not covered:
                lacks[line].append(f"{column}: condition {number + 1}")
        for line in sorted(lacks):
            print(f"{path.relative_to(ROOT)}:{line}: {text[line - 1].strip()}\n      {', '.join(lacks[line])}")


def main(llvm_cov, profile, floors_file, *objects, missing=None):
    files = list(exported(llvm_cov, profile, objects))
    if missing:
        show_missing(files, missing)
        return 0
    folders, least, bad, high = counted(files), floors(floors_file), [], []
    print(f"{'folder':28}" + "".join(f"{kind:>10} {'of':>7}" for kind in KINDS))
    for name in sorted(folders):
        row = f"{name:28}"
        for kind in KINDS:
            covered, count = folders[name][kind]
            percent = 100 * covered / count if count else 100.0
            row += f"{percent:9.1f}% {count:7}"
            wanted = least.get(name, {}).get(kind)
            if wanted is None:
                bad.append(f"{name} has no floor for {kind}")
            elif percent < wanted:
                bad.append(f"{name}: {kind} {percent:.1f} %, at least {wanted} %")
            elif percent >= wanted + SLACK:
                high.append(f"{name}: {kind} {percent:.1f} %; its floor of {wanted} % can be raised")
        print(row)
    bad += [f"{name} has a floor and no sources" for name in sorted(set(least) - set(folders))]
    print("\n".join(high + bad))
    return 1 if bad else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    wanted = words[1] if words[0] == "--missing" else None
    sys.exit(main(*words[2 if wanted else 0:], missing=wanted))
