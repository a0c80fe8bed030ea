#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a release makes without a compiler: sources, notes, bill of materials and sums; the same bytes in two folders.

    cheap_test.py ROOT

Other files of the release are a few bytes of this test.
"""
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
sys.path[:0] = [str(ROOT / "cmake/release"), str(ROOT / "third-party")]
from artifacts import FILES, VERSION  # noqa: E402
from notices import components_of  # noqa: E402

WHEN = "1790000000"


def git(folder, *words):
    identity = ["-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", *identity, "-C", folder, *words], capture_output=True, text=True, check=True,
                          env={**os.environ, "GIT_AUTHOR_DATE": f"{WHEN} +0000", "GIT_COMMITTER_DATE": f"{WHEN} +0000"})


def copied(folder):
    """The files of this tree as they are, in a repository of their own with one commit."""
    listed = git(ROOT, "ls-files", "-co", "--exclude-standard").stdout.splitlines()
    for name in listed:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")


def names():
    """Those whose components this system has: mingw-w64 is needed for Windows alone."""
    return [(name.replace("V", VERSION, 1), notices) for name, (_, notices) in FILES.items()
            if name != "anmkit-V.tar.gz"
            and all(one["version"] != "unknown" for one in (components_of(notices) if notices else []))]


def release(tree, dist, *parts):
    environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    return subprocess.run([tree / "dev", "release", *parts], capture_output=True, text=True,
                          env={**environment, "ANMKIT_DIST": str(dist)})


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        cls.folder = pathlib.Path(made.name)
        cls.trees = [cls.folder / "one", cls.folder / "another place"]
        cls.dists = [cls.folder / "dist-1", cls.folder / "dist-2"]
        for tree, dist in zip(cls.trees, cls.dists):
            tree.mkdir()
            copied(tree)
            dist.mkdir()
            for name, _ in names():
                (dist / name).write_text(f"{name}\n")
            done = release(tree, dist, "source")
            if done.returncode != 0:
                raise AssertionError(done.stdout + done.stderr)

    def test_same_bytes(self):
        first, second = ({path.name: path.read_bytes() for path in dist.iterdir()} for dist in self.dists)
        self.assertEqual(sorted(first), sorted(second))
        self.assertFalse([name for name in first if first[name] != second[name]])
        texts = [data for name, data in first.items() if not name.endswith(".gz")]
        self.assertFalse([data for data in texts if str(self.folder).encode() in data])

    def test_sums(self):
        dist = self.dists[0]
        rows = dict(reversed(line.split("  ")) for line in (dist / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(set(rows), {path.name for path in dist.iterdir()} - {"SHA256SUMS"})
        for name, wanted in rows.items():
            self.assertEqual(hashlib.sha256((dist / name).read_bytes()).hexdigest(), wanted, name)

    def test_sources(self):
        path = self.dists[0] / f"anmkit-{VERSION}.tar.gz"
        # No name and no time in the header.
        self.assertEqual(path.read_bytes()[3:8], bytes(5))
        with tarfile.open(path) as archive:
            members = archive.getmembers()
        tracked = git(self.trees[0], "ls-files").stdout.splitlines()
        self.assertEqual({one.name for one in members if not one.isdir()}, {f"anmkit-{VERSION}/{name}" for name in tracked})
        self.assertEqual({one.mtime for one in members}, {int(WHEN)})
        self.assertIn(b"SPDX", gzip.decompress(path.read_bytes()))

    def test_bill_of_materials(self):
        dist = self.dists[0]
        bill = json.loads((dist / f"anmkit-{VERSION}.spdx.json").read_text())
        self.assertEqual((bill["spdxVersion"], bill["dataLicense"]), ("SPDX-2.3", "CC0-1.0"))
        self.assertEqual(bill["creationInfo"]["created"], "2026-09-21T14:13:20Z")
        packages = {one["SPDXID"]: one for one in bill["packages"]}
        self.assertEqual(len(packages), len(bill["packages"]))
        for id, one in packages.items():
            self.assertRegex(id, r"^SPDXRef-[A-Za-z0-9.-]+$")
            # What the specification requires of a package whose files are not listed.
            self.assertLessEqual({"name", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"}, set(one))
            self.assertIs(one["filesAnalyzed"], False)
            self.assertNotIn(one["versionInfo"], ("", "unknown"))
        inside = {}
        for one in bill["relationships"]:
            self.assertIn(one["relatedSpdxElement"], packages)
            if one["relationshipType"] != "DESCRIBES":
                inside.setdefault(packages[one["spdxElementId"]]["name"], set()).add(packages[one["relatedSpdxElement"]]["name"])
        described = {packages[one["relatedSpdxElement"]]["name"] for one in bill["relationships"]
                     if one["relationshipType"] == "DESCRIBES"}
        self.assertEqual(described, {name for name, _ in names()} | {f"anmkit-{VERSION}.tar.gz"})
        for name, notices in names():
            (package,) = [one for one in bill["packages"] if one["name"] == name]
            self.assertEqual(package["checksums"][0]["checksumValue"],
                             hashlib.sha256((dist / name).read_bytes()).hexdigest())
            self.assertEqual(inside[name], {one["name"] for one in components_of(notices)})

    def test_notes(self):
        text = (self.dists[0] / "RELEASE-NOTES.md").read_text()
        self.assertTrue(text.startswith(f"# anmkit {VERSION}\n"))
        for name, _ in names():
            self.assertIn(f"| `{name}` |", text)
        self.assertNotIn("manylinux" if f"anmkit-{VERSION}-py3" not in text else "\0", text)
        section = (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1]
        self.assertTrue(section.startswith(VERSION), "CHANGELOG.md: expected the version as the newest heading")
        self.assertEqual(text.count("\n- "), section.count("\n- "))
        self.assertFalse([target for target in re.findall(r"\]\(([^)]+)\)", text) if not target.startswith("http")])

    def test_refusals(self):
        tree, dist = self.trees[1], self.folder / "none"
        done = release(tree, dist, "everything")
        self.assertEqual((done.returncode, "expected source npm" in done.stderr), (2, True))
        readme = tree / "README.md"
        kept = readme.read_text()
        readme.write_text(kept + "more\n")
        done = release(tree, dist, "source")
        readme.write_text(kept)
        self.assertEqual((done.returncode, "commit or stash" in done.stderr, dist.exists()), (1, True, False))
        # A file that no list knows would be in the sums alone.
        shutil.copytree(self.dists[1], dist)
        (dist / "anmkit-old.zip").write_bytes(b"old")
        done = release(tree, dist, "source")
        self.assertEqual((done.returncode, "anmkit-old.zip" in done.stderr), (1, True))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
