#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Coverage by folder against its floors: report.py LLVM-COV PROFILE FLOORS OBJECT...

Prints lines, branches and MC/DC of each folder of src/ in per cent, and fails where one is below its floor. A floor is
raised with each gain and never lowered: FLOORS has a line `folder lines branches mcdc` for each folder.
"""
import collections
import json
import pathlib
import subprocess
import sys

kinds = ("lines", "branches", "mcdc")
llvm_cov, profile, floors_file, *objects = sys.argv[1:]
root = pathlib.Path(__file__).resolve().parents[2]


def folder_of(path):
    """core, scene/sampler, formats/psx: a room, and a family with all that is below it."""
    parts = path.relative_to(root / "src").parts[:-1]
    return "/".join(parts[:2]) if parts and parts[0] == "formats" else "/".join(parts) or "."


def counted():
    command = [llvm_cov, "export", "-summary-only", f"-instr-profile={profile}", objects[0]]
    for other in objects[1:]:
        command += ["-object", other]
    data = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["data"][0]
    folders = collections.defaultdict(lambda: {kind: [0, 0] for kind in kinds})
    for entry in data["files"]:
        path = pathlib.Path(entry["filename"])
        if root / "src" not in path.parents:
            continue
        for name in (folder_of(path), "all"):
            for kind in kinds:
                summary = entry["summary"][kind]
                folders[name][kind][0] += summary["covered"]
                folders[name][kind][1] += summary["count"]
    return folders


def floors():
    known = {}
    for line in pathlib.Path(floors_file).read_text().splitlines():
        if line and not line.startswith("#"):
            name, *numbers = line.split()
            known[name] = dict(zip(kinds, map(float, numbers)))
    return known


def main():
    folders, least, bad = counted(), floors(), []
    print(f"{'folder':22}" + "".join(f"{kind:>11}" for kind in kinds) + "   of")
    for name in sorted(folders):
        line = f"{name:22}"
        for kind in kinds:
            covered, count = folders[name][kind]
            percent = 100 * covered / count if count else 100.0
            line += f"{percent:10.1f}%"
            wanted = least.get(name, {}).get(kind)
            if wanted is None:
                bad.append(f"{name}: no floor for {kind}")
            elif percent < wanted:
                bad.append(f"{name}: {kind} {percent:.1f} %, at least {wanted} %")
        print(line + f"   {folders[name]['lines'][1]} lines")
    for name in sorted(set(least) - set(folders)):
        bad.append(f"{name} has a floor and no sources")
    for one in bad:
        print(one, file=sys.stderr)
    return 1 if bad else 0


sys.exit(main())
