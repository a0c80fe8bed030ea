#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of diagnostic codes hold every code that the sources use and no other, what they say is so, and
docs/codes.md is made of them.

    codes_test.py ROOT TOOL
"""
import collections
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
TOOL = str(pathlib.Path(sys.argv[2]).resolve())

CODE = r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*"
# Strings that are codes by their shape, whatever stands around them.
FAMILIES = {path.parent.name: path.read_text() for path in sorted((ROOT / "src/formats").glob("*/family.cpp"))}
SHAPES = {family: r"[EWI]-[A-Z0-9-]+" for family in FAMILIES} | {
    "cs2": r"[AS][0-9]{2}|(?:HG|KIF)-[A-Z][A-Z-]*",
    "gc": r"(?:ANM|ACT|GPL|SKN|TPL)[0-9]{3}",
    "psx": r"(?:ANM|ANC|PAK|TMD|TIM|SEQ)-[0-9]{2}",
}
SPECIFICATIONS = {family: re.search(r'specification = "([^"]+)"', text)[1] for family, text in FAMILIES.items()}
# Codes as the specifications spell them, short of what else looks so ("A-Z").
SPECIFIED = {**SHAPES, "cs2": r"A[0-9]{2}", "craftstudio": r"[EWI]-[A-Z][A-Z0-9]+(?:-[A-Z0-9]+)*",
             "sm64": r"[EWI]-[A-Z][A-Z0-9]+"}
SEVERITIES = {"E": "error", "W": "warning", "I": "info"}
# Of conversions that do not exist yet.
PLANNED = {"W-CONVERT-PIVOT"}
# An error only where a model is proved to be the right one, which it never is.
SOFTER = {("ANM-20", "E")}
# Others are codes where they are handed to something that reports.
CALL = re.compile(rf'\b(?:error|warning|info|add|report|fault|warn|refuse|stop|fail|prefixed|once|wants)\(\s*'
                  rf'(?:Severity::\w+,\s*)?(?:prefixed\(\s*)?"({CODE})"')


# Codes that no test names. The list can only shrink: who writes the test takes the code out. INTERNAL is a proof that
# fails only by a fault of anmkit itself; KIF-SIZE needs 4 GiB of files.
UNTESTED = {"anmkit.INTERNAL", "cs2.KIF-SIZE"}


def ask(*args):
    return json.loads(subprocess.run([TOOL, *args, "--json"], capture_output=True).stdout)


def table():
    return {one["code"]: one for one in ask("explain", "--all")["codes"]}


def without_comments(text):
    return re.sub(r"^\s*//.*$|\s//[^\"\n]*$", "", text, flags=re.M)


def used():
    """Codes in the sources, with a place of each."""
    found = {}
    for path in sorted([*(ROOT / "src").rglob("*.[ch]pp"), *(ROOT / "bindings").rglob("*.[ch]pp"),
                        *(ROOT / "include").rglob("*.hpp")]):
        if path.name == "codes.cpp":
            continue
        name, text = str(path.relative_to(ROOT)), without_comments(path.read_text())
        for family, code in re.findall(rf'"({"|".join(SHAPES)}|anmkit)\.({CODE})"', text):
            found.setdefault(f"{family}.{code}", name)
        family = next((f for f in SHAPES if f"/formats/{f}/" in name), None)
        if family is None:
            continue
        for code in [*re.findall(rf'"({SHAPES[family]})"', text), *CALL.findall(text)]:
            found.setdefault(f"{family}.{code}", name)
    # Signatures of files, not codes.
    for signature in ("cs2.HG-2", "cs2.HG-3"):
        found.pop(signature, None)
    return found


class Tables(unittest.TestCase):
    def test_every_code_of_the_sources_is_in_a_table(self):
        known = table()
        missing = {code: place for code, place in used().items() if code not in known}
        self.assertFalse(missing, "add them to the codes.cpp of their family")

    def test_tables_list_no_unused_code(self):
        self.assertFalse(sorted(set(table()) - set(used())))

    def test_every_code_is_named_by_a_test(self):
        texts = [path.read_text() for path in sorted((ROOT / "tests").rglob("*")) if path.is_file()
                 and (path.suffix in (".cpp", ".hpp", ".py") or path.name == "cases.json") and path.name != "codes_test.py"]
        named = set()
        for code in table():
            family, short = map(re.escape, code.split("."))
            pattern = re.compile(rf"""["'](?:{family}\.)?{short}["']""")
            if any(pattern.search(text) for text in texts):
                named.add(code)
        self.assertEqual(sorted(set(table()) - named - UNTESTED), [], "these need a test that triggers them")
        self.assertEqual(sorted(named & UNTESTED), [], "take these out of UNTESTED")

    def test_codes_are_sorted_and_unique(self):
        by_family = collections.defaultdict(list)
        for one in ask("explain", "--all")["codes"]:
            by_family[one["family"]].append(one["code"])
        for family, codes in by_family.items():
            self.assertEqual(codes, sorted(set(codes)), family)
        self.assertGreaterEqual(set(by_family), {"anmkit", *SHAPES})

    def test_errors_have_a_remedy(self):
        for one in table().values():
            with self.subTest(one["code"]):
                self.assertTrue(one["meaning"].endswith((".", ")")))
                self.assertTrue(one["severities"])
                self.assertTrue(one["remedy"] or one["severities"] == ["info"])

    def test_options_that_are_named_exist(self):
        man = subprocess.run([TOOL, "man"], capture_output=True, text=True).stdout.replace("\\-", "-")
        for one in table().values():
            for option in re.findall(r"(--[a-z][a-z0-9-]*)", one["meaning"] + one["remedy"]):
                self.assertTrue(option == "--help" or option in man, f"{one['code']}: {option}")

    def test_sections_exist(self):
        spec = importlib.util.spec_from_file_location("spec_test", ROOT / "tests/repository/spec_test.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for one in table().values():
            if one["section"]:
                self.assertIn(one["section"], module.sections(one["specification"][:-3]), one["code"])

    def test_the_specifications_agree(self):
        known = table()
        rows = 0
        for family, name in SPECIFICATIONS.items():
            text = (ROOT / "docs" / "spec" / name).read_text()
            unknown = {code for code in re.findall(rf"(?<![\w-])(?:{SPECIFIED[family]})(?![\w-])", text)
                       if f"{family}.{code}" not in known}
            self.assertEqual(unknown - PLANNED, set(), name)
            for codes, severity in re.findall(rf"^\| ((?:{SPECIFIED[family]})(?:, [A-Z0-9-]+)*) \| ([EWI])", text, re.M):
                for code in codes.split(", "):
                    rows += 1
                    if (code, severity) in SOFTER:
                        continue
                    self.assertIn(SEVERITIES[severity], known[f"{family}.{code}"]["severities"], f"{name}: {code}")
        self.assertGreater(rows, 150)

    def test_the_page_is_made_of_the_tables(self):
        spec = importlib.util.spec_from_file_location("make_codes", ROOT / "docs/make_codes.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.assertEqual((ROOT / "docs/codes.md").read_text(), module.page(TOOL),
                         "run docs/make_codes.py TOOL > docs/codes.md")


class Limits(unittest.TestCase):
    """The one table of limits: its page, its uses, and a test that meets each."""

    def names(self, changeable=False):
        text = (ROOT / "docs/limits.md").read_text()
        if changeable:
            text = text.partition("\nThese are the same in every run")[0]
        return re.findall(r"^\| `([a-z-]+)` \| [0-9]+ \|", text, re.M)

    def test_the_page_is_made_of_the_table(self):
        page = subprocess.run([TOOL, "help", "limits"], capture_output=True, text=True, check=True).stdout
        self.assertEqual((ROOT / "docs/limits.md").read_text(), page, "run TOOL help limits > docs/limits.md")
        listed = re.search(r"enum class Limit .*?\{(.*?)\};", (ROOT / "src/core/limits.hpp").read_text(), re.S)[1]
        self.assertEqual([name.replace("_", "-") for name in re.findall(r"^  ([a-z_]+),", listed, re.M)], self.names())

    def test_each_limit_applies(self):
        sources = "".join(path.read_text() for path in sorted((ROOT / "src").rglob("*.[ch]pp"))
                          if path.stem != "limits")
        for name in self.names(changeable=True):
            self.assertTrue("Limit::" + name.replace("-", "_") in sources, name)

    def test_every_code_has_a_test(self):
        test = (ROOT / "tests/cli/hostile_test.py").read_text()
        for name in self.names(changeable=True):
            self.assertTrue(f'limited("{name}"' in test or f'"{name}=' in test, name)


class Findings(unittest.TestCase):
    """What the tool says of the vectors is what the tables say."""

    def test_severities_of_real_findings(self):
        known, seen = table(), collections.defaultdict(set)
        for family in SHAPES:
            folder = ROOT / "tests" / "vectors" / family
            for case in json.loads((folder / "cases.json").read_text()):
                if case["args"][0] != "check":
                    continue
                answer = subprocess.run([TOOL, *case["args"]], cwd=folder, capture_output=True).stdout
                for file in json.loads(answer)["files"]:
                    for finding in file["diagnostics"]:
                        seen[finding["code"]].add(finding["severity"])
        self.assertGreater(len(seen), 150)
        for code, severities in seen.items():
            with self.subTest(code):
                self.assertLessEqual(severities, set(known[code]["severities"]))


class Explain(unittest.TestCase):
    def run_tool(self, *args):
        return subprocess.run([TOOL, "explain", *args], capture_output=True, text=True)

    def test_a_code_with_its_family(self):
        done = self.run_tool("gc.ANM042")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith("gc.ANM042: error\n"))
        self.assertIn("docs/spec/gc-anm.md, section 7", done.stdout)

    def test_without_a_family_all_families_are_listed(self):
        codes = [one["code"] for one in ask("explain", "e-range")["codes"]]
        self.assertEqual(sorted(codes), ["craftstudio.E-RANGE", "sm64.E-RANGE"])

    def test_several_codes_in_their_order(self):
        codes = [one["code"] for one in ask("explain", "psx.TMD-01", "cs2.A01")["codes"]]
        self.assertEqual(codes, ["psx.TMD-01", "cs2.A01"])

    def test_unknown_codes_are_wrong_usage(self):
        for word, hint in (("gc.ANM043x", "did you mean gc.ANM043?"), ("W-LOS", "did you mean sm64.W-LOSS?"),
                           ("walk.nothing", "--all lists them")):
            done = self.run_tool(word)
            self.assertEqual((done.returncode, done.stdout), (2, ""), word)
            self.assertIn(hint, done.stderr)

    def test_codes_or_all_but_one_of_them(self):
        self.assertEqual(self.run_tool().returncode, 2)
        self.assertEqual(self.run_tool("--all", "gc.ANM042").returncode, 2)

    def test_bash_completes_codes(self):
        script = subprocess.run([TOOL, "completion", "bash"], capture_output=True, text=True).stdout
        script += "COMP_WORDS=(anmkit explain gc.ANM04); COMP_CWORD=2; _anmkit; echo ${COMPREPLY[@]}"
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
        self.assertEqual(done.stdout.split(), [f"gc.ANM04{n}" for n in range(10)])

    def test_help_has_an_example(self):
        self.assertIn("Example:\n  anmkit explain", self.run_tool("--help").stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
