#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Folders know only those that they may know; public headers are few, short and alone; every source is
short, and says its licence and what it is for.

    layout_test.py ROOT
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
MOST_HEADERS = 13  # and one per family
MOST_LINES = 250
MOST_LINES_OF_A_SOURCE = 400

# docs/architecture.md, "Folders and their dependencies". A folder always knows itself.
MAY_KNOW = {
    "core": set(),
    "scene": {"core"},
    "playback": {"core", "scene"},
    "render": {"core", "scene"},
    "pictures": {"core"},
    "exchange": {"core", "scene", "pictures"},
    "describe": {"core"},
    "bodies": {"core", "scene"},
    "import": {"core", "scene"},
    "formats": {"core", "scene", "describe", "bodies", "import"},
    "retarget": {"core", "scene"},
    "convert": {"core", "scene", "exchange", "pictures", "formats", "retarget"},
    "json_reports": {"core", "scene", "describe", "formats", "convert"},
    "cli": {"core", "scene", "exchange", "pictures", "formats", "convert", "json_reports"},
}
# Sources that include each other's headers: each line gives the reason. A new pair fails, and so does a line
# whose pair is gone.
CIRCLES = {
    ("src/cli/files/archive", "src/cli/files/storage"),  # an archive is read from a path that may be in an archive
    ("src/cli/files/outside", "src/cli/files/staging"),  # two ends of one channel of the sandbox
    ("src/describe/description", "src/describe/tables"),  # constructors that only WebAssembly has in the header
}
FAMILIES = sorted(path.name for path in (ROOT / "src/formats").iterdir() if path.is_dir())
# Where families are put together; CMake writes families.inc.
REGISTRY = {"src/formats/registry.cpp", "src/formats/codes.cpp", "src/formats/codes.hpp"}


def sources(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            yield path, path.relative_to(ROOT).as_posix()


def includes(path):
    return re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)


class Arrows(unittest.TestCase):
    def test_folders_know_only_those_below(self):
        wrong = []
        for path, name in sources("src"):
            folder = name.split("/")[1]
            for include in includes(path):
                other = include.split("/")[0]
                if include != "families.inc" and other not in MAY_KNOW[folder] | {folder, "anmkit"}:
                    wrong.append(f"{name} includes {include}")
        self.assertFalse(wrong)

    def test_bindings_and_viewer_use_the_public_api(self):
        wrong = []
        allowed = {"anmkit", "session"} | set(MAY_KNOW) - {"cli", "pictures", "exchange", "retarget"}
        for path, name in sources("bindings"):
            wrong += [f"{name} includes {include}" for include in includes(path)
                      if "/" in include and include.split("/")[0] not in allowed]
        # The page knows the library by the package's door alone.
        for path in sorted((ROOT / "viewer/src").rglob("*.ts*")):
            for found in re.findall(r"""from '([^']*)'""", path.read_text()):
                if "bindings" in found or found.startswith("anmkit/"):
                    wrong.append(f"{path.relative_to(ROOT)} imports {found}")
        self.assertFalse(wrong)

    def test_families_know_only_themselves(self):
        wrong = []
        for path, name in sources("src"):
            for include in includes(path):
                found = re.match(r"(?:formats|anmkit)/(\w+)", include)
                if found and found[1] in FAMILIES and f"formats/{found[1]}/" not in name:
                    wrong.append(f"{name} includes {include}")
        self.assertFalse(wrong)

    def test_no_family_is_named_elsewhere(self):
        # As a word of its own or the begin of a format id, in quotes.
        named = re.compile(r'"(?:%s)(?:-\w+)?"' % "|".join(FAMILIES))
        wrong = [f"{name}: {found}" for path, name in sources("src")
                 if name not in REGISTRY and not re.match(r"src/formats/\w+/", name)
                 for found in named.findall(path.read_text())]
        self.assertFalse(wrong)


