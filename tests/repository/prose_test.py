#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Phrases that CONTRIBUTING.md ("Words") gives better ones for are found in nothing that a person reads.

    prose_test.py ROOT
"""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()

# Each with the words to use instead.
PHRASES = {
    r"\b(is|are) wanted\b": "expected ...",
    r"\bmeans? nothing\b": "requires ..., does not apply to ..., has no effect",
    r"\bmoving pictures?\b": "animated image",
    r"\b(frames|images|pictures|ticks|samples|keys) a second\b": "per second",
    r"\bstands? (there )?twice\b": "appears twice",
    r"\blies? outside\b": "is outside",
    r"\b[Mm]end(s|ed|ing)?\b": "fix",
    r"\ba fault of\b": "a bug in",
    r"\b(one|each|an?|\d+) (file|subject|line|row|key|clip|cell|picture|image|input) a (family|subject|input|track|clip|frame|row)\b": "per",
    r"\bsays? what\b": "describes, lists",
    r"\bis told\b": "is reported, is detected",
    r", too(?=[.;:]?$|[.;:]? *$)": "also",
}
# In messages alone, whose readers have no text around them.
MESSAGES = PHRASES | {
    r"(?<!there )(?<!There )\b(is|are) no (?!longer\b|more\b)": "is not a ...",
    r"\b(beside|behind)\b": "next to, after",
    r"\b([Ss]ays?|[Tt]ells?|told)\b": "specifies, gives, reports, detects",
    r"\b(stands?|lies|lie)\b": "is at, is",
    r"\bmeant\b": "name the choice: choose with --x, intended",
    r"\b[Ww]an(ts?|ted)\b": "expects, expected",
    r"\b(cannot|can) (say|be said)\b": "cannot store",
    r"\banew\b": "again",
    r"\b(numbers|bits|bytes|words|values|vectors) a [a-z]+\b(?! has)": "per",
    r"(?<!-)\b[Pp]ictures?\b": "image",
    r"\bmade of\b": "built from, made from",
    r"\b[Tt]he way back\b": "the import",
    r"^[Ww]hat (?!to\b)": "a noun",
}
# In comments of sources and tests, which are many: the plainest of them.
COMMENTS = {
    r"\bstands? (for|twice|still|behind|beside)\b": "represents, appears twice, does not move, is after",
    r"\blies? (behind|beside|outside|inside|elsewhere)\b": "is",
    r"(?<!`)\bbeside (it|them|a|the|its|their)\b": "next to",
    r"\bmeans? nothing\b": "has no effect",
    r"\b(is|are) wanted\b": "is expected",
    r"\b[Mm]end(s|ed|ing)?\b": "fix",
    r"\b[Tt]he way back\b": "the import",
    r"\b(frames|images|pictures|ticks|samples|keys|bytes|words|bits) a (second|frame|node|key|track|clip|row|channel|part)\b(?! \w+s\b)": "per",
    r", too[.;:]?$": "as well",
    r"\bmade of\b": "made from",
    r"\b(said|(?<!`)told)\b": "reported, given, detected",
}
# The first sentence of a source, which describes its purpose.
PURPOSES = {r"^// (What|Whether|Who)\b": "a noun"}
# Names of tests are sentences of subject, verb and object.
TEST_NAMES = {
    r"Told|Tells|Said|Says|Stands?(?![a-z])|Lends|Lies?(?![a-z])|Beside|Behind|Nobody|Wanted|Whoever|Nowhere|ComesBack|ComeBack": "reports, "
    "round-trips, is, after ...",
    r"^What(?!ever)|(?<!c)What(Is|Are|Was|No|Cannot)": "a noun",
    r"test_what_(?!to)|_(told|tells|said|says|stands|lends|beside|behind|nobody|whoever)(_|$)": "reports, is, after ...",
}
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
FENCE = re.compile(r"```.*?```|`[^`\n]*`|\]\([^)]*\)", re.S)


def tracked(*patterns):
    done = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:  # an unpacked archive
        return [path for pattern in patterns for path in ROOT.glob(pattern)]
    return [ROOT / name for name in done.stdout.split("\n") if name and (ROOT / name).is_file()]


def messages():
    """Sentences that the tool and the library print."""
    for path in tracked("src/**/*.cpp", "src/**/*.hpp"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.lstrip().startswith("//"):
                for text in LITERAL.findall(line):
                    if " " in text:
                        yield path, number, text


def comments():
    """What the public headers tell their readers."""
    for path in tracked("include/**/*.hpp", "include/**/*.h"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if "//" in line:
                yield path, number, line.partition("//")[2]
    for path in tracked("include/anmkit.h", "bindings/js/*.d.ts"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if found := re.search(r"(?:/\*|//|^ \*)(.*)", line):
                yield path, number, found.group(1)
    for path in tracked("bindings/python/anmkit/*.py"):
        for found in re.finditer(r'"""[^"]*"""|# .*', text := path.read_text(encoding="utf-8")):
            yield path, text.count("\n", 0, found.start()) + 1, found.group(0)


def source_comments():
    for path in tracked("src/**/*.cpp", "src/**/*.hpp", "tests/**/*.cpp", "tests/**/*.hpp", "bindings/**/*.cpp", "bindings/**/*.hpp"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if found := re.search(r"(?:^|\s)//(.*)", line):
                yield path, number, found.group(1)


def purposes():
    """The first sentence of each source: a noun with what belongs to it."""
    for path in tracked("src/**/*.cpp", "src/**/*.hpp", "tests/**/*.cpp", "tests/**/*.hpp", "bindings/**/*.cpp", "bindings/**/*.hpp"):
        yield path, 2, (path.read_text(encoding="utf-8").splitlines() + ["", ""])[1]


def test_names():
    for path in tracked("tests/**/*.cpp", "tests/**/*.py"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if found := re.match(r"\s*(?:TEST(?:_F|_P)?\(\w+, *|def (?=test_))(\w+)", line):
                yield path, number, found.group(1)


def pages():
    for path in tracked("*.md", "docs/**/*.md", "bindings/js/*.md"):
        if path.parent == ROOT / "docs/spec" or path.name == "CONTRIBUTING.md":
            continue
        text = FENCE.sub(lambda found: "\n" * found.group(0).count("\n"), path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            yield path, number, line


class Prose(unittest.TestCase):
    def clean(self, lines, phrases=PHRASES):
        count, wrong = 0, []
        for path, number, text in lines:
            count += 1
            for phrase, better in phrases.items():
                if found := re.search(phrase, text):
                    wrong.append(f"{path.relative_to(ROOT)}:{number}: '{found.group(0)}': {better}")
        self.assertGreater(count, 500)
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_messages(self):
        self.clean(messages(), MESSAGES)

    def test_public_headers(self):
        self.clean(comments())

    def test_comments(self):
        self.clean(source_comments(), COMMENTS)

    def test_purposes(self):
        self.clean(purposes(), PURPOSES)

    def test_names_of_tests(self):
        self.clean(test_names(), TEST_NAMES)

    def test_pages(self):
        self.clean(pages())

    def test_a_phrase_is_found(self):
        for text in ("an array is wanted", "--fps means nothing here", "30 frames a second", "is shown, too", "Mend the name."):
            with self.assertRaises(AssertionError, msg=text):
                self.clean([(ROOT / "README.md", 1, text)] * 501)
        for text, phrases in (("it is no texture", MESSAGES), ("the name says which", MESSAGES), ("the data lie behind it", COMMENTS),
                              ("WhatIsSaid", TEST_NAMES), ("// What a folder holds.", PURPOSES), ("test_what_nothing_describes", TEST_NAMES)):
            with self.assertRaises(AssertionError, msg=text):
                self.clean([(ROOT / "README.md", 1, text)] * 501, phrases)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
