# SPDX-License-Identifier: MIT
"""Which sources can be compiled as one: none of a group has a name for itself that another one uses.

Headers are most of what a compiler reads, again for each source. One `FILE GROUP` line per source; CMake
builds its unity sources from them (ANMKIT_JOIN). A group has the name of its first source.

usage: joined.py MOST_LINES FILE..."""
import functools, os, re, sys

PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOTS = [os.path.join(PROJECT, folder) for folder in ("src", "include", "tests", "bench", "fuzz")]

TEMPLATE = re.compile(r"\btemplate\s*<[^>]*>")
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
    for line in TEMPLATE.sub("", text).splitlines():
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
def text_of(path):
    with open(path, encoding="utf-8") as file:
        return SKIPPED.sub(lambda found: found[0] if "\n" not in found[0] and found[0][0] == '"' else " ", file.read())


def headers_of(path):
    """The project's headers that a file includes, and those that they include."""
    found, left = {}, [path]
    while left:
        here = left.pop()
        for name in re.findall(r'^#include "([^"]+)"', text_of(here), re.M):
            for folder in (os.path.dirname(here), *ROOTS):
                header = os.path.normpath(os.path.join(folder, name))
                if header not in found and os.path.exists(header):
                    found[header] = None
                    left.append(header)
    return found


@functools.cache
def declared_in(header):
    """(namespace, name) of types and constants: what begins a line of a header. Functions may share a name."""
    names, space = set(), ""
    for line in TEMPLATE.sub("", text_of(header)).splitlines():
        if opened := re.match(r"(?:inline )?namespace ([\w:]+)\s*\{", line):
            space = opened[1]
        elif re.match(r"[A-Za-z]", line):
            for kind, alias, _, constant in WORDS.findall(line):
                names |= {(space, name) for name in (kind, alias, constant) if name}
    return names


class Source:
    def __init__(self, path, flags):
        self.path, self.flags = path, flags
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.lines = self.text.count("\n") + 1
        self.names = own_names(self.text)
        self.words = set(re.findall(r"[A-Za-z_]\w*", re.sub(r'"[^"\n]*"', " ", text_of(path))))
        self.declared = set().union(*map(declared_in, headers_of(path)))
        self.macros = set(re.findall(r"^#define\s+(\w+)", self.text, re.M))
        self.spaces = set(re.findall(r"^(?:inline )?namespace ([\w:]+)\s*\{", self.text, re.M)) or {""}

    def is_seen_by(self, other):
        """Whether the other source uses a word that is a macro of this one, or a name in a namespace they share; or
        whether its headers declare such a name there."""
        if any((space, name) in other.declared for space in self.spaces for name in self.names):
            return True
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
