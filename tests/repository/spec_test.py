#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every section of a specification that a comment cites exists, and no link or path in the documents leads nowhere.

    spec_test.py ROOT
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
PAGES = {path.parent.name: re.search(r'specification = "([^"]+)\.md"', path.read_text())[1]
         for path in sorted((ROOT / "src/formats").glob("*/family.cpp"))}
NUMBER = r"[0-9]+(?:\.[0-9]+)*"
CITATION = re.compile(rf"(?<!PNG )\b(?:[Ss]ections?|[Aa]ppendix) ((?:{NUMBER}|[A-D]\b)(?:(?:,| and| to|,? or) {NUMBER})*)")
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
OWN_PATH = re.compile(r"`((?:src|include|tests|docs|examples|fuzz|bench|cmake)/[\w./-]+)`")


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def sections(page):
    """Numbers of headings, and of the rows and items that are numbered inside a section."""
    found, heading = set(), ""
    for line in read(ROOT / "docs" / "spec" / f"{page}.md").splitlines():
        if match := re.match(rf"#+ (?:Appendix )?({NUMBER}|[A-D])[. ]", line):
            heading = match[1]
            found.add(heading)
        elif match := re.match(r"\| ([0-9]+(?:\.[0-9]+)?) \|", line):
            found.add(match[1] if "." in match[1] else f"{heading}.{match[1]}")
        elif match := re.match(r"([0-9]+)\. ", line):
            found.add(f"{heading}.{match[1]}")
    return found


def family_of(path):
    name = path.relative_to(ROOT).as_posix()
    return next((f for f in PAGES if re.search(rf"(^|[/_]){f}(?![a-z])", name)), None)


def sources():
    for folder in ("include", "src", "tests", "fuzz", "bench"):
        yield from sorted((ROOT / folder).rglob("*.[ch]pp"))


class Citations(unittest.TestCase):
    def test_sections_that_comments_cite_exist(self):
        known = {family: sections(page) for family, page in PAGES.items()}
        count, astray = 0, []
        for path in sources():
            family = family_of(path)
            for number, line in enumerate(read(path).splitlines(), 1):
                if "RFC" in line or family is None:
                    continue
                for match in CITATION.finditer(line):
                    for section in re.findall(rf"{NUMBER}|[A-D]$", match[1]):
                        count += 1
                        if section not in known[family]:
                            astray.append(f"{path.relative_to(ROOT)}:{number}: {section} of {PAGES[family]}.md")
        self.assertFalse(astray, "\n".join(astray))
        self.assertGreater(count, 400)

    def test_numbered_rows_and_items_count_as_sections(self):
        self.assertLessEqual({"10.3", "7.3", "11.1"}, sections("psx-anm"))
        self.assertIn("12.8", sections("sm64-anim"))
        self.assertNotIn("12.99", sections("sm64-anim"))


class Documents(unittest.TestCase):
    def pages(self):
        return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")),
                *sorted((ROOT / "bench").glob("*.md")), *sorted((ROOT / "tests").rglob("README.md"))]

    def test_links_lead_somewhere(self):
        lost = [f"{page.relative_to(ROOT)}: {target}"
                for page in self.pages() for target, _ in LINK.findall(read(page))
                if not re.match(r"https?:|mailto:", target) and not (page.parent / target).exists()]
        self.assertFalse(lost, "\n".join(lost))

    def test_paths_of_this_repository_exist(self):
        # The specifications name files of other repositories, which look alike.
        lost = [f"{page.relative_to(ROOT)}: {target}"
                for page in self.pages() if "spec" not in page.parent.name or page.name == "README.md"
                for target in OWN_PATH.findall(read(page)) if not (ROOT / target).exists()]
        self.assertFalse(lost, "\n".join(lost))

    def test_pages_for_users_name_installed_headers_only(self):
        pages = [*(ROOT / "docs/formats").glob("*.md"), *(ROOT / "docs/guides").glob("*.md")]
        found = {header for page in pages for header in re.findall(r"`([\w/]+\.hpp)`", read(page))}
        self.assertTrue(found)
        self.assertFalse([header for header in found if not (ROOT / "include" / header).exists()])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
