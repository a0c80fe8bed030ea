#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files, headers, folders and links that the documentation names exist where its reader has them.

    pages_test.py ROOT
"""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
SOURCE = re.compile(r"[\w./<>-]+\.(hpp|cpp|h|c|py|mjs|ts|tsx|cmake)")
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name not in ("build", "demo-output")} | {
    path.name for path in (ROOT / "src").iterdir() if path.is_dir()}
FAMILIES = sorted(path.name for path in (ROOT / "src/formats").iterdir() if path.is_dir())
# Pages for people who change anmkit itself. Readers of the others have the installed headers only.
INSIDE = {"CONTRIBUTING.md", "SECURITY.md", "bench/README.md", "docs/adding-a-format.md", "docs/architecture.md",
          "docs/dependencies.md"}
# Of the trees of games, and of files that a step makes.
ELSEWHERE = re.compile(r"tools/mario_anims_converter\.py|.*\.inc\.c|mario_animation_ids\.h|NAME_fuzz\.cpp|THIRD-PARTY\.txt|"
                       r"build/.*|demo-output/.*")


def pages():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True)
    names = listed.stdout.split() or [str(path.relative_to(ROOT)) for path in ROOT.rglob("*.md")]
    for name in sorted(names):
        if not name.startswith(("docs/spec/", "tests/", "CHANGELOG", "build/")):
            yield name, FENCE.sub(lambda found: "\n" * found[0].count("\n"), (ROOT / name).read_text(encoding="utf-8"))


def exists(name, page):
    if "<family>" in name:
        return all(exists(name.replace("<family>", family), page) for family in FAMILIES)
    name = name.rstrip("/")
    folders = [ROOT, ROOT / "include", ROOT / "src", ROOT / "src/formats", (ROOT / page).parent]
    found = any((folder / name).exists() or list(folder.glob(name + ".[ch]pp")) for folder in folders)
    return found or "/" not in name and any(ROOT.glob(f"[a-z]*/**/{name}"))


def headings(path):
    """The anchors of a page, as its sites make them."""
    lines = re.findall(r"^#+ (.+)$", FENCE.sub("", path.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def missing_names(page, text):
    for found in re.finditer(r"`([\w./<>-]+)`", text):
        name = found[1]
        is_named = SOURCE.fullmatch(name) or "/" in name and name.split("/")[0] in FOLDERS
        if not is_named or ELSEWHERE.fullmatch(name):
            continue
        line = text[:found.start()].count("\n") + 1
        if page not in INSIDE and name.endswith((".hpp", ".h")) and not (ROOT / "include" / name).exists():
            yield f"{page}:{line}: {name} is not an installed header"
        elif not exists(name, page):
            yield f"{page}:{line}: there is no {name}"


def missing_links(page, text):
    for found in re.finditer(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", text):
        target = ((ROOT / page).parent / found[1]) if found[1] else ROOT / page
        line = text[:found.start()].count("\n") + 1
        if not target.exists():
            yield f"{page}:{line}: there is no {found[1]}"
        elif found[2] and found[2] not in headings(target):
            yield f"{page}:{line}: {found[1]} has no heading #{found[2]}"


class Pages(unittest.TestCase):
    def test_names(self):
        self.assertEqual([one for page, text in pages() for one in missing_names(page, text)], [])

    def test_links(self):
        self.assertEqual([one for page, text in pages() for one in missing_links(page, text)], [])

    def test_files_of_each_family(self):
        """docs/adding-a-format.md: the files of the table are in every family, but for those that the page leaves out."""
        text = (ROOT / "docs/adding-a-format.md").read_text().split("## The folder")[1].split("## Steps")[0]
        table = {name for row in re.findall(r"^\| (`.*?`) \|", text, re.M) for name in re.findall(r"`([a-z_.]+[ch]pp)`", row)}
        self.assertGreater(len(table), 10)
        exceptions = text[text.index("leave files out"):].split("\n\n")[0]
        left_out = {(found[1], name) for found in re.finditer(r"`(\w+)` (.*?)(?=`\w+` has|$)", exceptions, re.S)
                    for names in re.findall(r"\(no ([^)]*)\)", found[2]) for name in re.findall(r"`([\w.]+)`", names)}
        missing = {(family, name) for family in FAMILIES for name in table if not any((ROOT / "src/formats" / family).rglob(name))}
        self.assertEqual(missing, left_out)

    def test_missing_files_are_detected(self):
        text = "`src/core/nothing.hpp`, `nothing.cpp`, `tests/<family>/x.py`, `docs/nothing` and `src/formats/<family>/codes.cpp`"
        self.assertEqual(len(list(missing_names("docs/architecture.md", text))), 4)
        self.assertEqual(len(list(missing_names("docs/formats/psx.md", "`core/bytes.hpp` `anmkit/scene.hpp`"))), 1)
        self.assertEqual(len(list(missing_links("docs/cli.md", "[a](nothing.md) [b](gltf.md#nothing) [c](#nothing) [d](#inputs-and-outputs)"))), 3)

    def test_comments_name_files_that_exist(self):
        known = {path.name for folder in ("src", "include", "bindings", "tests", "fuzz", "bench", "docs", "cmake", "third-party") for path in (ROOT / folder).rglob("*.*")}
        wrong = []
        for path in [*(ROOT / "src").rglob("*.[ch]pp"), *(ROOT / "include").rglob("*.h*"), *(ROOT / "bindings").rglob("*.[ch]pp")]:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for name in re.findall(r"[\w./-]+\.(?:hpp|cpp|py|md)\b", line.partition("//")[2]):
                    if name.rpartition("/")[2] not in known:
                        wrong.append(f"{path.relative_to(ROOT)}:{number}: there is no {name}")
        self.assertEqual(wrong, [])

    def test_lines_of_prose(self):
        long = [f"{page}:{number}: {len(line)} characters" for page, text in pages()
                for number, line in enumerate(text.splitlines(), 1)
                if len(line) > 120 and not line.startswith(("|", "!["))]
        self.assertEqual(long, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
