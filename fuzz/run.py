#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the fuzz targets of a build, several at once: run.py BUILD [--runs N | --seconds N | --hours H] [TARGET...]

--runs: each target from its stored seeds, so many inputs of one fixed seed, nothing kept: a failure means a
        change and not luck. This is what the tests do.
--seconds, --hours: each target so many seconds, or all of them so many hours in turn, going on from what was
        found before (build/corpus); then what adds nothing to the coverage is dropped.
Inputs that break something are kept in build/crashes. Exit status 1 when there are any.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
# A run of seeds and their first children; slower targets end by time.
MOST_SECONDS = 120


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("targets", nargs="*")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--runs", type=int)
    how.add_argument("--seconds", type=float)
    how.add_argument("--hours", type=float)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_intermixed_args()


def own_options(name):
    """Of NAME.options, as OSS-Fuzz reads them, and the dictionary."""
    words = []
    path = HERE / f"{name}.options"
    if path.exists():
        for key, value in re.findall(r"^(\w+) *= *(\S+)$", path.read_text(), re.MULTILINE):
            if key != "dict":
                words.append(f"-{key}={value}")
    dictionary = HERE / "dictionaries" / f"{name}.dict"
    return words + ([f"-dict={dictionary}"] if dictionary.exists() else [])


class Target:
    def __init__(self, program, work):
        self.name = program.name.removesuffix("_fuzz")
        self.program = program
        self.seeds = HERE / "corpus" / self.name
        self.kept = work / "corpus" / self.name
        self.scratch = work / "corpus-test" / self.name
        self.crashes = work / "crashes"
        self.runs = 0
        self.seconds = 0.0
        self.coverage = [0, 0]
        self.broken = False
        self.tail = ""

    def run(self, bounds, found):
        found.mkdir(parents=True, exist_ok=True)
        self.crashes.mkdir(parents=True, exist_ok=True)
        folders = [found] + ([self.seeds] if self.seeds.is_dir() else [])
        options = ["-max_len=65536", *own_options(self.name)]
        start = time.monotonic()
        done = subprocess.run(
            [self.program, *bounds, "-timeout=10", "-rss_limit_mb=2048", *options, "-print_final_stats=1",
             f"-artifact_prefix={self.crashes}/{self.name}-", *folders],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
        self.seconds += time.monotonic() - start
        text = done.stderr
        covered = [int(n) for n in re.findall(r"\bcov: (\d+)", text)]
        if covered:
            begun = re.search(r"INITED cov: (\d+)", text)
            first = int(begun[1]) if begun else covered[0]
            self.coverage = [self.coverage[0] or first, covered[-1]]
        units = re.search(r"number_of_executed_units: (\d+)", text)
        self.runs += int(units[1]) if units else 0
        if done.returncode != 0:
            self.broken = True
            self.tail = "\n".join(text.splitlines()[-60:])

    def merge(self):
        """Keeps of what was found only what reaches something new."""
        if self.broken or not self.kept.is_dir() or not any(self.kept.iterdir()):
            return
        less = self.kept.with_name(self.kept.name + ".new")
        shutil.rmtree(less, ignore_errors=True)
        less.mkdir()
        folders = [less] + ([self.seeds] if self.seeds.is_dir() else []) + [self.kept]
        done = subprocess.run([self.program, "-merge=1", "-timeout=10", "-rss_limit_mb=2048", *folders],
                              stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode == 0:
            for path in self.seeds.iterdir() if self.seeds.is_dir() else ():
                (less / path.name).unlink(missing_ok=True)
            shutil.rmtree(self.kept)
            less.rename(self.kept)
        else:
            shutil.rmtree(less)


def main():
    args = arguments()
    work = args.build.resolve().parent
    programs = sorted((args.build / "fuzz").resolve().glob("*_fuzz"))
    targets = [Target(program, work) for program in programs
               if not args.targets or program.name.removesuffix("_fuzz") in args.targets]
    missing = set(args.targets) - {target.name for target in targets}
    if missing or not targets:
        sys.exit(f"no such target: {', '.join(sorted(missing)) or args.build}")

    def one(target):
        if args.runs:
            shutil.rmtree(target.scratch, ignore_errors=True)
            target.run(["-seed=1", f"-runs={args.runs}", f"-max_total_time={MOST_SECONDS}"], target.scratch)
        else:
            seconds = args.seconds or args.hours * 3600 * args.jobs / len(targets)
            target.run([f"-max_total_time={int(seconds)}"], target.kept)
            target.merge()
        rate = target.runs / max(target.seconds, 1e-3)
        print(f"{target.name:14} {target.runs:>9} runs, {rate:6.0f} a second, coverage {target.coverage[0]} -> "
              f"{target.coverage[1]}{'  BROKEN' if target.broken else ''}", flush=True)
        return target

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        done = list(pool.map(one, targets))
    print(f"{'all':14} {sum(target.runs for target in done):>9} runs")
    for target in done:
        if target.broken:
            print(f"\n== {target.name}\n{target.tail}")
    sys.exit(any(target.broken for target in done))


if __name__ == "__main__":
    main()