class Circles(unittest.TestCase):
    def test_no_two_sources_include_each_other(self):
        arrows = set()
        for path, name in sources("src", "include"):
            for include in includes(path):
                folder = "include" if include.startswith("anmkit/") else "src"
                arrows.add((name[:-4], f"{folder}/{include}"[:-4]))
        found = {pair for pair in arrows if pair[0] < pair[1] and pair[::-1] in arrows}
        self.assertEqual(found, CIRCLES)

    def test_rooms_of_a_family_form_no_circle(self):
        """The files at the top of a family's folder are its common ground, and put the rooms together."""
        for family in FAMILIES:
            knows = {}
            for path, name in sources(f"src/formats/{family}"):
                room = name.removeprefix(f"src/formats/{family}/").rpartition("/")[0]
                for include in includes(path):
                    other = include.removeprefix(f"formats/{family}/").rpartition("/")[0]
                    if room and include.startswith(f"formats/{family}/") and other not in ("", room):
                        knows.setdefault(room, set()).add(other)
            while knows:
                free = [room for room in knows if not knows[room] & set(knows)]
                self.assertTrue(free, (family, knows))
                for room in free:
                    del knows[room]


class SameEverywhere(unittest.TestCase):
    def test_results_do_not_depend_on_the_math_library(self):
        # core/portable.hpp has the same functions for every machine.
        theirs = re.compile(r"\b(?:std::|(?<![\w:.>]))"
                            r"((?:a?(?:sin|cos|tan)h?|atan2|pow|exp2?|expm1|log(?:2|10|1p)?|cbrt|hypot|fma|"
                            r"tgamma|lgamma|erfc?)[fl]?)\(")
        wrong = []
        for path, name in sources("src", "include", "bindings"):
            if "core/portable." in name:
                continue
            for line in path.read_text().splitlines():
                code = line.split("//")[0]
                wrong += [f"{name}: {found}" for found in theirs.findall(code)]
        self.assertFalse(wrong)


class Streams(unittest.TestCase):
    def test_static_initialisation_uses_no_streams(self):
        # CLI11 includes them; setting them up costs each start, so that one source of the tool does.
        theirs = re.compile(r"<iostream>|std::(?:cin|cout|cerr|clog)\b|<CLI/")
        wrong = [f"{name}: {found}" for path, name in sources("src")
                 if name != "src/cli/command_line.cpp"
                 for found in theirs.findall(path.read_text())]
        self.assertFalse(wrong)


class Headers(unittest.TestCase):
    def test_few_and_short(self):
        headers = list(sources("include"))
        self.assertLessEqual(len(headers), MOST_HEADERS + len(FAMILIES))
        long = {name: lines for path, name in headers
                if (lines := len(path.read_text().splitlines())) >= MOST_LINES}
        self.assertFalse(long)

    def test_sources_are_short(self):
        long = {name: lines for path, name in sources("include", "src")
                if (lines := len(path.read_text().splitlines())) > MOST_LINES_OF_A_SOURCE}
        self.assertFalse(long, "split it by subject: what a reader would call one thing gets a file")

    def test_installed_headers_include_installed_headers(self):
        wrong = [f"{name} includes {include}" for path, name in sources("include")
                 for include in includes(path) if not (ROOT / "include" / include).is_file()]
        self.assertFalse(wrong)

    def test_programs_of_users_need_no_others(self):
        wrong = [f"{name} includes {include}"
                 for path, name in sources("examples/cpp", "tests/wasm", "tests/consumer")
                 for include in re.findall(r'^#include [<"]([a-z]+/[^">]+)[">]', path.read_text(), re.M)
                 if not include.startswith("anmkit/")]
        self.assertFalse(wrong)

    def test_one_header_includes_all(self):
        everything = set(includes(ROOT / "include/anmkit/anmkit.hpp"))
        self.assertEqual(everything, {name[len("include/"):] for _, name in sources("include")}
                         - {"anmkit/anmkit.hpp"})


class OpeningLines(unittest.TestCase):
    def test_licence_and_purpose(self):
        wrong = []
        for path, name in sources("include", "src", "tests", "fuzz", "bench", "examples"):
            if "/vectors/" in name:
                continue
            lines = path.read_text().splitlines()
            if lines[0] != "// SPDX-License-Identifier: MIT" or not lines[1].startswith("// "):
                wrong.append(name)
        self.assertFalse(wrong, "a source begins with the line of its licence (./dev fmt writes "
                                "it) and a comment that says what it is for")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
