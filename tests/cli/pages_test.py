# SPDX-License-Identifier: MIT
"""Every shell block of the documentation runs, in page order, in a clean folder with examples/ and all its files flat.

usage: pages_test.py TOOL EXAMPLES

    <!-- in: FOLDER -->        before a block: it runs in FOLDER of the clean folder
    <!-- not run: REASON -->   before a block: it cannot run here; README.md has none

A block `sh` runs line by line. A block `console` has commands after `$ `, and the output of each below it. `anmkit` is
TOOL; its `view` serves a stub of the page and ends once the address is printed. `./dev` stands for the repository's, which
must know each command, run or not; what `./dev build` and `./dev demo` make is made with TOOL. An empty block is a failure,
as is a command in a block of another kind. The examples of `--help` also run."""
import json, os, pathlib, re, shutil, subprocess, sys, tempfile, unittest

sys.dont_write_bytecode = True
TOOL, EXAMPLES = os.path.abspath(sys.argv.pop(1)), pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
# Blocks of these kinds have a test of their own, which compiles or runs those of the page.
OWN_TESTS = {"cpp": "tests/repository/readme_test.py", "js": "tests/wasm/package_test.mjs",
             "html": "viewer/tests/browser/served_page.test.mjs", "python edit.py": "tests/cli/guides_test.py"}
BLOCK = re.compile(r"((?:^<!-- .*? -->\n)*)^```([^\n]*)\n(.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^(\$ |anmkit |\./dev |cmake )", re.M)
ANMKIT = """#!/bin/sh
[ "$1" = view ] || exec "{tool}" "$@"
"{tool}" "$@" --no-open >address &
while ! [ -s address ] && kill -0 $!; do sleep 0.01; done
kill $! && cat address && rm address
"""
DEV = """#!/bin/sh -e
tool=build/release/src/cli/anmkit
case $1 in
  build) mkdir -p build/release/src/cli && ln -sf "{tool}" $tool && echo "$PWD/$tool" ;;
  demo) mkdir -p demo-output/page && touch demo-output/page/index.html
    anmkit convert examples/craftstudio/robot-w*.csmodelanim -o demo-output/robot.glb ;;
esac
"""


def pages():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True)
    names = listed.stdout.split() or [str(path.relative_to(ROOT)) for path in ROOT.rglob("*.md")]
    return sorted(name for name in names if not name.startswith(("docs/spec/", "tests/", "CHANGELOG", "build/")))


def blocks(text):
    """(line, kind, lines, folder, reason why it is not run) of each fenced block."""
    for found in BLOCK.finditer(text):
        notes = dict(re.findall(r"<!-- (in|not run): (.+?) -->", found[1]))
        line = text[:found.start(2)].count("\n") + 1
        yield line, found[2], found[3].splitlines(), notes.get("in", "."), notes.get("not run")


def dev_commands():
    """What the repository's ./dev takes."""
    return set(re.findall(r"^  (\w+)\)", (ROOT / "dev").read_text().split("\ncase $command in")[1], re.M))


def commands(kind, lines):
    """(command, what is printed or None)."""
    if kind == "sh":
        return [(line, None) for line in lines if line.strip()]
    asked = []
    for line in lines:
        if line.startswith("$ "):
            asked.append((line[2:], []))
        else:
            asked[-1][1].append(line)
    return asked


def shows(printed, wanted):
    return [line.rstrip() for line in printed.splitlines()] == [line.rstrip() for line in wanted]


class CleanFolder:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name) / "anmkit"
        shutil.copytree(EXAMPLES, self.root / "examples")
        for path in EXAMPLES.rglob("*"):
            if path.is_file():
                shutil.copy(path, self.root)
        tools, viewer = self.root.parent / "tools", self.root.parent / "viewer"
        tools.mkdir()
        viewer.mkdir()
        (viewer / "index.html").write_text("<!doctype html><title>anmkit</title>")
        for path, text in (tools / "anmkit", ANMKIT), (self.root / "dev", DEV):
            path.write_text(text.format(tool=TOOL, root=ROOT))
            path.chmod(0o755)
        self.environment = os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "ANMKIT_VIEWER": str(viewer)}

    def run(self, text, folder):
        """Status, what was printed, and the folder that it leaves."""
        end = self.root.parent / "folder"
        done = subprocess.run(["sh", "-c", f"{text}\nstatus=$?; pwd >'{end}'; exit $status"], cwd=folder, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, timeout=120)
        return done.returncode, done.stdout, pathlib.Path(end.read_text().strip())


