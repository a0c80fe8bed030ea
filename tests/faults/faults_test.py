#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the tool does when the system refuses: each call of each kind fails, does less than was asked, or is met by a
signal. What it says it did is done, what was there before is whole or replaced by what is whole, and nothing is left
beside it.

    faults_test.py TOOL TRACER [--all] [COMMAND...]

Without --all a sample of the calls, the same each time. TRACER is tracer.cpp.
"""
import collections
import concurrent.futures
import dataclasses
import errno
import hashlib
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import sys
import tempfile

from commands import OLD, Command, commands, prepare

words = [word for word in sys.argv[1:] if word != "--all"]
ALL = "--all" in sys.argv
TOOL, TRACER = (str(pathlib.Path(word).resolve()) for word in words[:2])
CHOSEN = words[2:]
IS_SANITIZED = b"__asan_init" in pathlib.Path(TOOL).read_bytes()
# One of so many faults is tried; sanitizers take longer to start than the tool takes to work.
SHARE = 1 if ALL else 48 if IS_SANITIZED else 12
FOREVER = 1 << 40

# What each call can fail with. The sandbox's calls have a test of their own below.
ERRORS = {
    "access": ["EIO"], "brk": ["ENOMEM"], "clone": ["EAGAIN"], "clone3": ["EAGAIN"], "close": ["EIO", "EINTR"],
    "dup2": ["EMFILE"], "fchmod": ["EPERM"], "fchown": ["EPERM"], "fstat": ["EIO"],
    "fsync": ["EIO", "ENOSPC", "EDQUOT", "EINTR"], "getcwd": ["EIO"], "getdents64": ["EIO"],
    "getrandom": ["ENOSYS"], "ioctl": ["ENOTTY"], "landlock_add_rule": ["ENOMEM"],
    "landlock_create_ruleset": ["EOPNOTSUPP"], "landlock_restrict_self": ["EPERM"],
    "link": ["EIO", "ENOSPC", "EPERM", "EACCES"], "lseek": ["EIO"], "madvise": ["ENOSYS"],
    "mkdir": ["ENOSPC", "EACCES", "EDQUOT"], "mmap": ["ENOMEM"], "mprotect": ["ENOMEM"], "mremap": ["ENOMEM"],
    "open": ["EIO", "EMFILE", "ENOMEM", "EINTR"], "pipe2": ["EMFILE"], "prctl": ["EINVAL"], "read": ["EIO", "EINTR"],
    "readlink": ["EIO"], "rename": ["EIO", "ENOSPC", "EACCES"], "sched_getaffinity": ["ENOSYS"], "seccomp": ["EINVAL"],
    "stat": ["EIO", "ENOMEM"], "unlink": ["EIO"], "wait4": ["EINTR"], "write": ["ENOSPC", "EIO", "EDQUOT", "EINTR"],
}
if IS_SANITIZED:  # which end on their own when the system has no memory for them
    for name in ("brk", "clone", "clone3", "madvise", "mmap", "mprotect", "mremap"):
        del ERRORS[name]
# What lasts: a full disk, no more files, no more memory.
LASTING = {"write": ["ENOSPC"], "open": ["EMFILE"], "mmap": ["ENOMEM"], "fsync": ["EIO"], "link": ["EPERM"]}
SHORT = ["read", "write"]
# Tried again, whatever was interrupted.
INVISIBLE = {"EINTR"}
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL]
SENTENCES = (b"anmkit: ", b": error ")


@dataclasses.dataclass
class Fault:
    kind: str  # "error", "short", "signal"
    call: str
    at: int
    number: int = 0
    times: int = 1

    def __str__(self):
        if self.kind == "signal":
            return f"{signal.Signals(self.number).name} at call {self.at}"
        more = f" fails with {errno.errorcode[self.number]}" if self.kind == "error" else " is short"
        return f"{self.call} {self.at}{more}{' from there on' if self.times > 1 else ''}"

    def words(self):
        if self.kind == "signal":
            return ["signal", self.at, int(self.number)]
        return ([self.kind, self.call, self.at] +
                ([self.number, self.times] if self.kind == "error" else []))


@dataclasses.dataclass
class Done:
    end: str  # "exit 0", "killed 15"
    stdout: bytes
    stderr: bytes
    calls: list  # (name, file, whether it was met)
    files: dict
    modes: dict

    @property
    def met(self):
        return [file for _, file, met in self.calls if met]


class Folder:
    """A place of its own for one run at a time."""

    def __init__(self, base, number):
        self.path = base / str(number)
        shutil.copytree(base / "made", self.path)
        self.inputs = self.files("in")
        self.log = base / f"{number}.log"
        self.environment = dict(os.environ, PATH=f"{self.path}/in/bin:{os.environ['PATH']}",
                                ASAN_OPTIONS="detect_leaks=0", LC_ALL="C.UTF-8")

    def files(self, below):
        return {str(path.relative_to(self.path / below)): path.read_bytes()
                for path in (self.path / below).rglob("*") if path.is_file()}

    def modes(self):
        return {path.name: path.stat().st_mode for path in (self.path / "out").rglob("*") if path.is_file()}

    def named(self, file):
        """A way up from here has the name of where it leads."""
        return os.path.normpath(self.path / file) if file and not file.strip("./") else file

    def run(self, command, plan):
        out = self.path / "out"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        for name in command.before:
            (out / name).write_bytes(OLD)
            (out / name).chmod(0o640)
        stdin = open(self.path / command.stdin, "rb") if command.stdin else subprocess.DEVNULL
        done = subprocess.run([TRACER, self.log, *map(str, plan), "--", TOOL, *command.words], cwd=self.path,
                              env=self.environment, stdin=stdin, capture_output=True, timeout=120)
        if command.stdin:
            stdin.close()
        if done.returncode != 0:
            raise SystemExit(f"the tracer ended with {done.returncode}: {done.stderr.decode()}")
        *lines, end = self.log.read_text(errors="replace").splitlines()
        # A call that the end came in has a line without its end.
        if "\tmet" in end:
            place = end.index("\tmet") + 4
            lines, end = [*lines, end[:place]], end[place:]
        calls = [(*line.removesuffix("\tmet").split("\t")[:2], line.endswith("\tmet")) for line in lines]
        calls = [(call, self.named(file), met) for call, file, met in calls]
        return Done(end, done.stdout, done.stderr, calls, self.files("out"), self.modes())


def can_trace():
    """Containers may forbid it, and processors that the tracer does not know are left out by the build."""
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([TRACER, f"{scratch}/log", "list", "--", "/bin/true"], capture_output=True)
        return done.returncode == 0 and pathlib.Path(f"{scratch}/log").read_text() == "exit 0\n"


def is_chosen(command, fault):
    # Signals are many, and sanitizers see little of them.
    share = 3 * SHARE if IS_SANITIZED and fault.kind == "signal" and not ALL else SHARE
    return int(hashlib.sha256(f"{command.name} {fault}".encode()).hexdigest(), 16) % share == 0


def faults_of(command, good):
    counts = collections.Counter(name for name, file, _ in good.calls if (name, file) != ("write", "<2>"))
    for call, count in counts.items():
        for at in range(1, count + 1):
            for name in ERRORS.get(call, []):
                yield Fault("error", call, at, getattr(errno, name))
            for name in LASTING.get(call, []) if call in ERRORS else []:
                yield Fault("error", call, at, getattr(errno, name), FOREVER)
            if call in SHORT:
                yield Fault("short", call, at)
    for at in range(1, len(good.calls) + 1):
        for number in SIGNALS:
            yield Fault("signal", "", at, number)


def without_temporaries(files):
    return {name: content for name, content in files.items() if not pathlib.Path(name).name.startswith(".anmkit-")}


def faulty(command, good, fault, done):
    """What is wrong with a run; None: nothing."""
    kind, _, number = done.end.partition(" ")
    signalled = fault.kind == "signal"
    if kind == "killed" and not (signalled and int(number) == fault.number):
        return f"it was {done.end}"
    if kind == "exit" and int(number) not in (0, 1, 2, 3):
        return f"its status was {number}"
    # What was there or what should be there, and nothing else.
    for name, content in done.files.items():
        if pathlib.Path(name).name.startswith(".anmkit-"):
            if (signalled and fault.number == signal.SIGKILL) or fault.call == "unlink":
                continue
            return f"{name} is left"
        if name not in good.files or (content != good.files[name] and (name not in command.before or content != OLD)):
            if name.endswith(".jsonl"):
                continue  # a log, which is written as it comes
            return f"{name} is neither what was there nor what should be: {content[:60]}"
    for name in command.before:
        if name not in done.files:
            return f"{name} is gone"
    made = {name for name in good.files if done.files.get(name) == good.files[name]}
    killed = signalled and fault.number == signal.SIGKILL
    if command.together and not killed and 0 < len(made) < len(good.files):
        return f"only {made} of {set(good.files)}"
    if kind == "killed":
        return None
    if done.end == good.end:
        if without_temporaries(done.files) != good.files:
            return f"it ended as ever, and made {sorted(made)} of {sorted(good.files)}"
        if done.stdout != good.stdout:
            return "it ended as ever, and printed something else"
        # A file that cannot be opened to others is still its owner's.
        if fault.call not in ("fchmod", "unlink") and done.modes != good.modes:
            return f"it ended as ever, and the modes are {done.modes}"
        return None
    if number == "0":
        return "it ended well where it should not"
    if fault.kind == "short" or (fault.kind == "error" and errno.errorcode[fault.number] in INVISIBLE):
        return f"{done.end}: {done.stderr.decode()[:200]}"
    if signalled:
        return f"{done.end} of a signal"
    if not any(sentence in done.stderr for sentence in SENTENCES):
        return f"{done.end}, and no sentence: {done.stderr[:200]}"
    return unnamed(fault, done)


def unnamed(fault, done):
    """Whether the sentence does not say which file it is about."""
    if fault.call not in ("open", "read", "write", "rename", "link", "fsync", "mkdir", "getdents64", "close"):
        return None
    named = {pathlib.Path(file).name for file in done.met
             if file and file[0] != "<" and not file.startswith(("pipe:", "socket:"))}
    known = {name for name in named if not name.startswith(".anmkit-")}
    # The output's name stands for its temporary file.
    if not known or known != named:
        return None if b"out" in done.stderr or not named else f"unnamed: {done.stderr.decode()[:200]}"
    if any(name.encode() in done.stderr + done.stdout for name in known):
        return None
    return f"{known} is not in: {done.stderr.decode()[:300]}"


class Trial:
    def __init__(self, base):
        self.workers = os.cpu_count() or 1
        self.folders = queue.Queue()
        for number in range(self.workers):
            self.folders.put(Folder(base, number))
        self.tried = collections.Counter()
        self.failed = False

    def fail(self, line):
        self.failed = True
        print("FAILED:", line, flush=True)

    def one(self, command, good, fault):
        folder = self.folders.get()
        try:
            done = folder.run(command, fault.words())
        except subprocess.TimeoutExpired:
            return fault, Done("", b"", b"", [], {}, {}), "it does not end"
        finally:
            self.folders.put(folder)
        why = faulty(command, good, fault, done)
        return fault, done, why

    def run(self, command, pool):
        folder = self.folders.get()
        good = folder.run(command, ["list"])
        self.folders.put(folder)
        if good.end != "exit 0" and command.name != "report":
            self.fail(f"{command.name}: {good.end}: {good.stderr.decode()}")
            return
        faults = [fault for fault in faults_of(command, good) if is_chosen(command, fault)]
        for fault, done, why in pool.map(lambda one: self.one(command, good, one), faults):
            self.tried[fault.kind if fault.kind != "error" else fault.call] += 1
            if why:
                self.fail(f"{command.name}: {fault} ({' '.join(done.met[:1])}): {why}")


def main():
    if not can_trace():
        print("SKIPPED: this machine lets no process trace another")
        return 0
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory, prefix="anmkit-faults-") as scratch:
        base = pathlib.Path(scratch)
        prepare(TOOL, base / "made")
        trial = Trial(base)
        with concurrent.futures.ThreadPoolExecutor(trial.workers) as pool:
            for command in commands():
                if not CHOSEN or command.name in CHOSEN:
                    trial.run(command, pool)
        while not trial.folders.empty():
            folder = trial.folders.get()
            if folder.files("in") != folder.inputs:
                trial.fail("an input is not what it was")
    print(f"{sum(trial.tried.values())} faults:", ", ".join(f"{n} {k}" for k, n in sorted(trial.tried.items())))
    return 1 if trial.failed or not trial.tried else 0


if __name__ == "__main__":
    sys.exit(main())
