# SPDX-License-Identifier: MIT
"""One changed source compiled, linked in front of the library, and shown to the tests."""
import json
import os
import pathlib
import resource
import shlex
import shutil
import signal
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/mutate"
# What most sources begin with, compiled once.
PREFIX = """#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>
#include "anmkit/convert.hpp"
#include "anmkit/registry.hpp"
#include "core/bytes.hpp"
#include "core/findings.hpp"
#include "core/json.hpp"
"""
# Undefined behaviour ends the program, as in the builds with sanitizers.
TRAPS = ["-O0", "-w", "-D_GLIBCXX_ASSERTIONS", "-fsanitize=undefined", "-fno-sanitize=vptr,function",
         "-fsanitize-trap=undefined"]
MEMORY = 3 << 30
ENVIRONMENT = os.environ | {"ANMKIT_RANDOM_CLIPS": "20", "RC_PARAMS": "seed=1"}
KILLED, SURVIVED, TIMEOUT, BROKEN = "killed", "survived", "timeout", "not compiled"


def quiet(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                          **options)


class Base:
    """The library and its tests as they are, built once."""

    def __init__(self, jobs):
        self.jobs, self.compiled, self.linked, self.limits = jobs, {}, {}, {}
        self.lock = threading.Lock()
        # Sources that bear the prefix, and those that do not.
        self.borne, self.alone = set(), set()

    def build(self, targets):
        BUILD.mkdir(parents=True, exist_ok=True)
        # The library as `release` has it, so that the compiler's cache serves both.
        linker = ["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"] if shutil.which("ld.lld") else []
        done = quiet(["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                      "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DANMKIT_TEST_OPTIONS=-O0",
                      "-DPython3_EXECUTABLE=/usr/bin/python3", *linker])
        if done.returncode == 0:
            done = quiet(["ninja", "-C", BUILD, f"-j{self.jobs}", *targets])
        if done.returncode != 0:
            raise SystemExit(done.stdout[-3000:] + done.stderr[-3000:])
        for entry in json.loads((BUILD / "compile_commands.json").read_text()):
            self.compiled[str(pathlib.Path(entry["file"]).relative_to(ROOT))] = entry
        for target in targets:
            last = quiet(["ninja", "-C", BUILD, "-t", "commands", target]).stdout.splitlines()[-1]
            self.linked[target] = shlex.split(last.split("&&")[1])

    def program(self, target):
        return BUILD / self.linked[target][self.linked[target].index("-o") + 1]

    def arguments(self, path):
        """Options of a library's source for clang, without what the compilers know by different names."""
        words = shlex.split(self.compiled[path]["command"])
        kept = [w for i, w in enumerate(words) if w.startswith(("-I", "-D", "-std", "-fno-")) or
                words[i - 1] == "-isystem" or w == "-isystem"]
        return ["clang++-19", *kept, *TRAPS]

    def precompile(self, folder):
        header, self.prefix = folder / "prefix.hpp", folder / "prefix.pch"
        header.write_text(PREFIX)
        done = quiet([*self.arguments("src/scene/scene.cpp"), "-x", "c++-header", header, "-o", self.prefix], cwd=BUILD)
        if done.returncode != 0:
            raise SystemExit(done.stderr)

    def compile(self, path, changed, folder, made):
        """Makes an object of a changed source; an empty text, or what the compiler said."""
        # Sources that include themselves once an instruction set find the changed one first.
        command = self.arguments(path)
        command[1:1] = [f"-I{folder}/src"]
        prefix = ["-include-pch", self.prefix]
        if path not in self.alone:
            done = quiet([*command, *prefix, "-c", changed, "-o", made], cwd=BUILD)
            if done.returncode == 0:
                return ""
            # Most changes that do not compile are wrong, but the source may not bear what it does not include.
            with self.lock:
                if path not in self.borne:
                    unchanged = [*self.arguments(path), "-fsyntax-only", ROOT / path]
                    if quiet([*unchanged, *prefix], cwd=BUILD).returncode == 0:
                        self.borne.add(path)
                    elif quiet(unchanged, cwd=BUILD).returncode == 0:
                        self.alone.add(path)
                    else:
                        raise SystemExit(f"{path} does not compile without a change")
            if path in self.borne:
                return done.stderr
        done = quiet([*command, "-c", changed, "-o", made], cwd=BUILD)
        return "" if done.returncode == 0 else done.stderr

    def limit_of(self, name, target, command):
        """Seconds of computing that a test may take, from what it takes on the unchanged library, which must pass."""
        with self.lock:
            if name not in self.limits:
                start = os.times()
                status = run_test(command, self.program(target), None, 1800)
                end = os.times()
                if status != SURVIVED:
                    raise SystemExit(f"{name}: {status} without a change")
                took = end.children_user + end.children_system - start.children_user - start.children_system
                self.limits[name] = 4 * took + 5
            return self.limits[name]


def run_test(command, program, seconds, patience):
    """`seconds` of computing for each process of the test, `patience` for all of it by the clock."""
    def bound():
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    words = [{"PROGRAM": str(program), "python": "/usr/bin/python3"}.get(w, w) for w in command]
    # What it prints goes nowhere: nobody waits for it, and a child that outlives it holds no pipe.
    test = subprocess.Popen(words, cwd=ROOT, env=ENVIRONMENT, preexec_fn=bound, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        status = test.wait(patience)
    except subprocess.TimeoutExpired:
        status = None
    try:
        os.killpg(test.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    test.wait()
    if status is None or status in (-signal.SIGXCPU, -signal.SIGKILL):
        return TIMEOUT
    return KILLED if status else SURVIVED


def judge(base, path, text, stages, folder):
    """What becomes of one changed text: the outcome, the test that decided, and the seconds it took."""
    start = time.monotonic()
    changed = folder / path
    changed.parent.mkdir(parents=True)
    changed.write_text(text)
    made = folder / "changed.o"
    wrong = base.compile(path, changed, folder, made)
    if wrong:
        return BROKEN, wrong, time.monotonic() - start
    outcome, decided, programs = SURVIVED, "", {}
    for name, target, test in stages:
        if target not in programs:
            programs[target] = folder / target
            words = list(base.linked[target])
            at = words.index("-o")
            words[at:at + 2] = [str(made), "-o", str(programs[target])]
            done = quiet(words, cwd=BUILD)
            if done.returncode != 0:
                raise SystemExit(f"{path}: {done.stderr[-2000:]}")
        seconds = base.limit_of(name, target, test)
        outcome = run_test(test, programs[target], seconds, 120 + 60 * seconds)
        if outcome != SURVIVED:
            decided = name
            break
    return outcome, decided, time.monotonic() - start
