#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes the sources a little, one place at a time, and counts how many changes the tests see.

    mutate.py [--group NAME]... [--count 60] [--seed 1] [--jobs 2] [--floor 90] [--json FILE] [--list]
              [--only FILE:LINE] [--again FILE]

A change that no test sees is shown as a line of the source before and after. Changes that cannot be seen
stand in tests/mutants/equivalent.txt with the reason: FILE, the line above, the line itself, what it
becomes and why, with tabs between; a line that is no longer in its file fails the run. Ends with 1 where fewer than `--floor`
of a hundred changes are seen. The sources themselves are never touched: build/mutate has the copies.
"""
import argparse
import collections
import concurrent.futures
import functools
import hashlib
import json
import pathlib
import shutil
import sys
import tempfile
import time

from mutants import build, groups, source

ROOT = build.ROOT
EQUIVALENT = ROOT / "tests/mutants/equivalent.txt"
Mutant = collections.namedtuple("Mutant", "path line operator above old new change text")


@functools.cache
def mutants_of(path):
    text, found = (ROOT / path).read_text(), []
    lines = text.splitlines()
    for change in source.changes_of(text):
        old, new = source.shown(text, change)
        line = source.line_of(text, change)
        above = " ".join(lines[line - 2].split()) if line > 1 else ""
        found.append(Mutant(path, line, change.operator, above, old, new, change, text))
    return found


def in_turn(paths, seed):
    """All changes, evenly over files and kinds. A line keeps its place when others change."""
    def rank(*words):
        return hashlib.sha256("\n".join(map(str, (seed, *words))).encode()).digest()
    left = {}
    for path in sorted(paths, key=rank):
        kinds, same = collections.defaultdict(list), collections.Counter()
        for mutant in mutants_of(path):
            same[mutant.old, mutant.new] += 1
            kinds[mutant.operator].append((rank(path, mutant.old, mutant.new, same[mutant.old, mutant.new]), mutant))
        left[path] = {kind: [m for _, m in sorted(found, key=lambda f: f[0])] for kind, found in kinds.items()}
    used = collections.Counter()
    while left:
        for path in list(left):
            if not left[path]:
                del left[path]
                continue
            kind = min(left[path], key=lambda k: (used[k], rank(path, k)))
            used[kind] += 1
            yield left[path][kind].pop(0)
            if not left[path][kind]:
                del left[path][kind]


def equivalents():
    """Changes that cannot be seen; a line of a file that is gone ends the program."""
    known, stale = {}, []
    for line in EQUIVALENT.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        path, above, old, new, why = line.split("\t")
        if not any(m[3:6] == (above, old, new) for m in mutants_of(path)):
            stale.append(f"{path}: {old}")
        known[path, above, old, new] = why
    if stale:
        sys.exit("no longer in the source, take it off tests/mutants/equivalent.txt:\n  " + "\n  ".join(stale))
    return known


def line_shown(mutant):
    return f"{mutant.path}:{mutant.line}: {mutant.operator}: {mutant.old}  ->  {mutant.new}"


def judged(base, mutant, known, folder):
    place = (mutant.path, mutant.above, mutant.old, mutant.new)
    if place in known:
        return "equivalent", known[place], 0
    place = pathlib.Path(tempfile.mkdtemp(dir=folder))
    try:
        text = source.applied(mutant.text, mutant.change)
        return build.judge(base, mutant.path, text, groups.stages_of(mutant.path), place)
    finally:
        shutil.rmtree(place)


def run_group(base, name, order, count, known, folder):
    """Judges `count` changes that compile, the first of the order."""
    found, start = [], time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(base.jobs) as pool:
        wanted = count
        while wanted > 0:
            batch = [m for m, _ in zip(order, range(wanted))]
            if not batch:
                break
            running = {pool.submit(judged, base, m, known, folder): m for m in batch}
            for done in concurrent.futures.as_completed(running):
                mutant, (outcome, why, seconds) = running[done], done.result()
                found.append((mutant, outcome, why, seconds))
                wanted -= outcome != build.BROKEN
                if outcome == build.SURVIVED:
                    print(f"  {line_shown(mutant)}  ({len(found)} tried)", flush=True)
    tally = collections.Counter(outcome for _, outcome, _, _ in found)
    seen = tally[build.KILLED] + tally[build.TIMEOUT]
    share = 100 * seen / max(1, seen + tally[build.SURVIVED])
    return {"group": name, "killed": tally[build.KILLED], "timeout": tally[build.TIMEOUT],
            "survived": tally[build.SURVIVED], "equivalent": tally["equivalent"],
            "not_compiled": tally[build.BROKEN], "share": round(share, 1),
            "seconds": round(time.monotonic() - start),
            "changes": [{"file": m.path, "line": m.line, "operator": m.operator, "old": m.old, "new": m.new,
                         "outcome": outcome, "by": why if outcome != build.BROKEN else "",
                         "seconds": round(seconds, 1)} for m, outcome, why, seconds in found]}


def survivors(report):
    """What an earlier run left, group by group; lines that are gone by now are left out."""
    for group in json.loads(report.read_text()):
        left = [c for c in group["changes"] if c["outcome"] == build.SURVIVED]
        found = [m for path in sorted({c["file"] for c in left}) for m in mutants_of(path)
                 if any((c["file"], c["old"], c["new"]) == (path, m.old, m.new) for c in left)]
        if found:
            yield group["group"], found


def show(reports):
    row = "{:<12} {:>7} {:>8} {:>9} {:>11} {:>13} {:>7} {:>8}"
    print(row.format("group", "killed", "timeout", "survived", "equivalent", "not compiled", "seen", "seconds"))
    for r in reports:
        print(row.format(r["group"], r["killed"], r["timeout"], r["survived"], r["equivalent"], r["not_compiled"],
                         f"{r['share']} %", r["seconds"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--group", action="append", choices=groups.NAMES)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--floor", type=float, default=90)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--list", action="store_true", help="only say what would be changed")
    parser.add_argument("--only", metavar="FILE:LINE", help="every change of one line, or of one file")
    parser.add_argument("--again", type=pathlib.Path, metavar="FILE", help="only what survived by an earlier --json")
    options = parser.parse_args()
    known = equivalents()
    paths = {p.relative_to(ROOT).as_posix() for p in (ROOT / "src").rglob("*.cpp")}
    if options.only:
        path, _, line = options.only.partition(":")
        if path not in paths or groups.group_of(path) is None:
            sys.exit(f"{path} belongs to no group")
        chosen = [m for m in mutants_of(path) if not line or m.line == int(line)]
        plan = {groups.group_of(path): (chosen, len(chosen))}
    elif options.again:
        plan = {name: (chosen, len(chosen)) for name, chosen in survivors(options.again)}
    else:
        plan = {name: (in_turn([p for p in paths if groups.group_of(p) == name], options.seed), options.count)
                for name in options.group or groups.NAMES}
    if options.list:
        for order, count in plan.values():
            for mutant, _ in zip(order, range(count)):
                print(line_shown(mutant))
        return 0
    files = {name: [p for p in paths if groups.group_of(p) == name] for name in plan}
    stages = [s for name in plan for p in sorted(files[name]) for s in groups.stages_of(p)]
    base = build.Base(options.jobs)
    base.build(sorted({target for _, target, _ in stages}))
    reports = []
    with tempfile.TemporaryDirectory(dir=build.BUILD) as folder:
        base.precompile(pathlib.Path(folder))
        for name, (order, count) in plan.items():
            print(f"== {name}", flush=True)
            reports.append(run_group(base, name, iter(order), count, known, pathlib.Path(folder)))
    show(reports)
    if options.json:
        options.json.write_text(json.dumps(reports, indent=1) + "\n")
    return 1 if any(r["share"] < options.floor for r in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
