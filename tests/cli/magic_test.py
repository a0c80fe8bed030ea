# SPDX-License-Identifier: MIT
"""`file` with anmkit's magic names the files of every format that has a signature, and no others.

usage: magic_test.py TOOL EXAMPLES VECTORS"""
import json, os, pathlib, re, shutil, subprocess, sys, tempfile, unittest

import samples

TOOL = os.path.abspath(sys.argv.pop(1))
EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
VECTORS = pathlib.Path(sys.argv.pop(1)).resolve()


def run(*words):
    return subprocess.run([TOOL, *map(str, words)], capture_output=True)


class Magic(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)

    @unittest.skipUnless(shutil.which("file"), "there is no `file` here to ask")
    def test_names(self):
        magic = self.folder / "anmkit.magic"
        self.assertEqual(run("explain", "--as", "magic", "--all", "-o", magic).returncode, 0)
        (self.folder / "made").mkdir()
        paths = [*samples.files(VECTORS, EXAMPLES), *samples.make(VECTORS, self.folder / "made")]
        wanted = {}
        for entry in json.loads(run("info", "--json", *paths).stdout)["files"]:
            broken = any(one["severity"] == "error" for one in entry.get("diagnostics", []))
            if entry["format"] and not broken:
                wanted[entry["file"]] = entry["format"]
        said = subprocess.run(["file", "--mime-encoding", "-m", magic, "/dev/null"], capture_output=True)
        self.assertNotIn(b"Warning", said.stderr, said.stderr)
        named = subprocess.run(["file", "-N", "-F", "\t", "-m", magic, *wanted], capture_output=True, text=True)
        found = {}
        for line in named.stdout.splitlines():
            path, text = line.split("\t", 1)
            found[path] = re.findall(r"\(([a-z0-9-]+)\)", text)
        signed = set(re.findall(r"^# ([a-z0-9-]+)$", magic.read_text(), re.M))
        self.assertGreater(len(signed), 9)
        seen = set()
        for path, id in wanted.items():
            self.assertEqual(found[path], [id] if id in signed else [], path)
            seen.add(id)
        self.assertLessEqual(signed, seen)

    def test_reports_omissions(self):
        text = run("explain", "--as", "magic", "--all").stdout.decode()
        (without,) = re.findall(r"^# Without a signature.*: (.*)\.$", text, re.M)
        self.assertLessEqual({"psx-anm", "sm64-dma", "gc-skn"}, set(without.split(", ")))

    def test_words(self):
        self.assertEqual(run("explain", "--as", "magic").returncode, 2)
        self.assertEqual(run("explain", "--as", "magic", "--format", "psx-tmd").returncode, 2)
        self.assertEqual(run("explain", "--as", "magic", "--all", "-o", f"{self.folder}/x/").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