def failures(name, text):
    """What does not hold on a page."""
    clean, wrong = CleanFolder(), []
    unittest.addModuleCleanup(clean.folder.cleanup)
    for line, kind, lines, folder, reason in blocks(text):
        where = f"{name}:{line}: "
        if not kind:
            wrong.append(where + "the block has no kind: sh, console, text, ...")
        if kind.split()[0:1] not in (["sh"], ["console"]):
            own = OWN_TESTS.get(kind)
            if COMMAND.search("\n".join(lines)) or own and pathlib.Path(name).stem not in (ROOT / own).read_text():
                wrong.append(where + f"a block of the kind '{kind}' is run by no test")
            continue
        if unknown := set(re.findall(r"^\./dev (\w+)", "\n".join(lines), re.M)) - dev_commands():
            wrong.append(where + f"no such command of ./dev: {unknown}")
        if reason:
            if name == "README.md":
                wrong.append(where + "README.md runs as a whole")
            continue
        here = clean.root / folder
        if not here.is_dir():
            wrong.append(where + f"there is no folder {folder}")
            continue
        if not lines:
            wrong.append(where + "the block is empty")
        for command, wanted in commands(kind, lines):
            status, printed, here = clean.run(command, here)
            if wanted is None and status != 0 or wanted is not None and not shows(printed, wanted):
                wrong.append(f"{where}{command}\n  status {status}\n" + re.sub(r"^", "  ", printed, flags=re.M))
    return wrong


@unittest.skipIf(os.name == "nt", "the pages are written for sh")
class Pages(unittest.TestCase):
    def test_a_wrong_page_is_detected(self):
        page = "```sh\nanmkit info HOP.ANM\ncd examples/psx\nanmkit info ORBIT.ANC\n```\n<!-- in: examples/gc -->\n```sh\nls stalk.act\n```\n"
        self.assertEqual(failures("good", page), [])
        lies = {"a wrong command": "```sh\nanmkit inform HOP.ANM\n```\n", "a missing path": "```sh\nanmkit info examples/HOP.ANM\n```\n",
                "a wrong output": "```console\n$ echo 1\n2\n```\n", "a line less": "```console\n$ echo 1\n1\n2\n```\n",
                "a missing folder": "<!-- in: examples/n64 -->\n```sh\nls\n```\n", "no kind": "```\nls\n```\n",
                "another kind": "```text\nanmkit info HOP.ANM\n```\n", "no command of dev": "```sh\n./dev demos\n```\n",
                "a failure in the middle": "```sh\nls nothing\nls\n```\n"}
        for name, text in lies.items():
            with self.subTest(name):
                self.assertEqual(len(failures("page.md", text)), 1)
        self.assertEqual(len(failures("README.md", "<!-- not run: slow -->\n```sh\nls\n```\n")), 1)
        self.assertEqual(failures("page.md", "```console\n$ printf 'a\\nb\\n'\na\nb\n$ true\n$ echo c\nc\n```\n"), [])


    def test_examples_of_help(self):
        """The example of each verb runs among the examples, one after the other."""
        clean, count = CleanFolder(), 0
        self.addCleanup(clean.folder.cleanup)
        verbs = subprocess.run([TOOL, "--help"], capture_output=True, text=True).stdout.split("Verbs:\n")[1]
        for verb in re.findall(r"^  ([a-z]+) ", verbs, re.M):
            text = subprocess.run([TOOL, verb, "--help"], capture_output=True, text=True).stdout
            for example in re.findall(r"^Example:\n  (.*)$", text, re.M):
                status, printed, _ = clean.run(example, clean.root)
                self.assertEqual(status, 0, example + "\n" + printed)
                count += 1
        self.assertGreater(count, 10)


    def test_options_and_codes_in_prose(self):
        """Options and diagnostic codes that a page names exist."""
        ask = lambda *words: subprocess.run([TOOL, *words], capture_output=True, text=True, check=True).stdout
        options = set(re.findall(r"--[a-z][a-z0-9-]*", ask("help", "all"))) | {"--help", "--option", "--validator-only"}
        codes = {one["code"] for one in json.loads(ask("explain", "--all", "--json"))["codes"]}
        families = {code.split(".")[0] for code in codes}
        wrong = []
        for name in pages():
            if name in ("CONTRIBUTING.md", "bench/README.md"):  # of other programs
                continue
            for span in re.findall(r"`([^`\n]+)`", (ROOT / name).read_text(encoding="utf-8")):
                if span.startswith(("anmkit ", "--")):
                    wrong += [f"{name}: {one}" for one in re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", span) if one not in options]
                if re.fullmatch(rf"({'|'.join(families)})\.[A-Z][A-Z0-9-]+", span) and span not in codes:
                    wrong.append(f"{name}: {span}")
        self.assertEqual(wrong, [])


def page_test(name):
    def test(self):
        wrong = failures(name, (ROOT / name).read_text(encoding="utf-8"))
        self.assertFalse(wrong, "\n" + "\n".join(wrong))
    return test


for page in pages():
    setattr(Pages, "test_" + re.sub(r"\W", "_", page), page_test(page))

if __name__ == "__main__":
    unittest.main()
