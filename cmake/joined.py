# SPDX-License-Identifier: MIT
"""Which sources can be compiled as one: none of a group has a name for itself that another one uses.

Headers are most of what a compiler reads, again for each source. One `FILE GROUP` line per source; CMake
builds its unity sources from them (ANMKIT_JOIN). A group has the name of its first source.

usage: joined.py MOST_LINES FILE..."""
import functools, os, re, sys

OWN = re.compile(r"^\s*namespace\s*\{")
WORDS = re.compile(
    r"(?:struct|class|enum|union|concept)\s+(?:class\s+)?(\w+)|using\s+(\w+)\s*=|([A-Za-z_]\w*)\s*\(|(\bk[A-Z]\w*)\b\s*[=\[{]"
)

VARIABLE = re.compile(r"[^()]*?\b([a-z]\w*)(?:\[\w*\])?\s*(?:=|;|\{)")

# What begins a test has the name of a test in brackets, which no other source has.
TESTS = re.compile(r"(?:TEST|TEST_F|TEST_P|TYPED_TEST|INSTANTIATE_TEST_SUITE_P|RC_GTEST_\w+|BENCHMARK\w*)\(")


def own_names(text):
    """Names that a source defines for itself alone in nameless namespaces."""
    names, inside = set(), False
    for line in text.splitlines():
        if OWN.match(line):
            inside = True
        elif re.match(r"\}\s*// namespace$", line):
            inside = False
        elif TESTS.match(line):
            continue
        elif line.startswith("static ") or (inside and re.match(r"[A-Za-z]", line)):
            names.update(filter(None, (word for match in WORDS.findall(line) for word in match)))
            names.update(VARIABLE.match(line).groups() if VARIABLE.match(line) else ())
    return names


# What no name of another source can be: comments, strings, members of a value, names of the standard library.
SKIPPED = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | R"(\w*)\(.*?\)\1" | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.){1,4}' |
        (?:\.|->|\bstd::)\s*[A-Za-z_]\w*""", re.S | re.X)


@functools.cache
def words_of(path):
    """The words of a source, and of what it includes from its own folder."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    words = set(re.findall(r"[A-Za-z_]\w*", SKIPPED.sub(" ", text)))
    for name in re.findall(r'^#include "([^"/]+)"', text, re.M):
        beside = os.path.join(os.path.dirname(path), name)
        if os.path.exists(beside):
            words |= words_of(beside)
    return words


class Source:
    def __init__(self, path, flags):
        self.path, self.flags = path, flags
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.lines = self.text.count("\n") + 1
        self.names = own_names(self.text)
        self.words = words_of(path)
        self.macros = set(re.findall(r"^#define\s+(\w+)", self.text, re.M))
        self.spaces = set(re.findall(r"^(?:inline )?namespace ([\w:]+)\s*\{", self.text, re.M)) or {""}

    def is_seen_by(self, other):
        """Whether the other source uses a word that is a macro of this one, or a name in a namespace they share."""
        shared = any(there == here or not here or there.startswith(here + "::")
                     for here in self.spaces for there in other.spaces)
        return not (self.macros | (self.names if shared else set())).isdisjoint(other.words)

    def minds(self, other):
        """Whether one of the two could take a name of the other's for another thing."""
        return self.is_seen_by(other) or other.is_seen_by(self)


def grouped(sources, most_lines):
    """Sources with the same flags and none of their own names in common, neighbours first."""
    groups = []
    for source in sources:
        for group in groups:
            if (group[0].flags == source.flags and sum(s.lines for s in group) + source.lines <= most_lines and
                    not any(s.minds(source) for s in group)):
                group.append(source)
                break
        else:
            groups.append([source])
    return groups


if __name__ == "__main__":
    for group in grouped([Source(path, []) for path in sorted(sys.argv[2:])], int(sys.argv[1])):
        name = re.sub(r"\W", "_", os.path.relpath(os.path.splitext(group[0].path)[0]))
        for source in group:
            print(source.path, name)
