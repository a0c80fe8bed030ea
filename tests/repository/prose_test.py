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


def pages():
    for path in tracked("*.md", "docs/**/*.md", "bindings/js/*.md"):
        if path.parent == ROOT / "docs/spec" or path.name == "CONTRIBUTING.md":
            continue
        text = FENCE.sub(lambda found: "\n" * found.group(0).count("\n"), path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            yield path, number, line


class Prose(unittest.TestCase):
    def clean(self, lines):
        count, wrong = 0, []
        for path, number, text in lines:
            count += 1
            for phrase, better in PHRASES.items():
                if found := re.search(phrase, text):
                    wrong.append(f"{path.relative_to(ROOT)}:{number}: '{found.group(0)}': {better}")
        self.assertGreater(count, 500)
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_messages(self):
        self.clean(messages())

    def test_public_headers(self):
        self.clean(comments())

    def test_pages(self):
        self.clean(pages())

    def test_a_phrase_is_found(self):
        for text in ("an array is wanted", "--fps means nothing here", "30 frames a second", "is shown, too", "Mend the name."):
            with self.assertRaises(AssertionError, msg=text):
                self.clean([(ROOT / "README.md", 1, text)] * 501)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
